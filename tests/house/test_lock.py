"""What is installed is pinned, hashed and named without any address; versions agree."""

from __future__ import annotations

import re
import tomllib
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import mafsim

ROOT = Path(__file__).parents[2]
LOCK = (ROOT / "requirements.lock").read_text(encoding="utf-8")
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))

ENTRY = re.compile(
    r"(?P<name>[a-z0-9][a-z0-9.-]*)==(?P<version>[\w.!+]+)(?: ; [^/\\]+)? \\\n"
    r"(?:    --hash=sha256:[0-9a-f]{64} \\\n)*    --hash=sha256:[0-9a-f]{64}\n"
)
PINS = {match["name"]: match["version"] for match in ENTRY.finditer(LOCK)}


def pinned(requirement: str) -> bool:
    """Say whether the lock pins a version that a requirement allows."""
    wanted = Requirement(requirement)
    version = PINS.get(canonicalize_name(wanted.name))
    return version is not None and wanted.specifier.contains(version, prereleases=True)


def test_the_lock_is_nothing_but_hashed_pins() -> None:
    without_comments = re.sub(r"^#.*\n", "", LOCK, flags=re.MULTILINE)
    assert ENTRY.sub("", without_comments).strip() == ""


def test_the_lock_pins_a_package_once() -> None:
    names = [match["name"] for match in ENTRY.finditer(LOCK)]
    assert len(names) == len(set(names)) > 0


@pytest.mark.parametrize("trace", ["://", "/", "\\U", "@", "--index", "--find-links", "localhost"])
def test_the_lock_names_no_address_and_no_path(trace: str) -> None:
    assert trace not in LOCK


@pytest.mark.parametrize(
    "requirement",
    [
        *PROJECT["project"]["dependencies"],
        *PROJECT["project"]["optional-dependencies"]["dev"],
        *PROJECT["build-system"]["requires"],
    ],
)
def test_the_lock_pins_what_the_project_asks_for(requirement: str) -> None:
    assert pinned(requirement)


def test_the_build_backend_is_pinned_to_the_version_in_the_lock() -> None:
    (backend,) = PROJECT["build-system"]["requires"]
    assert backend == f"hatchling=={PINS['hatchling']}"


def test_the_lock_holds_what_the_build_backend_needs() -> None:
    needs = [Requirement(line) for line in metadata.requires("hatchling") or []]
    wanted = [need for need in needs if need.marker is None or need.marker.evaluate()]
    assert wanted
    assert all(pinned(str(need)) for need in wanted)


def test_the_environment_is_the_locked_one() -> None:
    assert {name: metadata.version(name) for name in PINS} == PINS


def test_one_version() -> None:
    assert PROJECT["project"]["version"] == mafsim.__version__ == metadata.version("mafsim")


def test_the_changelog_has_this_version_on_top() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    versions = re.findall(r"^## \[([\d.]+)\]", changelog, re.MULTILINE)
    assert versions[0] == mafsim.__version__
