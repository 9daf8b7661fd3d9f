"""Damage through two layers, and question marks for lost bytes."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scripts.repair import repair, replay
from scripts.repair.by_look import pieces
from scripts.repair.lattice import Broken, Piece, Slot, Sure
from scripts.repair.layers import Layer
from scripts.repair.twice import layered

TEXT = (
    "함수를 처음 부를 때 컴파일하고, 그다음부터는 저장해 둔 프로그램을 다시 씁니다.\n"
    "“정말 전부 다시 하나요?” → 아니요… 3×4 행렬이면 값만 바뀝니다!\n"
    "- 정확한 크기는 α보다 큰 값으로 정하며, ‘이름’은 그대로 둡니다. 👍\n"
    "`x = 1`과 같은 줄은 건드리지 않습니다. 왜일까요? 까닭을 적어 봅시다.\n"
)
ENCODINGS = ("cp1252", "cp1254", "latin-1")


def dropped(encoding: str) -> Layer:
    return Layer(encoding, "", "", "\xa0")


def read(text: str, layers: Sequence[Layer]) -> str:
    for layer in layers:
        text = layer.read(text)
    return text


def covers(parts: Sequence[Piece], text: str) -> bool:
    """Say whether a text is among all that the pieces of a line may be."""
    reached = {0}
    for part in parts:
        if isinstance(part, Slot):
            options = [option for option, _ in part.candidates]
        elif isinstance(part, Broken):
            return False
        else:
            options = [part.text if isinstance(part, Sure) else part]
        reached = {
            start + len(option)
            for start in reached
            for option in options
            if text.startswith(option, start)
        }
    return len(text) in reached


def assert_covered(text: str, layers: Sequence[Layer]) -> None:
    found = layered(read(text, layers).split("\n"))
    assert found is not None
    for number, line in enumerate(text.split("\n")):
        if not line.isascii():
            assert covers(found.lines[number], line), (found.layers, line)


@pytest.mark.parametrize(
    ("inner", "outer"),
    [pytest.param(a, b, id=f"{a}, {b}") for a, b in product(ENCODINGS, repeat=2)],
)
def test_twice_over_the_truth_is_among_the_candidates(inner: str, outer: str) -> None:
    assert_covered(TEXT, (dropped(inner), dropped(outer)))


OUTER_LOSSES = [
    pytest.param("", "", "\xa0", id="dropped"),
    pytest.param("", "\xad", "\xa0", id="soft hyphen kept"),
    pytest.param("", "", " ", id="no-break space a space"),
    pytest.param("\ufffd", "\xad", "\xa0", id="U+FFFD"),
    pytest.param(None, "", " ", id="only AD and A0"),
]


@pytest.mark.parametrize(("undefined", "hyphen", "space"), OUTER_LOSSES)
@pytest.mark.parametrize("inner", [Layer("cp1252"), dropped("cp1254")], ids=["whole", "dropped"])
def test_what_the_outer_layer_lost(
    inner: Layer, undefined: str | None, hyphen: str, space: str
) -> None:
    assert_covered(TEXT, (inner, Layer("cp1252", undefined, hyphen, space)))


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_question_marks_for_bytes(encoding: str) -> None:
    assert_covered(TEXT, (Layer(encoding, "?"),))


def test_whole_spans_are_exact() -> None:
    layers = (dropped("cp1252"), dropped("cp1252"))
    text = "과 같은 모양"
    assert [p.text for p in pieces(read(text, layers), layers) if isinstance(p, Sure)] == [
        *"과같모양"
    ]


@pytest.mark.parametrize(
    "layers",
    [
        pytest.param((dropped("cp1252"), dropped("cp1252")), id="cp1252 twice"),
        pytest.param((dropped("cp1252"), dropped("cp1254")), id="cp1252, then cp1254"),
        pytest.param((Layer("cp1254"), dropped("cp1252")), id="only the outer one lost bytes"),
        pytest.param((dropped("cp1254"), Layer("cp1254", "", "", " ")), id="no-break spaces"),
        pytest.param((Layer("cp1252", "\ufffd"), Layer("cp1252", "\ufffd")), id="U+FFFD twice"),
        pytest.param((Layer("cp1252", "?"),), id="question marks"),
        pytest.param((Layer("cp1254", "?", ""),), id="question marks, soft hyphens gone"),
    ],
)
def test_the_repair_gives_the_text_back(layers: tuple[Layer, ...]) -> None:
    text = (
        "자료형과 모양이 같은 배열이라면 이미 만든 것을 자주 꺼내 쓸 수 있습니다.\n\n"
        "이 함수를 처음 부르면 무엇이 일어날까요? 값을 읽고 결과를 돌려줍니다.\n"
    )
    data = read(text, layers).encode()
    result = repair(data)
    assert result.text == text
    assert replay(data, result.steps) == text
    for guess in result.guesses:
        assert result.text[guess.start : guess.end] == guess.text
    assert result.guesses


def test_guesses_stay_in_place_when_other_lines_are_mended_later() -> None:
    once = "배열의 모양을 확인하고 함수를 부릅니다."
    twice = "자료형과 모양이 같은 배열이라면 이미 만든 것을 자주 꺼내 쓸 수 있습니다."
    layers = (dropped("cp1252"), dropped("cp1252"))
    damaged = f"{once.encode().decode('latin-1')}\n\n{read(twice, layers)}\n"
    result = repair(damaged.encode())
    assert result.text == f"{once}\n\n{twice}\n"
    for guess in result.guesses:
        assert result.text[guess.start : guess.end] == guess.text
        assert (guess.line, guess.column) == (3, guess.start - len(once) - 2 + 1)


def test_a_run_of_lost_bytes_may_be_one_replacement_character() -> None:
    text = "자료형과 모양이 같은 배열이라면 이미 만든 것을 자주 꺼내 쓸 수 있습니다."
    damaged = Layer("cp1254", "\ufffd").read(text)
    assert "\ufffd\ufffd" in damaged
    assert repair(damaged.replace("\ufffd\ufffd", "\ufffd").encode()).text == text


CLEAN = [
    pytest.param("어느 것일까요? 왜? “까?” 하고 물었습니다.", id="questions"),
    pytest.param("한 번 더 저장하면 é가 ÃƒÂ©처럼 보입니다. 정말로요?", id="quoted twice over"),
    pytest.param("Vraiment ? Il a dit « où ? » à l'été, n'est-ce pas ?", id="French"),
    pytest.param("Gerçekten mi? Şöyle ğ? Ìnan ì?", id="Turkish"),
    pytest.param("Kāpēc? Kur ģ? ķ? Vai ė? ėjimas?", id="Latvian"),
    pytest.param("SÃO PAULO? ÃO? CORAÇÃO, AÇÃO Ã… Ã?", id="Portuguese in capitals"),
]


@pytest.mark.parametrize("text", CLEAN)
def test_clean_text_is_not_read_through_layers(text: str) -> None:
    assert layered(text.split("\n")) is None
    assert repair(text.encode()).text == text


def test_french_twice_over_is_no_korean() -> None:
    layers = (Layer("cp1252"), Layer("cp1252"))
    assert layered(read("L'été où l'on a goûté à tout, déjà vécu", layers).split("\n")) is None


def test_lossless_layers_are_left_to_the_exact_steps() -> None:
    layers = (Layer("cp1252"), Layer("cp1252"))
    assert layered(read(TEXT, layers).split("\n")) is None
    result = repair(read(TEXT, layers).encode())
    assert result.text == TEXT
    assert result.guesses == ()


WORDS = st.lists(
    st.one_of(
        st.text(st.characters(min_codepoint=0xAC00, max_codepoint=0xD7A3), min_size=1, max_size=5),
        st.sampled_from(["x", "?", "“", "”", "…", "→", "α", "ㅋ", "✅", "é"]),
    ),
    min_size=1,
    max_size=12,
).map(" ".join)
# A dictionary is made for each: few of them keep the tests quick.
LAYERS = st.sampled_from(
    [
        (dropped("cp1252"), dropped("cp1252")),
        (dropped("cp1254"), Layer("cp1252", "\ufffd", "\xad", " ")),
        (Layer("cp1252", None, "", " "), Layer("cp1254", "", "", " ")),
        (Layer("cp1254", "\ufffd", "\xad"), Layer("cp1254", "\ufffd")),
        (Layer("cp1254", "?", ""),),
        (Layer("cp1252", "", "", " "), Layer("cp1252", "?", "", " ")),
    ]
)


@given(WORDS, LAYERS)
@settings(max_examples=150, deadline=None)
def test_pieces_cover_every_line_of_known_layers(text: str, layers: tuple[Layer, ...]) -> None:
    text = unicodedata.normalize("NFC", text)
    damaged = read(text, layers)
    parts = list(pieces(damaged, layers))
    assert "".join(part if isinstance(part, str) else part.found for part in parts) == damaged
    assert covers(parts, text)


NOISE = [
    "Ã",
    "¬",
    "«",
    "Â",
    "â",
    "€",
    "˜",
    " ",
    "?",
    "\ufffd",
    "Å",
    "\xad",
    "\xa0",
    "x",
    "가",
    "ì",
    "\n",
]


@given(st.lists(st.sampled_from(NOISE), max_size=60).map("".join), LAYERS)
@settings(max_examples=200, deadline=None)
def test_any_mixture_is_cut_into_pieces(text: str, layers: tuple[Layer, ...]) -> None:
    for line in text.split("\n"):
        parts = list(pieces(line, layers))
        assert "".join(part if isinstance(part, str) else part.found for part in parts) == line
        for part in parts:
            if isinstance(part, Slot):
                assert part.candidates
    layered(text.split("\n"))


@pytest.mark.parametrize("noise", ["Â ", "Ã ", "Ã?", "â€ ", "Ã¬Â", "ì? "])
def test_long_noise_is_survived(noise: str) -> None:
    layers = (Layer("cp1252", None, "", " "), Layer("cp1252", "", "", " "))
    line = noise * 3000
    parts = list(pieces(line, layers))
    assert "".join(part if isinstance(part, str) else part.found for part in parts) == line
    layered([line])
