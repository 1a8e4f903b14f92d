# Frames of the line between host and table, for both ends. LINE.md, one folder up, explains protocol and timeouts.
#
#     <seq> <word>[ <word>...] <crc>\n          12 poll bef3dd63\n
#
# seq is decimal, 0..65535; crc is the CRC-32 of everything before the blank in front of it, as 8 lower-case hex digits.
# The same code runs on the Pico, on MicroPython's unix port and on CPython.

from binascii import crc32

from .micro import const, micropython, ptr8

PROTOCOL = 1

LONGEST = const(255)  # bytes of a frame, its newline included
LAST_SEQ = 65535  # 1 comes after it; 0 marks frames that need no reply
CLOCK_MASK = 0x3FFFFFFF  # the table's clock counts milliseconds and wraps at 2**30

# No single flipped bit turns one of these, or the newline, into 0x03, which would stop the table's program. The
# printable neighbours of 0x03 are C and #. encode() does not check its words, to save time; its callers must. decode()
# does check: its result may be shown to a person, and must not hold anything that a terminal obeys.
ALPHABET = "abcdefghijklmnopqrstuvwxyz0123456789.,:;+-_/=@~!?* "
_ALPHABET = ALPHABET.encode()
_ZERO = const(48)  # the digit 0

# Contacts are numbered along the register chain; the direct ones, wired to the Pico itself, begin at a whole byte.
DIRECT = ("cage", "a", "b", "rail")  # closed: cage down, button a or b pressed, servo rail powered
CAGE, BUTTON_A, BUTTON_B, RAIL_OK = range(len(DIRECT))  # their bits in the last byte
OWN_PINS = 9  # with this many inputs or fewer there is no chain: they too are wired to the Pico itself

# Times in milliseconds that both ends must agree on
RESEND_FIRST_MS = 25  # until the first resend; the wait then doubles ...
RESEND_LAST_MS = 100  # ... up to this
HEARTBEAT_MS = 200  # between the host's polls
DEADMAN_MS = 1000  # after this time without a good frame from the host, outputs go to rest and the session ends

# Host to table, answered with OK or NO under the same seq
HELLO = "hello"
AGREE = "agree"
POLL = "poll"
BYE = "bye"
STOP = "stop"
STYLE = "style"
LAMPS = "lamps"
CRANK = "crank"
TONE = "tone"
GET = "get"
SET = "set"
STATS = "stats"
CHAIN = "chain"
JOG = "jog"
POWER = "power"
OK = "ok"
NO = "no"

# One way, seq 0
NAK = "nak"  # table to host: the last line was not a valid frame
EVENTS = "events"  # table to host: <first number> <time> <item>...
GAP = "gap"  # table to host: <first lost> <last lost>
SEEN = "seen"  # host to table: <number> of the last event that arrived

FROM_TABLE = (OK, NO, NAK, EVENTS, GAP)  # a table that hears these hears an echo of its own


def encode(seq: int, *words: str) -> bytes:
    """Return the frame as bytes, newline included. A word may itself be several, joined by single blanks."""
    return sealed(seq, " ".join(words).encode())


@micropython.native
def sealed(seq: int, words: bytes) -> bytes:
    """Return the frame of words that are joined bytes already. On the Pico these cost half as much as strings.

    Raises ValueError if the frame is too long.
    """
    body = b"%d " % seq + words
    frame = body + _checksum(body) + b"\n"
    if len(frame) > LONGEST:
        raise ValueError(
            "a frame of %d bytes; at most %d: %s" % (len(frame), LONGEST, str(words, "utf-8").split(" ")[0])
        )
    return frame


def decode(line: bytes) -> "tuple[int, list[str]] | None":
    """Return (seq, words) of a line without its newline; None if it is not a valid frame.

    decode(b"12 poll bef3dd63") is (12, ["poll"]).
    """
    frame = opened(line)
    if frame is None:
        return None
    seq, words = frame
    return seq, texts(words)


@micropython.native
def opened(line: bytes) -> "tuple[int, list[bytes]] | None":
    """Return the same with words as bytes: on the Pico a string costs six times as much, as it is searched for among
    all interned names."""
    body = line[:-9]
    if len(line) >= LONGEST or line[-9:] != _checksum(body):
        return None
    if body.strip(_ALPHABET):  # a character that is not allowed ends the strip, so it is left
        return None
    words = body.split(b" ")
    first = words.pop(0)
    if not first.isdigit() or (first[0] == _ZERO and len(first) > 1) or not words or b"" in words:
        return None
    seq = int(first)
    return (seq, words) if seq <= LAST_SEQ else None


def texts(words: "list[bytes]") -> "list[str]":
    """Return words as text. Decoding them in one go takes a third of the time of one by one."""
    return str(b" ".join(words), "utf-8").split(" ")


@micropython.native
def _checksum(body: bytes) -> bytes:
    return b" %08x" % crc32(body)


def next_seq(seq: int) -> int:
    return seq % LAST_SEQ + 1


def direct_start(inputs: int) -> int:
    """Return the number of the first direct contact of a table with `inputs` inputs: 88 for 81."""
    return (inputs + 7) // 8 * 8


def item(contact: int, closed: bool, after: int) -> str:
    """Return one change of an events frame: the contact, + closed or - opened, milliseconds after the frame's time.

    item(10, True, 41) is "10+41".
    """
    return "%d%s%d" % (contact, "+" if closed else "-", after)


def read_item(text: str) -> "tuple[int, bool, int]":
    """Return (contact, closed, after) from an item() text. Raises ValueError for any other text."""
    closed = "+" in text
    contact, after = text.split("+" if closed else "-")
    if not (contact.isdigit() and after.isdigit()):  # int() would take underscores too
        raise ValueError("no event: " + text)
    return int(contact), closed, int(after)


@micropython.viper
def _copy(line: ptr8, held: int, data: ptr8, start: int, end: int) -> int:
    """Append bytes to a line that holds `held`, as many as fit. Return how many it holds then."""
    while start < end and held < LONGEST:
        line[held] = data[start]
        held += 1
        start += 1
    return held


class Splitter:
    """A splitter of a byte stream into lines, without their newlines.

    The lines do not depend on how the stream arrives in pieces: feed(b"a\\nb", 3) returns [b"a"], and then
    feed(b"c\\n", 2) returns [b"bc"]. Empty lines are dropped. A line longer than any frame is cut after LONGEST bytes,
    which cannot be a frame either. So the buffer is bounded, and allocated once.
    """

    def __init__(self) -> None:
        self.line = bytearray(LONGEST)
        self.size = 0  # bytes of the line that has ended, or has not ended yet
        self.ended = False

    def feed(self, data: "bytes | bytearray", n: int) -> "list[bytes]":
        """Return the lines that end within the first n bytes of data."""
        lines = []
        start = 0
        while start < n:
            start = self.take(data, start, n)
            if self.ended:
                lines.append(bytes(self.line[: self.size]))
        return lines

    @micropython.native
    def take(self, data: "bytes | bytearray", start: int, n: int) -> int:
        """Take bytes from index `start` up to the first newline, or to n. Return the index after them.

        If `ended`, the line is `line[:size]` until the next call. Allocates nothing.
        """
        if self.ended:
            self.size = 0
        newline = data.find(b"\n", start, n)
        end = n if newline < 0 else newline
        self.size = _copy(self.line, self.size, data, start, end)  # type: ignore[arg-type]  # bytes will do
        self.ended = newline >= 0 and self.size > 0
        return end + 1
