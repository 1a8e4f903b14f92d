"""Plays a match on the table at a port."""

from __future__ import annotations

from collections.abc import Callable

from mouseboard.link import Link, Port
from mouseboard.match.match import Match
from mouseboard.referee.inbox import Inbox
from mouseboard.referee.running import Running
from mouseboard.referee.seating import Observer, Seating
from mouseboard.rules import Game, State
from mouseboard.table import GameTable

Listen = Callable[[Link], None]
"""Called with the link to the table as soon as it is open."""


async def look_for_table(port: Port, game: Game) -> None:
    """Whether a table that this game fits on answers at the port: to be known before the game is written down as begun.

    Raises OSError, LinkError, TableTooSmall.
    """
    async with Link(port) as link:
        GameTable(link, game.layout)


async def play(
    match: Match,
    port: Port,
    seating: Seating,
    observer: Observer,
    inbox: Inbox,
    *,
    quiet: bool = False,
    listen: Listen | None = None,
) -> State:
    """Play a match on the table at a port to its end; a `quiet` table makes no sound.

    What people answer is put into `inbox`. Raises OSError and LinkError where there is no table, TableTooSmall.
    """
    async with Link(port) as link:
        if listen:
            listen(link)
        table = GameTable(link, match.game.layout, quiet)
        await table.recall_blind()
        return await Running(match.played, match.writer, table, seating, observer, inbox).run()
