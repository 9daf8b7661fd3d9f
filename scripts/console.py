"""What all commands share at the rim: exit codes, results as JSON, and where results go."""

from __future__ import annotations

import contextlib
import io
import json
import os
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

DONE, FINDINGS, WRONG_USE, INTERRUPTED = 0, 1, 2, 130


def print_json(value: Any) -> None:
    """Print a result for programs to stdout."""
    print(json.dumps(value, ensure_ascii=False, indent=2))


class StdoutError(Exception):
    """Results that cannot be written; it says why."""


def not_written(error: StdoutError) -> str:
    """Say that a command's results were lost, and what to do."""
    return (
        f"stdout: the results cannot be written ({error}); "
        "make room or send them elsewhere, then run the command again"
    )


class _Stdout(io.FileIO):
    # An OSError of a write names no file, so nobody could tell stdout from a page or a store.
    def write(self, data: ReadableBuffer, /) -> int:
        try:
            return super().write(data)
        except BrokenPipeError:
            raise
        except OSError as error:
            raise StdoutError(error.strerror or str(error)) from error


@contextlib.contextmanager
def results() -> Iterator[None]:
    """Send what is printed to stdout, all of it when this ends.

    Raises StdoutError where stdout takes no more, and BrokenPipeError where nobody reads it any
    more; what is left then goes nowhere.
    """
    before = sys.stdout
    if before is None:
        raise StdoutError("it is closed")
    buffer = getattr(before, "buffer", None)
    if not isinstance(getattr(buffer, "raw", buffer), io.FileIO):
        # A test holds what is printed in memory.
        yield
        return
    before.flush()
    sys.stdout = io.TextIOWrapper(
        io.BufferedWriter(_Stdout(before.fileno(), "w", closefd=False)),
        encoding=before.encoding,
        # A file whose name is no UTF-8 is named as JSON has it, too: "\\udcb0" for the byte B0.
        errors="backslashreplace",
        line_buffering=bool(before.line_buffering),
    )
    try:
        yield
        sys.stdout.flush()
    except (BrokenPipeError, StdoutError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), before.fileno())
        raise
    finally:
        sys.stdout = before
