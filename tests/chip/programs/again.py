# mypy: ignore-errors
# Runs on the emulated Pico in place of main.py: makes and frees the pieces for other programs, as their examples make
# them, again and again. Then it shows pictures in pairs, from 1.5 to 2.6 ms apart, of which the lamps must see each.

import gc
import time

from mousetable.chip.sampler import Sampler
from mousetable.chip.strip import Strip

TIMES = 100
LAMPS = 64
GAPS = range(1500, 2600, 100)  # us

made = 0
for _ in range(TIMES):
    sampler = Sampler(16, data=16, load=17, clock=18, direct=((12, 0),))
    strip = Strip(2)
    time.sleep_ms(2)
    if sampler.look(False):
        made += 1
    sampler.deinit()
    strip.deinit()

strip, pictures = Strip(2), (bytearray(3 * LAMPS), bytearray(3 * LAMPS))
gc.collect()
for gap in GAPS:
    strip.show(pictures[0])
    time.sleep_us(gap)
    strip.show(pictures[1])
    time.sleep_ms(5)
while True:
    print("made", made)
    print("shown", 2 * len(GAPS))
    print("done")
    time.sleep_ms(100)
