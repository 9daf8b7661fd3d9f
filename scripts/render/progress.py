"""What a reader has done, kept by their own browser: buttons on lessons, a bar a track, a page.

The pages hold buttons, texts and what there is to do; `script/progress.js` brings them to life.
Without script none of it is shown. Lessons are known by their names and exercises by their labels,
so both languages show the same.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from html import escape
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from scripts.lesson import START_PAGE, Lesson
from scripts.render.locale import Words, words_of
from scripts.render.site import Site, site_of
from scripts.site_pages import PROGRESS_PAGE

if TYPE_CHECKING:
    from sphinx.application import Sphinx

# In the order in which they are easiest to come by.
_ACHIEVEMENTS = ("first", "solver", "thorough", "track", "all")

# What the script says; it fills the gaps itself.
_SAID = (
    *("of_track", "points", "level", "earned", "was_read", "open", "count"),
    *("imported", "refused", "sure", "cleared"),
)


def has_page(site: Site) -> bool:
    """Tell whether there is anything to keep."""
    return bool(site.tracks)


def tracks(site: Site) -> list[dict[str, Any]]:
    """Give what there is to do: each track's title and lessons, each with its exercises."""
    return [
        {
            "title": track.title,
            "lessons": [
                {
                    "name": lesson.docname,
                    "exercises": [one.label for one in lesson.exercises if one.label],
                }
                for lesson in track.lessons
            ],
        }
        for track in site.tracks
    ]


def _data(site: Site, words: Words) -> str:
    """Give what the script needs as attributes: what there is to do, and how it is said."""
    said = [
        f'data-say-{key.replace("_", "-")}="{escape(words.texts[f"progress_{key}"])}"'
        for key in _SAID
    ]
    everything = json.dumps(tracks(site), ensure_ascii=False, separators=(",", ":"))
    return " ".join([f'data-progress-source="{escape(everything)}"', *said])


def page(site: Site, words: Words) -> str:
    """Give the body of the page that shows all of it; the script fills it in."""
    pieces = [
        f"<section>\n<h1>{escape(words.text('progress_title'))}</h1>",
        f"<p>{escape(words.text('progress_intro'))}</p>",
        f"<noscript><p>{escape(words.text('progress_no_script'))}</p></noscript>",
        f'<div class="progress-page" hidden {_data(site, words)}>',
        '<p class="progress-sum" role="status"></p>',
    ]
    for track in site.tracks:
        title = track.title or words.text("progress_lessons")
        pieces.append(f"<h2>{escape(title)}</h2>")
        pieces.append('<div class="track-progress"></div>\n<ul class="progress-lessons">')
        pieces += [_lesson(lesson) for lesson in track.lessons]
        pieces.append("</ul>")
    pieces.append(f"<h2>{escape(words.text('progress_achievements'))}</h2>")
    pieces.append('<ul class="progress-achievements">')
    for name in _ACHIEVEMENTS:
        text = escape(words.text(f"progress_for_{name}"))
        pieces.append(f'<li data-achievement="{name}">{text} <span class="state"></span></li>')
    pieces.append(f"</ul>\n<h2>{escape(words.text('progress_keep'))}</h2>")
    pieces.append(f"<p>{escape(words.text('progress_keep_text'))}</p>")
    pieces.append('<p class="progress-actions">')
    for action in ("export", "import", "reset"):
        text = escape(words.text(f"progress_{action}"))
        pieces.append(f'<button type="button" data-action="{action}">{text}</button>')
    label = escape(words.text("progress_import"))
    pieces.append(
        '<input type="file" accept="application/json,.json" hidden tabindex="-1" '
        f'aria-label="{label}">\n</p>'
    )
    pieces.append('<p class="progress-said" role="status"></p>\n</div>\n</section>')
    return "\n".join(pieces)


def _lesson(lesson: Lesson) -> str:
    link = f'<a href="{quote(lesson.docname)}.html">{escape(lesson.title)}</a>'
    name = escape(lesson.docname)
    return f'<li data-lesson="{name}">{link} <span class="state"></span></li>'


def _pages(app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
    site, words = site_of(app.config), words_of(app.config)
    if has_page(site):
        title = words.text("progress_title")
        yield PROGRESS_PAGE, {"title": title, "body": page(site, words)}, "page.html"


def _insert(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: object
) -> None:
    site, words = site_of(app.config), words_of(app.config)
    lesson = site.lesson(pagename)
    if lesson is None or not has_page(site):
        return
    title = escape(words.text("progress_title"))
    address = "../" * pagename.count("/") + PROGRESS_PAGE
    # A button and a bar do nothing without script, so they are hidden until it shows them.
    if pagename == START_PAGE:
        more = f'<p class="progress-link" hidden {_data(site, words)}>'
        more += f'<a href="{address}.html">{title}</a></p>'
    else:
        read = escape(words.text("progress_read"))
        more = f'<p class="lesson-done" hidden data-lesson="{escape(lesson.docname)}">'
        more += f'<button type="button" aria-pressed="false">{read}</button> '
        more += f'<a href="{address}.html">{title}</a></p>'
    context["body"] = f"{context.get('body', '')}\n{more}\n"


def setup(app: Sphinx) -> dict[str, Any]:
    app.connect("html-collect-pages", _pages)
    # Between the text and the foot.
    app.connect("html-page-context", _insert, priority=600)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
