# The board's end of the line: it reads bytes, answers requests, and repeats events until the host acknowledges them.
#
# There is no queue of frames that could overflow. One frame is being sent; everything else is state: how far the host
# has acknowledged, a reply, a nak. The next frame is made from that state when the last byte is gone, events first, and
# events that piled up meanwhile share a frame. An idle line, events, their acknowledgements and polls allocate nothing;
# any other request and its reply allocate some hundred bytes.
#
# For example, contact 10 closes 3 ms after a poll has come in, and its acknowledgement is lost:
#
#     0 ms    8 poll ...                  in
#             8 ok ...                    out: the reply was all there was to say
#     3 ms    0 events 1 5003 10+0 ...    out
#     28 ms   0 events 1 5003 10+0 ...    out again: not acknowledged in RESEND_FIRST_MS
#     30 ms   0 seen 1 ...                in: nothing is left to repeat

from . import wire
from .hearing import heard
from .micro import TYPE_CHECKING, const, micropython
from .telling import Telling
from .ticks import LONG, elapsed

if TYPE_CHECKING:
    from collections.abc import Callable

    from .events import Events
    from .hardware import Hardware

_HELLO, _SEEN = wire.HELLO.encode(), wire.SEEN.encode()
_POLLED = [wire.POLL.encode()]  # the words of a poll
_NAK = wire.encode(0, wire.NAK)
_FROM_TABLE = tuple(word.encode() for word in wire.FROM_TABLE)
_ITEMS = const(14)  # events in a frame; they fit however long the numbers are
_INTERRUPT = const(3)
_RETURN = const(13)
_MASK = const(0x3FFFFFFF)  # ticks.MASK


class Line:
    """The line to the host.

    `answer(out, seq, words, now)` writes the reply to a request into `out` and returns its length; set it once all
    parts exist. For example, answer(out, 7, [b"tone", b"440", b"200"], now) writes b"7 ok 09e5f8ba\\n".
    """

    def __init__(self, hardware: "Hardware", events: "Events"):
        self.answer: "Callable[[bytearray, int, list[bytes], int], int]"
        self.session = False  # whether events may be sent; set by the guard
        self.heard = hardware.now()  # when the last good frame came
        self.busy = False  # something other than events waits to be sent
        self.leave = False  # a person asks for MicroPython's prompt
        self.passes = 0  # without a failure in reading or writing
        self.good = self.bad = self.sent = 0
        self.littered = 0  # lines that have left garbage on the heap
        self._read_into = hardware.read_into
        self._write = hardware.write
        self._events = events
        self._input = bytearray(256)
        self._splitter = wire.Splitter()
        self._previous = 0  # the last byte of the last read
        self._written_well = True
        self._telling = Telling()
        self._frame: "bytes | bytearray" = b""  # being sent
        self._end = self._gone = 0  # its length, and the bytes already sent
        self._nak = False
        self._last_seq = 0  # the last request's number ...
        self._reply = bytearray(wire.LONGEST)  # ... and the reply to it, for a repeat too ...
        self._reply_size = 0  # ... of this length ...
        self._waiting = False  # ... which waits to be sent
        self._told = 0  # the last event sent ...
        self._told_at = 0  # ... and when
        self._had_room = False  # whether its frame had room for more
        self._wait = wire.RESEND_FIRST_MS  # from then until the events are sent again

    @micropython.native
    def receive(self, now: int) -> int:
        """Read what is there, at most one buffer full. Return 0 if there may be something to answer, else LONG."""
        count = self._read_into(self._input)
        if count:
            self._take_bytes(count, now)
        if self._written_well:
            self.passes = (self.passes + 1) & _MASK
        return 0 if count else LONG

    @micropython.native
    def send(self, now: int) -> int:
        """Write as much as the line has room for. Return in how many ms to call again."""
        self._written_well = False
        idle = self._write_frames(now)
        self._written_well = True
        return idle

    @micropython.native
    def _take_bytes(self, count: int, now: int) -> None:
        if self._input[count - 1] == _INTERRUPT:  # a read ends after 0x03
            self._interrupted(count)
        self._previous = self._input[count - 1]
        splitter, start = self._splitter, 0
        while start < count:
            start = splitter.take(self._input, start, count)
            if splitter.ended:
                self._take_line(splitter.line, splitter.size, now)

    @micropython.native
    def _write_frames(self, now: int) -> int:
        while True:
            if self._frame:
                self._gone += self._write(self._frame, self._gone, self._end)
                if self._gone < self._end:
                    self.busy = True
                    return 1
                self.sent += 1
                self._frame = b""
            idle = self._next(now)
            if idle:
                self.busy = False
                return idle
            self._gone = 0

    def _interrupted(self, count: int) -> None:
        """Leave on two Ctrl-C in a row, or on one after a return: mpremote sends `\\r\\x03`. A single one is noise."""
        before = self._input[count - 2] if count > 1 else self._previous
        self.leave = self.leave or before in (_INTERRUPT, _RETURN)

    @micropython.native
    def _take_line(self, line: bytearray, size: int, now: int) -> None:
        """Take a line. Polls and acknowledgements, which come all the time, are read where they are."""
        found = heard(line, size)
        if not found:
            self.littered += 1
            self._take_words(wire.opened(bytes(line[:size])), now)
            return
        self.good += 1
        self.heard = now
        if found > 0:
            self._request(found, _POLLED, now)
        elif self.session:
            self._events.confirm(~found)

    def _take_words(self, frame: "tuple[int, list[bytes]] | None", now: int) -> None:
        """Take a frame. An echo of what this table has said does not count: a terminal sends one without a host."""
        if frame is None or frame[1][0] in _FROM_TABLE:
            self.bad += 1
            if frame is None and self.session:  # else an echo that ends in a return would be answered for ever
                self._nak = self.busy = True
            return
        self.good += 1
        self.heard = now
        seq, words = frame
        if seq:
            self._request(seq, words, now)
        elif self.session and words[0] == _SEEN and len(words) >= 2 and words[1].isdigit():
            self._events.confirm(int(words[1]))

    @micropython.native
    def _request(self, seq: int, words: "list[bytes]", now: int) -> None:
        """Answer a request; a repeat is answered from memory, so that nothing is done twice. A hello starts over."""
        if words[0] == _HELLO:
            self._told = self._events.acked  # send all unacknowledged events again at once
        if seq != self._last_seq or words[0] == _HELLO:
            if self._frame is self._reply:  # the last reply has not left yet, so keep it
                self._frame = bytes(self._frame)
            self._reply_size = self.answer(self._reply, seq, words, now)
            self._last_seq = seq
        self._waiting = self.busy = True

    @micropython.native
    def _next(self, now: int) -> int:
        """Make the next frame and return 0; if there is nothing to say, return in how many ms there will be."""
        due = self._due(now)
        if not due:
            self._tell(now)
        elif self._nak:
            self._nak = False
            self._begin(_NAK)
        elif self._waiting:
            self._waiting = False
            self._frame, self._end = self._reply, self._reply_size
        else:
            return due
        return 0

    @micropython.native
    def _begin(self, frame: bytes) -> None:
        self._frame, self._end = frame, len(frame)

    @micropython.native
    def _due(self, now: int) -> int:
        """Return in how many ms to send events: within a session, new ones at once, unacknowledged ones repeatedly.

        New events wait for the repeat while a full frame of older ones is unacknowledged.
        """
        events = self._events
        if events.acked == events.last or not self.session:
            return LONG
        if self._told <= events.acked or (self._told < events.last and self._had_room):
            return 0
        return max(0, self._wait - elapsed(now, self._told_at))

    @micropython.native
    def _tell(self, now: int) -> None:
        """Begin a frame of unacknowledged events, as many as fit; or if earlier ones were lost, one that says which."""
        events = self._events
        first = events.acked + 1
        gap = events.first() - 1
        told = gap if gap >= first else min(events.last, events.acked + _ITEMS)
        again = told <= self._told
        self._wait = min(2 * self._wait, wire.RESEND_LAST_MS) if again else wire.RESEND_FIRST_MS
        self._told, self._told_at = told, now
        self._had_room = gap < first and told < events.acked + _ITEMS
        if gap >= first:
            self._begin(wire.encode(0, wire.GAP, str(first), str(gap)))
        else:
            self._frame, self._end = self._telling.frame, self._telling.write(events, first, told)
