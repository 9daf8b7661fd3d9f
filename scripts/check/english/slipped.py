"""English words that slipped into another one, or out, and what stands around them tells so."""

from __future__ import annotations

from scripts.check.english.patterns import BE, BEGIN, START, slip
from scripts.check.english.words import DONE, PARTICIPLES, PLAIN, THIRDS, with_article

_OBJECT = r"(?:an?|the|its?|them|this|these|those|their|your|our|each|all|both|every)"
# Of these neither the plain form nor the past one stands behind "is".
_GIVEN = r"(?:build|send|write|give|make|choose|draw|throw|keep|hold|teach|find|take|know)"
_WENT = r"(?:saw|went|did|took|gave|wrote|knew|chose|drew|threw|broke|spoke|stole|began)"
# All you do is write, and the next step is build.
_IS_WHAT = (
    r"\b(?:do|does|did|done|steps?|things?|tasks?|jobs?|ways?|goals?|ideas?|tricks?|rules?"
    r"|plans?|aims?|points?|commands?|verbs?|words?|tools?|what|all|names?|called|targets?"
    r"|options?) (?:[a-z]+ )?(?:is|are|was|were|be|been) (?:[a-z]+ )?$"
)
_MORE_FIRST = (
    r"(?:faster|slower|larger|smaller|bigger|longer|shorter|higher|lower|easier|harder|simpler"
    r"|cheaper|deeper|wider|narrower|better|worse|older|newer|closer|further|earlier|later"
    r"|stronger|weaker)"
)
_UNCOUNTED = (
    r"(?:work|advice|information|equipment|software|hardware|knowledge|evidence|traffic|memory"
    r"|progress|feedback|research)"
)


def _with_the(word: str) -> str:
    return f"the {word}"


def _with_as(word: str) -> str:
    return f"{word} as"


SLIPPED = (
    # One word that was cut in two.
    slip("which ever|what ever|who ever|when ever|where ever",
         {"which ever": "whichever", "what ever": "whatever", "who ever": "whoever",
          "when ever": "whenever", "where ever": "wherever"}.get,
         r"\b(?P<wrong>(?:which|what|who|when|where) ever)\b"
         r"(?! (?:since|so|was|were|is|has|happened))"),
    slip(" in to ", "into",
         r"\b(?:divid|split|turn|convert|put|cut|broke|break|transform|fold|pack|merg|group|cop[iy])"
         r"[a-z]* (?:[a-z]+ ){0,4}(?<!passed )(?P<wrong>in to)"
         r" (?:an?|the|two|three|four|its|one|pieces|parts)\b"),
    # Prepositions.
    slip(" to at | to of | to by ", None, r"\b(?P<wrong>to (?:at|of|by)) \d"),
    slip("look the|look your|look its|look their|look our|look my", None,
         r"\b(?:to|you|we|they|can|must|should|let us|and|or|then|[a-z]ly|,) (?P<wrong>look)"
         r" (?:the|your|its|their|our|my) (?!same|part|way|other)[a-z]+",
         unless=r"\b(?:first|closer|second|last|next|quick|at) $"),
    slip("tells to |tell to |told to ", "",
         r"\b(?:tells?|told)(?P<wrong> to) (?:you|me|us|him|her)\b"),
    slip(" what ", "that", r"\b(?:something|anything|everything|nothing|all) (?P<wrong>what)"
         r" (?:it|you|we|they|he|she|can|is|was|has)\b"),
    # Order, and what is left out or too much.
    slip("only ", None, r"\b(?P<wrong>only (?:last|first|new|same|next) the)\b"),
    slip(" one", None, r"\b(?:of|in|for|with|by|from|to|on|than|like|as)"
         r" (?P<wrong>(?:old|new|same|previous) one)\b"),
    slip("more ", "", r"\b(?:the|is|are|much|far|even|runs?|gets?|becomes?|works?)"
         rf" (?P<wrong>more )(?={_MORE_FIRST}\b(?! (?:and|or|[a-z]+s)\b))"),
    slip("such a", None, rf"\b(?P<wrong>such an?) {_UNCOUNTED}"
         r"(?=[.,;](?!\w)| (?:is|was|that|which|to|for|can|will|must|has)\b)"),
    slip("nearest|closest|largest|smallest|highest|lowest|latest|newest|oldest|shortest|longest",
         _with_the,
         r"(?<!est )\b(?:to|of|from|at|on|by) (?P<wrong>nearest|closest|largest|smallest|highest"
         r"|lowest|latest|newest|oldest|shortest|longest)"
         r" (?!integer|order|quality)(?P<thing>[a-z]+)\b"
         r"(?! (?:of|first|last|order))"),
    slip("previous |following |current |resulting |first |second |last |next ", _with_the,
         r"\b(?:in|at|of|after|before|during|from|with|to|into) (?-i:(?P<wrong>previous|following"
         r"|current|resulting|first|second|last|next)) (?!run|time|use|work|name|access|entry"
         r"|position|order|day|year|week|month|class|check|import|kind|call|person)"
         r"(?P<thing>[a-z]+)\b"
         r"(?=[.,;:](?!\w)| (?:is|are|was|of|in|on|that|which|with|for|from|by)\b)"),
    slip("square root|sum of|product of|mean of|average of|derivative of|gradient of|logarithm of"
         "|inverse of|norm of|transpose of", _with_the,
         r"\b(?:takes?|computes?|calculates?|finds?|gives?|returns?|minimizes?|adds?|prints?|uses?"
         r"|needs?) (?-i:(?P<wrong>square root|sum|product|mean|average|derivative|gradient"
         r"|logarithm|inverse|norm|transpose)) of\b"),
    slip("cup of|pair of|handful of|couple of|bunch of|piece of|slice of|glass of", with_article,
         r"\b(?:on|in|of|with|for|from|to|as|by|into)"
         r" (?-i:(?P<wrong>cup|pair|handful|couple|bunch|piece|slice|glass)) of\b"),
    slip(" same as", "the same",
         r"\b(?:(?:is|are|was|were|be|been|looks?|stays?|remains?|works?|exactly|not|returns?|has"
         r"|have) |(?:is|are|was|were) (?:the|this|its|your|that|these) (?:[a-z]+ ){1,2}?)"
         r"(?<!the )(?<!this )(?<!that )(?<!those )(?<!very )(?P<wrong>same) as\b"),
    slip("as many |as much |as often |as long |as far ", _with_as,
         r"\bas (?P<wrong>many|much|often|long|far) (?:you|we|they|it) (?:likes?|wants?|needs?|can"
         r"|wish)\b"),
    slip(" not ", "is not", r"\b(?:it|this|he|she) (?P<wrong>not)"
         r" (?:an?|the|true|possible|necessary|clear|enough)\b",
         unless=r"\b(?:is|was|are|were|does|did|do|has|have|can|could|will|would|should|if|or|and"
         r"|but|why|whether|make|makes|let|lets) (?:it|this|he|she) $"),
    slip("get know|gets know|getting know|got know", "to know",
         r"\b(?:get|gets|got|getting) (?P<wrong>know)\b"),
    slip(" is ", None, rf"{BEGIN}(?:In|On|With|At|From) "
         r"(?:(?!what|which|that|how|it|this|there|one|all|[a-z]+thing\b)[a-z]+ ){1,3}"
         r"(?P<wrong>is) (?:hard|easy|difficult|possible|impossible|necessary) to\b"),
    # Verbs behind others.
    slip("build|send|write|give|make|choose|draw|throw|keep|hold|teach|find|take|know",
         PARTICIPLES.get,
         rf"\b(?:is|are) (?:not |never |also |then |only |always )?(?-i:(?P<wrong>{_GIVEN}))(?!-)"
         r"(?= (?:on|in|from|by|with|upon|out|into|up|to (?!the)|at|away|off)\b|[.,;](?!\w))",
         unless=_IS_WHAT),
    slip("saw|went|did|took|gave|wrote|knew|chose|drew|threw|broke|spoke|stole|began", DONE.get,
         rf"\b{BE} (?:not |never |also |already )?(?P<wrong>{_WENT})\b(?!-)"
         r"(?= (?:before|by|in|at|on|to|from|away|back|again|as|with|once|and|or|when|after)\b"
         r"|[.,;](?!\w))", unless=_IS_WHAT),
    slip("risen|arisen|happened|occurred|existed", None,
         rf"\b{BE} (?:not |also )?(?P<wrong>risen|arisen|happened|occurred|existed)\b(?!-)",
         unless=r"\b(?:what|all|that|this|it|which) $"),
    slip(" not ", PARTICIPLES.get,
         r"\b(?:is|are|was|were) not (?P<wrong>register|allow|require|support|affect|expect|execute"
         r"|include|define|contain|create|compute|compile|return|print|provide|convert)"
         r"(?= (?:by|in|at|on|for|with|as|here|there|again|yet|and|or|is|but)\b|[.,;](?!\w))"),
    slip("did |does ", None, r"\b(?:did|does) (?P<wrong>(?P<did>[a-z]+ed))\b(?!-)",
         unless=r"\b(?:what|whatever|all|everything|that|which|as|than|how|so|nothing|anything"
         r"|something|things?|only|one|it|we|you|they|he|she|who)\b"),
    slip("does ", PLAIN.get, r"\bdoes (?:(?:the|an?|this|that|each|your) [a-z]+|it|this)"
         r" (?P<wrong>(?P<acts>[a-z]+))\?"),
    slip(" it | he | she ", THIRDS.get,
         r"(?:, (?:so|and|but)|\b(?:because|since)) (?:it|he|she)"
         r" (?P<wrong>run|come|go|make|take|give|keep|call|return|use|need|know|find|show|print)"
         rf" (?:{_OBJECT}|in|into|from)\b"),
    slip("such |many |most |some |several ", PLAIN.get,
         rf"{BEGIN}(?:Such|Many|Most|Some|Several) (?P<things>[a-z]+)"
         rf" (?P<wrong>(?P<acts>[a-z]+)) {_OBJECT}\b"),
    slip("may |can |will |might |must |should |could |would ", PLAIN.get,
         r"(?<!the )(?<!a )\b(?:may|can|will|might|must|should|could|would)"
         r" (?P<wrong>(?P<acts>[a-z]+)) (?:how|what|whether|the|an?|its|their|your|them|it)\b"),
    # What is somebody's.
    slip(" you ", "your",
         r"\b(?:calls?|runs?|compiles?|traces?|executes?|changes?|breaks?|reads?|uses?|checks?"
         r"|splits?) (?P<wrong>you) (?:functions?|code|program|data|model|lesson|files?|values)\b"),
    slip("you ", "your",
         r"\b(?:if|when|before|after|once|so|as|because|while|until|where|and) you [a-z]+"
         r" (?P<wrong>you) (?:code|data|model|function|program|array|arrays|values?|loop|results?"
         r"|lesson|page|file|files|machine|computer|browser)(?=[.,;](?!\w))"),
    # A question.
    slip("does |did |is |are |can |could |will |would ", "?",
         rf"{START}(?-i:(?:Does|Did|Is|Are|Can|Could|Will|Would))"
         r" (?:(?:an?|the|this|that|each|these|those) [a-z]+|it|you|we|they|there)"
         r" (?!same)[^.?!,;:`]{4,70}[a-z](?P<wrong>\.)(?=\s*$| [A-Z])", in_text=True),
)  # fmt: skip
