"""What a page says about its outputs, compared with them: comments in cells, and prose beside them.

Nothing is run for it. A value that no output shows cannot be known, so nothing is said of it; and
what is not plainly a stated result is no claim. An error is only what leaves no doubt: the comment
on the expression whose value the cell displays, or on the line that raised.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scripts.diagnostic import Diagnostic, Severity
from scripts.execute.expectations import from_record, raising_line
from scripts.execute.values import Value, agree, parse_value
from scripts.lesson import Block, Cell, Lesson
from scripts.outputs import CellOutputs, LessonOutputs
from scripts.quotes import printed_text

RULE = "claim"

_ARROW = re.compile(
    r"(?:(?:-+|=+)>|[→⇒]|==?|(?:result|output|out|prints?|returns?|gives?|결과|출력|값)(?:은|는|이|가)?"
    r"(?:\s*[:=]|(?=\s)))\s*",
    re.IGNORECASE,
)
_COPULA = re.compile(
    r"\s*(?:입니다|이다|임|(?:이|가)?\s*(?:출력됩니다|나옵니다|나온다|나옴)"
    r"|(?:을|를)?\s*출력(?:합니다|함)?)?\.?$"
)
_RAISES = re.compile(
    r"(?:raises?\s+|(?:-+|=+)>\s*|[→⇒]\s*)?(?:\w+\.)*(?P<error>[A-Z]\w*(?:Error|Exception|Interrupt))"
    r"(?:\s*(?:발생|(?:이|가)?\s*(?:납니다|발생합니다)|예외))?[.!]?"
)
# A verb that says what comes out, and beside it the value as code.
_SAID_IN_PROSE = (
    re.compile(
        r"\b(?:prints|printed|displays|outputs|returns)\s+(?P<ticks>`+)(?P<value>[^`\n]+)(?P=ticks)"
    ),
    re.compile(
        r"(?<![`\w])(?P<ticks>`+)(?P<value>[^`\n]+)(?P=ticks)(?:을|를|이|가)\s+"
        r"(?:출력(?:합니다|됩니다)|표시(?:합니다|됩니다)|나옵니다)"
    ),
)
_PROSE_KINDS = frozenset({"paragraph", "bullet_list", "ordered_list"})


@dataclass(frozen=True)
class _Comment:
    line: int
    column: int
    text: str
    alone: bool


@dataclass(frozen=True)
class _Came:
    """What an expression gave, as text, and whether it is certain that it was this one."""

    text: str
    certain: bool


def claims(lesson: Lesson, record: LessonOutputs) -> Iterator[Diagnostic]:
    """Give what a page says and its outputs do not bear out, by line."""
    for cell, outputs in zip(lesson.cells, record.cells, strict=True):
        yield from _comment_claims(lesson, cell, outputs)
    yield from _prose_claims(lesson, record)


def _comment_claims(lesson: Lesson, cell: Cell, outputs: CellOutputs) -> Iterator[Diagnostic]:
    if cell.skipped or "#" not in cell.source:
        return
    try:
        statements = ast.parse(cell.source).body
    except SyntaxError:
        # A magic stands in it, or the error is what the cell is about.
        return
    comments = _comments(cell.source)
    came = _what_came(statements, outputs)
    raised_at = _raised_at(lesson, cell, outputs)
    for at, statement in enumerate(statements):
        for comment in _comments_on(statement, statements[at + 1 :], comments):
            line = cell.line + comment.line - 1
            error = _RAISES.fullmatch(comment.text)
            if error is not None:
                inside = statement.lineno <= raised_at <= (statement.end_lineno or 0)
                if inside and outputs.error not in {None, error["error"]}:
                    yield _finding(lesson, line, error["error"], str(outputs.error), certain=True)
            elif at in came and (found := _disagreement(comment.text, came[at])):
                yield _finding(lesson, line, *found, certain=came[at].certain)


def _comments(source: str) -> tuple[_Comment, ...]:
    found = []
    try:
        for token in tokenize.generate_tokens(io.StringIO(source).readline):
            if token.type == tokenize.COMMENT:
                alone = not token.line[: token.start[1]].strip()
                text = token.string.lstrip("#").strip()
                found.append(_Comment(token.start[0], token.start[1], text, alone))
    except tokenize.TokenError:
        return ()
    return tuple(found)


def _comments_on(
    statement: ast.stmt, later: Sequence[ast.stmt], comments: Sequence[_Comment]
) -> Iterator[_Comment]:
    """Give the comment at the end of a statement, else the lines of comment that follow it."""
    last = statement.end_lineno or statement.lineno
    for comment in comments:
        if comment.line == last and comment.column >= (statement.end_col_offset or 0):
            yield comment
            return
    until = later[0].lineno if later else last + len(comments) + 1
    following: list[_Comment] = []
    for comment in comments:
        if comment.alone and comment.line == last + len(following) + 1 and comment.line < until:
            following.append(comment)
    # A comment above the next statement speaks of that one.
    if following and (not later or following[-1].line < until - 1):
        text = "\n".join(comment.text for comment in following)
        yield _Comment(following[0].line, following[0].column, text, alone=True)


def _what_came(statements: Sequence[ast.stmt], outputs: CellOutputs) -> dict[int, _Came]:
    """Give what each statement is known to have shown, by its place among them."""
    came: dict[int, _Came] = {}
    prints = [at for at, statement in enumerate(statements) if _is_print(statement)]
    lines = _printed_lines(outputs.outputs)
    if prints and len(prints) == len(lines) and outputs.status == "ok":
        # Something else may have printed in the place of one of them.
        alone = len(statements) == 1
        came |= {at: _Came(line, alone) for at, line in zip(prints, lines, strict=True)}
    for output in outputs.outputs:
        displayed = output["output_type"] == "execute_result" and "text/plain" in output["data"]
        if displayed and statements and isinstance(statements[-1], ast.Expr):
            came[len(statements) - 1] = _Came(output["data"]["text/plain"], certain=True)
    return came


def _is_print(statement: ast.stmt) -> bool:
    match statement:
        case ast.Expr(value=ast.Call(func=ast.Name(id="print"), keywords=[])):
            return True
    return False


def _printed_lines(outputs: Sequence[Mapping[str, Any]]) -> list[str]:
    printed = [o["text"] for o in outputs if o["output_type"] == "stream" and o["name"] == "stdout"]
    return "".join(printed).splitlines()


def _raised_at(lesson: Lesson, cell: Cell, outputs: CellOutputs) -> int:
    """Give the line of the cell's own source, from 1, on which it raised; 0 where it did not."""
    if outputs.status != "error":
        return 0
    traceback = from_record(outputs).traceback
    return raising_line(lesson.cells, cell, traceback) - cell.line + 1


def _disagreement(text: str, came: _Came) -> tuple[str, str] | None:
    """Give what was said and what came, in short, where the two are certain to differ."""
    said = _stated(text)
    value = parse_value(came.text)
    if said is None or value is None or agree(said, value) is not False:
        return None
    return _short(_bare(text)), _short(came.text)


def _stated(text: str) -> Value | None:
    return parse_value(text) or parse_value(_bare(text))


def _bare(text: str) -> str:
    """Give a comment without the words around a stated value.

    >>> _bare("결과는 6.0입니다"), _bare("-> (3, 4)"), _bare("the third one")
    ('6.0', '(3, 4)', 'the third one')
    """
    return _COPULA.sub("", _ARROW.sub("", text, count=1) if _ARROW.match(text) else text)


def _prose_claims(lesson: Lesson, record: LessonOutputs) -> Iterator[Diagnostic]:
    """Give values that prose says come out, and that no output nearby holds."""
    for at, block in enumerate(lesson.blocks):
        if block.kind not in _PROSE_KINDS:
            continue
        near = [
            record.cells[beside.cell.index]
            for beside in lesson.blocks[max(0, at - 1) : at + 2]
            if beside.cell is not None and not beside.cell.skipped
        ]
        shown = "\n".join(_all_text(outputs) for outputs in near)
        if not shown:
            continue
        for line, said in _said_in(block):
            value = parse_value(said)
            if value is not None and not _holds(shown, value):
                yield _finding(lesson, line, said, _short(shown), certain=False, prose=True)


def _said_in(block: Block) -> Iterator[tuple[int, str]]:
    for offset, line in enumerate(block.text.split("\n")):
        for pattern in _SAID_IN_PROSE:
            for match in pattern.finditer(line):
                yield block.line + offset, match["value"].strip()


def _all_text(outputs: CellOutputs) -> str:
    errors = [o["evalue"] for o in outputs.outputs if o["output_type"] == "error"]
    warned = [o["text"] for o in outputs.outputs if o.get("name") == "stderr"]
    return "\n".join([printed_text(outputs.outputs), *warned, *errors]).strip()


def _holds(shown: str, said: Value) -> bool:
    """Tell whether a value may stand in a text, as a part that can be read by itself."""
    pieces = [shown, *shown.split("\n"), *re.split(r"[\s:=,]+", shown)]
    pieces += re.findall(r"\([^()\n]*\)|\[[^\[\]]*\]|\[\[[^\n]*(?:\n +\[[^\n]*)*", shown)
    pieces += re.findall(r"'[^'\n]*'|\"[^\"\n]*\"|[-+]?[\d.]+(?:e[-+]?\d+)?", shown)
    return any((value := parse_value(piece)) is not None and agree(said, value) for piece in pieces)


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 80 else f"{line[:79]}…"


def _finding(
    lesson: Lesson, line: int, said: str, came: str, *, certain: bool, prose: bool = False
) -> Diagnostic:
    where = "the text" if prose else "the comment"
    return Diagnostic(
        lesson.path,
        line,
        RULE,
        f"{where} says {said}, but the output is {came}",
        Severity.ERROR if certain else Severity.WARNING,
        "correct it, or find out why the output is another one",
    )
