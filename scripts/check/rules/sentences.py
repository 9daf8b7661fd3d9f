"""The sentences of a page, in the order in which they are mended."""

from __future__ import annotations

from scripts.check import house_style, left_notes, names, punctuation, repeated
from scripts.check.english import articles
from scripts.check.english import grammar as english_grammar
from scripts.check.fault import looks, prose_rule
from scripts.check.korean import (
    both_forms,
    detached,
    doubled,
    particle_consistency,
    particles,
    registers,
    sentence_ends,
    spacing,
    spelling,
)
from scripts.check.korean import grammar as korean_grammar
from scripts.check.rule import Rule
from scripts.diagnostic import Severity

SENTENCES: tuple[Rule, ...] = (
    prose_rule(
        "left-note",
        "A note to oneself is read by everybody.",
        left_notes.left_notes,
        example="TODO(Kim): see to this, [번역 필요]",
    ),
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
    prose_rule(
        "article",
        "An article fits what is heard behind it, and readers stumble over the other one.",
        articles.articles,
        example="a hour, an user, a 8-bit number, a XLA program",
        fixed=True,
    ),
    prose_rule(
        "grammar",
        "A form that goes with nothing around it was left over when a sentence changed.",
        looks(english_grammar.grammar, korean_grammar.korean_grammar),
        example="this arrays, has wrote, 지우는합니다, 문서를 열립니다",
        fixed=True,
    ),
    prose_rule(
        "punctuation",
        "A mark too many, or away from its word, makes readers look for what is missing there.",
        looks(punctuation.punctuation, punctuation.open_marks),
        example="the end.., 끝 ., a space before a comma",
        fixed=True,
    ),
    prose_rule(
        "repeated",
        "What stands twice was left over when the sentence changed, or pasted once too often.",
        repeated.repeated,
        example="the the, 값을 값을, a paragraph above itself",
        fixed=True,
    ),
    # Korean sentences; a particle joins what is spelled right, and then has to fit it
    prose_rule(
        "spelling",
        "The standard spelling is the one that search and readers expect.",
        spelling.spelling,
        example="메세지, 바꾸으면, 쉽은, seperate, on it's way",
        fixed=True,
    ),
    prose_rule(
        "spacing",
        "These words are written apart, or as one, in every text.",
        spacing.spacing,
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
        looks(particles.agreement, both_forms.both_forms),
        example="값를, JAX을, 3를, 값을(를)",
        fixed=True,
    ),
    prose_rule(
        "particle-consistency",
        "A name is read in one way all through a site.",
        particle_consistency.consistency,
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
        sentence_ends.glued_sentences,
        example="합니다.다음, 만듭니다 폴더 구조는",
        fixed=True,
    ),
    prose_rule(
        "sentence-colon",
        "A Korean sentence ends in a period here, also before a cell; others end it in a colon.",
        sentence_ends.colons,
        example="다음과 같습니다:",
        fixed=True,
        severity=Severity.NOTE,
    ),
    prose_rule(
        "open-emphasis",
        "Most viewers leave the asterisks standing when Hangul follows punctuation and them.",
        sentence_ends.open_emphasis,
        example="**`jit`**은",
    ),
    prose_rule(
        "mixed-register",
        "A lesson speaks to its reader in one register.",
        registers.registers,
        example="값을 구한다. among sentences in 합니다체",
    ),
    prose_rule(
        "style",
        "What the site's style guide asks for, as far as its `docs/style.toml` says it.",
        house_style.notes,
        example="당신, 3ms, a slanted *값*, # 캐시를 끕니다",
        fixed=True,
        severity=Severity.NOTE,
    ),
)
