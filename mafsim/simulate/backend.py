"""Who plays the blocks: this process, processes of this machine, or a cluster, all behind one seam."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any, Protocol

from mafsim.errors import UsageError

Work = Callable[..., Any]


class Backend(Protocol):
    """Plays blocks, many at once; what they come to does not depend on which backend it is."""

    ahead: int
    """How many blocks it is given at once, so that no worker waits for the next."""
    sink_together: bool
    """A worker that is lost takes all other blocks along that were submitted and are not done."""
    lost: tuple[type[BaseException], ...]
    """The errors that mean that a worker is gone, and that the block may be tried again."""

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
    lost: tuple[type[BaseException], ...] = ()

    def submit(self, work: Work, *arguments: Any) -> Future[Any]:
        """Work now."""
        future: Future[Any] = Future()
        try:
            future.set_result(work(*arguments))
        except Exception as error:  # noqa: BLE001 - whoever asks for the result gets it
            future.set_exception(error)
        return future

    def renew(self) -> None:
        """Nothing can be lost here."""

    def drop(self) -> None:
        """Nothing is ever left to do."""

    def close(self) -> None:
        """Nobody is to be let go."""


class Processes:
    """Processes of this machine."""

    sink_together = True
    lost: tuple[type[BaseException], ...] = (BrokenProcessPool,)

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
        self._pool.shutdown(wait=True, cancel_futures=True)
        self._context.started.clear()


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
            from distributed import Client
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
        )
        client: Any = Client
        try:
            get_address_host_port(address)  # a client of what is no address would not let go
            self._client: Any = client(address, timeout="10s", set_as_default=False)
        except (OSError, ValueError, TypeError) as error:
            what = str(error).splitlines()[0] if str(error) else type(error).__name__
            raise UsageError("simulate.no_scheduler", address=address, what=what) from None
        workers = self._client.scheduler_info(n_workers=-1)["workers"].values()
        self.ahead = 2 * max(sum(each["nthreads"] for each in workers), 1)
        for file in _files(modules):
            self._client.upload_file(str(file))
        self._executor = self._begun()

    def _begun(self) -> Any:
        # The same block of another simulation is another task: `pure` would look for its name.
        return self._client.get_executor(pure=False)

    def submit(self, work: Work, *arguments: Any) -> Future[Any]:
        """Give the work to the scheduler."""
        future: Future[Any] = self._executor.submit(work, *arguments)
        return future

    def renew(self) -> None:
        """Go on with whichever workers there are: the scheduler replaces them itself."""

    def drop(self) -> None:
        """Cancel what is not done."""
        self._executor.shutdown(wait=False)
        self._executor = self._begun()

    def close(self) -> None:
        """Take leave of the scheduler; its workers are not ours."""
        self._executor.shutdown(wait=False)
        self._client.close()


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
