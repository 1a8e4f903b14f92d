# mypy: ignore-errors
# Runs on the emulated Pico in place of main.py: measures one look at 81 keys by Peter Hinch's Keyboard.

import asyncio
import gc

from machine import Pin
from primitives import Keyboard

ROWS, COLUMNS = (0, 1, 2, 3, 4, 5, 6, 7, 8), (9, 10, 11, 12, 13, 14, 15, 16, 17)
MS = 1000


class Counted:
    """A row's pin that counts how often it is driven."""

    def __init__(self, pin):
        self.pin, self.count = pin, 0

    def __call__(self, level):
        self.count += 1
        self.pin(level)


async def main():
    first = Counted(Pin(ROWS[0], Pin.OUT))
    rows = [first] + [Pin(row, Pin.OUT) for row in ROWS[1:]]
    keyboard = Keyboard(rows, [Pin(column, Pin.IN, Pin.PULL_UP) for column in COLUMNS])
    await asyncio.sleep_ms(50)
    gc.collect()
    gc.threshold(-1)
    first.count, before = 0, gc.mem_alloc()
    await asyncio.sleep_ms(50)
    taken, looks = gc.mem_alloc() - before, first.count // 2
    first.count = 0
    await asyncio.sleep_ms(MS)
    took = 1000 * MS // (first.count // 2)
    assert not keyboard[0]
    while True:
        print("keyboard", took, taken // looks)
        print("done")
        await asyncio.sleep_ms(100)


asyncio.run(main())
