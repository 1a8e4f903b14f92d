"""Puts the firmware on a Pico: stock MicroPython before, a table after. firmware/FLASHING.md is the maker's page."""

from mouseboard.flash.flashing import flash
from mouseboard.flash.trouble import FlashError

__all__ = ["FlashError", "flash"]
