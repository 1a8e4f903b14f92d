"""What the page is sent, field by field: the picture of a moment, and its board. PAGE.md tells of both."""

from __future__ import annotations

import msgspec

from mouseboard.table.lamps import Glow
from mouseboard.table.steps import Step


class GameOn(msgspec.Struct, frozen=True):
    """Which game is on; `number` is its number in the journal, `levels` the kinds of computer players that it has."""

    name: str
    title: str
    players: int
    number: int
    levels: tuple[str, ...] = ()


class OptionShown(msgspec.Struct, frozen=True):
    """Something that can be chosen now."""

    action: str
    """Its notation, for `POST /answer`."""
    text: str
    places: tuple[str, ...] = ()
    """Where it can be pointed at."""
    piece: str | None = None
    """The piece that it moves."""
    number: int | None = None
    """What the die shows then."""


class Buttons(msgspec.Struct, frozen=True):
    """What the table's buttons would do now, in words."""

    a: str | None = None
    b: str | None = None


class DoubtShown(msgspec.Struct, frozen=True):
    """Pieces that may have changed places among themselves."""

    pieces: dict[str, str]
    text: str


class Figure(msgspec.Struct, frozen=True):
    """A number and what it counts, such as a score: `key` in English, `name` as it is read."""

    key: str
    name: str
    value: int


class SeatShown(msgspec.Struct, frozen=True):
    """Somebody who plays."""

    name: str
    """Plain text, whatever it looks like."""
    mouse: str
    kind: str
    """`person` or `computer`."""
    level: str
    """How a computer plays; empty for a person."""
    online: bool
    """Whether a phone or screen that acts for this seat is watching."""
    help: str
    """`none`, `hints` or `warnings`."""
    away: int | None
    """Seconds since the phone of the person who sits there went away; nothing while it is here."""
    stand_in: bool
    """Whether somebody else plays on for them."""
    scores: tuple[Figure, ...]


class CardShown(msgspec.Struct, frozen=True):
    """A card that lies on the table."""

    label: str
    short: str
    kind: str
    heading: int
    """Quarter turns clockwise from the far side."""
    arrows: tuple[str, ...]
    count: int


class ToldShown(msgspec.Struct, frozen=True):
    """A sentence of the story: `by` whose turn it was, `position` how many actions had been played by then."""

    n: int
    text: str
    by: int | None
    position: int


class Picture(msgspec.Struct, frozen=True):
    """Everything that a watcher could want to know of the moment."""

    at: str
    """`game`; what the lobby sends has `lobby`."""
    language: str
    start: str
    """The run of the server."""
    serial: int
    """Counts the pictures of that run."""
    game: GameOn
    board: str
    """What to ask `GET /board/...` for."""
    prompt: str
    """The one sentence that says what to do now."""
    sign: str
    """What kind of thing that is, for those who cannot read."""
    actor: int | str | None
    """The seat that decides, `chance`, or nothing when the game is over."""
    turn: int | None
    """The seat whose turn it is."""
    device: str | None
    """What decides by chance now, or did last: `die`, `lot`, `draw`, `trap`."""
    face: int | str | None
    """What it showed last."""
    options: tuple[OptionShown, ...]
    pointed: int | None
    """The option at which button A or the wand points."""
    press: Buttons
    placement: dict[str, str]
    """Where everything stands as the game has it: {piece: place}."""
    standing: dict[str, str]
    """Where it stands as the table believes; what is in a hand is missing."""
    lamps: dict[str, Glow]
    steps: tuple[Step, ...]
    doubts: tuple[DoubtShown, ...]
    blind: tuple[str, ...]
    """Places whose sensor does not count."""
    weak: tuple[str, ...]
    """Pieces that are not felt well."""
    notes: tuple[str, ...]
    """What is amiss for longer."""
    seats: tuple[SeatShown, ...]
    shared: tuple[Figure, ...]
    """Scores that belong to all."""
    tiles: dict[str, CardShown]
    cheese: dict[str, int]
    """Cheese that lies on places."""
    nose: dict[str, int]
    """Pieces that look somewhere, as headings of cards."""
    parts: int | None
    """How many parts of the machine stand; nothing where the game has none."""
    cage_down: bool
    trap: str
    """`running`, `caught` or `missed` until the next action, else `idle`."""
    story: tuple[ToldShown, ...]
    positions: int
    """How many actions have been played: `GET /position/0` to `/position/n` show the board after so many."""
    winners: tuple[int, ...]
    figures: tuple[Figure, ...]
    """At the end: what the game came to in numbers."""
    undoable: bool
    pausable: bool
    paused: bool
    connected: bool
    fault: str | None
    hands: str | None
    """On a simulated table who moves the mice: `table`, or people on the `page`."""


class PlaceShown(msgspec.Struct, frozen=True, omit_defaults=True):
    """A place of the board; what the fields after `kind` mean the game's layout says."""

    name: str
    at: tuple[float, float]
    """Millimetres from the lower left corner, rightwards and upwards."""
    word: str = ""
    """The name as it is called in this language, where that differs."""
    label: str = ""
    short: str = ""
    kind: str = ""
    input: int | None = None
    """The contact under it, the first if there are several; where there is none, nothing is felt."""
    count: int = 0
    players: tuple[int, ...] = ()
    to: str = ""
    green: str = ""
    red: str = ""


class PieceShown(msgspec.Struct, frozen=True):
    """A piece; `seat` is whose, if it is somebody's; `home` where it stands at the start."""

    name: str
    word: str
    seat: int | None
    home: str | None


class Board(msgspec.Struct, frozen=True):
    """What does not change while a game is on."""

    game: str
    title: str
    edition: str
    sort: str
    """How it is drawn: as a `road` of stones, a `raster` of squares, or a `maze` of cards."""
    size: tuple[float, float]
    """Millimetres."""
    places: tuple[PlaceShown, ...]
    pieces: tuple[PieceShown, ...]
    machine: str | None
    """The trap that is built beside the board, by the name of its servo's profile, if there is one."""
    course: dict[str, int] | None
    """How that trap goes: when each stage begins, and when the cage is `down`, in milliseconds of the crank's turn."""


class HowPlayed(msgspec.Struct, frozen=True):
    """How a game is played."""

    how: tuple[str, ...]
    """What it is about, then a paragraph each."""
    board: Board
    moment: Picture
    """What that looks like in the middle of a game."""
