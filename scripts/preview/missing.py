"""The page for an address where there is none now: it says so, and leads to all that are there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape
from urllib.parse import quote

from scripts.languages import LANGUAGES, Language
from scripts.lesson import START_PAGE, Lesson, Lessons

_PAGE = """\
<!doctype html>
<html lang="{first}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>404 · {title}</title>
<link rel="icon" type="image/svg+xml" href="/{first}/_static/icon.svg">
<style>
{style}section {{ margin: 0 0 3rem; }}
nav li a {{ font-size: 1rem; }}
</style>
</head>
<body>
<main>
{sections}
</main>
</body>
</html>
"""


def missing_page(
    lessons: Lessons,
    name: str,
    gone: Mapping[tuple[str, str], Lesson],
    texts: Mapping[str, Mapping[str, str]],
) -> str:
    """Give the page in all languages, that of the page's name, such as `ko/scan.html`, first.

    `gone` are the lessons that were there once, by docname and tag, `texts` what is said in each
    language, by its tag.
    """
    from scripts.render.root_page import style

    tag, _, inside = name.partition("/")
    there = {lesson.language for lesson in lessons.items}
    languages = [one for one in LANGUAGES if one in there] or list(LANGUAGES)
    languages.sort(key=lambda one: one.tag != tag)
    docname = inside.removesuffix(".html")
    was = gone.get((docname, tag))
    return _PAGE.format(
        first=languages[0].tag,
        title=escape(texts[languages[0].tag]["gone" if was else "missing"]),
        style=style("/"),
        sections="\n".join(
            "\n".join(
                _section(
                    lessons,
                    language,
                    was and gone.get((docname, language.tag), was),
                    texts[language.tag],
                )
            )
            for language in languages
        ),
    )


def renamed(lessons: Lessons, was: Lesson) -> Lesson | None:
    """Give the lesson that has the text of one that is gone, or its title, None where none has."""
    others = [one for one in lessons.items if one.language == was.language]
    alike = [one for one in others if one.text == was.text]
    alike += [one for one in others if one.title == was.title]
    return alike[0] if alike else None


def _section(
    lessons: Lessons, language: Language, was: Lesson | None, texts: Mapping[str, str]
) -> Iterator[str]:
    yield f'<section lang="{language.tag}">'
    if was is None:
        yield f"<h1>{escape(texts['missing'])}</h1>\n<p>{escape(texts['comes'])}</p>"
    else:
        title = escape(texts["titled"].format(title=was.title))
        yield f"<h1>{escape(texts['gone'])}</h1>\n<p>{title}</p>"
        if (now := renamed(lessons, was)) is not None:
            link = _link(now.language, now.docname, now.title)
            yield f'<p>{escape(texts["now"])}: <span lang="{now.language.tag}">{link}</span></p>'
    yield f"<p>{_link(language, START_PAGE, texts['start'])}</p>"
    found = [lessons.get(docname, language) for docname in lessons.docnames]
    shown = [one for one in found if one is not None and not one.is_start_page]
    if shown:
        yield f'<nav aria-label="{escape(texts["lessons"])}"><ul>'
        yield from (f"<li>{_link(language, one.docname, one.title)}</li>" for one in shown)
        yield "</ul></nav>"
    yield "</section>"


def _link(language: Language, docname: str, title: str) -> str:
    return f'<a href="/{language.tag}/{quote(docname)}.html">{escape(title)}</a>'
