"""What `--agents` says is read, found and refused in one sentence."""

from __future__ import annotations

import pickle
import sys
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from mafsim import agents
from mafsim.agents import Spec
from mafsim.agents.view import MEMORY, NOBODY, PARAMETERS, WITNESS, Agent, Parameter
from mafsim.errors import UsageError
from mafsim.kernels import typed


@pytest.mark.parametrize(
    ("text", "specs"),
    [
        ("random", [Spec(kind="random")]),
        ("10*random", [Spec(kind="random", count=10)]),
        (
            "7*random+3*random:nominate=0.5,lift=0.5",
            [
                Spec(kind="random", count=7),
                Spec(kind="random", values=(("nominate", 0.5), ("lift", 0.5)), count=3),
            ],
        ),
        ("my.module:Name", [Spec(kind="my.module:Name")]),
        ("2*my.module:Name:x=-1e3", [Spec(kind="my.module:Name", values=(("x", -1e3),), count=2)]),
        (" 1 * random".replace(" * ", "*"), [Spec(kind="random", count=1)]),
        ("random: lift = 1 ", [Spec(kind="random", values=(("lift", 1.0),))]),
    ],
)
def test_a_spec_is_a_count_a_kind_and_parameters(text: str, specs: list[Spec]) -> None:
    assert list(agents.parse(text)) == specs


def test_a_spec_is_named_as_it_is_written() -> None:
    (spec,) = agents.parse("3*random:nominate=0.5,lift=1")
    assert spec.name == "random:nominate=0.5,lift=1"
    assert agents.parse(spec.name)[0].values == spec.values


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("", "agents.form"),
        ("+", "agents.form"),
        ("random+", "agents.form"),
        ("3*", "agents.form"),
        ("random:lift=", "agents.number"),
        ("random:lift=much", "agents.number"),
        ("random:=1", "agents.form"),
        ("random:lift=1,x", "agents.number"),
        ("0*random", "agents.none_of"),
        ("3*random", "agents.seats"),
        ("7*random+4*random", "agents.seats"),
        ("randm", "agents.no_kind_near"),
        ("qqqq", "agents.no_kind"),
        ("random:size=1", "agents.no_parameter"),
        ("random:lift=2", "agents.out_of_bounds"),
        ("random:lift=nan", "agents.out_of_bounds"),
        ("random:lift=1,lift=0", "agents.twice"),
        ("random:lift", "agents.no_value"),
        ("bayes:", "agents.no_value"),
        ("nowhere_at_all:X", "agents.no_module"),
        ("mafsim.agents.view:NOTHING", "agents.no_name"),
        ("mafsim.agents.view:VIEW", "agents.no_agent"),
    ],
)
def test_what_cannot_be_seated_is_refused(text: str, key: str) -> None:
    with pytest.raises(UsageError) as refused:
        agents.cast(text, 10)
    assert refused.value.key == key
    assert "\n" not in refused.value.sentence("en") + refused.value.sentence("ru")


def test_one_kind_is_for_all_and_several_fill_the_table() -> None:
    assert len(set(agents.cast("random", 10))) == 1
    players = agents.cast("4*random+scripted+5*random:lift=1", 10)
    assert [player.kind for player in players] == ["random"] * 4 + ["scripted"] + ["random"] * 5
    assert players[-1].parameters == (0.5, 1.0, 0.0, 0.0)
    assert players[-1].name == "random:lift=1"


def test_a_player_can_be_sent_to_another_process() -> None:
    player = agents.cast("random:lift=1", 10)[0]
    assert pickle.loads(pickle.dumps(player)) == player


def test_an_agent_of_ones_own_is_found_in_the_present_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    (tmp_path / "my_own_players.py").write_text(
        "from mafsim.agents.view import Agent, Parameter\n"
        "MINE = Agent(decide=lambda kind, view, memory: 0, compiled=False,\n"
        "             parameters=(Parameter(name='x', default=3.0, most=9.0),))\n"
    )
    player = agents.cast("my_own_players:MINE:x=4", 10)[0]
    assert player.parameters == (4.0,)
    monkeypatch.delitem(sys.modules, "my_own_players")


@pytest.mark.parametrize(
    ("source", "key"),
    [
        ("import nothing_here", "agents.broken_module"),
        ("1/0", "agents.broken_module"),
        ("raise SystemExit(3)", "agents.broken_module"),
    ],
)
def test_a_module_that_does_not_run_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, source: str, key: str
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    (tmp_path / "broken_players.py").write_text(source)
    with pytest.raises(UsageError) as refused:
        agents.load("broken_players:MINE")
    assert refused.value.key == key


def _decide(kind: int, view: Any, memory: Any) -> int:
    return NOBODY


@typed(WITNESS)
def _witness(event: Any, public: Any, memory: Any) -> None:
    pass


def _parameters(*names: str) -> tuple[Parameter, ...]:
    return tuple(Parameter(name=name, default=0.0) for name in names)


UNFIT: dict[str, Agent] = {
    "agents.no_function": Agent(decide=3, compiled=False),  # type: ignore[arg-type] # that is it
    "agents.not_typed": Agent(decide=_decide, compiled=True),
    "agents.memory": Agent(decide=_decide, compiled=False, witness=_witness, memory=MEMORY + 1),
    "agents.parameters": Agent(
        decide=_decide, compiled=False, parameters=_parameters(*map(str, range(PARAMETERS + 1)))
    ),
    "agents.same_parameter": Agent(
        decide=_decide, compiled=False, parameters=_parameters("a", "b", "a")
    ),
    "agents.unknown_parameter": Agent(
        decide=_decide, compiled=False, parameters=_parameters("a"), misbehaves="b"
    ),
}


@pytest.mark.parametrize(("key", "agent"), UNFIT.items())
def test_an_agent_that_cannot_be_asked_is_refused(
    key: str, agent: Agent, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = ModuleType("unfit_players")
    module.MINE = agent  # type: ignore[attr-defined] # a name of the module
    monkeypatch.setitem(sys.modules, "unfit_players", module)
    with pytest.raises(UsageError) as refused:
        agents.load("unfit_players:MINE")
    assert refused.value.key == key
    assert "\n" not in refused.value.sentence("en") + refused.value.sentence("ru")


@pytest.mark.parametrize(
    "agent",
    [
        Agent(decide=_decide, compiled=False, witness=_decide),  # type: ignore[arg-type] # that is it
        Agent(decide=_witness, compiled=True),  # type: ignore[arg-type] # that is it
    ],
    ids=["a witness in ordinary Python", "another signature"],
)
def test_a_function_that_is_not_compiled_for_its_part_is_refused(
    agent: Agent, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = ModuleType("unfit_players")
    module.MINE = agent  # type: ignore[attr-defined] # a name of the module
    monkeypatch.setitem(sys.modules, "unfit_players", module)
    with pytest.raises(UsageError) as refused:
        agents.load("unfit_players:MINE")
    assert refused.value.key == "agents.not_typed"


@pytest.mark.parametrize("kind", sorted(agents.KINDS))
def test_every_kind_is_an_agent_that_mafsim_vouches_for(kind: str) -> None:
    agent = agents.load(kind)
    assert agent.compiled
    assert agent.trusted


def test_nobody_vouches_for_an_agent_of_a_user(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also one that is made from a kind of mafsim's own, as ``replace(RANDOM, ...)`` makes it."""
    module = ModuleType("players_of_a_user")
    module.MINE = replace(agents.load("random"))  # type: ignore[attr-defined] # that is how they are made
    monkeypatch.setitem(sys.modules, "players_of_a_user", module)
    assert module.MINE.trusted
    assert not agents.load("players_of_a_user:MINE").trusted
