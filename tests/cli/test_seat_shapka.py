"""`mafsim seat` and `check` for Shapka: entry, categories, refusals, as an organiser meets them."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from mafsim.files import read_plan

Run = Callable[..., Result]

SHIPPED = Path(__file__).parents[2] / "examples" / "togliatti-2014-roster.csv"


def change(edit: Callable[[list[dict[str, str]]], list[dict[str, str]]]) -> str:
    """Write the shipped roster with a change into the test's folder."""
    with SHIPPED.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    header = list(rows[0])
    with Path("roster.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, [*header, "absent"], restval="")
        writer.writeheader()
        writer.writerows(edit(rows))
    return "roster.csv"


def seat(run: Run, roster: str, more: str = "") -> Result:
    return run(f"seat togliatti-2014 --roster {roster} --effort 0 {more}")


def test_the_shipped_roster_gives_two_categories_and_names_the_reserves(run: Run) -> None:
    roster = change(lambda rows: rows)
    result = seat(run, roster, "-o plan.json")
    assert result.exit_code == 0
    assert "Седьмое небо is a reserve" in result.stderr
    plan = read_plan("plan.json")
    assert {e.division for e in plan.roster.entrants} == {"juniors", "adults"}
    assert len(plan.roster.entrants) == 90
    assert all(len(entrant.members) == 2 for entrant in plan.roster.entrants)
    assert plan.provenance["reserves"] == ["Седьмое небо", "Слово за слово", "Своими словами"]
    document = json.loads(Path("plan.json").read_text(encoding="utf-8"))
    tables = document["rounds"][0]["tables"]
    assert [table["table"] for table in tables] == list(range(1, 31))
    assert [table["division"] for table in tables] == ["juniors"] * 15 + ["adults"] * 15
    assert all(len(table["seats"]) == 3 for table in tables)


def test_a_plan_checks_alone_and_with_its_roster(run: Run) -> None:
    roster = change(lambda rows: rows)
    seat(run, roster, "-o plan.json")
    for more in (
        "",
        " --regulation togliatti-2014",
        f" --regulation togliatti-2014 --roster {roster}",
    ):
        result = run(f"check plan.json --json{more}")
        assert result.exit_code == 0, (more, result.output)
        found = json.loads(result.stdout)
        assert found["violations"] == []
        assert [stage["proved_best"] for stage in found["balance"]["stages"]] == [True, True]
        assert found["balance"]["order"] == {"max_spread": 0, "excess": 0}


def test_two_pairs_of_a_team_at_one_table_are_a_violation_of_shapka(run: Run) -> None:
    run("seat --players 18 --rounds 1 --team-size 3 --game shapka --effort 0 -o plan.json")
    document = json.loads(Path("plan.json").read_text(encoding="utf-8"))
    tables = document["rounds"][0]["tables"]
    team = {entrant["id"]: entrant["team"] for entrant in document["entrants"]}
    first = tables[0]["seats"][0]
    table, place = next(
        (table, place)
        for table in tables[1:]
        for place, other in enumerate(table["seats"])
        if team[other] == team[first]
    )
    tables[0]["seats"][1], table["seats"][place] = table["seats"][place], tables[0]["seats"][1]
    Path("plan.json").write_text(json.dumps(document), encoding="utf-8")
    result = run("check plan.json --json")
    assert result.exit_code == 1
    found = json.loads(result.stdout)["violations"]
    assert {violation["rule"] for violation in found} == {"shapka-teams"}
    assert (found[0]["round"], found[0]["table"]) == (1, 1)
    assert f"are pairs of one team ({team[first]})" in found[0]["text"]


def test_two_categories_at_one_table_are_a_violation_of_shapka(run: Run) -> None:
    seat(run, change(lambda rows: rows), "-o plan.json")
    document = json.loads(Path("plan.json").read_text(encoding="utf-8"))
    tables = document["rounds"][0]["tables"]
    a, b = tables[0]["seats"], tables[20]["seats"]
    a[0], b[0] = b[0], a[0]
    Path("plan.json").write_text(json.dumps(document), encoding="utf-8")
    result = run("check plan.json --json")
    found = json.loads(result.stdout)["violations"]
    assert [(v["rule"], v["table"]) for v in found] == [("shapka-teams", 1), ("shapka-teams", 21)]
    assert "of different categories" in found[0]["text"]


def aged(name: str, age: int) -> Callable[[list[dict[str, str]]], list[dict[str, str]]]:
    return lambda rows: [row | ({"age": str(age)} if row["name"] == name else {}) for row in rows]


@pytest.mark.parametrize(
    ("edit", "words"),
    [
        (aged("Игорь Соболев", 13), "Игорь Соболев is 13 years old"),
        (aged("Марк Князев", 36), "Марк Князев is 36 years old"),
        (
            lambda rows: [row for row in rows if row["name"] != "Игорь Соболев"],
            "team 'Словоблуды' is not admitted: it has 5 members",
        ),
        (
            lambda rows: [
                row | ({"leader": ""} if row["team"] == "Словоблуды" else {}) for row in rows
            ],
            "are under age, and it names no leader",
        ),
        (
            lambda rows: [row | ({"team": ""} if row["pair"] == "1" else {}) for row in rows],
            "have no team",
        ),
    ],
)
def test_who_is_not_admitted_is_refused_in_one_sentence(
    edit: Callable[[list[dict[str, str]]], list[dict[str, str]]], words: str, run: Run
) -> None:
    result = seat(run, change(edit))
    assert result.exit_code == 1
    assert words in result.stderr
    assert result.stderr.splitlines()[-1].startswith("mafsim: ")
    assert result.stdout == ""


def test_a_reserve_plays_when_a_team_declines(run: Run) -> None:
    roster = change(
        lambda rows: [
            row | ({"absent": "1"} if row["team"] == "Словоблуды" else {}) for row in rows
        ]
    )
    result = seat(run, roster, "-o plan.json")
    assert "team 'Словоблуды' is away in the first round" in result.stderr
    assert "Седьмое небо" in read_plan("plan.json").roster.teams()


def test_a_bare_shape_has_three_at_a_table(run: Run) -> None:
    result = run(
        "seat --players 45 --tables 15 --rounds 1 --table-size 3 --team-size 3 --game shapka --effort 0"
    )
    assert result.exit_code == 0
    assert result.stdout.startswith("45 pairs, 15 teams, 1 round, 15 tables of 3\n")
    assert "15 teams: no two teams share a table twice." in result.stdout
    same = run("seat --players 45 --rounds 1 --team-size 3 --game shapka --effort 0")
    assert same.stdout == result.stdout


def test_the_start_can_be_a_lot_in_shapka_and_only_there(run: Run) -> None:
    shape = "seat --players 45 --rounds 2 --team-size 3 --game shapka --effort 0 --json"
    even, lot = (json.loads(run(f"{shape} --start {start}").stdout) for start in ("even", "lot"))
    assert even["certificate"]["order"] == {"max_spread": 0, "excess": 0}
    assert lot["certificate"]["order"]["excess"] > 0
    assert "--start lot" in lot["provenance"]["command"]
    result = run("seat --players 20 --tables 2 --rounds 2 --start lot")
    assert result.exit_code == 2
    assert "Shapka" in result.stderr


def test_a_plan_in_csv_is_checked_as_shapka_by_its_regulation(run: Run) -> None:
    seat(run, change(lambda rows: rows), "-o plan.json")
    run("export plan.json --to csv -o plan.csv")
    result = run("check plan.csv --regulation togliatti-2014 --roster roster.csv")
    assert result.exit_code == 0, result.output
    assert "no two teams share a table twice" in result.stdout


def test_the_page_and_the_text_say_where_partners_sit(run: Run) -> None:
    seat(run, change(lambda rows: rows), "-o plan.json")
    text = run("--lang ru export plan.json --to text").stdout
    assert "Стол 16, от 18 до 35 лет" in text
    assert "(1–4)\n   " in text
    page = run("export plan.json --to html").stdout
    assert "Table 16, 18 to 35 years" in page
    assert '<span class="places">3–6</span>' in page
    assert "Partners sit opposite each other, at seats 1–4, 2–5, 3–6" in page
    assert run("report plan.json --plot balance.svg").exit_code == 0
