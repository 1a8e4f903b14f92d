# What the firmware asks of its hardware; `chip/board.py` and `simulated.py` give it. For people and type checkers.

from typing import Protocol

class Hardware(Protocol):
    chain: int
    """How many inputs there are: those of a 74HC165 chain, or of so few (wire.py) the Pico's own pins."""
    lamps: int
    """How many lamps there are."""
    contacts: bytearray
    """The last sample: the inputs' bytes, then one of direct contacts (wire.py); one bit a contact, set = closed."""
    build: str
    """What the firmware is called (build.py)."""
    chip: str
    """What it runs on: rp2040, rp2350, simulated."""
    boot: str
    """A name for this start of the board, a-z 0-9."""
    reset_cause: str
    """Why it started: power-on, watchdog (the board hung), reset (it was told to)."""

    def now(self) -> int:
        """Milliseconds, wrapping at 2**30."""
    @property
    def missed(self) -> int:
        """How many samples came and were lost before they could be taken."""
    @property
    def sampled(self) -> int:
        """How many are done with; after 12 days it begins again."""
    def look(self, still: bool) -> int:
        """How many samples wait to be taken; one comes a millisecond. If `still`, the oldest may be passed over as long
        as they are like the last one taken."""
    def sample(self) -> int:
        """Bring the oldest of them into `contacts`; its time, never before that of the last."""
    def chain_good(self) -> bool:
        """Did a pattern sent through the chain come back, do no own pins touch? Stops the scan for some 10 ms."""
    def show(self, pixels: bytearray) -> None:
        """Light the lamps: three bytes each, green red blue. They are read for up to 5 ms afterwards."""
    def servo(self, us: int) -> None:
        """Pulse width in microseconds; 0 takes the pulses and the servo's power away."""
    def tone(self, hz: int) -> None:
        """0 is silence."""
    def read_into(self, buffer: bytearray) -> int:
        """How many bytes of the line were there and put in; never waits; ends after a 0x03."""
    def write(self, data: bytes | bytearray, start: int, end: int) -> int:
        """How many of the bytes from start to end the line took; never waits."""
    def millivolts(self) -> int:
        """The 5 V supply."""
    def milliamps(self) -> int:
        """The servo's current."""
    def feed(self) -> None:
        """The watchdog."""
    def collect(self) -> None:
        """There is garbage, and time to collect it."""
