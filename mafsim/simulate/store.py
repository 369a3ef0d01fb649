"""Finished blocks in a folder, so that a simulation that was cut off can go on where it was."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from mafsim.errors import FileError, UsageError
from mafsim.files.atomic import write_text
from mafsim.files.limits import MAX_BLOCK_BYTES
from mafsim.simulate.job import Counted

FORMAT, WHAT_FORMAT, VERSION = "mafsim-block", "mafsim-simulation", 1
"""What the files of a folder are, and the newest version that is read."""
WHAT, LOCK = "simulation.json", ".lock"


class Store:
    """A folder of finished blocks of one simulation, ours as long as it is open."""

    def __init__(self, folder: Path, what: Mapping[str, Any]) -> None:
        self._folder = folder
        what = {"format": WHAT_FORMAT, "version": VERSION} | dict(what)
        self._what = json.dumps(what, ensure_ascii=False, sort_keys=True)
        self._digest = hashlib.sha256(self._what.encode()).hexdigest()

    def begin(self) -> None:
        """Say whose blocks these are, or see that they are of this simulation.

        Raises
        ------
        FileError
            The folder holds another simulation, or cannot be written.
        """
        place = self._folder / WHAT
        if place.exists():
            if _read(place) != json.loads(self._what):
                raise FileError("simulate.other_simulation", folder=str(self._folder))
            return
        write_text(self._what + "\n", place)

    def find(self, first: int, n: int) -> Counted | None:
        """Give a finished block, or None.

        Raises
        ------
        FileError
            The file of the block is not what was written.
        """
        place = self._place(first, n)
        if not place.exists():
            return None
        found = _read(place)
        try:
            counted = Counted.of(found["counted"])
            whole = found["digest"] == _digest(self._digest, found["counted"])
        except (KeyError, TypeError, ValueError, ArithmeticError):
            whole = False
        if not whole:
            raise FileError("simulate.broken_block", file=str(place))
        return counted

    def keep(self, first: int, n: int, counted: Counted) -> None:
        """Write a finished block, whole or not at all."""
        document = counted.document()
        content = {
            "format": FORMAT,
            "version": VERSION,
            "first": first,
            "n": n,
            "digest": _digest(self._digest, document),
            "counted": document,
        }
        write_text(json.dumps(content, separators=(",", ":")), self._place(first, n), force=True)

    def _place(self, first: int, n: int) -> Path:
        return self._folder / f"block-{first:09}-{n}.json"


def _digest(simulation: str, document: Mapping[str, Any]) -> str:
    text = simulation + json.dumps(document, separators=(",", ":"), sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def _read(place: Path) -> dict[str, Any]:
    try:
        with place.open("rb") as stream:
            content = stream.read(MAX_BLOCK_BYTES + 1)
        read = None if len(content) > MAX_BLOCK_BYTES else json.loads(content)
    except (OSError, ValueError, RecursionError):
        read = None
    if not isinstance(read, dict):
        raise FileError("simulate.broken_block", file=str(place))
    version = read.get("version", VERSION)
    if isinstance(version, int) and version > VERSION:
        raise FileError("simulate.newer", file=str(place), version=version, known=VERSION)
    return read


@contextmanager
def opened(folder: Path, what: Mapping[str, Any]) -> Iterator[Store]:
    """Give the folder's store; nobody else has it at the same time.

    Raises
    ------
    FileError
        Another process has it, it holds another simulation, or it cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT, 0o666)
    except OSError as error:
        what_ = os.strerror(error.errno or 0)
        raise FileError("simulate.no_folder", folder=str(folder), what=what_) from None
    try:
        if not _locked(descriptor):
            raise UsageError("simulate.folder_in_use", folder=str(folder))
        store = Store(folder, what)
        store.begin()
        yield store
    finally:
        os.close(descriptor)  # which gives the lock back, as does the end of the process


def _locked(descriptor: int) -> bool:
    """Take the lock of a file; say whether nobody else has it."""
    try:
        import fcntl
    except ImportError:  # Windows
        import msvcrt

        lock: Any = msvcrt
        try:
            lock.locking(descriptor, lock.LK_NBLCK, 1)
        except OSError:
            return False
        return True
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
