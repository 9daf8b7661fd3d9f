"""Names as their makers write them, and one dialect of English for a site."""

from __future__ import annotations

import functools
import re
from collections import Counter
from collections.abc import Iterator

from scripts.check.definitions import address_of
from scripts.check.english.parts_of_speech import usual_parts
from scripts.check.fault import Fault
from scripts.check.prose import Line, prose
from scripts.check.rule import Selection
from scripts.diagnostic import Severity
from scripts.languages import ENGLISH
from scripts.last_read import of_last_read
from scripts.lesson import Lesson
from scripts.patterns import lazy_pattern

_NAMES = (
    *("NumPy", "SciPy", "JAX", "PyTorch", "TensorFlow", "GitHub", "GitLab", "JavaScript"),
    *("TypeScript", "IPython", "JupyterLab", "XLA", "GPU", "TPU", "CPU", "CUDA", "HTML", "JSON"),
    *("YAML", "API", "OpenXLA", "StableHLO", "DeepMind", "Matplotlib", "Python", "Jupyter"),
    *("Git", "Flax", "Optax", "Docker", "Linux", "MySQL", "PostgreSQL", "SQLite", "FastAPI"),
)
_SYSTEMS = (
    *("macOS", "iOS", "iPadOS", "FreeBSD", "OpenBSD", "NetBSD", "Debian", "Ubuntu", "CentOS"),
    *("Fedora", "Android"),
)
# Mac OS 9 was no macOS.
_OLD_MACS = lazy_pattern(r" ?(?:X|[7-9]|10)(?!\d)")
_BY_LETTERS = {name.lower(): name for name in (*_NAMES, *_SYSTEMS)}
# All in small letters a name is that of a package or a command, but not where it owns something.
_ENDS = r"(?![A-Za-z0-9_/@]|-(?![a-z]{3,}\b)|\.\w|\()"
_NAME = lazy_pattern(rf"(?<![\w./@#·-])(?i:{'|'.join(sorted(_BY_LETTERS))}){_ENDS}")
_HANGUL = lazy_pattern("[가-힣]")
_OWNS = lazy_pattern("['’]s\\b")
_KOREAN_PARTICLE = lazy_pattern(r"(?:은|는|이|가|을|를|의|에서|으로|과|와|에는)(?![가-힣])")
_COMMANDS = frozenset({"docker", "git", "ipython", "jupyter", "mysql", "python", "sqlite"})
# So many times as often stands what its makers write, where small letters are a slip.
_MORE = 3
# Modules and files are called so, too.
_ALSO_MODULES = frozenset({"cuda", "html", "json", "yaml"})
# Code is in Python, and there is a Python function.
_LANGUAGE = "python"
_OF_LANGUAGE = lazy_pattern(r"\b(?:[Aa]|[Ii]n|[Oo]f) $")
# What the language does and the command does not.
_DOES = lazy_pattern(
    r" (?:gets|gives|has|is|does|sees|knows|calls|keeps|asks|takes|counts|would|cannot|evaluates"
    r"|needs|already|itself)\b"
)

_STEMS = """
behaviour behavior|colour color|favour favor|neighbour neighbor|honour honor|flavour flavor
centre center|analyse analyze|optimise optimize|initialise initialize|normalise normalize
vectorise vectorize|serialise serialize|parallelise parallelize|minimise minimize
maximise maximize|summarise summarize|recognise recognize|organise organize|realise realize
specialise specialize|generalise generalize|customise customize|visualise visualize
emphasise emphasize|prioritise prioritize|utilise utilize|standardise standardize
categorise categorize|synchronise synchronize|tokenise tokenize|randomise randomize
regularise regularize|discretise discretize|linearise linearize|factorise factorize
memorise memorize|penalise penalize|stabilise stabilize|characterise characterize
localise localize|finalise finalize|paralyse paralyze|apologise apologize
modelling modeling|labelled labeled|travelling traveling
travelled traveled
signalling signaling|signalled signaled|totalled totaled|fuelled fueled|artefact artifact
defence defense|grey gray|fibre fiber|theatre theater|manoeuvre maneuver
labour labor|harbour harbor|humour humor|rumour rumor|vapour vapor|odour odor|armour armor
endeavour endeavor|calibre caliber|sombre somber|offence offense|pretence pretense|sulphur sulfur
plough plow|mould mold|smoulder smolder|instalment installment
skilful skillful|wilful willful|woollen woolen|cosy cozy|encyclopaedia encyclopedia
levelled leveled|levelling leveling|modelled modeled|labelling labeling
dialled dialed|dialling dialing|channelled channeled|tunnelled tunneled|initialled initialed
pencilled penciled|unravelled unraveled|fuelling fueling|totalling totaling|equalled equaled
marshalled marshaled|counselling counseling
authorise authorize|capitalise capitalize|centralise centralize|criticise criticize
crystallise crystallize|digitise digitize|equalise equalize|familiarise familiarize
formalise formalize|harmonise harmonize|idealise idealize|itemise itemize|materialise materialize
mobilise mobilize|modernise modernize|monetise monetize|neutralise neutralize|oxidise oxidize
polarise polarize|popularise popularize|quantise quantize|rationalise rationalize
reorganise reorganize|sanitise sanitize|scrutinise scrutinize|sterilise sterilize
symbolise symbolize|theorise theorize|trivialise trivialize|vaporise vaporize|binarise binarize
containerise containerize|deserialise deserialize|jeopardise jeopardize|pressurise pressurize
catalyse catalyze|sceptical skeptical|marvellous marvelous|jewellery jewelry
aluminium aluminum|ageing aging
""".strip()
# The other dialect has these words as well, as what measures and what a printer prints.
_BRITISH_ALONE = """
whilst while|amongst among|learnt learned
gramme gram|kilogramme kilogram|milligramme milligram
metre meter|kilometre kilometer|centimetre centimeter|millimetre millimeter|litre liter
""".strip()


def _pairs(stems: str) -> list[tuple[str, str]]:
    words = stems.replace("|", " ").split()
    return list(zip(words[::2], words[1::2], strict=True))


_PAIRS = _pairs(_STEMS)
_PAIRS += [(a[:-1], b[:-1]) for a, b in _PAIRS if a.endswith(("ise", "yse"))]
_BRITISH: dict[str, str] = dict([*_PAIRS, *_pairs(_BRITISH_ALONE)])
_AMERICAN = {american: british for british, american in _PAIRS}
_DIALECT_STEMS = frozenset((*_BRITISH, *_AMERICAN))
_LONGEST_FIRST = sorted(_DIALECT_STEMS, key=lambda stem: (-len(stem), stem))
_ENDINGS = ("s", "d", "r", "rs", "ed", "ing", "al", "ful", "able", "ation", "ations")
_DIALECT = lazy_pattern(
    rf"(?<![\w./-])(?P<stem>{'|'.join(_LONGEST_FIRST)})"
    rf"(?P<rest>{'|'.join(_ENDINGS)})?(?![\w(/]|\.\w)",
    re.IGNORECASE,
)
_WORD = lazy_pattern(r"(?<![\w./-])[A-Za-z]+")
_NO_PROSE = lazy_pattern(
    r"(?ms)^[ \t]*(?P<fence>`{3,}|~{3,}).*?^[ \t]*(?P=fence)|`[^`\n]*`|\]\([^)\n]*\)|https?:\S+"
)
# Where the title of a work may stand: in quotation marks, in italics, in a link.
_TITLE = lazy_pattern(
    r"[\"“](?P<quoted>[^\"“”]+)[\"”]|(?<![\w*])[*_](?P<marked>[^*_]+)[*_](?![\w*])"
    r"|(?<!!)\[(?P<linked>[^\[\]]+)\](?:\((?P<address>[^)\s]+)[^)]*\)|\[(?P<label>[^\]]*)\])?"
)
_TITLE_WORD = lazy_pattern(r"[A-Za-z][\w'’-]*")
# Shorter words have a small letter in a title.
_SMALL = 5
# Behind these a sentence begins.
_BEGINS = lazy_pattern(r"(?:^[ \t>]*(?:[-*+]|\d+[.)])?|[.!?:])$")
# A text of one word, an attribute, an argument.
_NAME_IN_CODE = lazy_pattern(
    r"(?P<text>(?<=\")[A-Za-z]+(?=\")|(?<=')[A-Za-z]+(?='))|\.(?P<attribute>[A-Za-z]+)\b"
    r"|\b(?P<argument>[A-Za-z]+)\s*="
)
# Without their e stems need an ending that takes its place: emphasis is a noun everywhere.
_CUT = lazy_pattern(r"[iy][sz]$", re.IGNORECASE)
_BEHIND_CUT = frozenset({"ed", "ing", "able", "ation", "ations"})
_WITH_ISE = lazy_pattern(r"i[sz]e?$")
# Of a noun in -sis there is more than one in every dialect.
_PLURALS = frozenset({"analyses", "paralyses"})
# The term of the field, in every dialect.
_TERMS = frozenset({"tokenizer", "tokenizers"})


# A name with a capital within it, as AdamW, or a word with one at its beginning.
_CAPITALISED = lazy_pattern(r"(?<![\w./@-])[A-Z](?:[a-z]+[A-Z][A-Za-z]*|[a-z]{3,})(?![\w/(-]|\.\w)")


def _with_fewer_capitals(lesson: Lesson) -> Iterator[Fault]:
    """Give the names that have a capital within them elsewhere on the page: Adamw."""
    found = [
        (line, match)
        for line in prose(lesson)
        for match in _CAPITALISED.finditer(line.text)
        if not line.is_code(*match.span())
    ]
    counts = Counter(match[0] for _, match in found)
    names = {one.lower(): one for one in counts if not one.istitle()}
    for line, match in found if names else ():
        name = names.get(match[0].lower(), "")
        is_word = name.lower() in _BY_LETTERS or usual_parts(name.lower())
        oftener = counts[name] > max(1, counts[match[0]])
        if match[0].istitle() and name and oftener and not is_word:
            yield Fault(line, *match.span(), f'"{match[0]}" is written "{name}" elsewhere',
                        None, f'write "{name}"', Severity.WARNING)  # fmt: skip


def spellings(selection: Selection, lesson: Lesson) -> Iterator[Fault]:
    """Give the names that are written in another way than their makers write them."""
    yield from _with_fewer_capitals(lesson)
    found = [(line, match) for line in prose(lesson) for match in _NAME.finditer(line.text)]
    written = Counter(m[0] for line, m in found if not line.is_code(*m.span()))
    for line, match in found:
        name = _BY_LETTERS[match[0].lower()]
        if name == match[0]:
            continue
        is_slip = written[name] >= _MORE * written[match[0]] and _is_apart(line, match)
        if match[0].islower() and not is_slip and not _is_named(line.text, match):
            continue
        if name in _SYSTEMS and _is_another_system(line, match):
            continue
        if not line.is_code(*match.span()) and not _all_capitals(line, match):
            yield Fault(line, *match.span(), f'"{match[0]}" is written "{name}"', name,
                        severity=Severity.WARNING)  # fmt: skip


def _is_another_system(line: Line, match: re.Match[str]) -> bool:
    """Tell Cisco's IOS, the folder DEBIAN of a package, and MacOS 9."""
    return match[0].isupper() or bool(
        match[0].lower() == "macos" and _OLD_MACS.match(line.text, match.end())
    )


def _is_apart(line: Line, match: re.Match[str]) -> bool:
    """Tell whether a name in small letters stands in a sentence, and is that of no command."""
    around = line.text[max(0, match.start() - 1) : match.start()] + line.text[match.end() :][:1]
    is_word = line.kind != "comment" and not set(around) & set("-'\"")
    return is_word and match[0] not in _COMMANDS


def _is_named(text: str, match: re.Match[str]) -> bool:
    """Tell whether a name in small letters is no package's or command's.

    >>> texts = ("numpy's arrays", "numpy 2.0", "a loop in python", "the python command")
    >>> [_is_named(text, match) for text in texts if (match := _NAME.search(text))]
    [True, False, True, False]
    """
    if _OWNS.match(text, match.end()):
        return match[0] not in _ALSO_MODULES
    if match[0] != _LANGUAGE:
        return False
    if _KOREAN_PARTICLE.match(text, match.end()):
        return True
    return bool(
        _OF_LANGUAGE.search(text[: match.start()])
        # No command gets or knows anything.
        or _DOES.match(text, match.end())
    )


def dialects(selection: Selection, lesson: Lesson) -> Iterator[Fault]:
    """Give the words of the dialect that fewer words of the site are in."""
    if lesson.language is not ENGLISH:
        return
    ours = list(_dialect_words(lesson))
    if not ours:
        return
    pages = tuple(one for one in selection.lessons.items if one.language is ENGLISH)
    counts = _dialects_of(pages)
    names = _names_of_code(lesson)
    for line, match, british in ours:
        stem = match["stem"].lower()
        told = _told(counts, british=british, with_ise=_WITH_ISE.search(stem) is not None)
        if told and match[0].lower() not in names:
            right = (_BRITISH if british else _AMERICAN)[stem]
            right = right.capitalize() if match["stem"][0].isupper() else right
            yield Fault(line, *match.span("stem"), f'"{match[0]}" is {told}', None,
                        f'write "{_inflected(right, match["rest"] or "")}"',
                        Severity.WARNING)  # fmt: skip


def _inflected(word: str, ending: str) -> str:
    """Give a word with its ending.

    >>> _inflected("centre", "ed"), _inflected("centre", "ing"), _inflected("color", "s")
    ('centred', 'centring', 'colors')
    """
    return f"{word[:-1] if word.endswith('e') and ending[:1] in set('ei') else word}{ending}"


def _told(counts: Counter[tuple[bool, bool]], *, british: bool, with_ise: bool) -> str:
    """Give what is said of a word that is not spelled as most of a site; "" of others.

    `counts` are of British and other words, with -ise or -ize and without. Many British sites have
    -ize (the spelling of Oxford), so that it tells nothing of other words.

    >>> counts = Counter({(True, False): 1, (False, True): 9})
    >>> [_told(counts, british=one, with_ise=not one) for one in (True, False)]
    ['', '']
    """
    ise, ize = counts[True, True], counts[False, True]
    both = {True: counts[True, False] + (ise if ise > ize else 0), False: counts[False, False]}
    usual = both[True] > both[False]
    if with_ise and not british:
        return "American spelling, most of the site is in British" if usual and ise > ize else ""
    if british is not usual and both[usual]:
        kind, other = ("British", "American") if british else ("American", "British")
        if both[usual] == both[not usual]:
            return f"{kind} spelling, the site is in {other} as well"
        return f"{kind} spelling, most of the site is in {other}"
    if with_ise and ize > ise:
        return "spelled with -ise, most of the site has -ize"
    return ""


@of_last_read
def _names_of_code(lesson: Lesson) -> frozenset[str]:
    """Give the words that are names in code of a page: `cancelled`, colour=3, "grey"."""
    spans = (
        line.text[slice(*span.span())]
        for line in prose(lesson)
        for span in re.finditer("c+", line.code)
    )
    found = [span.strip("\"'-.=(): ") for span in spans]
    for block in lesson.blocks:
        if block.kind in {"fence", "cell"}:
            found += (
                str(match[match.lastgroup or 0]) for match in _NAME_IN_CODE.finditer(block.text)
            )
    return frozenset(word.lower() for word in found)


@functools.lru_cache(maxsize=1)
def _dialects_of(lessons: tuple[Lesson, ...]) -> Counter[tuple[bool, bool]]:
    """Give how many words of a site are British, or not, with -ise or -ize and without.

    It is asked for each lesson of the site, so that pages are not parsed for it: in code and
    addresses words count for nothing, in titles of works they do.
    """
    counts: Counter[tuple[bool, bool]] = Counter()
    for lesson in lessons:
        words = Counter(_WORD.findall(_NO_PROSE.sub(" ", lesson.text).lower()))
        for word, count in words.items():
            if _may_be_of_dialect(word) and (match := _DIALECT.match(word)):
                stem = match["stem"]
                is_ise = _WITH_ISE.search(stem) is not None
                counts[stem in _BRITISH, is_ise] += count if _is_of_dialect(match) else 0
    return counts


def _dialect_words(lesson: Lesson) -> Iterator[tuple[Line, re.Match[str], bool]]:
    if not any(map(_may_be_of_dialect, frozenset(_WORD.findall(lesson.text.lower())))):
        return
    for line in prose(lesson):
        for word in _WORD.finditer(line.text):
            if not _may_be_of_dialect(word[0].lower()):
                continue
            match = _DIALECT.match(line.text, word.start())
            if (
                match is not None
                and not line.is_code(*match.span())
                and _is_of_dialect(match)
                and not _is_in_name(lesson, line, match.start())
            ):
                yield line, match, match["stem"].lower() in _BRITISH


# A page has a few hundred words, and most of them again and again.
@functools.lru_cache(maxsize=1 << 14)
def _may_be_of_dialect(word: str) -> bool:
    """Tell whether a word in small letters is in the lists, with some ending.

    >>> [_may_be_of_dialect(word) for word in ("colouring", "organisations", "ring")]
    [True, True, False]
    """
    return word in _DIALECT_STEMS or any(
        word.endswith(ending) and word.removesuffix(ending) in _DIALECT_STEMS for ending in _ENDINGS
    )


def _is_in_name(lesson: Lesson, line: Line, place: int) -> bool:
    """Tell whether a place of a line is in the title of a work, or in a name that leads to it."""
    row = lesson.text.split("\n")[line.number - 1]
    at = line.columns[place] - 1
    for match in _TITLE.finditer(row):
        words = match["quoted"] or match["marked"] or match["linked"]
        if not match.start() <= at < match.end():
            continue
        if match["linked"]:
            address = match["address"] or address_of(lesson, match["label"] or words)
            # Titles of our own pages are in our own dialect.
            if "://" not in address:
                continue
            before = row[: match.start()].rstrip(" *_")
            if not _BEGINS.search(before) or not row[match.end() :].strip(" *_.,"):
                return words[:1].isupper()
        if _is_capitalised(words) or (match["quoted"] and _is_quoted_title(words)):
            return True
    return False


def _is_capitalised(words: str) -> bool:
    """Tell words that begin in capitals, as in a title, but for the small ones.

    >>> [_is_capitalised(one) for one in ("The Colour of Bread", "The colour of bread", "Colour")]
    [True, False, False]
    """
    found = _TITLE_WORD.findall(words)
    return len(found) > 1 and all(one[0].isupper() or len(one) < _SMALL for one in found)


def _is_quoted_title(words: str) -> bool:
    """Tell a quoted title, which is no sentence: it begins in a capital and has no end."""
    return len(words.split()) > 2 and words[0].isupper() and words[-1] not in ".!?,;:…"


def _is_of_dialect(match: re.Match[str]) -> bool:
    """Tell a word of one dialect from one that both have.

    >>> words = ("emphasising", "emphasise", "emphasis", "analyses")
    >>> [_is_of_dialect(match) for word in words if (match := _DIALECT.match(word))]
    [True, True, False, False]
    """
    if match[0].lower() in _PLURALS | _TERMS:
        return False
    return not _CUT.search(match["stem"]) or (match["rest"] or "").lower() in _BEHIND_CUT


def _all_capitals(line: Line, match: re.Match[str]) -> bool:
    """Tell whether a name in capitals stands in a line of capitals, such as a headline.

    Hangul has none, so a line of it is no headline.
    """
    return match[0].isupper() and line.text.upper() == line.text and not _HANGUL.search(line.text)
