"""What the installed JAX says of its names: signature and first sentence, for notes on the pages.

Nobody but this program imports JAX for it: `known` starts it in a process of its own, once for each
JAX, and keeps what it said. The sentences are the project's own, so none of them is kept with us.
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
import warnings
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Any

from scripts.files import write_atomically
from scripts.inventory import FOLDER, read_inventory

PROJECT = "jax"
_LONGEST = 300
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


def known(folder: Path) -> Path | None:
    """Give the file of what the installed JAX says, made now where it is not in `folder` yet.

    None where there is no JAX, or one that cannot be imported.
    """
    try:
        version = metadata.version(PROJECT)
    except metadata.PackageNotFoundError:
        return None
    made_by = [version, sys.version]
    made_from = (FOLDER / PROJECT / "names.tsv", Path(__file__))
    data = json.dumps(made_by).encode() + b"".join(path.read_bytes() for path in made_from)
    path = folder / f"{PROJECT}-{hashlib.sha256(data).hexdigest()[:16]}.json"
    if not path.is_file():
        said = _ask()
        if said is None:
            return None
        for old in folder.glob(f"{PROJECT}-*.json") if folder.is_dir() else ():
            old.unlink()
        folder.mkdir(parents=True, exist_ok=True)
        write_atomically(path, said)
    return path


def facts(path: Path) -> Mapping[str, Fact]:
    """Give what a file holds, by name."""
    data = json.loads(path.read_bytes())
    return {name: Fact(*both) for name, both in data.items()}


def _ask() -> bytes | None:
    # Our modules before those of whoever calls.
    search_path = [str(_REPOSITORY), *filter(None, [os.environ.get("PYTHONPATH")])]
    environment = {
        **os.environ,
        "JAX_PLATFORMS": "cpu",
        "PYTHONPATH": os.pathsep.join(search_path),
        "PYTHONSAFEPATH": "1",
    }
    done = subprocess.run(
        [sys.executable, "-m", "scripts.render.signatures"],
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        check=False,
    )
    return done.stdout if done.returncode == 0 and done.stdout else None


# --- in the process that imports JAX --------------------------------------------------------------


def main() -> None:
    """Write what is known of all documented names, as JSON."""
    warnings.simplefilter("ignore")
    names = (entry.name for entry in read_inventory(PROJECT) if entry.role.startswith("py:"))
    sys.stdout.write(json.dumps(_facts(names), ensure_ascii=False, indent=0) + "\n")


def _facts(names: Iterable[str]) -> dict[str, list[str]]:
    found = {}
    for name in sorted(set(names)):
        value = _value(name)
        if value is not None:
            both = [signature(name, value), sentence(_documentation(value))]
            if any(both):
                found[name] = both
    return found


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
