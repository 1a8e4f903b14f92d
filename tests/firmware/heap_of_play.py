# mypy: ignore-errors
# Runs on MicroPython with a number of seconds. Prints the bytes of heap that a table takes while a host plays with it
# for that long, how many changes it told, and how often the crank turned. A warm-up comes first: in it the table
# allocates what it allocates once, and makes as many turns as it remembers.

import gc
import random
import sys

from mousetable import wire
from mousetable.controller import Controller
from mousetable.settings import Settings
from mousetable.simulated import SimulatedHardware

WARM = 200

settings = Settings()
settings.set("servo_rest", 1000)
settings.set("servo_end", 2000)
hardware = SimulatedHardware(settings)
controller = Controller(hardware, settings)
board = wire.direct_start(hardware.chain)
states = [False] * hardware.chain
seq = turns = 0


def ask(*words):
    global seq
    seq = wire.next_seq(seq)
    hardware.inbox.extend(wire.encode(seq, *words))


def listen():
    """Acknowledge what the table told."""
    global turns
    for line in bytes(hardware.outbox).split(b"\n"):
        words = line.split(b" ")
        if words[:2] == [b"0", b"events"]:
            hardware.inbox.extend(wire.encode(0, wire.SEEN, str(int(words[2]) + len(words) - 6)))
        turns += words[1:3] == [b"ok", b"moving"]
        assert words[1:2] != [b"no"], line
    hardware.outbox[:] = b""


def run(ms):
    for _ in range(ms):
        hardware.time += 1
        controller.step()
        if hardware.outbox:
            listen()


def play(second):
    """Play one second: two changes, polls, a picture; now and then a tone or a turn."""
    for _ in range(2):
        contact = random.randrange(hardware.chain)
        states[contact] = not states[contact]
        hardware.contact(contact, states[contact])
        run(100)
    ask(wire.POLL)
    run(200)
    ask(wire.LAMPS, "".join([random.choice("ab.") for _ in range(hardware.lamps)]))
    run(200)
    if second % 10 == 0:
        ask(wire.TONE, "880", "100")
    run(200)
    if second % 20 == 0:
        ask(wire.CRANK, f"g{second}", "launch")
    elif second % 20 == 1:
        ask(wire.STYLE, "a", f"{random.randrange(1 << 24):06x}", "pulse")
    else:
        ask(wire.POLL)
    run(200)


def used():
    gc.collect()
    return gc.mem_alloc()


random.seed(1)
hardware.contact(board + wire.RAIL_OK, True)
run(20)
ask(wire.HELLO, str(wire.PROTOCOL))
run(20)
ask(wire.AGREE, hardware.boot, settings.hash())
run(20)
ask(wire.STYLE, "a", "ff8000", "pulse")
run(20)
ask(wire.STYLE, "b", "ffffff", "blink")
run(20)
for second in range(WARM):
    play(second)
    before = used()
for second in range(WARM, WARM + int(sys.argv[1])):
    play(second)
print(used() - before, controller.scan.events.last, turns)
