# Frames of the line between host and table, for both ends. Protocol, timeouts and reasons: LINE.md, one folder up.
#
#     <seq> <word>[ <word>...] <crc>\n          12 poll bef3dd63\n
#
# seq is decimal, 0..65535; crc is the CRC-32 of all before the blank in front of it, as 8 lower-case hex digits.
# The same code runs on the Pico, on MicroPython's unix port and on CPython.

from binascii import crc32

from .micro import micropython

PROTOCOL = 1

LONGEST = 255  # bytes of a frame, its newline included
LAST_SEQ = 65535  # after it comes 1; 0 marks frames that want no reply
CLOCK_MASK = 0x3FFFFFFF  # the table's clock counts milliseconds and wraps at 2**30

# One flipped bit turns none of these, nor the newline, into 0x03, which would stop the table's program: the printable
# neighbours of 0x03 are C and #. Callers of encode() keep to it; it spends no time on checking. decode() does: what is
# read may be shown to a person, and so holds nothing that a terminal obeys.
ALPHABET = "abcdefghijklmnopqrstuvwxyz0123456789.,:;+-_/=@~!?* "
_ALPHABET = ALPHABET.encode()

# Contacts are numbered along the register chain; the direct ones, wired to the Pico itself, begin at a whole byte.
DIRECT = ("cage", "a", "b", "rail")  # cage down, buttons a and b pressed, the servo's rail has power
CAGE, BUTTON_A, BUTTON_B, RAIL_OK = range(len(DIRECT))  # their bits in the last byte
OWN_PINS = 9  # a table with no more inputs has no chain: they are wired to the Pico itself, too

# Times in milliseconds that both ends must agree on
RESEND_FIRST = 25  # until the first resend; then doubling ...
RESEND_LAST = 100  # ... up to this
HEARTBEAT = 200  # the host polls this often
DEADMAN = 1000  # without a good frame from the host for so long, outputs go to rest and the session ends

# Host to table, answered with OK or NO under the same seq
HELLO = "hello"
AGREE = "agree"
POLL = "poll"
BYE = "bye"
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
NAK = "nak"  # table to host: a line came that was no frame
EVENTS = "events"  # table to host: <first number> <time> <item>...
GAP = "gap"  # table to host: <first lost> <last lost>
SEEN = "seen"  # host to table: <number> of the last event that arrived


def encode(seq: int, *words: str) -> bytes:
    """The frame as bytes, newline included. A word may be several, joined by single blanks already."""
    return sealed(seq, " ".join(words).encode())


@micropython.native
def sealed(seq: int, words: bytes) -> bytes:
    """The same for words that are bytes already: on the Pico these cost half as much as strings."""
    body = b"%d " % seq + words
    frame = body + _checksum(body) + b"\n"
    if len(frame) > LONGEST:
        raise ValueError(
            "a frame of %d bytes; at most %d: %s" % (len(frame), LONGEST, str(words, "utf-8").split(" ")[0])
        )
    return frame


def decode(line: bytes) -> "tuple[int, list[str]] | None":
    """(seq, words) of a line without its newline; None if it is no frame."""
    frame = opened(line)
    return frame and (frame[0], texts(frame[1]))


@micropython.native
def opened(line: bytes) -> "tuple[int, list[bytes]] | None":
    """The same with words as bytes: on the Pico a string costs six times that, being looked for among all names."""
    body = line[:-9]
    if len(line) >= LONGEST or line[-9:] != _checksum(body) or body.strip(_ALPHABET):
        return None
    words = body.split(b" ")
    first = words.pop(0)
    if not first.isdigit() or (first[0] == 48 and len(first) > 1) or not words or b"" in words:  # 48: a leading 0
        return None
    seq = int(first)
    return (seq, words) if seq <= LAST_SEQ else None


def texts(words: "list[bytes]") -> "list[str]":
    """Words as text: made in one go this takes a third of the time that one after the other would."""
    return str(b" ".join(words), "utf-8").split(" ")


@micropython.native
def _checksum(body: bytes) -> bytes:
    return b" %08x" % crc32(body)


def next_seq(seq: int) -> int:
    return seq % LAST_SEQ + 1


def direct_start(inputs: int) -> int:
    """The number of the first direct contact of a table whose chain has so many inputs."""
    return (inputs + 7) // 8 * 8


def item(contact: int, closed: bool, after: int) -> str:
    """One transition within an events frame: the contact, + closed or - opened, milliseconds after the frame's time."""
    return "%d%s%d" % (contact, "+" if closed else "-", after)


def read_item(text: str) -> "tuple[int, bool, int]":
    """(contact, closed, after) of what item() wrote; ValueError if it did not."""
    closed = "+" in text
    contact, after = text.split("+" if closed else "-")
    if not (contact.isdigit() and after.isdigit()):  # int() would take underscores too
        raise ValueError("no event: " + text)
    return int(contact), closed, int(after)


class Splitter:
    """Cuts a stream of bytes into lines, without their newlines.

    How the stream is cut into pieces makes no difference. Empty lines are left out. Of a line longer than any frame
    the first LONGEST bytes are handed on, which are no frame either; so what is kept is bounded, and made once.
    """

    def __init__(self) -> None:
        self._line = bytearray(LONGEST)  # the line that has not ended yet
        self._held = 0

    @micropython.native
    def feed(self, data: "bytes | bytearray", n: int) -> "list[bytes]":
        """The lines that end within the first n bytes of data."""
        lines = []
        start = 0
        while start < n:
            end = data.find(b"\n", start, n)
            if end < 0:
                self._hold(data, start, n)
                break
            if self._held or end - start > LONGEST:
                self._hold(data, start, end)
                lines.append(bytes(self._line[: self._held]))
                self._held = 0
            elif end > start:
                lines.append(bytes(data[start:end]))
            start = end + 1
        return lines

    def _hold(self, data: "bytes | bytearray", start: int, end: int) -> None:
        held = self._held
        end = min(end, start + LONGEST - held)
        self._held = held + end - start
        self._line[held : self._held] = data[start:end]
