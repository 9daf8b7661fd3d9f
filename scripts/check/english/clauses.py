"""What somebody is said to do, in a form that goes with somebody else: we computes, it compute."""

from __future__ import annotations

from collections.abc import Sequence

from scripts.check.english.parts_of_speech import parts_of, plain_form, usual_parts
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
    clause_start,
    is_how,
    is_third,
    is_word,
    low_at,
    skip_like,
)
from scripts.check.english.tokens import Token, words
from scripts.check.english.words import third


def _people(tokens: Sequence[Token], at: int) -> Found | None:
    """Find what they, we, you, I and it do, in the form of the others: we computes, it compute."""
    word, before = tokens[at].low, low_at(tokens, at - 1)
    if word not in _PEOPLE and tokens[at].text not in _MAKERS:
        return None
    verb = at + 1
    while low_at(tokens, verb) in _HOW_SO or is_how(low_at(tokens, verb)):
        verb += 1
    if verb >= len(tokens) or not is_word(tokens[verb]):
        return None
    said, behind = tokens[verb].text, low_at(tokens, verb + 1)
    parts = usual_parts(said)
    begins = not before or before in ENDS - {")"} or before in CLAUSES
    # The singular they makes a fine pronoun.
    is_named = before in OBJECTS or "a" in usual_parts(before)
    is_several = (word in {"they", "we"} and not is_named) or (
        begins and (word == "you" or tokens[at].text == "I")
    )
    if is_several and is_third(parts):
        return Found(at, verb, plain_form(said), "write the plain form")
    if tokens[at].text in _MAKERS and clause_before(tokens, at).isdisjoint(_LETTING):
        does = parts == {"b"} or said in _DOES_SO
        # Mark them, and JAX looks at them; but not for "NumPy and JAX look at them".
        is_subject = before not in _NO_SUBJECT_BEHIND or (
            before == "and" and low_at(tokens, at - 2) == ","
        )
        if does and is_subject and behind in OBJECTS | PREPOSITIONS:
            return Found(at, verb, third(said), "")
    is_this = tokens[at].text == "This" and parts == {"b"}
    if word in {"it", "he", "she"} or is_this:
        # The faster it move the tip.
        like = usual_parts(before)
        is_subject = begins or (bool(like) and like <= {"a", "r"} and verb == at + 1)
        is_verb = (parts == {"b"} and behind in OBJECTS | _THINGS) or (
            parts == {"b", "s"} and behind in {"the", "a", "an", "its"} | _THINGS
        )
        if is_subject and is_verb:
            return Found(at, verb, third(said), "")
    return None


def _be(tokens: Sequence[Token], at: int) -> Found | None:
    """Find is and are beside what stands right before or behind them, in the other number."""
    verb, before = tokens[at].text, low_at(tokens, at - 1)
    if verb in {"are", "were"} and _is_one_with(tokens, at, verb, before):
        return Found(max(0, at - 1), at, _SINGLE[verb], "")
    if (
        verb in {"have", "are"}
        and tokens[at - 1].text == "Each"
        and at
        and (at == 1 or low_at(tokens, at - 2) in {".", "?", "!"})
    ):
        return Found(at - 1, at, {"have": "has", "are": "is"}[verb], "")
    if verb in {"is", "was"} and _is_several_with(tokens, at, before):
        return Found(max(0, at - 1), at, _PLURAL[verb], "")
    return None


_SINGLE = {"are": "is", "were": "was"}
_PLURAL = {"is": "are", "was": "were"}
_ALONE = words(
    "nothing nobody everything something anything someone everyone everybody somebody anyone"
)
_MANY_OF = words("few lot couple number dozen hundred thousand million handful pair bunch variety")
_INVERTED = words("what where when why")
_ENDS_QUESTION = ENDS | words("of in on at for with when if after before as by from to that which")


def _is_one_with(tokens: Sequence[Token], at: int, verb: str, before: str) -> bool:
    behind, earlier = low_at(tokens, at + 1), low_at(tokens, at - 2)
    if before == "there":
        further = {low_at(tokens, at + 2), low_at(tokens, at + 3)}
        rest = {low_at(tokens, n) for n in range(at + 2, at + 8)}
        return behind in {"a", "an"} and further.isdisjoint(_MANY_OF) and "and" not in rest
    if before in {"it", "he", "she"} and verb == "are":
        parts = usual_parts(earlier)
        begins = earlier in ENDS | CLAUSES or not earlier or earlier == "and"
        is_end = bool(parts) and parts.isdisjoint("bzdg") and earlier not in PREPOSITIONS
        return begins or is_end
    if before in _ALONE and verb == "are":
        return earlier not in PREPOSITIONS
    if verb == "are" and _asks(tokens, at) and (noun := _noun_behind(tokens, at + 1)):
        parts = usual_parts(tokens[noun].text)
        return "s" in parts and parts <= {"s", "b"} and _ends_question(tokens, noun)
    return verb == "are" and _is_doing(tokens, at)


def _is_several_with(tokens: Sequence[Token], at: int, before: str) -> bool:
    behind, earlier = low_at(tokens, at + 1), low_at(tokens, at - 2)
    if before in {"they", "we"}:
        return earlier not in {"and", "or"}
    if before in {"these", "those"}:
        return tokens[at - 1].text.istitle()
    if _asks(tokens, at) and (noun := _noun_behind(tokens, at + 1)):
        head = tokens[noun].text
        return usual_parts(head) == {"p"} and head not in NEITHER and _ends_question(tokens, noun)
    is_several = usual_parts(before) == {"p"} and before not in NEITHER
    begins = at == 1 or low_at(tokens, at - 2) in {".", "?", "!"}
    if earlier == "whose" and "p" in (parts := usual_parts(before)) and parts <= {"p", "z"}:
        return before not in NEITHER
    return (
        is_several and begins and tokens[at - 1].text.istitle() and behind not in {"a", "an", "the"}
    )


def _asks(tokens: Sequence[Token], at: int) -> bool:
    """Tell whether a question begins before a verb: what is, how close are."""
    begins = range(max(0, at - 3), at)
    first = next((n for n in begins if low_at(tokens, n) in _INVERTED | {"how"}), -1)
    if first < 0 or (first and tokens[first - 1].text not in ENDS):
        return False
    if low_at(tokens, first) == "how":
        return at == first + 2 and "a" in usual_parts(low_at(tokens, at - 1))
    return at == first + 1


def _noun_behind(tokens: Sequence[Token], at: int) -> int | None:
    if low_at(tokens, at) not in {"the", "a", "an", "its", "this", "your", "our", "their"}:
        return None
    noun = skip_like(tokens, at + 1)
    return noun if noun < len(tokens) and is_word(tokens[noun]) else None


def _ends_question(tokens: Sequence[Token], noun: int) -> bool:
    """Tell whether nothing else is asked of beside a noun, up to the end of a sentence."""
    rest = [one.low for one in tokens[noun + 1 :]]
    end = next((n for n, one in enumerate(rest) if one in {".", "?", "!", ":"}), len(rest))
    return not {"and", "or", ","} & {*rest[:end]} and (not rest or rest[0] in _ENDS_QUESTION)


def _is_doing(tokens: Sequence[Token], at: int) -> bool:
    """Tell whether what is done is the subject, and one thing: handing work to the device are."""
    start = clause_start(tokens, at)
    subject = [one.low for one in tokens[start:at]]
    if len(subject) < 2 or not tokens[start].text.istitle() or "g" not in usual_parts(subject[0]):
        return False
    several = any(
        "p" in parts_of(one) or one in {"and", "or"} | COUNTS | ASKING for one in subject[1:]
    )
    return (
        not several
        and all(one.isalpha() for one in subject)
        and bool({*subject} & (PREPOSITIONS | {"up", "to", "out", "the", "a", "an"}))
    )


def _bare(tokens: Sequence[Token], at: int) -> Found | None:
    """Find what things at the beginning do, and what code that return a value does."""
    word, verb = tokens[at], at + 1
    if verb >= len(tokens) or not is_word(tokens[verb]):
        return None
    said, behind = tokens[verb].text, low_at(tokens, verb + 1)
    parts, before = usual_parts(said), low_at(tokens, at - 1)
    if word.text.istitle() and (not at or before in {".", "?", "!"}):
        several = usual_parts(word.low)
        is_several = "p" in several and several <= {"p", "z"} and word.low not in _NAMED_SO
        if is_several and is_third(parts) and "p" not in parts:
            return Found(at, verb, plain_form(said), "write the plain form")
    if word.low in {"that", "which", "who"} and at:
        noun, earlier = usual_parts(before), low_at(tokens, at - 2)
        if "p" in noun and noun <= {"p", "z"} and before not in NEITHER:
            return _several_that(tokens, at, earlier)
        is_one = "s" in noun and noun <= {"s", "b"} and before not in NEITHER
        begins = earlier in ENDS | BE or "z" in usual_parts(earlier)
        is_named = earlier in {"a", "an", "every", "each", "another"}
        does = parts == {"b"} or (parts == {"b", "s"} and behind in {"a", "an", "the", "its"})
        if (
            is_one
            and is_named
            and "b" in parts
            and parts <= {"b", "s", "d"}
            and behind in _HOW_OFTEN
        ):
            return Found(at - 1, verb, third(said), "")
        if is_one and begins and does and behind in OBJECTS | PREPOSITIONS:
            return Found(at - 1, verb, third(said), "")
    return None


def _what(tokens: Sequence[Token], at: int) -> Found | None:
    """Find what does something and is something: what grow is an output."""
    if tokens[at].text != "What" or at + 2 >= len(tokens) or not is_word(tokens[at + 1]):
        return None
    said, parts = tokens[at + 1].text, usual_parts(tokens[at + 1].text)
    if parts == {"b"} and tokens[at + 2].low in {"is", "was", "has"}:
        return Found(at, at + 1, third(said), "")
    return None


def _several_that(tokens: Sequence[Token], at: int, earlier: str) -> Found | None:
    """Find what several things are said to do, as one of them does: functions that returns one."""
    said, behind = tokens[at + 1].text, low_at(tokens, at + 2)
    parts, before = usual_parts(said), usual_parts(low_at(tokens, at - 1))
    # One of the functions that returns a value; it states that returns are late.
    begin = at - 1
    while begin > 0 and (
        low_at(tokens, begin - 1) in OBJECTS | COUNTS | {"only", "no", "other", "such"}
        or usual_parts(low_at(tokens, begin - 1)) & {"a", "s", "d", "g"}
    ):
        begin -= 1
    before_it = low_at(tokens, begin - 1)
    if earlier in _WHO or before_it in PREPOSITIONS | {"of", "to", "and", "or"}:
        return None
    is_noun = "z" not in before or earlier in OBJECTS | COUNTS | PREPOSITIONS | {"only", "all"}
    may_be_several = parts == {"p", "z"} and is_noun
    goes_on = behind in OBJECTS | COUNTS or behind in {"one", "no"}
    if parts == {"z"} or (may_be_several and goes_on):
        return Found(at - 1, at + 1, plain_form(said), "write the plain form")
    return None


def _anybody(tokens: Sequence[Token], at: int) -> Found | None:
    """Find what nobody and everybody do, as several do: nobody need the old state."""
    before, verb = low_at(tokens, at - 1), at + 1
    if tokens[at].low not in _ALONE or verb >= len(tokens) or not is_word(tokens[verb]):
        return None
    said, behind, clause = tokens[verb].text, low_at(tokens, verb + 1), clause_before(tokens, at)
    parts = usual_parts(said)
    may_be_done = before in PREPOSITIONS | BE | HAVE | ASKING or usual_parts(before) & {
        "b",
        "z",
    }
    does = parts == {"b"} or (parts == {"b", "s"} and behind in OBJECTS)
    if may_be_done or clause & (MODALS | DO | {"let", "lets"}) or not does:
        return None
    return Found(at, verb, third(said), "") if behind in OBJECTS | PREPOSITIONS else None


def _asked(tokens: Sequence[Token], at: int) -> Found | None:
    """Find what did is asked with, in another form: when did that happened."""
    if tokens[at].low not in {"do", "does", "did"} or low_at(tokens, at + 1) not in _WHO:
        return None
    verb, before = at + 2, low_at(tokens, at - 1)
    if verb >= len(tokens) or not is_word(tokens[verb]):
        return None
    said = tokens[verb].text
    parts, asks = usual_parts(said), not before or before in ENDS | ASKING
    if asks and parts & {"z", "d"} and not parts & {"b", "s", "p", "a", "r"}:
        return Found(at, verb, plain_form(said), "write the plain form")
    return None


def _ordered(tokens: Sequence[Token], at: int) -> Found | None:
    """Find what is to be done, and then what one thing does: read it and takes the first row."""
    first, before = tokens[at], low_at(tokens, at - 1)
    # An item of a list may go on with what stands above it: you will be able to.
    in_item = not at and first.text.islower() and usual_parts(first.text) == {"b"}
    begins = (first.text.istitle() and (not at or before in {".", "?", "!"})) or in_item
    if not begins or not usual_parts(first.low) & {"b"} or usual_parts(first.low) & {"a"}:
        return None
    for place in range(at + 1, min(len(tokens) - 2, at + _FAR)):
        word = tokens[place].low
        if word == "," and low_at(tokens, place + 1) == "and":
            continue
        if word != "and":
            parts = usual_parts(word)
            is_verb = bool(parts) and parts <= {"z", "d"}
            if is_verb or word in ENDS | CLAUSES | BE | HAVE | DO | MODALS | ASKING:
                return None
            if word in _WHO - {"it", "that", "this"}:
                return None
            continue
        said, parts = tokens[place + 1].text, usual_parts(tokens[place + 1].text)
        behind = low_at(tokens, place + 2)
        # Loops that depend are nouns, and in "checks that the" is a verb.
        clause = behind in {"that", "how", "whether"} and low_at(tokens, place + 3) in OBJECTS
        if is_third(parts) and (clause or behind in OBJECTS - {"it"}):
            # A verb before it, and no noun of which there are several: steps and takes the.
            return Found(place, place + 1, plain_form(said), "write the plain form")
        return None
    return None


def _coordinated(tokens: Sequence[Token], at: int) -> Found | None:
    """Find what one thing takes and return: of two verbs of a subject the second is plain."""
    if tokens[at].low != "and" or at + 2 >= len(tokens) or not is_word(tokens[at + 1]):
        return None
    parts, behind = usual_parts(tokens[at + 1].text), low_at(tokens, at + 2)
    if not ("b" in parts and parts <= {"b", "s"} and behind in OBJECTS - {"it", "no"}):
        return None
    start = at
    while start and tokens[start - 1].text not in {".", "?", "!", ";", ":"}:
        start -= 1
    before = tokens[start:at]
    low = [one.low for one in before]
    if len(low) < _LEAST_WORDS or low[0] not in _BEGINS_ONE or {*low} & _NOT_ALONE:
        return None
    thirds = [one for one in low[1:] if usual_parts(one) == {"z"}]
    others = [one for one in low[1:] if usual_parts(one) in ({"b"}, {"d"}) or one in BE | HAVE]
    subject = low[1 : low.index(thirds[0])] if thirds else []
    if len(thirds) != 1 or others or not subject or any("p" in usual_parts(n) for n in subject):
        return None
    return Found(at, at + 1, third(tokens[at + 1].text), "")


_LEAST_WORDS = 4
_BEGINS_ONE = words("a an the this each every it that")
_NOT_ALONE = (
    MODALS | DO | ASKING | CLAUSES | {"to", "let", "lets", "and", "or", "you", "we", "they", "i"}
) | words("help helps make makes have has see sees that which")
_FAR = 9
_WHO = words("it that this they you we he she these those")
_NAMED_SO = words("windows pandas news series")
_PEOPLE = words("they we you i it he she this")
_HOW_SO = HOW - {"not"}
_MAKERS = frozenset(["JAX", "Python", "NumPy", "XLA", "PyTorch", "TensorFlow", "Flax", "Optax"])
_NO_SUBJECT_BEHIND = words("and or") | BE | PREPOSITIONS | OBJECTS
_DOES_SO = words("look need want make take give keep see find get turn know go come put")
_LETTING = MODALS | DO | words("let lets make makes help helps have has see to")
_THINGS = words("nothing something everything anything whatever how why what whether")
_HOW_OFTEN = words("once twice again forever always never often")

CLAUSE_RULES: tuple[Rule, ...] = (
    _people, _anybody, _be, _bare, _asked, _what, _ordered, _coordinated,
)  # fmt: skip
