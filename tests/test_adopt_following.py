"""Where characters of a foreign page stand in the lesson that is made of it."""

from __future__ import annotations

import unicodedata
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from scripts.adopt import adopt
from scripts.adopt.following import Span, followed
from scripts.diagnostic import NaranhiError
from scripts.languages import KOREAN

PAGE = """\
# 온도를 재는 방법

*역자 : 박섭진*

<a href="https://colab.research.google.com/x" target="_parent"><img alt="Open in Colab"/></a>

물의 **온도를** 재고 [표를](#표를-읽는-법) 봅니다. 물의 온도를 다시 잽니다.


```python
x = 1  # 값을 넣습니다
x
```




    1


### 표를 읽는 법

[표준](https://jax.readthedocs.io/en/latest/jaxpr.html)에서 읽습니다.
"""


def lesson_of(text: str) -> str:
    return adopt(text.encode(), path=Path("heat.md"), docname="heat", language=KOREAN).lesson


def spans_of(text: str, word: str) -> list[Span]:
    starts = [at for at in range(len(text)) if text.startswith(word, at)]
    return [(at, at + len(word)) for at in starts]


def lines_of(text: str, spans: tuple[Span, ...]) -> list[str]:
    return [text[: end + 4].split("\n")[-1] for _, end in spans]


def test_characters_are_followed_through_everything_that_adopting_does() -> None:
    lesson = lesson_of(PAGE)
    marked = [*spans_of(PAGE, "를"), *spans_of(PAGE, "섭"), *spans_of(PAGE, "값을")]
    places = followed(PAGE, marked, lesson_of)
    for (start, end), found in zip(marked, places, strict=True):
        assert all(lesson[first:last] == PAGE[start:end] for first, last in found)
    # The title is written twice: in the front matter, and as the heading.
    assert lines_of(lesson, places[0]) == ["title: 온도를 재는 ", "# 온도를 재는 "]
    assert lines_of(lesson, places[1]) == ["물의 **온도를** 재"]
    # The address of the link became a label, which holds no Korean.
    assert [len(found) for found in places[2:]] == [1, 0, 1, 1, 1, 1]
    assert lesson[places[-2][0][0] - 1 : places[-2][0][1] + 1] == "박섭진"
    assert lines_of(lesson, places[-1]) == ["x = 1  # 값을 넣습니"]


def test_what_the_lesson_does_not_hold_has_no_place() -> None:
    (start, end), *_ = spans_of(PAGE, "Open")
    assert followed(PAGE, [(start, end)], lesson_of) == ((),)


def test_a_mark_that_does_harm_says_nothing_and_keeps_no_other_from_it() -> None:
    def strict(text: str) -> str:
        if any(unicodedata.category(c) == "Co" for c in text.split("\n")[0]):
            raise NaranhiError("a name that cannot be read")
        return text.replace("b", "bb").upper() if "x" not in text else text

    assert followed("ab\ncd\nef", [(0, 1), (3, 4), (6, 7)], str) == (
        ((0, 1),),
        ((3, 4),),
        ((6, 7),),
    )
    places = followed("xb\ncd\nef", [(0, 1), (3, 4), (6, 7)], strict)
    assert places == ((), ((3, 4),), ((6, 7),))


def test_a_page_that_has_such_characters_itself_is_followed_too() -> None:
    text = "\U00100000a\U00100001b"
    assert followed(text, [(1, 2), (3, 4)], lambda t: t[1:]) == (((0, 1),), ((2, 3),))


@given(st.text("가나 \n", max_size=30), st.data())
def test_places_hold_what_stood_there(text: str, data: st.DataObject) -> None:
    ends = data.draw(st.sets(st.integers(1, max(1, len(text))), max_size=4))
    spans = [(end - 1, end) for end in sorted(ends) if end <= len(text)]

    def convert(page: str) -> str:
        return "\n".join(sorted(page.split("\n")))

    for (start, end), found in zip(spans, followed(text, spans, convert), strict=True):
        assert all(convert(text)[slice(*span)] == text[start:end] for span in found)
