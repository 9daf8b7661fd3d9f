"""How a formula ends when it is read aloud, for the particle behind it."""

from __future__ import annotations

import re

from scripts.agreement import Sound, sound_of, sure_sound
from scripts.patterns import lazy_pattern

_GREEK_VOWELS = (
    "alpha beta gamma delta zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau phi chi"
    " psi omega vartheta varphi varrho varsigma Gamma Delta Theta Lambda Xi Pi Sigma Phi Psi Omega"
)
_NAMED = {
    **dict.fromkeys(_GREEK_VOWELS.split(), Sound.VOWEL),
    **dict.fromkeys(("epsilon", "varepsilon", "upsilon"), Sound.CONSONANT),
    "ell": Sound.RIEUL,
}
# Inequalities, sets and limits are sentences, and each is read in more than one way; so are
# fractions with a slash, roots, norms and matrices.
_OPEN = lazy_pattern(
    r"[<>/|&]|\\(?:[lg]eq?|ne[gq]?|[lg]eqslant|in|ni|notin|subset\w*|supset\w*|approx\w*|sim\w*|to"
    r"|(?:long)?(?:left|right)arrow|(?:Left|Right)arrow|implies|iff|mapsto|propto|equiv|gg|ll"
    r"|begin|sqrt|[lr]?[vV]ert|mid|over|tag|label|[lc]?dots|hbox)(?![A-Za-z])|…"
)
_SPACE = lazy_pattern(r"(?:\\[,;:! ]|\\q?quad|~|\s)+$")
# These show how a letter looks, and are not read.
_LOOKS = r"\\(?:mathbf|mathrm|mathit|mathcal|boldsymbol|bm|text|textbf|textit|operatorname)\s*"
_WRAPPED = lazy_pattern(rf"{_LOOKS}\{{(?P<inner>[^{{}}]*)\}}$")
_NUMBER = lazy_pattern(r"(?<![\d.])(?:\d{1,3}(?:(?:,|\{,\})\d{3})+|\d+)(?:\.\d+)?$")
# Read are the power, as 제곱 or 승, and the index, in Korean or in English.
_POWER = lazy_pattern(r"[A-Za-z0-9)}]\s*\^\s*(?:\d|\{\d+\})$|(?<![A-Za-z_{\d])\d+\s*\^\s*[a-zA-Z]$")
_DEGREES = lazy_pattern(r"\d\s*\^\s*\{?\\circ\}?$|\\%$")
_INDEX = lazy_pattern(r"(?P<base>.*)_\s*(?:\{(?P<long>[^{}]*)\}|(?P<one>\\[A-Za-z]+|[A-Za-z0-9]))$")
_HALVES = lazy_pattern(r"\\[dt]?frac\s*(?:\{(?P<top>\d+)\}\s*\{\d+\}|(?P<short>\d)\s*\d)$")
_ACCENT = lazy_pattern(
    r"\\(?:hat|bar|vec|dot|ddot|tilde|overline|widehat|mathbb|mathfrak|sqrt)\s*$"
)
# Before a number these are read, and then the number: 로그 삼, 사인 삼십, 이 곱하기 삼.
_BEFORE_NUMBERS = lazy_pattern(
    r"\\(?:log|ln|lg|exp|(?:arc)?(?:sin|cos|tan)|(?:sin|cos|tan)h|sec|csc|cot|cdot|times|pm|mp"
    r"|[,;:! ]|q?quad)\s*$"
)
_ARGUMENT = lazy_pattern(
    r"(?P<name>\\(?:log|ln|lg|exp|sin|cos|tan|sinh|cosh|tanh))\s*\{(?P<inner>[^{}]*)\}$"
)
_COMMAND = lazy_pattern(r"\\(?P<name>[A-Za-z]+)$")
_DIGITS = {
    "1": (Sound.RIEUL, Sound.CONSONANT),
    "2": (Sound.VOWEL,),
    "4": (Sound.VOWEL,),
    "5": (Sound.VOWEL,),
    "7": (Sound.RIEUL, Sound.CONSONANT),
}


def sounds_of(formula: str) -> tuple[Sound, ...]:
    r"""Give how a formula may end when it is read, by what is said last; nothing if that is open.

    >>> [[one.value for one in sounds_of(f)] for f in ("t = 0", r"2\pi", "x^2", "a / b")]
    [['consonant'], ['vowel'], ['consonant'], []]
    """
    text = formula.strip("$").strip()
    return () if _OPEN.search(text) else _last(text)


def _last(text: str) -> tuple[Sound, ...]:
    text = _SPACE.sub("", text).rstrip(".,")
    text = _SPACE.sub("", text)
    if not text:
        return ()
    if match := _HALVES.search(text):
        return _last(match["top"] or match["short"])
    if _DEGREES.search(text):
        return (Sound.VOWEL,)
    if _POWER.search(text):
        return (Sound.CONSONANT,)
    if match := _WRAPPED.search(text):
        inner = match["inner"].strip()
        if sound := sound_of(inner[-1:] or " "):
            return (sound,)
        # In upright letters m is a metre.
        upright = match[0].startswith(("\\mathrm", "\\text", "\\operatorname"))
        return _letter(inner) if len(inner) == 1 and inner.isalpha() and not upright else ()
    if match := _ARGUMENT.search(text):
        return _last(f"{match['name']} {match['inner']}") if match["inner"].strip() else ()
    if match := _INDEX.match(text):
        return () if re.search(r"\^\s*(?:\{[^{}]*\}|.)$", match["base"]) else _index(match)
    if text[-1] == ")":
        inside = re.search(r"\((?P<inner>[^()]*?)(?:\\right)?\)$", text)
        return _last(inside["inner"]) if inside else ()
    return _atom(text)


def _index(match: re.Match[str]) -> tuple[Sound, ...]:
    inner = (match["long"] or match["one"] or "").strip()
    if inner[-1:].isdigit():
        return _DIGITS.get(inner, ()) if inner.isdigit() else _DIGITS.get(inner[-1], ())
    # A word as an index may be read in any language.
    return () if re.search(r"(?<!\\)\b[A-Za-z]{3,}$", inner) else _last(inner)


def _atom(text: str) -> tuple[Sound, ...]:
    if text[-1].isdigit():
        before = text[: match.start()] if (match := _NUMBER.search(text)) else "^"
        behind_sign = re.search(r"(?:[\^_A-Za-z]|\\[A-Za-z]+\s*)$", before)
        if behind_sign and not _BEFORE_NUMBERS.search(before):
            return ()
        number = text[len(before) :].replace("{,}", "").replace(",", "")
        sound = Sound.CONSONANT if number[-1] == "0" else sure_sound(number[-1])
        return (sound,) if sound else ()
    if match := _COMMAND.search(text):
        found = _NAMED.get(match["name"])
        return (found,) if found and not _bent(text[: match.start()]) else ()
    if re.match("[A-Za-z]", text[-1]) and not _bent(text[:-1]):
        # 5m may be five metres, and a word is no product.
        if text[-1] in "mgsl" and re.search(r"\d[\\, ]*.$", text):
            return ()
        return _letter(text[-1]) if not re.search("[A-Za-z]{3,}$", text) else ()
    return ()


def _bent(before: str) -> bool:
    """Tell whether what stands before a sign changes how it is read."""
    return before.rstrip()[-1:] in {"^", "_"} or _ACCENT.search(before) is not None


def _letter(letter: str) -> tuple[Sound, ...]:
    if letter == "r":
        return (Sound.RIEUL,)
    sound = sure_sound(letter)
    return (sound,) if sound else ()
