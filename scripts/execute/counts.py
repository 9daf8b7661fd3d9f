"""How often a function was compiled or traced: what prose says, and what a cell's output counts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from scripts.lesson import Block
from scripts.number_words import NUMBERS
from scripts.outputs import CellOutputs
from scripts.patterns import lazy_pattern
from scripts.quotes import printed_text

_SUBJECT = r"(?:re-?)?(?:compil|trac)\w*|(?:재)?(?:컴파일|추적|트레이스)"
# In brackets stand shapes and arguments.
_COUNTED = lazy_pattern(
    rf"(?:{_SUBJECT})[^\d\n(\[{{]{{0,24}}?(?<![\w.])(\d+)(?![\w.])", re.IGNORECASE
)
# A list, and no tuple, which may be a shape.
_LIST_AT_END = lazy_pattern(r"[:=] ?\[([^\[\](){}]+)\]$")
_TRACE = lazy_pattern(rf"(?:{_SUBJECT})", re.IGNORECASE)
_WORDS = {
    "once": 1, "twice": 2, "one time": 1, "two times": 2, "three times": 3, "four times": 4,
    "five times": 5, "six times": 6, "seven times": 7, "eight times": 8, "nine times": 9,
    "ten times": 10,
}  # fmt: skip
_KOREAN = ("한", "두", "세", "네", "다섯", "여섯", "일곱", "여덟", "아홉", "열")
TIMES = "|".join(_WORDS) + r"|\d+ times"
TIMES_KO = "|".join(_KOREAN) + r"|\d+"
_SAID = lazy_pattern(
    r"\b(?:is |was |are |gets? )?(?:re-?)?(?:compiles|compiled|traces|traced|retraces|recompiles)"
    rf" (?:exactly |only |just )?(?P<en>{'|'.join(_WORDS)}|\d+ times)\b"
    r"|(?P<ko>한|두|세|네|다섯|여섯|\d+)\s*번(?:만)?\s*(?:컴파일|추적|트레이스)(?:\([^()\n]*\))?"
    r"(?:됩니다|합니다|되었|됐|했|해서|되어서?|돼서)"
    r"|(?:컴파일|추적|트레이스)(?:은|는|이|가|을|를)?\s*(?P<ko2>한|두|세|네|다섯|여섯"
    r"|\d+)\s*번(?:만)?"
    r"\s*(?:일어|수행|이루어|입니다|했|합니다)",
    re.IGNORECASE,
)
# The same with what is compiled: "compiles the function twice", "함수를 두 번 컴파일합니다" is
# above. How often it is for each of several things is not how often it is.
_NO_EACH = (
    r"(?! (?:for|in|per|more|again|at|as|on|with|over|faster|slower|longer|when|each|every|whenever"
    r"|the)\b)"
)
_SAID_OF_IT = lazy_pattern(
    r"\b(?:re-?)?(?:compiles|compiled|traces|traced|retraces) "
    r"(?:it|(?:the|this|that|its|our|your) (?:\w+ )?(?:function|program|code|step|model|loop|body)"
    rf"|`\w+(?:\(\))?`) (?:exactly |only |just )?(?P<en>{'|'.join(_WORDS)}|\d+ times)\b{_NO_EACH}",
    re.IGNORECASE,
)
_FOR_EACH = lazy_pattern(
    r"\b(?:each|every|per|whenever|always|usually|both|all|at least|at most|or more|up to)\b"
    r"|마다|씩|각|당 |이상|이하|적어도|여러",
    re.IGNORECASE,
)


# A line that comes so often: "prints `trace` twice", "`trace`를 두 번 출력합니다".
_SAID_OF_LINE = lazy_pattern(
    rf"\b(?:prints|printed|outputs) `(?P<text>[^`\n]+)` (?:exactly |only |just )?"
    rf"(?P<en>{'|'.join(_WORDS)}|\d+ times)\b"
    rf"|`(?P<text3>[^`\n]+)` (?:is|was|gets?|got) (?:only |just )?(?:printed|shown) "
    rf"(?:exactly |only |just )?(?P<en2>{'|'.join(_WORDS)}|\d+ times)\b"
    r"|\b(?:the|a) (?:line|word|text|message) `(?P<text4>[^`\n]+)` (?:only |just )?"
    r"(?:stands|is|appears|occurs|comes(?: up)?|shows up)(?: there| here| (?:in|on) the output)?"
    rf" (?:exactly |only |just )?(?P<en3>{'|'.join(_WORDS)}|\d+ times)\b"
    r"|`(?P<text2>[^`\n]+)`(?:을|를|이|가|은|는)? (?P<ko>한|두|세|네|다섯|여섯|\d+) ?번(?:만)? "
    r"(?:출력(?:합니다|했습니다|됩니다|되었습니다|됐습니다)|나옵니다|나왔습니다|나타납니다"
    r"|나타났습니다|찍힙니다|찍혔습니다)",
    re.IGNORECASE,
)


# Numbers of things, and of times.
_THINGS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_THINGS_KO = ("하나", "둘", "셋", "넷", "다섯", "여섯", "일곱", "여덟")
THINGS = "|".join(_THINGS) + r"|\d+"
THINGS_KO = "|".join(_THINGS_KO)
_ONE_KO = r"한|두|세|네|다섯|여섯|\d+"
# "Only two lines begin with `trace`", "`trace`로 시작하는 줄은 둘뿐입니다",
# "두 줄이 `trace`로 시작합니다".
_BEGINNINGS = (
    lazy_pattern(
        rf"\b(?P<en>{'|'.join(_THINGS)}|\d+) lines?(?: that)? "
        r"(?:begins?|starts?|began|started) with [`\"“](?P<text>[^`\"”\n]+)[`\"”]",
        re.IGNORECASE,
    ),
    # "The line that begins with `trace` stands there once."
    lazy_pattern(
        r"\b(?:the|a) line(?: that|, which,?)? "
        r"(?:begins?|beginning|starts?|starting|began|started) with"
        r" [`\"“](?P<text>[^`\"”\n]+)[`\"”],?"
        r" (?:only |just )?(?:stands|stood|is|was|appears?|appeared|occurs|comes(?: up)?|came"
        r"|shows up|is printed|was printed)(?: there| here| (?:in|on) the output)?"
        rf" (?:exactly |only |just )?(?P<en>{TIMES})\b{_NO_EACH}",
        re.IGNORECASE,
    ),
    lazy_pattern(
        r"`(?P<text>[^`\n]+)`(?:으로|로) 시작하는 줄(?:은|이|도) (?:거기에 |여기에 |출력에 )?"
        rf"(?:모두 |오직 |단 |딱 )?(?P<ko2>{_ONE_KO}) ?번(?:뿐|만|밖에)?"
        r"(?:입니다|이고|이며| (?:있습니다|있고|나왔습니다|나옵니다|나오고|나왔고|나타납니다"
        r"|나타났습니다|출력됩니다|출력되었습니다|출력됐습니다|찍힙니다|찍혔습니다"
        r"|나오지 않|찍히지 않|출력되지 않))"
    ),
    # In words, which count where a line begins so.
    lazy_pattern(
        rf"\bthere (?:is|are|was|were) (?:only |just |exactly )?(?P<en>{'|'.join(_THINGS)}|\d+) "
        r"lines? (?:from|for|of) (?P<text>[a-z][\w ]{2,30}?)(?=[,.;:]| and | but |$)",
        re.IGNORECASE,
    ),
    lazy_pattern(
        rf"`(?P<text>[^`\n]+)`(?:으로|로) 시작하는 줄(?:은|이|도) (?:모두 |오직 |단 )?"
        rf"(?:(?P<ko>{'|'.join(_THINGS_KO)})|(?P<ko2>{_ONE_KO}) ?(?:개|줄))(?:뿐|만)?"
        r"(?:입니다|이고|이며| 있습니다|이 있습니다| 나왔습니다| 나옵니다)"
    ),
    lazy_pattern(
        rf"(?<!처음 )(?<!마지막 )(?<!나머지 )(?<![앞뒤]의 )(?<!다음 "
        rf")(?<![\w.])(?P<ko>{'|'.join(_KOREAN)}|\d+) ?줄(?:이|만|은) "
        r"`(?P<text>[^`\n]+)`(?:으로|로) 시작(?:합니다|했습니다|하고|하며)"
    ),
)
# "The `print` inside it ran only once", "함수 안의 `print`는 한 번만 출력했습니다".
_PRINTS = (
    lazy_pattern(
        r"`print`(?: (?:inside|in|of) (?:it|the function|`\w+`))? (?:only |was )?(?:only |just )?"
        rf"(?:ran|run|printed|called|executed) (?:only |just |exactly )?"
        rf"(?P<en>{'|'.join(_WORDS)}|\d+ times)\b"
    ),
    # What it does, and not what it did, is more often said of each call or shape.
    lazy_pattern(
        r"`print`(?: (?:inside|in|of) (?:it|the function|`(?P<name>\w+)(?:\(\))?`))? (?:only "
        r"|just )?(?:runs|prints|executes|fires|is (?:only )?(?:run|called|executed|reached)) "
        rf"(?:only |just |exactly )?(?P<en>{'|'.join(_WORDS)}|\d+ times)\b{_NO_EACH}"
    ),
    lazy_pattern(
        r"(?:`(?P<name>\w+)(?:\(\))?` (?:안|속)의 )?"
        rf"`print`(?:는|가|문은|문이) (?P<ko>{_ONE_KO}) ?번(?:만|밖에)? "
        r"(?:출력|실행|호출|불립)(?:합니다|됩니다|하고|되고|하며|되며|하지만|되지만|니다)"
    ),
    lazy_pattern(
        rf"`print`(?:는|가|문은|문이) (?P<ko>{_ONE_KO}) ?번(?:만|밖에)? "
        r"(?:출력|실행)(?:했습니다|되었습니다|됐습니다|했고|되었고)"
    ),
)
# "The function was called twice", "함수는 한 번만 불렸고".
_CALLS = (
    lazy_pattern(
        rf"(?:\b[Tt]he function|`(?P<name>\w+)(?:\(\))?`) (?:itself )?(?:was|is) (?:only |just )?"
        rf"(?:called|run|executed|entered) (?:exactly |only |just )?(?P<en>{TIMES})\b"
    ),
    lazy_pattern(
        rf"(?:함수|`(?P<name>\w+)(?:\(\))?`)(?:는|은|가|이) (?P<ko>{TIMES_KO}) ?번(?:만|밖에)? "
        r"(?:불렸|불립|호출(?:되었|됐|됩)|실행(?:되었|됐|됩))"
    ),
)
_OF_A_FUNCTION = lazy_pattern(r"함수|불렀|부르|호출|\b(?:function|calls?|called|inside)\b")
_PLACES_KO = {"첫": 1, "둘": 2, "두": 2, "셋": 3, "세": 3, "넷": 4, "네": 4, "다섯": 5, "여섯": 6,
              "일곱": 7, "여덟": 8}  # fmt: skip
_PLACE = rf"(?:\d+(?:st|nd|rd|th)|\d+번째|(?:{'|'.join(_PLACES_KO)})(?: ?번째|째))"
# 'A line with "trace" is a new call: the 1st, 3rd and 5th.'
_PLACES = lazy_pattern(
    rf"""["`](?P<text>[^"`\n]+)["`](?P<between>[^:.\n]*):\s+(?:the )?"""
    rf"(?P<list>{_PLACE}(?:(?:, | and |, and |와 |과 ){_PLACE})*)(?=[.\n]|$)"
)
_SENTENCE_ENDS = lazy_pattern(
    r"(?<!\be\.g)(?<!\bi\.e)(?<!\bvs)(?<!\betc)[.!?](?=\s)|\n\s*\n|\n(?=\s*(?:[-*+]|\d+\.)\s)"
)


def counted(outputs: CellOutputs) -> frozenset[int] | None:
    """Give the numbers of compilations that a cell's output states, None where it states none.

    They are printed as numbers, or each is a line that a function prints while it is traced, or an
    item of a list.

    >>> cell = lambda text: CellOutputs("ok", ({"output_type": "stream", "name": "stdout",
    ...                                         "text": text},))
    >>> counted(cell("compilations: 3\\n")), counted(cell("tracing f\\ntracing f\\n"))
    (frozenset({3}), frozenset({2}))
    >>> sorted(counted(cell("traced for: [10, 20]\\n"))), sorted(counted(cell("traced: (2, 3)\\n")))
    ([1, 2], [1])
    """
    text = printed_text(outputs.outputs)
    stated = frozenset(int(number) for number in _COUNTED.findall(text))
    if stated:
        return stated
    lines = [line for line in text.split("\n") if _TRACE.search(line)]
    if not lines:
        return None
    items = {match[1].count(",") + 1 for line in lines if (match := _LIST_AT_END.search(line))}
    return frozenset({len(lines), *(lines.count(line) for line in lines)} | items)


def counts_in(block: Block) -> Iterator[tuple[int, str, int]]:
    """Give what a block says of how often something is compiled: place, words, number."""
    text = block.text
    for match in _SAID_OF_IT.finditer(text.replace("\n", " ")):
        if not _FOR_EACH.search(sentence_around(text, match.start())[0]):
            yield match.start(), match[0], number_of(match["en"])
    begin = 0
    for line in text.split("\n"):
        for match in _SAID.finditer(line):
            number = number_of(match["en"] or match["ko"] or match["ko2"])
            yield begin + match.start(), match[0], number
        begin += len(line) + 1


def lines_counted_in(block: Block) -> Iterator[tuple[int, str, str, int]]:
    """Give what a block says of how often something is printed: line, words, text, number."""
    for offset, line in enumerate(block.text.split("\n")):
        for match in _SAID_OF_LINE.finditer(line):
            number = number_of(match["en"] or match["en2"] or match["en3"] or match["ko"])
            text = match["text"] or match["text2"] or match["text3"] or match["text4"]
            yield block.line + offset, match[0], text, number


def beginnings_counted_in(text: str) -> Iterator[tuple[int, str, str, int]]:
    """Give what is said of how many lines begin with a text: place, words, text, number.

    >>> list(beginnings_counted_in("There are two lines that begin with `a`."))
    [(10, 'two lines that begin with `a`', 'a', 2)]
    """
    for pattern in _BEGINNINGS:
        for match in pattern.finditer(text):
            groups = match.groupdict()
            word = groups.get("en") or groups.get("ko") or groups.get("ko2") or ""
            yield match.start(), match[0], match["text"], number_of(word)


def prints_counted_in(text: str) -> Iterator[tuple[int, str, str | None, int]]:
    """Give what is said of how often a function's `print` ran: place, words, its name, number.

    The name is None where it is told of what came already, and not of what such a `print` does.

    >>> list(prints_counted_in("두 번 불렀는데 `print`는 한 번만 출력했습니다."))
    [(9, '`print`는 한 번만 출력했습니다', None, 1)]
    >>> list(prints_counted_in("The `print` inside `f` runs twice for each shape."))
    []
    """
    for pattern in _PRINTS:
        for match in pattern.finditer(text):
            sentence = sentence_around(text, match.start())[0]
            groups = match.groupdict()
            name = (groups["name"] or "") if "name" in groups else None
            if name is not None and _FOR_EACH.search(sentence):
                continue
            if name or _OF_A_FUNCTION.search(sentence):
                number = number_of(groups.get("en") or groups["ko"])
                yield match.start(), match[0], name, number


def calls_counted_in(text: str) -> Iterator[tuple[int, str, str, int]]:
    """Give what is said of how often a function was called: place, words, its name, number.

    >>> list(calls_counted_in("`f` was called twice"))
    [(0, '`f` was called twice', 'f', 2)]
    """
    for pattern in _CALLS:
        for match in pattern.finditer(text):
            groups = match.groupdict()
            number = number_of(groups.get("en") or groups["ko"])
            yield match.start(), match[0], match["name"] or "", number


def other_places(
    text: str, lines: Sequence[str], code: Sequence[str]
) -> Iterator[tuple[int, str, str]]:
    """Give what is said of which lines have a text in them and is not so: place, words, lines.

    The lines that are meant may be those of the code, too.

    >>> list(other_places('Lines with "a": the 1st and 4th', ["a 1", "b", "a 2"], []))
    [(11, '1st and 4th', 'a: 1, 3')]
    """
    if not re.search(r"\blines?\b|줄", text, re.IGNORECASE):
        return
    for match in _PLACES.finditer(text):
        having = [at for at, line in enumerate(lines, 1) if match["text"] in line]
        sentence = sentence_around(text, match.start())[0]
        if not having or not re.search(r"\blines?\b|줄", sentence, re.IGNORECASE):
            continue
        said = [_place(word) for word in re.findall(_PLACE, match["list"])]
        # A line of its own may belong to the one that follows it.
        calls = [at - before for before, at in enumerate(having)]
        in_code = [at for at, line in enumerate(code, 1) if match["text"] in line]
        if said not in (having, calls, in_code):
            listed = match[0][match.start("list") - match.start() :]
            yield match.start(), listed, f"{match['text']}: {', '.join(map(str, having))}"


def sentence_around(text: str, at: int) -> tuple[str, int]:
    """Give the sentence in which a place of a text stands, and where it begins.

    >>> sentence_around("One. Two three. Four.", 9)
    (' Two three.', 4)
    """
    ends = [match.end() for match in _SENTENCE_ENDS.finditer(text)]
    begin = max((end for end in ends if end <= at), default=0)
    return text[begin : min((end for end in ends if end > at), default=len(text))], begin


def _place(word: str) -> int:
    digits = re.match(r"\d+", word)
    return int(digits[0]) if digits else _PLACES_KO[re.sub(r" ?번째|째", "", word)]


def number_of(word: str) -> int:
    """Give the number that a word for one is, for things or for times.

    >>> number_of("twice"), number_of("둘"), number_of("12 times"), number_of("1,200")
    (2, 2, 12, 1200)
    """
    word = word.lower()
    for words in (_WORDS, NUMBERS):
        if word in words:
            return words[word]
    return int(word.split()[0].replace(",", ""))
