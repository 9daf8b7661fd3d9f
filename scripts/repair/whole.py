"""Damage that took no byte away: each step undoes one kind of it, exactly or not at all."""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Iterable, Iterator
from itertools import chain

import ftfy
from ftfy.badness import badness, is_bad

from scripts.repair.cited import Verdict, in_strings, verdicts
from scripts.repair.code_lines import code_ranges, inside
from scripts.repair.detect import damages
from scripts.repair.draft import Draft
from scripts.repair.encodings import REPLACEMENT, WRONG_ENCODINGS
from scripts.repair.judging import judged, named, where_real
from scripts.repair.lattice import HANGUL
from scripts.repair.result import Edit, Places
from scripts.repair.spans import Span, changed, runs

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
    found = judged(draft, lines, apart, lambda number: _jamo_spans(lines[number]))
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
    return named(draft, found, "decomposed Hangul (NFD)")


# A string of a programming language; prose that is quoted has spaces around it.
_STRING = re.compile(r"(?<=[(=,:\[{ ])[rbuf]?(?:\"[^\"\n]*\"|'[^'\n]*')(?=[)\]},;:.]|$)")


def _jamo_spans(line: str) -> list[Span]:
    spans = []
    for match in _JAMO_RUN.finditer(line):
        clean = unicodedata.normalize("NFC", match.group())
        spans.append(Span(match.start(), match.end(), clean))
    return spans


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

    draft = where_real(
        draft, "decode-entities", "wrote HTML references to Hangul as Hangul", tuple(edits())
    )
    return where_real(
        draft,
        "decode-letters",
        "wrote HTML references to the letters of misread Hangul",
        tuple(letters()),
    )


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
    verdict = judged(draft, lines, list(best), lambda number: runs(lines[number]))
    real = {n for n, what in verdict.items() if what is Verdict.REAL}
    if not real:
        return ()
    edits = []
    end = -1
    for number, line in enumerate(lines):
        start, end = end + 1, end + 1 + len(line)
        if line.isascii() or (number in verdict and number not in real):
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
    verdict = verdicts(lines, bad, spans, real=damaged)
    real = [n for n, what in verdict.items() if what is Verdict.REAL]
    if not damaged and in_strings(lines, real, spans):
        # What a test of another program is given.
        verdict |= dict.fromkeys(real, Verdict.SHOWN)
    draft = draft.after(
        "ftfy",
        "ftfy undid other wrong decodings",
        (
            Edit(starts[number], starts[number] + len(lines[number]), bad[number])
            for number, what in verdict.items()
            if what is Verdict.REAL
        ),
    )
    return named(draft, verdict, "damaged text")


# A sign of cp1252 that was read as a control stands at a word or between spaces; a quotation mark
# opens before what opens, and closes behind what closes.
_C1_IN_TEXT = re.compile(
    r"(?<=\w)[\x80-\x9f]|[\x80-\x9f](?=\w)|(?<!\S)[\x80-\x9f](?!\S)"
    r"|(?<!\S)[\x91\x93][¿¡(«][^\x80-\x9f]*[!?).,»…][\x92\x94]"
)
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
