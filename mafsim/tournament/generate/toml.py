"""A document written as TOML: values first, then tables, then lists of tables."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any

Document = Mapping[str, Any]


def toml(document: Document) -> str:
    """Write a document whose keys are bare ones of TOML."""
    return "\n".join(_lines(document, ())) + "\n"


def _lines(document: Document, path: tuple[str, ...]) -> Iterator[str]:
    tables = {key: value for key, value in document.items() if isinstance(value, Mapping)}
    lists = {key: value for key, value in document.items() if _is_list_of_tables(value)}
    for key, value in document.items():
        if key not in tables and key not in lists:
            yield f"{key} = {_value(value)}"
    for key, value in tables.items():
        yield from ("", f"[{'.'.join((*path, key))}]")
        yield from _lines(value, (*path, key))
    for key, values in lists.items():
        for value in values:
            yield from ("", f"[[{'.'.join((*path, key))}]]")
            yield from _lines(value, (*path, key))


def _is_list_of_tables(value: object) -> bool:
    return isinstance(value, list) and bool(value) and isinstance(value[0], Mapping)


def _value(value: object) -> str:
    match value:
        case bool():
            return str(value).lower()
        case Decimal():
            return f"{value:f}"
        case int():
            return str(value)
        case str():
            return json.dumps(value, ensure_ascii=False)
        case list() | tuple():
            return f"[{', '.join(map(_value, value))}]"
    raise TypeError(f"{type(value).__name__} is no value of TOML")
