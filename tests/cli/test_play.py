"""`mafsim play`: one game that can be followed, and many that come out as they must."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from click.testing import Result

from mafsim import mafia
from mafsim.mafia import Played
from mafsim.words import LANGUAGES

Run = Callable[..., Result]

TABLES = "play plain --agents random:nominate=0.5,lift=0.5"
"""The first row of the exact tables: a = y = 1/2."""


def document(result: Result) -> dict[str, Any]:
    assert result.exit_code == 0, result.output
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def far(share: float, exact: float, n: int) -> bool:
    """Say whether a share of n games is four deviations or more from its exact value."""
    return abs(share - exact) >= 4 * math.sqrt(exact * (1 - exact) / n)


# Many games.


@pytest.mark.parametrize("n", [100_000, pytest.param(1_000_000, marks=pytest.mark.slow)])
def test_the_exact_tables_hold(run: Run, n: int) -> None:
    """Black wins .920332; on day 1 nobody leaves .04604, one .93261, two .02132."""
    found = document(run(f"{TABLES} -n {n} --json"))
    assert found["games"] == n
    assert not far(found["black"], 0.920332, n)
    day = found["voted_out"]["first_day"]
    for out, exact in (("0", 0.04604), ("1", 0.93261), ("2", 0.02132)):
        assert not far(day[out], exact, n), out
    assert found["draw"] == 0
    assert sum(found["days"].values()) == pytest.approx(1)
    assert found["misses"] == 0


@pytest.mark.parametrize("n", [100_000, pytest.param(1_000_000, marks=pytest.mark.soak)])
def test_everybody_nominates_and_nobody_lifts(run: Run, n: int) -> None:
    found = document(run(f"play plain --agents random:nominate=1,lift=0 -n {n} --json"))
    assert not far(found["black"], 0.922081, n)


def test_the_first_killed_is_the_sheriff_once_in_seven(run: Run) -> None:
    """Where nobody leaves on day 1, each of the seven red players is as likely to be shot."""
    nobody = "--set rules.vote.first_day=nobody_leaves --set scoring.best_move.three=0.5"
    found = document(run(f"{TABLES} {nobody} -n 100000 --json"))
    assert not far(found["first_killed"]["sheriff"], 1 / 7, 100_000)
    for black, exact in (("3", 1 / 84), ("2", 3 / 14), ("1", 15 / 28)):
        assert not far(found["best_move"][black], exact, 100_000), black


def test_a_rule_is_changed_for_this_run(run: Run) -> None:
    """With no check of the vote at all, three players at the table cannot lift themselves."""
    found = document(run(f"{TABLES} --set rules.vote.all_living=nobody_leaves -n 20000 --json"))
    assert "0-0" not in found["final"]
    assert "0-0" in document(run(f"{TABLES} -n 20000 --json"))["final"]


def test_the_same_seed_gives_the_same_bytes(run: Run) -> None:
    first, again, other = (
        run(f"{TABLES} -n 500 --seed {seed} --json").stdout for seed in (1, 1, 2)
    )
    assert first == again != other


def test_the_first_of_many_games_is_the_one_that_is_told(run: Run) -> None:
    told = document(run("play ugra-2021 --agents random --seed 7 --json"))
    counted = document(run("play ugra-2021 --agents random --seed 7 -n 1 --json"))
    assert counted[told["winner"]] == 1


def test_blocks_change_nothing(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = document(run(f"{TABLES} -n 700 --json"))
    blocks = mafia.blocks
    monkeypatch.setattr(mafia, "blocks", lambda *a, **k: blocks(*a, **{**k, "block": 100}))
    assert document(run(f"{TABLES} -n 700 --json")) == whole


def test_an_interrupted_run_shows_what_it_has(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    blocks = mafia.blocks

    def interrupted(*arguments: Any, **options: Any) -> Iterator[Played]:
        yield next(blocks(*arguments, **{**options, "block": 300}))
        raise KeyboardInterrupt

    monkeypatch.setattr(mafia, "blocks", interrupted)
    found = document(run(f"{TABLES} -n 900 --json"))
    assert (found["games"], found["stopped_by"]) == (300, "interrupt")
    assert "Interrupted" in run(f"{TABLES} -n 900").stdout


def test_interrupted_at_once_there_is_nothing_to_show(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: Any, **__: Any) -> Iterator[Played]:
        raise KeyboardInterrupt

    monkeypatch.setattr(mafia, "blocks", interrupted)
    assert run(f"{TABLES} -n 900").exit_code == 130


@pytest.mark.parametrize("lang", LANGUAGES)
def test_many_games_are_told_in_figures(run: Run, lang: str) -> None:
    told = run(f"{TABLES} -n 2000 --lang {lang}").stdout
    assert ("Простейшая" in told) == (lang == "ru")
    assert re.search(r"9[0-9][.,]\d\d % ± \d", told)


# One game.


def test_the_story_can_be_verified(run: Run) -> None:
    """Every vote in it names each living player once, and it ends as the record says."""
    told = run("play ugra-2021 --agents random:nominate=0.9 --seed 3 --lang en").stdout
    found = document(run("play ugra-2021 --agents random:nominate=0.9 --seed 3 --json"))
    assert ("Black wins" in told) == (found["winner"] == "black")
    for vote in found["votes"]:
        if vote["kind"] != "lift":
            voters = set(map(int, vote["votes"]))
            living = {
                seat["seat"]
                for seat in found["seats"]
                if seat["left"] is None or int(seat["left"].split()[1]) >= vote["day"]
            }
            assert voters == living
    for seat in found["seats"]:
        if seat["left"] and seat["left"].startswith("vote"):
            assert f"{seat['seat']} is voted out: {seat['role']}." in told
        if seat["left"] and seat["left"].startswith("night"):
            assert f"{seat['seat']} was shot: {seat['role']}." in told


@pytest.mark.parametrize("regulation", ["omsk-2012", "charlie-2016", "ugra-2021", "plain", "fiim"])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_text_tells_a_game_in_both_languages(run: Run, regulation: str, lang: str) -> None:
    wild = "tests.mafia.wild:WILD:foul=0.05"
    for seed in range(4):
        result = run(f"play {regulation} --agents {wild} --seed {seed} --lang {lang}")
        assert result.exit_code == 0, result.output
        heading = "Ночь знакомства" if lang == "ru" else "The night of acquaintance"
        assert heading in result.stdout
        assert all(len(line) <= 110 for line in result.stdout.splitlines()[:-1])


def test_the_points_at_the_end_are_the_regulation_s(run: Run) -> None:
    found = document(run("play omsk-2012 --agents random --seed 1 --json"))
    for seat in found["seats"]:
        if seat["role"] == "don":
            won = found["winner"] == "black"
            assert seat["points"] in (("5", "6") if won else ("-1", "0"))


# What cannot be.


@pytest.mark.parametrize(
    ("command", "says"),
    [
        ("play togliatti-2014 --agents random", "togliatti-2014"),
        ("play plain --agents rendom", "random"),
        ("play plain --agents random:nominate=2", "nominate"),
        ("play plain --agents 4*random", "4"),
        ("play plain --agents random -n 0", "-n"),
        ("play plain --agents random --set rules.vote.at_four=lft", "lift"),
        ("play nothing --agents random", "nothing"),
    ],
)
def test_what_cannot_be_played_is_refused_in_one_sentence(
    run: Run, command: str, says: str
) -> None:
    result = run(command)
    assert result.exit_code in (2, 3)
    assert says in result.stderr
    assert "Traceback" not in result.stderr
    assert result.stdout == ""
