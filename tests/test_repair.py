"""The repair stage: what comes back, what is only guessed, and what must stay as it is."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from scripts.diagnostic import NaranhiError
from scripts.repair import Repair, RepairError, repair, replay, write_repaired
from scripts.repair.encodings import WRONG_ENCODINGS

CASES = Path(__file__).parent / "cases" / "repair"
REPOSITORY = Path(__file__).resolve().parent.parent
SHARED = REPOSITORY.parent / "shared" / "legacy"

needs_shared = pytest.mark.skipif(not SHARED.exists(), reason="the shared texts are not here")

HANGUL = st.characters(min_codepoint=0xAC00, max_codepoint=0xD7A3)
WORDS = st.text(HANGUL, min_size=1, max_size=6)
CLEAN = st.lists(
    st.one_of(
        WORDS, st.sampled_from([" ", "\n", "\r\n", "`jit`", "→", "“", "”", "…", "x = 1", "é"])
    )
).map("".join)


def damaged(
    text: str, encoding: str, lost: str = "drop", nbsp: str = "\xa0", times: int = 1
) -> str:
    """Read the UTF-8 of `text` as `encoding`, as the tools did that broke the files.

    `lost` says what became of bytes that the encoding does not define: `keep` leaves the C1
    control, `drop` leaves the byte out (and soft hyphens with it), `replace` puts U+FFFD.
    """
    wrong = WRONG_ENCODINGS[encoding]
    characters = {byte: character for character, byte in wrong.to_byte.items()}

    def read(byte: int) -> str:
        if byte < 0x80:
            return chr(byte)
        if lost != "keep" and byte in wrong.undefined:
            return "" if lost == "drop" else "\ufffd"
        if lost != "keep" and byte == 0xAD:
            return ""
        return nbsp if byte == 0xA0 else characters[byte]

    for _ in range(times):
        text = "".join(map(read, text.encode()))
    return text


def cases(name: str) -> list[Any]:
    rows = json.loads((CASES / f"{name}.json").read_bytes())
    return [pytest.param(row, id=row["label"]) for row in rows]


def damaged_case(case: dict[str, Any]) -> str:
    """Damage the text of a case: all of it, or the lines that `@@` opens."""
    how = {k: case[k] for k in ("lost", "nbsp", "times") if k in case}
    if "@@" not in case["text"]:
        return damaged(case["text"], case["encoding"], **how)
    lines = case["text"].split("\n")
    return "\n".join(
        damaged(line[2:], case["encoding"], **how) if line.startswith("@@") else line
        for line in lines
    )


@pytest.mark.parametrize("case", cases("synthetic"))
def test_synthetic_damage_is_undone(case: dict[str, Any]) -> None:
    data = damaged_case(case).encode()
    result = repair(data)
    assert result.text == case["text"].replace("@@", "")
    assert replay(data, result.steps) == result.text
    assert_guesses_fit(result)


@pytest.mark.parametrize("case", cases("in_the_wild"))
def test_damage_in_the_wild_is_undone(case: dict[str, str]) -> None:
    assert repair(case["damaged"].encode()).text == case["text"]


@pytest.mark.parametrize("case", cases("negative"))
def test_whole_text_stays_byte_for_byte(case: dict[str, str]) -> None:
    result = repair(case["text"].encode())
    assert result.text == case["text"]
    assert not result.changed
    assert [step.name for step in result.steps] == ["decode"]
    assert (result.guesses, result.lost) == ((), ())


@pytest.mark.parametrize("case", cases("unsure"))
def test_what_may_be_a_quotation_stays_and_is_named(case: dict[str, Any]) -> None:
    result = repair(case["text"].encode())
    assert result.text == case["text"]
    assert [lost.line for lost in result.lost] == case["lines"]
    assert all("left as it is" in lost.message for lost in result.lost)


def without(text: str, encoding: str, lost: str, gone: set[tuple[int, int]]) -> str:
    """Damage a text, and leave some bytes out: (character, byte of it), both from 0."""
    wrong = WRONG_ENCODINGS[encoding]
    characters = {byte: character for character, byte in wrong.to_byte.items()}
    return "".join(
        chr(byte) if byte < 0x80 else characters[byte]
        for place, character in enumerate(text)
        for number, byte in enumerate(character.encode())
        if (place, number) not in gone and not (lost == "drop" and byte in wrong.undefined | {0xAD})
    )


@pytest.mark.parametrize("case", cases("stray"))
def test_a_byte_that_is_gone_for_no_known_reason_makes_nothing_certain(
    case: dict[str, Any],
) -> None:
    text, gone = case["text"], {(place, number) for place, number in case["gone"]}
    result = repair(without(text, case["encoding"], case["lost"], gone).encode())
    assert len(result.text) == len(text)
    wrong = [guess for guess in result.guesses if guess.text != text[guess.start : guess.end]]
    assert all(guess.flagged for guess in wrong)
    assert bool(wrong) is not case["right"]
    assert_guesses_fit(result)


def damaged_part(part: dict[str, Any]) -> str:
    """Damage a part of a case in its own way."""
    match part.get("encoding"):
        case None:
            return str(part["text"])
        case "NFD":
            return unicodedata.normalize("NFD", part["text"])
        case "cp949":
            return str(part["text"]).encode("cp949").decode("latin-1")
    text = damaged(part["text"], part["encoding"], part["lost"], times=part.get("times", 1))
    return damaged(text, part["over"], part["lost"]) if "over" in part else text


@pytest.mark.parametrize("case", cases("parts"))
def test_each_part_is_undone_in_its_own_way(case: dict[str, Any]) -> None:
    data = "".join(map(damaged_part, case["parts"])).encode()
    result = repair(data)
    assert result.text == "".join(part["text"] for part in case["parts"])
    assert replay(data, result.steps) == result.text
    assert_guesses_fit(result)


@pytest.mark.parametrize("case", cases("bytes"))
def test_what_can_be_read_of_broken_bytes_is_read(case: dict[str, Any]) -> None:
    data = b"".join(map(encoded, case["bytes"]))
    result = repair(data)
    assert result.text == case["text"]
    assert replay(data, result.steps) == result.text
    assert result.changed
    assert {str(lost.line) for lost in result.lost} == set(case["lost"])
    for lost in result.lost:
        assert case["lost"][str(lost.line)] in lost.message
        assert lost.message.split("; ")[1]  # what to do


def encoded(part: list[str]) -> bytes:
    """Give the bytes of a part: as hexadecimal digits, or a text by its encoding."""
    how, text = part
    if how == "hex":
        return bytes.fromhex(text)
    return damaged(text, how, "keep").encode() if how in WRONG_ENCODINGS else text.encode(how)


@pytest.mark.xfail(strict=True, reason="named in the cases")
@pytest.mark.parametrize("case", cases("known_failures"))
def test_known_failures(case: dict[str, str]) -> None:
    assert repair(case["damaged"].encode()).text == case["text"]


def assert_guesses_fit(result: Repair) -> None:
    lines = result.text.split("\n")
    for guess in result.guesses:
        assert result.text[guess.start : guess.end] == guess.text
        at = guess.column - 1
        assert lines[guess.line - 1][at : at + len(guess.text)] == guess.text
        assert guess.text in dict(guess.candidates)
        assert sum(share for _, share in guess.candidates) == pytest.approx(1.0)


def test_labels_are_unique() -> None:
    for path in sorted(CASES.glob("*.json")):
        labels = [row["label"] for row in json.loads(path.read_bytes())]
        assert len(labels) == len(set(labels)), path.name


# Properties


@given(st.lists(WORDS, min_size=3), st.sampled_from(sorted(WRONG_ENCODINGS)))
@settings(max_examples=60, deadline=None)
def test_lossless_damage_is_undone_exactly(words: list[str], encoding: str) -> None:
    text = " ".join(words) + "\n"
    result = repair(damaged(text, encoding, "keep").encode())
    assert result.text == text
    assert result.guesses == ()


@given(CLEAN)
@settings(max_examples=150, deadline=None)
@example("가\r\n\x85나\x1c")
@example("”é")
def test_clean_korean_is_unchanged(text: str) -> None:
    assert repair(text.encode()).text == text


@given(
    st.lists(st.sampled_from(["함수를", "값이", "있습니다.", "읽은", "자료", "\n", "`jit`을", "…"]))
)
@settings(max_examples=40, deadline=None)
def test_repairing_twice_is_repairing_once(words: list[str]) -> None:
    once = repair(damaged(" ".join(words), "cp1254").encode())
    twice = repair(once.text.encode())
    assert twice.text == once.text
    assert_guesses_fit(once)


@given(st.binary(max_size=200))
@settings(max_examples=300, deadline=None)
def test_any_bytes_give_a_text_or_a_repair_error(data: bytes) -> None:
    try:
        result = repair(data)
    except RepairError:
        return
    result.text.encode("utf-8")
    assert replay(data, result.steps) == result.text
    assert_guesses_fit(result)


PIECES = [
    "ì",
    "í",
    "ë",
    "ê",
    "â",
    "ğ",
    "Ã",
    "€",
    "œ",
    "\xa0",
    "Š",
    "ˆ",
    " ",
    "a",
    "\ufffd",
    "é",
    "\n",
]


@given(st.lists(st.sampled_from(PIECES), max_size=30).map("".join))
@settings(max_examples=200, deadline=None)
def test_any_mixture_of_damage_is_survived(text: str) -> None:
    result = repair(text.encode())
    assert_guesses_fit(result)
    assert result.text.count("\n") == text.count("\n")


@given(st.text(st.characters(max_codepoint=0x7F)))
def test_ascii_is_unchanged(text: str) -> None:
    assume("&#" not in text)
    assert repair(text.encode()).text == text


# A few words of each language, with the letters and marks that look most like damage.
LANGUAGES = {
    "Albanian": "është një gjë që bëhet më mirë ç’kemi «po» “ëndërr” ja… Ë",
    "Arabic": "مرحبا بالعالم، هذا نص «عربي» وفيه أرقام ١٢٣ – و…",
    "Bulgarian": "Ето един ред: „къща“, «ключ» – още… № 5 на Ѝ",
    "Catalan": "L’aigua és freda, però què hi ha? «Sí», és així… col·legi",
    "Chinese": "这是“文字”……编译函数（参数），《手册》—第一章。諛城 媛女",
    "Croatian": "čaša žuto „đak“ šuma… ćevapi – Ž Š Đ",
    "Czech": "příliš žluťoučký kůň „ě“ ď ť ň… í» ý— Ě",
    "Danish": "æble ø å »gåseøjne« – ærø… Ø Å Æ",
    "Dutch": "één geïnteresseerd coördinatie ‘zo’ – ë… ruïne",
    "English": "naïve café — “it’s” résumé… coöperate €5 £3 ±2° µm × ½",
    "Esperanto": "ĉiuj ĝardenoj ŝanĝas ĵus ŭ „ĥoro“ – eĥoŝanĝo…",
    "Estonian": "õun äär öö üks „šokolaad“ – žest… Õ",
    "Finnish": "äiti yö ”näin” – šakki… Ä Ö å",
    "French": "l’été où ça «forêt» À â ê î ô û œuvre – naïf… « oui » ; 5 € É",
    "German": "Größe „Übung“ – ähnlich ß… »ja« ê",
    "Greek": "Καλημέρα κόσμε… «μια» μέρα – λ· ν° κ» ΰ Ά",
    "Hebrew": "שלום עולם, ״טקסט״ – קצר…",
    "Hindi": "नमस्ते दुनिया… “पाठ” – १२३",
    "Hungarian": "árvíztűrő tükörfúrógép „így” – ő ű… í» Í",
    "Icelandic": "það er íslenska æðíð „já“ – þú ö… í” Þ",
    "Irish": "tá sé go maith ‘ó’ – á é í ó ú… Í",
    "Italian": "così è perché «lunedì» – più… ì” È",
    "Japanese": "これは「文章」です…コンパイル（関数）・変数、―終。",
    "Latvian": "glāžšķūņa „ģē“ – ķīļi ņ ļ… ī” Ģ",
    "Lithuanian": "įlinkdama „ėė“ – ūž ų ę… ė” Š",
    "Norwegian": "å være «sånn» – ærlig… ø” Å",
    "Polish": "zażółć gęślą jaźń „gęś” – ś ł… się» Ł",
    "Portuguese": "não há “três” ícones – às mês… irmã» você” opção OPÇÃO",
    "Romanian": "și în țară „așa” – ă â urî… a coborî” Ș",
    "Russian": "Ещё «ёлка» – её, нём… к» л– м… н” № Ё",
    "Serbian": "Ђак њушка „љ“ – џеп… к» Ћ",
    "Slovak": "ľúbezný kôň „ô“ – ĺ ŕ ď… í» Ľ",
    "Spanish": "¿Dónde está la señal? ¡Aquí! «niño» – así… í» Ñ",
    "Swedish": "åäö ”så” – är… é» Å",
    "Thai": "สวัสดีชาวโลก… “ข้อความ” – ๑๒๓",
    "Turkish": "şu ığdır “güneş” – İstanbul… ç» Ğ ê",
    "Ukrainian": "її лінії «Україна» – мрії й… їжак кі лі мі ні к» Ї",
    "Vietnamese": "tiếng Việt “được” – những… ở ê» ì đ Ì Í ê’",
}


@given(st.sampled_from(sorted(LANGUAGES)), st.data())
@settings(max_examples=250, deadline=None)
def test_other_languages_are_unchanged(language: str, data: st.DataObject) -> None:
    words = LANGUAGES[language].split()
    text = " ".join(data.draw(st.lists(st.sampled_from([*words, "\n", "x = 1"]), max_size=30)))
    assert_whole(text)


@given(st.sampled_from(sorted(LANGUAGES)), st.data())
@settings(max_examples=150, deadline=None)
def test_korean_beside_another_language_is_unchanged(language: str, data: st.DataObject) -> None:
    words = [*LANGUAGES[language].split(), "배열의", "값을", "읽습니다.", "\n"]
    assert_whole(" ".join(data.draw(st.lists(st.sampled_from(words), max_size=30))))


def assert_whole(text: str) -> None:
    result = repair(text.encode())
    assert result.text == text
    assert not result.changed
    assert (result.guesses, result.lost) == ((), ())


# Single claims


def run_python(code: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=REPOSITORY,
        env={**os.environ, "PYTHONPATH": str(REPOSITORY)},
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    return done.stdout


def test_lossless_damage_never_loads_kiwi() -> None:
    data = damaged("함수를 읽는 사람이 있습니다.", "cp1254", "keep").encode()
    code = (
        f"import sys; from scripts.repair import repair; r = repair({data!r});"
        "print('kiwipiepy' in sys.modules, len(r.guesses))"
    )
    assert run_python(code).split() == ["False", "0"]


def test_a_lossy_byte_is_a_guess_with_its_candidates() -> None:
    result = repair(damaged("이 함수의 값을 읽습니다.", "cp1254").encode())
    guess = next(g for g in result.guesses if g.text == "의")
    assert (guess.line, guess.column) == (1, 5)
    assert 1 < len(guess.candidates) <= 16
    assert guess.confidence > 0.99
    assert not guess.flagged


def test_names_of_people_are_flagged() -> None:
    result = repair(damaged("*역자 : 박섭진*\n\n함수를 읽는 자료입니다.", "cp1254").encode())
    assert any(g.line == 1 and g.column > 5 for g in result.flagged)


def test_the_lexicon_teaches_words() -> None:
    text = "그 스펙은 읽는 사람이 정합니다."
    data = damaged("꿹잠" + text, "cp1254").encode()
    assert repair(data, lexicon=["꿹잠"]).text == "꿹잠" + text


def test_a_line_cut_short_is_named() -> None:
    text = "# 제목\n\n*검수 : 김하늘, \n\n이 함수는 값을 읽는 일을 합니다.\n"
    result = repair(damaged(text, "cp1254").encode())
    assert result.text == text
    assert [lost.line for lost in result.lost] == [3]
    assert "cut short" in result.lost[0].message


def test_comments_of_a_program_are_not_cut_short() -> None:
    code = "/* 메모리를 얻습니다 */\nint *p = get();  // 네 바이트\n/** 한 줄\n * 두 줄\n */\n"
    assert repair(damaged(code, "cp1252").encode()).lost == ()


def test_a_replacement_character_in_a_clean_page_is_named() -> None:
    assert [lost.line for lost in repair("가\n나\ufffd다\n".encode()).lost] == [2]


def test_steps_say_what_is_believed_and_on_which_lines() -> None:
    one = damaged("배열의 모양을 봅니다.\n" * 2, "cp1252", "keep")
    other = damaged("배열의 모양을 봅니다.\n" * 2, "cp1250", "keep")
    steps = repair(f"깨끗한 줄입니다.\n{one}\n{other}".encode()).steps[1:]
    assert sorted(step.did for step in steps) == [
        "read as UTF-8 what had been read as cp1250: "
        + damaged("배열의", "cp1250", "keep")
        + " is 배열의 (lines 5-6)",
        "read as UTF-8 what had been read as cp1252: "
        + damaged("배열의", "cp1252", "keep")
        + " is 배열의 (lines 2-3)",
    ]


def test_the_lines_of_a_step_are_said_once() -> None:
    text = f"{damaged(PARTS[0], 'cp1252')}\n{damaged(PARTS[1], 'cp1250')}"
    for step in repair(text.encode()).steps:
        assert step.did.count("(line") <= 1


def test_jamo_in_code_stay_and_are_named_beside_words_that_are_joined() -> None:
    apart = unicodedata.normalize("NFD", "배열의 모양을 봅니다.")
    code = unicodedata.normalize("NFD", 's = "배열"')
    result = repair(f"깨끗한 줄입니다.\n\n{apart}\n\n```python\n{code}\n```\n".encode())
    assert result.text == f"깨끗한 줄입니다.\n\n배열의 모양을 봅니다.\n\n```python\n{code}\n```\n"
    assert [lost.line for lost in result.lost] == [6]


def test_cp949_files_are_read() -> None:
    text = "배열의 모양을 확인하고 함수를 부르세요.\r\n"
    result = repair(text.encode("cp949"))
    assert result.text == text
    assert result.changed
    assert result.steps[0].encoding == "cp949"


@pytest.mark.parametrize(
    "data",
    [
        pytest.param("café à la crème".encode("latin-1"), id="French in Latin-1"),
        pytest.param("这是一个函数，它返回数组的形状。".encode("gbk"), id="Chinese in GBK"),
        pytest.param("これは関数です。".encode("shift_jis"), id="Japanese in Shift-JIS"),
        pytest.param("AÇÃO".encode("latin-1"), id="one pair of capitals in Latin-1"),
        pytest.param("¿Él?".encode("latin-1"), id="a sign before a capital in Latin-1"),
        pytest.param("ｱｲ".encode("shift_jis"), id="two letters in Shift-JIS"),
        pytest.param(b"ok\n\xff\xff\xff\xff", id="no text"),
    ],
)
def test_other_bytes_are_refused_with_their_place(data: bytes) -> None:
    with pytest.raises(RepairError, match=r"line \d+, byte \d+: .* convert it to UTF-8") as caught:
        repair(data)
    assert isinstance(caught.value, NaranhiError)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32"])
def test_wide_text_with_its_mark_is_read(encoding: str) -> None:
    data = "나란히\n".encode(encoding)
    result = repair(data)
    assert result.text == "나란히\n"
    assert result.steps[0].encoding == encoding
    with pytest.raises(RepairError, match=f"is no {encoding.upper()}.* convert the file to UTF-8"):
        repair(data[:-1])


PARTS = (
    "배열의 모양을 바꾸어도 값은 그대로 남습니다.\n- 새 배열은 같은 메모리를 봅니다.\n",
    "함수는 인자를 하나 받고 값을 하나 돌려줍니다.\n\n다음 함수를 불러 보세요.\n",
    "반복문은 걸음마다 상태를 넘기고, 출력은 축을 따라 쌓입니다.\n",
)
WAYS = [
    pytest.param(lambda text: damaged(text, "cp1252"), id="cp1252, bytes dropped"),
    pytest.param(lambda text: damaged(text, "cp1254", "keep"), id="cp1254, C1 kept"),
    pytest.param(lambda text: damaged(text, "cp1257"), id="cp1257, bytes dropped"),
    pytest.param(lambda text: damaged(text, "cp1252", "replace"), id="cp1252, U+FFFD"),
    pytest.param(lambda text: damaged(text, "cp1252", "keep", times=2), id="twice, C1 kept"),
    pytest.param(lambda text: damaged(text, "cp1252", "replace", times=2), id="twice, U+FFFD"),
    pytest.param(lambda text: damaged(text, "cp1254", nbsp=" ", times=2), id="twice, dropped"),
    pytest.param(lambda text: text.encode("cp949").decode("cp1252"), id="EUC-KR"),
    pytest.param(lambda text: unicodedata.normalize("NFD", text), id="NFD"),
]


TWICE = {way.id for way in WAYS if str(way.id).startswith("twice")}


@pytest.mark.parametrize("first", WAYS)
@pytest.mark.parametrize("second", WAYS)
def test_parts_damaged_in_two_ways_are_repaired_once_and_for_all(
    first: Callable[[str], str], second: Callable[[str], str]
) -> None:
    data = f"{first(PARTS[0])}\n{second(PARTS[1])}\nclean English words\n".encode()
    result = repair(data)
    assert replay(data, result.steps) == result.text
    assert_guesses_fit(result)
    again = repair(result.text.encode())
    assert (again.text, again.changed) == (result.text, False)


# Of losses through two layers, one kind is undone in a text.
@pytest.mark.parametrize("first", WAYS)
@pytest.mark.parametrize("second", [way for way in WAYS if way.id not in TWICE])
def test_parts_damaged_in_two_ways_are_repaired_at_once(
    first: Callable[[str], str], second: Callable[[str], str]
) -> None:
    data = f"{first(PARTS[0] + PARTS[2])}\n{second(PARTS[1])}\nclean English words\n".encode()
    result = repair(data)
    assert "배열의 모양" in result.text
    assert "다음 함수를" in result.text


def test_json_has_the_contract_of_the_command() -> None:
    result = repair(damaged("이 함수의 값을 읽습니다.", "cp1254").encode())
    data = json.loads(json.dumps(result.to_json(Path("a.md"))))
    assert set(data) == {"path", "text", "steps", "guesses", "lost"}
    keys = {"start", "end", "line", "column", "text", "candidates", "flagged"}
    assert all(keys <= set(guess) for guess in data["guesses"])
    assert isinstance(data["guesses"][0]["candidates"][0], list)


def test_nfd_text_is_composed() -> None:
    text = "나란히 놓인 글"
    assert repair(unicodedata.normalize("NFD", text).encode()).text == text


def test_write_keeps_every_original(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    first = damaged("함수를 부릅니다.", "cp1252", "keep").encode()
    second = damaged("배열을 만듭니다.", "cp1252", "keep").encode()
    for number, data in enumerate((first, second, first)):
        page.write_bytes(data)
        kept = write_repaired(page, repair(data))
        assert kept == page.with_name(("page.md.orig", "page.md.orig.1", "page.md.orig")[number])
        assert kept.read_bytes() == data
    assert page.read_bytes().decode() == "함수를 부릅니다."
    assert sorted(p.name for p in tmp_path.iterdir()) == [
        "page.md",
        "page.md.orig",
        "page.md.orig.1",
    ]


def test_write_leaves_a_whole_file_alone(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_bytes("\ufeff나란히\r\n".encode())
    before = page.stat()
    assert write_repaired(page, repair(page.read_bytes())) is None
    assert page.stat().st_mtime_ns == before.st_mtime_ns
    assert [p.name for p in tmp_path.iterdir()] == ["page.md"]


# The measuring rods beside the repository


@needs_shared
def test_the_seed_page_is_right_but_for_a_name() -> None:
    result = repair((SHARED / "seed" / "jitting.mojibake.md").read_bytes())
    lines = result.text.split("\n")
    whole = (SHARED / "jax_kr" / "jitting.md").read_bytes().decode().split("\n")
    wrong = [n for n, (a, b) in enumerate(zip(lines, whole, strict=True), 1) if a != b]
    assert wrong == [8, 10]  # a translator's name; the line that was cut short
    assert any(guess.line == 8 for guess in result.flagged)
    assert [lost.line for lost in result.lost] == [10]


@needs_shared
@pytest.mark.parametrize("name", ["jax-basics", "pytrees", "stateful-computations"])
def test_damaged_pages_come_back(name: str) -> None:
    text = (SHARED / "jax_kr" / f"{name}.md").read_bytes().decode()
    result = repair(damaged(text, "cp1254").encode())
    lines = text.split("\n")
    right = sum(
        lines[g.line - 1][g.column - 1 : g.column - 1 + len(g.text)] == g.text
        for g in result.guesses
    )
    assert right >= 0.99 * len(result.guesses)
    assert len(result.flagged) <= 0.03 * len(result.guesses)


@needs_shared
@pytest.mark.parametrize("name", ["jax-basics", "jitting", "pytrees"])
def test_clean_pages_stay_as_they_are(name: str) -> None:
    data = (SHARED / "jax_kr" / f"{name}.md").read_bytes()
    result = repair(data)
    assert result.text.encode() == data
    assert not result.changed
