"""The overlays of morris and draughts, drawn as those of the mice's games, and their layouts for other programs."""

from __future__ import annotations

from hardware.making.men_boards import MenBoard, Point

from mouseboard.layouts import Layout, Place, tiles
from mouseboard.layouts.reference import COLUMNS, PITCH, ROWS
from mouseboard.sheets.holes import lights
from mouseboard.sheets.inks import mixed
from mouseboard.sheets.overlay import BLEED, LEGEND, OPENING
from mouseboard.sheets.pen import Pen
from mouseboard.sheets.road import RIM, STONE

LINE = 3.0
"""Width in mm of the lines between places."""
LETTERS = 3.4
TITLE = 10.0


def layout(board: MenBoard) -> Layout:
    """Return a board as a layout of no game, for the doctor and for programs that play it."""
    places = tuple(
        Place(name=board.label(at), at=middle(at), sensors=(tiles.sensor(*at),), lamps=(tiles.lamp(*at),))
        for at in board.places
    )
    return Layout(
        game="",
        title=board.title,
        edition="no game",
        size=(COLUMNS * PITCH, ROWS * PITCH),
        sensors=tiles.INPUTS * tiles.TILES,
        lamps=COLUMNS * ROWS,
        coded=tiles.TILES,
        place=places,
        source=f"{board.name}.toml",
    )


def written(board: MenBoard) -> str:
    """Return the layout's file."""
    made = layout(board)
    head = f"""# {board.title} on the reference table, for the doctor and for programs that play it.
# Made from hardware/making/men_boards.py by `make hardware`.

game = ""
title = "{made.title}"
edition = "{made.edition}"
size = [{made.size[0]}, {made.size[1]}]
sensors = {made.sensors}
lamps = {made.lamps}
coded = {made.coded}

place = [
"""
    rows = (
        f'  {{ name = "{place.name}", at = [{place.at[0]:g}, {place.at[1]:g}], '
        f"sensors = [{place.sensors[0]}], lamps = [{place.lamps[0]}] }},\n"
        for place in made.place
    )
    return head + "".join(rows) + "]\n"


def middle(place: Point) -> tuple[float, float]:
    """Return the middle of a place in mm, from the board's lower left corner."""
    return PITCH * (place[0] + 0.5), PITCH * (place[1] + 0.5)


class MenOverlay:
    """The drawing of one board."""

    bleed = BLEED
    legend = LEGEND

    def __init__(self, board: MenBoard) -> None:
        made = layout(board)
        self.board = board
        self.size = made.size
        self.openings = [hole.at for hole in lights(made)]

    def draw(self, pen: Pen) -> None:
        wide, high = self.size
        pen.box((-BLEED, -BLEED), (wide + 2 * BLEED, high + 2 * BLEED), 0, "wood")
        if self.board.squares:
            self._squares(pen)
        for line in self.board.lines:
            pen.line([middle(end) for end in line], "stone-ink-2", LINE)
        for place in self.board.places:
            self._place(pen, place)
        pen.words(self.board.title, (wide / 2, high - PITCH / 2 - TITLE / 3), TITLE, "stone-ink-2")
        for at in self.openings:
            pen.disc(at, OPENING, "#ffffff", "cheese", 0.5)

    def _squares(self, pen: Pen) -> None:
        """Draw the chequered board; its dark squares are pale enough for a lamp to shine through."""
        columns, rows = ({place[n] for place in self.board.places} for n in (0, 1))
        size = (PITCH * len(columns), PITCH * len(rows))
        pen.box((0, 0), size, 0, "mat")
        for x, y in map(middle, self.board.places):
            pen.box((x - PITCH / 2, y - PITCH / 2), (PITCH, PITCH), 0, mixed("stone-ink-2", "wood", 0.6))
        pen.box((0, 0), size, 0, None, "stone-ink-2", 1.2)

    def _place(self, pen: Pen, place: Point) -> None:
        """Draw the ring in which a man's foot stands, and the place's name beside it."""
        x, y = middle(place)
        pen.disc((x, y), RIM, "stone", "stone-ink-2", 0.6)
        pen.words(self.board.label(place), (x - STONE - 1, y - STONE - 1), LETTERS, "stone-ink", anchor=0)
