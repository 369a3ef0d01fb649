"""What a plan may consist of, and so what a format can hold of it, or not."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from mafsim.plan import EMPTY, Plan
from mafsim.roster import numbered

Has = Callable[[Plan], bool]
"""Whether a plan has something that a format may be unable to hold."""


def _names(plan: Plan) -> bool:
    plain = numbered(len(plan.roster.entrants)).entrants
    return [e.name for e in plan.roster.entrants] != [e.name for e in plain]


def _numbers_for_names(plan: Plan) -> bool:
    """Say whether all names are numbers one after another, which are taken for slots."""
    names = [entrant.name for entrant in plan.roster.entrants]
    return all(name.isdecimal() for name in names)


def _unseated(plan: Plan) -> bool:
    return len(set(plan.seats.ravel().tolist()) - {EMPTY}) < len(plan.roster.entrants)


def _about_people(plan: Plan) -> bool:
    return any(
        (e.age, e.club, e.rating, e.applied_at, e.leader, e.captain, e.pair) != (None,) * 7
        or e.members
        for e in plan.roster.entrants
    )


def _demands(plan: Plan) -> bool:
    roster = plan.roster
    return bool(
        roster.apart
        or roster.avoid
        or roster.bans
        or not roster.mates_apart
        or any(e.absent or e.table is not None for e in roster.entrants)
        or any(judge.table is not None or judge.barred for judge in roster.judges)
    )


def _coming_and_going(plan: Plan) -> bool:
    return any(e.joined or e.left is not None for e in plan.roster.entrants) or bool(plan.frozen)


def _unplayed(plan: Plan) -> bool:
    """Say whether a round is not played at all, or a table that stands in the hall never is."""
    played = plan.played()
    return not played.any(axis=1).all() or not played.any(axis=0).all()


def _table_gaps(plan: Plan) -> bool:
    """Say whether in some round a table is played behind one that is not."""
    played = plan.played()
    return bool((played[:, 1:] & ~played[:, :-1]).any())


PARTS: Mapping[str, Has] = {
    "names": _names,
    "numbers": _numbers_for_names,
    "teams": lambda plan: bool(plan.roster.teams()),
    "divisions": lambda plan: any(e.division for e in plan.roster.entrants) or plan.roster.divided,
    "people": _about_people,
    "unseated": _unseated,
    "stages": lambda plan: any(plan.stages),
    "draws": lambda plan: bool(plan.draws),
    "judges": lambda plan: plan.judges is not None or bool(plan.roster.judges),
    "advisers": lambda plan: plan.advisers is not None,
    "demands": _demands,
    "coming": _coming_and_going,
    "game": lambda plan: plan.game != "mafia",
    "size": lambda plan: plan.table_size != 10,
    "crowded": lambda plan: bool((plan.seats[:, :, plan.table_size :] != EMPTY).any()),
    "unplayed": _unplayed,
    "gaps": _table_gaps,
    "unknown": lambda plan: bool(plan.unknown),
    "revision": lambda plan: plan.revision != 1,
}
"""Everything that a plan may have besides names at numbered seats, in the order of telling."""

ALL = frozenset(PARTS)
"""What mafsim's own plan file holds."""


UNTOLD = frozenset({"unknown", "revision"})
"""What nobody misses, and so is not told when a format drops it."""


def lost(plan: Plan, holds: frozenset[str]) -> tuple[str, ...]:
    """Give the parts that a plan has and a format cannot hold."""
    return tuple(part for part, has in PARTS.items() if part not in holds and has(plan))
