"""Sentences that give the number of what a cell printed behind a name: "the rank is 2"."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping

from scripts.diagnostic import Diagnostic
from scripts.execute.attribution import what_came
from scripts.execute.contradictions import short
from scripts.execute.page_values import Amount, amounts_in, shown_text
from scripts.execute.places import Pair, Place
from scripts.execute.templates import is_print, labelled_values
from scripts.number_words import NUMBERS, one_of
from scripts.patterns import lazy_pattern

_NUMBER = r"[-−]?\d+(?:,\d{3})*(?:\.\d+)?"
_N_KO = rf"(?:{one_of(NUMBERS, english=False)}|\d+)"
_VALUE = rf"(?P<value>{_NUMBER}|(?i:{one_of(NUMBERS, english=True)}))"
# A name and a number behind it, or one before it.
_BEHIND = lazy_pattern(
    r"(?P<name>[A-Za-z가-힣][\w가-힣 -]{1,30}?)[:=]? +(?P<value>-?\d[\d,.]*)(?=\s|%|$)"
)
_BEFORE = lazy_pattern(r"(?<![\w.])(?P<value>\d[\d,.]*) (?P<name>[a-z]{3,})(?![\w(]| ?[:=])")
_IS = lazy_pattern(
    r"\b[Tt]he (?P<name>[a-z][\w-]*(?: [a-z][\w-]*)?)"
    r"(?:(?: of (?:the |all |its )?[a-z` ]{2,30}?)?|,? which) (?:is|was|equals|stays at|comes to) "
    rf"(?:now |only |still |just |exactly )?`?{_VALUE}`?"
    r"(?=[.,;:)]|$| (?:and|so|because|since|but|in all)\b)(?![.,]\d)"
)
_IS_KO = lazy_pattern(
    r"(?<![가-힣])(?P<name>[가-힣][\w가-힣]*|[A-Za-z]\w+)(?:은|는|이|가) "
    rf"`?(?P<value>{_NUMBER})`?"
    r"(?=입니다|이고|이며|이므로|이라|인데|개입니다|번입니다)"
)
# What is called and counted, in whatever sentence.
_COUNTED = lazy_pattern(
    rf"(?<!first )(?<!last )(?<!next )(?<!other )(?<!these )(?<!those )(?<!of )\b{_VALUE} "
    r"(?P<name>traces|compilations)\b(?! (?:for each|per|each|more))"
)
_TIMES = lazy_pattern(
    r"\b(?:was|were|is|are|been) (?:only |just )?(?P<name>called|traced|compiled) (?:only |just )?"
    r"(?P<value>once|twice|[a-z]+(?= times)|\d+(?= times))(?! (?:for|per|each|more|as)\b)"
)
_NOT_KO = r"(?!(?:\([^()\n]*\))?(?:하|되)?지(?:는|도)? (?:않|못))"
_TIMES_KO = (
    lazy_pattern(
        r"(?<![가-힣])(?P<name>추적|호출|컴파일)(?:\([A-Za-z ]+\))?"
        r"(?:은|는|이|가|을|를)? (?:모두 )?"
        rf"(?P<value>{_N_KO}) ?번{_NOT_KO}"
    ),
    lazy_pattern(
        rf"(?<![가-힣])(?P<value>{_N_KO}) ?번(?:만)? "
        rf"(?P<name>추적|호출|컴파일|불렸|불렀|불립|부릅){_NOT_KO}"
    ),
)
# What a name stands for.
MEANT_BY = {
    "called": "call", "traced": "trace", "compiled": "compilation", "추적": "trace",
    "호출": "call", "컴파일": "compilation", "불렸": "call", "불렀": "call", "불립": "call",
    "부릅": "call", "평균": "mean", "합": "sum", "최댓값": "max", "최솟값": "min",
    "중앙값": "median", "곱": "prod", "average": "mean", "maximum": "max", "minimum": "min",
    "largest": "max", "smallest": "min", "total": "sum", "product": "prod", "손실": "loss",
    "정확도": "accuracy", "오차": "error", "점수": "score", "확률": "probability", "비율": "ratio",
    "온도": "temperature", "높이": "height", "거리": "distance", "길이": "length", "크기": "size",
    "속도": "speed", "차이": "difference", "프로그램": "program", "단계": "step", "줄": "line",
    "행": "row", "열": "column", "항목": "entry", "원소": "element", "키": "key", "값": "value",
    "장치": "device", "레이블": "label", "표본": "sample", "배치": "batch", "에폭": "epoch",
    "매개변수": "parameter", "잎": "leaf", "오류": "error", "경고": "warning", "기록": "record",
    "연산": "operation", "토큰": "token", "단어": "word", "문장": "sentence", "글자": "character",
    "점": "point", "이웃": "neighbor", "날": "day", "바퀴": "lap", "특성": "feature",
    "층": "layer", "노드": "node", "간선": "edge", "파일": "file", "이름": "name", "종류": "kind",
    "색": "color", "칸": "cell",
}  # fmt: skip
_COUNTED_KO = lazy_pattern(
    r"(?<![가-힣] )(?<![가-힣])(?!추적|호출|컴파일)(?P<name>[가-힣]{1,4})(?:은|는|이|가|을|를) "
    r"(?:모두 |전부 |다 |겨우 |고작 )?"
    rf"(?P<value>{_N_KO}) ?(?:개|번|가지|명|줄|칸|종|장|대|마리)"
    r"(?:가|를|이|을|입니다|이고|뿐|만|로|다)"
)
# All of them, and no part: what has them, or what they are counted for.
_ALL = lazy_pattern(
    rf"(?:^|(?<=[.!?] ))Of(?: the| all)? {_VALUE} (?P<name>[a-z]{{3,}})\b"
    r"|\b(?:has|have|had|holds|contains|[Tt]here (?:are|were)|gives|makes|counts|counted|[Aa]ll"
    rf"|needs?|needed|takes?|took|uses?|used|lists|on) {_VALUE.replace('value', 'value2')} "
    r"(?P<name2>[a-z]{3,})(?=[.,;:)]|$| in all\b| altogether\b)"
)


# Of what is named as code: "`full` gives ten values".
_OF_CODE = lazy_pattern(
    rf"(?<![`\w}}])`(?P<name>\w+)` (?:gives|has|holds|contains|returns|keeps|is) {_VALUE}"
    r"(?: (?:values?|numbers?|entries|elements?|items?))?(?=[.,;:)]|$| and\b| but\b)"
)


def of_names(place: Place) -> Iterator[Diagnostic]:
    """Give sentences such as "`full` gives ten values" where its line has another number."""
    for match, pair in place.said(_OF_CODE):
        begins = ([match["name"]], [match["name"] + ":"])
        lines = shown_text(pair[1]).split("\n")
        named = [line for line in lines if line.split()[:1] in begins]
        numbers = {one for line in named for one in amounts_in(line)}
        counts = numbers | {Amount(float(len(numbers)), 0)}
        said = _amount(match["value"])
        if len(named) == 1 and numbers and not any(one.may_be(said) for one in counts):
            yield place.finding(place.line(match.start()), match[0], short(named[0]))


# What a name's number is; and how often something was done.
_NAMED = ((_IS, _IS_KO, _COUNTED_KO, _ALL), (_COUNTED, _TIMES, *_TIMES_KO))


def labelled(place: Place) -> Iterator[Diagnostic]:
    """Give sentences that give another number for a name than the cell above and all others."""
    pair = place.spoken
    said = [
        (one, often)
        for often, patterns in enumerate(_NAMED)
        for pattern in patterns
        for one in pattern.finditer(place.text)
    ]
    if pair is None or not said:
        return
    known = _labels(place, pair)
    told = 0
    for match, often in sorted(said, key=lambda one: one[0].start()):
        # "There were three traces" has "three traces" in it.
        if match.start() < told:
            continue
        groups = match.groupdict()
        name = (groups["name"] or groups["name2"]).lower()
        name = MEANT_BY.get(name, name)
        values = known.get(singular(name)) or known.get(singular(name.split()[-1]))
        number = _amount(groups["value"] or groups["value2"])
        if not values or place.supposed(match.start()):
            continue
        # How often something was done, one number says.
        if often and (len(values) > 1 or any(one.decimals for one in values)):
            continue
        if not any(one.may_be(number) or one.times(2).may_be(number) for one in values):
            told = match.end()
            shown = ", ".join(sorted({f"{one.value:g}" for one in values}))
            yield place.finding(place.line(match.start()), match[0].strip(), f"{name}: {shown}")


def _labels(place: Place, pair: Pair) -> Mapping[str, set[Amount]]:
    """Give the numbers behind the names of a cell, and behind the same names elsewhere."""
    own = labels_of(pair)
    if not own:
        return {}
    for cell, outputs in zip(place.lesson.cells, place.record.cells, strict=True):
        if cell is not pair[0]:
            for name, values in labels_of((cell, outputs)).items():
                if name in own:
                    own[name] |= values
    return own


def labels_of(pair: Pair) -> dict[str, set[Amount]]:
    """Give the numbers that a cell shows, by the names before or behind them, in the singular."""
    cell, outputs = pair
    found: dict[str, set[Amount]] = {}
    for line in shown_text(outputs).split("\n")[:_MOST_LINES]:
        pairs = [*labelled_values(line)]
        pairs += [(m["name"], m["value"]) for p in (_BEHIND, _BEFORE) for m in p.finditer(line)]
        for name, value in pairs:
            numbers = [*amounts_in(value)]
            if len(numbers) == 1:
                words = name.lower().split()
                # Where it stands is no number of them: at sample 4.
                if len(words) > 1 and words[-2] in {"at", "in", "on"}:
                    continue
                head = re.split(r" (?:in|of|per|for) ", name.lower())[0].split()
                for one in {singular(name.lower()), singular(head[-1]), singular(words[-1])}:
                    found.setdefault(one, set()).add(numbers[0])
            else:
                # Of several nobody knows which one is meant.
                found.setdefault(singular(name.lower()), set()).update(numbers)
    try:
        statements = ast.parse(cell.source).body
    except SyntaxError:
        return found
    for at, came in what_came(statements, outputs, alone=True).items():
        for name, number in _named(statements[at], came.text):
            found.setdefault(singular(name), set()).add(number)
    return found


_MOST_LINES = 60


def _named(statement: ast.stmt, shown: str) -> Iterator[tuple[str, Amount]]:
    """Give the names of what a statement shows, with each number: what is counted, or computed.

    >>> [*_named(ast.parse("print(len(old_tokens), x.mean())").body[0], "17 3.5")]
    [('tokens', Amount(value=17.0, decimals=0)), ('mean', Amount(value=3.5, decimals=1))]
    """
    if not isinstance(statement, ast.Expr):
        return
    value = statement.value
    parts = value.args if is_print(statement) and isinstance(value, ast.Call) else [value]
    words = re.findall(r"\([^()\n]*\)|\[[^\[\]]*\]|\S+", shown)
    if len(parts) != len(words):
        return
    for part, word in zip(parts, words, strict=True):
        numbers = [*amounts_in(word)]
        match part:
            case ast.Call(func=ast.Name(id="len"), args=[ast.expr() as counted]):
                names = [_last(node) for node in ast.walk(counted)]
            case ast.Call(func=ast.Attribute(attr=name)) if name in _COMPUTED:
                names = [name]
            case ast.Name(id=name):
                names = [_last(part)]
            case _:
                continue
        for name in names if len(numbers) == 1 else ():
            if name:
                yield name, numbers[0]


_COMPUTED = frozenset({"mean", "sum", "max", "min", "median", "prod", "std"})


def _last(node: ast.AST) -> str:
    """Give the last word of a name."""
    name = node.id if isinstance(node, ast.Name) else getattr(node, "attr", "")
    return "".join(re.findall(r"[a-z]{3,}", name)[-1:])


_NOTHING = Amount(-1, 0)


def singular(name: str) -> str:
    """Give a name without the end of its plural.

    >>> singular("leaves"), singular("classes"), singular("tokens"), singular("entries")
    ('leaf', 'class', 'token', 'entry')
    """
    for end, instead in (("ves", "f"), ("ies", "y"), ("sses", "ss"), ("s", "")):
        if name.endswith(end) and len(name) > len(end) + 1 and not name.endswith("ss"):
            return name.removesuffix(end) + instead
    return name


def _amount(text: str) -> Amount:
    number = {**NUMBERS, "once": 1, "twice": 2}.get(text.lower())
    return Amount(float(number), 0) if number is not None else next(amounts_in(text), _NOTHING)
