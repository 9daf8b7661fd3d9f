"""What `check` says of Korean sentences: each fault at its line, and nothing of the others."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from scripts.agreement import READINGS, Sound, likely_sound, right_form, sound_of, sure_sound
from scripts.check import RULES, check, fix
from scripts.diagnostic import Severity
from scripts.lesson import Lessons
from scripts.lesson.reading import read_lessons

_FOLDER = Path(__file__).parent / "cases" / "check"
_FILES = [json.loads((_FOLDER / name).read_bytes()) for name in ("korean.json", "grammar.json")]
CASES = {key: [case for file in _FILES for case in file.get(key, [])] for key in _FILES[0]}
LANGUAGE_RULES = {
    "particle",
    "particle-consistency",
    "detached-particle",
    "doubled-particle",
    "spacing",
    "spelling",
    "glued-sentences",
    "sentence-colon",
    "open-emphasis",
    "mixed-register",
}


def lessons_of(root: Path, text: str, *, glossary: str = "") -> Lessons:
    (root / "lessons_ko").mkdir(exist_ok=True)
    page = f"---\ntitle: 글\nonly: ko\n---\n\n# 글\n\n{text}\n"
    (root / "lessons_ko" / "a.md").write_bytes(page.encode())
    if glossary:
        (root / "docs").mkdir(exist_ok=True)
        (root / "docs" / "glossary.toml").write_bytes(glossary.encode())
    return read_lessons(root)


@pytest.mark.parametrize("case", CASES["found"], ids=lambda case: case["text"])
def test_faults_are_found_and_mended(case: dict[str, Any], tmp_path: Path) -> None:
    found = check(lessons_of(tmp_path, case["text"]))
    assert {(one.rule, one.line) for one in found} == {(case["rule"], 8)}
    changed = fix(read_lessons(tmp_path))
    after = (tmp_path / "lessons_ko" / "a.md").read_bytes().decode().split("\n")[7]
    assert after == (case["fixed"] or case["text"])
    assert bool(changed) == bool(case["fixed"])
    if changed:
        assert check(read_lessons(tmp_path)) == ()
        assert fix(read_lessons(tmp_path)) == ()


@pytest.mark.parametrize("text", CASES["honest"])
def test_honest_sentences(text: str, tmp_path: Path) -> None:
    assert [str(one) for one in check(lessons_of(tmp_path, text))] == []


@pytest.mark.parametrize(
    "text",
    [
        "```text\n값를 봅니다.\n```",
        "`값를`",
        "```{code-block} text\n함수을 봅니다.\n```",
        "> ```\n> 함수을 봅니다.\n> ```",
        "$$\n값를\n$$",
        "<!-- 값를 -->",
    ],
)
def test_what_is_no_prose_is_left_alone(text: str, tmp_path: Path) -> None:
    found = check(lessons_of(tmp_path, text))
    assert not LANGUAGE_RULES & {one.rule for one in found}


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("- 하나\n- 값를 봅니다.", 9),
        ("> 값를 봅니다.", 8),
        ("| 이름 | 뜻 |\n|---|---|\n| 값 | 값를 봅니다. |", 10),
        (":::{note} 제목\n:class: tip\n\n값를 봅니다.\n:::", 11),
        ("````{hint}\n```{note}\n값를 봅니다.\n```\n````", 10),
        ("## 값를 보기", 8),
        ("```{code-cell}\nx = 1  # 값를 담음\n```", 9),
        ("1. 하나\n\n   ```python\n   f()\n   ```\n\n   값를 봅니다.", 14),
    ],
)
def test_prose_is_found_wherever_it_stands(text: str, line: int, tmp_path: Path) -> None:
    found = check(lessons_of(tmp_path, text))
    assert [(one.rule, one.line) for one in found] == [("particle", line)]
    raw = (tmp_path / "lessons_ko" / "a.md").read_bytes().decode().split("\n")[line - 1]
    assert raw[found[0].column - 1 :].startswith("를")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("값을 동입한 단위로 지정합니다.", "동입한: 동일한"),
        ("왜냐햐면 값이 여럿이기 때문입니다.", "왜냐햐면: 왜냐하면"),
        ("휴지동을 비우고 정사삭형에 담습니다.", "휴지동을: 휴지통을 정사삭형에: 정사각형에"),
        # Less sure, and meant where the page has it.
        ("새각하는 대로 씁니다.", ""),
        ("새각하는 대로 쓰고, 생각하는 만큼 봅니다.", "새각하는: 생각하는"),
        ("기울기기는 큽니다. 다른 기울기는 작습니다.", "기울기기는: 기울기는"),
        ("그 글의 평가가 이 글의 평가 다음에 있습니다.", ""),
        # Other forms of verbs, what the page says again and again, glosses and code.
        ("값이 새로울 때 가까운 점은 가까울 때보다 멉니다.", ""),
        ("로짓을 구합니다. 로짓은 수이고, 로짓의 합을 봅니다.", ""),
        ("신살(神煞)은 없습니다. `동입한`과 잎, 낱자도 있습니다.", ""),
        # Another rule knows it better.
        ("그 은것 말고 다른 값입니다.", ""),
    ],
)
def test_words_that_are_in_no_list(text: str, found: str, tmp_path: Path) -> None:
    told = [one for one in check(lessons_of(tmp_path, text)) if one.may_be]
    words = (one.message.split('"') for one in told)
    assert [f"{wrong}: {right}" for _, wrong, _, right, *_ in words] == re.findall(
        r"\S+: \S+", found
    )
    assert {one.severity for one in told} <= {Severity.WARNING}


def test_a_word_of_the_glossary_is_one(tmp_path: Path) -> None:
    glossary = '[[term]]\nenglish = "shard"\nkorean = "동입한"\n'
    lessons = lessons_of(tmp_path, "값을 동입한 단위로 지정합니다.", glossary=glossary)
    assert not [one for one in check(lessons) if one.may_be]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (
            "빵을 봅니다. We only bake the loaf that is in the oven. The rest, as of 6.1.x, "
            'will be baked when "all of it" is of the year and of the house. 끝입니다.',
            ["We only bake the"],
        ),
        (
            "We bake [the first loaf](a.md) of it when it is in the house, 그리고 "
            "the other of the loaves is in the oven for an hour.",
            ["We bake the first", "the other of the"],
        ),
    ],
)
def test_what_is_left_in_english_is_told_once(text: str, found: list[str], tmp_path: Path) -> None:
    told = [one for one in check(lessons_of(tmp_path, text)) if one.rule == "untranslated-run"]
    assert [one.message.split('"')[1].removesuffix(" ...") for one in told] == found


def test_a_site_has_readings_of_its_own(tmp_path: Path) -> None:
    text = "`Frobnik`는 큽니다. `cache`은 `jit`를 씁니다."
    glossary = '[readings]\nFrobnik = "프로브닉"\ncache = "캐시"\njit = "지트"\n'
    found = check(lessons_of(tmp_path, text, glossary=glossary))
    assert [(one.column, one.rule) for one in found] == [(10, "particle"), (24, "particle")]


CENT = '[[term]]\nen = "cent"\nko = "센트"\nmeaning_ko = "반음의 100분의 1입니다."\n'


@pytest.mark.parametrize(
    ("text", "glossary", "found"),
    [
        ("빵은 11센트이고 물은 2 센트입니다.", CENT, []),
        ("빵은 11센트입니다. 반음은 넓습니다.", CENT, ["first-use"]),
        ("빵은 11센트입니다. 센트는 작습니다.", CENT, ["first-use"]),
        ("빵은 11센트입니다.", CENT.split("meaning_ko")[0], ["first-use"]),
    ],
)
def test_a_unit_may_be_another_one(
    text: str, glossary: str, found: list[str], tmp_path: Path
) -> None:
    assert [one.rule for one in check(lessons_of(tmp_path, text, glossary=glossary))] == found


def test_two_particles_behind_a_term(tmp_path: Path) -> None:
    text = "센트(cent)는 작습니다. 센트가는 작고 학교가는 멉니다."
    found = check(lessons_of(tmp_path, text, glossary=CENT))
    assert [(one.rule, one.column) for one in found] == [("doubled-particle", 17)]


def test_a_term_that_is_no_noun_takes_no_particle(tmp_path: Path) -> None:
    glossary = '[[term]]\nen = "hashable"\nko = "해시할 수 있는"\nmark = false\n'
    assert not check(lessons_of(tmp_path, "빵이 있는가? 아직 없습니다.", glossary=glossary))


def test_what_a_glossary_has_for_right_and_wrong_is_told_there_alone(tmp_path: Path) -> None:
    glossary = (
        '[[term]]\nen = "argument"\nko = "인자"\nwrong = ["매개변수"]\nmark = false\n\n'
        '[[term]]\nen = "parameter"\nko = "매개변수"\nmark = false\n'
    )
    lessons = lessons_of(tmp_path, "매개변수를 봅니다.", glossary=glossary)
    assert {one.rule for one in check(lessons)} == {"glossary"}
    assert fix(lessons) == ()


@pytest.mark.parametrize(
    ("text", "fixed"),
    [
        ("쉐입이 같습니다.", "형태가 같습니다."),
        ("쉐입으로 봅니다.", "형태로 봅니다."),
        ("쉐입의 크기입니다.", None),
    ],
)
def test_a_particle_fits_the_glossary_s_word(text: str, fixed: str | None, tmp_path: Path) -> None:
    glossary = '[[term]]\nen = "shape"\nko = "형태"\nwrong = ["쉐입"]\nmark = false\n'
    found = check(lessons_of(tmp_path, text, glossary=glossary))
    assert [one.rule for one in found] == ["banned-term"]
    fix(read_lessons(tmp_path))
    after = (tmp_path / "lessons_ko" / "a.md").read_bytes().decode().split("\n")[7]
    assert after == (fixed or text)


def test_what_a_glossary_says_of_its_terms_is_told(tmp_path: Path) -> None:
    glossary = (
        '[[term]]\nen = "shape"\nko = "형태"\nwrong = ["쉐입"]\nmark = false\n'
        'meaning_en = "Lengths."\nmeaning_ko = "축마다의 길이입니다."\n\n'
        '[[term]]\nen = "axis"\nko = "축"\nmark = false\n'
        'meaning_en = "One of a shape."\nmeaning_ko = "쉐입의 하나입니다."\n\n'
        '[[term]]\nen = "seed"\nko = "시드"\nmark = false\nmeaning_en = "Where it begins."\n\n'
        '[[term]]\nen = "trace"\nko = "추적"\nmark = false\n'
    )
    found = check(lessons_of(tmp_path, "축을 봅니다.", glossary=glossary))
    assert [(one.rule, one.line, one.message) for one in found] == [
        ("glossary", 14, '"쉐입" is a wrong name of "형태", and stands in this meaning'),
        ("glossary", 17, '"seed" has no meaning in Korean'),
    ]


def test_one_korean_name_is_one_term_s(tmp_path: Path) -> None:
    other = '\n[[term]]\nen = "penny"\nko = "센트"\nmeaning_ko = "작은 돈입니다."\n'
    found = check(lessons_of(tmp_path, "센트(cent)는 작습니다.", glossary=CENT + other))
    assert ("glossary", 8) in [(one.rule, one.line) for one in found]


@pytest.mark.parametrize(
    ("whole", "lost", "told"), [(10, 1, True), (9, 1, False), (20, 2, True), (19, 2, False)]
)
def test_a_paragraph_without_its_period(whole: int, lost: int, told: bool, tmp_path: Path) -> None:
    texts = [f"{n}쪽을 읽습니다." for n in range(whole)] + ["끝까지 읽습니다"] * lost
    lessons = lessons_of(tmp_path, "\n\n".join(texts))
    assert [one.rule for one in check(lessons)] == ["glued-sentences"] * (lost if told else 0)
    if told:
        fix(lessons)
        assert check(read_lessons(tmp_path)) == ()


def test_readings_agree_with_what_spelling_tells() -> None:
    for word, reading in READINGS.items():
        likely = likely_sound(word)
        assert likely is None or likely is sound_of(reading[-1]), word
        assert sure_sound(word) is sound_of(reading[-1])


def test_forms_of_particles() -> None:
    assert [right_form("으로", sound) for sound in Sound] == ["로", "로", "으로"]
    assert [right_form("가", sound) for sound in Sound] == ["가", "이", "이"]


def test_every_rule_on_sentences_has_an_example() -> None:
    assert {rule.id for rule in RULES if rule.example} >= LANGUAGE_RULES
