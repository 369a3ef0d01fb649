"""`mafsim replan`, `mafsim swap` and `--judges`: late changes from the command line."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from mafsim.cli import main

Run = Callable[..., Result]


def call(command: str) -> Result:
    """Run a command whose words may be quoted."""
    return CliRunner().invoke(main, shlex.split(command))


@pytest.fixture
def plan(run: Run) -> str:
    result = run("seat --players 20 --tables 2 --rounds 4 --team-size 2 --effort 0 -o plan.json")
    assert result.exit_code == 0, result.output
    return "plan.json"


def rounds(path: str) -> list[object]:
    document = json.loads(Path(path).read_text(encoding="utf-8"))
    found: list[object] = document["rounds"]
    return found


def test_a_substitute_is_seated_and_rounds_that_stand_are_the_same(plan: str) -> None:
    result = call(f"replan {plan} --from-round 3 --replace 'Player 05' Anna --effort 0 -o new.json")
    assert result.exit_code == 0, result.output
    told = result.stdout
    assert "Rounds 1 to 2 stand" in told
    assert "Joins: Anna." in told
    assert "Leaves: Player 05." in told
    assert "Keeping most: 0 seats change" in told
    assert rounds("new.json")[:2] == rounds(plan)[:2]
    assert call("check new.json").exit_code == 0


def test_the_document_says_where_it_comes_from(plan: str) -> None:
    before = json.loads(Path(plan).read_text(encoding="utf-8"))
    result = call(f"replan {plan} --from-round 3 --replace 'Player 05' Anna --effort 0 --json")
    document = json.loads(result.stdout)
    assert document["revision"] == before["revision"] + 1
    provenance = document["provenance"]
    assert provenance["revised_from"] == before["provenance"]["plan_digest"]
    assert provenance["command"] == (
        "mafsim replan --from-round 3 --replace 'Player 05' Anna --seed 0 --effort 0"
    )
    assert document["certificate"]["replanned"]["from_round"] == 3


def test_each_changed_place_is_told_where_there_are_few(plan: str) -> None:
    result = call(f"replan {plan} --from-round 4 --absent 'Player 05' 4 --tables 1 --effort 0")
    assert result.exit_code == 0, result.output
    assert "round 4, Player" in result.stdout
    assert "-> no seat" in result.stdout


def test_fewer_tables_are_told_with_the_remedy(plan: str) -> None:
    result = call(f"replan {plan} --from-round 3 --drop 'Player 05' --effort 0")
    assert result.exit_code == 0
    assert "1 table instead of 2" in result.stderr
    assert "--add" in result.stderr


def test_rounds_that_do_not_come_and_tables_that_few_fill_are_told(plan: str) -> None:
    away = "--absent 'Player 05' 3-5"
    result = call(f"replan {plan} --from-round 2 {away} --tables 2 --effort 0")
    assert result.exit_code == 0, result.output
    assert "in rounds 3, 4 only 19 are there: 1 table instead of 2" in result.stderr
    assert "Player 05 is absent in round 5, and there are 4 rounds" in result.stderr
    told = call(f"replan {plan} --from-round 2 {away} --effort 0 --lang ru").stderr
    assert "в турах 3, 4 присутствуют 19: столов 1 вместо 2" in told


def test_an_empty_seat_is_1_and_said(plan: str) -> None:
    result = call(f"replan {plan} --from-round 3 --drop 'Player 05' --leave-empty -o new.json")
    assert result.exit_code == 1
    assert "2 tables have an empty seat" in result.stdout
    assert Path("new.json").exists()
    again = call(
        "replan new.json --from-round 3 --add Anna --team 'Team 03' --effort 0 -o last.json"
    )
    assert again.exit_code == 0, again.output
    assert call("check last.json").exit_code == 0


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        ("--drop 'Player 05'", 2, "--from-round"),
        ("--from-round 9", 2, "there is no round 9: the plan has 4 rounds"),
        ("--from-round 2 --drop Nobody", 2, "nobody on the list is called 'Nobody'"),
        ("--from-round 2 --fairest --keep-most", 2, "exclude each other"),
        ("--from-round 2 --add A --add B --team X", 2, "1 teams are named for 2 people"),
        ("--from-round 2 --absent 'Player 05' soon", 2, "'soon' does not say rounds"),
        ("--from-round 2 --tables 3", 1, "3 tables of 10 need 30 players, and there are 20: take"),
        ("--from-round 2 --leave-empty --tables 1", 2, "goes without --tables"),
        ("--from-round 2 --absent 'Player 05' 1", 2, "cannot be absent in round 1"),
        ("--from-round 2 --add 'Anna' --team 'Team 1' --add Boris --team 'Team 1'", 1, "team"),
    ],
)
def test_what_cannot_be_is_one_sentence(plan: str, words: str, code: int, said: str) -> None:
    result = call(f"replan {plan} {words} --effort 0")
    assert result.exit_code == code, result.output
    assert said in result.stderr
    assert result.stdout == ""
    assert len(result.stderr.splitlines()) == 1


def test_a_locked_line_up_is_refused_with_the_clause(plan: str) -> None:
    document = json.loads(Path(plan).read_text(encoding="utf-8"))
    document["provenance"]["regulation"] = "togliatti-2014"
    Path(plan).write_text(json.dumps(document), encoding="utf-8")
    result = call(f"replan {plan} --from-round 2 --replace 'Player 05' Anna")
    assert result.exit_code == 1
    assert "allows no substitutes" in result.stderr
    assert "clause 6.5" in result.stderr


def test_a_swap_shows_its_price_and_is_saved(plan: str) -> None:
    # Two of different teams at different tables, whose team-mates sit elsewhere.
    document = json.loads(Path(plan).read_text(encoding="utf-8"))
    tables = [table["seats"] for table in document["rounds"][2]["tables"]]
    teams = {entrant["id"]: entrant["team"] for entrant in document["entrants"]}
    names = {entrant["id"]: entrant["name"] for entrant in document["entrants"]}
    a = tables[0][0]
    b = next(other for other in tables[1] if teams[other] == teams[a])
    result = call(f"swap {plan} --round 3 '{names[a]}' '{names[b]}' -o new.json")
    assert result.exit_code == 0, result.output
    assert "->" in result.stdout.splitlines()[0]
    assert "Saved: new.json" in result.stdout
    assert rounds("new.json")[2] != rounds(plan)[2]
    assert call("check new.json").exit_code == 0


def test_a_swap_that_breaks_a_rule_is_1_and_not_written(plan: str) -> None:
    document = json.loads(Path(plan).read_text(encoding="utf-8"))
    tables = [table["seats"] for table in document["rounds"][2]["tables"]]
    teams = {entrant["id"]: entrant["team"] for entrant in document["entrants"]}
    names = {entrant["id"]: entrant["name"] for entrant in document["entrants"]}
    a = tables[0][0]
    b = next(other for other in tables[1] if teams[other] != teams[a])
    words = f"swap {plan} --round 3 '{names[a]}' '{names[b]}' -o new.json"
    result = call(words)
    assert result.exit_code == 1
    assert "Broken rules: 0 -> 2" in result.stderr
    assert not Path("new.json").exists()
    assert call(f"{words} --anyway").exit_code == 1
    assert Path("new.json").exists()


def test_judges_are_read_and_kept(run: Run, folder: Path) -> None:
    (folder / "people.txt").write_text(
        "\n".join(f"Player {i}" for i in range(1, 21)), encoding="utf-8"
    )
    (folder / "judges.csv").write_text(
        "name,table,not\nIvan,2,Player 3;Player 4\nOlga,,\n", encoding="utf-8"
    )
    words = "seat --roster people.txt --rounds 3 --judges judges.csv --effort 0 --json"
    result = run(words)
    assert result.exit_code == 0, result.output
    document = json.loads(result.stdout)
    for round_ in document["rounds"]:
        first, second = round_["tables"]
        assert (first["judge"], second["judge"]) == ("Olga", "Ivan")
        assert not {"p3", "p4"} & set(second["seats"])


def test_judges_without_a_roster_are_refused(run: Run) -> None:
    result = run("seat --players 20 --rounds 3 --judges judges.csv")
    assert result.exit_code == 2
    assert "--roster" in result.stderr
