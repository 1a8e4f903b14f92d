"""What to order for each table, as lists for a shop, and the page about ordering.

python -m hardware.making.orders            writes hardware/orders; `--check` proves that the files are up to date

A part with a number that distributors know goes on the list for one of them, everything else on the other list.
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import datetime
from pathlib import Path

from hardware.making import lists, steps, ten_reeds
from hardware.making.lengths import lengths
from hardware.making.made import keep_or_check
from hardware.making.shops import load_order
from hardware.making.source import CIRCUITS, HARDWARE, load

ORDERS = HARDWARE / "orders"
TABLES = {"evening": "one evening", "old-board": "an old board", "reference": "the reference table"}
SHOP = "LCSC"
DISTRIBUTOR = ("Quantity", "Manufacturer part number", "Manufacturer", "Description", "Our name", SHOP, "Page")
ELSEWHERE = ("Quantity", "Unit", "What it is", "Must be", "Suggested", "Our name")

Row = tuple[object, ...]


def counted(table: str) -> Counter[str]:
    """Return how many of each thing a table takes: circuits as their parts, without holes, which nobody buys."""
    found: Counter[str] = Counter()
    for line in lists.lists()[table]:
        if line.name in CIRCUITS:
            circuit = load(line.name)
            for part in (part.part for ref, part in circuit.parts.items() if circuit.kind(ref).pins):
                found[part] += line.count
        elif line.name not in {one.name for one in lists.printed()}:
            found[line.name] += line.count
    return found


def distributor(table: str) -> Iterator[Row]:
    """Yield a row for each maker's number."""
    order, things = load_order(), lists.things()
    for name, count in counted(table).items():
        stock = order.in_stock(SHOP, name)
        shown = (stock.stock, stock.page) if stock else ("", "")
        for found in order.at_distributors(things[name].suggested):
            yield (count, found.number, found.maker, things[name].is_, name, *shown)


def elsewhere(table: str) -> Iterator[Row]:
    """Yield a row for everything without a maker's number; what is part of a board costs nothing and is left out."""
    order, things = load_order(), lists.things()
    for name, count in counted(table).items():
        what = things[name]
        if name == lists.CABLES:
            yield from ((f"{one.metres:.1f}", "m", one.is_, one.needs, "", "cable") for one in lengths())
        elif what.price and not order.at_distributors(what.suggested):
            yield (count, what.unit, what.is_, what.needs, what.suggested, name)


def dates() -> list[str]:
    """Return the makers' numbers on the lists that a spreadsheet takes for a date."""
    numbers = {str(number) for table in TABLES for _, number, *_ in distributor(table)}
    return sorted(number for number in numbers if any(_is_date(number, order) for order in ("%d-%m-%Y", "%m-%d-%Y")))


def _is_date(number: str, order: str) -> bool:
    try:
        datetime.strptime(number, order)
    except ValueError:
        return False
    return True


def files() -> dict[Path, str]:
    """Return the text of every file."""
    made = {ORDERS / "README.md": page()}
    for table in TABLES:
        made[ORDERS / f"{table}-distributor.csv"] = _csv(DISTRIBUTOR, distributor(table))
        made[ORDERS / f"{table}-elsewhere.csv"] = _csv(ELSEWHERE, elsewhere(table))
    return made


def page() -> str:
    """Return the page about ordering."""
    order = load_order()
    houses = order.house
    return PAGE.format(
        read=order.read,
        lists="\n".join(
            f"| {what} | [{table}-distributor.csv]({table}-distributor.csv) | {len(list(distributor(table)))} "
            f"| [{table}-elsewhere.csv]({table}-elsewhere.csv) | {len(list(elsewhere(table)))} |"
            for table, what in TABLES.items()
        ),
        first="\n".join(f"| {TABLES[table]} | {_first(table)} |" for table in ("old-board", "reference")),
        dates=" and ".join(f"`{number}`" for number in dates()),
        stock=len(order.stock),
        rotations="\n".join(
            f"| {houses[one.house].name} | `{one.footprint}` | {one.degrees} | {_links(one.pages)} |"
            for one in order.rotation
        ),
        sources="\n".join(f"| {house.name} | {_links(house.pages)} |" for house in houses.values()),
    )


def _first(table: str) -> str:
    """Return what the guide's first step buys. Its list of parts has only the spare reeds, but ten are measured."""
    bought = lists.things().keys() - {one.name for one in lists.printed()}
    parts = steps.steps(steps.page(table).read_text("utf-8"))[0].parts
    counts = {name: count for name, count in parts.items() if name in bought} | {"reed": ten_reeds.REEDS}
    things = lists.things()
    return ", ".join(f"`{name}` {lists.Line(name, count, things[name]).amount}" for name, count in counts.items())


def _links(pages: Iterable[str]) -> str:
    return ", ".join(f"[{n}]({page})" for n, page in enumerate(pages, 1))


def _csv(columns: Row, rows: Iterable[Row]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows([columns, *rows])
    return out.getvalue()


PAGE = """# How to order

Made from [order.toml](../electronics/order.toml) and the lists of parts by `make hardware`. **Nobody has sent these
files to a house or a shop yet.** What they say about houses and shops was read on {read}, in archived copies of the
pages named below. A page may have changed since.

## Parts

| table | from an electronics distributor | lines | from elsewhere | lines |
|---|---|---|---|---|
{lists}

1. Upload the first list where your distributor takes a list of parts. Choose the columns `Quantity` and `Manufacturer
   part number`. Digi-Key, Mouser, Farnell and LCSC take such lists (from memory). If you open a list in a spreadsheet
   first, import that column as text. Otherwise the spreadsheet turns {dates} into a date, and saves that.
2. Compare each part that the shop shows with [what it must be](../bill-of-materials.md).
3. Buy what is on the second list where you like.
4. **The lists have everything on them.** Take off what you bought in the guide's first step, or you order it twice. Ask
   for reeds of the lot that you measured.

| table | take off |
|---|---|
{first}

Spare reeds, magnets and flat parts are counted in. The column `LCSC` has that shop's number for {stock} parts: the
address of the shop's page, as other projects link it, has that number and the maker's. For all others we found none, so
the column is empty. Beside the 74HC165 it is Nexperia's part, while the
maker's number is Texas Instruments': either fits. There are no prices in the lists, because we reached no shop. The
bill of materials has our own estimates and their date.

## Circuit boards

The files are in [boards/tile/fabrication](../boards/tile/fabrication) and
[boards/controller/fabrication](../boards/controller/fabrication).

1. Upload `tile-gerbers.zip`. It has all layers and both drill files beside each other, with no folder inside.
2. Check the preview: 120 x 120 mm, 2 layers, nine ringed holes for reeds, four screw holes.
3. Ask for what [the tile's page](../boards/tile/README.md#have-it-made) says.
4. Choose the number. JLCPCB's [default is five](https://github.com/neilenns/74HC165-breakout-board), and PCBWay
   [made multiples of five](http://criticalignment.nl/mirror/revspace.nl/Ordering_PCBs_for_rhococo.html) in 2019: order
   ten tiles. [Aisler](https://community.aisler.net/t/our-simple-pricing/102) makes sets of three: order nine.

Aisler also takes `tile.kicad_pcb` itself. If you have KiCad, the plug-ins of
[PCBWay](https://github.com/pcbway/PCBWay-Plug-in-for-Kicad) and [Aisler](https://github.com/AislerHQ/PushForKiCad) send
the board for you. They find the makers' numbers in its field `MPN`.

## Let a house solder the flat parts

All flat parts are on the front of the tile. The house solders them. Reeds, plugs, terminals and the large capacitor
remain for you. The controller has only parts with wires, so it has no such files.

1. Choose assembly of the top side.
2. Upload the two files with the house's name: `tile-jlcpcb-bom.csv` and `tile-jlcpcb-positions.csv`, or those of
   `pcbway` or `aisler`.
3. Look at each chip and each lamp in the preview. Pin 1 must lie at the printed mark: the triangle beside a chip, the
   `1` beside a lamp. Turn what lies wrong.
4. Ask the house to confirm which way chips and lamps lie, before it solders. A part that is turned by half gets its
   supply reversed, which can destroy it.
5. Check one board before you power it: pin 1 of `U1`, `U2` and `D1` to `D9` at its mark.

A house counts angles from how a part lies in its reel, and KiCad from the footprint. JLCPCB publishes no list of the
differences. The degrees below are added for it. They come from lists of people who had boards made there; no board of
ours has confirmed them.

| house | footprint | degrees | lists |
|---|---|---|---|
{rotations}

Where the lists disagree, `order.toml` says so. PCBWay's and Aisler's own plug-ins for KiCad send KiCad's angles as they
are, and so do our files.

## No panel

Nine tiles in one piece would be 360 x 360 mm. That fits: JLCPCB cuts panels
[up to 475 x 475 mm](https://jlcpcb.com/help/article/pcb-panelization). But five panels are 45 tiles. The same page says
that several boards in one piece usually cost more. A cut edge is
[exact to 0.4 mm](https://jlcpcb.com/blog/305-technical-guidance-v-cut-panelization-standards), a milled one
[to 0.2 mm](https://jlcpcb.com/capabilities/Capabilities), and tiles lie side by side. Aisler charges by area, so a
panel saves nothing there. Order single tiles.

## Where the columns come from

| house | pages |
|---|---|
{sources}

KiBot can make such files too. We do not use it. Three calls of `kicad-cli` and a page of Python do the same; its angles
are no better founded than those above, and it has no columns for the assembly at PCBWay or Aisler. It would be one more
program to install.
"""


if __name__ == "__main__":
    keep_or_check(files())
