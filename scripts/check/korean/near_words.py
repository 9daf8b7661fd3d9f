"""Korean words that are none, one slip of the hand from a frequent one: 동입한, 사피커, 있습니디.

To know a word from what is none takes a dictionary, and Kiwi takes a second to load. So it was
asked once, of every slip of 23,600 words (`make_near_words`): how much less likely what is typed is
than what was meant. The answers are in `near_words.txt`.
"""

from __future__ import annotations

import base64
import functools
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from scripts.check.korean.doubled_syllables import is_noun_inflected, without_double
from scripts.check.korean.page_words import (
    MOST_OFTEN,
    beginnings,
    is_said_often,
    rare_words,
    word_counts,
)
from scripts.check.korean.slips import LEAST_THAT_LOSES, origins_of, slips
from scripts.hangul import letters_of
from scripts.patterns import lazy_pattern

TABLE = Path(__file__).parent / "near_words.txt"
# What stands behind a noun in the table.
IS_NOUN = "*"
# The week after next, and the term before the last.
_SAID_TWICE = ("다다음", "전전")


def near_words(page: str) -> Mapping[str, tuple[str, ...]]:
    """Give the words of a page that are none, with those that may be meant, the likeliest first.

    >>> near_words("값을 동입한 단위로 지정합니다. 배열을 사피커에 담습니다.")
    {'동입한': ('동일한',), '사피커에': ('스피커에',)}
    """
    known, begun = _known(), beginnings(page)
    found = {}
    for word in rare_words(page):
        if word not in known and not word.startswith(_SAID_TWICE):
            meant = sorted(set(_meant(word, begun)), reverse=True) or _stems(word, begun)
            if meant:
                found[word] = tuple(one for _, one in meant)
    return found


def doubled_words(page: str) -> Mapping[str, tuple[str, ...]]:
    """Give the words of a page with a syllable that was typed twice, each with the right word.

    >>> doubled_words("값과 기울기의의 쌍을 돌려줍니다. 전문가가 봅니다.")
    {'기울기의의': ('기울기의',)}
    """
    counts = word_counts(page)
    rare = (word for word, count in counts.items() if count <= MOST_OFTEN)
    found = {word: _once(word, counts) for word in rare if word not in _known()}
    # Of a verb the page may have other forms: 돌려주주기, and 돌려주고.
    if twice := [word for word, once in found.items() if once is None and _TWICE.search(word)]:
        begun = beginnings(page)
        found |= {word: _once_of_verb(word, begun) for word in twice}
    return {word: (once,) for word, once in found.items() if once}


# Ends of verbs begin with none of these, and no noun has them as its last one of two.
_TWICE = lazy_pattern(
    r"(?<=[가-힣])([주꾸누추우리키치])\1(?:기|는|고|며|면|지|도록|거나|려|자)[가-힣]?$"
)


def _once_of_verb(word: str, begun: Mapping[str, int]) -> str | None:
    """Give a verb with one of two like syllables, where the page has other forms of it.

    >>> begun = beginnings("값을 돌려주주기, 돌려주고, 돌려주는")
    >>> _once_of_verb("돌려주주기", begun)
    '돌려주기'
    """
    match = _TWICE.search(word)
    if match is None:
        return None
    stem = word[: match.start() + 1]
    others = begun[stem] - begun[word[: match.start() + 2]]
    return stem + word[match.start() + 2 :] if others > 1 else None


def _once(word: str, counts: Mapping[str, int]) -> str | None:
    """Give a word with one of two like syllables, where the page or the table has that word.

    >>> [_once(one, {}) for one in ("입력력도", "번만만", "평가가는", "기기를")]
    ['입력도', '번만', None, None]
    """

    def is_word(once: str) -> bool:
        return once in counts or once in _known() or is_noun_inflected(once)

    def is_whole(first: str) -> bool:
        return not _known().get(first, IS_NOUN).endswith(IS_NOUN)

    return without_double(word, is_word, is_whole)


def _stems(word: str, begun: Mapping[str, int]) -> list[tuple[int, str]]:
    """Give what may be meant where a word is a noun with particles, and the noun is none."""
    known = _known()
    for cut in range(len(word) - 1, _LEAST_STEM - 1, -1):
        stem, rest = word[:cut], word[cut:]
        # A verb, or what ends in a particle itself.
        if stem in known:
            return []
        if _BEHIND_NOUNS.fullmatch(rest) and begun[stem] <= MOST_OFTEN:
            found = {
                (sure, right + rest)
                for sure, right in _meant(stem, begun)
                if sure > 1 and known[right].endswith(IS_NOUN)
            }
            if found:
                return sorted(found, reverse=True)
    return []


# What stands behind nouns alone, and 하다 and 되다 in their forms.
_BEHIND_NOUNS = lazy_pattern("[을를은는의에로와과]|에서|으로|[하합했되됩됐][가-힣]*|한|할|해|된|될")
# Shorter ones are the beginnings of verbs.
_LEAST_STEM = 3


def _meant(word: str, begun: Mapping[str, int]) -> Iterator[tuple[int, str]]:
    """Give the words that may be meant, each with how sure it is, from 1 to 3."""
    known = _known()
    for right in known.keys() & set(_candidates(word)) - {word}:
        found = slips(right)
        if word in found:
            at = sum(slip < word for slip in found)
            sure = _graded(known[right].removesuffix(IS_NOUN), at)
            # What is done is borrowed in both forms: 브랜칭 and 브랜치.
            if is_borrowed_deed(word, right):
                continue
            # What is likelier by less, is meant where the page has it.
            on_page = begun[right] > 0
            if (sure > 1 or (sure and on_page)) and not is_said_often(word, right, begun):
                yield sure + on_page, right


def is_borrowed_deed(word: str, right: str) -> bool:
    """Tell whether a word is another one with -ing: there are more of these than any list has.

    >>> pairs = (("브랜칭을", "브랜치를"), ("캐싱", "캐시"), ("설덩", "설정"))
    >>> [is_borrowed_deed(*one) for one in pairs]
    [True, True, False]
    """
    for one, other in zip(word, right, strict=False):
        if one != other:
            initial, vowel, final = letters_of(one)
            its_initial, its_vowel, its_final = letters_of(other)
            borrowed = vowel == "ㅣ" and final == "ㅇ" and its_vowel in "ㅣㅡ" and not its_final
            return initial == its_initial and borrowed
    return False


def _candidates(word: str) -> Iterator[str]:
    """Give all that a word may be a slip of, and some more."""
    yield from origins_of(word)
    if len(word) >= LEAST_THAT_LOSES - 1:
        for longer in _of_length(word[0], len(word) + 1):
            if longer.endswith(word[-1]) or longer.startswith(word):
                yield longer


@functools.cache
def _known() -> Mapping[str, str]:
    """Give the frequent words, each with what Kiwi said of its slips."""
    _, _, table = TABLE.read_bytes().decode("utf-8").partition("\n\n")
    fields = table.split()
    return dict(zip(fields[::2], fields[1::2], strict=True))


def is_frequent(word: str) -> bool:
    """Tell whether a word is met often, as it stands.

    >>> [is_frequent(word) for word in ("함수를", "하습을")]
    [True, False]
    """
    return word in _known()


@functools.cache
def frequent_nouns() -> frozenset[str]:
    """Give the frequent words that are nouns.

    >>> [word in frequent_nouns() for word in ("함수", "함수를", "빨리")]
    [True, False, False]
    """
    return frozenset(word for word, slips in _known().items() if slips.endswith(IS_NOUN))


@functools.cache
def _words() -> tuple[str, ...]:
    """Give the frequent words, in their order."""
    return tuple(_known())


@functools.lru_cache(maxsize=4096)
def _of_length(first: str, length: int) -> tuple[str, ...]:
    """Give the frequent words that begin with a syllable and have so many."""
    words = _words()
    start, end = (bisect_left(words, one) for one in (first, chr(ord(first) + 1)))
    return tuple(word for word in words[start:end] if len(word) == length)


def grades_as_text(grades: Sequence[int]) -> str:
    """Give grades from 0 to 3 as `near_words.txt` has them, two bits each.

    >>> text = grades_as_text([0, 1, 2, 0, 2])
    >>> [_graded(text, at) for at in range(5)]
    [0, 1, 2, 0, 2]
    """
    number = sum(grade << 2 * at for at, grade in enumerate(grades))
    return base64.b64encode(number.to_bytes(-(-len(grades) // 4), "little")).decode().rstrip("=")


@functools.lru_cache(maxsize=256)
def _number(text: str) -> int:
    return int.from_bytes(base64.b64decode(text + "=" * (-len(text) % 4)), "little")


def _graded(text: str, at: int) -> int:
    return _number(text) >> 2 * at & 3
