"""The small line below a lesson's title: its place in the track, its length, what ran its code."""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING, Any

from scripts.lesson import Lesson
from scripts.outputs import LessonOutputs
from scripts.render.locale import Words, words_of
from scripts.render.reading_time import reading_minutes
from scripts.render.site import Site, site_of

if TYPE_CHECKING:
    from sphinx.application import Sphinx

_IMPORTS_JAX = re.compile(r"^\s*(?:import|from)\s+jax\b", re.MULTILINE)
_DAY = re.compile(r"\b\d{4}-\d{2}-\d{2}(?!\d)")
_TITLE_END = "</h1>"


def about(site: Site, lesson: Lesson, words: Words) -> tuple[str, ...]:
    """Give the texts that the line below a lesson's title is made of; none may apply."""
    parts = [place(site, lesson, words)]
    if not lesson.is_start_page:
        parts.append(words.text("reading_time", minutes=reading_minutes(lesson)))
    if lesson.cells and (record := site.record(lesson)) is not None:
        parts.append(executed(lesson, record, words))
    return tuple(part for part in parts if part)


def place(site: Site, lesson: Lesson, words: Words) -> str:
    """Say where in its track a lesson stands; "" where it has none."""
    if found := site.place(lesson):
        track, k = found
        return words.text("place", k=k, n=len(track.lessons), track=track.title)
    return ""


def executed(lesson: Lesson, record: LessonOutputs, words: Words) -> str:
    """Say what ran a lesson's code, and on which day; "" where none of it is known."""
    environment = record.environment
    software = []
    uses_jax = any(_IMPORTS_JAX.search(cell.source) for cell in lesson.cells)
    if uses_jax and (jax := environment.get("jax")):
        software.append(f"JAX {jax}")
    if python := environment.get("python"):
        software.append(f"Python {python}")
    if not software:
        return ""
    device = environment.get("device", "").upper() if uses_jax else ""
    key = "executed_on" if device else "executed"
    said = words.text(key, software=", ".join(software), device=device)
    # The run's own day, in UTC, not the day on which the page was made.
    day = _DAY.match(record.executed)
    return words.text("executed_when", executed=said, day=day[0]) if day else said


def _missing(site: Site, lesson: Lesson, words: Words) -> list[str]:
    absent = [lang for lang in site.others if site.lessons.get(lesson.docname, lang) is None]
    return [words.text("no_counterpart", language=words.name_of(language)) for language in absent]


def _insert(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: object
) -> None:
    site = site_of(app.config)
    lesson = site.lesson(pagename)
    before, title_end, after = str(context.get("body", "")).partition(_TITLE_END)
    if lesson is None or not title_end:
        return
    words = words_of(app.config)
    # Put into the finished page, so that search finds no page by it.
    lines = [" · ".join(about(site, lesson, words)), *_missing(site, lesson, words)]
    html = "".join(f'\n<p class="about-lesson">{_as_html(line)}</p>' for line in lines if line)
    context["body"] = before + title_end + html + after


def _as_html(line: str) -> str:
    """Keep each date on one line: a browser would break it at a hyphen.

    >>> _as_html("Python <3.12>, 2026-11-24")
    'Python &lt;3.12&gt;, <time datetime="2026-11-24">2026-11-24</time>'
    """
    return _DAY.sub(r'<time datetime="\g<0>">\g<0></time>', escape(line))


def setup(app: Sphinx) -> dict[str, Any]:
    app.connect("html-page-context", _insert)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
