"""No file of the project names the machine on which it was written."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TRACES = {
    "a home or a work folder": re.compile(r"/(?:home|root|work|workspace|Users)/[\w.]"),
    "a home folder of Windows": re.compile(r"\b[A-Z]:\\{1,2}Users\b"),
    "an address of a package index": re.compile(
        r"index[-_]url ?=|/(?:simple|pypi)/\w", re.IGNORECASE
    ),
}


def files() -> Iterator[Path]:
    """Give the project's own files: what git holds, or would."""
    if (ROOT / ".git").exists():
        listed = subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            cwd=ROOT,
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=True,
        ).stdout.split("\0")
        paths = [ROOT / path for path in listed if path]
    else:
        paths = [path for path in ROOT.rglob("*") if ".venv" not in path.parts]
    return (path for path in paths if path.is_file())


def texts() -> list[tuple[str, str]]:
    """Give every file that is text."""
    pairs = []
    for path in files():
        content = path.read_bytes()
        if b"\0" not in content:
            pairs.append((path.relative_to(ROOT).as_posix(), content.decode("utf-8", "replace")))
    return pairs


def test_the_search_reaches_the_project() -> None:
    assert {"README.md", "pyproject.toml", "mafsim/__init__.py"} <= {name for name, _ in texts()}


@pytest.mark.parametrize("trace", TRACES)
def test_no_file_names_a_machine(trace: str) -> None:
    found = [
        f"{name}: {match[0]}" for name, text in texts() if (match := TRACES[trace].search(text))
    ]
    assert found == []


def test_no_file_names_the_folder_of_this_clone() -> None:
    places = [str(path) + os.sep for path in (ROOT, Path.home()) if len(path.parts) > 2]
    found = [(name, place) for name, text in texts() for place in places if place in text]
    assert found == []


@pytest.mark.parametrize(
    ("trace", "line"),
    [
        ("a home or a work folder", "/" + "home/anna/mafsim"),
        ("a home or a work folder", "see /" + "work/notes"),
        ("a home folder of Windows", "C:" + "\\Users\\anna"),
        ("an address of a package index", "extra-index" + "-url = x"),
        ("an address of a package index", "https://example.org/" + "simple/numpy"),
    ],
)
def test_a_trace_would_be_found(trace: str, line: str) -> None:
    assert TRACES[trace].search(line)
