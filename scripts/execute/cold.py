"""Lessons that need a fresh Python: what they set or look at is settled when JAX is imported."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence

from scripts.normal_form import normal_tree, walk

# Variables that are read when JAX, NumPy or Matplotlib is imported. XLA_* is not among them: it is
# read when the first backend starts, which no warm kernel has done.
_READ_AT_IMPORT = re.compile(
    r"(JAX|JAXLIB|TF|ABSL|GLOG|NPY|NUMPY|OMP|OPENBLAS|GOTO|MKL|KMP|BLIS|MPL|MATPLOTLIB|ENABLE_PJRT)"
)

_ENVIRON = {"os.environ", "environ"}
_SETTERS = {f"{name}.{method}" for name in _ENVIRON for method in ("setdefault", "__setitem__")}
_PUTENV = {"os.putenv", "putenv"}
_UPDATE = {f"{name}.update" for name in _ENVIRON}

# They look at, or change, what is imported and how.
_IMPORTING = {
    "importlib.reload",
    "reload",
    "sys.modules",
    "sys.meta_path",
    "sys.path_hooks",
    "builtins.__import__",
}
_INSTALLERS = re.compile(r"\b(pip|uv|conda|mamba)3?\s+(pip\s+)?(install|uninstall|add|remove)\b")

_IMPORTED = {"jax", "jaxlib", "numpy", "matplotlib", "IPython"}
_CLOCKS = {
    *("perf_counter", "perf_counter_ns", "process_time", "process_time_ns", "monotonic"),
    *("monotonic_ns", "time", "time_ns", "default_timer"),
}
_TIMING_MAGICS = {"time", "timeit", "prun", "memit"}


# Names by which a lesson may see that its code was compiled before, and words in its strings.
_COMPILING = {
    *("log_compiles", "explain_cache_misses", "monitoring", "profiler", "compilation_cache"),
    *("compile", "cost_analysis", "memory_analysis", "runtime_executable", "as_text"),
    *("getLogger", "basicConfig", "config_with_absl"),
}
_COMPILING_WORDS = re.compile(
    r"XLA_FLAGS|xla_dump|jax_log_compiles|jax_explain|jax_logging_level|compilation_cache"
)


def needs_cold_kernel(sources: Sequence[str]) -> bool:
    """Say whether cells must run in a Python that has imported nothing before them.

    They must where they set a variable that an import reads, look at or change what is imported,
    install packages, or measure how long an import takes. Where it cannot be told, they must.

    >>> needs_cold_kernel(["import os", "os.environ['JAX_ENABLE_X64'] = '1'"])
    True
    >>> needs_cold_kernel(["%env JAX_ENABLE_X64=1"])
    True
    >>> needs_cold_kernel(["import os\\nos.environ['XLA_FLAGS'] = '--xla_dump_to=x'"])
    False
    """
    return any(_needs_cold(source) for source in sources)


def shows_compiling(sources: Sequence[str]) -> bool:
    """Say whether cells may show how long something takes, or whether it is compiled.

    They would show something else where XLA finds their code compiled already.

    >>> shows_compiling(["f = jax.jit(g).lower(x).compile()"]), shows_compiling(["jax.jit(g)(x)"])
    (True, False)
    """
    return any(_shows_compiling(source) for source in sources)


def _shows_compiling(source: str) -> bool:
    try:
        tree = normal_tree(source)
    except SyntaxError:
        return False
    for node in walk(tree):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.alias(name=name):
                if name in _COMPILING | _CLOCKS | {"timeit", "cProfile"}:
                    return True
            case ast.Constant(value=str(text)) if _COMPILING_WORDS.search(text):
                return True
            case ast.Constant(value=str(text)) if text in _TIMING_MAGICS:
                return True
    return False


def _needs_cold(source: str) -> bool:
    try:
        tree = normal_tree(source)
    except SyntaxError:
        # It will do nothing but raise.
        return False
    return _times_an_import(tree) or any(_is_cold(node) for node in ast.walk(tree))


def _is_cold(node: ast.AST) -> bool:
    match node:
        case ast.Attribute() | ast.Name() if _name(node) in _IMPORTING:
            return True
        case ast.ImportFrom(module="sys", names=names):
            return any(f"sys.{alias.name}" in _IMPORTING for alias in names)
        case ast.Assign(targets=targets):
            return any(_sets_variable(target) for target in targets)
        case ast.AugAssign(target=target, value=value):
            # os.environ |= {...}
            return _sets_variable(target) or (_name(target) in _ENVIRON and _any_read(value))
        case ast.Call():
            return _is_cold_call(node)
    return False


def _is_cold_call(call: ast.Call) -> bool:
    name = _name(call.func)
    if name in _SETTERS | _PUTENV:
        return not call.args or _is_read(call.args[0])
    if name in _UPDATE:
        return any(_any_read(part) for part in call.args) or any(
            keyword.arg is None or _READ_AT_IMPORT.match(keyword.arg) for keyword in call.keywords
        )
    texts = [str(arg.value) for arg in call.args if isinstance(arg, ast.Constant)]
    match (name.rpartition(".")[2], texts):
        case ("run_line_magic", ["env" | "set_env", said]):
            return bool(_READ_AT_IMPORT.match(said.strip()) or said.strip().startswith(("$", "{")))
        case ("run_line_magic", ["pip" | "uv" | "conda" | "mamba" | "load_ext", *_]):
            return texts[0] != "load_ext" or "autoreload" in texts[1:]
        case ("run_line_magic", [magic, said]) if magic in _TIMING_MAGICS:
            return _imports(said) or _needs_cold(said)
        case ("run_cell_magic", [magic, line, body]) if magic in _TIMING_MAGICS:
            return _imports(f"{line}\n{body}") or _needs_cold(body)
        case ("run_cell_magic", ["capture", _, body]):
            return _needs_cold(body)
        case ("system" | "getoutput" | "run_cell_magic", _):
            return any(_INSTALLERS.search(text) for text in texts)
    return False


def _sets_variable(target: ast.expr) -> bool:
    match target:
        case ast.Subscript(value=value, slice=key):
            return _name(value) in _ENVIRON and _is_read(key)
        case ast.Tuple(elts=parts) | ast.List(elts=parts):
            return any(_sets_variable(part) for part in parts)
    return _name(target) in _ENVIRON


def _is_read(name: ast.expr) -> bool:
    """Say whether a variable of this name may be read at an import."""
    if isinstance(name, ast.Constant):
        return bool(_READ_AT_IMPORT.match(str(name.value)))
    return True


def _any_read(mapping: ast.expr) -> bool:
    if isinstance(mapping, ast.Dict):
        return any(key is None or _is_read(key) for key in mapping.keys)
    return True


def _times_an_import(tree: ast.Module) -> bool:
    """Say whether a clock is read before something is imported, in the same cell."""
    clocks = [
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and _name(node.func).rpartition(".")[2] in _CLOCKS
    ]
    return any(line >= min(clocks, default=line + 1) for line in _import_lines(tree))


def _import_lines(tree: ast.Module) -> Iterator[int]:
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=aliases):
                names = [alias.name for alias in aliases]
            case ast.ImportFrom(module=str(module)):
                names = [module]
            case _:
                continue
        if any(name.partition(".")[0] in _IMPORTED for name in names):
            yield node.lineno


def _imports(code: str) -> bool:
    return bool(re.search(r"\bimport\b", code))


def _name(node: ast.expr) -> str:
    match node:
        case ast.Name(id=name):
            return name
        case ast.Attribute(value=value, attr=attribute):
            return f"{_name(value)}.{attribute}".lstrip(".")
    return ""
