"""Runs Sphinx in processes of its own, one a language, so that a crash cannot take us along."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

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
            *("-d", str(self.folder / "doctrees"), "-c", str(REPOSITORY), *settings),
            *(str(self.source), str(self.html)),
        ]


# Of the person's own environment these would change what Sphinx says, or finds.
_OWN_WAYS = frozenset({"LANG", "LANGUAGE", "PYTHONSAFEPATH", "PYTHONWARNINGS"})


def run(
    builds: Sequence[Build], *, jobs: int, started: Callable[[Build], None]
) -> Mapping[str, int]:
    """Give the exit code of each build, by name; at most `jobs` run at once.

    However this ends, no process is left running.
    """
    waiting = list(builds)
    running: dict[str, subprocess.Popen[bytes]] = {}
    codes: dict[str, int] = {}
    try:
        while waiting or running:
            while waiting and len(running) < jobs:
                build = waiting.pop(0)
                started(build)
                running[build.name] = _start(build)
            for name, process in list(running.items()):
                if (code := process.poll()) is not None:
                    _close(process)
                    codes[name] = code
                    del running[name]
            time.sleep(0.02)
    finally:
        for process in running.values():
            process.kill()
            process.wait()
            _close(process)
    return codes


def _start(build: Build) -> subprocess.Popen[bytes]:
    search_path = [str(REPOSITORY), *filter(None, [os.environ.get("PYTHONPATH")])]
    environment = {
        **{name: value for name, value in os.environ.items() if name not in _OWN_WAYS},
        # Messages in one language, whatever the terminal's; and the same bytes in every run.
        "LC_ALL": "C.UTF-8",
        "PYTHONHASHSEED": "0",
        "PYTHONPATH": os.pathsep.join(search_path),
    }
    with build.log.open("wb") as log:
        return subprocess.Popen(
            [sys.executable, "-m", "scripts.render.process", *build.arguments()],
            cwd=build.folder,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=log,
            stderr=subprocess.STDOUT,
        )


def _close(process: subprocess.Popen[bytes]) -> None:
    if process.stdin is not None:
        process.stdin.close()


def _end_with_parent() -> None:
    """End this process when the one that started it is gone, even if that was killed.

    Else it would go on to write into a work folder that the next build takes for its own.
    """
    while os.read(0, 1):
        pass
    os._exit(70)


def main(arguments: Sequence[str]) -> int:
    """Run Sphinx in this process."""
    threading.Thread(target=_end_with_parent, daemon=True).start()
    from sphinx.cmd.build import main as build

    return build(arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
