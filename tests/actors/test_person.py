"""The simulated person does what the table asks for, whatever has become of the pieces."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.referee.sitting import sitting, virtual

from mouseboard import rules
from mouseboard.actors.person import Person
from mouseboard.referee.situation import Mend, Roll
from mouseboard.store import Source


@virtual
async def test_a_mouse_that_fell_over_where_it_belongs_is_put_up_again(tmp_path: Path) -> None:
    async with sitting(tmp_path, rules.load("revised"), [("roll1", Source.TYPED)]) as sat:
        await sat.asked(Roll)
        person = Person(sat.table, ())
        sat.watch = person.see
        helping = asyncio.create_task(person.obey())
        await sat.hands.knock_over("red")
        await sat.asked(Mend)
        await sat.asked(Roll)
        helping.cancel()
