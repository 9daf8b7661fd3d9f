"""Search: Sphinx's own index, with words as Korean has them, and what the glossary calls them.

`korean` cuts the text of pages; in the browser `splitter.js` cuts what a reader types, in either
language, and `search.js` finds pages for it. Both become a part of the file that Sphinx writes for
a language, which its search page loads after its own program and before the index. The index has
two tables more than Sphinx writes: what else a page's terms are called (`names`), and how much a
page says of each word (`weight`).
"""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from docutils import nodes
from sphinx.search.en import SearchEnglish

from scripts import particles
from scripts.glossary import read_glossary
from scripts.languages import KOREAN
from scripts.render.prose import around, is_code
from scripts.render.search.korean import WRITTEN, dictionary_of, load, words_of, written_words
from scripts.render.search.names import other_names, table
from scripts.render.search.weight import levels, signs
from scripts.render.site import site_of

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config
    from sphinx.environment import BuildEnvironment
    from sphinx.writers.html5 import HTML5Translator

# What the scripts must know of Korean; the same table as in Python.
_GRAMMAR = {
    "written": WRITTEN,
    "particles": particles.pattern(),
    "clear": particles.CLEAR,
    "afterOne": particles.AFTER_ONE_SYLLABLE,
}

# The last two words of a name in code; no sentence begins with a small letter.
_NAME = re.compile(r"(?<!\w)[^\W\d]\w*\.([a-z_]+)(?![\w.])", re.ASCII)

# The attribute of an application that makes the index no more.
_STAYS = "naranhi_index_stays"

_SCRIPTS = tuple(Path(__file__).with_name(name) for name in ("splitter.js", "search.js"))


class BilingualSearch(SearchEnglish):
    """English words as Sphinx has them, and queries in either language."""

    js_splitter_code = "\n".join(
        [
            f"const korean = {json.dumps(_GRAMMAR, ensure_ascii=False)};",
            *(path.read_bytes().decode("utf-8") for path in _SCRIPTS),
        ]
    )

    def split(self, input: str) -> list[str]:  # noqa: A002 - as Sphinx calls it
        """Give the words of a text that go into the index.

        >>> BilingualSearch({}).split("`jnp.where` and `jnp.ones`")
        ['jnp', 'where', 'and', 'jnp', 'ones', 'jnp.where']
        """
        return [*super().split(input), *self._names_with_stopwords(input)]

    def _names_with_stopwords(self, text: str) -> Iterator[str]:
        """Give names of code that end on a word which the index leaves out, such as `jnp.where`."""
        for match in _NAME.finditer(text):
            if match[1].lower() in self.stopwords:
                yield match[0].lower()


class KoreanSearch(BilingualSearch):
    """Korean text by its morphemes, too.

    `html_search_options` holds words that are not to be cut, as JSON: {"dictionary": "[...]"}.
    """

    lang = KOREAN.tag
    # Of the words that it stems: Sphinx names the stemmer in the browser after it.
    language_name = SearchEnglish.language_name

    def __init__(self, options: dict[str, str]) -> None:
        super().__init__(options)
        self._dictionary = tuple(json.loads(options.get("dictionary", "[]")))

    def split(self, input: str) -> list[str]:  # noqa: A002 - as Sphinx calls it
        """Give the words of a text that go into the index."""
        words = words_of(input, self._dictionary)
        return [*words, *written_words(input), *self._names_with_stopwords(input)]


def load_ahead(root: Path) -> None:
    """Load what the Korean index of a root's lessons will need."""
    load(dictionary_of(read_glossary(root)))


class Keywords(nodes.meta):
    """Words of a page for the index alone; Sphinx takes them for those of a `meta` tag."""


def _skip(translator: HTML5Translator, node: Keywords) -> None:
    raise nodes.SkipNode


def _configure(app: Sphinx, config: Config) -> None:
    terms = site_of(config).glossary
    config["naranhi_terms"] = [list(term.names) for term in terms]
    # A setting of Sphinx's, since another dictionary makes another index.
    dictionary = json.dumps(dictionary_of(terms), ensure_ascii=False)
    config["html_search_options"] = {"dictionary": dictionary}


def _read(app: Sphinx, document: nodes.document) -> None:
    """Note what else the terms in a page's prose are called, and of which words it says much.

    Code is in the index as it stands; what it is called elsewhere would find nearly every page.
    """
    if _STAYS in vars(app):
        return
    terms = site_of(app.config).glossary
    texts = [
        text.astext()
        for text in document.findall(nodes.Text)
        if not any(map(is_code, around(text)))
    ]
    names = other_names(texts, terms, dictionary_of(terms)) if terms else []
    language = _search_language(app.config.language, tuple(app.config.html_search_options.items()))
    _notes(app.env)[app.env.docname] = Notes(
        tuple(names), levels(document, language.split, language.stem)
    )
    # Behind two marks what folds say answers only where nothing else does.
    prompts = " ".join(
        str(node["prompt"]) for node in document.findall(nodes.Element) if "prompt" in node
    )
    if words := [f"{WRITTEN}{word}" for word in written_words(prompts)]:
        document += Keywords("", name="keywords", content=", ".join(words))


@functools.cache
def _search_language(tag: str, options: tuple[tuple[str, str], ...]) -> BilingualSearch:
    return (KoreanSearch if tag == KOREAN.tag else BilingualSearch)(dict(options))


class Notes(NamedTuple):
    """What the index is to know of a page that Sphinx does not: other names, levels of words."""

    names: tuple[str, ...]
    levels: dict[str, int]


def _notes(env: BuildEnvironment) -> dict[str, Notes]:
    notes: dict[str, Notes] = vars(env).setdefault("naranhi_search_notes", {})
    return notes


def _forget(app: Sphinx, env: BuildEnvironment, docname: str) -> None:
    if _STAYS not in vars(app):
        _notes(env).pop(docname, None)


def _join(app: Sphinx, env: BuildEnvironment, docnames: set[str], other: BuildEnvironment) -> None:
    found = _notes(other)
    _notes(env).update({name: found[name] for name in docnames if name in found})


def leave_index(app: Sphinx) -> None:
    """Let the index stay as it is, and note nothing more of pages: that takes a while."""
    vars(app)[_STAYS] = True


def feed(app: Sphinx, docname: str, title: str, document: nodes.document) -> None:
    """Put a page into the index that Sphinx has not read, from a handler of html-collect-pages."""
    indexer = getattr(app.builder, "indexer", None)
    if indexer is not None:
        indexer.feed(docname, f"{docname}.md", title, document)
        _made(app).add(docname)


def _made(app: Sphinx) -> set[str]:
    made: set[str] = vars(app).setdefault("naranhi_indexed", set())
    return made


def _settle_index(app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
    """Have the last pruning of the index keep the pages that were fed, and words of pages alone.

    Sphinx would keep words that no page has any more: an index by which one sees what was built
    before. What is written gets our tables.
    """
    indexer = getattr(app.builder, "indexer", None)
    if indexer is not None:

        def prune(docnames: Iterable[str]) -> None:
            type(indexer).prune(indexer, {*docnames, *_made(app)})
            for words in (indexer._mapping, indexer._title_mapping):
                for word in [word for word, pages in words.items() if not pages]:
                    del words[word]

        def freeze() -> dict[str, Any]:
            frozen: dict[str, Any] = type(indexer).freeze(indexer)
            notes = _notes(app.env)
            said = {docname: one.levels for docname, one in notes.items()}
            names = {docname: one.names for docname, one in notes.items()}
            return frozen | {
                "weight": signs(frozen, said),
                "names": table(names, frozen["docnames"], app.config.language or ""),
            }

        indexer.prune, indexer.freeze = prune, freeze
    yield from ()


def setup(app: Sphinx) -> dict[str, Any]:
    for language in (BilingualSearch, KoreanSearch):
        app.add_search_language(language)
    app.add_node(Keywords, html=(_skip, None))
    app.add_config_value("naranhi_terms", [], "env", list)
    # After site.py, which settles the root.
    app.connect("config-inited", _configure, priority=200)
    # After those who fold something away.
    app.connect("doctree-read", _read, priority=900)
    app.connect("env-purge-doc", _forget)
    app.connect("env-merge-info", _join)
    app.connect("html-collect-pages", _settle_index)
    return {"env_version": 1, "parallel_read_safe": True, "parallel_write_safe": True}
