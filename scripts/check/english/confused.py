"""English words that are taken for others of nearly the same spelling: loose and lose."""

from __future__ import annotations

from scripts.check.english.patterns import MODALS, NOT, START, exact, slip
from scripts.check.english.words import FROM_PAST

_OBJECT = r"(?:an?|the|its?|them|their|your|our|my|his|her|this|that|these|those|all|any|some|both)"
# What one loses.
_LOST = (
    rf"(?:{_OBJECT}|precision|accuracy|data|information|track|digits|bits|count|time|money|interest"
    r"|access|control|sight|power|performance|memory|one|two|half|everything|nothing|much|some"
    r"|many)"
)
_COMPARES = r"\b(?:more|less|other|rather|else|worse|[a-z]+er)\b"
# Of these nobody says what they own: it is what something is.
_IS_SO = (
    r"(?:ready|done|used|needed|called|full|empty|slow|fast|big|small|large|wrong|right|true|false"
    r"|possible|safe|impossible|gone|there|here|too (?:[a-z]+)|very (?:[a-z]+)|running|finished"
    r"|missing|available|necessary|important|useful|different|easy|hard)"
)
_LIKE_ACTION = rf"(?:{MODALS}{NOT}?|(?:do|does|did){NOT})"

# Behind these a clause may begin with "it's", in any form of theirs.
_KNOWING = (
    r"(?:say|know|learn|infer|mean|suggest|understand|recognize|assume|believe|recall|remember"
    r"|explain|determine|confirm|prove|forget|demonstrate|predict|conclude|illustrate|reveal"
    r"|discover|ensure|agree|see|think|feel|suppose|hope|find|guess|show|tell|argue|report|note"
    r"|make|indicate|imagine|decide|describe|realize|notice|check|read|write|test)(?:e?s)?"
    r"|(?:imply|verify|notify)|(?:impli|verifi|notifi)es"
)
_CHANGED_PLACES = {
    "fo": "of", "ot": "to", "ti": "it", "nad": "and", "nda": "and", "nto": "not", "yuo": "you",
    "oyu": "you", "cna": "can", "acn": "can", "oen": "one", "hsa": "has", "ahs": "has",
    "wsa": "was", "hwo": "how", "rae": "are", "aer": "are", "ofr": "for", "yb": "by", "si": "is",
    "fomr": "from", "fmor": "from", "ubt": "but", "nwo": "now", "eahc": "each", "msut": "must",
    "tehy": "they", "htem": "them",
}  # fmt: skip
_NAMED = (
    "NumPy|SciPy|PyTorch|JAX|Python|Flax|Optax|Keras|TensorFlow|GitHub|GitLab|Google|Microsoft"
    "|Linux|Docker|Django|Debian|Ubuntu|Jupyter|Sphinx|Markdown|MyST|Git|Firefox|Chrome|Unix"
    "|Haskell|Julia|Fortran|MATLAB|Cython|Numba|Dask|Equinox|Newton|Euler|Gauss|Taylor|Fourier"
    "|Node|React|Rust|PostgreSQL|SQLite|MySQL|CMake"
)

CONFUSED = (
    # Loose and lose.
    slip(" loose ", "lose", rf"\b[a-z]{{3,}}(?<![suia'])s (?P<wrong>loose) {_LOST}\b",
         unless=r"\b(?:let|lets|letting|set|sets|cut|cuts|break|breaks|turn|turns|turned|came|come"
                r"|comes|work|works|hang|hangs|keep|keeps|leave|leaves|left|has|have|with)\b"),
    slip(" loose", "lose", r"\b(?:nothing|something|anything|everything|much|lot|lots|time|going"
         r"|want"
         r"|wants|likely|have|has|had|not|would|will) (?:to )?(?P<wrong>loose)(?=[.,;]|$)"),
    slip(" loose ", "lose", rf"\b(?:to|and|or|not) (?P<wrong>loose) {_LOST}\b",
         unless=r"\b(?:let|set|cut|break|come|came|comes|too|is|are|was|were|from|compared)\b"),
    slip(" loose", "lose", r"\b(?:that|which|what|the [a-z]+) (?:you|we|they)"
         rf" (?P<wrong>loose)(?=[.,;]| (?:{_LOST}|is|are|was|were|when|if|by|in|on|with)\b)"),
    slip("loosing", "losing", r"\b(?P<wrong>loosing)\b"),
    slip(" lose", "loose", r"\b(?:is|are|was|were|too|very|quite|come|comes|came|becomes?|became"
         r"|so)"
         r" (?P<wrong>lose)(?=[.,;]| (?:and|or|enough|because|again)\b)"),
    slip("lose ", "loose", r"\b(?:an?|the|these|those|some|any|all) (?P<wrong>lose) (?:ends?"
         r"|coupling"
         r"|connections?|fit|match|tolerances?|definition|criteri(?:on|a)|bounds?|wires?|screws?"
         r"|cables?|sense|files?|threads?)\b"),
    slip("lost of ", "loss", r"\b(?:an?|no|any|some|without|the|with|avoids?|this) (?P<wrong>lost)"
         r" of (?:precision|accuracy|data|information|generality|performance|memory|power|time"
         r"|control|quality|speed|meaning|focus|context)\b"),
    # Then and than.
    slip(" then ", "than", r"\b(?:is|are|was|were|much|far|even|slightly|be) (?P<more>[a-z]+)"
         r" (?P<wrong>then) (?:an?|the) (?:(?:other|first|second|third|last|old|new|usual|whole) )?"
         r"(?P<thing>[a-z]+)(?=[.,;)]|$)"),
    slip(" then ", "than", r"\b(?:is|are|was|were|much|far|even|slightly|be) (?P<more>[a-z]+)"
         r" (?P<wrong>then) (?:before|ever|usual|needed|expected|necessary|the others?|that)"
         r"(?=[.,;)]|$)"),
    slip("than ", "then", r"\b(?:and|but),? (?P<wrong>than) (?:the|we|you|it|they|there|he|she)"
         r" [a-z]",
         unless=_COMPARES),
    exact("than ", "Then", r"(?:^|[.!?] )(?P<wrong>Than),? (?:the|we|you|it|they|there|this|a)"
         r" [a-z]",
          in_text=True),
    slip(", than ", "then", rf"{START}(?:if|when|once|first|after)\b[^.;:?!]{{3,80}},"
         rf" (?P<wrong>than)"
         r" (?:the|we|you|it|they|there|this|an?) [a-z]",
         unless=_COMPARES, in_text=True),
    # Affect and effect.
    slip("effect", "affect", rf"\b{_LIKE_ACTION} (?:also |only |always |never |not"
         rf" )?(?P<wrong>effects)"
         rf" (?:{_OBJECT}|how|what)\b"),
    slip(" effect ", "affect", r"\b(?:which|that|they|we|you|(?P<things>[a-z]+)) (?P<wrong>effect)"
         r" (?:the|its|it|them|how|what|your|our|their|each other|all|both|performance)\b"
         r"(?! (?:change|transition|size))",
         unless=r"\b(?:the|an?|of|sound|visual|side|no|any|this|each|every|in|its) (?:[a-z]+ )?$"),
    slip("effected", "affected", r"\b(?:is|are|was|were|be|been|not|also|only|directly|strongly"
         r"|most)"
         r" (?P<wrong>effected)(?=[.,;]| by (?:the|this|that|it|an?|its|these|any|all) (?!law|act)"
         r"[a-z])"),
    slip("affects", "effects", r"\b(?:side|no|any|the|these|several|two|of)"
         r" (?P<wrong>affects)(?=[.,;]|"
         r" (?:of|on|are|were|that|which)\b)",
         unless=r"\b(?:what|how|who|that|which|[a-z]+ing)\b"),
    slip("ly effect", {"effects": "affects", "effect": "affect", "effected": "affected"}.get,
         r"\b(?:negatively|positively|adversely|strongly|directly|significantly|greatly|only)"
         r" (?P<wrong>effect(?:s|ed)?) (?:the|its|it|how|your|our|their|performance|all|each)\b"),
    # Its and it's.
    slip("its ", "it's", r"\b(?:because|if|when|while|since|until|unless|once|so|but|where|as)"
         rf" (?P<wrong>its) {_IS_SO}(?=[.,;]| (?:to|for|when|and|with|by|in|than)\b)"),
    # Weather and whether.
    slip("weather ", "whether", r"(?<!the )(?<!bad )(?<!good )(?<!this )(?<!cold )(?<!today's )\b"
         r"(?P<wrong>weather) (?:you|we|they|there (?:is|are)|it (?:is|has|can|should|will|was"
         r"|works"
         r"|needs)|(?:the|an?|this|each) (?P<thing>[a-z]+) (?:is|was|has|can|should|will|exists"
         r"|fits)"
         r"|to (?P<act>[a-z]+))\b"),
    slip("whether", "weather", r"\b(?:the|good|bad|nice|cold|hot|warm|today's|fine)"
         r" (?P<wrong>whether)(?=[.,;]| (?:is|was|forecasts?|data|stations?|reports?|in|of)\b)"),
    # Principle and principal.
    slip("principle ", "principal", r"\b(?P<wrong>principle) (?:types?|differences?|reasons?"
         r"|methods?"
         r"|purpose|advantages?|authors?|maintainers?|goals?|sources?|causes?|way|parts?|use cases?"
         r"|tools?|functions?|interface|engineer)\b"),
    slip("in principal", "principle", r"\bin (?P<wrong>principal)(?=[,.;]| (?:you|it|we|this|the"
         r"|be|possible|every|any|all)\b)"),
    slip(" principal", {"principal": "principle", "principals": "principles"}.get,
         r"\b(?:guiding|design|basic|same general|underlying|first) (?P<wrong>principals?)"
         r"(?=[.,;]| (?:of|that|is|are|behind|to)\b)"),
    # Advice and advise.
    slip("adviced", "advised", r"\b(?P<wrong>adviced)\b"),
    slip("advice ", "advise", rf"\b{_LIKE_ACTION} (?P<wrong>advice) (?:you|users|them|people"
         rf"|readers"
         r"|against|that|it|us|to)\b"),
    # Complement and compliment.
    slip("compliment", {"compliments": "complements", "compliment": "complement"}.get,
         r"\b(?:it|which|that|this|they|also|nicely|(?P<things>[a-z]+)) (?P<wrong>compliments?)"
         r" (?:the"
         r"|its|it|this|these|your|our|them) [a-z]"),
    slip("compliment", "complement", r"\b(?:two's|one's|ones'|orthogonal|bitwise|set)"
         r" (?P<wrong>compliment)\b"),
    slip("compliment of ", "complement", r"\b(?:the|its|a) (?P<wrong>compliment) of (?:the|an?|its)"
         r" (?:set|event|graph|mask|subset|number|space|sequence)\b"),
    # Precede and proceed.
    slip("precede", {"precedes": "proceeds", "precede": "proceed"}.get,
         r"\b(?P<wrong>precedes?) (?:to (?:the next|(?P<act>[a-z]+))|with (?:the|this|an?|caution)"
         r"|as follows|as usual)\b",
         unless=r"\b(?:that|which|what|must|should)\b"),
    slip("proceeding ", "preceding", r"\bthe (?P<wrong>proceeding) (?:sections?|chapters?|examples?"
         r"|lines?|paragraphs?|cells?|pages?|lessons?|steps?|blocks?)\b"),
    slip("different to ", "difficult", r"\b(?:is|are|was|were) (?:too |very |quite |rather )?"
         r"(?P<wrong>different) to (?:explain|understand|follow|debug|remember|predict|read)"
         r"(?=[.,;]| (?:the|an?|it|them|this|than|and|or|for)\b|$)"),
    # Would have.
    slip(" of ", "have", r"\b(?:could|should|would|must|might|may)(?:n't)? (?P<wrong>of)"
         r" (?:not |also |never |just )?(?:(?P<did>[a-z]+)|left|lost|put|set|found|met|read)\b"),
    slip(" of ", "have", r"\b(?:could|should|would|must|might)(?:n't)? (?P<wrong>of)"
         r" (?:not|never|been)\b"),
    # To too two.
    slip("the too|the to", "two", r"\bof the (?P<wrong>too?)(?=[.,;]|$)"),
    # Choose and chose, and what one did.
    slip(" to ", FROM_PAST.get, r"\b(?:have|has|had|ought|wish|hopes?|starts?|begins?|continues?"
         r"|decides?|decided|manages?|plans?|likely|ready|free|about|not) to (?P<wrong>(?!left"
         r"|found"
         r"|felt|saw|bound|fell|cost|wound|ground|lay)(?P<did>[a-z]+)) (?:an?|the|its?|them|your"
         r"|our|one"
         r"|it|all|each|from|between)\b"),
    slip(" chose ", "choose", r"\b(?:to|can|must|you|will|may|should) (?P<wrong>chose) (?:between"
         r"|from"
         r"|which|how|what|whether)\b", unless=r"\b(?:you) $"),
    # One letter off.
    slip(" lost ", "loss", r"\b(?:to|of|in|by|with|minimizes?|computes?|reduces?) (?:the|this|our"
         r"|your) (?P<wrong>lost)"
         r"(?= (?:as|of|by|is|was|over|for|at|to|with|function|curve|value)\b|[.,;:](?!\w))"),
    slip(" there ", "their", r"\b(?:open|of|with|use|write|keep|change|share|compare|check|give"
         r"|take|lose|set|know) (?P<wrong>there) (?P<things>[a-z]+)\b"),
    slip(" too ", "to", r"\b(?:way|go|goes|close|next|back|due|according|equal|similar|compared"
         r"|added|bound|leads?"
         r"|led|refers?|belongs?|sent|given|gives|passed|passes|applied|applies|written|moves?"
         r"|adds?"
         rf"|attached|related|relative|access|up|down) (?P<wrong>too) (?:{_OBJECT}|an?|another)\b"),
    slip("brake ", "break", rf"\b(?P<wrong>brake) (?:{_OBJECT}|down|out|up|into)\b"),
    slip(" idol", "idle", r"\b(?:stands?|sits?|is|are|be|stays?|remains?|lies?|keeps?|was|were)"
         r" (?P<wrong>idol)\b"),
    slip(" weather ", "whether",
         r"\b(?:test|check|see|know|ask|say|decide|tell|out|determine|wonder|verify)(?:s|ed|ing)?"
         r" (?P<wrong>weather) (?:(?!is |was )[a-z]+ ){1,3}(?:is|are|was|has|have|can|will|does"
         r"|works|exists)\b"),
    slip(" peace ", "piece", r"\b(?:one|a|each|every|this|that|big|small|last|first|per)"
         r" (?P<wrong>peace) (?=at a time|of (?!mind))"),
    slip(" tinny", "tiny", r"\b(?:is|are|a|the|very|so|too) (?P<wrong>tinny)\b(?! sound)"),
    slip(" were ", "where",
         r"(?<!s )\b(?:on|in|at|to|into|from) (?:an?|this|each|every|one) (?:[a-z]+ )??"
         r"(?!few|lot|number)[a-z]+(?<!s) (?P<wrong>were) (?:the|that|an?|it|they|you|we|this)\b",
         unless=r"\b(?:if|though|wish|suppose|unless|as|there|of|what|all|both|which|who)\b"
         r"|\band (?:the |an? |its )?(?:[a-z]+ ){1,2}(?:on|in|at|to|into|from) (?:an?|this|each"
         r"|every|one) (?:[a-z]+ ){1,2}$"),
    slip("its ", "it's",
         r"\b(?:because|if|when|while|since|until|unless|once|after|before|whenever|although"
         r"|though) (?P<wrong>its) (?:been |being |not |already |never |also )?(?:done|gone"
         r"|(?P<did>[a-z]+))(?=[.,;:)](?!\w)| (?:to|for|when|and|with|by|in|than|from|on|as|or|into"
         r"|again|at|twice|once|first)\b|$)"),
    # Whatever it has is, stays or must be something.
    slip("t's ", {"it's": "its", "It's": "Its"}.get,
         r"(?:^|[.,;:] |\b(?:and|but|if|when|because|that|until|while|since|so|unless) )"
         r"(?P<wrong>[Ii]t's) (?!time\b)(?P<thing>[a-z]+)"
         r" (?:is|was|has|does|can|will|must|should|cannot|stays|remains|becomes|depends|holds"
         r"|grows|changes|contains|shows) "),
    # Who knows it's value may know that it is value; nobody reverses that it is.
    slip(" it's ", "its",
         rf"\b(?!(?:{_KNOWING})\b)(?:(?P<act>[a-z]+(?<!s))|(?P<acts>[a-z]+s)) (?P<wrong>it's)"
         r" (?:[a-z]+ )??(?!time\b)(?P<thing>[a-z]+)(?=[.,;:)](?!\w)| (?:is|are|in|to|from|with"
         r"|and|by|for|of|on|at|when|as|into|or)\b|$)",
         unless=rf"\b(?:{_KNOWING})(?:ed|ing)?\b[^,]*$"),
    slip(" there ", "their",
         r"\b(?:and|with|of|or|but|for|from|by|in|on|as|because|when|if|since|to|than|both|all"
         r"|into|about|that) (?P<wrong>there) (?!(?:needs|exists|follows|comes|lies|goes|remains"
         r"|seems|appears|arises|stands)\b)(?P<things>[a-z]+)\b"),
    slip("ly then ", "than",
         r"\b(?:more|less) [a-z]+ly (?P<wrong>then) (?!(?:you|we|it|they|the [a-z]+ (?:is|are|will"
         r"|can|would|must))\b)",
         unless=r"\b(?:if|when|once|whenever|unless|since|as|while|first)\b"),
    slip("form ", "from",
         r"\b(?P<wrong>form) (?:\d[\d,.]*|one|zero|two|three|here|there) (?:to|through|up to|until"
         r"|on)\b"),
    slip(" form ", "from",
         r"\b(?:free|separate|derived|moved|removed|starting|ranging|downloaded|obtained|drawn"
         r"|chosen|built|came|coming|resulting|learned|borrowed|translated|excluded|dropped|deleted"
         r"|subtracted|sampled|prevented|prevents|differs?|missing|known|visible) (?P<wrong>form)"
         r" (?:an?|the|its|one|each|another|this|that|these|those|their|your|our|both|all|any|it"
         r"|them|scratch|here|there|what|which|where)\b"),
    slip("from of ", "form",
         r"\b(?:the|this|an?|in|same|other|of|short|long|general|closed) (?P<wrong>from) of\b"),
    slip(" tow ", "two",
         r"\b(?:the|these|of|in|into|at|has|have|with|by|for|are|to|from) (?P<wrong>tow)"
         r" (?P<things>[a-z]+)\b"),
    # Two letters of a short word that changed places. Names are no words of a sentence.
    slip("|".join(f" {word} " for word in _CHANGED_PLACES), _CHANGED_PLACES.get,
         rf"(?<=[a-z,] )(?-i:(?P<wrong>{'|'.join(_CHANGED_PLACES)}))(?= [a-z0-9])"),
    # What is somebody's: NumPys generator.
    exact("|".join(f"{name}s " for name in _NAMED.lower().split("|")), "'s",
          r"(?<!two )(?<!both )(?<!all )(?<!these )(?<!other )(?<!different )(?<!several )"
          r"(?<!many )(?<!multiple )\b"
          rf"(?:{_NAMED})(?P<wrong>s) (?:own|generator|syntax|behaviou?r|documentation|compiler"
          r"|(?P<named>[a-z]+))\b"),
    slip("and than", "then", r"\band (?P<wrong>than)\b", unless=_COMPARES),
    slip(" form ", "from",
         r"\b(?:(?:chang|vari|var|differ|mov|jump|pass|go)[a-z]* (?P<wrong>form)"
         r" (?:the |one |an? )?[a-z]+ to)\b"),
    slip(" to ", "too",
         r"\b(?:comes?|came|is|are|was|were|far|much|runs?|gets?|seems?|looks?|becomes?|grows?)"
         r" (?P<wrong>to) (?:late|early|large|small|big|long|short|slow|fast|high|low|many|few|deep"
         r"|wide|hard|easy|simple|complex|complicated|expensive|often|soon|little)"
         r"(?=[.,;:](?!\w)|$| (?:to|for|and|or)\b)"),
    slip(", to", "too", r"(?:[a-z]+|[)`]), (?P<wrong>to)(?=[.!?](?:\s|$)|$)", in_text=True),
    slip(" then ", "than",
         r"\b(?:more|less|rather|fewer|larger|smaller|faster|slower|longer|better) (?P<wrong>then)"
         r" (?:most|any|all|other|usual|ever|before|needed|expected|half|with|in|for|on|at|zero|one"
         r"|two|three|those|without|its|\d)\b",
         unless=r"\b(?:if|when|once|first|after|get|gets|make|makes|one|two)\b"),
)  # fmt: skip
