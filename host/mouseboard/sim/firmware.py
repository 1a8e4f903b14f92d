"""The simulated board: the firmware's own files, run in this process or by a real MicroPython."""

import os
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Protocol

import msgspec

import mousetable
from mouseboard.sim import lockstep

FIRMWARE = Path(mousetable.__file__).parent.parent
PROGRAM = Path(lockstep.__file__)


class Effects(msgspec.Struct, frozen=True):
    """What a pass of the firmware did to the world."""

    idle: int  # ms until something other than lamps may change by itself
    sent: bytes  # to the host
    servo_us: int  # 0: no pulses, no power
    tone_hz: int


class FirmwareProcess(Protocol):
    """One start of the firmware."""

    def step(self, now: int, contacts: bytes, arrived: bytes, room: int) -> Effects:
        """Run one pass at `now` ms, given the inputs' levels, the host's bytes and how many bytes the line can take."""

    def look(self, now: int) -> bytes:
        """The lamps at `now` ms, which is not before the last pass: three bytes each, green, red, blue."""

    def set(self, name: str, value: int) -> None:
        """Change something else the board senses: sampling, chain_is_good, supply_mv, servo_ma."""

    def stop(self) -> None:
        """Cut the power."""


Start = Callable[[Path, str, str, Mapping[str, int]], FirmwareProcess]
"""Starts the firmware: the file with its settings, this start's name and cause, and what else the board senses."""


class InThisProcess:
    """The firmware under this CPython."""

    def __init__(self, flash: Path, boot: str, cause: str, senses: Mapping[str, int]) -> None:
        self._firmware = lockstep.Firmware(str(flash), boot, cause, dict(senses))
        self._hardware = self._firmware.hardware
        self.look = self._firmware.look
        self.set = self._firmware.set

    def step(self, now: int, contacts: bytes, arrived: bytes, room: int) -> Effects:
        idle, sent = self._firmware.step(now, contacts, arrived, room)
        return Effects(idle, sent, self._hardware.servo_us, self._hardware.tone_hz)

    def stop(self) -> None:
        """Do nothing: the firmware lives only while it is stepped."""


class OnMicroPython:
    """The firmware under MicroPython's unix port, in lockstep: it runs only within a step."""

    def __init__(self, interpreter: str, flash: Path, boot: str, cause: str, senses: Mapping[str, int]) -> None:
        """Raises OSError when the interpreter cannot be started."""
        found = [f"{name}={value}" for name, value in senses.items()]
        self._process = subprocess.Popen(
            [interpreter, str(PROGRAM), str(flash), boot, cause, *found],
            env={**os.environ, "MICROPYPATH": str(FIRMWARE)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )

    def step(self, now: int, contacts: bytes, arrived: bytes, room: int) -> Effects:
        idle, sent, servo, tone = self._ask(f"{now} {contacts.hex()} {arrived.hex() or '-'} {room}")
        return Effects(int(idle), b"" if sent == "-" else bytes.fromhex(sent), int(servo), int(tone))

    def look(self, now: int) -> bytes:
        (lamps,) = self._ask(f"look {now}")
        return bytes.fromhex(lamps)

    def set(self, name: str, value: int) -> None:
        self._ask(f"set {name} {value}")

    def _ask(self, line: str) -> list[str]:
        assert self._process.stdin and self._process.stdout
        self._process.stdin.write(line.encode() + b"\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline()
        if not answer.endswith(b"\n"):
            raise ChildProcessError(f"MicroPython ended with status {self._process.wait()}: {answer.decode()}")
        return answer.decode().split()

    def stop(self) -> None:
        self._process.kill()
        self._process.communicate()
