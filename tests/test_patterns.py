"""Patterns that are compiled late: each of them can be."""

from __future__ import annotations

import gc
import importlib
import pkgutil
import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import scripts
from scripts.check.spacing_patterns import SPACING
from scripts.hangul import stands_in
from scripts.patterns import _Lazy, lazy_pattern


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


@pytest.mark.parametrize(("signs", "pattern"), [one[:2] for one in SPACING])
def test_what_is_found_has_a_sign(signs: tuple[str, ...], pattern: re.Pattern[str]) -> None:
    asked = re.compile(pattern.pattern)

    @settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck))
    @given(st.from_regex(asked))
    def ask(text: str) -> None:
        assert not asked.search(text) or any(stands_in(sign, text) for sign in signs)

    ask()
