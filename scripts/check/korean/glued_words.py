"""Korean words that lost the space between them: 결과를고정된, 먼저종이에, 프로그램에서는루프를."""

from __future__ import annotations

from collections.abc import Iterator

from scripts.check.fault import Fault
from scripts.check.korean.near_words import frequent_nouns, is_frequent
from scripts.check.korean.nouns import ends_in_noun, is_listed, is_noun
from scripts.check.prose import Line
from scripts.diagnostic import Severity
from scripts.hangul import final_of
from scripts.particles import pattern
from scripts.patterns import lazy_pattern

# A maker of software is called so: 한글과컴퓨터. What is small begins so: 마이크로폰.
_WORD = lazy_pattern(r"(?<![가-힣A-Za-z0-9_`])(?!한글과컴퓨터|마이크로)[가-힣]{4,}(?![가-힣])")
# Behind these no word goes on.
_ENDS_WORD = lazy_pattern(
    r"(?<=[가-힣])(?:를(?=[가-힣])"
    r"|(?:에서는|에서도|에서의|으로는|에게는|까지는|부터는|보다는|에는)(?=[가-힣]{2}))"
)
# Behind these one may: 마을에, 회의실, 결과물. So what stands before and behind has to be a noun.
_MAY_END_WORD = lazy_pattern(
    r"(?<=[가-힣]{2})(?:을|의|와|과|이|가|은|는|에|도|으로|로|마다|처럼|보다)(?=[가-힣]{2})"
)
_BEGINS = lazy_pattern(
    r"(?:그런데도?|그래서|그러나|하지만|따라서|그러므로|이제|먼저|다시|매우|가장)"
    r"(?=[가-힣]{2})"
)
_LIKE = lazy_pattern(r"(?:같은|다른|모든|어떤|이런|그런|새로운)(?=[가-힣]{2})")
# A clause ends so, and what stands behind begins another word.
_ENDS_CLAUSE = lazy_pattern(
    r"(?<=[가-힣])(?:다면|려면|면서|지만|므로|도록|니까|때문에|하고|하면|해서|하여|되어|되면)"
    r"(?=[가-힣]{2})"
)
# 같은지도 and 다른데 are of what is so.
_OF_QUALITY = lazy_pattern(r"[지데가걸]")
_ADVERBS = lazy_pattern(r"(?:모두|다시|함께|바로|따로|서로|그대로|이미|아직|항상)(?![가-힣])")
_PARTICLES = lazy_pattern(rf"{pattern()}$")
# What is done is said with a noun, too: 비교한.
_BEHIND_NOUN = lazy_pattern(rf"{pattern()}|[하한할함합해했되된될됨됩돼됐][가-힣]*")


# Behind a name, code or a number; on 가, 이, 로 and 의 begin other words: GPU가속을, API로그를.
_BEHIND_NAME = lazy_pattern(
    r"(?<=[A-Za-z0-9_)`])(?P<particle>을|를|은|는|에서는?|으로는?|까지|부터)(?P<word>[가-힣]{2,})"
)


def glued_words(line: Line) -> Iterator[Fault]:
    """Give the words of a Korean line between which a space is missing."""
    for match in _WORD.finditer(line.text):
        if not line.is_code(*match.span()) and (at := _space_in(match[0])):
            yield _fault(line, match.start(), match.end(), at)
    for match in _BEHIND_NAME.finditer(line.text):
        word = match["word"]
        is_word = (is_frequent(word) and word[0] != "인") or _is_noun_with_particle(word)
        may_be_other = (
            is_frequent(match[0])
            or _PARTICLES.fullmatch(word)
            or any(is_noun(match[0][:cut]) for cut in range(2, len(match[0]) + 1))
        )
        if is_word and not may_be_other and not line.is_code(*match.span()):
            yield _fault(line, *match.span(), len(match["particle"]))


def _fault(line: Line, start: int, end: int, at: int) -> Fault:
    word = line.text[start:end]
    apart = f"{word[:at]} {word[at:]}"
    return Fault(line, start, end, f'"{word}" is "{apart}"', apart, severity=Severity.WARNING)


def _space_in(word: str) -> int:
    """Give where a space is missing in a word, 0 where none is for certain.

    >>> [_space_in(one) for one in ("결과를고정된", "이제함수를", "함수와배열을", "회의실에서")]
    [3, 2, 3, 0]
    """
    if match := _ENDS_WORD.search(word):
        before, behind = word[: match.start()], word[match.end() :]
        # 카를 and 부를 end so, too; two particles have a rule of their own.
        if match[0] == "를" and (not ends_in_noun(before) or _PARTICLES.fullmatch(behind)):
            return 0
        return match.end()
    match = _BEGINS.match(word) or _LIKE.match(word) or _ENDS_CLAUSE.search(word)
    if match and _is_noun_with_particle(word[match.end() :]):
        is_quality = match[0] in {"같은", "다른"} and _OF_QUALITY.match(word, match.end())
        return 0 if is_quality else match.end()
    for match in _MAY_END_WORD.finditer(word):
        before, behind = word[: match.start()], word[match.end() :]
        if (
            is_noun(before)
            and _goes_with(match[0], before)
            and not any(is_noun(match[0] + behind[:n]) for n in (1, 2))
            and (match[0] == "을" or _is_noun_with_particle(behind) or _ADVERBS.match(behind))
            and not is_noun(_bare(word))
        ):
            return match.end()
        if (
            (before in frequent_nouns() or is_listed(before))
            and _goes_with(match[0], before)
            and is_frequent(behind)
            and not _PARTICLES.fullmatch(behind)
            and not _may_be_whole(word)
        ):
            return match.end()
    return 0


def _may_be_whole(word: str) -> bool:
    """Tell whether a word may be one, or put together of two nouns: 시스템이전을."""
    if is_frequent(word) or _bare(word) in frequent_nouns():
        return True
    cuts = range(2, len(word) - 1)
    return any(
        (word[:cut] in frequent_nouns() or is_listed(word[:cut]))
        and (is_frequent(word[cut:]) or _is_noun_with_particle(word[cut:]))
        for cut in cuts
    )


def _goes_with(particle: str, noun: str) -> bool:
    has_final = final_of(noun[-1]) != ""
    if particle in {"을", "과", "이", "은", "으로"}:
        return has_final
    return not has_final if particle in {"와", "가", "는", "로"} else True


def _bare(word: str) -> str:
    return _PARTICLES.sub("", word)


def _is_noun_with_particle(word: str) -> bool:
    return any(
        is_noun(word[:cut]) and (cut == len(word) or _BEHIND_NOUN.fullmatch(word[cut:]))
        for cut in range(2, len(word) + 1)
    )
