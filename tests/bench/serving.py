"""Readers of a root that is being published to, by nginx with the configuration that we ship.

python -m tests.bench.serving [--quick]
"""

from __future__ import annotations

import argparse
import contextlib
import http.client
import os
import random
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from scripts.policy import nginx_lines
from scripts.publish import Directory, publish, roll_back, verify, withdraw
from tests.bench.publishing import make_site

CONFIGURATION = Path(__file__).resolve().parents[2] / "docs" / "nginx.conf"
_WHOLE = """\
daemon off;
{user}
pid {base}/nginx.pid;
error_log {base}/error.log;
events {{}}
http {{
    access_log off;
    types {{
        text/html html; application/json json; text/css css; text/javascript js;
        image/svg+xml svg; image/png png; font/woff2 woff2;
    }}
    client_body_temp_path {base}/body;
    proxy_temp_path {base}/proxy;
    fastcgi_temp_path {base}/fastcgi;
    uwsgi_temp_path {base}/uwsgi;
    scgi_temp_path {base}/scgi;
    include {base}/site.conf;
}}
"""
_END = "</html>"


@contextlib.contextmanager
def nginx(root: Path, base: Path) -> Iterator[int]:
    """Serve a published root as docs/nginx.conf says; give the port, on this machine alone."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    text = CONFIGURATION.read_bytes().decode("utf-8")
    for ours, theirs in (
        ("listen 80;", f"listen 127.0.0.1:{port};"),
        ("/srv/www/current", f"{root}/current"),
        ("/etc/nginx/naranhi-headers.conf", f"{base}/headers.conf"),
    ):
        assert ours in text, ours
        text = text.replace(f" {ours}", f" {theirs}")
    user = "user root;" if os.geteuid() == 0 else ""
    (base / "site.conf").write_bytes(text.encode("utf-8"))
    (base / "headers.conf").write_bytes(nginx_lines().encode("utf-8"))
    (base / "nginx.conf").write_bytes(_WHOLE.format(base=base, user=user).encode("utf-8"))
    command = ["nginx", "-p", str(base), "-c", str(base / "nginx.conf"), "-e", str(base / "error")]
    with subprocess.Popen(command) as server:
        try:
            for _ in range(200):
                with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
                    break
                time.sleep(0.05)
            yield port
        finally:
            server.terminate()


def get(port: int, path: str) -> tuple[int, dict[str, str], str]:
    """Give status, headers and text of an answer."""
    with contextlib.closing(
        http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    ) as connection:
        connection.request("GET", path)
        answer = connection.getresponse()
        return answer.status, dict(answer.getheaders()), answer.read().decode("utf-8")


def large_site(folder: Path, text: str) -> Path:
    """Give a site of pages larger than a packet, whose end tells that they are whole."""
    site = make_site(folder, text, pages=3)
    for page in site.rglob("*.html"):
        page.write_bytes(f"<html>{text * 30_000}{_END}".encode())
    return site


def load(base: Path, publications: int, least: int) -> tuple[int, Counter[str]]:
    """Read from several connections while versions are published; give how often, and what came."""
    root = base / "www"
    publish(Directory(root), large_site(base / "site-0", "판0"), version="1.0")
    paths = ["/", "/latest/", "/versions.json", "/latest/ko/page-1.html", "/1.0/en/index.html"]
    paths += ["/404.html", "/generation.json", "/latest/en/_static/a.css"]
    came: Counter[str] = Counter()
    done = threading.Event()
    lock = threading.Lock()

    def read(port: int, seed: int) -> None:
        rng, mine = random.Random(seed), Counter[str]()
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        while not done.is_set() or came.total() + mine.total() < least:
            path = rng.choice(paths)
            try:
                connection.request("GET", path)
                answer = connection.getresponse()
                body = answer.read()
            except (OSError, http.client.HTTPException) as error:
                mine[type(error).__name__] += 1
                connection.close()
                continue
            whole = answer.headers["Content-Length"] == str(len(body))
            if "page-1" in path or path.endswith("en/index.html"):
                whole = whole and body.endswith(_END.encode())
            mine[str(answer.status) if whole else "truncated"] += 1
            if mine.total() >= 20:
                with lock:
                    came.update(mine)
                mine.clear()
        connection.close()
        with lock:
            came.update(mine)

    with nginx(root, base) as port:
        readers = [threading.Thread(target=read, args=(port, seed)) for seed in range(4)]
        for reader in readers:
            reader.start()
        for number in range(1, publications + 1):
            while came.total() < least * (number - 1) // publications:
                time.sleep(0.01)
            site = large_site(base / f"site-{number}", f"판{number}")
            publish(Directory(root), site, version=f"1.{number}")
            if number % 4 == 0:
                withdraw(Directory(root), f"1.{number}")
                roll_back(Directory(root))
        done.set()
        for reader in readers:
            reader.join()
    assert verify(Directory(root)).ok
    return came.total(), came


def main() -> int:
    """Measure, and print the figure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a few publications")
    quick = parser.parse_args().quick
    if shutil.which("nginx") is None:
        sys.stdout.write("nginx: skipped, it is not installed\n")
        return 0
    with tempfile.TemporaryDirectory() as folder:
        total, came = load(Path(folder), 2 if quick else 10, 200 if quick else 10_000)
    sys.stdout.write(
        f"nginx: {total} requests over {2 if quick else 10} publications: {dict(came)}\n"
    )
    return int(came.keys() != {"200"})


if __name__ == "__main__":
    sys.exit(main())
