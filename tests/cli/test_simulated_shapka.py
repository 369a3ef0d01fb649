"""Shapka from the command line: simulated, compared, with people of one's own, and read back."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from mafsim.regulations.load import load
from mafsim.tournament.hat import hat_event, play_hat_block
from mafsim.words import LANGUAGES

Run = Callable[..., Result]

RUNNING = (
    "running:stages.qualifying-2.carry=true,stages.semi-final.carry=true,stages.final.carry=true"
)


def document(result: Result) -> dict[str, Any]:
    assert result.exit_code == 0, result.output
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def test_a_simulation_has_the_figures_of_cuts_and_no_roles(run: Run) -> None:
    found = document(run("simulate togliatti-2014 -n 30 --jobs 1 --json"))
    assert (found["tournaments"], found["games"]) == (30, 30 * 42)
    names = set(found["metrics"])
    cuts = ("qualifying-2", "semi-final", "final")
    assert {f"best_lost_{cut}" for cut in cuts} <= names
    assert {"best_wins", "variance_skill", "points_by_seat_3"} <= names
    assert not {"red_win", "variance_role", "points_by_role_don"} & names


def test_people_of_a_file_are_those_who_play(run: Run, folder: Path) -> None:
    (folder / "far.toml").write_text("[people]\nteam = 0.5\n", encoding="utf-8")
    usual = document(run("simulate togliatti-2014 -n 60 --jobs 1 --json"))
    far = document(run("simulate togliatti-2014 -n 60 --jobs 1 --population far.toml --json"))
    wins = [each["metrics"]["best_wins"]["value"] for each in (usual, far)]
    assert wins[1] > wins[0]
    assert "population_digest" in far["provenance"]
    assert "far.toml" not in far["provenance"]["command"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_fault_in_the_file_is_one_sentence(run: Run, folder: Path, lang: str) -> None:
    (folder / "odd.toml").write_text("[hat]\nwords = 0\n", encoding="utf-8")
    result = run(f"--lang {lang} simulate togliatti-2014 -n 1 --population odd.toml")
    assert result.exit_code == 3
    assert "odd.toml" in result.stderr
    assert "hat.words" in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1


def test_a_claim_is_tried_with_three_populations(run: Run) -> None:
    found = document(run(f"compare togliatti-2014 --variant {RUNNING} -n 40 --jobs 1 --json"))
    (differences,) = found["differences"]
    told = differences["figures"]["best_lost_qualifying-2"]
    assert told["value"] == 0  # the first cut is the same under both
    assert set(found["populations"]) == {"given", "closer", "masters"}


def groups(lines: list[tuple[str, str]]) -> list[set[str]]:
    """Give who stands together but for a lot: a results file is a tournament of its own with other lots."""
    found: list[set[str]] = []
    together = False
    for name, decided_by in lines:
        if together:
            found[-1].add(name)
        else:
            found.append({name})
        together = decided_by == "lot"
    return found


def test_exported_results_lead_to_the_same_places(run: Run, folder: Path) -> None:
    """Every simulated tournament is a results file; `standings` gives what the simulation had."""
    found = document(
        run("simulate togliatti-2014 -n 12 --jobs 1 --export-results out --json --seed 5")
    )
    assert found["tournaments"] == 12
    files = sorted((folder / "out").glob("*.csv"))
    assert len(files) == 12
    outcome = play_hat_block(hat_event(load("togliatti-2014"), seed=5), 0, 12)
    final = outcome.final
    for number in range(12):
        file = next(
            each for each in files if each.stem.rsplit("-", 1)[1].lstrip("0") == str(number + 1)
        )
        told = document(run(f"standings togliatti-2014 {file} --json"))
        lines = [(line["name"], line["decided_by"]) for line in told["places"]]
        wanted = [
            (final.units.names[unit], final.levels[final.decided_by[number, k]])
            for k, unit in enumerate(final.order[number].tolist())
        ]
        assert groups(lines) == groups(wanted)
