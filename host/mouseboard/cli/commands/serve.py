"""`mouseboard serve`: the page for every phone and screen in the house. It opens with a game, or with the lobby."""

from __future__ import annotations

import argparse
import asyncio
import dataclasses
import ipaddress
import secrets
import socket
import webbrowser
from contextlib import suppress
from typing import TYPE_CHECKING

from msgspec.structs import replace

from mouseboard import interrupts, rules, runner
from mouseboard.cli.commands.numbers import whole
from mouseboard.cli.commands.play import INTERRUPTED, add_game_options, add_table_options, me, options_of, prepare
from mouseboard.cli.commands.record import Write, recording
from mouseboard.cli.commands.seats import seat
from mouseboard.cli.commands.types import Commands
from mouseboard.cli.parser import speak
from mouseboard.cli.streams import complain, tell
from mouseboard.evening.playing import SIMULATED, Plan, TableChoice
from mouseboard.lang import translate
from mouseboard.link import AUTO, Link, LinkError
from mouseboard.link.serial_port import SerialPort
from mouseboard.match import Match
from mouseboard.rules import BadSetup, Game
from mouseboard.rules.options import FIRST
from mouseboard.say import Say, alternatives, quoted, reason, refusal, say
from mouseboard.store import Damaged, Journal, Seated, StoreError
from mouseboard.web import PORT

if TYPE_CHECKING:
    from mouseboard.serving.where import Where
    from mouseboard.web.opening import Page
    from mouseboard.web.stage import Stage

OWN_PROXY = ("127.0.0.1", "::1")
NO_TABLE = "{why}. The page works without it: plug the table in, or choose another one under House rules."
UNNAMED = "{option} is for a game that is named, as in `mouseboard serve classic {option} ...`"
LOOK_AGAIN_S = 5.0
"""The interval between checks of this computer's addresses."""


def add_to(commands: Commands) -> None:
    command = commands.add_parser("serve", help=speak(say("show the page, to play from any phone")))
    add_game_options(command, say("see `mouseboard games` (default: it is chosen on the page)"))
    add_table_options(command)
    command.add_argument("--phones", action="store_true", help=speak(say("let phones in your home network join")))
    command.add_argument("--host", metavar="NAME", help=speak(say("serve it on this address or name of this computer")))
    command.add_argument(
        "--port", type=whole, default=PORT, help=speak(say("its port; 0 takes a free one (default: {port})", port=PORT))
    )
    command.add_argument(
        "--url", help=speak(say("the address behind a reverse proxy, such as https://games.example.home/mouse/"))
    )
    command.add_argument(
        "--proxy",
        metavar="ADDRESS",
        action="append",
        help=speak(say("the address that proxy connects from (default: this computer)")),
    )
    command.add_argument(
        "--new-evening", action="store_true", help=speak(say("forget who joined before: everybody needs the new code"))
    )
    command.add_argument("--open", action="store_true", help=speak(say("open it in the browser of this computer")))
    command.set_defaults(command=run)


def where(args: argparse.Namespace) -> Where:
    """Return where to serve the page. Raises BadSetup, PageError."""
    from mouseboard.serving.names import PublicUrl
    from mouseboard.serving.where import Where  # slow to load, so only for this command

    if args.proxy and not args.url:
        raise BadSetup(say("--proxy is for a page behind a proxy; name the page's address too, with --url"))
    url = PublicUrl.read(args.url) if args.url else None
    proxies = tuple(map(_address, args.proxy or OWN_PROXY)) if url else ()
    return Where(args.host, args.port, args.phones, url, proxies)


def _address(address: str) -> str:
    """Check that this is an IP address, and return it. Raises BadSetup."""
    try:
        ipaddress.ip_address(address)
    except ValueError:
        raise BadSetup(say("--proxy {address} is no address, such as 192.168.1.2", address=quoted(address))) from None
    return address


def run(args: argparse.Namespace) -> int:
    """Serve until somebody ends it."""
    if not args.game:
        _check_unnamed(args)
    game = rules.make(args.game, args.players, options_of(args)) if args.game else None
    seated = seat(game, args) if game else None
    events = prepare(game, args) if game else ""
    with (
        where(args).listen() as listening,
        Journal.open(args.journal) as journal,
        recording(args.record) as write,
    ):
        journal.on_moved = _complain
        plan = _plan(game, seated, journal, events, write, args)
        if plan is None:
            _tell_of_table(args.table)
        runner.run(_serve(listening, journal, plan, args))
    return 0


def _check_unnamed(args: argparse.Namespace) -> None:
    """Raise BadSetup if there are options for a game but no game is named."""
    for option in ("players", "layout", "option", "seed", "people", "auto", "level", "dice", "scenario", "record"):
        if getattr(args, option):
            raise BadSetup(say(UNNAMED, option=f"--{option}"))


def _tell_of_table(table: str) -> None:
    """Print why no table answers there, and what to do. Only games at that table wait for it."""

    async def reach() -> None:
        async with Link(SerialPort(table)):
            pass

    if table == SIMULATED:
        return
    try:
        runner.run(reach())
    except (OSError, LinkError) as error:
        _complain(say(NO_TABLE, why=reason(error)))


async def _serve(listening: socket.socket, journal: Journal, plan: Plan | None, args: argparse.Namespace) -> None:
    """Serve until interrupted, then print how to continue the current game."""
    from mouseboard.web.opening import page

    async with page(where(args), listening, journal, args.lang, _complain, new_evening=args.new_evening) as opened:
        evening = opened.stage.evening
        announce(opened, args)
        telling = asyncio.create_task(_tell_changes(opened, args), name="invitations")
        try:
            if plan is None:
                _wish(opened.stage, args)
            elif not args.game:
                evening.go_on(plan)
            else:
                await evening.begin(plan.ready, names_people=evening.roster.is_new)
            await asyncio.Future()
        finally:
            telling.cancel()
            await evening.close(goes_on=interrupts.is_of_system())
            if (number := evening.number) is not None:
                again = f"{me(args)} log resume {number}"
                _complain(say(INTERRUPTED, command=again))


def _wish(stage: Stage, args: argparse.Namespace) -> None:
    """Have the lobby wish for the table and the quiet that the command line names."""
    from mouseboard.evening.wish import WishChange

    assert stage.evening.wish
    table = None if args.table == SIMULATED else args.table
    stage.evening.wish.change(WishChange(table=table, quiet=args.quiet or None))
    stage.reseat()


def _complain(why: Say) -> None:
    complain(refusal(speak(why)))


def announce(page: Page, args: argparse.Namespace) -> None:
    """Print where the page is, and open it in the browser with `--open`."""
    from mouseboard.serving.addresses import qr_lines

    print(f"page: {page.url}", flush=True)
    invitations = page.invitations()
    if page.reach.is_open and not args.phones:
        tell(translate(say("Everybody in your network can reach the page, as with --phones."), args.lang))
    if invitations or args.phones or args.host:
        tell(_invitation(page, invitations, args.lang))
    if invitations:
        print(f"\n{qr_lines(invitations[0])}", flush=True)
    if args.open:
        webbrowser.open(page.url)


def _invitation(page: Page, invitations: list[str], language: str) -> str:
    """Return one line: where phones find the page, or why they cannot."""
    if not invitations:
        return translate(page.reach.why_not(), language)
    return translate(say("phones: {address}", address=alternatives(invitations)), language)


async def _tell_changes(page: Page, args: argparse.Namespace) -> None:
    """Print where phones find the page whenever that changes: Wi-Fi may come late, and its address may change."""
    told = page.invitations()
    while True:
        await asyncio.sleep(LOOK_AGAIN_S)
        with suppress(OSError):  # looking fails while too many files are open
            if told != (told := page.invitations()):
                tell(_invitation(page, told, args.lang))


def _plan(
    game: Game | None, seated: Seated | None, journal: Journal, events: str, write: Write, args: argparse.Namespace
) -> Plan | None:
    """Return the game to begin with: one whose process was killed, unless another is named; or else the named one.

    A game that was begun on the page goes on at its table, unless another is named; `auto` names none.
    """
    from mouseboard.evening.beginning import is_alike, last_choice, taken_up

    match = _cut_off(journal, game)
    wish = last_choice(journal.path)
    if match and game is None and wish and is_alike(wish, match.game):
        table = wish.table if args.table in (SIMULATED, AUTO) else args.table
        wish = replace(wish, quiet=wish.quiet or args.quiet)
        return dataclasses.replace(taken_up(match, table, wish), write=write)
    if match is None:
        if game is None or seated is None:
            return None
        seed = secrets.randbelow(2**31) if args.seed is None else args.seed
        match = Match.begin(journal, game, seed, seated)
    seated = match.seated or seated or seat(match.game, args)
    return Plan(match, seated, TableChoice(args.table, args.quiet, events), write=write)


def _cut_off(journal: Journal, game: Game | None) -> Match | None:
    """Return the match that a killed process was at, even after its end, if it fits `game` or that is None."""
    number = journal.cut_off()
    if number is None:
        return None
    try:
        match = Match.resume(journal, number, even_over=True)
    except Damaged as damage:
        _complain(damage.said)
        return None
    except StoreError:
        return None
    if game is None or _is_same(match.game, game):
        return match
    match.writer.close()
    return None


def _is_same(game: Game, named: Game) -> bool:
    """Return whether a game is the named one, whoever begins: after "Again!" that is another seat."""
    first = {FIRST: named.settings[FIRST]} if FIRST in named.settings else {}
    return (game.name, game.players, game.settings | first) == (named.name, named.players, named.settings)
