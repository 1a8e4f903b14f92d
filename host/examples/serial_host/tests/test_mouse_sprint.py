"""Tests of the stopwatch at a simulated table. The fixtures come with Mouseboard and need no import."""

from __future__ import annotations

import re
import subprocess
import sys
from typing import Any

import mouse_sprint

from mouseboard.link import Link


def sprint(mouse_table: Any, hands: str, **laid: Any) -> list[str]:
    """Return what the stopwatch tells while hands do this, in this process and in virtual time."""
    said: list[str] = []

    async def test(table: Any) -> None:
        async with Link(table.port) as link:
            mouse_sprint.time_mice(link, said.append)
            await table.do(hands)

    mouse_table(test, **laid)
    return said


def test_the_start_blinks_green_and_the_finish_is_blue(mouse_table: Any) -> None:
    sprint(mouse_table, "expect lamp 0 green blink\nexpect lamp 2 blue steady")


def test_a_run_is_timed(mouse_table: Any) -> None:
    (run,) = sprint(mouse_table, "put red on 0\nput red on 2\nwait 100 ms")
    assert re.fullmatch(r"[0-3]\.\d\d s", run)


def test_a_slower_hand_needs_longer(mouse_table: Any) -> None:
    hands = "put red on 0\nput red on 2\nwait 100 ms"
    (fast,), (slow,) = sprint(mouse_table, hands, pace=2.0), sprint(mouse_table, hands, pace=0.5)
    assert float(fast.split()[0]) < float(slow.split()[0])


def test_noise_on_the_line_changes_no_time(mouse_table: Any) -> None:
    hands = "put red on 0\nput red on 2\nwait 1 s"
    assert sprint(mouse_table, "noise 0.002\n" + hands, seed=3) == sprint(mouse_table, hands, seed=3)


def test_a_run_without_its_cable_does_not_count(mouse_table: Any) -> None:
    said = sprint(mouse_table, "put red on 0\nlift red\nunplug\nput red on 2\nreplug\nwait 1 s")
    assert said == ["the cable is out: this run does not count"]


def test_the_program_finds_the_table_at_its_serial_port(mouse_table_port: Any) -> None:
    table = mouse_table_port()
    command = [sys.executable, mouse_sprint.__file__, table.path]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as program:
        try:
            assert program.stdout
            assert program.stdout.readline() == "ready\n"
            table.do("expect lamp 0 green within 5 s\nput red on 0\nput red on 2")
            assert re.fullmatch(r"\d\.\d\d s\n", program.stdout.readline())
        finally:
            program.terminate()
