# mypy: ignore-errors
# Runs on the emulated Pico in place of main.py: the ordinary table, which prints now and then how many microseconds the
# scan took, and of how many passes.

import time

import micropython

from mousetable.chip.board import PicoHardware
from mousetable.controller import Controller
from mousetable.settings import Settings

PASSES = 200

settings = Settings("/settings.json")
hardware = PicoHardware(settings)
controller = Controller(hardware, settings)
passes = took = 0


def timed(step, us):
    @micropython.native
    def timed_step(now):
        global passes, took
        start = us()
        idle = step(now)
        took += us() - start
        passes += 1
        return idle

    return timed_step


controller._running["scan"] = timed(controller.scan.step, time.ticks_us)
while True:
    hardware.wait(controller.step())
    if passes >= PASSES:
        print("scan", took, passes)
        passes = took = 0
