"""`mafsim simulate`: figures with intervals, from the same bytes every time."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from mafsim.files.results import read_results
from mafsim.regulations import load
from mafsim.words import LANGUAGES

Run = Callable[..., Result]


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take the first valid plan: the search is another test's."""
    monkeypatch.setattr("mafsim.tournament.event.EFFORT", 0.0)


QUICK = "simulate plain --agents random -n 40 --jobs 1"
SEVERAL = "simulate ugra-2021 -n 6 --jobs 1"


def document(result: Result) -> dict[str, Any]:
    assert result.exit_code == 0, result.output
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def test_the_document_has_what_the_contract_names(run: Run) -> None:
    found = document(run(f"{SEVERAL} --json"))

    assert found["regulation"] == "ugra-2021"
    assert found["tournaments"] == 6
    assert found["games"] == 6 * 45
    assert found["seed"] == 0
    assert {"best_wins", "kendall_tau", "red_win"} <= found["metrics"].keys()
    for figure in found["metrics"].values():
        assert set(figure) == {"value", "low", "high"}
    first = found["tie_breaks"]["first_place"]
    assert {"points", "additional", "shared"} <= first.keys()
    assert sum(first.values()) == pytest.approx(1, abs=1e-5)
    assert "by_depth" in found["tie_breaks"]
    assert found["provenance"]["command"] == ("mafsim simulate ugra-2021 -n 6 --seed 0")
    assert found["provenance"]["regulation_digest"] == load("ugra-2021").digest


def test_the_schema_describes_the_document(run: Run) -> None:
    schema = document(run("schema simulation"))
    found = document(run(f"{SEVERAL} --json"))

    assert set(schema["required"]) <= found.keys()
    assert found.keys() <= schema["properties"].keys()


def test_the_same_command_gives_the_same_bytes(run: Run) -> None:
    assert run(f"{QUICK} --json").stdout_bytes == run(f"{QUICK} --json").stdout_bytes
    assert run(f"{QUICK} --json").stdout != run(f"{QUICK} --seed 1 --json").stdout


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", ["ugra-2021", "charlie-2016", "omsk-2012", "fiim"])
def test_the_report_is_told_in_both_languages(run: Run, name: str, lang: str) -> None:
    result = run(f"simulate {name} --agents random -n 4 --jobs 1 --lang {lang}")

    assert result.exit_code == 0, result.output
    assert result.stderr == ""
    assert ("побеждает лучший" if lang == "ru" else "the best one wins") in result.stdout
    assert ("мирный" if lang == "ru" else "civilian") in result.stdout


def test_a_value_is_set_for_this_run(run: Run) -> None:
    dear = document(run(f"{SEVERAL} --set scoring.outcome.don.win=4 --json"))
    plain = document(run(f"{SEVERAL} --json"))

    # The finals are dealt anew by other points, so that the games are not quite the same.
    paid = [each["roles"]["don"]["outcome"] for each in (dear, plain)]
    assert paid[0] / paid[1] == pytest.approx(4, rel=0.2)
    assert "--set scoring.outcome.don.win=4" in dear["provenance"]["command"]


def test_results_are_exported_as_files_that_are_read(run: Run, folder: Path) -> None:
    result = run(f"{SEVERAL} --export-results out")

    assert result.exit_code == 0, result.output
    files = sorted(path.name for path in (folder / "out").iterdir())
    assert files == [f"tournament-{number}.csv" for number in range(1, 7)]
    read = read_results(folder / "out" / files[0], load("ugra-2021"))
    assert len(read.games) == 45
    assert not read.faults
    assert run("standings ugra-2021 out/tournament-1.csv").exit_code == 0
    again = run(f"{SEVERAL} --export-results out")
    assert again.exit_code == 3
    assert run(f"{SEVERAL} --export-results out --force").exit_code == 0


def test_finished_blocks_are_kept_and_found(run: Run, folder: Path) -> None:
    first = run(f"{QUICK} --resume kept --json")
    blocks = list((folder / "kept").glob("block-*"))
    second = run(f"{QUICK} --resume kept --json")

    assert len(blocks) == 1
    assert first.stdout_bytes == second.stdout_bytes == run(f"{QUICK} --json").stdout_bytes
    other = run(f"{QUICK} --seed 1 --resume kept")
    assert other.exit_code == 3
    assert "another simulation" in other.stderr


def test_a_block_is_played_again_where_its_results_are_missing(run: Run, folder: Path) -> None:
    assert run(f"{QUICK} --resume kept").exit_code == 0
    first = run(f"{QUICK} --resume kept --export-results out --json")
    assert len(list((folder / "out").iterdir())) == 40
    (folder / "out" / "tournament-07.csv").unlink()
    second = run(f"{QUICK} --resume kept --export-results out --json")

    assert (folder / "out" / "tournament-07.csv").exists()
    assert first.stdout_bytes == second.stdout_bytes


def test_it_stops_when_it_is_exact_enough(run: Run) -> None:
    found = document(
        run("simulate plain --agents random --jobs 1 --until red_win=0.03 -n 5000 --json")
    )

    figure = found["metrics"]["red_win"]
    assert found["stopped_by"] == "until"
    assert found["tournaments"] < 5000
    assert (figure["high"] - figure["low"]) / 2 <= 0.03
    assert found["looks"] >= 1
    assert found["confidence"] > 0.95


PEOPLE = """
skill = 1.0

[parameters.reading]
mean = 0.3

[clubs]
number = 3
share = 0.2

[teams]
together = "mixed"
"""


def test_a_population_is_a_file(run: Run, folder: Path) -> None:
    (folder / "people.toml").write_text(PEOPLE)
    found = document(run("simulate charlie-2016 -n 3 --jobs 1 --population people.toml --json"))

    assert len(found["provenance"]["population_digest"]) == 64


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("skil = 1", "people.toml: skil: unknown key; known are kind, skill"),
        ("skill = -1", "people.toml: skill: -1 is out of its bounds, 0 to 1e+06"),
        ('skill = "high"', "people.toml: skill: must be a number"),
        ("[parameters.reading]\nmeen = 1", "people.toml: parameters.reading.meen: unknown key"),
        ("[parameters.new]\nspread = 1", "people.toml: parameters.new.mean: is missing"),
        ('[teams]\ntogether = "club"', "people.toml: teams.together is 'club', but there are no"),
        ('[teams]\ntogether = "friends"', "people.toml: teams.together: must be one of lot, club"),
        ("[clubs]\nnumber = 1.5", "people.toml: clubs.number: must be a whole number"),
        ("skill = 1\n[[levels]]\nskill = 1\nshare = 1", "people.toml: 'skill' and 'levels' say"),
        ("[[levels]]\nskill = 1\nshare = 0", "people.toml: levels: the shares add up to nothing"),
        ("[[levels]]\nskill = 1", "people.toml: levels.1.share: is missing"),
        ("levels = 3", "people.toml: levels: must be a list of tables"),
        ("clubs = 3", "people.toml: clubs: must be a table"),
        ("kind = 3", "people.toml: kind: must be a text"),
        ("kind = 'antigravity:fly'", "people.toml: kind: must be one of bayes"),
        ("skill = ", "people.toml: line 1: not TOML"),
    ],
)
def test_what_a_population_cannot_be_is_one_sentence(
    run: Run, folder: Path, text: str, sentence: str
) -> None:
    (folder / "people.toml").write_text(text)
    result = run("simulate plain -n 2 --jobs 1 --population people.toml")

    assert result.exit_code == 3, result.output
    assert result.stderr.startswith(f"mafsim: {sentence}"), result.stderr
    assert len(result.stderr.splitlines()) == 1


ROSTER = "name;rating\n" + "\n".join(f"Player {k:02};{1500 + 40 * k}" for k in range(1, 31))


def test_ratings_are_skills_and_everybody_is_told_his_hopes(run: Run, folder: Path) -> None:
    (folder / "people.csv").write_text(ROSTER)
    command = "simulate omsk-2012 -n 60 --jobs 1 --roster people.csv"
    found = document(run(f"{command} --json"))
    told = run(command).stdout
    by_name = {each["name"]: each for each in found["entrants"]}

    assert len(by_name) == 30
    assert sum(each["first"]["value"] for each in found["entrants"]) == pytest.approx(1, abs=1e-4)
    best, worst = by_name["Player 30"], by_name["Player 01"]
    assert best["place"]["high"] < worst["place"]["low"]
    assert "30 ratings are taken as skills." in told
    assert "Player 30" in told


def test_tournaments_go_on_from_the_results_that_are_known(run: Run, folder: Path) -> None:
    assert (
        run("simulate omsk-2012 --agents random -n 1 --jobs 1 --export-results out").exit_code == 0
    )
    whole = (folder / "out" / "tournament-1.csv").read_text().splitlines()
    head, *rows = whole
    early = [row for row in rows if int(row.split(",")[1]) <= 7]
    (folder / "seven.csv").write_text("\n".join([head, *early]))
    found = run("simulate omsk-2012 --agents random -n 30 --jobs 1 --results seven.csv")

    assert found.exit_code == 0, found.output
    assert "Rounds 1 to 7 were played; the rest is simulated." in found.stdout
    assert "What everybody can hope for" in found.stdout


def test_a_plan_is_seated_as_it_is(run: Run) -> None:
    assert run("seat omsk-2012 --effort 0 -o plan.json").exit_code == 0
    found = document(
        run("simulate omsk-2012 --agents random -n 3 --jobs 1 --plan plan.json --json")
    )

    assert len(found["provenance"]["plan_digest"]) == 64
    assert len(found["entrants"]) == 30


@pytest.mark.parametrize(
    ("arguments", "code", "sentence"),
    [
        ("plain -n 0", 2, "-n"),
        ("plain -n x", 2, "-n"),
        ("nowhere", 2, "nowhere"),
        ("plain --until best", 2, "--until: 'best' is not of the form"),
        ("plain --until best=0.1", 2, "--until: there is no metric 'best'"),
        ("plain --jobs 2 --dask tcp://127.0.0.1:1", 2, "--jobs are processes"),
        ("plain --agents 3*human", 2, "--agents: '3*human' names 3 players, but 10"),
        ("plain --agents humen", 2, "--agents: there is no kind 'humen', did you mean 'human'?"),
        ("plain --population none.toml", 2, "none.toml"),
        ("togliatti-2014 --agents random -n 1", 2, "--agents: togliatti-2014 is played as Shapka"),
        ("plain --export-results people.csv", 3, "people.csv: --export-results needs the name"),
        ("ugra-2021 --roster people.csv -n 1 --jobs 1", 1, ""),
    ],
)
def test_wrong_usage_is_one_sentence(
    run: Run, folder: Path, arguments: str, code: int, sentence: str
) -> None:
    (folder / "people.csv").write_text("name\n" + "\n".join(f"P{k}" for k in range(12)))
    result = run(f"simulate {arguments}")

    assert result.exit_code == code, result.output
    assert sentence in result.stderr
    assert "Traceback" not in result.stderr
    assert result.stdout == ""
