"""English words that are taken for others of nearly the same sound: its and it's, then and than."""

from __future__ import annotations

from collections.abc import Iterator

from scripts.check.english.confused import CONFUSED
from scripts.check.english.patterns import MODALS, NOT, START, found, slip
from scripts.check.english.sounds import SOUNDS
from scripts.check.fault import Fault
from scripts.lesson import Lesson

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
    r"|nothing|anything|everything"
    r"|needed|before|half|once|twice|zero|one|two|three|four|five|six|seven|eight|nine|ten)\b)"
)
_DOING = (
    r"(?:add|apply|assume|begin|build|combine|compare|compute|consider|convert|create|define"
    r"|describe|discuss|dive|examine|explore|extend|find|generate|get|give|have|imagine|implement|import"
    r"|initialize|inspect|introduce|look|make|move|put|replace|rewrite"
    r"|run(?! time)|say|see|solve|start|suppose"
    r"|take|talk|think|try|turn|verify|write)\b"
)
_MODAL = (
    r"(?:will|would|may|might|can|could|should|must|cannot|(?:do|does|did|wo|ca|could|would)n't)"
)
_LOST = (
    r"(?:the|its|their|your|our|my|all|any|some|an?|it|them|data|information|precision|accuracy"
    r"|track|control|access|count|time|money|sight|interest|performance|focus|everything)\b"
)
_QUALITIES = (
    "(?:large|small|big|short|fast|high|low|many|much|few|little|late|early|deep|wide|hard|easy"
    "|strict|complex|complicated|expensive|heavy|weak|strong|long|old|simple|hot|cold)"
)
# None of these is anybody.
_THINGS = (
    r"(?:[a-z]*thing|[a-z]+(?:tion|sion|ment|ness|ity)s?|(?:array|cell|class|dict|function|graph"
    r"|key|layer|list|loop|matrix|method|model|module|name|object|page|shape|tensor|value|vector)s?)"
)
# Several of something, and no word of place or time.
_SUBJECT = (
    rf"{START}(?P<wrong>there) (?!always|sometimes|perhaps|besides|thus|as|is|was|has)"
    r"[a-z]{3,}(?<!s)s (?:are|were|have|differ)\b"
)

_WORDS = (
    slip("it's ", "its", rf"\b{_BEFORE_NOUNS} (?P<wrong>it's) (?!{_GOES_ON})(?=[a-z])"),
    slip("it's ", "its", rf"\b{_HAVING} (?P<wrong>it's) (?!{_GOES_ON})(?=[a-z])"),
    slip(
        "e it's ",
        "its",
        r"\b(?:love|like|appreciate|enjoy|prefer) (?P<wrong>it's) (?:[a-z]+ ){0,2}"
        r"(?:feature|support|design|interface|syntax|api|speed|simplicity|approach|features)\b",
    ),
    slip("it's own", "its", r"(?P<wrong>\bit's) own\b"),
    slip(
        "it's ",
        "its",
        r"(?P<wrong>\bit's) (?P<thing>[a-z]+) (?:is|was|has|does|depends|becomes|gets|takes|gives"
        r"|comes|goes|consists|contains|remains|belongs|changes|grows|follows|fits|means|tells)\b",
    ),
    slip(
        "it's ",
        "its",
        rf"{START}(?P<wrong>it's) (?P<things>[a-z]+) (?:come|go|are|have|do|stay"
        r"|remain|need|(?P<act>[a-z]+)) [a-z]+",
    ),
    slip("its a ", "it's", r"(?P<wrong>\bits) a (?!(?:and|or|is|priori)\b)(?=[a-z])"),
    slip("its ", "it's", rf"(?P<wrong>\bits) {_NO_THING}(?= [a-z])"),
    slip("its ", "it's", rf"(?P<wrong>\bits) (?:{_TO_DO}) to\b"),
    # "It's all there is" and "It's what was asked for" go on so.
    slip(
        "it's ",
        "its",
        rf"{START}(?P<wrong>it's) (?!(?:all|what|who|where|when|why|how|that|this"
        r"|nothing|everything|something|anything|like|as|only|here|there|[a-z]+(?:ly|ing))\b)"
        r"[a-z]+ (?:is|are|was|were)\b",
    ),
    slip("who's ", "whose", rf"\b{_THINGS},? (?P<wrong>who's)(?= [a-z])"),
    slip(
        " of ",
        "have",
        r"\b(?:could|should|would|must|might)(?:n't)? (?P<wrong>of) (?:been|done|had|gone|made"
        r"|known|got|come|run|found|kept|[a-z]+(?:ed|en))\b",
    ),
    slip("rather then", "than", r"\brather (?P<wrong>then)(?= [a-z0-9])"),
    slip("other then", "than", r"(?<!the )(?<!each )\bother (?P<wrong>then)(?= \w)"),
    slip(" then ", "than", rf"\b{_COMPARED} (?P<wrong>then) (?={_WITH_WHAT})"),
    slip(
        "closer then ",
        "than",
        rf"\b(?:come|comes|came|is|are|was|were|be|gets?|lies?|no|much|far) closer (?P<wrong>then)"
        rf" (?={_WITH_WHAT})",
    ),
    slip(
        "lets ",
        "let's",
        r"(?:^\s*|(?<=[.?!:,] )|\b(?:so|now|next|then) )"
        rf"(?P<wrong>lets) (?:now |first |also )?{_DOING}",
    ),
    slip("loose ", "lose", rf"\b{_MODAL}(?: not)? (?P<wrong>loose)(?= [a-z])"),
    slip("loose ", "lose", rf"\b(?:to|we|you|they) (?P<wrong>loose) {_LOST}"),
    slip("there own", "their", rf"\b(?:{_BEFORE_NOUNS}|{_HAVING}) (?P<wrong>there) own\b"),
    slip("there ", "their", _SUBJECT),
    slip("their ", "there", r"(?P<wrong>\btheir) (?:is|are|was|were|has been|have been|will be)\b"),
    slip("you're ", "your", rf"\b{_BEFORE_NOUNS} (?P<wrong>you're)(?= [a-z])"),
    slip(
        "your ",
        "you're",
        r"\b(?:if|when|while|because|since|unless) (?P<wrong>your) (?:using|going to|doing"
        r"|trying to|looking (?:for|at)|working (?:on|with)|getting|compiling|running|writing"
        r"|reading)\b(?! (?:is|are|was|has|of))",
    ),
    slip(
        " effect ",
        "affect",
        rf"\b(?:do|does|did|{MODALS}){NOT}? (?P<wrong>effect) (?:the|an?|its|it|this|that|any"
        r"|how|what|your|our|their|other)\b(?! change)",
    ),
    slip(
        "affect", "effect", r"(?P<wrong>\baffect)s? on (?:the|an?|its|it|this|any|how|your|our)\b"
    ),
    slip(
        " to ",
        "too",
        rf"\b(?:is|are|was|were|far|much|way|gets?|becomes?|grows?) (?P<wrong>to) {_QUALITIES}"
        r"(?=[,.;:)]| (?:for|to) |$)",
    ),
    slip(
        "weather ",
        "whether",
        r"\b(?:checks?|tests?|tells?|sees?|knows?|asks?|determines?|decides?"
        r"|verif(?:y|ies)|regardless of|depends? on) (?P<wrong>weather) (?:an?|the|each|it|its|all"
        r"|any|both|two|or|to|your|our|this|that)\b",
    ),
    slip(
        "principle ",
        "principal",
        r"(?P<wrong>\bprinciple) (?:components?|ax[ie]s|values?|diagonal"
        r"|stress(?:es)?|branch|argument|eigen\w+|curvatures?|directions?|moments?|investigator)\b",
    ),
    slip(
        "principal of",
        "principle",
        r"(?P<wrong>\bprincipal) of (?:least|locality|induction"
        r"|superposition|relativity|optimality|maximum|minimum|separation|equivalence)\b",
    ),
    slip(
        " effects ",
        "affects",
        r"\b(?:that|which|it|this|never|always|directly) (?P<wrong>effects) "
        r"(?:the|an?|its|it|how|what|your|our|their|all|only)\b",
    ),
    slip(
        " passed ",
        "past",
        r"\b[a-z]+ing (?P<wrong>passed) (?:the|an?|its) "
        r"(?:end|edge|last|limit|border|boundary|start)\b",
    ),
    slip(
        "quite",
        "quiet",
        r"\b(?:as|so|too|very|stays?|keeps?|remains?) (?P<wrong>quite)(?=[.,;:]|$)",
    ),
    slip(
        "depend",
        "on",
        r"\bdepend(?:s|ed|ing)? (?P<wrong>of) (?:the|an?|its|your|our|their|this|that"
        r"|how|what|which|whether)\b",
    ),
    slip("compliment", "complement", r"(?P<wrong>\bcompliment) (?:each other|one another)\b"),
    slip(
        "past ",
        "passed",
        r"\b(?:is|are|was|were|be|been|being) (?P<wrong>past) (?:to|as|into"
        r"|through|in)\b(?! (?:its|the) (?:end|middle))",
    ),
    slip(
        " except ",
        "accept",
        rf"\b(?:do|does|did|{MODALS}){NOT} (?P<wrong>except) "
        r"(?!for|that|when|if|in|as|by|with|on|at|where|to)[a-z]",
    ),
    slip(
        "advise",
        "advice",
        r"\b(?:an?|no|some|any|good|bad|more|this|my|our|of|piece of) "
        r"(?P<wrong>advise)\b(?! (?:against|you|them|people|readers|that))",
    ),
    slip(
        "casual ",
        "causal",
        r"(?P<wrong>\bcasual) (?:mask|attention|inference|convolution|effects?"
        r"|graph|padding|discovery|transformer|masking)s?\b",
    ),
    slip(
        "discreet ",
        "discrete",
        r"(?P<wrong>\bdiscreet) (?:distributions?|random|values?|time"
        r"|sets?|steps?|variables?|fourier|cosine|math\w*|events?|points?|optimi\w+)\b",
    ),
    slip(
        "stationery ",
        "stationary",
        r"(?P<wrong>\bstationery) (?:process|distribution|points?"
        r"|series|state|if|kernels?|noise)\b",
    ),
    slip(
        "hole ",
        "whole",
        r"\bthe (?P<wrong>hole) (?:file|array|page|program|data|loop|thing|time"
        r"|process|matrix|image|text|list|model|batch|set|line|network|system|world)\b",
    ),
    slip(
        " form ",
        "from",
        r"\b(?:read|reads|taken|comes?|derived|different|returned|returns|imported"
        r"|away|apart|loaded|copied|value|number|far|starting|inherits?|suffers?|result) "
        r"(?P<wrong>form) (?:the|an?|its|one|each|another)\b",
    ),
    slip(
        "'nt",
        "n't",
        r"\b(?:do|does|did|is|are|was|were|has|have|had|could|would|should|ca|wo)"
        r"(?P<wrong>'nt)\b",
    ),
    slip(
        "cant ",
        "can't",
        r"(?P<wrong>\bcant) (?:be|do|have|use|get|see|find|go|make|run|tell|know)\b",
    ),
    slip("they're own", "their", r"(?P<wrong>\bthey're) own\b"),
    slip("you're own", "your", r"(?P<wrong>\byou're) own\b"),
)
_ALL = (*_WORDS, *SOUNDS, *CONFUSED)


def slips(lesson: Lesson) -> Iterator[Fault]:
    """Give the words of a page that are certainly others, misspelled."""
    yield from found(lesson, _ALL)
