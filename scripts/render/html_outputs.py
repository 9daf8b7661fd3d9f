"""HTML that an object says it looks like, made fit for a page: it can show things and do nothing.

What is left stands on its own: every element is closed, no name can be clicked into the page's own
script or style, and nothing is asked of another host.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from html.parser import HTMLParser

_TEXT = (
    "a abbr b bdi bdo br code del dfn em i ins kbd mark q s samp small span strong sub sup u var"
)
_BLOCKS = "blockquote dd details div dl dt figcaption figure hr img li ol p pre summary ul"
_TABLES = "caption col colgroup table tbody td tfoot th thead tr"
_ALLOWED = frozenset(f"{_TEXT} {_BLOCKS} {_TABLES}".split())
_EMPTY = frozenset(["br", "col", "hr", "img"])
# What stands in these is no text for a reader.
_DROPPED = frozenset(
    ["script", "style", "template", "noscript", "iframe", "object", "svg", "math", "head", "title"]
)
# A page's own headings make its contents; an output's are only bold.
_HEADINGS = frozenset(["h1", "h2", "h3", "h4", "h5", "h6"])

_ATTRIBUTES = {
    "": frozenset(["align", "dir", "lang", "open", "title", "style"]),
    "a": frozenset(["href"]),
    "col": frozenset(["span"]),
    "colgroup": frozenset(["span"]),
    "img": frozenset(["alt", "height", "src", "width"]),
    "ol": frozenset(["start", "reversed"]),
    "td": frozenset(["colspan", "rowspan"]),
    "th": frozenset(["colspan", "rowspan", "scope"]),
}
_PROPERTIES = re.compile(
    r"(?:color|background(?:-color)?"
    r"|border(?:-(?:top|right|bottom|left))?(?:-(?:color|style|width))?|border-(?:collapse|spacing|radius)|font-(?:family|size|style|weight)|line-height"
    r"|(?:min-|max-)?(?:width|height)|(?:margin|padding)(?:-(?:top|right|bottom|left))?"
    r"|text-(?:align|decoration|decoration-color|indent|transform)|vertical-align|white-space"
    r"|overflow(?:-[xy])?|opacity|display)"
)
# No addresses, and nothing that is drawn outside its place.
_VALUE = re.compile(r"(?!.*(?:url|image|expression|-\d))[\w#%.,'\" ()/+-]+", re.IGNORECASE)
_LINK = re.compile(r"(?:https?://|mailto:|#)", re.IGNORECASE)
_PICTURE = re.compile(r"data:image/(?:png|jpeg|gif|webp|svg\+xml)[;,]", re.IGNORECASE)
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")


def clean_html(text: str) -> str:
    """Give HTML that shows the same and can do no harm; empty where nothing is left to show.

    >>> clean_html('<table onclick="f()"><td>3<script>alert(1)</script>')
    '<table><td>3</td></table>'
    """
    cleaner = _Cleaner()
    cleaner.feed(text)
    cleaner.close()
    return cleaner.result() if cleaner.shows else ""


class _Cleaner(HTMLParser):
    """Writes down what may stand on a page."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.shows = False
        self._parts: list[str] = []
        self._open: list[str] = []
        self._dropped: list[str] = []

    def result(self) -> str:
        return "".join([*self._parts, *(f"</{tag}>" for tag in reversed(self._open))])

    def handle_starttag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        if tag in _DROPPED:
            self._dropped.append(tag)
        tag = "strong" if tag in _HEADINGS else tag
        if self._dropped or tag not in _ALLOWED:
            return
        kept = "".join(_attribute(tag, name, value or "") for name, value in attrs)
        if tag == "img":
            if " src=" not in kept:
                return
            self.shows = True
        self._parts.append(f"<{tag}{kept}>")
        if tag not in _EMPTY:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        # A slash closes nothing in HTML.
        if tag not in _DROPPED:
            self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        if self._dropped:
            if tag == self._dropped[-1]:
                self._dropped.pop()
            return
        tag = "strong" if tag in _HEADINGS else tag
        if tag not in self._open:
            return
        while self._open:
            last = self._open.pop()
            self._parts.append(f"</{last}>")
            if last == tag:
                return

    def handle_data(self, data: str) -> None:
        if not self._dropped:
            text = _CONTROL.sub("", data)
            self.shows = self.shows or bool(text.strip())
            self._parts.append(escape(text, quote=False))


def _attribute(tag: str, name: str, value: str) -> str:
    value = _CONTROL.sub("", value).strip()
    if name == "style":
        value = _style(value)
        return f' style="{escape(value)}"' if value else ""
    if name not in _ATTRIBUTES[""] | _ATTRIBUTES.get(tag, frozenset()):
        return ""
    if (name == "href" and not _LINK.match(value)) or (name == "src" and not _PICTURE.match(value)):
        return ""
    return f' {name}="{escape(value)}"'


def _style(declarations: str) -> str:
    kept = []
    for declaration in declarations.split(";"):
        name, _, value = declaration.partition(":")
        name, value = name.strip().lower(), value.strip()
        if _PROPERTIES.fullmatch(name) and _VALUE.fullmatch(value):
            kept.append(f"{name}: {value}")
    return "; ".join(kept)
