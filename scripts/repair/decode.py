"""From bytes to characters: UTF-8, UTF-16 with its mark, CP949; and an error that says where."""

from __future__ import annotations

import codecs
import re

from scripts.repair.result import RepairError, Step

# The commonest syllables of Korean: a third of any running text and more; Chinese or Japanese
# bytes read as CP949 give Hangul too, but hardly these.
_COMMON = frozenset("이다는을의에가고하지로습니를은한기있사도서자수어시정보나인그들해리여구대제")
_NOT_ASCII = re.compile(r"[^\x00-\x7f]")


def decode(data: bytes) -> tuple[str, Step]:
    """Give the text of `data`, with every byte kept, and the step that says how it was read.

    A byte order mark of UTF-8 stays in the text, so that the file is given back as it was.
    Raises RepairError where the bytes are no text, with line and byte.

    >>> decode("컴파일하는 함수입니다".encode("cp949"))[1].encoding
    'cp949'
    """
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        try:
            return data.decode("utf-16"), Step("decode", "read the file as UTF-16", (), "utf-16")
        except UnicodeDecodeError:
            pass
    try:
        return data.decode("utf-8"), Step("decode", "read the file as UTF-8", (), "utf-8")
    except UnicodeDecodeError as error:
        broken = error
    try:
        text = data.decode("cp949")
    except UnicodeDecodeError:
        text = ""
    if looks_korean(text):
        return text, Step("decode", "read the file as CP949, not UTF-8", (), "cp949")
    line = data.count(b"\n", 0, broken.start) + 1
    shown = data[broken.start : broken.start + 4].hex(" ").upper()
    raise RepairError(
        f"line {line}, byte {broken.start}: the bytes {shown} are neither UTF-8 nor Korean in "
        "CP949; find out how the file was saved and convert it to UTF-8 first"
    )


def looks_korean(text: str) -> bool:
    """Say whether the letters of a text are Hangul, and those of running Korean.

    >>> looks_korean("함수를 부르는 일"), looks_korean("돛 쉭 뷁")
    (True, False)
    """
    foreign = _NOT_ASCII.findall(text)
    hangul = [character for character in foreign if "가" <= character <= "힣"]
    if len(hangul) < 2 or len(hangul) < 0.8 * len(foreign):
        return False
    # Two syllables prove little, but then nothing else reads these bytes as Korean.
    common = sum(character in _COMMON for character in hangul)
    return common >= (0.15 * len(hangul) if len(hangul) >= 20 else 1)
