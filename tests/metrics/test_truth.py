"""Strength against places: slow plain definitions, and a population whose figures have closed forms."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache

import numpy as np
import pytest

from mafsim.games import Array, Games, ShapkaGames
from mafsim.metrics import figures, totals
from mafsim.metrics.block import Block, chance_in_top
from mafsim.metrics.registry import METRICS
from mafsim.regulations import load, set_values
from mafsim.tournament.outcome import Outcome
from tests.metrics.blocks import OMSK, TOGLIATTI, UGRA, block, outcome_of, roster_of

EVENTS = {"ugra": UGRA, "omsk": OMSK, "togliatti": TOGLIATTI}
TOURNAMENTS = [(name, t) for name in EVENTS for t in range(5)]
MILLIONTH = 2e-6
"""How far a share of one tournament may be rounded, and the share of a share."""


@cache
def played(event: str) -> Outcome:
    return block(EVENTS[event], 5, levels=4)


def of(name: str, event: str, t: int) -> dict[str, float]:
    """Give what a metric has found in one tournament: x by y."""
    metric = METRICS[name]
    sample = metric.of(Block(played(event)))
    scale = getattr(metric.method, "scale", 1)
    found = dict(zip(sample.names, sample.values[t].tolist(), strict=True))
    return {key: x / y / scale for key, (x, y) in found.items() if y}


def truth(event: str, t: int) -> tuple[list[float], list[int]]:
    """Give strength and place of everyone who is ranked."""
    outcome = played(event)
    final = outcome.final
    strength = [0.0] * len(final)
    for entrant, unit in enumerate(final.units.of_entrant.tolist()):
        strength[unit] += float(outcome.skill[t, entrant])
    return strength, final.place[t].tolist()


def lots(places: Sequence[float]) -> Iterator[list[int]]:
    """Give every order that lots may make of those who share places."""
    groups = [
        list(itertools.permutations([i for i, each in enumerate(places) if each == place]))
        for place in sorted(set(places))
    ]
    for order in itertools.product(*groups):
        yield [i for group in order for i in group]


@pytest.mark.parametrize(("event", "t"), TOURNAMENTS)
def test_the_best_wins_as_often_as_lots_let_him(event: str, t: int) -> None:
    strength, place = truth(event, t)
    best = [i for i, each in enumerate(strength) if each == max(strength)]
    first = [i for i, each in enumerate(place) if each == 0]
    chance = Fraction(sum(b == f for b in best for f in first), len(best) * len(first))
    assert of("best_wins", event, t)[""] == pytest.approx(float(chance), abs=MILLIONTH)


@pytest.mark.parametrize(("event", "t"), TOURNAMENTS)
def test_the_best_is_in_the_top_as_often_as_lots_let_him(event: str, t: int) -> None:
    strength, place = truth(event, t)
    best = [i for i, each in enumerate(strength) if each == max(strength)]
    for k, value in of("best_in_top", event, t).items():
        chances = []
        for i in best:
            ahead = sum(each < place[i] for each in place)
            equal = sum(each == place[i] for each in place)
            chances.append(sum(ahead + lot < int(k) for lot in range(equal)) / equal)
        assert value == pytest.approx(sum(chances) / len(best), abs=MILLIONTH)


def test_chances_in_the_top_are_those_of_every_lot() -> None:
    rng = np.random.default_rng(1)
    for _ in range(40):
        values = rng.integers(0, 4, 6)
        place = [int((values > each).sum()) for each in values]
        for k in range(1, 7):
            orders = list(lots(place))
            wanted = [sum(i in order[:k] for order in orders) / len(orders) for i in range(6)]
            told = chance_in_top(np.array([place]), k)[0] / 1e6
            assert told == pytest.approx(wanted, abs=MILLIONTH)


@pytest.mark.parametrize(("event", "t"), TOURNAMENTS)
def test_the_overlap_counts_who_would_be_there_by_strength(event: str, t: int) -> None:
    outcome = played(event)
    strength, place = truth(event, t)
    told = of("top_overlap", event, t)

    def due(i: int, k: int) -> float:
        stronger = sum(each > strength[i] for each in strength)
        equal = sum(each == strength[i] for each in strength)
        return sum(stronger + lot < k for lot in range(equal)) / equal

    for part in outcome.parts:
        if part.goes is not None and event != "ugra":  # whose cut leaves nobody out
            goes = np.flatnonzero(part.goes[t]).tolist()
            wanted = sum(due(i, len(goes)) for i in goes) / len(goes)
            assert told.pop(part.name) == pytest.approx(wanted, abs=MILLIONTH)
    podium = sum(due(i, 3) for i, each in enumerate(place) if each < 3)
    if sorted(place)[:4] == [0, 1, 2, 3]:
        assert told["podium"] == pytest.approx(podium / 3, abs=MILLIONTH)


@pytest.mark.parametrize(("event", "t"), [each for each in TOURNAMENTS if each[0] != "ugra"])
def test_the_best_is_lost_where_he_was_in_and_does_not_go_on(event: str, t: int) -> None:
    outcome = played(event)
    strength, _ = truth(event, t)
    best = [i for i, each in enumerate(strength) if each == max(strength)]
    told = of("best_lost", event, t)
    inside = set(range(len(strength)))
    for part in outcome.parts:
        if part.goes is not None:
            goes = set(np.flatnonzero(part.goes[t]).tolist())
            lost = sum(i in inside - goes for i in best) / len(best)
            assert told[part.name] == pytest.approx(lost, abs=MILLIONTH)
            inside &= goes
    assert sum(told.values()) <= 1 + MILLIONTH


@pytest.mark.parametrize(("event", "t"), TOURNAMENTS)
def test_the_winner_has_the_middle_of_the_places_of_equals(event: str, t: int) -> None:
    strength, place = truth(event, t)
    line = sorted(strength, reverse=True)
    first = [i for i, each in enumerate(place) if each == 0]
    ranks = [np.mean([k + 1 for k, each in enumerate(line) if each == strength[i]]) for i in first]
    assert of("winner_rank", event, t)[""] == pytest.approx(np.mean(ranks), abs=0.001)


def tau_b(x: Sequence[float], y: Sequence[float]) -> float:
    """Kendall's tau-b, pair by pair, as Kendall (1945) defines it."""
    together = apart = only_x = only_y = 0
    for i, j in itertools.combinations(range(len(x)), 2):
        a, b = x[i] - x[j], y[i] - y[j]
        if a * b > 0:
            together += 1
        elif a * b < 0:
            apart += 1
        elif a != 0:
            only_x += 1
        elif b != 0:
            only_y += 1
    decided = together + apart
    return (together - apart) / math.sqrt((decided + only_x) * (decided + only_y))


def spearman(x: Sequence[float], y: Sequence[float]) -> float:
    """Pearson's correlation of ranks, equal values having the mean of theirs."""

    def ranks(values: Sequence[float]) -> list[float]:
        line = sorted(values)
        return [float(np.mean([k for k, v in enumerate(line) if v == each])) for each in values]

    return float(np.corrcoef(ranks(x), ranks(y))[0, 1])


@pytest.mark.parametrize(("event", "t"), TOURNAMENTS)
def test_correlations_are_those_of_the_plain_definitions(event: str, t: int) -> None:
    strength, place = truth(event, t)
    higher = [-each for each in place]
    assert of("kendall_tau", event, t)[""] == pytest.approx(tau_b(strength, higher), abs=1e-6)
    assert of("spearman", event, t)[""] == pytest.approx(spearman(strength, higher), abs=1e-6)


def test_known_values_of_tau_b() -> None:
    """By hand: (1, 2, 3, 4) and (1, 3, 2, 4) have 5 pairs agreeing and 1 not; one tie takes one pair."""
    assert tau_b([1, 2, 3, 4], [1, 3, 2, 4]) == pytest.approx(4 / 6)
    assert tau_b([1, 1, 2], [1, 2, 3]) == pytest.approx(2 / math.sqrt(2 * 3))


def test_equal_strength_leaves_no_correlation_and_one_nth_of_the_wins() -> None:
    outcome = block(UGRA, 4, levels=1)
    found = figures(totals(outcome))
    assert "kendall_tau" not in found
    assert "spearman" not in found
    assert found["best_wins"].value == pytest.approx(1 / 15, abs=MILLIONTH)
    assert found["winner_rank"].value == 8.0  # the middle of 15


@pytest.mark.parametrize("event", EVENTS)
def test_reliability_is_the_stepped_up_correlation_of_halves(event: str) -> None:
    outcome = played(event)
    units = outcome.final.units.of_entrant
    halves = np.zeros((2, 5, len(outcome.final)))
    games = outcome.games
    for game in range(len(games)):
        round_ = int(games.round[game])
        common = {"ugra": 12, "omsk": 6, "togliatti": 1}[event]
        if round_ >= (common // 2 * 2 if isinstance(games, Games) else common):
            continue
        for seat, entrant in enumerate(games.entrants[game].tolist()):
            place = int(games.tournament[game]), int(units[entrant])
            if isinstance(games, ShapkaGames):
                for half in range(2):
                    halves[half][place] += int(games.words[game, seat, half].sum())
            else:
                halves[round_ % 2][place] += int(outcome.points[game, seat].sum())
    one, other = (each - each.mean(axis=1, keepdims=True) for each in halves)
    r = (one * other).sum() / math.sqrt((one**2).sum() * (other**2).sum())
    assert figures(totals(outcome))["split_half"].value == pytest.approx(2 * r / (1 + r))


# ---- Two levels: a few strong, the others weak, and everybody's wins are tosses of his own coin.

STRONG, WEAK, ROUNDS, N = 0.6, 0.4, 8, 30
PLAIN = set_values(
    load("omsk-2012"),
    (
        *(f"scoring.outcome.{role}.win=1" for role in ("civilian", "sheriff", "mafia", "don")),
        *(f"scoring.outcome.{role}.loss=0" for role in ("civilian", "sheriff", "mafia", "don")),
        "scoring.best_player.points=0",
        "ranking.tie_breaks=[]",
    ),
)


def two_levels(strong: int, tournaments: int, seed: int = 0) -> Outcome:
    """Let every seat win by its own coin, heads with 0.6 for the strong and with 0.4 for the others.

    In a record of Mafia sides win: who has won is of the side that has, and which one it is, is another
    coin's, so that roles tell nothing.
    """
    rng = np.random.default_rng(seed)
    roster = roster_of(PLAIN)
    skill = np.zeros((tournaments, N))
    skill[:, :strong] = 1.0
    who = rng.permuted(np.tile(np.arange(N), (tournaments * ROUNDS, 1)), axis=1)
    chance = np.where(who < strong, STRONG, WEAK)
    won: Array = rng.random(who.shape) < chance
    shape = (tournaments * ROUNDS * 3, 10)
    stage = np.repeat(np.arange(3), [4, 2, 2])
    red = rng.random(shape[0]) < 0.5
    games = Games(
        roster=roster,
        stages=tuple(each.name for each in PLAIN.stages),
        tournament=np.repeat(np.arange(tournaments), ROUNDS * 3),
        round=np.tile(np.repeat(np.arange(ROUNDS), 3), tournaments),
        stage=np.tile(np.repeat(stage, 3), tournaments),
        table=np.tile(np.arange(3), tournaments * ROUNDS),
        entrants=who.reshape(shape),
        roles=np.where(won.reshape(shape) == red[:, None], 0, 2),
        winner=np.where(red, 0, 1),
    )
    return outcome_of(PLAIN, games, skill)


def binomial(n: int, p: float) -> list[float]:
    return [math.comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1)]


def test_one_strong_among_weak_wins_as_often_as_the_closed_form_says() -> None:
    """He has k wins; each of the 29 others has fewer, or as many and then a lot decides.

    P = sum over k of P(k) sum over j of C(29, j) P'(k)^j P'(< k)^(29 - j) / (j + 1)
      = sum over k of P(k) (P'(<= k)^30 - P'(< k)^30) / (30 P'(k)).
    """
    own, others = binomial(ROUNDS, STRONG), binomial(ROUNDS, WEAK)
    wanted = 0.0
    for k in range(ROUNDS + 1):
        below, upto = sum(others[:k]), sum(others[: k + 1])
        wanted += own[k] * (upto**N - below**N) / (N * others[k])
    figure = figures(totals(two_levels(1, 4000)))["best_wins"]
    # Five standard errors of a proportion, which a mean of parts of one does not exceed.
    assert abs(figure.value - wanted) < 5 * math.sqrt(wanted * (1 - wanted) / 4000)


def test_half_strong_half_weak_are_as_reliable_as_the_closed_form_says() -> None:
    """Points are binomial: between people R^2 d^2 / 4 for coins that differ by d, inside R p (1 - p).

    The share of the first in both is the reliability of the whole, to which halves are stepped up.
    """
    between = (ROUNDS * (STRONG - WEAK)) ** 2 / 4
    chance = ROUNDS * (STRONG * (1 - STRONG) + WEAK * (1 - WEAK)) / 2
    found = figures(totals(two_levels(15, 2000)), 0.99999)["split_half"]
    assert found.holds(between / (between + chance))
    assert found.half_width is not None
    assert found.half_width < 0.05


def coins_in_the_hat(strong: int, tournaments: int) -> Outcome:
    """Play one tour in which every pair tosses eight coins, two in each part, for its words."""
    rng = np.random.default_rng(5)
    regulation = set_values(TOGLIATTI, ("ranking.tie_breaks=[]",))
    single = regulation.model_copy(update={"stages": regulation.stages[:1]})
    pairs = 45
    skill = np.zeros((tournaments, pairs))
    skill[:, :strong] = 1.0
    who = rng.permuted(np.tile(np.arange(pairs), (tournaments, 1)), axis=1).reshape(-1, 3)
    chance = np.where(who < strong, STRONG, WEAK)
    games = ShapkaGames(
        roster=roster_of(single),
        stages=("qualifying-1",),
        tournament=np.repeat(np.arange(tournaments), 15),
        table=np.tile(np.arange(15), tournaments),
        entrants=who,
        words=rng.binomial(ROUNDS // 4, chance[:, :, None, None], (*who.shape, 2, 2)),
    )
    return outcome_of(single, games, skill, days=np.empty(0, dtype=np.int8))


def test_skill_has_the_share_of_the_variance_that_the_closed_form_says() -> None:
    """Fifteen of 45 pairs are strong, five whole teams: between pairs R^2 d^2 q (1 - q), q = 1/3.

    Of a team the same thrice over: 9 times the variance between, 3 times that of the coins.
    """
    q = 1 / 3
    between = (ROUNDS * (STRONG - WEAK)) ** 2 * q * (1 - q)
    chance = ROUNDS * (q * STRONG * (1 - STRONG) + (1 - q) * WEAK * (1 - WEAK))
    found = figures(totals(coins_in_the_hat(15, 3000)), 0.99999)
    assert found["variance_skill"].holds(between / (between + chance))
    assert found["split_half"].holds(9 * between / (9 * between + 3 * chance))
    for factor in ("seat", "table", "opponents"):
        # Columns that say nothing are given a little, as in any regression: one part of the cases each.
        assert found[f"variance_{factor}"].value < 0.002, factor
    assert found["variance_judge"].value == 0.0
    half = found["variance_skill"].half_width
    assert half is not None
    assert half < 0.02


def test_a_strict_order_by_two_levels_has_its_own_tau() -> None:
    """Where every strong one is above every weak one, tau-b is the root of s w / (n (n - 1) / 2).

    All s w mixed pairs agree, strength parts no others, and places part all pairs.
    """
    outcome = two_levels(10, 1)
    place = np.arange(N, dtype=np.int16)[None, :]
    object.__setattr__(outcome.players, "place", place)
    x, y = METRICS["kendall_tau"].of(Block(outcome)).values[0, 0].tolist()
    assert x / 1e6 / y == pytest.approx(math.sqrt(10 * 20 / (N * (N - 1) / 2)), abs=1e-6)
