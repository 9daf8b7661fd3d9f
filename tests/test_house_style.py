"""What a site's style guide has noted, beside what is wrong in every text."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from scripts.check import check, fix
from scripts.diagnostic import Diagnostic, Severity
from scripts.lesson.reading import read_lessons
from scripts.messages import in_korean

ALL = 'notes = ["units", "counts", "comments", "dashes", "slanted"]\n'
AVOIDED = """
[[avoid]]
ko = ["당신", "~에 의해"]
en = ["simply", "can just"]
why = "for a reason"
"""


def notes(root: Path, text: str, style: str, *, tag: str = "ko") -> tuple[Diagnostic, ...]:
    page = root / f"lessons_{tag}" / "page.md"
    page.parent.mkdir(exist_ok=True)
    page.write_bytes(f"# 값\n\n{text}\n".encode())
    if style:
        (root / "docs").mkdir(exist_ok=True)
        (root / "docs" / "style.toml").write_bytes(style.encode())
    return tuple(one for one in check(read_lessons(root)) if one.rule == "style")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("한 번에 3ms가 걸립니다.", ["3ms"]),
        ("메모리는 0.5GB, 16GiB입니다.", ["0.5GB", "16GiB"]),
        ("한 번에 3 초가 걸립니다.", ["3 초"]),
        ("표본 100 개를 뽑습니다.", ["100 개"]),
        ("장치 2개를 씁니다.", ["2개"]),
        ("함수를 2번 부릅니다.", ["2번"]),
        ("3번째 줄입니다.", ["3번째"]),
        ("스무 가지가 있고 열두 개를 씁니다.", ["스무 가지", "열두 개"]),
        ("빠릅니다 — 다시 컴파일하지 않습니다.", ["a dash"]),
        ("이것은 *순수* 함수입니다.", ['"순수"']),
        ("이것은 _순수 함수_ 입니다.", ['"순수 함수"']),
        ("```{code-cell}\n# 캐시를 끕니다.\nx = 1  # 값을 더한다\n```", ["끕니다.", "더한다"]),
        ("당신이 함수를 부르면 JAX에 의해 추적됩니다.", ["당신", "에 의해"]),
    ],
)
def test_what_a_korean_page_is_told(text: str, said: list[str], tmp_path: Path) -> None:
    found = notes(tmp_path, text, ALL + AVOIDED)
    assert [one.severity for one in found] == [Severity.NOTE] * len(said)
    assert all(part in one.message for part, one in zip(said, found, strict=True)), found


@pytest.mark.parametrize(
    "text",
    [
        "한 번에 3 ms, 0.5초, 30%, 90° 걸립니다.",
        "3D 그림과 v1.2m, 2m_x, `3ms`, 10s대와 1990s입니다.",
        "0 쪽으로 가고, 3 분의 1을 남기고, 2 번호를 붙입니다.",
        "장치 12개를 두 번 씁니다. 4번에서 3번까지, 5단계짜리 스캔, 0.5개, 2~3개, 1, 2개입니다.",
        "| 이름 | 값 |\n|---|---|\n| 장치 | 2개 — 없음 |",
        "**순수** 함수, `*순수*`, 2 * 값 * 3, a_순수_b, \\*순수\\*입니다.",
        "```{code-cell}\n# 캐시를 끔\nx = 1  # 모델보다\ny = '# 끕니다.'\n```",
        "'당신'은 쓰지 않습니다. 담당신호와 `당신`입니다.",
    ],
)
def test_what_a_korean_page_is_not_told(text: str, tmp_path: Path) -> None:
    assert notes(tmp_path, text, ALL + AVOIDED) == ()


def test_an_english_page_is_told_of_its_words_and_units(tmp_path: Path) -> None:
    text = 'Simply call it; you can just\nwait 3ms. "Simply" is a word, and simplyfied is none.'
    found = notes(tmp_path, text, ALL + AVOIDED, tag="en")
    assert [(one.line, one.message) for one in found] == [
        (3, '"Simply" is a word to avoid here'),
        (3, '"can just" is a word to avoid here'),
        (4, '"3ms" has no space before its unit'),
    ]
    assert [one.fix for one in found] == ["for a reason", "for a reason", 'write "3 ms"']


def test_nothing_is_noted_that_no_site_asks_for(tmp_path: Path) -> None:
    assert notes(tmp_path, "당신이 *값* 2개를 3ms에 뽑습니다.", "") == ()
    found = notes(tmp_path, "당신이 *값* 2개를 3ms에 뽑습니다.", 'notes = ["units"]\n')
    assert [one.message for one in found] == ['"3ms" has no space before its unit']


def test_units_are_mended_and_nothing_else(tmp_path: Path) -> None:
    notes(tmp_path, "**3ms**가 100 번, 2개입니다.", ALL)
    fix(read_lessons(tmp_path))
    text = (tmp_path / "lessons_ko" / "page.md").read_bytes().decode()
    assert text == "# 값\n\n**3 ms**가 100번, 2개입니다.\n"


@pytest.mark.parametrize(
    ("style", "said"),
    [
        ("notes = [", "cannot be read as TOML"),
        ('notes = ["unit"]', 'no note "unit"; there are units, counts'),
        ('notes = "units"', '"notes" is no list'),
        ('avoid = "당신"', '"avoid" is no list of tables'),
        ('[[avoid]]\nkr = "당신"', '"kr"'),
    ],
)
def test_a_style_file_that_says_nothing_is_named(style: str, said: str, tmp_path: Path) -> None:
    (fault,) = notes(tmp_path, "값입니다.", style)
    assert (fault.path, fault.severity) == (Path("docs/style.toml"), Severity.ERROR)
    assert fault.line == 1 + style.count("\n")
    assert said in fault.message
    assert re.search("[가-힣]", in_korean(fault.message))
    # Nothing else ends with it.
    assert fix(read_lessons(tmp_path)) == ()
