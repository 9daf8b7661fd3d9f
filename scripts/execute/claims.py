"""What a page says about its outputs, compared with them: comments in cells, and prose beside them.

Nothing is run for it. A value that no output shows cannot be known, so nothing is said of it; and
what is not plainly a stated result is no claim. An error is only what leaves no doubt: the comment
on the expression whose value the cell displays, or on the line that raised.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from scripts.diagnostic import Diagnostic
from scripts.execute.attribution import (
    nothing_else_prints,
    printed_by_loop,
    printed_in_turn,
    printed_lines,
    what_came,
)
from scripts.execute.comments import Comment, comments_in
from scripts.execute.contradictions import contradiction, short
from scripts.execute.counts import other_places
from scripts.execute.error_comments import RAISES, error_claims, first_line
from scripts.execute.order_sentences import most_said, other_extreme
from scripts.execute.sentences import sentence_claims
from scripts.execute.stated import (
    disagreement,
    other_count,
    other_kind,
    other_labelled,
    other_string,
    other_with_remark,
    stated,
)
from scripts.execute.templates import Came, held_together, is_print, labelled_values
from scripts.execute.transcripts import (
    borne_out,
    contradicted,
    in_printed_form,
    other_of_one_form,
)
from scripts.execute.turns import FORM, in_turn, listed, other_in_turn, other_words, stated_part
from scripts.execute.values import Moment, Number, Value, agree, parse_value
from scripts.execute.values import Sequence as Items
from scripts.lesson import Cell, Lesson
from scripts.outputs import CellOutputs, LessonOutputs
from scripts.patterns import lazy_pattern

# A comment that says itself that the output is another one now and then.
_HEDGE = lazy_pattern(
    r"\b(?:something like|similar|approximately|about|roughly|may|might|could|e\.g\.|for example)\b"
    r"|[≈~∼]|예를 들|예시|대략|비슷|약 \d|정도|수 있",
    re.IGNORECASE,
)


# So many of the last lines are shown where none is what was said.
_SHOWN_LINES = 2
_POINTS = lazy_pattern(r"(?:-+|=+)>|[→⇒]")
_ANNOUNCES = lazy_pattern(
    r"(?:prints?|outputs?|expected(?: output)?|출력)\s*[:：]?\s+\S", re.IGNORECASE
)


def claims(lesson: Lesson, record: LessonOutputs) -> Iterator[Diagnostic]:
    """Give what a page says and its outputs do not bear out, by line."""
    alone = nothing_else_prints(lesson)
    for cell, outputs in zip(lesson.cells, record.cells, strict=True):
        yield from _comment_claims(lesson, cell, outputs, alone=alone)
    yield from sentence_claims(lesson, record)


def _comment_claims(
    lesson: Lesson, cell: Cell, outputs: CellOutputs, *, alone: bool
) -> Iterator[Diagnostic]:
    if outputs.status == "skipped" or "#" not in cell.source:
        return
    try:
        statements = ast.parse(cell.source).body
    except SyntaxError:
        # A magic stands in it, or the error is what the cell is about.
        return
    comments = comments_in(cell.source)
    yield from error_claims(lesson, cell, outputs, statements, comments)
    came = what_came(statements, outputs, alone=alone)
    everything = _output_lines(outputs)
    loop = printed_by_loop(lesson, cell, outputs)
    inside = {one.lineno for one in ast.walk(loop.statement) if isinstance(one, ast.Expr)
              and is_print(one)} if loop else set()  # fmt: skip
    outer = dict(loop.outer) if loop else {}
    for at, statement in enumerate(statements):
        turns = loop.lines if loop and loop.statement.lineno == statement.lineno else ()
        if turns and len(inside) == 1:
            # Where nothing tells the lines apart, all that came would count as what came next.
            after = next((outer[one.lineno] for one in statements[at + 1 : at + 2]
                          if one.lineno in outer), came.get(at + 1))  # fmt: skip
            yield from _behind_a_loop(lesson, cell, statements[at : at + 2], comments, turns, after)
        for comment in _comments_on(statement, statements[at + 1 :], comments):
            if RAISES.fullmatch(comment.text) or (turns and listed(comment.text)):
                continue
            if comment.alone and in_turn(comment.text, everything):
                continue
            hedged = _HEDGE.search(comment.text) is not None
            shown = came.get(at) or outer.get(statement.lineno)
            if comment.alone and (other := _other_of_prints(comment.text, at, came)):
                line = cell.line + comment.line - 1
                yield contradiction(lesson, line, *other[:2], certain=other[2] and not hedged)
                continue
            found = shown and (
                disagreement(comment.text, shown)
                or other_labelled(comment.text, shown)
                or other_kind(comment.text, shown)
                or _other_of_one_form(comment, shown)
            )
            if shown is not None and found:
                line = cell.line + comment.line - 1
                yield contradiction(lesson, line, *found, certain=shown.certain and not hedged)
            elif (
                shown is not None
                and not comment.alone
                and (
                    found := other_with_remark(comment.text, shown)
                    or _other_most(comment.text, shown)
                    or other_count(comment.text, shown, statement)
                    or other_string(comment.text, shown, lesson)
                )
            ):
                line = cell.line + comment.line - 1
                yield contradiction(lesson, line, *found, certain=False)
            elif (shown is None or not shown.certain) and _is_nowhere(
                comment, statement, outputs, everything
            ):
                came_last = " ".join(everything[-_SHOWN_LINES:])
                line = cell.line + comment.line - 1
                yield contradiction(
                    lesson, line, short(comment.text), short(came_last), certain=False
                )
            elif shown is None and (
                line_of_form := _line_of_one_form(comment, statement, everything)
            ):
                line = cell.line + comment.line - 1
                yield contradiction(
                    lesson, line, short(comment.text), short(line_of_form), certain=False
                )
            elif comment.alone or (shown is not None and stated(comment.text) is None):
                # What stands below a statement may speak of all that the cell gave.
                lines = everything if comment.alone or shown is None else shown.text.split("\n")
                known = comment.alone or (shown is not None and shown.certain)
                # Values one after another may be of several lines, and of which is not known.
                known = known and not listed(comment.text)
                strict = not (comment.alone and comment.last)
                for row, said, out in contradicted(comment.rows, lines, strict=strict):
                    line = cell.line + comment.line + row - 1
                    certain = known and not hedged
                    yield contradiction(lesson, line, short(said), short(out), certain=certain)
    yield from _between(lesson, cell, statements, comments, came, everything)
    yield from _inner_claims(lesson, cell, statements, comments, outputs)
    for comment in comments:
        shown_lines = printed_lines(outputs.outputs)
        for _, said, out in other_places(comment.text, shown_lines, cell.source.split("\n")):
            line = cell.line + comment.line - 1
            yield contradiction(lesson, line, said, out, certain=False)


def _is_nowhere(
    comment: Comment, statement: ast.stmt, outputs: CellOutputs, lines: Sequence[str]
) -> bool:
    """Tell that a number or an array behind a `print` stands in no line that the cell printed.

    Which of them is that statement's own need not be known for it.
    """
    said = parse_value(comment.text)
    if comment.alone or outputs.status != "ok" or not is_print(statement) or not lines:
        return False
    if not (isinstance(said, Items) or re.fullmatch(r"[-+]?\d+\.\d+", comment.text.strip())):
        return False
    words = [word for line in lines for word in (line, *line.split())] + held_together(lines)
    return not any(borne_out(comment.text, word) for word in words if re.search(r"\d", word))


def _other_most(text: str, shown: Came) -> tuple[str, str] | None:
    """Give what was said to be the most of all and what came as that."""
    said = most_said(text)
    came = said and other_extreme(said, shown.text)
    return (short(text), came) if came else None


def _other_of_one_form(comment: Comment, shown: Came) -> tuple[str, str] | None:
    """Give what was said and what came where the line behind a `print` repeats it, with others."""
    if comment.alone or not other_of_one_form(comment.text, shown.text):
        return None
    return short(comment.text), short(shown.text)


def _line_of_one_form(comment: Comment, statement: ast.stmt, lines: Sequence[str]) -> str | None:
    """Give the one line of a cell that a remark behind a `print` repeats, with other values.

    Which line is that statement's own is not known here.
    """
    goes_on = comment.text.count("[") != comment.text.count("]")
    if comment.alone or goes_on or not is_print(statement):
        return None
    if any(borne_out(comment.text, line) for line in lines):
        return None
    alike = [line for line in lines if other_of_one_form(comment.text, line)]
    return alike[0] if len(alike) == 1 else None


def _between(
    lesson: Lesson,
    cell: Cell,
    statements: Sequence[ast.stmt],
    comments: Sequence[Comment],
    came: Mapping[int, Came],
    shown: Sequence[str],
) -> Iterator[Diagnostic]:
    """Give comments on lines of their own that repeat what the statement above or below gave.

    One that stands between two may speak of either: it repeats with its label what one of them
    printed, or it has the form of what is above, and what is below is shown and of another form.
    """
    for at, statement in enumerate(statements):
        until = first_line(statements[at + 1]) if at + 1 < len(statements) else None
        last = statement.end_lineno or statement.lineno
        rows = [one for one in comments if one.alone and one.line > last]
        rows = [one for place, one in enumerate(rows, 1) if one.line == last + place]
        rows = [one for one in rows if until and one.line < until]
        if not rows or rows[-1].line + 1 != until or _POINTS.match(rows[0].text):
            continue
        above, below = came.get(at), came.get(at + 1)
        for comment in rows:
            if _HEDGE.search(comment.text) or any(borne_out(comment.text, one) for one in shown):
                continue
            found = _other_of_two(comment.text, [one for one in (above, below) if one])
            if found is None and above and below and len(rows) == 1:
                found = _of_the_form_above(comment.text, above, below)
            if found is not None:
                line = cell.line + comment.line - 1
                yield contradiction(lesson, line, *found, certain=False)


def _other_of_two(text: str, shown: Sequence[Came]) -> tuple[str, str] | None:
    """Give what was said and came where all that has a label of the comment has other values."""
    known = [(one, (*one.labelled, *labelled_values(one.text))) for one in shown]
    found = [other_labelled(text, one) for one, pairs in known
             if any(label in text for label, _ in pairs)]  # fmt: skip
    return found[0] if found and None not in found else None


def _of_the_form_above(text: str, above: Came, below: Came) -> tuple[str, str] | None:
    """Give what was said and came where a comment has the form of what is above it alone.

    >>> above, below = Came("1 2", "1 2", True), Came("[3 4]", "[3 4]", True)
    >>> _of_the_form_above("2 2", above, below), _of_the_form_above("[2 2]", above, below)
    (('2 2', '1 2'), None)
    """
    said, value, other = parse_value(text), parse_value(above.text), parse_value(below.text)
    many = isinstance(said, Items) and len(said.items) > 1 and isinstance(value, Items)
    if not many and not isinstance(said, Moment):
        return None
    if said is None or value is None or agree(said, value) is not False:
        return None
    forms = [FORM.sub("#", " ".join(one.split())) for one in (text, above.text, below.text)]
    alike = forms[0] == forms[1] != forms[2]
    if not alike or (other is not None and agree(said, other) is not None):
        return None
    return short(text), short(above.text)


def _other_of_prints(text: str, at: int, came: Mapping[int, Came]) -> tuple[str, str, bool] | None:
    """Give what is said, what came and how certain, for values of the prints right above."""
    said = listed(text)
    prints = [came[one] for one in range(at + 1 - len(said), at + 1) if one in came]
    if not said or len(prints) < len(said) or isinstance(parse_value(prints[-1].value), Items):
        return None
    other = other_in_turn(said, [one.text for one in prints])
    if other is None:
        return None
    shown = short(", ".join(one.text for one in prints))
    return stated_part(text), shown, other and all(one.certain for one in prints)


def _behind_a_loop(
    lesson: Lesson,
    cell: Cell,
    statements: Sequence[ast.stmt],
    comments: Sequence[Comment],
    turns: Sequence[str],
    after: Came | None,
) -> Iterator[Diagnostic]:
    """Give a comment right behind a loop that lists what its turns printed, and they did not.

    It is the one print of the loop, which may print more than one thing in each turn.
    """
    loop = statements[0]
    last = loop.end_lineno or loop.lineno
    comment = next((one for one in comments if one.alone and one.line == last + 1), None)
    if comment is None or not (said := listed(comment.text)) or len(said) != len(turns):
        return
    # Above another statement it may speak of that one.
    if len(statements) > 1 and statements[1].lineno == last + 2 and after is not None:
        value, other = stated(comment.text), parse_value(after.value)
        if value is not None and other is not None and agree(value, other) is not None:
            return
    found = other_in_turn(said, turns)
    if found is not None:
        certain = found and _HEDGE.search(comment.text) is None
        came = short(", ".join(turns))
        line = cell.line + comment.line - 1
        yield contradiction(lesson, line, short(stated_part(comment.text)), came, certain=certain)


def _comments_on(
    statement: ast.stmt, later: Sequence[ast.stmt], comments: Sequence[Comment]
) -> Iterator[Comment]:
    """Give the comment at the end of a statement, and the lines of comment that follow it.

    Of the line before a statement only what says itself that it speaks of the output.
    """
    last = statement.end_lineno or statement.lineno
    for comment in comments:
        if comment.line == last and comment.column >= (statement.end_col_offset or 0):
            yield comment
            if stated(comment.text) is not None:
                return
        elif (
            comment.line == statement.lineno - 1
            and comment.alone
            and _ANNOUNCES.match(comment.text)
        ):
            yield replace(comment, alone=False)
    until = first_line(later[0]) if later else last + len(comments) + 1
    following: list[Comment] = []
    for comment in comments:
        if comment.alone and comment.line == last + len(following) + 1 and comment.line < until:
            following.append(comment)
    if not following:
        return
    # A comment above the next statement speaks of that one, unless it begins with an arrow.
    if later and following[-1].line >= until - 1:
        following = [c for c in following[:1] if _POINTS.match(c.text)]
    if following:
        text = "\n".join(comment.text for comment in following)
        rows = tuple(row for comment in following for row in comment.rows)
        place = following[0]
        yield Comment(place.line, place.column, text, alone=True, rows=rows, last=not later)


def _output_lines(outputs: CellOutputs) -> list[str]:
    results = [
        str(output["data"]["text/plain"])
        for output in outputs.outputs
        if output["output_type"] == "execute_result" and "text/plain" in output["data"]
    ]
    return [*printed_lines(outputs.outputs), *"\n".join(results).splitlines()]


def _inner_claims(
    lesson: Lesson,
    cell: Cell,
    statements: Sequence[ast.stmt],
    comments: Sequence[Comment],
    outputs: CellOutputs,
) -> Iterator[Diagnostic]:
    """Give what comments on a `print` inside a loop or a function say, and no line bears out."""
    lines = _output_lines(outputs)
    outer = {id(statement) for statement in statements}
    for node in ast.walk(ast.Module(list(statements), [])):
        if id(node) in outer or not isinstance(node, ast.Expr) or not is_print(node):
            continue
        for comment in comments:
            if comment.line != node.end_lineno or comment.column < (node.end_col_offset or 0):
                continue
            line = cell.line + comment.line - 1
            turns = printed_in_turn(lesson, cell, node, outputs)
            if found := (
                _other_turns(comment.text, statements, node, turns)
                or other_words(comment.text, [one.text for one in turns])
                or _of_named_line(comment.text, lines)
            ):
                certain = _HEDGE.search(comment.text) is None
                yield contradiction(lesson, line, *found, certain=certain)
            # It ran where something in the form of what it prints came.
            elif any(in_printed_form(line) for line in lines):
                for _, said, out in contradicted(comment.rows, lines, strict=True):
                    yield contradiction(lesson, line, short(said), short(out), certain=False)


_NAMED_VALUE = lazy_pattern(
    r"(?P<name>[A-Za-z_][A-Za-z0-9_.-]*)(?:은|는|이|가|:| ?=| (?:is|has|gives|got))? ?"
    r"(?P<value>[-+]?\d[\d.,e+-]*)"
)


def _of_named_line(text: str, lines: Sequence[str]) -> tuple[str, str] | None:
    """Give what was said and what came where a line of one name has another number.

    >>> _of_named_line("adamw는 742", ["sgd  0", "adamw 743"])
    ('adamw는 742', 'adamw 743')
    >>> _of_named_line("sgd 0", ["sgd  0", "adamw 743"]) is None
    True
    """
    match = _NAMED_VALUE.fullmatch(text.strip())
    named = [line for line in lines if match and line.split()[:1] == [match["name"]]]
    if match is None or len(named) != 1 or len(named[0].split()) != 2:
        return None
    said, came = parse_value(match["value"]), parse_value(named[0].split()[1])
    other = said is not None and came is not None and agree(said, came) is False
    return (short(text), short(named[0])) if other else None


def _other_turns(
    text: str, statements: Sequence[ast.stmt], node: ast.stmt, turns: Sequence[Came]
) -> tuple[str, str] | None:
    """Give what was said and what came where a value for each turn, or one for all, is another."""
    values = [parse_value(came.value) for came in turns]
    said = stated(text)
    if said is None or not values or None in values:
        return None
    if isinstance(said, Items) and said.kind == "tuple" and stated_part(text)[:1] not in "([":
        wanted: Sequence[Value] = said.items
        # What a loop is given may stand beside it, too.
        if len(wanted) != len(values) or _is_gone_through(said, statements, node):
            return None
    elif isinstance(said, Number) and said.value == len(turns):
        return None
    else:
        wanted = [said] * len(values)
        if len({came.text for came in turns}) > 1:
            return None
    known = [agree(one, value) for one, value in zip(wanted, values, strict=True) if value]
    if None in known or False not in known:
        return None
    return short(stated_part(text)), short(", ".join(came.value for came in turns))


def _is_gone_through(said: Items, statements: Sequence[ast.stmt], node: ast.stmt) -> bool:
    for loop in ast.walk(ast.Module(list(statements), [])):
        if isinstance(loop, ast.For) and any(one is node for one in ast.walk(loop)):
            given = parse_value(ast.unparse(loop.iter))
            if isinstance(given, Items) and agree(said, replace(given, kind=said.kind)):
                return True
    return False
