"""Lamps, checked by a person: colours, dark lamps, and whether their order is that of the layout file."""

from __future__ import annotations

import asyncio

from mouseboard.doctor.bench import Bench, step
from mouseboard.doctor.observations import Lamps
from mouseboard.doctor.talk import Question, commas
from mouseboard.say import say

COLOURS = {"red": "600000", "green": "006000", "blue": "000060"}
NAMED = (
    say("red"),
    say("green"),
    say("blue"),
    say("yellow"),
    say("orange"),
    say("purple"),
    say("cyan"),
    say("white"),
    say("dark"),
)
WHITE = "404040"
STEP_S = 0.25
"""Seconds the running light rests on a place."""


async def examine_lamps(bench: Bench) -> Lamps:
    """Show all lamps in three colours, then in white, then a light that runs over the places, and ask what is seen."""
    places = [place.name for place in bench.table.layout.stands if place.lamps]
    colours = {shown: await _colour(bench, places, shown) for shown in COLOURS}
    dark = await _dark(bench, places)
    lit = [name for name in places if name not in dark]
    order = {} if not lit or await _runs_well(bench, lit) else {name: await _lit(bench, lit, name) for name in lit}
    bench.dark()
    return Lamps(colours, dark, order)


@step
async def _colour(bench: Bench, places: list[str], shown: str) -> str:
    bench.light_all(places, COLOURS[shown])
    text = say(
        "What colour are the lamps? Enter: {shown}; else {colours}. Dark ones come later.",
        shown=shown,
        colours=commas(NAMED),
    )
    return await bench.ask(Question("colour", text, shown, answers=tuple(map(str, NAMED)))) or shown


@step
async def _dark(bench: Bench, places: list[str]) -> tuple[str, ...]:
    """Return the dark places, as a person names them, in the order of the layout."""
    bench.light_all(places, WHITE)
    text = say(
        "Is every place lit? Enter: yes; else the names of the dark ones, with blanks between; or {all}.",
        all=say("all"),
    )
    named = (await bench.ask(Question("dark", text, answers=("all", *places), several=True))).split()
    return tuple(name for name in places if name in named or "all" in named)


@step
async def _runs_well(bench: Bench, places: list[str]) -> bool:
    """Let a light run over the places until the person has seen enough."""
    running = asyncio.create_task(_run(bench, places))
    try:
        text = say(
            "A light runs over the places, {first} ... {last}. Enter: it does, without a jump; else {no}.",
            first=", ".join(places[:3]),
            last=places[-1],
            no=say("no"),
        )
        return await bench.ask(Question("run", text, answers=("no",))) != "no"
    finally:
        running.cancel()


async def _run(bench: Bench, places: list[str]) -> None:
    while True:
        for name in places:
            bench.light_all([name], WHITE)
            await asyncio.sleep(STEP_S)


@step
async def _lit(bench: Bench, places: list[str], name: str) -> str:
    """Return the place that is lit when this place's lamps are."""
    bench.light_all([name], WHITE)
    text = say("Which place is lit? Enter: {place}", place=name)
    return await bench.ask(Question("lit", text, name, answers=tuple(places))) or name
