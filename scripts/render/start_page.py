"""The start page invites: a link to the first lesson stands below its first paragraph."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from scripts.lesson import START_PAGE, Lesson
from scripts.render.locale import words_of
from scripts.render.site import Site, site_of

if TYPE_CHECKING:
    from sphinx.application import Sphinx

_PARAGRAPH_END = "</p>"


def first_lesson(site: Site) -> Lesson | None:
    """Give the lesson to begin with: the first one of the first track."""
    return next((lesson for track in site.tracks for lesson in track.lessons), None)


def invited(body: str, link: str) -> str:
    """Give a page with a link below its first paragraph, at its end where it has none.

    >>> invited("<h1>A</h1><p>b</p><p>c</p>", "!")
    '<h1>A</h1><p>b</p>!<p>c</p>'
    """
    heading, end, rest = body.partition("</h1>")
    before, paragraph_end, after = (rest if end else body).partition(_PARAGRAPH_END)
    return f"{heading + end if end else ''}{before}{paragraph_end}{link}{after}"


def add_link(context: dict[str, Any], page: str, text: str, *, name: str) -> None:
    r"""Put a link to a page of the site's own at the end of the start page, in a paragraph `name`.

    Put into the finished page, so that search finds no page by it.

    >>> context = {"body": "<h1>A</h1>"}
    >>> add_link(context, "glossary", "Terms", name="glossary-link")
    >>> context["body"].split("\n")[1]
    '<p class="glossary-link"><a href="glossary.html">Terms</a></p>'
    """
    link = f'<p class="{name}"><a href="{page}.html">{escape(text)}</a></p>'
    context["body"] = f"{context.get('body', '')}\n{link}\n"


def _insert(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: object
) -> None:
    site = site_of(app.config)
    lesson = first_lesson(site) if pagename == START_PAGE else None
    if lesson is None:
        return
    text = words_of(app.config).text("start_here", title=lesson.title)
    href = escape(quote(f"{lesson.docname}.html"))
    # Put into the finished page, so that search finds no page by it.
    link = f'\n<p class="start-here"><a href="{href}">{escape(text)}</a></p>\n'
    context["body"] = invited(str(context.get("body", "")), link)


def setup(app: Sphinx) -> dict[str, Any]:
    # Before others put lines of their own below the title.
    app.connect("html-page-context", _insert, priority=200)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
