# The crank: a servo turns it once for each id from the host, and the cage's contact tells whether the trap caught.
#
#   rest -> homing -> turning -> watching -> returning -> rest     jogging, for calibration: one position, then off
#
# The servo has power only between leaving rest and coming back. It loses it at once when a fault latches, somebody says
# stop (the host, or both buttons), the host is lost, the rail fails (emergency stop), the crank is blocked, or it has
# been on for longer than any turn can take.
# A known id is answered with its result and never turned again. A refused request has not turned the crank and may be
# repeated.

from .guard import CLOSED, NO_FAULT, Refused
from .micro import TYPE_CHECKING, const
from .settings import NOT_SET
from .ticks import LONG, elapsed
from .wire import CAGE, RAIL_OK

if TYPE_CHECKING:
    from .guard import Guard
    from .hardware import Hardware
    from .scan import Scan
    from .settings import Settings

PROFILES = ("classic", "launch")
MOVING, CAUGHT, MISSED = "moving", "caught", "missed"
LOWEST_US = const(500)
HIGHEST_US = const(2500)
LONGEST_ON_MS = const(22000)  # the settings allow 6 s turn, 6 s watch, 4 s back and 4 s home
_JOG_MS = const(2000)
_STALL_MS = const(200)  # a servo that starts draws as much as a stalled one, only for a shorter time
_FREE_MS = const(40)  # a servo chops its motor's current: less than that of a stalled one counts when it lasts
_FRAME_MS = const(20)  # between new positions for the servo
_REMEMBERED = const(8)
_LONGEST_ID = const(32)  # so that it fits into the reply of a poll
_REST, _HOMING, _TURNING, _WATCHING, _RETURNING, _JOGGING = range(6)


class Turn:
    def __init__(self, name: str):
        self.name = name
        self.status = MOVING  # then its result, once the crank has come to rest
        self.result = ""  # caught, missed or fault-<cause>


class Crank:
    """The crank. step() moves it after turn() or jog(); turn(now, "g7-1", "classic") returns "moving" at first."""

    def __init__(self, hardware: "Hardware", scan: "Scan", guard: "Guard", settings: "Settings"):
        self._servo = hardware.servo
        self._milliamps = hardware.milliamps
        self._scan = scan
        self._guard = guard
        self._settings = settings
        self._state = _REST
        self._turns: "list[Turn]" = []  # newest first
        self.last = "-"  # the newest turn and its status: "g7-1:caught"; every poll tells it
        self._turn_ms = 0
        self._position = 0  # us; 0: nobody knows before the first move
        self._from = self._to = self._position
        self._since = self._on_since = 0  # when the present state began, and the servo's power
        self._free_at = 0  # when the servo was last known not to be stalled ...
        self._drawn_at = 0  # ... and when it last drew as much as a stalled one
        self._length = 0  # ms of the present state

    @property
    def resting(self) -> bool:
        return self._state == _REST

    def turn(self, now: int, name: str, profile: str) -> str:
        """Return the status of the turn with this id; begin it if it is new.

        Raises Refused, or ValueError with the field that is wrong.
        """
        for known in self._turns:
            if known.name == name:
                return known.status
        if len(name) > _LONGEST_ID:
            raise ValueError("id")
        if profile not in PROFILES:
            raise ValueError("profile")
        self._allow()
        if not self.resting:
            raise Refused("busy")
        home, end = self._settings["servo_rest"], self._settings["servo_end"]
        if NOT_SET in (home, end):
            raise Refused("ends")
        if self._scan.direct(CAGE):
            raise Refused("cage")
        self._turns.insert(0, Turn(name))
        del self._turns[_REMEMBERED:]
        self._record(MOVING)
        self._turn_ms = self._settings["turn_" + profile]
        self._on_since = self._free_at = now
        self._position = self._position or home
        # A stop may have left the crank half-way: move it home slowly first, so that it does not jump.
        self._go(now, _HOMING, home, 0 if self._position == home else self._settings["back"])
        return MOVING

    def jog(self, now: int, us: int) -> None:
        """Hold the servo at a pulse width in us for two seconds; 0 turns it off.

        Raises Refused, or ValueError with the range.
        """
        if us and not LOWEST_US <= us <= HIGHEST_US:
            raise ValueError("%d-%d" % (LOWEST_US, HIGHEST_US))
        self._allow()
        if self._state not in (_REST, _JOGGING):
            raise Refused("busy")
        if not us:
            self._off()
            return
        if self.resting:
            self._free_at = now
        self._on_since = now
        self._position = us
        self._go(now, _JOGGING, us, _JOG_MS)

    def stop(self) -> None:
        """Stop the servo, if it moves, until a person has looked at it."""
        if not self.resting:
            self._guard.trip("stopped")

    def fail(self, cause: str) -> None:
        """Take the servo's power, and end a turn under way as "fault-<cause>"."""
        if not self.resting:
            self._settle("fault-" + cause)
            self._off()

    def step(self, now: int) -> int:
        """Move the servo. Return in how many ms to call again. Allocates only when the status changes."""
        if self._state == _REST:
            return LONG
        cause = self._trouble(now)
        if cause is not None:
            self.fail(cause)
            return LONG
        if self._state != _JOGGING and self._scan.direct(CAGE):
            self._settle(CAUGHT)
        passed = elapsed(now, self._since)
        # More than one state may be over: those that a setting, or a crank that is at home, makes 0 ms long.
        while passed >= self._length or (self._state == _WATCHING and self._turns[0].result == CAUGHT):
            self._next(now)
            if self._state == _REST:
                return LONG
            passed = 0
        self._place(passed)
        return min(self._length - passed, _FRAME_MS - passed % _FRAME_MS)

    def _allow(self) -> None:
        """Raise Refused if the servo may not move now."""
        self._guard.allow()
        if not self._scan.direct(RAIL_OK):
            raise Refused("rail")

    def _trouble(self, now: int) -> "str | None":
        """Return why the servo must lose its power now, or None.

        Every cause except a lost host latches a fault, because a person has to look.
        """
        if self._guard.fault == NO_FAULT:
            if not self._scan.direct(RAIL_OK):
                self._guard.trip("rail")
            elif self._guard.both_held:
                self._guard.trip("stopped")
            elif self._stalled(now):
                self._guard.trip("stalled")
            elif elapsed(now, self._on_since) > LONGEST_ON_MS:
                self._guard.trip("servo-time")
            elif self._guard.session == CLOSED:
                return "host"
            else:
                return None
        return self._guard.fault

    def _stalled(self, now: int) -> bool:
        """Return whether the servo has drawn the current of a stalled one for longer than it does at its start."""
        if self._milliamps() >= self._settings["stall"]:
            self._drawn_at = now
        elif elapsed(now, self._drawn_at) >= _FREE_MS:
            self._free_at = now
        return elapsed(now, self._free_at) >= _STALL_MS

    def _next(self, now: int) -> None:
        """End the present state and begin the one that follows it."""
        if self._state == _HOMING:
            self._place(self._length)
            self._go(now, _TURNING, self._settings["servo_end"], self._turn_ms)
        elif self._state == _TURNING:
            self._place(self._length)
            self._go(now, _WATCHING, self._to, self._settings["watch"])
        elif self._state == _WATCHING:
            self._settle(MISSED)
            self._go(now, _RETURNING, self._settings["servo_rest"], self._settings["back"])
        else:
            if self._state == _RETURNING:
                self._place(self._length)
            self._off()

    def _go(self, now: int, state: int, to: int, length: int) -> None:
        """Begin a state that moves the servo to a position in `length` ms."""
        self._state, self._since, self._length = state, now, length
        self._from, self._to = self._position, to
        self._place(0)

    def _place(self, passed: int) -> None:
        """Set the servo to its position `passed` ms into the present state.

        On the way from 1000 us to 2000 us in 3000 ms it is at 1500 us after 1500 ms.
        """
        if self._length:
            self._position = self._from + (self._to - self._from) * passed // self._length
        self._servo(self._position)

    def _settle(self, result: str) -> None:
        """Note a turn's result; the first one stays."""
        if self._state != _JOGGING and not self._turns[0].result:
            self._turns[0].result = result

    def _record(self, status: str) -> None:
        """Set the status of the newest turn."""
        self._turns[0].status = status
        self.last = "%s:%s" % (self._turns[0].name, status)

    def _off(self) -> None:
        """Come to rest, and tell a turn's result: only now may people reach in, and until now anybody can say stop."""
        if self._state not in (_REST, _JOGGING):
            self._record(self._turns[0].result)
        self._state = _REST
        self._servo(0)
