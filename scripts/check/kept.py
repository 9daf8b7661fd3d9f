"""What a translation leaves as it is: code, addresses, roles, formulas, numbers, names."""

from __future__ import annotations

import functools
import math
from collections import Counter
from collections.abc import Sequence

from scripts.lesson import Block
from scripts.patterns import lazy_pattern

# What a translation leaves as it is: code, addresses, roles, formulas, numbers.
_KEPT = lazy_pattern(
    r"(?<!`)(`+)(?!`)(?P<code>.+?)(?<!`)\1(?!`)|\]\((?P<address>[^)\s#]+)(?=[)\s#])|\$(?P<math>[^$\n]+)\$"
    r"|(?<![A-Za-z0-9_.])(?P<number>\d+(?:[.,]\d+)*)(?![A-Za-z0-9_])"
)
_CODE = frozenset({"cell", "fence", "code_block"})
_NAME = lazy_pattern(r"[A-Za-z](?:[A-Za-z0-9_.-]*[A-Za-z0-9])?")
_LATIN = lazy_pattern(r"[A-Za-z][A-Za-z0-9_-]+")
_SIGNS = "[\u2600-\u27bf\u2b00-\u2bff\U0001f300-\U0001faff]"
_SIGN = lazy_pattern(_SIGNS)
# What an item or a row begins with and keeps: a sign, or a name in code that is its cell.
_LEAD = lazy_pattern(
    rf"[\s>|*_+#-]*(?:\d+[.)]\s+)?"
    rf"(?P<lead>{_SIGNS}|[*_]*(?P<marks>`+)[^`]+(?P=marks)[*_]*(?=\s*\|))"
)
# Comments and texts in code may be translated.
_CODE_LINE = lazy_pattern(r"(?=.*\S)[ -~]{6,}")
# How much of what they keep, from 0 to 1, texts have in common that say the same.
ALIKE = 0.25


def kept(blocks: Sequence[Block]) -> frozenset[str]:
    """Give what a translation of these blocks leaves as it is.

    >>> sorted(kept([Block("paragraph", 1, 1, "`f`는 [3.5번](a.md) 부릅니다.")]))
    ['3.5', 'a.md', 'f']
    """
    return frozenset().union(*(_kept(block.text, block.kind in _CODE) for block in blocks))


@functools.lru_cache(maxsize=1 << 12)
def _kept(text: str, is_code: bool) -> frozenset[str]:
    """Give what a translation of one block leaves as it is; ten rules ask it of the same ones."""
    if is_code:
        return frozenset(one.strip() for one in text.split("\n") if _CODE_LINE.fullmatch(one))
    return frozenset(
        one for match in _KEPT.finditer(text) for one in match.groupdict().values() if one
    )


def kept_names(blocks: Sequence[Block]) -> frozenset[str]:
    """Give what a translation of blocks keeps, but for what begins with a digit."""
    return frozenset(one for one in kept(blocks) if not one[0].isdigit())


def latin_names(blocks: Sequence[Block]) -> frozenset[str]:
    """Give the names that stand in texts, in small letters: of keys, files and programs, too.

    >>> sorted(latin_names([Block("paragraph", 1, 1, "C-x와 Emacs.")]))
    ['c-x', 'emacs']
    """
    return frozenset(name.lower() for block in blocks for name in _NAME.findall(block.text))


def latin_words(block: Block) -> frozenset[str]:
    """Give the words of a heading that it has in every language: names, and English ones.

    >>> sorted(latin_words(Block("heading", 1, 1, "## `jit`과 JAX")))
    ['jax', 'jit']
    """
    return frozenset(word.lower() for word in _LATIN.findall(block.text)) | signs(block)


def signs(block: Block) -> frozenset[str]:
    """Give the pictures among the letters of a heading, or at the beginning of an item or a row.

    >>> heading, row = Block("heading", 1, 1, "## 🎨 값 ⚙️"), Block("table", 1, 1, "| 값 | 🎨 |")
    >>> sorted(signs(heading)), sorted(signs(row))
    (['⚙', '🎨'], [])
    """
    if block.kind == "heading":
        return frozenset(_SIGN.findall(block.text))
    found = lead(block)
    return frozenset([found]) if _SIGN.fullmatch(found) else frozenset()


def lead(block: Block) -> str:
    """Give what an item or a row begins with and keeps in every language, or nothing.

    >>> texts = ("| 🔁 | 값 |", "| `f` | 값 |", "- 🎨 값", "- `f`는 값입니다.")
    >>> [lead(Block("table", 1, 1, text)) for text in texts]
    ['🔁', '`f`', '🎨', '']
    """
    match = _LEAD.match(block.text)
    return match["lead"].strip("*_") if match else ""


def weights(ours: Sequence[frozenset[str]], theirs: Sequence[frozenset[str]]) -> dict[str, float]:
    """Give how much each name tells that texts of both languages have: more, the fewer have it.

    >>> sorted(weights([frozenset("ab"), frozenset("b")], [frozenset("bc")]))
    ['b']
    """
    counts, others = (Counter(name for text in side for name in text) for side in (ours, theirs))
    texts = len(ours) + len(theirs)
    return {
        name: math.log(texts / (counts[name] + others[name])) for name in counts if name in others
    }


def likeness(ours: frozenset[str], theirs: frozenset[str]) -> float:
    """Give how much of two sets is in both, from 0 to 1; one may have much more than the other."""
    both = len(ours & theirs)
    return both / math.sqrt(len(ours) * len(theirs)) if both else 0.0
