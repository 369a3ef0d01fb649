"""What cannot be in a record, what a regulation forbids, and that each is told with its clauses."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mafsim.games import EMPTY, Ended, Games, Left, Protest, Role, ShapkaGames, Winner
from mafsim.regulations import Regulation, load, names, set_values
from mafsim.roster import Entrant, Roster, numbered
from mafsim.scoring import clauses, forbidden
from mafsim.scoring.forbidden import Refusal
from mafsim.words import LANGUAGES, catalogue

DEAL = [0, 0, 1, 2, 3, 2, 0, 0, 0, 0]
MAFIA = [name for name in names() if load(name).game == "mafia"]


def game(regulation: Regulation | None = None, **known: Any) -> Games:
    """Give one game that red has won and in which nothing is wrong; the rest as told."""
    usual: dict[str, Any] = {
        "roster": numbered(10),
        "stages": tuple(stage.name for stage in regulation.stages) if regulation else (),
        "entrants": np.arange(10)[None],
        "roles": np.array([DEAL]),
        "winner": np.array([Winner.RED]),
    }
    return Games(**usual | known)


def row(**values: Any) -> Any:
    """Give an array of one game: ``s3`` is seat 3, everything else is empty."""
    found = np.full((1, 10), values.pop("otherwise", EMPTY))
    for seat, value in values.items():
        found[0, int(seat[1:]) - 1] = value
    return found


def found_in(games: Games, regulation: Regulation | None) -> list[tuple[str, int | None]]:
    return [
        (refusal.key, None if refusal.seat is None else refusal.seat + 1)
        for refusal in forbidden(games, regulation)
    ]


def test_a_good_game_has_nothing_forbidden() -> None:
    for name in (None, *MAFIA):
        regulation = None if name is None else load(name)
        assert found_in(game(regulation), regulation) == []


@pytest.mark.parametrize(
    ("roles", "seat"),
    [
        ([0, 0, 1, 3, 3, 2, 0, 0, 0, 0], 5),  # two dons: the second one's seat
        ([0, 0, 1, 1, 3, 2, 0, 0, 0, 0], 4),  # two sheriffs
        ([0, 0, 1, 2, 3, 2, 2, 0, 0, 0], 7),  # four black players
        ([0, 0, 0, 2, 3, 2, 0, 0, 0, 0], None),  # no sheriff
        ([0, 0, 1, 2, 2, 2, 0, 0, 0, 0], None),  # no don
    ],
)
def test_impossible_roles(roles: list[int], seat: int | None) -> None:
    assert found_in(game(roles=np.array([roles])), None) == [("roles", seat)]


def test_a_night_has_one_victim() -> None:
    shot = game(left=row(s2=Left.NIGHT, s9=Left.NIGHT), left_on=row(s2=1, s9=1))
    apart = game(left=row(s2=Left.NIGHT, s9=Left.NIGHT), left_on=row(s2=1, s9=2))
    assert found_in(shot, None) == [("two_shot", 9)]
    assert found_in(apart, None) == []


UGRA, CHARLIE, OMSK, PLAIN = map(load, ("ugra-2021", "charlie-2016", "omsk-2012", "plain"))
FIRST = {"left": row(s1=Left.NIGHT), "left_on": row(s1=1)}
MOVE = {"best_move": np.array([[3, 4, 5]])}


@pytest.mark.parametrize(
    ("regulation", "known", "refusal"),
    [
        (UGRA, {"ended": np.array([Ended.HALL])}, ("ended", None)),
        (
            set_values(UGRA, ["judging.awards_result=false"]),
            {"ended": np.array([Ended.JUDGE])},
            ("ended", None),
        ),
        (OMSK, {"ended": np.array([Ended.PROTEST])}, ("ended", None)),
        (OMSK, {"protest": row(s3=Protest.OPEN)}, ("protest", 3)),
        (OMSK, FIRST | MOVE, ("no_best_move", 1)),
        (UGRA, MOVE, ("best_move_without_shot", None)),
        (
            set_values(UGRA, ["scoring.best_move.after_removal=false"]),
            {"left": row(s1=Left.NIGHT, s2=Left.FOUL), "left_on": row(s1=1, s2=1)} | MOVE,
            ("best_move_after_removal", 1),
        ),
        (UGRA, {"best_player": row(otherwise=0, s2=1)}, ("no_best_player", 2)),
        (CHARLIE, {"best_player": row(otherwise=0, s4=1)}, ("best_player_not_winner", 4)),
        (OMSK, {"best_player_votes": row(s4=3)}, ("best_player_vote", 4)),
        (
            set_values(OMSK, ["scoring.best_player.tie=none"]),
            {"best_player": row(otherwise=0, s4=1, s7=1)},
            ("best_players", 7),
        ),
        (CHARLIE, {"additional": row(otherwise=0, s4=300)}, ("no_additional", 4)),
        (
            UGRA,
            {"additional": row(otherwise=0, s1=100)},
            ("additional_winner", 1),
        ),
        (
            set_values(UGRA, ["scoring.additional={step = 0.1, loser = {least = 0.1, most = 1}}"]),
            {"additional": row(otherwise=0, s1=300)},
            ("additional_winner_none", 1),
        ),
        (
            set_values(UGRA, ["scoring.additional={step = 0.1, winner = {least = 0, most = 1}}"]),
            {"additional": row(otherwise=0, s5=300)},
            ("additional_loser_none", 5),
        ),
        (
            set_values(UGRA, ["scoring.additional.drawn={least = 0.1, most = 0.3}"]),
            {"additional": row(otherwise=0, s5=400), "winner": np.array([Winner.DRAW])},
            ("additional_drawn", 5),
        ),
        (OMSK, {"penalty": row(otherwise=0, s5=400)}, ("no_penalties", 5)),
        (
            UGRA,
            {
                "penalty": row(otherwise=0, s5=400),
                "reasons": ("dancing",),
                "penalty_reason": row(s5=0),
            },
            ("penalty_reason", 5),
        ),
    ],
)
def test_what_a_regulation_forbids(
    regulation: Regulation, known: dict[str, Any], refusal: tuple[str, int | None]
) -> None:
    assert found_in(game(regulation, **known), regulation) == [refusal]


def test_a_best_move_may_stand_after_a_removal_where_the_text_is_silent() -> None:
    left = {"left": row(s1=Left.NIGHT, s2=Left.FOUL), "left_on": row(s1=1, s2=1)}
    assert found_in(game(UGRA, **left, **MOVE), UGRA) == []


@pytest.mark.parametrize(("day", "kind"), [(None, "any"), (2, "day")])
@pytest.mark.parametrize(("living", "how"), [(None, "any"), (9, "living")])
def test_a_penalty_may_ask_for_a_vote(
    day: int | None, kind: str, living: int | None, how: str
) -> None:
    asked = ['color = "black"']
    asked += [f"day = {day}"] if day else []
    asked += [f"living = {living}"] if living else []
    case = "{reason = 'slip', title = {en = 'slip'}, points = 0.4, voted_out = {%s}}"
    regulation = set_values(PLAIN, [f"scoring.penalties=[{case % ', '.join(asked)}]"])
    guilty = {
        "penalty": row(otherwise=0, s1=400),
        "reasons": ("slip",),
        "penalty_reason": row(s1=0),
    }
    # A black one left on day 2, when one had been shot: nine were at the table.
    good = {"left": row(s9=Left.NIGHT, s5=Left.VOTE), "left_on": row(s9=1, s5=2)}
    bad = {"left": row(s9=Left.VOTE), "left_on": row(s9=2)}
    unknown: dict[str, Any] = {}
    assert found_in(game(regulation, **guilty, **good), regulation) == []
    assert found_in(game(regulation, **guilty, **unknown), regulation) == []
    assert found_in(game(regulation, **guilty, **bad), regulation) == [
        (f"penalty_vote_{kind}_{how}", 1)
    ]


def test_whoever_was_removed_that_day_may_have_gone_before_the_vote_or_after() -> None:
    case = (
        "{reason = 'slip', title = {en = 'slip'}, points = 0.4, "
        "voted_out = {color = 'black', living = %s}}"
    )
    left = {"left": row(s1=Left.FOUL, s5=Left.VOTE), "left_on": row(s1=1, s5=1)}
    guilty = {
        "penalty": row(otherwise=0, s2=400),
        "reasons": ("slip",),
        "penalty_reason": row(s2=0),
    }
    accepted = []
    for living in (8, 9, 10):
        regulation = set_values(PLAIN, [f"scoring.penalties=[{case % living}]"])
        if not found_in(game(regulation, **left, **guilty), regulation):
            accepted.append(living)
    assert accepted == [9, 10]


def test_advisers_are_team_mates_who_do_not_sit_at_the_table() -> None:
    teams = ["A", "A", "B", "B", "C", "C", "D", "D", "E", "E", "A", "A"]
    roster = Roster(
        entrants=tuple(
            Entrant(id=f"p{i}", name=f"Player {i}", team=team) for i, team in enumerate(teams)
        )
    )
    last = {"roster": roster, "stage": np.array([1])}
    assert found_in(game(CHARLIE, **last, advisers=row(s1=10)), CHARLIE) == []
    assert found_in(game(CHARLIE, **last, advisers=row(s1=1)), CHARLIE) == [("adviser_seated", 1)]
    assert found_in(game(CHARLIE, **last, advisers=row(s3=10)), CHARLIE) == [
        ("adviser_of_other_team", 3)
    ]
    in_for_another = last | {"replaces": row(s3=11)}
    assert found_in(game(CHARLIE, **in_for_another, advisers=row(s3=10)), CHARLIE) == []
    in_for_another["replaces"] = row(s1=3)
    assert found_in(game(CHARLIE, **in_for_another, advisers=row(s1=10)), CHARLIE) == [
        ("adviser_of_other_team", 1)
    ]
    first = last | {"stage": np.array([0])}
    assert found_in(game(CHARLIE, **first, advisers=row(s1=10)), CHARLIE) == [("no_adviser", 1)]


def test_games_of_shapka_are_free_of_this() -> None:
    games = ShapkaGames(roster=numbered(3), entrants=np.arange(3)[None])
    assert forbidden(games, load("togliatti-2014")) == ()


@pytest.mark.parametrize("name", MAFIA)
@given(data=st.data())
@settings(max_examples=8, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_everything_that_is_forbidden_is_told_in_both_languages(
    name: str, data: st.DataObject, random_records: Callable[[Regulation], Any]
) -> None:
    regulation = load(name)
    games = data.draw(random_records(regulation))
    found = forbidden(games, regulation)
    order = [(each.game, each.seat if each.seat is not None else 10) for each in found]
    assert order == sorted(order)
    for refusal in found:
        for lang in LANGUAGES:
            sentence = refusal.sentence(games, lang)
            assert len(sentence.splitlines()) == 1


def test_points_are_told_with_the_sign_that_a_language_puts_before_decimals() -> None:
    refusal = Refusal("additional_step", 0, 0, fields={"points": "0.15", "step": "0.1"})
    assert "0,15" in refusal.sentence(game(), "ru")
    assert "0.15" in refusal.sentence(game(), "en")


def test_a_value_is_traced_to_its_clauses() -> None:
    assert clauses(UGRA, "scoring.additional.most_in_all") == ("U15",)
    assert clauses(UGRA, "scoring.additional.step")[-1] == "A37"
    assert clauses(UGRA, "scoring.penalties.forgot_role.points") == ("U19",)
    assert clauses(UGRA, "scoring.best_player") == ()


def test_every_refusal_of_the_catalogue_is_raised_in_some_test() -> None:
    keys = {key.split(".")[1] for key in catalogue("en") if key.startswith("refusal.")}
    keys -= {"told", "told_by"}  # the frame of the sentence
    tests = Path(__file__).parents[1].rglob("test_*.py")
    text = "".join(path.read_text(encoding="utf-8") for path in tests)
    composed = {
        f"penalty_vote_{kind}_{how}" for kind in ("any", "day") for how in ("any", "living")
    }
    named = {key for key in keys if f'"{key}"' in text}
    assert keys - named - composed == set()


def test_every_role_is_dealt_as_the_rules_have_it() -> None:
    regulation = set_values(load("plain"), ["rules.don=false"])
    dealt = [0, 0, 1, 2, 2, 2, 0, 0, 0, 0]
    assert found_in(game(regulation, roles=np.array([dealt])), regulation) == []
    assert found_in(game(regulation), regulation) == [("roles", 5)]
    assert Role.DON in DEAL
