"""The texts: found in the repository, beside it and in folders that the environment names."""

from __future__ import annotations

import hashlib
import json
import os
import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
LEGACY = REPOSITORY.parent / "shared" / "legacy"
KOREAN_VARIABLE = "NARANHI_BENCH_KO"
CLEAN_VARIABLE = "NARANHI_BENCH_CLEAN"

HANGUL = re.compile("[가-힣]")
_MARKUP = frozenset({".html", ".htm", ".xhtml", ".page", ".docbook", ".xml"})
_PLAIN = frozenset({".md", ".txt", ".rst", ".utf-8", ""})
_PAGE_LINES = 120
_PAGE_CHARACTERS = 4000
# A page of another language with a word or two of Korean is no Korean page.
_LEAST_SYLLABLES = 30
# Longer lines are data.
_LONGEST_LINE = 2000


@dataclass(frozen=True)
class Text:
    """One clean file: the project and the file that it is of, and its content without markup."""

    project: str
    name: str
    content: str


@dataclass(frozen=True)
class Page:
    """A piece of a file, as long as a lesson, that is damaged and repaired as a file."""

    project: str
    content: str

    @property
    def syllables(self) -> int:
        return len(HANGUL.findall(self.content))


class _Blocks(HTMLParser):
    _inline = frozenset(
        re.findall(
            r"\w+",
            "a abbr app b cmd code cmdsynopsis em file gui guiseq i key keyseq kbd link literal "
            "output small span strong sub sup sys tt tag u var input",
        )
    )

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []
        self.kept = 0
        self.hidden = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in self._inline:
            self.parts.append("\n")
        self.kept += tag == "pre"
        self.hidden += tag in {"script", "style"}

    def handle_endtag(self, tag: str) -> None:
        if tag not in self._inline:
            self.parts.append("\n")
        self.kept -= tag == "pre"
        self.hidden -= tag in {"script", "style"}

    def handle_data(self, data: str) -> None:
        if not self.hidden:
            self.parts.append(data if self.kept else re.sub(r"\s+", " ", data))


def without_markup(source: str) -> str:
    """Give the text of an HTML or XML page, a block a line.

    >>> without_markup("<h1>제목</h1> <p>이 <b>값</b>은\\n1이다.</p>")
    '제목\\n이 값은 1이다.\\n'
    """
    parser = _Blocks()
    parser.feed(source)
    parser.close()
    lines = "".join(parser.parts).split("\n")
    return "".join(line.rstrip() + "\n" for line in lines if line.strip())


def read(path: Path) -> str | None:
    """Give the text of a file without markup, or None where it is no UTF-8 text of these forms."""
    if path.suffix not in _MARKUP | _PLAIN or path.is_symlink():
        return None
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError:
        return None
    text = text.replace("\r\n", "\n")
    return without_markup(text) if path.suffix in _MARKUP else text


def folders(variable: str) -> list[Path]:
    """Give the folders that an environment variable names, with the system's separator."""
    return [Path(name) for name in os.environ.get(variable, "").split(os.pathsep) if name]


def texts_in(folder: Path, project: str | None = None) -> Iterator[Text]:
    """Give the Korean texts in a folder; each folder in it is a project, named as it is."""
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        content = read(path)
        if content and HANGUL.search(content):
            within = path.relative_to(folder).parts
            owner = project or (within[0] if len(within) > 1 else folder.name)
            yield Text(owner, path.name, content)


def korean() -> list[Text]:
    """Give all Korean texts of this run: those named, else the shared pages and the lessons."""
    texts = [text for folder in folders(KOREAN_VARIABLE) for text in texts_in(folder)]
    if LEGACY.exists():
        texts += texts_in(LEGACY / "jax_kr", "shared jax_kr")
    texts += texts_in(REPOSITORY / "lessons_ko", "lessons_ko")
    return texts


def seen_by(project: str, names: Iterable[str]) -> str:
    """Say what the model knows of a project: whether it was counted, fitted on, measured, or new.

    `names` are the files of the project. "Measured" are texts by which its makers looked how far
    they were: nothing was computed from them, but they were not blind to them either.
    """
    path = REPOSITORY / "scripts" / "repair" / "syllables.json"
    provenance = json.loads(path.read_bytes().decode())
    counted = [str(source["file"]) for source in provenance["sources"]]
    own = REPOSITORY / "lessons_ko"
    if is_seen(project, counted) or (project == own.name and set(names) & set(counted)):
        return "counted"
    held_out: dict[str, str] = provenance["held_out"]
    fitting = {name for name, purpose in held_out.items() if purpose.startswith("fitting")}
    if is_seen(project, {*provenance["fitted_on"], *fitting}):
        return "fitted on"
    return "measured" if is_seen(project, held_out) else "no"


def is_seen(project: str, names: Iterable[str]) -> bool:
    """Say whether a project, by its name before the version, is among file or package names.

    >>> is_seen("eog_43.2", ["eog-plugins_43.deb"]), is_seen("eog_43.2", ["eog_43.2_all.deb"])
    (False, True)
    >>> is_seen("python_kis-2.1", ["python_hwpx-6.9.0-py3-none-any.whl"])
    False
    """
    package = _package(project)
    return any(_package(name) == package for name in names)


def _package(name: str) -> str:
    return re.split(r"[-_]v?\d|\.(?:mo|deb|whl|tgz|md)$", name.lower())[0]


def rank(seed: str, name: str) -> bytes:
    """Give a number for `name` that looks like chance and is the same on every machine."""
    return hashlib.sha256(f"{seed}\0{name}".encode()).digest()


def pages(texts: Iterable[Text]) -> list[Page]:
    """Cut texts into pages; a line of prose that an earlier page holds is left out.

    So are lines of thousands of characters, and those that are no clean text (NFC) to begin with.
    Credits and licences that stand on every page of a manual would weigh too much otherwise.
    """
    seen: set[str] = set()
    result: list[Page] = []
    for text in texts:
        lines: list[str] = []
        size = 0
        for line in text.content.split("\n"):
            if len(line) > _LONGEST_LINE or not unicodedata.is_normalized("NFC", line):
                continue
            if HANGUL.search(line):
                if line in seen:
                    continue
                seen.add(line)
            if lines and (len(lines) >= _PAGE_LINES or size + len(line) > _PAGE_CHARACTERS):
                result.append(Page(text.project, "\n".join(lines)))
                lines, size = [], 0
            lines.append(line)
            size += len(line) + 1
        if lines:
            result.append(Page(text.project, "\n".join(lines)))
    return [page for page in result if page.syllables >= _LEAST_SYLLABLES]


def sample(pages: Iterable[Page], size: int, seed: str) -> list[Page]:
    """Give pages by turns from each project, by chance of `seed`, until they hold `size` syllables.

    >>> few = [Page("a", "가"), Page("a", "나"), Page("b", "다")]
    >>> sorted(page.project for page in sample(few, 2, "seed"))
    ['a', 'b']
    """
    projects: dict[str, list[Page]] = {}
    for page in pages:
        projects.setdefault(page.project, []).append(page)
    queues = [
        sorted(projects[project], key=lambda page: rank(seed, page.content))
        for project in sorted(projects, key=lambda project: rank(seed, project))
    ]
    taken: list[Page] = []
    total = 0
    while total < size and any(queues):
        for queue in queues:
            if queue and total < size:
                page = queue.pop()
                taken.append(page)
                total += page.syllables
    return taken


def clean_files(folder: Path, size: int, seed: str) -> list[Path]:
    """Give UTF-8 files by turns from each folder in `folder`, about `size` bytes in all."""
    groups: dict[str, list[Path]] = {}
    for path in folder.rglob("*"):
        if path.is_file() and not path.is_symlink():
            groups.setdefault(path.relative_to(folder).parts[0], []).append(path)
    queues = [
        sorted(group, key=lambda path: rank(seed, path.relative_to(folder).as_posix()))
        for _, group in sorted(groups.items())
    ]
    share = size // max(len(queues), 1)
    taken: list[Path] = []
    for queue in queues:
        left = share
        for path in queue:
            if left <= 0:
                break
            try:
                path.read_bytes().decode("utf-8")
            except UnicodeDecodeError:
                continue
            taken.append(path)
            left -= path.stat().st_size
    return taken
