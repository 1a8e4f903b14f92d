"""The wiring sheets match the source, and each cable has real wires."""

from __future__ import annotations

from pathlib import Path

import pytest
from hardware.making.source import BadSource
from hardware.making.whole import assemble, load_cables
from hardware.making.wiring import COLOURS, SHEETS, WIRING, texts
from tests.hardware.plant import plant


def test_the_kept_wiring_files_match_the_source() -> None:
    assert {path.name: path.read_text("utf-8") for path in WIRING.iterdir() if path.suffix != ".svg"} == texts()


def test_every_sheet_is_drawn_with_all_its_cables() -> None:
    for name, cables in SHEETS.items():
        drawn = (WIRING / f"{name}.svg").read_text("utf-8")
        assert all(f">{cable}<" in drawn for cable in cables)


def test_every_cable_is_in_the_list_of_wires() -> None:
    listed = texts()["wires.md"]
    assert all(f"\n## {cable.name.capitalize()}: " in listed for cable in load_cables().cable)
    assert {colour for cable in load_cables().cable for _, _, colour in cable.wires} <= COLOURS.keys()


def test_a_cable_to_a_missing_pin_is_refused(tmp_path: Path) -> None:
    source = plant(tmp_path, "cables.toml", ('"power.J6.1", "SERVO.signal"', '"power.J6.4", "SERVO.signal"'))
    with pytest.raises(BadSource, match=r"cables.toml: servo: there is no power.J6.4"):
        assemble(source)
