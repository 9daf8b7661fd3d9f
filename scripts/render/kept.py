"""A build of one language that stays in memory, to go on with what has changed since.

What takes time in a small change is not the page: it is to start Sphinx, to read what it knew, to
load Kiwi, to write what stands around pages. So the same Sphinx brings its pages up to date again
and again: first those that were edited, then, when nobody waits, all that follows from them. What
comes out is what a build from nothing gives; only the index of search is left as it was.
"""

from __future__ import annotations

import gc
import pickle
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from scripts.render.search import leave_index
from scripts.render.shown import note_shown
from scripts.render.site import read_again

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment


# Pieces of code: those of a large site's pages that are edited in a day.
_REMEMBERED = 2000


@contextmanager
def kept_build(order: dict[str, Any]) -> Iterator[Kept]:
    """Give a build whose pages are all there.

    The order names the folders, the settings and the file that holds what Sphinx warned of since
    the last edit. Whatever Sphinx itself cannot go on after is raised, here and later.
    """
    from sphinx.application import Sphinx
    from sphinx.util.console import nocolor
    from sphinx.util.docutils import docutils_namespace, patch_docutils

    nocolor()
    remember_highlighting()
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
        kept = Kept(app, warnings)
        app.build()
        warnings.flush()
        kept.keep()
        yield kept


class Kept:
    """Does in steps what `Sphinx.build` does in one, and not what no lesson can change.

    Static files are that: they are copied when the build begins. What the theme and Sphinx then
    make of them is in their place, so they must not be copied anew.
    """

    def __init__(self, app: Sphinx, warnings: IO[str]) -> None:
        builder: Any = app.builder
        self._app, self._builder, self._warnings = app, builder, warnings
        # What themes add for one page they take back on the next, but not after the last.
        self._scripts = [*builder._js_files], [*app.registry.js_files]
        self._waiting: set[str] = set()
        self._search: list[tuple[Path, bytes]] = []

    def keep(self) -> None:
        """Leave the index of search as it is: who edits a page looks for words in no other."""
        builder = self._builder
        path = Path(builder.outdir) / builder.searchindex_filename
        self._search = [(path, path.read_bytes())] if path.is_file() else []
        builder.load_indexer = builder.index_page = _nothing
        leave_index(self._app)
        builder.images.clear()
        # What stays is not looked through again for what nobody needs any more.
        gc.collect()
        gc.freeze()

    def pages(self, docnames: Iterable[str]) -> None:
        """Read what has changed, and write these pages, as far as they are other ones now."""
        gc.disable()
        try:
            self._pages(docnames)
        finally:
            gc.enable()

    def _pages(self, docnames: Iterable[str]) -> None:
        from sphinx.util import logging
        from sphinx.util.build_phase import BuildPhase

        app, builder, env = self._app, self._builder, self._app.env
        builder._js_files[:], app.registry.js_files[:] = self._scripts
        self._warnings.seek(0)
        self._warnings.truncate()
        read_again()
        builder.phase = BuildPhase.READING
        found = set(builder.get_outdated_docs())
        with logging.pending_warnings():
            found.update(builder.read())
        _forget_doctrees(env)
        found.update(env.check_dependents(app, found))
        if found:
            builder.phase = BuildPhase.CONSISTENCY_CHECK
            env.check_consistency()
        builder.phase = BuildPhase.RESOLVING
        found |= {one for name in found for one in env.files_to_rebuild.get(name, ())}
        self._waiting = (self._waiting | found) & env.found_docs
        builder.events.emit("write-started", builder)
        env.toctree_includes = dict(sorted(env.toctree_includes.items()))
        builder.prepare_writing(self._waiting)
        builder.indexer = None
        for name in docnames:
            self._write(name)
        builder.copy_image_files()
        self._warnings.flush()

    def rest(self, go_on: Callable[[], bool]) -> bool:
        """Write all that follows from edits; False where it ended because `go_on` said so.

        What is not done then is done the next time.
        """
        from sphinx.application import ENV_PICKLE_FILENAME

        builder, env = self._builder, self._app.env
        for name in sorted(self._waiting):
            if not go_on():
                return False
            self._write(name)
        builder.copy_image_files()
        builder.copy_download_files()
        for pages in builder.events.emit("html-collect-pages"):
            for name, context, template in pages:
                if not go_on():
                    return False
                builder.handle_page(name, context, template)
        builder.gen_additional_pages()
        builder.dump_inventory()
        builder.write_buildinfo()
        for path, data in self._search:
            if not path.is_file():
                path.write_bytes(data)
        # For a preview that goes on from here another day.
        path = Path(builder.doctreedir) / ENV_PICKLE_FILENAME
        _forget_doctrees(env)
        path.write_bytes(pickle.dumps(env, pickle.HIGHEST_PROTOCOL))
        note_shown(self._app)
        self._warnings.flush()
        builder.images.clear()
        gc.collect()
        return True

    def _write(self, docname: str) -> None:
        from sphinx.util import logging
        from sphinx.util.build_phase import BuildPhase

        if docname not in self._waiting:
            return
        builder = self._builder
        with logging.pending_warnings():
            builder.phase = BuildPhase.RESOLVING
            doctree = builder.env.get_and_resolve_doctree(
                docname, builder=builder, tags=builder.tags
            )
            builder.phase = BuildPhase.WRITING
            builder.write_doc_serialized(docname, doctree)
            builder.write_doc(docname, doctree)
        self._waiting.discard(docname)


def _forget_doctrees(env: BuildEnvironment) -> None:
    """Forget pages as they were read before.

    Sphinx expects that nothing is read after something was written: it would go on to write what
    it has taken out of a file once, and the start page's list of lessons into each sidebar. The
    latter it would even pickle.
    """
    env._pickled_doctree_cache.clear()
    vars(env).pop("master_doctree", None)
    for docname in env._write_doc_doctree_cache.keys() - env.found_docs:
        del env._write_doc_doctree_cache[docname]


def remember_highlighting() -> None:
    """Have code highlighted once: of what a page shows it takes the longest, and is rarely new."""
    from sphinx import highlighting

    module: Any = highlighting
    highlight = module.highlight
    known: dict[tuple[str, ...], str] = {}

    def remembered(source: str, lexer: Any, formatter: Any) -> str:
        kinds = (type(one).__qualname__ for one in (lexer, formatter, *lexer.filters))
        key = (source, *kinds, repr(lexer.options), repr(formatter.options))
        if key not in known:
            while len(known) >= _REMEMBERED:
                del known[next(iter(known))]
            known[key] = highlight(source, lexer, formatter)
        return known[key]

    module.highlight = remembered


def _nothing(*arguments: object) -> None:
    """Do nothing, in the place of what makes the index of search."""
