"""HTML in the prose: what Markdown can say is rewritten, the rest is kept and named."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Sequence

from scripts.adopt.blocks import Text, masked, replaced, texts, tokens_of
from scripts.adopt.page import Code, Line, Part, Prose, Report, joined, quoted, trimmed

_TAG = re.compile(r"<(?P<close>/?)(?P<name>[A-Za-z][A-Za-z0-9-]*)(?P<rest>(?:\s[^<>]*)?)/?>")
_ATTRIBUTE = re.compile(r"([\w-]+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]+))")
_PAIRS = {
    "b": "**",
    "strong": "**",
    "i": "*",
    "em": "*",
    "code": "`",
    "kbd": "`",
    "samp": "`",
    "tt": "`",
}
_DROPPED = frozenset(
    [
        "article",
        "big",
        "blockquote",
        "center",
        "del",
        "details",
        "div",
        "dl",
        "figcaption",
        "figure",
        "font",
        "footer",
        "header",
        "ins",
        "main",
        "mark",
        "nav",
        "ol",
        "p",
        "s",
        "section",
        "small",
        "span",
        "strike",
        "u",
        "ul",
    ]
)
_STARTS_BLOCK = frozenset(
    ["article", "blockquote", "center", "details", "div", "figure", "ol", "p", "section", "ul"]
)
# These run code or ask another server; on a page of ours they show as text.
_SHOWN = frozenset(
    [
        "audio",
        "button",
        "canvas",
        "embed",
        "form",
        "iframe",
        "input",
        "link",
        "meta",
        "noscript",
        "object",
        "script",
        "source",
        "style",
        "svg",
        "video",
    ]
)
_TABLE = frozenset(
    ["caption", "col", "colgroup", "table", "tbody", "td", "tfoot", "th", "thead", "tr"]
)
_KNOWN = _SHOWN | _TABLE | _DROPPED | set(_PAIRS)
_KNOWN |= {"a", "br", "hr", "img", "li", "pre", "summary", "sub", "sup"}
_KNOWN |= {f"h{level}" for level in range(1, 7)} | {"dt", "dd", "cite", "abbr", "q", "var"}


def without_html(parts: Sequence[Part], anchors: dict[str, int], report: Report) -> list[Part]:
    """Give the parts with HTML rewritten; `anchors` gets each `<a id=...>` and its line."""
    return [
        part if isinstance(part, Code) else Prose(trimmed(_chunk(part.lines, anchors, report)))
        for part in parts
    ]


def _chunk(lines: Sequence[Line], anchors: dict[str, int], report: Report) -> list[Line]:
    result = list(lines)
    for block in reversed(texts(tokens_of(lines))):
        text = joined(lines[block.start : block.end])
        if "<" not in text:
            continue
        line = lines[block.start].number
        new = _rewritten(text, block, line, anchors, report)
        if new != text:
            result = replaced(result, block.start, block.end, new)
    return result


def _rewritten(text: str, block: Text, line: int, anchors: dict[str, int], report: Report) -> str:
    names = {match["name"].lower() for match in _TAG.finditer(masked(text))}
    if block.kind == "html" and not block.nested:
        if names & {"pre"} and text.lstrip().lower().startswith("<pre"):
            report.warning(line, "html", f"this <pre> became a fence: {quoted(_tags(text))}")
            inner = html.unescape(_TAG.sub("", text)).strip("\n")
            return f"```text\n{inner}\n```\n" if "```" not in inner else f"~~~text\n{inner}\n~~~\n"
        if names & _SHOWN:
            shown = ", ".join(sorted(names & _SHOWN))
            report.error(
                line,
                "html",
                f"HTML that runs or loads something ({shown}) is shown as text",
                "replace it by a picture, a cell or a link",
            )
            return f"```html\n{text.strip()}\n```\n"
    if names & _TABLE:
        report.warning(
            line, "html", "this HTML table is kept as it is", "write it as a Markdown table"
        )
        return text
    return _Converter(text, block, line, anchors, report).convert()


def _tags(text: str) -> str:
    return " ".join(match[0] for match in _TAG.finditer(text))


class _Converter:
    """Rewrites the tags of one block, from left to right."""

    def __init__(
        self, text: str, block: Text, line: int, anchors: dict[str, int], report: Report
    ) -> None:
        self.text, self.block, self.line = text, block, line
        self.anchors, self.report = anchors, report
        self.out: list[str] = []
        self.links: list[tuple[int, str]] = []
        self.changed: list[str] = []
        self.after = ""
        self.single_line = block.kind in {"heading", "table"}

    def convert(self) -> str:
        hidden = masked(self.text)
        end = 0
        for match in _TAG.finditer(hidden):
            raw = self.text[match.start() : match.end()]
            self.out.append(self.text[end : match.start()])
            end = match.end()
            self.after = self.text[end:]
            line = self.line + self.text[: match.start()].count("\n")
            new = self._tag(match["name"].lower(), bool(match["close"]), raw, line)
            if new != raw:
                self.changed.append(quoted(raw))
            self.out.append(new)
        self.out.append(self.text[end:])
        for start, _ in self.links:
            self.out[start] = ""
        new = "".join(self.out)
        if self.changed:
            tags = " ".join(dict.fromkeys(self.changed))
            self.report.warning(self.line, "html", f"HTML was rewritten as Markdown: {tags}")
        if self.block.kind == "html":
            new = "\n".join(row.strip() for row in new.split("\n"))
            new = f"\n{new.strip()}\n"
        elif not self.single_line:
            new = re.sub(r"\\\n(?=\s*(?:\n|$))", "\n", new)
            new = re.sub(r"\\\s*$", "", new) if self.changed else new
        return re.sub(r"\n{3,}", "\n\n", new)

    def _tag(self, name: str, close: bool, raw: str, line: int) -> str:
        special: dict[str, Callable[[bool, str, int], str]] = {
            "a": self._link,
            "img": self._image,
            "br": self._break,
        }
        if name in special:
            return special[name](close, raw, line)
        if name in _PAIRS:
            return _PAIRS[name]
        if name in {"sub", "sup"}:
            return "`" if close else f"{{{name}}}`"
        if name == "hr":
            return "\n\n---\n\n"
        if name == "li":
            return "" if close else "\n- "
        if name == "summary":
            return "**\n\n" if close else "\n\n**"
        if re.fullmatch(r"h[1-6]", name):
            return "\n\n" if close else f"\n\n{'#' * int(name[1])} "
        if name in _DROPPED:
            return "\n\n" if name in _STARTS_BLOCK and self.block.kind == "html" else ""
        if name in _KNOWN:
            self.report.warning(line, "html", f"this HTML is kept as it is: {quoted(raw)}")
            return raw
        # No tag of HTML, such as <name> in a sentence: a browser would show nothing.
        return "\\" + raw

    def _link(self, close: bool, raw: str, line: int) -> str:
        if close:
            if not self.links:
                return ""
            start, target = self.links.pop()
            inner = "".join(self.out[start + 1 :]).strip()
            del self.out[start + 1 :]
            self.out[start] = ""
            return f"[{inner}]({target})" if target and inner else inner
        attributes = _attributes(raw)
        anchor = attributes.get("id") or attributes.get("name")
        if anchor:
            self.anchors[anchor] = line
        self.links.append((len(self.out), attributes.get("href", "")))
        return ""

    def _image(self, close: bool, raw: str, line: int) -> str:
        if close:
            return ""
        attributes = _attributes(raw)
        alt = quoted(attributes.get("alt", "")).replace("[", "(").replace("]", ")")
        return f"![{alt}]({attributes.get('src', '')})"

    def _break(self, close: bool, raw: str, line: int) -> str:
        if close:
            return ""
        if self.single_line:
            return " "
        if not "".join(self.out).strip():
            return ""
        return "\\" if self.after.startswith("\n") else "\\\n"


def _attributes(raw: str) -> dict[str, str]:
    return {
        match[1].lower(): html.unescape(match[2] or match[3] or match[4] or "")
        for match in _ATTRIBUTE.finditer(raw)
    }
