"""From a damaged page to a site: what nobody has confirmed is said until somebody has."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from scripts import cli
from scripts.check import check, fix
from scripts.diagnostic import COMMAND, Severity
from scripts.doubts import decisions_path
from scripts.lesson.reading import read_lessons
from tests.conftest import Run
from tests.test_repair import damaged

Naranhi = Callable[..., Run]

# What a person is called nobody can know: such a name is flagged, however good the model is.
PAGE = """\
# 반죽을 쉬게 하는 까닭

*역자 : 박섭진*

이 글을 쓰는 동안 정섭민 씨와 최섭호 씨가 함께 읽어 주었습니다. 두 사람은 빵을 잘 굽습니다.
"""


@pytest.fixture
def naranhi(capsys: pytest.CaptureFixture[str]) -> Naranhi:
    """Run commands in this process: what repair has loaded is loaded once."""

    def run(*arguments: str | Path) -> Run:
        capsys.readouterr()
        code = cli.main([str(argument) for argument in arguments])
        said = capsys.readouterr()
        return Run(code, said.out, said.err)

    return run


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "site" / "lessons_ko").mkdir(parents=True)
    (tmp_path / "rest.md").write_bytes(damaged(PAGE, "cp1254").encode())
    return tmp_path / "site"


def adopted(root: Path, naranhi: Naranhi, *options: str) -> Any:
    page = root.parent / "rest.md"
    run = naranhi("adopt", page, "--lang", "ko", "--root", root, "--format", "json", *options)
    assert run.code == 0, run.err
    return run.json


def unconfirmed(root: Path, naranhi: Naranhi) -> list[Any]:
    run = naranhi("check", "--root", root, "--format", "json")
    assert run.code == 0, "what is unconfirmed is no error"
    return [one for one in run.json if one["rule"] == "unconfirmed"]


def test_adopt_leaves_doubts_that_check_names_until_they_are_decided(
    root: Path, naranhi: Naranhi
) -> None:
    result = adopted(root, naranhi)
    lesson = Path(result["lesson"])
    flagged = [guess for guess in result["guesses"] if guess["flagged"]]
    assert len(flagged) >= 2
    behind = [one for one in result["findings"] if one["rule"] == "doubt-left-behind"]
    assert result["doubts"] + len(behind) == len(flagged)
    assert result["decisions"] == str(decisions_path(lesson))
    assert not re.search("[\U00100000-\U0010fffd]", lesson.read_bytes().decode())

    found = unconfirmed(root, naranhi)
    assert {one["severity"] for one in found} == {"warning"}
    lines = lesson.read_bytes().decode().split("\n")
    for one in found:
        assert one["path"] == "lessons_ko/rest.md"
        word = one["message"].split('"')[1]
        column = one["column"] - 1
        assert word in lines[one["line"] - 1]
        assert lines[one["line"] - 1].index(word) <= column
    assert len(found) == result["doubts"]

    # The command that a finding names decides it; an edit of the word does so too.
    place = re.search(r"--accept (\d+:\d+)", found[0]["fix"])
    assert place is not None
    assert naranhi("repair", lesson, "--accept", place[1], "--root", root).code == 0
    assert unconfirmed(root, naranhi) == found[1:]
    word = found[-1]["message"].split('"')[1]
    lesson.write_bytes(lesson.read_bytes().replace(word.encode(), "그들이".encode()))
    assert unconfirmed(root, naranhi) == found[1:-1]


def test_a_doubt_that_the_lesson_does_not_hold_is_named(root: Path, naranhi: Naranhi) -> None:
    page = "# 빵을 굽는 사람\n\n[이 사람](#박섭진-씨)입니다.\n\n## 박섭진 씨\n\n빵을 굽습니다.\n"
    (root.parent / "rest.md").write_bytes(damaged(page, "cp1254").encode())
    result = adopted(root, naranhi)
    flagged = [guess for guess in result["guesses"] if guess["flagged"]]
    behind = [one for one in result["findings"] if one["rule"] == "doubt-left-behind"]
    # The address became a label without Korean.
    assert [(one["line"], one["severity"]) for one in behind] == [(3, "warning")]
    assert result["doubts"] == len(flagged) - 1
    assert len(unconfirmed(root, naranhi)) == len(flagged) - 1


def test_a_page_that_is_adopted_again_asks_nothing_twice(root: Path, naranhi: Naranhi) -> None:
    lesson = Path(adopted(root, naranhi)["lesson"])
    first, *others = unconfirmed(root, naranhi)
    place = f"{first['line']}:{first['column']}"
    assert naranhi("repair", lesson, "--choose", f"{place}=봄", "--write", "--root", root).code == 0
    text = lesson.read_bytes()
    assert [one["line"] for one in unconfirmed(root, naranhi)] == [one["line"] for one in others]

    result = adopted(root, naranhi, "--force")
    assert result["doubts"] == len(others)
    assert lesson.read_bytes() == text

    # Decided in the page itself: the lesson has nothing to ask any more.
    assert naranhi("repair", root.parent / "rest.md", "--accept", "--root", root).code == 0
    assert adopted(root, naranhi, "--force")["doubts"] == 0
    assert unconfirmed(root, naranhi) == []


def test_a_decision_that_is_not_written_yet_is_named(root: Path, naranhi: Naranhi) -> None:
    lesson = Path(adopted(root, naranhi)["lesson"])
    first, *others = unconfirmed(root, naranhi)
    place = f"{first['line']}:{first['column']}"
    assert naranhi("repair", lesson, "--choose", f"{place}=봄", "--root", root).code == 0
    decided, *left = unconfirmed(root, naranhi)
    assert left == others
    assert "was decided to be" in decided["message"]
    assert "--write" in decided["fix"]
    assert naranhi("repair", lesson, "--write", "--root", root).code == 0
    assert [one["line"] for one in unconfirmed(root, naranhi)] == [one["line"] for one in others]


def test_a_lesson_that_is_repaired_in_its_place_keeps_its_doubts(
    root: Path, naranhi: Naranhi
) -> None:
    page = root / "lessons_ko" / "rest.md"
    page.write_bytes(damaged(f"---\nonly: ko\n---\n{PAGE}", "cp1254").encode())
    run = naranhi("repair", page, "--write", "--root", root, "--format", "json")
    flagged = [guess for guess in run.json[0]["guesses"] if guess["flagged"]]
    found = [(one["line"], one["column"]) for one in unconfirmed(root, naranhi)]
    assert found == [(guess["line"], guess["column"]) for guess in flagged]


def write(root: Path, text: str, *entries: str) -> Path:
    lesson = root / "lessons_ko" / "a.md"
    lesson.parent.mkdir(parents=True)
    lesson.write_bytes(f"---\nonly: ko\n---\n# 물\n\n{text}\n".encode())
    decisions_path(lesson).write_bytes("".join(f"{entry}\n" for entry in entries).encode())
    return lesson


ENTRY = json.dumps(
    {
        "before": "나는 ",
        "damaged": "적",
        "after": "은 양의 물을 마십니다.",
        "occurrence": 1,
        "candidates": [["적", 0.9], ["점", 0.09], ["잠", 0.01]],
    },
    ensure_ascii=False,
)


def shown(root: Path) -> list[str]:
    findings = check(read_lessons(root))
    assert {finding.severity for finding in findings} <= {Severity.WARNING}
    return [str(finding) for finding in findings]


def test_what_check_says_of_a_doubt(tmp_path: Path) -> None:
    lesson = write(tmp_path, "나는 적은 양의 물을 마십니다.", ENTRY)
    assert shown(tmp_path) == [
        'lessons_ko/a.md:6: warning: "적은" is a guess that nobody has confirmed; it may be '
        f'"점은", "잠은"; take it with "{COMMAND} repair lessons_ko/a.md --accept 6:4", '
        "or --choose another [unconfirmed]"
    ]
    assert fix(read_lessons(tmp_path)) == ()
    text = lesson.read_bytes()
    for end, opening in ((b"\r\n", b""), (b"\n", b"\xef\xbb\xbf"), (b"\r\n", b"\xef\xbb\xbf")):
        lesson.write_bytes(opening + text.replace(b"\n", end))
        assert len(shown(tmp_path)) == 1


def test_a_doubt_without_a_place_is_named_where_it_is_kept(tmp_path: Path) -> None:
    write(tmp_path, "소금은 조금만 넣습니다.", "", ENTRY)
    assert shown(tmp_path) == [
        'lessons_ko/a.md.decisions.jsonl:2: warning: the doubt about "적은" finds its place in the '
        "lesson no more; look at the sentence, then delete this line [unconfirmed]"
    ]


def test_a_line_that_is_no_decision_is_named(tmp_path: Path) -> None:
    write(tmp_path, "나는 젊은 양의 물을 마십니다.", ENTRY, "{}")
    assert shown(tmp_path) == [
        "lessons_ko/a.md.decisions.jsonl:2: warning: this line is no doubt and no decision; "
        "delete it, or decide again [decisions]"
    ]


def test_the_original_that_is_kept_beside_a_lesson_is_none(tmp_path: Path) -> None:
    lesson = write(tmp_path, "나는 적은 양의 물을 마십니다.", ENTRY)
    lesson.with_name("a.md.orig").write_bytes(b"\xea\xb0 \n")
    assert len(read_lessons(tmp_path).items) == 1
    assert len(shown(tmp_path)) == 1


@pytest.mark.site
def test_a_doubt_reaches_the_site_and_a_decision_takes_it_away(
    root: Path, naranhi: Naranhi
) -> None:
    lesson = Path(adopted(root, naranhi)["lesson"])
    assert naranhi("build", "--root", root).code == 0
    page = root / "_build" / "site" / "ko" / "rest.html"
    in_text = [one for one in unconfirmed(root, naranhi) if one["line"] > 8]
    assert in_text
    assert page.read_bytes().count(b'<span class="doubtful">') == len(in_text)

    assert naranhi("repair", lesson, "--accept", "--root", root).code == 0
    refused = naranhi("publish", "--root", root, "--to", root.parent / "www", "--version", "1")
    assert refused.code == 1
    assert "have changed since" in refused.err
    assert naranhi("build", "--root", root).code == 0
    assert b"doubt" not in page.read_bytes()
    assert naranhi("check", "--root", root).out == ""
