"""The page that tells readers what changed in the outputs with the JAX that is shown.

It is made of the report that the command `drift` left, where that is about the environment whose
outputs the site shows; without such a report there is no page. The start page leads to it.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from html import escape
from typing import TYPE_CHECKING, Any

from scripts.drift import KINDS, CellDrift, Drift, Picture, Side, of_language, side_by_side
from scripts.lesson import START_PAGE
from scripts.render.locale import Words, words_of
from scripts.render.site import Site, site_of
from scripts.render.start_page import add_link
from scripts.site_pages import DRIFT_PAGE

if TYPE_CHECKING:
    from sphinx.application import Sphinx


# Lines shown of one cell; the report of the command has them all.
_LINES = 60


def page(site: Site, drift: Drift, words: Words) -> str:
    """Give the page's body as HTML."""
    cells = of_language(drift.cells, site.language.tag)
    names = {"old": side_name(drift.old, words), "new": side_name(drift.new, words)}
    changed = [cell for cell in cells if cell.kind != "identical"]
    pieces = [
        f"<section>\n<h1>{escape(words.text('drift_title'))}</h1>",
        f"<p>{escape(words.text('drift_intro', cells=len(cells), **names))}</p>",
        *([] if changed else [f"<p>{escape(words.text('drift_same'))}</p>"]),
        *_counts(cells, words),
    ]
    worst_first = sorted(changed, key=lambda cell: KINDS.index(cell.kind))
    for docname in dict.fromkeys(cell.docname for cell in changed):
        lesson = site.lesson(docname)
        title = escape(docname if lesson is None else lesson.title)
        linked = title if lesson is None else f'<a href="{escape(docname)}.html">{title}</a>'
        pieces.append(f"<section>\n<h2>{linked}</h2>")
        for cell in worst_first:
            if cell.docname == docname:
                pieces += _cell(cell, words, names)
        pieces.append("</section>")
    if drift.unmatched:
        text = words.text("drift_unmatched_text", cells=len(drift.unmatched))
        heading = escape(words.text("drift_unmatched"))
        pieces.append(f"<section>\n<h2>{heading}</h2>\n<p>{escape(text)}</p>\n</section>")
    return "\n".join([*pieces, "</section>"])


def side_name(side: Side, words: Words) -> str:
    """Give what readers call a side: the JAX that ran it, else what it was called."""
    if jax := side.environment.get("jax"):
        return f"JAX {jax}"
    return side.name if "/" not in side.name else words.text("drift_other")


def _counts(cells: tuple[CellDrift, ...], words: Words) -> Iterator[str]:
    yield '<table class="table drift-counts">\n<thead><tr>'
    for key in ("drift_class", "drift_meaning", "drift_cells"):
        yield f'<th scope="col">{escape(words.text(key))}</th>'
    yield "</tr></thead>\n<tbody>"
    for kind in KINDS:
        if count := sum(cell.kind == kind for cell in cells):
            name, meaning = words.text(f"drift_{kind}"), words.text(f"drift_{kind}_text")
            yield (
                f'<tr><th scope="row">{escape(name)}</th>'
                f"<td>{escape(meaning)}</td><td>{count}</td></tr>"
            )
    yield "</tbody>\n</table>"


def _cell(cell: CellDrift, words: Words, names: dict[str, str]) -> Iterator[str]:
    number = words.text("drift_cell", cell=cell.index + 1)
    kind = words.text(f"drift_{cell.kind}")
    # What is for a person to look at stands open.
    yield f'<details class="drift-cell {cell.kind}"{" open" if cell.severe else ""}>'
    yield f"<summary>{escape(number)} · <strong>{escape(kind)}</strong></summary>"
    # Causes in code say the same in every language; those in words are the class's own words.
    if codes := [cause for cause in cell.causes if "→" in cause]:
        yield "<p>" + ", ".join(f"<code>{escape(code)}</code>" for code in codes) + "</p>"
    if cell.ratio is not None:
        yield f"<p>{escape(words.text('drift_ratio', ratio=f'{cell.ratio:.2g}'))}</p>"
    rows = list(side_by_side(cell.old, cell.new))[:_LINES]
    yield '<div class="drift-sides">'
    for side, tag, at in (("old", "del", 0), ("new", "ins", 1)):
        caption = escape(words.text(f"drift_{side}", **{side: names[side]}))
        lines = [
            escape(line) if row[0] == row[1] else f"<{tag}>{escape(line) or ' '}</{tag}>"
            for row in rows
            if (line := row[at]) is not None
        ]
        yield f"<figure>\n<figcaption>{caption}</figcaption>"
        if lines:
            yield '<pre tabindex="0">' + "\n".join(lines) + "</pre>\n</figure>"
        elif cell.old == cell.new:
            # What is other stands below, in pictures.
            yield "</figure>"
        else:
            yield f"<p><em>{escape(words.text('drift_nothing'))}</em></p>\n</figure>"
    yield "</div>"
    for pictures in cell.pictures:
        yield '<div class="drift-sides">'
        for side, picture in zip(("old", "new"), pictures, strict=True):
            described = words.text("drift_picture", number=number, side=names[side])
            yield f"<figure>{_image(picture, described, words)}</figure>"
        yield "</div>"
    yield "</details>"


def _image(picture: Picture | None, described: str, words: Words) -> str:
    """Give a picture as a file within the page: nothing in an SVG can run or load there."""
    if picture is None or not picture.data.strip():
        return f"<p><em>{escape(words.text('drift_nothing'))}</em></p>"
    is_text = picture.mime == "image/svg+xml"
    data = b64encode(picture.data.encode()).decode() if is_text else "".join(picture.data.split())
    return f'<img src="data:{picture.mime};base64,{escape(data)}" alt="{escape(described)}">'


def _pages(app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
    site, words = site_of(app.config), words_of(app.config)
    if (drift := site.drift) is not None:
        title = words.text("drift_title")
        yield DRIFT_PAGE, {"title": title, "body": page(site, drift, words)}, "page.html"


def has_page(site: Site) -> bool:
    """Tell whether the site has this page."""
    return site.drift is not None


def _lead(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: object
) -> None:
    drift = site_of(app.config).drift if pagename == START_PAGE else None
    if drift is not None:
        words = words_of(app.config)
        text = words.text("drift_link", new=side_name(drift.new, words))
        add_link(context, DRIFT_PAGE, text, name="drift-link")


def setup(app: Sphinx) -> dict[str, Any]:
    app.connect("html-collect-pages", _pages)
    app.connect("html-page-context", _lead)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
