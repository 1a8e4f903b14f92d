# mypy: ignore-errors
# Runs on MicroPython: prints the heap taken by 10,000 scans with changing contacts, 1,000 passes and 1,000 refreshes.

import gc

from mousetable.controller import Controller
from mousetable.settings import Settings
from mousetable.simulated import SimulatedHardware

settings = Settings()
settings.set("servo_rest", 1000)
settings.set("servo_end", 2000)
hardware = SimulatedHardware(settings)
controller = Controller(hardware, settings)
scan, lamps, guard, crank = controller.scan, controller.parts.lamps, controller.guard, controller.parts.crank
contacts = hardware.inputs


def scans(count):
    for now in range(1, count + 1):
        hardware.time = now
        if now % 3 == 0:  # some contacts bounce, some change for good, all over the table
            place = now % len(contacts)
            contacts[place] ^= 1 << (now >> 3 & 7)
        scan.step(now)


def passes(count):
    """Run whole passes, with every task, of a table without a host."""
    for now in range(20_000, 20_000 + count):
        hardware.time = now
        controller.step()


def refreshes(count):
    for now in range(count):
        lamps.refresh(now)


def taken(what, count):
    """Return the bytes that `what(count)` leaves on the heap."""
    what(1)
    gc.collect()
    gc.disable()
    before = gc.mem_alloc()
    what(count)
    after = gc.mem_alloc()
    gc.enable()
    return after - before


lamps.style("a", "ffffff", "pulse")
lamps.style("b", "ff8000", "blink")
lamps.picture("ab." * 27)
print("scans", taken(scans, 10_000), scan.events.last)
print("passes", taken(passes, 1_000))
print("refreshes", taken(refreshes, 1_000))
