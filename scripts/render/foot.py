"""What stands below a lesson: who made it, its tags, what to download, and ways to answer.

Put into the finished page, so that search finds no page by it. What needs an address of the
outside world is there only where a start page names it in its front matter (`repository`, `branch`,
`notebooks`). A page for each tag lists the lessons that have it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from html import escape
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urlencode

from scripts.lesson import Lesson
from scripts.render.downloads import MARKDOWN, NOTEBOOK
from scripts.render.locale import Words, words_of
from scripts.render.site import Site, site_of
from scripts.site_pages import TAGS

if TYPE_CHECKING:
    from sphinx.application import Sphinx

_GITHUB = "https://github.com/"
_COLAB = "https://colab.research.google.com/github/"


def tag_page(tag: str) -> str:
    """Give the name of a tag's page.

    >>> tag_page("while loop"), tag_page("C++")
    ('tags/while-loop', 'tags/c-2b-2b')
    """
    slug = re.sub(r"[^\w-]", lambda match: f"-{ord(match[0]):x}", re.sub(r"\s+", "-", tag.lower()))
    return f"{TAGS}/{slug}"


def tags(site: Site) -> Mapping[str, tuple[str, tuple[Lesson, ...]]]:
    """Give the pages of tags: each one's tag, and the lessons that have it, in reading order."""
    found: dict[str, tuple[str, tuple[Lesson, ...]]] = {}
    for docname in site.lessons.docnames:
        if (lesson := site.lesson(docname)) is None or lesson.is_start_page:
            continue
        for tag in lesson.front_matter.tags:
            first, before = found.get(tag_page(tag), (tag, ()))
            if lesson not in before:
                found[tag_page(tag)] = first, (*before, lesson)
    return {page: found[page] for page in sorted(found) if site.lesson(page) is None}


def colab(notebooks: str, language: str, docname: str) -> str:
    """Give the address at which Colab opens a notebook of a site that is published on GitHub.

    `notebooks` is the folder's address there; "" for any other host, where Colab opens nothing.

    >>> colab("https://github.com/me/site/tree/pages/latest", "ko", "scan")
    'https://colab.research.google.com/github/me/site/blob/pages/latest/ko/scan.ipynb'
    """
    if not notebooks.startswith(_GITHUB):
        return ""
    folder = notebooks.removeprefix(_GITHUB).rstrip("/").replace("/tree/", "/blob/", 1)
    return f"{_COLAB}{quote(folder)}/{language}/{quote(docname)}{NOTEBOOK}"


def _links(site: Site, lesson: Lesson, words: Words) -> Iterator[tuple[str, str, str]]:
    """Give address, text and further attributes of each link."""
    name = quote(lesson.docname.rsplit("/", 1)[-1])
    yield f"{name}{NOTEBOOK}", words.text("foot_notebook"), " download"
    yield f"{name}{MARKDOWN}", words.text("foot_markdown"), " download"
    if lesson.cells and (
        address := colab(site.setting("notebooks"), site.language.tag, lesson.docname)
    ):
        yield address, words.text("foot_colab"), ""
    if repository := site.setting("repository").rstrip("/"):
        branch = quote(site.setting("branch") or "main")
        path = quote(lesson.path.as_posix())
        yield f"{repository}/edit/{branch}/{path}", words.text("foot_edit"), ""
        report = _report(site, lesson, words)
        section = escape(words.text("foot_section"))
        yield (
            f"{repository}/issues/new?{urlencode(report)}",
            words.text("foot_report"),
            f' class="report-problem" data-section="{section}"',
        )


def _report(site: Site, lesson: Lesson, words: Words) -> dict[str, str]:
    record = site.record(lesson) if lesson.cells else None
    environment = {} if record is None else record.environment
    software = [f"{n} {v}" for n in ("jax", "python") if (v := environment.get(n))]
    lines = [
        f"{words.text('foot_page')}: {lesson.path.as_posix()}",
        f"{words.text('foot_language')}: {site.language.name}",
        *([f"{words.text('foot_version')}: {', '.join(software)}"] if software else []),
    ]
    return {"title": f"{lesson.title} ({site.language.tag})", "body": "\n".join(lines) + "\n"}


def foot(site: Site, lesson: Lesson, words: Words, *, to_root: str) -> str:
    """Give the foot of a lesson as HTML."""
    matter = lesson.front_matter
    people = {key: getattr(matter, key) for key in ("authors", "translators", "reviewers")}
    rows = [
        f"<p>{escape(words.text(f'foot_{key}', people=', '.join(named)))}</p>"
        for key, named in people.items()
        if named
    ]
    known = tags(site)
    items = "".join(
        f'<li><a class="lesson-tag" href="{to_root}{page}.html">{escape(tag)}</a></li>'
        for tag in matter.tags
        if (page := tag_page(tag)) in known
    )
    if items:
        label = escape(words.text("foot_tags"))
        rows.append(f'<ul class="lesson-tags" aria-label="{label}">{items}</ul>')
    links = "".join(
        f'<li><a href="{escape(address)}"{more}>{escape(text)}</a></li>'
        for address, text, more in _links(site, lesson, words)
    )
    rows.append(f'<ul class="lesson-links">{links}</ul>')
    label = escape(words.text("foot_label"))
    inside = "\n".join(rows)
    return f'<section class="lesson-foot" aria-label="{label}">\n{inside}\n</section>\n'


def _insert(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: object
) -> None:
    site = site_of(app.config)
    lesson = site.lesson(pagename)
    if lesson is None or lesson.is_start_page:
        return
    to_root = "../" * pagename.count("/")
    below = foot(site, lesson, words_of(app.config), to_root=to_root)
    context["body"] = f"{context.get('body', '')}\n{below}"


def _pages(app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
    site, words = site_of(app.config), words_of(app.config)
    for page, (tag, lessons) in tags(site).items():
        title = words.text("tag_title", tag=tag)
        items = "\n".join(
            f'<li><a href="../{quote(lesson.docname)}.html">{escape(lesson.title)}</a></li>'
            for lesson in lessons
        )
        body = f"<section>\n<h1>{escape(title)}</h1>\n<ul>\n{items}\n</ul>\n</section>"
        yield page, {"title": title, "body": body}, "page.html"


def setup(app: Sphinx) -> dict[str, Any]:
    app.connect("html-collect-pages", _pages)
    # After what belongs to the text.
    app.connect("html-page-context", _insert, priority=700)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
