"""The servo: rest and end of the crank found by jogging, then one turn as in a game with the supply watched.

Nothing moves before a person has said yes in words, and the table itself refuses without power on the rail.
"""

from __future__ import annotations

import asyncio
from collections import deque
from contextlib import suppress

from mouseboard.doctor.bench import Bench, step
from mouseboard.doctor.observations import Servo
from mouseboard.doctor.talk import Question
from mouseboard.link import Power, Refused, TableRestarted
from mouseboard.say import say

LOWEST_US, HIGHEST_US = 500, 2500
RANGE_US = range(LOWEST_US, HIGHEST_US + 1)
"""The range that the firmware accepts (crank.py)."""
NUDGES = {"+": 20, "-": -20, "++": 100, "--": -100}
"""Microseconds; 20 are about two and a half degrees."""
STRIDE_US = 25
"""The crank moves to a position in steps of this many microseconds, at the pace of a turn."""
TURN_MS = range(200, 6001)
WATCH_S = 0.05
"""Seconds between looks at the supply, and between steps of the crank."""
LASTS_S = 0.25
"""Seconds for which a current must flow to count."""
SETTINGS = ("servo_rest", "servo_end", "turn_classic")
"""The settings that are calibrated."""
FIRST_REST_US = 1500
"""Where a crank begins whose ends are not set: the middle of its range is the farthest from both stops."""
RESULTS = {"caught": "The table felt the cage fall.", "missed": "The table did not feel the cage fall."}
"""The table's results of a turn, in words."""
FAREWELL_S = 1.0
"""Seconds for the request to let the crank go."""


async def examine_servo(bench: Bench) -> Servo | None:
    """Calibrate and try the crank. Return None if the person does not want it to move."""
    return await _calibrate_and_try(bench, await _settings(bench))


@step
async def _settings(bench: Bench) -> dict[str, int]:
    return {name: await bench.table.service.setting(name) for name in SETTINGS}


@step
async def _calibrate_and_try(bench: Bench, before: dict[str, int]) -> Servo | None:
    """Calibrate and try the crank as a single step, so that after the table was away nothing moves without another yes.

    `before` are the settings at the start of the examination.
    """
    if not await bench.agrees(
        "move", say("The crank will move now. Are fingers, marbles and the cage out of its way?")
    ):
        return None
    crank = _Crank(bench, {name: await bench.table.service.setting(name) for name in SETTINGS})
    refused = ""
    try:
        await crank.come_to_rest()
        await crank.calibrate()
        await crank.try_turns()
    except Refused as error:
        refused = error.reason
    except _Stays:
        refused = "stays"
    finally:
        await crank.let_go()
    changed = tuple(name for name, value in crank.settings.items() if value != before[name])
    rest, end, turn = crank.settings.values()
    meter = crank.meter
    return Servo(
        rest, end, turn, changed, crank.result, refused, crank.fell, crank.started, meter.lowest_mv, meter.lasting_ma
    )


class _Stays(Exception):
    """The crank does not follow."""


class _Meter:
    """The lowest supply, and the largest lasting current: a servo may draw a lot for a moment."""

    def __init__(self) -> None:
        self.lowest_mv = 0
        self.lasting_ma = 0
        self._last: deque[int] = deque(maxlen=round(LASTS_S / WATCH_S))

    def take(self, power: Power) -> None:
        self.lowest_mv = min(self.lowest_mv or power.millivolts, power.millivolts)
        self._last.append(power.milliamps)
        if len(self._last) == self._last.maxlen:
            self.lasting_ma = max(self.lasting_ma, min(self._last))


class _Crank:
    """The crank while it is calibrated."""

    def __init__(self, bench: Bench, settings: dict[str, int]) -> None:
        self.settings = dict(settings)
        self.result = ""
        self.fell = self.started = False
        self.meter = _Meter()
        self._bench = bench
        self._service = bench.table.service

    async def come_to_rest(self) -> None:
        """Wait for the end of a turn that began before the table went away. Raises Refused."""
        while True:
            try:
                return await self._service.jog(0)
            except Refused as refused:
                if refused.reason != "busy":
                    raise
            await asyncio.sleep(WATCH_S)

    async def calibrate(self) -> None:
        """Find and save the positions of the crank at rest and at its end. Raises Refused, _Stays."""
        first = self.settings["servo_rest"] or FIRST_REST_US
        rest = await self._stand("rest", first, first)
        end = await self._stand("end", self.settings["servo_end"] or rest, rest)
        await self._lead(end, rest)
        await self.let_go()
        await self._keep("servo_rest", rest)
        await self._keep("servo_end", end)

    async def _stand(self, task: str, us: int, start: int) -> int:
        """Return the position that satisfies the person, in microseconds."""
        await self._lead(start, us)
        while True:
            text = say(
                "The crank stands at {us} us. {question} Enter: yes; + or - a little, ++ or -- more; "
                "a number of microseconds; {no}: it cannot be brought there.",
                us=us,
                question=say("Does it rest there?") if task == "rest" else say("Has it turned fully there?"),
                no=say("no"),
            )
            answer = await self._bench.ask(Question(task, text, str(us), (*NUDGES, "no"), numbers=RANGE_US))
            if not answer:
                return us
            if answer == "no":
                raise _Stays
            wanted = us + NUDGES[answer] if answer in NUDGES else int(answer)
            wanted = min(max(wanted, LOWEST_US), HIGHEST_US)
            await self._lead(us, wanted)
            us = wanted

    async def _lead(self, start: int, end: int) -> None:
        """Move gently to another position. Raises Refused, also when something blocks the crank."""
        stride = STRIDE_US if end >= start else -STRIDE_US
        for us in (*range(start, end, stride), end):
            await self._service.jog(us)
            await asyncio.sleep(WATCH_S)
            self.meter.take(await self._service.power())

    async def let_go(self) -> None:
        """Cut the servo's power. A table that is away does so by itself."""
        if self._bench.table.connected:
            with suppress(Refused, TimeoutError):  # refused: then it has none
                async with asyncio.timeout(FAREWELL_S):
                    await self._service.jog(0)

    async def _keep(self, name: str, value: int) -> None:
        """Save a setting on the board."""
        if value != self.settings[name]:
            await self._bench.keep(name, value)
            self.settings[name] = value
            self._bench.talk.tell(say("Kept on the table: {setting}", setting=f"{name} = {value}"))

    async def try_turns(self) -> None:
        """Turn as in a game until the person is content with the duration. Raises Refused."""
        while True:
            await self._bench.ask(Question("cage up", say("Set the trap as for a game, then Enter.")))
            text = say("The crank will turn once, as in a game. Fingers out of its way?")
            if not await self._bench.agrees("turn", text):
                return
            await self._turn()
            if self.result.startswith("fault") or not await self._wants_another_time():
                return

    async def _turn(self) -> None:
        watching = asyncio.create_task(self._watch_power())
        try:
            self.result = await self._bench.turn()
        except TableRestarted:
            self.result = "fault-restart"
        finally:
            watching.cancel()
        self._bench.talk.tell(say(RESULTS.get(self.result, "The table stopped the turn: {result}"), result=self.result))
        await asyncio.sleep(await self._service.setting("back") / 1000)
        self.fell = await self._bench.agrees("fell", say("Did the cage fall?"))
        self.started = self.fell or await self._bench.agrees("started", say("Did the marble start?"))

    async def _watch_power(self) -> None:
        while True:
            self.meter.take(await self._service.power())
            await asyncio.sleep(WATCH_S)

    async def _wants_another_time(self) -> bool:
        """Return whether to try again, with another duration."""
        turn = self.settings["turn_classic"]
        text = say(
            "The turn took {turn} ms. Enter: good; or other milliseconds ({least} to {most}), to try.",
            turn=turn,
            least=TURN_MS[0],
            most=TURN_MS[-1],
        )
        answer = await self._bench.ask(Question("time", text, str(turn), numbers=TURN_MS))
        if not answer:
            return False
        await self._keep("turn_classic", int(answer))
        return True
