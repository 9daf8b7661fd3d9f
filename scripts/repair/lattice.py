"""From damaged characters to what they may have been: exact text, and slots with candidates."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
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

# Signs that Korean technical text holds, the commonest first within a lead byte: the language
# model reads words, and cannot tell an arrow from another one.
SIGNS = (
    "”“’‘…—–·•→←↔⇒↑↓×÷±µ°≤≥≠≈≡∞∑∏∂∇√∫∈∉∀∃∅∩∪⊂∧∨⊗⊕αβγδεθλμνπρσφωΔΣΩéèêáàâíìîóòôúùûüöäñçßÉÁÍÐÝÞ"
    "§©®™€£¥²³¹½¼¾¬«»‹›†‡№①②③④⑤⑥⑦⑧⑨⑩■□▲△▼▽◆◇○●◎★☆♥✓✔✗✘✅❌❗❓⚠⚡✨☀❤⭐"
    "、。「」『』【】〈〉《》〔〕〜!~()"
    "🐍🎉🔪🚀😀😁😂😃😄😅😆😉😊😋😍😎😏😐😢😭😱🙂🙃🙄🙌🙏🤔🤖🤗🤷👀👇👈👉👋👌👍👎👏👨👩💡💥💪💬💯💻📁📂📃📄📅📈📉📊📋"
    "📌📎📐📖📚📝📢📣📦📧🔀🔁🔄🔍🔎🔑🔒🔓🔔🔗🔥🔧🔨🔪🔬🔴🔵🕐🗂🗓🚀🚧🚨🛑🛠🎉🎓🎨🎯🎲🏁🏃🏆🏠🐍🐛🐞🐢🐣🐳🌍🌐🌟🌱"
    "🧠🧩🧪🟢🟡🇰🇷\ufe0f\u200d\u200b\u00a0\u3000\ufeff"
)
_SIGN_COST = {sign: 1.0 + 0.02 * SIGNS.index(sign) for sign in SIGNS}
_IN_KOREAN_STANDARD = 6.0
_ELSEWHERE = 12.0


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


def _sign_cost(text: str) -> float:
    """Give the cost of a sign or foreign letter, infinite where no text would hold it."""
    known = _SIGN_COST.get(text)
    if known is not None:
        return known
    if unicodedata.category(text) in {"Cc", "Cn", "Co", "Cs", "Cf", "Zl", "Zp", "Zs"}:
        return float("inf")
    if len(text) == 1 and ord(text) > 0xFFFF and not 0x1F000 <= ord(text) <= 0x1FAFF:
        return float("inf")
    try:
        text.encode("euc_kr")
    except UnicodeEncodeError:
        return _ELSEWHERE
    return _IN_KOREAN_STANDARD


@lru_cache(maxsize=100_000)
def candidates(
    lead: int,
    found: tuple[int | None, ...],
    lost: frozenset[int],
    replaced: frozenset[int] = frozenset(),
) -> tuple[tuple[str, float], ...]:
    """Give the characters that `lead` and the continuation bytes `found` may be, with their costs.

    None in `found` is a byte whose place is known, and whose value is in `replaced`. Bytes in
    `lost` may be missing at any other place. Signs cost more than syllables: the nats are a prior.

    >>> [text for text, _ in candidates(0xED, (0x95,), frozenset({0x90, 0x9D}))]
    ['퐕', '핐', '핝', '흕']
    """
    size = 1 if lead < 0xE0 else 2 if lead < 0xF0 else 3
    gaps = size - len(found)
    result: dict[str, float] = {}
    for places in combinations(range(size), gaps):
        rest = iter(found)
        shape: list[list[int]] = []
        for place in range(size):
            byte = None if place in places else next(rest)
            values = lost if place in places else replaced if byte is None else {byte}
            shape.append(sorted(values))
        for filled in product(*shape):
            try:
                text = bytes([lead, *filled]).decode("utf-8")
            except UnicodeDecodeError:
                continue
            if 0xEA <= lead <= 0xED:
                cost = 0.0 if HANGUL.match(text) else float("inf")
            else:
                cost = _sign_cost(text)
            if cost < float("inf"):
                result.setdefault(text, cost)
    return tuple(sorted(result.items(), key=lambda item: (item[1], item[0])))


@cache
def _pattern(name: str, nbsp_as_space: bool) -> re.Pattern[str]:
    table = WRONG_ENCODINGS[name].to_byte
    follow = re.escape("".join(c for c, b in table.items() if 0x80 <= b <= 0xBF) + REPLACEMENT)
    lead2, lead3, lead4 = (
        re.escape("".join(c for c, b in table.items() if first <= b <= last))
        for first, last in ((0xC2, 0xDF), (0xE0, 0xEF), (0xF0, 0xF4))
    )
    one = f"[{follow}]"
    # A space between a lead byte and a continuation byte was a no-break space; one at the end
    # may have been.
    inner = f"(?:{one}| (?={one}))" if nbsp_as_space else one
    last = f"[{follow} ]" if nbsp_as_space else one
    return re.compile(
        f"[{lead2}]{one}?"
        f"|[{lead3}](?:{inner}{last}|{last})?"
        f"|[{lead4}](?:{inner}{inner}{last}|{inner}{last}|{last})?"
    )


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
    for match in _pattern(reading.encoding.name, reading.nbsp_as_space).finditer(line):
        start, stop = match.span()
        if start > before:
            yield line[before:start]
        before = stop
        key = (match.group(), stop >= end)
        piece = known.get(key)
        if piece is None:
            piece = known[key] = _piece(*key, reading)
        yield piece
    if before < len(line):
        yield line[before:]


@lru_cache(maxsize=64)
def _pieces_of(reading: Reading) -> dict[tuple[str, bool], Sure | Slot | Broken]:
    """Give what is known so far of a reading's pieces: a text has few different ones."""
    return {}


def _piece(found: str, at_end: bool, reading: Reading) -> Sure | Slot | Broken:
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
    if found[-1] == " ":
        # The space may be a space: then its syllable has lost a byte more.
        for text, cost in candidates(lead, rest[:-1], lost, reading.replaced):
            options.setdefault(text + " ", cost)
    if not rest and size > 1 and not 0xEA <= lead <= 0xED:
        # Of a sign whose lead byte alone is left, only the commonest can be meant.
        options = {text: cost for text, cost in options.items() if text in _SIGN_COST}
        if 0x80 not in lost:
            options = {}
    if not options:
        return Broken(found)
    return Slot(found, tuple(options.items()))
