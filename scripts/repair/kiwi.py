"""Kiwi's opinion of a text: loaded once, and only when a guess must be made."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any

# What is added to the log likelihood that Kiwi gives a new word: nothing.
_LEXICON_SCORE = 0.0


@cache
def _kiwi(words: tuple[str, ...]) -> Any:
    import kiwipiepy

    kiwi = kiwipiepy.Kiwi(num_workers=1)
    for word in words:
        kiwi.add_user_word(word, "NNP", _LEXICON_SCORE)
    return kiwi


def scorer(lexicon: Iterable[str] = ()) -> Callable[[Sequence[str]], list[float]]:
    """Give a function that says how likely Kiwi finds each of some texts (log likelihoods).

    Terms of `lexicon` that are a word or two become words that Kiwi knows.
    """
    words = tuple(
        sorted({t for t in lexicon if t and len(t) <= 20 and " " not in t and _is_hangul(t)})
    )

    def score(texts: Sequence[str]) -> list[float]:
        kiwi = _kiwi(words)
        return [float(kiwi.analyze(text)[0][1]) if text.strip() else 0.0 for text in texts]

    return score


def _is_hangul(text: str) -> bool:
    return all("가" <= character <= "힣" for character in text)
