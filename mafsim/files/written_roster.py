"""People written as files: a roster and its judges as tables for a spreadsheet."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence

from mafsim.files.text import defuse
from mafsim.roster import Entrant, Roster

_TEXTS = ("team", "division", "pair", "club", "leader", "captain", "applied_at")
_ORDER = (
    *("name", "team", "pair", "division", "age", "club", "rating", "applied_at", "leader"),
    *("captain", "apart", "avoid", "absent", "table", "ban"),
)


def roster_csv(roster: Roster) -> str:
    """Give a roster as a table with commas; what nobody has gets no column.

    Ids, and since when and until when somebody takes part, are no matter of a roster's file. A name
    with a ``;`` in it can be told in a list of names only alone.
    """
    names = [entrant.name for entrant in roster.entrants]
    wishes = {"apart": _by_first(roster.apart, names), "avoid": _by_first(roster.avoid, names)}
    rows = []
    for index, entrant in enumerate(roster.entrants):
        row = _texts(entrant)
        row |= {column: "; ".join(of.get(index, ())) for column, of in wishes.items()}
        row["ban"] = "; ".join(
            f"{ban.table + 1}: {_rounds(ban.rounds)}" if ban.rounds else str(ban.table + 1)
            for ban in roster.bans
            if ban.entrant == index
        )
        rows.append(row)
    return _table(rows, _ORDER)


def judges_csv(roster: Roster) -> str:
    """Give the judges of a roster as a table with commas: ``name``, ``table`` and ``not``."""
    rows = [
        {
            "name": judge.name,
            "table": "" if judge.table is None else str(judge.table + 1),
            "not": "; ".join(roster.entrants[index].name for index in judge.barred),
        }
        for judge in roster.judges
    ]
    return _table(rows, ("name", "table", "not"))


def _by_first(pairs: Iterable[tuple[int, int]], names: Sequence[str]) -> dict[int, list[str]]:
    found: dict[int, list[str]] = {}
    for one, other in pairs:
        found.setdefault(one, []).append(names[other])
    return found


def _texts(entrant: Entrant) -> dict[str, str]:
    row = {column: getattr(entrant, column) or "" for column in _TEXTS}
    return row | {
        "name": entrant.name,
        "age": "" if entrant.age is None else str(entrant.age),
        "rating": "" if entrant.rating is None else repr(entrant.rating).removesuffix(".0"),
        "absent": _rounds(entrant.absent),
        "table": "" if entrant.table is None else str(entrant.table + 1),
    }


def _rounds(rounds: Iterable[int]) -> str:
    return " ".join(str(round_ + 1) for round_ in sorted(rounds))


def _table(rows: Sequence[Mapping[str, str]], order: Sequence[str]) -> str:
    columns = [each for each in order if each == "name" or any(row[each] for row in rows)]
    sheet = io.StringIO()
    writer = csv.writer(sheet, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([defuse(row[column]) for column in columns] for row in rows)
    return sheet.getvalue()
