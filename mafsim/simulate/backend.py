"""Who plays the blocks: this process, processes of this machine, or a cluster, all behind one seam."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Callable
from concurrent.futures import CancelledError, Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import connection
from pathlib import Path
from typing import Any, Protocol

from mafsim.errors import Impossible, UsageError

Work = Callable[..., Any]

PATIENCE = 60.0
"""For how many seconds a scheduler that has gone is waited for."""


class Backend(Protocol):
    """Plays blocks, many at once; what they come to does not depend on which backend it is."""

    ahead: int
    """How many blocks it is given at once, so that no worker waits for the next."""
    sink_together: bool
    """A worker that is lost takes all other blocks along that were submitted and are not done."""
    lost: tuple[type[BaseException], ...]
    """The errors that mean that a worker is gone or has no memory left, so that the block may be tried
    again."""

    def submit(self, work: Work, *arguments: Any) -> Future[Any]:
        """Begin to work."""

    def renew(self) -> None:
        """Begin anew after a worker was lost; what was submitted and is not done is forgotten."""

    def drop(self) -> None:
        """Forget what was submitted and is not done."""

    def close(self) -> None:
        """Let the workers go, if need be in the middle of their work."""


class Here:
    """The process itself plays, one block after another, each when it is submitted."""

    ahead = 1
    sink_together = False
    lost: tuple[type[BaseException], ...] = (MemoryError,)

    def submit(self, work: Work, *arguments: Any) -> Future[Any]:
        """Work now."""
        future: Future[Any] = Future()
        try:
            future.set_result(work(*arguments))
        except Exception as error:  # noqa: BLE001 - whoever asks for the result gets it
            future.set_exception(error)
        return future

    def renew(self) -> None:
        """There is nobody but this process; what it needed no more it has let go."""

    def drop(self) -> None:
        """Nothing is ever left to do."""

    def close(self) -> None:
        """Nobody is to be let go."""


ENDED = 5.0
"""For how many seconds a process is waited for that is told to end, before it is made to."""


class Processes:
    """Processes of this machine."""

    sink_together = True
    lost: tuple[type[BaseException], ...] = (BrokenProcessPool, MemoryError)

    def __init__(self, workers: int) -> None:
        self.ahead = 2 * workers
        self._workers = workers
        self._submitted: list[Future[Any]] = []
        self._context = _Context()
        self._pool: Executor = self._begun()

    def _begun(self) -> Executor:
        context: Any = self._context
        return ProcessPoolExecutor(
            self._workers,
            mp_context=context,
            initializer=_undisturbed,
            initargs=(tuple(sys.path),),
        )

    def submit(self, work: Work, *arguments: Any) -> Future[Any]:
        """Give the work to the next free process."""
        future = self._pool.submit(work, *arguments)
        self._submitted = [each for each in self._submitted if not each.done()]
        self._submitted.append(future)
        return future

    def renew(self) -> None:
        """Begin a new pool: one process that dies breaks the whole pool."""
        self.close()
        self._pool = self._begun()

    def drop(self) -> None:
        """End the processes, if any of them is at work; others begin when they are wanted."""
        if any(not future.done() for future in self._submitted):
            self.renew()
        self._submitted.clear()

    def close(self) -> None:
        """End the processes."""
        for process in self._context.started:
            if process.is_alive():
                process.terminate()
        self._see_ended()
        self._pool.shutdown(wait=True, cancel_futures=True)
        self._context.started.clear()

    def _see_ended(self) -> None:
        """See that no process is left, and that nobody waits for the rest of what one of them has said.

        Who is ended between the two halves of a message leaves the pool's reader waiting for the second
        one, since this process holds the other end of the pipe, too, for processes to come.
        """
        ends = [process.sentinel for process in self._context.started]
        deadline = time.monotonic() + ENDED
        while ends and time.monotonic() < deadline:
            gone = connection.wait(ends, timeout=max(0.0, deadline - time.monotonic()))
            ends = [each for each in ends if each not in gone]
        for process in self._context.started if ends else ():
            process.kill()
        results = getattr(self._pool, "_result_queue", None)
        if results is not None:
            results._writer.close()  # noqa: SLF001 - nobody else closes it


class _Context:
    """The way in which processes are started; it remembers them, so that they can be ended.

    They are started from nothing: a fork would copy the locks of threads that it does not copy.
    """

    def __init__(self) -> None:
        self._own = multiprocessing.get_context("spawn")
        self.started: list[Any] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._own, name)

    def Process(self, *arguments: Any, **named: Any) -> Any:  # noqa: N802 - as multiprocessing has it
        process = self._own.Process(*arguments, **named)
        self.started.append(process)
        return process


def _undisturbed(path: tuple[str, ...]) -> None:
    """Leave Ctrl-C to the process that gives out the work, and find the modules that it finds."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.path[:] = path


class Cluster:
    """A Dask scheduler's workers, through Dask's own executor."""

    sink_together = False

    def __init__(self, address: str, modules: tuple[str, ...] = ()) -> None:
        try:
            from distributed.client import FutureCancelledError
            from distributed.comm.addressing import get_address_host_port
            from distributed.comm.core import CommClosedError
            from distributed.scheduler import KilledWorker
        except ImportError:
            raise UsageError("simulate.no_dask") from None
        self.lost: tuple[type[BaseException], ...] = (
            KilledWorker,
            FutureCancelledError,
            CommClosedError,
            CancelledError,  # of all that a scheduler had when it went
            MemoryError,
        )
        try:
            get_address_host_port(address)  # a client of what is no address would not let go
            self._client = _client(address)
        except (OSError, ValueError, TypeError) as error:
            what = str(error).splitlines()[0] if str(error) else type(error).__name__
            raise UsageError("simulate.no_scheduler", address=address, what=what) from None
        workers = self._client.scheduler_info(n_workers=-1)["workers"].values()
        self.ahead = 2 * max(sum(each["nthreads"] for each in workers), 1)
        self._address, self._modules = address, modules
        self._upload()
        self._executor = self._begun()

    def _upload(self) -> None:
        for file in _files(self._modules):
            self._client.upload_file(str(file))

    def _begun(self) -> Any:
        # The same block of another simulation is another task: `pure` would look for its name.
        return self._client.get_executor(pure=False)

    def submit(self, work: Work, *arguments: Any) -> Future[Any]:
        """Give the work to the scheduler."""
        future: Future[Any] = self._executor.submit(work, *arguments)
        return future

    def renew(self) -> None:
        """Go on with whichever workers there are: the scheduler replaces them itself.

        A scheduler that has gone is waited for: one that is started again knows nothing of us.

        Raises
        ------
        Impossible
            It does not come back.
        """
        if self._client.status == "running":
            return
        with contextlib.suppress(OSError, TimeoutError):
            self._client.close(timeout=1)
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                self._client = _client(self._address)
                break
            except OSError:
                if time.monotonic() > deadline:
                    raise Impossible(
                        "simulate.scheduler_gone", address=self._address, n=int(PATIENCE)
                    ) from None
                time.sleep(1)
        self._upload()
        self._executor = self._begun()

    def drop(self) -> None:
        """Cancel what is not done."""
        self._executor.shutdown(wait=False)
        self._executor = self._begun()

    def close(self) -> None:
        """Take leave of the scheduler; its workers are not ours."""
        self._executor.shutdown(wait=False)
        self._client.close()


def _client(address: str) -> Any:
    """Give a client of a scheduler."""
    from distributed import Client

    client: Any = Client
    return client(address, timeout="10s", set_as_default=False)


def _files(modules: tuple[str, ...]) -> list[Path]:
    """Give the files of modules that are in the present folder: a user's own agents."""
    found = [Path.cwd().joinpath(*module.split(".")).with_suffix(".py") for module in modules]
    return [file for file in found if file.is_file()]


def backend(
    *, jobs: int | None = None, dask: str | None = None, modules: tuple[str, ...] = ()
) -> Backend:
    """Give who plays the blocks.

    Parameters
    ----------
    jobs
        How many processes; by default one for each processor that this one may use. One is this
        process itself.
    dask
        The address of a Dask scheduler, instead.
    modules
        The modules of a user's own agents, which a cluster's workers get.

    Raises
    ------
    UsageError
        Dask is not there, or no scheduler at the address.
    """
    if dask is not None:
        return Cluster(dask, modules)
    workers = jobs or _processors()
    return Here() if workers == 1 else Processes(workers)


def _processors() -> int:
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on macOS and Windows
        return os.cpu_count() or 1
