"""What mafsim makes of fixed seeds: plans, games, tournaments, each as a digest."""

from __future__ import annotations

import hashlib
import json
import platform
from collections.abc import Callable
from functools import partial
from typing import Any

from mafsim.agents import cast
from mafsim.files import plan_digest
from mafsim.files.written_results import results_digest
from mafsim.mafia import play
from mafsim.pairing.problem import of_shape
from mafsim.pairing.solve import seat
from mafsim.regulations import load
from mafsim.simulate import Job, prepared, run

Work = Callable[[], str]


def _seated(players: int, tables: int, rounds: int, **more: Any) -> str:
    problem = of_shape(players=players, tables=tables, rounds=rounds, **more)
    return plan_digest(seat(problem, seed=7, effort=0.01, from_scratch=True))


def _games(regulation: str, agents: str, n: int) -> str:
    return results_digest(play(load(regulation), cast(agents, 10), n, seed=7).games)


def _tournaments(regulation: str, agents: str, n: int) -> str:
    event = prepared(load(regulation), agents=agents, seed=7)
    counted = run(Job(events=(event,)), n).counted.document()
    return hashlib.sha256(json.dumps(counted, sort_keys=True).encode()).hexdigest()


def _compared() -> str:
    events = tuple(prepared(load(name), agents="random", seed=7) for name in ("plain", "fiim"))
    counted = run(Job(events=events), 3).counted.document()
    return hashlib.sha256(json.dumps(counted, sort_keys=True).encode()).hexdigest()


EVERYWHERE: dict[str, Work] = {
    "plan: 20 players, 2 tables, 10 rounds": partial(_seated, 20, 2, 10),
    "plan: 30 players in pairs, 3 tables, 12 rounds": partial(_seated, 30, 3, 12, team_size=2),
    "plan: 21 players, 2 tables, 11 rounds, 10 games each": partial(_seated, 21, 2, 11, games=10),
    "plan: 33 players, 3 tables, 4 rounds, with byes": partial(_seated, 33, 3, 4),
    "games of ugra-2021, random": partial(_games, "ugra-2021", "random", 60),
    "games of omsk-2012, random and scripted": partial(
        _games, "omsk-2012", "6*random:nominate=0.7+4*scripted", 40
    ),
    "tournaments of ugra-2021, random": partial(_tournaments, "ugra-2021", "random", 6),
    "tournaments of omsk-2012, random": partial(_tournaments, "omsk-2012", "random", 4),
    "tournaments compared, random": _compared,
}
"""Whole numbers alone decide these: they are the same on every machine and Python."""

BY_MACHINE: dict[str, Work] = {
    "games of ugra-2021, human": partial(_games, "ugra-2021", "human", 40),
    "games of charlie-2016, bayes and hunter": partial(
        _games, "charlie-2016", "7*bayes+3*hunter", 30
    ),
    "tournaments of charlie-2016, human": partial(_tournaments, "charlie-2016", "human", 4),
}
"""Beliefs are floats, whose last digit a processor's family may round its own way."""


def machine() -> str:
    """Give the family of this processor."""
    return {"AMD64": "x86_64", "arm64": "aarch64"}.get(platform.machine(), platform.machine())


def digests() -> dict[str, dict[str, str]]:
    """Make everything, and give the digests: those that hold everywhere, and those of this machine."""
    return {
        "everywhere": {name: work() for name, work in EVERYWHERE.items()},
        machine(): {name: work() for name, work in BY_MACHINE.items()},
    }
