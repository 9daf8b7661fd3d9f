"""The box that a lesson's code runs in: bubblewrap's namespaces, which a warm kernel enters.

In the box there is no network, no other process, no user but one without rights, and no file but
Python's, the system's programs, all read-only, and the lesson's own folder. bubblewrap makes it and
runs a program in it that only waits; the kernel, which was forked from a process that has imported
JAX already, joins its namespaces. Neither half can be left out: a program that bubblewrap starts
itself would import everything anew, and what it makes of mounts and users is worth more than calls
of our own.
"""

from __future__ import annotations

import ctypes
import fcntl
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

# Set to 1: all lessons are trusted, as with `--trust`.
TRUST = "NARANHI_TRUST"

# One version knows how to forbid namespaces within the box, those before it do not.
_NEEDED = "bubblewrap 0.8 or later"

# Who the lesson is in its box; outside, it is whoever runs the build, without any right.
_USER = "1000"
USERS = "etc"
KNOWN_USERS = {
    "passwd": f"lesson:x:{_USER}:{_USER}::/:/bin/sh\n",
    "group": f"lesson:x:{_USER}:\n",
    "hosts": "127.0.0.1 localhost lesson\n::1 localhost lesson\n",
}

# Bytes of shared memory, which no limit of the lesson's own counts.
_SHARED_MEMORY = str(256 << 20)

# What programs of the system, and those that read how many cores there are, want to see.
_SYSTEM = ("/usr", "/bin", "/lib", "/lib32", "/lib64", "/sbin")
_SETTINGS = (
    *("/etc/alternatives", "/etc/fonts", "/etc/ld.so.cache", "/etc/ld.so.conf"),
    *("/etc/ld.so.conf.d", "/etc/localtime", "/etc/nsswitch.conf"),
    *("/sys/devices/system/cpu", "/sys/devices/system/node"),
)
_DEVICES = ("nvidia", "kfd", "dri", "accel", "vfio")

# linux/sched.h, linux/nsfs.h, linux/prctl.h and linux/capability.h
_NEW_USER = 0x10000000
_NAMESPACES = {
    "cgroup": 0x02000000,
    "ipc": 0x08000000,
    "net": 0x40000000,
    "uts": 0x04000000,
    "mnt": 0x00020000,
}
_NEW_PROCESSES = 0x20000000
_OWNER_OF_NAMESPACE = 0xB701
_SET_DUMPABLE, _DROP_FROM_BOUNDS, _NO_NEW_PRIVILEGES = 4, 24, 38
_CAPABILITIES_VERSION = 0x20080522


def are_trusted(said: bool) -> bool:
    """Tell whether lessons are trusted: because somebody said so, or this environment does."""
    return said or os.environ.get(TRUST) == "1"


def why_no_box() -> str:
    """Say why no box can be made on this machine; empty where one can.

    >>> why_no_box() == "" or "bubblewrap" in why_no_box()
    True
    """
    reason = _why_no_box(os.environ.get("PATH", ""))
    if reason:
        # What is missing may be installed while a preview runs.
        _why_no_box.cache_clear()
    return reason


@cache
def _why_no_box(path: str) -> str:
    if sys.platform != "linux":
        return "bubblewrap is there for Linux only"
    if shutil.which("bwrap", path=path) is None:
        return f"{_NEEDED} is not installed"
    command = [*_namespaces(), "--ro-bind", "/", "/", "--proc", "/proc", "true"]
    tried = subprocess.run(command, capture_output=True, check=False, stdin=subprocess.DEVNULL)
    if tried.returncode == 0:
        return ""
    said = tried.stderr.decode("utf-8", "replace").strip().splitlines()
    return f"{_NEEDED} is needed; it says: {said[-1] if said else tried.returncode}"


def box_command(
    folder: Path, readable: Iterable[str], variables: Mapping[str, str]
) -> tuple[str, ...]:
    """Give the command that makes a lesson's box.

    `folder` is the only one that can be written in; it has a folder `tmp`, which stands for the
    machine's, and a folder `USERS` with the files that `KNOWN_USERS` names. `readable` are files
    and folders that can be read, those of them that are there.
    """
    temporary = str(folder / "tmp")
    return (
        *_namespaces(),
        *_bound("--ro-bind", _SETTINGS),
        *(word for path in _SYSTEM for word in _as_it_is(Path(path))),
        # Some of its files change the whole machine, for whoever is root outside.
        *("--proc", "/proc", "--remount-ro", "/proc", "--dev", "/dev"),
        *("--size", _SHARED_MEMORY, "--tmpfs", "/dev/shm"),  # noqa: S108 - the box's own
        *_bound("--dev-bind", _accelerators(variables.get("JAX_PLATFORMS", ""))),
        *("--remount-ro", "/dev"),
        *("--bind", temporary, "/tmp", "--bind", temporary, "/var/tmp"),  # noqa: S108 - as well
        *_known_users(folder),
        *_bound("--ro-bind", _outermost(readable)),
        *("--bind", str(folder), str(folder)),
        *("--remount-ro", "/"),
        shutil.which("cat") or "cat",
    )


class Box:
    """A box that has been made; it lasts until the process that made it has killed it, or ends."""

    def __init__(self, command: Sequence[str]) -> None:
        """Run the command; what goes wrong is told on standard error. Raises OSError."""
        pid = _made(command)
        self._files = {
            name: os.open(f"/proc/{pid}/ns/{name}", os.O_RDONLY)
            for name in (*_NAMESPACES, "pid", "user")
        }
        # The box's user has no right over its namespaces; the user who made them has.
        owner = fcntl.ioctl(self._files["mnt"], _OWNER_OF_NAMESPACE)
        _join(owner, _NEW_USER)
        os.close(owner)
        _join(self._files["pid"], _NEW_PROCESSES)

    def enter(self) -> None:
        """Let this process, forked from the one that made the box, be in it, and keep no right."""
        for name, kind in _NAMESPACES.items():
            _join(self._files[name], kind)
        _join(self._files["user"], _NEW_USER)
        _drop_rights()

    def close(self) -> None:
        """Forget the box, once those have been forked that are to enter it."""
        for file in self._files.values():
            os.close(file)


def close_files(spare: Iterable[int]) -> None:
    """Close every file that is open but the standard ones and these."""
    kept = sorted({0, 1, 2, *spare})
    for low, high in zip(kept, [*kept[1:], os.sysconf("SC_OPEN_MAX")], strict=True):
        os.closerange(low + 1, high)


def _namespaces() -> tuple[str, ...]:
    return (
        *("bwrap", "--unshare-all", "--unshare-user", "--disable-userns"),
        *("--uid", _USER, "--gid", _USER, "--cap-drop", "ALL", "--hostname", "lesson"),
        *("--die-with-parent", "--new-session"),
    )


def _bound(how: str, paths: Iterable[str]) -> Iterator[str]:
    for path in paths:
        if Path(path).exists():
            yield from (how, path, path)


def _known_users(folder: Path) -> Iterator[str]:
    for name in KNOWN_USERS:
        yield from ("--ro-bind", str(folder / USERS / name), f"/etc/{name}")


def _as_it_is(path: Path) -> Iterator[str]:
    """Give the arguments for a folder of the system, which may be a link to another."""
    if path.is_symlink():
        yield from ("--symlink", str(path.readlink()), str(path))
    else:
        yield from _bound("--ro-bind", [str(path)])


def _accelerators(platforms: str) -> list[str]:
    if platforms == "cpu":
        return []
    return sorted(str(path) for name in _DEVICES for path in Path("/dev").glob(f"{name}*"))


def _outermost(paths: Iterable[str]) -> list[str]:
    """Give the paths that lie in no other one, nor in a folder that is there anyway."""
    found: list[str] = []
    for path in sorted({os.path.normpath(path) for path in paths if Path(path).is_absolute()}):
        around = [*_SYSTEM, *found]
        if path != "/" and not any(f"{path}/".startswith(f"{outer}/") for outer in around):
            found.append(path)
    return found


def _made(command: Sequence[str]) -> int:
    """Make a box, and give the id of a process in it."""
    told, tell = os.pipe()
    theirs, ask = os.pipe()
    answer, answered = os.pipe()
    at = len(command) - 1
    os.posix_spawn(
        shutil.which(command[0]) or command[0],
        [*command[:at], "--info-fd", "3", *command[at:]],
        os.environ,
        file_actions=[
            (os.POSIX_SPAWN_DUP2, theirs, 0),
            (os.POSIX_SPAWN_DUP2, answered, 1),
            (os.POSIX_SPAWN_DUP2, tell, 3),
        ],
    )
    for file in (tell, theirs, answered):
        os.close(file)
    # Kept open for ever: the program waits for its end.
    os.write(ask, b".")
    try:
        # It answers when all is set up.
        if not os.read(answer, 1):
            raise OSError("no box could be made")
        return int(json.loads(os.read(told, 1 << 16))["child-pid"])
    finally:
        os.close(answer)
        os.close(told)


def _join(file: int, kind: int) -> None:
    if _libc().setns(file, kind):
        number = ctypes.get_errno()
        raise OSError(number, f"cannot enter a namespace: {os.strerror(number)}")


def _drop_rights() -> None:
    call = _libc().prctl
    right = 0
    while not call(_DROP_FROM_BOUNDS, right, 0, 0, 0):
        right += 1
    header = (ctypes.c_uint32 * 2)(_CAPABILITIES_VERSION, 0)
    none = (ctypes.c_uint32 * 6)()
    if not right or call(_NO_NEW_PRIVILEGES, 1, 0, 0, 0) or _libc().capset(header, none):
        raise OSError("rights cannot be dropped")
    # Who looks after this process from outside may see what memory it uses.
    call(_SET_DUMPABLE, 1, 0, 0, 0)


@cache
def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)
