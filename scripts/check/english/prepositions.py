"""English words that go with one preposition, and are written with another or with none."""

from __future__ import annotations

from scripts.check.english.patterns import BE, DET, MODALS, NOT, START, slip

_NUMBER = r"(?:two|three|four|five|six|seven|eight|nine|ten|several|many|multiple|\d+)"
_RATHER = r"(?:not |very |quite |highly |strongly |closely |directly |also |still |only )?"
# At the same time, in the end and at least go with every verb.
_NO_TIME = (
    r"(?!(?:the|a) (?:same|end|time|moment|meantime|first|last|future|past|long|most|very)\b)"
)

_MONTH = r"(?-i:January|February|April|June|July|August|September|October|November|December)"
_DAY = r"(?-i:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?)"
# What nobody counts.
_MASS = r"(?:code|data|memory|money|noise|power|space|text|time|traffic|water|work)"

# A verb, or what stands for one.
_DOING = (
    r"(?!(?:an?|the|its|their|all|some|any|many|no|each|both|other|those|these|this|certain|more|up"
    r"|you|us|them|it|me|people|users?|those|everyone|everybody|anyone|date|[a-z]+ing)\b)[a-z]{2,}"
)

PREPOSITIONS = (
    slip("depend", "on", r"\bdepend(?:s|ed)? (?P<wrong>of)(?=[.,;])"),
    slip(" with by ", None, r"\b(?P<wrong>with by) (?!far\b)"),
    slip("close of ", "to", r"\b(?:is|are|was|were|very|so|too|come|comes"
         r"|came) close (?P<wrong>of) (?:the|an?|its)"
         r" (?!day|year|business|trading|month|week)"),
    # The warmer the tea is than the room, the faster it cools.
    slip("is than ", "then", r"\bis (?P<wrong>than) (?:an?|the)\b",
         unless=r"\b(?:more|less|other|rather|else|worse|[a-z]+er)\b"),
    # With another one.
    slip("consist", "of", r"\bconsist(?:s|ed|ing)? (?P<wrong>from|with|by|out of)\b"),
    slip("consist", None, rf"(?P<wrong>\bconsists?) (?:an?|the|{_NUMBER}) [a-z]"),
    slip("depend", "on", rf"\bdepend(?:s|ed|ing)? (?P<wrong>from) {DET}\b"),
    slip("depend", "on", rf"\b{BE} {_RATHER}dependent (?P<wrong>of|from) "),
    slip("depend", "depend on", r"(?P<wrong>\bdepend) (?:the|an?|its|whether)\b"),
    slip("depend", "depends on", r"(?P<wrong>\bdepends) (?:the|an?|its|whether)\b"),
    slip("independent on", "of", r"\bindependent (?P<wrong>on) "),
    slip("capable to", None, rf"\bcapable (?P<wrong>to {_DOING})\b"),
    slip("capable ", "of", r"\bcapable (?P<wrong>for|in) [a-z]+ing\b"),
    slip("able of", None, rf"\b{BE}{'(?: not)?'} (?P<wrong>able of) [a-z]+ing\b"),
    slip("responsible ", "for", rf"\bresponsible (?P<wrong>of) (?:{DET} |[a-z]+ing\b)"),
    slip("rel", "on", rf"\brel(?:y|ies|ied|ying) (?P<wrong>in|at|of|from) {_NO_TIME}{DET}\b"),
    slip("rel", "rely on", r"(?P<wrong>\brely) (?:the|an|its|this|that|your|our)\b(?! most)"),
    slip("relies ", "relies on", r"(?P<wrong>\brelies) (?:the|an|its|this|that|your|our)\b(?!"
         r" most)"),
    slip("refer", "to", rf"\brefers? (?P<wrong>at|on|about|of) {_NO_TIME}{DET} (?!top|bottom|start"
         rf"|line|level|other)"),
    slip("belong", "to", rf"\bbelong(?:s|ed)? (?P<wrong>of|from) {DET}\b"),
    slip("belong", "to", rf"\bbelong(?:s|ed|ing)? (?P<wrong>at) (?:one|exactly one|{_NUMBER})"
         rf" (?!end|side|place|point|level|time|moment)"),
    slip("belong", None, r"(?P<wrong>\bbelongs?) (?:the|an?|one|this|that) [a-z]"),
    # Something is made backward compatible to a version.
    slip("compatible to", "with", rf"\b{BE} {_RATHER}compatible (?P<wrong>to) (?:{DET}|both|older"
         rf"|newer|other|most|previous|earlier)\b"),
    slip("divided with", "by", r"\bdivided (?P<wrong>with) (?:the|its|their|a) (?:total"
         r" )?(?:number|sum|total|size|length|norm|square|mean|standard|count|root|product|value"
         r"|width|height|volume|mass|batch|area)\b"),
    slip("similar with", "to", rf"\b{BE} {_RATHER}similar (?P<wrong>with) (?:each other|one"
         rf" another|(?:the|that|those|this|it|what|its|our|your) (?!exception|difference|respect"
         rf"|regard|caveat|addition|added|following|only|same|additional))"),
    slip("similar as ", "to", r"(?<!as )(?<!so )(?<!equally )\bsimilar (?P<wrong>as) (?:in|with"
         r"|for|that of|those of)\b"),
    slip("identical as ", "to", r"(?<!as )\bidentical (?P<wrong>as) (?:in|with|for|that|those)\b"),
    slip("same than ", "as", r"\bsame (?P<wrong>than) "),
    slip("same ", "as", r"\bthe same (?:[a-z]+ )?(?P<wrong>than) "),
    slip("rior than ", "to", r"\b(?:superior|inferior) (?P<wrong>than) "),
    slip("equal with ", "to", rf"\b{BE} {_RATHER}equal (?P<wrong>with) (?:(?:the|that|zero|one"
         rf"|its|their|each other) (?!exception|same|respect)|\d)"),
    slip(" on ", "to", r"\bappl(?:y|ies) (?P<wrong>on) (?:both|all|each|every) (?:[a-z]+"
         r" )?(?:elements?|values?|arguments?|arrays?|functions?|objects?|users?|rows?|columns?"
         r"|items?|subnets?|fields?|cells?|members?)\b"),
    slip("result", "in", r"\b(?:resulted|resulting) (?P<wrong>to) (?:an?|the)\b"),
    slip("results to ", "in", r"\b(?:it|which|also|often|usually|always|typically|this) results"
         r" (?P<wrong>to) (?:an?|the)\b"),
    slip("results to ", "in", rf"{START}(?:An?|This|Each|Every) [a-z]+(?: (?:in|of|to|at|on|with)"
         rf" (?:{DET} )?[a-z]+)? results (?P<wrong>to) (?:an?|the)\b"),
    slip("result to ", "in", r"\b(?:will|would|can|may|might|could|not) result (?P<wrong>to)"
         r" (?:an?|the)\b"),
    slip("interested ", "in", r"\binterested (?P<wrong>on|about|for|at) (?!purposes)[a-z]"),
    slip("aware about", "of", r"\baware (?P<wrong>about)\b"),
    slip("associated to ", "with", rf"\b{BE} {_RATHER}associated (?P<wrong>to) (?:{DET}|one"
         rf"|multiple|[a-z]+s)\b"),
    slip("interested to ", None, r"\b(?P<wrong>interested to) (?!know|see|hear|learn|find|read|note"
         r"|discover)"
         r"(?P<act>[a-z]+)\b"),
    slip("couple ", "couple of", r"\ba (?P<wrong>couple) (?P<things>[a-z]+)\b"),
    slip("filled of", "with", r"\bfilled (?P<wrong>of)\b"),
    slip("composed by", "of", rf"\bcomposed (?P<wrong>by) (?:{_NUMBER}|an?|the following) [a-z]"),
    slip("related with", "to", rf"\b{BE} {_RATHER}related (?P<wrong>with) (?:the|each other|an?"
         rf"|this|that|these|those) "),
    slip("in accordance to", "with", r"\bin accordance (?P<wrong>to)\b"),
    slip("according ", "according to", rf"(?:{START}|, )(?P<wrong>according) (?:the|its|an?|your)"
         rf" "),
    slip("according ", "to", rf"(?:{START}|, )according (?P<wrong>with|of|by) "),
    slip("except of ", "for", r"\bexcept (?P<wrong>of) (?:the|an?|its|this|that|one)\b"),
    slip("despite of", "despite", r"(?P<wrong>\bdespite of)\b"),
    slip("in spite ", "in spite of", r"(?P<wrong>\bin spite) (?:the|an?|its|this|that|all)\b"),
    slip("regardless ", "regardless of", r"(?P<wrong>\bregardless) (?:the|its|their|your|which)\b"),
    slip("regardless to", "of", r"\bregardless (?P<wrong>to)\b"),
    slip("irrespective ", "irrespective of", r"(?P<wrong>\birrespective) (?:the|its|their|your)\b"),
    slip("because off", "of", r"\b(?:because|instead) (?P<wrong>off) "),
    slip("instead off", "of", r"\binstead (?P<wrong>off) "),
    slip("listen", "to", r"\blisten(?:s|ed|ing)? (?P<wrong>at|the) (?:the )?"),
    slip("look", None, r"\b(?:looks?|looking|looked) forward (?P<wrong>to (?:hear|see|meet|work"
         r"|receive|get|have|read|use|learn))\b"),
    slip(" other hand", "on the other hand", r"(?P<wrong>\b(?:on|in) other hand)\b(?!s|-)(?=,)"),
    slip(" the other hand", "on", r"(?P<wrong>\b(?:in|at|by|from)) the other hand,"),
    slip("in the contrary", "on", r"(?P<wrong>\b(?:in|at|by)) the contrary,"),
    slip(" basis", "on a", r"(?P<wrong>\bon) (?:regular|daily|weekly|monthly|yearly|hourly"
         r"|permanent|temporary|case-by-case|per-[a-z]+|voluntary) basis\b"),
    slip(" since ", "for", rf"\b(?:is|are|has|have|been|exists?|existed|works?|worked|runs?|used)"
         rf" (?P<wrong>since) (?:{_NUMBER}|a few|some) (?:years|days|hours|months|weeks|minutes"
         rf"|decades)\b(?! (?:ago|earlier|before|prior|after|in)\b)"),
    slip(" since ", "for", rf"\b(?:has|have|had|been) (?:not )?(?:been )?(?:[a-z]+ "
                           rf")?(?P<wrong>since)"
         rf" (?:{_NUMBER}|a few|some) (?:years|days|hours|months|weeks|minutes|decades)\b(?! (?:ago"
         rf"|earlier|before|prior|after|in)\b)"),
    slip("at ", "in", rf"(?P<wrong>\bat) {_MONTH}(?= [a-z]|[.,;]| \d{{4}})"),
    slip("in ", "on", rf"(?P<wrong>\bin) {_DAY}\b(?!'s| (?:morning|afternoon|evening|night))"),
    slip("prevent", "from", rf"\bprevent(?:s|ed|ing)? (?:(?:{DET} )?[a-z]+|it|them|you|us)"
         rf" (?P<wrong>of|to|for|against) (?P<doing>[a-z]+)\b"),
    slip("sensitive for", "to", r"\bsensitive (?P<wrong>for) (?!example|instance)[a-z]"),
    slip("subscribe", "to", rf"\bsubscrib(?:e|es|ed|ing) (?P<wrong>at|on|in|for) {DET}"
         rf" (?:topic|channel|event|list|feed|stream|newsletter|queue)s?\b"),
    slip("attention on", "to", r"\b(?:pay|pays|paid|paying) (?:[a-z]+ )?attention (?P<wrong>on|at"
                               r"|for)"
         r" [a-z]"),
    slip("same like", "as", r"\bthe same (?P<wrong>like) "),
    slip(" as ", "than", rf"\b{BE} (?P<more>[a-z]+) (?P<wrong>as) (?:{DET} "
                         rf")?[a-z]+s(?=[.;,])",
         unless=r"\b(?:if|when|the|as|that|which|once) [^,]*$"),
    slip(" like ", "as", r"\bas (?P<quality>[a-z]+) (?P<wrong>like) (?:an?|the|it|that|those)\b"),
    slip("prefer", "to", rf"\bprefers? (?:{DET} )?(?:[a-z]+ )?[a-z]+(?<!er)(?<!less)(?<!more)"
         rf" (?P<wrong>than) {DET} [a-z]+"),
    # Where none is.
    slip(" access to", None, rf"\b{MODALS}{NOT}? (?P<wrong>access to) (?:{DET} |[a-z]+s\b)"),
    slip(" about", "", r"\bdiscuss(?:es|ed|ing)?(?P<wrong> about)\b(?! (?:\d|half|twice)|ing)",
         unless=r"\b(?:what|all|everything|things?|much|more|that|which)\b"),
    slip(" about", "", r"\bdescrib(?:e|es|ed|ing)(?P<wrong> about) (?:the|how|an?|this|that"
         r"|its)\b"),
    slip("comprise", "", r"\bcompris(?:e|es|ing)(?P<wrong> of)\b"),
    slip("contains of", None, r"(?P<wrong>\bcontains? of) "),
    slip("emphasi", "", r"\bemphasi[sz](?:e|es|ing)(?P<wrong> on)\b"),
    slip("accessing to", "", r"\baccessing(?P<wrong> to) (?:the|an?|its|this|that|your)\b"),
    # Before what is done.
    slip(" to ", None, rf"\b(?:which|that|also|this|and|thus|thereby) (?P<wrong>(?:allows|enables"
         rf"|permits) to) {_DOING}\b"),
    slip(" to ", None, rf"{START}(?:It|(?:The|This|A|An|Each) [a-z]+) (?P<wrong>(?:allows|enables"
         rf"|permits) to) {_DOING}\b"),
    slip(" to ", None, rf"(?:{START}(?:We|I|It|This|The (?P<thing>[a-z]+)) |\b(?:which|also)"
         rf" )(?P<wrong>(?:recommends?|suggests?) to) (?P<act>[a-z]+)\b"),
    slip("avoid to ", None, rf"(?:{START}|\b(?:should|must|please|and|we|you|can|will)"
         rf" )(?P<wrong>avoid to) {_DOING}\b"),
    slip("consider to ", None, rf"(?:{START}|\b(?:should|must|please|can|may|also|might)"
         rf" )(?P<wrong>consider to) {_DOING}\b"),
    slip(" to ", None, rf"\b(?:he|she|it|we|you|they|I|should|must|please|which|can)"
         rf" (?P<wrong>(?:avoid|avoids|avoided|enjoy|enjoys|enjoyed) to) {_DOING}\b"),
    slip("insist", None, r"\b(?P<wrong>insist(?:s|ed)? to) (?P<act>[a-z]+)\b"),
    slip("prevent", None, r"\bprevent(?:s|ed)? (?:you|them|us|it|(?:the |a )?(?:users?|people"
         r"|others|readers?|compiler|program)) (?P<wrong>to (?P<act>[a-z]+))\b"),
    # One prefers names to positions, or over them.
    slip("prefer", "to",
         r"\bprefer(?:s|red)? (?!(?:rather|more|less)\b)(?:(?!(?:rather|more|less|other|instead"
         r"|better|worse|because|if|when|so|[a-z]+er)\b)[a-z'-]+ ){1,5}(?P<wrong>than)\b"),
    # Words that are missing.
    slip("from a", "to a",
         r"\bfrom an? (?:[a-z]+ )?(?P<thing>[a-z]+) (?P<wrong>a) (?:[a-z]+ )?(?P<thing2>[a-z]+)"
         r"(?=[.,;](?!\w)|$)"),
    slip(" up ", "up to", rf"\b(?:accepts?|takes?|holds?|supports?|stores?|handles?|with|for|in)"
         rf" (?P<wrong>up) (?:{_NUMBER}) [a-z]"),
    slip("lot ", "lot of", rf"\ba (?P<wrong>lot) (?:{_MASS}|(?P<things>[a-z]+))(?=[.,;:]| (?:in|on"
                           rf"|to|for|when"
         rf"|if|is|are|and|that|which|with|from)\b)"),
    slip(" due ", "due to", rf"\b{BE} (?:not |mainly |mostly |partly )?(?P<wrong>due) (?:an?|the"
                            rf"|its)"
         rf" (?!end|day|date|week|first|last|next|following)[a-z]"),
    slip("third ", None, r"\b(?:two|2) (?P<wrong>third) of\b"),
    slip("able ", "able to", r"(?P<wrong>\bable) (?P<act>[a-z]+)\b(?! (?:to|of|is)\b)"),
    slip("in order ", "in order to", r"(?P<wrong>\bin order) (?P<do>[a-z]+) (?!to\b)"),
    slip("in order ", "in order to", r"(?P<wrong>\bin order) (?P<act>[a-z]+) (?!to|of|for|and|or"
         r"|in|with)[a-z]"),
    slip("as soon ", "as soon as", r"(?P<wrong>\bas soon) (?:the|it|you|we|they|there|your|an?"
         r"|this|that|no|all)\b"),
    slip("soon as", "as soon as", r"(?<=[a-z] )(?<!as )(?<!so )(?P<wrong>soon as) (?:the|it|you|we"
         r"|they|an?)\b"),
    slip("as long ", "as long as", r"(?P<wrong>\bas long) (?:it|you|we|they) [a-z]"),
    slip("there ", None, rf"{START}(?P<wrong>there) no [a-z]+"),
    slip("there ", "there are", rf"{START}(?P<wrong>there) (?:several|many|two|three|four|five"
         rf"|multiple|various|different|some) [a-z]+"),
    slip("what ", "what is", r"(?P<wrong>\bwhat) (?:happening|going on)\b"),
    slip("result", "as a", rf"(?:{START}|, )(?P<wrong>as) result,"),
    slip("as result of", "as a", r"(?P<wrong>\bas) result of\b"),
    slip("with help of", "with the", r"(?P<wrong>\bwith) help of\b"),
    slip(" number ", "number of", r"\bsame (?P<wrong>number) (?P<things>[a-z]+) (?:as|in|for"
         r"|per)\b"),
    slip(
        "the ",
        None,
        r"\bthe (?:more|less|fewer|larger|smaller|higher|lower|longer|deeper|faster|bigger)"
        r" [^,.;:]{3,60}, (?P<wrong>(?P<more>[a-z]+|more|less)) (?:the|it|your|its)\b",
    ),
)  # fmt: skip
