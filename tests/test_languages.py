"""The languages of the site."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from scripts.languages import DEFAULT_ORIGIN, ENGLISH, KOREAN, LANGUAGES, Language, language_of


def test_tags_are_bcp47_and_unlike() -> None:
    assert all(re.fullmatch(r"[a-z]{2,3}(-[A-Za-z0-9]+)*", one.tag) for one in LANGUAGES)
    assert len({one.tag for one in LANGUAGES}) == len(LANGUAGES)
    assert DEFAULT_ORIGIN in LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda one: one.tag)
def test_languages_are_found_by_their_tags(language: Language) -> None:
    assert language_of(language.tag) is language


def test_a_tag_that_is_not_ours() -> None:
    with pytest.raises(KeyError):
        language_of("tlh")


def test_each_has_a_folder_of_its_own() -> None:
    assert KOREAN.folder(Path("x")) == Path("x/lessons_ko")
    assert ENGLISH.folder(Path("x")) == Path("x/lessons_en")
