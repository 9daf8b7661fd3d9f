"""What an author should look at in the prose: unclosed marks, text that was never translated."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from scripts.adopt.blocks import FILLER, masked, texts, tokens_of
from scripts.adopt.page import Code, Line, Part, Prose, Report, joined, quoted
from scripts.languages import Language

_RUN = re.compile(r"(?<!\\)(?P<run>\*{1,3})")
_CONTROL = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|[\x00-\x08\x0b-\x1f\x7f]|[\x80-\x9f]|\ufeff")

# The letters that text in a language is written with, where they are not Latin.
_SCRIPTS = {"ko": re.compile(r"[가-힣ㄱ-ㅣ]")}
_WORD = re.compile(r"[A-Za-z][a-z']+")
_FEWEST_WORDS = 6


def without_controls(parts: Sequence[Part], report: Report) -> list[Part]:
    """Take control characters and escape codes out of prose and code; each line is named.

    Outputs keep theirs, since a terminal's colours belong to them.
    """
    result: list[Part] = []
    for part in parts:
        if isinstance(part, Prose):
            lines = tuple(Line(_clean(ln.text, ln.number, report), ln.number) for ln in part.lines)
            result.append(Prose(lines))
            continue
        rows = [
            _clean(row, part.number(offset), report)
            for offset, row in enumerate(part.source.split("\n"), 1)
        ]
        result.append(Code("\n".join(rows), part.numbers, part.outputs, part.tags, part.raises))
    return result


def _clean(text: str, line: int, report: Report) -> str:
    found = sorted({match[0] for match in _CONTROL.finditer(text)})
    if not found:
        return text
    names = ", ".join(f"U+{ord(char):04X}" for chars in found for char in chars[:1])
    report.warning(line, "control-character", f"control characters ({names}) are taken out")
    return _CONTROL.sub("", text)


def report_prose(parts: Sequence[Part], language: Language, report: Report) -> None:
    """Report emphasis and backticks that are never closed, and paragraphs left untranslated."""
    for part in parts:
        if isinstance(part, Code):
            continue
        for block in texts(tokens_of(part.lines)):
            text = joined(part.lines[block.start : block.end])
            line = part.lines[block.start].number
            if block.kind == "html":
                continue
            for offset, mark in _unclosed(text):
                at = part.lines[block.start + offset]
                what = "backtick" if mark == "`" else "emphasis"
                report.warning(
                    at.number,
                    f"unclosed-{what}",
                    f"a {mark} is never closed here: {quoted(at.text)[:100]}",
                    "close it, or write a backslash before it",
                )
            if _untranslated(text, language):
                report.warning(
                    line,
                    "untranslated",
                    f"this {block.kind} is not in {language.english_name}: {quoted(text)[:80]}",
                    "translate it",
                )


def _unclosed(text: str) -> list[tuple[int, str]]:
    """Give the unclosed marks of a block: the line within it, and the mark.

    >>> _unclosed("a *b and `c`")
    [(0, '*')]
    >>> _unclosed("* an item with **bold** and 2 * 3")
    []
    """
    hidden = masked(text)
    found = [
        (hidden[: match.start()].count("\n"), "`") for match in re.finditer(r"(?<!\\)`+", hidden)
    ]
    # Addresses hold stars and underscores of their own.
    hidden = re.sub(r"https?://\S+|\]\([^)]*\)", lambda m: FILLER * len(m[0]), hidden)
    pending: list[tuple[str, int]] = []
    for match in _RUN.finditer(hidden):
        before, after = (
            hidden[match.start() - 1 : match.start()],
            hidden[match.end() : match.end() + 1],
        )
        opens, closes = bool(after.strip()), bool(before.strip())
        if not (opens or closes) or (_is_ascii_word(before) and _is_ascii_word(after)):
            continue
        line = hidden[: match.start()].count("\n")
        run = match["run"]
        partner = next((i for i in range(len(pending) - 1, -1, -1) if pending[i][0] == run), None)
        if closes and partner is not None:
            del pending[partner:]
        elif opens or closes:
            pending.append((run, line))
    return sorted([*found, *((line, run) for run, line in pending)])


def _is_ascii_word(char: str) -> bool:
    return char.isascii() and char.isalnum()


def _untranslated(text: str, language: Language) -> bool:
    """Tell whether a block is prose in Latin letters where the language has its own.

    >>> from scripts.languages import KOREAN
    >>> _untranslated("This paragraph was left as it stood in the original.", KOREAN)
    True
    >>> _untranslated("JAX는 `jit`을 씁니다.", KOREAN)
    False
    """
    script = _SCRIPTS.get(language.tag)
    if script is None:
        return False
    bare = re.sub(r"https?://\S+|\]\([^)]*\)|<[^<>]+>", " ", masked(text)).replace(FILLER, " ")
    own = len(script.findall(unicodedata.normalize("NFC", bare)))
    words = _WORD.findall(bare)
    # A sentence of another language has little words; names and titles have few.
    return len(words) >= _FEWEST_WORDS and own * 10 < sum(len(word) for word in words)
