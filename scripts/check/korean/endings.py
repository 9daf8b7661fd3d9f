"""Ends of sentences in 합니다체 that are mistyped: 기다리빈다, 입나다, 합미다."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scripts.hangul import ending_in, with_final
from scripts.patterns import lazy_pattern

_OPEN, _M, _P, _SS = ending_in(""), ending_in("ㅁ", but="님"), ending_in("ㅂ"), ending_in("ㅆ")
_L = ending_in("ㄹ", but="들")
# 비비다, 누비다 and 후비다 are verbs, and what is verbs behind them.
_SWAPPED = rf"(?P<swapped>(?![비누후부허호])[{_OPEN}]빈다)"
# 겁나다 is a word.
_OTHER_VOWEL = rf"(?<=(?!겁)[{_P}])(?P<other>[나미너]다|니[디댜])"
# A cogwheel ends so, too.
_OTHER_END = rf"(?<=(?!톱)[{_P}])(?P<last>니[담당단달답닷닥더데대도두타따라자가])(?=[.!])"
_ASKING = rf"(?<=[{_P}])(?P<asking>니가)(?=\?)"
# 친구인니까 may be 친구이니까.
# 빨름니다 is 빠릅니다, which `wrong_forms` knows.
_SOUND = rf"(?P<sound>(?!(?<=[{_L}])름)[{_M}])니(?P<end>다|까(?=\?))|(?P<n>[한인된])니다"
_PAST = rf"(?<=[{_SS}])(?P<past>씁니다|씁니까|습다|슴다)"
_LOST = r"(?P<lost>[하되리키])니다"
# Clothes are put on: 갈아입다.
_BARE = r"(?<=[가-힣])(?<![아려껴힘덧쳐])(?P<bare>입다)(?=[.!]|$)"
_MISTYPED = lazy_pattern(
    rf"(?:{_SWAPPED}|{_OTHER_VOWEL}|{_OTHER_END}|{_ASKING}|{_SOUND}|{_PAST}|{_LOST}|{_BARE})(?![가-힣])"
)
# Verbs end in these: 담니다 is 답니다, of 달다, or 담습니다.
_STEMS = frozenset("감검곪굶굼남넘담듬금삼심숨참품젊삶닮옮짐")
_MAY_BE = lazy_pattern(r"니[가까다디댜]|니[가-힣][.!]|빈다|[나미너]다|[습슴입]다")


@dataclass(frozen=True)
class Mistyped:
    """Where in a text an end of a sentence is mistyped, and what it is; "" where nobody knows."""

    start: int
    end: int
    right: str


def mistyped_endings(text: str) -> Iterator[Mistyped]:
    """Give the ends of sentences that are one letter off an end in 합니다체.

    >>> text = "기다리빈다. 값입나다. 굽슴니다. 담니다. 비빈다. 봅니담. 톱니다."
    >>> [one.right for one in mistyped_endings(text)]
    ['립니다', '니다', '습니다', '', '니다']
    """
    if not _MAY_BE.search(text):
        return
    for match in _MISTYPED.finditer(text):
        yield Mistyped(*match.span(), _right(match.groupdict()))


def _right(found: dict[str, str | None]) -> str:
    if swapped := found["swapped"]:
        return with_final(swapped[0], "ㅂ") + "니다"
    if found["bare"]:
        return "입니다"
    if found["other"] or found["last"]:
        return "니다"
    if found["asking"]:
        return "니까"
    if past := found["past"]:
        return "습니까" if past.endswith("까") else "습니다"
    if sound := found["sound"]:
        return "" if sound in _STEMS else f"{with_final(sound, 'ㅂ')}니{found['end']}"
    return f"{with_final(found['n'] or found['lost'] or '', 'ㅂ')}니다"
