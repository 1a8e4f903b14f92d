"""The time, tools and parts of the guide's steps, and checks that every part is in a list and all sums are right.

A step is a heading `### 3. Name` with a line below it: `*20 min · tools · `reed` 10, `straw` 3 · 5 EUR*`. The parts are
optional. On the reference table's page a second line says what a step needs from those before it, and what it makes:
`*needs: mice, the plate · makes: the table*`. The sums are at the head of the page, and on the guide's first page.

python -m hardware.making.steps            writes every figure that can be computed into the pages
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from hardware.making import work
from hardware.making.lists import Line, lists, things
from hardware.making.made import keep_or_check
from hardware.making.printed import sliced
from hardware.making.source import HARDWARE

GUIDE = HARDWARE / "guide"
PAGES = {"evening": "one-evening.md", "old-board": "old-board.md", "reference": "reference-table.md"}
HEADING = re.compile(r"^### (\d+)\. (.+)\n\*(.+)\*$", re.M)
WHAT = re.compile(r"(\d+) min · ([^`·]+) · (?:((?:`[^`]+` \d+(?:, )?)+) · )?(\d+) EUR")
TOTAL = re.compile(r"^(\*\*About )(\d+)( EUR[^*]*?)(\d+)( hours)", re.M)
ORDER = re.compile(r"^\*needs: ([^·]+) · makes: ([^·*]+)\*$", re.M)
NOTHING = "nothing"
TESTED = re.compile(r"COMMISSIONING\.md#(\d)-[^)]*\)(?:, parts \1 to (\d))?")
TESTS: dict[int, tuple[str, ...]] = {
    1: ("controller", "power board"),
    2: ("power board",),
    3: ("controller",),
    4: ("the table", "controller", "the supply", "mice"),
    5: ("the table", "power board", "the supply"),
    6: ("thin cables", "the stop"),
    7: ("the stop",),
}
"""What must be there for each part of COMMISSIONING, made in the step itself or before it."""
WORK: dict[str, Callable[[], int]] = {
    "Controller and power board": work.perfboards,
    "The other cables": work.cables,
    "The first tile": lambda: work.tiles(1),
    "Eight more tiles": lambda: work.tiles(8),
    "The plate": work.plate,
    "Sheet and rims": work.rims,
}
"""Minutes that are counted from parts and joints, by the step's name."""


@dataclass(frozen=True)
class Step:
    """A step; `parts` counts its parts by name."""

    number: int
    name: str
    minutes: int
    parts: Counter[str]
    euros: int
    text: str

    @property
    def order(self) -> tuple[set[str], set[str]] | None:
        """What it needs and what it makes, if its page says so."""
        found = ORDER.search(self.text)
        if not found:
            return None
        needs, makes = ({name.strip() for name in one.split(",")} for one in found.groups())
        return needs - {NOTHING}, makes


def steps(text: str) -> list[Step]:
    """Return the steps of a page. Raises ValueError for a line that cannot be read."""
    found = list(HEADING.finditer(text))
    ends = [one.start() for one in found[1:]] + [len(text)]
    return [_step(one, text[one.end() : end]) for one, end in zip(found, ends, strict=True)]


def _step(found: re.Match[str], text: str) -> Step:
    number, name, line = found.groups()
    what = WHAT.fullmatch(line)
    if what is None:
        raise ValueError(f"step {number}, {name}: cannot read {line!r}")
    minutes, _, parts, euros = what.groups()
    counts = Counter({part: int(n) for part, n in re.findall(r"`([^`]+)` (\d+)", parts or "")})
    return Step(int(number), name, int(minutes), counts, int(euros), text)


def complaints(table: str, text: str) -> Iterator[str]:
    """Yield a sentence for each fault in the steps of a table's page."""
    found, known = steps(text), things()
    if [step.number for step in found] != list(range(1, len(found) + 1)):
        yield "the steps are not numbered one after the other"
    for step in found:
        unknown = sorted(step.parts.keys() - known.keys())
        yield from (f"step {step.number}: `{name}` is not in the bill of materials" for name in unknown)
        if not unknown:
            cost = sum(Line(name, n, known[name]).cost for name, n in step.parts.items())
            if abs(cost - step.euros) > 0.5 + 1e-9:
                yield f"step {step.number}: its parts cost {cost:.2f} EUR and not {step.euros}"
        if "**Before you go on:**" not in step.text and step is not found[-1]:
            yield f"step {step.number} does not say what to look at before the next one"
        if step.name in WORK and step.minutes != WORK[step.name]():
            yield f"step {step.number} takes {step.minutes} minutes; its joints take {WORK[step.name]()}"
    yield from _sums(table, text, found)


def disorder(text: str) -> Iterator[str]:
    """Yield a sentence for each thing that a step uses before a step has made it, and for what nothing uses."""
    there: set[str] = set()
    used: set[str] = set()
    found = steps(text)
    for step in found:
        if step.order is None:
            yield f"step {step.number} does not say what it needs and makes"
            continue
        needs, makes = step.order
        yield from (f"step {step.number} needs {name}, which is not there yet" for name in sorted(needs - there))
        for part in sorted(_tests(step.text)):
            missing = sorted(set(TESTS[part]) - needs - makes)
            yield from (f"step {step.number} does part {part} of COMMISSIONING without {name}" for name in missing)
        if SHOWS_PRINTED in step.text and not PRINTED & (needs | makes):
            yield f"step {step.number} links a page of printed parts and does not need any"
        there |= makes
        used |= needs
    last = (found[-1].order or (set(), set()))[1]
    yield from (f"nothing needs {name}" for name in sorted(there - used - last - MAY_BE_LEFT_OUT))


MAY_BE_LEFT_OUT = {"the trap"}
SHOWS_PRINTED = "](../printed/"
PRINTED = {"printed parts", "the reed stand"}


def _tests(text: str) -> set[int]:
    """Return the parts of COMMISSIONING that a step does."""
    found = (one.groups() for one in TESTED.finditer(text))
    return {part for first, last in found for part in range(int(first), int(last or first) + 1)}


def _sums(table: str, text: str, found: list[Step]) -> Iterator[str]:
    """Check that all steps together use the parts in the list, and that the head of the page has the right sums."""
    wanted = Counter({line.name: line.count for line in lists()[table]})
    taken = sum((step.parts for step in found), Counter[str]())
    for name in sorted(wanted.keys() | taken.keys()):
        if wanted[name] != taken[name]:
            yield f"the list has {wanted[name]} of `{name}`, the steps take {taken[name]}"
    total = TOTAL.search(text)
    said = total and (int(total[2]), int(total[4]))
    if said != sums(table, found):
        yield f"the page says {said} EUR and hours; the steps take {sums(table, found)}"


def sums(table: str, found: list[Step]) -> tuple[int, int]:
    """Return the cost of the list in EUR and the hours of all steps, rounded."""
    return round(sum(line.cost for line in lists()[table])), round(sum(step.minutes for step in found) / 60)


def filled(table: str, text: str) -> str:
    """Return a page with the costs of its steps, the times that can be counted, and its sums."""
    known = things()
    for step in steps(text):
        cost = sum(Line(name, n, known[name]).cost for name, n in step.parts.items() if name in known)
        minutes = WORK[step.name]() if step.name in WORK else step.minutes
        head = re.compile(rf"(?<=^### {step.number}\. {re.escape(step.name)}\n\*)\d+( min .*· )\d+(?= EUR\*$)", re.M)
        text = head.sub(lambda found, m=minutes, c=cost: f"{m}{found[1]}{c:.0f}", text)  # type: ignore[misc]
    euros, hours = sums(table, steps(text))
    text = TOTAL.sub(rf"\g<1>{euros}\g<3>{hours}\g<5>", text)
    for room, found in (("table", "printed"), ("trap", "trap")):
        grams, time = printing(found)
        printed = rf"\d+ g and \d+ hours(?=\s+of\s+printing\s+for\s+the\s+{room})"  # a line may end anywhere
        text = re.sub(printed, f"{grams:.0f} g and {time:.0f} hours", text)
    return text


def printing(room: str) -> tuple[float, float]:
    """Return the grams and hours of printing of the table's parts or of the trap's."""
    found = sliced.kept()
    counts = {f"printed/{line.name}": line.count for line in lists()["reference"]}
    taken = [
        (counts.get(name, 0) if room == "printed" else 1, one) for name, one in found.items() if name.startswith(room)
    ]
    return sum(n * one.grams for n, one in taken), sum(n * one.minutes for n, one in taken) / 60


def first_page(text: str) -> str:
    """Return the guide's first page with the sums of all tables."""
    for row, which, unit in (("work", 1, r"\d+ hours"), ("cost", 0, r"about \d+ EUR")):
        line = re.search(rf"^\| {row} \|.*$", text, re.M)
        assert line
        new = line[0]
        for found, table in zip(re.finditer(unit, line[0]), PAGES, strict=True):
            total = sums(table, steps(page(table).read_text("utf-8")))[which]
            new = new.replace(found[0], re.sub(r"\d+", str(total), found[0]), 1)
        text = text.replace(line[0], new)
    return text


def page(table: str) -> Path:
    """Return the path of a table's page."""
    return GUIDE / PAGES[table]


if __name__ == "__main__":
    keep_or_check({page(table): filled(table, page(table).read_text("utf-8")) for table in PAGES})
    start = GUIDE / "GUIDE.md"
    keep_or_check({start: first_page(start.read_text("utf-8"))})
