"""What no plan can beat: the best proven lower bound of the squared meetings, and of their range.

Every argument is about the shape alone: who may meet whom, how many tables each round has, and how
many games are played by how many; who has a game more than others is free. Sources: `docs/bounds.md`.
"""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from mafsim.pairing import exact, stages
from mafsim.pairing.measures import (
    Flags,
    available,
    game_counts,
    incidence,
    least_squares,
    team_incidence,
)
from mafsim.pairing.shapes import Past, Shape, dealt_anew, possible_games, shape_beside, shape_of
from mafsim.plan import Plan


@dataclass(frozen=True, slots=True)
class Bound:
    """A proven lower bound.

    `value` bounds the sum of squared meetings, `by` names the argument (a sentence ``bound.<by>``
    of `words`); no plan has a largest and a smallest number of meetings closer than `range`.
    """

    value: int
    by: str
    range: int
    range_by: str


def meetings_bound(plan: Plan) -> Bound:
    """Bound the meetings of entrants for every plan of this plan's shape and with its settled rounds.

    Settled are rounds that are frozen or dealt by places; where that is all of them, those alone that
    are dealt by places.
    """
    whole = bound_of(shape_of(plan))
    frozen = np.arange(plan.rounds) < plan.frozen
    dealt = np.array([draw == "ranked" for draw in plan.draws] or [False] * plan.rounds)
    settled = dealt if (frozen | dealt).all() else frozen | dealt
    if not settled.any() or settled.all():
        return whole
    onward = bound_of(shape_beside(plan, settled))
    if not (settled & frozen & ~dealt).any():
        onward = replace(
            onward,
            by="dealt" if onward.by == "past" else onward.by,
            range_by="dealt" if onward.range_by == "past" else onward.range_by,
        )
    best = onward if onward.value > whole.value else whole
    narrow = onward if onward.range > whole.range else whole
    return Bound(best.value, best.by, narrow.range, narrow.range_by)


def bound_of(shape: Shape) -> Bound:
    """Bound the meetings of entrants for a shape.

    The arguments: ``players`` (each player's own meetings are whole numbers), ``rounds`` (each game
    meets every other round's tables in whole numbers of people), ``parity`` (two tables, teams of two:
    `parity`). The best of them counts, the plainest first where several are equal. Behind frozen rounds
    there is ``past``: each player's meetings there stay, and new ones are whole numbers.
    """
    if shape.past is not None:
        claims = [(_by_past(shape, shape.past), "past")]
    else:
        claims = [
            (_by_players(shape), "players"),
            (_by_rounds(shape), "rounds"),
            (parity(shape), "parity"),
        ]
    value, by = max(claims, key=lambda claim: claim[0])
    width, width_by = _least_range(shape, value, by)
    return Bound(value, by, width, width_by)


def asked(plan: Plan, bound: Bound) -> Bound:
    """Give the bound that CP-SAT proves, if the event is small and it proves a better one."""
    shape = shape_of(plan)
    if not _same_size(shape) or not exact.worth_asking(shape):
        return bound
    # Where everybody may meet everybody it is all one who has a game more.
    like = bool((shape.partners | np.eye(len(shape.games), dtype=np.bool_)).all())
    value = exact.bound(shape, None if like else possible_games(shape), bound.value)
    if value <= bound.value:
        return bound
    width, width_by = _least_range(shape, value, "search")
    return Bound(value, "search", width, width_by)


def _row_totals(shape: Shape) -> list[int]:
    """Give every entrant's number of meetings, when all tables have one size."""
    size = shape.sizes[0] if shape.sizes else 0
    met = [0] * len(shape.games)
    if shape.past is not None:
        met = np.where(shape.partners, shape.past.meetings, 0).sum(axis=1).tolist()
    return [
        before + games * (size - 1) for before, games in zip(met, dealt_anew(shape), strict=True)
    ]


def _same_size(shape: Shape) -> bool:
    return len(set(shape.sizes)) <= 1


def _by_players(shape: Shape) -> int:
    """Sum the least squares of every player's own meetings; every pair is counted from both ends."""
    partners = shape.partners.sum(axis=1).tolist()
    pairs = sum(partners) // 2
    if not _same_size(shape):
        total = sum(size * (size - 1) // 2 for size in shape.sizes)
        return least_squares(total, pairs) if pairs else 0
    rows = zip(_row_totals(shape), partners, strict=True)
    both_ends = sum(least_squares(total, cells) for total, cells in rows if cells)
    return -(-both_ends // 2)


def _by_past(shape: Shape, past: Past) -> int:
    """Add to every player's meetings so far his new ones, each with whom he has met least.

    With anybody at most once in every round in which both are there.
    """
    if not shape.sizes or not _same_size(shape):
        return 0
    there = past.there.astype(np.float32)
    rounds = np.rint(there.T @ there).astype(np.int64)
    steps = np.arange(len(past.there))
    both_ends, own = 0, shape.sizes[0] - 1
    further: list[int] = []
    possible = possible_games(shape)
    for player, (fewest, most) in enumerate(possible):
        partners = shape.partners[player]
        met = past.meetings[player][partners].astype(np.int64)
        more = met[:, np.newaxis] + steps
        least = np.sort(more[steps < rounds[player][partners][:, np.newaxis]])
        steps_of = 2 * least[: most * own] + 1
        both_ends += int((met**2).sum() + steps_of[: fewest * own].sum())
        further += [
            int(steps_of[game * own : (game + 1) * own].sum()) for game in range(fewest, most)
        ]
    # Who has a game more is free, so those have it whom it costs least.
    left = sum(shape.games) - sum(fewest for fewest, _ in possible)
    return -(-(both_ends + sum(sorted(further)[:left])) // 2)


def _by_rounds(shape: Shape) -> int:
    """Count people that two games share instead of games that two people share: the sums are equal.

    With the incidence A of people and games, ``|A A'| = |A' A|`` (Frobenius): the sum over all pairs of
    people, with themselves, of squared shared games is the sum over all pairs of games of squared
    shared people. Games of one round share nobody. A game of k people, each of whom has g games,
    shares k (g - 1) with the games of the other rounds.
    """
    games, rounds = len(shape.sizes), len(shape.tables)
    own = sum(size * size for size in shape.sizes)
    alone = sum(count * count for count in shape.games)
    if set(shape.games) == {rounds} and len(set(shape.tables)) == 1 and _same_size(shape):
        shared = games * (rounds - 1) * least_squares(shape.sizes[0], shape.tables[0])
        return -(-(shared + own - alone) // 2)
    pairs = games * games - sum(tables * tables for tables in shape.tables)
    total = sum(count * (count - 1) for count in shape.games)
    # Both orders of two games share the same people: the even half of the cells is filled in twos.
    shared = 2 * least_squares(total // 2, pairs // 2) if pairs else 0
    return -(-(shared + own - alone) // 2)


def parity(shape: Shape) -> int:
    """Bound two tables with teams of two, all of them split in every round; 0 for other shapes.

    Then a plan is a matrix X of signs, teams by rounds, and the sum of squares is
    ``C(n, 2) R^2 + sum over pairs of teams (x_a . x_b)^2``. For three rows
    ``x_a.x_b + x_b.x_c + x_a.x_c = -R (mod 4)``, and likewise for columns with n.
    """
    everybody = sum(len(team) for team in shape.clubs)
    rounds = len(shape.tables)
    if not (
        rounds
        and set(shape.tables) == {2}
        and everybody == len(shape.games) == 2 * shape.sizes[0]
        and set(shape.games) == {rounds}
        and _same_size(shape)
        and _only_teams_apart(shape)
    ):
        return 0
    teams = len(shape.clubs)
    by_rows = _least_dots(teams, rounds)
    # The same sum from the columns: |X X'| = |X' X|, with n R^2 and R n^2 on the diagonals.
    twice = 2 * _least_dots(rounds, teams) + rounds * teams**2 - teams * rounds**2
    dots = max(by_rows, -(-twice // 2))
    return teams * (teams - 1) // 2 * rounds**2 + dots


def _only_teams_apart(shape: Shape) -> bool:
    return int((~shape.partners).sum()) == 4 * len(shape.clubs)


def _least_dots(rows: int, length: int) -> int:
    """Give the least sum over pairs of rows of squared products of sign vectors of one length.

    Every product has the parity of the length, so for an odd length it is at least 1 each. For a
    length of 2 (mod 4) the product modulo 4 splits the rows into two classes: 2 inside a class and 0
    across, and the smaller sum is had with classes as equal as can be. For an odd length the products
    modulo 4 may be all of absolute value 1, for a multiple of 4 all 0.
    """
    match length % 4:
        case 0:
            return 0
        case 2:
            half = rows // 2
            inside = half * (half - 1) // 2 + (rows - half) * (rows - half - 1) // 2
            return 4 * inside
        case _:
            return rows * (rows - 1) // 2


def fits(shape: Shape, squares: int, low: int, high: int) -> bool:
    """Say whether meetings from `low` to `high` can have a sum of squares of at least `squares`.

    Where they cannot, no plan has all its meetings in this range and so many squares, nor has any plan
    when `squares` is a bound.
    """
    return _possible(_rows(shape), low, high - low, 0 if _open(shape) else 2 * squares)


def _open(shape: Shape) -> bool:
    """Say whether other numbers of partners could go with the numbers of games.

    Only the squares of the way with fewest squares are known then, and none are asked of a range.
    """
    return shape.shared_out and len(set(shape.partners.sum(axis=1).tolist())) > 1


def _rows(shape: Shape) -> list[tuple[int, int]]:
    """Give the meetings of everybody, and the number of those whom he may meet."""
    partners = shape.partners.sum(axis=1).tolist()
    return [(t, c) for t, c in zip(_row_totals(shape), partners, strict=True) if c]


def _possible(rows: list[tuple[int, int]], low: int, width: int, squares: int) -> bool:
    most = [_most_squares(total, cells, low, width) for total, cells in rows]
    return None not in most and sum(m for m in most if m is not None) >= squares


def _least_range(shape: Shape, value: int, by: str) -> tuple[int, str]:
    """Find the narrowest range of a shape whose sum of squares is at least `value`."""
    if not _same_size(shape) or (shape.past is not None and shape.shared_out):
        return 0, "none"
    return _narrowest(_rows(shape), 0 if _open(shape) else 2 * value, by)


def _narrowest(rows: list[tuple[int, int]], squares: int, by: str) -> tuple[int, str]:
    """Find the narrowest range of rows (total, cells) whose squares together are at least `squares`.

    Among numbers in [low, low + width] with a given total the largest squares put all at the ends;
    where even that is too little for every low, no plan has this width. The argument is
    ``whole`` where whole numbers alone forbid a narrower one.
    """
    highest = max((-(-total // cells) for total, cells in rows), default=0)

    def possible(width: int, at_least: int) -> bool:
        return any(_possible(rows, low, width, at_least) for low in range(highest + 1))

    width = next(w for w in itertools.count() if possible(w, 0))
    # Of demands that nothing can keep, as a broken plan may state them, whole numbers say all.
    reachable = sum(total**2 for total, _ in rows) >= squares
    if possible(width, squares) or not reachable:
        return width, "whole" if width else "none"
    return next(w for w in itertools.count(width + 1) if possible(w, squares)), by


def _most_squares(total: int, cells: int, low: int, width: int) -> int | None:
    """Give the largest sum of squares of `cells` numbers in [low, low + width] with this total."""
    spare = total - cells * low
    if not 0 <= spare <= cells * width:
        return None
    if width == 0:
        return cells * low**2
    full, rest = divmod(spare, width)
    high = full * (low + width) ** 2
    return high + ((low + rest) ** 2 - low**2 if rest else 0) + (cells - full) * low**2


def team_meetings_bound(plan: Plan) -> Bound | None:
    """Bound the meetings of teams for every plan of this plan's shape; nothing without teams of two."""
    teams = plan.roster.teams()
    if all(len(members) < 2 for members in teams.values()):
        return None
    present = team_incidence(plan)
    parts = [
        _team_part(plan, present[:, here][present[:, here].any(axis=1)], members)
        for members in (set(members) for _, members in plan.roster.parts())
        if (here := [i for i, team in enumerate(teams.values()) if team[0] in members])
    ]
    value = sum(part.value for part in parts)
    best, widest = max(parts, key=lambda p: p.value), max(parts, key=lambda p: p.range)
    return Bound(value, best.by, widest.range, widest.range_by)


def _team_part(plan: Plan, present: Flags, members: set[int]) -> Bound:
    """Bound the meetings of the teams of one part of the field, ``present[game, team]``."""
    if plan.game != "shapka" and (without := _without_team(plan, members)):
        return _beside_others(plan, members, without, present.shape[1])
    teams = [team for team in plan.roster.teams().values() if team[0] in members]
    games = _even_games(plan, teams, present.sum(axis=0).tolist())
    found = _bound_of_counts(games, present.sum(axis=1).tolist(), len(games))
    if plan.game != "shapka":
        return found
    value = stages.whole(plan, tuple(sorted(members)))
    return found if value <= found.value else Bound(value, "stages", found.range, found.range_by)


def _without_team(plan: Plan, members: set[int]) -> list[int]:
    """Give those of a part of the field who play and are of no team."""
    played = game_counts(plan)
    return [i for i in members if plan.roster.entrants[i].team is None and played[i]]


def _beside_others(plan: Plan, members: set[int], without: list[int], teams: int) -> Bound:
    """Bound the meetings of teams where people without a team play as well, wherever they sit.

    In a round in which all of these who are there play, the fewest people of teams do; their meetings are
    fewest where every table has as many of them.
    """
    present = incidence(plan)[:, sorted(members)]
    rounds, seated = np.nonzero(plan.played())[0], present.sum(axis=1)
    others = available(plan.roster, plan.rounds)[:, without].sum(axis=1)
    total = 0
    for round_ in range(plan.rounds):
        own = (rounds == round_) & (seated > 0)
        tables = int(own.sum())
        fewest = max(0, int(seated[own].sum()) - int(others[round_]))
        total += (least_squares(fewest, tables) - fewest) // 2 if tables else 0
    pairs = teams * (teams - 1) // 2
    return Bound(least_squares(total, pairs) if pairs else 0, "players", 0, "none")


def _even_games(plan: Plan, teams: Sequence[Sequence[int]], games: list[int]) -> list[int]:
    """Give the games of teams as equal as they could be, if somebody else had a game more.

    Then their squared meetings are fewest: the more squares of games, the more games share a team. Where
    team-mates share tables, a team's games are not its members', and stay as they are.
    """
    shape, played = shape_of(plan), game_counts(plan)
    if not shape.shared_out or games != [int(played[list(team)].sum()) for team in teams]:
        return games
    possible = possible_games(shape)
    even = [sum(possible[player][0] for player in team) for team in teams]
    most = [sum(possible[player][1] for player in team) for team in teams]
    waiting = [(count, team) for team, count in enumerate(even) if count < most[team]]
    heapq.heapify(waiting)
    for _ in range(sum(games) - sum(even)):
        count, team = heapq.heappop(waiting)
        even[team] = count + 1
        if even[team] < most[team]:
            heapq.heappush(waiting, (count + 1, team))
    return even


def _bound_of_counts(games: Iterable[int], sizes: Iterable[int], people: int) -> Bound:
    """Bound squared meetings when people may play several games at once, as teams do."""
    games, sizes = list(games), list(sizes)
    pairs = people * (people - 1) // 2
    total = sum(size * (size - 1) for size in sizes) // 2
    plain = least_squares(total, pairs) if pairs else 0
    cells = len(sizes) * (len(sizes) - 1)
    shared = sum(count * count for count in games) - sum(sizes)
    own, alone = sum(size * size for size in sizes), sum(count * count for count in games)
    crossed = least_squares(shared // 2, cells // 2) * 2 if cells else 0
    by_games = -(-(crossed + own - alone) // 2)
    value, by = max((plain, "players"), (by_games, "games"), key=lambda claim: claim[0])
    width, width_by = _narrowest([(total, pairs)] if pairs else [], value, by)
    return Bound(value, by, width, width_by)
