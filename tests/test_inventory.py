"""What JAX documents: the tables are whole, and each name in them is there in JAX itself."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from scripts.cli import main
from scripts.inventory import PROJECTS, Entry, Inventory, read_inventory
from scripts.render.inventory.objects_inv import read_objects_inv, write_objects_inv
from scripts.render.inventory.source import read_source
from scripts.render.inventory.update import from_checkout, write

REPOSITORY = Path(__file__).resolve().parent.parent
CASES = Path(__file__).parent / "cases" / "inventory"


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Give a folder with the sources of a small project and of its documentation."""
    text = (CASES / "checkout.txt").read_bytes().decode("utf-8")
    parts = re.split(r"^==== (.*)\n", text, flags=re.M)
    for name, content in zip(parts[1::2], parts[2::2], strict=True):
        path = tmp_path / "checkout" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode())
    return tmp_path / "checkout"


def test_an_entry_leads_to_the_documentation() -> None:
    entry = read_inventory().find("jax.lax.scan")
    assert entry == Entry(
        "jax", "py:function", "jax.lax.scan", "_autosummary/jax.lax.scan.html#jax.lax.scan"
    )
    assert entry.url == PROJECTS["jax"] + entry.uri
    assert (entry.page, entry.anchor) == ("_autosummary/jax.lax.scan", "jax.lax.scan")


def test_only_names_of_the_interface_are_found() -> None:
    inventory = read_inventory()
    for name in ("", "jax", "faq", "jnp.where", "jax.numpy.where()", "jax._src.core", "Jax.jit"):
        assert inventory.find(name) is None


def test_each_entry_is_on_a_page() -> None:
    inventory = read_inventory()
    for entry in inventory:
        if entry.name not in {"genindex", "modindex", "py-modindex", "search"}:
            assert inventory.page(entry.page) is not None, entry
            assert not entry.anchor or entry.anchor in inventory.anchors(entry.page), entry


def test_pages_that_moved_lead_to_pages() -> None:
    inventory = read_inventory()
    for old, new in inventory._moved.items():
        assert inventory.page(new) is not None
        assert inventory.page(old) is None


def test_names_that_were_given_up_lead_to_others() -> None:
    found = read_inventory().renamed("jax.tree_util.tree_multimap")
    assert found is not None
    assert found.use == "jax.tree.map"


def test_names_that_are_not_documented_are_told_from_names_that_are_gone() -> None:
    inventory = read_inventory()
    assert inventory.known("jax.numpy.inf")
    assert inventory.find("jax.numpy.inf") is None
    assert inventory.given_up("jax.numpy.inf") is None
    assert inventory.known("jax.numpy.round_") is False
    assert inventory.given_up("jax.numpy.round_") is not None
    assert inventory.known("jax.numpy.nothing") is False
    assert inventory.given_up("jax.numpy.nothing") is None
    assert inventory.known("some.other.name") is None


def test_python_and_numpy_are_there() -> None:
    for name, role in [("functools.partial", "py:function"), ("dict.items", "py:method")]:
        entry = read_inventory("python").find(name)
        assert entry is not None
        assert entry.role == role
    where = read_inventory("numpy").find("numpy.where")
    assert where is not None
    assert where.url.endswith("/doc/stable/reference/generated/numpy.where.html#numpy.where")


RESOLVE = """
import importlib, json, sys, warnings
from pathlib import Path
import jax
from scripts.render.inventory.definitions import Definitions

warnings.simplefilter("ignore")
static = Definitions(Path(jax.__file__).parent.parent)


def is_there(name):
    parts = name.split(".")
    found, end = jax, 1
    for end in range(len(parts), 0, -1):
        try:
            found = importlib.import_module(".".join(parts[:end]))
            break
        except ImportError:
            continue
    for part in parts[end:]:
        if part in getattr(found, "__annotations__", {}):
            return True
        if not hasattr(found, part):
            # What only a device of its kind can import is read instead.
            return bool(static.kind(name))
        found = getattr(found, part)
    return True


names = json.load(sys.stdin)
json.dump([jax.__version__, [name for name in names if not is_there(name)]], sys.stdout)
"""


def test_every_name_is_there_in_the_installed_jax() -> None:
    inventory = read_inventory()
    names = [entry.name for entry in inventory if entry.role.startswith("py:")]
    done = subprocess.run(
        [sys.executable, "-c", RESOLVE],
        cwd=REPOSITORY,
        input=json.dumps(names),
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    installed, missing = json.loads(done.stdout)
    # Another release may have given up some: what became of those is known, too.
    explained = dict(inventory.renames()) if installed != inventory.release else {}
    assert [name for name in missing if name not in explained] == []


def test_sphinx_reads_our_objects_inv() -> None:
    from sphinx.util.inventory import InventoryFile

    inventory = read_inventory()
    data = write_objects_inv("JAX", inventory.release, inventory)
    assert data == write_objects_inv("JAX", inventory.release, inventory)
    base = "https://docs.jax.dev/en/latest"
    read: Any = InventoryFile.load(io.BytesIO(data), base, lambda *parts: "/".join(parts))
    items = {(role, name, one.uri) for role, rows in read.items() for name, one in rows.items()}
    ours = {(entry.role, entry.name, entry.url) for entry in inventory}
    assert items == ours
    project, release, rows = read_objects_inv(data)
    assert (project, release, len(rows)) == ("JAX", inventory.release, len(ours))


def test_a_checkout_is_read_without_sphinx(checkout: Path) -> None:
    source = read_source(checkout, "loaf")
    expected = json.loads((CASES / "expected.json").read_bytes())
    assert sorted(list(row) for row in source.rows) == expected["rows"]
    assert {page: sorted(own) for page, own in sorted(source.anchors.items())} == expected[
        "anchors"
    ]
    assert sorted(source.notebooks) == expected["notebooks"]


def test_tables_are_renewed_and_what_changed_is_told(tmp_path: Path, checkout: Path) -> None:
    folder = tmp_path / "loaf"
    folder.mkdir()
    head = b"# loaf 0.1: x\n"
    (folder / "names.tsv").write_bytes(
        head + b"py:class\tloaf.slice\told.html#$\npy:function\tloaf.burn\told.html#$\n"
        b"std:doc\told\t$.html\nstd:doc\tknives\t$.html\n"
    )
    (folder / "anchors.tsv").write_bytes(head + b"old\tbaking-by-hand\nknives\tbaking-by-hand\n")
    (folder / "public.tsv").write_bytes(head + b"loaf\tproof\n")
    tables = from_checkout(Inventory("loaf", folder), checkout, "0.2")
    assert {"- loaf.burn", "page old -> guide", "page knives -> notes", "gone loaf.burn"} <= set(
        tables.changes
    )
    assert any(line.startswith("> loaf.slice: old.html#") for line in tables.changes)
    write(tables, folder)
    new = Inventory("loaf", folder)
    assert new.release == "0.2"
    assert new.moved("old") == "guide"
    # The project's own word goes before what is alike, from one place to the next.
    assert [new.moved(page) for page in ("knives", "tools", "oven")] == ["notes", "notes", None]
    # What wraps a function may have made a class of it, which only running it tells.
    found = new.find("loaf.slice")
    assert found is not None
    assert found.role == "py:class"
    assert new.known("loaf.weigh")
    assert new.find("loaf.weigh") is None
    assert new.replacement("loaf.toast") == "loaf.slice"
    given_up = new.given_up("loaf.burn")
    assert given_up is not None
    assert given_up[1].last == "0.1"
    again = from_checkout(new, checkout, "0.2")
    assert again.changes == []
    assert again.files == tables.files


def test_a_published_inventory_renews_the_names(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    entries = [entry for entry in read_inventory() if entry.name != "jax.jit"]
    entries.append(Entry("jax", "py:function", "jax.jig", "_autosummary/jax.jig.html#jax.jig"))
    (tmp_path / "objects.inv").write_bytes(write_objects_inv("JAX", "0.13.0", entries))
    options = ["--update", str(tmp_path / "objects.inv"), "--to", str(tmp_path / "jax")]
    assert main(["inventory", *options]) == 0
    assert capsys.readouterr().out.splitlines() == ["+ jax.jig", "- jax.jit"]
    renewed = Inventory("jax", tmp_path / "jax")
    assert renewed.release == "0.13.0"
    assert renewed.find("jax.jig") == entries[-1]
    (tmp_path / "objects.inv").write_bytes(b"no inventory")
    assert main(["inventory", *options]) == 1


def test_the_command_finds_names(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["inventory", "jax.numpy.where", "--format", "json"]) == 0
    (found,) = json.loads(capsys.readouterr().out)
    assert found["url"].endswith("/_autosummary/jax.numpy.where.html#jax.numpy.where")
    assert main(["inventory", "jax.numpy.wehre"]) == 1
    assert "did you mean `jax.numpy.where`?" in capsys.readouterr().out
    assert main(["inventory"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == len(list(read_inventory()))
