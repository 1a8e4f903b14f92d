"""Requests over one open stream: ask, resend, and pass on unrequested frames. LINE.md says what and why."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from mouseboard.link.port import Stream
from mouseboard.say import plain, say
from mousetable import wire

Monitor = Callable[[str, str], None]
"""Called with `>` and a frame to the table, `<` and a frame from it, or `?` and a received line that is no frame."""

QUICK_RESENDS = 8  # per request, on bad lines; then only the timer, or a device that is not a table would set the pace
FIRST_DELAY_S, LAST_DELAY_S = wire.RESEND_FIRST_MS / 1000, wire.RESEND_LAST_MS / 1000
PATIENCE_S = wire.DEADMAN_MS / 1000  # after this long without an answer, the table has given us up anyway

SILENCE = say("no answer for a second")
"""Why a session ends after PATIENCE_S."""

_LETTERS = frozenset(wire.ALPHABET)


class Away(ConnectionError):
    """The line was lost before the answer came: nobody knows whether the request was carried out."""


class Refused(Exception):
    """The table said no. `reason` is the first word of its refusal, `detail` the others; LINE.md lists them."""

    def __init__(self, request: str, reason: str) -> None:
        super().__init__(f"the table refused `{request}`: {reason}")
        self.reason, _, self.detail = reason.partition(" ")


@dataclass(slots=True)
class Stats:
    """A link's counters since its creation."""

    frames_out: int = 0
    frames_in: int = 0
    resends: int = 0
    bad_lines: int = 0
    gaps: int = 0
    reconnects: int = 0
    round_trip: float = 0.0  # seconds that the last request took


class Session:
    """The requests over one stream, one outstanding at a time.

    `unasked` gets the words of each frame that answers no request; `lost` gets, once, why the stream ended. `seq` is
    the last number used on this port, so that a late answer to an older request is not mistaken for one to a new
    request.
    """

    def __init__(
        self,
        unasked: Callable[[list[str]], None],
        lost: Callable[[str], None],
        stats: Stats,
        monitor: Monitor | None = None,
        seq: int = 0,
    ) -> None:
        self._unasked = unasked
        self._lost = lost
        self._stats = stats
        self._monitor = monitor
        self._loop = asyncio.get_running_loop()
        self._splitter = wire.Splitter()
        self._turn = asyncio.Lock()
        self._stream: Stream | None = None
        self._gone = ""
        self._seq = seq
        self._frame = b""
        self._asked = 0.0
        self._quick = 0
        self._reply: asyncio.Future[list[str]] | None = None
        self._timer: asyncio.TimerHandle | None = None

    def start(self, stream: Stream) -> None:
        """Send requests over this stream from now on."""
        self._stream = stream

    @property
    def seq(self) -> int:
        """The number of the last request."""
        return self._seq

    async def ask(self, *words: str) -> tuple[str, ...]:
        """Return the fields of the table's `ok`. Raises Refused, Away, and ValueError for words no frame can carry."""
        _check(words)
        async with self._turn:
            if self._gone:
                raise Away(self._gone)
            answer = await self._exchange(words)
        if answer[0] == wire.NO:
            raise Refused(" ".join(words), " ".join(answer[1:]))
        return tuple(answer[1:])

    async def _exchange(self, words: tuple[str, ...]) -> list[str]:
        self._seq = wire.next_seq(self._seq)
        self._frame = wire.encode(self._seq, *words)
        self._quick = QUICK_RESENDS
        self._reply = self._loop.create_future()
        self._asked = self._loop.time()
        self._timer = self._loop.call_later(FIRST_DELAY_S, self._overdue, FIRST_DELAY_S)
        self._write(self._frame)
        try:
            answer = await self._reply
        finally:
            self._timer.cancel()
            self._reply = None
        self._stats.round_trip = self._loop.time() - self._asked
        return answer

    def tell(self, *words: str) -> None:
        """Send a frame that needs no reply and may be lost."""
        self._write(wire.encode(0, *words))

    def receive(self, data: bytes) -> None:
        """Take bytes that the stream received."""
        for line in self._splitter.feed(data, len(data)):
            frame = wire.decode(line)
            if frame is None:
                self._garbled(line)
            else:
                self._stats.frames_in += 1
                if self._monitor:
                    self._monitor("<", f"{frame[0]} {' '.join(frame[1])}")
                self._take(*frame)

    def _garbled(self, line: bytes) -> None:
        self._stats.bad_lines += 1
        if self._monitor:
            self._monitor("?", plain(line.decode("utf-8", "backslashreplace").rstrip("\r")))
        self._resend_quickly()

    def _take(self, seq: int, words: list[str]) -> None:
        if seq == 0:
            if words[0] == wire.NAK:
                self._resend_quickly()
            else:
                self._unasked(words)
        elif seq == self._seq and words[0] in (wire.OK, wire.NO) and self._reply and not self._reply.done():
            self._reply.set_result(words)

    def _resend_quickly(self) -> None:
        """Resend after a garbled line, perhaps the request or its reply: once per bad line, so it cannot multiply."""
        if self._reply and not self._reply.done() and self._quick:
            self._quick -= 1
            self._resend()

    def _overdue(self, waited: float) -> None:
        """Resend after silence: not even a garbled line came, perhaps for lack of a newline. After PATIENCE_S, end."""
        if self._loop.time() - self._asked >= PATIENCE_S:
            self.end(str(SILENCE))
            return
        delay = min(2 * waited, LAST_DELAY_S)
        self._timer = self._loop.call_later(delay, self._overdue, delay)
        self._resend()

    def _resend(self) -> None:
        self._stats.resends += 1
        self._write(b"\n" + self._frame)  # the newline ends a line that noise may have begun

    def _write(self, data: bytes) -> None:
        if self._stream:
            self._stats.frames_out += 1
            if self._monitor:
                self._monitor(">", data.strip()[:-9].decode())
            self._stream.write(data)

    def end(self, reason: str) -> None:
        """End the session: the stream is lost, or no longer wanted."""
        if self._gone:
            return
        self._gone = reason
        if self._stream:
            self._stream.close()
            self._stream = None
        if self._reply and not self._reply.done():
            self._reply.set_exception(Away(reason))
        self._lost(reason)


@lru_cache  # most requests are the same heartbeat
def _check(words: tuple[str, ...]) -> None:
    text = " ".join(words)
    if not _LETTERS.issuperset(text) or not text or text != " ".join(text.split()):
        raise ValueError(f"{text!r}: a frame holds words of the letters {wire.ALPHABET.rstrip()}")
