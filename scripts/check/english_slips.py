"""English words that are taken for others of nearly the same sound: its and it's, then and than."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from scripts.check.fault import Fault
from scripts.check.prose import Line
from scripts.diagnostic import Severity
from scripts.patterns import lazy_pattern

_BEFORE_NOUNS = (
    r"(?:of|on|in|at|from|by|with|to|into|within|through|via|under|over|between|against|around"
    r"|behind|without|outside|inside|during|about)"
)
# Behind these stands what somebody has, and no sentence, as behind "shows".
_HAVING = (
    r"(?:has|have|had|keeps|kept|loses|lost|uses|changes|changed|updates|updated|stores|takes|took"
    r"|computes|shares|replaces|reads|writes|sorts|fixes)"
)
# With these a sentence goes on behind "it's".
_GOES_ON = (
    r"(?:an?|the|not|no|been|being|going|gone|only|just|very|too|also|so|now|all|both|still|never"
    r"|always|already|often|usually|possible|important|because|that|this|like|in|on|at|as|to)\b"
)
_NO_THING = "(?:an|the|not|been|going to|too|because)"
# To do its best is right.
_TO_DO = "possible|easy|hard|important|necessary|safe|useful"
_COMPARED = (
    r"(?:more|less|fewer|greater|larger|smaller|higher|lower|bigger|longer|shorter|better|worse"
    r"|faster|slower|older|newer|cheaper|simpler|easier|harder|(?:more|less) [a-z]+)"
)
_WITH_WHAT = (
    r"(?:\d|(?:an?|the|or equal|or the|that|those|this|it|its|what|any|all|other|usual|expected"
    r"|needed|before|half|once|twice|zero|one|two|three|four|five|six|seven|eight|nine|ten)\b)"
)
# If it is more, then half of it is kept.
_CONDITION = lazy_pattern(
    r"\b(?:if|when|once|whenever|unless|since(?! \d)|as|while|first)\b[^.;:]*$", re.I
)
_DOING = (
    r"(?:add|apply|assume|begin|build|combine|compare|compute|consider|convert|create|define"
    r"|describe|discuss|dive|examine|explore|extend|find|generate|get|give|have|imagine|implement"
    r"|initialize|inspect|introduce|look|make|move|put|replace|rewrite|say|see|solve|start|suppose"
    r"|take|talk|think|try|turn|verify|write)\b"
)
_MODAL = (
    r"(?:will|would|may|might|can|could|should|must|cannot|(?:do|does|did|wo|ca|could|would)n't)"
)
_LOST = (
    r"(?:the|its|their|your|our|my|all|any|some|an?|it|them|data|information|precision|accuracy"
    r"|track|control|access|count|time|money|sight|interest|performance|focus|everything)\b"
)


# Several of something, and no word of place or time.
_SUBJECT = (
    r"(?:^\s*|(?<=[.?!] ))(?P<wrong>there) (?!always|sometimes|perhaps|besides|thus|as|is|was|has)"
    r"[a-z]{3,}(?<!s)s (?:are|were|have|differ)\b"
)


class _Slip(NamedTuple):
    """What is there, the letters that it always has, and what is meant where the pattern fits."""

    sign: str
    right: str
    pattern: re.Pattern[str]


def _slip(sign: str, right: str, pattern: str) -> _Slip:
    return _Slip(sign, right, lazy_pattern(pattern, re.I))


_SLIPS = (
    _slip("it's ", "its", rf"\b{_BEFORE_NOUNS} (?P<wrong>it's) (?!{_GOES_ON})(?=[a-z])"),
    _slip("it's ", "its", rf"\b{_HAVING} (?P<wrong>it's) (?!{_GOES_ON})(?=[a-z])"),
    _slip("it's own", "its", r"(?P<wrong>\bit's) own\b"),
    _slip("its a ", "it's", r"(?P<wrong>\bits) a (?!(?:and|or|is|priori)\b)(?=[a-z])"),
    _slip("its ", "it's", rf"(?P<wrong>\bits) {_NO_THING}(?= [a-z])"),
    _slip("its ", "it's", rf"(?P<wrong>\bits) (?:{_TO_DO}) to\b"),
    _slip(
        " of ",
        "have",
        r"\b(?:could|should|would|must|might)(?:n't)? (?P<wrong>of) (?:been|done|had|gone|made"
        r"|known|got|come|run|found|kept|[a-z]+(?:ed|en))\b",
    ),
    _slip("rather then", "than", r"\brather (?P<wrong>then)(?= [a-z0-9])"),
    _slip("other then", "than", r"(?<!the )(?<!each )\bother (?P<wrong>then)(?= \w)"),
    _slip(" then ", "than", rf"\b{_COMPARED} (?P<wrong>then) (?={_WITH_WHAT})"),
    _slip(
        "lets ",
        "let's",
        r"(?:^\s*|(?<=[.?!:,] )|\b(?:so|now|next|then) )"
        rf"(?P<wrong>lets) (?:now |first |also )?{_DOING}",
    ),
    _slip("loose ", "lose", rf"\b{_MODAL}(?: not)? (?P<wrong>loose)(?= [a-z])"),
    _slip("loose ", "lose", rf"\b(?:to|we|you|they) (?P<wrong>loose) {_LOST}"),
    _slip("there own", "their", rf"\b(?:{_BEFORE_NOUNS}|{_HAVING}) (?P<wrong>there) own\b"),
    _slip("there ", "their", _SUBJECT),
    _slip("they're own", "their", r"(?P<wrong>\bthey're) own\b"),
    _slip("you're own", "your", r"(?P<wrong>\byou're) own\b"),
)


def slips(line: Line) -> Iterator[Fault]:
    """Give the words of a line that are certainly others, misspelled."""
    text = line.text.replace("’", "'")
    low = text.lower()
    told: set[int] = set()
    for slip in _SLIPS:
        for match in slip.pattern.finditer(text) if slip.sign in low else ():
            start, end = match.span("wrong")
            # "If it is more then half is kept", but nothing else than "more then 8".
            supposed = (
                slip.right == "than"
                and not text[match.end() :][:1].isdigit()
                and _CONDITION.search(text[: match.start()])
            )
            if supposed or start in told or line.is_code(*match.span()):
                continue
            told.add(start)
            wrong, around = line.text[start:end], line.text[match.start() : match.end()].strip()
            right = slip.right.capitalize() if wrong[0].isupper() else slip.right
            message = f'"{wrong}" in "{around}" is spelled "{right}"'
            yield Fault(line, start, end, message, right, severity=Severity.WARNING)
