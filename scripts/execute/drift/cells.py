"""One cell, before and now: the class of its change, and the causes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from statistics import median
from typing import Any

from scripts.drift import KINDS, Kind, Picture, Pictures
from scripts.execute.drift.change import OTHER_VALUES, Change, Degree
from scripts.execute.drift.compare import compare_texts, other_types, same_facts
from scripts.execute.drift.noise import Expected, Noise
from scripts.execute.drift.pictures import NOT_KEPT, OTHER_PICTURE, compare_pngs, compare_svgs
from scripts.execute.drift.shown import Raised, Shown, shown
from scripts.execute.drift.timings import without_timings

_KINDS: Mapping[Degree, Kind] = {
    Degree.DIGITS: "numerically-equal",
    Degree.FORM: "formatting",
    Degree.WORDS: "value",
    Degree.VALUE: "value",
}


@dataclass(frozen=True)
class Verdict:
    """The class of a change, its causes with the worst first, and the ratio of measured times.

    `pictures` are those that do not look the same any more.
    """

    kind: Kind
    causes: tuple[str, ...] = ()
    ratio: float | None = None
    pictures: tuple[Pictures, ...] = ()


_Found = tuple[Kind, str]
_NOTHING = Expected()

_OTHER_KIND = "another kind of picture"
# Pictures that show something else.
_SEEN = frozenset({OTHER_PICTURE.cause})
# Pictures that were not compared at all.
_UNSEEN = frozenset({NOT_KEPT.cause, _OTHER_KIND})


def compare_cells(
    old: Sequence[Mapping[str, Any]],
    new: Sequence[Mapping[str, Any]],
    *,
    expected: Expected = _NOTHING,
    unstable: bool = False,
) -> Verdict:
    """Give what changed between two lists of Jupyter outputs of one cell.

    `expected` is what may differ by the cell's code; `unstable` tells that its outputs were seen to
    differ from run to run.

    >>> def says(text):
    ...     return [{"output_type": "stream", "name": "stdout", "text": text}]
    >>> compare_cells(says("1"), says("2")).kind, compare_cells(says("1"), says("1.")).kind
    ('value', 'value')
    >>> compare_cells(says("DeviceArray(1)"), says("Array(1)"))
    Verdict(kind='formatting', causes=('DeviceArray(…) → Array(…)',), ratio=None, pictures=())
    """
    before, now = shown(old), shown(new)
    found: list[_Found] = []
    found += _errors(before.raised, now.raised)
    found += _notes(before.notes, now.notes)
    pictures = list(_pictures(before.pictures, now.pictures))
    found += (change for change, _ in pictures)
    if before.tables == now.tables:
        texts, times = _timings(before.body, now.body)
    else:
        texts, times = _timings(before.plain, now.plain)
        found.append(("formatting", "a table or its text"))
    if before.raised is None or now.raised is None or texts[0].strip() != texts[1].strip():
        found += _texts(before, now, texts, expected)
    if times is not None:
        found.append(("timing", "measured times"))
    verdict = _verdict(found, times, noise=expected.noise, unstable=unstable)
    return replace(
        verdict,
        pictures=tuple(pair for (kind, _), pair in pictures if kind != "numerically-equal"),
    )


def _verdict(found: list[_Found], ratio: float | None, *, noise: Noise, unstable: bool) -> Verdict:
    softened: list[_Found] = []
    for kind, cause in found:
        by_chance = noise & (Noise.CHANCE | Noise.IDENTITY)
        differs = kind == "value" or cause in _UNSEEN
        if differs and (unstable or by_chance):
            reason = "drawn without a seed" if Noise.CHANCE in noise else "differs in every run"
            softened.append(("unstable", reason))
        elif cause in _SEEN and Noise.TIME in noise:
            softened.append(("timing", "a picture of measured times"))
        else:
            softened.append((kind, cause))
    if not softened:
        return Verdict("identical")
    ranked = sorted(dict.fromkeys(softened), key=lambda one: KINDS.index(one[0]))
    return Verdict(ranked[0][0], tuple(dict.fromkeys(cause for _, cause in ranked)), ratio)


def _errors(old: Raised | None, new: Raised | None) -> Iterator[_Found]:
    if old is None and new is None:
        return
    if old is None:
        assert new is not None
        yield "new-error", new.name
    elif new is None:
        yield "error-gone", old.name
    elif old.name != new.name:
        yield "other-error", f"{old.name} → {new.name}"
    else:
        changes = compare_texts(old.message, new.message) if old.message != new.message else ()
        worst = max((change.degree for change in changes), default=None)
        # In a message that is worded anew, nothing says which number was which.
        worded = any(change.degree is Degree.WORDS for change in changes)
        if changes and (types := other_types(old.message, new.message)):
            yield "value", f"{types} in the message of {new.name}"
        elif (
            worst is Degree.VALUE
            and not worded
            and not _reworded(changes)
            and not same_facts(old.message, new.message)
        ):
            yield "value", f"{changes[0].cause} in the message of {new.name}"
        elif changes:
            yield "formatting", f"message of {new.name}"
        elif old.traceback.split() != new.traceback.split():
            yield "formatting", "frames of a traceback"


def _reworded(changes: Sequence[Change]) -> bool:
    return any(change.cause == OTHER_VALUES for change in changes)


_WARNING = re.compile(r"^(?:.*?:\d+: |.*?, line \d+: )?(?P<name>\w+Warning): ?", re.MULTILINE)
_TIME = re.compile(r"\b\d+(?:\.\d+)?(?:e-?\d+)?(?= ?(?:sec|secs|seconds|[mnuµ]?s)\b)")
_LOG = re.compile(r"^(?:WARNING|INFO|ERROR|[WIEF]\d{4})\b.*$", re.MULTILINE)


def _notes(old: str, new: str) -> Iterator[_Found]:
    """Compare standard error: a new warning is news, the words of one that was there are not."""
    if old.split() == new.split():
        return
    if _untimed(old) == _untimed(new):
        yield "timing", "measured times"
        return
    ours, theirs = (Counter(_WARNING.findall(text)) for text in (old, new))
    yield from (("new-output", f"a new {name}") for name in sorted(theirs - ours))
    yield from (("formatting", f"a {name} is gone") for name in sorted(ours - theirs))
    logs = [len(_LOG.findall(text)) for text in (old, new)]
    if logs[1] > logs[0]:
        yield "new-output", "a new line of a log"
    elif logs[1] < logs[0]:
        yield "formatting", "a line of a log is gone"
    elif ours == theirs and (ours or logs[0]):
        yield "formatting", "words of a warning"
    elif ours == theirs:
        (texts, _) = _timings(old, new)
        if not texts[0].strip() and texts[1].strip():
            yield "new-output", "a new note on standard error"
        elif texts[0].strip() and not texts[1].strip():
            # What a library said of itself, nearly always; it computes nothing.
            yield "formatting", "a note on standard error is gone"
        else:
            changes = compare_texts(*texts) if texts[0] != texts[1] else ()
            yield from ((_KINDS[change.degree], change.cause) for change in changes)


# When something ran, and not how long: 2026-05-04 17:30:05.25, Mon May  4 17:30:05 2026, 17:30:05.
_MOMENT = re.compile(
    r"\b\d{4}-\d\d-\d\d(?:[ T]\d\d:\d\d(?::\d\d(?:\.\d+)?)?)?\b"
    r"|\b[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4}\b"
    r"|(?<![:\d])\d\d:\d\d:\d\d(?:\.\d+)?\b"
)


def _untimed(text: str) -> str:
    """Give a log without its times: `Finished tracing f in 0.0005 sec`."""
    return _TIME.sub("#", without_timings(text)[0])


def _pictures(old: Sequence[Picture], new: Sequence[Picture]) -> Iterator[tuple[_Found, Pictures]]:
    for pair in zip_longest(old, new):
        ours, theirs = pair
        if ours is None:
            yield ("new-output", "a new picture"), pair
        elif theirs is None:
            yield ("no-output", "a picture is gone"), pair
        elif ours.mime != theirs.mime:
            yield ("formatting", _OTHER_KIND), pair
        else:
            compare = compare_svgs if ours.mime == "image/svg+xml" else compare_pngs
            if change := compare(ours.data, theirs.data):
                yield (_KINDS[change.degree], change.cause), pair


def _timings(old: str, new: str) -> tuple[tuple[str, str], float | None]:
    """Give both texts without their timings, and the ratio of these, new by old."""
    (ours, times), (theirs, other_times) = without_timings(old), without_timings(new)
    if not times and not other_times:
        return (old, new), None
    pairs = zip(times, other_times, strict=False)
    ratios = [after / before for before, after in pairs if before > 0 and after > 0]
    return (ours, theirs), round(median(ratios), 3) if ratios else None


def _texts(
    before: Shown, now: Shown, texts: tuple[str, str], expected: Expected
) -> Iterator[_Found]:
    ours, theirs = texts
    if ours == theirs or ours.rstrip() == theirs.rstrip():
        return
    if not ours.strip() and not before.pictures:
        if before.raised is None or now.raised is not None:
            yield "new-output", "an output where there was none"
        return
    if not theirs.strip() and not now.pictures:
        if now.raised is None or before.raised is not None:
            yield "no-output", "no output any more"
        return
    clocked = Noise.TIME in expected.noise
    if clocked:
        moments, moments_now = (_MOMENT.findall(text) for text in texts)
        if moments != moments_now and len(moments) == len(moments_now):
            yield "unstable", "a date or a time of day"
            ours, theirs = texts = _MOMENT.sub("#", ours), _MOMENT.sub("#", theirs)
            if ours == theirs:
                return
    (ours, lines), (theirs, lines_now) = (_known(text, expected.templates) for text in texts)
    if lines or lines_now:
        # What is left on these lines is no time.
        yield "timing", "measured times"
        yield from _clocked(lines, lines_now)
        if ours == theirs:
            return
    texts = ours, theirs
    (rest, timed), (rest_now, timed_now) = (_apart(text, expected.timed) for text in texts)
    if timed and len(timed) == len(timed_now):
        # Lines that print a time: with no unit in them, each number may be one.
        yield from _clocked("\n".join(timed), "\n".join(timed_now), every=True)
        yield from _clocked(rest, rest_now) if rest != rest_now else ()
    elif clocked:
        yield from _clocked(ours, theirs, alone=True)
    else:
        yield from _clocked(ours, theirs)


def _clocked(old: str, new: str, *, every: bool = False, alone: bool = False) -> Iterator[_Found]:
    """Compare texts whose numbers may be times: those with a unit, else `every` or `alone` ones."""
    changes = compare_texts(old, new)
    units = any(change.timed for change in changes)
    for change in changes:
        number = change.number if alone else change.degree in {Degree.VALUE, Degree.DIGITS}
        time = change.timed if units else number
        if time and (every or alone):
            yield "timing", "measured times"
        else:
            yield _KINDS[change.degree], change.cause


def _known(text: str, templates: Sequence[str]) -> tuple[str, str]:
    """Give a text without the lines of which it is known where times stand, and these without."""
    lines: list[str] = []

    def take(match: re.Match[str]) -> str:
        line, start = match[0], match.start()
        for group in range(match.re.groups, 0, -1):
            line = line[: match.start(group) - start] + "#" + line[match.end(group) - start :]
        lines.append(line)
        return ""

    for template in templates:
        text = re.sub(template, take, text, flags=re.MULTILINE)
    return text, "\n".join(lines)


def _apart(text: str, words: Collection[str]) -> tuple[str, list[str]]:
    """Give a text without the lines that hold one of some words, and these."""
    lines = text.split("\n")
    found = [line for line in lines if any(word in line for word in words)]
    return "\n".join(line for line in lines if line not in found), found
