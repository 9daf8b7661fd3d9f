"""What the glossary says in two ways, so that no lesson can follow it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from pathlib import Path

from scripts.check.rule import Selection
from scripts.check.terms import wrong_names
from scripts.diagnostic import Diagnostic, Severity
from scripts.glossary import Term, glossary_path, read_glossary, read_readings
from scripts.languages import KOREAN, LANGUAGES
from scripts.patterns import lazy_pattern

_KEY = lazy_pattern(r"\s*(?P<key>[\w-]+)\s*=")
_KEYS = (
    *("en", "ko", "wrong", "also", "keep", "mark"),
    *(f"meaning_{language.tag}" for language in LANGUAGES),
)
_MEANING = f"meaning_{KOREAN.tag}"
# So much is the same in two spellings of a word from abroad.
_ALIKE = 0.5


def contradictions(selection: Selection) -> Iterator[Diagnostic]:
    """Give what the glossary says in two ways."""
    root = selection.lessons.root
    path = glossary_path(root)
    terms = read_glossary(root)
    if not terms:
        return
    lines = path.read_bytes().decode("utf-8-sig").split("\n")
    starts = [number for number, line in enumerate(lines, 1) if line.strip() == "[[term]]"]
    if len(starts) != len(terms):
        return  # written in another form of TOML, which has no lines to name
    for name, message in _banned_readings(root, terms):
        yield _glossary(path, root, _line_of_reading(lines, name), message)
    seen: dict[str, tuple[Term, int]] = {}
    korean = {term.korean: term for term in terms if term.korean}
    also = {name: term for term in terms for name in term.also}
    shared: dict[str, tuple[Term, int]] = {}
    banned: dict[str, Term] = {}
    # A term may have no meaning; but where others have one in all languages, none has it in one.
    in_all = any(all(one.meaning.get(lang.tag) for lang in LANGUAGES) for one in terms)
    meanings = "\n".join(term.meaning.get(KOREAN.tag, "") for term in terms)
    # Hardly any glossary has one, and to ask of each meaning takes longer than all the rest.
    are_wrong = any(True for _ in wrong_names(terms, meanings))
    for term, line in zip(terms, starts, strict=True):
        rows = ((n, _KEY.match(lines[n - 1])) for n in _entry(lines, line))
        keys = {row["key"]: number for number, row in rows if row}
        of_wrong = keys.get("wrong", line)
        of_korean, of_english = keys.get("ko", line), keys.get("en", line)
        for key in sorted(keys.keys() - set(_KEYS)):
            message, fix = f'"{key}" means nothing in an entry', f"write one of {', '.join(_KEYS)}"
            yield _glossary(path, root, keys[key], message, fix)
        for message, key in _faults_of(term, korean, also):
            # Of two keys the later one says otherwise.
            at = max(keys.get("also", line), of_wrong) if key == "also" else keys.get(key, line)
            yield _glossary(path, root, at, message)
        missing = [one for one in LANGUAGES if not term.meaning.get(one.tag)]
        if in_all and 0 < len(missing) < len(LANGUAGES):
            message = f'"{term.english}" has no meaning in {missing[0].english_name}'
            yield _glossary(path, root, of_english, message, "write it, or leave it out in both")
        meaning = keys.get(_MEANING, line)
        for wrong, right in (
            wrong_names(terms, term.meaning.get(KOREAN.tag, "")) if are_wrong else ()
        ):
            message = f'"{wrong}" is a wrong name of "{right}", and stands in this meaning'
            yield _glossary(path, root, meaning, message, f'write "{right}"')
        for wrong in term.wrong:
            other = banned.setdefault(wrong, term)
            if other is not term and other.korean != term.korean:
                message = f'"{wrong}" is "{other.korean}" for "{other.english}" already'
                yield _glossary(path, root, of_wrong, message)
        first = shared.setdefault(term.korean, (term, line)) if term.korean else (term, line)
        if first[1] != line and first[0].english.lower() != term.english.lower():
            message = f'"{term.korean}" is the Korean name of "{first[0].english}" already'
            yield _glossary(path, root, of_korean, f"{message}, at line {first[1]}")
        before = seen.setdefault(term.english.lower(), (term, line))
        if term.english and before[1] != line:
            message = f'"{term.english}" has an entry at line {before[1]} already'
            yield _glossary(path, root, of_english, message)


def _entry(lines: Sequence[str], first: int) -> Iterator[int]:
    """Give the numbers of the lines of an entry that begins at a line."""
    yield first
    for number, line in enumerate(lines[first:], first + 1):
        if line.startswith("["):
            break
        yield number


def _faults_of(
    term: Term, korean: Mapping[str, Term], also: Mapping[str, Term]
) -> Iterator[tuple[str, str]]:
    """Give what is wrong with an entry, and which of its keys says so, the last one of two."""
    for wrong in term.wrong:
        if wrong == term.korean:
            yield f'"{wrong}" is both the right name and a wrong one', "wrong"
        elif wrong in korean:
            yield (
                f'"{wrong}" is wrong here and the right name of "{korean[wrong].english}"',
                "wrong",
            )
        elif wrong in also:
            of = "its entry" if also[wrong] is term else f'"{also[wrong].english}"'
            yield (
                f'"{wrong}" is wrong here, and among the further names of {of}',
                ("also" if also[wrong] is term else "wrong"),
            )
    for name in term.also:
        if name in korean and korean[name] is not term:
            yield f'"{name}" is the right name of "{korean[name].english}" already', "also"
    if term.english and not term.korean and not term.keep:
        yield f'"{term.english}" has no Korean name', "en"
    if term.keep and term.korean and term.korean.lower() != term.english.lower():
        yield f'"{term.english}" is kept in English and is "{term.korean}" in Korean', "keep"


def _banned_readings(root: Path, terms: Sequence[Term]) -> Iterator[tuple[str, str]]:
    """Give the readings that the glossary spells otherwise in text, each with what to say of it."""
    for name, reading in read_readings(root).items():
        for term in terms:
            # `leaf` may be read 리프 where text has 잎: another word is no other spelling.
            if reading in term.wrong and _is_spelling_of(reading, term.korean):
                message = f'"{name}" is read "{reading}", which is a wrong name of "{term.korean}"'
                yield name, message


def _is_spelling_of(reading: str, korean: str) -> bool:
    """Tell whether two words in Hangul are one word from abroad.

    >>> [_is_spelling_of(*pair) for pair in (("에포크", "에폭"), ("아규먼트", "인자"))]
    [True, False]
    """
    one, other = (unicodedata.normalize("NFD", word) for word in (reading, korean))
    alike = SequenceMatcher(None, one, other, autojunk=False).ratio()
    return one[:1] == other[:1] and alike >= _ALIKE


def _line_of_reading(lines: Sequence[str], name: str) -> int:
    """Give the line of a name below [readings], or that of the heading."""
    first = next((n for n, line in enumerate(lines, 1) if line.strip() == "[readings]"), 1)
    key = re.compile(rf"\s*[\"']?{re.escape(name)}[\"']?\s*=", re.IGNORECASE)
    return next((n for n in _entry(lines, first) if key.match(lines[n - 1])), first)


def _glossary(
    path: Path, root: Path, line: int, message: str, fix: str = "decide on one"
) -> Diagnostic:
    return Diagnostic(path.relative_to(root), line, "glossary", message, Severity.WARNING, fix)
