"""Korean words in which syllables stand side by side as in no word: 내렴갈지, 정해집닏다, 초적.

A word that nobody has met may be a new one. One with syllables that no text and no dictionary has
side by side is a slip where one letter makes a word of it that is frequent, or that the page has;
and so is a noun that is nowhere, one letter from one that the page has again and again.
"""

from __future__ import annotations

import functools
import itertools
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from scripts.check.korean.attested import Attested, attested
from scripts.check.korean.near_words import is_borrowed_deed, is_frequent
from scripts.check.korean.page_words import beginnings, is_said_often, rare_words, word_counts
from scripts.check.korean.slips import origins_of
from scripts.hangul import final_of, letters_of, with_final
from scripts.particles import pattern as particles
from scripts.patterns import lazy_pattern

_PARTICLES = lazy_pattern(particles())
# What stands behind the stem of a verb.
_OF_VERBS = """
    습니다 습니까 는 은 을 지 지는 고 게 거나 다 다는 다고 니 지만 도록 던 든 으면 으며 으므로 으니
    어 아 어서 아서 었습니다 았습니다 었다 았다 는지 을지 기 음 자 자마자 느냐 는데 은데 므로 며 면
    면서 려고 려면 세요 라 라고 라는 쯤 쯤은 끼리 씩
"""
_ENDS = frozenset(_OF_VERBS.split())
# Particles as they stand behind a noun, by themselves and together.
_OF_NOUNS = """
    을 를 은 는 이 가 의 에 로 와 과 도 만 까지 마다 처럼 보다 부터 에서 에게 으로 에는 에서는
    으로는 로는 까지의 까지는 만큼 이나 나 든 이든 이고 이며 입니다 이므로 이면 인지 인 일 뿐입니다
    대로 만을 만이 들 들은 들이 들을 들의 에서의 으로의 로의 과의 와의 과는 와는 이라는 라는 이라도
    라도 이다 였습니다 이었습니다 인데 이지만 에만 에도 에서도 으로도 로도 조차 밖에 마저
"""
_BEHIND_NOUNS = frozenset(_OF_NOUNS.split())
# How what is done stands behind its noun.
_DEEDS = lazy_pattern(
    "(?:하|되)(?:고|는|는지|는데|지|지는|지만|면|면서|며|므로|니|기|도록|게|거나|려면|려고|자|세요|다|던)"
    "|(?:해|돼)(?:서|도|야|야만|요)?|(?:했|됐)(?:습니다|다|고|는데|는지|지만|던|을|으면|으므로)"
    "|(?:하였|되었)(?:습니다|다|고|는지|지만|던|을|으면|으므로)|(?:할|될)(?:까요|지|지는|지도|수록)?"
    "|(?:한|된)(?:다|다고|다는|다면|지|지는|데)?|(?:합|됩)(?:니다|니까|시다)|(?:함|됨)(?:은|을|과|에)?"
)
# Nouns of a syllable that others are made with: 참값, 고윳값.
_LAST_NOUNS = frozenset("값뜻몫끝")
# Shorter words are many, and near each other.
_LONG = 4
# What a page says so often, it speaks of.
_OFTEN_ON_PAGE = 3
_LEAST_THAT_LOSES = 3
_SHORT = 2
# What is no noun that is known stands on the page oftener than this.
_MOST_OF_STEMS = 2
_FREQUENT, _NOUN_WITH_PARTICLE, _MET, _ON_PAGE = 4, 3, 1, 2


class _Page(NamedTuple):
    """How often the words of a page stand there, how they begin, and what lacks a syllable."""

    counts: Mapping[str, int]
    begun: Mapping[str, int]
    longer: Mapping[str, Sequence[str]]


def unattested_words(page: str) -> Mapping[str, tuple[str, ...]]:
    """Give the words of a page that are none, with those that may be meant, the likeliest first.

    >>> unattested_words("값이 정해집닏다. 추적은 한 번입니다. 추적과 추적의 초적을")
    {'정해집닏다': ('정해집니다',), '초적을': ('추적을',)}
    """
    begun, known = beginnings(page), attested()
    it = _Page(word_counts(page), begun, _longer(begun))
    found = {}
    for word in rare_words(page):
        if not is_frequent(word) and not known.has_word(word):
            meant = _by_syllables(word, it) or _by_page(word, it)
            if meant:
                found[word] = meant
    return found


def _by_syllables(word: str, page: _Page) -> tuple[str, ...]:
    """Give what may be meant by a word with syllables that stand side by side nowhere."""
    known = attested()
    breaks = _breaks(word, known)
    if not breaks or _is_parted(word, breaks, known):
        return ()
    found = {
        (sure, right)
        for right in set(origins_of(word))
        if not (_breaks(right, known) or is_borrowed_deed(word, right))
        and (sure := _sureness(right, word, page, known))
        and (sure > _ON_PAGE or len(breaks) > 1 or (sure == _MET and len(word) >= _LONG))
    }
    if any(is_said_often(word, right, page.begun) for _, right in found):
        return ()
    return tuple(right for _, right in sorted(found, reverse=True))


def _breaks(word: str, known: Attested) -> Sequence[int]:
    """Give the places in a word before which a pair of syllables ends that no word has.

    >>> [_breaks(one, attested()) for one in ("내렴갈지", "기웁니다", "기웊니다")]
    [[1, 2], [], [1, 2]]
    """
    pairs = enumerate(itertools.pairwise(word), 1)
    return [
        at
        for at, (one, other) in pairs
        if not known.has_pair(one, other) and not _is_inflected(word, at, known)
    ]


# The consonants that inflection puts under a stem, and what stands behind them then.
_INFLECTED = {
    "ㅂ": "니시",
    "ㅆ": "습다고는지던으어을네",
    "ㄴ": "지다",
    "ㄹ": "지까수는",
    "ㅁ": "",
    "ㅅ": "값말",
}
# Before these a stem loses its ㄹ.
_WITHOUT_L = frozenset("ㄴㅅ")


def _is_inflected(word: str, at: int, known: Attested) -> bool:
    """Tell whether two syllables are strange by their endings alone, on a stem that is known.

    >>> [_is_inflected(one, 1, attested()) for one in ("놉니다", "기웁니다", "부푸는", "내렴갈")]
    [True, True, True, False]
    """
    one, other, behind = word[at - 1], word[at], word[at + 1 : at + 2]
    if _takes_ending(one, other) and (at > 1 or _is_stem(one, known)):
        return True
    if _takes_ending(other, behind):
        return any(known.has_pair(one, with_final(other, end)) for end in ("", "ㄹ"))
    loses = not final_of(other) and behind != "" and letters_of(behind)[0] in _WITHOUT_L
    return loses and known.has_pair(one, with_final(other, "ㄹ"))


def _takes_ending(syllable: str, behind: str) -> bool:
    ends = _INFLECTED.get(final_of(syllable) or "")
    return ends is not None and (behind in ends)


def _is_stem(syllable: str, known: Attested) -> bool:
    """Tell whether a verb is a syllable long, and has this one of its own."""
    return any(known.has_pair(with_final(syllable, end), "다") for end in ("", "ㄹ"))


def _is_parted(word: str, breaks: Sequence[int], known: Attested) -> bool:
    """Tell whether all that is strange in a word is where two words, or a word and its end, meet.

    >>> [_is_parted(one, [at], attested()) for one, at in (("날짜마다", 2), ("내렴갈지", 2))]
    [True, False]
    """
    if len(breaks) > 1:
        return False
    head, tail = word[: breaks[0]], word[breaks[0] :]
    if tail[0] in _LAST_NOUNS and _PARTICLES.fullmatch(tail, 1):
        return True
    if len(head) == 1:
        return _PARTICLES.fullmatch(tail) is not None or (
            tail in _ENDS and known.has_pair(head, "다")
        )
    is_end = _PARTICLES.fullmatch(tail) is not None or tail in _ENDS
    return is_end or (known.has_word(head) and known.has_word(tail))


def _sureness(right: str, word: str, page: _Page, known: Attested) -> int:
    """Tell how surely a word is one, and meant on this page by `word`; 0 is not at all."""
    stem, particle = _parted(right)
    if is_frequent(right):
        sure = _FREQUENT
    elif particle and known.has_noun(stem):
        sure = _NOUN_WITH_PARTICLE
    else:
        sure = _MET if known.has_word(right) else 0
    # The word itself may begin so.
    often = page.begun[stem] - word.startswith(stem)
    stands_there = often > (0 if known.has_noun(stem) else _MOST_OF_STEMS)
    on_page = right in page.counts or (particle and stands_there)
    # Two syllables make many nouns, and no list has all of them.
    is_short = len(stem) == _SHORT
    return 0 if is_short and not on_page else sure + (_ON_PAGE if on_page else 0)


@functools.lru_cache(maxsize=4096)
def _parted(word: str) -> tuple[str, str]:
    """Give a word of two syllables or more, and the particles behind it, or 하다 or 되다.

    >>> _parted("함수에서는"), _parted("계산하면"), _parted("바로")
    (('함수', '에서는'), ('계산', '하면'), ('바로', ''))
    """
    for cut in range(2, len(word)):
        if word[cut:] in _BEHIND_NOUNS or _DEEDS.fullmatch(word, cut):
            return word[:cut], word[cut:]
    return word, ""


def _by_page(word: str, page: _Page) -> tuple[str, ...]:
    """Give what may be meant by a noun that is nowhere, where the page has one beside it often."""
    known = attested()
    for stem, tail in _stems(word):
        if known.has_beginning(stem) or page.begun[stem] > 1:
            continue
        found = {
            (page.begun[right], right + tail)
            for right in {*origins_of(stem), *page.longer.get(stem, ())}
            if page.begun[right] >= _OFTEN_ON_PAGE and known.has_noun(right)
        }
        if found:
            return tuple(right for _, right in sorted(found, reverse=True))
    return ()


def _longer(begun: Mapping[str, int]) -> Mapping[str, Sequence[str]]:
    """Give what a page says often by what is left of it where a syllable is lost.

    >>> _longer({"트레이": 3, "값이": 9})["트이"]
    ['트레이']
    """
    found = defaultdict(list)
    for letters, count in begun.items():
        if count >= _OFTEN_ON_PAGE and len(letters) >= _LEAST_THAT_LOSES:
            for at in range(len(letters)):
                found[letters[:at] + letters[at + 1 :]].append(letters)
    return found


def _stems(word: str) -> Iterator[tuple[str, str]]:
    """Give a word and all that stands before particles or ends in it, each with what is behind."""
    yield word, ""
    for cut in range(len(word) - 1, 1, -1):
        if _PARTICLES.fullmatch(word, cut) or word[cut:] in _ENDS:
            yield word[:cut], word[cut:]
