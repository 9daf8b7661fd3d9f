"""Korean of the encoding CP949: read as Latin-1, or UTF-8 that was read as CP949."""

from __future__ import annotations

import re
from dataclasses import replace

from scripts.repair.cited import Verdict
from scripts.repair.decode import USUAL, looks_korean
from scripts.repair.draft import Draft
from scripts.repair.encodings import WRONG_ENCODINGS
from scripts.repair.glance import CP949, CP949_LEADS, EUC_KR
from scripts.repair.judging import judged, named, where_real
from scripts.repair.lattice import HANGUL, in_korean_standard
from scripts.repair.result import Edit, Lost, Places
from scripts.repair.spans import runs

_HIGH_RUN = re.compile("[\u0080-\uffff]+")
# Letters next to such a run make a word of another language of it.
_IN_WORD = re.compile("[a-z][\u00a1-\u00fe]|[\u00a1-\u00fe][A-Za-z]")
# Of what is no ASCII on the lines, so much must give Hangul that reads as Korean.
_MOSTLY = 0.8
# In fewer syllables than these no letter may stand next to them.
_ENOUGH = 8
_JAMO = re.compile("[\u3131-\u318e]")


def undo_euc_kr(draft: Draft) -> Draft:
    """Read CP949 or EUC-KR again that was read as Latin-1 or cp1252, where the lines speak for it.

    Pairs of accented letters are rare in any language, and a line of Korean is made of them.
    """
    if not EUC_KR.search(draft.text):
        return draft
    lines = draft.text.split("\n")
    read = {
        number: text
        for number, line in enumerate(lines)
        if not line.isascii()
        and EUC_KR.search(line)
        and not HANGUL.search(line)
        and (text := _as_cp949(line)) is not None
        and not _is_utf8(line, text[0])
    }
    joined = "\n".join(text for text, _ in read.values())
    high = sum(len(run) for n in read for run in _HIGH_RUN.findall(lines[n]))
    alone = sum(len(_IN_WORD.findall(lines[n])) for n in read)
    count = len(HANGUL.findall(joined))
    words = alone > (count // 3 if count >= _ENOUGH else 0)
    # Frames and bullets are pairs as well; what is Korean is told by the letters.
    pairs = [character for character in joined if character > "\xff"]
    # So are jamo, of which a page about the alphabet holds as many; kana are read as such.
    letters = "".join(c for c in pairs if c.isalpha() and not _JAMO.match(c))
    jamo = len(_JAMO.findall(joined))
    if (
        count < max(2, jamo)
        or 2 * len(pairs) < _MOSTLY * high
        or words
        or not looks_korean(letters)
    ):
        return draft
    # A line that holds a sign only is no proof, but of a text that is proved it is a part.
    for number, line in enumerate(lines):
        if number not in read and not line.isascii() and not HANGUL.search(line):
            text = _as_cp949(line, "euc_kr")
            if text is not None and not text[1] and not _is_utf8(line, text[0]):
                read[number] = text
    found = judged(draft, lines, list(read), lambda number: runs(lines[number]))
    starts = Places(draft.text).starts
    real = [number for number in sorted(read) if found[number] is Verdict.REAL]
    draft = draft.after(
        "undo-euc-kr",
        "read as EUC-KR (CP949) what had been read as Latin-1 (cp1252)",
        (Edit(starts[n], starts[n] + len(lines[n]), read[n][0]) for n in real),
    )
    lost = tuple(
        Lost(n + 1, f"cannot be decoded: {' '.join(read[n][1])}; look it up in the original")
        for n in real
        if read[n][1]
    )
    return replace(named(draft, found, "damaged text"), lost=(*draft.lost, *lost))


def _is_utf8(line: str, read: str) -> bool:
    """Say whether a line looks like UTF-8, misread once or twice, and not like the EUC-KR `read`.

    >>> _is_utf8("ì»´íŒŒì¼ëŸ¬ì˜", "챙쨩쨈챠"), _is_utf8("ÄÄÆÄÀÏ·¯ÀÇ", "컴파일러의")
    (True, False)
    """
    if 2 * len(HANGUL.findall(read)) >= _MOSTLY * sum(map(len, _HIGH_RUN.findall(line))):
        return False
    pairs = len(EUC_KR.findall(line))
    # Of EUC-KR hardly any syllable opens with these two letters, and one in 40 gives such a pair.
    return 2 * sum(map(line.count, "ÂÃ")) > pairs or 3 * len(_UTF8.findall(line)) > pairs


_EUC_KR_RUN = re.compile("[\u0080-\u02ff\u2010-\u2122]+")


def _as_cp949(line: str, codec: str = "cp949") -> tuple[str, list[str]] | None:
    """Give a line as CP949 and the runs that are none; None where nothing on it is CP949."""
    for encoding in _READ_CP949:
        data = encoding.bytes_of(line)
        if data is not None:
            try:
                return data.decode(codec), []
            except UnicodeDecodeError:
                continue
    left: list[str] = []

    def better(match: re.Match[str]) -> str:
        text = _run_as_euc_kr(match.group())
        if text is None:
            left.append(match.group())
            return match.group()
        return text

    text = _EUC_KR_RUN.sub(better, line)
    return (text, left) if text != line else None


_READ_CP949 = (WRONG_ENCODINGS["cp1252"], WRONG_ENCODINGS["latin-1"])
# Hangul of UTF-8 opens like this.
_UTF8 = re.compile(
    "[\u00ea-\u00ed][\ufffd{}]".format(
        re.escape(
            "".join(
                sorted({c for e in _READ_CP949 for c, b in e.to_byte.items() if 0x80 <= b < 0xC0})
            )
        )
    )
)


def _run_as_euc_kr(run: str) -> str | None:
    # Where a byte is gone all pairs after it are wrong: such a run is left.
    data = _READ_CP949[0].bytes_of(run) if len(run) % 2 == 0 else None
    try:
        return None if data is None else data.decode("euc_kr")
    except UnicodeDecodeError:
        return None


# All that CP949 makes of the bytes of UTF-8, without ASCII.
_CP949_RUN = re.compile(
    f"[{CP949_LEADS}][\uac00-\ud7a3\u3131-\u318e\u4e00-\u9fff\uf900-\ufaff\u00a1-\u00ff"
    "\u2000-\u33ff\uff01-\uff5e\u0391-\u0451]+"
)
_STANDARD = 0.9
_NOT_ASCII = re.compile("[^\x00-\x7f]+")
_NOT_ASCII_ONE = re.compile("[^\x00-\x7f]")


def undo_cp949(draft: Draft) -> Draft:
    """Read UTF-8 again that was read as CP949, where nothing of it was lost."""
    if not CP949.search(draft.text):
        return draft
    lines = draft.text.split("\n")
    read = {n: edits for n, line in enumerate(lines) if (edits := _read_again(line))}
    hangul = [c for edits in read.values() for edit in edits for c in HANGUL.findall(edit.text)]
    # By chance one syllable in five is one of the Korean standard.
    if sum(map(in_korean_standard, hangul)) < _STANDARD * len(hangul):
        return draft
    starts = Places(draft.text).starts
    before = draft
    did = "read as UTF-8 what had been read as CP949"
    draft = where_real(
        draft,
        "undo-cp949",
        did,
        tuple(_moved(edit, starts[n]) for n, edits in read.items() for edit in edits),
    )
    if draft.text == before.text:
        return draft
    mended = draft.text.split("\n")
    starts = Places(draft.text).starts
    others = [n for n, line in enumerate(lines) if line == mended[n] and not line.isascii()]
    parts = {n: _part_of_it(lines[n]) for n in others}
    if any(HANGUL.search(lines[n]) and not edits for n, edits in parts.items()):
        # Some of the text is whole. A usual syllable may be the bytes of a sign by chance: 책 is å.
        parts = {n: edits for n, edits in parts.items() if not _is_usual(lines[n])}
    more = [_moved(edit, starts[n]) for n, edits in parts.items() for edit in edits]
    return draft.after("undo-cp949", f"{did}: what proves nothing by itself", more)


def _moved(edit: Edit, by: int) -> Edit:
    return Edit(edit.start + by, edit.end + by, edit.text)


def _read_again(line: str) -> list[Edit]:
    """Give what of a line was UTF-8, where Hangul of it proves that; else nothing.

    >>> [edit.text for edit in _read_again("쨌 鍮꾩쑉 \\uf9dd앷컧")]
    ['·', '비율', '증감']
    >>> _read_again("쨌 由 援護 救하다")
    []
    """
    if line.isascii() or not CP949.search(line):
        return []
    proof: list[Edit] = []
    for match in _CP949_RUN.finditer(line):
        text = _as_utf8(match.group())
        # The last byte of a syllable may have taken an ASCII letter with it.
        foreign = len(_NOT_ASCII_ONE.findall(text)) if text else 0
        if text and len(HANGUL.findall(text)) >= max(2, 0.8 * foreign):
            proof.append(Edit(*match.span(), text))
    if not proof:
        return []
    edits: list[Edit] = []
    for match in _NOT_ASCII.finditer(line):
        text = _as_utf8(match.group())
        if text is not None:
            edits.append(Edit(*match.span(), text))
        else:
            edits += [e for e in proof if match.start() <= e.start and e.end <= match.end()]
    return edits


def _part_of_it(line: str) -> list[Edit]:
    """Give all of a line as UTF-8, or nothing where a part of it is none.

    A line that holds a sign or a syllable only is no proof, but of a text that is proved it is a
    part.
    """
    found = [(match, _as_utf8(match.group())) for match in _NOT_ASCII.finditer(line)]
    edits = [Edit(*match.span(), text) for match, text in found if text is not None]
    return edits if len(edits) == len(found) else []


def _is_usual(line: str) -> bool:
    """Say whether all that is no ASCII on a line are syllables that any text may hold."""
    return USUAL.issuperset(_NOT_ASCII_ONE.findall(line))


def _as_utf8(run: str) -> str | None:
    try:
        return run.encode("cp949").decode("utf-8")
    except UnicodeError:
        return None
