# mypy: ignore-errors
# Runs on MicroPython with a number of changes. The table's scan takes them from a sampler that counts from zero again
# every 512 samples, while the program is held up again and again. Prints how many changes came with their contact,
# level and time, how often the sampler began again, and how many samples were missed.

import random
import sys
from array import array

from mousetable.debounce import HOLD_MS
from mousetable.events import Events
from mousetable.ring import Ring
from mousetable.scan import Scan

LAP, SAMPLES, WORDS, INPUTS = 512, 256, 4, 81
HELD_UP = 200  # ms at most, longer than a write to the flash
REST = HOLD_MS + 1  # ms that a contact must hold


class Hardware:
    """Only what the scan uses. Each sample is a word of pins and three of inputs."""

    def __init__(self):
        self.time = 0
        self.contacts = bytearray(4 * (WORDS - 1))
        self.missed = 0
        self.levels = array("I", bytes(4 * (WORDS - 1)))
        self._memory = array("I", bytes(4 * SAMPLES * WORDS))
        self.ring = Ring(self._memory, SAMPLES, WORDS, 0, 0, LAP)

    def tick(self):
        """Take a sample."""
        place = self.time % SAMPLES * WORDS
        self._memory[place + 1 : place + WORDS] = self.levels
        self.time += 1

    def look(self, still):
        waiting = self.ring.look(self.time % LAP, self.time, still)
        self.missed = self.ring.missed
        return waiting

    def sample(self):
        place = self.ring.take() * WORDS
        for i in range(WORDS - 1):
            word = self._memory[place + 1 + i]
            for n in range(4):
                self.contacts[4 * i + n] = word >> 8 * n & 255
        return self.ring.time


def play(changes):
    """Change a contact every millisecond. Return how many changes the scan recorded as they were."""
    made, right, held = [], 0, 0
    free = [0] * INPUTS  # when each contact may change again
    for _ in range(changes):
        hardware.tick()
        contact = random.randrange(INPUTS)
        while free[contact] > hardware.time:
            contact = random.randrange(INPUTS)
        free[contact] = hardware.time + REST
        word, bit = contact // 32, contact % 32
        hardware.levels[word] ^= 1 << bit
        made.append((hardware.time + REST, contact, bool(hardware.levels[word] >> bit & 1)))
        held -= 1
        if held <= 0:
            right += check(made)
            held = random.randrange(HELD_UP) if random.random() < 0.02 else 0
    for _ in range(REST):
        hardware.tick()
    return right + check(made)


def check(made):
    """Let the scan take what waits. Remove the changes it records from `made`, and return how many are right."""
    right, first = 0, scan.events.last + 1
    scan.step(hardware.time)
    for number in range(first, scan.events.last + 1):
        told = scan.events.time(number), scan.events.contact(number), scan.events.closed(number)
        right += told == made.pop(0)
    return right


random.seed(3)
hardware = Hardware()
scan = Scan(hardware, HOLD_MS)
scan.events = Events(2 * HELD_UP)
hardware.tick()
scan.step(hardware.time)
print(play(int(sys.argv[1])), hardware.time // LAP, hardware.missed)
