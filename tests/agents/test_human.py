"""The player with people's limits: each limit does something, and the whole is as public figures are."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from mafsim import agents, mafia, regulations
from mafsim.agents import Player
from mafsim.agents.human import CONSIGLIERE, HUMAN, HUMAN_PARAMETERS, NOISE, advised, together
from mafsim.agents.population import Population, Spread, people, usual
from mafsim.agents.thinking import READING
from mafsim.games import Games, Winner
from tests.laws import FEW

RED_WINS = 0.413
"""The share of a large federation's tournament games that red has won."""

BASE = {
    "bayes": "bayes:reading=0.8,hiding=0.2",
    "human": "human:split=0.5,temper=0.05",
    "consigliere": "consigliere:split=0.5,temper=0.05",
    "hunter": "hunter:reading=0.8,hiding=0.2,greed=0.3",
}
"""A player of each kind for whom every parameter has something to do."""
OTHER = {
    "bus": 1.0, "guard": 4.0, "fake": 1.0, "counter": 1.0, "patience": 1.0, "reading": 2.0,
    "hiding": 0.9, "common": 1.0, "authority": 0.05, "discipline": 0.1, "temper": 0.5, "noise": 3.0,
    "split": 1.0, "greed": 1.0, "expects": 0.0,
}  # fmt: skip
"""For each parameter a value that is no usual one."""


def red_share(population: Population, games: int, seed: int = 0) -> float:
    """Give how often red wins among many players of a population."""
    players = people(population, 100, seed=seed)
    lots = np.random.default_rng(seed).random((games, len(players)))
    seated = np.argpartition(lots, 10, axis=1)[:, :10].astype(np.int64)
    played = mafia.play_seated(
        regulations.load("fiim"), players, seated, seed=seed, round_=np.arange(games)
    )
    return float(np.mean(played.games.winner == Winner.RED))


def test_red_wins_nearly_as_often_as_it_does() -> None:
    """Within half a point of the public figure, and four standard deviations of so many games."""
    games = 3000
    bound = 0.005 + 4 * (0.25 / games) ** 0.5
    assert abs(red_share(usual(), games) - RED_WINS) < bound


@pytest.mark.slow
def test_red_wins_as_often_as_it_does() -> None:
    games = 30_000
    bound = 0.005 + 3 * (0.25 / games) ** 0.5
    assert abs(red_share(usual(), games, seed=1) - RED_WINS) < bound


def test_defaults_are_the_means_of_the_population() -> None:
    means = {name: each.mean for name, each in usual().parameters.items()}
    defaults = {each.name: each.default for each in HUMAN_PARAMETERS}
    assert usual().kind == "human"
    assert means == {name: defaults[name] for name in means}


def games_of(kind: str, **values: float) -> Games:
    spec = agents.parse(BASE[kind])[0]
    spec = replace(spec, values=tuple((dict(spec.values) | values).items()))
    players = (agents.player(spec),) * 10
    return mafia.play(regulations.load("fiim"), players, 60 if FEW else 150, seed=2).games


PARAMETERS_OF = [(kind, each.name) for kind in BASE for each in agents.load(kind).parameters]


@pytest.mark.parametrize(("kind", "name"), PARAMETERS_OF)
def test_every_parameter_does_something(kind: str, name: str) -> None:
    assert games_of(kind) != games_of(kind, **{name: OTHER[name]})


def alike(n: int, skill: float) -> tuple[Player, ...]:
    """Give players of one and the same skill, as the usual population has them without chance."""
    spreads = {
        name: Spread(mean=each.mean + each.by_skill * skill)
        for name, each in usual().parameters.items()
    }
    most = {each.name: each.most for each in HUMAN_PARAMETERS}
    values = tuple((name, min(max(each.mean, 0.0), most[name])) for name, each in spreads.items())
    return (agents.player(agents.Spec(kind="human", values=values), skill=skill),) * n


@pytest.mark.parametrize(("good", "less"), [(1.0, -1.0), (3.0, 1.25)])
def test_more_skill_wins_more(good: float, less: float) -> None:
    """Five good players against five who are less so, in the same games, also among masters; the bound
    is four deviations of a difference of so many seats a side."""
    games = 8000
    players = alike(5, good) + alike(5, less)
    seated = np.array([np.random.default_rng(i).permutation(10) for i in range(games)])
    played = mafia.play_seated(
        regulations.load("fiim"), players, seated, seed=4, round_=np.arange(games)
    )
    won, better = np.asarray(played.games.won), seated < 5
    difference = won[better].mean() - won[~better].mean()
    assert difference > 4 * (2 * 0.25 / (5 * games)) ** 0.5


def test_temper_brings_fouls_and_calm_none() -> None:
    assert games_of("human", temper=0.0).fouls.sum() == 0
    assert games_of("human", temper=0.5).fouls.sum() > 0


def test_announced_splits_are_broken_by_those_without_discipline() -> None:
    def broken(discipline: float) -> int:
        text = f"human:split=1,discipline={discipline},temper=0"
        played = mafia.play(regulations.load("fiim"), agents.cast(text, 10), 100, seed=5)
        return int((played.broke >= 0).any(axis=1).sum())

    assert broken(1.0) < broken(0.5)


@pytest.mark.parametrize("common", [0.0, 0.3, 0.5, 1.0])
def test_two_read_at_least_as_well_as_the_better_one(common: float) -> None:
    assert together(0.3, 0.6, common) >= 0.6
    assert together(0.6, 0.3, common) == pytest.approx(together(0.3, 0.6, common))


def test_two_who_share_no_noise_add_their_squares() -> None:
    assert together(0.3, 0.4, 0.0) == pytest.approx(0.5)


def test_two_who_share_all_noise_are_as_good_as_one() -> None:
    assert together(0.4, 0.4, 1.0) == pytest.approx(0.4)


def test_readings_of_two_heads_are_combined_as_reckoned() -> None:
    """Against a simulation of two readings with a common noise, best weighed."""
    one, two, common = 0.5, 0.8, 0.4
    covariance = np.array([[1.0, common], [common, 1.0]])
    clear = np.array([one, two])
    assert together(one, two, common) ** 2 == pytest.approx(
        float(clear @ np.linalg.inv(covariance) @ clear)
    )


def test_adviser_makes_one_seat_read_better_and_err_less() -> None:
    seated, adviser = alike(1, 0.0)[0], alike(1, 1.0)[0]
    both = advised(seated, adviser)
    assert both.kind == "consigliere"
    assert both.parameters[READING] > max(seated.parameters[READING], adviser.parameters[READING])
    assert both.parameters[NOISE] < seated.parameters[NOISE]
    changed = {
        i for i in range(len(HUMAN_PARAMETERS)) if both.parameters[i] != seated.parameters[i]
    }
    assert changed == {READING, NOISE}


def test_consigliere_by_default_is_two_usual_heads() -> None:
    usual_one = agents.cast("human", 10)[0]
    both = advised(usual_one, usual_one).parameters
    defaults = [each.default for each in CONSIGLIERE.parameters]
    assert defaults == pytest.approx(list(both), abs=1e-3)
    assert CONSIGLIERE.decide is HUMAN.decide


def test_people_of_one_seed_are_the_same_people() -> None:
    assert people(usual(), 5, seed=3) == people(usual(), 9, seed=3)[:5]
    assert people(usual(), 5, seed=3) != people(usual(), 5, seed=4)
    assert people(usual(), 5, seed=3) != people(usual(), 5, seed=3, tournament=1)


def test_people_are_spread_as_the_population_says() -> None:
    """The bounds are four deviations of a sample of 2000; reading is cut off at 0."""
    drawn = people(usual(), 2000, seed=1)
    skills = np.array([each.skill for each in drawn])
    assert abs(skills.mean()) < 4 * usual().skill / 2000**0.5
    assert abs(skills.std() / usual().skill - 1) < 4 / 4000**0.5
    for number, each in enumerate(HUMAN_PARAMETERS):
        values: Any = np.array([person.parameters[number] for person in drawn])
        assert each.least <= values.min() <= values.max() <= each.most
        if each.name not in usual().parameters:
            assert set(values) == {each.default}
