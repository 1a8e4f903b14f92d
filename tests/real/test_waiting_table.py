"""A game whose process was killed waits for its table, and goes on when that is there; nobody else has to wait."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.web.served import Json, Served, Stream

pytestmark = pytest.mark.real

GAME = {"game": "barriers", "seats": [{}, {}]}


@contextmanager
def table(port: Path) -> Iterator[None]:
    """Put a table behind this port, until the block ends."""
    words = [sys.executable, "-m", "mouseboard", "table", "sim", "--path", str(port), "--game", "barriers"]
    pipe = subprocess.PIPE
    with subprocess.Popen(words, stdin=pipe, stdout=pipe, text=True) as process:
        assert process.stdout
        assert str(port) in process.stdout.readline()
        yield
        process.kill()
    port.unlink(missing_ok=True)


@pytest.fixture
def waiting(tmp_path: Path) -> Iterator[Served]:
    """A page after the power was cut in mid-game, whose table is not there yet."""
    port = tmp_path / "port"
    with Served(tmp_path, "--table", str(port)) as served:
        with table(port):
            assert served.host().post("/lobby", {"begin": GAME | {"table": str(port)}}).status == 200
            with served.host().watch() as stream:
                at_the_table(stream, 1)
            served.kill()
        served.begin()
        yield served


def at_the_table(stream: Stream, number: int) -> None:
    stream.until(lambda picture: picture["at"] == "game" and picture["game"]["number"] == number)


def is_waiting(picture: Json) -> bool:
    return picture["at"] == "lobby" and "as soon as the table is there" in picture["prompt"]


def test_a_game_whose_power_was_cut_goes_on_when_its_table_is_plugged_in(waiting: Served) -> None:
    with waiting.host().watch() as stream:
        stream.until(is_waiting)
        with table(waiting.folder / "port"):
            at_the_table(stream, 1)
    waiting.process.terminate()
    said = waiting.process.communicate()[1]
    assert said.startswith(f"mouseboard: game 1 waits for its table: {waiting.folder}/port: no such port\n")
    assert said.count("waits for its table") == 1


def test_a_game_still_waits_for_its_table_after_the_system_has_stopped_the_server_again(waiting: Served) -> None:
    with waiting.host().watch() as stream:
        stream.until(is_waiting)
    waiting.process.terminate()
    waiting.process.communicate()
    waiting.begin()
    with waiting.host().watch() as stream:
        stream.until(is_waiting)


@pytest.mark.parametrize("choice", [{"begin": GAME}, {"resume": 1}])
def test_meanwhile_that_game_or_another_can_be_played_on_the_screen(waiting: Served, choice: dict[str, object]) -> None:
    host = waiting.host()
    with host.watch() as stream:
        stream.until(is_waiting)
        assert host.post("/lobby", choice).status == 200
        at_the_table(stream, 1 if "resume" in choice else 2)
