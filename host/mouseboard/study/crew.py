"""Who plays: processes on this machine, or the workers of a Dask cluster."""

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

from mouseboard.say import quoted
from mouseboard.study.definition import StudyError
from mouseboard.study.tasks import Played, Task, play_task

ADDRESS = re.compile(r"(tcp|tls)://.+:\d+")
PATIENCE = 15.0
"""Seconds to wait for a scheduler, and for the first worker there."""
ALONE = 60.0
"""Seconds to wait for workers to come back."""
RETRIES = 3
"""How often Dask tries a task again whose worker was lost."""


class Crew(AbstractContextManager["Crew"], Protocol):
    """Takes tasks; a context, and gone after it."""

    @property
    def size(self) -> int:
        """How many tasks are played at a time."""

    def submit(self, task: Task) -> Future[Played]:
        """Have it played. If the future raises BrokenExecutor, a worker was lost; the task may be submitted again."""


class Processes(AbstractContextManager["Processes"]):
    """As many processes on this machine. When one dies, all are begun anew."""

    def __init__(self, size: int) -> None:
        self.size = size
        self._begin()

    def _begin(self) -> None:
        # Spawned, on every platform: a fork of a process with threads is not safe.
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
        """At once: what is still being played is dropped."""
        self._leash.close()
        self._pool.shutdown(cancel_futures=True)

    def __exit__(self, *_: object) -> None:
        self._end()


def _on_leash(end: Connection) -> None:
    """Leave Ctrl-C to the parent; and end, in the middle of a game if need be, when it lets go, or is no more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def follow() -> None:
        with suppress(EOFError):
            end.recv()
        os._exit(1)

    threading.Thread(target=follow, daemon=True).start()


class Cluster(AbstractContextManager["Cluster"]):
    """The workers of a Dask scheduler; TLS as Dask's own configuration says. Raises StudyError."""

    def __init__(self, address: str, patience: float = PATIENCE) -> None:
        """Wait `patience` seconds for the scheduler, and as long for its first worker."""
        if not ADDRESS.fullmatch(address):
            raise StudyError(f"{quoted(address)} is no scheduler; one is called tcp://HOST:PORT or tls://HOST:PORT")
        try:
            from distributed import Client, Security, __version__
        except ModuleNotFoundError as error:
            raise StudyError("--on needs Dask: pip install 'mouseboard[studies]'") from error

        class Leaving(Client):  # type: ignore[misc]  # Dask has no types
            """One that could not begin would wait half a minute for its end, and tell of that."""

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
        """Raises StudyError where the scheduler has another version than we, or no worker."""
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
        """Raises StudyError where all workers are gone for good: those that lack Mouseboard end by themselves."""
        size: int = sum(self._client.nthreads().values())
        now = time.monotonic()
        if size:
            self._seen = now
        elif now - self._seen > ALONE:
            raise StudyError(f"all workers of {self.address} are gone, their logs say why; what is played is kept")
        return size

    def submit(self, task: Task) -> Future[Played]:
        return self._executor.submit(play_task, task)

    def __exit__(self, *_: object) -> None:
        with suppress(Exception):  # a scheduler that is gone cannot be left properly
            self._executor.shutdown(wait=False)
            self._client.close()


def _silence(package: str) -> None:
    """What goes wrong is told in one line, by us."""
    for name in [name for name in logging.root.manager.loggerDict if name.split(".")[0] == package]:
        logging.getLogger(name).setLevel(logging.CRITICAL)
    warnings.filterwarnings("ignore", module=package)
