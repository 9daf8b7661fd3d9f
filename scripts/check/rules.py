"""All rules, in the order in which a file is mended."""

from __future__ import annotations

from scripts.check import (
    cells,
    characters,
    conflicts,
    counterparts,
    doubts,
    front_matter,
    korean,
    lengths,
    links,
    mojibake,
    normalisation,
    particles,
    quotes,
    structure,
    sync,
)
from scripts.check.fault import prose_rule
from scripts.check.rule import Rule
from scripts.diagnostic import Severity

_ERROR, _WARNING = Severity.ERROR, Severity.WARNING

RULES: tuple[Rule, ...] = (
    # what reading a file brings up
    Rule("encoding", _ERROR, "Files are UTF-8; other bytes are shown as other text."),
    Rule("empty", _ERROR, "An empty file would be an empty page."),
    Rule("front-matter", _ERROR, "What cannot be read there is left out of the page and lists."),
    Rule("unclosed-fence", _ERROR, "All text after an open fence is taken for code."),
    Rule("nested-cell", _ERROR, "Only cells at the top level of a page are run."),
    Rule("cell-options", _ERROR, "Options that cannot be read do nothing."),
    Rule("python-syntax", _ERROR, "A cell that does not parse can only fail."),
    Rule("decisions", _WARNING, "A decision that cannot be read is asked for again."),
    # the two languages against each other
    Rule(
        "no-counterpart",
        _ERROR,
        "Every page leads to itself in the other language.",
        counterparts.missing,
    ),
    Rule("only", _ERROR, "A lesson in both languages is not in one only.", counterparts.needless),
    Rule("same-origin", _ERROR, "One language owns the code of a lesson.", counterparts.origins),
    Rule(
        "same-front-matter",
        _ERROR,
        "A lesson has one place, one track and one set of needs in all languages.",
        front_matter.differences,
    ),
    Rule(
        "same-structure",
        _ERROR,
        "Readers change the language in the middle of a page, and links name labels.",
        structure.differences,
    ),
    Rule(
        "same-exercises",
        _ERROR,
        "What a reader has done is remembered by the exercise's label, in every language.",
        structure.exercises,
    ),
    Rule(
        "same-code",
        _ERROR,
        "The code is run once, for both languages.",
        cells.differences,
        cells.copy_origin,
    ),
    Rule(
        "shorter-than-twin",
        _WARNING,
        "Where the end of a paragraph was lost, only the other language still shows it.",
        lengths.shorter,
    ),
    Rule(
        "behind",
        _WARNING,
        "A translation that is behind tells its readers what is true no more.",
        sync.behind,
    ),
    Rule(
        "sync-state",
        _WARNING,
        "A line that cannot be read tells of no confirmation.",
        sync.unread,
    ),
    # each file by itself
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
    Rule("conflict-marker", _ERROR, "A merge was left half done.", conflicts.markers),
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
    # Korean sentences
    prose_rule(
        "particle",
        "A particle follows what is heard, and readers stumble over the other form.",
        particles.agreement,
        example="값를, JAX을, 3를",
        fixed=True,
    ),
    prose_rule(
        "particle-consistency",
        "A name is read in one way all through a site.",
        particles.consistency,
        example="`foo`는 on one page, `foo`은 on another",
    ),
    prose_rule(
        "detached-particle",
        "A particle joins what it belongs to.",
        particles.detached,
        example="Python 의, `jit` 을",
        fixed=True,
    ),
    prose_rule(
        "doubled-particle",
        "One of two particles was left over when the sentence changed.",
        particles.doubled,
        example="함수를을",
    ),
    prose_rule(
        "spacing",
        "These words are written apart, or as one, in every text.",
        korean.spacing,
        example="할수 있다, 첫번째, 해야합니다",
        fixed=True,
    ),
    prose_rule(
        "spelling",
        "The standard spelling is the one that search and readers expect.",
        korean.spelling,
        example="메세지, 아키텍쳐",
        fixed=True,
    ),
    prose_rule(
        "glued-sentences",
        "A sentence begins after a space.",
        korean.glued_sentences,
        example="합니다.다음",
        fixed=True,
    ),
    prose_rule(
        "sentence-colon",
        "A Korean sentence ends in a period, also before a cell.",
        korean.colons,
        example="다음과 같습니다:",
        fixed=True,
    ),
    prose_rule(
        "open-emphasis",
        "Most viewers leave the asterisks standing when Hangul follows punctuation and them.",
        korean.open_emphasis,
        example="**`jit`**은",
    ),
    prose_rule(
        "mixed-register",
        "A lesson speaks to its reader in one register.",
        korean.registers,
        example="값을 구한다. among sentences in 합니다체",
    ),
)
