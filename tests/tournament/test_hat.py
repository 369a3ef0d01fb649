"""Tournaments of Shapka by the block: fields, cuts and sums are those of one event at a time."""

from __future__ import annotations

import math
import pickle
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from mafsim import metrics, shapka
from mafsim.errors import Impossible, UsageError
from mafsim.files import parse_results, read_roster
from mafsim.games import EMPTY, ShapkaGames
from mafsim.pairing import check
from mafsim.plan import Plan
from mafsim.regulations import Regulation, load, set_values
from mafsim.roster import numbered_pairs
from mafsim.shapka.parameters import Breaches, People, Teams
from mafsim.standings import qualified, standings
from mafsim.tournament.hat import HatEvent, hat_event, play_hat_block
from mafsim.tournament.outcome import Outcome
from tests.togliatti import ROSTER, SHIPPED, first_plan

TOGLIATTI = load("togliatti-2014")
CARRIED = tuple(f"stages.{name}.carry=true" for name in ("qualifying-2", "semi-final", "final"))
NOBODY_DIFFERS = People(team=0, person=0, explaining=0, guessing=0, way=0, pair=0)
VARIANTS = {
    "written": (),
    "running": CARRIED,
    "several-games": ("stages.final.rounds=3",),
    "all-who-are-tied": ("cut.when_tied=all",),
    "by-lot": ("stages.qualifying-1.draw=random", "stages.final.draw=random"),
    "order-by-lot": ("table.order=random",),
    "breaches-for-the-event": ("scoring.shapka.breach_counts=event",),
}


@cache
def written() -> Outcome:
    """Give forty tournaments as the text has them."""
    return play_hat_block(hat_event(TOGLIATTI, seed=3), 0, 40)


def games_of(outcome: Outcome) -> ShapkaGames:
    assert isinstance(outcome.games, ShapkaGames)
    return outcome.games


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_cut_is_that_of_the_standings_of_one_event(variant: str) -> None:
    """The places that a results file of this tournament alone would lead to say who goes on."""
    regulation = set_values(TOGLIATTI, VARIANTS[variant])
    outcome = play_hat_block(hat_event(regulation, seed=3), 7, 12)
    fields = {stage.name: stage.field for stage in regulation.stages}
    for t in range(12):
        alone = games_of(outcome).of_tournament(t)
        for part in outcome.parts:
            if (field := fields[part.name]) is None:
                continue
            table = standings(
                alone.until(part.first), regulation, by="team", tournaments=1, first=7 + t, seed=3
            )
            goes = qualified(table, field, regulation.cut)[0]
            there = np.unique(np.flatnonzero(part.field[t]) // 3)
            # Whoever went out before is below all who have passed more cuts, and never goes on.
            assert there.tolist() == np.flatnonzero(goes).tolist()
            assert part.goes is not None
            assert np.array_equal(part.goes[t], goes)
        final = standings(alone, regulation, by="team", tournaments=1, first=7 + t, seed=3)
        assert outcome.teams is not None
        assert np.array_equal(final.places()[0], outcome.teams.place[t])


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_round_seats_the_field_as_the_text_says(variant: str) -> None:
    """Three pairs of three teams a table, all pairs of every team, each at a table of its own."""
    regulation = set_values(TOGLIATTI, VARIANTS[variant])
    outcome = play_hat_block(hat_event(regulation, seed=3), 0, 6)
    games = games_of(outcome)
    for t in range(6):
        for part in outcome.parts:
            for round_ in range(part.first, part.first + part.rounds):
                own = games.entrants[(games.tournament == t) & (games.round == round_)]
                assert sorted(own.ravel().tolist()) == np.flatnonzero(part.field[t]).tolist()
                assert all(len(set(table // 3)) == 3 for table in own)


def test_the_first_stage_is_a_plan_that_the_checker_passes() -> None:
    roster = numbered_pairs(45)
    games = games_of(written())
    for t in range(5):
        own = games.entrants[(games.tournament == t) & (games.round == 0)]
        plan = Plan(roster=roster, seats=own[None], table_size=3, game="shapka")
        assert check.check(plan) == ()


@pytest.mark.parametrize(("first", "n"), [(0, 1), (13, 9), (39, 1)])
def test_a_tournament_is_the_same_in_any_block(first: int, n: int) -> None:
    part = play_hat_block(hat_event(TOGLIATTI, seed=3), first, n)
    whole, own = games_of(written()), games_of(part)
    mine = whole.select(np.asarray((whole.tournament >= first) & (whole.tournament < first + n)))
    for name in ("entrants", "stage", "round", "table", "words", "breaches"):
        assert np.array_equal(getattr(mine, name), getattr(own, name)), name
    inside = (whole.away_tournament >= first) & (whole.away_tournament < first + n)
    assert np.array_equal(whole.away_team[inside], own.away_team)
    assert np.array_equal(written().final.place[first : first + n], part.final.place)
    assert np.array_equal(written().skill[first : first + n], part.skill)


def test_another_seed_is_another_event() -> None:
    other = play_hat_block(hat_event(TOGLIATTI, seed=4), 0, 5)
    assert not np.array_equal(other.skill, written().skill[:5])


def test_equal_teams_win_equally_often() -> None:
    """Chi-square with 14 degrees of freedom: its 99.9999 % quantile is 55.9."""
    world = replace(shapka.usual(), people=NOBODY_DIFFERS)
    outcome = play_hat_block(hat_event(TOGLIATTI, world=world), 0, 3000)
    assert outcome.teams is not None
    wins = (outcome.teams.place == 0).sum(axis=0)
    wanted = wins.sum() / 15
    assert ((wins - wanted) ** 2 / wanted).sum() < 55.9
    found = metrics.figures(metrics.totals(outcome))
    assert found["best_wins"].value == pytest.approx(1 / 15, abs=1e-5)
    assert "kendall_tau" not in found


def test_a_team_out_of_all_reach_always_wins() -> None:
    """Spread so wide that words follow skill: whoever is strongest by far is first."""
    people = replace(NOBODY_DIFFERS, team=1.2)
    outcome = play_hat_block(
        hat_event(TOGLIATTI, world=replace(shapka.usual(), people=people)), 0, 200
    )
    assert outcome.teams is not None
    strength = np.sort(outcome.strength("team"), axis=1)
    clear = strength[:, -1] > strength[:, -2] + 30
    assert clear.sum() > 20
    first = np.argmin(outcome.teams.place, axis=1)
    assert (first == np.argmax(outcome.strength("team"), axis=1))[clear].all()


def test_strength_is_what_pairs_can_expect() -> None:
    """Words of the first stage against the truth: no bias, and as near as chance lets them be."""
    outcome = play_hat_block(hat_event(TOGLIATTI, seed=3), 0, 2000)
    games = games_of(outcome)
    first = games.select(np.asarray(games.round == 0))
    words = first.words.sum(axis=(2, 3)).astype(float)
    due = outcome.skill[first.tournament[:, None], first.entrants]
    off = words - due
    error = off.std() / math.sqrt(len(first))  # hats are shared: a table counts once
    assert abs(off.mean()) < 5 * error + 0.05
    slope = float((off * (due - due.mean())).mean() / due.var())
    assert abs(slope) < 0.05


def test_the_running_sum_shares_the_first_cut_and_not_the_last() -> None:
    running = play_hat_block(hat_event(set_values(TOGLIATTI, CARRIED), seed=3), 0, 40)
    assert np.array_equal(written().parts[1].field, running.parts[1].field)
    assert not np.array_equal(written().parts[3].field, running.parts[3].field)
    one, other = games_of(written()), games_of(running)
    for name in ("entrants", "words"):
        before = [getattr(games, name)[games.round < 2] for games in (one, other)]
        assert np.array_equal(*before)


def test_a_pair_that_passes_both_ways_has_the_same_luck() -> None:
    """In the third stage fields differ; with hats alike, a pair guesses the same at another table."""
    world = shapka.usual()
    world = replace(world, hat=replace(world.hat, difficulty=0.0, hats=0.0))
    both = [
        play_hat_block(hat_event(set_values(TOGLIATTI, values), world=world, seed=1), 0, 30)
        for values in ((), CARRIED)
    ]
    told = []
    for outcome in both:
        games = games_of(outcome)
        words = {}
        for game in np.flatnonzero(games.round == 2):
            for seat in range(3):
                key = int(games.tournament[game]), int(games.entrants[game, seat])
                words[key] = games.words[game, seat].tolist()
        told.append(words)
    common = told[0].keys() & told[1].keys()
    assert len(common) > 500
    assert told[0].keys() != told[1].keys()
    assert {key: told[0][key] for key in common} == {key: told[1][key] for key in common}


def test_breaches_away_from_tables_are_taken_off() -> None:
    world = replace(shapka.usual(), breaches=Breaches(at_table=0, away=300))
    outcome = play_hat_block(hat_event(TOGLIATTI, world=world), 0, 500)
    games = games_of(outcome)
    teams = sum(int(part.field.sum()) // 3 for part in outcome.parts)
    many = len(games.away_team)
    assert abs(many - 0.3 * teams) < 5 * math.sqrt(0.3 * 0.7 * teams)
    field = np.asarray(outcome.parts[1].field.reshape(500, 15, 3).any(axis=2))
    in_second = games.away_stage == 1
    assert field[games.away_tournament[in_second], games.away_team[in_second]].all()
    assert outcome.teams is not None
    final = games.away_stage == 3
    guilty = np.zeros((500, 15), dtype=bool)
    guilty[games.away_tournament[final], games.away_team[final]] = True
    here = np.asarray(outcome.parts[3].field.reshape(500, 15, 3).any(axis=2))
    place = outcome.teams.place
    assert place[here & guilty].mean() > place[here & ~guilty].mean() + 0.2


@pytest.mark.parametrize(("rule", "fields"), [("next", (12, 9, 6)), ("nobody", None)])
def test_the_place_of_a_team_that_withdraws_goes_to_the_next_or_to_nobody(
    rule: str, fields: tuple[int, ...] | None
) -> None:
    """With one in fifty out before each stage there is always a next one; or the field is smaller."""
    world = replace(shapka.usual(), teams=Teams(withdraw=20))
    regulation = set_values(TOGLIATTI, (f"cut.when_one_withdraws={rule}",))
    outcome = play_hat_block(hat_event(regulation, world=world, seed=1), 0, 300)
    sizes = np.array([part.field.sum(axis=1) // 3 for part in outcome.parts[1:]])
    if fields is not None:
        assert (sizes == np.array(fields)[:, None]).all()
    else:
        assert (sizes <= np.array([12, 9, 6])[:, None]).all()
        lost = 12 - sizes[0].mean()
        assert abs(lost - 12 * 0.02) < 5 * math.sqrt(12 * 0.02 * 0.98 / 300)
    instead = 0
    for part in outcome.parts[1:]:
        assert part.cut is not None
        assert part.goes is not None
        in_order = np.take_along_axis(part.goes, part.cut.order.astype(np.intp), axis=1)
        instead += int((~in_order[:, :6]).any(axis=1).sum())
    assert instead > 50


def test_nobody_withdraws_of_whom_it_is_not_told() -> None:
    for part in written().parts[1:]:
        assert part.cut is not None
        assert part.goes is not None
        in_order = np.take_along_axis(part.goes, part.cut.order.astype(np.intp), axis=1)
        assert (np.diff(in_order.astype(int), axis=1) <= 0).all()


# ---- What is known already


def adults() -> tuple[Plan, ShapkaGames]:
    """Give the adults of the shipped event, with the results of their first stage."""
    plan = first_plan()
    index = [i for i, each in enumerate(plan.roster.entrants) if each.division == "adults"]
    roster = replace(
        plan.roster, entrants=tuple(plan.roster.entrants[i] for i in index), divided=False
    )
    read = parse_results(
        (SHIPPED / "togliatti-2014-stage-1.csv").read_bytes(),
        TOGLIATTI,
        file="stage-1.csv",
        roster=plan.roster,
    )
    games = read.games
    assert isinstance(games, ShapkaGames)
    to = np.full(len(plan.roster.entrants) + 1, EMPTY)
    to[index] = np.arange(len(index))
    theirs = games.select(np.asarray((to[games.entrants] != EMPTY).all(axis=1)))
    tables = np.unique(theirs.table)
    return plan, theirs.with_(
        roster=roster,
        entrants=to[theirs.entrants],
        table=np.searchsorted(tables, theirs.table),
    )


def test_results_of_the_first_stage_begin_every_tournament() -> None:
    _, given = adults()
    event = hat_event(TOGLIATTI, given=given, seed=2)
    outcome = play_hat_block(event, 0, 20)
    games = games_of(outcome)
    table = standings(given, TOGLIATTI, by="team", seed=2)
    for t in range(20):
        alone = games.of_tournament(t)
        assert np.array_equal(alone.until(1).words, given.in_order().words)
        goes = qualified(table, 12, TOGLIATTI.cut)[0]
        field = np.unique(np.flatnonzero(outcome.parts[1].field[t]) // 3)
        assert field.tolist() == np.flatnonzero(goes).tolist()
    assert outcome.given == 1
    assert len({tuple(place) for place in outcome.final.place.tolist()}) > 10


def test_results_may_end_behind_a_cut() -> None:
    """Two stages are known: who was cut stays so, and the third stage's field is that of the second."""
    _, given = adults()
    begun = play_hat_block(hat_event(TOGLIATTI, given=given, seed=2), 4, 1)
    two = games_of(begun).of_tournament(0).until(2)
    outcome = play_hat_block(hat_event(TOGLIATTI, given=two, seed=9), 0, 10)
    assert outcome.given == 2
    assert (outcome.parts[1].field == begun.parts[1].field).all()
    assert (outcome.parts[2].field == begun.parts[2].field).all()


def test_a_plan_is_kept_to() -> None:
    _, given = adults()
    seats = np.full((1, 15, 3), EMPTY, dtype=np.int32)
    seats[0, given.table] = given.entrants
    plan = Plan(
        roster=given.roster,
        seats=seats,
        table_size=3,
        game="shapka",
        stages=("qualifying-1",),
    )
    outcome = play_hat_block(hat_event(TOGLIATTI, plan=plan), 0, 4)
    games = games_of(outcome)
    for t in range(4):
        own = games.entrants[(games.tournament == t) & (games.round == 0)]
        assert np.array_equal(own, seats[0])


# ---- What is refused


def refused(regulation: Regulation = TOGLIATTI, **given: object) -> str:
    with pytest.raises((Impossible, UsageError)) as caught:
        hat_event(regulation, **given)  # type: ignore[arg-type]
    return caught.value.key


def test_two_categories_are_two_events() -> None:
    assert refused(roster=read_roster(ROSTER)) == "simulate.one_category"


def test_people_of_one_category_are_paired_and_play() -> None:
    people = read_roster(ROSTER)
    old = {each.team for each in people.entrants if (each.age or 0) >= 18}
    adults_ = replace(people, entrants=tuple(each for each in people.entrants if each.team in old))
    event = hat_event(TOGLIATTI, roster=adults_)
    assert len(event.roster.entrants) == 45
    assert all(len(each.members) == 2 for each in event.roster.entrants)
    assert play_hat_block(event, 0, 2).skill.shape == (2, 45)


def test_half_a_stage_is_no_beginning() -> None:
    regulation = set_values(TOGLIATTI, ("stages.qualifying-1.rounds=2",))
    _, given = adults()
    assert refused(regulation, given=given) == "simulate.stage_not_whole"


def test_an_event_without_stages_is_refused() -> None:
    assert refused(TOGLIATTI.model_copy(update={"stages": ()})) == "simulate.no_stages"


def test_an_event_is_the_same_whatever_it_is_called_for() -> None:
    """Pickled for a worker, it plays the same tournaments."""
    copy = pickle.loads(pickle.dumps(hat_event(TOGLIATTI, seed=3)))
    assert isinstance(copy, HatEvent)
    assert np.array_equal(
        games_of(play_hat_block(copy, 2, 3)).words,
        games_of(play_hat_block(hat_event(TOGLIATTI, seed=3), 2, 3)).words,
    )
