"""Fixed seeds give the same plans, games and tournaments to the byte, on every Python that is here."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.golden.works import BY_MACHINE, EVERYWHERE, machine

ROOT = Path(__file__).parents[2]
KEPT: dict[str, dict[str, str]] = json.loads(
    Path(__file__).with_name("digests.json").read_text(encoding="utf-8")
)
PYTHONS = ("python3.11", "python3.12", "python3.13")

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("name", EVERYWHERE)
def test_what_whole_numbers_decide_is_the_same_everywhere(name: str) -> None:
    assert EVERYWHERE[name]() == KEPT["everywhere"][name]


@pytest.mark.parametrize("name", BY_MACHINE)
def test_what_beliefs_decide_is_the_same_on_machines_of_one_family(name: str) -> None:
    kept = KEPT.get(machine())
    if kept is None:
        pytest.skip(f"no digests of a {machine()} are kept: python -m tests.golden --renew")
    assert BY_MACHINE[name]() == kept[name]


def test_every_kept_digest_is_still_made() -> None:
    assert KEPT["everywhere"].keys() == EVERYWHERE.keys()
    for name, kept in KEPT.items():
        assert name == "everywhere" or kept.keys() == BY_MACHINE.keys()


def others() -> list[str]:
    """Give the other Pythons that are here and have what mafsim needs."""
    named = os.environ.get("PYTHONS", "").split() or [
        path for name in PYTHONS if (path := shutil.which(name)) is not None
    ]
    needed = "import sys, numba, ortools, pydantic, babel; print(sys.version_info[:2])"
    found = []
    for path in named:
        asked = subprocess.run(
            [path, "-c", needed], capture_output=True, check=False, text=True, encoding="utf-8"
        )
        if asked.returncode == 0 and asked.stdout.strip() != str(sys.version_info[:2]):
            found.append(path)
    return found


def made_by(python: str) -> dict[str, Any]:
    done = subprocess.run(
        [python, "-m", "tests.golden"],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        check=True,
        text=True,
        encoding="utf-8",
    )
    made: dict[str, Any] = json.loads(done.stdout)
    return made


def test_every_other_python_that_is_here_makes_the_same() -> None:
    # Where none is, the tests above are all that can be said; PYTHONS names some by their paths.
    for python in others():
        made = made_by(python)
        assert made["everywhere"] == KEPT["everywhere"], python
        assert made[machine()] == KEPT.get(machine(), made[machine()]), python
