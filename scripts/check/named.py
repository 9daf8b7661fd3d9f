"""What sentences name in every language: inline code, and the pages that links lead to."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator

from scripts.check.exchanges import Compared, compared, exchanged
from scripts.check.prose import prose
from scripts.check.rule import Selection
from scripts.check.shared import (
    CODE_SPAN,
    WRITE_THE_SAME,
    Shared,
    before_ending,
    instead,
    text_lines,
    without_tags,
)
from scripts.diagnostic import Diagnostic, Severity
from scripts.lesson import Lesson
from scripts.patterns import lazy_pattern

_LINK = lazy_pattern(
    r"(?<!!)\[(?!!\[)(?P<words>[^\]]*)\]\((?P<address>[^)\s]+)|<(?P<bare>https?://[^>\s\\]+)\\?>"
    # Around a picture, as badges have it.
    r"|(?<=\))\]\((?P<around>[^)\s]+)"
)
_TORN = lazy_pattern(r"(?<!!)\[[^\]]+\] +\((?P<address>[^)\s]+)\)")
# A link to the same page in another language.
_SWITCH = lazy_pattern(
    r"\W*(?:한국어|영어|일본어|중국어|Korean|English|日本語|(?:简体|繁體)?中文)\W*", re.I
)
# What stands for Korean, as in an example of a locale, has another language in its place elsewhere.
_KOREAN = lazy_pattern(r"(?:ko|kr)(?:[-_]kr)?(?:\.utf-?8)?", re.I)
# A host that is written as code: of a mirror, for instance.
_HOST = lazy_pattern(r"(?:[\w-]+\.)+[a-z]{2,}(?:/\S*)?$")
# Encyclopaedias, manuals and mirrors have a page or a host of each language's own.
_WITH_LANGUAGE = lazy_pattern(
    r"^https?://(?:ko|en)\.|^https?://(?:[^/]+\.)?kr[./:]"
    r"|^https?://[^/]+/(?:.*/)?(?:ko|kr|ko[-_]kr)(?:/|$)",
    re.I,
)
# A tag of HTML or of a configuration, which may be named without its brackets.
_OPENING_TAG = lazy_pattern(r"<[A-Za-z][\w:-]*>")
# A page of our own may be named with or without what it is written in.
_PAGE_ENDING = lazy_pattern(r"(?:(?:^|/)(?:index|README))?\.(?:md|html|ipynb)$|/$")
# What names a language behind the host: a folder, or the page itself.
_LANGUAGE_PART = lazy_pattern(
    r"(?<=[^/:]/)(?:ko|kr|en)(?:[-_](?:KR|US|GB))?(?:[/:]|(?:\.html?|\.md)?$)", re.I
)
# A folder shows its README on other sites, and a server often a page without its ending.
_SHOWN_BY_FOLDER = lazy_pattern(r"(?:/README\.md|\.html?)?/?$", re.I)


def inline_code(lesson: Lesson) -> Iterator[Shared]:
    """Give the inline code of a lesson, but for what is written in a language of people."""
    lines = lesson.text.split("\n")
    for line in prose(lesson):
        if line.block is not None:
            for match in CODE_SPAN.finditer(lines[line.number - 1]):
                if not match["role"] and match[0].isascii():
                    code = match[0].strip("`").strip()
                    host = _HOST.match(code) and _WITH_LANGUAGE.search(f"https://{code}")
                    if host or _KOREAN.fullmatch(code):
                        continue
                    yield Shared(line.number, _code_key(code), f"`{code}`")


def _code_key(code: str) -> str:
    """Give what two spellings of a name have in common.

    A name may stand with the brackets of a tag or without, and before a comma of its sentence.

    >>> [_code_key(one) for one in ("<IfModule>", "f(x),", "en_US.mo", "a -> b", "x,")]
    ['IfModule', 'f(x)', 'mo', 'a->b', 'x']
    """
    bare = without_tags("".join(code.split()))
    bare = bare[:-1] if len(bare) > 1 and bare[-1] in ",;" else bare
    return bare[1:-1] if _OPENING_TAG.fullmatch(bare) else bare


def addresses(lesson: Lesson) -> Iterator[Shared]:
    """Give where the links of a lesson lead, but for pages that other sites have in one language.

    A heading of our own is named by its words, which are other ones in each language.
    """
    for number, line in text_lines(lesson):
        for match in _LINK.finditer(line):
            address = match["address"] or match["bare"] or match["around"]
            page = address.partition("#")[0]
            if _SWITCH.fullmatch(match["words"] or ""):
                continue
            if page and not _WITH_LANGUAGE.search(page):
                yield Shared(number, _page_key(address), address)


def _page_key(address: str) -> str:
    page, _, heading = address.partition("#")
    if "://" not in page:
        return _own_page(page)
    return f"{_foreign_page(page)}#{heading}" if heading.isascii() else _foreign_page(page)


def _foreign_page(address: str) -> str:
    """Give a page of another site as it is named in every language.

    >>> [_foreign_page(f"https://a.org/b/{page}") for page in ("README.ko.md", "c-EN.md", "d.html")]
    ['https://a.org/b', 'https://a.org/b/c.md', 'https://a.org/b/d']
    >>> [_foreign_page(f"https://a.org/{page}") for page in ("en/b/", "b/en-US", "b/ko.html", "b")]
    ['https://a.org/b', 'https://a.org/b', 'https://a.org/b', 'https://a.org/b']
    """
    return _SHOWN_BY_FOLDER.sub("", _LANGUAGE_PART.sub("", before_ending(address)))


def _own_page(path: str) -> str:
    """Give a page of the site as it is named in every language.

    >>> [_own_page(one) for one in ("/ko/use/", "use/index.md", "../en-US/use.html")]
    ['use', 'use', '../use']
    """
    return _PAGE_ENDING.sub("", without_tags(path.lstrip("/"))).removeprefix("./")


def link_differences(selection: Selection) -> Iterator[Diagnostic]:
    """Give the links that lead to another page, or to another label of the same page."""
    for pair in compared(selection, addresses):
        for new, message in (*exchanged(pair), *_other_labels(selection, pair)):
            yield Diagnostic(
                pair.other.path, new.line, "other-link", message, Severity.WARNING, WRITE_THE_SAME
            )
    yield from _torn(selection)


def _torn(selection: Selection) -> Iterator[Diagnostic]:
    """Give the links that a space between their words and their address has undone."""
    for origin, other in selection.pairs():
        for lesson, twin in ((origin, other), (other, origin)):
            if not _TORN.search(lesson.text):
                continue
            wanted = {one.key for one in addresses(twin)} - {one.key for one in addresses(lesson)}
            for number, line in text_lines(lesson):
                for match in _TORN.finditer(line):
                    address = match["address"]
                    if _page_key(address) in wanted:
                        yield Diagnostic(
                            lesson.path,
                            number,
                            "other-link",
                            f"a space stands before ({address}), so this is no link",
                            Severity.WARNING,
                            "join the words and their address",
                        )


def _other_labels(selection: Selection, pair: Compared) -> Iterator[tuple[Shared, str]]:
    """Give the links that lead to the same page, and there to another label."""
    for one, its in pair.texts:
        left, right = pair.ours.within(one), pair.theirs.within(its)
        if [mine.key for mine in left] == [new.key for new in right]:
            for mine, new in zip(left, right, strict=True):
                if _other_label(selection, pair.origin, mine.shown, pair.other, new.shown):
                    yield new, instead(new, mine, pair.origin)


def _other_label(
    selection: Selection, origin: Lesson, ours: str, other: Lesson, theirs: str
) -> bool:
    """Tell whether two addresses of one page of our own name two labels, and both are known."""
    (page, _, one), (_, _, its) = ours.partition("#"), theirs.partition("#")
    if one == its or not (one and its) or "://" in page:
        return False
    docname = posixpath.normpath(posixpath.join(posixpath.dirname(origin.docname), page))
    docname = docname.removesuffix(".md")
    named = (selection.lessons.get(docname, lesson.language) for lesson in (origin, other))
    return all(
        lesson is not None and f"({label})=" in lesson.text
        for lesson, label in zip(named, (one, its), strict=True)
    )
