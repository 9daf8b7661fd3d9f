"""What a lesson has left in the other language: paragraphs, headings, items and titles."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace

from scripts.check.fault import Fault
from scripts.check.prose import OPAQUE, Line, prose
from scripts.check.rule import Selection
from scripts.check.sections import LISTS, begins_item
from scripts.diagnostic import Severity
from scripts.languages import ENGLISH, KOREAN
from scripts.lesson import Block, Lesson, Lessons
from scripts.lesson.fences import FENCE
from scripts.patterns import lazy_pattern
from scripts.sync.translation import Change

HANGUL = lazy_pattern("[\u1100-\u11ff\u3131-\u318e\uac00-\ud7a3]")
# A word, and no name: of two letters or more, with none but the first in capitals.
WORD = lazy_pattern(r"(?<![\w.@/\\-])[A-Za-z][a-z']+(?![\w@/\\(\[=])|(?<![\w.])[aAI](?![\w.(])")
_LINK = lazy_pattern(
    r"\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\])|(?<!\\)<[^>]*>|“[^”]*”|\"[^\"]*\"|\([^)]*\)"
    r"|‘(?:[^’]|’(?=[a-z]))*’|「[^」]*」|『[^』]*』"
    r"|(?<![A-Za-z0-9])'(?=\S)(?:[^']|(?<=[a-z])'(?=[a-z]))+'(?![A-Za-z0-9])"
)
# The title of a page of the site, which its readers have in their language.
_TO_OWN_PAGE = lazy_pattern(r"\[(?P<title>[^\]]*)\]\((?![a-z]+:)[^)]*\.md[^)]*\)")
_LEAST_OUTSIDE = 2
# What a program says, up to the end of its sentence: it is looked for as it is.
_SAID = lazy_pattern(
    r"(?<![\w.])(?:[A-Z]\w*(?:Error|Exception|Warning)|error|fatal|ERROR|FATAL)(?: \[[^\]]*\])?: +"
    r"[^가-힣]*[^가-힣\s]"
)
# What MDX is made with.
_NO_WORDS = lazy_pattern(r"(?:import|export)\s[^가-힣]*(?:['\"];?|[={(,])\s*$")
# A picture of another site shows the words that stand for it.
_BADGE = lazy_pattern(r"!\[[^\]]*\]\(https?:")
# The name of a page, and what follows it: tm-mode — 한국어.
_TITLE_END = lazy_pattern(r"\s+[—–|(-]|:\s")
# The name that a heading has for links.
_ANCHOR = lazy_pattern(r"\s*\{#[^}]*\}\s*$")
# What a picture shows is a piece by itself.
_CODE = lazy_pattern(r"(`+).*?\1|\$[^$]*\$|!\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\])|https?:\S+")
# What a command takes: options in brackets, and what stands for their values.
_BRACKETS = lazy_pattern(r"\\?[\[{](?P<inner>[^\[\]{}]*)\\?[\]}]")
_OPTION = lazy_pattern(r"[*\s]*-{1,2}[*\s]*\w")
_EMPHASISED = lazy_pattern(r"(\*{1,3})(?!\*)[^*]+\1")
# Pages of manuals: **kill**(1).
_OF_MANUAL = lazy_pattern(r"(?:[\W_]*[A-Za-z][\w.+-]*[\W_]*\(\d[a-z]*\))+[\W_]*")
_ESCAPED = lazy_pattern(r"\\[!-/:-@\[-`{-~]")
# The names of what one clicks in turn: Account settings → Publishing.
_STEP = r"[*_`]*[A-Z](?:[\w'&/.-]| (?!→))*"
_PATH = lazy_pattern(rf"[\W\d]*{_STEP}(?:\s*(?:→|➜|›|»|\\?>|->)\s*{_STEP})+\W*")
# Code below an item, of which a remark may be English.
_CODE_ROW = lazy_pattern(
    r"\s*(?:[\w$]+(?:\.[\w$]+)+\s*(?:,|[(=].*[;,(){}]\s*(?://.*)?)|[^;]*[(=][^;]*;\s*(?://.*)?)"
)
# Whose a text is stays as they wrote it.
_RIGHTS = lazy_pattern(r"(?:Copyright|\(c\)|©)(?= )", re.I)
# Who wrote something, and when; a text that has an arXiv number; a closing line.
_REFERENCE = lazy_pattern(
    r"[\W\d]*[A-Z][\w.'-]+,? (?:[^()\[\]]*\.|(?:and|&) [A-Z][\w.'-]+) "
    r"\((?:19|20)\d\d[a-z]?\)[.,:]|.*\barXiv(?: preprint(?: arXiv|\.)|:\d{4}\.\d)"
    r"|[\W\d]*[A-Z][\w.'-]+(?: [A-Z][\w.'-]+)*,? et al\.?,? .*(?<!\d)(?:19|20)\d\d(?!\d)"
    r"|\W*Made with\b[^a-z]*(?:love )?(?:by|in)\b"
)
_REFERENCES = lazy_pattern(
    r"\W*(?:\d+\.? )?(?:참고 ?(?:문헌|자료)|더 읽을거리|References|Bibliography"
    r"|Further reading)\W*",
    re.I,
)
# A licence holds in the words that it was given in.
_OF_LICENCE = lazy_pattern(
    r"[\W\d]*(?:Permission is hereby granted|The above copyright notice|THE SOFTWARE IS PROVIDED"
    r"|Licensed under the Apache License|You may obtain a copy of the License|Unless required by"
    r" applicable law|Redistributions? (?:and use in source|of source code|in binary form)"
    r"|This program is (?:free software|distributed in the hope))"
)
STOP = frozenset(
    {"the", "a", "an", "of", "to", "in", "on", "is", "are", "was", "be", "this", "that"}
    | {"it", "its", "for", "with", "and", "or", "not", "as", "by", "from", "we", "you"}
    | {"if", "when", "which", "can", "will", "has", "have", "does", "do", "but", "at", "into"}
    | {"then", "than", "so", "how", "what", "there", "they", "them", "their", "these", "those"}
    | {"more", "much", "would", "should", "could", "because", "while", "after", "before", "been"}
    | {"were", "your", "our"}
)
CODE_LIKE = lazy_pattern(r"[=\[\]{}<>@#|\\]|\w\(|noqa|type:|pylint|fmt:|https?:")


# Cells of a table without words, or with one: a number, a name of code, one for another.
_FEW_WORDS = lazy_pattern(r"\W*[\w.-]*(?: ?/ ?[\w.-]+)*\W*")
_SMALL_WORD = lazy_pattern(r"(?<![\w.@/-])[a-z]{3,}(?![\w@/(-])")
# What has few words of its own.
_TITLES = frozenset({"heading", "front"})
_OPENS = lazy_pattern(r"[ \t>]*(?:`{3,}|:{3,})\{[\w-]+\} ")
# A part of a page for those who read no Korean says so.
_ENGLISH = lazy_pattern(r"\bEnglish\b|영어|영문")
_ALL_ENGLISH = lazy_pattern(
    r"\W*(?:In )?English(?: (?:version|summary|docs|documentation|README|guide|translation))?\W*"
    r"|\W*(?:영어|영문)(?: ?(?:판|버전|요약|문서|번역))?\W*",
    re.I,
)
_LEAST_WORDS, _LEAST_SMALL, _LEAST_HANGUL = 4, 3, 4
# A paragraph for them begins so, or leads to the page in their language.
_TO_OTHERS = {
    KOREAN: lazy_pattern(
        r"^\W*(?:In )?English(?: summary| version)?\W*[.:—-]|\bother languages?\W*$"
        r"|\[(?:English|영어|영문)[^\]]*\]\("
    ),
    ENGLISH: lazy_pattern(
        r"^\W*(?:In )?(?:Korean|한국어)\W*[.:—-]|\[(?:Korean|한국어|한글)[^\]]*\]\("
    ),
}
# Of one word, headings that are no names.
_HEADINGS = frozenset(
    {"appendix", "background", "conclusion", "example", "examples", "exercise", "exercises"}
    | {"installation", "introduction", "notes", "overview", "references", "setup", "solutions"}
    | {"summary"}
)
# Words of headings that name other things, too; where both languages have them they were left.
_HEADINGS_OF_BOTH = _HEADINGS | frozenset(
    {"acknowledgements", "acknowledgments", "architecture", "arguments", "authors", "benefits"}
    | {"bugs", "configuration", "contents", "contributing", "debugging", "dependencies"}
    | {"description", "details", "discussion", "environment", "errors", "experiments", "features"}
    | {"files", "functions", "glossary", "goals", "history", "implementation", "limitations"}
    | {"methods", "motivation", "objectives", "optimization", "options", "parameters", "patterns"}
    | {"performance", "preparation", "prerequisites", "purpose", "recommendations"}
    | {"requirements", "results", "returns", "security", "solution", "tables", "techniques"}
    | {"terminology", "testing", "theory", "troubleshooting", "usage", "variables", "warnings"}
)
_LETTERS = lazy_pattern(r"[A-Za-z][A-Za-z'’-]*")
_SPELLED_OUT = lazy_pattern(r"(?P<words>[A-Za-z -]+) \((?P<short>[A-Z]{2,6})\)")
_MODEL = lazy_pattern(r"\b[A-Z]+\d+\b")
# So many of them are told as one.
_MANY = 3
# So many of a page's headings are Korean where one in English was forgotten.
_LEAST_KOREAN = 0.5


def paragraphs(selection: Selection, lesson: Lesson) -> Iterator[Fault]:
    """Give the paragraphs, headings, list items and titles that are in the other language."""
    found = list(_left(selection, lesson, waiting_lines(selection, lesson)))
    left = [fault for fault in found if fault.line.kind == "heading"]
    if len(left) >= _MANY and len(left) > _LEAST_KOREAN * len(_headings(lesson)):
        # A page whose headings are left so throughout is one that keeps them.
        language = (ENGLISH if lesson.language is KOREAN else KOREAN).english_name
        message = f"{len(left)} headings of this page are still in {language}, the first one here"
        found = [fault for fault in found if fault not in left[1:]]
        found[found.index(left[0])] = replace(left[0], message=message, advice="translate them")
    yield from found


def untranslated_lines(lessons: Lessons, lesson: Lesson) -> frozenset[int]:
    """Give the lines at which a text begins that is in the other language, `start`'s among them.

    The rows of a table of few words are found, too, where the origin has them letter by letter.
    """
    selection = Selection(lessons, paths={lesson.path})
    found = {fault.line.number for fault in _left(selection, lesson, frozenset())}
    origin = lessons.origin(lesson.docname)
    theirs = {row.strip() for block in origin.blocks for row in _rows_of(block)}
    rows = lesson.text.split("\n")
    left = HANGUL if origin.language is KOREAN else _SMALL_WORD
    found |= {
        line.number
        for line in prose(lesson)
        if line.kind == "table"
        and rows[line.number - 1].strip() in theirs
        and left.search(line.without_code)
    }
    return frozenset(found)


def _rows_of(block: Block) -> Sequence[str]:
    return block.text.split("\n") if block.kind == "table" else ()


def _left(selection: Selection, lesson: Lesson, waiting: Collection[int]) -> Iterator[Fault]:
    if lesson.language is KOREAN:
        is_left, pieces, other = _is_left_in_english, _korean_pieces(lesson), ENGLISH
    else:
        is_left, pieces, other = _is_left_in_korean, _pieces(lesson), KOREAN
    to_others = _TO_OTHERS[lesson.language]
    rows = lesson.text.split("\n")
    for lines in pieces:
        first = lines[0]
        if (first.block.line if first.block else first.number) in waiting:
            continue
        if first.kind == "further" and waiting:
            continue
        if any(_NO_WORDS.match(rows[one.number - 1]) for one in lines):
            continue
        if lesson.language is KOREAN and _is_kept(rows[first.number - 1].rstrip()):
            continue
        if first.kind == "alt" and _BADGE.search(rows[first.number - 1]):
            continue
        if first.kind not in _TITLES and any(
            map(to_others.search, (rows[one.number - 1] for one in lines))
        ):
            continue
        if lesson.language is KOREAN and _is_notation([rows[one.number - 1] for one in lines]):
            continue
        text = " ".join(_plain(rows[line.number - 1], line) for line in lines)
        left = is_left(first, text) or _is_left_in_both(selection, lesson, first, text)
        if lesson.language is KOREAN and _OPENS.match(rows[first.number - 1]):
            # The title of a box.
            left = left or (not HANGUL.search(first.text) and _is_english_title(first.text))
        if left and not _is_data(selection, lesson, first):
            yield Fault(first, 0, len(first.text), f"this is still in {other.english_name}", None,
                        "translate it", Severity.WARNING)  # fmt: skip


def _is_kept(row: str) -> bool:
    """Tell a text that stays as it is by its first line: code, a reference, a licence.

    >>> rows = "- Roe, J. et al. (2024). _The loaf of it._", "We baked it (2024). It was good."
    >>> [_is_kept(row) for row in (*rows, "Permission is hereby granted, free of charge")]
    [True, False, True]
    """
    return any(one.match(row) for one in (_REFERENCE, _OF_LICENCE)) or (
        _CODE_ROW.fullmatch(row) is not None
    )


def _is_left_in_english(first: Line, text: str) -> bool:
    """Tell whether a text on a Korean page is English, and no title of something else."""
    if HANGUL.search(text) or _RIGHTS.match(text) or _PATH.fullmatch(text):
        return False
    if first.kind in _TITLES:
        return not (HANGUL.search(first.text) or _is_spelled_out(first.text)) and (
            _is_english(text) or _is_english_title(text)
        )
    if first.kind == "table" and all(
        _FEW_WORDS.fullmatch(cell) or is_a_title(cell) for cell in text.split("|")
    ):
        return False
    return not is_a_title(text) and _is_english(text)


def _is_notation(rows: Sequence[str]) -> bool:
    """Tell what is no language: options of a command, names of manuals, samples of markup.

    >>> rows = (r"\\[-k\\] \\[-t *timeout of it*\\] {-n, --name *name*}", "**kill**(1), **ps**(1).",
    ...         r"\\|\\_. A \\|\\_. B \\|", r"\\[Note\\] It is a loaf.")
    >>> [_is_notation([row]) for row in rows]
    [True, True, True, False]
    """
    text = " ".join(rows)
    if _OF_MANUAL.fullmatch(text):
        return True
    first = _ESCAPED.findall(rows[0])
    if all(_ESCAPED.match(row.lstrip()) for row in (rows[0], rows[-1])):
        words = len(WORD.findall(text))
        if len(first) > 1 and (len(rows) > 1 or len(first) >= words):
            return True
    options = 0
    while found := list(_BRACKETS.finditer(text)):
        options += sum(_OPTION.match(one["inner"]) is not None for one in found)
        text = _BRACKETS.sub(" ", text)
    return options > 1 and len(WORD.findall(_EMPHASISED.sub(" ", text))) < _LEAST_WORDS


def _is_data(selection: Selection, lesson: Lesson, first: Line) -> bool:
    """Tell a row of Korean examples in English, or a heading of names; both pages have them."""
    twin = selection.lessons.get(lesson.docname, ENGLISH if lesson.language is KOREAN else KOREAN)
    if twin is None or first.block is None:
        return False
    if lesson.language is KOREAN:
        return first.kind == "heading" and _is_model(first.text, twin)
    row = lesson.text.split("\n")[first.number - 1]
    return first.kind == "table" and row in twin.text.split("\n") and _holds_examples(first.block)


def _holds_examples(table: Block) -> bool:
    """Tell a table of which a column has an English head, and Korean in each of its cells."""
    head, _, *rows = (line.split("|") for line in table.text.split("\n"))
    columns = (
        [row[place] for row in rows if len(row) > place]
        for place, cell in enumerate(head)
        if _LETTERS.search(cell) and not HANGUL.search(cell)
    )
    return any(len(cells) > 1 and all(map(HANGUL.search, cells)) for cells in columns)


def _is_model(heading: str, english: Lesson) -> bool:
    """Tell the name of a product, with the number of its model: Mac mini M4 Pro.

    The English page has the heading, too, and its small words nowhere but behind their names.
    """
    if not _MODEL.search(heading) or heading.strip() not in _headings(english):
        return False
    text = english.text
    small = [word for word in WORD.findall(heading) if word.islower()]
    return all(
        len(re.findall(rf"[A-Z]\w* {word}\b", text)) == len(re.findall(rf"\b{word}\b", text))
        for word in small
    )


def _is_left_in_both(selection: Selection, lesson: Lesson, first: Line, text: str) -> bool:
    """Tell a heading of English words that stands in both pages, and is nobody's name.

    What is a word the English page writes in small letters, too; what is a name in Korean text,
    the Korean page has elsewhere.
    """
    if lesson.language is not KOREAN or first.kind != "heading" or HANGUL.search(first.text):
        return False
    heading = first.text.strip(" .:")
    words = _LETTERS.findall(heading)
    # Code, numbers and signs are not words, and names of code begin in small letters.
    if not words or " ".join(words) != heading or text.strip(" #.:") != heading:
        return False
    english = selection.lessons.get(lesson.docname, ENGLISH)
    if words[0][0].islower() or english is None or heading not in _headings(english):
        return False
    ours = _headings(lesson)
    korean = sum(bool(HANGUL.search(one)) for one in ours)
    if korean < _LEAST_KOREAN * len(ours) or _is_named(words, lesson):
        return False
    if len(words) == 1:
        return words[0].lower() in _HEADINGS_OF_BOTH
    prose_of_it = _small_letters(english)
    if heading.isupper():
        if first.block is not None and first.block.level == 1:
            return False  # what the page is about has a name
        return all(f" {word.lower()} " in prose_of_it for word in words)
    return f" {' '.join(words).lower()} " in prose_of_it


def _is_named(words: Sequence[str], lesson: Lesson) -> bool:
    """Tell whether Korean text has the words, or the first two, and not as a gloss in brackets."""
    # One word is a name where it begins with a capital.
    flags = re.IGNORECASE if len(words) > 1 else re.NOFLAG
    name = re.compile(rf"(?<![\w(]){' '.join(words[:2])}(?![A-Za-z0-9_])", flags)
    lines = (line.without_code for line in prose(lesson) if line.kind != "comment")
    return any(HANGUL.search(text) and name.search(text) for text in lines)


def _headings(lesson: Lesson) -> list[str]:
    lines = (line for line in prose(lesson) if line.kind == "heading")
    return [line.text.strip(" .:") for line in lines]


def _small_letters(lesson: Lesson) -> str:
    """Give the words of a page that are text, no heading and no code, each between two spaces.

    In capitals, even the first letter alone, they are none of these words.
    """
    lines = (line for line in prose(lesson) if line.block and line.kind != "heading")
    return f" {' '.join(word for line in lines for word in _LETTERS.findall(line.without_code))} "


def _is_left_in_korean(first: Line, text: str) -> bool:
    """Tell whether a text on an English page is Korean, and no list of Korean words."""
    if first.kind == "table" and WORD.search(text):
        return False
    return is_korean(text, is_title=first.kind in _TITLES or first.kind == "table")


def is_korean(text: str, *, is_title: bool = False) -> bool:
    """Tell a Korean text from an English one about Korean words.

    >>> [is_korean(one) for one in ("값을 JAX로 봅니다.", "It prints 값.")]
    [True, False]
    """
    hangul = len(HANGUL.findall(text))
    return hangul >= _LEAST_HANGUL - 2 * is_title and 2 * hangul > sum(map(str.isalpha, text))


def waiting_lines(selection: Selection, lesson: Lesson) -> frozenset[int]:
    """Give the lines of the blocks that `start` has put there and nobody has translated yet.

    `behind` has one finding for all of them.
    """
    translation = selection.translations.get(lesson.path)
    if translation is None or translation.state is None:
        return frozenset()
    untranslated = (b for b in translation.behind if b.change is Change.UNTRANSLATED)
    return frozenset(block.line for block in untranslated)


def _is_english_title(text: str) -> bool:
    """Tell English words from names, which begin with capitals, and names of code, which do not.

    >>> [_is_english_title(one) for one in ("Moving averages", "Read the Docs", "JAX and NumPy")]
    [True, False, False]
    >>> _is_english_title("stdout / stderr")
    False
    """
    words = WORD.findall(text)
    if not words or words[0][0].islower():
        return False
    if len(words) == 1:
        return words[0].lower() in _HEADINGS and text.strip(" #.") == words[0]
    return any(word.islower() and len(word) > 2 and word not in STOP for word in words)


def _is_spelled_out(text: str) -> bool:
    """Tell a name with its first letters behind it.

    >>> _is_spelled_out("# Model context protocol (MCP)"), _is_spelled_out("Read a file (CSV)")
    (True, False)
    """
    match = _SPELLED_OUT.fullmatch(text.strip(" #"))
    if match is None:
        return False
    return "".join(word[0] for word in _LETTERS.findall(match["words"])).upper() == match["short"]


def _is_english(text: str) -> bool:
    words = WORD.findall(text)
    if len(words) < _LEAST_WORDS:
        return False
    # A sentence has a period, and words that begin in small letters.
    is_sentence = text.rstrip().endswith((".", "!", "?"))
    small = sum(word.islower() and len(word) > 1 for word in words)
    if any(word.lower() in STOP for word in words):
        return True
    return is_sentence and small >= _LEAST_SMALL and not CODE_LIKE.search(text)


def is_a_title(text: str) -> bool:
    """Tell the title of a book, or a name of several words; it stays as it is.

    >>> [is_a_title(one) for one in ("The Manual of Bread, Version 9", "Add 2 of the eggs")]
    [True, False]
    """
    return all(word in STOP for word in WORD.findall(text) if word[0].islower())


def _korean_pieces(lesson: Lesson) -> Iterator[list[Line]]:
    """Give the pieces of a Korean page that are for those who read Korean."""
    in_english, whole = False, 0
    of_others = _halves_of_others(lesson)
    references = 0
    for lines in _pieces(lesson):
        first = lines[0]
        if any(first.number in half for half in of_others):
            continue
        if first.kind == "heading" and first.block:
            if whole and first.block.level <= whole:
                whole = 0
            if not whole and _ALL_ENGLISH.fullmatch(first.text):
                # What stands in it has headings of its own.
                whole = first.block.level
            in_english = bool(_ENGLISH.search(first.text))
            if not references or first.block.level <= references:
                references = first.block.level if _REFERENCES.fullmatch(first.text) else 0
        # There an item without a period is the title of something.
        is_title = (
            references > 0 and first.kind in LISTS and not lines[-1].text.rstrip().endswith(".")
        )
        if not (in_english or whole or is_title):
            yield lines


def _halves_of_others(lesson: Lesson) -> list[range]:
    """Give the lines of the half of a page that says all of it in English, beside a Korean one.

    Both have the page's title, and headings below it, in one language each.
    """
    titles = [block for block in lesson.blocks if block.kind == "heading" and block.level == 1]
    names = [_TITLE_END.split(block.text.strip("# "))[0].lower() for block in titles]
    if len(names) < 2 or len(set(names)) == len(names):
        return []
    ends = [*(block.line for block in titles[1:]), lesson.text.count("\n") + 2]
    halves = [range(title.line, end) for title, end in zip(titles, ends, strict=True)]
    shares = [_share_of_korean(lesson, half) for half in halves]
    return [
        half
        for half, name, share in zip(halves, names, shares, strict=True)
        if share == 0
        and any(
            one == name and (other or 0) > _LEAST_KOREAN
            for one, other in zip(names, shares, strict=True)
        )
    ]


def _share_of_korean(lesson: Lesson, lines: range) -> float | None:
    """Give which part of the headings in some lines is Korean; None where there are few."""
    found = [
        bool(HANGUL.search(block.text))
        for block in lesson.blocks
        if block.kind == "heading" and block.level > 1 and block.line in lines
    ]
    return sum(found) / len(found) if len(found) >= _MANY else None


def _pieces(lesson: Lesson) -> Iterator[list[Line]]:
    """Give the lines that belong together: a paragraph, an item of a list, a heading, a title."""
    rows = lesson.text.split("\n")
    piece: list[Line] = []
    for line in prose(lesson):
        if line.block is None:
            if line.kind != "comment":
                yield [line]
            continue
        row = rows[line.number - 1]
        begins = line.kind in {"heading", "table"} or begins_item(row)
        # The title of an admonition stands right above its text.
        below = bool(piece) and FENCE.match(rows[piece[-1].number - 1]) is not None
        if piece and (begins or below or not _follows(line, piece[-1])):
            yield piece
            piece = []
        piece.append(line)
    if piece:
        yield piece


def _follows(line: Line, before: Line) -> bool:
    return line.block is before.block and line.number == before.number + 1


def _plain(row: str, line: Line) -> str:
    """Give a line without links, quotations and code: titles of other pages stay as they are."""
    if line.kind == "further":
        # A text of YAML may be in quotation marks as a whole.
        row = _LINK.sub(" ", row.strip(" \t-'\""))
    elif line.kind in {"front", "alt"} or FENCE.match(row):
        row = line.text
    elif line.kind == "heading":
        row = _ANCHOR.sub("", row)
    elif not HANGUL.search(row) and len(WORD.findall(_LINK.sub(" ", row))) >= _LEAST_OUTSIDE:
        row = _TO_OWN_PAGE.sub(r"\g<title>", row)
    return _LINK.sub(" ", _SAID.sub(" ", _CODE.sub(" ", row)))


def blanked(line: Line, also: Iterable[tuple[int, int]] = ()) -> str:
    """Give a line with signs for its code, its links and what is quoted, and for other parts."""
    text = line.without_code
    for pattern in (_SAID, _LINK):
        text = pattern.sub(lambda match: OPAQUE * len(match[0]), text)
    for start, end in also:
        text = f"{text[:start]}{OPAQUE * (end - start)}{text[end:]}"
    return text
