"""Entrants are compared by value, and teams are read off them in the order of the file."""

from __future__ import annotations

import pickle
from dataclasses import FrozenInstanceError, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mafsim.roster import Entrant, Roster, numbered


def test_numbered_entrants_have_ids_and_names_of_one_width() -> None:
    roster = numbered(12)
    assert [entrant.id for entrant in roster.entrants[:2]] == ["p1", "p2"]
    assert [roster.entrants[i].name for i in (0, 9, 11)] == ["Player 01", "Player 10", "Player 12"]
    assert all(entrant.team is None for entrant in roster.entrants)
    assert roster.teams() == {}


def test_numbered_teams_stand_in_a_row_and_the_last_one_may_be_smaller() -> None:
    teams = numbered(7, team_size=3).teams()
    assert teams == {"Team 1": (0, 1, 2), "Team 2": (3, 4, 5), "Team 3": (6,)}


@given(st.integers(1, 60), st.integers(1, 9))
def test_every_numbered_entrant_is_in_one_team_and_has_a_name_of_his_own(
    players: int, team_size: int
) -> None:
    roster = numbered(players, team_size=team_size)
    assert len({entrant.id for entrant in roster.entrants}) == players
    assert len({entrant.name for entrant in roster.entrants}) == players
    members = [index for team in roster.teams().values() for index in team]
    assert members == (list(range(players)) if team_size > 1 else [])
    assert all(len(team) <= team_size for team in roster.teams().values())


def test_teams_come_in_the_order_in_which_they_first_appear() -> None:
    names = ["Сокол", "Ветер", None, "Сокол", "Альфа", "Ветер"]
    roster = Roster(
        entrants=tuple(
            Entrant(id=f"p{i}", name=f"Player {i}", team=team) for i, team in enumerate(names)
        )
    )
    assert list(roster.teams().items()) == [("Сокол", (0, 3)), ("Ветер", (1, 5)), ("Альфа", (4,))]


def test_entrants_and_rosters_are_frozen_and_compared_by_value() -> None:
    roster = numbered(3)
    assert roster == numbered(3)
    assert hash(roster.entrants[0]) == hash(numbered(3).entrants[0])
    assert roster != replace(roster, apart=((0, 1),))
    assert roster.entrants[0] != replace(roster.entrants[0], absent=frozenset({1}))
    with pytest.raises(FrozenInstanceError):
        roster.apart = ()  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        roster.entrants[0].name = "Somebody"  # type: ignore[misc]


def test_what_the_reader_of_a_file_should_see_makes_no_other_roster() -> None:
    warned = replace(numbered(2), warnings=(("roster.alike", {"names": ["a", "A"]}),))
    assert warned == numbered(2)


def test_a_roster_can_be_sent_to_another_process() -> None:
    roster = Roster(entrants=numbered(4, team_size=2).entrants, apart=((0, 3),), avoid=((1, 2),))
    assert pickle.loads(pickle.dumps(roster)) == roster
