"""A page of all documented names that the lessons' code uses, with the lessons and their cells."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping
from html import escape
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from docutils import nodes
from sphinx.util.docutils import new_document

from scripts.inventory import PROJECTS, Entry, documented
from scripts.languages import Language
from scripts.lesson import START_PAGE
from scripts.names.used import Piece, links, names_used
from scripts.render.api_links import names_of_cells, summary
from scripts.render.blocks import PREFIX
from scripts.render.locale import Words, words_of
from scripts.render.search import feed
from scripts.render.site import Site, site_of
from scripts.render.start_page import add_link
from scripts.site_pages import API_PAGE

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config
    from sphinx.environment import BuildEnvironment

_CALLED = {"jax": "JAX", "numpy": "NumPy", "python": "Python"}

# By name: the lessons that use it, in reading order, and their cells, counted from 1.
Uses = Mapping[str, Mapping[str, tuple[int, ...]]]


def has_page(site: Site, language: Language) -> bool:
    """Tell whether a language's site has this page: code uses a name.

    Found out from the lessons: a build of one language does not see what the other's has read.
    """
    own = (lesson for lesson in site.lessons.items if lesson.language == language)
    return any(_uses_names(tuple(cell.source for cell in lesson.cells)) for lesson in own)


@functools.lru_cache(maxsize=4096)
def _uses_names(sources: tuple[str, ...]) -> bool:
    pieces = [Piece(source) for source in sources]
    return any(True for used in names_used(pieces).uses for _ in links(used))


def main_project(env: BuildEnvironment) -> str:
    """Give what the first project is called whose names the code of this language uses, or ""."""
    names = {name for cells in names_of_cells(env).values() for used in cells for name in used}
    used = {entry.project for name in names if (entry := documented(name)) is not None}
    return next((called for project, called in _CALLED.items() if project in used), "")


def uses(site: Site, of_pages: Mapping[str, tuple[tuple[str, ...], ...]]) -> Uses:
    """Give where names are used, sorted by name; `of_pages` says what each page's cells use."""
    found: dict[str, dict[str, list[int]]] = {}
    for docname in site.lessons.docnames:
        for number, names in enumerate(of_pages.get(docname, ()), 1):
            for name in names:
                found.setdefault(name, {}).setdefault(docname, []).append(number)
    return {
        name: {docname: tuple(cells) for docname, cells in found[name].items()}
        for name in sorted(found, key=lambda name: (name.casefold(), name))
    }


def page(site: Site, config: Config, used: Uses, title: str) -> str:
    """Give the page's body as HTML."""
    words = words_of(config)
    pieces = [f"<section>\n<h1>{escape(title)}</h1>\n<p>{escape(words.text('api_intro'))}</p>"]
    for project, entries in _by_project(used).items():
        pieces.append(
            f'<section id="{project}">\n<h2>{escape(_CALLED[project])}</h2>\n<dl class="api-names">'
        )
        for entry in entries:
            text, tag = summary(config, entry.name)
            lang = "" if tag == site.language.tag else f' lang="{tag}"'
            about = f"<dd{lang}>{escape(text)}</dd>\n" if text else ""
            name = escape(entry.name)
            pieces.append(
                f'<dt id="api-{name}"><a class="reference external" href="{escape(entry.url)}">'
                f"<code>{name}</code></a></dt>\n{about}"
                + "\n".join(
                    _lesson(site, docname, cells, words)
                    for docname, cells in used[entry.name].items()
                )
            )
        pieces.append("</dl>\n</section>")
    return "\n".join([*pieces, "</section>"])


def _lesson(site: Site, docname: str, cells: tuple[int, ...], words: Words) -> str:
    lesson = site.lesson(docname)
    title = docname if lesson is None else lesson.title
    href = escape(quote(f"{docname}.html"))
    spoken = {n: f"{title}, {words.text('drift_cell', cell=n)}" for n in cells}
    places = ", ".join(
        f'<a href="{href}#{PREFIX}cell.{n}" aria-label="{escape(said)}">{n}</a>'
        for n, said in spoken.items()
    )
    before = escape(words.text("api_cell" if len(cells) == 1 else "api_cells"))
    return (
        f'<dd class="api-lesson"><a href="{href}">{escape(title)}</a> '
        f"<span>{before} {places}</span></dd>"
    )


def _by_project(used: Uses) -> dict[str, list[Entry]]:
    entries = [entry for name in used if (entry := documented(name)) is not None]
    grouped = {
        project: [entry for entry in entries if entry.project == project] for project in PROJECTS
    }
    return {project: found for project, found in grouped.items() if found}


def _pages(app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
    site = site_of(app.config)
    names = names_of_cells(app.env)
    if not names:
        return
    used = uses(site, names)
    title = words_of(app.config).text("api_title", project=main_project(app.env))
    feed(app, API_PAGE, title, _for_search(app.config, title, used))
    yield API_PAGE, {"title": title, "body": page(site, app.config, used, title)}, "page.html"


def _for_search(config: Config, title: str, used: Uses) -> nodes.document:
    """Give what search finds the page by: names, and what they are."""
    document = new_document("")
    section = nodes.section("", nodes.title("", title), ids=[API_PAGE])
    for name in used:
        section += nodes.paragraph("", f"{name} {summary(config, name)[0]}".strip())
    document += section
    return document


def _lead(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: object
) -> None:
    if pagename == START_PAGE and names_of_cells(app.env):
        text = words_of(app.config).text("api_link", project=main_project(app.env))
        add_link(context, API_PAGE, text, name="api-page-link")


def setup(app: Sphinx) -> dict[str, Any]:
    app.connect("html-collect-pages", _pages)
    app.connect("html-page-context", _lead)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
