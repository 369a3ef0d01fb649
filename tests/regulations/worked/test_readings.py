"""For every switchable reading that concerns points and places: one game, two readings, two results.

The deal: seat 3 sheriff, seats 4 and 6 mafia, seat 5 don, all others civilians. What is expected is
worked out in the comments, under the reading that is taken and under the other one.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from mafsim import regulations
from mafsim.games import EMPTY, Games
from mafsim.regulations import Regulation
from mafsim.roster import numbered
from mafsim.scoring import score, written
from mafsim.standings import qualified

At = Callable[..., dict[str, Any]]
Pair = Callable[..., dict[str, Any]]
Show = Callable[[Any, At, Pair], Any]

PAIRS = {"Ann": "A", "Amy": "A", "Bob": "B", "Ben": "B"}


@dataclass(frozen=True)
class Shown:
    """A reading, a game played under it, and what it leads to."""

    regulation: str
    question: str
    reading: str
    show: Show
    taken: Any
    otherwise: Any

    @property
    def key(self) -> tuple[str, str, str]:
        return self.regulation, self.question, self.reading


def points(*names: str, **asked: Any) -> Callable[[Any], list[str]]:
    return lambda played: list(played.points(*names, **asked))


# --- games that several readings share ---------------------------------------------------------


def shot_in_night_2(played: Any, at: At, pair: Pair) -> Any:
    """Two civilians win; Bob was shot in night 2, after a miss in night 1."""
    table = played.game("red", at(1, "Ann"), at(2, "Bob", left="night 2")).table(
        "player", division="named"
    )
    return table.units.names[int(table.order[0, 0])]


def drawn(played: Any, at: At, pair: Pair) -> Any:
    return played.game("draw", at(1, "Ann")).points("Ann")


def twins(played: Any, at: At, pair: Pair) -> Any:
    """Two civilians win the same game, and nothing parts them but perhaps a lot."""
    played.game("red", at(1, "Ann"), at(2, "Bob"))
    table = played.table("player", division="named")
    level = int(table.decided_by[0, 0])
    return "shared" if level == EMPTY else table.levels[level]


def refusals(played: Any) -> list[str]:
    return [key for key, _ in played.refused()]


# --- Omsk --------------------------------------------------------------------------------------


def lost_civilian(played: Any, at: At, pair: Pair) -> Any:
    return played.game("black", at(1, "Ann")).points("Ann")


VOTES = {
    # Seats 1 to 5 vote for seat 6, seat 6 for seat 1, seats 7 to 10 for seat 1: five each.
    "tie": (6, 6, 6, 6, 6, 1, 1, 1, 1, 1),
}


def voted(
    regulation: Regulation, *, gone: tuple[int, ...] = (), judge: tuple[int, ...] = ()
) -> Any:
    """Give whose votes make the best player: seats 1 and 6 have five votes each."""
    votes = np.array([VOTES["tie"]]) - 1
    marks = np.zeros((1, 10), dtype=bool)
    marks[0, [seat - 1 for seat in judge]] = True
    left = np.full((1, 10), EMPTY)
    left[0, [seat - 1 for seat in gone]] = 1
    games = Games(
        roster=numbered(10),
        stages=tuple(stage.name for stage in regulation.stages),
        entrants=np.arange(10)[None],
        roles=np.array([[0, 0, 1, 2, 3, 2, 0, 0, 0, 0]]),
        winner=np.array([2]),
        best_player_votes=votes,
        best_player=marks,
        left=left,
        left_on=np.where(left == EMPTY, EMPTY, 1),
    )
    best = score(games, regulation)[0, :, 2]
    return {seat + 1: written(int(best[seat])) for seat in np.flatnonzero(best)}


def tied_vote(played: Any, at: At, pair: Pair) -> Any:
    return voted(played.regulation)


def tied_vote_with_a_judge(played: Any, at: At, pair: Pair) -> Any:
    return voted(played.regulation, judge=(6,))


def vote_of_the_dead(played: Any, at: At, pair: Pair) -> Any:
    # Seats 1 and 2 were voted out on day 1: without their votes seat 6 has three, seat 1 five.
    return voted(played.regulation, gone=(1, 2))


def best_move_in_omsk(played: Any, at: At, pair: Pair) -> Any:
    played.game("black", at(1, "Ann", left="night 1", best_move="4;5;6"), at(2, best_player=1))
    return refusals(played) or played.points("Ann")


def protest_in_omsk(played: Any, at: At, pair: Pair) -> Any:
    return refusals(played.game("red", at(1, "Ann", protest="open", best_player=1)))


OMSK = [
    # A1: a civilian who lost has 0; or the 1 that the garbled row may give him.
    Shown("omsk-2012", "A1", "b", lost_civilian, ["0"], ["1"]),
    # A3: seats 1 and 6 are tied with five votes: each 1; nobody; one of them; whom the judge names;
    # and if those who left have no vote, seat 1 alone.
    Shown("omsk-2012", "A3", "none", tied_vote, {1: "1", 6: "1"}, {}),
    Shown("omsk-2012", "A3", "lot", tied_vote, {1: "1", 6: "1"}, "one of them"),
    Shown("omsk-2012", "A3", "judge", tied_vote_with_a_judge, {1: "1", 6: "1"}, {6: "1"}),
    Shown("omsk-2012", "A3", "left", vote_of_the_dead, {1: "1", 6: "1"}, {1: "1"}),
    # A7: Ann and Bob share a place, in the order of the roster; or Bob was the first to be shot.
    Shown("omsk-2012", "A7", "first-shot", shot_in_night_2, "Ann", "Bob"),
    # A40: there is none; or three black ones bring 0.4.
    Shown("omsk-2012", "A40", "common", best_move_in_omsk, ["no_best_move"], ["0.4"]),
    Shown("omsk-2012", "A41", "point", drawn, ["0"], ["1"]),
    Shown("omsk-2012", "A42", "lot", twins, "shared", "lot"),
    Shown("omsk-2012", "A43", "head-judge", protest_in_omsk, ["protest"], []),
]


# --- Charlie -----------------------------------------------------------------------------------


def sixth_game(*names: str, by: str = "player") -> Show:
    def show(played: Any, at: At, pair: Pair) -> Any:
        played.teams |= PAIRS
        played.game("red", at(1, "Ann", adviser="Amy"), round=6)
        return played.points(*names, by=by)

    return show


def lifted_on_day_1(played: Any, at: At, pair: Pair) -> Any:
    played.game(
        "black",
        at(1, "Ann", left="night 1", best_move="4;5;6"),
        at(2, left="vote 1"),
        at(7, left="vote 1"),
    )
    return refusals(played) or played.points("Ann")


def best_loser(played: Any, at: At, pair: Pair) -> Any:
    played.game("black", at(1, "Ann", best_player=1))
    return refusals(played) or played.points("Ann")


def nobody_is_best(played: Any, at: At, pair: Pair) -> Any:
    return [key for key, _ in played.game("red").read().warnings]


def table_chooses(played: Any, at: At, pair: Pair) -> Any:
    """Seats 1, 2 and 7 are marked: too many for a judge, a tied vote of a table."""
    played.game("red", *(at(seat, name, best_player=1) for seat, name in TRIO))
    return refusals(played) or played.points("Ann")


TRIO = ((1, "Ann"), (2, "Bob"), (7, "Cid"))


def four_best_moves(played: Any, at: At, pair: Pair) -> Any:
    """Ann wins once: 3. Bob loses four times with a best move of 0.75: 3."""
    played.teams |= PAIRS
    played.game("red", at(1, "Ann"), round=5)
    for round_ in (1, 2, 3, 4):
        played.game("black", at(2, "Bob", left="night 1", best_move="4;5;6"), round=round_)
    table = played.table("team", division="named")
    return table.units.names[int(table.order[0, 0])]


CHARLIE = [
    Shown("charlie-2016", "A7", "first-shot", shot_in_night_2, "Ann", "Bob"),
    # A14: 3 for the pair in every reading; for both players, for Ann alone, for neither.
    Shown("charlie-2016", "A14", "seated", sixth_game("Ann", "Amy"), ["3", "3"], ["3", "0"]),
    Shown("charlie-2016", "A14", "team", sixth_game("Ann", "Amy"), ["3", "3"], ["0", "0"]),
    # A17: two lifted on day 1 take the right away; or any vote-out leaves it: 0.75.
    Shown("charlie-2016", "A17", "a", lifted_on_day_1, ["best_move_after_votes"], ["0.75"]),
    # A18: a loser cannot be it; or the single best can: 1.2.
    Shown("charlie-2016", "A18", "loser", best_loser, ["best_player_not_winner"], ["1.2"]),
    Shown("charlie-2016", "A18", "compulsory", nobody_is_best, [], ["results.no_best_player"]),
    # The table may have three tied: 3 + 1.2 / 3.
    Shown("charlie-2016", "A18", "table", table_chooses, ["best_players"], ["3.4"]),
    # A20: by wins Ann, by extra points Bob.
    Shown("charlie-2016", "A20", "sum", four_best_moves, "A", "B"),
    Shown("charlie-2016", "A20", "both", four_best_moves, "A", "B"),
    Shown("charlie-2016", "A41", "point", drawn, ["0"], ["1"]),
    Shown("charlie-2016", "A42", "lot", twins, "shared", "lot"),
]


# --- Ugra --------------------------------------------------------------------------------------


def win_and_more_in_the_final(played: Any, at: At, pair: Pair) -> Any:
    cells = {"left": "night 1", "best_move": "4;5;6", "additional": 0.3}
    return played.game("red", at(1, "Ann", **cells), round=13).points("Ann")


def disqualified_in_the_final(played: Any, at: At, pair: Pair) -> Any:
    return played.game("black", at(1, "Ann", disqualified=1), round=13).points("Ann")


def fourth_foul(played: Any, at: At, pair: Pair) -> Any:
    return played.game("red", at(1, "Ann", left="foul 3")).points("Ann")


def few_rewarded(played: Any, at: At, pair: Pair) -> Any:
    played.game("red", at(1, additional=0.3))
    return [key for key, _ in played.read().warnings]


def a_quarter(played: Any, at: At, pair: Pair) -> Any:
    played.game("red", at(1, "Ann", additional=0.25))
    return refusals(played) or played.points("Ann")


def two_left_on_day_1(played: Any, at: At, pair: Pair) -> Any:
    guilty = at(1, "Ann", penalty=0.4, penalty_reason="broke_on_day_1")
    played.game("black", guilty, at(7, left="vote 1"), at(8, left="vote 1"))
    return refusals(played) or played.points("Ann")


def team_of_two(played: Any, at: At, pair: Pair) -> Any:
    played.teams |= PAIRS
    played.game("red", at(1, "Ann"), round=1).game("red", at(1, "Amy", additional=0.3), round=2)
    return played.points("A", by="team")


def a_win_or_additional_points(played: Any, at: At, pair: Pair) -> Any:
    """Ann wins: 1. Bob loses three times with 0.4, 0.3 and 0.3: 1."""
    played.game("red", at(1, "Ann"), round=5)
    for round_, extra in ((1, 0.4), (2, 0.3), (3, 0.3)):
        played.game("black", at(2, "Bob", additional=extra), round=round_)
    table = played.table("player", division="named")
    return table.units.names[int(table.order[0, 0])]


def qualifying_and_final(played: Any, at: At, pair: Pair) -> Any:
    played.game("red", at(1, "Ann")).game("red", at(1, "Ann"), round=13)
    return played.points("Ann")


UGRA = [
    Shown("ugra-2021", "A7", "first-shot", shot_in_night_2, "Ann", "Bob"),
    # A23: (1 + 0.4 + 0.3) x 1.3; or 1.3 + 0.7.
    Shown("ugra-2021", "A23", "win", win_and_more_in_the_final, ["2.21"], ["2"]),
    # A23: 0.5 stays 0.5; or it is 0.65.
    Shown("ugra-2021", "A23", "all", disqualified_in_the_final, ["-0.5"], ["-0.65"]),
    # A24: 1 - 0.5; or a fourth foul costs nothing.
    Shown("ugra-2021", "A24", "direct", fourth_foul, ["0.5"], ["1"]),
    # A36: one rewarded player is fine; or fewer than four are told.
    Shown("ugra-2021", "A36", "exactly", few_rewarded, [], ["results.few_rewarded"]),
    Shown("ugra-2021", "A37", "any", a_quarter, ["additional_step"], ["1.25"]),
    Shown("ugra-2021", "A38", "half", drawn, ["0"], ["0.5"]),
    # A39: whoever broke a split made one leave; or all who voted for the red ones are meant.
    Shown("ugra-2021", "A39", "voter", two_left_on_day_1, ["penalty_vote_day_any"], ["-0.4"]),
    # A44: 1 + 1.3; or the better of the two.
    Shown("ugra-2021", "A44", "best", team_of_two, ["2.3"], ["1.3"]),
    Shown("ugra-2021", "A45", "additional", a_win_or_additional_points, "Ann", "Bob"),
    Shown("ugra-2021", "A45", "lot", twins, "shared", "lot"),
    # A46: 1 + 1.3; or the final alone.
    Shown("ugra-2021", "A46", "anew", qualifying_and_final, ["2.3"], ["1.3"]),
]


# --- Togliatti ---------------------------------------------------------------------------------


def two_tours(played: Any, at: At, pair: Pair) -> Any:
    for round_, words in ((1, "10 0 0 0"), (2, "4 0 0 0")):
        played.pairs(pair("A1", "A", words), pair("B1", "B"), pair("C1", "C"), round=round_)
    return played.points("A", by="team")


def ten_words(played: Any, at: At, pair: Pair) -> Any:
    played.pairs(pair("A1", "A", "10 0 0 0"), pair("B1", "B"), pair("C1", "C"))
    return played.points("A", by="team")


def breach_in_tour_1(played: Any, at: At, pair: Pair) -> Any:
    """Five off in tour 1, four words in tour 2."""
    for round_, words in ((1, "10 0 0 0"), (2, "4 0 0 0")):
        played.pairs(pair("A1", "A", words), pair("B1", "B"), pair("C1", "C"), round=round_)
    return played.breach("A", stage="qualifying-1").points("A", by="team")


def breach_without_words(played: Any, at: At, pair: Pair) -> Any:
    played.pairs(pair("A1", "A", "3 0 0 0", 1), pair("B1", "B"), pair("C1", "C"))
    return played.points("A", by="team")


def going_on(field: int, *withdrawn: str) -> Show:
    """A has 10 words; B and C have 5, C more of them in the second half. Who is left of three?"""

    def show(played: Any, at: At, pair: Pair) -> Any:
        played.pairs(
            pair("A1", "A", "10 0 0 0"), pair("B1", "B", "5 0 0 0"), pair("C1", "C", "0 0 5 0")
        )
        table = played.table("team")
        goes = qualified(table, field, played.regulation.cut, withdrawn=withdrawn)[0]
        return [table.units.names[unit] for unit in np.flatnonzero(goes)]

    return show


TOGLIATTI = [
    # A30: the second tour alone; or both.
    Shown("togliatti-2014", "A30", "running", two_tours, ["4"], ["14"]),
    Shown("togliatti-2014", "A32", "two", ten_words, ["10"], ["20"]),
    # A33: two go on, by words in the second half; or both who have five.
    Shown("togliatti-2014", "A33", "all", going_on(2), ["A", "C"], ["A", "B", "C"]),
    # A34: A withdraws, two are to go on: C and B; or C alone.
    Shown("togliatti-2014", "A34", "nobody", going_on(2, "A"), ["B", "C"], ["C"]),
    # A35: the breach was in tour 1, which is over; or it stays in the total: 4 - 5.
    Shown("togliatti-2014", "A35", "total", breach_in_tour_1, ["4"], ["-1"]),
    # A35: 3 - 5; or no less than 0.
    Shown("togliatti-2014", "A35", "zero", breach_without_words, ["-2"], ["0"]),
]


# --- the presets -------------------------------------------------------------------------------


def two_first_nights(played: Any, at: At, pair: Pair) -> Any:
    """Killed first twice, once in a game that red won."""
    played.game("black", at(1, "Ann", left="night 1"))
    played.game("red", at(1, "Ann", left="night 1"), round=2)
    return played.points("Ann")


def one_first_night(played: Any, at: At, pair: Pair) -> Any:
    return played.game("black", at(1, "Ann", left="night 1")).points("Ann")


def one_first_night_of_eight(played: Any, at: At, pair: Pair) -> Any:
    """Eight games: round(0.4 x 8) = 3, and a third of 0.4 is no whole number of thousandths."""
    stages = ["stages.qualifying.rounds=8"]
    played.regulation = regulations.set_values(played.regulation, stages)
    return played.game("black", at(1, "Ann", left="night 1")).points("Ann")


def rewarded_loser(played: Any, at: At, pair: Pair) -> Any:
    played.game("black", at(1, "Ann", additional=0.5))
    return refusals(played) or played.points("Ann")


PRESETS = [
    # A48: 1 + 0.125; or i = 2: 1 + 0.25. With 0.4: 1 + 0.1 and 1 + 0.2.
    Shown("fiim", "A48", "all", two_first_nights, ["1.125"], ["1.25"]),
    Shown("fiim-1", "A48", "all", two_first_nights, ["1.1"], ["1.2"]),
    Shown("fiim-2", "A48", "all", two_first_nights, ["1.1"], ["1.2"]),
    # A48: 0.125, rounded to hundredths 0.13; 0.4 / 3 is 0.133 and 0.13.
    Shown("fiim", "A48", "hundredths", one_first_night, ["0.125"], ["0.13"]),
    Shown("fiim-1", "A48", "hundredths", one_first_night_of_eight, ["0.133"], ["0.13"]),
    Shown("fiim-2", "A48", "hundredths", one_first_night_of_eight, ["0.133"], ["0.13"]),
    *(
        Shown(version, "A49", "wider", rewarded_loser, ["additional_loser"], ["0.5"])
        for version in ("fiim", "fiim-1", "fiim-2")
    ),
]

SHOWN = [*OMSK, *CHARLIE, *UGRA, *TOGLIATTI, *PRESETS]


def assignments(shown: Shown) -> tuple[str, ...]:
    questions = {each.id: each for each in regulations.load(shown.regulation).assumed}
    readings = {each.key: each for each in questions[shown.question].readings}
    return readings[shown.reading].set


@pytest.mark.parametrize("shown", SHOWN, ids=lambda shown: " ".join(shown.key))
def test_two_readings_give_two_results(
    shown: Shown, event: Callable[..., Any], at: At, pair: Pair
) -> None:
    taken = shown.show(event(shown.regulation), at, pair)
    otherwise = shown.show(event(shown.regulation, *assignments(shown)), at, pair)
    assert taken == shown.taken
    if shown.otherwise == "one of them":
        assert len(otherwise) == 1
        assert otherwise.items() < taken.items()
    else:
        assert otherwise == shown.otherwise


CONCERNS = re.compile(
    r"scoring\.|ranking\.|cut\.|judging\.protests|rules\.first_killed"
    r"|stages\.[\w-]+\.(multiplier|credit|carry)"
)
"""What concerns points and places, among the paths that a reading sets."""


def test_every_reading_that_concerns_points_is_shown() -> None:
    asked = {
        (name, question.id, reading.key)
        for name in regulations.names()
        for question in regulations.load(name).assumed
        for reading in question.readings
        if any(CONCERNS.match(assignment) for assignment in reading.set)
    }
    inherited = {key for key in asked if key[0] in {"league", "league-per-game"}}
    assert {shown.key for shown in SHOWN} == asked - inherited


def test_a_league_inherits_its_questions() -> None:
    fiim = {question.id for question in regulations.load("fiim").assumed}
    for name in ("league", "league-per-game"):
        assert {question.id for question in regulations.load(name).assumed} <= fiim
