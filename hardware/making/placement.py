"""Where a board's parts lie and how it is to be routed: boards/*/placement.toml."""

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
    """Something printed on the board."""

    text: str
    at: tuple[float, float]
    size: float = 1.2
    layer: str = "F.SilkS"
    justify: str = "center"
    rotation: float = 0


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Lines from point to point."""

    points: tuple[tuple[float, float], ...]
    width: float = 0.2
    layer: str = "F.SilkS"


class Placement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the fields say: the head of boards/tile/placement.toml."""

    version: str
    licence: str
    at: dict[str, tuple[float, float, float]]
    rules: Rules
    route: tuple[Route, ...]
    size: tuple[float, float] | None = None
    """Where the circuit has none."""
    hole: tuple[tuple[float, float], ...] = ()
    """Where screws go, if no part of the circuit is one."""
    label: dict[str, tuple[float, float]] = {}
    text: tuple[Text, ...] = ()
    line: tuple[Line, ...] = ()

    def label_of(self, ref: str) -> tuple[float, float] | None:
        """Where its name is printed; None for nowhere."""
        x, y, _ = self.at[ref]
        offset = self.label.get(ref, self.label.get(ref.rstrip("0123456789")))
        return offset and (x + offset[0], y + offset[1])


def load_placement(board: str, folder: Path = BOARDS) -> Placement:
    """The placement of that board. Raises BadSource."""
    path = folder / board / "placement.toml"
    try:
        return msgspec.toml.decode(path.read_text("utf-8"), type=Placement)
    except (msgspec.DecodeError, OSError) as error:
        raise BadSource(f"{path.name}: {error}") from error
