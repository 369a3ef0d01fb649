"""What is told of a file that does not fit the schema: one sentence with the key's path."""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from mafsim.errors import MafsimError

if TYPE_CHECKING:
    from pydantic import ValidationError
    from pydantic_core import ErrorDetails

LONGEST_SHOWN = 60
"""How many characters of a refused value or key a sentence repeats."""


def refuse(
    found: ValidationError, data: Mapping[str, Any], label: str, kind: type[MafsimError]
) -> MafsimError:
    """Give the error that tells a person what is wrong first.

    Unknown keys come before all else: a key that is spelled wrong is also missing under its
    right name.

    Parameters
    ----------
    found
        What pydantic found.
    data
        What it was found in.
    label
        How the sentence calls the file.
    kind
        The kind of error: of a file, or of the words of a command.
    """
    errors = found.errors(include_url=False)
    first = min(errors, key=lambda error: error["type"] != "extra_forbidden")
    return _told(first, data, label, kind)


def _told(
    error: ErrorDetails, data: Mapping[str, Any], label: str, kind: type[MafsimError]
) -> MafsimError:
    *parents, key = error["loc"]
    place = {"file": label, "path": shown_path(data, error["loc"]), "found": shown(error["input"])}
    limits = error.get("ctx", {})
    match error["type"]:
        case "extra_forbidden":
            return _unknown_key(str(key), parents, shown_path(data, parents), label, kind)
        case "missing":
            where = shown_path(data, parents)
            if where:
                return kind("regulation.missing_key", file=label, path=where, name=key)
            return kind("regulation.missing_top_key", file=label, name=key)
        case "int_type":
            return kind("regulation.wants_whole_number", **place)
        case "decimal_type" | "is_instance_of" | "finite_number" | "decimal_parsing":
            return kind("regulation.wants_number", **place)
        case "string_type":
            return kind("regulation.wants_text", **place)
        case "bool_type":
            return kind("regulation.wants_true_or_false", **place)
        case "date_type":
            return kind("regulation.wants_date", **place)
        case "time_type":
            return kind("regulation.wants_time", **place)
        case "tuple_type":
            return kind("regulation.wants_list", **place)
        case "model_type" | "dict_type":
            return kind("regulation.wants_table", **place)
        case "literal_error":
            wanted = limits["expected"].replace("'", "").replace(" or ", ", ")
            return _not_one_of(wanted.split(", "), error["input"], place, kind)
        case "greater_than_equal":
            return kind("regulation.too_small", least=limits["ge"], **place)
        case "greater_than":
            return kind("regulation.not_above", limit=limits["gt"], **place)
        case "less_than_equal":
            return kind("regulation.too_large", most=limits["le"], **place)
        case "decimal_max_places" | "decimal_whole_digits" | "decimal_max_digits":
            return kind("regulation.too_precise", **place)
        case "string_too_short":
            return kind("regulation.empty_text", **place)
        case "string_too_long":
            return kind("regulation.text_too_long", most=limits["max_length"], **place)
        case "too_short":
            return kind("regulation.list_too_short", n=limits["min_length"], **place)
        case "string_pattern_mismatch":
            return kind("regulation.wrong_form", form=limits["pattern"], **place)
        case "control_character":
            return kind("regulation.control_character", **place)
        case "no_language":
            return kind("regulation.no_language", **place)
        case other:
            raise AssertionError(f"the schema finds {other!r}, which has no sentence")


def _unknown_key(
    key: str, parents: Sequence[str | int], where: str, label: str, kind: type[MafsimError]
) -> MafsimError:
    from mafsim.regulations.schema import keys_at

    known = keys_at(parents)
    place = {"file": f"{label}: {where}" if where else label, "name": escaped(key)}
    near = nearest(key, known, likeness=0.85)
    if near is None and key in keys_at(()):
        return kind("regulation.misplaced_key", **place)
    near = near or nearest(key, known)
    if near is None:
        return kind("regulation.unknown_key", known=known, **place)
    return kind("regulation.unknown_key_near", near=near, **place)


def _not_one_of(
    wanted: Sequence[str], found: object, place: Mapping[str, str], kind: type[MafsimError]
) -> MafsimError:
    near = nearest(found, wanted) if isinstance(found, str) else None
    if near is None:
        return kind("regulation.not_one_of", wanted=wanted, **place)
    return kind("regulation.not_one_of_near", wanted=wanted, near=near, **place)


def nearest(word: str, known: Iterable[str], *, likeness: float = 0.6) -> str | None:
    """Give the known word that a word was probably meant to be."""
    by_small_letters = {each.casefold(): each for each in known}
    small = word[:LONGEST_SHOWN].casefold()
    near = difflib.get_close_matches(small, by_small_letters, n=1, cutoff=likeness)
    return by_small_letters[near[0]] if near else None


def shown_path(data: Mapping[str, Any], path: Sequence[str | int]) -> str:
    """Write a path as `--set` takes it: things in lists by name or id, else counted from one."""
    from mafsim.regulations.schema import name_of

    steps: list[str] = []
    value: Any = data
    for step in path:
        value = _inside(value, step)
        if isinstance(step, str):
            steps.append(escaped(step))
            continue
        name = name_of(value)
        steps.append(name if name and name.isascii() and name.isprintable() else str(step + 1))
    return ".".join(steps)


def _inside(value: Any, step: str | int) -> Any:
    if isinstance(value, Mapping):
        return value.get(step)
    if isinstance(value, Sequence) and isinstance(step, int) and step < len(value):
        return value[step]
    return None


def shown(value: object) -> str:
    """Write a refused value in a few characters."""
    match value:
        case bool():
            return "true" if value else "false"
        case Mapping():
            return "{...}"
        case tuple() | list():
            return "[...]"
        case str():
            return json.dumps(_short(value), ensure_ascii=not value.isprintable())
        case _:
            return _short(str(value))


def escaped(text: str) -> str:
    """Write a key, or a word of the command line, so that it stays short and on its line."""
    return _short(on_one_line(text))


def on_one_line(text: str) -> str:
    """Write text so that it stays on its line."""
    return text if text.isprintable() else ascii(text)[1:-1]


def _short(text: str) -> str:
    return text if len(text) <= LONGEST_SHOWN else f"{text[: LONGEST_SHOWN - 3]}..."
