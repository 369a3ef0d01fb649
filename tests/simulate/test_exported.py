"""Independent scoring: what a simulation exports, `standings` brings to the same places."""

from __future__ import annotations

from pathlib import Path

import pytest

from mafsim import simulate
from mafsim.files.results import read_results
from mafsim.regulations import load
from mafsim.simulate.exported import file_name, sheets
from mafsim.standings import standings
from mafsim.tournament.simulated import play_block


@pytest.mark.parametrize("n", [2, pytest.param(100, marks=pytest.mark.soak)])
@pytest.mark.parametrize("name", ["ugra-2021", "charlie-2016", "omsk-2012", "fiim", "league"])
def test_the_results_of_every_tournament_lead_to_its_places(
    name: str, n: int, tmp_path: Path
) -> None:
    regulation = load(name)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("mafsim.tournament.event.EFFORT", 0.0)
        event = simulate.prepared(regulation, seed=11)
    outcome = play_block(event, 20, n)

    for index, (number, text) in enumerate(sheets(outcome)):
        file = tmp_path / file_name(number, 1000)
        file.write_text(text, encoding="utf-8")
        read = read_results(file, regulation, roster=event.roster)
        assert not read.faults
        for by, ranking in (("player", outcome.players), ("team", outcome.teams)):
            if ranking is None:
                continue
            table = standings(read.games, regulation, by=by)  # type: ignore[arg-type]
            names = ranking.units.names
            assert table.units.names == names
            assert table.places()[0].tolist() == ranking.place[index].tolist()
            assert table.earned.points[0].tolist() == ranking.points[index].tolist()


def test_files_are_named_so_that_they_stand_in_order() -> None:
    assert file_name(0, 1000) == "tournament-0001.csv"
    assert file_name(99, 100) == "tournament-100.csv"
