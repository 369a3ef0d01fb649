"""The conformance kit: whether an agent is one, tried in a process of its own that can be stopped.

>>> from mafsim.mafia import kit
>>> [finding.passed for finding in kit.check("random")]  # doctest: +SKIP
[True, True, True, True, True, True, True, True, True]
"""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Iterator
from contextlib import ExitStack
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from mafsim.agents import Player
from mafsim.errors import MafsimError, UsageError
from mafsim.mafia import bench
from mafsim.mafia.bench import CHECKS, Check, Finding

SECONDS = 60.0
"""How long one check may take before the agent counts as one that never ends."""
COMPILING = 1800.0
"""How long it may take until everything that is mafsim's own is compiled."""
MEMORY = 2 * 2**30
"""How many bytes the agent may take, besides what mafsim itself does."""

_NEEDS: dict[Check, tuple[Check, ...]] = {
    "legal": ("loads",),
    "same": ("loads", "legal"),
    "state": ("loads", "legal", "same"),
    "roles": ("loads", "legal", "same", "state"),
    "shot": ("loads", "legal", "same", "state"),
    "variants": ("loads", "legal"),
    "time": ("loads", "legal"),
}
"""Which checks must have been passed for another to mean anything."""


def check(text: str, *, seconds: float = SECONDS, memory: int = MEMORY) -> Iterator[Finding]:
    """Try an agent, and tell what is found, check by check.

    Parameters
    ----------
    text
        What `--agents` would say of one agent: a kind or ``MODULE:NAME``, with parameters if any.
    seconds
        How long a check may take.
    memory
        How many bytes the agent may take besides what mafsim itself does; where the system knows
        no such limit, there is none.

    Returns
    -------
    Iterator[Finding]
        One for each of `CHECKS`, in that order except that `ends` is the last.

    Raises
    ------
    UsageError
        There is no such agent, or its module cannot be imported.
    """
    found: dict[Check, Finding] = {}
    with ExitStack() as stack:
        child = stack.enter_context(_Child(text, memory))
        try:
            for each in CHECKS:
                if each == "ends":
                    continue
                found[each] = _looked_at(each, found, child, seconds)
                yield found[each]
        except _Silent:
            late = [check for check in CHECKS if check not in found and check != "ends"]
            yield from map(_skipped, late)
            fields = {"check": late[0], "seconds": f"{seconds:g}"}
            yield Finding(check="ends", passed=False, key="kit.ends.failed", fields=fields)
            return
    died = any(each.key == "kit.died" for each in found.values())
    yield (_skipped("ends") if died else Finding(check="ends", passed=True, key="kit.ends.passed"))


def _looked_at(each: Check, found: dict[Check, Finding], child: _Child, seconds: float) -> Finding:
    if any(not found[needed].passed for needed in _NEEDS.get(each, ())):
        return _skipped(each)
    try:
        if each == "loads":
            child.begin(seconds)
            return Finding(check="loads", passed=True, key="kit.loads.passed")
        if each == "same":
            return _same(child, seconds)
        if each == "legal":
            child.first = child.ask("digest", seconds)  # before it has done anything else
        answer = child.ask(each, seconds)
    except _Died as died:
        key = "kit.died"
        return Finding(check=each, passed=False, key=key, fields={"code": died.args[0]})
    if isinstance(answer, MafsimError):
        return Finding(check=each, passed=False, key="kit.refused", fields={"what": answer})
    assert isinstance(answer, Finding)
    return answer


def _same(child: _Child, seconds: float) -> Finding:
    """Let another process, fresh from the start, play the same games."""
    with _Child(child.text, child.memory) as other:
        other.begin(seconds)
        there = other.ask("digest", seconds)
    passed = isinstance(there, str) and child.first == there
    key = "kit.same.passed" if passed else "kit.same.failed"
    return Finding(check="same", passed=passed, key=key)


def _skipped(each: Check) -> Finding:
    return Finding(check=each, passed=None, key="kit.skipped")


class _Silent(Exception):
    """The child has given no answer in time."""


class _Died(Exception):
    """The child has ended by itself: its exit code."""


class _Child:
    """A process in which the agent plays, and which is stopped in the end whatever it does."""

    def __init__(self, text: str, memory: int) -> None:
        self.text = text
        self.memory = memory
        self.first: object = None
        """The digest of the first games that it played."""

    def __enter__(self) -> _Child:
        context = multiprocessing.get_context("spawn")
        self.connection, theirs = context.Pipe()
        self.process = context.Process(
            target=_serve, args=(theirs, self.text, self.memory), daemon=True
        )
        self.process.start()
        theirs.close()
        return self

    def __exit__(self, *_: object) -> None:
        self.connection.close()
        self.process.kill()
        self.process.join()

    def begin(self, seconds: float) -> None:
        """Let it compile what is mafsim's own, and load the agent; there may be none."""
        self.ask("warm", COMPILING)
        refused = self.ask("loads", seconds)
        if refused is not None:
            raise refused

    def ask(self, request: str, seconds: float) -> Any:
        """Let it do something, and give its answer."""
        try:
            self.connection.send(request)
            if not self.connection.poll(seconds):
                raise _Silent
            return self.connection.recv()
        except (EOFError, ConnectionError):
            self.process.join(5)
            raise _Died(self.process.exitcode) from None


def _serve(connection: Connection, text: str, memory: int) -> None:
    """Answer requests until nobody asks any more; what the agent prints is no result."""
    os.dup2(2, 1)
    player: Player | None = None
    while True:
        try:
            request = connection.recv()
        except (EOFError, ConnectionError):
            return
        answer: Any = None
        try:
            if request == "warm":
                bench.warm()
                _limit(memory)
            elif request == "loads":
                player = bench.loaded(text)
                _ = player.agent
            else:
                assert player is not None
                answer = bench.TRIALS[request](player)
        except MafsimError as error:
            answer = error
        except Exception as error:  # noqa: BLE001 - whatever somebody's compiled agent raises
            what = f"{type(error).__name__}: {error}".splitlines()[0]
            answer = UsageError("agents.failed", agent=text, what=what)
        connection.send(answer)


def _limit(memory: int) -> None:
    """Let the process take so many bytes more, where the system knows such a limit."""
    try:
        import resource

        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
        most = pages * resource.getpagesize() + memory
        resource.setrlimit(resource.RLIMIT_AS, (most, resource.RLIM_INFINITY))
    except (ImportError, OSError, ValueError):
        return
