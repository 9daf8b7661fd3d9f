"""English words that do not go with those beside them, by what each can be: in these lesson.

Patterns know words by heart. Here the table of parts of speech is asked, so that any usual word is
known; where a word can be something else as well, nothing is said.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from scripts.check.english.parts_of_speech import parts_of, usual_parts
from scripts.check.english.patterns import Passage, passages
from scripts.check.english.tokens import Token, tokens_of, words
from scripts.check.english.words import PLAIN, PLURALS, SINGULARS, THIRDS
from scripts.check.fault import Fault
from scripts.diagnostic import Severity
from scripts.lesson import Lesson

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
_COUNTS = words(
    """
    two three four five six seven eight nine ten eleven twelve several many few
    """
)
_PREPOSITIONS = words(
    """
    in at of from with for on by into inside under between through over behind within without
    like near against across about above below beside beyond onto upon than as
    """
)
_IN = words("in at of from with on into inside within under between without")
_MODALS = words("can could will would shall should must may might cannot can't won't couldn't")
_MODALS |= words("wouldn't shouldn't mustn't")
_DO = words("do does did don't doesn't didn't")
_BE = words("is are was were be been being isn't aren't wasn't weren't")
_HAVE = words("has have had hasn't haven't hadn't")
_HOW = words("not also only never always then just still already now often usually again both")
_ASKING = words("how what when where why which whether who whom whatever whenever so nor if")
_OBJECTS = words("the a an its it them this these those their your our each every all him us")
_CLAUSES = words("if when that because but so where while whether though although unless once")
_ENDS = frozenset(".,;:!?)")
# Behind a noun that no other noun follows.
_BEHIND_NOUN = (
    _ENDS
    | _BE
    | _HAVE
    | words(
        """
    of in on for with from to at by but that which who can will must should could may might do
    does did when if so than because where while under between into as you we they it through
    before after until unless without within until
    """
    )
)
# Several, or none, though they look like one; and one, though they look like several.
_NEITHER = words(
    """
    series species means sheep fish data people police cattle aircraft offspring hertz percent dozen
    hundred thousand million billion trillion one ones half quarter time plus minus less more other
    such news lens pandas physics mathematics statistics contents thanks bits bytes days weeks hours
    minutes seconds months years steps times pages points lines units percentiles works needs others
    axes odds dice diagnostics left right back front top bottom inside outside middle past present
    same equal parallel many few
    """
)
_LIKE = words("first last next main other same whole own new old only single given current")
_SHORTEST = 3


_Rule = Callable[[Sequence[Token], int], "_Found | None"]


class _Found(NamedTuple):
    """The first and the last token that do not go together, and what is right for the last one."""

    first: int
    last: int
    right: str | None
    advice: str


def phrases(lesson: Lesson) -> Iterator[Fault]:
    """Give the words that do not go with those right before them."""
    for passage in passages(lesson):
        if passage.line.kind != "comment":
            yield from _in(passage)


def _in(passage: Passage) -> Iterator[Fault]:
    line, text, before = passage
    tokens = tokens_of(passage)
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
                yield Fault(line, start, end, said, found.right, found.advice, Severity.WARNING)
            break


def _low(tokens: Sequence[Token], at: int) -> str:
    return tokens[at].low if 0 <= at < len(tokens) else ""


def _is_word(token: Token) -> bool:
    return token.text.islower() and token.text.isalpha()


def _is_joined(tokens: Sequence[Token], at: int) -> bool:
    """Tell whether a mark stands right behind a word and right before another: robots.txt."""
    if at + 1 >= len(tokens):
        return False
    begin, mark = tokens[at].end, tokens[at + 1]
    follows = at + 2 < len(tokens) and tokens[at + 2].start == mark.end
    return mark.start == begin and mark.text in {".", ":", "/"} and follows


def _skip_like(tokens: Sequence[Token], at: int) -> int:
    """Give where a noun is, behind at most two words that say what it is like."""
    for _ in range(2):
        word = _low(tokens, at)
        is_like = word in _LIKE or (usual_parts(word) and usual_parts(word) <= {"a", "d", "r"})
        if not is_like or at + 1 >= len(tokens):
            break
        at += 1
    return at


def _ends_at(tokens: Sequence[Token], noun: int) -> bool:
    """Tell whether no other noun follows, of which this one would be the first half."""
    behind = _low(tokens, noun + 1)
    if behind == "and":
        behind = _low(tokens, noun + 2)
        return behind in _OBJECTS or behind in _COUNTS
    is_past = usual_parts(behind) == {"d"} and not behind.endswith("ed")
    return behind in _BEHIND_NOUN or behind in _OBJECTS or behind in {"", "one"} or is_past


def _one_of_several(tokens: Sequence[Token], at: int) -> _Found | None:
    """Find this lessons, each values and these lesson, two new array."""
    word, before = tokens[at].low, _low(tokens, at - 1)
    is_count = word in _COUNTS and word != "few"
    if not (word in _ONE or word in _SEVERAL or is_count or (word == "few" and before == "a")):
        return None
    noun = _skip_like(tokens, at + 1)
    if noun >= len(tokens) or not _is_word(tokens[noun]):
        return None
    head = tokens[noun].text
    if _is_joined(tokens, noun):
        return None
    if head in _NEITHER or len(head) < _SHORTEST or not _ends_at(tokens, noun):
        return None
    parts = usual_parts(head)
    if word in _ONE:
        # Behind an article no verb stands, but for a name: if a equals b.
        is_article = word in {"a", "an", "every"} and before not in _CLAUSES | _ENDS | {""}
        has_noun = before in _IN or is_article
        is_other = word == "one" and (before in _OBJECTS or "a" in usual_parts(before))
        if is_other or not (parts == {"p"} or (parts == {"p", "z"} and has_noun)):
            return None
        single = SINGULARS.get(head)
        several = f"{_ONE[word]} {head}".strip()
        advice = f'write "{word} {single}" or "{several}"' if single and noun == at + 1 else ""
        return _Found(at, noun, None, advice or "write the one that is meant")
    # These work, and one of those work.
    sure = {"s", "b"} if before in _IN - {"of"} else {"s"}
    if "s" not in parts or not parts <= sure:
        return None
    many = PLURALS.get(head)
    if word in _SEVERAL and many and noun == at + 1:
        advice = f'write "{_SEVERAL[word]} {head}" or "{word} {many}"'
        return _Found(at, noun, None, advice)
    return _Found(at, noun, None, "write the one that is meant")


def _form_behind(tokens: Sequence[Token], at: int) -> _Found | None:
    """Find verbs in another form than what stands before them wants: can makes, is compute."""
    word = tokens[at].low
    verb = at + 1
    while _low(tokens, verb) in _HOW:
        verb += 1
    if verb >= len(tokens) or not _is_word(tokens[verb]):
        return None
    said, behind, before = tokens[verb].text, _low(tokens, verb + 1), _low(tokens, at - 1)
    parts = usual_parts(said)
    if len(said) < _SHORTEST:
        return None
    if word in _MODALS or word in _DO:
        asks = before in _ASKING or not before or before in _ENDS
        is_noun = before in _OBJECTS or (word in _DO and verb == at + 1)
        if not asks and not is_noun and "z" in parts and not parts & {"s", "a", "r", "b"}:
            return _Found(at, verb, PLAIN.get(said), "write the plain form")
    if word == "to" and "z" in parts and not parts & {"s", "a", "r", "b"}:
        may_be_noun = parts_of(said) & {"p", "P"}
        if (may_be_noun and behind not in _OBJECTS) or said in _BE:
            return None
        return _Found(at, verb, PLAIN.get(said), "write the plain form")
    if (
        word in _BE
        and parts == {"b"}
        and before not in {"type", "dtype"}
        and (behind in _BEHIND_NOUN or behind in {"again", "once"})
    ):
        clause = _clause(tokens, at)
        if not (_DO & clause or {"what", "all", "let", "lets"} & clause):
            return _Found(at, verb, None, "write what was done, or what is doing")
    if word in _HAVE and parts == {"b"} and (behind in _OBJECTS or behind in _ENDS):
        return _Found(at, verb, None, "write what was done")
    return None


def _clause(tokens: Sequence[Token], at: int) -> frozenset[str]:
    """Give the words of a clause before a place."""
    start = at
    while start and tokens[start - 1].text not in _ENDS:
        start -= 1
    return frozenset(one.low for one in tokens[start:at])


def _people(tokens: Sequence[Token], at: int) -> _Found | None:
    """Find what they, we, you, I and it do, in the form of the others: we computes, it compute."""
    word, before = tokens[at].low, _low(tokens, at - 1)
    verb = at + 1
    while _low(tokens, verb) in _HOW - {"not"}:
        verb += 1
    if verb >= len(tokens) or not _is_word(tokens[verb]):
        return None
    said, behind = tokens[verb].text, _low(tokens, verb + 1)
    parts = usual_parts(said)
    begins = not before or before in _ENDS - {")"} or before in _CLAUSES
    is_several = word in {"they", "we"} or (begins and (word == "you" or tokens[at].text == "I"))
    if is_several and "z" in parts and not parts & {"s", "a", "r", "b"}:
        return _Found(at, verb, PLAIN.get(said), "write the plain form")
    if word in {"it", "he", "she"} and begins and parts == {"b"} and behind in _OBJECTS:
        return _Found(at, verb, THIRDS.get(said), "write the form with s")
    return None


_RULES: tuple[_Rule, ...] = (_one_of_several, _form_behind, _people)
