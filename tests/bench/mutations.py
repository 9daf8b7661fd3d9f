"""Ways in which a published root can be damaged; `verify` has to find each of them."""

from __future__ import annotations

import json
import os
import random
import shutil
from collections.abc import Callable
from pathlib import Path

from scripts.publish.manifest import MANIFEST, manifest_of

Mutation = Callable[[Path, random.Random], object]


def _files(folder: Path) -> list[Path]:
    """Give the files that are not empty, through no link."""
    found = (Path(parent) / name for parent, _, names in os.walk(folder) for name in names)
    return sorted(p for p in found if not p.is_symlink() and p.stat().st_size)


def _any(folder: Path, rng: random.Random) -> Path:
    return rng.choice(_files(folder))


def _flip(path: Path, rng: random.Random) -> None:
    data = bytearray(path.read_bytes())
    data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    path.write_bytes(bytes(data))


def _store(root: Path, rng: random.Random) -> Path:
    return rng.choice(sorted((root / "store").iterdir()))


def _generation(root: Path, rng: random.Random) -> Path:
    return rng.choice(sorted(path for path in (root / "gen").iterdir() if path.is_dir()))


def _links(root: Path) -> list[Path]:
    found = [path for path in (root / "gen").rglob("*") if path.is_symlink()]
    return sorted(found)


def _swap(root: Path, rng: random.Random) -> None:
    files = _files(root / "store")
    one = rng.choice(files)
    other = rng.choice([path for path in files if path.read_bytes() != one.read_bytes()])
    first, second = one.read_bytes(), other.read_bytes()
    one.write_bytes(second)
    other.write_bytes(first)


def _with_manifest(root: Path, rng: random.Random) -> None:
    version = _store(root, rng)
    (version / "ko" / "index.html").write_bytes(b"evil")
    (version / MANIFEST).write_bytes(manifest_of(version).to_bytes())


def _link_to_copy(root: Path, rng: random.Random) -> None:
    path = _any(root / "store", rng)
    path.rename(root.parent / f"{root.name}-aside")
    path.symlink_to(root.parent / f"{root.name}-aside")


def _rename(root: Path, rng: random.Random) -> None:
    path = _any(root / "store", rng)
    path.rename(path.with_name(f"{path.name}~"))


def _file_as(make: Callable[[Path], object]) -> Mutation:
    def mutate(root: Path, rng: random.Random) -> None:
        path = _any(root / "store", rng)
        path.unlink()
        make(path)

    return mutate


def _retarget(root: Path, rng: random.Random) -> None:
    path = rng.choice(_links(root))
    target = os.fspath(path.readlink())
    path.unlink()
    path.symlink_to(rng.choice([target + "x", target[:-1], "/etc", target.replace("../", "", 1)]))


def _link_as_copy(root: Path, rng: random.Random) -> None:
    path = rng.choice(_links(root))
    real = path.resolve()
    path.unlink()
    if real.is_dir():
        shutil.copytree(real, path)
    else:
        shutil.copy(real, path)


def _current(target: str | None) -> Mutation:
    def mutate(root: Path, rng: random.Random) -> None:
        number = int((root / "current").readlink().name)
        (root / "current").unlink()
        if target is not None:
            (root / "current").symlink_to(target.format(before=number - 1, after=number + 1))

    return mutate


def _record_field(root: Path, rng: random.Random) -> None:
    path = _generation(root, rng) / "generation.json"
    record = json.loads(path.read_bytes())
    field = rng.choice(["action", "time", "previous"])
    record[field] += "0"
    path.write_bytes((json.dumps(record, ensure_ascii=False, indent=1) + "\n").encode())


def _drop_version(root: Path, rng: random.Random) -> None:
    path = _generation(root, rng) / "generation.json"
    record = json.loads(path.read_bytes())
    record["versions"].pop()
    path.write_bytes((json.dumps(record, ensure_ascii=False, indent=1) + "\n").encode())


def _old_record(root: Path, rng: random.Random) -> Path:
    return rng.choice(sorted((root / "gen").glob("*.json")))


def _two_generations(root: Path, rng: random.Random) -> None:
    one, other = rng.sample(sorted(p for p in (root / "gen").iterdir() if p.is_dir()), 2)
    one.rename(root / "gen" / "x")
    other.rename(one)
    (root / "gen" / "x").rename(other)


KINDS: dict[str, Mutation] = {
    "a bit of a version": lambda root, rng: _flip(_any(root / "store", rng), rng),
    "a file cut": lambda root, rng: os.truncate(
        path := _any(root / "store", rng), path.stat().st_size - 1
    ),
    "a file emptied": lambda root, rng: os.truncate(_any(root / "store", rng), 0),
    "a file longer": lambda root, rng: _append(_any(root / "store", rng)),
    "a file gone": lambda root, rng: _any(root / "store", rng).unlink(),
    "a file renamed": _rename,
    "two files swapped": _swap,
    "a file too many": lambda root, rng: (_store(root, rng) / "en" / "evil.js").write_bytes(b"1"),
    "a folder too many": lambda root, rng: (_store(root, rng) / "ko" / "new").mkdir(),
    "a folder gone": lambda root, rng: shutil.rmtree(_store(root, rng) / "ko"),
    "a file as a link": _link_to_copy,
    "a file as a folder": _file_as(Path.mkdir),
    "a file as a pipe": _file_as(os.mkfifo),
    "a file that nobody may read": lambda root, rng: _any(root / "store", rng).chmod(0o600),
    "a file that anybody may write": lambda root, rng: _any(root / "store", rng).chmod(0o666),
    "a folder that anybody may write": lambda root, rng: _generation(root, rng).chmod(0o777),
    "a bit of a manifest": lambda root, rng: _flip(_store(root, rng) / MANIFEST, rng),
    "a manifest gone": lambda root, rng: (_store(root, rng) / MANIFEST).unlink(),
    "a file and its manifest": _with_manifest,
    "a version gone": lambda root, rng: shutil.rmtree(_store(root, rng)),
    "a version too many": lambda root, rng: _copy(_store(root, rng), root / "store" / "9.9"),
    "a bit of a public root": lambda root, rng: _flip(_any(_generation(root, rng), rng), rng),
    "a bit of a record": lambda root, rng: _flip(_generation(root, rng) / "generation.json", rng),
    "a field of a record": _record_field,
    "a version out of a record": _drop_version,
    "a page of a public root gone": lambda root, rng: _any(_generation(root, rng), rng).unlink(),
    "a page too many": lambda root, rng: (_generation(root, rng) / "a.html").write_bytes(b"1"),
    "a link to elsewhere": _retarget,
    "a link gone": lambda root, rng: rng.choice(_links(root)).unlink(),
    "a link as a copy": _link_as_copy,
    "a generation gone": lambda root, rng: shutil.rmtree(_generation(root, rng)),
    "a generation too many": lambda root, rng: _copy(_generation(root, rng), root / "gen" / "99"),
    "two generations swapped": _two_generations,
    "an old record gone": lambda root, rng: _old_record(root, rng).unlink(),
    "a bit of an old record": lambda root, rng: _flip(_old_record(root, rng), rng),
    "current gone": _current(None),
    "current one back": _current("gen/{before}"),
    "current one ahead": _current("gen/{after}"),
    "current elsewhere": _current("store/1.0"),
    "something beside all that": lambda root, rng: (root / "index.html").write_bytes(b"1"),
}


def _append(path: Path) -> None:
    path.write_bytes(path.read_bytes() + b"\n")


def _copy(folder: Path, to: Path) -> None:
    shutil.copytree(folder, to, symlinks=True)
