"""Links by inventories: they resolve without a network, and those that fail keep their text."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from scripts.cli import main
from scripts.inventory import read_inventory

GOOD = (
    "[where](inv:jax:py:function#jax.numpy.where), <inv:jax:std:doc#faq>, {py:func}`jax.jit`, "
    "{external+jax:py:func}`jax.grad`, {py:func}`functools.partial`, {py:func}`numpy.where`, "
    "{doc}`jax:pytrees`"
)
ADDRESSES = [
    "https://docs.jax.dev/en/latest/_autosummary/jax.numpy.where.html#jax.numpy.where",
    "https://docs.jax.dev/en/latest/faq.html",
    "https://docs.jax.dev/en/latest/_autosummary/jax.jit.html#jax.jit",
    "https://docs.jax.dev/en/latest/_autosummary/jax.grad.html#jax.grad",
    "https://docs.python.org/3/library/functools.html#functools.partial",
    "https://numpy.org/doc/stable/reference/generated/numpy.where.html#numpy.where",
    "https://docs.jax.dev/en/latest/pytrees.html",
]


@pytest.mark.site
def test_links_by_inventories(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lesson = tmp_path / "lessons_ko" / "index.md"
    lesson.parent.mkdir()
    lesson.write_bytes(f"# 시작\n\n{GOOD}\n".encode())
    options = ["render", "--root", str(tmp_path), "--jobs", "1"]
    assert main(options) == 0
    page = (tmp_path / "_build" / "site" / "ko" / "index.html").read_bytes().decode("utf-8")
    links = re.findall(r'<a class="reference external" href="([^"]*)" title="([^"]*)"', page)
    assert [address for address, _ in links] == ADDRESSES
    # The first two are MyST's own, which have no words in them.
    assert [title for _, title in links[2:3]] == [f"(JAX v{read_inventory().release} 문서)"]

    lesson.write_bytes("# 시작\n\n[**잃지 않는** 글](inv:jax#jax.numpy.wehre)\n".encode())
    capsys.readouterr()
    assert main(options) == 1
    assert "lessons_ko/index.md:3: No matches for" in capsys.readouterr().out
    page = (tmp_path / "_build" / "work" / "ko" / "html" / "index.html").read_bytes().decode()
    assert "<strong>잃지 않는</strong> 글" in page
