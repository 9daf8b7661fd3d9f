"""How often a function was compiled or traced: what prose says, and what a cell's output counts."""

from __future__ import annotations

import re
from collections.abc import Iterator

from scripts.lesson import Block
from scripts.outputs import CellOutputs
from scripts.quotes import printed_text

_SUBJECT = r"(?:re-?)?(?:compil|trac)\w*|(?:재)?(?:컴파일|추적|트레이스)"
_COUNTED = re.compile(rf"(?:{_SUBJECT})[^\d\n]{{0,24}}?(?<![\w.])(\d+)(?![\w.])", re.IGNORECASE)
_TRACE = re.compile(rf"(?:{_SUBJECT})", re.IGNORECASE)
_WORDS = {
    "once": 1, "twice": 2, "one time": 1, "two times": 2, "three times": 3, "four times": 4,
    "five times": 5,
}  # fmt: skip
_KOREAN = {"한": 1, "두": 2, "세": 3, "네": 4, "다섯": 5, "여섯": 6}
_SAID = re.compile(
    r"\b(?:is |was |are |gets? )?(?:re-?)?(?:compiles|compiled|traces|traced|retraces|recompiles)"
    rf" (?:exactly |only |just )?(?P<en>{'|'.join(_WORDS)}|\d+ times)\b"
    r"|(?P<ko>한|두|세|네|다섯|여섯|\d+)\s*번(?:만)?\s*(?:컴파일|추적|트레이스)(?:됩니다|합니다|되었|했)"
    r"|(?:컴파일|추적|트레이스)(?:은|는|이|가|을|를)?\s*(?P<ko2>한|두|세|네|다섯|여섯|\d+)\s*번(?:만)?"
    r"\s*(?:일어|수행|이루어|입니다|했|합니다)",
    re.IGNORECASE,
)


# A line that comes so often: "prints `trace` twice", "`trace`를 두 번 출력합니다".
_SAID_OF_LINE = re.compile(
    rf"\b(?:prints|printed|outputs) `(?P<text>[^`\n]+)` (?:exactly |only |just )?"
    rf"(?P<en>{'|'.join(_WORDS)}|\d+ times)\b"
    r"|`(?P<text2>[^`\n]+)`(?:을|를|이|가)? (?P<ko>한|두|세|네|다섯|여섯|\d+) ?번(?:만)? "
    r"출력(?:합니다|했습니다|됩니다|되었습니다)",
    re.IGNORECASE,
)


def counted(outputs: CellOutputs) -> frozenset[int] | None:
    """Give the numbers of compilations that a cell's output states, None where it states none.

    They are printed as numbers, or each is a line that a function prints while it is traced.

    >>> cell = lambda text: CellOutputs("ok", ({"output_type": "stream", "name": "stdout",
    ...                                         "text": text},))
    >>> counted(cell("compilations: 3\\n")), counted(cell("tracing f\\ntracing f\\n"))
    (frozenset({3}), frozenset({2}))
    """
    text = printed_text(outputs.outputs)
    stated = frozenset(int(number) for number in _COUNTED.findall(text))
    if stated:
        return stated
    lines = [line for line in text.split("\n") if _TRACE.search(line)]
    return frozenset({len(lines), *(lines.count(line) for line in lines)}) if lines else None


def counts_in(block: Block) -> Iterator[tuple[int, str, int]]:
    """Give what a block says of how often something is compiled: line, words, number."""
    for offset, line in enumerate(block.text.split("\n")):
        for match in _SAID.finditer(line):
            number = _number(match["en"] or match["ko"] or match["ko2"])
            yield block.line + offset, match[0], number


def lines_counted_in(block: Block) -> Iterator[tuple[int, str, str, int]]:
    """Give what a block says of how often something is printed: line, words, text, number."""
    for offset, line in enumerate(block.text.split("\n")):
        for match in _SAID_OF_LINE.finditer(line):
            number = _number(match["en"] or match["ko"])
            yield block.line + offset, match[0], match["text"] or match["text2"], number


def _number(word: str) -> int:
    word = word.lower()
    return _WORDS.get(word) or _KOREAN.get(word) or int(word.split()[0])
