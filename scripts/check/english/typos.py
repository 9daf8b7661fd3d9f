"""Which English words are misspelled, as the program typos knows it."""

from __future__ import annotations

import functools
import json
import shutil
import subprocess
import sys
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path

from scripts.diagnostic import NaranhiError

# No settings of the folder are read. It knows the misspellings of a whole site in 20 ms.
_OPTIONS = ("--isolated", "--format", "json", "-")
_SECONDS = 30
# What it gives back where it found nothing, and where it found something.
_DONE = frozenset({0, 2})
_answers: dict[str, tuple[str, ...]] = {}


def corrections(
    words: Collection[str], *, also: Iterable[str] = ()
) -> Mapping[str, tuple[str, ...]]:
    """Give how words are spelled, each of those that a misspelled one may be; nothing for others.

    Words are of Latin letters, all small. Where one is new, the program is asked, and about others
    with it: starting it takes longer than its answers. Raises `NaranhiError` where it is not there.

    >>> known = corrections(["speling", "spelling"])
    >>> known["speling"], known["spelling"]
    (('spelling',), ())
    """
    if not _answers.keys() >= set(words):
        new = sorted({*words, *also} - _answers.keys())
        found = _asked(new)
        _answers.update({word: found.get(word, ()) for word in new})
    return _answers


def _asked(words: list[str]) -> dict[str, tuple[str, ...]]:
    text = "".join(f"{word}\n" for word in words)
    command = [_program(), *_OPTIONS]
    try:
        done = subprocess.run(
            command, input=text, capture_output=True, encoding="ascii", timeout=_SECONDS,
            check=False,
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired) as error:
        raise NaranhiError(f"English words cannot be checked: {error}") from error
    if done.returncode not in _DONE:
        said = (done.stderr or done.stdout).strip()
        raise NaranhiError(f"English words cannot be checked: {command[0]} says: {said}")
    rows = map(json.loads, done.stdout.splitlines())
    return {row["typo"]: tuple(row["corrections"]) for row in rows}


@functools.cache
def _program() -> str:
    """Give the path of the program: beside this Python, or where the system finds it."""
    found = shutil.which("typos", path=str(Path(sys.executable).parent)) or shutil.which("typos")
    if found is None:
        raise NaranhiError(
            "English words cannot be checked: the program typos is not installed; install it with "
            f'"{sys.executable} -m pip install --require-hashes -r docs/requirements.txt"'
        )
    return found
