"""`mafsim compare`: paired differences, and no claim that chance would make."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from click.testing import Result

from mafsim.words import LANGUAGES

Run = Callable[..., Result]


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take the first valid plan: the search is another test's."""
    monkeypatch.setattr("mafsim.tournament.event.EFFORT", 0.0)


VARIANT = "compare ugra-2021 --variant dear:scoring.best_move.three=0.75,scoring.best_move.two=0.5"


def document(result: Result) -> dict[str, Any]:
    assert result.exit_code == 0, result.output
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def test_a_variant_plays_the_qualifying_games_once(run: Run) -> None:
    found = document(run(f"{VARIANT} -n 4 --jobs 1 --one-population --json"))

    assert [each["name"] for each in found["regulations"]] == ["ugra-2021", "dear"]
    assert found["games"] == 2 * 4 * 45
    assert found["games"] - found["games_played"] >= 4 * 36
    assert found["regulations"][1]["changes"] == [
        "scoring.best_move.three=0.75",
        "scoring.best_move.two=0.5",
    ]
    first, second = (each["provenance"]["regulation_digests"] for each in found["regulations"])
    assert first == second
    assert first["dear"] != first["ugra-2021"]


def test_each_regulation_is_compared_with_the_first(run: Run) -> None:
    found = document(
        run("compare omsk-2012 plain league --agents random -n 3 --jobs 1 --one-population --json")
    )

    assert [each["regulation"] for each in found["differences"]] == ["plain", "league"]
    assert {each["against"] for each in found["differences"]} == {"omsk-2012"}
    assert [each["regulation"] for each in found["regulations"]] == ["omsk-2012", "plain", "league"]


def test_alone_and_side_by_side_a_regulation_shows_the_same(run: Run) -> None:
    beside = document(
        run("compare omsk-2012 fiim --agents random -n 5 --jobs 1 --one-population --json")
    )
    alone = document(run("simulate fiim --agents random -n 5 --jobs 1 --json"))

    assert beside["regulations"][1]["metrics"] == alone["metrics"]
    assert beside["regulations"][1]["tie_breaks"] == alone["tie_breaks"]


def test_a_claim_is_only_made_where_the_interval_does_not_hold_zero(run: Run) -> None:
    found = document(run("compare omsk-2012 plain --agents random -n 30 --jobs 1 --json"))
    figures = found["differences"][0]["figures"]

    assert found["populations"] == {"given": 30, "closer": 30, "masters": 30}
    assert any(each["claimed"] for each in figures.values())
    for name, each in figures.items():
        outside = each["low"] is not None and not each["low"] <= 0 <= each["high"]
        assert each["claimed"] == outside, name
        assert bool(each["survives"]) <= each["claimed"]
        assert set(each["survives"]) <= {"given", "closer", "masters"}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_nothing_is_claimed_of_a_few_tournaments(run: Run, lang: str) -> None:
    """Of two tournaments both may show the same difference, whose interval is then a point."""
    command = "compare omsk-2012 plain --agents random --jobs 1 --one-population"
    found = document(run(f"{command} -n 2 --json"))["differences"][0]["figures"]
    told = run(f"{command} -n 2 --lang {lang}")

    assert any(each["low"] is not None and each["low"] > 0 for each in found.values())
    assert not any(each["claimed"] or each["survives"] for each in found.values())
    wanted = "Меньше чем по 30 турнирам" if lang == "ru" else "of fewer than 30 tournaments"
    assert wanted in told.stdout


def test_of_one_tournament_no_interval_is_told(run: Run) -> None:
    told = run("compare omsk-2012 plain --agents random --jobs 1 --one-population -n 1")

    assert "\u00b1" not in told.stdout


def test_the_same_regulation_twice_differs_in_nothing(run: Run) -> None:
    command = "compare plain --variant same:scoring.outcome.civilian.win=1 --agents random -n 50"
    told = run(f"{command} --jobs 1 --one-population")
    found = document(run(f"{command} --jobs 1 --one-population --json"))

    assert "every interval holds zero" in told.stdout
    assert found["games_played"] == 50
    assert all(each["value"] == 0 for each in found["differences"][0]["figures"].values())


def test_a_variant_may_have_other_players(run: Run) -> None:
    """A hunter of no greed is a usual player: in his place one who hunts, all else the same."""
    found = document(
        run(
            "compare ugra-2021 --agents 3*hunter:greed=0+27*human -n 10 --jobs 1 --one-population "
            "--variant hunted:agents=3*hunter+27*human --json"
        )
    )
    alone = found["differences"][0]["alone"]

    assert {"hunter_gain_points", "hunter_gain_places"} <= alone.keys()
    assert found["regulations"][1]["changes"] == ["agents=3*hunter+27*human"]
    digests = found["provenance"]["regulation_digests"]
    assert digests["hunted"] == digests["ugra-2021"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_claims_are_told_in_both_languages(run: Run, lang: str) -> None:
    result = run(f"compare omsk-2012 plain --agents random -n 40 --jobs 1 --lang {lang}")

    assert result.exit_code == 0, result.output
    assert result.stderr == ""
    assert ("так при всех 3 населениях" if lang == "ru" else "so under all 3") in result.stdout


def test_the_same_command_gives_the_same_bytes(run: Run) -> None:
    command = "compare omsk-2012 plain --agents random -n 5 --jobs 1 --json"

    assert run(command).stdout_bytes == run(command).stdout_bytes


def test_both_are_changed_by_set(run: Run) -> None:
    found = document(
        run(
            "compare omsk-2012 fiim --agents random -n 2 --jobs 1 --one-population "
            "--set scoring.outcome.don.win=9 --json"
        )
    )

    assert [round(each["roles"]["don"]["outcome"] / 9, 2) > 0 for each in found["regulations"]]
    assert "--set scoring.outcome.don.win=9" in found["provenance"]["command"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("plain", "compare needs two regulations"),
        ("plain plain", "two of the regulations are called 'plain'"),
        ("plain --variant plain:rules.black=2", "two of the regulations are called 'plain'"),
        ("plain --variant x", "--variant: 'x' is not of the form"),
        ("plain --variant x:", "--variant: 'x:' is not of the form"),
        ("plain --variant x:rules.blakc=2", "--variant: rules"),
        ("plain --variant x:rules", "--variant rules: must have the form"),
        ("plain omsk-2012 --plot x.svg", "--plot: differences are drawn of 30 tournaments"),
        ("plain togliatti-2014", "Mafia and Shapka cannot be compared"),
        ("plain omsk-2012 --plan plan.json", "--plan is of one regulation"),
        ("", "compare"),
    ],
)
def test_wrong_usage_is_one_sentence(run: Run, arguments: str, sentence: str) -> None:
    result = run(f"compare {arguments} -n 1")

    assert result.exit_code == 2, result.output
    assert sentence in result.stderr
    assert "Traceback" not in result.stderr
    assert len(result.stderr.splitlines()) == 1
