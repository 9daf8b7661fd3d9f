"""English words whose forms tell what a sentence has to have beside them, and these forms."""

from __future__ import annotations

from collections.abc import Mapping

# Of these neither form is one of a verb.
_NOUNS = """
abbreviation abstraction action adapter addition advantage alarm algorithm ambassador angle
annotation answerer app apple application approximation architecture archive area argument arm
array article artist aspect assignment assumption attachment backend backup band bar basket battery
bean behavior behaviour bicycle bike bit bitmap boat bookmark bottle boundary branch breakpoint
browser bucket bulb button byte cake calculation callback camera candidate candle canvas capability
caption car cat category cell certificate chapter character charset checkbox checkpoint choice
chord chunk cipher city class classification client clock coefficient coin colleague collection
column combination command comparison compiler completion component compressor computation computer
concept configuration connection connector consequence constraint constructor container context
conversion cookie coordinate country criterion cursor curve customer daemon database dataset day
deadline decision declaration decorator definition degree deletion denominator dependency
deployment depth derivative description descriptor destination detector developer device diagram
dialog dictionary difference digit dimension direction directive directory disadvantage disk
distribution dog domain driver drone dtype duration editor egg eigenvalue element ellipsis endpoint
engine entity entry environment epoch equation evaluation event example exception experiment
exponent expression extension fact factor failure farmer filename flower folder font forest formula
fraction framework frequency frontend game garden generator getter glass glyph gradient gram
grammar grid guideline handler hash header heading height heuristic hill horse hour hyperparameter
icon idea identifier image implementation index ingredient instance instruction integer interaction
interface interpreter interval iterable iteration iterator jar kernel kettle keyboard keyword kind
kitchen lab ladder lake lamp language laptop leaf legend lemon length lens lesson letter library
limitation linter listener literal loader location lot macro maintainer manager mapper marker
matrix meal measurement mechanism member memory meter method metric migration minute mistake mode
model module moment month motor mountain mouse movie mutex name namespace neighbor neighbour neuron
newline node notation notebook notification observation occurrence operand operation operator
optimization optimizer option organization oven owner packet palette panel paragraph parameter
parent parenthesis parser partition password path pathname pattern pedal pen percent periodical
permission permutation person philosopher photo pill pixel placeholder planet platform player
plugin pointer policy polygon polynomial pond population port possibility predicate preference
prefix printer priority probability problem procedure product property protocol proxy publisher
pytree quantile quantity reader recipe recipient recommendation rectangle region relationship
replacement replica repository representation requirement resource restriction revision river road
robot role roof room router rover row rule scalar scenario scheduler schema scope screen scrollbar
section selection selector semaphore sensor sentence separator server session setter setting shader
shortcut side signature simulation singleton site situation snapshot socket solution solver song
speaker specification specifier sponsor spoon spreadsheet sprinkler statement statistic stone story
strategy street student subdirectory submodule subplot subset subtable suffix suite summary
switcher symbol syntax system tank task teacher team template tenant tensor terminal theme theorem
thing threshold thumbnail timeout timer timestamp tolerance tool toolchain topic tower town
traceback transaction transformation translation translator tree triangle truck tuner tuple
tutorial union unit user username utility validator valve variable variance variant vector vertex
video village violation vulnerability warning wave website week wheel widget width window worker
workflow workspace wrapper year zone
"""
# These are, too.
_NOUN_VERBS = """
access account address amount answer attempt attribute author batch benchmark block book bridge
buffer bug build bundle cable cache call cause chain chance change channel check chip claim click
clone cluster code color colour comment commit compound condition contract control copy corner cost
counter crash cycle date default delay demo design distance document draw edge effect email error
estimate exit export fan feature feed field figure file filter fix flag flow format fragment frame
function graph group guarantee guide handle hook host import input interrupt issue item job key
label layer leak level light limit line link list load lock log loop loss machine map mark mask
match measure merge message mock model need network note notice number object offset order output
package page pair parse part pass patch peer phase picture pin pipeline place plan plot point
position post problem process profile program project promise prompt prototype pump purpose query
question queue range rank rate reason record reference release repeat reply report request response
result return review ring root route run sample scale scan schedule score script search seed
segment sequence server service set shape share shift sign signal size slice slot sort source space
split stack stage standard start state step stop store stream string structure style subclass
subject support surface swap tab table tag target term test text thread time token total trace
track transfer transform trick trigger turn type update upgrade use value version view wait warning
way weight widget word work zoom
"""
_IRREGULAR = {
    "analysis": "analyses",
    "axis": "axes",
    "basis": "bases",
    "child": "children",
    "criterion": "criteria",
    "ellipsis": "ellipses",
    "hypothesis": "hypotheses",
    "index": "indices",
    "matrix": "matrices",
    "mouse": "mice",
    "parenthesis": "parentheses",
    "person": "people",
    "phenomenon": "phenomena",
    "vertex": "vertices",
}
# Their plain form is neither a noun nor one that says how something is, and no noun ends as they do
# with an s: writes and reads are things, too.
_VERBS = """
accelerate accept accumulate achieve acquire activate add adjust affect allocate allow analyze
anticipate appear append apply arrange arrive assemble assign assume attach authenticate authorize
avoid become begin behave belong borrow calculate calibrate choose clarify collect collide combine
compile comply compress compute concatenate configure confirm confuse connect conserve consider
consist consume contain continue contribute convert convey convince correspond create customize
decide decode decompose dedicate deduce define delete deliver demonstrate depend deploy deprecate
derive describe deserve destroy detect determine develop differ differentiate diminish disable
disappear discard discover discretize distinguish distribute divide dominate eliminate emerge emit
emulate enable encapsulate encode encrypt enforce enhance enlarge enqueue ensure enumerate
establish evaluate evolve examine exceed exclude execute exist expand expect expire explain expose
extend facilitate fetch flatten forbid formulate gather generate get give go grow happen hesitate
identify ignore illustrate imagine imitate implement imply impose improve include incorporate
indicate infer inform inherit inhibit initialise initialize initiate inject insert inspect install
instantiate integrate interact interpolate interpret introduce invent invert investigate invoke
involve isolate iterate justify keep know learn lengthen listen locate lose maintain make manage
manipulate migrate minimize modify multiply mutate navigate neglect normalize notify obey observe
obtain occupy occur omit operate optimise optimize organize originate overwrite participate
perceive perform persist possess precede predict prefer prepare preserve prevail prevent proceed
produce prohibit prolong pronounce propagate propose protect prove provide prune publish quantify
quantize randomize receive recognize recommend recompile reconsider reconstruct recover recreate
redefine redirect reduce refer regenerate regulate reinforce reject relate relax rely remain
remember remind remove rename replace represent reproduce require resemble reside resize resolve
respond restrict retain retrieve reveal revoke rewrite rotate satisfy saturate say seem select send
serialize shorten simplify simulate solve specialize specify stabilize strengthen stringify
subscribe subtract succeed suffer suffice suggest summarize suppress survive synchronize take tell
tend terminate tighten tolerate translate transmit transpose traverse truncate understand unify
unpack utilize validate vanish vary verify visualize warn weaken
"""
_NOUNISH_VERBS = """
ask block break bring build cache call capture change check clean click close compare construct
copy count cut debug download draw drop dump edit embed encounter enter export fail fill filter
find fix follow forget format handle help hold import increase index interrupt launch leave load
log look map matter measure merge mimic mount move name need nest open order override parse pass
patch permit plot print process pull push put queue raise read record register release report
request reset respect restart restore return reverse review run sample save scale scan schedule
search see set share shift show skip sort split start stop store submit swap switch test think
throw trace track train transfer transform try turn update upgrade upload use view visit wait walk
watch work wrap write
"""
_PAST = {
    "become": "became become",
    "forbid": "forbade forbidden",
    "override": "overrode overridden",
    "overwrite": "overwrote overwritten",
    "prove": "proved proved",
    "begin": "began begun",
    "break": "broke broken",
    "bring": "brought brought",
    "build": "built built",
    "choose": "chose chosen",
    "come": "came come",
    "cut": "cut cut",
    "draw": "drew drawn",
    "eat": "ate eaten",
    "drive": "drove driven",
    "fall": "fell fallen",
    "find": "found found",
    "fly": "flew flown",
    "forget": "forgot forgotten",
    "freeze": "froze frozen",
    "get": "got got",
    "give": "gave given",
    "go": "went gone",
    "grow": "grew grown",
    "hold": "held held",
    "keep": "kept kept",
    "know": "knew known",
    "leave": "left left",
    "lose": "lost lost",
    "make": "made made",
    "put": "put put",
    "read": "read read",
    "rewrite": "rewrote rewritten",
    "ring": "rang rung",
    "run": "ran run",
    "say": "said said",
    "see": "saw seen",
    "send": "sent sent",
    "set": "set set",
    "shake": "shook shaken",
    "show": "showed shown",
    "shrink": "shrank shrunk",
    "sing": "sang sung",
    "sink": "sank sunk",
    "speak": "spoke spoken",
    "split": "split split",
    "spread": "spread spread",
    "steal": "stole stolen",
    "swim": "swam swum",
    "take": "took taken",
    "tell": "told told",
    "think": "thought thought",
    "throw": "threw thrown",
    "understand": "understood understood",
    "wake": "woke woken",
    "wear": "wore worn",
    "write": "wrote written",
    "reset": "reset reset",
}
# These write their last letter twice before an end.
_DOUBLING = """
begin cut debug drop embed emit forbid get log map occur omit plot prefer put refer reset run scan
set skip split stop submit swap transmit wrap
"""
_DOUBLED = frozenset(_DOUBLING.split())
_SHORT = """
big bright broad cheap clean clear close cold cool dark deep dense early easy fast few fine great
hard heavy high hot large late light long loud low narrow near new nice old poor quick quiet rare
rich safe sharp short simple slow small smart smooth soft steep strict strong sweet tall thick
thin tight tiny warm weak wide young
"""
_BETTER = {"good": ("better", "best"), "bad": ("worse", "worst"), "far": ("farther", "farthest")}
_LONG = """
accurate beautiful capable complex complicated convenient correct dangerous different difficult
effective efficient elegant expensive explicit flexible frequent general helpful important
intelligent interesting modern popular portable powerful precise readable reliable responsive
robust secure similar specific useful valuable
"""


def _plural(noun: str) -> str:
    """Give the plural of a noun.

    >>> [_plural(one) for one in ("query", "box", "axis", "array")]
    ['queries', 'boxes', 'axes', 'arrays']
    """
    return _IRREGULAR.get(noun) or third(noun)


def third(verb: str) -> str:
    """Give what he, she and it does.

    >>> [third(one) for one in ("apply", "pass", "display", "go")]
    ['applies', 'passes', 'displays', 'goes']
    """
    if verb.endswith("y") and verb[-2] not in "aeou":
        return f"{verb[:-1]}ies"
    return verb + ("es" if verb.endswith(("s", "x", "z", "ch", "sh", "go")) else "s")


def gerund(verb: str) -> str:
    """Give what one is doing.

    >>> [gerund(one) for one in ("use", "see", "run", "apply")]
    ['using', 'seeing', 'running', 'applying']
    """
    if verb in _DOUBLED:
        return f"{verb}{verb[-1]}ing"
    return f"{verb[:-1]}ing" if verb.endswith("e") and verb[-2] != "e" else f"{verb}ing"


def adverb(adjective: str) -> str:
    """Give how something is done that is so.

    >>> [adverb(one) for one in ("automatic", "full", "simple", "easy", "correct")]
    ['automatically', 'fully', 'simply', 'easily', 'correctly']
    """
    for end, new in (("ic", "ically"), ("ll", "lly"), ("le", "ly"), ("y", "ily")):
        if adjective.endswith(end):
            return adjective.removesuffix(end) + new
    return f"{adjective}ly"


def past(verb: str) -> str:
    """Give what one did.

    >>> [past(one) for one in ("use", "take", "drop", "apply")]
    ['used', 'took', 'dropped', 'applied']
    """
    if verb in _PAST:
        return _PAST[verb].split()[0]
    if verb in _DOUBLED:
        return f"{verb}{verb[-1]}ed"
    if verb.endswith("y") and verb[-2] not in "aeou":
        return f"{verb[:-1]}ied"
    return f"{verb}d" if verb.endswith("e") else f"{verb}ed"


def done(verb: str) -> str:
    """Give what something is when one has done it."""
    return _PAST[verb].split()[1] if verb in _PAST else past(verb)


def _harder(adjective: str, end: str) -> str:
    """Give the form of a short adjective with er or est.

    >>> [_harder(one, "er") for one in ("easy", "big", "wide", "clean")]
    ['easier', 'bigger', 'wider', 'cleaner']
    """
    if adjective.endswith("y"):
        return f"{adjective[:-1]}i{end}"
    if adjective.endswith("e"):
        return adjective + end[1:]
    return adjective + (adjective[-1] if adjective in {"big", "hot", "thin"} else "") + end


_THINGS = frozenset(_NOUNS.split()) | _IRREGULAR.keys()
_ALSO_VERBS = frozenset(_NOUN_VERBS.split())
_PURE = frozenset(_VERBS.split())
_ALL = _PURE | frozenset(_NOUNISH_VERBS.split()) | _PAST.keys()

PLURALS: Mapping[str, str] = {
    "backup": "backups",
    **{one: _plural(one) for one in sorted(_THINGS | _ALSO_VERBS)},
}
SINGULARS: Mapping[str, str] = {many: one for one, many in PLURALS.items()}
THIRDS: Mapping[str, str] = {one: third(one) for one in sorted(_ALL)} | {
    "are": "is", "were": "was", "have": "has", "do": "does"
}  # fmt: skip
PLAIN: Mapping[str, str] = {third(one): one for one in sorted(_ALL)}
GERUNDS: Mapping[str, str] = {one: gerund(one) for one in sorted(_ALL)}
FROM_GERUNDS: Mapping[str, str] = {gerund(one): one for one in sorted(_ALL)}
PARTICIPLES: Mapping[str, str] = {one: done(one) for one in sorted(_ALL)}
FROM_PAST: Mapping[str, str] = {
    form: one for one in sorted(_ALL) for form in (past(one), done(one)) if form not in _ALL
}
# Took is what one did, and taken what one has done.
DONE: Mapping[str, str] = {
    past(one): done(one)
    for one in sorted(_PAST)
    if past(one) != done(one) and not past(one).endswith("ed")
}
# Words with a regular end that is not theirs: propertys, useing, stoped.
MISFORMED: Mapping[str, str] = {
    wrong: right
    for one in sorted(_ALL)
    for wrong, right in (
        (f"{one}s", third(one)),
        (f"{one}ing", gerund(one)),
        (f"{one[:-1]}eing" if one.endswith("e") else "", gerund(one)),
        (f"{one.removesuffix('e')}ed", past(one) if past(one) == done(one) else ""),
    )
    if wrong and right and wrong not in _ALL and wrong not in {"gos", "leaved", "queueing"}
} | {f"{one}s": many for one, many in PLURALS.items() if many.endswith("ies")}
COMPARED: Mapping[str, str] = {one: _harder(one, "er") for one in _SHORT.split()} | {
    one: forms[0] for one, forms in _BETTER.items()
}
FROM_MOST: Mapping[str, str] = {
    _harder(one, "est"): _harder(one, "er") for one in _SHORT.split()
} | {most: more for more, most in _BETTER.values()}
LONG_MOST: Mapping[str, str] = {
    one + ("st" if one.endswith("e") else "est"): f"most {one}" for one in _LONG.split()
}
LONG_COMPARED: Mapping[str, str] = {
    one + ("r" if one.endswith("e") else "er"): f"more {one}" for one in _LONG.split()
}

# What one thing is and does, and what several are and do.
OF_MANY: Mapping[str, str] = {"is": "are", "was": "were", "has": "have", "does": "do"}


def with_article(noun: str) -> str:
    """Give a noun of the tables with its article.

    >>> with_article("array"), with_article("list")
    ('an array', 'a list')
    """
    return f"an {noun}" if noun[0] in "aio" else f"a {noun}"


# What a group of a pattern has to be, by its name, where digits behind it tell two of them apart.
KINDS: Mapping[str, frozenset[str]] = {
    "thing": _THINGS | _ALSO_VERBS,
    "things": frozenset(SINGULARS),
    "named": frozenset(PLURALS) | frozenset(SINGULARS),
    "noun": _THINGS,
    "nouns": frozenset(_plural(one) for one in _THINGS),
    "do": _PURE,
    "act": _ALL,
    "does": frozenset(map(third, _PURE)),
    "acts": frozenset(map(third, _ALL)),
    "doing": frozenset(map(gerund, _ALL)),
    "did": frozenset(FROM_PAST),
    # What one did, where what one has done is another form: chose.
    "chose": frozenset(DONE),
    # Set and read are what one has done, too.
    "todo": frozenset(one for one, form in PARTICIPLES.items() if one != form),
    "quality": frozenset(COMPARED),
    "more": frozenset(COMPARED.values()),
    "most": frozenset(FROM_MOST),
}
