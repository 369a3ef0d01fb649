"""Every study answers from its command line, the same twice; README.md says what its CSV says."""

from __future__ import annotations

import csv
import re
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]
STUDIES = ROOT / "experiments"
README = (STUDIES / "README.md").read_text(encoding="utf-8")
ROUNDS = (2, 4)
"""Of the study that plays until the best one wins half of the events."""

ROWS: dict[str, set[tuple[str, ...]]] = {
    "tie_breaks": {
        (regulation, figure, level)
        for regulation in ("omsk-2012", "charlie-2016", "ugra-2021", "togliatti-2014")
        for figure, level in (
            ("first_place", "points"),
            ("podium", "points"),
            ("every_place", "points"),
            ("tie_break_depth", ""),
            ("lots", "first"),
        )
    },
    "rounds_needed": {
        (people, scored, str(rounds), figure)
        for people in ("usual", "skill alone", "skill alone, half as far apart")
        for scored in ("all points", "wins alone")
        for rounds in ROUNDS
        for figure in ("best_wins", "best_in_top_3", "kendall_tau")
    },
    "seating": {
        (regulation, draw, figure)
        for regulation in ("omsk-2012", "ugra-2021", "fiim")
        for draw in ("balanced", "random", "random less balanced")
        for figure in ("opponents_spread", "variance_opponents", "best_wins", "kendall_tau")
    },
    "hunters": {
        (regulation, figure)
        for regulation in ("omsk-2012", "charlie-2016", "ugra-2021", "fiim")
        for figure in ("hunter_gain_points", "hunter_gain_places", "hunter_cost_to_side")
    },
    "ugra_finals": {
        (f"{finals}{less}", figure)
        for finals in (
            *("coefficient 1", "coefficient 2", "coefficient 4"),
            *("dealt once, not anew", "dealt evenly, not by places"),
        )
        for less in ("", ", less ugra-2021")
        for figure in ("best_wins", "kendall_tau", "dead_last_round")
    },
    "omsk_roles": {
        (paid, f"points_by_role_{role}")
        for paid in ("omsk-2012", "every win 3", "a red win 5, a black 3")
        for role in ("civilian", "sheriff", "mafia", "don")
    }
    | {("every win 3, less omsk-2012", "variance_role"), ("omsk-2012", "paid_don_best_player")},
    "charlie_sheriff": {
        (prices, figure)
        for prices in ("charlie-2016", "one price for both")
        for figure in ("move_sheriff", "move_civilian", "move_sheriff_less_civilian")
    },
    "judges": {("no additional points", "kendall_tau")}
    | {
        (f"{weight} times, {judge}, less no additional points", figure)
        for weight in ("0.5", "1", "2", "4")
        for judge in ("never errs", "errs as usual", "errs twice as much")
        for figure in ("best_wins", "kendall_tau", "variance_judge")
    },
    "skill_at_table": {("red", "1 to 1.5"), ("black", "1 to 1.5")},
    "populations": {
        (regulation, people, figure)
        for regulation, teams in (
            *(("omsk-2012", False), ("fiim", False)),
            *(("charlie-2016", True), ("ugra-2021", True)),
        )
        for people in (
            *("usual people", "half as far apart", "twice as far apart", "a few masters"),
            *(("teams alike", "teams mixed") if teams else ()),
        )
        for figure in ("best_wins", "kendall_tau", "red_win")
    },
}
"""What every study says of which its CSV has a line, column by column, whatever the people do."""


@pytest.fixture
def study(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(STUDIES))
    return import_module(request.param)


def read(file: Path) -> list[dict[str, str]]:
    with file.open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


def about(row: dict[str, str]) -> tuple[str, ...]:
    """Give what a line is about: all but its figure's value."""
    return tuple(
        value for key, value in row.items() if key not in ("value", "low", "high", "tournaments")
    )


def answered(study: ModuleType, to: Path) -> bytes:
    to.mkdir()
    extra: dict[str, dict[str, object]] = {
        "rounds_needed": {"rounds": ROUNDS},
        "skill_at_table": {"rounds": 30},
    }
    study.main(["-n", "2", "--seed", "3", "--to", str(to)], **extra.get(study.__name__, {}))
    return (to / f"{study.__name__}.csv").read_bytes()


@pytest.mark.slow
@pytest.mark.parametrize("study", ROWS, indirect=True)
def test_a_study_writes_its_lines_and_its_picture(study: ModuleType, tmp_path: Path) -> None:
    answered(study, tmp_path / "it")
    rows = read(tmp_path / "it" / f"{study.__name__}.csv")
    assert ROWS[study.__name__] <= {about(row) for row in rows}
    assert len({about(row) for row in rows}) == len(rows)
    assert all(row["tournaments"] == "2" for row in rows)
    assert (tmp_path / "it" / f"{study.__name__}.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.slow
@pytest.mark.parametrize("study", ["charlie_sheriff", "rounds_needed"], indirect=True)
def test_a_study_writes_the_same_twice(study: ModuleType, tmp_path: Path) -> None:
    assert answered(study, tmp_path / "one") == answered(study, tmp_path / "other")


@pytest.mark.slow
@pytest.mark.parametrize("study", ROWS, indirect=True)
def test_the_readme_has_the_table_of_the_csv(study: ModuleType) -> None:
    rows = read(STUDIES / f"{study.__name__}.csv")
    assert study.written(rows) in README
    (n,) = {row["tournaments"] for row in rows}
    assert f"python experiments/{study.__name__}.py -n {n} --seed 0" in README
    assert f"python experiments/{study.__name__}.py -n {n} --seed 0" in str(study.__doc__)


@pytest.mark.slow
@pytest.mark.parametrize("study", ROWS, indirect=True)
def test_the_csv_has_the_lines_that_the_study_writes(study: ModuleType) -> None:
    found = {about(row) for row in read(STUDIES / f"{study.__name__}.csv")}
    expected = {each for each in ROWS[study.__name__] if str(ROUNDS[0]) not in each}
    expected = {each for each in expected if str(ROUNDS[1]) not in each}
    assert expected <= found


def test_every_csv_is_of_a_study_that_the_readme_tells() -> None:
    for file in STUDIES.glob("*.csv"):
        assert (STUDIES / f"{file.stem}.py").exists()
        assert re.search(rf"python experiments/{file.stem}\.py", README)


def test_the_front_page_tells_figures_of_the_csv_in_both_languages() -> None:
    rounds = {about(row): row for row in read(STUDIES / "rounds_needed.csv")}
    hunters = {about(row): row for row in read(STUDIES / "hunters.csv")}
    few, many = (rounds["usual", "all points", n, "best_wins"] for n in ("10", "2000"))
    told = [
        f"{100 * float(few['value']):.1f} %",
        f"{100 * float(many['value']):.1f} %",
        *(f"{100 * float(many[end]):.1f}" for end in ("low", "high")),
        f"{float(hunters['fiim', 'hunter_gain_places']['value']):.1f}",
        f"{100 * float(hunters['fiim', 'hunter_cost_to_side']['value']):.1f}",
    ]
    english, russian = (
        (ROOT / name).read_text(encoding="utf-8") for name in ("README.md", "README.ru.md")
    )
    assert all(figure in english for figure in told)
    assert all(figure.replace(".", ",") in russian for figure in told)
    studies = [each for each in STUDIES.glob("*.csv") if each.stem != "rules_sensitivity"]
    assert len(studies) == 11
