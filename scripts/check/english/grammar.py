"""English words in a form that no sentence has where they stand: this arrays, has wrote."""

from __future__ import annotations

from collections.abc import Iterator

from scripts.check.english.agreement import AGREEMENT
from scripts.check.english.hasty import HASTY
from scripts.check.english.lost_words import LOST
from scripts.check.english.patterns import (
    BEHIND,
    MODALS,
    NOT,
    START,
    found,
    slip,
)
from scripts.check.english.phrases import phrases
from scripts.check.english.prepositions import PREPOSITIONS
from scripts.check.english.pronouns import PRONOUNS
from scripts.check.english.short_words import SHORT_WORDS
from scripts.check.english.slipped import SLIPPED
from scripts.check.english.subject_verb import subjects_and_verbs
from scripts.check.english.subjects import SUBJECTS
from scripts.check.english.usage import USAGE, begun_small
from scripts.check.english.verbs import VERBS
from scripts.check.english.words import PARTICIPLES, PLAIN, done
from scripts.check.fault import Fault, beside
from scripts.check.rule import Selection
from scripts.languages import ENGLISH
from scripts.lesson import Lesson

_ONE = (
    "(?:argument|array|bit|byte|call|cell|column|device|element|error|file|function|gradient|image"
    "|layer|lesson|line|list|loop|method|model|module|number|object|option|output|package|page|parameter"
    "|program|row|sentence|sensor|step|test|tool|tuple|value|variable|vector|word)"
)
_MANY = rf"(?:{_ONE}s|axes|classes|indices|keys|matrices|shapes|types|names)"
# Of these verbs nobody takes the form for a noun.
_DOES = (
    "(?:accepts|allows|becomes|begins|belongs|comes|contains|creates|depends|does|exists|expects"
    "|gets|gives|goes|happens|has|holds|ignores|includes|is|keeps|knows|makes|means|needs|prints"
    "|reads|requires|returns|says|seems|stores|takes|understands|uses|wants|writes)"
)
# With what it is done to behind it, none of these is a thing that something has.
_DO = (
    "(?:add|allow|apply|ask|build|call|change|check|choose|compare|compile|compute|convert|count|create"
    "|define|delete|donate|draw|forget|give|import|keep|learn|lose|make|measure|move|multiply|pass"
    "|pick|prepare|print|raise|remove|replace|return|save|see|select|show|store|take|tell|throw|trace"
    "|turn|update|use|wait|wrap|write)"
)
# Behind be they are done to something.
_DONE_TO = (
    "(?:add|apply|assign|avoid|build|cache|call|change|check|choose|collect|combine|compare|compile|compute|convert"
    "|copy|create|define|delete|describe|divide|evaluate|execute|explain|find|fix|fuse|give|hand|ignore"
    "|include|insert|join|keep|load|make|move|multiply|pass|print|raise|remove|rename"
    "|replace|return|reuse|save|see|send|share|show|skip|sort|store|take|tell|throw|train"
    "|transform|update|wrap|write)"
)
# Need and embed are plain forms.
_NO_PLAIN = r"(?!(?:[a-z]*eed|embed|shed|shred|sled|wed|imbed)\b)"

# These end on s, and are no form of a verb.
_NO_FORM = (
    r"(?!(?:cares|always|perhaps|sometimes|besides|towards|nowadays|yes|hers|ours|yours|theirs)\b)"
)

_FORMS = (
    slip(
        "this ",
        None,
        rf"(?P<wrong>\bthis (?!(?:tests|lists|outputs|calls|errors|steps|values|models)"
        r" (?:that|in|from|with|by|at|of|and)\b)"
        rf"{_MANY}){BEHIND}",
    ),
    slip("these ", None, rf"(?P<wrong>\bthese {_ONE}){BEHIND}"),
    slip("a ", None, rf"(?P<wrong>(?<![/-])\ba (?!bytes\b){_MANY}){BEHIND}"),
    slip("each ", None, rf"(?P<wrong>\beach {_MANY}){BEHIND}"),
    slip("every ", None, rf"(?P<wrong>\bevery {_MANY}){BEHIND}"),
    slip("less ", None, rf"\b(?P<wrong>less {_MANY})\b(?! than)"),
    slip(
        "s is ",
        None,
        rf"{START}(?:The |These |All |Both |Most )?(?P<wrong>{_MANY} is)\b"
        r"(?! (?:an?|the) )",
    ),
    slip(
        " have ",
        None,
        rf"{START}(?:A|An|Each|Every) "
        r"(?P<wrong>(?!few|lot|number|majority|minority|pair|handful|dozen|couple|hundred|thousand"
        r"|million|variety|range|group|set|total)[a-z]+(?<!s) have)\b",
    ),
    slip(
        "there is ",
        "are",
        r"(?:^\s*|(?<=[.?!:,] )|\b(?:because|so|that|and|but|if|when) )there (?P<wrong>is) "
        r"(?:two|three|four|five|six|seven|eight|nine|ten|many|several|few)\b(?! (?:or|to|of|as))",
    ),
    slip(" to ", "", r"\b(?:should|must|could|would)(?P<wrong> to) [a-z]{2,}\b"),
    slip(
        " to ", "", r"\b(?:you|we|they|it|he|she) (?:can|will|may|might)(?P<wrong> to) [a-z]{2,}\b"
    ),
    slip(
        "has |have |had ",
        PARTICIPLES.get,
        r"\b(?:has|have|had)(?: not|n't)? (?P<wrong>(?P<do>(?P<todo>[a-z]+))) (?:an?|the|its"
        r"|their|your"
        r"|our)\b",
    ),
    slip(" to ", "", r"\blets? (?:you|us|them|me|it)(?P<wrong> to) [a-z]{2,}\b"),
    slip(" been", "be", rf"\b{MODALS}{NOT}? (?P<wrong>been)\b"),
    slip(" be use", "used", rf"\b(?:{MODALS}|to){NOT}? be (?P<wrong>use)\b(?! case)"),
    slip(
        " be |was |were |been ",
        done,
        rf"\b(?:(?:{MODALS}{NOT}?|cannot|to|not) be|was|were|been) (?P<wrong>{_DONE_TO})"
        r"(?= (?:in|into|from|on|at|as|again|once|twice|often|only|later|first|before|after|when|if"
        r"|while|with|to|by(?! (?:reference|value|name)\b))\b|[.,;](?!\w)|$)",
    ),
    # Can and will are nouns, too.
    slip(
        "must|should|could|would|cannot|n't| not",
        PLAIN.get,
        rf"\b(?:{MODALS}{NOT}|must|should|could|would|cannot) (?P<wrong>{_DOES})\b",
    ),
    slip("", None, rf"\b(?:do|does|did){NOT} (?P<wrong>{_NO_FORM}[a-z]{{3,}}(?<![sui])s)\b"),
    slip(
        " not |n't ",
        None,
        rf"\b{MODALS}{NOT} (?P<wrong>{_NO_FORM}(?!less\b|this\b|thus\b)[a-z]{{3,}}(?<![sui])s)\b",
    ),
    slip("d", None, rf"\b(?:do|does|did){NOT} (?P<wrong>{_NO_PLAIN}[a-z]{{2,}}ed)\b"),
    slip("ed", None, rf"\b(?:can|could|should|would|must) (?P<wrong>{_NO_PLAIN}[a-z]{{2,}}ed)\b"),
    slip(
        "",
        None,
        rf"\b(?:has|have|had)(?: not|n't)? (?P<wrong>{_DO}) (?:an?|the|its|their|your|our)\b",
    ),
    slip(" ran", "run", r"\b(?:has|have|had|be|been|is|are|was|were)(?: not)? (?P<wrong>ran)\b"),
    slip(
        "depend|consist|belong|exist|happened",
        None,
        r"\b(?:is|are|was|were) (?P<wrong>depend|consist|belong|exist|happened)\b",
    ),
)
_ANY_FORM = (
    # Should users ask? Then these stand behind it.
    slip(
        "can |will |may |might |must |should |could |would |cannot ",
        None,
        r"\b(?:(?:you|we|it|they|that|which|who|also|then|nobody|nothing|everything|one)"
        r" (?:can|will|may|might)|must|should|could|would|cannot)"
        r"(?: also| then| only| never| always)?"
        rf" (?P<wrong>{_NO_FORM}(?![a-z]*(?:access|alias|atlas|bias|canvas|selves)\b)"
        r"(?!less\b|unless\b|this\b|thus\b)[a-z]{3,}(?<![sui])s)\b(?![^.!]*\?)",
    ),
)
# Those that know what is meant come first.
_ALL = (
    *_FORMS,
    *AGREEMENT,
    *SUBJECTS,
    *VERBS,
    *PREPOSITIONS,
    *USAGE,
    *PRONOUNS,
    *SLIPPED,
    *HASTY,
    *LOST,
    *SHORT_WORDS,
    *_ANY_FORM,
)


def grammar(selection: Selection, lesson: Lesson) -> Iterator[Fault]:
    """Give the words of an English page that stand in a wrong form."""
    if lesson.language is ENGLISH:
        told = list(found(lesson, _ALL))
        yield from told
        subjects = list(beside(told, subjects_and_verbs(lesson)))
        yield from subjects
        yield from beside([*told, *subjects], phrases(lesson))
        yield from begun_small(lesson)
