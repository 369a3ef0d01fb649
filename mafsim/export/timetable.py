"""When each round is played: as the regulation says, moved to another day, or one after another."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING

from mafsim.errors import UsageError

if TYPE_CHECKING:
    from mafsim.export.asked import Asked
    from mafsim.plan import Plan
    from mafsim.regulations import Regulation

Times = tuple[tuple[datetime, datetime], ...]
"""The start and the end of each round, in local time."""


def timetable(plan: Plan, asked: Asked) -> Times | None:
    """Give when each round of a plan is played; None if neither user nor regulation says.

    With `minutes` the rounds follow one another from `start` on. With `start` alone the times of
    the regulation are moved, gaps and all, so that the first round begins then; a day without a
    time keeps their hours.
    """
    written = written_times(plan, asked.regulation)
    if asked.minutes is not None:
        return _in_a_row(plan, _first(asked, written), timedelta(minutes=asked.minutes))
    if written is None or asked.start is None:
        return written
    first = written[0][0]
    by = (
        asked.start - first
        if isinstance(asked.start, datetime)
        else timedelta(days=(asked.start - first.date()).days)
    )
    return tuple((start + by, end + by) for start, end in written)


def needed_times(plan: Plan, asked: Asked) -> Times:
    """Give when each round is played, for what cannot do without.

    Raises
    ------
    UsageError
        Nobody says.
    """
    times = timetable(plan, asked)
    if times is None and asked.regulation is not None:
        raise UsageError("export.no_times", regulation=asked.regulation.name)
    if times is None:
        raise UsageError("export.no_times_at_all")
    return times


def _first(asked: Asked, written: Times | None) -> datetime:
    match asked.start:
        case datetime():
            return asked.start
        case date() if written is not None:
            return datetime.combine(asked.start, written[0][0].time())
        case None if written is not None:
            return written[0][0]
    raise UsageError("export.no_start")


def _in_a_row(plan: Plan, first: datetime, length: timedelta) -> Times:
    starts = [first + index * length for index in range(plan.rounds)]
    return tuple((start, start + length) for start in starts)


def written_times(plan: Plan, regulation: Regulation | None) -> Times | None:
    """Give the times that a regulation writes for the rounds of a plan, if it does for all of them.

    A stretch of several rounds is divided evenly among them.
    """
    if regulation is None:
        return None
    times: dict[str, list[tuple[datetime, datetime]]] = {}
    for stage in regulation.stages:
        for slot in stage.times:
            start, end = slot.interval()
            length = (end - start) / slot.rounds
            times.setdefault(stage.name, []).extend(
                (start + index * length, start + (index + 1) * length)
                for index in range(slot.rounds)
            )
    if plan.stages:
        of_stage = {stage: iter(found) for stage, found in times.items()}
        found = [next(of_stage.get(stage, iter(())), None) for stage in plan.stages]
    else:
        in_order = [interval for stage in times.values() for interval in stage]
        found = [*in_order[: plan.rounds], *[None] * (plan.rounds - len(in_order))]
    told = [interval for interval in found if interval is not None]
    return tuple(told) if len(told) == plan.rounds else None


def is_divided(plan: Plan, regulation: Regulation | None) -> bool:
    """Say whether a regulation writes one time for several of a plan's rounds."""
    if regulation is None:
        return False
    stages = set(plan.stages) or {stage.name for stage in regulation.stages}
    return any(
        slot.rounds > 1
        for stage in regulation.stages
        for slot in stage.times
        if stage.name in stages
    )
