"""A page as plain Markdown, made of what Sphinx has read: no directive and no role is left in it.

Notebooks and `.md` files are for programs that know CommonMark, tables and `$` formulas, and
nothing of MyST; so they are written from the page's nodes and not from the lesson's text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeGuard

from docutils import nodes
from sphinx import addnodes
from sphinx.locale import admonitionlabels

_SPECIAL = re.compile(r"[\\`*\[\]<$]|(?<!\w)_|_(?!\w)|&(?=#?\w+;)")
_LINE_START = re.compile(r"^(\d*)([#>+.)-])(?=\s|$)|^()(=+|-+)(?=\s*$)", re.MULTILINE)
_TICKS = re.compile(r"`+")
_HEADING_LEVELS = 6


@dataclass(frozen=True)
class CodeCell:
    """Where a code cell stands; `index` counts from 0 among the cells of the page."""

    index: int
    solution: bool = False


Part = str | CodeCell


@dataclass(frozen=True)
class Addresses:
    """Where links, images and files to download lead: each is given what stands in the node."""

    link: Callable[[str], str]
    image: Callable[[str], str]
    download: Callable[[str], str]


def parts(document: nodes.Element, addresses: Addresses, *, solution: str) -> Iterator[Part]:
    """Give a page as blocks of Markdown and the places of its code cells, in order.

    `solution` is the line that stands before the cells of a solution.
    """
    yield from _Writer(addresses, solution).parts(document, level=0)


def fenced(text: str, language: str = "") -> str:
    """Give a text as a block of code, whatever back ticks it holds.

    >>> fenced("x = 1\\n", "python")
    '```python\\nx = 1\\n```'
    """
    longest = max((len(ticks) for ticks in _TICKS.findall(text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}{language}\n{text.rstrip(chr(10))}\n{fence}"


def escaped(text: str) -> str:
    r"""Give a text in which nothing is taken for Markdown.

    >>> print(escaped("a*b, snake_case and _x_"))
    a\*b, snake_case and \_x\_
    """
    return _SPECIAL.sub(lambda match: "\\" + match[0], text)


class _Writer:
    def __init__(self, addresses: Addresses, solution: str) -> None:
        self._addresses = addresses
        self._solution = solution

    def parts(self, node: nodes.Element, level: int) -> Iterator[Part]:
        before: nodes.Node | None = None
        for child in node.children:
            if isinstance(child, nodes.section):
                yield from self.parts(child, level + 1)
            elif isinstance(child, nodes.title) and isinstance(node, nodes.section):
                yield f"{'#' * min(level, _HEADING_LEVELS)} {self._line(child)}"
            elif _is_cell(child):
                yield CodeCell(child["exec_count"] - 1)
            elif isinstance(child, nodes.Element) and any(map(_is_cell, child.findall())):
                yield from self._around_cells(child, level)
            else:
                # Two lists that follow each other would be one.
                if type(before) is type(child) and isinstance(child, _LISTS):
                    yield "<!-- -->"
                yield from self.block(child)
                before = child

    def _around_cells(self, node: nodes.Element, level: int) -> Iterator[Part]:
        if "prompt" not in node:
            yield from self.parts(node, level)
            return
        yield f"**{escaped(self._solution)}**"
        for part in self.parts(node, level):
            yield CodeCell(part.index, solution=True) if isinstance(part, CodeCell) else part

    # --- blocks -----------------------------------------------------------------------------------

    def block(self, node: nodes.Node) -> Iterator[str]:
        """Give what a node is as blocks, which blank lines go between."""
        for kind, write in _BLOCKS.items():
            if isinstance(node, kind) and isinstance(node, nodes.Element):
                if text := write(self, node):
                    yield text
                return
        if isinstance(node, nodes.Text | nodes.Inline):
            if text := self._line(node):
                yield text
        elif isinstance(node, nodes.Element) and not isinstance(node, _SILENT):
            yield from self.blocks(node)

    def blocks(self, node: nodes.Element) -> Iterator[str]:
        for child in node.children:
            yield from self.block(child)

    def _paragraph(self, node: nodes.Element) -> str:
        text = self.inline(node).strip()
        return _LINE_START.sub(_as_text, text) if _is_plain(node) else text

    def _heading(self, node: nodes.Element) -> str:
        text = self._line(node)
        return f"**{text}**" if text else ""

    def _code(self, node: nodes.Element) -> str:
        return fenced(
            node.astext(), _LEXERS.get(node.get("language", ""), node.get("language", ""))
        )

    def _math(self, node: nodes.Element) -> str:
        text = node.astext().strip()
        tag = f" \\tag{{{node['number']}}}" if node.get("number") else ""
        if "amsmath" in node["classes"]:
            return text
        return f"$$\n{text}{tag}\n$$"

    def _list(self, node: nodes.Element) -> str:
        numbered = isinstance(node, nodes.enumerated_list)
        items = []
        for number, item in enumerate(node.children, node.get("start", 1)):
            assert isinstance(item, nodes.Element)
            mark = f"{number}. " if numbered else "- "
            inside = list(self.blocks(item))
            tight = all(text.startswith(("- ", "1. ")) for text in inside[1:])
            text = ("\n" if tight else "\n\n").join(inside)
            items.append(mark + _indented(text, " " * len(mark)))
        return "\n".join(items)

    def _definitions(self, node: nodes.Element) -> str:
        found = []
        for item in node.findall(nodes.definition_list_item):
            terms = [self._line(term) for term in item.findall(nodes.term)]
            for definition in item.findall(nodes.definition):
                text = "\n\n".join(self.blocks(definition))
                found.append(f"- **{', '.join(terms)}**: {_indented(text, '  ')}")
        return "\n".join(found)

    def _pairs(self, node: nodes.Element) -> str:
        """Give a list of fields or options: what each is called, and what it says."""
        items = []
        for item in node.children:
            assert isinstance(item, nodes.Element)
            name, *rest = item.children
            label = (
                f"**{self._line(name)}**"
                if isinstance(name, nodes.field_name)
                else ", ".join(_code_span(one.astext()) for one in name.children)
            )
            text = "\n\n".join(block for part in rest for block in self.block(part))
            items.append(f"- {label}: {_indented(text, '  ')}".rstrip())
        return "\n".join(items)

    def _line_block(self, node: nodes.Element) -> str:
        lines = [self._line(line) for line in node.findall(nodes.line)]
        return "<br />\n".join(_LINE_START.sub(_as_text, line) for line in lines)

    def _attribution(self, node: nodes.Element) -> str:
        return f"— {self._line(node)}"

    def _signature(self, node: nodes.Element) -> str:
        return _code_span(" ".join(node.astext().split()))

    def _quote(self, node: nodes.Element) -> str:
        return _quoted("\n\n".join(self.blocks(node)))

    def _admonition(self, node: nodes.Element) -> str:
        label = str(admonitionlabels.get(node.tagname, ""))
        first = node.children[0] if node.children else None
        inside = list(self.blocks(node))
        if isinstance(first, nodes.title):
            label, inside = self._line(first), inside[1:]
        title = [f"**{label}**"] if label else []
        return _quoted("\n\n".join([*title, *inside]))

    def _table(self, node: nodes.Element) -> str:
        heads = [row for head in node.findall(nodes.thead) for row in head.findall(nodes.row)]
        body = [row for part in node.findall(nodes.tbody) for row in part.findall(nodes.row)]
        rows = self._rows([[*row.findall(nodes.entry)] for row in heads + body])
        width = max((len(row) for row in rows), default=0)
        if not heads:
            rows.insert(0, [""] * width)
        lines = [f"| {' | '.join([*row, *[''] * (width - len(row))])} |" for row in rows]
        title = [self._heading(child) for child in node.findall(nodes.title)]
        return "\n\n".join([*title, "\n".join([lines[0], "|" + "---|" * width, *lines[1:]])])

    def _rows(self, table: list[list[nodes.entry]]) -> list[list[str]]:
        """Give the texts of a table's places; of an entry over several ones the first has it."""
        rows: list[list[str]] = []
        # How many rows more are taken in each column.
        taken: dict[int, int] = {}
        for entries in table:
            row: list[str] = []
            left = list(entries)
            while left or taken.get(len(row), 0):
                if taken.get(len(row), 0):
                    taken[len(row)] -= 1
                    row.append("")
                    continue
                entry = left.pop(0)
                texts = [self._entry(entry), *[""] * entry.get("morecols", 0)]
                for text in texts:
                    taken[len(row)] = entry.get("morerows", 0)
                    row.append(text)
            rows.append(row)
        return rows

    def _entry(self, node: nodes.Element) -> str:
        text = "<br />".join(line for line in self._lines(node) if line)
        return re.sub(r"(?<!\\)\|", r"\|", text)

    def _lines(self, node: nodes.Element) -> Iterator[str]:
        """Give what a place of a table holds, line by line: there is no room for blocks."""
        for child in node.children:
            if isinstance(child, nodes.list_item):
                first, *rest = [*self._lines(child), ""]
                yield from (f"• {first}", *rest)
            elif isinstance(child, nodes.FixedTextElement):
                lines = child.astext().split("\n")
                yield from (_code_span(line) for line in lines if line.strip())
            elif isinstance(child, nodes.bullet_list | nodes.enumerated_list):
                yield from self._lines(child)
            else:
                yield from (" ".join(text.split()) for text in self.block(child))

    def _image(self, node: nodes.Element) -> str:
        alt = escaped(str(node.get("alt", ""))).replace("\n", " ")
        return f"![{alt}]({_destination(self._addresses.image(node['uri']))})"

    def _footnote(self, node: nodes.Element) -> str:
        label = next((child.astext() for child in node.findall(nodes.label)), "")
        text = "\n\n".join(self.blocks(node))
        return f"\\[{label}\\] {text}"

    def _raw(self, node: nodes.Element) -> str:
        return node.astext().strip() if "html" in node.get("format", "").split() else ""

    def _rule(self, node: nodes.Element) -> str:
        return "---"

    def _nothing(self, node: nodes.Element) -> str:
        return ""

    # --- inside a line ----------------------------------------------------------------------------

    def _line(self, node: nodes.Node) -> str:
        return " ".join(self.inline(node).split())

    def inline(self, node: nodes.Node) -> str:
        """Give what a node is within a line."""
        if isinstance(node, nodes.Text):
            return escaped(str(node))
        assert isinstance(node, nodes.Element)
        if isinstance(node, nodes.literal):
            return _code_span(node.astext())
        if isinstance(node, nodes.math):
            return f"${node.astext().strip()}$"
        if isinstance(node, nodes.image):
            return self._image(node)
        if isinstance(node, nodes.raw):
            return self._raw(node)
        if "plain" in node:
            return escaped(str(node["plain"]))
        inside = "".join(self.inline(child) for child in node.children)
        for kind, (mark, tag) in _MARKS.items():
            if isinstance(node, kind) and inside.strip():
                # Marks that close on a sign do not close right before a letter.
                if mark and not _glued(node):
                    return f"{mark}{inside}{mark}"
                return f"<{tag}>{inside}</{tag}>"
        if isinstance(node, addnodes.download_reference) and node.get("filename"):
            return f"[{inside}]({_destination(self._addresses.download(node['filename']))})"
        if isinstance(node, nodes.reference):
            uri = node.get("refuri") or f"#{node.get('refid', '')}"
            return f"[{inside}]({_destination(self._addresses.link(uri))})" if inside else ""
        if isinstance(node, nodes.abbreviation) and node.get("explanation"):
            return f"{inside} ({escaped(node['explanation'])})"
        if isinstance(node, nodes.footnote_reference):
            return f"\\[{inside}\\]"
        return inside


_LISTS = (nodes.bullet_list, nodes.enumerated_list, nodes.definition_list)

# Names of lexers that only our own pages know.
_LEXERS = {"ipython3": "python", "default": "", "none": "", "myst-ansi": "text"}

_MARKS: Mapping[type[nodes.Node], tuple[str, str]] = {
    nodes.strong: ("**", "strong"),
    nodes.emphasis: ("*", "em"),
    nodes.superscript: ("", "sup"),
    nodes.subscript: ("", "sub"),
}

# What shows nothing of itself.
_SILENT = (
    *(nodes.comment, nodes.substitution_definition, nodes.system_message, nodes.Invisible),
    *(nodes.label, nodes.meta, nodes.colspec),
)

_BLOCKS: Mapping[type, Callable[[_Writer, nodes.Element], str]] = {
    nodes.target: _Writer._nothing,
    nodes.comment: _Writer._nothing,
    nodes.label: _Writer._nothing,
    nodes.literal_block: _Writer._code,
    nodes.doctest_block: _Writer._code,
    nodes.math_block: _Writer._math,
    nodes.raw: _Writer._raw,
    nodes.rubric: _Writer._heading,
    nodes.caption: _Writer._paragraph,
    nodes.title: _Writer._heading,
    nodes.paragraph: _Writer._paragraph,
    nodes.bullet_list: _Writer._list,
    nodes.enumerated_list: _Writer._list,
    nodes.definition_list: _Writer._definitions,
    nodes.field_list: _Writer._pairs,
    nodes.option_list: _Writer._pairs,
    nodes.line_block: _Writer._line_block,
    nodes.attribution: _Writer._attribution,
    addnodes.desc_signature: _Writer._signature,
    nodes.block_quote: _Writer._quote,
    nodes.Admonition: _Writer._admonition,
    nodes.topic: _Writer._admonition,
    nodes.sidebar: _Writer._admonition,
    nodes.table: _Writer._table,
    nodes.image: _Writer._image,
    nodes.footnote: _Writer._footnote,
    nodes.transition: _Writer._rule,
}


def _as_text(mark: re.Match[str]) -> str:
    r"""Give what looks like a list's mark or a heading so that it does not; a number goes first."""
    return f"{mark[1] or ''}\\{mark[2] or mark[4]}"


def _is_cell(node: nodes.Node) -> TypeGuard[nodes.container]:
    return isinstance(node, nodes.container) and node.get("nb_element") == "cell_code"


def _is_plain(node: nodes.Element) -> bool:
    """Tell whether a paragraph begins with a text, which might look like a list or a heading."""
    return bool(node.children) and isinstance(node.children[0], nodes.Text)


def _glued(node: nodes.Element) -> bool:
    text, parent = node.astext(), node.parent
    place = parent.index(node) if parent is not None else 0
    before = parent[place - 1].astext()[-1:] if parent is not None and place else ""
    after = parent[place + 1].astext()[:1] if parent is not None and place + 1 < len(parent) else ""
    sharp = not text[:1].isalnum() or not text[-1:].isalnum()
    coded = any(isinstance(child, nodes.literal) for child in node.children)
    return (sharp or coded) and (before.isalnum() or after.isalnum())


def _code_span(text: str) -> str:
    text = text.replace("\n", " ")
    longest = max((len(ticks) for ticks in _TICKS.findall(text)), default=0)
    ticks = "`" * (longest + 1)
    pad = " " if text[:1] == "`" or text[-1:] == "`" else ""
    return f"{ticks}{pad}{text}{pad}{ticks}"


def _destination(address: str) -> str:
    return f"<{address}>" if re.search(r"[\s()<>]", address) else address


def _indented(text: str, indent: str) -> str:
    return "\n".join(
        line if not number or not line else indent + line
        for number, line in enumerate(text.split("\n"))
    )


def _quoted(text: str) -> str:
    return "\n".join(f"> {line}".rstrip() for line in text.split("\n"))
