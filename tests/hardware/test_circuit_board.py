"""The kept boards match the source, and faults planted into the tile's file are found without KiCad."""

from __future__ import annotations

import math
import re
from functools import cache
from pathlib import Path

import pytest
from hardware.making import kept
from hardware.making.circuit_board import NAMES, complaints, load_design
from hardware.making.copper import Copper

DESIGN = load_design("tile")
TILE, CIRCUIT, PLACEMENT = DESIGN.file, DESIGN.circuit, DESIGN.placement
ROW_OF_LAMPS = 27
"""The lamps of three tiles, which share one feed."""


@cache
def board() -> kept.Board:
    return kept.read(TILE)


def planted(folder: Path, *changes: tuple[str, str]) -> list[str]:
    """Return the complaints about the kept board with the first match of each pattern replaced."""
    text = TILE.read_text("utf-8")
    for old, new in changes:
        text, found = re.subn(old, new, text, count=1)
        assert found, f"{old} is not in {TILE.name}"
    path = folder / TILE.name
    path.write_text(text, "utf-8")
    return complaints(DESIGN, kept.read(path))


@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_wrong_with_a_kept_board(name: str) -> None:
    design = load_design(name)
    assert complaints(design, kept.read(design.file)) == []


def test_the_tile_has_every_part_where_the_placement_says() -> None:
    middles = {pad.name: _middle(pad) for pad in board().pads}
    for ref, (x, y, _) in PLACEMENT.at.items():
        if f"{ref}.1" in middles and CIRCUIT.parts[ref].part in ("reed", "ribbon-10", "screw-2"):
            assert middles[f"{ref}.1"] == pytest.approx((x, 120 - y)), ref


def test_each_reed_is_in_the_middle_of_its_place() -> None:
    for ref, part in CIRCUIT.parts.items():
        if part.part == "reed" and part.place:
            column, row = part.place
            assert PLACEMENT.at[ref][:2] == (20 + CIRCUIT.pitch * column, 20 + CIRCUIT.pitch * row)


def test_no_foot_covers_a_lamp() -> None:
    """A foot of 16 mm that is 6 mm off hides 14 mm around the middle. A lamp shines from 2.5 mm around its own."""
    for ref, part in CIRCUIT.parts.items():
        if part.part == "WS2812B":
            lamp, reed = PLACEMENT.at[ref], PLACEMENT.at[ref.replace("D", "S")]
            assert math.dist(lamp[:2], reed[:2]) - 2.5 > 14, ref


@pytest.mark.parametrize("name", NAMES)
def test_5_volts_go_through_no_via(name: str) -> None:
    routed = kept.read(load_design(name).file).routed
    assert {copper.name for copper in routed if copper.net == "+5V"} == {"track"}


@pytest.mark.parametrize(
    ("net", "ends", "width"),
    [("+5V", ("J3.1", "J4.1"), 2.5), ("GND", ("J3.2", "J4.2"), 2.5), ("+3V3", ("J1.1", "J2.1"), 0.8)],
)
def test_current_to_the_next_tile_needs_no_via(net: str, ends: tuple[str, str], width: float) -> None:
    """The widest tracks alone connect plug to plug."""
    trunk = [one for one in board().routed if (one.net, one.name) == (net, "track") and 2 * one.shape.radius == width]
    plugs = [pad for pad in board().pads if pad.name in ends]
    assert kept.broken_nets(kept.Board(tuple(plugs), (), tuple(trunk), ())) == []


def test_the_feed_carries_a_row_of_lamps_at_full_light() -> None:
    assert _amperes(width=2.5, rise=10) > ROW_OF_LAMPS * 0.060
    assert _amperes(width=1.0, rise=10) > 9 * 0.060


def test_nothing_lies_under_the_antenna_of_a_pico_with_radio() -> None:
    controller = kept.read(load_design("controller").file)
    assert [copper.name for copper in controller.holes if "without copper" in copper.name] == ["A1 without copper"]


def test_a_cut_track_is_found(tmp_path: Path) -> None:
    number = re.search(r'\(net (\d+) "/SR_SCK"\)', TILE.read_text("utf-8"))
    assert number
    said = planted(tmp_path, (rf"\(segment(?=[^)]*\)[^)]*\)[^)]*\)[^)]*\)\s+\(net {number[1]}\))", "(removed"))
    assert said
    assert all(re.fullmatch(r"/SR_SCK: \w+\.\d+ is cut off", line) for line in said)


def test_a_broken_clearance_is_found(tmp_path: Path) -> None:
    """The fault: a track that continues to the middle of the board."""
    said = planted(tmp_path, (r"(\(segment\s+\(start [^)]*\)\s+\(end )[^)]*", r"\g<1>60 60"))
    assert any(re.fullmatch(r".+, .+: -?\d+\.\d\d mm", line) for line in said)


def test_swapped_pads_are_found(tmp_path: Path) -> None:
    pad = r'(\t\t\t\(net \d+ )"/REED_%s"'
    said = planted(tmp_path, (pad % 1, r'\1"/REED_two"'), (pad % 2, r'\1"/REED_1"'), (pad % "two", r'\1"/REED_2"'))
    for told in ("REED_2, not REED_1", "REED_1, not REED_2"):
        assert any(re.fullmatch(rf"\w+\.\d+: {told}", line) for line in said)


def _middle(pad: Copper) -> tuple[float, float]:
    left, top, right, bottom = pad.shape.bounds()
    return (left + right) / 2, (top + bottom) / 2


def _amperes(width: float, rise: float) -> float:
    """Return the amperes that an outer track of 35 um and `width` mm carries for a rise in degrees, by IPC-2221."""
    square_mils = width * 0.035 / 0.0254**2
    return 0.048 * math.pow(rise, 0.44) * math.pow(square_mils, 0.725)
