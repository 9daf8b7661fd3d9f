"""Shows a built site on this machine, and on this machine only."""

from __future__ import annotations

import argparse
import functools
import http.server
import webbrowser
from pathlib import Path

from scripts.commands.workspace import Workspace
from scripts.console import DONE
from scripts.diagnostic import COMMAND, NaranhiError


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - as it is called
        """Say nothing of requests that went well; they are all the reader's own."""

    def end_headers(self) -> None:
        # A page that was built again must be seen again.
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()


def serve(options: argparse.Namespace) -> int:
    """Serve the site of a root until interrupted."""
    site = options.out or Workspace(options.root).site
    if not (site / "index.html").is_file():
        raise NaranhiError(f'{site}: no site here; run "{COMMAND} build" first')
    serve_folder(site, port=options.port, open_browser=options.open)
    return DONE


def serve_folder(site: Path, *, port: int, open_browser: bool) -> None:
    """Serve the folder `site` on 127.0.0.1 until interrupted; port 0 takes any free one."""
    handler = functools.partial(_Quiet, directory=str(site))
    try:
        server = http.server.ThreadingHTTPServer(("127.0.0.1", port), handler)
    except OSError as error:
        raise NaranhiError(
            f"port {port} cannot be used: {error.strerror}; try --port 0 for any free one"
        ) from error
    with server:
        address = f"http://127.0.0.1:{server.server_port}/"
        print(f"serving {site} at {address} (Ctrl-C ends it)", flush=True)
        if open_browser:
            webbrowser.open(address)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            return
