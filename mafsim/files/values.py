"""What the cells of a roster say: ages, ratings, rounds, tables, moments."""

from __future__ import annotations

import re
from datetime import date, datetime

from mafsim.files.limits import MAX_AGE, MAX_ROUNDS, MAX_TABLES
from mafsim.files.place import Place, PlacedError
from mafsim.files.text import checked, clean, shown

_NUMBER = re.compile(r"[+-]?[0-9]{1,15}(?:[.,][0-9]{1,15})?")
_WHOLE = re.compile(r"([0-9]{1,9})(?:[.,]0{1,9})?")
"""Also as programs write it that keep every number as a fraction."""
_ROUNDS = re.compile(r"([0-9]{1,9})(?:\.0{1,9}|-([0-9]{1,9}))?")
_RUSSIAN_DATE = re.compile(r"([0-9]{1,2})\.([0-9]{1,2})\.([0-9]{4})(?:,?\s+([0-9]{1,2}:[0-9:]+))?")


def whole(text: str, least: int, greatest: int) -> int | None:
    """Read a whole number within limits; None if it is none."""
    written = _WHOLE.fullmatch(clean(text))
    if written is None:
        return None
    number = int(written[1])
    return number if least <= number <= greatest else None


def age(text: str, place: Place) -> int | None:
    """Read an age in whole years; an empty cell is none."""
    if not clean(text):
        return None
    years = whole(text, 1, MAX_AGE)
    if years is None:
        raise PlacedError("roster.age", place=place, value=shown(clean(text)), greatest=MAX_AGE)
    return years


def rating(text: str, place: Place) -> float | None:
    """Read a rating, with a decimal point or comma; an empty cell is none."""
    text = clean(text)
    if not text:
        return None
    if not _NUMBER.fullmatch(text):
        raise PlacedError("roster.rating", place=place, value=shown(text))
    return float(text.replace(",", "."))


def table(text: str, place: Place) -> int | None:
    """Read the table to which someone is pinned, zero-based; an empty cell is none."""
    if not clean(text):
        return None
    number = whole(text, 1, MAX_TABLES)
    if number is None:
        raise PlacedError(
            "roster.table", place=place, value=shown(clean(text)), greatest=MAX_TABLES
        )
    return number - 1


def bans(text: str, place: Place) -> tuple[tuple[int, frozenset[int]], ...]:
    """Read banned tables such as ``2; 3: 1-4``, zero-based: table 2 in all rounds, 3 in the first four."""
    found: list[tuple[int, frozenset[int]]] = []
    for part in clean(text).split(";"):
        if not clean(part):
            continue
        number, colon, rounds = part.partition(":")
        table = whole(number, 1, MAX_TABLES)
        if table is None or (colon and not clean(rounds)):
            raise PlacedError("roster.ban", place=place, value=shown(clean(part)))
        found.append((table - 1, absent(rounds, place)))
    return tuple(found)


def absent(text: str, place: Place) -> frozenset[int]:
    """Read rounds such as ``1;2`` or ``1-3``, zero-based; an empty cell is none of them."""
    rounds: set[int] = set()
    spelled = re.sub(r"\s*[-–—]\s*", "-", clean(text))
    for part in re.split(r"[;,\s]+", spelled):
        if not part:
            continue
        match = _ROUNDS.fullmatch(part)
        first = int(match[1]) if match else 0
        last = int(match[2] or first) if match else 0
        if not 1 <= first <= last <= MAX_ROUNDS:
            raise PlacedError(
                "roster.absent", place=place, value=shown(clean(text)), greatest=MAX_ROUNDS
            )
        rounds.update(range(first - 1, last))
    return frozenset(rounds)


def moment(text: str, place: Place) -> tuple[str | None, bool]:
    """Read when somebody applied, and say whether it is a date.

    A date becomes ISO 8601 (``2024-03-01 12:30``), so that moments can be compared; anything
    else stays as it is.
    """
    text = checked(text, place)
    if not text:
        return None, True
    russian = _RUSSIAN_DATE.fullmatch(text)
    if russian:
        day, month, year, time = russian.groups()
        iso = f"{year}-{month:0>2}-{day:0>2}"
        if time:
            hour, _, rest = time.partition(":")
            iso += f" {hour:0>2}:{rest}"
    else:
        iso = text
    try:
        if len(iso) == len("2024-03-01"):
            return date.fromisoformat(iso).isoformat(), True
        return _short(datetime.fromisoformat(iso)), True
    except ValueError:
        return text, False


def _short(moment: datetime) -> str:
    """Give a moment without the seconds that nobody wrote."""
    exact = moment.second or moment.microsecond
    return moment.isoformat(sep=" ", timespec="auto" if exact else "minutes")
