"""Terms of the glossary: marked where a section first mentions them, and all on a page.

A mark leaves the text whole, for search and for copying: a button lies over the term and opens a
note with the other language's term and the meaning, by the browser's own means. The notes stand
outside a page's main part, so that no search finds a page by what they say.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING, Any, NamedTuple

from docutils import nodes
from docutils.utils import new_document
from sphinx import addnodes
from sphinx.transforms.post_transforms import SphinxPostTransform

from scripts import particles
from scripts.glossary import Term, english_pattern, may_stand_in
from scripts.languages import LANGUAGES, Language
from scripts.lesson import START_PAGE
from scripts.render.doubts import DoubtfulWord, DoubtSign
from scripts.render.locale import words_of
from scripts.render.prose import around, is_code
from scripts.render.search import feed
from scripts.render.site import Site, site_of
from scripts.render.start_page import add_link
from scripts.site_pages import GLOSSARY_PAGE

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.writers.html5 import HTML5Translator


# Terms are looked for in prose alone: what is clicked, code or a title is no place for a button.
_NO_PLACE = (
    *(nodes.title, nodes.rubric, nodes.reference, nodes.comment, nodes.label),
    *(nodes.footnote_reference, addnodes.pending_xref, DoubtfulWord, DoubtSign),
)
_NO_PLACE_CLASSES = frozenset({"lessons", "lesson-tag"})

_HANGUL = re.compile(r"[가-힣]")
# A particle or what makes a verb of a noun may follow a noun in Korean; anything else makes another
# word of it.
_NOUN_END = rf"(?={particles.pattern()}(?![\w]))"
_VERB_END = rf"(?=(?:{particles.pattern()}(?![\w])|[{particles.VERBS}]))"


class Mention(NamedTuple):
    """Where a text mentions a term: from `start` to `end`, `term` counts those of the glossary."""

    start: int
    end: int
    term: int


class TextWithTerms(nodes.Text):
    """A text in which terms are marked; `marks` are (start, end, number of the note)."""

    marks: tuple[tuple[int, int, int], ...] = ()


# --- finding --------------------------------------------------------------------------------------


def mentions(text: str, names: Sequence[str]) -> Iterator[Mention]:
    """Give where names stand in a text as words of their own, the longest where several do.

    A Korean name stands before its particle, an English one in singular or plural.

    >>> list(mentions("정적 인자를 정적이라 부릅니다.", ["정적", "정적 인자"]))
    [Mention(start=0, end=5, term=1), Mention(start=7, end=9, term=0)]
    >>> [text[m.start:m.end] for text in ["Arrays, subarrays"] for m in mentions(text, ["array"])]
    ['Arrays']
    """
    pattern, order = _pattern(tuple(names))
    for match in pattern.finditer(text) if order else ():
        yield Mention(match.start(), match.end(), order[int(str(match.lastgroup)[1:])])


@functools.lru_cache(maxsize=256)
def _pattern(names: tuple[str, ...]) -> tuple[re.Pattern[str], tuple[int, ...]]:
    order = sorted((i for i, name in enumerate(names) if name), key=lambda i: -len(names[i]))
    parts = (f"(?P<n{at}>{_as_pattern(names[i])})" for at, i in enumerate(order))
    return re.compile("|".join(parts), re.IGNORECASE), tuple(order)


def _as_pattern(name: str) -> str:
    if _HANGUL.search(name):
        words = r"[\s-]+".join(re.escape(word) for word in re.split(r"[\s-]+", name.strip()))
        # A noun of one syllable is the beginning of too many verbs.
        return rf"(?<!\w){words}{_VERB_END if len(name) > 1 else _NOUN_END}"
    # Korean writes particles right behind Latin letters.
    return rf"(?<![\w-]){english_pattern(name)}(?:(?![\w-])|{_NOUN_END}(?=[가-힣]))"


def anchor_of(term: Term) -> str:
    """Give a term's anchor on the glossary's page, the same in every language.

    >>> anchor_of(Term("JIT compilation", "JIT 컴파일")), anchor_of(Term("", "미분"))
    ('term-jit-compilation', 'term-미분')
    """
    return "term-" + re.sub(r"[\W_]+", "-", (term.english or term.korean).lower()).strip("-")


def other_names_of(term: Term, language: Language) -> Mapping[str, str]:
    """Give what a term is called in other languages, by their tags, where that differs.

    >>> from scripts.languages import ENGLISH
    >>> other_names_of(Term("loop", "루프"), ENGLISH)
    {'ko': '루프'}
    """
    own = term.name(language.tag)
    named = {lang.tag: term.name(lang.tag) for lang in LANGUAGES if lang != language}
    return {tag: name for tag, name in named.items() if name and name != own}


# --- marking --------------------------------------------------------------------------------------


class MarkTerms(SphinxPostTransform):
    """Marks the first mention of each term in each section, after links have been resolved.

    A term is marked where the page has it in every language that it is there in.
    """

    default_priority = 450
    formats = ("html",)

    def run(self, **options: Any) -> None:
        """Do it; what the page's notes hold is found again by the marks."""
        site = site_of(self.config)
        if site.lesson(self.env.docname) is None:
            return
        tag = site.language.tag
        everyday = site.everyday(self.env.docname)
        page = self.document.astext().lower()
        names = [
            name
            if term.mark
            and (name := term.name(tag)) not in everyday
            and name
            and may_stand_in(name, page)
            else ""
            for term in site.glossary
        ]
        if not any(names):
            return
        seen: dict[nodes.Node, set[int]] = {}
        for text in list(self.document.findall(nodes.Text)):
            section = _section_of_prose(text)
            if section is None:
                continue
            known = seen.setdefault(section, set())
            marks = []
            for start, end, term in mentions(text.astext(), names):
                if term not in known:
                    known.add(term)
                    marks.append((start, end, term))
            if marks and text.parent is not None:
                marked = TextWithTerms(text.astext())
                marked.marks = tuple(marks)
                text.parent.replace(text, marked)


def _section_of_prose(text: nodes.Text) -> nodes.Node | None:
    """Give the section that a text stands in, or None where it is no prose."""
    for node in around(text):
        if isinstance(node, nodes.section | nodes.document):
            return node
        if is_code(node) or isinstance(node, _NO_PLACE):
            return None
        if not _NO_PLACE_CLASSES.isdisjoint(node.get("classes", ())):
            return None
    return None


def _note_id(term: int) -> str:
    return f"term-note-{term + 1}"


def _visit(translator: HTML5Translator, node: TextWithTerms) -> None:
    words = words_of(translator.config)
    text, done = node.astext(), 0
    for start, end, term in node.marks:
        translator.visit_Text(nodes.Text(text[done:start]))
        note, label = _note_id(term), words.text("term_label", term=text[start:end])
        translator.body.append('<span class="term">')
        translator.visit_Text(nodes.Text(text[start:end]))
        translator.body.append(
            f'<button type="button" popovertarget="{note}" aria-label="{escape(label)}"></button>'
            "</span>"
        )
        done = end
    translator.visit_Text(nodes.Text(text[done:]))


def _depart(translator: HTML5Translator, node: TextWithTerms) -> None:
    pass


def _hand_over(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: object
) -> None:
    site = site_of(app.config)
    marked = doctree.findall(TextWithTerms) if isinstance(doctree, nodes.document) else ()
    found = {term for text in marked for _, _, term in text.marks}
    context["glossary_page"] = GLOSSARY_PAGE if has_page(site) else ""
    context["terms"] = [
        {
            "note": _note_id(number),
            "anchor": anchor_of(term),
            "name": term.name(site.language.tag),
            "others": other_names_of(term, site.language),
            "meaning": term.meaning.get(site.language.tag, ""),
        }
        for number, term in enumerate(site.glossary)
        if number in found
    ]


# --- the page -------------------------------------------------------------------------------------


def has_page(site: Site) -> bool:
    """Tell whether the site has a page of terms."""
    return bool(site.glossary)


def entries(site: Site) -> list[tuple[Term, str]]:
    """Give every term with its name in this language, in the order of its alphabet."""
    named = [(term, term.name(site.language.tag) or anchor_of(term)) for term in site.glossary]
    return sorted(named, key=lambda item: item[1].casefold())


def page(site: Site, title: str, intro: str) -> str:
    """Give the body of the page of all terms, in the order of this language's alphabet."""
    language = site.language
    rows = []
    for term, name in entries(site):
        others = "".join(
            f' <span class="term-other" lang="{tag}">{escape(other)}</span>'
            for tag, other in other_names_of(term, language).items()
        )
        meaning = escape(term.meaning.get(language.tag, ""))
        rows.append(
            f'<dt id="{escape(anchor_of(term))}">{escape(name)}{others}</dt>\n<dd>{meaning}</dd>'
        )
    terms = "\n".join(rows)
    return (
        f"<section>\n<h1>{escape(title)}</h1>\n<p>{escape(intro)}</p>\n"
        f'<dl class="glossary-terms">\n{terms}\n</dl>\n</section>'
    )


def searchable(site: Site, title: str, intro: str) -> nodes.document:
    """Give what search is to know of the page of all terms."""
    language = site.language
    texts = [intro]
    for term, name in entries(site):
        others = other_names_of(term, language).values()
        texts += [name, *others, term.meaning.get(language.tag, "")]
    section = nodes.section("", nodes.title("", title), *(nodes.paragraph("", t) for t in texts))
    document = new_document(GLOSSARY_PAGE)
    document += section
    return document


def _pages(app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
    site, words = site_of(app.config), words_of(app.config)
    if has_page(site):
        title = words.text("glossary_title")
        intro = words.text("glossary_intro")
        feed(app, GLOSSARY_PAGE, title, searchable(site, title, intro))
        body = page(site, title, intro)
        yield GLOSSARY_PAGE, {"title": title, "body": body}, "page.html"


def _lead(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: object
) -> None:
    if pagename == START_PAGE and has_page(site_of(app.config)):
        text = words_of(app.config).text("glossary_link")
        add_link(context, GLOSSARY_PAGE, text, name="glossary-link")


def setup(app: Sphinx) -> dict[str, Any]:
    app.add_node(TextWithTerms, html=(_visit, _depart))  # type: ignore[arg-type]  # a text is a node
    app.add_post_transform(MarkTerms)
    app.connect("html-collect-pages", _pages)
    app.connect("html-page-context", _hand_over)
    app.connect("html-page-context", _lead)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
