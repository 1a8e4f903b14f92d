# The host's requests and their answers: one method for each verb, its arguments the fields on the line (LINE.md).
#
# A method returns the words after `ok`. An exception becomes the words after `no`: Refused says why not now, ValueError
# says which field is wrong or what is allowed there.

import gc

from . import wire
from .guard import AGREED, CLOSED, Refused
from .micro import TYPE_CHECKING, micropython
from .settings import sags
from .status import Status

if TYPE_CHECKING:
    from collections.abc import Callable

    from .parts import Parts

_HELLO = wire.HELLO.encode()
_POLL = wire.POLL.encode()
_OK = wire.OK.encode()
_NO = wire.NO.encode() + b" "
_MOVING = (wire.CRANK.encode(), wire.JOG.encode())


class Requests:
    def __init__(self, parts: "Parts", chain_was_good: bool):
        """`chain_was_good`: the result of the chain's test at the start, reported in the reply to every hello."""
        self._hardware = parts.hardware
        self._settings = parts.settings
        self._scan = parts.scan
        self._line = parts.line
        self._guard = parts.guard
        self._crank = parts.crank
        self._tone = parts.tone
        self._lamps = parts.lamps
        self._chain_was_good = chain_was_good
        self._status = Status(parts)
        verbs: "dict[str, tuple[Callable[..., str | bytes | None], int]]" = {  # the method, its number of fields
            wire.HELLO: (self.hello, 1),
            wire.AGREE: (self.agree, 2),
            wire.BYE: (self.bye, 0),
            wire.STOP: (self.stop, 0),
            wire.STYLE: (self.style, 3),
            wire.LAMPS: (self.lamps, 1),
            wire.CRANK: (self.crank, 2),
            wire.TONE: (self.tone, 2),
            wire.GET: (self.get, 1),
            wire.SET: (self.set, 2),
            wire.STATS: (self.stats, 0),
            wire.CHAIN: (self.chain, 0),
            wire.JOG: (self.jog, 1),
            wire.POWER: (self.power, 0),
        }
        self.verbs = {verb.encode(): called for verb, called in verbs.items()}

    @micropython.native
    def answer(self, out: bytearray, seq: int, words: "list[bytes]", now: int) -> int:
        """Carry out a request, and write the reply into `out`. Return its length. A poll allocates nothing."""
        if words[0] == _POLL and self._guard.session != CLOSED:
            return self._status.write(out, seq, now)
        reply = wire.sealed(seq, self._carry_out(words, now))
        out[: len(reply)] = reply
        return len(reply)

    @micropython.native
    def _carry_out(self, words: "list[bytes]", now: int) -> bytes:
        """Carry out a request. Return the reply as words joined by blanks.

        For [b"get", b"watch"] this is b"ok 4000", for [b"get", b"wotch"] b"no field name".
        """
        if self._guard.session == CLOSED and words[0] != _HELLO:
            return _NO + b"hello"
        if words[0] not in self.verbs:
            return _NO + b"verb"
        verb, fields = self.verbs[words[0]]
        known = 1 + fields
        if len(words) < known:
            return _NO + b"field count"
        if len(words) > known and words[0] in _MOVING:  # whoever wants to say more of a movement must be understood
            return _NO + b"field " + words[known]
        try:
            reply = verb(now, *wire.texts(words[1:known])) if fields else verb(now)
        except Refused as why:
            return _NO + str(why).encode()
        except ValueError as error:
            return _NO + b"field " + str(error).encode()
        if not reply:
            return _OK
        return _OK + b" " + (reply if isinstance(reply, bytes) else reply.encode())

    def hello(self, now: int, protocol: str) -> str:
        if protocol != str(wire.PROTOCOL):
            raise Refused("protocol %d" % wire.PROTOCOL)
        self._guard.open()
        board = self._hardware
        named = "%d %s %s %d %d" % (wire.PROTOCOL, board.build, board.boot, board.chain, board.lamps)
        found = "%s %s %s %s" % (board.reset_cause, _good(self._chain_was_good), board.chip, board.serial)
        return "%s %s %s" % (named, self._settings.hash(), found)

    def agree(self, now: int, boot: str, settings_hash: str) -> None:
        if boot != self._hardware.boot:
            raise Refused("boot")
        if settings_hash != self._settings.hash():
            raise Refused("config")
        self._guard.agree()

    def bye(self, now: int) -> None:
        """End the session on purpose: all comes to rest, and the lamps go dark instead of showing "lost"."""
        self._guard.close()
        self._crank.step(now)  # at once: a hello that follows in the same pass would open the session again
        self._tone.step(now)
        self._lamps.dark()

    def stop(self, now: int) -> None:
        self._crank.stop()

    def style(self, now: int, name: str, colour: str, pattern: str) -> None:
        self._agreed()
        self._lamps.style(name, colour, pattern)

    def lamps(self, now: int, picture: str) -> None:
        self._agreed()
        self._lamps.picture(picture)

    def crank(self, now: int, name: str, profile: str) -> str:
        return self._crank.turn(now, name, profile)

    def tone(self, now: int, hz: str, ms: str) -> None:
        self._tone.start(now, _number(hz), _number(ms))

    def get(self, now: int, name: str) -> str:
        return str(self._value(name))

    def set(self, now: int, name: str, value: str) -> str:
        """Keep a setting. Refused while the crank turns, because writing the file stops the board (SAFETY.md)."""
        self._value(name)
        if not self._crank.resting:
            raise Refused("busy")
        if sags(self._hardware.millivolts()):
            raise Refused("supply")
        try:
            self._settings.set(name, _number(value))
        except OSError:
            raise Refused("storage") from None
        return "%d %s" % (self._settings[name], self._settings.hash())

    def stats(self, now: int) -> str:
        events, line, guard = self._scan.events, self._line, self._guard
        figures = (
            ("now", now),
            ("samples", self._hardware.sampled),
            ("events", events.last),
            ("lost", events.lost),
            ("noise", self._hardware.noise),
            ("good", line.good),
            ("bad", line.bad),
            ("sent", line.sent),
            ("errors", guard.errors),
            ("cleared", guard.cleared),
            ("heap", _free_heap()),
        )
        return " ".join("%s=%d" % figure for figure in figures) + " reset=" + self._hardware.reset_cause

    def chain(self, now: int) -> str:
        return _good(self._hardware.chain_good())

    def jog(self, now: int, us: str) -> None:
        self._crank.jog(now, _number(us))

    def power(self, now: int) -> str:
        """Return the 5 V supply in mV and the servo's current in mA."""
        return "%d %d" % (self._hardware.millivolts(), self._hardware.milliamps())

    def _agreed(self) -> None:
        """Raise Refused unless the host has agreed. Lamps, unlike what guard.allow() protects, work during a fault."""
        if self._guard.session != AGREED:
            raise Refused("agree")

    def _value(self, name: str) -> int:
        try:
            return self._settings[name]
        except KeyError:
            raise ValueError("name") from None


def _free_heap() -> int:
    """Return the free bytes after collecting garbage; -1 on CPython, which does not tell."""
    gc.collect()
    return gc.mem_free() if hasattr(gc, "mem_free") else -1


def _good(chain: bool) -> str:
    return "good" if chain else "bad"


def _number(text: str) -> int:
    """Convert decimal digits only: int() would take signs and underscores too."""
    if not text.isdigit():
        raise ValueError("number")
    return int(text)
