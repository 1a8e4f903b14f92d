"""One game of a campaign. Its recipe decides everything, and a judge compares it with the truth."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random

import msgspec
from tests.campaign.findings import Findings
from tests.campaign.judge import DeadEnd, Judge
from tests.campaign.moving import TEMPERS, Mover
from tests.campaign.people import People
from tests.campaign.strange_hands import StrangeMover

from mouseboard import rules
from mouseboard.actors.table import table_for_game
from mouseboard.match import Match, Observer, Running
from mouseboard.referee.inbox import Inbox
from mouseboard.referee.seating import Seating, think_here
from mouseboard.referee.situation import Situation
from mouseboard.rules import Game
from mouseboard.sim.clock import run_virtual
from mouseboard.sim.magnets import WEAK, Rating
from mouseboard.sim.table import SimulatedTable
from mouseboard.store import ActionRecord, Journal, StoreError

LONGEST = 7200.0
"""Seconds of the table's time after which a game is abandoned."""

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

HANDS = {"usual": Mover, "strange": StrangeMover}

LATE = 300.0
"""Latest start of the fault, in seconds."""
GOOD, OUT = (1.0, 30.0), (0.2, 8.0)
"""Seconds for which a loose contact works, and is out: least and most."""


class Recipe(msgspec.Struct, frozen=True):
    """Everything that decides a game."""

    seed: int
    game: str
    players: int
    temper: str
    broken: str | None = None
    cut: str | None = None
    hands: str = "usual"

    def __str__(self) -> str:
        faults = (("broken", self.broken), ("cut", self.cut), ("hands", self.hands))
        also = "".join(f" --{name} {what}" for name, what in faults if what not in (None, "usual"))
        return f"--only {self.seed} --game {self.game} --players {self.players} --temper {self.temper}{also}"


class Host:
    """Plays a match. After a kill it resumes the match from the journal."""

    def __init__(self, match: Match, table: SimulatedTable, judge: Judge, observer: Observer, inbox: Inbox) -> None:
        self._match = match
        self._judge = judge
        self._table = table
        self._observer = observer
        self._inbox = inbox
        self._killed = asyncio.Event()

    def kill(self) -> None:
        """End the running match at once. `play` resumes it after a while."""
        self._killed.set()

    async def play(self) -> None:
        """Play to the end of the game, through every kill."""
        while True:
            with self._match.writer:
                playing = asyncio.create_task(self._play())
                killed = asyncio.create_task(self._killed.wait())
                await asyncio.wait((playing, killed), return_when=asyncio.FIRST_COMPLETED)
                killed.cancel()
                if playing.done():
                    return playing.result()
                playing.cancel()
                with suppress(asyncio.CancelledError):
                    await playing
                self._judge.forget()
            await asyncio.sleep(CUT[0])
            self._killed.clear()
            while await self._inbox.get(0):
                pass
            with suppress(StoreError):
                self._match = Match.resume(self._match.writer.journal, self._match.writer.game)
                continue
            return None  # the game was over already: the kill came while the winner's lamp was lit

    async def _play(self) -> None:
        players = self._match.game.players
        seating = Seating((None,) * players, frozenset(range(players)), think_here)
        await Running(self._match, seating, self._observer, inbox=self._inbox).play(self._table.cable)


def recipe(
    seed: int,
    game: str | None,
    players: int | None,
    temper: str | None,
    broken: str | None,
    cut: str | None = None,
    hands: str = "usual",
) -> Recipe:
    """Return the recipe of this seed. Game, players and temper that are None depend on the seed."""
    rng = Random(f"{seed}/recipe")
    games = rules.games()
    named = game or sorted(games)[seed // 3 % len(games)]
    seats = players or rng.choice(games[named].seat_counts)
    return Recipe(seed, named, seats, temper or sorted(TEMPERS)[seed % 3], broken, cut, hands)


def run(what: Recipe, trace: bool = False) -> Findings:
    """Play one game in virtual time, and return what the judge found. `trace` prints each event."""
    game = rules.load(what.game, what.players)
    with tempfile.TemporaryDirectory() as folder, Journal.open(Path(folder) / "journal.db") as journal:
        return run_virtual(_game(Match.begin(journal, game, what.seed), what, trace))


async def _game(match: Match, what: Recipe, trace: bool) -> Findings:
    def note(line: str) -> None:
        if trace:
            print(f"{asyncio.get_running_loop().time():9.3f} {line}")

    async with table_for_game(match.game, match.seed) as table:
        inbox = Inbox()
        people = People(table, match.game, TEMPERS[what.temper], what.seed, inbox, note, HANDS[what.hands])
        judge = Judge(table, match.game.pieces, match.game.layout, people.mover.acts, people, note)
        inbox.listen(judge.hear)
        breaking = asyncio.create_task(_break(table, judge, match.game, what, note))

        def show(situation: Situation) -> None:
            judge.show(situation)
            people.see(situation)

        def played(record: ActionRecord) -> None:
            judge.played(record, people.shows(record))

        host = Host(match, table, judge, Observer(show, played), inbox)
        playing = asyncio.create_task(host.play())
        cutting = asyncio.create_task(_cut(table, host, what, note))
        around = [asyncio.create_task(people.play()), asyncio.create_task(judge.watch())]
        try:
            async with asyncio.timeout(LONGEST):
                await asyncio.wait([playing, *around], return_when=asyncio.FIRST_COMPLETED)
        except TimeoutError:
            judge.found.counts["left"] += 1
        judge.end()
        for task in around:
            if task.done():
                with suppress(DeadEnd):
                    task.result()
        if playing.done():
            playing.result()
            judge.found.counts["ended"] += 1
        for task in (playing, *around, breaking, cutting):
            task.cancel()
        judge.found.counts["games"] = 1
        return judge.found


async def _break(table: SimulatedTable, judge: Judge, game: Game, what: Recipe, note: Callable[[str], None]) -> None:
    """Break one reed or magnet, at the start or some time later."""
    rng = Random(f"{what.seed}/broken")
    reed = rng.choice([sensor for place in game.layout.place for sensor in place.sensors])
    place = next(place.name for place in game.layout.place if reed in place.sensors)
    piece = rng.choice(game.pieces)
    if what.broken is None:
        return
    await asyncio.sleep(rng.choice((0.0, rng.uniform(0.0, LATE))))
    if what.broken == "weak":
        note(f"the magnet of {piece} is weak")
        judge.expect_fault(piece)
        table.world.set_magnet(piece, WEAK)
        return
    note(f"the reed under {place} is {what.broken}")
    judge.expect_fault(place)
    if what.broken == "aside":
        right = table.world.sensors[reed]
        table.world.sensors[reed] = right._replace(x=right.x + ASIDE)
        return
    if what.broken == "deaf":
        table.world.ratings[reed] = DEAF
        return
    while what.broken == "loose":
        table.world.reeds[reed].force(False)
        await asyncio.sleep(rng.uniform(*OUT))
        table.world.reeds[reed].force(None)
        await asyncio.sleep(rng.uniform(*GOOD))
    table.world.reeds[reed].force(what.broken == "stuck")


async def _cut(table: SimulatedTable, host: Host, what: Recipe, note: Callable[[str], None]) -> None:
    """Cut the cable, the power or the host now and then, whatever hands are doing."""
    rng = Random(f"{what.seed}/cuts")
    while what.cut:
        await asyncio.sleep(rng.uniform(*BETWEEN_CUTS))
        note(f"--- {what.cut}")
        match what.cut:
            case "cable":
                table.cable.unplug()
                await asyncio.sleep(rng.uniform(*CUT))
                table.cable.replug()
            case "reset":
                table.power_cut()
                await asyncio.sleep(rng.uniform(*CUT))
                table.power_on()
            case "kill":
                host.kill()
        note("--- again")
