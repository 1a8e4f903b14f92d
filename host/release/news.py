"""What is new, from CHANGELOG.md to Debian's form of it. The package says from there what an update brings."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import format_datetime
from textwrap import fill

HEADING = re.compile(r"^## \[(.+?)\](?: - (.+))?\n", re.M)
CHANGE = re.compile(r"^- (.+(?:\n  .+)*)", re.M)
MARKS = re.compile(r"\[([^]]+)\]\([^)]*\)|\*\*|`")
"""Links, to be replaced by their text, and emphasis."""


@dataclass(frozen=True)
class Section:
    """The changes of a version; its name is "Unreleased" for those of the next one."""

    version: str
    made: datetime
    changes: tuple[str, ...]


def read_sections(text: str, now: datetime) -> list[Section]:
    """Read a changelog. Unreleased changes get today's date; a section without changes is left out."""
    _, *parts = HEADING.split(text)
    found = []
    for name, day, body in zip(parts[::3], parts[1::3], parts[2::3], strict=True):
        changes = tuple(" ".join(MARKS.sub(r"\1", change).split()) for change in CHANGE.findall(body))
        made = datetime.fromisoformat(day).replace(tzinfo=UTC) if day else now
        found += [Section(name, made, changes)] if changes else []
    return found


def debian_changelog(sections: Sequence[Section], version: str, codename: str, maintainer: str) -> str:
    """Return the changes in Debian's form. The first section is that of this version."""
    return "\n".join(_entries(sections, version, codename, maintainer))


def _entries(sections: Sequence[Section], version: str, codename: str, maintainer: str) -> Iterator[str]:
    suffix = version[version.index("~") :]
    for number, section in enumerate(sections):
        yield f"mouseboard ({section.version + suffix if number else version}) {codename}; urgency=medium\n"
        for change in section.changes:
            yield fill(change, 78, initial_indent="  * ", subsequent_indent="    ")
        yield f"\n -- {maintainer}  {format_datetime(section.made)}\n"
