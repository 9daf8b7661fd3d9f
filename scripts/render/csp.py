"""Puts the site's policy on each page, and takes from the theme what the policy does not know."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scripts.policy import element

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def _put(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: object
) -> None:
    context["policy"] = element()
    # The theme tells its switcher of versions, which we do not use, what the page is called: by a
    # script that is another one on each page.
    files = context.get("script_files", [])
    context["script_files"] = [one for one in files if getattr(one, "filename", one)]


def setup(app: Sphinx) -> dict[str, Any]:
    app.connect("html-page-context", _put, priority=950)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
