"""Hunters, drop-outs, and what two simulations of one seed show together."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from mafsim.games import EMPTY, Games
from mafsim.metrics import differences, figures, pair_totals, totals
from mafsim.metrics.hunters import hunts
from mafsim.regulations import set_values
from mafsim.tournament.outcome import Outcome
from tests.metrics.blocks import OMSK, TOGLIATTI, UGRA, block, outcome_of

KINDS = ("human", "hunter", "hunter:greed=0", "hunter:greed=0.5")
HUNTING = {1, 3}


@pytest.mark.parametrize(
    ("kind", "so"),
    [
        ("hunter", True),
        ("hunter:greed=0.5", True),
        ("hunter:greed=0", False),
        ("human", False),
        ("my.own:HUNTER", False),
    ],
)
def test_a_hunter_without_greed_is_none(kind: str, so: bool) -> None:
    assert hunts(kind) == so


@pytest.mark.parametrize("regulation", [UGRA, OMSK])
def test_hunters_are_held_against_the_others(regulation: object) -> None:
    outcome = block(regulation, 5, kinds=KINDS)  # type: ignore[arg-type]
    games = outcome.games
    assert isinstance(games, Games)
    points: dict[bool, list[float]] = {True: [], False: []}
    won: dict[bool, list[bool]] = {True: [], False: []}
    places: dict[bool, list[int]] = {True: [], False: []}
    for game in range(len(games)):
        t = int(games.tournament[game])
        for seat in range(10):
            hunter = int(outcome.kind[t, games.entrants[game, seat]]) in HUNTING
            points[hunter].append(int(outcome.points[game, seat].sum()) / 1000)
            won[hunter].append(bool(games.won[game, seat]))
    for t in range(5):
        for entrant in range(30):
            hunter = int(outcome.kind[t, entrant]) in HUNTING
            places[hunter].append(int(outcome.players.place[t, entrant]))
    found = figures(totals(outcome))
    assert found["hunter_points"].value == pytest.approx(
        np.mean(points[True]) - np.mean(points[False])
    )
    assert found["hunter_wins"].value == pytest.approx(np.mean(won[True]) - np.mean(won[False]))
    assert found["hunter_places"].value == pytest.approx(
        np.mean(places[False]) - np.mean(places[True])
    )


@pytest.mark.parametrize("kinds", [("human",), ("hunter",), ("human", "bayes")])
def test_where_all_hunt_or_none_does_nothing_is_told(kinds: tuple[str, ...]) -> None:
    found = figures(totals(block(UGRA, 2, kinds=kinds)))
    assert not any(name.startswith("hunter") for name in found)


def hunting(tournaments: int = 6) -> tuple[Outcome, Outcome]:
    """Give two simulations of the same people: in the first, every fifth one hunts.

    Where he hunts he gets 0.3 more a game, and where his side won it has lost in one game of four.
    """
    base = block(UGRA, tournaments, seed=3)
    games = base.games
    assert isinstance(games, Games)
    kind = np.zeros(base.skill.shape, dtype=np.int16)
    kind[:, ::5] = 1
    hunter = kind[games.tournament[:, None], games.entrants] == 1
    additional = games.additional + 300 * hunter
    spoiled = (hunter & games.won).any(axis=1) & (np.arange(len(games)) % 4 == 0)
    winner = np.where(spoiled, 1 - games.winner, games.winner)
    changed = games.with_(additional=additional, winner=winner)
    kinds = ("human", "hunter")
    one = outcome_of(UGRA, changed, base.skill, kinds=kinds, kind=kind, parts=base.parts)
    other = outcome_of(
        UGRA, games, base.skill, kinds=kinds, kind=np.zeros_like(kind), parts=base.parts
    )
    return one, other


def test_what_hunting_brings_is_told_of_the_same_people() -> None:
    one, other = hunting()
    games, before = one.games, other.games
    assert isinstance(games, Games)
    assert isinstance(before, Games)
    hunter = one.kind[games.tournament[:, None], games.entrants] == 1
    found = differences(pair_totals(one, other))
    gain = (one.of_seats[hunter].mean() - other.of_seats[hunter].mean()) / 1000
    assert found["hunter_gain_points"].value == pytest.approx(gain)
    assert gain != 0
    places = (other.players.place.astype(int) - one.players.place)[one.kind == 1]
    assert found["hunter_gain_places"].value == pytest.approx(places.mean())
    cost = before.won[hunter].mean() - games.won[hunter].mean()
    assert found["hunter_cost_to_side"].value == pytest.approx(cost)


def without(outcome: Outcome, gone: int, since: int) -> Outcome:
    """Give the same tournaments in which one entrant has not played since some round."""
    games = outcome.games
    left = (games.entrants == gone) & (games.round >= since)[:, None]
    return outcome_of(
        outcome.regulation,
        games.with_(entrants=np.where(left, EMPTY, games.entrants)),
        outcome.skill,
        parts=outcome.parts,
        days=outcome.days,
    )


@pytest.mark.parametrize("regulation", [UGRA, OMSK])
def test_a_drop_out_pulls_others_by_as_many_places_as_they_move(regulation: object) -> None:
    whole = block(regulation, 4)  # type: ignore[arg-type]
    whole = replace(whole, parts=tuple(replace(p, cut=None, goes=None) for p in whole.parts))
    without_him = without(whole, gone=4, since=3)
    swapped = np.array(without_him.final.place)
    swapped[:, [0, 7]] = swapped[:, [7, 0]]  # as if his leaving had brought these two elsewhere
    object.__setattr__(without_him.final, "place", swapped)
    unit = int(whole.final.units.of_entrant[4])
    moved = []
    for t in range(4):
        others = [u for u in range(len(whole.final)) if u != unit]
        before, after = (
            {u: sum(o.final.place[t, v] < o.final.place[t, u] for v in others) for u in others}
            for o in (whole, without_him)
        )
        moved += [abs(before[u] - after[u]) for u in others]
    found = differences(pair_totals(without_him, whole))["drop_out_pull"]
    assert found.value == pytest.approx(np.mean(moved))
    assert found.value > 0


def test_where_nobody_drops_out_there_is_no_pull() -> None:
    outcome = block(UGRA, 3)
    assert "drop_out_pull" not in differences(pair_totals(outcome, outcome))


def test_a_cut_is_no_drop_out() -> None:
    """Under another reading other teams are cut, who play fewer games and have dropped out of nothing."""
    carried = set_values(
        TOGLIATTI, tuple(f"stages.{name}.carry=true" for name in ("qualifying-2", "semi-final"))
    )
    one, other = block(carried, 3), block(TOGLIATTI, 3)
    assert not np.array_equal(one.played_in, other.played_in)
    assert "drop_out_pull" not in differences(pair_totals(one, other))


def test_other_events_are_compared_in_what_both_have() -> None:
    """Two regulations of other rosters and other cuts: only their common figures have a difference."""
    found = differences(pair_totals(block(OMSK, 3), block(TOGLIATTI, 3)))
    assert "best_wins" in found
    assert not any(
        name.startswith(("red_win", "best_lost", "hunter_gain", "drop")) for name in found
    )


def test_events_of_other_sizes_differ_by_the_difference_of_their_figures() -> None:
    one, other = block(OMSK, 6), block(TOGLIATTI, 6)
    told = differences(pair_totals(one, other))
    first, second = figures(totals(one)), figures(totals(other))
    for factor in ("skill", "seat", "table", "rest"):
        name = f"variance_{factor}"
        assert told[name].value == pytest.approx(first[name].value - second[name].value)
