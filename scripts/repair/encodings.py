"""The single-byte encodings through which UTF-8 is read by mistake, and what each one loses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

SOFT_HYPHEN = 0xAD
NO_BREAK_SPACE = 0xA0
REPLACEMENT = "\ufffd"


@dataclass(frozen=True, eq=False)
class WrongEncoding:
    """One encoding by its characters: `to_byte` for 80-FF, `undefined` for the bytes without one.

    An undefined byte either stays as the C1 control of the same number, which `to_byte` holds
    too, or is gone.

    >>> sorted(f"{byte:02X}" for byte in WRONG_ENCODINGS["cp1254"].undefined)
    ['81', '8D', '8E', '8F', '90', '9D', '9E']
    """

    name: str
    to_byte: Mapping[str, int]
    undefined: frozenset[int]

    def whole(self, line: str) -> str | None:
        """Give a line as it was, or None where a byte is lost or was never misread.

        >>> WRONG_ENCODINGS["cp1252"].whole("JAXì»´"), WRONG_ENCODINGS["cp1252"].whole("ì»")
        ('JAX컴', None)
        """
        data = self.bytes_of(line)
        try:
            return None if data is None else data.decode("utf-8")
        except UnicodeDecodeError:
            return None

    def bytes_of(self, text: str) -> bytes | None:
        """Give the bytes that were read as this encoding, or None where they were not.

        >>> WRONG_ENCODINGS["cp1254"].bytes_of("ì»´").decode("utf-8")
        '컴'
        >>> WRONG_ENCODINGS["cp1254"].bytes_of("컴") is None
        True
        """
        try:
            return text.translate(_TRANSLATIONS[self.name]).encode("latin-1")
        except UnicodeEncodeError:
            return None


def _wrong_encoding(name: str) -> WrongEncoding:
    to_byte: dict[str, int] = {}
    undefined: set[int] = set()
    for byte in range(0x80, 0x100):
        try:
            character = bytes([byte]).decode(name)
        except UnicodeDecodeError:
            character = chr(byte)
            undefined.add(byte)
        # iso8859-1 maps 80-9F to controls; tools that drop controls drop all of them.
        if name == "latin-1" and byte < 0xA0:
            undefined.add(byte)
        to_byte.setdefault(character, byte)
    return WrongEncoding(name, MappingProxyType(to_byte), frozenset(undefined))


# The order is the order in which they are believed when the text cannot tell: how often each
# is met. cp1254 stands behind cp1252, from which it differs in six letters and in 8E and 9E.
NAMES = ("cp1252", "cp1254", "latin-1", "cp1250", "cp1253", "cp1257", "cp1251", "cp1258")
WRONG_ENCODINGS: Mapping[str, WrongEncoding] = MappingProxyType(
    {name: _wrong_encoding(name) for name in NAMES}
)

# To the character of the same number as the byte; what is no byte goes where no byte is.
_TRANSLATIONS: Mapping[str, Mapping[int, int]] = {
    name: dict.fromkeys(range(128, 256), 256)
    | {ord(character): byte for character, byte in wrong.to_byte.items()}
    for name, wrong in WRONG_ENCODINGS.items()
}
