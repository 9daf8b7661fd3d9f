"""The measuring itself: what the generators spoil, and what the metrics count."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.bench import corpora
from tests.bench import repair as bench
from tests.bench.damage import KINDS, Kind
from tests.bench.metrics import Counts, calibration_error, compare, reliability
from tests.bench.report import END, START, renew
from tests.bench.workers import by_ftfy, fitting

TEXT = "컴파일러의 역할을 “다시” 봅니다.\n\n`jit(f)`은 → 값"


def kind(name: str) -> Kind:
    return next(kind for kind in KINDS if kind.name == name)


@pytest.mark.parametrize(
    ("name", "clean", "damaged", "lost"),
    [
        pytest.param("cp1252, C1 kept", "의", "ì\x9d˜", [], id="cp1252 keeps C1"),
        pytest.param("cp1254, C1 kept", "컴", "ì»´", [], id="cp1254"),
        pytest.param("latin-1, C1 kept", "의", "ì\x9d\x98", [], id="latin-1"),
        pytest.param("cp1253, C1 kept", "가", "κ°€", [], id="cp1253"),
        pytest.param("cp1252 twice, C1 kept", "가", "ÃªÂ°â‚¬", [], id="twice"),
        pytest.param("CP949 read as latin-1", "가", "°¡", [], id="CP949 as latin-1"),
        pytest.param("UTF-8 read as CP949", "값이", "媛믪씠", [], id="UTF-8 as CP949"),
        pytest.param("NFD", "각", "\u1100\u1161\u11a8", [], id="jamo"),
        pytest.param("entities, decimal", "가!", "&#44032;!", [], id="decimal reference"),
        pytest.param("entities, hexadecimal", "가", "&#xac00;", [], id="hexadecimal reference"),
        pytest.param("cp1254, dropped", "a의가", "aì˜ê°€", [1], id="a dropped byte"),
        pytest.param("cp1252, U+FFFD", "의", "ì\ufffd˜", [0], id="a replaced byte"),
        pytest.param("cp1252, AD dropped", "가국", "ê°€êµ", [1], id="a dropped soft hyphen"),
        pytest.param("cp1252, NBSP a space", "쇠", "ì‡ ", [0], id="a space for a NBSP"),
        pytest.param("latin-1, dropped", "의", "ì", [0], id="two dropped bytes"),
    ],
)
def test_a_kind_spoils_as_its_name_says(
    name: str, clean: str, damaged: str, lost: list[int]
) -> None:
    spoilt = kind(name).spoil(clean)
    assert spoilt.data.decode() == damaged
    assert sorted(spoilt.lost) == lost


@pytest.mark.parametrize("one", KINDS, ids=lambda one: one.name)
def test_lossless_kinds_lose_nothing_and_lines_stay_lines(one: Kind) -> None:
    text = "\n".join(line for line in TEXT.split("\n") if one.fits(line))
    spoilt = one.spoil(text)
    assert not (one.lossless and spoilt.lost)
    if one.name != "CP949 file":
        assert spoilt.data.decode().count("\n") == text.count("\n")


def test_cp949_files_are_cp949() -> None:
    assert kind("CP949 file").spoil("뷁 a").data == "뷁 a".encode("cp949")


def test_lossy_kinds_lose_something() -> None:
    text = "국가의 학자, 쇠의 감각"
    assert all(one.spoil(text).lost for one in KINDS if not one.lossless)


def test_names_of_kinds_are_unique() -> None:
    assert len({one.name for one in KINDS}) == len(KINDS)


def test_lines_that_a_kind_cannot_damage_are_left_out() -> None:
    page = corpora.Page("a", "가\n값이\n🐍\n`가`")
    assert fitting(kind("UTF-8 read as CP949"), page) == "값이"
    assert fitting(kind("CP949 file"), page) == "가\n값이\n`가`"
    assert fitting(kind("entities, decimal"), page) == "가\n값이\n🐍"


def test_what_is_left_of_a_project_is_cut_into_pages_anew() -> None:
    cp949 = kind("UTF-8 read as CP949")
    pages = [corpora.Page("a", f"이\n{n} 값이\n나무{n}") for n in range(60)]
    (page,) = bench.fitting(pages, cp949)
    assert page.content.split("\n") == [f"{n} 값이" for n in range(60)]
    assert bench.fitting(pages, kind("cp1252, dropped")) == pages


@dataclass(frozen=True)
class Guess:
    line: int
    column: int
    text: str
    confidence: float
    flagged: bool = False


def test_a_page_is_counted_by_hand() -> None:
    truth = "함수의 값\nx = 1\n의미"
    result = "함수옝 값\nx = 2\n의미"
    outcome = compare(
        truth,
        result,
        frozenset({2, truth.index("의미")}),
        [Guess(1, 3, "옝", 0.6), Guess(3, 1, "의", 0.99)],
    )
    assert outcome.counts == Counts(
        lines=2,
        lines_right=1,
        syllables=6,
        syllables_right=5,
        ambiguous=2,
        ambiguous_right=1,
        silent=1,
        ascii_lines=3,
        ascii_right=2,
    )
    assert outcome.guesses == ((0.6, False, False), (0.99, True, False))


def test_a_flagged_error_is_not_silent() -> None:
    outcome = compare("의", "옝", frozenset({0}), [Guess(1, 1, "옝", 0.6, flagged=True)])
    assert (outcome.counts.ambiguous_right, outcome.counts.silent) == (0, 0)


def test_a_line_that_grew_is_aligned() -> None:
    counts = compare("함수의 값", "함수ì˜ 값", frozenset({2})).counts
    assert (counts.syllables, counts.syllables_right, counts.silent) == (4, 3, 1)
    assert counts.ascii_right == 1


def test_a_page_whose_lines_moved_is_all_wrong() -> None:
    counts = compare("가\n나", "가", frozenset()).counts
    assert (counts.lines, counts.lines_right, counts.syllables_right) == (2, 0, 0)


def test_counts_add_up() -> None:
    one = compare("가", "가", frozenset()).counts
    two = compare("나", "다", frozenset({0})).counts
    assert one + two == Counts(
        lines=2,
        lines_right=1,
        syllables=2,
        syllables_right=1,
        ambiguous=1,
        silent=1,
        ascii_lines=2,
        ascii_right=2,
    )


def test_sure_and_right_is_calibrated() -> None:
    table = reliability([(1.0, True)] * 4)
    assert [(one.low, one.count) for one in table] == [(0.9, 4)]
    assert calibration_error(table) == 0.0
    assert calibration_error([]) is None


def test_sure_and_wrong_half_the_time_is_not() -> None:
    assert calibration_error(reliability([(1.0, True), (1.0, False)])) == 0.5


def test_what_stands_on_two_pages_counts_once() -> None:
    line = "이 글은 여러 쪽에 똑같이 실린 것이므로 한 번만 세어야 하는 아주 긴 한 줄의 글입니다."
    other = "다른 글은 한 쪽에만 실린 것이므로 언제나 세어야 하는 또 하나의 아주 긴 한 줄입니다."
    texts = [corpora.Text("a", "1", line), corpora.Text("a", "2", f"{line}\n{other}")]
    assert [page.content for page in corpora.pages(texts)] == [line, other]


def test_a_sample_is_the_same_each_time() -> None:
    pages = [corpora.Page("a", "가" * n) for n in range(1, 30)]
    assert corpora.sample(pages, 40, "x") == corpora.sample(pages[::-1], 40, "x")


def test_projects_are_the_folders_in_a_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, data in {
        "one_1.0/a.html": "<p>가</p>".encode(),
        "two_2.0/b.md": "나\r\n".encode(),
        "two_2.0/c.md": b"no Korean",
        "two_2.0/d.txt": "다".encode("cp949"),
        "two_2.0/e.png": "라".encode(),
    }.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(data)
    monkeypatch.setenv(corpora.KOREAN_VARIABLE, str(tmp_path))
    named = [
        text
        for folder in corpora.folders(corpora.KOREAN_VARIABLE)
        for text in corpora.texts_in(folder)
    ]
    assert [(text.project, text.content) for text in named] == [
        ("one_1.0", "가\n"),
        ("two_2.0", "나\n"),
    ]


def test_ftfy_mends_what_it_can_and_keeps_quotes() -> None:
    assert by_ftfy("ì»´íŒŒ".encode()) == "컴파"
    assert by_ftfy("“컴” ﬁ Ａ".encode()) == "“컴” ﬁ Ａ"


def test_a_page_is_renewed_between_its_marks(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_bytes(f"a\n{START}\nold\n{END}\nb\n".encode())
    renew(page, "new")
    assert page.read_bytes().decode() == f"a\n{START}\n\nnew\n{END}\nb\n"


def test_a_page_without_marks_is_not_written(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_bytes(b"a")
    with pytest.raises(ValueError, match="put them back"):
        renew(page, "new")
    assert page.read_bytes() == b"a"
