"""The sensors and lamps in layouts match the tile's circuit."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from hardware.making.places import complaints, of_layout, on_tiles
from hardware.making.source import load
from tests.hardware.plant import plant

from mouseboard import layouts
from mouseboard.doctor.tile import pin_of, tile_layout
from mouseboard.layouts import tiles


def test_every_layout_on_tiles_matches_the_circuit() -> None:
    assert list(complaints(load("tile"))) == []


FAULTS = {
    "two reed bits are exchanged": (
        (('REED_1 = ["U1.D7"', 'REED_1 = ["U1.D6"'), ('REED_2 = ["U1.D6"', 'REED_2 = ["U1.D7"')),
        "place 1, 1 of a tile is bit 1 in the circuit, 0 in layouts/tiles.py",
    ),
    "a lamp is out of order": (
        (
            ('"D4.DIN"]', '"D5.DIN"]'),
            ('"D4.DOUT", "D5.DIN"]', '"D5.DOUT", "D4.DIN"]'),
            ('"D5.DOUT", "D6', '"D4.DOUT", "D6'),
        ),
        "place 3, 2 of a tile is lamp 4 in the circuit, 3 in layouts/tiles.py",
    ),
    "a fixed bit is soldered the other way": (
        (('"U1.D2", "U1.D0"', '"U1.D0"'), ('"U1.D1", ', '"U1.D1", "U1.D2", ')),
        "the code of a tile differs between the circuit and layouts/tiles.py",
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_planted_into_the_circuit_is_found(fault: str, tmp_path: Path) -> None:
    changes, expected = FAULTS[fault]
    assert expected in list(complaints(load("tile", plant(tmp_path, "tile.toml", *changes))))


@pytest.mark.parametrize("name", on_tiles())
def test_a_changed_sensor_or_lamp_of_a_layout_is_found(name: str) -> None:
    layout = layouts.load(name)
    place = next(place for place in layout.place if place.sensors)
    for field, wrong in (("sensors", (142,)), ("lamps", (79,))):
        changed = msgspec.structs.replace(place, **{field: wrong})
        places = tuple(changed if one is place else one for one in layout.place)
        (found,) = of_layout(msgspec.structs.replace(layout, place=places))
        assert found.startswith(f"{name}.toml: {place.name}: {field} ")


def test_every_shipped_layout_except_the_one_evening_table_s_is_made_of_nine_tiles() -> None:
    assert {layouts.load(name).coded for name in on_tiles()} == {9}
    assert set(layouts.shipped()) - set(on_tiles()) == {"pantry"}


def test_the_doctor_names_a_tile_s_pins_reeds_and_plugs_as_its_circuit_does() -> None:
    circuit = load("tile")
    for place in tile_layout().place:
        register, pin = pin_of(place.sensors[0]).split(".")
        assert circuit.net(register, pin) == circuit.net(f"S{place.name}", "A")
    for bit, part in tiles.NUMBER.items():
        (bridge,) = (ref for ref, one in circuit.parts.items() if one.part == "bridge" and one.value == str(part))
        register, pin = pin_of(bit).split(".")
        assert circuit.net(register, pin) == circuit.net(bridge, "A")
    (last,) = (ref for ref, one in circuit.parts.items() if one.value == "LAST TILE")
    assert {circuit.net(last, end) for end in "AB"} == {circuit.net("J2", pin) for pin in ("6", "7")}
