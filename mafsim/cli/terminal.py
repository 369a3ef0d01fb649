"""The three standard streams: UTF-8 everywhere, results out, words to people beside them."""

from __future__ import annotations

import io
import os
import shutil
import sys
from collections.abc import Callable, Iterable
from typing import TextIO

from mafsim.errors import FileError, reason_of
from mafsim.words import plain, say

Warnings = Iterable[tuple[str, dict[str, object]]]

WIDTHS = range(40, 121)
"""The widths for which a table is laid out; a wider terminal is not filled."""


def speak_utf8() -> None:
    """Make the standard streams take every name, whatever the locale says."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def width() -> int:
    """Say how wide a table may be: the terminal, COLUMNS, or 80, within reason."""
    columns = shutil.get_terminal_size((80, 24)).columns
    return min(max(columns, WIDTHS.start), WIDTHS.stop - 1)


def in_colour() -> bool:
    """Say whether standard output is a terminal that shows colours."""
    return _is_terminal(sys.stdout) and not os.environ.get("NO_COLOR")


def is_shown() -> bool:
    """Say whether somebody looks at standard output."""
    return sys.stdout is not None and sys.stdout.isatty()


def watched() -> bool:
    """Say whether somebody looks at standard error: a terminal that can redraw a line."""
    return _is_terminal(sys.stderr)


def _is_terminal(stream: TextIO | None) -> bool:
    return stream is not None and stream.isatty() and os.environ.get("TERM") != "dumb"


_waiting: list[Callable[[], None]] = []


def before_words(stop: Callable[[], None] | None) -> None:
    """Remember what takes the sign of waiting off the terminal; it is called before any words."""
    _waiting[:] = [] if stop is None else [stop]


def end_waiting() -> None:
    """Take the sign of waiting off the terminal, if there is one."""
    while _waiting:
        _waiting.pop()()


def emit(result: str | bytes) -> None:
    """Write a result to standard output, a text with a line's end.

    A reader that has gone away, as ``head`` does, is no error: the command does the rest of its
    work and keeps its exit code.
    """
    end_waiting()
    if sys.stdout is None:
        return
    try:
        if isinstance(result, bytes):
            sys.stdout.buffer.write(result)
        else:
            sys.stdout.write(result if result.endswith("\n") else f"{result}\n")
        sys.stdout.flush()
    except BrokenPipeError:
        _forget(sys.stdout)
    except OSError as error:
        _forget(sys.stdout)
        raise FileError("cli.output", reason=reason_of(error)) from error


def tell(sentence: str) -> None:
    """Tell a person one sentence on standard error."""
    end_waiting()
    if sys.stderr is None:
        return
    try:
        sys.stderr.write(f"mafsim: {plain(sentence)}\n")
        sys.stderr.flush()
    except OSError:
        _forget(sys.stderr)


def warn(lang: str, warnings: Warnings) -> None:
    """Tell warnings, each of them once."""
    told: set[str] = set()
    for key, fields in warnings:
        sentence = say(lang, f"warning.{key}", **fields)
        if sentence not in told:
            told.add(sentence)
            tell(say(lang, "cli.warning", sentence=sentence))


def _forget(stream: TextIO) -> None:
    """Let a stream that nobody reads write to nowhere, so that closing it is silent too."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, stream.fileno())
    except (OSError, ValueError):
        pass
    finally:
        os.close(nowhere)
