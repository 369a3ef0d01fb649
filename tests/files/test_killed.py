"""Commands that are killed at random moments leave the old file or the whole new one, never a half."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def killed(folder: Path, times: int, seed: int) -> dict[str, object]:
    ended = subprocess.run(
        [
            *(sys.executable, "-m", "tests.files.killed", str(folder)),
            *("--times", str(times), "--seed", str(seed)),
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert ended.stdout, ended.stderr
    told: dict[str, object] = json.loads(ended.stdout.splitlines()[-1])
    return told


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
def test_a_killed_command_leaves_no_half_file(tmp_path: Path) -> None:
    told = killed(tmp_path, 8, seed=0)
    assert told["faults"] == []
    assert int(str(told["killed"])) >= 6


@pytest.mark.soak
def test_a_hundred_killed_commands_leave_no_half_file(tmp_path: Path) -> None:
    told = killed(tmp_path, 100, seed=1)
    assert told["faults"] == []
    assert int(str(told["killed"])) >= 75
