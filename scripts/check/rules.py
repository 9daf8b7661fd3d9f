"""All rules, in the order in which a file is mended."""

from __future__ import annotations

from scripts.check import (
    cells,
    characters,
    conflicts,
    counted,
    counterparts,
    detached,
    doubled,
    doubts,
    exchanges,
    fences,
    formulas,
    front_matter,
    hidden,
    items,
    korean,
    lengths,
    links,
    mojibake,
    named,
    names,
    normalisation,
    numbers,
    outline,
    particles,
    quotes,
    same,
    structure,
    sync,
    tables,
    terms,
    untranslated,
)
from scripts.check.fault import prose_rule
from scripts.check.rule import Rule, found_by_guard, found_in_outputs
from scripts.diagnostic import Severity

_ERROR, _WARNING = Severity.ERROR, Severity.WARNING


def _refused(what: str, why: str, example: str) -> Rule:
    rule = f"refused-{what}"
    return Rule(rule, _ERROR, why, found_by_guard(rule), example=example)


RULES: tuple[Rule, ...] = (
    # what reading a file brings up
    Rule("encoding", _ERROR, "Files are UTF-8; other bytes are shown as other text."),
    Rule("empty", _ERROR, "An empty file would be an empty page."),
    Rule(
        "front-matter",
        _ERROR,
        "What cannot be read there is left out of the page and lists.",
        front_matter.unknown_values,
    ),
    Rule("unclosed-fence", _ERROR, "All text after an open fence is taken for code."),
    Rule("nested-cell", _ERROR, "Only cells at the top level of a page are run."),
    Rule("cell-options", _ERROR, "Options that cannot be read do nothing."),
    Rule("python-syntax", _ERROR, "A cell that does not parse can only fail."),
    Rule("decisions", _WARNING, "A decision that cannot be read is asked for again."),
    # what a lesson may do; see docs/security.md
    _refused(
        "size", "Texts that are made to take long keep a build busy for hours.", "a line of 1 MB"
    ),
    _refused(
        "front-matter",
        "A lesson says things about itself and sets nothing.",
        "myst: ..., html_meta",
    ),
    _refused(
        "directive", "What is not known to do no harm is not run.", "{raw}, {eval-rst}, {include}"
    ),
    _refused("role", "What is not known to do no harm is not run.", "{eval}`x`, {raw-html}`x`"),
    _refused("html", "HTML in a text can be script on a page.", "<img onerror=...>, <!-- ... -->"),
    _refused(
        "link",
        "A link opens a page, and a picture is the site's own.",
        "[a](javascript:...), ![](https://...)",
    ),
    _refused(
        "path",
        "A page shows files of the lessons, and no others of the machine.",
        "![](../../secret.png)",
    ),
    _refused(
        "option",
        "Options that read files, or dress a block as a part of the site, do not belong to text.",
        ":url: in a csv-table, :lable: in a cell",
    ),
    _refused("label", "The site's own scripts find their parts by name.", "(search-results)="),
    _refused("character", "They stand for marks that the build makes.", "U+100000"),
    _refused(
        "file",
        "Lessons are Markdown, with pictures and tables beside it, and no links to other files.",
        "conf.py, a symbolic link",
    ),
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
        outline.differences,
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
        "same-directives",
        _ERROR,
        "A box, a figure or a table works in the same way in every language.",
        same.differences("same-directives", same.directives, ordered=True),
        example="{note} in one language, {warning} in the other",
    ),
    Rule(
        "same-math",
        _ERROR,
        "A formula says the same in every language, but for the words in it.",
        exchanges.differences_within(
            "same-math", formulas.formulas, formulas.inline_formulas, ordered=True
        ),
        example=r"x^2 in one language, x^3 in the other",
    ),
    Rule(
        "same-images",
        _ERROR,
        "A picture that is named by another path is another picture, or none.",
        same.image_differences,
        example="![](wave.png) in one language, ![](waves.png) in the other",
    ),
    Rule(
        "same-roles",
        _ERROR,
        "What a role names is no word to translate.",
        same.differences("same-roles", same.roles, ordered=False),
        example="{ref}`scan` in one language, {ref}`스캔` in the other",
    ),
    Rule(
        "same-footnotes",
        _ERROR,
        "Footnotes are numbered by their names.",
        exchanges.differences_within(
            "same-footnotes", same.footnotes, same.footnotes, ordered=False
        ),
        example="[^1] in one language, [^2] in the other",
    ),
    Rule(
        "same-labels",
        _ERROR,
        "Links name labels, in every language the same.",
        same.label_differences,
        example="(wave-figure)= in one language only",
    ),
    Rule(
        "other-items",
        _WARNING,
        "An item more was forgotten in the other language, or stands here twice.",
        items.other_items,
        example="five items or rows in one language, six in the other",
    ),
    Rule(
        "other-code",
        _WARNING,
        "A name that is spelled otherwise in one language is wrong in one of them.",
        exchanges.in_turn(
            exchanges.exchanges("other-code", named.inline_code, placed=False),
            fences.other_fences,
        ),
        example="`jnp.zeros` in one language, `jnp.zeroes` in the other",
    ),
    Rule(
        "other-link",
        _WARNING,
        "Both languages lead to the same page.",
        named.link_differences,
        example="[a](scan.md) in one language, [a](tracing.md) in the other",
    ),
    Rule(
        "other-number",
        _WARNING,
        "A number is the same in every language.",
        exchanges.in_turn(
            exchanges.exchanges("other-number", numbers.numbers, spelled=False),
            counted.differences,
            tables.differences,
        ),
        example="15 in one language, 50 in the other",
    ),
    Rule(
        "missing-term",
        _WARNING,
        "A term that the translation leaves out may have become another one.",
        terms.missing,
        example='"static argument" in English, no "정적 인자" in Korean',
    ),
    Rule(
        "shorter-than-twin",
        _WARNING,
        "Where a part of a paragraph was lost, only the other language still shows it.",
        exchanges.in_turn(lengths.lost, lengths.shorter),
    ),
    Rule(
        "lost-block",
        _ERROR,
        "What was confirmed in both languages, and one has lost, its readers never see.",
        sync.lost,
        example="a paragraph that is gone, all around it as it was",
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
    Rule(
        "claim",
        _ERROR,
        "What a page says that a cell prints stands below it, for every reader to compare.",
        found_in_outputs,
        example="# 6.0 behind x.sum(), which gave 5.0",
    ),
    Rule(
        "no-alt",
        _WARNING,
        "Who does not see a figure reads what it shows.",
        found_in_outputs,
        example="a cell that draws, without :alt:",
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
    prose_rule(
        "no-break-space",
        "Nobody sees it, search does not find past it, and no line ends at it.",
        hidden.spaces,
        example="U+00A0 between two words",
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
        terms.contradictions,
        example="a wrong name that is another term's right one",
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
        terms.first_uses,
        example="추적 before 추적(tracing) on the same page, or 추적(tracing) on no page",
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
        untranslated.runs,
        example="이 함수는 returns the value that was given to it",
    ),
    prose_rule(
        "untranslated-comment",
        "Comments explain code, in the reader's language.",
        untranslated.comments,
        example="# this is the old value",
    ),
    # both languages
    prose_rule(
        "name-spelling",
        "Names are written as their makers write them.",
        names.spellings,
        example="Numpy, Pytorch, Github",
        fixed=True,
    ),
    prose_rule(
        "dialect",
        "One dialect of English for a site.",
        names.dialects,
        example="colour beside color",
    ),
    # Korean sentences; a particle joins what is spelled right, and then has to fit it
    prose_rule(
        "spelling",
        "The standard spelling is the one that search and readers expect.",
        korean.spelling,
        example="메세지, 아키텍쳐",
        fixed=True,
    ),
    prose_rule(
        "spacing",
        "These words are written apart, or as one, in every text.",
        korean.spacing,
        example="할수 있다, 첫번째, 해야합니다",
        fixed=True,
    ),
    prose_rule(
        "detached-particle",
        "A particle joins what it belongs to.",
        detached.detached,
        example="Python 의, `jit` 을",
        fixed=True,
    ),
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
        "doubled-particle",
        "One of two particles was left over when the sentence changed.",
        doubled.doubled,
        example="함수를을",
    ),
    prose_rule(
        "glued-sentences",
        "A sentence ends in a period, and the next one begins after a space.",
        korean.glued_sentences,
        example="합니다.다음, 만듭니다 폴더 구조는",
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
