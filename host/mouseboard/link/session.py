"""Requests over one open stream: ask, resend, and hand on what comes unasked. LINE.md says what and why."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from mouseboard.link.port import Stream
from mouseboard.say import plain
from mousetable import wire

Monitor = Callable[[str, str], None]
"""Called with `>` and what goes to the table, `<` and what comes from it, `?` and what came but is no frame."""

QUICK_RESENDS = 8  # per request, on bad lines; then the timer alone: something that is no table must not set the pace
FIRST_DELAY, LAST_DELAY = wire.RESEND_FIRST / 1000, wire.RESEND_LAST / 1000
PATIENCE = wire.DEADMAN / 1000  # with a request unanswered for so long the table has given us up anyway

_LETTERS = frozenset(wire.ALPHABET)


class Away(ConnectionError):
    """The line was lost before the answer came: nobody knows whether the request was carried out."""


class Refused(Exception):
    """The table said no. `reason` is its first word, for which LINE.md has a list."""

    def __init__(self, request: str, reason: str) -> None:
        super().__init__(f"the table refused `{request}`: {reason}")
        self.reason = reason.partition(" ")[0]


@dataclass(slots=True)
class Stats:
    """Counters of a link since it was made."""

    frames_out: int = 0
    frames_in: int = 0
    resends: int = 0
    bad_lines: int = 0
    gaps: int = 0
    reconnects: int = 0
    round_trip: float = 0.0  # seconds, of the last request


class Session:
    """One stream's worth of requests, one outstanding at a time.

    `unasked` gets the words of frames that answer nothing, `lost` why the stream ended, once. `seq` is the last number
    used on this port: a late answer to an older request is then not taken for one to a new request.
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
        """Requests go out on this from now on."""
        self._stream = stream

    @property
    def seq(self) -> int:
        """The number of the last request."""
        return self._seq

    async def ask(self, *words: str) -> tuple[str, ...]:
        """The fields of the table's `ok`. Raises Refused, Away, and ValueError for words no frame can carry."""
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
        self._timer = self._loop.call_later(FIRST_DELAY, self._overdue, FIRST_DELAY)
        self._write(self._frame)
        try:
            answer = await self._reply
        finally:
            self._timer.cancel()
            self._reply = None
        self._stats.round_trip = self._loop.time() - self._asked
        return answer

    def tell(self, *words: str) -> None:
        """Send a frame that wants no reply and may be lost."""
        self._write(wire.encode(0, *words))

    def receive(self, data: bytes) -> None:
        """Take what the stream brings."""
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
        """Something was garbled: perhaps the request, perhaps its reply. Once per bad line, so it cannot grow."""
        if self._reply and not self._reply.done() and self._quick:
            self._quick -= 1
            self._resend()

    def _overdue(self, waited: float) -> None:
        """Nothing came, not even something garbled: perhaps a newline was."""
        if self._loop.time() - self._asked >= PATIENCE:
            self.end(f"no answer for {wire.DEADMAN} ms")
            return
        delay = min(2 * waited, LAST_DELAY)
        self._timer = self._loop.call_later(delay, self._overdue, delay)
        self._resend()

    def _resend(self) -> None:
        self._stats.resends += 1
        self._write(b"\n" + self._frame)  # the newline ends what noise may have left half-said

    def _write(self, data: bytes) -> None:
        if self._stream:
            self._stats.frames_out += 1
            if self._monitor:
                self._monitor(">", data.strip()[:-9].decode())
            self._stream.write(data)

    def end(self, reason: str) -> None:
        """The stream is lost, or nobody wants it any more."""
        if self._gone:
            return
        self._gone = reason
        if self._stream:
            self._stream.close()
            self._stream = None
        if self._reply and not self._reply.done():
            self._reply.set_exception(Away(reason))
        self._lost(reason)


@lru_cache  # most of what is asked is the same heartbeat
def _check(words: tuple[str, ...]) -> None:
    text = " ".join(words)
    if not _LETTERS.issuperset(text) or not text or text != " ".join(text.split()):
        raise ValueError(f"{text!r}: a frame holds words of the letters {wire.ALPHABET.rstrip()}")
