"""What a line looks like that a `print` of the code gives."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from dataclasses import dataclass

from scripts.patterns import lazy_pattern

_CLOSED_BY = {")": "(", "]": "[", "}": "{"}


@dataclass(frozen=True)
class Came:
    """What a statement gave: the whole text, the part that its one value is, and how certain.

    `labelled` are the values with the statement's own text before each.
    """

    text: str
    value: str
    certain: bool
    labelled: tuple[tuple[str, str], ...] = ()


def is_print(statement: ast.stmt) -> bool:
    """Tell whether a statement is a plain `print(...)`."""
    match statement:
        case ast.Expr(value=ast.Call(func=ast.Name(id="print"), keywords=[])):
            return True
    return False


@dataclass(frozen=True)
class Template:
    """What a `print` writes: text of its own, and None where a value stands."""

    parts: tuple[str | None, ...]

    @property
    def words(self) -> int:
        """Give the number of its texts that are more than one sign."""
        return sum(len(part.strip()) > 1 for part in self.parts if part)

    @property
    def lead(self) -> str:
        """Give the text that it begins with, empty where that is no word."""
        first = self.parts[0] if self.parts else None
        return first if first and re.search(r"\w\w", first) else ""

    def came(self, text: str, *, certain: bool) -> Came | None:
        """Give what it wrote as its values, or None where a text is not what it writes."""
        pattern = "".join("(.*)" if part is None else re.escape(part) for part in self.parts)
        match = re.fullmatch(pattern, text, re.DOTALL)
        if match is None:
            return None
        value = match[1] if self.parts.count(None) == 1 else text
        return Came(text, value, certain, self._labelled(text))

    def _labelled(self, text: str) -> tuple[tuple[str, str], ...]:
        """Give each value with the text before it, nothing where it is not certain which is which.

        >>> Template(("all:", None, "  of:", None))._labelled("all:3  of:4")
        (('all:', '3'), ('of:', '4'))
        """
        labels = [part.strip() for part in self.parts if part and re.search(r"\w", part)]
        places = [text.find(label) for label in labels]
        if not labels or any(text.count(label) != 1 for label in labels):
            return ()
        ends = [*places[1:], len(text)]
        values = [
            text[place + len(label) : end].strip()
            for label, place, end in zip(labels, places, ends, strict=True)
        ]
        return tuple(zip(labels, values, strict=True))


def template_of(statement: ast.stmt) -> Template:
    """Give what a `print` writes.

    >>> template_of(ast.parse("print('sum', x)").body[0])
    Template(parts=('sum ', None))
    """
    assert isinstance(statement, ast.Expr)
    assert isinstance(statement.value, ast.Call)
    parts: list[str | None] = []
    for number, argument in enumerate(statement.value.args):
        pieces = argument.values if isinstance(argument, ast.JoinedStr) else [argument]
        written = [
            piece.value
            if isinstance(piece, ast.Constant) and isinstance(piece.value, str)
            else None
            for piece in pieces
        ]
        for piece in [" ", *written] if number else written:
            if piece is not None and parts and parts[-1] is not None:
                parts[-1] += piece
            else:
                parts.append(piece)
    return Template(tuple(parts))


_LABEL = r"[^\W\d][\w.'/()-]*(?: [\w.'/()-]+)*?"
_LABELLED = lazy_pattern(
    rf"[\s,;]*(?P<label>{_LABEL}) ?[:=](?![:=])\s*(?P<value>[^\s:=/].*?)"
    rf"(?=[\s,;]+{_LABEL} ?[:=](?![:=])|\s*$)"
)


def labelled_values(line: str) -> tuple[tuple[str, str], ...]:
    """Give the values of a line that is nothing but labels with values, each with its label.

    >>> labelled_values("calls: 5  last traces: (2, 3), mode=fast")
    (('calls', '5'), ('last traces', '(2, 3)'), ('mode', 'fast'))
    >>> labelled_values("f(x=3)"), labelled_values("see https://a.org")
    ((), ())
    """
    found: list[tuple[str, str]] = []
    at = 0
    while at < len(line) and (match := _LABELLED.match(line, at)):
        found.append((" ".join(match["label"].split()), match["value"]))
        at = match.end()
    plain = all(balanced(label) and balanced(value) for label, value in found)
    return tuple(found) if plain and not line[at:].strip() else ()


def balanced(line: str) -> bool:
    """Tell whether no bracket of a line is closed in another."""
    return all(line.count(close) == line.count(open_) for close, open_ in _CLOSED_BY.items())


def held_together(lines: Sequence[str]) -> list[str]:
    """Give lines with those joined that brackets hold together.

    >>> held_together(["[[1 2]", " [3 4]]", "5"])
    ['[[1 2]\\n [3 4]]', '5']
    """
    result: list[str] = []
    depth = 0
    for line in lines:
        if depth > 0:
            result[-1] += "\n" + line
        else:
            result.append(line)
            depth = 0
        depth += sum(line.count(char) for char in _CLOSED_BY.values())
        depth -= sum(line.count(char) for char in _CLOSED_BY)
    return result
