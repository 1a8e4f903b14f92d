# mypy: ignore-errors
# Runs on MicroPython: prints the heap taken by 10,000 scans with changing contacts, 1,000 passes, 1,000 refreshes, 500
# polls, and 500 changes that are told and acknowledged.

import gc

from mousetable import wire
from mousetable.controller import Controller
from mousetable.settings import Settings
from mousetable.simulated import SimulatedHardware

TURNS = 500


class Hardware(SimulatedHardware):
    """Simulated hardware whose line takes no heap itself. `said` is what comes in next, `sent` counts what goes out."""

    said = b""
    sent = 0

    def read_into(self, buffer):
        said = self.said
        for i in range(len(said)):
            buffer[i] = said[i]
        self.said = b""
        return len(said)

    def write(self, data, start, end):
        self.sent += end - start
        return end - start


settings = Settings()
settings.set("servo_rest", 1000)
settings.set("servo_end", 2000)
hardware = Hardware(settings)
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


def say(frame):
    hardware.time += 10
    hardware.said = frame
    controller.step()


def polls(count):
    for n in range(count):
        say(POLLS[n])


def changes(count):
    for n in range(count):
        contacts[n % 10] ^= 1
        controller.step()
        hardware.time += 10
        controller.step()
        say(SEEN[n])


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
say(wire.encode(1, wire.HELLO, str(wire.PROTOCOL)))
say(wire.encode(2, wire.AGREE, hardware.boot, settings.hash()))
say(wire.encode(0, wire.SEEN, str(scan.events.last)))
POLLS = [wire.encode(3 + n, wire.POLL) for n in range(TURNS)]
sent = hardware.sent
print("polls", taken(polls, TURNS), hardware.sent - sent)
first = scan.events.last
SEEN = [wire.encode(0, wire.SEEN, str(first + 1 + n)) for n in range(TURNS)]
sent = hardware.sent
print("changes", taken(changes, TURNS), hardware.sent - sent, scan.events.last - first, scan.events.acked - first)
