"""drift: the outputs of two runs, compared cell by cell.

`sides` finds what each of the two is; `match` puts cells side by side; `shown` sorts what a cell
showed by how it is compared; `nodes` reads text into trees, which `compare` compares by their
`essence`, `numbers` by how exact they are, `objects` by what they say of themselves, `jaxprs` and
`hlo` for programs, `pictures` for figures; `change` is what they find; `timings` and `noise` tell
what differs in every run; `cells` makes a class of all this.
"""

from __future__ import annotations

from scripts.execute.drift.match import compare
from scripts.execute.drift.report import report
from scripts.execute.drift.sides import CURRENT, Source, describe, find_source, newest_other

__all__ = ["CURRENT", "Source", "compare", "describe", "find_source", "newest_other", "report"]
