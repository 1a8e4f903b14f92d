"""What every game is made of: games, states, actions, chance, and the errors that name what was allowed.

A game is a graph of immutable states. The actor - a seat, or chance - plays one small action and the next
state follows, always the same one. No state holds a random number: at a chance state `odds()` tells the outcomes, and
the caller samples them, reads a sensor, or asks a person what the wooden die shows.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from enum import StrEnum
from fractions import Fraction
from typing import Annotated, Any, ClassVar, Self, TypeVar

import msgspec

from mouseboard.layouts import Face, Layout, Place
from mouseboard.rules.foreign import contain
from mouseboard.say import Say, enumeration, listed, printed, quoted, refusal, say

T = TypeVar("T")

Setting = bool | int | str
"""The value of an option."""

Count = Annotated[int, msgspec.Meta(ge=0)]
"""A number of things, or the place of one in a row: below 0 no saved game can have it."""

CHANCE = -1
"""The actor of a state in which no seat decides."""

COLOURS = ("red", "blue", "green", "yellow", "white", "purple")
"""The mice, by seat."""


class RulesError(ValueError):
    """Something the rules refuse; its text is one line for a person."""

    def __init__(self, text: str) -> None:
        super().__init__(refusal(text))


class UnknownGame(RulesError):
    """No game of that name; the text lists the names there are."""


class BadGame(RulesError):
    """A game whose own code is at fault; the text names the game, what is wrong and, where code failed, its line."""


class BadSetup(RulesError):
    """A number of players or an option the game does not know; the text says which are allowed."""


class BadNotation(RulesError):
    """A text that no action of this game is written as."""


class IllegalAction(RulesError):
    """An action that can be read but not played now; the text names those that can."""


class Device(StrEnum):
    """What decides a chance state on a real table."""

    LOT = "lot"
    DIE = "die"
    DRAW = "draw"
    TRAP = "trap"
    HIDDEN = "hidden"
    """Nothing that anybody at the table could see or throw: it is drawn, and nobody is asked."""


class Action(msgspec.Struct, frozen=True, order=True):
    """One small decision or outcome. `str` is its notation.

    Actions sort by their fields. Those of one verb either all have a number or none has.
    """

    verb: str = ""
    """What is done; empty where the name alone says it, as a move's square does."""
    number: int | None = None
    """The seat it is about, or the pips of a die."""
    name: str = ""
    """The place, card or heading it is about."""

    @property
    def kind(self) -> str:
        """The verb, which alike actions share; without one each action is a kind of its own."""
        return self.verb or self.name

    def __str__(self) -> str:
        return f"{self.verb}{self.name}{'' if self.number is None else self.number}"


class HandTask(msgspec.Struct, frozen=True):
    """Something hands do that no placement shows: place a part, set the trap. `places` light up meanwhile.

    With `until_cage_up` the cage's switch tells when it is done, else button A.
    """

    say: Say
    places: tuple[str, ...] = ()
    until_cage_up: bool = False


class Score(msgspec.Struct, frozen=True):
    """One line of the score: a number a seat, or a single number that belongs to all."""

    name: str
    seats: tuple[int, ...] = ()
    shared: int | None = None


class Laid(msgspec.Struct, frozen=True):
    """A card that lies on a place: the face that is up, and its heading: quarter turns clockwise from the far side."""

    face: Face
    heading: int = 0


class Scenery(msgspec.Struct, frozen=True):
    """What a picture of the board shows besides what is printed and where pieces stand."""

    cards: dict[str, Laid] = {}
    """By place."""
    cheese: dict[str, int] = {}
    """By place."""
    facing: dict[str, int] = {}
    """Pieces that look somewhere: their headings, as those of cards."""
    parts: int | None = None
    """How many parts of the trap stand; None where there is no trap to see."""


class Option(msgspec.Struct, frozen=True):
    """A choice made before the game begins: one of `allowed`, or where that is empty, a text that the game reads."""

    name: str
    default: Setting
    help: str
    allowed: tuple[Setting, ...] = ()
    title: str = ""
    """What is chosen, as a question for people who know no notation."""
    meanings: tuple[str, ...] = ()
    """What each of those allowed means, in their words."""


class Game(ABC):
    """Rules with players and options settled. Subclasses are the games; `rules.load` makes them."""

    name: ClassVar[str]
    title: ClassVar[str]
    summary: ClassVar[str] = ""
    """What it is about, in a sentence for those who choose a game."""

    seat_counts: ClassVar[tuple[int, ...]]
    options: ClassVar[tuple[Option, ...]]

    trap_profile: ClassVar[str] = "classic"
    """How the trap's servo moves, for games that have one: a profile that the table knows by this name."""

    layout: Layout
    vocabulary: Mapping[str, Action]
    """Every action that can ever occur, by its notation."""

    def __init_subclass__(cls) -> None:
        contain(cls)

    def __init__(self, players: int, settings: Mapping[str, Setting]) -> None:
        """`settings` is complete and checked: `rules.load` has checked it."""
        self.players = players
        self.settings = dict(settings)
        self.mice = COLOURS[:players]
        self.pieces: tuple[str, ...] = self.mice
        """Everything with a magnet in its foot that a placement may name."""

    @abstractmethod
    def start(self) -> State:
        """The state in which nothing has happened yet."""

    def preparation(self) -> HandTask | None:
        """What hands make ready before the first move: parts, cheese, cards, who sits where; the mice come after."""
        return None

    def how_to_play(self) -> tuple[Say, ...]:
        """How it is played, a paragraph each: a turn, what the spaces mean, how it ends."""
        return ()

    def evened(self, options: Mapping[str, int]) -> Say | None:
        """How these options make the game about even, where a study has found that they do."""
        return None

    def read(self, notation: str) -> Action:
        """The action written so. Raises BadNotation."""
        action = self.vocabulary.get(notation.strip())
        if action is None:
            raise BadNotation(
                f"cannot read {quoted(notation)} in {self.name}; its actions are {listed(self.vocabulary)}"
            )
        return action

    def on_slots(self, placement: dict[str, str]) -> dict[str, str]:
        """The same placement, each mouse on its own slot where the layout gives its place one a seat."""
        slots = self.layout.slots
        if not slots:
            return placement
        seats = {mouse: seat for seat, mouse in enumerate(self.mice)}
        return {piece: slots.get((place, seats.get(piece, -1)), place) for piece, place in placement.items()}

    def setup(self) -> dict[str, Any]:
        """What `rules.load` needs to make this game again."""
        return {"game": self.name, "players": self.players, "options": self.settings}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self.setup() == other.setup()

    def __hash__(self) -> int:
        return hash((self.name, self.players))

    def __repr__(self) -> str:
        settings = "".join(f", {key}={value!r}" for key, value in self.settings.items())
        return f"rules.load({self.name!r}, players={self.players}{settings})"


class State:
    """A moment of a game, immutable. Subclasses are frozen structs whose first field is `game`.

    A struct that lacks an abstract method raises BadGame where it is defined.

    The first half says what is legal and what follows; the second is for people and tables, and its defaults serve a
    simple game.
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
        """What is legal now, sorted; at CHANCE what can happen. Empty only when the game is over."""

    @abstractmethod
    def odds(self) -> tuple[tuple[Action, Fraction], ...]:
        """At CHANCE: each outcome with its probability, summing to 1; elsewhere ()."""

    @abstractmethod
    def after(self, action: Action) -> Self:
        """The state that follows a legal action. Callers who have not checked use `play`."""

    @property
    @abstractmethod
    def winners(self) -> tuple[int, ...]:
        """The seats that have won; () while the game lasts."""

    @abstractmethod
    def placement(self) -> dict[str, str]:
        """What must stand on the board: {piece: place}."""

    def play(self, action: Action | str) -> Self:
        """The state that follows. Raises BadNotation for what cannot be read, IllegalAction for what is not legal."""
        if isinstance(action, str):
            action = self.game.read(action)
        legal = self.actions()
        if action not in legal:
            raise IllegalAction(f"{action} is not legal now; legal: {listed(legal) or 'nothing, the game is over'}")
        after = self.after(action)
        if not isinstance(after, State):
            raise BadGame(f"{self.game.name}: after() of `{action}` gives {quoted(after)}; it must be a State")
        return after

    def to_json(self) -> str:
        """The whole state, options included; `rules.from_json` reads it back exactly."""
        fields = {name: getattr(self, name) for name in self.__struct_fields__ if name != "game"}
        return msgspec.json.encode(self.game.setup() | {"state": fields}).decode()

    def impossible(self) -> Iterator[str]:
        """Why no play leads to such a state, a sentence a reason: asked of each that was read from a text.

        What follows from the fields' types, and what every game keeps, is looked at elsewhere (`rules.from_json`).
        """
        yield from ()

    # For people and tables.

    @property
    def turn(self) -> int | None:
        """The seat whose turn it is, also while chance decides something for it; None where nobody has begun."""
        return None if self.actor == CHANCE else self.actor

    @property
    def device(self) -> Device:
        """What decides this chance state on a real table."""
        return Device.DIE

    def labels(self) -> dict[str, tuple[Say, ...]]:
        """The words to be read on each place now, and behind them the same in fewer letters, for small pictures.

        They are what is printed there, unless the game lays something over it.
        """
        return {place.name: wordings(place) for place in self.game.layout.place}

    def prompt(self) -> Say:
        """What the actor is to do now, as the lamps, the page and the terminal say it."""
        return say("{seat} to play", seat=_who(self))

    def tell(self, action: Action, after: Self) -> tuple[Say, ...]:
        """What happened, told to everybody, when `action` was played here and led to `after`."""
        return (say("{seat}: {action}", seat=_who(self), action=str(action)),)

    def describe(self, action: Action) -> Say:
        """The option in words before it is taken: by default the first of what would be told of it."""
        if self.actor == CHANCE and self.device is Device.DIE and action.number is not None:
            return say("{mouse} rolls {n}.", mouse=_who(self), n=action.number)
        return self.tell(action, self.after(action))[0]

    def spots(self, action: Action) -> tuple[str, ...]:
        """The places whose lamps stand for `action` in a choice: by default where it would move something to."""
        now = self.placement()
        return tuple(place for piece, place in self.after(action).placement().items() if now.get(piece) != place)

    def hand_tasks(self, action: Action, after: Self) -> tuple[HandTask, ...]:
        """What hands must do besides moving pieces, in order, when `action` was played here and led to `after`."""
        return ()

    def scores(self) -> tuple[Score, ...]:
        """The lines of the score."""
        return ()

    def scenery(self) -> Scenery:
        """What lies and stands about besides the pieces."""
        return Scenery()

    def conserved(self) -> dict[str, int]:
        """Amounts that no action changes, by what there is of them; the tests hold them all game long."""
        return {}

    def tally(self, action: Action, after: Self) -> tuple[str, ...]:
        """What a study counts when `action` was played here, besides what it counts in every game: a word for each."""
        return ()


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
    """The row with another value in one place. By way of a list, which takes half as long as joining what is around."""
    values = [*row]
    values[at] = value
    return tuple(values)


def sit_around(mice: tuple[str, ...]) -> Say:
    """Who sits where, for a game in which only the order of the seats matters."""
    return say("Sit around the board in this order, clockwise: {mice}.", mice=enumeration(mice))


def mice_of(game: Game, seats: Iterable[int]) -> str | Say:
    """The mice of these seats as an enumeration; empty for no seat."""
    mice = [game.mice[seat] for seat in seats]
    return enumeration(mice) if mice else ""


def mouse_meant(game: Game, action: Action) -> str:
    """The mouse of the seat that an action is about; empty where it is about none."""
    return "" if action.number is None else game.mice[action.number]


def wordings(where: Place | Face) -> tuple[Say, ...]:
    """What is printed there, the fullest words first."""
    return tuple(printed(text) for text in (where.label, where.short) if text)


def _who(state: State) -> str:
    seat = state.turn
    return "chance" if seat is None else state.game.mice[seat]
