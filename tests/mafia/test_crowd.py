from __future__ import annotations

import numpy as np

from mafsim.agents.population import people, usual
from mafsim.mafia import play_seated
from mafsim.mafia.crowd import Crowd, play_crowd, starts, words_of
from mafsim.regulations import load
from mafsim.roster import numbered


def test_a_crowd_plays_the_same_games_as_the_same_players() -> None:
    regulation = load("ugra-2021")
    players = people(usual(), 20, seed=3)
    seated = np.array([np.random.default_rng(i).permutation(20)[:10] for i in range(30)])
    tournament, round_, table = np.arange(30) // 6, np.arange(30) % 3, np.arange(30) % 2
    crowd = Crowd(
        kinds=players[:1],
        kind=np.zeros(20, dtype=np.int64),
        parameters=np.array([each.parameters for each in players]),
        skill=np.array([each.skill for each in players]),
    )

    one = play_seated(
        regulation, players, seated, seed=8, tournament=tournament, round_=round_, table=table
    )
    words = words_of(starts(8, 0, 5)[tournament], round_, table)
    other = play_crowd(regulation, crowd, seated, words, roster=numbered(20))

    for name in ("roles", "winner", "left", "left_on", "votes", "fouls", "reveals", "best_move"):
        assert np.array_equal(getattr(one.games, name), getattr(other.games, name)), name
    assert np.array_equal(one.told, other.told)
    assert np.array_equal(one.broke, other.broke)
