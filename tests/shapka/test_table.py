"""A table of Shapka keeps the rules: against a slow referee, closed forms, and what must always hold."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mafsim import shapka
from mafsim.errors import UsageError
from mafsim.regulations import Regulation, load
from mafsim.shapka import World, usual
from mafsim.shapka.parameters import Breaches, Hat, Turn, Way
from tests.laws import times
from tests.shapka import reference
from tests.shapka.worlds import drawn, plain, played, regulation

GAMES = 20_000
"""How many games a mean is taken over; three pairs with four turns each play in one."""


@st.composite
def regulations(draw: st.DrawFn) -> Regulation:
    """Draw the rules of a table: every switch that a regulation has."""
    return regulation(
        f"rules.shapka.seconds={draw(st.integers(1, 60))}",
        f"rules.shapka.turns={draw(st.integers(1, 3))}",
        f"rules.shapka.explains={draw(st.sampled_from(['alternate', 'first']))}",
        f"rules.shapka.passing={draw(st.sampled_from(['true', 'false']))}",
        f"rules.shapka.unguessed={draw(st.sampled_from(['out', 'back']))}",
    )


@st.composite
def worlds(draw: st.DrawFn) -> World:
    """Draw words, time and breaches, small hats and hard words among them."""
    tenths = st.integers(1, 100).map(lambda n: n / 10)
    return World(
        hat=Hat(
            words=draw(st.integers(1, 120)),
            difficulty=draw(st.integers(0, 20)) / 10,
            hats=draw(st.integers(0, 5)) / 10,
        ),
        turn=Turn(taking=draw(st.integers(0, 30)) / 10, patience=draw(tenths)),
        ways=tuple(Way(seconds=draw(tenths), spoiled=draw(st.integers(0, 300))) for _ in range(4)),
        breaches=Breaches(at_table=draw(st.integers(0, 200)), away=0),
        people=usual().people,
    )


@given(regulations(), worlds(), st.integers(0, 2**32))
@settings(max_examples=times(60))
def test_a_slow_referee_agrees_word_by_word(rules: Regulation, world: World, seed: int) -> None:
    pairs, tournaments = 6, 2
    speed = drawn(world, tournaments, pairs=pairs, seed=seed)
    games = played(rules, world, tournaments, pairs=pairs, seed=seed)
    slowness = shapka.slowness(speed, world)
    starts = shapka.starts(seed, 0, tournaments)
    for game in range(len(games)):
        t = int(games.tournament[game])
        told = reference.play(
            int(starts[t]),
            int(games.round[game]),
            int(games.table[game]),
            games.entrants[game].tolist(),
            slowness[t].tolist(),
            rules.rules.shapka,
            world,
        )
        for (seat, half, part), words in told.words.items():
            assert games.words[game, seat, half, part] == words
        assert games.breaches[game].tolist() == [told.breaches[seat] for seat in range(3)]


def erlang(seconds: float, mean: float, taking: float) -> list[float]:
    """Give the chances of at least 1, 2, ... words in a turn, where all words are equally hard.

    The n-th word is guessed in time if n words' taking and a sum of n exponential times fit into the
    turn: with x = (seconds - n taking) / mean, P(N >= n) = P(Gamma(n) <= x), which is
    1 - sum over k < n of x^k exp(-x) / k!. Chances below one in a billion are left out.
    """
    found: list[float] = []
    while (x := (seconds - (len(found) + 1) * taking) / mean) > 0:
        n = len(found) + 1
        terms = [math.exp(k * math.log(x) - x - math.lgamma(k + 1)) for k in range(n)]
        if (chance := 1.0 - sum(terms)) < 1e-9:
            break
        found.append(chance)
    return found


@pytest.mark.parametrize(
    ("seconds", "mean", "taking"), [(30, 4.0, 1.0), (30, 9.0, 0.5), (12, 2.0, 3.0)]
)
def test_equally_hard_words_come_as_often_as_the_closed_form_says(
    seconds: int, mean: float, taking: float
) -> None:
    rules = regulation(f"rules.shapka.seconds={seconds}")
    words = played(rules, plain(seconds=mean, taking=taking), GAMES).words
    told = np.bincount(words.ravel(), minlength=40)
    chances = erlang(seconds, mean, taking)
    for n, chance in enumerate(chances, 1):
        seen = told[n:].sum() / words.size
        # Five standard errors: one in two million, a few dozen times.
        assert abs(seen - chance) < 5 * math.sqrt(chance * (1 - chance) / words.size) + 1e-9, n
    assert told[len(chances) + 1 :].sum() <= 1


def expected(seconds: float, means: dict[float, float], taking: float, step: float) -> float:
    """Give the expected words of a turn where words have several means, each with its chance.

    An exact recursion over the time left, on a grid:
    m(t) = sum over s of P(guessed in s) (1 + m(t - taking - s)).
    """
    steps, take = round(seconds / step), round(taking / step)
    by_then = [
        sum(p * (1.0 - math.exp(-k * step / mean)) for mean, p in means.items())
        for k in range(steps + 1)
    ]
    value = [0.0] * (steps + 1)
    for k in range(take + 1, steps + 1):
        for s in range(1, k - take + 1):
            after = (value[k - take - s] + value[k - take - s + 1]) / 2
            value[k] += (by_then[s] - by_then[s - 1]) * (1.0 + after)
    return value[steps]


def test_a_hard_word_eats_the_time() -> None:
    """With easy and hard words of one average, fewer are guessed than with equal ones beyond the turn."""
    world = plain(difficulty=1.0, seconds=4.0)
    levels = shapka.words.levels(1.0, 1024)
    means = {4.0 * float(level): 1 / 1024 for level in levels}
    words = played(regulation(), world, GAMES).words
    wanted = expected(30.0, means, 1.0, 0.25)
    error = words.std() / math.sqrt(words.size)
    assert abs(words.mean() - wanted) < 5 * error + 0.01
    equal = 4.0 * float(levels.mean())
    assert words.mean() > sum(erlang(30.0, equal, 1.0)) + 0.5


def test_a_small_hat_gets_empty() -> None:
    rules = regulation("rules.shapka.unguessed=out")
    words = played(rules, plain(words=10, seconds=2.0), 500).words
    assert words.sum(axis=(1, 2, 3)).max() <= 10
    assert words[:, :, 1].sum() == 0


def test_a_word_that_is_put_back_is_guessed_later() -> None:
    """A hat of one word: once out it is gone; put back, somebody guesses it in the end."""
    world = plain(words=1, seconds=15.0)
    out, back = (
        played(regulation(f"rules.shapka.unguessed={rule}"), world, 4000).words.sum(axis=(1, 2, 3))
        for rule in ("out", "back")
    )
    guessed = 1.0 - math.exp(-29.0 / 15.0)
    for seen, chance in ((out.mean(), guessed), (back.mean(), 1.0 - (1.0 - guessed) ** 12)):
        assert abs(seen - chance) < 5 * math.sqrt(chance * (1 - chance) / 4000) + 1e-9


def test_passing_costs_patience_and_no_more() -> None:
    """With words that nobody guesses, a pair takes out one after the other and gets nothing."""
    world = plain(seconds=1e9, taking=1.0, patience=4.0, words=100)
    passing = regulation("rules.shapka.passing=true", "rules.shapka.seconds=30")
    assert played(passing, world, 50).words.sum() == 0
    told = reference.play(7, 0, 0, [0, 1, 2], [[[1e9] * 4] * 2] * 3, passing.rules.shapka, world)
    # 30 seconds are six times a word of 1 + 4 seconds; after the sixth 0 are left.
    assert told.taken == 12 * 6


def test_passing_helps_where_words_differ() -> None:
    world = plain(difficulty=1.5, patience=5.0)
    without = played(regulation(), world, 4000).words.mean()
    with_ = played(regulation("rules.shapka.passing=true"), world, 4000).words.mean()
    assert with_ > without + 0.5


def test_a_spoiled_word_takes_its_time_and_does_not_count() -> None:
    clean, spoiled = (played(regulation(), plain(spoiled=many), GAMES).words for many in (0, 250))
    assert (spoiled <= clean).all()
    assert abs(spoiled.sum() / clean.sum() - 0.75) < 0.005


def test_partners_alternate_from_part_to_part() -> None:
    """The first of each pair never gets a word across: parts in which he explains bring none."""
    world = plain()
    speed = np.zeros((200, 3, 2, 4))
    speed[:, :, 0] = -40.0
    alternate = played(regulation(), world, 200, speed=speed).words.sum(axis=(0, 1))
    assert (alternate[:, 0] == 0).all()
    assert (alternate[:, 1] > 0).all()
    first = regulation("rules.shapka.explains=first")
    assert played(first, world, 200, speed=speed).words.sum() == 0
    twice = played(regulation("rules.shapka.turns=2"), world, 200, speed=speed).words.sum(
        axis=(0, 1)
    )
    assert (twice > 0).all()


def test_each_part_is_explained_in_its_own_way() -> None:
    for way in range(4):
        world = plain(seconds=1e9)
        ways = tuple(
            replace(each, seconds=2.0) if index == way else each
            for index, each in enumerate(world.ways)
        )
        words = played(regulation(), replace(world, ways=ways), 50).words.sum(axis=(0, 1))
        assert np.flatnonzero(words.ravel()).tolist() == [way]


def test_a_pair_has_the_same_luck_whoever_sits_beside_it() -> None:
    """A fast neighbour takes more words, and of words that are all alike one is as good as another."""
    world = plain()
    slow = np.zeros((300, 3, 2, 4))
    fast = slow.copy()
    fast[:, 1:] = 0.7
    one, other = (played(regulation(), world, 300, speed=speed).words for speed in (slow, fast))
    assert (one[:, 0] == other[:, 0]).all()
    assert other[:, 1:].sum() > 1.2 * one[:, 1:].sum()


def test_the_order_of_play_favours_nobody() -> None:
    words = played(regulation(), usual(), GAMES).words.sum(axis=(2, 3))
    error = words.std() * math.sqrt(2 / len(words))
    assert np.ptp(words.mean(axis=0)) < 5 * error


def test_breaches_come_as_often_as_told() -> None:
    games = played(regulation(), plain(breach=50), GAMES)
    n = 12 * GAMES
    assert abs(games.breaches.sum() / n - 0.05) < 5 * math.sqrt(0.05 * 0.95 / n)


@given(st.integers(0, 50), st.integers(1, 20))
@settings(max_examples=times(20))
def test_a_tournament_is_the_same_in_any_block(first: int, n: int) -> None:
    whole = played(regulation(), usual(), first + n, pairs=6, seed=3)
    part = played(regulation(), usual(), n, pairs=6, seed=3, first=first)
    mine = whole.select(np.asarray(whole.tournament >= first))
    assert np.array_equal(mine.words, part.words)
    assert np.array_equal(mine.breaches, part.breaches)


def test_games_of_mafia_are_refused() -> None:
    speed = np.zeros((1, 3, 2, 4))
    with pytest.raises(UsageError, match="'plain' is a regulation of Mafia"):
        played(load("plain"), usual(), 1, speed=speed)


def test_halves_that_no_record_can_hold_are_refused() -> None:
    rules = regulation()
    shapka_rules = rules.rules.shapka.model_copy(update={"halves": (("words",), ("mime",))})
    other = rules.model_copy(
        update={"rules": rules.rules.model_copy(update={"shapka": shapka_rules})}
    )
    with pytest.raises(UsageError, match="two halves of two parts"):
        played(other, usual(), 1)
