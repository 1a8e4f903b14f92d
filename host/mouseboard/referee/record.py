"""The game so far: its states and the actions between them, each written down before anything follows from it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from mouseboard import store
from mouseboard.rules import Action, Say, State, say
from mouseboard.store import Source, TakenBack, Writer

PEOPLES = (Source.HANDS, Source.PLAYER, Source.TYPED)
"""How actions become known that a person may take back: what was rolled or drawn for them would only come again."""

LONGEST_STORY = 200
"""Sentences kept for those who watch."""


class Ply(NamedTuple):
    """An action that was played, how it became known, and the journal's number for it."""

    action: Action
    source: Source
    entry: int


class Record:
    """Begins with what was `played` before, where a game is taken up again."""

    def __init__(self, start: State, journal: Writer, played: Iterable[Ply] = ()) -> None:
        self.journal = journal
        self.plies: list[Ply] = []
        self._states = [start]  # one more than plies: before each, and after the last
        self._story: list[Say] = []
        for ply in played:
            self._follow(ply)

    @property
    def state(self) -> State:
        return self._states[-1]

    @property
    def before(self) -> State:
        """The state in which the last action was played."""
        return self._states[-2]

    @property
    def story(self) -> tuple[Say, ...]:
        """What happened, oldest first."""
        return tuple(self._story)

    @property
    def before_decision(self) -> State | None:
        """The state in which a person last decided something, or typed what came up."""
        last = self._last_decision
        return None if last is None else self._states[last]

    def play(self, action: Action, source: Source) -> Ply:
        """Write an action down, then play it. Raises IllegalAction, whoever decided it; StoreError."""
        state = self.state
        state.play(action)
        assert state.actor is not None
        ply = Ply(action, source, self.journal.append(store.Played(state.actor, str(action), source)))
        self._follow(ply)
        return ply

    def take_back(self) -> bool:
        """Back to `before_decision`; False where there is none."""
        last = self._last_decision
        if last is None:
            return False
        self.journal.append(TakenBack(self.plies[last].entry))
        del self.plies[last:], self._states[last + 1 :]
        self._story.append(say("Taken back."))
        return True

    @property
    def _last_decision(self) -> int | None:
        return next((n for n in reversed(range(len(self.plies))) if self.plies[n].source in PEOPLES), None)

    def _follow(self, ply: Ply) -> None:
        before = self.state
        self._states.append(before.after(ply.action))
        self.plies.append(ply)
        self._story = [*self._story, *before.tell(ply.action)][-LONGEST_STORY:]
