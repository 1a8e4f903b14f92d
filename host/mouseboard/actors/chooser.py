"""A simulated person who plays given actions by hand: moves the pieces, points with the wand, presses the buttons."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from itertools import takewhile

from mouseboard.actors.person import Person
from mouseboard.actors.table import WAND
from mouseboard.referee.inbox import Inbox
from mouseboard.referee.situation import Choose, Chosen, Situation, wording
from mouseboard.referee.tracker import PASSING_S
from mouseboard.rules import CHANCE, Action, State
from mouseboard.sim.clock import Standstill
from mouseboard.sim.table import SimulatedTable
from mouseboard.table.taps import felt_beside

LOOK_S = 0.05
"""Seconds between two looks at the situation."""

THOUGHT_S = 0.5
"""Seconds before a button is pressed: more than the table wants between two answers."""


FEW = 3
"""The most actions that an error names."""

SECOND_THOUGHTS_S = 60.0
"""Seconds that the table gets to correct a misunderstanding."""


class Chooser:
    """Makes every choice of a match. `see` must get every situation; call `meet` before it chooses.

    Taken pieces leave the board before the others move, or after that with `attacker_first`.
    """

    def __init__(self, inbox: Inbox, attacker_first: bool = False) -> None:
        """`inbox` receives what is said on the page: an aside."""
        self._inbox = inbox
        self._attacker_first = attacker_first
        self._situation: Situation | None = None
        self._table: SimulatedTable
        self._person: Person

    def meet(self, table: SimulatedTable, person: Person) -> None:
        """Sit down beside the person who does what the table asks."""
        self._table, self._person = table, person

    def see(self, situation: Situation) -> None:
        """Take the situation shown now."""
        self._situation = situation

    async def play(self, moves: Iterable[str]) -> None:
        """Play these actions, and return when the table asks for the next one, or the match is over.

        Raises BadNotation, IllegalAction, and Standstill if the table has understood anything else.
        """
        given: list[str] = []
        for move in moves:
            state = await self._asked()
            state.play(move)
            await self.choose(state.game.read(move))
            given.append(move)
        await self._asked()
        try:
            async with asyncio.timeout(SECOND_THOUGHTS_S):
                await self._until(lambda now: _decided(now) == given)
        except TimeoutError:
            raise Standstill(_misunderstood(given, await self._until(lambda _: True))) from None

    async def choose(self, action: Action) -> None:
        """Carry out an action, and return when the table has understood one."""
        state = await self._asked()
        self._person.leave_to_others(True)
        if action in state.asides():
            self._inbox.put_nowait(Chosen(action))
        elif _is_felt(state, action):
            await self._move(state, action)
        else:
            await self._point(state, action)
        self._person.leave_to_others(False)
        await self._until(lambda now: now.state is not state)

    async def _asked(self) -> State:
        """Wait until the table asks for a choice, or the match is over, and return the state."""
        return (await self._until(lambda now: isinstance(now.ask, Choose) or now.over)).state

    async def _until(self, true: Callable[[Situation], bool]) -> Situation:
        while self._situation is None or not true(self._situation):
            await asyncio.sleep(LOOK_S)
        return self._situation

    async def _move(self, state: State, action: Action) -> None:
        await asyncio.sleep(PASSING_S)  # sooner, a piece that is moved again only corrects the last move
        hands, here, there = self._table.hands, state.placement(), state.after(action).placement()
        taken = [piece for piece in here if piece not in there]
        moved = {piece: place for piece, place in there.items() if here.get(piece) != place}
        replaces = any(here[piece] in moved.values() for piece in taken)
        if self._attacker_first:
            for piece, place in moved.items():
                await (hands.lift(piece) if replaces else hands.put(piece, self._table.place(place)))
        for piece in taken:
            await hands.remove(piece)
        if replaces or not self._attacker_first:
            for piece, place in moved.items():
                await hands.put(piece, self._table.place(place))

    async def _point(self, state: State, action: Action) -> None:
        """Touch the places of the action with the wand, press A until the table lights it, and confirm it."""
        layout = state.game.layout
        for place in felt_beside(layout, state.spots(action)) - _felt(state):
            await self._table.hands.tap(WAND, self._table.place(place))
        while self._is_other(action):
            await self._press("a")
        await self._press("b")

    def _is_other(self, action: Action) -> bool:
        """Return whether the table waits for a choice, and does not light this action."""
        ask = self._situation and self._situation.ask
        return isinstance(ask, Choose) and (ask.pointed is None or ask.actions[ask.pointed] != action)

    async def _press(self, button: str) -> None:
        await asyncio.sleep(THOUGHT_S)
        await self._table.hands.press(button)
        await asyncio.sleep(2 * LOOK_S)


def _decided(situation: Situation) -> list[str]:
    """Return the actions that seats have chosen, in order. The outcomes of chance are left out."""
    return [str(record.action) for record in situation.history if record.before.actor != CHANCE]


def _misunderstood(given: list[str], situation: Situation) -> str:
    """Say from which action on the table has understood something else than hands have played, and what it asks."""
    understood = _decided(situation)
    same = len([*takewhile(lambda pair: pair[0] == pair[1], zip(given, understood, strict=False))])
    played, instead = (" ".join(actions[same:][:FEW]) for actions in (given, understood))
    return (
        f"after {same} actions, hands have played `{played}` and the table has understood "
        f"{f'`{instead}`' if instead else 'nothing'}: {wording(situation)}"
    )


def _is_felt(state: State, action: Action) -> bool:
    """Return whether contacts tell the action from every other one, and from none."""
    felt = [_felt(state.after(other)) for other in state.actions()]
    there = _felt(state.after(action))
    return there != _felt(state) and felt.count(there) == 1


def _felt(state: State) -> frozenset[str]:
    """Return the places that sensors feel occupied in a state."""
    felt = {place.name for place in state.game.layout.stands if place.sensors}
    return frozenset(felt.intersection(state.placement().values()))
