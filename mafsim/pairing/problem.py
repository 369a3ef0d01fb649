"""What is to be seated: entrants, tables of each round, and who is there; impossible demands are refused."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from mafsim.errors import Impossible, UsageError
from mafsim.pairing.measures import Flags, available, may_meet
from mafsim.roster import Roster, numbered

if TYPE_CHECKING:
    from mafsim.regulations import Regulation

LIMIT_ENTRANTS = 2_000
LIMIT_ROUNDS = 200
LIMIT_SEATS = 200_000
"""The largest event that is tried: entrants, rounds, and seats over all rounds."""

Warnings = tuple[tuple[str, dict[str, object]], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """An event to be seated.

    `tables` holds how many tables are played in each round, all of them full. `warnings` are
    sentences (key without ``warning.``, fields) that the organiser should see.
    """

    roster: Roster
    tables: tuple[int, ...]
    table_size: int = 10
    stages: tuple[str, ...] = ()
    game: str = "mafia"
    warnings: Warnings = field(default=(), compare=False)

    @property
    def rounds(self) -> int:
        """How many rounds are seated."""
        return len(self.tables)

    def may_meet(self) -> Flags:
        """Say which two entrants may share a table: ``[entrant, entrant]``."""
        return may_meet(self.roster, self.rounds)

    def available(self) -> Flags:
        """Say who is there in which round: ``[round, entrant]``."""
        return available(self.roster, self.rounds)


def of_shape(
    *,
    players: int | None = None,
    tables: int | None = None,
    rounds: int,
    games: int | None = None,
    table_size: int = 10,
    team_size: int = 1,
    game: str = "mafia",
    roster: Roster | None = None,
    stages: tuple[str, ...] = (),
) -> Problem:
    """State the problem of a bare shape.

    Parameters
    ----------
    players
        How many entrants; by default as many as the roster has.
    tables
        How many tables there are at the most; by default as many as the entrants fill.
    rounds
        How many rounds.
    games
        How many games each entrant plays; by default all tables are played in every round.
    table_size
        Seats at a table.
    team_size
        Numbered entrants form teams of so many in a row; a roster has teams of its own.
    roster
        The entrants; numbered ones by default.
    stages
        The stage of each round, for the plan's file.

    Raises
    ------
    UsageError
        A number that makes no sense, or one that contradicts the roster.
    Impossible
        Demands that cannot all hold.
    """
    if game != "mafia":
        raise Impossible("problem.game_not_seated", game=game)
    if roster is None:
        if players is None:
            raise UsageError("problem.no_players")
        _refuse_nonsense(players, tables, rounds, games, table_size, team_size)
        roster = numbered(players, team_size=team_size)
    else:
        known = len(roster.entrants)
        if players is not None and players != known:
            raise UsageError("problem.players_differ", players=players, known=known)
        players = known
        _refuse_nonsense(players, tables, rounds, games, table_size, team_size)
    most = _tables_at_once(players, tables, table_size)
    played, warnings = _tables_of_rounds(roster, most, rounds, games, table_size)
    problem = Problem(
        roster=roster,
        tables=played,
        table_size=table_size,
        stages=stages,
        game=game,
        warnings=warnings,
    )
    explain(problem)
    return problem


def of_regulation(
    regulation: Regulation, roster: Roster | None = None, *, stage: str | None = None
) -> Problem:
    """State the problem of a regulation's balanced stages, or of one of them.

    Parameters
    ----------
    regulation
        Whose stages are seated: all consecutive first ones whose field does not depend on results.
    roster
        The entrants; as many numbered ones as the regulation asks for by default. A roster of
        another size is seated with a warning.
    stage
        The name of the one stage to seat.

    Raises
    ------
    UsageError
        No such stage, or one that depends on results.
    Impossible
        Demands that cannot all hold.
    """
    from mafsim.regulations import balanced_stages

    if regulation.game != "mafia":
        raise Impossible("problem.game_not_seated", game=regulation.game)
    chosen = balanced_stages(regulation)
    names = [each.name for each in regulation.stages]
    if stage is not None:
        if stage not in names:
            raise UsageError("problem.no_such_stage", stage=stage, stages=names)
        chosen = tuple(each for each in chosen if each.name == stage)
        if not chosen:
            raise UsageError("problem.stage_needs_results", stage=stage)
    if not chosen:
        raise UsageError("problem.no_balanced_stage", regulation=regulation.name)
    asked = regulation.entry.entrants
    if roster is None:
        roster = numbered(asked, team_size=regulation.entry.team_size)
    warnings: list[tuple[str, dict[str, object]]] = []
    if len(roster.entrants) != asked:
        warnings.append(
            (
                "problem.other_field",
                {"regulation": regulation.name, "asked": asked, "n": len(roster.entrants)},
            )
        )
    warnings.extend(_teams_of_other_size(roster, regulation.entry.team_size))
    size = regulation.table.size
    problem = of_shape(
        rounds=sum(each.rounds for each in chosen),
        tables=min(len(roster.entrants), asked) // size or None,
        table_size=size,
        roster=roster,
        stages=tuple(each.name for each in chosen for _ in range(each.rounds)),
    )
    return Problem(
        roster=problem.roster,
        tables=problem.tables,
        table_size=problem.table_size,
        stages=problem.stages,
        game=regulation.game,
        warnings=(*warnings, *problem.warnings),
    )


def _teams_of_other_size(roster: Roster, team_size: int) -> Warnings:
    teams = roster.teams()
    without = sum(1 for entrant in roster.entrants if entrant.team is None)
    if team_size > 1 and not teams:
        return (("problem.no_teams", {"size": team_size}),)
    if team_size == 1:
        return ()
    odd = [team for team, members in teams.items() if len(members) != team_size]
    found: list[tuple[str, dict[str, object]]] = []
    if odd:
        found.append(
            ("problem.team_size_differs", {"teams": odd, "size": team_size, "n": len(odd)})
        )
    if without:
        found.append(("problem.without_team", {"n": without}))
    return tuple(found)


def _refuse_nonsense(
    players: int,
    tables: int | None,
    rounds: int,
    games: int | None,
    table_size: int,
    team_size: int,
) -> None:
    numbers = {
        "players": players,
        "tables": tables,
        "rounds": rounds,
        "games": games,
        "table-size": table_size,
        "team-size": team_size,
    }
    for option, number in numbers.items():
        if number is not None and number < (2 if option == "table-size" else 1):
            raise UsageError("problem.too_small", option=option, number=number)
    limits = {"players": (players, LIMIT_ENTRANTS), "rounds": (rounds, LIMIT_ROUNDS)}
    for option, (number, limit) in limits.items():
        if number > limit:
            raise UsageError("problem.too_large", option=option, number=number, limit=limit)
    if players * rounds > LIMIT_SEATS:
        raise UsageError("problem.too_many_seats", number=players * rounds, limit=LIMIT_SEATS)


def _tables_at_once(players: int, tables: int | None, size: int) -> int:
    fills = players // size
    if fills == 0:
        raise Impossible("problem.not_one_table", players=players, size=size)
    if tables is None:
        return fills
    if tables > fills:
        raise Impossible(
            "problem.too_many_tables",
            tables=tables,
            size=size,
            seats=tables * size,
            players=players,
            fills=fills,
        )
    return tables


def _tables_of_rounds(
    roster: Roster, most: int, rounds: int, games: int | None, size: int
) -> tuple[tuple[int, ...], Warnings]:
    """Say how many tables are played in each round, the partial rounds last."""
    wanted = _tables_for_games(len(roster.entrants), most, rounds, games, size)
    there = available(roster, rounds).sum(axis=1)
    played: list[int] = []
    fewer: dict[tuple[int, int, int], list[int]] = {}
    for round_, tables in enumerate(wanted):
        fills = int(there[round_]) // size
        if fills == 0:
            raise Impossible(
                "problem.too_many_absent", round=round_, there=int(there[round_]), size=size
            )
        if fills < tables:
            fewer.setdefault((int(there[round_]), tables, fills), []).append(round_)
        played.append(min(tables, fills))
    warnings: list[tuple[str, dict[str, object]]] = [
        ("problem.fewer_tables", {"rounds": in_rounds, "there": here, "wanted": tables, "n": fills})
        for (here, tables, fills), in_rounds in fewer.items()
    ]
    beyond = {
        entrant.name: sorted(round_ for round_ in entrant.absent if round_ >= rounds)
        for entrant in roster.entrants
    }
    warnings += [
        ("problem.absent_beyond", {"name": name, "absent": late, "n": rounds})
        for name, late in beyond.items()
        if late
    ]
    return tuple(played), tuple(warnings)


def _tables_for_games(
    players: int, most: int, rounds: int, games: int | None, size: int
) -> list[int]:
    if games is None:
        return [most] * rounds
    if games > rounds:
        raise Impossible("problem.more_games_than_rounds", games=games, rounds=rounds)
    total, left = divmod(players * games, size)
    if left:
        fitting = [
            g
            for g in range(1, rounds + 1)
            if players * g % size == 0 and rounds <= players * g // size <= most * rounds
        ]
        near = sorted(fitting, key=lambda g: (abs(g - games), g))[:2]
        raise Impossible(
            "problem.games_do_not_fill" if near else "problem.games_never_fill",
            players=players,
            games=games,
            seats=players * games,
            size=size,
            near=sorted(near),
        )
    if total > most * rounds:
        raise Impossible(
            "problem.too_few_rounds",
            total=total,
            tables=most,
            rounds=rounds,
            capacity=most * rounds,
            need=-(-total // most),
        )
    if total < rounds:
        raise Impossible(
            "problem.too_many_rounds", players=players, games=games, total=total, rounds=rounds
        )
    needed = -(-total // most)
    if needed < rounds:
        return [total // rounds + (round_ < total % rounds) for round_ in range(rounds)]
    return [min(most, total - most * round_) for round_ in range(rounds)]


def explain(problem: Problem) -> None:
    """Refuse demands that clash and can be named before any search.

    Raises
    ------
    Impossible
        More people than there are seats in all rounds together; a team larger than the tables of
        a round; too many who may not meet; two people pinned to one table who must be apart; more
        pinned to a table than it has seats.
    """
    people = int(problem.available().any(axis=0).sum())
    seats = sum(problem.tables) * problem.table_size
    if people > seats:
        raise Impossible("problem.not_everybody_plays", n=people, seats=seats)
    names = [entrant.name for entrant in problem.roster.entrants]
    for team, members in problem.roster.teams().items():
        if len(members) > max(problem.tables):
            raise Impossible(
                "problem.team_too_large",
                team=team,
                n=len(members),
                tables=max(problem.tables),
                names=[names[index] for index in members],
            )
    _refuse_loners(problem, names)
    _refuse_crowds(problem, names)
    _refuse_pins(problem, names)


def _refuse_loners(problem: Problem, names: list[str]) -> None:
    """Refuse somebody whom too few may meet for a table, in whatever round he is there."""
    there = problem.available()
    allowed = problem.may_meet()
    # Whole numbers below 2**24 are exact in float32, and only floats have a fast product.
    company = there.astype(np.float32) @ allowed.astype(np.float32)
    enough = (company >= problem.table_size - 1) & there
    for index in np.flatnonzero(there.any(axis=0) & ~enough.any(axis=0)):
        most = int(company[there[:, index], index].max())
        raise Impossible(
            "problem.too_few_partners", name=names[index], n=most, needed=problem.table_size - 1
        )


def _refuse_crowds(problem: Problem, names: list[str]) -> None:
    """Refuse more mutually apart people, always present and always playing, than there are tables."""
    there = problem.available()
    seats = np.array(problem.tables) * problem.table_size
    allowed = problem.may_meet()
    blocked = (~allowed).sum(axis=1)
    for round_ in range(problem.rounds):
        present = np.flatnonzero(there[round_])
        spare = len(present) - int(seats[round_])
        # Each of a crowd is blocked by all of it, himself included: most events have no such person.
        if blocked[present].max() - spare <= problem.tables[round_]:
            continue
        crowd = _crowd(allowed, present)
        if len(crowd) - spare > problem.tables[round_]:
            raise Impossible(
                "problem.crowd",
                names=[names[index] for index in crowd],
                n=len(crowd),
                round=round_,
                tables=problem.tables[round_],
            )


def _crowd(allowed: Flags, present: np.ndarray) -> list[int]:
    """Find many people of whom no two may meet, greedily from the most restricted ones."""
    best: list[int] = []
    blocked = (~allowed).sum(axis=1)
    for first in sorted(present.tolist(), key=lambda index: (-blocked[index], index))[:50]:
        crowd = [first]
        for other in sorted(present.tolist(), key=lambda index: (-blocked[index], index)):
            if other != first and not allowed[other, crowd].any():
                crowd.append(other)
        if len(crowd) > len(best):
            best = sorted(crowd)
    return best


def _refuse_pins(problem: Problem, names: list[str]) -> None:
    pinned: dict[int, list[int]] = {}
    for index, entrant in enumerate(problem.roster.entrants):
        if entrant.table is None:
            continue
        if entrant.table >= min(problem.tables):
            raise Impossible(
                "problem.pin_beyond_tables",
                name=names[index],
                table=entrant.table,
                tables=min(problem.tables),
            )
        pinned.setdefault(entrant.table, []).append(index)
    allowed = problem.may_meet()
    for table, people in pinned.items():
        if len(people) > problem.table_size:
            raise Impossible(
                "problem.too_many_pinned",
                table=table,
                n=len(people),
                size=problem.table_size,
                names=[names[index] for index in people],
            )
        for position, a in enumerate(people):
            for b in people[position + 1 :]:
                if not allowed[a, b]:
                    raise Impossible("problem.pinned_together", a=names[a], b=names[b], table=table)
