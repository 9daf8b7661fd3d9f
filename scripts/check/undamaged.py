"""What damaged words said, for a person to write them again.

In a page that is whole but for a few words these may be a quotation, so `repair` leaves them.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scripts.check.rule import Selection
from scripts.lesson import Lesson
from scripts.patterns import lazy_pattern
from scripts.sync.translation import Change

# What stands in Korean text besides Hangul and ASCII.
_MARKS = "“”‘’…·—–→×"
_STRANGE = lazy_pattern(rf"[^\x00-\x7f가-힣{_MARKS}]")
# Damage goes on behind a space, a mark or a name that is whole.
_RUN = lazy_pattern(r"[^\x00-\x7f가-힣](?:[ -~]{0,12}[^\x00-\x7f가-힣])*")
_HANGUL = lazy_pattern("[가-힣]")
# Of syllables that EUC-KR writes with a filler no word is made.
_OUTSIDE = b"\xa4\xd4"
# CP949 leaves a question mark for each byte that it cannot read.
_LOST = lazy_pattern(r"\?[?\w]")
_TIMES = 3


@dataclass(frozen=True)
class Before:
    """Damaged words of a line, what they said, and how that is known.

    `kind` is "decoded" for what the letters themselves tell, "confirmed" for what a record has, and
    "guessed" where a repair filled in what is lost.
    """

    damaged: str
    said: str
    kind: str


def said_before(
    selection: Selection, lesson: Lesson, number: int, line: str, damage: str
) -> Before | None:
    """Give what stood in the place of damage in a line, by its number from 1; None if unknown."""
    if damage not in line:
        return None
    found = next(_runs(line, damage), damage)
    for run in (found, found.strip(_MARKS)):
        if damage in run and (word := undone(run)):
            return Before(run, word, "decoded")
    if confirmed := _confirmed(selection, lesson, number, line, damage):
        return confirmed
    if selection.damaged is not None:
        word = selection.damaged(found).get(0, "")
        if word != found and _is_whole(word):
            return Before(found, word, "guessed")
    return None


def euc_kr_before(line: str, damage: str) -> Before:
    """Give damaged words that were Hangul in EUC-KR and decoded as Latin-1, and what they said."""
    for run in _runs(line, damage):
        word = run.encode("latin-1", "replace").decode("euc_kr", "replace")
        if word.count("?") == run.count("?") and _is_whole(word):
            return Before(run, word, "decoded")
    return Before(damage, damage.encode("latin-1").decode("euc_kr"), "decoded")


def _runs(line: str, damage: str) -> Iterator[str]:
    yield from (match[0] for match in _RUN.finditer(line) if damage in match[0])


# As texts are read on a Mac, and in DOS.
ELSEWHERE = ("mac_roman", "cp437", "cp850")


def read_again(run: str, encoding: str) -> str:
    """Give letters as UTF-8 has the bytes that an encoding has for them.

    >>> read_again("Ìï®Ïàò", "mac_roman")
    '함수'
    """
    return run.encode(encoding, "replace").decode("utf-8", "replace")


def undone(run: str) -> str:
    """Give what letters were before they were decoded wrongly, once or more; "" for none.

    >>> undone("ê¸°ìš¸ê¸°"), undone("été"), undone("Ãªâ€™â€š"), undone("jit ê°’, ê¸°")
    ('기울기', '', '', 'jit 값, 기')
    """
    for encoding in ELSEWHERE:
        word = read_again(run, encoding)
        if word.count("?") == run.count("?") and _is_whole(word) and "\ufffd" not in word:
            return word
    for _ in range(_TIMES):
        data = bytearray()
        for letter in run:
            try:
                data += letter.encode("cp1252")
            except UnicodeEncodeError:
                data += letter.encode("latin-1", "replace")
        word = data.decode("utf-8", "replace")
        if word == run or "\ufffd" in word or word.count("?") != run.count("?"):
            return ""
        if _is_whole(word):
            return word
        run = word
    return ""


def _is_whole(text: str) -> bool:
    return _HANGUL.search(text) is not None and _STRANGE.search(text) is None


def _confirmed(
    selection: Selection, lesson: Lesson, number: int, line: str, damage: str
) -> Before | None:
    """Give the confirmed words that damaged ones took the place of, where nothing else differs."""
    for translation in selection.tracked_of(lesson):
        for block in translation.blocks:
            then, units = translation.side(lesson, block)
            if block.change is Change.MOVED or len(units) != 1 or len(block.group.entries) != 1:
                continue
            (unit,) = units
            if not unit.line <= number <= unit.end:
                continue
            old, new = then.split(), unit.text.split()
            start = _common(old, new)
            end = _common(old[start:][::-1], new[start:][::-1])
            words = new[start : len(new) - end]
            now, said = _as_written(line, words), " ".join(old[start : len(old) - end])
            if damage in now and all(map(_is_odd, (words[0], words[-1]))) and _is_whole(said):
                while now[-1:] == said[-1:] and not now[-1:].isalnum():
                    now, said = now[:-1], said[:-1]
                return Before(now, said, "confirmed")
    return None


def _as_written(line: str, words: Sequence[str]) -> str:
    """Give words of a line as they stand in it, "" where they do not: units are composed (NFC)."""
    found = list(re.finditer(r"\S+", line))
    composed = [unicodedata.normalize("NFC", match[0]) for match in found]
    for n in range(len(found) - len(words) + 1):
        if words and composed[n : n + len(words)] == words:
            return line[found[n].start() : found[n + len(words) - 1].end()]
    return ""


def _common(one: list[str], other: list[str]) -> int:
    """Give how many words two texts begin with alike."""
    pairs = enumerate(zip(one, other, strict=False))
    least = min(len(one), len(other))
    return next((n for n, (left, right) in pairs if left != right), least)


def _is_odd(word: str) -> bool:
    """Tell whether a word holds what no word does."""
    has_lost = _STRANGE.search(word) is not None or _LOST.search(word) is not None
    return has_lost or _OUTSIDE in word.encode("euc_kr", "ignore")
