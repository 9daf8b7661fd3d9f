"""Fonts are cut to what pages show, to the same bytes, and once for the same characters."""

from __future__ import annotations

import lzma
from io import BytesIO
from pathlib import Path

import pytest

pytest.importorskip("brotli", reason="WOFF2 is written with brotli")

from fontTools.ttLib import TTFont

from scripts.render import fonts

PAGE = "<!doctype html><p>빵을 굽습니다 &#44032; <i class='fa-solid fa-bars'></i></p>"
SCRIPT = 'const a = "\\ub098"; const b = "다";'
STYLE = '.fa-bars{--fa:"\\f0c9"}.fa-cat{--fa:"\\f6be"}:root{--pst-icon-bell:"\\f0f3"}'


def tree(folder: Path) -> Path:
    from importlib import resources

    theme = resources.files("pydata_sphinx_theme") / "theme/pydata_sphinx_theme/static"
    icons = folder / "_static/vendor/fontawesome/webfonts"
    icons.mkdir(parents=True)
    name = "vendor/fontawesome/webfonts/fa-solid-900.woff2"
    (icons / "fa-solid-900.woff2").write_bytes(theme.joinpath(name).read_bytes())
    (folder / "_static/styles").mkdir()
    (folder / "_static/styles/pydata-sphinx-theme.css").write_bytes(STYLE.encode())
    (folder / "index.html").write_bytes(PAGE.encode())
    (folder / "_static/words.js").write_bytes(SCRIPT.encode())
    (folder / "_static/site.css").write_bytes('i::before{content:"○"}'.encode())
    return folder


def shown(data: bytes) -> set[str]:
    return {chr(code) for code in TTFont(BytesIO(data)).getBestCmap()}


def test_fonts_hold_what_pages_and_scripts_show(tmp_path: Path) -> None:
    found = fonts.files({"ko": tree(tmp_path / "ko")}, tmp_path / "cache")
    text = shown(found[fonts.TEXT_FONT])
    assert set("빵을굽습니다가나○") <= text and "힣" not in text
    icons = found["ko/_static/vendor/fontawesome/webfonts/fa-solid-900.woff2"]
    assert shown(icons) == {"\uf0c9", "\uf0f3"}
    css = found["ko/_static/styles/pydata-sphinx-theme.css"].decode()
    assert "fa-bars" in css and "fa-cat" not in css
    assert b"OPEN FONT LICENSE" in found["fonts/OFL.txt"]


def test_the_theme_keeps_the_rules_of_classes_that_pages_or_scripts_name(tmp_path: Path) -> None:
    folder = tree(tmp_path / "ko")
    rules = {
        ".btn{x:1}": "",
        ".card,.row .col{x:1}": ".card{x:1}",
        "@media (min-width:2px){.col{x:1}}@media print{.row{x:1}}": "@media print{.row{x:1}}",
        ".bs-tip-top{x:1}.bs-tap-top{x:1}": ".bs-tip-top{x:1}",
        "p:not(.btn),[href$='.btn'],:is(.btn,.row){x:1}": "=",
        "@font-face{src:url(a.woff)}a{x:1}.w-1\\/2{x:1}": "=",
    }
    (folder / "_static/styles/pydata-sphinx-theme.css").write_bytes("".join(rules).encode())
    (folder / "index.html").write_bytes(b"<p class='card row'>.btn col</p>")
    (folder / "_static/words.js").write_bytes(b"one.classList.add(`bs-tip-${side}`)")
    found = fonts.files({"ko": folder}, tmp_path / "cache")
    left = found["ko/_static/styles/pydata-sphinx-theme.css"].decode()
    kept = [old if new == "=" else new for old, new in rules.items()]
    assert left == "".join(kept)


def test_the_same_characters_are_cut_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    trees = {"ko": tree(tmp_path / "ko")}
    first = fonts.files(trees, tmp_path / "cache")
    assert fonts.files(trees, tmp_path / "other") == first
    with monkeypatch.context() as patch:
        patch.setattr(fonts, "_cut", None)
        assert fonts.files(trees, tmp_path / "cache") == first
    (trees["ko"] / "index.html").write_bytes(PAGE.replace("빵", "떡").encode())
    assert "떡" in shown(fonts.files(trees, tmp_path / "cache")[fonts.TEXT_FONT])
    assert len(list((tmp_path / "cache").iterdir())) == 2


def test_the_font_that_comes_with_us() -> None:
    font = TTFont(BytesIO(lzma.decompress(fonts.SOURCE.read_bytes())))
    names = {number: font["name"].getDebugName(number) for number in (0, 1, 4, 6, 13)}
    # The licence keeps the maker's name for the maker's own font.
    assert not [names[n] for n in (1, 4, 6) if "pretendard" in names[n].lower()]
    assert "Kil Hyung-jin" in names[0] and "Open Font License" in names[13]
    assert {chr(code) for code in range(0xAC00, 0xD7A4)} <= {chr(c) for c in font.getBestCmap()}
    axis = font["fvar"].axes[0]
    assert (axis.axisTag, axis.minValue, axis.maxValue) == ("wght", 400, 700)
