"""The revision that is printed on the table's boards. The table keeps it; no input tells it."""

from __future__ import annotations

from mouseboard.doctor.bench import Bench, KeepsLeaving, step
from mouseboard.doctor.talk import BrokenOff, Question
from mouseboard.link import Refused
from mouseboard.say import say

SETTING = "revision"
HIGHEST = 99
"""The highest revision that a table keeps. 0 means that nobody has told it."""
LATEST = 2
"""The latest revision that this program knows."""
TROUBLE = {1: "double-steps"}
"""The kind of finding for each revision with known trouble."""


async def revision_of(bench: Bench) -> int:
    """Return the boards' revision: the one named to the doctor, the one kept, or the one that a person reads.

    It is 0 if nobody has told it.
    """
    try:
        return await _revision(bench)
    except (BrokenOff, KeepsLeaving):
        return bench.revision or 0


@step
async def _revision(bench: Bench) -> int:
    kept = await _kept(bench)
    revision = (kept or await _read_by_person(bench)) if bench.revision is None else bench.revision
    if revision != kept:
        await _keep(bench, revision)
    return revision


async def _kept(bench: Bench) -> int:
    try:
        return await bench.table.service.setting(SETTING)
    except Refused:  # an older firmware
        return 0


async def _read_by_person(bench: Bench) -> int:
    """Ask for the revision. Only tiles have it printed on them: a table without any is not asked about."""
    if not bench.table.layout.coded:
        return 0
    text = say(
        "Which revision is printed on the lower edge of the tiles? Type the number, the lowest if they differ; "
        "1 for `version 1`. You cannot see it? Enter"
    )
    return int(await bench.ask(Question("revision", text, numbers=range(1, HIGHEST + 1))) or 0)


async def _keep(bench: Bench, revision: int) -> None:
    try:
        await bench.keep(SETTING, revision)
    except Refused as error:
        if error.reason == "field":
            bench.talk.tell(say("This firmware is too old to keep the revision: run `mouseboard table flash`."))
        else:
            bench.talk.tell(say("The table cannot keep the revision ({reason}).", reason=error.reason))
    else:
        bench.talk.tell(say("Kept on the table: {setting}", setting=f"{SETTING} = {revision}"))
