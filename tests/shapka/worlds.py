"""Small worlds of Shapka: pairs at tables whose words, time and skill are known."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from mafsim import shapka
from mafsim.games import ShapkaGames
from mafsim.regulations import Regulation, load, set_values
from mafsim.roster import numbered_pairs
from mafsim.shapka import World
from mafsim.shapka.parameters import Breaches, Hat, People, Turn, Way
from mafsim.shapka.people import Floats

TOGLIATTI = load("togliatti-2014")
NOBODY_DIFFERS = People(team=0, person=0, explaining=0, guessing=0, way=0, pair=0)


def regulation(*values: str) -> Regulation:
    return set_values(TOGLIATTI, values)


def plain(
    *,
    seconds: float = 4.0,
    words: int = 400,
    difficulty: float = 0.0,
    taking: float = 1.0,
    spoiled: int = 0,
    patience: float = 10.0,
    breach: int = 0,
) -> World:
    """Give a world in which every way of explaining is the same, and hats and people are too."""
    return World(
        hat=Hat(words=words, difficulty=difficulty, hats=0.0),
        turn=Turn(taking=taking, patience=patience),
        ways=(Way(seconds=seconds, spoiled=spoiled),) * 4,
        breaches=Breaches(at_table=breach, away=0),
        people=NOBODY_DIFFERS,
    )


def drawn(
    world: World, tournaments: int, *, pairs: int = 3, seed: int = 0, first: int = 0
) -> Floats:
    """Draw who comes."""
    roster = numbered_pairs(pairs)
    return shapka.people(world.people, roster, seed=seed, first=first, n=tournaments)


def played(
    rules: Regulation,
    world: World,
    tournaments: int,
    *,
    pairs: int = 3,
    seed: int = 0,
    first: int = 0,
    speed: Floats | None = None,
) -> ShapkaGames:
    """Play one round of all pairs, three a table in the order of their numbers."""
    tables = pairs // 3
    if speed is None:
        speed = drawn(world, tournaments, pairs=pairs, seed=seed, first=first)
    return shapka.play(
        rules,
        shapka.slowness(speed, world),
        np.tile(np.arange(pairs).reshape(tables, 3), (tournaments, 1)),
        starts=shapka.starts(seed, first, tournaments),
        tournament=np.repeat(np.arange(tournaments), tables),
        round_=np.zeros(tournaments * tables),
        table=np.tile(np.arange(tables), tournaments),
        stage=np.zeros(tournaments * tables),
        roster=numbered_pairs(pairs),
        world=world,
    )


def with_people(world: World, **spreads: float) -> World:
    return replace(world, people=replace(world.people, **spreads))
