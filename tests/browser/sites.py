"""A built site: its pages, and how a browser gets them."""

from __future__ import annotations

import contextlib
import functools
import json
import re
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from scripts.policy import headers

PROBES = Path(__file__).with_name("probes.js")
# Milliseconds; a page that says nothing for so long would be a fault of its own.
_PATIENCE = 180_000

_PERSON = re.compile(r'"(?:translator|reviewer)": "([^"]*)"')
_WORD = re.compile(r"[A-Za-z]+(?:['-][A-Za-z]+)*")


@dataclass(frozen=True)
class Page:
    """A page by its path below the site; `query` is what follows it in an address.

    `language` is "" for pages of the whole site; a `lesson` can be read side by side.
    """

    path: str
    language: str
    lesson: bool = False
    query: str = ""

    @property
    def address(self) -> str:
        """Give the address below the site's."""
        return f"{self.path}{self.query}"


def languages(site: Path) -> tuple[str, ...]:
    """Give the languages that the site was built in."""
    return tuple(json.loads((site / "build.json").read_bytes())["languages"])


def pages(site: Path) -> tuple[Page, ...]:
    """Give every page of a site, by path, and the search page a second time, with a query."""
    known = languages(site)
    found = []
    for path in sorted(site.rglob("*.html")):
        name = path.relative_to(site).as_posix()
        first = name.split("/")[0]
        language = first if first in known else ""
        lesson = path.with_suffix("").with_suffix(".blocks.js").is_file()
        found.append(Page(name, language, lesson=lesson))
        if language and name == f"{language}/search.html":
            found.append(Page(name, language, query="?q=jit"))
    return tuple(found)


def words_of(root: Path, language: str) -> frozenset[str]:
    """Give the words in Latin letters that a root's lessons, glossary and people's names hold."""
    files = [*(root / f"lessons_{language}").rglob("*.md"), *(root / "docs").glob("*.toml")]
    texts = [path.read_bytes().decode("utf-8") for path in sorted(files)]
    for path in sorted((root / "docs" / "sync").rglob("*.jsonl")):
        texts += _PERSON.findall(path.read_bytes().decode("utf-8"))
    found = {word for text in texts for word in _WORD.findall(text)}
    # On a page apostrophes are curly, and part a word in two.
    return frozenset(part for word in found for part in (word, *word.split("'")))


def new_window(browser: Any, *, probed: bool = True, **options: Any) -> Any:
    """Give a browser's context with nothing kept, patient with a machine that is busy.

    Its pages have the probes, unless they are asked in another way.
    """
    context = browser.new_context(**options)
    context.set_default_timeout(_PATIENCE)
    if probed:
        context.add_init_script(path=PROBES)
    return context


class _AsHosts(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - as it is called
        return

    def end_headers(self) -> None:
        for name, value in headers().items():
            self.send_header(name, value)
        super().end_headers()


@contextlib.contextmanager
def served(site: Path) -> Iterator[str]:
    """Serve a folder on this machine alone, with the headers that a host should send.

    Gives its address, without a slash at its end.
    """
    handler = functools.partial(_AsHosts, directory=str(site))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
