"""Whether the site needs fonts of the system for Hangul: every letter must come from its own."""

from __future__ import annotations

import importlib.util
import os
import shutil
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import matplotlib

from tests.browser.sites import Page, new_window
from tests.browser.walk import Findings

_NO_FONTS = """<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>{0}/fonts</dir><cachedir>{0}/cache</cachedir></fontconfig>
"""
_LATIN = "fonts/ttf/DejaVuSansMono.ttf"
_HANGUL_FONT = "fonts/NanumGothic.ttf"
# Leaves nothing but Hangul, marks what shows some, and says how many letters are left.
_HANGUL = """() => {
  probes.open();
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let count = 0;
  while (walk.nextNode()) {
    const { parentElement, data } = walk.currentNode;
    if (parentElement.closest("script, style, noscript")) continue;
    walk.currentNode.data = data.replace(/[^가-힣ㄱ-ㆎ]/g, "");
    if (!walk.currentNode.data || !parentElement.checkVisibility()) continue;
    parentElement.dataset.hangul = "";
    count += walk.currentNode.data.length;
  }
  return count;
}"""


def look(launch: Callable[..., Any], base: str, pages: Sequence[Page], findings: Findings) -> None:
    """Look at each page where the system has two fonts, one of which has Hangul."""
    with tempfile.TemporaryDirectory(prefix="lettering-") as folder:
        (Path(folder) / "fonts").mkdir()
        # What the site's font lacks is drawn in the system's where that has it. A letter that is
        # in none is drawn as a box, of which a browser says that it is the site's.
        for path in (Path(matplotlib.get_data_path()) / _LATIN, _hangul_font()):
            shutil.copy(path, Path(folder) / "fonts")
        (Path(folder) / "fonts.conf").write_bytes(_NO_FONTS.format(folder).encode())
        browser = launch(env={**os.environ, "FONTCONFIG_FILE": f"{folder}/fonts.conf"})
        context = new_window(browser)
        for page in pages:
            tab = context.new_page()
            tab.goto(f"{base}/{page.address}", wait_until="networkidle")
            tab.evaluate("document.fonts.ready")
            wanted = tab.evaluate(_HANGUL)
            fonts = _fonts(context, tab)
            foreign = sum(font["glyphCount"] for font in fonts if not font["isCustomFont"])
            own = sum(font["glyphCount"] for font in fonts) - foreign
            lacking = [f"{foreign} of {wanted}"] if foreign or own < wanted else []
            findings.add("hangul", f"{base.split(':')[0]} {page.address}", lacking)
            tab.close()
        browser.close()


def _hangul_font() -> Path:
    package = importlib.util.find_spec("koreanize_matplotlib")
    assert package is not None and package.origin is not None
    return Path(package.origin).parent / _HANGUL_FONT


def _fonts(context: Any, tab: Any) -> list[dict[str, Any]]:
    session = context.new_cdp_session(tab)
    session.send("DOM.enable")
    session.send("CSS.enable")
    root = session.send("DOM.getDocument")["root"]["nodeId"]
    marked = {"nodeId": root, "selector": "[data-hangul]"}
    nodes = session.send("DOM.querySelectorAll", marked)["nodeIds"]
    # Of a node it gives the fonts of the text right below it.
    answers = (session.send("CSS.getPlatformFontsForNode", {"nodeId": node}) for node in nodes)
    return [font for answer in answers for font in answer["fonts"]]
