"""What breaks at a table during a game: reeds, magnets, the cable, the power, the host."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from random import Random

from tests.campaign.host import Host
from tests.campaign.judge import Judge

from mouseboard.rules import Game
from mouseboard.sim.magnets import STRONG, WEAK, Rating
from mouseboard.sim.table import SimulatedTable

BROKEN = ("stuck", "dead", "loose", "aside", "deaf", "weak")
"""A reed that stays closed, stays open, drops out now and then, is off-centre or insensitive; or a weak magnet."""
ASIDE = 12.5
"""Distance of an off-centre reed from the middle of its place, in mm. It feels only some of the mice there."""
DEAF = Rating(60.0, 30.0)
"""An insensitive reed. It feels a mouse only within 6 mm of its middle, which hands miss about once in eight times."""
CUTS = ("cable", "reset", "kill")
"""Now and then the cable is pulled, the table loses its power, or the host is killed and restarted."""
BETWEEN_CUTS, CUT = (2.0, 60.0), (0.1, 6.0)
"""Seconds between two cuts, and seconds that a cut lasts: least and most."""

LATE = 300.0
"""Latest start of the fault, in seconds."""
GOOD, OUT = (1.0, 30.0), (0.2, 8.0)
"""Seconds for which a loose contact works, and is out: least and most."""


async def break_later(how: str, table: SimulatedTable, game: Game, judge: Judge, rng: Random) -> None:
    """Break one reed or magnet, at the start or some time later."""
    reed, piece = draw(game, rng)
    await asyncio.sleep(rng.choice((0.0, rng.uniform(0.0, LATE))))
    break_something(how, reed, piece, table, game, judge, rng)


def draw(game: Game, rng: Random) -> tuple[int, str]:
    """Return a reed and a piece, one of which is to break."""
    return rng.choice([sensor for place in game.layout.place for sensor in place.sensors]), rng.choice(game.pieces)


def break_something(
    how: str, reed: int, piece: str, table: SimulatedTable, game: Game, judge: Judge, rng: Random
) -> Callable[[], None]:
    """Break this reed or the magnet of this piece. Return what mends it."""
    place = next(place.name for place in game.layout.place if reed in place.sensors)
    judge.report.note(f"{piece if how == 'weak' else f'the reed under {place}'} is {how}")
    judge.expect_fault(piece if how == "weak" else place)
    right, rating, contact = table.world.sensors[reed], table.world.ratings[reed], table.world.reeds[reed]
    loose: asyncio.Task[None] | None = None
    match how:
        case "weak":
            judge.board.acts.note(f"weak magnet {piece}")
            table.world.set_magnet(piece, WEAK)
        case "aside":
            table.world.sensors[reed] = right._replace(x=right.x + ASIDE)
        case "deaf":
            table.world.ratings[reed] = DEAF
        case "loose":
            loose = asyncio.create_task(_work_loose(table, reed, rng))
        case "stuck" | "dead":
            judge.board.acts.note(f"{how} reed {reed}")
            contact.force(how == "stuck")

    def mend() -> None:
        if loose:
            loose.cancel()
        if how == "weak":
            judge.board.acts.note(f"good magnet {piece}")
            table.world.set_magnet(piece, STRONG)
        table.world.sensors[reed], table.world.ratings[reed] = right, rating
        judge.board.acts.note(f"good reed {reed}")
        contact.force(None)

    return mend


async def _work_loose(table: SimulatedTable, reed: int, rng: Random) -> None:
    while True:
        table.world.reeds[reed].force(False)
        await asyncio.sleep(rng.uniform(*OUT))
        table.world.reeds[reed].force(None)
        await asyncio.sleep(rng.uniform(*GOOD))


async def cut_now_and_then(how: str, table: SimulatedTable, host: Host, judge: Judge, rng: Random) -> None:
    """Cut the cable, the power or the host now and then, whatever hands are doing."""
    acts = judge.board.acts
    while True:
        await asyncio.sleep(rng.uniform(*BETWEEN_CUTS))
        match how:
            case "cable":
                acts.note("unplug")
                table.cable.unplug()
                await asyncio.sleep(rng.uniform(*CUT))
                acts.note("replug")
                table.cable.replug()
            case "reset":
                acts.note("power cut")
                table.power_cut()
                await asyncio.sleep(rng.uniform(*CUT))
                acts.note("power on")
                table.power_on()
            case "kill":
                acts.note("restart host")
                host.kill()
