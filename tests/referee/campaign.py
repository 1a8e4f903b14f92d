"""Many games by people of every temper, and what went wrong in them, measured against the truth of the simulation.

python -m tests.referee.campaign --games 100            one table
python -m tests.referee.campaign --only 17 --trace      one game, told
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from multiprocessing import Pool
from pathlib import Path
from random import Random

import msgspec
from tests.referee.findings import Bad, Findings
from tests.referee.judge import Judge, Stuck
from tests.referee.strange_hands import StrangeMover

from mouseboard import rules
from mouseboard.actors.moving import TEMPERS, Mover
from mouseboard.actors.people import People
from mouseboard.actors.table import table_for_game
from mouseboard.match import Match, Observer, Running
from mouseboard.referee.inbox import Inbox
from mouseboard.referee.seating import Seating, think_here
from mouseboard.referee.situation import Answer, Situation
from mouseboard.rules import Game
from mouseboard.sim.clock import Deadlock, run_virtual
from mouseboard.sim.magnets import WEAK, Rating
from mouseboard.sim.table import SimulatedTable
from mouseboard.store import Journal, StoreError
from mouseboard.table import PlaceChanged

LONGEST = 7200.0
"""Seconds of the table's time after which a game is left."""

BROKEN = ("stuck", "dead", "loose", "aside", "deaf", "weak")
"""A reed that stays closed, stays open, drops out now and then, lies too far aside or wants too much; a weak magnet."""
ASIDE = 12.5
"""Millimetres off the middle of its place where a reed feels some of the mice that are put there, and others not."""
DEAF = Rating(60.0, 30.0)
"""Of a reed that feels a mouse only within 6 mm of its middle: hands miss that about once in eight times."""
CUTS = ("cable", "reset", "kill")
"""The cable is pulled, the table loses its power, or the host is killed and started again: every now and then."""
BETWEEN_CUTS, CUT = (2.0, 60.0), (0.1, 6.0)
"""Seconds, least and most, between two of them, and for which each lasts."""

HANDS = {"usual": Mover, "strange": StrangeMover}

LATE = 300.0
"""Seconds after which it has broken, at the latest."""
GOOD, OUT = (1.0, 30.0), (0.2, 8.0)
"""Seconds, least and most, for which a loose contact is good and out."""


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
    """Plays a match; when it is killed, it begins again with what the journal knows."""

    def __init__(self, match: Match, table: SimulatedTable, judge: Judge, observer: Observer, inbox: Inbox) -> None:
        self._match = match
        self._judge = judge
        self._table = table
        self._observer = observer
        self._inbox = inbox
        self._killed = asyncio.Event()

    def kill(self) -> None:
        """It ends at once; `play` goes on after a while."""
        self._killed.set()

    async def play(self) -> None:
        """To the end of the game."""
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
            return None  # it was over: it was killed while the winner's lamp was lit

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
    """What this seed plays; what is not given is drawn."""
    rng = Random(f"{seed}/recipe")
    games = rules.games()
    named = game or sorted(games)[seed // 3 % len(games)]
    seats = players or rng.choice(games[named].seat_counts)
    return Recipe(seed, named, seats, temper or sorted(TEMPERS)[seed % 3], broken, cut, hands)


def run(what: Recipe, trace: bool = False) -> Findings:
    """One game in virtual time."""
    game = rules.load(what.game, what.players)
    with tempfile.TemporaryDirectory() as folder, Journal.open(Path(folder) / "journal.db") as journal:
        return run_virtual(_game(Match.begin(journal, game, what.seed), what, trace))


async def _game(match: Match, what: Recipe, trace: bool) -> Findings:
    def note(line: str) -> None:
        if trace:
            print(f"{asyncio.get_running_loop().time():9.3f} {line}")

    async with table_for_game(match.game, match.seed) as table:
        def hear(answer: Answer) -> None:
            if isinstance(answer, PlaceChanged):
                note(f"  feels {answer.place} {'+' if answer.occupied else '-'}")

        inbox = Inbox()
        inbox.listen(hear)
        people = People(table, match.game, TEMPERS[what.temper], what.seed, inbox, note, HANDS[what.hands])
        judge = Judge(table, people, match.game.layout, note)
        breaking = asyncio.create_task(_break(table, judge, match.game, what, note))

        def show(situation: Situation) -> None:
            judge.show(situation)
            people.see(situation)

        host = Host(match, table, judge, Observer(show, judge.played), inbox)
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
                with suppress(Stuck):
                    task.result()
        if playing.done():
            playing.result()
            judge.found.counts["ended"] += 1
        for task in (playing, *around, breaking, cutting):
            task.cancel()
        judge.found.counts["games"] = 1
        return judge.found


async def _break(table: SimulatedTable, judge: Judge, game: Game, what: Recipe, note: Callable[[str], None]) -> None:
    """One reed or magnet is bad, from the start or from some time on."""
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
    """Whatever hands are doing."""
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


# Many games

ROWS = (
    "games", "ended", "stuck", "left", "died",
    "moves", "unfelt moves", "decided by hand",
    "silent: exchanged", "silent: doubted", "silent: obeyed", "silent: no contact", "silent: other",
    "false move", "false move: no contact", "own wrong move left", "amended",
    "taken back unmeant", "takebacks meant", "taken back by a legal move",
    "fault showed", "fault named", "not named", "visits", "asked", "asked again", "named wrongly",
    "stops: mend", "stops: which", "stops: move", "needless", "hands at it", "flicker", "mended", "obeyed in vain",
)  # fmt: skip


SPANS = {
    "felt": "touch to acceptance",
    "join": "joins",
    "bystander": "bystander still until said",
    "instead": "taken instead until said",
    "mover": "mover still until said",
}


def _run_safely(what: Recipe) -> tuple[Recipe, Findings]:
    try:
        return what, run(what)
    except (Exception, Deadlock) as error:
        found = Findings()
        found.counts.update(games=1, died=1)
        found.bad.append(Bad(0.0, "died", repr(error)))
        return what, found


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.referee.campaign", description=__doc__)
    parser.add_argument("--games", type=int, default=90)
    parser.add_argument("--seed", type=int, default=0, help="of the first game; the next one has the next")
    parser.add_argument("--temper", choices=sorted(TEMPERS))
    parser.add_argument("--game", choices=sorted(rules.games()))
    parser.add_argument("--players", type=int)
    parser.add_argument("--broken", choices=BROKEN)
    parser.add_argument("--cut", choices=CUTS)
    parser.add_argument("--hands", choices=sorted(HANDS), default="usual")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", type=int, metavar="SEED", help="this game alone")
    parser.add_argument("--trace", action="store_true", help="tell it")
    options = parser.parse_args()
    fixed = ("game", "players", "temper", "broken", "cut", "hands")
    given = {name: getattr(options, name) for name in fixed}

    def make(seed: int) -> Recipe:
        return recipe(seed, **given)

    if options.only is not None:
        found = run(make(options.only), options.trace)
        _print_table({options.temper or "it": [found]})
        _print_bad([(make(options.only), found)])
        return 0
    began = time.monotonic()
    with Pool(options.jobs) as pool:
        results = list(
            pool.imap(_run_safely, map(make, range(options.seed, options.seed + options.games)), chunksize=2)
        )
    _print_bad(results)
    by_temper = {name: [found for what, found in results if what.temper == name] for name in TEMPERS}
    _print_table({name: found for name, found in by_temper.items() if found})
    print(f"{options.games} games in {time.monotonic() - began:.0f} s", file=sys.stderr)
    return 0


def _print_bad(results: Iterable[tuple[Recipe, Findings]]) -> None:
    for what, found in results:
        for bad in found.bad:
            print(f"{bad.kind:20} {bad.time:8.1f} s  {what}  {bad.what}")


def _print_table(columns: dict[str, list[Findings]]) -> None:
    print(f"{'':30}" + "".join(f"{name:>12}" for name in columns))
    counts = {name: {row: sum(found.counts[row] for found in all_) for row in ROWS} for name, all_ in columns.items()}
    for row in ROWS:
        print(f"{row:30}" + "".join(f"{counts[name][row]:12}" for name in columns))
    share = {n: 100 * (1 - c["moves stopped"] / max(1, c["moves"])) for n, c in _with_stops(columns, counts).items()}
    print(f"{'moves without a stop %':30}" + "".join(f"{share[name]:12.1f}" for name in columns))
    for kind, title in SPANS.items():
        print(f"{f'{title} ms':30}" + "".join(f"{_spread(all_, kind):>12}" for all_ in columns.values()))


def _with_stops(columns: dict[str, list[Findings]], counts: dict[str, dict[str, int]]) -> dict[str, dict[str, int]]:
    return {
        name: counts[name] | {"moves stopped": sum(found.counts["moves stopped"] for found in all_)}
        for name, all_ in columns.items()
    }


def _spread(all_: list[Findings], kind: str) -> str:
    seconds = sorted(second for found in all_ for second in found.seconds[kind])
    if not seconds:
        return "-"
    return f"{1000 * statistics.median(seconds):.0f} ({1000 * seconds[int(0.95 * len(seconds))]:.0f})"


if __name__ == "__main__":
    sys.exit(main())
