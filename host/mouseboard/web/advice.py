"""Help within what a seat is to have: a hint when it asks for one, a warning before a blunder."""

from __future__ import annotations

import asyncio
from random import Random

from mouseboard import players
from mouseboard.players import Critic
from mouseboard.referee.situation import Choose, Situation
from mouseboard.rules import Action, Game
from mouseboard.say import say
from mouseboard.web.answering import NOT_NOW, NOT_YOURS, Unfit
from mouseboard.web.evening import NO_HELP, WARNINGS
from mouseboard.web.stage import Live


async def hint(live: Live, seats: set[int]) -> Action:
    """What the strongest computer player would choose. Raises Unfit where that is not asked, or not to be told."""
    match live.situation.ask:
        case Choose(seat) if seat not in seats:
            raise Unfit(403, NOT_YOURS)
        case Choose(seat) if live.on.help[seat] == NO_HELP:
            raise Unfit(403, say("You wanted to play without hints."))
        case Choose(_, (only,)):
            return only
        case Choose():
            return await asyncio.to_thread(_strongest(live.on.game).choose, live.situation.state, Random(0))
    raise Unfit(409, NOT_NOW)


async def is_blunder(live: Live, notation: str) -> bool:
    """Whether the seat that decides wants to be warned of blunders, and this is one."""
    situation, player = live.situation, _strongest(live.on.game)
    action = _offered(situation, notation)
    if action is None or not isinstance(situation.ask, Choose) or not isinstance(player, Critic):
        return False
    if live.on.help[situation.ask.seat] != WARNINGS or situation.ask.ambiguous or situation.ask.missing:
        return False
    return await asyncio.to_thread(player.warns, situation.state, action)


def _strongest(game: Game) -> players.Player:
    return players.load(players.kinds(game)[-1], game)


def _offered(situation: Situation, notation: str) -> Action | None:
    return next((action for action in situation.state.actions() if str(action) == notation), None)
