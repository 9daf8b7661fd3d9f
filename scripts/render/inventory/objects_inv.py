"""Sphinx's own form of an inventory, `objects.inv`: written for Sphinx, read from others."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable, Iterator

from scripts.inventory import SAME, Entry

_HEADER = (
    "# Sphinx inventory version 2\n"
    "# Project: {project}\n"
    "# Version: {release}\n"
    "# The remainder of this file is compressed using zlib.\n"
)
_LINE = re.compile(
    r"(?P<name>.+?)\s+(?P<role>\S+)\s+(?P<priority>-?\d+)\s+?(?P<uri>\S*)\s+(?P<title>.*)"
)


def write_objects_inv(project: str, release: str, entries: Iterable[Entry]) -> bytes:
    """Give an inventory as Sphinx's intersphinx reads it; the same bytes for the same entries.

    >>> faq = Entry("jax", "std:doc", "faq", "faq.html")
    >>> _, _, rows = read_objects_inv(write_objects_inv("jax", "0.10.2", [faq]))
    >>> rows
    [('std:doc', 'faq', 'faq.html')]
    """
    lines = (
        f"{one.name} {one.role} {-1 if one.role.startswith('std:') else 1} {one.uri} -\n"
        for one in entries
    )
    head = _HEADER.format(project=project, release=release)
    return head.encode() + zlib.compress("".join(lines).encode(), 9)


def read_objects_inv(data: bytes) -> tuple[str, str, list[tuple[str, str, str]]]:
    """Give the project, the release and the rows (role, name, address) of an inventory.

    Raises `ValueError` for bytes that are none.
    """
    head = data.split(b"\n", 4)
    if len(head) < 5 or head[0] != b"# Sphinx inventory version 2":
        raise ValueError("this is no inventory of version 2")
    project, release = (line.decode("utf-8").partition(": ")[2] for line in head[1:3])
    try:
        text = zlib.decompress(head[4]).decode("utf-8")
    except zlib.error as error:
        raise ValueError(f"this inventory is damaged: {error}") from None
    return project, release, list(_rows(text))


def _rows(text: str) -> Iterator[tuple[str, str, str]]:
    for line in text.splitlines():
        if match := _LINE.match(line):
            uri = match["uri"]
            whole = uri.removesuffix(SAME) + match["name"] if uri.endswith(SAME) else uri
            yield match["role"], match["name"], whole
