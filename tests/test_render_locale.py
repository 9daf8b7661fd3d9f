"""Korean pages speak Korean: what Sphinx, the themes, scripts and our own parts say on them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest

from tests.test_render_site import Place

pytestmark = pytest.mark.site

# Names, keys and units; anything else that a Korean page says in Latin letters must stand in the
# lessons themselves.
ALLOWED = frozenset(
    {
        "API",
        "Colab",
        "Ctrl",
        "GB",
        "GitHub",
        "JAX",
        "JSON",
        "K",
        "Markdown",
        "Python",
        "ipynb",
        "kB",
        "md",
    }
)
# Gaps that scripts fill have names, which nobody sees.
_GAP = re.compile(r"\{\w+\}")
_WORD = re.compile(r"[A-Za-z]+(?:['-][A-Za-z]+)*")
_SPOKEN = frozenset({"alt", "aria-label", "aria-description", "aria-roledescription", "label",
                     "placeholder", "title", "value"})  # fmt: skip
# Data that scripts show; other data are names and addresses.
_DATA = re.compile(r"data-(?!.*(?:source|lang|id|target|toggle|theme|mode|view|key|docname)).+")
_UNSEEN = frozenset({"annotation", "code", "math", "pre", "script", "style"})
_VOID = frozenset({"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta",
                   "source", "track", "wbr"})  # fmt: skip


class Said(HTMLParser):
    """What a page shows and speaks, without code and what is marked as another language."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._open: list[tuple[str, bool]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        unseen = tag in _UNSEEN or found.get("lang", "ko") != "ko"
        if not unseen and not self._hidden:
            machine = found.get("type") in {"hidden", "checkbox"}
            for name, value in found.items():
                if (name in _SPOKEN and not (machine and name == "value")) or (
                    _DATA.fullmatch(name) and " " in value
                ):
                    self.texts.append(value)
        if tag not in _VOID:
            self._open.append((tag, unseen))

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        if not self._hidden:
            self.texts.append(data)

    @property
    def _hidden(self) -> bool:
        return any(unseen for _, unseen in self._open)


def foreign(texts: list[str], known: frozenset[str]) -> list[str]:
    """Give the texts that hold a word in Latin letters which is not known."""
    return [
        " ".join(text.split())
        for text in texts
        if set(_WORD.findall(_GAP.sub("", text))) - known - ALLOWED
    ]


@pytest.fixture(scope="module")
def bread(tmp_path_factory: pytest.TempPathFactory) -> Place:
    place = Place(tmp_path_factory.mktemp("locale"))
    place.execute()
    assert place.render().diagnostics == ()
    return place


def words_of_lessons(place: Place) -> frozenset[str]:
    files = [*(place.root / "lessons_ko").rglob("*.md"), *place.root.rglob("*.toml")]
    texts = (path.read_bytes().decode("utf-8") for path in files)
    return frozenset(word for text in texts for word in _WORD.findall(text))


def test_no_english_is_said_on_korean_pages(bread: Place) -> None:
    known = words_of_lessons(bread)
    found = {
        path.name: english
        for path in sorted((bread.site / "ko").rglob("*.html"))
        if (english := foreign(Said(path.read_bytes().decode("utf-8")).texts, known))
    }
    assert found == {}


def test_the_check_finds_english() -> None:
    page = '<p>빵 <code>bake</code></p><a title="Back">위로</a><p lang="en">bread</p>Top'
    assert foreign(Said(page).texts, frozenset()) == ["Back", "Top"]
    assert foreign(Said(page).texts, frozenset({"Top"})) == ["Back"]


def messages(site: Path, language: str) -> dict[str, str | list[str]]:
    script = (site / language / "_static" / "translations.js").read_bytes().decode("utf-8")
    # What stands behind the messages is a function, no JSON.
    found: dict[str, str | list[str]]
    found, _ = json.JSONDecoder().raw_decode(script, script.index('"messages":') + 11)
    return found


def asked_for(site: Path) -> Iterator[str]:
    """Give the messages that scripts show, as they ask for them."""
    call = re.compile(r"(?:\b_|\bn?gettext)\(\s*\"((?:[^\"\\]|\\.)*)\"")
    for path in sorted((site / "ko" / "_static").glob("*.js")):
        yield from call.findall(path.read_bytes().decode("utf-8"))


def test_scripts_have_every_message_in_korean(bread: Place) -> None:
    korean = messages(bread.site, "ko")
    asked = set(asked_for(bread.site))
    assert "Search Results" in asked
    for message in sorted(asked):
        said = korean.get(message, message)
        texts = [said] if isinstance(said, str) else said
        assert all(re.search("[가-힣]", text) for text in texts), f"{message}: {texts}"
    assert (
        "${resultCount}" in korean["Search finished, found one page matching the search query."][0]
    )


def test_scripts_say_in_english_what_we_would_say(bread: Place) -> None:
    tools = bread.page("en/_static/doctools.js")
    assert "Found one page." in tools and 'selected enough categories.":"No page' in tools
    assert "Found one page." not in bread.page("ko/_static/doctools.js")


def test_the_copy_button_speaks_korean(bread: Place) -> None:
    script = bread.page("ko/_static/copybutton.js")
    entry = re.search(r"ko: ({.*})|\"ko\": ({.*})", script)
    assert entry is not None
    said = json.loads(entry[1] or entry[2])
    assert foreign(list(said.values()), frozenset()) == []
