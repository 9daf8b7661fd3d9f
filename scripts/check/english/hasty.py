"""What is left of an English sentence that was written or rewritten in haste."""

from __future__ import annotations

from scripts.check.english.patterns import BEGIN, MODALS, slip
from scripts.check.english.words import PLAIN, PLURALS, third
from scripts.check.prose import OPAQUE

_DET = r"(?:an?|the|its?|them|this|these|those|their|your|our|each|all|both|every)"
_ENOUGH = (
    r"(?:(?:good|large|small|big|long|short|close|high|low|fast|cheap) enough"
    r"|too (?:large|small|big|long|short|high|low|slow|late|early|far))"
)
_RISING = (
    r"(?:accuracy|loss|temperature|level|price|curve|speed|rate|cost|risk|usage|pressure|sun"
    r"|number|value|score|error)"
)

HASTY = (
    # A verb too many, or none: in the value it is cancels out; until the answer good enough.
    slip(" is | are | was | were ", None,
         r"\b(?:it|this|that|which|what|he|she) (?P<wrong>(?:is|was) (?P<does>[a-z]+s))"
         rf"(?= (?:{_DET}|out|up|down|in|on|to|with|from|by|as|what|how)\b|[.,;]|$)",
         unless=r"\b(?:how|what|where|why|who|all|whatever|wherever)\b"),
    slip(" is ", "it", r"\b(?:that|whether|if) (?P<wrong>is) (?:suits|fits|works|runs|matches|looks"
         r"|cancels|stops|fails|returns) (?:what|the|an?|as|with|in|on|out|for|your|our|all)\b"),
    slip("it is ", None, r"\bit (?P<wrong>is (?:cancels|adds|starts|stops|ends|runs|works|falls"
         r"|grows|moves|turns|waits|fails)) (?:out|up|down|in|on|to|with|from|by|as|the|for)\b"),
    slip(" enough| too ", None,
         rf"\b(?:until|if|when|once|while|because|unless) (?:the|its|your|our|each|every|this) "
         rf"(?P<wrong>(?P<thing>[a-z]+) {_ENOUGH})(?=[.,;]| (?:for|to)\b|$)"),
    slip("be only be|be also be|be always be|be then be|be easily be|be just be|be still be", None,
         rf"\b(?:{MODALS}|to) (?P<wrong>be (?:only|also|always|then|easily|just|still) be)\b"),
    slip(" not ", None,
         r"\b(?P<wrong>(?:that|which|who) not (?P<done>[a-z]{3,}ed))"
         r"(?= (?:is|are|was|were|has|have|can|will|in|by|on|at|yet)\b|[.,;])"),
    slip(" hardly | barely | scarcely ", None,
         r"\b(?:is|are|was|were|be) (?:hardly|barely|scarcely) "
         r"(?P<wrong>notice|see|use|know|feel|change|visit|need|touch|test|hear|mention)"
         r"(?=[.,;]|$| (?:by|in|at|when|if)\b)"),
    # What stands there twice, in two ways.
    slip("it it ", "it", r"\b(?P<wrong>it it) (?:out|up|down|off|back|away|again|to|with|from|at"
         r"|on|as|in)\b"),
    slip("whether if|if whether", None, r"\b(?P<wrong>whether if|if whether)\b(?! or\b)"),
    slip(" to with | with to ", None,
         r"\b(?:compare|relat|similar|equal|identical)[a-z]* (?P<wrong>to with|with to)\b"),
    slip("no a|no an", "no", r"\b(?:need|needs|is|are|has|have|there|with|takes?|makes?)s? "
         r"(?P<wrong>no an?) (?!priori|posteriori|la\b)[a-z]+"),
    slip("let ", "", r"\blets? (?:us|them|him|her|you|me|it|(?:the|your|each|two|three|both|these"
         r"|those|its) (?:[a-z]+ )?[a-z]+)(?P<wrong> to) (?P<act>[a-z]+)\b"),
    # One word in the place of another.
    slip(" form ", "from", r"\b(?:different|away|apart|differs?|far) (?P<wrong>form)"
         r" (?:an?|the|its?|what|where|that|those|this|each|all|your|our|their)\b"),
    slip("bellow", "below", r"\b(?P<wrong>bellow)\b(?! (?:like|at|out|from)\b)"),
    slip("complied ", "compiled", r"\b(?:the|an?|this|that|its|your|our|each|one)"
         r" (?P<wrong>complied) (?:program|function|code|version|file|kernel|module|step|loop|graph"
         r"|result)s?\b"),
    slip(" though ", "through", r"\b(?:spreads?|goes|go|going|runs?|passes|pass|passed|flows?"
         r"|moves?|walks?|loops?|iterates?|steps?|went|looks?|reads?|works?|pass(?:es|ed)? it)"
         r" (?P<wrong>though) (?:an?|the|all|each|every|its|them|your|our)\b"),
    slip(" its ", "it", r"\b(?:and|that|but|because|so|when|if|since) (?P<wrong>its)"
         r" (?:is|was|has|does|becomes|stays|keeps|gives|takes|goes|gets|lets|contains|remains"
         r"|happens|seems|allows|requires|tells|says|comes|begins)\b"),
    slip(" you ", "your", r"\b(?:if|when|of|in|with|for|from|on|because) (?P<wrong>you) "
         r"(?:data|code|function|program|array|model|input|key|dataset|image|result|project|file)s?"
         r" (?:has|have|is|are|was|were|does|do|can|will|looks?|needs?|contains?)\b"),
    slip(" raise", {"raises": "rises", "raise": "rise", "raised": "rose"}.get,
         rf"\b{_RISING}s? (?P<wrong>raises|raise|raised)"
         r"(?= (?:in|above|slowly|quickly|steadily|again|over|until|and then|at first)\b|[.,])",
         unless=r"\b(?:is|are|was|were|be|been|to|the|an?) $"),
    slip("wait", None, rf"\b(?P<wrong>wait|waits|waited) (?:XLA|JAX|{OPAQUE}"
         r"|the (?:result|process|thread|program|device|server|response|compiler|computation))\b"),
    # A name is one thing: Optax knows nothing of it.
    slip("jax |numpy |scipy |python |optax |flax |xla |pytorch |tensorflow |keras |jupyter |git ",
         third,
         rf"{BEGIN}(?:JAX|NumPy|SciPy|Python|Optax|Flax|XLA|PyTorch|TensorFlow|Keras|Jupyter|Git)"
         rf" (?P<wrong>(?P<do>[a-z]+)) (?:{_DET}|no|nothing|what|how|one|two|only)\b"),
    # As many as there are: a pair of pure functions, those that take one.
    slip("such ", "such a", r"(?:^|[.?!] )(?P<wrong>Such) (?:function|program|array|loop|value"
         r"|model|call|key|page|file|class|method|shape|step|rule|name|list|table|cell|argument"
         r"|transformation) (?:is|has|was|can|will|takes|does|needs|may|must)\b"),
    slip("er then ", "than", r"\b(?:much|far|even|slightly|bit|little) [a-z]+er (?P<wrong>then)"
         r" (?:the|an?|your|our|its|those|that|what|before|in|with)\b"),
    slip("pair of |couple of |handful of ", PLURALS.get,
         r"\b(?:a|the|this|each|another) (?:pair|couple|handful) of (?:[a-z]+ )??"
         r"(?P<wrong>(?P<thing>[a-z]+(?<!s)))(?=[.,;:]|$| (?:that|which|is|are|was|in|for|to)\b)"),
    slip(" that ", PLAIN.get,
         r"\b(?:are|were|these|those|both|two|three|four|many|several) (?P<things>[a-z]+s)"
         rf" that (?P<wrong>(?P<acts>[a-z]+s)) (?:{_DET}|no|one|two|[\d{OPAQUE}])",
         unless=r"\b(?:of|in|with) $"),
)  # fmt: skip
