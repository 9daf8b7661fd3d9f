"""The Korean text in a file of a package, by the file's format."""

from __future__ import annotations

import ast
import contextlib
import gettext
import gzip
import io
import json
import re
import struct
import tokenize
from collections.abc import Iterator, Sequence
from html.parser import HTMLParser
from typing import Any

from babel.messages.pofile import read_po

from scripts.repair.lattice import HANGUL

_SPACES = re.compile(r"\s+")
# Some catalogues have a hash behind the language: ko-0123456789abcdef.json.
_KOREAN = re.compile(r"(^|[/._-])ko([-_](KR|kr)|-[0-9a-f]{8,})?([/._]|$)")
_TOLD = (".py", ".md", "/METADATA", ".rst", ".ipynb")
_IN_KOREAN = (
    *(".html", ".page", ".docbook"),
    *(".mo", ".po", ".qm", ".ftl", ".properties", ".json", ".json.js", "po.ko.js"),
)
_MANUAL_PAGE = re.compile(r"/man/ko[^/]*/man\d/[^/]+$")


def is_told(name: str) -> bool:
    """Say whether a file, by its name, may hold Korean that somebody wrote.

    >>> [is_told(x) for x in ("a/ko/index.html", "a/de/index.html", "/man/ko/man1/ls.1.gz", "a.md")]
    [True, False, True, True]
    """
    name = name.removesuffix(".gz")
    return name.endswith(_TOLD) or (
        (name.endswith(_IN_KOREAN) and bool(_KOREAN.search(name) or ".i18n.json" in name))
        or bool(_MANUAL_PAGE.search(name))
    )


def texts(name: str, data: bytes) -> Iterator[str]:
    """Give the texts of a file: messages, comments, strings, cells or blocks."""
    if name.endswith(".gz"):
        yield from texts(name.removesuffix(".gz"), gzip.decompress(data))
    elif _MANUAL_PAGE.search(name):
        yield _manual_page(data.decode("utf-8"))
    elif name.endswith(".mo"):
        catalogue = vars(gettext.GNUTranslations(io.BytesIO(data)))["_catalog"]
        yield from (text for key, text in catalogue.items() if key and isinstance(text, str))
    elif name.endswith(".po"):
        # Babel warns of each line that it does not know, on stdout.
        with contextlib.redirect_stdout(io.StringIO()):
            messages = list(read_po(io.BytesIO(data)))
        for message in messages:
            if message.id and not message.fuzzy:
                found = message.string or ()
                yield from [found] if isinstance(found, str) else found
    elif name.endswith(".qm"):
        yield from _qt_messages(data)
    elif name.endswith((".json.js", "po.ko.js")):
        strings = re.findall(r'"(?:[^"\\]|\\.)*"', data.decode("utf-8"))
        yield from map(json.loads, strings)
    elif name.endswith(".ipynb"):
        cells = json.loads(data).get("cells", [])
        yield from ("".join(c["source"]) for c in cells if c["cell_type"] == "markdown")
    elif name.endswith(".json"):
        yield from _strings(json.loads(data))
    elif name.endswith(".py"):
        if HANGUL.search(data.decode("utf-8")):
            yield from _python(data.decode("utf-8"))
    elif name.endswith(".properties"):
        yield _ESCAPED.sub(lambda found: chr(int(found[1], 16)), data.decode("utf-8"))
    elif name.endswith((".html", ".page", ".docbook")):
        # Some manuals stand in script elements of type text/html.
        parser = _Blocks()
        parser.feed(re.sub("</?script[^>]*>", "", data.decode("utf-8", errors="replace")))
        parser.flush()
        yield from parser.blocks
    else:
        yield data.decode("utf-8")


_ESCAPED = re.compile(r"\\u([0-9a-fA-F]{4})")
_REQUEST = re.compile(r"^[.'][ \t]*(\S*)(.*)$", re.MULTILINE)
_SHOWN_REQUESTS = frozenset(
    ["B", "BI", "BR", "I", "IB", "IR", "P", "RB", "RI", "SB", "SH", "SM", "SS", "TH"]
)
_ROFF_ESCAPE = re.compile(r"\\(?:f(?:\[\w*\]|\(\w\w|.)|s[-+]?\d|\*?(?:\[.*?\]|\(..)|[&/,|^%:c])")


def _manual_page(source: str) -> str:
    """Give the text of a page in roff, without its requests; paragraphs keep their lines.

    >>> print(_manual_page(".SH 이름\\n.B ls\\n\\\\fB디렉터리\\\\fR\\\\-안의\\n.nf"))
    이름
    ls
    디렉터리-안의
    <BLANKLINE>
    """
    text = _REQUEST.sub(lambda m: m[2].strip() if m[1] in _SHOWN_REQUESTS else "", source)
    return _ROFF_ESCAPE.sub("", text.replace("\\-", "-").replace("\\e", "\\"))


_QT_MAGIC = bytes.fromhex("3cb86418caef9c95cd211cbf60a1bddd")
_QT_MESSAGES = 0x69
_QT_END, _QT_TRANSLATION = 1, 3
# An obsolete field has no length, but always four bytes.
_QT_OBSOLETE = 5


def _qt_messages(data: bytes) -> Iterator[str]:
    """Give the translations in a catalogue of Qt: blocks of messages, which are tagged fields."""
    if not data.startswith(_QT_MAGIC):
        raise ValueError("it is no catalogue of Qt")
    at = len(_QT_MAGIC)
    while at + 5 <= len(data):
        block, size = struct.unpack_from(">BI", data, at)
        at += 5
        end = at + size
        while block == _QT_MESSAGES and at < end:
            tag = data[at]
            at += 1
            if tag == _QT_END:
                continue
            length = 4 if tag == _QT_OBSOLETE else struct.unpack_from(">I", data, at)[0]
            at += 0 if tag == _QT_OBSOLETE else 4
            # A translation that is missing has the length 0xffffffff.
            length = 0 if length == 0xFFFFFFFF else length
            if tag == _QT_TRANSLATION:
                yield data[at : at + length].decode("utf-16-be")
            at += length
        at = end


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _strings(inner)


def _python(code: str) -> Iterator[str]:
    """Give the comments of a module, and its strings that are more than a word."""
    lines = code.splitlines(keepends=True)
    begun: list[tuple[int, int]] = []
    for token in tokenize.generate_tokens(io.StringIO(code).readline):
        kind = tokenize.tok_name[token.type]
        string = token.string if kind == "STRING" and not begun else ""
        if kind == "COMMENT":
            yield token.string.lstrip("#: ")
        elif kind == "FSTRING_START":
            begun.append(token.start)
        elif kind == "FSTRING_END":
            # From Python 3.12 on it comes in parts; its text is what older ones have in one.
            start = begun.pop()
            string = "" if begun else _between(lines, start, token.end)
        if " " in string and " " in (text := _literal(string)).strip():
            yield text


def _between(lines: Sequence[str], start: tuple[int, int], end: tuple[int, int]) -> str:
    """Give the text between two places, each a line counted from 1 and a column."""
    found = list(lines[start[0] - 1 : end[0]])
    found[-1] = found[-1][: end[1]]
    found[0] = found[0][start[1] :]
    return "".join(found)


def _literal(string: str) -> str:
    try:
        value = ast.literal_eval(string)
    except (ValueError, SyntaxError):
        return string
    return value if isinstance(value, str) else ""


class _Blocks(HTMLParser):
    """Collects the text of each block of an HTML page or a Mallard page."""

    _BLOCK = frozenset(
        re.findall(
            r"\w+",
            "p div li td th tr br h1 h2 h3 h4 h5 dt dd title pre item note section page steps "
            "desc credit name table para refpurpose simpara screen programlisting term listitem "
            "entry",
        )
    )

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.blocks: list[str] = []
        self._parts: list[str] = []
        self._hidden = 0

    def flush(self) -> None:
        self.blocks.append(_SPACES.sub(" ", "".join(self._parts)))
        self._parts = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._hidden += tag == "style"
        if tag in self._BLOCK:
            self.flush()

    def handle_endtag(self, tag: str) -> None:
        self._hidden -= tag == "style"
        if tag in self._BLOCK:
            self.flush()

    def handle_data(self, data: str) -> None:
        if not self._hidden:
            self._parts.append(data)
