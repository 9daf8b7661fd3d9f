"""Ends the address of what pages load with a hash of what it holds: caches show nothing old.

Sphinx does so for files that are finished before the first page. The theme's style sheet and the
fonts are cut to the finished pages; their addresses would stay the same.
"""

from __future__ import annotations

import os
import re
import zlib
from pathlib import Path

_LOADED = re.compile(
    rb'((?:\b(?:href|src|data-font)="|\burl\("?)([\w.][\w./-]*\.(?:css|js|woff2)))'
    rb'(?:\?[\w.=&-]*)?(?=[")])'
)


def address_by_content(site: Path) -> None:
    """Rewrite the pages and style sheets below `site`; what is named there and missing stays.

    A script of a page names its hash, and what the script loads later has none.
    """
    hashes: dict[str, bytes] = {}

    def rewrite(path: Path) -> None:
        def address(found: re.Match[bytes]) -> bytes:
            name = os.path.normpath(path.parent / os.fsdecode(found[2]))
            if name not in hashes:
                inside = Path(name).is_relative_to(site) and Path(name).is_file()
                hashes[name] = b"?v=%08x" % zlib.crc32(Path(name).read_bytes()) if inside else b""
            return found[1] + hashes[name] if hashes[name] else found[0]

        data = path.read_bytes()
        new = _LOADED.sub(address, data)
        if new != data:
            path.write_bytes(new)

    # A style sheet's own hash depends on the addresses in it.
    for pattern in ("*.css", "*.html"):
        for path in sorted(site.rglob(pattern)):
            rewrite(path)
