"""Streams: piece by piece what `repair` gives of the whole, in memory that does not grow."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import tracemalloc
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from scripts.repair import Decision, RepairError, repair
from scripts.repair.stream import StreamRepair, repair_stream
from tests.conftest import REPOSITORY
from tests.test_repair import damaged

PARAGRAPHS = st.lists(
    st.sampled_from(
        [
            "함수를 읽고 값을 돌려줍니다.",
            "`x = 1`을 봅니다.\n다음 줄입니다.",
            "```python\nprint('값')\n\nx = 'ì»´'\n```",
            "~~~\n\n\n값\n~~~",
            "plain words, no Hangul",
            "“따옴표” — 그리고 … →",
            "가",
            "",
        ]
    ),
    min_size=1,
    max_size=12,
)


def streamed(data: bytes, piece: int) -> tuple[bytes, StreamRepair]:
    target = io.BytesIO()
    done = repair_stream(io.BytesIO(data), target, piece=piece)
    return target.getvalue(), done


class Repeated(io.RawIOBase):
    """A stream that repeats a portion, and holds no more of it than that."""

    def __init__(self, portion: bytes, times: int) -> None:
        self.portion, self.times = portion, times

    def read(self, size: int = -1) -> bytes:
        if not self.times:
            return b""
        self.times -= 1
        return self.portion


class Nowhere(io.RawIOBase):
    """A target that counts what it is given."""

    size = 0

    def write(self, data: Any) -> int:
        self.size += len(data)
        return len(data)


@given(
    PARAGRAPHS,
    st.sampled_from(["none", "cp1252", "cp1254", "latin-1"]),
    st.sampled_from(["\n", "\r\n"]),
    st.sampled_from(["", "\ufeff"]),
    st.sampled_from(["", "\n"]),
    st.integers(1, 300),
)
@settings(max_examples=40, deadline=None)
@example(["가", "→"], "cp1254", "\n", "", "", 1)
@example(["```\n값\n\nì»´\n```"], "none", "\n", "\ufeff", "", 4)
def test_pieces_give_the_text_of_the_whole(
    paragraphs: list[str], encoding: str, newline: str, mark: str, end: str, piece: int
) -> None:
    # The first paragraph tells every piece how the text was damaged.
    text = "\n\n".join(["이 함수의 값을 읽는 사람이 있습니다.", *paragraphs]) + end
    text = mark + text.replace("\n", newline)
    if encoding != "none":
        text = mark + damaged(text.removeprefix(mark), encoding, "keep")
    found, done = streamed(text.encode(), piece)
    whole = repair(text.encode())
    assert found.decode() == whole.text
    assert done.changed == whole.changed
    assert done.lost == list(whole.lost)
    assert done.size == len(text.encode())


def test_lost_bytes_come_back_in_pieces_too() -> None:
    text = "이 함수의 값을 읽는 일을 합니다.\n\n*역자 : 박섭진*\n\n" * 12
    data = damaged(text, "cp1254").encode()
    found, done = streamed(data, 400)
    whole = repair(data)
    assert found.decode() == whole.text
    assert done.guesses == len(whole.guesses)
    assert done.doubtful == len(done.flagged) > 0
    lines = found.decode().split("\n")
    for guess, line in done.flagged:
        assert lines[guess.line - 1] == line
        assert line[guess.start : guess.end] == guess.text


def test_decisions_hold_across_pieces() -> None:
    text = "*역자 : 박섭진*\n\n" + "이 함수의 값을 읽는 일을 합니다.\n\n" * 8 + "*역자 : 박섭진*\n"
    data = damaged(text, "cp1254").encode()
    guess = repair(data).flagged[-1]
    assert guess.place.occurrence == 2
    decisions = [Decision(guess.place, "갑")]
    target = io.BytesIO()
    done = repair_stream(io.BytesIO(data), target, piece=200, decisions=decisions)
    lines = target.getvalue().decode().split("\n")
    assert "갑" in lines[guess.line - 1]
    assert "갑" not in lines[0]
    assert done.doubtful == len(repair(data, decisions=decisions).flagged)


@pytest.mark.parametrize("encoding", ["cp949", "utf-16"])
def test_other_encodings_are_read_in_pieces(encoding: str) -> None:
    text = "배열의 모양을 확인하고 함수를 부르세요.\r\n\r\n" * 20
    found, done = streamed(text.encode(encoding), 101)
    assert found.decode() == text
    assert done.damaged
    assert encoding.upper() in next(done.report(REPOSITORY))


@pytest.mark.parametrize(
    ("data", "line", "byte"),
    [
        pytest.param(b"ok\n\nok\n\nx \xff\xff\xff\xff", 5, 10, id="no text"),
        pytest.param("가\n\n나\n\n".encode() + b"\xff\xff\xff\xff", 5, 10, id="after Korean"),
    ],
)
def test_bytes_that_are_no_text_are_named_by_their_place(data: bytes, line: int, byte: int) -> None:
    with pytest.raises(RepairError, match=f"line {line}, byte {byte}:") as caught:
        streamed(data, 4)
    assert "convert it to UTF-8" in str(caught.value)


@pytest.mark.parametrize("encoding", ["utf-8", "cp949"])
def test_a_broken_byte_and_a_cut_end_are_named_by_their_place(encoding: str) -> None:
    before = "함수를 읽고 값을 돌려줍니다.\n\n" * 8
    whole = (before + "값을 ").encode(encoding)
    data = whole + b"\xff" + " 봅니다.\n\n배열".encode(encoding)[:-1]
    found, done = streamed(data, 50)
    assert found.decode() == before + "값을 \ufffd 봅니다.\n\n배"
    assert [lost.line for lost in done.lost] == [17, 19]
    assert f"byte {len(whole)} " in done.lost[0].message
    assert done.damaged
    assert found.decode() == repair(data).text


def test_lines_of_cp949_in_a_stream_of_utf8_are_read() -> None:
    text = "함수를 읽고 값을 돌려줍니다.\n\n"
    data = text.encode() * 4 + text.encode("cp949") * 2 + text.encode()
    found, done = streamed(data, 60)
    assert found.decode() == text * 7
    assert done.changed
    assert done.lost == []


def test_a_broken_utf16_is_named() -> None:
    with pytest.raises(RepairError, match="no UTF-16"):
        streamed("가나다".encode("utf-16") + b"\x00", 4)


@pytest.mark.parametrize("separator", ["\n", " "])
def test_text_without_blank_lines_is_cut_all_the_same(separator: str) -> None:
    text = separator.join(["함수를", "읽습니다."] * 500)
    data = damaged(text, "cp1252", "keep").encode()
    assert streamed(data, 100)[0].decode() == text


def test_nothing_gives_nothing() -> None:
    found, done = streamed(b"", 10)
    assert (found, done.damaged) == (b"", False)
    assert next(done.report(REPOSITORY)).endswith("whole, nothing to repair")


@pytest.mark.parametrize(
    ("lossless", "size", "piece", "bound"),
    [
        pytest.param(False, 20 << 20, 1 << 16, 4 << 20, id="clean"),
        # Undoing damage takes time and, for one piece, some memory; the bound shows all the same.
        pytest.param(True, 1 << 18, 1 << 12, 1 << 20, id="lossless damage"),
    ],
)
def test_memory_is_bounded(lossless: bool, size: int, piece: int, bound: int) -> None:
    paragraph = "이 함수의 값을 읽는 사람이 있습니다. Plain words follow, as in any page.\n\n"
    text = damaged(paragraph, "cp1254", "keep") if lossless else paragraph
    count = piece // len(text.encode())
    portion = (text * count).encode()
    times = size // len(portion)

    def run(times: int) -> tuple[int, int]:
        target: Any = Nowhere()
        source: Any = Repeated(portion, times)
        done = repair_stream(source, target, piece=piece)
        return done.size, target.size

    run(1)  # what is loaded once does not count
    tracemalloc.start()
    try:
        sizes = run(times)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert sizes == (len(portion) * times, len(paragraph.encode()) * count * times)
    assert peak < bound


def test_the_command_repairs_a_stream() -> None:
    text = "함수를 읽습니다.\r\n\r\n값입니다."
    done = subprocess.run(
        [sys.executable, "-m", "scripts", "repair", "-"],
        cwd=REPOSITORY,
        env={**os.environ, "PYTHONPATH": str(REPOSITORY)},
        input=damaged(text, "cp1252", "keep").encode(),
        capture_output=True,
        check=True,
    )
    assert done.stdout.decode() == text
    assert "undo-wrong-decoding" in done.stderr.decode()
