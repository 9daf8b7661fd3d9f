"""English words that do not go with those beside them, by what each can be: in these lesson.

Patterns know words by heart. Here the table of parts of speech is asked, so that any usual word is
known; where a word can be something else as well, nothing is said.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from scripts.check.english.parts_of_speech import parts_of, plain_form, usual_parts
from scripts.check.english.patterns import Passage
from scripts.check.english.tokens import Token, tokenised, words
from scripts.check.english.words import PLURALS, SINGULARS, third
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
_COUNTS = words(
    """
    two three four five six seven eight nine ten eleven twelve several many few
    """
)
_PREPOSITIONS = words(
    """
    in at of from with for on by into inside under between through over behind within without
    like near against across about around toward towards along above below beside
    beyond onto upon than as
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
# Steps are called so, and lose is a misspelled loose.
_WONDERS = words("wonders things tricks tasks tests calls jobs favors favours chores")
_NOUNS_TOO = words("build install lose compile execute connect")
_LIKE = words("first last next main other same whole own new old only single given current")
_SHORTEST = 3
_PLAIN_WORDS = lazy_pattern(r"[A-Za-z][a-z']*(?:[,;:]? (?:[a-z][a-z'-]*|[A-Z]\w+|\d+))+[.:]?")


_Rule = Callable[[Sequence[Token], int], "_Found | None"]


class _Found(NamedTuple):
    """The first and the last token that do not go together, and what is right for the last one."""

    first: int
    last: int
    right: str | None
    advice: str


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
    like = usual_parts(behind)
    is_past = like == {"d"} and not behind.endswith("ed")
    further = _low(tokens, noun + 2)
    if "b" in like and like <= {"b", "s"} and further in _PREPOSITIONS - {"like", "than", "as"}:
        return _low(tokens, noun + 1) not in _SECOND_HALVES
    return behind in _BEHIND_NOUN or behind in _OBJECTS or behind in {"", "one"} or is_past


def _one_of_several(tokens: Sequence[Token], at: int) -> _Found | None:
    """Find this lessons, each values and these lesson, two new array."""
    word, before = tokens[at].low, _low(tokens, at - 1)
    # Version 2 format is one of a number.
    is_number = word.isdigit() and word != "1" and before in _BEFORE_NUMBERS
    is_count = (word in _COUNTS and word != "few") or is_number
    if not (word in _ONE or word in _SEVERAL or is_count or (word == "few" and before == "a")):
        return None
    noun = _skip_like(tokens, at + 1)
    if noun >= len(tokens) or not _is_word(tokens[noun]):
        return None
    head = tokens[noun].text
    if _is_joined(tokens, noun):
        return None
    if (
        head in _NEITHER - ({"time"} if is_count else set())
        or len(head) < _SHORTEST
        or not _ends_at(tokens, noun)
    ):
        return None
    parts = usual_parts(head)
    if word in _ONE:
        # Behind an article no verb stands, but for a name: if a equals b.
        is_article = word in {"a", "an", "every"} and before not in _CLAUSES | _ENDS | {""}
        if tokens[at].text == "A" and not (not before or before in _ENDS):
            return None  # type A apples
        has_noun = before in _IN or is_article
        is_other = word == "one" and (before in _OBJECTS or "a" in usual_parts(before))
        # This accounts for it, though few texts say so.
        may_do = word == "this" and not has_noun and "Z" in parts_of(head)
        if is_other or may_do or not (parts == {"p"} or (parts == {"p", "z"} and has_noun)):
            return None
        single = SINGULARS.get(head)
        several = f"{_ONE[word]} {head}".strip()
        advice = f'write "{word} {single}" or "{several}"' if single and noun == at + 1 else ""
        return _Found(at, noun, None, advice or "write the one that is meant")
    # These work, and one of those work.
    ends = is_count and _low(tokens, noun + 1) in _ENDS | {""}
    sure = {"s", "b"} if before in _IN - {"of"} or ends else {"s"}
    sure |= {"d"} if ends else set()
    sure |= {"a"} if is_count else set()
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
    while _low(tokens, verb) in _HOW or _is_how(_low(tokens, verb)):
        verb += 1
    if verb >= len(tokens) or not _is_word(tokens[verb]):
        return None
    said, behind, before = tokens[verb].text, _low(tokens, verb + 1), _low(tokens, at - 1)
    parts = usual_parts(said)
    if len(said) < _SHORTEST:
        return None
    # Make sure that it does ends.
    does_so = word == "does" and before in {"it", "he", "she"} and {"z", "p"} == parts
    if does_so and said not in _WONDERS and behind in _ENDS | _OBJECTS | _PREPOSITIONS:
        return _Found(at, verb, plain_form(said), "write the plain form")
    if word in _MODALS or word in _DO:
        asks = before in _ASKING or not before or before in _ENDS
        is_noun = before in _OBJECTS or (word in _DO and verb == at + 1)
        if not asks and not is_noun and "z" in parts and not parts & {"s", "a", "r", "b"}:
            return _Found(at, verb, plain_form(said), "write the plain form")
    if word == "to" and "z" in parts and not parts & {"s", "a", "r", "b"}:
        may_be_noun = parts_of(said) & {"p", "P"}
        if (may_be_noun and behind not in _OBJECTS) or said in _BE:
            return None
        return _Found(at, verb, plain_form(said), "write the plain form")
    if (
        word in _BE
        and parts == {"b"}
        and said not in _NOUNS_TOO
        and before not in {"type", "dtype", "types", "dtypes"}
        and (behind in _BEHIND_NOUN or behind in _BEHIND_DONE)
    ):
        clause = _clause(tokens, at)
        if not (_DO & clause or {"what", "all", "let", "lets"} & clause):
            return _Found(at, verb, None, "write what was done, or what is doing")
    if word in _HAVE and parts == {"b"} and (behind in _OBJECTS or behind in _ENDS):
        return _Found(at, verb, None, "write what was done")
    return None


def _is_how(word: str) -> bool:
    return word.endswith("ly") and usual_parts(word) <= {"r"}


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
    while _low(tokens, verb) in _HOW - {"not"} or _is_how(_low(tokens, verb)):
        verb += 1
    if verb >= len(tokens) or not _is_word(tokens[verb]):
        return None
    said, behind = tokens[verb].text, _low(tokens, verb + 1)
    parts = usual_parts(said)
    begins = not before or before in _ENDS - {")"} or before in _CLAUSES
    # The singular they makes a fine pronoun.
    is_named = before in _OBJECTS or "a" in usual_parts(before)
    is_several = (word in {"they", "we"} and not is_named) or (
        begins and (word == "you" or tokens[at].text == "I")
    )
    if is_several and "z" in parts and not parts & {"s", "a", "r", "b"}:
        return _Found(at, verb, plain_form(said), "write the plain form")
    is_this = tokens[at].text == "This" and parts == {"b"}
    if tokens[at].text in _MAKERS and _clause(tokens, at).isdisjoint(_LETTING):
        does = parts == {"b"} or said in _DOES_SO
        if (
            does
            and behind in _OBJECTS | _PREPOSITIONS
            and before not in {"and", "or"} | _BE | _PREPOSITIONS
        ):
            return _Found(at, verb, third(said), "")
        begins_again = before == "and" and _low(tokens, at - 2) == ","
        if does and begins_again and behind in _OBJECTS | _PREPOSITIONS:
            return _Found(at, verb, third(said), "")
    if word in {"it", "he", "she"} or is_this:
        # The faster it move the tip.
        like = usual_parts(before)
        is_subject = begins or (bool(like) and like <= {"a", "r"} and verb == at + 1)
        is_verb = (parts == {"b"} and behind in _OBJECTS | _THINGS) or (
            parts == {"b", "s"} and behind in {"the", "a", "an", "its"} | _THINGS
        )
        if is_subject and is_verb:
            return _Found(at, verb, third(said), "")
    return None


def _be(tokens: Sequence[Token], at: int) -> _Found | None:
    """Find is and are beside what stands right before or behind them, in the other number."""
    verb, before = tokens[at].text, _low(tokens, at - 1)
    if verb in {"are", "were"} and _is_one_with(tokens, at, verb, before):
        return _Found(max(0, at - 1), at, _SINGLE[verb], "")
    if (
        verb in {"have", "are"}
        and tokens[at - 1].text == "Each"
        and at
        and (at == 1 or _low(tokens, at - 2) in {".", "?", "!"})
    ):
        return _Found(at - 1, at, {"have": "has", "are": "is"}[verb], "")
    if verb in {"is", "was"} and _is_several_with(tokens, at, before):
        return _Found(max(0, at - 1), at, _PLURAL[verb], "")
    return None


_SINGLE = {"are": "is", "were": "was"}
_PLURAL = {"is": "are", "was": "were"}
_ALONE = words(
    "nothing nobody everything something anything someone everyone everybody somebody anyone"
)
_MANY_OF = words("few lot couple number dozen hundred thousand million handful pair bunch variety")
_INVERTED = words("what where when why")
_ENDS_QUESTION = _ENDS | words("of in on at for with when if after before as by from to that which")


def _is_one_with(tokens: Sequence[Token], at: int, verb: str, before: str) -> bool:
    behind, earlier = _low(tokens, at + 1), _low(tokens, at - 2)
    if before == "there":
        further = {_low(tokens, at + 2), _low(tokens, at + 3)}
        rest = {_low(tokens, n) for n in range(at + 2, at + 8)}
        return behind in {"a", "an"} and further.isdisjoint(_MANY_OF) and "and" not in rest
    if before in {"it", "he", "she"} and verb == "are":
        parts = usual_parts(earlier)
        begins = earlier in _ENDS | _CLAUSES or not earlier or earlier == "and"
        is_end = bool(parts) and parts.isdisjoint("bzdg") and earlier not in _PREPOSITIONS
        return begins or is_end
    if before in _ALONE and verb == "are":
        return earlier not in _PREPOSITIONS
    if verb == "are" and _asks(tokens, at) and (noun := _noun_behind(tokens, at + 1)):
        parts = usual_parts(tokens[noun].text)
        return "s" in parts and parts <= {"s", "b"} and _ends_question(tokens, noun)
    return verb == "are" and _is_doing(tokens, at)


def _is_several_with(tokens: Sequence[Token], at: int, before: str) -> bool:
    behind, earlier = _low(tokens, at + 1), _low(tokens, at - 2)
    if before in {"they", "we"}:
        return earlier not in {"and", "or"}
    if before in {"these", "those"}:
        return tokens[at - 1].text.istitle()
    if _asks(tokens, at) and (noun := _noun_behind(tokens, at + 1)):
        head = tokens[noun].text
        return usual_parts(head) == {"p"} and head not in _NEITHER and _ends_question(tokens, noun)
    is_several = usual_parts(before) == {"p"} and before not in _NEITHER
    begins = at == 1 or _low(tokens, at - 2) in {".", "?", "!"}
    if earlier == "whose" and "p" in (parts := usual_parts(before)) and parts <= {"p", "z"}:
        return before not in _NEITHER
    return (
        is_several and begins and tokens[at - 1].text.istitle() and behind not in {"a", "an", "the"}
    )


def _asks(tokens: Sequence[Token], at: int) -> bool:
    """Tell whether a question begins before a verb: what is, how close are."""
    begins = range(max(0, at - 3), at)
    first = next((n for n in begins if _low(tokens, n) in _INVERTED | {"how"}), -1)
    if first < 0 or (first and tokens[first - 1].text not in _ENDS):
        return False
    if _low(tokens, first) == "how":
        return at == first + 2 and "a" in usual_parts(_low(tokens, at - 1))
    return at == first + 1


def _noun_behind(tokens: Sequence[Token], at: int) -> int | None:
    if _low(tokens, at) not in {"the", "a", "an", "its", "this", "your", "our", "their"}:
        return None
    noun = _skip_like(tokens, at + 1)
    return noun if noun < len(tokens) and _is_word(tokens[noun]) else None


def _ends_question(tokens: Sequence[Token], noun: int) -> bool:
    """Tell whether nothing else is asked of beside a noun, up to the end of a sentence."""
    rest = [one.low for one in tokens[noun + 1 :]]
    end = next((n for n, one in enumerate(rest) if one in {".", "?", "!", ":"}), len(rest))
    return not {"and", "or", ","} & {*rest[:end]} and (not rest or rest[0] in _ENDS_QUESTION)


def _is_doing(tokens: Sequence[Token], at: int) -> bool:
    """Tell whether what is done is the subject, and one thing: handing work to the device are."""
    start = at
    while start and tokens[start - 1].text not in _ENDS:
        start -= 1
    subject = [one.low for one in tokens[start:at]]
    if len(subject) < 2 or not tokens[start].text.istitle() or "g" not in usual_parts(subject[0]):
        return False
    several = any(
        "p" in parts_of(one) or one in {"and", "or"} | _COUNTS | _ASKING for one in subject[1:]
    )
    return (
        not several
        and all(one.isalpha() for one in subject)
        and bool({*subject} & (_PREPOSITIONS | {"up", "to", "out", "the", "a", "an"}))
    )


def _bare(tokens: Sequence[Token], at: int) -> _Found | None:
    """Find what things at the beginning do, and what code that return a value does."""
    word, verb = tokens[at], at + 1
    if verb >= len(tokens) or not _is_word(tokens[verb]):
        return None
    said, behind = tokens[verb].text, _low(tokens, verb + 1)
    parts, before = usual_parts(said), _low(tokens, at - 1)
    if word.text.istitle() and (not at or before in {".", "?", "!"}):
        several = usual_parts(word.low)
        is_several = "p" in several and several <= {"p", "z"} and word.low not in _NAMED_SO
        if is_several and "z" in parts and not parts & {"s", "a", "r", "b", "p"}:
            return _Found(at, verb, plain_form(said), "write the plain form")
    if word.low in {"that", "which", "who"} and at:
        noun, earlier = usual_parts(before), _low(tokens, at - 2)
        if "p" in noun and noun <= {"p", "z"} and before not in _NEITHER:
            return _several_that(tokens, at, earlier)
        is_one = "s" in noun and noun <= {"s", "b"} and before not in _NEITHER
        begins = earlier in _ENDS | _BE or "z" in usual_parts(earlier)
        is_named = earlier in {"a", "an", "every", "each", "another"}
        does = parts == {"b"} or (parts == {"b", "s"} and behind in {"a", "an", "the", "its"})
        if (
            is_one
            and is_named
            and "b" in parts
            and parts <= {"b", "s", "d"}
            and behind in _HOW_OFTEN
        ):
            return _Found(at - 1, verb, third(said), "")
        if is_one and begins and does and behind in _OBJECTS | _PREPOSITIONS:
            return _Found(at - 1, verb, third(said), "")
    return None


def _what(tokens: Sequence[Token], at: int) -> _Found | None:
    """Find what does something and is something: what grow is an output."""
    if tokens[at].text != "What" or at + 2 >= len(tokens) or not _is_word(tokens[at + 1]):
        return None
    said, parts = tokens[at + 1].text, usual_parts(tokens[at + 1].text)
    if parts == {"b"} and tokens[at + 2].low in {"is", "was", "has"}:
        return _Found(at, at + 1, third(said), "")
    return None


def _several_that(tokens: Sequence[Token], at: int, earlier: str) -> _Found | None:
    """Find what several things are said to do, as one of them does: functions that returns one."""
    said, behind = tokens[at + 1].text, _low(tokens, at + 2)
    parts, before = usual_parts(said), usual_parts(_low(tokens, at - 1))
    # One of the functions that returns a value; it states that returns are late.
    begin = at - 1
    while begin > 0 and (
        _low(tokens, begin - 1) in _OBJECTS | _COUNTS | {"only", "no", "other", "such"}
        or usual_parts(_low(tokens, begin - 1)) & {"a", "s", "d", "g"}
    ):
        begin -= 1
    before_it = _low(tokens, begin - 1)
    if earlier in _WHO or before_it in _PREPOSITIONS | {"of", "to", "and", "or"}:
        return None
    is_noun = "z" not in before or earlier in _OBJECTS | _COUNTS | _PREPOSITIONS | {"only", "all"}
    may_be_several = parts == {"p", "z"} and is_noun
    goes_on = behind in _OBJECTS | _COUNTS or behind in {"one", "no"}
    if parts == {"z"} or (may_be_several and goes_on):
        return _Found(at - 1, at + 1, plain_form(said), "write the plain form")
    return None


def _anybody(tokens: Sequence[Token], at: int) -> _Found | None:
    """Find what nobody and everybody do, as several do: nobody need the old state."""
    before, verb = _low(tokens, at - 1), at + 1
    if tokens[at].low not in _ALONE or verb >= len(tokens) or not _is_word(tokens[verb]):
        return None
    said, behind, clause = tokens[verb].text, _low(tokens, verb + 1), _clause(tokens, at)
    parts = usual_parts(said)
    may_be_done = before in _PREPOSITIONS | _BE | _HAVE | _ASKING or usual_parts(before) & {
        "b",
        "z",
    }
    does = parts == {"b"} or (parts == {"b", "s"} and behind in _OBJECTS)
    if may_be_done or clause & (_MODALS | _DO | {"let", "lets"}) or not does:
        return None
    return _Found(at, verb, third(said), "") if behind in _OBJECTS | _PREPOSITIONS else None


def _asked(tokens: Sequence[Token], at: int) -> _Found | None:
    """Find what did is asked with, in another form: when did that happened."""
    if tokens[at].low not in {"do", "does", "did"} or _low(tokens, at + 1) not in _WHO:
        return None
    verb, before = at + 2, _low(tokens, at - 1)
    if verb >= len(tokens) or not _is_word(tokens[verb]):
        return None
    said = tokens[verb].text
    parts, asks = usual_parts(said), not before or before in _ENDS | _ASKING
    if asks and parts & {"z", "d"} and not parts & {"b", "s", "p", "a", "r"}:
        return _Found(at, verb, plain_form(said), "write the plain form")
    return None


def _ordered(tokens: Sequence[Token], at: int) -> _Found | None:
    """Find what is to be done, and then what one thing does: read it and takes the first row."""
    first, before = tokens[at], _low(tokens, at - 1)
    # An item of a list may go on with what stands above it: you will be able to.
    in_item = not at and first.text.islower() and usual_parts(first.text) == {"b"}
    begins = (first.text.istitle() and (not at or before in {".", "?", "!"})) or in_item
    if not begins or not usual_parts(first.low) & {"b"} or usual_parts(first.low) & {"a"}:
        return None
    for place in range(at + 1, min(len(tokens) - 2, at + _FAR)):
        word = tokens[place].low
        if word == "," and _low(tokens, place + 1) == "and":
            continue
        if word != "and":
            parts = usual_parts(word)
            is_verb = bool(parts) and parts <= {"z", "d"}
            if is_verb or word in _ENDS | _CLAUSES | _BE | _HAVE | _DO | _MODALS | _ASKING:
                return None
            if word in _WHO - {"it", "that", "this"}:
                return None
            continue
        said, parts = tokens[place + 1].text, usual_parts(tokens[place + 1].text)
        behind = _low(tokens, place + 2)
        # Loops that depend are nouns, and in "checks that the" is a verb.
        clause = behind in {"that", "how", "whether"} and _low(tokens, place + 3) in _OBJECTS
        is_third = "z" in parts and not parts & {"s", "a", "r", "b"}
        if is_third and (clause or behind in _OBJECTS - {"it"}):
            # A verb before it, and no noun of which there are several: steps and takes the.
            return _Found(place, place + 1, plain_form(said), "write the plain form")
        return None
    return None


def _coordinated(tokens: Sequence[Token], at: int) -> _Found | None:
    """Find what one thing takes and return: of two verbs of a subject the second is plain."""
    if tokens[at].low != "and" or at + 2 >= len(tokens) or not _is_word(tokens[at + 1]):
        return None
    parts, behind = usual_parts(tokens[at + 1].text), _low(tokens, at + 2)
    if not ("b" in parts and parts <= {"b", "s"} and behind in _OBJECTS - {"it", "no"}):
        return None
    start = at
    while start and tokens[start - 1].text not in {".", "?", "!", ";", ":"}:
        start -= 1
    before = tokens[start:at]
    low = [one.low for one in before]
    if len(low) < _LEAST_WORDS or low[0] not in _BEGINS_ONE or {*low} & _NOT_ALONE:
        return None
    thirds = [one for one in low[1:] if usual_parts(one) == {"z"}]
    others = [one for one in low[1:] if usual_parts(one) in ({"b"}, {"d"}) or one in _BE | _HAVE]
    subject = low[1 : low.index(thirds[0])] if thirds else []
    if len(thirds) != 1 or others or not subject or any("p" in usual_parts(n) for n in subject):
        return None
    return _Found(at, at + 1, third(tokens[at + 1].text), "")


_LEAST_WORDS = 4
_BEGINS_ONE = words("a an the this each every it that")
_NOT_ALONE = (
    _MODALS
    | _DO
    | _ASKING
    | _CLAUSES
    | {"to", "let", "lets", "and", "or", "you", "we", "they", "i"}
) | words("help helps make makes have has see sees that which")
_FAR = 9
# Behind a noun these are as often its second half.
_SECOND_HALVES = words("size sizes set sets list lists type types form call calls test tests")
_WHO = words("it that this they you we he she these those")
_NAMED_SO = words("windows pandas news series")
_MAKERS = frozenset(["JAX", "Python", "NumPy", "XLA", "PyTorch", "TensorFlow", "Flax", "Optax"])
_DOES_SO = words("look need want make take give keep see find get turn know go come put")
_LETTING = _MODALS | _DO | words("let lets make makes help helps have has see to")
_BEHIND_DONE = words("again once twice back up down out away here there together off over")
_THINGS = words("nothing something everything anything whatever how why what whether")
_HOW_OFTEN = words("once twice again forever always never often")
_RULES: tuple[_Rule, ...] = (
    _one_of_several, _form_behind, _people, _anybody, _be, _bare, _asked, _what, _ordered,
    _coordinated,
)  # fmt: skip
