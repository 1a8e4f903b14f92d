"""Which port is the Pico's, and what the error says if there is none."""

from pathlib import Path
from types import SimpleNamespace

import pytest
from serial.tools import list_ports

from mouseboard.flash import FlashError
from mouseboard.flash.find import find
from mouseboard.link import PortError

Ports = list[SimpleNamespace]


def port(device: str, vendor: int | None, product: int | None) -> SimpleNamespace:
    return SimpleNamespace(device=device, description=device, vid=vendor, pid=product)


PICO = port("/dev/ttyACM7", 0x2E8A, 0x0005)
OTHER = port("/dev/ttyUSB0", 0x1A86, 0x7523)


@pytest.fixture
def ports(monkeypatch: pytest.MonkeyPatch) -> Ports:
    found: Ports = []
    monkeypatch.setattr(list_ports, "comports", lambda: found)
    return found


def plug_in_bootsel(root: Path, product: str = "0003") -> None:
    device = root / "sys/bus/usb/devices/1-3"
    device.mkdir(parents=True)
    (device / "idVendor").write_text("2e8a\n")
    (device / "idProduct").write_text(f"{product}\n")


def test_the_one_pico_is_found(ports: Ports, tmp_path: Path) -> None:
    ports += [OTHER, PICO]
    plug_in_bootsel(tmp_path)  # another Pico, which is not wanted
    assert find("auto", tmp_path) == "/dev/ttyACM7"


def test_the_search_for_a_port_without_a_pico_is_refused(ports: Ports, tmp_path: Path) -> None:
    ports += [OTHER]
    with pytest.raises(PortError, match="no table found: no USB port of a Pico"):
        find("auto", tmp_path)


def test_one_of_two_picos_must_be_named(ports: Ports, tmp_path: Path) -> None:
    ports += [PICO, port("/dev/ttyACM8", 0x2E8A, 0x0005)]
    with pytest.raises(PortError, match="name one of /dev/ttyACM7, /dev/ttyACM8"):
        find("auto", tmp_path)


def test_a_port_given_by_name_is_taken_as_it_is(tmp_path: Path) -> None:
    here = tmp_path / "tty"
    here.touch()
    plug_in_bootsel(tmp_path)
    assert find(str(here), tmp_path) == str(here)


@pytest.mark.usefixtures("ports")
@pytest.mark.parametrize("product", ["0003", "000f"])
@pytest.mark.parametrize("name", ["auto", "/dev/nothing"])
def test_the_error_for_a_pico_in_bootsel_mode_says_what_to_copy_where(tmp_path: Path, name: str, product: str) -> None:
    plug_in_bootsel(tmp_path, product)
    told = r"BOOTSEL mode.* RPI_PICO-\.\.\.uf2 \(1\.26 or later, .* drive RPI-RP2, or RPI_PICO2-\.\.\.uf2 onto RP2350;"
    with pytest.raises(FlashError, match=told):
        find(name, tmp_path)


@pytest.mark.usefixtures("ports")
@pytest.mark.parametrize("drive", ["dev/disk/by-label/RPI-RP2", "media/anna/RP2350", "Volumes/RPI-RP2"])
def test_a_pico_in_bootsel_mode_is_recognized_by_its_drive_too(tmp_path: Path, drive: str) -> None:
    (tmp_path / drive).mkdir(parents=True)
    with pytest.raises(FlashError, match="BOOTSEL mode"):
        find("auto", tmp_path)


@pytest.mark.parametrize("scheme", ["socket", "rfc2217"])
def test_a_port_on_the_network_is_refused_before_anything_is_opened(tmp_path: Path, scheme: str) -> None:
    with pytest.raises(FlashError, match=f"^{scheme}://pi:4000: a Pico is flashed where it is plugged in: "):
        find(f"{scheme}://pi:4000", tmp_path)
