"""Blocks of tournaments made by hand: random records, ranked by `standings` as a real block is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from mafsim.games import EMPTY, AnyGames, Array, Games, Left, ShapkaGames, Winner
from mafsim.regulations import Regulation, load, set_values
from mafsim.roster import Entrant, Roster
from mafsim.scoring import score
from mafsim.standings import Standings, counted_by, qualified, standings
from mafsim.tournament.outcome import Outcome, Part, Ranking

DEAL = (0, 0, 0, 0, 0, 0, 1, 2, 2, 3)
UGRA = load("ugra-2021")
OMSK = set_values(load("omsk-2012"), ("stages.3.field=20",))
CHARLIE = set_values(load("charlie-2016"), ("stages.2.seated_per_team=2", "stages.2.tables=2"))
TOGLIATTI = load("togliatti-2014")
FIELDS = {"omsk-2012": 3, "charlie-2016": 2, "ugra-2021": 3, "togliatti-2014": 15}


def ranking(table: Standings) -> Ranking:
    """Give standings as an outcome has them."""
    return Ranking(
        units=table.units,
        levels=table.levels,
        points=table.earned.points,
        place=table.places().astype(np.int16),
        order=table.order.astype(np.int16),
        decided_by=table.decided_by,
    )


def roster_of(regulation: Regulation) -> Roster:
    entry = regulation.entry
    size = entry.team_size
    return Roster(
        entrants=tuple(
            Entrant(
                id=f"x{(7 * i) % entry.entrants}",
                name=f"N{i:02}",
                team=f"T{i // size}" if entry.teams else None,
            )
            for i in range(entry.entrants)
        )
    )


def outcome_of(
    regulation: Regulation,
    games: AnyGames,
    skill: Array,
    *,
    first: int = 0,
    kinds: Sequence[str] = ("human",),
    kind: Array | None = None,
    parts: tuple[Part, ...] | None = None,
    days: Array | None = None,
) -> Outcome:
    """Give the outcome of games that have been played."""
    many = len(skill)
    points = score(games, regulation, first=first)
    places: dict[str, Any] = {"tournaments": many, "first": first}
    has_teams = regulation.entry.teams is not None
    return Outcome(
        regulation=regulation,
        roster=games.roster,
        first=first,
        skill=skill.astype(np.float64),
        kinds=tuple(kinds),
        kind=np.zeros(skill.shape, dtype=np.int16) if kind is None else kind,
        games=games,
        days=np.full(len(games), 3, dtype=np.int8) if days is None else days,
        points=points,
        parts=parts or whole(regulation, skill.shape),
        players=ranking(standings(games, regulation, by="player", **places)),
        teams=ranking(standings(games, regulation, by="team", **places)) if has_teams else None,
    )


def whole(regulation: Regulation, shape: tuple[int, ...]) -> tuple[Part, ...]:
    """Give the parts of an event in which everybody plays everything."""
    first, found = 0, []
    for stage in regulation.stages:
        found.append(
            Part(
                name=stage.name,
                first=first,
                rounds=stage.rounds,
                field=np.ones(shape, dtype=np.bool_),
                cut=None,
                goes=None,
            )
        )
        first += stage.rounds
    return tuple(found)


def block(
    regulation: Regulation,
    tournaments: int,
    *,
    seed: int = 0,
    first: int = 0,
    levels: int = 5,
    kinds: Sequence[str] = ("human",),
) -> Outcome:
    """Play random games of a whole regulation, with its cuts; the strong do a little better.

    Tournament i of a seed is the same in every block. With few levels of skill many are equal.
    """
    roster, size = roster_of(regulation), regulation.table.size
    n = len(roster.entrants)
    rngs = [np.random.default_rng([seed, first + t]) for t in range(tournaments)]
    skill = np.stack([rng.integers(0, levels, n) for rng in rngs])
    kind = np.stack([rng.integers(0, len(kinds), n) for rng in rngs]).astype(np.int16)
    here = np.ones((tournaments, n), dtype=np.bool_)
    games: list[AnyGames] = []
    parts: list[Part] = []
    round_ = 0
    for index, stage in enumerate(regulation.stages):
        cut = goes = None
        if stage.field is not None and games:
            table = standings(
                joined(games),
                regulation,
                by=counted_by(regulation),
                tournaments=tournaments,
                first=first,
            )
            goes = qualified(table, stage.field, regulation.cut)
            here = here & goes[:, table.units.of_entrant]
            cut = ranking(table)
        parts.append(
            Part(
                name=stage.name,
                first=round_,
                rounds=stage.rounds,
                field=here,
                cut=cut,
                goes=goes,
            )
        )
        for _ in range(stage.rounds):
            for t, rng in enumerate(rngs):
                field = rng.permutation(np.flatnonzero(here[t]))
                seats = field[: len(field) // size * size].reshape(-1, size)
                games.append(_round(regulation, roster, rng, seats, skill[t], t, index, round_))
            round_ += 1
    record = joined(games)
    record = record.select(np.lexsort((record.table, record.round, record.tournament)))
    days = np.array([2 + int(t) % 3 for t in record.round], dtype=np.int8)
    return outcome_of(
        regulation,
        record,
        skill,
        first=first,
        kinds=kinds,
        kind=kind,
        parts=tuple(parts),
        days=days if isinstance(record, Games) else np.empty(0, dtype=np.int8),
    )


def _round(
    regulation: Regulation,
    roster: Roster,
    rng: np.random.Generator,
    seats: Array,
    skill: Array,
    tournament: int,
    stage: int,
    round_: int,
) -> AnyGames:
    many, size = seats.shape
    common: dict[str, Any] = {
        "roster": roster,
        "stages": tuple(each.name for each in regulation.stages),
        "tournament": np.full(many, tournament),
        "stage": np.full(many, stage),
        "round": np.full(many, round_),
        "table": np.arange(many),
        "entrants": seats,
    }
    if regulation.game == "shapka":
        words = rng.integers(0, 3, (many, size, 2, 2)) + (skill[seats] > 2)[:, :, None, None]
        return ShapkaGames(
            **common, words=words, breaches=(rng.random((many, size)) < 0.05).astype(int)
        )
    left = rng.choice(
        [EMPTY, Left.NIGHT, Left.VOTE, Left.FOUL], (many, size), p=[0.4, 0.3, 0.28, 0.02]
    )
    roles = rng.permuted(np.tile(DEAL, (many, 1)), axis=1)
    red = np.where(roles < 2, skill[seats], 0).sum(axis=1) / 7
    black = np.where(roles >= 2, skill[seats], 0).sum(axis=1) / 3
    chance = np.clip(0.5 + 0.1 * (red - black), 0.05, 0.9)
    winner = np.where(rng.random(many) < chance, Winner.RED, Winner.BLACK)
    return Games(
        **common,
        roles=roles,
        winner=np.where(rng.random(many) < 0.05, Winner.DRAW, winner),
        left=left,
        left_on=np.where(left == EMPTY, EMPTY, rng.integers(1, 3, (many, size))),
        best_move=np.array([rng.choice(size, 3, replace=False) for _ in range(many)]),
        best_player=rng.random((many, size)) < 0.1,
        additional=100 * rng.integers(2, 4, (many, size)) * (rng.random((many, size)) < 0.2),
        penalty=np.where(rng.random((many, size)) < 0.03, 400, 0),
    )


def joined(games: Sequence[AnyGames]) -> Any:
    """Give games as one record."""
    one = games[0]
    names = [
        name
        for name in (
            "entrants",
            "tournament",
            "stage",
            "round",
            "table",
            "words",
            "breaches",
            "roles",
            "winner",
            "left",
            "left_on",
            "best_move",
            "best_player",
            "additional",
            "penalty",
        )
        if hasattr(one, name)
    ]
    columns: Any = {name: np.concatenate([getattr(each, name) for each in games]) for name in names}
    return type(one)(roster=one.roster, stages=one.stages, **columns)


def relabelled(outcome: Outcome, to: Array) -> Outcome:
    """Give the same tournaments with the entrants in another order: entrant i is now ``to[i]``."""
    back = np.argsort(to)
    roster = replace(
        outcome.roster, entrants=tuple(outcome.roster.entrants[i] for i in back.tolist())
    )
    games = outcome.games.with_(roster=roster, entrants=to[outcome.games.entrants])
    parts = []
    for part in outcome.parts:
        cut, goes = part.cut, part.goes
        if cut is not None and goes is not None:
            before = games.until(part.first)
            table = standings(
                before,
                outcome.regulation,
                by=cut.units.by,
                tournaments=outcome.tournaments,
                first=outcome.first,
            )
            goes = goes[:, [cut.units.ids.index(unit) for unit in table.units.ids]]
            cut = ranking(table)
        parts.append(replace(part, field=part.field[:, back], cut=cut, goes=goes))
    return outcome_of(
        outcome.regulation,
        games,
        outcome.skill[:, back],
        first=outcome.first,
        kinds=outcome.kinds,
        kind=outcome.kind[:, back],
        parts=tuple(parts),
        days=outcome.days,
    )
