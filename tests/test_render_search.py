"""The words of the search index, and what the glossary calls them."""

from __future__ import annotations

import functools
import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from docutils import nodes
from docutils.utils import new_document
from sphinx.search import IndexBuilder

from scripts import particles
from scripts.diagnostic import NaranhiError
from scripts.glossary import Term, read_glossary
from scripts.render.search import BilingualSearch, KoreanSearch
from scripts.render.search.korean import dictionary_of, words_of
from scripts.render.search.names import other_names
from scripts.render.search.weight import levels
from tests.test_render_site import Place

NODE = shutil.which("node")
needs_node = pytest.mark.skipif(NODE is None, reason="runs the script as a browser would")
QUERIES = json.loads((Path(__file__).parent / "cases" / "render" / "queries.json").read_bytes())
LABELS = [case["label"] for case in QUERIES]
CASES = json.loads((Path(__file__).parent / "cases" / "render" / "search.json").read_bytes())


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["label"])
def test_words_of_a_text(case: dict[str, Any]) -> None:
    found = set(words_of(case["text"], case.get("dictionary", [])))
    assert set(case["words"]) <= found
    assert not found & set(case.get("not", []))


def test_english_words_go_on_as_sphinx_has_them() -> None:
    korean = KoreanSearch({})
    words = korean.split("`make_jaxpr`는 functions를 3번 추적합니다.")
    assert {"make_jaxpr", "functions", "3", "추적"} <= set(words)
    assert korean.stem("functions") == BilingualSearch({}).stem("functions") == "function"
    assert korean.stem("추적") == "추적"
    assert not korean.word_filter("the") and not korean.word_filter("3")


@pytest.mark.parametrize("search", [BilingualSearch, KoreanSearch])
def test_the_stemmer_of_the_search_page_is_there(search: type[BilingualSearch]) -> None:
    index = IndexBuilder.__new__(IndexBuilder)
    index.lang = search({})
    code = index.get_js_stemmer_code()
    named = re.search(r"window\.Stemmer = (\w+);", code)
    assert named and f"var {named[1]}=" in code


def test_every_name_of_a_term_finds_the_others() -> None:
    terms = [
        Term("loop", "루프", ("반복문",)),
        Term("automatic differentiation", "자동 미분", also=("autodiff",)),
        Term("JAX", "JAX", keep=True),
    ]
    names = functools.partial(other_names, terms=terms, dictionary=dictionary_of(terms))
    assert names(["Two loops."]) == ["루프", "반복문"]
    assert names(["반복문을 돕니다."]) == ["loop", "루프"]
    # A name of several words is looked up as one, by its stems.
    assert names(["JAX는 자동미분을 합니다."]) == ["autodiff", "automat differenti"]
    assert names(["Automatically, by automatic differentiation."]) == ["autodiff", "자동미분"]
    # Not over the end of a text, and not where one word of two stands alone.
    assert names(["automatic", "differentiation"]) == []


def test_our_glossary_knows_what_readers_type() -> None:
    terms = read_glossary(Path(__file__).parents[1])
    names = functools.partial(other_names, terms=terms, dictionary=dictionary_of(terms))
    assert {"loop", "반복문"} <= set(names(["루프를 돕니다."]))
    assert {"grad", "미분"} <= set(names(["기울기를 구합니다."]))


def test_the_dictionary_is_what_is_hangul_alone() -> None:
    terms = [Term("JIT compilation", "JIT 컴파일"), Term("tolerance", "허용 오차", ("톨러런스",))]
    assert dictionary_of(terms) == ("톨러런스", "허용오차")


def test_a_glossary_is_read_or_named(tmp_path: Path) -> None:
    assert read_glossary(tmp_path) == ()
    path = tmp_path / "docs" / "glossary.toml"
    path.parent.mkdir()
    path.write_text('[[term]]\nen = "scan"\nko = "스캔"\nmeaning_ko = "훑기"\n', encoding="utf-8")
    (term,) = read_glossary(tmp_path)
    assert term.names == ("스캔", "scan") and term.meaning == {"ko": "훑기"}
    path.write_text("[[term]]\n", encoding="utf-8")
    with pytest.raises(NaranhiError, match="neither"):
        read_glossary(tmp_path)
    path.write_text("[[term", encoding="utf-8")
    with pytest.raises(NaranhiError, match=r"glossary\.toml: cannot be read as TOML"):
        read_glossary(tmp_path)


@pytest.mark.site
def test_other_names_are_in_the_index_and_not_on_the_page(tmp_path: Path) -> None:
    place = Place(tmp_path)
    glossary = place.root / "docs" / "glossary.toml"
    glossary.parent.mkdir(exist_ok=True)
    glossary.write_text('[[term]]\nen = "sodium"\nko = "소금"\n', encoding="utf-8")
    place.execute()
    assert place.render().diagnostics == ()
    assert {"sodium", "밀가루", "그램"} <= terms(place) and "밀가루에" not in terms(place)
    assert 'name="keywords"' not in place.page("ko/salt.html")
    glossary.write_text('[[term]]\nen = "halite"\nko = "소금"\n', encoding="utf-8")
    assert place.render().diagnostics == ()
    assert "halit" in terms(place) and "sodium" not in terms(place)


def terms(place: Place) -> set[str]:
    index = (place.site / "ko" / "searchindex.js").read_bytes().decode("utf-8")
    found = json.loads(index.removeprefix("Search.setIndex(").removesuffix(")"))
    return {*found["terms"], *found["names"]["own"], *found["names"]["other"]}


@needs_node
def test_queries_are_cut_into_words_of_the_index() -> None:
    asked = [(KoreanSearch({}).split(case["text"]), case["query"]) for case in QUERIES]
    script = f"""
        let Search;
        const stopwords = new Set();
        {KoreanSearch.js_splitter_code.partition("/* The search page")[0]}
        const cut = ([words, query]) => {{
          const terms = Object.fromEntries(words.map((word) => [word, 0]));
          Search = {{ _index: {{ terms, titleterms: {{}} }} }};
          return splitQuery(query);
        }};
        console.log(JSON.stringify({json.dumps(asked)}.map(cut)));
    """
    assert NODE is not None
    done = subprocess.run([NODE, "-"], input=script.encode(), capture_output=True, check=True)
    found = json.loads(done.stdout)
    assert dict(zip(LABELS, found, strict=True)) == dict(
        zip(LABELS, (case["words"] for case in QUERIES), strict=True)
    )


@needs_node
def test_pages_whose_title_has_the_words_come_first_the_nearest_one_before_others() -> None:
    titles = [
        "가속과 미분",
        "미분할 수 있는 시뮬레이션",
        "자동 미분",
        "곱셈",
        "Tasks",
        "Task, Tasks",
        "Scan",
        "JAX body",
        "JAX all over",
    ]
    index = {
        "docnames": list("abcdefghi"),
        "filenames": list("abcdefghi"),
        "titles": titles,
        "terms": {
            "미분": [0, 1, 2, 3],
            "자동미분": [2],
            "task": [4, 5],
            "tasks": [4, 5],
            "lax_scan": [4, 5, 6],
            "jax": [0, 1, 2, 3, 4, 5, 6, 7, 8],
            "bodi": [5, 7, 8],
            "numb": [7, 6],
        },
        # Of every section, as Sphinx has it.
        "titleterms": {"미분": [0, 1, 2, 3], "jax": [7, 8], "numb": [6]},
    }
    script = f"""
        const Scorer = {{ title: 15, partialTitle: 7, term: 5, partialTerm: 2 }};
        const SearchResultKind = {{ text: "text" }};
        const stopwords = new Set(["and"]);
        const DOCUMENTATION_OPTIONS = {{ SHOW_SEARCH_SUMMARY: false }};
        const location = {{ protocol: "http:" }};
        const Search = {{ _index: {json.dumps(index)} }};
        {KoreanSearch.js_splitter_code}
        const order = (...words) =>
          Search.performTermsSearch(new Set(words), new Set())
            .sort((one, other) => other[4] - one[4]).map((result) => result[1]);
        const asked = [
          ["미분"], ["자동미분"], ["task", "tasks"], ["lax_scan"], ["bodi"], ["jax", "numb"],
        ];
        console.log(JSON.stringify(asked.map((words) => order(...words))));
    """
    assert NODE is not None
    done = subprocess.run([NODE, "-"], input=script.encode(), capture_output=True, check=True)
    assert json.loads(done.stdout) == [
        [titles[2], titles[0], titles[1], titles[3]],
        [titles[2]],
        [titles[5], titles[4]],
        [titles[6], titles[4], titles[5]],
        # A stem is not as its word is written,
        [titles[7], titles[5], titles[8]],
        # and a word of nearly all pages says nothing of one.
        [titles[6], titles[7]],
    ]


ORDER_CASES = json.loads(
    (Path(__file__).parent / "cases" / "render" / "search_order.json").read_bytes()
)


@needs_node
def test_pages_come_by_what_they_say_of_the_words() -> None:
    asked = [(case["index"], case["words"]) for case in ORDER_CASES]
    script = f"""
        const Scorer = {{ title: 15, partialTitle: 7, term: 5, partialTerm: 2 }};
        const SearchResultKind = {{ text: "text" }};
        const stopwords = new Set(["where"]);
        const DOCUMENTATION_OPTIONS = {{ SHOW_SEARCH_SUMMARY: false }};
        const location = {{ protocol: "http:" }};
        const Search = {{}};
        {KoreanSearch.js_splitter_code}
        const found = ([index, words]) => {{
          const {{ titles }} = index;
          Search._index = {{ docnames: titles, filenames: titles, titleterms: {{}}, ...index }};
          return Search.performTermsSearch(new Set(words), new Set())
            .sort((one, other) => other[4] - one[4]).map((result) => result[1]);
        }};
        console.log(JSON.stringify({json.dumps(asked)}.map(found)));
    """
    assert NODE is not None
    done = subprocess.run([NODE, "-"], input=script.encode(), capture_output=True, check=True)
    found = dict(zip((case["label"] for case in ORDER_CASES), json.loads(done.stdout), strict=True))
    assert found == {case["label"]: case["found"] for case in ORDER_CASES}


@needs_node
def test_a_name_of_code_that_ends_on_a_stopword_is_a_word() -> None:
    index = {"terms": {"jnp": [0, 1], "jnp.where": 1}, "titleterms": {}}
    script = f"""
        const stopwords = new Set(["where"]);
        class Stemmer {{ stemWord(word) {{ return word; }} }}
        const Search = {{ _index: {json.dumps(index)} }};
        {KoreanSearch.js_splitter_code.partition("/* The search page")[0]}
        const queries = ["jnp.where", "jnp.where를", "np.where", "Where. where"];
        console.log(JSON.stringify(queries.map(splitQuery)));
    """
    assert NODE is not None
    done = subprocess.run([NODE, "-"], input=script.encode(), capture_output=True, check=True)
    assert json.loads(done.stdout) == [
        ["jnp", "where", "jnp.where"],
        ["jnp", "where", "jnp.where"],
        ["np", "where"],
        ["Where", "where"],
    ]


@pytest.mark.parametrize("search", [BilingualSearch, KoreanSearch])
def test_what_a_page_says_of_a_word_weighs_more_than_what_its_code_printed(
    search: type[BilingualSearch],
) -> None:
    document = new_document("")
    output = nodes.container("", nodes.literal_block("", "tasks warning"))
    output["nb_element"] = "cell_code_output"
    document += nodes.title("", "Tasks")
    document += nodes.paragraph("", "A task. Two tasks: ", nodes.literal("", "jnp.where(x)"))
    document += output
    folded = nodes.container("", nodes.paragraph("", "frame"), classes=["no-search"])
    document += folded
    language = search({})
    found = levels(document, language.split, language.stem)
    # Once in code weighs as once in prose; a word that stands nowhere else was printed.
    assert found["task"] > 1 and found["warn"] == 0
    assert not found.keys() & {"jnp", "frame"}


def test_particles_are_known_by_one_table() -> None:
    assert set(particles.CLEAR) | particles.SHORT <= set(particles.PARTICLES)
    assert set(particles.AFTER_ONE_SYLLABLE) <= set(particles.PARTICLES)
    assert all(re.fullmatch(particles.pattern(), form) for form in particles.PARTICLES)
    assert json.dumps(particles.pattern(), ensure_ascii=False) in KoreanSearch.js_splitter_code
