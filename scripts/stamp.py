"""Tells that a build would do nothing, at the cost of reading its inputs.

A build that ended well leaves a stamp: a digest of all that it was made from and of all that it
made, and what it said. Where nothing of that has changed, the next build says the same again. A
digest here is at least as fine as what checking, executing and rendering decide by; so a stamp
that fits means that they would find nothing to do. Whatever is in doubt does not fit.

What people and tools edit (lessons, our code) goes in by its bytes, since a checkout or a quick
edit may keep size and time. What only builds and installers write goes in by `_identity`.

This module is all that such a build imports, and imports little itself: no pathlib, no dataclasses.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import sys
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any

_REPOSITORY = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# Stages that no build imports: stages never import each other.
_OTHER_STAGES = frozenset({"adopt", "publish", "repair"})

# Variables that execution keeps apart by, that reach kernels or Sphinx, or that change Python.
_VARIABLES = (
    *(
        "JAX_",
        "XLA_",
        "TF_",
        "CUDA_",
        "NVIDIA_",
        "ROCR_",
        "HIP_",
        "TPU_",
        "LIBTPU_",
        "OMP_",
        "OPENBLAS_",
        "MKL_",
    ),
    *("MATPLOTLIB", "MPL", "LD_", "DYLD_", "PYTHON", "LANG", "LC_", "TZ"),
    *("SOURCE_DATE_EPOCH", "DOCUTILS", "SPHINX"),
)
# These lines of /proc/cpuinfo change while nothing does.
_RESTLESS = ("cpu MHz", "bogomips", "BogoMIPS")
_INSTALLED = (".dist-info", ".egg-info", ".egg-link", ".pth")


# --- what a build is made from --------------------------------------------------------------------


def inputs(root: str) -> str:
    """Give a digest of all that a build of `root` reads, and of the machine and Python it runs on.

    Raises OSError where something cannot be read.
    """
    digest = hashlib.sha256()
    _add(digest, "root", os.fsencode(os.path.realpath(root)))
    _add(digest, "machinery", machinery("check", "execute", "render").encode())
    _add(digest, "machine", _machine().encode("utf-8", "surrogateescape"))
    names = sorted(name for name in os.environ if name.startswith(_VARIABLES))
    for name in names:
        _add(digest, f"variable {name}", os.fsencode(os.environ[name]))
    for name in sorted(os.listdir(root)):
        if name.startswith("lessons_"):
            _add(digest, "language", os.fsencode(name))
            _add_bytes(digest, os.path.join(root, name))
    _add_bytes(digest, os.path.join(root, "docs"), endings=(".toml", ".json", ".jsonl"))
    return digest.hexdigest()


def machinery(*stages: str) -> str:
    """Give a digest of Python, of what is installed for it, and of our code; of stages, these.

    >>> machinery("render") == machinery("render") != machinery("check")
    True
    """
    digest = hashlib.sha256()
    flags = " ".join(map(str, sys.flags))
    _add(digest, "python", f"{sys.version} {sys.executable} {flags}".encode())
    for folder in dict.fromkeys(sys.path):
        _add_installed(digest, folder or ".")
    _add(digest, "conf.py", _read(os.path.join(_REPOSITORY, "conf.py")))
    package = os.path.join(_REPOSITORY, "scripts")
    everything = {"check", "execute", "render", *_OTHER_STAGES}
    _add_bytes(digest, package, skipped={*(everything - set(stages)), "__pycache__"})
    return digest.hexdigest()


def outside(paths: Collection[str]) -> str:
    """Give a digest of files that pages show though they lie outside the lessons' folders.

    >>> outside([]) != outside(["/nowhere"])
    True
    """
    digest = hashlib.sha256()
    for path in sorted(paths):
        try:
            _add(digest, path, _read(path))
        except OSError as error:
            _add(digest, path, f"error {error.errno}".encode())
    return digest.hexdigest()


def _machine() -> str:
    try:
        with open("/proc/cpuinfo", "rb") as file:
            first = file.read(8192).decode("utf-8", "replace").partition("\n\n")[0]
    except OSError:
        first = ""
    lines = [line for line in first.splitlines() if not line.startswith(_RESTLESS)]
    system = os.uname()
    return "\n".join([system.sysname, system.machine, *lines])


def _add_installed(digest: hashlib._Hash, folder: str) -> None:
    """Add what is installed in a folder of `sys.path`, without reading it: versions are names."""
    try:
        with os.scandir(folder) as found:
            entries = sorted(
                (entry for entry in found if entry.name.endswith(_INSTALLED)),
                key=lambda entry: entry.name,
            )
    except OSError:
        return  # an archive, or a folder that is not there
    for entry in entries:
        metadata = os.path.join(entry.path, "METADATA")
        try:
            status = os.stat(metadata)
        except OSError:
            status = entry.stat()
        # No time of change: an installer that links files from its cache sets it anew in all
        # environments when it makes another one.
        parts = (status.st_size, status.st_mtime_ns, status.st_ino)
        _add(digest, f"installed {entry.name}", repr(parts).encode())


# --- what a build has made ------------------------------------------------------------------------


def made(root: str, out: str) -> str:
    """Give a digest of the site in `out` and of the outputs that are stored for `root`."""
    digest = hashlib.sha256()
    store = os.path.join(root, "_build", "outputs")
    for folder in (store, os.path.realpath(out)):
        for name, entry in _files(folder):
            _add(digest, name, _identity(entry.stat(follow_symlinks=False)))
    # What `drift` left since, and `render` makes a page of.
    _add(digest, "drift.json", outside([os.path.join(root, "_build", "drift.json")]).encode())
    return digest.hexdigest()


def _identity(status: os.stat_result) -> bytes:
    """Give what no writing leaves as it was, not even one that sets the time of change back."""
    parts = (status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino, status.st_mode)
    return repr(parts).encode()


# --- the stamp ------------------------------------------------------------------------------------


def path_of(root: str) -> str:
    """Give the stamp's file."""
    return os.path.join(root, "_build", "stamp.json")


def content(
    root: str,
    out: str,
    *,
    read: str,
    shown: Sequence[str],
    result: Mapping[str, Any],
    said: Sequence[str],
) -> bytes:
    """Give a stamp: `read` is what `inputs` gave when the build began, before anything was read.

    `shown` are the files outside the lessons that pages show, `result` and `said` what a build
    of the same reports.
    """
    data = {
        "key": _key(root, out, read, shown),
        "shown": sorted(shown),
        "result": dict(result),
        "said": list(said),
    }
    return json.dumps(data, ensure_ascii=False).encode("utf-8", "surrogateescape")


def fitting(root: str, out: str) -> dict[str, Any] | None:
    """Give the last build's stamp where it fits what is there now; None where it does not.

    None, too, where another build is at work in `root`.
    """
    try:
        handle = os.open(os.path.join(root, "_build"), os.O_RDONLY | os.O_DIRECTORY)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            stamp = json.loads(_read(path_of(root)))
            key = _key(root, out, inputs(root), stamp["shown"])
            return stamp if stamp["key"] == key else None
        finally:
            os.close(handle)
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _key(root: str, out: str, read: str, shown: Collection[str]) -> str:
    parts = (os.path.realpath(out), read, outside(shown), made(root, out))
    return hashlib.sha256(repr(parts).encode("utf-8", "surrogateescape")).hexdigest()


# --- the command line of a build that does nothing ------------------------------------------------


def places(arguments: Sequence[str]) -> tuple[str, str, str] | None:
    """Give root, out and format of a plain `build`; None for all that a parser must look at.

    >>> places(["build", "--root", "/", "--format=json"])
    ('/', '/_build/site', 'json')
    >>> places(["build", "--fresh"]) is places(["check"]) is None
    True
    """
    if arguments[:1] != ["build"]:
        return None
    given = {"--root": _REPOSITORY, "--out": "", "--format": "text", "--jobs": "1"}
    rest = iter(arguments[1:])
    for argument in rest:
        name, equals, value = argument.partition("=")
        if name not in given:
            return None
        given[name] = value if equals else next(rest, "-")
        if not given[name] or given[name].startswith("-"):
            return None
    if given["--format"] not in {"text", "json"} or not _is_count(given["--jobs"]):
        return None
    root = os.path.realpath(os.path.expanduser(given["--root"]))
    if not os.path.isdir(root):
        return None
    out = given["--out"] or os.path.join(root, "_build", "site")
    return root, os.path.realpath(out), given["--format"]


def _is_count(text: str) -> bool:
    return text.isdigit() and text.isascii() and int(text) > 0


def report(result: Mapping[str, Any]) -> str:
    """Give a build's result in words.

    >>> print(report({"pages": 4, "executed": 0, "seconds": 0.1, "out": "/site"}))
    4 pages, 0 lessons executed, 0 s
    outputs by JAX none on Python none
    the site: /site/index.html
    """
    return (
        f"{result['pages']} pages, {result['executed']} lessons executed, "
        f"{result['seconds']:.0f} s\n"
        f"outputs by JAX {result.get('jax') or 'none'} on Python {result.get('python') or 'none'}\n"
        f"the site: {os.path.join(result['out'], 'index.html')}"
    )


# --- files ----------------------------------------------------------------------------------------


def _add(digest: hashlib._Hash, name: str, data: bytes) -> None:
    label = name.encode("utf-8", "surrogateescape")
    digest.update(b"%d %d " % (len(label), len(data)) + label + data)


def _add_bytes(
    digest: hashlib._Hash,
    folder: str,
    *,
    skipped: Collection[str] = (),
    endings: tuple[str, ...] = ("",),
) -> None:
    """Add the files below a folder, but for hidden ones, which nothing of ours reads."""
    for name, entry in _files(folder, lambda name: name.startswith(".") or name in skipped):
        if not name.endswith(endings):
            continue
        if entry.is_symlink() and not entry.is_file():
            _add(digest, f"link {name}", os.fsencode(os.readlink(entry.path)))
        elif entry.is_file():
            _add(digest, name, _read(entry.path))
        else:
            raise OSError(f"{entry.path}: is no file")


def _files(
    folder: str, passed_over: Callable[[str], bool] = lambda name: False
) -> Iterator[tuple[str, os.DirEntry[str]]]:
    """Give all that is no folder below one, with its path, in the same order every time."""
    waiting = [folder]
    while waiting:
        try:
            with os.scandir(waiting.pop()) as found:
                entries = sorted(found, key=lambda entry: entry.name)
        except (FileNotFoundError, NotADirectoryError):
            continue
        for entry in entries:
            if passed_over(entry.name):
                continue
            if entry.is_dir(follow_symlinks=False):
                waiting.append(entry.path)
            else:
                yield entry.path, entry


def _read(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()
