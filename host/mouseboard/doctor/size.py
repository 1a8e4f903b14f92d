"""The table's own idea of how many inputs and lamps it has, brought in line with the layout file."""

from __future__ import annotations

from mouseboard.doctor.bench import Bench, KeepsLeaving, step
from mouseboard.doctor.talk import BrokenOff, Question
from mouseboard.link import Refused
from mouseboard.say import say
from mouseboard.table import TableTooSmall


async def fit(bench: Bench) -> None:
    """Offer to set sizes that differ on the table, which it uses from its next start. Raises TableTooSmall."""
    try:
        if await _set_sizes(bench):
            await bench.ask(Question("restart", say("Switch the table off and on again; Enter when it is on.")))
            await bench.uninterrupted(bench.settle)
            bench.restarts.clear()  # this one was wanted
    except (BrokenOff, KeepsLeaving, Refused):
        bench.talk.tell(say("The sizes stay as they are."))
    try:
        bench.table.check_size()
    except TableTooSmall as error:
        raise TableTooSmall(say("{why}: name its own layout file with --layout", why=error.said)) from None


@step
async def _set_sizes(bench: Bench) -> bool:
    """Offer each size that differs. Return whether any was set."""
    changed = False
    info = bench.table.info
    for setting, wanted, present in (
        ("chain", bench.table.layout.sensors, info.inputs),
        ("lamps", bench.table.layout.lamps, info.lamps),
    ):
        text = say(
            "The layout file has {setting}, the table is set to {present}. Shall I set it to {wanted}?",
            setting=f"{setting} = {wanted}",
            present=present,
            wanted=wanted,
        )
        if wanted != present and await bench.agrees("size", text):
            await bench.keep(setting, wanted)
            changed = True
    return changed
