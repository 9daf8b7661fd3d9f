"""What stands beside a number: its unit, and ordinals in a row, the same in both languages."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from scripts.check.numbers import PLACES
from scripts.check.prose import Line, prose
from scripts.check.rule import Selection
from scripts.check.sections import beside_texts, parts, twins
from scripts.check.shared import WRITE_THE_SAME, Shared, instead
from scripts.diagnostic import Diagnostic, Severity
from scripts.languages import ENGLISH, KOREAN
from scripts.lesson import Block, Lesson
from scripts.number_words import NUMBERS
from scripts.particles import pattern as particles
from scripts.patterns import lazy_pattern

# What one unit is called, by kinds: what is measured in one of a kind could be in another one.
_UNITS = """
length: nm nanometer nanometre 나노미터; μm µm micrometer micrometre 마이크로미터; mm millimeter
 millimetre 밀리미터; cm centimeter centimetre 센티미터 센티; m meter metre 미터; km kilometer
 kilometre 킬로미터; inch inches 인치; foot feet 피트; mile miles 마일
time: ns nanosecond 나노초; μs µs us microsecond 마이크로초; ms millisecond 밀리초; s sec second 초;
 min minute 분; h hour 시간; day 일; week 주; month 개월; year 년
mass: mg milligram 밀리그램; g gram 그램; kg kilogram 킬로그램; ton tonne 톤
data: byte bytes 바이트; KB kB kilobyte 킬로바이트; MB megabyte 메가바이트; GB gigabyte 기가바이트;
 TB terabyte 테라바이트; KiB 키비바이트; MiB 메비바이트; GiB 기비바이트
frequency: Hz hertz 헤르츠; kHz kilohertz 킬로헤르츠; MHz megahertz 메가헤르츠;
 GHz gigahertz 기가헤르츠
power: mW milliwatt 밀리와트; W watt 와트; kW kilowatt 킬로와트; MW megawatt 메가와트
volume: mL ml milliliter millilitre 밀리리터; L liter litre 리터
temperature: °C ℃ 섭씨; °F ℉ 화씨
"""


def _units() -> dict[str, tuple[str, str]]:
    """Give by its name what kind of unit one is, and what it is called first."""
    found = {}
    for kind in _UNITS.strip().replace("\n ", " ").split("\n"):
        name, _, units = kind.partition(":")
        for unit in units.split(";"):
            first, *others = unit.split()
            for one in (first, *others):
                found[one] = name, first
                if one.isascii() and len(one) > 2:
                    found[f"{one}s"] = name, first
    return found


_KIND_OF = _units()
_LONGEST_FIRST = sorted(_KIND_OF, key=lambda name: (-len(name), name))
_AROUND = rf"(?=(?: ?치|간|동안|쯤|짜리|가량|정도|씩|마다|당)?{particles()}(?![가-힣]))"
_AMOUNT = lazy_pattern(
    r"(?<![A-Za-z0-9_.,/-])(?P<digits>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)[ -]?"
    rf"(?P<unit>{'|'.join(_LONGEST_FIRST)})"
    # 3분의 1 is a part, 1990년대 a time, and m/s another unit.
    rf"(?![A-Za-z0-9_/²³^·]|분의 |의 ?\d| 때| 경우){_AROUND}"
)
# Seven real days, and what counts without figures in Korean.
_SPAN = {
    ENGLISH: lazy_pattern(
        r"(?<![A-Za-z-])(?P<word>two|three|four|five|six|seven|eight|nine|ten|eleven|twelve) "
        r"(?:[a-z]+ )?(?P<unit>seconds|minutes|hours|days|weeks|months|years)(?![A-Za-z])"
    ),
    KOREAN: lazy_pattern(
        r"(?<![가-힣])(?P<word>두|세|네|다섯|여섯|일곱|여덟|아홉|열) ?(?P<unit>시간|주|달|해)"
        rf"{_AROUND}"
    ),
}
_ALSO = {"달": "개월", "해": "년"}
# 1990s are years.
_DECADE = lazy_pattern(r"\d{3}0s$")

_NATIVE = "첫 둘|두 셋|세 넷|네 다섯 여섯 일곱 여덟 아홉 열"
_PLACES = {
    word: number
    for row in (_NATIVE.split(), PLACES)
    for number, words in enumerate(row, 1)
    for word in words.split("|")
}
_ENGLISH = rf"(?:{'|'.join(PLACES)}|\d+(?:st|nd|rd|th))"
_KOREAN = rf"(?:(?:{_NATIVE.replace(' ', '|')})(?:째| ?번째)|\d+ ?번째)"
_IN_A_ROW = {
    ENGLISH: lazy_pattern(
        rf"(?<![A-Za-z-]){_ENGLISH}(?:(?:, ?(?:and |or )?| and | or )(?:the )?{_ENGLISH})+"
        r"(?![A-Za-z-])",
        re.IGNORECASE,
    ),
    KOREAN: lazy_pattern(
        rf"(?<![가-힣]){_KOREAN}(?:(?:, ?(?:그리고 )?|[와과나·] ?| (?:및|또는|그리고) ){_KOREAN})+"
    ),
}
_PLACE = {ENGLISH: lazy_pattern(_ENGLISH, re.IGNORECASE), KOREAN: lazy_pattern(_KOREAN)}
# What every ordinal has in Korean.
_ENDING = "째"
_NUMBER = lazy_pattern(r"\d+")

_Found = dict[int, list[Shared]]
_Differ = Callable[[Sequence[Shared], Sequence[Shared]], tuple[Shared, Shared] | None]


def differences(selection: Selection) -> Iterator[Diagnostic]:
    """Give the amounts whose unit, and the ordinals in a row of which one, is another one there."""
    for origin, other in selection.pairs():
        if {origin.language, other.language} != {ENGLISH, KOREAN}:
            continue
        for collect, differ, sign in ((_amounts, _other_unit, ""), (_rows, _other_places, _ENDING)):
            if not any(sign in lesson.text for lesson in (origin, other)):
                continue
            ours, theirs = (_by_line(lesson, collect) for lesson in (origin, other))
            if not (ours and theirs):
                continue
            for mine, new in _texts(origin, other):
                if found := differ(_within(mine, ours), _within(new, theirs)):
                    message = instead(found[1], found[0], origin)
                    yield Diagnostic(other.path, found[1].line, "other-number", message,
                                     Severity.WARNING, WRITE_THE_SAME)  # fmt: skip


def _texts(origin: Lesson, other: Lesson) -> Iterator[tuple[Block, Block]]:
    """Give what says the same: texts, items, rows, what stands for figures, and cells."""
    for ours, theirs in (*twins(origin, other), *beside_texts(origin, other)):
        if len(ours) == len(theirs) == 1:
            one, its = parts(ours[0]), parts(theirs[0])
            if len(one) == len(its):
                yield from zip(one, its, strict=True)
    cells, its = ([b for b in lesson.blocks if b.cell is not None] for lesson in (origin, other))
    if len(cells) == len(its):
        yield from zip(cells, its, strict=True)


def _by_line(lesson: Lesson, collect: Callable[[Lesson, Line], Iterator[Shared]]) -> _Found:
    found: _Found = {}
    for line in prose(lesson):
        if line.kind != "further" and (shared := [*collect(lesson, line)]):
            found.setdefault(line.number, []).extend(shared)
    return found


def _within(block: Block, found: _Found) -> list[Shared]:
    return [one for number in range(block.line, block.end + 1) for one in found.get(number, ())]


def _amounts(lesson: Lesson, line: Line) -> Iterator[Shared]:
    """Give the amounts of a line: the number, what is measured, and the unit."""
    for match in _SPAN[lesson.language].finditer(line.without_code):
        kind, unit = _KIND_OF[_ALSO.get(match["unit"], match["unit"])]
        yield Shared(line.number, f"{float(NUMBERS[match['word']])} {kind} {unit}", match[0])
    if not _NUMBER.search(line.text):
        return
    for match in _AMOUNT.finditer(line.without_code):
        if not _DECADE.search(match[0]):
            kind, unit = _KIND_OF[match["unit"]]
            value = float(match["digits"].replace(",", ""))
            yield Shared(line.number, f"{value} {kind} {unit}", match[0])


def _other_unit(ours: Sequence[Shared], theirs: Sequence[Shared]) -> tuple[Shared, Shared] | None:
    """Give the amount that has another unit in the other text, with the one that stands there."""
    for measured in dict.fromkeys(one.key.rpartition(" ")[0] for one in ours):
        mine, new = (
            [one for one in side if one.key.startswith(f"{measured} ")] for side in (ours, theirs)
        )
        gone, added = (Counter(one.key for one in side) for side in (mine, new))
        lost, found = gone - added, added - gone
        if lost.total() == found.total() == 1 and len(mine) == len(new):
            return (
                next(one for one in mine if one.key in lost),
                next(one for one in new if one.key in found),
            )
    return None


def _rows(lesson: Lesson, line: Line) -> Iterator[Shared]:
    """Give the ordinals of a line that stand in a row, by their numbers."""
    text = line.without_code
    for match in _IN_A_ROW[lesson.language].finditer(text):
        places = sorted(_number(one[0]) for one in _PLACE[lesson.language].finditer(match[0]))
        yield Shared(line.number, " ".join(map(str, places)), match[0])


def _number(ordinal: str) -> int:
    """Give the number of an ordinal.

    >>> [_number(one) for one in ("third", "21st", "셋째", "세 번째", "3번째")]
    [3, 21, 3, 3, 3]
    """
    if digits := _NUMBER.match(ordinal):
        return int(digits[0])
    return _PLACES[ordinal.lower().removesuffix("번째").removesuffix("째").strip()]


def _other_places(ours: Sequence[Shared], theirs: Sequence[Shared]) -> tuple[Shared, Shared] | None:
    """Give the ordinals of two texts, where each has one row of them, and others."""
    if len(ours) == len(theirs) == 1 and ours[0].key != theirs[0].key:
        return ours[0], theirs[0]
    return None
