# The table's hardware as plain attributes: a simulated world sets the inputs and reads the outputs.
#
# It implements `hardware.pyi`; the other attributes belong to the world. Several milliseconds may pass between two
# passes of the controller. All samples but the last then repeat the one before; only the last has the new inputs.

from .build import VERSION
from .micro import TYPE_CHECKING
from .ticks import MASK, elapsed
from .wire import direct_start

if TYPE_CHECKING:
    from .settings import Settings


class SimulatedHardware:
    """Simulated hardware. Change inputs between two steps of the controller; read outputs after a step."""

    def __init__(self, settings: "Settings", boot: str = "0", reset_cause: str = "power-on"):
        self.chain = settings["chain"]
        self.lamps = settings["lamps"]
        self.build = VERSION
        self.chip = "simulated"
        self.serial = "-"
        self.boot = boot
        self.reset_cause = reset_cause
        # Set by the world.
        self.time = 0
        self.inputs = bytearray(direct_start(self.chain) // 8 + 1)  # what `contacts` becomes at the next sample
        self.inbox = bytearray()  # from the host
        self.room = 4096  # bytes that the outbox holds before the board must wait
        self.sampling = True  # False: the sampler has stopped
        self.missed = 0  # samples
        self.sampled = 0
        self.noise = 0  # samples that were spoilt on their way through the chain
        self.chain_is_good = True
        self.supply_mv = 5000
        self.servo_ma = 0
        self._last = -1  # the time of the newest sample
        self._waiting = 0  # samples not taken yet
        # Read by the world.
        self.contacts = bytearray(len(self.inputs))
        self.outbox = bytearray()  # to the host; the world takes bytes from its front
        self.pixels = bytearray(3 * self.lamps)
        self.shows = 0  # pictures shown so far
        self.servo_us = 0
        self.tone_hz = 0
        self.fed = 0  # when the watchdog was last fed

    def contact(self, number: int, closed: bool) -> None:
        """Close or open one contact, numbered as in wire.py."""
        bit = 1 << (number & 7)
        if closed:
            self.inputs[number >> 3] |= bit
        else:
            self.inputs[number >> 3] &= ~bit & 255

    def now(self) -> int:
        return self.time & MASK

    def look(self, still: bool) -> int:
        now = self.now()
        if now == self._last:
            return 0
        self._waiting = 0
        if self.sampling:
            self._waiting = 1 if still else elapsed(now, self._last)
        self._last = now
        return self._waiting

    def sample(self) -> int:
        self.sampled += 1
        self._waiting -= 1
        if not self._waiting and self.contacts != self.inputs:
            for i in range(len(self.inputs)):  # a slice would allocate
                self.contacts[i] = self.inputs[i]
        return (self._last - self._waiting) & MASK

    def chain_good(self) -> bool:
        return self.chain_is_good

    def show(self, pixels: bytearray) -> None:
        self.pixels = pixels
        self.shows += 1

    def servo(self, us: int) -> None:
        self.servo_us = us

    def tone(self, hz: int) -> None:
        self.tone_hz = hz

    def read_into(self, buffer: bytearray) -> int:
        if not self.inbox:
            return 0
        count = min(len(self.inbox), len(buffer))
        end = self.inbox.find(b"\x03", 0, count)
        count = end + 1 if end >= 0 else count
        buffer[:count] = self.inbox[:count]
        self.inbox[:] = self.inbox[count:]
        return count

    def write(self, data: "bytes | bytearray", start: int, end: int) -> int:
        if end - start > self.room - len(self.outbox):
            end = start + max(0, self.room - len(self.outbox))
        self.outbox.extend(data[start:end])
        return end - start

    def millivolts(self) -> int:
        return self.supply_mv

    def milliamps(self) -> int:
        return self.servo_ma

    def feed(self) -> None:
        self.fed = self.time

    def collect(self) -> None:
        """Do nothing: Python on a computer collects by itself."""
