"""Counting more text on top of counts whose own text is no longer at hand.

Packages vanish from registries, and nobody should have to fetch hundreds of them to add one. What
`condensed` leaves of a text is enough to go on with, but for strings that it dropped.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from scripts.repair.syllables import RARE, RARE_COUNT, START, Counts


def grown(known: Counts, counts: Mapping[str, int], rare: int = RARE_COUNT) -> dict[str, int]:
    """Give what `condensed` keeps of the text that `known` was made of and of what `counts` are of.

    All strings but the longest come out as if both texts were counted at once, with one exception:
    the second longest count a character before them twice where the first text held it just once,
    since it dropped that. Of the longest strings those are lost that were met once in each text.

    >>> from scripts.repair.syllables import condensed, count
    >>> known = Counts.of(condensed(count(["값을", "값을", "값이"])))
    >>> both = grown(known, count(["이름을", "값이"]))
    >>> both["을"], both["값을"], both["이름"]  # 을 after 값 and 름, 값을 and 이름 in one place
    (2, 1, 1)
    """
    longest = known.order
    result = known.strings()
    before = Counter(s[1:] for s in counts if len(s) > 1 and s not in result)
    seldom: Counter[str] = Counter()
    for string, number in counts.items():
        if len(string) < longest:
            # Nothing is ever met before a start.
            more = number if string[0] == START else before[string]
            result[string] = result.get(string, 0) + more
        elif string in result or number >= rare:
            result[string] = result.get(string, 0) + number
        else:
            seldom[string[:-1]] += number
    kept = {string[:-1] for string in result if len(string) == longest}
    for head, number in seldom.items():
        if head in kept:
            result[head + RARE] = result.get(head + RARE, 0) + number
    return result


def grown_words(known: Mapping[str, int], met: Mapping[str, int], rare: int) -> dict[str, int]:
    """Give the words of both that were met `rare` times or more, as far as `known` tells.

    >>> grown_words({"값": 2}, {"값": 1, "함수": 1, "이름": 2}, 2)
    {'값': 3, '이름': 2}
    """
    both = {word: known.get(word, 0) + number for word, number in met.items()}
    return {w: n for w, n in {**known, **both}.items() if n >= rare}
