"""The settings of Sphinx for every language of every root.

`python -m scripts render` builds one language at a time with them; by hand it is
`sphinx-build -c . -D language=ko lessons_ko out/ko`. What differs from build to build (the root,
the outputs to show) comes as `-D naranhi_...`; see `scripts/render/site.py`.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

extensions = [
    "myst_nb",
    "sphinx_copybutton",
    "scripts.render.site",
    "scripts.render.locale",
    "scripts.render.search",
    "scripts.render.emphasis",
    "scripts.render.intersphinx",
    "scripts.render.line_breaks",
    "scripts.render.guard",
    "scripts.render.reader",
    "scripts.render.cells",
    "scripts.render.quotes",
    "scripts.render.solutions",
    "scripts.render.exercises",
    "scripts.render.math",
    "scripts.render.doubts",
    "scripts.render.glossary",
    "scripts.render.api_links",
    "scripts.render.api_page",
    "scripts.render.behind",
    "scripts.render.blocks",
    "scripts.render.lines",
    "scripts.render.listing",
    "scripts.render.start_page",
    "scripts.render.switch",
    "scripts.render.about",
    "scripts.render.downloads",
    "scripts.render.progress",
    "scripts.render.foot",
    "scripts.render.drift",
    "scripts.render.provenance",
    "scripts.render.status",
    "scripts.render.metadata",
    "scripts.render.versions",
    "scripts.render.assets",
    "scripts.render.csp",
    "scripts.render.shown",
    "scripts.render.frame",
]

# Lessons are Markdown; other documents that lie beside them are none.
source_suffix = {".md": "myst-nb"}
exclude_patterns = ["**.ipynb", ".*", "**/.*"]
nitpicky = True
suppress_warnings = [
    # A lesson that no table of contents names is reached by links and by search.
    "toc.not_included",
    # A label may be named as a lesson is; the label is meant then, and is what MyST chooses.
    "myst.xref_ambiguous",
]

# The same extensions as the parser in scripts/myst.py has.
myst_enable_extensions = ["amsmath", "colon_fence", "dollarmath"]
myst_heading_anchors = 6
# Formulas become MathML; no class must tell MathJax what to leave alone.
myst_update_mathjax = False
nb_execution_mode = "off"
# The default loads require.js and the widget manager from another host.
nb_ipywidgets_js: dict[str, dict[str, str]] = {}

html_theme = "sphinx_book_theme"
html_theme_options = {
    "article_header_end": ["language-links.html", "article-header-buttons.html"],
    "footer_content_items": [],
    "navbar_persistent": [],
    "primary_sidebar_end": ["version-list.html"],
    "show_navbar_depth": 2,
    "use_download_button": False,
    "use_fullscreen_button": False,
}
# What pages without script are; script/early chooses for all others, as their system does.
html_context = {"default_mode": "light"}
html_copy_source = False
html_show_copyright = False
html_show_sourcelink = False
html_show_sphinx = False
html_use_index = False

# Outputs are not for copying, code is.
copybutton_selector = "div.highlight pre"
copybutton_exclude = ".linenos, .gp, .go"
