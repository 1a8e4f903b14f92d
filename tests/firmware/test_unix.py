"""The table in real time on MicroPython's unix port, over a real pty."""

import json
import os
import pty
import select
import socket
import subprocess
import time
import tty
from collections.abc import Iterator
from pathlib import Path

import pytest

import mousetable
from mouseboard.sim.trap import CALIBRATED
from mousetable import wire
from mousetable.build import VERSION


class Program:
    """A process of `mousetable.unix`. The test is its host and its world."""

    def __init__(self, micropython: str, flash: Path) -> None:
        self.line, slave = pty.openpty()
        self.world, side = socket.socketpair()
        tty.setraw(slave)
        os.set_blocking(slave, False)
        side.setblocking(False)
        self.world.settimeout(5)
        self._splitter, self._heard, self._seq = wire.Splitter(), list[tuple[int, list[str]]](), 0
        with side:
            self.process = subprocess.Popen(
                [micropython, "-m", "mousetable.unix", flash, "b7", "power-on", str(side.fileno())],
                env={"MICROPYPATH": str(Path(mousetable.__file__).parents[1])},
                stdin=slave,
                stdout=slave,
                pass_fds=[side.fileno()],
            )
        os.close(slave)

    def stop(self) -> None:
        self.process.kill()
        self.process.wait()
        self.world.close()
        os.close(self.line)

    def ask(self, *words: str) -> str:
        self._seq += 1
        os.write(self.line, wire.encode(self._seq, *words))
        return self.hear(self._seq)

    def hear(self, seq: int, verb: str = "") -> str:
        """Return the next frame with this number, and with this verb if one is given."""
        end = time.monotonic() + 5
        while time.monotonic() < end:
            for frame in self._heard:
                if frame[0] == seq and frame[1][0].startswith(verb):
                    self._heard.remove(frame)
                    return " ".join(frame[1])
            if select.select([self.line], [], [], 1)[0]:
                data = os.read(self.line, 4096)
                self._heard += [got for line in self._splitter.feed(data, len(data)) if (got := wire.decode(line))]
        raise TimeoutError(f"no frame {seq} {verb}")

    def agree(self) -> None:
        hello = self.ask("hello", "1").split()
        assert self.ask("agree", hello[3], hello[6]) == "ok"

    def contact(self, number: int, closed: bool) -> None:
        self.world.send(bytes([99, closed, number & 255, number >> 8]))

    def outputs(self) -> list[tuple[str, int]]:
        """Return (kind, value) of what the outputs sent: s servo, t tone, f frames."""
        data = self.world.recv(65536)
        return [(chr(data[i]), data[i + 2] | data[i + 3] << 8) for i in range(0, len(data), 4)]


@pytest.fixture
def program(micropython: str, tmp_path: Path) -> Iterator[Program]:
    flash = tmp_path / "settings.json"
    flash.write_text(json.dumps(CALIBRATED))
    started = Program(micropython, flash)
    yield started
    started.stop()


def test_the_program_answers_with_the_boot_name_it_was_given(program: Program) -> None:
    assert program.ask("hello", "1").split()[:4] == ["ok", "1", VERSION, "b7"]
    program.ask("agree", "b7", program.ask("hello", "1").split()[6])
    assert program.ask("poll").split()[0] == "ok"


def test_a_contact_change_in_the_world_becomes_an_event(program: Program) -> None:
    program.agree()
    program.contact(10, True)
    assert program.hear(0, "events").split()[3:] == ["10+0"]


def test_a_turn_moves_the_servo_and_stops_when_the_host_is_lost(program: Program) -> None:
    program.agree()
    program.contact(147, True)  # the servo's rail
    program.hear(0, "events")
    program.outputs()
    assert program.ask("crank", "g1", "launch") == "ok moving"
    moved = list[int]()
    while 0 not in moved:
        moved += [value for kind, value in program.outputs() if kind == "s"]
    assert moved[0] == 1000 and max(moved) == 2000


def test_settings_outlive_the_program(program: Program, micropython: str, tmp_path: Path) -> None:
    program.ask("hello", "1")
    assert program.ask("set", "watch", "1234").startswith("ok 1234 ")
    again = Program(micropython, tmp_path / "settings.json")
    try:
        again.ask("hello", "1")
        assert again.ask("get", "watch") == "ok 1234"
    finally:
        again.stop()


def test_a_person_who_wants_the_prompt_ends_the_program_and_noise_does_not(program: Program) -> None:
    os.write(program.line, b"\x03noise\x03\n")
    assert program.ask("hello", "1").startswith("ok")
    os.write(program.line, b"\r\x03")
    assert program.process.wait(5) == 0


def test_the_program_ends_with_its_world(program: Program) -> None:
    program.ask("hello", "1")
    program.world.shutdown(socket.SHUT_RDWR)
    assert program.process.wait(5) == 0
