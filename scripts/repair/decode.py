"""From bytes to characters: UTF-8, UTF-16 and UTF-32 with a mark, CP949; an error says where.

A file may hold a broken byte or two, or be cut in the middle of a character, or hold lines of
CP949 among lines of UTF-8, where files were joined. What can be read of it is read, and the rest
is named; `mended` does that. Bytes that are mostly no text of either kind are refused.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scripts.repair.encodings import REPLACEMENT
from scripts.repair.result import Lost, RepairError, Step

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer as Buffer

# The commonest syllables of Korean: a third of any running text and more; Chinese or Japanese
# bytes read as CP949 give Hangul too, but hardly these.
_COMMON = frozenset("이다는을의에가고하지로습니를은한기있사도서자수어시정보나인그들해리여구대제")
# The 480 commonest syllables, nine tenths of any text: a word or two is made of these alone.
USUAL = frozenset(
    "다이니에로지는하기을를가시수스정의서자트사습용한일합인리제드은어할도있으보상전대"
    "입고면그파터없문요성오해설모경결선위소동부만음호않구라세프되표아장된나크원치실주"
    "계여비화과미단우조데작식택내거메행적개명록목키간포버유체력중값함본재레분션변환필"
    "형업추연출마반공러열확번래디름바색안저페와더생들금패코타능신게증야려현매항때관방"
    "예른류최속검발태테브처텍점회통또됩영클집산역청임했토복든별두무종료당등진각활운배"
    "및카준같편차새블외플옵못접초글커액줄후참었십림까직링것알너쪽약백건티순창령워급찾"
    "불언템법채누르존격양삭며널취져노네절량좌근램답축폴응콘읽렉립감셀잘숫따국릭효완올"
    "범권규받달됨락젝객턴쓰율룹석컬평베날막송히향루므린허온측델물월째암큰특강볼끝돌투"
    "았엔컨뒤뉴맞렬밀피먼겠컴교짜듈삽딩판슬말될웨넣퍼질길웹심탭움롤붙머충캐렌팅남품칙"
    "럼책빌첫앞빈압벤애냅께잠벨픽케승릿헤꾸닫쇄독앱련손낸즈람꼴셋츠덱뷰랜튼왼휴숨높탐"
    "천릴병익률싱핑많총잔센런빠콜년담긴략웃칭솔넘험잡륨침균난닌닙쓸떤둘켜폰학괄얼풀박"
    "살눌맵쓴김늘울핸랙견킹젯쿼란득황퓨팔맷님듭층밋놓술첨즉봉릅뢰폭겨걸족넷광론샷쿠갈"
)
_NOT_ASCII = re.compile(r"[^\x00-\x7f]")
# So many characters that are whole vouch for each place that is broken.
_VOUCHERS = 4
# A longer run of bytes, or a line with more broken places, is no text.
_LONGEST_RUN = 400
_MOST_BREAKS = 1000
_HIGH_BYTES = re.compile(rb"[\x80-\xff]+")
# The name by which a step says that the bytes were read by `mended`; replay decodes with it.
MENDED = "naranhi-mended"


@dataclass(frozen=True)
class Mended:
    """What can be read of bytes that are broken: `good` characters, and `broken` places."""

    text: str
    lost: tuple[Lost, ...]
    good: int
    broken: int
    did: str


def decode(data: bytes) -> tuple[str, Step, tuple[Lost, ...]]:
    """Give the text of `data`, the step that says how it was read, and what cannot be read.

    A byte order mark of UTF-8 stays in the text, so that the file is given back as it was.
    Raises RepairError where the bytes are no text, with line and byte.

    >>> decode("컴파일하는 함수입니다".encode("cp949"))[1].encoding
    'cp949'
    >>> text, step, lost = decode("가나다".encode()[:-1])
    >>> text, lost[0].message
    ('가나', 'cut in the middle of a character: the bytes EB 8B end the file; get the rest anew')
    """
    name = marked(data)
    if name:
        try:
            text = data.decode(name)
        except UnicodeDecodeError as error:
            raise no_wide(name, error.start) from None
        return text, Step("decode", f"read the file as {name.upper()}", (), name), ()
    try:
        return data.decode("utf-8"), Step("decode", "read the file as UTF-8", (), "utf-8"), ()
    except UnicodeDecodeError as error:
        broken = error
    try:
        text = data.decode("cp949")
    except UnicodeDecodeError:
        text = ""
    if is_korean_file(text):
        return text, Step("decode", "read the file as CP949, not UTF-8", (), "cp949"), ()
    found = mended(data)
    if found is not None:
        return found.text, Step("decode", found.did, (), MENDED), found.lost
    line = data.count(b"\n", 0, broken.start) + 1
    shown = data[broken.start : broken.start + 4].hex(" ").upper()
    raise RepairError(
        f"line {line}, byte {broken.start}: the bytes {shown} are neither UTF-8 nor Korean in "
        "CP949; find out how the file was saved and convert it to UTF-8 first"
    )


def marked(data: bytes) -> str:
    """Give the encoding that a byte order mark names, but for UTF-8; "" where there is none.

    >>> [marked("가".encode(name)) for name in ("utf-16", "utf-32", "utf-8-sig")]
    ['utf-16', 'utf-32', '']
    """
    # The mark of UTF-16 opens that of UTF-32.
    if data.startswith((codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)):
        return "utf-32"
    return "utf-16" if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) else ""


def no_wide(name: str, start: int) -> RepairError:
    """Give the error for bytes that are not what the mark at the start says."""
    return RepairError(
        f"byte {start} or later: is no {name.upper()}, as the mark at the start says; "
        "convert the file to UTF-8 first"
    )


def mended(data: bytes, *, good: int = 0, offset: int = 0) -> Mended | None:
    """Give what can be read of bytes that are not whole; None where they are no text.

    `good` characters that were read before vouch for broken places, too; `offset` is the number of
    bytes before these.

    >>> found = mended("함수를 읽는 일입니다\\n".encode() + "값을 씁니다\\n".encode("cp949"))
    >>> found.text, found.did
    ('함수를 읽는 일입니다\\n값을 씁니다\\n', 'read the file as UTF-8, and line 2 as CP949')
    """
    lines = data.split(b"\n")
    texts: list[str] = []
    other: list[int] = []
    whole = 0
    for number, line in enumerate(lines):
        try:
            text = line.decode("utf-8")
            whole += 0 if line.isascii() else len(_NOT_ASCII.findall(text))
        except UnicodeDecodeError:
            text = ""
            other.append(number)
        texts.append(text)
    korean = {n: found for n in other if (found := _as_cp949(lines[n], whole)) is not None}
    if not looks_korean("\n".join(korean.values())):
        korean = {}
    good += whole
    unread = set(other)
    lost: list[Lost] = []
    broken = 0
    end = offset + len(data)
    for number, line in enumerate(lines):
        if number in unread:
            parts = (
                _cp949_parts(line)
                if number in korean
                else _utf8_parts(line, last=number == len(lines) - 1)
            )
            text = ""
            for part in parts:
                if isinstance(part, str):
                    text += part
                    good += len(_NOT_ASCII.findall(part))
                    continue
                broken += 1
                at_end = offset + len(line) == end and part.cut
                text += "" if at_end else REPLACEMENT
                lost.append(_lost(part, number + 1, offset + part.start, at_end=at_end))
            texts[number] = text
        offset += len(line) + 1
    if broken * _VOUCHERS > good and not (
        broken == 1 and lost[0].message.startswith(_CUT) and good
    ):
        return None
    return Mended("\n".join(texts), tuple(lost), good, broken, _did(len(other), korean, whole))


@dataclass(frozen=True)
class _Break:
    """Bytes of a line that are no character; `cut` says that only the rest of it is missing."""

    start: int
    found: bytes
    cut: bool = False


_CUT = "cut in the middle of a character"


def _lost(part: _Break, line: int, offset: int, *, at_end: bool) -> Lost:
    noun = "byte" if len(part.found) == 1 else "bytes"
    verb = "ends" if len(part.found) == 1 else "end"
    shown = part.found[:8].hex(" ").upper()
    if at_end:
        return Lost(line, f"{_CUT}: the {noun} {shown} {verb} the file; get the rest anew")
    return Lost(
        line,
        f"the {noun} {shown} at byte {offset} of the file cannot be read, and U+FFFD stands "
        "there now; look the line up",
    )


def _did(others: int, korean: dict[int, str], whole: int) -> str:
    if not korean:
        return "read the file as UTF-8, but for what is broken in it"
    if not whole and others == len(korean):
        return "read the file as CP949, not UTF-8, but for what is broken in it"
    first, last = min(korean) + 1, max(korean) + 1
    if len(korean) == 1:
        return f"read the file as UTF-8, and line {first} as CP949"
    together = "lines" if last - first + 1 == len(korean) else f"{len(korean)} of the lines"
    return f"read the file as UTF-8, and {together} {first}-{last} as CP949"


def _utf8_parts(line: bytes, *, last: bool) -> Iterator[str | _Break]:
    """Give what of a line is UTF-8, and the places where it is not; one for bytes side by side."""
    at = 0
    first = -1
    for _ in range(_MOST_BREAKS):
        try:
            rest = line[at:].decode("utf-8")
        except UnicodeDecodeError as error:
            start, end = at + error.start, at + error.end
            if start > at and first >= 0:
                yield _Break(first, line[first:at])
                first = -1
            if start > at:
                yield line[at:start].decode("utf-8")
            if first < 0:
                first = start
            at = end
            if end == len(line):
                cut = last and error.reason == "unexpected end of data" and first == start
                yield _Break(first, line[first:], cut)
                return
        else:
            if first >= 0:
                yield _Break(first, line[first:at])
            yield rest
            return
    yield _Break(at, line[at:])


def _as_cp949(line: bytes, utf8: int) -> str | None:
    """Give a line as CP949; one that is broken in it, too, only where no text is UTF-8."""
    try:
        text = line.decode("cp949")
    except UnicodeDecodeError:
        if utf8:
            return None
        text = "".join(part for part in _cp949_parts(line) if isinstance(part, str))
    foreign = _NOT_ASCII.findall(text)
    hangul = sum("가" <= character <= "힣" for character in foreign)
    return text if hangul >= 0.8 * len(foreign) and hangul else None


def _cp949_parts(line: bytes) -> Iterator[str | _Break]:
    """Give what of a line is CP949, and the places where it is not.

    After a broken byte the pairs of a word may be off by one: the break is put where most of the
    word is Hangul then.
    """
    try:
        yield line.decode("cp949")
        return
    except UnicodeDecodeError:
        pass
    at = 0
    for match in _HIGH_BYTES.finditer(line):
        start, end = match.span()
        yield line[at:start].decode("ascii")
        at = end
        run = match.group()
        try:
            yield run.decode("cp949")
            continue
        except UnicodeDecodeError:
            pass
        best: tuple[int, int, int, str, str] | None = None
        for place in range(len(run) if len(run) <= _LONGEST_RUN else 0):
            for size in (1, 2):
                try:
                    before = run[:place].decode("cp949")
                    after = run[place + size :].decode("cp949")
                except UnicodeDecodeError:
                    continue
                common = sum(c in _COMMON for c in before + after)
                hangul = sum("가" <= c <= "힣" for c in before + after)
                score = 2 * hangul + common - size
                if best is None or score > best[0]:
                    best = (score, place, size, before, after)
        if best is None:
            yield _Break(start, run)
            continue
        _, place, size, before, after = best
        yield before
        cut = start + place + size == len(line)
        yield _Break(start + place, run[place : place + size], cut)
        yield after
    yield line[at:].decode("ascii")


def _search(name: str) -> codecs.CodecInfo | None:
    if name.replace("_", "-") != MENDED:
        return None

    def decoded(data: Buffer, errors: str = "strict", /) -> tuple[str, int]:
        found = mended(bytes(data))
        if found is None:
            raise ValueError("the bytes are no text")
        return found.text, len(bytes(data))

    return codecs.CodecInfo(encode=codecs.lookup("utf-8").encode, decode=decoded, name=MENDED)


codecs.register(_search)


# A syllable with no letter of Latin beside it.
_APART = re.compile("(?<![A-Za-z])[가-힣](?![A-Za-z])")


def is_korean_file(text: str) -> bool:
    """Say whether bytes that gave `text` as CP949, and are no UTF-8, are a file of Korean.

    One syllable is enough where it is a usual one that stands apart: two letters of Latin-1 side
    by side, both of them capitals or signs, stand in a word.

    >>> is_korean_file("- 네"), is_korean_file("A플O"), is_korean_file("뷁")
    (True, False, False)
    """
    foreign = _NOT_ASCII.findall(text)
    one = len(foreign) == 1 and foreign[0] in USUAL and bool(_APART.search(text))
    return one or looks_korean(text)


def looks_korean(text: str) -> bool:
    """Say whether the letters of a text are Hangul, and those of running Korean.

    >>> looks_korean("함수를 부르는 일"), looks_korean("돛 쉭 뷁")
    (True, False)
    >>> looks_korean("배열 목록, 맥류 작황 코드 조회, 월별 품목 허가 현황")
    True
    """
    foreign = _NOT_ASCII.findall(text)
    hangul = [character for character in foreign if "가" <= character <= "힣"]
    if len(hangul) < 2 or len(hangul) < 0.8 * len(foreign):
        return False
    # Two syllables prove little, but then nothing else reads these bytes as Korean.
    common = sum(character in _COMMON for character in hangul)
    if len(hangul) >= 20:
        # A list of terms has hardly any particles, but no syllables of its own either.
        usual = sum(character in USUAL for character in hangul)
        return common >= 0.15 * len(hangul) or usual >= 0.8 * len(hangul)
    return common > 0 or USUAL.issuperset(hangul)
