"""The same tournaments on a real Dask scheduler with real worker processes, on loopback."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

pytest.importorskip("distributed")

SIMULATE = [sys.executable, "-m", "mafsim", "simulate", "plain", "--json"]
AGENT = """
from dataclasses import replace

from mafsim.agents.random import RANDOM

MINE = replace(RANDOM)
"""


@contextmanager
def process(folder: Path, *arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    with (folder / f"{arguments[0]}.log").open("ab") as log:
        started = subprocess.Popen(
            [sys.executable, "-m", *arguments], cwd=folder, stdout=log, stderr=log
        )
        try:
            yield started
        finally:
            if started.poll() is None:
                started.terminate()
            try:
                started.wait(20)
            except subprocess.TimeoutExpired:
                started.kill()
                started.wait()


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """Give the address of a scheduler, and two worker processes that are killed for good if killed."""
    where = tmp_path / "scheduler.json"
    away = tmp_path / "workers"  # where no module of the user's is found
    away.mkdir()
    with ExitStack() as stack:
        stack.enter_context(
            process(
                tmp_path,
                *("distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0"),
                *("--no-dashboard", "--no-jupyter", "--scheduler-file", str(where)),
            )
        )
        deadline = time.monotonic() + 60
        while not where.exists() or not where.read_text():
            assert time.monotonic() < deadline, "the scheduler did not start"
            time.sleep(0.05)
        address = json.loads(where.read_text())["address"]
        worker = ("distributed.cli.dask_worker", address, "--no-nanny", "--no-dashboard")
        workers = [
            stack.enter_context(process(away, *worker, "--nthreads", "1", "--name", name))
            for name in ("one", "two")
        ]
        yield address, workers


def simulated(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*SIMULATE, *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


def begun(folder: Path, *options: str, blocks: int) -> subprocess.Popen[str]:
    """Give a simulation that keeps its blocks, and has finished so many of them."""
    running = subprocess.Popen(
        [*SIMULATE, *options, "--resume", "kept"],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )
    deadline = time.monotonic() + 180
    while len(list((folder / "kept").glob("block-*"))) < blocks:
        assert running.poll() is None, running.communicate()
        assert time.monotonic() < deadline, "no block was finished"
        time.sleep(0.01)
    return running


@pytest.mark.slow
def test_a_cluster_gives_the_same_bytes_also_when_a_worker_is_killed(
    tmp_path: Path, cluster: tuple[str, list[subprocess.Popen[bytes]]]
) -> None:
    address, workers = cluster
    many = ("-n", "8000", "--agents", "random")
    running = begun(tmp_path, *many, "--dask", address, blocks=3)
    workers[0].kill()
    finished = len(list((tmp_path / "kept").glob("block-*")))
    told, errors = running.communicate(timeout=180)

    assert running.returncode == 0, errors
    assert finished < 16, "the worker was killed too late"
    assert told == simulated(tmp_path, *many, "--jobs", "1").stdout


@pytest.mark.slow
def test_a_cluster_gets_the_agent_of_the_user(
    tmp_path: Path, cluster: tuple[str, list[subprocess.Popen[bytes]]]
) -> None:
    (tmp_path / "own_agent_of_mine.py").write_text(AGENT)
    many = ("-n", "600", "--agents", "own_agent_of_mine:MINE")

    found = simulated(tmp_path, *many, "--dask", cluster[0])

    assert found.returncode == 0, found.stderr
    assert found.stdout == simulated(tmp_path, *many, "--jobs", "1").stdout


@pytest.mark.slow
def test_where_no_scheduler_is_the_sentence_says_so(tmp_path: Path) -> None:
    found = simulated(tmp_path, "--agents", "random", "--dask", "tcp://127.0.0.1:9")

    assert found.returncode == 2
    assert "no scheduler answers" in found.stderr
    assert len(found.stderr.splitlines()) == 1


@pytest.mark.slow
def test_a_scheduler_that_is_killed_and_started_again_changes_nothing(tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    address = f"tcp://127.0.0.1:{port}"
    scheduler = (
        *("distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", port),
        *("--no-dashboard", "--no-jupyter"),
    )
    worker = ("distributed.cli.dask_worker", address, "--no-nanny", "--no-dashboard")
    many = ("-n", "6000", "--agents", "random")
    with ExitStack() as stack:
        first = stack.enter_context(process(tmp_path, *scheduler))
        stack.enter_context(process(tmp_path, *worker, "--nthreads", "1"))
        running = begun(tmp_path, *many, "--dask", address, blocks=2)
        first.kill()
        first.wait()
        stack.enter_context(process(tmp_path, *scheduler))
        stack.enter_context(process(tmp_path, *worker, "--nthreads", "1"))
        told, errors = running.communicate(timeout=300)

    assert running.returncode == 0, errors
    assert told == simulated(tmp_path, *many, "--jobs", "1").stdout
