"""Marks the words that a repair has guessed and nobody has confirmed, with what else they may be.

A place of the source is found again in the page by a character that stands behind it: put in
before the page is parsed, where it does no harm, and taken out right after. What a mark says
stands outside the page's main part, so that no search finds a page by a word it does not hold.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.transforms import SphinxTransform
from sphinx.transforms.post_transforms import SphinxPostTransform

from scripts.doubts import Doubt, Span, alternatives, find_all, word_around
from scripts.lesson import Lesson
from scripts.render.locale import words_of
from scripts.render.site import site_of

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token
    from sphinx.application import Sphinx
    from sphinx.writers.html5 import HTML5Translator

# Characters of plane 16 belong to nobody; anchors leave them out, as they are no letters.
_FIRST, _LAST = 0x100000, 0x10FFFD
_MARK = re.compile(f"[{chr(_FIRST)}-{chr(_LAST)}]")

# What a word's node knows until the page is written; tables of contents copy such nodes, and
# show them as they show any other.
_OTHERS = "doubtful"

# Directives whose content is Markdown. Of others it is not known what a mark would do to them.
_TEXT_DIRECTIVE = re.compile(
    r"\{(?:admonition|attention|caution|danger|deprecated|epigraph|error|exercise|figure|hint|important"
    r"|list-table|margin|note|pull-quote|seealso|sidebar|table|tip|topic|versionadded"
    r"|versionchanged|warning)\}"
)

# Of these the first line says how they are called.
_TITLED = re.compile(r"\{(?:admonition|exercise|sidebar|topic)\}(?P<title>.*)", re.DOTALL)

_NO_TEXT = (nodes.FixedTextElement, nodes.literal, nodes.math, nodes.raw, nodes.comment)


class DoubtfulWord(nodes.inline):
    """A word with a mark: `number` counts those of the page, `others` is what else it may be.

    In a link only the link can be clicked; what opens the note stands behind it then.
    """


class DoubtSign(nodes.Inline, nodes.Element):
    """What opens the note on a word that stands in a link."""


# --- reading --------------------------------------------------------------------------------------


def open_doubts(lesson: Lesson) -> Mapping[Span, Doubt]:
    """Give the doubts of a lesson that nobody has decided, by their places in its text."""
    places = find_all(lesson.text, lesson.doubts)
    return {
        span: lesson.doubts[number]
        for number, span in sorted(places.items(), key=lambda item: item[1])
        if lesson.doubts[number].decided is None
    }


def with_marks(lesson: Lesson, doubts: Mapping[Span, Doubt], parser: MarkdownIt) -> str:
    """Give a lesson's text with a mark behind each doubt that stands in prose.

    The n-th of the `doubts` has the n-th mark. Where a mark would make another page of it, there
    is none, nor where the lesson itself has such characters.
    """
    if not doubts or _MARK.search(lesson.text):
        return lesson.text
    code = [(cell.start, cell.end) for cell in lesson.cells]
    spans = [
        (end, number)
        for number, (start, end) in enumerate(doubts)
        if not any(a <= lesson.text.count("\n", 0, start) + 1 <= b for a, b in code)
    ]
    return _marked(lesson.text, _harmless(lesson.text, spans, parser))


def _harmless(
    text: str, marks: Sequence[tuple[int, int]], parser: MarkdownIt
) -> list[tuple[int, int]]:
    """Give those marks that leave the page as it is and stand in text that readers read."""
    if not marks:
        return []
    marked = _marked(text, marks)
    if _tokens(parser, text) == _tokens(parser, marked, without_marks=True):
        seen = set(_in_prose(parser, marked))
        return [(at, number) for at, number in marks if number in seen]
    if len(marks) == 1:
        return []
    half = len(marks) // 2
    return [*_harmless(text, marks[:half], parser), *_harmless(text, marks[half:], parser)]


def _marked(text: str, marks: Sequence[tuple[int, int]]) -> str:
    parts, before = [], 0
    for at, number in marks:
        parts += [text[before:at], chr(_FIRST + number)]
        before = at
    return "".join([*parts, text[before:]])


def _tokens(parser: MarkdownIt, text: str, *, without_marks: bool = False) -> str:
    tokens = [token.as_dict() for token in parser.parse(text, {})]
    shown = json.dumps(tokens, ensure_ascii=False, default=str)
    return _MARK.sub("", shown) if without_marks else shown


def _in_prose(parser: MarkdownIt, text: str) -> Iterator[int]:
    """Give the numbers of the marks that stand in text, not in code, addresses or names."""
    for token in parser.parse(text, {}):
        if token.type in {"fence", "colon_fence"}:
            info = token.info.strip()
            if _TEXT_DIRECTIVE.match(info):
                yield from _in_part(parser, token.content)
            if titled := _TITLED.match(info):
                yield from _in_part(parser, titled["title"].strip())
        yield from _in_texts(token.children or ())


def _in_part(parser: MarkdownIt, text: str) -> Iterator[int]:
    """Give the same for a part of the page that is parsed by itself."""
    marks = [
        (match.start() - number, ord(match[0]) - _FIRST)
        for number, match in enumerate(_MARK.finditer(text))
    ]
    yield from (number for _, number in _harmless(_MARK.sub("", text), marks, parser))


def _in_texts(tokens: Sequence[Token]) -> Iterator[int]:
    for token in tokens:
        if token.type == "text":
            yield from (ord(mark) - _FIRST for mark in _MARK.findall(token.content))


class MarkDoubts(SphinxTransform):
    """Takes the marks out of the page, and makes nodes of the words that they stood in."""

    default_priority = 1

    def apply(self, **options: Any) -> None:
        """Do it: first of all transforms, so that none sees a mark."""
        lesson = site_of(self.config).lesson(self.env.docname)
        if lesson is None or not lesson.doubts:
            return
        doubts = list(open_doubts(lesson).values())
        for text in list(self.document.findall(nodes.Text)):
            if _MARK.search(text):
                _replace(text, doubts)
        for element in self.document.findall(nodes.Element):
            for name, value in element.attributes.items():
                element.attributes[name] = _cleaned(value)
        for names in (self.document.nameids, self.document.nametypes):
            kept = {_cleaned(name): value for name, value in names.items()}
            names.clear()
            names.update(kept)
        # By these MyST knows what a link without a text of its own is called.
        slugs = _cleaned(getattr(self.document, "myst_slugs", {}))
        if slugs:
            self.document.myst_slugs = slugs  # type: ignore[attr-defined]  # as MyST does
            self.env.metadata[self.env.docname]["myst_slugs"] = slugs


def _cleaned(value: Any) -> Any:
    """Give a value without any marks in its texts."""
    if isinstance(value, str):
        return _MARK.sub("", value)
    if isinstance(value, list | tuple):
        return type(value)(_cleaned(item) for item in value)
    if isinstance(value, dict):
        return {_cleaned(key): _cleaned(item) for key, item in value.items()}
    return value


def _replace(node: nodes.Text, doubts: Sequence[Doubt]) -> None:
    """Put a text without marks in the place of one with them; words in doubt become nodes."""
    pieces = re.split(f"({_MARK.pattern})", str(node))
    text = "".join(pieces[::2])
    found: dict[Span, list[tuple[int, Doubt]]] = {}
    end = 0
    for piece, mark in zip(pieces[::2], pieces[1::2], strict=False):
        end += len(piece)
        doubt = doubts[ord(mark) - _FIRST]
        start = end - len(doubt.text)
        if text[max(0, start) : end] == doubt.text:
            found.setdefault(word_around(text, start, end), []).append((start, doubt))
    parts: list[nodes.Node] = []
    before = 0
    if not _is_fixed(node):
        for (first, last), inside in sorted(found.items()):
            word = text[first:last]
            others = alternatives(word, [(start - first, doubt) for start, doubt in inside])
            if others:
                parts += [nodes.Text(text[before:first])] if before < first else []
                parts.append(nodes.inline("", word, **{_OTHERS: others}))
                before = last
    parts += [nodes.Text(text[before:])] if before < len(text) else []
    assert node.parent is not None
    node.parent.replace(node, parts)


def _is_fixed(node: nodes.Node) -> bool:
    above = node.parent
    while above is not None:
        if isinstance(above, _NO_TEXT):
            return True
        above = above.parent
    return False


# --- writing --------------------------------------------------------------------------------------


class ShowDoubts(SphinxPostTransform):
    """Gives each word in doubt of a finished page its number, and links their signs."""

    default_priority = 400
    formats = ("html",)

    def run(self, **options: Any) -> None:
        """Do it, after links have been resolved."""
        found = [node for node in self.document.findall(nodes.inline) if _OTHERS in node]
        for number, node in enumerate(found, 1):
            word = DoubtfulWord("", node.astext(), number=number, others=node[_OTHERS])
            node.replace_self(word)
            if (link := _link_around(word)) is not None:
                word["linked"] = True
                _put_behind(link, DoubtSign("", number=number, word=word.astext()))


def _put_behind(link: nodes.Element, sign: DoubtSign) -> None:
    """Put a sign behind a link, the signs that stand there, and the end of the link's last word."""
    parent = link.parent
    assert parent is not None
    at = parent.index(link) + 1
    end = re.match(r"\S+", str(parent[at])) if _is_text(parent, at) else None
    if end is not None:
        rest = str(parent[at])[end.end() :]
        parent[at : at + 1] = [nodes.Text(end[0]), *([nodes.Text(rest)] if rest else [])]
        at += 1
    while at < len(parent) and isinstance(parent[at], DoubtSign):
        at += 1
    parent.insert(at, sign)


def _is_text(parent: nodes.Element, at: int) -> bool:
    return at < len(parent) and isinstance(parent[at], nodes.Text)


def _link_around(node: nodes.Node) -> nodes.Element | None:
    above = node.parent
    while above is not None and not isinstance(above, nodes.reference):
        above = above.parent
    return above


def _note_id(number: int) -> str:
    return f"unconfirmed-word-{number}"


_WRITTEN_MARK = re.compile(
    r'<span class="doubtful(?:-sign)?">(?P<word>(?:[^<]|<span class="\w+"></span>)*)'
    r"(?:<button\b[^<>]*></button>)?</span>"
)


def without_marks(html: str) -> str:
    """Give a piece of a page without its marks, for where the notes that they open do not stand.

    >>> without_marks('<span class="doubtful">salt<button x="1"></button></span>')
    'salt'
    """
    return _WRITTEN_MARK.sub(r"\g<word>", html)


def _button(translator: HTML5Translator, number: int, word: str) -> str:
    label = words_of(translator.config).text("doubt_label", word=word)
    note = _note_id(number)
    return (
        f'<button type="button" popovertarget="{note}" aria-describedby="{note}"'
        f' aria-label="{escape(label)}"></button>'
    )


def _visit_word(translator: HTML5Translator, node: DoubtfulWord) -> None:
    translator.body.append('<span class="doubtful">')


def _depart_word(translator: HTML5Translator, node: DoubtfulWord) -> None:
    # The button lies over the word and holds none of it: the word stays text that can be
    # searched for, copied and broken like any other.
    if not node.get("linked"):
        translator.body.append(_button(translator, node["number"], node.astext()))
    translator.body.append("</span>")


def _visit_sign(translator: HTML5Translator, node: DoubtSign) -> None:
    button = _button(translator, node["number"], node["word"])
    translator.body.append(f'<span class="doubtful-sign">{button}</span>')
    raise nodes.SkipNode


def _hand_over(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: object
) -> None:
    found = list(doctree.findall(DoubtfulWord)) if isinstance(doctree, nodes.document) else []
    context["doubtful_words"] = [
        {"note": _note_id(word["number"]), "word": word.astext(), "others": word["others"]}
        for word in found
    ]


def setup(app: Sphinx) -> dict[str, Any]:
    app.add_node(DoubtfulWord, html=(_visit_word, _depart_word))
    app.add_node(DoubtSign, html=(_visit_sign, None))
    app.add_transform(MarkDoubts)
    app.add_post_transform(ShowDoubts)
    app.connect("html-page-context", _hand_over)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
