# What the Pico runs when it has power. Copied to /main.py; everything else lies in /mousetable.

import micropython

from mousetable.chip.board import PicoHardware
from mousetable.controller import Controller
from mousetable.settings import Settings


def main() -> None:
    """Run the table until somebody asks for MicroPython's prompt. An exception ends in a reset by the watchdog."""
    micropython.kbd_intr(-1)  # a stray 0x03 is noise; the line knows when a person means it
    try:
        run()
    finally:
        micropython.kbd_intr(3)


def run() -> None:
    settings = Settings("/settings.json")
    hardware = PicoHardware(settings)
    controller = Controller(hardware, settings)
    step, wait, line = controller.step, hardware.wait, controller.line
    try:
        while not line.leave:
            wait(step())
        hardware.release()
    finally:
        controller.rest()


main()
