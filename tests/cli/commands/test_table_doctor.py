"""`mouseboard table doctor` as a person or a script meets it."""

import asyncio
import re
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from mouseboard.cli.main import make_parser
from mouseboard.doctor import Report
from mouseboard.sim.pty_port import PtyPort
from mouseboard.sim.runner import Runner
from mouseboard.sim.table import SimulatedTable

COMMAND = (str(Path(sys.executable).with_name("mouseboard")), "table", "doctor")


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*COMMAND, *arguments], capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)


def test_a_healthy_simulated_table_ends_with_one_word() -> None:
    done = run("sim", "--only", "chain,power,buttons,stop,cage,servo")
    assert (done.returncode, done.stdout.splitlines()[-1], done.stderr) == (0, "healthy", "")


def test_faults_of_a_scenario_are_found_and_reported(tmp_path: Path) -> None:
    scenario, folder = tmp_path / "faults.txt", tmp_path / "new" / "report"
    scenario.write_text("break chain\nsupply 4.2")
    done = run("sim", "--only", "chain,power", "--scenario", str(scenario), "--report", str(folder))
    assert (done.returncode, done.stdout.splitlines()[-1]) == (1, "2 findings")
    report = msgspec.json.decode((folder / "doctor.json").read_bytes(), type=Report)
    assert [finding.part for finding in report.findings] == ["chain", "power"]
    assert (folder / "doctor.md").read_text().startswith("# Mouseboard doctor: 2 findings\n")


def test_a_person_who_has_gone_leaves_findings_of_what_was_looked_at(tmp_path: Path) -> None:
    """Through a real pty: standard input ends before the first question."""
    path = tmp_path / "port"

    async def main() -> tuple[int | None, list[str]]:
        table = SimulatedTable(seed=1, pace=5)
        async with asyncio.timeout(30), table, PtyPort(table.cable, path):
            await Runner(table).run("supply 4.2")
            pipe = asyncio.subprocess.PIPE
            command = (*COMMAND, str(path), "--only", "chain,power,buttons")
            process = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe)
            out, _ = await process.communicate(b"")
            return process.returncode, out.decode().splitlines()

    status, lines = asyncio.run(main())
    assert status == 1
    assert lines[-2].startswith("power: the supply is 4200 mV. Switch off.")
    assert lines[-1] == "1 finding; not looked at: buttons"


def test_a_person_answers_line_by_line_and_by_the_table(tmp_path: Path) -> None:
    path = tmp_path / "port"

    async def main() -> list[str]:
        table = SimulatedTable(seed=1, pace=5)
        async with asyncio.timeout(30), table, PtyPort(table.cable, path):
            pipe = asyncio.subprocess.PIPE
            command = (*COMMAND, str(path), "--only", "buttons,cage")
            process = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe)
            assert process.stdin and process.stdout
            lines: list[str] = []
            async for line in process.stdout:
                lines.append(line.decode().rstrip())
                if lines[-1].startswith("Press button"):
                    await table.hands.press(lines[-1].split()[2].lower())
                elif lines[-1].startswith("Let the cage down"):
                    await table.hands.drop_cage()
                elif lines[-1].startswith("Set the trap again"):
                    await table.hands.set_trap()
                elif lines[-1].startswith("Set the trap"):
                    process.stdin.write(b"what?\n\n")
            assert await process.wait() == 0
            return lines

    lines = asyncio.run(main())
    assert "'what?' is no answer here; allowed: nothing but Enter" in lines
    assert lines[-1] == "healthy"


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (("sim", "--only", "chain,heart"), "argument --only: no part heart; there are chain, power, buttons, "),
        (("sim", "--layout", "nowhere"), "nowhere: no such layout"),
        (("/dev/nothing",), "/dev/nothing: no such port"),
        (("/dev/nothing", "--scenario", "x.txt"), "--scenario is for the simulated table only"),
        (("sim", "--scenario", "x.txt"), "x.txt: No such file or directory"),
        (("sim", "--report", "/dev/null/x"), "/dev/null/x: Not a directory"),
    ],
)
def test_bad_input_is_refused_in_one_line(arguments: tuple[str, ...], error: str) -> None:
    done = run(*arguments)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert done.stderr.startswith(f"mouseboard: {error}")


SHEET = (Path(__file__).parents[3] / "hardware" / "COMMISSIONING.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("line", re.findall(r"^    mouseboard (.*)$", SHEET, re.M))
def test_every_command_of_the_commissioning_sheet_can_be_typed(line: str) -> None:
    assert make_parser().parse_args(line.split()).command
