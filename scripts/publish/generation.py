"""Generations: what a published root showed from one change to the next; pure values.

A change never edits what is there. It makes a new generation whose record holds the hash of the
record before it, so one hash kept elsewhere stands for the whole history.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from typing import Any

from scripts.diagnostic import NaranhiError, UsageError
from scripts.languages import language_of
from scripts.versions import Version, Versions, valid_name

RECORD = "generation.json"
SCHEMA = 1
_PUBLISH = "publish"


class State(StrEnum):
    """What became of a version: only what is published is shown.

    An unlisted one went with a rollback; of a deleted one the files are gone, too.
    """

    PUBLISHED = "published"
    UNLISTED = "unlisted"
    WITHDRAWN = "withdrawn"
    DELETED = "deleted"


@dataclass(frozen=True)
class Kept:
    """A version that was published at some time, and what became of it."""

    version: Version
    state: State = State.PUBLISHED


@dataclass(frozen=True)
class Generation:
    """One state of a published root, as its `generation.json` tells.

    `number` counts from 1; `previous` is the hash of the record before, "" for the first; `action`
    says what made it. Of generations before `oldest` only the record is kept. `kept` holds every
    version that ever was, oldest first, and never shrinks.

    >>> first = Generation().publish(Version("1.0", "0.10.2", "2026-01-01T00:00:00Z", "ab"))
    >>> first.number, first.action, first.versions.latest.name
    (1, 'publish 1.0', '1.0')
    >>> Generation.from_bytes(first.to_bytes()) == first
    True
    """

    number: int = 0
    previous: str = ""
    action: str = ""
    time: str = ""
    oldest: int = 1
    kept: tuple[Kept, ...] = ()

    @property
    def hash(self) -> str:
        """Give the SHA-256 of the record; "" for the generation before the first."""
        return hashlib.sha256(self.to_bytes()).hexdigest() if self.number else ""

    @property
    def versions(self) -> Versions:
        """Give the versions that are shown."""
        return Versions(tuple(one.version for one in self.kept if one.state is State.PUBLISHED))

    @property
    def stored(self) -> tuple[Version, ...]:
        """Give the versions whose files are there, shown or not."""
        return tuple(one.version for one in self.kept if one.state is not State.DELETED)

    @property
    def published(self) -> str:
        """Give the version that this generation was made to show; "" for another reason."""
        kind, _, name = self.action.partition(" ")
        return name if kind == _PUBLISH else ""

    def get(self, name: str) -> Kept | None:
        """Give what is known of a version, or None."""
        return next((one for one in self.kept if one.version.name == name), None)

    # --- what changes there are -------------------------------------------------------------------

    def publish(self, version: Version) -> Generation:
        """Give the generation that shows one more version, or this one where it is shown.

        Raises `NaranhiError` where the version is published with other files, or was withdrawn.
        """
        known = self.get(version.name)
        if known is None:
            everything = {one.version.name: one for one in (*self.kept, Kept(version))}
            ordered = Versions(tuple(one.version for one in self.kept)).add(version).items
            kept = tuple(everything[one.name] for one in ordered)
            return self._next(f"{_PUBLISH} {version.name}", kept)
        if known.version.hash != version.hash:
            raise NaranhiError(
                f"version {version.name} is published already, with other files, and is never "
                "overwritten; choose another --version"
            )
        if known.state is State.PUBLISHED:
            return self
        if known.state is not State.UNLISTED:
            raise NaranhiError(
                f"version {version.name} was withdrawn; publish under another --version"
            )
        return self._next(f"{_PUBLISH} {version.name}", self._with({version.name: State.PUBLISHED}))

    def withdraw(self, name: str) -> Generation:
        """Give the generation that tells of a version only that it was withdrawn."""
        known = self.get(name)
        if known is None:
            raise UsageError(f"there is no version {name}; there are: {self._names() or 'none'}")
        if known.state in {State.WITHDRAWN, State.DELETED}:
            return self
        return self._next(f"withdraw {name}", self._with({name: State.WITHDRAWN}))

    def roll_back(self, to: Generation) -> Generation:
        """Give the generation that shows what `to` showed; later versions are kept, but unlisted.

        Raises `NaranhiError` where files of `to` have been deleted.
        """
        states = {}
        for one in self.kept:
            before = to.get(one.version.name)
            state = before.state if before else State.UNLISTED
            if one.state is State.DELETED:
                if state is State.PUBLISHED:
                    raise NaranhiError(
                        f"generation {to.number} shows version {one.version.name}, whose files "
                        "were deleted by gc; choose a later --generation"
                    )
                state = State.DELETED
            states[one.version.name] = state
        kept = self._with(states)
        return self if kept == self.kept else self._next(f"rollback {to.number}", kept)

    def collect(self, keep: int) -> Generation:
        """Give the generation in which all but the last `keep` are records, withdrawn files gone.

        >>> Generation().collect(3).number
        0
        """
        states = {
            one.version.name: State.DELETED for one in self.kept if one.state is State.WITHDRAWN
        }
        if not states and self.number - self.oldest < keep:
            return self
        made = self._next("gc", self._with(states))
        # An older root would show files that are no more.
        oldest = made.number if states else max(self.oldest, made.number + 1 - keep)
        return replace(made, oldest=oldest)

    def follows(self, before: Generation) -> str:
        """Give what is wrong with this as the generation after another; "" where nothing is."""
        if self.number != before.number + 1 or self.previous != before.hash:
            return "does not continue the generation before it"
        if self.oldest < before.oldest or self.oldest > self.number:
            return "names a wrong oldest generation"
        for one in before.kept:
            now = self.get(one.version.name)
            if now is None or now.version != one.version:
                return f"has lost or changed version {one.version.name}"
            if one.state is State.DELETED and now.state is not State.DELETED:
                return f"shows version {one.version.name}, which was deleted"
        return ""

    def _with(self, states: dict[str, State]) -> tuple[Kept, ...]:
        return tuple(
            replace(one, state=states.get(one.version.name, one.state)) for one in self.kept
        )

    def _next(self, action: str, kept: tuple[Kept, ...]) -> Generation:
        return Generation(self.number + 1, self.hash, action, "", self.oldest, kept)

    def _names(self) -> str:
        return ", ".join(one.version.name for one in self.kept)

    # --- the record -------------------------------------------------------------------------------

    def to_bytes(self) -> bytes:
        """Give the bytes of `generation.json`, the same for the same generation."""
        record = {
            "schema": SCHEMA,
            "generation": self.number,
            "previous": self.previous,
            "action": self.action,
            "time": self.time,
            "oldest": self.oldest,
            "versions": [{**asdict(one.version), "state": one.state} for one in self.kept],
        }
        return (json.dumps(record, ensure_ascii=False, indent=1) + "\n").encode("utf-8")

    @classmethod
    def from_bytes(cls, data: bytes) -> Generation:
        """Read what `to_bytes` wrote; `ValueError` for anything else, to the last byte."""
        try:
            record: dict[str, Any] = json.loads(data)
            made = cls(
                number=int(record["generation"]),
                previous=str(record["previous"]),
                action=str(record["action"]),
                time=str(record["time"]),
                oldest=int(record["oldest"]),
                kept=tuple(_kept(row) for row in record["versions"]),
            )
            same = made.to_bytes() == data
        except (KeyError, TypeError, ValueError, RecursionError, UsageError) as error:
            raise ValueError(f"this is no record of a generation: {error!r}") from error
        if not same:
            raise ValueError("this is no record of a generation as it was written")
        return made


def _kept(row: dict[str, Any]) -> Kept:
    version = Version(
        name=valid_name(str(row["name"])),
        jax=str(row["jax"]),
        published=str(row["published"]),
        hash=str(row["hash"]),
        languages=tuple(language_of(str(tag)).tag for tag in row["languages"]),
    )
    return Kept(version, State(row["state"]))
