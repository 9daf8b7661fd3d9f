"""The guard: refuses what a lesson must not do, with its place, before Sphinx reads anything.

`uses` reads what a lesson makes use of, `strange_files` looks at the files beside it, `drawings`
at those that a browser opens as a page; `refusing` says what of all this is not permitted.
"""

from scripts.guard.refusing import refusals, refused, scheme, unseen
from scripts.guard.strange_files import is_inside, strange_files

__all__ = ["is_inside", "refusals", "refused", "scheme", "strange_files", "unseen"]
