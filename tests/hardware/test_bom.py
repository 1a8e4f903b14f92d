"""The bill of materials has every part, and the kept one matches the source."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path

import pytest
from hardware.making import lists
from hardware.making.bom import NAME, rows, to_csv, to_markdown
from hardware.making.lengths import lengths
from hardware.making.source import CIRCUITS, HARDWARE, BadSource, load
from hardware.making.whole import assemble, load_cables
from tests.hardware.plant import plant


def test_the_kept_bill_of_materials_matches_the_source() -> None:
    assert (HARDWARE / f"{NAME}.csv").read_text("utf-8") == to_csv()
    assert (HARDWARE / f"{NAME}.md").read_text("utf-8") == to_markdown()


def test_every_part_of_the_whole_table_is_counted() -> None:
    """The count comes from the net list of nine tiles, controller, power board and the parts on cables.

    Feet of boxes take a screw each.
    """
    wired = Counter(part.part for part in assemble().parts.values())
    wired["hole"] += next(one.count for one in lists.printed() if one.name == "box-foot")
    listed = {row["part"]: row["in the table"] for row in csv.DictReader(to_csv().splitlines())}
    assert {name: int(listed.get(name, 0)) for name in wired} == wired


def test_the_guide_s_list_orders_every_part_as_often_as_the_bill_of_materials_and_for_the_same_price() -> None:
    """A circuit in the list stands for what is soldered onto it. The screws are a line of their own."""
    table = lists.lists()["reference"]
    listed = Counter({line.name: line.count for line in table})
    for line in table:
        if line.name in CIRCUITS:
            soldered = Counter(part.part for part in load(line.name).parts.values() if part.part != "hole")
            listed.update({name: line.count * count for name, count in soldered.items()})
    assert {row.name: listed[row.name] for row in rows()} == {row.name: row.order for row in rows()}
    materials = sum(line.cost for line in table if line.name in lists.materials())
    assert sum(line.cost for line in table) == pytest.approx(
        sum(row.cost for row in rows()) + sum(one.cost for one in lengths()) + materials
    )


def test_every_part_states_its_requirements_and_a_suggestion() -> None:
    for row in rows():
        assert row.kind.needs
        assert row.kind.suggested or row.kind.price == 0 or row.name == "hole"


def test_every_cable_has_its_length() -> None:
    metres = {one.is_: one.metres for one in lengths()}
    cables = load_cables()
    ribbon = sum(cable.length for cable in cables.cable if cable.ribbon)
    assert metres[cables.kind["ribbon"].is_] == pytest.approx(ribbon + cables.kind["ribbon"].spare)


def test_a_part_removed_from_the_source_or_the_list_is_missed(tmp_path: Path) -> None:
    source = plant(tmp_path, "power.toml", ('  { ref = "D1", part = "TVS", note = "what a servo feeds back" },\n', ""))
    with pytest.raises(BadSource, match=r"power.toml: there is no pin D1.A"):
        to_csv(source)
    gone = plant(tmp_path / "list", "parts.toml", ("[TVS]", "[another]"))
    with pytest.raises(BadSource, match=r"power.toml: D1 is a 'TVS'\?"):
        to_csv(gone)
