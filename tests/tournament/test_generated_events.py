"""Random events from their rosters to their final places: the short form of ``make soak``."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from mafsim.pairing import exact
from tests.tournament.soaked import proved, through

EVENTS = 40
PROVED = 12


@pytest.fixture(scope="module", autouse=True)
def without_long_proofs() -> Iterator[None]:
    """Ask no solver for bounds of such small events: they are no matter here, and take their time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(exact, "worth_asking", lambda _: False)
        yield


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_nothing_is_wrong_with_random_events_from_roster_to_places(part: int) -> None:
    seeds = range(100 + part, 100 + EVENTS, 4)
    told = {seed: through(seed) for seed in seeds}
    assert {seed: each.faults for seed, each in told.items() if each.faults} == {}
    assert sum(each.compared["over"] for each in told.values()) >= len(seeds) // 2


@pytest.mark.slow
def test_search_bounds_and_refusals_agree_with_cp_sat_on_tiny_events() -> None:
    told = {seed: proved(seed) for seed in range(PROVED)}
    assert {seed: each.faults for seed, each in told.items() if each.faults} == {}
    reached = sum(each.compared["the search has the optimum"] for each in told.values())
    assert reached >= PROVED // 3
