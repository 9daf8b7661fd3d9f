"""What is compared between two languages: each fault at its line, once, and nothing where none is.

What follows from another fault is not said again.
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from scripts.check import check, fix, together
from scripts.diagnostic import Diagnostic, Severity
from scripts.lesson.reading import read_lessons
from scripts.sync.confirming import confirm
from scripts.sync.state import write_state
from scripts.sync.translation import Change
from tests.two_languages import translated, write, write_confirmed

CASES = json.loads((Path(__file__).parent / "cases" / "check" / "pairs.json").read_bytes())
ENGLISH = """# Bread

Bread is old.

:::{exercise} Weigh
:label: weigh

Weigh the flour.
:::

Water comes next.

:::{exercise} Bake
:label: bake

Bake it.
:::

```{code-cell} python
:alt: A loaf.
print(1)
```

![a loaf](loaf.png)

The end.
"""
KOREAN = """# 빵

빵은 오래되었습니다.

:::{exercise} 재기
:label: weigh

밀가루를 잽니다.
:::

물이 다음입니다.

:::{exercise} 굽기
:label: bake

굽습니다.
:::

```{code-cell} python
:alt: 빵 한 덩이.
print(1)
```

![빵](loaf.png)

끝입니다.
"""


def found(root: Path) -> list[str]:
    return [
        f"{one.path.parent.name[-2:]}:{one.line} {one.rule}" for one in check(read_lessons(root))
    ]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["label"])
def test_two_languages(case: dict[str, Any], tmp_path: Path) -> None:
    write(tmp_path, *("\n".join(case[tag]) + "\n" for tag in ("en", "ko")))
    assert found(tmp_path) == case["found"]


def lost(root: Path, text: str) -> list[str]:
    write_confirmed(root, ENGLISH, KOREAN)
    assert KOREAN.count(text) == 1
    write(root, ENGLISH, KOREAN.replace(text, ""))
    return [one for one in found(root) if "link" not in one]


def test_all_confirmed(tmp_path: Path) -> None:
    write_confirmed(tmp_path, ENGLISH, KOREAN)
    assert [one for one in found(tmp_path) if "link" not in one] == []


@pytest.mark.parametrize(
    ("text", "place"),
    [
        (":::{exercise} 재기\n:label: weigh\n\n밀가루를 잽니다.\n:::\n\n", "ko:5"),
        (":::{exercise} 굽기\n:label: bake\n\n굽습니다.\n:::\n\n", "ko:13"),
        ("![빵](loaf.png)\n\n", "ko:24"),
        (":alt: 빵 한 덩이.\n", "ko:19"),
    ],
)
def test_a_lost_block_is_named_once(text: str, place: str, tmp_path: Path) -> None:
    assert lost(tmp_path, text) == [f"{place} lost-block"]


def test_a_figure_that_lost_its_words_is_one_finding(tmp_path: Path) -> None:
    lost(tmp_path, ":alt: 빵 한 덩이.\n")
    path = Path("lessons_ko/a.md")
    no_alt = Diagnostic(path, 19, "no-alt", "no words", Severity.WARNING, "write some")
    other = Diagnostic(path, 24, "no-alt", "no words", Severity.WARNING, "write some")
    found = [one for one in check(read_lessons(tmp_path)) if one.rule == "lost-block"]
    one, second = together(found, [no_alt, other])
    assert (one.line, one.rule, one.severity, second) == (19, "no-alt", Severity.ERROR, other)
    assert "lessons_en/a.md:20" in one.message


def _blocks(lines: list[str]) -> list[int]:
    return [number for number, line in enumerate(lines) if line.startswith('{"block"')]


@pytest.mark.parametrize("cut", [40, 12, 2])
def test_a_cut_line_of_the_record_is_named_once(cut: int, tmp_path: Path) -> None:
    state = write_confirmed(tmp_path, ENGLISH, KOREAN)
    path = tmp_path / state.path
    lines = path.read_bytes().decode().split("\n")
    second = _blocks(lines)[1]
    lines[second] = lines[second][:cut]
    path.write_bytes("\n".join(lines).encode())
    rules = {one.rule for one in check(read_lessons(tmp_path))} - {"link", "same-images"}
    assert rules == {"sync-state"}


def test_what_was_never_confirmed_is_named_beside_a_cut_line(tmp_path: Path) -> None:
    state = write_confirmed(tmp_path, ENGLISH, KOREAN)
    path = tmp_path / state.path
    lines = path.read_bytes().decode().split("\n")
    second, fifth = _blocks(lines)[1], _blocks(lines)[4]
    del lines[fifth]
    lines[second] = lines[second][:12]
    path.write_bytes("\n".join(lines).encode())
    rules = [one.rule for one in check(read_lessons(tmp_path)) if one.rule != "link"]
    assert sorted(rules) == ["behind", "sync-state"]


@pytest.mark.parametrize(
    "broken",
    [
        "(rye)=\n# Rye\n\nA na\xefve loaf.\n".encode("latin-1"),
        f"(rye)=\n# Rye\n\n{'And so on. ' * 120_000}\n".encode(),
        b"# Rye\n\n```{tip}\nNow.\n\n```{code-cell} python\nprint(1)\n```\n\n(rye)=\n## Dark\n",
    ],
    ids=["encoding", "size", "fence"],
)
def test_nobody_knows_what_a_page_holds_that_cannot_be_read(broken: bytes, tmp_path: Path) -> None:
    write(tmp_path, broken, "(rye)=\n# 호밀\n\n빵입니다.\n", "b")
    links = "See [it](b.md#rye), {ref}`rye`, [this](#rye)"
    write(
        tmp_path,
        f"# Bread\n\n{links} and {{ref}}`oat`.\n",
        "# 빵\n\n[이것](b.md#rye), {ref}`rye`, [저것](#rye)과 {ref}`oat`를 보세요.\n",
    )
    ours = [one for one in check(read_lessons(tmp_path)) if one.path.name == "a.md"]
    assert [(str(one.path), one.rule) for one in ours] == [
        ("lessons_en/a.md", "link"),
        ("lessons_ko/a.md", "link"),
    ]
    assert all("oat" in one.message for one in ours)


def test_a_sentence_that_a_confirmed_text_lost(tmp_path: Path) -> None:
    # As many are left as in English, so that only what was confirmed tells.
    english = "# Bread\n\nBread is old, and so are ovens, of course. The end.\n"
    korean = "# 빵\n\n빵은 오래되었습니다. 오븐도 물론 마찬가지로 오래되었습니다. 끝입니다.\n"
    write_confirmed(tmp_path, english, korean)
    assert found(tmp_path) == []
    write(tmp_path, english, korean.replace("빵은 오래되었습니다. ", ""))
    assert found(tmp_path) == ["ko:3 shorter-than-twin"]
    confirmed = confirm(translated(tmp_path), by="Kim").state
    write_state(tmp_path, confirmed)
    assert found(tmp_path) == []
    # What is said more briefly, in fewer sentences, has lost nothing.
    write(tmp_path, english, korean)
    write_state(tmp_path, confirm(translated(tmp_path), by="Kim").state)
    write(tmp_path, english, korean.replace("오래되었습니다. 오븐도", "오래되었고, 오븐도"))
    assert found(tmp_path) == []


def long_table(words: str, rows: int = 400) -> str:
    return "| a | b |\n|---|---|\n" + "".join(f"| `oven{n}` | {words} |\n" for n in range(rows))


ENGLISH_BESIDE = "# Bread\n\nTakes `heat`, and `rye`.\n\n{}\n## Next\n\n- One\n- Two\n- Three\n"
KOREAN_BESIDE = "# 빵\n\n`heat`와 `rye`를 받습니다.\n\n{}\n## 다음\n\n- 하나\n- 둘\n- 셋\n"
LONG_ENGLISH = long_table("It is hot in the oven by now.")
LONG_KOREAN = long_table("이제 오븐 속이 뜨거워져 있습니다.")


def test_what_stands_beside_a_block_that_is_too_long_is_compared(tmp_path: Path) -> None:
    write(tmp_path, ENGLISH_BESIDE.format(LONG_ENGLISH), KOREAN_BESIDE.format(LONG_KOREAN))
    assert found(tmp_path) == ["ko:5 refused-size"]
    korean = KOREAN_BESIDE.replace("`rye`를", "`ryes`를").replace("- 둘\n", "")
    write(tmp_path, ENGLISH_BESIDE.format(LONG_ENGLISH), korean.format(LONG_KOREAN) + "\n메세지.\n")
    assert found(tmp_path) == [
        "ko:3 other-code",
        "ko:5 refused-size",
        "ko:412 other-items",
        "ko:413 spelling",
    ]


def test_a_block_that_is_too_long_in_both_languages_is_named_in_both(tmp_path: Path) -> None:
    fence = "```text\n{}```\n"
    texts = (fence.format(LONG_ENGLISH * 2), fence.format(LONG_KOREAN))
    write(tmp_path, ENGLISH_BESIDE.format(texts[0]), KOREAN_BESIDE.format(texts[1]))
    assert found(tmp_path) == ["en:5 refused-size", "ko:5 refused-size"]


def test_nothing_is_compared_where_nobody_knows_what_a_long_block_stands_for(
    tmp_path: Path,
) -> None:
    write(tmp_path, ENGLISH_BESIDE.format(""), KOREAN_BESIDE.format(LONG_KOREAN))
    assert found(tmp_path) == ["ko:5 refused-size"]


def test_a_page_that_was_not_read_whole_is_not_mended(tmp_path: Path) -> None:
    korean = KOREAN_BESIDE.format(LONG_KOREAN) + "\n메세지.\n"
    cells = ("\n```{code-cell} python\nx = 1\n```\n", "\n```{code-cell} python\nx = 2\n```\n")
    write(tmp_path, ENGLISH_BESIDE.format(LONG_ENGLISH) + cells[0], korean + cells[1])
    assert {"ko:414 spelling", "ko:417 same-code"} <= set(found(tmp_path))
    assert fix(read_lessons(tmp_path)) == ()
    assert (tmp_path / "lessons_ko" / "a.md").read_bytes().decode() == korean + cells[1]


def test_a_wrong_word_for_a_term_is_named_once(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "glossary.toml").write_bytes(
        '[[term]]\nen = "seed"\nko = "시드"\nwrong = ["씨드"]\n'.encode()
    )
    korean = "# 빵\n\n{}(seed)가 같습니다. 시드를 심습니다.\n"
    write(tmp_path, "# Bread\n\nThe seed is the same. Plant it.\n", korean.format("시드"))
    assert found(tmp_path) == []
    write(tmp_path, "# Bread\n\nThe seed is the same. Plant it.\n", korean.format("씨드"))
    assert found(tmp_path) == ["ko:3 banned-term"]


@pytest.mark.parametrize(
    ("english", "mention", "is_named"),
    [
        ("decision boundary", "The decision boundaries are straight.", True),
        ("decision boundary", "A decision-boundary plot.", True),
        ("decision boundary", "It draws a decision\nboundary here.", True),
        ("Hessian matrix", "All Hessian matrices are symmetric.", True),
        ("graph vertex", "Graph vertices have names.", True),
        ("random process", "These are random processes.", True),
        ("point of view", "There are two points of view.", True),
        ("tree leaf", "The tree leaves are arrays.", True),
        ("random number", "Here are random numbers.", True),
        ("random number", "It takes a random number of throws.", False),
        ("decision boundary", "", False),
        ("decision boundary", "`decision boundary`", False),
        ("decision boundary", "A decision boundaryless plot.", False),
        ("decision boundary", "It is a decision. Boundaries are others.", False),
    ],
)
def test_a_term_is_known_in_all_its_forms(
    english: str, mention: str, is_named: bool, tmp_path: Path
) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "glossary.toml").write_bytes(
        f'[[term]]\nen = "{english}"\nko = "밀가루빵"\n'.encode()
    )
    write(tmp_path, f"# Bread\n\nBread. {mention}\n", "# 빵\n\n빵이 있습니다.\n")
    assert ("ko:3 missing-term" in found(tmp_path)) is is_named
    write(tmp_path, f"# Bread\n\nBread. {mention}\n", "# 빵\n\n밀가루빵이 있습니다.\n")
    assert "ko:3 missing-term" not in found(tmp_path)


CELL = "# A\n\n```{{code-cell}} python\n{}\n```\n"


def cells(root: Path, english: str, korean: str, new: str) -> Path:
    """Confirm a page of one cell, and change the origin's; give the translation's path."""
    write_confirmed(root, CELL.format(english), CELL.format(korean).replace("# A", "# 가"))
    (root / "lessons_en/a.md").write_bytes(CELL.format(new).encode())
    return root / "lessons_ko/a.md"


def test_a_mended_cell_says_what_its_origin_says(tmp_path: Path) -> None:
    new = 'print("zero")\nprint("one")\nprint("two")'
    path = cells(tmp_path, 'print("one")\nprint("two")', 'print("하나")\nprint("둘")', new)
    fix(read_lessons(tmp_path))
    assert 'print("zero")\nprint("하나")\nprint("둘")\n' in path.read_bytes().decode()
    assert found(tmp_path) == []


@pytest.mark.parametrize(
    ("english", "korean", "new", "told"),
    [
        ('print("high tide")', 'print("밀물")', 'print("low tide")', '"[-high-] {+low+} tide"'),
        ('f("a")\nf("b")', 'f("가")\nf("나")', 'f("b")\nf("a")', '{+b+} a [-b-]'),
        ('print(f"{x} high")', 'print(f"높이 {x}")', 'print(f"{x} low")', '[-high-] {+low+}'),
        ('%time print("high")', '%time print("밀물")', '%time print("low")', "[-high-] {+low+}"),
        ('%%time\nx = 1\nprint("high")', '%%time\nx = 1\nprint("밀물")',
         '%%time\nx = 1\nprint("low")', "[-high-] {+low+}"),
        ('print("tide")', 'print("밀물")', "print('tide')", ""),
        ('print("tide")', 'print("밀물")', 'print("tide")  # more', "{+more+}"),
        ('f("a")\nf("a")', 'f("가")\nf("가")', 'f("a")\nf("b")', "[-a-] {+b+}"),
    ],
    ids=["a word", "two exchanged", "an f-string", "a magic", "a cell's magic", "quotes",
         "a comment", "one of two"],
)  # fmt: skip
def test_a_text_in_code_that_changed_is_behind(
    english: str, korean: str, new: str, told: str, tmp_path: Path
) -> None:
    cells(tmp_path, english, korean, new)
    behind = [one for one in check(read_lessons(tmp_path)) if one.rule == "behind"]
    assert [one.line for one in behind] == ([3] if told else [])
    assert all(told in one.message for one in behind)


def test_a_text_in_code_is_behind_until_it_is_confirmed(tmp_path: Path) -> None:
    path = cells(tmp_path, 'print("high")', 'print("밀물")', 'print("low")')
    translation = translated(tmp_path)
    (block,) = translation.behind
    whole = confirm(translation, by="Lee", day="2026-01-02")
    assert ([one.change for one in whole.refused], whole.confirmed) == ([Change.TEXTS], ())
    assert whole.state == translation.state
    named = confirm(translation, block=block.id, by="Lee", day="2026-01-02")
    assert translation.state is not None
    assert len(set(named.state.entries) - set(translation.state.entries)) == 1
    assert replace(translation, state=named.state).behind == ()
    path.write_bytes(path.read_bytes().replace("밀물".encode(), "썰물".encode()))
    translation = translated(tmp_path)
    assert [one.change for one in translation.behind] == [Change.BOTH]
    assert found(tmp_path) == ["ko:3 behind"]
    done = confirm(translation, by="Lee", day="2026-01-02")
    assert (done.refused, done.confirmed) == ((), (block.id,))
    assert replace(translation, state=done.state).behind == ()


def test_code_that_changed_in_both_is_not_behind(tmp_path: Path) -> None:
    path = cells(tmp_path, 'f("a")\nx = 1', 'f("가")\nx = 1', 'f("a")\nf("b")\nx = 2')
    fix(read_lessons(tmp_path))
    assert found(tmp_path) == []
    path.write_bytes(path.read_bytes().replace(b'f("b")', 'f("나")'.encode()))
    assert found(tmp_path) == []


@pytest.mark.parametrize(
    ("english", "korean", "told"),
    [
        ('label = "sum"\nprint(label == "sum")', 'label = "합"\nprint(label == "sum")', 1),
        ('d = {"sum": 2}\nprint("sum", d["sum"])', 'd = {"sum": 2}\nprint("합", d["sum"])', 0),
        ('d = dict(sum=2)\nname = "sum"', 'd = dict(sum=2)\nname = "합"', 1),
        ('d["sum"]\nplt.plot(x, label="sum")', 'd["sum"]\nplt.plot(x, label="합")', 0),
        ('d["sum"]\nshow(label="sum")', 'd["sum"]\nshow(label="합")', 1),
        ('d["sum"]\nraise ValueError("sum")', 'd["sum"]\nraise ValueError("합")', 0),
        ('n = f"step {i}"\nd[f"step {i}"]', 'n = f"단계 {i}"\nd[f"step {i}"]', 1),
        ('names = ["sum"]\nd["other"]', 'names = ["합"]\nd["other"]', 0),
        ('%time d["sum"]\nname = "sum"', '%time d["sum"]\nname = "합"', 1),
    ],
)
def test_a_text_that_the_code_works_with_is_the_same(
    english: str, korean: str, told: int, tmp_path: Path
) -> None:
    write(tmp_path, CELL.format(english), CELL.format(korean).replace("# A", "# 가"))
    same_code = [one for one in check(read_lessons(tmp_path)) if one.rule == "same-code"]
    assert ["works with this text" in one.message for one in same_code] == [True] * told
    fix(read_lessons(tmp_path))
    assert [one.rule for one in check(read_lessons(tmp_path)) if one.rule == "same-code"] == []


@pytest.mark.parametrize("owner", ["en", "ko"])
def test_a_text_is_a_key_that_a_later_cell_looks_up(owner: str, tmp_path: Path) -> None:
    head, later = (
        f"---\norigin: {owner}\n---\n\n",
        '\n```{code-cell} python\nprint(d["sum"])\n```\n',
    )
    own, other = ('label = "sum"', 'label = "합"') if owner == "en" else ('n = "a"', 'n = "가"')
    english, korean = CELL.format(own), CELL.format(other).replace("# A", "# 가")
    write_confirmed(tmp_path, head + english, head + korean)
    assert found(tmp_path) == []
    path = tmp_path / f"lessons_{owner}/a.md"
    path.write_bytes(path.read_bytes() + later.encode())
    other_path = tmp_path / f"lessons_{'ko' if owner == 'en' else 'en'}/a.md"
    other_path.write_bytes(other_path.read_bytes() + later.encode())
    assert found(tmp_path) == (["ko:8 same-code"] if owner == "en" else [])
    fix(read_lessons(tmp_path))
    assert found(tmp_path) == []


def test_a_cell_that_begins_to_look_up_a_text_takes_the_origin_s(tmp_path: Path) -> None:
    new = 'label = "sum"\nprint(label == "sum")'
    path = cells(tmp_path, 'label = "sum"\nprint(label)', 'label = "합"\nprint(label)', new)
    fix(read_lessons(tmp_path))
    assert f"{new}\n" in path.read_bytes().decode()


@pytest.mark.parametrize(
    ("english", "korean"),
    [
        (":tag: [hide]\nprint(1)", ":tags: [hide]\nprint(1)"),
        (":tags: [raises-exception]\n1 / 0", ":raises: ZeroDivisionError\n1 / 0"),
        (":tags: [raises-exception]\n1 / 0", ":raises: ZeroDivisionError\n2 / 0"),
        (":tag: [hide]\nprint(1)", None),
    ],
    ids=["misspelled", "untyped", "other code", "missing"],
)
@pytest.mark.parametrize("is_confirmed", [False, True])
def test_a_cell_with_a_fault_of_its_own_is_not_copied(
    english: str, korean: str | None, is_confirmed: bool, tmp_path: Path
) -> None:
    right = CELL.format(korean) if korean else "# A\n"
    right = right.replace("# A", "# 가")
    if is_confirmed:
        write_confirmed(tmp_path, CELL.format(korean) if korean else "# A\n", right)
    write(tmp_path, CELL.format(english), right)
    same_code = [one for one in check(read_lessons(tmp_path)) if one.rule == "same-code"]
    place = "this cell" if is_confirmed else "the cell there"
    assert {one.fix for one in same_code} == {f"mend {place} first"}
    fix(read_lessons(tmp_path))
    assert (tmp_path / "lessons_ko/a.md").read_bytes().decode() == right


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ('print("Github", 3)  # Github 3', []),
        ('print(f"Github: {n}")\n# Github: 3', []),
        ("print(n)  # of Github", ["en:5 name-spelling", "ko:5 name-spelling"]),
        ('print("Github")  # of Githubs', []),
    ],
)
def test_a_comment_that_repeats_an_output_is_no_prose(
    code: str, told: list[str], tmp_path: Path
) -> None:
    head = "n = 3\n"
    english = CELL.format(head + code)
    write(tmp_path, english, english.replace("# A", "# 가"))
    assert [one for one in found(tmp_path) if "name-spelling" in one] == told
    fix(read_lessons(tmp_path))
    changed = (tmp_path / "lessons_en/a.md").read_bytes().decode() != english
    assert changed == bool(told)


def test_a_cell_of_comments_that_gets_code_stays_where_it_is(tmp_path: Path) -> None:
    cell = "```{code-cell} python\n# none\n```\n"
    more = CELL.format("x = 1\nprint(x)").removeprefix("# A\n\n")
    english = f"# A\n\nFirst.\n\n{cell}\nThen.\n\n{more}"
    korean = english.replace("# A", "# 가").replace("First", "먼저").replace("Then", "다음")
    write_confirmed(tmp_path, english, korean.replace("# none", "# 없음"))
    changed = english.replace("# none", "# none\nx = 1").replace("print(x)", "print(x + 1)")
    (tmp_path / "lessons_en/a.md").write_bytes(changed.encode())
    assert found(tmp_path) == ["en:7 same-code", "en:14 same-code"]
    fix(read_lessons(tmp_path))
    assert found(tmp_path) == []


@pytest.mark.parametrize("deep", ["-" * 200 + "1", "[" * 90 + "1" + "]" * 90, "+".join("1" * 300)])
def test_deep_code_is_compared_and_copied(deep: str, tmp_path: Path) -> None:
    path = cells(tmp_path, f'print("a")\nx = {deep}', f'print("가")\nx = {deep}', f"x = 1 + {deep}")
    fix(read_lessons(tmp_path))
    assert [one for one in found(tmp_path) if "same-code" in one or "behind" in one] == []
    assert f"x = 1 + {deep}" in path.read_bytes().decode()
