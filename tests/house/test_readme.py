"""The example that the READMEs show is what comes out, character by character."""

from __future__ import annotations

import os
import re
import shlex
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


PAGES = ["README.md", "README.ru.md"]
OF_THE_READER = {"their-plan.csv", "people.csv", "results.csv"}
"""Files that a reader has himself: a README says so."""


def commands(page: str) -> list[list[str]]:
    """Give the calls of mafsim that a README shows, in its order, without the program's name."""
    text = (ROOT / page).read_text(encoding="utf-8")
    blocks = re.findall(r"^```sh\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    lines = [line for block in blocks for line in block.splitlines()]
    return [shlex.split(line)[1:] for line in lines if line.startswith("mafsim ")]


@pytest.mark.parametrize("page", PAGES)
def test_the_commands_of_a_readme_go_one_after_another(page: str) -> None:
    """Each writes a file of its own, and reads what ships, what came before, or the reader's own."""
    written: list[str] = []
    for words in commands(page):
        files = [word for word in words if re.search(r"\.(json|csv|xlsx|html|png)$", word)]
        made = [words[words.index(each) + 1] for each in ("-o", "--plot") if each in words]
        for name in set(files) - set(made) - set(written) - OF_THE_READER:
            assert (ROOT / name).is_file(), (words, name)
        written += made
    assert len(written) == len(set(written))


@pytest.mark.parametrize("page", PAGES)
def test_a_readme_lists_a_page_once(page: str) -> None:
    lines = (ROOT / page).read_text(encoding="utf-8").splitlines()
    listed = [line for line in lines if line.startswith("- [")]
    assert len(listed) == len(set(listed))


@pytest.mark.slow
def test_the_readmes_show_what_comes_out(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    english = mafsim(tmp_path, *CALL.split()[1:], "--lang", "en")
    assert shown("README.md") == english
    russian = mafsim(tmp_path, "report", "plan.json", "--lang", "ru")
    assert shown("README.ru.md").startswith(russian)
    for page in PAGES:  # the exchange that they show breaks no rule
        (swap,) = [words for words in commands(page) if words[0] == "swap"]
        assert mafsim(tmp_path, *swap, "--force", "--lang", "en")
