"""The games of an evening, one after the other on one stage: each begun, or taken up again, played, and ended."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from mouseboard.link import LinkError
from mouseboard.match import Match, faults_named
from mouseboard.match.recording import Recorder
from mouseboard.referee.seating import Observer, Seating
from mouseboard.rules import RulesError, State
from mouseboard.sim.scenario import ScenarioError
from mouseboard.store import Seated, StoreError
from mouseboard.table import TableTooSmall
from mouseboard.web.playing import TableChoice, play_at
from mouseboard.web.stage import OnStage, Stage

TROUBLES = (RulesError, StoreError, LinkError, TableTooSmall, ScenarioError, OSError)
"""What can end a game before its end; each says so in one line."""

NO_HELP = "none"


@dataclass(frozen=True)
class Plan:
    """A game to be played: who plays, on which table, with how much help."""

    match: Match
    seated: Seated
    choice: TableChoice = field(default_factory=TableChoice)
    help: Sequence[str] = ()
    write: Callable[[str], object] = lambda _: None
    """Takes what the table feels, as a recording."""


class Evening:
    """Nothing is on at first."""

    def __init__(self, stage: Stage, trouble: Callable[[str], None] = lambda _: None) -> None:
        """`trouble` is told what ended a game before its end."""
        self.stage = stage
        self._trouble = trouble
        self._playing: asyncio.Task[None] | None = None

    @property
    def number(self) -> int | None:
        """The game of the journal that is on, if it is not over."""
        on = self.stage.on
        over = on and on.situation and on.situation.state.actor is None
        return on.number if on and not over else None

    async def begin(self, plan: Plan) -> None:
        """Leave what is on, and play this."""
        await self.stop()
        self._playing = asyncio.create_task(self._play(plan), name="game")

    async def leave(self) -> None:
        """Leave what is on, for the lobby; the journal has it."""
        await self.stop()
        self.stage.enter(None)

    async def stop(self) -> None:
        """Play on no more; everybody still sees how it stands."""
        if self._playing:
            self._playing.cancel()
            with suppress(asyncio.CancelledError):
                await self._playing
            self._playing = None

    async def end(self) -> None:
        """Wait until what is on now is over, or has ended for some other reason."""
        if self._playing:
            with suppress(asyncio.CancelledError):
                await asyncio.shield(self._playing)

    async def _play(self, plan: Plan) -> None:
        match, writer = plan.match, plan.match.writer
        try:
            with writer, faults_named(writer.journal, writer.game):
                await self._played(plan)
        except TROUBLES as error:
            self.stage.enter(None, str(error))
            self._trouble(f"game {match.writer.game}: {error}")

    async def _played(self, plan: Plan) -> State:
        match, stage = plan.match, self.stage
        seating = Seating.of(match.game, plan.seated)
        recorder = Recorder(match, seating, Observer(stage.show), plan.write)
        stage.enter(
            OnStage(
                match.game,
                match.writer.game,
                list(plan.seated.seats),
                list(plan.help) or [NO_HELP] * match.game.players,
                recorder.inbox,
                plan.choice.simulated,
            )
        )
        return await play_at(plan.choice, match, seating, recorder.observer, recorder.inbox, recorder.begin)
