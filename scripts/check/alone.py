"""What one language says otherwise than when it was confirmed, though the other is the same.

Of an origin that says so whatever follows may be right now: then its translation is behind. But
where no cell has changed, what it said of them was true before, or it is now, and not both.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator

from scripts.check.facts import differing, names
from scripts.check.rule import Selection
from scripts.check.sync import confirm_command
from scripts.diagnostic import Diagnostic, Severity
from scripts.glossary import Term, folded, read_glossary
from scripts.languages import KOREAN
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
    """Give the blocks in which a fact has changed that the other language still says."""
    terms = read_glossary(selection.lessons.root)
    for translation in selection.tracked():
        yield from _in_origin(translation, terms)
        language = translation.other.language
        known = [name for term in terms if (name := term.name(language.tag))]
        for block in translation.blocks:
            # Readers of another language may have better links to read on.
            if block.change is Change.POLISHED and not block.was_cut and block.kind != FURTHER:
                kinds = differing(block.said, block.now_said, language, known)
                if kinds:
                    yield _finding(translation, block, kinds[0])


# Numbers and opposites, but no names: these may be others now.
_CLAIMED = frozenset({"term", "number", "negation", "opposite", "exchanged"})
_CELLS = frozenset({"cell", "math_block"})
# With more words changed it is another sentence: one taken out and one put in, or two of each.
_FEW_WORDS, _MOST_CHANGED, _MOST_EXCHANGED = 3, 2, 4


def _in_origin(translation: Translation, terms: Collection[Term]) -> Iterator[Diagnostic]:
    """Give the blocks of an origin in which one fact has changed alone, and no cell has."""
    blocks = translation.blocks
    if any(block.kind in _CELLS and block.change is not Change.NONE for block in blocks):
        return
    origin, other = translation.origin, translation.other
    for block in blocks:
        if block.change is not Change.CHANGED or block.kind == FURTHER:
            continue
        pieces = block.diff
        parts = [piece for piece in pieces if piece.kind != "="]
        if len(parts) > _MOST_EXCHANGED or any(len(p.text.split()) > _FEW_WORDS for p in parts):
            continue
        kinds = _claims(differing(block.old, block.new, origin.language, []), block, origin)
        kinds += ("term",) * _lost_a_term(terms, block, translation)
        most = _MOST_EXCHANGED if kinds == ("exchanged",) else _MOST_CHANGED
        if len(parts) <= most and kinds and _CLAIMED.issuperset(kinds):
            message = (
                f"{_what(kinds[0])} here since {other.path}:{block.line} was confirmed, "
                f'and no cell changed: "{marked(shortened(pieces))}"'
            )
            line = _line_of(origin, block.group.origin, pieces)
            yield Diagnostic(
                origin.path, line, "changed-alone", message, Severity.WARNING,
                "see which of the two the cells bear out; if this, translate it",
            )  # fmt: skip


def _what(kind: str) -> str:
    """Give what is said of a kind of fact that changed."""
    return _SAID[kind] if kind in {"opposite", "exchanged"} else f"{_SAID[kind]} changed"


def _lost_a_term(terms: Collection[Term], block: Block, translation: Translation) -> bool:
    """Tell whether an origin has a term no more that its translation still has."""
    ours, its = translation.origin.language.tag, translation.other.language.tag
    old, new, said = map(folded, (block.old, block.new, block.now_said))
    return any(
        term.is_in(old, ours) and not term.is_in(new, ours) and term.is_in(said, its)
        for term in terms
    )


def _claims(kinds: tuple[str, ...], block: Block, origin: Lesson) -> tuple[str, ...]:
    """Give the kinds of facts that changed, but names as exchanged where they are the same ones."""
    old, new = (
        Counter(names(text, is_korean=origin.language is KOREAN)) for text in (block.old, block.new)
    )
    return tuple("exchanged" if kind == "name" and old == new else kind for kind in kinds)


def _finding(translation: Translation, block: Block, kind: str) -> Diagnostic:
    pieces = block.polish
    where = f"{translation.origin.path}:{block.origin_line}"
    message = (
        f"{_what(kind)} here since this was confirmed, and {where} is as it was: "
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
