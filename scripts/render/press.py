"""The process that builds each language in a child of its own: it imports Sphinx once, then forks.

It is started by `process.Press`, which sends an order a line (JSON) and gets a line as each is
done: `[name, exit code, number of the order, whether all was done]`. Given a
root, it loads what Korean search needs of it before the first order comes. An order may ask for a
build that is kept (`kept`): when it has ended it waits for the next order of that name, and goes on
with what has changed. The rest of that is left when another order comes. Where a build that was
kept ends by itself, the answer has no number.

It ends with its stdin, and its children with it, however it ended: else they would go on to write
into a work folder that the next build takes for its own.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import json
import os
import runpy
import select
import signal
import sys
import threading
import traceback
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_REPOSITORY = Path(__file__).resolve().parent.parent.parent
_SECONDS_BETWEEN_LOOKS = 0.02
# For builds that are kept, which end when something is wrong.
_SECONDS_BETWEEN_CHECKS = 0.5
_FAILED = 70
# A build makes millions of objects and few that die in circles; looking for those every 700 took
# a tenth of its time.
_COLLECTION = (50_000, 20, 50)


def main() -> None:
    """Serve until stdin ends."""
    # Who started us is told of Ctrl-C, too, and closes stdin.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _import_all()
    for root in sys.argv[1:]:
        _load(Path(root))
    alive, held = os.pipe()
    children: dict[int, tuple[str, int | None]] = {}
    kept: dict[str, _Kept] = {}
    orders = b""
    while True:
        kept_ones = {child.process for child in kept.values()}
        wait = _SECONDS_BETWEEN_LOOKS if set(children) - kept_ones else _SECONDS_BETWEEN_CHECKS
        if select.select([0], [], [], wait if children else None)[0]:
            received = os.read(0, 65536)
            if not received:
                os._exit(0)  # the children notice
            *lines, orders = (orders + received).split(b"\n")
            for line in lines:
                order = json.loads(line)
                name = order["name"]
                if name in kept and order["task"] != "all":
                    # One that has ended by itself is told of below.
                    with contextlib.suppress(BrokenPipeError):
                        _write(kept[name].orders, line + b"\n")
                    continue
                if order["task"] in {"rest", "stop"}:
                    _write(1, _answer(name, _FAILED, order["number"]))
                    continue
                if name in kept:
                    children.pop(kept.pop(name).end())
                process, its_orders = _start(
                    order, alive, [held, *(one.orders for one in kept.values())]
                )
                children[process] = name, None if order["kept"] else order["number"]
                if order["kept"]:
                    kept[name] = _Kept(process, its_orders)
                else:
                    os.close(its_orders)
        for process in list(children):
            ended, status = os.waitpid(process, os.WNOHANG)
            if ended:
                name, number = children.pop(process)
                if name in kept and kept[name].process == process:
                    os.close(kept.pop(name).orders)
                _write(1, _answer(name, os.waitstatus_to_exitcode(status), number))


@dataclass(frozen=True)
class _Kept:
    """A build that is kept: its process, and where it gets its orders."""

    process: int
    orders: int

    def end(self) -> int:
        os.close(self.orders)
        os.waitpid(self.process, 0)
        return self.process


def _answer(name: str, code: int, number: int | None, *, done: bool = True) -> bytes:
    return f"{json.dumps([name, code, number, done])}\n".encode()


def _import_all() -> None:
    """Import what every build imports, and read nothing of the lessons yet."""
    from sphinx.application import builtin_extensions

    settings = runpy.run_path(str(_REPOSITORY / "conf.py"))
    for name in ("sphinx.cmd.build", *builtin_extensions, *settings["extensions"]):
        importlib.import_module(name)
    for name in ("myst_nb.sphinx_ext", settings["html_theme"]):
        importlib.import_module(name)
    gc.collect()
    gc.freeze()
    gc.set_threshold(*_COLLECTION)


def _load(root: Path) -> None:
    """Load what the pages of a root will need and no page can change."""
    from scripts.diagnostic import NaranhiError
    from scripts.render.search import load_ahead

    # What is wrong with the root is told by the build.
    with contextlib.suppress(NaranhiError, OSError):
        load_ahead(root)


def _start(order: dict[str, Any], alive: int, ours: Iterable[int]) -> tuple[int, int]:
    """Give the process that builds, and where it gets more orders; `ours` stay open here alone."""
    from scripts.render.site import lessons_of, read_again

    # Once for all languages of a run; each child then has them.
    if order["read"]:
        read_again()
    lessons_of(order["settings"]["naranhi_root"])
    orders, more = os.pipe()
    process = os.fork()
    if process:
        os.close(orders)
        return process, more
    code = _FAILED
    try:
        for mine in (*ours, more):
            os.close(mine)
        answers = os.dup(1)  # whoever waits for the end of our stdout waits for this process, too
        log = os.open(order["log"], os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)
        nothing = os.open(os.devnull, os.O_RDONLY)
        for old, new in ((nothing, 0), (log, 1), (log, 2)):
            os.dup2(old, new)
        os.chdir(order["folder"])
        threading.Thread(target=_end_with_parent, args=(alive,), daemon=True).start()
        if order["kept"]:
            _keep_building(order, orders, answers)
            code = 0
        else:
            from sphinx.cmd.build import main as build

            code = build(order["arguments"])
    except Exception:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def _keep_building(order: dict[str, Any], orders: int, answers: int) -> None:
    """Build, say so, and do what is ordered from then on, until nobody can order any more."""
    from scripts.render.kept import kept_build

    def answer(to: dict[str, Any], *, done: bool = True) -> None:
        _write(answers, _answer(to["name"], 0, to["number"], done=done))

    with kept_build(order) as build:
        answer(order)
        # Lines, one at a time; what has come and was not read is seen by `select`.
        waiting = b""
        while True:
            *lines, waiting = waiting.split(b"\n")
            for line in lines:
                task = json.loads(line)
                if task["task"] == "pages":
                    build.pages(task["docnames"])
                    answer(task)
                elif task["task"] == "rest":
                    answer(task, done=build.rest(lambda: not select.select([orders], [], [], 0)[0]))
            received = os.read(orders, 65536)
            if not received:
                return
            waiting += received


def _write(target: int, data: bytes) -> None:
    os.write(target, data)


def _end_with_parent(alive: int) -> None:
    while os.read(alive, 1):
        pass
    os._exit(_FAILED)


if __name__ == "__main__":
    main()
