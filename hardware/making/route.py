"""A grid router: finds tracks and vias that join the pads of nets, on two layers, in steps of 45 degrees.

It runs A* over the free grid points, one wish after the other. If a wish finds no way, everything is ripped up, and
that wish comes first in the next round. The same pads and wishes give the same copper.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TypeAlias

import numpy as np
from hardware.making.copper import BACK, BOTH, Copper, Point, Shape, track, via
from numpy.typing import NDArray

Mask: TypeAlias = NDArray[np.bool_]
Distances: TypeAlias = NDArray[np.floating]
Cell: TypeAlias = int
"""A grid point on a layer: layer * points + row * columns + column."""

STRAIGHT, DIAGONAL, VIA, BEND = 10, 14, 150, 4
"""Costs of steps. A bend costs a little, so that the straightest of the shortest ways wins."""
BACK_EXTRA = 2
"""Tenths that a step costs more on the back, where the ground plane should stay unbroken."""


FAR = 1 << 60
DOWN = 5.0
"""Millimetres from a pad within which its via must fit."""


class NoWay(ValueError):
    """Nets cannot be routed; the text names them."""


@dataclass(frozen=True)
class Rules:
    """Clearances and sizes of the copper, in millimetres."""

    clearance: float
    edge: float
    """From the board's edge to copper."""
    via: float
    drill: float
    grid: float


@dataclass(frozen=True)
class Wish:
    """Pads of one net to be joined by tracks of one width."""

    net: str
    width: float
    layers: tuple[str, ...] = BOTH
    vias: bool = True
    pads: tuple[str, ...] = ()
    """Names of the pads; () means all of the net."""
    down: bool = False
    """Do not join the pads, but give each one that is only on the front a via beside it."""
    every: float = 0
    """Do not join the pads, but place vias on a lattice of this many mm. They stitch the ground of both layers."""

    def wants(self, pad: Copper) -> bool:
        """Return whether the wish includes this pad."""
        return pad.net == self.net and (not self.pads or pad.name in self.pads)


def route(size: Point, rules: Rules, fixed: Sequence[Copper], wishes: Sequence[Wish], rounds: int = 30) -> list[Copper]:
    """Return tracks and vias for all wishes. `fixed` are the pads, and holes without a net. Raises NoWay.

    Wishes that name their pads come first in every round, because they are the widest.
    """
    trunks = [wish for wish in wishes if wish.pads]
    others = [wish for wish in wishes if not wish.pads]
    for _ in range(rounds):
        attempt = _Attempt(size, rules, fixed)
        failed = [wish for wish in trunks + others if not attempt.grant(wish)]
        if not failed:
            return attempt.routed
        others = [wish for wish in failed if wish in others] + [wish for wish in others if wish not in failed]
    raise NoWay(f"no way for {', '.join(wish.net for wish in failed)} in {rounds} rounds")


@dataclass
class _Piece:
    """Pads of a net that are already joined, and the cells from which a track can continue."""

    pads: list[Copper]
    cells: set[Cell] = field(default_factory=set)

    def apart(self, other: _Piece) -> float:
        return min(one.shape.gap(two.shape) for one in self.pads for two in other.pads)


class _Attempt:
    """One round, from bare pads."""

    def __init__(self, size: Point, rules: Rules, fixed: Sequence[Copper]) -> None:
        self.rules = rules
        self.fixed = fixed
        self.routed: list[Copper] = []
        self.grid = _Grid(size, rules.grid)
        self.pieces = {net: [self._piece(pad) for pad in fixed if pad.net == net] for net in {pad.net for pad in fixed}}

    def grant(self, wish: Wish) -> bool:
        """Route a wish. Return False if some pad cannot be reached."""
        if wish.every:
            return self._sew(wish)
        return self._down(wish) if wish.down else self._join(wish)

    def _join(self, wish: Wish) -> bool:
        """Join the wish's pads, each time to the nearest other piece."""
        pieces = self.pieces[wish.net]
        search = self._search(wish)
        while len(wanted := [piece for piece in pieces if any(map(wish.wants, piece.pads))]) > 1:
            here = wanted[0]
            there = min(wanted[1:], key=here.apart)
            way = search.way(here.cells, there.cells)
            if way is None:
                return False
            self._lay(way, wish)
            here.pads += there.pads
            here.cells |= there.cells | set(way)
            pieces.remove(there)
        return True

    def _down(self, wish: Wish) -> bool:
        """Give each of the wish's pads a via beside it."""
        for piece in self.pieces[wish.net]:
            for pad in piece.pads:
                if not wish.wants(pad) or BACK in pad.layers:
                    continue
                search = self._search(wish)
                beside = self.grid.within([pad], DOWN)[0].ravel() & np.frombuffer(search.hole, bool)
                way = search.way(set(self._cells(pad)), set(np.flatnonzero(beside).tolist()))
                if way is None:
                    return False
                self._lay([*way, way[-1] + self.grid.points], wish)
                piece.cells |= {*way, way[-1] + self.grid.points}
        return True

    def _sew(self, wish: Wish) -> bool:
        """Place vias on a lattice wherever there is room."""
        hole = np.frombuffer(self._search(wish).hole, bool)
        wide, high = (int(side / wish.every) for side in self.grid.size)
        for down, across in np.ndindex(high, wide):
            cell = self.grid.cell(BACK, ((across + 0.5) * wish.every, (down + 0.5) * wish.every))
            if hole[cell % self.grid.points]:
                self.routed.append(via(wish.net, self.grid.spot(cell)[1], self.rules.via))
        return True

    def _search(self, wish: Wish) -> _Search:
        """Return a search over the cells that are now free for this wish."""
        copper = [*self.fixed, *self.routed]
        foreign = [one for one in copper if one.net != wish.net or not one.net]
        track_reach = wish.width / 2 + self.rules.clearance
        # In the middle of a diagonal step a track may come nearer to other copper than at either of its two cells.
        track_reach = float(np.hypot(track_reach, self.rules.grid * 2**0.5 / 2))
        free = ~self.grid.within(foreign, track_reach) & self.grid.inside(self.rules.edge + wish.width / 2)
        for layer, name in enumerate(BOTH):
            free[layer] &= name in wish.layers
        via_reach = self.rules.via / 2 + self.rules.clearance
        taken = self.grid.within(foreign, via_reach) | self.grid.within(self.fixed, self.rules.via / 2 + 0.1)
        taken |= self.grid.within([one for one in self.routed if one.name == "via"], via_reach)
        hole = ~taken.any(axis=0) & self.grid.inside(self.rules.edge + self.rules.via / 2)
        return _Search(self.grid, free, hole & wish.vias)

    def _lay(self, way: list[Cell], wish: Wish) -> None:
        """Lay tracks along a way, and vias where it changes layers."""
        corners = list(self.grid.corners(way))
        for (layer, start), (other, end) in pairwise(corners):
            if layer != other:
                self.routed.append(via(wish.net, start, self.rules.via))
            elif start != end:
                self.routed.append(track(wish.net, layer, start, end, wish.width))

    def _piece(self, pad: Copper) -> _Piece:
        return _Piece([pad], set(self._cells(pad)))

    def _cells(self, pad: Copper) -> Iterator[Cell]:
        """Yield the cell at the pad's middle, on each of its layers."""
        left, top, right, bottom = pad.shape.bounds()
        for layer in pad.layers:
            yield self.grid.cell(layer, ((left + right) / 2, (top + bottom) / 2))


class _Grid:
    """A square grid over the board, once for each layer."""

    def __init__(self, size: Point, pitch: float) -> None:
        self.pitch = pitch
        self.size = size
        self.columns, self.rows = (round(side / pitch) + 1 for side in size)
        self.points = self.columns * self.rows
        self.across = np.arange(self.columns) * pitch
        self.down = np.arange(self.rows) * pitch

    def cell(self, layer: str, at: Point) -> Cell:
        """Return the nearest cell."""
        column, row = round(at[0] / self.pitch), round(at[1] / self.pitch)
        return BOTH.index(layer) * self.points + row * self.columns + column

    def spot(self, cell: Cell) -> tuple[str, Point]:
        """Return a cell's layer and position."""
        layer, point = divmod(cell, self.points)
        row, column = divmod(point, self.columns)
        return BOTH[layer], (round(column * self.pitch, 4), round(row * self.pitch, 4))

    def corners(self, way: Sequence[Cell]) -> Iterator[tuple[str, Point]]:
        """Yield the layers and positions where a way begins, turns, changes layers and ends."""
        yield self.spot(way[0])
        for before, here, after in zip(way, way[1:], way[2:], strict=False):
            if here - before != after - here:
                yield self.spot(here)
        yield self.spot(way[-1])

    def inside(self, margin: float) -> Mask:
        """Return a mask of the points farther than `margin` from the board's edge."""
        wide, high = self.size
        across = (self.across > margin) & (self.across < wide - margin)
        down = (self.down > margin) & (self.down < high - margin)
        return down[:, None] & across[None, :]

    def within(self, coppers: Iterable[Copper], reach: float) -> Mask:
        """Return a mask of the points on each layer that are nearer than `reach` to any of the coppers."""
        mask = np.zeros((len(BOTH), self.rows, self.columns), bool)
        for copper in coppers:
            left, top, right, bottom = copper.shape.bounds()
            columns = self._range(left - reach, right + reach, self.columns)
            rows = self._range(top - reach, bottom + reach, self.rows)
            near = _distances(copper.shape, self.across[columns], self.down[rows]) < reach
            for layer in copper.layers:
                mask[BOTH.index(layer), rows, columns] |= near
        return mask

    def _range(self, start: float, end: float, count: int) -> slice:
        return slice(max(0, int(start / self.pitch)), min(count, int(end / self.pitch) + 2))


class _Search:
    """A* over the cells that are free for one wish; `hole` masks the points where a via fits."""

    def __init__(self, grid: _Grid, free: Mask, hole: Mask) -> None:
        self.grid = grid
        self.free = free.tobytes()
        self.hole = hole.tobytes()
        sideways, downwards = (-1, 1), (-grid.columns, grid.columns)
        steps = [(step, STRAIGHT) for step in sideways + downwards]
        steps += [(side + down, DIAGONAL) for side in sideways for down in downwards]
        self.steps = [[(step, price + price * extra // 10) for step, price in steps] for extra in (0, BACK_EXTRA)]

    def way(self, sources: set[Cell], targets: set[Cell]) -> list[Cell] | None:
        """Return the cheapest way from any source to any target, ends included; None if there is none."""
        points, free, hole = self.grid.points, self.free, self.hole
        ahead = self._ahead(targets)
        cost = {cell: 0 for cell in sorted(sources) if free[cell]}
        queue = [(ahead(cell), 0, cell, 0) for cell in cost]
        came: dict[Cell, Cell] = {}
        heapq.heapify(queue)
        while queue:
            _, spent, cell, direction = heapq.heappop(queue)
            if cell in targets:
                return _traced(came, cell)
            if spent > cost[cell]:
                continue
            layer, point = divmod(cell, points)
            moves = [
                (cell + step, price + (BEND if step != direction else 0), step) for step, price in self.steps[layer]
            ]
            if hole[point]:
                moves.append((point if layer else point + points, VIA, 0))
            for other, price, step in moves:
                if free[other] and spent + price < cost.get(other, FAR):
                    cost[other] = spent + price
                    came[other] = cell
                    heapq.heappush(queue, (spent + price + ahead(other), spent + price, other, step))
        return None

    def _ahead(self, targets: set[Cell]) -> Callable[[Cell], int]:
        """Return A*'s heuristic: the least cost from a cell to the box around the targets."""
        columns, points = self.grid.columns, self.grid.points
        rows = [target % points // columns for target in targets]
        places = [target % points % columns for target in targets]
        top, bottom, left, right = min(rows), max(rows), min(places), max(places)

        def ahead(cell: Cell) -> int:
            row, column = divmod(cell % points, columns)
            down = max(top - row, 0, row - bottom)
            across = max(left - column, 0, column - right)
            return STRAIGHT * max(down, across) + (DIAGONAL - STRAIGHT) * min(down, across)

        return ahead


def _traced(came: dict[Cell, Cell], end: Cell) -> list[Cell]:
    way = [end]
    while way[-1] in came:
        way.append(came[way[-1]])
    return way[::-1]


def _distances(shape: Shape, across: Distances, down: Distances) -> Distances:
    """Return the distance of each point of a grid to a shape, in millimetres; negative inside it."""
    x, y = across[None, :], down[:, None]
    nearest = np.full((len(down), len(across)), np.inf)
    for (ax, ay), (bx, by) in shape.edges():
        dx, dy = bx - ax, by - ay
        length = dx * dx + dy * dy
        share = np.clip(((x - ax) * dx + (y - ay) * dy) / length, 0, 1) if length else 0.0
        nearest = np.minimum(nearest, np.hypot(x - ax - share * dx, y - ay - share * dy))
    if len(shape.points) > 2:
        sides = [(bx - ax) * (y - ay) - (by - ay) * (x - ax) for (ax, ay), (bx, by) in shape.edges()]
        within = np.all([side >= 0 for side in sides], axis=0) | np.all([side <= 0 for side in sides], axis=0)
        nearest[within] = 0
    return nearest - shape.radius
