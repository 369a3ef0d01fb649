"""What comes next in an event: the next round of a stage that is dealt anew, or the next stage."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from mafsim.errors import FileError, Impossible
from mafsim.plan import Plan
from mafsim.regulations import Regulation, Stage, stages_at_once


@dataclass(frozen=True, slots=True, kw_only=True)
class Coming:
    """The rounds that come next, behind all that a plan has."""

    stages: tuple[Stage, ...]
    """The stage of each of the rounds."""
    first: int
    """The number of the first one, zero-based."""
    begins: bool
    """It begins a stage, so that a cut may come before it."""

    @property
    def stage(self) -> Stage:
        """The stage of the first of them."""
        return self.stages[0]


def coming(plan: Plan, regulation: Regulation) -> Coming:
    """Say what comes behind a plan's rounds.

    A stage that needs no results comes together with the one before it, as in a first seating.

    Raises
    ------
    FileError
        The plan's stages are not those of the regulation, or one of them is not whole.
    Impossible
        Nothing comes: the event is over.
    """
    last = max(_stages_of_rounds(plan, regulation))
    stage = regulation.stages[last]
    played = _stages_of_rounds(plan, regulation).count(last)
    if stage.dealt_anew and stage.draw == "ranked" and played < stage.rounds:
        return Coming(stages=(stage,), first=plan.rounds, begins=False)
    if last + 1 == len(regulation.stages):
        raise Impossible("next.over", regulation=regulation.name, stage=stage.name)
    following = stages_at_once(regulation, last + 1)
    if following[0].dealt_anew and following[0].draw == "ranked":
        return Coming(stages=following[:1], first=plan.rounds, begins=True)
    rounds = tuple(each for each in following for _ in range(each.rounds))
    return Coming(stages=rounds, first=plan.rounds, begins=True)


def _stages_of_rounds(plan: Plan, regulation: Regulation) -> list[int]:
    """Give the stage of each round as an index; a plan that names none has them in their order."""
    names = [stage.name for stage in regulation.stages]
    named = plan.stages if any(plan.stages) else ()
    found = (
        _of_names(named, names, regulation) if named else _in_order(plan.rounds, regulation.stages)
    )
    if not found:
        most = sum(stage.rounds for stage in regulation.stages)
        raise FileError("next.too_many_rounds", n=plan.rounds, most=most, name=regulation.name)
    whole = [found.count(index) for index in range(len(names))]
    for index, stage in enumerate(regulation.stages[: found[-1] + 1]):
        open_ = index == found[-1] and stage.dealt_anew and stage.draw == "ranked"
        if whole[index] > stage.rounds or (whole[index] < stage.rounds and not open_):
            raise FileError(
                "next.stage_not_whole", stage=stage.name, rounds=whole[index], n=stage.rounds
            )
    return found


def _of_names(named: Sequence[str], names: Sequence[str], regulation: Regulation) -> list[int]:
    """Give the indices of the stages that rounds name, which stand in the order of the regulation."""
    found: list[int] = []
    for round_, name in enumerate(named):
        if name and name not in names:
            raise FileError(
                "next.no_such_stage",
                stage=name,
                round=round_,
                name=regulation.name,
                stages=list(names),
            )
        found.append(names.index(name) if name else (found[-1] if found else 0))
        if len(found) > 1 and found[-1] < found[-2]:
            raise FileError("next.stage_order", stage=name, round=round_, before=names[found[-2]])
    return found


def _in_order(rounds: int, stages: Sequence[Stage]) -> list[int]:
    """Give the stages of so many first rounds; nothing if there are more than all stages have."""
    ends = list(accumulate(stage.rounds for stage in stages))
    if not ends or rounds > ends[-1]:
        return []
    return [next(i for i, end in enumerate(ends) if round_ < end) for round_ in range(rounds)]
