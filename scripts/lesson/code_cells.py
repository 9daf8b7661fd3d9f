"""A code cell of a page: its options, above the code, and what of it does not parse."""

from __future__ import annotations

from typing import Any

from markdown_it.token import Token

from scripts import plain_yaml
from scripts.diagnostic import Note
from scripts.lesson import OPTION, Cell
from scripts.lesson.front_matter import names
from scripts.normal_form import require_syntax
from scripts.patterns import lazy_pattern

# An option without its second colon: no line of Python begins with one.
_NO_OPTION = lazy_pattern(r":(?P<name>[a-z][a-z-]*)(?:[;,.](?!\S)|(?=\s))(?P<value>.*)")
# No line of Python begins like this, but for one in a string.
_OPENS_FENCE = lazy_pattern(r" {0,3}(?:`{3,}|~{3,}|:{3,})(?!\{code-cell\})[\w{]")


def read_cell(token: Token, index: int, problem: Note, *, whole: bool) -> Cell:
    """Give the cell that a fence holds; it is the `index`-th of its page, counted from 0.

    One that is not `whole` has text of the page in it, so it is not parsed.
    """
    start, end = token.map or (0, 0)
    lines = token.content.split("\n")
    options: dict[str, Any] = {}
    used, of_raises = 0, start + 1
    if lines and lines[0].strip() == "---":
        close = next((i for i, line in enumerate(lines[1:], 1) if line.strip() == "---"), None)
        if close is None:
            problem(start + 2, "cell-options", "the block of cell options is never closed")
        else:
            options = _read_options("\n".join(lines[1:close]), start + 3, problem)
            used = close + 1
    else:
        for number, row in enumerate(lines, start + 2):
            if match := OPTION.match(row):
                key, value = match["key"], match["value"]
                if key == "tags" and value and value.count("[") != value.count("]"):
                    fix = f"write `:tags: [{value.strip('[] ')}]`"
                    what = "the list of tags has no bracket at one end"
                    problem(number, "cell-options", what, fix)
                    value = value.strip("[] ")
                options[key] = _option_value(value, number, problem)
                of_raises = number if key == "raises" else of_raises
            elif broken := _NO_OPTION.match(row):
                what = f"{broken[0].split()[0]} has no colon behind its name"
                fix = f"write `:{broken['name']}: {broken['value'].strip()}`"
                problem(number, "cell-options", what, fix)
            else:
                break
            used += 1
    while used < len(lines) and not lines[used].strip():
        used += 1
    source = "\n".join(lines[used:]).rstrip()
    raises = options.pop("raises", None)
    if raises is True:
        what = "write which one, such as `:raises: TypeError`"
        problem(of_raises, "cell-options", "`:raises:` names no exception", what)
        raises = None
    cell = Cell(
        index=index,
        source=source,
        # A cell without code has it on the line of the closing fence.
        line=min(start + used + 2, end),
        start=start + 1,
        end=end,
        tags=names(options.pop("tags", None)),
        raises=None if raises is None else str(raises).rsplit(".", 1)[-1],
        options=options,
    )
    try:
        if whole and not cell.need_not_parse:
            require_syntax(source)
    except SyntaxError as error:
        if inner := next(
            (n for n, one in enumerate(lines, start + 2) if _OPENS_FENCE.match(one)), 0
        ):
            message = f"this cell goes on past the fence that opens at line {inner}"
            problem(start + 1, "unclosed-fence", message, "add the closing fence where it ends")
            return cell
        line = cell.line + (error.lineno or 1) - 1
        problem(line, "python-syntax", f"the code does not parse: {error.msg}", "mend the code")
    return cell


def _read_options(text: str, line: int, problem: Note) -> dict[str, Any]:
    try:
        data = plain_yaml.load(text) or {}
    except plain_yaml.YamlError as error:
        what = str(error).replace("is no YAML", "are no YAML", 1)
        problem(line + error.line, "cell-options", f"the cell options {what}")
        return {}
    if not isinstance(data, dict):
        problem(line, "cell-options", "cell options must be lines of the form `key: value`")
        return {}
    return data


def _option_value(value: str | None, line: int, problem: Note) -> Any:
    if not value:
        return True
    # Text such as `alt: a: b` is a mapping or no YAML, and meant to be neither.
    try:
        data = plain_yaml.load(value)
    except plain_yaml.YamlError:
        return value
    return value if isinstance(data, dict) and not value.startswith("{") else data
