"""Comments that name an error, compared with what the lines of a cell raised."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator, Sequence

from scripts.diagnostic import Diagnostic, Severity
from scripts.execute.comments import Comment
from scripts.execute.contradictions import RULE, contradiction
from scripts.execute.error_sentences import ERRORS, may_be
from scripts.execute.expectations import raised_lines
from scripts.lesson import Cell, Lesson
from scripts.outputs import CellOutputs
from scripts.patterns import lazy_pattern

RAISES = lazy_pattern(
    r"(?:[❌✗✘×🚫💥⚠️!\s]*)(?:(?:this |it )?(?:will )?(?:raises?|throws?|fails with)\s+(?:an? )?"
    r"|(?:-+|=+)>\s*|[→⇒]\s*|(?:오류|에러|예외)\s*:\s*)?"
    r"(?:\w+\.)*(?P<error>[A-Z]\w*(?:Error|Exception|Interrupt))"
    r"(?:\s*(?:발생|(?:이|가|을|를)?\s*(?:납니다|난다|발생합니다|발생한다|일으킵니다|던집니다)|예외))?"
    r"(?:[.!]|\s*(?::|--?|—|–|\()\s?.*)?"
)
# What is said before it tells why, as in "no key: TypeError" and "키가 없어 TypeError".
_NAMES_LAST = lazy_pattern(
    r"(?P<before>.*[^\w.`])`?(?:\w+\.)*(?P<error>[A-Z]\w*(?:Error|Exception|Interrupt))`?"
    r"(?:(?:가|이|를|을)? ?(?:납니다|난다|남|납니다|발생|발생합니다|발생한다|일으킵니다|냅니다"
    r"|던집니다)|입니다)?[.!]?"
)
# Of another error the comment speaks too, or says that this one does not come.
_ANOTHER_ERROR = lazy_pattern(
    r"\b(?:NumPy|Python|SciPy|PyTorch|older|earlier|formerly|used to|once|no longer|would|could"
    r"|should|might|may|unlike|instead|rather|avoids?|catch(?:es)?|except)\b"
    r"|\b(?:not|no|never|without)(?: an?)?[\s`]*$|예전|옛|대신|아니|겠|피하|막",
    re.IGNORECASE,
)
# Classes that today's JAX raises by a narrower name, by what the line asks of a traced value.
_TODAY: dict[str, dict[type[ast.AST], str]] = {
    "ConcretizationTypeError": dict.fromkeys(
        (ast.If, ast.While, ast.IfExp, ast.Assert), "TracerBoolConversionError"
    )
}


def error_claims(
    lesson: Lesson,
    cell: Cell,
    outputs: CellOutputs,
    statements: Sequence[ast.stmt],
    comments: Sequence[Comment],
) -> Iterator[Diagnostic]:
    """Give the errors that comments name and that did not come on their lines."""
    raised = raised_lines(lesson.cells, cell, outputs)
    for comment in comments:
        error = RAISES.fullmatch(comment.text)
        if error is None:
            if found := _other_error(cell, outputs, comment, raised):
                line = cell.line + comment.line - 1
                yield contradiction(lesson, line, *found, certain=False)
            continue
        name = error["error"]
        line = cell.line + comment.line - 1
        beside = comment.line + 1 if comment.alone else comment.line
        statement = next((s for s in statements if _covers(s, beside)), None)
        if statement is None or isinstance(statement, ast.Try):
            continue
        here = {beside, statement.lineno} if not comment.alone else {beside}
        if raised and (raised & here or _covers(statement, max(raised))):
            if outputs.error not in {None, name}:
                yield contradiction(lesson, line, name, str(outputs.error), certain=True)
        elif outputs.status == "ok" and _runs(statement) and not comment.alone:
            yield contradiction(lesson, line, name, "no error", certain=True)
        elif today := _todays_name(name, statement, beside):
            yield Diagnostic(
                lesson.path,
                line,
                RULE,
                f"the comment says {name}, but what JAX raises here is a {today}",
                Severity.WARNING,
                "name the class that a reader sees",
            )


def _other_error(
    cell: Cell, outputs: CellOutputs, comment: Comment, raised: Collection[int]
) -> tuple[str, str] | None:
    """Give the error that a comment with words of its own names, and the one that came instead.

    It stands on the line that raised, or on one of its own right above it or below.
    """
    beside = {comment.line, comment.line + 1, comment.line - 1} if comment.alone else {comment.line}
    match = _NAMES_LAST.fullmatch(comment.text)
    if not outputs.error or match is None or not beside & {max(raised, default=0)}:
        return None
    said = match["error"]
    told = "\n".join(str(one.get("evalue", "")) for one in outputs.outputs)
    code = re.sub(r"#.*", "", cell.source)
    # Another error may have led to the one that came.
    frames = "\n".join("\n".join(one.get("traceback", ())) for one in outputs.outputs)
    if re.search(rf"^(?:\w+\.)*{said}\b", frames, re.MULTILINE):
        return None
    if said in told or said in code or may_be(outputs.error, said):
        return None
    if len(ERRORS.findall(comment.text)) > 1 or _ANOTHER_ERROR.search(match["before"]):
        return None
    return said, outputs.error


def first_line(statement: ast.stmt) -> int:
    """Give the line at which a statement begins, with its decorators."""
    decorators: list[ast.expr] = getattr(statement, "decorator_list", [])
    return min([statement.lineno, *(one.lineno for one in decorators)])


def _covers(statement: ast.stmt, line: int) -> bool:
    return first_line(statement) <= line <= (statement.end_lineno or statement.lineno)


def _runs(statement: ast.stmt) -> bool:
    """Tell whether a statement is one call or assignment that has run as a whole."""
    return isinstance(statement, ast.Expr | ast.Assign | ast.AugAssign | ast.AnnAssign)


def _todays_name(name: str, statement: ast.stmt, line: int) -> str:
    kinds = _TODAY.get(name, {})
    for node in ast.walk(statement):
        if type(node) in kinds and getattr(node, "lineno", 0) == line:
            return kinds[type(node)]
    return ""
