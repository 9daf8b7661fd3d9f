"""Documented names of other projects, in code and in prose, become links to their documentation.

What links is found when a page is read and noted on its nodes; links are made when it is written,
so that what is downloaded or searched holds what the author wrote. A note on each name (its
signature, a sentence) opens at the link; it stands outside a page's main part, as those on terms.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Mapping, Sequence
from html import escape, unescape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx import addnodes
from sphinx.util.docutils import SphinxTranslator
from sphinx.writers.html5 import HTML5Translator

from scripts.inventory import FOLDER, Entry, documented, read_table
from scripts.names.in_prose import prose_name, speaks_of_project
from scripts.names.page_names import PageNames
from scripts.names.used import Piece, links, names_used
from scripts.render.locale import words_of
from scripts.render.signatures import PROJECT, Fact, facts
from scripts.render.site import site_of

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config
    from sphinx.environment import BuildEnvironment

_PYTHON = frozenset({"ipython", "ipython3", "py", "pycon", "python", "python3"})
_TITLES = (nodes.title, nodes.rubric)
_LINKS = (nodes.reference, addnodes.pending_xref, nodes.raw)

# On nodes: of code (start, end, name) each and whether it is the first of its name on the page; of
# inline code the name.
_CODE, _PROSE = "api-uses", "api-name"
# Where a text begins and ends in highlighted code; tags around more than a word are let through.
_TOKEN = re.compile(r"(?P<open><span class=\"[^\"]*\">)?(?P<text>[^<]+)(?(open)</span>)|<[^>]*>")

Marked = tuple[int, int, str, bool]
CellNames = tuple[tuple[str, ...], ...]


# --- when a page is read --------------------------------------------------------------------------


def mark(document: nodes.document) -> CellNames:
    """Note on a page's nodes what they name, and give the names that each code cell uses."""
    cells = [node for node in document.findall(nodes.container) if _is_cell(node)]
    blocks = [node for node in document.findall(nodes.literal_block) if _is_python(node)]
    owners = {block: cell for cell in cells for block in cell.findall(nodes.literal_block)}
    page = names_used(Piece(block.astext(), runs=_runs(owners.get(block))) for block in blocks)
    seen: set[str] = set()
    of_cells: dict[nodes.Node, set[str]] = {cell: set() for cell in cells}
    for block, uses in zip(blocks, page.uses, strict=True):
        marked: list[Marked] = []
        for link in links(uses):
            name = link.entry.name
            marked.append((link.start, link.end, name, name not in seen))
            seen.add(name)
        if marked:
            block[_CODE] = marked
            if (cell := owners.get(block)) is not None:
                of_cells[cell] |= {name for _, _, name, _ in marked}
    _mark_prose(document, page)
    return tuple(tuple(sorted(of_cells[cell])) for cell in cells)


def _mark_prose(document: nodes.document, page: PageNames) -> None:
    listed = speaks_of_project(document.astext())
    linked: dict[nodes.Node, set[str]] = {}
    for node in document.findall(nodes.Element):
        if isinstance(node, nodes.reference) and (uri := node.get("refuri")):
            linked.setdefault(_section(node), set()).add(str(uri))
            if entry := _named(node):
                node[_PROSE] = entry.name
        if not isinstance(node, nodes.literal) or "code" in node["classes"] or _is_apart(node):
            continue
        entry = prose_name(node.astext(), page, listed=listed)
        if entry is None:
            continue
        known = linked.setdefault(_section(node), set())
        if entry.url not in known:
            known.add(entry.url)
            node[_PROSE] = entry.name


def _named(node: nodes.reference) -> Entry | None:
    """Give what a link of the author's is about: inline code that leads to a documented name."""
    if len(node.children) != 1 or not isinstance(node.children[0], nodes.literal):
        return None
    uri = str(node["refuri"])
    entry = documented(uri.rpartition("#")[2].removeprefix("module-"))
    return entry if entry is not None and entry.url == uri else None


def _is_cell(node: nodes.Element) -> bool:
    return bool(node.get("nb_element") == "cell_code")


def _is_python(node: nodes.Element) -> bool:
    return str(node.get("language")) in _PYTHON and "output" not in node["classes"]


def _runs(cell: nodes.Element | None) -> bool:
    return cell is not None and "skip-execution" not in cell["cell_metadata"].get("tags", ())


def _is_apart(node: nodes.Element) -> bool:
    """Tell whether inline code stands in a title, a link or an output."""
    above: nodes.Element | None = node.parent
    while above is not None and not isinstance(above, nodes.section | nodes.document):
        if isinstance(above, (*_TITLES, *_LINKS)) or above.get("nb_element"):
            return True
        above = above.parent
    return False


def _section(node: nodes.Element) -> nodes.Node:
    above = node.parent
    while above is not None and not isinstance(above, nodes.section):
        above = above.parent
    return above if above is not None else node.document or node


def _read(app: Sphinx, document: nodes.document) -> None:
    used = mark(document)
    if any(used):
        names_of_cells(app.env)[app.env.current_document.docname] = used


def names_of_cells(env: BuildEnvironment) -> dict[str, CellNames]:
    """Give the names that the code cells of each page use, by docname, cell after cell."""
    found: dict[str, CellNames] = vars(env).setdefault("naranhi_names", {})
    return found


def _purge(app: Sphinx, env: BuildEnvironment, docname: str) -> None:
    names_of_cells(env).pop(docname, None)


def _merge(app: Sphinx, env: BuildEnvironment, docnames: set[str], other: BuildEnvironment) -> None:
    found = names_of_cells(other)
    names_of_cells(env).update({name: found[name] for name in docnames if name in found})


# --- when it is written ---------------------------------------------------------------------------


def linked(html: str, text: str, uses: Sequence[tuple[int, int, str]]) -> str:
    """Give highlighted code with links in it; `uses` are (start, end, opening tag) in `text`.

    >>> linked('<span class="nd">@a</span><span class="o">.</span>b c', "@a.b c", [(1, 4, "<a>")])
    '<span class="nd">@</span><a><span class="nd">a</span><span class="o">.</span>b</a> c'
    """
    waiting = sorted(_on_one_line(text, uses), reverse=True)
    parts: list[str] = []
    place, closing = 0, 0
    for token in _TOKEN.finditer(html):
        if token["text"] is None or (token["open"] or "").endswith('"linenos">'):
            parts.append(token[0])
            continue
        opened, closed = token["open"] or "", "</span>" if token["open"] else ""
        rest = unescape(token["text"])
        while rest:
            if waiting and place == waiting[-1][0]:
                _, closing, tag = waiting.pop()
                parts.append(tag)
            stops = [stop for stop in (closing, waiting[-1][0] if waiting else 0) if stop > place]
            piece = rest[: min(stops, default=place + len(rest)) - place]
            whole = len(piece) == len(unescape(token["text"]))
            parts.append(token[0] if whole else f"{opened}{escape(piece)}{closed}")
            place, rest = place + len(piece), rest[len(piece) :]
            if place == closing:
                parts.append("</a>")
                closing = 0
    return "".join(parts)


def _on_one_line(text: str, uses: Sequence[tuple[int, int, str]]) -> Iterator[tuple[int, int, str]]:
    """Give uses by what stands on their last line: a line may have an element of its own."""
    for start, end, tag in uses:
        line = text.rfind("\n", start, end) + 1
        yield (start, end, tag) if not line else (end - len(text[line:end].lstrip(" \t")), end, tag)


def _visit_code(translator: SphinxTranslator, node: nodes.literal_block) -> None:
    assert isinstance(translator, HTML5Translator)
    start = len(translator.body)
    try:
        HTML5Translator.visit_literal_block(translator, node)
    except nodes.SkipNode:
        if uses := node.get(_CODE):
            text = node.astext()
            tags = [(first, last, _tag(translator, name, at_first))
                    for first, last, name, at_first in uses]  # fmt: skip
            html = "".join(translator.body[start:])
            # Numbers of lines may stand in a part of their own, before it.
            before, pre, code = html.rpartition("<pre>")
            code, end_pre, after = code.partition("</pre>")
            if pre and end_pre and _plain(code) == text.rstrip("\n"):
                code = linked(code, text, tags)
                translator.body[start:] = [before + pre + code + end_pre + after]
        raise


def _plain(code: str) -> str:
    """Give the text of highlighted code, without the numbers of its lines."""
    tokens = _TOKEN.finditer(code)
    shown = (token["text"] for token in tokens if not (token["open"] or "").endswith('"linenos">'))
    return unescape("".join(filter(None, shown))).rstrip("\n")


def _tag(translator: HTML5Translator, name: str, at_first: bool) -> str:
    """Give the opening tag of a link in code.

    The tabulator stops where a page's code first uses a name and passes over what says the same
    again; a mouse, a finger and a screen reader find each of them.
    """
    entry = documented(name)
    assert entry is not None
    stop = "" if at_first else ' tabindex="-1"'
    return f'<a class="api-link" href="{escape(entry.url)}"{_data(translator, entry)}{stop}>'


def _data(translator: HTML5Translator, entry: Entry) -> str:
    noted = has_note(translator.config, entry.name)
    return f' data-note="{note_id(entry.name)}"' if noted else ""


def _visit_prose(translator: SphinxTranslator, node: nodes.literal) -> None:
    assert isinstance(translator, HTML5Translator)
    if entry := documented(node.get(_PROSE, "")):
        translator.body.append(
            f'<span class="api-name"><a class="api-link reference external" '
            f'href="{escape(entry.url)}"{_data(translator, entry)}>'
        )
    HTML5Translator.visit_literal(translator, node)


def _depart_prose(translator: SphinxTranslator, node: nodes.literal) -> None:
    assert isinstance(translator, HTML5Translator)
    HTML5Translator.depart_literal(translator, node)
    if entry := documented(node.get(_PROSE, "")):
        translator.body.append("</a>")
        _close(translator, entry, node.astext())


def _visit_link(translator: SphinxTranslator, node: nodes.reference) -> None:
    assert isinstance(translator, HTML5Translator)
    entry = documented(node.get(_PROSE, ""))
    if entry is not None:
        translator.body.append('<span class="api-name">')
    start = len(translator.body)
    HTML5Translator.visit_reference(translator, node)
    if entry is not None:
        data = _data(translator, entry)
        translator.body[start] = translator.body[start].replace("<a ", f"<a{data} ", 1)


def _depart_link(translator: SphinxTranslator, node: nodes.reference) -> None:
    assert isinstance(translator, HTML5Translator)
    HTML5Translator.depart_reference(translator, node)
    if entry := documented(node.get(_PROSE, "")):
        _close(translator, entry, node.astext())


def _close(translator: HTML5Translator, entry: Entry, text: str) -> None:
    """End a link in prose with the button that opens its note, if it has one."""
    if has_note(translator.config, entry.name):
        label = words_of(translator.config).text("api_label", name=text)
        translator.body.append(
            f'<button type="button" popovertarget="{note_id(entry.name)}" '
            f'aria-label="{escape(label)}"></button>'
        )
    translator.body.append("</span>")


# --- notes ----------------------------------------------------------------------------------------


def note_id(name: str) -> str:
    """Give the id of the note on a name."""
    return f"api-note-{name}"


def has_note(config: Config, name: str) -> bool:
    """Tell whether there is anything to say of a name."""
    return name in facts_of(config) or name in lines(site_of(config).language.tag)


def facts_of(config: Config) -> Mapping[str, Fact]:
    """Give what the installed JAX says of its names; nothing in a build by hand."""
    return _read_facts(config.naranhi_api)


@functools.cache
def _read_facts(path: str) -> Mapping[str, Fact]:
    return facts(Path(path)) if path else {}


@functools.cache
def lines(tag: str) -> Mapping[str, str]:
    """Give what a name is in a language's own words, where somebody wrote that.

    >>> lines("en")
    {}
    """
    return dict(read_table(FOLDER / PROJECT / f"lines-{tag}.tsv"))


def summary(config: Config, name: str) -> tuple[str, str]:
    """Give a name's sentence and the language that it is in."""
    tag = site_of(config).language.tag
    if line := lines(tag).get(name):
        return line, tag
    known = facts_of(config).get(name)
    return (known.sentence if known else ""), "en"


def _hand_over(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: object
) -> None:
    context["api_notes"] = []
    if not isinstance(doctree, nodes.document):
        return
    named = (nodes.literal, nodes.reference)
    used = {str(n.get(_PROSE, "")) for n in doctree.findall(nodes.Element) if isinstance(n, named)}
    for code in doctree.findall(nodes.literal_block):
        marked: Sequence[Marked] = code.get(_CODE, ())
        used.update(name for _, _, name, _ in marked)
    known, nothing = facts_of(app.config), Fact("", "")
    own = site_of(app.config).language.tag
    for name in sorted(name for name in used if has_note(app.config, name)):
        text, tag = summary(app.config, name)
        context["api_notes"].append(
            {
                "id": note_id(name),
                "name": name,
                "signature": known.get(name, nothing).signature,
                "sentence": text,
                "lang": "" if tag == own else tag,
            }
        )


def setup(app: Sphinx) -> dict[str, Any]:
    app.add_config_value("naranhi_api", "", "", str)
    app.add_node(nodes.literal_block, override=True, html=(_visit_code, None))
    app.add_node(nodes.literal, override=True, html=(_visit_prose, _depart_prose))
    app.add_node(nodes.reference, override=True, html=(_visit_link, _depart_link))
    # After all that moves nodes about.
    app.connect("doctree-read", _read, priority=950)
    app.connect("env-purge-doc", _purge)
    app.connect("env-merge-info", _merge)
    app.connect("html-page-context", _hand_over)
    return {"env_version": 1, "parallel_read_safe": True, "parallel_write_safe": True}
