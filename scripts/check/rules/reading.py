"""What reading a file brings up, and what a lesson may do; see docs/security.md."""

from __future__ import annotations

from collections.abc import Iterator

from scripts.check import front_matter
from scripts.check.rule import Rule, Selection, found_by_guard
from scripts.diagnostic import Diagnostic, Severity
from scripts.permitted import read_permitted

_ERROR, _WARNING = Severity.ERROR, Severity.WARNING


def _refused(what: str, why: str, example: str) -> Rule:
    rule = f"refused-{what}"
    return Rule(rule, _ERROR, why, found_by_guard(rule), example=example)


READING: tuple[Rule, ...] = (
    Rule("encoding", _ERROR, "Files are UTF-8; other bytes are shown as other text."),
    Rule("empty", _ERROR, "An empty file would be an empty page."),
    Rule(
        "front-matter",
        _ERROR,
        "What cannot be read there is left out of the page and lists.",
        front_matter.unknown_values,
    ),
    Rule(
        "title",
        _WARNING,
        "Lists and links show the title, the page its heading: both name one lesson.",
        front_matter.other_titles,
        example="title: The scan pattern above # Scan patterns",
    ),
    Rule("unclosed-fence", _ERROR, "All text after an open fence is taken for code."),
    Rule("nested-cell", _ERROR, "Only cells at the top level of a page are run."),
    Rule("cell-options", _ERROR, "Options that cannot be read do nothing."),
    Rule("python-syntax", _ERROR, "A cell that does not parse can only fail."),
    Rule("decisions", _WARNING, "A decision that cannot be read is asked for again."),
)


def _permissions(selection: Selection) -> Iterator[Diagnostic]:
    """Give nothing; where the file of permissions has a fault, asking for them tells it."""
    read_permitted(selection.lessons.root)
    yield from ()


REFUSALS: tuple[Rule, ...] = (
    Rule(
        "permitted",
        _ERROR,
        "While `docs/permitted.toml` cannot be read, nothing that it names is permitted.",
        _permissions,
        example='directive = ["mermaid"] for directives = ["mermaid"]',
    ),
    _refused(
        "size", "Texts that are made to take long keep a build busy for hours.", "a line of 1 MB"
    ),
    _refused(
        "front-matter",
        "A lesson says things about itself and sets nothing.",
        "myst: ..., html_meta",
    ),
    _refused(
        "directive", "What is not known to do no harm is not run.", "{raw}, {eval-rst}, {include}"
    ),
    _refused("role", "What is not known to do no harm is not run.", "{eval}`x`, {raw-html}`x`"),
    _refused("html", "HTML in a text can be script on a page.", "<img onerror=...>, <!-- ... -->"),
    _refused(
        "link",
        "A link opens a page, and a picture is the site's own.",
        "[a](javascript:...), ![](https://...)",
    ),
    _refused(
        "path",
        "A page shows files of the lessons, and no others of the machine.",
        "![](../../secret.png)",
    ),
    _refused(
        "option",
        "Options that read files, or dress a block as a part of the site, do not belong to text.",
        ":url: in a csv-table, :lable: in a cell",
    ),
    _refused("label", "The site's own scripts find their parts by name.", "(search-results)="),
    _refused("character", "They stand for marks that the build makes.", "U+100000"),
    _refused(
        "file",
        "Lessons are Markdown, with pictures and tables beside it, and no links to other files.",
        "conf.py, a symbolic link",
    ),
)
