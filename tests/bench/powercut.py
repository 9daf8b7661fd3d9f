"""What a power cut may leave of what a program asked of the disk; worse than a real disk is.

Only what was flushed is sure to be there: a file's bytes when the file was, a name when its folder
was. Of the rest any part may be there, in any order, and a file may be empty, cut or full of zeros.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path


@dataclass
class Node:
    """A folder, a file or a link, whatever names it has."""

    kind: str
    data: bytes = b""
    safe: bytes | None = None
    target: str = ""
    names: dict[str, Node] = field(default_factory=dict)


@dataclass
class Change:
    """A name in a folder that comes or goes: it stands for `node` from then on, or for nothing."""

    folder: Node
    name: str
    node: Node | None
    leaves: tuple[Node, str] | None = None
    sure: bool = False


class Disk:
    """A disk that begins with what a folder holds, all of it safe."""

    def __init__(self, folder: Path) -> None:
        self.base = folder
        self._root = _load(folder)
        self._changes: list[Change] = []
        # Nodes are told apart by id(); all of them live as long as this does.
        self._names_before: dict[int, dict[str, Node]] = {}
        self._note(self._root)

    def apply(self, operation: str, path: Path, argument: bytes | str | Path) -> None:
        """Do what a program asks for."""
        if operation == "chmod":
            return
        if operation == "write":
            assert isinstance(argument, bytes)
            self._find(path).data += argument
        elif operation == "flush":
            self._flush(path)
        elif operation == "create":
            self._enter(path, Node("file"))
        elif operation == "mkdir":
            self._enter(path, Node("folder"))
        elif operation == "symlink":
            self._enter(path, Node("link", target=str(argument)))
        elif operation == "rename":
            assert isinstance(argument, str | Path)
            self._enter(Path(argument), self._find(path), leaving=path)
        else:
            assert operation in {"unlink", "rmdir"}, operation
            if path.name in self._find(path.parent).names:
                self._enter(path, None)

    def cut(self, to: Path, rng: random.Random) -> None:
        """Write what a power cut now could leave to a new folder."""
        likely = rng.choice([0.0, 0.2, 0.5, 0.8, 1.0])
        nodes: dict[int, dict[str, Node]] = {}

        def names(node: Node) -> dict[str, Node]:
            if id(node) not in nodes:
                nodes[id(node)] = dict(self._names_before.get(id(node), {}))
            return nodes[id(node)]

        for change in self._changes:
            if not change.sure and rng.random() >= likely:
                continue
            if change.leaves is not None:
                folder, name = change.leaves
                if names(folder).get(name) is change.node:
                    del names(folder)[name]
            if change.node is None:
                names(change.folder).pop(change.name, None)
            else:
                names(change.folder)[change.name] = change.node
        _write(self._root, to, names, rng)

    # --- how it works -----------------------------------------------------------------------------

    def _note(self, node: Node) -> None:
        self._names_before[id(node)] = dict(node.names)
        for child in node.names.values():
            self._note(child)

    def _find(self, path: Path) -> Node:
        node = self._root
        for part in path.relative_to(self.base).parts:
            node = node.names[part]
        return node

    def _enter(self, path: Path, node: Node | None, *, leaving: Path | None = None) -> None:
        folder = self._find(path.parent)
        leaves = None
        if leaving is not None:
            left = self._find(leaving.parent)
            leaves = (left, leaving.name)
            del left.names[leaving.name]
        if node is None:
            del folder.names[path.name]
        else:
            folder.names[path.name] = node
        self._changes.append(Change(folder, path.name, node, leaves))

    def _flush(self, path: Path) -> None:
        node = self._find(path)
        if node.kind == "file":
            node.safe = node.data
            return
        for change in self._changes:
            change.sure = change.sure or change.folder is node


def _load(path: Path) -> Node:
    if path.is_symlink():
        return Node("link", target=str(path.readlink()))
    if path.is_dir():
        return Node("folder", names={one.name: _load(one) for one in sorted(path.iterdir())})
    data = path.read_bytes()
    return Node("file", data=data, safe=data)


def _write(
    node: Node, to: Path, names: Callable[[Node], dict[str, Node]], rng: random.Random
) -> None:
    if node.kind == "link":
        to.symlink_to(node.target)
    elif node.kind == "file":
        size = len(node.data)
        unsafe = [b"", node.data, node.data[: rng.randint(0, size)], bytes(size)]
        to.write_bytes(rng.choice(unsafe) if node.safe is None else node.safe)
    else:
        to.mkdir()
        for name, child in names(node).items():
            _write(child, to / name, names, rng)
