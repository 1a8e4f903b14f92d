"""The routes of the lobby: what can be chosen, beginning a game, and the doctor."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from mouseboard.lang import translate
from mouseboard.layouts import BadLayout
from mouseboard.link import KnownTables
from mouseboard.say import reason, say
from mouseboard.store import Journal
from mouseboard.web import lobby
from mouseboard.web.answering import Unfit
from mouseboard.web.doctoring import Doctoring
from mouseboard.web.door import UNREADABLE, Door, as_json, read
from mouseboard.web.evening import HELP, TROUBLES, Busy, Evening
from mouseboard.web.lobby import GameSetup, Setup
from mouseboard.web.playing import Plan


class DoctorPost(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of `POST /doctor`: exactly one of begin, answer and end."""

    begin: str | None = None
    """The table to examine: `sim`, or a serial port."""
    answer: str | None = None
    """An answer that the question allows; empty is what Enter or button B answers."""
    end: bool = False


class LobbyPages:
    """The lobby's routes for one evening, whose games go into a journal."""

    def __init__(self, evening: Evening, door: Door, journal: Journal) -> None:
        self._evening = evening
        self._door = door
        self._journal = journal
        self._known = KnownTables.beside(journal.path)
        self._doctoring = Doctoring(self._known)

    def routes(self) -> list[Route]:
        """Return the routes."""
        return [
            Route("/lobby", self._offer),
            Route("/lobby", self._choose, methods=["POST"]),
            Route("/tables/{table:path}", self._table),
            Route("/doctor", self._progress),
            Route("/doctor", self._doctor, methods=["POST"]),
        ]

    async def _offer(self, request: Request) -> Response:
        self._door.host(request)
        return as_json(await lobby.offer(self._journal.path, self._door.language(request)))

    async def _table(self, request: Request) -> Response:
        """Send what the table at a port is. That takes some seconds if none answers."""
        self._door.host(request)
        table, language = request.path_params["table"], self._door.language(request)
        if table not in {port.name for port in lobby.tables(language)[1:]}:
            raise Unfit(404, say("There is no such port."))
        return as_json({"name": table, "found": translate(await lobby.examine(table, self._known), language)})

    async def _choose(self, request: Request) -> Response:
        """Begin or resume a game, or leave the one that is on."""
        self._door.host(request)
        chosen = await read(request, Setup)
        if chosen.serial is not None and chosen.serial < self._evening.stage.entered:
            raise Unfit(409, say("A new game has begun. Look again!"))
        match chosen:
            case Setup(begin=GameSetup() as setup, resume=None, leave=False):
                await self._begin(setup)
            case Setup(begin=None, resume=int(number), leave=False, table=table):
                await self._go_on(number, table)
            case Setup(begin=None, resume=None, leave=True):
                await self._alone(self._evening.leave())
            case _:
                raise Unfit(400, UNREADABLE)
        return as_json({})

    async def _begin(self, setup: GameSetup) -> None:
        if any(seat.help not in HELP for seat in setup.seats):
            raise Unfit(400, UNREADABLE)
        await self._play(partial(lobby.begin, self._journal, setup))
        lobby.remember(self._journal.path, setup)
        self._door.guests.begin([seat.name for seat in setup.seats])
        self._evening.stage.change()

    async def _go_on(self, number: int, table: str) -> None:
        if number == self._evening.number:
            return
        is_another = number != self._evening.last
        await self._play(partial(lobby.go_on, self._journal, number, table))
        if is_another:
            self._door.guests.begin()
            self._evening.stage.change()

    async def _play(self, prepare: Callable[[], Awaitable[Plan]]) -> None:
        """Stop the doctor, then prepare a game and play it. Raises Unfit."""

        async def prepared() -> Plan:
            await self._doctoring.end()
            return await prepare()

        await self._alone(self._evening.begin(prepared))

    @staticmethod
    async def _alone(deed: Awaitable[None]) -> None:
        """Await a change of what is on. Raises Unfit if it fails, or if somebody else is making one at this moment."""
        try:
            await deed
        except Busy:
            raise Unfit(409, say("Somebody else is choosing. Look again soon.")) from None
        except (*TROUBLES, BadLayout) as error:
            raise Unfit(409, reason(error)) from error

    async def _progress(self, request: Request) -> Response:
        """Send how far the doctor has come."""
        self._door.host(request)
        return as_json(self._doctoring.progress(self._door.language(request)))

    async def _doctor(self, request: Request) -> Response:
        """Start the doctor, answer it, or stop it."""
        self._door.host(request)
        match await read(request, DoctorPost):
            case DoctorPost(begin=str(table), answer=None, end=False):
                if self._evening.stage.on:
                    raise Unfit(409, say("A game is on. Leave it first!"))
                await self._alone(self._examine(table))
            case DoctorPost(begin=None, answer=str(text), end=False):
                self._doctoring.answer(text)
            case DoctorPost(begin=None, answer=None, end=True):
                await self._doctoring.end()
            case _:
                raise Unfit(400, UNREADABLE)
        return as_json({})

    async def _examine(self, table: str) -> None:
        with self._evening.change():
            await self._doctoring.begin(table)
