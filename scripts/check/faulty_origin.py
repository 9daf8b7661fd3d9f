"""What is behind for nothing but a fault in its origin, which a finding there tells already.

As soon as the fault is mended the block says again what was confirmed, or it is behind and told so.
"""

from __future__ import annotations

import itertools
import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from difflib import SequenceMatcher

from scripts.check import sync
from scripts.check.fixing import fixed, parsed
from scripts.check.rule import Rule, Selection
from scripts.diagnostic import Diagnostic
from scripts.hangul import letters_of
from scripts.lesson import Lesson
from scripts.patterns import lazy_pattern
from scripts.sync.shown import changed_texts
from scripts.sync.translation import IN_SYNC, Block, Change, Translation
from scripts.sync.units import Unit

_CHANGED = frozenset({Change.CHANGED, Change.BOTH, Change.TEXTS})
# What these say of a word is its form: no word, or none that belongs there.
_OF_LETTERS = frozenset(
    {"article", "bare-jamo", "dialect", "doubled-particle", "full-width", "grammar", "title"}
    | {"mixed-register", "name-spelling", "particle", "private-use", "repeated", "spelling"}
)
_OF_FORM = _OF_LETTERS | {
    *("detached-particle", "glued-sentences", "no-break-space", "open-emphasis"),
    *("punctuation", "spacing", "style", "typographic-code"),
}
_OF_MARKS = frozenset({"open-emphasis", "punctuation"})
# What these say of a whole block.
_OF_BLOCKS = {Change.NEW: {"repeated"}, Change.CHANGED: {"empty-heading", "untranslated"}}
_GLOSS = lazy_pattern(r"\([A-Za-z][^()]*\)")
_GLOSSED = "first-use"
# What these name is markup that is wrong as it stands: a target, a role, a formula, a tag.
_OF_MARKUP = frozenset(
    {"gone-name", "hangul-in-math", "link", "other-link", "refused-directive", "refused-html"}
    | {"refused-link", "refused-option", "refused-path", "refused-role", "same-exercises"}
    | {"same-images", "same-labels", "same-math", "same-roles", "unknown-output"}
    | {"untranslated-run"}
)
_PART = lazy_pattern(r"[\w.:-]+")
_SHOWN = lazy_pattern(r'"([^"]+?)(?: ?\.\.\.)?"')
_NOTE = "left-note"
_COMMENT = "untranslated-comment"
_TOLD = _OF_FORM.union(
    {_GLOSSED, _NOTE, _COMMENT, "same-structure"}, _OF_MARKUP, *_OF_BLOCKS.values()
)
_BRACKETS = ("()", "[]", "{}", "“”", "‘’", "「」", "『』", "《》")
_OTHER_MARK = {pair[n]: pair[1 - n] for pair in _BRACKETS for n in (0, 1)}
_NUMBER = lazy_pattern(r"\d+(?:[.,]\d+)*")


def told_by_origin(
    selection: Selection, rules: Sequence[Rule], findings: Collection[Diagnostic]
) -> Iterator[Diagnostic]:
    """Give the findings of blocks that a fault of their origin alone has put behind.

    That is so where mending it gives the words that were confirmed; where what differs from them
    is a mark, a space, a letter, a register or a note to oneself, and a finding stands at each such
    place; where it is markup that a finding names; where it is English in brackets that stands
    elsewhere; and where a finding is of the block as a whole. What is not among the findings, as
    where the translation alone is checked, tells nothing.
    """
    fixable = {rule.id for rule in rules if rule.fix is not None and not rule.compares}
    for translation in selection.tracked():
        faults = [
            one
            for one in findings
            if one.path == translation.origin.path and one.rule in _TOLD | fixable
        ]
        behind = {
            block.id: told
            for block in translation.behind
            if (block.change in _CHANGED or block.change in _OF_BLOCKS)
            and any(
                one.rule == _GLOSSED
                or (one.rule == "repeated" and block.change is Change.NEW)
                or _is_within(one, block.group.origin)
                for one in faults
            )
            and (told := sync.finding(selection, translation, block)) in findings
        }
        if not behind:
            continue
        for block in translation.blocks:
            if block.id in behind and _differs_in_faults(translation.origin, block, faults):
                yield behind.pop(block.id)
        mending = [rule for rule in rules if rule.id in fixable & {one.rule for one in faults}]
        if behind and mending:
            again = _in_sync_once_mended(selection, translation, mending)
            yield from (told for name, told in behind.items() if name in again)


def _is_within(finding: Diagnostic, units: Collection[Unit]) -> bool:
    return any(unit.line <= finding.line <= unit.end for unit in units)


def _in_sync_once_mended(
    selection: Selection, translation: Translation, rules: Sequence[Rule]
) -> frozenset[str]:
    """Give the names of the blocks that are in sync with the origin as `check --fix` leaves it."""
    origin = translation.origin
    changed = fixed(selection.lessons, paths=(origin.path,), rules=rules).get(origin.path)
    if changed is None:
        return frozenset()
    mended = parsed(origin, changed)
    return frozenset(
        block.id
        for block in replace(translation, origin=mended).compared()
        if block.change in IN_SYNC
    )


# --- what a person mends --------------------------------------------------------------------------


def _differs_in_faults(origin: Lesson, block: Block, faults: Collection[Diagnostic]) -> bool:
    """Tell whether what differs from what was confirmed is form, with a finding at each place."""
    units = block.group.origin
    if len(units) != 1 or len(block.group.entries) > 1:
        return False
    if block.kind == "cell":
        left = [one for one in faults if one.rule == _COMMENT and _is_within(one, units)]
        return block.change is Change.TEXTS and len(left) == len(changed_texts(block.group))
    (unit,) = units
    lines = origin.text.split("\n")
    said = _OF_BLOCKS.get(block.change, set()) if block.kind in {"heading", "paragraph"} else ()
    # Of two that are the same, either is the new one.
    if any(one.rule in said and lines[one.line - 1] == lines[unit.line - 1] for one in faults):
        return True
    if not block.group.entries:
        return False
    if block.kind == "heading" and _differ_in_level(block.old, unit.text):
        return any(one.rule == "same-structure" and one.line == unit.line for one in faults)
    if _differ_in_markup(block.old.split(), unit.text.split(), unit, faults):
        return True
    if _GLOSSED in {one.rule for one in faults} and _differ_in_glosses(block.old, unit.text):
        return True
    places = _places(lines, unit)
    old, new = block.old.split(), unit.text.split()
    own = [one for one in faults if one.rule in _OF_FORM | {_NOTE} and _is_within(one, [unit])]
    if not own or len(places) != len(new):
        return False
    # A mark without its other one is told where it stands, and not where that one stood.
    open_ones = {lines[one.line - 1][one.column - 1 :][:1] for one in own if one.rule in _OF_MARKS}
    open_ones |= {_OTHER_MARK[one] for one in open_ones if one in _OTHER_MARK}
    for tag, i, j, k, m in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag == "equal" or _differ_in(old[i:j], new[k:m]) in open_ones:
            continue
        if tag == "insert" and all(
            any(_covers(one, *place) for one in own if one.rule == _NOTE) for place in places[k:m]
        ):
            continue
        # Of two that are the same, any is the one too many; what is gone is gone between two.
        more = m - k if tag == "insert" else int(tag == "delete")
        within, rules = places[max(0, k - more) : m + more], _OF_FORM
        is_twice = tag == "insert" and new[k:m] in (new[k - more : k], new[m : m + more])
        if not is_twice:
            at = _letter_at(old[i:j], new[k:m])
            if at is None:
                return False
            # What is said of a mark beside it tells nothing of a letter.
            if at >= 0:
                within, rules = places[max(0, k + at - more) : k + at + 1 + more], _OF_LETTERS
        if not any(one.rule in rules and _covers(one, *place) for one in own for place in within):
            return False
    return True


def _covers(one: Diagnostic, line: int, start: int, end: int) -> bool:
    """Tell whether a finding is of a word, or of something within it or around it."""
    return one.line == line and one.column <= end and max(one.column, one.end - 1) >= start


def _differ_in_glosses(old: str, new: str) -> bool:
    """Tell whether texts are the same but for names in brackets, which translations do not have.

    >>> _differ_in_glosses("축을 메시(mesh)로", "축을 메시로"), _differ_in_glosses("메시", "축")
    (True, False)
    """
    return _GLOSS.sub("", old) == _GLOSS.sub("", new)


def _differ_in_level(old: str, new: str) -> bool:
    """Tell whether headings have the same words.

    >>> _differ_in_level("## A title", "### A title"), _differ_in_level("## A", "## B")
    (True, False)
    """
    return old != new and old.lstrip("# ") == new.lstrip("# ")


def _differ_in_markup(
    old: Sequence[str], new: Sequence[str], unit: Unit, faults: Collection[Diagnostic]
) -> bool:
    """Tell whether all that differs is named by a finding of markup in the unit."""
    named = [one for one in faults if one.rule in _OF_MARKUP and _is_within(one, [unit])]
    codes = SequenceMatcher(None, old, new, autojunk=False).get_opcodes() if named else ()
    changes = [(" ".join(old[i:j]), " ".join(new[k:m]))
               for tag, i, j, k, m in codes if tag != "equal"]  # fmt: skip
    return bool(changes) and all(
        any(_is_named(one, *change) for one in named) for change in changes
    )


def _is_named(finding: Diagnostic, before: str, after: str) -> bool:
    """Tell whether a finding names what words have become."""
    if finding.rule == "untranslated-run":
        return any(shown in after for shown in _SHOWN.findall(finding.message))
    # Of two that differ, a finding may name the one that is gone.
    alike = len(before.split()) == len(after.split())
    return _names(finding, before, after) or (alike and _names(finding, after, before))


def _names(finding: Diagnostic, before: str, after: str) -> bool:
    """Tell whether a finding names all parts of a text that another one has otherwise."""
    start = _common(before, after)
    end = _common(before[start:][::-1], after[start:][::-1])
    changed = range(start, len(after) - end)
    # What is gone was beside what stands right before it.
    first, last = (changed[0] + 1, changed[-1]) if changed else (start, start)
    parts = [
        match[0].strip(".:-") for match in _PART.finditer(after)
        if match.start() <= last and match.end() >= first
    ]  # fmt: skip
    parts = [part for part in parts if len(part) > 1]
    return bool(parts) and all(part in finding.message for part in parts)


def _differ_in(old: Sequence[str], new: Sequence[str]) -> str:
    """Give the mark that is all that words have more or less than others; "" where it is not.

    >>> _differ_in(["`speed`가"], ["`speed가"]), _differ_in(["`a`"], ["(a)"])
    ('`', '')
    """
    before, after = "".join(old), "".join(new)
    unlike = Counter(before)
    unlike.subtract(after)
    marks = {one for one, count in unlike.items() if count}
    if len(marks) != 1 or (mark := marks.pop()).isalnum():
        return ""
    return mark if before.replace(mark, "") == after.replace(mark, "") else ""


def _places(lines: Sequence[str], unit: Unit) -> Sequence[tuple[int, int, int]]:
    """Give the line, the first column and the column behind each word of a unit, as it stands.

    Nothing for a unit whose words do not stand in its lines as they count.
    """
    found = [
        (unicodedata.normalize("NFC", match[0]), (number, match.start() + 1, match.end() + 1))
        for number, line in enumerate(lines[unit.line - 1 : unit.end], unit.line)
        for match in re.finditer(r"\S+", line)
    ]
    words = unit.text.split()
    # Before a text of the front matter, or of a cell, stands its key.
    first = len(found) - len(words)
    if first < 0 or [word for word, _ in found[first:]] != words:
        return ()
    return [place for _, place in found[first:]]


def _letter_at(old: Sequence[str], new: Sequence[str]) -> int | None:
    """Give the number of the word with the one letter in which words differ; -1 for no letter.

    None where more of them differs than that, marks and spaces.

    >>> _letter_at(["`speed`가"], ["`speed가"]), _letter_at(["끝."], ["끝", "."])
    (-1, -1)
    >>> _letter_at(["여기,", "뽑을"], ["여기", ",", "뽑"]), _letter_at(["choice"], ["chioce"])
    (2, 0)
    >>> _letter_at(["15"], ["1.5"]), _letter_at(["not"], [])
    (None, None)
    >>> _letter_at(["만듭니다."], ["만듭닏ㅏ."]), _letter_at(["늘", "읽습니다."], ["늘", "읽는다."])
    (0, 1)
    """
    if _NUMBER.findall(" ".join(old)) != _NUMBER.findall(" ".join(new)):
        return None
    ours, theirs = ("".join(filter(str.isalnum, "".join(words))) for words in (old, new))
    if ours == theirs:
        return -1
    start = _common(ours, theirs)
    # One syllable may be another, and one key may have been hit beside another.
    if not (_is_slip(ours, theirs) or _is_slip(_keys(ours), _keys(theirs))
            or _is_register(_keys(ours), _keys(theirs))):  # fmt: skip
        return None
    ends = itertools.accumulate(sum(map(str.isalnum, word)) for word in new)
    return next((n for n, end in enumerate(ends) if start < end), max(0, len(new) - 1))


def _common(ours: str, theirs: str) -> int:
    """Count the letters with which both texts begin."""
    pairs = enumerate(zip(ours, theirs, strict=False))
    return next((n for n, (a, b) in pairs if a != b), min(len(ours), len(theirs)))


def _is_slip(ours: str, theirs: str) -> bool:
    """Tell whether texts differ in no more than one letter, or in two that changed places."""
    start = _common(ours, theirs)
    left, right = ours[start:], theirs[start:]
    return (
        left[1:] == right
        or left == right[1:]
        or left[1:] == right[1:]
        or (left[2:] == right[2:] and left[:2] == right[:2][::-1])
    )


def _keys(text: str) -> str:
    """Give a text with each syllable as the letters that are typed for it.

    >>> _keys("만듭닏ㅏ") == _keys("만듭니다")
    True
    """
    return "".join("".join(letters_of(one)) if "가" <= one <= "힣" else one for one in text)


def _is_register(ours: str, theirs: str) -> bool:
    """Tell whether what is typed differs in the end of a sentence alone: 합니다, 한다, 해요.

    >>> [_is_register(_keys("합니다"), _keys(one)) for one in ("한다", "해요", "했다", "하다")]
    [True, True, False, True]
    """
    start = _common(ours, theirs)
    return all(map(_ENDING.fullmatch, (ours[start:], theirs[start:])))


# What is left of 습니다, ㅂ니다, 는다, ㄴ다, 다, 아요 and 이에요 behind what is the same.
_ENDING = lazy_pattern(
    "(?:ㅏ?ㅂㄴㅣ|ㅅㅡㅂㄴㅣ|ㅏ?ㄴ|ㄴㅡㄴ|ㅡㄴ|ㅡㅂㄴㅣ|ㅏ)?ㄷㅏ|(?:ㅇ?[ㅏㅓㅔㅐㅕ]|ㅇㅣㅇㅔ|ㅇㅖ)ㅇㅛ"
)
