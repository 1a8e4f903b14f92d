"""A simulated person who does what the doctor asks: moves mice by hand, and looks at lamps.

The person knows the printed layout but none of the table's faults, and answers what was done or seen. The model
includes the time this takes, and the patience after which the person reports that nothing happens.
"""

from __future__ import annotations

import asyncio
import math
from collections import Counter
from collections.abc import Awaitable, Callable
from random import Random

from mouseboard.doctor.lamps import STEP_S
from mouseboard.doctor.revision import LATEST
from mouseboard.doctor.sensors import to_visit
from mouseboard.doctor.servo import HIGHEST_US, LOWEST_US
from mouseboard.doctor.talk import Question
from mouseboard.layouts import Layout
from mouseboard.say import Say, say
from mouseboard.sim.look import colour
from mouseboard.sim.magnets import Point
from mouseboard.sim.table import NEAR_MM, SimulatedTable
from mouseboard.trap import course

REACTION_S = 0.4
"""Seconds to read a question, or to see an effect."""
PATIENCE_S = 1.0
"""Seconds after which the person says that a task is done, although the table has not reacted."""
LOOK_S = 0.05
"""Seconds between two looks at the lamps."""
TURNED_DEG = 150.0
"""Degrees at which this person considers the crank fully turned."""


class Technician:
    """A stand-in for the terminal that also acts. `hear` gets everything the doctor says, and each answer."""

    def __init__(
        self,
        table: SimulatedTable,
        layout: Layout,
        hear: Callable[[Say], None] = lambda _: None,
        freely: Random | None = None,
        turn_ms: str = "",
    ) -> None:
        """Use the true `layout`. With `freely`, walk in random order. `turn_ms` is the time wanted for a crank turn."""
        self._table = table
        self._hands = table.hands
        self._layout = layout
        self._hear = hear
        self._mice = list(table.world.pieces)
        self._way = [place.name for place in to_visit(layout.stands)] if freely else []
        if freely:
            freely.shuffle(self._way)
        self._standing = ""
        self._turn_ms = turn_ms
        self._answers: dict[str, Callable[[str], Awaitable[str]]] = {
            "size": self._agree,
            "restart": lambda _: self._restart(),
            "revision": self._read_boards,
            "cable": lambda _: self._plug_in(),
            "press": lambda button: self._done(self._hands.press(button)),
            "press stop": lambda _: self._stop(pressed=True),
            "release stop": lambda _: self._stop(pressed=False),
            "cage up": lambda _: self._done(self._hands.set_trap()),
            "cage down": lambda _: self._done(self._hands.drop_cage()),
            "clear": lambda _: self._clear(),
            "another mouse": lambda _: self._take_another(),
            "walk": self._choose_walk,
            "put": self._put,
            "where": self._tell_where,
            "go": self._go,
            "move about": self._move_about,
            "colour": self._name_colour,
            "dark": self._name_dark,
            "run": self._watch_run,
            "lit": self._name_lit,
            "move": self._agree,
            "turn": self._agree,
            "rest": self._lead_to_rest,
            "end": self._lead_to_end,
            "fell": self._see_cage,
            "started": self._see_marble,
            "time": self._judge_time,
        }

    def tell(self, text: Say) -> None:
        self._hear(text)

    async def ask(self, question: Question) -> str:
        self._hear(question.text)
        await asyncio.sleep(REACTION_S)
        answer = await self._answers[question.task](question.subject)
        self._hear(say("> {answer}", answer=answer))
        return answer

    # Hands

    async def _restart(self) -> str:
        self._table.power_cut()
        await asyncio.sleep(PATIENCE_S)
        self._table.power_on()
        return await self._wait()

    async def _plug_in(self) -> str:
        await asyncio.sleep(PATIENCE_S)
        self._table.cable.replug()
        self._table.power_on()
        return await self._wait()

    async def _stop(self, pressed: bool) -> str:
        self._table.world.switches["rail"].move(not pressed)
        return await self._wait()

    async def _clear(self) -> str:
        world = self._table.world
        for piece in self._mice:
            if world.where(piece) != world.beside[piece] and self._place_of(piece):
                await self._hands.remove(piece)
        return ""

    async def _take_another(self) -> str:
        await self._clear()
        self._mice.append(self._mice.pop(0))
        return ""

    async def _put(self, place: str) -> str:
        return await self._done(self._hands.put(self._mice[0], self._table.place(place)))

    async def _move_about(self, place: str) -> str:
        """Move over the reeds under a long place."""
        for sensor in self._layout.by_name[place].sensors:
            x, y, _ = self._table.world.sensors[sensor]
            await self._hands.slide(self._mice[0], Point(x, y))
        return await self._wait()

    async def _done(self, deed: Awaitable[None]) -> str:
        await deed
        return await self._wait()

    async def _wait(self) -> str:
        """Check whether the table has noticed; if so, the doctor no longer waits for this answer."""
        await asyncio.sleep(PATIENCE_S)
        return ""

    # Walking with a mouse

    async def _choose_walk(self, _: str) -> str:
        return "free" if self._way else ""

    async def _go(self, _: str) -> str:
        """Go on to the next place. If the mouse's place is not green, name it instead, once."""
        if not self._standing or self._lamp(self._standing) == "green":
            if not self._way:
                return ""
            self._standing = self._way.pop()
            await self._put(self._standing)
        named, self._standing = self._standing, ""
        return named

    async def _tell_where(self, meant: str) -> str:
        standing = self._place_of(self._mice[0])
        return "" if standing == meant else standing or "no"

    def _place_of(self, piece: str) -> str:
        """Return the place that the mouse is on, or ""."""
        where = self._table.world.where(piece)
        near = ((math.dist(where, self._table.place(name)), name) for name in self._table.places)
        distance, name = min(near)
        return name if distance < NEAR_MM else ""

    # Eyes

    def _lamp(self, place: str) -> str:
        """Return the colour of a place's lamps; dark ones do not count if another is lit."""
        colours = [colour(self._table.lamp(lamp)) for lamp in self._layout.by_name[place].lamps]
        return next((shown for shown in colours if shown != "dark"), "dark")

    def _lamps(self) -> dict[str, str]:
        return {place.name: self._lamp(place.name) for place in self._layout.stands if place.lamps}

    async def _read_boards(self, _: str) -> str:
        return str(LATEST)

    async def _name_colour(self, shown: str) -> str:
        ((most, _),) = Counter(self._lamps().values()).most_common(1)
        return "" if most == shown else most

    async def _name_dark(self, _: str) -> str:
        shown = self._lamps()
        dark = [name for name, named in shown.items() if named == "dark"]
        return "all" if len(dark) == len(shown) else " ".join(dark)

    async def _name_lit(self, meant: str) -> str:
        lit = [name for name, named in self._lamps().items() if named != "dark"]
        return "" if lit == [meant] else lit[0]

    async def _watch_run(self, _: str) -> str:
        """Follow the light for a round: the places that are ever lit must be lit in the order they are printed."""
        order = [place.name for place in self._layout.stands if place.lamps]
        shown: list[str] = []
        for _look in range(round(len(order) * STEP_S / LOOK_S)):
            shown += [name for name, named in self._lamps().items() if named != "dark" and name not in shown]
            await asyncio.sleep(LOOK_S)
        start = shown.index(min(shown, key=order.index))
        return "" if shown[start:] + shown[:start] == sorted(shown, key=order.index) else "no"

    # The crank

    async def _agree(self, _: str) -> str:
        return "yes"

    async def _lead_to_rest(self, us: str) -> str:
        return self._lead(us, self._table.trap.angle - course().crank.engages, "--")

    async def _lead_to_end(self, us: str) -> str:
        return self._lead(us, TURNED_DEG - self._table.trap.angle, "++")

    def _lead(self, us: str, missing: float, nudge: str) -> str:
        """Return `nudge` while degrees are missing to the goal, else ""; "no" near the end of a servo's range."""
        if missing <= 0:
            return ""
        return nudge if LOWEST_US + 100 <= int(us) <= HIGHEST_US - 100 else "no"

    async def _see_cage(self, _: str) -> str:
        return "yes" if self._table.trap.stage == "caught" else "no"

    async def _see_marble(self, _: str) -> str:
        return "no" if self._table.trap.stage == "set" else "yes"

    async def _judge_time(self, present: str) -> str:
        return "" if self._turn_ms == present else self._turn_ms
