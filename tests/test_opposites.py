"""A word that became its opposite is told, whatever its form; words of other meanings are not."""

from __future__ import annotations

import pytest

from scripts.check.facts import differing
from scripts.languages import ENGLISH, KOREAN

TURNED = [
    (
        "버킷이 적을수록 컴파일은 줄고 패딩은 늡니다.",
        "버킷이 많을수록 컴파일은 줄고 패딩은 늡니다.",
    ),
    ("컴파일은 줄고 패딩은 늡니다.", "컴파일은 늘고 패딩은 줍니다."),
    ("값이 3보다 크다면 더합니다.", "값이 3보다 작다면 더합니다."),
    ("메모리를 덜 쓰고 빠릅니다.", "메모리를 덜 쓰고 느립니다."),
    ("루프 전에 값을 봅니다.", "루프 뒤에 값을 봅니다."),
    ("첫째 줄부터 봅니다.", "첫째 줄까지 봅니다."),
    ("이 줄은 매번 실행됩니다.", "이 줄은 한 번만 실행됩니다."),
    ("축이 가로로 놓입니다.", "축이 세로로 놓입니다."),
    ("The loop ends before the test.", "The loop ends after the test."),
    ("It is always traced.", "It is never traced."),
    ("The time increases with n.", "The time decreases with n."),
    ("Keep the first value.", "Keep the last value."),
    ("The shape is static here.", "The shape is dynamic here."),
    ("It is often called.", "It is rarely called."),
]
THE_SAME = [
    ("커널의 크기를 봅니다.", "작업의 길이를 봅니다."),
    ("적어도 두 값을 봅니다.", "많아야 두 값을 봅니다."),
    ("클래스 하나를 씁니다.", "작은 클래스 하나를 씁니다."),
    ("값은 늘고 수는 줄어듭니다.", "수는 줄어들고 값은 늘어납니다."),
    ("a is larger, and b is smaller.", "b is smaller, and a is larger."),
    ("We look at the new value.", "We look again at the new value."),
]


@pytest.mark.parametrize(("old", "new"), TURNED)
def test_an_opposite_is_told(old: str, new: str) -> None:
    language = ENGLISH if old.isascii() else KOREAN
    assert "opposite" in differing(old, new, language, [])


@pytest.mark.parametrize(("old", "new"), THE_SAME)
def test_other_words_are_no_opposites(old: str, new: str) -> None:
    assert differing(old, new, ENGLISH if old.isascii() else KOREAN, []) == ()
