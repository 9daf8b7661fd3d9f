"""Units: what of a lesson is translated, and confirmed, one at a time.

A unit is a top-level block of the page, or one of the texts that stand outside the prose: the
title, the summary and the links to read on of the front matter, and the description of a cell's
figure. What only names or separates (labels, rules, comments) is none.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import unicodedata
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from scripts.lesson import OPTION, Block, Cell, Lesson
from scripts.lesson.fences import FENCE, LITERAL, NAME, unfenced
from scripts.lesson.front_matter import SHARED, shared_value
from scripts.patterns import lazy_pattern

# Code and formulas, which both languages share: the same on both sides, such a unit needs nobody to
# confirm it.
SHARED_KINDS = frozenset({"amsmath", "cell", "code_block", "fence", "html_block", "math_block"})
_NO_UNITS = frozenset({"hr", "myst_block_break", "myst_line_comment", "myst_target"})
FURTHER = "further"
FRONT_MATTER = ("title", "summary", FURTHER)
_IN_CODE = lazy_pattern(r"(`+)(?!`).+?(?<!`)\1(?!`)|\]\([^)]*\)")
_SENTENCE_END = lazy_pattern(r"[.?!][)\"”’'*_\]]*(?=\s|$)")
# So many letters go with a sentence; where two are made one, a few do.
_LEAST_LETTERS = 7
_LABEL = lazy_pattern(r"\((?P<label>.+)\)=\s*$")
_HASH_LENGTH = 16
# What of a text is no words: code, roles and directives, formulas, where links lead, options.
_NO_WORDS = lazy_pattern(
    r"(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)"
    r"|\{[^}]*\}|\$[^$]*\$|\]\([^)]*\)|<[^>]*>|(?:^| ):[\w-]+: \S+|&#?\w+;"
)
# Directives that hold code, addresses or names, and those that begin with one.
_NO_TEXT = (
    LITERAL
    - {"csv-table", "eval-rst", "figure-md", "graphviz", "mermaid", "only"}
    - {"parsed-literal"}
)
_NO_TITLE = _NO_TEXT | {"button-link", "button-ref", "figure", "figure-md", "only", "solution"}
_TEXT_OPTIONS = frozenset({"alt", "caption", "header"})


@dataclass(frozen=True)
class Unit:
    """A unit of a lesson; lines count from 1, `end` is its last.

    `text` is what counts of it: prose in NFC with single spaces, code in its normal form with the
    cell's tags and what it raises. `section` is the label of the heading that it stands under, or
    of its own; "" where there is none. `label` is that of anything else than a heading, a
    cell's option, too. `read` is what of a text with fences in it people read: " " for nothing,
    "" where it has no fence.
    """

    kind: str
    line: int
    end: int
    text: str
    section: str = ""
    level: int = 0
    cell: Cell | None = None
    label: str = ""
    read: str = ""

    @property
    def hash(self) -> str:
        """Give what tells this text from others."""
        return text_hash(self.text)

    def name(self, taken: Collection[str] = ()) -> str:
        """Give the name of a block that begins with this unit, other than those that are taken.

        It holds no number that a block more would shift: branches that add blocks do not collide.

        >>> Unit("paragraph", 1, 1, "tide", "tides-high").name({"tides-high.8a2892"})
        'tides-high.8a2892-2'
        """
        name = f"{self.section or 'page'}.{self.hash[:6]}"
        number = 1
        while (tried := name if number == 1 else f"{name}-{number}") in taken:
            number += 1
        return tried


def has_words(unit: Unit) -> bool:
    """Tell whether there is anything to translate in a unit.

    >>> has_words(Unit("paragraph", 1, 1, "`x` is $n$")), has_words(Unit("p", 1, 1, "`x`: $n$"))
    (True, False)
    """
    if unit.kind in SHARED_KINDS:
        return False
    return any(character.isalpha() for character in _NO_WORDS.sub(" ", unit.read or unit.text))


@dataclass(frozen=True)
class Size:
    """How much a text says: its sentences, and its letters without spaces."""

    sentences: int
    letters: int

    def is_cut(self, before: Size) -> bool:
        """Tell whether sentences are gone that it had before, and as much text with them.

        >>> Size(2, 80).is_cut(Size(3, 120)), Size(2, 117).is_cut(Size(3, 120))
        (True, False)
        """
        gone = before.sentences - self.sentences
        return gone > 0 and before.letters - self.letters >= _LEAST_LETTERS * gone


def size_of(texts: Iterable[str]) -> Size:
    """Give how much some texts say.

    >>> size_of(["See `a. b`. Now look at it.", "Why?"])
    Size(sentences=3, letters=25)
    """
    found = list(map(unfenced, texts))
    bare = [_IN_CODE.sub("x", text) for text in found]
    ends = sum(len(_SENTENCE_END.findall(text)) for text in bare)
    return Size(ends, sum(len("".join(text.split())) for text in found))


def text_of(units: Iterable[Unit]) -> str:
    """Give what some units say, one after the other."""
    return " ".join(unit.text for unit in units)


def text_hash(text: str) -> str:
    """Give the first digits of the SHA-256 of a text.

    >>> text_hash("tide")
    '8a28929ac7f9a17e'
    """
    return hashlib.sha256(text.encode("utf-8")).hexdigest()[:_HASH_LENGTH]


def collapsed(text: str) -> str:
    r"""Give prose as it is compared: composed, on one line, with single spaces.

    >>> collapsed("high\n  tide"), len(collapsed("\u1112\u1161\u11ab"))
    ('high tide', 1)
    """
    return " ".join(unicodedata.normalize("NFC", text).split())


def shared_hashes(lesson: Lesson) -> dict[str, str]:
    """Give what tells apart each field of the front matter that is the same in every language."""
    values = {key: shared_value(lesson.front_matter, key) for key in SHARED}
    return {key: text_hash(json.dumps(value, default=str)) for key, value in values.items()}


def units(lesson: Lesson) -> tuple[Unit, ...]:
    """Give the units of a lesson, in the order of the file.

    >>> from pathlib import Path
    >>> from scripts.languages import ENGLISH
    >>> from scripts.lesson.reading import parse_lesson
    >>> text = b"---\\ntitle: Tides\\n---\\n(tides)=\\n# Tides\\n\\nWater\\nrises.\\n"
    >>> lesson = parse_lesson(text, path=Path("a.md"), docname="a", language=ENGLISH)
    >>> [(unit.kind, unit.line, unit.text, unit.section) for unit in units(lesson)][1:]
    [('heading', 5, '# Tides', 'tides'), ('paragraph', 7, 'Water rises.', 'tides')]
    """
    return tuple(_units(lesson))


def _units(lesson: Lesson) -> Iterator[Unit]:
    yield from _of_front_matter(lesson)
    section = waiting = ""
    for block in lesson.blocks:
        if block.kind == "myst_target":
            match = _LABEL.match(block.text)
            waiting = match["label"] if match else waiting
        if block.kind in _NO_UNITS:
            continue
        label = waiting
        if block.kind == "heading":
            section, label = waiting, ""
        elif block.cell is not None and "label" in block.cell.options:
            label = f"{waiting} {block.cell.options['label']}".strip()
        waiting = ""
        place, text = (block.line, _end(block)), _text(block)
        read = "" if block.cell else _read(block.text)
        yield Unit(block.kind, *place, text, section, block.level, block.cell, label, read)
        if block.cell is not None and isinstance(alt := block.cell.options.get("alt"), str):
            line = _line_of(block, ":alt:", "alt:")
            yield Unit("alt", line, line, collapsed(alt), section)


def _of_front_matter(lesson: Lesson) -> Iterator[Unit]:
    lines = lesson.text.split("\n")
    said = lesson.front_matter
    values = (said.title, said.extra.get("summary"), " • ".join(said.further))
    for key, value in zip(FRONT_MATTER, values, strict=True):
        if isinstance(value, str) and value.strip():
            found = (i for i, line in enumerate(lines, 1) if line.startswith(f"{key}:"))
            line = next(found, 1)
            below = itertools.takewhile(_is_of_key, lines[line:]) if key == FURTHER else ()
            yield Unit(key, line, line + len(list(below)), collapsed(value))


def _is_of_key(line: str) -> bool:
    """Tell whether a line below a key of the front matter belongs to its list."""
    return line[:1] in {" ", "\t"} or line.startswith("- ")


def _read(text: str) -> str:
    r"""Give what people read of a text with fences: titles, captions, and no code.

    >>> _read("```{hint} Look\n:label: a\nA tide\n~~~python\nx = 1\n~~~\nrises.\n```")
    'Look A tide rises.'
    >>> _read("tide"), _read(":::{figure} a.png\n:::"), _read("```{image} a.png\n:alt: Sea\n```")
    ('', ' ', 'Sea')
    """
    found: list[str] = []
    open_ones: list[tuple[str, bool]] = []
    has_fences = in_options = False
    for line in text.split("\n"):
        fence = FENCE.match(line)
        marks, holds_text = open_ones[-1] if open_ones else ("", True)
        if fence and marks and fence["marks"].startswith(marks) and not fence["info"].strip():
            open_ones.pop()
        elif fence and holds_text:
            has_fences = in_options = True
            info = fence["info"].strip()
            name = NAME.match(info)
            kind = name["name"] if name else ""
            is_code = fence["marks"][0] != ":" if name is None else kind in _NO_TEXT
            open_ones.append((fence["marks"], not is_code))
            if name and kind not in _NO_TITLE:
                found.append(info[name.end() :])
        elif in_options and (option := OPTION.match(line.strip())):
            found += [option["value"] or ""] if option["key"] in _TEXT_OPTIONS else []
        else:
            in_options = False
            found += [line] if holds_text else []
    return (collapsed(" ".join(found)) or " ") if has_fences else ""


def _line_of(block: Block, *beginnings: str) -> int:
    lines = block.text.split("\n")
    return block.line + next((i for i, x in enumerate(lines) if x.startswith(beginnings)), 0)


def _end(block: Block) -> int:
    """Give the last line with text: a list takes the blank lines behind it along."""
    return block.line + len(block.text.rstrip().split("\n")) - 1


def _text(block: Block) -> str:
    cell = block.cell
    if cell is None:
        return collapsed(block.text)
    options = [f"# tags: {', '.join(sorted(set(cell.tags)))}"] if cell.tags else []
    options += [f"# raises: {cell.raises}"] if cell.raises else []
    try:
        return "\n".join([cell.normal_form, *options])
    except SyntaxError:
        return "\n".join([cell.source, *options])
