"""The game so far: its states and the actions between them, each written down before anything follows from it."""

from __future__ import annotations

from collections.abc import Iterable

from mouseboard import store
from mouseboard.rules import Action, State
from mouseboard.say import Say, say
from mouseboard.store import ActionRecord, Source, TakenBack, Writer

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
    def before_decision(self) -> State | None:
        """The state in which a person last decided something, or typed what came up."""
        last = self._last_decision
        return None if last is None else self.history[last].before

    def play(self, action: Action, source: Source) -> ActionRecord:
        """Play an action and write it down before anything follows. Raises IllegalAction, StoreError."""
        before = self.state
        after = before.play(action)
        assert before.actor is not None
        entry = self.journal.append(store.Played(before.actor, str(action), source))
        record = ActionRecord(before, action, after, source, entry)
        self._append(record)
        return record

    def take_back(self) -> bool:
        """Back to `before_decision`; False where there is none."""
        last = self._last_decision
        if last is None:
            return False
        self.journal.append(TakenBack(self.history[last].entry))
        del self.history[last:]
        self._story.append(say("Taken back."))
        return True

    @property
    def _last_decision(self) -> int | None:
        return next((n for n in reversed(range(len(self.history))) if self.history[n].source in UNDOABLE), None)

    def _append(self, record: ActionRecord) -> None:
        self.history.append(record)
        self._story = [*self._story, *record.sentences][-LONGEST_STORY:]
