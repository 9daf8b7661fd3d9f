"""Words that stand twice in a row by accident, in a line or where one ends."""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from operator import eq

from scripts.check.fault import Fault
from scripts.check.korean.nouns import is_noun
from scripts.check.prose import Line, prose
from scripts.check.wrapped import wrapped
from scripts.diagnostic import Severity
from scripts.languages import KOREAN
from scripts.lesson import Lesson
from scripts.patterns import lazy_pattern

# Nobody writes these twice on purpose. A clause may end in "on", "in" or "at" before another one.
_ALWAYS = """
a an the and or but nor of with from for by as than into onto upon between among its their our your
my whose every all we they because although unless while which when then also only been be after
before through about
"""
# What it is is clear, and what it can do: these end a clause that began with such a word.
_VERBS = """
is are was were has have had does did can could will would should may might must
"""
_CLAUSE = lazy_pattern(
    r"\b(?:(?:what|how|who|where|which|when)(?:ever)?|whether|that|there|it|than|as|so|if"
    r"|(?:the|all|those|each|everything|anything|nothing) (?:I|you|we|they))\b[^.?!;]*$",
    re.I,
)
# Such a clause may end in its verb: what the loaf is, and all there is.
_CLAUSE_ENDS = lazy_pattern(
    r"\b(?:(?:what|how|who|where|which|when)(?:ever)?|whether|that|than|as)\b(?!['’])[^.?!;]*$"
    r"|\b(?:there|it|(?:the|all|those|each|everything|anything|nothing) (?:I|you|we|they))\b"
    r"(?: [a-z]+ly)? $",
    re.I,
)
# Where the sentence has its verb, what happens when or where something is needs one of its own.
_WHEN = lazy_pattern(
    r"\b(?:is|are|was|were|has|have|does|do|can|will|must|[a-z]{3,}(?<![suia'])s|[a-z]+ed)\b[^?]* "
    r"(?:when|where|if|since|as long as) (?:an?|the|one|each|every|no|some|its|this|that|two) "
    r"(?!(?:[a-z]+ )?(?:what|how|who|where|which|when|whether|that|there|than|as)\b)[a-z][a-z ]* $",
    re.I,
)
# Behind these another sentence begins.
_JOINED = lazy_pattern(
    r"[.;:!?]|, (?:and|but|or|so|while|which)\b|\b(?:but|because|although)\b", re.I
)
# Of these there are nouns: the can, and the will.
_NOUNS = frozenset(["can", "will", "may", "might", "must", "should", "could", "would"])
_MENTIONED = lazy_pattern(r"\b(?:the|an?) $", re.I)
# The options you have have defaults.
_RELATIVE = lazy_pattern(
    r"\b(?!(?:so|and|but|because|while|if|when|then|since|also|once)\b)[a-z]+ "
    r"(?:you|we|they|it|he|she) $",
    re.I,
)
# What it lacks is the numbers.
_LACKS = lazy_pattern(r"\bwhat (?:it|he|she) (?!is |was |has |does )[a-z]+s $", re.I)
_LIES = lazy_pattern(r"\b(?:is|are|was|were|both|kept|stored|held) $", re.I)
# It is, where no other clause is before it.
_IT = lazy_pattern(
    r"(?:^|[.;:,] |\b(?:so|and|but|because|while) )"
    r"(?:(?:after|before|within|until|for|in) (?:(?:an?|the|one|half|some|few|first|second|last"
    r"|next|this|every|each) )+(?:time|while|moment|second|minute|hour|day|week|month|year|step"
    r"|call|run|round|loop|line|cell|case|example),? )?"
    r"(?:it|this|they|we|you) $",
    re.I,
)
# What something is connected to to be safe is none of these.
_BEFORE_TO = lazy_pattern(
    r"\b(?:wants?|needs?|ha[ds]|have|able|order|going|how|ways?|try|easy|hard|possible|necessary"
    r"|likely|rounded|used|(?:allow|enable|let|help)s? \w+) $",
    re.I,
)
_BEHIND_TO = lazy_pattern(
    r" (?:the|an?|this|its|our|your|their|each|all|two|three|four|five|six|seven|eight|nine|ten"
    r"|\d+)\b"
)
# With these in its sentence something may be connected to: what it is connected to to be safe.
_LEADS_TO = lazy_pattern(
    r"\b(?:what|which|who|whom|that|whatever|where|how|it|things?"
    r"|[a-z]+ (?:I|you|we|they|he|she))\b",
    re.I,
)
# What was looked at at the end.
_ATTENDED = lazy_pattern(r"\b(?:[a-z]+ed|thrown|shot) $", re.I)
# The state it is in in the end.
_STATE = lazy_pattern(r"[a-z] (?:I|it|he|she|you|we|they) (?:is|am|are|was|were) $")
_STARTS = lazy_pattern(r"(?:^|[.?!] )$")
# What is given to you you can use.
_BEFORE_YOU = lazy_pattern(
    r"\b(?:if|when|as|because|while|before|after|once|until|and|where|so) $", re.I
)
# "The The Open Source Definition" is a name.
_WORD_TWICE = lazy_pattern(
    r"(?<![\w'’.@/\\$%&#+=<>*^~:\"“(\[-])(?P<word>[A-Za-z][a-z]*) +(?P<again>(?i:(?P=word)))"
    r"(?![\w'’/\\=<>*^~:-]|\.\w| +(?i:(?P=word))\b)"
)
_PHRASE_TWICE = lazy_pattern(
    r"(?<![\w'’.@/-])(?P<word>(?:of|in|to|for|with|on|at|by|from|as|is|and) (?:the|an?|its?|this)) "
    r"(?P<again>(?P=word))(?![\w'’/-])"
)
# Two words: but "again and again and again", and "step by step by step".
_TWO_TWICE = lazy_pattern(
    r"(?<![\w'’.@/-])(?P<word>(?!(?:and|or|by|to|after|than) )[a-z]{2,} "
    r"(?!(?:and|or|by|to|after|than)\b)[a-z]{2,}) (?P<again>(?P=word))(?![\w'’/-])"
)
# More words than that, in a row: as long as they differ as long as they differ.
_WORD = "[A-Za-z가-힣][A-Za-z가-힣'’-]*"
_MANY_TWICE = lazy_pattern(
    rf"(?<![\w'’.@/-])(?P<word>{_WORD}(?: {_WORD}){{2,7}}|[가-힣]{{2,}} [가-힣]{{2,}}) "
    r"(?P<again>(?P=word))(?![\w'’/-])"
)
# A phrase and a comma, and the phrase again; who says more and more, more and more, says it louder.
_PHRASE_AGAIN = lazy_pattern(
    r"(?<![\w'’-])(?P<word>(?!(?P<same>[a-z]+) (?:and|by|after|to) (?P=same))[a-z]+"
    r"(?: [a-z]+(?:['’-][a-z]+)*){1,5}), (?P<again>(?P=word))(?=[,.;:]| (?:and|or|but)\b|$)"
)
# Of what is one thing the name stands behind these, and only there twice by accident.
_ONE = lazy_pattern(r"\b(?:the|an?|this|each|every|its|their|our|your) $", re.I)
# With this this time is fine.
_BEFORE_THIS = lazy_pattern(r"\b(?:with|of|in|for|from|by|on|at|into) $", re.I)
_SUBJECT_BEHIND = lazy_pattern(
    r" (?:there|the|an?|it|they|we|you|he|she|these|those|this|no|all)\b"
)
_HAPPENS = lazy_pattern(r" (?:comes|happens|goes|follows|was|it|they|we|you|the|this|that)\b")
_LEAST = 3
_COUNTS = range(2, 9)
# So many words no clause ends in before another one that begins with them.
_CERTAIN = 3
# Some say these twice to say it louder, or mean a number, a sound or a type; with others a clause
# ends, and the next one begins.
_LOUDER = """
very many much more most long really same such other far big deep slow fast well never please again
now too log zero one two three four five six seven eight nine blah knock bye beep tick that this
these those what who her him them here there off out over down back
"""
_KOREAN_TWICE = lazy_pattern(
    r"(?<![\w.-])(?P<word>[끄켜쓰읽넣찾받]고|(?:[가-힣A-Za-z0-9]+ )?[가-힣A-Za-z0-9]*[가-힣]"
    r"(?:을|를|은|는|의|와|과|에게|에서|으로|까지|부터|에는|에도|에만|에서는|에서도|으로는|으로도"
    r"|보다|처럼|마다"
    r"|[입합됩]니다|있습니다"
    r"|만|므로|지만|때문|[하되있없]고|[가-힣]{2,}고|[하되있없]면"
    r"|하는|되는|있는|없는|아닌|하기|하여|해서|해야)) (?P<again>(?P=word))(?![\w-])"
)
# What says when, which or how stands once; 바로 바로, 매우 매우 and 점점 are said louder.
_ONCE_KOREAN = lazy_pattern(
    r"(?<![\w.-])(?P<word>(?:\d*[가-힣]* )?"
    r"(?:뒤에|후에|때에|때문에|사이에|동안에|경우에|중에|안에|덕분에)"
    r"|먼저|모든|다른|같은|새로운|이미|또한|함께|항상|따라서|그러나|그리고|하지만|그런데|그래서"
    r"|또는|혹은|및|아직|이러한|그러한|이런|각각의|특히|반드시|만약|만일|예를 들어|여기서|우선"
    r"|그|각|수|바|및|다시"
    r"|대한|위한|통해|위해|대해|따라|경우|이후|이전) (?P<again>(?P=word))(?![\w-])"
)
# What a verb says of a thing stands once; 먼 먼 is said louder.
_DONE_TWICE = lazy_pattern(
    r"(?<![\w.-])(?P<word>[가-힣]+[친된한린긴난든운진킨춘낸쓴준본온간]) "
    r"(?P<again>(?P=word))(?![\w-])"
)
# 가는 가는 is something thin that goes, and so on.
_OTHERS = frozenset(["가는", "나는", "사는", "우는", "자는"])
# On these many nouns end; here they are particles.
_SUBJECT_TWICE = lazy_pattern(
    r"(?<![\w.-])(?P<word>(?P<noun>[가-힣]{2,})[이가도]) (?P<again>(?P=word))(?![\w-])"
)
# Of three syllables or more few words are said twice: 하나씩 하나씩, 한 걸음 한 걸음.
_LONG_TWICE = lazy_pattern(
    r"(?<![\w.-])(?P<word>"
    r"(?!(?P<half>[가-힣]{2})(?P=half) |하나|조금|천천|한참|한(?:번|걸|발|단|층|땀))"
    r"[가-힣]{3,}(?<!씩)(?<!히)(?<!마다)) (?P<again>(?P=word))(?![\w-])"
)
# Of three syllables or more none does: 차근차근, but 이러쿵저러쿵.
_LONG_WORD = lazy_pattern("[가-힣]{6,}")
_WITHIN_TWICE = lazy_pattern("(?P<word>[가-힣]{3,})(?P=word)")
# With the same particle.
_CODE_TWICE = lazy_pattern(
    r"(?<!`)(?P<code>`[^`\s]+`)(?P<form>[가-힣]{1,3}) (?P=code)(?P=form)(?![가-힣])"
)


@dataclass(frozen=True)
class _Twice:
    """A word in a text that stands there again; `is_certain` where one of the two has to go."""

    start: int
    again: int
    end: int
    word: str
    is_certain: bool


def repeated_words(lesson: Lesson) -> Iterator[Fault]:
    """Give the words that stand twice, at the first one, or at the line that begins with one."""
    lines = prose(lesson)
    korean = lesson.language is KOREAN
    for line in lines:
        for one in _twice(line.text, korean=korean):
            if _is_plain(line, one.start, one.end):
                message = f'"{line.text[one.start : one.end]}" says the same twice'
                yield _fault(line, one.start, one.end, message, one, one.word)
    rows = lesson.text.split("\n")
    for line in lines if korean else ():
        for match in _CODE_TWICE.finditer(rows[line.number - 1]) if line.block else ():
            start, end = map(line.index_at, match.span())
            message = f'"{match["code"]}{match["form"]}" stands here twice'
            yield Fault(line, start, min(end, len(line.text)), message, None,
                        "delete one of them", Severity.WARNING)  # fmt: skip
        yield from _in_one_word(line)
    for line, other in wrapped(lesson):
        before = line.text.rstrip()
        for one in _twice(f"{before} {other.text}", korean=korean):
            end = one.end - one.again
            if (
                one.again == len(before) + 1
                and _is_plain(line, one.start, len(before))
                and _is_plain(other, 0, end)
                and rows[line.number - 1].rstrip().endswith(one.word)
            ):
                message = f'"{other.text[:end]}" ends the line before as well'
                if other.text[end : end + 1] == " ":
                    yield _fault(other, 0, end + 1, message, one, "")


def _in_one_word(line: Line) -> Iterator[Fault]:
    """Give the words that stand twice without a space: 불안정한불안정한."""
    for word in _LONG_WORD.finditer(line.text):
        match = _WITHIN_TWICE.match(word[0])
        # What repeats a text shows it: =REPT("안녕하세요";2).
        shown = match is not None and line.text.count(match["word"]) > 2
        if match and not shown and _is_plain(line, *word.span()):
            at = word.start()
            message = f'"{word[0]}" says the same twice'
            yield Fault(line, at, at + match.end(), message, match["word"], "delete one of them",
                        Severity.WARNING)  # fmt: skip


def _fault(line: Line, start: int, end: int, message: str, one: _Twice, right: str) -> Fault:
    replacement = right if one.is_certain else None
    return Fault(line, start, end, message, replacement, "delete one of them", Severity.WARNING)


def _is_plain(line: Line, start: int, end: int) -> bool:
    """Tell whether a part of a line is text, and stands in the file as it is read."""
    return line.is_as_written(start, end) and not line.is_code(start, end)


def _twice(text: str, *, korean: bool) -> Iterator[_Twice]:
    words = text.lower().split()
    # A pattern that looks for its own words takes ten times as long.
    patterns = [_MANY_TWICE] if _has_row_twice(words) else []
    pieces = [piece.strip(" .;:") for piece in text.lower().split(", ")]
    if any(a.endswith(b.partition(" and ")[0]) for a, b in itertools.pairwise(pieces) if " " in b):
        patterns.append(_PHRASE_AGAIN)
    if any(map(eq, words, words[1:])) or any(map(eq, words, words[2:])):
        patterns += _IN_KOREAN if korean else _IN_ENGLISH
    told: set[int] = set()
    for pattern in patterns:
        for match in pattern.finditer(text):
            start, end = match.span()
            if pattern is _SUBJECT_TWICE and (not is_noun(match["noun"]) or is_noun(match["word"])):
                continue
            certain = _is_one(match["word"], match["again"], text[:start], text[end:])
            certain = certain and pattern is not _LONG_TWICE
            if certain is not None and start not in told:
                told.add(start)
                yield _Twice(start, match.start("again"), end, match["word"], certain)


def _has_row_twice(words: Sequence[str]) -> bool:
    """Tell whether two words or more stand behind themselves.

    >>> _has_row_twice("it fits as long as it fits as long as".split())
    True
    """
    return any(
        words[at : at + count] == words[at + count : at + 2 * count]
        for count in _COUNTS
        for at in range(len(words))
    )


_IN_KOREAN = (_KOREAN_TWICE, _SUBJECT_TWICE, _ONCE_KOREAN, _DONE_TWICE, _LONG_TWICE)
_IN_ENGLISH = (_WORD_TWICE, _PHRASE_TWICE, _TWO_TWICE)


def _says_it(before: str) -> bool:
    """Tell a clause of its own that has said no more than "it" before its verb.

    >>> [_says_it(one) for one in ("so it ", "What it ", "That is how it ")]
    [True, False, False]
    """
    said = _IT.search(before)
    return said is not None and not _CLAUSE_ENDS.search(
        _JOINED.split(before[: said.start() + 1])[-1]
    )


@functools.cache
def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _is_one(word: str, again: str, before: str, behind: str) -> bool | None:
    """Tell whether one of two words certainly has to go; None where both may be meant."""
    if not word.isascii():
        return True if word not in _OTHERS else None
    if " " in word:
        # Whatever will be will be.
        # A promise that resolves to a promise that resolves to something.
        if {"that", "which"} & set(word.split()[1:-1]):
            return None
        is_clause = (
            len(word.split()) < _CERTAIN
            and word.split()[0] in _words(_VERBS)
            and _CLAUSE.search(before)
        )
        return None if is_clause else True
    if not again.islower():
        return None
    if again in _words(_ALWAYS):
        return True if again != "a" or re.match(" [a-z]{2}", behind) else None
    # The error says that that is gone, but no subject follows.
    if again == "that" and _SUBJECT_BEHIND.match(behind):
        return True
    # What what means is; but nobody knows what what comes next.
    if again == "what" and _HAPPENS.match(behind):
        return True
    if again == "had":
        return None  # She had had it before.
    if again in {"it", "he", "she", "this"} and _STARTS.search(before):
        return True
    if again == "this" and _BEFORE_THIS.search(before):
        return True if not behind.startswith(" time") else None
    if again == "you":
        return True if _BEFORE_YOU.search(before) else None
    if again in _words(_VERBS):
        # In May may, and the can can hold it.
        named = (_ONE if again in _NOUNS else _MENTIONED).search(before)
        if named or not word.islower():
            return None
        if _says_it(before) or (again == "is" and _LACKS.search(before)):
            return True
        clause = _JOINED.split(before)[-1]
        if _WHEN.search(clause):
            return True
        ends = _RELATIVE.search(before) or _CLAUSE_ENDS.search(clause)
        return None if ends else True
    if again == "in" and _LIES.search(before):
        return True if not _STATE.search(before) else None
    if again == "at" and not _ATTENDED.search(before):
        clause = re.split("[.;:!?,]", before)[-1]
        return True if not _LEADS_TO.search(clause) and _BEHIND_TO.match(behind) else None
    if again == "to":
        if _BEFORE_TO.search(before) or _BEHIND_TO.match(behind):
            return True
        clause = re.split("[.;:!?,]", before)[-1]
        return True if clause and word.islower() and not _LEADS_TO.search(clause) else None
    is_one = len(again) >= _LEAST and again not in _words(_LOUDER)
    return False if is_one and (word.islower() or _ONE.search(before)) else None
