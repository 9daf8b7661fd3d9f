"""Damage that took no byte away: each step undoes one kind of it, exactly or not at all."""

from __future__ import annotations

import html
import re
import unicodedata
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import chain

import ftfy
from ftfy.badness import badness, is_bad

from scripts.repair.cited import Span, Verdict, changed, runs, verdicts
from scripts.repair.decode import looks_korean
from scripts.repair.detect import code_ranges, damages, inside
from scripts.repair.draft import Draft
from scripts.repair.encodings import REPLACEMENT, WRONG_ENCODINGS
from scripts.repair.glance import CP949, CP949_LEADS, EUC_KR
from scripts.repair.lattice import HANGUL
from scripts.repair.losses import quotation
from scripts.repair.result import Edit, Lost, Places

# Korean text decomposed into jamo, as macOS writes it: only what composes into syllables of today.
_JAMO = re.compile("[\u1100-\u1112][\u1161-\u1175][\u11a8-\u11c2]?")
_JAMO_RUN = re.compile("[\u1100-\u11ff]+")
# What took all Hangul of a text apart took letters and signs with marks apart too.
_ALL_APART = re.compile(f"{_JAMO.pattern}|[^\n\u0300-\u036f][\u0300-\u036f]+")


def compose_jamo(draft: Draft) -> Draft:
    """Join jamo that stand apart into syllables, where whole words of the text are written so.

    Code, strings, and letters with marks are joined only in a text that holds nothing in one piece
    that NFD would take apart: then something took all of it apart. Elsewhere jamo in code are
    meant.
    """
    if not _JAMO.search(draft.text):
        return draft
    lines = draft.text.split("\n")
    apart = [n for n, line in enumerate(lines) if not line.isascii() and _JAMO.search(line)]
    found = _judged(draft, lines, apart, lambda number: _jamo_spans(lines[number]))
    code: list[tuple[int, int]] = []
    strings = None
    pattern = _JAMO
    if HANGUL.search(draft.text):
        code = code_ranges(draft.text)
        strings = _STRING
    elif Verdict.REAL in found.values() and unicodedata.is_normalized("NFD", draft.text):
        pattern = _ALL_APART
        marked = (n for n, line in enumerate(lines) if pattern.search(line))
        found = dict.fromkeys(marked, Verdict.REAL) | found

    def edits() -> Iterator[Edit]:
        end = -1
        for number, line in enumerate(lines):
            start, end = end + 1, end + 1 + len(line)
            if found.get(number) is not Verdict.REAL:
                continue
            quoted = [m.span() for m in strings.finditer(line)] if strings else []
            for match in pattern.finditer(line):
                at = match.start()
                if inside(start + at, code) or inside(at, quoted):
                    meant.add(number)
                    continue
                text = unicodedata.normalize("NFC", match.group())
                if text != match.group():
                    yield Edit(start + at, start + match.end(), text)

    meant: set[int] = set()
    joined = tuple(edits())
    if joined:
        # Beside words that something took apart, jamo in code may be meant and may not.
        found |= dict.fromkeys(meant, Verdict.UNSURE)
    draft = draft.after("compose-jamo", "joined jamo that stood apart (NFD) into syllables", joined)
    return _named(draft, found, "decomposed Hangul (NFD)")


# A string of a programming language; prose that is quoted has spaces around it.
_STRING = re.compile(r"(?<=[(=,:\[{ ])[rbuf]?(?:\"[^\"\n]*\"|'[^'\n]*')(?=[)\]},;:.]|$)")


def _jamo_spans(line: str) -> list[Span]:
    spans = []
    for match in _JAMO_RUN.finditer(line):
        clean = unicodedata.normalize("NFC", match.group())
        spans.append(Span(match.start(), match.end(), clean))
    return spans


def _judged(
    draft: Draft, lines: list[str], damaged: list[int], spans: Callable[[int], list[Span]]
) -> dict[int, Verdict]:
    """Judge damaged lines; a step that mended something before proves that the text is damaged."""
    if draft.proved:
        return dict.fromkeys(damaged, Verdict.REAL)
    return verdicts(lines, damaged, spans, real=any(step.edits for step in draft.steps))


def _named(draft: Draft, found: dict[int, Verdict], what: str) -> Draft:
    """Name the lines that may quote damage and may be damaged; they stay as they are."""
    doubt = [n + 1 for n, verdict in found.items() if verdict is Verdict.UNSURE]
    lost = (*draft.lost, *(quotation(number, what) for number in doubt))
    return replace(draft, lost=lost) if doubt else draft


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

    draft = _where_real(
        draft, "decode-entities", "wrote HTML references to Hangul as Hangul", tuple(edits())
    )
    return _where_real(
        draft,
        "decode-letters",
        "wrote HTML references to the letters of misread Hangul",
        tuple(letters()),
    )


def _where_real(draft: Draft, name: str, did: str, edits: tuple[Edit, ...]) -> Draft:
    """Make the edits of the lines that are damaged, and name those that may be a quotation."""
    if not edits:
        return draft
    lines = draft.text.split("\n")
    starts = Places(draft.text).starts
    by_line: dict[int, list[Edit]] = {}
    for edit in edits:
        by_line.setdefault(bisect_right(starts, edit.start) - 1, []).append(edit)

    def spans(number: int) -> list[Span]:
        joined: list[Span] = []
        for edit in by_line[number]:
            start, end = edit.start - starts[number], edit.end - starts[number]
            if joined and joined[-1].end == start:
                joined[-1] = Span(joined[-1].start, end, joined[-1].clean + edit.text)
            else:
                joined.append(Span(start, end, edit.text))
        return joined

    found = _judged(draft, lines, list(by_line), spans)
    real = [n for n, verdict in found.items() if verdict is Verdict.REAL]
    draft = draft.after(name, did, (edit for n in real for edit in by_line[n]))
    return _named(draft, found, "damaged text")


_HIGH_RUN = re.compile("[\u0080-\uffff]+")
# Letters next to such a run make a word of another language of it.
_IN_WORD = re.compile("[a-z][\u00a1-\u00fe]|[\u00a1-\u00fe][A-Za-z]")
# Of what is no ASCII on the lines, so much must give Hangul that reads as Korean.
_MOSTLY = 0.8
# In fewer syllables than these no letter may stand next to them.
_ENOUGH = 8


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
    letters = "".join(filter(str.isalpha, pairs))
    if count < 2 or 2 * len(pairs) < _MOSTLY * high or words or not looks_korean(letters):
        return draft
    # A line that holds a sign only is no proof, but of a text that is proved it is a part.
    for number, line in enumerate(lines):
        if number not in read and not line.isascii() and not HANGUL.search(line):
            text = _as_cp949(line, "euc_kr")
            if text is not None and not text[1] and not _is_utf8(line, text[0]):
                read[number] = text
    judged = _judged(draft, lines, list(read), lambda number: runs(lines[number]))
    starts = Places(draft.text).starts
    real = [number for number in sorted(read) if judged[number] is Verdict.REAL]
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
    return replace(_named(draft, judged, "damaged text"), lost=(*draft.lost, *lost))


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


# UTF-8 of Hangul read as CP949 opens with a Hanja whose first byte is EA-ED.
_CP949_RUN = re.compile(
    f"[{CP949_LEADS}][\uac00-\ud7a3\u3131-\u318e\u4e00-\u9fff\uf900-\ufaff\u00a1-\u00ff"
    "\u2000-\u33ff\uff01-\uff5e\u0391-\u0451]+"
)


def undo_cp949(draft: Draft) -> Draft:
    """Read UTF-8 again that was read as CP949, where nothing of it was lost."""

    if not CP949.search(draft.text):
        return draft

    def edits() -> Iterator[Edit]:
        for match in _CP949_RUN.finditer(draft.text):
            text = _as_utf8(match.group())
            # The last byte of a syllable may have taken an ASCII letter with it.
            foreign = len(_NOT_ASCII_ONE.findall(text)) if text else 0
            if text and len(HANGUL.findall(text)) >= max(2, 0.8 * foreign):
                yield Edit(match.start(), match.end(), text)

    did = "read as UTF-8 what had been read as CP949"
    before = draft
    draft = _where_real(draft, "undo-cp949", did, tuple(edits()))
    if draft.text == before.text:
        return draft

    def signs() -> Iterator[Edit]:
        # A line that holds a sign only is no proof, but of a text that is proved it is a part; so
        # is a sign on a line that was read again.
        start = 0
        old = before.text.split("\n")
        for line, earlier in zip(draft.text.split("\n"), old, strict=True):
            foreign = list(_NOT_ASCII.finditer(line))
            read = [(m, text) for m in foreign if (text := _as_utf8(m.group())) is not None]
            whole = len(read) == len(foreign) or line != earlier
            if whole and not any(HANGUL.search(text) for _, text in read):
                for match, text in read:
                    yield Edit(start + match.start(), start + match.end(), text)
            start += len(line) + 1

    return draft.after("undo-cp949", f"{did}: signs", signs())


_NOT_ASCII = re.compile("[^\x00-\x7f]+")
_NOT_ASCII_ONE = re.compile("[^\x00-\x7f]")


def _as_utf8(run: str) -> str | None:
    try:
        return run.encode("cp949").decode("utf-8")
    except UnicodeError:
        return None


def _characters(first: int, last: int) -> set[str]:
    return {
        character
        for encoding in WRONG_ENCODINGS.values()
        for character, byte in encoding.to_byte.items()
        if first <= byte <= last
    }


def _class(characters: Iterable[str]) -> str:
    return re.escape("".join(sorted(characters)))


# The first letter of a Hangul syllable that was misread once, as it looks when misread again.
_TWICE_LEADS: dict[str, set[str]] = {}
for _outer_wrong in WRONG_ENCODINGS.values():
    _read = {byte: character for character, byte in _outer_wrong.to_byte.items()}
    for _inner in WRONG_ENCODINGS.values():
        for _letter, _byte in _inner.to_byte.items():
            if 0xEA <= _byte <= 0xED:
                _first, *_rest = (_read[b] for b in _letter.encode())
                _TWICE_LEADS.setdefault(_first, set()).add(_rest[0])
_TWICE = re.compile("|".join(f"{a}[{_class(b)}]" for a, b in sorted(_TWICE_LEADS.items())))
# Two-byte sequences side by side, as a third layer makes them of the second.
_MORE = re.compile(4 * f"[{_class(_characters(0xC2, 0xDF))}][{_class(_characters(0x80, 0xBF))}]")
_TIMES = 3


def undo_twice(draft: Draft) -> Draft:
    """Undo a wrong decoding whose result is another one, which proves it; nothing may be lost.

    Every line of such a text that can be undone is, also one whose only damage is a sign.
    """
    for _ in range(_TIMES):
        edits = _outer(draft)
        if not edits:
            break
        draft = draft.after("undo-twice", "undid a wrong decoding that lay over another", edits)
    return draft


def _outer(draft: Draft) -> tuple[Edit, ...]:
    """Give the edits that take off an outer layer, if there are two."""
    if not _TWICE.search(draft.text) and not _MORE.search(draft.text):
        return ()
    lines = draft.text.split("\n")
    suspects = [
        n
        for n, line in enumerate(lines)
        if not line.isascii() and (_TWICE.search(line) or _MORE.search(line))
    ]
    best: dict[int, str] = {}
    for encoding in WRONG_ENCODINGS.values():
        inner = {n: text for n in suspects if (text := encoding.whole(lines[n])) is not None}
        if len(inner) <= len(best):
            continue
        numbers = list(inner)
        found = damages([inner[n] for n in numbers])
        proved = {numbers[place] for damage in found for place in damage.lines}
        # Under a third layer the second one shows.
        proved |= {n for n in numbers if _TWICE.search(inner[n])}
        if len(proved) > len(best):
            best = {n: inner[n] for n in proved}
            name = encoding
    if not best or len(best) <= sum(len(damage.lines) for damage in damages(lines)):
        # A line that is damaged twice in a text that is damaged once is a quotation, or stands
        # alone; it is seen when the one layer is off.
        return ()
    judged = _judged(draft, lines, list(best), lambda number: runs(lines[number]))
    real = {n for n, verdict in judged.items() if verdict is Verdict.REAL}
    if not real:
        return ()
    edits = []
    end = -1
    for number, line in enumerate(lines):
        start, end = end + 1, end + 1 + len(line)
        if line.isascii() or (number in judged and number not in real):
            continue
        text = best.get(number) or name.whole(line)
        if text is not None:
            edits.append(Edit(start, end, text))
    return tuple(edits)


# All that ftfy mends holds a letter that opens a sequence and one that follows it, or a control;
# this look is quick, ftfy's own takes a second for 10 MB. Cyrillic and Greek letters before a mark
# are words, but for those by which ftfy knows damage.
_FOLLOW = _characters(0x80, 0xBF)
_OTHER_ALPHABET = {chr(code) for code in range(0x370, 0x500)}
_MARKS = _class(_FOLLOW - _OTHER_ALPHABET)
_MAYBE_BAD = re.compile(
    f"[{_class(_characters(0xC2, 0xF4) - _OTHER_ALPHABET)}\u0080-\u009f]"
    f"(?:[{_class(_FOLLOW)}]|(?<=[\u00c2\u00c3]) |(?<=[\u0080-\u009f]))"
)
_MAYBE_BAD_GREEK = re.compile(f"[ВГРСвΒΓΞΟβ](?:Ђ|€|[{_MARKS}][ВГРСΒΓΞΟ])")


_WINDOW = 8


def _maybe_bad(text: str) -> bool:
    return bool(_MAYBE_BAD.search(text) or _MAYBE_BAD_GREEK.search(text))


# Through these ftfy also reads a quotation mark and a letter that are whole.
_RARE = {"macroman", "cp437", "iso-8859-2"}
_FTFY = ftfy.TextFixerConfig(replace_lossy_sequences=False, fix_c1_controls=False)


def mend_with_ftfy(draft: Draft) -> Draft:
    """Let ftfy mend the lines that hold other damage than misread Hangul; code is left alone."""
    if not _maybe_bad(draft.text):
        return draft
    lines = draft.text.split("\n")
    found = damages(lines)
    taken = {number for damage in found for number in damage.lines}
    # Where something was guessed, nothing is made of what nobody could guess beside it.
    taken |= {guess.line - 1 for guess in draft.guesses}
    bad = {
        number: better
        for number, line in enumerate(lines)
        if number not in taken
        and not line.isascii()
        and _maybe_bad(line)
        and not _DATA.search(line)
        and (better := _mended(line)) is not None
    }
    if not bad:
        return draft
    code = code_ranges(draft.text)
    starts = Places(draft.text).starts
    for number in list(bad):
        prose = "".join(
            c for i, c in enumerate(lines[number], starts[number]) if not inside(i, code)
        )
        if not is_bad(prose):
            del bad[number]

    def spans(number: int) -> list[Span]:
        return changed(lines[number], bad[number])

    damaged = bool(found) or any(step.edits for step in draft.steps)
    judged = verdicts(lines, bad, spans, real=damaged)
    draft = draft.after(
        "ftfy",
        "ftfy undid other wrong decodings",
        (
            Edit(starts[number], starts[number] + len(lines[number]), bad[number])
            for number, verdict in judged.items()
            if verdict is Verdict.REAL
        ),
    )
    return _named(draft, judged, "damaged text")


# A sign of cp1252 that was read as a control stands at a word or between spaces.
_C1_IN_TEXT = re.compile(r"(?<=\w)[\x80-\x9f]|[\x80-\x9f](?=\w)|(?<!\S)[\x80-\x9f](?!\S)")
_AS_CP1252 = [("encode", "latin-1"), ("decode", "windows-1252")]
# A word in capitals may end in this letter, and a no-break space may follow it.
_CAPITALS = re.compile("(?<=[A-Z]{2})\u00c2(\u00a0)(?=[A-Z])")
# Controls that no text holds: such a line is data.
_DATA = re.compile("[\x00-\x08\x0e-\x1a\x1c-\x1f]")


def _mended(line: str) -> str | None:
    """Give a line as ftfy mends it, or None where it does not or where that is doubtful."""
    # What ftfy looks at is a few characters long; a window of them tells most lines apart.
    hits = chain(_MAYBE_BAD.finditer(line), _MAYBE_BAD_GREEK.finditer(line))
    near = (line[max(0, hit.start() - _WINDOW) : hit.end() + _WINDOW] for hit in hits)
    if not any(map(is_bad, near)) or not is_bad(line):
        return None
    better, plan = ftfy.fix_encoding_and_explain(line, _FTFY)
    if any(step.parameter in _RARE for step in plan or ()):
        return None
    if _lists_characters(line) or (list(plan or ()) == _AS_CP1252 and not _C1_IN_TEXT.search(line)):
        return None
    if _CAPITALS.search(line) and _CAPITALS.sub(r"\1", line) == better:
        return None
    # Replacement characters that were misread become a control.
    kept = better.count(REPLACEMENT) == line.count(REPLACEMENT) and not _DATA.search(better)
    return better if kept and badness(better) < badness(line) else None


# So many characters of misread UTF-8 in a row hold one of the few leads of a script twice.
_DISTINCT = 24


def _lists_characters(line: str) -> bool:
    """Say whether many signs stand side by side, each once, as in the table of an encoding.

    >>> _lists_characters("¿ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞß"), _lists_characters(8 * "Ã©tÃ© ")
    (True, False)
    """
    seen: dict[str, int] = {}
    start = 0
    for at, character in enumerate(line):
        start = at + 1 if character <= "\x7f" else max(start, seen.get(character, -1) + 1)
        seen[character] = at
        if at - start + 1 >= _DISTINCT:
            return True
    return False
