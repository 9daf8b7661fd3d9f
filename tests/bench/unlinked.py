"""A Sphinx extension that takes away the reading of names, to measure what they cost."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scripts.render import api_links

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def setup(app: Sphinx) -> dict[str, Any]:
    """Have no page name anything: then there is no link, no note and no page of names either."""
    api_links.mark = lambda document: ()
    return {"parallel_read_safe": True, "parallel_write_safe": True}
