"""Third-party games and computer players: found by entry points, and contained.

Whatever would end the program (`sys.exit()`, KeyboardInterrupt, any other BaseException) becomes an ordinary exception,
and so does a call that never returns. `fault.py` then names the game. Mouseboard's own games are not wrapped.
"""

from __future__ import annotations

import inspect
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, cached_property, wraps
from importlib.metadata import EntryPoint, entry_points
from math import inf
from traceback import walk_tb
from types import FrameType
from typing import Final, ParamSpec, TypeVar

from mouseboard.say import plain

P = ParamSpec("P")
T = TypeVar("T")

RULES_S = 10
"""Time limit of one call into a game, in seconds. Our own games need a thousandth of a second."""
THINKING_S = 120
"""Time limit of a computer player's choice, in seconds."""
LOADING_S = 60
"""Time limit of importing a package, in seconds."""


def installed(group: str) -> dict[str, EntryPoint]:
    """Return the installed entry points of this group, by name."""
    return _installed_on(tuple(sys.path), group)


@cache
def _installed_on(_path: tuple[str, ...], group: str) -> dict[str, EntryPoint]:
    """Do the search for `installed`. Cached by `sys.path`, because it opens a file of every installed package."""
    return {plain(point.name): point for point in entry_points(group=group)}


class Escape(Exception):
    """A game's code raised something that would have ended the program. The original is the cause."""


class Endless(Exception):
    """A game's code has run for too long."""


def contained(function: Callable[P, T], seconds: int = RULES_S) -> Callable[P, T]:
    """Wrap a function so that it raises only Exceptions, and `watched` ends it after this many seconds.

    Ctrl-C passes through.
    """

    @wraps(function)
    def call(*args: P.args, **kwargs: P.kwargs) -> T:
        limit = seconds  # noqa: F841 - `_Watch` reads it in this frame
        try:
            return function(*args, **kwargs)
        except Exception:
            raise
        except BaseException as error:
            if _is_ctrl_c(error):
                raise
            raise Escape from error

    return call


def contain(kind: type, seconds: int = RULES_S) -> None:
    """Contain the public methods and properties of a foreign class, also those from foreign classes behind it."""
    if not _is_foreign(kind):
        return
    seen = set[str]()
    for one in kind.__mro__:
        for name, member in [*vars(one).items()]:
            if name not in seen and _is_foreign(one) and (name == "__init__" or not name.startswith("_")):
                _contain_member(kind, name, member, seconds)
            seen.add(name)


def _contain_member(kind: type, name: str, member: object, seconds: int) -> None:
    """Contain what a class has under a name, unless that is contained already or cannot be called."""
    if isinstance(member, cached_property):
        member.func = _once(member.func, seconds)
    elif isinstance(member, property) and member.fget:
        setattr(kind, name, member.getter(_once(member.fget, seconds)))
    elif isinstance(member, staticmethod | classmethod):
        setattr(kind, name, type(member)(_once(member.__func__, seconds)))
    elif inspect.isfunction(member):
        setattr(kind, name, _once(member, seconds))


def _once(function: Callable[P, T], seconds: int) -> Callable[P, T]:
    return function if getattr(function, "__code__", None) is _CALL else contained(function, seconds)


def _is_foreign(kind: type) -> bool:
    """Return whether a class comes neither with Mouseboard nor with Python or msgspec, of which states are made."""
    package = kind.__module__.partition(".")[0]
    return package not in (__name__.partition(".")[0], "msgspec") and package not in sys.stdlib_module_names


def _is_ctrl_c(error: BaseException) -> bool:
    """Return whether a person pressed Ctrl-C, rather than the game's own code raising KeyboardInterrupt."""
    if not isinstance(error, KeyboardInterrupt):
        return False
    *_, (innermost, _) = walk_tb(error.__traceback__)
    by_python = signal.getsignal(signal.SIGINT) is signal.default_int_handler  # leaves no frame
    return by_python or innermost.f_globals.get("__name__") == "mouseboard.interrupts"


_CALL: Final = contained(print).__code__  # shared by all contained functions


class _Watch:
    """A signal handler, called every second, that times contained calls."""

    def __init__(self) -> None:
        self._call: FrameType | None = None
        self._ticks = 0

    def __call__(self, _: int, frame: FrameType | None) -> None:
        """Raise Endless in a call that has taken too long."""
        call = None
        while frame:
            call = frame if frame.f_code is _CALL else call
            frame = frame.f_back
        self._ticks = self._ticks + 1 if call is self._call else 0
        self._call = call
        limit = call.f_locals.get("limit", inf) if call else inf  # a call that has just begun has none yet
        if self._ticks >= limit:
            raise Endless(f"no end after {limit} s")


@contextmanager
def watched() -> Iterator[None]:
    """End contained calls of this thread that exceed their time limit, while the context is open.

    Does nothing on Windows, which lacks these timers, outside the main thread, or if SIGALRM is already in use. A loop
    inside one C function, such as `sum(itertools.count())`, cannot be ended either.
    """
    can = hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()
    if not can or signal.getsignal(signal.SIGALRM) is not signal.SIG_DFL:
        yield
        return
    signal.signal(signal.SIGALRM, _Watch())
    signal.setitimer(signal.ITIMER_REAL, 1, 1)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
