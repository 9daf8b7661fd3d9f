"""The prose of a lesson as it is read: by lines, without markup, each character with its column.

Code, formulas and addresses are in it where they stand, and marked as what they are, since
particles follow them and no other rule is for them.
"""

from __future__ import annotations

import ast
import functools
import io
import re
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass

from scripts.check.parsed import code_lines
from scripts.check.printed import printed, repeated
from scripts.languages import KOREAN
from scripts.last_read import of_last_read
from scripts.lesson import Block, Cell, Lesson
from scripts.lesson.fences import FENCE, LITERAL, is_cut_short
from scripts.patterns import lazy_pattern

# Stands for what is not read as text: a formula, an address, a picture, a value from an output.
OPAQUE = "\ufffc"

_TEXT, _CODE = " ", "c"
_PROSE = frozenset({"paragraph", "heading", "bullet_list", "ordered_list", "blockquote", "table"})
_SHOWN = frozenset({"fence", "code_block"})
_OPTION = lazy_pattern(r"^\s*:[A-Za-z][\w-]*:(?:\s|$)")
# What stands for a figure, and is read aloud.
_READ_ALOUD = lazy_pattern(r"^[ \t>]*:(?:alt|caption):[ \t]+(?P<text>\S.*?)\s*$")
_IMAGE_TEXT = lazy_pattern(r"(?<!\\)!\[(?P<text>[^\]\n]+)\][(\[]")
# A text of the front matter, and an item of `further`.
_FRONT = lazy_pattern(r"(?:title|summary|description)\s*:\s*['\"]?(?P<text>.*?)['\"]?\s*$")
_FURTHER_ITEM = lazy_pattern(r"\s*-\s+['\"]?(?P<text>.*?)['\"]?\s*$")
_INLINE = lazy_pattern(
    r"""(?P<escaped>\\[!-/:-@\[-`{-~])
      | (?P<role>\{(?P<name>[^}\s`]+)\})?(?P<marks>`+)(?!`)(?P<code>.+?)(?<!`)(?P=marks)(?!`)
      | (?P<math>\$\$.+?\$\$|\$(?![\s$])(?:[^$\\]|\\.)+?(?<![\s\\(])\$(?!\d))
      | (?P<image>!\[[^\]]*\](?:\([^)\s]*(?:\s+"[^"]*")?\)|\[[^\]\n]*\]))
      | (?P<target>\](?:\((?:[^()\n]|\([^()\n]*\))*\)|\[[^\]\n]*\]))
      | (?P<note>\[\^(?:\\[\[\]]|[^\]\s\\])+\])
      | (?P<address><?(?:https?|ftp|mailto|file)://?[^\s가-힣<>"'`)\]]+>?)
      | (?P<mail><[\w.+-]+@[\w.-]+>)
      | <(?P<element>code|kbd|samp|tt)>(?P<inner>[^<>\n]+)</(?P=element)>
      | (?P<tag></?[A-Za-z][^<>\n]*>|<!--.*?-->|&\#?\w+;)
      | (?P<attributes>\{[\#.][^}\n]*\})
      | (?P<stars>\*+(?=\S)|(?<=\S)\*+)
      | (?P<open>\[)""",
    re.VERBOSE,
)
# Elements of HTML. What else stands in angle brackets, and is closed nowhere, is a word: a key, or
# what stands for a value.
_ELEMENT_NAMES = """
a abbr acronym address applet area article aside audio b base basefont bdi bdo big blink
blockquote body br button canvas caption center cite code col colgroup data datalist dd del
details dfn dialog dir div dl dt em embed fieldset figcaption figure font footer form frame
frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe image img input ins kbd label
legend li link main map mark marquee math menu meta meter nav noframes noscript object ol
optgroup option output p param picture pre progress q rp rt ruby s samp script search section
select slot small source span strike strong style sub summary sup svg table tbody td template
textarea tfoot th thead time title tr track tt u ul var video wbr
"""
_ELEMENTS = frozenset(_ELEMENT_NAMES.split())
_NAME_OF_TAG = lazy_pattern(r"<(?P<name>[A-Za-z][\w:.-]*)(?P<rest>[^<>=\"']*)>")
# Code between single marks, which ends before an empty line, an item and a fence; and what has
# marks that begin none.
_ROW_END = r"\n(?![ \t>]*(?:$|\n|(?:[-*+]|\d+[.)])[ \t]|`{3}|:{3}))"
_CODE_IN_ROWS = lazy_pattern(
    r"\\`|(?<!`)(?P<marks>`{2,})(?!`).*?(?<!`)(?P=marks)(?!`)"
    rf"|(?<!`)``(?!`)(?:[^\n]|{_ROW_END})+?(?<!`)``(?!`)"
    rf"|(?<!`)`(?!`)(?:[^`\n]|{_ROW_END})+`(?!`)"
)
_TWO_MARKS = lazy_pattern(r"(?<!`)``(?!`)")
# A picture whose address has a line end behind it.
_ADDRESS_IN_ROWS = lazy_pattern(r"!\[[^\[\]\n]*\]\([^()\s]+[ \t]*\n[ \t]*\)")
_LEAD = lazy_pattern(r"^[ \t>]*(?:(?:[-*+]|\d+[.)])[ \t]+)*(?:\[[ xX]\][ \t]+)?(?:#{1,6}[ \t]+)?")
_ENDS_CODE = lazy_pattern(r"(?m)^(?:`{2,}|~{3,}|:{3,})")
_DOCSTRING_LINE = lazy_pattern(
    r"""\s*(?:[rRuU]?(?:\"{3}|'{3}))?(?P<text>.*?)\s*(?:(?:\"{3}|'{3})\s*;?)?$"""
)
_CODE_ROLES = frozenset({"code", "literal", "samp", "kbd", "command", "file", "program", "envvar"})
_OPAQUE_ROLES = frozenset(
    {"math", "output", "eq", "cite", "cite:p", "cite:t", "footcite", "numref"}
)
# Without words of their own before the target these show others, or a file's name.
_NAMING_ROLES = frozenset({"ref", "doc", "any", "download", "prf:ref"})
# What follows these is no title, but a file, an address or a label.
_WITHOUT_TITLE = frozenset(
    {"figure", "figure-md", "image", "include", "literalinclude", "csv-table", "solution"}
    | {"button-link", "button-ref", "card-carousel", "iframe", "video"}
)


@dataclass(frozen=True)
class Line:
    """A line of prose: its number in the file, and what is read there.

    `columns` holds the column, from 1, of each character of `text` and of what would follow it;
    `code` holds "c" for each that is code. `kind` is the block's, or "comment", "alt" for what
    stands for a figure, "front" for a text of the front matter, "further" for an item of what to
    read on; `block` is None for these four.
    """

    number: int
    text: str
    columns: tuple[int, ...]
    code: str
    kind: str
    block: Block | None = None

    def is_code(self, start: int, end: int) -> bool:
        """Tell whether any of these characters is code."""
        return _CODE in self.code[start:end]

    @functools.cached_property
    def without_code(self) -> str:
        """Give the text with a mark in the place of each character of code."""
        if _CODE not in self.code:
            return self.text
        pairs = zip(self.text, self.code, strict=True)
        return "".join(character if kind == _TEXT else OPAQUE for character, kind in pairs)

    def index_at(self, place: int) -> int:
        """Give the index of the first character read that stands at a place of its row, or behind.

        Where none does, that is 0.
        """
        return next((i for i, column in enumerate(self.columns) if column > place), 0)

    def is_as_written(self, start: int, end: int) -> bool:
        """Tell whether these characters stand in the file as they are read, without markup."""
        return self.columns[end - 1] - self.columns[start] == end - 1 - start


@of_last_read
def prose_text(lesson: Lesson) -> str:
    """Give what `prose` gives as one text, to ask what a page has at all."""
    return "\n".join(line.text for line in prose(lesson))


@of_last_read
def prose(lesson: Lesson) -> tuple[Line, ...]:
    """Give the lines of a lesson that people read as prose, comments of its cells among them."""
    return tuple(_lines(lesson))


def korean_prose(lesson: Lesson) -> tuple[Line, ...]:
    """Give what `prose` gives of a Korean lesson, and nothing of any other."""
    return prose(lesson) if lesson.language is KOREAN else ()


def spoken(line: str) -> tuple[str, tuple[int, ...], str]:
    """Give a line of Markdown as it is read, with the columns and the kinds of its characters.

    >>> spoken("**[값](x.md)**은 `f`입니다.")[0]
    '값은 f입니다.'
    >>> spoken("<kbd>f</kbd>를")[::2]
    ('f를', 'c ')
    """
    return _spoken(line, len(lead[0]) if (lead := _LEAD.match(line)) else 0)


def _spoken(line: str, at: int) -> tuple[str, tuple[int, ...], str]:
    """Give what `spoken` gives, of a line whose text begins at an index."""
    text: list[str] = []
    columns: list[int] = []
    code: list[str] = []

    def add(part: str, start: int, kind: str = _TEXT) -> None:
        text.extend(part)
        columns.extend(range(start + 1, start + 1 + len(part)))
        code.extend(kind * len(part))

    while match := _INLINE.search(line, at):
        add(line[at : match.start()], at)
        at = match.end()
        if match["escaped"]:
            add(match["escaped"][1], match.start() + 1)
        elif match["code"]:
            name = match["name"] or ""
            if name in _OPAQUE_ROLES or (name in _NAMING_ROLES and "<" not in match["code"]):
                add(OPAQUE, match.start())
            elif name and name not in _CODE_ROLES and not name.startswith("py:"):
                add(match["code"].split("<", 1)[0].rstrip(), match.start("code"))
            else:
                inner = match["code"]
                add(inner.strip(), match.start("code") + len(inner) - len(inner.lstrip()), _CODE)
        elif match["inner"]:
            add(match["inner"], match.start("inner"), _CODE)
        elif (
            match["math"]
            or match["image"]
            or match["address"]
            or match["mail"]
            or (match["tag"] or "").lower().startswith(("&", "<img"))
            or _is_word(match["tag"] or "", line)
        ):
            add(OPAQUE, match.start())
    add(line[at:], at)
    columns.append(len(line) + 1)
    return "".join(text), tuple(columns), "".join(code)


def _is_word(tag: str, line: str) -> bool:
    """Tell a word in angle brackets from a tag.

    >>> line = "<Return> <your name> <br> <Tab>a</Tab> <x-y />"
    >>> [one for one in re.findall("<[^>]*>", line) if _is_word(one, line)]
    ['<Return>', '<your name>']
    """
    match = _NAME_OF_TAG.fullmatch(tag)
    if match is None or match["rest"].endswith("/"):
        return False
    return match["name"].lower() not in _ELEMENTS and f"</{match['name']}>" not in line


def comments(cell: Cell) -> Iterator[tuple[int, int, str]]:
    """Give the comments and docstrings of a cell: line and column in the file, from 1, and text."""
    yield from _docstrings(cell)
    if "#" not in cell.source:
        return
    # Behind a fence that did not end stands text, and a heading in it is no comment.
    source = _ENDS_CODE.split(cell.source, maxsplit=1)[0]
    try:
        for token in tokenize.generate_tokens(io.StringIO(source).readline):
            if token.type == tokenize.COMMENT:
                text = token.string.lstrip("#")
                skipped = len(token.string) - len(text)
                yield cell.line + token.start[0] - 1, token.start[1] + 1 + skipped, text
    except (tokenize.TokenError, SyntaxError):
        return  # what stands before the fault has been given


def _docstrings(cell: Cell) -> Iterator[tuple[int, int, str]]:
    """Give the lines of docstrings, where they stand as they are read."""
    if '"""' not in cell.source and "'''" not in cell.source:
        return
    try:
        tree = ast.parse(cell.source)
    except (SyntaxError, ValueError):
        return
    lines = cell.source.split("\n")
    for node in ast.walk(tree):
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            continue
        first = node.body[0]
        if ast.get_docstring(node, clean=False) is None or not isinstance(first, ast.Expr):
            continue
        for number in range(first.lineno, (first.end_lineno or first.lineno) + 1):
            match = _DOCSTRING_LINE.match(lines[number - 1])
            if match and match["text"]:
                yield cell.line + number - 1, match.start("text") + 1, match["text"]


def _lines(lesson: Lesson) -> Iterator[Line]:
    yield from _front_matter(lesson)
    rows = lesson.text.split("\n")
    cut_short = {one.line for one in lesson.problems if one.rule == "unclosed-fence"}
    is_shown = False
    for block in lesson.blocks:
        if block.kind == "fence":
            is_shown = block.line in cut_short and is_cut_short(block.text)
        if is_shown:
            continue  # it was shown until the end of a fence in it ended it
        if block.cell is not None:
            yield from _alt(lesson, range(block.cell.start + 1, block.cell.line))
            for number, column, comment in comments(block.cell):
                columns = tuple(range(column, column + len(comment) + 1))
                is_docstring = not rows[number - 1][: column - 1].endswith("#")
                code = _TEXT * len(comment) if is_docstring else _repeated(lesson, comment)
                yield Line(number, comment, columns, code, "comment")
        elif block.kind in _PROSE or block.kind.startswith("directive:"):
            yield from _of_block(block)


def _repeated(lesson: Lesson, comment: str) -> str:
    """Give which characters of a comment are code, as what it repeats of an output is."""
    code = [_TEXT] * len(comment)
    for start, end in repeated(comment, printed(lesson)):
        code[start:end] = _CODE * (end - start)
    return "".join(code)


def _without_broken_code(block: Block) -> str:
    """Give a block with marks in the place of code that a line break goes through.

    >>> _without_broken_code(Block("paragraph", 1, 2, "`git\\nlog`, `x`")).replace(OPAQUE, "-")
    '----\\n----, `x`'
    """
    text = block.text
    if "](" in text:
        text = _ADDRESS_IN_ROWS.sub(_opaque_in_rows, text)
    return _CODE_IN_ROWS.sub(_opaque_in_rows, text) if _breaks_code(block) else text


def _breaks_code(block: Block) -> bool:
    """Tell whether a row of a block has a mark of code that none in it closes, by their number."""
    if "`" not in block.text or block.kind == "table":
        return False
    return any(
        row.count("`") % 2 or ("``" in row and len(_TWO_MARKS.findall(row)) % 2)
        for row in block.text.split("\n")
    )


def with_whole_code(block: Block) -> str:
    """Give a block with all of what code has over a line end in its first line, and as many lines.

    >>> with_whole_code(Block("paragraph", 1, 3, "Run `git\\nlog` or ``a\\nb``."))
    'Run `git log`\\n or ``a b``\\n.'
    """
    return _CODE_IN_ROWS.sub(_joined_in_rows, block.text) if _breaks_code(block) else block.text


def _joined_in_rows(code: re.Match[str]) -> str:
    rows = code[0].split("\n")
    return " ".join(row.strip() for row in rows) + "\n" * (len(rows) - 1)


def _opaque_in_rows(code: re.Match[str]) -> str:
    return re.sub(r"[^\n]", OPAQUE, code[0]) if "\n" in code[0] else code[0]


def _of_block(block: Block) -> Iterator[Line]:
    """Give the prose lines of a block; fences and directives in it may stand in each other."""
    open_fences: list[tuple[str, bool]] = []
    options = False
    math = False
    code = code_lines(block)
    for number, line in enumerate(_without_broken_code(block).split("\n"), block.line):
        if number in code:
            continue
        fence = FENCE.match(line)
        if fence:
            marks, info = fence["marks"], fence["info"].strip()
            closes = not info and open_fences and marks.startswith(open_fences[-1][0])
            if closes:
                open_fences.pop()
                continue
            if not any(foreign for _, foreign in open_fences):
                name = re.match(r"\{([^}]+)\}", info)
                foreign = (marks[0] != ":" and not name) or bool(
                    name and name[1].rsplit(":", 1)[-1] in LITERAL
                )
                open_fences.append((marks, foreign))
                options = True
                has_title = name and not foreign and name[1] not in _WITHOUT_TITLE
                title = info[name.end() :] if name and has_title else ""
                if title.strip():
                    yield _line(number, " " * (len(line) - len(title)) + title, block)
                continue
        if any(foreign for _, foreign in open_fences):
            continue
        if options and (_OPTION.match(line) or line.strip() == "---"):
            if spoken_of := _READ_ALOUD.match(line):
                yield _text(number, spoken_of, "alt")
            continue
        options = False
        if line.strip().startswith("$$") or line.strip().endswith("$$"):
            math = math != (line.count("$$") % 2 == 1)
            continue
        if not math and line.strip() and not re.match(r"^\s*\([\w-]+\)=\s*$", line):
            yield _line(number, line, block)
            if "![" in line:
                yield from (_text(number, one, "alt") for one in _IMAGE_TEXT.finditer(line))


def shown_code(lesson: Lesson) -> Iterator[Line]:
    """Give the lines of code that is shown and not run, with their marks, as they stand."""
    for block in lesson.blocks:
        if block.kind in _SHOWN:
            for number, text in enumerate(block.text.split("\n"), block.line):
                columns = tuple(range(1, len(text) + 2))
                yield Line(number, text, columns, _CODE * len(text), block.kind, block)


def _alt(lesson: Lesson, numbers: range) -> Iterator[Line]:
    """Give what the options of a cell say of its figure."""
    if not numbers:
        return
    lines = lesson.text.split("\n")
    for number in numbers:
        if match := _READ_ALOUD.match(lines[number - 1]):
            yield _text(number, match, "alt")


def _text(number: int, match: re.Match[str], kind: str) -> Line:
    """Give a text that stands in a line, as it is read."""
    # It stands within a line, so no sign at its beginning is one of a list or a heading.
    text, columns, code = _spoken(match["text"], 0)
    before = match.start("text")
    return Line(number, text, tuple(before + column for column in columns), code, kind)


def _line(number: int, line: str, block: Block) -> Line:
    text, columns, code = spoken(line)
    return Line(number, text, columns, code, block.kind, block)


def _front_matter(lesson: Lesson) -> Iterator[Line]:
    lines = lesson.text.split("\n")
    if lines[0].rstrip() != "---":
        return
    further = False
    for number, line in enumerate(lines[1:], 2):
        if line.rstrip() == "---":
            return
        if match := _FRONT.match(line):
            yield _text(number, match, "front")
        further = line.startswith("further:") or (further and line[:1] in {" ", "-", ""})
        if further and (item := _FURTHER_ITEM.match(line)):
            yield _text(number, item, "further")
