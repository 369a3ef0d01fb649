"""Files that are watched: somebody types results in, and what hangs on them is made anew."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from pathlib import Path

PAUSE = 1.0
"""Seconds between two looks; a change counts once a look finds nothing further, so that no half is read."""


def changes(files: Sequence[Path]) -> Iterator[None]:
    """Yield whenever one of some files has changed and has come to rest, for ever."""
    known = seen = _marks(files)
    while True:
        time.sleep(PAUSE)
        marks = _marks(files)
        if marks != known and marks == seen:
            known = marks
            yield
        seen = marks


def _marks(files: Sequence[Path]) -> tuple[tuple[int, int] | None, ...]:
    """Give what tells one state of some files from another; nothing for one that is not there."""
    return tuple(map(_mark, files))


def _mark(file: Path) -> tuple[int, int] | None:
    try:
        found = file.stat()
    except OSError:  # a program that saves by replacing: it is back in a moment
        return None
    return found.st_mtime_ns, found.st_size
