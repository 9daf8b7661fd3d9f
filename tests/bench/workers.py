"""The work on one page or file, done by the repair and by ftfy; and the memory of one process."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from dataclasses import dataclass
from functools import cache

from scripts.repair import RepairError, repair
from tests.bench.corpora import REPOSITORY, Page
from tests.bench.damage import KINDS, Kind
from tests.bench.metrics import Counts, Outcome, compare


@dataclass(frozen=True)
class PageResult:
    """One damaged page: counts of the repair and of ftfy, CPU seconds of both, damaged bytes.

    `refused` says that the repair found no text in the bytes and changed nothing.
    """

    kind: str
    project: str
    ours: Outcome
    theirs: Counts
    seconds: float
    theirs_seconds: float
    size: int
    refused: bool


def by_ftfy(data: bytes) -> str:
    """Give what ftfy makes of a file, told to leave alone what is a matter of taste."""
    import ftfy

    config = ftfy.TextFixerConfig(
        uncurl_quotes=False,
        fix_latin_ligatures=False,
        fix_character_width=False,
        fix_line_breaks=False,
        remove_terminal_escapes=False,
        unescape_html=True,
    )
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        text = ftfy.guess_bytes(data)[0]
    return ftfy.fix_text(text, config)


@cache
def load() -> None:
    """Load all that either needs, so that no page pays for it."""
    lossy = KINDS[[kind.name for kind in KINDS].index("cp1254, dropped")]
    sample = "이 함수는 배열의 모양을 확인하고 결과를 돌려줍니다. 꿹잠을 봅니다.\n" * 2
    repair(lossy.spoil(sample).data)
    by_ftfy(lossy.spoil(sample).data)


def fitting(kind: Kind, page: Page) -> str:
    """Give the lines of a page that a kind of damage can happen to."""
    return "\n".join(line for line in page.content.split("\n") if kind.fits(line))


def work(task: tuple[int, Page]) -> PageResult:
    """Damage a page in the way of `KINDS[number]`, repair it twice over, and count."""
    number, page = task
    kind = KINDS[number]
    load()
    truth = fitting(kind, page)
    spoilt = kind.spoil(truth)
    start = time.process_time()
    try:
        result = repair(spoilt.data)
    except RepairError:
        result = None
    middle = time.process_time()
    text = by_ftfy(spoilt.data)
    end = time.process_time()
    ours = compare(
        truth,
        result.text if result else "",
        spoilt.lost,
        result.guesses if result else (),
    )
    theirs = compare(truth, text, spoilt.lost).counts
    return PageResult(
        kind.name,
        page.project,
        ours,
        theirs,
        middle - start,
        end - middle,
        len(spoilt.data),
        result is None,
    )


@dataclass(frozen=True)
class CleanResult:
    """One clean file: whether each of the two changed it, and their CPU seconds."""

    name: str
    size: int
    foreign: int
    changed: bool
    theirs_changed: bool
    seconds: float
    theirs_seconds: float


def leave_alone(task: tuple[str, bytes]) -> CleanResult:
    """Show a clean file to both, and see who changes it; a guess or a loss is a change too."""
    name, data = task
    load()
    text = data.decode()
    start = time.process_time()
    result = repair(data)
    middle = time.process_time()
    theirs = by_ftfy(data)
    end = time.process_time()
    return CleanResult(
        name,
        len(data),
        sum(character > "\x7f" for character in text),
        result.text.encode() != data or result.changed or bool(result.guesses),
        theirs != text,
        middle - start,
        end - middle,
    )


_PROBE = """
import json, os, resource, sys
from tests.bench.workers import by_ftfy
from scripts.repair import repair
if sys.argv[1] == "stream":
    from scripts.repair.stream import repair_stream
    with open(os.devnull, "wb") as nothing:
        repair_stream(sys.stdin.buffer, nothing)
else:
    {"nothing": len, "repair": repair, "ftfy": by_ftfy}[sys.argv[1]](sys.stdin.buffer.read())
# Linux hands the peak of the parent on to ru_maxrss of its child (getrusage(2) counts from the
# fork); VmHWM belongs to this program alone.
try:
    status = open("/proc/self/status").read()
    peak = int(status.split("VmHWM:")[1].split()[0]) * 1024
except OSError:
    unit = 1 if sys.platform == "darwin" else 1024
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit
print(json.dumps(peak))
"""


def peak_memory(what: str, data: bytes) -> int:
    """Give the most memory in bytes that a process of its own held while it did `what`."""
    done = subprocess.run(
        [sys.executable, "-c", _PROBE, what],
        input=data,
        cwd=REPOSITORY,
        capture_output=True,
        check=True,
    )
    return int(json.loads(done.stdout))
