"""Notes to oneself that were left in a text: TODO(who): ..., [번역 필요], Lorem ipsum."""

from __future__ import annotations

import re
from collections.abc import Iterator

from scripts.check.fault import QUOTED, Fault
from scripts.check.prose import Line, prose
from scripts.check.rule import Selection
from scripts.diagnostic import Severity
from scripts.lesson import Lesson
from scripts.patterns import lazy_pattern

# A page without any of these has no note.
_SIGNS = (
    "TODO",
    "FIXME",
    "XXX",
    "TBD",
    "번역",
    "역자",
    "역주",
    "감수",
    "검수",
    "교정",
    "교열",
    "자께",
    "자님",
    "자에게",
    "용어",
    "할 것",
    "필요",
    "요망",
    "칠 것",
    "볼 것",
    "어색",
    "역어",
    "원문",
    "ranslat",
    "?]",
    " here]",
    " needed]",
    "please",
    "heck with ",
    "onfirm with ",
    "iscuss with ",
    "erify with ",
    "editor",
    "awkward",
    "evisit",
    "eword",
    "ephrase",
    "etranslate",
    "again)",
    "later)",
    "ome back to this",
    "나중에",
    "추후",
    "ipsum dolor",
)
_NEEDED = (
    "(?:번역어?|용어|역어|원문|오역)(?: ?(?:뜻|의미|표현))?[을를]? ?(?:다시 ?)?"
    "(?:재?확인|재?검토|수정)[이을]?"
    " ?(?:필요|요망|요함|바람|할 것)"
)
_TO_SOMEBODY = "(?:※ ?)?(?:감수자|검수자|검토자|편집자|번역자|담당자)(?:님|께|에게)*(?= ?[:：])"
_BY_SOMEBODY = (
    "(?:※ ?)?(?:감수|검수|교정|교열|번역|역자 ?주|역주)"
    "(?= ?[:：][^()]*(?:할 것|확인|요망|요함|필요|바람)[.!]?[)])"
)
_OF_TRANSLATION = (
    rf"(?:{_NEEDED}|{_TO_SOMEBODY}|{_BY_SOMEBODY}|(?:번역|용어|역어) ?(?:필요|확인|검토)|미번역"
    r"|번역 ?안 ?됨|(?:번역|용어|역어)[을를]? ?(?:다시 ?)?(?:볼|확인할|검토할|손볼|고칠) 것"
    r"|(?:[←→※] ?)?(?:표현|번역|문장|말|어투)[이가]? ?(?:좀 |조금 )?어색[가-힣]*"
    r"|(?:[←→※] ?)?(?:나중에|추후에?|이따가?) ?(?:다시 ?)?(?:볼|확인할|검토할|손볼|고칠|수정할) 것"
    r"|다시 (?:볼|확인할|검토할|손볼|고칠|쓸|번역할) 것"
    r"|(?:나중에|추후에?) ?(?:다시 ?)?(?:확인|수정|검토|번역|보완)"
    r"(?:하기|함|할 예정|예정|필요)?(?=[)\]】])"
    r"|※ ?(?:[가-힣A-Za-z]+ ){1,5}(?:재?확인|재?검토|수정|점검|교정|보완)"
    r" ?(?:할 것|하기|요망|필요|바람)"
    r"|(?:좀 |조금 |약간 )?어색(?:함|한 듯|하다)?(?=[,，;/)\]】])"
    r"|(?:초벌|임시|기계) ?번역(?= ?[,，:：]|[)）])"
    r"|(?:여기|이) ?(?:부분|문장|용어|표현|단락|문단|말|예제|내용)?[은는의도]? ?(?:[가-힣]+ ){0,3}"
    r"(?:확인|검토|수정|번역|다듬|손|고|물어|찾아|바꿀|다시)[가-힣]*(?: 볼)? ?것"
    r"|(?i:needs? translation|translation needed|to be translated|not (?:yet )?translated"
    r"|(?:check|verify) (?:the )?translation|untranslated))"
)
# What is said before it in the same brackets: (어색함, 나중에 다시 볼 것).
_PARTS = r"(?:[^()\[\]【】,，;/?]{1,20}[,，;/?] ?){0,3}?"
# With a colon: TODO(who): ...
_WITH_COLON = lazy_pattern(
    # Durable TODO ownership is the name of something.
    r"(?<![\w.#/@-])(?:(?:TODO|FIXME|TBD)(?:\([^()]*\))?|(?<![A-Za-z] )(?:TODO|FIXME|TBD)"
    r"(?: @?[\w-]+){1,2}"
    r"|(?:(?<=[.?!] )|^)XXX)\s?[:：](?=\s*\S)"
    # XXX may stand for a name: but not before what is to be done.
    r"|(?:(?<=[.?!] )|^)XXX(?= [가-힣][^.?!]*(?:원문|번역|확인|수정|고치|고쳐|다시|보기$))"
)
# In brackets, of which a text has the last one: that before it is read off the row.
_IN_BRACKETS = lazy_pattern(
    rf"(?<!\w)(?:(?:TODO|FIXME|TBD)(?![\w.=-])[^()\[\]【】]*[\]】]"
    rf"|(?:FIXME|TODO(?= [가-힣]))(?= [^()]{{2}})[^()\[\]【】]*\)"
    rf"|(?:XXX|TODO|TBD):? [^()\[\]【】]+\?[)\]】]"
    rf"|(?:(?:확인|검토|수정|보완|재확인) ?(?:필요|요망)"
    rf"|{_PARTS}{_OF_TRANSLATION})(?:\s*[:：,，;/][^()\[\]【】]*)?[)\]】])"
)
_BRACKETS = {"]": "[", "】": "【", ")": "("}
# To somebody, or of what is still to be written: [Kim: is this so?], [link here], XXX.
_OPEN_NOTE = lazy_pattern(
    r"\[(?-i:[A-Z][a-z]+|[가-힣]{2,4}): [^\[\]]*\?\](?![(\[:])"
    r"|\[(?:(?:insert|add|put|link|picture|image|figure|text)\b[^\[\]]*\bhere|citation needed"
    r"|(?:[a-z]+ )+(?:goes here|to be (?:added|done|written)))\](?![(\[:])"
    r"|(?<=[.?!] )XXX[.!]?$"
    r"|\((?:check|confirm|discuss|verify) (?:this )?with (?-i:[A-Z][a-z]+)\b[^()]*\)"
    r"|\((?:[^(),;]{1,20}[,;] )?(?:(?:too |a bit |sounds )?awkward(?: wording| phrasing)?"
    r"|revisit(?: this)?"
    r"(?: later)?|come back to this(?: later)?|(?:reword|rephrase|retranslate)(?: this| it)?(?:"
    r" later)?"
    r"|(?:look at|check|see|fix|revise|translate|verify|rewrite)(?: this| it)? (?:again )?later"
    r"|(?:look|check) again(?: later)?|needs? (?:rewording|a better (?:word|term|translation)))"
    r"(?:[,;] [^()]{1,30})?\)"
    r"|\((?:translator's|translator|editor's) notes?: (?:find|check|ask|verify|fix|is this|better"
    r"|reword|look)\b[^()]*\)",
    re.IGNORECASE,
)
# To somebody else than who reads it: TODO(you): your code.
_TO_NAMED = lazy_pattern(r"(?:TODO|TBD)\((?!you|student|reader|독자|학생)[^()]+\)", re.IGNORECASE)
_TO_REVIEWER = lazy_pattern(r"@[a-z][\w-]*,? please\b|\bplease @[a-z]", re.IGNORECASE)
# A sentence of its own, or what fills a page that has no text yet.
_ALONE = lazy_pattern(rf"(?:(?<=[.?!] )|^){_NEEDED}(?=[.:]?\s*$)|\bLorem ipsum dolor\b")
_OF_TEXT = lazy_pattern("번역|주석|문장|용어|오역|(?i:translat|wording|comment)")
# What speaks of such notes, and a part of a page that lists what is to do.
_OF_NOTES = lazy_pattern(
    r"주석|코멘트|태그|마커|키워드|검색|comments?\b|\btags?\b|markers?\b|keywords?\b|grep",
    re.IGNORECASE,
)
_TO_DO = lazy_pattern(r"TODO|TBD|To-?do|Roadmap|Backlog|로드맵|할 ?일", re.IGNORECASE)


def left_notes(selection: Selection, lesson: Lesson) -> Iterator[Fault]:
    """Give the notes to oneself that stand in prose, with a colon behind them or in brackets."""
    if not any(sign in lesson.text for sign in _SIGNS):
        return
    rows = lesson.text.split("\n")
    to_do = False
    for line in prose(lesson):
        if line.kind == "heading":
            to_do = _TO_DO.search(line.text) is not None
        if to_do or line.kind == "heading":
            continue
        for start, end in _notes(line, rows[line.number - 1]):
            shown = line.text[start:end].rstrip(":：]】 ")
            shown = shown if "(" in shown else shown.rstrip(")")
            yield Fault(line, start, end, f'"{shown}" is a note to oneself', None,
                        "see to it, and take the note out", Severity.WARNING)  # fmt: skip


def _open_notes(line: Line, row: str) -> Iterator[tuple[int, int]]:
    """Give the places in a line's text of what its row says in brackets to somebody."""
    for match in _OPEN_NOTE.finditer(row):
        start, end = map(line.index_at, match.span())
        if end > start:
            yield start, end


def _notes(line: Line, row: str) -> Iterator[tuple[int, int]]:
    text = line.text
    found = [match.span() for match in _WITH_COLON.finditer(text)]
    if line.kind == "comment":
        # An exercise says so what is to be written, and code has brackets of its own.
        found = [
            span
            for span in found
            if text[span[0] :].startswith("FIXME")
            or _OF_TEXT.search(text[span[1] :])
            or _TO_NAMED.match(text, span[0])
        ]
        found += [match.span() for match in _TO_REVIEWER.finditer(text)]
    else:
        for match in _IN_BRACKETS.finditer(text):
            opening = row[line.columns[match.start()] - 2 : line.columns[match.start()] - 1]
            if opening == _BRACKETS[match[0][-1]]:
                found.append(match.span())
        found += _open_notes(line, row)
    if line.kind == "paragraph":
        found += [match.span() for match in _ALONE.finditer(text)]
    if not found or _OF_NOTES.search(text):
        return
    quoted = [match.span() for match in QUOTED.finditer(text)]
    told = -1
    for start, end in sorted(found):
        within = any(first < start and end <= last for first, last in quoted)
        if start > told and not line.is_code(start, end) and not within:
            told = end
            yield start, end
