"""The `{lessons}` directive: the tracks and their lessons, and the tables of contents with them."""

from __future__ import annotations

from collections.abc import Container, Iterator
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from docutils import nodes
from sphinx import addnodes
from sphinx.util.docutils import SphinxDirective

from scripts.lesson import Lesson
from scripts.lesson.front_matter import LEVELS
from scripts.render.foot import tag_page, tags
from scripts.render.locale import words_of
from scripts.render.reading_time import reading_minutes, rounded
from scripts.render.site import Site, Track, site_of

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.writers.html5 import HTML5Translator

_TRACK_TITLE = "track-title"


class Gap(nodes.Inline, nodes.Element):
    """The space between two parts of a card; where a page is text alone, its sign `plain`."""

    def astext(self) -> str:
        return " "


class LessonsDirective(SphinxDirective):
    """Lists every lesson of the language by track, in reading order."""

    def run(self) -> list[nodes.Node]:
        site = site_of(self.config)
        pages = tags(site)
        return [node for track in site.tracks for node in self._track(track, pages)]

    def _track(self, track: Track, pages: Container[str]) -> Iterator[nodes.Node]:
        if track.title:
            title = nodes.rubric("", track.title, classes=[_TRACK_TITLE])
            self.set_source_info(title)
            yield title
        yield nodes.paragraph("", self._about(track), classes=["track-about"])
        # Kept free for what a reader has done of the track.
        yield nodes.container(classes=["track-progress"])
        items = [self._item(lesson, pages) for lesson in track.lessons]
        listing = nodes.enumerated_list("", *items, classes=["lessons"])
        listing["enumtype"] = "arabic"
        yield listing
        yield self._toctree(track)

    def _item(self, lesson: Lesson, pages: Container[str]) -> nodes.list_item:
        link = addnodes.pending_xref(
            "",
            nodes.inline("", lesson.title),
            refdomain="std",
            reftype="doc",
            reftarget=f"/{lesson.docname}",
            refdoc=self.env.docname,
            refexplicit=True,
            refwarn=True,
        )
        self.set_source_info(link)
        paragraph = nodes.paragraph("", "", link)
        if summary := lesson.front_matter.extra.get("summary"):
            paragraph += [Gap(plain=": "), _part(str(summary), "lesson-summary")]
        paragraph += [Gap(plain=" · "), _part(self._facts(lesson), "lesson-facts")]
        for tag in lesson.front_matter.tags:
            paragraph += [Gap(plain=" · "), self._tag(tag, pages)]
        return nodes.list_item("", paragraph)

    def _tag(self, tag: str, pages: Container[str]) -> nodes.Node:
        page = tag_page(tag)
        if page not in pages:
            return _part(tag, "lesson-tag")
        address = f"{'../' * self.env.docname.count('/')}{quote(page)}.html"
        return nodes.reference("", tag, refuri=address, internal=True, classes=["lesson-tag"])

    def _about(self, track: Track) -> str:
        minutes = rounded(sum(reading_minutes(lesson) for lesson in track.lessons))
        words = words_of(self.config)
        if len(track.lessons) == 1:
            return words.text("track_about_one", minutes=minutes)
        return words.text("track_about", count=len(track.lessons), minutes=minutes)

    def _facts(self, lesson: Lesson) -> str:
        words = words_of(self.config)
        time = words.text("reading_time", minutes=reading_minutes(lesson))
        level = lesson.front_matter.extra.get("level")
        if level not in LEVELS:
            return time
        return f"{words.text(f'level_{level}')} · {time}"

    def _toctree(self, track: Track) -> nodes.Node:
        docnames = [lesson.docname for lesson in track.lessons]
        toctree = addnodes.toctree(
            "",
            parent=self.env.docname,
            entries=[(None, docname) for docname in docnames],
            includefiles=docnames,
            maxdepth=-1,
            caption=track.title or None,
            glob=False,
            hidden=True,
            includehidden=False,
            numbered=0,
            titlesonly=True,
            rawentries=[],
            rawcaption=track.title,
        )
        self.set_source_info(toctree)
        # As Sphinx's own directive does: its collectors look for the toctree in this wrapper.
        return nodes.compound("", toctree, classes=["toctree-wrapper"])


def listed(site: Site) -> str:
    """Give all that the directive shows of lessons: a page that has it is read again with it."""
    return repr(
        [
            [
                track.title,
                [
                    (one.docname, one.title, one.front_matter, reading_minutes(one))
                    for one in track.lessons
                ],
            ]
            for track in site.tracks
        ]
    )


def _part(text: str, name: str) -> nodes.inline:
    return nodes.inline("", text, classes=[name])


def _set_levels(app: Sphinx, doctree: nodes.document) -> None:
    """Make each track's title a heading one level below the section that it stands in."""
    for title in doctree.findall(nodes.rubric):
        if _TRACK_TITLE in title["classes"]:
            above: nodes.Element | None = title.parent
            level = 1
            while above is not None:
                level += isinstance(above, nodes.section)
                above = above.parent
            title["heading-level"] = min(level, 6)


def _visit_gap(translator: HTML5Translator, node: Gap) -> None:
    translator.body.append(" ")
    raise nodes.SkipNode


def setup(app: Sphinx) -> dict[str, Any]:
    app.add_node(Gap, html=(_visit_gap, None))
    app.add_directive("lessons", LessonsDirective)
    app.connect("doctree-read", _set_levels)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
