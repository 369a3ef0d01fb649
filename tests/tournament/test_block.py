from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from decimal import Decimal
from functools import cache
from typing import Any

import numpy as np
import pytest

from mafsim import judging
from mafsim.errors import Impossible, UsageError
from mafsim.files.population import Level, People, usual_people
from mafsim.games import EMPTY, Games, Left, Role, Winner
from mafsim.pairing import check
from mafsim.plan import Plan
from mafsim.regulations import Regulation, load, set_values
from mafsim.regulations.points import Outcome as Paid
from mafsim.regulations.points import Outcomes, Scoring
from mafsim.roster import numbered
from mafsim.standings import standings
from mafsim.tournament.block import play_block
from mafsim.tournament.event import Event, event
from mafsim.tournament.outcome import Outcome

NAMES = ("ugra-2021", "charlie-2016", "omsk-2012", "fiim", "league")


@cache
def event_of(name: str, agents: str = "random") -> Event:
    return event(load(name), agents=agents, effort=0)


@cache
def played(name: str, n: int = 12) -> Outcome:
    return play_block(event_of(name), 0, n)


def games_of(outcome: Outcome) -> Games:
    assert isinstance(outcome.games, Games)
    return outcome.games


def alone(outcome: Outcome, number: int) -> Games:
    """Give the games of one tournament as if it were the only one."""
    games = games_of(outcome)
    mine = games.select(np.flatnonzero(games.tournament == number))
    return mine.with_(tournament=np.zeros(len(mine)))


@pytest.mark.parametrize("name", NAMES)
def test_a_tournament_is_one_and_the_same_in_every_block(name: str) -> None:
    whole, part = played(name), play_block(event_of(name), 7, 5)
    here = games_of(whole).tournament >= 7

    for column in ("entrants", "roles", "winner", "additional", "best_move", "advisers"):
        wanted = getattr(whole.games, column)[here]
        assert np.array_equal(wanted, getattr(part.games, column)), column
    assert np.array_equal(whole.points[here], part.points)
    assert np.array_equal(whole.final.place[7:], part.final.place)
    assert np.array_equal(whole.final.decided_by[7:], part.final.decided_by)
    assert np.array_equal(whole.skill[7:], part.skill)
    assert np.array_equal(whole.days[here], part.days)


@pytest.mark.parametrize("name", NAMES)
def test_places_are_those_of_the_standings_of_each_tournament(name: str) -> None:
    outcome = played(name)

    for number in range(outcome.tournaments):
        games = alone(outcome, number)
        for by, ranking in (("player", outcome.players), ("team", outcome.teams)):
            if ranking is not None:
                table = standings(games, outcome.regulation, by=by, first=number)  # type: ignore[arg-type]
                assert np.array_equal(table.places()[0], ranking.place[number]), (number, by)
                assert np.array_equal(table.decided_by[0], ranking.decided_by[number])


@pytest.mark.parametrize("name", NAMES)
def test_the_checker_finds_every_tournament_seated_by_the_rules(name: str) -> None:
    outcome = played(name)

    for number in range(3):
        games = alone(outcome, number)
        assert [v.rule for v in check.check(plan_of(games, outcome)) if v.rule != "games"] == []


def plan_of(games: Games, outcome: Outcome) -> Plan:
    shape = (int(games.round.max()) + 1, int(games.table.max()) + 1, 10)
    seats, behind = np.full(shape, EMPTY), np.full(shape, EMPTY)
    seats[games.round, games.table] = games.entrants
    behind[games.round, games.table] = games.advisers
    roster = replace(outcome.roster, mates_apart=outcome.regulation.table.team_mates_apart)
    return Plan(roster=roster, seats=seats, advisers=behind)


def test_only_those_in_the_field_play_in_a_stage() -> None:
    outcome = played("fiim")
    final = outcome.parts[1]
    games = games_of(outcome).select(games_of(outcome).stage == 1)

    assert final.field.sum(axis=1).tolist() == [10] * outcome.tournaments
    assert final.field[games.tournament[:, None], games.entrants].all()
    assert final.cut is not None
    assert final.goes is not None
    best = np.take_along_axis(final.cut.place, final.cut.order.astype(np.intp), axis=1)[:, :10]
    assert np.array_equal(np.sort(final.cut.place * final.goes, axis=1)[:, -1], best.max(axis=1))


def test_the_finals_of_ugra_are_dealt_by_the_places_before_each_round() -> None:
    outcome = played("ugra-2021")

    for number in range(4):
        games = alone(outcome, number)
        for round_ in (12, 13, 14):
            before = games.until(round_)
            teams, own = (
                standings(before, outcome.regulation, by=by, first=number)
                for by in ("team", "player")
            )
            first_ten = teams.order[0][:10]
            best = [min((own.places()[0][i], i) for i in (2 * t, 2 * t + 1))[1] for t in first_ten]
            table = games.entrants[(games.round == round_) & (games.table == 0)][0]
            assert sorted(table.tolist()) == sorted(best)


def test_one_of_each_team_sits_with_a_consigliere_behind_him() -> None:
    games = games_of(played("charlie-2016"))
    last = games.select(games.stage == 1)

    assert len(last) == 12
    assert (np.sort(last.entrants, axis=1) == np.arange(0, 20, 2)).all()
    assert np.array_equal(last.advisers, last.entrants + 1)


@pytest.mark.parametrize(
    ("by", "seats_of"), [("alternating", {5, 6}), ("standings", set(range(12)))]
)
def test_who_sits_is_as_the_stage_says(by: str, seats_of: set[int]) -> None:
    changes = ["stages.consigliere.rounds=11", f'stages.consigliere.seated_by="{by}"']
    outcome = play_block(
        event(set_values(load("charlie-2016"), changes), agents="random", effort=0), 0, 4
    )
    games = games_of(outcome).select(games_of(outcome).stage == 1)
    counts = np.zeros((4, 20), dtype=int)
    np.add.at(counts, (games.tournament[:, None], games.entrants), 1)

    assert set(counts.ravel().tolist()) <= seats_of
    assert ((counts[:, ::2] + counts[:, 1::2]) == 11).all()
    if by == "standings":
        before = standings(
            games_of(outcome).until(5), outcome.regulation, by="player", tournaments=4
        ).places()
        sits = counts[:, ::2] == 11
        assert (sits <= (before[:, ::2] <= before[:, 1::2])).all()


def test_a_random_draw_is_another_one_in_each_tournament() -> None:
    regulation = set_values(load("ugra-2021"), ['stages.qualifying.draw="random"'])
    outcome = play_block(event(regulation, agents="random", effort=0), 0, 6)

    meetings = set()
    for number in range(6):
        games = alone(outcome, number).until(12)
        assert [v.rule for v in check.check(plan_of(games, outcome))] == []
        pairs = games.entrants[:, :, None] * 30 + games.entrants[:, None, :]
        meetings.add(tuple(np.sort(np.bincount(pairs.ravel(), minlength=900)).tolist()))
    assert len(meetings) == 6


# ---- Against truth


def judged_by_wins(name: str) -> Regulation:
    """Give a regulation under which a win is one point and nothing else counts."""
    written = load(name)
    one = Paid(win=Decimal(1), loss=Decimal(0))
    outcome = Outcomes(civilian=one, sheriff=one, mafia=one, don=one)
    ranking = written.ranking.model_copy(update={"tie_breaks": ()})
    return written.model_copy(update={"scoring": Scoring(outcome=outcome), "ranking": ranking})


def test_of_equals_everybody_wins_equally_often() -> None:
    n, people = 3000, 30
    outcome = play_block(event_of("omsk-2012"), 0, n)
    first = outcome.players.place == 0
    shares = first / first.sum(axis=1, keepdims=True)
    wins = shares.sum(axis=0)

    # Exact: under equal chances each tournament gives an entrant 1/30 in the mean, whoever shares the
    # place; Pearson's statistic has 29 degrees of freedom, and exceeds 58.3 once in a thousand times
    # (less often still, since shared places vary less).
    assert ((wins - n / people) ** 2 / (n / people)).sum() < 58.3


@contextmanager
def always_wins(entrant: int) -> Iterator[None]:
    """Let whatever side an entrant is on win each of his games."""

    def judge(played: Any, *arguments: Any, **named: Any) -> Games:
        games = judging.judge(played, *arguments, **named)
        his = games.entrants == entrant
        black = (his & games.black).any(axis=1)
        winner = np.where(black, Winner.BLACK, Winner.RED)
        return games.with_(winner=np.where(his.any(axis=1), winner, games.winner))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("mafsim.tournament.block.judge", judge)
        yield


@pytest.mark.parametrize("name", ["omsk-2012", "fiim"])
def test_who_wins_every_game_is_first_where_only_wins_count(name: str) -> None:
    regulation = judged_by_wins(name)
    with always_wins(17):
        outcome = play_block(event(regulation, agents="random", effort=0), 0, 20)

    assert (outcome.players.place[:, 17] == 0).all()


def test_the_chance_of_a_master_among_equals_is_that_of_the_binomial() -> None:
    """Ten people at one table, each a master with the chance 1/2; nobody's play depends on it.

    Whoever is best wins as often as the best are many: with M of B(10, 1/2) masters in M / 10 of the
    tournaments, and always where M = 0, since then all ten are the best. That is 1/2 + 2**-10.
    """
    levels = (Level(skill=0.0, share=1), Level(skill=1.0, share=1))
    own = usual_people().population
    unmoved = {name: replace(each, by_skill=0) for name, each in own.parameters.items()}
    people = People(population=replace(own, parameters=unmoved), levels=levels)
    masters = event(load("plain"), agents="human:noise=0", people=people)
    outcome = play_block(masters, 0, 4000)
    first = outcome.players.place == 0
    best = outcome.skill == outcome.skill.max(axis=1, keepdims=True)
    wins = (first & best).sum(axis=1) / first.sum(axis=1)

    # Each term lies in [0, 1]: five standard errors are 0.04 at the most.
    assert wins.mean() == pytest.approx(0.5 + 2.0**-10, abs=0.04)


# ---- What is known already


def results(name: str, rounds: int) -> Games:
    games = alone(played(name), 3)
    return games.until(rounds)


@pytest.mark.parametrize(("name", "rounds"), [("omsk-2012", 5), ("ugra-2021", 13), ("fiim", 10)])
def test_every_tournament_begins_with_the_results_that_are_known(name: str, rounds: int) -> None:
    known = results(name, rounds)
    outcome = play_block(event(load(name), agents="random", given=known, effort=0), 0, 3)

    for number in range(3):
        games = alone(outcome, number)
        mine = games.until(rounds).in_order()
        assert np.array_equal(mine.entrants, known.in_order().entrants)
        assert np.array_equal(mine.winner, known.in_order().winner)
        assert len(games) == len(alone(played(name), 3))
    assert outcome.given == rounds
    later = [alone(outcome, number).roles.tolist() for number in range(3)]
    assert later[0] != later[1]


def test_who_leads_by_far_wins_the_rest_of_the_event() -> None:
    known = results("omsk-2012", 7)
    leader = 5
    roles = np.where(known.entrants == leader, Role.DON, Role.CIVILIAN)
    winner = np.where((known.entrants == leader).any(axis=1), Winner.BLACK, known.winner)
    known = known.with_(roles=roles, winner=winner)

    outcome = play_block(event(load("omsk-2012"), agents="random", given=known, effort=0), 0, 20)

    assert (outcome.players.place[:, leader] == 0).all()  # 35 points, the next one far below


def test_a_whole_event_that_is_known_has_one_outcome() -> None:
    known = results("omsk-2012", 8)
    outcome = play_block(event(load("omsk-2012"), agents="random", given=known, effort=0), 0, 3)
    table = standings(known, load("omsk-2012"))

    assert (outcome.players.place == table.places()[0]).all()


def test_a_plan_that_is_bound_to_people_seats_them_as_it_says() -> None:
    plan = event_of("omsk-2012").plan
    assert plan is not None
    plan = plan.with_(provenance={})
    whole = event(load("omsk-2012"), agents="random", plan=plan, roster=plan.roster)

    games = games_of(play_block(whole, 0, 2)).in_order()

    assert whole.bound
    assert np.array_equal(games.entrants[:24], plan.seats.reshape(24, 10))


def test_a_plan_of_other_people_is_refused() -> None:
    plan = event_of("omsk-2012").plan
    assert plan is not None

    with pytest.raises(UsageError, match="whom the roster or the results do not know"):
        event(load("omsk-2012"), plan=plan, roster=numbered(20))


def test_a_field_that_does_not_fill_the_tables_of_a_draw_is_refused() -> None:
    with pytest.raises(Impossible):
        play_block(
            event(load("ugra-2021"), agents="random", roster=numbered(28, team_size=2), effort=0),
            0,
            1,
        )


def test_who_left_first_is_known_of_every_game() -> None:
    games = games_of(played("ugra-2021"))

    assert ((games.left == Left.NIGHT) & (games.left_on == 1)).any(axis=1).mean() > 0.5
