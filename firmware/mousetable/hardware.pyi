# The hardware interface of the firmware, for people and type checkers. `chip/board.py` and `simulated.py` implement it.
# Other attributes of theirs are for main.py, or for the simulated world.
#
# With 81 inputs `contacts` has 12 bytes: contact 10 is bit 2 of byte 1, and the cage, contact 88, is bit 0 of byte 11.
# The scan takes every sample like this:
#
#     for _ in range(hardware.look(still=False)):
#         ms = hardware.sample()
#         closed = hardware.contacts[10 >> 3] >> (10 & 7) & 1

from typing import Protocol

class Hardware(Protocol):
    chain: int
    """Number of inputs: on a 74HC165 chain, or at the Pico's own pins if there are at most wire.OWN_PINS."""
    lamps: int
    """Number of lamps."""
    contacts: bytearray
    """The last sample: the inputs' bytes, then one of direct contacts (wire.py); one bit a contact, set = closed."""
    build: str
    """The firmware's name (build.py)."""
    chip: str
    """The processor: rp2040, rp2350 or simulated."""
    serial: str
    """The chip's own number in hex, the same as that of its USB port; `-` for a simulated table."""
    boot: str
    """A name for this start of the board: a-z, 0-9 and -."""
    reset_cause: str
    """Why the board started: power-on, brown-out (its supply failed for a moment), power-on-or-brown-out (the chip
    cannot tell), watchdog (it hung), reset (somebody asked for it) or soft-reboot (the program began again)."""

    def now(self) -> int:
        """Return the time in milliseconds, wrapping at 2**30."""
    @property
    def missed(self) -> int:
        """Samples that were lost before the program could take them."""
    @property
    def sampled(self) -> int:
        """Samples taken, skipped or missed; wraps after 12 days."""
    @property
    def noise(self) -> int:
        """Samples that were spoilt on their way through the chain; wraps after 12 days. 0 without a chain."""
    def look(self, still: bool) -> int:
        """Return how many samples wait; one arrives every millisecond. If `still`, the oldest that equal the last one
        taken may be skipped, because no contact is being debounced."""
    def sample(self) -> int:
        """Bring the oldest waiting sample into `contacts`. Return its time, which never goes back."""
    def chain_good(self) -> bool:
        """Return whether a pattern sent through the chain comes back, or whether no two own pins touch. Stops the scan
        for about 10 ms."""
    def show(self, pixels: bytearray) -> None:
        """Light the lamps: three bytes each, green red blue. They are read for up to 5 ms afterwards."""
    def servo(self, us: int) -> None:
        """Set the pulse width in microseconds; 0 stops the pulses and cuts the servo's power."""
    def tone(self, hz: int) -> None:
        """Sound a tone; 0 is silence."""
    def read_into(self, buffer: bytearray) -> int:
        """Read the bytes that the line has now and return how many. Never blocks. Stops after a 0x03."""
    def write(self, data: bytes | bytearray, start: int, end: int) -> int:
        """Write bytes from start to end and return how many the line took. Never blocks."""
    def millivolts(self) -> int:
        """Return the voltage of the 5 V supply; 0 where it is not measured."""
    def milliamps(self) -> int:
        """Return the servo's current; 0 where it is not measured."""
    def feed(self) -> None:
        """Feed the watchdog."""
    def collect(self) -> None:
        """Collect garbage. The controller calls it after every 40 lines that have left some, as slow work."""
