"""TOML that somebody wrote, within limits: a hostile file is refused before it takes time or memory."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable
from typing import Any

from mafsim.errors import FileError

LARGEST = 256_000
"""The size of a file in bytes that is read at the most."""
MOST_VALUES = 20_000
DEEPEST = 12
"""How many keys and items a file may have, and how deep they may lie in each other."""

VERSION = 1
"""The version of the form of these files, and the newest that is read."""

_TOO_MANY_DOTS = re.compile(
    r"""(?<![\w-])(?:(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){12}"""
)
"""A key of more dotted parts than there may be levels: the memory that `tomllib` takes for one
grows with the square of its parts, to gigabytes for a file of a hundred kilobytes."""


def decoded(content: bytes, label: str) -> str:
    """Give the text of a file, which is UTF-8 with or without a byte-order mark.

    Parameters
    ----------
    content
        The file's bytes, or its first ones: more than `LARGEST` are too many.
    label
        How sentences call the file.

    Raises
    ------
    FileError
        It is too long, or has another encoding.
    """
    if len(content) > LARGEST:
        raise FileError("regulation.too_long", file=label, most=LARGEST // 1_000)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start)
        raise FileError("regulation.not_utf8", file=label, line=line) from error


def parsed(text: str, label: str, *, parse_float: Callable[[str], Any] = float) -> dict[str, Any]:
    """Parse TOML.

    Raises
    ------
    FileError
        It is none, or has too many values, too deep ones, or numbers of too many digits.
    """
    if dots := _TOO_MANY_DOTS.search(text):
        raise FileError("regulation.too_deep", file=label, line=text.count("\n", 0, dots.start()))
    try:
        data = tomllib.loads(text, parse_float=parse_float)
    except tomllib.TOMLDecodeError as error:
        raise _not_toml(error, text, label) from error
    except RecursionError as error:
        raise FileError("regulation.nested_too_deeply", file=label) from error
    except (ArithmeticError, ValueError) as error:
        raise FileError("regulation.number_too_long", file=label) from error
    _refuse_masses(data, label)
    _refuse_newer(data, label)
    return data


def _refuse_newer(data: dict[str, Any], label: str) -> None:
    """Take out the version of the file's form, which need not be there, and refuse a newer one."""
    version = data.get("version")
    if isinstance(version, bool) or not isinstance(version, int):
        return  # left to whoever knows the keys
    if version > VERSION:
        raise FileError("regulation.newer", file=label, version=version, known=VERSION)
    if version == VERSION:
        del data["version"]


def _not_toml(error: tomllib.TOMLDecodeError, text: str, label: str) -> FileError:
    """Tell where TOML ends being TOML; the line is zero-based."""
    message = str(error)
    place = re.search(r" \(at (?:line (\d+), column \d+|end of document)\)$", message)
    last = text.rstrip().count("\n")
    line = int(place[1]) - 1 if place and place[1] else last
    why = message[: place.start()] if place else message
    return FileError("regulation.not_toml", file=label, line=line, why=why)


def _refuse_masses(data: object, label: str) -> None:
    values = 0
    waiting: list[tuple[object, int]] = [(data, 0)]
    while waiting:
        value, depth = waiting.pop()
        values += 1
        if depth > DEEPEST:
            raise FileError("regulation.nested_too_deeply", file=label)
        if values > MOST_VALUES:
            raise FileError("regulation.too_many_values", file=label, most=MOST_VALUES)
        inner = value.values() if isinstance(value, dict) else value
        if isinstance(inner, Iterable) and not isinstance(inner, str):
            waiting.extend((each, depth + 1) for each in inner)
