"""Every link of the lessons, and every name of JAX in code and prose, is led to where it goes.

Nothing is fetched: what other projects document stands in their inventories.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path

from scripts.addresses import Status, Verdict, closest, closest_name, gone, judge
from scripts.check.inventories import judge_inventory_link, judge_role
from scripts.check.rule import Edit, Selection, has
from scripts.check.targets import Targets, page_of
from scripts.diagnostic import Diagnostic, Severity
from scripts.inventory import read_inventory
from scripts.languages import ENGLISH, Language
from scripts.lesson import Lesson
from scripts.messages import in_language
from scripts.names.page_names import PageNames
from scripts.names.used import Piece, names_used
from scripts.patterns import lazy_pattern
from scripts.references import URL, Reference

# With one of these it is not certain what is code and what is text.
_UNREAD = frozenset({"encoding", "unclosed-fence"})
_SCHEME = lazy_pattern(r"(?P<scheme>[A-Za-z][A-Za-z0-9+.-]*):")
_ROLE = lazy_pattern(r"(?:(?P<text>.*?)\s*<(?P<target>[^<>]+)>|(?P<plain>.*))$", re.DOTALL)
_INTERNAL_ROLES = frozenset(
    ["doc", "ref", "numref", "eq", "download", "exercise", "std:doc", "std:ref", "std:numref"]
)
# A name in prose, with a call's brackets or a decorator's sign.
_IN_PROSE = lazy_pattern(r"@?(?P<name>[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)(?:\(.*)?$", re.DOTALL)
# What prose calls modules by on pages that do not import them.
_USUAL = {"jax": "jax", "jnp": "jax.numpy", "lax": "jax.lax"}
# A cell that must raise one of these may show just that a name is gone.
_GONE_ERRORS = frozenset({"AttributeError", "ImportError", "ModuleNotFoundError"})
# These can be rewritten without knowing what the text means.
_SAFE = frozenset({Status.OLD_HOST, Status.OLD_FORM, Status.MOVED})
_NAMES = frozenset({Status.REMOVED_NAME, Status.UNKNOWN_NAME})


@dataclass(frozen=True)
class Finding:
    """A link or a name that leads nowhere, or leads there no more by what is written.

    `target` is as it stands in the file from character `start` of it on; `suggestion` is what to
    write in its place, where anybody knows.
    """

    path: Path
    line: int
    column: int
    target: str
    status: Status
    message: str
    suggestion: str
    start: int
    end: int

    @property
    def safe(self) -> bool:
        """Tell whether the suggestion can be put in place of the target by a program."""
        kept = "#" in self.suggestion or "#" not in self.target
        return self.status in _SAFE and bool(self.suggestion) and kept

    def __str__(self) -> str:
        return self.shown()

    def shown(self, tag: str = ENGLISH.tag) -> str:
        """Give the finding as a line that editors can follow, in the language of a tag."""
        said = "; ".join(in_language(part, tag) for part in (self._sentence, self._fix) if part)
        return f"{self.path}:{self.line}:{self.column}: {said} [{self._rule}: {self.status}]"

    @property
    def _rule(self) -> str:
        return "gone-name" if self.status in _NAMES else "link"

    def to_json(self) -> dict[str, str | int]:
        """Give the finding as the command line prints it with `--format json`."""
        return {
            "path": str(self.path),
            "line": self.line,
            "column": self.column,
            "target": self.target,
            "status": str(self.status),
            "suggestion": self.suggestion,
            "message": self.message,
        }

    def diagnostic(self) -> Diagnostic:
        """Give the finding as the rules report it."""
        what = self.path, self.line, self._rule, self._sentence, Severity.WARNING, self._fix
        return Diagnostic(*what, column=self.column, end=self.end)

    @property
    def _sentence(self) -> str:
        return (
            self.message if f"`{self.target}`" in self.message else f"{self.target}: {self.message}"
        )

    @property
    def _fix(self) -> str:
        said = f"`{self.suggestion}`" in self.message
        return f"write {self.suggestion}" if self.suggestion and not said else ""


def check_links(selection: Selection) -> tuple[Finding, ...]:
    """Give everything that is wrong with links and names of JAX, sorted by file and place."""
    found = [*bad_links(selection), *gone_names(selection)]
    return tuple(sorted(found, key=lambda one: (one.path, one.start, one.target)))


def bad_links(selection: Selection) -> Iterator[Finding]:
    """Give the links that lead nowhere, or to where something is no longer."""
    targets: dict[Language, Targets] = {}
    for lesson in selection.files:
        if has(lesson, _UNREAD):
            continue
        known = targets.setdefault(lesson.language, Targets(selection.lessons, lesson.language))
        page = page_of(lesson)
        for reference in page.references:
            if reference.kind == "label":
                verdict = _undefined(reference.target, page.definitions)
            else:
                verdict = _judge(reference, lesson, known)
            if verdict.status is not Status.FINE:
                yield _finding(lesson, reference.start, reference.target, verdict)


def gone_names(selection: Selection) -> Iterator[Finding]:
    """Give the uses of names that JAX has given up, or never had, in code and in prose."""
    for lesson in selection.files:
        if has(lesson, _UNREAD):
            continue
        code = _code(lesson)
        names = names_used(Piece(piece.source, piece.runs) for piece in code)
        yield from _in_code(lesson, code, names)
        yield from _in_prose(lesson, names)


def link_diagnostics(selection: Selection) -> Iterator[Diagnostic]:
    """Give the bad links as a rule reports them."""
    return (finding.diagnostic() for finding in bad_links(selection))


def name_diagnostics(selection: Selection) -> Iterator[Diagnostic]:
    """Give the gone names as a rule reports them."""
    return (finding.diagnostic() for finding in gone_names(selection))


def rewrite(selection: Selection) -> Iterator[tuple[Lesson, tuple[Edit, ...]]]:
    """Write today's address wherever a link's place is known and nothing of it is lost."""
    safe: dict[Path, list[Finding]] = {}
    for finding in bad_links(selection):
        if finding.safe:
            safe.setdefault(finding.path, []).append(finding)
    for lesson in selection.files:
        lines = lesson.text.split("\n")
        changed: dict[int, str] = {}
        own = safe.get(lesson.path, [])
        for one in sorted(own, key=lambda finding: finding.start, reverse=True):
            line = changed.get(one.line, lines[one.line - 1])
            start, end = one.column - 1, one.column - 1 + len(one.target)
            if line[start:end] == one.target:
                changed[one.line] = line[:start] + one.suggestion + line[end:]
        if changed:
            yield lesson, tuple(Edit(n, n + 1, (text,)) for n, text in sorted(changed.items()))


# --- links ----------------------------------------------------------------------------------------


def _judge(reference: Reference, lesson: Lesson, known: Targets) -> Verdict:
    kind, target = reference.kind, reference.target
    if kind == "code":
        return Verdict()
    if kind.startswith("role:"):
        return _judge_role(kind.removeprefix("role:"), target, lesson, known)
    if URL.match(target):
        return known.own_repository(target) or judge(target)
    if kind == "entry":
        return known.doc(lesson, target) if not _SCHEME.match(target) else Verdict()
    if kind in {"image", "file"}:
        return Verdict() if _SCHEME.match(target) else known.file(lesson, target)
    if target.startswith("inv:"):
        return judge_inventory_link(target)
    scheme = ""
    if match := re.match(r"(?:project|path):", target):
        scheme = match[0]
        target = target.removeprefix(scheme)
    elif _SCHEME.match(target):
        return Verdict()
    if scheme == "path:":
        verdict = known.file(lesson, target)
    elif target.startswith("#"):
        verdict = known.anchor(lesson, target[1:])
    else:
        verdict = known.path(lesson, target)
    suggestion = scheme + verdict.suggestion if verdict.suggestion else ""
    return Verdict(verdict.status, verdict.message, suggestion)


def _undefined(label: str, definitions: Iterable[str]) -> Verdict:
    message = f"nothing says where it leads; write a line `[{label}]: ADDRESS`"
    return Verdict(Status.DEAD_ANCHOR, message, closest(label.lower(), definitions))


def _judge_role(role: str, content: str, lesson: Lesson, known: Targets) -> Verdict:
    match = _ROLE.match(content)
    target = ((match["target"] or match["plain"] or "") if match else content).strip()
    name = role.removeprefix("std:")
    if target.startswith("!"):
        return Verdict()
    if role in _INTERNAL_ROLES:
        if name == "doc":
            verdict = known.doc(lesson, target)
        elif name == "download":
            verdict = known.file(lesson, target)
        else:
            verdict = known.label(target)
        if verdict.status is Status.FINE or (name in {"doc", "ref"} and _elsewhere(name, target)):
            return Verdict()
    else:
        verdict = judge_role(role, target)
    if not verdict.suggestion:
        return verdict
    return Verdict(verdict.status, verdict.message, content.replace(target, verdict.suggestion))


def _elsewhere(name: str, target: str) -> bool:
    """Tell whether another project has the page or the label that a role names."""
    role = {"doc": "std:doc", "ref": "std:label"}[name]
    return judge_role(f"external:{role.replace('label', 'ref')}", target).status is Status.FINE


# --- names ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Code:
    """Code of a page, with the line of the file that it begins on."""

    source: str
    line: int
    runs: bool = True
    shows_error: bool = False


def _code(lesson: Lesson) -> list[_Code]:
    """Give the code of a page in its order: the cells, and what is only shown."""
    cells = (
        _Code(cell.source, cell.line, not cell.skipped, cell.raises in _GONE_ERRORS)
        for cell in lesson.cells
    )
    shown = (_Code(one.source, one.line, runs=False) for one in page_of(lesson).shown)
    return sorted((*cells, *shown), key=lambda one: one.line)


def _in_code(lesson: Lesson, code: list[_Code], names: PageNames) -> Iterator[Finding]:
    starts = [0, *(match.end() for match in re.finditer("\n", lesson.text))]
    for piece, uses in zip(code, names.uses, strict=True):
        if piece.shows_error:
            continue
        code_start = starts[min(piece.line, len(starts)) - 1]
        indents = _indents(lesson.text[code_start:], piece.source)
        found: dict[tuple[int, str], Finding] = {}
        for use in uses:
            verdict, name = _judge_name(use.name)
            if verdict is None:
                continue
            row = piece.source.count("\n", 0, use.start)
            place = code_start + use.start + sum(indents[: row + 1])
            end = next((end for step, end in use.steps if step == name), use.steps[-1][1])
            written = piece.source[use.start : end]
            # Of a gone module and a name that is imported from it, the name says more.
            found.pop((row, name.rpartition(".")[0]), None)
            found.setdefault((row, name), _finding(lesson, place, written or name, verdict))
        yield from found.values()


def _indents(text: str, source: str) -> list[int]:
    """Give how much deeper each line of a cell stands in its file than in its source."""
    indents = []
    for line, own in zip(text.split("\n"), source.split("\n"), strict=False):
        indents.append(max(len(line) - len(own), 0) if line.endswith(own) else 0)
    return indents


def _in_prose(lesson: Lesson, names: PageNames) -> Iterator[Finding]:
    references = [one for one in page_of(lesson).references if one.kind == "code"]
    for reference in references:
        full = _full_name(reference.target, names.imported, names.own)
        if not full:
            continue
        verdict, name = _judge_name(full)
        if verdict is None or (verdict.status is Status.UNKNOWN_NAME and not _is_misspelt(name)):
            continue
        if verdict.suggestion and _tells(lesson.text, reference, verdict.suggestion, names):
            continue
        match = _IN_PROSE.match(reference.target)
        written = match["name"] if match else reference.target
        cut = full[len(name) :]
        written = written.removesuffix(cut) if cut else written
        yield _finding(lesson, reference.start + reference.target.index(written), written, verdict)


def _full_name(code: str, imported: Mapping[str, str], own: frozenset[str]) -> str:
    """Give the qualified name that inline code means, or an empty text for what is no name."""
    match = _IN_PROSE.match(code)
    if match is None:
        return ""
    root, dot, rest = match["name"].partition(".")
    if root in own:
        return ""
    target = imported.get(root) or (_USUAL.get(root, "") if dot else "")
    return target + dot + rest if target else ""


def _is_misspelt(name: str) -> bool:
    """Tell whether prose most likely means another name: `jnp.foo` stands for any.

    >>> _is_misspelt("jax.numpy.wehre"), _is_misspelt("jax.numpy.foo")
    (True, False)
    """
    last, near = (one.rpartition(".")[2] for one in (name, closest_name(name)))
    return SequenceMatcher(None, last, near).ratio() >= 0.8


def _tells(text: str, reference: Reference, use: str, names: PageNames) -> bool:
    """Tell whether a paragraph that mentions a gone name mentions what replaced it, too."""
    start = text.rfind("\n\n", 0, reference.start) + 1
    end = text.find("\n\n", reference.end)
    for code in re.findall(r"`([^`]+)`", text[start : end if end >= 0 else len(text)]):
        if use in {code, _full_name(code, names.imported, names.own)}:
            return True
    return False


def _judge_name(name: str) -> tuple[Verdict | None, str]:
    """Judge a qualified name; give what is wrong, and the part of it that is."""
    if name.partition(".")[0] not in {"jax", "jaxlib"}:
        return None, name
    inventory = read_inventory()
    if (given_up := inventory.given_up(name)) is not None:
        part = given_up[0]
        use = inventory.replacement(part)
        return Verdict(Status.REMOVED_NAME, gone(part), use), part
    steps = name.split(".")
    for end in range(2, len(steps) + 1):
        part = ".".join(steps[:end])
        if steps[end - 1].startswith("_"):
            break
        if inventory.known(part) is False:
            message = f"JAX has no `{part}`"
            return Verdict(Status.UNKNOWN_NAME, message, closest_name(part)), part
    return None, name


def _finding(lesson: Lesson, start: int, target: str, verdict: Verdict) -> Finding:
    line = lesson.text.count("\n", 0, start) + 1
    column = start - lesson.text.rfind("\n", 0, start)
    return Finding(
        lesson.path,
        line,
        column,
        target,
        verdict.status,
        verdict.message,
        verdict.suggestion,
        start,
        # What a reference says of its target may be written in another way.
        column + len(target) if target and lesson.text.startswith(target, start) else 0,
    )
