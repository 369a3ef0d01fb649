"""A log in passages: what belongs together, and what holds at the table meanwhile."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from mafsim.agents.view import NOBODY, Decision, Event, Phase, Role
from mafsim.games import Array
from mafsim.mafia.log import DECISION, Secret
from mafsim.mafia.passages import Passage, Table, passage_of, passages


def row(event: int, **known: Any) -> dict[str, Any]:
    """Give a row of a log; what is not told is nobody's."""
    usual = dict.fromkeys(("seat", "target", "value", "decision"), NOBODY)
    return {"event": int(event), "phase": Phase.SPEECHES, **usual, **known}


def asked(decision: Decision, **known: Any) -> dict[str, Any]:
    return row(DECISION, decision=int(decision), **known)


@pytest.mark.parametrize(
    ("one", "passage"),
    [
        (asked(Decision.NOMINATE), Passage.SPEECH),
        (asked(Decision.WITHDRAW), Passage.SPEECH),
        (asked(Decision.SPEAK), Passage.SPEECH),
        (asked(Decision.VOTE), Passage.BALLOT),
        (asked(Decision.LIFT), Passage.BALLOT),
        (asked(Decision.SHOOT), Passage.SHOTS),
        (asked(Decision.PLAN), Passage.DECISION),
        (asked(Decision.DON_CHECK), Passage.DECISION),
        (row(Secret.PLAYER), Passage.DEAL),
        (row(Secret.DEALT), Passage.DEAL),
        (row(Secret.SHOT_AT), Passage.SHOTS),
        (row(Secret.VICTIM), Passage.SHOTS),
        (row(Secret.CHECKED), Passage.SECRET),
        (row(Secret.VOTED_OUT), Passage.SECRET),
        (row(Event.SPEECH), Passage.SPEECH),
        (row(Event.LAST_WORD), Passage.SPEECH),
        (row(Event.OPINION), Passage.SPEECH),
        (row(Event.BALLOT), Passage.BALLOT),
        (row(Event.LEFT), Passage.EVENT),
        (row(Event.SHOT), Passage.EVENT),
        (row(Event.FOUL), Passage.EVENT),
    ],
    ids=str,
)
def test_every_row_is_part_of_something(one: dict[str, Any], passage: Passage) -> None:
    assert passage_of(one) is passage


def test_rows_that_are_told_together_stand_together() -> None:
    rows = [
        *(row(Secret.PLAYER), row(Secret.DEALT), row(Secret.DEALT)),
        row(Event.DAY_BEGINS),
        *(row(Event.SPEECH), asked(Decision.NOMINATE), row(Event.NOMINATED)),
        *(row(Event.SPEECH), asked(Decision.SPEAK)),
        *(row(Event.LAST_WORD), row(Event.OPINION)),
        *(asked(Decision.VOTE), asked(Decision.VOTE), row(Event.BALLOT)),
        *(asked(Decision.VOTE), row(Event.BALLOT)),
        row(Secret.VOTED_OUT),
        row(Secret.VOTED_OUT),
        row(Event.LEFT),
        row(Event.LEFT),
        asked(Decision.PLAN),
        asked(Decision.CONDUCT),
        *(asked(Decision.SHOOT), row(Secret.SHOT_AT), row(Secret.VICTIM)),
    ]
    found = [(passage.name, len(kept)) for passage, kept in passages(rows)]
    assert found == [
        ("DEAL", 3),
        ("EVENT", 1),
        *(("SPEECH", 3), ("SPEECH", 2), ("SPEECH", 2)),
        *(("BALLOT", 3), ("BALLOT", 2)),
        *(("SECRET", 1), ("SECRET", 1), ("EVENT", 1), ("EVENT", 1)),
        *(("DECISION", 1), ("DECISION", 1), ("SHOTS", 3)),
    ]
    assert [each for _, kept in passages(rows) for each in kept] == rows
    assert list(passages([])) == []


def said(split: dict[int, int]) -> Array:
    """Give a longer answer that names for whom each is to vote."""
    answer = np.full(40, NOBODY)
    for voter, target in split.items():
        answer[10 + voter] = target
    return answer


def test_a_table_follows_cards_candidates_and_departures() -> None:
    table = Table()
    for seat, role in enumerate((Role.DON, Role.CIVILIAN, Role.MAFIA)):
        table.follow(row(Secret.DEALT, seat=seat, value=int(role), phase=Phase.NIGHT_0))
        table.follow(row(Secret.PLAYER, seat=seat, value=7 - seat, phase=Phase.NIGHT_0))
    assert (table.living, table.black, table.phase) == ([0, 1, 2], [0, 2], Phase.NIGHT_0)
    assert table.players == {0: 7, 1: 6, 2: 5}
    table.follow(row(Event.NOMINATED, seat=0, target=1))
    table.follow(row(Event.NOMINATED, seat=1, target=2))
    table.follow(row(Event.NOMINATED, seat=2, target=0))
    table.follow(row(Event.WITHDRAWN, seat=2, target=0))
    table.follow(row(Event.WITHDRAWN, seat=2, target=0))
    assert (table.candidates, table.phase) == ([1, 2], Phase.SPEECHES)
    for _ in range(2):
        table.follow(row(Event.FOUL, seat=1))
    assert table.fouls == {1: 2}
    table.follow(row(Secret.NO_VOTE, seat=1, value=3))
    table.follow(row(Event.REMOVED, seat=1, value=6))
    assert (table.no_vote, table.removed_today, table.removed_for) == ({3: 1}, [1], 6)
    table.follow(row(Secret.VOTED_OUT, seat=2))
    table.follow(row(Event.LEFT, seat=2))
    assert (table.out, table.living, table.black) == ([2], [0, 1], [0])
    table.follow(row(Event.SHOT, target=1, phase=Phase.MORNING))
    assert (table.candidates, table.phase) == ([], Phase.MORNING)
    table.follow(row(Event.DAY_BEGINS, seat=0))
    assert (table.out, table.removed_today, table.ballots) == ([], [], 0)
    table.follow(row(Event.GAME_OVER, value=0, phase=Phase.OVER))
    assert table.phase == Phase.SPEECHES, "the part in which something has happened before the end"


def test_a_split_holds_as_far_as_it_names_those_who_stand_to_the_vote() -> None:
    table = Table()
    for target in (1, 2):
        table.follow(row(Event.NOMINATED, seat=0, target=target))
    table.follow(asked(Decision.SPEAK, seat=0, answer=said({0: 1, 3: 2, 4: 5})))
    assert table.split == {}
    table.follow(row(Event.SPLIT, seat=0))
    assert table.split == {0: 1, 3: 2}
    table.tied = [5]
    table.follow(row(Event.SPLIT, seat=0, phase=Phase.TIED))
    assert table.split == {4: 5}
    order = np.array([3, 1, 2])
    table.follow(asked(Decision.ORDER, seat=0, answer=order))
    assert table.order == [3, 1, 2]
