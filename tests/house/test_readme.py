"""The example that the READMEs show is what comes out, character by character."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CALL = "mafsim seat ugra-2021 --roster examples/ugra-2021-roster.csv -o plan.json"


def mafsim(folder: Path, *arguments: str) -> str:
    """Run mafsim as on a terminal of 80 columns, and give what it printed."""
    return subprocess.run(
        [sys.executable, "-m", "mafsim", *arguments],
        cwd=folder,
        env=os.environ | {"COLUMNS": "80"},
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        check=True,
    ).stdout


def shown(page: str) -> str:
    """Give the output that a README shows."""
    text = (ROOT / page).read_text(encoding="utf-8")
    block = re.search(r"^<!-- [^>]* -->\n```text\n(.*?)^```\n<!-- ", text, re.DOTALL | re.MULTILINE)
    assert block
    assert CALL in text[: block.start()]
    return block[1]


@pytest.mark.slow
def test_the_readmes_show_what_comes_out(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    english = mafsim(tmp_path, *CALL.split()[1:], "--lang", "en")
    assert shown("README.md") == english
    russian = mafsim(tmp_path, "report", "plan.json", "--lang", "ru")
    assert shown("README.ru.md").startswith(russian)
