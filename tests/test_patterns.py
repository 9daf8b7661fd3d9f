"""Patterns that are compiled late: each of them can be, and is kept as it was compiled."""

from __future__ import annotations

import gc
import importlib
import marshal
import os
import pkgutil
import re
import subprocess
import sys
from pathlib import Path
from unittest import mock

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import scripts
from scripts.check.korean.confused_words import CONFUSED
from scripts.check.korean.conjugations import CONJUGATED
from scripts.check.korean.dependent_nouns import DEPENDENT_NOUNS
from scripts.check.korean.grammar import FORMS as GRAMMAR
from scripts.check.korean.joined_words import JOINED_WORDS
from scripts.check.korean.spacing_patterns import SPACING
from scripts.hangul import stands_in
from scripts.patterns import _Lazy, _Programs, lazy_pattern

_CLONE = Path(__file__).parent.parent


def test_all_of_them_compile() -> None:
    for module in pkgutil.walk_packages(scripts.__path__, "scripts."):
        if module.name.split(".")[1] in {"check", "execute", "lesson", "names", "sync", "guard"}:
            importlib.import_module(module.name)
    found = [one for one in gc.get_objects() if type(one) is _Lazy]
    assert len(found) > 300
    for one in found:
        re.compile(vars(one)["_source"], vars(one)["_flags"])


def test_a_fault_is_told_when_it_is_asked() -> None:
    wrong = lazy_pattern("(")
    with pytest.raises(re.error):
        wrong.search("")


_TABLES = (*SPACING, *DEPENDENT_NOUNS, *JOINED_WORDS, *CONFUSED, *CONJUGATED, *GRAMMAR)


@pytest.mark.parametrize(("signs", "pattern"), [one[:2] for one in _TABLES])
def test_what_is_found_has_a_sign(signs: tuple[str, ...], pattern: re.Pattern[str]) -> None:
    asked = re.compile(pattern.pattern)

    @settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck))
    @given(st.from_regex(asked))
    def ask(text: str) -> None:
        assert not asked.search(text) or any(stands_in(sign, text) for sign in signs)

    ask()


def test_patterns_are_the_same_in_every_process() -> None:
    """A pattern that is made of a set in no order would be compiled anew each time, and kept."""
    code = """
import gc, importlib, pkgutil, scripts
from scripts.patterns import _Lazy
for module in pkgutil.walk_packages(scripts.__path__, "scripts."):
    if module.name.split(".")[1] in {"check", "execute", "lesson", "names", "sync", "guard"}:
        importlib.import_module(module.name)
found = (vars(one)["_source"] for one in gc.get_objects() if type(one) is _Lazy)
print(*sorted(map(ascii, found)), sep="\\n")
"""
    said = [
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            cwd=_CLONE,
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert said[0] == said[1]
    assert said[0].count(b"\n") > 300


def test_what_was_kept_is_what_re_compiles(tmp_path: Path) -> None:
    found = [one for one in gc.get_objects() if type(one) is _Lazy]
    wanted = {(vars(one)["_source"], int(vars(one)["_flags"])) for one in found}
    kept = tmp_path / "kept"
    first = _Programs(kept)
    for source, flags in wanted:
        first.compiled(source, flags)
    with mock.patch.object(sys, "dont_write_bytecode", new=False):
        first.save()
    second = _Programs(kept)
    with mock.patch.object(re, "compile", side_effect=AssertionError("compiled anew")):
        again = {one: second.compiled(*one) for one in wanted}
    assert again == {(source, flags): re.compile(source, flags) for source, flags in wanted}


@pytest.mark.parametrize("data", [b"", b"no marshal", b"\xdb", marshal.dumps(7)])
def test_a_damaged_file_of_programs_is_as_none(tmp_path: Path, data: bytes) -> None:
    kept = tmp_path / "kept"
    kept.write_bytes(data)
    assert _Programs(kept).compiled("[가-힣]+", 0).findall("a가b") == ["가"]


def test_a_damaged_program_is_compiled_anew(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    first = _Programs(kept)
    first.compiled("[가-힣]+", 0)
    faults: tuple[object, ...] = (None, (), (0, b"\1\2\3\4", 0, {}, (None,)))
    for broken in faults:
        first._known = dict.fromkeys(first._known, broken)
        assert first.compiled("[가-힣]+", 0).findall("a가b") == ["가"]


def test_nothing_is_written_where_bytecode_is_not(tmp_path: Path) -> None:
    programs = _Programs(tmp_path / "kept")
    programs.compiled("a", 0)
    with mock.patch.object(sys, "dont_write_bytecode", new=True):
        programs.save()
    assert not list(tmp_path.iterdir())


def test_checking_keeps_bytecode_in_a_cache_where_none_may_lie_beside_the_sources(
    tides: Path,
) -> None:
    caches = tides / "caches"
    environment = {
        **os.environ, "PYTHONDONTWRITEBYTECODE": "1", "XDG_CACHE_HOME": str(caches),
    }  # fmt: skip
    environment.pop("PYTHONPYCACHEPREFIX", None)
    command = [sys.executable, "-m", "scripts", "check", "--root", str(tides)]

    def written() -> dict[Path, int]:
        subprocess.run(command, env=environment, check=True, capture_output=True, cwd=_CLONE)
        return {path: path.stat().st_mtime_ns for path in caches.rglob("*") if path.is_file()}

    first = written()
    assert {"checking", "patterns"} <= {path.name.split(".")[0] for path in first}
    assert {path.suffix for path in first} == {".pyc", ".programs"}
    assert written() == first


def test_a_folder_that_cannot_be_written_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    programs = _Programs(tmp_path / "file" / "kept")
    programs.compiled("a", 0)
    with mock.patch.object(sys, "dont_write_bytecode", new=False):
        programs.save()


def test_of_too_many_programs_the_used_ones_stay(tmp_path: Path) -> None:
    programs = _Programs(tmp_path / "kept")
    with (
        mock.patch("scripts.patterns._MOST", 3),
        mock.patch.object(sys, "dont_write_bytecode", new=False),
    ):
        for source in "abc":
            programs.compiled(source, 0)
        programs.save()
        later = _Programs(tmp_path / "kept")
        later.compiled("c", 0)
        later.compiled("d", 0)
        later.save()
    assert sorted(source for source, _ in _Programs(tmp_path / "kept")._known) == ["c", "d"]
