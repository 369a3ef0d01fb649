"""A ranked draw: who goes to which table by his place, his team's place, and his place inside it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import inf

from mafsim.errors import Impossible
from mafsim.plan import EMPTY
from mafsim.regulations import Regulation, Stage
from mafsim.regulations.schema import left_in
from mafsim.roster import Roster
from mafsim.standings.tie_breaks import TIE_BREAKS
from mafsim.tournament.ranks import Ranks

Warnings = list[tuple[str, dict[str, object]]]
Groups = list[list[int]]
"""The entrants of each table; `EMPTY` is an empty seat."""

OF_TEAMS = frozenset({"team_place", "place_in_team"})
"""The keys of a seeding that say something of a missing member too."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal:
    """The tables that places lead to."""

    groups: Groups
    uses: frozenset[str]
    """Which places have decided: an entrant's own ``place``, ``team_place``, ``place_in_team``."""


def dealt(stage: Stage, ranks: Ranks, roster: Roster, regulation: Regulation) -> Deal:
    """Give who goes to which table.

    Raises
    ------
    Impossible
        More play on than the draw deals.
    """
    if not stage.deal:
        return _seeded(stage, ranks, roster, regulation)
    of_teams = any(part.place is not None for table in stage.deal for part in table)
    slot = _slots_of_teams(ranks) if of_teams else _slots_of_entrants(ranks)
    groups = [
        _filled([slot(rank, part.place or 1) for part in table for rank in part.ranks], regulation)
        for table in stage.deal
    ]
    taken = {entrant for group in groups for entrant in group}
    for entrant in ranks.order:
        if entrant not in taken:
            name = roster.entrants[entrant].name
            raise Impossible("next.not_dealt", name=name, stage=stage.name)
    uses = OF_TEAMS if of_teams else frozenset({"place"})
    return Deal(groups=groups, uses=uses)


def _slots_of_teams(ranks: Ranks) -> Callable[[int, int], int]:
    """Give who has a place inside the team that has a place; nobody where one of them is missing."""
    teams = ranks.order_of_teams

    def slot(rank: int, place: int) -> int:
        own = ranks.inside(teams[rank]) if rank < len(teams) else ()
        return own[place - 1] if place <= len(own) else EMPTY

    return slot


def _slots_of_entrants(ranks: Ranks) -> Callable[[int, int], int]:
    order = ranks.order

    def slot(rank: int, _: int) -> int:
        return order[rank] if rank < len(order) else EMPTY

    return slot


def _filled(group: list[int], regulation: Regulation) -> list[int]:
    return group + [EMPTY] * (regulation.table.size - len(group))


def _seeded(stage: Stage, ranks: Ranks, roster: Roster, regulation: Regulation) -> Deal:
    """Deal an order to tables: block after block, in turn, or to and fro."""
    order = _in_order(stage, ranks, roster, regulation)
    size, entry = regulation.table.size, regulation.entry
    whole = left_in(regulation, stage) * (entry.team_size if entry.teams else 1)
    tables = stage.tables or max(whole // size, 1)
    if whole < tables * size:
        raise Impossible("next.does_not_fill", stage=stage.name, n=whole, tables=tables, size=size)
    if len(order) > tables * size:
        raise Impossible(
            "next.too_many_to_deal", stage=stage.name, n=len(order), tables=tables, size=size
        )
    groups: Groups = [[] for _ in range(tables)]
    for position, entrant in enumerate(order):
        groups[_table(stage.seeding.to, position, tables, size)].append(entrant)
    uses = frozenset({*stage.seeding.by, "place"})
    return Deal(groups=[_filled(group, regulation) for group in groups], uses=uses)


def _table(to: str, position: int, tables: int, size: int) -> int:
    if to == "blocks":
        return position // size
    turn, place = divmod(position, tables)
    return tables - 1 - place if to == "snake" and turn % 2 else place


def _in_order(
    stage: Stage, ranks: Ranks, roster: Roster, regulation: Regulation
) -> tuple[int, ...]:
    """Give a field in the order of a seeding; who is missing in a team keeps his place in it.

    Where the order does not go by teams alone, nobody stands for him.
    """
    keys = [_values(key, ranks, roster) for key in stage.seeding.by]
    lines = [(*(key[entrant] for key in keys), rank) for rank, entrant in enumerate(ranks.order)]
    found = list(zip(lines, ranks.order, strict=True))
    if set(stage.seeding.by) <= OF_TEAMS:
        for number, team in enumerate(ranks.order_of_teams):
            for inside in range(len(ranks.inside(team)), regulation.entry.team_size):
                place = {"team_place": number, "place_in_team": inside}
                found.append(((*(place[key] for key in stage.seeding.by), inf), EMPTY))
    return tuple(entrant for _, entrant in sorted(found))


def _values(key: str, ranks: Ranks, roster: Roster) -> Mapping[int, float]:
    """Give what each entrant has of a key, the less the better."""
    match key:
        case "place":
            return {entrant: rank for rank, entrant in enumerate(ranks.order)}
        case "team_place":
            return {
                entrant: rank
                for rank, team in enumerate(ranks.order_of_teams)
                for entrant in ranks.inside(team)
            }
        case "place_in_team":
            return {
                entrant: place
                for team in ranks.members
                for place, entrant in enumerate(ranks.inside(team))
            }
        case "rating":
            ratings = {entrant: roster.entrants[entrant].rating for entrant in ranks.order}
            return {e: inf if rating is None else -rating for e, rating in ratings.items()}
    return _compared(key, ranks)


def _compared(key: str, ranks: Ranks) -> Mapping[int, float]:
    """Give an entrant's points, or what he has of a tie-break; whole numbers, compared exactly."""
    tallies = ranks.table.earned.tallies
    values = tallies.sum if key == "points" else TIE_BREAKS[key](tallies)  # type: ignore[index]
    unit = tallies.units.of_entrant
    return {entrant: -int(values[0, unit[entrant]]) for entrant in ranks.order}


def lots(
    deal: Deal, ranks: Ranks, stage: Stage, roster: Roster, seed: int
) -> Iterator[tuple[str, dict[str, object]]]:
    """Tell each lot that has decided who goes to which table."""
    table = {entrant: number for number, group in enumerate(deal.groups) for entrant in group}

    def names(entrants: Sequence[int]) -> list[str]:
        return [roster.entrants[entrant].name for entrant in entrants]

    if "team_place" in deal.uses:
        for teams in ranks.teams:
            if len({tuple(table[member] for member in ranks.inside(team)) for team in teams}) > 1:
                fields = {"stage": stage.name, "names": list(teams), "seed": seed}
                yield "next.lot_of_teams", fields
    if "place_in_team" in deal.uses:
        for team in ranks.order_of_teams:
            for tied in ranks.members[team]:
                if len({table[entrant] for entrant in tied}) > 1:
                    fields = {"names": names(tied), "team": team, "seed": seed}
                    yield "next.lot_inside", fields
    if "place" in deal.uses:
        for tied in _equal(stage, ranks, roster):
            if len({table[entrant] for entrant in tied}) > 1:
                fields = {"stage": stage.name, "names": names(tied), "seed": seed}
                yield "next.lot_of_players", fields


def _equal(stage: Stage, ranks: Ranks, roster: Roster) -> Iterator[tuple[int, ...]]:
    """Give those who share a place, and whom no key of a seeding parts."""
    keys = [] if stage.deal else [k for k in stage.seeding.by if k != "place"]
    values = [_values(key, ranks, roster) for key in keys]
    for tied in ranks.players:
        same: dict[tuple[float, ...], list[int]] = {}
        for entrant in tied:
            same.setdefault(tuple(value[entrant] for value in values), []).append(entrant)
        yield from (tuple(entrants) for entrants in same.values())
