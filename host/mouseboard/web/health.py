"""The table's health: what it feels now, what it has counted, why it has stopped. Also a test of its lamps."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import msgspec

from mouseboard.doctor.findings import finding
from mouseboard.evening.evening import Live
from mouseboard.lang import translate, word
from mouseboard.layouts.tiles import INPUTS, code, faults
from mouseboard.link import Link, LinkError
from mouseboard.referee.signals import glows
from mouseboard.say import Say, say
from mouseboard.table.lamps import LETTERS, STYLES
from mouseboard.table.table import picture_of
from mouseboard.table.trouble import cause_of
from mouseboard.web.fields import Figure
from mousetable import wire

PATIENCE_S = 1.0
"""Timeout for the table's counters, in seconds: the table may be away."""

COLOURS = ("ff0000", "00ff00", "0000ff", "ffffff")
"""The colours that all lamps show in turn: red, green, blue, then all three together."""
EACH_S = 1.0
"""Seconds for each colour."""

CLEAR = say("Put it right. Then hold down both buttons of the table and count to three.")


class About(msgspec.Struct, frozen=True):
    """The table's own description."""

    build: str
    chip: str
    boot: str
    inputs: int
    lamps: int
    config: str
    reset_cause: str
    chain_good: bool


class Health(msgspec.Struct, frozen=True):
    """The whole health of a table."""

    table: About | None
    connected: bool
    fault: str | None
    """Why the table has stopped, in words."""
    clear: str | None
    """How to clear the fault, if there is one."""
    chain: tuple[str, ...]
    """Faults of the chain that the tiles' codes reveal, and what to do about them."""
    sensors: tuple[int, ...]
    """The inputs that are closed now, without the tiles' codes."""
    places: dict[str, int]
    """The first input under each place."""
    blind: tuple[str, ...]
    weak: tuple[str, ...]
    buttons: tuple[str, ...]
    """The other contacts that are closed now, by name."""
    counters: tuple[Figure, ...]
    """Counters of the table and of the line to it."""


async def health(live: Live, link: Link, language: str) -> Health:
    """Ask the table at the other end of a link for its health."""
    info, situation, fault = link.info, live.situation, link.fault
    coded = live.on.game.layout.coded
    wrong = faults(link.closed, min(coded, info.inputs // INPUTS)) if info else ()
    counted = [
        *await _of_table(link),
        ("bad_lines", say("unreadable lines from it"), link.stats.bad_lines),
        ("reconnects", say("times that it came back"), link.stats.reconnects),
    ]
    return Health(
        table=msgspec.convert(info, About, from_attributes=True) if info else None,
        connected=situation.connected,
        fault=word(cause_of(fault), language) if fault else None,
        clear=translate(CLEAR, language) if fault else None,
        chain=tuple(translate(finding("chain", one.kind, **one.named).sentence, language) for one in wrong),
        sensors=tuple(n for n in range(info.inputs if info else 0) if n not in code(coded) and link.closed(n)),
        places={place.name: place.sensors[0] for place in live.on.game.layout.stands if place.sensors},
        blind=tuple(sorted(situation.blind)),
        weak=tuple(sorted(situation.weak)),
        buttons=tuple(name for name in wire.DIRECT if info and link.closed(info.direct(name))),
        counters=tuple(Figure(key, translate(said, language), n) for key, said, n in counted),
    )


async def _of_table(link: Link) -> list[tuple[str, Say, int]]:
    """Return the table's own counters, or none if it does not answer in time."""
    with suppress(LinkError, TimeoutError):
        async with asyncio.timeout(PATIENCE_S):
            stats = await link.table_stats()
        return [
            ("seconds", say("seconds since it started"), stats.now // 1000),
            ("events", say("changes of contacts"), stats.events),
            ("lost", say("changes that were lost"), stats.lost),
            ("noise", say("samples of its contacts that were spoilt"), stats.noise),
            ("bad", say("unreadable lines that it got"), stats.bad),
            ("errors", say("errors of its firmware"), stats.errors),
            ("cleared", say("faults that were cleared"), stats.cleared),
        ]
    return []


async def test_lamps(live: Live, link: Link) -> None:
    """Show each of COLOURS on all lamps in turn, and then the game's lamps again."""
    try:
        for colour in COLOURS:
            if link.info:
                link.show({"a": (colour, "steady")}, "a" * link.info.lamps)
            await asyncio.sleep(EACH_S)
    finally:
        if link.info:
            situation, layout = live.on.situation or live.situation, live.on.game.layout
            lit = {place: LETTERS[glow] for place, glow in glows(situation).items()}
            link.show(STYLES, picture_of(layout, link.info.lamps, lit))
