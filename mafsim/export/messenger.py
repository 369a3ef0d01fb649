"""A plan as plain lines for a messenger."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from mafsim.export.rounds import Round, Table, caption, heading, rounds
from mafsim.report import title, titles
from mafsim.words import plain, say

if TYPE_CHECKING:
    from mafsim.plan import Plan


def text(plan: Plan, lang: str) -> str:
    """Give a plan as plain lines for a messenger: short ones, so that a phone breaks none."""
    blocks = [f"{title(plan, lang)}."]
    for round_ in rounds(plan, titles(plan, lang)):
        head = heading(round_, lang).upper()
        tables = [_table_lines(table, lang) for table in round_.tables]
        tables = tables or [say(lang, "export.no_games")]
        blocks += [f"{head}\n{tables[0]}", *tables[1:], *_away(round_, lang)]
    return "\n\n".join(blocks) + "\n"


def _table_lines(table: Table, lang: str) -> str:
    lines = [caption(table, lang)]
    if table.judge:
        lines.append(say(lang, "export.judge", name=table.judge))
    for seat in table.seats:
        name = plain(seat.entrant.name) if seat.entrant else "—"
        lines.append(f"{seat.number}. {name}" + (f" ({seat.places})" if seat.places else ""))
        if seat.people:
            lines.append(f"   {plain(seat.people)}")
        if seat.adviser:
            lines.append(f"   {say(lang, 'export.adviser', name=seat.adviser)}")
    return "\n".join(lines)


def _away(round_: Round, lang: str) -> Iterable[str]:
    for key, entrants in (("export.byes", round_.byes), ("export.absent", round_.absent)):
        if entrants:
            names = ", ".join(plain(entrant.name) for entrant in entrants)
            yield f"{say(lang, key)} {names}"
