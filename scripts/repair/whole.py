"""Damage that took no byte away: each step undoes one kind of it, exactly or not at all."""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Iterator

import ftfy
from ftfy.badness import badness, is_bad

from scripts.repair.decode import looks_korean
from scripts.repair.detect import SUSPECT, code_ranges, damage, inside
from scripts.repair.draft import Draft
from scripts.repair.encodings import REPLACEMENT, WRONG_ENCODINGS
from scripts.repair.lattice import HANGUL, Broken, Reading, Slot, Sure, pieces
from scripts.repair.result import Edit, apply

# Korean text decomposed into jamo, as macOS writes it: only what composes into syllables of today.
_JAMO = re.compile("[\u1100-\u1112][\u1161-\u1175][\u11a8-\u11c2]?")


def compose_jamo(draft: Draft) -> Draft:
    """Join jamo that stand apart into syllables."""
    if not _JAMO.search(draft.text):
        return draft
    return draft.after(
        "compose-jamo",
        "joined jamo that stood apart (NFD) into syllables",
        (
            Edit(m.start(), m.end(), unicodedata.normalize("NFC", m.group()))
            for m in _JAMO.finditer(draft.text)
        ),
    )


_LETTER_ENTITIES = re.compile("(?:&(?:[A-Za-z]{2,6}[0-9]{0,2}|#1[2-9][0-9]|#2[0-5][0-9]);){3,}")
_HANGUL_ENTITY = re.compile(r"&#(?:(?P<decimal>[0-9]{5})|[xX](?P<hex>[0-9A-Fa-f]{4}));")


def _outside_code(pattern: re.Pattern[str], text: str) -> list[re.Match[str]]:
    found = list(pattern.finditer(text))
    code = code_ranges(text) if found else []
    return [match for match in found if not inside(match.start(), code)]


def decode_entities(draft: Draft) -> Draft:
    """Write Hangul that stands as HTML references, misread or not; code is left alone."""
    if "&" not in draft.text:
        return draft

    def edits() -> Iterator[Edit]:
        for match in _outside_code(_HANGUL_ENTITY, draft.text):
            number = match["decimal"]
            text = chr(int(number) if number else int(match["hex"], 16))
            if HANGUL.match(text):
                yield Edit(match.start(), match.end(), text)

    def letters() -> Iterator[Edit]:
        for match in _outside_code(_LETTER_ENTITIES, draft.text):
            text = html.unescape(match.group())
            whole = WRONG_ENCODINGS["cp1252"].whole(text)
            if whole and all(map(HANGUL.match, whole)):
                yield Edit(match.start(), match.end(), text)

    draft = draft.after("decode-entities", "wrote HTML references to Hangul as Hangul", edits())
    return draft.after(
        "decode-letters", "wrote HTML references to the letters of misread Hangul", letters()
    )


# Two letters from A1 to FE of Latin-1 for each syllable, with nothing but ASCII between them.
_EUC_KR_RUN = re.compile("(?:[\u00a1-\u00fe]{2})+")


def undo_euc_kr(draft: Draft) -> Draft:
    """Read EUC-KR again that was read as Latin-1, where the whole text speaks for it."""
    if HANGUL.search(draft.text):
        return draft

    def edits() -> Iterator[Edit]:
        for match in _EUC_KR_RUN.finditer(draft.text):
            try:
                text = match.group().encode("latin-1").decode("euc_kr")
            except UnicodeDecodeError:
                continue
            yield Edit(match.start(), match.end(), text)

    found = tuple(edits())
    text = apply(draft.text, found)
    high = sum(character > "\x7f" for character in draft.text)
    count = len(HANGUL.findall(text))
    # Pairs of accented letters are rare in any language: nearly all letters of the text must pair
    # up, in runs of their own, and give Hangul that reads as Korean.
    inside = sum(draft.text[edit.start - 1 : edit.start].islower() for edit in found)
    if count < 4 or 2 * count < 0.9 * high or 5 * inside > len(found) or not looks_korean(text):
        return draft
    return draft.after("undo-euc-kr", "read as EUC-KR what had been read as Latin-1", found)


# UTF-8 of Hangul read as CP949 opens with a Hanja whose first byte is EA-ED.
_CP949_LEADS = bytes(
    byte for lead in range(0xEA, 0xEE) for trail in range(0xA1, 0xFF) for byte in (lead, trail)
).decode("cp949")
_CP949_RUN = re.compile(
    f"[{_CP949_LEADS}][\uac00-\ud7a3\u3131-\u318e\u4e00-\u9fff\uf900-\ufaff\u00a1-\u00ff"
    "\u2000-\u33ff\uff01-\uff5e\u0391-\u0451]+"
)


def undo_cp949(draft: Draft) -> Draft:
    """Read UTF-8 again that was read as CP949, where nothing of it was lost."""

    def edits() -> Iterator[Edit]:
        for match in _CP949_RUN.finditer(draft.text):
            try:
                text = match.group().encode("cp949").decode("utf-8")
            except UnicodeError:
                continue
            if len(HANGUL.findall(text)) >= max(2, 0.8 * len(text)):
                yield Edit(match.start(), match.end(), text)

    return draft.after("undo-cp949", "read as UTF-8 what had been read as CP949", edits())


def undo_twice(draft: Draft) -> Draft:
    """Undo a wrong decoding whose result is another one, which proves it."""
    for _ in range(3):
        edits = tuple(_outer(draft.text))
        if not edits:
            break
        draft = draft.after("undo-twice", "undid a wrong decoding that lay over another", edits)
    return draft


_TWO_BYTES = re.compile("[\u00c2\u00c3\u00c4\u00c5\u00cb\u00e2][\u0080-\uffff]")


def _outer(text: str) -> Iterator[Edit]:
    start = 0
    lines = text.split("\n")
    for line in lines:
        if len(_TWO_BYTES.findall(line)) >= 4:
            for name in ("cp1252", "cp1254", "latin-1", "cp1250"):
                reading = Reading(WRONG_ENCODINGS[name])
                parts = list(pieces(line, reading))
                if any(isinstance(part, Slot | Broken) for part in parts):
                    continue
                inner = "".join(p.text if isinstance(p, Sure) else str(p) for p in parts)
                if SUSPECT.search(inner) and damage([inner]) is not None:
                    yield Edit(start, start + len(line), inner)
                    break
        start += len(line) + 1


def _characters(first: int, last: int) -> str:
    return re.escape(
        "".join(
            sorted(
                {
                    character
                    for encoding in WRONG_ENCODINGS.values()
                    for character, byte in encoding.to_byte.items()
                    if first <= byte <= last
                }
            )
        )
    )


# All that ftfy mends holds a letter that opens a sequence and one that follows it, or a control;
# this look is quick, ftfy's own takes a second for 10 MB.
_MAYBE_BAD = re.compile(
    f"[{_characters(0xC2, 0xF4)}\u0080-\u009f]"
    f"(?:[{_characters(0x80, 0xBF)}]|(?<=[\u00c2\u00c3]) |(?<=[\u0080-\u009f]))"
)
# Through these ftfy also reads a quotation mark and a letter that are whole.
_RARE = {"macroman", "cp437", "iso-8859-2"}
_FTFY = ftfy.TextFixerConfig(replace_lossy_sequences=False, fix_c1_controls=False)


def mend_with_ftfy(draft: Draft) -> Draft:
    """Let ftfy mend the lines that hold other damage than misread Hangul; code is left alone."""
    if not _MAYBE_BAD.search(draft.text):
        return draft
    lines = draft.text.split("\n")
    bad = {n for n, line in enumerate(lines) if _MAYBE_BAD.search(line) and is_bad(line)}
    found = damage(lines) if bad else None
    if found:
        bad -= found.lines
    if not bad:
        return draft
    code = code_ranges(draft.text)

    def edits() -> Iterator[Edit]:
        end = -1
        for number, line in enumerate(lines):
            start, end = end + 1, end + 1 + len(line)
            if number not in bad:
                continue
            prose = "".join(c for i, c in enumerate(line, start) if not inside(i, code))
            better, plan = ftfy.fix_encoding_and_explain(line, _FTFY)
            if any(step.parameter in _RARE for step in plan or ()):
                continue
            kept = better.count(REPLACEMENT) == line.count(REPLACEMENT)
            if kept and is_bad(prose) and badness(better) < badness(line):
                yield Edit(start, end, better)

    return draft.after("ftfy", "ftfy undid other wrong decodings", edits())
