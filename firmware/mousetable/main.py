# MicroPython runs this file when the Pico gets power. It is copied to /main.py; everything else is in /mousetable.
#
# While the program starts, garbage is collected often, so that what stays lies close together: a collection looks at
# all memory up to the last object in use. In play controller.py collects, in 7.6 ms; without this it took 9.0.
# ruff: noqa: E402  the threshold must hold while the modules are loaded

import gc

gc.threshold(16384)  # bytes

import micropython

from mousetable.chip.board import PicoHardware
from mousetable.controller import Controller
from mousetable.settings import Settings


def main() -> Controller:
    """Run the table until a person asks for MicroPython's prompt. After an exception the watchdog resets the board."""
    micropython.kbd_intr(-1)  # a stray 0x03 is noise; line.py decides when a person means it
    try:
        return run()
    finally:
        micropython.kbd_intr(3)


def run() -> Controller:
    settings = Settings("/settings.json")
    if settings.trouble:
        print(settings.trouble)  # nothing runs yet that it could hold up
    hardware = PicoHardware(settings)
    controller = Controller(hardware, settings)
    gc.threshold(-1)
    step, wait, line = controller.step, hardware.wait, controller.line
    try:
        while not line.leave:
            wait(step())
        hardware.release()
        return controller
    finally:
        controller.rest()


controller = main()  # for a person at the prompt: `import sys; sys.print_exception(controller.error)`
