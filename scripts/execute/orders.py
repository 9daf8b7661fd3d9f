"""What is said between a build and the processes that its kernels come from.

A build sends an `Order` for each kernel, with three files: a lifeline to read, a log and a
`Report` to write. Nothing is ever answered on the socket itself; what becomes of the kernel stands
in its report, line by line, and the report's end is the end of all that the kernel was.
"""

from __future__ import annotations

import json
import socket
import struct
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

# On a lifeline: interrupt what the kernel is doing.
INTERRUPT = b"i"

# A zygote's exit code where it would not be safe to fork it.
REFUSED = 3

_LENGTH = struct.Struct("!I")


@dataclass(frozen=True)
class Limits:
    """What one lesson may use: bytes of memory, processes, and bytes on the disk."""

    memory: int
    processes: int
    disk: int


@dataclass(frozen=True)
class Order:
    """One kernel: its folder, connection file and environment, and what it may use.

    `compilations` is the folder that compiled code is kept in; empty: none is. `box` is the command
    that makes the box it runs in; empty: it runs as this user, with all that this user may do.
    """

    folder: str
    connection: str
    variables: Mapping[str, str]
    limits: Limits
    compilations: str = ""
    box: tuple[str, ...] = ()

    def to_json(self) -> bytes:
        """Give the order as it is sent.

        >>> order = Order("/tmp/x", "/tmp/x/k.json", {"TZ": "UTC"}, Limits(1, 2, 3))
        >>> Order.from_json(order.to_json()) == order
        True
        """
        return json.dumps(asdict(self)).encode()

    @classmethod
    def from_json(cls, text: bytes) -> Order:
        """Read what `to_json` wrote."""
        values: dict[str, Any] = json.loads(text)
        limits = Limits(**values.pop("limits"))
        box = tuple(values.pop("box"))
        return cls(**values, limits=limits, box=box)


def send_order(control: socket.socket, order: Order, files: Sequence[int]) -> None:
    """Send an order with its open files; the sender may close his at once."""
    text = order.to_json()
    socket.send_fds(control, [_LENGTH.pack(len(text))], files)
    control.sendall(text)


def receive_order(control: socket.socket, files: int) -> tuple[Order, list[int]] | None:
    """Give the next order with that many files; None when nobody is at the other end."""
    head, received, _, _ = socket.recv_fds(control, _LENGTH.size, files)
    if not head:
        return None
    length = _LENGTH.unpack(head)[0]
    text = b""
    while len(text) < length:
        part = control.recv(length - len(text))
        if not part:
            return None
        text += part
    return Order.from_json(text), received


@dataclass(frozen=True)
class Report:
    """What has become of a kernel so far.

    `pid` and that of its `supervisor` are 0 until they are forked. `code` is how it ended, 128 + n
    where signal n killed it; `death` says why it was ended, where that was not its own doing.
    """

    pid: int = 0
    supervisor: int = 0
    ready: bool = False
    code: int | None = None
    death: str = ""

    def after(self, line: bytes) -> Report:
        """Give the report with one more line of it read.

        >>> report = Report().after(b'{"pid": 7, "supervisor": 6}').after(b'{"ready": true}')
        >>> report.pid, report.ready, report.code
        (7, True, None)
        """
        return Report(**{**asdict(self), **json.loads(line)})


def report_line(**values: int | bool | str) -> bytes:
    """Give one line of a report, short enough to be written in one piece."""
    return json.dumps(values).encode() + b"\n"
