"""Paragraphs that are much shorter than in the other language: their end may be lost."""

from __future__ import annotations

import math
import re
import statistics
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from scripts.check.gale_church import align_items
from scripts.check.kept import kept
from scripts.check.lists import nested, paragraphs_in
from scripts.check.rule import Selection
from scripts.check.sections import LISTS, PROSE, parts, twins
from scripts.check.sentences import GOES_ON, NOTES, Lost, cut, lost_sentences, without_added
from scripts.check.shared import shortened
from scripts.check.widths import width
from scripts.diagnostic import Diagnostic, Severity, counted
from scripts.lesson import Block, Lesson
from scripts.patterns import lazy_pattern
from scripts.sync.translation import Block as SyncBlock
from scripts.sync.translation import has_any
from scripts.sync.units import size_of

# One sentence that ends with an address, in brackets or not.
_TO_ADDRESS = lazy_pattern(
    r"(?:[^.!?]|[.!?](?=\S))*(?P<address>https?://[^\s)\]>가-힣]+?)[>)\]]*\.?\s*"
)
# In a short text a word more or less is much. In columns of a terminal, a Hangul syllable has two.
_LEAST = 60
# Of 165 such pairs in our lessons, none is below .7 of what is usual in its lesson or above 1.4.
_SHORT = 0.5
# A sentence with its end may be a terse one, where the other has so few words, too.
_FEW_WORDS = 10
_SENTENCE = lazy_pattern(r".*[.!?:][)\"”'’*_]*\s*", re.S)
# In a short text, this much more is missing where something is missing: a word or two.
_WORDS = 8
# Texts tell by their lengths whether both pages have one order. Of 296 pages of other projects with
# one order the logarithms correlate by .55 and more; two pages with another one had less than .2.
_CORRELATED = 0.5
_NEAR = 12
# What is missing stands in the text beside where that has so much of it, and of itself, more.
_MOVED = 0.5
# So much speaks for a block to stand alone where it surely is what is missing.
_SURELY = 1.0
# So many pairs tell what is usual in a lesson; else both languages are as long.
_ENOUGH = 5
# So many of its words a sentence has in another place, where it was left.
_NEARLY_ALL = 0.85


@dataclass(frozen=True)
class _Text:
    """Prose of a lesson: its first line, how long it is, and whether its sentence began before.

    Of a single sentence that has its end, `words` counts the words. Where the two pages have not as
    many `blocks`, those are there.
    """

    line: int
    width: int
    goes_on: bool = False
    words: int = 0
    blocks: tuple[Block, ...] = ()

    def __bool__(self) -> bool:
        return self.width > 0

    @property
    def lines(self) -> set[int]:
        """Give the lines at which its blocks begin."""
        return {block.line for block in self.blocks} or {self.line}

    def __add__(self, other: _Text) -> _Text:
        return _Text(self.line, self.width + other.width, self.goes_on)


def shortened_texts(selection: Selection) -> Iterator[Diagnostic]:
    """Give the texts that lack sentences, and of all others those that are far too short."""
    told: set[tuple[Path, int]] = set()
    for one, lines in _lost(selection):
        yield one
        told |= lines
    yield from (one for one in _shorter(selection) if (one.path, one.line) not in told)


def _shorter(selection: Selection) -> Iterator[Diagnostic]:
    """Give the paragraphs that are far shorter than those in their place in the other language."""
    for origin, other in selection.pairs():
        pairs = list(_twins(origin, other))
        ratios = [b.width / a.width for a, b in pairs if min(a.width, b.width) >= _LEAST]
        usual = statistics.median(ratios) if len(ratios) >= _ENOUGH else 1.0
        # How much of each text is missing in the other language, in columns of the origin.
        lacks = [one.width - its.width / usual for one, its in pairs]
        found = [
            k
            for k in range(len(pairs))
            if _differs(pairs, k, usual) and not _moved(pairs, lacks, k)
        ]
        both = any(lacks[k] > 0 for k in found) and any(lacks[k] < 0 for k in found)
        # Of a list that lost something, the item says best where.
        of_lists = dict(_items(origin, other, usual))
        known = _confirmed(selection, origin, other)
        for k in found:
            one, its = pairs[k]
            if one.line in of_lists or _stand_elsewhere(known, one.lines, its.lines):
                continue
            parallel = _parallel(pairs, k)
            # A few texts tell no order, but texts in another one are too short on both sides.
            if parallel or (parallel is None and not both):
                yield _shorter_of(origin, other, pairs[k], usual)
        for pair in of_lists.values():
            yield _shorter_of(origin, other, pair, usual)


def _lost(selection: Selection) -> Iterator[tuple[Diagnostic, set[tuple[Path, int]]]]:
    """Give the texts that lack whole sentences, which say what is usual on the page otherwise.

    Each with the lines of its block, of which nothing more is to be said.
    """
    for origin, other in selection.pairs():
        told: dict[Path, set[int]] = {origin.path: set(), other.path: set()}
        known = _confirmed(selection, origin, other)
        for one in lost_sentences(origin, other):
            lesson, twin = (other, origin) if one.is_ours else (origin, other)
            ours, theirs = (one.whole, one.short) if one.is_ours else (one.short, one.whole)
            if _stand_elsewhere(known, {ours.line}, {theirs.line}):
                continue
            if _stands_there(one.text, lesson, one.place):
                continue  # left as it is, beside its translation
            told[lesson.path].add(one.short.line)
            found = _said_again(one, lesson, twin) if one.again else _lacking(one, lesson, twin)
            yield found, {(lesson.path, line) for line in _block_at(lesson, one.short.line)}
        for path, lines in told.items():
            translation = selection.translations.get(path)
            for block in translation.blocks if translation and translation.state else ():
                if block.was_cut and not has_any(block, lines):
                    yield _cut(path, block), {(path, block.line)}


def _block_at(lesson: Lesson, line: int) -> range:
    """Give the lines of the block that a line is in."""
    found = (range(one.line, one.end + 1) for one in lesson.blocks if one.line <= line <= one.end)
    return next(found, range(line, line + 1))


def _said_again(lost: Lost, lesson: Lesson, twin: Lesson) -> Diagnostic:
    """Give the finding of sentences that one language says twice: nothing of the other is lost."""
    message = f'{lesson.path}:{lost.short.line} says this once: "{shortened(lost.text)}"'
    advice = "compare it with what stands before it, and delete one of them"
    return Diagnostic(twin.path, lost.line, "repeated", message, Severity.WARNING, advice)


def _lacking(lost: Lost, lesson: Lesson, twin: Lesson) -> Diagnostic:
    count = "a sentence" if lost.count == 1 else f"{lost.count} sentences"
    message = f'{count} of {twin.path}:{lost.line} may be missing here: "{shortened(lost.text)}"'
    advice = "see whether it was left out"
    if not lost.text:
        message = f"{count} of {twin.path}:{lost.line} may be missing here"
        advice = "see whether something was left out, or said in fewer sentences"
    return Diagnostic(
        lesson.path, lost.place, "shorter-than-twin", message, Severity.WARNING, advice
    )


def _confirmed(selection: Selection, origin: Lesson, other: Lesson) -> list[tuple[set[int], ...]]:
    """Give the lines at which confirmed blocks begin in both languages."""
    return [
        tuple({unit.line for unit in found.side(lesson, block)[1]} for lesson in (origin, other))
        for lesson in (origin, other)
        if (found := selection.translations.get(lesson.path)) is not None
        for block in found.blocks
        if block.group.entries and block.group.origin and block.group.other
    ]


def _stand_elsewhere(
    known: Sequence[tuple[set[int], ...]], ours: set[int], theirs: set[int]
) -> bool:
    """Tell whether any of two texts was confirmed with one that is not beside it, but elsewhere.

    That it has moved is told; nothing of it is missing.
    """
    return any(
        bool(one & ours) != bool(its & theirs) for one, its in known if one & ours or its & theirs
    )


def _stands_there(text: str, lesson: Lesson, line: int) -> bool:
    """Tell whether a block has nearly all words of a text of the other language."""
    words = set(re.findall(r"\w+", text.lower()))
    rows = lesson.text.lower().split("\n")
    there = {word for n in _block_at(lesson, line) for word in re.findall(r"\w+", rows[n - 1])}
    return len(words) > _FEW_WORDS and len(words & there) >= _NEARLY_ALL * len(words)


def _cut(path: Path, block: SyncBlock) -> Diagnostic:
    """Give the finding of a block that had more sentences when it was confirmed."""
    then, now = (size_of([text]).sentences for text in (block.said, block.now_said))
    had = counted(then, "sentence")
    message = f"this {block.shown_kind} had {had} when it was confirmed, and has {now}"
    advice = "see whether one was lost, or confirm it again"
    return Diagnostic(path, block.line, "shorter-than-twin", message, Severity.WARNING, advice)


def _items(
    origin: Lesson, other: Lesson, usual: float
) -> Iterator[tuple[int, tuple[_Text, _Text]]]:
    """Give by the lines of their lists the items, where the others are as long as usual."""
    for ours, theirs in twins(origin, other, LISTS.__contains__):
        if len(ours) == len(theirs) == 1:
            cuts = [(parts(ours[0]), parts(theirs[0]))]
            one, its = nested(ours[0]), nested(theirs[0])
            if [depth for depth, _ in one] == [depth for depth, _ in its]:
                # An item without those in it says best where something is missing.
                cuts.insert(0, ([item for _, item in one], [item for _, item in its]))
            for left, right in cuts:
                if not len(left) == len(right) > 1:
                    continue
                pairs = [(_joined([a]), _joined([b])) for a, b in zip(left, right, strict=True)]
                found = [k for k in range(len(pairs)) if _differs(pairs, k, usual)]
                if len(found) == 1:
                    yield ours[0].line, pairs[found[0]]
                    break


def _shorter_of(
    origin: Lesson, other: Lesson, pair: tuple[_Text, _Text], usual: float
) -> Diagnostic:
    one, its = pair
    if one.width > its.width / usual:
        return _short(other, its, origin, one, math.log(usual))
    return _short(origin, one, other, its, -math.log(usual))


def _differs(pairs: Sequence[tuple[_Text, _Text]], k: int, usual: float) -> bool:
    one, its = pairs[k]
    widths = one.width, its.width / usual
    if one.words and its.words and max(one.words, its.words) < _FEW_WORDS:
        return False
    return max(widths) >= _LEAST and min(widths) < _SHORT * max(widths) - _WORDS


def _parallel(pairs: Sequence[tuple[_Text, _Text]], k: int) -> bool | None:
    """Tell whether long texts stand beside long ones, in all of the page and near one of them.

    Sections in the order of the alphabet have another one in each language. A few texts tell
    nothing: None.
    """
    others = [n for n, pair in enumerate(pairs) if n != k and all(pair) and _long(pair)]
    near = sorted(others, key=lambda n: abs(n - k))[:_NEAR]
    if len(near) < _NEAR // 2:
        return None
    return all(_alike([pairs[n] for n in some]) for some in (others, near))


def _alike(pairs: Sequence[tuple[_Text, _Text]]) -> bool:
    ours, theirs = ([math.log(pair[side].width) for pair in pairs] for side in (0, 1))
    if not (statistics.pstdev(ours) and statistics.pstdev(theirs)):
        return True
    return statistics.correlation(ours, theirs) >= _CORRELATED


def _long(pair: tuple[_Text, _Text]) -> bool:
    return max(one.width for one in pair) >= _LEAST


def _moved(pairs: Sequence[tuple[_Text, _Text]], lacks: Sequence[float], k: int) -> bool:
    """Tell whether the text beside has half of what is missing, and is far too long itself."""
    for n in (k - 1, k + 1):
        if 0 <= n < len(pairs) and lacks[n] * lacks[k] < 0:
            ours = pairs[n][0].width
            if abs(lacks[n]) >= _MOVED * max(abs(lacks[k]), min(ours, ours - lacks[n])):
                return True
    return False


def _short(lesson: Lesson, text: _Text, twin: Lesson, whole: _Text, longer: float) -> Diagnostic:
    line, advice = text.line, "see whether its end is missing"
    message = f"the text here is much shorter than in {twin.path}:{whole.line}"
    if gap := _gap(whole.blocks, text.blocks, longer):
        missing, line = gap[0].line, gap[1].end if gap[1] else text.line
        message = f"the text of {twin.path}:{missing} may be missing after this line"
        advice = "see whether it was left out"
    return Diagnostic(lesson.path, line, "shorter-than-twin", message, Severity.WARNING, advice)


def _gap(
    whole: Sequence[Block], short: Sequence[Block], longer: float
) -> tuple[Block, Block | None] | None:
    """Give the block that a text surely has not, of several, and the last one before its place."""
    found = align_items(whole, short, longer)
    sure = [i for i, doubt in found.ours_alone.items() if doubt >= _SURELY]
    if not sure or found.theirs_alone:
        return None
    before = [j for i, j in found.pairs if i < sure[0]]
    return whole[sure[0]], short[max(before)] if before else None


def _twins(origin: Lesson, other: Lesson) -> Iterator[tuple[_Text, _Text]]:
    """Give the texts that stand in the same place between headings and cells.

    A sentence that code stands in the middle of is one: what comes before the code in one language
    may come behind it in the other.
    """
    before: tuple[_Text, _Text] | None = None
    for ours, theirs in twins(origin, other, _is_text):
        keep, stay = (
            {one for one in kept(side) if not one[0].isdigit()} for side in (ours, theirs)
        )
        if keep and stay and not keep & stay:
            continue  # these say something else
        if _ends_alike(ours, theirs):
            continue  # the end is there, however few words lead to it
        one, its = _told(ours, theirs)
        if before and (one.goes_on or its.goes_on):
            before = before[0] + one, before[1] + its
            continue
        if before:
            yield before
        before = one, its
    if before:
        yield before


def _ends_alike(ours: Sequence[Block], theirs: Sequence[Block]) -> bool:
    """Tell whether both texts are one sentence that ends with the same address."""
    if not len(ours) == len(theirs) == 1 or "://" not in ours[0].text:
        return False
    one, its = (_TO_ADDRESS.fullmatch(side[0].text) for side in (ours, theirs))
    return bool(one and its and one["address"] == its["address"])


def _told(ours: Sequence[Block], theirs: Sequence[Block]) -> tuple[_Text, _Text]:
    """Give two texts; of notes with as many paragraphs, at the line of the one that lost most."""
    one, its = _joined(ours), _joined(theirs)
    if len(ours) != len(theirs):
        return replace(one, blocks=tuple(ours)), replace(its, blocks=tuple(theirs))
    if len(ours) == len(theirs) == 1 and ours[0].kind in NOTES and theirs[0].kind in NOTES:
        left, right = paragraphs_in(ours[0]), paragraphs_in(theirs[0])
        if left and len(left) == len(right):
            texts = zip(left, right, strict=True)
            gaps = [abs(width(mine.text) - width(new.text)) for mine, new in texts]
            k = gaps.index(max(gaps))
            one, its = replace(one, line=left[k].line), replace(its, line=right[k].line)
    return one, its


def _is_text(kind: str) -> bool:
    return kind in PROSE or kind in NOTES


def _joined(blocks: Sequence[Block]) -> _Text:
    blocks = [without_added(block) for block in blocks]
    first = blocks[0]
    goes_on = first.kind == "paragraph" and bool(GOES_ON.match(first.text))
    words = 0
    if len(blocks) == 1 and _SENTENCE.fullmatch(first.text) and len(cut(first.text)) == 1:
        words = len(first.text.split())
    return _Text(first.line, sum(width(block.text) for block in blocks), goes_on, words)
