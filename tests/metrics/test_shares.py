"""Shares of the variance: against a regression on the raw lines, and worlds where one thing is all."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from mafsim.games import Array, Games
from mafsim.metrics import figures, totals
from mafsim.metrics.shares import FACTORS
from mafsim.pairing.problem import of_regulation
from mafsim.pairing.solve import seat
from mafsim.regulations.points import Component
from mafsim.scoring import COMPONENTS
from mafsim.tournament.outcome import Outcome
from tests.metrics.blocks import OMSK, TOGLIATTI, UGRA, block, outcome_of, roster_of

EVENTS = {"ugra": (UGRA, 12), "omsk": (OMSK, 6), "togliatti": (TOGLIATTI, 1)}


def by_hand(outcome: Outcome, common: int) -> dict[str, float]:
    """Regress points on everything, line by line: one line for each entrant of each tournament."""
    games = outcome.games
    many, n = outcome.skill.shape
    seats, tables = games.entrants.shape[1], n // games.entrants.shape[1]
    judged: list[Component] = ["additional", "penalty"]
    best = outcome.regulation.scoring.best_player
    if best is not None and best.chosen_by == "judge":
        judged.append("best_player")
    points, given = np.zeros((many, n)), np.zeros((many, n))
    role, seat = np.zeros((many, n, 4)), np.zeros((many, n, seats))
    table, company = np.zeros((many, n, tables)), np.zeros((many, n, 2))
    above = outcome.skill - outcome.skill.mean(axis=1, keepdims=True)
    for game, own in product(range(len(games)), range(seats)):
        if games.round[game] >= common:
            continue
        t, who = int(games.tournament[game]), int(games.entrants[game, own])
        points[t, who] += outcome.points[game, own].sum()
        given[t, who] += sum(outcome.points[game, own, COMPONENTS.index(each)] for each in judged)
        seat[t, who, own] += 1
        table[t, who, int(games.table[game])] += 1
        if isinstance(games, Games):
            role[t, who, int(games.roles[game, own])] += 1
        for other in range(seats):
            if other != own:
                far = isinstance(games, Games) and bool(
                    games.black[game, own] != games.black[game, other]
                )
                company[t, who, int(far)] += above[t, games.entrants[game, other]]
    groups: dict[str, Array] = {
        "skill": outcome.skill[:, :, None],
        "role": role,
        "seat": seat,
        "table": table,
        "opponents": company,
    }

    def inside(values: Array) -> Array:
        return np.asarray((values - values.mean(axis=1, keepdims=True)).reshape(many * n, -1))

    columns = {name: inside(values) for name, values in groups.items()}
    x = np.concatenate(list(columns.values()), axis=1)
    y, judge = inside(points)[:, 0], inside(given)[:, 0]
    beta, *_ = np.linalg.lstsq(x, y, rcond=1e-9)
    gamma, *_ = np.linalg.lstsq(x, judge, rcond=1e-9)
    found, start = {}, 0
    for name, own_columns in columns.items():
        width = own_columns.shape[1]
        fitted = own_columns @ beta[start : start + width]
        found[name] = float(fitted @ y / (y @ y))
        start += width
    found["judge"] = float((judge - x @ gamma) @ y / (y @ y))
    found["rest"] = 1.0 - sum(found.values())
    return found


@pytest.mark.parametrize("event", EVENTS)
def test_shares_are_those_of_a_regression_line_by_line(event: str) -> None:
    regulation, common = EVENTS[event]
    outcome = block(regulation, 5, levels=6)
    told = figures(totals(outcome))
    for factor, share in by_hand(outcome, common).items():
        if event == "togliatti" and factor == "role":
            assert f"variance_{factor}" not in told
        else:
            assert told[f"variance_{factor}"].value == pytest.approx(share, abs=2e-4), factor


def only(what: str, tournaments: int = 60) -> dict[str, float]:
    """Give the shares where points come from one thing alone."""
    rng = np.random.default_rng(11)
    base = block(UGRA, tournaments, seed=2, levels=50)
    games = base.games
    assert isinstance(games, Games)
    skill = base.skill[games.tournament[:, None], games.entrants]
    additional = {
        "skill": 10 * skill,
        "role": 100 * games.roles,
        "seat": np.broadcast_to(100 * np.arange(10), games.entrants.shape),
        "table": np.broadcast_to(100 * games.table[:, None], games.entrants.shape),
        "judge": 100 * rng.integers(0, 8, games.entrants.shape),
    }[what]
    stayed = np.full(games.entrants.shape, -1)
    plain = {
        "left": stayed,
        "left_on": stayed,
        "additional": additional,
        "penalty": 0 * additional,
        "best_player": additional < 0,
    }
    bare = games.with_(
        winner=np.full(len(games), 2), best_move=np.full((len(games), 3), -1), **plain
    )
    outcome = outcome_of(UGRA, bare, base.skill, parts=base.parts)
    told = figures(totals(outcome))
    return {factor: told[f"variance_{factor}"].value for factor in FACTORS}


@pytest.mark.parametrize("what", ["skill", "role", "seat", "table", "judge"])
def test_what_alone_makes_points_has_all_of_the_variance(what: str) -> None:
    """The few columns that fit noise leave a little to the others."""
    shares = only(what)
    assert shares[what] > 0.9
    assert sum(shares.values()) == pytest.approx(1.0)


def test_the_spread_of_opponents_is_that_of_their_averages() -> None:
    outcome = block(UGRA, 4, levels=50)
    games = outcome.games
    own, whole = 0.0, 0.0
    early = games.round < 12  # the final is drawn by places
    for t in range(4):
        mean = []
        for who in range(30):
            met = [
                outcome.skill[t, other]
                for game in np.flatnonzero((games.tournament == t) & early)
                if who in games.entrants[game]
                for other in games.entrants[game]
                if other != who
            ]
            mean.append(np.mean(met))
        own += float(np.var(mean))
        whole += float(np.var(outcome.skill[t]))
    told = figures(totals(outcome))["opponents_spread"].value
    assert told == pytest.approx((own / whole) ** 0.5, abs=1e-4)


def test_everybody_meets_everybody_alike_where_all_sit_at_one_table() -> None:
    """Nine others of ten: their average is off by a ninth of one's own distance from the mean."""
    regulation = UGRA.model_copy(
        update={
            "stages": (UGRA.stages[0].model_copy(update={"rounds": 1}),),
            "entry": UGRA.entry.model_copy(update={"entrants": 10, "teams": 5}),
        }
    )
    roster = roster_of(regulation)
    games = Games(
        roster=roster,
        stages=("qualifying",),
        entrants=np.arange(10)[None, :],
        roles=np.array([[0, 0, 0, 0, 0, 0, 1, 2, 2, 3]]),
        winner=np.zeros(1),
    )
    outcome = outcome_of(regulation, games, np.arange(10)[None, :] * 9)
    assert figures(totals(outcome))["opponents_spread"].value == pytest.approx(1 / 9, abs=1e-6)


def test_skill_may_be_told_in_any_unit() -> None:
    """In units a million times as large, numbers outgrow 64 bits, and shares stay what they were."""
    outcome = block(UGRA, 3, levels=6)
    large = block(UGRA, 3, levels=6)
    object.__setattr__(large, "skill", outcome.skill * 1e6)
    one, other = figures(totals(outcome)), figures(totals(large))
    for name, figure in one.items():
        assert other[name].value == pytest.approx(figure.value, abs=1e-3), name


def test_an_event_that_begins_by_places_has_no_common_rounds() -> None:
    first, *others = UGRA.stages
    stages = (first.model_copy(update={"draw": "ranked"}), *others)
    found = figures(totals(block(UGRA.model_copy(update={"stages": stages}), 2)))
    assert not any(name.startswith(("variance", "opponents", "split_half")) for name in found)
    assert "best_wins" in found


def test_a_draw_by_places_gives_the_table_no_share() -> None:
    """The final's tables go by points, and would seem to give them: its rounds are left out."""
    base = block(UGRA, 40, levels=50)
    games = base.games
    order = np.argsort(np.argsort(-base.of_rounds[:, :, :12].sum(axis=2), axis=1), axis=1)
    entrants = np.array(games.entrants)
    for t in range(40):
        line = np.argsort(order[t])
        for round_ in range(12, 15):
            mine = np.flatnonzero((games.tournament == t) & (games.round == round_))
            entrants[mine] = line.reshape(3, 10)
    ranked = outcome_of(UGRA, games.with_(entrants=entrants), base.skill, parts=base.parts)
    assert figures(totals(ranked))["variance_table"].value < 0.01


def test_a_balanced_plan_deals_more_equal_opponents_than_lots_do() -> None:
    """What a plan is worth: the same people over the same rounds, seated evenly and by lot."""
    by_lot = block(UGRA, 30, levels=50)
    plan = seat(of_regulation(UGRA), effort=0.1)
    seats = plan.seats[:12].reshape(-1, 10)
    games = by_lot.games.select(np.asarray(by_lot.games.round < 12))
    rng = np.random.default_rng(2)
    people = np.stack([rng.permutation(30) for _ in range(30)])
    slot = games.round.astype(int) * 3 + games.table
    entrants = people[games.tournament[:, None], seats[slot]]
    balanced = outcome_of(UGRA, games.with_(entrants=entrants), by_lot.skill, parts=by_lot.parts)
    even, chance = (figures(totals(outcome))["opponents_spread"] for outcome in (balanced, by_lot))
    assert even.high is not None
    assert chance.low is not None
    assert even.high < chance.low
