"""Every kind of player that is registered is an agent, and is told of in both languages."""

from __future__ import annotations

import pytest

from mafsim import agents
from mafsim.agents.view import MEMORY, PARAMETERS, Decision
from mafsim.mafia import bench
from mafsim.words import LANGUAGES, catalogue

KINDS = tuple(agents.KINDS)
TRIALS = [name for name in bench.TRIALS if name != "digest"]


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_passes_the_conformance_kit(kind: str) -> None:
    """All trials in one test, since three of them look at the same games."""
    player = bench.loaded(kind)
    for trial in TRIALS:
        found = bench.TRIALS[trial](player)
        assert isinstance(found, bench.Finding)
        assert found.passed, found.text()


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_plays_with_its_parameters_at_their_ends(kind: str) -> None:
    """In the fewest of all games: with each parameter as low and as high as it may be."""
    known = agents.load(kind).parameters
    for each in known:
        for value in (each.least, each.most):
            bench.legal_games(bench.loaded(f"{kind}:{each.name}={value:g}"), games=1)


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_is_well_formed(kind: str) -> None:
    agent = agents.load(kind)
    names = [each.name for each in agent.parameters]
    assert len(set(names)) == len(names) <= PARAMETERS
    assert agent.memory <= MEMORY
    assert agent.asked <= frozenset(Decision)
    assert {agent.reads, agent.hides, agent.shares, agent.misbehaves} <= {"", *names}
    assert (agent.memory > 0) == (agent.witness is not None)
    for each in agent.parameters:
        assert each.least <= each.default <= each.most


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_and_parameter_has_its_sentence(kind: str) -> None:
    keys = [f"agents.kind.{kind}"]
    keys += [f"agents.parameter.{each.name}" for each in agents.load(kind).parameters]
    for lang in LANGUAGES:
        assert set(keys) <= catalogue(lang).keys()
