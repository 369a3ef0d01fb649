"""The story says why a game ends, and says each thing once."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import pytest

from mafsim import agents, mafia
from mafsim.mafia import Incident, When
from mafsim.mafia.story import record, story
from mafsim.regulations import load, set_values
from mafsim.words import LANGUAGES, say

ROLES = ("civilian", "sheriff", "mafia", "don")


def told(
    name: str,
    cast: str,
    seed: int,
    *changes: str,
    lang: str = "en",
    incidents: Sequence[Incident] = (),
) -> list[str]:
    regulation = set_values(load(name), changes)
    players = agents.cast(cast, regulation.table.size)
    played = mafia.play(regulation, players, 1, seed=seed, log=True, incidents=incidents)
    return [line.strip() for line in story(played, 0, regulation, lang)]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("act", "when"), [("peeking", When.NIGHT), ("oath", When.SPEECHES), ("hall", When.NIGHT)]
)
def test_a_game_that_an_act_has_lost_ends_with_its_name(act: str, when: When, lang: str) -> None:
    seat = 4
    incidents = [Incident(day=1, when=when, step=0, seat=seat, act=act)]
    lines = told("fiim", "random:nominate=0", 2, lang=lang, incidents=incidents)
    heading = lines.index(say(lang, "story.end"))
    assert f"({say(lang, f'story.act.{act}')})" in lines[heading + 1]


@pytest.mark.parametrize(
    ("rounds", "why"), [(3, "for too long nobody has left"), (30, "gone on for too long")]
)
def test_a_draw_by_quiet_rounds_is_none_by_the_last_day(rounds: int, why: str) -> None:
    """Nobody nominates and every shot misses: three quiet rounds draw, or day 24 does."""
    lines = told("plain", "random:nominate=0,miss=1", 1, f"rules.end.quiet_rounds={rounds}")
    assert why in lines[lines.index("The result") + 1]


def test_a_single_candidate_leaves_by_one_sentence() -> None:
    seen = 0
    for seed in range(30):
        lines = told("plain", "random:nominate=0.15", seed)
        for line, following in itertools.pairwise(lines):
            if "leaves without a vote" in line:
                seen += 1
                assert line.endswith(
                    tuple(f": {say('en', f'story.role.{role}')}." for role in ROLES)
                )
                assert "is voted out" not in following
    assert seen > 5


def test_an_order_that_names_somebody_who_has_left_says_so() -> None:
    seen = set()
    for seed in range(20):
        left: set[str] = set()
        for line in told("ugra-2021", "random:nominate=0.9", seed):
            if line.startswith("The order of shots has "):
                target = line.removeprefix("The order of shots has ").split()[0]
                assert line.endswith("who has left already.") == (target in left)
                seen.add(target in left)
            if "is voted out" in line:
                left.add(line.split()[0])
            if "was shot" in line:
                left.add(line.split()[1])
    assert seen == {True, False}


def test_no_line_ends_within_a_vote_for_the_best_player() -> None:
    lines = told("omsk-2012", "random", 1)
    assert any("→" in line and "best player" in line for line in lines)
    assert not any(line.startswith("→") or line.endswith("→") for line in lines)
    assert not any("\N{NO-BREAK SPACE}" in line for line in lines)


@pytest.mark.parametrize("name", ["ugra-2021", "plain", "omsk-2012"])
def test_the_record_has_what_the_story_tells(name: str) -> None:
    """Splits, the order of shots, plans, best moves and best players are in it with their seats."""
    regulation = load(name)
    players = agents.cast("human:split=1", 10)
    seen = set()
    for seed in range(6):
        played = mafia.play(regulation, players, 1, seed=seed, log=True)
        document = record(played, 0, regulation)
        text = " ".join(line.strip() for line in story(played, 0, regulation, "en", width=10_000))
        for event in document["events"]:
            seen.add(event["event"])
            match event["event"]:
                case "split":
                    assert len(set(event["split"].values())) == 2
                    for target in event["split"].values():
                        voters = [seat for seat, named in event["split"].items() if named == target]
                        assert f"for {target}: {', '.join(voters)}" in text
                case "order":
                    shown = ", ".join(map(str, event["order"]))
                    assert f"{event['seat']} shows the order of shots: {shown}." in text
                case "plan":
                    assert f"Black agrees to shoot at {event['target']}." in text
                case "best_move":
                    named = ", ".join(map(str, event["named"]))
                    assert f"Best move of {event['seat']}: {named}." in text
        for seat, vote in document["best_player_votes"].items():
            assert f" {seat} → {vote}" in text
        assert bool(document["best_player_votes"]) == (name == "omsk-2012")
    assert "split" in seen
    assert ("best_move" in seen) == (name == "ugra-2021")
    assert ("plan" in seen, "order" in seen) == (name == "plain", name != "plain")
