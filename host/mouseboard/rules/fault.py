"""Trace an exception to the game, the method and the line whose code is at fault.

When a command ends with an exception, its stack frames are searched for a method of a State or a Game, which shows
whose code failed. `foreign.py` turns what would not arrive as an Exception into one where it leaves the game.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from traceback import walk_tb
from types import FrameType

from mouseboard.layouts import BadLayout
from mouseboard.rules.core import BadGame, BadSetup, Game, State, UnknownGame
from mouseboard.say import plain, shortened

LONGEST_TEXT = 300
"""The maximum length of an exception's text, in characters. Longer texts are shortened."""

Call = tuple[FrameType, int]
"""A frame and the line it was at."""


def fault_of(error: BaseException) -> BadGame | None:
    """Return the fault of a game's own code that caused this exception, or None if it comes from elsewhere.

    A deliberate refusal (of a setup or a layout) is not a fault.
    """
    if isinstance(error, BadGame):
        return error
    if isinstance(error, BadSetup | UnknownGame | BadLayout):
        return None
    calls = [call for cause in _causes(error) for call in walk_tb(cause.__traceback__)]
    for frame, _ in calls:
        owner = _owner(frame)
        if owner is not None and _is_of(frame, owner):
            *_, innermost = (call for call in calls if _is_of(call[0], owner))
            game = owner if isinstance(owner, Game) else owner.game
            what = f"{_spelled(owner, frame)} fails at {_place(innermost)}: {_described(_root(error))}"
            return BadGame(plain(f"{game.name}: {what}"))
    return None


def at(game: str, what: str, error: BaseException) -> BadGame:
    """Return the fault for an exception whose frames hold no State or Game: `what` of the game failed with it.

    A refusal of its layout already names the file and the line.
    """
    if isinstance(error, BadLayout):
        return BadGame(plain(f"{game}: {what} fails: {error}"))
    cause = _root(error)
    inside = [call for call in walk_tb(cause.__traceback__) if not _is_loading(call[0])]
    return BadGame(plain(f"{game}: {what} fails{f' at {_place(inside[-1])}' if inside else ''}: {_described(cause)}"))


def _root(error: BaseException) -> BaseException:
    """Return the first exception in the chain of causes."""
    *_, first = _causes(error)
    return first


def _place(call: Call) -> str:
    return f"{call[0].f_code.co_filename}:{call[1]}"


def _described(error: BaseException) -> str:
    """Return the exception on one line, such as `KeyError: 'cheese'`."""
    try:
        text = " ".join(str(error).split())
    except Exception:  # the exception's own __str__ may fail, too
        text = ""
    return f"{type(error).__name__}: {shortened(text, LONGEST_TEXT)}".removesuffix(": ")


def _causes(error: BaseException) -> Iterator[BaseException]:
    """Yield the exception, then its chain of causes and contexts."""
    cause: BaseException | None = error
    while cause is not None:
        yield cause
        cause = cause.__cause__ or (None if cause.__suppress_context__ else cause.__context__)


def _owner(frame: FrameType) -> State | Game | None:
    """Return the state or game if this frame is a call of one of its methods."""
    code = frame.f_code
    first = frame.f_locals.get(code.co_varnames[0]) if code.co_argcount else None
    return first if isinstance(first, State | Game) and hasattr(type(first), code.co_name) else None


def _is_of(frame: FrameType, owner: State | Game) -> bool:
    """Return whether the code is in the package of the owner's class or of a game that it is derived from."""
    module = str(frame.f_globals.get("__name__", ""))
    games = (kind.__module__ for kind in type(owner).__mro__ if issubclass(kind, State | Game))
    packages = (_package(own) for own in games if own != State.__module__)
    return any(module == package or module.startswith(f"{package}.") for package in packages)


def _package(module: str) -> str:
    return module if hasattr(sys.modules.get(module), "__path__") else module.rpartition(".")[0] or module


def _spelled(owner: object, frame: FrameType) -> str:
    name = frame.f_code.co_name
    return f"{type(owner).__name__}.{name}{'()' if callable(getattr(type(owner), name)) else ''}"


def _is_loading(frame: FrameType) -> bool:
    """Return whether this frame belongs to loading a game, not to the game itself."""
    module = str(frame.f_globals.get("__name__", ""))
    return module.partition(".")[0] in ("importlib", "importlib_metadata") or module in (
        "mouseboard.rules",
        "mouseboard.rules.foreign",
        "mouseboard.players",
    )
