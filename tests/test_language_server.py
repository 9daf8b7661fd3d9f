"""The language server, driven over its pipes as an editor drives it."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import IO, Any

import pytest

from scripts.check import check, reports
from scripts.diagnostic import Diagnostic, Severity
from scripts.lesson.reading import read_lessons

KOREAN = """---
title: 파도
---

(waves)=
# 파도

추적을 `jit` 은 합니다. 🙂 첫번째 값입니다.

```{code-cell} python
x = 1  # 값
```
"""
ENGLISH = """---
title: Waves
---

(waves)=
# Waves

Tracing is what `jit` does. 🙂 It is the first value.

```{code-cell} python
x = 1
```
"""
GLOSSARY = """[[term]]
en = "trace"
ko = "추적"
meaning_ko = "함수를 따라가며 적습니다."
meaning_en = "Follows a function."
"""


def write_message(stream: IO[bytes], message: dict[str, Any]) -> None:
    body = json.dumps(message).encode()
    stream.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
    stream.flush()


def read_message(stream: IO[bytes]) -> Any:
    headers = {}
    while (line := stream.readline()).strip():
        name, _, value = line.partition(b":")
        headers[name] = value
    return json.loads(stream.read(int(headers[b"Content-Length"]))) if headers else None


class Editor:
    """An editor's side of the pipes."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self.process = process
        self.diagnostics: dict[str, list[dict[str, Any]]] = {}
        self.messages: list[dict[str, Any]] = []
        self._number = 0

    def notify(self, method: str, **params: Any) -> None:
        """Tell the server something."""
        assert self.process.stdin is not None
        write_message(self.process.stdin, {"jsonrpc": "2.0", "method": method, "params": params})

    def ask(self, method: str, **params: Any) -> Any:
        """Ask the server something, and give what it answers."""
        assert self.process.stdin is not None
        self._number += 1
        head = {"jsonrpc": "2.0", "id": self._number}
        write_message(self.process.stdin, {**head, "method": method, "params": params})
        while (message := self._next()).get("id") != self._number:
            pass
        return message

    def findings(self, uri: str) -> list[dict[str, Any]]:
        """Wait for what is said of a file."""
        while uri not in self.diagnostics:
            self._next()
        return self.diagnostics.pop(uri)

    def _next(self) -> Any:
        assert self.process.stdout is not None
        message = read_message(self.process.stdout)
        assert message is not None, "the server has ended"
        if message.get("method") == "textDocument/publishDiagnostics":
            self.diagnostics[message["params"]["uri"]] = message["params"]["diagnostics"]
        elif message.get("method") == "window/showMessage":
            self.messages.append(message["params"])
        return message


@pytest.fixture
def editor(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Editor]:
    environment = {**os.environ, "LC_ALL": getattr(request, "param", "C")}
    for name, text in (("ko", KOREAN), ("en", ENGLISH)):
        (tmp_path / f"lessons_{name}").mkdir()
        (tmp_path / f"lessons_{name}" / "waves.md").write_bytes(text.encode())
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "glossary.toml").write_bytes(GLOSSARY.encode())
    command = [sys.executable, "-m", "scripts", "lsp"]
    pipe = subprocess.PIPE
    with subprocess.Popen(
        command, env=environment, stdin=pipe, stdout=pipe, stderr=pipe
    ) as process:
        yield Editor(process)
        process.kill()


def opened(editor: Editor, path: Path, text: str) -> str:
    uri = path.as_uri()
    document = {"uri": uri, "languageId": "markdown", "version": 1, "text": text}
    editor.notify("textDocument/didOpen", textDocument=document)
    return uri


def changed(editor: Editor, uri: str, text: str) -> None:
    document = {"uri": uri, "version": 2}
    editor.notify("textDocument/didChange", textDocument=document, contentChanges=[{"text": text}])


def short(finding: dict[str, Any]) -> tuple[int, int, str]:
    start = finding["range"]["start"]
    return start["line"] + 1, start["character"] + 1, finding["code"]


def applied(text: str, uri: str, action: dict[str, Any]) -> str:
    (change,) = action["edit"]["changes"][uri]
    lines = text.split("\n")
    at = [
        sum(len(line) + 1 for line in lines[: place["line"]]) + place["character"]
        for place in (change["range"]["start"], change["range"]["end"])
    ]
    return text[: at[0]] + str(change["newText"]) + text[at[1] :]


@pytest.mark.parametrize(
    ("editor", "locale", "message"),
    [
        ("C", "ko-KR", "앞말에 붙습니다"),
        ("C", "ko", "앞말에 붙습니다"),
        ("ko_KR.UTF-8", "en-us", "joins"),
        ("ko_KR.UTF-8", None, "앞말에 붙습니다"),
        ("C", None, "joins"),
    ],
    indirect=["editor"],
)
def test_an_editor_is_told_in_its_language(
    editor: Editor, tmp_path: Path, locale: str | None, message: str
) -> None:
    editor.ask("initialize", processId=None, rootUri=None, capabilities={}, locale=locale)
    uri = opened(editor, tmp_path / "lessons_ko" / "waves.md", KOREAN)
    found = {one["code"]: one["message"] for one in editor.findings(uri)}
    assert message in found["detached-particle"]


def test_an_editing_session(editor: Editor, tmp_path: Path) -> None:
    capabilities = editor.ask("initialize", processId=None, rootUri=None, capabilities={})
    assert capabilities["result"]["capabilities"]["textDocumentSync"]["change"] == 1
    editor.notify("initialized")

    path = tmp_path / "lessons_ko" / "waves.md"
    uri = opened(editor, path, KOREAN)
    found = editor.findings(uri)
    said = check(read_lessons(tmp_path), paths=[Path("lessons_ko/waves.md")])
    here = [(one.line, one.column, one.rule) for one in said if "_ko" in str(one.path)]
    assert {rule for _, _, rule in here} >= {"detached-particle"}
    # The line has a character outside the basic plane, which UTF-16 counts twice.
    wide = [(line, col + (line == 8 and col > 17), rule) for line, col, rule in here]
    assert sorted(map(short, found)) == sorted(wide)

    mended = KOREAN
    titles: list[str] = []
    while actions := editor.ask(
        "textDocument/codeAction",
        textDocument={"uri": uri},
        range={"start": {"line": 7, "character": 0}, "end": {"line": 7, "character": 1}},
        context={"diagnostics": found},
    )["result"]:
        assert {action["kind"] for action in actions} == {"quickfix", "source.fixAll"}
        titles += [action["title"] for action in actions]
        mended = applied(mended, uri, actions[0])
        changed(editor, uri, mended)
    assert "`jit`은 합니다. 🙂 첫 번째 값" in mended
    assert {'"`jit` 은" → "`jit`은"', '"첫번째" → "첫 번째"'} <= {*titles}
    editor.diagnostics.clear()
    changed(editor, uri, mended.replace("x = 1", "x = 2"))
    # What is said of the text before may come first.
    while "same-code" not in {finding["code"] for finding in editor.findings(uri)}:
        pass
    assert path.read_bytes() == KOREAN.encode()

    place = {"line": 7, "character": 1}
    hover = editor.ask("textDocument/hover", textDocument={"uri": uri}, position=place)["result"]
    assert "**추적** · **trace**" in hover["contents"]["value"]
    assert "함수를 따라가며" in hover["contents"]["value"]

    editor.notify("textDocument/didClose", textDocument={"uri": uri})
    while editor.findings(uri):
        pass
    assert editor.ask("no/such")["error"]["code"] == -32601
    assert editor.ask("shutdown")["result"] is None
    editor.notify("exit")
    assert editor.process.wait(timeout=20) == 0


def test_the_other_language_is_checked_as_the_editor_has_it(editor: Editor, tmp_path: Path) -> None:
    editor.ask("initialize", capabilities={})
    korean = opened(editor, tmp_path / "lessons_ko" / "waves.md", KOREAN)
    english = opened(editor, tmp_path / "lessons_en" / "waves.md", ENGLISH)
    assert "same-code" not in {one["code"] for one in editor.findings(korean)}
    editor.findings(english)
    changed(editor, english, ENGLISH.replace("x = 1", "x = 3"))
    while "same-code" not in {one["code"] for one in editor.findings(korean)}:
        pass
    changed(editor, english, ENGLISH)
    while "same-code" in {one["code"] for one in editor.findings(korean)}:
        pass
    # What was never saved is gone with its window.
    changed(editor, english, ENGLISH.replace("x = 1", "x = 3"))
    while "same-code" not in {one["code"] for one in editor.findings(korean)}:
        pass
    editor.notify("textDocument/didClose", textDocument={"uri": english})
    while "same-code" in {one["code"] for one in editor.findings(korean)}:
        pass


@pytest.mark.parametrize("sent", [b"", b"Content-Length: 5\r\n\r\n{}", b"Nothing: 1\r\n\r\n{}"])
def test_an_editor_that_goes_away_ends_the_server(sent: bytes) -> None:
    command = [sys.executable, "-m", "scripts", "lsp"]
    done = subprocess.run(command, input=sent, capture_output=True, timeout=60, check=False)
    assert done.returncode == 1
    assert b"Traceback" not in done.stderr


def begun(editor: Editor, **capabilities: Any) -> Any:
    answer = editor.ask("initialize", processId=None, rootUri=None, capabilities=capabilities)
    editor.notify("initialized")
    return answer["result"]["capabilities"]


def actions_of(editor: Editor, uri: str, line: int) -> Any:
    place = {"line": line, "character": 0}
    return editor.ask(
        "textDocument/codeAction",
        textDocument={"uri": uri},
        range={"start": place, "end": place},
        context={"diagnostics": []},
    )["result"]


def test_what_may_be_meant_is_offered_and_written_by_nobody_else(
    editor: Editor, tmp_path: Path
) -> None:
    begun(editor)
    text = KOREAN.replace("추적을", "영샹을 봅니다. 추적을")
    uri = opened(editor, tmp_path / "lessons_ko" / "waves.md", text)
    told = [one for one in editor.findings(uri) if "영샹을" in one["message"]]
    (one,) = told
    assert one["data"] == ["영향을", "영상을"]
    actions = editor.ask(
        "textDocument/codeAction",
        textDocument={"uri": uri},
        range=one["range"],
        context={"diagnostics": told},
    )["result"]
    mended = {one["title"]: applied(text, uri, one) for one in actions if one.get("diagnostics")}
    assert mended['"영샹을" → "영상을"'] == text.replace("영샹을", "영상을")
    everything = [one for one in actions if one["kind"] == "source.fixAll"]
    assert all("영샹을" in applied(text, uri, one) for one in everything)


def test_files_that_are_no_lessons_are_let_be(editor: Editor, tmp_path: Path) -> None:
    begun(editor)
    uri = opened(editor, tmp_path / "notes.md", "추적 은")
    assert actions_of(editor, uri, 0) == []
    place = {"line": 0, "character": 0}
    hover = editor.ask("textDocument/hover", textDocument={"uri": uri}, position=place)
    assert hover["result"] is None
    assert editor.diagnostics == {}


@pytest.mark.parametrize(("encoding", "column"), [("utf-8", 35), ("utf-16", 19), ("utf-32", 18)])
def test_places_are_counted_as_the_editor_does(
    editor: Editor, tmp_path: Path, encoding: str, column: int
) -> None:
    capabilities = begun(editor, general={"positionEncodings": [encoding]})
    assert capabilities["positionEncoding"] == encoding
    uri = opened(editor, tmp_path / "lessons_ko" / "waves.md", KOREAN.replace("`jit` ", "`jit`"))
    found = {short(one) for one in editor.findings(uri)}
    assert (8, column + 1, "spacing") in found
    assert editor.ask(
        "textDocument/hover",
        textDocument={"uri": uri},
        position={"line": 7, "character": {"utf-8": 3}.get(encoding, 1)},
    )["result"]["range"]["end"]["character"] == {"utf-8": 6}.get(encoding, 2)


def test_all_that_is_wrong_is_marked_and_nothing_else(editor: Editor, tmp_path: Path) -> None:
    begun(editor)
    line = "길은 [여기](no-where.md)입니다."
    uri = opened(editor, tmp_path / "lessons_ko" / "waves.md", f"# 물결\n\n{line}\n")
    (place,) = [one["range"] for one in editor.findings(uri) if one["code"] == "link"]
    assert line[place["start"]["character"] : place["end"]["character"]] == "no-where.md"


def test_lines_end_as_in_the_file_and_nowhere_else(editor: Editor, tmp_path: Path) -> None:
    begun(editor)
    # To Python these end a line, to an editor they do not.
    text = KOREAN.replace("추적을", "\x85\u2028추적을").replace("\n", "\r\n")
    uri = opened(editor, tmp_path / "lessons_ko" / "waves.md", text)
    assert ("detached-particle", 8) in {
        (code, line) for line, _, code in map(short, editor.findings(uri))
    }
    mends = [one for one in actions_of(editor, uri, 7) if one["kind"] == "quickfix"]
    assert mends
    for action in mends:
        mended = applied(text, uri, action)
        assert mended.count("\r\n") == mended.count("\n") == text.count("\n")


def test_requests_at_the_wrong_time_are_answered(editor: Editor, tmp_path: Path) -> None:
    uri = (tmp_path / "lessons_ko" / "waves.md").as_uri()
    asked = {"textDocument": {"uri": uri}, "position": {"line": 0, "character": 0}}
    assert editor.ask("textDocument/hover", **asked)["error"]["code"] == -32002
    begun(editor)
    assert editor.ask("textDocument/hover", nothing=1)["error"]["code"] == -32602
    editor.ask("shutdown")
    assert editor.ask("textDocument/hover", **asked)["error"]["code"] == -32600
    editor.notify("exit")
    assert editor.process.wait(timeout=20) == 0


def test_a_glossary_that_cannot_be_read_is_said(editor: Editor, tmp_path: Path) -> None:
    begun(editor)
    (tmp_path / "docs" / "glossary.toml").write_bytes(b"[[term]\n")
    uri = opened(editor, tmp_path / "lessons_ko" / "waves.md", KOREAN)
    place = {"line": 7, "character": 1}
    asked = editor.ask("textDocument/hover", textDocument={"uri": uri}, position=place)
    assert asked["error"]["code"] == -32803
    assert "glossary.toml" in asked["error"]["message"]


def test_a_glossary_that_is_broken_for_a_while(editor: Editor, tmp_path: Path) -> None:
    begun(editor)
    glossary = tmp_path / "docs" / "glossary.toml"
    banned = f'{GLOSSARY}wrong = ["첫번째"]\n'
    glossary.write_bytes(banned.encode())
    path = tmp_path / "lessons_ko" / "waves.md"
    uri = opened(editor, path, KOREAN)
    assert "banned-term" in {one["code"] for one in editor.findings(uri)}
    glossary.write_bytes(f"{banned}[[bad".encode())
    for text in (KOREAN + "a\n", KOREAN + "b\n", KOREAN):
        changed(editor, uri, text)
        # What takes no glossary is told as before, and nothing of what was there before stays.
        assert {one["code"] for one in editor.findings(uri)} == set()
    (fault,) = editor.findings(glossary.as_uri())
    assert short(fault) == (7, 1, "glossary")
    (said,) = editor.messages
    assert said["message"].startswith("docs/glossary.toml:7: cannot be read as TOML: ")
    # Nobody needs to touch a lesson for the next one.
    glossary.write_bytes(banned.encode())
    while "banned-term" not in {one["code"] for one in editor.findings(uri)}:
        pass
    assert editor.findings(glossary.as_uri()) == []
    assert len(editor.messages) == 1


def test_what_was_never_opened_is_taken_as_it_is_changed(editor: Editor, tmp_path: Path) -> None:
    begun(editor)
    copy = tmp_path / "lessons_ko" / "tides.md"
    copy.write_bytes(KOREAN.encode())
    for path in (copy, tmp_path / "lessons_ko" / "not-saved.md"):
        changed(editor, path.as_uri(), KOREAN.replace("`jit` ", "`jit`"))
        assert actions_of(editor, path.as_uri(), 7)
        rules = {one["code"] for one in editor.findings(path.as_uri())}
        assert "spacing" in rules and "detached-particle" not in rules
    # A part can be put into nothing but what was saved.
    uri = (tmp_path / "lessons_ko" / "waves.md").as_uri()
    place = {"line": 0, "character": 0}
    part = {"range": {"start": place, "end": place}, "text": "-"}
    document = {"uri": uri, "version": 2}
    editor.notify("textDocument/didChange", textDocument=document, contentChanges=[part])
    assert actions_of(editor, uri, 7)
    while "detached-particle" not in {one["code"] for one in editor.findings(uri)}:
        pass


def test_services_read_the_lines_of_findings() -> None:
    """GitHub and VS Code take findings out of what commands print, by the same pattern."""
    folder = Path(__file__).parent.parent
    matcher = json.loads((folder / ".github" / "problem-matcher.json").read_bytes())
    (pattern,) = matcher["problemMatcher"][0]["pattern"]
    finding = Diagnostic(Path("lessons_ko/a.md"), 3, "same-code", "a [b] differs", column=7)
    warning = replace(finding, severity=Severity.WARNING, fix='run "check --fix"')
    note = replace(finding, severity=Severity.NOTE)
    for one, line in [
        (finding, reports.text(finding)),
        (note, reports.text(note)),
        (warning, reports.text(warning)),
        (warning, str(warning)),
    ]:
        match = re.fullmatch(pattern["regexp"], line)
        assert match is not None
        assert (match[1], match[2], match[6]) == ("lessons_ko/a.md", "3", "same-code")
        assert (match[4] or "error") == one.severity
    for name in ("translating.md", "translating.ko.md"):
        guide = (folder / "docs" / name).read_bytes().decode()
        assert json.dumps(pattern["regexp"]) in guide


def test_a_version_of_a_file_is_not_the_file(editor: Editor, tmp_path: Path) -> None:
    begun(editor)
    path = tmp_path / "lessons_ko" / "waves.md"
    uri = opened(editor, path, KOREAN)
    found = editor.findings(uri)
    before = {"languageId": "markdown", "version": 1, "text": "# Before\n"}
    editor.notify("textDocument/didOpen", textDocument={**before, "uri": f"git:{path}?HEAD"})
    changed(editor, uri, KOREAN + "\n")
    assert {short(one) for one in editor.findings(uri)} == {short(one) for one in found}
    whole = next(one for one in actions_of(editor, uri, 7) if one["kind"] == "source.fixAll")
    assert "# 파도" in applied(KOREAN + "\n", uri, whole)


def test_what_changes_on_disk_is_looked_at(editor: Editor, tmp_path: Path) -> None:
    watched = {"didChangeWatchedFiles": {"dynamicRegistration": True}}
    begun(editor, workspace=watched)
    uri = opened(editor, tmp_path / "lessons_ko" / "waves.md", KOREAN)
    editor.findings(uri)
    twin = tmp_path / "lessons_en" / "waves.md"
    twin.write_bytes(ENGLISH.replace("x = 1", "x = 2").encode())
    change = {"uri": twin.as_uri(), "type": 2}
    editor.notify("workspace/didChangeWatchedFiles", changes=[change])
    while "same-code" not in {one["code"] for one in editor.findings(uri)}:
        pass


def test_a_lesson_that_no_file_holds_yet(editor: Editor, tmp_path: Path) -> None:
    begun(editor)
    text = KOREAN.replace("파도", "새 글").replace("(waves)=\n", "")
    uri = opened(editor, tmp_path / "lessons_ko" / "new.md", text)
    assert "detached-particle" in {one["code"] for one in editor.findings(uri)}
    # Its address is written in another way than its name.
    uri = opened(editor, tmp_path / "lessons_ko" / "새 글.md", text)
    assert "%20" in uri
    assert actions_of(editor, uri, 7)
    assert "detached-particle" in {one["code"] for one in editor.findings(uri)}
    nowhere = "file:///a%00b.md"
    place = {"line": 0, "character": 0}
    asked = {"textDocument": {"uri": nowhere}, "position": place}
    assert editor.ask("textDocument/hover", **asked)["result"] is None
