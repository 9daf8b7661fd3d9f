"""Refuses what a lesson's text must not do: run code, read files of the machine, reach a page as
script, lead a reader to one.

Whatever this reading should not see, Sphinx is kept from when it looks a directive or a role up,
and when it has read a page (`render/guard.py`).
"""

from __future__ import annotations

import difflib
import html
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from urllib.parse import unquote

from scripts.diagnostic import Diagnostic, short
from scripts.guard.strange_files import is_inside, strange_files
from scripts.guard.uses import Use, known_options, option_line, uses
from scripts.lesson import Cell, Lesson, Lessons
from scripts.patterns import lazy_pattern
from scripts.permitted import Permitted, names
from scripts.site_pages import is_of_site

_SCHEME = lazy_pattern(r"(?P<scheme>[A-Za-z][A-Za-z0-9+.-]*):")
# A browser passes over these in an address, and so over what they would hide.
_PASSED_OVER = lazy_pattern(r"[\x00-\x20\x7f-\xa0\u00ad\u200b-\u200f\u2028-\u202f\u2060\ufeff]+")
_INVISIBLE = lazy_pattern(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\u202a-\u202e\u2066-\u2069]"
)
_CELL_LANGUAGES = frozenset(["", "ipython", "ipython3", "python", "python3"])
_WEB = lazy_pattern(r"https?://[^\s\"'<>\\`{}|^]+", re.IGNORECASE)
_HTML_NAME = lazy_pattern(r"<([A-Za-z][\w-]*)")
_HTML_END = lazy_pattern(r"</([A-Za-z][\w-]*)[^<>]*>\s*")
# What scripts of the site and of its themes find by name.
_OURS = lazy_pattern(
    r"(?:(?:term|api|behind|output|doubt|search|sidebar|pst|sbt|bd|site|naranhi)-.*|_.*|b-.*"
    r"|main-content|documentation_options|theme_options|searchbox|document|window|location)",
    re.IGNORECASE,
)


def refusals(lessons: Lessons, permitted: Permitted) -> tuple[Diagnostic, ...]:
    """Give everything in the lessons of a root that is not permitted, with its place.

    >>> from pathlib import Path
    >>> from scripts.languages import ENGLISH
    >>> from scripts.lesson.reading import parse_lesson
    >>> lesson = parse_lesson(b"# A\\n\\n```{raw} html\\n```\\n", path=Path("lessons_en/a.md"),
    ...                       docname="a", language=ENGLISH)
    >>> print(*refusals(Lessons(Path("/nowhere"), (ENGLISH,), (lesson,)), Permitted()))
    lessons_en/a.md:3: the directive raw is not permitted; leave it out [refused-directive]
    """
    found = [finding for lesson in lessons.items for finding in refused(lesson, lessons, permitted)]
    return tuple(sorted({*found, *strange_files(lessons, permitted)}))


def refused(lesson: Lesson, lessons: Lessons, permitted: Permitted) -> Iterator[Diagnostic]:
    """Give what one lesson's text uses though it is not permitted."""
    if is_of_site(lesson.docname):
        message = f"the site makes {lesson.docname}.html itself"
        yield Diagnostic(lesson.path, 1, "refused-file", message, fix="give it another name")
    judge = _Judge(lesson, lessons, permitted)
    begun: set[str] = set()
    for use in uses(lesson):
        if use.kind == "html":
            end = _HTML_END.fullmatch(use.value)
            # An element is told where it begins.
            if end and end[1].lower() in begun:
                continue
            begun.update(name.lower() for name in _HTML_NAME.findall(use.value))
        if fault := judge.fault(use):
            rule, message, fix = fault
            yield Diagnostic(lesson.path, use.line, rule, message, fix=fix)
    for cell in lesson.cells:
        yield from judge.cell(cell)


def unseen(lesson: Lesson) -> Iterator[Diagnostic]:
    """Give the characters that nobody sees, which `check` has rules on of its own."""
    for number, line in enumerate(lesson.text.split("\n"), 1):
        if match := _INVISIBLE.search(line):
            message = f"the character U+{ord(match[0]):04X} cannot be seen"
            place = match.start() + 1
            yield Diagnostic(
                lesson.path, number, "refused-character", message, fix="delete it", column=place
            )


def scheme(address: str) -> str:
    """Give the scheme of an address as a browser finds it; "//" for one that begins with a host.

    >>> scheme("java&#x09;script:alert(1)"), scheme("\\\\\\\\host/x"), scheme("page.md#a")
    ('javascript', '//', '')
    """
    plain = _PASSED_OVER.sub("", html.unescape(html.unescape(address)))
    if plain[:2].replace("\\", "/") == "//":
        return "//"
    match = _SCHEME.match(plain)
    return match["scheme"].lower() if match else ""


class _Judge:
    """Says of each thing that a lesson uses whether it may."""

    def __init__(self, lesson: Lesson, lessons: Lessons, permitted: Permitted) -> None:
        self._lesson, self._root, self._permitted = lesson, lessons.root, permitted

    def fault(self, use: Use) -> tuple[str, str, str] | None:
        """Give rule, message and fix for what is not permitted."""
        judged: Mapping[str, Callable[[str], tuple[str, str, str] | None]] = {
            "directive": self._directive,
            "role": self._role,
            "html": self._html,
            "link": self._link,
            "image": self._image,
            "file": self._file,
            "class": self._class,
            "label": self._label,
            "option": self._option,
            "unknown option": self._unknown_option,
            "language": self._language,
            "size": lambda value: ("refused-size", value, "write it shorter, or flatter"),
            "character": self._character,
            "front matter": lambda value: ("refused-front-matter", value, ""),
            "key": self._key,
            "formula": self._formula,
            "web": self._web,
        }
        return judged[use.kind](use.value)

    def cell(self, cell: Cell) -> Iterator[Diagnostic]:
        """Give what a code cell's options must not say."""

        def found(key: str, message: str, fix: str = "") -> Diagnostic:
            line = option_line(self._lesson, cell, key)
            return Diagnostic(self._lesson.path, line, "refused-option", message, fix=fix)

        for key, value in cell.options.items():
            if str(key) not in self._permitted.cell_options:
                fix = _near(str(key), self._permitted.cell_options)
                yield found(str(key), f"the cell option {short(key)} is not permitted", fix)
            elif isinstance(value, list | dict):
                yield found(str(key), f"the cell option {key} must be a text")
        if cell.options.get("label") and _OURS.fullmatch(str(cell.options["label"])):
            message = f"the label {short(cell.options['label'])} is one of the site's own"
            yield found("label", message)
        for tag in cell.tags:
            if not re.fullmatch(r"[A-Za-z0-9][\w-]*", tag):
                yield found("tags", f"the tag {short(tag)} must be one word of Latin letters")
        if cell.raises is not None and not re.fullmatch(r"\w+", cell.raises):
            yield found("raises", f"{short(cell.raises)} is not the name of an exception")

    def _directive(self, name: str) -> tuple[str, str, str] | None:
        if name in self._permitted.directives:
            return None
        fix = _near(name, self._permitted.directives)
        return "refused-directive", f"the directive {short(name)} is not permitted", fix

    def _role(self, name: str) -> tuple[str, str, str] | None:
        if self._permitted.role(name):
            return None
        fix = _near(name, self._permitted.roles)
        return "refused-role", f"the role {short(name)} is not permitted", fix

    def _html(self, text: str) -> tuple[str, str, str] | None:
        message = f"HTML is not permitted in a lesson: {short(text)}"
        return (
            "refused-html",
            message,
            "write Markdown, put code between backticks, start a comment with %",
        )

    def _link(self, target: str) -> tuple[str, str, str] | None:
        kind = scheme(target)
        if kind == "path":
            return self._file(target.partition(":")[2])
        if kind and kind not in self._permitted.schemes:
            what = "addresses of a host without https:" if kind == "//" else f"{kind}: addresses"
            fix = "write a whole https address"
            if what.startswith("file:"):
                fix = "name a lesson or a file beside this one, or write a whole https address"
            return "refused-link", f"{what} are not permitted", fix
        if kind or target.startswith("#"):
            return None
        return self._file(target)

    def _image(self, target: str) -> tuple[str, str, str] | None:
        if scheme(target):
            message = f"a picture from another place: {short(target)}"
            return "refused-link", message, "put it beside the lesson, and name the file"
        return self._file(target)

    def _file(self, target: str) -> tuple[str, str, str] | None:
        name = unquote(re.split(r"[?#]", target, maxsplit=1)[0]).strip()
        if not name:
            return None
        folder = self._lesson.language.folder(self._root)
        if name.startswith("<") or "\0" in name or scheme(name):
            inside = False
        else:
            beside = (self._root / self._lesson.path).parent
            place = folder / name.lstrip("/") if name.startswith("/") else beside / name
            try:
                inside = is_inside(place, self._root, self._permitted)
            except (OSError, ValueError):
                inside = False
        if inside:
            return None
        message = f"{short(name)} lies outside the folders of the lessons"
        return "refused-path", message, "put the file beside the lesson"

    def _class(self, value: str) -> tuple[str, str, str] | None:
        strange = sorted(names(value) - self._permitted.classes)
        if not strange:
            return None
        fix = _near(strange[0], self._permitted.classes)
        return "refused-option", f"the class {short(strange[0])} is not permitted", fix

    def _label(self, name: str) -> tuple[str, str, str] | None:
        if not _OURS.fullmatch(name.strip()):
            return None
        return "refused-label", f"the label {short(name)} is one of the site's own", "rename it"

    def _option(self, name: str) -> tuple[str, str, str] | None:
        return "refused-option", f"the option {short(name)} reads files", "write it on the page"

    def _unknown_option(self, value: str) -> tuple[str, str, str] | None:
        directive, _, option = value.partition(" ")
        fix = _near(option, known_options(directive))
        return "refused-option", f"{directive} has no option {short(option)}", fix

    def _language(self, name: str) -> tuple[str, str, str] | None:
        if name in _CELL_LANGUAGES:
            return None
        return "refused-option", f"a cell in {short(name)}; cells are Python", "write {code-cell}"

    def _character(self, value: str) -> tuple[str, str, str] | None:
        return "refused-character", f"the character {value} means nothing", "delete it"

    def _formula(self, name: str) -> tuple[str, str, str] | None:
        message = f"{name} in a formula leads to files or styles"
        return "refused-html", message, "leave it out"

    def _key(self, key: str) -> tuple[str, str, str] | None:
        if key in self._permitted.front_matter:
            return None
        message = f"{short(key)} is no key of a lesson's front matter"
        return "refused-front-matter", message, "delete it"

    def _web(self, value: str) -> tuple[str, str, str] | None:
        if _WEB.fullmatch(value):
            return None
        return "refused-front-matter", f"{short(value)} is no address of the web", ""


# So alike a name is to one that was meant: tab-set is no table.
_NEAR = 0.75


def _near(name: str, known: Iterable[str]) -> str:
    """Say what to write for a name that is not known, where it is nearly one that is."""
    near = difflib.get_close_matches(name, sorted(known), 1, _NEAR)
    return f"write {near[0]}" if near else "leave it out"
