"""Tie every number and every name in the pages for makers to its source, or give a reason.

hardware/prose.toml lists them, page by page and heading by heading, in the order of the text:

    "{magnet.across} x {magnet.high} mm"    from the source: `facts` has what is in braces
    "10 cm | advice"                        from elsewhere: a reason, explained at the head of the file
    "VBUS"                                  a name: some part, pin, net or value of the source has it
    "nine"                                  a number without a unit, or a telling word: only compared

So a number that is changed in a page differs from the list, and one that is changed in the source does, too. Pages that
are made whole from the source, and the lines of times and costs below a step, are compared elsewhere.

python -m hardware.making.prose            write the list again: what is known stays, what is new gets a question mark
python -m hardware.making.prose --check    print what differs
"""

from __future__ import annotations

import json
import math
import re
import string
import sys
from collections.abc import Iterator, Mapping
from difflib import SequenceMatcher
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from hardware.making import breadboard, guide_figures, lists, steps, ten_reeds, ways
from hardware.making.clock_lines import PIECE_RIBBON, SPREAD
from hardware.making.dimensions import load_dimensions
from hardware.making.holes import called, load_perfboard
from hardware.making.perfboard import NAMES as PERFBOARDS
from hardware.making.placement import load_placement
from hardware.making.power import LAMP, VOLTS, budget
from hardware.making.printed import sliced
from hardware.making.printed.boxed import load_boxes
from hardware.making.source import ALL_CIRCUITS, HARDWARE, SOURCE, decoded, load, load_kinds, load_signals
from hardware.making.trap.measures import load_measures
from hardware.making.whole import load_cables

from mouseboard.trap import course
from mousetable.settings import Settings

LEDGER = HARDWARE / "prose.toml"
MADE = (
    "bill-of-materials.md",
    "boards/controller/perfboard.md",
    "boards/power/perfboard.md",
    "boards/registers/perfboard.md",
    "guide/wires.md",
    "magnets/full-boards.md",
    "orders/README.md",
    "power/README.md",
    "printed/parts.md",
    "simulation/README.md",
    "wiring/wires.md",
)
"""Pages that are made from the source and compared as a whole."""
WORDS = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"),
)
UNITS = (
    "%|°C|mm2|N/mm2|mm|cm|m|um|V|mA|A|mOhm|kilohm|kohm|ohm|nF|uF|pF|AT|EUR|degrees|g|kg|Nm|N|MHz|kHz|Hz|ns|ms|s|min|"
    "minutes|hours|seconds|microseconds|mW|W|T|k"
)
NUMBER = r"\d+(?:,\d{3})*(?:\.\d+)*"
NAMED = (
    *("anode", "cathode", "plus", "minus", "normally open", "normally closed", "red", "black", "brass", "nylon"),
    *("left", "right", "upper", "lower", "above", "below", "upright", "lying", "tail", "larger", "smaller", "thicker"),
    *("thinner", "longer", "shorter", "two", "half", "thousand", "both", "first", "last", "third", "fourth", "fifth"),
    *("sixth", "seventh", "eighth", "ninth"),
)
"""Words that would make a built table wrong if they were exchanged."""
NAME = re.compile(r"\+?(?:\d+[A-Z][A-Z0-9_]*|[A-Z][A-Z0-9_]*[A-Z0-9])(?:[.+-][A-Z0-9]+)*")
MEASURED = re.compile(rf"^{NUMBER}[^{{|]*(?<=[\d ])(?:{UNITS})$")
TOKEN = re.compile(
    r"(?<![\w./-])\d{4}-\d\d-\d\d\b"
    rf"|(?<![\w./-]){NAME.pattern}(?!\w)"
    rf"|(?<![\w.])(?:{NUMBER})(?: ?(?:x|to|by|-|and|or) ?{NUMBER})*(?:(?: ?(?:{UNITS}))(?!\w)|(?![\w-]))"
    rf"|\b(?:{'|'.join((*WORDS[3:], *NAMED))})\b"
)
"""A date, a name in capitals, a number or a range with its unit, a number in words from three on, or one of `NAMED`."""
UNKNOWN = "?"
CELLS = 4.5
"""Volts of the three cells that light a tile's lamps in the jig."""
SAMPLE = ("gauge", "reed-stand", "wand", "wedge")
"""What is printed before the rest is ordered."""


class Ledger(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The contents of prose.toml."""

    why: dict[str, str]
    names: tuple[str, ...]
    page: dict[str, dict[str, tuple[str, ...]]]


class Words(string.Formatter):
    """Formats numbers without needless zeros, or with `w` in words."""

    def format_field(self, value: Any, format_spec: str) -> str:
        if format_spec == "w":
            return WORDS[int(value)]
        if isinstance(value, (int, float)) and not format_spec:
            return f"{round(value, 3):g}"
        return str(super().format_field(value, format_spec))


def pages(folder: Path = HARDWARE) -> Iterator[tuple[str, str]]:
    """Yield each page that people write, by its path in the folder, with its text."""
    for path in sorted(folder.rglob("*.md")):
        name = str(path.relative_to(folder))
        if name not in MADE:
            yield name, path.read_text("utf-8")


def sections(text: str) -> dict[str, tuple[str, ...]]:
    """Return the numbers and names below each heading of a page, in their order."""
    text = re.sub(r"^```.*?^```$", "", text, flags=re.M | re.S)
    found: dict[str, tuple[str, ...]] = {}
    for heading, body in re.findall(r"^#+ (.+)\n((?:(?!#).*\n?)*)", text, re.M):
        tokens = tuple(TOKEN.findall(_plain(f"{heading}\n{body}")))
        if tokens:
            found[heading] = found.get(heading, ()) + tokens
    return found


def _plain(text: str) -> str:
    """Return a text without the targets of links, numbers of list items and steps, and a step's times and costs."""
    text = re.sub(r"^\*\d+ min ·.*\*$", "", text, flags=re.M)
    text = re.sub(r"\]\((?:[^()]|\([^)]*\))*\)", "]", text)
    text = re.sub(r"\[[A-Z]+\]", "", text)
    text = re.sub(r"^ *\d+\. ", "", text, flags=re.M)
    return re.sub(r"(?<=\d)\n +(?=mm\b)| *\n *", " ", text)


@cache
def facts() -> dict[str, Any]:
    """Return everything that the ledger may look up, by name."""
    dimensions, found, kinds = load_dimensions(), budget(), load_kinds()
    tile = load("tile")
    plain = {name: getattr(dimensions, name) for name in dimensions.__struct_fields__ if name != "part"}
    cables, off, high = load_cables(), dimensions.off, kinds[LAMP].high
    crank = course().crank
    adrift, plate = off.layer + off.overlay + off.reed, dimensions.plate
    totals = {table: steps.sums(table, steps.steps(steps.page(table).read_text("utf-8"))) for table in steps.PAGES}
    return plain | {
        "printed": {part.name: part.count for part in dimensions.part},
        "tile": tile,
        "tile_size": tile.size[0],
        "places": 9 * tile.count,
        "part": kinds,
        "fuse": {name: found.rating(f"power/{name}") for name in ("F1", "F2", "F3")},
        "supply": found.rating("PS1"),
        "power": found,
        "lit": found.lit / 1000,
        "row": found.row(3)[0],
        "cap": found.cap / 1000,
        "tile_lamps": found.full / 9000,
        "servo_amperes": found.servo / 1000,
        "cable": {cable.name: cable for cable in cables.cable},
        "cm": {cable.name: 100 * cable.length for cable in cables.cable},
        "mm2": {cable.name: cables.kind[cable.kind].mm2 for cable in cables.cable},
        "link": {"mm": math.ceil(1000 * ways.Reach(cables).needed("lamps 2")), "end": ways.LINK_END},
        "list": {table: {line.name: line.count for line in lines} for table, lines in lists.lists().items()},
        "euros": {table: euros for table, (euros, _) in totals.items()},
        "hours": {table: hours for table, (_, hours) in totals.items()},
        "stall": Settings(None)["stall"] / 1000,
        "estimated": lists.estimated(),
        "bits": 2 * sum(pin.startswith("D") and pin != "DS" for pin in kinds["74HC165"].pins),
        "perfboard": decoded(HARDWARE / "boards" / "controller" / "perfboard.toml", dict[str, Any])["size"],
        "controller_size": load_placement("controller").size,
        "clock_ohms": load("controller").kind("R2").ohms,
        "kilohm": {ref: (load("power").kind(ref).ohms or 0) / 1000 for ref in ("R3", "R4")},
        "piece_ribbon": 100 * PIECE_RIBBON,
        "ribbons": sum(cable.length for cable in cables.cable if cable.ribbon),
        "drive": max(signal.drive for signal in load_signals()),
        "trunk": {"mm": found.trunk, "amperes": round(found.trunk_bears, 1)},
        "marble": load_measures().marble.across,
        "crank_turn": crank.end - crank.rest,
        "below_plate": dimensions.below_plate,
        "stub_up": dimensions.reed.above_board + dimensions.reed.glass + dimensions.reed.stub,
        "reed_to_back": dimensions.reed.above_board + dimensions.board.thick,
        "face_up": dimensions.below_plate + plate.thinnest,
        "over_plug": dimensions.below_plate - dimensions.board.tallest,
        "fallen": dimensions.foot.across / 2,
        "gap_off": (
            dimensions.gap.aimed - adrift - plate.thick + plate.thinnest,
            dimensions.gap.aimed + adrift + plate.thickest - plate.thick,
        ),
        "soldered": dimensions.reed.stub - dimensions.reed.joint,
        "needed": ten_reeds.NEEDED,
        "spread": 100 * SPREAD,
        "lamp_high": {"supply": high * VOLTS, "cells": high * CELLS},
        "printing": {"table": steps.printing("printed"), "trap": steps.printing("trap"), "sample": _sample()},
        "boxes": load_boxes(),
        "evening_card": breadboard.card(breadboard.load_breadboard()),
        "evening_reed": {
            "straw": guide_figures.STRAW,
            "rim": guide_figures.RIM,
            "bend": guide_figures.BEND,
            "aside": guide_figures.ASIDE,
            "hangs": guide_figures.HANGS,
            "card": guide_figures.CARD,
        },
    }


def _sample() -> tuple[float, float]:
    """Return the grams and hours of printing of what is printed before the rest is ordered."""
    found = [sliced.kept()[f"printed/{name}"] for name in SAMPLE]
    return sum(one.grams for one in found), sum(one.minutes for one in found) / 60


def rendered(entry: str) -> str:
    """Return the text that an entry of the ledger stands for. Raises LookupError for an unknown fact."""
    template = entry.partition(" | ")[0]
    try:
        return Words().format(template, **facts())
    except AttributeError as error:
        raise LookupError(f"{template}: {error}") from error


@cache
def vocabulary() -> str:
    """Return all the words of the source: parts, pins, holes, nets, values and numbers to order."""
    kinds, circuits = load_kinds(), [load(name) for name in ALL_CIRCUITS]
    words = [f"{name} {kind.value} {kind.suggested} {kind.alternative} {kind.symbol}" for name, kind in kinds.items()]
    words += [" ".join(kind.pins) for kind in kinds.values()]
    words += [part.value for circuit in circuits for part in circuit.parts.values()]
    words += [f"{ref}.{pin} {ref}" for circuit in circuits for ref in circuit.parts for pin in circuit.kind(ref).pins]
    words += [" ".join(circuit.nets) for circuit in circuits]
    words += [f"{signal.name} GP{signal.gpio}" for signal in load_signals()]
    words += [called(hole) for name in PERFBOARDS for hole in load_perfboard(name).pins.values()]
    words += [(SOURCE.parent / "mechanics" / "materials.toml").read_text("utf-8")]
    return " " + " ".join(words) + " "


def load_ledger(path: Path = LEDGER) -> Ledger:
    return msgspec.toml.decode(path.read_text("utf-8"), type=Ledger)


def complaints(texts: Mapping[str, str], ledger: Ledger) -> Iterator[str]:
    """Yield a sentence for each number or name in the pages that the ledger does not have, and the other way round."""
    for page in sorted(texts.keys() | ledger.page.keys()):
        found, listed = sections(texts.get(page, "")), ledger.page.get(page, {})
        for heading in dict.fromkeys([*found, *listed]):
            here, there = found.get(heading, ()), [rendered(entry) for entry in listed.get(heading, ())]
            for tag, i, j, k, m in SequenceMatcher(None, here, there, autojunk=False).get_opcodes():
                if tag != "equal":
                    said, known = ", ".join(here[i:j]) or "nothing", ", ".join(there[k:m]) or "nothing"
                    yield f"{page}, {heading}: the page says {said}; its source says {known}"
            for entry in listed.get(heading, ()):
                yield from (f"{page}, {heading}: {wrong}" for wrong in _unfounded(entry, ledger))


def _unfounded(entry: str, ledger: Ledger) -> Iterator[str]:
    """Yield what is missing for an entry to be believed."""
    template, _, why = entry.partition(" | ")
    if why and why not in ledger.why:
        yield f"{template}: there is no reason {why!r}"
    elif MEASURED.search(entry):
        yield f"{template} has neither a source nor a reason"
    elif NAME.fullmatch(entry) and entry not in ledger.names and not _exists(entry):
        yield f"{entry} is the name of nothing in the source"


def _exists(name: str) -> bool:
    return bool(re.search(rf"(?<![\w.]){re.escape(name)}(?!\w)", vocabulary()))


def renewed(texts: Mapping[str, str], ledger: Ledger) -> dict[str, dict[str, list[str]]]:
    """Return the ledger's pages for these texts. Known entries stay; a new number with a unit gets a question mark."""
    found: dict[str, dict[str, list[str]]] = {}
    for page, text in sorted(texts.items()):
        headings = ledger.page.get(page, {})
        known = {rendered(entry): entry for entries in headings.values() for entry in entries}
        for heading, tokens in sections(text).items():
            old = list(headings.get(heading, ()))
            shown = [rendered(entry) for entry in old]
            new = [known.get(token, f"{token} | {UNKNOWN}" if MEASURED.match(token) else token) for token in tokens]
            for tag, i, j, k, _ in SequenceMatcher(None, tokens, shown, autojunk=False).get_opcodes():
                if tag == "equal":
                    new[i:j] = old[k : k + j - i]
            found.setdefault(page, {})[heading] = new
    return found


def written(ledger: Ledger, pages: Mapping[str, Mapping[str, list[str]]]) -> str:
    """Return the text of prose.toml."""
    lines = [HEAD, "[why]", *(f"{name} = {_quoted(text)}" for name, text in ledger.why.items())]
    for page, headings in pages.items():
        lines += ["", f"[page.{_quoted(page)}]"]
        for heading, entries in headings.items():
            lines += [f"{_quoted(heading)} = [", *(f"  {_quoted(entry)}," for entry in entries), "]"]
    names = "\n".join(f"  {_quoted(name)}," for name in ledger.names)
    lines.insert(1, f"# Names in capitals that are not of the source.\nnames = [\n{names}\n]\n")
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


HEAD = """\
# Every number and every name in the pages for makers, in the order of the text: where each comes from. A test compares.
# hardware/making/prose.py says how to read and to renew this list.
"""

if __name__ == "__main__":
    known = load_ledger()
    if sys.argv[1:] == ["--check"]:
        sys.exit("\n".join(complaints(dict(pages()), known)) or None)
    LEDGER.write_text(written(known, renewed(dict(pages()), known)), "utf-8")
