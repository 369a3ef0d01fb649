"""Kernels are compiled once and never answer with the machine code of other sources."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from mafsim import kernels

HELPER = """
from mafsim.kernels import kernel

@kernel
def helper(x):
    return x * {factor}
"""
CALLER = """
from mafsim.kernels import kernel
from mafsim.inside.helper import helper
from mafsim.inside.constants import (
    OFFSET,
)

@kernel
def f(x):
    return helper(x) + OFFSET
"""


def package(folder: Path, *, factor: int = 10, offset: int = 0) -> Path:
    """Write a small package of this name: a kernel, its helper and its constant in three files."""
    place = folder / "mafsim"
    inside = place / "inside"
    inside.mkdir(parents=True, exist_ok=True)
    shutil.copy(kernels.__file__, place / "kernels.py")
    (place / "__init__.py").write_text("")
    (inside / "__init__.py").write_text("")
    (inside / "helper.py").write_text(HELPER.format(factor=factor))
    (inside / "constants.py").write_text(f"OFFSET = {offset}\n")
    (inside / "caller.py").write_text(CALLER)
    (inside / "bystander.py").write_text("NOBODY = 'speaks of it'\n")
    return place


def run(folder: Path, code: str, **environment: str) -> list[str]:
    """Run code in a fresh process that finds the small package first; give the lines it prints."""
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("NUMBA_", "XDG_", "PYTHON"))}
    done = subprocess.run(
        [sys.executable, "-B", "-W", "error", "-c", code],
        cwd=folder,
        env=clean | {"XDG_CACHE_HOME": str(folder / "cache")} | environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


ANSWER = "from mafsim.inside.caller import f; print(f(1))"
COUNTED = """
from mafsim import kernels
from mafsim.inside.caller import f
caller = "mafsim.inside.caller"
hits = lambda: sum(f.stats.cache_hits.values())
place = kernels.folder(kernels.PACKAGE / "inside" / "caller.py")
print(kernels.cold(caller), f(1), kernels.cold(caller), hits(), place)
"""


@pytest.mark.slow
def test_a_changed_helper_in_another_file_gives_the_changed_answer(tmp_path: Path) -> None:
    package(tmp_path, factor=10, offset=0)
    assert run(tmp_path, ANSWER) == ["10"]
    package(tmp_path, factor=20, offset=3)
    assert run(tmp_path, ANSWER) == ["23"]
    # The first sources again: their code is still in its own folder.
    package(tmp_path, factor=10, offset=0)
    assert run(tmp_path, COUNTED)[:4] == ["False", "10", "False", "1"]


def test_one_folder_for_all_sources_would_give_a_stale_answer(tmp_path: Path) -> None:
    place = package(tmp_path, factor=10)
    source = (place / "kernels.py").read_text(encoding="utf-8")
    digest = "/ digest(PACKAGE, start)"
    assert source.count(digest) == 1
    (place / "kernels.py").write_text(source.replace(digest, "/ 'one'"), encoding="utf-8")
    assert run(tmp_path, ANSWER) == ["10"]
    helper = place / "inside" / "helper.py"
    helper.write_text(HELPER.format(factor=20))
    assert run(tmp_path, ANSWER) == ["10"]  # this is why there is a digest


def test_kernels_are_compiled_once_and_then_read_also_where_the_package_is_read_only(
    tmp_path: Path,
) -> None:
    place = package(tmp_path)
    folders = [place, place / "inside"]
    for folder in folders:
        folder.chmod(0o555)
    try:
        first, second = run(tmp_path, COUNTED), run(tmp_path, COUNTED)
    finally:
        for folder in folders:
            folder.chmod(0o755)
    assert first[:4] == ["True", "10", "False", "0"]
    assert second[:4] == ["False", "10", "False", "1"]
    assert first[4] == second[4]
    assert Path(first[4]).is_relative_to(tmp_path / "cache" / "mafsim" / "kernels")
    assert not [path for path in place.rglob("*") if path.suffix != ".py" and path.is_file()]


def test_a_cache_that_cannot_be_written_is_done_without(tmp_path: Path) -> None:
    package(tmp_path)
    temporary, in_the_way = tmp_path / "temporary", tmp_path / "file"
    temporary.mkdir()
    in_the_way.write_text("")
    printed = run(tmp_path, COUNTED, XDG_CACHE_HOME=str(in_the_way), TMPDIR=str(temporary))
    assert printed[:4] == ["True", "10", "False", "0"]
    assert Path(printed[4]).parent == temporary


@pytest.mark.slow
def test_numbas_own_cache_folder_is_left_alone(tmp_path: Path) -> None:
    package(tmp_path)
    theirs = tmp_path / "theirs"
    theirs.mkdir()
    assert run(tmp_path, COUNTED, NUMBA_CACHE_DIR=str(theirs))[1] == "10"
    assert list(theirs.iterdir()) == []


def names(package_: Path) -> list[str]:
    return [path.relative_to(package_).as_posix() for path in kernels.sources(package_)]


def test_the_sources_are_the_kernels_and_all_that_they_import(tmp_path: Path) -> None:
    place = package(tmp_path)
    (place / "outside.py").write_text("from mafsim.kernels import cold\nprint(cold())\n")
    assert names(place) == [
        "inside/caller.py",
        "inside/constants.py",
        "inside/helper.py",
        "kernels.py",
    ]


@pytest.mark.parametrize(
    ("statement", "files"),
    [
        ("from mafsim.inside.bystander import NOBODY", {"inside/bystander.py"}),
        ("from mafsim.inside.bystander import (\n    NOBODY as N,\n)", {"inside/bystander.py"}),
        ("import mafsim.inside.bystander", {"inside/bystander.py"}),
        ("import mafsim.inside.bystander as b", {"inside/bystander.py"}),
        ("from mafsim.inside import bystander", {"inside/__init__.py", "inside/bystander.py"}),
        ("from . import bystander", {"inside/__init__.py", "inside/bystander.py"}),
        ("from .bystander import NOBODY", {"inside/bystander.py"}),
        ("if True:\n    from mafsim.inside.bystander import NOBODY", {"inside/bystander.py"}),
        ("if TYPE_CHECKING:\n    from mafsim.inside.bystander import NOBODY", set()),
        ("from mafsim import inside", {"__init__.py", "inside/__init__.py"}),
        ("import math, mafsim.inside.bystander", {"inside/bystander.py"}),
        ("import numpy as np\nfrom math import sin", set()),
        ("from elsewhere.inside.bystander import NOBODY", set()),
    ],
)
def test_imports_are_followed_in_every_way_to_write_them(
    tmp_path: Path, statement: str, files: set[str]
) -> None:
    place = package(tmp_path)
    before = set(names(place))
    constants = place / "inside" / "constants.py"
    constants.write_text(f"{statement}\nOFFSET = 0\n")
    assert set(names(place)) - before == files


def test_imports_are_followed_through_files_without_kernels(tmp_path: Path) -> None:
    place = package(tmp_path)
    (place / "inside" / "constants.py").write_text("from mafsim.far import OFFSET\n")
    (place / "far.py").write_text("from mafsim.farther import OFFSET\n")
    (place / "farther.py").write_text("import mafsim.far\nOFFSET = 5\n")
    assert {"far.py", "farther.py"} < set(names(place))


def test_the_digest_changes_with_a_source_and_with_nothing_else(tmp_path: Path) -> None:
    place = package(tmp_path)
    before = kernels.digest(place)
    (place / "inside" / "bystander.py").write_text("NOBODY = 'is asked'\n")
    (place / "inside" / "data.toml").write_text("x = 1\n")
    assert kernels.digest(place) == before
    (place / "inside" / "constants.py").write_text("OFFSET = 1\n")
    after = kernels.digest(place)
    assert after != before
    (place / "inside" / "constants.py").rename(place / "inside" / "numbers.py")
    assert kernels.digest(place) not in (before, after)


def test_a_file_has_the_digest_of_what_it_imports_itself(tmp_path: Path) -> None:
    place = package(tmp_path)
    helper, caller = place / "inside" / "helper.py", place / "inside" / "caller.py"
    before = kernels.digest(place, helper), kernels.digest(place, caller)
    (place / "inside" / "constants.py").write_text("OFFSET = 1\n")
    assert kernels.digest(place, helper) == before[0]
    assert kernels.digest(place, caller) != before[1]


def test_the_digest_is_the_same_wherever_the_package_lies(tmp_path: Path) -> None:
    assert kernels.digest(package(tmp_path / "a")) == kernels.digest(package(tmp_path / "b"))


def test_every_kernel_of_the_search_is_among_the_sources() -> None:
    found = set(names(kernels.PACKAGE))
    assert {"kernels.py", "pairing/groups.py", "pairing/seats.py", "pairing/tables.py"} <= found
    decorated = {
        path.relative_to(kernels.PACKAGE).as_posix()
        for path in kernels.PACKAGE.rglob("*.py")
        if "\n@kernel\n" in path.read_text(encoding="utf-8")
    }
    assert decorated <= found
    # A sentence or a file format is no reason to compile again.
    assert not [name for name in found if name.startswith(("files", "cli"))]


@pytest.mark.parametrize(
    ("platform", "variable", "ending"),
    [
        ("linux", "XDG_CACHE_HOME", ""),
        ("win32", "LOCALAPPDATA", ""),
        ("linux", None, ".cache"),
        ("darwin", None, "Library/Caches"),
        ("win32", None, "AppData/Local"),
    ],
)
def test_the_cache_lies_where_each_system_keeps_caches(
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    platform: str,
    variable: str | None,
    ending: str,
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    if variable:
        monkeypatch.setenv(variable, str(tmp_path))
    assert kernels._user_cache() == tmp_path / ending


def test_an_empty_cache_variable_is_none(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", "")
    assert kernels._user_cache() == tmp_path / ".cache"
