"""Where an address of other projects' documentation leads today, judged by their inventories.

Nothing is fetched. An address that no inventory knows anything about is taken to be right.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from urllib.parse import unquote

from scripts.inventory import PROJECTS, Entry, read_inventory
from scripts.patterns import lazy_pattern


class Status(StrEnum):
    """What is wrong with a link; `FINE` is nothing."""

    FINE = "ok"
    OLD_HOST = "old-host"
    OLD_FORM = "old-form"
    MOVED = "moved"
    DEAD_PAGE = "dead-page"
    DEAD_ANCHOR = "dead-anchor"
    DEAD_FILE = "dead-file"
    REMOVED_NAME = "removed-name"
    UNKNOWN_NAME = "unknown-name"
    BAD_INVENTORY = "bad-inventory"


@dataclass(frozen=True)
class Verdict:
    """What is wrong with an address, in words, and what to write instead, if anybody knows."""

    status: Status = Status.FINE
    message: str = ""
    suggestion: str = ""


_JAX = PROJECTS["jax"]
_JAX_HOST = lazy_pattern(
    r"(?P<scheme>https?)://"
    r"(?P<host>docs\.jax\.dev|jax\.readthedocs\.(?:io|org)|jax\.rtfd\.(?:io|org))"
    r"(?::\d+)?(?:/(?P<rest>.*))?$",
    re.I,
)
_VERSION = lazy_pattern(
    r"(?P<language>[a-z]{2}(?:_[A-Z]{2})?)/(?P<version>[\w.-]+)(?:/(?P<path>.*))?$"
)
# Files that Sphinx makes beside the pages; no inventory lists them.
_BESIDE = lazy_pattern(
    r"_(?:modules|static|images|sources|downloads)/|.*\.(?:js|inv|xml|txt|pdf|zip)$"
)
_MADE = frozenset({"genindex", "py-modindex", "modindex", "search"})
_API = "_autosummary/"
_GITHUB = lazy_pattern(
    r"(?P<before>https?://(?:(?:www\.)?github\.com|raw\.githubusercontent\.com"
    r"|colab\.research\.google\.com/github|nbviewer\.(?:jupyter\.)?org/github"
    r"|(?:www\.)?kaggle\.com/kernels/welcome\?src=https://github\.com))"
    r"/(?P<owner>google|jax-ml)/jax(?=[/#?]|$)(?P<rest>.*)$",
    re.I,
)
_BRANCH_FILE = lazy_pattern(
    r"/(?:(?:blob|tree|raw|edit)/)?(?P<branch>main|master|HEAD|refs/heads/main)/docs/"
    r"(?P<page>[^#?]+?)\.(?P<ending>ipynb|md|rst)(?P<anchor>[#?].*)?$"
)
_OLD_NUMPY = lazy_pattern(r"https?://docs\.scipy\.org/doc/numpy(?:-[\w.]+)?/(?P<path>.*)$", re.I)
_OTHERS = (
    ("numpy", lazy_pattern(r"https?://(?:www\.)?numpy\.org/(?P<path>doc/stable/.*)$", re.I)),
    ("python", lazy_pattern(r"https?://docs\.python\.org/(?P<path>3/.*)$", re.I)),
)


def judge(url: str) -> Verdict:
    """Tell what is wrong with an address, and what to write instead.

    >>> judge("https://jax.readthedocs.io/en/latest/faq.html").suggestion
    'https://docs.jax.dev/en/latest/faq.html'
    >>> judge("https://docs.jax.dev/en/latest/jax-101/02-jitting.html").status.value
    'moved'
    >>> judge("https://example.org/x").status.value
    'ok'
    """
    if match := _JAX_HOST.match(url):
        return _of_jax(match["scheme"].lower(), match["host"].lower(), match["rest"] or "", url)
    if match := _GITHUB.match(url):
        return _of_repository(match, url)
    if match := _OLD_NUMPY.match(url):
        found = _of_other("numpy", f"doc/stable/{match['path']}", url)
        dead = found.status in {Status.DEAD_PAGE, Status.DEAD_ANCHOR}
        new = found.suggestion if dead else f"{PROJECTS['numpy']}{match['path']}"
        return Verdict(Status.OLD_HOST, "NumPy's documentation is at numpy.org", new)
    for project, pattern in _OTHERS:
        if match := pattern.match(url):
            return _of_other(project, match["path"], url)
    return Verdict()


def closest(name: str, known: Iterable[str], *, cutoff: float = 0.8) -> str:
    """Give the one that a misspelt name was most likely meant to be, or an empty text.

    >>> closest("jax.numpy.wehre", ["jax.numpy.where", "jax.numpy.zeros"])
    'jax.numpy.where'
    """
    found = difflib.get_close_matches(name, sorted(known), n=1, cutoff=cutoff)
    return found[0] if found else ""


def closest_name(name: str, project: str = "jax") -> str:
    """Give the documented name that a misspelt one was most likely meant to be.

    >>> closest_name("jax.numpy.lingalg.norm"), closest_name("jax.nump.where")
    ('jax.numpy.linalg.norm', 'jax.numpy.where')
    """
    names = [entry.name for entry in read_inventory(project) if entry.role.startswith("py:")]
    last = name.rpartition(".")[2]
    same = [one for one in names if one.rpartition(".")[2] == last]
    inside = name.rpartition(".")[0]
    siblings = [one for one in names if one.rpartition(".")[0] == inside]
    return (
        _nearest_last(last, siblings)
        or closest(name, same, cutoff=0.6)
        or closest(name, names, cutoff=0.85)
    )


def _nearest_last(last: str, siblings: Iterable[str]) -> str:
    """Give the sibling whose last part is nearest: the parts before it are the same."""
    by_last = {one.rpartition(".")[2]: one for one in siblings}
    return by_last.get(closest(last, by_last, cutoff=0.7), "")


# --- JAX ------------------------------------------------------------------------------------------


def _of_jax(scheme: str, host: str, rest: str, url: str) -> Verdict:
    path, _, anchor = rest.partition("#")
    path = path.partition("?")[0]
    anchor = unquote(anchor.partition(":~:")[0])
    version = ""
    if match := _VERSION.match(path):
        version = f"{match['language']}/{match['version']}"
        path = match["path"] or ""
    found = _jax_page(unquote(path), anchor)
    if not anchor and _API in found.suggestion:
        found = replace(found, suggestion=found.suggestion.partition("#")[0])
    if found.status is Status.FINE:
        found = Verdict(suggestion=_JAX + path + (f"#{anchor}" if anchor else ""))
    elif not found.suggestion and found.status is Status.DEAD_ANCHOR:
        today = _JAX + path
        if host != "docs.jax.dev" or scheme != "https" or version != "en/latest":
            return Verdict(found.status, found.message, today)
        return found
    if found.status is not Status.FINE:
        return found
    if host != "docs.jax.dev":
        return Verdict(
            Status.OLD_HOST, "JAX's documentation has moved to docs.jax.dev", found.suggestion
        )
    if scheme != "https":
        return Verdict(Status.OLD_FORM, "this address is not encrypted", found.suggestion)
    if version not in {"", "en/latest"} or (not version and path):
        message = "JAX's documentation is there in one version, en/latest"
        return Verdict(Status.OLD_FORM, message, found.suggestion)
    return Verdict()


def _jax_page(path: str, anchor: str) -> Verdict:
    """Judge a page of the documentation, given below its beginning."""
    inventory = read_inventory()
    if _BESIDE.match(path):
        return Verdict()
    page = re.sub(r"\.(?:html|md|rst|ipynb)$", "", path).strip("/") or "index"
    if page in _MADE:
        return Verdict()
    ended = path.endswith(".html") or path == ""
    # A folder's address shows its index page, where it ends in a slash.
    folder = path.endswith("/") or inventory.page(page) is None
    if folder and inventory.page(f"{page}/index") is not None:
        page, ended = f"{page}/index", ended or path.endswith("/")
    if inventory.page(page) is not None:
        return _jax_anchor(page, anchor, ended=ended)
    if page.startswith(_API):
        return _api_page(page.removeprefix(_API), anchor)
    if (new := inventory.moved(page)) is not None:
        message = f"the page {page} is now {new}"
        if not anchor or anchor in inventory.anchors(new):
            return Verdict(Status.MOVED, message, _address(new, anchor))
        if elsewhere := _anchor_elsewhere(anchor):
            return Verdict(Status.MOVED, message, elsewhere)
        message += f", and has no anchor #{anchor}"
        return Verdict(Status.MOVED, message, _address(new))
    if elsewhere := _api_elsewhere(anchor):
        return Verdict(Status.MOVED, f"{anchor} has a page of its own", elsewhere)
    if (entry := inventory.find(page)) is not None:
        return Verdict(Status.MOVED, f"{page} is documented on {entry.page}", entry.url)
    pages = [entry.name for entry in inventory if entry.role == "std:doc"]
    last = page.rpartition("/")[2]
    same = [one for one in pages if one.rpartition("/")[2] == last and not one.startswith(_API)]
    near = same[0] if len(same) == 1 else closest(page, pages)
    message = f"JAX's documentation has no page {page}"
    known = anchor if near and anchor in inventory.anchors(near) else ""
    return Verdict(Status.DEAD_PAGE, message, _address(near, known) if near else "")


def _jax_anchor(page: str, anchor: str, *, ended: bool) -> Verdict:
    inventory = read_inventory()
    there = not anchor or anchor in inventory.anchors(page) or _made_by_sphinx(page, anchor)
    if not there and (elsewhere := _api_elsewhere(anchor)):
        return Verdict(Status.MOVED, f"{anchor} is not on the page {page}", elsewhere)
    if not there:
        return _dead_anchor(page, anchor)
    if not ended:
        message = "the address of a page ends in .html"
        return Verdict(Status.OLD_FORM, message, _address(page, anchor))
    return Verdict()


def _dead_anchor(page: str, anchor: str) -> Verdict:
    inventory = read_inventory()
    message = f"the page {page} has no anchor #{anchor}"
    if anchor.startswith("jax.") and (given_up := inventory.given_up(anchor)) is not None:
        return _removed(given_up[0])
    anchors = inventory.anchors(page)
    near = closest(anchor.lower().replace("_", "-"), anchors) or closest(anchor, anchors)
    if near:
        return Verdict(Status.DEAD_ANCHOR, message, _address(page, near))
    if anchor.startswith("jax.") and (name := closest_name(anchor)):
        return Verdict(Status.DEAD_ANCHOR, message, _documented(name).url)
    return Verdict(Status.DEAD_ANCHOR, message, _anchor_elsewhere(anchor))


def _api_page(name: str, anchor: str) -> Verdict:
    """Judge the page of an API name that has none."""
    inventory = read_inventory()
    if (entry := inventory.find(name)) is not None:
        return Verdict(Status.MOVED, f"{name} is documented on {entry.page}", entry.url)
    if (given_up := inventory.given_up(name)) is not None:
        return _removed(given_up[0])
    if anchor != name and (elsewhere := _api_elsewhere(anchor)):
        return Verdict(Status.MOVED, f"{anchor} is on another page", elsewhere)
    if inventory.known(name):
        return Verdict(Status.DEAD_PAGE, f"{name} is part of JAX, but is not documented")
    near = closest_name(name)
    message = f"JAX's documentation has no page for {name}"
    return Verdict(Status.DEAD_PAGE, message, _documented(near).url if near else "")


def _removed(name: str) -> Verdict:
    inventory = read_inventory()
    use = inventory.replacement(name)
    entry = inventory.find(use)
    url = "" if entry is None else entry.url
    return Verdict(Status.REMOVED_NAME, gone(name), url)


def gone(name: str) -> str:
    """Say that a name of JAX is gone, since when, and what to use.

    >>> gone("jax.tree_map")
    '`jax.tree_map` is gone since JAX 0.8.3; use `jax.tree.map`'
    """
    inventory = read_inventory()
    found = inventory.renamed(name)
    last = found.last if found is not None else ""
    since = f"since JAX {last}" if last else "from today's JAX"
    use = inventory.replacement(name)
    return f"`{name}` is gone {since}; " + (f"use `{use}`" if use else "nothing replaces it")


def _address(page: str, anchor: str = "") -> str:
    return f"{_JAX}{page}.html" + (f"#{anchor}" if anchor else "")


def _documented(name: str) -> Entry:
    entry = read_inventory().find(name)
    assert entry is not None
    return entry


def _api_elsewhere(anchor: str) -> str:
    entry = read_inventory().find(anchor.removeprefix("module-"))
    return "" if entry is None else entry.url


def _anchor_elsewhere(anchor: str) -> str:
    """Give the address of an anchor that one page alone has."""
    if re.fullmatch(r"id\d+", anchor):
        return ""
    inventory = read_inventory()
    pages = [
        e.page for e in inventory if e.role == "std:doc" and anchor in inventory.anchors(e.page)
    ]
    return _address(pages[0], anchor) if len(pages) == 1 else ""


def _made_by_sphinx(page: str, anchor: str) -> bool:
    """Tell whether a page of an API name may have an anchor that is no name: a heading, a note."""
    is_name = anchor.startswith(("jax.", "module-"))
    return (
        page.startswith(_API)
        and not is_name
        and (
            anchor == re.sub(r"[^a-z0-9]+", "-", page.removeprefix(_API).lower()).strip("-")
            or re.fullmatch(r"(?:id|r)[\da-f-]+", anchor) is not None
        )
    )


def _of_repository(match: re.Match[str], url: str) -> Verdict:
    """Judge a link into JAX's repository, or to a service that opens files of it."""
    inventory = read_inventory()
    today = f"{match['before']}/jax-ml/jax{match['rest']}"
    file = _BRANCH_FILE.match(match["rest"])
    if file is not None:
        page, ending = file["page"], file["ending"]
        new = page if inventory.page(page) is not None else inventory.moved(page)
        there = inventory.page(page) is not None
        if ending == "ipynb":
            there = inventory.notebook(page)
        if not there:
            return _dead_source(match, file, page, new)
    if match["owner"].lower() != "jax-ml":
        return Verdict(Status.OLD_HOST, "JAX's repository has moved to jax-ml/jax", today)
    if url.startswith("http:"):
        return Verdict(Status.OLD_FORM, "this address is not encrypted", f"https{url[4:]}")
    return Verdict()


def _dead_source(match: re.Match[str], file: re.Match[str], page: str, new: str | None) -> Verdict:
    inventory = read_inventory()
    message = f"JAX's repository has no file docs/{page}.{file['ending']}"
    if new is None:
        pages = [entry.name for entry in inventory if entry.role == "std:doc"]
        near = [one for one in pages if not one.startswith(_API)]
        notebooks = [one for one in near if inventory.notebook(one)]
        new = closest(page, notebooks if file["ending"] == "ipynb" else near) or None
    if new is None:
        return Verdict(Status.DEAD_FILE, message)
    if inventory.notebook(new) and file["ending"] == "ipynb":
        before = match["rest"][: file.start("page")]
        return Verdict(
            Status.DEAD_FILE, message, f"{match['before']}/jax-ml/jax{before}{new}.ipynb"
        )
    return Verdict(Status.DEAD_FILE, message, _address(new))


# --- Python and NumPy -----------------------------------------------------------------------------


def _of_other(project: str, path: str, url: str) -> Verdict:
    """Judge an address whose project we know a part of: only what is nearly a name is a mistake."""
    inventory = read_inventory(project)
    base = PROJECTS[project]
    below = path.partition("/")[2] if project == "python" else path.removeprefix("doc/stable/")
    file, _, anchor = below.partition("#")
    page = file.partition("?")[0].removesuffix(".html")
    known = inventory.page(page) is not None
    if anchor and "." in anchor and known and anchor not in inventory.anchors(page):
        siblings = [one for one in inventory.anchors(page) if "." in one]
        if near := closest(anchor, siblings, cutoff=0.9):
            message = f"the page {page} has no anchor #{anchor}"
            return Verdict(Status.DEAD_ANCHOR, message, f"{base}{page}.html#{near}")
    if not known and "/" in page:
        pages = [entry.name for entry in inventory if entry.role == "std:doc"]
        if near := closest(page, pages, cutoff=0.93):
            message = f"{project}'s documentation has no page {page}"
            return Verdict(Status.DEAD_PAGE, message, f"{base}{near}.html")
    if url.startswith("http:"):
        return Verdict(Status.OLD_FORM, "this address is not encrypted", f"https{url[4:]}")
    return Verdict()
