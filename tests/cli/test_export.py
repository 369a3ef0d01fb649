"""`mafsim export`: the plan in another form, on standard output or in a file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from mafsim import export
from mafsim.cli import main
from mafsim.cli.export import FORMATS

Run = Callable[..., Result]


SEATED: list[bytes] = []
"""The plan of every test, once it is made."""


@pytest.fixture(autouse=True)
def _plan(run: Run, folder: Path) -> None:
    if SEATED:
        (folder / "plan.json").write_bytes(SEATED[0])
        return
    assert run("seat --players 20 --tables 2 --rounds 2 --effort 0 -o plan.json").exit_code == 0
    SEATED.append((folder / "plan.json").read_bytes())


WHEN = "--start 2026-12-05T12:00 --minutes 50"


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("lang", ["en", "ru"])
def test_a_file_holds_what_standard_output_would(
    form: str, lang: str, run: Run, folder: Path
) -> None:
    when = WHEN if "start" in export.FORMATS[form].takes else ""
    shown = run(f"export plan.json --to {form} --lang {lang} {when}")
    written = run(f"export plan.json --to {form} --lang {lang} {when} -o out.{form}")
    assert (shown.exit_code, written.exit_code) == (0, 0)
    assert written.stdout == ""
    assert (folder / f"out.{form}").read_bytes() == shown.stdout_bytes
    assert written.stderr == shown.stderr
    assert shown.stderr == "" or export.FORMATS[form].holds is not None


def test_an_existing_file_is_kept(run: Run, folder: Path) -> None:
    (folder / "out.html").write_text("mine", encoding="utf-8")
    result = run("export plan.json --to html -o out.html")
    assert result.exit_code == 3
    assert (folder / "out.html").read_text(encoding="utf-8") == "mine"
    assert run("export plan.json --to html -o out.html --force").exit_code == 0
    assert (folder / "out.html").read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_an_exported_sheet_is_a_plan_again(lang: str, run: Run) -> None:
    run(f"export plan.json --to csv -o plan.csv --lang {lang}")
    text = [run(f"export {file} --to text").stdout for file in ("plan.json", "plan.csv")]
    assert text[0] == text[1]


def test_what_a_format_cannot_hold_is_said_on_standard_error(run: Run, folder: Path) -> None:
    (folder / "roster.csv").write_text(
        "name,team,absent\n" + "".join(f"Имя {n},T{n % 10},\n" for n in range(20)) + "Он,,1\n",
        encoding="utf-8",
    )
    assert run("seat --roster roster.csv --rounds 2 --tables 2 --effort 0 -o p.json").exit_code == 0
    told = run("export p.json --to array").stderr
    assert told == (
        "mafsim: warning: array does not hold the names, the teams, who is kept apart, absences, "
        "pins and banned tables; keep mafsim's own plan (json) for them\n"
    )
    assert "не вмещает: имена, команды" in run("export p.json --to array --lang ru").stderr
    assert run("export p.json --to json").stderr == ""


@pytest.mark.parametrize("form", ["xlsx", "csv", "json", "schedule", "federation", "array"])
@pytest.mark.parametrize("lang", ["en", "ru"])
def test_what_is_exported_can_be_checked_and_reported(form: str, lang: str, run: Run) -> None:
    assert run(f"export plan.json --to {form} -o out.{form} --lang {lang}").exit_code == 0
    for command in ("check", "report"):
        one, other = (run(f"{command} {file} --json") for file in ("plan.json", f"out.{form}"))
        assert (one.exit_code, other.exit_code) == (0, 0)
        assert one.stdout == other.stdout
        assert other.stderr == ""


def test_a_workbook_is_not_poured_over_a_terminal(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mafsim.cli.export.is_shown", lambda: True)
    refused = run("export plan.json --to xlsx")
    assert refused.exit_code == 2
    assert refused.stdout == ""
    assert refused.stderr == (
        "mafsim: xlsx is not for a terminal to show: write it to a file with -o\n"
    )
    assert run("export plan.json --to xlsx -o out.xlsx").exit_code == 0


@pytest.mark.parametrize(
    ("form", "option", "takers"),
    [
        ("text", "--minutes 5", "html, xlsx, ics, calendars"),
        ("csv", "--start 2026-12-05", "html, xlsx, ics, calendars"),
        ("xlsx", "--player Ann", "ics"),
        ("ics", "--results r.csv", "html, xlsx"),
    ],
)
def test_an_option_that_a_format_makes_nothing_of_is_refused(
    form: str, option: str, takers: str, run: Run
) -> None:
    refused = run(f"export plan.json --to {form} {option} -o out")
    assert refused.exit_code == 2
    assert refused.stderr == (
        f"mafsim: {option.split(maxsplit=1)[0]} goes with {takers}, and {form} makes nothing of it: "
        "leave it out\n"
    )


@pytest.mark.parametrize("moment", ["tomorrow", "12:00", "2026-12-05T12:00Z", "2026-13-05"])
def test_a_moment_that_is_none_is_refused(moment: str, run: Run) -> None:
    refused = run(f"export plan.json --to ics --minutes 50 --start {moment}")
    assert refused.exit_code == 2
    assert refused.stderr == (
        "mafsim: --start takes a day, or a day and a time: 2026-12-05 or '2026-12-05 12:00', "
        f"not {moment}\n"
    )


def test_a_calendar_without_times_asks_for_them(run: Run) -> None:
    refused = run("export plan.json --to ics")
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert "--start '2026-12-05 12:00' and --minutes 50" in refused.stderr
    named = run("export plan.json --to ics --regulation charlie-2016 --lang ru")
    assert named.exit_code == 2
    assert "charlie-2016 не даёт времени этих туров" in named.stderr


def test_a_player_gets_his_own_calendar(run: Run) -> None:
    own = CliRunner().invoke(
        main, [*f"export plan.json --to ics {WHEN} --player".split(), "player 07"]
    )
    assert own.exit_code == 0
    assert own.stdout.count("BEGIN:VEVENT") == 2
    assert "X-WR-CALNAME:Player 07" in own.stdout
    refused = run(f"export plan.json --to ics {WHEN} --player Nobody")
    assert refused.exit_code == 2
    assert "nobody on the list is called 'Nobody'" in refused.stderr


def test_results_fill_the_sheet_that_standings_reads(run: Run, folder: Path) -> None:
    examples = Path(__file__).parents[2] / "examples"
    plan, results = examples / "ugra-2021-plan.json", examples / "ugra-2021-results.csv"
    filled = run(f"export {plan} --to xlsx --results {results} -o filled.xlsx --lang ru")
    assert (filled.exit_code, filled.output) == (0, "")
    one, other = (run(f"standings ugra-2021 {file} --json") for file in (results, "filled.xlsx"))
    assert other.exit_code == 0
    assert one.stdout == other.stdout
    checked = run("check filled.xlsx --regulation ugra-2021")
    assert (checked.exit_code, checked.stdout) == (0, "filled.xlsx: 45 games, nothing is wrong\n")


def test_results_without_a_known_regulation_are_refused(run: Run) -> None:
    refused = run("export plan.json --to xlsx --results r.csv -o x.xlsx")
    assert refused.exit_code == 2
    assert "give --regulation" in refused.stderr


@pytest.mark.parametrize("start", ["9999-12-31", "9999-12-31T23:00"])
def test_no_round_is_set_behind_the_end_of_calendars(start: str, run: Run) -> None:
    result = run(f"export plan.json --to ics --minutes 600 --start {start} --lang en")
    assert result.exit_code == 2
    assert result.stderr.startswith("mafsim: --start takes a day")
