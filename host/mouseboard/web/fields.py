"""The data sent to the page, field by field: the picture of a moment. PAGE.md documents it."""

from __future__ import annotations

from typing import Literal

import msgspec

from mouseboard.board.fields import Board
from mouseboard.evening.ending import Fact
from mouseboard.evening.may import Allowed
from mouseboard.referee.last import Made
from mouseboard.rules import Setting
from mouseboard.table.lamps import Glow
from mouseboard.table.steps import Step


class GameOn(msgspec.Struct, frozen=True):
    """The game that is on. `number` is its number in the journal, `levels` are its kinds of computer players."""

    name: str
    title: str
    players: int
    number: int
    levels: tuple[str, ...] = ()


class OptionShown(msgspec.Struct, frozen=True, omit_defaults=True):
    """An option that can be chosen now. Of what follows `number`, only what applies is sent."""

    action: str
    """Its notation, for `POST /answer`."""
    text: str
    places: tuple[str, ...]
    """Places at which a touch can choose it."""
    piece: str | None
    """The piece that it moves."""
    number: int | None
    """The number on the die, if this is a roll of it."""
    seat: int | None = None
    """The seat that it is about."""
    cheese: int = 0
    """How many pieces of cheese whoever decides gains by it; below 0 if they pay."""
    sign: str = ""
    """The name of its picture, if the game gives it one."""
    start: str | None = msgspec.field(name="from", default=None)
    """The place of the piece that it moves or points, or of the card that it turns."""
    via: tuple[str, ...] = ()
    """Where that piece stops on its way, such as the landings of a chain of jumps before its last."""
    way: float | None = None
    """The way to a neighbour, or the new heading: quarter turns clockwise from the far side."""
    turn: int | None = None
    """By how many quarter turns clockwise it turns a card."""
    looks: str | None = None
    """The piece that only turns to look that way."""


class AsideShown(msgspec.Struct, frozen=True):
    """Another thing that the seat that decides may say: resign, or offer a draw."""

    action: str
    text: str


class AnswerShown(msgspec.Struct, frozen=True):
    """An answer to a question of the table. Without `action` and `press` all is as it should be."""

    text: str
    action: str | None = None
    press: str | None = None
    """`a` or `b`."""
    standing: dict[str, str] = {}
    """Where each piece is if this is so: the picture to compare with the table. Empty for an answer in words."""


class QuestionShown(msgspec.Struct, frozen=True):
    """What the table asks about itself, to be answered by comparing pictures with it."""

    kind: str
    """`doubt left which missing mend empty there who`, or of people: `back draw`"""
    title: str
    """The question in a few words."""
    text: str
    """What to do, or what to agree to."""
    places: tuple[str, ...]
    """The places that the pictures must show."""
    answers: tuple[AnswerShown, ...]
    standing: dict[str, str]
    """The picture beside answers in words; empty if each answer has its own. `something` is an unknown magnet."""
    steps: tuple[Step, ...]
    """The ways in that picture."""
    seat: int | None = None
    """The seat that asks another one, or the others."""
    waved: bool = False
    """Whether people have said that all is as it should be: then it is not asked any more."""
    waiting: tuple[int, ...] = ()
    """The seats that have yet to agree."""


class Buttons(msgspec.Struct, frozen=True):
    """What the table's buttons do now, in words; None for a button that does nothing."""

    a: str | None = None
    b: str | None = None


class DoubtShown(msgspec.Struct, frozen=True):
    """Pieces that may have been exchanged, with their places."""

    pieces: dict[str, str]
    text: str


class Figure(msgspec.Struct, frozen=True):
    """A number such as a score, and what it counts: `key` in English, `name` translated."""

    key: str
    name: str
    value: int


SeatState = Literal["phone", "asleep", "here", "computer"]
"""How a seat is played: by a phone that is here or asleep, by somebody without a phone, or by a computer."""


class SeatShown(msgspec.Struct, frozen=True):
    """A seat, and who sits there."""

    name: str
    """Plain text, even if it looks like markup."""
    mouse: str
    """The colour of its side."""
    shape: str
    """The one shape of its pieces, such as `cat`; empty if they are mice or differ."""
    kind: str
    """`person` or `computer`."""
    level: str
    """The kind of computer player; empty for a person."""
    online: bool
    """Whether a phone or screen that acts for this seat is watching."""
    help: str
    """`none`, `hints` or `warnings`."""
    away: int | None
    """Seconds since anybody has acted for the person; None while somebody does."""
    stand_in: bool
    """Whether somebody else plays for them."""
    face: str
    """The animal that the person picked; empty without one."""
    state: SeatState
    who: str
    """Who plays there, for `was` in `POST /seats`."""
    scores: tuple[Figure, ...]
    to_go: int | None
    """Squares or pieces left until it wins; None where the game counts neither."""


class EventShown(msgspec.Struct, frozen=True):
    """The last happening, as one sentence."""

    text: str
    seat: int | None
    """The seat whose turn it was."""
    face: int | None
    """The number on the die, if it was a roll."""
    sign: str = ""
    """The name of a picture for what happened, such as `flame` for a warm smell; empty without one."""
    card: CardShown | None = None
    """The card that was drawn, or the one on the board that ended the turn; None without one."""
    to: int | None = None
    """The seat that has asked for something, and is told that it is refused."""


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
    """A sentence of the story. `by` is the seat whose turn it was, `position` the number of actions played by then."""

    n: int
    text: str
    by: int | None
    position: int


class EndShown(msgspec.Struct, frozen=True):
    """The end of a game, and what may follow."""

    places: tuple[int | None, ...]
    """By seat: 1 for winners. None where the game knows no order."""
    facts: tuple[Fact, ...]
    tonight: tuple[int, ...]
    """By seat: the games that this person has won since the server started."""
    ready: tuple[int, ...]
    """The seats whose phones want to play again."""
    beginner: int | None
    """The seat that begins the next game. None where the game decides that."""
    swaps: bool
    """Whether the two players swap seats for the next game."""


class Picture(msgspec.Struct, frozen=True):
    """Everything that somebody who watches could want to know of the moment."""

    at: Literal["game"]
    """The lobby's pictures have `lobby` here."""
    language: str
    start: str
    """Identifies the run of the server."""
    serial: int
    """Counts the pictures of that run."""
    game: GameOn
    board: str
    """The key for `GET /board/...`."""
    prompt: str
    """The one sentence that says what to do now."""
    sign: str
    """The kind of the prompt. The page shows it as a sign to people who cannot read."""
    actor: int | str | None
    """The seat that decides, `chance`, or None if the game is over."""
    turn: int | None
    """The seat whose turn it is; while hands carry out an action, the one that chose it. None after the end."""
    next: int | None
    """The seat whose turn comes next, unless somebody gives up; None where that is not certain."""
    device: str | None
    """The device of chance that decides now, or did last: `die`, `lot`, `draw`, `deal`, `trap`."""
    face: int | str | None
    """Its last result."""
    own_die: bool
    """Whether people roll their own die or draw their own cards, and say what came up."""
    options: tuple[OptionShown, ...]
    asides: tuple[AsideShown, ...]
    ask: QuestionShown | None
    """What the table asks about itself."""
    buttons: bool
    """Whether the table has buttons A and B to press."""
    pointed: int | None
    """The index of the option at which button A or the wand points."""
    press: Buttons
    placement: dict[str, str]
    """Where each piece is by the rules: {piece: place}."""
    standing: dict[str, str]
    """Where each piece is by the table's belief; a piece in a hand is missing."""
    stations: dict[str, tuple[str, ...]]
    """The places where the last action stopped a piece before it sent it on to its placement."""
    lamps: dict[str, Glow]
    steps: tuple[Step, ...]
    doubts: tuple[DoubtShown, ...]
    blind: tuple[str, ...]
    """Places whose sensors are not trusted."""
    weak: tuple[str, ...]
    """Pieces with weak magnets."""
    notes: tuple[str, ...]
    """Problems that last, and the question who has left a shared place."""
    seats: tuple[SeatShown, ...]
    shared: tuple[Figure, ...]
    """Scores that all share."""
    tiles: dict[str, CardShown]
    cheese: dict[str, int]
    """Pieces of cheese on each place."""
    crowned: tuple[str, ...]
    """Pieces that have become kings."""
    marked: tuple[str, ...]
    """Places that people should look at."""
    beside: dict[str, int]
    """Pieces off the board, each with the seat that has it: taken ones with their taker, others with their owner."""
    last: dict[str, tuple[str, ...]]
    """In a game of men, the places of each piece that the last turn moved; one if it was only put down or taken off."""
    moves: tuple[Made, ...]
    """In a game of men, what was moved in the last turns, oldest first."""
    nose: dict[str, int]
    """Headings of pieces that face a direction, counted like those of cards."""
    parts: int | None
    """The number of machine parts that are built; None in a game without a machine."""
    cage_down: bool
    trap: str
    """`running`, `caught` or `missed` until the next action, else `idle`."""
    event: EventShown | None
    """The last happening; None before the first."""
    race: int | None
    """The longest way at the start of a race, to compare each seat's `to_go` with; None where a game is not a race."""
    story: tuple[ToldShown, ...]
    positions: int
    """The number n of actions played. `GET /position/0` to `/position/n` show the board after that many."""
    winners: tuple[int, ...]
    """Empty until the game is over, and again if its last move is taken back."""
    figures: tuple[Figure, ...]
    """Statistics of the game, while it is over."""
    end: EndShown | None
    """While the game is over."""
    undoable: tuple[int, ...]
    """The seats that can take a decision back; the host can for any of them."""
    pausable: bool
    paused: bool
    connected: bool
    fault: str | None
    hands: str | None
    """The mover of a simulated table's mice: `table`, or people on the `page`. None at a real table."""


class Named(msgspec.Struct, frozen=True):
    """Something to choose by its name."""

    name: str
    title: str


class Wished(msgspec.Struct, frozen=True):
    """The game that the lobby is about to play, as `POST /lobby` would begin it."""

    game: str
    title: str
    options: dict[str, Setting]
    """Those that differ from their defaults, or were chosen."""
    layout: str | None
    table: str
    dice: str
    quiet: bool
    cover: bool
    """Whether there is a cover to load."""


class LobbySeat(msgspec.Struct, frozen=True):
    """A seat in the lobby."""

    mouse: str
    shape: str
    word: str
    """The mouse, translated."""
    name: str
    """Empty for a computer, and for somebody without a name."""
    kind: str
    """`person`, or a kind of computer player."""
    help: str
    face: str
    state: SeatState
    away: int | None
    who: str
    """Who plays there, for `was` in `POST /seats`."""


class LobbyPicture(msgspec.Struct, frozen=True):
    """What everybody in the lobby sees."""

    at: Literal["lobby"]
    language: str
    start: str
    serial: int
    prompt: str
    """What went wrong with the last game; otherwise empty."""
    wish: Wished
    seats: tuple[LobbySeat, ...]
    free: tuple[Named, ...]
    """The mice that further players could have. Only the first of them can be picked."""
    leader: int | None
    """The seat whose phone may choose and start the game, as the host may."""


class Waking(msgspec.Struct, frozen=True):
    """What everybody sees until the table of their game has woken up."""

    language: str
    start: str
    serial: int
    prompt: str
    at: Literal["waking"] = "waking"


class You(msgspec.Struct, frozen=True):
    """Who somebody is, and what they may do: the event `you`."""

    seats: tuple[int, ...]
    """The seats that they act for."""
    own: int | None
    """The seat on which they sit."""
    host: bool
    spectator: bool
    code: str | None
    """The code to join by, for those who may show it."""
    leads: bool
    """Whether they may choose and start the game."""
    lobby: bool
    """Whether there is a lobby to go back to."""
    asks: bool
    """Whether they ask for a seat."""
    asking: tuple[str, ...]
    """The names of others who ask for one, for those who lead."""
    may: Allowed


class HowPlayed(msgspec.Struct, frozen=True):
    """How to play a game."""

    how: tuple[str, ...]
    """The aim first, then further paragraphs."""
    board: Board
    moment: Picture
    """A picture from the middle of a game."""


class QrCode(msgspec.Struct, frozen=True):
    """How many squares a side has, and the dark ones as a path."""

    side: int
    dark: str


class Links(msgspec.Struct, frozen=True):
    """The links to the page at one of its URLs. The QR code shows the one to join by."""

    address: str
    join: str
    watch: str
    tv: str
    qr: QrCode


class Invitation(Links, frozen=True):
    """What to show those who would like to play or watch."""

    code: str
    phones: bool
    """Whether phones can reach the page."""
    why: str | None
    """Why they cannot."""
    others: tuple[Links, ...]
    """The page's further URLs."""
