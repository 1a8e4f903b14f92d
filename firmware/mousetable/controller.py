# The table's main loop: each pass runs its tasks, one after the other. No task blocks; one that takes time keeps a
# state.
#
# Contacts come first: every pass reads them and reports changes. Slow work (a request, the lamps, collecting garbage)
# is done while no contact is moving, one piece at a time, and the contacts are read after each piece. A contact must
# hold for longer than most pieces take, so they delay no report. A contact that never settles delays slow work, but
# does not prevent it. The other tasks run when they are due, when a contact has changed or when the host has sent
# something.
#
# A pass returns for how many milliseconds nothing will happen by itself if contacts and line stay as they are. The Pico
# sleeps for one of them, or until there is something to read. A simulation may skip all of them, unless a pass has left
# something unread. Both give the same trace.
#
# For example, a contact closes at 100 ms, a poll comes at 102, and the contact settles after 5 ms. These tasks run:
#
#     99     scan receive              nothing happens
#     100    scan                      a contact moves: what the host sends stays unread, for 10 ms at most
#     105    scan send                 the change is recorded, and sent
#            receive scan send         the poll is answered
#            guard crank tone lamps    change and request may matter to all of them
#     106    scan send receive         the change is not acknowledged yet
#
# When a task raises, all outputs go to rest and a fault with its name is latched. The task stays disabled until a
# person clears the fault. Scan, line and guard are retried at once: without them nobody could tell what is wrong. If
# they do not recover, the watchdog restarts the board.

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
_MASK = const(0x3FFFFFFF)  # ticks.MASK, folded: elapsed() would be a call in every pass
_PATIENCE_MS = const(10)  # how long a moving contact holds up slow work
_GARBAGE = const(40)  # lines that leave garbage, between two collections


class Controller:
    """The table. Run it by `while True: wait(controller.step())` (main.py)."""

    def __init__(self, hardware: "Hardware", settings: "Settings"):
        """Build all parts and put every output to rest."""
        self.error: "Exception | None" = None  # the first exception since the last fault was cleared (main.py)
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
        self._running = dict(self._tasks)  # the same, with a no-op for each disabled task
        self._out = False  # whether any task is disabled
        self._acted = 0  # when the timed tasks last ran
        self._wait = 0  # ms until one of them is due
        self._changes = 0  # the last event they know of
        self._littered = -_GARBAGE  # such lines at the last collection; negative, because the start left garbage
        self.rest()
        self.line.answer = Requests(parts, hardware.chain_good()).answer

    @micropython.native
    def step(self) -> int:
        """Run one pass. Return for how many ms nothing will happen by itself. Allocates nothing itself."""
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
        passed = (now - self._acted) & _MASK
        if events.last != self._changes or passed >= self._wait:
            self._act(now, calm)
            passed = 0
        elif calm and line.littered - self._littered >= _GARBAGE:
            self._littered = line.littered
            self._collect()
            idle = 1  # do not sleep: samples have come meanwhile
        left = self._wait - passed
        return left if left < idle else idle

    @micropython.native
    def _run(self, name: str, now: int) -> int:
        """Run a task. Return in how many ms it wants to run again."""
        try:
            return self._running[name](now)
        except Exception as error:  # whatever it is, the outputs must come to rest and the line must talk
            self._fail(name, error)
            return 1

    @micropython.native
    def _patience(self, now: int) -> int:
        """Return for how many more ms a moving contact may hold up slow work; at 0 slow work gets one turn."""
        left = _PATIENCE_MS - ((now - self.scan.since) & _MASK)
        if left > 0:
            return left
        self.scan.since = now
        return 0

    def _act(self, now: int, calm: bool) -> None:
        """Run the timed tasks, the lamps only if no contact is moving. Re-enable tasks once the fault is cleared."""
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
        """Put servo, tone and lamps to rest."""
        self._hardware.servo(0)
        self._hardware.tone(0)
        self._hardware.show(bytearray(3 * self._hardware.lamps))

    def _fail(self, name: str, error: Exception) -> None:
        if self.guard.fault == NO_FAULT or self.error is None:
            self.error = error
        self.guard.errors += 1
        self.guard.trip(name + "-" + type(error).__name__.lower())
        if name not in _ESSENTIAL:
            self._running[name] = _nothing
            self._out = True
        self._wait = 0
        try:
            self.rest()
            self.parts.crank.fail(self.guard.fault)
        except Exception:  # the first one tells more
            self.guard.errors += 1


def _nothing(_now: int) -> int:
    """Stand in for a disabled task."""
    return LONG
