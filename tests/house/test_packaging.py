"""The wheel alone is the whole program, and the sdist holds what builds and tests it."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

import mafsim

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.slow


def run(*arguments: str | Path, folder: Path, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env={**{k: v for k, v in os.environ.items() if k != "PYTHONPATH"}, **environment},
        capture_output=True,
        check=False,
        text=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a folder with a wheel and a sdist, built by the locked backend without any network."""
    folder = tmp_path_factory.mktemp("built")
    run("-m", "hatchling", "build", "-t", "wheel", "-t", "sdist", "-d", folder, folder=ROOT)
    return folder


@pytest.fixture(scope="module")
def site(built: Path) -> Path:
    """Give a folder into which the wheel alone is installed."""
    folder = built / "site"
    (wheel,) = built.glob("*.whl")
    offline = ("--no-deps", "--no-index", "--no-compile", "--quiet", "--target")
    run("-m", "pip", "install", *offline, folder, wheel, folder=built)
    return folder


def package_files() -> Iterator[str]:
    for path in (ROOT / "mafsim").rglob("*"):
        if path.is_file() and "__pycache__" not in path.parts:
            yield path.relative_to(ROOT).as_posix()


def test_the_wheel_holds_every_file_of_the_package_and_nothing_else(built: Path) -> None:
    (wheel,) = built.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        held = {name for name in archive.namelist() if ".dist-info/" not in name}
        about = [name for name in archive.namelist() if ".dist-info/" in name]
    assert held == set(package_files())
    assert any(name.endswith("licenses/LICENSE") for name in about)
    assert any(name.endswith("entry_points.txt") for name in about)


def test_the_sdist_holds_what_builds_and_tests_it(built: Path) -> None:
    (sdist,) = built.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        held = {name.partition("/")[2] for name in archive.getnames()}
    assert set(package_files()) <= held
    for name in ("Makefile", "requirements.lock", "LICENSE", "docs/api.md", "tests/conftest.py"):
        assert name in held
    assert "examples/ugra-2021-roster.csv" in held


def test_the_wheel_alone_runs_away_from_the_project(site: Path, tmp_path: Path) -> None:
    told = run("-m", "mafsim", "--version", folder=tmp_path, PYTHONPATH=str(site))
    assert mafsim.__version__ in told
    where = run(
        "-c", "import mafsim; print(mafsim.__file__)", folder=tmp_path, PYTHONPATH=str(site)
    )
    assert Path(where.strip()).is_relative_to(site)


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_the_wheel_alone_has_its_words_and_regulations(
    site: Path, tmp_path: Path, lang: str
) -> None:
    listed = run(
        *("-m", "mafsim", "regulations", "list", "--lang", lang),
        folder=tmp_path,
        PYTHONPATH=str(site),
    )
    assert {line.split()[0] for line in listed.splitlines() if line.strip()} >= {
        *("omsk-2012", "charlie-2016", "ugra-2021", "togliatti-2014", "fiim", "plain"),
    }


def test_the_wheel_alone_seats_an_evening(site: Path, tmp_path: Path) -> None:
    shape = ("--players", "10", "--tables", "1", "--rounds", "2", "--effort", "0")
    run(
        *("-m", "mafsim", "seat", *shape, "-o", "plan.json"),
        folder=tmp_path,
        PYTHONPATH=str(site),
    )
    page = run(
        *("-m", "mafsim", "export", "plan.json", "--to", "html"),
        folder=tmp_path,
        PYTHONPATH=str(site),
    )
    assert "</html>" in page
