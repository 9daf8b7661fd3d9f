"""What the pages say besides the lessons, in the page's language.

A language is one TOML file here. `[words]` are our own texts; `[sphinx]` and `[booktheme]` are
messages of Sphinx and of the themes that have no translation of their own, or a wrong one, and
`[scripts]` those that Sphinx's scripts show; a message that counts is a list of its forms.
"""

from __future__ import annotations

import functools
import gettext
import json
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scripts.languages import Language

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config

_FOLDER = Path(__file__).resolve().parent
_FALLBACK = "en"

# How Sphinx's scripts get the rule for plurals, and where they make a function of it.
_PLURAL = re.compile(r'"plural_expr":("(?:[^"\\]|\\.)*")')
_EVALUATED = re.compile(r"new Function\(\s*\"n\",\s*`return \(\$\{catalog\.plural_expr\}\)`,?\s*\)")


@dataclass(frozen=True)
class Words:
    """The texts of one language."""

    texts: Mapping[str, str]
    languages: Mapping[str, str]
    messages: Mapping[str, Mapping[str, str]]
    scripts: Mapping[str, str | list[str]] = field(default_factory=dict)

    def text(self, key: str, **values: object) -> str:
        """Give a text with its gaps filled.

        >>> words("en").text("place", k=2, n=5, track="Bread")
        'Lesson 2 of 5 in Bread'
        """
        return self.texts[key].format(**values)

    def name_of(self, language: Language) -> str:
        """Give what another language is called in this one.

        >>> from scripts.languages import ENGLISH
        >>> words("ko").name_of(ENGLISH)
        '영어'
        """
        return self.languages.get(language.tag, language.name)


@functools.cache
def words(tag: str) -> Words:
    """Give the texts of a language; English ones where it has no file or leaves one out."""
    path = _FOLDER / f"{tag}.toml"
    data = tomllib.loads(path.read_bytes().decode("utf-8")) if path.is_file() else {}
    if tag == _FALLBACK:
        texts = data["words"]
    else:
        texts = {**words(_FALLBACK).texts, **data.get("words", {})}
    messages = {name: data.get(name, {}) for name in ("sphinx", "booktheme")}
    return Words(texts, data.get("languages", {}), messages, data.get("scripts", {}))


def words_of(config: Config) -> Words:
    """Give the texts of the language that is being built."""
    return words(config.language)


class _Overlay(gettext.NullTranslations):
    """A catalogue that goes before another one."""

    def __init__(self, messages: Mapping[str, str], behind: gettext.NullTranslations) -> None:
        super().__init__()
        self._messages = messages
        self.add_fallback(behind)

    def gettext(self, message: str) -> str:
        return self._messages.get(message) or super().gettext(message)


def _overlay(app: Sphinx, config: Config) -> None:
    from sphinx.locale import translators

    for catalogue, messages in words_of(config).messages.items():
        behind = translators.get(("general", catalogue), gettext.NullTranslations())
        translators["general", catalogue] = _Overlay(messages, behind)
    app.translator = translators["general", "sphinx"]


def with_messages(script: str, messages: Mapping[str, str | list[str]]) -> str:
    """Give Sphinx's catalogue for scripts with messages of ours added to it.

    >>> with_messages('add({"locale": "ko", "messages": {"a": ""}});', {"a": "가"})
    'add({"locale":"ko","messages":{"a":"가"}});'
    """
    start, end = script.index("(") + 1, script.rindex(")")
    catalogue = json.loads(script[start:end])
    catalogue["messages"].update(messages)
    text = json.dumps(catalogue, ensure_ascii=False, separators=(",", ":"))
    return script[:start] + text + script[end:]


def with_own_messages(script: str, messages: Mapping[str, str | list[str]]) -> str:
    """Give Sphinx's `doctools.js` with messages of ours where it would have none.

    >>> with_own_messages("{ TRANSLATIONS: {}, }", {"a": ["one", "more"]})
    '{ TRANSLATIONS: {"a":["one","more"]}, }'
    """
    text = json.dumps(dict(messages), ensure_ascii=False, separators=(",", ":"))
    return script.replace("TRANSLATIONS: {},", f"TRANSLATIONS: {text},")


def without_evaluation(script: str) -> str:
    """Give Sphinx's scripts with the rule for plurals as code, not as a text that becomes code.

    The site's policy lets no script make others out of text.

    >>> without_evaluation('f({"locale":"ko","plural_expr":"n != 1"});')
    'f({"locale":"ko","plural":(n) => Number(n != 1)});'
    """
    script = _EVALUATED.sub("catalog.plural", script)
    return _PLURAL.sub(lambda found: f'"plural":(n) => Number({json.loads(found[1])})', script)


def _translate_scripts(app: Sphinx, error: Exception | None) -> None:
    script = Path(app.outdir) / "_static" / "translations.js"
    if error is None and script.is_file():
        text = script.read_bytes().decode("utf-8")
        # What was done when the build before this one ended is left as it is.
        if "plural_expr" in text:
            text = with_messages(text, words_of(app.config).scripts)
            script.write_bytes(without_evaluation(text).encode("utf-8"))
    tools = Path(app.outdir) / "_static" / "doctools.js"
    if error is None and tools.is_file():
        text = tools.read_bytes().decode("utf-8")
        if not script.is_file():
            # Of English, which Sphinx's scripts speak, there is no catalogue.
            text = with_own_messages(text, words_of(app.config).scripts)
        tools.write_bytes(without_evaluation(text).encode("utf-8"))


def _hand_over(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: object
) -> None:
    context["words"] = words_of(app.config).texts


def setup(app: Sphinx) -> dict[str, Any]:
    # Before the builder hands the catalogue to its templates.
    app.connect("config-inited", _overlay)
    app.connect("html-page-context", _hand_over)
    app.connect("build-finished", _translate_scripts, priority=900)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
