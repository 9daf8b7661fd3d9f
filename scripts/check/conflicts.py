"""What git leaves in a file when it could not merge two changes."""

from __future__ import annotations

from collections.abc import Iterator

from scripts.check.rule import Selection
from scripts.diagnostic import Diagnostic
from scripts.lesson.conflicts import conflict_lines


def markers(selection: Selection) -> Iterator[Diagnostic]:
    """Give the lines that git has put around both sides of a conflict.

    Who checks the other language alone is told at the first of them why the two are not compared.
    """
    for docname in selection.docnames:
        written = selection.lessons.versions(docname)
        waits = len(written) > 1
        for lesson in written:
            lines = lesson.text.split("\n")
            for number in conflict_lines(lesson):
                if lesson in selection.files or waits:
                    fix = "decide which side stays and delete the marks"
                    if waits:
                        other = next(one.path for one in written if one is not lesson)
                        fix += f"; only then is it compared with {other}"
                    message = f'"{lines[number - 1][:7]}" marks a merge conflict'
                    yield Diagnostic(lesson.path, number, "conflict-marker", message, fix=fix)
                waits = False
