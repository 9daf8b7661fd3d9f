"""Wrong readings one after the other, and the look that they give to every byte."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from scripts.repair.encodings import NO_BREAK_SPACE, SOFT_HYPHEN, WRONG_ENCODINGS

QUESTION = "?"


@dataclass(frozen=True)
class Layer:
    """One wrong reading: the encoding, and what became of the bytes that are easily lost.

    `undefined` is what a byte without a character became: None where it stayed as the C1 control
    of the same number. `soft_hyphen` and `no_break_space` are what AD and A0 became.
    """

    encoding: str
    undefined: str | None = None
    soft_hyphen: str = "\xad"
    no_break_space: str = "\xa0"

    def read(self, text: str) -> str:
        """Give the UTF-8 of `text` as this layer shows it.

        >>> Layer("cp1254", undefined="").read("의")
        'ì˜'
        """
        table = _tables(self)
        return "".join(table[byte] for byte in text.encode("utf-8", "surrogatepass"))


@lru_cache(maxsize=256)
def _tables(layer: Layer) -> tuple[str, ...]:
    wrong = WRONG_ENCODINGS[layer.encoding]
    table = [chr(byte) for byte in range(256)]
    for character, byte in wrong.to_byte.items():
        table[byte] = character
    if layer.undefined is not None:
        for byte in wrong.undefined:
            table[byte] = layer.undefined
    table[SOFT_HYPHEN] = layer.soft_hyphen
    table[NO_BREAK_SPACE] = layer.no_break_space
    return tuple(table)


Layers = tuple[Layer, ...]


@lru_cache(maxsize=256)
def looks(layers: Layers) -> tuple[str, ...]:
    """Give for each byte what the layers, the first one first, made of it.

    >>> looks((Layer("cp1252"), Layer("cp1252", undefined="", soft_hyphen="")))[0xED]
    'Ã'
    """
    table = list(_tables(layers[0]))
    for layer in layers[1:]:
        table = [layer.read(text) for text in table]
    return tuple(table)
