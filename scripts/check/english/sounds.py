"""English words that are taken for others of nearly the same sound, by what stands around them."""

from __future__ import annotations

from scripts.check.english.patterns import BE, MODALS, START, slip

_HAS = r"(?:is|are|was|were|has|have|does|do|can|will|must|should)"
_BARE = rf"(?= (?:{_HAS}|and|to|in|of|on|from|with|as|for|by|when|at|before|after)\b|[.,;:)]|$)"
_CONJ = r"(?:if|when|because|while|since|unless|until|although|though)"
_GO = (
    r"(?:go|goes|going|run|runs|pass|passes|loop|loops|iterate|iterates|walk|step|steps|scroll"
    r"|look)"
)


def _rejoined(words: str) -> str:
    """Give two words with the letter that has slipped to the next one where it belongs.

    >>> [_rejoined(one) for one in ("tot he", "t he", "th e")]
    ['to the', 'the', 'the']
    """
    joined = words.replace(" ", "")
    return f"{joined[:-3]} the".strip()


SOUNDS = (
    slip("who's ", "whose", r"\b(?P<wrong>who's) (?:sizes?|shapes?|names?|types?|dtypes?|lengths?"
         r"|(?P<things>[a-z]+))\b"),
    slip("and there ", "their", r"\band (?P<wrong>there) (?P<things>[a-z]+)(?=[.,;])"),
    slip("came form|come form", "from",
         r"\b(?:came|come) (?P<wrong>form)(?= (?:the|an?|its|one|each|another)\b|,)"),
    slip("loose ", "lose", rf"\b(?:(?:do|does|did)(?: not|n't)|{MODALS}(?: not)?|to"
         rf"|not) (?P<wrong>loose)"
         r" (?:an?|the|its|it|their|your|any|some|data|time|track|information|precision"
         r"|accuracy)\b"),
    slip("is loss|are loss|be loss|was loss", "lost",
         rf"\b{BE} (?P<wrong>loss)(?=[.;]| (?:when|if|by|once|forever)\b)"),
    slip("looses", "loses", r"\b(?P<wrong>looses)\b"),
    # There, their and they're.
    slip("there ", "their", r"\b(?:change|changes|use|reset|lose|update|manage|share|enter|define"
         r"|save|choose|store|keep|left|forgot|bring|take|has|have|with|of|for|about)"
         r" (?P<wrong>there) (?P<things>[a-z]+)(?= (?:in|at|on|before|with|to|and|from|by|as"
         r"|when)\b|[.,;)])",
         unless=r"\b(?:is|are|was|were|not|no) [^,]*$"),
    slip("there ", "their", r"\b(?:change|use|reset|lose|update|manage|share|enter|save|choose)"
         r" (?P<wrong>there) (?:password|code|name|email|address|account|profile|data|draft"
         r"|file)\b(?! (?:is|are|was|that|which))"),
    slip("their ", "they're", r"\b(?:because|if|when|since|while|although|that) (?P<wrong>their)"
         r" (?:not (?:the|an?|in|on|yet)\b|going to\b|(?:new|old|small|large|empty|full|equal|done"
         r"|ready|needed|used|the same)[.,;])"),
    slip("they're ", "their", r"\b(?:of|with|from|into|within|by|for) (?P<wrong>they're) [a-z]"),
    slip("they're ", "there", rf"(?P<wrong>\bthey're) {BE}\b"),
    # Your and you're.
    slip("you're ", "your", rf"(?P<wrong>\byou're) (?P<noun>[a-z]+) {_HAS}\b"),
    slip("you're ", "your", rf"\b(?:check|see|use|change|set|open|save|run|read|install|update"
         rf"|edit|put|keep|add|move|in|on) (?:that )?(?P<wrong>you're) (?P<thing>[a-z]+){_BARE}"),
    slip("your ", "you're", rf"\b{_CONJ} (?P<wrong>your) (?:not|done|finished|ready|sure|unsure"
         rf"|interested|stuck|familiar|curious|lucky|able|still)(?= (?:to|with|in|and|the|that"
         rf"|about|sure|yet|going|using)\b|[.,;])"),
    slip("your welcome", "you're", r"(?P<wrong>\byour) welcome(?: to\b|[.!,])"),
    slip("your ", "you're", rf"{START}(?P<wrong>your) (?:right|wrong) (?:about|that|if)\b"),
    # Its and it's.
    slip("it's ", "its", r"(?<=[a-z] )(?P<wrong>it's) (?!(?:part|home|test|hard|type|time|step"
         r"|case|light|use|matter|key|word|error|memory|state|function|machine|design"
         r"|percent)\b)(?P<noun>[a-z]+)(?=[.,;:)]| (?:is|are|was|were|and|to|from|when|before"
         r"|after)\b)",
         unless=r"\b(?:if|when|because|that|whether|so|think|say|means|but|and|since|while|as|or"
              r"|like|where|unless|what|why|how|though) $"),
    slip("it's ", "its", r"\b(?:reach|reaches|reached|hit|hits|exceed|exceeds|send|sends|show"
         r"|shows|set|sets|give|gives|receive|receives|return|returns|find|finds|check|checks|open"
         r"|opens|close|closes|save|saves|define|defines|increase|increases|reset|resets|clear"
         r"|clears|call|calls|multiply|multiplies|all|both) (?P<wrong>it's)"
         r" (?P<thing>[a-z]+)(?=[.,;:)]| (?!in |on |of |the |by |for )[a-z])"),
    slip("its ", "it's", rf"\b{_CONJ} (?P<wrong>its) (?:raining|snowing|running|waiting|working"
         rf"|missing|using|doing|getting|failing|trying)(?=[.,;]| (?:an?|the|to|for|in|on)\b)"),
    slip("its ", "it's", r"(?P<wrong>\bits) (?:worth [a-z]+ing|(?:possible|likely|unlikely"
         r"|important|clear|true|obvious|probable|not) that)\b"),
    slip("its ", "it's", rf"{START}(?P<wrong>its) (?:best|better|easier|time|recommended|possible"
         rf"|common|likely|supposed|meant) to\b"),
    # Who's and whose.
    slip("who's ", "whose", rf"(?P<wrong>\bwho's) (?P<named>[a-z]+) {_HAS}\b"),
    slip("who's ", "whose",
         r"\b[a-z]{3,},? (?P<wrong>who's) (?P<thing>[a-z]+) (?:you|we|they|I|it)\b"),
    slip("who's ", "whose", r"\b(?:player|user|person|people|author|customer|student|owner|child"
         r"|account|process|file|node|function|object|class)s?,? (?P<wrong>who's)"
         r" (?P<things>[a-z]+)\b"),
    slip("whose ", "who's", r"(?P<wrong>\bwhose) (?:going to|been)\b"),
    # Verbs.
    slip(" proceed", "precede", r"\b(?:must|should|can|may|will|not|to) (?P<wrong>proceed) (?:the"
         r"|an?|its|each|every|any)\b"),
    slip(" proceeds", "precedes", r"\b(?:which|that|it|always) (?P<wrong>proceeds) (?:the|an?|its"
         r"|each|every|any)\b"),
    slip(" proceeded by", "preceded", r"\b(?P<wrong>proceeded) by\b"),
    slip(" lead ", "led", r"\b(?:has|have|had|is|are|was|were|be|been) (?P<wrong>lead) (?:to|by)"
         r" (?:the|an?|us|them|me|you|some|many|more|this|that|its|[a-z]+ing)\b"),
    slip(" lead to", None, rf"{START}(?:An?|This|That|Each|Every) (?:[a-z]+ )?(?:(?P<noun>[a-z]+)"
         rf"|bug|change|mistake|typo) (?P<wrong>lead) to\b"),
    slip(" lead to", "led", r"(?P<wrong>\blead) to (?:[a-z]+ ){1,6}(?:last (?:year|week|month"
         r"|night)|yesterday)\b"),
    slip(" where ", "were", rf"{START}(?:All|The|These|Those|Both|Some|Most) (?:[a-z]+"
         rf" )?(?P<things>[a-z]+) (?P<wrong>where) (?!used|needed|applicable|required|noted"
         rf"|indicated|specified|defined|called)[a-z]+ed (?:to|by|before|with|from|into|after)\b"),
    slip(" where ", "were", r"\b(?:we|they) (?P<wrong>where) (?:not|able|going|using|trying|asked"
         r"|given|told|looking|working)\b", unless=r"\b(?:tells?|shows?|asks?)\b"),
    slip(" were ", "where", r"\b(?:know|knows|see|decide|specify|remember|understand|tell|learn"
         r"|control|explains?|decides) (?P<wrong>were) (?:it|you|we|they|the|this|to)\b"),
    slip(" were ", "where", r"\b(?:shows|shown|of|to|from) (?P<wrong>were) (?:it|you|we|they|the"
         r"|this) (?:[a-z]+ )?(?:is|was|are|were|has|have|can|will|should|want|need)\b"),
    slip(" were ", "where", r"\b(?:directory|folder|place|location|line|point|file|page)"
         r" (?P<wrong>were) (?:you|we|it|they)\b"),
    slip("affect", "effect", r"\b(?:no|an?|any|the|side|little|same|this|of|desired|opposite)"
         r" (?P<wrong>affect)(?=[.,;:)]| (?:on|of|is|was|that|in|when|if|for|has)\b)"),
    slip(" affect", "effect", r"\b(?:take|takes|taken|took|into|in) (?P<wrong>affect)(?=[.,;:)]|"
         r" (?:on|when|after|in|immediately|until|only|at|for|if|until)\b)"),
    slip("quiet", "quite", rf"\b{BE} (?P<wrong>quiet) (?:similar|different|useful|common|often|easy"
         rf"|likely|complex|complicated|expensive|powerful|well|simple|a (?:bit|lot|few|while))\b"),
    slip("adopt", "adapt", r"(?P<wrong>\badopt) (?:it|them|(?:the|this|your) [a-z]+) to (?:fit"
         r"|suit|match|(?:your|the|its|their) (?:own )?(?:needs?|size|requirements?|shape|case"
         r"|situation))\b"),
    slip("discreet", "discrete", r"\b(?:distribution|variable|space|time|set|signal|value"
         r"|domain)s? (?:is|are) (?P<wrong>discreet)\b"),
    slip("cash", "cache", r"\b(?:a|the|browser|memory|disk) (?P<wrong>cash) (?:of (?:the|all"
         r"|recent)|miss(?:es)?|hits?|memory|lines?|keys?|files?|folder|directory|size)\b"),
    slip("peek", "peak", r"\b(?:(?P<wrong>peek) (?:performance|usage|throughput|demand|hours"
         r"|traffic|bandwidth|memory usage)\b)"),
    slip("peek of", "peak", r"\b(?:the|its) (?P<wrong>peek) of (?:the|each|an?|its)\b"),
    slip("brake", "break", r"(?P<wrong>\bbrake) (?:existing|compatibility|backwards?|clients|your"
         r" code|the (?:build|code|api|tests?|loop|page|site|contract|rule|program))\b"),
    slip("threw the", "through", rf"\b(?:{_GO}|read|reads|sent|passed|going|looking|looping"
         rf"|browse) (?P<wrong>threw) (?:the|all|each|every|an?)\b"),
    slip(" passed ", "past", r"\b(?:flew|went|ran|goes?|walked|drove|moves?|moved)"
         r" (?P<wrong>passed) (?:the|an?|its)\b"),
    slip(" excepts ", "accepts", r"\b(?:he|she|it|which|that) (?P<wrong>excepts) (?:the|an?|any"
         r"|all|only)\b"),
    slip("through a", "throw", rf"\b(?:{MODALS}|to|does not|do not) (?P<wrong>through) an?"
         rf" (?:[a-z]+ )?(?:error|exception|warning)\b"),
    slip("thought|though ", "through", rf"\b{_GO} (?P<wrong>thou?ght?) (?:the|all|each|every"
         rf"|an?)\b"),
    slip("even thought", "though", r"\beven (?P<wrong>thought) (?:the|it|you|we|they|this|these"
         r"|that)\b"),
    slip("even through", "though", r"\beven (?P<wrong>through) (?:it|you|we|they|there) (?:is|are"
         r"|was|were|has|have|can|do|does|will|may)\b"),
    slip("trail", "trial", r"(?P<wrong>\btrail) and error\b"),
    slip("clinical trail", "trial", r"\bclinical (?P<wrong>trail)\b"),
    slip("with in ", "within", r"\b(?:found|stays?|falls?|lies?|remains?|located) (?P<wrong>with"
         r" in) (?:the|an?|its)\b"),
    slip(" ot ", "to", r"(?<=[a-z] )(?P<wrong>ot) (?:be|the|(?P<act>[a-z]+)) "),
    slip("advice ", "advise", r"\b(?:we|I|they|strongly|would) (?P<wrong>advice) (?:you|to|against"
         r"|that|the)\b"),
    slip("device ", "devise", r"\b(?:to|must|we|can) (?P<wrong>device) (?:an?|new|the) (?:new"
         r" )?(?:way|method|plan|strategy|test|scheme|algorithm)\b"),
    slip("complimentary", "complementary", r"(?P<wrong>\bcomplimentary) (?:error function"
         r"|colou?rs?|events?|angles?|distribution|slackness|sets?|graph|approach(?:es)?|tools?"
         r"|features?)\b"),
    slip("maybe ", "may be", r"\b(?:it|this|which|there|they|you|(?P<things>[a-z]+))"
         r" (?P<wrong>maybe) (?:used|needed|required|called|found|changed|removed|omitted|passed"
         r"|given|set)\b"),
    slip("apart of", "a part", rf"\b(?:{BE}|become|as) (?P<wrong>apart) of\b"),
    slip("everyday", "every day", r"(?<!the )(?<!of )(?P<wrong>\beveryday)(?= at\b| before\b|"
         r" after\b|[.;,])", unless=r"\b(?:the|of|and|an?|more|very|but) $"),
    slip("intensive purposes", "intents and", r"\bfor all (?P<wrong>intensive) purposes\b"),
    slip("one in the same", "one and", r"(?P<wrong>\bone in) the same\b(?=[.,;])"),
    slip("per say", "per se", r"(?P<wrong>\bper say)\b"),
    slip("case and point", "case in", r"(?P<wrong>\bcase and) point\b"),
    slip("click hear", "here", r"\b(?:click|see|look) (?P<wrong>hear)\b"),
    slip("right know", "now", r"\bright (?P<wrong>know)\b(?= [a-z]|[.,])(?! (?:how|what|that"
         r"|the))"),
    slip("buy default", "by", r"(?P<wrong>\bbuy) default\b"),
    slip("turn|switch", "off", r"\b(?:turn|switch)(?:s|ed|ing)? (?:it|them|this) (?P<wrong>of)\b"),
    slip("turned of|switched of", "off", r"\b(?:turned|switched) (?P<wrong>of)(?= (?:by|in|when|if"
         r"|for)\b|[.,;)])"),
    slip(" and ", "an", r"\b(?:is|as|with|returns?|takes?|raises?|throws?) (?P<wrong>and) (?:error"
         r"|exception|array|object|integer|element|image|instance|argument|attribute|event|entry"
         r"|item|iterator|iterable|existing|empty|optional|additional)\b(?! (?:and|are|types?)\b)"),
    slip(" that ", "than", r"\b(?:larger|smaller|greater|higher|lower|longer|shorter|more|less"
         r"|fewer) (?P<wrong>that) \d"),
    slip("weather or not", "whether", r"(?P<wrong>\bweather) or not\b"),
    slip(" quit ", "quite", rf"\b{BE} (?P<wrong>quit) (?:a|similar|different|useful|common|often"
         rf"|easy|simple|large|small)\b"),
    slip("how ", "what", r"\b(?P<wrong>how) (?:it|this|that|they|these|the [a-z]+) look(?:s|ed)? "
         r"like\b"),
    slip("illicit ", "elicit", rf"\b(?:to|not|{MODALS}) (?P<wrong>illicit) [a-z]"),
    slip("aloud", "allowed", rf"\b{BE}(?: not| only)? (?P<wrong>aloud)(?=[.,;]| (?:to|for|in|here"
                             rf"|as)\b)"),
    slip("site ", "cite", r"\b(?:please|to|must|should) (?P<wrong>site) (?:the|this|your|our|it"
                          r"|them"
         r"|us)\b"),
    slip("gradient assent", "ascent", r"\bgradient (?P<wrong>assent)\b"),
    slip("desert ", "dessert", r"\b(?P<wrong>desert) (?:recipe|menu|course|spoon|wine)s?\b"),
    slip("course ", "coarse", r"\b(?:an?|the|more|very|too) (?P<wrong>course) (?:mesh|grid|grain"
         r"|estimate|resolution|adjustment|approximation|level|scale|search)\b"),
    slip("poles ", "polls", r"\b(?:client|server|worker|thread|it|which|that|process|loop|job|agent"
         r"|service|script) (?P<wrong>poles) (?:the|its|for|every)\b"),
    slip("personnel ", "personal", r"\b(?P<wrong>personnel) (?:data|information|details"
                                   r"|preferences?"
         r"|computers?|opinions?|settings?|accounts?|access token)\b"),
    slip("strait ", "straight", r"\b(?P<wrong>strait) (?:lines?|forward|edges?|away|to|path)\b"),
    slip("sever", "server", r"\b(?:the|an?|web|http|mail|file|database|proxy|each|every|your|our"
                            r"|this"
         r"|dev|development|dns) (?P<wrong>sever)\b(?! (?:the|a|all|ties|its|this))"),
    slip("angel", "angle", r"\b(?:the|an|this|rotation|phase|viewing) (?P<wrong>angel) (?:of (?:the"
                           r"|an?"
         r"|rotation|incidence)|between|in (?:radians|degrees)|is (?:given|measured))\b"),
    slip(" that ", "than", rf"\b{BE} (?:larger|smaller|faster|slower|longer|shorter|higher|lower"
         rf"|quieter|louder|older|newer|wider|deeper|bigger|heavier|lighter|cheaper|stronger|weaker)"
         rf" (?P<wrong>that) (?:the|an?|in|on|at|its|your) [a-z]"),
    slip("tot he |oft he |int he |fort he |ont he |andt he |witht he |th e |t he ", _rejoined,
         r"(?<![\w'])(?P<wrong>tot he|oft he|int he|fort he|ont he|andt he|witht he|th e|t he)(?= "
         r"[a-z])"),
    slip("'s", None, r"\b(?P<wrong>your's|her's|their's|our's)(?!\w)"),
    slip("s'", None, r"\b(?P<wrong>(?:children|men|women)s')(?!\w)"),
    slip("'s ", None, r"\b(?:two|three|four|five|several|many|these|those)"
         r" (?P<wrong>(?P<thing>[a-z]+)'s) (?:with|of|are|that|which|have)\b"),
    slip("s ", None, r"\b(?:the|a|all) (?P<wrong>(?:user|customer|author|client|model|reader"
         r"|player|student)s) (?:password|email|avatar|identity|accuracy|browser|home (?:folder"
         r"|directory|page))\b",
         unless=r"\b(?:gives?|gave|sends?|sent|shows?|offers?|grants?|assigns?) "),
)  # fmt: skip
