"""The routes of the game that is on: its events, its board, its past, and people's answers."""

from __future__ import annotations

import asyncio
import re
from functools import cache
from typing import assert_never

import msgspec
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from mouseboard import rules
from mouseboard.board.board import board, board_key
from mouseboard.evening.evening import Live
from mouseboard.evening.guests import Guest
from mouseboard.evening.hands import PageHands, Whose
from mouseboard.evening.may import Moment, check
from mouseboard.evening.requests import (
    AllIsWell,
    AskHint,
    HandOver,
    MovePiece,
    PauseGame,
    PressButton,
    StopTrap,
    TakeAction,
    Undo,
    UseTable,
)
from mouseboard.lang import translate
from mouseboard.referee.showing import GRACE_S, REACHING_S
from mouseboard.referee.situation import Agreed, Chosen, Consent, Do, Trouble
from mouseboard.rules import Game
from mouseboard.say import reason, say
from mouseboard.serving.door import FOR_EVER, NEVER, Door, as_json, read
from mouseboard.serving.limits import device
from mouseboard.serving.unfit import UNREADABLE, Unfit
from mouseboard.web.advice import Adviser
from mouseboard.web.answering import NOT_NOW, Post, answer_to
from mouseboard.web.how import how_played
from mouseboard.web.picture import names_of, past
from mouseboard.web.stage import Stage
from mouseboard.web.streams import Streams, TooMany

TICK_S = 0.01
"""Seconds by which a timer may fire early."""

AT_ONCE = {"Cache-Control": NEVER, "X-Accel-Buffering": "no"}
"""Headers that stop a proxy from buffering events: nginx would collect 4 kB of them first."""

TOO_SOON = say("One moment! Read first what would be taken back.")
BLUNDER = say("Are you sure? That helps the others a lot.")


class Deed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of `POST /hand`: a piece, the place to put it on (None: beside the board), and the way there in mm."""

    piece: str
    to: str | None = None
    via: tuple[tuple[float, float], ...] = ()


class Change(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of `POST /hands`: who moves the mice from now on, or that the table makes the present move `once`."""

    whose: Whose | None = None
    once: bool = False


class Mishap(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of `POST /mishap`: a line of the scenario language."""

    line: str


@cache
def _usual(name: str) -> Game:
    """Return the named game with its usual options. Raises RulesError."""
    return rules.load(name)


class GamePages:
    """The routes for one stage."""

    def __init__(self, stage: Stage, door: Door[Guest]) -> None:
        self._stage = stage
        self._evening = stage.evening
        self._roster = stage.evening.roster
        self._door = door
        self._streams = Streams(stage)
        self._adviser = Adviser()

    def routes(self) -> list[Route]:
        """Return the routes."""
        return [
            Route("/events", self._events),
            Route("/board/{key}", self._board),
            Route("/how", self._how),
            Route("/how/{game}", self._how),
            Route("/position/{position}", self._position),
            Route("/answer", self._answer, methods=["POST"]),
            Route("/hand", self._hand, methods=["POST"]),
            Route("/hands", self._whose, methods=["POST"]),
            Route("/mishap", self._mishap, methods=["POST"]),
        ]

    async def _events(self, request: Request) -> Response:
        guest, language = self._door.who(request), self._door.language(request)
        if request.method == "HEAD":  # only asks whether the sender would be let in
            return Response(headers={"Cache-Control": NEVER})
        address, hang_up = device(self._door.address(request)), request.scope["state"]["connection"].transport.abort
        try:
            stream = self._streams.open(guest, address, language, hang_up)
        except TooMany:
            raise Unfit(503, say("Too many are watching already. Close a page, or wait a little.")) from None
        return StreamingResponse(stream, media_type="text/event-stream", headers=AT_ONCE)

    async def _board(self, request: Request) -> Response:
        self._door.who(request)
        game = self._live().on.game
        if request.path_params["key"] != board_key(game):
            raise Unfit(404, NOT_NOW)
        return as_json(board(game, self._door.language(request)), keep=FOR_EVER)

    async def _how(self, request: Request) -> Response:
        """Send how to play the game that is on, or a game named in the path."""
        self._door.who(request)
        name = request.path_params.get("game")
        try:
            game = _usual(name) if name else self._live().on.game
        except rules.RulesError as error:
            raise Unfit(404, reason(error)) from error
        return as_json(how_played(game, self._door.language(request)))

    async def _position(self, request: Request) -> Response:
        self._door.who(request)
        live, named = self._live(), request.path_params["position"]
        if not re.fullmatch(r"[0-9]{1,9}", named) or int(named) > len(live.situation.history):
            raise Unfit(404, NOT_NOW)
        return as_json(past(live.situation, int(named), self._stage.around(live.on), self._door.language(request)))

    async def _answer(self, request: Request) -> Response:
        guest = self._door.who(request)
        post = await read(request, Post)
        what = post.request()
        if what is None:
            raise Unfit(400, UNREADABLE)
        moment = self._evening.moment
        if self._is_late(post) and not isinstance(what, PauseGame | StopTrap | AskHint):  # these fit any question
            raise Unfit(409, NOT_NOW)
        check(guest, what, moment)
        live = self._live()
        match what:
            case AskHint():
                return await self._hint(request, live, guest)
            case AllIsWell():
                if (post.serial is not None and post.serial < self._stage.doubted) or not self._stage.wave():
                    raise Unfit(409, NOT_NOW)
                return as_json({})
            case TakeAction() | PressButton() | Undo() | PauseGame() | StopTrap():
                answer = answer_to(what, guest, moment, live.on.own_die)
            case _:
                assert_never(what)
        if isinstance(what, PressButton):
            await self._shown_for_a_while(live, isinstance(answer, Agreed))
            if isinstance(live.situation.ask, Do | Trouble) and live.on.hands:
                await live.on.hands.set_trap()
            _check_asked(live)
        if (
            isinstance(answer, Chosen)
            and not post.sure
            and await self._adviser.is_blunder(live, guest, answer.action, self._help)
        ):
            return as_json({"error": translate(BLUNDER, self._door.language(request)), "blunder": True}, 409)
        if isinstance(what, TakeAction | PressButton):  # somebody may have come back while this waited
            check(guest, what, Moment(self._roster.seats, moment.situation, self._roster.now))
        live.on.inbox.put_nowait(answer)  # if the game has moved on meanwhile, the referee ignores it
        return as_json({})

    def _is_late(self, post: Post) -> bool:
        """Return whether a post answers a picture of an earlier question, or of a run of the server before this one."""
        return post.serial is not None and not self._stage.asked <= post.serial <= self._stage.news.serial

    async def _hint(self, request: Request, live: Live, guest: Guest) -> Response:
        action = await self._adviser.hint(live, guest)
        names = names_of(live.on.game, self._stage.around(live.on))
        text = translate(live.situation.state.describe(action), self._door.language(request), names)
        return as_json({"action": str(action), "text": text})

    @property
    def _help(self) -> list[str]:
        """How much help each seat wants."""
        return [seat.help for seat in self._roster.seats.seats]

    async def _shown_for_a_while(self, live: Live, agrees: bool) -> None:
        """Wait until the question has been shown for so long that a button counts. Raises Unfit if it changes.

        Nobody can have read so soon what a takeback undoes: a tap that `agrees` was meant for something else.
        """
        is_takeback = isinstance(live.situation.ask, Consent)
        early = self._stage.asked_at + (REACHING_S if is_takeback else GRACE_S) - asyncio.get_running_loop().time()
        if early > 0 and agrees:
            raise Unfit(409, TOO_SOON)
        if early > 0:
            await asyncio.sleep(early + TICK_S)
        _check_asked(live)

    async def _hand(self, request: Request) -> Response:
        """Move a piece on the simulated table."""
        guest, deed = self._door.who(request), await read(request, Deed)
        hands = self._hands()

        def may_still() -> None:
            check(guest, MovePiece(deed.piece, deed.to), self._evening.moment)

        may_still()
        self._give(hands, "page")
        await hands.put(deed.piece, deed.to, deed.via, may_still)
        return as_json({})

    async def _whose(self, request: Request) -> Response:
        """Change who moves the mice of the simulated table, or let its simulated hands do just what is asked now."""
        guest, change = self._door.who(request), await read(request, Change)
        check(guest, HandOver(), self._evening.moment)
        hands = self._hands()
        if change.whose:
            self._give(hands, change.whose)
        if change.once:
            hands.person.lend_a_hand()
        return as_json({})

    def _give(self, hands: PageHands, whose: Whose) -> None:
        if hands.whose != whose:
            hands.give(whose)
            self._stage.change()

    async def _mishap(self, request: Request) -> Response:
        """Run a mishap at the simulated table. Only the host may, because a mishap can press anybody's button."""
        check(self._door.who(request), UseTable(), self._evening.moment)
        mishap = await read(request, Mishap)
        await self._hands().befall(mishap.line)
        return as_json({})

    def _hands(self) -> PageHands:
        """Return the hands at the simulated table. Raises Unfit."""
        hands = self._live().on.hands
        if hands is None:
            raise Unfit(409, say("This table is real. Use your hands!"))
        return hands

    def _live(self) -> Live:
        """Return the game that is on. Raises Unfit if there is none."""
        live = self._evening.live
        if live is None:
            raise Unfit(409, say("No game is on."))
        return live


def _check_asked(live: Live) -> None:
    """Raise Unfit if another question is asked by now than in this situation."""
    if live.on.situation is None or live.on.situation.asked != live.situation.asked:
        raise Unfit(409, NOT_NOW)
