"""Attacks by lessons: each is refused by name at its line, and none reaches a page that can act."""

from __future__ import annotations

import json
import os
import re
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from scripts import render as render_stage
from scripts.check import check
from scripts.cli import main
from scripts.diagnostic import FaultError, Severity
from scripts.guard import refusals, unseen
from scripts.lesson.reading import read_lessons
from scripts.messages import in_korean
from scripts.outputs import OutputStore
from scripts.permitted import Permitted, read_permitted
from scripts.render.acting import acting
from tests.conftest import REPOSITORY, SITES

ATTACKS = json.loads((REPOSITORY / "tests/cases/guard/attacks.json").read_bytes())
# Each page costs as much as a page of a site does.
_ON_A_PAGE = 10
OUTSIDE = "what-lies-outside-the-lessons"


def lay_out(root: Path, attack: Mapping[str, Any], name: str = "page") -> None:
    """Make what an attack consists of, as one page of a root with a start page."""
    folder = root / "lessons_en"
    folder.mkdir(parents=True, exist_ok=True)
    (root / "secret.txt").write_bytes(OUTSIDE.encode())
    (folder / "index.md").write_bytes(b"# Start\n\nText.\n\n```{lessons}\n```\n")
    (folder / "a.txt").write_bytes(b"a\n")
    text = attack.get("text")
    if "repeat" in attack:
        before, part, count, *after = attack["repeat"]
        text = before + part * count + "".join(after) + "\n"
    if text is not None:
        (folder / f"{name}.md").write_bytes(text.encode())
    if "bytes" in attack:
        (folder / f"{name}.md").write_bytes(bytes.fromhex(attack["bytes"]))
    for path, content in attack.get("files", {}).items():
        (folder / path).parent.mkdir(exist_ok=True)
        (folder / path).write_bytes(content.encode())
    for path, target in attack.get("links", {}).items():
        (folder / path).symlink_to(target)
    if "fifo" in attack:
        os.mkfifo(folder / attack["fifo"])


def _id(attack: Mapping[str, Any]) -> str:
    return str(attack["label"])


@pytest.mark.parametrize("attack", [one for one in ATTACKS if "rule" in one], ids=_id)
def test_an_attack_is_refused_by_name_at_its_line(tmp_path: Path, attack: Any) -> None:
    lay_out(tmp_path, attack)
    began = time.process_time()
    lessons = read_lessons(tmp_path)
    found = [one for one in check(lessons) if one.rule == attack["rule"]]
    assert found, check(lessons)
    if "line" in attack:
        assert attack["line"] in {one.line for one in found}
    assert all(str(one).isprintable() for one in found)
    assert not any(OUTSIDE in str(one) for one in found)
    assert time.process_time() - began < 5


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("An <u>underlined</u> word.", [3]),
        ("<details>\n<summary>More</summary>\n\nText.\n\n</details>", [3]),
        ("An </u> alone.", [3]),
        ("An </u> before <u>it</u>.", [3, 3]),
        ("<u>One\n<b>two</b></u>\n\n</i>", [3, 4, 6]),
        ("<b>one</b><script>x</script>", [3, 3]),
        ("<b>one\n\n</b><script>x</script>", [3, 5]),
    ],
)
def test_an_element_of_html_is_told_where_it_begins(
    tmp_path: Path, text: str, lines: list[int]
) -> None:
    lay_out(tmp_path, {"label": "", "text": f"# Page\n\n{text}\n"})
    found = refusals(read_lessons(tmp_path), Permitted())
    assert [one.line for one in found] == lines


@pytest.mark.parametrize("attack", [one for one in ATTACKS if "rule" not in one], ids=_id)
def test_what_is_only_text_is_not_refused(tmp_path: Path, attack: Any) -> None:
    lay_out(tmp_path, attack)
    began = time.process_time()
    assert refusals(read_lessons(tmp_path), Permitted()) == ()
    assert time.process_time() - began < 5


@pytest.mark.parametrize("root", [REPOSITORY, *sorted(SITES.iterdir())], ids=lambda one: one.name)
def test_no_honest_lesson_is_refused(root: Path) -> None:
    lessons = read_lessons(root)
    assert refusals(lessons, read_permitted(root)) == ()
    assert [one for lesson in lessons.items for one in unseen(lesson)] == []


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        (b'roles = ["raw"]\nfolders = ["data"', 2, "cannot be read as TOML: "),
        (b"# \xb0\xad\r\n", 1, "cannot be read as TOML: "),
        (b"a = " + b"[" * 5000, 1, "cannot be read as TOML: it is nested too deeply"),
        (b'# no role\nroles = ["raw"]\n\nrole = ["eval"]\n', 4, "role is none of cell_options, "),
        (b'folders = ["data"]\n"roles" = "raw"\n', 2, "roles must be a list of names, "),
        (b"[roles]\nraw = true\n", 1, "roles must be a list of names, "),
    ],
)
def test_while_permissions_cannot_be_read_nothing_of_theirs_is_permitted(
    tmp_path: Path, text: bytes, line: int, said: str
) -> None:
    lesson = "# Page\n\nSome {raw}`role`, ![x](../data/a.png) and [a page](nowhere.md).\n"
    lay_out(tmp_path, {"text": lesson})
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "permitted.toml").write_bytes(text)
    lessons = read_lessons(tmp_path)
    found = [one for one in check(lessons) if one.path != Path("lessons_en/index.md")]
    fault = found[0]
    assert (str(fault.path), fault.line) == ("docs/permitted.toml", line)
    assert (fault.rule, fault.severity) == ("permitted", Severity.ERROR)
    assert fault.message.startswith(said)
    assert re.search("[가-힣]", in_korean(fault.message))
    # Other rules go on, those of the guard among them.
    assert {one.rule for one in found[1:]} >= {"refused-role", "refused-path", "link"}
    # Where the page would be shown, all stops.
    store = OutputStore(tmp_path / "_build" / "outputs")
    with pytest.raises(FaultError, match=re.escape(said)):
        render_stage.render(lessons, store, out=tmp_path / "site", work=tmp_path / "work")
    assert main(["build", "--root", str(tmp_path)]) == 1
    assert not (tmp_path / "_build" / "site").exists()


@pytest.mark.site
def test_what_the_guard_does_not_see_reaches_no_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All attacks are read by Sphinx as if nobody had looked at them before."""
    apart = {"wants_outputs", "alone"}
    attacks = [one for one in ATTACKS if "text" in one and not apart & set(one)]
    # Sphinx gets to see no front matter but what titles and lists say.
    attacks = [one for one in attacks if "front" not in one.get("rule", "")]
    pages = [one["text"] for one in attacks if one["text"].startswith("---")]
    bodies = [one["text"].removeprefix("# Page\n") for one in attacks if one["text"][0] == "#"]
    starts = range(0, len(bodies), _ON_A_PAGE)
    pages += ["# Page\n" + "\n".join(bodies[at : at + _ON_A_PAGE]) for at in starts]
    for number, text in enumerate(pages):
        lay_out(tmp_path, {"text": text}, name=f"page{number}")
    monkeypatch.setattr(render_stage, "errors", lambda *_: ())
    monkeypatch.setattr(render_stage, "refusals", lambda *_: ())
    monkeypatch.setattr(render_stage, "unseen", lambda *_: ())
    lessons = read_lessons(tmp_path)
    assert len(attacks) > 120
    work = tmp_path / "_build" / "work"
    store = OutputStore(tmp_path / "_build" / "outputs")
    done = render_stage.render(lessons, store, out=tmp_path / "site", work=work)
    assert done.diagnostics
    assert not (tmp_path / "site").exists()
    html = work / "en" / "html"
    assert all((html / f"page{number}.html").is_file() for number in range(len(pages)))
    for path in sorted(html.rglob("*")):
        if path.is_file():
            data = path.read_bytes()
            assert OUTSIDE.encode() not in data, path
            assert b"root:x:0" not in data, path
        if path.suffix == ".html":
            assert list(acting(path.read_bytes().decode())) == [], path


def test_a_file_that_no_page_names_is_told(tmp_path: Path) -> None:
    for folder in (tmp_path / "lessons_en", tmp_path / "lessons_ko"):
        folder.mkdir()
        text = "# Page\n\n![A wave](wave%20one.png)\n\n```{literalinclude} shown.txt\n```\n\n"
        text += '```{code-cell} python\nnp.load(f"{name}.npy")\n```\n'
        (folder / "a.md").write_bytes(text.encode())
    folder = tmp_path / "lessons_en"
    for name in ("notes.txt", "shown.txt", ".hidden.txt", "b.ko.txt", "values.npy", "other.csv"):
        (folder / name).write_bytes(b"1\n")
    for name in ("wave one.png", "left.png"):
        (folder / name).write_bytes(b"\x89PNG\r\n\x1a\n")
    found = [one for one in check(read_lessons(tmp_path)) if one.rule == "unused-file"]
    assert [(one.path.name, "ends in .md" in one.fix) for one in found] == [
        ("b.ko.txt", True),
        ("left.png", False),
        ("notes.txt", True),
        ("other.csv", False),
    ]
