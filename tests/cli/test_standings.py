"""`mafsim standings` and `mafsim check` of results: from a file to places, or to what is wrong."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from mafsim.words import LANGUAGES

Run = Callable[..., Result]

ROLES = ("civilian", "civilian", "sheriff", "mafia", "don", "mafia") + ("civilian",) * 4
HEADER = "round,table,seat,name,role,result,left,best_move,additional,protest\n"


def game(round_: int = 1, result: str = "red", **cells: str) -> str:
    """Give a game's rows; ``s1="night 1,4;5;6,,"`` fills the last four cells of seat 1."""
    return "".join(
        f"{round_},1,{seat},N{seat},{role},{result},{cells.get(f's{seat}', ',,,')}\n"
        for seat, role in enumerate(ROLES, start=1)
    )


def teams() -> str:
    return "name,team\n" + "".join(f"N{seat},T{(seat + 1) // 2}\n" for seat in range(1, 11))


@pytest.fixture
def results(folder: Path) -> str:
    text = HEADER + game(s1="night 1,4;5;6,,") + game(13, "black", s4=",,0.5,")
    (folder / "results.csv").write_text(text, encoding="utf-8")
    (folder / "roster.csv").write_text(teams(), encoding="utf-8")
    return "results.csv"


def document(result: Result) -> dict[str, Any]:
    assert result.exit_code == 0, result.output
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def test_json_is_the_document_of_the_contract(run: Run, results: str) -> None:
    found = document(run(f"standings ugra-2021 {results} --by player --json"))
    assert {"places", "provisional", "provenance"} <= set(found)
    # N1: 1 and a best move of 0.4. N4: a win in the final with 0.5: 1.5 x 1.3 = 1.95.
    first, second = found["places"][:2]
    assert (first["entrant"], first["name"], first["points"]) == ("p5", "N4", "1.95")
    assert (first["components"]["outcome"], first["components"]["additional"]) == ("1.3", "0.65")
    assert (second["name"], second["points"]) == ("N1", "1.4")
    assert first["decided_by"] == "points"
    assert found["places"][-1]["decided_by"] is None
    assert found["provisional"] is False


def test_the_provenance_says_what_changes_the_places(run: Run, results: str) -> None:
    call = (
        f"standings ugra-2021 {results} --by player --after-round 12 --set scoring.outcome.draw=1"
    )
    provenance = document(run(f"{call} --json"))["provenance"]
    assert provenance["command"] == (
        "mafsim standings ugra-2021 --by player --after-round 12 --set scoring.outcome.draw=1 --seed 0"
    )
    assert provenance["regulation"] == "ugra-2021"
    assert len(provenance["results_digest"]) == len(provenance["regulation_digest"]) == 64
    assert "results.csv" not in json.dumps(provenance)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_team_of_another_size_is_a_warning_and_no_refusal(
    run: Run, folder: Path, lang: str
) -> None:
    head, *rows = (HEADER + game()).splitlines()
    lines = [f"{head},team", *(f"{row},T{max(n, 3)}" for n, row in enumerate(rows, start=1))]
    (folder / "odd.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    for call in ("standings ugra-2021 odd.csv", "check odd.csv --regulation ugra-2021"):
        result = run(f"{call} --lang {lang}")
        assert result.exit_code == 0, result.output
        told = [line for line in result.stderr.splitlines() if "entry.team_size" in line]
        assert len(told) == 1
        assert "T3" in told[0]
        assert "N1, N2, N3" in told[0]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_round_beyond_the_last_one_is_a_warning(run: Run, results: str, lang: str) -> None:
    call = f"standings ugra-2021 {results} --by player --lang {lang} --after-round"
    beyond = run(f"{call} 99")
    assert beyond.exit_code == 0
    assert "--after-round 99: " in beyond.stderr
    assert " 13 " in beyond.stderr
    assert "--after-round" not in run(f"{call} 13").stderr


def test_the_same_results_in_another_order_are_the_same_bytes(
    run: Run, folder: Path, results: str
) -> None:
    call = "standings ugra-2021 {} --roster roster.csv --json"
    lines = (folder / results).read_text(encoding="utf-8").splitlines(keepends=True)
    turned = [lines[0], *reversed(lines[1:])]
    (folder / "turned.csv").write_text("".join(turned), encoding="utf-8")
    assert run(call.format(results)).stdout == run(call.format("turned.csv")).stdout


def test_teams_come_from_a_roster(run: Run, results: str) -> None:
    found = document(run(f"standings ugra-2021 {results} --roster roster.csv --json"))
    assert found["by"] == "team"
    # T2 is N3 and N4: the sheriff's 1 and 1.95. T3 is N5 and N6, who win in the final: 1.3 each.
    # T1 is N1 and N2: 1.4 and 1.
    assert [(line["name"], line["points"]) for line in found["places"][:3]] == [
        ("T2", "2.95"),
        ("T3", "2.6"),
        ("T1", "2.4"),
    ]


def test_without_teams_players_are_ranked_and_it_is_told(run: Run, results: str) -> None:
    result = run(f"standings ugra-2021 {results} --json")
    assert document(result)["by"] == "player"
    assert result.stderr.startswith("mafsim: warning: no teams are known")
    asked = run(f"standings ugra-2021 {results} --by team")
    assert asked.exit_code == 1
    assert "is of no team" in asked.stderr


def test_standings_after_a_round(run: Run, results: str) -> None:
    found = document(run(f"standings ugra-2021 {results} --by player --after-round 12 --json"))
    assert found["places"][0]["points"] == "1.4"
    early = run(f"standings ugra-2021 {results} --after-round 0")
    assert early.exit_code == 2


def test_one_value_may_be_set_for_a_run(run: Run, results: str) -> None:
    call = f"standings ugra-2021 {results} --by player --json --set scoring.best_move.three=0.7"
    assert document(run(call))["places"][1]["points"] == "1.7"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_table_says_why(run: Run, results: str, lang: str) -> None:
    result = run(f"standings ugra-2021 {results} --by player --lang {lang}")
    assert result.exit_code == 0
    said = {
        "en": "above the next: more points, 1.95 to 1.4",
        "ru": "выше следующего места: больше очков, 1,95 против 1,4",
    }
    assert said[lang] in result.stdout
    assert result.stderr == ""


def test_what_is_forbidden_is_refused_with_row_and_clause(run: Run, folder: Path) -> None:
    text = HEADER + game(s1=",,0.6,", s2=",,0.7,")
    (folder / "bad.csv").write_text(text, encoding="utf-8")
    result = run("standings ugra-2021 bad.csv")
    assert result.exit_code == 3
    assert result.stdout == ""
    first, second, third = result.stderr.splitlines()
    assert first.startswith("mafsim: bad.csv, row 2: 'N1' has 0.6 additional points")
    assert first.endswith("(U16)")
    assert second.startswith("mafsim: bad.csv, row 3")
    assert "1.3 in all" in third


def test_leniently_it_is_listed_instead(run: Run, folder: Path) -> None:
    (folder / "bad.csv").write_text(HEADER + game(s1=",,0.6,"), encoding="utf-8")
    result = run("standings ugra-2021 bad.csv --by player --lenient --json")
    assert document(result)["places"][0]["points"] == "1.6"
    assert result.stderr.startswith("mafsim: warning: bad.csv, row 2: 'N1' has 0.6")


def test_many_faults_are_counted_in_the_end(run: Run, folder: Path) -> None:
    text = HEADER + "".join(game(round_).replace("don", "dan") for round_ in range(1, 13)) * 6
    (folder / "bad.csv").write_text(text, encoding="utf-8")
    result = run("standings ugra-2021 bad.csv")
    assert result.exit_code == 3
    lines = result.stderr.splitlines()
    assert len(lines) == 51
    assert lines[-1] == "mafsim: and 22 more faults"


def test_nothing_that_can_be_ranked_is_refused(run: Run, folder: Path) -> None:
    (folder / "bad.csv").write_text(HEADER + game().replace("don", "dan"), encoding="utf-8")
    result = run("standings ugra-2021 bad.csv --lenient")
    assert result.exit_code == 3
    assert "no game is left to be ranked" in result.stderr


@pytest.mark.parametrize(
    ("call", "code"),
    [
        ("standings ugra-2021 nowhere.csv", 2),
        ("standings nobody-1999 results.csv", 2),
        ("standings ugra-2021 results.csv --by horse", 2),
        ("standings ugra-2021 roster.csv", 3),
        ("standings togliatti-2014 results.csv", 3),
        ("standings ugra-2021", 2),
    ],
)
def test_every_way_to_end_has_its_code(run: Run, results: str, call: str, code: int) -> None:
    result = run(call)
    assert result.exit_code == code
    assert len(result.stderr.splitlines()) == 1


def test_an_open_protest_makes_the_standings_provisional(run: Run, folder: Path) -> None:
    (folder / "p.csv").write_text(HEADER + game(s5=",,,open"), encoding="utf-8")
    plain = document(run("standings ugra-2021 p.csv --by player --json"))
    assert plain["provisional"] is True
    assert "protests" not in plain
    asked = document(run("standings ugra-2021 p.csv --by player --protests --json"))
    (protest,) = asked["protests"]
    assert (protest["round"], protest["table"], protest["result"]) == (1, 1, "red")
    assert {"entrant": "p6", "name": "N5", "from": 8, "to": 1} in protest["otherwise"]["black"]
    shown = run("standings ugra-2021 p.csv --by player --protests").stdout
    assert "provisional" in shown
    assert "if it were black: N5 8 → 1" in shown


def test_a_correction_is_shown_with_what_it_has_altered(run: Run, folder: Path) -> None:
    (folder / "old.csv").write_text(HEADER + game(), encoding="utf-8")
    (folder / "new.csv").write_text(HEADER + game(s1=",,0.3,"), encoding="utf-8")
    found = document(run("standings ugra-2021 new.csv --was old.csv --by player --json"))
    assert {"entrant": "p1", "name": "N1", "from": 2, "to": 1} in found["corrected"]
    shown = run("standings ugra-2021 new.csv --was old.csv --by player").stdout
    assert "N1 2 → 1" in shown
    (folder / "bad.csv").write_text(HEADER + game(s1=",,0.9,"), encoding="utf-8")
    assert run("standings ugra-2021 new.csv --was bad.csv").exit_code == 3


EXAMPLE = Path(__file__).parents[2] / "examples" / "ugra-2021-results.csv"


def test_a_correction_after_the_final_was_drawn_is_noticed(run: Run, folder: Path) -> None:
    lines = EXAMPLE.read_text(encoding="utf-8").splitlines(keepends=True)
    good = document(run(f"standings ugra-2021 {EXAMPLE} --json"))
    assert "drawn_otherwise" not in good
    # The result of the first game is turned round, additional points and penalties left out.
    columns = lines[0].strip().split(",")
    turned = []
    for line in lines:
        cells = line.rstrip("\n").split(",")
        if cells[1:3] == ["1", "1"]:
            row = dict(zip(columns, cells, strict=True))
            row["result"] = "red" if row["result"] == "black" else "black"
            row |= dict.fromkeys(("additional", "penalty", "penalty_reason"), "")
            line = ",".join(row[column] for column in columns) + "\n"
        turned.append(line)
    (folder / "turned.csv").write_text("".join(turned), encoding="utf-8")
    found = document(run("standings ugra-2021 turned.csv --json"))["drawn_otherwise"]
    assert {each["stage"] for each in found} == {"final"}
    assert all(each["sat_at"] not in each["due_at"] for each in found)
    shown = run("standings ugra-2021 turned.csv --lang ru").stdout
    assert "Распределены по другой таблице" in shown


def test_results_may_come_from_standard_input(run: Run) -> None:
    text = HEADER + game()
    assert run("standings ugra-2021 - --by player", stdin=text).exit_code == 0
    assert run("check -", stdin=text).exit_code == 0


# --- check -------------------------------------------------------------------------------------


def test_good_results_are_0(run: Run, results: str) -> None:
    result = run(f"check {results} --regulation ugra-2021")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == "results.csv: 2 games, nothing is wrong\n"
    assert json.loads(run(f"check {results} --json").stdout) == {"violations": [], "games": 2}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_bad_results_are_1_row_by_row(run: Run, folder: Path, lang: str) -> None:
    (folder / "bad.csv").write_text(HEADER + game(s1=",,0.6,", s9="noon,,,"), encoding="utf-8")
    alone = run(f"check bad.csv --lang {lang}")
    under = run(f"check bad.csv --regulation ugra-2021 --lang {lang}")
    assert (alone.exit_code, under.exit_code) == (1, 1)
    assert len(alone.stdout.splitlines()) == 1
    assert len(under.stdout.splitlines()) == 2
    assert "U16" in under.stdout


def test_what_is_wrong_as_json(run: Run, folder: Path) -> None:
    (folder / "bad.csv").write_text(HEADER + game(s1=",,0.6,"), encoding="utf-8")
    result = run("check bad.csv --regulation ugra-2021 --json")
    assert result.exit_code == 1
    (violation,) = json.loads(result.stdout)["violations"]
    assert violation["rule"] == "additional_unapproved"
    assert (violation["row"], violation["clauses"]) == (2, ["U16"])


def test_people_of_results_are_checked_against_a_roster(run: Run, results: str) -> None:
    assert run(f"check {results} --roster roster.csv").exit_code == 0
    Path("small.csv").write_text("name\nN1\n", encoding="utf-8")
    assert run(f"check {results} --roster small.csv").exit_code == 1
