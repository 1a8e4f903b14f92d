"""The cable between the host's link and the simulated board: late, noisy, and it can be pulled.

The host's end is a Port like the serial one. The board's end is `read` for what has arrived and `send` for what leaves.
Modelled: a fixed delay, faults on single bytes, bytes lost when it is pulled. Not modelled: USB packets and bit rate.
"""

import asyncio
import math
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

LATENCY_S = 0.0003  # from one end to the other
FAULTS = ("flip", "drop", "double")  # one bit of the byte turned over, the byte lost, the byte sent twice


class Noise:
    """Spoils each byte with probability `rate`, by one of `faults`, all equally likely."""

    def __init__(self, rng: Random, rate: float = 0.0, faults: tuple[str, ...] = FAULTS) -> None:
        self._rng = rng
        self.set(rate, faults)

    def set(self, rate: float, faults: tuple[str, ...] = FAULTS) -> None:
        """Set the noise from now on. Raises ValueError for a rate that is not a probability, or an unknown fault."""
        if not 0 <= rate < 1:
            raise ValueError(f"noise {rate}: a probability per byte from 0 to below 1 is allowed")
        if not faults or not set(faults) <= set(FAULTS):
            raise ValueError(f"faults {faults}: some of {', '.join(FAULTS)} are allowed")
        self._rate, self._faults = rate, faults
        self._good = self._next_gap()

    def _next_gap(self) -> int:
        """Return how many bytes stay good until the next fault. Drawing the gap is cheaper than one draw a byte."""
        if not self._rate:
            return 0
        return int(math.log(1 - self._rng.random()) / math.log(1 - self._rate))

    def spoil(self, data: bytes) -> bytes:
        """Return what arrives of `data` at the other end."""
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
    """One direction of the cable: bytes arrive LATENCY_S after they were sent, in order."""

    def __init__(self, rng: Random) -> None:
        self.noise = Noise(rng)
        self._sent: deque[tuple[float, bytes]] = deque()  # with the time at which it arrives

    def send(self, data: bytes, now: float) -> float:
        """Send the bytes and return when they arrive."""
        arrives = now + LATENCY_S
        self._sent.append((arrives, self.noise.spoil(data)))
        return arrives

    @property
    def next(self) -> float | None:
        """The time at which the next bytes arrive that have not been taken; None if none are on their way."""
        return self._sent[0][0] if self._sent else None

    def take(self, until: float) -> bytes:
        """Return what has arrived by then."""
        data = b""
        while self._sent and self._sent[0][0] <= until:
            data += self._sent.popleft()[1]
        return data

    def cut(self, now: float) -> None:
        """Lose the bytes that are on their way."""
        while self._sent and self._sent[-1][0] > now:
            self._sent.pop()

    def clear(self) -> None:
        """Lose the bytes that have arrived as well."""
        self._sent.clear()


@dataclass(frozen=True)
class _HostStream:
    """The host's open end: `receive` gets bytes; `lost` gets the reason when no more come."""

    cable: "Cable"
    receive: Callable[[bytes], None]
    lost: Callable[[str], None]

    def write(self, data: bytes) -> None:
        """Send. Bytes written to a lost or closed stream are dropped."""
        if self.cable.stream is self:
            self.cable.write(data)

    def close(self) -> None:
        if self.cable.stream is self:
            self.cable.hang_up()


class Cable:
    """A cable with a host end (`open`, as a Port) and a board end (`attach`, `read`, `send`)."""

    def __init__(self, seed: object = 0) -> None:
        self._to_board = _Wire(Random(f"{seed}/cable/to board"))
        self._to_host = _Wire(Random(f"{seed}/cable/to host"))
        self.plugged = True
        self.stream: _HostStream | None = None
        self._loop: asyncio.AbstractEventLoop  # the board's, once it has had power
        self._timer: asyncio.TimerHandle | None = None  # for what is on its way to the host
        self._coming: Callable[[float], None] | None = None  # the board's, while it has power

    # The host's end

    async def open(self, receive: Callable[[bytes], None], lost: Callable[[str], None]) -> _HostStream:
        """Open the host's end: `receive` gets bytes; `lost` gets the reason when no more come.

        Raises OSError if the cable is unplugged or already open, or if the board has no power.
        """
        if not self.plugged:
            raise OSError("the simulated cable is unplugged")
        if not self._coming:
            raise OSError("the simulated board has no power")
        if self.stream:
            raise OSError("the simulated cable is already open")
        self.stream = _HostStream(self, receive, lost)
        return self.stream

    def hang_up(self) -> None:
        """Close the host's end. Bytes on their way are lost in both directions."""
        self.stream = None
        self._to_board.cut(asyncio.get_running_loop().time())
        self._to_host.clear()
        if self._timer:
            self._timer.cancel()
            self._timer = None

    def write(self, data: bytes) -> None:
        """Send from the host to the board."""
        arrives = self._to_board.send(data, self._loop.time())
        if self._coming:
            self._coming(arrives)

    def _arrive(self, moment: float) -> None:
        data = self._to_host.take(moment)
        self._timer = None
        self._await_next()
        if data and self.stream:
            self.stream.receive(data)

    def _await_next(self) -> None:
        """Schedule the delivery of the next bytes to the host."""
        moment = self._to_host.next
        if moment is not None and not self._timer:
            self._timer = self._loop.call_at(moment, self._arrive, moment)

    # The board's end

    def attach(self, coming: Callable[[float], None]) -> None:
        """Connect the board, which has power now. `coming` is called with the time at which bytes can be read."""
        self._coming, self._loop = coming, asyncio.get_running_loop()

    def detach(self) -> None:
        """Tell the cable that the board has lost power: the host sees its port vanish."""
        self._coming = None
        self._break("the simulated board lost its power")
        self._to_board.clear()

    @property
    def next_arrival(self) -> float | None:
        """The time at which the board can read something; None if nothing is on its way."""
        return self._to_board.next

    def read(self, until: float) -> bytes:
        """Return what has arrived at the board by then."""
        return self._to_board.take(until)

    def send(self, data: bytes) -> bool:
        """Send from the board to the host. Return False, and send nothing, when no host listens."""
        if self.stream:
            self._to_host.send(data, self._loop.time())
            self._await_next()
        return self.stream is not None

    # What a person does to it

    def unplug(self) -> None:
        self.plugged = False
        self._break("the simulated cable was unplugged")

    def replug(self) -> None:
        self.plugged = True

    def set_noise(self, rate: float, faults: tuple[str, ...] = FAULTS) -> None:
        """Set the noise of both directions. Each has its own random stream."""
        self._to_board.noise.set(rate, faults)
        self._to_host.noise.set(rate, faults)

    def _break(self, reason: str) -> None:
        stream = self.stream
        self.hang_up()
        if stream:
            stream.lost(reason)
