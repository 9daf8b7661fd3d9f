"""Whether what cells give may depend on comments, docstrings or the numbers of lines."""

from __future__ import annotations

import ast
import functools
import html
import re
from collections.abc import Iterator
from dataclasses import dataclass

from scripts.magics import magic, texts
from scripts.normal_form import python_tree, walk
from scripts.patterns import lazy_pattern

# Whatever is called by one of these names may read source, comments or docstrings.
_TEXT = """
get_ipython help pydoc doctest unittest __doc__ getdoc inspect getsource getsourcelines getcomments
linecache tokenize dis __code__ co_code co_consts cloudpickle dill marshal executing varname
icecream snoop pysnooper line_profiler memory_profiler In _ih _i _ii _iii user_ns
history_manager format_exc format_exception format_tb format_stack format_list extract_tb
extract_stack walk_tb walk_stack TracebackException StackSummary FrameSummary
redirect_stdout redirect_stderr
"""

# And these may read the number of a line, or contain it in something that is measured.
_LINES = """
lineno end_lineno tb_lineno f_lineno co_firstlineno co_lines co_positions co_linetable
_getframe currentframe tb_frame tb_next __traceback__ exc_info last_traceback
tracemalloc faulthandler settrace setprofile monitoring cProfile profile pstats pdb bdb
breakpoint findCaller source_info source_info_util debug_info as_text as_hlo_text serialize
compiler_ir mlir_module
"""

_READERS_OF_TEXT = frozenset(_TEXT.split())
_READERS_OF_LINES = frozenset(_LINES.split())

# What they print can be followed, but not into a string.
_PRINTERS = frozenset({"print_exc", "print_exception", "print_last", "print_stack", "print_tb"})

# In a string these are no words of a language, but names for `getattr`, `eval` or a log's format.
_TELLING_WORDS = frozenset(
    word
    for word in _READERS_OF_TEXT | _READERS_OF_LINES
    if "_" in word.strip("_") or word.startswith("__") or word.endswith("lineno")
) | {"inspect", "getsource"}

_HISTORY = lazy_pattern(r"_i\d+")

# Magics that show nothing of any source but what they are given, which is code.
_MAGICS = """
time timeit matplotlib env set_env precision pip conda cd pwd ls mkdir who whos html HTML
latex markdown javascript js svg SVG bash sh script python python3 writefile file
"""
_HARMLESS_MAGICS = frozenset(_MAGICS.split())
_HARMLESS_CALLS = frozenset({"system", "getoutput"})

_LEAST = 3  # letters and digits; less than that is in any output


@dataclass(frozen=True)
class Words:
    """The words of a cell that its outputs may depend on.

    `names` are those that its code uses, and words in its strings that could become names; `told`
    are its comments and the lines of its docstrings, squeezed, so that they are found in whatever
    way they are shown.
    """

    names: frozenset[str]
    told: frozenset[str]


@functools.lru_cache(maxsize=4096)
def words_of(source: str) -> Words:
    """Give the words of a cell.

    >>> words = words_of("import os.path  # the files\\nos.path.exists('tb_lineno')")
    >>> sorted(words.names), sorted(words.told)
    (['exists', 'os', 'path', 'tb_lineno'], ['#thefiles'])
    """
    tree = python_tree(source)
    return Words(frozenset(_names(tree)), frozenset({*_comments(source), *_docstrings(tree)}))


def read_text(names: frozenset[str]) -> bool:
    """Tell whether code that uses these names may read comments or docstrings.

    >>> [read_text(words_of(code).names) for code in ("help(f)", "f?", "_i3", "%timeit f(1)")]
    [True, True, True, False]
    """
    return (
        not names.isdisjoint(_READERS_OF_TEXT)
        or ("StringIO" in names and not names.isdisjoint(_PRINTERS))
        or any(_HISTORY.fullmatch(name) for name in names)
    )


def read_lines(names: frozenset[str]) -> bool:
    """Tell whether code that uses these names may read the numbers of lines.

    >>> [read_lines(words_of(code).names) for code in ("error.__traceback__.tb_lineno", "f(1)")]
    [True, False]
    """
    return not names.isdisjoint(_READERS_OF_LINES)


def squeezed(text: str) -> str:
    """Give text without what is changed when it is wrapped, indented, quoted or put into HTML.

    >>> squeezed("&lt;b&gt; it\\\\'s\\n  so")
    "<b>it'sso"
    """
    return _LAYOUT.sub("", html.unescape(text))


_LAYOUT = lazy_pattern(r"\\n|\\t|[\s\\]")


def _comments(source: str) -> Iterator[str]:
    for line in source.split("\n"):
        # A hash may stand in a string before the comment, so each may be where one begins.
        for place in (place for place, character in enumerate(line) if character == "#"):
            if any(character.isalnum() for character in line[place:]):
                yield squeezed(line[place:])


def _docstrings(tree: ast.Module) -> Iterator[str]:
    for node in _documented(tree):
        for line in (ast.get_docstring(node) or "").split("\n"):
            if sum(character.isalnum() for character in line) >= _LEAST:
                yield squeezed(line)


def _documented(
    tree: ast.Module,
) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef]:
    for node in walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node


def _names(tree: ast.Module) -> Iterator[str]:
    # A list, since a node that is gone could give its id to another.
    nodes = list(walk(tree))
    docstrings = {
        id(node.body[0].value)
        for node in nodes
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        and ast.get_docstring(node) is not None
        and isinstance(node.body[0], ast.Expr)
    }
    harmless = {id(part) for node in nodes if _is_magic(node) for part in _shell(node)}
    for node in nodes:
        if isinstance(node, ast.Name) and id(node) not in harmless:
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.alias):
            yield from node.name.split(".")
        elif isinstance(node, ast.ImportFrom):
            yield from (node.module or "").split(".")
        elif isinstance(node, ast.keyword) and node.arg:
            yield node.arg
        elif isinstance(node, ast.Constant) and id(node) not in docstrings:
            yield from _TELLING_WORDS.intersection(re.findall(r"\w+", str(node.value)))


def _is_magic(node: ast.AST) -> bool:
    """Tell whether a node is what IPython makes of a magic that shows no source."""
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
        return False
    if not (isinstance(node.func.value, ast.Call) and _is_shell(node.func.value.func)):
        return False
    if node.func.attr in _HARMLESS_CALLS:
        return True
    # `%%capture` keeps nothing, where it is given no name to keep it by.
    keeps = any(not word.startswith("--") for word in [*texts(node), "", ""][1].split())
    return magic(node) in _HARMLESS_MAGICS or (magic(node) == "capture" and not keeps)


def _is_shell(node: ast.AST) -> bool:
    return isinstance(node, ast.Name) and node.id == "get_ipython"


def _shell(node: ast.AST) -> Iterator[ast.AST]:
    return (part for part in ast.walk(node) if _is_shell(part))
