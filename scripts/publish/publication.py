"""What can be done with published versions, wherever they are: each makes a new generation."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from scripts.diagnostic import NaranhiError, UsageError
from scripts.publish.generation import Generation, State
from scripts.publish.root import pages_of
from scripts.publish.site import Site, read_site
from scripts.publish.target import MovedError, Outcome, Target, fault
from scripts.versions import BUILD_RECORD, Version, valid_name

# How often a publication is prepared anew where others are faster; each time one of them is done.
_ATTEMPTS = 100


def publish(
    target: Target,
    site: Path,
    *,
    version: str,
    lock: Path | None = None,
    without: Collection[str] = (),
    failed: Iterable[str] = (),
    now: datetime | None = None,
    dry_run: bool = False,
) -> Outcome:
    """Make the finished site in the folder `site` a version of the target.

    The same files under the same version again change nothing; other files are refused, by name.
    So is a site without a lesson that the version before it has, or one that `failed`, unless the
    lesson is named in `without`. `lock` says what was installed at the build and is kept with the
    version; `now` is the time that is noted (default: the clock's).
    """
    valid_name(version)
    target.accept(site)
    finished = read_site(site.absolute(), lock=lock)
    time = _time(now)
    tags = tuple(language.tag for language in finished.languages)
    made = Version(version, finished.jax, time, finished.manifest.hash, tags)

    def change(current: Generation) -> Generation:
        known = current.get(version)
        if known is not None and known.version.hash != made.hash:
            _refuse_other_files(target, known.version, finished)
        _refuse_missing(target, current, made, finished, without, failed)
        return current.publish(known.version if known else made)

    return _change(target, change, version, site=finished, now=time, dry_run=dry_run)


def withdraw(
    target: Target, version: str, *, now: datetime | None = None, dry_run: bool = False
) -> Outcome:
    """Take a version away from readers; what stays is a page that says so."""

    def change(current: Generation) -> Generation:
        return current.withdraw(version)

    return _change(target, change, version, now=_time(now), dry_run=dry_run)


def roll_back(
    target: Target,
    *,
    generation: int | None = None,
    version: str = "",
    now: datetime | None = None,
    dry_run: bool = False,
) -> Outcome:
    """Show again what a generation showed, by its number or as the last with this latest version.

    By default the last one that showed something else.
    """

    def change(current: Generation) -> Generation:
        if version:
            return current.roll_back(_with_latest(target, current, version))
        if generation is None:
            return current.roll_back(_shown_before(target, current))
        if not 1 <= generation <= current.number:
            raise UsageError(f"there is no generation {generation}; the last is {current.number}")
        return current.roll_back(target.record(generation))

    return _change(target, change, "", now=_time(now), dry_run=dry_run)


def collect(
    target: Target, *, keep: int, now: datetime | None = None, dry_run: bool = False
) -> Outcome:
    """Delete the files of withdrawn versions, and all but the last `keep` public roots."""

    def change(current: Generation) -> Generation:
        return current.collect(keep)

    return _change(target, change, "", now=_time(now), dry_run=dry_run)


def verify(target: Target, *, expect: str = "") -> Outcome:
    """Prove that everything is as it was published: every byte, the chain, what follows from it.

    `expect` is a hash that a publication gave; the history must hold it, else all of it may have
    been replaced.
    """
    try:
        current = target.current()
    except NaranhiError as error:
        return Outcome("", 0, "", findings=(fault(".", "changed-file", str(error)),))
    findings = list(target.problems())
    if expect and expect not in _hashes(target, current):
        message = f"no generation has the expected hash {expect}"
        findings.append(fault(".", "other-history", message))
    latest = current.versions.latest.name if current.versions.items else ""
    return Outcome(latest, current.number, current.hash, findings=tuple(sorted(set(findings))))


def _change(
    target: Target,
    change: Callable[[Generation], Generation],
    name: str,
    *,
    now: str,
    site: Site | None = None,
    dry_run: bool,
) -> Outcome:
    if dry_run:
        return _outcome(target.current(), change, name, now, dry_run=True)
    for _ in range(_ATTEMPTS):
        with target.changing("publication"):
            current = target.current()
            outcome = _outcome(current, change, name, now)
            known = current.get(name)
            if not outcome.changed:
                shown = known is not None and known.state is State.PUBLISHED
                findings = target.damage(known.version) if known and shown else ()
                return replace(outcome, findings=findings)
            try:
                new = replace(change(current), time=now)
                findings = target.commit(new, site if known is None else None)
            except MovedError:
                continue
            if findings:
                unchanged = replace(outcome, generation=current.number, hash=current.hash)
                return replace(unchanged, changed=False, findings=findings)
            return outcome
    raise MovedError("others are publishing all the time; try again")


def _outcome(
    current: Generation,
    change: Callable[[Generation], Generation],
    name: str,
    now: str,
    *,
    dry_run: bool = False,
) -> Outcome:
    new = change(current)
    changed = new != current
    if changed:
        new = replace(new, time=now)
    known = new.get(name)
    manifest = known.version.hash if known else ""
    return Outcome(name, new.number, new.hash, changed, dry_run, manifest)


def _time(now: datetime | None) -> str:
    return (now or datetime.now(UTC)).astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _hashes(target: Target, current: Generation) -> Iterator[str]:
    yield current.hash
    for number in range(1, current.number):
        try:
            yield target.record(number).hash
        except NaranhiError:
            continue


def _shown_before(target: Target, current: Generation) -> Generation:
    for number in range(current.number - 1, 0, -1):
        earlier = target.record(number)
        if earlier.versions != current.versions:
            return earlier
    raise UsageError("no generation before this one showed anything else")


def _with_latest(target: Target, current: Generation, version: str) -> Generation:
    for number in range(current.number, 0, -1):
        earlier = current if number == current.number else target.record(number)
        if earlier.versions.items and earlier.versions.latest.name == version:
            return earlier
    raise UsageError(f"no generation shows {version} as its latest version")


# --- what refuses a publication ------------------------------------------------------------------


def _refuse_other_files(target: Target, published: Version, site: Site) -> None:
    """Name the files by which a site is another one than the version that is published."""
    there, here = target.manifest(published).by_path, site.manifest.by_path
    other = sorted(path for path in there.keys() | here.keys() if there.get(path) != here.get(path))
    raise NaranhiError(
        f"version {published.name} is published already, with other files, and is never "
        f"overwritten; choose another --version; they differ in {_listed(other)}"
    )


def _refuse_missing(
    target: Target,
    current: Generation,
    new: Version,
    site: Site,
    without: Collection[str],
    failed: Iterable[str],
) -> None:
    """Stop where lessons are missing that a person has not named; `ko/scan`, or `scan` for all."""
    named = set(without)

    def allowed(lesson: str) -> bool:
        return lesson in named or lesson.partition("/")[2] in named

    if bad := sorted(name for name in failed if name not in named):
        raise NaranhiError(
            f"lessons failed when they were last executed: {_listed(bad)}; mend them, or publish "
            "what their pages show now with --without LESSON"
        )
    before = [v for v in current.versions.items if v.key() < new.key()]
    if not before:
        return
    old, here = before[-1], site.manifest.by_path
    there = _lessons(target, old)
    gone = [one for one in there if f"{one}.html" not in here and not allowed(one)]
    if gone:
        raise NaranhiError(
            f"lessons of version {old.name} are missing: {_listed(gone)}; build the site with "
            "them, or name each with --without LESSON"
        )


def _lessons(target: Target, version: Version) -> list[str]:
    """Give a version's lessons, such as `ko/scan`; all of its pages where its record names none."""
    try:
        named = json.loads(target.read(version, BUILD_RECORD)).get("docnames")
        return sorted(f"{tag}/{name}" for tag, names in named.items() for name in names)
    except (AttributeError, TypeError, ValueError):
        pages = pages_of(target.manifest(version), version)
        return sorted(path.removesuffix(".html") for path, _ in pages)


def _listed(names: Collection[str], *, most: int = 10) -> str:
    shown = list(names)[:most]
    return ", ".join([*shown, *([f"{len(names) - most} more"] if len(names) > most else [])])
