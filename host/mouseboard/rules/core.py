"""The building blocks of every game: games, states, actions, chance, and errors that name what is allowed.

A game is a graph of immutable states. The actor (a seat, or chance) plays one small action, which always leads to the
same next state. No state holds a random number. At a chance state `odds()` returns the outcomes, and the caller samples
them, reads a sensor, or asks a person what the wooden die shows.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Container, Iterable, Iterator, Mapping
from difflib import get_close_matches
from enum import StrEnum
from fractions import Fraction
from typing import Annotated, Any, ClassVar, Self, TypeVar

import msgspec

from mouseboard.layouts import Face, Layout, Place
from mouseboard.rules.foreign import contain
from mouseboard.rules.looks import COLOURS, Look, Scenery, Side, Step
from mouseboard.say import Explained, Say, enumeration, listed, printed, quoted, say

T = TypeVar("T")

Setting = bool | int | str
"""The value of an option."""

Count = Annotated[int, msgspec.Meta(ge=0)]
"""A non-negative count or index. A saved game with a negative one is refused."""

CHANCE = -1
"""The actor of a state where no seat decides."""


class RulesError(Explained, ValueError):
    """A request that the rules refuse; its text is one line for a person."""


class UnknownGame(RulesError):
    """No game has that name; the text lists the names there are."""


class BadGame(RulesError):
    """A game whose own code is at fault; the text names the game, what is wrong and, where code failed, its line."""


class BadSetup(RulesError):
    """A number of players or an option that the game does not know; the text says which are allowed."""


class BadNotation(RulesError):
    """A text that is not the notation of any action of this game."""


class IllegalAction(RulesError):
    """An action that can be read but not played now; the text names those that can."""


class Device(StrEnum):
    """The device that decides a chance state on a real table."""

    LOT = "lot"
    DIE = "die"
    DRAW = "draw"
    DEAL = "deal"
    """Cards laid out one after the other. Once people have the program deal, it draws all that follow, too."""
    TRAP = "trap"
    HIDDEN = "hidden"
    """No device that anybody at the table can see or throw. The program draws the outcome and asks nobody."""


class Action(msgspec.Struct, frozen=True, order=True):
    """One small decision or outcome. `str` returns its notation.

    Actions sort by their fields. Actions of one verb either all have a number or all lack one.
    """

    verb: str = ""
    """What is done. Empty where the name alone says it, such as the square of a move."""
    number: int | None = None
    """The seat it is about, or the pips of a die."""
    name: str = ""
    """The place, card or heading it is about."""

    @property
    def kind(self) -> str:
        """The verb. An action without a verb is a kind of its own, called by its name."""
        return self.verb or self.name

    def __str__(self) -> str:
        return f"{self.verb}{self.name}{'' if self.number is None else self.number}"


class HandTask(msgspec.Struct, frozen=True):
    """A task for hands that no placement shows, such as placing a part or setting the trap.

    The lamps of `places` are lit meanwhile. Button B ends the task, with `until_cage_up` only after the cage is lifted.
    """

    say: Say
    places: tuple[str, ...] = ()
    until_cage_up: bool = False


class Score(msgspec.Struct, frozen=True):
    """One line of the score: either one number per seat, or a single shared number."""

    name: str
    seats: tuple[int, ...] = ()
    shared: int | None = None


class Option(msgspec.Struct, frozen=True):
    """A choice made before the game begins: one of `allowed` or, if that is empty, a text that the game parses."""

    name: str
    default: Setting
    help: str
    allowed: tuple[Setting, ...] = ()
    title: str = ""
    """The choice as a question, for people who know no notation."""
    meanings: tuple[str, ...] = ()
    """What each of the `choices` means, in everyday words."""
    usual: tuple[Setting, ...] = ()
    """Values of a text to choose from where nothing can be typed."""

    @property
    def choices(self) -> tuple[Setting, ...]:
        """The values to choose from. None if any text will do and none is usual."""
        return self.allowed or self.usual


class Game(ABC):
    """A game with its players and options settled. Each game is a subclass; `rules.load` makes the instances."""

    name: ClassVar[str]
    title: ClassVar[str]
    summary: ClassVar[str] = ""
    """One sentence about the game, for people who are choosing one."""

    age: ClassVar[int | None] = None
    """The youngest age of players that the game's text gives."""
    in_short: ClassVar[tuple[Step, ...]] = ()
    """The game in about three pictures, from first to last."""
    seat_counts: ClassVar[tuple[int, ...]]
    options: ClassVar[tuple[Option, ...]]

    sides: ClassVar[tuple[Side, ...]] = tuple(Side(colour, colour) for colour in COLOURS)
    """What each seat plays, by seat."""

    shares_places: ClassVar[bool] = True
    """Whether two pieces may stay on one place, as mice do. Men never do."""

    trap_profile: ClassVar[str] = "classic"
    """How the trap's servo moves, for games with a trap: the name of a profile that the table knows."""

    layout: Layout
    vocabulary: Mapping[str, Action]
    """Every action that can ever occur, by its notation. It may understand more than it lists, if they are too many."""

    def __init_subclass__(cls) -> None:
        contain(cls)

    def __init__(self, players: int, settings: Mapping[str, Setting]) -> None:
        """Use `rules.load`, which completes and checks `settings`."""
        self.players = players
        self.settings = dict(settings)
        self.mice = tuple(side.name for side in self.sides[:players])
        """The names of the sides, by seat. In a game of mice these are the pieces, too."""
        self.pieces: tuple[str, ...] = self.mice
        """Everything with a magnet in its foot that may be in a placement."""

    @abstractmethod
    def start(self) -> State:
        """Return the first state, before anything has happened."""

    def owned(self, seats: Container[int | None]) -> frozenset[str]:
        """Return the pieces of these seats."""
        return frozenset(piece for piece in self.pieces if self.look(piece).seat in seats)

    def look(self, piece: str) -> Look:
        """Return what a piece looks like. Pieces that look alike are called alike: `white-man-1` is `a white man`."""
        return Look(self.mice.index(piece) if piece in self.mice else None)

    def colour(self, piece: str) -> str:
        """Return the colour of the side that owns a piece; empty if none does, or if the game has no such piece."""
        seat = self.look(piece).seat if piece in self.pieces else None
        return "" if seat is None else self.sides[seat].colour

    def preparation(self) -> HandTask | None:
        """Return what hands prepare before the first move: parts, cheese, cards, seats. The mice are placed later."""
        return None

    def how_to_play(self) -> tuple[Say, ...]:
        """Return how the game is played, as paragraphs: a turn, what the spaces mean, how it ends."""
        return ()

    def evened(self, options: Mapping[str, int]) -> Say | None:
        """Return a question that offers these options, where a study has found that they make the game about even."""
        return None

    def read(self, notation: str) -> Action:
        """Return the action with this notation. Raises BadNotation."""
        action = self.vocabulary.get(notation.strip())
        if action is None:
            raise BadNotation(
                f"cannot read {quoted(notation)} in {self.name}; its actions are {listed(self.vocabulary)}"
            )
        return action

    def on_slots(self, placement: dict[str, str]) -> dict[str, str]:
        """Return the placement with each mouse on its own slot, where the layout gives a place one slot per seat."""
        slots = self.layout.slots
        if not slots:
            return placement
        seats = {mouse: seat for seat, mouse in enumerate(self.mice)}
        return {piece: slots.get((place, seats.get(piece, -1)), place) for piece, place in placement.items()}

    def setup(self) -> dict[str, Any]:
        """Return what `rules.load` needs to make this game again."""
        return {"game": self.name, "players": self.players, "options": self.settings}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self.setup() == other.setup()

    def __hash__(self) -> int:
        return hash((self.name, self.players))

    def __repr__(self) -> str:
        settings = "".join(f", {key}={value!r}" for key, value in self.settings.items())
        return f"rules.load({self.name!r}, players={self.players}{settings})"


def winners_fault(state: State) -> str | None:
    """Return what is wrong with the winners of a state, or None."""
    winners: object = state.winners
    last = state.game.players - 1
    is_sound = (
        isinstance(winners, tuple)
        and all(type(seat) is int and 0 <= seat <= last for seat in winners)
        and list(winners) == sorted(set(winners))
    )
    return None if is_sound else f"winners is {quoted(winners)}; it must be a sorted tuple of seats from 0 to {last}"


class State:
    """An immutable moment of a game. Subclasses are frozen structs whose first field is `game`.

    A struct that lacks an abstract method raises BadGame when its class is defined.

    The first half of the methods says what is legal and what follows. The second half is for people and tables; its
    defaults are good enough for a simple game.
    """

    __slots__ = ()

    game: Game
    __struct_fields__: ClassVar[tuple[str, ...]]

    def __init_subclass__(cls) -> None:
        if issubclass(cls, msgspec.Struct) and (lacks := lacking(cls, State)):
            raise BadGame(lacks)
        contain(cls)

    @property
    @abstractmethod
    def actor(self) -> int | None:
        """The seat that decides, CHANCE, or None when the game is over."""

    @abstractmethod
    def actions(self) -> tuple[Action, ...]:
        """Return the legal actions, sorted; at CHANCE the possible outcomes. Empty only when the game is over."""

    @abstractmethod
    def odds(self) -> tuple[tuple[Action, Fraction], ...]:
        """Return each outcome with its probability at CHANCE, summing to 1; elsewhere ()."""

    @abstractmethod
    def after(self, action: Action) -> Self:
        """Return the state that follows a legal action. Call `play` if the action has not been checked."""

    @property
    @abstractmethod
    def winners(self) -> tuple[int, ...]:
        """The seats that have won, sorted, several if they won together; () while the game lasts and in a draw."""

    @abstractmethod
    def placement(self) -> dict[str, str]:
        """Return where each piece must be: {piece: place}. A piece off the board, such as a captured man, is absent."""

    def asides(self) -> tuple[Action, ...]:
        """Return what the actor may play besides `actions()`, though nobody is asked for it: resign, offer a draw."""
        return ()

    def play(self, action: Action | str) -> Self:
        """Return the state that follows. Raises BadNotation for unknown notation, IllegalAction for an illegal action.

        Raises BadGame if `after` returns anything but a State, or one whose winners are no seats of the game.
        """
        if isinstance(action, str):
            action = self.game.read(action)
        legal = self.actions()
        if action not in legal and action not in self.asides():
            raise IllegalAction(f"{action} is not legal now; legal: {listed(legal) or 'nothing, the game is over'}")
        after = self.after(action)
        if not isinstance(after, State):
            raise BadGame(f"{self.game.name}: after() of `{action}` gives {quoted(after)}; it must be a State")
        if after.actor is None and (why := winners_fault(after)):
            raise BadGame(f"{self.game.name}: {why}")
        return after

    def to_json(self) -> str:
        """Return the whole state, options included, as JSON that `rules.from_json` reads back exactly."""
        fields = {name: getattr(self, name) for name in self.__struct_fields__ if name != "game"}
        return msgspec.json.encode(self.game.setup() | {"state": fields}).decode()

    def impossible(self) -> Iterator[str]:
        """Yield one sentence per reason why no play leads to this state. Called for each state read from JSON.

        `rules.from_json` itself checks the fields' types and the contract of every game.
        """
        yield from ()

    # For people and tables.

    @property
    def turn(self) -> int | None:
        """The seat whose turn it is, even while chance decides something for it; None if nobody has begun."""
        return None if self.actor == CHANCE else self.actor

    @property
    def result(self) -> Say | None:
        """Why the game is over. A draw must say it; a win may leave it to `prompt`. None while the game lasts."""
        return None

    @property
    def device(self) -> Device:
        """The device that decides this chance state on a real table."""
        return Device.DIE

    def labels(self) -> dict[str, tuple[Say, ...]]:
        """Return the words on each place now: the full wording first, then shorter ones for small pictures.

        By default they are what is printed there. A game that lays cards on the board returns the cards' words.
        """
        return {place.name: wordings(place) for place in self.game.layout.place}

    def prompt(self) -> Say:
        """Return what the actor must do now, as the page and the terminal say it."""
        return say("{seat}, your turn!", seat=_who(self))

    def tell(self, action: Action, after: Self) -> tuple[Say, ...]:
        """Return what everybody is told when `action` is played here and leads to `after`."""
        return (say("{seat}: {action}", seat=_who(self), action=str(action)),)

    def describe(self, action: Action) -> Say:
        """Return a legal action in words, before it is played. By default this is the first sentence of `tell`."""
        if self.actor == CHANCE and self.device is Device.DIE and action.number is not None:
            return say("{mouse} rolls {n}.", mouse=_who(self), n=action.number)
        return self.tell(action, self.after(action))[0]

    def sign(self, action: Action) -> str:
        """Return what tells those who cannot read what `action` means, named as in `Step`; empty without a picture."""
        return ""

    def spots(self, action: Action) -> tuple[str, ...]:
        """Return the places that represent `action` in a choice: their lamps, and where a touch chooses it.

        The default is where it would move a piece, then where it would take one off the board.
        """
        now, then = self.placement(), self.after(action).placement()
        reached = tuple(place for piece, place in then.items() if now.get(piece) != place)
        return reached + tuple(place for piece, place in now.items() if piece not in then and place not in reached)

    def on_the_way(self, action: Action) -> dict[str, str]:
        """Return where hands put pieces to choose `action`, if what happens there moves them on: {piece: place}."""
        return {}

    def stations(self, action: Action) -> dict[str, tuple[str, ...]]:
        """Return the places where pieces stop before `action` sends them on, in order: {piece: places}."""
        return {piece: (place,) for piece, place in self.on_the_way(action).items()}

    def beside(self) -> dict[str, int]:
        """Return with which seat each piece lies that is off the board: {piece: seat}. A taken man lies with its taker.

        By default, a man of two sides that begins on the board has been taken; any other waits with its owner.
        """
        game, stands = self.game, self.placement()
        if game.shares_places or game.players != 2:
            return {}
        began = game.start().placement()
        off = {piece: game.look(piece).seat for piece in game.pieces if piece not in stands}
        return {piece: 1 - seat if piece in began else seat for piece, seat in off.items() if seat is not None}

    def hand_tasks(self, action: Action, after: Self) -> tuple[HandTask, ...]:
        """Return what hands must do, in order, apart from moving pieces, when `action` leads from here to `after`."""
        return ()

    def scores(self) -> tuple[Score, ...]:
        """Return the lines of the score."""
        return ()

    def to_go(self) -> tuple[int, ...]:
        """Return how far each seat is from winning, in squares or pieces; () where a game is not a race."""
        return ()

    def scenery(self) -> Scenery:
        """Return what is on the board apart from the pieces."""
        return Scenery()

    def conserved(self) -> dict[str, int]:
        """Return the amounts that no action changes, by name. Tests check them in every state."""
        return {}

    def tally(self, action: Action, after: Self) -> tuple[str, ...]:
        """Return what a study counts, one word each, when `action` is played here, beyond what it always counts."""
        return ()


def shares(state: State) -> tuple[float, ...]:
    """Return each seat's share of a win: winners share one, in a draw all seats do, and before the end none has any."""
    seats = range(state.game.players)
    sharing = state.winners or (seats if state.actor is None else ())
    return tuple(1 / len(sharing) if seat in sharing else 0.0 for seat in seats)


def lacking(kind: type, base: type) -> str:
    """Return a sentence naming the abstract methods of `base` that a subclass lacks; empty if it lacks none."""
    lacks = [name for name in vars(base) if getattr(getattr(kind, name), "__isabstractmethod__", False)]
    if not lacks:
        return ""
    spelled = listed(name if isinstance(vars(base)[name], property) else f"{name}()" for name in lacks)
    questions = dict.fromkeys(meant(name, kind, base) for name in lacks)  # one name may be like two
    return f"{kind.__name__} lacks {spelled}{''.join(questions)}"


def meant(name: str, kind: type, base: type) -> str:
    """Return a question after an attribute of `kind` that is spelled like the missing one; empty if there is none."""
    own = [other for part in kind.__mro__ if not issubclass(base, part) for other in vars(part) if other[0] != "_"]
    return "".join(f"; is {other} meant?" for other in get_close_matches(name, own, n=1))


def by_notation(actions: Iterable[Action]) -> dict[str, Action]:
    """Return a game's vocabulary."""
    return {str(action): action for action in actions}


def swap(row: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    """Return the tuple with one value replaced. Going through a list takes half as long as joining slices."""
    values = [*row]
    values[at] = value
    return tuple(values)


def sit_around(mice: tuple[str, ...]) -> Say:
    """Return the seating instruction of games where only the order of the seats matters."""
    return say("Sit around the board, clockwise: {mice}.", mice=enumeration(mice))


def mice_of(game: Game, seats: Iterable[int]) -> str | Say:
    """Return the mice of these seats as an enumeration; empty if there are none."""
    mice = [game.mice[seat] for seat in seats]
    return enumeration(mice) if mice else ""


def mouse_meant(game: Game, action: Action) -> str:
    """Return the mouse of the seat that an action is about; empty if it names no seat."""
    return "" if action.number is None else game.mice[action.number]


def wordings(where: Place | Face) -> tuple[Say, ...]:
    """Return what is printed on a place or card, the fullest wording first."""
    return tuple(printed(text) for text in (where.label, where.short) if text)


def _who(state: State) -> str:
    seat = state.turn
    return "chance" if seat is None else state.game.mice[seat]
