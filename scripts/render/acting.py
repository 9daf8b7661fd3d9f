"""What can act on a finished page: the last look at it, whatever it was made from.

Lessons are guarded before (`scripts.guard`), and browsers are told what to run (`scripts.policy`);
here a fault of ours or of a theme is found before readers meet it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from html import unescape

from scripts.guard import scheme
from scripts.policy import KNOWN_SCRIPTS, digest

_TAG = re.compile(
    r"<(?P<name>[A-Za-z][^\s/>]*)"
    r"(?P<rest>(?:[\s/]+[^\s=/>]+(?:\s*=\s*(?:\"[^\"]*\"|'[^']*'|[^\s>\"']+))?)*)[\s/]*>"
)
_ATTRIBUTE = re.compile(
    r"(?P<name>[^\s=/>]+)(?:\s*=\s*(?:\"(?P<a>[^\"]*)\"|'(?P<b>[^']*)'|(?P<c>[^\s>\"']+)))?"
)
_SCRIPT = re.compile(r"<script\b(?P<rest>[^>]*)>(?P<text>.*?)</script\s*>", re.DOTALL | re.I)
# Without one of these a page is not looked at tag by tag, which takes twenty times as long.
_SUSPECT = re.compile(
    r"\son\w+\s*=|script:|srcdoc|<(?:base|iframe|frame|object|embed|applet|portal)\b|data:(?!image/)"
    r"|\b(?:src|action|data|poster|srcset)\s*=\s*[\"']?\s*(?:https?:)?[/\\]{2}"
    r"|\b(?:src|href|action|data|poster|srcset)\s*=\s*[\"']?[^\"'>]{0,40}&"
    r"|http-equiv=(?!\"(?:Content-Security-Policy|X-UA-Compatible)\")",
    re.IGNORECASE,
)
_FOREIGN = frozenset(["applet", "base", "embed", "frame", "iframe", "object", "portal"])
_LOADING = frozenset(["action", "background", "data", "formaction", "poster", "src", "srcset"])
_LEADING = frozenset(["href", "xlink:href"])
_HARMLESS = frozenset(["", "http", "https", "mailto", "data"])


def acting(page: str) -> Iterator[str]:
    """Give what could run, load or lead away on a page and is none of the site's own.

    >>> list(acting('<p onclick="f()">a</p><script>f()</script><script src="own.js"></script>'))
    ['an inline script that nobody has read: f()', 'the attribute onclick of <p>']
    """
    for script in _SCRIPT.finditer(page):
        attributes = _attributes(script["rest"])
        if "src" in attributes:
            if scheme(attributes["src"]):
                yield f"a script from elsewhere: {attributes['src'][:60]}"
        elif digest(script["text"]) not in KNOWN_SCRIPTS:
            yield f"an inline script that nobody has read: {script['text'].strip()[:60]}"
    if page.lower().count("<script") != len(_SCRIPT.findall(page)):
        yield "a script that is never closed"
    if not _SUSPECT.search(page):
        return
    for tag in _TAG.finditer(page):
        name = tag["name"].lower()
        if name in _FOREIGN:
            yield f"the element <{name}>"
        for key, value in _attributes(tag["rest"]).items():
            if fault := _fault(name, key, value):
                yield fault


def _attributes(rest: str) -> Mapping[str, str]:
    return {
        found["name"].lower(): unescape(found["a"] or found["b"] or found["c"] or "")
        for found in _ATTRIBUTE.finditer(rest)
    }


def _fault(tag: str, key: str, value: str) -> str:
    kind = scheme(value) if key in _LOADING | _LEADING else ""
    if key.startswith("on") or key == "srcdoc":
        return f"the attribute {key} of <{tag}>"
    if key == "http-equiv" and value.lower() not in {"content-security-policy", "x-ua-compatible"}:
        return f"<meta http-equiv={value[:20]}>"
    if key in _LOADING and tag != "script" and kind and not value.startswith("data:image/"):
        return f"<{tag}> loads {value[:60]}"
    if key in _LEADING and kind not in _HARMLESS:
        return f"<{tag}> leads to {value[:60]}"
    if key in _LEADING and kind == "data" and not value.startswith("data:image/"):
        return f"<{tag}> leads to {value[:60]}"
    return ""
