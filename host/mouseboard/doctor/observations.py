"""Observations of a table during its examination, before any conclusions: plain values, JSON both ways.

A part that was not examined is None. Inputs and lamps have the firmware's numbers, and places have the board's names.
Volts and amperes are thousandths.
"""

from __future__ import annotations

import msgspec

from mouseboard.layouts.tiles import TileFault


class Chain(msgspec.Struct, frozen=True):
    """The register chain and the program on the board."""

    at_start: bool
    """Whether the test pattern came back when the board started."""
    now: bool
    errors: int = 0
    """Exceptions in the firmware since the start."""
    noise: int = 0
    """Samples since the start that were spoilt on their way through the chain."""
    tiles: tuple[TileFault, ...] = ()
    """Faults in the tiles' codes."""
    own_pins: bool = False
    """Whether the inputs are the Pico's own pins, without a chain. `at_start` and `now` then say that no two touch."""


class Tile(msgspec.Struct, frozen=True):
    """A tile alone on the bench."""

    closed: tuple[int, ...]
    """Inputs that were closed with no magnet near."""
    alone: bool
    """Whether the test pattern came back with nothing in OUT ..."""
    looped: bool
    """... and with a loop plug there."""
    wanted: int = 0
    """The number that the tile must have; 0 for any."""


class Power(msgspec.Struct, frozen=True):
    """The supply with the servo off: with dark lamps, and with lamps as bright as the firmware allows."""

    dark_mv: int
    bright_mv: int
    servo_ma: int = 0
    """The servo's current while it has no power: none, if its switch works."""


class Buttons(msgspec.Struct, frozen=True):
    """Direct contacts by the firmware's names: those closed when nobody pressed, and those each press closed."""

    closed: tuple[str, ...] = ()
    a: tuple[str, ...] = ("a",)
    b: tuple[str, ...] = ("b",)


class Switch(msgspec.Struct, frozen=True):
    """A contact in its two states: whether it was closed in each."""

    up: bool
    """The cage up, or the emergency stop released."""
    down: bool


class Lamps(msgspec.Struct, frozen=True):
    """What a person saw: the colour they named for each that was shown, and which places were dark."""

    colours: dict[str, str] = {}
    dark: tuple[str, ...] = ()
    order: dict[str, str] = {}
    """Which place was lit when a place's lamps were; only if the running light jumped."""


class Visit(msgspec.Struct, frozen=True):
    """The inputs that were closed while a magnet was on a place."""

    place: str
    inputs: tuple[int, ...]
    mouse: int = 1
    """1 for the first walk, 2 for the mouse that was put on what the first had missed."""
    flickers: int = 0
    """How often an input opened and closed again while the mouse stood still."""


class Sensors(msgspec.Struct, frozen=True):
    """A walk over all places, and what was closed with nothing on the board before and after it."""

    before: tuple[int, ...] = ()
    visits: tuple[Visit, ...] = ()
    after: tuple[int, ...] = ()
    distrusted: tuple[str, ...] = ()
    """Places that games ignored before this walk."""

    def is_good(self, place: str, inputs: tuple[int, ...]) -> bool:
        """Return whether the place felt the first mouse each time, steadily and by all its inputs."""
        visits = [visit for visit in self.visits if visit.place == place]
        felt = all(visit.inputs == tuple(sorted(inputs)) and not visit.flickers for visit in visits)
        return bool(visits) and felt and self.stuck.isdisjoint(inputs)

    @property
    def stuck(self) -> frozenset[int]:
        return frozenset(self.before) | frozenset(self.after)


class Servo(msgspec.Struct, frozen=True):
    """The crank's settings after the examination, and one turn as in a game."""

    rest_us: int
    end_us: int
    turn_ms: int
    changed: tuple[str, ...] = ()
    """Settings that were calibrated."""
    result: str = ""
    """The table's result of the turn: caught, missed, fault-<cause>; empty when there was none."""
    refused: str = ""
    """Why the table did not move the crank (rail, cage, fault, agree), or that the crank did not follow (stays)."""
    fell: bool = False
    """Whether the person saw the cage fall ..."""
    started: bool = False
    """... and the marble start."""
    lowest_mv: int = 0
    lasting_ma: int = 0
    """The largest current that lasted a quarter of a second."""


class Observations(msgspec.Struct, frozen=True, omit_defaults=True):
    """Everything seen in one examination."""

    revision: int = 0
    """The revision printed on the table's boards; 0 if nobody has told it."""
    tile: Tile | None = None
    chain: Chain | None = None
    power: Power | None = None
    buttons: Buttons | None = None
    lamps: Lamps | None = None
    sensors: Sensors | None = None
    stop: Switch | None = None
    cage: Switch | None = None
    servo: Servo | None = None
    skipped: dict[str, str] = {}
    """Why a requested part was not examined."""
    fault: str = ""
    """The fault that the board had latched at the end."""
    restarts: tuple[str, ...] = ()
    """The cause of each restart of the board during the examination."""
