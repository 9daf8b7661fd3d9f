"""Reading Markdown as MyST reads it on the site, without Sphinx."""

from __future__ import annotations

from markdown_it import MarkdownIt
from mdit_py_plugins.amsmath import amsmath_plugin
from mdit_py_plugins.colon_fence import colon_fence_plugin
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.footnote import footnote_plugin
from mdit_py_plugins.front_matter import front_matter_plugin
from mdit_py_plugins.myst_blocks import myst_block_plugin
from mdit_py_plugins.myst_role import myst_role_plugin


def myst_parser() -> MarkdownIt:
    """Give a parser of MyST as the site reads it, whose targets are as they are written.

    >>> [token.type for token in myst_parser().parse("{doc}`a`")[1].children]
    ['myst_role']
    """
    parser = MarkdownIt("commonmark", {"store_labels": True}).enable("table")
    # Without notes, one of a single word or address would be the definition of a link, and no text.
    for plugin in (
        front_matter_plugin,
        colon_fence_plugin,
        myst_block_plugin,
        myst_role_plugin,
        dollarmath_plugin,
        footnote_plugin,
        amsmath_plugin,
    ):
        plugin(parser)
    # They stay where they are written.
    parser.disable("footnote_tail")
    parser.normalizeLink = lambda url: url  # type: ignore[method-assign]  # markdown-it's way
    return parser


def block_parser() -> MarkdownIt:
    """Give a parser that cuts a page into the same blocks, and reads nothing within them.

    >>> [token.type for token in block_parser().parse("{doc}`a`")[1].children]
    []
    """
    return myst_parser().disable("inline")
