"""What all commands share at the rim: exit codes, and results as JSON."""

from __future__ import annotations

import json
from typing import Any

DONE, FINDINGS, WRONG_USE, INTERRUPTED = 0, 1, 2, 130


def print_json(value: Any) -> None:
    """Print a result for programs to stdout."""
    print(json.dumps(value, ensure_ascii=False, indent=2))
