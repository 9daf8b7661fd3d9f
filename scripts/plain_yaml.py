"""YAML that can be read by looking at it: nothing is named once and meant twice."""

from __future__ import annotations

import re
from typing import Any

import yaml

# In C where PyYAML was built with it, as its wheels are: a tenth of the time.
_FAST: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

_DEEPEST = 6
_MOST_CHARACTERS = 20_000
_VALUE = re.compile(r"\s*(?:- +|[\w-]+: +)+(?P<mark>[\"'])")
# While reading one of these, YAML finds the fault where it gives up, which may be lines below.
_LEFT_OPEN = (
    "while parsing a flow ",
    "while scanning a quoted scalar",
    "while scanning a simple key",
)


class YamlError(ValueError):
    """What is wrong, as the end of a sentence, and the line it stands on, counted from 0."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(message)
        self.line = line


def load(text: str) -> Any:
    """Give what a text of plain YAML says; texts, numbers, lists and mappings.

    An alias stands for as much as its author likes, a tag asks for an object, and of two equal keys
    each reader takes another one. Raises `YamlError` for these and for what is no YAML.

    >>> load("a: [1, two]")
    {'a': [1, 'two']}
    >>> load("a: 1\\na: 2")
    Traceback (most recent call last):
    scripts.plain_yaml.YamlError: says twice what a is
    """
    if len(text) > _MOST_CHARACTERS:
        raise YamlError(0, f"has more than {_MOST_CHARACTERS:,} characters")
    try:
        try:
            return _read(text, _FAST)
        except yaml.YAMLError:
            # It says better what is wrong, and where.
            return _read(text, yaml.SafeLoader)
    except yaml.YAMLError as error:
        mark = _where(error)
        what = getattr(error, "problem", None) or str(error).split("\n")[0]
        line = mark.line if mark else 0
        unclosed = _unclosed(text.split("\n")[:line])
        if what.startswith("mapping values are not allowed"):
            what = "a text with a colon in it stands in quotation marks"
        raise YamlError(line if unclosed is None else unclosed, f"is no YAML: {what}") from error
    except (ValueError, OverflowError, RecursionError) as error:
        # A date or a number that there is none of, such as 2026-02-30.
        if isinstance(error, YamlError):
            raise
        raise YamlError(0, f"is no YAML: {str(error).split(';')[0]}") from error


def _where(error: yaml.YAMLError) -> Any:
    """Give the place of what is wrong: where a bracket or a quotation was left open, it began."""
    begun = getattr(error, "context", None) or ""
    if begun.startswith(_LEFT_OPEN) and getattr(error, "context_mark", None):
        return error.context_mark  # type: ignore[attr-defined]  # of the errors that have a place
    return getattr(error, "problem_mark", None)


def _unclosed(lines: list[str]) -> int | None:
    """Give the last line if a quotation mark opens there and is not closed.

    YAML looks for the other mark in the lines that follow, and is puzzled where it finds one.

    >>> _unclosed(["a: 1", '- "one'])
    1
    """
    if not lines:
        return None
    value = _VALUE.match(lines[-1])
    open_left = value and not re.search(rf"(?<!\\){value['mark']}", lines[-1][value.end() :])
    return len(lines) - 1 if open_left else None


def _read(text: str, make: Any) -> Any:
    _refuse_what_is_not_plain(text, make)
    loader = make(text)
    try:
        tree = loader.get_single_node()
        _refuse_twins(tree)
        return None if tree is None else loader.construct_document(tree)
    finally:
        loader.dispose()


def _refuse_what_is_not_plain(text: str, make: Any) -> None:
    depth = 0
    for event in yaml.parse(text, Loader=make):
        line = event.start_mark.line if event.start_mark else 0
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
            raise YamlError(line, "holds an anchor (&) or an alias (*), which stand for other text")
        if tag := getattr(event, "tag", None):
            raise YamlError(line, f"holds a tag ({tag}), which asks for an object")
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
        if depth > _DEEPEST:
            raise YamlError(line, f"holds lists and mappings more than {_DEEPEST} deep")


def _refuse_twins(node: yaml.Node | None) -> None:
    if isinstance(node, yaml.MappingNode):
        seen = set()
        for key, value in node.value:
            if not isinstance(key, yaml.ScalarNode):
                raise YamlError(key.start_mark.line, "has a key that is no word")
            if key.value == "<<":
                raise YamlError(key.start_mark.line, "holds <<, which takes over other keys")
            if key.value in seen:
                raise YamlError(key.start_mark.line, f"says twice what {key.value} is")
            seen.add(key.value)
            _refuse_twins(value)
    elif isinstance(node, yaml.SequenceNode):
        for item in node.value:
            _refuse_twins(item)
