"""What a translation says otherwise than when it was confirmed, though its origin is the same."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from scripts.check.facts import differing
from scripts.check.rule import Selection
from scripts.check.sync import confirm_command
from scripts.diagnostic import Diagnostic, Severity
from scripts.glossary import read_glossary
from scripts.lesson import Lesson
from scripts.sync.translation import Block, Change, Translation
from scripts.sync.units import FURTHER, Unit
from scripts.sync.word_diff import Piece, marked, shortened

_SAID = {
    "number": "a number",
    "name": "a name, or the order of names",
    "link": "a link",
    "sign": "a sign, such as that of a power",
    "negation": "a word such as not",
    "opposite": "a word became its opposite",
    "term": "a term of the glossary",
    "exchanged": "two words changed places",
}


def changed_alone(selection: Selection) -> Iterator[Diagnostic]:
    """Give the blocks of translations in which a fact has changed that their origin still says."""
    terms = read_glossary(selection.lessons.root)
    for translation in selection.tracked():
        language = translation.other.language
        known = [name for term in terms if (name := term.name(language.tag))]
        for block in translation.blocks:
            # Readers of another language may have better links to read on.
            if block.change is Change.POLISHED and not block.was_cut and block.kind != FURTHER:
                kinds = differing(block.said, block.now_said, language, known)
                if kinds:
                    yield _finding(translation, block, kinds[0])


def _finding(translation: Translation, block: Block, kind: str) -> Diagnostic:
    pieces = block.polish
    what = _SAID[kind]
    what = what if kind in {"opposite", "exchanged"} else f"{what} changed"
    where = f"{translation.origin.path}:{block.origin_line}"
    message = (
        f"{what} here since this was confirmed, and {where} is as it was: "
        f'"{marked(shortened(pieces))}"'
    )
    line = _line_of(translation.other, block.group.other, pieces)
    return Diagnostic(
        translation.other.path,
        line,
        "changed-alone",
        message,
        Severity.WARNING,
        f'see whether both still say the same, then say "{confirm_command(translation, block)}"',
    )


def _line_of(lesson: Lesson, units: Collection[Unit], pieces: Collection[Piece]) -> int:
    """Give the line of the first word that changed."""
    left = 0
    for piece in pieces:
        if piece.kind != "=":
            break
        left += len(piece.text.split())
    lines = lesson.text.split("\n")
    line = 1
    for unit in units:
        for line in range(unit.line, unit.end + 1):
            words = len(lines[line - 1].split())
            if left < words:
                return line
            left -= words
    return line
