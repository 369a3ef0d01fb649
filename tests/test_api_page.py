"""docs/api.md has an example of every public name, and each of them does what it shows."""

from __future__ import annotations

import doctest
import re
import shutil
from pathlib import Path

import pytest

import mafsim

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", mafsim.__all__)
def test_every_public_name_has_an_example(name: str) -> None:
    code = "\n".join(re.findall(r"^(?:>>>|\.\.\.) (.*)$", PAGE, re.MULTILINE))
    assert re.search(rf"\bmafsim\.{name}\b", code)


@pytest.mark.slow
def test_every_example_of_the_page_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    examples = doctest.DocTestParser().get_doctest(PAGE, {}, "api.md", "docs/api.md", 0)
    told: list[str] = []
    failed, tried = doctest.DocTestRunner().run(examples, out=told.append)
    assert (failed, "".join(told)) == (0, "")
    assert tried > 50
