# The table: its tasks in a fixed order, one pass after the other. Nothing waits; whatever takes time is a state.
#
# A pass gives the number of milliseconds in which nothing will happen by itself if contacts and line stay as they are.
# A simulation may skip them; the Pico just runs a pass every millisecond. Both give the same trace.
#
# A task that raises has its outputs put to rest, a fault latched with its name, and stays out until a person clears the
# fault. Scan, line and guard are tried again at once: without them nobody could say what is wrong, and if they do not
# recover the watchdog restarts the board.

from .crank import Crank
from .guard import NO_FAULT, Guard
from .lamps import Lamps
from .line import Line
from .micro import TYPE_CHECKING
from .requests import Requests
from .scan import Scan
from .ticks import LONG
from .tone import Tone

if TYPE_CHECKING:
    from .hardware import Hardware
    from .settings import Settings

_ESSENTIAL = ("scan", "receive", "guard", "send")


class Controller:
    def __init__(self, hardware: "Hardware", settings: "Settings"):
        """`simulated.py` says what a hardware is."""
        self.error: "Exception | None" = None  # the last exception of a task, for somebody at the prompt
        self._hardware = hardware
        self._now = hardware.now
        self.scan = Scan(hardware, settings["debounce"])
        self.line = Line(hardware, self.scan.events)
        self.guard = Guard(hardware, self.scan, self.line)
        self.crank = Crank(hardware, self.scan, self.guard, settings)
        self.tone = Tone(hardware, self.guard)
        self.lamps = Lamps(hardware, self.guard, settings)
        self._tasks = (
            ("scan", self.scan.step),
            ("receive", self.line.receive),
            ("guard", self.guard.step),
            ("crank", self.crank.step),
            ("tone", self.tone.step),
            ("lamps", self.lamps.step),
            ("send", self.line.send),
        )
        self._running = list(self._tasks)  # those that are not out
        self.rest()
        requests = Requests(hardware, settings, self.scan, self.line, self.guard, self.crank, self.tone, self.lamps)
        self.line.answer = requests.answer

    def step(self) -> int:
        """One pass. Allocates nothing itself."""
        now = self._now()
        idle = LONG
        for name, task in self._running:
            try:
                wait = task(now)
            except Exception as error:  # whatever it is, the outputs must come to rest and the line must talk
                self._fail(name, error)
                wait = 1
            if wait < idle:
                idle = wait
        if len(self._running) < len(self._tasks) and self.guard.fault == NO_FAULT:
            self._running = list(self._tasks)
            return 1
        return idle

    @property
    def leave(self) -> bool:
        """Somebody wants MicroPython's prompt."""
        return self.line.leave

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
            self._running = [task for task in self._running if task[0] != name]
        try:
            self.rest()
        except Exception as second:
            self.error = second
