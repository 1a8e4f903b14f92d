"""The order of each table is complete: every part of its bill of materials, in its number, on one of two lists."""

from __future__ import annotations

import csv
from collections import Counter

import pytest
from hardware.making import bom, lists
from hardware.making.orders import ORDERS, TABLES, counted, dates, distributor, elsewhere, files
from hardware.making.source import load_kinds


def test_the_kept_lists_and_page_match_the_source() -> None:
    assert {path: path.read_text("utf-8") for path in sorted(ORDERS.iterdir())} == dict(sorted(files().items()))


def test_the_reference_table_orders_at_least_what_its_bill_of_materials_says() -> None:
    ordered = counted("reference")
    assert [row.name for row in bom.rows() if row.kind.price and ordered[row.name] < row.order] == []


@pytest.mark.parametrize("table", TABLES)
def test_everything_that_costs_something_is_on_one_of_the_two_lists_and_only_on_one(table: str) -> None:
    here = Counter(str(row[4]) for row in distributor(table))
    there = Counter(str(row[5]) for row in elsewhere(table))
    things = lists.things()
    wanted = {name for name in counted(table) if name == lists.CABLES or things[name].price}
    assert here.keys() | there.keys() == {"cable" if name == lists.CABLES else name for name in wanted}
    assert not here.keys() & there.keys()


@pytest.mark.parametrize("table", TABLES)
def test_a_circuit_is_ordered_as_its_parts(table: str) -> None:
    assert not counted(table).keys() & {"tile", "controller", "power"}


def test_a_fuse_is_ordered_with_its_holder_and_a_header_with_its_plug() -> None:
    rows = list(csv.DictReader((ORDERS / "reference-distributor.csv").read_text("utf-8").splitlines()))
    several = Counter(row["Our name"] for row in rows)
    assert several["fuse-3A"] == 2
    assert several["header-8"] == 2


def test_the_page_names_each_number_that_a_spreadsheet_takes_for_a_date() -> None:
    assert dates() == ["22-01-3087"]
    assert "the spreadsheet turns `22-01-3087` into a date" in (ORDERS / "README.md").read_text("utf-8")


@pytest.mark.parametrize("table", TABLES)
def test_a_distributor_gets_a_maker_s_number_in_every_line(table: str) -> None:
    for count, number, maker, _, name, *_ in distributor(table):
        assert isinstance(count, int)
        assert count > 0
        assert number
        assert maker or "(any)" in lists.things()[str(name)].suggested


def test_no_list_has_a_price_because_no_shop_was_reached() -> None:
    for table in TABLES:
        for name in ("distributor", "elsewhere"):
            head = (ORDERS / f"{table}-{name}.csv").read_text("utf-8").splitlines()[0]
            assert "EUR" not in head
            assert "rice" not in head


def test_parts_that_are_only_a_pattern_on_the_board_are_not_ordered() -> None:
    assert load_kinds()["bridge"].price == 0
    assert "bridge" not in {row[5] for row in elsewhere("reference")}
