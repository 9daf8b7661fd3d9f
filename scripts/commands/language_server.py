"""What `check` says, in an editor: findings while one types, their fixes, and terms on hover.

Speaks the Language Server Protocol (3.17) over stdin and stdout. Nothing is executed, and the
only files that are written are those that the editor saves.
"""

from __future__ import annotations

import argparse
import queue
import re
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import IO, Any
from urllib.parse import unquote, urlsplit

from scripts.commands.json_rpc import Message, read_message, write_message
from scripts.commands.page_claims import stored_findings
from scripts.commands.page_damage import damaged_lines
from scripts.commands.progress import say
from scripts.commands.workspace import Workspace
from scripts.diagnostic import Diagnostic, NaranhiError, Severity
from scripts.glossary import Term, read_glossary
from scripts.languages import ENGLISH, KOREAN, LANGUAGES
from scripts.lesson import Lesson, Lessons
from scripts.lesson.reading import LessonReader, parse_lesson
from scripts.messages import in_language, told

# What an editor is told where it asks for what we do not have (JSON-RPC 2.0, LSP 3.17).
_NO_METHOD, _WRONG_USE, _FAILED, _NOT_READY = -32601, -32602, -32803, -32002
_WORD = re.compile(r"\w+")
_SEVERITIES = {Severity.ERROR: 1, Severity.WARNING: 2, Severity.NOTE: 3}
_CAPABILITIES = {
    "positionEncoding": "utf-16",
    "textDocumentSync": {"openClose": True, "change": 1, "save": True},
    "codeActionProvider": {"codeActionKinds": ["quickfix", "source.fixAll"]},
    "hoverProvider": True,
}


class LanguageServer:
    """One editor's open files below one or more roots; `send` takes what is to be told to it."""

    def __init__(self, send: Callable[[Message], None]) -> None:
        self._send = send
        self._open: dict[str, str] = {}
        self._readers: dict[Path, LessonReader] = {}
        self._stale: set[str] = set()
        self._told: dict[str, set[str]] = {}
        self._state = "new"
        self._tag = ENGLISH.tag
        self.exit_code: int | None = None

    def handle(self, message: Message) -> None:
        """Do what a message asks; what is told about files waits for `flush`."""
        method, number = message.get("method"), message.get("id")
        if method is None:
            return
        if method == "exit":
            self.exit_code = 0 if self._state == "ended" else 1
            return
        answer = {"jsonrpc": "2.0", "id": number}
        if self._state == "new" and method != "initialize":
            if number is not None:
                self._send({**answer, "error": {"code": _NOT_READY, "message": "not initialized"}})
            return
        handler = _HANDLERS.get(str(method))
        if handler is None:
            if number is not None:
                self._send({**answer, "error": {"code": _NO_METHOD, "message": str(method)}})
            return
        try:
            result = handler(self, message.get("params") or {})
        except (NaranhiError, KeyError, TypeError, IndexError, AttributeError) as error:
            code = _FAILED if isinstance(error, NaranhiError) else _WRONG_USE
            if number is not None:
                self._send({**answer, "error": {"code": code, "message": str(error)}})
            return
        if number is not None:
            self._send({**answer, "result": result})

    def flush(self) -> None:
        """Tell the editor what is wrong with the files that have changed."""
        for uri in sorted(self._stale & self._open.keys()):
            try:
                self._publish(uri)
            except NaranhiError as error:
                # A glossary that cannot be read, for one.
                params = {"type": 1, "message": str(error)}
                self._send({"jsonrpc": "2.0", "method": "window/showMessage", "params": params})
        self._stale.clear()

    # --- what an editor sends -------------------------------------------------------------------

    def initialize(self, params: Mapping[str, Any]) -> Any:
        """Say what this server can do; from here on it speaks the editor's language."""
        self._state = "ready"
        language = str(params.get("locale") or "").replace("_", "-").split("-")[0]
        self._tag = KOREAN.tag if language == KOREAN.tag else ENGLISH.tag
        return {"capabilities": _CAPABILITIES, "serverInfo": {"name": "naranhi"}}

    def shutdown(self, params: Mapping[str, Any]) -> Any:
        """Get ready to end."""
        self._state = "ended"

    def opened(self, params: Mapping[str, Any]) -> Any:
        """Take a file that is open now."""
        document = params["textDocument"]
        self._open[document["uri"]] = document["text"]
        self._stale.add(document["uri"])

    def changed(self, params: Mapping[str, Any]) -> Any:
        """Take a file's new text."""
        uri = params["textDocument"]["uri"]
        self._open[uri] = params["contentChanges"][-1]["text"]
        # Its twin has the same name in another folder.
        self._stale |= {other for other in self._open if _path(other).name == _path(uri).name}

    def saved(self, params: Mapping[str, Any]) -> Any:
        """Look at all open files again: what was saved may be what another one is compared with."""
        self._stale |= self._open.keys()

    def closed(self, params: Mapping[str, Any]) -> Any:
        """Forget a file, and what was said of it."""
        uri = params["textDocument"]["uri"]
        self._open.pop(uri, None)
        # The other language is compared with the file again, and not with what was never saved.
        self._stale |= {other for other in self._open if _path(other).name == _path(uri).name}
        self._tell(uri, {})

    def code_actions(self, params: Mapping[str, Any]) -> Any:
        """Give the fixes for some lines, and one for all that can be mended in the file."""
        from scripts.check.fixing import fixed, offered

        uri = params["textDocument"]["uri"]
        lessons, lesson = self._lessons(uri)
        if lesson is None:
            return []
        start, end = (params["range"][edge]["line"] + 1 for edge in ("start", "end"))
        shown = params.get("context", {}).get("diagnostics", [])
        lines = self._open[uri].split("\n")
        actions: list[dict[str, Any]] = []
        for rule, of, edit in offered(lessons, (lesson.path,)):
            if of.path != lesson.path or edit.start > end or max(edit.end, edit.start + 1) <= start:
                continue
            change = {
                "range": {"start": _place(edit.start), "end": _place(edit.end)},
                "newText": "".join(f"{line}\n" for line in edit.lines),
            }
            if edit.end > len(lines):
                change["range"] = {"start": _place(edit.start), "end": _end_of(lines)}
                change["newText"] = "\n".join(edit.lines)
            mends = [one for one in shown if one.get("code") == rule]
            action = {
                "title": in_language(f"Mend: {rule}", self._tag),
                "kind": "quickfix",
                "diagnostics": mends,
            }
            actions.append({**action, "edit": {"changes": {uri: [change]}}, "isPreferred": True})
        mended = fixed(lessons, _data, paths=(lesson.path,)).get(lesson.path)
        if mended is not None and (text := mended.decode("utf-8")) != self._open[uri]:
            whole = {"range": {"start": _place(1), "end": _end_of(lines)}, "newText": text}
            title = in_language("Mend all that is safe in this lesson", self._tag)
            action = {"title": title, "kind": "source.fixAll"}
            actions.append({**action, "edit": {"changes": {uri: [whole]}}})
        return actions

    def hover(self, params: Mapping[str, Any]) -> Any:
        """Give what the glossary says of the term at a place, None where there is none."""
        uri = params["textDocument"]["uri"]
        path, text = _path(uri), self._open.get(uri)
        root = self._root_of(path)
        if text is None or root is None:
            return None
        lines = text.split("\n")
        line = params["position"]["line"]
        if line >= len(lines):
            return None
        at = _from_utf16(lines[line], params["position"]["character"])
        found = _term_at(read_glossary(root), lines[line], at)
        if found is None:
            return None
        term, start, end = found
        place = {
            "start": _place(line + 1, lines[line], start),
            "end": _place(line + 1, lines[line], end),
        }
        return {"contents": {"kind": "markdown", "value": _described(term)}, "range": place}

    # --- lessons --------------------------------------------------------------------------------

    def _publish(self, uri: str) -> None:
        from scripts.check import check, together

        lessons, lesson = self._lessons(uri)
        if lesson is None:
            return
        paths = (lesson.path,)
        store = Workspace(lessons.root).store
        found = together(
            check(lessons, paths=paths, damaged=damaged_lines),
            stored_findings(lessons, store, paths),
        )
        texts = {self._uri_of(lessons, one): one.text for one in lessons.versions(lesson.docname)}
        by_file: dict[str, list[dict[str, Any]]] = {uri: []}
        for finding in sorted(found):
            where = (lessons.root / finding.path).resolve().as_uri()
            where = uri if finding.path == lesson.path else where
            shown = _shown(told(finding, self._tag), texts.get(where, ""))
            by_file.setdefault(where, []).append(shown)
        self._tell(uri, by_file)

    def _tell(self, uri: str, by_file: Mapping[str, list[dict[str, Any]]]) -> None:
        """Publish what one open file brought up, in it and in its twin, and take back the rest."""
        for gone in self._told.pop(uri, set()) - by_file.keys():
            if gone == uri or gone not in self._open:
                self._notify(gone, [])
        for where, found in by_file.items():
            # A twin that is open itself is told of by itself.
            if where == uri or where not in self._open:
                self._notify(where, found)
        self._told[uri] = set(by_file)

    def _notify(self, uri: str, found: list[dict[str, Any]]) -> None:
        params = {"uri": uri, "diagnostics": found}
        method = "textDocument/publishDiagnostics"
        self._send({"jsonrpc": "2.0", "method": method, "params": params})

    def _lessons(self, uri: str) -> tuple[Lessons, Lesson | None]:
        """Give the lessons of a file's root as the editor has them, and that file among them."""
        path = _path(uri)
        root = self._root_of(path)
        if root is None:
            return Lessons(Path(), (), ()), None
        reader = self._readers.setdefault(root, LessonReader(root))
        lessons = reader.read()
        buffers = {
            opened: text
            for other, text in self._open.items()
            if (opened := _path(other)).is_relative_to(root)
        }
        items = []
        wanted = None
        for lesson in lessons.items:
            own = (root / lesson.path).resolve()
            if (text := buffers.get(own)) is not None:
                lesson = _reread(lesson, text)
            if own == path:
                wanted = lesson
            items.append(lesson)
        return replace(lessons, items=tuple(items)), wanted

    def _root_of(self, path: Path) -> Path | None:
        folders = {language.folder(Path()).name for language in LANGUAGES}
        return next((one.parent for one in path.parents if one.name in folders), None)

    def _uri_of(self, lessons: Lessons, lesson: Lesson) -> str:
        path = (lessons.root / lesson.path).resolve()
        return next((uri for uri in self._open if _path(uri) == path), path.as_uri())


_HANDLERS: dict[str, Callable[[LanguageServer, Mapping[str, Any]], Any]] = {
    "initialize": LanguageServer.initialize,
    "shutdown": LanguageServer.shutdown,
    "textDocument/didOpen": LanguageServer.opened,
    "textDocument/didChange": LanguageServer.changed,
    "textDocument/didSave": LanguageServer.saved,
    "textDocument/didClose": LanguageServer.closed,
    "textDocument/codeAction": LanguageServer.code_actions,
    "textDocument/hover": LanguageServer.hover,
}


def lsp(options: argparse.Namespace) -> int:
    """Answer the editor that has started this command."""
    return serve(sys.stdin.buffer, sys.stdout.buffer)


def serve(source: IO[bytes], target: IO[bytes]) -> int:
    """Answer an editor until it ends; give the exit code.

    Files are checked when no message waits, so that fast typing is checked once.
    """
    server = LanguageServer(lambda message: write_message(target, message))
    messages: queue.Queue[Message | None] = queue.Queue()
    threading.Thread(target=_read, args=(source, messages), daemon=True).start()
    while server.exit_code is None:
        message = messages.get()
        if message is None:
            return 1
        server.handle(message)
        if messages.empty():
            server.flush()
    return server.exit_code


def _read(source: IO[bytes], messages: queue.Queue[Message | None]) -> None:
    try:
        while (message := read_message(source)) is not None:
            messages.put(message)
            if message.get("method") == "exit":
                # A thread that still reads would keep Python from ending in peace.
                return
    except ValueError as error:
        say(f"naranhi lsp: {error}")
    messages.put(None)


def _reread(lesson: Lesson, text: str) -> Lesson:
    data = text.encode("utf-8", "surrogatepass")
    fresh = parse_lesson(data, path=lesson.path, docname=lesson.docname, language=lesson.language)
    return replace(fresh, doubts=lesson.doubts)


def _data(lesson: Lesson) -> bytes:
    return lesson.text.encode("utf-8")


def _path(uri: str) -> Path:
    return Path(unquote(urlsplit(uri).path)).resolve()


def _shown(finding: Diagnostic, text: str) -> dict[str, Any]:
    """Give a finding as editors take it; it reaches to the end of the word that it begins at."""
    lines = text.split("\n")
    line = lines[finding.line - 1] if 0 < finding.line <= len(lines) else ""
    start = min(finding.column - 1, len(line))
    word = _WORD.match(line, start) if start else None
    end = word.end() if word else len(line.rstrip("\r"))
    said = "; ".join(part for part in (finding.message, finding.fix) if part)
    return {
        "range": {
            "start": _place(finding.line, line, start),
            "end": _place(finding.line, line, max(end, start)),
        },
        "severity": _SEVERITIES[finding.severity],
        "code": finding.rule,
        "source": "naranhi",
        "message": said,
    }


def _place(line: int, text: str = "", column: int = 0) -> dict[str, int]:
    """Give a place as LSP counts it: from 0, in UTF-16."""
    return {"line": line - 1, "character": _utf16(text[:column])}


def _end_of(lines: list[str]) -> dict[str, int]:
    return _place(len(lines), lines[-1], len(lines[-1]))


def _utf16(text: str) -> int:
    return len(text) + sum(ord(char) > 0xFFFF for char in text)


def _from_utf16(text: str, character: int) -> int:
    """Give how many characters a number of UTF-16 units is.

    >>> _from_utf16("a🙂b", 3)
    2
    """
    for at in range(len(text) + 1):
        if _utf16(text[:at]) >= character:
            return at
    return len(text)


def _term_at(terms: tuple[Term, ...], line: str, at: int) -> tuple[Term, int, int] | None:
    """Give the longest term that stands around a place of a line, and where it stands."""
    best: tuple[Term, int, int] | None = None
    for term, start, end in _terms_in(terms, line):
        if start <= at <= end and (best is None or end - start > best[2] - best[1]):
            best = term, start, end
    return best


def _terms_in(terms: tuple[Term, ...], line: str) -> Iterator[tuple[Term, int, int]]:
    for term in terms:
        for name in term.names:
            # Korean is followed by particles; an English word is a word of its own.
            edge = r"(?:e?s|ed|ing)?(?![A-Za-z])" if name.isascii() else ""
            for match in re.finditer(rf"(?<!\w){re.escape(name)}{edge}", line, re.IGNORECASE):
                yield term, match.start(), match.end()


def _described(term: Term) -> str:
    head = " · ".join(f"**{name}**" for name in dict.fromkeys((term.korean, term.english)) if name)
    parts = [head, *(term.meaning[tag] for tag in sorted(term.meaning, reverse=True))]
    if term.wrong:
        parts.append("✗ " + ", ".join(term.wrong))
    return "\n\n".join(parts)
