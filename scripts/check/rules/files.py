"""Each file by itself: its links and claims, what no text may hold, its terms, its language."""

from __future__ import annotations

from scripts.check import (
    cells,
    characters,
    conflicts,
    contradictions,
    doubts,
    escapes,
    formulas,
    full_width,
    glosses,
    hidden,
    left_hangul,
    links,
    mojibake,
    normalisation,
    quotes,
    structure,
    table_rows,
    terms,
    typographic,
    untranslated,
    untranslated_comments,
    untranslated_runs,
    unused_files,
)
from scripts.check.fault import looks, prose_rule
from scripts.check.rule import Rule, found_in_outputs
from scripts.diagnostic import Severity

_ERROR, _WARNING = Severity.ERROR, Severity.WARNING

FILES: tuple[Rule, ...] = (
    Rule(
        "unused-file",
        _WARNING,
        "What was meant for readers, and no page names, they never see.",
        unused_files.unused_files,
        example="notes.txt beside the lessons",
    ),
    Rule(
        "empty-heading",
        _ERROR,
        "A heading without words is an empty line in the contents.",
        structure.empty_headings,
        example="## with nothing behind it",
    ),
    Rule(
        "duplicate-label",
        _ERROR,
        "A link to a label that stands twice leads anywhere.",
        structure.duplicate_labels,
    ),
    Rule(
        "link",
        _WARNING,
        "A link that leads nowhere helps nobody; before a release it is an error.",
        links.link_diagnostics,
        links.rewrite,
    ),
    Rule(
        "gone-name",
        _WARNING,
        "Who copies a name that JAX has given up gets an error.",
        links.name_diagnostics,
    ),
    Rule(
        "untyped-raises",
        _WARNING,
        "A cell that may raise anything hides the wrong exception.",
        cells.untyped_raises,
        example=":raises: Exception for a TypeError",
    ),
    Rule(
        "unconfirmed",
        _WARNING,
        "A guess is shown as one until somebody has looked at it.",
        doubts.unconfirmed,
    ),
    Rule(
        "unknown-output",
        _ERROR,
        "A value is quoted from the cell that is named.",
        quotes.unknown_outputs,
    ),
    Rule(
        "claim",
        _ERROR,
        "What a page says that a cell prints stands below it, for every reader to compare. It is"
        " known once the cell has run.",
        found_in_outputs,
        example="# 6.0 behind x.sum(), which gave 5.0",
    ),
    Rule(
        "no-alt",
        _WARNING,
        "Who does not see a figure reads what it shows. Which cells draw is known once they have"
        " run.",
        found_in_outputs,
        example="a cell that draws, without :alt:",
    ),
    Rule(
        "table-cells",
        _WARNING,
        "Markdown leaves out what a row has more than the head, and leaves empty what it has less.",
        table_rows.unlike_rows,
        example=r"| a | b | in a table of three columns",
    ),
    Rule(
        "conflict-marker",
        _ERROR,
        "A merge was left half done. In a record below docs/sync, which is read all the same, it is"
        " a warning.",
        conflicts.markers,
    ),
    Rule("mojibake", _ERROR, "Text decoded wrongly is lost on its readers.", mojibake.damaged_text),
    Rule(
        "replacement-character",
        _ERROR,
        "Where U+FFFD stands, a character has been lost.",
        characters.replacements,
    ),
    Rule(
        "control-character",
        _ERROR,
        "Control characters are invisible and break tools.",
        characters.controls,
    ),
    Rule(
        "bidi-control",
        _ERROR,
        "They make text and code look like something else than it is.",
        characters.bidi_controls,
    ),
    Rule(
        "zero-width",
        _ERROR,
        "Invisible characters break search, links and code.",
        characters.zero_width,
    ),
    Rule(
        "not-nfc",
        _ERROR,
        "Decomposed Hangul looks the same and is found by no search.",
        normalisation.decomposed,
        normalisation.compose,
    ),
    prose_rule(
        "no-break-space",
        "Nobody sees it, search does not find past it, and no line ends at it.",
        hidden.spaces,
        example="U+00A0 between two words",
        fixed=True,
    ),
    prose_rule(
        "full-width",
        "Search does not find it, and it stands apart from the text around it.",
        full_width.full_width,
        example="루프（loop）로, １２",
        fixed=True,
    ),
    prose_rule(
        "typographic-code",
        "Who copies it gets an error.",
        typographic.typographic_code,
        example="`f(“a”)`, or `x[…]` beside `x[...]` in the other language",
        fixed=True,
    ),
    prose_rule(
        "escaped-hangul",
        "A program wrote the characters as numbers, and readers see the numbers.",
        escapes.escaped_hangul,
        example="\\ub2e4\\uc74c",
        fixed=True,
    ),
    prose_rule(
        "private-use",
        "Only one font knows what it looks like: readers see a box.",
        hidden.private_use,
        example="U+E0BC from an old font for Hangul",
    ),
    prose_rule(
        "bare-jamo",
        "A letter within a word is what is left of a syllable.",
        hidden.jamo,
        example="하ㅁ수",
    ),
    Rule(
        "hangul-in-math",
        _ERROR,
        "In a formula letters are variables, set apart and slanted.",
        formulas.hangul_in_formulas,
        example=r"$손실 = x^2$ for $\text{손실} = x^2$",
    ),
    Rule(
        "glossary",
        _WARNING,
        "What the glossary says twice, or not at all, no check can hold a lesson to.",
        contradictions.contradictions,
        example="a wrong name that is another term's right one, or a further one",
    ),
    prose_rule(
        "banned-term",
        "One word for one thing: the glossary's.",
        terms.banned,
        example="쉐입 for 형태",
        fixed=True,
    ),
    prose_rule(
        "first-use",
        "Who meets a term for the first time wants to know what it is called elsewhere.",
        glosses.first_uses,
        example="추적 before 추적(tracing) on the same page, or 추적(tracing) there no more",
    ),
    prose_rule(
        "untranslated",
        "Who reads the Korean page came for Korean.",
        untranslated.paragraphs,
        example="a paragraph that is still in English",
    ),
    prose_rule(
        "untranslated-run",
        "Half a sentence was forgotten.",
        looks(untranslated_runs.runs, left_hangul.left_hangul),
        example="이 함수는 returns the value that was given to it, the shape of it 그리고 how fast",
    ),
    prose_rule(
        "untranslated-comment",
        "Comments explain code, in the reader's language.",
        untranslated_comments.comments,
        example="# this is the old value",
    ),
)
