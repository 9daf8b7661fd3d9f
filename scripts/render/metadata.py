"""What a page's head tells search engines and those who show links to it.

Addresses must be whole ones there; so all but the description and the other languages is left out
where the start page names no `site_url`.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from docutils import nodes

from scripts.languages import Language
from scripts.lesson import Lesson
from scripts.render.about import place
from scripts.render.cards import SIZE, card
from scripts.render.locale import words_of
from scripts.render.site import Site, site_of
from scripts.render.switch import links

if TYPE_CHECKING:
    from sphinx.application import Sphinx

# As the Open Graph protocol names languages: with a territory.
_LOCALES = {"ko": "ko_KR", "en": "en_US"}

_LONGEST_DESCRIPTION = 200
_CARD_ENDING = ".card.png"


def address(url: str, language: Language, docname: str, ending: str = ".html") -> str:
    """Give the whole address of a page.

    >>> from scripts.languages import KOREAN
    >>> address("https://example.org/bread", KOREAN, "notes/scan")
    'https://example.org/bread/ko/notes/scan.html'
    """
    return f"{url}/{language.tag}/{quote(docname)}{ending}"


def alternates(site: Site, pagename: str, *, to_root: str) -> list[tuple[str, str]]:
    """Give (language, address) of the same page in each language; `x-default` is for all others."""
    same = [link for link in links(site, pagename, to_root=to_root) if link.same]
    if not site.url:
        return [(link.tag, link.href) for link in same]
    tags = {site.language.tag, *(link.tag for link in same)}
    written = [lang for lang in site.lessons.languages if lang.tag in tags]
    found = [(lang.tag, address(site.url, lang, pagename)) for lang in written]
    lesson = site.lesson(pagename)
    if lesson is None or lesson.is_start_page:
        # The page at the root leads to the reader's own language.
        return [*found, ("x-default", f"{site.url}/")] if lesson is not None else found
    origin = site.lessons.origin(pagename).language
    return [*found, ("x-default", address(site.url, origin, pagename))]


def description(document: nodes.document) -> str:
    """Give the first paragraph of a page as one line, cut at a word where it is long."""
    for paragraph in document.findall(nodes.paragraph):
        if isinstance(paragraph.parent, nodes.section | nodes.document):
            return shortened(paragraph.astext())
    return ""


def shortened(text: str) -> str:
    """Give a text as one line of at most 200 characters.

    >>> shortened("a  b"), shortened("word " * 100)[-11:]
    ('a b', ' word word…')
    """
    line = re.sub(r"\s+", " ", text).strip()
    if len(line) <= _LONGEST_DESCRIPTION:
        return line
    return line[: _LONGEST_DESCRIPTION - 1].rsplit(" ", 1)[0] + "…"


def _graph(site: Site, lesson: Lesson, said: str) -> list[tuple[str, str]]:
    tag = site.language.tag
    others = [other.tag for other in site.others if site.lessons.get(lesson.docname, other)]
    return [
        ("og:type", "website" if lesson.is_start_page else "article"),
        ("og:site_name", site.title),
        ("og:title", lesson.title),
        *([("og:description", said)] if said else []),
        ("og:url", address(site.url, site.language, lesson.docname)),
        ("og:locale", _LOCALES.get(tag, tag)),
        *(("og:locale:alternate", _LOCALES.get(other, other)) for other in others),
        ("og:image", address(site.url, site.language, lesson.docname, _CARD_ENDING)),
        ("og:image:type", "image/png"),
        ("og:image:width", str(SIZE[0])),
        ("og:image:height", str(SIZE[1])),
        ("og:image:alt", lesson.title),
    ]


def _hand_over(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: object
) -> None:
    site = site_of(app.config)
    lesson = site.lesson(pagename)
    said = description(doctree) if isinstance(doctree, nodes.document) else ""
    context["description"] = said
    context["alternates"] = alternates(site, pagename, to_root=context["content_root"])
    context["open_graph"] = []
    context["canonical"] = ""
    if not site.url:
        return
    context["canonical"] = address(site.url, site.language, pagename)
    if lesson is None:
        return
    context["open_graph"] = _graph(site, lesson, said)
    path = Path(app.outdir) / f"{pagename}{_CARD_ENDING}"
    path.parent.mkdir(parents=True, exist_ok=True)
    names = " · ".join(language.name for language in site.lessons.languages)
    above = "" if lesson.is_start_page else site.title
    path.write_bytes(
        card(lesson.title, above=above, below=place(site, lesson, words_of(app.config)) or names)
    )


def setup(app: Sphinx) -> dict[str, Any]:
    app.connect("html-page-context", _hand_over)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
