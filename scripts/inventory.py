"""What other projects document: their names, pages, anchors, and what became of old ones.

The tables lie below `scripts/render/inventory/`, one folder a project; a README there says where
they come from. Nothing here asks a network: what is not in a table does not exist.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).resolve().parent / "render" / "inventory"
PROJECTS = {
    "jax": "https://docs.jax.dev/en/latest/",
    "numpy": "https://numpy.org/doc/stable/",
    "python": "https://docs.python.org/3/",
}
TITLES = {"jax": "JAX", "numpy": "NumPy", "python": "Python"}
# Sphinx's roles, and the types of things that they find in another project.
ROLE_TYPES = {
    "py": {
        "func": {"function"},
        "data": {"data"},
        "const": {"data"},
        "class": {"class", "exception", "type"},
        "exc": {"class", "exception"},
        "meth": {"method", "classmethod", "staticmethod"},
        "attr": {"attribute", "property"},
        "type": {"type"},
        "mod": {"module"},
        "obj": {
            *("function", "data", "class", "exception", "method", "classmethod"),
            *("staticmethod", "attribute", "property", "type", "module"),
        },
    },
    "std": {
        "doc": {"doc"},
        "ref": {"label"},
        "numref": {"label"},
        "term": {"term"},
        "envvar": {"envvar"},
        "option": {"cmdoption"},
        "token": {"token"},
    },
}
# In a table's addresses it stands for the name, as in Sphinx's own inventories.
SAME = "$"


@dataclass(frozen=True)
class Entry:
    """One documented thing; `role` is Sphinx's, such as `py:function`, `std:doc`, `std:label`.

    `uri` is relative to where the project's documentation begins.
    """

    project: str
    role: str
    name: str
    uri: str

    @property
    def url(self) -> str:
        """Give the whole address.

        >>> Entry("jax", "std:doc", "faq", "faq.html").url
        'https://docs.jax.dev/en/latest/faq.html'
        """
        return PROJECTS[self.project] + self.uri

    @property
    def page(self) -> str:
        """Give the page that it stands on, such as `faq` or `_autosummary/jax.jit`."""
        return self.uri.partition("#")[0].removesuffix(".html")

    @property
    def anchor(self) -> str:
        """Give the place on its page; empty for a page as a whole."""
        return self.uri.partition("#")[2]


@dataclass(frozen=True)
class Renamed:
    """A public name that was given up: the first and last release that knew it, and what to use.

    `use` is a name, an expression or empty; `first` and `last` are empty where nobody looked.
    """

    first: str
    last: str
    use: str


@dataclass(frozen=True)
class Inventory:
    """What a project documents, as of the release in `tables`; each table is read when asked for.

    >>> read_inventory().find("jax.numpy.where").uri
    '_autosummary/jax.numpy.where.html#jax.numpy.where'
    """

    project: str
    folder: Path

    def __iter__(self) -> Iterator[Entry]:
        """Give every documented thing, sorted by role and name."""
        return map(self._entry, self._rows)

    @functools.cached_property
    def release(self) -> str:
        """Give the release that was read.

        >>> read_inventory().release[:2]
        '0.'
        """
        first = (self.folder / "names.tsv").read_bytes().partition(b"\n")[0].decode("utf-8")
        return first.split()[2].rstrip(":")

    def find(self, name: str) -> Entry | None:
        """Give the documentation of an API name, fully qualified and exact.

        >>> read_inventory().find("numpy.where") is None
        True
        """
        row = self._names.get(name)
        return None if row is None else self._entry(row)

    def target(self, role: str, name: str) -> Entry | None:
        """Give what a role names: `std:label`, `std:doc`, `py:function`, ...

        >>> read_inventory().target("std:doc", "faq").url
        'https://docs.jax.dev/en/latest/faq.html'
        """
        row = self._targets.get(f"{role}\t{name}")
        return None if row is None else self._entry(row)

    def page(self, page: str) -> Entry | None:
        """Give a page by its name without `.html`, or None where there is no such page."""
        return self.target("std:doc", page)

    def anchors(self, page: str) -> frozenset[str]:
        """Give the places on a page that a link can name.

        >>> "jit-compilation" in read_inventory().anchors("jit-compilation")
        True
        """
        return self._anchors.get(page, frozenset())

    def moved(self, page: str) -> str | None:
        """Give the page that replaced an old one.

        >>> read_inventory().moved("jax-101/02-jitting")
        'jit-compilation'
        """
        return self._moved.get(page)

    def renamed(self, name: str) -> Renamed | None:
        """Give what became of an API name that was public once.

        >>> read_inventory().renamed("jax.tree_map").use
        'jax.tree.map'
        """
        return self._renamed.get(name)

    def notebook(self, page: str) -> bool:
        """Tell whether a page's source is a notebook, which Colab can open.

        >>> read_inventory().notebook("notebooks/thinking_in_jax")
        True
        """
        return page in self._notebooks

    def known(self, name: str) -> bool | None:
        """Tell whether a fully qualified name exists, documented or not; None where nobody looked.

        >>> jax = read_inventory()
        >>> jax.known("jax.numpy.inf"), jax.known("jax.numpy.infinite"), jax.known("jax.Array.at.x")
        (True, False, None)
        """
        module, _, last = name.rpartition(".")
        if name in self._names or name in self._public or last in self._public.get(module, ()):
            return True
        return False if module in self._public else None

    def given_up(self, name: str) -> tuple[str, Renamed] | None:
        """Give what is gone of a name: the name itself, or the module that it was in.

        >>> read_inventory().given_up("jax.experimental.maps.xmap.y")[0]
        'jax.experimental.maps.xmap'
        """
        steps = name.split(".")
        for end in range(len(steps), 0, -1):
            part = ".".join(steps[:end])
            if self.known(part):
                return None
            if (found := self.renamed(part)) is not None:
                return part, found
        return None

    def replacement(self, name: str) -> str:
        """Give what to use instead of a name that is gone; empty where nothing is known.

        A replacement may be gone in its turn.

        >>> read_inventory().replacement("jax.abstract_arrays.raise_to_shaped")
        ''
        """
        seen: set[str] = set()
        while name not in seen and (found := self.renamed(name)) is not None:
            seen.add(name)
            name = found.use
            if self.known(name):
                return name
        # What is left may be an expression, a name of another project, or one more that is gone.
        is_name = re.fullmatch(r"[\w.]+", name) is not None
        gone = name in seen or "._" in name or (is_name and self.known(name) is False)
        return "" if gone else name

    def moves(self) -> Iterator[tuple[str, str]]:
        """Give every page that is gone, with the page that replaced it."""
        yield from self._moved.items()

    def renames(self) -> Iterator[tuple[str, Renamed]]:
        """Give every name that was given up, with what became of it."""
        yield from self._renamed.items()

    def public(self) -> Iterator[tuple[str, frozenset[str]]]:
        """Give the modules whose names are all known, with those that are not documented."""
        yield from self._public.items()

    @functools.cached_property
    def _notebooks(self) -> frozenset[str]:
        return frozenset(page for (page,) in read_table(self.folder / "notebooks.tsv"))

    @functools.cached_property
    def _public(self) -> Mapping[str, frozenset[str]]:
        rows = read_table(self.folder / "public.tsv")
        return {module: frozenset(names.split()) - {"-"} for module, names in rows}

    def _entry(self, row: str) -> Entry:
        role, name, uri = row.split("\t")
        return Entry(self.project, role, name, uri.replace(SAME, name))

    @functools.cached_property
    def _rows(self) -> Sequence[str]:
        return _lines(self.folder / "names.tsv")

    @functools.cached_property
    def _names(self) -> Mapping[str, str]:
        return {row.split("\t", 2)[1]: row for row in self._rows if row.startswith("py:")}

    @functools.cached_property
    def _targets(self) -> Mapping[str, str]:
        return {row.rpartition("\t")[0]: row for row in self._rows}

    @functools.cached_property
    def _anchors(self) -> Mapping[str, frozenset[str]]:
        found: dict[str, set[str]] = {
            page: set(anchors.split()) for page, anchors in read_table(self.folder / "anchors.tsv")
        }
        for row in self._rows:
            page, _, anchor = row.rpartition("\t")[2].partition("#")
            if anchor:
                name = row.split("\t", 2)[1]
                page = page.replace(SAME, name).removesuffix(".html")
                found.setdefault(page, set()).add(anchor.replace(SAME, name))
        return {page: frozenset(anchors) for page, anchors in found.items()}

    @functools.cached_property
    def _moved(self) -> Mapping[str, str]:
        return dict(read_table(self.folder / "moved.tsv"))

    @functools.cached_property
    def _renamed(self) -> Mapping[str, Renamed]:
        rows = read_table(self.folder / "renamed.tsv")
        return {name: Renamed(*("" if one == "-" else one for one in row)) for name, *row in rows}


@functools.cache
def read_inventory(project: str = "jax") -> Inventory:
    """Give a project's inventory: "jax", "numpy" or "python"."""
    return Inventory(project, FOLDER / project)


def read_table(path: Path) -> Iterator[list[str]]:
    """Give the rows of a table, split at tabs; a project without that table has no rows.

    Lines that begin with `# ` are notes; `-` stands for what is not known.
    """
    for line in _lines(path):
        yield line.split("\t")


def _lines(path: Path) -> Sequence[str]:
    if not path.is_file():
        return ()
    lines = path.read_bytes().decode("utf-8").splitlines()
    return [line for line in lines if not line.startswith("# ")]


def documents(role: str, name: str) -> bool:
    """Tell whether a Python role such as `func` or `py:class` finds a name in a project we know.

    >>> documents("func", "jax.vmap"), documents("py:class", "jax.vmap"), documents("doc", "faq")
    (True, False, False)
    """
    types = ROLE_TYPES["py"].get(role.removeprefix("py:"), ())
    return any(
        read_inventory(project).target(f"py:{kind}", name) for project in PROJECTS for kind in types
    )


def documented(name: str) -> Entry | None:
    """Give the documentation of a name, fully qualified and exact.

    >>> documented("jax.numpy.where").project, documented("jax.numpy.nowhere")
    ('jax', None)
    """
    root = name.partition(".")[0]
    return read_inventory(root if root in PROJECTS else "python").find(name)
