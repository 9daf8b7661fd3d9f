"""Terms as the glossary has them: no banned variant, none left out, each explained at first use."""

from __future__ import annotations

import functools
import itertools
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence

from scripts.agreement import FORMS, right_form, sound_of
from scripts.check.fault import Fault
from scripts.check.lists import paragraphs_in
from scripts.check.mojibake import is_lost
from scripts.check.prose import Line, prose, prose_text
from scripts.check.rule import Selection
from scripts.check.sections import LISTS, item_lines, parts, twins
from scripts.diagnostic import Diagnostic, Severity
from scripts.glossary import (
    Term,
    english_pattern,
    folded,
    may_stand_in,
    read_glossary,
)
from scripts.hangul import words_in
from scripts.languages import ENGLISH, KOREAN
from scripts.lesson import Block, Lesson
from scripts.particles import pattern as particles
from scripts.patterns import lazy_pattern

_IN_BRACKETS = lazy_pattern(
    r"(?P<outside>[가-힣]+(?: [가-힣]+)*)(?P<gap> ?)\((?P<inside>[A-Za-z][A-Za-z -]*)\)"
)
_OTHER_WAY_ROUND = lazy_pattern(
    r"(?P<outside>[A-Za-z][A-Za-z-]*(?: [A-Za-z-]+)*) ?\((?P<inside>[가-힣]+(?: [가-힣]+)*)\)"
)
# Nobody reads these before the text, or looks for a term there.
_BESIDE = frozenset({"comment", "front", "further", "alt", "heading"})
# The line of an entry of the glossary that begins its wrong names.
_BETWEEN_WORDS = lazy_pattern(r"[\s-]+")
# Of a text whose Hangul is apart.
_KOREAN_END = lazy_pattern(r"(?<=[\u1100-\u11ff])[.?!]")
_PARTICLE = lazy_pattern("[가-힣]+")
_AFTER = lazy_pattern(rf"{particles()}(?![가-힣])|[하할한합해했되될된됩돼됐]")


def banned(selection: Selection, lesson: Lesson) -> Iterator[Fault]:
    """Give the words that the glossary says not to write."""
    if lesson.language is not KOREAN:
        return
    lines = prose(lesson)
    found = _banned(read_glossary(selection.lessons.root), prose_text(lesson))
    if found is None:
        return
    pattern, right_of = found
    for line in lines:
        for match in _wrong_in(line.text, pattern, right_of):
            if line.is_code(*match.span()):
                continue
            wrong = match[0]
            right = right_of[wrong]
            message = f'the glossary has "{right}" for "{wrong}"'
            start, end = match.span()
            fixed: str | None = right
            sound = sound_of(right[-1])
            if sound is not None and sound_of(wrong[-1]) is not sound:
                # The particle has to fit the new word: 쉐입이, 형태가.
                particle = _PARTICLE.match(line.text, end)
                if particle and particle[0] in FORMS and not line.is_code(end, particle.end()):
                    end, fixed = particle.end(), right + right_form(particle[0], sound)
                else:
                    fixed = None
            yield Fault(line, start, end, message, fixed, f'write "{fixed or right}"',
                        Severity.WARNING)  # fmt: skip


def _banned(terms: Iterable[Term], text: str) -> tuple[re.Pattern[str], dict[str, str]] | None:
    """Give a pattern for names that a text has, and the right one of each wrong one.

    It finds the longest ones; None where no wrong one is there. A name that the glossary has for
    right as well, or to mean two things, is told there and nowhere else.
    """
    terms = tuple(terms)
    rights = {name for term in terms for name in (term.korean, *term.also)}
    means: dict[str, set[str]] = {}
    for term in terms:
        for wrong in term.wrong if term.korean else ():
            means.setdefault(wrong, set()).add(term.korean)
    right_of = {
        wrong: min(meant)
        for wrong, meant in means.items()
        if len(meant) == 1 and wrong not in rights
    }
    if not words_in(right_of, text):
        return None
    right = (term.korean for term in terms if term.korean)
    there = words_in({*right_of, *right}, text)
    words = sorted(there, key=lambda word: (-len(word), word))
    return re.compile(rf"(?<![가-힣])(?:{'|'.join(map(re.escape, words))})"), right_of


def wrong_names(terms: Iterable[Term], text: str) -> Iterator[tuple[str, str]]:
    """Give the wrong names of terms that a Korean text has, each with the right one.

    >>> shape = Term("shape", "형태", wrong=("쉐입",))
    >>> list(wrong_names([shape], "배열의 쉐입입니다."))
    [('쉐입', '형태')]
    """
    found = _banned(terms, text)
    if found is not None:
        pattern, right_of = found
        for match in _wrong_in(text, pattern, right_of):
            yield match[0], right_of[match[0]]


def _wrong_in(
    text: str, pattern: re.Pattern[str], right_of: Mapping[str, str]
) -> Iterator[re.Match[str]]:
    """Give the wrong names in a text, but not the beginnings of other words."""
    for match in pattern.finditer(text):
        if match[0] in right_of and _AFTER.match(text, match.end()):
            yield match


def missing(selection: Selection) -> Iterator[Diagnostic]:
    """Give the terms of an English text that its Korean counterpart does not have.

    A word alone is also said in another way, is a verb, or means something else: of such terms
    nothing is said.
    """
    terms = _named(read_glossary(selection.lessons.root))
    if not terms:
        return
    for origin, other in selection.pairs():
        if {origin.language, other.language} != {ENGLISH, KOREAN}:
            continue
        twin, lesson = (origin, other) if origin.language is ENGLISH else (other, origin)
        mentions = _mentions(twin, terms)
        for ours, theirs in (*twins(origin, other), *_headings(origin, other)) if mentions else ():
            english, korean = (ours, theirs) if twin is origin else (theirs, ours)
            told: set[str] = set()
            for mine, its, before in _by_items(english, korean):
                names = {name for line in _numbers(mine) for name in mentions.get(line, ())} - told
                text = folded(_words(lesson, [*before, *its])) if names else ""
                for term in (terms[name] for name in names):
                    if not _is_said(term, text):
                        told.add(term.english.lower())
                        line, place = _where(term, mine, its)
                        yield Diagnostic(
                            lesson.path,
                            line,
                            "missing-term",
                            f'"{term.english}" of {twin.path}:{place} is not "{term.korean}" here',
                            Severity.WARNING,
                            "use the glossary's word",
                        )


def _by_items(
    english: Sequence[Block], korean: Sequence[Block]
) -> Iterator[tuple[Sequence[Block], Sequence[Block], Sequence[Block]]]:
    """Give the items of two lists of as many, each with the Korean ones before it; else the texts.

    What was said above Korean leaves out, but not what only comes below. Paragraphs of directives
    are as items are; what is said in a title may stand anywhere below it.
    """
    if len(english) == len(korean) == 1:
        one, its = _parts(english[0]), _parts(korean[0])
        if len(one) == len(its) > 0:
            for k, (mine, new) in enumerate(zip(one, its, strict=True)):
                yield [mine], [new], its[:k]
            title = range(english[0].line, one[0].line)
            yield [Block("title", title.start, title.stop - 1, "")] if title else [], korean, ()
            return
    yield english, korean, ()


def _parts(block: Block) -> Sequence[Block]:
    """Give the items of a list or the paragraphs of a directive; of any other block nothing."""
    if block.kind in LISTS:
        return parts(block)
    return paragraphs_in(block) if block.kind.startswith("directive:") else ()


def _headings(origin: Lesson, other: Lesson) -> Iterator[tuple[list[Block], list[Block]]]:
    """Give the headings that stand for each other, where there are as many of each level."""
    ours, theirs = ([b for b in one.blocks if b.kind == "heading"] for one in (origin, other))
    if [one.level for one in ours] == [one.level for one in theirs]:
        yield from (([one], [its]) for one, its in zip(ours, theirs, strict=True))


def _where(term: Term, english: Sequence[Block], korean: Sequence[Block]) -> tuple[int, int]:
    """Give the lines at which a term is missing, and at which it stands: of a list, the items'."""
    ours, theirs = ([n for b in side for n in _starts(b)] for side in (english, korean))
    if len(ours) != len(theirs) or len(english) != 1:
        return korean[0].line, english[0].line
    lines = english[0].text.split("\n")
    name = re.compile(english_pattern(term.english), re.IGNORECASE)
    at = next((n for n, one in enumerate(lines) if name.search(one)), 0)
    item = max(bisect_right(ours, english[0].line + at) - 1, 0)
    return (theirs[item], ours[item]) if ours else (korean[0].line, english[0].line)


def _starts(block: Block) -> list[int]:
    """Give where the items of a list begin, or the paragraphs of a directive."""
    if not block.kind.startswith("directive:"):
        return item_lines(block)
    return [paragraph.line for paragraph in paragraphs_in(block)]


def _numbers(blocks: Sequence[Block]) -> set[int]:
    return {n for block in blocks for n in range(block.line, block.end + 1)}


def _words(lesson: Lesson, blocks: Sequence[Block]) -> str:
    numbers = _numbers(blocks)
    lines = (line for line in prose(lesson) if line.number in numbers and line.block is not None)
    return "\n".join(map(_without_code, lines))


def _without_code(line: Line) -> str:
    if not line.code.strip():
        return line.text
    pairs = zip(line.text, line.code, strict=True)
    return "".join(" " if kind != " " else character for character, kind in pairs)


def _named(terms: Sequence[Term]) -> dict[str, Term]:
    """Give the terms that have a name in both languages, by the English one."""
    return {term.english.lower(): term for term in terms if term.english and term.korean}


_NONE = (Line(0, "", (1,), "", ""), "")


def _mentions(lesson: Lesson, terms: Mapping[str, Term]) -> dict[int, list[str]]:
    """Give the terms of several words that an English page mentions, by line, the longest ones."""
    found: dict[int, list[str]] = {}
    lines = [(line, _without_code(line)) for line in prose(lesson) if line.block is not None]
    pattern, names = _pattern(
        _candidates(tuple(terms), " ".join(text for _, text in lines).lower())
    )
    if not names:
        return found
    for (line, text), (after, rest) in itertools.zip_longest(lines, lines[1:], fillvalue=_NONE):
        goes_on = line.kind == "paragraph" and after.block is line.block
        for match in pattern.finditer(f"{text} {rest}" if goes_on else text):
            name = names[int(str(match.lastgroup)[1:])]
            if " " in name and terms[name].mark and match.start() < len(text):
                found.setdefault(line.number, []).append(name)
    return found


def _candidates(names: Sequence[str], text: str) -> tuple[str, ...]:
    """Give the names of several words that a text may have.

    A pattern of all names takes longer than the page.
    """
    return tuple(name for name in names if _BETWEEN_WORDS.search(name) and may_stand_in(name, text))


def _pattern(names: tuple[str, ...]) -> tuple[re.Pattern[str], tuple[str, ...]]:
    """Give a pattern with a group for each name, the longest first, and these names."""
    longest = tuple(sorted(names, key=lambda name: (-len(name), name)))
    # A random number of throws is no random number.
    parts = (
        f"(?P<n{at}>{english_pattern(name)}){'(?! of )' if name.endswith('number') else ''}"
        for at, name in enumerate(longest)
    )
    return re.compile(rf"(?<![\w-])(?:{'|'.join(parts)})(?![\w-])", re.IGNORECASE), longest


def _is_said(term: Term, text: str) -> bool:
    """Tell whether a Korean text, as `folded` gives it, has a term, in either language's name.

    컴파일된 프로그램 is also 프로그램을 컴파일하면: all of its words are in one sentence.
    """
    return (
        any(term.is_in(sentence, KOREAN.tag) for sentence in _KOREAN_END.split(text))
        or "".join(term.english.lower().split()) in text
    )


def first_uses(selection: Selection, lesson: Lesson) -> Iterator[Fault]:
    """Give the terms that are explained in another form, late, or on no page of the site."""
    if lesson.language is not KOREAN:
        return
    terms = read_glossary(selection.lessons.root)
    yield from _other_forms(lesson, terms)
    folded = _in_small_letters(prose_text(lesson))
    for term in terms:
        if not (term.korean and term.english) or term.keep or not term.mark:
            continue
        if term.korean.lower() not in folded:
            continue
        here = _explained_at(term, folded) >= 0
        if not here and (_is_elsewhere(selection, lesson, term) or _is_another(lesson, term)):
            continue
        longer = [other.korean for other in terms if term.korean in other.korean != term.korean]
        longer += _longer_here(lesson, term)
        alone = _alone(term.korean)
        first: tuple[Line, re.Match[str]] | None = None
        for line in prose(lesson):
            if line.kind in _BESIDE or term.korean not in line.text:
                continue
            explained = _explained_at(term, _in_small_letters(line.text))
            used = next(
                (
                    match
                    for match in alone.finditer(line.text)
                    if not (match.start() and sound_of(line.text[match.start() - 1]))
                    and _AFTER.match(line.text, match.end())
                    and not (_in_link(lesson, line, match) or _in_longer(line.text, match, longer))
                ),
                None,
            )
            if explained >= 0 and (used is None or used.start() > explained):
                break
            if used and first is None and not line.is_code(*used.span()):
                first = (line, used)
            if explained >= 0:
                break
        else:
            if here:
                continue
        if first is not None:
            line, match = first
            message = f'"{term.korean}" is used here before "{term.korean}({term.english})" stands'
            if not here:
                message = f'"{term.korean}({term.english})" stands on no page'
            yield Fault(line, *match.span(), message, None, "explain it at its first use",
                        Severity.WARNING)  # fmt: skip


@functools.lru_cache(maxsize=1024)
def _alone(name: str) -> re.Pattern[str]:
    """Give what finds a term that no English follows, within other words, too."""
    return re.compile(rf"{re.escape(name)}(?![(（])")


def _in_small_letters(text: str) -> str:
    """Give a text in small letters, and its full-width brackets, which are told, as any others.

    >>> _in_small_letters("추적（Trace）")
    '추적(trace)'
    """
    return text.lower().replace("（", "(").replace("）", ")")


def _longer_here(lesson: Lesson, term: Term) -> list[str]:
    """Give the names of something else that end in a term: 푸리에 변환(Fourier transform)."""
    named = rf" {re.escape(term.korean)}\((?!{re.escape(term.english)}\))(?=[A-Za-z])"
    return [
        f"{before[0]} {term.korean}"
        for one in re.finditer(named, lesson.text, re.IGNORECASE)
        if (before := _WORD_AT_END.search(lesson.text[: one.start()].rpartition("\n")[2]))
    ]


_WORD_AT_END = lazy_pattern("[가-힣]+$")


def _other_term(outside: str, english: str, terms: Sequence[Term]) -> Term | None:
    """Give the term that a text ends with, where the English behind it is of another one."""
    ending = [term for term in terms if f" {outside}".endswith(f" {term.korean}")]
    longest = max(ending, key=lambda term: len(term.korean), default=None)
    names = {one.english.lower() for one in ending if longest and one.korean == longest.korean}
    return longest if longest and english not in names else None


# 11센트, and 11 센트.
_BEHIND_NUMBER = lazy_pattern(r"\d ?$")
_STEM = lazy_pattern(rf"(?P<stem>[가-힣]{{2,}}?){particles()}")


def _is_another(lesson: Lesson, term: Term) -> bool:
    """Tell a unit that is not the term: 11센트 where 센트 is of a semitone, and none is there.

    It only stands behind numbers, and no word of what the glossary says that it means is there.
    """
    texts = [line.text for line in prose(lesson) if line.kind not in _BESIDE]
    places = [
        _BEHIND_NUMBER.search(text[: match.start()])
        for text in texts
        for match in re.finditer(rf"(?<![가-힣]){re.escape(term.korean)}", text)
    ]
    if not (places and all(places)):
        return False
    words = re.findall(r"(?<![가-힣\d])[가-힣]{2,}", term.meaning.get(KOREAN.tag, ""))
    stems = {match["stem"] for word in words if (match := _STEM.fullmatch(word))} - {term.korean}
    return bool(stems) and not any(stem in text for stem in stems for text in texts)


def _explained_at(term: Term, text: str) -> int:
    """Give where a text in small letters has a term with its English name, -1 where it does not.

    That may be a wrong one, of which more is said.
    """
    names = (f"{name}({term.english})".lower() for name in (term.korean, *term.wrong))
    return min((at for name in names if (at := text.find(name)) >= 0), default=-1)


@functools.lru_cache(maxsize=1024)
def _explained(names: tuple[str, ...], english: str) -> re.Pattern[str]:
    """Give what finds a term with its English name where it may be marked up."""
    either = "|".join(map(re.escape, names))
    return re.compile(rf"(?:{either})[*_]*\({re.escape(english)}\)", re.IGNORECASE)


def _is_elsewhere(selection: Selection, lesson: Lesson, term: Term) -> bool:
    """Tell whether another page explains a term, or one before uses it and is named instead.

    What a page that cannot be read explains, nobody knows.
    """
    both = _explained((term.korean, *term.wrong), term.english)
    lessons = selection.lessons
    pages = [one for one in lessons.items if one.language is KOREAN and one is not lesson]
    using = {page.docname for page in pages if term.korean in page.text}
    if any(page.docname in using and both.search(page.text) for page in pages):
        return True
    # The order of the pages takes the front matter of all.
    before = lessons.docnames[: lessons.docnames.index(lesson.docname)] if using else ()
    return not using.isdisjoint(before) or any(is_lost(page.text) for page in (*pages, lesson))


def _other_forms(lesson: Lesson, terms: Sequence[Term]) -> Iterator[Fault]:
    """Give the terms that stand with a space before the brackets, or the other way round."""
    named = [term for term in terms if term.korean and term.english and not term.keep]
    known = {(term.korean, term.english.lower()) for term in named}
    by_english: dict[str, list[Term]] = {}
    for term in named:
        by_english.setdefault(term.english.lower(), []).append(term)
    for line in prose(lesson):
        if "(" not in line.text or line.kind == "comment":
            continue
        for match in _IN_BRACKETS.finditer(line.text):
            english = match["inside"].strip().lower()
            words = match["outside"].split()
            names = (" ".join(words[at:]) for at in range(len(words)))
            if match["gap"] and (name := next((n for n in names if (n, english) in known), "")):
                message = f'a space stands between "{name}" and "({match["inside"]})"'
                yield Fault(line, *match.span("gap"), message, None,
                            f'write "{name}({match["inside"]})"', Severity.WARNING)  # fmt: skip
            ones = by_english.get(english, ())
            before = folded(line.text[: match.end("outside")]) if ones else ""
            until = line.text[: match.end("outside")]
            is_named = any(until.endswith(one.korean) for one in ones)
            if ones and not is_named and (other := _other_term(match["outside"], english, named)):
                message = f'"{match["inside"]}" is "{ones[0].korean}", and "{other.korean}"'
                yield Fault(line, *match.span("inside"), f'{message} is "{other.english}"', None,
                            "write two names of one term", Severity.WARNING)  # fmt: skip
                continue
            wrong = tuple(name for one in ones for name in one.wrong)
            # That a word is not the glossary's is said of the word.
            banned_word = bool(wrong) and f" {match['outside']}".endswith(
                tuple(f" {w}" for w in wrong)
            )
            if ones and not banned_word and not any(one.is_in(before, KOREAN.tag) for one in ones):
                right = f"{ones[0].korean}({match['inside']})"
                message = f'"{match["inside"]}" is "{ones[0].korean}" in the glossary'
                yield Fault(line, *match.span("outside"), message, None, f'write "{right}"',
                            Severity.WARNING)  # fmt: skip
        for match in _OTHER_WAY_ROUND.finditer(line.text):
            words, name = match["outside"].split(), match["inside"].strip()
            tails = (" ".join(words[at:]) for at in range(len(words)))
            english = next((one for one in tails if (name, one.lower()) in known), "")
            if english and not line.is_code(*match.span()):
                message = f'the Korean name stands in brackets behind "{english}"'
                yield Fault(line, *match.span("outside"), message, None,
                            f'write "{name}({english})"', Severity.WARNING)  # fmt: skip


def _in_longer(text: str, match: re.Match[str], longer: Sequence[str]) -> bool:
    """Tell whether a word is a part of a longer term, such as 캐시 in 캐시 키."""
    return any(
        text.startswith(name, match.start() - at)
        for name in longer
        for at in range(min(len(name), match.start() + 1))
        if name.startswith(match[0], at)
    )


def _in_link(lesson: Lesson, line: Line, match: re.Match[str]) -> bool:
    """Tell whether a word stands in the text of a link, which often is another page's title."""
    raw = lesson.text.split("\n", line.number)[line.number - 1]
    at = line.columns[match.start()] - 1
    opening, closing = raw.rfind("[", 0, at), raw.find("](", at)
    return opening >= 0 and closing >= 0 and "]" not in raw[opening:closing]
