"""The rules of the Makefile: each is whole by itself, and the environment is built when needed."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

# A python that only writes down what it is asked to do. Its `-m venv` puts itself into `bin/`.
FAKE_PYTHON = """#!/bin/sh
echo "$(basename "$0") $*" >> "$LOG"
case "$*" in
    "-c "*) exit {unfit} ;;
    "-m venv "*) mkdir -p .venv/bin && cp "$0" .venv/bin/python ;;
esac
"""


class Clone:
    """A folder with the Makefile and what it reads, whose pythons are fakes."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.log = folder / "log"
        for name in ("Makefile", "requirements.lock", "pyproject.toml"):
            shutil.copy(ROOT / name, folder)
        self.programs = folder / "programs"
        self.programs.mkdir()
        for program in ("make", "sh", "basename", "mkdir", "cp", "touch", "awk"):
            found = shutil.which(program)
            assert found
            (self.programs / program).symlink_to(found)

    def python(self, name: str, *, fits: bool) -> None:
        path = self.programs / name
        path.write_text(FAKE_PYTHON.format(unfit=int(not fits)), encoding="utf-8")
        path.chmod(0o755)

    def make(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Call make with the fakes alone on the path, as from a terminal."""
        return subprocess.run(
            [self.programs / "make", *arguments],
            cwd=self.folder,
            env={"PATH": str(self.programs), "LOG": str(self.log)},
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
        )

    def calls(self) -> list[str]:
        """Give what the fakes were asked since the last time."""
        lines = self.log.read_text(encoding="utf-8").splitlines() if self.log.exists() else []
        self.log.unlink(missing_ok=True)
        return [line for line in lines if " -c " not in line]

    def change(self, name: str) -> None:
        """Make a file newer than everything that was made."""
        stamp = max(path.stat().st_mtime_ns for path in self.folder.rglob("*")) + 10**9
        os.utime(self.folder / name, ns=(stamp, stamp))


@pytest.fixture
def clone(tmp_path: Path) -> Clone:
    return Clone(tmp_path)


def test_an_environment_is_built_once(clone: Clone) -> None:
    clone.python("python3", fits=True)
    assert clone.make("test").returncode == 0
    venv, locked, editable, tests = clone.calls()
    assert venv == "python3 -m venv --clear .venv"
    assert locked.endswith("install --quiet --require-hashes --requirement requirements.lock")
    assert editable.endswith("install --quiet --no-deps --no-build-isolation --editable .")
    assert tests == "python -m pytest -n 2 -m not soak"
    clone.make("test")
    assert clone.calls() == [tests]


def test_two_rules_at_once_build_one_environment(clone: Clone) -> None:
    clone.python("python3", fits=True)
    assert clone.make("-j4", "lint", "types", "test").returncode == 0
    calls = clone.calls()
    assert [" -m venv " in call for call in calls].count(True) == 1
    assert [" -m pip " in call for call in calls] == [False, True, True, False, False, False]


def test_a_changed_lock_builds_the_environment_anew(clone: Clone) -> None:
    clone.python("python3", fits=True)
    clone.make("test")
    clone.calls()
    clone.change("requirements.lock")
    clone.make("test")
    assert clone.calls()[0] == "python3 -m venv --clear .venv"


def test_a_changed_project_is_installed_again_without_the_network(clone: Clone) -> None:
    clone.python("python3", fits=True)
    clone.make("test")
    clone.calls()
    clone.change("pyproject.toml")
    clone.make("test")
    installs = [call for call in clone.calls() if " -m pip " in call]
    assert len(installs) == 1
    assert "--no-deps --no-build-isolation" in installs[0]


def test_a_newer_python_is_found_beside_one_that_is_too_old(clone: Clone) -> None:
    clone.python("python3", fits=False)
    clone.python("python3.12", fits=True)
    clone.make("test")
    assert clone.calls()[0] == "python3.12 -m venv --clear .venv"


def test_no_python_is_said_in_a_clear_sentence(clone: Clone) -> None:
    clone.python("python3", fits=False)
    outcome = clone.make("demo")
    assert outcome.returncode == 2
    assert "mafsim needs Python 3.11 or newer" in outcome.stderr
    assert "make PYTHON=" in outcome.stderr
    assert not (clone.folder / ".venv").exists()


def test_a_python_named_by_hand_is_taken_alone(clone: Clone) -> None:
    clone.python("python3", fits=True)
    clone.python("old", fits=False)
    assert clone.make("test", "PYTHON=old").returncode == 2
    assert clone.calls() == []


def would_run(clone: Clone, *goals: str) -> list[str]:
    lines = clone.make("-n", *goals).stdout.splitlines()
    return [line for line in lines if line.startswith(".venv/bin/") and " pip " not in line]


CHECKS = [
    ".venv/bin/python -m ruff format --check .",
    ".venv/bin/python -m ruff check .",
    ".venv/bin/python -m mypy",
    ".venv/bin/lint-imports",
]
FAST = '.venv/bin/python -m pytest -n 2 -m "not slow and not soak"'
ALL = '.venv/bin/python -m pytest -n 2 -m "not soak"'


@pytest.mark.parametrize(
    ("goals", "commands"),
    [
        (["check"], [*CHECKS, FAST]),
        (["test"], [ALL]),
        (["check", "test"], [*CHECKS, ALL]),
        (["test", "check"], [ALL, *CHECKS]),
    ],
)
def test_check_and_test_are_whole_alone_and_run_nothing_twice(
    clone: Clone, goals: list[str], commands: list[str]
) -> None:
    assert would_run(clone, *goals) == commands


def test_the_list_of_rules_names_every_rule_for_people(clone: Clone) -> None:
    listed = [line.split()[1] for line in clone.make().stdout.splitlines()]
    assert listed == [
        *("help", "demo", "check", "test", "bench", "soak", "fuzz", "mutants", "audit", "golden"),
        *("catalogue", "lock", "clean"),
    ]
