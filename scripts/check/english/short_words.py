"""Short English words in the place of others with nearly the same letters: off, too, then, your."""

from __future__ import annotations

from scripts.check.english.patterns import slip

_DET = r"(?:the|an?|its|these|those|this|our|their|your|each|every|all)"
_IN = r"(?:of|into|with|on|in|at|under|between|through|let|drawn by|depends? on)"
# What is of something, and no verb that something goes off of.
_PARTS = (
    r"(?:one|each|some|none|most|many|both|either|neither|half|part|parts|rest|number|kind|kinds"
    r"|sort|type|types|copy|copies|pair|sum|mean|length|size|beginning|front|outside|inside"
    r"|instead|because|consists?|independent|terms|spite|case|means|way|result|derivative|gradient"
    r"|axis|axes|shape|name|names|weights?|columns?|rows?|example|instance|instances)"
)
# Behind these stands where something goes, or what is done.
_TO = (
    r"(?:respect|according|due|compared|belongs?|refers?|leads?|corresponds?|relates?|applies"
    r"|similar|equivalent|identical|thanks|prior|related|attached|converted|back|addition|relation"
    r"|wants?|needs?|has|have|had|order|able|tr(?:y|ies|ying)|used|ought|likely|ready"
    r"|begins?|starts?|continues?|enough|way|time|from [a-z]+)"
)
_TO_DO = (
    r"(?:be|do|have|get|see|know|look|make|take|use|find|give|go|run|read|write|say|keep|call"
    r"|change|add|compute|learn|understand|return|compile|trace)"
)
_PUT_OFF = (
    r"\b(?:turn|switch|take|took|cut|read|mark|drop|start|hand|set|pay|paid|put|break|broke|peel"
    r"|strip|chop|knock|lift|pull|push|fall|fell|come|came|go|goes|run|ran|get|got|keep|kept|leave"
    r"|left|back|block|parse|pop|trim|slice|tear|tore|ward|scrape|shave|seal|shut|round|trade)(?:s|es|ed|ing|ting|ning)?\b"
)
_ASKING = r"(?:says?|see|know|find|tells?|shows?|guess|explains?|decide|learn|exactly|from)"

SHORT_WORDS = (
    slip("whit ", "with", r"(?<!\ba )(?<!\bone )(?<!\bno )(?<!\bevery )\b(?P<wrong>whit) "),
    slip(" off ", "of", rf"\b{_PARTS} (?P<wrong>off) {_DET}\b",
         unless=_PUT_OFF),
    slip(" off ", "of", rf"\b(?P<noun>[a-z]+) (?P<wrong>off) {_DET}\b", unless=_PUT_OFF),
    slip("s off ", "of", rf"\b(?P<nouns>[a-z]+) (?P<wrong>off) {_DET}\b", unless=_PUT_OFF),
    slip(" off its own| off their own", "of",
         r"(?P<named>[a-z]+) (?P<wrong>off) (?:its|their) own\b"),
    slip("let's ", "lets",
         r"\b(?P<wrong>let's) (?:you|us|it|me|them|him|her|one|readers?|users?)\b"),
    slip(" down| up| out| off", "",
         r"\b(?:write|put|turn|break|cut|shut|note|take|switch|point)s? (?P<small>down|up|out|off)"
         r" (?:the|its|your|these|those|all|both) (?:(?!that |which |who )[a-z]+ ){0,2}[a-z]+"
         r"(?P<wrong> (?P=small))(?=[ ,.])"),
    slip(" too ", "to", rf"\b{_TO} (?P<wrong>too) (?:{_DET}|{_TO_DO}|[a-z]+ing)\b"),
    slip(" too ", "to", rf"\b(?:what|how|where|when|which|whether) (?P<wrong>too) {_TO_DO}\b"),
    slip(" then ", "the",
         rf"\b{_IN} (?P<wrong>then) (?:[a-z]+ )?(?P<named>[a-z]+)(?= (?:of|in|for|to|that|which|is"
         r"|are|with|around|and|from|on|at)\b|[.,;:](?!\w)|$)"),
    slip("your ", "you",
         r"\b(?P<wrong>your) (?:(?P<do>[a-z]+)|have|want|need|believe|think|know) (?:the|it|an?"
         r"|that|this|your|them|its|how|what|to)\b"),
    slip("the ", "they",
         r"\b(?:when|if|because|while|until|once|where|that|and|so) (?P<wrong>the) (?P<do>[a-z]+)"
         r" (?:an?|the|its|it|them|their|to|with|into|from|no)\b"),
    slip(" then ", "the",
         r"\b(?:whether|because|if) (?P<wrong>then) (?P<named>[a-z]+) (?:is|are|was|were|has|have"
         r"|must|can|will|may|should|(?P<acts>[a-z]+))\b"),
    slip("do now |does now |did now ", "not",
         r"\b(?:do|does|did) (?P<wrong>now) (?:(?P<do>[a-z]+)|mean|have|be|need|change|matter)\b"),
    slip(" than ", "then", r"[,;] (?P<wrong>than) (?P<act>[a-z]+) (?:it|the|an?|its|them)\b"),
    slip("witch ", "which",
         r"(?<!\ba )(?<!\bthe )\b(?P<wrong>witch) (?:is|are|has|(?P<acts>[a-z]+))\b"),
    slip(" by ", "be",
         r"\b(?:can|could|may|must|should|will|would|might|cannot) (?P<wrong>by)"
         r" (?P<did>[a-z]+)\b"),
    slip(" one ", "on",
         r"\b(?:depend(?:s|ing)?|based|rel(?:y|ies)|branch(?:es)?|operates?|focus(?:es)?|insists?"
         r"|acts?) (?P<wrong>one) (?:the|an?|its|this|that|each)\b"),
    slip(" were ", "where",
         rf"\b{_ASKING} (?P<wrong>were) (?:the|an?|it|they|you|we|its|their|each)\b"),
    slip(" be ", "by",
         r"\b(?:divided|multiplied|replaced|followed|given|caused|computed|determined|defined"
         r"|sorted|indexed|surrounded|increased|reduced|var(?:y|ies)|differs?|grows?|grew|falls?"
         rf"|fell|rises?|rose|increases?|decreases?) (?P<wrong>be) (?:\d|{_DET}\b|about|a factor)",
         unless=r"\b(?:must|should|can|could|may|might|will|would|to|need|require[sd]?|that)"
         r"(?: [a-z]+){0,2} $"),
    slip("four ", "for",
         r"(?<!the )(?<!all )(?<!these )(?<!those )(?<!of )\b(?P<wrong>four) (?:the|an?|this|its"
         r"|every|each|example,|instance,)(?= )"),
    slip(" it it ", None,
         r"\b(?:while|if|when|because|whether|until|once|where) it (?P<wrong>it) "),
    slip(" an ", "and", r"(?<=[a-z,] )(?P<wrong>an) (?:on|in|of|at|if|is|as|it) (?:the|its|an?"
         r"|this|that|these|those|is|was)\b"),
    slip("whether |if |because ", "is",
         r"\b(?:whether|if|because) (?:the|its|this) (?P<thing>[a-z]+) (?P<wrong>it)"
         r" (?:(?P<more>[a-z]+)|(?P<quality>[a-z]+))\b"),
)  # fmt: skip
