"""What changed between two printed texts: nothing, layout and names, last digits, or values."""

from __future__ import annotations

import struct
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import IntEnum

from scripts.execute.comparable import devices, without_platforms
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


class Degree(IntEnum):
    """How much a change matters."""

    DIGITS = 1
    FORM = 2
    WORDS = 3
    VALUE = 4


@dataclass(frozen=True, order=True)
class Change:
    """One change, and its cause in few words: what many cells may have in common.

    `number` tells that another number, in no array, stands where one did; `timed` that both have
    a unit of time.
    """

    degree: Degree
    cause: str
    number: bool = False
    timed: bool = False


# Relative to the largest number of an array: what other kernels for the same sum make of it.
_TOLERANCES = {
    "float8": 0.13,
    "bfloat16": 2e-2,
    "float16": 2e-3,
    "float32": 1e-5,
    "complex64": 1e-5,
    "float64": 1e-9,
    "complex128": 1e-9,
}
# What is left of 1.0 where single-precision numbers cancel.
_REMAINDER = {"float32": 5e-7, "complex64": 5e-7, "float16": 2e-3, "bfloat16": 2e-2}
# Where one run of values stands for another and they cannot be put side by side.
OTHER_VALUES = "other values, or another number of them"

_CONSTANTS = frozenset({"True", "False", "None"})

# Pairs of equal words that difflib may have to look at, many times over.
_ALIGNED = 100_000


@dataclass(frozen=True)
class _Context:
    dtype: str = ""
    scale: float = 0.0


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
    found = {*renamed, *_sequences(read(old), read(new), _Context())}
    # Texts that are not equal and whose trees are: commas, quotation marks, spaces.
    found = found or {Change(Degree.FORM, "punctuation")}
    return tuple(sorted(found, key=lambda change: (-change.degree, change.cause)))


def same_facts(old: str, new: str) -> bool:
    """Tell whether two texts name the same numbers, types and strings, in the same order.

    >>> same_facts("no strings; got idx=('north',)", "no strings here: idx='north'")
    True
    """
    ours, theirs = list(_essence(read(old))), list(_essence(read(new)))
    return (
        bool(ours)
        and list(_dtypes(read(old))) == list(_dtypes(read(new)))
        and _same_essence(ours, theirs)
    )


def other_types(old: str, new: str) -> str:
    """Give the dtypes of which each of two texts names one that the other does not, or nothing.

    >>> other_types("got float32 at position 0", "got an array of type float64")
    'float32 → float64'
    """
    return _exchanged(set(_dtypes(read(old))), set(_dtypes(read(new))))


def _exchanged(old: set[str], new: set[str]) -> str:
    """Give the names of which each side has one that the other has not, or nothing."""
    if old <= new or new <= old:
        return ""
    return f"{', '.join(sorted(old - new))} → {', '.join(sorted(new - old))}"


def _dtypes(nodes: Sequence[Node]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, Aval):
            yield node.dtype
        elif isinstance(node, Word | Quoted):
            if name := dtype_name(node.text):
                yield name
        elif isinstance(node, Group | Call | Object):
            yield from _dtypes(node.items)
            if isinstance(node, Call):
                for _, value in node.keywords:
                    yield from _dtypes(value)


def _renamed_devices(old: str, new: str) -> tuple[Change, ...]:
    """Give the change where texts name devices of other kinds: another machine, the same result."""
    kinds, kinds_now = (
        " and ".join(sorted({name.partition(":")[0] for name in devices(text)}))
        for text in (old, new)
    )
    if not kinds or not kinds_now or kinds == kinds_now:
        return ()
    return (Change(Degree.FORM, f"devices: {kinds} → {kinds_now}"),)


def _sequences(old: Sequence[Node], new: Sequence[Node], context: _Context) -> Iterator[Change]:
    if len(old) == len(new):
        changes = [
            list(_nodes(ours, theirs, context)) for ours, theirs in zip(old, new, strict=True)
        ]
        flat = [change for some in changes for change in some]
        if max((change.degree for change in flat), default=0) < Degree.WORDS:
            yield from flat
            return
        if all(_signature(a) == _signature(b) for a, b in zip(old, new, strict=True)):
            yield from flat
            return
    if _same_insides(old, new):
        yield Change(Degree.FORM, "the insides of a function")
        return
    ours, theirs = [_signature(node) for node in old], [_signature(node) for node in new]
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


def _rewritten(old: Sequence[Node], new: Sequence[Node], context: _Context) -> Iterator[Change]:
    """Give what changed where one run of nodes took the place of another."""
    if len(old) == len(new):
        for ours, theirs in zip(old, new, strict=True):
            yield from _nodes(ours, theirs, context)
        return
    held, held_now = list(_essence(old)), list(_essence(new))
    objects = any(isinstance(node, Object | Call) for node in (*old, *new))
    if (held or held_now or objects) and _same_essence(held, held_now):
        yield Change(Degree.FORM, f"{_outline(old)} → {_outline(new)}")
    else:
        yield _other(old, new)


def _other(old: Sequence[Node], new: Sequence[Node]) -> Change:
    if any(True for _ in numbers((*old, *new))):
        return Change(Degree.VALUE, OTHER_VALUES)
    return Change(Degree.WORDS, "words")


def _nodes(old: Node, new: Node, context: _Context) -> Iterator[Change]:
    if old == new:
        return
    if isinstance(old, Number) and isinstance(new, Number):
        yield from _numbers(old, new, context)
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
        same = _same_essence(list(_essence([old])), list(_essence([new])))
        if same:
            yield Change(Degree.FORM, f"{_outline([old])} → {_outline([new])}")
        else:
            yield Change(Degree.VALUE, f"{_outline([old])} → {_outline([new])}")
    elif isinstance(old, Quoted) and isinstance(new, Quoted):
        yield from _strings(old.text, new.text)
    elif _text(old) is not None and _text(old) == _text(new):
        yield Change(Degree.FORM, "quotation marks")
    else:
        yield _words(old, new)


def _wrapped(call: Call, bare: Node, context: _Context, cause: str) -> Iterator[Change]:
    yield Change(Degree.FORM, cause)
    yield from _nodes(call.items[0], bare, _inner(call, context))


def _strings(old: str, new: str) -> Iterator[Change]:
    """Compare what strings hold: a number in a string is a number, a repr a repr."""
    changes = set(_sequences(read(old), read(new), _Context()))
    if changes and max(change.degree for change in changes) <= Degree.FORM:
        yield from changes
    else:
        yield Change(Degree.VALUE, f"{old[:40]} → {new[:40]}")


def _text(node: Node) -> str | None:
    return node.text if isinstance(node, Word | Quoted) else None


def _words(old: Node, new: Node) -> Change:
    ours, theirs = _text(old), _text(new)
    if ours is None or theirs is None:
        return Change(Degree.VALUE, f"{_outline([old])} → {_outline([new])}")
    a, b = dtype_name(ours), dtype_name(theirs)
    if a and b:
        degree, cause = (Degree.FORM, "name of a dtype") if a == b else (Degree.VALUE, f"{a} → {b}")
        return Change(degree, cause)
    if ours.rpartition(".")[2].rstrip("_") == theirs.rpartition(".")[2].rstrip("_"):
        # `np.True_` is true, and what has moved to another module is what it was.
        return Change(Degree.FORM, "the same by its full name")
    if _CONSTANTS & {ours, theirs} or isinstance(old, Quoted) or isinstance(new, Quoted):
        return Change(Degree.VALUE, f"{ours[:40]} → {theirs[:40]}")
    return Change(Degree.WORDS, "words")


def _groups(old: Group, new: Group, context: _Context) -> Iterator[Change]:
    if old.bracket != new.bracket:
        yield Change(Degree.FORM, f"{old.bracket} → {new.bracket}")
    scale = context.scale or max(
        (abs(n.value) for n in numbers((old, new)) if abs(n.value) < float("inf")), default=0.0
    )
    inner = _Context(context.dtype, scale)
    pairs = _pairs(old), _pairs(new)
    if pairs[0] and pairs[1]:
        ours, theirs = pairs
        if list(ours) != list(theirs) and sorted(ours) == sorted(theirs):
            yield Change(Degree.FORM, "order of keys")
        if sorted(ours) == sorted(theirs):
            for key in ours:
                # Each entry has numbers of its own size.
                yield from _sequences(ours[key], theirs[key], _Context(context.dtype))
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


# --- objects --------------------------------------------------------------------------------------


def _objects(old: Call | Object, new: Call | Object, context: _Context) -> Iterator[Change]:
    """Compare what says in its own words what it is: by what it holds, not by its name."""
    ours, theirs = _type_of(old), _type_of(new)
    if ours is not None and theirs is not None:
        name = _renamed(old, new)
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
    degree = Degree.FORM if _tells_no_more(old, new) else Degree.VALUE
    yield Change(degree, f"{_outline([old])} → {_outline([new])}")


def _calls(old: Call, new: Call, context: _Context) -> Iterator[Change]:
    if old.name != new.name:
        yield Change(Degree.FORM, f"{old.name}(…) → {new.name}(…)")
    inner = _Context(_dtype_of(old) or _dtype_of(new) or context.dtype, context.scale)
    ours, theirs = dict(old.keywords), dict(new.keywords)
    items = old.items, new.items
    if len(items[0]) != len(items[1]) and (ours or theirs):
        # What was given by its place is given by its name.
        merged = [
            (*call.items, *(node for _, value in call.keywords for node in value))
            for call in (old, new)
        ]
        if _same_essence(list(_essence(merged[0])), list(_essence(merged[1]))):
            yield Change(Degree.FORM, f"fields of {new.name}(…)")
            return
    yield from _sequences(*items, inner)
    for key in {**ours, **theirs}:
        if key in ours and key in theirs:
            yield from _sequences(ours[key], theirs[key], inner)
        else:
            sign = "+" if key in theirs else "-"
            yield Change(Degree.FORM, f"{sign}{key}= in {new.name}(…)")


def _described(old: Object, new: Object, context: _Context) -> Iterator[Change]:
    ours, theirs = _class_of(old), _class_of(new)
    if ours and theirs:
        yield _classes(ours, theirs)
        return
    if names := _other_parameters(old, new):
        yield Change(Degree.VALUE, f"parameters {names}")
        return
    if [one.text for one in numbers(old.items)] == [one.text for one in numbers(new.items)]:
        # In such a description words compute nothing.
        yield Change(Degree.FORM, f"{_outline([old])} → {_outline([new])}")
        return
    yield from _sequences(old.items, new.items, context)


def _other_parameters(old: Object, new: Object) -> str:
    """Give the parameters of which each side shows one that the other does not, or nothing.

    One more parameter changes nothing for those who do not give it.
    """
    calls = [[item for item in node.items if isinstance(item, Call)] for node in (old, new)]
    if len(calls[0]) != 1 or len(calls[1]) != 1:
        return ""
    ours, theirs = calls[0][0], calls[1][0]
    if ours.name.rpartition(".")[2] != theirs.name.rpartition(".")[2]:
        return ""
    return _exchanged(_parameters(ours), _parameters(theirs))


def _parameters(call: Call) -> set[str]:
    """Give the names of parameters in a signature: `f(x, y: 'int' = None, *, z=True)`."""
    names = {key for key, _ in call.keywords}
    words = ["", *(item.text if isinstance(item, Word) else "" for item in call.items), ""]
    for before, word, after in zip(words, words[1:], words[2:], strict=False):
        # After a star stands what takes all that is left, or, with a type, what follows `*,`.
        starred = before == "*" and after not in {":", "="}
        if word.isidentifier() and before not in {":", "=", "|"} and not starred:
            names.add(word)
    return names


def _tells_no_more(old: Call | Object, new: Call | Object) -> bool:
    """Tell whether the numbers that one side shows are among those of the other."""
    ours, theirs = (Counter(n.value for n in _all_numbers(one)) for one in (old, new))
    return ours <= theirs or theirs <= ours


def _all_numbers(node: Call | Object) -> Iterator[Number]:
    return (one for one in _essence([node]) if isinstance(one, Number))


def _class_of(node: Object) -> str:
    """Give the full name of a class that `<class '...'>` shows."""
    if len(node.items) == 2 and node.items[0] == Word("class"):
        return _text(node.items[1]) or ""
    return ""


def _classes(old: str, new: str) -> Change:
    """Compare two classes: one that moved or was renamed within its project is the same one."""
    ours, theirs = old.split("."), new.split(".")
    dtypes = dtype_name(ours[-1]), dtype_name(theirs[-1])
    moved = ours[-1] == theirs[-1] or (dtypes[0] is not None and dtypes[0] == dtypes[1])
    project = ours[0][:3] == theirs[0][:3] and len(ours) > 1 and len(theirs) > 1
    if moved or (project and dtypes == (None, None)):
        return Change(
            Degree.FORM, f"class {ours[-1]} → {theirs[-1]}" if not moved else "class moved"
        )
    return Change(Degree.VALUE, f"class {ours[-1]} → {theirs[-1]}")


def _renamed(old: Call | Object, new: Call | Object) -> str:
    names = [_outline([node]) for node in (old, new)]
    return f"{names[0]} → {names[1]}" if names[0] != names[1] else ""


def _type_of(node: Call | Object) -> Aval | None:
    """Give the array type that a tracer or an abstract value shows, and holds nothing else of."""
    if isinstance(node, Call) and node.keyword("shape") is not None:
        return _struct(node)
    if isinstance(node, Call) and (aval := node.keyword("aval")) and isinstance(aval[0], Aval):
        return aval[0]
    essence = list(_essence([node]))
    first = essence[0] if essence else None
    if isinstance(first, Aval) and (isinstance(node, Object) or len(essence) == 1):
        return first
    return None


def _struct(node: Call) -> Aval | None:
    shape, dtype = node.keyword("shape"), node.keyword("dtype")
    if not shape or not dtype or not isinstance(shape[0], Group):
        return None
    sizes = ",".join(_outline([item]) for item in shape[0].items if isinstance(item, Number))
    weak = node.keyword("weak_type") == (Word("True"),)
    return Aval(_dtype_of(node), sizes, weak)


def _dtype_of(node: Call) -> str:
    given = node.keyword("dtype") or ()
    for one in given:
        if (text := _text(one)) and (name := dtype_name(text)):
            return name
    return ""


def _inner(call: Call, context: _Context) -> _Context:
    return _Context(_dtype_of(call) or dtype_name(call.name) or context.dtype, context.scale)


# --- what is essential ----------------------------------------------------------------------------


def _essence(nodes: Sequence[Node]) -> Iterator[Node]:
    """Give what is no name and no sign: numbers, types, strings, truth values, programs."""
    for node in nodes:
        if isinstance(node, Number | Aval | Program):
            yield node
        elif isinstance(node, Quoted):
            yield Word(node.text)
        elif isinstance(node, Word):
            if node.text in _CONSTANTS:
                yield node
            elif (tail := node.text.rpartition("_")[2]).isdigit():
                yield Number(tail, float(tail), True)
        elif isinstance(node, Call):
            yield from _essence(node.items)
            for key, value in node.keywords:
                if key not in {"weak_type", "dtype", "level"}:
                    yield from _essence(value)
        elif isinstance(node, Group) and (shape := _shape(node)):
            yield Word(f"shape {shape}")
            yield from numbers(node.items)
        else:
            yield from _essence(node.items)


def _shape(group: Group) -> tuple[int, ...]:
    """Give the shape of an array of numbers; none for anything else in brackets."""
    if group.bracket != "[" or not group.items:
        return ()
    if all(isinstance(item, Number) for item in group.items):
        return (len(group.items),)
    inner = {_shape(item) if isinstance(item, Group) else () for item in group.items}
    shape = inner.pop()
    return () if inner or not shape else (len(group.items), *shape)


def _same_essence(old: Sequence[Node], new: Sequence[Node]) -> bool:
    return len(old) == len(new) and all(
        max((change.degree for change in _nodes(a, b, _Context())), default=0) <= Degree.FORM
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
    ours, theirs = Counter(_bare(old)), Counter(_bare(new))
    if not (ours <= theirs or theirs <= ours):
        return False
    held = list(_essence(old))
    return bool(held) and _same_essence(held, list(_essence(new)))


def _bare(nodes: Sequence[Node]) -> Iterator[str]:
    """Give the words below some nodes."""
    for node in nodes:
        if isinstance(node, Word):
            yield node.text
        elif isinstance(node, Group | Call | Object):
            yield from _bare(node.items)
            if isinstance(node, Call):
                for _, value in node.keywords:
                    yield from _bare(value)


def _signature(node: Node) -> str:
    """Give what two nodes have in common that stand in each other's place."""
    if isinstance(node, Word):
        return f"word {node.text}"
    if isinstance(node, Number):
        return "number"
    if isinstance(node, Call | Object | Aval):
        return "object"
    if isinstance(node, Group):
        return f"group {node.bracket}"
    return type(node).__name__


def _outline(nodes: Sequence[Node]) -> str:
    """Give a few words that tell what some nodes are, without what they hold."""
    shown = []
    for node in nodes[:4]:
        if isinstance(node, Call):
            shown.append(f"{node.name}(…)")
        elif isinstance(node, Object):
            words = [item.text for item in node.items if isinstance(item, Word)]
            calls = [f"{item.name}(…)" for item in node.items if isinstance(item, Call)]
            shown.append(f"<{' '.join((words + calls)[:3])}>")
        elif isinstance(node, Group):
            shown.append(f"{node.bracket}…")
        elif isinstance(node, Aval):
            shown.append(f"{node.dtype}[{node.shape}]")
        elif isinstance(node, Program):
            shown.append(node.kind)
        elif isinstance(node, Quoted):
            shown.append(repr(node.text[:20]))
        else:
            shown.append(node.text[:30])
    return " ".join(shown)


# --- numbers --------------------------------------------------------------------------------------


def _numbers(old: Number, new: Number, context: _Context) -> Iterator[Change]:
    timed = bool(old.seconds and new.seconds)
    alone = context == _Context() and not (old.whole and new.whole)
    ours, theirs = old.value * (old.seconds or 1), new.value * (new.seconds or 1)
    if old.imaginary != new.imaginary:
        yield Change(Degree.VALUE, "complex or real")
    elif old.whole and new.whole and not timed:
        # As text: they may have more digits than a double.
        same = _digits_of(old) == _digits_of(new)
        cause = "how a number is written" if same else "other numbers"
        if old.text != new.text:
            yield Change(Degree.FORM if same else Degree.VALUE, cause)
    elif ours == theirs or (ours != ours and theirs != theirs):
        if old.whole != new.whole:
            yield Change(Degree.VALUE, "whole number or not")
        elif old.text != new.text:
            yield Change(Degree.FORM, "how a number is written")
    elif _close(old, new, ours, theirs, context):
        yield Change(Degree.DIGITS, "last digits", alone, timed)
    else:
        yield Change(Degree.VALUE, "other numbers", alone, timed)


def _digits_of(number: Number) -> str:
    sign = "-" if number.text.startswith("-") else ""
    return sign + (number.text.lstrip("+-").replace("_", "").lstrip("0") or "0")


def _close(old: Number, new: Number, ours: float, theirs: float, context: _Context) -> bool:
    infinite = float("inf")
    if infinite in (abs(ours), abs(theirs)) or ours != ours or theirs != theirs:
        return False
    dtype = context.dtype or _guessed_dtype(old, new)
    tolerance = _TOLERANCES.get("float8" if dtype.startswith("float8") else dtype, 1e-5)
    scale = max(abs(ours), abs(theirs), context.scale)
    difference = abs(ours - theirs)
    if difference <= tolerance * scale:
        return True
    # Rounded to few digits, but to enough for the last one to be no news.
    digits = min(_digits(old.text), _digits(new.text))
    if digits >= 4 and difference <= 1.01 * max(_last_place(old), _last_place(new)):
        return True
    # What ought to be 0 and is what rounding left of it; a number that was written out is none.
    remainder = _REMAINDER.get(dtype, 0.0)
    least = min(abs(ours), abs(theirs))
    return difference <= remainder and (least == 0 or (least <= remainder / 2 and digits > 4))


def _guessed_dtype(old: Number, new: Number) -> str:
    """Give the precision of numbers that say no type: double where single cannot hold them."""
    for number in (old, new):
        # A large single is filled up with zeros: 499999600000.0.
        if _digits(number.text.removesuffix(".0").rstrip("0")) <= 9:
            continue
        try:
            single = struct.unpack("f", struct.pack("f", number.value))[0]
        except OverflowError:
            return "float64"
        if single != number.value:
            return "float64"
    return "float32"


def _digits(text: str) -> int:
    mantissa = text.lower().partition("e")[0]
    return len("".join(sign for sign in mantissa if sign.isdigit()).lstrip("0"))


def _last_place(number: Number) -> float:
    mantissa, _, exponent = number.text.lower().removesuffix("j").partition("e")
    decimals = len(mantissa.partition(".")[2])
    return float(10.0 ** (int(exponent or 0) - decimals) * (number.seconds or 1))
