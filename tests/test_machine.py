"""What a machine lets us use."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from scripts.machine import cgroup_quota


@pytest.mark.parametrize(
    ("files", "group", "expected"),
    [
        pytest.param({}, "/", math.inf, id="no control groups"),
        pytest.param({"cpu.max": "max 100000\n"}, "/", math.inf, id="no limit"),
        pytest.param({"cpu.max": "150000 100000\n"}, "/", 1.5, id="a container of its own"),
        pytest.param({"a/b/cpu.max": "50000 100000\n"}, "/a/b", 0.5, id="a nested group"),
        pytest.param(
            {"a/cpu.max": "200000 100000\n", "a/b/cpu.max": "max 100000\n"},
            "/a/b",
            2.0,
            id="the group above limits it too",
        ),
        pytest.param({"a/cpu.max": "100000 100000\n"}, "/b", math.inf, id="another's limit"),
        pytest.param(
            {"cpu/a/cpu.cfs_quota_us": "300000\n", "cpu/a/cpu.cfs_period_us": "100000\n"},
            "/a",
            3.0,
            id="version 1",
        ),
        pytest.param(
            {"cpu/cpu.cfs_quota_us": "-1\n", "cpu/cpu.cfs_period_us": "100000\n"},
            "/",
            math.inf,
            id="version 1 without a limit",
        ),
        pytest.param({"cpu.max": "nonsense\n"}, "/", math.inf, id="unreadable"),
    ],
)
def test_quotas_of_control_groups(
    tmp_path: Path, files: dict[str, str], group: str, expected: float
) -> None:
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "ascii")
    assert cgroup_quota(group, tmp_path) == expected
