"""The placement of a board's parts and its routing rules, from boards/*/placement.toml."""

from __future__ import annotations

from pathlib import Path

import msgspec
from hardware.making.copper import BOTH
from hardware.making.route import Rules
from hardware.making.source import HARDWARE, BadSource

BOARDS = HARDWARE / "boards"


class Route(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Tracks of one width for a net, or for all nets without a route of their own: `*`."""

    net: str
    width: float
    layers: tuple[str, ...] = BOTH
    vias: bool = True
    down: bool = False
    every: float = 0
    pins: tuple[str, ...] = ()


class Text(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A text printed on the board."""

    text: str
    at: tuple[float, float]
    size: float = 1.2
    layer: str = "F.SilkS"
    justify: str = "center"
    rotation: float = 0


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A printed line through points."""

    points: tuple[tuple[float, float], ...]
    width: float = 0.2
    layer: str = "F.SilkS"


class Placement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A board's placement. The head of boards/tile/placement.toml explains the fields."""

    licence: str
    at: dict[str, tuple[float, float, float]]
    rules: Rules
    route: tuple[Route, ...]
    size: tuple[float, float] | None = None
    """The board's size, if the circuit gives none."""
    hole: tuple[tuple[float, float], ...] = ()
    """Screw holes that are not parts of the circuit."""
    label: dict[str, tuple[float, float]] = {}
    text: tuple[Text, ...] = ()
    line: tuple[Line, ...] = ()

    def label_of(self, ref: str) -> tuple[float, float] | None:
        """Return where a part's name is printed; None for nowhere."""
        x, y, _ = self.at[ref]
        offset = self.label.get(ref, self.label.get(ref.rstrip("0123456789")))
        return offset and (x + offset[0], y + offset[1])


def load_placement(board: str, folder: Path = BOARDS) -> Placement:
    """Return a board's placement. Raises BadSource."""
    path = folder / board / "placement.toml"
    try:
        return msgspec.toml.decode(path.read_text("utf-8"), type=Placement)
    except (msgspec.DecodeError, OSError) as error:
        raise BadSource(f"{path.name}: {error}") from error
