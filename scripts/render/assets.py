"""Our templates and static files, and those of others that a reader does not need."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scripts.render import fonts
from scripts.render.locale import words_of

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config

_FOLDER = Path(__file__).resolve().parent

BUNDLES = {
    "site.css": "style/*.css",
    "site.js": "script/*.js",
    "early.js": "script/early/*.js",
    "without-script.css": "style/apart/without-script.css",
}

# Without script the theme is always the light one; a rule for dark pages, and what it says.
_DARK = re.compile(
    r"(?:^|(?<=[{}]))(?P<who>[^{}]*data-theme=\"?dark\"?\][^{}]*)\{(?P<what>[^{}]*)\}"
)

# Without one a browser asks for /favicon.ico, which is not there.
_ICON = "icon.svg"

# Patterns below the output folder. fontawesome.js draws the icons a second time (the theme's
# style sheet draws them too) and is 1.5 MB; the rest is for those who work on the themes.
_UNNEEDED = (
    "_static/**/*.map",
    "_static/**/*.LICENSE.txt",
    "_static/scripts/fontawesome.js",
    "_static/*-macros.html",
    "_static/locales",
)


def _add_folders(app: Sphinx, config: Config) -> None:
    config["templates_path"] = [str(_FOLDER / "templates"), *config.templates_path]


def _put_early(app: Sphinx) -> None:
    """Write our own files, and MyST-NB's style sheet, before the pages with their check sums.

    Each part of the site has a file of its own in `style` and `script`; a reader gets one of each.
    """
    data = resources.files("myst_nb.static").joinpath("mystnb.css").read_bytes()
    name = f"mystnb.{hashlib.sha256(data).hexdigest()}.css"
    static = Path(app.outdir) / "_static"
    static.mkdir(parents=True, exist_ok=True)
    (static / name).write_bytes(data)
    font = f"../{app.config.naranhi_font}" if app.config.naranhi_font else ""
    before = {"site.css": fonts.style(font).encode("utf-8") if font else b""}
    for bundle, parts in BUNDLES.items():
        files = (path.read_bytes() for path in sorted(_FOLDER.glob(parts)))
        text = b"".join([before.get(bundle, b""), *files])
        (static / bundle).write_bytes(text)
    (static / _ICON).write_bytes((_FOLDER / "style" / _ICON).read_bytes())


def dark_rules(css: str) -> str:
    """Give a style sheet's rules for dark pages, as they are for light pages without script.

    >>> print(dark_rules('p{x:1}html[data-theme="dark"] p{x:2}/* q */html[data-theme=dark] q{x:3}'))
    html[data-theme=light] p{x:2}
    html[data-theme=light] q{x:3}
    """
    bare = re.sub(r"/\*.*?\*/", "", css, flags=re.DOTALL)
    rules = []
    for found in _DARK.finditer(bare):
        who = re.sub(r'data-theme="?dark"?', "data-theme=light", found["who"].strip())
        rules.append(f"{who}{{{found['what']}}}")
    return "\n".join(rules)


def _serve_without_script(app: Sphinx, error: Exception | None) -> None:
    static = Path(app.outdir) / "_static"
    if error is not None or not static.is_dir():
        return
    own = static / "without-script.css"
    names = ("styles/*.css", "pygments.css", "mystnb.*.css", "site.css")
    sheets = [path for name in names for path in sorted(static.glob(name))]
    rules = "\n".join(dark_rules(path.read_bytes().decode("utf-8")) for path in sheets)
    (plain,) = _FOLDER.glob(BUNDLES[own.name])
    text = plain.read_bytes().decode("utf-8")
    own.write_bytes(
        f"{text}\n@media screen and (prefers-color-scheme: dark) {{\n{rules}\n}}\n".encode()
    )


def _join_imported(app: Sphinx, error: Exception | None) -> None:
    """Put Sphinx's own style sheet in place of the theme's line that imports it.

    Else a page is drawn one answer of the server later.
    """
    static = Path(app.outdir) / "_static"
    sheet, own = static / "styles" / "theme.css", static / "basic.css"
    if error is not None or not sheet.is_file() or not own.is_file():
        return
    rules = re.sub(r"url\((?=\w)", "url(../", own.read_bytes().decode("utf-8"))
    text = sheet.read_bytes().decode("utf-8")
    sheet.write_bytes(text.replace('@import "../basic.css";', rules).encode("utf-8"))


def _name_font(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: object
) -> None:
    font = app.config.naranhi_font
    context["text_font"] = f"{context['content_root']}{font}" if font else ""


def _prune(app: Sphinx, error: Exception | None) -> None:
    if error is not None:
        return
    out = Path(app.outdir)
    for pattern in _UNNEEDED:
        for path in sorted(out.glob(pattern)):
            if path.is_dir():
                shutil.rmtree(path)
            else:
                path.unlink()


def _translate_copy_button(app: Sphinx, error: Exception | None) -> None:
    """Add the page's language to the copy button's own table, which has six others."""
    script = Path(app.outdir) / "_static" / "copybutton.js"
    if error is not None or not script.is_file():
        return
    words = words_of(app.config)
    messages = {
        "copy": words.text("copy"),
        "copy_to_clipboard": words.text("copy"),
        "copy_success": words.text("copied"),
        "copy_failure": words.text("copy_failed"),
    }
    entry = f"{json.dumps(app.config.language)}: {json.dumps(messages, ensure_ascii=False)},"
    table = "const messages = {\n"
    text = script.read_bytes().decode("utf-8")
    # Where the table has the language already, the later entry, theirs, counts.
    script.write_bytes(text.replace(table, f"{table}  {entry}\n", 1).encode("utf-8"))


def setup(app: Sphinx) -> dict[str, Any]:
    # The text font as it lies beside a language's folder; none in a build by hand. No page asks for
    # it before its style sheet does: browsers refuse that where a page is opened as a file.
    app.add_config_value("naranhi_font", "", "", str)
    app.add_css_file("site.css", priority=900)
    app.add_js_file("site.js", priority=900, loading_method="defer")
    app.connect("config-inited", _add_folders)
    app.connect("builder-inited", _put_early)
    app.connect("html-page-context", _name_font)
    app.connect("build-finished", _join_imported, priority=900)
    app.connect("build-finished", _serve_without_script, priority=900)
    app.connect("build-finished", _translate_copy_button, priority=900)
    app.connect("build-finished", _prune, priority=900)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
