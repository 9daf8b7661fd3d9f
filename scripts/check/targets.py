"""What links within a site can lead to: lessons, labels, headings and files of one language."""

from __future__ import annotations

import functools
import os
import posixpath
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote

from scripts.addresses import Status, Verdict, closest
from scripts.check.rule import UNCOMPARED, has
from scripts.languages import Language
from scripts.last_read import of_last_read
from scripts.lesson import START_PAGE, Lesson, Lessons
from scripts.patterns import lazy_pattern
from scripts.references import Page, may_define, normal_label, read_page

_MARKDOWN = ".md"
_OTHER_ENDINGS = lazy_pattern(r"\.(?:html?|ipynb|rst)$")
_GITHUB = "https://github.com/"
_COLAB = "https://colab.research.google.com/github/"
_ON_BRANCH = lazy_pattern(r"/(?:blob|tree|edit|raw)/(?P<rest>.*)$")


@of_last_read
def page_of(lesson: Lesson) -> Page:
    """Give the references of a lesson and what can be led to on it."""
    return read_page(lesson.text)


class _Pages(Mapping[str, Page]):
    """What can be led to on each page; a page that nobody asks about is not read."""

    def __init__(self, lessons: Mapping[str, Lesson]) -> None:
        self._lessons = lessons

    def __getitem__(self, docname: str) -> Page:
        return page_of(self._lessons[docname])

    def __contains__(self, docname: object) -> bool:
        return docname in self._lessons

    def __iter__(self) -> Iterator[str]:
        return iter(self._lessons)

    def __len__(self) -> int:
        return len(self._lessons)


@dataclass(frozen=True)
class Targets:
    """All that a link in one language's lessons can lead to."""

    lessons: Lessons
    language: Language

    @functools.cached_property
    def pages(self) -> Mapping[str, Page]:
        """Give each lesson's targets by its docname."""
        own = (lesson for lesson in self.lessons.items if lesson.language == self.language)
        return _Pages({lesson.docname: lesson for lesson in own})

    @functools.cached_property
    def labels(self) -> dict[str, str]:
        """Give the page of each label."""
        return {label: name for name, page in self.pages.items() for label in page.labels}

    def has_label(self, target: str) -> bool:
        """Tell whether a page has this label, of those alone that can have it."""
        label = normal_label(target)
        own = (lesson for lesson in self.lessons.items if lesson.language == self.language)
        if any(
            label in self.pages[one.docname].labels for one in own if may_define(one.text, [label])
        ):
            return True
        return any(self._may_hold(docname, label) for docname in self._unread)

    @functools.cached_property
    def _unread(self) -> frozenset[str]:
        """Give the pages of which nobody knows what they hold, before they are mended."""
        own = (lesson for lesson in self.lessons.items if lesson.language == self.language)
        return frozenset(one.docname for one in own if has(one, UNCOMPARED))

    def _may_hold(self, docname: str, label: str) -> bool:
        """Tell whether a page that cannot be read had a label: the other language's page has."""
        return any(
            may_define(one.text, [label])
            and (one.language == self.language or label in page_of(one).labels)
            for one in self.lessons.versions(docname)
        )

    @property
    def folder(self) -> Path:
        """Give the folder that holds this language's lessons."""
        return self.language.folder(self.lessons.root)

    def anchor(self, lesson: Lesson, target: str) -> Verdict:
        """Judge `#target`, which may be on the page itself or a label of any page."""
        page = self.pages[lesson.docname]
        target = unquote(target)
        if not target or target in page.slugs or target in page.ids:
            return Verdict()
        if target in self.pages or self.has_label(target):
            return Verdict()
        near = closest(target, _of_sections(target, [*page.slugs, *self.labels]))
        message = f"no heading of this page and no label is called {target}"
        return Verdict(Status.DEAD_ANCHOR, message, f"#{near}" if near else "")

    def path(self, lesson: Lesson, target: str) -> Verdict:
        """Judge a target such as `scan.md#scan-shapes`, `pictures/a.png` or a label's name."""
        written, mark, anchor = target.partition("#")
        path, anchor = unquote(written), unquote(anchor)
        docname = self._docname(lesson, path)
        if path.endswith(_MARKDOWN) and docname in self.pages:
            return self._on(docname, written, anchor)
        if self._file(lesson, path):
            return Verdict()
        bare = _OTHER_ENDINGS.sub("", path)
        if not mark and (docname in self.pages or self.has_label(path)):
            return Verdict()
        ending = path[len(bare) :]
        if ending and (found := self._docname(lesson, bare)) in self.pages:
            at = anchor if anchor and self._has(found, anchor) else ""
            new = f"{bare}{_MARKDOWN}" + (f"#{at}" if at else "")
            return Verdict(Status.MOVED, "a link to a lesson ends in .md", new)
        message = f"there is no lesson and no file {path}"
        return Verdict(Status.DEAD_PAGE, message, self._near(lesson, path, anchor))

    def doc(self, lesson: Lesson, target: str) -> Verdict:
        """Judge the target of `{doc}`, or an entry of a table of contents."""
        name = target.removesuffix(_MARKDOWN)
        if self._docname(lesson, name) in self.pages:
            return Verdict()
        near = self._near(lesson, name, "").removesuffix(_MARKDOWN)
        return Verdict(Status.DEAD_PAGE, f"there is no lesson {name}", near)

    def label(self, target: str) -> Verdict:
        """Judge the target of `{ref}` and its like."""
        if self.has_label(target):
            return Verdict()
        near = closest(normal_label(target), _of_sections(normal_label(target), self.labels))
        return Verdict(Status.DEAD_ANCHOR, f"no label is called {target}", near)

    def file(self, lesson: Lesson, target: str) -> Verdict:
        """Judge a file that a page shows or offers."""
        if self._file(lesson, unquote(target)):
            return Verdict()
        near = self._near_file(self._place(lesson, unquote(target)))
        new = posixpath.join(posixpath.dirname(target), near) if near else ""
        message = f"there is no file {target}"
        if target.startswith("/"):
            message += f" in {self.folder.name}, where what begins with / is looked for"
        return Verdict(Status.DEAD_FILE, message, new)

    def own_repository(self, url: str) -> Verdict | None:
        """Judge an address in this project's repository; None for one that is elsewhere.

        What a start page's `repository`, `branch` and `notebooks` name is what we know.
        """
        if not url.startswith((_GITHUB, _COLAB)):
            return None
        matter = {key: str(value) for key, value in self._start_page.items()}
        repository = matter.get("repository", "").rstrip("/")
        branch = matter.get("branch", "") or "main"
        notebooks = matter.get("notebooks", "").rstrip("/").replace("/tree/", "/blob/", 1)
        on_github = url.replace(_COLAB, _GITHUB, 1)
        if notebooks.startswith(_GITHUB) and on_github.startswith(f"{notebooks}/"):
            return self._published(url, on_github.removeprefix(f"{notebooks}/"))
        if not repository.startswith(_GITHUB) or not on_github.startswith(f"{repository}/"):
            return None
        match = _ON_BRANCH.match(on_github.removeprefix(repository))
        if match is None or not match["rest"].startswith(f"{branch}/"):
            return None
        path = unquote(match["rest"].removeprefix(f"{branch}/").partition("#")[0].partition("?")[0])
        if path and not _is_there(self.lessons.root / path):
            message = f"the repository has no file {path}"
            files = [item.path.as_posix() for item in self.lessons.items]
            near = closest(path, files)
            return Verdict(Status.DEAD_FILE, message, url.replace(path, near) if near else "")
        return Verdict()

    def _published(self, url: str, rest: str) -> Verdict:
        path = unquote(rest.partition("#")[0].partition("?")[0])
        tag, _, file = path.partition("/")
        docname = re.sub(r"\.\w+$", "", file)
        known = {(one.language.tag, one.docname): one for one in self.lessons.items if one.docname}
        tags = {language.tag for language in self.lessons.languages}
        if tag not in tags or not file.endswith(".ipynb") or (tag, docname) in known:
            return Verdict()
        near = closest(docname, [name for its, name in known if its == tag])
        message = f"the site has no notebook {path}"
        return Verdict(Status.DEAD_FILE, message, url.replace(docname, near) if near else "")

    @functools.cached_property
    def _start_page(self) -> dict[str, object]:
        found: dict[str, object] = {}
        for lesson in self.lessons.versions(START_PAGE):
            if lesson.language == self.language or not found:
                found |= lesson.front_matter.extra
        return found

    def _docname(self, lesson: Lesson, path: str) -> str:
        name = path.removesuffix(_MARKDOWN)
        if name.startswith("/"):
            return name.lstrip("/")
        folder = posixpath.dirname(lesson.docname)
        return posixpath.normpath(posixpath.join(folder, name)) if name else lesson.docname

    def _file(self, lesson: Lesson, path: str) -> bool:
        place = self._place(lesson, path)
        return bool(path) and _is_there(place) and place.is_file()

    def _place(self, lesson: Lesson, path: str) -> Path:
        """Give where a file of a lesson would be."""
        inside = path.lstrip("/") if path.startswith("/") else Path(lesson.docname).parent / path
        return self.folder / inside

    def _near_file(self, place: Path) -> str:
        """Give the name of a file that is nearly the one that should be there, of the lessons'."""
        folder = Path(os.path.normpath(place.parent))
        if not (folder.is_relative_to(os.path.normpath(self.folder)) and _is_there(folder)):
            return ""
        return closest(place.name, [one.name for one in folder.iterdir() if one.is_file()])

    def _has(self, docname: str, anchor: str) -> bool:
        page = self.pages[docname]
        return anchor in page.slugs or anchor in page.ids or normal_label(anchor) in page.labels

    def _on(self, docname: str, written: str, anchor: str) -> Verdict:
        if not anchor or self._has(docname, anchor) or docname in self._unread:
            return Verdict()
        page = self.pages[docname]
        message = f"the lesson {docname} has no heading and no label {anchor}"
        near = closest(anchor, [*page.labels, *page.slugs])
        return Verdict(Status.DEAD_ANCHOR, message, f"{written}#{near}" if near else "")

    def _near(self, lesson: Lesson, path: str, anchor: str) -> str:
        wanted = self._docname(lesson, _OTHER_ENDINGS.sub("", path))
        last = posixpath.basename(wanted)
        same = [name for name in self.pages if posixpath.basename(name) == last]
        near = same[0] if len(same) == 1 else closest(wanted, self.pages)
        if not near:
            return ""
        here = posixpath.dirname(lesson.docname) or "."
        at = f"#{anchor}" if anchor and self._has(near, anchor) else ""
        return f"{posixpath.relpath(near, here)}{_MARKDOWN}{at}"


def _of_sections(target: str, labels: Iterable[str]) -> list[str]:
    """Give labels without that of the whole page of which a target names a section.

    >>> _of_sections("scan-keys", ["scan", "scan-key", "keys"])
    ['scan-key', 'keys']
    """
    return [one for one in labels if not target.startswith(f"{one}-")]


def _is_there(path: Path) -> bool:
    """Tell whether there is a file or a folder; a name may be too long for any.

    >>> _is_there(Path("/")), _is_there(Path("/" + "a" * 300))
    (True, False)
    """
    try:
        return path.exists()
    except OSError:
        return False
