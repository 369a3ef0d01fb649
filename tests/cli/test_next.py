"""`mafsim next`: an organiser gets the coming round, and what a lot has decided, or one sentence."""

from __future__ import annotations

import csv
import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from mafsim.files import read_plan
from mafsim.pairing.check import examine
from mafsim.regulations import load

Run = Callable[..., Result]

SHIPPED = Path(__file__).parents[2] / "examples"
NEXT = "next ugra-2021 ugra-2021-plan.json ugra-2021-results.csv"


@pytest.fixture(autouse=True)
def event(folder: Path) -> Path:
    for name in ("ugra-2021-plan.json", "ugra-2021-results.csv"):
        shutil.copy(SHIPPED / name, folder)
    return folder


def refused(result: Result, code: int, sentence: str) -> None:
    """Hold that a command ended with one sentence on standard error and no result."""
    assert sentence in result.stderr
    assert result.stderr.count("\n") == 1
    assert result.stdout == ""
    assert result.exit_code == code


def changed_results(folder: Path, change: Callable[[dict[str, str]], dict[str, str] | None]) -> str:
    """Write the results with some rows changed, or left out where the change gives nothing."""
    with (folder / "ugra-2021-results.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    kept = [row for row in map(change, rows) if row is not None]
    with (folder / "changed.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(kept)
    return "next ugra-2021 ugra-2021-plan.json changed.csv --after-round 12"


def test_the_coming_round_is_told_and_reported(run: Run) -> None:
    result = run(f"{NEXT} --after-round 12")
    assert result.exit_code == 0, result.output
    assert result.stderr == ""
    lines = result.stdout.splitlines()
    assert lines[0] == "Next: round 13 of the stage 'final'."
    assert "A22" in lines[1]
    assert "ugra-2021: 30 players, 15 teams, 13 rounds, 3 tables of 10" in lines
    assert any(line.split() == ["Rules", "All", "kept."] for line in lines)
    assert lines[-1] == "Nothing is saved: add -o plan.json to keep the plan."


def test_a_whole_event_is_played_round_by_round(run: Run, folder: Path) -> None:
    plan = "ugra-2021-plan.json"
    for round_ in (12, 13, 14):
        command = f"next ugra-2021 {plan} ugra-2021-results.csv --after-round {round_}"
        plan = f"final-{round_}.json"
        assert run(f"{command} -o {plan}").exit_code == 0
    last = read_plan(folder / plan)
    assert last.stages == ("qualifying",) * 12 + ("final",) * 3
    assert (last.revision, last.frozen) == (4, 14)
    assert examine(last, load("ugra-2021")).violations == ()
    refused_at_last = run(f"next ugra-2021 {plan} ugra-2021-results.csv")
    assert refused_at_last.exit_code == 1
    assert "nothing comes next" in refused_at_last.stderr


def test_the_earlier_rounds_are_the_same_bytes(run: Run, folder: Path) -> None:
    run(f"{NEXT} --after-round 12 -o next.json")

    def rounds(name: str) -> str:
        text = (folder / name).read_text(encoding="utf-8")
        return text.split('"rounds": [\n')[1].split("\n],")[0]

    assert rounds("next.json").startswith(rounds("ugra-2021-plan.json"))


def test_json_is_the_saved_plan_and_says_where_it_comes_from(run: Run, folder: Path) -> None:
    result = run(f"{NEXT} --after-round 12 --json -o next.json --seed 3")
    assert result.stdout_bytes == (folder / "next.json").read_bytes()
    document: dict[str, Any] = json.loads(result.stdout)
    provenance = document["provenance"]
    assert provenance["command"] == "mafsim next ugra-2021 --after-round 12 --seed 3"
    assert len(provenance["results_digest"]) == 64
    assert document["certificate"]["stopped_by"] == "dealt"
    assert document["rounds"][12]["draw"] == "ranked"
    assert "draw" not in document["rounds"][11]


def test_a_missing_game_is_refused(run: Run, folder: Path) -> None:
    def without_one(row: dict[str, str]) -> dict[str, str] | None:
        return None if (row["round"], row["table"]) == ("12", "3") else row

    refused(run(changed_results(folder, without_one)), 3, "lack the game of round 12, table 3")


def test_somebody_unknown_is_refused_with_his_row(run: Run, folder: Path) -> None:
    def other(row: dict[str, str]) -> dict[str, str]:
        stranger = (row["round"], row["name"]) == ("1", "Мята")
        return row | {"name": "Мятта"} if stranger else row

    result = run(changed_results(folder, other))
    assert result.exit_code == 3
    assert "row 2" in result.stderr
    assert "Мята" in result.stderr


def test_an_open_protest_is_a_warning(run: Run, folder: Path) -> None:
    def protested(row: dict[str, str]) -> dict[str, str]:
        return row | {"approved": row["approved"]}

    def open_(row: dict[str, str]) -> dict[str, str]:
        first = (row["round"], row["table"], row["seat"]) == ("3", "2", "1")
        return protested(row) | {"protest": "open" if first else ""}

    with (folder / "ugra-2021-results.csv").open(encoding="utf-8") as file:
        rows = [open_(row) for row in csv.DictReader(file)]
    with (folder / "changed.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    result = run("next ugra-2021 ugra-2021-plan.json changed.csv --after-round 12")
    assert result.exit_code == 0
    assert "round 3, table 2: a protest is open" in result.stderr


def test_rounds_that_the_plan_does_not_have_are_refused(run: Run) -> None:
    refused(run(NEXT), 3, "the results have round 13, and the plan has 12 rounds")


def test_results_that_end_too_early_are_refused(run: Run) -> None:
    refused(run(f"{NEXT} --after-round 11"), 3, "the results lack 3 games of the plan")


def test_a_player_may_withdraw(run: Run, folder: Path) -> None:
    result = run(f"{NEXT} --after-round 12 --withdraw Полынь -o next.json")
    assert result.exit_code == 0
    assert "1 seat is empty" in result.stderr
    people = read_plan(folder / "next.json").roster.entrants
    assert [each.left for each in people if each.name == "Полынь"] == [12]


def test_a_name_that_nobody_has_is_refused(run: Run) -> None:
    refused(run(f"{NEXT} --after-round 12 --withdraw Никто"), 1, "no person and no team")


def test_a_regulation_may_be_changed_for_the_run(run: Run) -> None:
    result = run(f"{NEXT} --after-round 12 --set stages.final.dealt_anew=false --json")
    document = json.loads(result.stdout)
    assert len(document["rounds"]) == 15  # one deal for all three
    tables = [
        [set(table["seats"]) for table in round_["tables"]] for round_ in document["rounds"][12:]
    ]
    assert tables[0] == tables[1] == tables[2]
    assert "--set stages.final.dealt_anew=false" in document["provenance"]["command"]


def test_it_speaks_russian(run: Run) -> None:
    result = run(f"{NEXT} --after-round 12 --lang ru")
    assert result.stdout.startswith("Дальше: 13-й тур, этап «final».")


def test_results_in_the_place_of_the_plan_are_refused(run: Run) -> None:
    command = "next ugra-2021 ugra-2021-results.csv ugra-2021-plan.json"
    refused(run(command), 2, "is a file of results: give the plan first")


@pytest.mark.slow
def test_the_shipped_event_of_shapka_is_played_to_its_final(run: Run, folder: Path) -> None:
    for file in SHIPPED.glob("togliatti-2014-*.csv"):
        shutil.copy(file, folder)
    seated = run("seat togliatti-2014 --roster togliatti-2014-roster.csv -o stage-1.json")
    assert seated.exit_code == 0
    for stage in (1, 2, 3):
        results = f"togliatti-2014-stage-{stage}.csv"
        done = run(f"next togliatti-2014 stage-{stage}.json {results} -o stage-{stage + 1}.json")
        assert done.exit_code == 0, done.stderr
    final = read_plan(folder / "stage-4.json")
    playing = [{final.roster.entrants[i].team for i in r.ravel() if i >= 0} for r in final.seats]
    assert [len(teams) for teams in playing] == [30, 24, 18, 12]
    findings = examine(final, load("togliatti-2014"))
    assert findings.violations == ()
    assert all(stage.proved_best for stage in findings.stages)
