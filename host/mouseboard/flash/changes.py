"""The changes that a board needs, in an order that can be interrupted anywhere. Pure.

MicroPython starts `main.py`. It is removed first and copied last, so a board starts either all of the new firmware or
nothing, and the next run finds what was left unfinished.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import count

from mousetable.build import MAIN, PACKAGE

ASIDE = MAIN + ".old"

Digests = Mapping[str, bytes]
"""SHA-256 by path."""


@dataclass(frozen=True, slots=True)
class Changes:
    """The changes, in order: put `main.py` aside, remove files, copy files."""

    aside: bool  # the board has a main.py that is not ours
    remove: tuple[str, ...]
    copy: tuple[str, ...]

    def __bool__(self) -> bool:
        return self.aside or bool(self.remove or self.copy)


def is_ours(main: bytes) -> bool:
    """Whether a `main.py` is one of the firmware, of any version: all of them import it."""
    return bool(re.search(rf"^(from|import) {PACKAGE}\b".encode(), main, re.M))


def asides() -> Iterator[str]:
    """Yield the names for a `main.py` that is not ours: it takes the first that no file on the board has."""
    yield ASIDE
    yield from (f"{ASIDE}{number}" for number in count(2))


def changes(there: Digests, wanted: Digests, foreign: bool = False) -> Changes:
    """Return the changes that turn a board that holds `there` into one that holds `wanted`.

    `foreign`: the board's `main.py` is not ours.
    """
    if there == wanted:
        return Changes(False, (), ())
    stale = tuple(path for path in there if path not in wanted)
    new = tuple(path for path in wanted if path != MAIN and there.get(path) != wanted[path])
    ours = (MAIN,) if MAIN in there and not foreign else ()
    return Changes(foreign, ours + stale, (*new, MAIN))


def room_needed(copy: Mapping[str, bytes], block: int) -> int:
    """Return the bytes that these files need: whole blocks, and one more per file for the file system."""
    return sum(-(-len(content) // block) + 1 for content in copy.values()) * block
