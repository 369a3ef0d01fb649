"""`mafsim draw`: a lot in public, with a record, over a plan that stays as fair as it was."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from click.testing import Result

from mafsim.files import read_plan
from mafsim.pairing.check import check
from mafsim.pairing.measures import balance

Run = Callable[..., Result]

SHAPKA = "seat --players 18 --rounds 1 --team-size 3 --game shapka --effort 0 -o fair.json"
MAFIA = "seat --players 9 --tables 2 --rounds 4 --table-size 4 --effort 0 -o fair.json"


@pytest.fixture
def fair(run: Run) -> str:
    assert run(SHAPKA).exit_code == 0
    return "fair.json"


def test_the_record_says_who_has_drawn_which_slot_and_where_it_is(run: Run, fair: str) -> None:
    result = run(f"draw {fair} --seed 3 -o plan.json")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    digest = json.loads(read_text("fair.json"))["provenance"]["plan_digest"]
    assert lines[0] == f"Record of the lot over plan {digest[:12]}, --seed 3."
    record = [line for line in lines if line.startswith("  Team ")]
    plan = read_plan("plan.json")
    assert len(record) == 6
    assert sorted(line.split("[")[1].split("]")[0] for line in record) == list("123456")
    for line in record:
        for place in line.split("] ")[1].split("; "):
            name, where = place.split(": table ")
            table, seat = (int(number) - 1 for number in where.split(", seat "))
            assert plan.roster.entrants[plan.seats[0, table, seat]].name == name
    assert lines[-1] == "Saved: plan.json"


def read_text(name: str) -> str:
    from pathlib import Path

    return Path(name).read_text(encoding="utf-8")


def test_the_drawn_plan_is_as_fair_and_says_what_it_comes_from(run: Run, fair: str) -> None:
    run(f"draw {fair} --seed 3 -o plan.json")
    before, after = read_plan("fair.json"), read_plan("plan.json")
    assert balance(after) == balance(before)
    assert check(after) == ()
    assert after.provenance["drawn_from"] == before.provenance["plan_digest"]
    assert after.provenance["command"] == "mafsim draw --seed 3"
    assert after.revision == before.revision + 1


def test_json_is_the_plan_alone_and_the_same_for_the_same_seed(run: Run, fair: str) -> None:
    first, again, other = (run(f"draw {fair} --json --seed {seed}") for seed in (3, 3, 4))
    assert json.loads(first.stdout)["format"] == "mafsim-plan"
    assert first.stdout == again.stdout != other.stdout


def test_players_of_mafia_draw_too(run: Run) -> None:
    run(MAFIA)
    result = run("draw fair.json")
    assert result.exit_code == 0
    assert "Player 1: " in result.stdout
    assert "sits out" in result.stdout
    assert "Nothing is saved" in result.stdout


def test_the_record_speaks_russian(run: Run, fair: str) -> None:
    result = run(f"--lang ru draw {fair}")
    assert "Протокол жеребьёвки по рассадке" in result.stdout
    assert "стол 1, место" in result.stdout


def test_a_plan_that_breaks_rules_is_no_plan_to_draw(run: Run, fair: str) -> None:
    text = read_text(fair)
    document = json.loads(text)
    tables = document["rounds"][0]["tables"]
    tables[0]["seats"][0] = tables[1]["seats"][0]
    from pathlib import Path

    Path(fair).write_text(json.dumps(document), encoding="utf-8")
    result = run(f"draw {fair}")
    assert result.exit_code == 1
    assert "the plan breaks" in result.stderr
    assert result.stdout == ""


def test_an_existing_file_is_kept(run: Run, fair: str) -> None:
    result = run(f"draw {fair} -o {fair}")
    assert result.exit_code == 3
    assert "--force" in result.stderr


def test_seat_draws_by_lot_as_the_text_of_shapka_says(run: Run) -> None:
    run(SHAPKA)
    drawn = run(SHAPKA.replace("-o fair.json", "--draw random -o drawn.json"))
    assert drawn.exit_code == 0, drawn.output
    fair, plan = read_plan("fair.json"), read_plan("drawn.json")
    assert balance(plan) == balance(fair)
    assert plan != fair


def test_the_seed_of_a_lot_is_said_to_draw_a_lot(run: Run) -> None:
    for command in ("draw", "standings"):
        assert "draws another lot" in " ".join(run(f"{command} --help --lang en").stdout.split())
