"""The trap's pieces: number, name, purpose, shape, and orientation on the printer's bed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from build123d import Location, Part, Pos, Rot
from hardware.making.trap import parts
from hardware.making.trap.measures import Measures
from hardware.making.trap.statics import Body, weight


@dataclass(frozen=True)
class Piece:
    """A printed piece: its shape in place, and the rotation that lays it on the bed."""

    number: int
    name: str
    says: str
    make: Callable[[Measures], Part]
    turned: Location
    material: str = "PLA"

    @property
    def file(self) -> str:
        """The name of its files, without extension."""
        return self.name.replace(" ", "-")


UP, DOWN = Location(), Rot(X=180)
BACK = Rot(X=90)  # on its back, the side of least y

PIECES = (
    Piece(1, "base", "stands on the table and holds all others", parts.base, UP),
    Piece(2, "pole", "the cage slides on it", parts.pole, Rot(Y=90)),
    Piece(3, "gate", "holds the lever's pin and the switch", parts.gate, Rot(Y=90)),
    Piece(4, "cage", "falls over the mouse", parts.cage, DOWN, "PLA, 100 % filled"),
    Piece(5, "lever", "holds the cage until the marble lands in its cup", parts.lever, DOWN, "PLA, 100 % filled"),
    Piece(6, "high post", "bears the lower run at its upper end", lambda of: parts.post(of, of.run.posts[0]), BACK),
    Piece(7, "low post", "bears the lower run at its lower end", lambda of: parts.post(of, of.run.posts[1]), BACK),
    Piece(8, "lower run", "lets the marble roll into the cup", parts.lower_run, UP),
    Piece(9, "upper run", "has the marble's seat, and leads to the lower run", parts.upper_run, UP),
    Piece(10, "housing", "holds wheel and crank", parts.housing, BACK),
    Piece(11, "wheel", "its springy finger pushes the marble", parts.wheel, BACK, "PETG"),
    Piece(12, "crank", "turns the wheel", parts.crank, BACK),
    Piece(13, "cover", "keeps fingers from the teeth", parts.cover, BACK),
    Piece(14, "knob", "to turn the crank by hand", lambda _: parts.knob(), DOWN),
    Piece(15, "servo stand", "holds the servo that turns the crank instead", parts.servo_stand, BACK),
)
NAMED = {piece.name: piece for piece in PIECES}


@cache
def shape(of: Measures, name: str) -> Part:
    """Return a piece's shape as modelled."""
    return NAMED[name].make(of)


@cache
def on_bed(of: Measures, name: str) -> Part:
    """Return a piece as printed, centred on the bed."""
    turned = NAMED[name].turned * shape(of, name)
    box = turned.bounding_box()
    return Pos(-box.center().X, -box.center().Y, -box.min.Z) * turned


def grams(of: Measures, name: str) -> float:
    """Return a piece's weight, printed solid."""
    return float(shape(of, name).volume) / 1000 * of.material.density


def body(of: Measures, name: str) -> Body:
    """Return a piece's weight, and its centre of mass as modelled."""
    middle = shape(of, name).center()
    return Body(weight(grams(of, name)), middle.X, middle.Z)
