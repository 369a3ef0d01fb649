"""Ranked draws of a whole block: who goes to which table by the places so far, in every tournament."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from mafsim.errors import Impossible
from mafsim.games import EMPTY, Array, Flags
from mafsim.pairing.given import parted
from mafsim.regulations import Regulation, Stage
from mafsim.regulations.schema import left_in
from mafsim.roster import Roster
from mafsim.standings import TIE_BREAKS, Standings, in_line
from mafsim.tournament.deal import OF_TEAMS

Order = npt.NDArray[np.intp]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Places:
    """Where those of a field stand in every tournament, a lot parting equal ones.

    `ranks` of `mafsim.tournament.ranks` says the same of one tournament.
    """

    players: Order
    """``players[tournament, k]``: the entrants of the field by place; `EMPTY` behind the last."""
    teams: Order
    """``teams[tournament, k]``: the teams of the field by place, `EMPTY` behind the last."""
    inside: Order
    """``inside[tournament, team, k]``: the members who are in the field by place, then `EMPTY`."""
    table: Standings
    """The standings of players."""


def places_of(players: Standings, teams: Standings | None, field: Flags, roster: Roster) -> Places:
    """Give the places of a field: ``field[tournament, entrant]``."""
    entrant_of = np.full(len(players.units) + 1, EMPTY, dtype=np.intp)
    known = np.flatnonzero(players.units.of_entrant != EMPTY)
    entrant_of[players.units.of_entrant[known]] = known
    order = _first(entrant_of[in_line(players)], lambda line: np.take_along_axis(field, line, 1))
    members = _members(roster)
    if teams is None:
        empty = np.empty((len(field), 0), dtype=np.intp)
        return Places(players=order, teams=empty, inside=empty[:, :, None], table=players)
    place = _positions(order, field.shape[1])
    own = np.where(members == EMPTY, field.shape[1], members)
    rank = np.append(place, np.full((len(place), 1), _NEVER), axis=1)[:, own]
    line = np.argsort(rank, axis=2, kind="stable")
    inside = np.take_along_axis(np.broadcast_to(members, rank.shape), line, axis=2)
    inside = np.where(np.take_along_axis(rank, line, axis=2) < _NEVER, inside, EMPTY)
    here = (inside != EMPTY).any(axis=2)
    by_place = _first(in_line(teams), lambda line: np.take_along_axis(here, line, 1))
    return Places(players=order, teams=by_place, inside=inside, table=players)


_NEVER = 1 << 30


def _first(line: Order, chosen: object) -> Order:
    """Give those of a line who are chosen, in its order, and `EMPTY` behind them."""
    assert callable(chosen)
    flags = np.asarray(chosen(line))
    order = np.argsort(~flags, axis=1, kind="stable")
    moved = np.take_along_axis(line, order, axis=1)
    behind = np.arange(line.shape[1]) >= flags.sum(axis=1, keepdims=True)
    most = int(flags.sum(axis=1).max(initial=0))
    return np.where(behind, EMPTY, moved)[:, :most]


def _positions(order: Order, n: int) -> Order:
    """Give where each stands in a line; those who do not, behind all."""
    place = np.full((len(order), n + 1), _NEVER, dtype=np.intp)
    numbers = np.broadcast_to(np.arange(order.shape[1]), order.shape)
    np.put_along_axis(place, np.where(order == EMPTY, n, order), numbers, axis=1)
    return place[:, :n]


def _members(roster: Roster) -> Order:
    """Give ``members[team, k]``, `EMPTY` behind the last one of each team."""
    teams = list(roster.teams().values())
    found = np.full((len(teams), max(map(len, teams), default=0)), EMPTY, dtype=np.intp)
    for team, own in enumerate(teams):
        found[team, : len(own)] = own
    return found


def dealt(stage: Stage, places: Places, roster: Roster, regulation: Regulation) -> Order:
    """Give who goes to which table: ``groups[tournament, table, position]``.

    Raises
    ------
    Impossible
        More play on than the draw deals, or fewer, so that a seat would be empty.
    """
    groups = _by_deal(stage, places) if stage.deal else _seeded(stage, places, roster, regulation)
    if len(missing := _not_dealt(groups, places)):
        name = roster.entrants[int(missing.min())].name
        raise Impossible("next.not_dealt", name=name, stage=stage.name)
    if (groups == EMPTY).any() or groups.shape[2] != regulation.table.size:
        raise Impossible("simulate.empty_seat", stage=stage.name, size=regulation.table.size)
    return groups


def _not_dealt(groups: Order, places: Places) -> Order:
    """Give the entrants who play on in some tournament and have no table there."""
    n, entrants = len(groups), int(places.players.max(initial=EMPTY)) + 1
    seated = np.zeros((n, entrants + 1), dtype=np.bool_)
    np.put_along_axis(seated, groups.reshape(n, -1), values=True, axis=1)
    seated[:, EMPTY] = True
    there = np.take_along_axis(seated, places.players, axis=1)
    return np.asarray(places.players[~there])


def _by_deal(stage: Stage, places: Places) -> Order:
    """Give the tables that a deal names, place by place."""
    of_teams = any(part.place is not None for table in stage.deal for part in table)
    tables = []
    for table in stage.deal:
        slots = [(rank, part.place or 1) for part in table for rank in part.ranks]
        tables.append(
            [
                _of_team(places, *slot) if of_teams else _at(places.players, slot[0])
                for slot in slots
            ]
        )
    size = max(map(len, tables))
    nobody = np.full(len(places.players), EMPTY, dtype=np.intp)
    filled = [table + [nobody] * (size - len(table)) for table in tables]
    return np.stack([np.stack(table, axis=1) for table in filled], axis=1)


def _at(line: Order, rank: int) -> Order:
    if rank < line.shape[1]:
        return line[:, rank]
    return np.full(len(line), EMPTY, dtype=np.intp)


def _of_team(places: Places, rank: int, place: int) -> Order:
    team = _at(places.teams, rank)
    if place > places.inside.shape[2]:
        return np.full(len(team), EMPTY, dtype=np.intp)
    own = places.inside[np.arange(len(team)), np.maximum(team, 0), place - 1]
    return np.where(team == EMPTY, EMPTY, own)


def _seeded(stage: Stage, places: Places, roster: Roster, regulation: Regulation) -> Order:
    """Deal an order to tables: block after block, in turn, or to and fro; those parted who must be."""
    n, most = places.players.shape
    size, entry = regulation.table.size, regulation.entry
    whole = left_in(regulation, stage) * (entry.team_size if entry.teams else 1)
    tables = stage.tables or max(whole // size, 1)
    if most != tables * size:
        key = "next.does_not_fill" if most < tables * size else "next.too_many_to_deal"
        raise Impossible(key, stage=stage.name, n=most, tables=tables, size=size)
    if (places.players == EMPTY).any():
        raise Impossible("simulate.empty_seat", stage=stage.name, size=size)
    keys = [_values(key, places, roster) for key in stage.seeding.by]
    entrants = len(roster.entrants)
    rank = _positions(places.players, entrants)
    order = np.lexsort([rank, *reversed(keys), rank >= _NEVER], axis=1)[:, :most]
    position = np.arange(most)
    turn, place = np.divmod(position, tables)
    table = {
        "blocks": position // size,
        "in_turn": place,
        "snake": np.where(turn % 2 == 1, tables - 1 - place, place),
    }[stage.seeding.to]
    groups = order[:, np.argsort(table, kind="stable")].reshape(n, tables, size)
    return _apart(groups, places, roster, regulation)


def _apart(groups: Order, places: Places, roster: Roster, regulation: Regulation) -> Order:
    """Part those who may not share a table, in the tournaments in which some do."""
    blocked = blocked_in(roster, regulation)
    meets = blocked[groups[:, :, :, None], groups[:, :, None, :]].any(axis=(1, 2, 3))
    groups = groups.copy()
    for tournament in np.flatnonzero(meets).tolist():
        ranks = {int(each): k for k, each in enumerate(places.players[tournament])}
        given = [table.tolist() for table in groups[tournament]]
        groups[tournament] = np.array(parted(given, ~blocked, ranks))
    return groups


def blocked_in(roster: Roster, regulation: Regulation) -> Flags:
    """Say who may not share a table: ``blocked[entrant, other]``."""
    blocked = np.zeros((len(roster.entrants), len(roster.entrants)), dtype=np.bool_)
    if regulation.table.team_mates_apart:
        for members in roster.teams().values():
            blocked[np.ix_(members, members)] = True
    for one, other in roster.apart:
        blocked[one, other] = blocked[other, one] = True
    np.fill_diagonal(blocked, False)
    return blocked


def _values(key: str, places: Places, roster: Roster) -> Array:
    """Give what each entrant has of a key, the less the better: ``value[tournament, entrant]``."""
    entrants = len(roster.entrants)
    match key:
        case "place":
            return _positions(places.players, entrants)
        case "team_place":
            of_team = _positions(places.teams, places.inside.shape[1])
            return np.asarray(of_team[:, _team_of(roster)])
        case "place_in_team":
            flat = places.inside.swapaxes(1, 2)  # the first of every team, the second of every one
            teams = flat.shape[2]
            place = _positions(flat.reshape(len(flat), -1), entrants)
            return np.asarray(place // max(teams, 1))
        case "rating":
            ratings = [each.rating for each in roster.entrants]
            line = [np.inf if rating is None else -rating for rating in ratings]
            return np.broadcast_to(np.array(line), (len(places.players), entrants))
    tallies = places.table.earned.tallies
    values = tallies.sum if key == "points" else TIE_BREAKS[key](tallies)  # type: ignore[index]
    return np.asarray(-values[:, tallies.units.of_entrant])


def _team_of(roster: Roster) -> Order:
    team = np.zeros(len(roster.entrants), dtype=np.intp)
    for number, members in enumerate(roster.teams().values()):
        team[list(members)] = number
    return team


assert {"team_place", "place_in_team"} == OF_TEAMS
