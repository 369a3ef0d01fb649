"""What a regulation shows of itself: values beside the words, what is assumed, what is left out."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from typing import Any

from mafsim.regulations.load import base_values
from mafsim.regulations.schema import Assumed, Clause, Regulation, name_of

_CHAPTERS = (
    "base",
    "place",
    "dates",
    "entry",
    "table",
    "stages",
    "cut",
    "rules",
    "scoring",
    "ranking",
    "judging",
)
"""The keys that hold values, in the order in which they are shown."""

_NOT_VALUES = ("name", "title", "reason")
"""How a thing inside a chapter is called, which is no value."""

Document = dict[str, Any]


def describe(regulation: Regulation) -> Document:
    """Give what a person may want to see of a regulation, as plain data for JSON or a printer.

    Returns
    -------
    Document
        `name`, `title`, `game`, `based_on`, `base` and `digest`; `values`, each with its dotted
        path, the ids of the clauses and questions that it comes from, and whether it is one that
        the text does not say and the base fills in; `departures`, where mafsim's default departs
        from the words; `assumed`, the open questions with their readings; `clauses`, each with its
        words, the paths that it sets, the questions that it leaves open, and its status: ``bound``
        to values or questions, or ``unmodelled``. A text is a table of its languages; what is
        unknown is null.
    """
    return {
        "name": regulation.name,
        "title": _plain(regulation.title),
        "game": regulation.game,
        "based_on": regulation.based_on,
        "base": regulation.base,
        "digest": regulation.digest,
        "values": [
            {
                "path": path,
                "value": value,
                "clauses": _ids(regulation.clauses, path),
                "assumed": _ids(regulation.assumed, path),
                "from_base": from_base,
            }
            for path, value, from_base in _values(regulation)
        ],
        "departures": list(_departures(regulation)),
        "assumed": [_question(question) for question in regulation.assumed],
        "clauses": [_clause(clause) for clause in regulation.clauses],
    }


def _ids(sources: Iterable[Clause | Assumed], path: str) -> list[str]:
    """Give the ids of the clauses or questions that a value comes from."""
    return [each.id for each in sources if _covers(each, path)]


def _covers(source: Clause | Assumed, path: str) -> bool:
    return any(path == each or path.startswith(f"{each}.") for each in source.sets)


def _values(regulation: Regulation) -> Iterator[tuple[str, object, bool]]:
    """Give each value with its path, chapter by chapter, and whether the base fills it in."""
    stated = regulation.model_dump(include=set(_CHAPTERS), exclude_unset=True)
    base = {} if regulation.base is None else base_values(regulation.base)
    for chapter in _CHAPTERS:
        said = dict(_leaves(chapter, stated[chapter])) if chapter in stated else {}
        filled_in = dict(_leaves(chapter, base[chapter])) if chapter in base else {}
        for path, value in (filled_in | said).items():
            yield path, value, path not in said


def _leaves(path: str, value: Any) -> Iterator[tuple[str, object]]:
    if isinstance(value, dict) and not _is_text(value):
        for key, inner in value.items():
            if key not in _NOT_VALUES:
                yield from _leaves(f"{path}.{key}", inner)
    elif isinstance(value, tuple) and value and all(name_of(item) for item in value):
        for item in value:
            yield from _leaves(f"{path}.{name_of(item)}", item)
    else:
        yield path, _plain(value)


def _is_text(value: Mapping[str, Any]) -> bool:
    return bool(value) and value.keys() <= {"en", "ru"}


def _departures(regulation: Regulation) -> Iterator[Document]:
    """Give each default that departs from how the text deals, and the clauses that say so."""
    places: list[tuple[str, str, str, str | None]] = [
        ("table", "order", regulation.table.order, regulation.table.order_as_written)
    ]
    places += [
        (f"stages.{stage.name}", "draw", stage.draw, stage.draw_as_written)
        for stage in regulation.stages
    ]
    for place, key, default, written in places:
        if written is not None and written != default:
            path = f"{place}.{key}_as_written"
            yield {
                "path": f"{place}.{key}",
                "default": default,
                "as_written": written,
                "clauses": _ids(regulation.clauses, path),
            }


def _question(question: Assumed) -> Document:
    return {
        "id": question.id,
        "question": _plain(question.question),
        "clauses": list(question.clauses),
        "readings": [
            {
                "key": reading.key,
                "says": _plain(reading.says),
                "taken": reading.key == question.taken,
                "set": list(reading.set),
            }
            for reading in question.readings
        ],
        "why": _plain(question.why),
        "sets": list(question.sets),
    }


def _clause(clause: Clause) -> Document:
    return {
        "id": clause.id,
        "chapter": clause.chapter,
        "status": "unmodelled" if clause.unmodelled else "bound",
        "line": clause.line,
        "section": clause.section,
        "words": clause.words,
        "says": _plain(clause.says),
        "sets": list(clause.sets),
        "assumed": list(clause.assumed),
        "note": _plain(clause.note),
    }


def _plain(value: Any) -> Any:
    """Give a value as JSON has it; decimals and times keep their digits as text."""
    if hasattr(value, "model_dump"):
        return value.model_dump(exclude_none=True)
    if isinstance(value, dict):
        return {key: _plain(inner) for key, inner in value.items()}
    if isinstance(value, tuple):
        return [_plain(inner) for inner in value]
    if isinstance(value, Decimal):
        return f"{value:f}"
    if isinstance(value, dt.date):
        return value.isoformat()
    if isinstance(value, dt.time):
        return value.isoformat("minutes")
    return value
