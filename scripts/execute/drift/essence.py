"""What is essential of printed nodes, and what they are in a few words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

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
)

CONSTANTS = frozenset({"True", "False", "None"})


def exchanged(old: set[str], new: set[str]) -> str:
    """Give the names of which each side has one that the other has not, or nothing."""
    if old <= new or new <= old:
        return ""
    return f"{', '.join(sorted(old - new))} → {', '.join(sorted(new - old))}"


def dtypes_named(nodes: Sequence[Node]) -> Iterator[str]:
    """Give the dtypes that some nodes name, in their order."""
    for node in nodes:
        if isinstance(node, Aval):
            yield node.dtype
        elif isinstance(node, Word | Quoted):
            if name := dtype_name(node.text):
                yield name
        elif isinstance(node, Group | Call | Object):
            yield from dtypes_named(node.items)
            if isinstance(node, Call):
                for _, value in node.keywords:
                    yield from dtypes_named(value)


def wording(node: Node) -> str | None:
    """Give what a word or a string says; None for anything else."""
    return node.text if isinstance(node, Word | Quoted) else None


def essence_of(nodes: Sequence[Node]) -> Iterator[Node]:
    """Give what is no name and no sign: numbers, types, strings, truth values, programs."""
    for node in nodes:
        if isinstance(node, Number | Aval | Program):
            yield node
        elif isinstance(node, Quoted):
            yield Word(node.text)
        elif isinstance(node, Word):
            if node.text in CONSTANTS:
                yield node
            elif (tail := node.text.rpartition("_")[2]).isdigit():
                yield Number(tail, float(tail), True)
        elif isinstance(node, Call):
            yield from essence_of(node.items)
            for key, value in node.keywords:
                if key not in {"weak_type", "dtype", "level"}:
                    yield from essence_of(value)
        elif isinstance(node, Group) and (shape := _shape(node)):
            yield Word(f"shape {shape}")
            yield from numbers(node.items)
        else:
            yield from essence_of(node.items)


def _shape(group: Group) -> tuple[int, ...]:
    """Give the shape of an array of numbers; none for anything else in brackets."""
    if group.bracket != "[" or not group.items:
        return ()
    if all(isinstance(item, Number) for item in group.items):
        return (len(group.items),)
    inner = {_shape(item) if isinstance(item, Group) else () for item in group.items}
    shape = inner.pop()
    return () if inner or not shape else (len(group.items), *shape)


def words_below(nodes: Sequence[Node]) -> Iterator[str]:
    """Give the words below some nodes."""
    for node in nodes:
        if isinstance(node, Word):
            yield node.text
        elif isinstance(node, Group | Call | Object):
            yield from words_below(node.items)
            if isinstance(node, Call):
                for _, value in node.keywords:
                    yield from words_below(value)


def signature(node: Node) -> str:
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


def outline_of(nodes: Sequence[Node]) -> str:
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
