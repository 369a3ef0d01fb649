"""Plans of other programs are read to the last figure, and every damage is named or made good."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mafsim.errors import MafsimError
from mafsim.files import parse_plan, parse_roster
from mafsim.pairing.check import document as findings_document
from mafsim.pairing.check import examine
from mafsim.plan import EMPTY, Plan
from mafsim.roster import Entrant, Roster
from tests.pairing import brute

FOLDER = Path(__file__).parent / "foreign"
SHAPES = ("36-3-12", "20-2-10", "21-2-11", "26-2-13")
KINDS = ("array.json", "schedule.json", "federation.txt")
Cube = list[list[list[str]]]


def file(shape: str, kind: str) -> bytes:
    return (FOLDER / f"{shape}.{kind}").read_bytes()


# --- read once more, by other means -----------------------------------------------------------


def cube_of(shape: str, kind: str) -> Cube:
    """Read a fixture in the plainest way: who sits where, each a text of its own."""
    data = file(shape, kind)
    if kind == "federation.txt":
        text = data.decode("cp1251" if shape == "21-2-11" else "utf-8").replace("\r\n", "\n")
        rounds = [block.split("\n") for block in text.rstrip("\n").split("\n\n")]
        sign = "," if shape == "20-2-10" else ";"
        cells = [[line.split(sign) for line in round_] for round_ in rounds]
        return [[[line[t] for line in r] for t in range(len(r[0]))] for r in cells]
    document = json.loads(data)
    if kind == "array.json":
        return [[[str(x) for x in table] for table in round_] for round_ in document]
    games = {game["id"]: [str(x) for x in game["players"]] for game in document["games"]}
    return [[games[i] for i in round_["gameIds"]] for round_ in document["rounds"]]


def counted_apart(cube: Cube) -> Plan:
    """Make a plan of a cube without mafsim's readers, so that brute force can count in it."""
    people = list(dict.fromkeys(x for round_ in cube for table in round_ for x in table))
    tables = max(map(len, cube))
    seats = np.full((len(cube), tables, 10), EMPTY, dtype=np.int32)
    for r, round_ in enumerate(cube):
        for t, table in enumerate(round_):
            for s, who in enumerate(table):
                seats[r, t, s] = people.index(who)
    roster = Roster(entrants=tuple(Entrant(id=f"x{i}", name=p) for i, p in enumerate(people)))
    return Plan(roster=roster, seats=seats)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("kind", KINDS)
def test_every_figure_of_a_foreign_plan_is_that_of_brute_force(shape: str, kind: str) -> None:
    plan = parse_plan(file(shape, kind), file=f"{shape}.{kind}")
    told = findings_document(plan, examine(plan))
    counted = brute.balance(counted_apart(cube_of(shape, kind)))
    balance = told["balance"]
    assert told["violations"] == []
    met = counted.meetings
    assert balance["meetings"]["histogram"] == {str(k): n for k, n in met.histogram.items()}
    assert [balance["meetings"][key] for key in ("min", "max", "sum_of_squares")] == [
        met.min, met.max, met.sum_of_squares,
    ]  # fmt: skip
    assert balance["seats"]["max_spread"] == counted.seats.max_spread
    assert balance["seats"]["excess"] == counted.seats.excess
    assert balance["seats"]["halves_max_spread"] == counted.halves_max_spread
    assert balance["tables"] == {
        "max_spread": counted.tables.max_spread,
        "excess": counted.tables.excess,
    }
    assert balance["neighbours"]["histogram"] == {str(k): n for k, n in counted.neighbours.items()}
    assert balance["byes"] == {
        "max_spread": counted.byes_max_spread,
        "two_in_a_row": counted.two_in_a_row,
    }


@pytest.mark.parametrize("shape", SHAPES)
def test_three_formats_say_the_same_of_one_tournament(shape: str) -> None:
    documents = []
    for kind in KINDS:
        plan = parse_plan(file(shape, kind), file=kind)
        documents.append(findings_document(plan, examine(plan)))
    assert documents[0] == documents[1] == documents[2]


def test_the_shapes_are_what_they_are_called() -> None:
    for shape in SHAPES:
        plan = parse_plan(file(shape, "schedule.json"), file="s.json")
        assert "-".join(map(str, (len(plan.roster.entrants), plan.tables, plan.rounds))) == shape
    last = parse_plan(file("21-2-11", "array.json"), file="a.json").played()[-1]
    assert last.tolist() == [True, False]
    assert len(parse_plan(file("36-3-12", "array.json"), file="a.json").byes(0)) == 6


def test_the_names_of_a_foreign_plan_are_kept() -> None:
    for kind in ("schedule.json", "federation.txt"):
        plan = parse_plan(file("26-2-13", kind), file=kind)
        names = {entrant.name for entrant in plan.roster.entrants}
        assert {"007", "1-3", "=Сумма", "О’Нил", "Zёбра", "Кот да Винчи"} <= names
        assert len(names) == 26


def test_slots_become_the_people_of_a_roster() -> None:
    people = Roster(entrants=tuple(Entrant(id=f"e{i}", name=f"Имя {i}") for i in range(20)))
    plan = parse_plan(file("20-2-10", "array.json"), file="a.json", roster=people)
    first = json.loads(file("20-2-10", "array.json"))[0][0][0]
    assert plan.roster.entrants[plan.seats[0, 0, 0]].name == f"Имя {first}"
    few = Roster(entrants=people.entrants[:19])
    assert {
        violation.rule for violation in examine(
            parse_plan(file("20-2-10", "array.json"), file="a.json", roster=few)
        ).violations
    } >= {"unknown"}  # fmt: skip


def test_people_in_a_file_of_their_own_are_found_by_their_ids() -> None:
    document = json.loads(file("21-2-11", "schedule.json"))
    people = {"people": document.pop("people")}
    people["people"].reverse()
    roster = parse_roster(json.dumps(people).encode(), file="people.json")
    plan = parse_plan(json.dumps(document).encode(), file="s.json", roster=roster)
    whole = parse_plan(file("21-2-11", "schedule.json"), file="s.json")
    for round_, table, seat in np.argwhere(whole.seats != EMPTY).tolist():
        one, other = (
            each.roster.entrants[each.seats[round_, table, seat]] for each in (plan, whole)
        )
        assert one.name == other.name
    assert not plan.unknown


# --- what can be made good --------------------------------------------------------------------


def array(change: Callable[[Any], Any], shape: str = "21-2-11") -> Plan:
    document = change(json.loads(file(shape, "array.json")))
    return parse_plan(json.dumps(document).encode(), file="a.json")


def schedule(change: Callable[[dict[str, Any]], None], shape: str = "21-2-11") -> Plan:
    document = json.loads(file(shape, "schedule.json"))
    change(document)
    return parse_plan(json.dumps(document).encode(), file="s.json")


def warnings(plan: Plan) -> list[str]:
    return [key for key, _ in plan.roster.warnings if key.startswith("foreign")]


def seats_and_tables(document: Any) -> Any:
    return [[list(seat) for seat in zip(*round_, strict=True)] for round_ in document]


def tables_and_rounds(document: Any) -> Any:
    return [[round_[t] for round_ in document if t < len(round_)] for t in range(2)]


def from_one(document: Any) -> Any:
    return [[[slot + 1 for slot in table] for table in round_] for round_ in document]


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize(
    ("change", "warning"),
    [
        (seats_and_tables, "foreign.seats_tables"),
        (tables_and_rounds, "foreign.tables_rounds"),
        (from_one, "foreign.from_one"),
    ],
)
def test_an_array_that_is_turned_is_read_as_it_was_meant(
    shape: str, change: Callable[[Any], Any], warning: str
) -> None:
    if shape == "36-3-12" and change is tables_and_rounds:
        change = lambda d: [[round_[t] for round_ in d] for t in range(3)]  # noqa: E731
    plan = array(change, shape)
    assert np.array_equal(plan.seats, array(lambda d: d, shape).seats)
    assert warnings(plan) == [warning]


def test_empty_seats_of_an_array_are_null_or_below_zero() -> None:
    def without(nobody: Any) -> Callable[[Any], Any]:
        def change(document: Any) -> Any:
            document[3][1][9] = nobody
            return document

        return change

    for nobody in (None, -1):
        plan = array(without(nobody))
        assert plan.seats[3, 1, 9] == EMPTY
        assert {violation.rule for violation in examine(plan).violations} >= {"table-size"}


def test_rounds_of_a_schedule_may_count_from_one() -> None:
    def change(document: dict[str, Any]) -> None:
        for round_ in document["rounds"]:
            round_["id"] += 1

    plan = schedule(change)
    assert np.array_equal(plan.seats, schedule(lambda d: None).seats)
    assert plan.missing_rounds == ()


def test_players_of_a_schedule_may_count_from_one() -> None:
    def shift(document: dict[str, Any]) -> None:
        for game in document["games"]:
            game["players"] = [slot + 1 for slot in game["players"]]

    def with_people(document: dict[str, Any]) -> None:
        shift(document)
        for person in document["people"]:
            person["id"] += 1

    plain = schedule(lambda d: None)
    for change, shape in ((shift, "20-2-10"), (shift, "21-2-11"), (with_people, "21-2-11")):
        plan = schedule(change, shape)
        same = schedule(lambda d: None, shape)
        assert np.array_equal(plan.seats, same.seats), (change, shape)
        assert plan.roster.entrants == same.roster.entrants
    assert plain.roster.entrants[6].name == "Ёлка"


def test_a_round_that_a_schedule_misses_is_a_violation() -> None:
    def middle(document: dict[str, Any]) -> None:
        gone = document["rounds"].pop(4)["gameIds"]
        document["games"] = [game for game in document["games"] if game["id"] not in gone]
        document["configuration"]["numGames"] -= len(gone)

    def end(document: dict[str, Any]) -> None:
        gone = document["rounds"].pop()["gameIds"]
        document["games"] = [game for game in document["games"] if game["id"] not in gone]
        document["configuration"]["numGames"] -= len(gone)

    for change, missing in ((middle, 4), (end, 10)):
        plan = schedule(change)
        assert plan.missing_rounds == (missing,)
        found = [v for v in examine(plan).violations if v.rule == "missing" and v.round == missing]
        assert found


def test_a_stranger_in_a_schedule_is_unknown() -> None:
    def change(document: dict[str, Any]) -> None:
        document["games"][0]["players"][0] = 77

    assert {v.rule for v in examine(schedule(change)).violations} >= {"unknown"}


def text(change: Callable[[list[str]], list[str]], shape: str = "36-3-12") -> Plan:
    lines = change(file(shape, "federation.txt").decode().split("\n"))
    return parse_plan("\n".join(lines).encode(), file="f.txt")


def test_the_federation_s_text_is_read_with_every_separator_and_without_its_last_line() -> None:
    plain = text(lambda lines: lines)
    for sign in (",", "\t", " ; "):
        changed = text(lambda lines, sign=sign: [line.replace(";", sign) for line in lines])  # type: ignore[misc]
        assert np.array_equal(changed.seats, plain.seats)
    for change in (
        lambda lines: "\n".join(lines).rstrip("\n").split("\n"),
        lambda lines: [f"{line};" if line else line for line in lines],
        lambda lines: [line.replace(";", "; ") for line in lines],
    ):
        assert np.array_equal(text(change).seats, plain.seats)


def test_a_text_whose_lines_are_tables_is_turned() -> None:
    def change(lines: list[str]) -> list[str]:
        rounds = "\n".join(lines).strip("\n").split("\n\n")
        cells = [[line.split(";") for line in round_.split("\n")] for round_ in rounds]
        turned = [[";".join(table) for table in zip(*round_, strict=True)] for round_ in cells]
        return "\n\n".join("\n".join(round_) for round_ in turned).split("\n")

    plan = text(change)
    assert np.array_equal(plan.seats, text(lambda lines: lines).seats)
    assert warnings(plan) == ["foreign.lines_are_tables"]


def headed(first: int, without: int | None = None) -> Callable[[list[str]], list[str]]:
    def change(lines: list[str]) -> list[str]:
        rounds = "\n".join(lines).strip("\n").split("\n\n")
        return "\n\n".join(
            f"Тур {number}\n{round_}"
            for number, round_ in enumerate(rounds, start=first)
            if number != without
        ).split("\n")

    return change


def test_headings_number_the_rounds_from_zero_or_one_and_may_miss_one() -> None:
    plain = text(lambda lines: lines)
    for first in (0, 1):
        assert np.array_equal(text(headed(first)).seats, plain.seats)
    assert text(headed(1, without=5)).missing_rounds == (4,)


def test_somebody_twice_in_a_round_is_a_violation_in_every_format() -> None:
    def twice(document: Any) -> Any:
        document[0][1][0] = document[0][0][0]
        return document

    def in_games(document: dict[str, Any]) -> None:
        document["games"][1]["players"][0] = document["games"][0]["players"][0]

    def in_text(lines: list[str]) -> list[str]:
        first = lines[0].split(";")
        return [";".join([first[0], first[0], *first[2:]]), *lines[1:]]

    for plan in (array(twice), schedule(in_games), text(in_text)):
        assert {v.rule for v in examine(plan).violations} >= {"twice"}


# --- what is refused --------------------------------------------------------------------------


def edited(key: str, value: Any) -> Callable[[dict[str, Any]], None]:
    def change(document: dict[str, Any]) -> None:
        document["configuration"][key] = value

    return change


def _two_rounds(document: dict[str, Any]) -> None:
    document["rounds"][1]["id"] = 0


def _two_games(document: dict[str, Any]) -> None:
    document["games"][1]["id"] = 0


def _no_game(document: dict[str, Any]) -> None:
    document["rounds"][2]["gameIds"][0] = 99


def _shared_game(document: dict[str, Any]) -> None:
    document["rounds"][2]["gameIds"][0] = 0


def _spare_game(document: dict[str, Any]) -> None:
    document["rounds"][2]["gameIds"].pop()


def _two_people(document: dict[str, Any]) -> None:
    document["people"][1]["id"] = 0


def _same_name(document: dict[str, Any]) -> None:
    document["people"][1]["name"] = document["people"][0]["name"]


def _text_for_rounds(document: dict[str, Any]) -> None:
    document["rounds"] = "none"


def _half_a_player(document: dict[str, Any]) -> None:
    document["games"][3]["players"][2] = 1.5


def _no_players(document: dict[str, Any]) -> None:
    del document["games"][3]["players"]


SCHEDULES: dict[str, tuple[Callable[[dict[str, Any]], None], str]] = {
    "round twice": (
        _two_rounds,
        "s.json: rounds[1].id: the round 0 stands twice; give every round a number of its own",
    ),
    "game twice": (
        _two_games,
        "s.json: games[1].id: the game 0 stands twice; give every game an id of its own",
    ),
    "no such game": (
        _no_game,
        "s.json: rounds[2].gameIds[0]: no game has the id 99; "
        "the ids of gameIds are those of games",
    ),
    "game in two rounds": (
        _shared_game,
        "s.json: rounds[2].gameIds[0]: the game 0 stands in rounds[0].gameIds[0] already; "
        "a game belongs to one round",
    ),
    "game in no round": (
        _spare_game,
        "s.json: games[5]: no round names the game 5 in its gameIds; "
        "add it to its round, or delete it",
    ),
    "person twice": (
        _two_people,
        "s.json: people[1].id: the id 0 stands twice among the people; ids must differ",
    ),
    "one name for two": (
        _same_name,
        "s.json: people[1]: the name 'Ада' stands in people[0] already; "
        "tell the two people apart, or delete one row",
    ),
    "other games": (
        edited("numGames", 22),
        "s.json: configuration.numGames is 22, but the schedule has 21; "
        "correct the number, or add what is missing",
    ),
    "other tables": (
        edited("numTables", 3),
        "s.json: configuration.numTables is 3, but the schedule has 2; "
        "correct the number, or add what is missing",
    ),
    "other people": (
        edited("numPlayers", 20),
        "s.json: configuration.numPlayers is 20, but the schedule has 21; "
        "correct the number, or add what is missing",
    ),
    "fewer rounds": (
        edited("numRounds", 9),
        "s.json: configuration.numRounds is 9, but the schedule has 11; "
        "correct the number, or add what is missing",
    ),
    "no list": (_text_for_rounds, "s.json: rounds: a list [...] must stand here"),
    "half a player": (
        _half_a_player,
        "s.json: games[3].players[2]: a whole number from 0 to 5000 must stand here",
    ),
    "no players": (_no_players, "s.json: games[3]: the key 'players' is missing; add it"),
}


@pytest.mark.parametrize("damage", SCHEDULES)
def test_a_damaged_schedule_is_refused_with_its_place(damage: str) -> None:
    change, sentence = SCHEDULES[damage]
    with pytest.raises(MafsimError) as refused:
        schedule(change)
    assert str(refused.value) == sentence
    assert refused.value.exit_code == 3
    assert refused.value.sentence("ru") != sentence


def test_a_player_beyond_the_last_is_refused() -> None:
    with pytest.raises(MafsimError) as refused:
        schedule(edited("numPlayers", 19), "20-2-10")
    assert str(refused.value) == (
        "s.json: the player 19 is beyond the last of 19: players are counted from 0; "
        "correct the id or configuration.numPlayers"
    )


def test_other_attempts_than_promised_are_told() -> None:
    plan = schedule(edited("numAttempts", 9))
    assert ("foreign.attempts", {"file": "s.json", "said": 9, "n": 10}) in plan.roster.warnings


ARRAYS = {
    "[[[0, 1], [2, 3.5]]]": "a.json: [0][1][1]: a whole number from 0 to 5000 must stand here",
    "[[[0, 1], 2]]": "a.json: [0][1]: a list [...] must stand here",
    "[[0, 1], [2, 3]]": "a.json: [0][0]: a list [...] must stand here",
    '[[[0, "Ann"]]]': "a.json: some seats hold names and some numbers; write one or the other",
    "[[[-2]]]": "a.json: [0][0][0]: a whole number from 0 to 5000 must stand here",
    "[[[5001]]]": "a.json: [0][0][0]: a whole number from 0 to 5000 must stand here",
    "[[]]": "a.json: the plan has no tables",
    "[[[null, null]]]": "a.json: nobody is in it; write the names, one a line",
}


@pytest.mark.parametrize("document", ARRAYS)
def test_a_damaged_array_is_refused_with_its_place(document: str) -> None:
    with pytest.raises(MafsimError) as refused:
        parse_plan(document.encode(), file="a.json")
    assert str(refused.value) == ARRAYS[document]


def _drop(line: int) -> Callable[[list[str]], list[str]]:
    return lambda lines: [*lines[: line - 1], *lines[line:]]


def _replace(line: int, by: str) -> Callable[[list[str]], list[str]]:
    return lambda lines: [*lines[: line - 1], by, *lines[line:]]


TEXTS: dict[str, tuple[Callable[[list[str]], list[str]], str]] = {
    "a line is missing": (
        _drop(14),
        "f.txt, row 12: rows up to 20 are one round of 9 lines; a round has 10 lines, "
        "one a seat, and an empty line behind",
    ),
    "an empty line is missing": (
        _drop(11),
        "f.txt, row 1: rows up to 20 stand together, 20 lines; "
        "put an empty line behind every 10, where a round ends",
    ),
    "a line too many": (
        lambda lines: [*lines[:3], lines[3], *lines[3:]],
        "f.txt, row 1: rows up to 11 are one round of 11 lines; a round has 10 lines, "
        "one a seat, and an empty line behind",
    ),
    "a table is missing on a line": (
        _replace(15, "1;2"),
        "f.txt, row 15: tables on this line are 2, in row 12 they are 3; every line of a round "
        "has one person a table, an empty cell where nobody sits",
    ),
    "another separator on a line": (
        _replace(15, "1,2,3"),
        "f.txt, row 15: tables on this line are 1, in row 12 they are 3; every line of a round "
        "has one person a table, an empty cell where nobody sits",
    ),
    "a control character": (
        _replace(15, "1;\x072;3"),
        "f.txt, row 15: '\\u00072' holds U+0007, which is no character of a text; delete it",
    ),
    "a round twice": (
        lambda lines: headed(1)(list(lines))[:12] + headed(1)(lines),
        "f.txt, row 14: the round 1 stands twice; give every round a number of its own",
    ),
}


@pytest.mark.parametrize("damage", TEXTS)
def test_a_damaged_text_is_refused_with_its_line(damage: str) -> None:
    change, sentence = TEXTS[damage]
    with pytest.raises(MafsimError) as refused:
        text(change)
    assert str(refused.value) == sentence
    assert refused.value.sentence("ru") != sentence


def test_too_many_tables_on_a_line_are_refused() -> None:
    line = ";".join(map(str, range(1001)))
    with pytest.raises(MafsimError, match="more than 1000 rounds or tables stand here"):
        parse_plan("\n".join([line] * 10).encode(), file="f.txt")


@pytest.mark.slow
@pytest.mark.parametrize(
    "data",
    [
        b"[" + b"[[0]]," * 150_000 + b"[[0]]]",
        b"1;2;3\n" * 150_000,
        b"\n".join([b";".join([b"x"] * 1000)] * 500),
        b'{"games": [], "rounds": [' + b'{"id": 0, "gameIds": []},' * 40_000 + b"{}]}",
        b"[[[" + b"0," * 400_000 + b"0]]]",
    ],
    ids=["rounds", "lines", "cells", "schedule", "seats"],
)
def test_a_megabyte_of_nonsense_is_refused_politely(data: bytes) -> None:
    with pytest.raises(MafsimError):
        parse_plan(data, file="x")


@pytest.mark.parametrize("text", ["[9, 8, 7, 6, 5, 4, 3, 2, 1, 0]", "[[[9,8,7,6,5,4,3,2,1,0]"])
def test_lists_of_numbers_that_are_no_plan_are_never_read_as_names(text: str) -> None:
    with pytest.raises(MafsimError):
        parse_plan(text.encode(), file="plan")
