"""The pages of a published root that lead to its newest version; pure functions of the list.

They work without script and from a disk: a redirect in the head, plain links in the body.
"""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from urllib.parse import quote

from scripts.languages import language_of
from scripts.versions import Version, Versions

VERSIONS = "versions.json"

_PAGE = """\
<!doctype html>
<html lang="{lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="0; url={target}">
<link rel="canonical" href="{target}">
<title>{title}</title>
</head>
<body>
<p><a href="{target}">{title}</a></p>
<ul>
{links}
</ul>
</body>
</html>
"""


def root_files(versions: Versions) -> Mapping[str, bytes]:
    """Give the files that stand beside the versions, by path, in the order to replace them in.

    `versions.json` is the last one: a version is published when it is listed there.
    """
    latest = versions.latest
    return {
        "index.html": _leading_to(latest, up="").encode("utf-8"),
        "latest/index.html": _leading_to(latest, up="../").encode("utf-8"),
        VERSIONS: versions.to_json().encode("utf-8"),
    }


def _leading_to(version: Version, *, up: str) -> str:
    """Give a page that leads to a version; `up` is the way from the page to the root."""
    home = f"{up}{quote(version.name)}"
    languages = [language_of(tag) for tag in version.languages]
    links = (
        f'<li><a href="{home}/{language.tag}/index.html" hreflang="{language.tag}" '
        f'lang="{language.tag}">{escape(language.name)}</a></li>'
        for language in languages
    )
    return _PAGE.format(
        lang=languages[0].tag,
        target=f"{home}/index.html",
        title=escape(version.name),
        links="\n".join(links),
    )
