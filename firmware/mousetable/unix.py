# The table as a program of MicroPython's unix port, in real time, for measurements and tests over a real pty:
#
#     MICROPYPATH=firmware micropython -m mousetable.unix FLASH BOOT CAUSE SIDE
#
# Standard input and output are the line (a non-blocking pty in raw mode). FLASH is the file of the settings, BOOT the
# name of this start, CAUSE the reason for it. SIDE is the number of an inherited descriptor, a non-blocking stream
# socket. On it the world changes contacts and sees outputs, in records of four bytes: kind, a, b (16 bits, low byte
# first).
#
#     to the table      c  a = 1 closed, 0 open      b = contact
#     from the table    s  a = 0                     b = pulse of the servo in us, 0 = off; 1500: b"s\0\xdc\x05"
#                       t                            b = tone in Hz, 0 = silent
#                       f                            b = pictures shown on the lamps so far
#
# The program ends when the side channel closes, or with Ctrl-C as on the Pico.

import select
import sys
import time

from .controller import Controller
from .micro import TYPE_CHECKING
from .settings import Settings
from .simulated import SimulatedHardware
from .ticks import MASK

if TYPE_CHECKING:
    from io import FileIO


class UnixHardware(SimulatedHardware):
    """Simulated contacts and outputs, a real clock, a real line."""

    def __init__(self, settings: Settings, boot: str, reset_cause: str, side: "FileIO"):
        self._start = time.ticks_ms()
        super().__init__(settings, boot, reset_cause)
        self._side = side
        self.changed = False  # whether records came at the last read
        self._records = bytearray(256)
        self._line_in: FileIO = open(0, "rb", 0)  # noqa: SIM115  open while the table runs
        self._line_out: FileIO = open(1, "wb", 0)  # noqa: SIM115

    def now(self) -> int:
        return time.ticks_diff(time.ticks_ms(), self._start) & MASK

    def read_into(self, buffer: bytearray) -> int:
        return self._line_in.readinto(buffer) or 0

    def write(self, data: "bytes | bytearray", start: int, end: int) -> int:
        return self._line_out.write(data[start:end]) or 0

    def show(self, pixels: bytearray) -> None:
        super().show(pixels)
        self._report(b"f", self.shows)

    def servo(self, us: int) -> None:
        super().servo(us)
        self._report(b"s", us)

    def tone(self, hz: int) -> None:
        super().tone(hz)
        self._report(b"t", hz)

    def change_contacts(self) -> bool:
        """Take the world's records. Return False when the world has gone."""
        count = self._side.readinto(self._records)
        self.changed = bool(count)
        if count is None:
            return True
        for i in range(0, count, 4):
            kind, closed, low, high = self._records[i : i + 4]
            if kind == ord("c"):
                self.contact(low | high << 8, bool(closed))
        return count > 0

    def _report(self, kind: bytes, value: int) -> None:
        self._side.write(kind + bytes((0, value & 255, value >> 8 & 255)))


def main(flash: str, boot: str, cause: str, side: str) -> None:
    channel: FileIO = open(int(side), "r+b", 0)  # noqa: SIM115
    settings = Settings(flash)
    hardware = UnixHardware(settings, boot, cause, channel)
    controller = Controller(hardware, settings)
    something = select.poll()
    something.register(0, select.POLLIN)
    something.register(channel, select.POLLIN)
    while hardware.change_contacts():
        idle = controller.step()
        something.poll(1 if hardware.changed else idle)  # a change must reach the next sample
        if controller.line.leave:
            controller.rest()
            return


main(*sys.argv[1:])
