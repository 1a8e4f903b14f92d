"""The simulated board: the firmware's own files, run in this process or by a real MicroPython."""

import os
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple, Protocol

import mousetable
from mouseboard.sim import lockstep

FIRMWARE = Path(mousetable.__file__).parent.parent


class Effects(NamedTuple):
    """What a pass of the firmware did to the world."""

    idle: int  # ms in which nothing will happen by itself
    sent: bytes  # to the host
    lamps: bytes  # three bytes a lamp: green, red, blue
    servo_us: int  # 0: no pulses, no power
    tone_hz: int


class FirmwareProcess(Protocol):
    """One start of the firmware."""

    def step(self, now: int, contacts: bytes, arrived: bytes, room: int) -> Effects:
        """One pass at `now` ms, with what the inputs read, what the host sent and how much the line takes."""

    def set(self, name: str, value: int) -> None:
        """Change something else the board senses: sampling, chain_is_good, supply_mv, servo_ma."""

    def stop(self) -> None:
        """No power any more."""


class InThisProcess:
    """The firmware under this CPython."""

    def __init__(self, flash: Path, boot: str, cause: str, senses: Mapping[str, int]) -> None:
        self._firmware = lockstep.Firmware(str(flash), boot, cause, dict(senses))
        self._hardware = self._firmware.hardware
        self._lamps = bytes(self._hardware.pixels)
        self._shown = 0
        self.set = self._firmware.set

    def step(self, now: int, contacts: bytes, arrived: bytes, room: int) -> Effects:
        idle, sent = self._firmware.step(now, contacts, arrived, room)
        hardware = self._hardware
        if hardware.shows != self._shown:
            self._shown, self._lamps = hardware.shows, bytes(hardware.pixels)
        return Effects(idle, sent, self._lamps, hardware.servo_us, hardware.tone_hz)

    def stop(self) -> None:
        """Nothing to do: it only lives while it is stepped."""


class OnMicroPython:
    """The firmware under MicroPython's unix port, in lockstep: it runs only within a step."""

    def __init__(self, interpreter: str, flash: Path, boot: str, cause: str, senses: Mapping[str, int]) -> None:
        """Raises OSError when the interpreter cannot be started."""
        self._lamps = b""
        found = [f"{name}={value}" for name, value in senses.items()]
        self._process = subprocess.Popen(
            [interpreter, lockstep.__file__, str(flash), boot, cause, *found],
            env={**os.environ, "MICROPYPATH": str(FIRMWARE)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )

    def step(self, now: int, contacts: bytes, arrived: bytes, room: int) -> Effects:
        idle, sent, lamps, servo, tone = self._ask(f"{now} {contacts.hex()} {arrived.hex() or '-'} {room}")
        if lamps != "-":
            self._lamps = bytes.fromhex(lamps)
        return Effects(int(idle), b"" if sent == "-" else bytes.fromhex(sent), self._lamps, int(servo), int(tone))

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
