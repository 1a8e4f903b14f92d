# A red light runs along 24 lamps at GPIO 2.

import time

from mousetable.chip.strip import Strip

LAMPS = 24

strip = Strip(2)
pixels = bytearray(3 * LAMPS)
lamp = 0
while True:
    pixels[3 * lamp + 1] = 0  # three bytes a lamp: green, red, blue
    lamp = (lamp + 1) % LAMPS
    pixels[3 * lamp + 1] = 40
    strip.show(pixels)
    time.sleep_ms(30)  # sending takes 1 ms; until then the bytes must not change
