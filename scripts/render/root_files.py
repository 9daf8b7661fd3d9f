"""What stands at a site's root for those who are no readers, and for readers who are lost."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from html import escape
from urllib.parse import quote, urlsplit

from scripts.languages import Language
from scripts.lesson import START_PAGE, Lessons
from scripts.policy import element, headers_file
from scripts.render.locale import words
from scripts.render.root_page import root_page, style
from scripts.render.site import site_url

_PAGE = """\
<!doctype html>
<html lang="{first}">
<head>
<meta charset="utf-8">
{policy}
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>404 · {title}</title>
<link rel="icon" type="image/svg+xml" href="{path}/{first}/_static/icon.svg">
<style>
{style}</style>
</head>
<body>
<main>
{parts}
</main>
</body>
</html>
"""

_PART = """\
<section lang="{tag}">
<h1>{heading}</h1>
<p>{text}</p>
<p><a href="{href}">{title}</a></p>
</section>"""


def root_files(
    lessons: Lessons, titles: Mapping[Language, str], *, plain: Collection[str] = ()
) -> Mapping[str, str]:
    """Give the files that stand beside the languages, by name.

    `titles` say what the site is called in each of its languages, `plain` which pages there are as
    Markdown, too. What needs whole addresses is there where the site's is known.
    """
    url = site_url(lessons)
    files = {
        "index.html": root_page(titles, url=url),
        "404.html": not_found(titles, url=url),
        "llms.txt": llms(lessons, titles, plain=plain, url=url),
        "_headers": headers_file(),
    }
    if url:
        files |= {"robots.txt": robots(url), "sitemap.xml": sitemap(lessons, tuple(titles), url)}
    return files


def not_found(titles: Mapping[Language, str], *, url: str = "") -> str:
    """Give the page for addresses that lead nowhere, in all languages at once.

    A host shows it at any address, so its links begin at the host's root: below the path of `url`.

    >>> from scripts.languages import ENGLISH
    >>> page = not_found({ENGLISH: "Bread"}, url="https://example.org/loaf")
    >>> '<a href="/loaf/en/index.html">Bread</a>' in page
    True
    """
    path = urlsplit(url).path.rstrip("/")
    parts = "\n".join(
        _PART.format(
            tag=language.tag,
            heading=escape(words(language.tag).text("not_found")),
            text=escape(words(language.tag).text("not_found_text")),
            href=escape(f"{path}/{language.tag}/{START_PAGE}.html"),
            title=escape(title),
        )
        for language, title in titles.items()
    )
    first = next(iter(titles))
    return _PAGE.format(
        first=first.tag,
        policy=element(),
        path=escape(path),
        title=escape(titles[first]),
        style=style(f"{path}/"),
        parts=parts,
    )


def sitemap(lessons: Lessons, languages: Collection[Language], url: str) -> str:
    """Give `sitemap.xml`: every page with the same page in the other languages."""
    rows = []
    for docname, written in _pages(lessons, languages):
        places = {lang.tag: escape(f"{url}/{lang.tag}/{quote(docname)}.html") for lang in written}
        twins = "".join(
            f'\n  <xhtml:link rel="alternate" hreflang="{tag}" href="{href}"/>'
            for tag, href in places.items()
        )
        rows += [f" <url>\n  <loc>{href}</loc>{twins}\n </url>" for href in places.values()]
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
        ' xmlns:xhtml="http://www.w3.org/1999/xhtml">\n' + "\n".join(rows) + "\n</urlset>\n"
    )


def robots(url: str) -> str:
    """Give `robots.txt`: all may be read, and where the list of pages is."""
    return f"User-agent: *\nAllow: /\n\nSitemap: {url}/sitemap.xml\n"


def llms(
    lessons: Lessons,
    titles: Mapping[Language, str],
    *,
    plain: Collection[str] = (),
    url: str = "",
) -> str:
    """Give `llms.txt`: the pages by language, for programs that read text.

    `plain` are paths of pages that are there as Markdown, too; these are named then.
    """
    first = next(iter(titles))
    lines = [f"# {titles[first]}", ""]
    for language, title in titles.items():
        lines += [f"## {title} ({language.english_name})", ""]
        for docname, written in _pages(lessons, titles):
            lesson = lessons.get(docname, language)
            if language not in written or lesson is None:
                continue
            path = f"{language.tag}/{docname}.md"
            path = quote(path if path in plain else path.removesuffix(".md") + ".html")
            lines.append(f"- [{lesson.title}]({url + '/' if url else ''}{path})")
        lines.append("")
    return "\n".join(lines)


def _pages(
    lessons: Lessons, languages: Collection[Language]
) -> list[tuple[str, tuple[Language, ...]]]:
    """Give each docname in reading order, start page first, with the languages it has."""
    # The start page is there even where no lesson is it.
    docnames = dict.fromkeys([START_PAGE, *lessons.docnames])
    return [
        (
            docname,
            tuple(
                lang
                for lang in languages
                if docname == START_PAGE or lessons.get(docname, lang) is not None
            ),
        )
        for docname in docnames
    ]
