"""execute: lesson -> outputs, by real JAX, one run for all languages of a lesson.

`plan` finds in the store what has been run before and says what is left; `run` runs a lesson's
cells in a fresh `kernel`; `normalise` takes out of the outputs what belongs to one run or machine;
`expectations` compares what each cell did with what it should do. Outputs are kept by the lesson's
code key and by the fingerprint of the `environment`, so nothing is run twice.
"""

from __future__ import annotations

from scripts.execute.environment import describe_environment, fingerprint
from scripts.execute.execution import execute
from scripts.execute.results import CellResult, Execution, LessonResult, Progress

__all__ = [
    "CellResult",
    "Execution",
    "LessonResult",
    "Progress",
    "describe_environment",
    "execute",
    "fingerprint",
]
