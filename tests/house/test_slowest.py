"""The list of tests that are too long for `make check` names tests that exist."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.slowest import longer, slowest

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("test", sorted(slowest()))
def test_what_is_too_long_exists(test: str) -> None:
    file, _, name = test.partition("::")
    assert f"def {name}(" in (ROOT / file).read_text(encoding="utf-8")


def test_examples_of_a_test_count_together() -> None:
    told = [
        "0.20s call     tests/a.py::test_one[x-y]",
        "0.15s setup    tests/a.py::test_one[z]",
        "0.30s call     tests/a.py::test_two",
        "slowest durations",
    ]
    assert longer(told, 0.3) == ["tests/a.py::test_one"]
    assert longer(told, 0.1) == ["tests/a.py::test_one", "tests/a.py::test_two"]
