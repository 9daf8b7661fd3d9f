"""The languages that lessons are written in; a new one is one line here and one folder."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Language:
    """A language of the site: its BCP 47 tag, and its name in itself and in English.

    `letters` are those that only its script has, as in `[...]` of a regular expression; "" for
    Latin ones, since code is written in these too.
    """

    tag: str
    name: str
    english_name: str
    letters: str = ""

    def folder(self, root: Path) -> Path:
        """Give the folder below `root` that holds this language's lessons.

        >>> KOREAN.folder(Path("site")).as_posix()
        'site/lessons_ko'
        """
        return root / f"lessons_{self.tag}"


KOREAN = Language("ko", "한국어", "Korean", "\u1100-\u11ff\u3130-\u318f\uac00-\ud7a3")
ENGLISH = Language("en", "English", "English")

LANGUAGES: tuple[Language, ...] = (KOREAN, ENGLISH)

# A lesson that does not say where it was written first is taken for an English one.
DEFAULT_ORIGIN = ENGLISH


def language_of(tag: str) -> Language:
    """Give the language with this tag; `KeyError` where the site has none.

    >>> language_of("ko").name
    '한국어'
    """
    for language in LANGUAGES:
        if language.tag == tag:
            return language
    raise KeyError(tag)
