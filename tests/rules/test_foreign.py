"""Foreign code may raise anything or run for ever. That is reported, and the program goes on."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Callable, Iterator
from types import FrameType

import pytest

from mouseboard import interrupts, rules
from mouseboard.rules.foreign import Endless, Escape, contain, contained, watched

needs_timers = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="there are no timers that could end it")


@pytest.fixture
def listening() -> Iterator[None]:
    """Handle signals as a command does; restore the handlers afterwards."""
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    interrupts.listen()
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


def raising(error: BaseException) -> Callable[[], None]:
    def function() -> None:
        raise error

    return function


def wait_for_ever() -> None:
    while True:
        time.sleep(0.01)


class Theirs:
    """A class of a foreign package."""

    def leave(self) -> None:
        raise SystemExit

    @property
    def left(self) -> bool:
        raise SystemExit

    def _private(self) -> None:
        raise SystemExit


@pytest.mark.parametrize("error", [SystemExit(3), GeneratorExit(), BaseException("enough")])
def test_an_exception_that_would_end_the_program_becomes_an_escape_with_its_cause(error: BaseException) -> None:
    with pytest.raises(Escape) as raised:
        contained(raising(error))()
    assert raised.value.__cause__ is error


def test_ordinary_exceptions_stay_as_they_are() -> None:
    with pytest.raises(KeyError, match="cheese"):
        contained(raising(KeyError("cheese")))()


@pytest.mark.usefixtures("listening")
def test_a_keyboard_interrupt_that_nobody_pressed_becomes_an_exception() -> None:
    with pytest.raises(Escape):
        contained(raising(KeyboardInterrupt()))()


@pytest.mark.usefixtures("listening")
def test_ctrl_c_while_foreign_code_runs_is_a_keyboard_interrupt() -> None:
    with pytest.raises(KeyboardInterrupt):
        contained(lambda: signal.raise_signal(signal.SIGINT))()


def test_ctrl_c_with_python_s_own_handler_is_a_keyboard_interrupt() -> None:
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            contained(lambda: signal.raise_signal(signal.SIGINT))()
    finally:
        signal.signal(signal.SIGINT, before)


def test_the_public_methods_and_properties_of_a_class_are_contained() -> None:
    contain(Theirs)
    contain(Theirs)
    with pytest.raises(Escape):
        Theirs().leave()
    with pytest.raises(Escape):
        _ = Theirs().left
    with pytest.raises(SystemExit):
        Theirs()._private()


class Mixed(Theirs):
    """A class with more from a plain base class, and its own."""

    @staticmethod
    def named() -> str:
        raise SystemExit

    @classmethod
    def made(cls) -> Mixed:
        raise SystemExit


def test_what_a_class_has_from_another_foreign_one_is_contained_too() -> None:
    contain(Mixed)
    for call in (Mixed().leave, lambda: Mixed().left, Mixed.named, Mixed.made, Mixed().named):
        with pytest.raises(Escape):
            call()


class Ours:
    """A class that comes with Mouseboard."""

    __module__ = "mouseboard.example"

    def leave(self) -> None:
        """Do nothing: what stands behind this class in another one is not called."""


def test_what_a_class_of_ours_decides_is_left_to_it() -> None:
    class Game(Ours, Theirs):
        pass

    contain(Game)
    Game().leave()
    assert not hasattr(Game.leave, "__wrapped__")


def test_our_own_games_are_left_as_they_are() -> None:
    state = rules.load("classic").start()
    assert not hasattr(type(state).actions, "__wrapped__")


@needs_timers
def test_an_endless_call_is_ended() -> None:
    began = time.monotonic()
    with watched(), pytest.raises(Endless, match="no end after 1 s"):
        contained(wait_for_ever, 1)()
    assert time.monotonic() - began < 10


@needs_timers
def test_many_short_calls_are_not_taken_for_an_endless_one() -> None:
    looked_at = contained(lambda: signal.raise_signal(signal.SIGALRM), 1)
    with watched():
        for _ in range(10):
            looked_at()


@needs_timers
def test_a_call_that_begins_just_when_the_watch_looks_goes_on() -> None:
    looked: list[str] = []

    def look(frame: FrameType, event: str, _: object) -> None:
        watch = signal.getsignal(signal.SIGALRM)
        assert event == "call" and callable(watch)
        watch(signal.SIGALRM, frame)
        looked.append(frame.f_code.co_name)

    with watched():
        sys.settrace(look)
        contained(str, 1)()
        sys.settrace(None)
    assert "call" in looked


@needs_timers
def test_the_timer_ends_with_the_watch() -> None:
    with watched():
        assert signal.getitimer(signal.ITIMER_REAL) != (0, 0)
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)
    assert signal.getsignal(signal.SIGALRM) is signal.SIG_DFL


@needs_timers
def test_a_program_that_has_a_timer_of_its_own_keeps_it() -> None:
    own = signal.signal(signal.SIGALRM, lambda *_: None)
    try:
        with watched():
            assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)
    finally:
        signal.signal(signal.SIGALRM, own)
