"""A build of one language that stays in memory, to go on with what has changed since.

What takes time in a small change is not the page: it is to start Sphinx, to read what it knew, to
load Kiwi. Here the same Sphinx brings its pages up to date again and again. They are the pages
that a build from nothing gives; only the index of search is left as it was.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from scripts.render.site import read_again


def keep_building(
    order: dict[str, Any], *, answer: Callable[[], None], go_on: Callable[[], bool]
) -> None:
    """Build, say so, and build again for as long as `go_on` says so.

    The order names the folders, the settings and the file that holds what Sphinx warned of last.
    Whatever Sphinx itself cannot go on after is raised.
    """
    from sphinx.application import Sphinx
    from sphinx.util.console import nocolor
    from sphinx.util.docutils import docutils_namespace, patch_docutils

    nocolor()
    confdir = order["configuration"]
    with (
        Path(order["warnings"]).open("w", encoding="utf-8") as warnings,
        patch_docutils(confdir),
        docutils_namespace(),
    ):
        app = Sphinx(
            srcdir=order["source"],
            confdir=confdir,
            outdir=order["html"],
            doctreedir=order["doctrees"],
            buildername="html",
            confoverrides={**order["settings"], "nitpicky": True},
            warning=warnings,
        )
        builder: Any = app.builder
        # What themes add for one page they take back on the next, but not after the last.
        scripts, registered = [*builder._js_files], [*app.registry.js_files]
        while True:
            app.build()
            warnings.flush()
            answer()
            if not go_on():
                return
            builder._js_files[:], app.registry.js_files[:] = scripts, registered
            # Nobody who edits a page looks for words in all of them.
            builder.index_page = builder.load_indexer = builder.dump_search_index = _nothing
            warnings.seek(0)
            warnings.truncate()
            read_again()


def _nothing(*arguments: object) -> None:
    """Do nothing, in the place of what makes the index of search."""
