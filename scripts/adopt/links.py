"""Links of the prose: to what moved, to what is gone, and to what never was on our site."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from scripts.adopt.blocks import masked, replaced, texts, tokens_of
from scripts.adopt.page import Code, Line, Link, Part, Prose, Report, joined, quoted
from scripts.inventory import PROJECTS, read_inventory

DOCS = PROJECTS["jax"]

_URL = re.compile(r"https?://(?:(?![()<>\[\]\"'`|\\])[!-~]|\([!-'*-~]*\))+")
_DOCS_HOST = re.compile(
    r"^https?://(?:jax\.readthedocs\.io|docs\.jax\.dev)(?:/en/[\w.-]+)?(?:/(?P<path>.*))?$"
)
_SOURCE = re.compile(
    r"^https?://(?:colab\.research\.google\.com/github|nbviewer\.(?:jupyter\.)?org/github"
    r"|(?:www\.)?github\.com)/(?:google|jax-ml)/jax/blob/[\w.-]+/docs/"
    r"(?P<page>[\w./-]+)\.(?:ipynb|md|rst)(?P<rest>[#?].*)?$"
)
_OLD_OWNER = re.compile(
    r"^https?://(?P<host>(?:www\.)?github\.com|raw\.githubusercontent\.com"
    r"|colab\.research\.google\.com/github)/google/jax(?=[/#?]|$)"
)
_SAFE_SCHEME = re.compile(r"^(?:https?|ftp|mailto):", re.I)
_DATA_IMAGE = re.compile(r"^data:image/(?:gif|png|jpeg|webp);", re.I)
_DEFINITION = re.compile(
    r"^ {0,3}\[(?P<name>[^\]^][^\]]*)\]:[ \t]*<?(?P<target>[^\s>]+)>?(?P<rest>.*)$"
)
_PAGE = re.compile(r"^(?:\./)?(?P<stem>[^#?]+?)\.(?:ipynb|md|rst|html)(?:#.*)?$")


@dataclass(frozen=True)
class Target:
    """Where an address leads today, and what is wrong with it, if anything."""

    url: str
    problem: str = ""


def todays_address(url: str) -> Target:
    """Give the address that replaces an old one, or the same one.

    >>> todays_address("https://jax.readthedocs.io/en/latest/jaxpr.html").url
    'https://docs.jax.dev/en/latest/jaxpr.html'
    >>> old = "https://colab.research.google.com/github/google/jax/blob/main/docs/jax-101/07-state.ipynb"
    >>> todays_address(old).url
    'https://docs.jax.dev/en/latest/stateful-computations.html'
    """
    if match := _DOCS_HOST.match(url):
        return _docs_page(match["path"] or "")
    if match := _SOURCE.match(url):
        page = _moved(match["page"])
        if read_inventory().page(page) is not None:
            anchor = (match["rest"] or "").partition("#")[2]
            # Colab's own anchors (#scrollTo=...) mean nothing on a page of the documentation.
            known = f"#{anchor}" if anchor and "=" not in anchor else ""
            return _docs_page(f"{page}.html{known}")
        if "colab" in match[0] or "nbviewer" in match[0]:
            new = _OLD_OWNER.sub(lambda m: f"https://{m['host']}/jax-ml/jax", url)
            return Target(new, "the JAX documentation has no such page any more")
    if match := _OLD_OWNER.match(url):
        return Target(f"https://{match['host']}/jax-ml/jax{url[match.end() :]}")
    return Target(url)


def _moved(page: str) -> str:
    return read_inventory().moved(page) or page


def _docs_page(path: str) -> Target:
    name, _, anchor = path.partition("#")
    page = re.sub(r"(?:\.html|/index\.html|/)$", "", name.partition("?")[0])
    if not page:
        return Target(DOCS + (f"#{anchor}" if anchor else ""))
    new = _moved(page)
    if re.match(r"_(?:autosummary|modules|static|images|sources|downloads)/", page) or page in {
        "genindex",
        "search",
    }:
        return Target(DOCS + path)
    if read_inventory().page(new) is None:
        return Target(DOCS + path, f"the JAX documentation has no page {page} any more")
    url = f"{DOCS}{new}.html"
    known = read_inventory().anchors(new)
    if not anchor or anchor.startswith(("jax.", "module-")):
        return Target(url + (f"#{anchor}" if anchor else ""))
    if anchor not in known:
        return Target(url, f"the page {new} has no anchor #{anchor} any more")
    return Target(f"{url}#{anchor}")


@dataclass
class Site:
    """What links of this page can lead to: the lessons there are, and its own headings.

    `anchors` maps what a link may say after `#` to the label of a heading. `dead` gathers the
    names of reference definitions that were taken out.
    """

    lessons: Collection[str]
    anchors: Mapping[str, str]
    dead: set[str] = field(default_factory=set)


def with_links(parts: Sequence[Part], site: Site, report: Report) -> list[Part]:
    """Give the parts with their links led to where they lead today.

    A link that leads nowhere from our site keeps its text; each is reported.
    """
    without = [
        part if isinstance(part, Code) else Prose(_without_definitions(part.lines, site, report))
        for part in parts
    ]
    return [
        part if isinstance(part, Code) else Prose(_chunk(part.lines, site, report))
        for part in without
    ]


def _without_definitions(lines: Sequence[Line], site: Site, report: Report) -> tuple[Line, ...]:
    """Take out the reference definitions whose target is no address; note their names."""
    kept: list[Line] = []
    used = {
        at
        for token in tokens_of(lines)
        if token.map and token.type in {"fence", "code_block", "math_block", "html_block"}
        for at in range(*token.map)
    }
    for at, line in enumerate(lines):
        match = _DEFINITION.match(line.text) if at not in used else None
        if match is None or _SAFE_SCHEME.match(match["target"]):
            if match is not None:
                line = Line(_addresses(line.text, line.number, report), line.number)
            kept.append(line)
            continue
        new = _local(match["target"], site)
        if new:
            report.links.append(Link(line.number, match["target"], new))
            kept.append(Line(line.text.replace(match["target"], new), line.number))
            continue
        site.dead.add(match["name"].lower())
        report.links.append(Link(line.number, match["target"], ""))
        report.warning(
            line.number,
            "link",
            f"this link definition leads nowhere here and is taken out: {quoted(line.text)}",
        )
    return tuple(kept)


def _local(target: str, site: Site) -> str:
    """Give where a relative target is on our site, or an empty text where it is not."""
    if target.startswith("#"):
        label = site.anchors.get(target[1:]) or site.anchors.get(target[1:].lower())
        return f"#{label}" if label else ""
    if page := _PAGE.match(target):
        stem = page["stem"].rsplit("/", 1)[-1]
        found = next((name for name in site.lessons if name.rsplit("/", 1)[-1] == stem), "")
        return f"{found}.md" if found else ""
    return ""


def _chunk(lines: Sequence[Line], site: Site, report: Report) -> tuple[Line, ...]:
    result = list(lines)
    for block in reversed(texts(tokens_of(lines))):
        text = joined(lines[block.start : block.end])
        new = _rewritten(text, lines[block.start].number, site, report)
        if new != text:
            result = replaced(result, block.start, block.end, new)
    return tuple(result)


def _rewritten(text: str, line: int, site: Site, report: Report) -> str:
    text = _addresses(text, line, report)
    hidden = masked(text)
    edits: list[tuple[int, int, str]] = []
    for opening, middle, end, target in _inline_links(hidden, text):
        at = line + text[:middle].count("\n")
        image = opening > 0 and hidden[opening - 1] == "!"
        if _SAFE_SCHEME.match(target) or (image and _DATA_IMAGE.match(target)):
            if image and target.startswith("data:"):
                report.warning(
                    at,
                    "data-image",
                    "a picture stands inside the text as data",
                    "save it to a file",
                )
            continue
        new = "" if image else _local(target, site)
        if new:
            start = text.index(target, middle)
            edits.append((start, start + len(target), new))
            report.links.append(Link(at, target, new))
            continue
        start = opening - 1 if image else opening
        edits += [(start, opening + 1, ""), (middle, end, "")]
        report.links.append(Link(at, target, ""))
        shown = quoted(target)[:120]
        if image:
            report.error(
                at,
                "picture",
                f"the picture {shown} is not part of the lesson; its description is kept as text",
                "let a cell draw it, or put the file beside the lesson",
            )
        else:
            report.warning(
                at,
                "link",
                f"the link to {shown} leads nowhere here; its text is kept",
                "link a lesson, a label or an address",
            )
    for name in re.finditer(r"\[(?P<text>[^\[\]]+)\](?:\[(?P<name>[^\[\]]*)\])", hidden):
        if (name["name"] or name["text"]).lower() in site.dead:
            edits += [(name.start(), name.start() + 1, ""), (name.end("text"), name.end(), "")]
    for start, end, new in sorted(edits, reverse=True):
        text = text[:start] + new + text[end:]
    return text


def _addresses(text: str, line: int, report: Report) -> str:
    """Give a text with every old address replaced, in links and where it stands alone."""
    hidden = masked(text)
    for match in reversed(list(_URL.finditer(hidden))):
        url = match[0].rstrip(".,;:!?*_~")
        at = line + text[: match.start()].count("\n")
        target = todays_address(url)
        if target.problem:
            report.warning(at, "link", f"{target.problem}: {url}", "link what replaced it")
        if target.url != url:
            report.links.append(Link(at, url, target.url))
            text = text[: match.start()] + target.url + text[match.start() + len(url) :]
    return text


def _inline_links(hidden: str, text: str) -> list[tuple[int, int, int, str]]:
    """Give the inline links: the place of `[`, of `](`, the end, and the target."""
    found: list[tuple[int, int, int, str]] = []
    for match in re.finditer(r"(?<!\\)\]\(", hidden):
        middle = match.start()
        opening = _opening(hidden, middle)
        end = _closing(hidden, match.end())
        if opening is None or end is None:
            continue
        inner = text[match.end() : end - 1].strip()
        target = re.match(r"<([^>]*)>|(\S*)", inner)
        rest = inner[target.end() :].strip() if target else ""
        if target is None or (
            rest and not re.fullmatch(r"\"[\s\S]*\"|'[\s\S]*'|\([\s\S]*\)", rest)
        ):
            # A target with spaces is no link in CommonMark: it stays as the text that it is.
            continue
        found.append((opening, middle, end, target[1] or target[2] or ""))
    return found


def _opening(hidden: str, middle: int) -> int | None:
    depth = 0
    for at in range(middle - 1, -1, -1):
        if at and hidden[at - 1] == "\\":
            continue
        if hidden[at] == "]":
            depth += 1
        elif hidden[at] == "[":
            if not depth:
                return at
            depth -= 1
    return None


def _closing(hidden: str, start: int) -> int | None:
    depth = 1
    for at in range(start, len(hidden)):
        if hidden[at] == "(":
            depth += 1
        elif hidden[at] == ")":
            depth -= 1
            if not depth:
                return at + 1
    return None
