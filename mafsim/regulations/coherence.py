"""Which values of a regulation cannot stand beside each other, each told as one sentence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, pairwise, product
from typing import TypeVar

from mafsim.errors import MafsimError
from mafsim.regulations import exactness
from mafsim.regulations.points import Additional, Bounds
from mafsim.regulations.schema import (
    Assumed,
    Clause,
    Dealt,
    Division,
    Entry,
    Regulation,
    Stage,
    left_in,
    name_of,
    value_at,
)

Name = TypeVar("Name")


def contradictions(
    regulation: Regulation, label: str, kind: type[MafsimError]
) -> Iterator[MafsimError]:
    """Give an error for each contradiction, in the order of the chapters.

    Parameters
    ----------
    regulation
        What is read; each of its values is in its bounds.
    label
        How the sentences call the file.
    kind
        The kind of error: of a file, or of the words of a command.
    """
    return chain(
        _names(regulation, label, kind),
        _dates(regulation, label, kind),
        _entry(regulation.entry, label, kind),
        _table(regulation, label, kind),
        _fields(regulation, label, kind),
        *(_stage(regulation, stage, label, kind) for stage in regulation.stages),
        _rules(regulation, label, kind),
        _additional(regulation.scoring.additional, label, kind),
        _ranking(regulation, label, kind),
        _off_the_grid(regulation, label, kind),
        *(_clause(regulation, clause, label, kind) for clause in regulation.clauses),
        *(_question(regulation, question, label, kind) for question in regulation.assumed),
    )


def _names(regulation: Regulation, label: str, kind: type[MafsimError]) -> Iterator[MafsimError]:
    lists = {
        "entry.divisions": regulation.entry.divisions,
        "stages": regulation.stages,
        "scoring.penalties": regulation.scoring.penalties,
        "clauses": regulation.clauses,
        "assumed": regulation.assumed,
    } | {f"assumed.{each.id}.readings": each.readings for each in regulation.assumed}
    for path, things in lists.items():
        for name in _repeated(name_of(thing) for thing in things):
            yield kind("regulation.twice", file=label, path=path, name=name)


def _repeated(names: Iterable[Name]) -> list[Name]:
    return [name for name, times in Counter(names).items() if times > 1]


def _dates(regulation: Regulation, label: str, kind: type[MafsimError]) -> Iterator[MafsimError]:
    dates = regulation.dates
    if dates is None:
        return
    if dates.last < dates.first:
        yield kind("regulation.dates_backwards", file=label, first=dates.first, last=dates.last)
        return
    for stage in regulation.stages:
        for slot in stage.times:
            if not dates.first <= slot.date <= dates.last:
                yield kind(
                    "regulation.time_outside",
                    file=label,
                    stage=stage.name,
                    date=slot.date,
                    first=dates.first,
                    last=dates.last,
                )


def _entry(entry: Entry, label: str, kind: type[MafsimError]) -> Iterator[MafsimError]:
    if entry.teams is not None and entry.entrants != entry.teams * entry.team_size:
        yield kind(
            "regulation.entrants_of_teams",
            file=label,
            entrants=entry.entrants,
            teams=entry.teams,
            size=entry.team_size,
        )
    if entry.teams is None and entry.team_size > 1:
        yield kind("regulation.team_size_without_teams", file=label, size=entry.team_size)
    if entry.division_by is not None and entry.ages_on is None:
        yield kind("regulation.ages_without_day", file=label)
    yield from _ages(entry.divisions, label, kind)


def _ages(
    divisions: tuple[Division, ...], label: str, kind: type[MafsimError]
) -> Iterator[MafsimError]:
    ranges = sorted(
        (each.youngest or 0, 150 if each.oldest is None else each.oldest, each.name)
        for each in divisions
        if (each.youngest, each.oldest) != (None, None)
    )
    for youngest, oldest, name in ranges:
        if oldest < youngest:
            yield kind(
                "regulation.ages_backwards", file=label, name=name, youngest=youngest, oldest=oldest
            )
    for (_, oldest, name), (youngest, _, other) in pairwise(ranges):
        if youngest <= oldest:
            yield kind("regulation.ages_overlap", file=label, name=name, other=other, age=youngest)


def _table(regulation: Regulation, label: str, kind: type[MafsimError]) -> Iterator[MafsimError]:
    if regulation.game == "shapka" and regulation.table.size != 3:
        yield kind("regulation.shapka_table", file=label, size=regulation.table.size)


def _fields(regulation: Regulation, label: str, kind: type[MafsimError]) -> Iterator[MafsimError]:
    left = _whole_field(regulation.entry)
    for stage in regulation.stages:
        if stage.field is not None and stage.field > left:
            yield kind(
                "regulation.field_grows", file=label, stage=stage.name, field=stage.field, left=left
            )
        left = stage.field or left


def _whole_field(entry: Entry) -> int:
    return entry.teams or entry.entrants


def _stage(
    regulation: Regulation, stage: Stage, label: str, kind: type[MafsimError]
) -> Iterator[MafsimError]:
    place = {"file": label, "stage": stage.name}
    timed = sum(slot.rounds for slot in stage.times)
    if stage.times and timed != stage.rounds:
        yield kind("regulation.times_of_rounds", timed=timed, rounds=stage.rounds, **place)
    for before, after in pairwise(stage.times):
        if after.interval()[0] < before.interval()[1]:
            yield kind("regulation.times_overlap", start=after.start, end=before.end, **place)
    if stage.seated_per_team is not None and stage.seated_per_team > regulation.entry.team_size:
        yield kind(
            "regulation.seated_per_team",
            seated=stage.seated_per_team,
            size=regulation.entry.team_size,
            **place,
        )
    if stage.seated_per_team is None and "credit" in stage.model_fields_set:
        yield kind("regulation.credit_without_advisers", **place)
    if stage.seated_per_team is None and "seated_by" in stage.model_fields_set:
        yield kind("regulation.seated_by_without_advisers", **place)
    yield from _seeding(regulation, stage, label, kind)
    yield from _deal(regulation, stage, label, kind)


def _deal(
    regulation: Regulation, stage: Stage, label: str, kind: type[MafsimError]
) -> Iterator[MafsimError]:
    """Give what is wrong with a ranked deal: everyone goes to one seat, no table is overfull."""
    place = {"file": label, "stage": stage.name}
    if stage.deal and stage.draw != "ranked":
        yield kind("regulation.deal_unranked", draw=stage.draw, **place)
        return
    if not stage.deal:
        return
    for number, table in enumerate(stage.deal):
        seats = sum(len(part.ranks) for part in table)
        if seats > regulation.table.size:
            yield kind(
                "regulation.deal_overfull",
                table=number,
                n=seats,
                size=regulation.table.size,
                **place,
            )
            return
    parts = tuple(chain.from_iterable(stage.deal))
    inside = {part.place is not None for part in parts}
    if len(inside) > 1:
        yield kind("regulation.deal_of_two_kinds", **place)
    elif inside == {True}:
        yield from _deal_of_teams(regulation, stage, parts, place, kind)
    else:
        yield from _deal_of_entrants(regulation, stage, parts, place, kind)


def _deal_of_teams(
    regulation: Regulation,
    stage: Stage,
    parts: Sequence[Dealt],
    where: dict[str, str],
    kind: type[MafsimError],
) -> Iterator[MafsimError]:
    """Give the places inside teams that are not dealt once, and team-mates dealt to one table."""
    dealt = Counter((team + 1, part.place or 0) for part in parts for team in part.ranks)
    teams = range(1, left_in(regulation, stage) + 1)
    wanted = set(product(teams, range(1, regulation.entry.team_size + 1)))
    wrong = [seat for seat in sorted(wanted | dealt.keys()) if dealt[seat] != int(seat in wanted)]
    for team, place_in_team in wrong:
        yield kind(
            "regulation.deal_wrong",
            team=team,
            place=place_in_team,
            times=dealt[team, place_in_team],
            wanted=int((team, place_in_team) in wanted),
            **where,
        )
    if wrong or not regulation.table.team_mates_apart:
        return
    for number, table in enumerate(stage.deal):
        for team in _repeated(team for part in table for team in part.ranks):
            yield kind("regulation.deal_of_team_mates", table=number, team=team, **where)
            return


def _deal_of_entrants(
    regulation: Regulation,
    stage: Stage,
    parts: Sequence[Dealt],
    where: dict[str, str],
    kind: type[MafsimError],
) -> Iterator[MafsimError]:
    """Give the places of entrants that are not dealt once."""
    dealt = Counter(rank + 1 for part in parts for rank in part.ranks)
    entry = regulation.entry
    field = left_in(regulation, stage)
    wanted = set(range(1, field * (entry.team_size if entry.teams else 1) + 1))
    for rank in sorted(wanted | dealt.keys()):
        if dealt[rank] != int(rank in wanted):
            times, once = dealt[rank], int(rank in wanted)
            yield kind("regulation.deal_wrong_rank", place=rank, times=times, wanted=once, **where)


def _seeding(
    regulation: Regulation, stage: Stage, label: str, kind: type[MafsimError]
) -> Iterator[MafsimError]:
    """Give what is wrong with a ranked draw that goes by keys."""
    if "seeding" not in stage.model_fields_set:
        return
    place = {"file": label, "stage": stage.name}
    if stage.draw != "ranked":
        yield kind("regulation.seeding_unranked", draw=stage.draw, **place)
    elif stage.deal:
        yield kind("regulation.seeding_and_deal", **place)
    for name in _repeated(stage.seeding.by):
        yield kind(
            "regulation.named_twice", path=f"stages.{stage.name}.seeding.by", name=name, file=label
        )
    if regulation.entry.teams is None:
        for key in stage.seeding.by:
            if key in ("team_place", "place_in_team"):
                yield kind("regulation.seeding_without_teams", named=key, **place)


def _rules(regulation: Regulation, label: str, kind: type[MafsimError]) -> Iterator[MafsimError]:
    rules, size = regulation.rules, regulation.table.size
    of_mafia = regulation.game == "mafia" and "rules" in regulation.model_fields_set
    if of_mafia and 2 * rules.black >= size:
        yield kind("regulation.black_majority", file=label, black=rules.black, size=size)
    if of_mafia and rules.speech.first_seat > size:
        yield kind(
            "regulation.no_such_seat", file=label, seat=rules.speech.first_seat - 1, size=size
        )
    loss, removed = rules.fouls.loss_at, rules.fouls.removed_at
    if loss is not None and removed is not None and loss >= removed:
        yield kind("regulation.loss_after_removal", file=label, loss=loss, removed=removed)


def _additional(
    additional: Additional | None, label: str, kind: type[MafsimError]
) -> Iterator[MafsimError]:
    if additional is None:
        return
    most, fewest = additional.most_players, additional.fewest_players
    if most is not None and fewest > most:
        yield kind("regulation.fewest_above_most", file=label, fewest=fewest, most=most)
    for name in ("winner", "loser", "drawn"):
        bounds: Bounds | None = getattr(additional, name)
        if bounds is not None:
            place = {"file": label, "path": f"scoring.additional.{name}"}
            yield from _bounds(bounds, additional, place, kind)


def _bounds(
    bounds: Bounds, additional: Additional, place: dict[str, str], kind: type[MafsimError]
) -> Iterator[MafsimError]:
    if bounds.most < bounds.least:
        yield kind("regulation.bounds_backwards", least=bounds.least, most=bounds.most, **place)
    for amount in (bounds.least, bounds.most, bounds.approved_from):
        if amount is not None and amount % additional.step:
            yield kind("regulation.off_step", amount=amount, step=additional.step, **place)


def _ranking(regulation: Regulation, label: str, kind: type[MafsimError]) -> Iterator[MafsimError]:
    ranking = regulation.ranking
    lists: dict[str, tuple[str, ...]] = {
        "ranking.by": ranking.by,
        "ranking.tie_breaks": ranking.tie_breaks,
        "ranking.player_tie_breaks": ranking.player_tie_breaks or (),
    }
    for path, names in lists.items():
        for name in _repeated(names):
            yield kind("regulation.named_twice", file=label, path=path, name=name)
        if "lot" in names[:-1]:
            after = names[names.index("lot") + 1]
            yield kind("regulation.lot_not_last", file=label, path=path, name=after)
    if "team" in ranking.by and regulation.entry.teams is None:
        yield kind("regulation.ranked_without_teams", file=label)


def _off_the_grid(
    regulation: Regulation, label: str, kind: type[MafsimError]
) -> Iterator[MafsimError]:
    for share in exactness.shares(regulation):
        yield kind(
            "regulation.uneven_share", file=label, points=share.points, players=share.players
        )
    for found in exactness.products(regulation):
        yield kind(
            "regulation.off_the_grid",
            file=label,
            stage=found.stage,
            multiplier=found.multiplier,
            path=found.path,
            amount=found.amount,
            product=found.product,
        )


def _clause(
    regulation: Regulation, clause: Clause, label: str, kind: type[MafsimError]
) -> Iterator[MafsimError]:
    place = {"file": label, "path": f"clauses.{clause.id}"}
    yield from _sets(regulation, clause, place, kind)
    known = [question.id for question in regulation.assumed]
    for question in clause.assumed:
        if question not in known:
            yield kind("regulation.no_such_question", id=question, known=known, **place)
    bound = bool(clause.sets or clause.assumed)
    if clause.unmodelled and bound:
        yield kind("regulation.unmodelled_and_bound", **place)
    if not (clause.unmodelled or bound):
        yield kind("regulation.unbound", **place)


def _question(
    regulation: Regulation, question: Assumed, label: str, kind: type[MafsimError]
) -> Iterator[MafsimError]:
    place = {"file": label, "path": f"assumed.{question.id}"}
    yield from _sets(regulation, question, place, kind)
    clauses = [clause.id for clause in regulation.clauses]
    for clause in question.clauses:
        if clause not in clauses:
            yield kind("regulation.no_such_clause", id=clause, **place)
    readings = [reading.key for reading in question.readings]
    if question.taken not in readings:
        yield kind("regulation.no_such_reading", taken=question.taken, known=readings, **place)


def _sets(
    regulation: Regulation, source: Clause | Assumed, place: dict[str, str], kind: type[MafsimError]
) -> Iterator[MafsimError]:
    for path in source.sets:
        try:
            value_at(regulation, path)
        except LookupError:
            yield kind("regulation.sets_nothing", value=path, **place)
