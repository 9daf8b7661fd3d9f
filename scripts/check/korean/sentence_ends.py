"""Where Korean sentences end, and their emphasis: spaces, periods, colons and asterisks."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

from scripts.check.english.parts_of_speech import is_usual
from scripts.check.fault import Fault
from scripts.check.korean.nouns import is_listed
from scripts.check.parsed import Marks, open_marks
from scripts.check.prose import OPAQUE, Line, korean_prose, prose
from scripts.check.rule import Selection
from scripts.diagnostic import Severity
from scripts.hangul import ending_in
from scripts.languages import ENGLISH, KOREAN
from scripts.lesson import Lesson
from scripts.patterns import lazy_pattern

BIEUP = ending_in("ㅂ")
_SENTENCE_END = r"(?:니다|니까|세요|시오|해요|어요|아요|예요|에요|네요|지요)"
_GLUED = lazy_pattern(rf"(?:(?:{_SENTENCE_END}|까요)[.?!]|[가-힣]다\.)(?P<next>\S)")
# A remark in brackets may join the sentence that it is about.
_BEGINS = lazy_pattern(r"[가-힣A-Z]")
_GLUED_ENGLISH = lazy_pattern(
    r"(?:(?<![\w./@:-])[A-Za-z]{2,}|(?<=\w\)))(?P<mark>[.?!])(?:The|This|That|These|Those|It|Its|In|An?|We|You|Your|If|When"
    r"|Where|While|For|To|And|But|So|Then|There|Here|Each|Every|Both|All|Some|No|Not|On|At|As|With|By|From"
    r"|What|How|Why|Our|One|Two|Now|Only|Also|Since|After|Before|Use|See|They|Their)(?= [a-z`0-9])"
)
# Another word of a sentence may begin the next one, too; behind the name of a module one is a name.
_GLUED_WORD = lazy_pattern(
    r"(?<=[a-z] )(?P<last>[a-z]{3,})(?P<mark>\.)(?P<next>[A-Z][a-z]{3,})(?= [a-z]{2,})"
)
# So short a name may be jnp.
_SHORT = 3
# A question has a space behind it, and so has a sentence that ends in code: `div`.Guard the input.
_GLUED_QUESTION = lazy_pattern(r"[a-z0-9]{2,}(?P<mark>\?)(?=[A-Z][a-z]+ [a-z])")
_BEHIND_CODE = lazy_pattern(
    r"(?<=[\w)])(?P<mark>\.)(?=[A-Z][a-z]{2,} (?:the|an?|it|this|your|its|that|all|each)\b"
    r"|(?:If|When|In|It|This|These|But|So|For|To|You|We|There|Then|After|Before)"
    r" (?:the|an?|it|this|you|we|they|your|its|that|all|each|only|is|are|not|no)\b)"
)
# No word within a sentence begins with a capital here: compilation Neither does a change.
_LOST_PERIOD = lazy_pattern(
    r"(?<![\w'’.-])[a-z]+ [a-z]+ [a-z'’]*(?P<last>[a-z])(?= (?:(?:But|However|Neither|Nor"
    r"|Therefore) [a-z]|(?:It|They|We|There|This|These) (?:is|are|was|were|has|have|does|do|did"
    r"|can|will|may|must"
    r"|should|would|could|an?|the|not|[a-z]{3,}s) "
    r"|(?:By|If|In|When|Because|While|After|Then|Here|Now) "
    r"(?:the|an?|it|you|we|they|this|that|now|default|then|all|its|your) ))"
)
# But for these, nothing is joined to the end of a sentence.
_GLUED_END = lazy_pattern(
    rf"(?<=[{BIEUP}])니다(?=(?!만|라|요|마는|그려|면|는|고|며|가|이|에|로|의|를|지|더|까|도|와|인|체)"
    r"[가-힣]{2}|(?:한|두|세|네|이|그|저|더|또|꼭|잘|안|못|각|새|첫|몇|왜) [가-힣])"
)
# A word alone that ends a sentence, right behind another end of one.
_SECOND_END = lazy_pattern(rf"[가-힣]{{0,4}}[{BIEUP}]니다(?=[.!?]|$)")
# A sentence in 합니다체 goes on with these, where it is told, or is a noun in a row of them.
_LOST_MARK = lazy_pattern(
    rf"(?<![“\"'‘「『(\[])[가-힣]*(?:[{BIEUP}](?:니|시)다|(?<!녕하)세요)(?P<gap> )"
    rf"(?P<next>(?:[A-Za-z0-9,]*|{OPAQUE}+)[가-힣]+)(?= |{OPAQUE})"
)
_GOES_ON = lazy_pattern(
    r"(?:이?라[고는며면던도]|이?란|하[고는며여]|했|한다|해|말|및|또는|혹은|등|와|과|고|는|은|을|를|이|가|의|에|로|만|도)"
    r"(?![가-힣])|(?:이?라[고는며]|하[고는며면]|같|때|경우|여부|식)"
)
# The rest has a sentence of its own, up to a mark.
_TORN = lazy_pattern(
    r"(?<![가-힣])(?P<noun>[가-힣]{2,}) (?:합니다|됩니다|하는|되는|하지|되지)(?![가-힣])"
)
_MANY_TORN = 3
_ENDED = lazy_pattern(rf"(?:{_SENTENCE_END}|[가-힣]다|까요)[.?!]$")
_UNENDED = lazy_pattern(rf"[가-힣]*[{BIEUP}]니다$|[가-힣]세요$")
# What a page of a manual begins with: man - 설명서를 봅니다.
_OF_MANUAL = lazy_pattern(r"[a-z][\w.+-]*(?:, [a-z][\w.+-]*)* [-–—] ")
# So many paragraphs more have their period.
_MANY_MORE = 10
_WHOLE = lazy_pattern(rf"[^.?!]+(?:{_SENTENCE_END}|까요|[가-힣]다)(?:\([^()]*\))?[.?!](?:\s|$)")
_BRACKETS = (("(", ")"), ("[", "]"), ("“", "”"), ("‘", "’"), ("「", "」"), ("『", "』"), ("<", ">"))
_PARAGRAPHS = frozenset({"paragraph", "bullet_list", "ordered_list", "blockquote"})
_GOES_ON_IN_CODE = lazy_pattern(r"[ \t>]*`(?!``)")
_COLON = lazy_pattern(rf"(?:{_SENTENCE_END}|[가-힣]다)(?P<colon>\s*[:：])\s*$")
# Before another whole sentence.
_COLON_WITHIN = lazy_pattern(
    rf"{_SENTENCE_END}(?P<colon>:)(?= [가-힣0-9][^:.?!]*(?:{_SENTENCE_END}|까요)[.?!])"
)
# Asterisks between punctuation and Hangul close nothing.
_MAY_STAY = lazy_pattern(r"[^\w\s*]\*+[가-힣]")
_PUNCTUATION = lazy_pattern(r"[^\w\s]")
_WITH_SENTENCES = frozenset({"paragraph", "blockquote", "bullet_list", "ordered_list", "front"})


def has_sentences(line: Line) -> bool:
    """Tell whether a line is of a text that has whole sentences: no heading, and no table."""
    return line.kind in _WITH_SENTENCES or line.kind.startswith("directive:")


def glued_sentences(selection: Selection, lesson: Lesson) -> Iterator[Fault]:
    """Give the sentences behind whose end the space is missing, or the period before it."""
    rows = lesson.text.split("\n")
    if lesson.language is ENGLISH:
        yield from _glued_in_english(lesson, rows)
    for line in korean_prose(lesson):
        for match in _GLUED.finditer(line.text):
            start = match.start("next")
            # Code may begin the next sentence, as a letter may; a quotation mark ends this one.
            begins = line.is_code(start, start + 1) or _BEGINS.match(line.text, start)
            if begins and not line.is_code(match.start(), start):
                # The place is the full stop's, so that a mend does not touch what follows.
                mark = line.text[start - 1]
                yield Fault(line, start - 1, start, "a space is missing after this sentence",
                            f"{mark} ", "put a space there", Severity.WARNING)  # fmt: skip
        if "니다" in line.text:
            yield from _glued_ends(line)
        if line.block is None or not any(end in line.text for end in ("니다 ", "시다 ", "세요 ")):
            continue
        if (lost := list(_lost_marks(line, rows[line.number - 1]))) and not _is_torn(lesson):
            yield from lost
    yield from _lost_ends(lesson, rows)


def _glued_ends(line: Line) -> Iterator[Fault]:
    """Give the ends of sentences that lost their period and the space behind it."""
    for match in _GLUED_END.finditer(line.text):
        end = match.end()
        # 합니다합니다 and 봅니다입니다 have one of them too many.
        if line.text[end:].startswith(line.text[max(0, end - 3) : end]) or _SECOND_END.match(
            line.text, end
        ):
            continue
        if line.is_as_written(end - 1, end + 1) and not line.is_code(match.start(), end):
            yield Fault(line, end - 1, end, "a period and a space are missing after this sentence",
                        "다. ", "put them there", Severity.WARNING)  # fmt: skip


def _is_last(word: str, lesson: Lesson) -> bool:
    """Tell whether a word may end a sentence: no page has it before a dot again, or imports it."""
    if len(word) <= _SHORT and not is_usual(word):
        return False
    named = re.findall(rf"\b{word}\.[A-Za-z_]|\bimport {word}\b", lesson.text)
    return len(named) <= 1


def _glued_in_english(lesson: Lesson, rows: list[str]) -> Iterator[Fault]:
    """Give the ends of English sentences behind which one begins with a word that only begins one.

    asp.Net and jax.Array are names.
    """
    for line in prose(lesson):
        text = line.text
        found = [*_GLUED_ENGLISH.finditer(text), *_GLUED_QUESTION.finditer(text)]
        found += [one for one in _GLUED_WORD.finditer(text) if _is_last(one["last"], lesson)]
        found = [match for match in found if not line.is_code(*match.span())]
        behind = _BEHIND_CODE.finditer(text) if "`" in rows[line.number - 1] else ()
        found += [one for one in behind if line.is_code(one.start() - 1, one.start())
                  and not line.is_code(*one.span())]  # fmt: skip
        for match in found:
            yield Fault(line, *match.span("mark"), "a space is missing after this sentence",
                        f"{match['mark']} ", "put a space there", Severity.WARNING)  # fmt: skip
        if line.kind in _WITH_SENTENCES and line.kind != "front":
            for match in _LOST_PERIOD.finditer(line.without_code):
                if line.is_as_written(*match.span("last")):
                    message = "a period is missing after this sentence"
                    yield Fault(line, *match.span("last"), message, None, "put a period there",
                                Severity.WARNING)  # fmt: skip


def _lost_ends(lesson: Lesson, rows: list[str]) -> Iterator[Fault]:
    """Give the paragraphs that end without a period, where nearly all others have one."""
    last = {line.block.line: line for line in korean_prose(lesson)
            if line.block is not None and line.kind == "paragraph"}  # fmt: skip
    ends = [(line, line.text.rstrip()) for line in last.values()]
    whole = sum(_ENDED.search(text) is not None for _, text in ends)
    lost = [(line, text) for line, text in ends if _UNENDED.search(text)]
    if len(lost) * _MANY_MORE > whole:
        return
    for line, text in lost:
        if _OF_MANUAL.match(text):
            continue
        if rows[line.number - 1].rstrip().endswith(text[-1]) and not _is_within(text):
            yield Fault(line, len(text) - 1, len(text), "a period is missing after this sentence",
                        f"{text[-1]}.", "put a period there", Severity.WARNING)  # fmt: skip


def _lost_marks(line: Line, raw: str) -> Iterator[Fault]:
    """Give the ends of sentences in 합니다체 behind which another one begins, without a period."""
    if not has_sentences(line):
        return
    text = line.without_code
    for match in _LOST_MARK.finditer(text):
        gap = match.start("gap")
        column = line.columns[gap] - 1
        # What is quoted or linked is no sentence here, and markup between them parts them.
        around = (text[:gap], text[match.end("gap") :])
        # Behind the mark of code, its name begins.
        in_code = line.is_code(gap + 1, gap + 2)
        behind = column + 2 + (in_code and raw[column + 1 : column + 2] == "`")
        in_markup = line.columns[gap - 1] != column or line.columns[gap + 1] != behind
        if in_markup or _GOES_ON.match(match["next"]) or any(map(_is_within, around)):
            continue
        if _is_within(raw[:column]) or not _WHOLE.match(around[1]):
            continue
        word = text[gap - 1]
        yield Fault(line, gap - 1, gap, "a period is missing after this sentence", f"{word}.",
                    "put a period there", Severity.WARNING)  # fmt: skip


def _is_torn(lesson: Lesson) -> bool:
    """Tell a page whose verbs are torn apart: 호출 합니다. No sentence of it ends for certain.

    Machines have translated so, and put 합니다 in the middle of sentences.
    """
    torn = (match for match in _TORN.finditer(lesson.text) if is_listed(match["noun"]))
    return len(list(itertools.islice(torn, _MANY_TORN))) == _MANY_TORN


def _is_within(text: str) -> bool:
    """Tell whether brackets, quotation marks or emphasis are open where a text ends."""
    opened = any(text.count(one) != text.count(other) for one, other in _BRACKETS)
    return opened or any(text.count(mark) % 2 for mark in ('"', "**", "'"))


def colons(selection: Selection, lesson: Lesson) -> Iterator[Fault]:
    """Give the sentences that end in a colon."""
    rows = [*lesson.text.split("\n"), ""]
    for line in korean_prose(lesson):
        match = _COLON_WITHIN.search(line.text) or _COLON.search(line.text)
        # A row in code goes on with the sentence: 보냅니다: `a`, `b`.
        is_text = line.kind in _PARAGRAPHS or line.kind.startswith("directive:")
        if match and is_text and not _GOES_ON_IN_CODE.match(rows[line.number]):
            yield Fault(line, *match.span("colon"), "a Korean sentence does not end in a colon",
                        ".", "end it with a period", Severity.NOTE)  # fmt: skip


def open_emphasis(selection: Selection, lesson: Lesson) -> Iterator[Fault]:
    """Give the emphasis that CommonMark leaves open, since Hangul follows its last mark.

    So does a space behind its first one, in any language.
    """
    lines = lesson.text.split("\n")
    yield from _behind_spaces(lesson, lines)
    yield from _uneven(lesson, lines)
    yield from _alone(lesson, lines)
    yield from _low_marks(lesson, lines)
    if lesson.language is not KOREAN:
        return
    by_block: dict[int, list[Line]] = {}
    for line in prose(lesson):
        if line.block is not None and _MAY_STAY.search(lines[line.number - 1]):
            by_block.setdefault(line.block.line, []).append(line)
    for of_block in by_block.values():
        assert of_block[0].block is not None
        by_number = {line.number: line for line in of_block}
        for paragraph in open_marks(of_block[0].block):
            for number, one in enumerate(paragraph):
                # A mark alone is a sign, such as that of a product or a note.
                meant = any(other.may_open for other in paragraph[:number])
                if meant and one.number in by_number and _ends_on_punctuation(one):
                    yield _stays(by_number[one.number], one)


_SPACE_INSIDE = lazy_pattern(r"(?<![\w*\\`])\*\*(?P<gap> +)(?=[^\s*])[^*`]*[^\s*`]\*\*(?!\*)")


def _behind_spaces(lesson: Lesson, rows: list[str]) -> Iterator[Fault]:
    """Give the spaces behind a mark that should begin emphasis: readers see the marks."""
    if "** " not in lesson.text:
        return
    for line in prose(lesson):
        row = rows[line.number - 1]
        match = _SPACE_INSIDE.search(row) if line.block is not None else None
        # Behind an odd number of marks it is the end of another emphasis.
        if match is None or row[: match.start()].count("**") % 2 or not line.text:
            continue
        start = line.index_at(match.start())
        if not line.is_code(start, start + 1):
            message = "a space stands behind the ** that should begin emphasis"
            yield Fault(line, min(start, len(line.text)), len(line.text), message, None,
                        "delete the space", Severity.WARNING)  # fmt: skip


# Code and what is escaped has no marks, and a row of marks between words is one of its own kind.
_NO_MARKS = lazy_pattern(r"`[^`]*`|\\[!-/:-@\[-`{-~]|\$[^$]*\$")
_UNEVEN = lazy_pattern(
    r"[^*]*(?<![\w*])(?P<first>\*{1,2})(?=[^\s*])[^*]*[^\s*](?P<second>\*{1,2})(?![\w*])[^*]*"
)


def _uneven(lesson: Lesson, rows: list[str]) -> Iterator[Fault]:
    """Give the emphasis that begins with two marks and ends with one, or the reverse."""
    if "**" not in lesson.text:
        return
    for line in prose(lesson):
        row = rows[line.number - 1]
        if line.block is None or row.count("*") != 3 or not line.text:
            continue
        match = _UNEVEN.fullmatch(_NO_MARKS.sub(lambda one: "x" * len(one[0]), row))
        if match and len(match["first"]) != len(match["second"]):
            short = min("first", "second", key=lambda name: len(match[name]))
            start = min(line.index_at(match.start(short)), len(line.text) - 1)
            if not line.is_code(start, start + 1):
                message = f"emphasis begins with {match['first']} and ends with {match['second']}"
                yield Fault(line, start, len(line.text), message, None, "write the same marks",
                            Severity.WARNING)  # fmt: skip


# One of these has no other one, at the end of a word or before one.
_MARKS_ALONE = lazy_pattern(r"(?<=[가-힣A-Za-z.!?)])\*\*(?=\s)|(?<![^\s(])\*\*(?=[가-힣A-Za-z])")
_BEGINS_ITEM = lazy_pattern(r"\s*(?:[-*+]|\d+[.)])\s|\s*$|\s*[|#:]")
# A single mark between letters is a sign of its own in CommonMark: _word_는 stays as it is.
_LOW_MARKS = lazy_pattern(
    r"(?<![\w`/\\])_(?=[^\s_])(?P<inside>[^_`]*[가-힣][^_`]*)(?<=[^\s_])_(?=[가-힣])"
)


def _alone(lesson: Lesson, rows: list[str]) -> Iterator[Fault]:
    """Give the marks of emphasis that have no other one in their paragraph or item."""
    if "**" not in lesson.text:
        return
    for line, row in _rows_of_text(lesson, rows):
        match = _MARKS_ALONE.search(row) if row.count("**") == 1 else None
        if match is None:
            continue
        # What goes on in the next row may close there.
        framed = ["", *rows, ""]
        above, here, below = (framed[line.number - 1 + n].lstrip(" >") for n in range(3))
        if (_BEGINS_ITEM.match(here) or not above.strip()) and _BEGINS_ITEM.match(below):
            start = min(line.index_at(match.start()), max(len(line.text) - 1, 0))
            yield Fault(line, start, len(line.text), "** has no other one in this paragraph", None,
                        "write the other one, or take this one out", Severity.WARNING)  # fmt: skip


def _low_marks(lesson: Lesson, rows: list[str]) -> Iterator[Fault]:
    """Give the emphasis in low marks that Hangul behind it keeps open."""
    if "_" not in lesson.text:
        return
    for line, row in _rows_of_text(lesson, rows):
        for match in _LOW_MARKS.finditer(row):
            start, end = map(line.index_at, match.span())
            if not line.is_code(start, start + 1):
                message = f'"_" does not close before "{row[match.end()]}" in other viewers'
                advice = "write it with *, and put the punctuation outside the emphasis"
                if match["inside"][-1].isalnum():
                    advice = f'write "*{match["inside"]}*"'
                yield Fault(line, start, end, message, None, advice, Severity.WARNING)


def _rows_of_text(lesson: Lesson, rows: list[str]) -> Iterator[tuple[Line, str]]:
    """Give the lines of paragraphs and lists, each with its row of the file without code."""
    for line in prose(lesson):
        if line.block is not None and line.kind in _PARAGRAPHS:
            yield line, _NO_MARKS.sub(lambda one: "x" * len(one[0]), rows[line.number - 1])


def _ends_on_punctuation(marks: Marks) -> bool:
    before_hangul = re.match("[가-힣]", marks.after)
    return bool(marks.may_close and _PUNCTUATION.match(marks.before) and before_hangul)


def _stays(line: Line, marks: Marks) -> Fault:
    index = line.index_at(marks.index)
    shown = "*" * marks.length
    message = f'"{shown}" does not close before "{marks.after}" in other viewers'
    advice = "put the punctuation outside the emphasis"
    if marks.before.endswith("`"):
        advice = f"leave the {shown} out, or put a word between the code and its end"
    return Fault(line, min(index, len(line.text)), len(line.text), message, None, advice,
                 Severity.WARNING)  # fmt: skip
