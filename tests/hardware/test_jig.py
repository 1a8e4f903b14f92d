"""The jig for one tile: its wires follow from the sources, and the page names every fault that the doctor finds."""

from __future__ import annotations

import re

import pytest
from hardware.making import jig
from hardware.making.source import HARDWARE, BadSource, load_signals

from mouseboard.doctor.findings import finding, kinds

PAGE = (HARDWARE / "guide" / "tile-jig.md").read_text("utf-8")


def test_the_page_has_every_wire_of_the_jig() -> None:
    table = PAGE.split("## Wire it")[1].split("## Run it")[0]
    assert re.findall(r"^\| \d.*$", table, re.M) == jig.rows()


def test_the_kept_picture_of_the_jig_equals_a_new_drawing() -> None:
    assert jig.PICTURE.read_text("utf-8") == jig.picture()


def test_every_pin_of_the_ribbon_has_its_wire_and_no_two_share_a_pin_of_the_pico() -> None:
    wires = jig.wires()
    assert sorted(number for plug, _ in wires.values() for number in plug) == list(range(1, 11))
    assert len({pico for _, pico in wires.values()}) == len(wires)
    assert {signal.pin for signal in load_signals() if signal.name.startswith("SR_")} <= {
        pico for _, pico in wires.values()
    }


def test_a_line_of_the_ribbon_that_the_pico_does_not_have_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jig, "RENAMED", {})
    with pytest.raises(BadSource, match=r"J1\.9 of the tile is LED_IN"):
        jig.wires()


SHOWN = {
    "silent": {},
    "code": {"pin": "U1.D2"},
    "unnumbered": {},
    "other": {"found": "3", "tile": "4"},
    "no-such": {"found": "11"},
    "last": {},
    "not-last": {"tile": "9"},
    "out": {},
    "short": {"reed": "S5"},
    "open": {"reed": "S6"},
    "joined": {"reed": "S1", "other": "U1.D6"},
    "moved": {"reed": "S1", "pin": "U1.D7", "other": "U1.D6"},
    "lamps-dark": {},
    "lamps-cut": {"lamp": "D7"},
    "lamp-dark": {"lamp": "D4"},
    "lamp-order": {"lamp": "D2", "other": "D3"},
}


def test_the_page_shows_every_finding_of_a_tile() -> None:
    assert SHOWN.keys() == kinds("tile")


@pytest.mark.parametrize("kind", SHOWN)
def test_the_page_has_a_finding_in_the_doctor_s_words(kind: str) -> None:
    assert f"| {finding('tile', kind, **SHOWN[kind]).what} |" in PAGE
