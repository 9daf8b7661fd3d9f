"""Translated words in code: comments and texts, kept with the code that they belong to."""

from __future__ import annotations

import re
import tokenize
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence, Set
from dataclasses import dataclass
from difflib import SequenceMatcher

from scripts.comparison import faults
from scripts.patterns import lazy_pattern
from scripts.statements import (
    Code,
    Remark,
    Statement,
    Text,
    code_line_by_line,
    code_of,
    comments_of,
    indent,
    read_normal_form,
    said_in,
)

# So much of two statements is the same where one of them was edited.
_ALIKE = 0.6
# What is shown at once may be shown in another way.
_SHOWN = ""
_NUMBER = lazy_pattern(r"\d+(?:\.\d+)?")
_WORD = lazy_pattern(r"[^\W\d_]")
# Two lines or places, one a side; or the first of a row, and the first behind it.
_Pair = tuple[int, int]


@dataclass(frozen=True)
class Before:
    """The normal forms of a cell in both languages as they were confirmed, "" where none was.

    `comments` are those of the origin with what stood in their place, "" for nothing.
    """

    origin: str = ""
    other: str = ""
    comments: tuple[tuple[str, str], ...] = ()


def with_words_of(
    code: str,
    translated: str,
    letters: str,
    *,
    before: Before | None = None,
    keys: Collection[str] = (),
) -> str:
    """Give `code` with the comments and texts of `translated` that translate what stands in it.

    That is told by what both said `before`; without it, by statements that are the same but for
    their texts, and as many in both. `letters` are those that tell a translated text, and `keys`
    the texts that code works with, as for `scripts.comparison.faults`.

    >>> print(with_words_of("# add\\nx = 1 + 2\\nprint('sum')",
    ...                     "# 더하기\\nx = 1 - 2\\nprint('합')  # 출력", "가-힣"))
    # 더하기
    x = 1 + 2
    print('합')  # 출력
    """
    try:
        merging = _merging(code, translated, letters, before or Before())
    except (tokenize.TokenError, SyntaxError):
        # Code that must fail to parse, or is another language's, cannot be taken apart.
        return code
    refused: set[int] = set()
    while True:
        merged = merging.merged(refused)
        try:
            found = faults(code, merged, letters, keys)
        except SyntaxError:
            return code
        wrong = {one.line for one in found if one.kind != "placeholders"}
        if not wrong:
            return merged
        if wrong <= refused:
            return code
        # What the code works with is the origin's, line by line.
        refused |= wrong


def comments_taken(before: str, after: str) -> tuple[tuple[int, str], ...]:
    """Give the comments of a cell that are not in it any more, with the lines that they were on.

    >>> comments_taken("x = 1  # 하나\\n# 둘\\ny = 2", "# 둘\\ny = 3")
    ((1, '# 하나'),)
    """
    left = Counter(text for _, text in _comments(after))
    taken = []
    for line, text in _comments(before):
        if left[text]:
            left[text] -= 1
        else:
            taken.append((line, text))
    return tuple(taken)


def _comments(source: str) -> list[tuple[int, str]]:
    """Give the comments of a cell with their lines; where it has no tokens, those that fill one."""
    try:
        found = comments_of(source)
    except (tokenize.TokenError, SyntaxError):
        found = {n: line.strip() for n, line in enumerate(source.split("\n"), 1)}
    return [(line, text) for line, text in sorted(found.items()) if text.startswith("#")]


@dataclass(frozen=True)
class _Merging:
    """What is known of two cells: which statements are the same, and which ones were edited.

    Both by their places in either cell; `known` gives what a text is in the translation, by where
    it stands and what it says, `comments` what translates a comment.
    """

    ours: Code
    theirs: Code
    same: Mapping[int, int]
    edited: Mapping[int, int]
    known: Mapping[tuple[str, str], str]
    letters: re.Pattern[str]
    comments: Mapping[str, str]

    def merged(self, refused: Set[int]) -> str:
        """Give our lines, with theirs in place of those that say the same in other words."""
        edits: list[tuple[int, int, list[str]]] = []
        for place, statement in enumerate(self.ours.statements):
            span = range(statement.first, statement.last + 1)
            lines = None if any(line in refused for line in span) else self._whole(place)
            lines = lines or self._in_parts(place, refused)
            edits.append((statement.first, statement.last, lines))
        edits += self._remarks()
        merged, line = [], 1
        for first, last, lines in sorted(edits, key=lambda one: (one[0], one[1])):
            if first < line:
                continue  # another statement on the same line
            merged += [*self.ours.lines[line - 1 : first - 1], *lines]
            line = last + 1
        return "\n".join([*merged, *self.ours.lines[line - 1 :]])

    def _whole(self, place: int) -> list[str] | None:
        """Give their lines in place of a statement that is the same; None where they are not."""
        ours = self.ours.statements[place]
        if place not in self.same:
            return None
        theirs = self.theirs.statements[self.same[place]]
        if not (ours.is_alone and theirs.is_alone and self._are_translated(ours, theirs)):
            return None
        lines = _moved(self.theirs.rows(theirs), self._indent(ours))
        if lines and len(lines) == 1 == ours.last - ours.first + 1:
            lines = [self._with_comment(lines[0], ours, theirs)]
        return lines

    def _with_comment(self, line: str, ours: Statement, theirs: Statement) -> str:
        """Give their line; a comment that is in nobody's language is the origin's."""
        own, other = (
            one.comment(statement.first)
            for one, statement in ((self.ours, ours), (self.theirs, theirs))
        )
        if own and other and own != other and not self.letters.search(own + other):
            return line.removesuffix(other) + own
        return line

    def _are_translated(self, ours: Statement, theirs: Statement) -> bool:
        return ours.pattern == theirs.pattern and all(
            self._is_translated(self.ours.segment(left), self.theirs.segment(right))
            for left, right in zip(ours.texts, theirs.texts, strict=True)
        )

    def _is_translated(self, ours: str, theirs: str) -> bool:
        return ours == theirs or self.letters.search(ours + theirs) is not None

    def _in_parts(self, place: int, refused: Set[int]) -> list[str]:
        """Give our lines with the texts that are known, and the comment behind an edited one."""
        ours = self.ours.statements[place]
        lines = self.ours.rows(ours)
        if ours.is_alone and len(lines) == 1:
            lines[0] = self._with_their_comment(lines[0], place)
        for text in reversed(ours.texts):
            (first, start), (last, end) = text.start, text.end
            said = self._known(place, text)
            if said is None or not refused.isdisjoint(range(first, last + 1)):
                continue
            head, tail = lines[first - ours.first][:start], lines[last - ours.first][end:]
            lines[first - ours.first : last - ours.first + 1] = f"{head}{said}{tail}".split("\n")
        return lines

    def _known(self, place: int, text: Text) -> str | None:
        if place in self.same:
            ours, theirs = self.ours.statements[place], self.theirs.statements[self.same[place]]
            if self._are_translated(ours, theirs):
                return self.theirs.segment(theirs.texts[ours.texts.index(text)])
        said = self.known.get((text.context, text.said))
        return self.known.get((_SHOWN, text.said)) if said is None and text.is_shown else said

    def _with_their_comment(self, line: str, place: int) -> str:
        own = self.ours.comment(self.ours.statements[place].first)
        if own and (said := self._translated(own)):
            for number in self.theirs.behind:
                if said_in(kept := self.theirs.comment(number)) == said:
                    return line.removesuffix(own) + kept
        beside = self.same.get(place, self.edited.get(place))
        if beside is None:
            return line
        theirs = self.theirs.statements[beside]
        other = self.theirs.comment(theirs.last) if theirs.first == theirs.last else ""
        if own and other and self._says_the_same(own, other):
            return line.removesuffix(own) + other
        # Code that only the translation comments on.
        is_own = not own and _WORD.search(other) and not self._translates(other)
        return line + other if is_own else line

    def _translated(self, *comments: str) -> str:
        """Give what translates comments as they were confirmed, or ""."""
        return self.comments.get(said_in(*comments), "")

    def _translates(self, *comments: str) -> bool:
        """Tell whether comments of the translation were confirmed to translate some."""
        return said_in(*comments) in self.comments.values()

    def _says_the_same(self, ours: str, theirs: str) -> bool:
        return bool(self.letters.search(ours + theirs)) and Counter(
            _NUMBER.findall(ours)
        ) == Counter(_NUMBER.findall(theirs))

    def _remarks(self) -> list[tuple[int, int, list[str]]]:
        """Give what stands in place of our comments, and what the translation alone remarks on."""
        places = {**self.edited, **self.same}
        end, their_end = len(self.ours.statements), len(self.theirs.statements)
        if not end or places.get(end - 1) == their_end - 1:
            places[end] = their_end
        free = {(one.place, one.between, one.is_level): one for one in self.theirs.remarks}
        found: list[tuple[int, int, list[str]]] = []
        is_left = False
        for ours in self.ours.remarks:
            beside = places.get(ours.place)
            key = (-1 if beside is None else beside, ours.between, ours.is_level)
            if said := self._translated(*self.ours.rows(ours)):
                same = (k for k, one in free.items() if said_in(*self.theirs.rows(one)) == said)
                key = next(same, key)
            theirs = free.pop(key, None)
            lines = None if theirs is None else self._remark(ours, theirs)
            is_left = is_left or theirs is None
            if lines:
                found.append((ours.first, ours.last, lines))
        if is_left and not self.comments:
            # One of them may translate what stands elsewhere now.
            return found
        of_theirs = {theirs: ours for ours, theirs in places.items()}
        for theirs in free.values():
            place = of_theirs.get(theirs.place)
            if self._translates(*self.theirs.rows(theirs)):
                continue
            if place is not None and not theirs.between and theirs.is_level:
                found.append(self._added(place, theirs))
        return found

    def _remark(self, ours: Remark, theirs: Remark) -> list[str] | None:
        lines, own = self.theirs.rows(theirs), self.ours.rows(ours)
        said, other = "\n".join(own), "\n".join(lines)
        if not self.letters.search(said + other):
            return None
        if ours.place in self.edited and not self._says_the_same(said, other):
            return None
        return _moved(lines, indent(own[0]))

    def _added(self, place: int, theirs: Remark) -> tuple[int, int, list[str]]:
        lines = self.theirs.rows(theirs)
        if place == len(self.ours.statements):
            at = len(self.ours.lines) + 1
            return at, at - 1, lines
        statement = self.ours.statements[place]
        return statement.first, statement.first - 1, _moved(lines, self._indent(statement)) or []

    def _indent(self, statement: Statement) -> int:
        return indent(self.ours.lines[statement.first - 1])


def _moved(lines: list[str], blanks: int) -> list[str] | None:
    """Give lines with another indentation; None where a text of several lines stands in them."""
    more = blanks - indent(lines[0])
    if more == 0:
        return lines
    if any(mark in line for line in lines for mark in ('"""', "'''")):
        return None
    if more > 0:
        return [" " * more + line if line.strip() else line for line in lines]
    return [line[min(-more, indent(line)) :] for line in lines]


def _merging(code: str, translated: str, letters: str, before: Before) -> _Merging:
    pattern = re.compile(f"[{letters}]" if letters else r"(?!)")
    ours = code_of(code)
    try:
        theirs = code_of(translated)
    except (tokenize.TokenError, SyntaxError):
        theirs = code_line_by_line(translated)
    comments = {one: its for one, its in before.comments if its}
    then, said = _statements(before.origin), _statements(before.other or before.origin)
    if then:
        known = _known(theirs, then, said)
        to_then = _beside_then(theirs.statements, then, said)
        of_then = {then_place: place for place, then_place in to_then.items()}
        stayed, changed = _paired(ours.statements, then, by=lambda one: one.code, likeness=_edited)
        same = {i: of_then[j] for i, j in stayed.items() if j in of_then}
        edited = {i: of_then[j] for i, j in changed.items() if j in of_then}
        return _Merging(ours, theirs, same, edited, known, pattern, comments)
    same, edited = _paired(
        ours.statements, theirs.statements, by=lambda one: one.pattern, likeness=_edited
    )
    return _Merging(ours, theirs, same, edited, {}, pattern, comments)


def _statements(normal_form: str) -> tuple[Statement, ...]:
    """Give what was confirmed, as far as it can be put beside a cell: a magic's code cannot."""
    if "get_ipython()" in normal_form:
        return ()
    try:
        return read_normal_form(normal_form)
    except (SyntaxError, ValueError):
        return ()


def _beside_then(
    theirs: Sequence[Statement], then: Sequence[Statement], said: Sequence[Statement]
) -> dict[int, int]:
    """Give for the statements of a translation those of the origin that they were beside."""
    if [one.pattern for one in then] != [one.pattern for one in said]:
        return {}
    same, edited = _paired(theirs, said, by=lambda one: one.code, likeness=_polished)
    return same | edited


def _known(
    theirs: Code, then: Sequence[Statement], said: Sequence[Statement]
) -> dict[tuple[str, str], str]:
    """Give for the texts that were confirmed what they are in the translation, where it is one."""
    found: dict[tuple[str, str], set[str]] = defaultdict(set)
    for place, beside in _beside_then(theirs.statements, then, said).items():
        own, other = then[beside].texts, theirs.statements[place].texts
        for one, its in zip(own, other, strict=False):
            for context in (one.context, *([_SHOWN] if one.is_shown else [])):
                found[context, one.said].add(theirs.segment(its))
    return {key: next(iter(texts)) for key, texts in found.items() if len(texts) == 1}


def _paired(
    ours: Sequence[Statement],
    theirs: Sequence[Statement],
    *,
    by: Callable[[Statement], str],
    likeness: Callable[[Statement, Statement], float],
) -> tuple[dict[int, int], dict[int, int]]:
    """Give the places of what is the same, and of what was edited between two that are."""
    same = _certain(list(map(by, ours)), list(map(by, theirs)))
    edited: dict[int, int] = {}
    for left, right in _gaps(same, (0, len(ours)), (0, len(theirs))):
        free = [i for i in range(*left) if i not in same]
        taken = set(same.values())
        their_free = [j for j in range(*right) if j not in taken]
        alike = {
            (i, j): worth
            for i in free
            for j in their_free
            if (worth := likeness(ours[i], theirs[j])) >= _ALIKE
        }
        side_by_side = list(zip(free, their_free, strict=False))
        if len(free) != len(their_free) or not all(pair in alike for pair in side_by_side):
            side_by_side = _most_alike(alike)
        edited |= dict(side_by_side)
    return same, edited


def _most_alike(alike: Mapping[_Pair, float]) -> list[_Pair]:
    """Give the pairs, in order, of which neither part is as much like anything else.

    >>> _most_alike({(0, 0): 0.7, (1, 0): 0.9, (2, 1): 0.8, (2, 2): 0.8})
    [(1, 0)]
    """
    best = [
        (i, j)
        for (i, j), worth in alike.items()
        if all(
            other < worth or (one, its) == (i, j)
            for (one, its), other in alike.items()
            if one == i or its == j
        )
    ]
    return _in_order(sorted(best))


def _edited(ours: Statement, theirs: Statement) -> float:
    """Give how much a statement is like one that says the same; 0 where it says something else."""
    if [text.said for text in ours.texts] != [text.said for text in theirs.texts]:
        return 0.0
    return SequenceMatcher(None, ours.pattern, theirs.pattern, autojunk=False).ratio()


def _polished(ours: Statement, theirs: Statement) -> float:
    """Give how much a statement of a translation is like one that may be worded otherwise."""
    return 1.0 if ours.pattern == theirs.pattern else _edited(ours, theirs)


def _certain(ours: Sequence[str], theirs: Sequence[str]) -> dict[int, int]:
    """Give the places of what is the same for certain: as often in both, or between two such.

    >>> _certain(["a", "x", "x", "b", "x"], ["a", "x", "b", "x"])
    {0: 0, 3: 2, 4: 3}
    """
    found: dict[int, int] = {}
    waiting: list[tuple[_Pair, _Pair]] = [((0, len(ours)), (0, len(theirs)))]
    while waiting:
        left, right = waiting.pop()
        places, others = _places(ours, left, found), _places(theirs, right, found.values())
        new = {
            i: j
            for text, own in places.items()
            if len(own) == len(others.get(text, ()))
            for i, j in zip(own, others[text], strict=True)
        }
        if new:
            found |= new
            waiting += _gaps(new, left, right)
    return dict(sorted(found.items()))


def _places(texts: Sequence[str], span: _Pair, taken: Collection[int]) -> dict[str, list[int]]:
    found: dict[str, list[int]] = defaultdict(list)
    known = set(taken)
    for place in range(*span):
        if place not in known:
            found[texts[place]].append(place)
    return found


def _gaps(pairs: Mapping[int, int], left: _Pair, right: _Pair) -> list[tuple[_Pair, _Pair]]:
    """Give what lies between pairs that stand in the same order in both."""
    found, before = [], (left[0], right[0])
    for i, j in _in_order(sorted(pairs.items())):
        if left[0] <= i < left[1] and right[0] <= j < right[1]:
            found.append(((before[0], i), (before[1], j)))
            before = (i + 1, j + 1)
    found.append(((before[0], left[1]), (before[1], right[1])))
    return [(one, other) for one, other in found if one[0] < one[1] and other[0] < other[1]]


def _in_order(pairs: Sequence[_Pair]) -> list[_Pair]:
    """Give the longest row of pairs that rise in both."""
    best: list[tuple[int, int]] = []
    for _, other in pairs:
        before = [(length, m) for m, (length, _) in enumerate(best) if pairs[m][1] < other]
        length, m = max(before, default=(0, -1), key=lambda one: one[0])
        best.append((length + 1, m))
    at = max(range(len(best)), default=-1, key=lambda n: best[n][0])
    row = []
    while at >= 0:
        row.append(pairs[at])
        at = best[at][1]
    return row[::-1]
