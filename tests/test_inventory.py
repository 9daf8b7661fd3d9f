"""What JAX documents: the tables are whole, and each name in them is there in JAX itself."""

from __future__ import annotations

from scripts.inventory import PROJECTS, Entry, read_inventory


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
