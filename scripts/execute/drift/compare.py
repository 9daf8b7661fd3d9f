"""What changed between two printed texts: nothing, layout and names, last digits, or values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from scripts.execute.comparable import devices, without_platforms
from scripts.execute.drift.change import OTHER_VALUES, Change, Degree
from scripts.execute.drift.essence import (
    CONSTANTS,
    dtypes_named,
    essence_of,
    exchanged,
    outline_of,
    signature,
    wording,
    words_below,
)
from scripts.execute.drift.hlo import same_module
from scripts.execute.drift.jaxprs import JaxprError, read_jaxpr, same_program
from scripts.execute.drift.nodes import (
    Aval,
    Call,
    Group,
    Node,
    Number,
    Object,
    Program,
    Quoted,
    Word,
    dtype_name,
    numbers,
    read,
)
from scripts.execute.drift.numbers import Context, changed_number
from scripts.execute.drift.objects import (
    class_shown,
    context_in,
    dtype_shown,
    other_class,
    other_name,
    other_parameters,
    tell_no_more,
    type_of,
)

# Pairs of equal words that difflib may have to look at, many times over.
_ALIGNED = 100_000


def compare_texts(old: str, new: str) -> tuple[Change, ...]:
    """Give the changes from one printed text to another, each once, worst first.

    >>> compare_texts("DeviceArray([1., 2.], dtype=float32)", "Array([1., 2.], dtype=float32)")
    (Change(degree=<Degree.FORM: 2>, cause='DeviceArray(…) → Array(…)', number=False, timed=False),)
    >>> compare_texts("loss 0.25", "loss 0.5")[0].degree.name
    'VALUE'
    """
    if old.split() == new.split():
        return (Change(Degree.FORM, "spaces and line breaks"),) if old != new else ()
    renamed = _renamed_devices(old, new)
    if renamed:
        old, new = without_platforms(old), without_platforms(new)
    found = {*renamed, *_sequences(read(old), read(new), Context())}
    # Texts that are not equal and whose trees are: commas, quotation marks, spaces.
    found = found or {Change(Degree.FORM, "punctuation")}
    return tuple(sorted(found, key=lambda change: (-change.degree, change.cause)))


def same_facts(old: str, new: str) -> bool:
    """Tell whether two texts name the same numbers, types and strings, in the same order.

    >>> same_facts("no strings; got idx=('north',)", "no strings here: idx='north'")
    True
    """
    ours, theirs = list(essence_of(read(old))), list(essence_of(read(new)))
    return (
        bool(ours)
        and list(dtypes_named(read(old))) == list(dtypes_named(read(new)))
        and _same_essence(ours, theirs)
    )


def other_types(old: str, new: str) -> str:
    """Give the dtypes of which each of two texts names one that the other does not, or nothing.

    >>> other_types("got float32 at position 0", "got an array of type float64")
    'float32 → float64'
    """
    return exchanged(set(dtypes_named(read(old))), set(dtypes_named(read(new))))


def _renamed_devices(old: str, new: str) -> tuple[Change, ...]:
    """Give the change where texts name devices of other kinds: another machine, the same result."""
    kinds, kinds_now = (
        " and ".join(sorted({name.partition(":")[0] for name in devices(text)}))
        for text in (old, new)
    )
    if not kinds or not kinds_now or kinds == kinds_now:
        return ()
    return (Change(Degree.FORM, f"devices: {kinds} → {kinds_now}"),)


def _sequences(old: Sequence[Node], new: Sequence[Node], context: Context) -> Iterator[Change]:
    if len(old) == len(new):
        changes = [
            list(_nodes(ours, theirs, context)) for ours, theirs in zip(old, new, strict=True)
        ]
        flat = [change for some in changes for change in some]
        if max((change.degree for change in flat), default=0) < Degree.WORDS:
            yield from flat
            return
        if all(signature(a) == signature(b) for a, b in zip(old, new, strict=True)):
            yield from flat
            return
    if _same_insides(old, new):
        yield Change(Degree.FORM, "the insides of a function")
        return
    ours, theirs = [signature(node) for node in old], [signature(node) for node in new]
    for tag, i, stop, j, other_stop in _opcodes(ours, theirs):
        if tag == "equal":
            for a, b in zip(old[i:stop], new[j:other_stop], strict=True):
                yield from _nodes(a, b, context)
        else:
            yield from _rewritten(old[i:stop], new[j:other_stop], context)


def _opcodes(old: list[str], new: list[str]) -> Iterator[tuple[str, int, int, int, int]]:
    """Align two lists as difflib does, or, where that would take long, at their ends alone."""
    counts, counts_now = Counter(old), Counter(new)
    if sum(count * counts_now[word] for word, count in counts.items()) <= _ALIGNED:
        yield from SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
        return
    shorter = min(len(old), len(new))
    head = next((i for i in range(shorter) if old[i] != new[i]), shorter)
    rest = shorter - head
    tail = next((i for i in range(rest) if old[-1 - i] != new[-1 - i]), rest)
    yield "equal", 0, head, 0, head
    if head + tail < max(len(old), len(new)):
        yield "replace", head, len(old) - tail, head, len(new) - tail
    yield "equal", len(old) - tail, len(old), len(new) - tail, len(new)


def _rewritten(old: Sequence[Node], new: Sequence[Node], context: Context) -> Iterator[Change]:
    """Give what changed where one run of nodes took the place of another."""
    if len(old) == len(new):
        for ours, theirs in zip(old, new, strict=True):
            yield from _nodes(ours, theirs, context)
        return
    held, held_now = list(essence_of(old)), list(essence_of(new))
    objects = any(isinstance(node, Object | Call) for node in (*old, *new))
    if (held or held_now or objects) and _same_essence(held, held_now):
        yield Change(Degree.FORM, f"{outline_of(old)} → {outline_of(new)}")
    else:
        yield _other(old, new)


def _other(old: Sequence[Node], new: Sequence[Node]) -> Change:
    if any(True for _ in numbers((*old, *new))):
        return Change(Degree.VALUE, OTHER_VALUES)
    return Change(Degree.WORDS, "words")


def _nodes(old: Node, new: Node, context: Context) -> Iterator[Change]:
    if old == new:
        return
    if isinstance(old, Number) and isinstance(new, Number):
        yield from changed_number(old, new, context)
    elif isinstance(old, Group) and isinstance(new, Group):
        yield from _groups(old, new, context)
    elif isinstance(old, Program) and isinstance(new, Program):
        yield from _programs(old, new)
    elif isinstance(old, Aval) and isinstance(new, Aval):
        yield from _avals(old, new)
    elif isinstance(old, Call | Object) and isinstance(new, Call | Object):
        yield from _objects(old, new, context)
    elif isinstance(old, Call) and len(old.items) == 1:
        yield from _wrapped(old, new, context, f"{old.name}(…) → plain")
    elif isinstance(new, Call) and len(new.items) == 1:
        yield from _wrapped(new, old, context, f"plain → {new.name}(…)")
    elif isinstance(old, Call | Object) or isinstance(new, Call | Object):
        same = _same_essence(list(essence_of([old])), list(essence_of([new])))
        if same:
            yield Change(Degree.FORM, f"{outline_of([old])} → {outline_of([new])}")
        else:
            yield Change(Degree.VALUE, f"{outline_of([old])} → {outline_of([new])}")
    elif isinstance(old, Quoted) and isinstance(new, Quoted):
        yield from _strings(old.text, new.text)
    elif wording(old) is not None and wording(old) == wording(new):
        yield Change(Degree.FORM, "quotation marks")
    else:
        yield _words(old, new)


def _wrapped(call: Call, bare: Node, context: Context, cause: str) -> Iterator[Change]:
    yield Change(Degree.FORM, cause)
    yield from _nodes(call.items[0], bare, context_in(call, context))


def _strings(old: str, new: str) -> Iterator[Change]:
    """Compare what strings hold: a number in a string is a number, a repr a repr."""
    changes = set(_sequences(read(old), read(new), Context()))
    if changes and max(change.degree for change in changes) <= Degree.FORM:
        yield from changes
    else:
        yield Change(Degree.VALUE, f"{old[:40]} → {new[:40]}")


def _words(old: Node, new: Node) -> Change:
    ours, theirs = wording(old), wording(new)
    if ours is None or theirs is None:
        return Change(Degree.VALUE, f"{outline_of([old])} → {outline_of([new])}")
    a, b = dtype_name(ours), dtype_name(theirs)
    if a and b:
        degree, cause = (Degree.FORM, "name of a dtype") if a == b else (Degree.VALUE, f"{a} → {b}")
        return Change(degree, cause)
    if ours.rpartition(".")[2].rstrip("_") == theirs.rpartition(".")[2].rstrip("_"):
        # `np.True_` is true, and what has moved to another module is what it was.
        return Change(Degree.FORM, "the same by its full name")
    if CONSTANTS & {ours, theirs} or isinstance(old, Quoted) or isinstance(new, Quoted):
        return Change(Degree.VALUE, f"{ours[:40]} → {theirs[:40]}")
    return Change(Degree.WORDS, "words")


def _groups(old: Group, new: Group, context: Context) -> Iterator[Change]:
    if old.bracket != new.bracket:
        yield Change(Degree.FORM, f"{old.bracket} → {new.bracket}")
    scale = context.scale or max(
        (abs(n.value) for n in numbers((old, new)) if abs(n.value) < float("inf")), default=0.0
    )
    inner = Context(context.dtype, scale)
    pairs = _pairs(old), _pairs(new)
    if pairs[0] and pairs[1]:
        ours, theirs = pairs
        if list(ours) != list(theirs) and sorted(ours) == sorted(theirs):
            yield Change(Degree.FORM, "order of keys")
        if sorted(ours) == sorted(theirs):
            for key in ours:
                # Each entry has numbers of its own size.
                yield from _sequences(ours[key], theirs[key], Context(context.dtype))
            return
    if old.bracket == new.bracket == "{" and sorted(map(repr, old.items)) == sorted(
        map(repr, new.items)
    ):
        yield Change(Degree.FORM, "order of a set")
        return
    yield from _sequences(old.items, new.items, inner)


def _pairs(group: Group) -> dict[str, list[Node]]:
    """Give the values of a dictionary by the words of their keys; none where it is none."""
    found: dict[str, list[Node]] = {}
    if group.bracket != "{" or Word(":") not in group.items:
        return found
    value: list[Node] = []
    for node in group.items:
        if node == Word(":") and value:
            key = repr(value.pop())
            value = []
            found[key] = value
        else:
            value.append(node)
    return found


def _avals(old: Aval, new: Aval) -> Iterator[Change]:
    if (old.dtype, old.shape) != (new.dtype, new.shape):
        cause = f"{old.dtype} → {new.dtype}" if old.dtype != new.dtype else "shape"
        yield Change(Degree.VALUE, cause)
    elif old.weak != new.weak:
        yield Change(Degree.FORM, "weak_type")
    else:
        yield Change(Degree.FORM, "how a type is written")


def _programs(old: Program, new: Program) -> Iterator[Change]:
    if old.text.split() == new.text.split():
        return
    if old.kind != new.kind:
        yield Change(Degree.VALUE, "another kind of program")
        return
    if old.kind == "hlo":
        same, name = same_module(old.text, new.text), "HLO"
    else:
        name = "jaxpr"
        try:
            same = same_program(read_jaxpr(old.text), read_jaxpr(new.text))
        except JaxprError:
            same = False
    if same:
        yield Change(Degree.FORM, f"syntax of a {name}")
    else:
        yield Change(Degree.VALUE, f"equations of a {name}")


def _objects(old: Call | Object, new: Call | Object, context: Context) -> Iterator[Change]:
    """Compare what says in its own words what it is: by what it holds, not by its name."""
    ours, theirs = type_of(old), type_of(new)
    if ours is not None and theirs is not None:
        name = other_name(old, new)
        if name and ours == theirs:
            yield Change(Degree.FORM, name)
        if ours != theirs:
            yield from _avals(ours, theirs)
        elif not name:
            yield Change(Degree.FORM, "what a tracer says of itself")
        return
    if isinstance(old, Object) and isinstance(new, Object):
        yield from _described(old, new, context)
        return
    if isinstance(old, Call) and isinstance(new, Call):
        yield from _calls(old, new, context)
        return
    degree = Degree.FORM if tell_no_more(old, new) else Degree.VALUE
    yield Change(degree, f"{outline_of([old])} → {outline_of([new])}")


def _calls(old: Call, new: Call, context: Context) -> Iterator[Change]:
    if old.name != new.name:
        yield Change(Degree.FORM, f"{old.name}(…) → {new.name}(…)")
    inner = Context(dtype_shown(old) or dtype_shown(new) or context.dtype, context.scale)
    ours, theirs = dict(old.keywords), dict(new.keywords)
    items = old.items, new.items
    if len(items[0]) != len(items[1]) and (ours or theirs):
        # What was given by its place is given by its name.
        merged = [
            (*call.items, *(node for _, value in call.keywords for node in value))
            for call in (old, new)
        ]
        if _same_essence(list(essence_of(merged[0])), list(essence_of(merged[1]))):
            yield Change(Degree.FORM, f"fields of {new.name}(…)")
            return
    yield from _sequences(*items, inner)
    for key in {**ours, **theirs}:
        if key in ours and key in theirs:
            yield from _sequences(ours[key], theirs[key], inner)
        else:
            sign = "+" if key in theirs else "-"
            yield Change(Degree.FORM, f"{sign}{key}= in {new.name}(…)")


def _described(old: Object, new: Object, context: Context) -> Iterator[Change]:
    ours, theirs = class_shown(old), class_shown(new)
    if ours and theirs:
        yield other_class(ours, theirs)
        return
    if names := other_parameters(old, new):
        yield Change(Degree.VALUE, f"parameters {names}")
        return
    if [one.text for one in numbers(old.items)] == [one.text for one in numbers(new.items)]:
        # In such a description words compute nothing.
        yield Change(Degree.FORM, f"{outline_of([old])} → {outline_of([new])}")
        return
    yield from _sequences(old.items, new.items, context)


def _same_essence(old: Sequence[Node], new: Sequence[Node]) -> bool:
    return len(old) == len(new) and all(
        max((change.degree for change in _nodes(a, b, Context())), default=0) <= Degree.FORM
        for a, b in zip(old, new, strict=True)
    )


def _same_insides(old: Sequence[Node], new: Sequence[Node]) -> bool:
    """Tell whether a function's insides are the same but for what they are put into.

    They are known by the program among them. In results it does count what is in which list.
    """
    if not all(isinstance(node, Call | Object | Group | Program) for node in (*old, *new)):
        return False
    if not all(any(isinstance(node, Program) for node in side) for side in (old, new)):
        return False
    ours, theirs = Counter(words_below(old)), Counter(words_below(new))
    if not (ours <= theirs or theirs <= ours):
        return False
    held = list(essence_of(old))
    return bool(held) and _same_essence(held, list(essence_of(new)))
