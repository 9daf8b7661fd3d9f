"""The glossary: what each term is called in either language, and what it means."""

from __future__ import annotations

import contextlib
import functools
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from scripts.diagnostic import FaultError
from scripts.languages import ENGLISH, KOREAN
from scripts.patterns import lazy_pattern
from scripts.settings import Settings, read_settings

# What makes a verb or an adjective of a noun, at the end of a term's name.
ENDING = lazy_pattern("(?<=[가-힣])(?:다|된|한|는|할|되는|하는)$")
_RULE = "glossary"
# Vowels as NFD writes them, which the forms of a verb change.
_VOWELS = "".join(map(chr, range(0x1161, 0x1176)))
# How the last word of a name ends, and how it ends where there are several of it.
_PLURALS = """
trix:trices tex:tices dex:dices dix:dices sis:ses axis:axes terion:teria menon:mena imum:ima
ctrum:ctra entum:enta datum:data dium:dia ula:ulae dius:dii leus:lei man:men child:children
foot:feet leaf:leaves loaf:loaves half:halves shelf:shelves self:selves wolf:wolves calf:calves
thief:thieves knife:knives life:lives wife:wives quiz:quizzes
"""
_VOWEL_Y = lazy_pattern("[aeiou]y$")
# Behind what looks like several of it these tell a verb: it leaves the rest, and leaves it out.
_OBJECT = r"(?! (?:an?|the|its?|them|this|that|these|those|no|every|all|out|behind|as)\b)"


# Each page is looked through for each term.
@functools.cache
def english_pattern(name: str) -> str:
    """Give a pattern for an English name, one or several of it, with spaces or hyphens in it.

    >>> names = {"decision boundary": "decision boundaries", "point of view": "points of view",
    ...          "Hessian matrix": "Hessian matrices", "run-time key": "run time keys"}
    >>> [bool(re.fullmatch(english_pattern(one), many)) for one, many in names.items()]
    [True, True, True, True]
    >>> [bool(re.match(english_pattern("leaf"), one)) for one in ("leaves of it", "leaves it out")]
    [True, False]
    """
    words = re.split(r"[\s-]+", name.strip())
    parts = [re.escape(word) for word in words]
    counted = words.index("of") - 1 if "of" in words[1:] else len(words) - 1
    parts[counted] = _singular_or_plural(words[counted])
    return r"[\s-]+".join(parts)


def may_stand_in(name: str, text: str) -> bool:
    """Tell quickly that a text in small letters does not have a name, or several of it.

    Of several words only one has a plural. To ask this first takes a tenth of the time.

    >>> [may_stand_in("decision boundary", text) for text in ("decision boundaries", "a bound")]
    [True, False]
    >>> [may_stand_in("foot", text) for text in ("two feet", "a hand")]
    [True, False]
    """
    first, *others = _words_in(name)
    if not others:
        return any(form in text for form in (first, *_irregular_plurals(first)))
    return sum(word not in text for word in (first, *others)) <= 1


@functools.cache
def _words_in(name: str) -> tuple[str, ...]:
    return tuple(re.split(r"[\s-]+", name.lower().strip()))


@functools.cache
def _irregular_plurals(word: str) -> tuple[str, ...]:
    pairs = (pair.split(":") for pair in _PLURALS.split())
    forms = [word[: -len(one)] + many for one, many in pairs if word.lower().endswith(one)]
    if word.lower().endswith("y") and not _VOWEL_Y.search(word.lower()):
        forms.append(f"{word[:-1]}ies")
    return tuple(forms)


def _singular_or_plural(word: str) -> str:
    forms = (
        re.escape(form) + (_OBJECT if form.endswith("ves") else "")
        for form in _irregular_plurals(word)
    )
    return f"(?:{'|'.join((re.escape(word) + '(?:s|es)?', *forms))})"


@dataclass(frozen=True)
class Term:
    """One term: its names, other names that must not be written, its meaning by language tag.

    `also` are names that it has elsewhere, and that lessons may use in another sense: readers look
    for it by them. `keep` says that Korean text keeps the English word, `mark` that pages mark the
    term where they mention it: an everyday word is better not marked.
    """

    english: str
    korean: str
    wrong: tuple[str, ...] = ()
    meaning: Mapping[str, str] = field(default_factory=dict)
    keep: bool = False
    mark: bool = True
    also: tuple[str, ...] = ()

    def name(self, tag: str) -> str:
        """Give what the term is called in a language, "" where it has no name there.

        >>> Term("trace", "추적").name("ko")
        '추적'
        """
        return {KOREAN.tag: self.korean, ENGLISH.tag: self.english}.get(tag, "")

    def is_in(self, text: str, tag: str) -> bool:
        """Tell whether a text, as `folded` gives it, has each word of the term in some form.

        >>> clamp = Term("clamp", "당겨 맞추다")
        >>> [clamp.is_in(folded(text), "ko") for text in ("당겨 맞춥니다", "자릅니다")]
        [True, False]
        >>> Term("tracing", "추적").is_in(folded("JAX traces it"), "en")
        True
        """
        name = self.name(tag).lower()
        is_verb = name.endswith("다")
        return all(_stem(word, is_verb=is_verb) in text for word in name.split())

    @property
    def names(self) -> tuple[str, ...]:
        """Give every name that a reader may look for, the right ones first, each once.

        >>> Term("trace", "추적", ("트레이스",), also=("기록",)).names
        ('추적', 'trace', '트레이스', '기록')
        """
        names = (self.korean, self.english, *self.wrong, *self.also)
        return tuple(dict.fromkeys(filter(None, names)))


def folded(text: str) -> str:
    """Give a text as terms are looked for in it: in small letters, Hangul apart, without spaces."""
    apart = unicodedata.normalize("NFD", text.lower().replace("’", "'"))
    return "".join(apart.split())


def _stem(word: str, *, is_verb: bool) -> str:
    """Give what stays of a word in its forms: 펼치다 becomes 펼쳐, tracing becomes traces."""
    if word.isascii():
        return word[: max(4, len(word) - 3)]
    stem = unicodedata.normalize("NFD", ENDING.sub("", word))
    return stem.rstrip(_VOWELS) if is_verb else stem


def glossary_path(root: Path) -> Path:
    """Give the place of a root's glossary, whether there is one or not."""
    return root / "docs" / "glossary.toml"


def read_glossary(root: Path) -> tuple[Term, ...]:
    """Give a root's terms in the order of the file; none where it has no glossary.

    Raises `FaultError` where the file is no TOML, or an entry lacks a name.
    """
    settings = read_settings(glossary_path(root), _RULE)
    return () if settings is None else _terms(settings)


@functools.lru_cache(maxsize=4)
def _terms(settings: Settings) -> tuple[Term, ...]:
    entries = _parsed(settings).get("term", [])
    if not isinstance(entries, list) or not all(isinstance(one, dict) for one in entries):
        raise settings.fault("term", '"term" is no list of tables; write [[term]] above each')
    terms = tuple(map(_term, entries))
    for at, term in enumerate(terms):
        if not (term.english or term.korean):
            lines = settings.data.splitlines()
            begun = [n for n, row in enumerate(lines, 1) if row.split() == [b"[[term]]"]]
            line = begun[at] if len(begun) == len(entries) else 1
            fault = 'a [[term]] has neither "en" nor "ko"; give it both'
            raise FaultError(settings.path, line, _RULE, fault)
    return terms


def _term(entry: Mapping[str, object]) -> Term:
    english, korean = (str(entry.get(tag, "")).strip() for tag in (ENGLISH.tag, KOREAN.tag))
    meanings = {key[8:]: str(text) for key, text in entry.items() if key.startswith("meaning_")}
    return Term(
        english,
        korean,
        _list(entry.get("wrong")),
        meanings,
        bool(entry.get("keep")),
        bool(entry.get("mark", True)),
        _list(entry.get("also")),
    )


def _list(value: object) -> tuple[str, ...]:
    """Give the names that stand for a key; one may stand without brackets, and one be empty yet.

    >>> _list(["쉐입", ""]), _list("쉐입"), _list(None)
    (('쉐입',), ('쉐입',), ())
    """
    several = value if isinstance(value, list) else [] if value is None else [value]
    return tuple(filter(None, (str(one).strip() for one in several)))


@functools.lru_cache(maxsize=4)
def _parsed(settings: Settings) -> Mapping[str, Any]:
    """Give what a file says; every rule asks for it, and a file may change meanwhile."""
    return settings.parsed()


def read_readings(root: Path) -> Mapping[str, str]:
    """Give how names are read in Korean, as a root's glossary says below `[readings]`.

    Names come in lower case. There are none where the file has none or cannot be read: what is
    wrong with it `read_glossary` says.
    """
    found: object = {}
    with contextlib.suppress(FaultError):
        if (settings := read_settings(glossary_path(root), _RULE)) is not None:
            found = _parsed(settings).get("readings")
    if not isinstance(found, dict):
        return {}
    return {str(name).lower(): str(reading) for name, reading in found.items() if reading}
