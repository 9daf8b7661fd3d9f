"""From damaged characters to what they may have been: exact text, and slots with candidates."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations, product

from scripts.repair.encodings import (
    NO_BREAK_SPACE,
    REPLACEMENT,
    WRONG_ENCODINGS,
    WrongEncoding,
)

HANGUL = re.compile(r"[\uac00-\ud7a3]")

# Signs that Korean technical text holds, by how often it does, and the commonest first within a
# lead byte: the language model reads words, and cannot tell an arrow from another one.
_TIERS = (
    "”“’‘…—–·•→×°",
    "←↑↓↔⇒─│├└≤≥±÷≠≈✅❌⚠✓★●■▶※①②③²³µ©®™€£¥§éèà\ufe0fㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎㅏㅑㅓㅕㅗㅛㅜㅠㅡㅣㅐㅔ、。「」",
    "\u3000≡∞∑∏∂∇√∫∈αβγδεθλμπρσφωΔΣΩ✔✗✘▲△▼▽□◆◇○◎☆④⑤⑥⑦⑧⑨⑩½¼¾¬«»‹›áâíóôúûüöäñçß┌┐┘┤┬┴┼₀₁₂₃₄₅₆₇₈₉⁰¹⁻⁺ⁿ"
    "『』【】〈〉《》〔〕〜!~()✨💡🚀🔥📌📝👉👍🎉🐍🙂😀😊😂🤔🔍🔑🔗📚📊📁📂📖🛠📦⭐❗❓☞−▷◀☎♥ⅠⅡⅢⅣⅤⅥⅦⅧⅨⅩ",
    "†‡№∉∀∃∅∩∪⊂∧∨⊗⊕ικνξοτυχψζηΓΘΛΠΦΨìîòùÉÁÍÐÝÞ☀❤⚡⑪⑫⑬⑭⑮═║╔╗╚╝╠╣╦╩╬━┃█▓▒░⁴⁵⁶⁷⁸⁹↗↘↙↖⇐⇔⇧⌘⌥⌨⏎⏱⏰⏳⌛☕☜⚙⚖"
    "⚪⚫⛔✂✈✉✍✏✕✖✱✳❔❕➕➖➜➡⬅⬆⬇⬜⬛🔪😁😃😄😅😆😉😋😍😎😏😐😢😭😱🙃🙄🙌🙏🤖🤗🤷👀👇👈👋👌👎👏👨👩💥💪💬💯💻📃📄📅📈📉📋📎"
    "📐📢📣📧🔀🔁🔄🔎🔒🔓🔔🔧🔨🔬🔴🔵🕐🗂🗓🚧🚨🛑🎓🎨🎯🎲🎙🏁🏃🏆🏠🐛🐞🐢🐣🐳🌍🌐🌙🌟🌱🧠🧩🧪🟢🟡🖋🇰🇷"
    "\u200d\u200b\u00a0\ufeff",
)
# A tier is so many nats rarer than the one before it, a sign so many than its neighbour.
_SIGN_COST = {
    sign: 1.0 + 1.3 * tier + 0.01 * place
    for tier, signs in reversed(tuple(enumerate(_TIERS)))
    for place, sign in enumerate(signs)
}
# Those whose last byte is that of a no-break space: a space behind the others is a space.
ENDING_IN_SPACE = frozenset(
    sign
    for sign in _SIGN_COST
    if "\u2000" < sign <= "\uffff" and sign.encode()[-1] == NO_BREAK_SPACE
)
_IN_KOREAN_STANDARD = 6.0
_ELSEWHERE = 12.0
# Of more candidates than these only the common ones are weighed.
MANY = 100
# In nats: of two spaces behind a broken sequence one was mostly a no-break space (in 90 of
# 114 places on pages of 20 projects), and to the language model two are as one.
_SECOND_SPACE = 1.5
# That a space is what became of a no-break space, in a text that shows no other one.
_UNTOLD = 2.0


@dataclass(frozen=True)
class Sure:
    """Damaged characters that are whole: they can only be `text`."""

    found: str
    text: str


@dataclass(frozen=True)
class Slot:
    """A place whose bytes are not all there; each candidate stands with its cost in nats.

    `found` are the damaged characters that stand there now.
    """

    found: str
    candidates: tuple[tuple[str, float], ...]


@dataclass(frozen=True)
class Broken:
    """Damaged characters that no lost byte explains; they stay as they are."""

    found: str


Piece = str | Sure | Slot | Broken


def shown(piece: Piece) -> str:
    """Give what is known to stand at a piece: its text where it is sure, else what was found."""
    if isinstance(piece, str):
        return piece
    return piece.text if isinstance(piece, Sure) else piece.found


@dataclass(frozen=True)
class Reading:
    """How a text was read: through which encoding, which bytes are gone, and if NBSP became space.

    `at_end` are the bytes that may be gone at the end of a line only, where spaces are stripped;
    `replaced` those that may stand behind a replacement character.
    """

    encoding: WrongEncoding
    lost: frozenset[int] = frozenset()
    nbsp_as_space: bool = False
    at_end: frozenset[int] = frozenset()
    replaced: frozenset[int] = frozenset()


def sign_cost(text: str) -> float:
    """Give the cost of a sign or foreign letter, infinite where no text would hold it."""
    known = _SIGN_COST.get(text)
    if known is not None:
        return known
    if unicodedata.category(text) in {"Cc", "Cn", "Co", "Cs", "Cf", "Zl", "Zp", "Zs"}:
        return float("inf")
    if ord(text) > 0xFFFF and not 0x1F000 <= ord(text) <= 0x1FAFF:
        return float("inf")
    return _IN_KOREAN_STANDARD if in_korean_standard(text) else _ELSEWHERE


def in_korean_standard(text: str) -> bool:
    """Say whether a character is one of KS X 1001: the 2,350 common syllables, Hanja and signs."""
    try:
        # A syllable that the standard lacks is written as the four pairs of its jamo.
        return len(text.encode("euc_kr")) <= 2
    except UnicodeEncodeError:
        return False


@lru_cache(maxsize=100_000)
def candidates(
    lead: int,
    found: tuple[int | None, ...],
    lost: frozenset[int],
    replaced: frozenset[int] = frozenset(),
) -> tuple[tuple[str, float], ...]:
    """Give the characters that `lead` and the continuation bytes `found` may be, with their costs.

    None in `found` is a byte whose place is known, and whose value is in `replaced`; it may stand
    for its neighbours too. Bytes in `lost` may be missing at any other place. Signs cost more than
    syllables: the nats are a prior. Of hundreds of candidates only the common ones are given.

    >>> [text for text, _ in candidates(0xED, (0x95,), frozenset({0x90, 0x9D}))]
    ['퐕', '핐', '핝', '흕']
    """
    size = 1 if lead < 0xE0 else 2 if lead < 0xF0 else 3
    gaps = size - len(found)
    result: dict[str, float] = {}
    for places in combinations(range(size), gaps):
        shape = [sorted(values) for values in _shape(size, found, places, lost, replaced)]
        for filled in product(*shape):
            try:
                text = bytes([lead, *filled]).decode("utf-8")
            except UnicodeDecodeError:
                continue
            if 0xEA <= lead <= 0xED:
                cost = 0.0 if HANGUL.match(text) else float("inf")
            else:
                cost = sign_cost(text)
            if cost < float("inf"):
                result.setdefault(text, cost)
    if not found and size > 1 and (len(result) > MANY or not 0xEA <= lead <= 0xED):
        result = {text: cost for text, cost in result.items() if is_common(text, 0x80 in lost)}
    return tuple(sorted(result.items(), key=lambda item: (item[1], item[0])))


def _shape(
    size: int,
    found: Sequence[int | None],
    gaps: Sequence[int],
    lost: frozenset[int],
    replaced: frozenset[int],
) -> list[AbstractSet[int]]:
    """Give for each of `size` places the bytes that may have stood there."""
    rest = iter(found)
    bytes_at = [-1 if place in gaps else next(rest) for place in range(size)]
    shape: list[AbstractSet[int]] = []
    for place, byte in enumerate(bytes_at):
        if byte is None:
            shape.append(replaced)
        elif byte >= 0:
            shape.append({byte})
        else:
            # Some decoders write one replacement character for a run of bytes.
            near = bytes_at[max(0, place - 1) : place + 2]
            shape.append(lost | replaced if None in near else lost)
    return shape


def is_common(text: str, signs: bool) -> bool:
    """Say whether a character can be meant where its lead byte alone is left.

    Syllables are those of the Korean standard, of which running text is made; signs are given
    only where all of 80-9F may be gone, and Hanja never, since hundreds would be alike.
    """
    if HANGUL.match(text):
        return in_korean_standard(text)
    if not signs or "\u3400" <= text <= "\u9fff":
        return False
    return text in _SIGN_COST or in_korean_standard(text) or "\U0001f300" <= text <= "\U0001faff"


@cache
def _pattern(name: str, nbsp_as_space: bool) -> re.Pattern[str]:
    table = WRONG_ENCODINGS[name].to_byte
    follow = re.escape("".join(c for c, b in table.items() if 0x80 <= b <= 0xBF) + REPLACEMENT)
    lead2, lead3, lead4 = (
        re.escape("".join(c for c, b in table.items() if first <= b <= last))
        for first, last in ((0xC2, 0xDF), (0xE0, 0xEF), (0xF0, 0xF4))
    )
    # A space behind a lead byte may have been a no-break space, and was one where a continuation
    # byte follows.
    one = f"[{follow} ]" if nbsp_as_space else f"[{follow}]"
    return re.compile(f"[{lead2}]{one}?|[{lead3}]{one}{{0,2}}|[{lead4}]{one}{{0,3}}")


def pieces(line: str, reading: Reading) -> Iterator[Piece]:
    """Cut a line into plain text, whole sequences, slots and broken places.

    >>> cp1254 = WRONG_ENCODINGS["cp1254"]
    >>> list(pieces("JAXì˜ ì»´", Reading(cp1254)))
    ['JAX', Broken(found='ì˜'), ' ', Sure(found='ì»´', text='컴')]
    >>> list(pieces("JAXì˜ ì»´", Reading(cp1254, frozenset({0x9D}))))[1]
    Slot(found='ì˜', candidates=(('옝', 0.0), ('의', 0.0)))
    """
    before = 0
    end = len(line.rstrip(" \t\r"))
    known = _pieces_of(reading)
    for match in _pattern(reading.encoding.name, _may_be_space(reading)).finditer(line):
        start, stop = match.span()
        if start > before:
            yield line[before:start]
        before = stop
        key = (match.group(), stop >= end)
        piece = known.get(key)
        if piece is None:
            piece = known[key] = _piece(*key, reading)
        before = start + len(piece.found)
        yield piece
    if before < len(line):
        yield line[before:]


def _may_be_space(reading: Reading) -> bool:
    """Say whether a space may have been a no-break space: one that is gone may have become one."""
    return reading.nbsp_as_space or NO_BREAK_SPACE in reading.lost


@lru_cache(maxsize=64)
def _pieces_of(reading: Reading) -> dict[tuple[str, bool], Sure | Slot | Broken]:
    """Give what is known so far of a reading's pieces: a text has few different ones."""
    return {}


def _piece(found: str, at_end: bool, reading: Reading) -> Sure | Slot | Broken:
    """Give what `found` may have been; spaces at its end are left off where they are spaces."""
    bare = found.rstrip(" ")
    if bare == found or reading.nbsp_as_space:
        return _whole_or_slot(found, at_end, reading)
    # Nothing in the text tells what became of no-break spaces.
    piece = _whole_or_slot(found, at_end, reading)
    if isinstance(piece, Slot) and piece.candidates[0][0] in ENDING_IN_SPACE:
        told = ((t, cost + _UNTOLD * (t in ENDING_IN_SPACE)) for t, cost in piece.candidates)
        return Slot(found, tuple(sorted(told, key=lambda item: (item[1], item[0]))))
    if not isinstance(piece, Slot) or not HANGUL.match(piece.candidates[0][0]):
        return _whole_or_slot(bare, at_end, reading)
    spaces = len(found) - len(bare)
    options = [
        (text, cost if text.endswith(" " * spaces) else cost + _UNTOLD)
        for text, cost in piece.candidates
        if text.endswith(" " * spaces) or is_common(text.rstrip(" "), True)
    ]
    if all(text.endswith(" " * spaces) for text, _ in options):
        return _whole_or_slot(bare, at_end, reading)
    return Slot(found, tuple(sorted(options, key=lambda item: (item[1], item[0]))))


def _whole_or_slot(found: str, at_end: bool, reading: Reading) -> Sure | Slot | Broken:
    to_byte = reading.encoding.to_byte
    lead = to_byte[found[0]]
    rest = tuple(
        None if c == REPLACEMENT else NO_BREAK_SPACE if c == " " else to_byte[c] for c in found[1:]
    )
    size = 1 if lead < 0xE0 else 2 if lead < 0xF0 else 3
    lost = reading.lost | reading.at_end if at_end else reading.lost
    if len(rest) == size and None not in rest:
        try:
            text = bytes([lead, *(byte or 0 for byte in rest)]).decode("utf-8")
        except UnicodeDecodeError:
            text = ""
        if found[-1] != " ":
            return Sure(found, text) if text else Broken(found)
    options = dict(candidates(lead, rest, lost, reading.replaced))
    for spaces in range(1, len(found) - len(found.rstrip(" ")) + 1):
        # A space may be a space: then its syllable has lost a byte more.
        for text, cost in candidates(lead, rest[:-spaces], lost, reading.replaced):
            options.setdefault(text + " " * spaces, cost + _SECOND_SPACE * (spaces - 1))
    if not options:
        return Broken(found)
    return Slot(found, tuple(options.items()))
