"""What the installed JAX says of its names: signature and first sentence, for notes on the pages.

Nobody but this program imports JAX for it: `Asking` starts it in a process of its own, for the
names that lessons may speak of, and keeps what it said. The sentences are the project's own, so
none of them is kept with us.
"""

from __future__ import annotations

import hashlib
import importlib
import inspect
import json
import os
import re
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Any, Self

from scripts.files import write_atomically
from scripts.inventory import read_inventory
from scripts.names.in_prose import listed_names

PROJECT = "jax"
_LONGEST = 300
_WORD = re.compile(r"[A-Za-z_]\w*", re.ASCII)
_REPOSITORY = Path(__file__).resolve().parent.parent.parent
_ROLE = re.compile(r":[\w:+-]+:`~?(?:([^`<]+?)\s*<[^`>]*>|[^`]*?([^`.]+))`")
_FORMULA = re.compile(r":?\s*:math:")
_LITERAL = re.compile(r"``([^`]+)``|`([^`<>]+?)(?:\s*<[^`>]*>)?`_{0,2}")
_SENTENCE = re.compile(r"(?<!e\.g)(?<!i\.e)(?<!\bvs)\.(?=\s+[A-Z`*:]|\s*$)")


@dataclass(frozen=True)
class Fact:
    """What is known of a name; the signature is empty for what cannot be called."""

    signature: str
    sentence: str


class Asking:
    """What the installed JAX is being asked, in a process of its own, while others work.

    Used as a context manager; however that ends, no process is left.
    """

    def __init__(self, folder: Path, texts: Iterable[str]) -> None:
        """Begin to ask for the names that texts may speak of, where `folder` has no answer yet."""
        names = sorted(names_in(texts))
        self.failed = False
        self._path: Path | None = None
        self._process: subprocess.Popen[bytes] | None = None
        try:
            version = metadata.version(PROJECT)
        except metadata.PackageNotFoundError:
            self.failed = bool(names)
            return
        if not names:
            return
        made_by = json.dumps([version, sys.version]).encode() + Path(__file__).read_bytes()
        self._of_version = f"{PROJECT}-{_short(made_by)}-"
        self._path = folder / f"{self._of_version}{_short(json.dumps(names).encode())}.json"
        if not self._path.is_file():
            self._names = names
            self._before = self._known_before()
            self._process = _start([name for name in names if name not in self._before])

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        # What is interrupted in here is left twice: by what waits for the answer, and by its owner.
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.communicate()

    def answer(self) -> Path | None:
        """Give the file that holds what was said, as soon as it is there.

        None where there is nothing to ask for, or no JAX that can be asked.
        """
        if self._path is None or self._process is None:
            return self._path
        said, _ = self._process.communicate()
        code, self._process = self._process.returncode, None
        if code or not said:
            self._path, self.failed = None, True
            return None
        found = {**self._before, **json.loads(said)}
        folder = self._path.parent
        folder.mkdir(parents=True, exist_ok=True)
        text = json.dumps({name: found[name] for name in self._names}, ensure_ascii=False, indent=0)
        write_atomically(self._path, f"{text}\n".encode())
        for old in folder.glob(f"{PROJECT}-*.json"):
            if old != self._path:
                old.unlink()
        return self._path

    def _known_before(self) -> dict[str, list[str]]:
        """Give what this JAX said when other names were asked for."""
        assert self._path is not None
        found: dict[str, list[str]] = {}
        for old in sorted(self._path.parent.glob(f"{self._of_version}*.json")):
            found.update(json.loads(old.read_bytes()))
        return {name: both for name, both in found.items() if name in set(self._names)}


def names_in(texts: Iterable[str]) -> frozenset[str]:
    """Give the documented names that texts may speak of: all of whose parts stand in them.

    >>> found = names_in(["from jax import numpy as jnp; jnp.where"])
    >>> "jax.numpy.where" in found, "jax.numpy.sum" in found
    (True, False)
    """
    words = {word for text in texts for word in _WORD.findall(text)}
    words |= {part for name, whole in listed_names().items() if name in words
              for part in whole.split(".")}  # fmt: skip
    names = (entry.name for entry in read_inventory(PROJECT) if entry.role.startswith("py:"))
    return frozenset(name for name in names if words.issuperset(name.split(".")))


def _short(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:12]


def facts(path: Path) -> Mapping[str, Fact]:
    """Give what a file holds, by name; of some names nothing is known."""
    data = json.loads(path.read_bytes())
    return {name: Fact(*both) for name, both in data.items() if any(both)}


def _start(names: Sequence[str]) -> subprocess.Popen[bytes]:
    # Our modules before those of whoever calls.
    search_path = [str(_REPOSITORY), *filter(None, [os.environ.get("PYTHONPATH")])]
    environment = {
        **os.environ,
        "JAX_PLATFORMS": "cpu",
        "PYTHONPATH": os.pathsep.join(search_path),
        "PYTHONSAFEPATH": "1",
    }
    with tempfile.TemporaryFile() as asked:
        asked.write(json.dumps(names).encode())
        asked.seek(0)
        return subprocess.Popen(
            [sys.executable, "-m", "scripts.render.signatures"],
            env=environment,
            stdin=asked,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )


# --- in the process that imports JAX --------------------------------------------------------------


def main() -> None:
    """Read names as JSON, and write what is known of each."""
    warnings.simplefilter("ignore")
    found = {name: _fact(name) for name in json.load(sys.stdin)}
    sys.stdout.write(json.dumps(found, ensure_ascii=False) + "\n")


def _fact(name: str) -> tuple[str, str]:
    value = _value(name)
    if value is None:
        return "", ""
    return signature(name, value), sentence(_documentation(value))


def _value(name: str) -> Any:
    """Give what a name stands for, or None."""
    parts = name.split(".")
    for count in range(len(parts), 0, -1):
        try:
            value = importlib.import_module(".".join(parts[:count]))
        except ImportError:
            continue
        except Exception:
            return None
        try:
            for part in parts[count:]:
                value = getattr(value, part)
        except Exception:
            return None
        return value
    return None


def _documentation(value: Any) -> str:
    if not callable(value) and not inspect.ismodule(value) and not isinstance(value, property):
        return ""
    text = inspect.getdoc(value) or ""
    # What a value has from its class, and what a data class makes up, says nothing of it.
    of_class = "" if inspect.isclass(value) else inspect.getdoc(type(value)) or ""
    made_up = inspect.isclass(value) and text.startswith(f"{value.__name__}(")
    return "" if text == of_class or made_up else text


def signature(name: str, value: Any) -> str:
    """Give how a name is called, with its last part as its name; no annotations, no addresses.

    >>> signature("a.b.pick", lambda x, *, axis=None, _seed=0: x)
    'pick(x, *, axis=None)'
    """
    if not callable(value):
        return ""
    try:
        found = inspect.signature(value)
    except (TypeError, ValueError):
        return ""
    kept = [
        parameter.replace(annotation=inspect.Parameter.empty, default=_shown(parameter.default))
        for parameter in found.parameters.values()
        if parameter.name not in {"self", "cls"} and not parameter.name.startswith("_")
    ]
    plain = found.replace(parameters=kept, return_annotation=inspect.Signature.empty)
    text = name.rpartition(".")[2] + str(plain)
    return text if len(text) <= _LONGEST else ""


class _Left:
    """Stands for a value that says nothing, or where in memory it is."""

    def __repr__(self) -> str:
        return "..."


def _shown(default: Any) -> Any:
    if default is inspect.Parameter.empty:
        return default
    text = repr(default)
    # A word that is no constant of Python's stands for "not given".
    unsaid = text.isidentifier() and text not in {"None", "True", "False", "Ellipsis"}
    return _Left() if unsaid or "<" in text or "\n" in text else default


def sentence(documentation: str) -> str:
    r"""Give the first sentence of a docstring as plain text.

    >>> sentence("Pick :func:`~a.b` or ``c``, e.g. one.\nMore.\n\nArgs: x")
    'Pick b or c, e.g. one.'
    """
    paragraph = ""
    for part in re.split(r"\n\s*\n", documentation.strip()):
        lines = part.strip()
        if not lines.startswith((".. ", "Args:", "Returns:", ">>>")):
            paragraph = " ".join(lines.split())
            break
    text = _ROLE.sub(lambda match: match[1] or match[2], _FORMULA.split(paragraph)[0])
    text = _LITERAL.sub(lambda match: match[1] or match[2], text)
    end = _SENTENCE.search(text)
    text = text[: end.end()] if end else text
    text += "." if text and text[-1] not in ".:!?)" else ""
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1].rsplit(" ", 1)[0] + "…"


if __name__ == "__main__":
    main()
