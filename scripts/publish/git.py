"""A git repository through its plumbing: objects in, a ref moved if nobody else has moved it.

No checkout, no index, and nothing forced; so it works in any clone, whatever is checked out there.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from scripts.diagnostic import NaranhiError, UsageError
from scripts.publish.target import MovedError

FILE, FOLDER = "100644", "040000"
# Who is named where git knows nobody, as on a host that builds.
_NOBODY = {"NAME": "naranhi", "EMAIL": "naranhi@localhost"}
# What git says where another one was faster.
_FASTER = (
    "stale info",
    "fetch first",
    "cannot lock ref",
    "failed to update ref",
    "non-fast-forward",
)


@dataclass(frozen=True, order=True)
class Item:
    """A file or a folder in a tree: its mode and the id of its object."""

    mode: str
    id: str


Tree = Mapping[str, Item]


class Repository:
    """The repository that a folder is in, by commands of git."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        done = self._start("rev-parse", "--absolute-git-dir")
        if done.returncode:
            raise UsageError(f"{folder}: is in no git repository; name one with --root")

    # --- reading ----------------------------------------------------------------------------------

    def commit(self, ref: str) -> str:
        """Give the id of the commit that a ref leads to, or "" where there is no such ref."""
        done = self._start("rev-parse", "--verify", "--quiet", f"{ref}^{{commit}}")
        return done.stdout.decode("ascii").strip()

    def history(self, commit: str) -> list[str]:
        """Give the ids of a commit and those before it, the oldest first; first parents alone."""
        out = self._run("rev-list", "--first-parent", "--reverse", commit, "--")
        return out.decode("ascii").split()

    def read(self, name: str) -> bytes | None:
        """Give the bytes of an object such as `main:docs/a.md`, or None where there is none."""
        return next(iter(self.read_all([name])))

    def read_all(self, names: Iterable[str]) -> Iterator[bytes | None]:
        """Give the bytes of many objects, one at a time."""
        with tempfile.TemporaryFile() as asked:
            asked.write("".join(f"{name}\n" for name in names).encode("utf-8"))
            asked.seek(0)
            command = ["git", "-C", str(self.folder), "cat-file", "--batch"]
            with subprocess.Popen(command, stdin=asked, stdout=subprocess.PIPE) as running:
                out = running.stdout
                assert out is not None
                while header := out.readline():
                    words = header.decode("utf-8").split()
                    if words[-1] in {"missing", "ambiguous"}:
                        yield None
                    else:
                        yield out.read(int(words[-1]))
                        out.read(1)

    def item(self, name: str) -> Item | None:
        """Give what stands at a place such as `main:docs`, or None where nothing does."""
        done = self._start("rev-parse", "--verify", "--quiet", name)
        found = done.stdout.decode("ascii").strip()
        if not found:
            return None
        kind = self._run("cat-file", "-t", found).decode("ascii").strip()
        return Item(FOLDER if kind == "tree" else FILE, found)

    def files(self, tree: str) -> dict[str, Item]:
        """Give all files below a tree by their paths, whatever they are."""
        rows = self._run("ls-tree", "-r", "-z", "--full-tree", tree).split(b"\0")[:-1]
        found = {}
        for row in rows:
            words, _, path = row.partition(b"\t")
            mode, _, identifier = words.decode("ascii").split()
            found[os.fsdecode(path)] = Item(mode, identifier)
        return found

    def checked_out(self, ref: str) -> bool:
        """Tell whether a working tree shows this branch."""
        out = self._run("worktree", "list", "--porcelain").decode("utf-8", "replace")
        return f"branch {ref}" in out.splitlines()

    # --- writing ----------------------------------------------------------------------------------

    def add_files(self, files: Mapping[str, Path]) -> dict[str, Item]:
        """Put files into the repository, as they are; give what they are there, by their keys."""
        if odd := [str(path) for path in files.values() if "\n" in str(path)]:
            raise NaranhiError(f"{odd[0]!r}: git cannot be told of a name with a line break")
        paths = "".join(f"{path.absolute()}\n" for path in files.values()).encode("utf-8")
        out = self._run("hash-object", "-w", "--no-filters", "--stdin-paths", data=paths)
        ids = out.decode("ascii").split()
        return {key: Item(FILE, found) for key, found in zip(files, ids, strict=True)}

    def add_bytes(self, files: Mapping[str, bytes]) -> dict[str, Item]:
        """Put bytes into the repository as files; give what they are there, by the same keys."""
        with tempfile.TemporaryDirectory() as folder:
            places = {key: Path(folder, str(number)) for number, key in enumerate(files)}
            for key, place in places.items():
                place.write_bytes(files[key])
            return self.add_files(places)

    def add_tree(self, items: Tree) -> str:
        """Put a tree of files and folders by paths into the repository; give its id."""
        made = trees(items)
        with tempfile.TemporaryDirectory() as folder:
            for identifier, data in made.items():
                Path(folder, identifier).write_bytes(data)
            paths = "".join(f"{Path(folder, one)}\n" for one in made).encode("utf-8")
            command = ("hash-object", "-t", "tree", "-w", "--no-filters", "--stdin-paths")
            ids = self._run(*command, data=paths).decode("ascii").split()
        if ids != list(made):
            raise NaranhiError(f"{self.folder}: git gives other ids than we do")
        return ids[-1]

    def add_commit(self, tree: str, parent: str, *, message: str, time: str) -> str:
        """Put a commit into the repository; give its id."""
        environment = dict(os.environ)
        for who in ("AUTHOR", "COMMITTER"):
            environment[f"GIT_{who}_DATE"] = time
            for what, nobody in _NOBODY.items():
                if self._start("config", f"user.{what.lower()}").returncode:
                    environment.setdefault(f"GIT_{who}_{what}", nobody)
        parents = ["-p", parent] if parent else []
        out = self._run("commit-tree", tree, *parents, "-m", message, environment=environment)
        return out.decode("ascii").strip()

    def move(self, ref: str, commit: str, *, before: str) -> None:
        """Let a ref lead to another commit; `MovedError` where it no longer leads to `before`."""
        nothing = "0" * len(commit)
        self._race(self._start("update-ref", ref, commit, before or nothing))

    def push(self, remote: str, ref: str, commit: str, *, before: str) -> None:
        """Let a remote's ref lead to another commit, which comes after `before`; see `move`."""
        lease = f"--force-with-lease={ref}:{before}"
        self._race(self._start("push", "--porcelain", lease, remote, f"{commit}:{ref}"))

    def fetch(self, remote: str, ref: str, to: str) -> None:
        """Bring a remote's ref here, under a name of ours; that goes where the remote has none."""
        listed = self._start("ls-remote", "--exit-code", remote, ref)
        if listed.returncode == 2:
            self._start("update-ref", "-d", to)
            return
        self._check(listed)
        self._check(self._start("fetch", "--quiet", "--no-tags", remote, f"+{ref}:{to}"))

    # --- commands ---------------------------------------------------------------------------------

    def _run(
        self, *arguments: str, data: bytes = b"", environment: Mapping[str, str] | None = None
    ) -> bytes:
        done = self._start(*arguments, data=data, environment=environment)
        self._check(done)
        return done.stdout

    def _start(
        self, *arguments: str, data: bytes = b"", environment: Mapping[str, str] | None = None
    ) -> subprocess.CompletedProcess[bytes]:
        # Nothing is cleaned up behind our back, no hook runs, and no password is asked for.
        quiet = ["-c", "gc.auto=0", "-c", "core.hooksPath=/dev/null"]
        return subprocess.run(
            ["git", "-C", str(self.folder), *quiet, *arguments],
            input=data,
            env={**(environment or os.environ), "GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C"},
            capture_output=True,
            check=False,
        )

    def _check(self, done: subprocess.CompletedProcess[bytes]) -> None:
        if done.returncode:
            said = done.stderr.decode("utf-8", "replace").strip().splitlines()
            command = next(word for word in done.args[7:] if not word.startswith("-"))
            raise NaranhiError(f"git {command}: {said[-1] if said else 'failed'}")

    def _race(self, done: subprocess.CompletedProcess[bytes]) -> None:
        said = (done.stdout + done.stderr).decode("utf-8", "replace")
        if done.returncode and any(sign in said for sign in _FASTER):
            raise MovedError(f"somebody else has published: {said.strip().splitlines()[-1]}")
        self._check(done)


def trees(items: Tree) -> dict[str, bytes]:
    """Give all trees that files and folders by paths make, by their ids; the whole is the last.

    >>> list(trees({"a.txt": Item(FILE, "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391")}))
    ['65a457425a679cbe9adf0d2741785d3ceabb44a7']
    """
    like = next(iter(items.values())).id
    made: dict[str, bytes] = {}
    here: dict[str, Item] = {}
    below: dict[str, dict[str, Item]] = {}
    for path, item in items.items():
        name, slash, rest = path.partition("/")
        if slash:
            below.setdefault(name, {})[rest] = item
        else:
            here[name] = item
    for name, inner in below.items():
        made |= (of_inner := trees(inner))
        here[name] = Item(FOLDER, list(of_inner)[-1])
    # Git sorts folders as if their names ended with a slash.
    rows = sorted(
        (os.fsencode(name) + (b"/" if item.mode == FOLDER else b""), os.fsencode(name), item)
        for name, item in here.items()
    )
    data = b"".join(
        f"{item.mode.lstrip('0')} ".encode() + name + b"\0" + bytes.fromhex(item.id)
        for _, name, item in rows
    )
    identifier = _id(b"tree", data, like=like)
    # The whole comes last, also where it is the same as a part of it.
    made.pop(identifier, None)
    return {**made, identifier: data}


def file_id(data: bytes, *, like: str) -> str:
    """Give the id that a file has, by the same hash as another object's id.

    >>> file_id(b"", like="e69de29bb2d1d6434b8b29ae775ad8c2e48c5391")
    'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391'
    """
    return _id(b"blob", data, like=like)


def _id(kind: bytes, data: bytes, *, like: str) -> str:
    # Not for safety: these are the names that git gives, in repositories of either kind.
    make = hashlib.sha256 if len(like) == 64 else hashlib.sha1
    return make(kind + b" %d\0" % len(data) + data).hexdigest()
