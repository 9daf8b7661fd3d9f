"""Keeps Korean words whole where browsers would break them beside a sign: `추적(tracing)하는`.

`word-break: keep-all` holds letters together; a bracket, a middle dot or a formula still lets a
line end between it and Hangul. There a page gets an empty element, which the style sheet fills with
a word joiner: it belongs to no text, so copying, search and screen readers never meet it.
"""

from __future__ import annotations

import re
from html import unescape
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sphinx.application import Sphinx

JOINER = '<span class="wj"></span>'

_HANGUL = "\u1100-\u11ff\u3131-\u318e\uac00-\ud7a3"
# A formula and a picture stand for one sign.
_OBJECT = "\ufffc"
# Behind hyphens, dashes and dots a line may end; before a closing sign it never does.
_BEFORE_HANGUL = r")\]}>»›」』》〉】’”\"'`·ㆍ・&/~%‰℃+*=" + _OBJECT
_AFTER_HANGUL = r"(\[{<«‹「『《〈【‘“\"'`·ㆍ・&/~+*=" + _OBJECT
_PLACE = re.compile(f"(?<=[{_BEFORE_HANGUL}])(?=[{_HANGUL}])|(?<=[{_HANGUL}])(?=[{_AFTER_HANGUL}])")

_FORMULA = re.compile(
    rf'<span class="formula"><math\b.*?</math></span>(?:{JOINER})?(?P<behind>[^\s<>]*)', re.DOTALL
)
_BEFORE_FORMULA = re.compile(rf"[^\s<>]+(?:{JOINER})?\Z")
_NO_TEXT = re.compile(r"<annotation\b.*?</annotation>|<[^>]*>", re.DOTALL)
# So many signs of a formula and the words beside it fit into a line of a phone.
_LONGEST = 24
# Further before a formula a word that fits does not begin.
_NEAR = _LONGEST + len(JOINER) + 1

_TOKEN = re.compile(
    r"<(?P<object>math|svg)\b.*?</(?P=object)>"
    r"|<(?P<skipped>pre|textarea)\b.*?</(?P=skipped)>"
    # What opens a note lies over the word that it belongs to, and is no part of it.
    r"|<(?P<apart>button|script|style)\b.*?</(?P=apart)>"
    r"|<!--.*?-->|</?(?P<tag>[a-zA-Z][\w-]*)[^>]*>|(?P<char>&[#\w]+;|.)",
    re.DOTALL,
)
_INLINE = re.compile(
    "a|abbr|b|bdi|bdo|cite|code|data|del|dfn|em|i|ins|kbd|mark|q|s|samp|small|span|strong|sub|sup"
    "|time|u|var",
    re.IGNORECASE,
)


def keep_words(html: str) -> str:
    """Give the HTML of a page with its Korean words held together.

    >>> keep_words("<p>추적(tracing)하는</p>").replace(JOINER, "|")
    '<p>추적|(tracing)|하는</p>'
    >>> keep_words('<p><code>f(x)</code>를 <a title="f(x)를">본다.</a></p>').replace(JOINER, "|")
    '<p><code>f(x)</code>|를 <a title="f(x)를">본다.</a></p>'
    """
    parts: list[str] = []
    before = ""
    for token in _TOKEN.finditer(html):
        if token["tag"]:
            before = before if _INLINE.fullmatch(token["tag"]) else ""
        elif token["skipped"]:
            before = ""
        elif token["object"] or token["char"]:
            char = _OBJECT if token["object"] else unescape(token["char"])
            if _PLACE.search(before + char, len(before)):
                parts.append(JOINER)
            before = char
        parts.append(token[0])
    return "".join(parts)


def keep_formulas(html: str) -> str:
    """Give the HTML of a page with formulas held to what stands beside them without a space.

    Beside a formula Chromium ends a line even before a comma, and a word joiner does not stop it.

    >>> keep_formulas('an <span class="formula"><math>x</math></span>, too')
    'an <span class="whole"><span class="formula"><math>x</math></span>,</span> too'
    """
    parts: list[str] = []
    at = 0
    for match in _FORMULA.finditer(html):
        near = max(at, match.start() - _NEAR)
        before = _BEFORE_FORMULA.search(html, near, match.start())
        start = before.start() if before else match.start()
        held = html[start : match.end()]
        # What is as wide as a phone has to end somewhere.
        if (before or match["behind"]) and len(_NO_TEXT.sub("", held)) <= _LONGEST:
            parts += [html[at:start], f'<span class="whole">{held}</span>']
            at = match.end()
    return "".join([*parts, html[at:]])


def _keep(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: object
) -> None:
    context["body"] = keep_formulas(keep_words(str(context.get("body", ""))))


def setup(app: Sphinx) -> dict[str, Any]:
    # Before what is shown elsewhere, too, is taken from the page.
    app.connect("html-page-context", _keep, priority=50)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
