"""Plan files: mafsim's own JSON, tables from any program, and what other programs write."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from mafsim.files.atomic import write_text
from mafsim.files.document import TABLE_SIZES, Document, plan_text, read_document
from mafsim.files.foreign import (
    has_rounds,
    is_array,
    is_federation,
    is_schedule,
    read_array,
    read_federation,
    read_schedule,
)
from mafsim.files.grid import names_columns, text_rows
from mafsim.files.limits import MAX_PLAN_BYTES, MAX_PLAN_ROWS
from mafsim.files.names import Names
from mafsim.files.people import Pairs
from mafsim.files.place import PlacedError
from mafsim.files.plan_of_rows import COLUMNS, plan_likeness, plan_of_rows
from mafsim.files.plan_of_slots import plan_of_slots
from mafsim.files.seated import by_name, made_plan, warned
from mafsim.files.sheet import is_spreadsheet, spreadsheet_rows
from mafsim.files.source import name_of, read_bytes
from mafsim.files.text import decode
from mafsim.files.tree import Node, is_json, lists_numbers, parse
from mafsim.plan import Plan
from mafsim.roster import Roster


def read_plan(
    source: str | Path, *, roster: Roster | None = None, table_size: int | None = None
) -> Plan:
    """Read who sits where.

    Parameters
    ----------
    source
        A path, or ``-`` for standard input: mafsim's JSON; a table (CSV, XLSX, ODS) with the
        columns ``round``, ``table``, ``seat``, ``player`` and perhaps others; the schedule, the bare
        array or the federation's text of other programs. What it is, its content says.
    roster
        The people, if the file is not to be believed about them. The plan's people are found in
        it by name; ages, teams, absences and pins are the roster's, and who is kept apart is what
        either of them says.
    table_size
        How many sit at a table, where the file does not say. Without it a table of nothing but
        rows is for tables of ten, unless it has two tables or more and either no seat above 8, then
        its highest seat number is the size, or mostly tables with the same seat above 10 as their
        highest, then that one is. (Nine is ten with one missing, and one table of eleven among
        tables of ten is too large.)

    Returns
    -------
    Plan
        What the file says, right or wrong; what the user should look at is in its roster's
        `warnings`, behind those of `roster`.

    Raises
    ------
    UsageError
        The path does not exist.
    FileError
        It is no plan.
    """
    data = read_bytes(source, limit=MAX_PLAN_BYTES)
    return parse_plan(data, file=name_of(source), roster=roster, table_size=table_size)


def parse_plan(
    data: bytes, *, file: str, roster: Roster | None = None, table_size: int | None = None
) -> Plan:
    """Read a plan from a file's bytes; `file` names it in sentences."""
    if is_spreadsheet(data):
        rows, warnings = spreadsheet_rows(
            data, file=file, most=MAX_PLAN_ROWS, likeness=plan_likeness
        )
        return plan_of_rows(rows, warnings, file, roster, table_size)
    text = decode(data, file=file)
    size = table_size or TABLE_SIZES["mafia"]
    document = _document(text, file, size)
    if document is not None:
        if is_schedule(document):
            return plan_of_slots(read_schedule(document, size=size), file, roster, table_size)
        if is_array(document):
            people = None if roster is None else len(roster.entrants)
            told = read_array(document, size=size, people=people)
            return plan_of_slots(told, file, roster, table_size)
        return _of_document(read_document(document), file, roster, table_size)
    if not is_headed(text) and is_federation(text, size=size):
        return plan_of_slots(read_federation(text, file=file, size=size), file, roster, table_size)
    rows = text_rows(text, COLUMNS, file=file, most=MAX_PLAN_ROWS)
    return plan_of_rows(rows, [], file, roster, table_size)


def is_headed(text: str) -> bool:
    """Say whether the first line of a text is taken for the columns of a table.

    Somebody may be called as a column is: one such word does not make a heading where rounds follow
    one another as in the federation's text. A roster that was given for a plan has one round at most.
    """
    named = names_columns(text, COLUMNS)
    return named > 1 or (named == 1 and not has_rounds(text))


def _document(text: str, file: str, size: int) -> Node | None:
    """Give a text as JSON; None if it is none, also if only its first name begins as JSON does."""
    if not is_json(text, file=file):
        return None
    try:
        return parse(text, file=file)
    except PlacedError:
        surely = file.lower().endswith(".json") or lists_numbers(text)
        if surely or not is_federation(text, size=size):
            raise
        return None


def write_plan(plan: Plan, target: str | Path, *, force: bool = False) -> None:
    """Write a plan as mafsim's JSON; the bytes depend on the plan alone.

    Raises
    ------
    FileError
        The file cannot be written, or exists and `force` is not given.
    """
    write_text(plan_text(plan), target, force=force)


def _of_document(
    document: Document, file: str, roster: Roster | None, table_size: int | None
) -> Plan:
    own, seating = document.roster, document.seating
    known = {entrant.id: index for index, entrant in enumerate(own.entrants)}
    people = own
    if roster is not None:
        roster = _pairs_of_people(roster) if document.game == "shapka" else roster
        names = {entrant.id: entrant.name for entrant in own.entrants}
        known = by_name(roster, seating, names)
        people = _with_pairs_of(own, roster)
    size = document.table_size or table_size or TABLE_SIZES[document.game]
    plan = made_plan(seating, known, people, size, file)
    return plan.with_(
        roster=warned(plan.roster, document.warnings),
        game=document.game,
        revision=document.revision,
        frozen=document.frozen,
        certificate=document.certificate,
        provenance=document.provenance,
    )


def _pairs_of_people(roster: Roster) -> Roster:
    """Give the pairs of a roster whose rows may be their people."""
    from mafsim.regulations.entry import pairs

    return pairs(roster)[0]


def _with_pairs_of(own: Roster, roster: Roster) -> Roster:
    """Give a roster that also holds what the plan's own demands say, and that no roster file can say.

    That is who is kept apart besides, who has joined late or left, banned tables, and judges.
    """
    names = Names(entrant.name for entrant in roster.entrants)
    index = [names.find(entrant.name) for entrant in own.entrants]

    def joined(pairs: Pairs, more: Pairs) -> Pairs:
        both = [(index[a], index[b]) for a, b in more]
        found = {(min(a, b), max(a, b)) for a, b in both if a is not None and b is not None}
        return tuple(sorted({*pairs, *(pair for pair in found if pair[0] != pair[1])}))

    entrants = list(roster.entrants)
    for entrant, other in zip(own.entrants, index, strict=True):
        if other is not None:
            entrants[other] = replace(
                entrants[other],
                joined=entrant.joined,
                left=entrant.left,
                division=entrants[other].division or entrant.division,
            )
    bans = [
        replace(ban, entrant=other) for ban in own.bans if (other := index[ban.entrant]) is not None
    ]
    return replace(
        roster,
        entrants=tuple(entrants),
        divided=roster.divided or own.divided,
        apart=joined(roster.apart, own.apart),
        avoid=joined(roster.avoid, own.avoid),
        bans=(*roster.bans, *(ban for ban in bans if ban not in roster.bans)),
        judges=tuple(
            replace(
                judge,
                barred=tuple(
                    sorted({other for i in judge.barred if (other := index[i]) is not None})
                ),
            )
            for judge in own.judges
        ),
    )
