"""The page at the site's root: it leads to the language that the reader's browser asks for.

Without script it is a page with a link to each start page. It remembers nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from scripts.languages import Language
from scripts.policy import element
from scripts.render import fonts

_STYLE = """\
:root { color-scheme: light dark; }
body {
  display: grid; place-content: center; min-height: 90vh; margin: 0; padding: 1rem;
  font-family: "FAMILY", system-ui, sans-serif; line-height: 1.6; text-align: center;
  background: #fff; color: #14181e; word-break: keep-all;
}
a { color: #0a6a75; font-size: 1.25rem; }
h1 { font-size: 1.5rem; font-weight: 600; margin: 0 0 1rem; }
ul { list-style: none; margin: 0; padding: 0; }
li { margin: 0.5rem 0; }
span { display: block; }
@media (prefers-color-scheme: dark) {
  body { background: #14181e; color: #e4e6eb; }
  a { color: #5fd3df; }
}
"""


def style(to_root: str) -> str:
    """Give the style of the pages at the root, seen from one of them, in the site's own font."""
    return fonts.style(f"{to_root}{fonts.TEXT_FONT}") + _STYLE.replace("FAMILY", fonts.FAMILY)


# The first of the reader's languages that the site has; none, and the page stays. The same text on
# each site: `scripts/policy.py` knows it by its hash.
_SCRIPT = """
const LANGUAGES = document.documentElement.dataset.languages.split(" ");
for (const wanted of navigator.languages || [navigator.language]) {
  const tag = String(wanted).toLowerCase().split("-")[0];
  if (LANGUAGES.includes(tag)) { location.replace(tag + "/index.html"); break; }
}
"""


def root_page(titles: Mapping[Language, str], *, url: str = "") -> str:
    """Give the page, from what the site is called in each of its languages, and where it stands.

    >>> from scripts.languages import ENGLISH
    >>> page = root_page({ENGLISH: "Bread & butter"})
    >>> '<a href="en/index.html" lang="en" hreflang="en">' in page, "Bread &amp; butter" in page
    (True, True)
    """
    links = "\n".join(
        f'<li><a href="{language.tag}/index.html" lang="{language.tag}" hreflang="{language.tag}">'
        f"{escape(language.name)}</a></li>"
        for language in titles
    )
    first = next(iter(titles))
    names = dict.fromkeys(titles.values())
    heading = "".join(
        f'<span lang="{next(lang.tag for lang in titles if titles[lang] == name)}">'
        f"{escape(name)}</span>"
        for name in names
    )
    tags = " ".join(language.tag for language in titles)
    places = {lang.tag: f"{url}/{lang.tag}/index.html".removeprefix("/") for lang in titles}
    # Search engines take whole addresses only.
    if url:
        places["x-default"] = f"{url}/"
    alternates = "\n".join(
        f'<link rel="alternate" hreflang="{tag}" href="{escape(place)}">'
        for tag, place in places.items()
    )
    return f"""\
<!doctype html>
<html lang="{first.tag}" data-languages="{tags}">
<head>
<meta charset="utf-8">
{element()}
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(" · ".join(names))}</title>
<link rel="icon" type="image/svg+xml" href="{first.tag}/_static/icon.svg">
{alternates}
<style>
{style("")}</style>
<script>{_SCRIPT}</script>
</head>
<body>
<main>
<h1>{heading}</h1>
<nav><ul>
{links}
</ul></nav>
</main>
</body>
</html>
"""
