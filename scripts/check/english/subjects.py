"""English subjects and verbs that do not agree, with more than one word between the two."""

from __future__ import annotations

from scripts.check.english.patterns import BEGIN, BEHIND, CLAUSE, slip
from scripts.check.english.words import OF_MANY, PLAIN, PLURALS, THIRDS, third
from scripts.check.prose import OPAQUE

_COUNT = (
    r"(?:one|two|three|four|five|six|seven|eight|nine|ten|first|last|next|other|same|many|several)"
)
_NUMBER = r"(?:two|three|four|five|six|seven|eight|nine|ten)"
# What begins or ends another clause, or stands before another noun.
_NO_ADJECTIVE = (
    r"(?:an?|the|this|that|these|those|its|their|your|our|which|who|whose|what|where|when|how|why"
    r"|if"
    r"|and|or|nor|but|not|than|as|of|in|on|at|to|for|from|with|by|is|are|was|were|be|has|have|had"
    r"|do|does|did|can|could|will|would|may|might|must|should|it|they|we|you|so|then|there|because"
    r"|while|until|unless|since|after|before|never|always|also|only|more|less|between|among|against"
    r"|around|into|through|over|across|via|per|along|near|about|during|without|within|outside"
    r"|inside"
    r"|like|behind|under|above|below|need|dare|beside|besides|except|toward|towards|onto|upon)"
)
_ADJECTIVES = rf"(?:(?!{_NO_ADJECTIVE}\b)[a-z-]+ ){{0,2}}?"
_DET = r"(?:an?|the|this|these|those|its|their|your|our|all|both|each|every|any|some|no)"
# Something of something, and that in something.
_THING = rf"(?:{_DET} ){{0,2}}(?:{_COUNT} ){{0,2}}{_ADJECTIVES}"
_IN = r"(?:of|in|on|for|from|with|inside|within|behind|below|above|under)"
# Of these, one is several.
_ONE = (
    r"(?!table of contents)"
    r"(?!(?:few|lot|number|majority|minority|pair|handful|dozen|couple|hundred|thousand|million"
    r"|variety|range|group|set|total|half|part|percent|list|collection|team|series|kind|class"
    r"|family"
    r"|population|batch|bundle|cluster|mix|rest|bulk|plenty|one|type|sort|chain|sequence|array"
    r"|fraction"
    r"|combination|organization|selection|audience|amount|portion|remainder|suite|stack|queue|crowd"
    r"|staff|crew|band|company|community|police|public|need)\b)"
)
# The only exception are these: who says so names them first.
_NOT_FIRST = (
    r"(?!(?:exception|example|reason|cause|problem|result|consequence|alternative|effect|issue"
    r"|advantage|difference|question|answer|choice|idea|goal|feature|case|sample|option|target)\b"
    r"(?![^.]* (?:are|were|have) (?:not|also|now|[a-z]+(?:ed|wn|en))\b))"
)
# So much of something is one thing, and some words that end in s are.
_MANY = (
    r"(?!(?:hours|minutes|seconds|days|weeks|months|years|dollars|miles|meters|steps|bytes|bits"
    r"|times"
    r"|pages|points|lines|works|links|ways|series|species|lens|news|pandas|means|odds|thanks|kudos"
    r"|chaos|cosmos|headquarters|crossroads|diabetes|contents|always|sometimes|perhaps"
    r"|[a-z]+(?<!metr)(?<!top)ics)\b)"
)
# Most of what ends in s.
_SEVERAL = r"[a-z]{3,}(?<![suia'])s"
_THE_MANY = (
    r"(?:The|These|Those|All|Both|Our|Your|Its|Their)"
    rf" (?:{_COUNT} )?(?:{_MANY}{_SEVERAL}|{_ADJECTIVES}{_MANY}(?P<things>[a-z]+))"
)
_THIS = rf"(?:The|This|That|Its|An?|Each|Every) {_ADJECTIVES}{_ONE}"
_THE_ONE = rf"{_THIS}{_NOT_FIRST}(?P<thing>[a-z]+)"
# Here a sentence begins, or one behind another.
_LEAD = (
    rf"(?:{BEGIN}|(?:\b(?:because|since|although|while|so|until)|, but"
    r"|\b(?P<under>if|when|unless|once|where)) (?=the|these|those|all|both|our|your|its|their"
    r"|an?|each|every|this))"
)
# If it were so: that is one thing.
_ARE = r"(?P<wrong>are|have|(?(under)(?!)|were))"

# Behind a verb.
_GOES_ON = (
    rf"(?=[.,;](?!\w)|$| [\d{OPAQUE}]|"
    rf" (?:{_DET}|{_COUNT}|{_IN}|its?|that|up|to|by|how|what|when|whether|as"
    r"|at|not|only|also|them|into|over|through|out|off|like|about|after|before)\b)"
)
# Behind these a verb is plain: it is important that each module accept it.
_ASKED_FOR = (
    r"\b(?:requir|recommend|suggest|insist|demand|important|essential|necessary|ask|propos|prefer"
    r"|(?:lets?|makes?|helps?|see|watch|have|had|to|did|does|do|will|would|can|could|should|may"
    r"|might|must)\b)"
)


def _does(word: str) -> str:
    return THIRDS.get(word, third(word))


SUBJECTS = (
    # The boards of all four players was moved.
    slip("s of |s in |s on |s for |s from |s with |s inside |s within |s behind |s below |s above "
         "|s under ", OF_MANY.get,
         rf"{_LEAD}{_THE_MANY} {_IN} {_THING}(?P<named>[a-z]+)"
         rf"(?: {_IN} {_THING}(?P<named2>[a-z]+))? (?P<wrong>is|was|has|does) [a-z]"),
    # The shape in the lists are new.
    slip(" are | were | have ", THIRDS.get,
         rf"{_LEAD}{_THE_ONE}"
         rf" {_IN} {_THING}(?P<named>[a-z]+)"
         rf"(?: {_IN} {_THING}(?P<named2>[a-z]+))? {_ARE} [a-z]"),
    # A compiled function are traced.
    slip(" are | were | have ", THIRDS.get,
         rf"{_LEAD}{_THE_ONE} {_ARE} [a-z]"),
    # The wrapped function return a pair.
    slip("the |this |that |each |every |a |an ", THIRDS.get,
         rf"{_LEAD}{_THIS}(?P<thing>[a-z]+)"
         rf" (?P<wrong>(?P<todo>[a-z]+)) (?:an?|the|its|their|one|two|three|four|five|no|all|every"
         rf"|each|both|this|these|those) {_ADJECTIVES}(?P<named>[a-z]+)(?=[.,;:]|$"
         r"| (?:of|for|with|from|in|and|or|to|as|that|which|when|if|by|at|on|back)\b)"),
    # The key that was passed have been used.
    slip(" that | which ", THIRDS.get,
         rf"{_LEAD}{_THE_ONE}"
         rf" (?:that|which) (?:is|was|has been|can be|will be) [a-z]+(?:ed|en|wn|lt|nt|ade|ung|un)"
         rf"(?: (?:{_IN}|to|by|at) {_THING}(?P<named>[a-z]+))? {_ARE} [a-z]"),
    slip(" that | which ", THIRDS.get,
         rf"{_LEAD}{_THIS}(?P<thing>[a-z]+)"
         rf" (?:that|which) (?:is|was|has been|can be|will be) [a-z]+(?:ed|en|wn|lt|nt|ade|ung|un)"
         rf"(?: (?:twice|once|again|before|here|first)| (?:{_IN}|to|by|at) {_THING}"
         rf"(?P<named>[a-z]+))? (?P<wrong>(?P<todo>[a-z]+)) (?:an?|the|its|no|all|every|this|it"
         rf"|them)\b"),
    # The first of the three loops are the slowest, and all of the arrays has one dtype.
    slip("of the |of these |of those |of its |of our ", THIRDS.get,
         rf"{_LEAD}(?:The|This) (?:first|second|third|fourth|last|only one) of (?:the|these|those"
         rf"|its|our) {_NUMBER} {_ADJECTIVES}{_SEVERAL} (?P<wrong>are|were|have)\b"),
    slip("of the |of these |of those |of its |of our ", OF_MANY.get,
         rf"{_LEAD}(?:All|Both|Many|Several|Few|Most|Some|{_NUMBER}) of (?:the|these|those|its"
         rf"|our|your|their) (?:{_COUNT} )?{_MANY}{_ADJECTIVES}{_MANY}(?P<things>[a-z]+)"
         rf" (?P<wrong>is|was|has|does) [a-z]"),
    slip("these |those ", None, rf"{_LEAD}(?:These|Those) (?P<wrong>(?!sort|kind|type)"
         rf"(?P<thing>[a-z]+)) (?P<does>[a-z]+) (?:an?|the|its|that"
         rf"|how|what|no)\b"),
    slip("we |they ", PLAIN.get, rf"\b(?:we|they) (?P<wrong>(?P<acts>[a-z]+)) (?:[\d{OPAQUE}]"
         r"|(?:an?|the|its|it|them"
         r"|two|three|four|five|no|all|every|this|these|those|to)\b)",
         unless=r"\b(?:singular|word|pronoun) (?:we|they) $"),
    slip("there are a|there were a", {"are": "is", "were": "was"}.get,
         r"\bthere (?P<wrong>are|were) an? (?!few|lot|number|couple|dozen|handful|great|good|whole)"
         rf"{_ADJECTIVES}{_ONE}(?P<thing>[a-z]+)"
         r"(?=[.;]| (?:to|that|which|in|on|for|with)\b)"),
    # The arrays that the function returns is copied.
    slip("s that |s which ", OF_MANY.get,
         rf"{_LEAD}{_THE_MANY} (?:that|which) "
         rf"(?:(?:the|an?|this|your|our|its) {_ADJECTIVES}"
         rf"(?P<thing>[a-z]+)|it|he|she) (?P<acts>[a-z]+) (?P<wrong>is|was|has) [a-z]"),
    slip("s you |s we |s they ", OF_MANY.get,
         rf"{_LEAD}{_THE_MANY} (?:that |which )?(?:you|we|they) (?P<act>[a-z]+)"
         r" (?P<wrong>is|was|has) [a-z]"),
    # Every array in the program have a size, and this module accept one.
    slip(" are | have | do ", THIRDS.get,
         rf"(?:{CLAUSE}|, (?:and |but |so )?)(?:every|each) (?:[a-z-]+ )??(?P<thing>[a-z]+) {_IN}"
         rf" (?:an?|the|this|that|its|our|your|their|one) {_ADJECTIVES}(?P<named>[a-z]+)"
         r" (?P<wrong>are|have|do)\b"),
    slip("this |each |every ", THIRDS.get,
         rf"{CLAUSE}(?:this|each|every) (?!(?:time|hour|day|week|month|year)\b)(?P<thing>[a-z]+)"
         r" (?P<wrong>(?P<do>[a-z]+))\b(?!-)",
         unless=_ASKED_FOR),
    slip("lesson |chapter |section |tutorial |guide |article |book |page |example |exercise", third,
         rf"{CLAUSE}(?:this|each|every|the (?:next|last|first|previous|whole)) (?:lesson|chapter"
         r"|section|tutorial|guide|article|book|page|example|exercise)"
         r" (?P<wrong>cover|use|show|build|teach|start|end|deal|follow|look|work|return|call|take"
         r"|give|make|run|begin|let|discuss|present|assume|explain|describe|introduce)"
         r"(?= (?:an?|the|its|it|this|these|those|their|no|all|each|every|in full|with|how|what"
         r"|that|you|us|from|on)\b)",
         unless=_ASKED_FOR),
    # Global variables does not, and both functions starts.
    slip("does ", "do",
         rf"{CLAUSE}(?:(?:the |these |those |your |our |its )?"
         r"(?!(?:in|on|of|with|for|to|from|by|at|the|an?)\b)[A-Za-z_.]+ and )?"
         rf"(?:the |these |those |your |our |its |all |both )?(?:(?!{_NO_ADJECTIVE}\b|[a-z]+ing\b)"
         r"[a-z-]+ )?(?!windows\b)(?P<nouns>[a-z]+) (?P<wrong>does)(?: not|n't)\b",
         unless=r"\b[a-z]+ing\b|\b(?:of|one|each|every|in|with|to)\b"),
    slip("does ", "do",
         rf"\band (?:(?!{_NO_ADJECTIVE}\b|[a-z]+ing\b)[a-z-]+ )?(?P<nouns>[a-z]+)"
         r" (?P<wrong>does)(?: not|n't)\b",
         unless=rf"\b(?:(?!and|how|why|that|if|when|because|so|but){_NO_ADJECTIVE}|[a-z]+ing|one"
         r"|each|every)\b"),
    slip("both ", PLAIN.get,
         rf"(?:{CLAUSE}|, (?:and |but |so )?)both (?:(?:of )?(?:the|these|those|its|our|your|their)"
         r" )?(?:[a-z]+(?<!s) )?(?P<things>[a-z]+s) (?P<wrong>(?P<acts>[a-z]+s))"
         rf"{_GOES_ON}"),
    # The two arguments holds one value.
    slip("two |three |four |five |six |seven |eight |nine |ten |several |many ", PLAIN.get,
         rf"(?:{CLAUSE}|, (?:and |but |so )?)(?:(?:the|these|those|its|our|your|all) )?(?:{_NUMBER}"
         rf"|several|many) (?:(?!{_NO_ADJECTIVE}\b)[a-z]+(?<!s) )?{_MANY}(?P<things>[a-z]+s)"
         rf" (?P<wrong>(?P<acts>[a-z]+s))"
         rf"{_GOES_ON}"),
    # There was six arrows.
    slip("there is |there was |there has been ", {"is": "are", "was": "were", "has": "have"}.get,
         r"\bthere (?P<wrong>is|was|has)(?: been)? (?:also |only |just |now |still |always )?"
         r"(?:two|three|four|five|six|seven|eight|nine|ten|several|many|few) "
         rf"(?!(?:or|to|of|as)\b)(?:{_SEVERAL}|[a-z]+ {_SEVERAL}|(?P<things>[a-z]+))\b"),
    # The two differs, and there are no error.
    slip("the two |these two |those two |the three ", "differ",
         r"\b(?:the|these|those) (?:two|three) (?P<wrong>differs)\b"),
    slip("the two |these two |those two |the three ", OF_MANY.get,
         rf"{CLAUSE}(?:the|these|those) (?:two|three) (?P<wrong>is|was|has|does)\b"),
    slip("there are one |there were one ", THIRDS.get,
         r"\bthere (?P<wrong>are|were) one (?!or\b|to\b|more\b|and\b|hundred|thousand|million)"),
    slip("there are no ", "is",
         rf"\bthere (?P<wrong>are) no (?!few|more)(?:[a-z]+ )??(?P<thing>[a-z]+(?<!s)){BEHIND}"
         r"(?! (?:and|or) )"),
    slip("those |these ", PLURALS.get,
         r"(?<!-)\b(?:those|these) (?P<wrong>(?P<noun>[a-z]+(?<!s)))"
         r"(?= (?:is|are|was|were|has|have|does|do|can|will|must|should|twice|once|\d+)\b)"),
    slip("several |many |few |various |both ", PLURALS.get,
         r"(?<!-)\b(?:several|(?<!how )(?<!a great )many|(?<!a )few|various|both)"
         r" (?P<wrong>(?P<thing>[a-z]+(?<!s)))"
         r"(?= (?:is|are|was|were|has|have|does|do|can|will|must|should)\b)"),
    # The value stay the same: asked for, it would be right.
    slip("stay |remain |become |exist |happen |occur |belong |seem |appear |consist |depend "
         "|contain ", _does,
         rf"{BEGIN}The (?:[a-z-]+ )??(?!rest|number|pair|same|two)(?P<thing>[a-z]+)"
         r" (?P<wrong>stay|remain|become|exist|happen|occur|belong|seem|appear|consist|depend"
         r"|contain)"
         r"(?= (?:an?|the|its?|this|no|all|one|two|only|not|in|on|from|of|to|with|as|same|equal"
         r"|zero|empty|true|false|unchanged|constant)\b)",
         unless=_ASKED_FOR),
    slip("give |take |make |show |hold |need |use |return |print |build |compute |create |keep ",
         _does,
         rf"{BEGIN}The (?:[a-z-]+ )??(?!rest|number|pair|same|two)(?P<thing>[a-z]+)"
         r" (?P<wrong>give|take|make|show|hold|need|use|return|print|build|compute|create|keep)"
         r"(?= (?:an?|the|its|this|no|all|each|both)\b)",
         unless=_ASKED_FOR),
    # The outputs still comes; there is only a few of them.
    slip(" still | also | only | then | always | never | often | just | now | already ", PLAIN.get,
         rf"{CLAUSE}(?:the|these|those|all|both|its|your|our) (?P<things>[a-z]+s)"
         r" (?:still|also|only|then|always|never|often|just|now|already)"
         r" (?P<wrong>(?P<acts>[a-z]+s))\b(?!-)"),
    slip("there is |there was ", OF_MANY.get,
         r"\bthere (?P<wrong>is|was) (?:only |just |still |also )?(?:a few|several|many)\b"
         r"(?! (?:hundred|thousand) |-)"),
)  # fmt: skip
