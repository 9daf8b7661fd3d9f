"""What a rule is, and what it is given to look at."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from scripts.check.refused import REFUSED, without_refused
from scripts.check.site_words import english_words
from scripts.diagnostic import Diagnostic, FaultError, Severity
from scripts.guard import refused, strange_files
from scripts.lesson import UNREAD, Lesson, Lessons
from scripts.lesson.conflicts import conflict_lines
from scripts.permitted import Permitted, read_permitted
from scripts.sync.sides import sides_of
from scripts.sync.translation import Translation, translations

# With one of these it is not certain which lines are of which block.
UNCOMPARED = UNREAD | {"unclosed-fence", "nested-cell", "conflict-marker"}

# A page with so many times the headings of the other one, and so many more, says more than it.
_IN_SHORT, _MISSING = 3, 6

Damaged = Callable[[str], Mapping[int, str]]


@dataclass(frozen=True)
class Selection:
    """The lessons of a root, and those files among them that are to be checked.

    `paths` are relative to the root; None stands for all of them and the site itself, and where
    there is no path, it is for the site alone that it is asked. What compares two languages looks
    at a lesson when either of its files is to be checked. `damaged` gives the lines of a text,
    counted from 0, that a repair would change or names a loss in, and what it makes of them; it is
    asked where letters look like damage. `turned` sees every translation of which something was
    confirmed from its origin's side.
    """

    lessons: Lessons
    paths: Collection[Path] | None = None
    damaged: Damaged | None = None
    turned: bool = False

    @property
    def of_site(self) -> bool:
        """Tell whether what is wrong with the site itself, and with no page, is to be told."""
        return not self.paths

    @functools.cached_property
    def files(self) -> tuple[Lesson, ...]:
        """Give the lesson files that are to be checked."""
        wanted = None if self.paths is None else frozenset(self.paths)
        return tuple(one for one in self.lessons.items if wanted is None or one.path in wanted)

    @functools.cached_property
    def docnames(self) -> tuple[str, ...]:
        """Give the lessons that have a file to be checked, sorted."""
        return tuple(sorted({lesson.docname for lesson in self.files}))

    @functools.cached_property
    def english_words(self) -> Mapping[str, int]:
        """Count the longer words of all English pages of the site."""
        return english_words(self.lessons.items)

    @functools.cached_property
    def refusals(self) -> tuple[Diagnostic, ...]:
        """Give what the files, and what else lies in the lessons' folders, must not hold."""
        permitted = self.permitted
        of_files = (one for file in self.files for one in refused(file, self.lessons, permitted))
        return (*of_files, *strange_files(self.lessons, permitted))

    @functools.cached_property
    def permitted(self) -> Permitted:
        """Give what lessons may use: nothing of their root's own while its file has a fault."""
        try:
            return read_permitted(self.lessons.root)
        except FaultError:
            return Permitted()

    @functools.cached_property
    def problems(self) -> tuple[Diagnostic, ...]:
        """Give what reading the files brought up, and once for what reason two are not compared.

        Who checks one of the two is told so, too, where the reason lies in the other.
        """
        found = [problem for lesson in self.files for problem in lesson.problems]
        for docname in self.docnames:
            written = self.lessons.versions(docname)
            reasons = [one for file in written for one in file.problems if one.rule in UNCOMPARED]
            if len(written) > 1 and reasons:
                first, others = reasons[0], [file.path for file in written]
                others.remove(first.path)
                then = f"only then is it compared with {others[0]}"
                found = [one for one in found if one != first]
                found.append(replace(first, fix=f"{first.fix}; {then}"))
        return tuple(found)

    @functools.cached_property
    def translations(self) -> Mapping[Path, Translation]:
        """Give how the lessons stand to their origins, by the path of the translation."""
        found = (one for docname in self.docnames for one in translations(self.lessons, docname))
        # What was confirmed of a block that is refused, nobody can hold it to.
        return {
            one.other.path: one
            for one in found
            if not (has(one.origin, REFUSED) or has(one.other, REFUSED))
        }

    def tracked(self) -> Iterator[Translation]:
        """Give the translations of which something was confirmed, where both can be read."""
        for _, other in self.translated():
            translation = self.translations.get(other.path)
            if translation is not None and translation.state is not None:
                yield translation

    def tracked_of(self, lesson: Lesson) -> Iterator[Translation]:
        """Give those of `tracked` that a lesson is one side of."""
        for one in self.tracked():
            if lesson.path in {one.origin.path, one.other.path}:
                yield one

    def pairs(
        self, unless: Collection[str] = UNCOMPARED, *, in_short: bool = False
    ) -> Iterator[tuple[Lesson, Lesson]]:
        """Give what `translated` gives, so that the second one is where differences are told.

        That is the translation; the origin where it alone has changed since both were confirmed.
        Pages of which one says the other in short are among them only where that is asked for.
        """
        for origin, other in self.translated(unless):
            if in_short or not self.is_in_short(origin, other):
                yield (other, origin) if other.path in self._turned else (origin, other)

    def is_in_short(self, origin: Lesson, other: Lesson) -> bool:
        """Tell whether one of two pages has few of the other's headings, and no cells to run.

        What stands in it says something else in fewer words, so nothing of it has a counterpart.
        Where something was confirmed, what is missing is known one by one.
        """
        states = (self.translations.get(one.path) for one in (origin, other))
        if origin.cells or other.cells or any(one and one.state is not None for one in states):
            return False
        few, many = sorted(_headings(lesson) for lesson in (origin, other))
        return few > 0 and many >= _IN_SHORT * few and many - few >= _MISSING

    @functools.cached_property
    def _turned(self) -> frozenset[Path]:
        """Give the translations whose differences are told in their origin."""
        return frozenset(
            path
            for path, one in self.translations.items()
            if one.state is not None and (self.turned or sides_of(one).in_origin_alone)
        )

    def translated(self, unless: Collection[str] = UNCOMPARED) -> Iterator[tuple[Lesson, Lesson]]:
        """Give each lesson's origin with each other language's text, where both can be read.

        `unless` are the problems with which they are not: what is wrong is said once, and not
        again in the words of all that follows from it. Of a page with a block that is refused, all
        else is compared.
        """
        for docname in self.docnames:
            origin = self.lessons.origin(docname)
            for other in self.lessons.versions(docname):
                if other is origin or any(_hinders(file, unless) for file in (origin, other)):
                    continue
                if not (has(origin, REFUSED) or has(other, REFUSED)):
                    yield origin, other
                elif found := self._without_refused(origin, other):
                    yield found

    def _without_refused(self, origin: Lesson, other: Lesson) -> tuple[Lesson, Lesson] | None:
        if other.path not in self._beside_refused:
            self._beside_refused[other.path] = without_refused(origin, other)
        return self._beside_refused[other.path]

    @functools.cached_property
    def _beside_refused(self) -> dict[Path, tuple[Lesson, Lesson] | None]:
        return {}


@dataclass(frozen=True)
class Edit:
    """Lines to put in the place of others: `end` is the first line that stays, from 1.

    `taken` are the translation's own comments that go with the old lines, each with its line.
    """

    start: int
    end: int
    lines: tuple[str, ...]
    taken: tuple[tuple[int, str], ...] = ()


Find = Callable[[Selection], Iterator[Diagnostic]]
# Gives each lesson that can be mended, with the edits that mend it.
Fix = Callable[[Selection], Iterator[tuple[Lesson, tuple[Edit, ...]]]]


def found_by_reading(selection: Selection) -> Iterator[Diagnostic]:
    """Give nothing: `parse_lesson` has noted the findings of such a rule already."""
    yield from ()


def found_in_outputs(selection: Selection) -> Iterator[Diagnostic]:
    """Give nothing: `scripts.execute.page_findings` looks at a page beside what its cells gave."""
    yield from ()


def found_by_guard(rule: str) -> Find:
    """Give what is refused by the name of a rule; see `scripts.guard`."""

    def find(selection: Selection) -> Iterator[Diagnostic]:
        yield from (one for one in selection.refusals if one.rule == rule)

    return find


@dataclass(frozen=True)
class Rule:
    """One thing that is looked for: its name in messages, its weight, and why it matters.

    `example` is what is wrong, as it stands in a file, in a few words. A rule that `compares` tells
    the same difference in either of two languages.
    """

    id: str
    severity: Severity
    why: str
    find: Find = found_by_reading
    fix: Fix | None = None
    example: str = ""
    compares: bool = False

    def found(self, selection: Selection) -> Iterator[Diagnostic]:
        """Give what is found; where the rule needs a file that has a fault, that fault."""
        try:
            yield from self.find(selection)
        except FaultError as error:
            yield error.finding(selection.lessons.root)

    def mended(self, selection: Selection) -> Iterator[tuple[Lesson, tuple[Edit, ...]]]:
        """Give what `fix` gives; nothing where the rule needs a file that has a fault."""
        with contextlib.suppress(FaultError):
            yield from self.fix(selection) if self.fix else ()


def _headings(lesson: Lesson) -> int:
    return sum(block.kind == "heading" for block in lesson.blocks)


def _hinders(lesson: Lesson, rules: Collection[str]) -> bool:
    """Tell whether a lesson has one of some problems, and there is no text to compare then."""
    if "conflict-marker" in rules and conflict_lines(lesson):
        return True
    return any(one.rule in rules and not (one.rule in REFUSED and lesson.text)
               for one in lesson.problems)  # fmt: skip


def has(lesson: Lesson, rules: Collection[str]) -> bool:
    """Tell whether reading the lesson has brought up a problem of one of these rules."""
    return any(problem.rule in rules for problem in lesson.problems)


def key_line(lesson: Lesson, key: str) -> int:
    """Give the line of a key of the front matter; 1 where it is not set."""
    lines = lesson.text.split("\n")
    if lines[0].rstrip() == "---":
        for number, line in enumerate(lines[1:], 2):
            if line.rstrip() == "---":
                break
            if line.startswith(f"{key}:"):
                return number
    return 1
