"""A plan's balance in plain words: the verdicts, and the compact table for a terminal."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from mafsim.files.document import plan_digest
from mafsim.pairing.measures import Counts, Flags, game_counts, may_meet, meeting_counts
from mafsim.words import plain, say

if TYPE_CHECKING:
    from rich.console import RenderableType

    from mafsim.pairing.bounds import Bound
    from mafsim.pairing.check import Findings
    from mafsim.pairing.draw import Drawn
    from mafsim.pairing.measures import Evenness, Meetings
    from mafsim.pairing.stages import StageMeetings
    from mafsim.plan import Plan

NAMED = 3
"""How many pairs of a kind are named before the rest is counted."""

BAR = 32
"""The longest bar of a histogram."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What is to be said about one side of a plan, in whole sentences."""

    label: str
    sentences: tuple[str, ...]
    histogram: tuple[tuple[int, int], ...] = ()
    """How often each number of meetings occurs, shown as bars where there is room."""
    good: bool | None = None
    """True where nothing better can be had, false where a rule is broken, else none."""


def table(
    plan: Plan,
    findings: Findings,
    lang: str,
    *,
    width: int = 80,
    colour: bool = False,
    most_violations: int | None = None,
) -> str:
    """Give the report as a table for a terminal, or as plain text of that width.

    Parameters
    ----------
    plan, findings
        The plan, and what `pairing.check.examine` finds in it.
    lang
        ``en`` or ``ru``.
    width
        Columns to fill at the most.
    colour
        Whether escape codes may be used; without them the text is plain.
    most_violations
        How many violations are told before the rest is counted; by default all.
    """
    from rich.table import Table
    from rich.text import Text

    verdicts = (
        broken_rules(plan, findings, lang, most=most_violations),
        *balance_verdicts(plan, findings, lang),
        *origin(plan, lang),
    )
    labels = max(len(verdict.label) for verdict in verdicts)
    grid = Table.grid(padding=(0, 2, 0, 0), pad_edge=False)
    grid.add_column(no_wrap=True)
    grid.add_column(overflow="fold")
    for verdict in verdicts:
        grid.add_row(
            Text(verdict.label, style="bold"), _content(verdict, lang, room=width - labels - 2)
        )
    return _rendered([Text(title(plan, lang), style="bold"), Text(), grid], width, colour)


def _content(verdict: Verdict, lang: str, *, room: int) -> RenderableType:
    from rich.console import Group
    from rich.text import Text

    style = {True: "green", False: "red", None: ""}[verdict.good]
    first, *others = verdict.sentences
    bars = [Text(bar, style="cyan") for bar in _bars(verdict.histogram, room, lang)]
    return Group(Text(first, style=style), *bars, *map(Text, others))


def _rendered(parts: Iterable[RenderableType], width: int, colour: bool) -> str:
    from io import StringIO

    from rich.console import Console

    sheet = StringIO()
    console = Console(
        file=sheet,
        width=width,
        force_terminal=colour,
        no_color=not colour,
        legacy_windows=False,
        markup=False,
        highlight=False,
        emoji=False,
    )
    for part in parts:
        console.print(part)
    lines = sheet.getvalue().splitlines()
    return "\n".join(line if colour else line.rstrip() for line in lines)


def _bars(histogram: tuple[tuple[int, int], ...], room: int, lang: str) -> list[str]:
    """Draw a histogram, one line a number; what occurs at all has at least a thin bar."""
    if not histogram:
        return []
    pairs = [say(lang, "report.pairs", n=n) for _, n in histogram]
    numbers = max(len(str(number)) for number, _ in histogram)
    longest = max(n for _, n in histogram)
    length = max(1, min(BAR, room - numbers - max(map(len, pairs)) - 2))
    return [
        f"{number:>{numbers}} {_bar(8 * length * n, longest)} {told}"
        for (number, n), told in zip(histogram, pairs, strict=True)
    ]


def _bar(eighths: int, longest: int) -> str:
    whole, part = divmod(max(1, round(eighths / longest)), 8)
    return "█" * whole + " ▏▎▍▌▋▊▉"[part].strip()


def title(plan: Plan, lang: str) -> str:
    """Say what is seated: the regulation's name if there is one, and the shape."""
    regulation = plan.provenance.get("regulation")
    named = f"{plain(regulation)}: " if isinstance(regulation, str) and regulation else ""
    return named + shape(plan, lang)


def shape(plan: Plan, lang: str) -> str:
    """Say how many entrants, teams, rounds and tables a plan has."""
    each_round = plan.played().sum(axis=1)
    low, high = (int(each_round.min()), int(each_round.max())) if len(each_round) else (0, 0)
    tables = {"n": high, "size": plan.table_size}
    teams = len(plan.roster.teams())
    parts = [
        say(lang, f"report.entrants.{_kind(plan)}", n=len(plan.roster.entrants)),
        say(lang, "report.teams", n=teams) if teams else "",
        say(lang, "report.rounds", n=plan.rounds),
        say(lang, f"report.tables.{_kind(plan)}.all", **tables)
        if low == high
        else say(lang, f"report.tables.{_kind(plan)}.from", low=low, **tables),
    ]
    return ", ".join(filter(None, parts))


def _kind(plan: Plan) -> str:
    return "pairs" if plan.game == "shapka" else "players"


def broken_rules(plan: Plan, findings: Findings, lang: str, *, most: int | None = None) -> Verdict:
    """Say that every rule is kept, or which are broken, where and by whom."""
    label = say(lang, "report.rules.label")
    broken = findings.violations
    if not broken:
        return Verdict(label=label, sentences=(say(lang, "report.rules.kept"),), good=True)
    told = broken if most is None else broken[:most]
    sentences = [say(lang, "report.rules.broken", n=len(broken))]
    sentences += [plain(violation.sentence(plan, lang)) for violation in told]
    if len(told) < len(broken):
        sentences.append(say(lang, "report.rules.more", n=len(broken) - len(told)))
    return Verdict(label=label, sentences=tuple(sentences), good=False)


def balance_verdicts(
    plan: Plan, findings: Findings, lang: str, *, named: int = NAMED
) -> tuple[Verdict, ...]:
    """Say how even a plan is, one verdict for each side of the balance that the plan has.

    `named` is how many pairs that meet least and most are named, and 0 names nobody.
    """
    if plan.game == "shapka":
        return tuple(filter(None, _shapka_verdicts(plan, findings, lang)))
    found = (
        _games(plan, lang),
        _meetings(plan, findings, lang, named),
        _team_meetings(findings, lang),
        _wishes(plan, lang, named),
        _seats(findings, lang),
        _tables(plan, findings, lang),
        _neighbours(findings, lang),
        _byes(plan, findings, lang),
    )
    return tuple(verdict for verdict in found if verdict is not None)


def _games(plan: Plan, lang: str) -> Verdict:
    counts = game_counts(plan)
    low, high = (int(counts.min()), int(counts.max())) if len(counts) else (0, 0)
    total = say(lang, "report.games.total", n=int(plan.played().sum()))
    each = (
        say(lang, "report.games.equal", n=low)
        if low == high
        else say(lang, "report.games.from", low=low, n=high)
    )
    return Verdict(label=say(lang, "report.games.label"), sentences=(f"{total}, {each}",))


def _meetings(plan: Plan, findings: Findings, lang: str, named: int) -> Verdict | None:
    meetings, bound = findings.balance.meetings, findings.meetings_bound
    if not meetings.pairs:
        return None
    valid = not findings.violations
    sentences = [_from_to(lang, "report.meetings", meetings)]
    if valid:
        sentences += [_certified(lang, meetings, bound), _range(lang, meetings, bound)]
    else:
        sentences.append(say(lang, "report.squares", squares=meetings.sum_of_squares))
    common = findings.balance.common_opponents
    if common is not None and valid:
        low, high = min(common), max(common)
        key = "equal" if low == high else "from"
        sentences.append(say(lang, f"report.common.{key}", low=low, n=high))
    if named:
        sentences += _extremes(plan, meetings, lang, named)
    return Verdict(
        label=say(lang, "report.meetings.label"),
        sentences=tuple(sentences),
        histogram=tuple(meetings.histogram.items()),
        good=findings.proved_best or None,
    )


def _wishes(plan: Plan, lang: str, named: int) -> Verdict | None:
    """Say how often those meet who would rather not, and name them where pairs may be named."""
    if not plan.roster.avoid:
        return None
    counts = meeting_counts(plan)
    met = {pair: int(counts[pair]) for pair in plan.roster.avoid if counts[pair]}
    label, n = say(lang, "report.wishes.label"), len(plan.roster.avoid)
    if not met:
        told = say(lang, "report.wishes.kept", n=n)
        return Verdict(label=label, sentences=(told,), good=True)
    sentences = [say(lang, "report.wishes.met", n=len(met), of=n, most=max(met.values()))]
    if named:
        which = np.zeros_like(counts, dtype=np.bool_)
        which[tuple(zip(*met, strict=True))] = True
        pairs = _named(plan, lang, which, named)
        sentences.append(say(lang, "report.wishes.who", pairs=pairs))
    return Verdict(label=label, sentences=tuple(sentences))


def _team_meetings(findings: Findings, lang: str) -> Verdict | None:
    meetings, bound = findings.balance.team_meetings, findings.team_meetings_bound
    if meetings is None or bound is None or not meetings.pairs:
        return None
    second = (
        say(lang, "report.squares", squares=meetings.sum_of_squares)
        if findings.violations
        else _certified(lang, meetings, bound)
    )
    return Verdict(
        label=say(lang, "report.team_meetings.label"),
        sentences=(_from_to(lang, "report.team_meetings", meetings), second),
    )


def _shapka_verdicts(plan: Plan, findings: Findings, lang: str) -> tuple[Verdict | None, ...]:
    """Say how even a plan of Shapka is: teams first, stage by stage, then the pairs in them."""
    return (
        _games(plan, lang),
        _team_meetings(findings, lang),
        _wishes(plan, lang, NAMED),
        _stages(plan, findings, lang),
        _pairs(findings, lang),
        _order(findings, lang),
        _tables(plan, findings, lang),
        _byes(plan, findings, lang),
        _partners(plan, lang),
    )


def titles(plan: Plan, lang: str) -> dict[str, str]:
    """Give what people call the stages and divisions of a plan of Shapka, if its regulation is known."""
    from mafsim.regulations import load, names

    name = plan.provenance.get("regulation")
    if plan.game != "shapka" or not isinstance(name, str) or name not in names():
        return {}
    regulation = load(name)
    named = [(stage.name, stage.title) for stage in regulation.stages]
    named += [(division.name, division.title) for division in regulation.entry.divisions]
    return {name: title.in_language(lang) for name, title in named if title is not None}


def _stages(plan: Plan, findings: Findings, lang: str) -> Verdict | None:
    if findings.violations or not findings.stages:
        return None
    several = len({stage.stage for stage in findings.stages}) > 1
    return Verdict(
        label=say(lang, "report.stages.label"),
        sentences=tuple(
            _stage(stage, titles(plan, lang), lang, later=several) for stage in findings.stages
        ),
        good=True if all(stage.proved_fewest for stage in findings.stages) else None,
    )


def _stage(stage: StageMeetings, titles: dict[str, str], lang: str, *, later: bool) -> str:
    """Say how often teams meet in one stage, how often again, and what is proved of both."""
    twice = sum(pairs for times, pairs in stage.histogram.items() if times > 1)
    proof = "proved" if stage.proved_best else "open"
    told = say(
        lang,
        f"report.stages.{proof if twice else 'once'}",
        n=twice,
        squares=stage.sum_of_squares,
        bound=stage.least.squares,
    )
    if later and stage.rounds[0]:
        proof = "fewest" if stage.proved_fewest else "more"
        again = say(lang, f"report.stages.again.{proof}", n=stage.again, bound=stage.least.again)
        told = f"{told} {again}"
    parts = [plain(titles.get(part, part)) for part in (stage.stage, stage.division) if part]
    teams = say(lang, "report.teams", n=stage.teams)
    return f"{', '.join([*parts, teams])}: {told}"


def _pairs(findings: Findings, lang: str) -> Verdict | None:
    meetings = findings.balance.meetings
    if not meetings.pairs:
        return None
    key = "report.pairs_meet.once" if meetings.max <= 1 else "report.pairs_meet.from"
    return Verdict(
        label=say(lang, "report.pairs_meet.label"),
        sentences=(say(lang, key, low=meetings.min, n=meetings.max),),
        good=findings.proved_best or None,
    )


def _order(findings: Findings, lang: str) -> Verdict | None:
    """Say how even the order of play is: for teams within a round, for pairs over the rounds."""
    teams, pairs = findings.balance.order, findings.balance.seats
    if teams is None:
        return None
    return Verdict(
        label=say(lang, "report.order.label"),
        sentences=(
            _evenness(lang, "report.order.teams", teams),
            _evenness(lang, "report.order.pairs", pairs),
        ),
        good=True if teams.excess == pairs.excess == 0 else None,
    )


def _partners(plan: Plan, lang: str) -> Verdict:
    return Verdict(
        label=say(lang, "report.partners.label"),
        sentences=(say(lang, "report.partners.opposite", seats=opposite(plan.table_size)),),
    )


def opposite(size: int) -> tuple[str, ...]:
    """Give the seats of each pair of a table, as people count them: partners sit opposite each other."""
    return tuple(f"{seat}–{seat + size}" for seat in range(1, size + 1))


def _from_to(lang: str, key: str, meetings: Meetings) -> str:
    if meetings.min == meetings.max:
        return say(lang, f"{key}.equal", n=meetings.max)
    return say(lang, f"{key}.from", low=meetings.min, n=meetings.max)


def _certified(lang: str, meetings: Meetings, bound: Bound) -> str:
    """Say the sum of squares beside what is proved about every plan of the shape."""
    squares = meetings.sum_of_squares
    if squares <= bound.value:
        return say(lang, "report.certificate.best", squares=squares, why=_why(lang, bound.by))
    return say(
        lang,
        "report.certificate.gap",
        squares=squares,
        gap=gap(squares, bound.value, lang),
        bound=bound.value,
        why=_why(lang, bound.by),
    )


def gap(squares: int, bound: int, lang: str) -> str:
    """Give the distance from a bound in per cent, rounded up to a tenth: never too small."""
    tenths = -(-1000 * (squares - bound) // bound) if bound else 0
    point = say(lang, "report.decimal_point")
    return f"{tenths // 10}{point}{tenths % 10}"


def _range(lang: str, meetings: Meetings, bound: Bound) -> str:
    width = meetings.max - meetings.min
    if width <= bound.range:
        return say(lang, "report.range.best", range=width)
    if bound.range == 0:
        return say(lang, "report.range.unbounded", range=width)
    return say(lang, "report.range.open", range=width, bound=bound.range)


def _why(lang: str, by: str) -> str:
    return say(lang, f"report.why.{by}")


def _extremes(plan: Plan, meetings: Meetings, lang: str, named: int) -> list[str]:
    """Name who meets least and most, and whose meetings are the least even."""
    if meetings.min == meetings.max:
        return []
    counts = meeting_counts(plan)
    allowed = may_meet(plan.roster, plan.rounds)
    ends = ((meetings.min, "least" if meetings.min else "never"), (meetings.max, "most"))
    return [
        *(
            say(
                lang,
                f"report.extremes.{end}",
                n=times,
                pairs=_named(plan, lang, np.triu(allowed & (counts == times)), named),
            )
            for times, end in ends
        ),
        *_least_even(plan, lang, counts, allowed),
    ]


def _named(plan: Plan, lang: str, which: Flags, most: int) -> str:
    pairs = np.argwhere(which)
    names = [plain(entrant.name) for entrant in plan.roster.entrants]
    told = ", ".join(f"{names[a]} – {names[b]}" for a, b in pairs[:most])
    if len(pairs) <= most:
        return told
    return say(lang, "report.extremes.more", named=told, n=len(pairs) - most)


def _least_even(plan: Plan, lang: str, counts: Counts, allowed: Flags) -> list[str]:
    """Name the entrant whose meetings vary most, where entrants differ in that."""
    squares = np.where(allowed, counts, 0).astype(np.int64) ** 2
    sums = squares.sum(axis=1)
    highest = np.where(allowed, counts, -1).max(axis=1)
    lowest = np.where(allowed, counts, np.iinfo(np.int32).max).min(axis=1)
    widths = np.where(allowed.any(axis=1), highest - lowest, -1)
    worst = max(range(len(widths)), key=lambda index: (widths[index], sums[index], -index))
    if (widths == widths[worst]).all():
        return []
    fields = {"low": int(lowest[worst]), "n": int(highest[worst])}
    return [say(lang, "report.extremes.entrant", name=plan.roster.entrants[worst].name, **fields)]


def _evenness(lang: str, key: str, found: Evenness) -> str:
    if found.max_spread == 0:
        return say(lang, f"{key}.equal")
    if found.excess == 0:
        return say(lang, f"{key}.within_one")
    return say(lang, f"{key}.uneven", n=found.max_spread, excess=found.excess)


def _seats(findings: Findings, lang: str) -> Verdict:
    found = findings.balance.seats
    sentences = [_evenness(lang, "report.seats", found)]
    halves = findings.balance.halves_max_spread
    if halves is not None:
        key = "uneven_halves" if halves else "equal_halves"
        sentences.append(say(lang, f"report.seats.{key}", n=halves))
    return Verdict(
        label=say(lang, "report.seats.label"),
        sentences=tuple(sentences),
        good=True if found.excess == 0 else None,
    )


def _tables(plan: Plan, findings: Findings, lang: str) -> Verdict | None:
    if plan.tables < 2:
        return None
    found = findings.balance.tables
    return Verdict(
        label=say(lang, "report.at_tables.label"),
        sentences=(_evenness(lang, "report.at_tables", found), *_table_price(plan, lang)),
        good=True if found.excess == 0 else None,
    )


def _table_price(plan: Plan, lang: str) -> tuple[str, ...]:
    """Say what evenly visited tables cost in meetings, as the plan's certificate has it."""
    match (plan.certificate or {}).get("table_balance"):
        case {
            "free": {"sum_of_squares": int(before), "tables_max_spread": int(spread_before)},
            "even": {"sum_of_squares": int(after), "tables_max_spread": int(spread_after)},
        } if before > 0:
            return (
                say(
                    lang,
                    "report.at_tables.price",
                    before=before,
                    after=after,
                    spread_before=spread_before,
                    spread_after=spread_after,
                    more=gap(after, before, lang),
                ),
            )
    return ()


def _neighbours(findings: Findings, lang: str) -> Verdict:
    beside = findings.balance.neighbours
    often = {times: pairs for times, pairs in beside.items() if times > 1}
    told = (
        say(lang, "report.neighbours.repeated", n=sum(often.values()), most=max(often))
        if often
        else say(lang, "report.neighbours.never_twice")
    )
    return Verdict(
        label=say(lang, "report.neighbours.label"),
        sentences=(told,),
        good=None if often else True,
    )


def _byes(plan: Plan, findings: Findings, lang: str) -> Verdict | None:
    if not any(plan.byes(round_) for round_ in range(plan.rounds)):
        return None
    spread, twice = findings.balance.byes_max_spread, findings.balance.two_in_a_row
    key = {0: "equal", 1: "within_one"}.get(spread, "uneven")
    in_a_row = "twice" if twice else "never_twice"
    return Verdict(
        label=say(lang, "report.byes.label"),
        sentences=(
            say(lang, f"report.byes.{key}", n=spread),
            say(lang, f"report.byes.{in_a_row}", n=twice),
        ),
    )


def lot(before: Plan, drawn: Drawn, lang: str, *, seed: int) -> tuple[str, ...]:
    """Give the record of a lot: who has drawn which slot, or which group which table."""
    lines = [say(lang, "report.lot.over", seed=seed, plan=plan_digest(before)[:DIGEST])]
    if drawn.slots:
        lines += [say(lang, "report.lot.places", round=before.frozen), *_slots(drawn, lang)]
    for round_ in drawn.tables:
        lines += [say(lang, "report.lot.tables", round=round_), *_groups(drawn.plan, round_, lang)]
    if drawn.bound:
        names = [plain(drawn.plan.roster.entrants[index].name) for index in drawn.bound]
        lines.append(say(lang, "report.lot.bound", names=names, n=len(names)))
    return tuple(lines)


DIGEST = 12
"""How many letters of a digest people compare."""


def _slots(drawn: Drawn, lang: str) -> Iterable[str]:
    """Tell each team, and each player without one, the number of his slot and where that begins."""
    plan, slot = drawn.plan, dict(drawn.slots)
    units = list(plan.roster.teams().items())
    units += [("", (i,)) for i, entrant in enumerate(plan.roster.entrants) if entrant.team is None]
    numbers = {index: number for number, (_, unit) in enumerate(units, 1) for index in unit}
    for team, unit in units:
        people = "; ".join(_place(plan, index, lang) for index in unit)
        head = f"{plain(team)} " if team else ""
        yield f"  {head}[{numbers[slot[unit[0]]]}] {people}"


def _place(plan: Plan, index: int, lang: str) -> str:
    """Say where somebody sits in the first round that is dealt."""
    name = plain(plan.roster.entrants[index].name)
    where = np.argwhere(plan.seats[plan.frozen] == index)
    if not len(where):
        return say(lang, "report.lot.rests", name=name)
    table, seat = where[0].tolist()
    return say(lang, "report.lot.sits", name=name, table=table, seat=seat)


def _groups(plan: Plan, round_: int, lang: str) -> Iterable[str]:
    for table in np.flatnonzero(plan.played()[round_]).tolist():
        people = [index for index in plan.seats[round_, table].tolist() if index >= 0]
        names = ", ".join(plain(plan.roster.entrants[index].name) for index in people)
        yield "  " + say(lang, "report.lot.group", table=table, names=names)


def origin(plan: Plan, lang: str) -> tuple[Verdict, ...]:
    """Say how a plan of mafsim's own came about; nothing about a plan that does not say."""
    version, seed = plan.provenance.get("mafsim"), plan.provenance.get("seed")
    stopped = (plan.certificate or {}).get("stopped_by")
    sentences = []
    if isinstance(version, str) and isinstance(seed, int):
        sentences.append(say(lang, "report.origin.made", version=version, seed=seed))
    if stopped in ("effort", "seconds", "interrupt", "proved", "catalogue", "dealt", "drawn"):
        sentences.append(say(lang, f"report.origin.{stopped}"))
    if not sentences:
        return ()
    return (Verdict(label=say(lang, "report.origin.label"), sentences=(" ".join(sentences),)),)
