"""The firmware on simulated hardware, in lockstep with simulated time: it runs only when it is told the time.

The simulated table imports `Firmware` to run it on CPython. For a real MicroPython, this file is also a program:
    micropython lockstep.py FLASH BOOT CAUSE NAME=VALUE...
The arguments are those of `Firmware`. It reads one request per line, each a method of `Firmware`, and answers in one:
    now contacts arrived room          ->  idle sent servo tone           step; then the servo in us, the tone in Hz
    look now                           ->  lamps
    set name value                     ->  ok
Bytes are in hex, `-` for none.
"""

import sys
from binascii import hexlify, unhexlify

from mousetable.controller import Controller
from mousetable.settings import Settings
from mousetable.simulated import SimulatedHardware
from mousetable.ticks import LONG


class LazyPainter(Controller):
    """A controller that paints the lamps only when somebody looks, to save time: nothing else depends on them."""

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
        """Start the firmware. `flash` is its settings file, `boot` names this start, `cause` says why it started.

        `senses` are the other values that the hardware senses at the start; see `set`.
        """
        settings = Settings(flash)
        self.hardware = SimulatedHardware(settings, boot, cause)
        for name, value in senses.items():
            self.set(name, value)
        self.controller = LazyPainter(self.hardware, settings)
        self._contacts = b""  # in the last pass
        self._due = 0  # time of the next pass, unless a contact changes or bytes arrive first

    def step(self, now: int, contacts: bytes, arrived: bytes, room: int) -> tuple[int, bytes]:
        """Run one pass at `now` ms. Return the bytes for the host, after the ms until the next pass.

        That pass must come earlier if a contact changes or bytes arrive. `contacts` are the levels of the inputs,
        `arrived` the bytes from the host, and `room` the number of bytes that the line can take now.
        """
        hardware = self.hardware
        hardware.time = now
        if contacts != self._contacts:
            self._contacts = contacts
            chain = len(hardware.inputs) - 1  # the bytes set on the board; the real chain may be shorter or longer
            hardware.inputs[:chain] = (contacts[:-1] + bytes(chain))[:chain]
            hardware.inputs[chain] = contacts[-1]
            # On a real clock this pass may be late, and nobody knows when the contacts changed. Let all waiting samples
            # read the new state, so that no touch seems longer than it was.
            if now > self._due:
                hardware.contacts[:] = hardware.inputs
        hardware.inbox.extend(arrived)
        hardware.room = room
        idle = self.controller.step()
        if idle < 1 or hardware.inbox:  # one pass does not read everything
            idle = 1
        self._due = now + idle
        sent = bytes(hardware.outbox)
        hardware.outbox[:] = b""
        return idle, sent

    def look(self, now: int) -> bytes:
        """Return the lamps at `now` ms, three bytes each: green, red, blue."""
        self.hardware.time = now
        self.controller.look(self.hardware.now())
        return bytes(self.hardware.pixels)

    def set(self, name: str, value: int) -> None:
        """Set another value that the hardware senses: sampling, chain_is_good, supply_mv or servo_ma."""
        kind = type(getattr(self.hardware, name))  # some are booleans
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
