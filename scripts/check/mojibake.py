"""Text that was UTF-8 once and has been decoded as something else."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from shlex import quote

from scripts.check.prose import comments
from scripts.check.rule import Selection
from scripts.check.undamaged import ELSEWHERE, Before, euc_kr_before, read_again, said_before
from scripts.diagnostic import COMMAND, Diagnostic
from scripts.lesson import Lesson
from scripts.patterns import lazy_pattern

_ENCODINGS = ("latin-1", "cp1252", "cp1254")


def _continuations() -> str:
    """Give what the bytes 80 to BF, which go on within a UTF-8 character, are decoded to."""
    found = {
        bytes([byte]).decode(encoding, "ignore")
        for byte in range(0x80, 0xC0)
        for encoding in _ENCODINGS
    }
    return "".join(sorted(found))


_REST = f"[{re.escape(_continuations())}]"

# One damaged syllable can be honest text: in “você”…, the last three characters are. Two whole
# ones in a row, or three of which some bytes are lost, are not to be found in any language, nor
# are two of which signs are left that never follow a letter; nor
# are the two letters before the signs that they stand for when `·` or `’` or `é` is damaged, nor
# what CP949 makes of Hangul with `?` for each byte that it cannot read.
_DAMAGE = lazy_pattern(
    f"(?:[ê-í]{_REST}{{2}}){{2,}}"
    f"|(?:[ê-í] ?{_REST}{{1,2}} ?){{3,}}"
    "|(?:[ê-í][¢-ª¬-º¼-¾]{1,2}){2}"
    # One syllable whose other bytes stand beside Hangul, in one word with it.
    f"|[ê-í]{_REST}{{2}}(?=[가-힣])|(?<=[가-힣])[ê-í]{_REST}{{2}}"
    # Or that is a word by itself: a letter in quotation marks, and dots, are others.
    f"|(?<![^\\W_])[ê-í](?![”’»]){_REST}{{2}}(?!\\w)"
    # What CP949 makes of U+FFFD, again and again.
    "|占[싸-쏙]|쏙옙"
    f"|â€{_REST}"
    "|(?:\\?[가-힣\u3400-\u9fff]){3,}"
    "|Â[·°©®±§¶¡¿£¥]"
    "|Ã[¡¢£¤¥¦§¨©¬®¯°±´µ¶¸¼½¾¿]"
)
_CODE_SPAN = lazy_pattern(r"(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)")
# What all other damage holds, and hardly any other lesson: letters of the upper half in a row, or
# Chinese ones and halves of kana, which UTF-8 becomes where it is read as CP949.
_UPPER = "\u0080-\u02ff\u2000-\u22ff\ufffd"
# A power or a degree behind a letter or a number is none of it: x² + 1.
_SUSPECT = lazy_pattern(
    f"(?:[\u0080-\u02ff](?<![A-Za-z0-9)][¹²³°]))[ {_UPPER}][{_UPPER}]?"
    "|[\u3400-\u9fff\uf900-\ufaff\uff61-\uff9f][^\x00-\x7f]"
)


_SYLLABLES = lazy_pattern("[가-힣]{2,}")
# A syllable outside the standard is written with a filler, and its letters, in EUC-KR.
_OUTSIDE = b"\xa4\xd4"
# Of the bytes of Hangul in UTF-8 CP949 makes such syllables, where it loses the other bytes.
_OF_UTF8 = re.compile(b"[\x80-\xbf\xea-\xed]{2}")


def rare_syllables(line: str) -> str:
    """Give a run of syllables that no word has, each of bytes of UTF-8 read as CP949; "" for none.

    Hangul has 11,172 syllables, and words are made of the 2,350 of the standard KS X 1001: two of
    the others in a row are rare, and hardly any are made of the bytes that UTF-8 has for Hangul.

    >>> rare_syllables("스왑 냼봽듃썾뼱 체제"), rare_syllables("햏햏 뷁뷁 똠방각하")
    ('냼봽듃썾뼱', '')
    """
    if _OUTSIDE not in line.encode("euc_kr", "ignore"):
        return ""
    for match in _SYLLABLES.finditer(line):
        run = ""
        for syllable in (*match[0], ""):
            outside = _OUTSIDE in syllable.encode("euc_kr")
            if outside and _OF_UTF8.fullmatch(syllable.encode("cp949")):
                run += syllable
                continue
            # Of two only the whole word proves it; sounds such as 쀼쀼 are twice the same.
            if len(set(run)) > 2 or (run == match[0] and len(set(run)) == 2):
                return run
            run = ""
    return ""


# Letters of CP949 and `?` for what was lost, and the bytes of two syllables in UTF-8 or more.
_LETTERS = lazy_pattern(r"[^\x00-\x3e\x40-\xa0]{3,}")
_OF_SYLLABLES = re.compile(
    b"(?:[\xea-\xed?][\x80-\xbf?][\x80-\xbf?]){2,}|[\xea-\xed?][\x80-\xbf?]{2}[\xea-\xed][\x80-\xbf?]"
)
_LEADS = re.compile(b"[\xea-\xed]")
_CHINESE = lazy_pattern("[\u3400-\u9fff\uf900-\ufaff]")


def lost_syllables(line: str) -> str:
    """Give a run of Hangul whose UTF-8 was read as CP949, with `?` for what that lost; "" for none.

    Either a syllable is in it that no word has, or Chinese letters with the bytes of two syllables.

    >>> lost_syllables("찾은 媛믪?? 참값과"), lost_syllables("외國인가?? 王은?")
    ('媛믪??', '')
    >>> lost_syllables("쓴 洹쒖튃은 함께"), lost_syllables("원(元)과 元대와 元太祖")
    ('洹쒖튃은', '')
    """
    for match in _LETTERS.finditer(line):
        run = match[0]
        found = _OF_SYLLABLES.match(run.encode("cp949", "ignore"))
        if not found or sum(one != "?" for one in run) < 2:
            continue
        known = found[0].replace(b"?", b"")
        if known == found[0] and not _are_common(known.decode("utf-8", "replace")):
            continue
        outside = any(_OUTSIDE in one.encode("euc_kr", "ignore") for one in run)
        proved = outside or (_CHINESE.search(run) and len(_LEADS.findall(known)) > 1)
        if proved and len(known) > 3:
            return run
    return ""


def _are_common(text: str) -> bool:
    """Tell whether a text is two syllables of the standard or more; its end may be cut.

    >>> _are_common("규칙"), _are_common("뷁뷁"), _are_common("칙")
    (True, False, False)
    """
    word = text.rstrip("\ufffd")
    outside = _OUTSIDE in word.encode("euc_kr", "replace")
    return len(word) > 1 and _SYLLABLES.fullmatch(word) is not None and not outside


# Two syllables or more in UTF-8, and what else decodes each byte to a letter or a sign.
_UPPER_RUN = lazy_pattern("[^\x00-\x7f가-힣ㄱ-ㆎ\u3000-\u9fff]{6,}")
_BYTE_BY_BYTE = (*ELSEWHERE, "iso8859_2", "cp1250", "cp1251", "koi8_r")


def elsewhere_decoded(line: str) -> str:
    """Give a run of letters that is Hangul in UTF-8, and was read as on a Mac or in DOS; or "".

    >>> elsewhere_decoded("다음 Ìï®Ïàò는"), elsewhere_decoded("φιλοσοφία")
    ('Ìï®Ïàò', '')
    """
    for match in _UPPER_RUN.finditer(line):
        for encoding in _BYTE_BY_BYTE:
            if _SYLLABLES.fullmatch(read_again(match[0], encoding)):
                return match[0]
    return ""


# Signs and Hangul of KS X 1001, each of two bytes, and a pair that is Hangul.
_OF_EUC_KR = lazy_pattern("(?<![¡-ÿ])(?:[¡-¬°-È][¡-þ]){2,}(?![¡-ÿ])")
_HANGUL_IN_EUC_KR = lazy_pattern("[°-È][¡-þ]")


def euc_kr_syllables(line: str) -> str:
    """Give a run of letters that are Hangul in EUC-KR and were decoded as Latin-1; "" for none.

    A row of an alphabet is none, and neither is one sign over and over.

    >>> euc_kr_syllables("±Ý¿äÀÏ 밤"), euc_kr_syllables("ÀÁÂÃÄÅ"), euc_kr_syllables("brûlée")
    ('±Ý¿äÀÏ', '', '')
    """
    for match in _OF_EUC_KR.finditer(line):
        run = match[0]
        steps = {ord(after) - ord(before) for before, after in itertools.pairwise(run)}
        word = run.encode("latin-1").decode("euc_kr", "replace")
        if len(steps) > 2 and "\ufffd" not in word and len(_SYLLABLE.findall(word)) > 1:
            return run
    return ""


_SYLLABLE = lazy_pattern("[가-힣]")
_FEW_LINES = 2


def is_lost(text: str) -> bool:
    """Tell whether a page cannot be read, or not all of it, as far as its letters alone prove it.

    >>> [is_lost(one) for one in ("", "빵을 굽습니다.", "ë¹µì„ êµ¬", "빵\ufffd")]
    [True, False, True, True]
    """
    return not text or "\ufffd" in text or _DAMAGE.search(text) is not None


def damaged_text(selection: Selection) -> Iterator[Diagnostic]:
    """Give the lines that hold damaged text, but not where code shows such text on purpose.

    What is shown on purpose the other language shows, too, and then no code is looked at.
    """
    for lesson in selection.files:
        if lesson.text.isascii():
            continue
        others = [one for one in selection.lessons.versions(lesson.docname) if one is not lesson]
        other = others[0].text if others else ""
        lines = _read_lines(lesson, "" if _DAMAGE.search(other) else other)
        found = {n: match[0] for n, line in enumerate(lines) if (match := _DAMAGE.search(line))}
        if _UPPER_RUN.search(lesson.text):
            runs = {n: elsewhere_decoded(line) for n, line in enumerate(lines) if n not in found}
            found |= {n: run for n, run in runs.items() if run}
        has_outside = _OUTSIDE in lesson.text.encode("euc_kr", "ignore")
        if has_outside or _CHINESE.search(lesson.text):
            lost = {n: lost_syllables(line) for n, line in enumerate(lines) if n not in found}
            found |= {n: run for n, run in lost.items() if run and run not in other}
        if has_outside:
            rare = {n: rare_syllables(line) for n, line in enumerate(lines) if n not in found}
            found |= {n: run for n, run in rare.items() if run and run not in other}
        if _HANGUL_IN_EUC_KR.search(lesson.text):
            runs = {n: euc_kr_syllables(line) for n, line in enumerate(lines) if n not in found}
            euc_kr = {n: run for n, run in runs.items() if run and run not in other}
            yield from _in_euc_kr(lesson, euc_kr)
            lines = ["" if n in euc_kr else line for n, line in enumerate(lines)]
        # Lost letters have a rule of their own.
        suspect = {
            n: match[0]
            for n, line in enumerate(lines)
            if n not in found and "\ufffd" not in line and (match := _SUSPECT.search(line))
        }
        if suspect and selection.damaged:
            damaged = suspect.keys() & selection.damaged("\n".join(lines))
            found |= {n: suspect[n] for n in damaged}
        repaired = selection.damaged(lesson.text) if found and selection.damaged else None
        rows = lesson.text.split("\n")
        for number, damage in sorted(found.items()):
            column = lines[number].index(damage) + 1
            message = f'"{damage}" is UTF-8 that was decoded as something else'
            fix = f'try "{COMMAND} repair {quote(str(lesson.path))}"'
            # A word in a page that is whole is a quotation to `repair`, which leaves it.
            left = repaired is not None and repaired.get(number, rows[number]) == rows[number]
            before, end = None, column + len(damage)
            if left or len(found) <= _FEW_LINES:
                before = said_before(selection, lesson, number + 1, rows[number], damage)
            if before is not None and (left or before.kind != "guessed"):
                message, fix = _told(before), f'write "{before.said}"'
                column = rows[number].index(before.damaged) + 1
                end = column + len(before.damaged)
            elif left:
                fix = "write anew what stood there: a repair takes it for a quotation"
            place = lesson.path, number + 1
            yield Diagnostic(*place, "mojibake", message, fix=fix, column=column, end=end)


def _told(before: Before) -> str:
    damaged, said = before.damaged, before.said
    if before.kind == "confirmed":
        return f'"{damaged}" was "{said}" when it was confirmed'
    if before.kind == "guessed":
        return f'"{damaged}" may be "{said}", decoded as something else'
    return f'"{damaged}" is "{said}", decoded as something else'


def _in_euc_kr(lesson: Lesson, found: dict[int, str]) -> Iterator[Diagnostic]:
    lines = lesson.text.split("\n")
    for number, damage in found.items():
        before = euc_kr_before(lines[number], damage)
        column = lines[number].index(before.damaged) + 1
        yield Diagnostic(
            lesson.path,
            number + 1,
            "mojibake",
            f'"{before.damaged}" is "{before.said}" in EUC-KR that was decoded as something else',
            fix=f'write "{before.said}"',
            column=column,
            end=column + len(before.damaged),
        )


def _read_lines(lesson: Lesson, other: str) -> list[str]:
    """Give the lines of a lesson, with blanks for code that the other language has, too."""
    rows = lesson.text.split("\n")
    lines = [_CODE_SPAN.sub(lambda match: _own(match[0], other), row) for row in rows]
    start = lesson.blocks[0].line if lesson.blocks else 1
    # What stands in quotation marks is a quotation to `repair`, and in YAML it is any text.
    lines[: start - 1] = [line.replace('"', " ") for line in lines[: start - 1]]
    for block in lesson.blocks:
        if block.kind in {"cell", "fence", "directive:code-block"}:
            inside = slice(block.line - 1, block.end)
            lines[inside] = [_own(row, other) for row in rows[inside]]
        if block.cell is not None:
            for number, column, text in comments(block.cell):
                lines[number - 1] = " " * (column - 1) + text
    return lines


def _own(code: str, other: str) -> str:
    """Give the words in a piece of code; blanks where another text has it or is not there.

    >>> _own("`ì»´`", "`컴`"), _own("`값`", "`값`"), _own("`값`", "")
    (' ì»´ ', '   ', '   ')
    """
    if code.isascii() or not other or code.strip() in other:
        return " " * len(code)
    return re.sub("[\"'`]", " ", code)
