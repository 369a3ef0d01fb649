"""Standings as lines for people: places, points, why each one is above the next, and what is open."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from mafsim.scoring import components_of, written
from mafsim.standings.document import decided_by, value
from mafsim.standings.doubts import Change, Dispute, Misdrawn
from mafsim.standings.places import PER_GAME, Standings
from mafsim.words import plain, say

_GAP = "  "


def lines(table: Standings, lang: str, *, width: int = 80) -> list[str]:
    """Give a header, and for each: place, name, points, components, and what decided.

    The reason stands behind the numbers where there is room, else on a line of its own.
    """
    columns = dict(_columns(table, lang))
    names = [plain(table.units.names[unit]) for unit in table.order[0].tolist()]
    places = [str(place + 1) for place in table.place[0].tolist()]
    head = ["", say(lang, f"standings.column.{table.units.by}"), *columns]
    rows = [
        [place, name, *cells]
        for place, name, *cells in zip(places, names, *columns.values(), strict=True)
    ]
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    found = [_aligned(head, widths)]
    for k, row in enumerate(rows):
        line, reason = _aligned(row, widths), because(table, k, lang)
        if len(line) + len(_GAP) + len(reason) <= width:
            found.append(f"{line}{_GAP}{reason}".rstrip())
        else:
            found += [line, f"{'':{widths[0]}}{_GAP}{reason}"]
    return found


def _aligned(cells: Sequence[str], widths: Sequence[int]) -> str:
    place, name, *numbers = (
        f"{cell:<{wide}}" if column == 1 else f"{cell:>{wide}}"
        for column, (cell, wide) in enumerate(zip(cells, widths, strict=True))
    )
    return _GAP.join((place, name, *numbers)).rstrip()


def _columns(table: Standings, lang: str) -> Iterator[tuple[str, list[str]]]:
    """Give the columns of numbers: what is ranked, and the components that anybody has."""
    order, earned = table.order[0].tolist(), table.earned

    def shown(points: Sequence[int]) -> list[str]:
        return [number(written(points[unit]), lang) for unit in order]

    if PER_GAME in table.levels:
        averages = [number(str(value(table, PER_GAME, unit)), lang) for unit in order]
        yield say(lang, "standings.column.per_game"), averages
    yield say(lang, "standings.column.points"), shown(earned.points[0].tolist())
    for name in components_of(earned.tallies.regulation):
        points = earned.component(name)[0]
        if points.any():
            yield say(lang, f"standings.column.{name}"), shown(points.tolist())


def number(digits: str, lang: str) -> str:
    """Give a decimal number with the sign that a language puts before its decimals."""
    return digits.replace(".", say(lang, "standings.decimal_point"))


def because(table: Standings, k: int, lang: str) -> str:
    """Say why the one on line k is above the next, or that they share a place; the last has none."""
    decided = decided_by(table, k)
    if decided is None:
        return ""
    if decided not in table.levels or decided == "lot":
        return say(lang, f"standings.because.{decided}")
    own, other = (_compared(table, decided, line, lang) for line in (k, k + 1))
    reason = say(lang, f"standings.because.{decided}", own=own, other=other)
    return say(lang, "standings.above", reason=reason)


def _compared(table: Standings, level: str, k: int, lang: str) -> str:
    """Write what the one on line k has of a level; points taken off without their sign."""
    written_value = str(value(table, level, int(table.order[0, k])))
    return number(written_value.removeprefix("-") if level == "penalties" else written_value, lang)


def dispute(open_: Dispute, lang: str) -> list[str]:
    """Say which protest is open, and what it would alter."""
    found = [
        say(
            lang,
            "standings.protest.open",
            round=open_.round,
            table=open_.table,
            result=_result(open_.winner.name, lang),
            names=open_.protesters,
        )
    ]
    for winner, altered in open_.otherwise:
        result = _result(winner.name, lang)
        if not altered:
            nothing = say(lang, "standings.protest.nothing", result=result)
            found.append(f"{_GAP}{nothing}")
        else:
            names = changes(altered, lang)
            told = say(lang, "standings.protest.otherwise", result=result, changes=names)
            found.append(f"{_GAP}{told}")
    return found


def _result(name: str, lang: str) -> str:
    return say(lang, f"record.{name.lower()}")


def changes(altered: Iterable[Change], lang: str) -> str:
    """Say whose place changes, from which to which."""
    return ", ".join(
        say(
            lang,
            "standings.change",
            name=change.name,
            before=change.before,
            after=change.after,
        )
        for change in altered
    )


def misdrawn(found: Misdrawn, lang: str) -> str:
    """Say whom the results, as they stand, would have sent elsewhere."""
    where = {"stage": found.stage, "round": found.round, "name": found.name, "place": found.place}
    if found.in_field is not None:
        key = "in_field" if found.in_field else "not_in_field"
        return say(lang, f"standings.misdrawn.{key}", **where)
    return say(lang, "standings.misdrawn.table", sat_at=found.sat_at, due_at=found.due_at, **where)
