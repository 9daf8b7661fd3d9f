"""English words that are compared twice, or lack an article, a hyphen, a capital or a mark."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from scripts.check.english.patterns import BEHIND, START, exact, slip
from scripts.check.english.words import (
    COMPARED,
    FROM_MOST,
    LONG_COMPARED,
    LONG_MOST,
    with_article,
)
from scripts.check.fault import Fault
from scripts.check.prose import prose
from scripts.diagnostic import Severity
from scripts.lesson import Lesson
from scripts.patterns import lazy_pattern

_NUMBER = r"(?:one|two|three|four|five|six|seven|eight|nine|ten)"
_UNIT = (
    r"(?:second|minute|hour|day|week|month|year|bit|byte|step|digit|letter|word|character|column"
    r"|page)"
)
_THAN = (
    r"(?:large|small|fast|slow|big|great|high|low|long|short|old|new|cheap|simple|easy|hard|strong"
    r"|weak|wide|deep|early|late|close|heavy|few|safe|quick|good|bad)"
)
_DAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
_MONTH = r"(?:january|february|september|october|november|december)"
_LANGUAGE = (
    r"(?:english|korean|japanese|chinese|french|german|spanish|italian|russian|portuguese|hindi"
    r"|hebrew|turkish|vietnamese|european|american|british|african|asian)"
)
_SUBJECT = r"(?:you|we|it|I|they|this|that|the|an?)"
_PLAIN = r"[^.?!:;,—–()\"“”]"
_BARE = (
    r"(?:function|array|list|object|dictionary|tuple|string|class|method|vector|matrix|tensor"
    r"|number|file|pointer|generator|module|pair|copy|set|sequence)"
)


def _hyphened(words: str) -> str:
    return words.replace(" ", "-")


_WORSE = {"most bad": "worst", "more bad": "worse"}


def _turned(words: str) -> str:
    first, who, verb = words.split()
    return f"{first} {verb} {who}"


USAGE = (
    # Compared twice.
    slip("more ", "", r"(?<!no )(?<!many )(?<!any )\b(?P<wrong>more )(?!later|longer|lower|upper"
         r"|nearer|farther)(?P<more>[a-z]+)\b(?=[.,;)]| (?:than|because|to|if|when|with|for|in|on"
         r"|as|by|at|and)\b)"),
    slip("more longer|more lower|more later", "",
         r"(?<!no )(?<!any )(?<!many )(?<!some )(?<!few )(?<!two )(?<!three )\b(?P<wrong>more )"
         r"(?:longer|lower|later)(?=[.;]| than\b|, (?:not|but|so)\b)"),
    slip("a more ", "", r"\ba (?P<wrong>more )(?!later|longer|lower|upper)(?P<more>[a-z]+)\b"),
    slip("most ", "", r"(?<!at )\b(?P<wrong>most )(?P<most>[a-z]+)\b(?!-)"),
    slip("r", None, r"\b(?P<wrong>less (?P<more>[a-z]+)) than\b"),
    slip("|".join(LONG_COMPARED), LONG_COMPARED.get,
         rf"(?<!more )\b(?P<wrong>{'|'.join(LONG_COMPARED)})\b"),
    slip("|".join(LONG_COMPARED), LONG_COMPARED.get,
         rf"\b(?P<wrong>more (?:{'|'.join(LONG_COMPARED)}))\b"),
    slip("st than", FROM_MOST.get, r"\b(?P<wrong>(?P<most>[a-z]+)) than\b"),
    slip(" than", COMPARED.get, rf"\b(?:is|are|was|were|much|far|even|slightly) (?P<wrong>{_THAN})"
         rf" than\b"),
    slip(" than", "as", r"\bas (?:(?P<quality>[a-z]+)|well|many|much|often|soon|accurate|efficient"
         r"|powerful|important|useful|expensive|likely) (?P<wrong>than)\b"),
    slip("|".join(LONG_MOST), LONG_MOST.get, rf"\b(?P<wrong>{'|'.join(LONG_MOST)})\b"),
    slip("most bad|more bad", _WORSE.get, r"\b(?:the|an?|is|are) (?P<wrong>(?:most|more) bad)\b(?= "
         r"[a-z])"
         r"(?! (?:as|than|in|for|and|or|to)\b)"),
    slip("lesser than", "less", r"(?P<wrong>\blesser) than\b"),
    slip("lesser", None, r"\bwith (?P<wrong>lesser) (?P<things>[a-z]+)\b"),
    slip("as more", "as much", r"\b(?:twice|times|half) (?P<wrong>as more)\b"),
    slip("the ", COMPARED.get, rf"{START}The (?P<wrong>(?P<quality>[a-z]+)) (?:the|your|an?) "
                               rf"[a-z]+ (?:is|are"
         rf"|gets?|becomes?)[^.;:]*, the (?:more|less|(?P<more>[a-z]+)) the\b"),
    slip("f ", None, rf"{START}Of (?:the|all) (?:three|four|five|six|seven|eight|nine|ten|many)"
         rf" [^.,;:]+, [^.,;:]+ is the (?P<wrong>(?P<more>[a-z]+))(?=[.,;])"),
    # With a hyphen.
    slip("real time", _hyphened, r"\b(?:an?|the|our|its|no) (?P<wrong>real time) (?:[a-z]+ "
                                 r")?(?:system|clock"
         r"|data|application|video|chat|rendering|monitoring|processing|analysis|communication"
         r"|update"
         r"|feed|engine|server|speech|operating)s?\b"),
    slip("self ", _hyphened, r"\b(?P<wrong>self (?:signed|hosted|contained|explanatory|describing"
                             r"|supervised"
         r"|adjoint|driving|documenting|referencing|referential|closing))\b"),
    slip("non ", _hyphened, r"\b(?P<wrong>non (?:negative|zero|empty|linear|trivial|blocking"
                            r"|standard"
         r"|existent|existing|deterministic|uniform|convex|default|numeric|positive|integer|unique"
         r"|breaking|local|fatal|root|public|commercial))\b"),
    slip("twenty |thirty |forty |fifty |sixty |seventy |eighty |ninety ", _hyphened,
         r"\b(?P<wrong>(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety) (?:one|two|three"
         r"|four|five"
         r"|six|seven|eight|nine)) [a-z]+s\b"),
    slip("data-structure", "data structure", r"\b(?P<wrong>data-structure)(?=[.,;)]| (?:for|that"
                                             r"|which|is|of|in"
         r"|and)\b)"),
    slip("-", None, r"\b(?:two|three|four|five|six|seven|eight|nine|ten"
                    r"|\d+)-(?P<wrong>(?P<things>[a-z]+))"
         r" (?!majority)[a-z]+(?=[.,;]| (?:is|has|was|that|which|with|of|and|to)\b)"),
    slip("setup |login |backup |rollback |cleanup |log-in |set-up |back-up ", None,
         r"\b(?:you|we|they|to|can|must|should|may|will|users|students|people) (?P<wrong>setup"
         r"|login|logout"
         r"|backup|rollback|cleanup|log-in|log-out|set-up|back-up) (?:with|into|the|an?|your|its"
         r"|our|it"
         r"|them|all|every|each)\b"),
    slip("dimensional", _hyphened, rf"\b(?P<wrong>{_NUMBER} dimensional)\b"),
    slip("built in", _hyphened, r"\b(?:an?|the|its|all|other|every|these|no|any|many|some|several)"
         r" (?P<wrong>built in) (?P<named>[a-z]+)\b"),
    slip("state of the art", _hyphened, r"\ban? (?P<wrong>state of the art) (?!(?:in|is|of|for|and"
         r"|at|has|was|on|by|as|to|are|that|which|with|from)\b)[a-z]"),
    slip("step by step", _hyphened, r"\b(?:an?|the|this|these) (?P<wrong>step by step) (?:guide"
         r"|tutorial|instruction|process|example|explanation|approach|manual|introduction)s?\b"),
    slip("one to one|many to many|one to many|many to one|end to end|point to point|peer to peer",
         _hyphened, r"\ban? (?P<wrong>one to one|many to many|one to many|many to one|end to end"
         r"|point to point|peer to peer) (?:mapping|relation|relationship|correspondence|test"
         r"|system|connection|network|link|example|pipeline|model|solution|protocol)s?\b"),
    slip("up to date", _hyphened, r"\ban (?P<wrong>up to date) [a-z]"),
    slip("well known|well defined|well tested|well documented|well formed", _hyphened,
         r"\ba (?P<wrong>well (?:known|defined|tested|documented|formed)) (?!(?:to|for|as|in|by"
         r"|that"
         r"|and|or|enough|when|on|at)\b)[a-z]+\b"),
    slip("user defined", _hyphened, r"\b(?:a|the|all|any) (?P<wrong>user defined)"
         r" (?P<named>[a-z]+)\b"),
    slip("so called", _hyphened, r"\b(?:an?|the|these|this) (?P<wrong>so called) [a-z]"),
    slip("hand ", _hyphened, r"\b(?P<wrong>(?:left|right) hand) (?:side|column|panel|corner"
         r"|operand|speaker|edge|margin|pane|member|part)s?\b"),
    slip("a |an ", _hyphened, rf"\ban? (?P<wrong>(?:{_NUMBER}|\d+) {_UNIT}) (?!(?:of|in|to|and|or"
         rf"|is|ago|for|from|at|on)\b)(?P<thing>[a-z]+)\b"),
    slip("setup", "set up", r"\b(?:already|been|be|is|are|was|were|get|gets|got) (?P<wrong>setup)"
         r"(?=[.,;:)]| (?:the|an?|your|with|and|for|in|on|to|by|correctly|properly|as)\b)"),
    slip("to setup ", "set up", r"\bto (?P<wrong>setup) (?!and\b|or\b|time\b|is\b|scripts?\b"
         r"|files?\b|costs?\b|code\b)"
         r"[a-z`]"),
    slip("safe guard", "safeguard", r"\b(?P<wrong>safe guard)s?\b"),
    slip("come", None, r"\bfirst[- ]come,? (?P<wrong>first[- ]serve)\b"),
    # With a capital letter, or with none.
    exact("the|this|that|there|these|when|what|which|with|you", str.capitalize,
          r"\b(?P<wrong>THe|THis|THat|THere|THese|THose|THen|WHen|WHat|WHich|WHere|WIth|YOu)\b"),
    exact(", the ", "the", r"(?<![\w.])[A-Z][a-z]+ [^.?!:;\"“(]*[a-z]{3,}, (?P<wrong>The) "
                          r"(?P<named>[a-z]+) (?:is|are|was"
          r"|were|has|have|can|will|must|starts?|stops?|returns?|does)\b",
          in_text=True),
    exact(" you ", "you", r"\b(?:[Ww]hen|[Ii]f|[Oo]nce|[Bb]efore|[Aa]fter|[Uu]nless|[Uu]ntil|that"
                          r"|which|can|what|where|as"
          r"|how) (?P<wrong>You) [a-z]", in_text=True),
    exact("khz", "kHz", r"\b\d+ ?(?P<wrong>KHz)\b"),
    exact("day", str.capitalize, rf"(?<![\w.'\"“‘*/`$=_(-])(?P<wrong>{_DAY})(?=s?(?: "
         rf"|[.,;:!?)](?!\w)|$))"),
    exact("ber|uary", str.capitalize,
          rf"(?<![\w.'\"“‘*/`$=_(-])(?P<wrong>{_MONTH})(?=(?: |[.,;:!?)](?!\w)|$))"),
    exact(_LANGUAGE[3:-1], str.capitalize,
         rf"(?<![\w.'\"“‘*/`$=_(-])(?P<wrong>{_LANGUAGE})(?! fries| toast|"
         rf" windows?\b| \d)(?=(?: |[.,;:!?)](?!\w)|$))"),
    exact("i ", "I", r"(?<=[a-z] )(?P<wrong>i) (?:am|think|took|want|don't|know|hope|guess|believe"
         r"|wrote|made|found)\b"),
    exact(" I|'", None, r"(?<=[a-z] )(?P<wrong>i'(?:m|ve|ll|d))\b"),
    exact("", str.lower, r"\b(?:(?:[Tt]he|[Aa]n?|[Tt]his|[Ee]ach|[Ee]very|[Yy]our|[Ii]ts)"
         r" (?:[a-z]+ )?(?P<thing>[a-z]+)|which|they|you|we) (?P<wrong>Is|Are|Was|Were|Has|Have"
         r"|Will|Can|Must|Should|Does|Stops|Starts|Returns|Takes|Gives|Makes|Contains|Needs|Uses)"
         r" (?!null|not null|distinct)[a-z]+\b", in_text=True),
    # Behind other words `punctuation` tells it.
    exact(". ", None, r"[a-z]{4,}(?<!approx)(?<!resp)(?<!incl)(?<!excl)(?<!dept)(?<!misc)(?<!spec)"
          r"(?<!temp)(?<!corp)(?<!orig)(?<!abbr)\. (?P<wrong>(?!these|those|they|there|when|then"
          r"|but|the|this|however|you|npm|pip|git|conda)[a-z]{3,}) (?:the|an?|your|this|these)"
          r" [a-z]",
          in_text=True),
    # A mark that no sentence has there.
    slip(", is |, are |, was |, were |, has |, have ", None,
         rf"{START}The (?:[a-z]+ )?(?P<named>[a-z]+) that (?:[a-z]+ ){{2,6}}[a-z]+(?P<wrong>,) "
         rf"(?:is|are|was|were|has"
         rf"|have) (?!however|for example|of course)[a-z]",
         in_text=True),
    slip(", that ", None, r"\b(?:proves?|shows?|showed|means|meant|says|said|assumes?|assumed"
                          r"|ensures?|implies"
         r"|states?|stated|suggests?|believes?|guarantees?|demonstrates?|indicates?|confirms?"
         r"|confirmed)(?P<wrong>,) that (?!is\b|way\b|said\b|would\b|in turn\b"
         r"|much\b)[a-z]", in_text=True),
    slip("e.g,|i.e,|e.g:|i.e:", None, r"(?<!\w)(?P<wrong>(?:e\.g|i\.e)[,:])"),
    slip("´", "'", r"(?<=[a-z])(?P<wrong>´)(?=(?:s|t|re|ve|ll|d|m)\b)"),
    slip(",", None, r"(?<![\d,.])(?P<wrong>\d,\d{1,2}) ?(?:V|A|W|Hz|[kMG]Hz|[kMGT]B|ms|kg|mm|cm|km"
                    r"|percent)\b"),
    slip("; a|; an", None, rf"\b{_NUMBER} [a-z]+s(?P<wrong>;) an? [^.;:]+, an? [^.;:]+,? and an? ",
         in_text=True),
    slip("?", None, rf"{START}(?:The|It|This|He|She|We|They|An?) [^.?!:\"“]*\b(?:asks|tells you"
                    rf"|says|decides"
         rf"|explains|wonders|knows) (?:which|what|how|whether|if|where|who|why) "
         rf"[^.?!:\"“]*(?P<wrong>\?)",
         in_text=True),
    # A blank that is missing.
    exact(",", ", ", r"(?<=[a-z]{3})(?P<wrong>,)(?:or|and|but|which|so|then|the|we|you|it|if"
          r"|when|these|those|this|that|they|because|while|where|as|not|with|for|is|are)"
         r" [a-z]"),
    exact("(", " (", r"(?<=[a-z]{2})(?P<wrong>\()(?:see|for example|note that|e\.g\.|i\.e\.|which"
         r"|but|and|or)[ ,]", in_text=True),
    # Who asks.
    slip("how |why |where |when |what ", "?", rf"{START}(?:how|why|where|when|what)(?: (?:long"
         rf"|often|far|fast|much|many [a-z]+|large|big))? (?:do|does|did|can|could|should|would"
         rf"|will) {_SUBJECT} {_PLAIN}+(?P<wrong>\.)(?=$| [A-Z])", in_text=True),
    slip("do you |are you |have you |can you ", "?", rf"{START}(?:do|are|have|can) you"
         rf" {_PLAIN}+(?P<wrong>\.)(?=$| [A-Z])", in_text=True),
    slip("why |how ", "?", rf"(?:{START}|[,;:] (?:so |but |and |then )?|\b(?:so|but|then) )(?:why"
         rf"|how) (?:is|are|was|were|do|does|did|can|could|should|would|will) (?:{_SUBJECT}|these"
         rf"|those|there|all|both|your|our|its|their) {_PLAIN}+(?P<wrong>\.)(?=\s*$| [A-Z])",
         in_text=True),
    # With an article, or with none.
    slip("particular |certain |specific ", with_article,
         r"\b(?:put|uses?|pick|choose|takes?|has|have|needs?|creates?|adds?|returns?|get|gives?"
         r"|write|makes?|pass|define|select|with|of|for|by) (?P<wrong>particular|specific|certain)"
         r"(?: [a-z]+)?? (?!behaviou?r|grammar|syntax|language|code|use|work|access|note"
         r"|support|interest|value|attention|care|concern)"
         r"(?P<thing>[a-z]+(?<!s))"
         r"(?=[.,;](?!\w)| (?:of|in|into|on|at|to|that|which|for|with|from|is)\b|$)"),
    slip("at moment,", "the moment", rf"{START}At (?P<wrong>moment),"),
    slip("at the midnight|at the noon", "", r"\bat (?P<wrong>the )(?:midnight|noon)\b"),
    slip("an access to", "access", r"\b(?:gives?|gave|have|has|had|gets?|provides?|needs?)"
         r" (?P<wrong>an access) to\b"),
    slip("the figure|the table|the section|the chapter|the equation|the listing", None,
         r"\b(?P<wrong>the) (?-i:Figure|Table|Section|Chapter|Equation|Listing) \d+(?=[.,;:)]| "
         r"(?:is|shows?|and|of"
         r"|above|below|for)\b)"),
    slip("such ", "such a", r"\b(?:with|for|of|by|in) (?P<wrong>such) "
         r"(?![aeiou])(?P<quality>[a-z]+) (?:[a-z]+ )?"
         r"(?P<noun>[a-z]+)(?=[.,;])", in_text=True),
    slip("here is ", None, rf"{START}Here is (?P<wrong>(?P<noun>[a-z]+)) (?:for|that|which|of)\b"),
    slip("a way", "away", r"\b(?:far|straight|goes|moves|throw|throws"
         r"|gives) (?P<wrong>a way)\b(?! (?:to"
         r"|of|that|in|for|around|out))"),
    slip("a same ", "the same", r"\b(?P<wrong>a same) (?!sex)[a-z]"),
    slip("in same ", "in some", r"\b(?P<wrong>in same) (?:cases|situations|places|contexts)\b",
         in_text=True),
    slip("in same ", "in the same",
         r"\b(?P<wrong>in same) (?!(?:case|situation|place|context)s\b)[a-z]+", in_text=True),
    slip("same ", "the same", r"\b(?:in|at|has|have|had|use|uses|using|share|shares|with|of|is"
         r"|are) (?P<wrong>same) (?:way|time|shape|size|name|value|type|number|order|length|place"
         r"|file|result|function|format|line|page|code|data|key|method|structure|directory"
         r"|folder)s?\b",
         in_text=True),
    slip(" same", "the same", r"\b(?:be|is|are|was|were|not|always) (?P<wrong>same)(?=[.,;]| as\b)",
         in_text=True),
    slip("the both ", "both", r"(?<!of )(?<!for )\b(?P<wrong>the both) (?P<things>[a-z]+)\b"),
    slip("is ", None, rf"\b(?:this|it|that|which|here) is (?P<wrong>(?:first|second|third|last)"
         rf" (?:time|version|step|example|release|part|line|case|attempt|lesson|page"
         rf"|chapter)){BEHIND}",
         in_text=True),
    slip("is ", None, rf"\b(?:is|was) (?P<wrong>(?:main|only|best|easiest|simplest|fastest|safest"
         rf"|most [a-z]+) (?:way|reason|goal|purpose|difference|idea|method|option"
         rf"|place))(?:{BEHIND}|(?= (?:to|for)\b))",
         in_text=True),
    slip(" of ", None, r"\b(?P<wrong>(?:at|in|until|near) (?:end|beginning|start|top|bottom|middle"
         r"|left|right)) of (?:the|an?|this|each|every|your|its) [a-z]", in_text=True),
    slip(" of ", None, r"\b(?:is|was) (?P<wrong>generalization|extension|subset|superset|subclass"
         r"|implementation|collection|list|sequence|wrapper|instance|example|copy|member"
         r"|combination|array|tuple) of ",
         in_text=True),
    slip(_BARE[3:-1], None, rf"(?<=[a-z] )(?:returns|takes|creates|accepts|expects|needs|gets|gives"
         rf"|contains|builds|defines) "
         rf"(?P<wrong>{_BARE}) (?:that|which|with|of|containing)\b", in_text=True),
    slip(" it's ", "its",
         r"\bwhich (?:is|was) (?P<wrong>it's) [a-z]+(?=[.,;:)](?!\w)| of\b|$)"),
    exact("your ", "You're",
          r"(?:^|[.!?] )(?P<wrong>Your) (?:going to|not (?:going|able|allowed)|able to|welcome to"
          r"|done with|about to|supposed to|allowed to)\b"),
    slip("an other ", "another", r"\b(?P<wrong>an other) (?!than\b)(?=[a-z])"),
    slip("interesting in ", "interested",
         r"\b(?:I am|I'm|we are|we're|you are|you're|they are|who is|who are)"
         r" (?P<wrong>interesting) in\b(?! (?:it|them)sel)"),
    slip("no any ", "no", r"\b(?P<wrong>no any) (?=[a-z])"),
    slip("different of ", "different from",
         r"\b(?P<wrong>different of) (?:the|an?|that|this|what|it|its)\b"),
    slip("much ", "many",
         r"\b(?:how |so |too |as |not )?(?P<wrong>much) (?P<nouns>[a-z]+)(?= (?:are|were|have|of|in"
         r"|that|as|to)\b|[.,;?](?!\w)|$)"),
    # A question has its verb before whom it asks about.
    exact("why it |why this |how it |how this |why they |how they |how we |why we ", _turned,
          r"(?:^|[.!?] )(?P<wrong>(?:Why|How) (?:it|this|that|they|we|you) (?:is|are|was|were|does"
          r"|do|can|will|should|could)) [^.?!,]*\?", in_text=True),
    # A such program; it has such mistake; not part the carry.
    slip("a such |an such ", "such a", r"\b(?P<wrong>an? such) (?!that\b|an?\b)(?=[a-z])"),
    slip("such ", with_article,
         r"\b(?:has|have|had|with|in|for|of|by|makes?|made|but|uses?|is)"
         r" such (?P<wrong>(?P<noun>[a-z]+(?<!s)))"
         r"(?=[.;:!?](?!\w)| (?:is|was|that|which|can|will|has)\b|$)"),
    slip("part the|part this|part its|part our|part your", "part of",
         r"\b(?:is|are|was|were|not|only|also|as|be|become|becomes) (?P<wrong>part)"
         r" (?:the|this|its|our|your)\b"),
    slip(" amount of| number of| set of| pair of| range of| fraction of| portion of", with_article,
         r"\b(?:for|with|in|by|from|to|on|has|have|needs?|uses?|is|as|into|at|asks? for)"
         r" (?P<wrong>(?:large|small|huge|great|certain|absurd|given|fixed|limited|finite|vast|tiny"
         r"|considerable|significant|enormous|reasonable|single|whole|wide))"
         r" (?:amount|number|set|pair|range|fraction|portion) of\b"),
    slip("how many |how much |how long |how often ", "?",
         rf"{START}[Hh]ow (?:many|much|long|often|far)(?: [a-z]+){{0,2}} (?:did|does|do) "
         r"(?:it|they|you|we|this|that|the [a-z]+) [^.?!,;]*(?P<wrong>\.)(?=\s*$| [A-Z])",
         in_text=True),
    slip("good for.", "?",
         rf"{START}What (?:is|are) [^.?!,;]{{1,40}} good for(?P<wrong>\.)(?=\s*$| [A-Z])",
         in_text=True),
)  # fmt: skip


# A text goes on in small letters behind code, a formula or a list.
_WHOLE = frozenset({"heading", "paragraph"})
_SMALL = lazy_pattern(
    r"(?:the|this|these|there|in|if|when|for|we|you|it|an?|to|as|but|so|after|before|each|every"
    r"|all|some|most) [a-z]+ "
)


def begun_small(lesson: Lesson) -> Iterator[Fault]:
    """Give the first words of texts that begin in small letters, and no text goes on there."""
    first = {line.block.line: line for line in reversed(prose(lesson)) if line.block}
    for before, block in itertools.pairwise(lesson.blocks):
        if block.kind != "paragraph" or before.kind not in _WHOLE or block.line not in first:
            continue
        line, end = first[block.line], before.text.rstrip()[-1:]
        if (
            (before.kind == "heading" or end in {".", "!", "?"})
            and block.text.rstrip().endswith((".", "!", "?"))
            and (match := _SMALL.match(line.text))
        ):
            stop = match[0].index(" ")
            word = line.text[:stop]
            yield Fault(line, 0, stop, f'"{word}" begins a text', word.capitalize(),
                        severity=Severity.WARNING)  # fmt: skip
