"""Everything that is locked is under a licence that is allowed, and says so itself."""

from __future__ import annotations

import re
import tomllib
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path

import pytest
from packaging.licenses import canonicalize_license_expression

DOCS = Path(__file__).parent.parent / "docs"
KNOWN = tomllib.loads((DOCS / "licences.toml").read_text(encoding="utf-8"))
PACKAGES: dict[str, str] = KNOWN["packages"]

# What packages without an SPDX expression say, and which licences that can be.
_BSD = {"BSD-2-Clause", "BSD-3-Clause"}
_SAID = {
    "Apache Software License": {"Apache-2.0"},
    "BSD License": _BSD,
    "ISC License (ISCL)": {"ISC"},
    "MIT License": {"MIT"},
    "Mozilla Public License 2.0 (MPL 2.0)": {"MPL-2.0"},
    "Public Domain": {"LicenseRef-Public-Domain"},
    "Python Software Foundation License": {"PSF-2.0"},
}
_FREELY = {"Apache 2.0": "Apache-2.0", "Apache License 2.0": "Apache-2.0", "MIT License": "MIT"}


def locked() -> set[str]:
    text = "".join(path.read_text(encoding="utf-8") for path in DOCS.glob("*.txt"))
    return {name.lower() for name in re.findall(r"^([A-Za-z0-9][\w.-]*)==", text, re.MULTILINE)}


def allows(expression: str) -> bool:
    """Tell whether a licence is allowed: of those with OR one, of those with AND all.

    >>> allows("0BSD OR GPL-3.0-only"), allows("MIT AND GPL-3.0-only")
    (True, False)
    """
    either = expression.split(" OR ")
    return any(all(one in KNOWN["allowed"] for one in both.split(" AND ")) for both in either)


def test_each_locked_package_has_its_licence_and_no_other() -> None:
    assert locked() == set(PACKAGES), "write \"NAME = 'LICENCE'\" into docs/licences.toml"


@pytest.mark.parametrize("name", PACKAGES)
def test_a_licence_is_allowed_and_what_the_package_says(name: str) -> None:
    licence = PACKAGES[name]
    assert canonicalize_license_expression(licence) == licence
    assert allows(licence), f"{name} is under {licence}"
    parts = set(re.split(" AND | OR ", licence))
    try:
        said = metadata(name)
    except PackageNotFoundError:
        return
    if "License-Expression" in said:
        assert canonicalize_license_expression(said["License-Expression"]) == licence
        return
    classes = [one.rsplit(" :: ")[-1] for one in said.get_all("Classifier") or ()]
    for possible in filter(None, map(_SAID.get, classes)):
        assert parts & possible, f"{name} says {classes}"
    words = said["License"].strip() if "License" in said else ""
    if words in _FREELY or words in KNOWN["allowed"]:
        assert _FREELY.get(words, words) in parts
