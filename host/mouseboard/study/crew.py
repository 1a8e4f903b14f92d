"""Workers that play games: processes on this machine, or a Dask cluster."""

from __future__ import annotations

import logging
import multiprocessing
import os
import re
import signal
import threading
import time
import warnings
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from contextlib import AbstractContextManager, suppress
from multiprocessing.connection import Connection
from typing import Protocol

from mouseboard import extras
from mouseboard.say import quoted
from mouseboard.study.definition import StudyError
from mouseboard.study.tasks import Played, Task, play_task

ADDRESS = re.compile(r"(tcp|tls)://.+:\d+")
PATIENCE_S = 15.0
"""Seconds to wait for a scheduler, and again for its first worker."""
ALONE_S = 60.0
"""Seconds to wait for workers to come back when all are gone."""
RETRIES = 3
"""The number of times Dask retries a task after losing its worker."""


class Crew(AbstractContextManager["Crew"], Protocol):
    """Workers that take tasks. A context manager, which ends the workers or leaves the cluster on exit."""

    @property
    def size(self) -> int:
        """The number of tasks that can run at the same time."""

    def submit(self, task: Task) -> Future[Played]:
        """Submit a task. If its future raises BrokenExecutor, a worker was lost; the task may be submitted again."""


class Processes(AbstractContextManager["Processes"]):
    """A pool of `size` processes on this machine. When one dies, all are restarted."""

    def __init__(self, size: int) -> None:
        self.size = size
        self._begin()

    def _begin(self) -> None:
        # Spawn on every platform, because forking a process with threads is not safe.
        context = multiprocessing.get_context("spawn")
        end, self._leash = context.Pipe(duplex=False)
        self._pool = ProcessPoolExecutor(self.size, context, _on_leash, (end,))

    def submit(self, task: Task) -> Future[Played]:
        try:
            return self._pool.submit(play_task, task)
        except BrokenExecutor:
            self._end()
            self._begin()
            return self._pool.submit(play_task, task)

    def _end(self) -> None:
        """End all processes at once. Games in progress are dropped."""
        self._leash.close()
        self._pool.shutdown(cancel_futures=True)

    def __exit__(self, *_: object) -> None:
        self._end()


def _on_leash(end: Connection) -> None:
    """Leave Ctrl-C to the parent, and exit when the parent closes the pipe or dies, even in the middle of a game."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def follow() -> None:
        with suppress(EOFError):
            end.recv()
        os._exit(1)

    threading.Thread(target=follow, daemon=True).start()


class Cluster(AbstractContextManager["Cluster"]):
    """The workers of a Dask scheduler. TLS follows Dask's own configuration. Raises StudyError."""

    def __init__(self, address: str, patience: float = PATIENCE_S) -> None:
        """Wait up to `patience` seconds for the scheduler, and as long again for its first worker."""
        if not ADDRESS.fullmatch(address):
            raise StudyError(f"{quoted(address)} is no scheduler; one is called tcp://HOST:PORT or tls://HOST:PORT")
        try:
            from distributed import Client, Security, __version__
        except ModuleNotFoundError as error:
            raise StudyError(f"--on needs Dask; in a checkout: {extras.command('studies')}") from error

        class Leaving(Client):  # type: ignore[misc]  # Dask has no types
            """A client without `__del__`: if it failed to connect, that waits half a minute and logs a message."""

            def __del__(self) -> None:
                pass

        _silence("distributed")
        if address.startswith("tls") and Security().get_connection_args("client")["ssl_context"] is None:
            raise StudyError(f"{address}: Dask's configuration names no certificates; STUDIES.md says how")
        self.address = address
        self._seen = time.monotonic()
        try:
            self._client = Leaving(address, timeout=patience, set_as_default=False)
        except OSError as error:  # no connection, no certificate, no such host
            raise StudyError(f"no scheduler answers at {address}: {error}") from error
        except Exception as error:
            raise StudyError(f"the scheduler at {address} is of another Dask than {__version__}: {error}") from error
        try:
            self._check(patience)
        except BaseException:
            self._client.close()
            raise
        self._executor: Executor = self._client.get_executor(retries=RETRIES, pure=False)

    def _check(self, patience: float) -> None:
        """Raise StudyError if the scheduler has another version of Dask than we have, or no worker."""
        versions = self._client.get_versions()
        here, there = (versions[who]["packages"] for who in ("client", "scheduler"))
        if here["distributed"] != there["distributed"]:
            raise StudyError(
                f"the scheduler at {self.address} has distributed {there['distributed']}, not {here['distributed']}"
            )
        with suppress(TimeoutError):
            self._client.wait_for_workers(1, timeout=patience)
        if not self.size:
            raise StudyError(f"the scheduler at {self.address} has no worker; `dask worker {self.address}` is one")

    @property
    def size(self) -> int:
        """The number of threads of all workers. Raises StudyError if all workers have been gone for ALONE_S seconds.

        Workers that lack Mouseboard exit by themselves.
        """
        size: int = sum(self._client.nthreads().values())
        now = time.monotonic()
        if size:
            self._seen = now
        elif now - self._seen > ALONE_S:
            raise StudyError(f"all workers of {self.address} are gone, their logs say why; what is played is kept")
        return size

    def submit(self, task: Task) -> Future[Played]:
        return self._executor.submit(play_task, task)

    def __exit__(self, *_: object) -> None:
        with suppress(Exception):  # closing fails if the scheduler is gone
            self._executor.shutdown(wait=False)
            self._client.close()


def _silence(package: str) -> None:
    """Silence a package's log and warnings, because we report errors ourselves, in one line."""
    for name in [name for name in logging.root.manager.loggerDict if name.split(".")[0] == package]:
        logging.getLogger(name).setLevel(logging.CRITICAL)
    warnings.filterwarnings("ignore", module=package)
