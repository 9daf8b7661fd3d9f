"""How well a built site's search finds Korean words: `python -m tests.bench.search SITE TEXTS...`.

Nouns and compounds of other texts (folders of Markdown and HTML), or the terms of a list (a `.txt`
file, one a line), are looked for in the site's Korean pages, in the system's Chromium, by the
site's own scripts. What is right is told by the text of the pages alone. Needs Playwright
(docs/browser.txt).
"""

from __future__ import annotations

import argparse
import html
import json
import re
import shutil
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.bench.report import percent, table
from tests.browser.sites import served

BARS = {"recall": 0.98, "precision": 0.94, "nothing found": 0.01}
PARTICLES = (
    ("은", "는"),
    ("을", "를"),
    ("에서", "에서"),
    ("으로", "로"),
    ("이", "가"),
    ("과", "와"),
    ("의", "의"),
)
_NOUNS = {"NNG", "NNP"}
_SYLLABLES = range(2, 7)
_CODE = re.compile(r"^(`{3,}|:{3,}).*?^\1\s*$|`[^`\n]*`|^---\n.*?^---$", re.MULTILINE | re.DOTALL)
_HTML_CODE = re.compile(r"<(pre|code|script|style|nav)\b.*?</\1>", re.DOTALL)
_TAG = re.compile("<[^>]*>")
_HANGUL = re.compile("[가-힣]")

# A lesson's own blocks, without code. Of what the site adds a page of search should know nothing.
_TEXT = """() => {
  const blocks = document.querySelectorAll('.bd-article [id^="b-"]:not(.cell)');
  for (const block of blocks)
    for (const part of block.querySelectorAll("pre, code, button, .headerlink"))
      part.replaceWith("A");
  return [...blocks].map((block) => block.textContent).join("\\n");
}"""
_ASK = """(queries) => queries.map((query) => {
  const found = Search._performSearch(...Search._parseQuery(query));
  return [...new Set(found.map((one) => one[0]))];
})"""


@dataclass(frozen=True)
class Query:
    """A noun, or nouns in a row that readers write with or without spaces."""

    parts: tuple[str, ...]

    @property
    def text(self) -> str:
        """Give it as one word."""
        return "".join(self.parts)

    def is_in(self, text: str, *, begins: bool) -> bool:
        """Say whether a text holds it: in a word, or where one begins.

        >>> Query(("미분",)).is_in("편미분은", begins=False)
        True
        >>> Query(("미분",)).is_in("편미분은", begins=True)
        False
        >>> Query(("자동", "미분")).is_in("자동 미분은", begins=True)
        True
        """
        before = "(?<![가-힣])" if begins else ""
        return re.search(before + r"\s?".join(self.parts), text) is not None


def queries(texts: Iterable[str]) -> Iterator[Query]:
    """Give the nouns and compounds that are there at least twice."""
    from kiwipiepy import Kiwi

    kiwi = Kiwi()
    seen: Counter[tuple[str, ...]] = Counter()
    for text in texts:
        run: list[Any] = []
        for token in [*kiwi.tokenize(text), None]:
            joined = token is not None and token.tag in _NOUNS and _is_hangul(token.form)
            if joined and run and token.start > run[-1].end + 1:
                seen.update(_of_run(run))
                run = []
            if joined:
                run.append(token)
            elif run:
                seen.update(_of_run(run))
                run = []
    for parts, count in sorted(seen.items()):
        if count > 1 and len("".join(parts)) in _SYLLABLES:
            yield Query(parts)


def terms(path: Path) -> Iterator[Query]:
    """Give the terms of a list, one a line; a space is where readers may leave one out."""
    for line in sorted(set(path.read_bytes().decode("utf-8").splitlines())):
        if line.strip():
            yield Query(tuple(line.split()))


def _of_run(run: list[Any]) -> Iterator[tuple[str, ...]]:
    forms = [token.form for token in run]
    yield from ((form,) for form in forms)
    if len(forms) > 1:
        yield tuple(forms)


def _is_hangul(text: str) -> bool:
    return all(_HANGUL.match(sign) for sign in text)


def read(folder: Path) -> Iterator[str]:
    """Give the prose of the Markdown and HTML in a folder, a file a text."""
    # Where code stood a letter stands: a particle alone would be taken for a noun.
    for path in sorted([folder] if folder.is_file() else folder.rglob("*")):
        if path.suffix in {".md", ".html"}:
            text = path.read_bytes().decode("utf-8", "replace")
            if path.suffix == ".html":
                text = _HTML_CODE.sub("A", text[text.find("<main") :])
                text = html.unescape(_TAG.sub("", text))
            yield _CODE.sub("A", text)


def with_particle(word: str, forms: tuple[str, str]) -> str:
    """Give a word with the form that goes with its last sound.

    >>> [with_particle(word, ("으로", "로")) for word in ("값", "배열", "함수")]
    ['값으로', '배열로', '함수로']
    """
    last = (ord(word[-1]) - ord("가")) % 28
    closed = last != 0 and not (last == 8 and forms[1] == "로")
    return word + forms[0 if closed else 1]


def measure(
    asked: Iterable[Query], pages: Mapping[str, str], answers: Mapping[str, Iterable[str]]
) -> dict[str, Any]:
    """Give recall (two readings of what is right), precision, and what went wrong."""
    recalls: dict[bool, list[float]] = {False: [], True: []}
    precisions, empty, missed, extra = [], [], [], []
    for query in asked:
        found = pages.keys() & set(answers[query.text])
        holding = {name for name, text in pages.items() if query.is_in(text, begins=False)}
        beginning = {name for name, text in pages.items() if query.is_in(text, begins=True)}
        for begins, right in ((False, holding), (True, beginning)):
            if right:
                recalls[begins].append(len(found & right) / len(right))
        if found:
            precisions.append(len(found & holding) / len(found))
        else:
            empty.append(query.text)
        missed += [f"{query.text}: {name}" for name in sorted(beginning - found)]
        extra += [f"{query.text}: {name}" for name in sorted(found - holding)]
    return {
        "queries": len(recalls[False]),
        "recall": _mean(recalls[False]),
        "recall, begins": _mean(recalls[True]),
        "precision": _mean(precisions),
        "nothing found": len(empty) / max(1, len(recalls[False])),
        "empty": empty,
        "missed": missed,
        "extra": extra,
    }


def _mean(values: list[float]) -> float:
    return sum(values) / max(1, len(values))


def ask(site: Path, wanted: list[Query], chromium: str) -> dict[str, Any]:
    """Look for words, bare and with particles; give what `measure` says of either."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright, served(site) as base:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        tab = browser.new_page()
        tab.goto(f"{base}/ko/search.html?q=jax", wait_until="networkidle")
        reader = browser.new_page()
        texts = {}
        for docname in tab.evaluate("Search._index.docnames"):
            if (site / "ko" / f"{docname}.blocks.js").is_file():
                reader.goto(f"{base}/ko/{docname}.html", wait_until="domcontentloaded")
                texts[docname] = reader.evaluate(_TEXT)
        asked = [q for q in wanted if any(q.is_in(t, begins=False) for t in texts.values())]
        forms = {
            "bare": [query.text for query in asked],
            "with spaces": [" ".join(query.parts) for query in asked],
        }
        for pair in PARTICLES:
            forms["/".join(pair)] = [with_particle(query.text, pair) for query in asked]
        found = {}
        for form, typed in forms.items():
            answers = dict(zip((q.text for q in asked), tab.evaluate(_ASK, typed), strict=True))
            found[form] = measure(asked, texts, answers)
        browser.close()
    return found


def main(arguments: list[str] | None = None) -> int:
    """Measure, print, and give 1 where a bar is not met."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.search", description=__doc__)
    parser.add_argument("site", type=Path)
    parser.add_argument(
        "texts",
        type=Path,
        nargs="+",
        help="folders or files the words come from, or lists of terms",
    )
    parser.add_argument("--chromium", default=shutil.which("chromium") or "chromium")
    parser.add_argument("--json", action="store_true", help="print all that was found, as JSON")
    options = parser.parse_args(arguments)
    lists = [path for path in options.texts if path.suffix == ".txt"]
    folders = [path for path in options.texts if path.suffix != ".txt"]
    wanted = list(queries(text for folder in folders for text in read(folder)))
    listed = [term for path in lists for term in terms(path)]
    wanted += [term for term in dict.fromkeys(listed) if term not in wanted]
    found = ask(options.site, wanted, options.chromium)
    if options.json:
        print(json.dumps(found, ensure_ascii=False, indent=1))
    names = ("recall", "recall, begins", "precision", "nothing found")
    rows = [
        (form, one["queries"], *(percent(one[name], 1) for name in names))
        for form, one in found.items()
    ]
    print(*table(("form", "queries", *names), rows), sep="\n")
    met = all(
        one["recall, begins"] >= BARS["recall"]
        and one["precision"] >= BARS["precision"]
        and one["nothing found"] <= BARS["nothing found"]
        for one in found.values()
    )
    return int(not met)


if __name__ == "__main__":
    sys.exit(main())
