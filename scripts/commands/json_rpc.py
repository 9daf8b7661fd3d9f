"""JSON-RPC messages as language servers exchange them: a header with the length, then JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import IO, Any

Message = Mapping[str, Any]


def read_message(stream: IO[bytes]) -> Message | None:
    """Give the next message, None at the end of the stream.

    >>> import io
    >>> read_message(io.BytesIO(b'Content-Length: 17\\r\\n\\r\\n{"method":"exit"}'))
    {'method': 'exit'}

    Raises `ValueError` for what is no message.
    """
    length = -1
    while line := stream.readline():
        name, _, value = line.decode("ascii", "replace").partition(":")
        if name.strip().lower() == "content-length":
            length = int(value)
        if line.strip():
            continue
        if length < 0:
            raise ValueError("a message without Content-Length")
        body = stream.read(length)
        if len(body) < length:
            return None
        message = json.loads(body)
        if not isinstance(message, dict):
            raise ValueError("a message that is no object")
        return message
    return None


def write_message(stream: IO[bytes], message: Message) -> None:
    """Send a message.

    >>> import io
    >>> stream = io.BytesIO()
    >>> write_message(stream, {"id": 1, "result": "값"})
    >>> stream.getvalue().decode().splitlines()[0]
    'Content-Length: 23'
    """
    body = json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode("utf-8")
    stream.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
    stream.flush()
