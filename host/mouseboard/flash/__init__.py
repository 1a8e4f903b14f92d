"""Installs and updates the firmware on a Pico with stock MicroPython. firmware/FLASHING.md is the maker's page."""

from mouseboard.flash.flashing import flash
from mouseboard.flash.trouble import FlashError

__all__ = ["FlashError", "flash"]
