"""Who is in the next stage: those whom the cut lets on, by the regulation's own comparator."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace

import numpy as np

from mafsim.errors import Impossible
from mafsim.games import AnyGames
from mafsim.regulations import Regulation, Stage
from mafsim.roster import Roster
from mafsim.standings import Standings, counted_by, divisions, qualified, settled, standings

Warnings = list[tuple[str, dict[str, object]]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """Who plays on, and who does not."""

    entrants: tuple[int, ...]
    """Who plays on, by index, in the order of the roster."""
    out: tuple[str, ...]
    """The names of those whom the cut leaves behind: teams where the field counts teams."""
    warnings: Warnings


def withdrawing(roster: Roster, names: Collection[str], *, whole_teams: bool) -> frozenset[int]:
    """Give whom names mean, of people or of teams, who do not play on.

    Raises
    ------
    Impossible
        Nobody is called so; or somebody of a team that may not play without him.
    """
    teams = roster.teams()
    gone: set[int] = set()
    for name in names:
        own = [index for index, entrant in enumerate(roster.entrants) if entrant.name == name]
        if name in teams:
            gone.update(teams[name])
        elif not own:
            raise Impossible("next.nobody_to_withdraw", name=name)
        elif whole_teams and roster.entrants[own[0]].team is not None:
            team = roster.entrants[own[0]].team
            raise Impossible("next.withdraw_the_team", name=name, team=team)
        else:
            gone.update(own)
    return frozenset(gone)


def playing_on(roster: Roster, first: int, gone: Collection[int]) -> tuple[int, ...]:
    """Give who still takes part in a round, and does not withdraw."""
    return tuple(
        index
        for index, entrant in enumerate(roster.entrants)
        if entrant.takes_part(first) and index not in gone
    )


def field_of(
    stage: Stage,
    roster: Roster,
    games: AnyGames,
    regulation: Regulation,
    *,
    first: int,
    gone: frozenset[int],
    seed: int,
) -> Field:
    """Give the field of a stage that begins with a round.

    Parameters
    ----------
    stage
        The stage; without a field of its own everybody plays on.
    roster
        Everybody who was ever in the event.
    games
        All that was played before.
    regulation
        What the places follow, and what happens at a cut.
    first
        The stage's first round, zero-based.
    gone
        Who withdraws, by index.
    seed
        For a lot, where nothing else parts those at the cut.
    """
    here = playing_on(roster, first, gone)
    if stage.field is None:
        return Field(entrants=here, out=(), warnings=[])
    going: list[int] = []
    out: list[str] = []
    warnings: Warnings = []
    for part in divisions(games) or (None,):
        table = standings(games, regulation, by=counted_by(regulation), division=part, seed=seed)
        members = _members(table, here)
        away = {table.units.ids[unit] for unit, own in enumerate(members) if not own}
        goes = qualified(table, stage.field, regulation.cut, withdrawn=away)[0]
        going += [index for unit, own in enumerate(members) if goes[unit] for index in own]
        stay = [unit for unit, own in enumerate(members) if own and not goes[unit]]
        out += [table.units.names[unit] for unit in _by_place(table) if unit in stay]
        warnings += _lots(table, goes, stay, stage, seed)
        warnings += _instead(table, stage.field, goes)
        warnings += _not_as_many(int(goes.sum()), stage)
    return Field(entrants=tuple(sorted(going)), out=tuple(out), warnings=warnings)


def _members(table: Standings, here: Iterable[int]) -> list[list[int]]:
    """Give those of each unit who still play."""
    members: list[list[int]] = [[] for _ in range(len(table.units))]
    for index in here:
        unit = int(table.units.of_entrant[index]) if index < len(table.units.of_entrant) else -1
        if unit >= 0:
            members[unit].append(index)
    return members


def _by_place(table: Standings) -> list[int]:
    return [unit for group in settled(table) for unit in group]


def _lots(
    table: Standings, goes: np.ndarray, stay: Collection[int], stage: Stage, seed: int
) -> Warnings:
    """Tell where only a lot has parted those who go on from those who do not."""
    names = table.units.names
    found: Warnings = []
    for group in settled(table):
        on = [names[unit] for unit in group if goes[unit]]
        left = [names[unit] for unit in group if unit in stay]
        if on and left:
            fields = {"stage": stage.name, "goes": on, "stays": left, "seed": seed}
            found.append(("next.lot_at_cut", fields))
    return found


def _instead(table: Standings, field: int, goes: np.ndarray) -> Warnings:
    """Tell who goes on in the place of somebody who withdraws."""
    order = _by_place(table)
    lost = [unit for unit in order[:field] if not goes[unit]]
    gained = [unit for unit in order[field:] if goes[unit]]
    names = table.units.names
    return [
        ("next.instead", {"name": names[new], "other": names[old]})
        for old, new in zip(lost, gained, strict=False)
        if lost
    ]


def _not_as_many(n: int, stage: Stage) -> Warnings:
    if n == stage.field:
        return []
    if n == 0:
        raise Impossible("next.nobody_left", stage=stage.name)
    return [("next.other_number", {"stage": stage.name, "n": n, "field": stage.field})]


def left_behind(roster: Roster, field: Iterable[int], first: int) -> Roster:
    """Give the roster in which all who are not in a field have left before its first round."""
    inside = set(field)
    return replace(
        roster,
        entrants=tuple(
            entrant
            if index in inside or not entrant.takes_part(first)
            else replace(entrant, left=first)
            for index, entrant in enumerate(roster.entrants)
        ),
    )
