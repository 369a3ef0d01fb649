"""The conformance kit finds what is wrong with an agent, each for its own reason, and passes good ones."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from mafsim import agents
from mafsim.agents.rules import WORDS
from mafsim.errors import UsageError
from mafsim.mafia import bench, kit
from mafsim.mafia.bench import CHECKS, Check, Finding
from mafsim.mafia.rules import rules_of
from mafsim.words import LANGUAGES

HERE = Path(__file__).parent
EXAMPLES = Path(__file__).parents[2] / "examples"
MEANS_NOTHING_AFTER: dict[Check, set[Check]] = {
    "ends": {"same", "state", "roles", "shot", "variants", "time", "legal"},
    "legal": {"same", "state", "roles", "shot", "variants", "time"},
    "same": {"state", "roles", "shot"},
    "state": {"roles", "shot"},
    "roles": set(),
    "shot": set(),
}


@pytest.fixture(autouse=True)
def _beside_the_bad_agents(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(HERE)


def found(agent: str, *, seconds: float = 120) -> dict[Check, Finding]:
    return {each.check: each for each in kit.check(agent, seconds=seconds)}


BAD: dict[str, Check] = {
    "PEEKS": "roles",
    "NAMES_THE_DEAD": "legal",
    "REMEMBERS": "state",
    "DRAWS_ELSEWHERE": "same",
}


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["", "COMPILED_"], ids=["python", "compiled"])
@pytest.mark.parametrize(("name", "check"), BAD.items())
def test_a_bad_agent_is_found_for_its_own_reason(name: str, check: Check, kind: str) -> None:
    findings = found(f"bad:{kind}{name}")
    assert {each for each in findings if findings[each].passed is False} == {check}
    skipped = {each for each in findings if findings[each].passed is None}
    assert skipped == MEANS_NOTHING_AFTER[check]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["NEVER_ENDS", "COMPILED_NEVER_ENDS"])
def test_an_agent_that_never_ends_is_stopped(name: str) -> None:
    findings = found(f"bad:{name}", seconds=5)
    assert findings["ends"].key == "kit.ends.failed"
    assert findings["ends"].fields == {"check": "legal", "seconds": "5"}
    assert {each for each in findings if findings[each].passed is None} == (
        MEANS_NOTHING_AFTER["ends"]
    )


@pytest.mark.slow
def test_an_agent_that_takes_too_much_memory_or_leaves_is_no_agent() -> None:
    hoards = found("bad:HOARDS")["legal"]
    assert hoards.passed is False
    assert "MemoryError" in hoards.text()
    leaves = found("bad:LEAVES")["legal"]
    assert (leaves.key, leaves.fields) == ("kit.died", {"code": 7})


@pytest.mark.slow
def test_a_good_agent_of_a_user_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(EXAMPLES.parent)
    findings = found("examples.cautious:CAUTIOUS:nominate=0.9")
    assert list(findings) == [*(each for each in CHECKS if each != "ends"), "ends"]
    assert {each: findings[each].text() for each in findings if not findings[each].passed} == {}


@pytest.mark.slow
def test_the_agents_of_the_page_are_agents(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = (EXAMPLES.parent / "docs" / "own-agent.md").read_text(encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"^```python\n(.*?)^```", page, re.DOTALL | re.MULTILINE)
    for number, block in enumerate(blocks):
        name = re.findall(r"^(\w+) = Agent", block, re.MULTILINE)[-1]
        Path(f"page_{number}.py").write_text(block, encoding="utf-8")
        assert bench.legal(bench.loaded(f"page_{number}:{name}")).passed
    assert len(blocks) == 2


@pytest.mark.slow
def test_a_shot_by_a_secret_check_is_found() -> None:
    player = bench.loaded("bad:USES_A_CHECK")
    assert bench.legal(player).passed
    assert bench.state(player).passed
    assert bench.roles(player).passed
    assert bench.shot(player).passed is False
    assert bench.shot(bench.loaded("bad:HONEST")).passed


@pytest.mark.parametrize(
    ("name", "what"), [("FAILS", "ZeroDivisionError"), ("COMPILED_FAILS", "lost for words")]
)
def test_an_error_in_an_agent_is_what_the_kit_tells(name: str, what: str) -> None:
    with pytest.raises(UsageError, match=what):
        bench.legal(bench.loaded(f"bad:{name}"))


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("nobody:THERE", "agents.no_module"),
        ("bad:NOBODY_THERE", "agents.no_name"),
        ("bad:honest", "agents.no_agent"),
        ("2*random", "agents.one"),
        ("random+random", "agents.one"),
        ("randon", "agents.no_kind_near"),
        ("random:beauty=1", "agents.no_parameter"),
    ],
)
def test_what_is_no_agent_is_refused(text: str, key: str) -> None:
    with pytest.raises(UsageError) as error:
        bench.loaded(text)
    assert error.value.key == key


@pytest.mark.slow
def test_every_rule_is_varied() -> None:
    """A rule whose words allow one value alone cannot be."""
    kinds = {name: set[int]() for name in WORDS}
    for _, regulation in bench.variants():
        rules = rules_of(regulation)
        for name in WORDS:
            kinds[name].add(int(rules[name]))
    assert {name for name in WORDS if len(kinds[name]) < len(WORDS[name])} == set()


def test_every_finding_is_told_in_both_languages() -> None:
    finding = Finding(
        check="variants",
        passed=False,
        key="kit.variants.failed",
        fields={"assignment": "rules.don=false", "what": UsageError("agents.one", text="x")},
    )
    for lang in LANGUAGES:
        assert "rules.don=false" in finding.text(lang)
        assert "{" not in finding.text(lang)
    assert "должен быть назван один агент" in finding.text("ru")


def test_games_are_compared_by_what_was_played() -> None:
    player = agents.cast("random", 1)[0]
    one, other = bench.digest(player), bench.digest(player)
    assert one == other
    lifts = agents.cast("random:lift=0.9", 1)[0]
    assert bench.digest(lifts) != one
    assert np.unique([len(one), len(other)]).tolist() == [64]
