"""Names and zeros that a site reads in two ways: a particle tells how what it follows is read."""

from __future__ import annotations

import functools
import re
from collections import Counter
from collections.abc import Iterator, Mapping

from scripts.agreement import FORMS, Sound, reading_of, sound_of
from scripts.check.fault import Fault
from scripts.check.korean.particles import (
    ACCEPTED_BEHIND_VOWELS,
    BOTH_FORMS,
    HANGUL_RUN,
    QUOTES,
    spoken_before,
)
from scripts.check.prose import prose, spoken
from scripts.check.rule import Selection
from scripts.diagnostic import Severity
from scripts.glossary import read_readings
from scripts.languages import KOREAN
from scripts.lesson import Lesson
from scripts.patterns import lazy_pattern

# 영 and 제로; what stands before is no other number's, and no name's.
_ZERO = lazy_pattern(
    r"(?<![A-Za-z0-9_.,가-힣+/:-])(?P<number>(?:\d+\.)?0)[\"'”’`]*(?P<form>은|는|이|가|을|를|과|와|으로|로)(?![가-힣])"
)
_WITH_RO = lazy_pattern(
    rf"(?<![A-Za-z0-9_.])(?P<name>[A-Za-z_]{{3,}})[{QUOTES}]?(?P<form>로(?:서|써|는|도|만|부터)?)(?![가-힣])"
)
# So much more often a site reads 0 in one way where the other is an oversight.
_MOST_ZEROS = 2


def consistency(selection: Selection, lesson: Lesson) -> Iterator[Fault]:
    """Give the names whose reading is not known and that the site treats in two ways."""
    if lesson.language is not KOREAN:
        return
    yield from _zeros(selection, lesson)
    readings = read_readings(selection.lessons.root)
    yield from _read_with_an_end(selection, lesson, readings)
    ours = [(line, *found) for line in prose(lesson) for found in _open_names(line.text, readings)]
    if not ours:
        return
    counts: dict[str, Counter[bool]] = {}
    first: dict[tuple[str, bool], str] = {}
    for line, _, _, name, vowel in ours:
        counts.setdefault(name, Counter())[vowel] += 1
        first.setdefault((name, vowel), f"{lesson.path}:{line.number}")
    # A name with a particle behind it, however it is marked up.
    names = "|".join(map(re.escape, counts))
    used = re.compile(rf"(?<![A-Za-z0-9_])(?i:{names})(?![A-Za-z0-9_])[^\s가-힣]*[^\S\n]?[가-힣]")
    for other in selection.lessons.items:
        if other.language is KOREAN and other.path != lesson.path:
            written = other.text.split("\n")
            found = {other.text.count("\n", 0, one.start()) for one in used.finditer(other.text)}
            for number in sorted(found):
                for *_, name, vowel in _open_names(spoken(written[number])[0], readings):
                    counts.setdefault(name, Counter())[vowel] += 1
                    first.setdefault((name, vowel), f"{other.path}:{number + 1}")
    for line, start, end, name, vowel in ours:
        same, others = counts[name][vowel], counts[name][not vowel]
        if read := reading_of(name.rsplit("_", 1)[-1], readings):
            # How the end of the name is read nobody doubts: who reads it otherwise is told.
            is_other = others > 0 and vowel is not (sound_of(read[-1]) is Sound.VOWEL)
        else:
            is_other = others > same or (others == same and others > 0 and not vowel)
        if is_other:
            form = line.text[start:end]
            other_form = FORMS[form][1 if not vowel else 0]
            place = first[name, not vowel]
            message = f'"{name}" takes "{form}" here, and in {place} what goes with "{other_form}"'
            advice = "write it as it is read, or add its reading to docs/glossary.toml"
            yield Fault(line, start, end, message, None, advice, Severity.WARNING)


# So often a site has 으로 behind a name where 로 is an oversight.
_LEAST_WITH_EURO = 1


def _read_with_an_end(
    selection: Selection, lesson: Lesson, readings: Mapping[str, str]
) -> Iterator[Fault]:
    """Give the 로 behind names that the site reads with a consonant at their end, all through."""
    forms_of = functools.cache(functools.partial(_forms_on_site, selection))
    for line in prose(lesson):
        for match in _WITH_RO.finditer(line.text):
            if spoken_before(line.text[: match.start("form")], readings)[1]:
                continue
            forms = forms_of(match["name"])
            with_end = sum(form.startswith("으로") for form in forms)
            is_open = any(form in FORMS and form[0] in "는가를와" for form in forms)
            if with_end >= _LEAST_WITH_EURO and not is_open:
                message = f'"{match["name"]}" takes "으로" on other pages, and "로" here'
                right = f"으{match['form']}"
                yield Fault(line, *match.span("form"), message, None,
                            f'write "{match["name"]}{right}"', Severity.WARNING)  # fmt: skip


def _forms_on_site(selection: Selection, name: str) -> list[str]:
    """Give what stands right behind a name on all Korean pages."""
    used = re.compile(rf"(?<![A-Za-z0-9_.]){re.escape(name)}[{QUOTES}*_]*(?P<form>[가-힣]+)")
    pages = (one for one in selection.lessons.items if one.language is KOREAN)
    return [str(one["form"]) for page in pages for one in used.finditer(page.text)]


def _zeros(selection: Selection, lesson: Lesson) -> Iterator[Fault]:
    """Give the particles behind 0 that are not read as the site reads it, as 영 or as 제로."""
    ours = [
        (line, match)
        for line in prose(lesson)
        if "0" in line.text
        for match in _ZERO.finditer(line.text)
        if not line.is_code(*match.span("form"))
    ]
    if not ours:
        return
    pages = tuple(one for one in selection.lessons.items if one.language is KOREAN)
    counts = _zeros_of(pages)
    for line, match in ours:
        form = match["form"]
        vowel = form == FORMS[form][1]
        if counts[not vowel] > counts[vowel] * _MOST_ZEROS:
            other = FORMS[form][0 if vowel else 1]
            read, usual = ("제로", "영") if vowel else ("영", "제로")
            yield Fault(line, *match.span("form"),
                        f'"0" is read "{read}" here, and "{usual}" in most places',
                        None, f'write "{match["number"]}{other}"', Severity.WARNING)  # fmt: skip


@functools.lru_cache(maxsize=1)
def _zeros_of(pages: tuple[Lesson, ...]) -> Counter[bool]:
    """Give how often the pages of a site read 0 as what ends in a vowel, and how often not."""
    lines = (line for page in pages for line in page.text.split("\n") if "0" in line)
    forms = (match["form"] for line in lines for match in _ZERO.finditer(line))
    return Counter(form == FORMS[form][1] for form in forms)


def _open_names(text: str, readings: Mapping[str, str]) -> Iterator[tuple[int, int, str, bool]]:
    """Give where in a line a particle tells how a name is read that nobody knows."""
    for run in HANGUL_RUN.finditer(text):
        start, end = run.span()
        if run[0] not in FORMS or BOTH_FORMS.match(text, end):
            continue
        match = re.search(r"[A-Za-z_][\w.]*(?:\(\))?$", text[:start].rstrip(QUOTES))
        if match is None or spoken_before(text[:start], readings)[1]:
            continue
        form = run[0]
        # 로 follows vowels and ㄹ, so it tells nothing of the rest.
        if form.startswith("로") or form in ACCEPTED_BEHIND_VOWELS:
            continue
        name = match[0].rstrip("()").rsplit(".", 1)[-1]
        # CER is read letter by letter, and `cer` may be a word.
        name = name if name.isupper() else name.lower()
        if len(name) > 1 and not name[-1].isdigit() and name != "r":
            yield start, end, name, form == FORMS[form][1]
