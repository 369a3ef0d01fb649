from __future__ import annotations

import errno
import os
import signal
import stat
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mafsim.errors import MafsimError
from mafsim.files import refuse_unwritable, write_text
from mafsim.files.source import shown_path

Write = Callable[..., None]


def write(target: str | Path, *, force: bool = False) -> None:
    write_text("new", target, force=force)


BOTH = pytest.mark.parametrize("act", [write, refuse_unwritable])


def refusal(act: Write, target: str | Path, *, force: bool = False) -> MafsimError:
    with pytest.raises(MafsimError) as caught:
        act(target, force=force)
    assert any("а" <= letter <= "я" for letter in caught.value.sentence("ru"))
    return caught.value


def told(target: Path) -> str:
    return shown_path(target)


def files(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_text_is_written_as_utf8_and_bytes_as_they_are(tmp_path: Path) -> None:
    write_text("Ёж\n", tmp_path / "a.txt")
    write_text(b"\xff\r\n", str(tmp_path / "b.bin"))
    assert (tmp_path / "a.txt").read_bytes() == "Ёж\n".encode()
    assert (tmp_path / "b.bin").read_bytes() == b"\xff\r\n"
    assert files(tmp_path) == ["a.txt", "b.bin"]


def test_a_file_that_would_be_writable_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "old").write_text("old")
    before = (tmp_path / "old").stat()
    refuse_unwritable(tmp_path / "new")
    refuse_unwritable(tmp_path / "old", force=True)
    assert files(tmp_path) == ["old"]
    assert (tmp_path / "old").stat().st_mtime_ns == before.st_mtime_ns


@BOTH
def test_an_existing_file_is_refused_without_force(act: Write, tmp_path: Path) -> None:
    target = tmp_path / "p.json"
    target.write_text("old")
    error = refusal(act, target)
    assert error.exit_code == 3
    assert error.sentence() == (
        f"'{told(target)}' exists already; choose another name, or replace it with --force"
    )
    assert target.read_text() == "old"
    assert files(tmp_path) == ["p.json"]


def test_force_replaces_and_keeps_the_permissions(tmp_path: Path) -> None:
    target = tmp_path / "p.json"
    target.write_text("old")
    target.chmod(0o640)
    write(target, force=True)
    assert target.read_text() == "new"
    assert stat.S_IMODE(target.stat().st_mode) == 0o640
    assert files(tmp_path) == ["p.json"]


def test_a_new_file_has_the_permissions_that_new_files_have(tmp_path: Path) -> None:
    (tmp_path / "other").touch()
    write(tmp_path / "p.json")
    assert (tmp_path / "p.json").stat().st_mode == (tmp_path / "other").stat().st_mode


def test_a_symbolic_link_is_followed_and_stays(tmp_path: Path) -> None:
    (tmp_path / "below").mkdir()
    target = tmp_path / "below" / "p.json"
    target.write_text("old")
    link = tmp_path / "link"
    link.symlink_to(target)
    write(link, force=True)
    assert link.is_symlink()
    assert target.read_text() == "new"
    assert files(tmp_path / "below") == ["p.json"]


def test_a_link_to_what_is_not_there_makes_it(tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "p.json")
    refuse_unwritable(link)
    write(link)
    assert (tmp_path / "p.json").read_text() == "new"
    assert link.is_symlink()


@BOTH
@pytest.mark.parametrize("force", [False, True])
def test_a_folder_is_refused(act: Write, tmp_path: Path, force: bool) -> None:
    error = refusal(act, tmp_path, force=force)
    assert error.exit_code == 3
    assert error.sentence() == (
        f"'{told(tmp_path)}' cannot be written: it is a folder; name a file in it"
    )


@BOTH
def test_a_folder_that_does_not_exist_is_wrong_usage(act: Write, tmp_path: Path) -> None:
    target = tmp_path / "no" / "p.json"
    error = refusal(act, target)
    assert error.exit_code == 2
    assert error.sentence() == (
        f"'{told(target)}' cannot be written: its folder does not exist; create the folder first"
    )
    assert files(tmp_path) == []


@BOTH
def test_a_path_below_a_file_is_wrong_usage(act: Write, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert refusal(act, tmp_path / "file" / "p.json").exit_code == 2


@BOTH
@pytest.mark.parametrize("name", ["a\x00b", "x" * 300])
def test_a_name_that_cannot_be_is_refused(act: Write, tmp_path: Path, name: str) -> None:
    assert refusal(act, tmp_path / name).sentence().isprintable()
    assert files(tmp_path) == []


@BOTH
def test_a_circle_of_links_is_refused(act: Write, tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to(tmp_path / "b")
    (tmp_path / "b").symlink_to(tmp_path / "a")
    assert refusal(act, tmp_path / "a", force=True).exit_code == 3
    assert files(tmp_path) == ["a", "b"]


def raising(code: int) -> Callable[..., Any]:
    def fail(*_: Any, **__: Any) -> None:
        raise OSError(code, os.strerror(code))

    return fail


@BOTH
@pytest.mark.parametrize("code", [errno.EACCES, errno.EPERM, errno.EROFS])
def test_a_folder_that_allows_no_new_files_is_refused(
    act: Write, code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # the system's own answer: whoever runs the tests may be allowed everything
    monkeypatch.setattr(os, "open", raising(code))
    error = refusal(act, tmp_path / "p.json")
    assert error.exit_code == 3
    assert error.sentence() == (
        f"'{told(tmp_path / 'p.json')}' cannot be written: its folder allows no new files; "
        "choose another folder"
    )


@BOTH
def test_a_write_protected_file_is_not_replaced(
    act: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "p.json"
    target.write_text("old")
    monkeypatch.setattr(os, "access", lambda path, mode: mode != os.W_OK)
    error = refusal(act, target, force=True)
    assert error.exit_code == 3
    assert "it is write-protected; choose another name" in error.sentence()
    assert target.read_text() == "old"


FAILURES: dict[str, tuple[str, int, str]] = {
    "full disk": ("fsync", errno.ENOSPC, "the disk is full or your quota is used up"),
    "quota": ("fsync", errno.EDQUOT, "the disk is full or your quota is used up"),
    "broken disk": (
        "fsync",
        errno.EIO,
        "cannot be written (the device reports an error); choose another",
    ),
    "no renaming": ("replace", errno.EBUSY, "cannot be written (another program is using it); "),
}


@pytest.mark.parametrize("failure", FAILURES)
def test_a_failed_write_leaves_the_old_file_and_nothing_else(
    failure: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "p.json"
    target.write_text("old")
    function, code, words = FAILURES[failure]
    monkeypatch.setattr(os, function, raising(code))
    error = refusal(write, target, force=True)
    assert error.exit_code == 3
    assert words in error.sentence()
    assert target.read_text() == "old"
    assert files(tmp_path) == ["p.json"]


@pytest.mark.parametrize("function", ["fsync", "replace"])
def test_an_interrupt_leaves_the_old_file_and_nothing_else(
    function: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*_: Any) -> None:
        raise KeyboardInterrupt

    target = tmp_path / "p.json"
    target.write_text("old")
    monkeypatch.setattr(os, function, interrupt)
    with pytest.raises(KeyboardInterrupt):
        write(target, force=True)
    assert target.read_text() == "old"
    assert files(tmp_path) == ["p.json"]


def test_the_content_is_on_the_disk_before_it_gets_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "p.json"
    target.write_text("old")
    seen: list[tuple[str, str]] = []
    fsync = os.fsync

    def watched(descriptor: int) -> None:
        seen.append((target.read_text(), "".join(files(tmp_path))))
        fsync(descriptor)

    monkeypatch.setattr(os, "fsync", watched)
    write(target, force=True)
    content, folder = seen[0]
    assert content == "old"
    assert ".part" in folder


def appear(target: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let somebody else write the target in the last moment."""
    fsync = os.fsync

    def racing(descriptor: int) -> None:
        target.write_text("theirs")
        fsync(descriptor)

    monkeypatch.setattr(os, "fsync", racing)


@pytest.mark.parametrize("has_links", [True, False])
def test_a_file_that_appears_in_the_last_moment_is_not_overwritten(
    has_links: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "p.json"
    appear(target, monkeypatch)
    if not has_links:
        monkeypatch.setattr(os, "link", raising(errno.EPERM))
    assert refusal(write, target).key == "file.exists"
    assert target.read_text() == "theirs"
    assert files(tmp_path) == ["p.json"]


def test_a_file_system_without_links_will_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "link", raising(errno.ENOTSUP))
    write(tmp_path / "p.json")
    assert (tmp_path / "p.json").read_text() == "new"
    assert files(tmp_path) == ["p.json"]


def test_without_links_a_failure_leaves_no_empty_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "link", raising(errno.ENOTSUP))
    monkeypatch.setattr(os, "replace", raising(errno.EIO))
    assert refusal(write, tmp_path / "p.json").exit_code == 3
    assert files(tmp_path) == []


def test_a_file_that_outgrows_its_room_leaves_the_old_one_and_nothing_else(tmp_path: Path) -> None:
    resource = pytest.importorskip("resource")
    target = tmp_path / "p.json"
    target.write_text("old")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    heeded = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (4096, before[1]))
        with pytest.raises(MafsimError) as caught:
            write_text("new" * 4096, target, force=True)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, heeded)
    assert caught.value.exit_code == 3
    assert target.read_text() == "old"
    assert files(tmp_path) == ["p.json"]


def test_a_device_takes_content_and_stays_a_device() -> None:
    refuse_unwritable(os.devnull)
    write(os.devnull)
    assert stat.S_ISCHR(Path(os.devnull).stat().st_mode)


def test_a_pipe_takes_content(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    refuse_unwritable(pipe)
    received: list[str] = []
    reader = threading.Thread(target=lambda: received.append(pipe.read_text()))
    reader.start()
    write(pipe)
    reader.join(timeout=10)
    assert received == ["new"]
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_a_program_killed_while_it_writes_leaves_the_old_file(tmp_path: Path) -> None:
    target = tmp_path / "p.json"
    target.write_text("old")
    program = (
        "import os, signal, sys\n"
        "from mafsim.files import write_text\n"
        "os.fsync = lambda _: os.kill(os.getpid(), signal.SIGKILL)\n"
        "write_text('new', sys.argv[1], force=True)\n"
    )
    ended = subprocess.run([sys.executable, "-c", program, str(target)], check=False)
    assert ended.returncode == -signal.SIGKILL
    assert target.read_text() == "old"
