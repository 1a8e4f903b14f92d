"""The routes of the game that is on: its events, its board, its past, and people's answers."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Collection
from functools import cache

import msgspec
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from mouseboard import rules
from mouseboard.lang import translate
from mouseboard.referee.showing import GRACE
from mouseboard.referee.situation import Choose, Chosen, Consent, Do, Mend, Move, Situation, Trouble
from mouseboard.rules import Game
from mouseboard.say import reason, say
from mouseboard.web.advice import Adviser
from mouseboard.web.answering import NO_SEAT, NOT_NOW, NOT_YOURS, ONLY_WATCHING, Post, Unfit, answer_to, check_word
from mouseboard.web.board import board, board_key
from mouseboard.web.door import FOR_EVER, NEVER, UNREADABLE, Door, as_json, read
from mouseboard.web.guests import Guest, Role
from mouseboard.web.hands import PageHands, Whose
from mouseboard.web.how import how_played
from mouseboard.web.limits import device
from mouseboard.web.picture import names_of, past
from mouseboard.web.stage import Live, OnStage, Stage
from mouseboard.web.streams import Streams, TooMany

TICK = 0.01
"""Seconds by which a timer may fire early."""

AT_ONCE = {"Cache-Control": NEVER, "X-Accel-Buffering": "no"}
"""Headers that stop a proxy from buffering events: nginx would collect 4 kB of them first."""

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

    def __init__(self, stage: Stage, door: Door) -> None:
        self._stage = stage
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
        if not post.is_one:
            raise Unfit(400, UNREADABLE)
        live, seats = self._played_by(guest)
        if post.hint:
            action = await self._adviser.hint(live, guest, seats)
            names = names_of(live.on.game, self._stage.around(live.on))
            text = translate(live.situation.state.describe(action), self._door.language(request), names)
            return as_json({"action": str(action), "text": text})
        if post.serial is not None and post.serial < live.on.asked and not post.pause:  # a pause fits any question
            raise Unfit(409, NOT_NOW)
        if post.as_is:
            if (post.serial is not None and post.serial < live.on.doubted) or not self._stage.wave():
                raise Unfit(409, NOT_NOW)
            return as_json({})
        is_host, ask = guest.role is Role.HOST, live.situation.ask
        if is_host and (post.undo or isinstance(ask, Consent)):
            seats = live.on.people  # whoever is at the big screen speaks for everybody there
        elif post.undo:
            seats = set(guest.seats) or seats  # nobody takes back what others chose whom they help out
        answer = answer_to(post, live.situation, seats)
        check_word(answer, live.situation, self._stage.speaks_for(guest))
        if isinstance(answer, Chosen):  # it must not count for what another post brings about just now
            answer = replace(answer, at=len(live.situation.history))
        if post.press is not None:
            await self._shown_for_a_while(live.on)
            if isinstance(ask, Do | Trouble) and live.on.hands:
                await live.on.hands.set_trap()
        if isinstance(answer, Chosen) and not post.sure and await self._adviser.is_blunder(live, guest, answer.action):
            return as_json({"error": translate(BLUNDER, self._door.language(request)), "blunder": True}, 409)
        live.on.inbox.put_nowait(answer)  # if the game has moved on meanwhile, the referee ignores it
        return as_json({})

    async def _shown_for_a_while(self, on: OnStage) -> None:
        """Wait until the question has been shown for GRACE, so that a button counts. Raises Unfit if it changes."""
        asked = on.asked
        early = on.asked_at + GRACE - asyncio.get_running_loop().time()
        if early > 0:
            await asyncio.sleep(early + TICK)
        if on.asked != asked:
            raise Unfit(409, NOT_NOW)

    async def _hand(self, request: Request) -> Response:
        """Move a piece on the simulated table."""
        hands, deed = self._hands(request), await read(request, Deed)
        live, guest = self._live(), self._door.who(request)
        if not _may_move(deed, live.situation, self._stage.seats_of(guest), guest.role is Role.HOST):
            raise Unfit(403, NOT_YOURS)
        self._give(hands, "page")
        await hands.put(deed.piece, deed.to, deed.via)
        return as_json({})

    async def _whose(self, request: Request) -> Response:
        """Change who moves the mice of the simulated table, or let its simulated hands do just what is asked now."""
        hands, change = self._hands(request), await read(request, Change)
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
        self._door.host(request)
        hands, mishap = self._hands(request), await read(request, Mishap)
        await hands.befall(mishap.line)
        return as_json({})

    def _hands(self, request: Request) -> PageHands:
        """Return the hands at the simulated table, for somebody who plays. Raises Unfit."""
        live, _ = self._played_by(self._door.who(request))
        hands = live.on.hands
        if hands is None:
            raise Unfit(409, say("This table is real. Use your hands!"))
        return hands

    def _played_by(self, guest: Guest) -> tuple[Live, set[int]]:
        """Return the game that is on, and the sender's seats. Only the host may have none. Raises Unfit."""
        if guest.role is Role.SPECTATOR:
            raise Unfit(403, ONLY_WATCHING)
        live, seats = self._live(), self._stage.seats_of(guest)
        if not seats and guest.role is not Role.HOST:
            raise Unfit(403, NO_SEAT)
        return live, seats

    def _live(self) -> Live:
        """Return the game that is on. Raises Unfit if there is none."""
        live = self._stage.live
        if live is None:
            raise Unfit(409, say("No game is on."))
        return live


def _may_move(deed: Deed, situation: Situation, seats: Collection[int], is_host: bool) -> bool:
    """Return whether this hand decides nothing for players of other seats, and takes back nothing of theirs.

    Their pieces may go to where the table asks for one of theirs, and in one's own turn to where a choice takes them.
    """
    state, piece = situation.state, deed.piece
    theirs = state.game.owned(set(range(state.game.players)) - set(seats))
    if piece not in theirs:
        return True
    if not isinstance(situation.ask, Choose):
        steps = situation.ask.steps if isinstance(situation.ask, Move | Mend) else ()
        return is_host or any(step.piece in theirs and step.target == deed.to for step in steps)
    if situation.ask.seat not in seats:
        return False
    there = (state.placement(), *(state.after(action).placement() for action in state.actions()))
    return deed.to is None or any(placement.get(piece) == deed.to for placement in there)
