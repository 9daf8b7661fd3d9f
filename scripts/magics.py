"""What IPython's magics are given: Python code, another program's, or text for readers."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

from scripts.patterns import lazy_pattern

# What may stand before the code on a magic's own line, as IPython reads it.
_OPTIONS = {
    "prun": lazy_pattern(r"(?:-(?=\S)[rq]*(?:[DlsT]\s*\S+)?(?:\s+|$))*"),
    "time": lazy_pattern(r"(?:--no-raise-error(?:\s+|$))*"),
    "timeit": lazy_pattern(r"(?:-(?=\S)[tcqov]*(?:[nrp]\s*\d+)?(?:\s+|$))*"),
    # All of its line: options, and a name.
    "capture": lazy_pattern(r".*", re.DOTALL),
}
_BY_PYTHON = frozenset({"pypy", "python", "python3"})
_WRITERS = frozenset({"file", "writefile"})
_DISPLAYS = frozenset({"HTML", "SVG", "html", "latex", "markdown", "svg"})

# A word of a shell's that begins with a hash, and what cannot hold one: quoted text.
_REMARK = lazy_pattern(
    r"(?P<kept>'[^']*'|\"(?:\\.|[^\"\\])*\"|\\.|(?<=\S)#)|[ \t]*(?:^|(?<=\s))#[^\n]*",
    re.MULTILINE | re.DOTALL,
)


@dataclass(frozen=True)
class Given:
    """An argument of a magic's call that is Python code, run by the kernel itself.

    `index` is the argument's place; `before` stands before the code in it.
    """

    index: int
    before: str
    code: str


def magic(node: ast.AST) -> str:
    """Give the name of the magic that a node of the tree calls, "" where it calls none.

    >>> call = "get_ipython().run_cell_magic('time', '', 'f(1)')"
    >>> magic(ast.parse(call, mode="eval").body)
    'time'
    """
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
        return ""
    if node.func.attr not in {"run_cell_magic", "run_line_magic"} or not node.args:
        return ""
    return str(_text(node.args[0]) or "")


def python_given(node: ast.AST) -> tuple[Given, ...]:
    """Give the Python code that a node hands to a magic such as `%%time`.

    >>> call = "get_ipython().run_line_magic('timeit', '-n 10 f(1)')"
    >>> python_given(ast.parse(call, mode="eval").body)
    (Given(index=1, before='-n 10 ', code='f(1)'),)
    """
    options = _OPTIONS.get(magic(node))
    if options is None:
        return ()
    assert isinstance(node, ast.Call)
    found = []
    for index, argument in enumerate(node.args[1:], 1):
        text = _text(argument)
        if text is None:
            continue
        match = options.match(text) if index == 1 else None
        end = match.end() if match else 0
        if text[end:].strip():
            found.append(Given(index, text[:end], text[end:]))
    return tuple(found)


def is_shown(node: ast.AST) -> bool:
    """Tell whether a node hands text to a magic that shows it, such as `%%markdown`."""
    return magic(node) in _DISPLAYS


def is_foreign_python(node: ast.AST) -> bool:
    """Tell whether a node's last argument is Python code that the kernel does not run itself.

    >>> call = "get_ipython().run_cell_magic('writefile', 'tide.py', 'x = 1')"
    >>> is_foreign_python(ast.parse(call, mode="eval").body)
    True
    """
    name = magic(node)
    if name in _WRITERS:
        assert isinstance(node, ast.Call)
        return len(node.args) > 1 and (_text(node.args[1]) or "").strip().endswith(".py")
    return name in _BY_PYTHON


def without_remarks(text: str) -> str:
    """Give what a shell is handed without its comments.

    >>> without_remarks("ls  # files\\necho '# no' a#b")
    "ls\\necho '# no' a#b"
    """
    kept = _REMARK.sub(lambda match: match["kept"] or "", text)
    return "\n".join(line.rstrip() for line in kept.split("\n") if line.strip())


def texts(node: ast.Call) -> Iterator[str]:
    """Give the arguments of a call that are text."""
    return (text for part in node.args if (text := _text(part)) is not None)


def _text(node: ast.AST) -> str | None:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    return None
