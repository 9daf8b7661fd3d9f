"""Korean for Sphinx's search index: morphemes instead of words with their particles.

Sphinx cuts text at spaces, where Korean has a noun with its particle (`배열을`) or several nouns in
one (`자동미분`). Here Kiwi cuts it, when the site is built; what a reader types is cut in the
browser by `splitter.js`, which knows no morphemes, but all words of the index.
"""

from __future__ import annotations

import functools
import re
import unicodedata
import warnings
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from scripts import particles
from scripts.glossary import Term

_HANGUL = re.compile(r"[가-힣]+")
# Words in Latin letters, and numbers; a particle that follows belongs to neither.
_LATIN = re.compile(r"[^\W가-힣]+")

# What carries meaning, by Kiwi's tags: nouns, roots, numerals; and what makes nouns of nouns.
_NOUNS = frozenset({"NNG", "NNP", "NR", "XR"})
_AFFIXES = frozenset({"XPN", "XSN", "NNB"})
_STEMS = frozenset({"VV", "VA", "MAG"})

_PARTICLES = frozenset("은는이가을를의에도로와과만나")

# How the tags begin of particles, verbs, and what makes verbs of nouns: what may end a noun.
_GRAMMAR = ("J", "V", "XSV", "XSA", "XSM")
_PARTICLE = re.compile(particles.pattern())
_SPACES = re.compile(r"\s+")
_LONGEST_UNCUT = 8
_LONGEST_JOINED = 10

# Begins a word as it is written, with particle and ending, so that it is told from its noun.
WRITTEN = "^"

# Words like adjectives that many write together with a noun, as in 새창.
_BEFORE_NOUNS = frozenset("새첫빈주총전본")

# More nouns than this in a row are no term that somebody looks for.
_LONGEST = 4

# What is added to the log likelihood of a word of the glossary: enough to be one wherever it can.
_SCORE = 5.0


def words_of(text: str, dictionary: Sequence[str] = ()) -> Iterator[str]:
    """Give what of a text is looked for; nouns that follow each other also as one word.

    `dictionary` holds words that are not to be cut.

    >>> list(words_of("`jit`은 함수를 컴파일합니다", ["컴파일"]))
    ['jit', '함수', '컴파일']
    >>> list(words_of("자동 미분을"))
    ['자동', '미분', '자동미분']
    """
    text = unicodedata.normalize("NFC", text)
    yield from _LATIN.findall(text)
    if is_korean(text):
        yield from _morphemes(text, tuple(dictionary))


def load(dictionary: Sequence[str]) -> None:
    """Load Kiwi, which takes it a second, before the first text comes."""
    _kiwi(tuple(dictionary))


def written_words(text: str) -> Iterator[str]:
    """Give the words of a text as they are written, each behind a mark that no other word has.

    >>> list(written_words("`jit`은 빠르게 돕니다"))
    ['^은', '^빠르게', '^돕니다']
    """
    for word in dict.fromkeys(_HANGUL.findall(unicodedata.normalize("NFC", text))):
        yield f"{WRITTEN}{word}"


def is_korean(text: str) -> bool:
    """Tell whether there is a syllable of Hangul in a text (in NFC)."""
    return _HANGUL.search(text) is not None


def dictionary_of(terms: Iterable[Term]) -> tuple[str, ...]:
    """Give the glossary's words in Hangul, by whatever name, each without spaces."""
    names = (name for term in terms for name in term.names)
    joined = (unicodedata.normalize("NFC", name).replace(" ", "") for name in names)
    return tuple(sorted({name for name in joined if _HANGUL.fullmatch(name)}))


class _Token(NamedTuple):
    """What Kiwi cuts, without what it knows of conjugations (`VV-R`)."""

    form: str
    tag: str
    start: int
    end: int


class _Run(NamedTuple):
    """Nouns that stand together without a space between: (what each says, its tag)."""

    start: int
    end: int
    nouns: tuple[tuple[str, str], ...]


@functools.lru_cache(maxsize=4096)
def _morphemes(text: str, dictionary: tuple[str, ...]) -> tuple[str, ...]:
    found: list[str] = []
    run: _Run | None = None
    last: _Run | None = None

    def close() -> None:
        nonlocal run, last
        if run is not None:
            found.extend(_compounds(run.nouns))
            if last is not None and text[last.end : run.start] == " ":
                found.extend(_joined(last.nouns, run.nouns))
            last, run = run, None

    tokens = tuple(_with_nominals(text, _kiwi(dictionary).tokenize(text)))
    for token in tokens:
        tag = token.tag
        is_hangul = _HANGUL.fullmatch(token.form) is not None
        before = text[token.start - 1 : token.start]
        if token.form in particles.SHORT and not before.isspace():
            # Behind code or a closing sign Kiwi cannot know that it follows a noun; and where it
            # knows a noun that ends on such a syllable, it does not cut it there.
            tag = "J"
        if tag in _NOUNS | _AFFIXES and is_hangul:
            noun = (token.form, tag)
            if run is not None and run.end == token.start:
                run = _Run(run.start, token.end, (*run.nouns, noun))
            else:
                close()
                run = _Run(token.start, token.end, (noun,))
        else:
            close()
            last = None
            if tag in _STEMS and is_hangul and (len(token.form) > 1 or tag != "MAG"):
                found.append(token.form)
    close()
    found.extend(_uncut(text, tokens))
    found.extend(_beside(text, tokens))
    # Names of several words, whatever is between and in them.
    whole = _SPACES.sub("", text)
    found.extend(word for word in dictionary if word in whole)
    return tuple(dict.fromkeys(found))


def _with_nominals(text: str, tokens: Iterable[Any]) -> Iterator[_Token]:
    """Give tokens, and for a verb with what makes a noun of it that noun: 보기, 알림."""
    held: list[_Token] = []
    for token in tokens:
        one = _Token(token.form, token.tag.partition("-")[0], token.start, token.end)
        if held and one.tag == "ETN":
            noun = text[held[0].start : one.end]
            # Where a text goes on behind markup nobody knows whether 두기 is of 맞춰 두기.
            goes_on = held[0].start > 0 and text[: held[0].start].isspace()
            if len(noun) > 1 and _HANGUL.fullmatch(noun) and not goes_on:
                one = _Token(noun, "NNG", held.pop().start, one.end)
        yield from held
        held = [one] if one.tag in {"VV", "VA"} else []
        if not held:
            yield one
    yield from held


def _core(text: str, run: re.Match[str], tokens: Sequence[_Token]) -> str:
    """Give what of a written word stands before its first particle or verb; "" for no noun.

    Kiwi takes a noun that it does not know for something else, such as 러 in 컴파일러 for an
    ending.
    """
    # Of those that a syllable begins, the first: 합 is 하 and an ending.
    tags = {token.start: token.tag for token in reversed(tokens)}
    if tags.get(run.start()) not in _NOUNS | _AFFIXES:
        return ""
    after = range(run.start() + 1, run.end())
    end = next((at for at in after if tags.get(at, "").startswith(_GRAMMAR)), run.end())
    return text[run.start() : end] if end in {token.end for token in tokens} else ""


def _uncut(text: str, tokens: Sequence[_Token]) -> Iterator[str]:
    """Give what stands between a space and the first particle or verb, as it is written.

    Kiwi may also take a noun for a particle with another, as 내적 for 나의 적. No noun follows a
    particle without a space.
    """
    for run, inside in _written(text, tokens):
        core = _core(text, run, inside)
        if 1 < len(core) <= _LONGEST_UNCUT:
            yield core
        kinds = "".join(
            "J" if token.tag.startswith("J") else "N" if token.tag in _NOUNS else "."
            for token in inside
        )
        if "JN" in kinds:
            nouns = len(kinds.rstrip("J"))
            end = inside[nouns].start if nouns < len(inside) else run.end()
            yield text[run.start() : end]


def _written(
    text: str, tokens: Sequence[_Token]
) -> Iterator[tuple[re.Match[str], Sequence[_Token]]]:
    """Give the words of Hangul as they are written, each with its tokens."""
    starts = [token.start for token in tokens]
    for run in _HANGUL.finditer(text):
        yield run, tokens[bisect_left(starts, run.start()) : bisect_left(starts, run.end())]


def _beside(text: str, tokens: Sequence[_Token]) -> Iterator[str]:
    """Give written words that stand side by side as one: what others write without the space.

    Whatever Kiwi takes them for: 부트로더 설치 is a compound, though 부트로더 is none of its nouns.
    """
    before: list[str] = []
    end = 0
    for run, inside in _written(text, tokens):
        if text[end : run.start()] != " ":
            before = []
        core = _core(text, run, inside)
        for first in range(len(before) if core else 0):
            joined = "".join((*before[first:], core))
            if len(joined) <= _LONGEST_JOINED:
                yield joined
        # A word with a particle or an ending is no part of a longer noun, nor is an adverb.
        # Behind code stands a particle that Kiwi may take for a noun.
        is_particle = (
            _PARTICLE.fullmatch(run[0]) and not text[run.start() - 1 : run.start()].isspace()
        )
        is_open = run[0] in _BEFORE_NOUNS or (
            bool(inside)
            and not inside[-1].tag.startswith(("J", "E"))
            and (len(inside) > 1 or inside[0].tag in _NOUNS)
            and not is_particle
        )
        before = [*before[-1:], run[0]] if is_open else []
        end = run.end()


def _compounds(nouns: Sequence[tuple[str, str]]) -> Iterator[str]:
    """Give the nouns of a run, and those that follow each other as one."""
    for length in range(1, min(_LONGEST, len(nouns)) + 1):
        for first in range(len(nouns) - length + 1):
            part = nouns[first : first + length]
            if part[0][1] not in {"XSN", "NNB"} and part[-1][1] != "XPN":
                yield "".join(form for form, _ in part)


def _joined(before: Sequence[tuple[str, str]], after: Sequence[tuple[str, str]]) -> Iterator[str]:
    """Give nouns on both sides of a space as one word: what others write without the space."""
    if {tag for _, tag in (*before, *after)} <= _AFFIXES:
        return
    yield before[-1][0] + after[0][0]
    for first in range(len(before)):
        for end in range(1, len(after) + 1):
            if end + len(before) - first <= _LONGEST and after[0][1] != "XSN":
                yield "".join(form for form, _ in (*before[first:], *after[:end]))


@functools.cache
def _kiwi(dictionary: tuple[str, ...]) -> Any:
    import kiwipiepy

    # Names of several words and mistyped ones take half its time and memory, and cut no lesson.
    # Without threads, so that a process may load it and then fork; that 0 means so is news to it.
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        kiwi = kiwipiepy.Kiwi(num_workers=0, load_multi_dict=False, load_typo_dict=False)
    for word in dictionary:
        kiwi.add_user_word(word, "NNP", _SCORE)
    # Half of its loading waits for the first text.
    kiwi.tokenize("")
    return kiwi
