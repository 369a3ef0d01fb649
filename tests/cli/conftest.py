"""Commands run in this process, in an empty folder, in English unless a test says otherwise."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from mafsim import kernels
from mafsim.cli import main, progress


@pytest.fixture(autouse=True)
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG", "FORCE_COLOR", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    # What is used first waits for the compiler; that would be told, and a line of progress meanwhile.
    monkeypatch.setattr(progress, "FIRST_LINE", float("inf"))
    monkeypatch.setattr(kernels, "cold", lambda module: False)

    def _run(command: str | list[str], stdin: str | bytes | None = None) -> Result:
        """Run a command given as its words, spaces between them."""
        words = command.split() if isinstance(command, str) else command
        return CliRunner().invoke(main, words, input=stdin)

    return _run
