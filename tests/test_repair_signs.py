"""Signs that lost bytes: what stands around them says which they were."""

from __future__ import annotations

import pytest

from scripts.repair import repair
from scripts.repair.encodings import WRONG_ENCODINGS
from scripts.repair.lattice import HANGUL, Piece, Reading, Slot, pieces, shown
from scripts.repair.signs import weighed
from tests.bench.damage import misread


def likeliest(text: str, encoding: str = "latin-1") -> str:
    """Damage a line so that all undefined bytes are gone; give it back by the costs of signs.

    What is a syllable comes back as it was: that is the work of others.
    """
    data = misread(text, encoding, undefined="drop", soft_hyphen="").data
    wrong = WRONG_ENCODINGS[encoding]
    line = list(pieces(data.decode(), Reading(wrong, wrong.undefined | {0xAD})))
    result = ""
    for piece in weighed(line):
        if not isinstance(piece, Slot):
            result += shown(piece)
        elif HANGUL.match(piece.candidates[0][0]):
            result += text[len(result)]
        else:
            result += piece.candidates[0][0]
    return result


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("그는 “아니오”라고 했다", id="quotation"),
        pytest.param("“처음”과 “끝”, 그리고 “사이”", id="several quotations"),
        pytest.param("값(“참”)을 씁니다", id="in brackets"),
        pytest.param("**“굵게”**라고 적습니다", id="with marks"),
        pytest.param("그는 “왜?”라고 물었다.", id="closing behind punctuation"),
        pytest.param("함수 “f”를 부릅니다", id="around a letter"),
        pytest.param("크기는 3×4입니다", id="times"),
        pytest.param("3 × 4 행렬", id="times with spaces"),
        pytest.param("12–15쪽", id="range"),
        pytest.param("├── 하나", id="branch"),
        pytest.param("│   ├── 둘", id="branch of a branch"),
        pytest.param("| 값 | ✅ | ✅ |", id="cells"),
        pytest.param("값은 10⁻이 아니다", id="raised"),
    ],
)
def test_a_sign_fits_its_place(text: str) -> None:
    assert likeliest(text) == text


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("그는 ‘정말’이라고 했다", id="single marks, the closing one is whole"),
        pytest.param("‘하나’와 ‘둘’", id="two of them"),
        pytest.param("그는 “정말”이라고 했다", id="double marks"),
    ],
)
def test_a_mark_opens_what_the_next_one_closes(text: str) -> None:
    assert likeliest(text, "cp1257") == text


def test_a_jamo_follows_its_neighbour_in_the_alphabet() -> None:
    text = "자음은 ㄱ, ㄴ, ㄷ, ㄹ, ㅁ, ㅂ"
    assert likeliest(text, "cp1253") == text


def test_an_apostrophe_is_no_quotation_mark() -> None:
    assert likeliest("Let’s 함수") == "Let’s 함수"


def test_costs_change_and_candidates_do_not() -> None:
    line: list[Piece] = ["a ", Slot("â€", (("”", 1.0), ("“", 1.0))), "b"]
    (slot,) = (piece for piece in weighed(line) if isinstance(piece, Slot))
    assert {text for text, _ in slot.candidates} == {"”", "“"}
    assert [cost for _, cost in slot.candidates] == sorted(cost for _, cost in slot.candidates)


def test_syllables_are_left_to_the_language_model() -> None:
    line: list[Piece] = ["그", Slot("ì˜", (("옝", 0.0), ("의", 0.0))), " 값"]
    assert weighed(line) == line


def test_a_damaged_page_has_its_marks_in_pairs() -> None:
    text = "그는 “함수를 부릅니다”라고 쓰고 “값을 읽습니다”라고 고쳤습니다.\n"
    data = misread(text, "cp1257", undefined="drop", soft_hyphen="").data
    assert repair(data).text == text


def test_a_bracket_closes_what_is_open() -> None:
    text = "「국가연구개발혁신법 매뉴얼」(본권)과 「표준지침」을 봅니다.\n"
    data = misread(text, "cp1254", undefined="drop", soft_hyphen="").data
    assert repair(data).text == text


@pytest.mark.parametrize(
    ("after", "text"),
    [("+ 시간", "자 "), ("= 값", "자 "), (". 그리고", "적"), (")", "적")],
)
def test_a_space_that_may_be_a_byte_fits_what_follows(after: str, text: str) -> None:
    line: list[Piece] = ["화", Slot("ì ", (("적", 0.0), ("자 ", 0.0))), after]
    (slot,) = (piece for piece in weighed(line) if isinstance(piece, Slot))
    assert slot.candidates[0][0] == text


def test_the_space_behind_a_sign_is_a_space() -> None:
    line: list[Piece] = ["뱀 ", Slot("ğŸ ", (("🏠", 5.0), ("🐍 ", 5.5))), "있음"]
    (slot,) = (piece for piece in weighed(line) if isinstance(piece, Slot))
    assert slot.candidates[0][0] == "🐍 "
