"""A plan as one page that needs nothing but itself: to find oneself on a phone, and to be printed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from mafsim.export.asked import Asked
from mafsim.export.pages import filled, markup
from mafsim.export.places import Shown, shown
from mafsim.export.rounds import Round, Table, caption, heading, rounds
from mafsim.export.timetable import timetable
from mafsim.pairing.measures import (
    may_meet,
    meeting_counts,
    seat_counts,
    table_counts,
    team_meeting_counts,
    teams_may_meet,
)
from mafsim.plan import EMPTY
from mafsim.plots import HeatMap, bars, heat_map, legend
from mafsim.plots.balance import Spread, finding
from mafsim.report import balance_verdicts, broken_rules, gap, origin, title, titles
from mafsim.words import day, say

if TYPE_CHECKING:
    from mafsim.pairing.check import Findings
    from mafsim.plan import Plan
    from mafsim.roster import Entrant


@dataclass(frozen=True, slots=True)
class Line:
    """One round of somebody's sheet: where he sits, or why he does not."""

    round: int
    table: int | None = None
    seat: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Sheet:
    """Somebody's way through the rounds."""

    index: int
    entrant: Entrant
    lines: tuple[Line, ...]
    cells: tuple[str, ...]
    """A round a cell: the table and the seat, or nothing."""

    @property
    def people(self) -> str:
        """The people of a pair, where they are known."""
        return " – ".join(member.name for member in self.entrant.members)


def html(plan: Plan, findings: Findings, asked: Asked) -> str:
    """Give a plan as one page that needs nothing but itself, to be read on a phone or printed."""
    lang = asked.lang
    seated = rounds(plan, titles(plan, lang))
    people = sheets(plan, seated, lang)
    standings = _standings(asked)
    return filled(
        "plan",
        lang,
        title=title(plan, lang),
        views=(
            "rounds",
            "sheets",
            "cards",
            "wall",
            "balance",
            *(("standings",) if standings else ()),
        ),
        whom="pairs" if plan.game == "shapka" else "sheets",
        one=say(lang, "export.page.pair" if plan.game == "shapka" else "export.csv.player"),
        rounds=seated,
        by_four=_by_four(plan),
        heading=lambda round_: heading(round_, lang),
        caption=lambda table: caption(table, lang),
        judge=lambda round_, table: _judge(plan, round_, table),
        times=_times(plan, asked),
        sheets=people,
        wall=sorted(people, key=lambda sheet: alphabetical(sheet.entrant.name)),
        blanks=[say(lang, f"export.card.{plan.game}.{column}") for column in BLANKS[plan.game]],
        foot=say(lang, "export.card.foot") if plan.game == "mafia" else "",
        rules=broken_rules(plan, findings, lang),
        alert=broken_rules(plan, findings, lang, most=ALERTED).sentences,
        lead=lead(plan, findings, lang),
        balance=(*balance_verdicts(plan, findings, lang, named=0), *origin(plan, lang)),
        maps=[(key, heat, markup(heat_map(heat)), legend(heat)) for key, heat in _maps(plan, lang)],
        grey=say(lang, "plots.meetings.across") if _some_may_not_meet(plan) else "",
        spread=Spread.of(findings, lang),
        bars=markup(bars(findings.balance.meetings.histogram, say(lang, "export.page.bars"))),
        standings=standings,
    )


ALERTED = 5
"""How many violations stand at the top of the page; all of them stand with the balance."""
BLANKS = {
    "mafia": ("role", "fouls", "points"),
    "shapka": ("words_1_1", "words_1_2", "words_2_1", "words_2_2"),
}
"""What is written by hand on a table's card, by the game that is played."""


def page(plan: Plan, asked: Asked) -> bytes:
    """Give the page as the bytes of its file."""
    from mafsim.pairing.check import examine

    return html(plan, examine(plan), asked).encode()


def sheets(plan: Plan, seated: Iterable[Round], lang: str) -> tuple[Sheet, ...]:
    """Give everybody's sheet, in the order of the roster; who sits twice in a round has it twice."""
    lines: dict[str, list[Line]] = {entrant.id: [] for entrant in plan.roster.entrants}
    for round_ in seated:
        for table in round_.tables:
            for seat in table.seats:
                if seat.entrant is not None:
                    number = seat.places or str(seat.number)
                    lines[seat.entrant.id].append(Line(round_.number, table.number, number))
        for key, entrants in (("out", round_.byes), ("absent", round_.absent)):
            for entrant in entrants:
                note = say(lang, f"export.page.{key}")
                lines[entrant.id].append(Line(round_.number, note=note))
    _add_advisers(plan, lines, lang)
    return tuple(
        Sheet(index, entrant, tuple(lines[entrant.id]), _cells(lines[entrant.id], plan.rounds))
        for index, entrant in enumerate(plan.roster.entrants)
    )


def _add_advisers(plan: Plan, lines: dict[str, list[Line]], lang: str) -> None:
    if plan.advisers is None:
        return
    for round_, table, seat in np.argwhere(plan.advisers != EMPTY).tolist():
        adviser = plan.roster.entrants[plan.advisers[round_, table, seat]]
        name = plan.roster.entrants[plan.seats[round_, table, seat]].name
        note = say(lang, "export.page.advises", name=name, table=table)
        lines[adviser.id].append(Line(round_ + 1, note=note))
        lines[adviser.id].sort(key=lambda line: line.round)


def _cells(lines: Iterable[Line], rounds: int) -> tuple[str, ...]:
    """Give a row of the wall list: "2·7" is seat 7 at table 2."""
    cells: list[list[str]] = [[] for _ in range(rounds)]
    for line in lines:
        cells[line.round - 1].append("–" if line.table is None else f"{line.table}·{line.seat}")
    return tuple(" ".join(cell) for cell in cells)


def alphabetical(name: str) -> tuple[str, str]:
    """Give the key by which a list of names is sorted: ё stands with е."""
    folded = name.casefold()
    return folded.replace("ё", "е"), folded


def lead(plan: Plan, findings: Findings, lang: str) -> str:
    """Say the certificate in one plain sentence; nothing where a rule is broken."""
    meetings, bound = findings.balance.meetings, findings.meetings_bound
    if findings.violations or not meetings.pairs or plan.game == "shapka":
        return ""
    if findings.proved_best:
        return say(lang, "export.certificate.best")
    per_cent = gap(meetings.sum_of_squares, bound.value, lang)
    return say(lang, "export.certificate.gap", gap=per_cent)


def _maps(plan: Plan, lang: str) -> list[tuple[str, HeatMap]]:
    """Give the maps of a plan: who meets whom, also team by team, and who sits where."""
    names = tuple(entrant.name for entrant in plan.roster.entrants)
    counts, allowed = meeting_counts(plan), may_meet(plan.roster)
    found = [
        (
            "meetings",
            HeatMap(
                label=finding(lang, "meetings", counts[allowed]),
                counts=counts,
                allowed=allowed,
                rows=names,
                columns=names,
                turned=True,
            ),
        )
    ]
    teams = plan.roster.teams()
    if any(len(members) > 1 for members in teams.values()):
        counts = team_meeting_counts(plan)
        allowed = teams_may_meet(plan.roster) & ~np.eye(len(teams), dtype=np.bool_)
        found.append(
            (
                "teams",
                HeatMap(
                    label=finding(lang, "teams", counts[allowed]),
                    counts=counts,
                    allowed=allowed,
                    rows=tuple(teams),
                    columns=tuple(teams),
                    turned=True,
                ),
            )
        )
    numbered = [("seats", seat_counts(plan))]
    if plan.tables > 1:
        numbered.append(("tables", table_counts(plan)))
    for key, counts in numbered:
        found.append(
            (
                key,
                HeatMap(
                    label=finding(lang, key, counts),
                    counts=counts,
                    allowed=np.ones(counts.shape, dtype=np.bool_),
                    rows=names,
                    columns=tuple(str(number + 1) for number in range(counts.shape[1])),
                    across=say(lang, f"plots.{key}.across"),
                ),
            )
        )
    return found


def _some_may_not_meet(plan: Plan) -> bool:
    allowed = may_meet(plan.roster)
    return not (allowed | np.eye(len(allowed), dtype=np.bool_)).all()


def _judge(plan: Plan, round_: Round, table: Table) -> str:
    """Name who judges a table in a round, where the plan says so."""
    if plan.judges is None:
        return ""
    index = int(plan.judges[round_.number - 1, table.number - 1])
    return "" if index == EMPTY else plan.roster.judges[index].name


def _times(plan: Plan, asked: Asked) -> list[str]:
    """Give when each round begins, with its day where there are several; nothing where nobody says."""
    starts = [start for start, _ in timetable(plan, asked) or ()]
    several = len({start.date() for start in starts}) > 1
    return [
        f"{day(start, asked.lang)} {start:%H:%M}" if several else f"{start:%H:%M}"
        for start in starts
    ]


def _standings(asked: Asked) -> Shown | None:
    """Give the places that the results so far give, if there are any."""
    if asked.games is None or asked.regulation is None or not len(asked.games):
        return None
    from mafsim.standings import view

    regulation = asked.regulation
    ranked = [by for by in regulation.ranking.by if by != "team" or asked.games.roster.teams()]
    return shown([view(asked.games, regulation, by=by) for by in ranked or ["player"]], asked.lang)


def _by_four(plan: Plan) -> bool:
    """Say whether four tables abreast make fewer rows of them than three do."""
    most = int(plan.played().sum(axis=1).max())
    return -(-most // 4) < -(-most // 3)
