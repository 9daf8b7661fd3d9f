"""The tables of spellings that lie beside the rules of a language."""

from __future__ import annotations

from pathlib import Path


def spelling_table(name: str) -> dict[str, str]:
    """Give the right spellings of a table by the wrong ones.

    >>> spelling_table("english/misspelled.tsv")["alot"]
    'a lot'
    """
    text = (Path(__file__).parent / name).read_bytes().decode("utf-8")
    rows = [line.split("\t") for line in text.split("\n") if line and not line.startswith("#")]
    return {row[0]: row[1] for row in rows}
