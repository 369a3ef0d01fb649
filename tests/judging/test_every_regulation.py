"""Whatever happens at a table, the judge gives what the regulation lets him give, and no more."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mafsim.games import EMPTY, Games, Winner
from mafsim.judging import Judge, Worth, judge, usual
from mafsim.regulations import Regulation, load, names, set_values
from mafsim.scoring import forbidden, score, with_few_rewarded, without_best_player
from tests.laws import tried

MAFIA = tuple(name for name in names() if load(name).game == "mafia")
VARIANTS = (
    ("ugra-2021", ("scoring.additional.fewest_players=4",)),
    ("ugra-2021", ("scoring.additional.most_players=1", "scoring.additional.most_in_all=0.5")),
    ("ugra-2021", ("scoring.additional.step=0.05", "scoring.additional.most_in_all=0.95")),
    ("ugra-2021", ("scoring.additional.winner.approved_from=0.3",)),
    ("fiim", ("scoring.additional.drawn={least=0.1, most=0.3}",)),
    ("charlie-2016", ("scoring.best_player.compulsory=true", "scoring.best_player.side=any")),
    ("charlie-2016", ("scoring.best_player.side=winner_if_shared",)),
    ("omsk-2012", ("scoring.best_player.tie=judge", "scoring.best_player.side=winner")),
    ("omsk-2012", ("scoring.best_player.tie=judge", "scoring.best_player.voters=left")),
)
REGULATIONS = (*((name, ()) for name in MAFIA), *VARIANTS)
GENEROUS = Judge(
    red=Worth(seated=900, won=300), black=Worth(seated=700, against_red=200), noise=400
)
STINGY = Judge(red=Worth(seated=-900), black=Worth(seated=-900), noise=100, agrees=0)


def regulation_of(name: str, values: tuple[str, ...]) -> Regulation:
    regulation = load(name)
    return set_values(regulation, list(values)) if values else regulation


def refused(games: Games, regulation: Regulation) -> list[tuple[str, int, int | None]]:
    return [(each.key, each.game, each.seat) for each in forbidden(games, regulation)]


@pytest.mark.parametrize(("name", "values"), REGULATIONS)
def test_nothing_is_given_that_the_regulation_forbids(
    name: str, values: tuple[str, ...], wild_games: Callable[[Regulation], Any]
) -> None:
    regulation = regulation_of(name, values)

    @tried(24)
    @given(played=wild_games(regulation), who=st.sampled_from([usual(), GENEROUS, STINGY]))
    def law(played: Any, who: Judge) -> None:
        judged = judge(played, regulation, parameters=who)
        assert refused(judged, regulation) == refused(played.games, regulation)
        assert with_few_rewarded(judged, regulation) == 0
        if regulation.scoring.best_player and regulation.scoring.best_player.chosen_by == "judge":
            assert without_best_player(judged, regulation) == 0
        score(judged, regulation)

    law()


@pytest.mark.parametrize("name", MAFIA)
def test_a_record_alone_is_judged_without_what_it_does_not_tell(
    name: str, many_games: Callable[..., Any]
) -> None:
    regulation = load(name)
    games = many_games(regulation, seed=5, many=200).games
    judged = judge(games, regulation)
    assert refused(judged, regulation) == refused(games, regulation)
    silent = {"broke_on_day_1", "broke_at_four", "false_claim", "false_check", "lost_claim"}
    told = {judged.reasons[i] for i in np.unique(judged.penalty_reason) if i != EMPTY}
    assert not told & silent


def test_a_draw_brings_no_points_of_the_judge_where_they_are_forbidden(
    many_games: Callable[..., Any],
) -> None:
    regulation = load("ugra-2021")
    judged = judge(many_games(regulation, seed=1, many=600), regulation, parameters=GENEROUS)
    drawn = judged.winner == Winner.DRAW
    assert drawn.any()
    assert not judged.additional[drawn].any()
    assert judged.additional[~drawn].any(axis=1).all()
    assert not judged.penalty[drawn][judged.penalty_reason[drawn] == 0].any()


def test_what_nobody_judges_stays_as_it_was(many_games: Callable[..., Any]) -> None:
    regulation = load("omsk-2012")
    played = many_games(regulation, seed=2, many=100)
    judged = judge(played, regulation)
    assert np.array_equal(judged.best_player_votes, played.games.best_player_votes)
    assert not judged.additional.any()
    assert not judged.penalty.any()
