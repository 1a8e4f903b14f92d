"""The guide is true: steps use what the lists have, wires make the circuit, and commands print what it shows."""

from __future__ import annotations

import re
import xml.etree.ElementTree as xml
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
from hardware.making import breadboard, guide_figures, lists, steps
from hardware.making.breadboard import Breadboard, Hole, load_breadboard
from hardware.making.dimensions import load_dimensions
from hardware.making.printed import guide_pictures
from hardware.making.source import HARDWARE, BadSource
from hardware.making.trap.measures import load_measures
from tests.helpers.pages import Page

from mouseboard import layouts
from mouseboard.cli.main import make_parser

GUIDE = [Page(f"hardware/guide/{path.name}") for path in sorted((HARDWARE / "guide").glob("*.md"))]
START = Page("hardware/guide/GUIDE.md")
EVENING = Page("hardware/guide/one-evening.md")
REFERENCE = Page("hardware/guide/reference-table.md")
WITH_COMMANDS = [page for page in GUIDE if page.blocks("console")]


# Steps


@pytest.mark.parametrize("table", steps.PAGES)
def test_the_steps_use_exactly_the_listed_parts_and_cost_what_they_say(table: str) -> None:
    assert list(steps.complaints(table, steps.page(table).read_text("utf-8"))) == []


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("`straw` 3", "`string` 3", "step 6: `string` is not in the bill of materials"),
        ("`straw` 3", "`straw` 4", "the list has 3 of `straw`, the steps take 4"),
        ("`jumper` 7 · 14 EUR", "`jumper` 7 · 12 EUR", "step 5: its parts cost 14.06 EUR and not 12"),
        ("### 7.", "### 8.", "the steps are not numbered one after the other"),
        ("**Before you go on:** `healthy`.", "", "step 9 does not say what to look at before the next one"),
        ("EUR and 4 hours", "EUR and 2 hours", "the page says (41, 2) EUR and hours; the steps take (41, 4)"),
    ],
)
def test_a_fault_in_a_step_is_found(old: str, new: str, why: str) -> None:
    assert EVENING.text.count(old) == 1
    assert why in list(steps.complaints("evening", EVENING.text.replace(old, new)))


def test_no_step_of_the_reference_table_uses_what_an_earlier_one_has_not_made() -> None:
    assert list(steps.disorder(REFERENCE.text)) == []


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("· makes: mice*", "· makes: rats*", "step 13 needs mice, which is not there yet"),
        (
            "*needs: ten reeds, the wand,",
            "*needs: nine tiles, the wand,",
            "step 2 needs nine tiles, which is not there yet",
        ),
        ("· makes: ribbons, links,", "· makes: ribbons, string,", "nothing needs string"),
        ("*needs: printed parts · makes: the plate*", "", "step 11 does not say what it needs and makes"),
        (
            "*needs: the table, printed parts, controller, power board,",
            "*needs: the table, printed parts, controller,",
            "step 13 does part 5 of COMMISSIONING without power board",
        ),
        (
            "*needs: the table, printed parts, controller,",
            "*needs: the table, controller,",
            "step 13 links a page of printed parts and does not need any",
        ),
    ],
)
def test_a_step_in_the_wrong_order_is_found(old: str, new: str, why: str) -> None:
    assert REFERENCE.text.count(old) == 1
    assert why in list(steps.disorder(REFERENCE.text.replace(old, new)))


def test_every_step_of_the_reference_table_has_a_picture() -> None:
    assert [step.name for step in steps.steps(REFERENCE.text) if "![" not in step.text] == []


@pytest.mark.parametrize("table", steps.PAGES)
def test_every_step_but_the_last_says_what_goes_wrong_most(table: str) -> None:
    found = steps.steps(steps.page(table).read_text("utf-8"))
    assert [step.name for step in found[:-1] if "**What goes wrong most:**" not in step.text] == []


@pytest.mark.parametrize("table", steps.PAGES)
def test_the_computed_figures_of_a_page_are_those_of_today(table: str) -> None:
    text = steps.page(table).read_text("utf-8")
    assert steps.filled(table, text) == text
    assert steps.first_page(START.text) == START.text


def test_the_screws_of_the_trap_are_in_the_list_one_by_one() -> None:
    needs = lists.materials()["trap-screws"].needs
    for one in load_measures().bought:
        if "screw" in one.name:
            assert (
                f"{one.count} {one.name.replace('wood screw', 'wood screws').removeprefix('screw ')}"
                in needs.replace(" of 2 x 8", " 2 x 8")
            )


def test_a_list_with_an_unknown_part_is_refused(tmp_path: Path) -> None:
    source = tmp_path / "materials.toml"
    source.write_text(lists.SOURCE.read_text("utf-8").replace("straw = 3", "string = 3"), "utf-8")
    with pytest.raises(BadSource, match=r"materials.toml: \[evening\]: there is no part 'string'"):
        lists.lists(source)


def test_every_material_is_in_a_list() -> None:
    listed = {line.name for table in lists.lists().values() for line in table}
    assert lists.materials().keys() - listed == set()


def test_every_kept_printed_part_is_in_the_bill_of_materials() -> None:
    kept = {path.stem for path in (HARDWARE / "printed" / "stl").glob("*.stl")}
    spare = {part.name for part in load_dimensions().part if not part.count}
    assert kept == {line.name for line in lists.printed()} | spare


def test_the_trap_has_as_many_pieces_as_the_list_says() -> None:
    pieces = len(list((HARDWARE / "trap").rglob("*.stl")))
    assert {15: "fifteen"}[pieces] in lists.materials()["trap-pieces"].needs


def test_the_first_page_gives_the_sums_of_the_steps() -> None:
    hours, euros = (re.search(rf"^\| {row} \|(.*)$", START.text, re.M) for row in ("work", "cost"))
    assert hours
    assert euros
    for table, work, cost in zip(steps.PAGES, hours[1].split("|"), euros[1].split("|"), strict=False):
        total = steps.sums(table, steps.steps(steps.page(table).read_text("utf-8")))
        assert (f" {total[1]} hours" in work, f"about {total[0]} EUR" in cost) == (True, True)


# Pages


def test_the_first_page_says_at_the_top_that_nothing_has_been_built() -> None:
    assert "**Nobody has built any of them yet.**" in START.text.split("\n## ")[0].split("\n| ")[0]


@pytest.mark.parametrize("page", GUIDE, ids=lambda page: page.path.stem)
def test_every_link_of_the_guide_leads_to_a_file_and_to_a_heading_in_it(page: Page) -> None:
    assert list(dead(page)) == []


def dead(page: Page) -> list[str]:
    """Return the links that lead to no file or to no heading."""
    found: list[str] = []
    for target, anchor in re.findall(r"\]\((?!https?:)([^)#]*)(?:#([^)]+))?\)", page.text):
        path = page.path.parent / target if target else page.path
        if not path.exists() or (anchor and anchor not in _headings(path.read_text("utf-8"))):
            found.append(f"{target}#{anchor}")
    return found


def _headings(text: str) -> set[str]:
    """Return the anchors of the headings, as GitHub makes them."""
    names = re.findall(r"^#+ (.+)$", text, re.M)
    return {re.sub(r"[^\w\- ]", "", name.lower()).replace(" ", "-") for name in names}


@pytest.mark.parametrize("link", ["nowhere.md", "SAFETY.md#crocodiles"])
def test_a_dead_link_is_found(link: str, tmp_path: Path) -> None:
    (tmp_path / "SAFETY.md").write_text("# Safety\n", "utf-8")
    (tmp_path / "page.md").write_text(f"See [this]({link}) and [that](SAFETY.md#safety).\n", "utf-8")
    page = Page(str(tmp_path / "page.md"))
    assert [found.rstrip("#") for found in dead(page)] == [link]


@pytest.mark.parametrize("page", WITH_COMMANDS, ids=lambda page: page.path.stem)
def test_the_commands_of_a_guide_page_print_what_it_shows(page: Page, tmp_path: Path) -> None:
    page.check_commands(tmp_path)


@pytest.mark.parametrize("page", GUIDE, ids=lambda page: page.path.stem)
def test_every_command_for_a_real_table_can_be_parsed(page: Page) -> None:
    inline = re.findall(r"`(mouseboard [^`]+)`", page.text)
    for line in [line for block in page.blocks("text") for line in block.splitlines()] + inline:
        if line.startswith("mouseboard "):
            make_parser().parse_args(line.split()[1:])


# Pictures


@pytest.mark.parametrize("name", guide_figures.ALL)
def test_a_kept_guide_picture_equals_a_new_drawing_and_has_nothing_outside_the_paper(name: str) -> None:
    drawn = guide_figures.ALL[name]()
    assert (HARDWARE / "guide" / f"{name}.svg").read_text("utf-8") == drawn, f"{name}.svg: make hardware"
    root = xml.fromstring(drawn)
    _, _, wide, high = map(float, root.attrib["viewBox"].split())
    spots = [(float(node.attrib["x"]), float(node.attrib["y"])) for node in root if "x" in node.attrib]
    assert all(0 <= x <= wide and 0 <= y <= high for x, y in spots)


def test_the_magnets_page_gives_the_gap_between_glass_and_magnet_of_the_pictures() -> None:
    page = Page("hardware/magnets/README.md").text
    assert f"**{guide_figures.GAP:g} mm** under the magnet's face" in page


# Breadboards


@pytest.fixture(scope="module")
def board() -> Breadboard:
    return load_breadboard()


def test_the_kept_picture_and_wire_list_of_the_breadboard_equal_new_ones(board: Breadboard) -> None:
    assert (breadboard.GUIDE / "breadboard.svg").read_text("utf-8") == breadboard.picture(board)
    assert (breadboard.GUIDE / "wires.md").read_text("utf-8") == breadboard.listing(board)


def test_every_reed_reaches_its_own_pin_and_ground_and_no_hole_holds_two_things(board: Breadboard) -> None:
    assert list(breadboard.complaints(board)) == []


def test_the_breadboard_uses_the_number_of_wires_that_is_ordered(board: Breadboard) -> None:
    ordered = {line.name: line.count for line in lists.lists()["evening"]}
    gaps = 4  # of the near rails: two on board 2, one on each other
    assert len(board.signals) + len(board.grounds) + gaps == ordered["jumper"]
    assert len(board.uppers) == ordered["jumper-socket"]
    assert len(board.reeds) < ordered["reed"]


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"wire_hole": "f"}, "a1: its reed reaches pins [] and not 26"),
        ({"far_hole": "e"}, "a3: its reed reaches pins [36] and not 5"),
        ({"ground_pin": 36}, "a1: its upper wire reaches pins [36], which are no ground"),
        ({"ground_pin": 37}, "b2: its upper wire reaches pins [37], which are no ground"),
        ({"reed_hole": "a"}, "two things are in hole 1 a1"),
        ({"joint_columns": (12, 12)}, "two things are in hole 2 -12"),
        ({"pico_usb_column": 64}, "there is no hole 2 h64"),
    ],
)
def test_a_fault_on_the_breadboard_is_found(changed: dict[str, object], why: str, board: Breadboard) -> None:
    plan = msgspec.structs.replace(board.plan, **changed)
    reeds = tuple(replace(reed, hole=Hole(reed.hole.board, plan.reed_hole, reed.hole.column)) for reed in board.reeds)
    found = list(breadboard.complaints(Breadboard(plan, reeds)))
    assert why in found, found


def test_the_card_of_the_evening_table_has_room_for_its_sheet_and_lies_over_all_boards(board: Breadboard) -> None:
    card, (wide, deep) = breadboard.card(board), layouts.load("pantry").size
    assert wide <= card["wide"] and deep <= card["deep"]
    assert card["wide"] - card["left"] == breadboard.LONG + breadboard.BEYOND
    assert (round(card["left"]), round(card["near"])) == (22, 9)


def test_two_reeds_in_one_column_are_found(board: Breadboard) -> None:
    moved = tuple(replace(reed, hole=Hole(2, "b", 21)) if reed.place == "c2" else reed for reed in board.reeds)
    assert "b2: its reed reaches pins [17, 20] and not 17" in list(breadboard.complaints(Breadboard(board.plan, moved)))


@pytest.mark.parametrize("name", guide_pictures.ALL)
def test_a_kept_picture_of_a_step_equals_a_new_drawing(name: str) -> None:
    assert (HARDWARE / "guide" / "steps" / f"{name}.svg").read_text("utf-8") == guide_pictures.ALL[name]()


def test_every_drawn_step_is_on_the_page() -> None:
    kept = {path.stem for path in (HARDWARE / "guide" / "steps").iterdir()}
    assert kept == guide_pictures.ALL.keys() == set(re.findall(r"\(steps/([\w-]+)\.svg\)", REFERENCE.text))
