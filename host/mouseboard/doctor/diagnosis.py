"""From observations to findings: pure, one rule a part; nothing is asked or remembered."""

from __future__ import annotations

from collections.abc import Iterator

from mouseboard.doctor.findings import Finding, finding
from mouseboard.doctor.observations import Buttons, Chain, Lamps, Observations, Power, Servo, Switch
from mouseboard.doctor.revision import LATEST, TROUBLE
from mouseboard.doctor.tile import diagnose_tile
from mouseboard.doctor.wiring import diagnose_sensors
from mouseboard.layouts import Layout

LOW_MV, HIGH_MV = 4700, 5300
"""The range of a good supply. Our sizing, not yet confirmed on a bench; so are the limits below."""
SAG_MV = 300
"""The largest loss allowed on the way to the lamps."""
LOW_IN_TURN_MV = 4500
"""The lowest supply allowed while the servo turns."""
LEAK_MA = 50
STALLED = "stalled"
"""The table's fault when something blocks the crank."""
REASONS = ("rail", "cage", "fault", "stays")
"""The reasons for a crank that does not move that have a sentence of their own."""


def diagnose(layout: Layout, observed: Observations) -> Iterator[Finding]:
    """Return everything wrong in the parts that were examined, in the order of the examination."""
    if observed.tile:
        yield from diagnose_tile(layout, observed)
    else:
        yield from _table(layout, observed)
    yield from (finding("table", "restarted", cause=cause) for cause in observed.restarts)
    if observed.fault:
        yield finding("table", "fault", fault=observed.fault)


def _table(layout: Layout, observed: Observations) -> Iterator[Finding]:
    yield from _boards(observed.revision)
    if observed.chain:
        yield from _chain(observed.chain)
    if observed.power:
        yield from _power(observed.power)
    if observed.buttons:
        yield from _buttons(observed.buttons)
    if observed.lamps:
        yield from _lamps(layout, observed.lamps)
    if observed.sensors:
        yield from diagnose_sensors(layout, observed.sensors)
    if observed.stop:
        yield from _stop(observed.stop)
    if observed.cage:
        yield from _cage(observed.cage)
    if observed.servo:
        yield from _servo(observed.servo, observed.fault)


def _boards(revision: int) -> Iterator[Finding]:
    if revision in TROUBLE:
        yield finding("boards", TROUBLE[revision], revision=revision, latest=LATEST)
    elif revision > LATEST:
        yield finding("boards", "unknown", revision=revision, latest=LATEST)


def _chain(chain: Chain) -> Iterator[Finding]:
    if not chain.now:
        yield finding("chain", "touching" if chain.own_pins else "bad")
    elif not chain.at_start:
        yield finding("chain", "touched" if chain.own_pins else "was-bad")
    elif chain.noise:
        yield finding("chain", "noise", count=chain.noise)
    yield from (finding("chain", fault.kind, **fault.named) for fault in chain.tiles)
    if chain.errors:
        yield finding("table", "errors", count=chain.errors)


def supply_is_good(power: Power) -> bool:
    """Return whether the supply is good enough to drive anything."""
    return LOW_MV <= power.dark_mv <= HIGH_MV


def _power(power: Power) -> Iterator[Finding]:
    if not supply_is_good(power):
        yield finding("power", "low" if power.dark_mv < LOW_MV else "high", millivolts=power.dark_mv)
    if power.dark_mv - power.bright_mv > SAG_MV:
        yield finding("power", "sag", millivolts=power.dark_mv - power.bright_mv)
    if power.servo_ma > LEAK_MA:
        yield finding("power", "leak", milliamps=power.servo_ma)


def _buttons(buttons: Buttons) -> Iterator[Finding]:
    stuck = tuple(name for name in buttons.closed if name in ("a", "b"))
    yield from (finding("buttons", "stuck", button=name.upper()) for name in stuck)
    if buttons.a == ("b",) and buttons.b == ("a",):
        yield finding("buttons", "swapped")
        return
    for name, closed in (("a", buttons.a), ("b", buttons.b)):
        if not closed and name not in stuck:
            yield finding("buttons", "dead", button=name.upper())
        elif closed and closed != (name,):
            yield finding("buttons", "other", button=name.upper(), contacts=", ".join(closed))


def _stop(stop: Switch) -> Iterator[Finding]:
    """The rail must be closed (have power) with the emergency stop released (`up`), and open with it pressed."""
    if stop.up and stop.down:
        yield finding("stop", "dead")
    elif not stop.up:
        yield finding("stop", "reversed" if stop.down else "no-power")


def _cage(cage: Switch) -> Iterator[Finding]:
    if cage.up:
        yield finding("cage", "stuck" if cage.down else "reversed")
    elif not cage.down:
        yield finding("cage", "dead")


def _lamps(layout: Layout, lamps: Lamps) -> Iterator[Finding]:
    looked_at = [place for place in layout.stands if place.lamps]
    if looked_at and len(lamps.dark) == len(looked_at):
        yield finding("lamps", "all-dark")
        return
    yield from _colours(lamps.colours)
    yield from _dark(layout, lamps.dark)
    yield from _lamp_order(lamps.order)


def _colours(observed: dict[str, str]) -> Iterator[Finding]:
    """Colours that are exchanged among themselves mean another order of colours. Others mean that a colour is dead."""
    wrong = {shown: named for shown, named in observed.items() if shown != named}
    kind = "order-of-colours" if wrong and set(wrong) == set(wrong.values()) else "colour"
    for shown, named in list(wrong.items())[: 1 if kind == "order-of-colours" else None]:
        yield finding("lamps", kind, shown=shown, seen=named)


def _dark(layout: Layout, names: tuple[str, ...]) -> Iterator[Finding]:
    """Data goes from lamp to lamp. So if all are dark from one on, the fault is there, and it is one."""
    dark = {lamp for name in names for lamp in layout.by_name[name].lamps}
    if not dark:
        return
    behind = {lamp for place in layout.stands for lamp in place.lamps if lamp >= min(dark)}
    if dark == behind and len(dark) > 1:
        yield finding("lamps", "cut", lamp=min(dark), before=min(dark) - 1)
        return
    for name in names:
        yield finding("lamps", "dead", place=name, lamps=", ".join(map(str, layout.by_name[name].lamps)))


def _lamp_order(order: dict[str, str]) -> Iterator[Finding]:
    reported: set[str] = set()
    for place, lit in order.items():
        if lit == place or place in reported:
            continue
        if order.get(lit) == place:
            reported.add(lit)
            yield finding("lamps", "swapped", place=place, other=lit)
        else:
            yield finding("lamps", "moved", place=place, other=lit)


def _servo(servo: Servo, fault: str) -> Iterator[Finding]:
    if STALLED in (fault, servo.result.removeprefix("fault-")):
        yield finding("servo", "blocked")
        return
    if servo.refused in REASONS:
        yield finding("servo", servo.refused)
    elif servo.refused:
        yield finding("servo", "refused", reason=servo.refused)
    if servo.result.startswith("fault"):
        yield finding("servo", "stopped", result=servo.result)
    elif servo.result:
        yield from _turn(servo)


def _turn(servo: Servo) -> Iterator[Finding]:
    """A marble that starts and gets stuck is a matter of the trap, not of the table: no finding."""
    caught = servo.result == "caught"
    if caught != servo.fell:
        yield finding("servo", "shaken" if caught else "late")
    elif not servo.started:
        yield finding("servo", "trap")
    if servo.lowest_mv < LOW_IN_TURN_MV:
        yield finding("servo", "sag", millivolts=servo.lowest_mv)
    if servo.lasting_ma == 0:
        yield finding("servo", "no-current")
