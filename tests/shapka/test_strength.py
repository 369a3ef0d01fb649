"""The truth behind results: expected words, against closed forms and against many games."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from mafsim import shapka
from mafsim.roster import numbered_pairs
from mafsim.shapka import usual
from mafsim.shapka.parameters import WAYS
from mafsim.shapka.strength import SPEEDS, expected
from tests.shapka.test_table import erlang
from tests.shapka.worlds import NOBODY_DIFFERS, plain, played, regulation, with_people


@pytest.mark.parametrize("taking", [0.0, 1.0, 2.5])
@pytest.mark.parametrize("mean", [2.0, 6.0])
def test_equally_hard_words_have_the_closed_form(mean: float, taking: float) -> None:
    world = plain(seconds=mean, taking=taking)
    curve = expected(30.0, False, world.ways[0], world.turn, 0.0)
    for log_speed in (-0.5, 0.0, 0.5):
        wanted = sum(erlang(30.0, mean * math.exp(-log_speed), taking))
        assert abs(np.interp(log_speed, SPEEDS, curve) - wanted) < 0.005


@pytest.mark.parametrize("values", [(), ("rules.shapka.passing=true",), ("rules.shapka.turns=2",)])
def test_games_bring_as_many_words_as_are_expected(values: tuple[str, ...]) -> None:
    world = replace(usual(), hat=replace(usual().hat, words=400, hats=0.0))
    rules = regulation(*values)
    roster = numbered_pairs(3)
    speed = shapka.people(world.people, roster, seed=1, first=0, n=1)
    speed = np.repeat(speed, 20_000, axis=0)
    wanted = shapka.strength(speed, rules.rules.shapka, world)[0]
    words = played(rules, world, 20_000, speed=speed).words.sum(axis=(2, 3))
    error = words.std(axis=0) / math.sqrt(len(words))
    assert (np.abs(words.mean(axis=0) - wanted) < 5 * error + 0.02).all()


def test_faster_pairs_can_expect_more() -> None:
    for way in usual().ways:
        curve = expected(30.0, False, way, usual().turn, usual().hat.difficulty)
        assert (np.diff(curve) > 0).all()


def test_people_who_do_not_differ_are_equally_strong() -> None:
    world = replace(usual(), people=NOBODY_DIFFERS)
    speed = shapka.people(world.people, numbered_pairs(9), seed=5, first=0, n=4)
    strength = shapka.strength(speed, regulation().rules.shapka, world)
    assert len(set(strength.ravel().tolist())) == 1


def test_spreads_are_those_of_the_parameters() -> None:
    """Variances of sums of independent numbers add up."""
    roster = numbered_pairs(9)
    nobody = replace(usual(), people=NOBODY_DIFFERS)

    def speeds(**spreads: float) -> np.ndarray:
        world = with_people(nobody, **spreads)
        return shapka.people(world.people, roster, seed=2, first=0, n=4000)

    for name in ("team", "explaining", "guessing", "way", "pair"):
        assert abs(speeds(**{name: 0.2}).std() - 0.2) < 0.004
    assert abs(speeds(person=0.2).std() - 0.2 * math.sqrt(2)) < 0.005
    team = speeds(team=0.2)
    assert (team[:, 0] == team[:, 2]).all()
    assert (team[:, 0] != team[:, 3]).all()
    hands = speeds(way=0.2)
    assert abs(np.corrcoef(hands[:, 0, 0, 0], hands[:, 0, 0, 1])[0, 1]) < 0.08
    person = speeds(person=0.2)
    assert (person[:, :, 0] == person[:, :, 1]).all()


def test_the_same_people_come_in_any_block() -> None:
    roster = numbered_pairs(9)
    whole = shapka.people(usual().people, roster, seed=4, first=0, n=20)
    part = shapka.people(usual().people, roster, seed=4, first=13, n=7)
    assert np.array_equal(whole[13:], part)


def test_every_number_of_the_usual_world_is_called_assumed() -> None:
    text = (shapka.parameters.__file__ or "").replace("parameters.py", "shapka.toml")
    with open(text, encoding="utf-8") as file:  # noqa: PTH123 - beside the module
        assert "# ASSUMED, every number" in file.read()
    assert len(usual().ways) == len(WAYS)
