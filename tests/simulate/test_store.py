from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from mafsim import simulate
from mafsim.errors import FileError, UsageError
from mafsim.regulations import load
from mafsim.simulate import BLOCK, Job, opened, run

WHAT = {"regulation": "plain", "seed": 0}


def job() -> Job:
    return Job(events=(simulate.prepared(load("plain"), agents="random"),))


def test_a_finished_block_is_not_played_again(tmp_path: Path) -> None:
    with opened(tmp_path / "kept", WHAT) as store:
        first = run(job(), 2 * BLOCK, store=store)
    blocks = sorted(path.name for path in (tmp_path / "kept").glob("block-*"))

    with opened(tmp_path / "kept", WHAT) as store:
        told: list[simulate.Progress] = []
        again = run(job(), 3 * BLOCK, store=store, progress=told.append)

    assert blocks == [f"block-000000000-{BLOCK}.json", f"block-000000{BLOCK}-{BLOCK}.json"]
    assert [each.rate > 0 for each in told] == [False, False, True]
    assert again.counted.document() == run(job(), 3 * BLOCK).counted.document()
    assert first.counted.document() == run(job(), 2 * BLOCK).counted.document()


def test_another_process_is_refused_as_long_as_one_is_at_work(tmp_path: Path) -> None:
    refused = pytest.raises(UsageError, match="another process is at work")
    with opened(tmp_path, WHAT), refused, opened(tmp_path, WHAT):
        pass
    with opened(tmp_path, WHAT):
        pass


def test_the_folder_of_another_simulation_is_refused(tmp_path: Path) -> None:
    with opened(tmp_path, WHAT):
        pass
    with pytest.raises(FileError, match="another simulation"), opened(tmp_path, WHAT | {"seed": 1}):
        pass


@pytest.mark.parametrize("spoil", ["cut", "other"])
def test_a_block_that_is_not_as_it_was_written_is_refused(tmp_path: Path, spoil: str) -> None:
    with opened(tmp_path, WHAT) as store:
        run(job(), 10, store=store)
        block = next(tmp_path.glob("block-*"))
        text = block.read_text()
        spoiled = (
            text[:-20] if spoil == "cut" else text.replace('"tournaments":10', '"tournaments":9')
        )
        assert spoiled != text
        block.write_text(spoiled)
        with pytest.raises(FileError, match="is not as it was written"):
            run(job(), 10, store=store)


def test_a_folder_that_cannot_be_made_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(FileError, match="cannot be used"), opened(tmp_path / "file" / "x", WHAT):
        pass


COMMAND = [sys.executable, "-m", "mafsim", "simulate", "plain", "--agents", "random", "--json"]


def output(*arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


@pytest.mark.slow
def test_what_was_killed_goes_on_and_comes_to_the_same_bytes(tmp_path: Path) -> None:
    many = ["-n", str(16 * BLOCK), "--jobs", "2"]
    killed = subprocess.Popen(
        [*COMMAND, *many, "--resume", "kept"],
        cwd=tmp_path,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    kept = tmp_path / "kept"
    deadline = time.monotonic() + 120
    while len(list(kept.glob("block-*"))) < 3:
        assert killed.poll() is None, "it ended before it could be killed"
        assert time.monotonic() < deadline, "no block was ever finished"
        time.sleep(0.01)
    os.killpg(killed.pid, signal.SIGKILL)
    killed.wait()
    assert len(list(kept.glob("block-*"))) < 16, "it was killed too late"

    resumed = output(*many, "--resume", "kept", folder=tmp_path)
    whole = output("-n", str(16 * BLOCK), "--jobs", "1", folder=tmp_path)

    assert resumed.returncode == 0, resumed.stderr
    assert resumed.stdout == whole.stdout
    assert json.loads(whole.stdout)["tournaments"] == 16 * BLOCK


@pytest.fixture
def _interruptible() -> Iterator[None]:
    """Let programs that a test starts hear Ctrl-C, also where the tests run in the background."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.slow
@pytest.mark.usefixtures("_interruptible")
def test_ctrl_c_reports_what_is_done_and_nobody_else_has_the_folder_meanwhile(
    tmp_path: Path,
) -> None:
    running = subprocess.Popen(
        [*COMMAND, "-n", str(100_000 * BLOCK), "--jobs", "2", "--resume", "kept"],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        start_new_session=True,
    )
    deadline = time.monotonic() + 120
    while len(list((tmp_path / "kept").glob("block-*"))) < 2:
        assert running.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.01)
    refused = output("-n", str(100_000 * BLOCK), "--resume", "kept", folder=tmp_path)
    os.killpg(running.pid, signal.SIGINT)
    told, errors = running.communicate(timeout=300)
    document = json.loads(told)

    assert refused.returncode == 2
    assert "another process is at work" in refused.stderr
    assert running.returncode == 0, errors
    assert document["stopped_by"] == "interrupt"
    whole = output("-n", str(document["tournaments"]), folder=tmp_path)
    assert json.loads(whole.stdout)["metrics"] == document["metrics"]
