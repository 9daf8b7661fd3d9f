"""Fonts cut to what a site shows: one for its text, and the theme's for its icons.

Both are cut after the pages of all languages are written, and from those pages: the text font to
their characters, the icons and the style rules that name them to the icons that stand in them. The
theme's style sheet loses the rules of classes that no page has.
"""

from __future__ import annotations

import hashlib
import html
import importlib.metadata
import json
import lzma
import re
from collections.abc import Iterable, Mapping, Set
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from scripts.files import write_atomically
from scripts.render.style_rules import classes_in, named_rules, words_in

if TYPE_CHECKING:
    from fontTools.ttLib import TTFont

_FOLDER = Path(__file__).resolve().parent

FAMILY = "Reading Sans"
SOURCE = _FOLDER / "reading-sans.ttf.xz"
# Kerning, and what puts letters and marks together.
LAYOUT_FEATURES = ("calt", "ccmp", "kern", "locl", "mark", "mkmk")

TEXT_FONT = "fonts/reading-sans.woff2"
_LICENCE = "fonts/OFL.txt"
_ICON_FONTS = "_static/vendor/fontawesome/webfonts/*.woff2"
_THEME_STYLE = "_static/styles/pydata-sphinx-theme.css"

# Scripts write some characters as \uXXXX.
_ESCAPED = re.compile(r"\\u([0-9a-fA-F]{4})")
_ICON_NAME = re.compile(r"\bfa-([a-z0-9-]+)")
_ICON_RULE = re.compile(r'((?:\.fa-[\w-]+,?)+)\{--fa:"(\\?[^"]+)"\}')
_PRIVATE = re.compile("[\ue000-\uf8ff]")
_PRIVATE_ESCAPED = re.compile(r"\\([ef][0-9a-f]{3})\b")

# Hangul and the signs that are as wide. Code is set in the reader's own font; only these come
# from ours, which is loaded already.
_HANGUL = "U+1100-11FF, U+3000-303F, U+3130-318F, U+A960-A97F, U+AC00-D7FF, U+FF00-FFEF"


def style(font: str) -> str:
    """Give the rules that name the text font, which lies at `font` as the style sheet sees it.

    >>> style("../../fonts/x.woff2").count("../../fonts/x.woff2")
    2
    """
    face = (
        f'  src: url("{font}") format("woff2");\n  font-weight: 400 700;\n  font-display: swap;\n'
    )
    return (
        f'@font-face {{\n  font-family: "{FAMILY}";\n{face}}}\n'
        f'@font-face {{\n  font-family: "{FAMILY} Hangul";\n{face}  unicode-range: {_HANGUL};\n}}\n'
    )


def characters(text: str) -> frozenset[str]:
    r"""Give the characters that a page or a script shows, however it writes them.

    >>> sorted(characters("a&#44032;\\ub098")) == sorted("a&#4032;ub98\\가나")
    True
    """
    escaped = {chr(int(digits, 16)) for digits in _ESCAPED.findall(text)}
    return frozenset({*text, *html.unescape(text), *escaped})


def marks(text: str) -> frozenset[str]:
    """Give what of a page the fonts must have: its characters, and the names of its icons.

    >>> sorted(marks('<i class="fa-check">') - set('<i class="fa-check">'))
    ['check']
    """
    return characters(text).union(_ICON_NAME.findall(text))


def files(trees: Mapping[str, Path], cache: Path, *, pages: Iterable[str] = ()) -> dict[str, bytes]:
    """Give what a site has of fonts by its place in the site, for the pages in `trees`, by name.

    `pages` are further ones, which stand in no tree. Of what is in the trees already, it stands in
    its place. What was cut before is in `cache`, which keeps what this site needs and nothing else.
    """
    pages = tuple(pages)
    shown: set[str] = set().union(*map(characters, pages))
    kept: set[Path] = set()
    found: dict[str, bytes] = {_LICENCE: (_FOLDER / "OFL.txt").read_bytes()}
    cache.mkdir(parents=True, exist_ok=True)

    def cut(font: bytes, wanted: Set[str]) -> bytes:
        path = cache / f"{_key(font, wanted)}.woff2"
        if not path.is_file():
            write_atomically(path, _cut(_unpacked(font), wanted))
        kept.add(path)
        return path.read_bytes()

    read = {name: _pages_and_scripts(tree) for name, tree in sorted(trees.items())}
    classes = frozenset[str]().union(
        *map(classes_in, pages),
        *(_classes(*one) for texts in read.values() for one in texts.items()),
    )
    for name, tree in sorted(trees.items()):
        texts = read[name].values()
        shown = shown.union(*map(characters, texts))
        theme = tree / _THEME_STYLE
        if theme.is_file():
            icons = {icon for text in texts for icon in _ICON_NAME.findall(text)}
            css, codes = icon_rules(theme.read_bytes().decode("utf-8"), icons)
            found[f"{name}/{_THEME_STYLE}"] = named_rules(css, classes).encode("utf-8")
            for path in sorted(tree.glob(_ICON_FONTS)):
                inside = path.relative_to(tree).as_posix()
                found[f"{name}/{inside}"] = cut(path.read_bytes(), codes)
    found[TEXT_FONT] = cut(SOURCE.read_bytes(), shown)
    for path in cache.iterdir():
        if path not in kept:
            path.unlink()
    return found


def _pages_and_scripts(tree: Path) -> dict[Path, str]:
    # What the index of search holds is on the pages, or never shown. Styles show signs, too.
    found = (path for pattern in ("*.html", "*.js", "site.css") for path in tree.rglob(pattern))
    paths = sorted(path for path in found if path.name != "searchindex.js")
    return {path: path.read_bytes().decode("utf-8") for path in paths}


def _classes(path: Path, text: str) -> frozenset[str]:
    # What other pages show of a page beside theirs is a page.
    is_script = path.suffix == ".js" and not path.name.endswith(".blocks.js")
    return words_in(text) if is_script else classes_in(text)


def icon_rules(css: str, icons: Set[str]) -> tuple[str, frozenset[str]]:
    r"""Give a style sheet without the icons that are not named, and the characters of the others.

    Icons that the style sheet itself shows stay.

    >>> icon_rules('.fa-a,.fa-b{--fa:"\\f00b"}.fa-c{--fa:"\\f00c"}p{color:red}', {"b"})
    ('.fa-a,.fa-b{--fa:"\\f00b"}p{color:red}', frozenset({'\uf00b'}))
    """

    def rule(found: re.Match[str]) -> str:
        return found[0] if icons & set(_ICON_NAME.findall(found[1])) else ""

    shorter = _ICON_RULE.sub(rule, css)
    codes = {chr(int(digits, 16)) for digits in _PRIVATE_ESCAPED.findall(shorter)}
    return shorter, frozenset(codes.union(_PRIVATE.findall(shorter)))


def _key(font: bytes, wanted: Iterable[str]) -> str:
    tools = [importlib.metadata.version(name) for name in ("fonttools", "brotli")]
    parts = [hashlib.sha256(font).hexdigest(), LAYOUT_FEATURES, tools, "".join(sorted(wanted))]
    return hashlib.sha256(json.dumps(parts).encode("utf-8")).hexdigest()


def _unpacked(font: bytes) -> bytes:
    return lzma.decompress(font) if font.startswith(b"\xfd7zXZ") else font


def _cut(font: bytes, wanted: Iterable[str]) -> bytes:
    import uharfbuzz
    from fontTools.ttLib import TTFont

    wish = uharfbuzz.SubsetInput()
    wish.unicode_set.update(map(ord, wanted))
    wish.layout_feature_tag_set.clear()
    wish.layout_feature_tag_set.update(int.from_bytes(tag.encode()) for tag in LAYOUT_FEATURES)
    # A copy of a font goes with its copyright and its licence: every name in it stays.
    wish.name_id_set.clear()
    wish.name_id_set.invert()
    wish.flags = uharfbuzz.SubsetFlags.NO_HINTING | uharfbuzz.SubsetFlags.NOTDEF_OUTLINE
    face = uharfbuzz.Face(_rewritten(TTFont, font, None) if font.startswith(b"wOF2") else font)
    return _rewritten(TTFont, bytes(uharfbuzz.subset(face, wish).blob.data), "woff2")


def _rewritten(reader: type[TTFont], font: bytes, flavor: str | None) -> bytes:
    opened = reader(BytesIO(font), recalcTimestamp=False, lazy=True)
    opened.flavor = flavor
    out = BytesIO()
    opened.save(out)
    return out.getvalue()
