"""What it, we and they do, in a form that goes with another of them: they was, it depend."""

from __future__ import annotations

from scripts.check.english.patterns import BEGIN, slip
from scripts.check.english.words import OF_MANY, PLAIN, PLURALS, THIRDS, with_article

_ADVERBS = r"(?:(?:also|always|never|often|only|then|now|still|usually|just) )?"
# Behind these a clause begins, and what stands behind it does something.
_CLAUSE = (
    r"(?:if|when|that|because|and|but|so|as|until|once|before|after|where|what|how|while|since)"
)
# Of these there is always one, or several.
_COUNTED = (
    r"(?:function|array|list|tuple|dictionary|class|method|module|variable|matrix|vector|tensor"
    r"|loop|string|pytree|transformation|decorator|copy|sequence|subset|number|integer|scalar)"
)


PRONOUNS = (
    slip("we |they ", OF_MANY.get,
         rf"\b(?:we|they) {_ADVERBS}(?P<wrong>is|was|has|does)\b(?!-)"),
    slip("you ", OF_MANY.get,
         rf"(?:{BEGIN}|[,;:] |\b{_CLAUSE} )you {_ADVERBS}(?P<wrong>is|was|has|does)\b"),
    slip("we |they ", PLAIN.get, rf"\b(?:we|they) {_ADVERBS}(?P<wrong>(?P<acts>[a-z]+))\b(?!-)",
         unless=r"\b(?:singular|plural|word|pronoun) (?:we|they) $"),
    slip("you ", PLAIN.get,
         rf"(?:{BEGIN}|\b(?:if|when|because|and|but|so|until|once|where|while) )you {_ADVERBS}"
         r"(?P<wrong>(?P<acts>[a-z]+))\b(?!-)"),
    slip("it |he |she |this ", THIRDS.get,
         rf"(?:{BEGIN}(?:it|he|she|this)|\b(?:because|since|so|but|while) (?:it|he|she)) {_ADVERBS}"
         r"(?P<wrong>(?P<do>[a-z]+)) (?:on|the|an?|in|to|from|with|all|its|no|each|how|what)\b"),
    slip("this are|that are|this were|these is|those is|these was|those was|these has", None,
         rf"{BEGIN}(?P<wrong>This (?:are|were)|(?:These|Those) (?:is|was|has))\b"),
    slip("i is|i has|i was|i does", {"is": "am", "has": "have", "does": "do"}.get,
         rf"(?:{BEGIN}|\b{_CLAUSE} )(?-i:I) (?P<wrong>is|has|does)\b"),
    slip("all ", PLURALS.get,
         r"\ball (?:the |these |those )?(?P<wrong>(?P<thing>[a-z]+)) (?:are|were|have)\b"),
    slip("is |was |becomes ", with_article,
         rf"\b(?:is|was|becomes) (?-i:(?P<wrong>{_COUNTED})) (?:that|which|of|with|in|for|from)\b",
         unless=r"\b(?:of|such|type|kind|named|called|word|what|how) (?:[a-z]+ )?$"),
    slip("one |each |every |another ",
         {"have": "has", "are": "is", "do": "does"}.get,
         rf"(?:{BEGIN}|\b(?:what|if|when|because|but|so|where|how) )(?:one|each|every|another)"
         r" (?P<thing>[a-z]+) (?P<wrong>have|are|do)\b",
         unless=r"\b(?:requires?|did|does|do|let|lets|make|makes|should|can|could|must|may|might"
         r"|will|would|as|though|insists?|suggests?|and one) "),
    # Let each of them be one: behind what lets or makes, the plain form is right.
    slip("each of ", THIRDS.get,
         r"(?:^|[,;:.] |\b(?:and|but|so|that|if|when|because|while) )each of (?:its|the"
         r"|these|those|their|our|your) (?:[a-z]+ )?(?P<things>[a-z]+)"
         r" (?P<wrong>become|get|give|take|need|go|come|make|contain|depend|begin|hold|have|are"
         r"|do|end|keep|belong|consist) (?!themsel)",
         unless=r"\b(?:requires?|did|does|do|let|lets|make|makes|should|can|could|must|may|might"
         r"|will|would|have|help|as|though|insists?|suggests?) "),
    slip("both ", OF_MANY.get,
         rf"(?:{BEGIN}|, and |\b(?:that|if|when|because|but|so|then|where|whether|which|how) )"
         r"both (?P<things>[a-z]+) (?P<wrong>is|was|has)\b"),
    slip("much ", "many",
         r"\b(?P<wrong>much) (?:[a-z]*met(?:er|re)s|grams|kilograms|seconds|minutes|hours|days"
         r"|weeks|months|years|bytes|bits|pixels|degrees|digits|people)\b"),
    slip("on other hand", "the other", r"\bon (?P<wrong>other) hand\b"),
)  # fmt: skip
