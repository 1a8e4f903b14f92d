"""A Dask cluster gives a study the same rows, even if a worker dies. An unreachable cluster ends in one error line."""

from __future__ import annotations

import os
import signal
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.study.test_running import STUDY, VERSIONS, Here

from mouseboard.study.crew import Cluster
from mouseboard.study.database import Database
from mouseboard.study.definition import StudyError
from mouseboard.study.figures import digest
from mouseboard.study.running import Count, play_missing

GAMES = 400


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """A scheduler and two workers, each worker a process."""
    from distributed import LocalCluster  # slow to import: a second that collecting tests can save

    with LocalCluster(n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=":0") as cluster:
        yield cluster


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    with Database.open(tmp_path / "study.db") as database:
        yield database


def whole(folder: Path) -> str:
    """Return the digest of all games when played in this process."""
    with Database.open(folder / "here.db") as database:
        part = database.begin(STUDY, VERSIONS, GAMES)
        play_missing([part], database, Here(), lambda _: None)
        return digest(database, [part])


def test_a_killed_worker_costs_nothing_but_time(cluster: Any, database: Database, tmp_path: Path) -> None:
    workers = [worker.process.pid for worker in cluster.workers.values()]

    def kill(count: Count) -> None:
        if count.done > 20 and workers:
            os.kill(workers.pop(), signal.SIGKILL)
            workers.clear()

    with Cluster(cluster.scheduler_address) as crew:
        assert crew.size == 2
        part = database.begin(STUDY, VERSIONS, GAMES)
        play_missing([part], database, crew, kill)
    assert workers == []
    assert digest(database, [part]) == whole(tmp_path)


def test_an_address_where_nobody_listens_is_no_scheduler() -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{closed.getsockname()[1]}"
        with pytest.raises(StudyError, match=f"no scheduler answers at {address}"):
            Cluster(address, patience=0.5)


def test_a_scheduler_without_workers_is_refused() -> None:
    from distributed import LocalCluster

    empty = LocalCluster(n_workers=0, host="127.0.0.1", dashboard_address=":0")
    with empty, pytest.raises(StudyError, match="has no worker; `dask worker tcp://127"):
        Cluster(empty.scheduler_address, patience=0.5)


def test_a_scheduler_of_another_dask_is_refused() -> None:
    from distributed import LocalCluster

    def identity() -> None:
        """Imitates Scheduler.identity of 2025.1; later clients ask it for `n_workers`."""

    other = LocalCluster(n_workers=0, host="127.0.0.1", dashboard_address=":0")
    other.scheduler.handlers["identity"] = identity
    with other, pytest.raises(StudyError, match="is of another Dask than"):
        Cluster(other.scheduler_address)


def test_tls_without_certificates_is_refused() -> None:
    with pytest.raises(StudyError, match="Dask's configuration names no certificates"):
        Cluster("tls://127.0.0.1:1")
