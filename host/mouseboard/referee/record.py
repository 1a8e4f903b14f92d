"""The game up to now. Each action is journaled before anything follows from it."""

from __future__ import annotations

from collections.abc import Iterable

from mouseboard import store
from mouseboard.referee.situation import Told
from mouseboard.rules import CHANCE, Action, Device, State
from mouseboard.say import Say, say
from mouseboard.store import (
    ActionRecord,
    Continued,
    Doubted,
    Exchange,
    Noted,
    Paused,
    Replay,
    Source,
    TakenBack,
    Writer,
)
from mouseboard.store.words import CONTINUED, PAUSED, RATHER

UNDOABLE = (Source.HANDS, Source.PLAYER, Source.TYPED)
"""Sources of actions that a person may take back: what was rolled or drawn for them would only come up again."""

LONGEST_STORY = 200
"""Sentences kept for observers."""


class Record:
    """A game in progress, from what the journal has of it."""

    def __init__(self, played: Replay, journal: Writer) -> None:
        self.journal = journal
        self.history: list[ActionRecord] = []
        self._decisions: list[ActionRecord] = []
        """The actions of `history` that a person may take back."""
        self._start = played.states[0]
        self._told: list[Told] = []
        self.exchanges = frozenset(played.exchanges)
        """The exchanges of pieces that are in doubt."""
        for record in played.history:
            self._append(record)

    @property
    def state(self) -> State:
        return self.history[-1].after if self.history else self._start

    @property
    def told(self) -> tuple[Told, ...]:
        """The story, oldest sentence first."""
        return tuple(self._told)

    @property
    def last_decision(self) -> ActionRecord | None:
        """The last decision of a person, or the last die or card that a person typed."""
        return self._decisions[-1] if self._decisions else None

    @property
    def correctable(self) -> ActionRecord | None:
        """The last action, if hands made it and may still replace it."""
        last = self.history[-1] if self.history else None
        return last if last and last.source is Source.HANDS else None

    @property
    def undoable(self) -> list[ActionRecord]:
        """The decisions that people can take back by moving pieces, latest first, back to the last revelation.

        Each piece can only go back to where it was before its last move.
        """
        found, gone = [], set[str]()
        for record in reversed(self.history):
            mine = moved(record)
            if gone & mine:
                break
            gone |= mine
            if is_decision(record):
                found.append(record)
            if _reveals(record):
                break
        return found

    def is_far(self, decision: ActionRecord, is_moving: bool) -> bool:
        """Return whether anything else was decided since. Before its move is made, only another person's counts."""

        def counts(record: ActionRecord) -> bool:
            is_made = record is not self.history[-1] or not is_moving
            return is_made or (is_decision(record) and record.seat != decision.seat)

        since = (record for record in self.since(decision) if record is not decision)
        return any(record.before.actor != CHANCE and counts(record) for record in since)

    def last_move(self, piece: str) -> ActionRecord | None:
        """Return the action that moved this piece last, unless a die or a card has come up since."""
        for record in reversed(self.history):
            if piece in moved(record):
                return record
            if record.before.actor == CHANCE and not is_trap(record):
                return None
        return None

    def since(self, decision: ActionRecord) -> list[ActionRecord]:
        """Return a decision and all that follows from it."""
        return [record for record in self.history if record.entry >= decision.entry]

    def decision(self, entry: int | None) -> ActionRecord | None:
        """Return this decision of a person, without a number the last one; None if there is none any more."""
        if entry is None:
            return self.last_decision
        return next((decision for decision in self._decisions if decision.entry == entry), None)

    def concerning_others(self, decision: ActionRecord) -> list[ActionRecord]:
        """Return what has come up by chance since a decision, and what other people have decided."""
        return [
            record
            for record in self.history
            if record.entry > decision.entry
            and (_reveals(record) or (is_decision(record) and record.seat != decision.seat))
        ]

    def play(self, action: Action, source: Source) -> ActionRecord:
        """Play an action and write it down before anything follows. Raises IllegalAction, StoreError."""
        return self._play(self.state, action, source)

    def correct(self, action: Action) -> ActionRecord:
        """Play another action instead of the last one, as one entry."""
        last = self.history[-1]
        return self._play(last.before, action, last.source, instead=last.entry)

    def take_back(self, decision: ActionRecord) -> list[ActionRecord]:
        """Return to the state before this decision. Return the actions taken back, the oldest first."""
        self.journal.append(TakenBack(decision.entry))
        taken_back = self._drop(decision)
        if decision.seat is None:
            self._tell(say("Taken back."))
        else:
            mouse, undone = self.state.game.mice[decision.seat], decision.before.describe(decision.action)
            n = sum(record.before.actor != CHANCE for record in taken_back if record is not decision)
            told = "{mouse} takes back: {undone} and {n} moves after it" if n else "{mouse} takes back: {undone}"
            self._tell(say(told, mouse=mouse, undone=undone, n=n))
        return taken_back

    def pause(self) -> None:
        """Journal that the game is paused."""
        self.journal.append(Paused())
        self._tell(PAUSED)

    def go_on(self) -> None:
        """Journal that the game continues."""
        self.journal.append(Continued())
        self._tell(CONTINUED)

    def doubt(self, exchanges: Iterable[Exchange]) -> None:
        """Journal the exchanges that are in doubt, if they have changed."""
        doubted = frozenset(exchanges)
        if doubted != self.exchanges:
            self.exchanges = doubted
            self.journal.append(Doubted(tuple(sorted(self.exchanges))))

    def note(self, told: Say, to: int | None = None) -> None:
        """Journal a sentence other than of an action, and tell it to people, above all to a seat that has asked."""
        self.journal.append(Noted(str(told)))
        self._tell(told, to=to)

    def note_once(self, told: Say) -> None:
        """Note a sentence, unless it was told last: people tap again where nothing seems to happen."""
        if not self._told or self._told[-1].said != told:
            self.note(told)

    def _play(self, before: State, action: Action, source: Source, instead: int | None = None) -> ActionRecord:
        after = before.play(action)
        assert before.actor is not None
        entry = self.journal.append(store.Played(before.actor, str(action), source, instead))
        if instead is not None:
            self._drop(self.history[-1])
            self._tell(RATHER, before.turn)
        record = ActionRecord(before, action, after, source, entry if instead is None else instead)
        self._append(record)
        return record

    def _append(self, record: ActionRecord) -> None:
        self.history.append(record)
        if is_decision(record):
            self._decisions.append(record)
        for said in record.sentences:
            self._tell(said, record.after.turn if record.seat is None else record.seat)

    def _drop(self, record: ActionRecord) -> list[ActionRecord]:
        """Remove an action and all later ones from the history, and return them."""
        first = self.history.index(record)
        dropped = self.history[first:]
        del self.history[first:]
        self._decisions = [decision for decision in self._decisions if decision not in dropped]
        return dropped

    def _tell(self, said: Say, seat: int | None = None, to: int | None = None) -> None:
        number = self._told[-1].number + 1 if self._told else 0
        self._told.append(Told(said, seat, len(self.history), number, to))
        del self._told[:-LONGEST_STORY]


def is_decision(record: ActionRecord) -> bool:
    """Return whether a person may take an action back. A run of the trap stays: the crank cannot turn back."""
    return record.source in UNDOABLE and not is_trap(record)


def moved(record: ActionRecord) -> set[str]:
    """Return the pieces that an action moved."""
    before, after = record.before.placement(), record.after.placement()
    return {piece for piece in before.keys() | after.keys() if before.get(piece) != after.get(piece)}


def is_trap(record: ActionRecord) -> bool:
    """Return whether the action is a run of the trap."""
    return record.before.actor == CHANCE and record.before.device is Device.TRAP


def _reveals(record: ActionRecord) -> bool:
    """Return whether an action revealed something by chance. To go back beyond it, all must agree."""
    return record.before.actor == CHANCE and len(record.before.actions()) > 1
