"""The command in real time, as another program and a person at the keyboard use it."""

import asyncio
import os
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from mouseboard.link import Link, SerialPort

COMMAND = (Path(sys.executable).with_name("mouseboard"), "table", "sim", "--path")


async def start(path: Path, *options: str) -> asyncio.subprocess.Process:
    """Start the command; return once it has printed the table's path."""
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(*COMMAND, str(path), *options, stdin=pipe, stdout=pipe, stderr=pipe)
    assert process.stdout
    assert str(path) in (await process.stdout.readline()).decode()
    return process


async def type_line(process: asyncio.subprocess.Process, line: str) -> None:
    assert process.stdin
    process.stdin.write(f"{line}\n".encode())
    await process.stdin.drain()


def test_a_typed_command_reaches_the_program_at_the_port_and_ctrl_c_ends_it(tmp_path: Path) -> None:
    async def main() -> None:
        path = tmp_path / "port"
        process = await start(path)
        async with asyncio.timeout(20), Link(SerialPort(str(path))) as link:
            await type_line(process, "put red on 8")
            while not link.closed(8):
                await asyncio.sleep(0.01)
        process.send_signal(signal.SIGINT)
        assert await process.wait() == 130
        assert not path.is_symlink()

    asyncio.run(main())


def test_it_ends_politely_where_a_script_has_put_it_aside(tmp_path: Path) -> None:
    """A shell without a terminal makes commands started with `&` ignore Ctrl-C."""
    path = tmp_path / "port"
    command = shlex.join(map(str, (*COMMAND, path)))
    script = f"{command} </dev/null & while [ ! -e {path} ]; do sleep 0.1; done; kill $!; wait $!"
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (130, "")
    assert not path.is_symlink()


def test_a_line_that_cannot_be_read_is_told_and_the_table_goes_on(tmp_path: Path) -> None:
    async def main() -> None:
        process = await start(tmp_path / "port")
        assert process.stderr
        async with asyncio.timeout(20):
            await type_line(process, "throw red")
            assert (await process.stderr.readline()).startswith(b"mouseboard: line 1: 'throw red': a line begins with")
            await type_line(process, "lift pink")
            assert (await process.stderr.readline()).startswith(b"mouseboard: line 2: 'lift pink': pink is no piece")
        process.send_signal(signal.SIGINT)
        await process.wait()

    asyncio.run(main())


def test_a_path_that_is_taken_is_refused_in_one_line(tmp_path: Path) -> None:
    path = tmp_path / "port"
    path.touch()
    done = subprocess.run([*COMMAND, str(path)], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr == (
        f"mouseboard: {path}: exists already; name a path that is free, or remove it if no simulated table runs there\n"
    )


def test_a_game_is_played_on_it_by_another_process_hands_typed_here(tmp_path: Path) -> None:
    """Two people, three rolls of a wooden die. One process is the table and its hands, the other the game."""

    async def main() -> None:
        path = tmp_path / "port"
        table = await start(path, "--game", "revised")
        game = await set_up(tmp_path, path, table)
        async with asyncio.timeout(60):
            for mouse, die, place in (("red", 3, "3"), ("blue", 5, "5"), ("red", 2, "5")):
                await shown(game, f"{mouse.title()}, roll the die!")
                await type_line(game, f"roll{die}")
                await shown(game, f"Move {mouse.title()} from ")
                await type_line(table, f"slide {mouse} to {place}")
            await shown(game, "Blue, roll the die!")
            await leave(game)
        table.send_signal(signal.SIGINT)
        await table.wait()

    asyncio.run(main())


def test_a_table_that_is_killed_and_started_again_in_the_middle_of_a_move_plays_on(tmp_path: Path) -> None:
    """The new table is empty: the game's position is set up again, and then the move is made."""

    async def main() -> None:
        path = tmp_path / "port"
        table = await start(path, "--game", "revised")
        game = await set_up(tmp_path, path, table)
        async with asyncio.timeout(60):
            await shown(game, "Red, roll the die!")
            await type_line(game, "roll3")
            await shown(game, "Move Red from ")
            await type_line(table, "lift red")
            table.kill()
            await table.wait()
            path.unlink()
            table = await start(path, "--game", "revised")
            for line in ("pace 10", "put blue on start", "put red on 3"):
                await type_line(table, line)
            await shown(game, "Blue, roll the die!")
            await leave(game)
        table.send_signal(signal.SIGINT)
        await table.wait()

    asyncio.run(main())


async def set_up(folder: Path, path: Path, table: asyncio.subprocess.Process) -> asyncio.subprocess.Process:
    """Start a game of `revised` for two on the table, and play to the first roll."""
    pipe = asyncio.subprocess.PIPE
    command = (COMMAND[0], "--journal", str(folder / "journal.db"), "play", "revised", "--table", str(path))
    game = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe, stderr=pipe)
    async with asyncio.timeout(60):
        await shown(game, "Build the whole trap")
        await type_line(table, "wait 1 s")
        await type_line(table, "press b")
        await shown(game, "Put Red and Blue on Start")
        for line in ("pace 10", "put red on start", "put blue on start"):
            await type_line(table, line)
        await shown(game, "All done?")
        await type_line(table, "wait 1 s")
        await type_line(table, "press b")
    return game


async def leave(game: asyncio.subprocess.Process) -> None:
    """Quit the game at the keyboard."""
    await type_line(game, "quit")
    await shown(game, "Nothing is lost: ")
    assert await game.wait() == 0


async def shown(process: asyncio.subprocess.Process, text: str) -> None:
    """Wait until a line of the output contains the text."""
    assert process.stdout
    while text not in (line := (await process.stdout.readline()).decode()):
        assert line, f"it ended without {text!r}"


@pytest.mark.parametrize(
    ("variable", "place"), [("XDG_RUNTIME_DIR", ""), ("HOME", ".cache/mouseboard")], ids=["session", "home"]
)
def test_a_port_without_a_given_path_lies_in_a_folder_of_the_user_alone(
    tmp_path: Path, variable: str, place: str
) -> None:
    environment = {name: value for name, value in os.environ.items() if name != "XDG_RUNTIME_DIR"}
    tmp_path.chmod(0o700)
    with subprocess.Popen(
        COMMAND[:-1],
        env=environment | {variable: str(tmp_path)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as table:
        assert table.stdout
        folder = tmp_path / place
        assert f"at {folder / 'mouseboard-table'};" in table.stdout.readline()
        assert folder.stat().st_mode & 0o777 == 0o700
        table.send_signal(signal.SIGINT)
    assert table.returncode == 130


WITHOUT_HOME = """
import sys
from pathlib import Path
from unittest.mock import Mock
Path.home = Mock(side_effect=RuntimeError("Could not determine home directory."))
from mouseboard.cli import main
sys.exit(main(sys.argv[1:]))
"""


def test_only_a_simulated_table_needs_a_path_if_there_is_no_home() -> None:
    environment = {name: value for name, value in os.environ.items() if name != "XDG_RUNTIME_DIR"}
    games, sim = (
        subprocess.run(
            [sys.executable, "-c", WITHOUT_HOME, *words], env=environment, capture_output=True, text=True, timeout=60
        )
        for words in (["games"], ["table", "sim"])
    )
    assert (games.returncode, games.stderr) == (0, "")
    said = "mouseboard: you have no home folder for the port of the simulated table; name another path with --path\n"
    assert (sim.returncode, sim.stderr) == (2, said)
