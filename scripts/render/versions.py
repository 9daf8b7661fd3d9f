"""The way to other versions of the site: a list in the sidebar, and a banner on old versions.

The list holds what was published when the site was built. Served from a published root, it is
brought up to date from the root's `versions.json`, which also tells a page that it is old. That
is for a script: a version knows nothing of those that come after it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from scripts.languages import Language
from scripts.lesson import START_PAGE
from scripts.render.site import site_of
from scripts.versions import Versions

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def version_links(versions: Versions, language: Language, *, root: str) -> list[dict[str, str]]:
    """Give name, date and address of each version, newest first; `root` leads to all of them.

    >>> from scripts.languages import KOREAN
    >>> from scripts.versions import Version
    >>> one = Version("1.0", "0.10.2", "2026-01-01T00:00:00Z", "ab", ("ko",))
    >>> version_links(Versions((one,)), KOREAN, root="../../")
    [{'name': '1.0', 'day': '2026-01-01', 'href': '../../1.0/ko/index.html'}]
    """
    links = []
    for version in reversed(versions.items):
        # Whether it has this page is not known here; it has a start page.
        folder = f"{language.tag}/" if language.tag in version.languages else ""
        href = f"{root}{quote(version.name)}/{folder}{START_PAGE}.html"
        links.append({"name": version.name, "day": version.published[:10], "href": href})
    return links


def _hand_over(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: object
) -> None:
    site = site_of(app.config)
    # Versions stand side by side, and languages in them.
    context["versions_root"] = root = f"{context['content_root']}../../"
    context["versions"] = version_links(site.versions, site.language, root=root)


def setup(app: Sphinx) -> dict[str, Any]:
    app.connect("html-page-context", _hand_over)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
