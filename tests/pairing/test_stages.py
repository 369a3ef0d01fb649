"""No stage beats its bounds, and where everything can be tried the bounds are the truth."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mafsim.pairing import exact, measures, stages
from mafsim.pairing.stages import Company, Least
from mafsim.plan import EMPTY, Plan
from mafsim.roster import Entrant, Roster, numbered_pairs
from tests.laws import times

Table = tuple[int, ...]


def company(pairs: Sequence[int], met: np.ndarray | None = None, size: int = 3) -> Company:
    n = len(pairs)
    nothing = np.zeros((n, n), dtype=np.int32)
    return Company(
        pairs=np.array([pairs], dtype=np.int32),
        size=size,
        met=nothing if met is None else met.astype(np.int32),
        together=nothing,
    )


def every_round(pairs: Sequence[int], size: int = 3) -> Iterator[list[Table]]:
    """Give every way in which teams can send each of their pairs to a table of its own."""
    left = list(pairs)
    tables: list[Table] = []
    choices = list(itertools.combinations(range(len(pairs)), size))

    def fill(first: int) -> Iterator[list[Table]]:
        if not any(left):
            yield list(tables)
            return
        for number in range(first, len(choices)):
            table = choices[number]
            if all(left[team] for team in table):
                for team in table:
                    left[team] -= 1
                tables.append(table)
                yield from fill(number)
                tables.pop()
                for team in table:
                    left[team] += 1

    yield from fill(0)


def worth(tables: Sequence[Table], met: np.ndarray) -> tuple[int, int]:
    """Count squared meetings, and meetings of those who have met, each as often as they had."""
    counts = Counter(two for table in tables for two in itertools.combinations(table, 2))
    return sum(n * n for n in counts.values()), sum(n * int(met[two]) for two, n in counts.items())


def history(n: int, seed: int) -> np.ndarray:
    drawn = np.random.default_rng(seed).integers(0, 3, size=(n, n))
    upper = np.triu(drawn, k=1)
    found: np.ndarray = upper + upper.T
    return found


# Configurations n_3 without a repeated pair exist from 7 teams on (Fano's plane is the first); 6
# teams have 18 meetings for 15 pairs.
@pytest.mark.parametrize(
    ("teams", "squares"), [(15, 45), (12, 36), (9, 27), (7, 21), (6, 24), (5, 25), (4, 24), (3, 27)]
)
def test_the_least_of_one_stage_is_the_known_one(teams: int, squares: int) -> None:
    assert stages.rows(company([3] * teams)) == Least(squares=squares, again=0)


@pytest.mark.parametrize(
    "pairs",
    [(3,) * 4, (3,) * 5, (3,) * 6, (2, 2, 2, 3, 3), (1, 1, 1, 3, 3), (2,) * 6, (4, 2, 2, 2, 2)],
)
def test_the_least_squares_are_those_of_the_best_of_all_rounds(pairs: tuple[int, ...]) -> None:
    nobody = np.zeros((len(pairs), len(pairs)), dtype=int)
    found = [worth(tables, nobody)[0] for tables in every_round(pairs)]
    asked = company(pairs)
    if not found:
        return
    least = stages.rows(asked).squares
    assert least <= min(found)
    assert exact.least_squares_of_teams(asked, least) == min(found)
    assert stages.least(asked, min(found), 0).squares == min(found)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("pairs", [(3,) * 5, (3,) * 6, (2, 2, 2, 3, 3)])
def test_the_fewest_meetings_again_are_those_of_the_best_of_all_rounds(
    pairs: tuple[int, ...], seed: int
) -> None:
    met = history(len(pairs), seed)
    squares, again = min(worth(tables, met) for tables in every_round(pairs))
    asked = company(pairs, met)
    assert stages.rows(asked).squares <= squares
    if stages.rows(asked).squares == squares:
        assert stages.rows(asked).again <= again
    assert stages.least(asked, squares, again) == Least(squares=squares, again=again)
    assert stages.least(asked, squares, again + 3).again == again


@st.composite
def plans_with_cuts(draw: st.DrawFn) -> Plan:
    """Draw a plan of Shapka, right or wrong, whose field shrinks from stage to stage."""
    teams, rounds = draw(st.integers(4, 8)), draw(st.integers(1, 4))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    roster = numbered_pairs(3 * teams)
    seats = np.full((rounds, teams, 3), EMPTY, dtype=np.int32)
    field = list(range(teams))
    names = []
    for round_ in range(rounds):
        names.append(draw(st.sampled_from([f"stage {round_}", f"stage {max(0, round_ - 1)}"])))
        tables = _random_round(field, rng)
        seats[round_, : len(tables)] = tables
        if len(field) > 4 and draw(st.booleans()):
            field = sorted(rng.choice(field, size=len(field) - 1, replace=False).tolist())
    return Plan(
        roster=roster, seats=seats, table_size=3, game="shapka", stages=tuple(sorted(names))
    )


def _random_round(field: list[int], rng: np.random.Generator) -> list[list[int]]:
    """Deal the three pairs of each team at random, until no table has two of one team."""
    while True:
        order = rng.permutation([3 * team + k for team in field for k in range(3)])
        tables = order.reshape(-1, 3)
        if all(len(set((table // 3).tolist())) == 3 for table in tables):
            return [list(map(int, table)) for table in tables]
        # Chance alone seldom does it: mend the tables one exchange at a time.
        for table in tables:
            for _ in range(200):
                if len(set((table // 3).tolist())) == 3:
                    break
                a, (t, b) = rng.integers(3), (rng.integers(len(tables)), rng.integers(3))
                table[a], tables[t][b] = tables[t][b], table[a]
        if all(len(set((table // 3).tolist())) == 3 for table in tables):
            return [list(map(int, table)) for table in tables]


@settings(max_examples=times(60))
@given(plans_with_cuts())
def test_no_plan_is_below_the_bounds(plan: Plan) -> None:
    for stage in stages.stages(plan):
        assert stage.least.squares <= stage.sum_of_squares
        if stage.proved_best:
            assert stage.least.again <= stage.again
    counts = measures.team_meetings(plan)
    assert counts is not None
    everybody = tuple(range(len(plan.roster.entrants)))
    assert stages.whole(plan, everybody) <= counts.sum_of_squares


@settings(max_examples=times(60))
@given(plans_with_cuts())
def test_the_stages_add_up_to_the_whole(plan: Plan) -> None:
    """(a + b)^2 = a^2 + b^2 + 2ab: what is repeated makes up the rest of the whole sum."""
    found = stages.stages(plan)
    counts = measures.team_meetings(plan)
    assert counts is not None
    parts = sum(stage.sum_of_squares + 2 * stage.again for stage in found)
    assert parts == counts.sum_of_squares
    assert [r for stage in found for r in stage.rounds] == list(range(plan.rounds))


def test_the_whole_is_bounded_by_hand_where_two_teams_are_cut() -> None:
    """Seven teams once, then five of them: 6 and 6 meetings, the later ones among four others."""
    rng = np.random.default_rng(0)
    seats = np.full((2, 7, 3), EMPTY, dtype=np.int32)
    seats[0] = _random_round(list(range(7)), rng)
    seats[1, :5] = _random_round(list(range(5)), rng)
    plan = Plan(roster=numbered_pairs(21), seats=seats, table_size=3, game="shapka")
    # A team that stays: 6 meetings with 4 others are 2, 2, 1, 1; then 6 more go to the two that are
    # cut, twice 2, and to the two that were met once: six twos. A team that is cut: six ones.
    assert stages.whole(plan, tuple(range(21))) == (5 * 6 * 4 + 2 * 6) // 2


def test_a_plan_that_names_no_teams_has_no_stages_to_tell_of() -> None:
    roster = Roster(entrants=tuple(Entrant(id=f"p{n}", name=f"Pair {n}") for n in range(6)))
    seats = np.arange(6, dtype=np.int32).reshape(1, 2, 3)
    assert stages.stages(Plan(roster=roster, seats=seats, table_size=3, game="shapka")) == ()
