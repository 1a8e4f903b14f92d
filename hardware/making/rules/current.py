"""Where current can flow: along wires, and through contacts, fuses, transistors and diodes in their direction.

A transistor that is off still has its body diode, from source to drain in an N-channel FET and from drain to source in
a P-channel one. That diode is why a FET the wrong way round never switches off.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from hardware.making.rules.table import (
    Table,
    amount,
    is_bipolar,
    is_contact,
    is_diode,
    is_fet,
    is_fuse,
    is_load,
    is_p_channel,
)

SERIES = 1000
"""Ohms: up to this a resistor lies in series in a signal; a larger one pulls it up or down."""


def flow(
    table: Table,
    start: Collection[str],
    *,
    off: bool = False,
    without: Collection[str] = (),
    ohms: float = 0,
    back: bool = False,
) -> set[str]:
    """Return the nets that current from these nets can reach, these included.

    Transistors conduct unless they are `off`. Parts in `without` are taken out; resistors conduct up to `ohms`. With
    `back`, follow the current to where it comes from. Current does not flow on out of ground or a source.
    """
    steps: dict[str, set[str]] = {}
    for ref in table.whole.parts.keys() - set(without):
        for one, other in links(table, ref, off=off, ohms=ohms):
            if back:
                one, other = other, one
            steps.setdefault(one, set()).add(other)
    ends = set(table.supplies.values()) if back else {table.ground}
    found, todo = set(start), list(start)
    while todo:
        net = todo.pop()
        if net in ends and net not in start:
            continue
        todo += steps.get(net, set()) - found
        found |= steps.get(net, set())
    return found - {""}


def links(table: Table, ref: str, *, off: bool = False, ohms: float = 0) -> Iterator[tuple[str, str]]:
    """Yield the directions in which current can flow through a part, as pairs of nets."""
    kind = table.kind(ref)
    if is_diode(kind):
        yield table.net(ref, "A"), table.net(ref, "K")
    elif is_bipolar(kind):
        yield from [] if off else [(table.net(ref, "C"), table.net(ref, "E"))]
    elif is_fet(kind):
        drain, source = table.net(ref, "D"), table.net(ref, "S")
        yield (drain, source) if is_p_channel(kind) else (source, drain)
        yield from [] if off else [(drain, source), (source, drain)]
    else:
        passes = kind.ohms is not None and kind.ohms <= ohms
        pair = kind.pins if passes else () if is_load(kind) else kind.wire
        if len(pair) == 2:
            one, other = (table.net(ref, pin) for pin in pair)
            yield from ((one, other), (other, one))


def fed(table: Table, *, off: bool = False, without: Collection[str] = (), ohms: float = 0) -> set[str]:
    """Return the nets that current from a source can reach."""
    return flow(table, list(table.supplies.values()), off=off, without=without, ohms=ohms)


def drained(table: Table, *, without: Collection[str] = ()) -> set[str]:
    """Return the nets from which current can flow to ground without passing through a load."""
    return flow(table, [table.ground], without=without, back=True)


def rails(table: Table) -> dict[str, float]:
    """Return the volts of ground and of each net that is always fed, through fuses but through no contact."""
    contacts = [ref for ref in table.whole.parts if is_contact(table.kind(ref))]
    found = {table.ground: 0.0}
    for source, net in table.supplies.items():
        volts = table.kind(source.rpartition(".")[0]).gives or 0.0
        found |= dict.fromkeys(flow(table, [net], without=[*contacts, *switches(table)]) - {table.ground}, volts)
    return found


def protects(table: Table, fet: str) -> bool:
    """Return whether nothing drives a FET's gate: it guards against reversed polarity, and is on by itself."""
    near = flow(table, [table.net(fet, "G")], without=[fet], off=True, ohms=SERIES)
    drivers = [(ref, pin) for net in near for ref, pin in table.pins(net) if ref != fet]
    return not any(pin in ("C", "D") or pin in table.kind(ref).outputs for ref, pin in drivers)


def switches(table: Table) -> list[str]:
    """Return the FETs that switch something."""
    return [ref for ref in table.whole.parts if is_fet(table.kind(ref)) and not protects(table, ref)]


def fuses(table: Table) -> list[str]:
    """Return the fuses."""
    return [ref for ref in table.whole.parts if is_fuse(table.kind(ref))]


def behind(table: Table, fuse: str) -> set[str]:
    """Return the nets that get 5 V only through this fuse."""
    whole = flow(table, [table.five_volts])
    return whole - flow(table, [table.five_volts], without=[fuse]) - {table.ground}


def fused(table: Table) -> dict[str, float]:
    """Return the amperes that the fuse of each net on 5 V lets through; before the fuses, what all of them do."""
    rated = {fuse: amount(table.kind(fuse).value) for fuse in fuses(table)}
    found = dict.fromkeys(flow(table, [table.five_volts], without=list(rated)) - {table.ground}, sum(rated.values()))
    for fuse in sorted(rated, key=rated.__getitem__, reverse=True):
        found |= dict.fromkeys(behind(table, fuse), rated[fuse])
    return found
