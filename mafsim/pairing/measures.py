"""A plan turned into tables of whole counts, and how even they are: nothing else measures balance.

Every count reads the plan as it stands, also a wrong one: an entrant who sits twice at one table is
there once, and seats beyond the table's size count as meetings and games but have no seat number.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from mafsim.plan import EMPTY, Plan
from mafsim.roster import Roster

Counts = npt.NDArray[np.int32]
Flags = npt.NDArray[np.bool_]


def least_squares(total: int, cells: int) -> int:
    """Give the least sum of squares of `cells` whole numbers that add up to `total`."""
    if cells == 0:
        assert total == 0
        return 0
    low, more = divmod(total, cells)
    return more * (low + 1) ** 2 + (cells - more) * low**2


def may_meet(roster: Roster, rounds: int | None = None) -> Flags:
    """Say which two entrants may share a table: ``[entrant, entrant]``, symmetric.

    Team-mates, keep-apart pairs and an entrant with himself may not; nor may two who are never there
    in the same of all `rounds`, if they are given.
    """
    n = len(roster.entrants)
    allowed = ~np.eye(n, dtype=np.bool_)
    for members in roster.teams().values() if roster.mates_apart else ():
        allowed[np.ix_(members, members)] = False
    for a, b in roster.apart:
        allowed[a, b] = allowed[b, a] = False
    if roster.divided:
        allowed &= _of_one_part(roster, range(n))
    if rounds:
        there = available(roster, rounds).astype(np.float32)
        allowed &= there.T @ there > 0
    return allowed


def _of_one_part(roster: Roster, indices: Iterable[int]) -> Flags:
    """Say which two of some entrants belong to one part of the field."""
    part = np.zeros(len(roster.entrants), dtype=np.int32)
    for number, (_, members) in enumerate(roster.parts()):
        part[list(members)] = number
    chosen = part[list(indices)]
    return np.asarray(chosen[:, None] == chosen)


def incidence(plan: Plan) -> Flags:
    """Say who plays in which game: ``[game, entrant]``; games are the played tables in order."""
    played = plan.played()
    games = plan.seats[played]
    present = np.zeros((len(games), len(plan.roster.entrants)), dtype=np.bool_)
    game, seat = np.nonzero(games != EMPTY)
    present[game, games[game, seat]] = True
    return present


def meeting_counts(plan: Plan) -> Counts:
    """Count the meetings of every two entrants: ``[entrant, entrant]``, symmetric, zero diagonal.

    A meeting is one shared table in one round.
    """
    return _together(incidence(plan))


def _together(present: Flags) -> Counts:
    # Sums of zeros and ones below 2**24 are exact in float32, and only floats have a fast product.
    ones = present.astype(np.float32)
    counts: Counts = np.rint(ones.T @ ones).astype(np.int32)
    np.fill_diagonal(counts, 0)
    return counts


def team_meeting_counts(plan: Plan) -> Counts:
    """Count for every two teams the games in which both have somebody: ``[team, team]``.

    Teams stand in the order of `Roster.teams`; entrants without a team are left out.
    """
    return _together(team_incidence(plan))


def team_incidence(plan: Plan) -> Flags:
    """Say which team has somebody in which game: ``[game, team]``."""
    present = incidence(plan)
    teams = plan.roster.teams()
    columns = [present[:, list(members)].any(axis=1) for members in teams.values()]
    return np.stack(columns, axis=1) if columns else np.zeros((len(present), 0), dtype=np.bool_)


def game_counts(plan: Plan) -> Counts:
    """Count the games of every entrant: ``[entrant]``."""
    return np.asarray(incidence(plan).sum(axis=0), dtype=np.int32)


def seat_counts(plan: Plan) -> Counts:
    """Count how often an entrant has each seat number: ``[entrant, seat]``."""
    counts = np.zeros((len(plan.roster.entrants), plan.table_size), dtype=np.int32)
    round_, table, seat = np.nonzero(plan.seats[:, :, : plan.table_size] != EMPTY)
    np.add.at(counts, (plan.seats[round_, table, seat], seat), 1)
    return counts


def order_counts(plan: Plan) -> Counts:
    """Count how often a team has each place in the order of play of a round: ``[round and team, seat]``.

    Rows are the teams that play in a round, round by round.
    """
    seats = plan.seats[:, :, : plan.table_size]
    teams = list(plan.roster.teams().values())
    number = np.full(len(plan.roster.entrants), len(teams), dtype=np.int32)
    for team, members in enumerate(teams):
        number[list(members)] = team
    counts = np.zeros((plan.rounds, len(teams) + 1, plan.table_size), dtype=np.int32)
    round_, table, seat = np.nonzero(seats != EMPTY)
    np.add.at(counts, (round_, number[seats[round_, table, seat]], seat), 1)
    rows = counts[:, :-1].reshape(-1, plan.table_size)
    return np.asarray(rows[rows.any(axis=1)])


def table_counts(plan: Plan) -> Counts:
    """Count how often an entrant sits at each table: ``[entrant, table]``."""
    counts = np.zeros((len(plan.roster.entrants), plan.tables), dtype=np.int32)
    game, entrant = np.nonzero(incidence(plan))
    np.add.at(counts, (entrant, np.nonzero(plan.played())[1][game]), 1)
    return counts


def neighbour_counts(plan: Plan) -> Counts:
    """Count how often two entrants sit side by side: ``[entrant, entrant]``, symmetric.

    The last seat of a table is beside its first.
    """
    n = len(plan.roster.entrants)
    counts = np.zeros((n, n), dtype=np.int32)
    width = plan.table_size
    sides = width if width > 2 else width - 1
    for seat in range(sides):
        left = plan.seats[:, :, seat].ravel()
        right = plan.seats[:, :, (seat + 1) % width].ravel()
        both = (left != EMPTY) & (right != EMPTY) & (left != right)
        np.add.at(counts, (left[both], right[both]), 1)
        np.add.at(counts, (right[both], left[both]), 1)
    return counts


def available(roster: Roster, rounds: int) -> Flags:
    """Say who is there in which round: ``[round, entrant]``."""
    there = np.ones((rounds, len(roster.entrants)), dtype=np.bool_)
    for index, entrant in enumerate(roster.entrants):
        for round_ in entrant.absent:
            if round_ < rounds:
                there[round_, index] = False
        there[: entrant.joined, index] = False
        if entrant.left is not None:
            there[entrant.left :, index] = False
    return there


def rests(plan: Plan) -> Flags:
    """Say who is there and has no part in a game: ``[round, entrant]``; rounds without games are empty."""
    parts = taking_part(plan)
    held = parts.any(axis=1, keepdims=True)
    return np.asarray(~parts & held & available(plan.roster, plan.rounds))


def taking_part(plan: Plan) -> Flags:
    """Say who has a part in a game, at its table or as an adviser: ``[round, entrant]``."""
    parts = np.zeros((plan.rounds, len(plan.roster.entrants)), dtype=np.bool_)
    for places in (plan.seats, plan.advisers):
        if places is not None:
            round_, table, seat = np.nonzero(places != EMPTY)
            parts[round_, places[round_, table, seat]] = True
    return parts


@dataclass(frozen=True, slots=True)
class Meetings:
    """How often pairs meet, over all pairs that may."""

    histogram: dict[int, int]
    min: int
    max: int
    sum_of_squares: int
    pairs: int

    @property
    def range(self) -> int:
        """The widest difference between two pairs."""
        return self.max - self.min


@dataclass(frozen=True, slots=True)
class Evenness:
    """How even each entrant's counts are.

    `max_spread` is the largest difference between an entrant's most and least used number;
    `excess` is the sum of squared counts above the least that the entrants' totals allow.
    """

    max_spread: int
    excess: int


@dataclass(frozen=True, slots=True)
class Balance:
    """Everything that can be even in a plan."""

    meetings: Meetings
    team_meetings: Meetings | None
    seats: Evenness
    halves_max_spread: int | None
    tables: Evenness
    neighbours: dict[int, int]
    byes_max_spread: int
    two_in_a_row: int
    order: Evenness | None = None
    """In Shapka, the places of each team in the order of play within a round."""
    common_opponents: dict[int, int] | None = None
    """For two who never meet, how many others both of them meet: how many pairs have each number. None
    where all meet who may, and in Shapka."""


def balance(plan: Plan) -> Balance:
    """Measure everything that can be even in a plan."""
    seats = seat_counts(plan)
    byes_max_spread, two_in_a_row = _byes(plan)
    return Balance(
        meetings=meetings(plan),
        team_meetings=team_meetings(plan),
        seats=evenness(seats),
        halves_max_spread=_halves_max_spread(seats),
        tables=evenness(table_counts(plan)),
        neighbours=histogram(
            _above_diagonal(neighbour_counts(plan), may_meet(plan.roster, plan.rounds))
        ),
        byes_max_spread=byes_max_spread,
        two_in_a_row=two_in_a_row,
        order=evenness(order_counts(plan)) if plan.game == "shapka" else None,
        common_opponents=common_opponents(plan) if plan.game != "shapka" else None,
    )


def meetings(plan: Plan) -> Meetings:
    """Measure the meetings of all pairs of entrants that may meet."""
    return _meetings(_above_diagonal(meeting_counts(plan), may_meet(plan.roster, plan.rounds)))


def team_meetings(plan: Plan) -> Meetings | None:
    """Measure the meetings of all pairs of teams; nothing when no team has two entrants."""
    teams = plan.roster.teams()
    if all(len(members) < 2 for members in teams.values()):
        return None
    counts = team_meeting_counts(plan)
    return _meetings(_above_diagonal(counts, teams_may_meet(plan.roster)))


def common_opponents(plan: Plan) -> dict[int, int] | None:
    """Count for every two who may meet and never do how many others both of them meet.

    Gives how many such pairs have each number, smallest number first; nothing where there are none.
    """
    counts = meeting_counts(plan)
    met = (counts > 0).astype(np.float32)
    never = np.triu(may_meet(plan.roster, plan.rounds) & (counts == 0), k=1)
    if not never.any():
        return None
    common = np.zeros_like(counts)
    some = np.flatnonzero(met.any(axis=0))  # who meets nobody has nobody in common with anybody
    common[np.ix_(some, some)] = np.rint(met[np.ix_(some, some)] @ met[np.ix_(some, some)])
    return histogram(common[never])


def teams_may_meet(roster: Roster) -> Flags:
    """Say which two teams belong to one part of the field: ``[team, team]``, in `Roster.teams`' order."""
    return _of_one_part(roster, [members[0] for members in roster.teams().values()])


def _meetings(counts: Counts) -> Meetings:
    return Meetings(
        histogram=histogram(counts),
        min=int(counts.min(initial=0)) if not len(counts) else int(counts.min()),
        max=int(counts.max(initial=0)),
        sum_of_squares=int((counts.astype(np.int64) ** 2).sum()),
        pairs=len(counts),
    )


def _above_diagonal(counts: Counts, which: Flags) -> Counts:
    return np.asarray(counts[np.triu(which, k=1)])


def histogram(counts: Iterable[int]) -> dict[int, int]:
    """Count how often each number occurs, smallest number first."""
    values, times = np.unique(np.asarray(counts), return_counts=True)
    return {int(value): int(n) for value, n in zip(values, times, strict=True)}


def evenness(counts: Counts) -> Evenness:
    """Measure how even the rows of a table of counts are."""
    if not counts.size:
        return Evenness(0, 0)
    columns = counts.shape[1]
    squares = (counts.astype(np.int64) ** 2).sum(axis=1)
    least = [least_squares(int(total), columns) for total in counts.sum(axis=1)]
    return Evenness(
        max_spread=int((counts.max(axis=1) - counts.min(axis=1)).max()),
        excess=int(squares.sum() - sum(least)),
    )


def _halves_max_spread(seats: Counts) -> int | None:
    """Compare the first half of the seat numbers with the second; an odd table has no halves."""
    width = seats.shape[1]
    if width % 2 or not seats.size:
        return None
    first, second = seats[:, : width // 2].sum(axis=1), seats[:, width // 2 :].sum(axis=1)
    return int(np.abs(first - second).max())


def _byes(plan: Plan) -> tuple[int, int]:
    """Measure the spread of byes among those who are never absent, and byes two rounds in a row."""
    resting = rests(plan)
    always = available(plan.roster, plan.rounds).all(axis=0)
    counts = resting.sum(axis=0)[always]
    spread = int(counts.max() - counts.min()) if len(counts) else 0
    return spread, int((resting[1:] & resting[:-1]).sum())
