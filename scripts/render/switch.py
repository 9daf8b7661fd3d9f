"""The way to the other languages: links in every page's header, and `hreflang` in its head."""

from __future__ import annotations

import posixpath
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from scripts.languages import Language
from scripts.lesson import START_PAGE
from scripts.render.api_page import has_page as has_api_page
from scripts.render.blocks import script_name
from scripts.render.foot import tags
from scripts.render.locale import words
from scripts.render.site import Site, site_of
from scripts.site_pages import (
    API_PAGE,
    DRIFT_PAGE,
    GLOSSARY_PAGE,
    PROGRESS_PAGE,
    SEARCH_PAGE,
    STATUS_PAGE,
    TAGS,
)

if TYPE_CHECKING:
    from sphinx.application import Sphinx

# Pages that Sphinx makes for every language.
_EVERYWHERE = frozenset({SEARCH_PAGE, DRIFT_PAGE, GLOSSARY_PAGE, PROGRESS_PAGE, STATUS_PAGE})


@dataclass(frozen=True)
class LanguageLink:
    """A link to a page in another language; not `same` where it leads to the start page.

    `called` is the other language's name in this one. `blocks` is the address of the script with
    that page's blocks; empty where it is no lesson.
    """

    tag: str
    name: str
    href: str
    same: bool
    called: str
    blocks: str = ""


def links(site: Site, pagename: str, *, to_root: str) -> tuple[LanguageLink, ...]:
    """Give the links of a page; `to_root` leads from it to its own language's folder."""
    return tuple(_link(site, language, pagename, to_root) for language in site.others)


def _link(site: Site, language: Language, pagename: str, to_root: str) -> LanguageLink:
    is_lesson = site.lessons.get(pagename, language) is not None
    same = is_lesson or pagename in _EVERYWHERE or _is_made(site, language, pagename)
    target = pagename if same else START_PAGE
    href = posixpath.normpath(f"{to_root}../{language.tag}/{target}.html")
    return LanguageLink(
        tag=language.tag,
        name=language.name,
        href=href,
        same=same,
        called=words(site.language.tag).name_of(language),
        blocks=script_name(href) if is_lesson else "",
    )


def _is_made(site: Site, language: Language, pagename: str) -> bool:
    """Tell whether a page is made for a language of what its lessons hold."""
    if pagename == API_PAGE:
        return has_api_page(site, language)
    return pagename.startswith(f"{TAGS}/") and pagename in tags(replace(site, language=language))


def _hand_over(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: object
) -> None:
    site = site_of(app.config)
    context["language_name"] = site.language.name
    context["language_links"] = links(site, pagename, to_root=context["content_root"])


def setup(app: Sphinx) -> dict[str, Any]:
    app.connect("html-page-context", _hand_over)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
