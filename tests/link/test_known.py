"""A table whose settings have changed since this computer met it is noticed, by its serial number."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path

import pytest

from mouseboard.doctor import Question, examine, reference_table
from mouseboard.link import KnownTables, Link, SerialPort
from mouseboard.say import Say
from mouseboard.sim.firmware import InThisProcess
from mouseboard.sim.pty_port import PtyPort
from mouseboard.sim.table import SimulatedTable
from mouseboard.web import lobby

SERIAL = "e6614103e7452d2f"
CHANGED = "settings have changed"


def numbered(flash: Path, boot: str, cause: str, senses: Mapping[str, int]) -> InThisProcess:
    """Start the firmware on a board that has a serial number, as a Pico has."""
    board = InThisProcess(flash, boot, cause, senses)
    board._hardware.serial = SERIAL
    return board


def with_table(path: Path, test: Callable[[], Awaitable[None]]) -> None:
    async def run() -> None:
        size = [(50.0 * n, 0.0) for n in range(reference_table().sensors)]
        async with SimulatedTable(size, lamps=81, start=numbered) as table, PtyPort(table.cable, path):
            await test()

    asyncio.run(run())


class Silent:
    """A person who is never asked."""

    def tell(self, text: Say) -> None:
        pass

    async def ask(self, question: Question) -> str:
        raise AssertionError(question)


@pytest.fixture
def known(tmp_path: Path) -> KnownTables:
    return KnownTables.beside(tmp_path / "journal.db")


def test_a_new_table_is_known_by_the_settings_it_was_met_with(known: KnownTables) -> None:
    assert not known.differs(SERIAL, "5be0c1d2")
    assert not known.differs(SERIAL, "5be0c1d2")
    assert known.differs(SERIAL, "11111111")
    assert not known.differs("e660000000000000", "11111111")


def test_a_table_differs_until_its_new_settings_are_remembered(known: KnownTables) -> None:
    known.remember(SERIAL, "5be0c1d2")
    assert known.differs(SERIAL, "11111111") and known.differs(SERIAL, "11111111")
    known.remember(SERIAL, "11111111")
    assert not known.differs(SERIAL, "11111111")


def test_a_table_without_a_serial_number_is_never_known(known: KnownTables) -> None:
    assert not known.differs("-", "5be0c1d2")
    assert not known.differs("-", "11111111")


@pytest.mark.parametrize("text", ["", "{", "[]", '{"e66": 1}', "\xff"])
def test_a_damaged_file_knows_no_table(tmp_path: Path, known: KnownTables, text: str) -> None:
    (tmp_path / "journal.db-tables").write_bytes(text.encode("latin-1"))
    assert not known.differs(SERIAL, "5be0c1d2")
    assert known.differs(SERIAL, "11111111")


def test_a_table_whose_settings_changed_is_told_apart_until_the_doctor_has_seen_it(
    tmp_path: Path, known: KnownTables
) -> None:
    path = tmp_path / "table"

    async def change_and_examine() -> None:
        assert CHANGED not in str(await lobby.examine(str(path), known))
        async with Link(SerialPort(str(path))) as link:
            await link.set_setting("watch", 5000)
        assert CHANGED in str(await lobby.examine(str(path), known))
        await examine(SerialPort(str(path)), reference_table(), Silent(), ("power",), known, revision=2)
        assert CHANGED not in str(await lobby.examine(str(path), known))

    with_table(path, change_and_examine)


def test_a_game_says_that_the_settings_have_changed(tmp_path: Path, known: KnownTables) -> None:
    path = tmp_path / "table"

    async def play() -> None:
        known.remember(SERIAL, "11111111")
        command = ("--journal", str(tmp_path / "journal.db"), "play", "classic", "--players", "2", "--table", str(path))
        playing = await asyncio.create_subprocess_exec(
            sys.executable,
            *("-m", "mouseboard", *command),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.PIPE,
        )
        assert playing.stderr
        try:
            async with asyncio.timeout(20):
                assert CHANGED in (await playing.stderr.readline()).decode()
        finally:
            playing.kill()
            await playing.wait()

    with_table(path, play)
