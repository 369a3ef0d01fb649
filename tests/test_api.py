"""What `import mafsim` offers is there, is quick to import, and bears the project's version."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import mafsim

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize("name", mafsim.__all__)
def test_every_public_name_is_there_and_says_what_it_is(name: str) -> None:
    value = getattr(mafsim, name)
    assert name in dir(mafsim)
    assert name == "__version__" or value.__doc__


def test_a_name_that_is_not_public_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'dance'"):
        mafsim.dance  # noqa: B018


def test_the_version_is_the_project_s() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert mafsim.__version__ == project["version"]


def test_an_event_is_seated_in_four_lines() -> None:
    problem = mafsim.of_shape(players=20, tables=2, rounds=3, team_size=2)
    plan = mafsim.seat(problem, seed=7, effort=0)
    findings = mafsim.examine(plan)
    assert findings.violations == ()


def test_importing_mafsim_imports_nothing_heavy() -> None:
    script = "import sys, mafsim; print('numpy' in sys.modules or 'click' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, check=True, text=True
    )
    assert done.stdout.strip() == "False"
