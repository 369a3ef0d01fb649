"""Random events go from stage to stage: after every step all rules hold, and what was played stays."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from mafsim.errors import Impossible
from mafsim.files import parse_plan, plan_text
from mafsim.games import Games
from mafsim.pairing import check, exact
from mafsim.pairing.problem import of_regulation
from mafsim.pairing.solve import seat
from mafsim.plan import Plan
from mafsim.regulations import Regulation, load, set_values
from mafsim.roster import numbered
from mafsim.tournament import Search, coming, step
from tests.laws import times
from tests.tournament.played import played

QUICK = Search(effort=0, jobs=1)
SIZE = 4


@pytest.fixture(scope="module", autouse=True)
def without_long_proofs() -> Iterator[None]:
    """Ask no solver for bounds of such small events: they are no matter here, and take their time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(exact, "worth_asking", lambda _: False)
        yield


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Regulation:
    file = tmp_path_factory.mktemp("any") / "any.toml"
    stages = "".join(
        f'[[stages]]\nname = "{name}"\nrounds = 1\n' for name in ("one", "two", "three")
    )
    file.write_text(
        'name = "any"\ntitle.en = "Any"\n[entry]\nentrants = 20\n'
        f"[table]\nsize = {SIZE}\n{stages}[scoring.additional]\n",
        encoding="utf-8",
    )
    return load(str(file))


def draws(field: int) -> list[list[str]]:
    """Give the ways in which a field can be dealt: by places only if it fills its tables."""
    ranked = [
        ["draw=ranked", f'seeding={{to="{to}"}}', f"dealt_anew={anew}"]
        for to in ("blocks", "snake", "in_turn")
        for anew in ("true", "false")
    ]
    return [["draw=balanced"], ["draw=random"], *(ranked if field % SIZE == 0 else [])]


def fields_and_draws(data: st.DataObject, players: int) -> list[str]:
    """Draw the values of an event: rounds, cuts, and how each stage is dealt."""
    left, changes = players, [f"entry.entrants={players}"]
    for name in ("one", "two", "three"):
        changes.append(f"stages.{name}.rounds={data.draw(st.integers(1, 3), 'rounds')}")
        if name == "one":
            continue
        if data.draw(st.booleans(), "cut"):
            left = data.draw(st.integers(SIZE, left), "field")
            changes.append(f"stages.{name}.field={left}")
        way = data.draw(st.sampled_from(draws(left)), "draw")
        changes += [f"stages.{name}.{each}" for each in way]
    return changes


def random_points(plan: Plan, regulation: Regulation, rng: np.random.Generator) -> Games:
    """Play with few points, so that many are equal."""
    games = played(plan, regulation)
    return games.with_(additional=100 * rng.integers(0, 3, games.entrants.shape))


def has_more(plan: Plan, regulation: Regulation) -> bool:
    try:
        coming(plan, regulation)
    except Impossible:
        return False
    return True


@pytest.mark.slow
@settings(max_examples=times(12), suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_after_every_step_all_rules_hold_and_what_was_played_stays(
    data: Any, base: Regulation
) -> None:
    players = data.draw(st.integers(SIZE, 19), "players")
    regulation = set_values(base, fields_and_draws(data, players))
    assume(players // SIZE * SIZE * regulation.stages[0].rounds >= players)  # else refused
    rng = np.random.default_rng(data.draw(st.integers(0, 999), "points"))
    plan = seat(of_regulation(regulation, numbered(players)), effort=0, jobs=1)
    told = random_points(plan, regulation, rng)
    plans = [plan]
    while has_more(plan, regulation):
        plan = step(plan, told, regulation, search=QUICK, seed=3).plan
        plans.append(plan)
        # What was played stands as it was told; the new rounds are played by chance.
        more = random_points(plan, regulation, rng)
        extra = np.array(more.additional)
        extra[: len(told)] = told.additional
        told = more.with_(additional=extra)
    assert plan.rounds == sum(stage.rounds for stage in regulation.stages)
    for before, after in pairwise(plans):
        assert np.array_equal(after.seats[: before.rounds, : before.tables], before.seats)
        assert after.revision == before.revision + 1
        again = parse_plan(plan_text(after).encode(), file="plan.json")
        assert check.check(after) == check.check(again) == ()
