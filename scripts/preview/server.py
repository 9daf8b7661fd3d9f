"""Serves a preview to the browsers of this machine, and tells them when a page is new.

Below `/-/events` is a stream of JSON values of two kinds. News of pages, each whole:

    {"pages": ["ko/scan"], "edited": ["ko/scan"], "findings": {"ko/scan": []}, "seconds": 0.2,
     "old": []}

`old` names the pages that show an earlier text, since the lesson as it was saved cannot be shown.
And what runs, each time the whole list, which is empty when nothing runs any more:

    {"kind": "running", "running": [{"lesson": "scan", "cell": 3, "cells": 7, "since": 1e9}]}

Cells are counted from 1; with 0 the lesson waits for its kernel. `since` tells when that began, in
seconds since the epoch.
"""

from __future__ import annotations

import contextlib
import hashlib
import html
import http.server
import json
import queue
import re
import sys
import time
import tomllib
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, unquote

from scripts.diagnostic import NaranhiError
from scripts.languages import LANGUAGES
from scripts.messages import told
from scripts.preview.executing import Running
from scripts.preview.missing import missing_page
from scripts.preview.pages import Shown

if TYPE_CHECKING:
    from scripts.preview.pages import Preview

# What belongs to the preview itself lies below it; no lesson can be named so.
_OWN = "/-/"
_SCRIPT = Path(__file__).with_name("preview.js")
_STYLE = Path(__file__).with_name("preview.css")
_VERSIONED = re.compile(r"(?:^|&)(?:v|digest)=[0-9a-f]+(?:&|$)")
_SECONDS_BETWEEN_SIGNS_OF_LIFE = 10.0
_SECONDS_FOR_A_PAGE = 30.0
_SECONDS_BETWEEN_LOOKS = 0.02


_News = Shown | tuple[Running, ...]


class Server(http.server.ThreadingHTTPServer):
    """Serves on 127.0.0.1; port 0 takes any free one. Raises `NaranhiError` for one in use."""

    daemon_threads = True

    def __init__(self, port: int) -> None:
        self.preview: Preview | None = None
        self.listeners: set[queue.Queue[_News]] = set()
        self.last = Shown()
        self.running: tuple[Running, ...] = ()
        try:
            super().__init__(("127.0.0.1", port), _Handler)
        except OSError as error:
            raise NaranhiError(
                f"port {port} cannot be used: {error.strerror}; try --port 0 for any free one"
            ) from error

    @property
    def address(self) -> str:
        """Give the address of the site."""
        return f"http://127.0.0.1:{self.server_port}/"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing where a browser has gone before it had its answer: it may at any time."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)

    def tell(self, shown: Shown) -> None:
        """Tell every open page what is new."""
        self.last = shown
        self._put(shown)

    def tell_running(self, running: tuple[Running, ...]) -> None:
        """Tell every open page which lessons' code runs now."""
        self.running = running
        self._put(running)

    def _put(self, news: _News) -> None:
        for listener in list(self.listeners):
            listener.put(news)


class _Handler(http.server.SimpleHTTPRequestHandler):
    server: Server
    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - as it is called
        """Say nothing of requests: they are all the translator's own."""

    def do_HEAD(self) -> None:
        """Answer as to GET, without the content."""
        self.do_GET()

    def do_GET(self) -> None:
        """Answer with a page, a file, or the stream of what is new."""
        path = unquote(self.path.partition("?")[0])
        if self.headers.get("Host", "").partition(":")[0] not in {"127.0.0.1", "localhost"}:
            # A page of another site, under a name that it has led here.
            self.send_error(403)
        elif path == f"{_OWN}events":
            self._events(parse_qs(self.path.partition("?")[2]).get("language", [""])[0])
        elif path == f"{_OWN}preview.js":
            self._send(_SCRIPT.read_bytes(), "text/javascript; charset=utf-8")
        elif path == f"{_OWN}preview.css":
            self._send(_STYLE.read_bytes(), "text/css; charset=utf-8")
        elif self.server.preview is not None:
            self._file(self.server.preview, path)

    def _file(self, preview: Preview, path: str) -> None:
        name = path.strip("/") or "index.html"
        tag = name.partition("/")[0]
        if tag in {build.name for build in preview.builds}:
            if path == f"/{tag}":
                # Links of a page lead on from its folder.
                self._send_on(f"{path}/")
                return
            name += "/index.html" if path.endswith("/") else ""
        data = self._as_soon_as_there(preview, name)
        if data is None:
            # It may come: the tab hears of that, too.
            page = missing_page(preview.lessons, name, preview.gone, _texts())
            page_of_all = with_script(page.encode(), words(tag))
            self._send(page_of_all, "text/html; charset=utf-8", status=404)
            return
        kind = self.guess_type(name)
        if kind == "text/html":
            data = with_script(data, words(tag))
            kind += "; charset=utf-8"
        # What a page names by a hash of it stays as it is, but for what is cut to the pages.
        stays = name not in preview.files and _VERSIONED.search(self.path.partition("?")[2])
        self._send(data, kind, keep=bool(stays))

    def _as_soon_as_there(self, preview: Preview, name: str) -> bytes | None:
        """Give a file; while pages are being made, not a part of it, and one that comes later."""
        end = time.monotonic() + _SECONDS_FOR_A_PAGE
        while True:
            made = preview.idle.is_set() or time.monotonic() > end
            data = preview.files.get(name) or self._of_build(preview, name)
            is_page = name.endswith(".html")
            if made or (data and (not is_page or data.rstrip().endswith(b"</html>"))):
                return data
            preview.idle.wait(_SECONDS_BETWEEN_LOOKS)

    def _of_build(self, preview: Preview, name: str) -> bytes | None:
        tag, _, inside = name.partition("/")
        for build in preview.builds:
            if build.name == tag:
                # A name with a null byte in it is none.
                with contextlib.suppress(OSError, ValueError):
                    path = (build.html / inside).resolve()
                    if path.is_relative_to(build.html.resolve()):
                        return path.read_bytes()
        return None

    def _send(self, data: bytes, kind: str, *, keep: bool = False, status: int = 200) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.send_header("Cache-Control", "max-age=3600" if keep else "no-store")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data)

    def _send_on(self, path: str) -> None:
        self.send_response(302)
        self.send_header("Location", path)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def _events(self, tag: str) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Cache-Control", "no-store")
        self.send_header("Connection", "close")
        self.end_headers()
        self.close_connection = True
        if self.command == "HEAD":
            return
        news: queue.Queue[_News] = queue.Queue()
        self.server.listeners.add(news)
        try:
            last = self.server.last
            self._event(Shown([], last.findings, old=last.old), tag)
            if self.server.running:
                self._event(self.server.running, tag)
            while True:
                try:
                    self._event(news.get(timeout=_SECONDS_BETWEEN_SIGNS_OF_LIFE), tag)
                except queue.Empty:
                    self.wfile.write(b": still here\n\n")
                    self.wfile.flush()
        except OSError:
            return
        finally:
            self.server.listeners.discard(news)

    def _event(self, news: _News, tag: str) -> None:
        data = _of_pages(news, tag) if isinstance(news, Shown) else _of_running(news)
        text = f"data: {json.dumps(data, ensure_ascii=False)}\n\n"
        self.wfile.write(text.encode("utf-8", "backslashreplace"))
        self.wfile.flush()


def _of_pages(shown: Shown, tag: str) -> dict[str, Any]:
    return {
        "pages": shown.pages,
        "edited": shown.edited,
        "findings": {
            page: [told(finding, tag).to_json() for finding in found]
            for page, found in shown.findings.items()
        },
        "seconds": round(shown.seconds, 3),
        "old": shown.old,
    }


def _of_running(running: tuple[Running, ...]) -> dict[str, Any]:
    return {"kind": "running", "running": [asdict(one) for one in running]}


def with_script(page: bytes, texts: Mapping[str, Any]) -> bytes:
    """Give a page that hears of its own changes.

    >>> b"/-/preview.js" in with_script(b"<html><body></body></html>", {})
    True
    """
    data = html.escape(json.dumps(texts, ensure_ascii=False), quote=True)
    ours = (
        f'<link rel="stylesheet" href="{_OWN}preview.css">'
        f'<script defer src="{_OWN}preview.js" data-words="{data}"'
        f' data-version="{hashlib.sha256(page).hexdigest()[:16]}"></script>'
    ).encode()
    before, end, after = page.rpartition(b"</body>")
    return before + ours + end + after if end else page + ours


def words(tag: str) -> dict[str, Any]:
    """Give what the preview says in a language of ours, in English for any other.

    >>> sorted(words("ko")) == sorted(words("en"))
    True
    """
    # To load the rules takes a tenth of a second: not before a page is asked for.
    from scripts.check.reports import reasons

    texts = _texts()
    languages = {language.tag: language.name for language in LANGUAGES}
    tag = tag if tag in texts else "en"
    return {**texts[tag], "languages": languages, "why": reasons(tag)}


def _texts() -> dict[str, dict[str, str]]:
    return tomllib.loads(_SCRIPT.with_suffix(".toml").read_bytes().decode("utf-8"))
