"""Random and scripted games have the chances that are known exactly, within four standard errors.

The values with six digits were derived from scratch as fractions and checked by an independent
simulation; the recursion of `exact_play` gives those of random play again, and others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from math import comb, sqrt

import numpy as np
import pytest

from mafsim import agents, mafia, regulations
from mafsim.games import Role, Winner
from mafsim.regulations import Regulation
from tests.mafia.exact_play import Play, agreed, candidates, departures, from_day

HALF = Fraction(1, 2)
LONG = pytest.param(1_000_000, marks=pytest.mark.soak)
SHORT = 30_000
LENGTHS, LENGTHS_OF_SLOW = [100_000, LONG], [SHORT, LONG]


def plain(*changes: str) -> Regulation:
    return regulations.set_values(regulations.load("plain"), changes)


def z(hits: float, n: int, chance: Fraction | float) -> float:
    """Give by how many standard errors a share differs from its chance."""
    p = float(chance)
    if p in (0.0, 1.0):
        return 0.0 if hits == p * n else float("inf")
    return float((hits - n * p) / sqrt(n * p * (1 - p)))


def winners(regulation: Regulation, spec: str, n: int, seed: int) -> Counter[int]:
    players = agents.cast(spec, regulation.table.size)
    found: Counter[int] = Counter()
    for played in mafia.blocks(regulation, players, n, seed=seed):
        found.update(played.games.winner.tolist())
    return found


# ---- The recursion


def test_the_recursion_gives_the_published_chances() -> None:
    assert round(float(from_day(7, 3, Play(HALF, HALF))[1]), 6) == 0.920332
    assert round(float(from_day(7, 3, Play(Fraction(1), Fraction(0)))[1]), 6) == 0.922081
    assert agreed(7, 3, True) == Fraction(149, 160)
    assert agreed(7, 3, False) == Fraction(31, 35)


def test_the_recursion_gives_the_published_departures() -> None:
    first = departures(10, Play(HALF, HALF), first_day=True)
    assert [round(float(first[k]), 5) for k in (0, 1, 2)] == [0.04604, 0.93261, 0.02132]
    later = {n: departures(n, Play(Fraction(1), HALF), first_day=False) for n in (10, 7, 4)}
    assert [round(float(later[10][k]), 5) for k in (0, 1, 2)] == [0.03630, 0.94173, 0.02195]
    assert round(float(later[7][1]), 5) == 0.99997
    assert [round(float(later[4][k]), 5) for k in (0, 1, 2, 4)] == [
        0.04731,
        0.93119,
        0.01914,
        0.00237,
    ]


@pytest.mark.parametrize("n", [2, 3, 5, 10])
def test_the_recursions_chances_add_up(n: int) -> None:
    assert sum(candidates(n, Fraction(1, 3)).values()) == 1
    play = Play(Fraction(1, 3), Fraction(2, 3), Fraction(1, 4))
    assert sum(departures(n, play, first_day=False).values()) == 1
    if n > 2:
        assert sum(from_day(n - 1, 1, play)) == 1


# ---- Random players


@pytest.mark.parametrize("n", LENGTHS)
@pytest.mark.parametrize(
    ("size", "black", "play"),
    [
        (10, 3, Play(HALF, HALF)),
        (10, 3, Play(Fraction(1), Fraction(0))),
        (10, 3, Play(Fraction(1, 5), Fraction(9, 10), Fraction(3, 10))),
        (10, 3, Play(HALF, HALF, single_leaves_on_first_day=True)),
        (9, 2, Play(Fraction(7, 10), HALF, Fraction(1, 10), quiet_rounds=1)),
        (5, 2, Play(Fraction(1, 3), Fraction(1))),
        (4, 1, Play(Fraction(1), HALF, Fraction(1, 2))),
        (3, 1, Play(HALF, HALF)),
    ],
)
def test_random_games_are_won_as_often_as_they_should_be(
    size: int, black: int, play: Play, n: int
) -> None:
    regulation = plain(
        f"table.size={size}",
        f"rules.black={black}",
        f"rules.end.quiet_rounds={play.quiet_rounds}",
        "rules.vote.single_on_first_day="
        + ("vote" if play.single_leaves_on_first_day else "no_vote"),
    )
    spec = f"random:nominate={float(play.nominate)},lift={float(play.lift)},miss={float(play.miss)}"
    found = winners(regulation, spec, n, seed=size)
    chances = from_day(size - black, black, play)
    for winner, chance in zip((Winner.RED, Winner.BLACK, Winner.DRAW), chances, strict=True):
        assert abs(z(found[winner], n, chance)) < 4


@pytest.mark.parametrize("n", LENGTHS)
@pytest.mark.parametrize(("size", "black"), [(10, 3), (7, 2), (4, 1)])
def test_as_many_leave_by_a_vote_as_should(size: int, black: int, n: int) -> None:
    # Where a single candidate of the first day leaves, that day is like any later one.
    play = Play(Fraction(1), HALF, single_leaves_on_first_day=True)
    regulation = plain(
        f"table.size={size}", f"rules.black={black}", "rules.vote.single_on_first_day=vote"
    )
    players = agents.cast("random:nominate=1,lift=0.5", size)
    found: Counter[int] = Counter()
    for played in mafia.blocks(regulation, players, n, seed=1):
        games = played.games
        found.update(((games.left == 1) & (games.left_on == 1)).sum(axis=1).tolist())
    chances = departures(size, play, first_day=True)
    assert set(found) <= set(chances)
    for many, chance in chances.items():
        assert abs(z(found[many], n, chance)) < 4


@pytest.mark.parametrize("n", LENGTHS)
def test_the_first_killed_is_the_sheriff_once_in_seven_games_and_names_three_by_lot(n: int) -> None:
    regulation = plain("rules.vote.first_day=nobody_leaves", "scoring.best_move={ three = 0.5 }")
    sheriffs, named = 0, Counter[int]()
    for played in mafia.blocks(regulation, agents.cast("random", 10), n, seed=2):
        games = played.games
        killed = np.argmax(games.shot(1), axis=1)
        assert games.shot(1).sum(axis=1).tolist() == [1] * len(games)
        roles = games.roles[np.arange(len(games)), killed]
        sheriffs += int((roles == Role.SHERIFF).sum())
        black = np.take_along_axis(games.black, games.best_move.astype(int), axis=1)
        named.update(black.sum(axis=1).tolist())
    assert abs(z(sheriffs, n, Fraction(1, 7))) < 4
    for many in range(4):
        chance = Fraction(comb(3, many) * comb(6, 3 - many), comb(9, 3))
        assert abs(z(named[many], n, chance)) < 4


# ---- Scripted players


SCRIPTS = [
    ("last_word=0,comes_out=0", 0.068750, 0.114286),
    ("last_word=1,comes_out=0", 0.120794, 0.228623),
    ("last_word=1,comes_out=1", 0.183640, 0.283371),
]


@pytest.mark.parametrize("n", LENGTHS_OF_SLOW)
@pytest.mark.parametrize(("script", "one_leaves", "nobody_leaves"), SCRIPTS)
def test_scripted_games_are_won_as_often_as_they_should_be(
    script: str, one_leaves: float, nobody_leaves: float, n: int
) -> None:
    for changes, chance in (
        (["rules.vote.single_on_first_day=vote"], one_leaves),
        ([], nobody_leaves),
    ):
        found = winners(plain(*changes), f"scripted:{script}", n, seed=4)
        assert found[Winner.DRAW] == 0
        assert abs(z(found[Winner.RED], n, chance)) < 4


def test_a_script_without_words_ends_as_the_fractions_say() -> None:
    ends = {(3, 3): 0.43750, (2, 2): 0.32500, (1, 1): 0.16875, (3, 0): 0.05625, (5, 0): 0.01250}
    found: Counter[tuple[int, int]] = Counter()
    regulation = plain("rules.vote.single_on_first_day=vote")
    players = agents.cast("scripted:last_word=0,comes_out=0", 10)
    for played in mafia.blocks(regulation, players, SHORT, seed=6):
        alive = played.games.left == -1
        red = (alive & played.games.red).sum(axis=1).tolist()
        black = (alive & played.games.black).sum(axis=1).tolist()
        found.update(zip(red, black, strict=True))
    assert set(found) == set(ends)
    for end, chance in ends.items():
        assert abs(z(found[end], SHORT, chance)) < 4


def test_the_sheriffs_first_check_is_worth_points() -> None:
    # Effects of readings: no check in night 1 costs four to five points.
    chances: Sequence[tuple[list[str], float]] = (
        (["rules.vote.single_on_first_day=vote"], 0.140),
        ([], 0.240),
    )
    for changes, chance in chances:
        regulation = plain("rules.night.sheriff_first_check=2", *changes)
        found = winners(regulation, "scripted", SHORT, seed=7)
        assert abs(found[Winner.RED] / SHORT - chance) < 0.012
