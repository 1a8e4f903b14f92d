"""The simulated table at a serial port in real time, as other people's tests use it for programs that open one."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import pytest
import serial

from mouseboard.layouts import BadLayout
from mouseboard.rules import BadSetup
from mouseboard.testing.port import TableAtPort
from mousetable import wire


def test_a_program_that_knows_only_the_line_is_answered(tmp_path: Path) -> None:
    with TableAtPort(tmp_path / "port") as table, serial.Serial(table.path, timeout=5) as port:
        port.write(wire.encode(1, wire.HELLO, str(wire.PROTOCOL)))
        seq, words = wire.decode(port.read_until(b"\n").rstrip(b"\n")) or (0, [])
        assert (seq, words[:2]) == (1, ["ok", str(wire.PROTOCOL)])


def test_commands_and_looks_work_while_a_program_runs(tmp_path: Path) -> None:
    with TableAtPort(tmp_path / "port", game="classic", pace=10) as table:
        assert (table.where("red"), table.cage, table.servo, table.tone) == (None, "up", False, 0)
        table.do("put red on 2\ncage down\nwait 200 ms")
        assert (table.where("red"), table.cage) == ("2", "down")
        assert table.closed
        assert (table.lamp("2"), table.pattern("2")) == ("dark", "steady")


def test_the_port_goes_with_the_cable_and_comes_back(tmp_path: Path) -> None:
    with TableAtPort(tmp_path / "port") as table:
        table.do("unplug\nwait 100 ms")
        assert not Path(table.path).exists()
        table.do("replug\nwait 200 ms")
        assert Path(table.path).exists()


def test_several_threads_may_ask_at_once(tmp_path: Path) -> None:
    with TableAtPort(tmp_path / "port", pace=10) as table:
        seen: list[str | None] = []
        hands = threading.Thread(target=table.do, args=("put red on 8\nput blue on 9",))
        hands.start()
        end = time.monotonic() + 10
        while hands.is_alive() and time.monotonic() < end:
            seen.append(table.where("red"))
        hands.join()
        assert {table.where("red"), table.where("blue")} == {"8", "9"}
        assert None in seen


def test_a_failing_command_is_one_clear_failure_in_the_test_s_own_thread(tmp_path: Path) -> None:
    with TableAtPort(tmp_path / "port") as table:
        with pytest.raises(AssertionError, match=r"'expect closed 7 within 100 ms': at .* it is none") as failure:
            table.do("expect closed 7 within 100 ms")
        assert failure.value.__cause__ is None
        table.do("expect closed none")


def test_an_ended_table_frees_its_path_and_refuses_commands(tmp_path: Path) -> None:
    with TableAtPort(tmp_path / "port") as table:
        pass
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(AssertionError, match=r"the simulated table at .*port has ended"):
        table.do("put red on 8")


def test_a_table_with_an_invalid_game_or_layout_is_refused_at_once(tmp_path: Path) -> None:
    with (
        pytest.raises(BadSetup, match="classic cannot be played by 9"),
        TableAtPort(tmp_path / "1", game="classic", players=9),
    ):
        pass
    with pytest.raises(BadLayout, match="moon: no such layout"), TableAtPort(tmp_path / "2", layout="moon"):
        pass
    (tmp_path / "3").touch()
    with pytest.raises(FileExistsError), TableAtPort(tmp_path / "3"):
        pass
