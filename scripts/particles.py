"""Korean particles: what follows a noun without a space and belongs to it.

The one table for all that must tell a noun from what follows it: the marks of the glossary, the
search index, and the script that cuts what readers type.
"""

from __future__ import annotations

import re

_FORMS = """
들 은 는 이 가 을 를 의 에 에게 에게서 에서 한테 께 께서 로 으로 로서 으로서 로써 으로써 로부터
으로부터 와 과 랑 이랑 하고 도 만 나 이나 란 이란 든 이든 든지 이든지 야 여 까지 부터 마다 처럼
같이 보다 밖에 조차 마저 뿐 대로 만큼 라는 이라는 라고 이라고 라도 이라도 라면 이라면 라서 이라서
라 이라 며 이며 고 이고 면 이면 지만 이지만 인 인지 인데 일 임 다 이다 입니다 입니까 였다 이었다
이었습니다 였습니다 이에요 예요 이므로 므로 이자
"""
# Particles, the plural, and the copula in the forms that are written. Up to three stand in a row.
PARTICLES = tuple(_FORMS.split())
MOST_IN_A_ROW = 3

# Those on which hardly a noun ends; so what stands before one is a noun.
CLEAR = ("은", "는", "을", "를", "의", "에", "에서", "로", "으로")

# Those that tell a noun of one syllable: 이, 가, 의 and 도 would cut 거리, 평가, 정의 and 속도.
_LONGER = "과 와 로서 으로서 로써 으로써 마다 까지 부터 처럼 보다 이란 라는 이라는"
AFTER_ONE_SYLLABLE = tuple(form for form in (*CLEAR, *_LONGER.split()) if form != "의")

# What makes a verb or an adjective of a noun begins with one of these.
VERBS = "하할한합해했되될된됩돼됐시"

# One syllable that may be taken for a part of the noun before it.
SHORT = frozenset("은는이가을를의도에로와과만나")


def pattern() -> str:
    """Give a pattern for the particles that follow a noun: none, or up to three in a row.

    >>> bool(re.fullmatch(pattern(), "에서는")), bool(re.fullmatch(pattern(), "에서란말"))
    (True, False)
    """
    longest_first = sorted(PARTICLES, key=lambda particle: (-len(particle), particle))
    return f"(?:{'|'.join(map(re.escape, longest_first))}){{0,{MOST_IN_A_ROW}}}"
