"""Comments that list values, one after another, and the lines that came one after another."""

from __future__ import annotations

import re
from collections.abc import Sequence

from scripts.execute.contradictions import short
from scripts.execute.transcripts import MOMENTS, borne_out, holds
from scripts.execute.values import Moment, Number, parse_value
from scripts.execute.values import Sequence as Items
from scripts.patterns import lazy_pattern

_ARROW = lazy_pattern(
    r"(?:(?:in (?:turn|order)|one after (?:the other|another)|차례(?:대)?로|순서대로)"
    r"(?:\s*:|(?=\s))"
    r"|(?:-+|=+)>|[→⇒]|==?|(?:result|output|out|prints?|returns?|gives?|결과|출력|값)(?:은|는|이|가)?"
    r"(?:\s*[:=]|(?=\s)))\s*",
    re.IGNORECASE,
)
_COPULA = lazy_pattern(
    r"\s*(?:입니다|이다|임|(?:이|가)?\s*(?:출력됩니다|나옵니다|나온다|나옴)"
    r"|(?:을|를)?\s*출력(?:합니다|함)?)?\.?$"
)
# A word or a number in a line, where two lines are of one form.
FORM = lazy_pattern(r"[-+]?\d+(?:\.\d*)?(?:e[-+]?\d+)?|[^\W\d]\w*")


def listed(text: str) -> tuple[str, ...]:
    """Give the parts of a comment that lists values, or words with values, one after another.

    >>> listed("(8,), (6,), [1, 2]"), listed("Bo 0, Eve 1"), listed("[1, 2]"), listed("a, b")
    (('(8,)', '(6,)', '[1, 2]'), ('Bo 0', 'Eve 1'), (), ())
    """
    parts: list[str] = []
    depth = 0
    for piece in stated_part(text).split(","):
        if depth > 0:
            parts[-1] += "," + piece
        else:
            parts.append(piece)
        depth += sum(map(piece.count, "([{")) - sum(map(piece.count, ")]}"))
    found = tuple(part.strip() for part in parts)
    ends = (re.split(r"\s(?![^(\[]*[)\]])", part)[-1] for part in found if part)
    valued = all(parse_value(end) is not None for end in ends)
    return found if len(found) > 1 and all(found) and valued else ()


def in_turn(text: str, lines: Sequence[str]) -> bool:
    """Tell whether lines that follow each other have in them what a comment lists."""
    said = listed(text)
    return bool(said) and any(
        all(map(_has, lines[start : start + len(said)], said))
        for start in range(len(lines) - len(said) + 1)
    )


def _has(line: str, said: str) -> bool:
    value = parse_value(said)
    if value is not None and line != said:
        return holds(line, value)
    return (
        borne_out(said, line)
        or re.search(rf"(?<!\w){re.escape(said)}(?!\w|\.\d)", line) is not None
    )


def other_in_turn(said: Sequence[str], turns: Sequence[str]) -> bool | None:
    """Tell whether it is certain that the turns of a loop are not what is said; None if they are.

    It is where some of them are, or where each has one value of that kind and no other.
    """
    known = [_has(line, one) for line, one in zip(turns, said, strict=True)]
    if all(known):
        return None
    alike = [_of_that_kind(one, line) for line, one in zip(turns, said, strict=True)]
    if not all(alike):
        return None
    return any(known) or all(count == 1 for count in alike)


def _of_that_kind(said: str, line: str) -> int:
    """Give how many parts of a line could be what is said: numbers, tuples, truths, and so on."""
    value = parse_value(said)
    if value is None:
        # A word and a number: the line begins with them, too.
        return int(FORM.sub("#", line).startswith(FORM.sub("#", said)))
    if isinstance(value, Items):
        return len(re.findall(r"\([^()]*\)" if value.kind == "tuple" else r"\[[^\[\]]*\]", line))
    if isinstance(value, Number):
        bare = re.sub(r"\([^()]*\)|\[[^\[\]]*\]", "", line)
        return len(re.findall(r"(?<![\w.])[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?(?!\w)", bare))
    if isinstance(value, Moment):
        return len(MOMENTS.findall(line))
    return len(re.findall(r"\b(?:True|False|None)\b", line))


def other_words(text: str, turns: Sequence[str]) -> tuple[str, str] | None:
    """Give what was said and what came where one word for each turn is that of another turn.

    >>> other_words("low, low, high", ["1 low", "2 high", "3 high"])
    ('low, low, high', '1 low, 2 high, 3 high')
    >>> other_words("low, low, odd", ["1 low", "2 high", "3 high"]) is None
    True
    """
    said = [part.strip() for part in stated_part(text).split(",")]
    if len(said) < 2 or len(said) != len(turns) or not all(map(str.isidentifier, said)):
        return None
    words = [set(re.findall(r"\w+", turn)) for turn in turns]
    if not set(said) <= set().union(*words):
        return None
    # Each of its own turn, or all of one of them.
    if all(one in has for one, has in zip(said, words, strict=True)):
        return None
    if any(set(said) <= has for has in words):
        return None
    return short(stated_part(text)), short(", ".join(turns))


def stated_part(text: str) -> str:
    """Give a comment without the words around a stated value.

    >>> stated_part("결과는 6.0입니다"), stated_part("-> (3, 4)"), stated_part("the third one")
    ('6.0', '(3, 4)', 'the third one')
    """
    return _COPULA.sub("", _ARROW.sub("", text, count=1) if _ARROW.match(text) else text)
