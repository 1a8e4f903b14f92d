"""The cable that a table needs, by kind, with spare."""

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
    millimetres = Counter({name: round(1000 * kind.spare) for name, kind in cables.kind.items()})
    for cable in cables.cable:
        cut = 1 if cable.ribbon or cables.kind[cable.kind].bought else len(cable.wires)
        millimetres[cable.kind] += round(1000 * cable.length) * cut
    return [Length(kind.is_, kind.needs, millimetres[name] / 1000, kind.price) for name, kind in cables.kind.items()]
