"""The plans that ship with mafsim: looked for, only ever improved, certified, and shown in a table.

``python -m benchmarks catalogue`` seats every format at once and holds what comes out against what is
recorded. ``python -m benchmarks.catalogue`` looks for better plans and writes file and table anew.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from benchmarks.ask import Ask
from benchmarks.figures import Figures, spelled, tell, timed
from mafsim.files import read_plan
from mafsim.pairing import catalogue, check, fitting
from mafsim.pairing.catalogue import Entry, Format
from mafsim.pairing.solve import seat
from mafsim.plan import EMPTY, Plan

ROOT = Path(__file__).parents[1]
DATA = ROOT / "mafsim" / "pairing" / catalogue.FILE
PAGE = ROOT / "docs" / "catalogue.md"
MARKS = ("<!-- made by python -m benchmarks.catalogue -->", "<!-- end -->")

HEAD = """\
# Who shares a table in events of common formats: a letter for each player in each round, `.` for a rest.
# `make catalogue` looks for better plans and writes this file anew; the table of it is in the docs.

"""

PREFERENCES = ("even", "range")

AT_FULL_TABLES: dict[int, dict[int, tuple[int, ...]]] = {
    # players at tables of ten, all of them in every round: rounds by the size of teams
    10: {1: (10,)},
    20: {1: (4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 15), 2: (4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 15)},
    30: {
        1: (5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
        2: (5, 6, 8, 9, 10, 11, 12, 13, 14, 15),
        3: (9, 10, 12),
    },
    40: {1: (8, 10, 12, 15), 2: (8, 10, 12, 15), 4: (12,)},
    50: {1: (8, 10, 12), 2: (10, 12), 5: (10,)},
    60: {1: (8, 10, 12), 2: (10, 12), 3: (10, 12)},
    70: {1: (10, 12), 2: (10,), 7: (14,)},
    80: {1: (10, 12), 2: (10,), 8: (16,)},
    90: {1: (10,), 9: (18,)},
    100: {1: (4, 10, 12), 2: (10, 12)},
    110: {1: (10,), 11: (11, 22)},
    120: {1: (10, 12), 2: (12,)},
    130: {13: (26,)},
    150: {1: (10,), 2: (12,)},
    200: {1: (10, 12), 2: (12,)},
}

WITH_RESTS = (
    # players, tables, rounds, games of each
    *((11, 1, 11, 10), (12, 1, 6, 5), (12, 1, 12, 10), (13, 1, 13, 10), (14, 1, 7, 5)),
    *((14, 1, 14, 10), (15, 1, 3, 2), (15, 1, 15, 10), (16, 1, 8, 5), (16, 1, 16, 10)),
    *((18, 1, 9, 5), (18, 1, 18, 10), (21, 2, 11, 10), (22, 2, 11, 10), (24, 2, 12, 10)),
    *((25, 2, 10, 8), (26, 2, 13, 10), (28, 2, 14, 10), (31, 3, 11, 10), (33, 3, 11, 10)),
    *((36, 3, 12, 10), (39, 3, 13, 10), (45, 4, 9, 8)),
)

FORMATS = tuple(
    sorted(
        [
            Format(players=players, tables=players // 10, rounds=rounds, team_size=team_size)
            for players, by_teams in AT_FULL_TABLES.items()
            for team_size, numbers in by_teams.items()
            for rounds in numbers
        ]
        + [
            Format(players=players, tables=tables, rounds=rounds, games=games)
            for players, tables, rounds, games in WITH_RESTS
        ]
    )
)


# ---- entries and plans


def plan_of(entry: Entry) -> Plan:
    """Give an entry as a plan, its people seated in the order of their numbers."""
    problem = entry.format.problem()
    seats = np.full((problem.rounds, max(entry.tables), problem.table_size), EMPTY, dtype=np.int32)
    for round_, row in enumerate(entry.table):
        for table in range(entry.tables[round_]):
            seats[round_, table] = np.flatnonzero(row == table)
    return Plan(roster=problem.roster, seats=seats, table_size=problem.table_size)


def entry_of(format_: Format, prefer: str, plan: Plan) -> Entry:
    """Give a plan as an entry, with what the checker finds.

    Raises
    ------
    ValueError
        The plan breaks a rule.
    """
    findings = check.examine(plan)
    if findings.violations:
        raise ValueError(findings.violations[0].sentence(plan))
    meetings, bound = findings.balance.meetings, findings.meetings_bound
    of_number = dict(meetings.histogram)
    ends = {meetings.min, meetings.max}
    return Entry(
        format=format_,
        prefer=prefer,
        table=_in_letters(plan),
        squares=meetings.sum_of_squares,
        low=meetings.min,
        high=meetings.max,
        ends=sum(of_number[number] for number in ends),
        rows=findings.balance.two_in_a_row,
        bound=bound,
    )


def _in_letters(plan: Plan) -> catalogue.Int32:
    """Give the tables of a plan, numbered as they first appear: ``[round, entrant]``, -1 for a rest."""
    table = np.full((plan.rounds, len(plan.roster.entrants)), -1, dtype=np.int32)
    for round_, seats in enumerate(plan.seats):
        for number, people in enumerate(seats):
            table[round_, people[people != EMPTY]] = number
        seated = table[round_] >= 0
        _, first, which = np.unique(table[round_, seated], return_index=True, return_inverse=True)
        table[round_, seated] = np.argsort(np.argsort(first))[which]
    return table


def improved(entries: Iterable[Entry], found: Entry) -> list[Entry]:
    """Give a catalogue with a plan that was found, wherever it is better than the one there.

    A format has a plan of its own for a narrow range only where that is narrower.
    """
    kept = {entry.key: entry for entry in entries}
    for prefer in PREFERENCES:
        new = replace(found, prefer=prefer)
        old = kept.get(new.key)
        if old is None or new.order(prefer) < old.order(prefer):
            kept[new.key] = new
    even, narrow = (kept[replace(found, prefer=prefer).key] for prefer in PREFERENCES)
    if even.high - even.low <= narrow.high - narrow.low:
        del kept[narrow.key]
    return list(kept.values())


# ---- the table


def table(entries: Iterable[Entry]) -> Figures:
    """Show the plans of a catalogue."""
    return Figures(
        title="The plans",
        columns=("format", "prefer", "sum", "range", "ends", "bound", "gap", "by", "range bound", "proved"),
        rows=tuple(_row(entry) for entry in entries),
    )  # fmt: skip


def _row(entry: Entry) -> tuple[str, ...]:
    bound = entry.bound
    gap = 100 * (entry.squares / bound.value - 1)
    sum_, width = entry.squares == bound.value, entry.high - entry.low == bound.range
    proved = {(True, True): "all", (True, False): "sum", (False, True): "range"}
    return (
        str(entry.format),
        entry.prefer,
        str(entry.squares),
        f"[{entry.low},{entry.high}]",
        str(entry.ends),
        str(bound.value),
        f"{gap:.2f} %" if gap else "0",
        bound.by,
        f"{bound.range}, {bound.range_by}",
        proved.get((sum_, width), ""),
    )


def page(text: str, entries: Iterable[Entry]) -> str:
    """Give a page with the table of a catalogue between its marks."""
    begin, end = MARKS
    rows = table(entries).text().partition("\n\n")[2]
    return re.sub(
        f"{re.escape(begin)}.*{re.escape(end)}",
        lambda _: f"{begin}\n\n{rows}\n\n{end}",
        text,
        flags=re.DOTALL,
    )


# ---- looking for better ones


def write(entries: Iterable[Entry]) -> None:
    """Write file and table anew, each in one step, and let the search begin with what is there."""
    text = HEAD + catalogue.written(entries)
    _replace(DATA, text)
    _replace(PAGE, page(PAGE.read_text(encoding="utf-8"), catalogue.read(text)))
    catalogue.shipped.cache_clear()


def _replace(path: Path, text: str) -> None:
    beside = path.with_suffix(".part")
    beside.write_text(text, encoding="utf-8")
    beside.replace(path)


def certified(entries: Iterable[Entry]) -> list[Entry]:
    """Give the entries of what is to ship, with what the checker finds and what the bounds prove."""
    return [
        entry_of(entry.format, entry.prefer, plan_of(entry))
        for entry in entries
        if entry.format in FORMATS
    ]


def look(format_: Format, prefer: str, given: argparse.Namespace, seed: int) -> None:
    """Look for a better plan of a format, and keep it if it is one."""
    before = {entry.key: entry for entry in catalogue.shipped()}
    own = before.get(str(format_))
    narrow = before.get(f"{format_} range", own)
    settled = own is not None and own.proved
    if prefer == "range" and narrow is not None:
        settled = settled or (narrow.high - narrow.low == narrow.bound.range)
    if settled and not given.settled:
        return
    plan, seconds = timed(
        seat,
        format_.problem(),
        seed=seed,
        effort=given.effort,
        seconds=given.seconds,
        jobs=given.jobs,
        prefer=prefer,
        from_scratch=given.from_scratch,
    )
    entry = entry_of(format_, prefer, plan)
    changed = keep(entry)
    tell(
        f"{entry.key}, seed {seed}: {entry.squares} [{entry.low},{entry.high}], bound "
        f"{entry.bound.value}, {seconds:.0f} s{', better' if changed else ''}"
    )


def keep(entry: Entry) -> bool:
    """Put a plan into the catalogue if it is better; say whether it was."""
    # Another process may have written meanwhile.
    catalogue.shipped.cache_clear()
    entries = catalogue.shipped()
    better = improved(entries, entry)
    changed = set(map(id, better)) != set(map(id, entries))
    if changed:
        write(better)
    return changed


def take(plan: Plan) -> None:
    """Keep a plan that was made elsewhere, for every format that it fits and in which it is better."""
    for format_ in FORMATS:
        problem = format_.problem()
        same = (len(problem.roster.entrants), problem.table_size, problem.tables)
        if same != (
            len(plan.roster.entrants),
            plan.table_size,
            tuple(plan.played().sum(axis=1).tolist()),
        ):
            continue
        table = _in_letters(plan)
        apart = ~problem.can_meet()
        np.fill_diagonal(apart, val=False)
        never = fitting.never(table)
        teams = [members for members in plan.roster.teams().values() if len(members) > 1]
        slots = fitting.placed(apart, never, teams, np.random.default_rng(0))
        if slots is None:
            continue
        people = np.argsort(slots).astype(np.int32)
        seats = np.where(plan.seats >= 0, people[plan.seats], EMPTY)
        entry = entry_of(format_, "even", plan.with_(roster=problem.roster, seats=seats))
        told = "better" if keep(entry) else "no better"
        tell(f"{entry.format}: {entry.squares} [{entry.low},{entry.high}], {told}")


def arguments(words: Sequence[str] | None = None) -> argparse.Namespace:
    """Read the command line."""
    from benchmarks.__main__ import seeds_of

    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.catalogue",
        description="Look for better plans of the catalogue; nothing that is there gets worse.",
        epilog="Without --effort none is looked for: the plans are certified and the table written.",
    )
    parser.add_argument(
        "formats", nargs="*", metavar="format", help='such as "30x3x12 t2" or 60x; all by default'
    )
    parser.add_argument("--effort", type=float, help="the effort for each plan")
    parser.add_argument("--seconds", type=float, help="a cap on the clock for each plan")
    parser.add_argument("--seeds", type=seeds_of, default="0", help="such as 0-4 or 1,3,7-9")
    parser.add_argument("--jobs", type=int, default=None, help="threads; all processors by default")
    parser.add_argument("--prefer", choices=PREFERENCES, help="one of them; both by default")
    parser.add_argument(
        "--take", nargs="+", metavar="FILE", default=[], help="plans made elsewhere"
    )
    parser.add_argument("--missing", action="store_true", help="formats without any plan alone")
    parser.add_argument(
        "--settled", action="store_true", help="what is proved best, too: fewer ends"
    )
    parser.add_argument("--from-scratch", action="store_true", help="not from what is there")
    given = parser.parse_args(words)
    chosen = [
        format_
        for format_ in FORMATS
        if not given.formats or any(_named(format_, text) for text in given.formats)
    ]
    if not chosen:
        parser.error(f"there is no format {given.formats[0]}")
    given.formats = chosen
    return given


def _named(format_: Format, text: str) -> bool:
    return str(format_) == text or (text.endswith("x") and str(format_).startswith(text))


def search(given: argparse.Namespace) -> None:
    """Look for better plans, seed by seed, all formats under each."""
    there = {str(entry.format) for entry in catalogue.shipped()}
    for seed in given.seeds:
        for format_ in given.formats:
            if given.missing and str(format_) in there:
                continue
            for prefer in PREFERENCES:
                if given.prefer in (None, prefer):
                    look(format_, prefer, given, seed)


# ---- the bench


def main(ask: Ask) -> Iterator[Figures]:
    """Seat every format at once, and hold it against what is recorded."""
    seat(FORMATS[1].problem(), effort=0)  # compiles
    rows, measured = [], []
    for entry in catalogue.shipped():
        tell(entry.key)
        plan, seconds = timed(seat, entry.format.problem(), seed=ask.seeds[0], prefer=entry.prefer)
        found = entry_of(entry.format, entry.prefer, plan)
        kept = found.order(entry.prefer) == entry.order(entry.prefer)
        current = found.bound == entry.bound
        rows.append((*_row(entry), spelled(seconds), "yes" if kept and current else "NO"))
        measured.append({"format": entry.key, "seconds": seconds, "kept": kept, "bound": current})
    shown = table([])
    size = DATA.stat().st_size / 1000
    yield Figures(
        title="The catalogue, at once",
        columns=(*shown.columns, "time", "as recorded"),
        rows=tuple(rows),
        note=f"{len(rows)} plans of {len({r[0] for r in rows})} formats in {size:.0f} kB.",
        measured=tuple(measured),
    )


def run(words: Sequence[str] | None = None) -> None:
    """Do what the command line asks for."""
    given = arguments(words)
    for file in given.take:
        take(read_plan(file))
    if given.effort is not None:
        search(given)
    write(certified(catalogue.shipped()))
    print(f"{len(catalogue.shipped())} plans", file=sys.stderr)


if __name__ == "__main__":
    run()
