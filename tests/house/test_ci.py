"""`.ci/run` is one call, and in it no test is skipped."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.export.browser import PROGRAMS

ROOT = Path(__file__).parents[2]

SKIPPED_WHILE_RUNNING = """
import pytest
def test_in_a_browser():
    pytest.skip("needs a browser")
"""
SKIPPED_WHILE_COLLECTED = """
import pytest
pytest.importorskip("no_such_module_anywhere")
"""
EXPECTED_TO_FAIL = """
import pytest
@pytest.mark.xfail(reason="a known bug")
def test_known_bug():
    assert False
"""


def pytest_exit_code(folder: Path, source: str, *, ci: str) -> int:
    """Run one test file under the project's conftest, in a folder of its own."""
    shutil.copy(ROOT / "tests" / "conftest.py", folder)
    (folder / "test_planted.py").write_text(source, encoding="utf-8")
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("CI", "PYTEST_"))}
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir", folder, "."],
        cwd=folder,
        env=environment | {"CI": ci, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        check=False,
    ).returncode


@pytest.mark.parametrize("source", [SKIPPED_WHILE_RUNNING, SKIPPED_WHILE_COLLECTED])
def test_a_skip_is_a_failure_where_ci_is_true(source: str, tmp_path: Path) -> None:
    failed = (pytest.ExitCode.TESTS_FAILED, pytest.ExitCode.INTERRUPTED)
    assert pytest_exit_code(tmp_path, source, ci="true") in failed


def test_a_skip_is_a_skip_on_a_desk(tmp_path: Path) -> None:
    assert pytest_exit_code(tmp_path, SKIPPED_WHILE_RUNNING, ci="") == pytest.ExitCode.OK


def test_an_expected_failure_is_no_skip(tmp_path: Path) -> None:
    assert pytest_exit_code(tmp_path, EXPECTED_TO_FAIL, ci="true") == pytest.ExitCode.OK


def test_ci_is_one_call_of_make() -> None:
    script = ROOT / ".ci" / "run"
    assert os.access(script, os.X_OK)
    lines = script.read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if line.startswith("make")] == ["make check test"]
    assert "export CI=true" in lines


def test_ci_installs_every_program_that_a_test_needs() -> None:
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert all(f"[{program}]=" in script for program in PROGRAMS)
