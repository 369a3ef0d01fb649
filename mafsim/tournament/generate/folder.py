"""The files of a random event: people, rules, plans, results, places, and the commands between them."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator
from typing import Any

from mafsim.files import plan_digest, plan_text, results_csv
from mafsim.files.written_roster import judges_csv, roster_csv
from mafsim.standings import view
from mafsim.tournament.generate import Draft
from mafsim.tournament.generate.walk import Happening, Refusal, Turn, Walk

FORMAT, VERSION = "mafsim-event", 1
EVENT = "event.json"
AGAIN = "again"
"""The folder into which the commands put what they make, beside what is there already."""


def begun(event: Draft, effort: float) -> dict[str, Any]:
    """Give the event's document as it is before anything is seated: the seed, and what was ordered."""
    shape = event.shape
    return {
        "format": FORMAT,
        "version": VERSION,
        "seed": event.seed,
        "effort": effort,
        "ordered": event.order.told(),
        "complete": False,
        "game": shape.game,
        "players": len(event.roster.entrants),
        "table_size": shape.size,
        "tables": shape.tables,
        "teams": shape.teams,
        "rounds": shape.rounds,
        "stages": list(shape.stages),
    }


def told(event: Draft, walk: Walk, effort: float) -> dict[str, Any]:
    """Give the event's document: what happened in which round, and what each command made."""
    return begun(event, effort) | {
        "complete": walk.over,
        "turns": [_turn(number, turn) for number, turn in enumerate(walk.turns, start=1)],
        "refused": [_refusal(refusal) for refusal in walk.refused],
        "results": [f"results-{number}.csv" for number, _ in enumerate(walk.results, start=1)],
    }


def _turn(number: int, turn: Turn) -> dict[str, Any]:
    return {
        "command": shlex.join(turn.command),
        "happens": [_happening(each) for each in turn.happens],
        "plan": f"plan-{number}.json",
        "plan_digest": plan_digest(turn.plan),
    }


def _refusal(refusal: Refusal) -> dict[str, Any]:
    return {
        "command": shlex.join(refusal.command),
        "happens": [_happening(each) for each in refusal.happens],
        "because": refusal.error.sentence("en"),
    }


def _happening(each: Happening) -> dict[str, Any]:
    told = {
        "before_round": each.round + 1,
        "what": each.what,
        "name": each.name,
        "team": each.team,
        "by": each.by,
        "rounds": [round_ + 1 for round_ in each.rounds] or None,
    }
    return {key: value for key, value in told.items() if value is not None}


def json_text(document: dict[str, Any]) -> str:
    """Write a document as JSON that people can read."""
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def files(event: Draft, walk: Walk, effort: float) -> dict[str, str]:
    """Give the text of each file by its name; the last one is the event's own document."""
    found = {"regulation.toml": event.text, "roster.csv": roster_csv(walk.roster)}
    if walk.roster.judges:
        found["judges.csv"] = judges_csv(walk.roster)
    for number, turn in enumerate(walk.turns, start=1):
        found[f"plan-{number}.json"] = plan_text(turn.plan)
    for number, games in enumerate(walk.results, start=1):
        found[f"results-{number}.csv"] = results_csv(games)
    if walk.results:
        found["places.json"] = json_text(_places(walk))
    found["commands.txt"] = "\n".join(commands(walk)) + "\n"
    found[EVENT] = json_text(told(event, walk, effort))
    return found


def _places(walk: Walk) -> dict[str, Any]:
    games, regulation = walk.results[-1], walk.regulation
    return {
        by: view(games, regulation, by=by, seed=walk.seed).document({"seed": walk.seed})
        for by in regulation.ranking.by
    }


def commands(walk: Walk) -> Iterator[str]:
    """Give the lines of a shell that make the plans again, in a folder of their own, and the places."""
    yield f"mkdir -p {AGAIN}"
    yield shlex.join(["mafsim", "regulations", "check", "regulation.toml"])
    for turn in walk.turns:
        yield shlex.join([*map(_moved, turn.command), "--force"])
    if walk.results:
        results = f"results-{len(walk.results)}.csv"
        plan = f"{AGAIN}/plan-{len(walk.turns)}.json"
        yield shlex.join(["mafsim", "check", plan])
        for by in walk.regulation.ranking.by:
            asked = ["--by", by, "--seed", str(walk.seed), "--roster", plan]
            yield shlex.join(["mafsim", "standings", "regulation.toml", results, *asked])


def _moved(word: str) -> str:
    """Give a word of a command with its plan in the folder of what is made again."""
    return f"{AGAIN}/{word}" if word.startswith("plan-") and word.endswith(".json") else word
