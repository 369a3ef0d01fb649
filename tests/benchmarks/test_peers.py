"""Side by side with another tool: what is compared is counted rightly, and nothing needs it to be there."""

from __future__ import annotations

import ast
import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from benchmarks import peers
from benchmarks.ask import Ask
from benchmarks.events import CHARLIE, Event
from benchmarks.golf import GOLFERS, surplus
from benchmarks.peers import DRIVER, EVENTS, by_the_peer, quality
from mafsim.pairing.solve import seat
from mafsim.plan import Plan
from mafsim.roster import numbered

ROOT = Path(__file__).parents[2]

FAKE = """
import json, sys
class Configuration:
    def __init__(self, **numbers): self.numbers = numbers
    def validate(self): assert self.numbers["numGames"] == 2
class Schedule:
    games = [[0, 1, 2, 3, 4, 5, 6, 7, 8, 9], [9, 8, 7, 6, 5, 4, 3, 2, 1, 0]]
    def generateSlotsFromGames(self): pass
    def updateGamesFromSlots(self): pass
    def validate(self): pass
    def saveGamePlayers(self): return [list(game) for game in self.games]
    def updateGamePlayers(self, games): self.games = games
    def toJson(self):
        games = [{"id": i, "players": game} for i, game in enumerate(self.games)]
        return {"configuration": {}, "games": games,
                "rounds": [{"id": i, "gameIds": [i]} for i in range(2)]}
class ScheduleFactory:
    createInitialSchedule = staticmethod(lambda conf: Schedule())
class Optimize:
    def __init__(self, *_, verbose): self.score = self.currentScore = 9
    def scoreFunc(self): return self.score
    def optimizeStage(self, n): print("much is said"); self.score = self.currentScore = self.score - 1
    def swapAllPlayers(self, game): pass
    swapTwoPlayers = swapAllPlayers
OptimizeOpponents = OptimizeSeats = Optimize
"""


def test_the_peer_is_imported_by_nothing_of_ours() -> None:
    for path in (*ROOT.glob("mafsim/**/*.py"), *ROOT.glob("benchmarks/**/*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [each.name for each in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            assert not any("mafia_schedule" in name for name in names), path
    lock = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    assert "mafia-schedule" not in lock
    ast.parse(DRIVER)


def test_without_the_peer_the_bench_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(peers, "place", lambda: tmp_path / "nowhere")
    (skipped,) = peers.main(Ask())
    assert skipped.columns == ("skipped",)
    assert "python -m benchmarks.peers" in skipped.rows[0][0]


def test_the_peer_is_asked_in_a_process_of_its_own_and_its_schedule_is_read(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "mafia_schedule.py").write_text(FAKE, encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setattr(peers, "python", lambda: Path(sys.executable))
    plan = by_the_peer(Event(10, 1, 2), seconds=0.01)
    assert plan.seats[0, 0].tolist() == list(range(10))
    assert plan.seats[1, 0].tolist() == list(range(9, -1, -1))
    found = quality(plan, Event(10, 1, 2))
    assert (found.squares, found.low, found.high) == (4 * 45, 2, 2)
    assert "mafia_schedule" not in sys.modules


def test_clashes_of_team_mates_are_counted_in_a_plan_that_knows_no_teams() -> None:
    seats = np.arange(20, dtype=np.int32).reshape(1, 2, 10).repeat(5, axis=0)
    together = Plan(roster=numbered(20), seats=seats)
    assert quality(together, CHARLIE).clashes == 5 * 10
    assert quality(seat(CHARLIE.problem(), effort=0), CHARLIE).clashes == 0


def test_a_surplus_is_every_meeting_beyond_the_first() -> None:
    seats = np.array([[[0, 1], [2, 3]], [[0, 1], [2, 3]], [[0, 1], [3, 2]]], dtype=np.int32)
    assert surplus(Plan(roster=numbered(4), seats=seats, table_size=2)) == 4


@pytest.mark.parametrize("event", EVENTS, ids=str)
def test_the_peers_events_are_whole(event: Event) -> None:
    games = sum(event.problem().tables)
    # What the peer itself demands of its configurations.
    assert 10 * games % event.players == 0
    assert event.tables * (event.rounds - 1) <= games <= event.tables * event.rounds


def test_no_instance_of_golf_asks_for_more_meetings_than_there_are_people() -> None:
    assert all(weeks * (size - 1) <= groups * size - 1 for groups, size, weeks in GOLFERS)


def test_what_is_measured_can_be_written_down(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = seat(Event(12, 1, 12, games=10).problem(), effort=0)
    monkeypatch.setattr(peers, "EVENTS", (Event(12, 1, 12, games=10),))
    monkeypatch.setattr(peers, "MORE", ())

    def by_hand(*_: Any) -> Plan:
        return plan

    monkeypatch.setattr(peers, "by_the_peer", by_hand)
    figures = peers.side_by_side(0.01)
    assert [row[1] for row in figures.rows] == [peers.PEER, "mafsim"]
    assert all(len(row) == len(figures.columns) for row in figures.rows)
    json.dumps(figures.document())
