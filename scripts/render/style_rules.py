"""Leaves out of a style sheet what no page can need.

A theme's style sheet holds the rules of a whole framework, 310 kB here, of which a site's pages use
a third.
"""

from __future__ import annotations

import re

_WORD = re.compile(r"[A-Za-z_][\w-]*")
_CLASSES = re.compile(r"""class\s*=\s*(?:\\?["'])?([^"'\\<>]*)""")
_CLASS = re.compile(r"\.([A-Za-z_][\w-]*)")
_RULE = re.compile(r"(?P<who>(?:[^{}@;\"]|\"[^\"]*\")+)(?P<what>\{[^{}]*\})")
_COMMA = re.compile(r",(?![^()]*\))")
# What holds for elements without a class, too: `:not(.a)`, `[href$=".a"]`.
_ASIDE = re.compile(r"\([^()]*\)|\[[^\]]*\]")
_EMPTY = re.compile(r"@(?:media|supports)[^{};]*\{\s*\}")


def classes_in(page: str) -> frozenset[str]:
    """Give the classes of a page's elements, also where the page is a string of a script.

    >>> sorted(classes_in('<p class="a b-c"><p class=d> <p class=\\\\"e f\\\\">'))
    ['a', 'b-c', 'd', 'e', 'f']
    """
    return frozenset(one for found in _CLASSES.findall(page) for one in found.split())


def words_in(script: str) -> frozenset[str]:
    """Give all words of a script that could be classes, or what a class begins with.

    >>> sorted(words_in("one.className = `d-${x}`"))
    ['className', 'd-', 'one', 'x']
    """
    return frozenset(_WORD.findall(script))


def named_rules(css: str, words: frozenset[str]) -> str:
    """Give a style sheet without the selectors of classes that are not among the words.

    A word with a hyphen at its end stands for all that it begins, since scripts put names together.

    >>> named_rules(".a,.b p,q:not(.b){x:1}@media print{.b{x:2}}.d-1{x:3}", words_in("a `d-`"))
    '.a,q:not(.b){x:1}.d-1{x:3}'
    """
    begun = tuple(word for word in words if word.endswith("-"))

    def known(selector: str) -> bool:
        bare, before = selector, ""
        while bare != before:
            bare, before = _ASIDE.sub("", bare), bare
        named = _CLASS.findall(bare)
        return "\\" in bare or all(one in words or one.startswith(begun) for one in named)

    def rule(found: re.Match[str]) -> str:
        kept = [selector for selector in _COMMA.split(found["who"]) if known(selector)]
        return ",".join(kept) + found["what"] if kept else ""

    shorter, before = _RULE.sub(rule, css), css
    while shorter != before:
        shorter, before = _EMPTY.sub("", shorter), shorter
    return shorter
