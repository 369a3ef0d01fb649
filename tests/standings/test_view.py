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


def protested() -> Games:
    """Give a game that red has won, with points for seats 1 and 4 and protests of seats 5 and 6."""
    extra, protest = np.zeros((1, 10), dtype=int), np.full((1, 10), EMPTY)
    extra[0, [0, 3]] = 300, 400
    protest[0, [4, 5]] = Protest.OPEN
    return one_game(additional=extra, protest=protest)


WHOLE = """\
ugra-2021: players, after 1 round
   player     points  results  additional
1  Player 01     1.3        1         0.3  above the next: more points, 1.3 to 1
2  Player 03       1        1           0  above the next: more wins as sheriff, 1 to 0
3  Player 02       1        1           0  shares the place with the next
3  Player 07       1        1           0  shares the place with the next
3  Player 08       1        1           0  shares the place with the next
3  Player 09       1        1           0  shares the place with the next
3  Player 10       1        1           0  above the next: more points, 1 to 0.4
8  Player 04     0.4        0         0.4  above the next: more points, 0.4 to 0
9  Player 05       0        0           0  shares the place with the next
9  Player 06       0        0           0

These standings are provisional: a protest is open.
Open protests
round 1, table 1 (red), protest of Player 05, Player 06
  if it were black: Player 04 8 → 1, Player 05 9 → 2, Player 06 9 → 3, Player 01 1 → 4, \
Player 02 3 → 5, Player 03 2 → 5, Player 07 3 → 5, Player 08 3 → 5, Player 09 3 → 5, \
Player 10 3 → 5
  if it were draw: Player 04 8 → 1, Player 01 1 → 2, Player 03 2 → 3, Player 05 9 → 3, \
Player 06 9 → 3
What the correction has altered
  Player 01 2 → 1, Player 03 1 → 2, Player 02 2 → 3, Player 07 2 → 3, Player 08 2 → 3, \
Player 09 2 → 3, Player 10 2 → 3, Player 05 8 → 9, Player 06 8 → 9
"""


def test_all_that_is_shown_stands_in_its_column() -> None:
    shown = view(protested(), UGRA, by="player", protests=True, was=one_game())
    assert list(shown.lines("en", width=90)) == WHOLE.splitlines()


def test_a_reason_stands_behind_its_numbers_up_to_the_last_column() -> None:
    """Where a column is wanting, it stands below, as far in as the names."""
    shown = view(protested(), UGRA, by="player")
    longest = (
        "2  Player 03       1        1           0  above the next: more wins as sheriff, 1 to 0"
    )
    assert longest in list(shown.lines("en", width=len(longest)))
    narrow = list(shown.lines("en", width=len(longest) - 1))
    at = narrow.index("2  Player 03       1        1           0")
    assert narrow[at + 1] == "   above the next: more wins as sheriff, 1 to 0"


def test_a_dispute_that_changes_no_place_says_so() -> None:
    """Of one who played and protests, nothing is compared but a lot."""
    regulation = set_values(UGRA, ["scoring.outcome.civilian.win=0", "ranking.tie_breaks=[]"])
    for role in ("sheriff", "mafia", "don"):
        regulation = set_values(regulation, [f"scoring.outcome.{role}.win=0"])
    protest = np.full((1, 10), EMPTY)
    protest[0, 4] = Protest.OPEN
    shown = view(one_game(protest=protest), regulation, by="player", protests=True)
    lines = list(shown.lines("en", width=80))
    said = catalogue("en")["standings.protest.nothing"]
    for result in ("black", "draw"):
        assert f"  {said.format(result=result)}" in lines
    assert shown.document({})["protests"][0]["otherwise"] == {"black": [], "draw": []}


def test_a_line_of_the_document_has_a_place_counted_from_one_and_a_reason_by_name() -> None:
    shown = view(protested(), UGRA, by="player", protests=True)
    document = shown.document({})
    assert document["after_round"] == 1
    (dispute,) = document["protests"]
    assert (dispute["round"], dispute["table"], dispute["result"]) == (1, 1, "red")
    assert dispute["by"] == ["Player 05", "Player 06"]
    moved = {"entrant": "p4", "name": "Player 04", "from": 8, "to": 1}
    assert dispute["otherwise"]["draw"][0] == dispute["otherwise"]["black"][0] == moved
    assert "drawn_otherwise" not in document
    assert "corrected" not in document
    assert "division" not in document["places"][0]


def test_rounds_that_are_not_played_yet_are_warned_of() -> None:
    games = one_game(round=np.array([4]))
    assert view(games, UGRA, by="player", after_round=5).warnings == ()
    late = view(games, UGRA, by="player", after_round=6)
    assert late.warnings == (("standings.rounds", {"round": 6, "n": 5}),)
    assert late.rounds == 5


def test_what_no_protest_was_asked_for_is_not_told() -> None:
    shown = view(protested(), UGRA, by="player")
    assert shown.disputes is None
    assert "protests" not in shown.document({})
    assert catalogue("en")["standings.disputes"] not in list(shown.lines("en", width=80))
    assert shown.provisional


def test_a_wrong_draw_is_looked_for_only_where_the_regulation_s_own_are_ranked() -> None:
    teams, players = (view(drawn_otherwise(), UGRA, by=by) for by in ("team", "player"))
    assert players.misdrawn == ()
    assert list(teams.lines("en", width=100))[-3:] == [
        "Drawn by other standings than these results give",
        "  round 13: P20 sat at table 1; place 11 belongs at table 2",
        "  round 13: P0 sat at table 2; place 1 belongs at table 1",
    ]
    told = {"stage": "final", "round": 13}
    assert teams.document({})["drawn_otherwise"] == [
        told | {"entrant": "p20", "name": "P20", "place": 11, "sat_at": 1, "due_at": [2]},
        told | {"entrant": "p0", "name": "P0", "place": 1, "sat_at": 2, "due_at": [1]},
    ]


def drawn_otherwise() -> Games:
    """Play a qualifying round with pair i in place i, and a final in which two sit wrongly."""
    seats = np.array(
        [[*range(0, 20, 2)], [*range(20, 30, 2), *range(1, 11, 2)], [*range(11, 30, 2)]]
    )
    points = 30_000 - 1_000 * (seats // 2) - 100 * (seats % 2)
    final = np.array(seats)
    final[[0, 1], 0] = final[[1, 0], 0]
    rounds = np.repeat([0, 12], 3)
    return Games(
        roster=Roster(
            entrants=tuple(
                Entrant(id=f"p{i}", name=f"P{i}", team=f"T{i // 2:02}") for i in range(30)
            )
        ),
        stages=("qualifying", "final"),
        entrants=np.concatenate([seats, final]),
        round=rounds,
        stage=(rounds == 12).astype(int),
        table=np.tile(np.arange(3), 2),
        roles=np.tile(DEAL, (6, 1)),
        winner=np.full(6, Winner.DRAW),
        additional=np.concatenate([points, np.zeros((3, 10), dtype=int)]),
    )


def past_the_cut() -> ShapkaGames:
    """Six teams of one pair, 6 words to 1; the first, the second and the fourth play on."""
    names = "ABCDEF"
    words = np.zeros((3, 3, 2, 2), dtype=int)
    words[:2, :, 0, 0] = [[6, 5, 4], [3, 2, 1]]
    return ShapkaGames(
        roster=Roster(entrants=tuple(Entrant(id=t, name=t, team=t) for t in names)),
        stages=tuple(stage.name for stage in load("togliatti-2014").stages),
        entrants=np.array([[0, 1, 2], [3, 4, 5], [0, 1, 3]]),
        round=np.array([0, 0, 1]),
        stage=np.array([0, 0, 1]),
        table=np.array([0, 1, 0]),
        words=words,
    )


def test_whoever_passed_a_cut_by_no_right_is_told_with_his_place() -> None:
    fields = [f"stages.{name}.field=3" for name in ("qualifying-2", "semi-final", "final")]
    shown = view(past_the_cut(), set_values(load("togliatti-2014"), fields))
    told = {"stage": "qualifying-2", "round": 2}
    assert shown.document({})["drawn_otherwise"] == [
        {**told, "entrant": "C", "name": "C", "place": 3, "in_field": False},
        {**told, "entrant": "D", "name": "D", "place": 4, "in_field": True},
    ]
    for lang in LANGUAGES:
        place = "местом 3" if lang == "ru" else "place 3"
        assert place in list(shown.lines(lang, width=100))[-2]
    russian = list(shown.lines("ru", width=100))
    assert "  тур 2: C с местом 3 прошёл отсев, но на этапе «qualifying-2» не играл" in russian
    assert "  тур 2: D на этапе «qualifying-2» с места 4, хотя отсева не прошёл" in russian
    assert "4  C           4      4  выше следующего места: больше очков, 4 против 2" in russian
    assert "   команда  очки  слова" in russian
