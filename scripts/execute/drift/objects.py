"""What printed objects say of themselves: their types, classes and parameters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from scripts.execute.drift.change import Change, Degree
from scripts.execute.drift.essence import essence_of, exchanged, outline_of, wording
from scripts.execute.drift.nodes import (
    Aval,
    Call,
    Group,
    Number,
    Object,
    Word,
    dtype_name,
)
from scripts.execute.drift.numbers import Context


def other_parameters(old: Object, new: Object) -> str:
    """Give the parameters of which each side shows one that the other does not, or nothing.

    One more parameter changes nothing for those who do not give it.
    """
    calls = [[item for item in node.items if isinstance(item, Call)] for node in (old, new)]
    if len(calls[0]) != 1 or len(calls[1]) != 1:
        return ""
    ours, theirs = calls[0][0], calls[1][0]
    if ours.name.rpartition(".")[2] != theirs.name.rpartition(".")[2]:
        return ""
    return exchanged(_parameters(ours), _parameters(theirs))


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


def tell_no_more(old: Call | Object, new: Call | Object) -> bool:
    """Tell whether the numbers that one side shows are among those of the other."""
    ours, theirs = (Counter(n.value for n in _all_numbers(one)) for one in (old, new))
    return ours <= theirs or theirs <= ours


def _all_numbers(node: Call | Object) -> Iterator[Number]:
    return (one for one in essence_of([node]) if isinstance(one, Number))


def class_shown(node: Object) -> str:
    """Give the full name of a class that `<class '...'>` shows."""
    if len(node.items) == 2 and node.items[0] == Word("class"):
        return wording(node.items[1]) or ""
    return ""


def other_class(old: str, new: str) -> Change:
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


def other_name(old: Call | Object, new: Call | Object) -> str:
    """Give how an object's name changed, or nothing."""
    names = [outline_of([node]) for node in (old, new)]
    return f"{names[0]} → {names[1]}" if names[0] != names[1] else ""


def type_of(node: Call | Object) -> Aval | None:
    """Give the array type that a tracer or an abstract value shows, and holds nothing else of."""
    if isinstance(node, Call) and node.keyword("shape") is not None:
        return _struct(node)
    if isinstance(node, Call) and (aval := node.keyword("aval")) and isinstance(aval[0], Aval):
        return aval[0]
    essence = list(essence_of([node]))
    first = essence[0] if essence else None
    if isinstance(first, Aval) and (isinstance(node, Object) or len(essence) == 1):
        return first
    return None


def _struct(node: Call) -> Aval | None:
    shape, dtype = node.keyword("shape"), node.keyword("dtype")
    if not shape or not dtype or not isinstance(shape[0], Group):
        return None
    sizes = ",".join(outline_of([item]) for item in shape[0].items if isinstance(item, Number))
    weak = node.keyword("weak_type") == (Word("True"),)
    return Aval(dtype_shown(node), sizes, weak)


def dtype_shown(node: Call) -> str:
    """Give the dtype that a call names by its keyword, or nothing."""
    given = node.keyword("dtype") or ()
    for one in given:
        if (text := wording(one)) and (name := dtype_name(text)):
            return name
    return ""


def context_in(call: Call, context: Context) -> Context:
    """Give what is known of the numbers that a call holds."""
    return Context(dtype_shown(call) or dtype_name(call.name) or context.dtype, context.scale)
