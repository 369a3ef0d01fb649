"""What may still change, or should have: open protests, corrected results, draws by other places."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from mafsim.games import EMPTY, AnyGames, Array, Games, Protest, Winner
from mafsim.regulations.schema import Dealt, Regulation, Stage
from mafsim.scoring import stages_of
from mafsim.standings.cuts import counted_by, qualified
from mafsim.standings.places import Standings, divisions, standings
from mafsim.standings.units import By


@dataclass(frozen=True, slots=True)
class Change:
    """A place that would be another one; places are zero-based."""

    id: str
    name: str
    before: int
    after: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Dispute:
    """A game with an open protest, and what each other result would alter."""

    round: int
    table: int
    winner: Winner
    protesters: tuple[str, ...]
    """The names of those who protest."""
    otherwise: tuple[tuple[Winner, tuple[Change, ...]], ...]
    """Each result that the game could have instead, with the places that it would change."""


def changes(before: Standings, after: Standings) -> tuple[Change, ...]:
    """Give the places that differ between two standings, in the order of the later ones."""
    old = dict(zip(before.units.ids, before.places()[0].tolist(), strict=True))
    lines = zip(after.order[0].tolist(), after.place[0].tolist(), strict=True)
    return tuple(
        Change(after.units.ids[unit], after.units.names[unit], old[after.units.ids[unit]], place)
        for unit, place in lines
        if old.get(after.units.ids[unit], place) != place
    )


def disputes(
    games: Games,
    regulation: Regulation,
    *,
    by: By | None = None,
    division: str | None = None,
    seed: int = 0,
) -> tuple[Dispute, ...]:
    """Give the games with an open protest, with what the standings would be otherwise.

    Additional points stay as they are, though a judge might give others for another result.
    """

    def ranked(played: Games) -> Standings:
        return standings(played, regulation, by=by, division=division, seed=seed)

    before = ranked(games)
    entrants = games.roster.entrants

    def dispute(game: int) -> Dispute:
        protesting = np.flatnonzero(games.protest[game] == Protest.OPEN)
        others = [winner for winner in Winner if winner != games.winner[game]]
        return Dispute(
            round=int(games.round[game]),
            table=int(games.table[game]),
            winner=Winner(games.winner[game]),
            protesters=tuple(entrants[i].name for i in games.entrants[game, protesting].tolist()),
            otherwise=tuple(
                (winner, changes(before, ranked(_with_winner(games, game, winner))))
                for winner in others
            ),
        )

    return tuple(dispute(game) for game in np.flatnonzero(games.disputed()).tolist())


def _with_winner(games: Games, game: int, winner: Winner) -> Games:
    winners = np.array(games.winner)
    winners[game] = winner
    return games.with_(winner=winners)


@dataclass(frozen=True, slots=True, kw_only=True)
class Misdrawn:
    """Somebody whom the results, as they stand, would have sent elsewhere.

    Either he sat at a table and is due at others, or he was in a field without having made the cut,
    or had made the cut and was not in it. Places and tables are zero-based.
    """

    stage: str
    round: int
    id: str
    name: str
    place: int
    """His place, or his team's, before the round was drawn."""
    sat_at: int | None = None
    due_at: tuple[int, ...] = ()
    """The tables at which he could be due; more than one where places are shared."""
    in_field: bool | None = None


def misdrawn(games: AnyGames, regulation: Regulation, *, seed: int = 0) -> tuple[Misdrawn, ...]:
    """Give whom the results would have sent elsewhere: to another table, or past a cut.

    A stage whose field or whose tables depend on places was drawn by the results of its day. Where
    one of those was corrected afterwards, this is what the correction would have altered.
    """
    found: list[Misdrawn] = []
    for index, stage in enumerate(stages_of(games, regulation)):
        rounds = sorted(set(games.round[games.stage == index].tolist()))
        if index == 0 or not rounds:
            continue
        found += _past_the_cut(games, regulation, stage, rounds[0], seed)
        if stage.deal:
            for round_ in rounds if stage.dealt_anew else rounds[:1]:
                found += _at_other_tables(games, regulation, stage, round_, seed)
    return tuple(found)


def _past_the_cut(
    games: AnyGames, regulation: Regulation, stage: Stage, round_: int, seed: int
) -> Iterator[Misdrawn]:
    """Give who is in a field by no right, and who is not in it though he should be.

    Whom only a lot can part at the cut may be in it or not.
    """
    if stage.field is None:
        return
    entrants = np.unique(games.entrants[games.round == round_])
    for part in divisions(games) or (None,):
        before = standings(
            games.until(round_), regulation, by=counted_by(regulation), division=part, seed=seed
        )
        units = before.units
        playing = set(units.of_entrant[entrants[entrants != EMPTY]].tolist())
        best, worst = _intervals(before)
        goes = qualified(before, stage.field, regulation.cut)[0].tolist()
        for unit in range(len(units)):
            by_lot = best[unit] < stage.field <= worst[unit]
            if goes[unit] != (unit in playing) and not by_lot:
                yield Misdrawn(
                    stage=stage.name,
                    round=round_,
                    id=units.ids[unit],
                    name=units.names[unit],
                    place=best[unit],
                    in_field=unit in playing,
                )


def _intervals(table: Standings) -> tuple[list[int], list[int]]:
    """Give the best and the worst place that each may be said to have where places are shared."""
    best = table.places()[0]
    worst = [int(place + (best == place).sum() - 1) for place in best]
    return best.tolist(), worst


def _at_other_tables(
    games: AnyGames, regulation: Regulation, stage: Stage, round_: int, seed: int
) -> Iterator[Misdrawn]:
    """Give who sat at a table at which the deal would not have put him."""
    played = games.until(round_)
    players = standings(played, regulation, by="player", seed=seed)
    of_teams = any(part.place is not None for dealt in stage.deal for part in dealt)
    before = standings(played, regulation, by="team", seed=seed) if of_teams else players
    of_entrant = before.units.of_entrant
    best, worst = _intervals(before)
    inside = _inside(of_entrant, players)
    entrants = games.roster.entrants
    for game in np.flatnonzero(games.round == round_).tolist():
        table = int(games.table[game])
        for entrant in games.entrants[game].tolist():
            if entrant not in inside:
                continue
            unit = int(of_entrant[entrant])
            ranks = range(best[unit], worst[unit] + 1)
            due = tuple(
                number
                for number, dealt in enumerate(stage.deal)
                if any(_is_dealt(part, ranks, inside[entrant]) for part in dealt)
            )
            if table not in due:
                yield Misdrawn(
                    stage=stage.name,
                    round=round_,
                    id=entrants[entrant].id,
                    name=entrants[entrant].name,
                    place=best[unit],
                    sat_at=table,
                    due_at=due,
                )


def _inside(of_entrant: Array, players: Standings) -> dict[int, range]:
    """Give the places that each entrant may be said to have inside his unit."""
    places = players.places()[0]
    place = {
        entrant: int(places[player])
        for entrant, player in enumerate(players.units.of_entrant.tolist())
        if player != EMPTY and of_entrant[entrant] != EMPTY
    }
    members: dict[int, list[int]] = {}
    for entrant, own in place.items():
        members.setdefault(int(of_entrant[entrant]), []).append(own)
    return {
        entrant: range(
            sum(other < own for other in members[int(of_entrant[entrant])]),
            sum(other <= own for other in members[int(of_entrant[entrant])]),
        )
        for entrant, own in place.items()
    }


def _is_dealt(part: Dealt, ranks: range, inside: range) -> bool:
    """Say whether some place of a unit, and some place inside it, are among those dealt."""
    if part.place is not None and part.place - 1 not in inside:
        return False
    return any(rank in part.ranks for rank in ranks)
