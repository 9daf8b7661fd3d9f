"""A lesson: what its file holds, and how it is read.

`model` says what there is; `reading` reads files, `page_blocks` cuts a page, `code_cells` and
`front_matter` read what is in it, `fences` finds those that do not end, and `myst` is the parser.
"""

from scripts.lesson.model import (
    EXERCISE,
    OPTION,
    START_PAGE,
    UNREAD,
    Block,
    Cell,
    Contents,
    Exercise,
    FrontMatter,
    Lesson,
    Lessons,
    Parsed,
    code_key,
    sources_hash,
)

__all__ = [
    "EXERCISE",
    "OPTION",
    "START_PAGE",
    "UNREAD",
    "Block",
    "Cell",
    "Contents",
    "Exercise",
    "FrontMatter",
    "Lesson",
    "Lessons",
    "Parsed",
    "code_key",
    "sources_hash",
]
