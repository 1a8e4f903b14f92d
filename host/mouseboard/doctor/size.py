"""The table's own idea of how many inputs and lamps it has, brought in line with the layout file."""

from __future__ import annotations

from mouseboard.doctor.bench import Bench
from mouseboard.doctor.talk import BrokenOff, Question
from mouseboard.table import TableTooSmall


async def fit(bench: Bench) -> None:
    """Offer to set what differs; it counts from the table's next start on. Raises TableTooSmall."""
    try:
        if await _set_sizes(bench):
            await bench.ask(Question("restart", "Switch the table off and on again; Enter when it is on.", answers=()))
            await bench.settle()
            bench.restarts.clear()  # this one was wanted
    except BrokenOff:
        bench.talk.tell("the sizes stay as they are")
    _check(bench)


async def _set_sizes(bench: Bench) -> bool:
    """Whether anything was changed on the board."""
    changed = False
    assert bench.link.info
    for setting, wanted, present in (
        ("chain", bench.layout.sensors, bench.link.info.inputs),
        ("lamps", bench.layout.lamps, bench.link.info.lamps),
    ):
        text = f"The layout file has {setting} = {wanted}, the table is set to {present}. Shall I set it to {wanted}?"
        if wanted != present and await bench.agrees("size", text):
            await bench.link.ask("set", setting, str(wanted))
            changed = True
    return changed


def _check(bench: Bench) -> None:
    hello, layout = bench.link.info, bench.layout
    assert hello is not None
    if hello.inputs < layout.sensors or hello.lamps < layout.lamps:
        raise TableTooSmall(
            f"{layout.title} needs {layout.sensors} sensors and {layout.lamps} lamps; this table has {hello.inputs} "
            f"and {hello.lamps}: name its own layout file with --layout"
        )
