"""The small figures match the one source, and the kept ones equal new drawings."""

from __future__ import annotations

import xml.etree.ElementTree as xml

import pytest
from hardware.making.figures import ALL, FIGURES
from hardware.making.source import load, load_signals


@pytest.mark.parametrize("name", ALL)
def test_a_kept_figure_equals_a_new_drawing(name: str) -> None:
    assert (FIGURES / f"{name}.svg").read_text("utf-8") == ALL[name](), f"{name}.svg: make hardware"


def test_every_kept_figure_is_one_that_is_drawn() -> None:
    assert {path.name for path in FIGURES.iterdir()} == {f"{name}.svg" for name in ALL}


@pytest.mark.parametrize("name", ALL)
def test_no_figure_has_anything_outside_the_paper(name: str) -> None:
    root = xml.fromstring(ALL[name]())
    _, _, wide, high = map(float, root.attrib["viewBox"].split())
    spots = [(float(node.attrib["x"]), float(node.attrib["y"])) for node in root if "x" in node.attrib]
    assert all(0 <= x <= wide and 0 <= y <= high for x, y in spots)


def words(name: str) -> set[str]:
    return {node.text or "" for node in xml.fromstring(ALL[name]()) if node.tag.endswith("text")}


def test_the_figure_of_the_pico_shows_every_signal() -> None:
    assert {signal.name for signal in load_signals()} <= words("pico")


def test_values_in_figures_are_those_of_the_source() -> None:
    assert load("controller").value("D1") in words("usb-and-supply")
    assert f"F1 {load('power').value('F1')}" in words("power-tree")
