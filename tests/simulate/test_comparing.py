"""What is compared with what, and when a difference is claimed."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from mafsim import simulate
from mafsim.errors import UsageError
from mafsim.files.population import usual_people
from mafsim.metrics import Figure
from mafsim.regulations import load
from mafsim.simulate import POPULATIONS, Job, candidates, compared, population, run
from mafsim.simulate.comparing import MASTERS
from mafsim.tournament.people import cast, draw


def test_a_variant_is_the_first_regulation_with_some_values_set() -> None:
    text = 'x:scoring.best_move.three=0.5,ranking.tie_breaks=["wins", "lot"]'
    _, other, variant = candidates([load("ugra-2021"), load("fiim")], [text])

    assert other.name == "fiim"
    assert variant.name == "x"
    assert variant.changes == (
        "scoring.best_move.three=0.5",
        'ranking.tie_breaks=["wins", "lot"]',
    )
    assert variant.regulation.ranking.tie_breaks == ("wins", "lot")
    assert variant.regulation.name == "ugra-2021"


def test_a_variant_may_have_other_players_and_nothing_else() -> None:
    _, variant = candidates([load("plain")], ["x:agents='3*bayes:bus=0.1,fake=0+7*human'"])

    assert variant.agents == "3*bayes:bus=0.1,fake=0+7*human"
    assert variant.regulation == load("plain")


@pytest.mark.parametrize("variant", ["x", "x:", ":rules.black=2", " :rules.black=2"])
def test_what_is_no_variant_is_refused(variant: str) -> None:
    with pytest.raises(UsageError, match="is not of the form"):
        candidates([load("plain")], [variant])


@pytest.mark.parametrize("name", POPULATIONS)
def test_the_populations_have_the_mean_and_the_spread_that_they_say(name: str) -> None:
    people = population(usual_people(), name)
    assert isinstance(people, type(usual_people()))
    roster = simulate.prepared(load("plain")).roster
    skill = draw(cast("human", people, roster), roster, seed=0, first=0, n=4000).skill
    spread = usual_people().population.skill * (0.5 if name == "closer" else 1)

    # 40,000 skills: a standard error of the mean of 0.0055, of the deviation of less than 0.01.
    assert skill.mean() == pytest.approx(0, abs=0.03)
    assert skill.std() == pytest.approx(spread, abs=0.04)
    if name == "masters":
        assert (skill > 0).mean() == pytest.approx(MASTERS, abs=0.01)
        assert len(np.unique(skill.round(9))) == 2


@pytest.fixture(scope="module")
def runs() -> dict[str, simulate.Run]:
    events = tuple(
        simulate.prepared(load(name), agents="random") for name in ("plain", "plain", "omsk-2012")
    )
    found = run(Job(events=events), 60)
    return {"given": found, "closer": found}


def test_a_regulation_differs_from_itself_in_nothing(runs: dict[str, simulate.Run]) -> None:
    found = compared(runs, 1)

    assert found
    assert all(each.by.value == 0 and not each.claimed for each in found)


def test_a_difference_is_that_of_the_figures(runs: dict[str, simulate.Run]) -> None:
    for each in compared(runs, 2):
        wanted = each.other.value - each.base.value
        assert each.by.value == pytest.approx(wanted, abs=1e-9), each.figure
        assert each.claimed == (each.by.low is not None and not each.by.holds(0.0))
        assert each.survives == (("given", "closer") if each.claimed else ())


def test_a_claim_must_hold_in_the_same_direction(runs: dict[str, simulate.Run]) -> None:
    from mafsim.simulate.comparing import _same_way

    up, down = Figure(0.2, 0.1, 0.3), Figure(-0.2, -0.3, -0.1)

    assert _same_way(up, up)
    assert not _same_way(up, down)
    assert not _same_way(up, Figure(0.2, -0.1, 0.5))
    assert not _same_way(up, None)
    assert replace(compared(runs, 1)[0], claimed=True, survives=("given",), of=2).holds is False
