"""`mafsim check` and `mafsim report`: any plan is read, and what it breaks is told."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

Run = Callable[..., Result]

HEAD = "round,table,seat,player\n"
GOOD = (
    HEAD
    + "1,1,1,Ann\n1,1,2,Bob\n1,2,1,Cid\n1,2,2,Dan\n2,1,1,Cid\n2,1,2,Ann\n2,2,1,Dan\n2,2,2,Bob\n"
)


def seated(rounds: int = 2) -> str:
    """Give a plan of ten people at one table as CSV."""
    rows = [f"{r},1,{s},Player {s}\n" for r in range(1, rounds + 1) for s in range(1, 11)]
    return HEAD + "".join(rows)


@pytest.fixture
def plan(run: Run) -> str:
    result = run("seat --players 20 --tables 2 --rounds 3 --team-size 2 --effort 0 -o plan.json")
    assert result.exit_code == 0, result.output
    return "plan.json"


def test_a_good_plan_is_0(run: Run, plan: str) -> None:
    result = run(f"check {plan}")
    assert result.exit_code == 0
    assert "All kept." in result.stdout
    assert result.stderr == ""


def test_the_report_of_a_good_plan_is_what_seat_printed(run: Run, plan: str) -> None:
    printed = run("seat --players 20 --tables 2 --rounds 3 --team-size 2 --effort 0").stdout
    assert run(f"report {plan}").stdout == printed.rpartition("\n\n")[0] + "\n"


def test_a_broken_plan_is_1_with_round_table_and_names(run: Run, folder: Path) -> None:
    (folder / "plan.csv").write_text(seated().replace("2,1,5,Player 5", "2,1,5,Player 4"), "utf-8")
    result = run("check plan.csv")
    assert result.exit_code == 1
    assert any(
        "round 2" in line and "Player 4" in line and "table" in line
        for line in result.stdout.splitlines()
    )


def test_a_report_of_a_broken_plan_is_0(run: Run, folder: Path) -> None:
    (folder / "plan.csv").write_text(seated().replace("2,1,5,Player 5", "2,1,5,Player 4"), "utf-8")
    result = run("report plan.csv")
    assert result.exit_code == 0
    assert "violation" in result.stdout


def test_a_plan_may_come_from_standard_input(run: Run) -> None:
    assert run("check -", stdin=seated()).exit_code == 0
    assert run("report - --json", stdin=seated()).exit_code == 0


def test_json_is_one_document_with_the_places_and_ids(run: Run, plan: str, folder: Path) -> None:
    written = json.loads((folder / plan).read_text(encoding="utf-8"))
    seats = written["rounds"][2]["tables"][1]["seats"]
    seats[0] = seats[1]
    (folder / "broken.json").write_text(json.dumps(written), encoding="utf-8")
    result = run("check broken.json --json")
    assert result.exit_code == 1
    found = json.loads(result.stdout)
    assert set(found) == {"violations", "balance"}
    twice = next(each for each in found["violations"] if each["rule"] == "twice")
    assert (twice["round"], twice["table"], twice["entrants"]) == (3, 2, [seats[1]])
    assert twice["text"]
    assert run("report broken.json --json").stdout == result.stdout


def test_json_is_the_same_in_both_languages(run: Run, plan: str) -> None:
    assert run(f"--lang ru check {plan} --json").stdout == run(f"check {plan} --json").stdout


def test_the_balance_has_the_fields_of_the_contract(run: Run, plan: str) -> None:
    balance = json.loads(run(f"report {plan} --json").stdout)["balance"]
    assert set(balance) - {"common_opponents"} == {
        *("meetings", "team_meetings", "seats", "tables", "neighbours", "byes")
    }
    for pairs in ("meetings", "team_meetings"):
        assert set(balance[pairs]) == {
            "histogram", "min", "max", "sum_of_squares", "bound", "bound_by", "proved_best",
            "range_bound",
        }  # fmt: skip
    assert set(balance["seats"]) == {"max_spread", "excess", "halves_max_spread"}
    assert set(balance["tables"]) == {"max_spread", "excess"}
    assert set(balance["neighbours"]) == {"histogram", "max"}
    assert set(balance["byes"]) == {"max_spread", "two_in_a_row"}


def test_the_saved_certificate_is_what_check_finds(run: Run, plan: str, folder: Path) -> None:
    certificate = json.loads((folder / plan).read_text(encoding="utf-8"))["certificate"]
    balance = json.loads(run(f"check {plan} --json").stdout)["balance"]
    assert {key: certificate[key] for key in balance} == balance


def test_team_mates_of_a_roster_are_found(run: Run, folder: Path) -> None:
    teams = "name,team\n" + "".join(f"Player {n},{'A' if n < 3 else ''}\n" for n in range(1, 11))
    (folder / "people.csv").write_text(teams, encoding="utf-8")
    (folder / "plan.csv").write_text(seated(), encoding="utf-8")
    result = run("check plan.csv --roster people.csv --json")
    assert result.exit_code == 1
    assert [v["rule"] for v in json.loads(result.stdout)["violations"]] == ["teammates"] * 2


def test_a_plan_is_held_to_a_regulation(run: Run, plan: str) -> None:
    assert run(f"check {plan} --regulation charlie-2016").exit_code == 1
    assert run("seat charlie-2016 --effort 0 -o charlie.json").exit_code == 0
    assert run("check charlie.json --regulation charlie-2016").exit_code == 0


@pytest.mark.parametrize(
    ("name", "content", "code"),
    [
        ("missing.json", None, 2),
        ("empty.json", "", 3),
        ("text.csv", "nothing of a plan", 3),
        ("zero.json", '{"format": "mafsim-plan", "version": 1, "entrants": [], "rounds": []}', 3),
    ],
)
@pytest.mark.parametrize("command", ["check", "report", "export --to text"])
def test_what_is_no_plan_is_refused_in_one_sentence(
    command: str, name: str, content: str | None, code: int, run: Run, folder: Path
) -> None:
    if content is not None:
        (folder / name).write_text(content, encoding="utf-8")
    result = run(f"{command} {name}")
    assert result.exit_code == code
    assert result.stdout == ""
    assert result.stderr.startswith("mafsim: ")
    assert result.stderr.count("\n") == 1
    assert name in result.stderr


def test_the_balance_is_drawn(run: Run, plan: str, folder: Path) -> None:
    result = run(f"report {plan} --plot balance.svg")
    assert result.exit_code == 0
    assert (folder / "balance.svg").read_bytes().startswith(b"<?xml")
    assert "All kept." in result.stdout


def test_an_existing_picture_is_kept(run: Run, plan: str, folder: Path) -> None:
    (folder / "b.svg").write_text("mine", encoding="utf-8")
    result = run(f"report {plan} --plot b.svg")
    assert result.exit_code == 3
    assert (folder / "b.svg").read_text(encoding="utf-8") == "mine"
    assert run(f"report {plan} --plot b.svg --force").exit_code == 0


def test_another_kind_of_picture_is_refused(run: Run, plan: str) -> None:
    result = run(f"report {plan} --plot balance.jpg")
    assert result.exit_code == 2
    assert ".svg, .png, .pdf" in result.stderr
    assert result.stdout == ""


def test_the_report_is_as_wide_as_the_terminal(
    run: Run, plan: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "50")
    narrow = run(f"report {plan} --lang ru").stdout
    assert max(map(len, narrow.splitlines())) <= 50
    monkeypatch.setenv("COLUMNS", "100")
    assert max(map(len, run(f"report {plan} --lang ru").stdout.splitlines())) > 50
