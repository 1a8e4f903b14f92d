"""Help for a seat, as much as it wants: a hint on request, a warning before a blunder."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence
from random import Random
from typing import TypeVar

from mouseboard import players
from mouseboard.evening.evening import Live
from mouseboard.evening.guests import Guest
from mouseboard.evening.refusals import TOO_FAST, TOO_LONG, Refusal, Refused
from mouseboard.evening.seats import WARNINGS
from mouseboard.players import Critic
from mouseboard.referee.situation import Choose
from mouseboard.rules import Action, BadGame, Game, State
from mouseboard.web.answering import NOT_NOW

MOST_OF_ONE, MOST = 2, 16
"""Questions of one person, and of all, that may be pending at once."""
LONGEST_S = 20.0
"""Timeout of a question, in seconds."""

T = TypeVar("T")


class Adviser:
    """Thinks for people, one question at a time, in a thread beside the game. Computer players never wait for it."""

    def __init__(self) -> None:
        self._one = asyncio.Lock()
        self._asked: Counter[str] = Counter()

    async def hint(self, live: Live, guest: Guest) -> Action:
        """Return the strongest computer player's choice. Raises Refused if nothing is to be chosen."""
        match live.situation.ask:
            case Choose(_, (only,)):
                return only
            case Choose():
                return await self._think(guest, lambda: _best(live.situation.state))
        raise Refused(Refusal(NOT_NOW))

    async def is_blunder(self, live: Live, guest: Guest, action: Action, help: Sequence[str]) -> bool:
        """Return whether the seat that decides wants warnings of blunders, and this action is one. Raises Refused."""
        state, ask = live.situation.state, live.situation.ask
        if not isinstance(ask, Choose) or help[ask.seat] != WARNINGS or ask.ambiguous or ask.missing:
            return False
        critic = _critic(live.on.game)
        return critic is not None and await self._think(guest, lambda: _warns(critic, state, action))

    async def _think(self, guest: Guest, question: Callable[[], T]) -> T:
        """Answer a question in a thread. Raises Refused if too many wait, it is late, or no computer can play."""
        asked = self._asked
        if asked[guest.token] >= MOST_OF_ONE or asked.total() >= MOST:
            raise Refused(TOO_FAST)
        asked[guest.token] += 1
        try:
            async with asyncio.timeout(LONGEST_S), self._one:
                return await asyncio.to_thread(question)
        except TimeoutError:
            raise Refused(TOO_LONG) from None
        except BadGame as error:
            raise Refused(Refusal(error.said)) from error
        finally:
            asked[guest.token] -= 1
            if not asked[guest.token]:
                del asked[guest.token]


def _best(state: State) -> Action:
    """Return the choice of the strongest computer player."""
    player = _strongest(state.game)
    try:
        return player.choose(state, Random(0))
    finally:
        players.close(player)


def _warns(critic: Critic, state: State, action: Action) -> bool:
    try:
        return critic.warns(state, action)
    finally:
        players.close(critic)


def _critic(game: Game) -> Critic | None:
    """Return the strongest computer player if it recognises blunders. Without any, people play on unwarned."""
    try:
        player = _strongest(game)
    except BadGame:
        return None
    return player if isinstance(player, Critic) else None


def _strongest(game: Game) -> players.Player:
    return players.load(players.kinds(game)[-1], game)
