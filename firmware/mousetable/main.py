# MicroPython runs this file when the Pico gets power. It is copied to /main.py; everything else is in /mousetable.

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
    step, wait, line = controller.step, hardware.wait, controller.line
    try:
        while not line.leave:
            wait(step())
        hardware.release()
        return controller
    finally:
        controller.rest()


controller = main()  # for a person at the prompt: `import sys; sys.print_exception(controller.error)`
