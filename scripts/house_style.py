"""What a site's style guide asks for, beside what is right in every text: `docs/style.toml`."""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from scripts.languages import LANGUAGES
from scripts.patterns import lazy_pattern
from scripts.settings import Settings, read_settings

_RULE = "style"
_WORD = lazy_pattern(r"[^\s~]")
NOTES = UNITS, COUNTS, COMMENTS, DASHES, SLANTED = (
    "units",
    "counts",
    "comments",
    "dashes",
    "slanted",
)


@dataclass(frozen=True)
class AvoidedWord:
    """A word that a site does not write, and why; `~` before it joins it to the word before.

    >>> [bool(AvoidedWord("~에 의해").pattern.search(text)) for text in ("JAX에 의해", "에 의해")]
    [True, False]
    """

    word: str
    why: str = ""

    @property
    def begins(self) -> str:
        """Give what stands in each text that has the word, in small letters."""
        return self.word.removeprefix("~").split()[0].lower()

    @functools.cached_property
    def pattern(self) -> re.Pattern[str]:
        """Give a pattern for it, in all Korean forms that begin as it does."""
        joined = self.word.startswith("~")
        words = r"\s+".join(map(re.escape, self.word.removeprefix("~").split()))
        # Korean words have endings and particles behind them.
        end = r"(?!\w)" if self.word.isascii() else ""
        start = r"(?<=\w)" if joined else r"(?<!\w)"
        return re.compile(f"{start}{words}{end}", re.IGNORECASE)


@dataclass(frozen=True)
class HouseStyle:
    """What a site wants noted: some of `NOTES`, and words that it avoids, by language tag."""

    notes: frozenset[str] = frozenset()
    avoided: Mapping[str, tuple[AvoidedWord, ...]] = field(default_factory=dict)


def style_path(root: Path) -> Path:
    """Give the place of what a root's style guide has noted, whether it is there or not."""
    return root / "docs" / "style.toml"


def read_style(root: Path) -> HouseStyle:
    """Give what a root asks for; raises `FaultError` where its file cannot be read."""
    settings = read_settings(style_path(root), _RULE)
    return HouseStyle() if settings is None else _read(settings)


@functools.lru_cache(maxsize=4)
def _read(settings: Settings) -> HouseStyle:
    said, fault = settings.parsed(), settings.fault
    notes, entries = said.get("notes", []), said.get("avoid", [])
    if not isinstance(notes, list):
        raise fault("notes", '"notes" is no list')
    if not isinstance(entries, list) or not all(isinstance(one, dict) for one in entries):
        raise fault("avoid", '"avoid" is no list of tables; write [[avoid]] above each')
    for name in notes:
        if name not in NOTES:
            known = ", ".join(NOTES)
            raise fault(str(name), f'there is no note "{name}"; there are {known}')
    avoided: dict[str, list[AvoidedWord]] = {language.tag: [] for language in LANGUAGES}
    for entry in entries:
        for key, words in entry.items():
            if key in avoided:
                several = map(str, words if isinstance(words, list) else [words])
                why = str(entry.get("why", ""))
                avoided[key] += (AvoidedWord(one, why) for one in several if _WORD.search(one))
            elif key != "why":
                known = ", ".join([*avoided, "why"])
                raise fault(key, f'[[avoid]] has no "{key}"; it has {known}')
    return HouseStyle(frozenset(notes), {tag: tuple(words) for tag, words in avoided.items()})
