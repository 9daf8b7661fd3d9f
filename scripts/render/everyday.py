"""Words that are terms elsewhere, and everyday words on this page: "carry it over" is no carry."""

from __future__ import annotations

import functools
import re

from scripts.glossary import english_pattern, folded, may_stand_in, read_glossary
from scripts.languages import Language
from scripts.lesson import Lessons


def everyday_names(lessons: Lessons, language: Language, docname: str) -> tuple[str, ...]:
    """Give the names of terms in a page's text that another language's page has no term for.

    There are none where the page is there in one language only.
    """
    lesson = lessons.get(docname, language)
    others = [
        (one.language.tag, folded(one.text))
        for one in lessons.versions(docname)
        if one.language != language
    ]
    if lesson is None or not others:
        return ()
    text = lesson.text.lower()
    return tuple(
        name
        for term in read_glossary(lessons.root)
        if term.mark
        and (name := term.name(language.tag))
        and _is_named(name, text)
        and not all(term.is_in(other, tag) for tag, other in others)
    )


# A preview asks the same of all pages but one, again and again.
@functools.lru_cache(maxsize=4096)
def _is_named(name: str, text: str) -> bool:
    """Tell whether a name stands in a text in small letters, or several of it.

    >>> _is_named("leaf", "two leaves"), _is_named("axis", "an axle"), _is_named("잎", "잎 둘")
    (True, False, True)
    """
    name = name.lower()
    several = name.isascii() and may_stand_in(name, text)
    return name in text or (several and re.search(english_pattern(name), text) is not None)


def everyday(lessons: Lessons, language: Language) -> str:
    """Give all of them in a text, which says whether a page of this language shows others."""
    return repr([everyday_names(lessons, language, name) for name in lessons.docnames])
