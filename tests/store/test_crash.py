"""Processes are killed and the power fails during writing. Every acknowledged entry is there afterwards."""

import os
import random
import select
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from mouseboard.rules import Game
from mouseboard.store import Journal, Noted, StoreError

HERE = Path(__file__).parent
ENVIRONMENT = os.environ | {"PYTHONPATH": str(HERE / "toy")}


class Scribe:
    """A process that writes entries as fast as it can, and prints each number once its entry is written."""

    def __init__(self, path: Path) -> None:
        command = [sys.executable, str(HERE / "scribe.py"), str(path)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, env=ENVIRONMENT)
        self.said = 0
        """The acknowledged entries heard so far."""

    def listen_until(self, count: int) -> None:
        while self.said < count:
            assert self._listen(), f"the writing process died after {self.said} entries"

    def listen_to_the_rest(self) -> None:
        """Read the rest of what a stopped or dead process has said."""
        assert self.process.stdout is not None
        while select.select([self.process.stdout], [], [], 0)[0] and self._listen():
            pass

    def _listen(self) -> bool:
        assert self.process.stdout is not None
        heard = os.read(self.process.stdout.fileno(), 4096)
        self.said += heard.count(b"\n")
        return bool(heard)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()


@pytest.fixture
def scribe(path: Path) -> Iterator[Scribe]:
    scribe = Scribe(path)
    with scribe.process:
        yield scribe
        scribe.kill()


@pytest.mark.parametrize("seed", range(3))
def test_a_killed_writer_loses_no_acknowledged_entry(path: Path, scribe: Scribe, seed: int) -> None:
    scribe.listen_until(random.Random(seed).randrange(1, 300))
    scribe.kill()
    scribe.listen_to_the_rest()
    with Journal.open(path) as journal:
        assert scribe.said <= journal.count(1) <= scribe.said + 1  # one entry may be written and not yet acknowledged
        with journal.resume(1) as writer:  # the dead process holds no lock
            assert writer.append(Noted("and on it goes")) == journal.count(1) - 1


def test_a_power_cut_at_any_moment_leaves_every_acknowledged_entry(path: Path, tmp_path: Path, scribe: Scribe) -> None:
    """The test stops the writer at any moment, copies the files and opens the copy."""
    for cut in range(16):
        scribe.listen_until(scribe.said + random.Random(cut).randrange(1, 300))
        scribe.process.send_signal(signal.SIGSTOP)
        os.waitid(os.P_PID, scribe.process.pid, os.WSTOPPED)
        scribe.listen_to_the_rest()
        copy = tmp_path / f"cut{cut}"
        copy.mkdir()
        for file in (path, path.with_name("journal.db-wal")):
            shutil.copy(file, copy)
        scribe.process.send_signal(signal.SIGCONT)
        with Journal.open(copy / "journal.db") as journal:
            assert scribe.said <= journal.count(1) <= scribe.said + 1
            assert journal.file.run("PRAGMA integrity_check") == [("ok",)]


def test_a_log_torn_off_anywhere_leaves_the_first_entries_whole(path: Path, race: Game) -> None:
    """Bytes that the disk had not flushed may be missing or rubbish. Whole entries stay, and no partial one is read."""
    noted = [Noted(f"{n}" * 200) for n in range(30)]
    wal = path.with_name("journal.db-wal")
    with Journal.open(path) as journal, journal.begin(race) as writer:
        for entry in noted:
            writer.append(entry)
        journal_bytes, wal_bytes = path.read_bytes(), wal.read_bytes()
    draw = random.Random(1)
    found = set()
    written = len(wal_bytes.rstrip(b"\0"))  # beyond that there is only room
    for _ in range(40):
        torn = draw.randrange(written)
        path.write_bytes(journal_bytes)
        wal.write_bytes(wal_bytes[:torn] + draw.randbytes(draw.choice((0, 3000))))
        with Journal.open(path) as journal:
            entries = journal.entries(1) if journal.games() else []
        assert entries == noted[: len(entries)]
        found.add(len(entries))
    assert len(found) > 5


def test_a_game_in_play_is_refused_to_a_second_process(path: Path, scribe: Scribe) -> None:
    scribe.listen_until(1)
    with Journal.open(path) as journal, pytest.raises(StoreError, match=r"^game 1 is being played by another process$"):
        journal.resume(1)


def test_several_processes_can_make_and_use_the_same_new_journal(path: Path) -> None:
    code = (
        "import sys; from mouseboard import rules; from mouseboard.store import *\n"
        "with Journal.open(sys.argv[1]) as journal, journal.begin(rules.load('toyrace')) as writer:\n"
        "    for n in range(20): writer.append(Noted(str(n)))\n"
    )
    processes = [subprocess.Popen([sys.executable, "-c", code, str(path)], env=ENVIRONMENT) for _ in range(4)]
    assert [process.wait() for process in processes] == [0, 0, 0, 0]
    with Journal.open(path) as journal:
        assert [journal.count(game) for game in (1, 2, 3, 4)] == [20, 20, 20, 20]


def test_the_newest_game_is_known_as_cut_off_after_its_process_was_killed(path: Path, scribe: Scribe) -> None:
    scribe.listen_until(1)
    scribe.kill()
    with Journal.open(path) as journal:
        assert journal.cut_off() == 1
        with journal.resume(1):
            pass
        assert journal.cut_off() is None
