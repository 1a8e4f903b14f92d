"""The trap's course, from trap.toml: one source for the simulated trap, the page and the printed one."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import msgspec


class Crank(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Angles of the servo's shaft, in degrees."""

    rest: float
    engages: float
    trips: float
    end: float


class Stage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One thing that happens, and how long it takes."""

    name: str
    seconds: float


class Course(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All that happens, from the crank at rest to the cage on its switch."""

    crank: Crank
    stage: tuple[Stage, ...]

    @property
    def seconds(self) -> float:
        """The seconds from where the crank trips the trap to the cage on its switch."""
        return sum(stage.seconds for stage in self.stage)

    def until_it_trips(self, turn: float) -> float:
        """Return the time from rest to tripping. `turn` is the time of the crank's whole turn, in the same unit."""
        crank = self.crank
        return turn * (crank.trips - crank.rest) / (crank.end - crank.rest)


@cache
def course() -> Course:
    """Return the trap's course."""
    return msgspec.toml.decode(files(__name__).joinpath("trap.toml").read_bytes(), type=Course)
