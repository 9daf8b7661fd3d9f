"""What a text says that another wording of it says, too: numbers, names, links, "not"."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping

from scripts.agreement import PAIRS
from scripts.check.numbers import PLACES
from scripts.check.opposites import (
    ENGLISH_OPPOSITES,
    KOREAN_OPPOSITES,
    are_opposite,
    opposites_in,
)
from scripts.check.sentences import cut
from scripts.languages import KOREAN, Language
from scripts.lesson.fences import unfenced
from scripts.number_words import NUMBER_WORDS
from scripts.patterns import lazy_pattern

_LINK = lazy_pattern(r"(?<=\]\()[^)\s]+|<https?://[^>\s]+>|https?://[^\s)>\]]+")
_CODE = lazy_pattern(r"(?:\{[\w:-]+\})?(?P<ticks>`+)(?P<code>.+?)(?<!`)(?P=ticks)(?!`)")
_NAME = lazy_pattern(r"(?<![A-Za-z0-9_.-])[A-Za-z][A-Za-z0-9_]*(?:[.-][A-Za-z0-9_]+)*")
# Powers, indices and what compares or joins.
_SIGN = lazy_pattern(r"[²³¹⁰⁴-⁹⁻₀-₉×÷±≤≥≠≈→∞√∑∂πθ°µ]")
_DIGITS = lazy_pattern(
    r"(?<![\w.])(?P<number>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)"
    r"(?: ?(?P<unit>[kMGT]?i?B|[kMG]?Hz|[nµmck]?m|[nµm]?s|kg|mg|g|°C|%)(?![A-Za-z]))?"
)
# One is said of everything, and left out.
_ENGLISH_NUMBERS = {
    **{words[0]: float(number) for number, words in NUMBER_WORDS.items() if number != 1},
    **{word: float(number) for number, word in enumerate(PLACES[1:], 2)},
    "twice": 2.0,
}
# 영 and 열 have other meanings, and what is read of digits has digits.
_KOREAN_NUMBERS = {
    **{
        word: float(number)
        for number, words in NUMBER_WORDS.items()
        if 1 < number < 30
        for word in words[1:]
        if word not in {"열", "석", "넉"}
    },
    "서른": 30.0,
    "마흔": 40.0,
    "쉰": 50.0,
}
_ENGLISH_NUMBER = lazy_pattern(
    rf"(?<![A-Za-z-])(?:{'|'.join(sorted(_ENGLISH_NUMBERS, key=len, reverse=True))})(?![A-Za-z])",
    re.IGNORECASE,
)
_KOREAN_NUMBER = lazy_pattern(
    rf"(?<![가-힣])(?:{'|'.join(sorted(_KOREAN_NUMBERS, key=len, reverse=True))})"
    r"(?=째| ?번째| ?(?:개|번|명|줄|가지|곳|단계|배|쪽|칸|층|행|열|축|값|장|대|차례|사람|수|셀"
    r"|함수|배열)"
    r"|(?:[은는이가을를의도만과와로에씩]|으로|에서|뿐|다|인)*(?![가-힣]))"
)
_KOREAN_NOT = lazy_pattern(
    r"않|(?<![가-힣])안 (?=[가-힣])|(?<![가-힣])못(?=[ 하합한해했])|없|아니|아닙|아닌|아닐"
    r"|지 (?:마[세라십]|말)|불가|(?<=[가-힣]) 말고"
)
_ENGLISH_NOT = lazy_pattern(
    r"\b(?:not|cannot|no|never|none|nothing|nobody|nowhere|without|neither|nor|unless)\b|n['’]t\b",
    re.IGNORECASE,
)
# A word of a Korean text with its particle: what stands where in a sentence is told by these.
_ROLE = lazy_pattern(
    r"(?P<stem>[^\s,.]*[가-힣A-Za-z0-9`)])"
    r"(?P<role>은|는|이|가|을|를|과|와|의|에|에서|에게|으로|로|보다|만|도)[,.]*"
)
_BEHIND_CONSONANT = {short: long for long, short in PAIRS}


def facts(text: str, language: Language, terms: Collection[str]) -> Mapping[str, Counter[str]]:
    """Give what a text says by kind, each with how often: whatever its wording, it should stay.

    >>> found = facts("`jit`은 두 번 컴파일하지 않습니다.", KOREAN, ["컴파일"])
    >>> {kind: dict(counts) for kind, counts in found.items() if counts}
    {'number': {'2.0': 1}, 'name': {'jit': 1}, 'negation': {'not': 1}, 'term': {'컴파일': 1}}
    """
    bare = _CODE.sub(" ", _LINK.sub(" ", text))
    sentences = cut(bare)
    is_korean = language is KOREAN
    negation = _KOREAN_NOT if is_korean else _ENGLISH_NOT
    return {
        "number": Counter(_numbers(bare, is_korean=is_korean)),
        "name": Counter(names(text, is_korean=is_korean)),
        "link": Counter(_LINK.findall(text)),
        "sign": Counter(_SIGN.findall(bare)),
        "negation": Counter({"not": len(negation.findall(bare))}),
        "opposite": Counter(opposites_in(bare, is_korean=is_korean)),
        "term": Counter(term for term in terms for sentence in sentences if term in sentence),
    }


def names(text: str, *, is_korean: bool) -> tuple[str, ...]:
    """Give the names in code of a text, in its order; in Korean other names in Latin letters, too.

    >>> names("`rbg`에서는 threefry와 다릅니다", is_korean=True)
    ('rbg', 'threefry')
    """
    found = {match.start(): match["code"] for match in _CODE.finditer(text)}
    if is_korean:
        bare = _CODE.sub(lambda match: " " * len(match[0]), text)
        bare = _LINK.sub(lambda match: " " * len(match[0]), bare)
        found |= {match.start(): match[0] for match in _NAME.finditer(bare)}
    return tuple(found[start] for start in sorted(found))


def _numbers(text: str, *, is_korean: bool) -> Iterator[str]:
    for match in _DIGITS.finditer(text):
        yield f"{float(match['number'].replace(',', ''))}{match['unit'] or ''}"
    pattern, values = (
        (_KOREAN_NUMBER, _KOREAN_NUMBERS) if is_korean else (_ENGLISH_NUMBER, _ENGLISH_NUMBERS)
    )
    for match in pattern.finditer(text):
        yield str(values[match[0].lower()])


def differing(old: str, new: str, language: Language, terms: Collection[str]) -> tuple[str, ...]:
    """Give the kinds of facts in which a text differs from what it said before.

    What a directive holds is text as any other. A word for its opposite counts where one of the two
    took the place of the other.

    >>> differing("값은 들어가지 않습니다", "값도 들어갑니다", KOREAN, [])
    ('negation',)
    >>> differing("값을 둘씩 묶습니다", "값을 셋씩 묶습니다", KOREAN, [])
    ('number',)
    >>> differing("값을 먼저 봅니다", "값을 나중에 봅니다", KOREAN, [])
    ('opposite',)
    >>> differing("값이 적을수록 컴파일은 줄고", "값이 많을수록 컴파일은 줄고", KOREAN, [])
    ('opposite',)
    >>> differing("값을 두 번 봅니다", "두 번, 값을 자세히 봅니다", KOREAN, [])
    ()
    """
    old, new = unfenced(old), unfenced(new)
    before, after = facts(old, language, terms), facts(new, language, terms)
    is_korean = language is KOREAN
    found = []
    for kind, counts in before.items():
        differs = counts != after[kind]
        if kind == "term":
            differs = any(_is_gone(term, old, new) for term in counts - after[kind])
        elif kind == "opposite":
            differs = any(
                (counts - after[kind])[one] and (after[kind] - counts)[other]
                for pair in (KOREAN_OPPOSITES if is_korean else ENGLISH_OPPOSITES)
                for one, other in (pair, pair[::-1])
            ) or are_opposite(old, new, is_korean=is_korean)
        elif kind == "name":
            differs = names(old, is_korean=is_korean) != names(new, is_korean=is_korean)
        if differs:
            found.append(kind)
    if not found and _are_exchanged(old, new, is_korean=is_korean):
        found.append("exchanged")
    return tuple(found)


def _is_gone(term: str, old: str, new: str) -> bool:
    """Tell whether a term stands in sentences that became others, and in none of these.

    >>> _is_gone("캐리", "캐리를 봅니다. 캐리의 꼴입니다.", "캐리를 봅니다. 상태의 꼴입니다.")
    True
    >>> _is_gone("캐리", "캐리를 보고 씁니다. 캐리입니다.", "캐리를 봅니다. 씁니다.")
    False
    """
    before, after = ([" ".join(one.split()) for one in cut(text)] for text in (old, new))
    left = any(term in one for one in before if one not in after)
    return left and not any(term in one for one in after if one not in before)


def _are_exchanged(old: str, new: str, *, is_korean: bool) -> bool:
    """Tell whether two words have changed places, and with them what is said of which.

    All words are there still. In Korean they may stand anywhere, with the particles that they had;
    where these are other ones, or nothing else has moved, it is not the wording that has changed.

    >>> _are_exchanged("80% 남기고 20% 섞습니다", "20% 남기고 80% 섞습니다", is_korean=True)
    True
    >>> _are_exchanged("`f`가 아니라 값을 줍니다", "값이 아니라 `f`를 줍니다", is_korean=True)
    True
    >>> _are_exchanged("물이 두 번 차오릅니다", "두 번 물이 차오릅니다", is_korean=True)
    False
    """
    ours, theirs = ([word.rstrip(",.;:?!") for word in one.split()] for one in (old, new))
    if len(ours) != len(theirs) or ours == theirs:
        return False
    unlike = [at for at, (one, its) in enumerate(zip(ours, theirs, strict=True)) if one != its]
    exchanged = sorted(ours[at] for at in unlike) == sorted(theirs[at] for at in unlike)
    if exchanged and len(unlike) == 2 and unlike[1] > unlike[0] + 1:
        return True
    if not is_korean:
        return False
    before, after = (sorted(map(_parted, words)) for words in (ours, theirs))
    # 값은 for 값이 is wording: the particles are those that were there, each behind another word.
    return before != after and all(
        sorted(one[part] for one in before) == sorted(one[part] for one in after) for part in (0, 1)
    )


def _parted(word: str) -> tuple[str, str]:
    """Give a word without its particle, and the particle as it is behind a consonant.

    >>> _parted("`f`가"), _parted("값을,"), _parted("줍니다")
    (('`f`', '이'), ('값', '을'), ('줍니다', ''))
    """
    match = _ROLE.fullmatch(word)
    if match is None:
        return word, ""
    return match["stem"], _BEHIND_CONSONANT.get(match["role"], match["role"])
