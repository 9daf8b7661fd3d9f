"""The pages that a published root has of its own; pure functions of what they tell.

They work without script and from a disk: a redirect in the head, plain links in the body.
"""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Sequence
from html import escape
from pathlib import Path
from urllib.parse import quote

from scripts.languages import LANGUAGES, Language, language_of
from scripts.policy import element
from scripts.versions import Version

_PAGE = """\
<!doctype html>
<html lang="{lang}">
<head>
<meta charset="utf-8">
{policy}
<meta name="viewport" content="width=device-width, initial-scale=1">
{head}
<title>{title}</title>
<style>
:root {{ color-scheme: light dark }}
body {{ max-width: 40rem; margin: 3rem auto; padding: 0 1rem; font: 1rem/1.7 system-ui, sans-serif;
  word-break: keep-all; overflow-wrap: break-word }}
</style>
</head>
<body>
{body}
</body>
</html>
"""
_NOT_FOR_SEARCH = '<meta name="robots" content="noindex">'


def start_page(latest: Version | None, *, up: str = "") -> str:
    """Give the page that leads to the latest version; `up` is the way from it to the root.

    >>> 'url=latest/index.html' in start_page(Version("1.0", "", "", "", ("ko",)))
    True
    """
    if latest is None:
        body = "\n".join(f"<p>{_say(language, 'none')}</p>" for language in LANGUAGES)
        return _page(LANGUAGES[0], head=_NOT_FOR_SEARCH, title="404", body=body)
    languages = [language_of(tag) for tag in latest.languages]
    target = f"{up}latest/index.html"
    links = (_to_language(f"{up}latest", language) for language in languages)
    parts = [f'<p><a href="{target}">{escape(latest.name)}</a></p>', "<ul>", *links, "</ul>"]
    head = f'{_refresh(target)}\n<link rel="canonical" href="{target}">'
    return _page(languages[0], head=head, title=escape(latest.name), body="\n".join(parts))


def language_page(latest: Version, language: Language) -> str:
    """Give what stands at the root for a language alone: the way to it in the latest version."""
    target = f"../latest/{language.tag}/index.html"
    head = f'{_refresh(target)}\n<link rel="canonical" href="{target}">'
    body = f'<p><a href="{target}">{escape(language.name)}</a></p>'
    return _page(language, head=head, title=escape(latest.name), body=body)


def withdrawn_page(version: Version, latest: Version | None, *, up: str, first: str = "") -> str:
    """Give what stands where a version was that has been withdrawn, in all of its languages.

    The language with the tag `first` goes before the others.
    """
    languages = [language_of(tag) for tag in version.languages] or list(LANGUAGES)
    languages.sort(key=lambda language: language.tag != first)
    parts = []
    for language in languages:
        parts += [
            f'<section lang="{language.tag}">',
            f"<h1>{_say(language, 'withdrawn')}</h1>",
            f"<p>{_say(language, 'withdrawn_text', version.name)}</p>",
        ]
        if latest is not None:
            known = language.tag in latest.languages
            folder = f"{up}latest/{language.tag}" if known else f"{up}latest"
            link = f'<a href="{folder}/index.html">{_say(language, "latest")}</a>'
            parts.append(f"<p>{link}</p>")
        parts.append("</section>")
    title = _say(languages[0], "withdrawn")
    return _page(languages[0], head=_NOT_FOR_SEARCH, title=title, body="\n".join(parts))


def gone_page(path: str, last: Version, language: Language, *, up: str) -> str:
    """Give what stands in `latest` for a page that only older versions have."""
    target = f"{up}{quote(last.name)}/{quote(path)}"
    body = (
        f"<h1>{_say(language, 'gone')}</h1>\n"
        f"<p>{_say(language, 'gone_text', last.name)}</p>\n"
        f'<p><a href="{target}">{_say(language, "gone_link", last.name)}</a></p>'
    )
    head = f"{_refresh(target)}\n{_NOT_FOR_SEARCH}"
    return _page(language, head=head, title=_say(language, "gone"), body=body)


def _page(language: Language, *, head: str, title: str, body: str) -> str:
    return _PAGE.format(policy=element(), lang=language.tag, head=head, title=title, body=body)


def _to_language(folder: str, language: Language) -> str:
    return (
        f'<li><a href="{folder}/{language.tag}/index.html" hreflang="{language.tag}" '
        f'lang="{language.tag}">{escape(language.name)}</a></li>'
    )


def _refresh(target: str) -> str:
    return f'<meta http-equiv="refresh" content="0; url={target}">'


def _say(language: Language, key: str, version: str = "") -> str:
    words = _words()
    # A language that has no words here yet is told in English.
    return escape(words.get(language.tag, words["en"])[key].format(version=version))


@functools.cache
def _words() -> dict[str, dict[str, str]]:
    data = Path(__file__).with_name("words.toml").read_bytes()
    return tomllib.loads(data.decode("utf-8"))


def old_versions_headers(old: Sequence[Version]) -> str:
    """Give the part of `_headers` that keeps old versions out of search results.

    >>> old_versions_headers([Version("1.0", "", "", "")])
    '/1.0/*\\n  X-Robots-Tag: noindex\\n'
    """
    return "".join(f"/{quote(one.name)}/*\n  X-Robots-Tag: noindex\n" for one in old)
