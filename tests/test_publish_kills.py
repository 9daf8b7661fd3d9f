"""Publications that are killed, or that the disk fails, at every single step.

The test starts this file as a program: for each step it forks a publisher that meets its end just
before that step, looks at what is left, and publishes again.
"""

from __future__ import annotations

import errno
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NoReturn

import pytest

from scripts.diagnostic import NaranhiError
from scripts.publish import publish, verify
from scripts.publish.verification import read_versions

REPOSITORY = Path(__file__).resolve().parent.parent
NOON = datetime(2026, 1, 2, 12, 0, 0, tzinfo=UTC)
# How a publisher can end, apart from being killed.
NEVER_MET, DONE_ALL_THE_SAME, STOPPED, BROKEN = 0, 3, 4, 5


def make_site(folder: Path, text: str) -> Path:
    (folder / "ko").mkdir(parents=True)
    (folder / "index.html").write_bytes(b"root")
    (folder / "build.json").write_bytes(b'{"schema": 1, "languages": ["ko"], "jax": "0.10.2"}')
    (folder / "ko" / "index.html").write_bytes(text.encode("utf-8"))
    return folder


def tree(folder: Path) -> dict[str, bytes | None]:
    """Give all that is below a folder; folders have no bytes."""
    return {
        path.relative_to(folder).as_posix(): None if path.is_dir() else path.read_bytes()
        for path in folder.rglob("*")
    }


def meet(number: int, end: Callable[[str], None]) -> list[str]:
    """Call `end` before file operation `number`, from 0; give the list that then names it."""
    count = -1
    met: list[str] = []

    def step(event: str) -> None:
        nonlocal count
        count += 1
        if count == number:
            met.append(event)
            end(event)

    def hook(event: str, arguments: tuple[Any, ...]) -> None:
        # What Python audits: open, os.mkdir, os.rename, os.remove, os.rmdir, os.chmod, ...
        if event == "open" or event.startswith(("os.", "fcntl.", "ctypes.dl")):
            step(event)

    os.fsync = lambda descriptor: step("os.fsync")  # type: ignore[assignment]
    sys.addaudithook(hook)
    return met


def kill(event: str) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def fail(event: str) -> NoReturn:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def published_until(number: int, end: Callable[[str], None], site: Path, to: Path) -> int:
    """Publish in a forked process that meets its end at a step; give how that process ended."""
    child = os.fork()
    if child == 0:
        code = BROKEN
        try:
            met = meet(number, end)
            publish(site, to, version="2.0", now=NOON)
            code = DONE_ALL_THE_SAME if met else NEVER_MET
        except NaranhiError:
            code = STOPPED
        finally:
            os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def main(base: Path, scenario: str) -> int:
    """End a publication of one site at each step, publish another after it; give the steps."""
    # How much is safe in a power cut cannot be seen here, and the flushing takes most of the time.
    os.fsync = lambda descriptor: None  # type: ignore[assignment]
    one, two = make_site(base / "one", "하나"), make_site(base / "two", "둘")
    first, then = (two, one) if "other" in scenario else (one, one)
    end = fail if "failing" in scenario else kill
    old = base / "old"
    old.mkdir()
    if "first" not in scenario:
        publish(two, old, version="1.0", now=NOON)
    before = [item.name for item in read_versions(old).items]
    whole = {site: whole_tree(old, base / f"whole-{site.name}", site) for site in (one, two)}

    for number in range(10_000):
        to = shutil.copytree(old, base / f"to-{number}")
        code = published_until(number, end, first, to)
        assert code in {NEVER_MET, DONE_ALL_THE_SAME, STOPPED, -signal.SIGKILL}, code
        assert code != STOPPED or not list(to.glob(".staging-*"))
        now = [item.name for item in read_versions(to).items]
        assert now in (before, [*before, "2.0"])
        assert verify(to) == ()
        assert_pages_lead_somewhere(to)
        if now == before or first == then:
            assert publish(then, to, version="2.0", now=NOON).ok
            assert tree(to) == whole[then], number
        else:
            with pytest.raises(NaranhiError, match="published already"):
                publish(then, to, version="2.0", now=NOON)
            assert tree(to) == whole[first], number
        if code == NEVER_MET:
            return number
        shutil.rmtree(to)
    raise AssertionError("it never ends")


def whole_tree(old: Path, to: Path, site: Path) -> dict[str, bytes | None]:
    """Give what a publication that nothing happens to leaves."""
    shutil.copytree(old, to)
    publish(site, to, version="2.0", now=NOON)
    return tree(to)


def assert_pages_lead_somewhere(to: Path) -> None:
    for page in (to / "index.html", to / "latest" / "index.html"):
        if page.exists():
            target = page.read_bytes().decode("utf-8").partition("; url=")[2].partition('"')[0]
            assert (page.parent / target).is_file()


@pytest.mark.parametrize(
    "scenario",
    [
        "killed first version",
        "killed next version",
        "killed, then other bytes",
        "failing disk, first version",
        "failing disk, next version",
    ],
)
def test_an_end_at_every_step(scenario: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, __file__, str(tmp_path), scenario],
        cwd=REPOSITORY,
        env={**os.environ, "PYTHONPATH": str(REPOSITORY)},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 60


LIMITED = """
import resource, sys
from pathlib import Path
from scripts.diagnostic import NaranhiError
from scripts.publish import publish
# A file can be written up to this size and no further, as on a disk that is nearly full.
resource.setrlimit(resource.RLIMIT_FSIZE, (64, 64))
try:
    publish(Path(sys.argv[1]), Path(sys.argv[2]), version="2.0")
except NaranhiError as error:
    print(error)
"""


def test_a_file_that_cannot_be_written_whole_is_named(tmp_path: Path) -> None:
    site = make_site(tmp_path / "site", "하나")
    to = tmp_path / "www"
    publish(site, to, version="1.0")
    before = tree(to)
    (site / "ko" / "index.html").write_bytes(b"x" * 100)
    done = subprocess.run(
        [sys.executable, "-c", LIMITED, str(site), str(to)],
        cwd=REPOSITORY,
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    assert (
        "2.0/ko/index.html: File too large; what was published before is untouched" in done.stdout
    )
    assert tree(to) == before


if __name__ == "__main__":
    sys.stdout.write(f"{main(Path(sys.argv[1]), sys.argv[2])}\n")
