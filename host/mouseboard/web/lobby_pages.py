"""The routes of the lobby: what can be chosen, beginning a game, and the doctor."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from functools import partial
from typing import assert_never

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from mouseboard import layouts, rules
from mouseboard.evening import beginning
from mouseboard.evening.changes import WantsMore
from mouseboard.evening.evening import TROUBLES, Busy
from mouseboard.evening.guests import Guest, Role
from mouseboard.evening.may import check, leads, may
from mouseboard.evening.playing import SIMULATED, Plan
from mouseboard.evening.requests import (
    Begin,
    ChangeWish,
    LeaveGame,
    LobbyRequest,
    PlayAgain,
    Resume,
    SeeGames,
    UseTable,
)
from mouseboard.evening.seats import HELP
from mouseboard.evening.wish import GameSetup, Wish, WishChange
from mouseboard.lang import translate
from mouseboard.layouts import BadLayout
from mouseboard.link import AUTO, KnownTables, find_ports
from mouseboard.rules.options import LAYOUT
from mouseboard.say import Say, reason, say
from mouseboard.serving.door import Door, as_json, read
from mouseboard.serving.unfit import UNREADABLE, Unfit
from mouseboard.store import Journal, StoreError
from mouseboard.web import lobby
from mouseboard.web.answering import BUSY, NOT_NOW
from mouseboard.web.claiming import Claiming
from mouseboard.web.doctoring import Doctoring
from mouseboard.web.lobby import Setup
from mouseboard.web.stage import Stage

NO_GAME = say("There is no such game.")


class DoctorPost(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of `POST /doctor`: exactly one of begin, answer and end."""

    begin: str | None = None
    """The table to examine: `sim`, or a serial port."""
    answer: str | None = None
    """An answer that the question allows; empty is what Enter or button B answers."""
    end: bool = False


class LobbyPages:
    """The lobby's routes for one evening, whose games go into a journal."""

    def __init__(self, stage: Stage, door: Door[Guest], journal: Journal, claiming: Claiming) -> None:
        """`claiming` must leave the table before anything else uses it."""
        assert stage.evening.wish
        self._claiming = claiming
        self._evening = stage.evening
        self._roster = stage.evening.roster
        self._stage = stage
        self._wish: Wish = stage.evening.wish
        self._door = door
        self._journal = journal
        self._left_games = lobby.LeftGames(journal.path)
        self._known = KnownTables.beside(journal.path)
        self._doctoring = Doctoring(self._known)

    def routes(self) -> list[Route]:
        """Return the routes."""
        return [
            Route("/lobby", self._offer),
            Route("/lobby", self._choose, methods=["POST"]),
            Route("/left/{number}", self._left),
            Route("/tables/{table:path}", self._table),
            Route("/doctor", self._progress),
            Route("/doctor", self._doctor, methods=["POST"]),
        ]

    async def _offer(self, request: Request) -> Response:
        """Send what can be chosen. Only those who may choose see games that were left, and the ports of tables."""
        guest, language = self._door.who(request), self._door.language(request)
        if may(guest, SeeGames(), self._evening.moment) is None:
            self._journal.keep()  # opening another file beside this one's logs would harm both
            return as_json(await lobby.offer(self._left_games, language))
        return as_json(lobby.shelf(language))

    async def _left(self, request: Request) -> Response:
        """Send the board of an unfinished game as it was left."""
        check(self._door.who(request), SeeGames(), self._evening.moment)
        language, number = self._door.language(request), request.path_params["number"]
        if not re.fullmatch(r"[0-9]{1,9}", number):
            raise Unfit(404, NO_GAME)
        self._journal.keep()  # as for `_offer`
        try:
            shown = await asyncio.to_thread(lobby.left, self._journal.path, int(number), language)
        except (StoreError, rules.RulesError) as error:
            raise Unfit(404, NO_GAME) from error
        return as_json(shown)

    async def _table(self, request: Request) -> Response:
        """Send what the table at a port is. That takes some seconds if none answers."""
        check(self._door.who(request), SeeGames(), self._evening.moment)
        table, language = request.path_params["table"], self._door.language(request)
        if table not in {port.name for port in lobby.tables(language)[1:]}:
            raise Unfit(404, say("There is no such port."))
        await self._claiming.end()
        return as_json({"name": table, "found": translate(await lobby.examine(table, self._known), language)})

    async def _choose(self, request: Request) -> Response:
        """Change the wish, begin or resume a game, play it again, or leave the one that is on."""
        guest, chosen = self._door.who(request), await read(request, Setup)
        if not chosen.is_one:
            raise Unfit(400, UNREADABLE)
        wanted = self._wanted(chosen)
        check(guest, wanted, self._evening.moment)
        if chosen.serial is not None and chosen.serial < self._stage.entered:
            raise Unfit(409, say("A new game has begun. Look again!"))
        match wanted:
            case ChangeWish(change):
                self._change(change)
            case Begin(setup):
                await self._begin(guest, setup or self._wish.setup)
            case Resume(number, table):
                await self._go_on(guest, number, table)
            case PlayAgain():
                await self._again(guest)
            case LeaveGame():
                await self._alone(guest, self._evening.leave())
            case _:
                assert_never(wanted)
        return as_json({})

    def _wanted(self, chosen: Setup) -> LobbyRequest:
        """Return what a post asks for. Raises Unfit."""
        if chosen.wish:
            return ChangeWish(chosen.wish, self._foreign(chosen.wish.table, chosen.wish))
        if chosen.begin:
            return Begin(chosen.begin, self._foreign(chosen.begin.table, chosen.begin))
        if chosen.play:
            return Begin()
        if chosen.resume is not None:
            return Resume(chosen.resume, chosen.table, self._foreign(chosen.table))
        return PlayAgain() if chosen.again else LeaveGame()

    def _foreign(self, table: str | None, asked: WishChange | GameSetup | None = None) -> Say | None:
        """Return the sentence about a table or board that is not offered, if there is one."""
        offered = (None, SIMULATED, AUTO, self._wish.setup.table, *(port.path for port in find_ports()))
        if table not in offered:
            return say("There is no such table.")
        boards = (None, "", self._wish.setup.layout, *layouts.shipped())
        if asked and (LAYOUT in (asked.options or {}) or asked.layout not in boards):
            return say("There is no such board.")
        return None

    def _change(self, change: WishChange) -> None:
        if self._evening.on:
            raise Unfit(409, say("A game is on. Leave it first!"))
        if self._evening.is_changing:
            raise Unfit(409, BUSY)
        try:
            self._wish.change(change)
        except rules.RulesError as error:
            raise Unfit(409, reason(error)) from error
        finally:
            self._stage.reseat()

    async def _begin(self, guest: Guest, setup: GameSetup) -> None:
        if any(seat.help not in HELP for seat in setup.seats):
            raise Unfit(400, UNREADABLE)
        await self._play(guest, partial(beginning.begin, self._journal, setup), names_people=True)

    async def _go_on(self, guest: Guest, number: int, table: str) -> None:
        if number == self._evening.number:
            return
        if number not in self._journal.games():
            raise Unfit(409, NO_GAME)
        reseats = number == self._evening.failed
        prepare = partial(beginning.go_on, self._journal, number, table, self._wish.setup, reseats)
        await self._play(guest, prepare, names_people=number != self._evening.last)

    async def _again(self, guest: Guest) -> None:
        """Play the game that is over again, or note that a guest is ready for that. Raises Unfit."""
        if not self._evening.is_over:
            raise Unfit(409, NOT_NOW)
        self._roster.apply(WantsMore(guest))
        seats = self._roster.seats
        if leads(guest, seats) or seats.all_ready(self._roster.now):
            await self._alone(guest, self._evening.again())

    async def _play(self, guest: Guest, prepare: Callable[[], Awaitable[Plan]], names_people: bool) -> None:
        """Stop what else uses the table, then prepare a game and play it. Raises Unfit."""

        async def prepared() -> Plan:
            await self._doctoring.end()
            await self._claiming.end()
            return await prepare()

        await self._alone(guest, self._evening.begin(prepared, names_people=names_people))

    @staticmethod
    async def _alone(guest: Guest, deed: Awaitable[None]) -> None:
        """Await a change of what is on. Raises Unfit if it fails, or if somebody else is making one at this moment.

        For a guest it raises StoreError as it is, since its text may name files.
        """
        try:
            await deed
        except Busy:
            raise Unfit(409, BUSY) from None
        except (*TROUBLES, BadLayout) as error:
            if isinstance(error, StoreError) and guest.role is not Role.HOST:
                raise
            raise Unfit(409, reason(error)) from error

    async def _progress(self, request: Request) -> Response:
        """Send how far the doctor has come."""
        check(self._door.who(request), UseTable(), self._evening.moment)
        return as_json(self._doctoring.progress(self._door.language(request)))

    async def _doctor(self, request: Request) -> Response:
        """Start the doctor, answer it, or stop it."""
        host = self._door.who(request)
        check(host, UseTable(), self._evening.moment)
        match await read(request, DoctorPost):
            case DoctorPost(begin=str(table), answer=None, end=False):
                if self._evening.on:
                    raise Unfit(409, say("A game is on. Leave it first!"))
                await self._alone(host, self._examine(table))
            case DoctorPost(begin=None, answer=str(text), end=False):
                self._doctoring.answer(text)
            case DoctorPost(begin=None, answer=None, end=True):
                await self._doctoring.end()
            case _:
                raise Unfit(400, UNREADABLE)
        return as_json({})

    async def _examine(self, table: str) -> None:
        with self._evening.change():
            await self._claiming.end()
            await self._doctoring.begin(table)
