"""Subjects that are read whole, beside verbs of another number: the name of it are, it have.

Patterns know a subject by its words. Here it is read from a verb back to where its clause begins:
an article, what it is like, what it is, and what belongs to it. Where anything else stands there,
nobody can be sure, and nothing is said.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from scripts.check.english.parts_of_speech import usual_parts
from scripts.check.english.patterns import Passage
from scripts.check.english.tokens import Token, tokenised, words
from scripts.check.english.words import (
    COMPARED,
    FROM_MOST,
    FROM_PAST,
    KINDS,
    OF_MANY,
    PLAIN,
    PLURALS,
    SINGULARS,
    THIRDS,
    past,
)
from scripts.check.fault import Fault
from scripts.check.prose import OPAQUE
from scripts.diagnostic import Severity
from scripts.lesson import Lesson
from scripts.patterns import lazy_pattern

_WORD = lazy_pattern(r"[a-z]+|[A-Z][A-Za-z]+")
# The model's; but in "it's" there is a verb.
_POSSESSIVE = lazy_pattern(
    r"(?!(?:it|he|she|that|this|there|here|what|who|where|how|when|let|one)'s)[A-Za-z]+'s", re.I
)
# A name in code of one thing, as far as anybody can tell.
_NAME = lazy_pattern(r"[A-Za-z_][\w.]+(?<![s\d])")
_ONE = words("a an this that each every another one")
_SEVERAL = words(
    """
    these those both two three four five six seven eight nine ten many several few various
    """
)
_DETERMINERS = (
    _ONE | _SEVERAL | words("the its their our your my his her no some any all most such")
)
_BELONGING = words(
    """
    of in on for with from at to between among without under over behind inside outside
    within through across against during near around above below beyond into onto out
    """
)
# A clause begins behind these; behind "after" and "since" a noun may stand as well.
_CONJUNCTIONS = words(
    """
    if when that because but so where while whether though although unless and or once how
    why what
    """
)
_MARKS = frozenset(".?!:;,(")
_AFTER = _MARKS | _CONJUNCTIONS
_JOINING = words("and or but")
_ENDS = frozenset(["", ".", "?", "!"])
_ADVERBS = words(
    """
    also always never often only now then still usually just already thus therefore
    sometimes actually really simply even again
    """
)
_OPENING = words("here now then thus often usually sometimes today instead finally again")
# No noun has one of these beside it before its verb: another verb, or what begins a clause.
_NO_PART = words(
    """
    is are was were be been being am has have having had does do did doing done can could
    will would may might must should shall cannot and or nor but if when that which who whom
    whose what where why how while because although though unless whether until since before
    after as than like so there it he she they we you i him them us me not let lets don't
    doesn't isn't aren't wasn't about by one ones either neither more less per versus plus
    minus times via e g etc
    """
)
# These are said of one and of several, or are counted by none.
_EITHER = words(
    """
    number majority minority rest pair couple group set list team lot range variety series
    dice semantics graphics statistics mathematics physics dynamics mechanics basics analytics
    half third quarter part portion proportion percent fraction handful dozen hundred
    thousand million bunch plenty kind sort type class total remainder data staff family
    crew public batch combination collection sequence mix mixture array criteria contents
    table people person other others remaining following means news maximum minimum sum
    union selection subset world way ways
    """
)
_GROUPS = words(
    """
    couple lot dozen hundred thousand million number majority minority variety handful pair
    half third quarter bunch people staff team family crew public rest total data other
    others
    """
)
_AMOUNTS = words(
    """
    hours minutes seconds days weeks months years dollars miles meters metres kilometers
    grams kilograms degrees steps bytes bits times pages points lines percent units
    """
)
_ORDINALS = words("third fourth fifth latter former largest smallest best worst")
_LIKE = words(
    """
    first second last next same other new old own main whole only usual given current
    """
)
# Each of them is one thing.
_NAMES = frozenset(["JAX", "NumPy", "SciPy", "Python", "XLA", "PyTorch", "TensorFlow", "it", "It"])
# Of these nobody has several.
_MASS = words(
    """
    sugar water salt code information memory time work noise speed training knowledge rain
    air energy text money music traffic weather
    """
)
_KINDS_OF_PEOPLE = words(
    """
    rich poor young old blind deaf dead sick elderly unemployed living wounded homeless innocent
    good bad best worst latter former
    """
)
_PEOPLE = words("you we they i he she it")
_PRONOUNS = words("this that everything nothing something anything everyone nobody")
# Behind these one thing has the plain form, too, but for "are".
_ASKED = lazy_pattern(
    r"\b(?:requir|demand|insist|suggest|recommend|propos|ask|prefer|important|necessary|essential"
    r"|in order|lest|let\b|lets\b)|\b(?:did|does|do)\b",
    re.IGNORECASE,
)
_WERE = lazy_pattern(r"\b(?:if|though|unless|whether|suppose|wish)\b", re.IGNORECASE)
_IS_ONE: Mapping[str, bool] = {
    **dict.fromkeys(OF_MANY, True),
    **dict.fromkeys(OF_MANY.values(), False),
}
# With these a sentence goes on behind a verb, and not behind the first half of a longer name.
_BEHIND_VERB = words(
    """
    a an the its their your our no all each every this these those it them to in on of for
    with from by at when if as only not what how where whether that both one two three into
    out up again ,
    """
)
_OBJECTS = words(
    """
    a an the its their your our all each every these those them two three five
    """
)
_ARTICLES = words("a an the its no")
_LONGEST, _SHORT = 9, 3


def subjects_and_verbs(lesson: Lesson) -> Iterator[Fault]:
    """Give the verbs that do not go with a subject that can be read whole before them."""
    for passage, tokens in tokenised(lesson):
        if passage.line.kind not in {"comment", "heading", "table"}:
            yield from _in(passage, tokens)


def _in(passage: Passage, tokens: Sequence[Token]) -> Iterator[Fault]:
    line, text, before = passage
    yield from _one_of_several(passage, tokens)
    for at, token in enumerate(tokens):
        start, end = token.start - before, token.end - before
        if start < 0 or end > len(line.text) or not _is_verb(tokens, at):
            continue
        subject = _Subject.of(tokens, at)
        number = subject.is_one()
        behind = tokens[at + 1].low if at + 1 < len(tokens) else ""
        if number is None and subject.is_code(behind):
            name = text[subject.words[0].start : subject.words[0].end].strip()
            number = True if _NAME.fullmatch(name) else None
        if number is None:
            number = _is_one_behind_there(tokens, at)
        if number is None:
            number = _is_one_before_which(tokens, at)
        is_one = _IS_ONE.get(token.text, token.text in KINDS["acts"])
        if number in {None, is_one}:
            continue
        said = re.split(r"[.?!;] ", text[: token.start])[-1]
        allowed = {"are": None, "were": _WERE}.get(token.text, _ASKED)
        if not is_one and allowed is not None and allowed.search(said):
            continue
        right = (THIRDS if number else {**PLAIN, **OF_MANY}).get(token.text)
        if right is not None:
            shown = text[subject.begin : token.end].strip(OPAQUE)
            message = f'"{token.text}" in "{shown}" has to be "{right}"'
            yield Fault(line, start, end, message, right, severity=Severity.WARNING)


def _one_of_several(passage: Passage, tokens: Sequence[Token]) -> Iterator[Fault]:
    """Give subjects that are one by their article, and several by their noun: a new lists is."""
    line, text, before = passage
    for at, token in enumerate(tokens[:-2]):
        if token.low not in _ONE - {"that"} or (at and tokens[at - 1].low not in _AFTER):
            continue
        noun = at + 1
        while noun < len(tokens) - 2 and _says_what_like(tokens[noun].text):
            noun += 1
        head, behind = tokens[noun].text, tokens[noun + 1].text
        like = {one.text for one in tokens[at + 1 : noun]}
        is_noun = head in KINDS["nouns"] or (like and _is_of_several(head))
        is_several = is_noun and head not in _AMOUNTS and head not in _EITHER
        # What ends so, and is no noun, is what one thing does: a compiled programs fits.
        does = like and len(behind) > _SHORT and behind.endswith("s") and behind not in SINGULARS
        goes_on = behind in _IS_ONE or behind in KINDS["acts"] or does
        if not is_several or like & _SEVERAL or not goes_on:
            continue
        start, end = token.start - before, tokens[noun].end - before
        if start >= 0 and end <= len(line.text) and not line.is_code(start, end):
            shown = text[token.start : tokens[noun].end]
            yield Fault(line, start, end, f'"{shown}" is of one and of several', None,
                        "write the one that is meant", Severity.WARNING)  # fmt: skip


def _is_verb(tokens: Sequence[Token], at: int) -> bool:
    word = tokens[at].text
    behind = tokens[at + 1].low if at + 1 < len(tokens) else ""
    if word in {"do", "does"}:
        # How many does a model have?
        return not (behind in _DETERMINERS or behind in _PEOPLE)
    if word in {"are", "were"}:
        # The only exception are lists, and d are the state variables.
        several = [one.low for one in tokens[at + 1 : at + (4 if behind == "the" else 2)]]
        counts = behind.isdigit() and at + 2 < len(tokens) and tokens[at + 2].text not in _MARKS
        return not (counts or any(one in SINGULARS or one in _SEVERAL for one in several))
    if word in _IS_ONE:
        return True
    like = usual_parts(behind)
    if usual_parts(word) == {"z"} and like and like <= {"a", "d", "r"}:
        return True  # comes sorted, becomes slow
    if word in KINDS["do"] or word in KINDS["does"]:
        return behind in _BEHIND_VERB or like == {"p"}
    # Of these many are nouns, too, behind which no article stands; each day set a record, once.
    is_other = word in KINDS["acts"] or (word in KINDS["act"] and past(word) != word)
    # The call a user makes is slow.
    rest = [one.low for one in tokens[at + 2 : at + 5]]
    has_verb = any(one in _IS_ONE or one in KINDS["acts"] for one in rest)
    return behind in _OBJECTS and is_other and not has_verb


class _Subject(NamedTuple):
    """What stands before a verb in its clause, and the word or mark before that.

    `begin` is where it begins in the text. `is_clause` says that a sentence stands whole before
    the "and" or "but" it begins with, so that it is no last one of several.
    """

    words: Sequence[Token]
    mark: str
    begin: int
    is_lexical: bool
    is_clause: bool

    @classmethod
    def of(cls, tokens: Sequence[Token], verb: int) -> _Subject:
        start = end = verb
        while end > 0 and (tokens[end - 1].low in _ADVERBS or tokens[end - 1].low.endswith("ly")):
            end -= 1
        start = min(start, end)
        while start > 0 and tokens[start - 1].low not in _AFTER:
            start -= 1
        # Parts into which a page is cut.
        for at in range(end - 1, start, -1):
            if tokens[at].low == "which" and tokens[at - 1].low in _BELONGING | {"to", "by"}:
                start = at + 1
                break
        # As it is, as the name has; but what stands behind "as a whole" is said of another subject.
        if end - start > 1 and tokens[end - 2].low == "as" and tokens[end - 1].text in _NAMES:
            start = end - 1
        # "That" is what is spoken of, or what a clause begins with.
        if start == end > 0 and tokens[start - 1].low == "that":
            start -= 1
        mark = tokens[start - 1].low if start else ""
        begin = tokens[min(start, verb)].start
        is_lexical = tokens[verb].text not in _IS_ONE
        is_clause = mark in _JOINING and _is_whole(tokens[: start - 1])
        return cls(tokens[start:end], mark, begin, is_lexical, is_clause)

    def is_one(self) -> bool | None:
        """Tell whether this is one thing, or several; None where nobody can be sure."""
        if not self.words or len(self.words) > _LONGEST:
            return None
        first, *rest = self.words
        if self.mark == "how" and first.low == "many":
            return None  # how many cents is that?
        if rest and first.low in _OPENING and rest[0].low in _DETERMINERS | {"it"}:
            first, *rest = rest
        if rest[1:] and first.low in {"all", "both"} and rest[0].low in _DETERMINERS:
            rest = rest[1:]
        if rest[1:] and first.low == "such" and rest[0].low in {"a", "an"}:
            first, *rest = rest
        if not rest and (
            (
                first.text in _NAMES
                and (self.mark not in {",", "("} or first.low == "it")
                and not self._may_be_joined
            )
            or (first.text[0].isupper() and first.low in _PRONOUNS and self.mark in _ENDS)
        ):
            return True
        if not rest and self.mark in _ENDS and first.text.istitle() and not self.is_lexical:
            is_noun = first.low in PLURALS and first.low not in _EITHER
            return True if first.low in _MASS or is_noun else None
        if len(rest) == 1 and self.mark in _ENDS and first.text.istitle() and _is_like(first.low):
            return False if _is_of_several(rest[0].text) else None
        if first.low not in _DETERMINERS or (first.low == "that" and self.mark not in _ENDS):
            return None
        number = self._of_noun(first.low, rest)
        # What is joined by "and" is several, whatever the last of it is.
        is_joined = self._may_be_joined or (self.mark == "and" and self.is_lexical)
        return None if number and is_joined else number

    def is_code(self, behind: str) -> bool:
        """Tell whether this is a name in code, and nothing else, before a verb and an article."""
        is_apart = self.mark in _ENDS or self.mark in _CONJUNCTIONS - _JOINING
        is_alone = len(self.words) == 1 and self.words[0].text.startswith(OPAQUE)
        return is_apart and is_alone and (not self.is_lexical or behind in _ARTICLES)

    @property
    def _may_be_joined(self) -> bool:
        return self.mark in _JOINING and not self.is_clause

    def _of_noun(self, first: str, words: Sequence[Token]) -> bool | None:
        """Tell the number of an article, what it is like, what it is, and what belongs to it."""
        low = [one.low for one in words]
        if first == "the" and low[:2] == ["number", "of"] and not self.is_lexical:
            return True if all(map(_is_part, words[2:])) else None
        if first in {"the", "this"} and low[1:] == ["one"] and low[0] in _LIKE | _ORDINALS:
            return True
        if not all(one.low in _DETERMINERS or _is_part(one) for one in words):
            return None
        bound = next((n for n, one in enumerate(low) if one in _BELONGING), len(low))
        core, rest = low[:bound], low[bound:]
        if not core or (rest and (rest[-1] in _BELONGING or (self.is_lexical and "to" in rest))):
            return None
        if any(one in _DETERMINERS and rest[n - 1] not in _BELONGING for n, one in enumerate(rest)):
            return None
        *like, head = core
        if words[bound - 1].text != head:
            is_named = words[bound - 1].text.istitle() and len(words) == 1
            return True if is_named and first in {"the", "this"} and head[-1] != "s" else None
        is_one_of_them = first in _ONE and not rest and head not in _GROUPS
        if (
            head in _SEVERAL
            or (head in _EITHER and not is_one_of_them)
            or {"maximum", "minimum", "number"} & {*like}
        ):
            return None
        if any(one in _DETERMINERS - _SEVERAL for one in core):
            return None
        # What "code handling values" is, its first noun says; in "the function returns" is a verb.
        if any(one.endswith("ing") for one in like[1:]):
            return None
        is_act = head in KINDS["act"] or head in KINDS["acts"]
        if head not in PLURALS and head not in SINGULARS:
            is_act = is_act or not usual_parts(head).isdisjoint("bz")
        if is_act and not all(map(_is_quality, like)):
            return None
        several = first in _SEVERAL or bool(_SEVERAL & {*like})
        # What is carried is called so: the carry changes.
        if first in {"the", "this", "its"} and not like and not rest and usual_parts(head) == {"b"}:
            return True
        if _is_of_one(head):
            return None if several or first in {"all", "most"} else True
        # The mean, but the attributes local to it, and the rich.
        may_be_one = usual_parts(head) in ({"s", "a"}, {"s", "a", "b"}) and not rest and not like
        if may_be_one and first == "the" and head not in _KINDS_OF_PEOPLE and head not in SINGULARS:
            return True
        if _is_of_several(head):
            is_amount = head in _AMOUNTS and (several or first in {"some", "any"})
            return None if first in _ONE or is_amount else False
        # Whatever this is, "each" says that it is one.
        is_named = first in _ONE and not (several or self.is_lexical or head.endswith("s"))
        return True if is_named and _WORD.fullmatch(head) and head not in _ADVERBS else None


def _is_one_behind_there(tokens: Sequence[Token], verb: int) -> bool | None:
    """Tell whether "there is" or "here is" is said of one thing, by the words behind it."""
    words = [one.low for one in tokens[verb + 1 : verb + 8]]
    if (
        not verb
        or tokens[verb - 1].low not in {"there", "here"}
        or tokens[verb].text not in _IS_ONE
        or not words
    ):
        return None
    first, rest = words[0], words[1:4]
    is_one = tokens[verb].text in OF_MANY
    nouns = [n for n, one in enumerate(rest) if one in PLURALS or one in SINGULARS]
    if not nouns or any(
        one in _MARKS | _BELONGING | _EITHER | _SEVERAL for one in rest[: nouns[0]]
    ):
        return None
    noun, behind = rest[nouns[0]], words[nouns[0] + 2 : nouns[0] + 3]
    if noun in _EITHER or noun in _AMOUNTS:
        return None
    if is_one:
        counted = first in _SEVERAL or (first.isdigit() and int(first) > 1)
        return False if counted and noun in SINGULARS else None
    ends = not behind or behind[0] in _MARKS | _BELONGING | {"that", "which", "when", "if"}
    alone = first in {"a", "an", "no", "another", "one"} and ends and "and" not in words
    return True if alone and _is_of_one(noun) else None


def _is_one_before_which(tokens: Sequence[Token], verb: int) -> bool | None:
    """Tell whether a verb behind "which" or "that" is said of one thing: an array that are."""
    at = verb - 1
    while at > 0 and tokens[at].low in _ADVERBS:
        at -= 1
    if at < 2 or tokens[at].low not in {"which", "that", "who"}:
        return None
    noun = at - 1
    begins = next((n for n in range(noun - 1, max(-1, noun - 4), -1)
                   if tokens[n].low in _DETERMINERS), -1)  # fmt: skip
    first = tokens[max(0, begins)].low
    like = tokens[max(0, begins) + 1 : noun]
    while begins > 0 and tokens[begins - 1].low in _DETERMINERS:
        begins -= 1
    if begins < 0 or not all(map(_is_part, like)) or any(one.low in _BELONGING for one in like):
        return None
    # Behind anything but a verb it may be said of what stands before that.
    if begins > 1 and tokens[begins - 1].low in _BELONGING and tokens[begins].low in {"a", "an"}:
        further = tokens[begins - 2].low
        begins -= further in KINDS["act"] - PLURALS.keys() or further in {"do", "does", "done"}
    before = tokens[begins - 1].low if begins else ""
    is_free = before in _MARKS | _IS_ONE.keys() | {""} or before in KINDS["act"]
    if not (is_free or before in KINDS["acts"] or before in _CONJUNCTIONS - {"and", "or"}):
        return None
    head = tokens[noun].low
    if head in _EITHER or head in _AMOUNTS or (first in _SEVERAL and head in PLURALS):
        return None
    if _is_of_one(head):
        return True
    return False if _is_of_several(head) and first not in _ONE else None


def _is_of_one(noun: str) -> bool:
    if noun in PLURALS or noun in SINGULARS:
        return noun not in SINGULARS
    parts = usual_parts(noun)
    return "s" in parts and parts <= {"s", "b"}


def _is_of_several(noun: str) -> bool:
    if noun in PLURALS or noun in SINGULARS:
        return noun not in PLURALS
    parts = usual_parts(noun)
    return "p" in parts and parts <= {"p", "z"}


def _is_whole(tokens: Sequence[Token]) -> bool:
    """Tell whether what stands before "and" is a clause: one comma, and a verb before it.

    A last one of several stands behind two commas, or behind none.
    """
    ends = [at for at, one in enumerate(tokens) if one.text in {".", "?", "!", ";", ":"}]
    clause = [one.low for one in tokens[ends[-1] + 1 if ends else 0 :]]
    has_verb = any(one in _IS_ONE or one in KINDS["acts"] or one in KINDS["act"] for one in clause)
    return has_verb and clause[-1:] == [","] and clause.count(",") == 1


def _is_part(token: Token) -> bool:
    """Tell what may stand in a subject: code, and words but for verbs and what begins a clause."""
    if token.text.startswith(OPAQUE):
        return True
    word = token.text
    if _POSSESSIVE.fullmatch(word):
        return True
    is_verb = token.low in _NO_PART or word in KINDS["do"] or word in KINDS["does"]
    return _WORD.fullmatch(word) is not None and not is_verb


def _is_like(word: str) -> bool:
    parts = usual_parts(word)
    return bool(parts) and parts <= {"a", "d"}


def _is_quality(word: str) -> bool:
    return _says_what_like(word) or _POSSESSIVE.fullmatch(word) is not None


def _says_what_like(word: str) -> bool:
    return (
        word in _LIKE
        or word in _SEVERAL
        or word in COMPARED
        or word in FROM_MOST
        or word in FROM_PAST
    )
