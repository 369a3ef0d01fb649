"""What is to be seated: entrants, tables of each round, and who is there; impossible demands are refused."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from dataclasses import field as dataclass_field
from typing import TYPE_CHECKING, Any

import numpy as np

from mafsim.errors import Impossible, UsageError
from mafsim.pairing.measures import Flags, available, may_meet
from mafsim.roster import Roster, numbered, numbered_pairs

if TYPE_CHECKING:
    from mafsim.plan import Plan
    from mafsim.regulations import Regulation
    from mafsim.regulations.schema import Stage

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
    past: Plan | None = dataclass_field(default=None, compare=False)
    """Rounds that are frozen, of the same roster: they stand before the ones that are seated here."""
    field: tuple[int, ...] | None = None
    """Who plays, by index, where a cut has left only some; None for everybody."""
    order: str = "balanced"
    """In Shapka, who begins at a table: ``balanced`` over teams and pairs, or ``random``, a lot."""
    reserves: tuple[str, ...] = ()
    """Teams that stand by, in the order in which they are invited when somebody declines."""
    games: int | None = dataclass_field(default=None, compare=False)
    """How many games of each entrant were asked for; None where all tables are played in every round."""
    warnings: Warnings = dataclass_field(default=(), compare=False)

    @property
    def rounds(self) -> int:
        """How many rounds are seated."""
        return len(self.tables)

    @property
    def first(self) -> int:
        """The number of the first round that is seated: how many stand already."""
        return 0 if self.past is None else self.past.rounds

    def may_meet(self) -> Flags:
        """Say which two entrants may share a table in the whole event: ``[entrant, entrant]``."""
        return may_meet(self.roster, self.first + self.rounds)

    def can_meet(self) -> Flags:
        """Say which two entrants may share a table in the rounds that are seated: ``[entrant, entrant]``."""
        if self.past is None and self.field is None:
            return self.may_meet()
        there = self.available().astype(np.float32)
        return np.asarray(self.may_meet() & (there.T @ there > 0))

    def available(self) -> Flags:
        """Say who can be seated in which of the rounds: ``[round, entrant]``."""
        there = available(self.roster, self.first + self.rounds)[self.first :]
        if self.field is not None:
            outside = np.ones(there.shape[1], dtype=np.bool_)
            outside[list(self.field)] = False
            there[:, outside] = False
        return there


SIZES = {"mafia": 10, "shapka": 3}
"""The games that are seated, and how many sit at a table where nobody says."""


def of_shape(
    *,
    players: int | None = None,
    tables: int | None = None,
    rounds: int,
    games: int | None = None,
    table_size: int | None = None,
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
        Seats at a table; by default ten, and three in Shapka.
    team_size
        Numbered entrants form teams of so many in a row; a roster has teams of its own.
    game
        ``mafia``, or ``shapka``: then entrants are pairs, and how often teams meet is what is even.
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
    if game not in SIZES:
        raise UsageError("problem.no_such_game", game=game, known=tuple(SIZES))
    table_size = SIZES[game] if table_size is None else table_size
    told: Warnings = ()
    if roster is None:
        if players is None:
            raise UsageError("problem.no_players")
        _refuse_nonsense(players, tables, rounds, games, table_size, team_size)
        count = numbered if game == "mafia" else numbered_pairs
        roster = count(players, team_size=team_size)
    else:
        if game == "shapka":
            roster, told = _pairs_of(roster)
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
        games=games,
        warnings=(*told, *warnings),
    )
    explain(problem)
    return problem


def _pairs_of(roster: Roster) -> tuple[Roster, Warnings]:
    """Give the pairs of a roster of Shapka, whose rows may be their people."""
    from mafsim.regulations.entry import pairs

    return pairs(roster)


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
    from mafsim.regulations import stages_at_once, stages_in_advance

    free = stages_in_advance(regulation)
    chosen = stages_at_once(regulation) if free else ()
    names = [each.name for each in regulation.stages]
    if stage is not None:
        if stage not in names:
            raise UsageError("problem.no_such_stage", stage=stage, stages=names)
        chosen = tuple(each for each in free if each.name == stage)
        if not chosen:
            raise _not_in_advance(regulation, stage)
    if not chosen:
        raise UsageError("problem.no_balanced_stage", regulation=regulation.name)
    if regulation.game == "shapka":
        return _of_shapka(regulation, roster, chosen)
    asked = regulation.entry.entrants
    if roster is None:
        roster = numbered(asked, team_size=regulation.entry.team_size)
    roster = replace(roster, mates_apart=regulation.table.team_mates_apart)
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
    most = [each.tables for each in chosen for _ in range(each.rounds)]
    problem = replace(
        problem,
        tables=tuple(min(n, limit or n) for n, limit in zip(problem.tables, most, strict=True)),
        game=regulation.game,
        warnings=(*warnings, *problem.warnings, *in_turn(chosen, problem.tables)),
    )
    explain(problem)
    return problem


def _not_in_advance(regulation: Regulation, stage: str) -> UsageError:
    """Say why a stage cannot be seated before results are known."""
    chosen = next(each for each in regulation.stages if each.name == stage)
    if chosen.depends_on_results:
        return UsageError("problem.stage_needs_results", stage=stage)
    if chosen.seated_per_team is not None:
        return UsageError("problem.stage_of_chosen", stage=stage)
    return UsageError("problem.stage_after_results", stage=stage)


def in_turn(stages: Sequence[Stage], tables: Sequence[int]) -> Warnings:
    """Warn of stages in which not all tables of a round can play at the same time."""
    return tuple(
        (
            "problem.tables_in_turn",
            {
                "stage": stage.name,
                "at_once": stage.tables_at_once,
                "tables": max(tables),
                "n": -(-max(tables) // stage.tables_at_once),
            },
        )
        for stage in stages
        if stage.tables_at_once is not None and stage.tables_at_once < max(tables)
    )


def of_stage(
    regulation: Regulation,
    roster: Roster,
    stage: str,
    *,
    rounds: int | None = None,
    field: tuple[int, ...] | None = None,
    past: Plan | None = None,
) -> Problem:
    """State the problem of one stage for whoever is in its field, whatever has been played before.

    Parameters
    ----------
    regulation
        Whose stage it is.
    roster
        Everybody who was ever in the event.
    stage
        The stage's name.
    rounds
        How many of its rounds; by default all that are still to be played.
    field
        Who plays, by index; by default everybody.
    past
        The rounds before it, of the same roster.

    Raises
    ------
    UsageError
        No such stage, or no round of it is left.
    Impossible
        Demands that cannot all hold.
    """
    named = {each.name: each for each in regulation.stages}
    if stage not in named:
        raise UsageError("problem.no_such_stage", stage=stage, stages=list(named))
    played = 0 if past is None else past.stages.count(stage)
    left = named[stage].rounds - played if rounds is None else rounds
    if left < 1:
        raise UsageError("problem.stage_played", stage=stage, n=played)
    return of_rounds(regulation, roster, (named[stage],) * left, field=field, past=past)


def _of_shapka(regulation: Regulation, roster: Roster | None, stages: Sequence[Stage]) -> Problem:
    """State the problem of stages of Shapka for those who may enter; numbered pairs by default."""
    from mafsim.regulations.entry import admit

    entry = regulation.entry
    if roster is None:
        divisions = tuple(each.name for each in entry.divisions) or (None,)
        people = numbered_pairs(entry.entrants, team_size=entry.team_size, divisions=divisions)
        reserves: tuple[str, ...] = ()
        warnings: Warnings = ()
    else:
        admission = admit(regulation, roster)
        people, reserves = admission.roster, admission.reserves
        warnings = admission.warnings
    played = [stage for stage in stages for _ in range(stage.rounds)]
    problem = of_rounds(regulation, people, played)
    late = beyond_last(people, sum(stage.rounds for stage in regulation.stages))
    told = (*warnings, *problem.warnings, *late, *in_turn(stages, problem.tables))
    return replace(problem, reserves=reserves, warnings=told)


def of_rounds(
    regulation: Regulation,
    roster: Roster,
    stages: Sequence[Stage],
    *,
    field: tuple[int, ...] | None = None,
    past: Plan | None = None,
) -> Problem:
    """State the problem of coming rounds for whoever is in the field, given the stage of each.

    Raises
    ------
    Impossible
        Demands that cannot all hold.
    """
    problem = Problem(
        roster=roster,
        tables=(1,) * len(stages),
        table_size=regulation.table.size,
        stages=tuple(stage.name for stage in stages),
        game=regulation.game,
        past=past,
        field=field,
        order=regulation.table.order,
    )
    filled = _filled(problem)
    wanted = [
        sum(min(tables, stage.tables or tables) for tables in in_parts)
        for stage, in_parts in zip(stages, filled, strict=True)
    ]
    problem = replace(problem, tables=tuple(wanted))
    for part in parts(problem):
        explain(part.problem)
    return problem


def _filled(problem: Problem) -> list[list[int]]:
    """Give how many tables those fill who are there: by round, a number for each part of the field."""
    there, size = problem.available(), problem.table_size
    found = []
    for round_ in range(problem.rounds):
        present = [int(there[round_, list(part)].sum()) for _, part in problem.roster.parts()]
        if not all(number >= size or number == 0 for number in present) or not any(present):
            least = min(number for number in present if number < size)
            raise Impossible(
                "problem.too_many_absent", round=problem.first + round_, there=least, size=size
            )
        found.append([number // size for number in present])
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A part of the field that is seated by itself, at tables of its own."""

    division: str | None
    problem: Problem
    """The same event for this part alone; its tables are counted from the first of its own."""
    offset: int
    """How many tables stand before its first one."""


def parts(problem: Problem) -> tuple[Part, ...]:
    """Give the parts of an event that are seated by themselves: its divisions, where it is divided.

    Raises
    ------
    Impossible
        Somebody is pinned to a table of another division.
    """
    if not problem.roster.divided:
        return (Part(division=None, problem=problem, offset=0),)
    there = problem.available()
    found: list[Part] = []
    offset = 0
    for division, members in problem.roster.parts():
        playing = [index for index in members if there[:, index].any()]
        if not playing:
            continue
        tables = tuple(
            int(number) // problem.table_size for number in there[:, playing].sum(axis=1)
        )
        roster = _from_table(problem.roster, playing, offset, max(tables), division)
        narrowed = replace(problem, roster=roster, tables=tables, field=tuple(playing))
        found.append(Part(division=division, problem=narrowed, offset=offset))
        offset += max(tables)
    return tuple(found)


def _from_table(
    roster: Roster, playing: Sequence[int], offset: int, tables: int, division: str | None
) -> Roster:
    """Give the roster of a part, its pins and bans counted from the part's first table."""
    entrants = list(roster.entrants)
    for index in playing:
        pin = entrants[index].table
        if pin is None:
            continue
        if not offset <= pin < offset + tables:
            raise Impossible(
                "problem.pin_beyond_division",
                name=entrants[index].name,
                table=pin,
                division=division,
                first=offset,
                last=offset + tables - 1,
            )
        entrants[index] = replace(entrants[index], table=pin - offset)
    bans = tuple(
        replace(ban, table=ban.table - offset)
        for ban in roster.bans
        if ban.entrant in playing and 0 <= ban.table - offset < tables
    )
    return replace(roster, entrants=tuple(entrants), bans=bans)


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
    return tuple(played), (*warnings, *beyond_last(roster, rounds))


def beyond_last(roster: Roster, rounds: int) -> Warnings:
    """Warn of demands of a roster that name rounds behind the last one of an event."""
    found: list[tuple[str, dict[str, object]]] = []
    for entrant in roster.entrants:
        if late := sorted(round_ for round_ in entrant.absent if round_ >= rounds):
            fields: dict[str, object] = {"name": entrant.name, "absent": late, "n": rounds}
            found.append(("problem.absent_beyond", fields))
    for ban in roster.bans:
        if late := sorted(round_ for round_ in ban.rounds if round_ >= rounds):
            name = roster.entrants[ban.entrant].name
            fields = {"name": name, "table": ban.table, "banned": late, "n": rounds}
            found.append(("problem.ban_beyond", fields))
    return tuple(found)


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
    coming = np.asarray(problem.available().any(axis=0))
    if problem.past is not None:
        coming[np.unique(problem.past.seats[problem.past.seats >= 0])] = False
    people = int(coming.sum())
    seats = sum(problem.tables) * problem.table_size
    if people > seats:
        raise Impossible("problem.not_everybody_plays", n=people, seats=seats)
    names = [entrant.name for entrant in problem.roster.entrants]
    playing = set(np.flatnonzero(problem.available().any(axis=0)).tolist())
    if problem.game == "shapka":
        _refuse_few_teams(problem, playing)
    for team, members in problem.roster.teams().items() if problem.roster.mates_apart else ():
        members = tuple(index for index in members if index in playing)
        # Where an event goes on at fewer tables, members of a team may rest in turn.
        if len(members) > max(problem.tables) and problem.past is None:
            raise _team_too_large(problem, team, [names[index] for index in members])
    _refuse_loners(problem, names)
    _refuse_crowds(problem, names)
    _refuse_pins(problem, names)
    if problem.game == "mafia":
        from mafsim.pairing.explain import refuse_clashes

        refuse_clashes(problem)


def _team_too_large(problem: Problem, team: str, names: list[str]) -> Impossible:
    """Say why no round has a table for everybody of a team: of what there are too few."""
    tables, size = max(problem.tables), problem.table_size
    players = problem.available().shape[1] if problem.field is None else len(problem.field)
    there = int(problem.available().sum(axis=1).max())
    fields: dict[str, Any] = {"team": team, "members": len(names), "names": names, "n": tables}
    if there // size >= len(names):
        return Impossible("problem.team_too_large", **fields)
    fields |= {"players": players, "size": size}
    if players // size < len(names):
        return Impossible("problem.team_beyond_players", **fields)
    return Impossible("problem.team_beyond_present", **fields, there=there)


def _refuse_few_teams(problem: Problem, playing: set[int]) -> None:
    """Refuse fewer teams than a table of Shapka needs."""
    entrants = problem.roster.entrants
    teams = {entrants[index].team or entrants[index].id for index in playing}
    if len(teams) < problem.table_size:
        raise Impossible("problem.too_few_teams", n=len(teams), size=problem.table_size)


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
            fields: dict[str, Any] = {
                "names": [names[index] for index in crowd],
                "n": len(crowd),
                "round": problem.first + round_,
                "tables": problem.tables[round_],
            }
            if spare < problem.table_size:
                fields |= {"there": len(present), "size": problem.table_size}
                raise Impossible("problem.crowd_of_few", **fields)
            raise Impossible("problem.crowd", **fields)


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
    there = problem.available()
    for index, entrant in enumerate(problem.roster.entrants):
        if entrant.table is None or not there[:, index].any():
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
