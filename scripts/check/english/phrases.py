"""English words that do not go with those beside them, by what each can be: in these lesson.

Patterns know words by heart. Here the table of parts of speech is asked, so that any usual word is
known; where a word can be something else as well, nothing is said.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scripts.check.english.clauses import CLAUSE_RULES
from scripts.check.english.parts_of_speech import parts_of, plain_form, usual_parts
from scripts.check.english.patterns import Passage
from scripts.check.english.sentence_words import (
    ASKING,
    BE,
    CLAUSES,
    COUNTS,
    DO,
    ENDS,
    HAVE,
    HOW,
    MODALS,
    NEITHER,
    OBJECTS,
    PREPOSITIONS,
    Found,
    Rule,
    clause_before,
    is_how,
    is_third,
    is_word,
    low_at,
    skip_like,
)
from scripts.check.english.tokens import Token, tokenised, words
from scripts.check.english.words import PLURALS, SINGULARS
from scripts.check.fault import Fault
from scripts.diagnostic import Severity
from scripts.lesson import Lesson
from scripts.patterns import lazy_pattern

_ONE = {
    "one": "",
    "this": "these",
    "another": "other",
    "each": "all",
    "every": "all",
    "a": "",
    "an": "",
}
_SEVERAL = {"these": "this", "those": "that"}
_BEFORE_NUMBERS = words(
    """
    than after before least most about exactly only over under these those all first last next
    are have has had in for by takes take needs need gives give uses use that another within
    """
)
_IN = words("in at of from with on into inside within under between without")
# Behind a noun that no other noun follows.
_BEHIND_NOUN = (
    ENDS
    | BE
    | HAVE
    | words(
        """
    of in on for with from to at by but that which who can will must should could may might do
    does did when if so than because where while under between into as you we they it through
    before after until unless without within until
    """
    )
)
# Steps are called so, and lose is a misspelled loose.
_WONDERS = words("wonders things tricks tasks tests calls jobs favors favours chores")
_NOUNS_TOO = words("build install lose compile execute connect")
_SHORTEST = 3
_PLAIN_WORDS = lazy_pattern(r"[A-Za-z][a-z']*(?:[,;:]? (?:[a-z][a-z'-]*|[A-Z]\w+|\d+))+[.:]?")


def phrases(lesson: Lesson) -> Iterator[Fault]:
    """Give the words that do not go with those right before them."""
    for passage, tokens in tokenised(lesson):
        # A comment may be of code: x = a.
        if passage.line.kind != "comment" or _PLAIN_WORDS.fullmatch(passage.line.text.strip()):
            yield from _in(passage, tokens)


def _in(passage: Passage, tokens: Sequence[Token]) -> Iterator[Fault]:
    line, text, before = passage
    for at in range(len(tokens)):
        for rule in _RULES:
            found = rule(tokens, at)
            if found is None:
                continue
            first, last = tokens[found.first], tokens[found.last]
            place = last if found.right else first
            start, end = place.start - before, last.end - before
            if start >= 0 and end <= len(line.text) and not line.is_code(start, end):
                shown = text[first.start : last.end]
                said = f'"{last.text}" in "{shown}" has to be "{found.right}"'
                if not found.right:
                    said = f'"{shown}" goes with nothing'
                advice = "" if found.right else found.advice
                yield Fault(line, start, end, said, found.right, advice, Severity.WARNING)
            break


def _is_joined(tokens: Sequence[Token], at: int) -> bool:
    """Tell whether a mark stands right behind a word and right before another: robots.txt."""
    if at + 1 >= len(tokens):
        return False
    begin, mark = tokens[at].end, tokens[at + 1]
    follows = at + 2 < len(tokens) and tokens[at + 2].start == mark.end
    return mark.start == begin and mark.text in {".", ":", "/"} and follows


def _ends_at(tokens: Sequence[Token], noun: int) -> bool:
    """Tell whether no other noun follows, of which this one would be the first half."""
    behind = low_at(tokens, noun + 1)
    if behind == "and":
        behind = low_at(tokens, noun + 2)
        return behind in OBJECTS or behind in COUNTS
    like = usual_parts(behind)
    is_past = like == {"d"} and not behind.endswith("ed")
    further = low_at(tokens, noun + 2)
    if "b" in like and like <= {"b", "s"} and further in PREPOSITIONS - {"like", "than", "as"}:
        return low_at(tokens, noun + 1) not in _SECOND_HALVES
    return behind in _BEHIND_NOUN or behind in OBJECTS or behind in {"", "one"} or is_past


def _one_of_several(tokens: Sequence[Token], at: int) -> Found | None:
    """Find this lessons, each values and these lesson, two new array."""
    word, before = tokens[at].low, low_at(tokens, at - 1)
    # Version 2 format is one of a number.
    is_number = word.isdigit() and word != "1" and before in _BEFORE_NUMBERS
    is_count = (word in COUNTS and word != "few") or is_number
    if not (word in _ONE or word in _SEVERAL or is_count or (word == "few" and before == "a")):
        return None
    noun = skip_like(tokens, at + 1)
    if noun >= len(tokens) or not is_word(tokens[noun]):
        return None
    head = tokens[noun].text
    if _is_joined(tokens, noun):
        return None
    if (
        head in NEITHER - ({"time"} if is_count else set())
        or len(head) < _SHORTEST
        or not _ends_at(tokens, noun)
    ):
        return None
    parts = usual_parts(head)
    if word in _ONE:
        # Behind an article no verb stands, but for a name: if a equals b.
        is_article = word in {"a", "an", "every"} and before not in CLAUSES | ENDS | {""}
        if tokens[at].text == "A" and not (not before or before in ENDS):
            return None  # type A apples
        has_noun = before in _IN or is_article
        is_other = word == "one" and (before in OBJECTS or "a" in usual_parts(before))
        # This accounts for it, though few texts say so.
        may_do = word == "this" and not has_noun and "Z" in parts_of(head)
        if is_other or may_do or not (parts == {"p"} or (parts == {"p", "z"} and has_noun)):
            return None
        single = SINGULARS.get(head)
        several = f"{_ONE[word]} {head}".strip()
        advice = f'write "{word} {single}" or "{several}"' if single and noun == at + 1 else ""
        return Found(at, noun, None, advice or "write the one that is meant")
    # These work, and one of those work.
    ends = is_count and low_at(tokens, noun + 1) in ENDS | {""}
    sure = {"s", "b"} if before in _IN - {"of"} or ends else {"s"}
    sure |= {"d"} if ends else set()
    sure |= {"a"} if is_count else set()
    if "s" not in parts or not parts <= sure:
        return None
    many = PLURALS.get(head)
    if word in _SEVERAL and many and noun == at + 1:
        advice = f'write "{_SEVERAL[word]} {head}" or "{word} {many}"'
        return Found(at, noun, None, advice)
    return Found(at, noun, None, "write the one that is meant")


def _form_behind(tokens: Sequence[Token], at: int) -> Found | None:
    """Find verbs in another form than what stands before them wants: can makes, is compute."""
    word = tokens[at].low
    verb = at + 1
    while low_at(tokens, verb) in HOW or is_how(low_at(tokens, verb)):
        verb += 1
    if verb >= len(tokens) or not is_word(tokens[verb]):
        return None
    said, behind, before = tokens[verb].text, low_at(tokens, verb + 1), low_at(tokens, at - 1)
    parts = usual_parts(said)
    if len(said) < _SHORTEST:
        return None
    # Make sure that it does ends.
    does_so = word == "does" and before in {"it", "he", "she"} and {"z", "p"} == parts
    if does_so and said not in _WONDERS and behind in ENDS | OBJECTS | PREPOSITIONS:
        return Found(at, verb, plain_form(said), "write the plain form")
    if word in MODALS or word in DO:
        asks = before in ASKING or not before or before in ENDS
        is_noun = before in OBJECTS or (word in DO and verb == at + 1)
        if not asks and not is_noun and is_third(parts):
            return Found(at, verb, plain_form(said), "write the plain form")
    if word == "to" and is_third(parts):
        may_be_noun = parts_of(said) & {"p", "P"}
        if (may_be_noun and behind not in OBJECTS) or said in BE:
            return None
        return Found(at, verb, plain_form(said), "write the plain form")
    if (
        word in BE
        and parts == {"b"}
        and said not in _NOUNS_TOO
        and before not in {"type", "dtype", "types", "dtypes"}
        and (behind in _BEHIND_NOUN or behind in _BEHIND_DONE)
    ):
        clause = clause_before(tokens, at)
        if not (DO & clause or {"what", "all", "let", "lets"} & clause):
            return Found(at, verb, None, "write what was done, or what is doing")
    if word in HAVE and parts == {"b"} and (behind in OBJECTS or behind in ENDS):
        return Found(at, verb, None, "write what was done")
    return None


# Behind a noun these are as often its second half.
_SECOND_HALVES = words("size sizes set sets list lists type types form call calls test tests")
_BEHIND_DONE = words("again once twice back up down out away here there together off over")
_RULES: tuple[Rule, ...] = (_one_of_several, _form_behind, *CLAUSE_RULES)
