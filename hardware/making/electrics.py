"""Voltage checks on the whole net list that no drawing program makes: 5 V on a 3.3 V input, a missing pull-up.

They compute the highest steady voltage of every net, or the lowest. For the highest, switches to ground are open, all
others closed, and outputs are high; for the lowest, all switches are closed and outputs low. A net that only resistors
drive takes the weighted mean of their other ends.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cached_property

from hardware.making.source import Signal
from hardware.making.whole import Whole

MARGIN = 0.3
"""Volts above its supply that an input tolerates."""
SETTLED = 1e-6
"""Volts: the iteration over resistors ends when no net changes by more."""
PICO_AT = "controller/A1"
SUPPLIES = ("3V3", "+")
"""Outputs that never go low."""


class Levels:
    """The highest voltage of every net, or with `low` the lowest.

    The output pins in `silent` drive nothing; the parts in `open` are switches, transistors or bridges that do not
    conduct.
    """

    def __init__(
        self, whole: Whole, silent: Collection[str] = (), open: Collection[str] = (), low: bool = False
    ) -> None:
        self._whole = whole
        self._silent = silent
        self._open = open
        self._low = low
        self._ground = next(net for ref in whole.parts for net in _named(whole, ref, whole.kind(ref).ground))
        self._group = self._joined()
        self._sources = self._driven()
        self._volts = self._spread()

    def volts(self, net: str) -> float | None:
        """Return a net's highest voltage; None if nothing drives or pulls it."""
        return self._volts.get(self._group[net])

    @cached_property
    def conflicts(self) -> tuple[str, ...]:
        """A sentence for each net that joins sources of different voltages."""
        wrong = {group for group, given in self._sources.items() if max(given.values()) - min(given.values()) > MARGIN}
        return tuple(
            f"{', '.join(f'{pin} ({volts:g} V)' for pin, volts in self._sources[group].items())} are joined"
            for group in sorted(wrong)
        )

    def _joined(self) -> dict[str, str]:
        """Return for each net the name of its group: nets joined by wires, diodes or switches that can close."""
        group = {net: net for net in self._whole.nets}
        for ref in self._whole.parts.keys() - set(self._open):
            kind = self._whole.kind(ref)
            pair = [net for pin in kind.wire or kind.forward for net in _named(self._whole, ref, pin)]
            joins = not kind.milliamps or bool(kind.supply) if self._low else self._ground not in pair
            if len(pair) == 2 and joins:
                old, new = group[pair[1]], group[pair[0]]
                group = {net: new if name == old else name for net, name in group.items()}
        return group

    def _driven(self) -> dict[str, dict[str, float]]:
        """Return each group's voltages from outputs, by pin; a part without a supply drives nothing."""
        found: dict[str, dict[str, float]] = {self._group[self._ground]: {"ground": 0.0}}
        size = -1
        while size != (size := sum(map(len, found.values()))):
            for ref in self._whole.parts:
                kind = self._whole.kind(ref)
                supply = [found.get(self._group[net]) for net in _named(self._whole, ref, kind.supply)]
                if not all(supply):
                    continue
                volts = kind.gives if kind.gives is not None else max((max(s.values()) for s in supply if s), default=0)
                for pin in kind.outputs:
                    given = 0.0 if self._low and pin not in SUPPLIES else volts
                    for net in _named(self._whole, ref, pin):
                        if f"{ref}.{pin}" not in self._silent:
                            found.setdefault(self._group[net], {})[f"{ref}.{pin}"] = given
        return found

    def _spread(self) -> dict[str, float]:
        """Return each group's voltage, spread through resistors until nothing changes any more."""
        pick = min if self._low else max
        volts = {group: pick(given.values()) for group, given in self._sources.items()}
        links: dict[str, list[tuple[str, float]]] = {}
        for ref in self._whole.parts:
            ohms = self._whole.kind(ref).ohms
            ends = [self._group[net] for pin in "12" for net in _named(self._whole, ref, pin)] if ohms else []
            if ohms and len(ends) == 2:
                links.setdefault(ends[0], []).append((ends[1], 1 / ohms))
                links.setdefault(ends[1], []).append((ends[0], 1 / ohms))
        change = 1.0
        while change > SETTLED:
            change = 0.0
            for group in links.keys() - self._sources.keys():
                near = [(volts[other], siemens) for other, siemens in links[group] if other in volts]
                if near:
                    now = sum(v * s for v, s in near) / sum(s for _, s in near)
                    change = max(change, abs(now - volts.get(group, -1.0)))
                    volts[group] = now
        return volts


def complaints(whole: Whole, signals: tuple[Signal, ...]) -> Iterator[str]:
    """Yield a sentence for each electrical fault."""
    levels = Levels(whole)
    yield from levels.conflicts
    pulled = {f"GP{signal.gpio}" for signal in signals if signal.pull}
    for ref in whole.parts:
        for pin in whole.kind(ref).inputs:
            if ref == PICO_AT and pin in pulled:
                yield from _too_much(whole, levels, ref, pin)
            else:
                yield from _input(whole, levels, ref, pin)
    yield from _not_held(whole, signals)


def _input(whole: Whole, levels: Levels, ref: str, pin: str) -> Iterator[str]:
    """Check that something holds an input's net, and that its voltage is high enough and not too high."""
    nets = _named(whole, ref, pin)
    if not nets:
        yield f"{ref}.{pin} is not connected"
    for net in nets:
        volts = levels.volts(net)
        if volts is None:
            yield f"{ref}.{pin}: nothing holds {net}: no pull-up, no output"
        elif volts and volts < (least := _least(whole, levels, ref)):
            yield f"{ref}.{pin}: {net} reaches {volts:.2f} V, and {least:.2f} V is high"
    yield from _too_much(whole, levels, ref, pin)


def _too_much(whole: Whole, levels: Levels, ref: str, pin: str) -> Iterator[str]:
    kind = whole.kind(ref)
    most = kind.bears if kind.bears is not None else _supply(whole, levels, ref) + MARGIN
    for net in _named(whole, ref, pin):
        volts = levels.volts(net)
        if volts is not None and volts > most:
            yield f"{ref}.{pin}: {net} reaches {volts:.2f} V, and it bears {most:.2f} V"


def _least(whole: Whole, levels: Levels, ref: str) -> float:
    kind = whole.kind(ref)
    return kind.high_volts if kind.high_volts is not None else kind.high * _supply(whole, levels, ref)


def _supply(whole: Whole, levels: Levels, ref: str) -> float:
    return max((levels.volts(net) or 0.0 for net in _named(whole, ref, whole.kind(ref).supply)), default=0.0)


def _not_held(whole: Whole, signals: tuple[Signal, ...]) -> Iterator[str]:
    """Check signals that must be low until the firmware runs: they must be low while the Pico drives nothing."""
    silent = {f"{PICO_AT}.GP{signal.gpio}" for signal in signals}
    levels = Levels(whole, silent)
    for signal in signals:
        volts = levels.volts(whole.net_of[f"{PICO_AT}.{signal.pin}"])
        if signal.held == "low" and (volts is None or volts > MARGIN):
            yield f"{signal.name}: no resistor holds it low until the firmware runs"


def _named(whole: Whole, ref: str, pin: str) -> tuple[str, ...]:
    return whole.nets_at(ref, pin) if pin else ()
