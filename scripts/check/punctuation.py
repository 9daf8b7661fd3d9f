"""Marks that stand twice, or away from the word that they belong to, and what one opens alone."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from scripts.check.fault import Fault
from scripts.check.prose import OPAQUE, Line, prose
from scripts.check.rule import Selection
from scripts.check.wrapped import wrapped
from scripts.diagnostic import Severity
from scripts.hangul import ending_in
from scripts.languages import ENGLISH, KOREAN
from scripts.lesson import Lesson
from scripts.patterns import lazy_pattern

# Of dots there may be three; a comma follows what is abbreviated, as "etc.".
_DOUBLED = lazy_pattern(
    rf"(?<=[\w)\]”’{OPAQUE}])(?P<marks>, ,|(?:,,|,\.(?!\.)|(?<=[가-힣])\.:"
    rf"|(?:(?<=[a-z]{{6}})|(?<=[가-힣]))\.,|[?!][.,]|(?<!{OPAQUE});;|;\.|:\.|;,|,;"
    r"|(?<=[a-z]{3})::(?= [a-z]{1,20} ?[a-z])|(?<!\.)\.\.(?!\.))(?=\s|$))"
)
# The name of a face: :wink:.
_SHORTCODE = lazy_pattern("(?<![A-Za-z0-9]):[a-z0-9_+-]+:$")
# Folders in which a system looks for programs: /bin:/usr/bin:.
_PATHS = lazy_pattern(r"/\w[^\s가-힣]*:$")
_GLUED_COMMA = lazy_pattern("(?<=[가-힣]{2}),(?=[가-힣]{2})")
# A clause ends there, before markup and before a name, too.
_BEHIND_CLAUSE = lazy_pattern(
    "(?<=[가-힣](?:려면|[하으되]면|지만|는데|므로|[하되]고|하여|[해어아]서|하며)),(?=[A-Za-z가-힣])"
)
# The space that belongs behind a comma stands before it.
_BEFORE_COMMA = lazy_pattern(r"(?<=[가-힣A-Za-z]{2}) +(?P<mark>[,;])(?=[가-힣A-Za-z0-9])")
# Sentences that end in a colon are told of by a rule of their own, and of ratios both sides.
_BEFORE_COLON = lazy_pattern(r"(?<=[가-힣])(?<!다)(?P<gap> +):(?=\s*$|\s)")
# Between two of a kind: 입력· 출력, 읽기/ 쓰기, 1~ 5.
_ONE_SIDED = lazy_pattern(
    r"(?<=[가-힣])[·/](?= [가-힣])|(?<=\d)~(?= \d)"
    # /를 names the mark itself.
    r"|(?<=[가-힣] )[·/](?=[가-힣])(?!(?:[은는이가을를의에도로와과]|으로|라[고는])(?![가-힣]))"
)
# What is done to something has a verb behind it, and a particle no comma before it.
_WITHIN = lazy_pattern(r"(?<=[가-힣][을를])\.(?= [가-힣])|(?<=[가-힣]),(?=[과와을를은는의](?: |$))")
# What ends a sentence has a period behind it.
_ENDED_BY_COMMA = lazy_pattern(
    rf"[{ending_in('ㅂ')}]니다(?P<comma>,)(?=\s*$|\s(?!(?:이?라[고는며면]|하[고는며면]|특히|즉|다만)))"
)
_REQUEST_BY_COMMA = lazy_pattern(r"(?:세요|십시오)(?P<comma>,)\s*$")
# What goes on so has named the mark itself, as more spaces around it do.
_NAMED = r" (?:or|and|means|is|to)\b"
_APART = lazy_pattern(
    rf"(?<=[가-힣A-Za-z)])(?P<gap> )(?:(?P<comma>[,;](?! [·/:;|])"
    rf"|[?!](?!\s+{OPAQUE}|{_NAMED}))(?=\s|$)"
    r"|(?:(?<=[다까요오음임] )|(?<=[a-z]{3} ))(?P<period>\.{1,2}(?!\.))(?=\s*$"
    r"|\s+[A-Z가-힣]))"
)
# A sentence begins with one of these, and not with a small letter.
_SMALL = lazy_pattern(
    r"(?<![.@/])\b[a-z]{3,}[.?!] (?P<word>the|an?|this|these|those|it|we|you|they|there|if|when"
    r"|but|then|however|otherwise|therefore|because|please)\b(?! ?[:=])"
)
_ABBREVIATED = lazy_pattern(
    r"(?:approx|etc|resp|incl|excl|fig|figs|eqs?|sec|vol|dept|max|min|avg|est|ext|pp|cf|viz|abbr|vs"
    r"|misc|orig|temp|inc|ltd|corp)[.] "
)


def punctuation(selection: Selection, lesson: Lesson) -> Iterator[Fault]:
    """Give the marks of a page that no sentence has where they stand."""
    for line in prose(lesson):
        text = line.without_code
        if line.kind == "comment":
            yield from _commas(line, text)
            continue
        for match in _DOUBLED.finditer(text):
            before = text[: match.start() + 1]
            if match["marks"][0] == ":" and (_SHORTCODE.search(before) or _PATHS.search(before)):
                continue
            yield Fault(line, *match.span("marks"), f'"{match["marks"]}" are two marks', None,
                        "keep the one that is meant", Severity.WARNING)  # fmt: skip
        for match in _GLUED_COMMA.finditer(text):
            start, end = match.span()
            if line.is_as_written(start - 1, end + 1):
                yield Fault(line, start, end, "no space behind this comma", ", ",
                            "put one there", Severity.WARNING)  # fmt: skip
        for match in _BEHIND_CLAUSE.finditer(text) if "," in text else ():
            if not _GLUED_COMMA.match(text, match.start()):
                yield Fault(line, *match.span(), "no space behind this comma", ", ",
                            "put one there", Severity.WARNING)  # fmt: skip
        if lesson.language is KOREAN:
            yield from _korean(line, text)
        for match in _BEFORE_COMMA.finditer(text):
            if line.is_as_written(*match.span()):
                mark = match["mark"]
                yield Fault(line, *match.span(), f'a space before "{mark}"', f"{mark} ",
                            f'put it behind the "{mark}"', Severity.WARNING)  # fmt: skip
        for match in _APART.finditer(text):
            if line.is_as_written(*match.span()):
                mark = match["comma"] or match["period"]
                yield Fault(line, *match.span("gap"), f'a space before "{mark}"',
                            "" if len(mark) == 1 else None, "take it out",
                            Severity.WARNING)  # fmt: skip
        if lesson.language is ENGLISH:
            yield from _small(line, text)


_COMMAS = lazy_pattern("(?<=[가-힣]),,(?= )")


def _commas(line: Line, text: str) -> Iterator[Fault]:
    """Give the commas that stand twice in a comment; its other marks may be code."""
    for match in _COMMAS.finditer(text):
        yield Fault(line, *match.span(), f'"{match[0]}" are two marks', None,
                    "keep the one that is meant", Severity.WARNING)  # fmt: skip


def _korean(line: Line, text: str) -> Iterator[Fault]:
    """Give the marks that Korean sentences do not have there."""
    colons = [*_BEFORE_COLON.finditer(text)]
    if len(colons) == 1 and "=" not in text and line.kind != "table":
        match = colons[0]
        if line.is_as_written(*match.span("gap")):
            yield Fault(line, *match.span("gap"), 'a space before ":"', "", "take it out",
                        Severity.WARNING)  # fmt: skip
    for match in _ONE_SIDED.finditer(text):
        # Behind the last sign of a link markup follows, and not the space.
        if line.is_as_written(match.start(), match.end() + 1):
            message = f'a space on one side of "{match[0]}"'
            yield Fault(line, *match.span(), message, None,
                        "put one on both sides, or on none", Severity.WARNING)  # fmt: skip
    for match in _WITHIN.finditer(text):
        yield Fault(line, *match.span(), f'"{match[0]}" stands within a phrase', None,
                    "take it out", Severity.WARNING)  # fmt: skip
    if line.block is not None and line.block.end == line.number and line.kind == "paragraph":
        for match in _REQUEST_BY_COMMA.finditer(text):
            yield Fault(line, *match.span("comma"), "a comma ends this sentence", None,
                        "end it with a period, or go on with it", Severity.WARNING)  # fmt: skip
    for match in _ENDED_BY_COMMA.finditer(text):
        before = text[: match.start()]
        if not any(before.count(mark) % 2 for mark in "\"'") and before.count("“") == before.count(
            "”"
        ):
            yield Fault(line, *match.span("comma"), "a comma ends this sentence", None,
                        "end it with a period, or go on with it", Severity.WARNING)  # fmt: skip


def _small(line: Line, text: str) -> Iterator[Fault]:
    for match in _SMALL.finditer(text):
        if not _ABBREVIATED.match(match[0]):
            word = match["word"]
            yield Fault(line, *match.span("word"), f'"{word}" begins a sentence', word.capitalize(),
                        severity=Severity.WARNING)  # fmt: skip


# Items are counted with a bracket behind: 1) and 가).
_COUNTED = lazy_pattern(
    r"(?<![\w(.])(?:(?:예시?|예제|단계|방법)?\d{1,2}|[a-zA-Z가-하]|[ivx]{1,4}|ex|eg|예)\)"
    r"(?=[ →,.…]|$)"
)
_FACE = lazy_pattern(r"(?<![\w(])[:;]'?-?[()](?!\w)")
_INNER_SPACE = lazy_pattern(
    r"(?<=\()(?P<before> +)(?=(?:an? |[가-힣A-Za-z]{2})[^()]*\))"
    r"|(?:(?<=[가-힣A-Za-z]{2})|(?<=\([가-힣])|(?<=[가-힣A-Za-z]{2}[.?!]))(?P<behind> +)(?=\))"
)
# A formula has spaces of its own, so near them.
_OPERATOR, _NEAR = lazy_pattern(r"(?<=[\w)] )[*/+=](?= [\w(])"), 12
# A heading that is a signature: check( text[, type] ).
_SIGNATURE = lazy_pattern(r"#* *[\w.]+ ?\(")
# What speaks of such marks shows them.
_OF_MARKS = lazy_pattern(
    r"괄호|따옴표|구두점|특수 ?문자|backtick|bracket|parenthes|quot|punctuation|special char"
    r"|[\"'‘“(][\"()`][\"'’”)]|(?<=\s)\"(?=\s)",
    re.IGNORECASE,
)
_INCHES = lazy_pattern(r"\d\"(?=[\s,.)x×가-힣]|$)")
_FENCE = lazy_pattern("`{2,}")
# Intervals that hold one of their ends.
_HALF_OPEN = lazy_pattern(r"\[[-\w.∞π ]+,[-\w.∞π ]+\)|\((?!i\.e\.|e\.g\.)[-\w.∞π ]+,[-\w.∞π ]+\]")
# As programs quoted that knew no other marks: `xterm -e /bin/login'.
_OLD_QUOTES = lazy_pattern(r"`[^`'\n]+'(?!\w)")


def open_marks(selection: Selection, lesson: Lesson) -> Iterator[Fault]:
    """Give the brackets and quotation marks that open or close nothing in their paragraph."""
    rows = lesson.text.split("\n")
    for lines in _paragraphs(lesson):
        texts = [_without_others(line) for line in lines]
        whole = "".join(texts)
        if lines[0].kind == "comment" or _OF_MARKS.search(whole):
            continue
        yield from (one for one in _brackets(lines, texts) if not _is_of_interval(one, rows))
        if whole.count('"') % 2 and _INCHES.sub("", whole).count('"') % 2:
            yield from _odd(lines, texts, '"')
        if whole.count("`") % 2 and _OLD_QUOTES.sub("", whole).count("`") % 2:
            yield from _odd(lines, texts, "`")
        if whole.count("“") > whole.count("”") and not _goes_on(lines, rows):
            yield from _odd(lines, texts, "“")
        for line, text in zip(lines, texts, strict=True):
            for match in _INNER_SPACE.finditer(text):
                kind = match.lastgroup or "before"
                shown = (line.kind == "heading" and _SIGNATURE.match(text)) or _OPERATOR.search(
                    text, max(0, match.start() - _NEAR), match.end() + _NEAR
                )
                if line.is_as_written(match.start() - 1, match.end() + 1) and not shown:
                    yield Fault(line, *match.span(kind), "a space inside brackets", "",
                                "take it out", Severity.WARNING)  # fmt: skip


def _goes_on(lines: Sequence[Line], rows: Sequence[str]) -> bool:
    """Tell whether a quotation goes on in the next paragraph, which opens it again or ends it."""
    rest = (row.strip(" \t>") for row in rows[lines[-1].number :])
    behind = next(filter(None, rest), "")
    return behind.startswith("“") or "”" in behind.partition("“")[0]


def _without_others(line: Line) -> str:
    """Give a text without marks that are no pair: faces, half-open intervals, open fences.

    >>> columns = tuple(range(20))
    >>> _without_others(Line(1, "In [0, 1) :)", columns, " " * 12, "paragraph"))
    'In          '
    """
    text = line.without_code
    for pattern in (_FACE, _FENCE):
        text = pattern.sub(_blank, text)
    # In ( a[, b] ) the brackets of either kind are a pair, though no link begins there.
    return _HALF_OPEN.sub(
        lambda match: _blank(match) if line.is_as_written(*match.span()) else match[0], text
    )


def _blank(match: re.Match[str]) -> str:
    return " " * len(match[0])


def _brackets(lines: Sequence[Line], texts: Sequence[str]) -> Iterator[Fault]:
    opened: list[tuple[Line, int]] = []
    if lines[0].kind == "heading" and _SIGNATURE.match(texts[0]):
        return
    whole = "".join(texts)
    too_many = sum(map(whole.count, ")）")) - sum(map(whole.count, "(（"))
    for line, text in zip(lines, texts, strict=True):
        counted = {match.end() - 1 for match in _COUNTED.finditer(text)}
        for at, mark in enumerate(text):
            if mark in "(（":
                opened.append((line, at))
            elif mark in ")）" and at in counted and too_many > 0:
                too_many -= 1
            elif mark in ")）" and opened:
                opened.pop()
            elif (
                mark in ")）" and at not in counted and text[at - 1 : at] not in {OPAQUE, ":", ";"}
            ):
                yield _alone(line, at)
    for line, at in opened:
        yield _alone(line, at)


def _is_of_interval(fault: Fault, rows: Sequence[str]) -> bool:
    """Tell a round bracket of a half-open interval, [0, 1), whose other one a link may have."""
    row, at = rows[fault.line.number - 1], fault.line.columns[fault.start] - 1
    before = row[: at + 1] if row[at : at + 1] in ")）" else row[at:]
    return _HALF_OPEN.search(before) is not None


def _odd(lines: Sequence[Line], texts: Sequence[str], mark: str) -> Iterator[Fault]:
    for line, text in zip(lines, texts, strict=True):
        if text.count(mark) % 2:
            yield _alone(line, text.rindex(mark))
            return


def _alone(line: Line, at: int) -> Fault:
    return Fault(line, at, at + 1, f"{line.text[at]} has no other one in this paragraph", None,
                 "write the other one, or take this one out", Severity.WARNING)  # fmt: skip


def _paragraphs(lesson: Lesson) -> Iterator[list[Line]]:
    """Give the lines of a page that are one text each."""
    goes_on = {(id(line), id(other)) for line, other in wrapped(lesson)}
    group: list[Line] = []
    for line in prose(lesson):
        if group and (id(group[-1]), id(line)) not in goes_on:
            yield group
            group = []
        group.append(line)
    if group:
        yield group
