"""Text that was UTF-8 once and has been decoded as something else."""

from __future__ import annotations

import re
from collections.abc import Iterator

from scripts.check.rule import Selection
from scripts.diagnostic import Diagnostic
from scripts.lesson import Lesson

_ENCODINGS = ("latin-1", "cp1252", "cp1254")


def _continuations() -> str:
    """Give what the bytes 80 to BF, which go on within a UTF-8 character, are decoded to."""
    found = {
        bytes([byte]).decode(encoding, "ignore")
        for byte in range(0x80, 0xC0)
        for encoding in _ENCODINGS
    }
    return "".join(sorted(found))


_REST = f"[{re.escape(_continuations())}]"

# One damaged syllable can be honest text: in “você”…, the last three characters are. Two whole
# ones in a row, or three of which some bytes are lost, are not to be found in any language; nor
# are the two letters before the signs that they stand for when `·` or `’` or `é` is damaged.
_DAMAGE = re.compile(
    f"(?:[ê-í]{_REST}{{2}}){{2,}}"
    f"|(?:[ê-í]{_REST}{{1,2}} ?){{3,}}"
    f"|â€{_REST}"
    "|Â[·°©®±§¶¡¿£¥]"
    "|Ã[¡¢£¤¥¦§¨©¬®¯°±´µ¶¸¼½¾¿]"
)
_CODE_SPAN = re.compile(r"(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)")


def damaged_text(selection: Selection) -> Iterator[Diagnostic]:
    """Give the lines that hold damaged text, but not where code shows such text on purpose."""
    for lesson in selection.files:
        code = _code_lines(lesson)
        for number, line in enumerate(lesson.text.split("\n"), 1):
            if line.isascii() or number in code:
                continue
            prose = _CODE_SPAN.sub(lambda match: " " * len(match[0]), line)
            if match := _DAMAGE.search(prose):
                yield Diagnostic(
                    lesson.path,
                    number,
                    "mojibake",
                    f'"{match[0]}" is UTF-8 that was decoded as something else',
                    fix=f'try "python -m scripts repair {lesson.path}"',
                    column=match.start() + 1,
                )


def _code_lines(lesson: Lesson) -> frozenset[int]:
    """Give the lines of cells and of fences that show text as it stands."""
    found: set[int] = set()
    for block in lesson.blocks:
        if block.kind in {"cell", "fence", "directive:code-block"}:
            found.update(range(block.line, block.end + 1))
    return frozenset(found)
