"""Sentences of a text that its twin lacks: it is shorter by as much, and has not what they name."""

from __future__ import annotations

import itertools
import math
import re
import statistics
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from scripts.check.kept import kept
from scripts.check.lists import nested, paragraphs_in
from scripts.check.sections import LISTS, item_text, twins
from scripts.check.widths import width
from scripts.lesson import Block, Lesson
from scripts.patterns import lazy_pattern

NOTES = frozenset(
    f"directive:{name}" for name in ("exercise", "hint", "note", "solution", "tip", "warning")
)
# What stands in these ends no sentence.
_OPAQUE = lazy_pattern(r"(?<!`)(`+)(?!`).+?(?<!`)\1(?!`)|\$[^$\n]+\$|\]\([^)\n]*\)", re.S)
# Nor do A.D., A. D. and U.S., "No. 5", and what is cut short before a name or a number.
_CUT = "".join(
    rf"(?<!\b{word})" for word in ("vs", "etc", "cf", "Dr", "Mr", "Mrs", "Fig", "Eq", "pp")
)
# The mark of an item, with emphasis: _5_. Bake it.
_NUMBERED = r"(?<!_\d_)(?<!\*\d\*)"
_END = lazy_pattern(
    rf"(?<![A-Za-z]\.[A-Za-z])(?<![A-Z]\.\s[A-Z]){_CUT}{_NUMBERED}[.?!]"
    r"(?!(?<=\b[A-Z]\.)\s[A-Z]\.)(?!(?<=\b[Nn]o\.)\s*\d)[)\"”'’*_\]]*(?=\s)"
)
_HALF = lazy_pattern(r";(?=\s)")
# What a translator added, and says so.
_ADDED = lazy_pattern(
    r"[(\[](?:역주|옮긴이|역자)(?: 주)?\s*[:：)\]][^()]*(?:\([^()]*\)[^()]*)*[)\]]?"
)
_EMPHASIS = lazy_pattern(r"(?<![*\w])(\*{1,2})(?=[^\s*])[^*]+\1")
# A number that may be said in words, and a page in a language of its own.
_MAY_DIFFER = lazy_pattern(r"\d{1,2}|.*[._-](?:ko|kr|en)\.\w+|/?(?:ko|kr|en)/.*", re.I)
# A sentence that began before the code above it.
GOES_ON = lazy_pattern(r"(?![^가-힣]*[가-힣])\s*(?:\.\.\.|…)?\s*[a-z]")
# So many pairs tell how long one language is beside the other, and how much that varies: as the
# logarithm of the ratio, at least and where it is not known. A column more counts in short ones.
_ENOUGH, _LEAST, _SPREAD, _UNKNOWN, _COLUMN = 5, 35, 0.08, 0.35, 3.0
# So many times what is usual is a text shorter where names are missing with it, and where none
# are; and without the missing sentences the other one is as long but for this.
_WITH_NAMES, _WITHOUT, _REST = 1.2, 2.0, 1.5
# So much as a length that is off by it speaks a name against two sentences in which it is not.
_UNSAID = 2.0
# Of 23 texts in our lessons with a semicolon for the end of a sentence 21 are less apart.
_JOINED = 4.0
# A sentence in brackets, which one language may do without.
_ASIDE = lazy_pattern(r"(?:^|(?<=\s))\([^()]+(?:\([^()]*\)[^()]*)*[.!?]\)(?=\s|$)")
_ADDRESS = lazy_pattern(r"https?://[^\s)>\]]+")
_HANGUL = lazy_pattern(r"[가-힣]")
_WORD = lazy_pattern(r"[A-Za-z_][A-Za-z0-9_]*|\d+")
# In longer texts nobody finds it.
_MOST = 30
# Several sentences are told from those beside them where the rest fits one by one as well as this;
# without that, only how much shorter a text is tells that some are missing.
_FITS, _FAR = 1.0, 3.0
# What is said again in other words has so many of its threes of letters twice; of 1,100 paragraphs
# of 113 projects no other one has, where it is as much longer than its twin. Letters repeat more in
# English.
_AGAIN = {"korean": 0.36, "english": 0.5}
_HALVES = 0.55, 1.8
# A line that is broken on purpose, and a number in emphasis, which no list knows: _5_. Bake it.
_PIECE = lazy_pattern(r"(?<=  )\n|(?<=\\)\n|\n(?=[ \t]*(?P<marks>[*_]{1,2})\d{1,2}(?P=marks)\.\s)")
# What is missing stands in the text beside, where that is longer by half of it.
_BESIDE = 0.5


@dataclass(frozen=True)
class Lost:
    """Sentences that only one of two texts has: how many, the first one's line, and the words.

    `place` is the line of the other text behind whose sentence they belong. Where it is not certain
    which ones they are, there are no words; `again` tells that they say what those before them say.
    """

    is_ours: bool
    whole: Block
    short: Block
    line: int
    place: int
    count: int
    text: str
    again: bool = False


@dataclass(frozen=True)
class _Usual:
    """How much longer the other language is, and how much that varies, in logarithms."""

    longer: float
    spread: float

    def off(self, ours: int, theirs: int) -> float:
        """Give by how many times the usual variation a text is too long, or too short."""
        spread = math.sqrt(self.spread**2 + _COLUMN / min(ours, theirs))
        return (math.log(theirs / ours) - self.longer) / spread

    def turned(self) -> _Usual:
        return _Usual(-self.longer, self.spread)


def lost_sentences(origin: Lesson, other: Lesson) -> Iterator[Lost]:
    """Give the sentences that a text of one language has, and its twin in the other has not."""
    pairs = [
        pair
        for ours, theirs in twins(origin, other)
        if len(ours) == len(theirs) == 1
        for pair in _passages(without_added(ours[0]), without_added(theirs[0]))
    ]
    widths = [(width(one.text), width(its.text)) for one, its in pairs]
    usual = _usual(widths)
    for k, ((one, its), (ours, theirs)) in enumerate(zip(pairs, widths, strict=True)):
        if not (ours and theirs) or _goes_on(pairs, k):
            continue
        off = usual.off(ours, theirs)
        if abs(off) < _WITH_NAMES or _stands_beside(widths, k, usual):
            continue
        side = 0 if off < 0 else 1
        whole, short = (one, its) if off < 0 else (its, one)
        around = "\n".join(pair[1 - side].text for pair in pairs[max(0, k - 1) : k + 2])
        found = _lost(whole, short, around, usual if off < 0 else usual.turned(), abs(off))
        if found is not None:
            start, end, is_sure = found
            sentences = cut(whole.text)
            if again := _said_again(sentences, end - start):
                start, end = again, len(sentences)
            elif not is_sure and abs(off) < _FAR:
                continue
            before = "".join(sentences[:start])
            text = "".join(sentences[start:end])
            if _stands_twice(origin if side == 0 else other, text):
                continue
            line = whole.line + (before + text[: len(text) - len(text.lstrip())]).count("\n")
            words = " ".join(item_text(text).split())
            place = _place(sentences, short, start, end)
            if not (again or is_sure):
                line, place, words = whole.line, short.line, ""
            yield Lost(side == 0, whole, short, line, place, end - start, words, bool(again))


def _said_again(sentences: Sequence[str], more: int) -> int:
    """Give where sentences begin to say what those before them say; 0 where they do not.

    A translation that was made again, and left behind the first one, says it in other words.

    >>> _said_again(["빵 반죽을 오븐에 넣습니다.", "다 되면 오븐에서 꺼냅니다.",
    ...              "빵 반죽을 오븐에 넣으십시오.", "다 되면 오븐에서 꺼내십시오."], 2)
    2
    """
    if more * 3 < len(sentences):
        return 0
    halves = [("".join(sentences[:k]), "".join(sentences[k:])) for k in range(1, len(sentences))]
    least, most = _HALVES
    alike = {
        k: _alike(one, its)
        for k, (one, its) in enumerate(halves, 1)
        if least < len(one) / len(its) < most
    }
    best = max(alike, key=alike.__getitem__, default=0)
    language = "korean" if _HANGUL.search("".join(sentences)) else "english"
    return best if alike.get(best, 0.0) >= _AGAIN[language] else 0


def _alike(one: str, its: str) -> float:
    """Give which part of their letters two texts have in common, in threes (Dice's coefficient)."""
    ours, theirs = (_threes(text) for text in (one, its))
    return 2 * (ours & theirs).total() / max(1, ours.total() + theirs.total())


def _threes(text: str) -> Counter[str]:
    letters = "".join(filter(str.isalnum, text.lower()))
    return Counter(letters[k : k + 3] for k in range(len(letters) - 2))


def _place(sentences: Sequence[str], short: Block, start: int, end: int) -> int:
    """Give the line at which a text lacks some sentences; its first one where nobody knows."""
    rest = len(sentences) - (end - start)
    others = next((form for form in _forms(short.text) if len(form) == rest), None)
    if others is None or not start:
        return short.line
    return short.line + "".join(others[:start]).rstrip().count("\n")


def without_added(block: Block) -> Block:
    """Give a block without the notes of its translator.

    >>> without_added(Block("paragraph", 1, 1, "끝냅니다(역주: 빵(모두)을 뜻합니다).")).text
    '끝냅니다.'
    """
    if "역" not in block.text and "옮긴이" not in block.text:
        return block
    text = _ADDED.sub(lambda match: "\n" * match[0].count("\n"), block.text)
    return replace(block, text=text)


def _stands_twice(lesson: Lesson, text: str) -> bool:
    """Tell whether a page says something long twice, in the same words."""
    words, page = " ".join(item_text(text).split()), " ".join(lesson.text.split())
    return len(words) >= _LEAST and page.count(words) > 1


def cut(text: str) -> list[str]:
    """Give the sentences of a text, which together are the text.

    >>> cut("It is `a. b`. See [it](c. d)! So e.g. this?")
    ['It is `a. b`.', ' See [it](c. d)!', ' So e.g. this?']
    """
    return _at(_END, text)


def _forms(text: str) -> tuple[list[str], list[str]]:
    """Give the sentences of a text, and those cut at their semicolons, too.

    >>> _forms("It bakes; `a; b` rises. Wait.")[1]
    ['It bakes;', ' `a; b` rises.', ' Wait.']
    """
    sentences = cut(text)
    return sentences, [part for one in sentences for part in _at(_HALF, one)]


def _at(ends: re.Pattern[str], text: str) -> list[str]:
    """Give a text in parts, cut behind what ends them outside of code, formulas and addresses."""
    bare = _OPAQUE.sub(lambda match: "x" * len(match[0]), text)
    places = [match.end() for match in ends.finditer(bare) if bare[match.end() :].strip()]
    return [text[start:end] for start, end in itertools.pairwise([0, *places, len(text)])]


def _passages(ours: Block, theirs: Block) -> Iterator[tuple[Block, Block]]:
    """Give paragraphs one by one, those of notes, too, and the items of lists, where as many."""
    if ours.kind != theirs.kind:
        return
    if ours.kind == "paragraph":
        yield from _in_pieces(ours, theirs)
    elif ours.kind in LISTS:
        one, its = nested(ours), nested(theirs)
        if [depth for depth, _ in one] == [depth for depth, _ in its]:
            for (_, mine), (_, new) in zip(one, its, strict=True):
                yield from _in_pieces(mine, new)
    elif ours.kind in NOTES:
        texts, others = paragraphs_in(ours), paragraphs_in(theirs)
        if len(texts) == len(others):
            yield from zip(texts, others, strict=True)


def _in_pieces(ours: Block, theirs: Block) -> Iterator[tuple[Block, Block]]:
    """Give two texts line by line, where both are broken on purpose, and as often."""
    one, its = _pieces(ours), _pieces(theirs)
    yield from zip(one, its, strict=True) if len(one) == len(its) else [(ours, theirs)]


def _pieces(block: Block) -> list[Block]:
    """Give the parts of a text that stand in lines of their own.

    >>> text = "_1_. Bake it. Wait.\\n_2_. Eat it.  \\nAll."
    >>> [(one.line, one.text) for one in _pieces(Block("paragraph", 5, 7, text))]
    [(5, '_1_. Bake it. Wait.'), (6, '_2_. Eat it.  '), (7, 'All.')]
    """
    ends = [match.start() for match in _PIECE.finditer(block.text)]
    found: list[Block] = []
    line = block.line
    for start, end in itertools.pairwise([-1, *ends, len(block.text)]):
        text = block.text[start + 1 : end]
        found.append(replace(block, line=line, end=line + text.count("\n"), text=text))
        line += text.count("\n") + 1
    return found


def _usual(widths: Sequence[tuple[int, int]]) -> _Usual:
    longer = [math.log(b / a) for a, b in widths if min(a, b) >= _LEAST]
    if len(longer) < _ENOUGH:
        return _Usual(0.0, _UNKNOWN)
    middle = statistics.median(longer)
    # Of normal values, the median of the deviations is so much smaller than the standard one.
    spread = 1.4826 * statistics.median(abs(one - middle) for one in longer)
    return _Usual(middle, max(spread, _SPREAD))


def _goes_on(pairs: Sequence[tuple[Block, Block]], k: int) -> bool:
    """Tell whether code stands within a sentence of a pair: it may stand elsewhere in the other."""
    return any(
        block.kind == "paragraph" and GOES_ON.match(block.text)
        for pair in pairs[k : k + 2]
        for block in pair
    )


def _stands_beside(widths: Sequence[tuple[int, int]], k: int, usual: _Usual) -> bool:
    """Tell whether what is missing stands in the text before or behind."""
    lacks = {
        n: widths[n][0] - widths[n][1] / math.exp(usual.longer)
        for n in (k - 1, k, k + 1)
        if 0 <= n < len(widths)
    }
    return any(
        lacks[n] * lacks[k] < 0 and abs(lacks[n]) >= _BESIDE * abs(lacks[k])
        for n in lacks
        if n != k
    )


def _lost(
    whole: Block, short: Block, around: str, usual: _Usual, off: float
) -> tuple[int, int, bool] | None:
    """Give which sentences of a text another one has not, by their numbers; None if it has all.

    Also, whether these are certain, and not others beside them.
    """
    sentences = cut(whole.text)
    others, clauses = _forms(short.text)
    names = _names(whole.text)
    if not len(others) < len(sentences) <= _MOST or not _names(short.text) <= _said(
        short.text, whole.text
    ):
        return None
    missing = names - _said(whole.text, around)
    if off < (_WITH_NAMES if missing else _WITHOUT):
        return None
    known, columns = width(short.text), [width(sentence) for sentence in sentences]
    said = [_said(whole.text, sentence) for sentence in sentences]
    places = {name: [n for n, those in enumerate(said) if name in those] for name in names}
    marks = [_marks(sentence) for sentence in sentences]
    # One language may say in two sentences what the other one joins with a semicolon.
    forms = {len(form): form for form in (clauses, others)}
    best: tuple[int, bool, float, int, int] | None = None
    for start, end in itertools.combinations(range(len(sentences) + 1), 2):
        left = sum(columns[:start]) + sum(columns[end:])
        # All that is missing is named there alone, and nothing is that the other text has.
        alone = {name for name, its in places.items() if all(start <= n < end for n in its)}
        if not left or alone != missing:
            continue
        after = abs(usual.off(left, known))
        if after >= _REST:
            continue
        # What is in italics in one language is so in the other, in words that nobody can compare.
        unlike = abs(sum(marks[:start]) + sum(marks[end:]) - _marks(short.text))
        others_left = [*sentences[:start], *sentences[end:]]
        merged = len(others_left) not in forms
        if not merged:
            after = _apart(others_left, forms[len(others_left)], usual)
        if best is None or (unlike, merged, after, end - start) < best[:4]:
            best = unlike, merged, after, end - start, start
    if best is None:
        return None
    # Nothing is missing where each clause is about as long as its sentence.
    if len(clauses) == len(sentences) and (
        best[1] or _apart(sentences, clauses, usual) <= max(best[2], _JOINED)
    ):
        return None
    unlike, merged, after, count, start = best
    # One sentence is told from those beside it. Several could be others as well, of two that were
    # joined, too, and at its beginning a text seldom lacks something that nothing else tells.
    rest = "".join(sentences[:start] + sentences[start + count :])
    same = set(_ADDRESS.findall(rest)) & set(_ADDRESS.findall(short.text))
    named = bool(names or same) or (not unlike and any(marks))
    is_alone = count == 1 and not (_ASIDE.search(rest) and not _ASIDE.search(short.text))
    fits = count > 1 and after < _FITS and (start > 0 or named)
    return start, start + count, not merged and (is_alone or fits)


def _apart(sentences: Sequence[str], others: Sequence[str], usual: _Usual) -> float:
    """Give how little speaks for sentences to say the same one by one: lengths, and their names."""
    return statistics.mean(
        usual.off(max(1, width(one)), max(1, width(its))) ** 2 + _UNSAID * _unsaid(one, its)
        for one, its in zip(sentences, others, strict=True)
    )


def _unsaid(ours: str, theirs: str) -> int:
    """Count the names and numbers of the sentence that has fewer, which the other one has not.

    >>> _unsaid("JAX compiles `f` twice.", "JAX는 `f`를 2번 컴파일합니다.")
    1
    """
    few, many = sorted((frozenset(_WORD.findall(text)) for text in (ours, theirs)), key=len)
    return len(few - many)


def _marks(text: str) -> int:
    return len(_EMPHASIS.findall(_OPAQUE.sub("", text)))


def _names(text: str) -> frozenset[str]:
    """Give what a text keeps and the other language cannot say otherwise."""
    found = kept([Block("paragraph", 1, 1, text)])
    return frozenset(one for one in found if not _MAY_DIFFER.fullmatch(one))


def _said(text: str, other: str) -> frozenset[str]:
    """Give which names of a text stand in another one, as names or in its sentences.

    >>> sorted(_said("`a.b`, `c` and 250", "f(a.b) has 250 cakes"))
    ['250', 'a.b']
    """
    return frozenset(
        name
        for name in _names(text)
        if re.search(rf"(?<![A-Za-z0-9_]){re.escape(name)}(?![A-Za-z0-9_])", other)
    )
