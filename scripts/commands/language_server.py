"""What `check` says, in an editor: findings while one types, their fixes, and terms on hover.

Speaks the Language Server Protocol over stdin and stdout, by pygls. Nothing is executed, and the
only files that are written are those that the editor saves.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import logging
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol
from pygls.protocol.json_rpc import RPCMessage, RPCRequest

from scripts.commands.page_claims import stored_findings
from scripts.commands.page_damage import damaged_lines
from scripts.commands.progress import say
from scripts.commands.workspace import Workspace
from scripts.console import DONE, FINDINGS
from scripts.diagnostic import Diagnostic, NaranhiError, Severity, errors
from scripts.files import States
from scripts.glossary import Term, read_glossary
from scripts.languages import ENGLISH, LANGUAGES
from scripts.lesson import Lesson, Lessons
from scripts.lesson.reading import LessonReader, parse_lesson
from scripts.messages import in_language, language_of_messages, tag_of, told

# Who types fast is told once, when the typing pauses for so many seconds.
_PAUSE = 0.1
_BETWEEN_LOOKS = 0.5
_MOST_IN_A_TITLE = 60
_WATCHED = ("**/lessons_*/**/*.md", "**/docs/*.toml", "**/docs/sync/**/*.jsonl")
_WORD = re.compile(r"\w+")
_SEVERITIES = {
    Severity.ERROR: types.DiagnosticSeverity.Error,
    Severity.WARNING: types.DiagnosticSeverity.Warning,
    Severity.NOTE: types.DiagnosticSeverity.Information,
}
_MEND_ALL = types.CodeActionKind.SourceFixAll


class _Protocol(LanguageServerProtocol):
    """The protocol, with an answer to each request: pygls lets some wait that cannot be met."""

    def structure_message(self, data: dict[str, Any]) -> Any:
        """Give a message of its own type; what has the parts of no such message is refused."""
        try:
            return super().structure_message(data)
        except JsonRpcException as error:
            if {"id", "method"} <= data.keys():
                self._send_response(data["id"], error=error.to_response_error())
            raise

    def handle_message(self, message: RPCMessage) -> None:
        """Do what a message asks."""
        if isinstance(message, RPCRequest) and message.method != types.INITIALIZE:
            if self._workspace is None:
                wrong = types.ErrorCodes.ServerNotInitialized, "not initialized"
            elif self._shutdown:
                wrong = types.ErrorCodes.InvalidRequest, "the server is shutting down"
            else:
                wrong = None
            if wrong:
                self._send_response(message.id, error=types.ResponseError(*wrong))
                return
        params = getattr(message, "params", None)
        if isinstance(params, types.DidChangeTextDocumentParams) and self._workspace is not None:
            self._open_what_was_not(params)
        super().handle_message(message)

    def _open_what_was_not(self, params: types.DidChangeTextDocumentParams) -> None:
        """Open what an editor changes and has not opened, as Neovim 0.7 does after `:saveas`."""
        uri, version = params.text_document.uri, params.text_document.version
        if unquote(uri) in self.workspace.text_documents:
            return
        whole = types.TextDocumentContentChangeWholeDocument
        params.content_changes = [one for one in params.content_changes if isinstance(one, whole)]
        text = "" if params.content_changes else _saved(_path(uri))
        self.workspace.put_text_document(types.TextDocumentItem(uri, "markdown", version, text))


class Front(LanguageServer):
    """One editor's open files below one or more roots.

    Texts come whole: what an editor counts as a line, and what Python does, differ by characters
    that damaged lessons have.
    """

    def __init__(self) -> None:
        super().__init__("naranhi", "", types.TextDocumentSyncKind.Full, protocol_cls=_Protocol)
        self.ended = False
        self._readers: dict[Path, LessonReader] = {}
        self._stale: set[str] = set()
        self._told: dict[str, set[str]] = {}
        self._tag = ENGLISH.tag
        self._said: dict[Path, str] = {}
        self._waiting: asyncio.Handle | None = None

    # --- what an editor sends -------------------------------------------------------------------

    def begin(self, params: types.InitializeParams) -> None:
        """Speak the editor's language from here on; where it names none, the terminal's."""
        self._tag = tag_of(params.locale) if params.locale else language_of_messages(None, "text")

    def end(self, params: None) -> None:
        """Get ready to end."""
        self.ended = True

    def changed(
        self, params: types.DidOpenTextDocumentParams | types.DidChangeTextDocumentParams
    ) -> None:
        """Look at a file again, and at its twin, which has the same name in another folder."""
        uri = params.text_document.uri
        self._look({uri, *self._twins(uri)})

    def saved(
        self, params: types.DidSaveTextDocumentParams | types.DidChangeWatchedFilesParams
    ) -> None:
        """Look at all open files again: what was saved may be what another one is compared with."""
        self._look(self._open)

    def watch(self, params: types.InitializedParams) -> None:
        """Ask to be told where a file changes that is not open, as when branches are switched."""
        workspace = self.client_capabilities.workspace
        watched = workspace and workspace.did_change_watched_files
        if watched and watched.dynamic_registration:
            watchers = [types.FileSystemWatcher(one) for one in _WATCHED]
            wish = types.DidChangeWatchedFilesRegistrationOptions(watchers)
            name = types.WORKSPACE_DID_CHANGE_WATCHED_FILES
            self.client_register_capability(
                types.RegistrationParams([types.Registration(name, name, wish)])
            )
        else:
            self._look_around({})

    def _look_around(self, before: Mapping[Path, States]) -> None:
        """Look again and again for files that were saved, where the editor does not tell."""
        now = before
        with contextlib.suppress(OSError):
            now = {root: Workspace(root).saved_files() for root in self._readers}
        if any(root in before and before[root] != saved for root, saved in now.items()):
            self._look(self._open)
        asyncio.get_running_loop().call_later(_BETWEEN_LOOKS, self._look_around, now)

    def closed(self, params: types.DidCloseTextDocumentParams) -> None:
        """Forget what was said of a file; its twin is compared with what was saved of it."""
        uri = params.text_document.uri
        self._tell(uri, {})
        self._look(self._twins(uri))

    def code_actions(self, params: types.CodeActionParams) -> list[types.CodeAction]:
        """Give the fixes for some lines, and one for all that can be mended in the file."""
        from scripts.check.fixing import fixed, offered

        uri = params.text_document.uri
        lessons, lesson = self._lessons(uri)
        if lesson is None:
            return []
        text = self._open[uri]
        lines = text.split("\n")
        first, last = params.range.start.line + 1, params.range.end.line + 1
        actions: list[types.CodeAction] = []
        for rule, of, edit in offered(lessons, (lesson.path,)):
            if (
                of.path != lesson.path
                or edit.start > last
                or max(edit.end, edit.start + 1) <= first
            ):
                continue
            place = self._lines(lines, edit.start, edit.end)
            ended = edit.end <= len(lines)
            written = "\n".join([*edit.lines, ""] if ended else edit.lines)
            before = "\n".join(lines[edit.start - 1 : edit.end - 1])
            change = changed_words(before, "\n".join(edit.lines))
            actions.append(
                types.CodeAction(
                    change or in_language(f"Mend: {rule}", self._tag),
                    kind=types.CodeActionKind.QuickFix,
                    diagnostics=[one for one in params.context.diagnostics if one.code == rule],
                    is_preferred=True,
                    edit=_replaced(uri, text, place, written),
                )
            )
        actions += self._guesses(uri, text, params.context.diagnostics)
        mended = fixed(lessons, paths=(lesson.path,)).get(lesson.path)
        if mended is not None and (written := mended.decode("utf-8")) != text.replace("\r\n", "\n"):
            title = in_language("Mend all that is safe in this lesson", self._tag)
            whole = self._lines(lines, 1, len(lines) + 1)
            edit_all = _replaced(uri, text, whole, written)
            actions.append(types.CodeAction(title, kind=_MEND_ALL, edit=edit_all))
        return actions

    def _guesses(
        self, uri: str, text: str, told: Iterable[types.Diagnostic]
    ) -> Iterator[types.CodeAction]:
        """Give what may be meant, as it comes back with what was told."""
        lines = text.split("\n")
        for one in told:
            if isinstance(one.data, list) and one.range.end.line < len(lines):
                place = self.workspace.position_codec.range_from_client_units(lines, one.range)
                word = lines[place.start.line][place.start.character : place.end.character]
                for guess in map(str, one.data):
                    yield types.CodeAction(
                        changed_words(word, guess),
                        kind=types.CodeActionKind.QuickFix,
                        diagnostics=[one],
                        edit=_replaced(uri, text, one.range, guess),
                    )

    def hover(self, params: types.HoverParams) -> types.Hover | None:
        """Give what the glossary says of the term at a place, None where there is none."""
        uri = params.text_document.uri
        text, root = self._open.get(uri), _root_of(_path(uri))
        lines = text.split("\n") if text is not None else []
        line = params.position.line
        if root is None or line >= len(lines):
            return None
        at = self.workspace.position_codec.position_from_client_units(lines, params.position)
        found = _term_at(read_glossary(root), lines[line], at.character)
        if found is None:
            return None
        term, start, end = found
        said = types.MarkupContent(types.MarkupKind.Markdown, _described(term))
        return types.Hover(said, self._range(line + 1, lines[line], start, end))

    # --- what it is told ------------------------------------------------------------------------

    def _look(self, uris: Iterable[str]) -> None:
        """Have files checked once nothing has come for a moment."""
        self._stale = (self._stale | set(uris)) & self._open.keys()
        if self._waiting:
            self._waiting.cancel()
        if self._stale:
            self._waiting = asyncio.get_running_loop().call_later(_PAUSE, self._tell_next)

    def _tell_next(self) -> None:
        """Tell of one file; what has come meanwhile is read before the next one."""
        uri = min(self._stale)
        self._stale.discard(uri)
        try:
            self._publish(uri)
        except NaranhiError as error:
            # A root's settings that cannot be read, for one.
            self._say(Path(), str(error))
        more = self._stale and asyncio.get_running_loop().call_soon(self._tell_next)
        self._waiting = more or None

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
        # Rules need these files, and say nothing while there is a fault in them.
        of_root = [one for one in errors(found) if one.path.suffix == ".toml"]
        self._say(lessons.root, "\n".join(str(told(one, self._tag)) for one in of_root))
        texts = {self._uri_of(lessons, one): one.text for one in lessons.versions(lesson.docname)}
        by_file: dict[str, list[types.Diagnostic]] = {uri: []}
        for finding in sorted(found):
            where = (lessons.root / finding.path).resolve().as_uri()
            where = uri if finding.path == lesson.path else where
            shown = self._shown(told(finding, self._tag), texts.get(where, ""))
            by_file.setdefault(where, []).append(shown)
        self._tell(uri, by_file)

    def _tell(self, uri: str, by_file: Mapping[str, list[types.Diagnostic]]) -> None:
        """Publish what one open file brought up, in it and in its twin, and take back the rest."""
        is_open = self._open
        for gone in self._told.pop(uri, set()) - by_file.keys():
            if gone == uri or gone not in is_open:
                self._notify(gone, [])
        for where, found in by_file.items():
            # A twin that is open itself is told of by itself.
            if where == uri or where not in is_open:
                self._notify(where, found)
        self._told[uri] = set(by_file)

    def _say(self, root: Path, fault: str) -> None:
        """Show what is wrong with more than a lesson, once; "" where that is nothing."""
        if fault and fault != self._said.get(root):
            self.window_show_message(types.ShowMessageParams(types.MessageType.Error, fault))
        self._said[root] = fault

    def _notify(self, uri: str, found: list[types.Diagnostic]) -> None:
        self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, found))

    def report_server_error(self, error: Exception, source: object) -> None:
        """Say what an editor sent that cannot be read; it has the answers to its requests."""
        say(str(error), "naranhi lsp")

    def _shown(self, finding: Diagnostic, text: str) -> types.Diagnostic:
        """Give a finding as editors take it: to its end, else to that of the word it begins at."""
        lines = text.split("\n")
        line = lines[finding.line - 1] if 0 < finding.line <= len(lines) else ""
        start = min(finding.column - 1, len(line))
        word = _WORD.match(line, start) if start else None
        end = word.end() if word else len(line.rstrip("\r"))
        if finding.end:
            end = min(finding.end - 1, len(line))
        return types.Diagnostic(
            self._range(finding.line, line, start, max(end, start)),
            "; ".join(part for part in (finding.message, finding.fix) if part),
            _SEVERITIES[finding.severity],
            code=finding.rule,
            source="naranhi",
            data=list(finding.may_be) or None,
        )

    # --- places, which each editor counts in its own way -----------------------------------------

    def _range(self, number: int, line: str, start: int, end: int) -> types.Range:
        """Give a part of a line, which is counted from 1."""
        units = self.workspace.position_codec.client_num_units
        at = [types.Position(number - 1, units(line[:column])) for column in (start, end)]
        return types.Range(*at)

    def _lines(self, lines: Sequence[str], start: int, end: int) -> types.Range:
        """Give lines from one, counted from 1, to before another one, or to the end of all."""
        last = types.Position(end - 1, 0)
        if end > len(lines):
            last = self._range(len(lines), lines[-1], 0, len(lines[-1])).end
        return types.Range(types.Position(start - 1, 0), last)

    # --- lessons --------------------------------------------------------------------------------

    @property
    def _open(self) -> Mapping[str, str]:
        """Give the texts of the open files by address, as the editor writes it."""
        return {one.uri: one.source for one in self.workspace.text_documents.values()}

    def _twins(self, uri: str) -> set[str]:
        name = _path(uri).name
        return {other for other in self._open if _path(other).name == name}

    def _lessons(self, uri: str) -> tuple[Lessons, Lesson | None]:
        """Give the lessons of a file's root as the editor has them, and that file among them."""
        path = _path(uri)
        root = _root_of(path)
        texts = self._open
        if root is None or uri not in texts:
            return Lessons(Path(), (), ()), None
        reader = self._readers.setdefault(root, LessonReader(root))
        lessons = reader.read()
        buffers = {_path(other): text for other, text in texts.items()}
        items = []
        wanted = None
        for lesson in lessons.items:
            own = (root / lesson.path).resolve()
            if (text := buffers.get(own)) is not None:
                lesson = _reread(lesson, text)
            if own == path:
                wanted = lesson
            items.append(lesson)
        if wanted is None and (wanted := _unsaved(root, path, texts[uri])):
            items.append(wanted)
        return replace(lessons, items=tuple(items)), wanted

    def _uri_of(self, lessons: Lessons, lesson: Lesson) -> str:
        path = (lessons.root / lesson.path).resolve()
        return next((uri for uri in self._open if _path(uri) == path), path.as_uri())


def front() -> Front:
    """Give a server that has not begun yet."""
    server = Front()
    handlers: dict[str, Callable[[Any], Any]] = {
        types.INITIALIZE: server.begin,
        types.INITIALIZED: server.watch,
        types.SHUTDOWN: server.end,
        types.TEXT_DOCUMENT_DID_OPEN: server.changed,
        types.TEXT_DOCUMENT_DID_CHANGE: server.changed,
        types.TEXT_DOCUMENT_DID_SAVE: server.saved,
        types.TEXT_DOCUMENT_DID_CLOSE: server.closed,
        types.WORKSPACE_DID_CHANGE_WATCHED_FILES: server.saved,
        types.TEXT_DOCUMENT_CODE_ACTION: server.code_actions,
        types.TEXT_DOCUMENT_HOVER: server.hover,
    }
    mends = types.CodeActionOptions([types.CodeActionKind.QuickFix, _MEND_ALL])
    for name, handler in handlers.items():
        options = mends if name == types.TEXT_DOCUMENT_CODE_ACTION else None
        server.feature(name, options)(_answering(handler))
    return server


def lsp(options: argparse.Namespace) -> int:
    """Answer the editor that has started this command, until it ends; give the exit code."""
    # What an editor sends wrong is said in a line, and not with where in pygls that came out.
    logging.getLogger("pygls").setLevel(logging.CRITICAL)
    server = front()
    # At its end pygls closes what it wrote to.
    server.start_io(stdout=os.fdopen(os.dup(sys.stdout.fileno()), "wb"))
    return DONE if server.ended else FINDINGS


def _answering(handler: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Give a handler whose failures that have words are the answer, in these words."""

    def answer(params: Any) -> Any:
        try:
            return handler(params)
        except NaranhiError as error:
            raise JsonRpcException(str(error), types.LSPErrorCodes.RequestFailed) from error

    return answer


def _unsaved(root: Path, path: Path, text: str) -> Lesson | None:
    """Give a lesson that no file holds yet, None for what is none."""
    for language in LANGUAGES:
        folder = language.folder(root)
        if path.is_relative_to(folder) and path.suffix == ".md" and not path.exists():
            docname = path.relative_to(folder).with_suffix("").as_posix()
            data = text.encode("utf-8", "surrogatepass")
            inside = path.relative_to(root)
            return parse_lesson(data, path=inside, docname=docname, language=language)
    return None


def _reread(lesson: Lesson, text: str) -> Lesson:
    data = text.encode("utf-8", "surrogatepass")
    fresh = parse_lesson(data, path=lesson.path, docname=lesson.docname, language=lesson.language)
    return replace(fresh, doubts=lesson.doubts)


def _path(uri: str) -> Path:
    """Give the file that an address is of; what is of none, as an older version, lies nowhere."""
    try:
        parts = urlsplit(uri)
        return Path(unquote(parts.path)).resolve() if parts.scheme == "file" else Path()
    except ValueError:  # no address, or one that no file can have
        return Path()


def _saved(path: Path) -> str:
    """Give what a file holds, "" for what is none."""
    try:
        return path.read_bytes().decode("utf-8", "replace")
    except (OSError, ValueError):
        return ""


def _root_of(path: Path) -> Path | None:
    folders = {language.folder(Path()).name for language in LANGUAGES}
    return next((one.parent for one in path.parents if one.name in folders), None)


def _replaced(uri: str, text: str, place: types.Range, written: str) -> types.WorkspaceEdit:
    """Give the edit that puts something in a place of a text, with line ends as the text has."""
    if "\r\n" in text:
        written = written.replace("\n", "\r\n")
    return types.WorkspaceEdit({uri: [types.TextEdit(place, written)]})


def changed_words(old: str, new: str) -> str:
    """Give the words of a text that are others in the new one, "" where these are too many.

    >>> changed_words("그 값를 봅니다.", "그 값을 봅니다.")
    '"값를" → "값을"'
    >>> changed_words("값이 첫번째 입니다.", "값이 첫 번째입니다.")
    '"첫번째 입니다." → "첫 번째입니다."'
    >>> changed_words("x = 1\\n", "x = 2\\ny = 3\\n")
    ''
    """
    words, others = (re.split(r"([ \n])", text) for text in (old, new))
    while words and others and words[0] == others[0]:
        del words[0], others[0]
    while words and others and words[-1] == others[-1]:
        del words[-1], others[-1]
    before, after = "".join(words), "".join(others)
    is_short = before and len(before + after) <= _MOST_IN_A_TITLE
    return f'"{before}" → "{after}"' if is_short and (before + after).isprintable() else ""


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
