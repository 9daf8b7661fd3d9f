"""What both languages of a lesson share: directives, formulas, images, roles, footnotes, labels."""

from __future__ import annotations

import itertools
import posixpath
import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from scripts.check.lengths import width
from scripts.check.prose import OPAQUE, prose
from scripts.check.rule import Find, Selection
from scripts.check.sections import LISTS, item_lines, kept, likeness, twins
from scripts.check.structure import headings, labels
from scripts.diagnostic import Diagnostic, Severity
from scripts.lesson import EXERCISE, Block, Lesson


@dataclass(frozen=True)
class Shared:
    """Something that is the same in every language: where it stands, what it is, as it is shown."""

    line: int
    key: str
    shown: str


Collect = Callable[[Lesson], Iterator[Shared]]

_OPENING = re.compile(
    r"^[ \t>]*(?:`{3,}|~{3,}|:{3,})\{(?P<name>[^}\s]+)\}[ \t]*(?P<argument>.*?)\s*$"
)
_OPTION = re.compile(r"^[ \t>]*:(?P<key>[A-Za-z][\w-]*):(?:[ \t]+(?P<value>.*?))?\s*$")
# Those that a reader reads; all others say how the directive works.
_TRANSLATED = frozenset({"alt", "caption", "title", "header", "description", "summary", "legend"})
# Labels have rules of their own.
_LABELS = frozenset({"label", "name"})
_WITH_PATH = frozenset({"figure", "image", "include", "literalinclude", "figure-md", "csv-table"})
# A role is code with a name before it, and stays.
_CODE_SPAN = re.compile(r"(?P<role>\{[^}\s`]+\})?(?<!`)(?P<marks>`+)(?!`).*?(?<!`)(?P=marks)(?!`)")
_IMAGE = re.compile(r"!\[[^\]]*\]\((?P<path>[^)\s]+)")
_LINK = re.compile(r"(?<!!)\[[^\]]*\]\((?P<address>[^)\s]+)|<(?P<bare>https?://[^>\s]+)>")
# What stands for Korean, as in an example of a locale, has another language in its place elsewhere.
_KOREAN = re.compile(r"(?:ko|kr)(?:[-_]kr)?(?:\.utf-?8)?", re.I)
# A host that is written as code: of a mirror, for instance.
_HOST = re.compile(r"(?:[\w-]+\.)+[a-z]{2,}(?:/\S*)?$")
# Encyclopaedias, manuals and mirrors have a page or a host of each language's own.
_WITH_LANGUAGE = re.compile(
    r"^https?://(?:ko|en)\.|^https?://(?:[^/]+\.)?kr[./:]"
    r"|^https?://[^/]+/(?:.*/)?(?:ko|kr|ko[-_]kr)(?:/|$)",
    re.I,
)
# The names of files, folders and locales say which language they are in.
_TAG = re.compile(r"(?<![A-Za-z0-9])(?:ko|en)(?:[-_](?:KR|US|GB))?(?![A-Za-z0-9])[._/-]?", re.I)
# A tag of HTML or of a configuration, which may be named without its brackets.
_OPENING_TAG = re.compile(r"<[A-Za-z][\w:-]*>")
# A page of our own may be named with or without what it is written in.
_PAGE_ENDING = re.compile(r"(?:(?:^|/)index)?\.(?:md|html|ipynb)$|/$")
# What is joined to letters or points is a name or a version; a month has a name in English.
_NUMBER = re.compile(
    r"(?<![A-Za-z0-9_.,/-])(?<!\d:)(?P<digits>(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?)"
    r"(?P<unit>[십백천]?[만억]|천|[ ](?:thousand|million|billion)\b)?"
    r"(?![A-Za-z0-9_/-]|:\d|[.,]\d|월)"
)
# Years such as 1994–98: the second one is 1998.
_YEAR_BEFORE = re.compile(r"(?<!\d)(?P<century>1[5-9]|20)\d\d ?[\u2010-\u2015~] ?$")
_UNIT = re.compile(r"[가-힣]|[a-z]+")
_UNITS = {
    "십": 10,
    "백": 100,
    "천": 10**3,
    "만": 10**4,
    "억": 10**8,
    "thousand": 10**3,
    "million": 10**6,
    "billion": 10**9,
}
_NUMBERS_IN_WORDS = (
    "zero|영 one|하나|한|첫 two|둘|두 three|셋|세|석 four|넷|네|넉 five|다섯 six|여섯 seven|일곱 "
    "eight|여덟 nine|아홉 ten|열 eleven|열하나|열한 twelve|열둘|열두 thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen twenty|스물|스무"
)
_ORDINALS = {2: "second|half|halves|twice|both|pairs?", 3: "third", 4: "fourth|quarter", 5: "fifth"}
_MORE_NUMBERS = {
    30: "thirty",
    40: "forty",
    50: "fifty",
    60: "sixty",
    100: "hundred|백",
    1000: "thousand|천",
}


def _number_words() -> dict[str, re.Pattern[str]]:
    """Give for the numbers that people write as words what finds them, by the number's key."""
    found = {n: [words] for n, words in enumerate(_NUMBERS_IN_WORDS.split(" "))}
    for number, words in (_ORDINALS | _MORE_NUMBERS).items():
        found.setdefault(number, []).append(words)
    return {
        str(float(number)): re.compile(rf"(?<![a-z가-힣])(?:{'|'.join(words)})(?![a-z])")
        for number, words in found.items()
    }


_WORDS_OF = _number_words()
# So much of what they keep is the same in texts that agree but for one thing; so much of two names
# where one may be the other, misspelled, and where it must be.
_SAME, _ALIKE, _MISSPELLED = 0.6, 0.7, 0.95
# So much of what they keep is the same in paragraphs that stand for each other.
_HALF = 0.5
# So much of the text is there where two items are one now, and less where one of them is gone.
_LOST = 0.6
_TABLES = frozenset({"table"})
_ROLE = re.compile(r"\{(?P<name>[A-Za-z][\w:-]*)\}`(?P<text>[^`]+)`")
_TARGET = re.compile(r"<(?P<target>[^<>]+)>\s*$")
# What stands in these is text of the page's language.
_TEXT_ROLES = frozenset(
    ["term", "abbr", "sub", "sup", "kbd", "guilabel", "menuselection", "dfn", "math", "code"]
)
_NOTE = re.compile(r"\[\^(?P<name>[^\]\s]+)\]")
_NOTE_TEXT = re.compile(r"\[\^[^\]\s]+\]:")
_WORDS = re.compile(r"\\(?:text|textrm|textbf|textit|mbox|operatorname\*?)\s*\{[^{}]*\}")
_HANGUL = re.compile("[\u1100-\u11ff\u3131-\u318e\uac00-\ud7a3]")
_INLINE_MATH = re.compile(r"(?<![\\$])\$(?![\s$])(?P<body>(?:[^$\\\n]|\\.)+?)(?<!\s)\$(?!\d)")
_MATH_KINDS = frozenset({"math_block", "math_block_label", "amsmath", "directive:math"})


def differences(rule: str, collect: Collect, *, ordered: bool) -> Find:
    """Give the function that compares what `collect` finds in both languages of each lesson.

    Where the order is each language's own, only what one of them lacks is reported.
    """

    def find(selection: Selection) -> Iterator[Diagnostic]:
        for origin, other in selection.pairs():
            ours, theirs = list(collect(origin)), list(collect(other))
            compare = _in_order if ordered else _in_any_order
            for line, message in compare(origin, ours, other, theirs):
                yield Diagnostic(other.path, line, rule, message)

    return find


def _in_order(
    origin: Lesson, ours: Sequence[Shared], other: Lesson, theirs: Sequence[Shared]
) -> Iterator[tuple[int, str]]:
    matcher = SequenceMatcher(
        None, [one.key for one in ours], [one.key for one in theirs], autojunk=False
    )
    for tag, start, stop, other_start, other_stop in matcher.get_opcodes():
        if tag != "equal":
            left, right = ours[start:stop], theirs[other_start:other_stop]
            before = theirs[other_start - 1].line if other_start else 1
            yield from _paired(origin, left, other, right, before)


def _in_any_order(
    origin: Lesson, ours: Sequence[Shared], other: Lesson, theirs: Sequence[Shared]
) -> Iterator[tuple[int, str]]:
    our_keys, their_keys = {one.key for one in ours}, {one.key for one in theirs}
    left = [one for one in ours if one.key not in their_keys]
    right = [one for one in theirs if one.key not in our_keys]
    yield from _paired(origin, left, other, right)


def _paired(
    origin: Lesson,
    left: Sequence[Shared],
    other: Lesson,
    right: Sequence[Shared],
    before: int = 1,
) -> Iterator[tuple[int, str]]:
    for mine, its in zip(left, right, strict=False):
        yield its.line, f"{its.shown} here, {mine.shown} in {origin.path}:{mine.line}"
    for mine in left[len(right) :]:
        line = max(_counterpart(origin, other, mine.line), before)
        yield line, f"{mine.shown} of {origin.path}:{mine.line} is missing after this line"
    for its in right[len(left) :]:
        yield its.line, f"{its.shown} is not in {origin.path}"


def _counterpart(origin: Lesson, other: Lesson, line: int) -> int:
    """Give the line of what says in `other` what stands at a line of the origin.

    Where texts do not stand one for one, it is the heading or cell behind which it stands.
    """
    for one, its in twins(origin, other):
        if len(one) == len(its) == 1 and one[0].line <= line <= one[0].end:
            return its[0].line
    for ours, theirs in (
        ([cell.start for cell in origin.cells], [cell.start for cell in other.cells]),
        ([one.line for one in headings(origin)], [one.line for one in headings(other)]),
    ):
        before = sum(start <= line for start in ours)
        if len(ours) == len(theirs) and before:
            return theirs[before - 1]
    return 1


def directives(lesson: Lesson) -> Iterator[Shared]:
    """Give the directives of a lesson, those in others too, with the options that shape them."""
    for block in lesson.blocks:
        if block.cell is not None or block.kind in {"fence", "directive:code-block"}:
            continue
        lines = block.text.split("\n")
        for offset, line in enumerate(lines):
            match = _OPENING.match(line)
            if match is None or match["name"] == EXERCISE:
                continue
            options = []
            for below in lines[offset + 1 :]:
                option = _OPTION.match(below)
                if option is None:
                    break
                if option["key"] not in _TRANSLATED | _LABELS:
                    options.append(f":{option['key']}: {option['value'] or ''}".rstrip())
            argument = match["argument"] if match["name"] in _WITH_PATH else ""
            words = [f"{{{match['name']}}}", argument, *sorted(options)]
            shown = " ".join(word for word in words if word)
            yield Shared(block.line + offset, shown, shown)


def formula_differences(selection: Selection) -> Iterator[Diagnostic]:
    """Give the formulas that another one stands for in the other language."""
    yield from differences("same-math", formulas, ordered=True)(selection)
    for pair in _compared(selection, _inline_formulas):
        for its, message in _exchanged(pair):
            yield Diagnostic(pair.other.path, its.line, "same-math", message)


def other_items(selection: Selection) -> Iterator[Diagnostic]:
    """Give the lists and tables that have more items in one language than in the other."""
    for (origin, other), kinds in itertools.product(selection.pairs(), (LISTS, _TABLES)):
        what = "rows" if kinds is _TABLES else "items"
        for one, its in twins(origin, other, kinds.__contains__):
            mine, new = ([item for block in side for item in _items(block)] for side in (one, its))
            for ours, theirs in _unequal(mine, new):
                place = f"{origin.path}:{ours[0].line}"
                message = f"{len(theirs)} {what} here, {len(ours)} in {place}"
                yield Diagnostic(
                    other.path, theirs[0].line, "other-items", message, Severity.WARNING
                )


@dataclass
class _Item:
    """An item of a list, or a row of a table: where it begins, and the items in it."""

    line: int
    indent: int
    text: str
    items: list[_Item]


def _items(block: Block) -> list[_Item]:
    """Give the items of a list, each with those of the lists in it, or the rows of a table."""
    lines = block.text.split("\n")
    starts = [number - block.line for number in item_lines(block)]
    top = _Item(block.line, -1, "", [])
    open_items = [top]
    for start, end in itertools.pairwise([*starts, len(lines)]):
        first = lines[start]
        # A row stands in no other, however far it is set in.
        indent = len(first) - len(first.lstrip(" \t>")) if block.kind in LISTS else 0
        item = _Item(block.line + start, indent, "\n".join(lines[start:end]), [])
        while open_items[-1].indent >= indent:
            open_items.pop()
        open_items[-1].items.append(item)
        open_items.append(item)
    return top.items


def _unequal(
    ours: Sequence[_Item], theirs: Sequence[_Item]
) -> Iterator[tuple[Sequence[_Item], Sequence[_Item]]]:
    """Give the lists with more items than in the other language.

    What one language says in items the other may say in the sentences of one, or in none.
    """
    if len(ours) == len(theirs):
        for one, its in zip(ours, theirs, strict=True):
            yield from _unequal(one.items, its.items)
    elif min(len(ours), len(theirs)) > 1 or (ours and theirs and _much_shorter(ours, theirs)):
        yield ours, theirs


def _much_shorter(ours: Sequence[_Item], theirs: Sequence[_Item]) -> bool:
    one, its = (sum(map(_width, side)) for side in (ours, theirs))
    return (one < _LOST * its) if len(ours) < len(theirs) else (its < _LOST * one)


def _width(item: _Item) -> int:
    return width(item.text) + sum(map(_width, item.items))


def exchanges(rule: str, collect: Collect, *, spelled: bool = True, placed: bool = True) -> Find:
    """Give the function that warns where a paragraph names another thing in the other language.

    A sentence may name a thing twice, or say it in words, so that only what stands one for one in
    the place of something else is reported. In several paragraphs one thing can be gone and
    another be new: there it must be `spelled` much like the other, or, where spelling tells
    nothing, as in numbers, all else must be nearly the same. So it is in one paragraph, too, where
    things are not `placed`: a sentence names this or that of what is meant.
    """

    def find(selection: Selection) -> Iterator[Diagnostic]:
        for pair in _compared(selection, collect):
            for its, message in _exchanged(pair, spelled=spelled, placed=placed):
                yield Diagnostic(pair.other.path, its.line, rule, message, Severity.WARNING)

    return find


@dataclass(frozen=True)
class _Compared:
    """A lesson in two languages: what was found in each, and the texts that say the same."""

    origin: Lesson
    other: Lesson
    ours: _ByLine
    theirs: _ByLine
    texts: Sequence[tuple[Sequence[Block], Sequence[Block]]]


def _compared(selection: Selection, collect: Collect) -> Iterator[_Compared]:
    for origin, other in selection.pairs():
        ours, theirs = _ByLine(collect(origin)), _ByLine(collect(other))
        if ours.found and theirs.found:
            yield _Compared(origin, other, ours, theirs, tuple(twins(origin, other)))


def _exchanged(
    pair: _Compared, *, spelled: bool = True, placed: bool = True
) -> Iterator[tuple[Shared, str]]:
    """Give what stands in the other text in the place of something else; see `exchanges`."""
    for texts in pair.texts:
        for one, its in _one_by_one(*texts):
            left, right = pair.ours.within(one), pair.theirs.within(its)
            missing, added = _without(left, right), _without(right, left)
            if not spelled and len(missing) != len(added):
                missing = [number for number in missing if not _in_words(number, its)]
                added = [number for number in added if not _in_words(number, one)]
            if spelled and missing and added and len(missing) != len(added):
                # Where more was said in one language, only what is all but the same is told.
                missing, added = _misspelled(missing, added)
            if not missing or len(missing) != len(added):
                continue
            alone = len(one) == len(its) == 1
            if not spelled and not _same_but_for_numbers(one, its, alone=alone):
                continue
            sure = alone and (placed or _same_but_for_these(one, its, left, missing))
            least = _ALIKE if spelled and not sure else 0.0
            for mine, new in _most_alike(left, missing, added, least):
                if placed or not _is_part(mine.key, new.key):
                    yield new, f"{new.shown} here, {mine.shown} in {pair.origin.path}:{mine.line}"


def _one_by_one(
    ours: Sequence[Block], theirs: Sequence[Block]
) -> Iterator[tuple[Sequence[Block], Sequence[Block]]]:
    """Give two lists of as many items that keep the same, and tables of as many rows, in parts."""
    if len(ours) == len(theirs) == 1 and ours[0].kind == theirs[0].kind:
        one, its = _parts(ours[0]), _parts(theirs[0])
        if len(one) == len(its) and likeness(kept(ours), kept(theirs)) >= _HALF:
            yield from (([a], [b]) for a, b in zip(one, its, strict=True))
            return
    yield ours, theirs


def _parts(block: Block) -> list[Block]:
    if block.kind not in LISTS | _TABLES:
        return [block]
    lines = block.text.split("\n")
    starts = [item.line - block.line for item in _items(block)]
    return [
        Block(block.kind, block.line + start, block.line + end - 1, "\n".join(lines[start:end]))
        for start, end in itertools.pairwise([*starts, len(lines)])
    ]


def _same_but_for_numbers(ours: Sequence[Block], theirs: Sequence[Block], *, alone: bool) -> bool:
    if not alone:
        return likeness(kept(ours), kept(theirs)) >= _SAME
    one, its = (
        frozenset(word for word in kept(side) if not word[0].isdigit()) for side in (ours, theirs)
    )
    return one == its or likeness(one, its) >= _HALF


def _same_but_for_these(
    ours: Sequence[Block], theirs: Sequence[Block], names: Sequence[Shared], gone: Sequence[Shared]
) -> bool:
    """Tell whether two paragraphs keep the same, or several names and nothing else.

    Of one name alone in its sentence nobody knows whether the other sentence names the same thing,
    and items and rows are often in another order.
    """
    if ours[0].kind in LISTS | _TABLES:
        return False
    nothing_else = len(gone) == len({one.key for one in names}) > 1
    return nothing_else or likeness(kept(ours), kept(theirs)) >= _HALF


def _is_part(ours: str, theirs: str) -> bool:
    """Tell whether a name is the end of the other one, or that one without brackets or a value.

    >>> _is_part("jit", "jax.jit"), _is_part("f", "f()"), _is_part("n", "n=0"), _is_part("f", "g")
    (True, True, True, False)
    """
    short, long = sorted((ours, theirs), key=len)
    before, found, behind = long.rpartition(short)
    ends = behind in {"", "()"} or (not before and behind[0] == "=")
    return bool(found) and before[-1:] in {"", ".", "/", ":", "="} and ends


def _misspelled(
    ours: Sequence[Shared], theirs: Sequence[Shared]
) -> tuple[list[Shared], list[Shared]]:
    """Give of both what is nearly the same as one thing of the other."""
    pairs = [
        (mine, its)
        for mine in ours
        for its in theirs
        if _ratio(mine.shown, its.shown) >= _MISSPELLED
    ]
    return [mine for mine, _ in pairs], [its for _, its in pairs]


def _in_words(number: Shared, blocks: Sequence[Block]) -> bool:
    """Tell whether a text has a number as a word; what is one may be said in any way.

    >>> two = Shared(1, "2.0", "2")
    >>> [_in_words(two, [Block("paragraph", 1, 1, one)]) for one in ("two of them", "둘이", "some")]
    [True, True, False]
    """
    words = _WORDS_OF.get(number.key)
    return number.key == "1.0" or bool(
        words and any(words.search(block.text.lower()) for block in blocks)
    )


def _most_alike(
    ours: Sequence[Shared], missing: Sequence[Shared], added: Sequence[Shared], least: float
) -> Iterator[tuple[Shared, Shared]]:
    """Give what each new thing stands in the place of: of what is missing the most alike.

    A name that is nearly one of the others is that one, misspelled, even if it is there, too.
    """
    gone = {one.key for one in missing}
    alike = sorted(
        (-ratio, j, i)
        for i, mine in enumerate(ours)
        for j, its in enumerate(added)
        if (ratio := _ratio(mine.shown, its.shown)) >= (least if mine.key in gone else _MISSPELLED)
    )
    found: dict[int, Shared] = {}
    for _, j, i in alike:
        if j not in found and ours[i].key not in {one.key for one in found.values()}:
            found[j] = ours[i]
    return ((mine, added[j]) for j, mine in sorted(found.items()))


def _ratio(ours: str, theirs: str) -> float:
    return SequenceMatcher(None, ours, theirs, autojunk=False).ratio()


def _inline_formulas(lesson: Lesson) -> Iterator[Shared]:
    for number, line in _text_lines(lesson):
        for match in _INLINE_MATH.finditer(line):
            if _is_formula(match["body"]):
                key = "".join(_WORDS.sub(r"\\text{}", match["body"]).split())
                yield Shared(number, key, match[0])


class _ByLine:
    """What was found in a lesson, so that what stands in a few of many blocks is found at once."""

    def __init__(self, found: Iterable[Shared]) -> None:
        self.found = sorted(found, key=lambda one: one.line)
        self._lines = [one.line for one in self.found]

    def within(self, blocks: Iterable[Block]) -> list[Shared]:
        """Give what stands in these blocks, in the order of the page."""
        places: set[int] = set()
        for block in blocks:
            first = bisect_left(self._lines, block.line)
            places.update(range(first, bisect_right(self._lines, block.end)))
        return [self.found[place] for place in sorted(places)]


def _without(found: Sequence[Shared], others: Sequence[Shared]) -> list[Shared]:
    known = {one.key for one in others}
    return list({one.key: one for one in found if one.key not in known}.values())


def formulas(lesson: Lesson) -> Iterator[Shared]:
    """Give the displayed formulas, without the words in them."""
    for block in lesson.blocks:
        if block.kind in _MATH_KINDS:
            key = "".join(_WORDS.sub(r"\\text{}", block.text).split())
            yield Shared(block.line, key, "this formula")


def inline_code(lesson: Lesson) -> Iterator[Shared]:
    """Give the inline code of a lesson, but for what is written in a language of people."""
    lines = lesson.text.split("\n")
    for line in prose(lesson):
        if line.block is not None:
            for match in _CODE_SPAN.finditer(lines[line.number - 1]):
                if not match["role"] and match[0].isascii():
                    code = match[0].strip("`").strip()
                    host = _HOST.match(code) and _WITH_LANGUAGE.search(f"https://{code}")
                    if host or _KOREAN.fullmatch(code):
                        continue
                    yield Shared(line.number, _code_key(code), f"`{code}`")


def _code_key(code: str) -> str:
    """Give what two spellings of a name have in common.

    A name may stand with the brackets of a tag or without, and before a comma of its sentence.

    >>> [_code_key(one) for one in ("<IfModule>", "f(x),", "en_US.mo", "a -> b", "x,")]
    ['IfModule', 'f(x)', 'mo', 'a->b', 'x']
    """
    bare = _TAG.sub("", "".join(code.split()))
    bare = bare[:-1] if len(bare) > 1 and bare[-1] in ",;" else bare
    return bare[1:-1] if _OPENING_TAG.fullmatch(bare) else bare


def addresses(lesson: Lesson) -> Iterator[Shared]:
    """Give where the links of a lesson lead, but for pages that other sites have in one language.

    A heading of our own is named by its words, which are other ones in each language.
    """
    for number, line in _text_lines(lesson):
        for match in _LINK.finditer(line):
            address = match["address"] or match["bare"]
            page, _, heading = address.partition("#")
            foreign = "://" in page
            if page and not _WITH_LANGUAGE.search(page):
                key = address if foreign and heading.isascii() else page
                yield Shared(number, key.rstrip("/") if foreign else _own_page(key), address)


def link_differences(selection: Selection) -> Iterator[Diagnostic]:
    """Give the links that lead to another page, or to another label of the same page."""
    for pair in _compared(selection, addresses):
        for new, message in (*_exchanged(pair), *_other_labels(selection, pair)):
            yield Diagnostic(pair.other.path, new.line, "other-link", message, Severity.WARNING)


def _other_labels(selection: Selection, pair: _Compared) -> Iterator[tuple[Shared, str]]:
    for one, its in pair.texts:
        left, right = pair.ours.within(one), pair.theirs.within(its)
        if [mine.key for mine in left] == [new.key for new in right]:
            for mine, new in zip(left, right, strict=True):
                if _other_label(selection, pair.origin, mine.shown, pair.other, new.shown):
                    yield new, f"{new.shown} here, {mine.shown} in {pair.origin.path}:{mine.line}"


def _other_label(
    selection: Selection, origin: Lesson, ours: str, other: Lesson, theirs: str
) -> bool:
    """Tell whether two addresses of one page of our own name two labels, and both are known."""
    (page, _, one), (_, _, its) = ours.partition("#"), theirs.partition("#")
    if one == its or not (one and its) or "://" in page:
        return False
    docname = posixpath.normpath(posixpath.join(posixpath.dirname(origin.docname), page))
    docname = docname.removesuffix(".md")
    pages = (selection.lessons.get(docname, lesson.language) for lesson in (origin, other))
    return all(
        page is not None and f"({label})=" in page.text
        for page, label in zip(pages, (one, its), strict=True)
    )


def _own_page(path: str) -> str:
    """Give a page of the site as it is named in every language.

    >>> [_own_page(one) for one in ("/ko/use/", "use/index.md", "../en-US/use.html")]
    ['use', 'use', '../use']
    """
    return _PAGE_ENDING.sub("", _TAG.sub("", path.lstrip("/"))).removeprefix("./")


def numbers(lesson: Lesson) -> Iterator[Shared]:
    """Give the numbers in a lesson's sentences that are written in digits."""
    for line in prose(lesson):
        if line.block is None:
            continue
        for match in _NUMBER.finditer(line.text):
            if not line.is_code(*match.span()):
                digits = match["digits"].replace(",", "")
                year = _YEAR_BEFORE.search(line.text, 0, match.start())
                if year and len(digits) == 2:
                    digits = year["century"] + digits
                value = float(digits)
                for unit in _UNIT.findall(match["unit"] or ""):
                    value *= _UNITS[unit]
                yield Shared(line.number, str(value), match[0])


def images(lesson: Lesson) -> Iterator[Shared]:
    """Give the images that stand in the text."""
    for number, line in _text_lines(lesson):
        for match in _IMAGE.finditer(line):
            yield Shared(number, match["path"], f"the image {match['path']}")


def roles(lesson: Lesson) -> Iterator[Shared]:
    """Give the roles that name something, each with what it names."""
    for number, line in _text_lines(lesson):
        for match in _ROLE.finditer(line):
            target = _TARGET.search(match["text"])
            if match["name"] in _TEXT_ROLES and target is None:
                continue
            named = target["target"] if target else match["text"]
            shown = f"{{{match['name']}}}`{named}`"
            yield Shared(number, shown, shown)


def footnotes(lesson: Lesson) -> Iterator[Shared]:
    """Give the footnotes by their names."""
    for number, line in _text_lines(lesson):
        for match in _NOTE.finditer(line):
            # Its text can stay where no mark leads to it any more.
            key = match[0] + ":" if _NOTE_TEXT.match(line) and not match.start() else match[0]
            yield Shared(number, key, key)


def other_labels(lesson: Lesson) -> Iterator[Shared]:
    """Give the labels that stand before something else than a heading."""
    of_headings = {label for heading in headings(lesson) for label in heading.labels}
    exercises = {exercise.label for exercise in lesson.exercises}
    for line, label in labels(lesson):
        if label not in of_headings and label not in exercises:
            yield Shared(line, label, f"({label})=")


def hangul_in_formulas(selection: Selection) -> Iterator[Diagnostic]:
    """Give the formulas with Hangul that is not marked as text."""
    for lesson in selection.files:
        for number, line in _formula_lines(lesson):
            bare = _WORDS.sub(lambda match: " " * len(match[0]), line)
            if match := _HANGUL.search(bare):
                yield Diagnostic(
                    lesson.path,
                    number,
                    "hangul-in-math",
                    f'"{match[0]}" stands in a formula as if it were a variable',
                    fix=r"write words as \text{...}",
                    column=match.start() + 1,
                )


def _formula_lines(lesson: Lesson) -> Iterator[tuple[int, str]]:
    """Give the lines of formulas, all that is no formula blanked."""
    for block in lesson.blocks:
        if block.kind in _MATH_KINDS:
            for number, line in enumerate(block.text.split("\n"), block.line):
                if not _OPTION.match(line) and not line.lstrip().startswith("```"):
                    yield number, line
    for number, line in _text_lines(lesson):
        shown = [" "] * len(line)
        for match in _INLINE_MATH.finditer(line):
            if _is_formula(match["body"]):
                shown[match.start("body") : match.end("body")] = match["body"]
        yield number, "".join(shown)


def _is_formula(body: str) -> bool:
    """Tell a formula from what stands between two prices: a sentence, or the end of a word.

    >>> [_is_formula(one) for one in ("손실 = x^2", "손실", "5짜리 책과 7", "100와")]
    [True, True, False, False]
    """
    if re.search(r"[가-힣]\s+[가-힣]", _WORDS.sub("", body)):
        return False
    return bool(re.search(r"[\\^_=+*/<>{}]", body)) or not re.match(r"\d|.*\s", body)


def _text_lines(lesson: Lesson) -> Iterator[tuple[int, str]]:
    """Give the lines of prose as they stand, without what is code."""
    lines = lesson.text.split("\n")
    for line in prose(lesson):
        if line.block is not None:
            raw = lines[line.number - 1]
            yield line.number, _CODE_SPAN.sub(_without_code, raw)


def _without_code(match: re.Match[str]) -> str:
    return match[0] if match["role"] else OPAQUE * len(match[0])
