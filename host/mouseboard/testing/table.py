"""A simulated table for tests, which command it in the scenario language and look at it like a person.

It runs in virtual time, in the test's own process. Ten minutes at the table take a moment, and the same seed gives the
same run.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import TypedDict, TypeVar, Unpack

from mouseboard import layouts, rules
from mouseboard.actors.table import table_for_game, table_for_layout
from mouseboard.layouts.reference import reference_table
from mouseboard.link import Port
from mouseboard.sim.clock import run_virtual
from mouseboard.sim.look import colour, pattern
from mouseboard.sim.runner import Runner
from mouseboard.sim.scenario import ScenarioError
from mouseboard.sim.table import PIECES, SimulatedTable

T = TypeVar("T")

LIMIT_S = 600.0
"""Seconds of virtual time after which a test counts as endless."""


class Laid(TypedDict, total=False):
    """The game or layout on a table, and how the table behaves."""

    game: str
    """The game whose layout and pieces are on it. Without game and layout, the reference table.

    Its places are named by their inputs.
    """
    players: int
    layout: str
    """A layout for the game, or without a game: the path of a `.toml` file, or the name of a shipped layout."""
    seed: int
    """Decides how hands move, contacts bounce and the trap runs. Default 0."""
    pace: float
    """The speed of the hands; 1 is like people."""


class MouseTable:
    """A simulated table. Places have the names of its layout. A lamp is named by the place it lights."""

    def __init__(self, table: SimulatedTable, lamps: Mapping[str, tuple[int, ...]]) -> None:
        """Use the fixture."""
        self._table = table
        self._lamps = lamps
        self._runner = Runner(table)

    @property
    def port(self) -> Port:
        """The host's end of the cable: `Link(table.port)`."""
        return self._table.cable

    async def do(self, commands: str) -> None:
        """Run commands of the scenario language, one a line. They may include expectations.

        Raises AssertionError if a command cannot be done or an expectation fails.
        """
        __tracebackhide__ = True
        try:
            await self._runner.run(commands)
        except ScenarioError as error:
            failure = str(error)
        else:
            return
        raise AssertionError(failure)

    def lamp(self, place: str) -> str:
        """Return the colour of the lamp at a place: dark, red, green, blue, yellow, orange, purple, cyan or white."""
        return colour(self._table.lamp(self._lamp_at(place)))

    async def pattern(self, place: str) -> str:
        """Watch the lamp at a place for two seconds, and return its pattern: steady, blink, pulse or flash."""
        _, flicker = await pattern(self._table, self._lamp_at(place))
        return flicker

    def where(self, piece: str) -> str | None:
        """Return the place of an upright piece; None if it is beside the board, between places, in motion or lying."""
        truth = self.truth(piece)
        return truth if truth in self._table.places else None

    def truth(self, piece: str) -> str:
        """Return where a piece really is, whatever the sensors feel: a place, `beside`, `in hand` or `lying`."""
        return self._table.truth(piece)

    @property
    def closed(self) -> tuple[int, ...]:
        """The inputs that are closed, without those of the tiles' codes."""
        return tuple(self._table.world.occupied())

    @property
    def cage(self) -> str:
        """`up` or `down`."""
        return "down" if self._table.world.switches["cage"].closed else "up"

    @property
    def servo(self) -> bool:
        """Whether the servo has pulses."""
        return self._table.servo_us > 0

    @property
    def tone(self) -> int:
        """The frequency of the buzzer in Hz; 0 for silence."""
        return self._table.tone_hz

    def _lamp_at(self, place: str) -> int:
        lamps = self._lamps.get(place)
        if not lamps:
            raise AssertionError(f"there is no lamp at {place!r}; there are at {', '.join(self._lamps)}")
        return lamps[0]


def lay_out(
    game: str | None = None, players: int | None = None, layout: str | None = None, seed: int = 0, pace: float = 1.0
) -> tuple[SimulatedTable, dict[str, tuple[int, ...]]]:
    """Return a table without power, and the lamps at each place. Raises RulesError, BadLayout."""
    if game is not None:
        made = rules.load(game, players, **({} if layout is None else {"layout": layout}))
        return table_for_game(made, seed, pace), _lamps(made.layout)
    lies = reference_table() if layout is None else layouts.load(layout)
    return table_for_layout(lies, PIECES, seed, pace=pace), _lamps(lies)


def _lamps(layout: layouts.Layout) -> dict[str, tuple[int, ...]]:
    return {place.name: place.lamps for place in layout.stands if place.lamps}


def run_at_table(test: Callable[[MouseTable], Awaitable[T]], limit: float = LIMIT_S, **laid: Unpack[Laid]) -> T:
    """Run `test` at a powered table in virtual time, and return its result. This is fixture `mouse_table`.

    Raises what `test` raises, and AssertionError if it has not ended after `limit` seconds of virtual time.
    """
    __tracebackhide__ = True
    outcome = run_virtual(_outcome(test, limit, laid))
    if isinstance(outcome, _Failure):
        raise outcome.error
    return outcome


class _Failure:
    """An error that a test raised. It leaves the event loop as a value, so tracebacks show only the test's lines."""

    def __init__(self, error: BaseException) -> None:
        self.error = error


async def _outcome(test: Callable[[MouseTable], Awaitable[T]], limit: float, laid: Laid) -> T | _Failure:
    __tracebackhide__ = True
    table, lamps = lay_out(**laid)
    try:
        async with table, asyncio.timeout(limit) as time:
            return await test(MouseTable(table, lamps))
    except TimeoutError as error:
        if time.expired():
            return _Failure(AssertionError(f"the test has not ended after {limit:g} s of the table's time"))
        return _Failure(error)
    except Exception as error:
        return _Failure(error)
