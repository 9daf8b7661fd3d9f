"""The Content-Security-Policy of the site: what a browser may run, load and ask for on its pages.

One place for all forms of it: the element in each page, which also counts where a page is opened
as a file or a host sets no headers, and the headers of hosts that can set some.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping

# Scripts that stand in pages themselves, by SHA-256, each read by a person. Another one stops the
# build (`render/acting.py`): put it into a file, or read it and name it here.
KNOWN_SCRIPTS: Mapping[str, str] = {
    "zcswQ2Rl+Nzkvgu053HhDtSkDLZBNVWhSVSrjxtxO+E=": "render/root_page.py",
    "mNyD6WQ4vKGmtbf2Mk6RMjMo7k6Ib4wzc6b1fvYgVHE=": "pydata-sphinx-theme, search.html",
}

# `style-src` has 'unsafe-inline' for the widths of columns and the colours of cells: a style can
# run nothing, and what it could load the other lines forbid.
_RULES: Mapping[str, tuple[str, ...]] = {
    "default-src": ("'none'",),
    "script-src": ("'self'", *(f"'sha256-{digest}'" for digest in sorted(KNOWN_SCRIPTS))),
    "style-src": ("'self'", "'unsafe-inline'"),
    "img-src": ("'self'", "data:"),
    "font-src": ("'self'",),
    "connect-src": ("'self'",),
    "form-action": ("'self'",),
    "base-uri": ("'none'",),
}
# What browsers take from a header alone.
_OF_HEADER: Mapping[str, tuple[str, ...]] = {"frame-ancestors": ("'self'",)}


def digest(script: str) -> str:
    """Give the hash of a script as a policy names it.

    >>> digest("")
    '47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='
    """
    return base64.b64encode(hashlib.sha256(script.encode("utf-8")).digest()).decode("ascii")


def policy(*, header: bool = False) -> str:
    """Give the policy, for an element of a page or for a header.

    >>> "'unsafe-inline'" in policy().split("style-src")[0], "frame-ancestors" in policy()
    (False, False)
    """
    rules = {**_RULES, **(_OF_HEADER if header else {})}
    return "; ".join(" ".join([name, *sources]) for name, sources in rules.items())


def element() -> str:
    """Give the policy as the element that stands first in a page's head.

    >>> element()[:49]
    '<meta http-equiv="Content-Security-Policy" conten'
    """
    return f'<meta http-equiv="Content-Security-Policy" content="{policy()}">'


def headers() -> Mapping[str, str]:
    """Give the headers that a host should send with every file, the policy among them."""
    return {
        "Content-Security-Policy": policy(header=True),
        "Referrer-Policy": "strict-origin-when-cross-origin",
        "X-Content-Type-Options": "nosniff",
    }


def headers_file() -> str:
    """Give the headers as the file `_headers`, which Netlify and Cloudflare Pages read.

    >>> print(headers_file().split(chr(10))[0])
    /*
    """
    return "".join(["/*\n", *(f"  {name}: {value}\n" for name, value in headers().items())])


def nginx_lines() -> str:
    """Give the headers as lines of nginx's configuration.

    >>> print(nginx_lines().split(chr(10))[2])
    add_header X-Content-Type-Options "nosniff" always;
    """
    return "".join(f'add_header {name} "{value}" always;\n' for name, value in headers().items())
