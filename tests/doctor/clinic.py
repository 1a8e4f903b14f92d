"""A small table with planted faults, a simulated person at it, and the doctor's findings."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass, field
from random import Random

from mouseboard.actors.table import table_for_layout
from mouseboard.actors.technician import Technician
from mouseboard.doctor import PARTS, Report
from mouseboard.doctor.bench import Bench
from mouseboard.doctor.examination import Examination
from mouseboard.doctor.report import make_report
from mouseboard.layouts import Layout, Place, check
from mouseboard.link import Link
from mouseboard.sim.clock import run_virtual
from mouseboard.sim.runner import Runner
from mouseboard.sim.table import PIECES, SimulatedTable
from mouseboard.table import Table

COLUMNS, ROWS = 4, 3
COUNT = COLUMNS * ROWS


def small_layout(spare: int = 0) -> Layout:
    """Return twelve places over inputs 0 to 11. Lamps count from the other end; `spare` inputs lie under no place."""
    places = tuple(
        Place(
            name=f"p{number}",
            at=(20.0 + 40 * (number % COLUMNS), 20.0 + 40 * (number // COLUMNS)),
            sensors=(number,),
            lamps=(COUNT - 1 - number,),
        )
        for number in range(COUNT)
    )
    size = (40.0 * COLUMNS, 40.0 * ROWS)
    layout = Layout("", "small board", "for tests", size, COUNT + spare, COUNT, places)
    check(layout)
    return layout


@dataclass
class Case:
    """A real table and the way to examine it. `seen` collects every frame on the line."""

    scenario: str = ""
    parts: tuple[str, ...] = tuple(PARTS)
    layout: Layout = field(default_factory=small_layout)
    named: Layout | None = None
    """The layout that the doctor gets, if it is the wrong one."""
    freely: bool = False
    turn_ms: str = "3000"
    settings: Mapping[str, int] = field(default_factory=dict)
    """Settings that the board keeps from earlier."""
    revision: int | None = None
    """The boards' revision that the doctor is told."""
    prepare: Callable[[SimulatedTable], None] | None = None
    """Plants faults that a scenario cannot express."""
    meanwhile: Callable[[SimulatedTable], Coroutine[None, None, None]] | None = None
    """Events at the table during the examination."""
    person: type[Technician] = Technician
    seed: object = 1
    seen: list[str] = field(default_factory=list)
    heard: list[tuple[float, str]] = field(default_factory=list)
    """Everything that the doctor said, with seconds since the examination began."""
    took: float = 0.0

    def report(self) -> Report:
        return run_virtual(self._examine())

    async def _examine(self) -> Report:
        named = self.named or self.layout
        async with table_for_layout(self.layout, PIECES, self.seed, chance=1) as table:
            if self.prepare:
                self.prepare(table)
            await Runner(table).run(self.scenario)
            async with Link(table.cable, lambda way, text: self.seen.append(f"{way} {text}")) as link:
                for name, value in self.settings.items():
                    await link.set_setting(name, value)
                if "chain" in self.settings:  # takes effect at the next start
                    await Runner(table).run("power cut\nwait 1 s\npower on\nwait 1 s")
                now = asyncio.get_running_loop().time
                began = now()
                person = self.person(
                    table,
                    self.layout,
                    lambda said: self.heard.append((now() - began, str(said))),
                    freely=self._way(),
                    turn_ms=self.turn_ms,
                )
                examination = Examination(Bench(Table(link, named), person, "test", revision=self.revision), self.parts)
                meanwhile = asyncio.create_task(self.meanwhile(table)) if self.meanwhile else None
                await examination.run()
                self.took = now() - began
                if meanwhile:
                    await meanwhile
                await asyncio.sleep(3)
                assert table.servo_us == 0
                assert link.info
                return make_report("now", link.info, named, examination.observations)

    def _way(self) -> Random | None:
        return Random(3) if self.freely else None


def found(report: Report) -> list[str]:
    """Return the findings as sorted `part kind where`."""
    return sorted(" ".join((one.part, one.kind, *sorted(one.where.values()))) for one in report.findings)
