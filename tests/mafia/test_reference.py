"""The engine keeps the rules: an independent referee agrees with every row of its logs."""

from __future__ import annotations

from collections import Counter
from random import Random

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mafsim import agents, mafia
from mafsim.agents.rules import ACTS
from mafsim.games import EMPTY, Ballot
from mafsim.mafia import Incident
from mafsim.regulations import Regulation, load
from tests.laws import enough, times
from tests.mafia.reference import Act, Drawn, Referee, When, replay
from tests.mafia.variants import BASES, regulations

WILD = "tests.mafia.wild:WILD"
LAW = settings(max_examples=times(60), suppress_health_check=[HealthCheck.too_slow])


@pytest.mark.parametrize("name", BASES)
@pytest.mark.parametrize("kind", ["random", WILD, f"{WILD}:foul=0.05", f"{WILD}:hit=0.4,pass=0.4"])
def test_the_referee_agrees_with_the_engine(name: str, kind: str) -> None:
    regulation = load(name)
    played = mafia.play(regulation, agents.cast(kind, 10), enough(25), seed=1, log=True)
    for game in range(enough(25)):
        replay(played, game, regulation)


@given(regulations(), st.integers(0, 2**32), st.sampled_from([0.0, 0.02, 0.1]))
@LAW
def test_the_referee_agrees_under_every_variant_of_the_rules(
    regulation: Regulation, seed: int, foul: float
) -> None:
    players = agents.cast(f"{WILD}:foul={foul}", 10)
    played = mafia.play(regulation, players, enough(5), seed=seed, log=True)
    for game in range(enough(5)):
        replay(played, game, regulation)


DAYTIME = ("out_of_turn", "insult", "swearing_at", "oath", "hall")
NIGHTTIME = ("night_conduct", "night_word", "night_gesture")
STEPS = {When.SPEECHES: 9, When.BEFORE_VOTE: 0, When.VOTE: 3, When.RESULT: 0, When.NIGHT: 2}


@st.composite
def acts(draw: st.DrawFn) -> Act:
    when = draw(st.sampled_from(list(When)))
    act = draw(st.sampled_from(NIGHTTIME if when == When.NIGHT else DAYTIME))
    day, step = draw(st.integers(1, 3)), draw(st.integers(0, STEPS[when]))
    return Act(when, day, step, draw(st.integers(0, 9)), act)


@given(regulations(), st.lists(acts(), min_size=1, max_size=5), st.integers(0, 2**32))
@LAW
def test_the_referee_agrees_about_every_removal(
    regulation: Regulation, done: list[Act], seed: int
) -> None:
    incidents = [
        Incident(
            day=each.day, when=mafia.When(each.when), seat=each.seat, act=each.act, step=each.step
        )
        for each in done
    ]
    players = agents.cast(WILD, 10)
    played = mafia.play(regulation, players, enough(4), seed=seed, log=True, incidents=incidents)
    for game in range(enough(4)):
        replay(played, game, regulation, done)


def test_every_act_is_asked_about() -> None:
    assert {*DAYTIME, *NIGHTTIME} <= set(ACTS)


# The same frequencies, with decisions of each one's own.


def drawn_games(regulation: Regulation, n: int, **chances: float) -> Counter[tuple[str, int]]:
    """Count games that the referee has played with decisions drawn by lot."""
    counts: Counter[tuple[str, int]] = Counter()
    rng = Random(20)
    for _ in range(n):
        roles = [0] * 6 + [1] + [2] * 2 + [3]
        rng.shuffle(roles)
        referee = Referee(regulation, roles, Drawn(rng, roles, **chances))
        referee.play()
        out = [referee.left[s] == 1 and referee.left_on[s] == 1 for s in range(10)]
        counts["winner", referee.winner] += 1
        counts["days", referee.days] += 1
        counts["out on day 1", sum(out)] += 1
        counts["stayed", referee.left.count(EMPTY)] += 1
        counts["ballots", len(referee.votes)] += 1
    return counts


def engine_games(regulation: Regulation, n: int, kind: str) -> Counter[tuple[str, int]]:
    """Count games of the engine, by what both have written down."""
    played = mafia.play(regulation, agents.cast(kind, 10), n, seed=5)
    games = played.games
    counted = {
        "winner": games.winner,
        "days": played.days,
        "out on day 1": ((games.left == 1) & (games.left_on == 1)).sum(axis=1),
        "stayed": (games.left == EMPTY).sum(axis=1),
        "ballots": (games.vote_kind != EMPTY).sum(axis=1),
    }
    return Counter(
        {
            (name, int(value)): int(many)
            for name, values in counted.items()
            for value, many in zip(*np.unique(values, return_counts=True), strict=True)
        }
    )


@pytest.mark.slow
@pytest.mark.parametrize("name", BASES)
def test_frequencies_agree_with_decisions_of_their_own(name: str) -> None:
    """Every share is within four deviations: the referee's 1,500 games against 100,000."""
    regulation = load(name)
    n, many = 1_500, 100_000
    own = drawn_games(regulation, n, nominate=0.5, lift=0.5)
    engine = engine_games(regulation, many, "random:nominate=0.5,lift=0.5")
    for key in own.keys() | engine.keys():
        share = (own[key] + engine[key]) / (n + many)
        deviation = (share * (1 - share) * (1 / n + 1 / many)) ** 0.5
        assert abs(own[key] / n - engine[key] / many) < max(4 * deviation, 3 / n), key


def test_a_lift_is_a_ballot_of_its_own_kind() -> None:
    played = mafia.play(load("plain"), agents.cast("random:lift=1", 10), 500, seed=2)
    lifts = played.games.votes[played.games.vote_kind == Ballot.LIFT]
    assert len(lifts) > 20
    assert set(np.unique(lifts)) <= {EMPTY, 0, 1}
