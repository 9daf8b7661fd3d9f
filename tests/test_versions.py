"""Published versions: their order, their names, and their file."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scripts.diagnostic import UsageError
from scripts.versions import RESERVED, Version, Versions, valid_name


def version(name: str) -> Version:
    return Version(name, "0.10.2", "2026-01-01T00:00:00Z", "ab", ("ko", "en"))


def listed(*names: str) -> Versions:
    versions = Versions()
    for name in names:
        versions = versions.add(version(name))
    return versions


NAMES = st.sampled_from(
    ["0.9", "0.10", "0.10.0", "0.10.2", "0.10.2.post1", "1.0rc1", "1.0", "2026-01", "draft", "v1.0"]
)
SETS = st.lists(NAMES, unique=True, max_size=8)


def test_releases_are_sorted_as_numbers() -> None:
    versions = listed("0.10.2", "0.9", "0.10.10", "0.2", "0.10.2.post1")
    names = [item.name for item in versions.items]
    assert names == ["0.2", "0.9", "0.10.2", "0.10.2.post1", "0.10.10"]
    assert versions.latest.name == "0.10.10"


@pytest.mark.parametrize(
    ("names", "latest"),
    [
        (["1.0", "1.1rc1"], "1.0"),
        (["1.1rc1"], "1.1rc1"),
        (["1.1.dev3", "1.1a1"], "1.1a1"),
        (["draft", "0.1"], "0.1"),
        (["draft", "older"], "older"),
        (["1.0", "1.0+cuda"], "1.0+cuda"),
    ],
)
def test_the_latest_is_the_newest_final_release(names: list[str], latest: str) -> None:
    assert listed(*names).latest.name == latest


@given(SETS.flatmap(lambda names: st.tuples(st.just(names), st.permutations(names))))
def test_the_order_of_publication_does_not_matter(orders: tuple[list[str], list[str]]) -> None:
    one, other = orders
    assert listed(*one).to_json() == listed(*other).to_json()


@given(SETS)
def test_what_is_written_is_read_again(names: list[str]) -> None:
    versions = listed(*names)
    again = Versions.from_json(versions.to_json())
    assert again == versions
    assert again.to_json() == versions.to_json()


def test_the_file_is_newest_first_and_names_the_latest() -> None:
    data = json.loads(listed("0.9", "0.10", "0.11rc1").to_json())
    assert data["latest"] == "0.10"
    assert [row["name"] for row in data["versions"]] == ["0.11rc1", "0.10", "0.9"]
    assert json.loads(Versions().to_json()) == {"latest": None, "versions": []}


def test_keys_of_a_later_schema_are_passed_over() -> None:
    row = {"name": "1.0", "jax": "0.10.2", "published": "", "hash": "ab", "withdrawn": False}
    read = Versions.from_json(json.dumps({"latest": "1.0", "versions": [row], "schema": 9}))
    assert read.items == (Version("1.0", "0.10.2", "", "ab"),)


def test_a_name_is_taken_once() -> None:
    with pytest.raises(UsageError, match=r"1\.0 is published already"):
        listed("1.0", "1.0")


@pytest.mark.parametrize("name", ["0.10.2", "1", "draft", "2026-01-02", "1.0+cuda_12", "v1"])
def test_names_that_can_be_folders(name: str) -> None:
    assert valid_name(name) == name


@pytest.mark.parametrize(
    "name",
    [
        "",
        ".",
        "..",
        "1..2",
        ".x",
        "-x",
        "+x",
        "a/b",
        "a\\b",
        "a b",
        "가",
        "1\n",
        "a" * 65,
        *sorted(RESERVED),
    ],
)
def test_names_that_cannot(name: str) -> None:
    with pytest.raises(UsageError, match="cannot be a version"):
        valid_name(name)
