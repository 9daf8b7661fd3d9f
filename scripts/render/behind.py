"""Marks the paragraphs that are behind: a sign in the margin opens what changed in the origin.

The paragraph stays what it is, in the page's own language. One that is not translated yet is marked
as what it is, text of the other language. Where the origin has text that the page has not, a line
says so. What a note says stands outside the page's main part, so that search finds no page by it.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.transforms import SphinxTransform
from sphinx.transforms.post_transforms import SphinxPostTransform

from scripts.render.blocks import PREFIX
from scripts.render.locale import words_of
from scripts.render.site import Site, site_of
from scripts.render.standing import Note

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.writers.html5 import HTML5Translator

# The number of its note, in the node of a block that is behind.
_NUMBER = "behind_note"
_LACKING = "lacking_note"
_TITLE_END = "</h1>"

# Where a sign can stand in the block itself; it stands before any other.
_HOLDS_SIGN = (nodes.paragraph, nodes.title)


class BehindSign(nodes.Inline, nodes.Element):
    """What opens the note with this `number`; `anchor` is the block's, in all languages."""


class LackingNote(nodes.General, nodes.Element):
    """Says that the origin has more text here; `anchor` is that of the block before it."""


class TagBlocks(SphinxTransform):
    """Finds the blocks that notes are about, by their lines, before anything moves them."""

    default_priority = 2

    def apply(self, **options: Any) -> None:
        """Do it."""
        site = site_of(self.config)
        notes = site.notes(self.env.docname)
        origin = _origin(site, self.env.docname)
        if not notes:
            return
        blocks = _top_level(self.document)
        for number, note in enumerate(notes):
            if note.lacking and blocks:
                before = [node for node in blocks if 0 < (node.line or 0) <= note.end]
                (before or blocks)[-1 if before else 0][_LACKING] = number
        for node in blocks:
            line = node.line or 0
            for number, note in enumerate(notes):
                if note.lacking or not note.line <= line <= note.end:
                    continue
                if note.diff:
                    node[_NUMBER] = number
                else:
                    # docutils makes an attribute of this class.
                    node["classes"] += ["untranslated", f"language-{origin}"]
                break


def _top_level(document: nodes.document) -> list[nodes.Element]:
    """Give the blocks of a page, from top to bottom, as they were parsed."""
    found: list[nodes.Element] = []

    def walk(parent: nodes.Element) -> None:
        for child in parent.children:
            if isinstance(child, nodes.section):
                walk(child)
            elif isinstance(child, nodes.Element) and not isinstance(child, nodes.target):
                found.append(child)

    walk(document)
    return found


class AddSigns(SphinxPostTransform):
    """Puts a sign at each block of a finished page that is behind."""

    default_priority = 470
    formats = ("html",)

    def run(self, **options: Any) -> None:
        """Do it: at the first node of each block."""
        done: set[int] = set()
        for node in list(self.document.findall(nodes.Element)):
            if node.get(_LACKING) is not None and node.parent is not None:
                place = node.parent.index(node) + 1
                node.parent.insert(
                    place, LackingNote("", docname=self.env.docname, anchor=_anchors(node)[-1])
                )
            number = node.get(_NUMBER)
            if number is None or number in done:
                continue
            done.add(number)
            sign = BehindSign("", number=number, anchor=_anchors(node)[0])
            if isinstance(node, _HOLDS_SIGN):
                node.append(sign)
            elif node.parent is not None:
                node.parent.insert(node.parent.index(node), sign)


def _anchors(node: nodes.Element) -> list[str]:
    """Give the names that blocks of a node have in all languages, [""] where none has one."""
    ids = (str(one) for inner in node.findall(nodes.Element) for one in inner["ids"])
    return [one for one in ids if one.startswith(PREFIX)] or [""]


def _note_id(number: int) -> str:
    return f"behind-note-{number + 1}"


def _visit(translator: HTML5Translator, node: BehindSign) -> None:
    label = words_of(translator.config).text("behind_label")
    button = (
        f'<button type="button" class="behind-sign" popovertarget="{_note_id(node["number"])}"'
        f' aria-label="{escape(label)}"></button>'
    )
    inside = isinstance(node.parent, _HOLDS_SIGN)
    translator.body.append(button if inside else f'<div class="behind-beside">{button}</div>\n')
    raise nodes.SkipNode


def _visit_lacking(translator: HTML5Translator, node: LackingNote) -> None:
    words = words_of(translator.config)
    site, docname = site_of(translator.config), node["docname"]
    origin = site.lessons.origin(docname).language
    name = words.name_of(origin)
    anchor = f"#{node['anchor']}" if node["anchor"] else ""
    href = f"{'../' * (docname.count('/') + 1)}{origin.tag}/{docname}.html{anchor}"
    text = escape(words.text("lacking_text", language=name))
    link = escape(words.text("behind_link", language=name))
    translator.body.append(
        f'<p class="lacking-note" role="note">{text} <a href="{escape(href)}">{link}</a></p>\n'
    )
    raise nodes.SkipNode


def _origin(site: Site, docname: str) -> str:
    """Give the tag of the language that a page was translated from."""
    return site.lessons.origin(docname).language.tag


def _hand_over(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: object
) -> None:
    context["behind_notes"] = []
    site, words = site_of(app.config), words_of(app.config)
    lesson = site.lesson(pagename)
    if lesson is None or not isinstance(doctree, nodes.document):
        return
    notes = site.notes(pagename)
    origin = site.lessons.origin(pagename).language
    links = {link.tag: link.href for link in context.get("language_links", ())}
    name = words.name_of(origin)
    for sign in doctree.findall(BehindSign):
        note = notes[sign["number"]]
        anchor = f"#{sign['anchor']}" if sign["anchor"] else ""
        context["behind_notes"].append(
            {
                "note": _note_id(sign["number"]),
                "text": words.text(
                    "behind_edited" if note.edited else "behind_text", language=name
                ),
                "pieces": note.diff,
                "tag": origin.tag,
                "href": links.get(origin.tag, "") + anchor,
                "link": words.text("behind_link", language=name),
            }
        )
    before, title_end, after = str(context.get("body", "")).partition(_TITLE_END)
    if title_end and (waiting := _untranslated(notes)):
        text = escape(words.text("untranslated_text", count=waiting, language=name))
        context["body"] = f'{before}{title_end}\n<p class="untranslated-note">{text}</p>{after}'


def _untranslated(notes: tuple[Note, ...]) -> int:
    return sum(not (note.diff or note.lacking) for note in notes)


def setup(app: Sphinx) -> dict[str, Any]:
    app.add_node(BehindSign, html=(_visit, None))
    app.add_node(LackingNote, html=(_visit_lacking, None))
    app.add_transform(TagBlocks)
    app.add_post_transform(AddSigns)
    # After the links to other languages are known.
    app.connect("html-page-context", _hand_over, priority=550)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
