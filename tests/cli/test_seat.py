"""`mafsim seat`: an organiser gets a plan, its report, and nothing that was not asked for."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

import mafsim
from mafsim.files import read_plan
from mafsim.pairing import advise, solve
from mafsim.pairing.check import examine

Run = Callable[..., Result]

SMALL = "seat --players 8 --tables 2 --rounds 3 --table-size 4 --effort 0"
PEOPLE = "name,team\n" + "".join(f"Игрок {n},Пара {n // 2}\n" for n in range(20))


@pytest.fixture
def people(folder: Path) -> str:
    (folder / "people.csv").write_text(PEOPLE, encoding="utf-8")
    return "people.csv"


def refused(result: Result, code: int, sentence: str) -> None:
    """Hold that a command ended with one sentence on standard error and no result."""
    assert result.stderr.startswith("mafsim: ")
    assert result.stderr.count("\n") == 1
    assert sentence in result.stderr
    assert result.stdout == ""
    assert result.exit_code == code


def document(result: Result) -> dict[str, Any]:
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)
    assert isinstance(found, dict)
    return found


# --- results ----------------------------------------------------------------------------------


def test_a_shape_is_seated_and_the_report_is_printed(run: Run) -> None:
    result = run(SMALL)
    assert result.exit_code == 0
    assert result.stderr == ""
    lines = result.stdout.splitlines()
    assert lines[0] == "8 players, 3 rounds, 2 tables of 4"
    assert any(line.split() == ["Rules", "All", "kept."] for line in lines)
    assert lines[-1] == "Nothing is saved: add -o plan.json to keep the plan."


def test_nothing_is_saved_unless_asked(run: Run, folder: Path) -> None:
    run(SMALL)
    run(f"{SMALL} --json")
    assert list(folder.iterdir()) == []


def test_a_plan_is_saved_and_the_last_line_says_where(run: Run, folder: Path) -> None:
    result = run(f"{SMALL} -o plan.json")
    assert result.stdout.splitlines()[-1] == "Saved: plan.json"
    plan = read_plan(folder / "plan.json")
    assert plan.seats.shape == (3, 2, 4)
    assert examine(plan).violations == ()


def test_json_is_the_saved_plan_and_nothing_else(run: Run, folder: Path) -> None:
    result = run(f"{SMALL} --json -o plan.json")
    assert result.stderr == ""
    assert result.stdout_bytes == (folder / "plan.json").read_bytes()


def test_the_same_command_gives_the_same_bytes_wherever_it_writes(run: Run, folder: Path) -> None:
    (folder / "elsewhere").mkdir()
    run(f"{SMALL} --seed 5 --effort 0.01 --jobs 1 -o plan.json")
    run(f"{SMALL} --seed 5 --effort 0.01 --jobs 2 --seconds 600 -o elsewhere/other.json")
    one, other = folder / "plan.json", folder / "elsewhere" / "other.json"
    assert one.read_bytes() == other.read_bytes()


def test_the_plan_is_the_same_in_both_languages(run: Run) -> None:
    assert run(f"{SMALL} --json --lang ru").stdout == run(f"{SMALL} --json --lang en").stdout


def test_another_seed_gives_another_plan(run: Run) -> None:
    plans = {json.dumps(document(run(f"{SMALL} --json --seed {s}"))["rounds"]) for s in range(3)}
    assert len(plans) == 3


def test_a_regulation_is_seated_with_its_balanced_stages(run: Run) -> None:
    plan = document(run("seat charlie-2016 --effort 0 --json"))
    assert len(plan["rounds"]) == 5
    assert len(plan["entrants"]) == 20
    assert plan["provenance"]["regulation"] == "charlie-2016"
    assert len(plan["provenance"]["regulation_digest"]) == 64


def test_one_stage_is_seated_alone(run: Run) -> None:
    stages = [r["stage"] for r in document(run("seat omsk-2012 --effort 0 --json"))["rounds"]]
    assert len(stages) == 8
    last = stages[-1]
    alone = document(run(f"seat omsk-2012 --stage {last} --effort 0 --json"))
    assert [r["stage"] for r in alone["rounds"]] == [last] * stages.count(last)


def test_people_of_a_roster_are_seated(run: Run, people: str) -> None:
    plan = document(run(f"seat charlie-2016 --roster {people} --effort 0 --json"))
    assert [entrant["name"] for entrant in plan["entrants"]] == [f"Игрок {n}" for n in range(20)]


def test_a_roster_may_come_from_standard_input(run: Run) -> None:
    plan = document(run("seat --rounds 2 --roster - --effort 0 --json", stdin=PEOPLE))
    assert len(plan["entrants"]) == 20
    assert len(plan["rounds"][0]["tables"]) == 2


def test_people_may_be_kept_apart(run: Run, people: str, folder: Path) -> None:
    (folder / "apart.txt").write_text("Игрок 0; Игрок 5\n", encoding="utf-8")
    command = f"seat charlie-2016 --roster {people} --keep-apart apart.txt --effort 0 --json"
    plan = document(run(command))
    assert plan["demands"]["apart"] == [["p1", "p6"]]
    for round_ in plan["rounds"]:
        for table in round_["tables"]:
            assert not {"p1", "p6"} <= set(table["seats"])


def test_the_report_speaks_russian(run: Run, people: str) -> None:
    result = run(f"seat charlie-2016 --roster {people} --effort 0 --lang ru")
    assert result.exit_code == 0
    first, *_, last = result.stdout.splitlines()
    assert first == "charlie-2016: 20 игроков, 10 команд, 5 туров, 2 стола по 10 мест"
    assert last == "Ничего не сохранено: чтобы сохранить рассадку, добавьте -o plan.json."


def test_a_warning_is_on_standard_error_alone(run: Run, folder: Path) -> None:
    names = ["Семён", "Семен", *(f"Игрок {n}" for n in range(8))]
    (folder / "people.csv").write_text("name\n" + "\n".join(names), encoding="utf-8")
    result = run("seat --rounds 2 --roster people.csv --effort 0 --json")
    assert result.exit_code == 0
    assert result.stderr.startswith("mafsim: warning: ")
    assert "Семён" in result.stderr
    json.loads(result.stdout)


# --- provenance -------------------------------------------------------------------------------


def test_the_plan_says_where_it_comes_from(run: Run) -> None:
    told = document(run(f"{SMALL} --seed 3 --json"))["provenance"]
    assert told["mafsim"] == mafsim.__version__
    assert told["regulation"] is None
    assert told["regulation_digest"] is None
    assert told["seed"] == 3
    assert len(told["plan_digest"]) == 64
    assert told["command"] == (
        "mafsim seat --players 8 --tables 2 --rounds 3 --table-size 4 --seed 3 --effort 0"
    )


def test_the_command_is_reduced_to_what_changes_the_result(
    run: Run, people: str, folder: Path
) -> None:
    command = f"seat charlie-2016 --roster {people} --jobs 1 --seconds 600 --effort 0 -o p.json"
    assert run(command).exit_code == 0
    told = json.loads((folder / "p.json").read_text(encoding="utf-8"))["provenance"]["command"]
    assert told == "mafsim seat charlie-2016 --seed 0 --effort 0"


def test_a_time_limit_that_was_reached_is_part_of_the_command(run: Run) -> None:
    # Somebody rests, so that no design proves the plan before the time is looked at.
    plan = document(run("seat --players 9 --tables 2 --rounds 3 --table-size 4 --seconds 0 --json"))
    assert plan["certificate"]["stopped_by"] == "seconds"
    assert plan["provenance"]["command"].endswith("--seed 0 --effort 10 --seconds 0")


def test_a_plan_that_ships_is_answered_and_its_command_names_no_effort(run: Run) -> None:
    plan = document(run("seat ugra-2021 --seed 4 --json"))
    assert plan["certificate"]["stopped_by"] == "catalogue"
    assert plan["provenance"]["command"] == "mafsim seat ugra-2021 --seed 4"
    assert "plans that ship" in " ".join(run("seat ugra-2021 --seed 4").stdout.split())


def test_a_search_from_scratch_leaves_out_what_ships_and_says_so(run: Run) -> None:
    plan, shipped = (
        document(run(f"seat ugra-2021 {option} --effort 0 --json"))
        for option in ("--from-scratch", "")
    )
    told = plan["provenance"]["command"]
    assert told == "mafsim seat ugra-2021 --from-scratch --seed 0 --effort 0"
    squares = [each["certificate"]["meetings"]["sum_of_squares"] for each in (plan, shipped)]
    assert squares[0] > squares[1]


# --- no time, no effort, interruption ---------------------------------------------------------


@pytest.mark.parametrize("limit", ["--seconds 0", "--effort 0"])
def test_without_time_or_effort_there_is_still_a_valid_plan(
    limit: str, run: Run, folder: Path
) -> None:
    result = run(f"seat --players 21 --tables 2 --rounds 11 --games 10 {limit} -o plan.json")
    assert result.exit_code == 0
    assert examine(read_plan(folder / "plan.json")).violations == ()


def test_an_interrupted_search_keeps_its_best_plan(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    search = solve.seat

    def interrupted(problem: Any, **options: Any) -> Any:
        presses = iter([KeyboardInterrupt])

        def watcher(_: Any) -> None:
            for pressed in presses:
                raise pressed

        return search(problem, **options | {"progress": watcher, "effort": 10.0})

    monkeypatch.setattr(solve, "seat", interrupted)
    result = run("seat ugra-2021 -o plan.json")
    assert result.exit_code == 0
    assert "The search was interrupted" in " ".join(result.stdout.split())
    saved = json.loads((folder / "plan.json").read_text(encoding="utf-8"))
    assert saved["certificate"]["stopped_by"] == "interrupt"
    assert examine(read_plan(folder / "plan.json")).violations == ()


# --- refusals ---------------------------------------------------------------------------------

MIXTURES = {
    "seat": "say what to seat",
    "seat --roster people.csv": "say what to seat",
    "seat --players 20": "say how many rounds: --rounds",
    "seat --rounds 3": "say how many players with --players, or who they are with --roster",
    "seat ugra-2021 --rounds 3": "leave out --rounds",
    "seat ugra-2021 --table-size 3": "leave out --table-size",
    "seat --players 20 --rounds 3 --stage final": "--stage names a stage of a regulation",
    "seat --rounds 3 --roster people.csv --team-size 2": "leave out --team-size",
    "seat --players 20 --rounds 3 --keep-apart x": "--keep-apart names people of a roster",
    "seat --players 20 --rounds 3 -o -": "-o names a file",
    "seat --players 20 --rounds 3 --output=": "-o needs a value",
}


@pytest.mark.parametrize(("command", "sentence"), MIXTURES.items())
def test_what_is_not_one_event_is_refused(command: str, sentence: str, run: Run) -> None:
    refused(run(command), 2, sentence)


@pytest.mark.parametrize(
    ("command", "code", "sentence"),
    [
        ("seat ugra-2020", 2, "ugra-2021"),
        ("seat nowhere.toml", 2, "nowhere.toml"),
        ("seat --rounds 3 --roster nobody.csv", 2, "nobody.csv"),
        ("seat ugra-2021 --stage finale", 2, "finale"),
        ("seat ugra-2021 --stage final", 2, "final"),
        ("seat --players 10 --tables 7 --rounds 3", 1, "70"),
        ("seat --players 20 --tables 2 --rounds 3 --team-size 3", 1, "Team 1"),
        ("seat --players 25 --tables 2 --rounds 4 --games 3", 1, "75"),
        ("seat --players 1000000 --rounds 3", 2, "1000000"),
    ],
)
def test_what_cannot_be_seated_is_refused_with_a_reason(
    command: str, code: int, sentence: str, run: Run
) -> None:
    refused(run(command), code, sentence)
    russian = run(f"{command} --lang ru")
    assert russian.exit_code == code
    assert russian.stderr != run(command).stderr


def never(*_: object, **__: object) -> None:
    pytest.fail("the search started")


def test_an_existing_file_is_refused_before_the_search(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "plan.json").write_text("mine", encoding="utf-8")
    monkeypatch.setattr(solve, "seat", never)
    refused(run(f"{SMALL} -o plan.json"), 3, "plan.json")
    assert (folder / "plan.json").read_text(encoding="utf-8") == "mine"


def test_an_existing_file_is_replaced_by_force(run: Run, folder: Path) -> None:
    (folder / "plan.json").write_text("mine", encoding="utf-8")
    assert run(f"{SMALL} -o plan.json --force").exit_code == 0
    assert read_plan(folder / "plan.json").rounds == 3


@pytest.mark.parametrize("target", ["nowhere/plan.json", "."])
def test_a_place_that_cannot_be_written_is_refused_before_the_search(
    target: str, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(solve, "seat", never)
    result = run(f"{SMALL} -o {target}")
    assert result.exit_code in (2, 3)
    refused(result, result.exit_code, target)


def test_a_roster_that_cannot_be_read_is_3(run: Run, folder: Path) -> None:
    (folder / "people.csv").write_bytes(b"")
    refused(run("seat --rounds 3 --roster people.csv"), 3, "people.csv")


# --- by lot ------------------------------------------------------------------------------------


def test_a_draw_may_be_a_lot(run: Run) -> None:
    plan = document(run("seat charlie-2016 --draw random --seed 4 --json"))
    assert [round_["draw"] for round_ in plan["rounds"]] == ["random"] * 5
    assert plan["certificate"]["stopped_by"] == "drawn"
    assert plan["provenance"]["command"] == "mafsim seat charlie-2016 --draw random --seed 4"


def test_a_bare_shape_may_be_drawn_by_lot(run: Run) -> None:
    result = run("seat --players 8 --tables 2 --rounds 3 --table-size 4 --draw random")
    assert result.exit_code == 0
    assert "drawn by lot" in result.stdout


def test_a_regulation_that_draws_by_lot_is_drawn_so(run: Run, folder: Path) -> None:
    (folder / "own.toml").write_text(
        'name = "own"\ntitle.en = "Own"\n[entry]\nentrants = 20\n'
        '[[stages]]\nname = "main"\nrounds = 2\ndraw = "random"\n',
        encoding="utf-8",
    )
    plan = document(run("seat own.toml --json"))
    assert [round_["draw"] for round_ in plan["rounds"]] == ["random"] * 2
    even = document(run("seat own.toml --draw balanced --effort 0 --json"))
    assert "draw" not in even["rounds"][0]


# --- advice -----------------------------------------------------------------------------------

CHARLIE = "seat --players 20 --tables 2 --rounds 5 --team-size 2 --effort 0.05 --advise"


@pytest.fixture
def _short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advise, "EFFORT", 0.05)


@pytest.mark.usefixtures("_short")
def test_advice_comes_behind_the_report(run: Run) -> None:
    result = run(CHARLIE)
    lines = result.stdout.splitlines()
    heading = lines.index("What would gain most:")
    assert lines[heading + 1].startswith("- 6 rounds instead of 5: range 2 becomes possible")
    assert lines[-1] == "Nothing is saved: add -o plan.json to keep the plan."
    assert result.stderr.startswith("mafsim: trying ")
    russian = run(CHARLIE + " --lang ru")
    assert "Что дало бы больше всего:" in russian.stdout
    assert f"с усилием {advise.EFFORT}".replace(".", ",") in russian.stderr


@pytest.mark.usefixtures("_short")
def test_advice_stands_beside_the_certificate(run: Run, folder: Path) -> None:
    found = document(run(CHARLIE + " --json -o plan.json"))
    assert list(found).index("advice") == list(found).index("certificate") + 1
    first = found["advice"][0]
    assert first["change"] == {"rounds": 6}
    assert (first["proof"], first["proved"]) == ("search", False)
    assert first["text"].startswith("6 rounds instead of 5")
    assert json.loads((folder / "plan.json").read_text(encoding="utf-8")) == found
    assert read_plan(folder / "plan.json").advice is None


def test_nobody_is_advised_who_does_not_ask(run: Run) -> None:
    assert "advice" not in document(run(SMALL + " --json"))
    assert "gain most" not in run(SMALL).stdout


@pytest.mark.usefixtures("_short")
def test_where_nothing_helps_that_is_said(run: Run) -> None:
    perfect = run("seat --players 30 --rounds 12 --team-size 3 --effort 0 --advise")
    assert "\nNothing that was tried would make the plan more even.\n" in perfect.stdout
    game = run("seat --players 21 --rounds 1 --team-size 3 --game shapka --effort 0 --advise")
    assert "\nNo change of the rounds that was tried brings the teams" in game.stdout


def test_weights_that_weigh_nothing_are_refused_or_told(run: Run) -> None:
    shape = "seat --players 20 --tables 2 --rounds 10"
    refused(run(f"{shape} --weigh teams=1"), 2, "there are no two teams")
    twice = run(f"{shape} --team-size 2 --weigh teams=1,teams=2")
    refused(twice, 2, "--weigh teams=1,teams=2: teams stands twice")
    idle = run(f"{shape} --team-size 2 --weigh common=1 --json")
    assert "all who may meet do: it is left out" in idle.stderr
    assert idle.stdout == run(f"{shape} --team-size 2 --json").stdout


def test_rounds_of_a_roster_that_do_not_come_are_told(run: Run, folder: Path) -> None:
    others = "".join(f"A{n},,\n" for n in range(6))
    people = f"name,absent,ban\nAnna,9,\nBoris,,2: 9-10\n{others}"
    (folder / "people.csv").write_text(people, encoding="utf-8")
    told = run("seat --roster people.csv --rounds 3 --table-size 4 --effort 0").stderr
    assert "Anna is absent in round 9, and there are 3 rounds" in told
    assert "Boris may not sit at table 2 in rounds 9, 10, and there are 3 rounds" in told


def test_weights_are_kept_in_the_plan_and_nonsense_is_refused(run: Run) -> None:
    shape = "seat --players 20 --tables 2 --rounds 3 --team-size 2 --effort 0.05"
    plan = json.loads(run(f"{shape} --weigh teams=1,common=0.5 --json").stdout)
    assert plan["certificate"]["weighed"] == {"teams": 1, "common": 0.5}
    assert "--weigh teams=1,common=0.5" in plan["provenance"]["command"]
    for wrong in ("team=1", "teams=-1", "teams", "common=nan"):
        result = run(f"{shape} --weigh {wrong}")
        assert result.exit_code == 2
        assert wrong in result.stderr
