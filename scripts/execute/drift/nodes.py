"""What was printed, read back as a tree: numbers, words, brackets, calls, array types, jaxprs.

Outputs have no grammar, so reading never fails: what is no bracket, call or number is a word.
Layout is left out, which is why two trees may be equal where two texts are not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

# Each dtype by its short name, as jaxprs have it; a longer name is its own.
_SHORT = {
    "f16": "float16",
    "f32": "float32",
    "f64": "float64",
    "bf16": "bfloat16",
    "i4": "int4",
    "i8": "int8",
    "i16": "int16",
    "i32": "int32",
    "i64": "int64",
    "u4": "uint4",
    "u8": "uint8",
    "u16": "uint16",
    "u32": "uint32",
    "u64": "uint64",
    "c64": "complex64",
    "c128": "complex128",
    "pred": "bool",
}
_LONG = frozenset({*_SHORT.values(), "float0", "bool_"})
_SECONDS = {
    **dict.fromkeys(("ns", "nanoseconds"), 1e-9),
    **dict.fromkeys(("us", "µs", "μs", "microseconds"), 1e-6),
    **dict.fromkeys(("ms", "msec", "milliseconds", "밀리초"), 1e-3),
    **dict.fromkeys(("s", "sec", "secs", "second", "seconds", "초"), 1.0),
    **dict.fromkeys(("min", "minutes", "분"), 60.0),
}

# Deeper brackets than these are read as words: nobody prints them, and each costs a call.
_DEPTH = 60


@dataclass(frozen=True)
class Number:
    """A number as it was printed; `seconds` is its unit where it is a time."""

    text: str
    value: float
    whole: bool = False
    imaginary: bool = False
    seconds: float = 0.0


@dataclass(frozen=True)
class Word:
    """A name, a sign, a word of prose."""

    text: str


@dataclass(frozen=True)
class Quoted:
    """A string as Python shows it, without its quotation marks."""

    text: str


@dataclass(frozen=True)
class Aval:
    """The type of an array, `float32[3,4]`; `weak` where Python's own number made it."""

    dtype: str
    shape: str
    weak: bool = False


@dataclass(frozen=True)
class Group:
    """What stands between brackets; commas are left out, so a print and a repr are one."""

    bracket: str
    items: tuple[Node, ...]


@dataclass(frozen=True)
class Call:
    """`Name(items, key=...)`: arrays, NamedTuples, dataclasses, PyTreeDefs."""

    name: str
    items: tuple[Node, ...]
    keywords: tuple[tuple[str, tuple[Node, ...]], ...] = ()

    def keyword(self, name: str) -> tuple[Node, ...] | None:
        """Give what a keyword is given, or None."""
        return next((value for key, value in self.keywords if key == name), None)


@dataclass(frozen=True)
class Object:
    """`<...>`, or `Name<...>with<...>`: an object that says in words what it is."""

    items: tuple[Node, ...]


@dataclass(frozen=True)
class Program:
    """A jaxpr, or a module of HLO, as text: who compares it reads it."""

    kind: str
    text: str


Node = Number | Word | Quoted | Aval | Group | Call | Object | Program


@dataclass(frozen=True)
class _Token:
    kind: str
    node: Node
    glued: bool
    inside: tuple[Node, ...] = field(default=())


def dtype_name(text: str) -> str | None:
    """Give a dtype's long name, or None for what is none.

    >>> dtype_name("f32"), dtype_name("jnp.float32"), dtype_name("floats")
    ('float32', 'float32', None)
    """
    last = text.rsplit(".", 1)[-1]
    if last in _SHORT and last == text:
        return _SHORT[last]
    if last in {"bool_", "bool"}:
        return "bool"
    return last if last in _LONG or re.fullmatch(r"float8_\w+|key<\w+>", last) else None


_DTYPE = "|".join(
    sorted({re.escape(name) for name in (*_SHORT, *_LONG, "bool")}, key=len, reverse=True)
)
_UNIT = "|".join(sorted(_SECONDS, key=len, reverse=True))
_TOKEN = re.compile(
    rf"""
    (?P<space>\s+)
  | (?P<quoted>(?<![\w'"])[bru]?(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")(?!\w))
  | (?P<aval>~?(?<![\w.])(?:{_DTYPE}|float8_\w+|key<\w+>)\[[^\[\]\n()]*\](?:\{{[^{{}}\n]*\}})?)
  | (?P<key>key<\w+>)
  | (?P<number>(?<![\w.])[-+]?(?:\d[\d_]*\.?\d*|\.\d+)(?:[eE][-+]?\d+)?
      (?:(?P<imaginary>j)|\x20?(?P<unit>{_UNIT})(?!\w)|(?=[xX](?!\w))|(?![^\W\d]))
    | (?<=[\d.])[-+](?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?j
    | [-+]?(?<![\w.])(?:nan|inf)(?!\w))
  | (?P<name>[^\W\d]\w*(?:\.[^\W\d]\w*)*)
  | (?P<angle><[A-Za-z_*~](?:->|[^<>\n-]|-(?!>)|<(?:->|[^<>\n-]|-(?!>)|<[^<>\n]*+>)*+>)*+>)
  | (?P<program>\ue000\d+\ue001)
  | (?P<open>[\[({{])
  | (?P<close>[\])}}])
  | (?P<other>\d+|.)
    """,
    re.VERBOSE | re.DOTALL,
)
_PROGRAM = re.compile(
    r"(?P<jaxpr>(?:let\s+\w+ = )?\{ ?lambda\b)|^(?P<hlo>HloModule |module @|module \{|#loc)",
    re.MULTILINE,
)


def read(text: str) -> tuple[Node, ...]:
    """Give what a text holds, in order.

    >>> read("x: [1. 2.]")
    (Word(text='x'), Word(text=':'), Group(bracket='[', items=(Number(text='1.', value=1.0, \
whole=False, imaginary=False, seconds=0.0), Number(text='2.', value=2.0, whole=False, \
imaginary=False, seconds=0.0))))
    >>> read("Array(3, dtype=int32)")[0].name
    'Array'
    """
    programs: list[Program] = []
    pieces: list[str] = []
    at = 0
    text = text.replace("\ue000", "").replace("\ue001", "")
    for start, end, kind in _programs(text):
        # A mark in its place, since it may stand between the brackets of a call.
        pieces += [text[at:start], f"\ue000{len(programs)}\ue001"]
        programs.append(Program(kind, text[start:end]))
        at = end
    return _parse("".join([*pieces, text[at:]]), programs)


def numbers(nodes: tuple[Node, ...]) -> Iterator[Number]:
    """Give all numbers below some nodes."""
    for node in nodes:
        if isinstance(node, Number):
            yield node
        elif isinstance(node, Group | Call | Object):
            yield from numbers(node.items)


def _programs(text: str) -> Iterator[tuple[int, int, str]]:
    at = 0
    while found := _PROGRAM.search(text, at):
        if found["hlo"]:
            end = _end_of_module(text, found.start())
            kind = "hlo"
        else:
            end = _end_of_jaxpr(text, found.start())
            kind = "jaxpr"
        yield found.start(), end, kind
        at = end


def _end_of_jaxpr(text: str, start: int) -> int:
    """Give the index after the brace that closes a jaxpr, with what is defined before it."""
    end = _end_of_braces(text, text.index("{", start))
    if text.startswith("let", start):
        rest = re.compile(r"\s*(?:in\s+)?(?P<name>(?:let\s+)?\w+ = )(?=\{ ?lambda)|\s*in\s+(?=\{)")
        named = True
        while named and (more := rest.match(text, end)):
            end = _end_of_braces(text, more.end())
            named = more["name"] is not None
    return end


def _end_of_module(text: str, start: int) -> int:
    """Give the index after a module: HLO ends with its last brace at the margin."""
    end = start
    for brace in re.finditer(r"^\}.*$", text[start:], re.MULTILINE):
        end = start + brace.end()
    return end if end > start else len(text)


def _end_of_braces(text: str, start: int) -> int:
    depth = 0
    for brace in re.finditer(r"[{}]", text[start:]):
        depth += 1 if brace[0] == "{" else -1
        if depth == 0:
            return start + brace.end()
    return len(text)


def _parse(text: str, programs: Sequence[Program]) -> tuple[Node, ...]:
    tokens = list(_tokens(text, programs))
    nodes: list[Node] = []
    at = 0
    while at < len(tokens):
        found, at = _node(tokens, at, 0)
        nodes += found
    return _with_fields(nodes)


def _with_fields(nodes: Sequence[Node]) -> tuple[Node, ...]:
    """Put the lines `with name = value ...` that old tracers print below them into the tracers."""
    found: list[Node] = []
    at = 0
    while at < len(nodes):
        node = nodes[at]
        at += 1
        if isinstance(node, Object) and nodes[at : at + 1] == [Word("with")]:
            fields: list[Node] = []
            at += 1
            while _is_field(nodes, at):
                fields += [nodes[at], nodes[at + 2]]
                at += 3
                at += nodes[at : at + 1] == [Word("with")]
            node = Object((*node.items, *fields))
        found.append(node)
    return tuple(found)


def _is_field(nodes: Sequence[Node], at: int) -> bool:
    return at + 2 < len(nodes) and isinstance(nodes[at], Word) and nodes[at + 1] == Word("=")


def _tokens(text: str, programs: Sequence[Program]) -> Iterator[_Token]:
    glued = False
    for match in _TOKEN.finditer(text):
        kind, found = match.lastgroup or "other", match[0]
        if match["number"] is not None:
            kind = "number"
        if kind == "space":
            glued = False
            continue
        inside: tuple[Node, ...] = ()
        if kind == "angle":
            inside = _parse(found[1:-1], programs)
        leaf = programs[int(found[1:-1])] if kind == "program" else _leaf(kind, found, match)
        yield _Token(kind, leaf, glued, inside)
        glued = True


def _leaf(kind: str, text: str, match: re.Match[str]) -> Node:
    if kind == "number":
        return _number(text, match["unit"])
    if kind == "quoted":
        return Quoted(text[text.index(text[-1]) + 1 : -1])
    if kind == "aval":
        dtype, _, rest = text.lstrip("~").partition("[")
        shape = rest.partition("]")[0].replace(" ", "")
        return Aval(dtype_name(dtype) or dtype, shape, text.startswith("~"))
    return Word(text)


def _number(text: str, unit: str | None) -> Number:
    digits = text[: -len(unit)].rstrip() if unit else text
    imaginary = digits.endswith("j")
    plain = digits.removesuffix("j").replace("_", "")
    whole = re.fullmatch(r"[-+]?\d+", plain) is not None
    return Number(digits, float(plain), whole, imaginary, _SECONDS[unit] if unit else 0.0)


def _node(tokens: list[_Token], at: int, depth: int) -> tuple[list[Node], int]:
    token = tokens[at]
    following = tokens[at + 1] if at + 1 < len(tokens) else None
    glued = following is not None and following.glued
    if token.kind == "name" and following is not None and glued:
        assert isinstance(token.node, Word)
        if following.kind == "open" and following.node == Word("(") and depth < _DEPTH:
            return _call(token.node.text, tokens, at + 1, depth)
        if following.kind == "angle":
            return _chain(tokens, at)
    if token.kind == "angle":
        return _chain(tokens, at)
    if token.kind == "open" and depth < _DEPTH:
        assert isinstance(token.node, Word)
        items, end, closed = _inside(tokens, at + 1, depth, token.node.text)
        flat = [node for entry in items for node in entry[1]]
        if closed:
            return [Group(token.node.text, tuple(flat))], end
        return [token.node, *flat], end
    return [token.node], at + 1


def _chain(tokens: list[_Token], at: int) -> tuple[list[Node], int]:
    """Give `Name<...>with<...>` as one object, with whatever is glued to it."""
    items: list[Node] = []
    start = at
    while at < len(tokens) and (at == start or tokens[at].glued):
        token = tokens[at]
        if token.kind == "angle":
            items += token.inside
        elif token.kind == "name":
            items.append(token.node)
        else:
            break
        at += 1
    return [Object(tuple(items))], at


def _call(name: str, tokens: list[_Token], at: int, depth: int) -> tuple[list[Node], int]:
    entries, end, closed = _inside(tokens, at + 1, depth, "(")
    items = tuple(node for key, entry in entries if not key for node in entry)
    keywords = tuple((key, tuple(entry)) for key, entry in entries if key)
    if not closed:
        return [Word(name), Word("("), *items], end
    if name == "dtype" and len(items) == 1 and isinstance(items[0], Quoted | Word):
        return [Word(dtype_name(items[0].text) or items[0].text)], end
    weak = dict(keywords).get("weak_type") == (Word("True"),)
    if weak and len(items) == 1 and isinstance(items[0], Aval):
        items = (replace(items[0], weak=True),)
    return [Call(name, items, keywords)], end


_CLOSING = {"(": ")", "[": "]", "{": "}"}


def _inside(
    tokens: list[_Token], at: int, depth: int, bracket: str
) -> tuple[list[tuple[str, list[Node]]], int, bool]:
    """Give what stands up to the closing bracket, cut at commas, with each entry's keyword."""
    entries: list[tuple[str, list[Node]]] = []
    entry: list[Node] = []
    key = ""
    while at < len(tokens):
        token = tokens[at]
        if token.kind == "close":
            closes = token.node == Word(_CLOSING[bracket])
            if entry or key:
                entries.append((key, entry))
            return entries, (at + 1 if closes else at), closes
        if token.node == Word(","):
            if entry or key:
                entries.append((key, entry))
            key, entry = "", []
            at += 1
        elif token.kind == "name" and not entry and not key and _is_equals(tokens, at + 1):
            assert isinstance(token.node, Word)
            key = token.node.text
            at += 2
        else:
            found, at = _node(tokens, at, depth + 1)
            entry += found
    if entry or key:
        entries.append((key, entry))
    return entries, at, False


def _is_equals(tokens: list[_Token], at: int) -> bool:
    if at >= len(tokens) or tokens[at].node != Word("="):
        return False
    return at + 1 >= len(tokens) or tokens[at + 1].node != Word("=")
