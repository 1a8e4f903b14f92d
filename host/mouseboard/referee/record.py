"""The game so far: its states and the actions between them, each written down before anything follows from it."""

from __future__ import annotations

from collections.abc import Iterable

from mouseboard import store
from mouseboard.rules import CHANCE, Action, State
from mouseboard.say import Say, say
from mouseboard.store import ActionRecord, Noted, Source, TakenBack, Writer
from mouseboard.store.words import RATHER

UNDOABLE = (Source.HANDS, Source.PLAYER, Source.TYPED)
"""Sources of actions that a person may take back: what was rolled or drawn for them would only come up again."""

LONGEST_STORY = 200
"""Sentences kept for observers."""


class Record:
    """Begins with the history of a game that is resumed."""

    def __init__(self, start: State, journal: Writer, history: Iterable[ActionRecord] = ()) -> None:
        self.journal = journal
        self.history: list[ActionRecord] = []
        self._start = start
        self._story: list[Say] = []
        for record in history:
            self._append(record)

    @property
    def state(self) -> State:
        return self.history[-1].after if self.history else self._start

    @property
    def story(self) -> tuple[Say, ...]:
        """What happened, oldest first."""
        return tuple(self._story)

    @property
    def last_decision(self) -> ActionRecord | None:
        """What a person decided last, or typed of a die or a card."""
        return next((record for record in reversed(self.history) if record.source in UNDOABLE), None)

    @property
    def correctable(self) -> ActionRecord | None:
        """The last action, if hands made it and may still make another of it."""
        last = self.history[-1] if self.history else None
        return last if last and last.source is Source.HANDS else None

    @property
    def undoable(self) -> list[ActionRecord]:
        """The decisions that moving back takes back, the latest first: nothing was revealed since."""
        found = []
        for record in reversed(self.history):
            if record.source in UNDOABLE:
                found.append(record)
            if _reveals(record):
                break
        return found

    def is_revealed_since(self, decision: ActionRecord) -> bool:
        """Whether a roll, a card or the trap has come up after it."""
        return any(_reveals(record) for record in self.history if record.entry > decision.entry)

    def play(self, action: Action, source: Source) -> ActionRecord:
        """Play an action and write it down before anything follows. Raises IllegalAction, StoreError."""
        return self._play(self.state, action, source)

    def correct(self, action: Action) -> ActionRecord:
        """Play another action instead of the last one, as one entry."""
        last = self.history[-1]
        return self._play(last.before, action, last.source, instead=last.entry)

    def take_back(self, decision: ActionRecord) -> None:
        """Back to the state in which this was decided."""
        self.journal.append(TakenBack(decision.entry))
        del self.history[self.history.index(decision) :]
        self._story.append(say("Taken back."))

    def note(self, told: Say) -> None:
        """Something besides actions that people are told, once."""
        self.journal.append(Noted(str(told)))
        self._story.append(told)

    def _play(self, before: State, action: Action, source: Source, instead: int | None = None) -> ActionRecord:
        after = before.play(action)
        assert before.actor is not None
        entry = self.journal.append(store.Played(before.actor, str(action), source, instead))
        if instead is not None:
            self.history.pop()
            self._story.append(RATHER)
        record = ActionRecord(before, action, after, source, entry if instead is None else instead)
        self._append(record)
        return record

    def _append(self, record: ActionRecord) -> None:
        self.history.append(record)
        self._story = [*self._story, *record.sentences][-LONGEST_STORY:]


def _reveals(record: ActionRecord) -> bool:
    """Whether something came up that nobody could know: going back beyond it is for all to agree."""
    return record.before.actor == CHANCE and len(record.before.actions()) > 1
