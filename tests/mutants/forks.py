"""Work in a process of its own, within limits of computing, of time and of memory."""

from __future__ import annotations

import contextlib
import json
import os
import resource
import select
import signal
import time
import traceback
from collections.abc import Callable
from typing import Any

SLEEP = 600.0
"""How many seconds of a clock a process may take beyond four times those it may compute."""
MEMORY = 8 << 30
"""How many bytes a process may span."""


def forked(work: Callable[[], Any], seconds: float) -> Any:
    """Do some work in a process of its own; give what it gives, or how the process ended."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        os.setpgid(0, 0)
        _answer(work, seconds, writing)
    os.close(writing)
    try:
        answer = _heard(reading, time.monotonic() + SLEEP + 4 * seconds)
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(child, signal.SIGKILL)  # and what it has left behind
        _, status = os.waitpid(child, 0)
    if answer:
        given, error = json.loads(answer)
        assert error is None, error
        return given
    if os.WIFSIGNALED(status):
        return f"ended by {signal.Signals(os.WTERMSIG(status)).name}"
    return f"ended with code {os.WEXITSTATUS(status)}"


def _answer(work: Callable[[], Any], seconds: float, writing: int) -> None:
    """Work within limits, write what comes of it, and end."""
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, hard))
    compute_at_most(seconds)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    try:
        answer = [work(), None]
    except BaseException:  # noqa: BLE001 - whatever it is, it is told, and no process goes on twice
        answer = [None, traceback.format_exc()]
    with os.fdopen(writing, "w", encoding="utf-8") as pipe:
        pipe.write(json.dumps(answer))
    os._exit(0)


def compute_at_most(seconds: float) -> None:
    """End this process by a signal once it has computed so many seconds more."""
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    until = int(time.process_time() + seconds) + 1
    resource.setrlimit(resource.RLIMIT_CPU, (until, hard))


def _heard(reading: int, until: float) -> bytes:
    """Read all that a process says; what a process says that is asleep is nothing."""
    heard = b""
    while select.select([reading], [], [], max(0.0, until - time.monotonic()))[0]:
        more = os.read(reading, 1 << 16)
        if not more:
            break
        heard += more
    os.close(reading)
    return heard
