"""What an English sentence says of one thing and of several, in the other form."""

from __future__ import annotations

from scripts.check.english.patterns import BEGIN, BEHIND, DET, START, slip
from scripts.check.english.words import OF_MANY, PLAIN, PLURALS, SINGULARS, THIRDS

_MANY = r"(?:two|three|four|five|six|seven|eight|nine|ten|several|many|multiple|various|few)"
_FIGURE = r"(?:two|three|four|five|six|seven|eight|nine|ten)"
_NUMBERS = "two |three |four |five |six |seven |eight |nine |ten |several |many |few |multiple "
_COUNT = r"(?:two|three|four|five|six|seven|eight|nine|ten|several|many|a few|multiple)"
# Behind these a number counts what follows: the size two list is not two of them.
_COUNTED = (
    r"(?:bought|got|saw|made|found|gives?|wants?|[a-z]+ed|has|have|had|the|of|in|these|those|with"
    r"|takes?|returns?|into|for|uses?|needs?|contains?|all|only|first|last|next|are|keeps?"
    r"|least|most|than|between|from|on|its|their|our|after)"
)
_ARE = r"(?:are|were|have|do)"
# So much of something is one thing: two hours is enough.
_MEASURES = (
    r"(?:hours|minutes|seconds|days|weeks|months|years|dollars|miles|meters|steps|bytes|bits|times|pages"
    r"|points|lines)\b"
)
# Of these there may be several in one: a list of files are is wrong, a number of files are is not.
_HEAD = (
    r"(?:accuracy|address|aim|behaviou?r|choice|color|colour|content|cost|count|creation"
    r"|definition|depth|derivative|description|dimension|direction|documentation|effect|form"
    r"|format|frequency|function|gradient|goal|height|idea|implementation|index|length|level|list"
    r"|location|logic|mean|meaning|name|output|owner|path|performance|place|position|presence"
    r"|product|purpose|quality|rate|reason|removal|result|role|shape|size|speed|state|status"
    r"|structure|style|sum|syntax|task|time|type|update|usage|use|value|version|weight|width)"
)
# These verbs are no nouns, so behind several things they are what these do.
_DO = (
    r"(?:become|belong|consist|contain|define|depend|describe|determine|differ|exist|follow"
    r"|include|keep|make|need|refer|remain|require|seem|stay|vary)"
)
_DOES = (
    r"(?:accepts|adds|allows|becomes|belongs|comes|consists|contains|creates|defines|depends"
    r"|describes|determines|differs|exists|expects|follows|gets|gives|goes|happens|has|ignores"
    r"|includes|indicates|is|keeps|knows|makes|means|needs|provides|refers|remains|requires"
    r"|returns|reveals|seems|sends|shows|stays|suggests|takes|tells|uses|was|writes)"
)
_OBJECT = (
    r"(?:an?|the|its|it|this|these|those|their|that|no|all|each|every|any|one|two|three|up|on|to|in|from|by|with|how"
    r"|what|when|whether|as|at|not|only|also|both|them)\b"
)
# A rules file is one.
_MADE_OF = r"(?:file|list|set|page|table|engine|section|array|module|package|class|dialog|tab|menu)"
# Behind these a clause may begin: check that these match, and how these work.
_CLAUSE_BEGINS = (
    r"(?:that|how|if|when|where|why|whether|because|since|as|while|although|which|and|but|or|so"
    r"|unless|until|before|after|once)"
)
_OF = r"(?: (?:in|of|on|from|for|with|between|inside))"
_FEW = (
    r"(?!(?:few|lot|number|majority|minority|pair|handful|dozen|couple|hundred|thousand|million"
    r"|variety|range|group|set|total|half|part|percent|list|collection|team|series|kind|class"
    r"|family|population|batch|bundle|cluster|mix|rest|bulk|plenty|one)s?\b)"
)
# The one of the system and step one of the loop are others.
_ONE_OF = (
    rf"(?:{START}|\b(?:if|when|is|as|in|by|to|from|with|for|on|use|uses|least|most|only|exactly"
    rf"|choose|pick|and|or|that|of|into|at|has|have|are|was|(?P<act>[a-z]+)) )one of (?:the|these"
    rf"|those|our|your|its|their)"
)
# What is said of several things of a kind.
_MORE = (
    r"(?:Random|Other|New|Old|Large|Small|Different|Similar|Long|Short|Such|Many|Several|Some|Most"
    r"|Few|More|Good|Bad|Equal|Real|Simple|Nested|Static|Local|Global|Private|Public|Hidden|Custom"
    r"|Common|Certain|Modern|Missing|Unused)"
)
_ADJ = r"(?:(?!(?:of|in|to|and|or|that|which|with|for|by|as|on|at|from|is|are)\b)[a-z-]+ )?"

# A plural, and no word that ends so for one thing.
_ENDS_IN_S = (
    r"(?!(?:series|species|lens|canvas|bias|alias|atlas|gas|means|news|pandas|kubernetes|always"
    r"|sometimes|perhaps|has|was|does|goes|comes|needs)\b)[a-z]{3,}(?<![suia'])s"
)

AGREEMENT = (
    # One of several.
    slip(
        "of ",
        THIRDS.get,
        rf"(?:^\s*|(?<=[.?!,;] )|\b(?:if|when|that|because|since|while|unless|until|exactly|least)"
        rf" )(?:at least |exactly |only )?(?:one|each|every one) of (?:the|these|those|its|our"
        rf"|your|their) (?:{_COUNT} )?{_ADJ}(?P<things>[a-z]+) (?P<wrong>{_ARE})\b",
    ),
    slip(
        "of ",
        THIRDS.get,
        rf"{BEGIN}(?:One|Each|Every one|Neither|Either) of (?:the|these|those|its|our|your|their)"
        rf" (?:{_COUNT} )?{_ADJ}(?P<things>[a-z]+) (?P<wrong>(?P<todo>[a-z]+)) {_OBJECT}",
    ),
    slip(
        "of ",
        THIRDS.get,
        rf"{BEGIN}(?:The|An?|This|That|Its) {_HEAD} of (?:the|these|those|all|both|our|your|its"
        rf"|their) (?:{_COUNT} )?{_ADJ}(?P<things>[a-z]+) (?P<wrong>{_ARE}|{_DO})\b",
    ),
    slip(
        "s are|s were|s have|s do",
        THIRDS.get,
        rf"{BEGIN}(?:The|This|That|Its) (?:{_HEAD}|{_FEW}(?P<thing>[a-z]+)) of (?:the|these|those"
        rf"|all|both|our|your|its|their) (?:{_COUNT} )?{_ADJ}[a-z]+s (?P<wrong>{_ARE})\b",
    ),
    slip(
        "of ",
        THIRDS.get,
        rf"{BEGIN}(?:The|An?|This|That|Its) {_HEAD} of {_ADJ}(?P<things>[a-z]+)"
        rf" (?P<wrong>{_ARE})\b",
    ),
    slip(
        "",
        THIRDS.get,
        rf"{BEGIN}(?:Every|Each|A|An) {_FEW}(?P<thing>[a-z]+){_OF} (?:the|these|those|all|both"
        rf"|our|your|its|their) (?:{_COUNT} )?{_ADJ}(?P<things>[a-z]+) (?P<wrong>{_ARE}|{_DO})\b",
    ),
    slip(
        "every |each ",
        THIRDS.get,
        rf"{BEGIN}(?:Every|Each) [a-z]+{_OF} (?:the|these|those|all|both|our|your|its|their)"
        rf" (?:{_COUNT} )?{_ADJ}[a-z]+s (?P<wrong>{_ARE}|need|contain|require|consist)\b",
    ),
    slip(
        ", ",
        THIRDS.get,
        rf"{BEGIN}(?:The|An?|This|Each|Every) {_ADJ}(?P<thing>[a-z]+), (?:along|together) with"
        rf" [^,.;:]{{3,50}}, (?P<wrong>{_ARE}|{_DO}|live|work|run)\b",
    ),
    # Several of one.
    slip(
        "s of ",
        None,
        rf"{BEGIN}(?:The|These|All|Both|Our|Its|Their) {_ADJ}(?P<things>[a-z]+) of (?:the|an?"
        rf"|this|both|each|our|your|its) {_ADJ}(?P<word>[a-z]+) (?P<wrong>{_DOES}) {_OBJECT}",
    ),
    slip(
        "s of ",
        PLAIN.get,
        rf"{BEGIN}(?:The|These|All|Both|Our|Its|Their) {_ADJ}(?P<things>[a-z]+) of (?:the|an?"
        rf"|this|both|each|our|your|its) {_ADJ}(?P<word>[a-z]+)(?<!s) (?P<wrong>comes|goes"
        r"|becomes|remains|stays|gets|seems|appears|differs|depends|exists|happens|varies)\b",
    ),
    slip(
        "there is |there was ",
        OF_MANY.get,
        r"\bthere (?P<wrong>is|was) (?:just |about |twice |half |almost |exactly )?"
        r"(?:as|so|too|that) (?:many|few)\b",
    ),
    slip(
        "s of ",
        None,
        rf"{BEGIN}(?:The|These|All|Both) (?P<nouns>[a-z]+) of (?:the|an?|this|both|each|our|your"
        rf"|its) (?P<thing>[a-z]+) (?P<wrong>has|is|was) [a-z]",
    ),
    slip(_NUMBERS, OF_MANY.get,
         rf"{BEGIN}{_COUNT} (?:[a-z]+(?<!s) )?(?!{_MEASURES})[a-z]{{3,}}(?<!s)s (?P<wrong>is|was"
         rf"|has)\b"),
    slip("that never |that always |that also |that still |which never |which always |which "
         "also ", THIRDS.get,
         rf"{BEGIN}(?:An?|Each|Every) (?:[a-z]+ )?(?P<thing>[a-z]+) (?:that|which) (?:never|always"
         rf"|also|still)"
         rf" (?P<wrong>(?P<todo>[a-z]+))\b"),
    slip("this ", "these", r"\b(?P<wrong>this) (?P<things>[a-z]+) (?:are|were|have)\b"),
    slip(_NUMBERS, PLAIN.get, rf"{BEGIN}{_COUNT} (?:[a-z]+(?<!s) )?[a-z]{{3,}}(?<!s)s"
         rf" (?P<wrong>(?P<does>[a-z]+))\b"),
    slip(
        "these |those |both |several |many ",
        PLAIN.get,
        rf"{BEGIN}(?:These|Those|Both|Several|Many) [a-z]{{3,}}(?<!s)s"
        rf" (?P<wrong>(?P<does>[a-z]+)) {_OBJECT}",
    ),
    slip(
        "s ",
        PLAIN.get,
        rf"{BEGIN}(?:These|Those|Both|Many|Several|All|Some|Most) {_ADJ}(?P<things>[a-z]+)"
        rf" (?P<wrong>(?P<acts>[a-z]+)) {_OBJECT}",
    ),
    slip(
        "s ",
        PLAIN.get,
        rf"{BEGIN}(?:The )?(?P<things>[a-z]+) (?P<wrong>(?!is|was|has)(?P<does>[a-z]+)) (?:an?"
        rf"|the|its|their|that|no|all|each|up|on)\b",
    ),
    slip("they ", "are", r"\b(?:because|since|while|when|if|that|as|and|until|but|so) they"
         r" (?P<wrong>is)\b"),
    slip("they ", "were", r"\b(?:because|since|while|when|if|until|but|so) they (?P<wrong>was)\b"),
    slip("they ", "have", r"\b(?:because|since|while|when|if|until|but|so) they (?P<wrong>has)\b"),
    slip("we ", "have", r"\b(?:because|since|while|when|if|until|but|so) we (?P<wrong>has)\b"),
    slip(
        " it ",
        THIRDS.get,
        rf"\b(?:because|since|although|while|but|which means|unless) it (?P<wrong>do|have|are"
        rf"|(?!need (?:not|only))(?P<todo>[a-z]+)) {_OBJECT}",
    ),
    slip(
        " it ",
        THIRDS.get,
        r"\b(?:how|what|where|why) it (?P<wrong>do|have|work|look|mean|return|happen|contain"
        r"|depend|behave|need)\b(?=[.,;:]| (?:when|if|in|with|and|for|on|by|to|like)\b)",
    ),
    slip(
        " that ",
        THIRDS.get,
        rf"(?:{BEGIN}(?:An?|Each|Every)|\b(?:is|was|be) an?) {_FEW}(?P<thing>[a-z]+) (?:that"
        rf"|which) (?P<wrong>are|were|have|do) ",
    ),
    slip(
        " that | which ",
        THIRDS.get,
        rf"{BEGIN}(?:An?|Each|Every) {_FEW}(?P<thing>[a-z]+) (?:that|which)"
        rf" (?P<wrong>(?P<todo>[a-z]+)) (?:an?|the|its|no|all|without|from|with|only)\b",
    ),
    slip(
        "",
        THIRDS.get,
        rf"{BEGIN}(?:An?|Each|Every|This|The) {_FEW}(?P<thing>[a-z]+) (?P<wrong>(?P<do>[a-z]+))"
        rf" (?:an?|the|its|no|all|every|both|this|these|those|it|them|two|three|in|on|for|with|by"
        rf"|when|if|from|at|as|how|what|only)\b",
    ),
    slip(
        "below |above |here ",
        THIRDS.get,
        rf"{BEGIN}(?:An?|This|That|The) {_ADJ}{_FEW}(?P<thing>[a-z]+) (?:below|above|here)"
        rf" (?P<wrong>(?P<todo>[a-z]+)) {_OBJECT}",
    ),
    slip("both ", PLURALS.get,
         rf"{START}Both (?P<wrong>(?P<thing>[a-z]+)) (?P<act>[a-z]+) (?:an?|the|one|two|no|its"
         rf"|their|in|on|at|with|when|if)\b"),
    slip("s and ", OF_MANY.get,
         rf"{BEGIN}(?:The |These |Both )?(?P<things>[a-z]+) and (?:the )?(?P<things2>[a-z]+)"
         rf" (?P<wrong>is|was|has|does) (?!an?\b|the\b|one\b)[a-z]"),
    slip("s does |s has |s was |s is ", OF_MANY.get,
         rf"{BEGIN}(?:The|These|Those|All|Both|Such|Our|Your|Its) (?!{_MEASURES})(?P<things>[a-z]+)"
         r" (?P<wrong>does|has|was|is) [a-z]"),
    slip("keeps |stops |starts |begins ", PLAIN.get,
         rf"{BEGIN}(?:The|These|Those|All|Both|Our|Your|Its) (?P<things>[a-z]+)"
         r" (?P<wrong>keeps|stops|starts|begins) [a-z]+ing\b"),
    slip("s is |s was |s has |s does ", OF_MANY.get,
         rf"{BEGIN}(?:The|These|Those|All|Both|Such|Our|Your|Its|Their) {_ADJ}(?!{_MEASURES})"
         r"(?P<nouns>[a-z]+) (?P<wrong>is|was|has|does) [a-z]"),
    slip("s ", PLAIN.get,
         rf"{BEGIN}{_MORE} (?P<things>[a-z]+) (?P<wrong>(?P<does>[a-z]+)) {_OBJECT}"),
    slip("s is |s was |s has |s does ", OF_MANY.get,
         rf"{BEGIN}{_MORE} (?!{_MEASURES})(?P<nouns>[a-z]+) (?P<wrong>is|was|has|does) [a-z]"),
    slip("s that ", OF_MANY.get, r"\b(?:the|these|those|all|some|two|three|both) (?P<nouns>[a-z]+)"
         r" that (?P<wrong>is|was|has|does) [a-z]",
         unless=r"\b(?:of|one|each|every|no|any|in|about|with|from|to|for|on|by|it is|it was)\b"),
    slip("ly |still |also |always |often |never |now |already ", PLAIN.get,
         rf"{BEGIN}(?:The|These|Those|All|Both|Our|Your|Its|Their) {_ADJ}(?P<things>[a-z]+)"
         r" (?:really|actually|still|also|always|often|usually|never|rarely|only|now|already)"
         r" (?P<wrong>(?P<does>[a-z]+))\b(?! [a-z]+s\b)"),
    slip(" it be", None, r"\b(?:because|but|since|while|cases|general|practice|fact|often|why)"
         r" it (?P<wrong>be)\b"),
    slip("of ", THIRDS.get, r"\b(?:if|when|because|since|that|until|as|while|unless"
         r"|once) the number of"
         rf" {_ADJ}(?P<things>[a-z]+) (?P<wrong>are|were|have)\b"),
    slip(" that ", THIRDS.get, r"\b(?:that|which) (?-i:[A-Z][A-Za-z]+)(?<!s) (?P<wrong>do|are|have)"
         r" (?:not|never|always)\b"),
    slip("each ", None, r"\b(?:for|of|in|with|to|at|on|from|by|fill|take|read|give|gives|store"
         r"|print"
         r"|count|copy|move) (?P<wrong>each (?!series|species|lens|canvas|bias|alias|atlas|gas"
         r"|means)"
         r"[a-z]{3,}(?<![sui])s)(?= (?:with|in|of|to|from|at|on|by|and)\b|[.,;:|]| \||$)"),
    slip(" are | were | have ", THIRDS.get,
         rf"{BEGIN}(?:The|This|That|Its) {_FEW}(?!people|data|children|criteria|media"
         rf"|police)[a-z]+(?<!s)"
         r" of (?:an?|the|this|that|each|its) (?!people|data|children|criteria|media)[a-z]+(?<!s)"
         r" (?P<wrong>are|were|have)\b"),
    slip(" and ", OF_MANY.get,
         rf"{BEGIN}(?:The )?[a-z]+ and (?:the )?[a-z]+ (?P<wrong>is|was) (?:the same|different"
         rf"|equal"
         r"|alike)\b"),
    slip("other |first |last |remaining ", OF_MANY.get,
         r"\b(?:other|first|last|remaining) (?:two|three|four|five|six|seven|eight|nine|ten)"
         r" (?P<wrong>does|is|was|has)\b"),
    slip(" that ", PLAIN.get, r"\b(?:the|these|those|all|some|two|three"
         r"|both) (?P<things>[a-z]+) that"
         r" (?P<wrong>(?P<acts>[a-z]+)) (?:it|them|an?|the|this|its)\b",
         unless=r"\b(?:of|one|each|every|no|any)\b"),
    slip("each ", THIRDS.get, r"\b(?:that|so|if|when|because|and|but|where) each"
         r" (?!(?:can|could|will|would|may|might|must|should|does|did|not)\b)[a-z]+(?<!s)"
         r" (?P<wrong>come|go|have|do|are|(?P<do>[a-z]+))\b(?!-)",
         unless=r"\b(?:requir|recommend|suggest|insist|demand|important|essential|necessary|ask|propos"
         r"|prefer)"),
    slip("what ", THIRDS.get, r"\bwhat [a-z]+ing (?P<wrong>do|are|have)\b"),
    slip("it were", "was", rf"{BEGIN}It (?P<wrong>were)\b"),
    slip("you was|we was|they was", "were",
         r"\b(?:that|if|when|because|while|what|as|before|after|until|where|which|and|but|so|since)"
         r" (?:you|we|they) (?P<wrong>was)\b"),
    slip("each ", None, r"\b(?:so|and|but|because|that|where|since|if|when|then) (?P<wrong>each"
         r" (?P<things>[a-z]+)) (?:(?P<acts>[a-z]+)|needs|has|is|was|does) ",
         unless=r"\b(?:are|were|have|had|be|they|both) $"),
    slip(
        "",
        THIRDS.get,
        rf"{BEGIN}(?:This|That|It) (?P<wrong>(?P<do>[a-z]+)) (?:an?|the|its|it|them|all|every|how"
        rf"|sure)\b",
    ),
    slip(
        "still |also |always |often |usually |never |rarely ",
        THIRDS.get,
        rf"(?:{BEGIN}(?:The|This|That|An?|Each|Every)|\b(?:but|because|since|so|and|while) (?:the"
        rf"|this|an?|each|every)) {_ADJ}{_FEW}(?P<thing>[a-z]+) (?:still|also|always|often|usually"
        rf"|never|rarely) (?P<wrong>(?P<todo>[a-z]+)) {_OBJECT}",
    ),
    slip("every", THIRDS.get, rf"{BEGIN}(?:Every|Some|Any|No)(?:one|body|thing)"
         rf" (?P<wrong>{_ARE})\b"),
    slip("one |body |thing ", THIRDS.get, rf"{BEGIN}(?:Every|Some|Any|No)(?:one|body|thing)"
         r"(?: so far| else| here| there| below| above)?"
         rf" (?P<wrong>(?P<todo>[a-z]+)) {_OBJECT}"),
    slip("it |he |she ", THIRDS.get, rf"{BEGIN}(?:It|He|She) (?P<wrong>have|do|are) (?:not|an?"
         rf"|the|no|its|been|to|two|three|all|in|on)\b"),
    slip("don't", "doesn't", rf"{BEGIN}(?:It|He|She|(?:The|An?|This|That|Each|Every)"
         rf" (?P<thing>[a-z]+)) (?P<wrong>don't)\b"),
    slip("one who ", "has", rf"{BEGIN}(?:Every|Any|Some)one who [^,.;]{{3,40}} (?P<thing>[a-z]+)"
         rf" (?P<wrong>have) to\b"),
    slip("there ", "were", rf"{BEGIN}There (?P<wrong>was) {_MANY} (?!or|to|of|as)[a-z]"),
    slip("there has", "have", rf"{BEGIN}There (?P<wrong>has) been {_MANY} (?!or|to|of|as)[a-z]"),
    slip("to be ", None, rf"{START}There (?P<wrong>seem|appear|tend) to be (?:an?|no) "),
    slip("here is ", "are", rf"{START}Here (?P<wrong>is) (?:the|some|two|three|several|a few) "
         rf"(?:[a-z]+ )?"
         rf"(?P<things>[a-z]+)(?=[.,:]| (?:that|which|you|we|to|for|of)\b)"),
    slip(" who ", PLAIN.get, r"\b(?:users|developers|people|readers|those|others"
         r"|(?P<things>[a-z]+)) who"
         r" (?P<wrong>(?P<does>[a-z]+))\b"),
    slip("both ", None, rf"{START}Both (?:{DET} )?(?P<thing>[a-z]+) and (?:{DET} )?(?:[a-z]+ "
         rf")?(?P<thing2>[a-z]+)"
         rf" (?P<wrong>is|was|has|(?P<does>[a-z]+)) (?:an?|the|in|on|at|to|when|if|with|not)\b"),
    slip("ing ", THIRDS.get, rf"{START}(?!(?:During|Regarding|Concerning|Including"
         rf"|Following)\b)[A-Z][a-z]+ing (?:the"
         rf"|an?|its|your|all|this) (?:[a-z]+ (?:of|in|for) (?:the |all )?)?(?P<things>[a-z]+)"
         rf" (?P<wrong>are|were|have|do|require|need|make|take|mean|cause) (?:an?|the|not|more|no"
         rf"|that|it)\b"),
    # What is asked.
    slip("has ", "have", rf"{START}(?P<wrong>has) (?:the|these|those|all|both|your|our)"
         rf" (?P<things>[a-z]+) (?:been|had|changed|become)\b"),
    slip(
        "do ",
        "does",
        rf"{BEGIN}(?P<wrong>do) (?:the|this|that|an?) (?P<thing>[a-z]+)"
        rf" (?P<act>[a-z]+)\b[^.!:;]*\?",
    ),
    slip("does ", "do", rf"{BEGIN}(?:(?:how|what|why|when|where) )?(?P<wrong>does) (?:these|those"
         rf"|they|we|you)\b"),
    slip("is ", "are", rf"{BEGIN}(?:(?:how|what|why|when|where) )?(?P<wrong>is) (?:these|those"
         rf"|they|we) "),
    slip("do it ", "does",
         r"\b(?:(?:what|how)|(?:why|when|where)(?= do it (?!this|that|the|in|by|with|so|at|for|on"
         r"|again|twice|like|now|here|when|if|all|an?\b))) (?P<wrong>do) it (?!yourself)[a-z]+"),
    slip(" is ", "are", rf"{BEGIN}(?:The|These|Those|All|Both) (?P<things>[a-z]+)"
         r" (?:below|above|here) (?P<wrong>is)\b"),
    slip(" that is ", "are", rf"{BEGIN}All (?P<things>[a-z]+) that (?P<wrong>is)\b"),
    slip("either do|nor do|either did|nor did", PLAIN.get,
         r"\b(?:neither|nor) (?:do|does|did) (?P<wrong>(?P<acts>[a-z]+))\b"),
    # How many.
    slip("one of ", PLURALS.get,
         rf"{_ONE_OF} (?P<wrong>(?P<thing>[a-z]+)){BEHIND}"),
    slip("one of ", PLURALS.get, rf"{_ONE_OF} (?P<wrong>(?P<noun>[a-z]+)) (?P<acts>[a-z]+) (?:an?"
         rf"|the|its|no)\b"),
    slip("every ", None, rf"\b(?P<wrong>every (?P<things>[a-z]+))(?:{BEHIND}| (?P<acts>[a-z]+) )"),
    slip("each ", None, rf"\b(?P<wrong>each (?P<nouns>[a-z]+))(?:{BEHIND}| (?P<acts>[a-z]+) )",
         unless=r"\b(?:are|aren't|were|have|had|be|they|both|that|which|not) $"),
    slip("each ", None, rf"{BEGIN}(?P<wrong>Each (?P<nouns>[a-z]+)) [a-z]"),
    slip("each |every ", None, r"\b(?:for|at|of|on|in|from|to|with|by|between|into|over|across)"
         r" (?P<wrong>(?:each|every) (?:features|files|steps|layers|items|(?P<nouns>[a-z]+)))"
         r"(?= (?:[a-z]+ly|we|you|they|it|the|an?|there|so|then|when|if|while|but|because|to|can"
         r"|as|for|into|is|was|are|were)\b)"),
    slip("each |every ", None, rf"\b(?P<wrong>(?:each|every) {_ENDS_IN_S}) (?P<does>[a-z]+)"
         rf" (?:in|on|from|with|its|to|at|{_OBJECT[3:]}"),
    slip("this ", None, rf"{BEGIN}(?P<wrong>This (?P<nouns>[a-z]+)) (?!{_MADE_OF}\b)[a-z]"),
    slip("this ", None, rf"{BEGIN}(?P<wrong>This (?P<things>[a-z]+)) (?P<act>[a-z]+) {_OBJECT}"),
    slip(_NUMBERS, "these", rf"\b(?P<wrong>this) {_FIGURE} [a-z]+s\b"),
    slip(_NUMBERS, PLURALS.get, rf"\bthese {_FIGURE} (?P<wrong>(?P<thing>[a-z]+))"
         r" (?:look|are|were|have|do)\b"),
    slip("another ", None, rf"\b(?P<wrong>another (?P<things>[a-z]+)){BEHIND}"),
    slip("this ", None, rf"\b(?P<wrong>this (?P<nouns>[a-z]+)){BEHIND}"),
    # Whoever does something does it to this value, or to these: the loop collects this messages.
    slip("this ", None, rf"(?:{BEGIN}(?P<do>[a-z]+)|\b(?:to (?!do )(?P<act>[a-z]+)|(?:(?:the|an?"
         rf"|each|every) (?P<thing>[a-z]+)|it|and)(?: (?:below|above|here|then|also|only))?"
         rf" (?P<acts>[a-z]+)|(?:we|you|they) (?!do )(?P<act2>[a-z]+)))"
         rf" (?P<wrong>this (?P<things>[a-z]+))"
         rf"(?= (?:in|into|of|with|from|by|at|to|on|for|and)\b|[.,;:!?)]|$)"),
    slip("ese ", PLURALS.get, r"\bthese (?P<wrong>(?P<thing>[a-z]+)) (?:are|were|have|do)\b"),
    slip("ese ", None, rf"\bthese (?P<wrong>(?!kind|sort|type)(?P<thing>[a-z]+)){BEHIND}",
         unless=rf"(?:^|[.?!:;,] |\b{_CLAUSE_BEGINS} )(?:[Tt]hese )?$"),
    slip("ese ", PLURALS.get, r"\bthese (?P<wrong>(?P<noun>[a-z]+)) (?P<act>[a-z]+) (?:an?|the|no"
         r"|its|their)\b"),
    slip("ose ", None, rf"\bthose (?P<wrong>(?!kind|sort|type)(?P<noun>[a-z]+)){BEHIND}"),
    slip("how many ", PLURALS.get, r"\bhow many (?P<wrong>(?P<thing>[a-z]+)) (?:are|is|were|there"
         r"|do|does|you|we|it|can|to|in|on|of|have|has)\b"),
    slip(_NUMBERS, PLURALS.get, rf"\b{_COUNTED} {_COUNT}"
         rf" (?P<wrong>(?P<thing>[a-z]+))(?=[.;:!?](?!\w)| (?:are|were|have)\b"
         rf"|, (?:so|but|which|because)\b)",
         in_text=True),
    slip(_NUMBERS, PLURALS.get, rf"\b(?:{_COUNTED}|keep|use|take|swap|add|make|create|read)"
         rf" (?:these )?{_COUNT} (?P<wrong>(?P<noun>[a-z]+)) (?:in|on|from|that|which|before|after"
         rf"|into|at)\b",
         in_text=True),
    slip("2|3|4|5|6|7|8|9", PLURALS.get,
         r"\b(?:has|have|with|of|contains?|takes?|needs?|for|after|least|than"
         r"|about|every) [2-9]\d* (?P<wrong>second|minute|hour|day|week|month|year|file|line|row"
         r"|column|layer|element|step|user|page|time|character|byte|word|example|value|parameter"
         r"|item)(?=[.;](?!\w)| (?:are|were|have|of|in|before|after|from)\b)", in_text=True),
    slip("less |much ", None, r"(?<![\w-])(?P<wrong>(?:less|(?<!how )much) (?P<nouns>[a-z]+))\b(?!"
         r" than)"),
    slip("much ", "many", r"\b(?:not|too|so|very) (?P<wrong>much) (?P<things>[a-z]+)\b"),
    slip("much ", "many", r"(?<!how )\b(?:compare|compares|store|stores|hold|holds|print|prints"
         r"|read|reads|keep|keeps|pass|need|needs|has|have|with|for|contains?) (?P<wrong>much)"
         r" (?!works|uses|times)(?P<things>[a-z]+)\b"),
    slip("eria", "criterion", rf"\b(?:an?|one|each|every|this|another|single)"
         rf" {_ADJ}(?P<wrong>criteria){BEHIND}"),
    slip("phenomena", "phenomenon",
         rf"\b(?:an?|one|each|every|this|another|single) {_ADJ}(?P<wrong>phenomena){BEHIND}"),
    slip(" axes| vertices| indices| matrices| children| hypotheses| people", SINGULARS.get,
         rf"\ban? (?P<wrong>axes|vertices|indices|matrices|children|hypotheses|people){BEHIND}"),
    # A Python loops costs, and a new arrays of numbers.
    slip("a |an ", None, r"(?<![/-])\ban? (?-i:[A-Z][A-Za-z]+) (?P<wrong>(?P<things>[a-z]+))"
         r"(?= (?:is|are|has|have|can|will|must|costs?|(?P<acts>[a-z]+))\b)"),
    slip("a |an ", SINGULARS.get, r"(?<![/-])\ban? (?:(?!few|great|good)(?P<quality>[a-z]+)|single"
         r"|simple|compiled|nested|traced|random|particular|given|specific|separate|normal|usual"
         r"|whole|static|global|local|second|third|certain) (?P<wrong>(?P<nouns>[a-z]+))(?=[.,;]"
         r"(?!\w)| (?:is|has|can|will|that|which|of)\b)"),
    # What nobody counts.
    slip("a |an ", None, r"\b(?P<wrong>an? (?:information|software|advice|equipment|hardware"
         r"|evidence|furniture|knowledge))(?=[.,;:!?)]| (?:is|was|that|which|to|for|about|from|can"
         r"|will|must|has|by)\b)"),
    slip("many ", "much", r"\b(?P<wrong>many) (?:information|software|hardware|advice|knowledge"
         r"|memory|equipment|traffic|progress|noise|dust|water|money|music)(?=[.,;:!?)]| (?:is|was"
         r"|that|which|to|for|about|from"
         r"|as|in)\b)"),
    slip("fewer ", "less", r"\b(?P<wrong>fewer) (?:information|software|hardware|memory|code"
         r"|traffic|work|effort)(?=[.,;:!?)]| (?:is|was|that|which|to|for|about|than|as|in)\b)"),
    slip("amount of ", "number", r"\b(?:the|same|an?|any|large|small|certain|total) "
         r"(?P<wrong>amount) of"
         r" (?!bytes|bits|resources|materials|goods|times|hours|minutes|seconds|days"
         r"|cycles)(?P<things>[a-z]+)\b"),
    slip("children ", "child", r"\b(?P<wrong>children) (?:rows|nodes|elements|components|processes"
         r"|tasks"
         r"|items|classes|objects|widgets|views|windows|pages|threads)\b"),
    slip("all ", None, rf"{BEGIN}All (?P<things>[a-z]+) of (?:(?!that|which|who|is|if|when)[^.,;:? "
         rf"]+ ){{1,8}}"
         rf"(?P<wrong>is|was|has) (?!one\b)"),
    slip("a few ", "a little", r"(?P<wrong>\ba few) (?:information|software|memory|equipment"
                               r"|traffic"
         r"|noise|dust|water|money|code|text)(?=[.,;:!?)]| (?:is|was|that|which|to|for|about|from"
         r"|in)"
         r"\b)"),
    slip("hundreds |thousands |millions ", None, rf"\b(?:{_COUNT}|\d+) (?P<wrong>hundreds|thousands"
         rf"|millions) (?!of\b)(?P<things>[a-z]+)\b"),
    slip("both ", PLURALS.get, r"\bboth (?P<wrong>(?!part|out|copy|member|subset|use|work|one)"
         r"(?:end|half|(?P<thing>[a-z]+))) of (?:the|these|those|an?|our|your|its|their)\b"),
    slip("s worth", None, r"\ba (?P<wrong>days|weeks|months|years|hours|minutes) worth\b"),
)  # fmt: skip
