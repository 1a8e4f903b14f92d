"""The cable between the host's link and the simulated board: late, noisy, and it can be pulled.

The host's end is a Port like the serial one. The board's end is a callback for what arrives and `send` for what leaves.
Modelled: a fixed delay, faults on single bytes, bytes lost with the plug. Not modelled: USB packets and bit rate.
"""

import asyncio
import math
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

LATENCY = 0.0003  # seconds from one end to the other
FAULTS = ("flip", "drop", "double")  # one bit of the byte turned over, the byte lost, the byte sent twice


class Noise:
    """Spoils each byte with probability `rate`, by one of `faults`, each as likely as the other."""

    def __init__(self, rng: Random, rate: float = 0.0, faults: tuple[str, ...] = FAULTS) -> None:
        self._rng = rng
        self.set(rate, faults)

    def set(self, rate: float, faults: tuple[str, ...] = FAULTS) -> None:
        """From now on. Raises ValueError when the rate is no probability or a fault is unknown."""
        if not 0 <= rate < 1:
            raise ValueError(f"noise {rate}: a probability per byte from 0 to below 1 is allowed")
        if not faults or not set(faults) <= set(FAULTS):
            raise ValueError(f"faults {faults}: some of {', '.join(FAULTS)} are allowed")
        self._rate, self._faults = rate, faults
        self._good = self._next_gap()

    def _next_gap(self) -> int:
        """How many bytes stay good until the next fault: drawing the gap is cheaper than a draw a byte."""
        if not self._rate:
            return 0
        return int(math.log(1 - self._rng.random()) / math.log(1 - self._rate))

    def spoil(self, data: bytes) -> bytes:
        """What is left of `data` at the other end."""
        if not self._rate:
            return data
        arrived = bytearray()
        while len(data) > self._good:
            arrived += data[: self._good] + self._fault(data[self._good])
            data = data[self._good + 1 :]
            self._good = self._next_gap()
        self._good -= len(data)
        return bytes(arrived + data)

    def _fault(self, byte: int) -> bytes:
        fault = self._rng.choice(self._faults)
        if fault == "flip":
            return bytes((byte ^ 1 << self._rng.randrange(8),))
        return b"" if fault == "drop" else bytes((byte, byte))


class _Wire:
    """One direction: what is sent arrives `latency` seconds later, in order."""

    def __init__(self, noise: Noise, latency: float) -> None:
        self._noise = noise
        self._latency = latency
        self._flying: deque[tuple[float, bytes]] = deque()
        self._timer: asyncio.TimerHandle | None = None
        self.deliver: Callable[[bytes], None] = _discard

    def send(self, data: bytes) -> None:
        loop = asyncio.get_running_loop()
        self._flying.append((loop.time() + self._latency, self._noise.spoil(data)))
        if self._timer is None:
            self._timer = loop.call_at(self._flying[0][0], self._arrive)

    def _arrive(self) -> None:
        loop = asyncio.get_running_loop()
        due, data = self._flying.popleft()
        while self._flying and self._flying[0][0] <= due:
            data += self._flying.popleft()[1]
        self._timer = loop.call_at(self._flying[0][0], self._arrive) if self._flying else None
        if data:
            self.deliver(data)

    def cut(self) -> None:
        """What was on its way is lost."""
        self._flying.clear()
        if self._timer:
            self._timer.cancel()
            self._timer = None


def _discard(_data: bytes) -> None:
    """No one listens at this end."""


@dataclass(frozen=True)
class _HostStream:
    """The host's open end."""

    cable: "Cable"

    def write(self, data: bytes) -> None:
        """Send; what is written to a stream that is lost or closed goes nowhere."""
        if self.cable.stream is self:
            self.cable.to_board.send(data)

    def close(self) -> None:
        if self.cable.stream is self:
            self.cable.hang_up()


class Cable:
    """A cable with a host end (`open`, as a Port) and a board end (`attach`, `send`)."""

    def __init__(self, seed: object = 0, latency: float = LATENCY) -> None:
        self.noise_to_board = Noise(Random(f"{seed}/cable/to board"))
        self.noise_to_host = Noise(Random(f"{seed}/cable/to host"))
        self.to_board = _Wire(self.noise_to_board, latency)
        self.to_host = _Wire(self.noise_to_host, latency)
        self.plugged = True
        self.stream: _HostStream | None = None
        self._lost: Callable[[str], None] = _ignore
        self._board_lives = False

    # The host's end

    async def open(self, receive: Callable[[bytes], None], lost: Callable[[str], None]) -> _HostStream:
        """Open the host's end: `receive` gets bytes, `lost` why no more come. Raises OSError without a board."""
        if not self.plugged:
            raise OSError("the simulated cable is unplugged")
        if not self._board_lives:
            raise OSError("the simulated board has no power")
        if self.stream:
            raise OSError("the simulated cable is already open")
        self.stream = _HostStream(self)
        self.to_host.deliver, self._lost = receive, lost
        return self.stream

    def hang_up(self) -> None:
        """The host closes its end: what is on its way is lost in both directions."""
        self.stream = None
        self.to_host.deliver, self._lost = _discard, _ignore
        self.to_board.cut()
        self.to_host.cut()

    # The board's end

    def attach(self, receive: Callable[[bytes], None]) -> None:
        """The board has power: what arrives goes to `receive`."""
        self._board_lives = True
        self.to_board.deliver = receive

    def detach(self) -> None:
        """The board has no power any more: the host sees its port vanish."""
        self._board_lives = False
        self.to_board.deliver = _discard
        self._break("the simulated board lost its power")

    def send(self, data: bytes) -> bool:
        """From the board to the host. False when no host listens: nothing was sent."""
        if self.stream:
            self.to_host.send(data)
        return self.stream is not None

    # What a person does to it

    def unplug(self) -> None:
        self.plugged = False
        self._break("the simulated cable was unplugged")

    def replug(self) -> None:
        self.plugged = True

    def set_noise(self, rate: float, faults: tuple[str, ...] = FAULTS) -> None:
        """Both directions, each from its own random stream."""
        self.noise_to_board.set(rate, faults)
        self.noise_to_host.set(rate, faults)

    def _break(self, reason: str) -> None:
        lost, was_open = self._lost, self.stream is not None
        self.hang_up()
        if was_open:
            lost(reason)


def _ignore(_reason: str) -> None:
    """No host has the cable open."""
