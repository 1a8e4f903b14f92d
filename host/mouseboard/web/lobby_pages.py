"""The routes of the lobby: what can be chosen, beginning a game, and the doctor."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from functools import partial

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from mouseboard import layouts, rules
from mouseboard.lang import translate
from mouseboard.layouts import BadLayout
from mouseboard.link import AUTO, KnownTables, find_ports
from mouseboard.rules.options import LAYOUT
from mouseboard.say import reason, say
from mouseboard.store import Journal, StoreError
from mouseboard.web import lobby
from mouseboard.web.answering import BUSY, NO_SEAT, NOT_LEADING, NOT_NOW, Unfit
from mouseboard.web.claiming import Claiming
from mouseboard.web.doctoring import Doctoring
from mouseboard.web.door import UNREADABLE, Door, as_json, read
from mouseboard.web.evening import TROUBLES, Busy, Evening
from mouseboard.web.guests import Guest, Role
from mouseboard.web.lobby import Setup
from mouseboard.web.playing import SIMULATED, Plan
from mouseboard.web.wish import HELP, GameSetup, Wish, WishChange

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

    def __init__(self, evening: Evening, door: Door, journal: Journal, claiming: Claiming) -> None:
        """`claiming` must leave the table before anything else uses it."""
        assert evening.stage.wish
        self._claiming = claiming
        self._evening = evening
        self._stage = evening.stage
        self._wish: Wish = evening.stage.wish
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
        if self._stage.may_lead(guest):
            return as_json(await lobby.offer(self._left_games, language))
        return as_json(lobby.shelf(language))

    async def _left(self, request: Request) -> Response:
        """Send the board of an unfinished game as it was left."""
        self._leads(request)
        language, number = self._door.language(request), request.path_params["number"]
        if not re.fullmatch(r"[0-9]{1,9}", number):
            raise Unfit(404, NO_GAME)
        try:
            shown = await asyncio.to_thread(lobby.left, self._journal.path, int(number), language)
        except (StoreError, rules.RulesError) as error:
            raise Unfit(404, NO_GAME) from error
        return as_json(shown)

    async def _table(self, request: Request) -> Response:
        """Send what the table at a port is. That takes some seconds if none answers."""
        self._leads(request)
        table, language = request.path_params["table"], self._door.language(request)
        if table not in {port.name for port in lobby.tables(language)[1:]}:
            raise Unfit(404, say("There is no such port."))
        await self._claiming.end()
        return as_json({"name": table, "found": translate(await lobby.examine(table, self._known), language)})

    async def _choose(self, request: Request) -> Response:
        """Change the wish, begin or resume a game, play it again, or leave the one that is on."""
        guest, chosen = self._door.who(request), await read(request, Setup)
        if not chosen.again:
            self._leads(request)
        if chosen.serial is not None and chosen.serial < self._stage.entered:
            raise Unfit(409, say("A new game has begun. Look again!"))
        if not chosen.is_one:
            raise Unfit(400, UNREADABLE)
        if not chosen.again:
            self._check(guest, chosen)
        if chosen.wish:
            self._change(chosen.wish)
        elif chosen.begin:
            await self._begin(guest, chosen.begin)
        elif chosen.play:
            await self._begin(guest, self._wish.named)
        elif chosen.resume is not None:
            await self._go_on(guest, chosen.resume, chosen.table)
        elif chosen.again:
            await self._again(guest)
        else:
            await self._alone(guest, self._evening.leave())
        return as_json({})

    def _leads(self, request: Request) -> Guest:
        """Return the sender if they may choose the game. Raises Unfit."""
        guest = self._door.who(request)
        if not self._stage.may_lead(guest):
            raise Unfit(403, NOT_LEADING)
        return guest

    def _check(self, guest: Guest, chosen: Setup) -> None:
        """Raise Unfit if a guest names a table or a board that is not offered."""
        if guest.role is Role.HOST:
            return
        asked = chosen.wish or chosen.begin
        table, layout = asked.table if asked else chosen.table, asked.layout if asked else None
        if table not in (None, SIMULATED, AUTO, self._wish.setup.table, *(port.path for port in find_ports())):
            raise Unfit(403, say("There is no such table."))
        if asked and LAYOUT in (asked.options or {}):
            raise Unfit(400, UNREADABLE)
        if layout not in (None, "", self._wish.setup.layout, *layouts.shipped()):
            raise Unfit(403, say("There is no such board."))

    def _change(self, change: WishChange) -> None:
        if self._stage.on:
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
        await self._play(guest, partial(lobby.begin, self._journal, setup))
        self._evening.call([seat.name for seat in setup.seats])

    async def _go_on(self, guest: Guest, number: int, table: str) -> None:
        if number == self._evening.number:
            return
        if number not in self._journal.games():
            raise Unfit(409, NO_GAME)
        is_another = number != self._evening.last
        reseats = number == self._evening.failed
        await self._play(guest, partial(lobby.go_on, self._journal, number, table, self._wish.setup, reseats))
        if is_another:
            self._evening.call(self._evening.names_written)

    async def _again(self, guest: Guest) -> None:
        """Play the game that is over again, or note that a guest is ready for that. Raises Unfit."""
        leads, seats = self._stage.may_lead(guest), self._stage.seats_of(guest)
        if not (leads or seats):
            raise Unfit(403, NO_SEAT)
        if not self._evening.is_over:
            raise Unfit(409, NOT_NOW)
        self._stage.ready |= seats
        self._stage.change()
        if leads or self._stage.all_ready:
            await self._alone(guest, self._evening.again())

    async def _play(self, guest: Guest, prepare: Callable[[], Awaitable[Plan]]) -> None:
        """Stop what else uses the table, then prepare a game and play it. Raises Unfit."""

        async def prepared() -> Plan:
            await self._doctoring.end()
            await self._claiming.end()
            return await prepare()

        await self._alone(guest, self._evening.begin(prepared))

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
        self._door.host(request)
        return as_json(self._doctoring.progress(self._door.language(request)))

    async def _doctor(self, request: Request) -> Response:
        """Start the doctor, answer it, or stop it."""
        host = self._door.host(request)
        match await read(request, DoctorPost):
            case DoctorPost(begin=str(table), answer=None, end=False):
                if self._stage.on:
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
