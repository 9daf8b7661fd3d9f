"""A fault in the origin is told there, and not again as what its translation is behind."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts.check import check, fix
from scripts.lesson.reading import read_lessons
from tests.two_languages import write, write_confirmed

ENGLISH = """---
title: Tides
summary: When water rises, and how far.
---
(tides)=
# Tides

The moon draws water twice a day, and a harbour knows when. Look at `moon` and at `sun` here.

## Times

A pilot who knows both lands. Others wait out there.

- Pilots wait for high water, which carries the largest ships.
- Bathers wait for low water (it leaves the beach), then for the sun.
"""
KOREAN = """---
title: 조석
summary: 물이 언제, 얼마나 차오르는지 봅니다.
---
(tides)=
# 조석

달은 물을 하루에 두 번 끌어당기고, 항구에서는 그때를 압니다. 여기서 `moon`과 `sun`을 보세요.

## 때

둘을 다 아는 도선사만 닿습니다. 다른 배는 기다립니다.

- 도선사는 만조를 기다립니다. 가장 큰 배가 그때 들어옵니다.
- 바다에 들어갈 수 있는 간조(바닷가가 드러나는 때)를 기다리고, 볕을 기다립니다.
"""
OF_ENGLISH = [
    ("day, and", "day,, and", "punctuation"),
    ("when. Look", "when.Look", "glued-sentences"),
    ("a harbour", "an harbour", "article"),
    ("water twice", "water\u00a0twice", "no-break-space"),
    ("(it leaves", "（it leaves", "full-width"),
    ("which", "whcih", "spelling"),
    ("wait for high", "wait for for high", "repeated"),
    ("beach)", "beach", "punctuation"),
    ("`moon` and", "`moon and", "punctuation"),
    ("## Times\n", "##\n", "empty-heading"),
    ("water rises, and", "water rises , and", "punctuation"),
    ("wait for high water, which", "wait for for high water , which", "repeated"),
]
OF_KOREAN = [
    ("물을 하루", "물를 하루", "particle"),
    ("`sun`을", "`sun` 을", "detached-particle"),
    ("압니다. 여기", "압니다.여기", "glued-sentences"),
    ("들어갈 수", "들어갈수", "spacing"),
    ("닿습니다. 다른", "닿습니다 다른", "glued-sentences"),
    ("도선사는 만조", "도선사는는 만조", "particle"),
    ("드러나는", "드러ㅁ나는", "bare-jamo"),
    ("보세요.", "보세요 .", "punctuation"),
    ("기다립니다. 가장", "기다립니다.. 가장", "punctuation"),
    ("`moon`과", "moon`과", "punctuation"),
    ("볕을 기다립니다", "볕을 볕을 기다립니다", "repeated"),
    ("기다립니다. 가장", "기다립닏ㅏ. 가장", "bare-jamo"),
    (
        "다른 배는 기다립니다.\n",
        "다른 배는 기다립니다.\n\n둘을 다 아는 도선사만 닿습니다. 다른 배는 기다립니다.\n",
        "repeated",
    ),
    ("## 때\n", "##\n", "empty-heading"),
    ("다른 배는 기다립니다.", "다른 배는 기다립니다. [용어 확인 필요]", "left-note"),
    ("만조를 기다립니다. 가장", "만조를 기다린다. 가장", "mixed-register"),
    ("드러나는 때)를", "드러나는 때）를", "full-width"),
    ("물을 하루에 두 번 끌어당기고, 항", "물를 하루에 두 번 끌어당기고 , 항", "particle"),
]


def rules(root: Path) -> list[str]:
    return [f"{one.path.parent.name[-2:]} {one.rule}" for one in check(read_lessons(root))]


def test_english_behind_a_term_that_moved_is_no_change(tmp_path: Path) -> None:
    origin = "---\norigin: ko\n"
    korean = KOREAN.replace("---\n", origin, 1).replace("하루에 두 번", "만조(high water)에 두 번")
    write_confirmed(tmp_path, ENGLISH.replace("---\n", origin, 1), korean)
    term = '[[term]]\nen = "high water"\nko = "만조"\nmeaning_en = "x"\nmeaning_ko = "물"\n'
    (tmp_path / "docs" / "glossary.toml").write_bytes(term.encode())
    assert rules(tmp_path) == []
    put(tmp_path, "ko", "만조(high water)에", "만조에")
    put(tmp_path, "ko", "도선사는 만조를", "도선사는 만조(high water)를")
    assert rules(tmp_path) == ["ko first-use"]


def put(root: Path, tag: str, old: str, new: str) -> None:
    path = root / f"lessons_{tag}" / "a.md"
    text = path.read_bytes().decode()
    assert text.count(old) == 1, old
    path.write_bytes(text.replace(old, new).encode())


@pytest.mark.parametrize(
    ("tag", "old", "new", "rule"),
    [("en", *case) for case in OF_ENGLISH] + [("ko", *case) for case in OF_KOREAN],
)
def test_a_fault_in_the_origin_is_told_once(
    tmp_path: Path, tag: str, old: str, new: str, rule: str
) -> None:
    origin = "---\norigin: ko\n" if tag == "ko" else "---\n"
    write_confirmed(
        tmp_path, ENGLISH.replace("---\n", origin, 1), KOREAN.replace("---\n", origin, 1)
    )
    assert rules(tmp_path) == []
    put(tmp_path, tag, old, new)
    found = set(rules(tmp_path))
    assert f"{tag} {rule}" in found
    # A line of two faults names both of them.
    assert {one.partition(" ")[0] for one in found} == {tag}
    # What cannot be mended surely is told as soon as it is mended otherwise.
    put(tmp_path, tag, new, old)
    assert rules(tmp_path) == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        # More has changed than what the fault tells of.
        ("which carries", "whcih brings"),
        ("wait for high", "wait for for low"),
        ("`moon` and at", "`moon and not at"),
        ("a harbour knows", "an harbour knew"),
        ("day, and a harbour knows", "day , any a harbour knows"),
    ],
)
def test_what_has_changed_besides_is_behind(tmp_path: Path, old: str, new: str) -> None:
    write_confirmed(tmp_path, ENGLISH, KOREAN)
    put(tmp_path, "en", old, new)
    found = rules(tmp_path)
    assert "ko behind" in found
    assert len(found) > 1


def test_a_fault_that_was_there_before_says_nothing_of_another_change(tmp_path: Path) -> None:
    write_confirmed(tmp_path, ENGLISH.replace("a day, and", "a day , and"), KOREAN)
    assert rules(tmp_path) == ["en punctuation"]
    put(tmp_path, "en", "knows when", "knows whom")
    assert sorted(rules(tmp_path)) == ["en punctuation", "ko behind"]


def test_a_fault_beside_a_translation_that_was_worded_anew(tmp_path: Path) -> None:
    write_confirmed(tmp_path, ENGLISH, KOREAN)
    put(tmp_path, "ko", "그때를 압니다", "그 시각을 압니다")
    put(tmp_path, "en", "a harbour", "an harbour")
    assert rules(tmp_path) == ["en article"]


def test_a_fault_that_is_mended_in_another_way_leaves_the_translation_behind(
    tmp_path: Path,
) -> None:
    # 도선사 without its last letter takes another particle.
    english, korean = (text.replace("---\n", "---\norigin: ko\n", 1) for text in (ENGLISH, KOREAN))
    write_confirmed(tmp_path, english, korean)
    put(tmp_path, "ko", "도선사는", "도선는")
    assert rules(tmp_path) == ["ko particle"]
    assert fix(read_lessons(tmp_path))
    assert rules(tmp_path) == ["en behind"]


def test_who_checks_the_translation_alone_is_told_that_it_is_behind(tmp_path: Path) -> None:
    write_confirmed(tmp_path, ENGLISH, KOREAN)
    put(tmp_path, "en", "a harbour", "an harbour")
    found = check(read_lessons(tmp_path), paths={Path("lessons_ko/a.md")})
    assert [one.rule for one in found] == ["behind"]


_MARKED = [
    ("See [times](#times).", "[때](#times)를 봅니다.", "[때](#time)를 봅니다.", "link"),
    ("It is $h(t)$ high.", "높이는 $h(t)$입니다.", "높이는 $높이(t)$입니다.", "hangul-in-math"),
    ("See {ref}`tides`.", "{ref}`tides`를 봅니다.", "{ref}`tide`를 봅니다.", "same-roles"),
    ("### Low", "### 간조", "#### 간조", "same-structure"),
    ("It rises.", "차오릅니다.", "차오릅니다.<br>", "refused-html"),
    (
        "It rises and falls.",
        "차고 빠집니다.",
        "차고 then it falls to the ground 뒤 빠집니다.",
        "untranslated-run",
    ),
]


@pytest.mark.parametrize(("english", "korean", "wrong", "rule"), _MARKED)
def test_markup_that_is_wrong_in_the_origin_is_told_there(
    tmp_path: Path, english: str, korean: str, wrong: str, rule: str
) -> None:
    texts = [
        text.replace("---\n", "---\norigin: ko\n", 1).replace("(tides)=", "(times)=\n(tides)=")
        + f"\n{more}\n"
        for text, more in ((ENGLISH, english), (KOREAN, korean))
    ]
    write_confirmed(tmp_path, *texts)
    assert rules(tmp_path) == []
    put(tmp_path, "ko", f"\n{korean}\n", f"\n{wrong}\n")
    found = set(rules(tmp_path))
    assert any(one.endswith(f" {rule}") for one in found)
    assert "en behind" not in found
    # A word more, and it is behind.
    if rule != "same-structure":
        put(tmp_path, "ko", f"\n{wrong}\n", f"\n다시 {wrong}\n")
        assert "en behind" in rules(tmp_path)


def test_a_comment_that_is_english_in_the_origin_puts_no_cell_behind(tmp_path: Path) -> None:
    cell = "\n```{code-cell}\nx = 1  # 물이 차오르는 때\n```\n"
    texts = [text.replace("---\n", "---\norigin: ko\n", 1) for text in (ENGLISH, KOREAN)]
    english = cell.replace("물이 차오르는 때", "when the water comes in")
    write_confirmed(tmp_path, texts[0] + english, texts[1] + cell)
    assert rules(tmp_path) == []
    put(tmp_path, "ko", "# 물이 차오르는 때", "# when all of the water comes in")
    assert rules(tmp_path) == ["ko untranslated-comment"]


def test_a_fault_within_a_line_that_is_wrapped_anew(tmp_path: Path) -> None:
    write_confirmed(tmp_path, ENGLISH, KOREAN)
    write(tmp_path, ENGLISH.replace("day, and a harbour", "day, and\nan harbour"), KOREAN)
    assert rules(tmp_path) == ["en article"]
