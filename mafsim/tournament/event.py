"""An event that is simulated: its regulation, its people, the plan of its first rounds, what is known."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from mafsim.errors import FileError, Impossible, UsageError
from mafsim.files.population import People, usual_people
from mafsim.games import EMPTY, AnyGames, Array, Games
from mafsim.pairing import check
from mafsim.pairing.lottery import drawn
from mafsim.pairing.problem import of_regulation, of_rounds
from mafsim.pairing.solve import seat
from mafsim.plan import Plan
from mafsim.regulations import Regulation, Stage, stages_at_once
from mafsim.roster import Roster, numbered
from mafsim.scoring import stages_of
from mafsim.tournament.people import Cast, cast
from mafsim.tournament.templates import EFFORT, Stretch

Warn = Callable[[str, dict[str, object]], None]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Event:
    """All on which its tournaments depend, but their numbers."""

    regulation: Regulation
    roster: Roster
    cast: Cast
    seed: int
    plan: Plan | None
    """The rounds that are seated before anything is simulated; None where the first ones are dealt by
    places, or only some of each team sit in them."""
    bound: bool
    """Everybody keeps his own slot in the plan; else who has which slot is a lot in each tournament."""
    given: AnyGames | None = None
    """What has been played already: the first rounds of every tournament."""
    played: int = 0
    """How many rounds are given."""


def event(
    regulation: Regulation,
    *,
    agents: str = "human",
    people: People | None = None,
    roster: Roster | None = None,
    plan: Plan | None = None,
    given: AnyGames | None = None,
    seed: int = 0,
    effort: float | None = None,
) -> Event:
    """Prepare an event of Mafia.

    Parameters
    ----------
    regulation
        What it follows.
    agents
        Who plays, as `--agents` says it.
    people
        How the people are drawn; by default the usual ones.
    roster
        Who they are: names, teams, ratings, and what is demanded for them. By default numbered ones.
    plan
        The seating of the first rounds, or of more; made here if it is not given. If it is given for a
        roster, or behind results, everybody sits as it says; else its slots are dealt by lot.
    given
        The results of the first rounds.
    seed
        For the search of a plan, and for all that happens.
    effort
        Of the search; by default `EFFORT`.

    Raises
    ------
    UsageError
        The agents cannot be had, or plan, results and roster are not of the same people.
    Impossible
        The event cannot be seated or played.
    FileError
        The plan breaks a rule, or the results have a gap.
    """
    _refuse_unplayable(regulation)
    known = roster is not None or given is not None
    roster = _people(regulation, roster, plan, given)
    roster = replace(roster, mates_apart=regulation.table.team_mates_apart)
    games = None if given is None else in_stages(given, regulation, roster)
    played = 0 if games is None else int(games.round.max(initial=-1)) + 1
    stretch = _stretch(regulation, played)
    if plan is not None:
        plan = given_plan(plan, roster, regulation)
        if stretch is not None and plan.rounds < stretch.end:
            raise UsageError("simulate.short_plan", rounds=plan.rounds, wanted=stretch.end)
    elif stretch is not None:
        plan = _made(regulation, roster, stretch, games, seed, EFFORT if effort is None else effort)
    bound = plan is not None and known and (given is not None or not _own(plan))
    return Event(
        regulation=regulation,
        roster=roster,
        cast=cast(agents, people or usual_people(), roster),
        seed=seed,
        plan=plan,
        bound=bound,
        given=games,
        played=played,
    )


def _own(plan: Plan) -> bool:
    """Say whether a plan was made here, a moment ago."""
    return plan.provenance.get("made_by") == "simulate"


def _refuse_unplayable(regulation: Regulation) -> None:
    if not regulation.stages:
        raise Impossible("simulate.no_stages", regulation=regulation.name)
    if regulation.entry.divisions and regulation.game == "mafia":
        raise Impossible("simulate.divisions", regulation=regulation.name)


def _people(
    regulation: Regulation, roster: Roster | None, plan: Plan | None, given: AnyGames | None
) -> Roster:
    entry = regulation.entry
    if roster is not None:
        return roster
    if given is not None:
        return given.roster
    if plan is not None:
        return plan.roster
    return numbered(entry.entrants, team_size=entry.team_size)


def given_plan(plan: Plan, roster: Roster, regulation: Regulation) -> Plan:
    """Give a plan for the people of a roster, as valid as it has to be."""
    index = {entrant.name: number for number, entrant in enumerate(roster.entrants)}
    strange = [each.name for each in plan.roster.entrants if each.name not in index]
    if strange:
        raise UsageError("simulate.stranger_in_plan", name=strange[0])
    to = np.array([*(index[each.name] for each in plan.roster.entrants), EMPTY], dtype=np.int32)
    advisers = None if plan.advisers is None else to[plan.advisers]
    plan = plan.with_(roster=roster, seats=to[plan.seats], advisers=advisers)
    broken = check.check(plan)
    if broken:
        raise FileError("simulate.broken_plan", sentence=broken[0].sentence(plan), n=len(broken))
    if plan.table_size != regulation.table.size:
        raise UsageError(
            "simulate.other_tables", size=plan.table_size, wanted=regulation.table.size
        )
    return plan


def in_stages(games: AnyGames, regulation: Regulation, roster: Roster) -> AnyGames:
    """Give results with all stages of the regulation and the people of a roster."""
    names = tuple(stage.name for stage in regulation.stages)
    own = [names.index(stage.name) for stage in stages_of(games, regulation)]
    index = {entrant.name: number for number, entrant in enumerate(roster.entrants)}
    strange = [each.name for each in games.roster.entrants if each.name not in index]
    if strange:
        raise UsageError("simulate.stranger_in_results", name=strange[0])
    to = np.array([*(index[each.name] for each in games.roster.entrants), EMPTY], dtype=np.int32)
    rounds = int(games.round.max(initial=-1)) + 1
    missing = sorted(set(range(rounds)) - set(games.round.tolist()))
    if missing:
        raise FileError("simulate.round_missing", round=missing[0])
    changes: dict[str, Array] = {}
    if isinstance(games, Games):
        changes = {"advisers": to[games.advisers], "replaces": to[games.replaces]}
    return games.with_(
        roster=roster,
        stages=names,
        stage=np.array(own)[games.stage],
        entrants=to[games.entrants],
        **changes,
    )


def stages_by_round(regulation: Regulation) -> tuple[int, ...]:
    """Give the stage of every round, as an index."""
    return tuple(
        index for index, stage in enumerate(regulation.stages) for _ in range(stage.rounds)
    )


def is_seated_in_advance(stage: Stage) -> bool:
    """Say whether a plan can be made for a stage once its field is known."""
    return stage.draw != "ranked" and stage.seated_per_team is None


def _stretch(regulation: Regulation, played: int) -> Stretch | None:
    """Give the rounds behind those that were played that are seated at once, without any result."""
    of_round = stages_by_round(regulation)
    if played >= len(of_round):
        if played > len(of_round):
            raise FileError("simulate.too_many_rounds", n=played, most=len(of_round))
        return None
    index = of_round[played]
    stage = regulation.stages[index]
    begun = played > 0 and of_round[played - 1] == index
    if not is_seated_in_advance(stage) or (stage.depends_on_results and not begun):
        return None
    following = stages_at_once(regulation, index)
    names = {each.name for each in following}
    rounds = [regulation.stages[i] for i in of_round[played:] if regulation.stages[i].name in names]
    return Stretch(stages=tuple(rounds), first=played)


def _made(
    regulation: Regulation,
    roster: Roster,
    stretch: Stretch,
    games: AnyGames | None,
    seed: int,
    effort: float,
) -> Plan:
    """Seat the coming rounds: evenly, or by lot as the regulation says."""
    if games is None and stretch.first == 0:
        problem = of_regulation(regulation, roster)
    else:
        assert games is not None
        past = _plan_of(games, roster, regulation)
        now = np.unique(games.entrants[games.stage == games.stage.max()])
        field = tuple(int(each) for each in now if each != EMPTY)
        problem = of_rounds(regulation, roster, stretch.stages, field=field, past=past)
    if stretch.stages[0].draw == "random":
        plan = drawn(problem, seed=seed, order=regulation.table.order)
    else:
        plan = seat(problem, seed=seed, effort=effort)
    return plan.with_(provenance={"made_by": "simulate"})


def _plan_of(games: AnyGames, roster: Roster, regulation: Regulation) -> Plan:
    """Give the seating that results tell."""
    rounds, tables = int(games.round.max()) + 1, int(games.table.max()) + 1
    seats = np.full((rounds, tables, regulation.table.size), EMPTY, dtype=np.int32)
    seats[games.round, games.table, : games.entrants.shape[1]] = games.entrants
    names = [stage.name for stage in regulation.stages]
    of_round = stages_by_round(regulation)[:rounds]
    return Plan(
        roster=roster,
        seats=seats,
        table_size=regulation.table.size,
        stages=tuple(names[index] for index in of_round),
        frozen=rounds,
    )
