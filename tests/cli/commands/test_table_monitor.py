"""The monitor on a simulated table, in simulated time."""

from __future__ import annotations

import asyncio
import gc
import re
import subprocess
import sys
from collections.abc import Callable, Coroutine
from pathlib import Path

import pytest
from msgspec.structs import replace
from tests.cli.test_streams import Terminal

from mouseboard.cli.commands.table_monitor import CLEAR, PLAIN_EVERY, UP, Paper, Plain, Scroll, counters, monitor
from mouseboard.link import Stats, TableStats
from mouseboard.sim.clock import run_virtual
from mouseboard.sim.pty_port import PtyPort
from mouseboard.sim.table import SimulatedTable

COMMAND = Path(sys.executable).with_name("mouseboard")
QUIET = 5
"""Seconds without any event."""
MONITORED = 1 + QUIET + 1
"""Seconds for which the monitor runs then."""

TABLE = TableStats(
    now=5000,
    samples=5000,
    events=9,
    lost=3,
    good=50,
    bad=2,
    sent=60,
    errors=0,
    cleared=0,
    heap=98304,
    reset_cause="power-on",
    noise=5,
)


def monitored(
    steps: Callable[[SimulatedTable], Coroutine[None, None, None]], paper: Paper | None = None, everything: bool = False
) -> None:
    """Monitor the table during the steps and for one more second."""

    async def watch() -> None:
        async with SimulatedTable() as table:
            monitoring = asyncio.create_task(monitor(table.cable, paper or Plain(), None, everything))
            await asyncio.sleep(1)
            await steps(table)
            await asyncio.sleep(1)
            monitoring.cancel()
            await asyncio.gather(monitoring, return_exceptions=True)

    run_virtual(watch())


async def nothing(_: SimulatedTable) -> None:
    await asyncio.sleep(QUIET)


async def nothing_for_long(_: SimulatedTable) -> None:
    await asyncio.sleep(2 * PLAIN_EVERY)


def lines(capsys: pytest.CaptureFixture[str]) -> list[str]:
    """Return the printed lines without their times."""
    return [re.sub(r"^ *\d+\.\d{3} ", "", line) for line in capsys.readouterr().out.splitlines()]


def test_the_help_of_the_monitor_says_how_long_in_seconds() -> None:
    words = [str(COMMAND), "table", "monitor", "--help"]
    said = subprocess.run(words, capture_output=True, text=True, timeout=60, check=True).stdout
    assert "stop after this many seconds, such as 30" in " ".join(said.split())


def test_what_hands_do_is_told_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    async def steps(table: SimulatedTable) -> None:
        await table.hands.put("red", table.place("7"))
        await table.hands.press("a")
        await table.hands.drop_cage()

    monitored(steps)
    told = lines(capsys)
    assert told[0] == "> hello in protocol 1"
    assert re.match(
        r"< protocol 1, firmware \S+, chip simulated, start \w+ after power-on, 81 inputs, 81 lamps, .*chain good$",
        told[1],
    )
    changes = [line.partition(": ")[2] for line in told if line.startswith("< changes")]
    assert changes == [
        "input 7 closed +0 ms",
        "button a closed +0 ms",
        "button a opened +0 ms",
        "cage closed +0 ms",
    ]


@pytest.mark.parametrize(("everything", "fewest", "most"), [(False, 0, 0), (True, 4 * MONITORED, 6 * MONITORED)])
def test_heartbeats_that_bring_nothing_new_are_told_only_if_asked_for(
    capsys: pytest.CaptureFixture[str], everything: bool, fewest: int, most: int
) -> None:
    monitored(nothing, everything=everything)
    assert fewest <= lines(capsys).count("> poll") <= most


def test_plain_counters_come_now_and_then_and_at_the_end(capsys: pytest.CaptureFixture[str]) -> None:
    monitored(nothing_for_long)
    told = [line for line in lines(capsys) if line.startswith("# ")]
    assert len(told) == 3  # two now and then, one at the end
    assert "resends 0; bad CRC 0 here, 0 there; gaps 0, 0 changes lost, 0 samples spoilt; reconnects 0; " in told[-1]


def test_the_counters_are_overwritten_on_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    paper = Scroll()
    paper.count("# 1")
    paper.tell("frame")
    paper.count("# 2")
    paper.end()
    assert capsys.readouterr().out == f"{CLEAR}# 1{CLEAR}frame\n# 1{CLEAR}# 2\n"


def test_counters_wider_than_the_terminal_are_replaced_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr("sys.stdout", terminal)
    monkeypatch.setenv("COLUMNS", "20")
    paper = Scroll()
    paper.count("# frames 21 out, 20 in; resends 2")
    paper.tell("frame")
    counters = "# frames 21 out, 20\n  in; resends 2"
    assert terminal.getvalue() == f"{CLEAR}{counters}{UP}{CLEAR}frame\n{counters}"


def test_a_pulled_cable_a_restart_and_a_fault_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    async def steps(table: SimulatedTable) -> None:
        table.cable.unplug()
        await asyncio.sleep(0.5)
        table.cable.replug()
        await asyncio.sleep(1)
        table.power_cut()
        table.power_on("watchdog")
        await asyncio.sleep(1)
        table.sense("noise", 100)
        await asyncio.sleep(1)
        table.sense("sampling", 0)
        await asyncio.sleep(1)

    monitored(steps)
    told = lines(capsys)
    assert [line for line in told if line.startswith("= ")] == [
        "= lost: the simulated cable was unplugged",
        "= back",
        "= lost: the simulated board lost its power",
        "= back, after a restart (watchdog)",
        "= noise in the chain: contacts may be wrong",
        "= the noise in the chain is over",
        "= stopped: scan",
    ]
    assert "reconnects 2; " in told[-1] and "started after watchdog, restarts 1 (watchdog); chain good" in told[-1]


def test_the_counters_fit_into_one_line() -> None:
    host = Stats(frames_out=10, frames_in=9, resends=1, bad_lines=4, gaps=1, reconnects=2)
    assert counters(host, TABLE, replace(TABLE, now=4000, samples=4010), ["watchdog"], chain_good=True) == (
        "# frames 10 out, 9 in; resends 1; bad CRC 4 here, 2 there; gaps 1, 3 changes lost, "
        "5 samples spoilt; reconnects 2; 990 scans/s; 98304 bytes of heap free; errors 0; "
        "started after power-on, restarts 1 (watchdog); chain good"
    )


def test_what_is_not_known_is_not_made_up() -> None:
    text = counters(Stats(), replace(TABLE, heap=None), None, [], chain_good=False)
    assert "; scans not counted yet; heap not counted; " in text
    assert text.endswith("restarts 0; chain BAD")


def test_after_a_restart_of_the_table_the_scans_are_counted_anew() -> None:
    text = counters(Stats(), TABLE, replace(TABLE, now=90000, samples=90000), ["watchdog"], chain_good=True)
    assert "; scans not counted yet; " in text


def test_a_script_may_listen_to_a_port_for_a_moment_and_learn_the_counters(tmp_path: Path) -> None:
    path = tmp_path / "port"

    async def main() -> str:
        async with asyncio.timeout(30), SimulatedTable() as table, PtyPort(table.cable, path):
            command = (COMMAND, "table", "monitor", str(path), "--for", "0.001")
            process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
            out, _ = await process.communicate()
            assert process.returncode == 0
            return out.decode()

    told = asyncio.run(main()).splitlines()
    assert "> hello in protocol 1" in told[0]
    assert told[-1].startswith("# frames ")


def test_a_port_that_is_none_is_refused_in_one_line() -> None:
    done = subprocess.run([COMMAND, "table", "monitor", "/dev/nothing"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (2, "mouseboard: /dev/nothing: no such port\n")


class Torn(Plain):
    """An output that breaks after a few lines."""

    def __init__(self, lines: int) -> None:
        super().__init__()
        self._left = lines

    def tell(self, line: str) -> None:
        self._left -= 1
        if self._left < 0:
            raise BrokenPipeError

    def count(self, line: str) -> None:
        pass

    def end(self) -> None:
        self.tell("")


@pytest.mark.parametrize("lines", range(6))
def test_the_monitor_ends_in_silence_when_nobody_reads_on(lines: int, caplog: pytest.LogCaptureFixture) -> None:
    async def watch() -> None:
        async with SimulatedTable() as table:
            await monitor(table.cable, Torn(lines), everything=True)

    with pytest.raises(BrokenPipeError):
        run_virtual(watch())
    gc.collect()
    assert not caplog.records
