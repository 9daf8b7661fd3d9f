"""The Korean text of packages: Debian's, Python's and npm's, with their licences.

What is read are message catalogues and manuals in Korean, and what people wrote in Korean into
descriptions, comments and documentation strings.
"""

from __future__ import annotations

import ast
import contextlib
import email
import gettext
import gzip
import hashlib
import io
import json
import lzma
import re
import sys
import tarfile
import tokenize
import zipfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from email.message import Message
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from babel.messages.pofile import read_po

_HANGUL = re.compile("[가-힣]")
_SPACES = re.compile(r"\s+")
_KOREAN = re.compile(r"(^|[/._-])ko([-_](KR|kr))?([/._]|$)")
_TOLD = (".py", ".md", "/METADATA", ".rst", ".ipynb")
_IN_KOREAN = (".html", ".page", ".mo", ".po", ".ftl", ".properties", ".json", ".json.js")
_LONGEST = 2000
_SEE_COPYRIGHT = "see the package's copyright file"
_UNKNOWN = {"", _SEE_COPYRIGHT}
# Lessons are this repository's own.
_BY_KIND = {".deb": _SEE_COPYRIGHT, ".mo": _SEE_COPYRIGHT, ".md": "Apache-2.0"}
# No text may be passed on under these, or nothing is said.
_CLOSED = re.compile("proprietary|source-available|see license|not my code|^$", re.IGNORECASE)


@dataclass(frozen=True)
class Package:
    """A package by its file: what of it is Korean, and the licence that it states."""

    name: str
    file: str
    sha256: str
    licence: str
    lines: tuple[str, ...]

    @property
    def syllables(self) -> int:
        """Give how many syllables its lines hold."""
        return sum(len(_HANGUL.findall(line)) for line in self.lines)

    @property
    def closed(self) -> bool:
        """Say whether its licence does not let the text be passed on."""
        return bool(_CLOSED.search(self.licence))


def packages(folders: Iterable[str]) -> Iterator[Package]:
    """Read the packages (.deb, .whl, .tgz), catalogues (.mo) and lessons (.md) in some folders."""
    for path in sorted(p for folder in folders for p in Path(folder).iterdir()):
        files = _FILES.get(path.suffix)
        if files is None:
            continue
        # What is in Debian's main archive is free, each package under the terms that it names.
        licence = _BY_KIND.get(path.suffix, "")
        lines: dict[str, None] = {}
        for name, data in files(path):
            licence = _licence(name, data) or licence if licence in _UNKNOWN else licence
            if _is_told(name):
                lines |= dict.fromkeys(_korean(name, data))
        yield Package(
            name=re.split(r"[_-]v?\d+[.:%]|[_-]\d", path.stem)[0],
            file=path.name,
            sha256=hashlib.sha256(path.read_bytes()).hexdigest(),
            licence=licence,
            lines=tuple(lines),
        )


def _licence(name: str, data: bytes) -> str:
    """Give the licence that a file about the package states, or an empty string."""
    if name.endswith(".dist-info/METADATA"):
        return _of_metadata(email.message_from_bytes(data))
    if name == "package/package.json":
        return str(json.loads(data).get("license", ""))
    if re.search(r"^\./usr/share/doc/[^/]+/copyright$", name):
        text = data.decode("utf-8", errors="replace")
        stated = re.findall(r"^License: *(\S.*)$", text, re.MULTILINE)
        return stated[0] if stated else _SEE_COPYRIGHT
    if re.search(r"\.dist-info/(licenses/)?LICEN[CS]E", name):
        return data.decode("utf-8", errors="replace").strip().split("\n")[0].strip()
    return ""


def _of_metadata(metadata: Message) -> str:
    classified = [str(c) for c in metadata.get_all("Classifier", []) if "License ::" in str(c)]
    stated = [metadata.get("License-Expression"), *(c.rpartition(" :: ")[2] for c in classified)]
    said = str(metadata.get("License") or "").strip().split("\n")[0][:60]
    return next((str(s) for s in [*stated, said] if s and s != "UNKNOWN"), "")


def _is_told(name: str) -> bool:
    return name.endswith(_TOLD) or (
        name.endswith(_IN_KOREAN) and bool(_KOREAN.search(name) or ".i18n.json" in name)
    )


def _korean(name: str, data: bytes) -> Iterator[str]:
    """Give the lines of a file that hold Korean, each by itself, with single spaces."""
    try:
        texts = list(_texts(name, data))
    except (ValueError, OSError, LookupError, SyntaxError, tokenize.TokenError) as error:
        sys.stderr.write(f"{name}: left out: {error}\n")
        return
    for line in (line for text in texts for line in text.split("\n")):
        if len(line) <= _LONGEST and len(_HANGUL.findall(line)) > 1:
            yield _SPACES.sub(" ", line).strip()


def _texts(name: str, data: bytes) -> Iterator[str]:
    """Give the texts of a file: messages, comments, strings, cells or blocks."""
    if name.endswith(".mo"):
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
    elif name.endswith(".json.js"):
        strings = re.findall(r'"(?:[^"\\]|\\.)*"', data.decode("utf-8"))
        yield from map(json.loads, strings)
    elif name.endswith(".ipynb"):
        cells = json.loads(data).get("cells", [])
        yield from ("".join(c["source"]) for c in cells if c["cell_type"] == "markdown")
    elif name.endswith(".json"):
        yield from _strings(json.loads(data))
    elif name.endswith(".py"):
        if _HANGUL.search(data.decode("utf-8")):
            yield from _python(data.decode("utf-8"))
    elif name.endswith((".html", ".page")):
        # Some manuals stand in script elements of type text/html.
        parser = _Blocks()
        parser.feed(re.sub("</?script[^>]*>", "", data.decode("utf-8", errors="replace")))
        parser.flush()
        yield from parser.blocks
    else:
        yield data.decode("utf-8")


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _strings(inner)


def _python(code: str) -> Iterator[str]:
    """Give the comments of a module, and its strings that are more than a word."""
    for token in tokenize.generate_tokens(io.StringIO(code).readline):
        if token.type == tokenize.COMMENT:
            yield token.string.lstrip("#: ")
        elif token.type == tokenize.STRING and " " in token.string:
            text = _literal(token.string)
            if " " in text.strip():
                yield text


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
            "desc credit name table",
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


def _wanted(name: str) -> bool:
    return _is_told(name) or bool(
        re.search(r"/copyright$|\.dist-info/(licenses/)?LICEN[CS]E|^package/package\.json$", name)
    )


def _deb(path: Path) -> Iterator[tuple[str, bytes]]:
    """Give the files of a Debian package: an `ar` archive that holds `data.tar`."""
    data = path.read_bytes()
    at = 8
    while at + 60 <= len(data):
        name = data[at : at + 16].decode().strip().rstrip("/")
        size = int(data[at + 48 : at + 58])
        body = data[at + 60 : at + 60 + size]
        at += 60 + size + size % 2
        if name in {"data.tar.xz", "data.tar.gz"}:
            opened = lzma.decompress(body) if name.endswith("xz") else gzip.decompress(body)
            for inner, content in _tar(io.BytesIO(opened)):
                if inner.endswith(".xpi"):
                    yield from _wheel(io.BytesIO(content))
                else:
                    yield inner, content


def _tar(file: io.BytesIO) -> Iterator[tuple[str, bytes]]:
    with tarfile.open(fileobj=file) as archive:
        for member in sorted(archive.getmembers(), key=lambda m: m.name):
            if member.isfile() and (_wanted(member.name) or member.name.endswith(".xpi")):
                content = archive.extractfile(member)
                assert content
                yield member.name, content.read()


def _wheel(path: Path | io.BytesIO) -> Iterator[tuple[str, bytes]]:
    with zipfile.ZipFile(path) as archive:
        for name in sorted(archive.namelist()):
            if _wanted(name):
                yield name, archive.read(name)


def _tgz(path: Path) -> Iterator[tuple[str, bytes]]:
    yield from _tar(io.BytesIO(path.read_bytes()))


def _file(path: Path) -> Iterator[tuple[str, bytes]]:
    yield ("/ko/" if path.suffix == ".mo" else "") + path.name, path.read_bytes()


_FILES: dict[str, Callable[[Path], Iterator[tuple[str, bytes]]]] = {
    ".deb": _deb,
    ".whl": _wheel,
    ".tgz": _tgz,
    ".mo": _file,
    ".md": _file,
}
