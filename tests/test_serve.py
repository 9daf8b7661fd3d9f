"""The built site, shown on this machine."""

from __future__ import annotations

import re
import signal
import socket
import subprocess
import sys
from http.client import HTTPConnection
from pathlib import Path

import pytest

from scripts.commands.serve import serve_folder
from scripts.diagnostic import NaranhiError
from tests.conftest import REPOSITORY


def test_a_site_is_served_until_it_is_interrupted(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<h1>물때</h1>", encoding="utf-8")
    command = ["serve", "--root", str(REPOSITORY), "--out", str(tmp_path), "--port", "0"]
    with subprocess.Popen(
        [sys.executable, "-m", "scripts", *command],
        cwd=REPOSITORY,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    ) as process:
        assert process.stdout is not None
        match = re.search(r"http://(127\.0\.0\.1):(\d+)/", process.stdout.readline())
        assert match is not None
        connection = HTTPConnection(match[1], int(match[2]))
        connection.request("GET", "/")
        assert connection.getresponse().read().decode("utf-8") == "<h1>물때</h1>"
        connection.close()
        process.send_signal(signal.SIGINT)
        _, talk = process.communicate()
    assert (process.returncode, talk) == (0, "")


def test_a_port_that_is_taken_is_said_so(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(NaranhiError, match=f"port {port} cannot be used"):
            serve_folder(tmp_path, port=port, open_browser=False)
