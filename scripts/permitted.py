"""What lessons may use: whatever is not named here is refused, by name.

Lessons come from strangers, so the list is of what is known to do no harm, not of what is known
to do some. The owner of a root adds to it in `docs/permitted.toml`, where a change is reviewed as
a change of the site's settings, never in a lesson.
"""

from __future__ import annotations

import dataclasses
import functools
import re
from dataclasses import dataclass
from pathlib import Path

from scripts.settings import Settings, read_settings

# Ours hold a few tens of thousands of bytes and lines of hundreds of characters; a parser takes
# minutes for texts that are made to take long and are far longer.
MOST_BYTES = 250_000
LONGEST_LINE = 10_000
LONGEST_PARAGRAPH = 20_000
DEEPEST = 12
MOST_FILE_BYTES = 20_000_000

_RULE = "permitted"
_ADMONITIONS = (
    "admonition attention caution danger error hint important note seealso tip warning"
    " deprecated versionadded versionchanged versionremoved"
)
_BLOCKS = (
    "centered code code-block code-cell compound contents csv-table epigraph exercise figure"
    " glossary highlights hlist image lessons list-table literalinclude margin math parsed-literal"
    " pull-quote rubric sidebar sourcecode table toctree topic"
)
_ROLES = (
    "abbr abbreviation code command dfn doc download emphasis envvar eq exercise file guilabel kbd"
    " keyword literal math menuselection numref option output pep program ref rfc samp strong"
    " sub subscript sup superscript term title-reference"
)
_PYTHON = "attr class const data deco exc func meth mod obj type"
_CLASSES = (
    "dropdown toggle toggle-shown full-width margin align-left align-center align-right"
    " only-light only-dark dark-light no-scaled-link lead"
    f" {_ADMONITIONS}"
)
_ELSEWHERE = re.compile(r"external(?:\+[\w.-]+)?(?::\w+)?:(?P<role>\w+)")
_PICTURES = ".gif .jpeg .jpg .png .svg .webp"


def names(text: str) -> frozenset[str]:
    """Give the names that stand in a text.

    >>> sorted(names("note tip"))
    ['note', 'tip']
    """
    return frozenset(text.split())


@dataclass(frozen=True)
class Permitted:
    """Names of directives, roles, cell options, classes, keys of front matter; schemes, suffixes.

    `folders`, relative to the root, are those outside the lessons' own that pages may show or
    offer files of.
    """

    directives: frozenset[str] = names(f"{_ADMONITIONS} {_BLOCKS}")
    roles: frozenset[str] = names(_ROLES) | {
        f"{domain}{name}" for domain in ("", "py:") for name in _PYTHON.split()
    }
    cell_options: frozenset[str] = names("alt label raises tags")
    classes: frozenset[str] = names(_CLASSES)
    front_matter: frozenset[str] = names(
        "title order track tags origin only authors translators reviewers jax timing summary level"
        " further tracks repository branch notebooks site_url"
        # What `adopt`, Jupytext and MyST-NB note; nothing here reads it.
        " source"
        " file_format jupytext kernelspec"
    )
    # The last four are MyST's own ways to lead to a page, a file, a name of another project.
    schemes: frozenset[str] = names("http https mailto inv myst path project")
    files: frozenset[str] = names(f".md .csv .json .npy .npz .txt {_PICTURES}")
    folders: frozenset[str] = frozenset()

    def role(self, name: str) -> bool:
        """Tell whether a role may be used, also for names of another project's.

        >>> Permitted().role("external+numpy:py:func"), Permitted().role("external:raw")
        (True, False)
        """
        elsewhere = _ELSEWHERE.fullmatch(name)
        return name in self.roles or (elsewhere is not None and elsewhere["role"] in self.roles)


def permitted_path(root: Path) -> Path:
    """Give the place of a root's own permissions, whether it has any or not."""
    return root / "docs" / "permitted.toml"


def read_permitted(root: Path) -> Permitted:
    """Give what the lessons of a root may use: the list above and what its owner has added.

    Raises `FaultError` where the file cannot be read as TOML or says something else.

    >>> "note" in read_permitted(Path("/nowhere")).directives
    True
    """
    settings = read_settings(permitted_path(root), _RULE)
    return Permitted() if settings is None else _with(Permitted(), settings)


@functools.lru_cache(maxsize=4)
def _with(base: Permitted, settings: Settings) -> Permitted:
    known = {field.name for field in dataclasses.fields(base)}
    added: dict[str, frozenset[str]] = {}
    for key, value in settings.parsed().items():
        if key not in known:
            raise settings.fault(key, f"{key} is none of {', '.join(sorted(known))}")
        if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
            raise settings.fault(key, f'{key} must be a list of names, such as ["one", "two"]')
        added[key] = getattr(base, key) | frozenset(value)
    return dataclasses.replace(base, **added)
