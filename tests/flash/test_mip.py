"""`mpremote mip install` installs the same files as sources, or a piece for programs of one's own."""

from __future__ import annotations

import functools
import http.server
import json
import subprocess
import sys
import threading
from collections.abc import Iterator

import pytest
from tests.flash.conftest import MakePico
from tests.flash.stand_in import Pico
from tests.helpers.unix_table import FIRMWARE

from mouseboard.flash import firmware, flash


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture
def server() -> Iterator[str]:
    """The URL of a local web server for the firmware's folder."""
    handler = functools.partial(Quiet, directory=str(FIRMWARE))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def mip_install(pico: Pico, *what: str) -> None:
    command = [sys.executable, "-m", "mpremote", "connect", pico.path, "mip", "install", *what]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_mip_installs_the_firmware_from_the_folder(make_pico: MakePico) -> None:
    pico = make_pico()
    with pico:
        mip_install(pico, "--target", "/", str(FIRMWARE / "package.json"))
    assert pico.files() == firmware.sources()


def test_mip_installs_the_firmware_from_a_web_server_and_flash_updates_it(make_pico: MakePico, server: str) -> None:
    pico = make_pico()
    with pico:
        mip_install(pico, "--target", "/", f"{server}/package.json")
        assert pico.files() == firmware.sources()
        said: list[str] = []
        flash(pico.path, said.append)
    assert "  removed mousetable/wire.py" in said
    assert pico.files() == firmware.compiled("x64")


@pytest.mark.parametrize("piece", ["sampler", "strip"])
def test_mip_installs_a_piece_into_lib_with_all_that_it_needs(make_pico: MakePico, server: str, piece: str) -> None:
    pico = make_pico()
    with pico:
        mip_install(pico, f"{server}/{piece}.json")
    rows = json.loads((FIRMWARE / f"{piece}.json").read_text())["urls"]
    assert pico.files() == {f"lib/{target}": (FIRMWARE / url).read_bytes() for target, url in rows}
