"""A file of a newer version is refused with a sentence, in whatever it is written."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from mafsim.errors import FileError
from mafsim.files import parse_plan, plan_text, read_plan, read_results
from mafsim.files.population import read_population
from mafsim.pairing.problem import of_shape
from mafsim.pairing.solve import seat
from mafsim.regulations import load, source
from mafsim.simulate import Counted, opened
from mafsim.tournament.world import read_world

WHAT = {"seed": 0}


def plan(version: int) -> str:
    made = json.loads(plan_text(seat(of_shape(players=10, tables=1, rounds=1), effort=0)))
    return json.dumps(made | {"version": version})


def results(version: int) -> str:
    rows = [
        {"round": 1, "table": 1, "name": f"P{i}", "team": f"T{i}", "words_1_1": i} for i in range(3)
    ]
    return json.dumps({"format": "mafsim-results", "version": version, "rows": rows})


def regulation(version: int) -> str:
    return f"version = {version}\n{source('plain')}"


def people(version: int) -> str:
    return f"version = {version}\n[teams]\ntogether = 'lot'\n"


def world(version: int) -> str:
    return f"version = {version}\n[hat]\nwords = 40\n"


FILES: dict[str, tuple[Callable[[int], str], Callable[[str], object]]] = {
    "plan.json": (plan, read_plan),
    "results.json": (results, read_results),
    "regulation.toml": (regulation, load),
    "people.toml": (people, read_population),
    "world.toml": (world, read_world),
}


@pytest.mark.parametrize("name", FILES)
def test_a_newer_file_is_refused_and_this_one_is_read(name: str, tmp_path: Path) -> None:
    make, read = FILES[name]
    path = tmp_path / name
    path.write_text(make(1), encoding="utf-8")
    read(str(path))
    path.write_text(make(2), encoding="utf-8")
    with pytest.raises(FileError, match="newer mafsim") as caught:
        read(str(path))
    assert "2" in caught.value.sentence("ru")
    assert caught.value.exit_code == 3


def test_the_version_of_a_regulation_is_no_part_of_what_it_says(tmp_path: Path) -> None:
    path = tmp_path / "r.toml"
    path.write_text(regulation(1), encoding="utf-8")
    assert load(str(path)).digest == load("plain").digest


@pytest.mark.parametrize("version", ["0", "-1", "'1'", "1.0", "true"])
def test_a_version_that_never_was_is_refused(version: str, tmp_path: Path) -> None:
    path = tmp_path / "r.toml"
    path.write_text(f"version = {version}\n{source('plain')}", encoding="utf-8")
    with pytest.raises(FileError, match="version"):
        load(str(path))


def test_a_newer_folder_of_blocks_is_refused(tmp_path: Path) -> None:
    with opened(tmp_path, WHAT):
        pass
    what = tmp_path / "simulation.json"
    said = json.loads(what.read_text(encoding="utf-8"))
    assert (said["format"], said["version"]) == ("mafsim-simulation", 1)
    what.write_text(json.dumps(said | {"version": 2}), encoding="utf-8")
    with pytest.raises(FileError, match="newer mafsim"), opened(tmp_path, WHAT):
        pass


def test_a_newer_block_is_refused(tmp_path: Path) -> None:
    with opened(tmp_path, WHAT) as store:
        store.keep(
            0, 4, Counted(tournaments=4, games=(4,), totals=(), tables=(), pairs=(), played=4)
        )
        (block,) = tmp_path.glob("block-*")
        said = json.loads(block.read_text(encoding="utf-8"))
        block.write_text(json.dumps(said | {"version": 2}), encoding="utf-8")
        with pytest.raises(FileError, match="newer mafsim"):
            store.find(0, 4)


@pytest.mark.parametrize("spoiled", ["[" * 10_000, "[]", "null", '{"a":', "\x00"])
def test_a_spoiled_block_is_refused(spoiled: str, tmp_path: Path) -> None:
    (tmp_path / "block-000000000-4.json").write_text(spoiled, encoding="utf-8")
    with opened(tmp_path, WHAT) as store, pytest.raises(FileError, match="block-"):
        store.find(0, 4)


def test_a_plan_without_a_version_is_refused() -> None:
    with pytest.raises(FileError, match="version"):
        parse_plan(b'{"format": "mafsim-plan", "entrants": [], "rounds": []}', file="p.json")
