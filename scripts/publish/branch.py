"""Publishing to a branch of a git repository, as hosts such as GitHub Pages serve it.

A commit is a generation, its tree the public root, with each version as a tree of its own and
`latest` as the same tree again: hosts take no links. What is there is used by its id and so cannot
change; a ref moves only where it leads to what we have built on.
"""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path

from scripts.diagnostic import Diagnostic, NaranhiError, UsageError
from scripts.publish.generation import RECORD, Generation, State
from scripts.publish.git import FILE, FOLDER, Item, Repository, file_id, trees
from scripts.publish.manifest import MANIFEST, Manifest
from scripts.publish.root import Root, Shown, public_root
from scripts.publish.site import Site
from scripts.publish.target import fault
from scripts.versions import Version


class Branch:
    """A branch of the repository that `folder` is in; of its `remote` where that is named."""

    def __init__(self, folder: Path, name: str, *, remote: str = "") -> None:
        self._repository = Repository(folder)
        self._remote = remote
        self._there = f"refs/heads/{name}"
        # What a remote has is kept apart from what others fetch from it.
        self._ref = f"refs/naranhi/{remote}/{name}" if remote else self._there
        self._fetched = not remote
        # Objects never change, so what was read once is read for good; trees by version are
        # what the branch holds, or is about to.
        self._records: dict[str, Generation] = {}
        self._manifests: dict[Version, Manifest] = {}
        self._places: dict[str, Item] = {}
        self._trees: dict[str, Item] = {}
        if not remote and self._repository.checked_out(self._there):
            raise UsageError(
                f"{name}: is checked out in a working tree, which would not show what is "
                "published; check out another branch"
            )

    # --- reading ----------------------------------------------------------------------------------

    @cached_property
    def _commits(self) -> list[str]:
        """Give the commits of the branch, the first generation first."""
        if not self._fetched:
            self._repository.fetch(self._remote, self._there, self._ref)
            self._fetched = True
        tip = self._repository.commit(self._ref)
        return self._repository.history(tip) if tip else []

    def current(self) -> Generation:
        """Give the generation of the last commit; number 0 where there is no branch."""
        return self.record(len(self._commits)) if self._commits else Generation()

    def record(self, number: int) -> Generation:
        """Give a generation by its number, which is that of its commit."""
        commit = self._commits[number - 1]
        if commit in self._records:
            return self._records[commit]
        place = f"{commit}:{RECORD}"
        data = self._repository.read(place)
        if data is None:
            raise NaranhiError(
                f"{self._there}: holds commits that are no publications ({place}); choose "
                "another --branch"
            )
        try:
            found = Generation.from_bytes(data)
        except ValueError as error:
            raise NaranhiError(f"{place}: {error}") from error
        if found.number != number:
            raise NaranhiError(f"{place}: this is the record of generation {found.number}")
        self._records[commit] = found
        return found

    def manifest(self, version: Version) -> Manifest:
        """Give the manifest of a version, checked by its hash."""
        if version in self._manifests:
            return self._manifests[version]
        data = self.read(version, MANIFEST)
        if hashlib.sha256(data).hexdigest() != version.hash:
            raise NaranhiError(f"{self._there}: the manifest of {version.name} is another one")
        try:
            return self._manifests.setdefault(version, Manifest.from_bytes(data))
        except ValueError as error:
            raise NaranhiError(f"{self._there}: {version.name}/{MANIFEST}: {error}") from error

    def read(self, version: Version, path: str) -> bytes:
        """Give a file of a version."""
        data = self._repository.read(f"{self._tree(version.name).id}:{path}")
        if data is None:
            raise NaranhiError(f"{self._there}: version {version.name} has no {path}")
        return data

    def _tree(self, name: str) -> Item:
        """Give the tree that a version was published with."""
        if name not in self._trees:
            for number, commit in enumerate(self._commits, start=1):
                if self.record(number).published == name:
                    found = self._repository.item(f"{commit}:{name}")
                    if found is not None and found.mode == FOLDER:
                        self._trees[name] = found
                        break
            else:
                raise NaranhiError(f"{self._there}: the files of {name} are missing")
        return self._trees[name]

    def _shown(self, what: Shown) -> Item:
        """Give the object of a version, or of a file or folder in it."""
        whole = self._tree(what.version)
        place = f"{whole.id}:{what.path}"
        if what.path and place not in self._places:
            found = self._repository.item(place)
            if found is None:
                raise NaranhiError(f"{self._there}: {what.version}/{what.path} is missing")
            self._places[place] = found
        return self._places[place] if what.path else whole

    # --- changing ---------------------------------------------------------------------------------

    def accept(self, site: Path) -> None:
        """Any folder will do; see `Target.accept`."""

    @contextlib.contextmanager
    def changing(self, what: str) -> Iterator[None]:
        """Look anew at what is there: git keeps no one out, it lets the first one win."""
        self.__dict__.pop("_commits", None)
        self._trees.clear()
        self._fetched = not self._remote
        yield

    def commit(self, generation: Generation, site: Site | None) -> tuple[Diagnostic, ...]:
        """Show another generation; see `Target.commit`."""
        git, tip = self._repository, self._commits[-1] if self._commits else ""
        name = generation.published
        if site is not None:
            items = git.add_files(site.sources)
            if changed := [path for path, item in items.items() if not self._is(site, path, item)]:
                return (fault(changed[0], "changed-file", "this changed while it was copied"),)
            items |= git.add_bytes({MANIFEST: site.manifest.to_bytes()})
            self._trees[name] = Item(FOLDER, git.add_tree(items))
        elif (known := generation.get(name)) and (found := self.damage(known.version)):
            return found
        root = self._root(generation)
        own = {path: what for path, what in root.items() if isinstance(what, bytes)}
        tree = git.add_tree(self._items(root, git.add_bytes(own)))
        commit = git.add_commit(tree, tip, message=generation.action, time=generation.time)
        if self._remote:
            git.push(self._remote, self._there, commit, before=tip)
        else:
            git.move(self._ref, commit, before=tip)
        return ()

    def _is(self, site: Site, path: str, item: Item) -> bool:
        data = self._repository.read(item.id)
        entry = site.manifest.by_path[path]
        return data is not None and hashlib.sha256(data).hexdigest() == entry.sha256

    def _root(self, generation: Generation) -> Root:
        manifests = {v.name: self.manifest(v) for v in generation.versions.items}
        return public_root(generation, manifests, self.read)

    def _items(self, root: Root, own: dict[str, Item]) -> dict[str, Item]:
        """Give the objects that a public root consists of: ours, and those of versions by id."""
        items = dict(own)
        for path, what in root.items():
            if isinstance(what, Shown):
                items[path] = self._shown(what)
        return items

    # --- proof ------------------------------------------------------------------------------------

    def damage(self, version: Version) -> tuple[Diagnostic, ...]:
        """Give how the files of a version differ from what was published."""
        try:
            tree, manifest = self._tree(version.name), self.manifest(version)
        except NaranhiError as error:
            return (fault(version.name, "changed-file", str(error)),)
        there = self._repository.files(tree.id)
        there.pop(MANIFEST, None)
        wanted = manifest.by_path
        found = []
        for path in sorted(there.keys() ^ wanted.keys()):
            rule = "missing-file" if path in wanted else "extra-file"
            found.append(fault(f"{version.name}/{path}", rule, "the tree is another one"))
        both = sorted(there.keys() & wanted.keys())
        datas = self._repository.read_all(there[path].id for path in both)
        for path, data in zip(both, datas, strict=True):
            digest = hashlib.sha256(data or b"").hexdigest()
            if there[path].mode != FILE or data is None or digest != wanted[path].sha256:
                found.append(fault(f"{version.name}/{path}", "changed-file", "other bytes"))
        return tuple(found)

    def problems(self) -> Iterator[Diagnostic]:
        """Give what is wrong: every byte, the chain, and that each tree follows from its record."""
        if not self._commits:
            yield fault(".", "missing-file", "there is no such branch", "publish a version")
            return
        before = Generation()
        for number, commit in enumerate(self._commits, start=1):
            try:
                record = self.record(number)
                wrong = record.follows(before) or self._differs(record, commit)
            except NaranhiError as error:
                yield fault(commit, "changed-file", str(error))
                return
            if wrong:
                yield fault(commit, "broken-chain", f"generation {number} {wrong}")
            before = record
        for one in before.kept:
            if one.state is not State.DELETED:
                yield from self.damage(one.version)

    def _differs(self, record: Generation, commit: str) -> str:
        """Give what is wrong with the tree of a commit as that of its generation."""
        root = self._root(record)
        own = {
            path: Item(FILE, file_id(what, like=commit))
            for path, what in root.items()
            if isinstance(what, bytes)
        }
        wanted = list(trees(self._items(root, own)))[-1]
        there = self._repository.item(f"{commit}^{{tree}}")
        same = there is not None and there.id == wanted
        return "" if same else "has another tree than follows from its record"
