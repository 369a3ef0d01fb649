"""A file of words and people of Shapka: what it says holds, and what is wrong in it is named."""

from __future__ import annotations

import math
from dataclasses import asdict, replace
from pathlib import Path

import numpy as np
import pytest

from mafsim import shapka
from mafsim.errors import FileError
from mafsim.roster import numbered_pairs
from mafsim.shapka import usual
from mafsim.tournament.world import BOUNDS, MASTERS, read_world, varied

SHIPPED = Path(shapka.__file__).with_name("shapka.toml")


def written(folder: Path, text: str) -> str:
    path = folder / "world.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_the_shipped_file_is_the_usual_world() -> None:
    assert read_world(str(SHIPPED)) == usual()


def test_what_is_left_out_is_as_usual(tmp_path: Path) -> None:
    world = read_world(
        written(tmp_path, "[people]\nteam = 0.3\n[ways.mime]\nseconds = 9\n[hat]\nwords = 60\n")
    )
    assert world.people == replace(usual().people, team=0.3)
    assert world.ways[2] == replace(usual().ways[2], seconds=9.0)
    assert (world.ways[:2], world.ways[3]) == (usual().ways[:2], usual().ways[3])
    assert world.hat == replace(usual().hat, words=60)
    assert world.turn == usual().turn


@pytest.mark.parametrize(
    ("text", "key", "where"),
    [
        ("[hats]\n", "population.unknown_key", "hats"),
        ("[people]\nclub = 1\n", "population.unknown_key", "people.club"),
        ("[ways.singing]\nseconds = 3\n", "population.unknown_key", "ways.singing"),
        ("[hat]\nwords = 0\n", "population.out_of_bounds", "hat.words"),
        ("[hat]\nwords = 1.5\n", "population.not_whole", "hat.words"),
        ("[hat]\ndifficulty = 'much'\n", "population.not_number", "hat.difficulty"),
        ("[turn]\npatience = 0\n", "population.out_of_bounds", "turn.patience"),
        ("[people]\nmasters = 1.5\n", "population.out_of_bounds", "people.masters"),
        ("[ways.words]\nspoiled = -1\n", "population.out_of_bounds", "ways.words.spoiled"),
        ("people = 3\n", "population.not_table", "people"),
    ],
)
def test_a_fault_is_named_with_its_place(tmp_path: Path, text: str, key: str, where: str) -> None:
    with pytest.raises(FileError) as caught:
        read_world(written(tmp_path, text))
    assert caught.value.key == key
    assert caught.value.fields["where"] == where


def test_what_is_no_toml_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FileError) as caught:
        read_world(written(tmp_path, "[people\n"))
    assert caught.value.key == "regulation.not_toml"


def test_every_bound_is_that_of_a_number() -> None:
    world = asdict(usual())
    chapters = ("hat", "turn", "breaches", "people", "teams")
    parts = [*(world[name] for name in chapters), *world["ways"]]
    assert set(BOUNDS) <= {name for part in parts for name in part}


def deviation(world: shapka.World) -> float:
    speed = shapka.people(world.people, numbered_pairs(9), seed=6, first=0, n=3000)
    return float(speed.std())


def test_the_deviation_of_speeds_is_the_one_that_is_told() -> None:
    assert deviation(usual()) == pytest.approx(usual().people.deviation, rel=0.02)


@pytest.mark.parametrize(("name", "times"), [("given", 1.0), ("closer", 0.5), ("masters", 1.0)])
def test_varied_people_are_as_far_apart_as_told(name: str, times: float) -> None:
    world = varied(usual(), name)
    assert deviation(world) == pytest.approx(times * usual().people.deviation, rel=0.03)


def test_masters_are_a_few_among_equals() -> None:
    people = varied(usual(), "masters").people
    speed = shapka.people(people, numbered_pairs(9), seed=6, first=0, n=3000)
    levels, counts = np.unique(np.round(speed, 9), return_counts=True)
    assert len(levels) == 3  # of a pair none, one or both
    shares = counts / counts.sum()
    wanted = [(1 - MASTERS) ** 2, 2 * MASTERS * (1 - MASTERS), MASTERS**2]
    for seen, chance in zip(shares, wanted, strict=True):
        # Both orders of a pair and all ways say the same: a pair is one trial.
        assert abs(seen - chance) < 5 * math.sqrt(chance * (1 - chance) / 27_000)
