from __future__ import annotations

import numpy as np
import pytest

from mafsim import agents
from mafsim.agents import KINDS
from mafsim.games import Games
from mafsim.mafia import play
from mafsim.regulations import Regulation, load, set_values
from mafsim.tournament.block import play_block
from mafsim.tournament.book import OBLIVIOUS, Book
from mafsim.tournament.event import event

COLUMNS = (
    *("entrants", "roles", "winner", "ended", "left", "left_on", "best_move", "best_player"),
    *("best_player_votes", "fouls", "additional", "penalty", "disqualified", "reveals"),
)


def variant(*changes: str, base: str = "ugra-2021") -> Regulation:
    return set_values(load(base), changes)


@pytest.mark.parametrize(
    ("changes", "common"),
    [
        # All twelve qualifying rounds, and of the finals what the other points have not dealt anew.
        (["scoring.best_move.three=0.75"], range(12 * 3 * 4, 15 * 3 * 4)),
        (["ranking.tie_breaks=[]"], range(15 * 3 * 4 - 30, 15 * 3 * 4 + 1)),
        (["rules.vote.at_four=no_lift"], range(1)),
    ],
)
def test_what_is_in_the_book_is_what_would_be_played(changes: list[str], common: range) -> None:
    book = Book()
    play_block(event(load("ugra-2021"), effort=0), 0, 4, book=book)
    other = event(variant(*changes), effort=0)

    shared = play_block(other, 0, 4, book=book)
    alone = play_block(other, 0, 4)

    assert book.shared in common
    assert book.played + book.shared == 2 * 15 * 3 * 4
    for column in COLUMNS:
        assert np.array_equal(getattr(shared.games, column), getattr(alone.games, column)), column
    assert np.array_equal(shared.points, alone.points)
    assert np.array_equal(shared.days, alone.days)


def test_who_plays_for_points_plays_anew_where_they_are_others() -> None:
    book = Book()
    hunters = "2*hunter+28*human"
    play_block(event(load("ugra-2021"), agents=hunters, effort=0), 0, 2, book=book)
    play_block(
        event(variant("scoring.best_move.three=0.75"), agents=hunters, effort=0), 0, 2, book=book
    )

    assert book.shared == 0


@pytest.mark.parametrize("kind", sorted(OBLIVIOUS))
def test_what_is_paid_does_not_change_how_these_play(kind: str) -> None:
    dear = variant("scoring.best_move.three=5", "scoring.outcome.don={win=9, loss=-9}")
    players = agents.cast(kind, 10)

    one, other = (play(each, players, 300, seed=1).games for each in (load("ugra-2021"), dear))

    assert isinstance(one, Games)
    assert np.array_equal(one.votes, other.votes)
    assert np.array_equal(one.winner, other.winner)
    assert np.array_equal(one.best_move, other.best_move)


def test_every_other_kind_is_one_that_plays_for_points() -> None:
    assert set(KINDS) - OBLIVIOUS == {"hunter"}
