"""Which finished pages may stay as they are: those of which nothing has changed, nor around them.

Sphinx writes a page anew when its own source has changed. But titles of other pages stand in it,
and names that its links lead to, and what other languages have. All of that together is the frame
of every page; when the frame is another, every page is written, into an empty folder.
"""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Iterable, Mapping, Set
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes

from scripts.render.api_page import has_page, main_project
from scripts.render.site import site_of

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

# What MyST counts on a page, and the lines of its blocks, are shown on no other.
_OF_ONE_PAGE = frozenset({"wordcount", "source_map"})


def canonical(value: object) -> object:
    """Give a value as plain lists and texts, the same for the same content in any order.

    >>> canonical({"b": {2, 1}, "a": ("x", None)})
    [['a', ['x', 'None']], ['b', ['1', '2']]]
    """
    if isinstance(value, nodes.Node):
        return value.pformat()
    if isinstance(value, Mapping):
        kept = ((str(key), canonical(item)) for key, item in value.items())
        return sorted(([key, item] for key, item in kept if key not in _OF_ONE_PAGE), key=str)
    if isinstance(value, Set):
        return sorted((canonical(item) for item in value), key=str)
    if isinstance(value, list | tuple):
        return [canonical(item) for item in value]
    return str(value)


def _metadata(its: Mapping[str, Any]) -> dict[str, Any]:
    """Give a page's metadata without the lines that its headings stand at."""
    slugs = {slug: place[1:] for slug, place in its.get("myst_slugs", {}).items()}
    return {**its, "myst_slugs": slugs}


def frame(app: Sphinx, env: BuildEnvironment) -> str:
    """Give a hash of all that pages show of each other and of the site."""
    site = site_of(app.config)
    lessons = site.lessons.items
    parts = [
        app.config.naranhi_fingerprint,
        None if site.drift is None else site.drift.to_text(),
        [repr(term) for term in site.glossary],
        site.versions.to_json(),
        Path(app.config.naranhi_api).name,
        main_project(env),
        [language.tag for language in site.lessons.languages if has_page(site, language)],
        [[item.docname, item.language.tag, item.title, str(item.front_matter)] for item in lessons],
        [[item.docname, [one.label for one in item.exercises]] for item in lessons],
        *(env.titles, env.longtitles, env.tocs, env.toctree_includes, env.toc_secnumbers),
        {docname: _metadata(its) for docname, its in env.metadata.items()},
        *(env.images, env.dlfiles, env.domaindata),
    ]
    return hashlib.sha256(json.dumps(canonical(parts)).encode("utf-8")).hexdigest()


def _pages_to_write(app: Sphinx, env: BuildEnvironment) -> Iterable[str]:
    kept = Path(app.doctreedir) / "frame.txt"
    today = frame(app, env)
    if kept.is_file() and kept.read_bytes() == today.encode():
        return ()
    for path in sorted(Path(app.outdir).iterdir()):
        # Sphinx run by hand keeps in `.doctrees` what it has read, this note's place among it.
        if path.is_dir() and path.name not in {"_static", kept.parent.name}:
            shutil.rmtree(path)
        elif path.is_file():
            path.unlink()
    kept.write_bytes(today.encode())
    return sorted(env.found_docs)


def setup(app: Sphinx) -> dict[str, Any]:
    app.connect("env-updated", _pages_to_write, priority=900)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
