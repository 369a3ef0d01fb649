"""What docs/regulations.md shows can be read as it stands."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from mafsim import regulations
from mafsim.regulations.load import base_names
from mafsim.regulations.schema import Regulation

PAGE = (Path(__file__).parents[2] / "docs" / "regulations.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```toml\n(.*?)^```", PAGE, flags=re.DOTALL | re.MULTILINE)
HEAD = 'name = "small"\ntitle.en = "Small"\n[entry]\nentrants = 20\n'


def test_there_are_examples() -> None:
    assert len(BLOCKS) >= 7


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block.split("\n", 1)[0])
def test_every_example_is_accepted(tmp_path: Path, block: str) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(block if block.startswith("name") else HEAD + block, encoding="utf-8")
    assert regulations.check_file(file).name


def test_the_page_names_every_chapter_and_every_base() -> None:
    told = set(re.findall(r"`([\w.]+)`", PAGE))
    words = {"name", "title", "game", "clauses", "assumed", "based_on", "base"}
    assert set(Regulation.model_fields) - words <= told
    prose = " ".join(PAGE.split())
    assert all(f'"{name}"' in prose for name in base_names())
