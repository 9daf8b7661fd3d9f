"""What sentences name in every language: inline code, and the pages that links lead to."""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from collections.abc import Iterator, Sequence

from scripts.check.definitions import address_of, definitions
from scripts.check.exchanges import Compared, compared, exchanged
from scripts.check.prose import prose, with_whole_code
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
# A link by a label, where the page says where this leads.
_BY_LABEL = lazy_pattern(
    r"(?<![!\]\\])\[(?![!^]\[?)(?P<words>[^\[\]]+)\](?:\[(?P<label>[^\[\]]*)\]|(?![\[(:]))"
    r"|(?<=[\])])\]\[(?P<around>[^\[\]]+)\]"
)
_TORN = lazy_pattern(r"(?<!!)\[[^\]]+\] +\((?P<address>[^)\s]+)\)")
# A link to the same page in another language.
_SWITCH = lazy_pattern(
    r"\W*(?:(?:read|view|see|open|switch)\W+(?:(?:this|it)\W+)?(?:in|to)\W+)?"
    r"(?:한국어|영어|일본어|중국어|Korean|English|日本語|(?:简体|繁體)?中文)"
    r"(?:판|로)?(?:\W*(?:버전|번역|문서|보기|읽기|version|translation|edition|docs|README))?\W*",
    re.I,
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
# A file as the page of its repository shows it, at whatever branch.
_IN_REPOSITORY = lazy_pattern(
    r"https?://(?:raw\.githubusercontent\.com/[^/]+/[^/]+"
    r"|[^/]+/[^/]+/[^/]+/(?:-/)?(?:blob|tree|raw|src))/[^/]+/(?P<path>[^#?]+)"
)
_FOLDERS_UP = lazy_pattern(r"^(?:\.{1,2}(?:/|$))+")
_HOST_NAME = lazy_pattern(r"^https?://[^/]+", re.I)
# A folder shows its README on other sites, and a server often a page without its ending.
_SHOWN_BY_FOLDER = lazy_pattern(r"(?:/README\.md|\.html?)?/?$", re.I)


def inline_code(lesson: Lesson) -> Iterator[Shared]:
    """Give the inline code of a lesson, but for what is written in a language of people."""
    for number, text in _rows_with_code(lesson):
        for match in CODE_SPAN.finditer(text):
            if not match["role"] and match[0].isascii():
                code = match[0].strip("`").strip()
                host = _HOST.match(code) and _WITH_LANGUAGE.search(f"https://{code}")
                if host or _KOREAN.fullmatch(code):
                    continue
                yield Shared(number, _code_key(code), f"`{code}`")


def _rows_with_code(lesson: Lesson) -> Iterator[tuple[int, str]]:
    """Give the lines of prose that may have code; what goes on in the next one, in the first."""
    lines = lesson.text.split("\n")
    for line in prose(lesson):
        if (block := line.block) is not None:
            whole = with_whole_code(block)
            text = lines[line.number - 1]
            if whole is not block.text:
                text = whole.split("\n")[line.number - block.line]
            yield line.number, text


def _code_key(code: str) -> str:
    """Give what two spellings of a name have in common.

    A name may stand with the brackets of a tag or without, and before a comma of its sentence.

    >>> [_code_key(one) for one in ("<IfModule>", "f(x),", "en_US.mo", "a -> b", "x,")]
    ['IfModule', 'f(x)', 'mo', 'a->b', 'x']
    >>> _code_key("init --lang ko") == _code_key("init --lang en")
    True
    """
    bare = "".join(without_tags(code).split())
    bare = bare[:-1] if len(bare) > 1 and bare[-1] in ",;" else bare
    return bare[1:-1] if _OPENING_TAG.fullmatch(bare) else bare


_VERSION = lazy_pattern(r"\W*(?:English|Korean|한국어|영어|영문) ?(?:versions?|버전|판|문서)\b")


def addresses(lesson: Lesson) -> Iterator[Shared]:
    """Give where the links of a lesson lead, but for pages that other sites have in one language.

    A heading of our own is named by its words, which are other ones in each language.
    """
    for number, line in text_lines(lesson):
        if _VERSION.match(line):
            continue
        for words, address in _links(lesson, line):
            page = address.partition("#")[0]
            if page and not _SWITCH.fullmatch(words) and not _WITH_LANGUAGE.search(page):
                yield Shared(number, _page_key(address), address)


def _links(lesson: Lesson, line: str) -> list[tuple[str, str]]:
    """Give the words and the address of each link in a line, where it has words of its own."""
    found = [
        (match.start(), match["words"] or "", match["address"] or match["bare"] or match["around"])
        for match in _LINK.finditer(line)
    ]
    if definitions(lesson):
        for match in _BY_LABEL.finditer(line):
            label = match["around"] or match["label"] or match["words"]
            if address := address_of(lesson, label):
                found.append((match.start(), match["words"] or "", address))
    return [(words, address) for _, words, address in sorted(found)]


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
    address = _HOST_NAME.sub(lambda host: host[0].lower(), address)
    return _SHOWN_BY_FOLDER.sub("", _LANGUAGE_PART.sub("", before_ending(address)))


def _own_page(path: str) -> str:
    """Give a page of the site as it is named in every language.

    From where it is named is the page's own: the pages of a language may lie in a folder more.

    >>> [_own_page(one) for one in ("/ko/use/", "use/index.md", "../en-US/use.html")]
    ['use', 'use', 'use']
    """
    return _FOLDERS_UP.sub("", _PAGE_ENDING.sub("", without_tags(path.lstrip("/"))))


def link_differences(selection: Selection) -> Iterator[Diagnostic]:
    """Give the links that lead to another page, or to another label of the same page."""
    for pair in compared(selection, addresses):
        pair = _as_one_repository(pair)
        known: set[int] = set()
        found = (
            *_of_other_case(pair),
            *exchanged(pair, near=False),
            *_other_labels(selection, pair),
        )
        for new, message in found:
            if id(new) not in known:
                known.add(id(new))
                yield Diagnostic(
                    pair.other.path,
                    new.line,
                    "other-link",
                    message,
                    Severity.WARNING,
                    WRITE_THE_SAME,
                )
    yield from _torn(selection)


def _as_one_repository(pair: Compared) -> Compared:
    """Give a file of the page's own repository one key, whether it is named from here or whole."""
    sides = [{one.key for one in side.found} for side in (pair.ours, pair.theirs)]
    same: dict[str, str] = {}
    for side, keys, others in (
        (pair.ours, sides[0], sides[1]),
        (pair.theirs, sides[1], sides[0]),
    ):
        for one in side.found:
            match = _IN_REPOSITORY.match(one.shown)
            if match and one.key not in others:
                path = _own_page(match["path"])
                named = (key for key in sorted(others - keys) if _is_named(path, key))
                same[one.key] = next(named, one.key)
    return pair.by(lambda one: same.get(one.key, one.key)) if same else pair


def _is_named(path: str, key: str) -> bool:
    """Tell whether the key of a page of our own may be a path of its repository.

    >>> _is_named("docs/use", "../use"), _is_named("docs/use", "see")
    (True, False)
    """
    near = key.lstrip("./")
    return bool(near) and "://" not in key and (path == near or path.endswith(f"/{near}"))


def _of_other_case(pair: Compared) -> Iterator[tuple[Shared, str]]:
    """Give the links that lead to nothing in the other language but for the case of its letters.

    On many servers, and on the disk of most, that is another page or none, however often the page
    is named besides.
    """
    keys = {one.key for one in pair.ours.found}
    # What stands in the same text first, and then on the page.
    texts = [(pair.ours.within(one), pair.theirs.within(its)) for one, its in pair.texts]
    for left, right in (*texts, (pair.ours.found, pair.theirs.found)):
        lower = {one.key.lower(): one for one in reversed(left)}
        for new in right:
            mine = lower.get(new.key.lower())
            if mine is not None and new.key not in keys:
                yield new, instead(new, mine, pair.origin)


def _torn(selection: Selection) -> Iterator[Diagnostic]:
    """Give the links that a space between their words and their address has undone."""
    for origin, other in selection.pairs():
        for lesson, twin in ((origin, other), (other, origin)):
            if not _TORN.search(lesson.text):
                continue
            wanted = Counter(one.key for one in addresses(twin))
            wanted -= Counter(one.key for one in addresses(lesson))
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
        if Counter(mine.key for mine in left) == Counter(new.key for new in right):
            # What both lead to first: each language has its own order.
            both = Counter(mine.shown for mine in left) & Counter(new.shown for new in right)
            left, right = _beyond(left, both), _beyond(right, both)
            for mine, new in zip(
                sorted(left, key=lambda one: one.key),
                sorted(right, key=lambda one: one.key),
                strict=True,
            ):
                if _other_label(selection, pair.origin, mine.shown, pair.other, new.shown):
                    yield new, instead(new, mine, pair.origin)


def _beyond(found: Sequence[Shared], both: Counter[str]) -> list[Shared]:
    """Give what is shown more often than in both."""
    left = both.copy()
    rest = []
    for one in found:
        if left[one.shown]:
            left[one.shown] -= 1
        else:
            rest.append(one)
    return rest


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
