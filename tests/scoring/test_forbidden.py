"""What cannot be in a record, what a regulation forbids, and that each is told with its clauses."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mafsim.agents.rules import ACTS
from mafsim.games import EMPTY, Ended, Games, Left, Protest, Role, ShapkaGames, Winner
from mafsim.regulations import Regulation, load, names, set_values
from mafsim.roster import Entrant, Roster, numbered
from mafsim.scoring import clauses, forbidden, with_few_rewarded, without_best_player
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


def test_only_votes_of_day_one_cost_the_best_move() -> None:
    out = {
        "left": row(s1=Left.NIGHT, s2=Left.VOTE, s3=Left.VOTE, s9=Left.VOTE),
        "left_on": row(s1=1, s2=1, s3=1, s9=2),
    }
    (refusal,) = forbidden(game(CHARLIE, **out, **MOVE), CHARLIE)
    assert (refusal.key, refusal.seat) == ("best_move_after_votes", 0)
    assert refusal.path == "scoring.best_move.voted_out_at_most"
    assert refusal.fields == {"n": 2, "most": 1}
    later = out | {"left_on": row(s1=1, s2=1, s3=2, s9=2)}
    assert found_in(game(CHARLIE, **later, **MOVE), CHARLIE) == []


def test_a_best_move_that_nobody_made_is_not_forbidden() -> None:
    out = {
        "left": row(s1=Left.NIGHT, s2=Left.VOTE, s3=Left.VOTE),
        "left_on": row(s1=1, s2=1, s3=1),
    }
    assert found_in(game(CHARLIE, **out), CHARLIE) == []


def test_a_removal_of_day_two_costs_no_best_move() -> None:
    regulation = set_values(UGRA, ["scoring.best_move.after_removal=false"])
    for day, refused in ((1, [("best_move_after_removal", 1)]), (2, [])):
        left = {"left": row(s1=Left.NIGHT, s2=Left.FOUL), "left_on": row(s1=1, s2=day)}
        assert found_in(game(regulation, **left, **MOVE), regulation) == refused


@pytest.mark.parametrize(
    ("acts", "ways"),
    [([], []), (["oath"], ["plea"]), (["hall"], ["hall"]), (["oath", "hall"], ["plea", "hall"])],
)
def test_a_side_loses_its_game_only_in_a_way_that_the_regulation_has(
    acts: list[str], ways: list[str]
) -> None:
    others = [f"rules.conduct.{act}={'side_lost' if act in acts else 'nothing'}" for act in ACTS]
    regulation = set_values(PLAIN, others)
    for ended in ("plea", "hall"):
        known = {"ended": np.array([Ended[ended.upper()]])}
        found = forbidden(game(regulation, **known), regulation)
        refused = ended not in ways
        assert [each.fields for each in found] == [{"ended": ended}] * refused
        assert [each.path for each in found] == ["rules.side_lost_by"] * refused


BOUNDED = "{step = 0.1, winner = {least = 0.2, most = 0.5, approved_from = 0.4}}"


@pytest.mark.parametrize(
    ("points", "approved", "refused"),
    [
        (100, True, ("additional_winner", "scoring.additional.winner.least")),
        (200, False, None),
        (300, False, None),
        (400, False, ("additional_unapproved", "scoring.additional.winner.approved_from")),
        (400, True, None),
        (500, True, None),
        (600, True, ("additional_winner", "scoring.additional.winner.most")),
    ],
)
def test_the_bounds_themselves_are_allowed(
    points: int, approved: bool, refused: tuple[str, str] | None
) -> None:
    regulation = set_values(PLAIN, [f"scoring.additional={BOUNDED}"])
    known = {"additional": row(otherwise=0, s1=points), "approved": row(otherwise=0, s1=approved)}
    found = [(each.key, each.path) for each in forbidden(game(regulation, **known), regulation)]
    assert found == ([] if refused is None else [refused])


def test_points_may_be_as_many_and_for_as_many_as_the_rule_says_and_no_more() -> None:
    rule = "{step = 0.1, winner = {least = 0.1, most = 1}, most_in_all = 1.2, most_players = 3}"
    regulation = set_values(PLAIN, [f"scoring.additional={rule}"])
    few = {"additional": row(otherwise=0, s1=500, s2=500, s3=200)}
    assert found_in(game(regulation, **few), regulation) == []
    much = {"additional": row(otherwise=0, s1=700, s2=500, s7=100)}
    (refusal,) = forbidden(game(regulation, **much), regulation)
    assert (refusal.key, refusal.seat) == ("additional_sum", 6)
    assert refusal.fields == {"sum": "1.3", "most": "1.2"}
    many = {"additional": row(otherwise=0, s1=100, s2=100, s3=100, s7=100)}
    (refusal,) = forbidden(game(regulation, **many), regulation)
    assert (refusal.key, refusal.seat) == ("additional_players", 6)
    assert refusal.fields == {"n": 4, "most": 3}


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


def slip(*asked: str) -> Regulation:
    """Give a regulation that penalises a slip, if a vote is as asked."""
    case = "{reason = 'slip', title = {en = 'slip'}, points = 0.4, voted_out = {%s}}"
    return set_values(PLAIN, [f"scoring.penalties=[{case % ', '.join(asked)}]"])


def slipped(seat: int, **out: Any) -> dict[str, Any]:
    """Give a penalty of one, and who was voted out on which days."""
    return {
        "penalty": row(otherwise=0, **{f"s{seat}": 400}),
        "reasons": ("slip",),
        "penalty_reason": row(**{f"s{seat}": 0}),
        "left": row(**dict.fromkeys(out, Left.VOTE)),
        "left_on": row(**out),
    }


@pytest.mark.parametrize(
    ("asked", "seat", "out", "refused"),
    [
        # Seats 4, 5 and 6 are black.
        (["color = 'red'"], 1, {"s2": 1}, False),
        (["color = 'red'"], 1, {"s4": 1}, True),
        (["color = 'black'"], 1, {"s4": 1}, False),
        (["color = 'red'", "day = 2"], 1, {"s2": 1, "s4": 2}, True),
        (["color = 'red'", "day = 2"], 1, {"s4": 1, "s2": 2}, False),
        (["color = 'red'"], 1, {"s2": 1, "s4": 1}, True),  # two left together
        (["color = 'red'"], 1, {"s2": 1, "s4": 2}, False),
        (["color = 'red'", "alone = false"], 1, {"s2": 1, "s4": 1}, False),
        (["color = 'red'"], 2, {"s2": 1}, False),  # himself
        (["color = 'red'", "may_be_oneself = false"], 2, {"s2": 1}, True),
        (["color = 'red'", "may_be_oneself = false"], 2, {"s2": 1, "s3": 2}, False),
        (["color = 'red'", "may_be_oneself = false"], 1, {"s2": 1}, False),
        (["color = 'red'", "living = 9"], 1, {"s4": 1, "s2": 2}, False),
        (["color = 'red'", "living = 9"], 1, {"s2": 1, "s4": 2}, True),
    ],
)
def test_a_vote_that_a_penalty_asks_for_is_found_by_each_of_its_conditions(
    asked: list[str], seat: int, out: dict[str, int], refused: bool
) -> None:
    regulation = slip(*asked)
    found = found_in(game(regulation, **slipped(seat, **out)), regulation)
    day, living = (any(each.startswith(word) for each in asked) for word in ("day", "living"))
    kind = f"penalty_vote_{'day' if day else 'any'}_{'living' if living else 'any'}"
    assert found == ([(kind, seat)] if refused else [])


def test_a_vote_that_is_missing_is_told_with_its_day_and_with_how_many_there_were() -> None:
    for asked, day, living in (
        (["day = 2", "living = 9"], 2, 9),
        (["day = 2"], 2, 0),
        (["living = 9"], 0, 9),
    ):
        regulation = slip("color = 'black'", *asked)
        (refusal,) = forbidden(game(regulation, **slipped(1, s2=1)), regulation)
        told = {"reason": "slip", "color": "black", "day": day, "living": living}
        assert refusal.fields == told
        assert refusal.path == "scoring.penalties.slip.voted_out"


def test_a_penalty_is_of_the_amount_the_cards_and_the_losers_that_its_case_names() -> None:
    case = (
        "{reason = 'slip', title = {en = 'slip'}, points = 0.4, roles = ['mafia', 'sheriff'], "
        "side_lost = true}"
    )
    regulation = set_values(PLAIN, [f"scoring.penalties=[{case}]"])

    def refused(seat: int, points: int) -> list[tuple[str, dict[str, Any]]]:
        known = slipped(seat) | {"penalty": row(otherwise=0, **{f"s{seat}": points})}
        found = forbidden(game(regulation, **known), regulation)
        return [(each.path.rpartition(".")[2], each.fields) for each in found]

    reason = {"reason": "slip"}
    assert refused(4, 400) == []
    assert refused(4, 300) == [("points", reason | {"points": "0.3", "right": "0.4"})]
    assert refused(5, 400) == [("roles", reason | {"role": "don", "roles": ("mafia", "sheriff")})]
    assert refused(3, 400) == [("side_lost", reason)]


@pytest.mark.parametrize("seat", [1, 10])
def test_a_penalty_without_a_reason_is_asked_for_one(seat: int) -> None:
    known = {"penalty": row(otherwise=0, **{f"s{seat}": 400}), "reasons": ("slip",)}
    regulation = slip("color = 'red'")
    (refusal,) = forbidden(game(regulation, **known), regulation)
    assert (refusal.key, refusal.seat) == ("penalty_reason", seat - 1)
    assert refusal.fields == {"points": "0.4", "known": ("slip",)}


def games_of(regulation: Regulation, winners: list[Winner], **known: Any) -> Games:
    """Give a game for each winner."""
    return Games(
        roster=numbered(10),
        stages=tuple(stage.name for stage in regulation.stages),
        entrants=np.tile(np.arange(10), (len(winners), 1)),
        roles=np.tile(DEAL, (len(winners), 1)),
        winner=np.array(winners),
        **known,
    )


ENDS = [Winner.RED, Winner.BLACK, Winner.DRAW, Winner.RED]


@pytest.mark.parametrize(
    ("rule", "missing"),
    [
        ("{points = 1}", 0),
        ("{points = 1, compulsory = true}", 2),
        ("{points = 1, compulsory = true, side = 'winner'}", 1),
        ("{points = 1, compulsory = true, side = 'winner_if_shared'}", 2),
    ],
)
def test_games_without_a_best_player_are_counted_where_they_must_have_one(
    rule: str, missing: int
) -> None:
    """The first has none, the second was voted on, the third is drawn and has none, the last has."""
    regulation = set_values(PLAIN, [f"scoring.best_player={rule}"])
    votes = np.full((4, 10), EMPTY)
    votes[1, 3] = 0
    marked = np.zeros((4, 10), dtype=bool)
    marked[3, 8] = True
    games = games_of(regulation, ENDS, best_player_votes=votes, best_player=marked)
    assert without_best_player(games, regulation) == missing
    assert without_best_player(games, PLAIN) == 0
    togliatti = load("togliatti-2014")
    shapka = ShapkaGames(roster=numbered(3), entrants=np.arange(3)[None])
    assert without_best_player(shapka, togliatti) == with_few_rewarded(shapka, togliatti) == 0


@pytest.mark.parametrize(
    ("fewest", "drawn", "counted"),
    [(0, "", 0), (1, "", 1), (2, "", 2), (2, ", drawn = {least = 0.1, most = 1}", 3), (3, "", 3)],
)
def test_games_are_counted_in_which_fewer_have_points_than_must_have(
    fewest: int, drawn: str, counted: int
) -> None:
    """Nobody has points in the first, two in the second, nobody in the third, one in the last."""
    rule = f"{{step = 0.1, winner = {{least = 0.1, most = 1}}, fewest_players = {fewest}{drawn}}}"
    regulation = set_values(PLAIN, [f"scoring.additional={rule}"])
    given = np.zeros((4, 10), dtype=int)
    given[1, [4, 5]] = given[3, 0] = 100
    games = games_of(regulation, ENDS, additional=given)
    assert with_few_rewarded(games, regulation) == counted
    assert with_few_rewarded(games, PLAIN) == 0


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
