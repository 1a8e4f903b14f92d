"""How to test a host of your own at a simulated table, with the fixtures of Mouseboard's pytest plugin.

pytest host/examples/test_my_host.py
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from examples.watch_table import Watcher
from mouseboard.layouts.reference import reference_table
from mouseboard.link import Link
from mouseboard.testing.port import TableAtPort
from mouseboard.testing.table import MouseTable

HOST = Path(__file__).with_name("watch_table.py")


def test_a_minute_at_the_table_takes_a_moment_of_virtual_time(
    mouse_table: Callable[..., None], capsys: pytest.CaptureFixture[str]
) -> None:
    async def watch(table: MouseTable) -> None:
        async with Link(table.port) as link:
            link.watch(Watcher(link, reference_table()).hear)
            await table.do("put red on 2\nwait 60 s\nslide red to 1\nexpect lamp 1 green")
            assert table.lamp("2") == "dark"

    mouse_table(watch, seed=7)
    said = [line.partition(": ")[2] for line in capsys.readouterr().out.splitlines()]
    assert said == ["put on 2", "lifted from 2", "put on 1"]


def test_a_program_in_any_language_finds_a_table_at_a_port(mouse_table_port: Callable[..., TableAtPort]) -> None:
    table = mouse_table_port(game="classic")
    command = [sys.executable, str(HOST), table.path, "--layout", "classic"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout
        assert program.stdout.readline() == f"watching {table.path}, Ctrl-C ends\n"
        table.do("put blue on 1")
        assert program.stdout.readline().endswith("s: put on 1\n")
        table.do("unplug")
        assert program.stdout.readline().startswith("the table is away")
        program.terminate()
