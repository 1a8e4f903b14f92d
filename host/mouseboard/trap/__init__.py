"""How the trap goes, from trap.toml: one truth for the simulated trap, the page and the printed one."""

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
    """From the crank at rest to the cage on its switch."""

    crank: Crank
    stage: tuple[Stage, ...]

    @property
    def seconds(self) -> float:
        """From where it trips to the switch."""
        return sum(stage.seconds for stage in self.stage)

    def until_it_trips(self, turn: float) -> float:
        """Return the seconds from rest, if the crank's whole turn takes this many."""
        crank = self.crank
        return turn * (crank.trips - crank.rest) / (crank.end - crank.rest)


@cache
def course() -> Course:
    """How the trap goes."""
    return msgspec.toml.decode(files(__name__).joinpath("trap.toml").read_bytes(), type=Course)
