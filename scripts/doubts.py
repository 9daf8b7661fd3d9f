"""Doubts: what a repair guessed, kept beside a page and found in it again by content.

The file of a page's doubts and decisions is `NAME.decisions.jsonl`, one entry a line. An entry
without a decision is open: nobody has said yet whether the guess is right.
"""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path

Span = tuple[int, int]

# Damaged, these are eight syllables: a place is hardly ever found twice, and a change in another
# sentence does not touch it.
_CONTEXT = 24
# Where one side of a place was edited, so many characters of the other must be as they were, and
# the edited side so much like it was. On six pages with 25 doubts and 50 edited words each, that
# finds nearly twice as many as exact places do, and 3 in 1,000 of them in a sentence that repeats.
_ENOUGH = 8
_ALIKE = 0.65

# What sets words apart in a Markdown source besides white space.
_MARKS = frozenset("*_`[]<>|~")

_SHOWN = 4
_LEAST_SHARE = 0.001


@dataclass(frozen=True)
class Doubt:
    """A place of a page that was guessed, what it may be, and what people decided about it.

    `before` and `after` stand around the `text` on its line; places that look alike are told apart
    by `occurrence`, counted from 1. The shares of the candidates sum to 1. `decided` is None while
    the doubt is open. `line` is that of the file that the doubt is kept in.
    """

    before: str
    text: str
    after: str
    occurrence: int = 1
    candidates: tuple[tuple[str, float], ...] = ()
    decided: str | None = None
    line: int = 0


def decisions_path(path: Path) -> Path:
    """Give where the doubts and decisions about a page are kept, where no other place is named.

    >>> decisions_path(Path("old/page.md")).name
    'page.md.decisions.jsonl'
    """
    return path.with_name(f"{path.name}.decisions.jsonl")


def read_entry(text: str, line: int = 0) -> Doubt:
    """Give the doubt that stands on a line of the file; raises ValueError where there is none.

    >>> read_entry('{"before":"a","damaged":"의","after":"b","occurrence":1,"text":"외"}').decided
    '외'
    """
    try:
        value = json.loads(text)
        decided = value.get("text")
        candidates = tuple((str(c), float(share)) for c, share in value.get("candidates", ()))
        doubt = Doubt(
            value["before"],
            value["damaged"],
            value["after"],
            value["occurrence"],
            candidates,
            decided,
            line,
        )
        words = (doubt.before, doubt.text, doubt.after, "" if decided is None else decided)
        if not all(isinstance(word, str) and "\n" not in word for word in words):
            raise TypeError
        if type(doubt.occurrence) is not int or doubt.occurrence < 1:
            raise TypeError
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"{text!r} is no doubt and no decision") from error
    return doubt


def read_entries(data: bytes) -> tuple[tuple[Doubt, ...], tuple[int, ...]]:
    """Give the doubts of a file, and the lines of it that hold none and are not empty.

    >>> read_entries(b'{"before":"","damaged":"a","after":"","occurrence":1}\\n?\\n')[1]
    (2,)
    """
    doubts, unread = [], []
    # Not splitlines(): the damaged text of a place may hold U+0085.
    for number, line in enumerate(data.decode("utf-8-sig", "replace").split("\n"), 1):
        if line.strip():
            try:
                doubts.append(read_entry(line, number))
            except ValueError:
                unread.append(number)
    return tuple(doubts), tuple(unread)


# --- places ---------------------------------------------------------------------------------------


def around(text: str, start: int, end: int) -> tuple[str, str]:
    """Give what stands before and after some characters of a text, on their line.

    >>> around("one\\nab 의 cd\\ntwo", 7, 8)
    ('ab ', ' cd')
    """
    before = text[max(0, start - _CONTEXT) : start].rpartition("\n")[2]
    after = text[end : end + _CONTEXT].partition("\n")[0]
    return before, after


def find(text: str, before: str, middle: str, after: str, occurrence: int = 1) -> Span | None:
    """Give where a place stands in a text, all of what stands around it being as it was.

    >>> find("봄 산 하나\\n봄 산 하나\\n", "", "봄", " 산 하나", 2)
    (7, 8)
    """
    needle = before + middle + after
    at = text.find(needle)
    left = occurrence
    while at >= 0 and middle:
        start = at + len(before)
        end = start + len(middle)
        if around(text, start, end) == (before, after):
            left -= 1
            if not left:
                return start, end
        at = text.find(needle, at + 1)
    return None


def find_all(text: str, doubts: Sequence[Doubt]) -> Mapping[int, Span]:
    """Give where doubts stand in a text, by their number; those that are not found are left out.

    A place whose line was edited beside it is found as long as the word itself is whole and one
    side of it is as it was, where only one place is like that. No place is given twice. What has
    no candidates is a decision about damage, which a page that can be read has no more.

    >>> candidates = (("적", 0.9), ("점", 0.1))
    >>> doubts = [Doubt("나는 늘 ", "적", "은 양의 물을 마십니다.", 1, candidates)]
    >>> find_all("나는 적은 양의 물을 마십니다.", doubts)
    {0: (3, 4)}
    """
    found: dict[int, Span] = {}
    known = {number: doubt for number, doubt in enumerate(doubts) if doubt.candidates}
    for number, doubt in known.items():
        span = find(text, doubt.before, doubt.text, doubt.after, doubt.occurrence)
        if span is not None and span not in found.values():
            found[number] = span
    taken = set(found.values())
    for number, doubt in known.items():
        if number not in found and doubt.text:
            like = [span for span in _like(text, doubt) if span not in taken]
            if len(like) == 1:
                found[number] = like[0]
                taken.add(like[0])
    return found


def _like(text: str, doubt: Doubt) -> Iterator[Span]:
    """Give the places that may be the doubt's, what stands around them having been edited."""
    at = text.find(doubt.text)
    while at >= 0:
        end = at + len(doubt.text)
        before, after = around(text, at, end)
        if _is_like(before, after, doubt):
            yield at, end
        at = text.find(doubt.text, at + 1)


def _is_like(before: str, after: str, doubt: Doubt) -> bool:
    if _last_word(before) != _last_word(doubt.before) or _first_word(after) != _first_word(
        doubt.after
    ):
        return False
    left = _common(before[::-1], doubt.before[::-1])
    right = _common(after, doubt.after)
    # A line may have been broken anew: of two contexts the shorter counts.
    left_whole = left == min(len(before), len(doubt.before))
    right_whole = right == min(len(after), len(doubt.after))
    if left_whole and right_whole:
        return left + right >= _ENOUGH
    return (left_whole and left >= _ENOUGH and _alike(after, doubt.after)) or (
        right_whole and right >= _ENOUGH and _alike(before, doubt.before)
    )


def _common(one: str, other: str) -> int:
    """Give how many characters two texts begin with in common.

    >>> _common("abc", "abd")
    2
    """
    pairs = itertools.takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False))
    return sum(1 for _ in pairs)


def _alike(one: str, other: str) -> bool:
    return SequenceMatcher(None, one, other, autojunk=False).ratio() >= _ALIKE


def _last_word(text: str) -> str:
    return re.split(r"\s", text)[-1]


def _first_word(text: str) -> str:
    return re.split(r"\s", text)[0]


def was_edited(text: str, doubt: Doubt) -> bool:
    """Tell whether another word stands now where a doubt's word stood: somebody has mended it.

    >>> was_edited("나는 늘 작은 잔을 씁니다.", Doubt("나는 늘 ", "적", "은 잔을 씁니다."))
    True
    """
    before = doubt.before[: len(doubt.before) - len(_last_word(doubt.before))]
    after = doubt.after[len(_first_word(doubt.after)) :]
    if len(before) + len(after) < _ENOUGH / 2:
        return False
    pattern = rf"{re.escape(before)}[^\n]{{0,{_CONTEXT}}}?{re.escape(after)}"
    return re.search(pattern, text) is not None


# --- words ----------------------------------------------------------------------------------------


def word_around(text: str, start: int, end: int) -> Span:
    """Give the span of the whole word around some characters, without punctuation at its ends.

    >>> text = "이는 **추적(tracing)**, 곧 아닙니다."
    >>> text[slice(*word_around(text, 5, 6))]
    '추적(tracing)'
    """
    first, last = start, end
    while first and not _parts_words(text[first - 1]):
        first -= 1
    while last < len(text) and not _parts_words(text[last]):
        last += 1
    while first < start and not text[first].isalnum():
        first += 1
    while last > end and not text[last - 1].isalnum():
        if text[last - 1] == ")" and "(" in text[first:last]:
            break
        last -= 1
    return first, last


def _parts_words(character: str) -> bool:
    return character.isspace() or character in _MARKS


def alternatives(word: str, doubts: Iterable[tuple[int, Doubt]]) -> tuple[str, ...]:
    """Give what else a word may be, the likeliest first; each doubt comes with its offset in it.

    >>> alternatives("적은", [(0, Doubt("", "적", "은", 1, (("적", 0.97), ("점", 0.03))))])
    ('점은',)
    """
    readings: list[tuple[float, list[tuple[int, int, str]]]] = [(1.0, [])]
    for offset, doubt in doubts:
        ranked = sorted(doubt.candidates, key=lambda candidate: -candidate[1])[: 2 * _SHOWN]
        longer = [
            (share * part, [*edits, (offset, offset + len(doubt.text), text)])
            for share, edits in readings
            for text, part in ranked
        ]
        # Sorting is stable: where shares are equal the order of the candidates stays.
        readings = sorted(longer, key=lambda reading: -reading[0])[: _SHOWN**3]
    words: dict[str, float] = {}
    for share, edits in readings:
        words.setdefault(_edited(word, edits), share)
    words.pop(word, None)
    shown = list(words)[:1] + [other for other in list(words)[1:] if words[other] >= _LEAST_SHARE]
    return tuple(shown[:_SHOWN])


def _edited(word: str, edits: Iterable[tuple[int, int, str]]) -> str:
    for start, end, text in sorted(edits, reverse=True):
        word = word[:start] + text + word[end:]
    return word
