"""What people and programs see of standings."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from mafsim.errors import UsageError
from mafsim.games import EMPTY, Games, Protest, ShapkaGames, Winner
from mafsim.regulations import load, set_values
from mafsim.roster import Entrant, Roster, numbered
from mafsim.standings import view
from mafsim.words import LANGUAGES, catalogue

DEAL = [0, 0, 1, 2, 3, 2, 0, 0, 0, 0]
UGRA = load("ugra-2021")


def one_game(**known: Any) -> Games:
    usual: dict[str, Any] = {
        "roster": numbered(10, team_size=2),
        "stages": ("qualifying", "final"),
        "entrants": np.arange(10)[None],
        "roles": np.array([DEAL]),
        "winner": np.array([Winner.RED]),
    }
    return Games(**usual | known)


def test_a_document_has_the_keys_of_the_contract() -> None:
    extra = np.zeros((1, 10), dtype=int)
    extra[0, 3] = 400
    shown = view(one_game(additional=extra), UGRA, by="player").document({"seed": 0})
    assert shown["provisional"] is False
    assert shown["provenance"] == {"seed": 0}
    assert shown["by"] == "player"
    first = shown["places"][0]
    assert first == {
        "place": 1,
        "entrant": "p3",
        "name": "Player 03",
        "points": "1",
        "games": 1,
        "components": {
            "outcome": "1",
            "best_move": "0",
            "additional": "0",
            "penalty": "0",
            "disqualification": "0",
        },
        "tie_breaks": {
            "wins": 1,
            "additional": "0",
            "wins_as_don": 0,
            "wins_as_sheriff": 1,
            "first_killed": 0,
        },
        "decided_by": "wins_as_sheriff",
    }
    decided = [line["decided_by"] for line in shown["places"]]
    assert decided == ["wins_as_sheriff", *["shared"] * 5, "points", "points", "shared", None]
    assert [line["place"] for line in shown["places"]] == [1, *[2] * 6, 8, 9, 9]
    assert shown["places"][7]["components"]["additional"] == "0.4"


def test_a_team_goes_by_its_name() -> None:
    line = view(one_game(), UGRA).document({})["places"][0]
    assert line["entrant"] == line["name"] == "Team 1"
    assert line["games"] == 2


def test_lines_say_why_each_one_is_above_the_next() -> None:
    text = "\n".join(view(one_game(), UGRA, by="player").lines("en", width=120))
    assert text.startswith("ugra-2021: players, after 1 round")
    assert "above the next: more wins as sheriff, 1 to 0" in text
    assert "shares the place with the next" in text
    assert "above the next: more points, 1 to 0" in text


def test_numbers_have_the_sign_of_the_language() -> None:
    extra = np.zeros((1, 10), dtype=int)
    extra[0, 0] = 300
    shown = view(one_game(additional=extra), UGRA, by="player")
    assert "1.3" in "\n".join(shown.lines("en", width=120))
    russian = "\n".join(shown.lines("ru", width=120))
    assert "больше очков, 1,3 против 1" in russian
    assert "1.3" not in russian


def test_a_reason_that_does_not_fit_stands_on_a_line_of_its_own() -> None:
    wide = list(view(one_game(), UGRA, by="player").lines("en", width=200))
    narrow = list(view(one_game(), UGRA, by="player").lines("en", width=40))
    assert len(narrow) > len(wide)


def test_points_taken_off_are_compared_without_their_sign() -> None:
    regulation = set_values(UGRA, ['ranking.tie_breaks=["penalties"]'])
    out, extra = np.zeros((1, 10), dtype=bool), np.zeros((1, 10), dtype=int)
    out[0, 0], extra[0, 0] = True, 500
    text = "\n".join(
        view(one_game(disqualified=out, additional=extra), regulation, by="player").lines(
            "en", width=120
        )
    )
    assert "fewer points taken off, 0 to 0.5" in text


def test_players_are_ranked_where_no_teams_are_known() -> None:
    games = one_game(roster=numbered(10))
    shown = view(games, UGRA)
    assert shown.by == "player"
    assert [key for key, _ in shown.warnings] == ["standings.players"]
    assert view(one_game(), UGRA).warnings == ()


def test_no_games_before_a_round_are_refused() -> None:
    games = one_game(round=np.array([4]))
    with pytest.raises(UsageError, match="--after-round 3"):
        view(games, UGRA, after_round=3)
    assert view(games, UGRA, after_round=5).rounds == 5


def test_what_is_open_or_was_corrected_is_told_in_both_languages() -> None:
    protest, extra = np.full((1, 10), EMPTY), np.zeros((1, 10), dtype=int)
    protest[0, 4], extra[0, 0] = Protest.OPEN, 300
    shown = view(
        one_game(protest=protest, additional=extra),
        UGRA,
        by="player",
        protests=True,
        was=one_game(),
    )
    for lang in LANGUAGES:
        text = "\n".join(shown.lines(lang, width=80))
        said = catalogue(lang)
        for key in ("standings.provisional", "standings.disputes", "standings.corrected"):
            assert said[key] in text
        assert "Player 01 2 → 1" in text
    document = shown.document({})
    assert document["provisional"] is True
    assert document["protests"][0]["by"] == ["Player 05"]
    assert set(document["protests"][0]["otherwise"]) == {"black", "draw"}
    assert document["corrected"][0] == {
        "entrant": "p1",
        "name": "Player 01",
        "from": 2,
        "to": 1,
    }


def test_a_correction_that_altered_nothing_says_so() -> None:
    shown = view(one_game(), UGRA, by="player", was=one_game())
    assert shown.document({})["corrected"] == []
    assert catalogue("en")["standings.not_corrected"] in list(shown.lines("en", width=80))


def test_the_divisions_are_shown_one_by_one() -> None:
    people = tuple(
        Entrant(id=f"p{i}", name=f"P{i}", team=f"T{i}", division="juniors" if i < 3 else "adults")
        for i in range(6)
    )
    games = ShapkaGames(
        roster=Roster(entrants=people),
        stages=tuple(stage.name for stage in load("togliatti-2014").stages),
        entrants=np.array([[0, 1, 2], [3, 4, 5]]),
        table=np.array([0, 1]),
    )
    shown = view(games, load("togliatti-2014"))
    titles = [line for line in shown.lines("en", width=80) if line.startswith("togliatti")]
    assert titles == [
        "togliatti-2014: teams, 14 to 17 years, after 1 round",
        "togliatti-2014: teams, 18 to 35 years, after 1 round",
    ]
    places = shown.document({})["places"]
    assert [line["division"] for line in places] == ["juniors"] * 3 + ["adults"] * 3
    assert [line["place"] for line in places] == [1, 2, 3, 1, 2, 3]
    assert [line["decided_by"] for line in places] == ["lot", "lot", None] * 2
    assert "lot" not in places[0]["tie_breaks"]


def test_an_average_is_written_as_a_fraction_where_no_decimal_is_exact() -> None:
    regulation = load("league-per-game")
    games = one_game(
        entrants=np.tile(np.arange(10), (3, 1)),
        roles=np.tile(DEAL, (3, 1)),
        winner=np.array([0, 1, 1]),
        round=np.arange(3),
    )
    lines = {line["name"]: line for line in view(games, regulation).document({})["places"]}
    assert lines["Player 01"]["tie_breaks"]["per_game"] == "1/3"
    assert lines["Player 04"]["tie_breaks"]["per_game"] == "2/3"
    one = one_game()
    first = view(one, regulation).document({})["places"][0]
    assert (first["points"], first["tie_breaks"]["per_game"]) == ("1", "1")


def test_a_name_never_leaves_its_line() -> None:
    people = tuple(Entrant(id=f"p{i}", name=f"a\nb{i}\x1b") for i in range(10))
    games = one_game(roster=Roster(entrants=people))
    lines = list(view(games, UGRA, by="player").lines("en", width=200))
    assert all(line.isprintable() for line in lines)
