"""One register of Korean for a lesson: 합니다체, 해요체, 한다체 or 해체."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from scripts.check.fault import Fault
from scripts.check.korean.endings import mistyped_endings
from scripts.check.korean.nouns import ends_in_noun, is_noun
from scripts.check.korean.sentence_ends import BIEUP, has_sentences
from scripts.check.prose import OPAQUE, Line, korean_prose
from scripts.check.rule import Selection
from scripts.check.sections import LISTS
from scripts.diagnostic import Severity
from scripts.hangul import ending_in
from scripts.lesson import Lesson
from scripts.patterns import lazy_pattern

# ㅏ, ㅐ, ㅓ, ㅔ, ㅕ, ㅖ, ㅘ, ㅙ and ㅝ, on which 해요체 has 요.
_OF_VERBS = frozenset({0, 1, 4, 5, 6, 7, 9, 10, 14})
# 아니다, 지니다 and 마시다 are of the plain register.
_FORMAL = lazy_pattern(rf"[{BIEUP}](?:니다|니까|시다)$")
_ASKING = lazy_pattern(r"(?:[세새]요|셔요|시오|까요)$")
_OPEN_VOWELS = "".join(
    chr(code) for code in range(0xAC00, 0xD7A4, 28) if (code - 0xAC00) // 28 % 21 in _OF_VERBS
)
_POLITE = lazy_pattern(rf"(?!개요$|노래요$)[{_OPEN_VOWELS}지]요$")
# Of what is said to friends, the ends that no noun has.
_FAMILIAR = lazy_pattern(
    rf"(?:[{ending_in('ㅆ')}][어지네]|거든|잖아|구나|[할을]게|돼|[라어아해려러]져|[펴어아해려]봐|[어아해여]줘"
    r"|[로을를] 써| 봐|보자고|하자고)$"
)
_PLAIN = lazy_pattern(
    r"(?:(?:[가-힣]니|(?!니)[가-힣])다|는가|은가|인가|하라|지 마라|지 말라|보라|하자|보자"
    r"|[어아여해와워려켜써꺼떠커돼]라)$"
)
# What has no form in 합니다체, and what is added to a sentence: -니까요, -네요, -어서요.
_THANKS = lazy_pattern(r"(?:감사|고맙)[가-힣]*$")
_SAID = lazy_pattern("(?:니까|네|군|거든|서|는데|은데|데|고)요$|죠$")
# Of verses, and no plain register: 가르치셨나이다, 오해하였도다.
_OF_VERSES = lazy_pattern(
    r"(?:(?:[가-힣]하|[^\W하])나이다|[았었였겠있없하]도다|[으하이]?리로다|[이구]로다|지어다)$"
)
# So many lines is a quotation long that does not end in its first one.
_QUOTED_LINES = 20
# Behind a noun these are no verb's end: 주기마다, 기존보다; so is a noun spelled so: 람다, 인가.
_PARTICLE_END = lazy_pattern("(?P<noun>[가-힣]+)보다$")
_ENDS_NO_SENTENCE = lazy_pattern("마다$|(?<![가-힣])인가$")
# Who asks in a list of questions is a reader.
_ASKED = lazy_pattern(r"\W*(?:Q ?\d*|질문 ?\d*|문 ?\d*)\s?[.:)]")
_SENTENCE = lazy_pattern(r"[^.?!]*?[가-힣]+(?P<mark>[.?!])(?=[\s)\]”’\"']|$)")
# A line that is a link is the title of where it leads.
_TITLE = lazy_pattern(
    r"[ \t>]*(?:(?:[-*+]|\d+[.)]|\#+)[ \t]+)*"
    r"[*_]*\[[^\[\]]*\](?:\([^()\s]*\)|\[[^\[\]]*\])[*_.]*\\?\s*"
)
_REQUEST = lazy_pattern(r"(?:세요|십시오)(?=[.!])")
_CURT_REQUEST = lazy_pattern(r"[가-힣]+(?<!십)시오(?=[.!])")
_LEAST_SENTENCES = _LEAST_ITEMS = 3
_IN_MOTTO = 2


def registers(selection: Selection, lesson: Lesson) -> Iterator[Fault]:
    """Give the sentences that are not in the register of most of the lesson."""
    lines = list(korean_prose(lesson))
    yield from _other_requests(lines)
    quoted = _quoted(lines)
    found = [one for n, line in enumerate(lines) for one in _sentences(line, quoted.get(n, (0, 0)))]
    counts = Counter(one.kind for one in found)
    if not counts or counts.total() < _LEAST_SENTENCES:
        return
    usual, number = counts.most_common(1)[0]
    if number * 2 <= counts.total():
        usual = "합니다"
    lists = _lists_of_one(found) | _mottos(found)
    for line, start, end, kind in found:
        if kind != usual and not (line.block and line.block.line in lists):
            message = f"this sentence is in {kind}체, most of the lesson in {usual}체"
            yield Fault(line, start, end, message, None, "use one register",
                        Severity.WARNING)  # fmt: skip


def _other_requests(lines: Sequence[Line]) -> Iterator[Fault]:
    """Give the one request in -시오 of a page that asks for all else in -세요 or -십시오."""
    texts = [(line, line.without_code) for line in lines if line.kind != "comment"]
    asked = sum(len(_REQUEST.findall(text)) for _, text in texts)
    found = [(line, match) for line, text in texts for match in _CURT_REQUEST.finditer(text)]
    if len(found) == 1 and asked >= _LEAST_SENTENCES:
        line, match = found[0]
        message = "this asks in 하오체, all else on the page in -세요"
        yield Fault(line, *match.span(), message, None, "use one register", Severity.WARNING)


def _lists_of_one(found: Sequence[_Sentence]) -> set[int]:
    """Give the lines of the lists whose items are all in one register: of what is to be done."""
    kinds: dict[int, list[str]] = {}
    for line, _, _, kind in found:
        if line.block is not None and line.block.kind in LISTS:
            kinds.setdefault(line.block.line, []).append(kind)
    return {line for line, its in kinds.items() if len(its) >= _LEAST_ITEMS and len(set(its)) == 1}


def _mottos(found: Sequence[_Sentence]) -> set[int]:
    """Give the lines of the quotations of a sentence or two: somebody else's, or a motto."""
    blocks = (one.line.block for one in found)
    counts = Counter(block.line for block in blocks if block and block.kind == "blockquote")
    return {line for line, count in counts.items() if count <= _IN_MOTTO}


def _quoted(lines: Sequence[Line]) -> dict[int, tuple[int, int]]:
    """Give the part of each line, by its number, that is in a quotation of several lines."""
    found: dict[int, tuple[int, int]] = {}
    opened: tuple[int, int] | None = None
    for n, line in enumerate(lines):
        if line.kind == "heading" or (opened and n - opened[0] > _QUOTED_LINES):
            opened = None
        for match in re.finditer("[“”]", line.text):
            if match[0] == "“":
                opened = (n, match.start())
            elif opened and opened[0] < n:
                found.update((k, (0, len(lines[k].text))) for k in range(opened[0] + 1, n))
                found[opened[0]] = opened[1], len(lines[opened[0]].text)
                found[n] = 0, match.end()
            if match[0] == "”":
                opened = None
    return found


class _Sentence(NamedTuple):
    """A sentence of a line, and its register."""

    line: Line
    start: int
    end: int
    kind: str


def _sentences(line: Line, quoted: tuple[int, int]) -> Iterator[_Sentence]:
    """Give the place and the register of each whole sentence of a line, quotations left out.

    `quoted` is a part of it in a quotation that begins or ends in another line.
    """
    if not has_sentences(line):
        return
    if _ASKED.match(line.text) or _is_title(line):
        return
    # No sentence ends at the point of a.py, in code.
    text = re.sub(
        r"[“\"'‘「『(][^”\"'’」』)]*[”\"'’」』)]", lambda m: OPAQUE * len(m[0]), line.without_code
    )
    start, end = quoted
    text = f"{text[:start]}{OPAQUE * (end - start)}{text[end:]}"
    for match in _SENTENCE.finditer(text):
        end = match.start("mark")
        words = text[:end]
        if _OF_VERSES.search(words) or _THANKS.search(words):
            continue
        start = match.start() + len(match[0]) - len(match[0].lstrip())
        # A mistyped end is told as that, and is of the register that was meant.
        if _FORMAL.search(words) or any(one.end == end for one in mistyped_endings(words)):
            yield _Sentence(line, start, end, "합니다")
        elif _ASKING.search(words) or match["mark"] == "?":
            continue  # -세요 and -ㄹ까요 go with both
        elif _SAID.search(words) or match["mark"] == "!":
            continue
        elif _POLITE.search(words):
            yield _Sentence(line, start, end, "해요")
        elif _FAMILIAR.search(words):
            yield _Sentence(line, start, end, "해")
        elif _PLAIN.search(words) and not _ends_on_a_noun(words):
            yield _Sentence(line, start, end, "한다")


def _is_title(line: Line) -> bool:
    block = line.block
    return (
        block is not None
        and "[" in block.text
        and bool(_TITLE.fullmatch(block.text.split("\n")[line.number - block.line]))
    )


def _ends_on_a_noun(words: str) -> bool:
    """Tell that a noun ends a sentence, with what looks like the end of a verb.

    >>> [_ends_on_a_noun(words) for words in ("그리고 주기마다", "지난 버전보다", "값을 살펴보다")]
    [True, True, False]
    """
    compared = _PARTICLE_END.search(words)
    last = words.rsplit(" ", 1)[-1]
    is_compared = compared is not None and ends_in_noun(compared["noun"])
    return is_compared or is_noun(last) or _ENDS_NO_SENTENCE.search(words) is not None
