from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace as replaced
from functools import partial

import numpy as np
import pytest

from mafsim.errors import Impossible
from mafsim.games import EMPTY, Games
from mafsim.pairing.given import Group, parted
from mafsim.pairing.measures import may_meet
from mafsim.regulations import Regulation, load, set_values
from mafsim.roster import Roster, numbered
from mafsim.standings import standings
from mafsim.tournament import deal
from mafsim.tournament.ranked import dealt, places_of
from mafsim.tournament.ranks import Ranks, ranks_of

TOURNAMENTS = 6


def games_of(regulation: Regulation, roster: Roster, seed: int) -> Games:
    """Give six tournaments of two rounds with results by lot, of which some are equal."""
    rng = np.random.default_rng(seed)
    n = len(roster.entrants)
    tables, rounds = n // 10, 2
    shape = (TOURNAMENTS, rounds, tables)
    entrants = np.array(
        [rng.permutation(n)[: 10 * tables].reshape(tables, 10) for _ in range(TOURNAMENTS * rounds)]
    ).reshape(-1, 10)
    many = len(entrants)
    roles = np.array([rng.permutation([3, 2, 2, 1, 0, 0, 0, 0, 0, 0]) for _ in range(many)])
    tournament, round_, table = (axis.ravel() for axis in np.indices(shape))
    return Games(
        roster=roster,
        stages=tuple(stage.name for stage in regulation.stages),
        entrants=entrants,
        tournament=tournament,
        round=round_,
        table=table,
        roles=roles,
        winner=rng.integers(0, 2, many),
        additional=100 * rng.integers(0, 3, (many, 10)),
    )


def seeded(by: str, to: str) -> Regulation:
    assignments = [
        "stages.final.deal=[]",
        "stages.final.tables=3",
        f"stages.final.seeding.by={by}",
        f'stages.final.seeding.to="{to}"',
    ]
    return set_values(load("ugra-2021"), assignments)


CASES = {
    "deal": load("ugra-2021"),
    "blocks": seeded('["place"]', "blocks"),
    "snake of teams": seeded('["place_in_team", "team_place"]', "snake"),
    "in turn": seeded('["place"]', "in_turn"),
    "by a tie-break": seeded('["wins", "place"]', "snake"),
    "by rating": seeded('["rating"]', "in_turn"),
}


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("seed", range(4))
def test_a_block_is_dealt_as_each_of_its_tournaments_is(name: str, seed: int) -> None:
    regulation, stage = CASES[name], CASES[name].stages[1]
    people = numbered(30, team_size=2)
    ratings = np.random.default_rng(seed).integers(0, 9, 30).tolist()
    roster = Roster(
        entrants=tuple(
            replaced(each, rating=float(rating))
            for each, rating in zip(people.entrants, ratings, strict=True)
        )
    )
    games = games_of(regulation, roster, seed)
    everybody = np.ones((TOURNAMENTS, 30), dtype=np.bool_)
    own, of_teams = (
        standings(games, regulation, by=by, tournaments=TOURNAMENTS, first=3)
        for by in ("player", "team")
    )

    groups = dealt(stage, places_of(own, of_teams, everybody, roster), roster, regulation)

    for number in range(TOURNAMENTS):
        alone = games.select(np.flatnonzero(games.tournament == number))
        alone = alone.with_(tournament=np.zeros(len(alone)))
        ranks = one_of(alone, regulation, number + 3)
        found = deal.dealt(stage, ranks, roster, regulation).groups
        if stage.deal:
            assert [table.tolist() for table in groups[number]] == found
        else:
            mates = regulation.table.team_mates_apart
            assert mates
            told = [set(table) for table in parted_tables(found, ranks, roster)]
            assert [set(table.tolist()) for table in groups[number]] == told


def one_of(games: Games, regulation: Regulation, first: int) -> Ranks:
    """Give the places of one tournament, its lots those of its number in the simulation."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("mafsim.tournament.ranks.standings", partial(standings, first=first))
        return ranks_of(games, regulation, range(30))


def parted_tables(groups: Sequence[Group], ranks: Ranks, roster: Roster) -> tuple[Group, ...]:
    order = {entrant: k for k, entrant in enumerate(ranks.order)}
    return parted(groups, may_meet(roster), order)


def test_more_than_a_deal_has_room_for_are_refused() -> None:
    regulation, roster = load("ugra-2021"), numbered(32, team_size=2)
    games = games_of(regulation, roster, 0)
    own, of_teams = (
        standings(games, regulation, by=by, tournaments=TOURNAMENTS) for by in ("player", "team")
    )
    places = places_of(own, of_teams, np.ones((TOURNAMENTS, 32), dtype=np.bool_), roster)

    with pytest.raises(Impossible, match="more play on than it deals"):
        dealt(regulation.stages[1], places, roster, regulation)


def test_places_of_a_smaller_field_leave_the_others_out() -> None:
    regulation, roster = load("ugra-2021"), numbered(30, team_size=2)
    games = games_of(regulation, roster, 1)
    own, of_teams = (
        standings(games, regulation, by=by, tournaments=TOURNAMENTS) for by in ("player", "team")
    )
    field = np.zeros((TOURNAMENTS, 30), dtype=np.bool_)
    field[:, 4:10] = True

    places = places_of(own, of_teams, field, roster)

    assert places.players.shape == (TOURNAMENTS, 6)
    assert (np.sort(places.players, axis=1) == np.arange(4, 10)).all()
    assert (np.sort(places.teams, axis=1) == np.arange(2, 5)).all()
    assert (places.inside[:, :2] == EMPTY).all()
