"""Bytes from a path or from standard input, never more than a limit."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path

from mafsim.errors import FileError, UsageError, reason_of
from mafsim.files.text import near, shown

STANDARD_INPUT = "-"
"""The source that means standard input."""


def name_of(source: str | Path) -> str:
    """Give a source's name for sentences."""
    return "stdin" if str(source) == STANDARD_INPUT else shown_path(source)


def shown_path(path: str | Path) -> str:
    """Give a path that can be printed, its end if it is long."""
    text = str(path)
    return shown(text) if len(text) <= 60 else "…" + shown(text[-59:])


def read_bytes(source: str | Path, *, limit: int) -> bytes:
    """Read a file, or standard input for ``-``.

    Raises
    ------
    UsageError
        The path does not exist or is a folder.
    FileError
        The file cannot be read, or is larger than `limit` bytes.
    """
    data = _standard_input(limit) if str(source) == STANDARD_INPUT else _file(Path(source), limit)
    if len(data) > limit:
        raise FileError("file.large", file=name_of(source), limit=limit // 2**20)
    return data


def _standard_input(limit: int) -> bytes:
    if sys.stdin is None:  # closed before mafsim started
        raise FileError(
            "file.unreadable",
            file="stdin",
            reason=reason_of(OSError(errno.EBADF, os.strerror(errno.EBADF))),
        )
    try:
        return sys.stdin.buffer.read(limit + 1)
    except OSError as fault:
        raise FileError("file.unreadable", file="stdin", reason=reason_of(fault)) from None


def _file(path: Path, limit: int) -> bytes:
    try:
        with path.open("rb") as stream:
            return stream.read(limit + 1)
    except (FileNotFoundError, NotADirectoryError, ValueError):
        guess = _neighbour(path)
        if guess is not None:
            raise UsageError("file.missing_near", file=shown_path(path), guess=guess) from None
        raise UsageError("file.missing", file=shown_path(path)) from None
    except IsADirectoryError:
        raise UsageError("file.folder", file=shown_path(path)) from None
    except OSError as fault:
        raise FileError("file.unreadable", file=shown_path(path), reason=reason_of(fault)) from None


def _neighbour(path: Path) -> str | None:
    """Give a file of the same folder with nearly the same name."""
    try:
        guess = near(path.name, (other.name for other in path.parent.iterdir() if other.is_file()))
    except (OSError, ValueError):
        return None
    return None if guess is None else shown(guess)
