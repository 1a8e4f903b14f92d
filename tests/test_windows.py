"""The command on an imitation of Windows. windows.py says what it imitates."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.tty import QUICK
from tests.helpers.built import ROOT
from tests.link.bridge import Bridge

from mouseboard.sim.pty_port import PtyPort
from mouseboard.sim.table import SimulatedTable

WINDOWS = (sys.executable, "-X", "warn_default_encoding", str(ROOT / "tests" / "helpers" / "windows.py"))
CODE_PAGE = {"PYTHONIOENCODING": "cp1252"}  # the encoding of a Windows pipe in western Europe
MONITOR = ("table", "monitor", "--for", "0.3")
AUTO = ("play", "classic", "--auto", "--seed", "7")


def run(journal: Path, *arguments: str, command: tuple[str, ...] = WINDOWS) -> str:
    """Run a command and return what it prints. It must succeed without complaints."""
    done = subprocess.run(
        [*command, *arguments],
        env=os.environ | CODE_PAGE | {"MOUSEBOARD_JOURNAL": str(journal)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="cp1252",
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A journal with one game, made on the imitated Windows."""
    path = tmp_path_factory.mktemp("windows") / "journal.db"
    run(path, *AUTO)
    return path


def test_every_module_can_be_imported_on_windows(tmp_path: Path) -> None:
    assert run(tmp_path / "journal.db", "import") == ""


def test_a_whole_game_on_windows_is_the_same_as_here(tmp_path: Path, journal: Path) -> None:
    here = run(tmp_path / "journal.db", *AUTO, command=(sys.executable, "-m", "mouseboard"))
    assert run(tmp_path / "windows.db", *AUTO) == here
    assert here.splitlines()[-1].startswith("winner: ")
    assert [file.name for file in journal.parent.iterdir()] == ["journal.db"]


@pytest.mark.parametrize(
    ("command", "text"),
    [
        (("games",), "classic"),
        (("games", "revised"), "revised"),
        (("log", "list"), "won by"),
        (("log", "show", "1"), "wins"),
        (("log", "replay", "1"), "winner: "),
        (("table", "list"), ""),
        (("table", "doctor", "sim"), "healthy"),
    ],
)
def test_a_command_on_windows_does_what_it_does_here(journal: Path, command: tuple[str, ...], text: str) -> None:
    assert text in run(journal, *command)


def test_a_game_without_a_terminal_shows_itself_and_ends_on_windows(tmp_path: Path) -> None:
    assert "Red, roll the die!" in run(tmp_path / "journal.db", "play", "classic", "--seed", "7", *QUICK)


def test_the_simulated_port_is_refused_on_windows_because_it_needs_a_pty(tmp_path: Path) -> None:
    command, home = [*WINDOWS, "table", "sim"], os.environ | {"XDG_RUNTIME_DIR": str(tmp_path)}
    done = subprocess.run(command, env=home, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 2
    assert done.stderr == (
        "mouseboard: this computer has no pseudo-terminals, so no simulated serial port; games need none\n"
    )


async def monitored(port: str) -> str:
    """Run the monitor for a while and return what it prints."""
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(*WINDOWS, *MONITOR, port, stdout=pipe, stderr=pipe)
    async with asyncio.timeout(60):
        out, err = await process.communicate()
    assert (process.returncode, err) == (0, b"")
    return out.decode()


def test_a_table_at_a_serial_port_answers_on_windows(tmp_path: Path) -> None:
    """pyserial's POSIX half stands in for its Windows half."""

    async def main() -> str:
        async with SimulatedTable() as table, PtyPort(table.cable, tmp_path / "COM3"):
            return await monitored(str(tmp_path / "COM3"))

    assert " 81 inputs, 81 lamps" in asyncio.run(main())


@pytest.mark.parametrize("scheme", ["socket", "rfc2217"])
def test_a_table_on_the_network_answers_on_windows(scheme: str) -> None:
    async def main() -> str:
        async with SimulatedTable() as table, Bridge(table.cable, scheme) as bridge:
            return await monitored(bridge.url)

    assert " 81 inputs, 81 lamps" in asyncio.run(main())
