"""Games read from the journal: rebuilt by replaying, listed, and described step by step."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile
from typing import NamedTuple

import msgspec

from mouseboard import rules
from mouseboard.rules import CHANCE, Action, Game, HandTask, RulesError, State
from mouseboard.rules.fault import fault_of
from mouseboard.say import Say, say
from mouseboard.store.entries import (
    Answered,
    Asked,
    Continued,
    Copied,
    Crank,
    Cranked,
    Done,
    Doubted,
    Entry,
    Exchange,
    Heading,
    K,
    Paused,
    Played,
    Seated,
    Setup,
    Source,
    StoreError,
    TakenBack,
    Unplayable,
)
from mouseboard.store.journal import Journal, Writer
from mouseboard.store.words import sentences

NO_ENTRY = "game {game} has no entry {entry}; take a number from 0 to {last}"


class ActionRecord(NamedTuple):
    """An action that was played and not taken back."""

    before: State
    action: Action
    after: State
    source: Source
    """How it became known."""
    entry: int
    """The number of the entry to take back to: its own, or that of the entry it corrects."""

    @property
    def seat(self) -> int | None:
        """The seat that decided it, or on whose turn chance did; None if nobody had begun."""
        return self.before.turn if self.before.actor == CHANCE else self.before.actor

    @property
    def sentences(self) -> tuple[Say, ...]:
        """What happened, in words."""
        return self.before.tell(self.action, self.after)

    @property
    def hand_tasks(self) -> tuple[HandTask, ...]:
        """The hand tasks that follow this action."""
        return self.before.hand_tasks(self.action, self.after)


class Replay(msgspec.Struct, frozen=True):
    """A game as recorded in the journal."""

    game: Game
    seed: int | None
    entries: tuple[Entry, ...]
    states: tuple[State, ...]
    """`states[n]` is the state before entry n; the last one is the present."""

    @property
    def state(self) -> State:
        return self.states[-1]

    @property
    def history(self) -> tuple[ActionRecord, ...]:
        """The actions not taken back, oldest first."""
        return self._past[0]

    @property
    def taken_back(self) -> tuple[ActionRecord, ...]:
        """The actions taken back since the last one was played, oldest first."""
        return self._past[1]

    @property
    def owed(self) -> tuple[ActionRecord, ...]:
        """The actions taken back that people have not undone by hand, according to the journal, oldest first."""
        return self._past[2]

    @property
    def _past(self) -> tuple[tuple[ActionRecord, ...], ...]:
        """`history`, `taken_back` and `owed`, found in one pass over the entries."""
        history: list[ActionRecord] = []
        taken_back: list[ActionRecord] = []
        owed: list[ActionRecord] = []
        for number, entry in enumerate(self.entries):
            match entry:
                case Played(_, action, source, instead):
                    decided = number
                    if instead is not None:
                        decided = instead
                        history = [record for record in history if record.entry < instead]
                    before, after = self.states[decided], self.states[number + 1]
                    history.append(ActionRecord(before, self.game.read(action), after, source, decided))
                    taken_back = []
                    owed = owed if instead is not None else []  # a correction interrupts the undoing by hand
                case TakenBack(to):
                    dropped = [record for record in history if record.entry >= to]
                    taken_back, owed = dropped + taken_back, dropped + owed
                    history = [record for record in history if record.entry < to]
                case Done() if taken_back:
                    owed = []
        return tuple(history), tuple(taken_back), tuple(owed)

    @property
    def question(self) -> Asked | None:
        """The question that still waits for its answer."""
        latest = self._latest(Asked, Answered, Played, TakenBack)
        return latest if isinstance(latest, Asked) else None

    @property
    def crank(self) -> Crank | Cranked | None:
        """The crank whose outcome has not been played yet: requested, or already reported by the table."""
        latest = self._latest(Crank, Cranked, Played, TakenBack)
        return latest if isinstance(latest, Crank | Cranked) else None

    @property
    def done(self) -> frozenset[str]:
        """The tasks of the last action that hands have already done."""
        since = takewhile(lambda entry: not isinstance(entry, Played | TakenBack), reversed(self.entries))
        return frozenset(entry.task for entry in since if isinstance(entry, Done))

    @property
    def paused(self) -> bool:
        """Whether the game is paused."""
        return isinstance(self._latest(Paused, Continued), Paused)

    @property
    def exchanges(self) -> tuple[Exchange, ...]:
        """The pieces that may have changed places."""
        doubted = self._latest(Doubted)
        return doubted.exchanges if doubted else ()

    @property
    def seated(self) -> Seated | None:
        """The latest record of who plays, or None."""
        return self._latest(Seated)

    def _latest(self, *kinds: type[K]) -> K | None:
        """Return the latest entry of these kinds."""
        return next((entry for entry in reversed(self.entries) if isinstance(entry, kinds)), None)


class Narrated(msgspec.Struct, frozen=True):
    """An entry as people read it, and the state after it."""

    number: int
    entry: Entry
    sentences: tuple[Say, ...]
    state: State


class Summary(msgspec.Struct, frozen=True):
    """A game in a list of games."""

    game: int
    heading: Heading | None = None
    """None if it is damaged."""
    entries: int = 0
    turn: int | None = None
    """The seat, or rules.CHANCE, whose turn it is; None when the game is over."""
    winners: tuple[int, ...] = ()
    sides: tuple[str, ...] = ()
    """The names of the sides, by seat."""
    paused: bool = False
    """Whether it is paused."""
    mover: int | None = None
    """The seat whose turn it is, also while chance decides."""
    seated: Seated | None = None
    """The players, if they are known."""
    last: int = 0
    """When it was written last, in ms since 1970 in UTC; 0 if that is not known."""
    moves: int = 0
    """The number of actions."""
    trouble: Say | None = None
    """Why it cannot be replayed, if so: it is damaged, or this program does not know its rules."""


def replay(journal: Journal, game: int, upto: int | None = None) -> Replay:
    """Rebuild a game from its entries, or from the first `upto` of them.

    Raises Unplayable for the first entry that does not play, and StoreError for a game that does not exist and for
    rules or options that this program does not know.
    """
    heading = journal.heading(game)
    entries = tuple(journal.entries(game, upto))
    try:
        made = load(heading.setup)
        return Replay(made, heading.setup.seed, entries, _states(made, entries))
    except StoreError as error:
        kind = Unplayable if isinstance(error, Unplayable) else StoreError
        raise kind(say("game {game}: {why}", game=game, why=error.said)) from error


def resume(journal: Journal, game: int) -> tuple[Writer, Replay]:
    """Resume a game where it was left. Return the right to write it, and the game up to there. Raises StoreError."""
    writer = journal.resume(game)
    try:
        return writer, replay(journal, game)
    except StoreError:
        writer.close()
        raise


def branch(journal: Journal, game: int, before: int) -> int:
    """Begin a new game with the entries of another before entry `before`, and return its number. Raises StoreError."""
    copied = replay(journal, game, before)
    if len(copied.entries) != before:
        raise StoreError(say(NO_ENTRY, game=game, entry=before, last=len(copied.entries)))
    if copied.state.actor is None:
        raise StoreError(say("game {game} is over before entry {entry}; name an earlier one", game=game, entry=before))
    with journal.begin(copied.game, copied.seed, (*copied.entries, Copied(game, before))) as writer:
        return writer.game


def summaries(journal: Journal) -> Iterator[Summary]:
    """Yield a summary of every game, newest first. Each game is replayed only when its summary is requested."""
    return (summary(journal, game) for game in reversed(journal.games()))


def summary(journal: Journal, game: int) -> Summary:
    """Return the summary of a game, which is replayed for it. It has a `trouble` if that fails."""
    heading = None
    try:
        heading = journal.heading(game)
        return _summary(heading, replay(journal, game), journal.last_at(game))
    except StoreError as error:
        return Summary(game, heading, trouble=error.said)


def _summary(heading: Heading, played: Replay, last: int) -> Summary:
    try:
        turn, winners, mover = played.state.actor, played.state.winners, played.state.turn
    except Exception as error:
        if refusal := _refusal(error):
            raise refusal from error
        raise
    entries, paused, seated = len(played.entries), played.paused, played.seated
    moves = sum(isinstance(entry, Played) for entry in played.entries)
    sides = played.game.mice
    return Summary(heading.id, heading, entries, turn, winners, sides, paused, mover, seated, last, moves)


def narrate(played: Replay) -> Iterator[Narrated]:
    """Yield the entries in order, each described in the game's own words."""
    for number, entry in enumerate(played.entries):
        corrected = entry.instead if isinstance(entry, Played) else None
        before, after = played.states[number if corrected is None else corrected], played.states[number + 1]
        yield Narrated(number, entry, sentences(entry, before, after), after)


def load(setup: Setup) -> Game:
    """Return the game of a setup. Raises StoreError if this program does not know it, or not with these options."""
    try:
        return rules.make(setup.game, setup.players, setup.options)
    except RulesError as error:
        raise StoreError(error.said) from error


def _states(game: Game, entries: Iterable[Entry]) -> tuple[State, ...]:
    """Return the state before each entry, and the last state."""
    states = [game.start()]
    for number, entry in enumerate(entries):
        try:
            states.append(after(states, entry))
        except StoreError as error:
            raise Unplayable(say("entry {entry} does not play: {why}", entry=number, why=error.said)) from error
    return tuple(states)


def after(states: Sequence[State], entry: Entry) -> State:
    """Return the state after one more entry. Raises StoreError."""
    if isinstance(entry, Played):
        before = states[-1] if entry.instead is None else earlier(states, entry.instead)
        if entry.actor != before.actor:
            raise StoreError(f"{entry.action} is by {_name(entry.actor)}, but {_name(before.actor)} was to play")
        try:
            return before.play(entry.action)
        except Exception as error:
            if refusal := _refusal(error):
                raise refusal from error
            raise
    if isinstance(entry, TakenBack):
        return earlier(states, entry.to)
    if isinstance(entry, Seated):
        _check_seats(entry, states[-1].game.players)
    if isinstance(entry, Doubted):
        for exchange in entry.exchanges:
            _check(exchange, states[-1].game.pieces)
    return states[-1]


def _check_seats(seated: Seated, players: int) -> None:
    """Raise StoreError if these are not the players of a game."""
    if len(seated.seats) != players:
        raise StoreError(f"it seats {len(seated.seats)}, but {players} play")
    if len(seated.names) not in (0, players):
        raise StoreError(f"it names {len(seated.names)}, but {players} play")


def earlier(states: Sequence[State], entry: int) -> State:
    """Return the state before an entry. Raises StoreError."""
    if not 0 <= entry < len(states):
        raise StoreError(f"nothing can be taken back to entry {entry}; there are 0 to {len(states) - 1}")
    return states[entry]


def _check(exchange: Exchange, pieces: tuple[str, ...]) -> None:
    """Raise StoreError if these pieces cannot have changed places."""
    ones, others = [piece for piece, _ in exchange], [other for _, other in exchange]
    if len(set(ones)) < len(ones) or set(ones) != set(others) or not set(ones) <= set(pieces):
        raise StoreError(f"{ones} cannot stand where {others} do; the game has {', '.join(pieces)}")


def _refusal(error: Exception) -> StoreError | None:
    """Return a StoreError for what the rules refuse or a game's own code fails with; None for any other error."""
    why = fault_of(error) or error
    return StoreError(why.said) if isinstance(why, RulesError) else None


def _name(actor: int | None) -> str:
    return "nobody" if actor is None else "chance" if actor == rules.CHANCE else f"seat {actor}"
