"""The page that tells how far each lesson is in each language, who made it, and when it ran."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from scripts.lesson import START_PAGE
from scripts.render.locale import Words, words_of
from scripts.render.site import Site, site_of
from scripts.render.standing import Progress, Row
from scripts.render.start_page import add_link
from scripts.site_pages import STATUS_PAGE

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

_COLUMNS = (
    "lesson",
    "translation",
    "translated",
    "behind",
    "reviewed",
    "guesses",
    "ran",
    "credits",
)


def has_page(site: Site) -> bool:
    """Tell whether the site has this page: something was confirmed."""
    return any(progress.tracked for row in site.rows for progress in row.progress)


def page(site: Site, words: Words) -> str:
    """Give the page's body as HTML: a line for each lesson and language it is translated into."""
    pieces = [
        f"<section>\n<h1>{escape(words.text('status_title'))}</h1>",
        f"<p>{escape(words.text('status_intro'))}</p>",
        f'<div class="status-table" role="region" tabindex="0"'
        f' aria-label="{escape(words.text("status_title"))}">',
        '<table class="table">\n<thead><tr>',
        *(f'<th scope="col">{escape(words.text(f"status_{name}"))}</th>' for name in _COLUMNS),
        "</tr></thead>\n<tbody>",
    ]
    for row in site.rows:
        for progress in row.progress:
            pieces += _line(site, row, progress, words)
    return "\n".join([*pieces, "</tbody>\n</table>\n</div>\n</section>"])


def _line(site: Site, row: Row, progress: Progress, words: Words) -> Iterator[str]:
    lesson = site.lesson(row.docname)
    if lesson is None:
        title = escape(site.lessons.origin(row.docname).title)
        named = f'<span lang="{row.origin.tag}">{title}</span>'
    else:
        named = f'<a href="{quote(row.docname)}.html">{escape(lesson.title)}</a>'
    way = f"{words.name_of(row.origin)} → {words.name_of(progress.language)}"
    numbers = ["", "", ""]
    if not progress.blocks:
        numbers[0] = words.text("status_missing")
    elif not progress.tracked:
        numbers[0] = words.text("status_unknown")
    else:
        numbers = [
            words.text("status_share", done=progress.translated, all=progress.blocks),
            str(progress.behind),
            words.text("status_share", done=progress.reviewed, all=progress.blocks),
        ]
    yield f'<tr>\n<th scope="row">{named}</th>'
    for text in (way, *numbers, str(row.guesses)):
        yield f"<td>{escape(text)}</td>"
    day = _day(site, row)
    yield f"<td>{f'<time>{escape(day)}</time>' if day else ''}</td>"
    yield f"<td>{escape(_credits(row, words))}</td>\n</tr>"


def _day(site: Site, row: Row) -> str:
    """Give the day on which the code ran last whose outputs the page shows, in UTC."""
    lesson = site.lesson(row.docname)
    ran = None if lesson is None or not lesson.cells else site.ran(lesson)
    return "" if ran is None else ran.executed[:10]


def _credits(row: Row, words: Words) -> str:
    parts = (("authors", row.authors), ("translators", row.translators),
             ("reviewers", row.reviewers))  # fmt: skip
    return "; ".join(
        words.text(f"status_{name}", names=", ".join(names)) for name, names in parts if names
    )


def _pages(app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
    site, words = site_of(app.config), words_of(app.config)
    if has_page(site):
        title = words.text("status_title")
        yield STATUS_PAGE, {"title": title, "body": page(site, words)}, "page.html"


def _lead(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: object
) -> None:
    if pagename == START_PAGE and has_page(site_of(app.config)):
        text = words_of(app.config).text("status_link")
        add_link(context, STATUS_PAGE, text, name="status-link")


def _start_page_to_write(app: Sphinx, env: BuildEnvironment) -> Iterable[str]:
    """Have the start page written, and by it pages of this kind, where this one changed.

    It is no frame of the others: a paragraph that is confirmed writes no lesson anew.
    """
    site = site_of(app.config)
    text = page(site, words_of(app.config)) if has_page(site) else ""
    today = hashlib.sha256(text.encode("utf-8")).hexdigest()
    kept = Path(app.doctreedir) / "status.txt"
    if kept.is_file() and kept.read_bytes() == today.encode():
        return ()
    kept.write_bytes(today.encode())
    if not text:
        (Path(app.outdir) / f"{STATUS_PAGE}.html").unlink(missing_ok=True)
    return [START_PAGE] if START_PAGE in env.found_docs else ()


def setup(app: Sphinx) -> dict[str, Any]:
    app.connect("html-collect-pages", _pages)
    app.connect("html-page-context", _lead)
    app.connect("env-updated", _start_page_to_write)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
