"""Whether results are those of a plan: every game of it, and the people whom it seats."""

from __future__ import annotations

import numpy as np

from mafsim.errors import FileError
from mafsim.games import EMPTY, AnyGames, Games
from mafsim.plan import Plan
from mafsim.regulations import Regulation
from mafsim.scoring import stages_of

Warnings = list[tuple[str, dict[str, object]]]


def refuse_unfit(plan: Plan, games: AnyGames, regulation: Regulation) -> Warnings:
    """Refuse results that are not those of a plan; give what the user should see.

    Raises
    ------
    FileError
        A game is missing, or is none of the plan's; somebody else has played; or a round is told as
        one of another stage.
    """
    known = {(int(games.round[game]), int(games.table[game])): game for game in range(len(games))}
    _refuse_other_games(plan, known)
    _refuse_missing_games(plan, known)
    for (round_, table), game in sorted(known.items()):
        _refuse_other_stage(plan, games, regulation, round_, game)
        _refuse_other_people(plan, games, round_, table, game)
    return [*_other_seats(plan, games, known), *_protests(games)]


def _refuse_other_games(plan: Plan, known: dict[tuple[int, int], int]) -> None:
    for round_, table in sorted(known):
        if round_ >= plan.rounds:
            raise FileError("next.round_not_planned", round=round_, n=plan.rounds)
        if table >= plan.tables or not plan.played()[round_, table]:
            raise FileError("next.table_not_planned", round=round_, table=table)


def _refuse_missing_games(plan: Plan, known: dict[tuple[int, int], int]) -> None:
    planned = [tuple(each) for each in np.argwhere(plan.played()).tolist()]
    missing = [where for where in planned if where not in known]
    if missing:
        round_, table = missing[0]
        raise FileError("next.game_missing", round=round_, table=table, n=len(missing))


def _refuse_other_stage(
    plan: Plan, games: AnyGames, regulation: Regulation, round_: int, game: int
) -> None:
    stages = stages_of(games, regulation)
    told = stages[int(games.stage[game])].name if stages else ""
    planned = plan.stages[round_] if plan.stages else ""
    if told and planned and told != planned:
        raise FileError("next.other_stage", round=round_, told=told, planned=planned)


def _refuse_other_people(plan: Plan, games: AnyGames, round_: int, table: int, game: int) -> None:
    """Refuse a game in which others have played than the plan has seated, or an empty seat was for."""
    seated = set(_people(plan.seats[round_, table]))
    played = set(_people(_for_whom(games)[game]))
    entrants = games.roster.entrants
    free = plan.table_size - len(seated)
    strange = sorted(played - seated)
    if len(strange) > max(free, 0):
        where = [
            number
            for number in range(plan.tables)
            if strange[0] in _people(plan.seats[round_, number])
        ]
        place = {"name": entrants[strange[0]].name, "round": round_, "table": table}
        if where:
            raise FileError("next.sat_elsewhere", planned=where[0], **place)
        raise FileError("next.not_seated", **place)
    if missing := sorted(seated - played):
        name = plan.roster.entrants[missing[0]].name
        raise FileError("next.did_not_play", name=name, round=round_, table=table)


def _people(seats: np.ndarray) -> list[int]:
    return [int(index) for index in seats if index != EMPTY]


def _for_whom(games: AnyGames) -> np.ndarray:
    """Give for whom each seat is played: ``[game, seat]``, for whom he sits in with a substitute."""
    if not isinstance(games, Games):
        return games.entrants
    return games.owners


def _other_seats(plan: Plan, games: AnyGames, known: dict[tuple[int, int], int]) -> Warnings:
    """Warn where people sat on other seats of their table than the plan has."""
    if not isinstance(games, Games):
        return []  # a record of Shapka does not tell the order of play
    moved = 0
    for (round_, table), game in known.items():
        played = _for_whom(games)[game]
        planned = plan.seats[round_, table, : len(played)]
        moved += int((planned != played).sum())
    return [("next.other_seats", {"n": moved})] if moved else []


def _protests(games: AnyGames) -> Warnings:
    """Warn of open protests: what they decide may alter what comes next."""
    if not isinstance(games, Games):
        return []
    open_ = np.flatnonzero(games.disputed()).tolist()
    return [
        ("next.provisional", {"round": int(games.round[game]), "table": int(games.table[game])})
        for game in open_
    ]
