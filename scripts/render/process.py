"""Has Sphinx run in processes of its own, one a language, so that a crash cannot take us along."""

from __future__ import annotations

import contextlib
import json
import os
import select
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from scripts.diagnostic import NaranhiError
from scripts.render.reports import log_tail

REPOSITORY = Path(__file__).resolve().parent.parent.parent


@dataclass(frozen=True)
class Build:
    """One language to build: where from, where to, and the settings that are its own."""

    name: str
    source: Path
    folder: Path
    settings: Mapping[str, str]

    @property
    def html(self) -> Path:
        """Give the folder of the finished pages."""
        return self.folder / "html"

    @property
    def doctrees(self) -> Path:
        """Give the folder of what Sphinx has read."""
        return self.folder / "doctrees"

    @property
    def warnings(self) -> Path:
        """Give the file that holds Sphinx's warnings."""
        return self.folder / "warnings.txt"

    @property
    def log(self) -> Path:
        """Give the file that holds all that Sphinx said."""
        return self.folder / "log.txt"

    @property
    def finished(self) -> Path:
        """Give the file that is there when the build ended well, and says what it was made from."""
        return self.folder / "finished"

    def arguments(self) -> list[str]:
        """Give Sphinx's own command line, which treats warnings as errors."""
        settings = [
            part for key, value in self.settings.items() for part in ("-D", f"{key}={value}")
        ]
        return [
            *("-b", "html", "-W", "-n", "-T", "--no-color", "-w", str(self.warnings)),
            *("-d", str(self.doctrees), "-c", str(REPOSITORY), *settings),
            *(str(self.source), str(self.html)),
        ]


@dataclass(frozen=True)
class _Answer:
    """How an order ended; one without a number tells that the build itself has."""

    name: str
    code: int
    number: int | None
    done: bool


# Of the person's own environment these would change what Sphinx says, or finds.
_OWN_WAYS = frozenset({"LANG", "LANGUAGE", "PYTHONSAFEPATH", "PYTHONWARNINGS"})


class Press:
    """A process that imports Sphinx, its extensions and the theme once, for all languages.

    Used as a context manager. The importing begins when it is made, so make it as soon as pages
    will be wanted, while lessons are still being executed; `ahead` names a root with Korean pages
    that all will be written. However this ends, no process is left.
    """

    def __init__(self, folder: Path, *, ahead: Path | None = None) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._log = folder / "press.txt"
        self._number = 0
        self._received = b""
        search_path = [str(REPOSITORY), *filter(None, [os.environ.get("PYTHONPATH")])]
        environment = {
            **{name: value for name, value in os.environ.items() if name not in _OWN_WAYS},
            # Messages in one language, whatever the terminal's; and the same bytes in every run.
            "LC_ALL": "C.UTF-8",
            "PYTHONHASHSEED": "0",
            "PYTHONPATH": os.pathsep.join(search_path),
        }
        with self._log.open("wb") as log:
            self._process = subprocess.Popen(
                [
                    sys.executable,
                    "-m",
                    "scripts.render.press",
                    *([str(ahead.absolute())] if ahead else []),
                ],
                cwd=folder,
                env=environment,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
            )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        # It ends its own when its stdin ends, and they when it ends.
        self._process.kill()
        self._process.communicate()

    def run(
        self,
        builds: Sequence[Build],
        *,
        jobs: int,
        started: Callable[[Build], None] = lambda build: None,
        kept: bool = False,
    ) -> Mapping[str, int]:
        """Give the exit code of each build, by name; at most `jobs` run at once.

        Those that are `kept` go on from where they were with `pages` and `rest`, or begin anew
        here. Their warnings are no failure.

        Raises NaranhiError where Sphinx cannot be imported.
        """
        waiting = list(builds)
        codes: dict[str, int] = {}
        running: dict[str, int] = {}
        while waiting or running:
            while waiting and len(running) < jobs:
                # What an earlier run knew of the lessons may be long gone.
                read = len(waiting) == len(builds)
                build = waiting.pop(0)
                started(build)
                running[build.name] = self._send(build, "all", kept=kept, read=read)
            if answer := self._answer(running):
                codes[answer.name] = answer.code
        return codes

    def pages(self, builds: Sequence[Build], docnames: Iterable[str]) -> Mapping[str, int]:
        """Have kept builds read what has changed and write these pages; give their exit codes."""
        names = sorted(docnames)
        codes: dict[str, int] = {}
        running = {build.name: self._send(build, "pages", docnames=names) for build in builds}
        while running:
            if answer := self._answer(running):
                codes[answer.name] = answer.code
        return codes

    def rest(
        self, builds: Sequence[Build], *, go_on: Callable[[], bool], every: float
    ) -> Mapping[str, int] | None:
        """Have kept builds write all that follows from what they have read; give exit codes.

        `go_on` is asked first, and then `every` so many seconds. None where it said no before all
        was done: then what is left is for the next time.
        """
        if not go_on():
            return None
        codes: dict[str, int] = {}
        finished, stopped = True, False
        running = {build.name: self._send(build, "rest") for build in builds}
        while running:
            if answer := self._answer(running, wait=every):
                codes[answer.name] = answer.code
                finished = finished and answer.done
            elif not stopped and not go_on():
                stopped = True
                for build in builds:
                    self._send(build, "stop")
        return codes if finished else None

    def _send(
        self,
        build: Build,
        task: str,
        *,
        kept: bool = True,
        read: bool = False,
        docnames: Sequence[str] = (),
    ) -> int:
        """Send an order, and give its number."""
        self._number += 1
        order = {
            "number": self._number,
            "task": task,
            "docnames": docnames,
            "name": build.name,
            "folder": str(build.folder),
            "log": str(build.log),
            "settings": dict(build.settings),
            "arguments": build.arguments(),
            "kept": kept,
            "read": read,
            "configuration": str(REPOSITORY),
            "source": str(build.source),
            "html": str(build.html),
            "doctrees": str(build.doctrees),
            "warnings": str(build.warnings),
        }
        assert self._process.stdin is not None
        # Where it is gone already, there is no answer either, and that is told.
        with contextlib.suppress(BrokenPipeError):
            self._process.stdin.write(json.dumps(order).encode() + b"\n")
            self._process.stdin.flush()
        return self._number

    def _answer(self, running: dict[str, int], *, wait: float | None = None) -> _Answer | None:
        """Give the answer to one of the orders that are running, by name, and take it from them.

        None where none came within so many seconds, or one to an order of before.
        """
        assert self._process.stdout is not None
        while b"\n" not in self._received:
            if not select.select([self._process.stdout], [], [], wait)[0]:
                return None
            received = os.read(self._process.stdout.fileno(), 65536)
            if not received:
                raise NaranhiError(f"Sphinx cannot be started:\n{log_tail(self._log)}")
            self._received += received
        line, self._received = self._received.split(b"\n", 1)
        answer = _Answer(*json.loads(line))
        if answer.number not in {None, running.get(answer.name)} or answer.name not in running:
            return None
        del running[answer.name]
        return answer
