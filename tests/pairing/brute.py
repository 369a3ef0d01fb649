"""Every figure and every rule of a plan counted again, in plain loops from the words of the contract.

Nothing here knows how mafsim counts: no array arithmetic, no counts of its own that it shares with
`measures`, `check` or the search. Slow, plain, and so an oracle. Only the containers are mafsim's.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from mafsim.pairing.measures import Balance, Evenness, Meetings
from mafsim.plan import Plan
from mafsim.roster import Entrant, Roster

Pair = tuple[int, int]


def rows(plan: Plan) -> list[list[list[int]]]:
    """Give the seats as nested lists: ``[round][table][seat]``, -1 where nobody sits."""
    return [[[int(p) for p in table] for table in round_] for round_ in plan.seats]


def games(plan: Plan) -> Iterator[tuple[int, int, list[int]]]:
    """Walk over the tables at which anybody sits: round, table, and the people seat by seat."""
    for round_, tables in enumerate(rows(plan)):
        for table, seats in enumerate(tables):
            people = [p for p in seats if p >= 0]
            if people:
                yield round_, table, people


def pairs(n: int) -> Iterator[Pair]:
    return itertools.combinations(range(n), 2)


def may_meet(roster: Roster, p: int, q: int) -> bool:
    mates = (
        roster.entrants[p].team is not None and roster.entrants[p].team == roster.entrants[q].team
    )
    return p != q and not mates and (p, q) not in roster.apart and (q, p) not in roster.apart


def here(entrant: Entrant, round_: int) -> bool:
    """Say whether somebody is there: he has come, has not left, and is not away."""
    if entrant.left is not None and round_ >= entrant.left:
        return False
    return round_ >= entrant.joined and round_ not in entrant.absent


def is_counted(plan: Plan, p: int, q: int) -> bool:
    """Say whether a pair is measured: both may meet, and are there in one round at least."""
    one, other = plan.roster.entrants[p], plan.roster.entrants[q]
    ever = not plan.rounds or any(here(one, r) and here(other, r) for r in range(plan.rounds))
    return ever and may_meet(plan.roster, p, q)


def meetings_of_pairs(plan: Plan) -> dict[Pair, int]:
    """Count the meetings of every two entrants, also of those who may not."""
    counts = dict.fromkeys(pairs(len(plan.roster.entrants)), 0)
    for _, _, people in games(plan):
        for p, q in counts:
            if p in people and q in people:
                counts[p, q] += 1
    return counts


def least_squares(total: int, cells: int) -> int:
    """Hand out `total` one by one, each to a cell that has least, and add up the squares."""
    counts = [0] * cells
    for _ in range(total):
        counts[counts.index(min(counts))] += 1
    return sum(count * count for count in counts)


def meetings(counts: Iterable[int]) -> Meetings:
    values = list(counts)
    return Meetings(
        histogram=dict(sorted(Counter(values).items())),
        min=min(values, default=0),
        max=max(values, default=0),
        sum_of_squares=sum(value**2 for value in values),
        pairs=len(values),
    )


def evenness(table: Sequence[Sequence[int]]) -> Evenness:
    spreads = [max(row) - min(row) for row in table if row]
    excess = [sum(c * c for c in row) - least_squares(sum(row), len(row)) for row in table]
    return Evenness(max_spread=max(spreads, default=0), excess=sum(excess))


def balance(plan: Plan) -> Balance:
    """Count everything that `measures.balance` counts."""
    met = meetings_of_pairs(plan)
    seats = seat_counts(plan)
    spread, in_a_row = byes(plan)
    return Balance(
        meetings=meetings(m for (p, q), m in met.items() if is_counted(plan, p, q)),
        team_meetings=team_meetings(plan),
        seats=evenness(seats),
        halves_max_spread=halves(seats, plan.table_size),
        tables=evenness(table_counts(plan)),
        neighbours=meetings(
            m for (p, q), m in neighbours(plan).items() if is_counted(plan, p, q)
        ).histogram,
        byes_max_spread=spread,
        two_in_a_row=in_a_row,
        common_opponents=common_opponents(plan),
    )


def common_opponents(plan: Plan) -> dict[int, int] | None:
    """Count for two who may meet and do not, one after another, the others who meet both."""
    met = meetings_of_pairs(plan)

    def together(p: int, q: int) -> bool:
        return met[min(p, q), max(p, q)] > 0

    everybody = range(len(plan.roster.entrants))
    counts = [
        sum(together(p, x) and together(q, x) for x in everybody if x not in (p, q))
        for (p, q), m in met.items()
        if m == 0 and is_counted(plan, p, q)
    ]
    return meetings(counts).histogram if counts else None


def team_meetings(plan: Plan) -> Meetings | None:
    members: dict[str, list[int]] = {}
    for index, entrant in enumerate(plan.roster.entrants):
        if entrant.team is not None:
            members.setdefault(entrant.team, []).append(index)
    if not any(len(team) > 1 for team in members.values()):
        return None
    counts = []
    for one, other in itertools.combinations(members.values(), 2):
        tables = [set(people) for _, _, people in games(plan)]
        counts.append(sum(1 for people in tables if people & set(one) and people & set(other)))
    return meetings(counts)


def seat_counts(plan: Plan) -> list[list[int]]:
    counts = [[0] * plan.table_size for _ in plan.roster.entrants]
    for tables in rows(plan):
        for seats in tables:
            for seat, p in enumerate(seats):
                if p >= 0 and seat < plan.table_size:
                    counts[p][seat] += 1
    return counts


def halves(seats: Sequence[Sequence[int]], size: int) -> int | None:
    if size % 2:
        return None
    return max(abs(sum(row[: size // 2]) - sum(row[size // 2 :])) for row in seats)


def table_counts(plan: Plan) -> list[list[int]]:
    counts = [[0] * plan.tables for _ in plan.roster.entrants]
    for _, table, people in games(plan):
        for p in set(people):
            counts[p][table] += 1
    return counts


def neighbours(plan: Plan) -> dict[Pair, int]:
    """Count for every two entrants how often they sit side by side, the last seat beside the first."""
    counts = dict.fromkeys(pairs(len(plan.roster.entrants)), 0)
    for tables in rows(plan):
        for seats in tables:
            ring = seats[: plan.table_size]
            beside = list(itertools.pairwise(ring))
            if len(ring) > 2:
                beside.append((ring[-1], ring[0]))
            for p, q in beside:
                if p >= 0 and q >= 0 and p != q:
                    counts[min(p, q), max(p, q)] += 1
    return counts


def byes(plan: Plan) -> tuple[int, int]:
    """Give the spread of byes among those who are never absent, and how many follow on a bye."""
    held = {round_ for round_, _, _ in games(plan)}
    rests = [
        [
            round_ in held
            and here(entrant, round_)
            and not any(index in seats for seats in rows(plan)[round_])
            for round_ in range(plan.rounds)
        ]
        for index, entrant in enumerate(plan.roster.entrants)
    ]
    counts = [
        sum(row)
        for row, entrant in zip(rests, plan.roster.entrants, strict=True)
        if all(here(entrant, round_) for round_ in range(plan.rounds))
    ]
    in_a_row = sum(a and b for row in rests for a, b in itertools.pairwise(row))
    return (max(counts) - min(counts) if counts else 0), in_a_row


Found = tuple[str, int | None, int | None, tuple[int, ...]]


def broken(plan: Plan) -> list[Found]:
    """List every broken rule but `games`: rule, round, table and entrants, sorted."""
    found: list[Found] = [
        ("missing", round_, None, ())
        for round_, tables in enumerate(rows(plan))
        if not any(p >= 0 for seats in tables for p in seats)
    ]
    entrants = plan.roster.entrants
    for round_, table, people in games(plan):
        there = sorted(set(people))
        strangers = tuple(p for p in there if p in plan.unknown)
        if strangers:
            found.append(("unknown", round_, table, strangers))
        if len(people) != plan.table_size:
            found.append(("table-size", round_, table, ()))
        surplus = tuple(p for p in rows(plan)[round_][table][plan.table_size :] if p >= 0)
        if surplus and len(people) == plan.table_size:
            found.append(("table-size", round_, table, surplus))
        for p, q in itertools.combinations(there, 2):
            if entrants[p].team is not None and entrants[p].team == entrants[q].team:
                found.append(("teammates", round_, table, (p, q)))
            elif not may_meet(plan.roster, p, q) and round_ >= plan.frozen:
                found.append(("apart", round_, table, (p, q)))
        for p in there:
            if not here(entrants[p], round_):
                found.append(("absent", round_, table, (p,)))
            if round_ < plan.frozen:
                continue
            if entrants[p].table not in (None, table):
                found.append(("pin", round_, table, (p,)))
            for ban in plan.roster.bans:
                if (ban.entrant, ban.table) == (p, table) and (
                    not ban.rounds or round_ in ban.rounds
                ):
                    found.append(("table-ban", round_, table, (p,)))
                    break
            judge = -1 if plan.judges is None else int(plan.judges[round_, table])
            if judge >= 0 and p in plan.roster.judges[judge].barred:
                found.append(("judge", round_, table, (p,)))
    for round_, tables in enumerate(rows(plan)):
        for p in range(len(entrants)):
            places = [table for table, seats in enumerate(tables) for q in seats if q == p]
            if len(places) > 1:
                found.append(("twice", round_, places[1], (p,)))
    for p, entrant in enumerate(entrants):
        always_absent = not any(here(entrant, r) for r in range(plan.frozen, plan.rounds))
        if not always_absent and not any(p in people for _, _, people in games(plan)):
            found.append(("missing", None, None, (p,)))
    return sorted(found, key=repr)


Games = tuple[int, ...]


def games_reached(players: int, choices: Iterable[Iterable[tuple[int, ...]]]) -> set[Games]:
    """Give every outcome of the numbers of games when each round is played by one of its choices."""
    reached: set[Games] = {(0,) * players}
    for chosen_in_round in choices:
        sets = list(chosen_in_round)
        reached = {
            tuple(count + (p in chosen) for p, count in enumerate(counts))
            for counts in reached
            for chosen in sets
        }
    return reached


def least_games(roster: Roster, seats: Sequence[int]) -> int:
    """Give the least sum of squared games that the rounds' seats and the absences allow.

    All ways to choose who plays are tried, round by round: for a handful of people only.
    """
    choices = [
        itertools.combinations(there(roster, round_), number) for round_, number in enumerate(seats)
    ]
    reached = games_reached(len(roster.entrants), choices)
    return min(sum(count * count for count in counts) for counts in reached)


def there(roster: Roster, round_: int) -> list[int]:
    return [p for p, entrant in enumerate(roster.entrants) if here(entrant, round_)]


def can_be_seated(roster: Roster, tables: Sequence[int], size: int) -> bool:
    """Say whether any plan keeps every rule, by trying all of them: for a handful of people only."""

    def banned(p: int, table: int, round_: int) -> bool:
        return any(
            (ban.entrant, ban.table) == (p, table) and (not ban.rounds or round_ in ban.rounds)
            for ban in roster.bans
        )

    def fill(people: list[int], table: int, number: int, round_: int) -> bool:
        if table == number:
            return True
        here = [p for p in people if not banned(p, table, round_)]
        pinned = [p for p in people if roster.entrants[p].table == table]
        free = [p for p in here if roster.entrants[p].table is None]
        if any(p not in here for p in pinned):
            return False
        for others in itertools.combinations(free, max(0, size - len(pinned))):
            group = [*pinned, *others]
            if len(group) == size and all(
                may_meet(roster, p, q) for p, q in itertools.combinations(group, 2)
            ):
                rest = [p for p in people if p not in group]
                if fill(rest, table + 1, number, round_):
                    return True
        return False

    choices = [
        [
            people
            for people in itertools.combinations(there(roster, round_), number * size)
            if fill(list(people), 0, number, round_)
        ]
        for round_, number in enumerate(tables)
    ]
    reached = games_reached(len(roster.entrants), choices)
    least = least_games(roster, [number * size for number in tables])
    return any(sum(count * count for count in counts) == least for counts in reached)


def squared_games(plan: Plan) -> int:
    """Give the sum of squared games of a plan in which nobody plays twice in a round."""
    counts = Counter(p for _, _, people in games(plan) for p in set(people))
    return sum(count * count for count in counts.values())


def price(
    table: Sequence[Sequence[int]],
    tables: int,
    prices: Sequence[Sequence[int]],
    kinds: Sequence[Sequence[int]],
    there: Sequence[Sequence[bool]],
    *,
    visit_price: int = 0,
    row_price: int = 0,
) -> int:
    """Price a plan under search by the words of `groups.Groups`: ``table[round][entrant]``.

    Meetings cost what their pair's kind says, a squared visit `visit_price`, and two rests in a row
    `row_price`; from `tables` on a table means that somebody has no seat.
    """
    n = len(table[0])
    total = 0
    for p, q in pairs(n):
        met = sum(1 for row in table if row[p] == row[q] < tables)
        total += prices[kinds[p][q]][met]
    for p in range(n):
        for t in range(tables):
            total += visit_price * sum(1 for row in table if row[p] == t) ** 2
        rests = [row[p] >= tables and here[p] for row, here in zip(table, there, strict=True)]
        total += row_price * sum(a and b for a, b in itertools.pairwise(rests))
    return total


def groupings(
    people: Sequence[int], tables: int, size: int
) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Give every way to seat some of the people at full tables without numbers."""
    if tables == 0:
        yield ()
        return
    for group in itertools.combinations(people, size):
        later = [p for p in people if p > group[0] and p not in group]
        for others in groupings(later, tables - 1, size):
            yield (group, *others)
