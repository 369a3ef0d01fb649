"""What `--agents` says is read, found and refused in one sentence."""

from __future__ import annotations

import pickle
import sys
from pathlib import Path

import pytest

from mafsim import agents
from mafsim.agents import Spec
from mafsim.errors import UsageError


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
    [("import nothing_here", "agents.broken_module"), ("1/0", "agents.broken_module")],
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


@pytest.mark.parametrize("kind", sorted(agents.KINDS))
def test_every_kind_is_an_agent_that_mafsim_vouches_for(kind: str) -> None:
    agent = agents.load(kind)
    assert agent.compiled
    assert agent.trusted
