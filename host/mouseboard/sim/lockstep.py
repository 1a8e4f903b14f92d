"""One start of the firmware on simulated hardware, a pass at a time, on CPython or on MicroPython.

In the table's own process `Firmware` is used as it is. As a program, started as
    micropython lockstep.py FLASH BOOT CAUSE NAME=VALUE...
it reads a pass a line and answers with its effects, so that simulated time rules on a real MicroPython too:
    now contacts arrived room          ->  idle sent servo tone           bytes in hex, `-` for none
    look now                           ->  lamps
    set name value                     ->  ok
"""

import sys
from binascii import hexlify, unhexlify

from mousetable.controller import Controller
from mousetable.settings import Settings
from mousetable.simulated import SimulatedHardware
from mousetable.ticks import LONG


class LazyPainter(Controller):
    """Paints the lamps only when somebody looks, since nothing depends on them."""

    def __init__(self, hardware: SimulatedHardware, settings: Settings) -> None:
        super().__init__(hardware, settings)
        self._tasks["lamps"] = self._running["lamps"] = _unseen

    def look(self, now: int) -> None:
        """Bring the lamps up to date."""
        self.parts.lamps.step(now)


def _unseen(_now: int) -> int:
    return LONG


class Firmware:
    """The firmware between one power-on and the next."""

    def __init__(self, flash: str, boot: str, cause: str, senses: "dict[str, int]") -> None:
        """`flash` is the file in which it keeps its settings, `boot` this start's name, `cause` why it started.

        `senses` is what else it finds at its start: see `set`.
        """
        settings = Settings(flash)
        self.hardware = SimulatedHardware(settings, boot, cause)
        for name, value in senses.items():
            self.set(name, value)
        self.controller = LazyPainter(self.hardware, settings)
        self._contacts = b""  # in the last pass
        self._due = 0  # time of the next pass, unless an input comes first

    def step(self, now: int, contacts: bytes, arrived: bytes, room: int) -> tuple[int, bytes]:
        """One pass at `now` ms: for how many ms nothing but lamps will change by itself, and the bytes for the host.

        `contacts` is what the inputs read, `arrived` what the host sent, `room` how many bytes the line takes now.
        """
        hardware = self.hardware
        hardware.time = now
        if contacts != self._contacts:
            self._contacts = contacts
            chain = len(hardware.inputs) - 1  # as many as the board is set to: there may be fewer registers, or more
            hardware.inputs[:chain] = (contacts[:-1] + bytes(chain))[:chain]
            hardware.inputs[chain] = contacts[-1]
            if now > self._due:  # late, on a real clock: nobody knows since when; no touch may seem longer
                hardware.contacts[:] = hardware.inputs
        hardware.inbox.extend(arrived)
        hardware.room = room
        idle = self.controller.step()
        if idle < 1 or hardware.inbox:  # there is more than one pass reads
            idle = 1
        self._due = now + idle
        sent = bytes(hardware.outbox)
        hardware.outbox[:] = b""
        return idle, sent

    def look(self, now: int) -> bytes:
        """The lamps at `now` ms, three bytes each: green, red, blue."""
        self.hardware.time = now
        self.controller.look(self.hardware.now())
        return bytes(self.hardware.pixels)

    def set(self, name: str, value: int) -> None:
        """Change something else that the hardware senses: sampling, chain_is_good, supply_mv, servo_ma."""
        kind = type(getattr(self.hardware, name))  # some are true or false
        setattr(self.hardware, name, kind(value))


def _hex(data: "bytes | bytearray") -> str:
    return hexlify(data).decode() or "-"


def _bytes(text: str) -> bytes:
    return b"" if text == "-" else unhexlify(text)


def main() -> None:
    """Serve passes until standard input ends."""
    flash, boot, cause, *senses = sys.argv[1:]
    firmware = Firmware(flash, boot, cause, {name: int(value) for name, value in (word.split("=") for word in senses)})
    hardware = firmware.hardware
    while words := sys.stdin.readline().split():
        if words[0] == "set":
            firmware.set(words[1], int(words[2]))
            print("ok")
        elif words[0] == "look":
            print(_hex(firmware.look(int(words[1]))))
        else:
            idle, sent = firmware.step(int(words[0]), _bytes(words[1]), _bytes(words[2]), int(words[3]))
            print(idle, _hex(sent), hardware.servo_us, hardware.tone_hz)


if __name__ == "__main__":
    main()
