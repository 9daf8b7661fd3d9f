"""Korean particles that are mistyped behind nouns that are known: 가중치르, 평균럼처, 배열과느."""

from __future__ import annotations

from collections.abc import Iterator

from scripts.agreement import FORMS, right_form, sound_of
from scripts.check.korean.near_words import frequent_nouns, is_frequent
from scripts.check.korean.nouns import is_noun
from scripts.check.misspelling import Misspelling
from scripts.patterns import lazy_pattern

# With these no noun goes on.
_MISTYPED = {
    "르": "를",
    "를르": "를",
    "으르": "을",
    "느": "는",
    "닌": "는",
    "루": "로",
    "으루": "으로",
    "럼처": "처럼",
    "쳐럼": "처럼",
    "처름": "처럼",
    "다마": "마다",
    "마댜": "마다",
    "지까": "까지",
    "까자": "까지",
    "터부": "부터",
    "부텨": "부터",
    "에써": "에서",
    "에소": "에서",
    "애서": "에서",
    "의서": "에서",
}
_BEHIND_ANOTHER = {"느": "는", "닌": "는", "눈": "는", "더": "도"}
_RIGHT = _BEHIND_ANOTHER | _MISTYPED
_WORD = lazy_pattern(
    rf"(?<![가-힣])(?P<noun>[가-힣]{{2,}}?)(?:(?P<wrong>{'|'.join(_MISTYPED)})"
    rf"|(?:에서?|으?로|[과와])(?P<second>{'|'.join(_BEHIND_ANOTHER)}))(?![가-힣])"
)


def mistyped_particles(text: str) -> Iterator[Misspelling]:
    """Give the particles that are mistyped.

    >>> text = "가중치르, 평균럼처, 배열과느, 차례루, 메아리"
    >>> [(text[one.start : one.end], one.right) for one in mistyped_particles(text)]
    [('르', '를'), ('럼처', '처럼'), ('느', '는'), ('루', '로')]
    """
    for match in _WORD.finditer(text):
        noun, part = match["noun"], "wrong" if match["wrong"] else "second"
        known = is_noun(noun) or noun in frequent_nouns()
        if not known or is_noun(match[0]) or is_frequent(match[0]):
            continue
        right = _RIGHT[match[part]]
        sound = sound_of(noun[-1])
        if part == "wrong" and right in FORMS and sound is not None:
            right = right_form(right, sound)
        yield Misspelling(*match.span(part), right)
