"""The cable that a table needs, by kind."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from hardware.making.source import SOURCE
from hardware.making.whole import load_cables


@dataclass(frozen=True)
class Length:
    """A kind of cable and the length needed; `price` is EUR for a metre."""

    is_: str
    needs: str
    metres: float
    price: float

    @property
    def cost(self) -> float:
        """EUR for the whole length."""
        return self.metres * self.price


def lengths(source: Path = SOURCE) -> list[Length]:
    """Return every kind of cable with its length."""
    cables = load_cables(source)
    metres: Counter[str] = Counter()
    for cable in cables.cable:
        metres[cable.kind] += round(100 * cable.length * max(1, len(cable.wires)))
    return [Length(kind.is_, kind.needs, metres[name] / 100, kind.price) for name, kind in cables.kind.items()]
