"""Making `syllables.xz`: counts of short strings in Korean text that anyone may pass on.

`python -m scripts.repair.train FOLDER...` reads the packages (.deb, .whl) and the message
catalogues (.mo) in the folders and writes the counts, with their provenance in `syllables.json`.
Texts that measure the repair are held out by package: they are named there too, and refused here.
"""

from __future__ import annotations

import gettext
import hashlib
import io
import json
import lzma
import re
import sys
import tarfile
import zipfile
from collections.abc import Iterable, Iterator
from html.parser import HTMLParser
from pathlib import Path

from scripts.files import write_atomically
from scripts.repair.syllables import COUNTS, count, to_bytes

PROVENANCE = COUNTS.with_suffix(".json")

# Known by the name of the package; what a licence asks of copies of a text, counts of strings of
# five characters do not touch, but each is one that lets the text be passed on.
LICENCES = {
    "libreoffice-help-ko": "MPL-2.0",
    "libreoffice-l10n-ko": "MPL-2.0",
    "gnome-user-docs": "CC-BY-SA-3.0",
    "django": "BSD-3-Clause",
    "sphinx": "BSD-2-Clause",
    "wagtail": "BSD-3-Clause",
    "wtforms": "BSD-3-Clause",
}
CATALOGUE_LICENCE = "free software in Debian main; see the package's copyright file"
HELD_OUT = {
    "installation-guide-amd64": "threshold and weights",
    "debian-faq-ko": "threshold and weights",
    "gimp-help-ko": "threshold and weights",
}

_HANGUL = re.compile("[가-힣]")
_SPACES = re.compile(r"\s+")
# Strings of this length and longer count only if met twice: half the size, and nothing lost on
# the texts held out.
_RARE = 4


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
        self.blocks.append("".join(self._parts))
        self._parts = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._hidden += tag in {"script", "style"}
        if tag in self._BLOCK:
            self.flush()

    def handle_endtag(self, tag: str) -> None:
        self._hidden -= tag in {"script", "style"}
        if tag in self._BLOCK:
            self.flush()

    def handle_data(self, data: str) -> None:
        if not self._hidden:
            self._parts.append(data)


def _lines(name: str, data: bytes) -> Iterator[str]:
    """Give the Korean lines of one file of a package."""
    if name.endswith(".mo"):
        try:
            catalogue = vars(gettext.GNUTranslations(io.BytesIO(data)))["_catalog"]
        except (OSError, UnicodeDecodeError, LookupError):
            return
        texts = [v for k, v in catalogue.items() if k and isinstance(v, str)]
        found: Iterable[str] = (line for text in texts for line in text.split("\n"))
    else:
        parser = _Blocks()
        parser.feed(data.decode("utf-8", errors="replace"))
        parser.flush()
        found = parser.blocks
    for line in found:
        if _HANGUL.search(line):
            yield _SPACES.sub(" ", line).strip()


def _is_korean(name: str) -> bool:
    korean = "/ko/" in name or "/ko_KR/" in name or name.endswith(".ko.html")
    return korean and name.endswith((".html", ".page", ".mo"))


def _deb(path: Path) -> Iterator[tuple[str, bytes]]:
    """Give the Korean files of a Debian package: an `ar` archive that holds `data.tar.xz`."""
    data = path.read_bytes()
    at = 8
    while at + 60 <= len(data):
        name = data[at : at + 16].decode().strip().rstrip("/")
        size = int(data[at + 48 : at + 58])
        body = data[at + 60 : at + 60 + size]
        at += 60 + size + size % 2
        if name == "data.tar.xz":
            with tarfile.open(fileobj=io.BytesIO(lzma.decompress(body))) as archive:
                for member in sorted(archive.getmembers(), key=lambda m: m.name):
                    file = archive.extractfile(member) if member.isfile() else None
                    if file is not None and _is_korean(member.name):
                        yield member.name, file.read()


def _wheel(path: Path) -> Iterator[tuple[str, bytes]]:
    with zipfile.ZipFile(path) as archive:
        for name in sorted(archive.namelist()):
            if _is_korean(name):
                yield name, archive.read(name)


def main(folders: list[str]) -> int:
    """Write the counts and their provenance; give the exit code."""
    if not folders:
        sys.stderr.write("usage: python -m scripts.repair.train FOLDER...\n")
        return 2
    sources: list[dict[str, object]] = []
    seen: set[str] = set()
    for path in sorted(p for folder in folders for p in Path(folder).iterdir()):
        package = re.split(r"[_-]\d|_", path.name)[0]
        if package in HELD_OUT:
            continue
        if path.suffix == ".deb":
            files, licence = _deb(path), LICENCES[package]
        elif path.suffix == ".whl":
            files, licence = _wheel(path), LICENCES[package]
        elif path.suffix == ".mo":
            files, licence = iter([(path.name, path.read_bytes())]), CATALOGUE_LICENCE
        else:
            continue
        lines = {line for name, data in files for line in _lines(name, data)} - seen
        if not lines:
            continue
        seen |= lines
        sources.append(
            {
                "file": path.name,
                "sha256": hashlib.sha256(path.read_bytes()).hexdigest(),
                "licence": licence,
                "syllables": sum(len(_HANGUL.findall(line)) for line in lines),
            }
        )
    counts = {
        string: number
        for string, number in count(sorted(seen)).items()
        if (number >= 2 or len(string) < _RARE) and string.replace("\n", "").isprintable()
    }
    write_atomically(COUNTS, to_bytes(counts))
    provenance = {"sources": sources, "held_out": HELD_OUT, "strings": len(counts)}
    write_atomically(PROVENANCE, (json.dumps(provenance, indent=1) + "\n").encode())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
