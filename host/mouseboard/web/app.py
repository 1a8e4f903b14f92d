"""The page as one application: its routes and their handlers. PAGE.md documents them for others to build on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp

from mouseboard import board, kit
from mouseboard.evening.guests import Guest
from mouseboard.evening.refusals import Refused
from mouseboard.lang import page_words
from mouseboard.page import PAGE
from mouseboard.rules import BadGame
from mouseboard.say import Say
from mouseboard.serving.addresses import Reach
from mouseboard.serving.assets import Assets
from mouseboard.serving.door import Door, as_json
from mouseboard.serving.guard import Guard
from mouseboard.serving.names import Names
from mouseboard.store import Journal, StoreError
from mouseboard.web.claiming import Claiming
from mouseboard.web.covers import COVERS
from mouseboard.web.entrance import unwritten
from mouseboard.web.game_pages import GamePages
from mouseboard.web.health_pages import HealthPages
from mouseboard.web.host_pages import HostPages
from mouseboard.web.icons import ICONS
from mouseboard.web.lobby_pages import LobbyPages
from mouseboard.web.people_pages import PeoplePages, status_of
from mouseboard.web.stage import Stage
from mouseboard.web.tunes import TUNES


def application(
    stage: Stage,
    door: Door[Guest],
    names: Names,
    reach: Reach,
    journal: Journal | None = None,
    trouble: Callable[[Say], None] = lambda _: None,
) -> ASGIApp:
    """Return the whole application behind a guard.

    `names` are the names that browsers may use for this computer; `reach` knows the URLs for phones. Without a journal
    the lobby is left out, and there is one game only. `trouble` is called with a line for each fault of our own.
    """

    async def words(request: Request) -> Response:
        """Send the page's own words."""
        return door.words(request, "page")

    async def sheet_words(request: Request) -> Response:
        """Send the words of the sheets that open over the game."""
        return as_json({"words": page_words(door.language(request), "sheets")})

    async def tunes(_: Request) -> Response:
        """Send the tunes for a page whose sound is on."""
        return as_json(TUNES)

    async def refused(request: Request, error: Refused) -> Response:
        """Answer with the reason of a refusal."""
        return door.refuse(request, status_of(error), error.refusal.said)

    async def at_fault(request: Request, error: BadGame) -> Response:
        """Answer with what is wrong with a game."""
        return door.refuse(request, 409, error.said)

    async def not_written(request: Request, error: StoreError) -> Response:
        """Answer with what is wrong with the journal."""
        return unwritten(door, request, error)

    assets, claiming = Assets(PAGE), Claiming(stage.evening)
    routes = [
        *PeoplePages(stage.evening, door, reach, assets).routes(),
        *GamePages(stage, door).routes(),
        *HealthPages(stage.evening, door).routes(),
        *HostPages(stage.evening.roster, door, claiming).routes(),
        *(LobbyPages(stage, door, journal, claiming).routes() if journal else ()),
        Route("/words", words),
        Route("/words/sheets", sheet_words),
        Route("/tunes", tunes),
        *Assets(kit.PAGE).routes("page/kit"),
        *Assets(board.PAGE).routes("page/board"),
        *assets.routes(),
        *Assets(COVERS).routes("covers"),
        *Assets(ICONS).routes("icons"),
    ]
    handlers: Mapping[Any, Any] = {**door.handlers(), Refused: refused, BadGame: at_fault, StoreError: not_written}
    app = Starlette(routes=routes, exception_handlers=handlers)
    app.router.redirect_slashes = False  # it would redirect by a whole URL, which a proxy may not have
    return Guard(app, names, door, trouble)
