"""The Korean text of packages: Debian's, Python's and npm's, with their licences.

What is read are message catalogues, manuals and manual pages in Korean, and what people wrote in
Korean into descriptions, comments and documentation strings.
"""

from __future__ import annotations

import email
import gzip
import hashlib
import io
import json
import lzma
import re
import struct
import sys
import tarfile
import tokenize
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from email.message import Message
from pathlib import Path
from typing import Any

from scripts.repair.formats import is_told, texts
from scripts.repair.lattice import HANGUL

_SPACES = re.compile(r"\s+")
# Archives within packages.
_NESTED = (".xpi", ".jar", "locales.zip")
_LONGEST = 2000
_SEE_COPYRIGHT = "see the package's copyright file"
_LICENCE_WORDS = 60
# Lessons are this repository's own.
_BY_KIND = {".deb": _SEE_COPYRIGHT, ".mo": _SEE_COPYRIGHT, ".md": "Apache-2.0"}
# No text may be passed on under these, or not by everybody, or nothing is said. npm writes
# UNLICENSED where nobody may use a package; the Unlicense gives everything away.
_CLOSED = re.compile(
    r"proprietary|source-available|see license|not my code|unlicensed|all rights reserved"
    r"|unauthori[sz]ed|non-?commercial|restricted|\bN[CD]\b|^$",
    re.IGNORECASE,
)
# What archives and files raise that are cut short or are not what their names say.
_BROKEN = (
    ArithmeticError,
    AttributeError,
    EOFError,
    LookupError,
    OSError,
    RuntimeError,
    SyntaxError,
    TypeError,
    ValueError,
    lzma.LZMAError,
    struct.error,
    tarfile.TarError,
    tokenize.TokenError,
    zipfile.BadZipFile,
    zlib.error,
)


@dataclass(frozen=True)
class Package:
    """A package by its file: what of it is Korean, and the licence that it states.

    >>> package = Package("names", "names-1.0.whl", "0" * 64, "MIT", ("값 둘", "함수의 값"))
    >>> package.syllables, package.closed
    (6, False)
    """

    name: str
    file: str
    sha256: str
    licence: str
    lines: tuple[str, ...]

    @property
    def syllables(self) -> int:
        """Give how many syllables its lines hold."""
        return sum(len(HANGUL.findall(line)) for line in self.lines)

    @property
    def closed(self) -> bool:
        """Say whether its licence does not let the text be passed on."""
        return bool(_CLOSED.search(self.licence))


def packages(folders: Iterable[str]) -> Iterator[Package]:
    """Read the packages (.deb, .whl, .tgz, .tar.gz), catalogues (.mo) and lessons (.md) in folders.

    They come sorted by their paths. An archive that cannot be read is named on stderr and left
    out, and so is a file within one. Raises OSError where a folder cannot be read.

    >>> import tempfile
    >>> folder = Path(tempfile.mkdtemp())
    >>> _ = (folder / "lesson.md").write_bytes("# 함수의  값".encode())
    >>> [(package.lines, package.licence) for package in packages([str(folder)])]
    [(('# 함수의 값',), 'Apache-2.0')]
    """
    for path in sorted(p for folder in folders for p in Path(folder).iterdir()):
        if path.suffix not in _FILES or not path.is_file():
            continue
        try:
            package = _package(path)
        except _BROKEN as error:
            _left_out(path.name, error)
        else:
            yield package


def _package(path: Path) -> Package:
    lines: dict[str, None] = {}
    described = in_full = ""
    for name, data in _FILES[path.suffix](path):
        described = described or _described(f"{path.name}: {name}", name, data)
        in_full = in_full or _in_full(name, data)
        if is_told(name):
            lines |= dict.fromkeys(_korean(f"{path.name}: {name}", name, data))
    return Package(
        name=re.split(r"[_-]v?\d+[.:%]|[_-]\d", path.stem)[0],
        file=path.name,
        sha256=hashlib.sha256(path.read_bytes()).hexdigest(),
        # What is in Debian's main archive is free, each package under the terms that it names.
        licence=described or in_full or _BY_KIND.get(path.suffix, ""),
        lines=tuple(lines),
    )


def _left_out(where: str, error: BaseException) -> None:
    reason = " ".join(str(error).split()) or type(error).__name__
    sys.stderr.write(f"{where}: left out, since it cannot be read: {reason}\n")


def _described(where: str, name: str, data: bytes) -> str:
    """Give the licence that the description of a package names, or an empty string."""
    if re.search(r"^[^/]+(\.dist-info/METADATA|/PKG-INFO)$", name):
        return _of_metadata(email.message_from_bytes(data))
    if name == "package/package.json":
        try:
            return _of_npm(json.loads(data))
        except _BROKEN as error:
            _left_out(where, error)
    if re.search(r"^\./usr/share/doc/[^/]+/copyright$", name):
        text = data.decode("utf-8", errors="replace")
        stated = re.findall(r"^License: *(\S.*)$", text, re.MULTILINE)
        return stated[0].strip() if stated else ""
    return ""


def _in_full(name: str, data: bytes) -> str:
    """Give the first words of a licence's text, or an empty string where a file is none."""
    if re.search(r"^[^/]+\.dist-info/(licenses/)?LICEN[CS]E", name):
        return _first_words(data.decode("utf-8", errors="replace"))
    return ""


_COPYRIGHT = re.compile(r"(?:copyright|\(c\)|©)(?!.*all rights reserved)", re.IGNORECASE)


def _first_words(text: str) -> str:
    """Give the first line that says something, but for whose work it is."""
    lines = (line.strip() for line in text.split("\n"))
    return next((x[:_LICENCE_WORDS] for x in lines if x and not _COPYRIGHT.match(x)), "")


def _of_npm(package: Any) -> str:
    """Give what a package.json states; old ones hold objects, and lists of them."""
    stated = package.get("license") or package.get("licenses") or ""
    each = stated if isinstance(stated, list) else [stated]
    return " OR ".join(str(one["type"] if isinstance(one, dict) else one) for one in each)


def _of_metadata(metadata: Message) -> str:
    classified = [str(c) for c in metadata.get_all("Classifier", []) if "License ::" in str(c)]
    stated = [metadata.get("License-Expression"), *(c.rpartition(" :: ")[2] for c in classified)]
    said = _first_words(str(metadata.get("License") or ""))
    return next((str(s) for s in [*stated, said] if s and s != "UNKNOWN"), "")


def _korean(where: str, name: str, data: bytes) -> Iterator[str]:
    """Give the lines of a file that hold Korean, each by itself, with single spaces."""
    try:
        found = list(texts(name, data))
    except _BROKEN as error:
        _left_out(where, error)
        return
    for line in (line for text in found for line in text.split("\n")):
        if len(line) <= _LONGEST and len(HANGUL.findall(line)) > 1:
            yield _SPACES.sub(" ", line).strip()


def _wanted(name: str) -> bool:
    return is_told(name) or bool(
        re.search(
            r"/copyright$|\.dist-info/(licenses/)?LICEN[CS]E|^package/package\.json$"
            r"|^[^/]+/PKG-INFO$",
            name,
        )
    )


_AR = b"!<arch>\n"


def _deb(path: Path) -> Iterator[tuple[str, bytes]]:
    """Give the files of a Debian package: an `ar` archive that holds `data.tar`."""
    data = path.read_bytes()
    if not data.startswith(_AR):
        raise ValueError("it is no Debian package")
    at = len(_AR)
    found = False
    while at + 60 <= len(data):
        name = data[at : at + 16].decode().strip().rstrip("/")
        size = int(data[at + 48 : at + 58])
        body = data[at + 60 : at + 60 + size]
        at += 60 + size + size % 2
        if name in {"data.tar.xz", "data.tar.gz"}:
            found = True
            opened = lzma.decompress(body) if name.endswith("xz") else gzip.decompress(body)
            for inner, content in _tar(io.BytesIO(opened)):
                if inner.endswith(_NESTED):
                    yield from _wheel(io.BytesIO(content))
                else:
                    yield inner, content
    if not found:
        raise ValueError("it holds neither data.tar.xz nor data.tar.gz")


def _tar(file: io.BytesIO) -> Iterator[tuple[str, bytes]]:
    with tarfile.open(fileobj=file) as archive:
        for member in sorted(archive.getmembers(), key=lambda m: m.name):
            if member.isfile() and (_wanted(member.name) or member.name.endswith(_NESTED)):
                content = archive.extractfile(member)
                assert content
                yield member.name, content.read()


def _wheel(path: Path | io.BytesIO) -> Iterator[tuple[str, bytes]]:
    with zipfile.ZipFile(path) as archive:
        for name in sorted(archive.namelist()):
            if _wanted(name):
                yield name, archive.read(name)


def _tgz(path: Path) -> Iterator[tuple[str, bytes]]:
    # All of it at once: tarfile does not see that an end is missing.
    yield from _tar(io.BytesIO(gzip.decompress(path.read_bytes())))


def _file(path: Path) -> Iterator[tuple[str, bytes]]:
    yield ("/ko/" if path.suffix == ".mo" else "") + path.name, path.read_bytes()


_FILES: dict[str, Callable[[Path], Iterator[tuple[str, bytes]]]] = {
    ".deb": _deb,
    ".whl": _wheel,
    ".tgz": _tgz,
    ".gz": _tgz,
    ".mo": _file,
    ".md": _file,
}
