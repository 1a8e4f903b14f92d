"""Finds the Pico's port, or a Pico in BOOTSEL mode, which has no port."""

from __future__ import annotations

from pathlib import Path

from mouseboard.flash.trouble import BOOTSEL, FlashError
from mouseboard.link import AUTO, PortError
from mouseboard.link.port import find_pico
from mouseboard.link.serial_port import is_url
from mouseboard.link.trouble import NO_NAME

_BOOTSEL_USB = {("2e8a", "0003"), ("2e8a", "000f")}  # a Pico, a Pico 2
_NAMES = ("RPI-RP2", "RP2350")  # of their drives
_DRIVES = [
    f"{folder}/{name}"
    for folder in ("dev/disk/by-label", "media", "media/*", "run/media/*", "Volumes")
    for name in _NAMES
]


def find(name: str, root: Path = Path("/")) -> str:
    """Return the path of this port, or for `auto` that of the only Pico.

    Raises PortError; and FlashError for a URL, or if there is no such port but a Pico in BOOTSEL mode.
    """
    if not name.strip():
        raise PortError(NO_NAME)
    if is_url(name):
        raise FlashError(f"{name}: a Pico is flashed where it is plugged in: its port goes away while it restarts")
    if name != AUTO:
        if not Path(name).exists():
            _refuse_bootsel(root)
        return name
    try:
        return find_pico()
    except PortError:
        _refuse_bootsel(root)
        raise


def _refuse_bootsel(root: Path) -> None:
    if _on_usb(root / "sys/bus/usb/devices") or any(any(root.glob(drive)) for drive in _DRIVES):
        raise FlashError(BOOTSEL)


def _on_usb(devices: Path) -> bool:
    vendors = devices.glob("*/idVendor")
    return any((_word(vendor), _word(vendor.with_name("idProduct"))) in _BOOTSEL_USB for vendor in vendors)


def _word(file: Path) -> str:
    try:
        return file.read_text("ascii").strip()
    except OSError:  # just unplugged
        return ""
