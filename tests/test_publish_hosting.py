"""The published root as hosts show it: nginx, where it is installed, with docs/nginx.conf."""

from __future__ import annotations

import shutil
from datetime import UTC, datetime
from pathlib import Path

import pytest

from scripts.publish import Directory, publish, withdraw
from tests.bench.publishing import make_site
from tests.bench.serving import get, load, nginx

NOON = datetime(2026, 1, 2, 12, 0, 0, tzinfo=UTC)

pytestmark = pytest.mark.skipif(shutil.which("nginx") is None, reason="nginx is not installed")


def test_what_readers_get(tmp_path: Path) -> None:
    site, to = make_site(tmp_path / "site", "물때"), tmp_path / "www"
    root = Directory(to)
    publish(root, site, version="1.0", now=NOON)
    with nginx(to, tmp_path) as port:
        status, headers, text = get(port, "/latest/ko/index.html")
        assert (status, text) == (200, "물때")
        assert "X-Robots-Tag" not in headers
        assert "script-src 'self'" in headers["Content-Security-Policy"]
        assert headers["Content-Type"] == "text/html; charset=utf-8"
        status, headers, text = get(port, "/nowhere")
        assert (status, text) == (404, "lost")

        (site / "ko" / "index.html").write_bytes("만조".encode())
        publish(root, site, version="1.1", now=NOON)
        assert get(port, "/latest/ko/index.html")[2] == "만조"
        status, headers, text = get(port, "/1.0/ko/index.html")
        assert (status, text, headers["X-Robots-Tag"]) == (200, "물때", "noindex")
        withdraw(root, "1.0", now=NOON)
        assert "공개를 중단했습니다" in get(port, "/1.0/ko/")[2]
        assert get(port, "/1.0/ko/page-0.html")[0] == 404


def test_readers_while_versions_are_published(tmp_path: Path) -> None:
    total, came = load(tmp_path, 2, 200)
    assert total >= 200
    assert came.keys() == {"200"}
