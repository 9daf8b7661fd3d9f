"""What stands around a sign that lost bytes says which one it was; the language model does not.

To the model one quotation mark is like another, and one arrow too. So a candidate's cost is raised
here where its place does not fit it: quotation marks open after a space and close after a word,
in pairs; a multiplication sign stands between numbers; trees and tables are drawn with lines.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from scripts.repair.lattice import ENDING_IN_SPACE, HANGUL, Broken, Piece, Slot, shown

_CLOSES = {
    "“": "”",
    "‘": "’",
    "「": "」",
    "『": "』",
    "〈": "〉",
    "《": "》",
    "【": "】",
    "〔": "〕",
    "«": "»",
}
_OPENS = {closing: opening for opening, closing in _CLOSES.items()}
# Without a byte these look like 、 and each other: they are what closes the bracket that is open.
_BRACKETS = frozenset("」』〉》】〕")
# What a quotation mark opens after, next to a space and the start of a line.
_BEFORE_OPENING = frozenset("([{<*_~/=:-–—" + "".join(_CLOSES))
# What a quotation mark closes before, next to a space and the end of a line.
_AFTER_CLOSING = frozenset(")]}>*_~/.,:;!?…-–—·" + "".join(_OPENS))
# What stands apart from the word before it.
_APART = frozenset("+=|&<>{@#$%^→←⇒—–-/*")
_JAMO = re.compile("[\u3131-\u3163]")
_IN_ORDER = ("ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ", "ㅏㅑㅓㅕㅗㅛㅜㅠㅡㅣ")
# Jamo by how often they stand alone: behind a word or in a row they laugh and cry, and elsewhere
# they are letters and the heads of endings, such as ㄴ다.
_CHAT = "ㅋㅠㅎㅜㅇㅡㄱㄷㄴㅅㅁㅊ"
_SPELLED = "ㄴㄹㅂㄷㅅㄱㅈㅁㅎㅊㅌㅍㅏㅓㅑㅣㅔㅇㅗㅜㅡㅋㅆㅐㅖㄲㄳㄶㅀㄺㄼ"
_APOSTROPHE = re.compile("(?<=[A-Za-z])’(?=[a-z])")
_LINES = re.compile("[\u2500-\u257f]")
_CELLS = "✅❌✓✔✗✘○×●▲"
_BULLETS = frozenset("•◦▪■□▶►●○◆◇★☆✓✔✗✘✅❌⚠→☞※*")
_RAISED = frozenset("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿ₀₁₂₃₄₅₆₇₈₉")
_ARROWS = frozenset("→←↔⇒⇐⇔↑↓➜")
_BETWEEN_SPACES = frozenset("—–→←↔⇒≈≠≤≥×÷±•·↑↓∈∉⊂")

# What hardly is a word by itself. On 1.5 million syllables 을 is one 33 times, where a link before
# it is gone, and 30 times behind a name; 1,745 words open with 선, which looks like 을 and a space.
_NO_WORDS = frozenset("은는을를임자")
_LONELY = 4.0
_EMOJI = "\ufe0f"

# In nats: a place that does not fit, one that hardly fits, and one that speaks for a sign.
_WRONG = 6.0
# A mark that is known closes another one: the counts hold many 'names' of programs, and so would
# rather open a single one.
_UNPAIRED = 4.0
_ODD = 2.5
_RIGHT = -3.0


@dataclass(frozen=True)
class _Around:
    """What stands next to a sign: a lost syllable is "가", the end of the line is "".

    `start` says that the sign opens the line, `gap` that several spaces follow, `cell` that it is
    alone in a cell of a table, `alike` that its neighbour lost the same bytes. `opened` are the
    marks that are open there, `closing` is the next known one that closes, `jamo` the last single
    one before it.
    """

    before: str
    after: str
    start: bool
    gap: bool
    cell: bool
    alike: bool
    opened: tuple[str, ...]
    closing: str
    jamo: str


def weighed(parts: Sequence[Piece]) -> list[Piece]:
    """Give the pieces of a line, each sign that may have stood there with a cost that fits it.

    >>> slot = Slot("â€", (("”", 1.0), ("“", 1.02)))
    >>> line = weighed(["그는 ", slot, "아니오", slot, "라고 했다"])
    >>> [min(p.candidates, key=lambda c: c[1])[0] for p in line if isinstance(p, Slot)]
    ['“', '”']
    """
    result: list[Piece] = []
    opened: list[str] = []
    jamo = ""
    closing = _closing(parts)
    for number, part in enumerate(parts):
        if isinstance(part, Slot) and not HANGUL.match(part.candidates[0][0]):
            before, after = parts[:number][-2:][::-1], parts[number + 1 : number + 3]
            around = _Around(
                _edge(before[0], -1) if before else "",
                _edge(after[0], 0) if after else "",
                number < 2 and not "".join(map(shown, before)).strip(),
                bool(after) and shown(after[0]).startswith("  "),
                _edges_cell(before, -1) and _edges_cell(after, 0),
                any(
                    isinstance(p, Slot) and p.found == part.found for p in (*before[:1], *after[:1])
                ),
                tuple(opened),
                closing[number],
                jamo,
            )
            spaced = part.found.endswith(" ")
            # No space stands before what makes an emoji of a sign.
            glued = [item for item in part.candidates if item[0] in ENDING_IN_SPACE]
            few = glued if glued and around.after == _EMOJI else part.candidates
            costs = [
                (text, cost + _cost(text, around) + _WRONG * (spaced and not _fits(text, around)))
                for text, cost in few
            ]
            part = Slot(part.found, tuple(sorted(costs, key=lambda item: (item[1], item[0]))))
            text = part.candidates[0][0]
        elif isinstance(part, Slot) and part.found.endswith(" "):
            after = _edge(parts[number + 1], 0) if number + 1 < len(parts) else ""
            before = "".join(map(shown, parts[max(0, number - 2) : number]))
            part = _spaced_out(part, after, before[-2:])
            text = ""
        else:
            text = "" if isinstance(part, Slot | Broken) else shown(part)
        for character in text:
            _follow(character, opened)
            jamo = character if _JAMO.match(character) else "" if HANGUL.match(character) else jamo
        result.append(part)
    return result


def _fits(text: str, around: _Around) -> bool:
    """Say whether a sign with a space behind it, or without one, may stand there.

    A space behind a sign was hardly ever the last byte of it, but where it may be one and another
    space follows.
    """
    if text.endswith(" "):
        return text[:-1] not in ENDING_IN_SPACE or around.after != " "
    return text in ENDING_IN_SPACE


def _spaced_out(slot: Slot, after: str, before: str) -> Slot:
    """Give a slot whose space may be a space with costs for what stands around it.

    >>> slot = Slot("ì ", (("적", 0.0), ("자 ", 0.0)))
    >>> _spaced_out(slot, "+", "목").candidates[0], _spaced_out(slot, ".", "목").candidates[0]
    (('자 ', 0.0), ('적', 0.0))
    >>> slot = Slot("ì„ ", (("을 ", 0.0), ("선", 1.0)))
    >>> _spaced_out(slot, "택", "# ").candidates[0], _spaced_out(slot, "택", "목").candidates[0]
    (('선', 1.0), ('을 ', 0.0))
    """
    alone = not before.strip() or before[-1] in "([#" or before[-1].isspace()
    latin = len(before) == 2 and before[0].isascii() and (before[0].isalnum() or before[0] in ")`")
    lonely = (_ODD if latin else _LONELY) if alone else 0.0
    apart = _ODD if after.isascii() and after.isalnum() else 2 * _ODD if after in _APART else 0.0
    close = _WRONG if after in _AFTER_CLOSING and after not in _APART else 0.0
    costs = []
    for text, cost in slot.candidates:
        if text.endswith(" "):
            cost += close + (lonely if text[0] in _NO_WORDS else 0.0)
        else:
            cost += apart
        costs.append((text, cost))
    return Slot(slot.found, tuple(sorted(costs, key=lambda item: (item[1], item[0]))))


def _edges_cell(parts: Sequence[Piece], at: int) -> bool:
    """Say whether the pieces next to a sign, the nearest first, open or close its cell."""
    nearest = shown(parts[0]).strip() if parts else ""
    return nearest != "" and nearest[at] == "|"


def _edge(piece: Piece, at: int) -> str:
    """Give the last or first character of a piece, as far as it is known."""
    if isinstance(piece, Slot):
        first = piece.candidates[0][0]
        return "가" if HANGUL.match(first) else first[at]
    return shown(piece)[at]


def _closing(parts: Sequence[Piece]) -> list[str]:
    """Give for each piece the first mark behind it that is known to close something, or ""."""
    result: list[str] = []
    found = ""
    for part in reversed(parts):
        result.append(found)
        if not isinstance(part, Slot | Broken):
            marks = _APOSTROPHE.sub("", shown(part))
            found = next((c for c in marks if c in "’”"), found)
    return result[::-1]


def _follow(character: str, opened: list[str]) -> None:
    """Keep in `opened` which quotation marks are open."""
    if character in _CLOSES:
        opened.append(character)
    elif _OPENS.get(character) in opened:
        while opened.pop() != _OPENS[character]:
            pass


def _cost(text: str, around: _Around) -> float:
    """Give what is to be added to the cost of a candidate for where it stands."""
    sign = text[0]
    return sum(rule(sign, around) for rule in _RULES)


def _quotes(sign: str, around: _Around) -> float:
    """Opening marks stand before a word, closing ones behind one, and close what is open.

    >>> _quotes("”", _Around("다", " ", False, False, False, False, ("“",), "", ""))
    0.0
    >>> _quotes("“", _Around("다", " ", False, False, False, False, ("“",), "", "")) > 5
    True
    """
    before, after = around.before, around.after
    opens = not before.strip() or before in _BEFORE_OPENING
    closes = not after.strip() or after in _AFTER_CLOSING
    if sign == "’" and _is_latin(before) and _is_latin(after) and "‘" not in around.opened:
        return 0.0
    if sign in _CLOSES:
        cost = _UNPAIRED if around.closing and around.closing != _CLOSES[sign] else 0.0
        if opens:
            return cost + (_WRONG if not after.strip() else 0.0)
        return cost + (_WRONG if closes or sign in around.opened else _ODD)
    if sign in _OPENS:
        cost = 0.0 if _OPENS[sign] in around.opened else _ODD
        if sign in _BRACKETS and not cost and around.opened[-1] == _OPENS[sign]:
            return _RIGHT
        if not before.strip():
            return cost + _WRONG
        return cost + (0.0 if closes or _OPENS[sign] in around.opened else _ODD / 2)
    return 0.0


def _dashes(sign: str, around: _Around) -> float:
    """Dashes stand between two words or two spaces; a range of numbers has the short one."""
    if sign not in "–—―":
        return 0.0
    digits = around.before.isdigit() and around.after.isdigit()
    if digits:
        return _RIGHT if sign == "–" else 0.0
    return 0.0 if bool(around.before.strip()) == bool(around.after.strip()) else _ODD


def _spaced(sign: str, around: _Around) -> float:
    """Between two spaces stand dashes, arrows and operators."""
    if around.before == " " and around.after == " ":
        if sign in _BETWEEN_SPACES or sign in _BULLETS:
            return 0.2 if sign in "—–" else 0.0
        return _ODD
    return 0.0


def _dots(sign: str, around: _Around) -> float:
    """An ellipsis stands behind a word or alone, mostly before a space or what closes."""
    if sign != "…":
        return 0.0
    return 0.0 if not around.after.strip() or around.after in _AFTER_CLOSING else 1.0


def _foreign(sign: str, around: _Around) -> float:
    """Letters of another script stand next to their like, and so do raised and lowered ones."""
    if HANGUL.match(sign) or _JAMO.match(sign):
        return 0.0
    latin = _is_latin(around.before) or _is_latin(around.after)
    if "\u3164" <= sign <= "\u318e":
        return _WRONG
    if sign in _RAISED:
        near = around.before in _RAISED or (around.before.isascii() and around.before.isalnum())
        return _RIGHT / 2 if near else _ODD
    if "\u00c0" <= sign <= "\u024f" and sign.isalpha():
        return 0.0 if latin else _ODD
    if "\u0400" <= sign <= "\u04ff" or "\u3040" <= sign <= "\u30ff":
        return _ODD
    return 0.0


def _bullets(sign: str, around: _Around) -> float:
    """A bullet opens a line and a space follows; nothing else but an arrow stands like this."""
    if around.start and around.after == " ":
        return _RIGHT if sign in _BULLETS and not around.gap else 0.0
    return _ODD if sign in "•※" else 0.0


def _cells(sign: str, around: _Around) -> float:
    """Alone in a cell of a table stands a mark for yes or no."""
    return _RIGHT + 0.2 * _CELLS.index(sign) if around.cell and sign in _CELLS else 0.0


def _symbols(sign: str, around: _Around) -> float:
    """A symbol does not touch the word before it."""
    if unicodedata.category(sign) not in {"Sm", "So"} or sign in "®™©°":
        return 0.0
    return 1.5 if around.before.isalpha() else 0.0


def _arrows(sign: str, around: _Around) -> float:
    """Arrows stand apart, or between two names; never behind a word at the end of a clause."""
    if sign not in _ARROWS:
        return 0.0
    return 0.0 if bool(around.before.strip()) == bool(around.after.strip()) else _ODD


def _numbers(sign: str, around: _Around) -> float:
    """Between numbers stand × ÷ ±, behind them ° and ², before them ± and √."""
    before, after = around.before.isdigit(), around.after.isdigit()
    spaced = around.before == " " and around.after == " "
    if sign in "×÷":
        if before and after:
            return _RIGHT
        return 0.0 if before or after or spaced else _ODD
    if sign in "±√":
        return _RIGHT if after and not before else 0.0
    if sign == "°":
        return _RIGHT / 2 if before else _ODD
    return 0.0


def _drawing(sign: str, around: _Around) -> float:
    """Lines are drawn in runs: ├── opens a line of a tree, │ stands before another branch."""
    drawn = _LINES.match(sign)
    if around.alike or _LINES.match(around.before or " ") or _LINES.match(around.after or " "):
        if not drawn:
            return 0.0
        branch = "─" if around.before.strip() else "├"
        return _RIGHT * (2 if sign == branch else 1)
    if around.start and around.gap:
        return 2 * _RIGHT if sign == "│" else 0.0
    return _WRONG if drawn else 0.0


def _letters(sign: str, around: _Around) -> float:
    """A jamo is one of a chat or one of the alphabet; in a list it follows those before it."""
    if not _JAMO.match(sign):
        return 0.0
    chats = around.alike or bool(HANGUL.match(around.before)) or around.before in tuple(_CHAT)
    order = _CHAT if chats else _SPELLED
    cost = 0.1 * order.index(sign) if sign in order else 3.5
    if chats and not around.alike and HANGUL.match(around.after):
        cost += _ODD
    if around.jamo and not chats:
        for alphabet in _IN_ORDER:
            if around.jamo in alphabet and sign in alphabet:
                step = alphabet.index(sign) - alphabet.index(around.jamo)
                cost += _RIGHT if step == 1 else _RIGHT / 2 if step > 1 else 0.0
    return cost


def _is_latin(character: str) -> bool:
    return character.isascii() and character.isalpha()


_RULES = (
    _quotes,
    _dashes,
    _spaced,
    _dots,
    _bullets,
    _cells,
    _symbols,
    _arrows,
    _numbers,
    _drawing,
    _letters,
    _foreign,
)
