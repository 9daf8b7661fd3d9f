"""The check stage: reads lessons and says what is wrong with them, in words for a translator.

Given the lessons of a root, `check` gives findings, one `Diagnostic` each, and `fix` mends in
the files what can be mended without knowing what the text means. What is looked for stands in
`RULES`, in order; a new rule is one function, one line there and one case in `tests/cases/check`.
What is looked for in sentences of one language is in `korean` and `english`.
"""

from scripts.check.checking import OF_BLOCKS, check, check_sentences, together
from scripts.check.fixing import LeftProtectedError, fix
from scripts.check.links import Finding, check_links
from scripts.check.rule import Rule, Selection
from scripts.check.rules import RULES

__all__ = [
    "OF_BLOCKS",
    "RULES",
    "Finding",
    "LeftProtectedError",
    "Rule",
    "Selection",
    "check",
    "check_links",
    "check_sentences",
    "fix",
    "together",
]
