"""The four regulations say what their texts say; numbers and words here were read off the texts."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal

import pytest

from mafsim import regulations
from mafsim.regulations.points import Scoring
from mafsim.regulations.rules import End, Rules
from mafsim.regulations.schema import Stage, value_at

CLAUSES = {
    "omsk-2012": [f"O{number}" for number in range(1, 35)],
    "charlie-2016": [f"C{number}" for number in range(1, 29)],
    "ugra-2021": [f"U{number}" for number in range(1, 36)],
    "togliatti-2014": [f"T{number}" for number in range(1, 29)],
}
SILENCES = {
    "omsk-2012": ["O4", "O33", "O34"],
    "charlie-2016": ["C10", "C28"],
    "ugra-2021": ["U7", "U34", "U35"],
    "togliatti-2014": ["T27", "T28"],
}
QUESTIONS = {
    "omsk-2012": {
        "A1": "a",
        "A2": "a",
        "A3": "all-tied",
        "A4": "nearest",
        "A5": "a",
        "A6": "day",
        "A7": "night-1",
        "A8": "no-revote",
        "A9": "revote",
        "A10": "living",
        "A11": "red",
        "A12": "b",
        "A40": "none",
        "A41": "nothing",
        "A42": "shared",
        "A43": "no",
    },
    "charlie-2016": {
        "A7": "night-1",
        "A13": "slip",
        "A14": "both",
        "A15": "a",
        "A16": "any",
        "A17": "b",
        "A18": "judge",
        "A19": "both",
        "A20": "count",
        "A41": "nothing",
        "A42": "shared",
    },
    "ugra-2021": {
        "A7": "night-1",
        "A21": "balanced",
        "A22": "a",
        "A23": "table",
        "A24": "both",
        "A25": "speech",
        "A26": "a",
        "A27": "nearest",
        "A28": "game",
        "A36": "up-to",
        "A37": "tenths",
        "A38": "nothing",
        "A39": "breaker",
        "A44": "sum",
        "A45": "wins",
        "A46": "carry",
    },
    "togliatti-2014": {
        "A29": "same",
        "A30": "tour",
        "A31": "first-day",
        "A32": "one",
        "A33": "tie-breaks",
        "A34": "next",
        "A35": "tour",
        "A47": "once",
    },
}
"""The open questions of each text and the readings taken, A1 to A39 and those of mafsim's own."""
NO_VALUES = {
    ("omsk-2012", "A1", "c"),  # the best player is punished: absurd
    ("omsk-2012", "A2", "c"),  # one table at a time: 80 seats for 30 players
    ("omsk-2012", "A6", "round"),  # a speech lost in another game
    ("omsk-2012", "A7", "night-0"),  # nobody can be killed in the night of acquaintance
    ("charlie-2016", "A13", "literal"),  # ten tables of one team each
    ("charlie-2016", "A15", "b"),  # a role that no text describes
    ("charlie-2016", "A15", "c"),  # team-mates side by side
    ("ugra-2021", "A28", "event"),  # whom the organisers take out of the plan
    ("togliatti-2014", "A29", "other"),  # a format that the text does not describe
    ("togliatti-2014", "A35", "person"),  # the record gives the number that is counted
}
"""The readings that no values can express, each with the reason."""
UNMODELLED = {
    "omsk-2012": ["O11", "O32"],
    "charlie-2016": [],
    "ugra-2021": ["U9"],
    "togliatti-2014": ["T13", "T14", "T23", "T27"],
}


def stage_of(name: str, stage: str) -> Stage:
    return next(each for each in regulations.load(name).stages if each.name == stage)


def clock(stage: Stage) -> list[tuple[str, str, str, int]]:
    return [
        (f"{slot.date:%d.%m}", f"{slot.start:%H:%M}", f"{slot.end:%H:%M}", slot.rounds)
        for slot in stage.times
    ]


def test_these_regulations_come_along() -> None:
    assert set(CLAUSES) <= set(regulations.names())


@pytest.mark.parametrize("name", CLAUSES)
def test_every_clause_stands_exactly_once_in_the_order_of_its_text(name: str) -> None:
    assert [clause.id for clause in regulations.load(name).clauses] == CLAUSES[name]


@pytest.mark.parametrize("name", SILENCES)
def test_the_text_is_silent_where_no_words_are_quoted(name: str) -> None:
    clauses = regulations.load(name).clauses
    assert [clause.id for clause in clauses if clause.silent] == SILENCES[name]


@pytest.mark.parametrize("name", QUESTIONS)
def test_questions_are_answered_by_the_reading_taken(name: str) -> None:
    questions = regulations.load(name).assumed
    assert {question.id: question.taken for question in questions} == QUESTIONS[name]


def test_no_numbered_question_is_forgotten() -> None:
    asked = {question for questions in QUESTIONS.values() for question in questions}
    assert asked == {f"A{number}" for number in range(1, 48)}


@pytest.mark.parametrize("name", UNMODELLED)
def test_nothing_is_left_unmodelled_but_what_no_value_depends_on(name: str) -> None:
    clauses = regulations.load(name).clauses
    assert [clause.id for clause in clauses if clause.unmodelled] == UNMODELLED[name]


def test_every_other_reading_can_be_switched_to_but_those_that_no_values_express() -> None:
    without = {
        (name, question.id, reading.key)
        for name in CLAUSES
        for question in regulations.load(name).assumed
        for reading in question.readings
        if not reading.set and reading.key != question.taken
    }
    assert without == NO_VALUES


WHOLE_GAME = ("before_vote", "during_vote", "after_result", "at_night")


@pytest.mark.parametrize(
    ("name", "cells"),
    [
        ("omsk-2012", ("no_vote", "no_vote", "next_unless_leaving", "next")),
        ("charlie-2016", ("no_vote", "no_vote", "both_leave", "next")),
        ("ugra-2021", ("no_vote", "goes_on", "next", "next")),
    ],
)
def test_what_a_removal_does_to_the_vote(name: str, cells: tuple[str, ...]) -> None:
    removal = regulations.load(name).rules.removal
    assert tuple(getattr(removal, moment) for moment in WHOLE_GAME) == cells


def points(*amounts: str) -> tuple[Decimal, ...]:
    return tuple(Decimal(amount) for amount in amounts)


@pytest.mark.parametrize(
    ("name", "civilian", "sheriff", "mafia", "don"),
    [
        ("omsk-2012", ("3", "0"), ("4", "-1"), ("4", "0"), ("5", "-1")),
        ("charlie-2016", ("3", "0"), ("3", "0"), ("3", "0"), ("3", "0")),
        ("ugra-2021", ("1", "0"), ("1", "0"), ("1", "0"), ("1", "0")),
    ],
)
def test_points_for_a_win_and_for_a_loss(
    name: str,
    civilian: tuple[str, str],
    sheriff: tuple[str, str],
    mafia: tuple[str, str],
    don: tuple[str, str],
) -> None:
    outcome = regulations.load(name).scoring.outcome
    given = [(role.win, role.loss) for role in (outcome.civilian, outcome.sheriff)]
    given += [(role.win, role.loss) for role in (outcome.mafia, outcome.don)]
    assert given == [points(*each) for each in (civilian, sheriff, mafia, don)]
    assert outcome.draw == 0


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("omsk-2012: rules.night.order_nights", 3),  # O12
        ("omsk-2012: rules.speech.seconds", 60),  # O14
        ("omsk-2012: rules.speech.rotation", "first"),  # O21
        ("omsk-2012: rules.vote.single_on_first_day", "no_vote"),  # O15
        ("omsk-2012: rules.vote.at_four", "no_revote"),  # O17
        ("omsk-2012: rules.vote.not_cast", "last_candidate"),  # O25
        ("omsk-2012: rules.night.checks_when_shot", True),  # O19
        ("omsk-2012: rules.speech.last_word_of_removed", False),  # O30
        ("omsk-2012: rules.conduct.standing_up", "removal"),  # O29
        ("omsk-2012: rules.conduct.religion", "foul"),  # O26
        ("omsk-2012: scoring.best_move", None),  # O33
        ("omsk-2012: scoring.best_player.points", 1),  # O8
        ("omsk-2012: scoring.best_player.chosen_by", "table"),  # O8
        ("omsk-2012: scoring.best_player.compulsory", True),  # O8
        (
            "omsk-2012: ranking.tie_breaks",
            ("wins", "best_player", "wins_as_don", "wins_as_sheriff", "first_killed"),
        ),  # O9
        ("charlie-2016: rules.end.quiet_rounds_at_four", 3),  # C6
        ("charlie-2016: rules.end.quiet_at_four", "red_wins"),  # C6
        ("charlie-2016: rules.end.ends_with", "announcement"),  # C14
        ("charlie-2016: rules.vote.at_four", "lift"),  # C7
        ("charlie-2016: rules.nomination.withdrawal", "last_stands"),  # C11
        ("charlie-2016: rules.night.check_seconds", 15),  # C12
        ("charlie-2016: rules.night.don_is_inherited", False),  # C13
        ("charlie-2016: rules.conduct.tears", "removal"),  # C16
        ("charlie-2016: rules.conduct.swearing", "foul"),  # C15
        ("charlie-2016: rules.conduct.swearing_at", "removal"),  # C16
        ("charlie-2016: scoring.best_move.three", Decimal("0.75")),  # C20
        ("charlie-2016: scoring.best_move.two", Decimal("0.5")),  # C20
        ("charlie-2016: scoring.best_move.sheriff_three", Decimal("0.5")),  # C20
        ("charlie-2016: scoring.best_move.sheriff_two", 0),  # C20
        ("charlie-2016: scoring.best_move.voted_out_at_most", 1),  # C21
        ("charlie-2016: scoring.best_player.points", Decimal("1.2")),  # C22
        ("charlie-2016: scoring.best_player.most", 2),  # C22
        ("charlie-2016: scoring.best_player.side", "winner"),  # C22
        ("charlie-2016: ranking.by", ("team", "player")),  # C2
        (
            "charlie-2016: ranking.tie_breaks",
            ("best_player", "wins", "wins_as_don", "wins_as_sheriff", "first_killed"),
        ),  # C23
        ("charlie-2016: stages.consigliere.credit", "both"),  # C3, C5
        ("charlie-2016: judging.protests", "commission"),  # C26
        ("charlie-2016: judging.protest_minutes", 10),  # C25
        ("charlie-2016: judging.may_bar", True),  # C27
        ("ugra-2021: rules.best_move.told", "night"),  # U13
        ("ugra-2021: rules.best_move.seconds", 20),  # U13
        ("ugra-2021: rules.night.sheriff_wakes_night_0", False),  # U23
        ("ugra-2021: rules.night.sheriff_first_check", 1),  # U23
        ("ugra-2021: rules.vote.at_four", "lift"),  # U24
        ("ugra-2021: rules.nomination.withdrawal", "no"),  # U25
        ("ugra-2021: rules.nomination.may_be_asked", False),  # U26
        ("ugra-2021: rules.fouls.loss_at", 3),  # U22
        ("ugra-2021: rules.fouls.nominates", True),  # U22
        ("ugra-2021: rules.conduct.palm", "removal"),  # U33
        ("ugra-2021: rules.conduct.hand_withdrawn", "foul"),  # U27
        ("ugra-2021: scoring.best_move.three", Decimal("0.4")),  # U14
        ("ugra-2021: scoring.best_move.two", Decimal("0.25")),  # U14
        ("ugra-2021: scoring.best_move.entitled", "red"),  # U14
        ("ugra-2021: scoring.additional.most_players", 4),  # U15
        ("ugra-2021: scoring.additional.most_in_all", Decimal("1.2")),  # U15
        ("ugra-2021: scoring.additional.winner.least", Decimal("0.2")),  # U16
        ("ugra-2021: scoring.additional.winner.most", Decimal("0.7")),  # U16
        ("ugra-2021: scoring.additional.winner.approved_from", Decimal("0.6")),  # U16
        ("ugra-2021: scoring.additional.loser.least", Decimal("0.1")),  # U17
        ("ugra-2021: scoring.additional.loser.most", Decimal("0.4")),  # U17
        ("ugra-2021: scoring.additional.loser.approved_from", None),  # U17
        ("ugra-2021: scoring.additional.drawn", None),  # U18
        ("ugra-2021: scoring.disqualification.points", Decimal("0.5")),  # U12
        (
            "ugra-2021: scoring.multiplier_applies_to",
            ("outcome", "best_move", "additional", "penalty"),
        ),  # U5
        ("ugra-2021: judging.protest_minutes", 10),  # U21
        ("togliatti-2014: scoring.shapka.breach", 5),  # T15
        ("togliatti-2014: scoring.shapka.word", 1),  # T24
        ("togliatti-2014: rules.shapka.seconds", 30),  # T25
        ("togliatti-2014: rules.shapka.halves", (("words", "one_word"), ("mime", "drawing"))),
        ("togliatti-2014: rules.shapka.passing", False),  # T21
        ("togliatti-2014: rules.shapka.unguessed", "out"),  # T22
        ("togliatti-2014: ranking.by", ("team",)),  # T20
        ("togliatti-2014: judging.protests", "none"),  # T16
    ],
)
def test_values_are_those_of_the_text(path: str, value: object) -> None:
    name, _, inside = path.partition(": ")
    assert value_at(regulations.load(name), inside) == value


def test_ugra_takes_points_off_in_six_cases_with_their_conditions() -> None:
    penalties = regulations.load("ugra-2021").scoring.penalties
    red, black = ("civilian", "sheriff"), ("mafia", "don")
    assert [(each.reason, each.roles, each.side_lost) for each in penalties] == [
        ("broke_on_day_1", red, True),
        ("broke_at_four", red, False),
        ("false_claim", ("civilian",), True),
        ("false_check", ("sheriff",), True),
        ("forgot_role", red + black, True),
        ("lost_claim", black, True),
    ]
    assert {each.points for each in penalties} == {Decimal("0.4")}
    votes = [each.voted_out for each in penalties]
    assert votes[2:] == [None] * 4
    assert votes[0] is not None
    assert (votes[0].color, votes[0].day, votes[0].may_be_oneself) == ("red", 1, True)
    assert votes[1] is not None
    assert (votes[1].color, votes[1].living, votes[1].may_be_oneself) == ("red", 4, False)


def test_charlie_alone_gives_a_game_to_the_other_side_for_pleas_and_help_from_the_hall() -> None:
    lost = {name: regulations.load(name).rules.side_lost_by for name in CLAUSES}
    assert lost.pop("charlie-2016") == ("plea", "hall")
    assert set(lost.values()) == {()}


def test_togliatti_starts_each_tour_at_zero() -> None:
    stages = regulations.load("togliatti-2014").stages
    assert [stage.carry for stage in stages[1:]] == [False] * 3


@pytest.mark.parametrize(
    ("name", "three", "two", "compensation"),
    [
        ("fiim-1", "0.4", "0.25", "0.4"),
        ("fiim-2", "0.5", "0.3", "0.4"),
        ("fiim", "0.7", "0.5", "0.5"),
    ],
)
def test_the_federation_has_three_versions(
    name: str, three: str, two: str, compensation: str
) -> None:
    scoring = regulations.load(name).scoring
    assert scoring.best_move is not None
    assert (scoring.best_move.three, scoring.best_move.two) == points(three, two)
    assert scoring.compensation is not None
    assert scoring.compensation.most == Decimal(compensation)
    assert (scoring.compensation.share, scoring.compensation.fewest_games) == (Decimal("0.4"), 4)
    assert scoring.disqualification is not None
    costs = (scoring.disqualification.points, scoring.disqualification.side_lost)
    assert costs == points("0.5", "0.7")
    assert scoring.outcome.don.win == 1


def test_the_plain_game_has_the_bare_rules_and_a_draw() -> None:
    rules = regulations.load("plain").rules
    assert rules == Rules(end=End(quiet_rounds=3))
    assert regulations.load("plain").scoring == Scoring()


@pytest.mark.parametrize(
    ("name", "rounds"),
    [("omsk-2012", 8), ("ugra-2021", 12), ("charlie-2016", 5), ("togliatti-2014", 1)],
)
def test_the_rounds_that_can_be_seated_at_once(name: str, rounds: int) -> None:
    stages = regulations.stages_at_once(regulations.load(name))
    assert sum(stage.rounds for stage in stages) == rounds


@pytest.mark.parametrize(
    ("name", "game", "entrants", "teams", "team_size", "table_size"),
    [
        ("omsk-2012", "mafia", 30, None, 1, 10),
        ("charlie-2016", "mafia", 20, 10, 2, 10),
        ("ugra-2021", "mafia", 30, 15, 2, 10),
        ("togliatti-2014", "shapka", 45, 15, 3, 3),
    ],
)
def test_who_enters(
    name: str, game: str, entrants: int, teams: int | None, team_size: int, table_size: int
) -> None:
    regulation = regulations.load(name)
    entry = regulation.entry
    assert (regulation.game, regulation.table.size) == (game, table_size)
    assert (entry.entrants, entry.teams, entry.team_size) == (entrants, teams, team_size)
    assert regulation.table.team_mates_apart


@pytest.mark.parametrize(
    ("name", "first", "last"),
    [
        ("omsk-2012", dt.date(2012, 12, 22), dt.date(2012, 12, 22)),
        ("charlie-2016", dt.date(2016, 11, 27), dt.date(2016, 11, 27)),
        ("ugra-2021", dt.date(2021, 6, 12), dt.date(2021, 6, 13)),
        ("togliatti-2014", dt.date(2014, 10, 7), dt.date(2014, 10, 30)),
    ],
)
def test_when_it_is_played(name: str, first: dt.date, last: dt.date) -> None:
    dates = regulations.load(name).dates
    assert dates is not None
    assert (dates.first, dates.last) == (first, last)


def test_omsk_plays_four_and_two_and_two_games_without_a_cut() -> None:
    stages = regulations.load("omsk-2012").stages
    assert [stage.rounds for stage in stages] == [4, 2, 2]
    assert not any(stage.depends_on_results for stage in stages)
    assert [clock(stage) for stage in stages] == [
        [("22.12", "12:00", "17:00", 4)],
        [("22.12", "17:30", "20:00", 2)],
        [("22.12", "20:30", "23:00", 2)],
    ]


def test_omsk_can_be_read_with_cuts_after_four_and_after_six_games() -> None:
    omsk = regulations.load("omsk-2012")
    cut = regulations.set_values(omsk, ["stages.2.field=20", "stages.3.field=10"])
    assert [stage.field for stage in cut.stages] == [None, 20, 10]
    assert [stage.rounds for stage in regulations.stages_at_once(cut)] == [4]


def test_omsk_does_not_say_how_players_are_dealt() -> None:
    assert [stage.draw_as_written for stage in regulations.load("omsk-2012").stages] == [None] * 3


def test_ugra_plays_twelve_qualifying_and_three_final_games() -> None:
    stages = regulations.load("ugra-2021").stages
    assert [(stage.name, stage.rounds) for stage in stages] == [("qualifying", 12), ("final", 3)]
    assert [stage.multiplier for stage in stages] == [1, Decimal("1.3")]


def test_ugra_starts_its_qualifying_rounds_at_the_hours_that_are_written() -> None:
    assert clock(stage_of("ugra-2021", "qualifying")) == [
        ("12.06", "10:30", "11:30", 1),
        ("12.06", "11:30", "12:30", 1),
        ("12.06", "12:30", "13:30", 1),
        ("12.06", "13:30", "14:30", 1),
        ("12.06", "14:30", "15:30", 1),
        ("12.06", "15:30", "16:30", 1),
        ("12.06", "16:30", "17:30", 1),
        ("12.06", "17:30", "18:30", 1),
        ("13.06", "10:15", "11:15", 1),
        ("13.06", "11:15", "12:15", 1),
        ("13.06", "12:15", "13:15", 1),
        ("13.06", "13:15", "14:15", 1),
    ]


def test_ugra_has_an_empty_hour_before_the_third_final_game_and_none_before_the_second() -> None:
    first, second, third = (slot.interval() for slot in stage_of("ugra-2021", "final").times)
    assert second[0] - first[1] == dt.timedelta(0)
    assert (f"{second[1]:%d.%m %H:%M}", f"{third[0]:%H:%M}") == ("13.06 16:30", "17:30")


def test_ugra_writes_a_lot_and_is_seated_evenly_by_default() -> None:
    stage = stage_of("ugra-2021", "qualifying")
    assert (stage.draw, stage.draw_as_written) == ("balanced", "random")


def test_ugra_deals_its_final_by_places_of_and_inside_teams() -> None:
    final = stage_of("ugra-2021", "final")
    dealt = [[(part.place, part.first, part.last) for part in table] for table in final.deal]
    assert dealt == [[(1, 1, 10)], [(1, 11, 15), (2, 1, 5)], [(2, 6, 15)]]
    assert (final.draw, final.field, final.tables) == ("ranked", 15, 3)
    assert final.dealt_anew


def test_charlie_ends_with_one_table_at_which_one_of_each_team_sits() -> None:
    main, last = regulations.load("charlie-2016").stages
    assert (main.rounds, main.seated_per_team) == (5, None)
    assert (last.rounds, last.seated_per_team, last.tables) == (1, 1, 1)


def test_charlie_gives_no_times() -> None:
    assert all(not stage.times for stage in regulations.load("charlie-2016").stages)


def test_togliatti_shrinks_from_fifteen_to_twelve_to_nine_to_six_teams() -> None:
    regulation = regulations.load("togliatti-2014")
    assert [stage.field for stage in regulation.stages] == [None, 12, 9, 6]
    assert [stage.rounds for stage in regulation.stages] == [1, 1, 1, 1]
    assert regulation.cut.when_one_withdraws == "next"


def test_togliatti_has_two_age_categories_and_counts_the_oldest() -> None:
    entry = regulations.load("togliatti-2014").entry
    ages = [(each.youngest, each.oldest, each.captain) for each in entry.divisions]
    assert ages == [(14, 17, False), (18, 35, True)]
    assert (entry.division_by, entry.ages_on) == ("oldest", dt.date(2014, 10, 7))


def test_togliatti_takes_whole_teams_of_six_in_the_order_of_their_applications() -> None:
    entry = regulations.load("togliatti-2014").entry
    assert entry.team_size * entry.people_per_entrant == 6
    assert (entry.complete_teams_only, entry.substitutes, entry.reserves) == (True, False, True)
    assert (entry.chosen_by, entry.leader_if_under) == ("applied_at", 18)


def test_togliatti_draws_lots_for_tables_and_for_who_begins() -> None:
    regulation = regulations.load("togliatti-2014")
    assert {stage.draw_as_written for stage in regulation.stages} == {"random"}
    assert regulation.table.order_as_written == "random"


def test_a_season_counts_the_best_rounds_or_the_points_of_a_game() -> None:
    best, average = (regulations.load(name).ranking for name in ("league", "league-per-game"))
    assert (best.points, best.best_rounds, best.substitutes) == ("sum", 10, "unranked")
    assert (average.points, average.best_rounds) == ("per_game", 14)
    stages = regulations.load("league").stages
    assert [(stage.rounds, stage.multiplier) for stage in stages] == [(12, 1), (2, Decimal("1.5"))]
