"""The pages that the site makes itself: no lesson may bear the name of one."""

from __future__ import annotations

API_PAGE = "api"
DRIFT_PAGE = "drift"
GLOSSARY_PAGE = "glossary"
PROGRESS_PAGE = "progress"
# Sphinx makes it, and no other one: there is no index of names.
SEARCH_PAGE = "search"
STATUS_PAGE = "status"
# One for each tag lies below it.
TAGS = "tags"

_NAMES = frozenset([API_PAGE, DRIFT_PAGE, GLOSSARY_PAGE, PROGRESS_PAGE, SEARCH_PAGE, STATUS_PAGE])


def is_of_site(docname: str) -> bool:
    """Tell whether the site makes a page of a name itself, on whatever file system.

    >>> [is_of_site(name) for name in ("Search", "tags/loops", "tags", "basics/search")]
    [True, True, False, False]
    """
    name = docname.casefold()
    return name in _NAMES or name.startswith(f"{TAGS}/")
