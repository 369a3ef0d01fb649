"""Results files: what happened at the tables, as a table (CSV, XLSX, ODS) or as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from mafsim.files import record, record_of_mafia, record_of_shapka
from mafsim.files.document import FORMAT as PLAN
from mafsim.files.document import planned_roster
from mafsim.files.doubtful import doubtful
from mafsim.files.faults import Faults, ForbiddenError
from mafsim.files.foreign_results import COLUMNS as FOREIGN
from mafsim.files.foreign_results import foreign_lines
from mafsim.files.grid import Row, Warnings, text_rows
from mafsim.files.limits import MAX_RESULT_ROWS, MAX_RESULTS_BYTES
from mafsim.files.lines import Line, object_lines, table_lines
from mafsim.files.people import refuse_crowd
from mafsim.files.place import Place, PlacedError
from mafsim.files.record import COLUMNS
from mafsim.files.recorded import Places, Recorded
from mafsim.files.sheet import is_spreadsheet, spreadsheet_rows
from mafsim.files.source import name_of, read_bytes
from mafsim.files.text import clean, decode
from mafsim.files.tree import Node, is_json, parse
from mafsim.games import AnyGames, Games
from mafsim.roster import Roster

if TYPE_CHECKING:
    from mafsim.regulations import Regulation
    from mafsim.scoring import Refusal

FORMAT = "mafsim-results"
VERSION = 1
"""The version of the document that this mafsim writes, and the newest that it reads."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Results:
    """What a results file says, and all that is wrong with it."""

    games: AnyGames
    """The games that are whole, in the order of rounds and tables. What a regulation forbids is in
    them as it was typed."""
    places: Places
    """``places[game][seat]``: where in the file it stands."""
    faults: tuple[PlacedError, ...]
    """What cannot be accepted, in the order of the file."""
    warnings: Warnings
    """Sentences of `words` that the user should see."""


def read_results(
    source: str | Path,
    regulation: Regulation | None = None,
    *,
    roster: Roster | None = None,
    lenient: bool = False,
) -> Results:
    """Read what happened at the tables.

    Parameters
    ----------
    source
        A path, or ``-`` for standard input.
    regulation
        What the results must follow; without one, only what no game can have is refused.
    roster
        The people; without one they are those whom the file names.
    lenient
        Whether faults are gathered in `Results.faults`; otherwise the first one is raised.

    Raises
    ------
    UsageError
        The path does not exist.
    FileError
        It is no results file; or something in it cannot be accepted, and `lenient` is not given.
        The sentence names the row, and the clause that forbids what stands there.
    """
    data = read_bytes(source, limit=MAX_RESULTS_BYTES)
    return parse_results(data, regulation, file=name_of(source), roster=roster, lenient=lenient)


def parse_results(
    data: bytes,
    regulation: Regulation | None = None,
    *,
    file: str,
    roster: Roster | None = None,
    lenient: bool = False,
) -> Results:
    """Read results from a file's bytes; `file` names it in sentences."""
    lines, columns, known, warnings = _lines(data, file)
    if not lines:
        raise PlacedError("results.no_content", place=Place(file))
    _refuse_many(len(lines), file)
    refuse_crowd(len({line["name"] for line in lines}), file=file)
    faults = Faults()
    kind = record_of_shapka if _is_shapka(columns, regulation, file) else record_of_mafia
    people = roster if roster is not None else known
    recorded = kind.games_of(lines, regulation, people, faults, file=file)
    for fault in _forbidden(recorded, regulation):
        faults.found.append(fault)
    order = {line.place: number for number, line in enumerate(lines)}
    found = sorted(faults.found, key=lambda fault: order.get(fault.fields["place"], len(lines)))
    if found and not lenient:
        raise found[0]
    named = roster is not None and bool(roster.teams())
    return Results(
        games=recorded.games,
        places=recorded.places,
        faults=tuple(found),
        warnings=[
            *warnings,
            *recorded.warnings,
            *_wanting(recorded.games, regulation, file),
            *doubtful(recorded, regulation, file=file, teams_are_known=named),
        ],
    )


def _lines(data: bytes, file: str) -> tuple[list[Line], frozenset[str], Roster | None, Warnings]:
    """Give a file's lines, the columns that it has, and its people if it lists them."""
    if is_spreadsheet(data):
        rows, warnings = spreadsheet_rows(
            data, file=file, most=MAX_RESULT_ROWS, likeness=record.is_record
        )
    else:
        text = decode(data, file=file)
        if is_json(text, file=file):
            return _document_lines(parse(text, file=file))
        rows, warnings = _rows(text, file), []
    if not rows:
        raise PlacedError("results.no_content", place=Place(file))
    lines, columns, doubts = table_lines(rows, COLUMNS, file=file)
    return lines, columns, None, [*warnings, *doubts]


def _refuse_many(rows: int, file: str) -> None:
    if rows > MAX_RESULT_ROWS:
        raise PlacedError("results.large", place=Place(file), number=rows, limit=MAX_RESULT_ROWS)


def _rows(text: str, file: str) -> list[Row]:
    return text_rows(text, COLUMNS, file=file, most=MAX_RESULT_ROWS) if clean(text) else []


def _document_lines(
    document: Node,
) -> tuple[list[Line], frozenset[str], Roster | None, Warnings]:
    """Read a list of rows, or a document that holds them and perhaps its people."""
    foreign = foreign_lines(document)
    if foreign is not None:
        return foreign[0], FOREIGN, None, foreign[1]
    if isinstance(document.value, list):
        _refuse_many(len(document.value), document.file)
        return (*_without_people(object_lines(document, COLUMNS)),)
    version = document.get("version")
    if document.object().get("format") == FORMAT and version is not None:
        number = version.whole(1, 10**9)
        if number > VERSION:
            raise PlacedError("results.newer", place=document.place, version=number, known=VERSION)
    entries = next((node for key in _ROWS if (node := document.get(key)) is not None), None)
    if entries is None:
        raise PlacedError("results.no_results", place=document.place)
    _refuse_many(len(entries.values()), document.file)
    lines, columns, warnings = object_lines(entries, COLUMNS)
    people = None if document.get("entrants") is None else planned_roster(document)
    return lines, columns, people, warnings


_ROWS = ("rows", "results", "games")
"""The keys under which a document may hold its rows."""


def _without_people(
    found: tuple[list[Line], frozenset[str], Warnings],
) -> tuple[list[Line], frozenset[str], None, Warnings]:
    lines, columns, warnings = found
    return lines, columns, None, warnings


def _is_shapka(columns: frozenset[str], regulation: Regulation | None, file: str) -> bool:
    """Say which game it is, and refuse a file that is no record of it."""
    shapka = bool(columns & {*record.WORDS})
    if regulation is not None:
        shapka = regulation.game == "shapka"
    of_shapka, of_mafia = {*record.WORDS, "penalties"}, {"role", "result"}
    telling, of_other, required = (
        (of_shapka, of_mafia, record_of_shapka.REQUIRED)
        if shapka
        else (of_mafia, of_shapka, record_of_mafia.REQUIRED)
    )
    missing = [column for column in required if column not in columns]
    if not columns & telling:
        if regulation is not None and columns & of_other:
            other = "results.of_mafia" if shapka else "results.of_shapka"
            raise PlacedError(other, place=Place(file), regulation=regulation.name)
        raise PlacedError("results.no_results", place=Place(file))
    if missing:
        raise PlacedError("results.no_columns", place=Place(file), columns=missing, n=len(missing))
    return shapka


def is_results(data: bytes, *, file: str) -> bool:
    """Say whether a file is meant as results: whether it has a column that only they have.

    A workbook that has a plan as well is one of results as soon as a result is typed in.
    """
    try:
        if is_spreadsheet(data):
            return _has_results(data, file)
        columns = _columns(data, file)
    except PlacedError:
        return False
    return bool(columns & record.TELLING)


def _has_results(data: bytes, file: str) -> bool:
    from mafsim.files.plan_of_rows import plan_likeness

    lines, columns, _, _ = _lines(data, file)
    if not columns & record.TELLING:
        return False
    if any(line.says(*record.TELLING) for line in lines):
        return True
    first = spreadsheet_rows(data, file=file, most=MAX_RESULT_ROWS, likeness=plan_likeness)[0][0]
    return record.is_record(first)


def _columns(data: bytes, file: str) -> frozenset[str]:
    """Give the columns of a file; of a long text the beginning tells."""
    text = decode(data, file=file)
    if is_json(text, file=file):
        return frozenset() if PLAN in text[:_HEAD] else _document_lines(parse(text, file=file))[1]
    head = "\n".join(text[:_HEAD].splitlines()[:3])
    rows = _rows(head, file)
    return table_lines(rows[:1], COLUMNS, file=file)[1] if rows else frozenset()


_HEAD = 20_000
"""How much of a text is looked at to see what it is."""


def _forbidden(recorded: Recorded, regulation: Regulation | None) -> Iterator[ForbiddenError]:
    """Give what a regulation forbids in the games, each with the line where it stands."""
    from mafsim.scoring import clauses, forbidden

    games = recorded.games
    moved = tuple(_moved_not_first(recorded, regulation))
    wrong = {refusal.game for refusal in moved}
    for refusal in (*moved, *forbidden(games, regulation)):
        if refusal.key == "best_move_without_shot" and refusal.game in wrong:
            continue
        place = recorded.places[refusal.game][refusal.seat or 0]
        by = clauses(regulation, refusal.path) if regulation is not None and refusal.path else ()
        yield ForbiddenError(refusal, games, place, by)


def _moved_not_first(recorded: Recorded, regulation: Regulation | None) -> Iterator[Refusal]:
    """Give the best moves that stand on another line than that of the first killed."""
    from mafsim.scoring import Refusal, first_killed

    games = recorded.games
    if not isinstance(games, Games):
        return
    first = games.shot(1) if regulation is None else first_killed(games, regulation)
    for game, seat in enumerate(recorded.movers):
        if seat is not None and not first[game, seat]:
            yield Refusal("best_move_not_first", game, seat, "scoring.best_move")


def _wanting(games: AnyGames, regulation: Regulation | None, file: str) -> Warnings:
    """Warn of what a regulation prescribes and the file does not have, or not yet."""
    if regulation is None:
        return []
    from mafsim.scoring import with_few_rewarded, without_best_player

    warnings: Warnings = []
    if n := without_best_player(games, regulation):
        warnings.append(("results.no_best_player", {"file": file, "n": n}))
    if n := with_few_rewarded(games, regulation):
        warnings.append(("results.few_rewarded", {"file": file, "n": n}))
    return warnings
