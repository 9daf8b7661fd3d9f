"""Ends of sentences in 합니다체 that are mistyped: 기다리빈다, 입나다, 합미다."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scripts.check.korean.conjugations import is_open_verb
from scripts.check.korean.nouns import is_noun
from scripts.hangul import ending_in, final_of, with_final
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
_PAST = rf"(?<=[{_SS}없않])(?P<past>씁니다|씁니까|습다|슴다)"
# What is not so is no gentleman.
_NOT_SO = r"(?<=아)(?<![가-힣]아)(?P<not_so>님니)(?=[다까])"
# 레슨니다 has lost 입, and 있니다 습; a verb in a vowel has lost the ㄴ, as 늘어나비다.
_LOST_SYLLABLE = rf"(?<=[가-힣])(?<![{_OPEN}{_P}])(?P<closed>니다)(?=[.!?]|$)"
_LOST_N = rf"(?<=[가-힣])(?P<lost_n>[{_OPEN}]비다)(?=[.!?]|$)"
_LOST_NI = r"(?<=[가-힣])(?P<lost_ni>[합됩봅씁킵])다(?=[.!?]|$)"
_LOST = r"(?P<lost>[하되리키])니다"
# Clothes are put on: 갈아입다.
_BARE = r"(?<=[가-힣])(?<![아려껴힘덧쳐])(?P<bare>입다)(?=[.!]|$)"
_MISTYPED = lazy_pattern(
    rf"(?:{_SWAPPED}|{_OTHER_VOWEL}|{_OTHER_END}|{_ASKING}|{_SOUND}|{_PAST}|{_LOST}|{_BARE}"
    rf"|{_LOST_SYLLABLE}|{_LOST_N}|{_LOST_NI})(?![가-힣])|{_NOT_SO}"
)
# Verbs end in these: 담니다 is 답니다, of 달다, or 담습니다.
_STEMS = frozenset("감검곪굶굼남넘담듬금삼심숨참품젊삶닮옮짐")
_MAY_BE = lazy_pattern(r"니[가까다디댜]|니[가-힣][.!]|빈다|[나미너비]다|[습슴입합됩봅씁킵]다")
_WORD_BEFORE = lazy_pattern(r"[가-힣]*$")
_TAKES_SEUP = frozenset(["ㅆ", "ㅄ", "ㄶ", "ㅎ", "ㅀ"])


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
    >>> text = "레슨니다. 있니다. 늘어나비다. 저장합다. 아님니다. 준비다. 간니다."
    >>> [one.right for one in mistyped_endings(text)]
    ['입니다', '습니다', '납니다', '합니다', '닙니', '']
    """
    if not _MAY_BE.search(text):
        return
    for match in _MISTYPED.finditer(text):
        before = _WORD_BEFORE.findall(text[: match.start()])[0]
        if match["lost_n"] is None or _is_verb(before + match["lost_n"][0]):
            yield Mistyped(*match.span(), _right(match.groupdict(), before))


def _is_verb(stem: str) -> bool:
    """Tell a stem in a vowel of a verb that is known, or one in 하다 or 되다.

    >>> [_is_verb(one) for one in ("늘어나", "저장하", "바꾸", "준", "나", "신")]
    [True, True, True, False, False, False]
    """
    return len(stem) > 1 and (is_open_verb(stem) or stem.endswith(_VERB_ENDS))


_VERB_ENDS = ("하", "되", "어나", "아나", "타나", "끝나", "어지", "아지", "여지", "해지", "려지")


def _right(found: dict[str, str | None], before: str) -> str:
    """Give what is meant for what was found, behind the rest of its word."""
    if found["not_so"]:
        return "닙니"
    if found["closed"]:
        if final_of(before[-1]) in _TAKES_SEUP:
            return "습니다"
        return "입니다" if len(before) > 1 and is_noun(before) else ""
    if lost := found["lost_n"] or found["lost_ni"]:
        return f"{with_final(lost[0], 'ㅂ')}니다"
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
