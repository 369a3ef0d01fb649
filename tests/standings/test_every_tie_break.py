"""Every tie-break of the registry keeps the contract of tie-breaks."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mafsim.games import AnyGames, ShapkaGames
from mafsim.regulations import Regulation, load, names
from mafsim.regulations.points import TieBreak
from mafsim.roster import Entrant, Roster
from mafsim.scoring import score
from mafsim.standings import TIE_BREAKS
from mafsim.standings.tallies import Tallies, tallies_of
from mafsim.standings.units import players, teams
from mafsim.words import LANGUAGES, catalogue

SHAPKA = {"words_half_1", "words_half_2"}
DOCS = Path(__file__).parents[2] / "docs" / "scoring.md"


def regulation_of(name: str) -> Regulation:
    return load("togliatti-2014" if name in SHAPKA else "ugra-2021")


def tallies(games: AnyGames, regulation: Regulation, by: str = "player") -> Tallies:
    units = teams(games) if by == "team" else players(games, regulation)
    many = int(games.tournament.max()) + 1
    return tallies_of(games, score(games, regulation), regulation, units, tournaments=many)


def test_the_registry_has_the_names_that_a_regulation_may_give() -> None:
    assert tuple(TIE_BREAKS) == get_args(TieBreak)


@pytest.mark.parametrize("name", TIE_BREAKS)
def test_it_says_what_it_compares(name: str) -> None:
    assert TIE_BREAKS[name].__doc__  # type: ignore[index]
    for lang in LANGUAGES:
        assert f"standings.because.{name}" in catalogue(lang)


@pytest.mark.parametrize("name", TIE_BREAKS)
def test_the_page_on_scoring_explains_it(name: str) -> None:
    assert f"`{name}`" in DOCS.read_text(encoding="utf-8")


LAWS = settings(max_examples=6, suppress_health_check=[HealthCheck.function_scoped_fixture])


@pytest.mark.parametrize("by", ["player", "team"])
@pytest.mark.parametrize("name", TIE_BREAKS)
@given(data=st.data())
@LAWS
def test_it_gives_a_whole_number_for_everyone_in_every_tournament(
    name: str, by: str, data: st.DataObject, random_records: Callable[..., Any]
) -> None:
    regulation = regulation_of(name)
    found = tallies(data.draw(random_records(regulation, tournaments=2)), regulation, by)
    totals = TIE_BREAKS[name](found)  # type: ignore[index]
    assert totals.shape == (2, len(found.units))
    assert totals.dtype == np.int64


@pytest.mark.parametrize("name", TIE_BREAKS)
@given(data=st.data())
@LAWS
def test_it_does_not_depend_on_the_order_of_the_games(
    name: str, data: st.DataObject, random_records: Callable[..., Any]
) -> None:
    regulation = regulation_of(name)
    games = data.draw(random_records(regulation))
    order = np.array(data.draw(st.permutations(range(len(games)))))
    one, other = (tallies(each, regulation) for each in (games, games.select(order)))
    assert (TIE_BREAKS[name](one) == TIE_BREAKS[name](other)).all()  # type: ignore[index]


@pytest.mark.parametrize("name", sorted(set(TIE_BREAKS) - {"lot"}))
@given(data=st.data())
@LAWS
def test_a_team_has_the_sum_of_its_members(
    name: str, data: st.DataObject, random_records: Callable[..., Any]
) -> None:
    regulation = load("ugra-2021") if name not in SHAPKA else load("togliatti-2014")
    games = data.draw(random_records(regulation))
    own, theirs = (tallies(games, regulation, by) for by in ("player", "team"))
    single, whole = (TIE_BREAKS[name](each)[0] for each in (own, theirs))  # type: ignore[index]
    of_team = np.zeros(len(theirs.units), dtype=np.int64)
    np.add.at(of_team, theirs.units.of_entrant, single)
    assert (of_team == whole).all()


def test_every_regulation_s_tie_breaks_are_in_the_registry() -> None:
    for name in names():
        ranking = load(name).ranking
        assert {*ranking.tie_breaks, *(ranking.player_tie_breaks or ())} <= set(TIE_BREAKS)


def test_a_lot_is_the_id_s_own() -> None:
    regulation = load("togliatti-2014")

    def drawn(ids: list[str], seed: int = 0) -> dict[str, int]:
        games = ShapkaGames(
            roster=Roster(entrants=tuple(Entrant(id=i, name=i) for i in ids)),
            stages=tuple(stage.name for stage in regulation.stages),
            entrants=np.arange(3)[None],
        )
        units = players(games, regulation)
        points = score(games, regulation)
        found = tallies_of(games, points, regulation, units, tournaments=1, seed=seed)
        return dict(zip(ids, TIE_BREAKS["lot"](found)[0].tolist(), strict=True))

    assert drawn(["a", "b", "c"]) == drawn(["c", "b", "a"])
    assert drawn(["a", "b", "c"])["a"] == drawn(["a", "y", "z"])["a"]
    assert drawn(["a", "b", "c"]) != drawn(["a", "b", "c"], seed=1)
