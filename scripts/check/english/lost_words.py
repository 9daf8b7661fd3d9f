"""English sentences that lost a small word: there no error, whether it true, that not exist."""

from __future__ import annotations

from scripts.check.english.patterns import START, slip

_CLAUSE = (
    rf"(?:{START}|[,;:] (?:and |but |so |or )?|\b(?:that|if|when|because|but|where|while|whether"
    r"|since|until|once|unless|so) )"
)
# Behind these a verb stands in its plain form.
_WANTED = (
    r"\b(?:requir|recommend|suggest|demand|insist|propos|ask|prefer|important|essential|better)"
)

LOST = (
    # Where is or are is gone.
    slip("there ", None,
         rf"{_CLAUSE}(?P<wrong>there (?:no|an?|only (?:one|two)|several|many|two|three))"
         r" (?!(?:more|longer|one|and|or)\b)[a-z]"),
    slip("it ", None, r"\b(?:whether|where|if|because|when|while|although|since|that) (?P<wrong>it"
         r" (?:true|false|negative|positive|possible|impossible|necessary|useful|wrong|correct|zero"
         r"|empty|equal|different|similar|ready|available|easy|difficult|important|safe|static"
         r"|visible|known|given|shown|seen|hidden|taken|written|broken|chosen))\b",
         unless=r"\b(?:make|makes|made|keep|keeps|kept|find|finds|call|calls|consider|leave|set)\b"),
    slip("they ", None, r"(?:^|[.;:,] )(?:and |but )?(?P<wrong>they (?:the|an?)) [a-z]"),
    slip("must |should |would |may |might |could ", None,
         r"\b[a-z]+ (?P<wrong>(?:must|should|would|may|might|could) (?:\d+(?:\.\d+)?|zero|positive"
         r"|negative|equal|possible|impossible|necessary|different|similar|empty|available))"
         r"(?=[ .,;:]|$)"),
    slip("that why|this why|that also why|this also why|that because|this because", None,
         rf"{START}(?P<wrong>(?:That|This) (?:also )?(?:why|because)) [a-z]"),
    slip("what not ", None, r"\b(?P<wrong>what not) (?!(?:to|only|even|every|all|a|the)\b)[a-z]+"),
    # Where do, does or can is.
    slip(" not ", None,
         r"\b(?:that|which|it|they|we|you|who) (?P<wrong>not (?:do|have|take|tell|need|exist|make"
         r"|keep|know|see|use|write|put|give|get|want|mean|work|matter|change|return|run|fit|depend"
         r"|contain|hold|go|come))\b(?!-)", unless=_WANTED),
    slip("how many ", None,
         rf"{START}How (?:many|much) [a-z]+ (?P<wrong>(?:it|they|you|we|this|that) (?:take|need|use"
         r"|have|make|get|give|cost|want|keep|see|find))\b[^.]*\?"),
    slip("all you to|all we to", None, rf"{START}All (?P<wrong>(?:you|we) to) [a-z]+"),
)  # fmt: skip
