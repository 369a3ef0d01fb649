"""Files written whole or not at all: a reader sees the old content or the new, never a half."""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import stat
from dataclasses import dataclass
from pathlib import Path

from mafsim.errors import FileError, UsageError, reason_of
from mafsim.files.source import shown_path

_NO_LINKS = {errno.EPERM, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS, errno.EMLINK, errno.EXDEV}
"""What a file system says that has no hard links."""


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a file goes: the path as given, and the file itself behind its symbolic links."""

    given: str
    path: Path
    mode: int | None
    """The type and mode of what is there; None if nothing is."""

    def is_stream(self) -> bool:
        """Say whether it is a device or a pipe, which takes content and is never replaced."""
        return self.mode is not None and (stat.S_ISCHR(self.mode) or stat.S_ISFIFO(self.mode))


def write_text(data: str | bytes, target: str | Path, *, force: bool = False) -> None:
    """Write a file as a whole: text as UTF-8, bytes as they are.

    An existing file keeps its permissions, and its content until the new one is safe on the disk;
    a symbolic link is followed. Where writing fails nothing is left behind.

    Raises
    ------
    UsageError
        The folder does not exist.
    FileError
        The file cannot be written, or it exists and `force` is not given.
    """
    content = data.encode() if isinstance(data, str) else data
    place = _accepted(target, force=force)
    try:
        if place.is_stream():
            with place.path.open("wb") as stream:
                stream.write(content)
        else:
            _write_whole(content, place, force=force)
    except FileExistsError:
        raise FileError("file.exists", file=place.given) from None
    except OSError as fault:
        raise _refusal(fault, place) from None


def refuse_unwritable(target: str | Path, *, force: bool = False) -> None:
    """Refuse what `write_text` would refuse, before long work; nothing is left behind.

    Raises
    ------
    UsageError, FileError
        As `write_text` does.
    """
    place = _accepted(target, force=force)
    if place.is_stream():
        return
    try:
        temporary, descriptor = _temporary(place)
        os.close(descriptor)
        temporary.unlink()
    except OSError as fault:
        raise _refusal(fault, place) from None


def _accepted(target: str | Path, *, force: bool) -> _Place:
    """Look at the target, and refuse what can be refused by looking."""
    given = shown_path(target)
    try:
        path = Path(os.path.realpath(target))
        mode = _mode(path)
        has_folder = path.parent.is_dir()
    except ValueError:  # a path with a NUL in it
        raise UsageError("file.no_folder", file=given) from None
    except OSError as fault:
        raise FileError("file.unwritable", file=given, reason=reason_of(fault)) from None
    place = _Place(given, path, mode)
    if mode is None and not has_folder:
        raise UsageError("file.no_folder", file=given)
    if mode is None or place.is_stream():
        return place
    if stat.S_ISDIR(mode):
        raise FileError("file.target_folder", file=given)
    if not stat.S_ISREG(mode):
        raise FileError("file.no_file", file=given)
    if not force:
        raise FileError("file.exists", file=given)
    if not os.access(path, os.W_OK):
        raise FileError("file.protected", file=given)
    return place


def _mode(path: Path) -> int | None:
    try:
        return path.stat().st_mode
    except (FileNotFoundError, NotADirectoryError):
        return None


def _write_whole(content: bytes, place: _Place, *, force: bool) -> None:
    temporary, descriptor = _temporary(place)
    try:
        with open(descriptor, "wb") as stream:  # noqa: PTH123 (a descriptor has no path)
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        if place.mode is not None:
            temporary.chmod(stat.S_IMODE(place.mode))
        if force:
            temporary.replace(place.path)
        else:
            _put_if_absent(temporary, place.path)
    finally:
        temporary.unlink(missing_ok=True)
    _sync_folder(place.path.parent)


def _temporary(place: _Place) -> tuple[Path, int]:
    """Create a file beside the target, with the permissions that new files get."""
    temporary = place.path.with_name(f".mafsim-{secrets.token_hex(8)}.part")
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    return temporary, os.open(temporary, flags, 0o666)


def _put_if_absent(temporary: Path, path: Path) -> None:
    """Give a file its name unless the name is taken, with no moment in between.

    Raises
    ------
    FileExistsError
        The name is taken.
    """
    try:
        os.link(temporary, path)
    except OSError as fault:
        if fault.errno not in _NO_LINKS:
            raise
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666))
        try:
            temporary.replace(path)
        except BaseException:
            path.unlink()
            raise


def _sync_folder(folder: Path) -> None:
    """Make the new name as safe as the content, where the system can."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _refusal(fault: OSError, place: _Place) -> FileError:
    if fault.errno in (errno.ENOSPC, errno.EDQUOT):
        return FileError("file.disk_full", file=place.given)
    if fault.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return FileError("file.folder_protected", file=place.given)
    return FileError("file.unwritable", file=place.given, reason=reason_of(fault))
