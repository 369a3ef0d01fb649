"""Lists of names as people paste them from a messenger: numbers, bullets, headings, teams."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from mafsim.files.grid import Row, Warnings
from mafsim.files.text import clean, shown

_BULLET = re.compile(r"(?:[-–—+*]\ufe0f?\s+|[•‣◦·▪▫●○■□◆◇►▶➤✅☑✔✓]\ufe0f?\s*)")
_NUMBER = re.compile(
    r"(?:[#№]\s*)?[0-9]{1,4}\s*[.)](?![0-9])\s*"
    r"|(?:(?:[0-9]\ufe0f?\u20e3)+|\U0001f51f)\s*[.)]?\s*"
)
_PLAIN_NUMBER = re.compile(r"([0-9]{1,4})\s+(?=\S)")
_COUNTED = 3
"""So many lines make it plain that the numbers in front of them count."""
_LONGEST = 1_000
"""A longer line holds no name that could be accepted."""

_NOBODY = re.compile(r"[-–—_.…\s]*")
_TEAMS = (
    re.compile(r"(?P<name>.*\S)\s+[-–—]\s+(?P<team>\S.*)"),
    re.compile(r"(?P<name>[^()\[\]]*[^()\[\]\s])\s*[(\[](?P<team>[^()\[\]]+)[)\]]"),
)
_DASH = re.compile(r"\s[-–—]\s")


@dataclass(frozen=True, slots=True)
class Line:
    """A line's name, and the team that it names, if any."""

    number: int
    name: str
    team: str = ""
    is_numbered: bool = False


def is_table(rows: Sequence[Row]) -> bool:
    """Say whether lines are a table without a header, which no one can guess."""
    texts = [_without_number(_bare(row.cells[0].strip())) for row in rows]
    return any(";" in text or "\t" in text for text in texts) or all("," in text for text in texts)


def pasted_lines(rows: Sequence[Row], *, file: str) -> tuple[list[Line], Warnings]:
    """Give the names of a pasted list.

    Numbers, bullets and headings are left out; so is a number behind which nobody stands.
    A team behind a dash or in brackets is believed only if every line has one and most of the
    teams have more than one member; a remark such as ``(late)`` is thus never a team.
    """
    lines = _without_plain_numbers([_line(row) for row in rows])
    lines, warnings = _without_headings(lines, file)
    if any(line.is_numbered for line in lines):
        warnings += [
            ("pasted.unnumbered", {"file": file, "row": line.number, "value": shown(line.name)})
            for line in lines
            if not line.is_numbered
        ]
    vacant = [line for line in lines if _NOBODY.fullmatch(line.name)]
    warnings += [("pasted.nobody", {"file": file, "row": line.number}) for line in vacant]
    lines = [line for line in lines if line not in vacant]
    return _with_teams(lines, warnings, file)


def _line(row: Row) -> Line:
    text = _bare(clean(row.cells[0]))
    name = _without_number(text)
    return Line(row.number, _bare(name), is_numbered=name != text)


def _without_number(text: str) -> str:
    number = _NUMBER.match(text)
    return text if number is None else text[number.end() :]


def _bare(text: str) -> str:
    """Give a line without the bullets in front."""
    while len(text) <= _LONGEST and (bullet := _BULLET.match(text)):
        text = text[bullet.end() :]
    return text


def _without_plain_numbers(lines: list[Line]) -> list[Line]:
    """Leave out numbers without a dot where they count the lines: 1, 2, 3 and so on."""
    if any(line.is_numbered for line in lines):
        return lines
    numbers = [_PLAIN_NUMBER.match(line.name) for line in lines]
    counted = [int(number[1]) for number in numbers if number is not None]
    if len(counted) < _COUNTED or counted != list(range(1, len(counted) + 1)):
        return lines
    return [
        line
        if number is None
        else replace(line, name=_bare(line.name[number.end() :]), is_numbered=True)
        for line, number in zip(lines, numbers, strict=True)
    ]


def _without_headings(lines: list[Line], file: str) -> tuple[list[Line], Warnings]:
    """Leave out what stands above a numbered list, and lines without a number that end in a colon."""
    numbered = [index for index, line in enumerate(lines) if line.is_numbered]
    above = numbered[0] if len(numbered) > 1 else 0
    names = [
        line
        for line in lines[above:]
        if line.is_numbered or len(lines) == 1 or not line.name.endswith(":")
    ]
    warnings: Warnings = [
        ("pasted.heading", {"file": file, "row": line.number, "value": shown(line.name)})
        for line in lines
        if line not in names
    ]
    return names, warnings


def _with_teams(lines: list[Line], warnings: Warnings, file: str) -> tuple[list[Line], Warnings]:
    for pattern in _TEAMS:
        split = [pattern.fullmatch(line.name) for line in lines]
        parts = [match for match in split if match is not None]
        if len(parts) < len(lines) or any(_DASH.search(part["name"]) for part in parts):
            continue
        teams = {part["team"] for part in parts}
        if len(lines) < 2 or 2 * len(teams) > len(lines):
            continue
        found = [
            Line(line.number, part["name"], part["team"])
            for line, part in zip(lines, parts, strict=True)
        ]
        return found, [*warnings, ("pasted.teams", {"file": file, "n": len(teams)})]
    unclear = [line for line in lines if any(p.fullmatch(line.name) for p in _TEAMS)]
    if unclear:
        fields = {"file": file, "row": unclear[0].number, "value": shown(unclear[0].name)}
        warnings = [*warnings, ("pasted.whole", fields)]
    return lines, warnings
