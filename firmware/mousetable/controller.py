# The table: its tasks, one pass after the other. Nothing waits; whatever takes time is a state.
#
# What a hand did comes first: every pass looks at the contacts and tells what changed. What takes long (a request, the
# lamps, collecting garbage) is done while no contact is moving, one thing at a time with a look at the contacts behind
# each: a contact has to hold for longer than any of it takes, so nobody waits for it. A contact that never rests delays
# such things, and does not prevent them. The rest has its times, and runs when one is due or something has happened.
#
# A pass gives the number of milliseconds in which nothing will happen by itself if contacts and line stay as they are.
# The Pico sleeps for one of them, or until there is something to read; a simulation may skip them all, unless a pass
# has left something unread. Both give the same trace.
#
# A task that raises has its outputs put to rest, a fault latched with its name, and stays out until a person clears the
# fault. Scan, line and guard are tried again at once: without them nobody could say what is wrong, and if they do not
# recover the watchdog restarts the board.

from .guard import NO_FAULT
from .micro import TYPE_CHECKING, const, micropython
from .parts import Parts
from .requests import Requests
from .ticks import LONG

if TYPE_CHECKING:
    from collections.abc import Callable

    from .hardware import Hardware
    from .settings import Settings

_ESSENTIAL = ("scan", "receive", "guard", "send")
_WRAP = const(0x3FFFFFFF)
_PATIENCE_MS = const(10)  # for which a moving contact keeps long work waiting
_GARBAGE = const(40)  # frames received that leave so much of it that it is worth collecting


class Controller:
    def __init__(self, hardware: "Hardware", settings: "Settings"):
        """`simulated.py` says what a hardware is."""
        self.error: "Exception | None" = None  # the last exception of a task, for somebody at the prompt
        self.parts = parts = Parts(hardware, settings)
        self._hardware = hardware
        self._now = hardware.now
        self.scan = parts.scan
        self.line = parts.line
        self.guard = parts.guard
        self._collect = hardware.collect
        self._events = self.scan.events
        self._tasks: "dict[str, Callable[[int], int]]" = {
            "scan": self.scan.step,
            "send": self.line.send,
            "receive": self.line.receive,
            "guard": self.guard.step,
            "crank": parts.crank.step,
            "tone": parts.tone.step,
            "lamps": parts.lamps.step,
        }
        self._running = dict(self._tasks)  # the same, but for those that are out
        self._out = False  # some are
        self._acted = 0  # when the tasks with times ran
        self._wait = 0  # for how many ms none of them is due
        self._changes = 0  # the last event they know of
        self._frames = -_GARBAGE  # the frames received when garbage was collected; the start has left some, too
        self.rest()
        self.line.answer = Requests(parts, hardware.chain_good()).answer

    @micropython.native
    def step(self) -> int:
        """One pass. Allocates nothing itself."""
        now = self._now()
        scan, line, events = self.scan, self.line, self._events
        idle = self._run("scan", now)
        if line.busy or events.last != events.acked:
            idle = min(idle, self._run("send", now))
        patience = self._patience(now) if scan.moving else 0
        calm = not patience
        if patience:
            idle = patience if patience < idle else idle
        elif not self._run("receive", now):
            self._wait = 0
            idle = min(self._run("scan", now), self._run("send", now))
            calm = not scan.moving
        passed = (now - self._acted) & _WRAP  # elapsed(), without a call in every pass
        if events.last != self._changes or passed >= self._wait:
            self._act(now, calm)
            passed = 0
        elif calm and line.good - self._frames >= _GARBAGE:
            self._frames = line.good
            self._collect()
            idle = 1  # no sleep: samples have come meanwhile
        left = self._wait - passed
        return left if left < idle else idle

    @micropython.native
    def _run(self, name: str, now: int) -> int:
        """In how many ms a task wants to run again."""
        try:
            return self._running[name](now)
        except Exception as error:  # whatever it is, the outputs must come to rest and the line must talk
            self._fail(name, error)
            return 1

    @micropython.native
    def _patience(self, now: int) -> int:
        """A contact is moving: for how many ms may it keep long work waiting? At 0 this comes first, once."""
        left = _PATIENCE_MS - ((now - self.scan.since) & _WRAP)
        if left > 0:
            return left
        self.scan.since = now
        return 0

    def _act(self, now: int, calm: bool) -> None:
        """The tasks with times; the lamps wait until there is time."""
        self._changes = self.scan.events.last
        self._acted = now
        self._wait = min(
            self._run("guard", now),
            self._run("crank", now),
            self._run("tone", now),
            self._run("lamps", now) if calm else 1,
        )
        if self._out and self.guard.fault == NO_FAULT:
            self._out = False
            self._running = dict(self._tasks)
            self._wait = 1

    def rest(self) -> None:
        """Every output to its rest value."""
        self._hardware.servo(0)
        self._hardware.tone(0)
        self._hardware.show(bytearray(3 * self._hardware.lamps))

    def _fail(self, name: str, error: Exception) -> None:
        self.error = error
        self.guard.errors += 1
        self.guard.trip(name + "-" + type(error).__name__.lower())
        if name not in _ESSENTIAL:
            self._running[name] = _nothing
            self._out = True
        self._wait = 0
        try:
            self.rest()
        except Exception as second:
            self.error = second


def _nothing(_now: int) -> int:
    """What a task that is out does."""
    return LONG
