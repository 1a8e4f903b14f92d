# mypy: ignore-errors
# Runs on the emulated Pico in place of main.py: measures the pieces for other programs, and neopixel beside them.
# A line has a name, microseconds, and bytes of heap.

import gc
import time

from machine import Pin
from neopixel import NeoPixel

from mousetable.chip.sampler import Sampler
from mousetable.chip.strip import Strip
from mousetable.debounce import Debounce

LAMPS = 64
TIMES = 100

us = time.ticks_us


def each(what, pause):
    """Return the microseconds and bytes of one `what()`. Before each the program waits `pause` milliseconds."""
    took = 0
    gc.collect()
    before = gc.mem_alloc()
    for _ in range(TIMES):
        time.sleep_ms(pause)
        start = us()
        what()
        took += us() - start
    return took // TIMES, (gc.mem_alloc() - before) // TIMES


sampler = Sampler(81, data=16, load=17, clock=18)
debounce = Debounce(len(sampler.contacts), 5)


def look():
    for _ in range(sampler.look(not debounce.moving)):
        sampler.sample()
        debounce.update(sampler.contacts)


def take():
    """Take a sample without comparing it with the last one, as while a switch moves."""
    if sampler.look(False):
        sampler.sample()
        debounce.update(sampler.contacts)


strip, pixels = Strip(2), bytearray(3 * LAMPS)
neopixel = NeoPixel(Pin(3), LAMPS)
figures = [
    ("look", each(look, 1)),
    ("take", each(take, 1)),
    ("show", each(lambda: strip.show(pixels), 5)),
    ("neopixel", each(neopixel.write, 5)),
]
while True:
    for name, (took, taken) in figures:
        print(name, took, taken)
    print("done")
    time.sleep_ms(100)
