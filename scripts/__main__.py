"""`python -m scripts`: the command line; a build that has nothing to do ends here."""

# ruff: noqa: E402 - what Ctrl-C does must be said before the rest is imported
from __future__ import annotations

import os
import signal
import sys


def _end(number: int, frame: object) -> None:
    os.write(2, b"interrupted; nothing had begun\n")
    os._exit(130)


if __name__ == "__main__":
    # Else Python says in its own words where it was.
    signal.signal(signal.SIGINT, _end)

import atexit
import gc
import time
from collections.abc import Sequence

from scripts import stamp
from scripts.console import (
    DONE,
    FINDINGS,
    INTERRUPTED,
    StdoutError,
    not_written,
    print_json,
    results,
)


def main(arguments: Sequence[str]) -> int:
    """Run one command and give its exit code, without importing the stages where none is needed."""
    started = time.monotonic()
    if _QUICK.intersection(arguments[:1]):
        _keep_bytecode()
        gc.set_threshold(_COLLECTION)
    try:
        if (code := _say_again(arguments, started)) is not None:
            return code
        from scripts.cli import main as run

        return run(arguments)
    except KeyboardInterrupt:
        sys.stderr.write("interrupted; nothing had begun\n")
        return INTERRUPTED


def _say_again(arguments: Sequence[str], started: float) -> int | None:
    """Report what the last build did, where this one would do no more; else give None."""
    places = stamp.places(arguments)
    if places is None:
        return None
    root, out, form = places
    last = stamp.fitting(root, out)
    if last is None:
        return None
    seconds = round(time.monotonic() - started, 2)
    sys.stderr.writelines(f"{line}\n" for line in last["said"])
    try:
        with results():
            result = {**last["result"], "executed": 0, "seconds": seconds}
            if form == "json":
                print_json(result)
            else:
                print(_spoken(stamp.report(result)))
    except BrokenPipeError:
        return DONE
    except StdoutError as error:
        sys.stderr.write(f"naranhi build: {not_written(error)}\n")
        return FINDINGS
    return DONE


def _spoken(text: str) -> str:
    """Give lines in the terminal's language; what Korean takes is not imported for others."""
    if not any(os.environ.get(name, "")[:2] == "ko" for name in ("LC_ALL", "LC_MESSAGES", "LANG")):
        return text
    from scripts.messages import spoken

    return "\n".join(map(spoken, text.splitlines()))


# They leave no thread and no process that would have to be waited for.
_QUICK = frozenset({"check", "status"})
# Of what they make, most is there until they end: to look for what is not takes a twentieth of
# their time, as often as Python does it (after 700 objects more).
_COLLECTION = 100_000


def _keep_bytecode() -> None:
    """Have bytecode written to a cache of our own where it is not to lie beside the sources.

    To compile all that `check` imports takes longer than to check a lesson. Who sets
    PYTHONDONTWRITEBYTECODE wants his folders left alone, and they are.
    """
    if sys.dont_write_bytecode and sys.pycache_prefix is None:
        caches = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
        if os.path.isabs(caches):
            sys.pycache_prefix = os.path.join(caches, "naranhi", "bytecode")
            sys.dont_write_bytecode = False


def _leave(code: int) -> None:
    """End without freeing what was made, which takes a tenth of all that `check` takes."""
    threads = sys.modules.get("threading")
    if threads is not None and threads.active_count() > 1:
        return
    atexit._run_exitfuncs()
    try:
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:
                stream.flush()
    except OSError:
        return  # Python says it in its own way
    os._exit(code)


if __name__ == "__main__":
    try:
        code = main(sys.argv[1:])
        # All is done and said: who interrupts now only sees the end come.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    except KeyboardInterrupt:
        code = INTERRUPTED
    if _QUICK.intersection(sys.argv[1:2]):
        _leave(code)
    if code == INTERRUPTED:
        # sys.exit would end by the signal, not with this code, where the signal came while Python
        # ran code that is made from text, as a dataclass's methods are.
        sys.stderr.flush()
        os._exit(code)
    sys.exit(code)
