"""What one of two pages has in the place of headings that the other need not have."""

from __future__ import annotations

import itertools
import re

from scripts.check.aligned import with_text
from scripts.check.heading_forms import html_heading
from scripts.check.sections import PROSE, is_badges
from scripts.lesson import Block, Lesson
from scripts.patterns import lazy_pattern

_LINK = lazy_pattern(r"\[[^\]]*\]\((?P<address>[^)\s]+)\)")
# A file that says by its name, or a folder, in which language it is: README-pt-BR.md, /de/.
_OF_A_LANGUAGE = lazy_pattern(
    r"[._-](?:[a-z]{2}|[a-z]{2,3}[-_][A-Za-z]{2,4})\.[a-z]+$|/[a-z]{2}(?:[-_][A-Za-z]{2,4})?(?:/[\w.-]*)?$"
)
# The last section of a translation says who made it.
_OF_TRANSLATORS = lazy_pattern(
    r"#*[ *]*(?:(?:(?:한국어|한글|영어|영문) ?)?"
    r"(?:번역(?:자|진|팀|한 ?(?:이|사람))?|역자|옮긴 ?이)들?"
    r"(?: ?(?:정보|안내|노트|후기|참여자|기여자)|의 말|에 (?:대하여|관하여))?"
    r"|(?:(?:About|On) (?:the|this) )?(?:(?:Korean|English) )?(?:Translation|Translators?"
    r"|Translated by|(?:Translation|Translator[\'’]s) (?:credits|info(?:rmation)?|notes?|team)))"
    r"[ *:#]*(?:\n.*)?",
    re.I,
)
_KEY = lazy_pattern(r"[a-z_]+: ")


def of_one_language(origin: Lesson, other: Lesson) -> tuple[set[int], set[int]]:
    """Give the lines of both pages that hold, or look like, a heading that is its page's own.

    A list of translations stands in the original, and in some of them; who translated a page, only
    the translation says; a title may be a picture in the other page.
    """
    ours, theirs = _pictured_titles(origin, other)
    ours |= _loose_front_matter(origin)
    theirs |= _loose_front_matter(other)
    lists, its_lists = _of_languages(origin), _of_languages(other)
    if len(lists) != len(its_lists):
        ours |= lists
        theirs |= its_lists
    makers, its_makers = _of_translators(origin), _of_translators(other)
    if not (makers and its_makers):
        ours |= makers
        theirs |= its_makers
    return ours, theirs


def _of_languages(lesson: Lesson) -> set[int]:
    """Give the lines of headings below which nothing stands but links to the page's languages."""
    blocks = with_text(lesson)
    starts = [n for n, block in enumerate(blocks) if block.kind == "heading"]
    found = set()
    for start, end in itertools.pairwise([*starts, len(blocks)]):
        text = "\n".join(block.text for block in blocks[start + 1 : end])
        links = [match["address"] for match in _LINK.finditer(text)]
        only_links = len(links) > 1 and not re.search(r"\w", _LINK.sub("", text))
        if only_links and all(map(_OF_A_LANGUAGE.search, links)):
            found.add(blocks[start].line)
    return found


def _of_translators(lesson: Lesson) -> set[int]:
    """Give the lines of the blocks of a last section that says who translated the page."""
    blocks = with_text(lesson)
    start = max((n for n, block in enumerate(blocks) if block.kind == "heading"), default=0)
    texts = blocks[start + 1 :]
    if not (texts and start) or not _OF_TRANSLATORS.fullmatch(blocks[start].text):
        return set()
    only_words = all(block.kind in PROSE and "`" not in block.text for block in texts)
    return {block.line for block in blocks[start:]} if only_words else set()


def _loose_front_matter(lesson: Lesson) -> set[int]:
    """Give the line of what Hexo takes for front matter, without a mark before it: no heading.

    Keys stand at the beginning of the file, and a row of dashes below them.
    """
    first = lesson.blocks[0] if lesson.blocks else None
    if first is None or first.kind != "heading" or first.line != 1:
        return set()
    *keys, below = first.text.rstrip().split("\n")
    is_loose = bool(keys) and set(below) == {"-"} and all(map(_KEY.match, keys))
    return {first.line} if is_loose else set()


def _pictured_titles(origin: Lesson, other: Lesson) -> tuple[set[int], set[int]]:
    """Give the lines of the titles of both that the other has as a picture, and only there."""
    (ours, banner), (theirs, its_banner) = _opening(origin), _opening(other)
    return (
        {ours} if ours and its_banner and not (banner or theirs) else set(),
        {theirs} if theirs and banner and not (its_banner or ours) else set(),
    )


def _opening(lesson: Lesson) -> tuple[int, bool]:
    """Give the line of a page's title, or 0, and whether a picture stands alone near it."""
    blocks = with_text(lesson)
    found = [n for n, one in enumerate(blocks) if one.kind == "heading" or html_heading(one)]
    titles = [n for n in found if (html_heading(blocks[n]) or blocks[n]).level == 1]
    title = blocks[titles[0]].line if titles else 0
    rest = [n for n in found if n not in titles[:1]]
    before = blocks[: rest[0] if rest else len(blocks)]
    return title, any(map(_is_banner, before))


def _is_banner(block: Block) -> bool:
    if block.kind == "html_block":
        words = re.sub(r"<[^>]*>", "", block.text)
        return block.text.count("<img") == 1 and not words.strip()
    return block.text.count("![") == 1 and is_badges(block)
