"""The time, tools and parts of the guide's steps, and checks that every part is in a list and all sums are right.

A step is a heading `### 3. Name` with a line below it: `*20 min · tools · `reed` 10, `straw` 3 · 5 EUR*`. The parts are
optional. The sums are at the head of the page, and again on the first page of the guide.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from hardware.making.lists import Line, lists, things
from hardware.making.source import HARDWARE

GUIDE = HARDWARE / "guide"
PAGES = {"evening": "one-evening.md", "old-board": "old-board.md", "reference": "reference-table.md"}
HEADING = re.compile(r"^### (\d+)\. (.+)\n\*(.+)\*$", re.M)
WHAT = re.compile(r"(\d+) min · ([^`·]+) · (?:((?:`[^`]+` \d+(?:, )?)+) · )?(\d+) EUR")
TOTAL = re.compile(r"^\*\*About (\d+) EUR[^*]*?(\d+) hours", re.M)


@dataclass(frozen=True)
class Step:
    """A step; `parts` counts its parts by name."""

    number: int
    name: str
    minutes: int
    parts: Counter[str]
    euros: int
    text: str


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
    yield from _sums(table, text, found)


def _sums(table: str, text: str, found: list[Step]) -> Iterator[str]:
    """Check that all steps together use the parts in the list, and that the head of the page has the right sums."""
    wanted = Counter({line.name: line.count for line in lists()[table]})
    taken = sum((step.parts for step in found), Counter[str]())
    for name in sorted(wanted.keys() | taken.keys()):
        if wanted[name] != taken[name]:
            yield f"the list has {wanted[name]} of `{name}`, the steps take {taken[name]}"
    total = TOTAL.search(text)
    said = total and tuple(map(int, total.groups()))
    if said != sums(table, found):
        yield f"the page says {said} EUR and hours; the steps take {sums(table, found)}"


def sums(table: str, found: list[Step]) -> tuple[int, int]:
    """Return the cost of the list in EUR and the hours of all steps, rounded."""
    return round(sum(line.cost for line in lists()[table])), round(sum(step.minutes for step in found) / 60)


def page(table: str) -> Path:
    """Return the path of a table's page."""
    return GUIDE / PAGES[table]
