"""English verbs in a form that does not go with the word before them: can using, to measured."""

from __future__ import annotations

from scripts.check.english.patterns import BE, BEGIN, CLAUSE, DET, MODALS, NOT, START, slip
from scripts.check.english.words import (
    DONE,
    FROM_GERUNDS,
    FROM_PAST,
    GERUNDS,
    PARTICIPLES,
    PLAIN,
    adverb,
)

# With one of these before it, can, may and will are no nouns.
_WHO = (
    r"(?:you|we|it|they|this|that|which|who|also|then|nobody|nothing|everybody|everything|somebody"
    r"|something|anybody|anything|(?:no|every|some|any) ?one|(?P<thing>[a-z]+))"
)
_CAN = (
    rf"(?:\b{_WHO} (?:can|will|may|might)|\b(?:must|should|could|would|cannot)|\b{MODALS}{NOT}"
    rf"|\b(?:can|may|will|must|should)(?: also| then| only| never| always))"
)
# Nor are they behind a noun that nobody knows, but for these words.
_SOME = (
    r"\b(?!(?:an?|the|free|his|her|their|its|my|our|your|good|last|own|of|political|strong|tin"
    r"|beer|trash|spray|each|every|no|and|or|in|at|with|last|one|if|what|[a-z]+'s)\b)[a-z]+ (?:can"
    r"|will|may|might)"
)
# With these before it, to has a verb in its plain form behind it.
_OPENS = (
    r"(?:able|in order|wants?|wanted|needs?|needed|possible|impossible|easy|easier|hard|harder"
    r"|difficult|necessary|going|tries|try|trying|how|lets? you|allows? (?:you|us|them|it|users)"
    r"|(?:goal|aim|purpose|idea|plan|task|job|trick) (?:is|was))"
)
_AFTER = r"(?:to|by|into|from|when|before|after|first|again|automatically|until|twice|once)"
# What all it does is, and what the first thing to do is, may be a plain verb.
_WHAT = (
    r"\b(?:do|does|did|done|what|all|how|who|which|whether|where|step|way|thing|option|idea|goal"
    r"|solution|trick|approach|rule|first|next|there|than|alternative|choice|task|job|need|best"
    r"|easiest|simplest|command|option|keyword|action)s?\b"
)
_OBJECT = (
    r"(?:an?|the|its|it|them|your|their|our|all|every|each|any|this|these|some|new|two|both)\b"
)

_SO = (
    r"(?:automatic|dynamic|static|manual|correct|direct|explicit|implicit|independent|separate"
    r"|complete|partial|full|global|local|random|careful|frequent|recent|previous|current|immediate"
    r"|simultaneous|efficient|silent|proper|periodic|internal|external|actual|accidental|typical"
    r"|usual|normal|exact|rapid|strict)"
)

# What one means to do is named with to.
_AIM = (
    r"(?:mistake|error|goal|aim|trick|idea|plan|purpose|solution|fix|remedy|point|task|intention"
    r"|temptation|decision|alternative|way|advice|answer|challenge|custom|habit)"
)


def _with_be(word: str) -> str:
    return f"be {word}"


def _with_to(word: str) -> str:
    return f"to {word}"


VERBS = (
    # How something is done, and how it is.
    slip("", adverb, rf"\b{BE} (?P<wrong>{_SO}) (?!given|left|compared|based|provided|known|set"
         rf"|found|held|kept)(?P<did>[a-z]+)\b(?=[.,;:)]| (?:by|in|on|at|to|from|with|when|if|and"
         rf"|or|before|after|as|for|into|each|every|again|once|using|the|a)\b|$)"),
    slip("", adverb, r"\b(?P<wrong>extreme|relative|significant|exceptional|incredible|reasonable"
                     r"|slight"
         r"|sufficient) (?:(?P<quality>[a-z]+)|(?P<more>[a-z]+))(?= [a-z]|[.,;])"),
    slip("al,|ate,|ic,|ent,|ing,", adverb, rf"{START}(?P<wrong>unfortunate|fortunate|additional"
                                           rf"|final|typical|usual"
         rf"|original|recent|initial|consequent|interesting|surprising|basic), "),
    slip("smoothly|correctly|similarly|strangely|badly|nicely|perfectly|identically", None,
         r"\b(?:looks?|seems?|sounds?|feels?|becomes?) (?P<wrong>smoothly|correctly|similarly"
         r"|strangely"
         r"|badly|nicely|perfectly|identically)(?=[.,;])"),
    slip("response|analysis|proof|belief", None, rf"(?:{START}to|\b{MODALS}|\bin order to)"
         rf" (?P<wrong>response|analysis|proof|belief) (?:to|the|an?|that|in)\b"),
    slip(" of", None, r"\b(?:the|an) (?P<wrong>remove|arrive|delete|allow|apply|achieve|decide"
                      r"|describe"
         r"|explain|improve|include|install|perform|provide|refer|reduce|require) of\b"),
    slip("different between", "difference", r"\b(?:the|a|this|any|no|main|only|big) "
                                            r"(?P<wrong>different)"
         r" between\b"),
    slip("with ", None, r"\bwith (?P<wrong>careful|confident|easy|patient|efficient|important"
                        r"|accurate"
         r"|precise)(?=[.;](?!\w)|$)", in_text=True),
    slip("efficiency |convenience |difference |importance |simplicity ", None,
         # A convenience method is one for convenience.
         r"\b(?:an?|the|more|most|very) (?P<wrong>efficiency|(?<!a )(?<!the )convenience|difference"
         r"|importance|simplicity)"
         r" (?:way|method|approach|solution|option|manner|choice)s?\b"),
    # Two where one is enough.
    slip("can |may |will |must |should |could |would |might ", None,
         rf"(?<!\bthe )(?<!\ba )(?-i:\b(?!May |Will ))(?:can (?!will)|may|will|must|should|could"
         rf"|would|might) ?(?P<wrong>{MODALS}) [a-z]"),
    slip("has must", None, r"\b(?P<wrong>has must)\b"),
    slip("for to ", "to", r"(?:\b(?P<named>[a-z]+)|(?-i:[A-Z][a-z]+)) (?P<wrong>for to) "
         r"(?P<act>[a-z]+)\b",
         unless=r"\bwhat\b"),
    slip(" to ", "", r"\b(?:makes?|made|making|lets?|letting) (?:the|an?|your) (?:compiler|users?"
         r"|readers?|program|server"
         r"|client|machine|computer|interpreter|system|browser)(?P<wrong> to) (?P<act>[a-z]+)\b"),
    slip("worth to ", None, rf"\b{BE} (?:not |also |often )?(?P<wrong>worth to) (?P<act>[a-z]+)\b"),
    slip(" up ", GERUNDS.get, rf"\b(?:ends?|ended) up (?P<wrong>(?P<act>[a-z]+)) (?:{DET}"
         rf"|(?P<things>[a-z]+)) "),
    slip("keep ", GERUNDS.get, rf"{START}Keep (?P<wrong>(?!track|count|in|up|open"
         rf"|clear)(?P<act>[a-z]+)) (?:the|them|it)\b"),
    slip("once |when |if ", PARTICIPLES.get, rf"{START}(?:Once|When|If) "
         rf"(?P<wrong>(?P<todo>[a-z]+)), "),
    slip("exist", None, r"\b(?P<wrong>exists?) since (?:\d{4}|the|version|last)\b"),
    slip("let us we", "let us", r"\b(?P<wrong>let us we)\b"),
    slip("because of ", "", rf"{START}Because(?P<wrong> of) (?:the|an?|its|this|your) (?:(?!that"
                            rf"|which|who"
         rf"|what|how|way|fact|it|we|you|they)[a-z]+ ){{1,3}}(?:is|are|was|were|has|have|does|can)"
         rf" [^.?!,]*,"),
    slip("although |though ", None, rf"{START}(?:Although|Though|Even though) [^.?!;:]{{5,120}},"
         rf" (?P<wrong>but) (?:it|the|this|they|we|you|its|an?|there)\b"),
    slip("this the ", None, r"\b(?:in|of|for|from|with|on|by) (?P<wrong>this the) [a-z]"),
    # Behind can, must and so on.
    slip("can|may|will|must|ould|might", PLAIN.get, rf"{_CAN} (?P<wrong>(?P<acts>[a-z]+))\b(?!-)"),
    slip("can|may|will|must|ould|might", None, rf"{_CAN} (?P<wrong>(?P<doing>[a-z]+))\b(?!-)",
         unless=r"\b(?:how|why|what|nor|so) (?:\w+ ?)?$"),
    slip("can|may|will|must|ould|might", FROM_PAST.get, rf"{_CAN} (?P<wrong>(?!saw"
         rf"|fell)(?P<chose>[a-z]+))\b(?!-)"),
    slip("can |may |will |might ", FROM_PAST.get, rf"{_SOME} (?P<wrong>(?!saw"
         rf"|fell)(?P<chose>[a-z]+))\b(?!-)"),
    slip("can |may |will |might ", PLAIN.get, rf"{_SOME} (?P<wrong>(?P<does>[a-z]+))\b(?!-)"),
    slip("also |then |only |always |now |still |never |automatically ", PLAIN.get,
         rf"\b{MODALS} (?:also|then|only|always|now|still|never|automatically) "
         rf"(?P<wrong>(?P<acts>[a-z]+))\b(?!-)"),
    slip("have to |has to |had to |need to |needs to |want to |wants to |able to |try to |tries "
         "to ",
         FROM_GERUNDS.get, r"\b(?:have|has|had|needs?|wants?|able|try|tries) to "
         r"(?P<wrong>(?P<doing>[a-z]+))\b(?!-)"),
    # Can changed: be may be missing.
    slip("can|may|will|must|ould|might", None, rf"{_CAN} (?P<wrong>(?!left|found|saw|felt|fell"
         rf"|cost|bound)(?P<did>[a-z]+))\b(?!-)"),
    slip("do|did", None, rf"\b(?:do|does|did){NOT} (?P<wrong>(?P<doing>[a-z]+))\b"),
    slip("do|did", FROM_PAST.get, rf"\b(?:do|does|did){NOT} (?P<wrong>(?P<chose>[a-z]+))\b(?!-)"),
    slip("does |did ", PLAIN.get, rf"\b(?:does|did) (?:it|this|he|she|they|we|you|the"
         rf" (?P<thing>[a-z]+)) (?P<wrong>(?P<does>[a-z]+)) {_OBJECT}"),
    slip("does ", PLAIN.get, rf"{START}(?:how|why|when|where) does (?P<wrong>(?P<acts>[a-z]+))"
         rf" {_OBJECT}"),
    # He explains how does it work.
    slip("how do|why do|where do|what do|when do|how did|why did", None,
         r"\b(?:explains?|explained|shows?|understands?|learn|describes?|know|knows|(?:tells?"
         r"|shows?)"
         r" (?:you|us)) (?:how|why|where|what|when) (?P<wrong>do|does|did) (?:the|an?|it|this|these"
         r"|they|we|you|each|its) (?![^.!]*\?)", in_text=True),
    slip(" to ", "", r"\b(?:makes?|made|making|lets?|letting) (?:the|an?|your|this)"
         r" (?P<thing>[a-z]+)(?P<wrong> to) (?:run|work|go|take|look|train|load|start|finish)"
         r" (?:faster"
         r"|slower|better|longer|more|less|quicker)\b"),
    slip("do you |do we |do they ", PLAIN.get, rf"\bdo (?:you|we|they) (?P<wrong>(?P<acts>[a-z]+))"
         rf" {_OBJECT}"),
    slip("also |then |only |always |now |still |never |not ", None,
         rf"\b{MODALS} (?:also|then|only|always|now|still|never|not) (?P<wrong>(?!left|found|cost)"
         rf"(?P<did>[a-z]+))\b(?!-)"),
    # Behind has and have.
    slip("has|have|had", DONE.get, rf"\b(?:has|have|had)(?: not|n't| been| already| also)?"
         rf" (?P<wrong>{'|'.join(sorted(one for one in DONE if one not in {'saw', 'fell'}))})\b"),
    slip("|".join(DONE), DONE.get,
         rf"\b{BE} (?P<wrong>(?!saw|fell|broke\b(?! by))(?P<chose>[a-z]+))\b(?!-)"),
    slip("saw ", "seen", r"\b(?:has|have|had)(?: not|n't| already)? (?P<wrong>saw) (?:every|the"
         r"|an?|it|them|many|this|that|all|no|some)\b"),
    slip(" have ", None, r"\b(?:you|we|they|I) have (?P<wrong>(?P<todo>[a-z]+)) (?:the|an?|its"
         r"|your|it)\b"),
    slip("be", PARTICIPLES.get, r"\b(?:has|have|had) been (?P<wrong>(?P<do>[a-z]+))\b(?!-)"),
    slip("saw ", "seen", r"\b(?:has|have|had) (?:not|never|ever|just) (?P<wrong>saw)\b(?!-)"),
    slip("saw ", "seen", r"\b(?:has|have|had|'ve) (?P<wrong>saw) (?:enough|how|what|more|two)\b"),
    slip(" saw", "seen", r"\b(?:is|are|was|were|be|been) (?P<wrong>saw)(?= by\b|[.,])"),
    slip("past ", "passed", r"\b(?:has|have|had) (?P<wrong>past) (?:the|its|an?|by)\b"),
    # Behind is and are.
    slip(" be|were ", PARTICIPLES.get, rf"\b(?:be|been|being|were) (?:not |also |then |only "
         rf"|always |first )?(?P<wrong>(?P<do>[a-z]+))(?= {_AFTER}\b|[.,;]| (?:in|on|for|with|as"
         rf"|at)\b)",
         unless=_WHAT),
    slip(" be|were ", PARTICIPLES.get, r"\b(?:be|been|were) (?P<wrong>(?!open|close|clean"
         r"|clear)(?P<todo>[a-z]+)) (?:to|by|into|when|before|after|first|again"
         r"|automatically)\b(?! (?:value|reference|name|need|now|any))", unless=_WHAT),
    slip("are ", PARTICIPLES.get, rf"\bare (?P<wrong>(?P<do>[a-z]+)) {_AFTER}\b", unless=_WHAT),
    slip("is ", PARTICIPLES.get, r"\bis (?P<wrong>(?P<do>[a-z]+)) (?:by|when|into|automatically"
         r"|again)\b",
         unless=_WHAT),
    slip(" is| are|was |were | be", None, rf"\b{BE} (?P<wrong>(?P<does>[a-z]+)) (?:{_OBJECT}|how"
         rf"|whether|when|what|which)",
         unless=r"\b(?:what|how|who|where|which|whether|that|there|than|as|if|it|one|all"
              r"|everything|anything|so|why|do|does|did)\b"),
    slip("usually |often |always |never |sometimes |normally |typically ", PARTICIPLES.get,
         r"\b(?:is|are|was|were) (?:usually|often|always|never|sometimes|normally|typically)"
         r" (?P<wrong>(?P<do>[a-z]+)) (?:by|in|on|to|as|from|into|with|at|for)\b", unless=_WHAT),
    slip(" called a", "is called", rf"{START}(?:Such an?|This|That|Each such) (?P<thing>[a-z]+)"
         r" (?P<wrong>called) an? (?:[a-z]+ )?[a-z]+(?=\.(?!\w)|$)", in_text=True),
    slip(" call ", "called", r"\b(?:is|are|was|were) (?P<wrong>call) (?!by\b|sites?\b|stacks?\b"
         r"|graphs?\b|to\b|and\b|or\b|of\b|for\b|in\b|tracing)[a-z]", unless=_WHAT),
    slip("is controls", None, r"\bis (?P<wrong>controls) (?:how|the|whether|when|what|which)\b"),
    # Behind to.
    slip(" to ", FROM_GERUNDS.get, rf"(?<!from )\b{_OPENS} to (?P<wrong>(?P<doing>[a-z]+))\b(?!-)"),
    slip(" to ", PLAIN.get, rf"\b{_OPENS} to (?P<wrong>(?P<does>[a-z]+))\b"),
    slip(" to ", FROM_PAST.get, rf"\b(?:{_OPENS}|used) to (?P<wrong>(?!left"
         rf"|found)(?P<did>[a-z]+))\b(?!-)"),
    slip(" to been", "be", r"\b(?:used|going|able|needs?|wants?|how) to (?P<wrong>been)\b"),
    slip("use", "used", r"\b(?:it|this|they|we|you) (?P<wrong>use) to (?:be|have)\b",
         unless=r"\b(?:what|which|that|the|things?) $"),
    slip("suppose to", "supposed", r"\b(?:is|are|was|were|be|not|'s|'re) (?P<wrong>suppose) to\b"),
    slip(" use ", "used", r"\b(?:is|are|was|were) (?:also |only |often |mainly )?(?P<wrong>use)"
         r" (?:to|for|by|in)\b",
         unless=_WHAT),
    slip("it is |it was ", FROM_GERUNDS.get, r"\bit (?:is|was) (?:also |very |often )?(?:important"
         r"|essential|useful|better|best|safe|safer|tempting|good|wise|enough) to"
         r" (?P<wrong>(?P<doing>[a-z]+))\b(?!-)"),
    slip("to"
         " ", PLAIN.get, rf"{START}To (?P<act>[a-z]+) [^,.;:]{{1,40}}, (?P<wrong>(?P<acts>[a-z]+))"
         r" (?:an?|the|it|its|your|them)\b"),
    # Where to is missing.
    slip("it is|it was|it becomes", None, rf"\bit (?:is|was|becomes) (?:also |very |quite |too "
         rf"|more )?(?:easy|easier|hard|harder|possible|impossible|necessary|important|useful"
         rf"|difficult|tempting|enough) (?P<wrong>(?P<act>[a-z]+)) {_OBJECT}"),
    slip("you |we |they ", None, rf"\b(?:you|we|they) (?:want|wish|need|have|try|decide|plan)"
         rf" (?P<wrong>(?P<do>[a-z]+)) {_OBJECT}"),
    # Behind words with which one is doing something.
    slip("without ", GERUNDS.get, r"\bwithout (?P<wrong>(?P<do>[a-z]+))(?= [a-z`\"'])(?! (?:and"
         r"|or|of)\b)"),
    slip("without ", GERUNDS.get, r"\bwithout (?P<wrong>wait|look|ask|pay|listen|go|come|think|talk"
         r"|be) (?:for|to|at|on|about|into|through|back|able|there|here)\b"),
    slip("without to ", lambda wrong: GERUNDS.get(wrong.removeprefix("to ")),
         r"\bwithout (?P<wrong>to (?P<act>[a-z]+))\b"),
    slip(" from ", GERUNDS.get, r"\b(?:keeps?|kept|prevents?|prevented|stops?|stopped) (?:it|them"
         r"|us|you|(?:the|an?|its|this) [a-z]+) from (?P<wrong>spread|(?P<do>[a-z]+))\b(?!-)"),
    slip("instead of ", GERUNDS.get, r"\binstead of (?P<wrong>(?P<do>[a-z]+))\b(?! (?:and|or)\b"
         r"|[(.-])"),
    slip("instead of ", GERUNDS.get, rf"\binstead of (?P<wrong>(?P<act>[a-z]+)) (?:for the"
         rf"|{_OBJECT})"),
    slip("avoid ", GERUNDS.get, r"\bavoid (?P<wrong>(?P<act>[a-z]+)) (?:the|an?|it|them|your"
         r"|its)\b"),
    slip("before |after |without |by |while ", GERUNDS.get, rf"\b(?:before|after|without|by|while)"
         rf" (?P<wrong>(?P<do>[a-z]+)) {_OBJECT}",
         unless=r"\b(?:seen|known|shown|[a-z]+ed|ones?|that|days?|ever|never|line) (?:before|after"
         r"|by|while|without) $"),
    slip("before |after |without |by ", GERUNDS.get, r"\b(?:before|after|by) (?P<wrong>open|find"
         r"|put|check|run|enter|click|close|save|send|copy|move|call) (?:the|an?|your|it|them)\b",
         unless=r"\b(?:seen|known|shown|[a-z]+ed|ones?|that|days?|ever|never|line) (?:before|after"
              r"|by) $"),
    slip("without ", GERUNDS.get, rf"\bwithout (?P<wrong>(?P<act>[a-z]+)) {_OBJECT}"),
    slip(" is| are| was| were", None, r"\b(?:(?P<wrong>is are|are is|was is|is was|were are"
         r"|is has))\b",
         unless=r"\b(?:what|that|it|there|all|who|how|where|which|they|than|as|whether|one)\b"),
    slip("you |we |they ", None, r"(?:^|[ (])(?:before|after|when|if|while|until|once|because)"
         r" (?P<wrong>(?:you|we|they) (?P<doing>[a-z]+))\b(?!-)"),
    # Something must left alone, the trick is keep one, and it has trace and compiled.
    slip("left|found", _with_be,
         rf"(?:\b(?:must|should|could|would|cannot)|\b{MODALS}{NOT}|\b(?:it|they|which|that|and"
         r"|also|then) (?:can|may|might|will))(?: also| then| only| never| always| not)?"
         r" (?P<wrong>left|found)(?= (?:alone|behind|out|as|in|unchanged|untouched|empty|by|with|on"
         r"|at|here|there|open|to|for)\b|[.,;](?!\w)|$)"),
    slip(" is | was ", _with_to,
         rf"\b(?:the|an?|one|only|best|first|usual|simplest|easiest|common|another|our|my|your|its)"
         rf" {_AIM} (?:here |then )?(?:is|was) (?:simply |just |only |then )?"
         r"(?P<wrong>(?!set|run|cut|split|read)(?P<act>[a-z]+))\b(?!-)(?= [a-z])",
         unless=r"\b(?:do|does|did|done|what|all)\b"),
    slip("has |have |had ", PARTICIPLES.get,
         r"\b(?:has|have|had)(?: not| already| been| also)? (?P<wrong>(?P<todo>[a-z]+)) (?:and|or)"
         r" (?:then )?(?P<did>[a-z]+)\b(?! [a-z]+s\b)"),
    # Two verbs in a row, each of which has a form of its own: the error says tells.
    slip("s ", None,
         rf"(?:{BEGIN}(?:The|This|That|Its?|An?|Each|Every|He|She|Your|Our)|{CLAUSE}(?:the|this|it"
         r"|each|every)) (?:(?:[a-z]+ )??(?P<thing>[a-z]+) )?"
         r"(?P<wrong>(?P<does>[a-z]+s) (?P<does2>[a-z]+s)) ",
         unless=r"\b(?:what|whoever|whatever|who|that|which|than|as|how|where)\b"),
    # Two forms of one verb, of which one was to go.
    slip("ing", None, r"\b(?P<wrong>(?P<do>(?P<stem>[a-z]{3,})e?) (?P<doing>(?P=stem)ing))\b"),
    slip("use using", None, r"\b(?P<wrong>use using)\b"),
    slip("makes ", "makes it", rf"(?:\b(?:which|also)|{BEGIN}(?:This|(?:The|A|An|Each) [a-z]+))"
         rf" (?P<wrong>makes) (?:easy|easier|hard|harder|difficult|possible|impossible) (?:to"
         rf"|for)\b"),
    # Nobody has edit it, and all are agree.
    slip("has |have |had ", PARTICIPLES.get,
         r"\b(?:has|have|had)(?: not| already| also| never| ever| just)?"
         r" (?P<wrong>(?P<todo>[a-z]+))"
         r" (?:it|them|us|anything|everything|nothing)\b"),
    slip(" are agree| am agree| is agree| were agree", "agree",
         r"\b(?P<wrong>(?:am|is|are|was|were) agree)\b"),
    # You have solve it, that is easily forgot, and do not need to it.
    slip("have ", None,
         r"\b(?:you|we|they|I|to) (?P<wrong>have (?!let\b|set\b|put\b|cut\b|hit\b|read\b|run\b)"
         r"(?P<do>[a-z]+)) (?:the|an?|it|them|this|that|these|those|your|our|its|for|with|in)\b"),
    slip("have see |has see |had see |have give |has give |have know |has know |have begin "
         "|has begin |have eat |have forget |has forget |have choose |has choose ",
         PARTICIPLES.get,
         r"\b(?:has|have|had)(?: not| already| also| never| ever| just)?"
         r" (?P<wrong>see|give|know|begin|eat|forget|choose)\b(?! and | or )"),
    slip("ly ", DONE.get,
         rf"\b{BE} [a-z]+ly (?P<wrong>(?P<chose>[a-z]+))\b"),
    slip("to it|to them", None,
         r"(?<!a )\b(?:needs?|needed|wants?|wanted|tr(?:y|ies|ied)|able) (?P<wrong>to (?:it|them))"
         r"(?=[.,;:)](?!\w)|$| (?:again|here|now|too|then)\b)"),
)  # fmt: skip
