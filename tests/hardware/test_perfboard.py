"""Circuits on perfboard: each pin has its own hole, each net is wired, and the kept drawings are up to date."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from hardware.making import bodies
from hardware.making.dimensions import load_dimensions
from hardware.making.holes import PITCH, Perfboard, called, load_perfboard, run
from hardware.making.lists import materials
from hardware.making.perfboard import MARGIN, NAMES, STEP, back, drawn
from hardware.making.placement import BOARDS
from hardware.making.source import BadSource, load, load_kinds

REFERENCE = BOARDS.parent / "guide" / "reference-table.md"
BOARD = pytest.mark.parametrize("board", [load_perfboard(name) for name in NAMES], ids=NAMES)


def test_two_pieces_with_the_holes_of_every_circuit_can_be_sawn_of_the_perfboard_in_the_order() -> None:
    needs = materials()["perfboard"].needs
    ((wide, deep),) = {load_perfboard(name).size for name in NAMES}
    assert f"holes {PITCH:g} mm apart" in needs
    assert f"two pieces of {wide} x {deep} holes" in needs
    short, long = (int(mm) for mm in re.findall(r"\d+", needs)[:2])
    assert wide * PITCH <= short
    assert 2 * deep * PITCH <= long


def test_the_listed_holder_of_a_fuse_fits_the_holes_of_the_power_board() -> None:
    board = load_perfboard("power")
    (x, one), (other_x, _) = board.at("F1")
    _, other = board.at("F2")[0]
    for name in ("fuse-2A5", "fuse-3A"):
        needs = re.search(r"pins ([\d.]+) to ([\d.]+) mm apart, at most ([\d.]+) mm wide", load_kinds()[name].needs)
        assert needs
        least, most, wide = map(float, needs.groups())
        assert least <= other_x - x <= most
        assert wide <= other - one


def test_the_listed_screw_terminal_is_lower_than_a_plug_and_as_deep_as_its_footprint() -> None:
    kind = load_kinds()["screw-2"]
    sizes = re.search(r"at most ([\d.]+) mm high, ([\d.]+) to ([\d.]+) mm deep", kind.needs)
    assert sizes
    high, least, most = map(float, sizes.groups())
    assert high < load_dimensions().board.tallest
    _, (_, upper, _, lower) = bodies.drawn(kind.footprint)
    assert least < lower - upper < most


@BOARD
def test_wires_and_rail_connect_every_net(board: Perfboard) -> None:
    for net, pins in board.circuit.nets.items():
        reached = set(board.rails.get(net, [board.pins[pins[0]]]))
        wires = [wire for wire in board.wires if wire.net == net]
        for _ in wires:
            reached |= {end for wire in wires for end in (wire.start, wire.end) if reached & {wire.start, wire.end}}
        assert {board.pins[pin] for pin in pins} <= reached, net


@BOARD
def test_no_wire_ends_on_a_pin_of_another_net(board: Perfboard) -> None:
    net_in = {hole: board.circuit.net_of.get(pin) for pin, hole in board.pins.items()}
    for wire in board.wires:
        assert {net_in.get(end, wire.net) for end in (wire.start, wire.end)} == {wire.net}


@BOARD
def test_supplies_have_their_own_colours_that_no_signal_has(board: Perfboard) -> None:
    supplies = {"+5V": "red", "+3V3": "orange", "GND": "black"}
    assert {net: colour for net, colour in board.colours.items() if colour in supplies.values()} == supplies


@BOARD
def test_every_wire_is_drawn_on_the_board(board: Perfboard) -> None:
    wide, high = (MARGIN + (holes - 0.5) * STEP for holes in board.size)
    ways = re.findall(r"d='M([\d.]+) ([\d.]+)Q(-?[\d.]+) (-?[\d.]+) ([\d.]+) ([\d.]+)'", back(board))
    assert len(ways) == 2 * len(board.wires)
    for way in ways:
        start_x, start_y, bow_x, bow_y, end_x, end_y = map(float, way)
        x, y = (start_x + 2 * bow_x + end_x) / 4, (start_y + 2 * bow_y + end_y) / 4 - 8
        assert MARGIN - STEP / 2 < x < wide
        assert MARGIN - STEP / 2 < y < high


@pytest.mark.parametrize("name", NAMES)
def test_the_kept_perfboard_files_equal_new_ones(name: str) -> None:
    for path, text in drawn(name).items():
        assert path.read_text("utf-8") == text, f"{path.name}: make hardware"


@BOARD
def test_both_latches_of_the_cable_are_on_the_same_side_of_pin_1(board: Perfboard) -> None:
    headers = [ref for ref, part in board.circuit.parts.items() if part.part == "header-8"]
    assert {board.faces[ref] for ref in headers} <= {"down"}
    for ref in headers:
        assert board.pins[f"{ref}.1"][0] < board.pins[f"{ref}.8"][0]


def test_a_piece_of_an_old_board_has_the_ribbon_and_the_chain_of_a_tile() -> None:
    piece, tile = load("registers"), load("tile")
    for number in (1, 2, 3, 4, 5, 6, 7, 8, 10):
        assert piece.net_of[f"J1.{number}"] == tile.net_of[f"J1.{number}"]
    for chain in ("SR_MIDDLE", "SR_NEXT"):
        assert set(piece.nets[chain]) & {"U1.10", "U2.9", "U2.10", "J2.6"} <= set(tile.nets[chain])


def test_every_input_of_an_old_board_s_piece_has_its_own_resistor_to_3v3() -> None:
    piece = load("registers")
    inputs = {f"{chip}.{number}" for chip in ("U1", "U2") for number in (3, 4, 5, 6, 11, 12, 13, 14)}
    held = {pin: {one.split(".")[0] for one in piece.nets[piece.net_of[pin]] if one[0] == "R"} for pin in inputs}
    ends = {pin.split(".")[0] for pin in piece.nets["+3V3"] if pin[0] == "R"}
    assert all(len(one) == 1 and one <= ends for one in held.values())
    assert len(set.union(*held.values())) == len(inputs)


def test_the_guide_names_the_holes_of_the_power_board() -> None:
    pins = load_perfboard("power").pins
    sensor = load("power").kind("U1").pins
    text = " ".join(REFERENCE.read_text("utf-8").split())
    assert f"Pin 1 of `Q3` goes into {called(pins['Q3.1'])}, pin 1 of `Q1` into {called(pins['Q1.1'])}." in text
    for number, name in enumerate(sensor, 1):
        assert re.search(rf"{re.escape(name)} (is )?in {called(pins[f'U1.{number}'])}", text), name
    for board, ref in (("controller", "J2"), ("power", "J7")):
        assert f"{called(load_perfboard(board).pins[f'{ref}.1'])} on the {board}" in text.replace(
            "on the power board", "on the power"
        )


def test_a_body_is_as_large_as_its_footprint_draws_it_and_turns_with_its_part() -> None:
    """Phoenix MKDS 1,5: 10.2 x 9.8 mm, its mouths 4.6 mm from the pins. A 1N5817's body is 5.2 x 2.7 mm."""
    board = load_perfboard("power")
    for ref, (left, top, right, bottom) in (("J1", (2.54, 4.6, 7.62, 5.2)), ("J5", (5.2, 2.54, 4.6, 7.62))):
        (x, y), _ = board.at(ref)
        assert board.bodies[ref] == pytest.approx((x - left, y - top, x + right, y + bottom), abs=0.01)
    left, top, right, bottom = load_perfboard("controller").bodies["D1"]
    assert (right - left, bottom - top) == pytest.approx((2.7, 5.2), abs=0.01)


def test_a_capacitor_that_stands_in_an_adapter_is_found(tmp_path: Path) -> None:
    """1000 uF are 10 mm across, and an adapter 11 mm."""
    path = tmp_path / "power" / "perfboard.toml"
    path.parent.mkdir()
    text = (BOARDS / "power" / "perfboard.toml").read_text("utf-8")
    path.write_text(text.replace('C2 = ["O18", "Q18"]', 'C2 = ["O19", "Q19"]'), "utf-8")
    with pytest.raises(BadSource, match=r"power: C2 and Q1 overlap by 1\.6 mm"):
        load_perfboard("power", tmp_path)


def test_a_run_of_holes_keeps_its_direction() -> None:
    assert [called(hole) for hole in run("B4-B2")] == ["B4", "B3", "B2"]
    assert [called(hole) for hole in run("Y1-Z1")] == ["Y1", "Z1"]


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('R2 = ["E22", "E26"]', 'R2 = ["E22", "C26"]', "controller: R2.2 and R5.1 are both in C26"),
        ('R2 = ["E22", "E26"]', 'R2 = ["E22", "E31"]', "controller: R2.2 is off the board"),
        ('R2 = ["E22", "E26"]', 'R2 = ["L22", "E26"]', "controller: R2.1 is on the rail of GND"),
        ('R2 = ["E22", "E26"]', 'R2 = ["E22"]', "controller: R2 has 2 pins and 1 holes"),
        ('R2 = ["E22", "E26"]', 'R2 = ["M22", "M18"]', "controller: A1 and R2 overlap by 2.5 mm"),
        ('D1 = ["G2", "C2"]', 'D1 = ["F2", "B2"]', "controller: D1 and J2 overlap by 0.1 mm"),
        ('J3 = "down"', "", "controller: J3 needs its side in [faces], or has none"),
        ('R2 = ["E22", "E26"]', "", "controller: no holes, or no part: ['R2']"),
        ('J2 = ["B3-B10"]', 'J2 = ["B3-C10"]', "B3-C10 is not along a row or column"),
        ('R2 = ["E22", "E26"]', 'R2 = ["E22", "26"]', "26 is no hole"),
    ],
    ids=[
        "taken hole",
        "off the board",
        "on the rail",
        "too few holes",
        "below the Pico",
        "beside a plug",
        "no side",
        "forgotten part",
        "slanting run",
        "no hole",
    ],
)
def test_a_senseless_perfboard_is_refused(tmp_path: Path, old: str, new: str, told: str) -> None:
    path = tmp_path / "controller" / "perfboard.toml"
    path.parent.mkdir()
    shutil.copy(BOARDS / "controller" / "perfboard.toml", path)
    text = path.read_text("utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), "utf-8")
    with pytest.raises(BadSource, match=re.escape(told)):
        load_perfboard("controller", tmp_path)
