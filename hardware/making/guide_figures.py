"""Pictures of the guide: a reed on a breadboard, a cork mouse, the Pico's lamp, common faults, a board's photograph.

`python -m hardware.making.guide_figures` draws them into hardware/guide; `--check` proves that the files there are up
to date.
"""

from __future__ import annotations

from collections.abc import Callable

from hardware.making import breadboard
from hardware.making.dimensions import load_dimensions
from hardware.making.drawing import (
    INK,
    PALE,
    PAPER,
    SHEET,
    WIRES,
    Point,
    arrow,
    circle,
    cross,
    line,
    rect,
    svg,
    text,
    tick,
)
from hardware.making.made import keep_or_check
from hardware.making.source import HARDWARE

GUIDE = HARDWARE / "guide"
BOARD, GLASS_FROM, GLASS, BEND, CARD = 8.5, 8.0, 14.0, 3.0, 0.5
"""Millimetres: a breadboard's height, from it to the glass, the glass, from the glass to the bend, card with sheet."""
LEAD, ASIDE = load_dimensions().reed.lead, 6.0
"""The wire at either end of a reed, and how far from its axis the upper one is led down."""
STRAW = GLASS_FROM + GLASS + BEND
RIM = BOARD + STRAW + 0.5 + 0.5
"""Height of the rim that carries the card: half a millimetre of wire and half a millimetre of air above the straw."""
PLUGGED = LEAD - GLASS_FROM
"""Of the lower wire, in the board's hole."""
HANGS = LEAD - BEND - ASIDE
"""Of the upper wire, what hangs beside the straw."""
GAP = RIM + CARD - (BOARD + GLASS_FROM + GLASS)
"""From the glass to a magnet on the card."""
SCALE = 2.6
STEEL, REED, CARDBOARD, CORK, NORTH, SOUTH = "#8d949a", "#dbeaf0", "#d9b98a", "#d8a873", "#c8463c", "#3f6fb5"
GREEN = "#2f7d4f"


def standing() -> str:
    """Draw a reed in its straw on a breadboard, with the card and a mouse above; the near edge is at the right."""
    ground, far, near = 150.0, 36.0, 126.0
    card = breadboard.card(breadboard.load_breadboard())
    over = (far - card["beyond"] * SCALE, near + card["near"] * SCALE)
    parts = [text((92, 8), "A reed stands in a straw; the card lies just above it", 5, weight="bold")]

    def up(mm: float) -> float:
        return ground - mm * SCALE

    parts += [line([(4, ground), (180, ground)], INK, 0.8), text((6, ground + 4), "desk", 2.8, "start", PALE)]
    parts += [rect((far, up(BOARD)), (near - far, BOARD * SCALE), "#fbf8f1", INK, 0.4, 1)]
    parts += [text((far + 3, up(BOARD / 2)), "breadboard", 2.8, "start", PALE)]
    x, right, top = 70.0, 86.0, BOARD + GLASS_FROM + GLASS + BEND
    parts += [rect((x - 8, up(BOARD + STRAW)), (16, STRAW * SCALE), "#f6c9c4", INK, 0.3, 0.5, "fill-opacity='0.45'")]
    parts += [line([(x, up(BOARD - PLUGGED)), (x, up(top)), (right, up(top)), (right, up(top - HANGS))], STEEL, 1.1)]
    parts += [rect((x - 3, up(BOARD + GLASS_FROM + GLASS)), (6, GLASS * SCALE), REED, INK, 0.4, 2.6)]
    parts += [rect((right - 2.6, up(top - 1.5)), (5.2, 12.5 * SCALE), WIRES["black"], INK, 0.3, 0.8)]
    wire = [(right, up(top - 14)), (right + 2, up(BOARD + 3)), (right + 14, up(BOARD + 3)), (right + 14, up(BOARD - 2))]
    parts += [line(wire, WIRES["black"], 1.3)]
    parts += [text((right + 17, up(BOARD + 3)), "blue rail", 2.8, "start")]
    parts += [text((right + 6, up(top - 6)), "a jumper's socket", 2.8, "start")]
    parts += [text((right + 6, up(top - 9.5)), "on the bent wire", 2.8, "start")]
    parts += [text((x - 11, up(BOARD + 14)), "straw", 2.8, "end"), text((x - 11, up(BOARD + 19)), "reed", 2.8, "end")]
    parts += [line([(x - 10, up(BOARD + 19)), (x - 3, up(BOARD + 19))], PALE, 0.3)]
    parts += [rect((over[0], up(RIM + CARD)), (over[1] - over[0], CARD * SCALE), CARDBOARD, INK, 0.3)]
    for post in (far - 8, near + 2):
        parts += [rect((post, up(RIM)), (6, RIM * SCALE), CARDBOARD, INK, 0.3, 0, "fill-opacity='0.5'")]
    parts += [text((14, up(RIM + CARD + 2.5)), "card, the sheet on it", 2.8, "start", PALE)]
    parts += _cork((x, up(RIM + CARD)))
    parts += _length(163, up(BOARD), up(BOARD + STRAW), f"straw {STRAW:g}")
    parts += _length(142, up(RIM), up(0), f"rim {RIM:g}")
    parts += _length(54, up(BOARD + GLASS_FROM + GLASS), up(RIM + CARD), f"{GAP:g} mm", left=True)
    return svg(
        (184, 158), [*parts, text((150, 154), "millimetres", 2.6, "start", PALE)], "A reed in a straw on a breadboard"
    )


def mouse() -> str:
    """Draw how to make a cork mouse, step by step."""
    parts = [text((92, 8), "A mouse of half a cork", 5, weight="bold")]
    captions = (
        ("1", "Cut a cork across, 15 mm high.", "Hollow its foot: 8 mm wide,", "3 mm deep."),
        ("2", "All magnets in one stack:", "mark the upper side of each", "as you take it off."),
        ("3", "Glue it in, mark up, level", "with the cork. Test the pair,", "let it set, paper over it."),
        ("4", "Ears of card, a string for a tail.", "Foot to foot two of them", "push each other away."),
    )
    for n, words in enumerate(captions):
        x = 26.0 + 44 * n
        for row, caption in enumerate(words):
            parts += [text((x, 60 + 4 * row), caption, 2.5, weight="normal" if row else "bold")]
    parts += [rect((12, 26), (28, 22), CORK, INK, 0.4, 2), rect((21, 42), (10, 6), PAPER, INK, 0.3)]
    for n in range(3):
        parts += _disc((70, 44 - 7 * n), marked=True)
    parts += [arrow((82, 30), (82, 18), PALE, 0.5)]
    parts += [rect((100, 26), (28, 22), CORK, INK, 0.4, 2), *_disc((114, 44.5), marked=True)]
    parts += [line([(100, 48.6), (128, 48.6)], WIRES["violet"], 0.8)]
    parts += _cork((158, 48))
    parts += [line([(172, 44), (177, 40), (176, 34), (180, 30)], WIRES["pink"], 0.9)]
    return svg((184, 78), parts, "A mouse of cork")


def lamp() -> str:
    """Draw the meanings of the Pico's own lamp, each as its brightness at sixteen times in two seconds."""
    parts = [text((92, 8), "What the Pico's own lamp says", 5, weight="bold")]
    breath = (0.1, 0.4, 0.7, 1.0, 1.0, 0.7, 0.4, 0.1)
    rows: tuple[tuple[str, str, tuple[float, ...]], ...] = (
        ("dark", "no program, or no game yet", (0.0,)),
        ("a faint breath", "the table has lost its computer", tuple(0.25 * bright for bright in breath)),
        ("steady", "all stands as it should", (1.0,)),
        ("a bright breath", "your turn: choose a place", breath),
        ("blinking", "put the mouse where the page says", (1.0,) * 4 + (0.0,) * 4),
        ("flashing", "something is wrong: see the page", (1.0, 0.0)),
    )
    for n, (look, means, glow) in enumerate(rows):
        y = 20.0 + 11 * n
        parts += [text((10, y), look, 3.4, "start", weight="bold"), text((112, y), means, 3.4, "start")]
        for k in range(16):
            spot = circle((44 + 4 * k, y), 1.6, "#3fae5a", "none", 0)
            parts += [
                circle((44 + 4 * k, y), 1.6, "#efe6d2", PALE, 0.25),
                f"<g opacity='{glow[k % len(glow)]:g}'>{spot}</g>",
            ]
    parts += [arrow((42, 82), (106, 82), PALE, 0.4), text((74, 86), "two seconds", 2.6, fill=PALE)]
    return svg((184, 90), parts, "What the Pico's own lamp says")


def wrong() -> str:
    """Draw a right breadboard and five faulty ones, each with the first words of the doctor's finding."""
    parts = [text((92, 8), "Right, and what goes wrong most often", 5, weight="bold")]
    panels: tuple[tuple[str, str, Callable[[Point], list[str]]], ...] = (
        ("right", "healthy", _right),
        ("both ends in one column", "closed though nothing stands there", _one_column),
        ("the rail has a gap", "feels nothing, on one side of it", _gap),
        ("the reed lies", "feels nothing, or only beside its place", _lying),
        ("two wires exchanged", "places a3 and b3 are exchanged", _exchanged),
        ("two wires from one reed", "wires touch each other", _touching),
    )
    for n, (caption, finding, draw) in enumerate(panels):
        x, y = 6.0 + 59.5 * (n % 3), 16.0 + 54 * (n // 3)
        parts += [rect((x, y), (54, 48), SHEET, PALE, 0.3, 1.5)]
        parts += draw((x, y + 4))
        parts += [tick((x + 48, y + 6), 6) if not n else cross((x + 48, y + 6), 6)]
        parts += [
            text((x + 27, y + 38.5), caption, 3, weight="bold"),
            text((x + 27, y + 43.5), finding, 2.5, fill=PALE),
        ]
    return svg((184, 124), parts, "Right and wrong on a breadboard")


def photo() -> str:
    """Draw the way from a photograph of an old board to a layout and a template."""
    parts = [text((92, 8), "An old board: photograph, layout, template", 5, weight="bold")]
    parts += [f"<polygon points='14,62 22,26 52,24 58,60' fill='{CARDBOARD}' stroke='{INK}' stroke-width='0.5'/>"]
    parts += [rect((6, 16), (58, 54), "none", INK, 0.6, 2)]
    for n in range(12):
        u, v = _round(n)
        left, right = 14 + 8 * (1 - v), 58 - 6 * (1 - v)
        at = (left + 5 + u * (right - left - 10), 30 + 26 * v)
        parts += [circle(at, 1.9, "#f6e7c8", INK, 0.3)]
        if n % 3 == 0:
            parts += [line([(at[0] - 3, at[1]), (at[0] + 3, at[1])], WIRES["red"], 0.5)]
            parts += [line([(at[0], at[1] - 3), (at[0], at[1] + 3)], WIRES["red"], 0.5)]
    parts += [arrow((67, 43), (77, 43), INK, 0.8), arrow((123, 43), (133, 43), INK, 0.8)]
    for left, drilled in ((80.0, False), (136.0, True)):
        parts += [rect((left, 22), (40, 42), PAPER if drilled else CARDBOARD, INK, 0.5, 1)]
        for n in range(12):
            u, v = _round(n)
            at = (left + 5 + 30 * u, 27 + 32 * v)
            parts += [circle(at, 2.2, PAPER if drilled else "#f6e7c8", WIRES["red"] if drilled else INK, 0.35)]
            parts += [text(at, f"R{n}" if drilled else str(n + 1), 1.6)]
    parts += [line([(140, 69), (172, 69)], INK, 0.6), text((156, 72.5), "100 mm", 2.6)]
    for x, words in ((35, "click what you know"), (100, "every space, in order"), (156, "lay it on, look, then drill")):
        parts += [text((x, 80), words, 3, fill=PALE)]
    return svg((184, 88), parts, "From a photograph to a template")


def _round(n: int) -> Point:
    """Return the n-th of twelve spaces around a board, beginning at its lower left corner."""
    side, along = divmod(n, 3)
    return ((0, 1 - along / 3), (along / 3, 0), (1, along / 3), (1 - along / 3, 1))[side]


ALL: dict[str, Callable[[], str]] = {
    "standing": standing,
    "mouse": mouse,
    "lamp": lamp,
    "wrong": wrong,
    "photo": photo,
}


def _length(x: float, top: float, bottom: float, words: str, left: bool = False) -> list[str]:
    """Draw a dimension beside the object."""
    top, bottom = min(top, bottom), max(top, bottom)
    ends = [line([(x - 2, y), (x + 2, y)], PALE, 0.3) for y in (top, bottom)]
    at = (x - 2.5, (top + bottom) / 2) if left else (x + 2.5, (top + bottom) / 2)
    return [line([(x, top), (x, bottom)], PALE, 0.3), *ends, text(at, words, 2.8, "end" if left else "start", PALE)]


def _disc(middle: Point, marked: bool) -> list[str]:
    """Draw a magnet from the side, with or without its pen mark."""
    x, y = middle
    parts = [rect((x - 5, y - 3), (10, 3), NORTH, INK, 0.2), rect((x - 5, y), (10, 3), SOUTH, INK, 0.2)]
    return [*parts, line([(x - 3, y - 3.3), (x + 3, y - 3.3)], INK, 0.8)] if marked else parts


def _cork(foot: Point) -> list[str]:
    """Draw a finished cork mouse, its foot at this point: cork, ears, eyes, and the magnet inside."""
    x, y = foot
    parts = [rect((x - 14, y - 24), (28, 24), CORK, INK, 0.4, 3), *_disc((x, y - 3.2), marked=False)]
    parts += [circle((x - 8, y - 26), 5, "#e9c39a", INK, 0.4), circle((x + 8, y - 26), 5, "#e9c39a", INK, 0.4)]
    return [
        *parts,
        circle((x - 4, y - 16), 1, INK),
        circle((x + 4, y - 16), 1, INK),
        circle((x, y - 12), 1.2, "#d6589c"),
    ]


# The panels: a piece of board from above with a reed (a ring), its bent wire and jumpers


def _piece(at: Point) -> list[str]:
    """Draw rows of holes and the blue rail."""
    x, y = at
    holes = [
        circle((x + 6 + 4 * n, y + 4 + 4 * row), 0.45, "#8b8172", "none", 0) for n in range(10) for row in range(5)
    ]
    rail = [circle((x + 6 + 4 * n, y + 28), 0.45, "#8b8172", "none", 0) for n in range(10)]
    return [*holes, *rail, line([(x + 4, y + 30), (x + 44, y + 30)], WIRES["blue"], 0.4)]


def _stands(at: Point, column: int) -> list[str]:
    """Draw a reed over this column, from above."""
    x, y = at[0] + 6 + 4 * column, at[1] + 12
    return [circle((x, y), 2, REED, INK, 0.4), circle((x, y), 0.5, INK)]


def _wired(at: Point, column: int, to: int, colour: str = "black") -> list[str]:
    """Draw the wire from the reed's bent wire to the rail."""
    x, y = at
    start = (x + 6 + 4 * column, y + 12)
    return [
        line([start, (x + 6 + 4 * to, y + 12)], STEEL, 0.9),
        line([(x + 6 + 4 * to, y + 12), (x + 6 + 4 * to, y + 28)], WIRES[colour], 1.2),
    ]


def _signal(at: Point, column: int, colour: str, to: Point) -> list[str]:
    x, y = at
    start = (x + 6 + 4 * column, y + 20)
    return [line([start, (x + to[0], y + to[1])], WIRES[colour], 1.2), circle(start, 0.8, WIRES[colour], PAPER, 0.2)]


def _right(at: Point) -> list[str]:
    return [*_piece(at), *_wired(at, 2, 4), *_signal(at, 2, "red", (36, 4)), *_stands(at, 2)]


def _one_column(at: Point) -> list[str]:
    x, y = at
    loop = line([(x + 14, y + 12), (x + 18, y + 8), (x + 14, y + 4)], STEEL, 0.9)
    ground = line([(x + 14, y + 4), (x + 22, y + 14), (x + 22, y + 28)], WIRES["black"], 1.2)
    return [*_piece(at), loop, ground, *_signal(at, 2, "red", (36, 4)), *_stands(at, 2)]


def _gap(at: Point) -> list[str]:
    x, y = at
    gap = rect((x + 22, y + 26), (6, 6), SHEET, "none", 0)
    return [*_piece(at), gap, *_wired(at, 2, 4), *_wired(at, 7, 9), *_stands(at, 2), *_stands(at, 7)]


def _lying(at: Point) -> list[str]:
    x, y = at
    lies = [
        rect((x + 12, y + 10.5), (22, 4), REED, INK, 0.4, 2),
        line([(x + 8, y + 12.5), (x + 38, y + 12.5)], STEEL, 0.8),
    ]
    return [*_piece(at), *lies, line([(x + 38, y + 12.5), (x + 38, y + 28)], WIRES["black"], 1.2)]


def _exchanged(at: Point) -> list[str]:
    wires = [*_signal(at, 2, "red", (38, 1)), *_signal(at, 7, "orange", (22, 1))]
    return [*_piece(at), *_wired(at, 2, 3), *_wired(at, 7, 8), *wires, *_stands(at, 2), *_stands(at, 7)]


def _touching(at: Point) -> list[str]:
    x, y = at
    orange = line([(x + 14, y + 16), (x + 38, y + 12)], WIRES["orange"], 1.2)
    end = circle((x + 14, y + 16), 0.8, WIRES["orange"], PAPER, 0.2)
    return [*_piece(at), *_wired(at, 2, 4), orange, end, *_signal(at, 2, "red", (36, 4)), *_stands(at, 2)]


if __name__ == "__main__":
    keep_or_check({GUIDE / f"{name}.svg": draw() for name, draw in ALL.items()})
