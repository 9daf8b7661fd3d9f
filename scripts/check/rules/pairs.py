"""The two languages against each other."""

from __future__ import annotations

from scripts.check import (
    alone,
    amounts,
    cells,
    counted,
    counterparts,
    exchanges,
    fences,
    formulas,
    front_matter,
    items,
    lengths,
    named,
    numbers,
    outline,
    same,
    structure,
    sync,
    tables,
    terms,
)
from scripts.check.rule import Rule
from scripts.diagnostic import Severity

_ERROR, _WARNING = Severity.ERROR, Severity.WARNING

PAIRS: tuple[Rule, ...] = (
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
        compares=True,
    ),
    Rule(
        "same-structure",
        _ERROR,
        "Readers change the language in the middle of a page, and links name labels.",
        outline.differences,
        compares=True,
    ),
    Rule(
        "same-exercises",
        _ERROR,
        "What a reader has done is remembered by the exercise's label, in every language.",
        structure.exercises,
        compares=True,
    ),
    Rule(
        "same-code",
        _ERROR,
        "The code is run once, for both languages.",
        cells.differences,
        cells.copy_origin,
        compares=True,
    ),
    Rule(
        "same-directives",
        _ERROR,
        "A box, a figure or a table works in the same way in every language.",
        same.differences("same-directives", same.directives, ordered=True),
        example="{note} in one language, {warning} in the other",
        compares=True,
    ),
    Rule(
        "same-math",
        _ERROR,
        "A formula says the same in every language, but for the words in it.",
        exchanges.differences_within(
            "same-math", formulas.formulas, formulas.inline_formulas, ordered=True
        ),
        example=r"x^2 in one language, x^3 in the other",
        compares=True,
    ),
    Rule(
        "same-images",
        _ERROR,
        "A picture that is named by another path is another picture, or none. Each language may"
        " have its own: sheet.png and sheet-en.png.",
        same.image_differences,
        example="![](wave.png) in one language, ![](waves.png) in the other",
        compares=True,
    ),
    Rule(
        "same-roles",
        _ERROR,
        "What a role names is no word to translate.",
        same.differences("same-roles", same.roles, ordered=False),
        example="{ref}`scan` in one language, {ref}`스캔` in the other",
        compares=True,
    ),
    Rule(
        "same-footnotes",
        _ERROR,
        "Footnotes are numbered by their names.",
        exchanges.differences_within(
            "same-footnotes", same.footnotes, same.footnotes, ordered=False
        ),
        example="[^1] in one language, [^2] in the other",
        compares=True,
    ),
    Rule(
        "same-labels",
        _ERROR,
        "Links name labels, in every language the same.",
        same.label_differences,
        example="(wave-figure)= in one language only",
        compares=True,
    ),
    Rule(
        "other-items",
        _WARNING,
        "An item more was forgotten in the other language, or stands here twice.",
        items.other_items,
        example="five items or rows in one language, six in the other",
        compares=True,
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
        compares=True,
    ),
    Rule(
        "other-link",
        _WARNING,
        "Both languages lead to the same page.",
        named.link_differences,
        example="[a](scan.md) in one language, [a](tracing.md) in the other",
        compares=True,
    ),
    Rule(
        "other-number",
        _WARNING,
        "A number is the same in every language.",
        exchanges.in_turn(
            exchanges.exchanges("other-number", numbers.numbers, spelled=False),
            counted.differences,
            tables.differences,
            amounts.differences,
        ),
        example="15 in one language, 50 in the other; 10 cm beside 10 mm",
        compares=True,
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
        lengths.shortened_texts,
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
        "changed-alone",
        _WARNING,
        "A translation may be worded better at any time; what it says is decided with its origin.",
        alone.changed_alone,
        example='"두 번" that became "세 번" in a confirmed block, beside "twice"',
    ),
    Rule(
        "sync-state",
        _WARNING,
        "A line that cannot be read tells of no confirmation.",
        sync.unread,
    ),
)
