"""A page that shows any given situation, without a table behind it: for looking at moments of a game."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import Self

from msgspec.structs import replace

from mouseboard import rules
from mouseboard.evening.changes import Ended, Entered, Left, Reopened
from mouseboard.evening.evening import OnStage
from mouseboard.evening.seats import AWAY_S, Takes
from mouseboard.referee.inbox import Inbox
from mouseboard.referee.situation import Answer, Ask, Choose, Mend, Roll, Situation, Told, Watch
from mouseboard.rules import CHANCE, Device, State
from mouseboard.rules.chance import draw
from mouseboard.say import say
from mouseboard.serving.where import Where
from mouseboard.store import PERSON, ActionRecord, Journal, Source
from mouseboard.table import Step
from mouseboard.web.opening import page
from mouseboard.web.stage import Stage


class Shown:
    """The page, served from a thread of its own until the block ends."""

    def __init__(self, folder: Path, away_s: float = AWAY_S) -> None:
        """A phone counts as away after `away_s`."""
        self._away_s = away_s
        self.answers: list[Answer] = []
        """The answers that people have given, oldest first."""
        self._journal = folder / "journal.db"
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_until_complete, args=(self._serve(),), daemon=True)
        self._ready = threading.Event()

    def __enter__(self) -> Self:
        self._thread.start()
        assert self._ready.wait(20)
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._end.set)
        self._thread.join(20)

    async def _serve(self) -> None:
        self._end = asyncio.Event()
        where = Where()
        with Journal.open(self._journal) as journal:
            async with page(where, where.listen(), journal, "en", lambda _: None) as opened:
                self._stage: Stage = opened.stage
                roster = opened.stage.evening.roster
                roster.seats = replace(roster.seats, away_s=self._away_s)
                self.url = opened.url
                self._ready.set()
                await self._end.wait()

    def show(self, situation: Situation, own_die: bool = False) -> None:
        """Show the situation to everybody. With `own_die` people say what their dice and cards show."""
        self._loop.call_soon_threadsafe(self._show, situation, own_die)

    def _show(self, situation: Situation, own_die: bool) -> None:
        game = situation.state.game
        on = self._stage.evening.on
        if on is None or (on.game, on.own_die) != (game, own_die):
            inbox = Inbox()
            inbox.listen(self.answers.append)
            put_on(self._stage, OnStage(game, 1, inbox, own_die))
        show(self._stage, situation)


def put_on(stage: Stage, on: OnStage) -> None:
    """Put a game on that nobody plays, with people on all seats."""
    if stage.evening.on:
        stage.evening.roster.apply(Left())
    stage.evening.on = on
    stage.evening.roster.apply(Entered(on.number, Takes.of(on.game), (PERSON,) * on.game.players))
    stage.enter()


def show(stage: Stage, situation: Situation) -> None:
    """Show a situation of that game."""
    on, roster = stage.evening.on, stage.evening.roster
    assert on
    on.situation = situation
    if situation.over != roster.seats.is_over:
        roster.apply(Ended(situation.state.winners) if situation.over else Reopened())
    stage.show(situation)


def after(game: str, players: int, actions: int, seed: int = 1) -> Situation:
    """Play `actions` random actions, or to the end of the game."""
    *_, last = islice(played(game, players, seed), actions + 1)
    return last


def played(game: str, players: int, seed: int = 1) -> Iterator[Situation]:
    """Play a random game; yield its start and the moment after each action.

    In `barriers` prefer moves of mice, half the time.
    """
    rng = Random(seed)
    situation = started(game, players)
    yield situation
    while (state := situation.state).actor is not None:
        situation = then(
            situation,
            draw(state.odds(), rng) if state.actor == CHANCE else rng.choice(_walks(state, rng) or state.actions()),
        )
        yield situation


def started(game: str, players: int) -> Situation:
    """Return the start of a game that the first seat begins, if it can."""
    first = {"first": "seat0"} if any(option.name == "first" for option in rules.games()[game].options) else {}
    return situated(rules.load(game, players=players, **first).start())


def then(situation: Situation, action: rules.Action) -> Situation:
    """Return the moment after an action."""
    state, history, told = situation.state, situation.history, situation.told
    record = ActionRecord(state, action, state.after(action), Source.PLAYER, len(history))
    said = tuple(Told(each, state.turn, len(history) + 1, len(told) + n) for n, each in enumerate(record.sentences))
    return situated(record.after, (*history, record), told + said)


def taken_back(situation: Situation, actions: int) -> Situation:
    """Return the moment after all but the first `actions` are taken back. The story tells what they were, and that."""
    told = Told(say("Taken back."), None, actions, len(situation.told))
    before = situation.history[actions].before
    return situated(before, situation.history[:actions], (*situation.told, told))


def situated(state: State, history: tuple[ActionRecord, ...] = (), told: tuple[Told, ...] = ()) -> Situation:
    """Return the moment of a game that stands like this, after this history."""
    return Situation(
        state,
        asked(state),
        standing=state.placement(),
        told=told,
        history=history,
        undoable=history[-1] if history else None,
        over=state.actor is None,
    )


def _walks(state: State, rng: Random) -> list[rules.Action]:
    if state.game.name != "barriers" or rng.random() > 0.5:
        return []
    return [action for action in state.actions() if len(str(action)) == 2]


def asked(state: State) -> Ask | None:
    """Return what the referee asks in this state if nothing is amiss."""
    if state.actor is None:
        return None
    if state.actor == CHANCE:
        return Watch() if state.device is Device.TRAP else Roll(state.turn, state.actions())
    return Choose(state.actor, state.actions())


def amiss(situation: Situation) -> Situation:
    """Put a piece of the second seat three places further than it should be, over those that are taken."""
    game, standing = situation.state.game, situation.standing
    piece = next(piece for piece in standing if game.look(piece).seat == 1)
    right = standing[piece]
    taken = {*standing.values()} - {right}
    names = [place.name for place in game.layout.place if place.sensors and place.name not in taken]
    wrong = names[(names.index(right) + 3) % len(names)]
    return _with(situation, Mend((Step(piece, wrong, right),)), standing | {piece: wrong})


def running(situation: Situation) -> Situation:
    """Let the trap run."""
    return _with(situation, Watch(), situation.standing)


def _with(situation: Situation, ask: Ask, standing: dict[str, str]) -> Situation:
    return Situation(situation.state, ask, standing=standing, told=situation.told, history=situation.history)
