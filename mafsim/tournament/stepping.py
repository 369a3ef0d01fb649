"""The step from results to the rounds that come next: one whole plan, its played rounds as they were."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import TYPE_CHECKING, Any

from mafsim.errors import Impossible, UsageError
from mafsim.games import AnyGames
from mafsim.pairing import check
from mafsim.pairing.draw import draw as lot
from mafsim.pairing.given import behind, numbered, parted
from mafsim.pairing.lottery import drawn
from mafsim.pairing.measures import may_meet
from mafsim.pairing.problem import in_turn, of_rounds
from mafsim.pairing.progress import Progress
from mafsim.pairing.solve import seat
from mafsim.plan import EMPTY, Plan, Seats
from mafsim.regulations import Regulation, Stage
from mafsim.roster import Roster
from mafsim.tournament.coming import Coming, coming
from mafsim.tournament.deal import Deal, dealt, lots
from mafsim.tournament.field import Field, field_of, left_behind, playing_on, withdrawing
from mafsim.tournament.fit import refuse_unfit
from mafsim.tournament.ranks import ranks_of
from mafsim.tournament.seated import advisers, chosen, seated, teams_of, without_part

if TYPE_CHECKING:
    from mafsim.pairing.check import Violation

Warnings = list[tuple[str, dict[str, object]]]

DEALT, DRAWN = "dealt", "drawn"
"""Why no search has been made: places decide, or a lot."""
SEATED_BY = ("roster", "alternating", "standings")


@dataclass(frozen=True, slots=True, kw_only=True)
class Search:
    """How long to search where it is a matter of choice who meets whom, and for what."""

    effort: float = 10.0
    seconds: float | None = None
    jobs: int | None = None
    prefer: str = "even"
    table_balance: str = "free"
    progress: Callable[[Progress], None] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """What people decide about the coming rounds."""

    withdraw: tuple[str, ...] = ()
    """The names of people or of teams who do not play on."""
    sits: tuple[str, ...] = ()
    """Whom teams have chosen to sit where others of the team advise."""
    seated_by: str | None = None
    """Who sits where a team has not chosen; by default as the regulation says."""
    draw: str | None = None
    """``balanced`` or ``random``; by default as the regulation says. Places are no matter of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """The plan with the rounds that come next, and how they came about."""

    plan: Plan
    """The whole plan; its new rounds are those that are not frozen."""
    coming: Coming
    field: Field
    assumed: tuple[str, ...]
    """The open questions of the regulation on whose reading the new rounds rest."""
    warnings: tuple[tuple[str, dict[str, object]], ...]
    """Sentences of `words` that the organiser should see: lots, ties, what is provisional."""


def step(
    plan: Plan,
    games: AnyGames,
    regulation: Regulation,
    *,
    seed: int = 0,
    choice: Choice | None = None,
    search: Search | None = None,
) -> Step:
    """Seat what comes next in an event.

    Parameters
    ----------
    plan
        The plan of all rounds so far.
    games
        What happened in them, of the plan's own roster.
    regulation
        What the event follows.
    seed
        For lots, and for the search.
    choice
        What people decide.
    search
        How to search, where there is something to search.

    Returns
    -------
    Step
        A plan that the checker has read; its earlier rounds are as they were.

    Raises
    ------
    FileError
        The results are not those of the plan, or the plan is none of the regulation's.
    Impossible
        The event is over, or the coming rounds cannot be seated as the regulation and the people
        demand.
    UsageError
        A choice that has no sense here.
    """
    return _Stepping(plan, games, regulation, seed, choice or Choice(), search or Search()).step()


@dataclass(frozen=True, slots=True)
class _Stepping:
    """One step, with all that it depends on."""

    plan: Plan
    games: AnyGames
    regulation: Regulation
    seed: int
    choice: Choice
    search: Search

    def step(self) -> Step:
        next_ = coming(self.plan, self.regulation)
        told = refuse_unfit(self.plan, self.games, self.regulation)
        self._refuse_choices(next_)
        field = self._field(next_)
        apart = self.regulation.table.team_mates_apart
        people = left_behind(self._roster(), field.entrants, next_.first)
        roster = replace(people, mates_apart=apart)
        past = self.plan.with_(roster=roster)
        if next_.stage.seated_per_team is not None:
            made, more = self._with_advisers(next_, field, past)
        elif next_.stage.draw == "ranked":
            made, more = self._ranked(next_, field, past)
        else:
            made, more = self._searched(next_.stages, field.entrants, past)
        more += list(
            in_turn(_distinct(next_.stages), [int(made.played()[next_.first :].sum(1).max())])
        )
        return Step(
            plan=self._certified(made, next_),
            coming=next_,
            field=field,
            assumed=tuple(_assumed(self.regulation, next_, cut=bool(field.out))),
            warnings=(*told, *field.warnings, *more),
        )

    def _roster(self) -> Roster:
        """Give the plan's people; of whom it does not say a team, the results may."""
        told = self.games.roster.entrants
        people = tuple(
            replace(entrant, team=entrant.team or told[index].team)
            for index, entrant in enumerate(self.plan.roster.entrants)
        )
        return replace(self.plan.roster, entrants=people)

    def _refuse_choices(self, next_: Coming) -> None:
        """Refuse what is chosen where there is nothing to choose."""
        stage, choice = next_.stage, self.choice
        if stage.draw == "ranked" and choice.draw is not None:
            raise UsageError("next.draw_by_places", stage=stage.name)
        if stage.seated_per_team is None and (choice.sits or choice.seated_by):
            option = "--sits" if choice.sits else "--seated"
            raise UsageError("next.nobody_advises", option=option, stage=stage.name)
        if stage.draw == "ranked" and self.regulation.game != "mafia":
            raise Impossible("next.ranked_shapka", stage=stage.name)

    def _field(self, next_: Coming) -> Field:
        entry = self.regulation.entry
        whole = entry.complete_teams_only and not entry.substitutes
        gone = withdrawing(self._roster(), self.choice.withdraw, whole_teams=whole)
        if not next_.begins:
            here = playing_on(self.plan.roster, next_.first, gone)
            return Field(entrants=here, out=(), warnings=[])
        return field_of(
            next_.stage,
            self.plan.roster,
            self.games,
            self.regulation,
            first=next_.first,
            gone=gone,
            seed=self.seed,
        )

    # ---- by places

    def _ranked(self, next_: Coming, field: Field, past: Plan) -> tuple[Plan, Warnings]:
        """Deal the field by places; the same tables play all rounds that come at once."""
        stage, rounds = next_.stage, len(next_.stages)
        there = self._there(past.roster, field.entrants, next_.first)
        warnings: Warnings = []
        groups: list[list[int]] = []
        for division, _ in past.roster.parts():
            ranks = ranks_of(self.games, self.regulation, there, division=division, seed=self.seed)
            deal = dealt(stage, ranks, past.roster, self.regulation)
            warnings += lots(deal, ranks, stage, past.roster, self.seed)
            groups += self._apart(deal, ranks.order, past.roster, next_, warnings)
        seats = numbered(
            past, groups, rounds=rounds, seed=self.seed, order=self.regulation.table.order
        )
        names = tuple(each.name for each in next_.stages)
        made = behind(past, seats, stages=names, draw="ranked")
        return made, [*warnings, *_empty_seats(made, next_.first)]

    def _apart(
        self,
        deal: Deal,
        order: Sequence[int],
        roster: Roster,
        next_: Coming,
        warnings: Warnings,
    ) -> list[list[int]]:
        """Give the tables of a seeding with those parted who may not share one, and tell who moves."""
        if next_.stage.deal:
            return deal.groups
        allowed = may_meet(roster, next_.first + len(next_.stages))
        ranks = {entrant: rank for rank, entrant in enumerate(order)}
        found = parted(deal.groups, allowed, ranks)
        for before, (table, after) in zip(deal.groups, enumerate(found), strict=True):
            came = [roster.entrants[e].name for e in after if e not in before and e != EMPTY]
            if came:
                warnings.append(("next.moved", {"names": came, "table": table, "n": len(came)}))
        return [list(group) for group in found]

    def _there(self, roster: Roster, field: Sequence[int], first: int) -> tuple[int, ...]:
        """Give those of a field who can be seated in a round."""
        return tuple(index for index in field if roster.entrants[index].is_there(first))

    # ---- by a search, or by lot

    def _searched(
        self, stages: Sequence[Stage], field: Sequence[int], past: Plan
    ) -> tuple[Plan, Warnings]:
        """Seat rounds in which it is a matter of choice, or of a lot, who meets whom."""
        problem = of_rounds(self.regulation, past.roster, stages, field=tuple(field), past=past)
        draw = self.choice.draw or stages[0].draw
        if draw == "random" and problem.game == "mafia":
            order = self.regulation.table.order
            return drawn(problem, seed=self.seed, order=order), list(problem.warnings)
        how = self.search
        whole = seat(
            problem,
            seed=self.seed,
            effort=how.effort,
            seconds=how.seconds,
            jobs=how.jobs,
            prefer=how.prefer,
            table_balance=how.table_balance,
            progress=how.progress,
        )
        if draw == "random":
            whole = lot(whole, seed=self.seed).plan
        return whole, list(problem.warnings)

    # ---- with advisers

    def _with_advisers(self, next_: Coming, field: Field, past: Plan) -> tuple[Plan, Warnings]:
        """Seat some of each team, the others behind them; who sits may change from round to round."""
        stage = next_.stage
        many = stage.seated_per_team or 1
        teams = teams_of(past.roster, field.entrants)
        named = chosen(past.roster, teams, self.choice.sits, many)
        by = self.choice.seated_by or stage.seated_by
        order = ranks_of(self.games, self.regulation, field.entrants, seed=self.seed).order
        made, warnings = past, []
        for round_ in range(next_.first, next_.first + len(next_.stages)):
            there = self._there(past.roster, field.entrants, round_)
            sitting = seated(stage, teams, made, by=by, order=order, named=named, there=set(there))
            aside = tuple(i for i in field.entrants if i not in sitting)
            without = _away(past.roster, aside, round_)
            whole, more = self._searched((stage,), sitting, made.with_(roster=without))
            seats = whole.seats[made.rounds :]
            made = behind(
                made,
                seats,
                stages=(stage.name,),
                draw=whole.draws[-1] if whole.draws else "balanced",
                advisers=advisers(seats, teams, [set(there)]),
            ).with_(certificate=whole.certificate)
            warnings += more
        made = made.with_(frozen=next_.first)
        idle = without_part(made, field.entrants, next_.first)
        names = [past.roster.entrants[index].name for index in idle]
        if names:
            warnings.append(("next.without_part", {"names": names, "n": len(names)}))
        return made, warnings

    # ---- the whole

    def _certified(self, plan: Plan, next_: Coming) -> Plan:
        """Give the plan as the checker has read it, its certificate anew.

        Raises
        ------
        Impossible
            The new rounds break a rule.
        """
        plan = plan.with_(revision=self.plan.revision + 1)
        findings = check.examine(plan)
        before = {each.rule for each in check.check(self.plan) if each.round is None}
        for violation in findings.violations:
            if not _known(violation, next_.first, before):
                raise Impossible("next.breaks", sentence=violation.told(plan))
        stopped = (plan.certificate or {}).get("stopped_by")
        effort: Any = self.search.effort
        if stopped is None:
            stopped, effort = DEALT if next_.stage.draw == "ranked" else DRAWN, 0
        if stopped == DRAWN:
            effort = 0
        certificate = check.balance_document(findings)
        return plan.with_(certificate=certificate | {"stopped_by": stopped, "effort": effort})


def _known(violation: Violation, first: int, before: set[str]) -> bool:
    """Say whether a broken rule is of the rounds that were played, or is an empty seat."""
    if violation.rule == "table-size":
        return True
    if violation.round is None:
        return violation.rule in before
    return violation.round < first


def _away(roster: Roster, entrants: Sequence[int], round_: int) -> Roster:
    """Give the roster in which some are away in a round: they advise, and so cannot be seated."""
    people = list(roster.entrants)
    for index in entrants:
        people[index] = replace(people[index], absent=people[index].absent | {round_})
    return replace(roster, entrants=tuple(people))


def _distinct(stages: Sequence[Stage]) -> list[Stage]:
    return [stage for stage, _ in groupby(stages)]


def _empty_seats(plan: Plan, first: int) -> Warnings:
    """Warn of the seats that nobody has in the new rounds."""
    found: Warnings = []
    told: set[tuple[int, int]] = set()
    for round_ in range(first, plan.rounds):
        for table in range(plan.tables):
            seats: Seats = plan.seats[round_, table, : plan.table_size]
            n = int((seats == EMPTY).sum())
            if 0 < n < plan.table_size and (table, n) not in told:
                told.add((table, n))
                found.append(("next.empty_seats", {"round": round_, "table": table, "n": n}))
    return found


def _assumed(regulation: Regulation, next_: Coming, *, cut: bool) -> Iterator[str]:
    """Give the open questions whose readings decide about the coming rounds."""
    paths = [f"stages.{stage.name}" for stage in _distinct(next_.stages)]
    paths += ["ranking"] if cut or next_.stage.draw == "ranked" else []
    paths += ["cut"] if cut else []
    for question in regulation.assumed:
        if any(
            value == path or value.startswith(f"{path}.")
            for value in question.sets
            for path in paths
        ):
            yield question.id
