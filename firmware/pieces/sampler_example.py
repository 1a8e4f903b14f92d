# Print which of sixteen switches on two 74HC165 closes or opens, and when. A button at GPIO 12 is number 16.

import time

from mousetable.chip.sampler import Sampler
from mousetable.debounce import Debounce

sampler = Sampler(16, data=16, load=17, clock=18, direct=((12, 0),))
debounce = Debounce(len(sampler.contacts), 5)


def told(ms: int) -> None:
    for i in range(len(sampler.contacts)):
        for bit in range(8):
            if debounce.changed[i] >> bit & 1:
                print(ms, 8 * i + bit, "closed" if debounce.settled[i] >> bit & 1 else "open")


while True:
    for _ in range(sampler.look(not debounce.moving)):
        ms = sampler.sample()
        if debounce.update(sampler.contacts):
            told(ms)
    time.sleep_ms(20)  # do other work here: up to 220 ms lose no sample
