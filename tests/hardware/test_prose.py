"""Numbers and names in the pages for makers are those of their source, and each fault planted there is found."""

from __future__ import annotations

import pytest
from hardware.making import prose
from hardware.making.prose import Ledger, complaints, load_ledger, pages, renewed, sections, written

TEXTS = dict(pages())
LEDGER = load_ledger()

FAULTS = {
    "a wider voltage": ("4.9 to 5.2 V", "4.9 to 5.5 V"),
    "the Pico's diode at USB": ("cathode (ring) at VSYS", "cathode (ring) at VBUS"),
    "the Pico's diode turned": ("cathode (ring) at VSYS", "anode (ring) at VSYS"),
    "lamps fed at their end": ("arrow's tail (DIN)", "arrow's head (DOUT)"),
    "another magnet": ("Magnets of 8 x 3 mm", "Magnets of 6 x 2 mm"),
    "a resistor too few": ("`R1` to `R17`", "`R1` to `R16`"),
    "the wrong plug": ("3.3 V from `J1` to `J2`", "3.3 V from `J3` to `J2`"),
    "a stronger pull-up": ("with 10 kilohm from the input", "with 1 kilohm from the input"),
    "more sensitive reeds": ("end, sorted 15 to 20 AT", "end, sorted 10 to 15 AT"),
    "the Pico turned": ("**its plug to the right**", "**its plug to the left**"),
    "shorter screws": ("M3 x 12 (`hole`)", "M3 x 10 (`hole`)"),
    "the lower edge": ("number 1 at the lower left", "number 1 at the upper left"),
    "a wider gap": ("| **4 mm** under the magnet's face", "| **5 mm** under the magnet's face"),
    "exchanged drills": ("6 mm over reeds and lamps, 3.2 mm for", "3.2 mm over reeds and lamps, 6 mm for"),
    "a narrower hole": ("3.2 mm for a screw", "3 mm for a screw"),
    "another resistor": ("33 ohm in series", "330 ohm in series"),
    "a board too few": ("Order nine circuit boards", "Order eight circuit boards"),
    "steel screws": ("Use brass or nylon", "Use steel or nylon"),
    "a turned perfboard": ("30 x 24 holes", "24 x 30 holes"),
    "a larger fuse": ("Never replace a fuse by a larger one", "Never replace a fuse by a smaller one"),
    "the bridge on another tile": ("on the ninth LAST TILE", "on the first LAST TILE"),
    "a short called good": ("| above 100 ohm |", "| below 100 ohm |"),
    "a weaker crowd": ("give 4.1 to 9.1 AT", "give 4.1 to 8.1 AT"),
    "a longer wire": ("one wire of the reed to 17 mm", "one wire of the reed to 27 mm"),
    "a lower price": ("about 311 EUR", "about 211 EUR"),
}
"""Sentences as the pages had them, and the same with a fault."""


def test_every_number_and_name_in_the_pages_has_its_source() -> None:
    assert list(complaints(TEXTS, LEDGER)) == [], "python -m hardware.making.prose"


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_planted_in_a_sentence_is_found(fault: str) -> None:
    right, wrong = (f"# Head\n{sentence}\n" for sentence in FAULTS[fault])
    ledger = Ledger({"?": "not asked here"}, LEDGER.names, _tuples(renewed({"page.md": right}, LEDGER)))
    assert list(complaints({"page.md": right}, ledger)) == []
    assert list(complaints({"page.md": wrong}, ledger)) != []


def _tuples(pages: dict[str, dict[str, list[str]]]) -> dict[str, dict[str, tuple[str, ...]]]:
    return {page: {name: tuple(entries) for name, entries in headings.items()} for page, headings in pages.items()}


@pytest.mark.parametrize(
    ("fact", "value", "page"),
    [("places", 80, "README.md"), ("cap", 2.0, "COMMISSIONING.md"), ("supply", 5.0, "guide/SAFETY.md")],
)
def test_a_number_that_changes_in_the_source_is_found(
    fact: str, value: float, page: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    changed = prose.facts() | {fact: value}
    monkeypatch.setattr(prose, "facts", lambda: changed)
    assert any(line.startswith(f"{page}, ") for line in complaints(TEXTS, LEDGER))


@pytest.mark.parametrize(
    ("entry", "why"),
    [
        ("5 mm | nobody", "5 mm: there is no reason 'nobody'"),
        ("5 mm", "5 mm has neither a source nor a reason"),
        ("Q17", "Q17 is the name of nothing in the source"),
    ],
)
def test_an_entry_without_a_foundation_is_refused(entry: str, why: str) -> None:
    ledger = Ledger(LEDGER.why, LEDGER.names, {"page.md": {"Head": (entry,)}})
    text = f"# Head\n{entry.partition(' | ')[0]}\n"
    assert list(complaints({"page.md": text}, ledger)) == [f"page.md, Head: {why}"]


def test_a_renewed_ledger_keeps_what_it_knows_and_asks_for_the_rest() -> None:
    ledger = Ledger({"ours": "our own"}, (), {"page.md": {"Head": ("{places}", "5 cm | ours")}})
    found = renewed({"page.md": "# Head\n81 reeds, 7 mm wide, 5 cm apart, nine high\n"}, ledger)
    assert found == {"page.md": {"Head": ["{places}", "7 mm | ?", "5 cm | ours", "nine"]}}


def test_the_kept_ledger_is_written_as_it_is_read() -> None:
    assert prose.LEDGER.read_text("utf-8") == written(LEDGER, renewed(TEXTS, LEDGER))


def test_numbers_keep_their_units_and_links_and_list_numbers_are_left_out() -> None:
    text = "# Head\n1. Take `R1` to `R17`, 8 x 3 mm [or](page-2.md#5-mm) 0.5 to\n   1 mm, `+5V`, nine of 2026-01-02.\n"
    assert sections(text) == {
        "Head": ("R1", "R17", "8 x 3 mm", "0.5 to 1 mm", "+5V", "nine", "2026-01-02"),
    }
