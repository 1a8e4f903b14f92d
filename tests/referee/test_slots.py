"""A shared place may have a slot with a sensor for each mouse, so the table feels which one leaves."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.referee.evening import play
from tests.referee.sitting import sitting, virtual

from mouseboard import layouts, rules
from mouseboard.layouts import tiles
from mouseboard.referee.situation import Mend, Move, Roll
from mouseboard.rules import Game
from mouseboard.table import Placement


@pytest.fixture
def slotted(tmp_path: Path) -> Path:
    """The shipped layout of `revised`, with four slots at Start."""
    text = (layouts.HOME / "revised.toml").read_text(encoding="utf-8")
    (row,) = (line for line in text.splitlines() if '"start"' in line and "name" in line)
    bare = row.replace("sensors = [0]", "sensors = []")
    assert bare != row
    middle = [(column, row) for row in (3, 4) for column in (3, 4)]  # free on this board
    slots = "".join(
        f'  {{ name = "start-{seat}", of = "start", seat = {seat}, at = [{40 * x + 20}, {40 * y + 20}], '
        f"sensors = [{tiles.sensor(x, y)}] }},\n"
        for seat, (x, y) in enumerate(middle)
    )
    path = tmp_path / "slotted.toml"
    path.write_text(text.replace(row, bare) + f"\nslot = [\n{slots}]\n", encoding="utf-8")
    return path


def revised(layout: Path) -> Game:
    return rules.load("revised", 4, layout=str(layout))


def test_each_mouse_begins_on_its_own_slot(slotted: Path) -> None:
    placement: Placement = revised(slotted).start().placement()
    assert placement == {"red": "start-0", "blue": "start-1", "green": "start-2", "yellow": "start-3"}


@virtual
async def test_a_mouse_that_leaves_its_slot_is_felt(slotted: Path, tmp_path: Path) -> None:
    async with sitting(tmp_path, revised(slotted)) as sat:
        await sat.asked(Roll)
        await sat.press("b")
        move = await sat.asked(Move)
        (step,) = move.steps
        assert (step.piece, step.source, move.confirm) == ("red", "start-0", False)
        await sat.hands.lift("blue")
        (missing, *_) = (await sat.asked(Mend)).steps
        assert (missing.piece, missing.target) == ("blue", "start-1")
        await sat.put("blue", "start-1")
        assert step.target
        await sat.put("red", step.target)
        await sat.until(lambda: not isinstance(sat.situation.ask, Move | Mend))
        assert sat.situation.standing["red"] == step.target


def test_a_whole_game_can_be_played_with_slots(slotted: Path, tmp_path: Path) -> None:
    assert play(tmp_path, revised(slotted)).state.winners
