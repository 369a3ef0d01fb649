from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from mafsim.agents import Spec, player
from mafsim.agents.human import advised as two_heads
from mafsim.agents.population import people as drawn_one_by_one
from mafsim.agents.population import usual
from mafsim.errors import UsageError
from mafsim.files.population import Level, People, usual_people
from mafsim.roster import Roster, numbered
from mafsim.tournament.people import advised, cast, draw

TEAMS = numbered(12, team_size=2)


def test_a_block_has_the_people_that_are_drawn_one_by_one() -> None:
    whole = draw(cast("human", usual_people(), TEAMS), TEAMS, seed=4, first=7, n=3)

    for number in range(3):
        players = drawn_one_by_one(usual(), 12, seed=4, tournament=7 + number)
        assert [each.skill for each in players] == whole.skill[number].tolist()
        assert [list(each.parameters) for each in players] == whole.parameters[number].tolist()


def test_who_has_an_adviser_is_the_player_that_human_advised_gives() -> None:
    who = cast("human", usual_people(), TEAMS)
    drawn = draw(who, TEAMS, seed=1, first=0, n=2)
    players = [
        each
        for number in range(2)
        for each in drawn_one_by_one(usual(), 12, seed=1, tournament=number)
    ]

    crowd = advised(drawn, who, np.array([0, 14]), np.array([1, 15]))

    for sits, behind in ((0, 1), (14, 15)):
        wanted = two_heads(players[sits], players[behind])
        assert crowd.kinds[crowd.kind[sits]].kind == "consigliere"
        assert crowd.parameters[sits] == pytest.approx(wanted.parameters, abs=1e-12)
    assert crowd.kinds[crowd.kind[1]].kind == "human"


def test_kinds_are_dealt_in_their_numbers_anew_in_each_tournament() -> None:
    who = cast("2*hunter+10*bayes", usual_people(), TEAMS)
    drawn = draw(who, TEAMS, seed=0, first=0, n=400)

    assert ((drawn.kind == 0).sum(axis=1) == 2).all()
    held = (drawn.kind == 0).sum(axis=0)
    # 400 draws of 2 out of 12: mean 66.7, standard deviation 7.5; six of them are allowed.
    assert abs(held - 400 / 6).max() < 45


def test_numbers_that_do_not_fill_the_roster_are_refused() -> None:
    with pytest.raises(UsageError, match="names 5 players, but 12"):
        cast("2*hunter+3*bayes", usual_people(), TEAMS)


def test_a_parameter_that_is_given_is_not_drawn() -> None:
    who = cast("human:reading=0.9", usual_people(), TEAMS)
    drawn = draw(who, TEAMS, seed=0, first=0, n=5)
    place = [each.name for each in player(Spec(kind="human")).agent.parameters].index("reading")

    assert (drawn.parameters[:, :, place] == 0.9).all()
    assert drawn.skill.std() > 0


def test_who_decides_by_lot_has_no_skill() -> None:
    drawn = draw(cast("random", usual_people(), TEAMS), TEAMS, seed=0, first=0, n=5)

    assert not drawn.skill.any()


def test_ratings_are_skills_by_their_distance_from_the_mean() -> None:
    ratings = [1500.0, 1700.0, None, *[1600.0] * 9]
    roster = Roster(
        entrants=tuple(
            replace(each, rating=rating)
            for each, rating in zip(TEAMS.entrants, ratings, strict=True)
        )
    )
    drawn = draw(cast("human", usual_people(), roster), roster, seed=0, first=0, n=3)
    deviation = float(np.std([1500.0, 1700.0, *[1600.0] * 9]))

    assert drawn.skill[:, 0] == pytest.approx(-100 / deviation * usual().skill)
    assert drawn.skill[:, 1] == pytest.approx(100 / deviation * usual().skill)
    assert not drawn.skill[:, 3].any()
    assert len(set(drawn.skill[:, 2].tolist())) == 3


def people_of(**changes: object) -> People:
    return replace(usual_people(), **changes)  # type: ignore[arg-type]


def test_levels_have_their_shares() -> None:
    levels = (Level(skill=0.0, share=3), Level(skill=2.0, share=1))
    drawn = draw(cast("human", people_of(levels=levels), TEAMS), TEAMS, seed=0, first=0, n=1000)

    assert set(np.unique(drawn.skill).tolist()) == {0.0, 2.0}
    # 12,000 draws: the standard deviation of the share is 0.004.
    assert (drawn.skill == 2.0).mean() == pytest.approx(0.25, abs=0.02)


def test_people_of_one_club_have_the_share_of_their_variance_in_common() -> None:
    who = cast("human", people_of(clubs=3, club_share=0.5), TEAMS)
    drawn = draw(who, TEAMS, seed=0, first=0, n=3000)
    same = drawn.club[:, :, None] == drawn.club[:, None, :]
    same &= ~np.eye(12, dtype=bool)
    product = drawn.skill[:, :, None] * drawn.skill[:, None, :]
    variance = usual().skill ** 2

    assert (np.sort(drawn.club[0]) == np.repeat([0, 1, 2], 4)).all()
    assert product[same].mean() / variance == pytest.approx(0.5, abs=0.05)
    assert drawn.skill.var() / variance == pytest.approx(1.0, abs=0.05)


@pytest.mark.parametrize(
    ("together", "least", "most"), [("lot", 0.9, 1.1), ("alike", 0.0, 0.2), ("mixed", 1.6, 2.0)]
)
def test_teams_are_as_far_apart_inside_as_the_rule_makes_them(
    together: str, least: float, most: float
) -> None:
    drawn = draw(cast("human", people_of(together=together), TEAMS), TEAMS, seed=0, first=0, n=2000)
    inside = (drawn.skill[:, ::2] - drawn.skill[:, 1::2]) ** 2

    assert least < inside.mean() / (2 * usual().skill ** 2) < most


@pytest.mark.parametrize("together", ["lot", "alike", "mixed", "club"])
def test_whatever_the_teams_everybody_is_as_good_in_the_mean(together: str) -> None:
    who = cast("human", people_of(together=together, clubs=3), TEAMS)
    drawn = draw(who, TEAMS, seed=0, first=0, n=4000)

    # The standard deviation of a mean of 4000 skills is 0.0174; five of them are allowed.
    assert abs(drawn.skill.mean(axis=0)).max() < 0.087


def test_members_of_a_team_are_of_one_club_where_that_is_the_rule() -> None:
    drawn = draw(
        cast("human", people_of(together="club", clubs=3), TEAMS), TEAMS, seed=0, first=0, n=20
    )

    assert (drawn.club[:, ::2] == drawn.club[:, 1::2]).all()
