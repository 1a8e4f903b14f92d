"""`mouseboard table doctor` as a process of its own at a serial port, with a table that lives in real time.

Alone on the machine: a table that gets no processor for a second counts as away.
"""

import asyncio
import signal
import sys
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from mouseboard.actors.table import table_for_layout
from mouseboard.doctor import Report, reference_table
from mouseboard.doctor.examination import BROKEN_OFF
from mouseboard.sim.pty_port import PtyPort
from mouseboard.sim.runner import Runner
from mouseboard.sim.table import PIECES, SimulatedTable

pytestmark = pytest.mark.real

COMMAND = (str(Path(sys.executable).with_name("mouseboard")), "table", "doctor")
TOLD = ("--revision", "2")


def test_a_person_who_has_gone_leaves_findings_of_what_was_looked_at(tmp_path: Path) -> None:
    """Through a real pty: standard input ends before the first question."""
    path = tmp_path / "port"

    async def main() -> tuple[int | None, list[str]]:
        table = table_for_layout(reference_table(), PIECES, seed=1, pace=5)
        async with asyncio.timeout(30), table, PtyPort(table.cable, path):
            await Runner(table).run("supply 4.2")
            pipe = asyncio.subprocess.PIPE
            command = (*COMMAND, str(path), "--only", "chain,power,buttons")
            process = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe)
            out, _ = await process.communicate(b"")
            return process.returncode, out.decode().splitlines()

    status, lines = asyncio.run(main())
    assert status == 1
    assert lines[-2].startswith("power: the supply is 4200 mV, too little. Switch off.")
    assert lines[-1] == "not finished; 1 finding; not looked at: buttons"


def test_the_revision_typed_once_is_kept_by_the_table_and_named_in_the_next_examination(tmp_path: Path) -> None:
    path = tmp_path / "port"

    async def examined(*more: str) -> tuple[int | None, list[str]]:
        pipe = asyncio.subprocess.PIPE
        command = (*COMMAND, str(path), "--only", "chain", *more)
        process = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe)
        out, _ = await process.communicate(b"1\n")
        return process.returncode, out.decode().splitlines()

    async def main() -> list[tuple[int | None, list[str]]]:
        table = table_for_layout(reference_table(), PIECES, seed=1)
        async with asyncio.timeout(60), table, PtyPort(table.cable, path):
            return [await examined(), await examined(), await examined(*TOLD)]

    first, second, corrected = asyncio.run(main())
    assert first[1][0].startswith("Which revision is printed on the lower edge of the tiles?")
    assert first[1][1] == "Kept on the table: revision = 1"
    assert second[1][0] == "-- chain"
    for status, lines in (first, second):
        assert status == 1
        assert lines[-2].startswith("boards: the registers of boards of revision 1 shift twice at one clock")
    status, (kept, part, *_, verdict) = corrected  # a slow table is waited for in between
    assert (status, kept, part, verdict) == (0, "Kept on the table: revision = 2", "-- chain", "healthy")


def test_its_words_may_be_typed_in_that_language_or_in_english(tmp_path: Path) -> None:
    path = tmp_path / "port"

    async def servo(answer: bytes) -> list[str]:
        async with (
            asyncio.timeout(30),
            table_for_layout(reference_table(), PIECES, seed=1) as table,
            PtyPort(table.cable, path),
        ):
            pipe = asyncio.subprocess.PIPE
            command = (*COMMAND, str(path), *TOLD, "--only", "servo", "--lang", "de")
            process = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe)
            out, _ = await process.communicate(answer)
            return out.decode().splitlines()

    for answer in (b"Nein\n", b"no\n"):
        *_, question, verdict = asyncio.run(servo(answer))
        assert question.endswith("aus dem Weg? (ja/nein)")
        assert verdict == "gesund, soweit er angesehen wurde; nicht angesehen: Servo"
    assert "'oui' ist hier keine Antwort; erlaubt: ja, nein" in asyncio.run(servo(b"oui\nnein\n"))


def test_a_person_answers_line_by_line_and_by_the_table(tmp_path: Path) -> None:
    path = tmp_path / "port"

    async def main() -> list[str]:
        table = table_for_layout(reference_table(), PIECES, seed=1, pace=5)
        async with asyncio.timeout(30), table, PtyPort(table.cable, path):
            pipe = asyncio.subprocess.PIPE
            command = (*COMMAND, str(path), *TOLD, "--only", "buttons,cage")
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


async def interrupted(path: Path, folder: Path, question: str, before: Callable[[SimulatedTable], None]) -> list[str]:
    """Send Ctrl-C to a real process at a line that starts with `question`; return its output. It must exit with 130.

    `before` changes the table when the doctor asks for button A.
    """
    table = table_for_layout(reference_table(), PIECES, seed=1, pace=5)
    async with asyncio.timeout(30), table, PtyPort(table.cable, path):
        await Runner(table).run("supply 4.2")
        pipe = asyncio.subprocess.PIPE
        command = (*COMMAND, str(path), *TOLD, "--only", "chain,power,buttons,cage", "--report", str(folder))
        process = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe, stderr=pipe)
        assert process.stdout and process.stderr
        lines: list[str] = []
        async for line in process.stdout:
            lines.append(line.decode().rstrip())
            if lines[-1].startswith("Press button A"):
                before(table)
            if lines[-1].startswith(question):
                process.send_signal(signal.SIGINT)
        assert (await process.wait(), await process.stderr.read()) == (130, b"")
        return lines


@pytest.mark.parametrize(
    ("question", "before"),
    [("Press button A", lambda _: None), ("The table does not answer.", lambda table: table.cable.unplug())],
    ids=["at a question", "while the table is away"],
)
def test_ctrl_c_keeps_what_was_seen_until_there(
    tmp_path: Path, question: str, before: Callable[[SimulatedTable], None]
) -> None:
    lines = asyncio.run(interrupted(tmp_path / "port", tmp_path / "report", question, before))
    assert lines[-3].startswith("power: the supply is 4200 mV, too little. Switch off.")
    assert lines[-2] == f"The report is in {tmp_path / 'report'}"
    assert lines[-1] == "not finished; 1 finding; not looked at: buttons, cage", "\n".join(lines)
    report = msgspec.json.decode((tmp_path / "report" / "doctor.json").read_bytes(), type=Report)
    assert report.observations.skipped == {"buttons": str(BROKEN_OFF), "cage": str(BROKEN_OFF)}
    assert report.observations.chain and report.observations.power and not report.observations.buttons
    assert f"- skipped: buttons {BROKEN_OFF}, cage {BROKEN_OFF}" in (tmp_path / "report" / "doctor.md").read_text()


def test_ctrl_c_while_the_crank_moves_takes_its_power(tmp_path: Path) -> None:
    path = tmp_path / "port"

    async def main() -> tuple[int, str]:
        table = table_for_layout(reference_table(), PIECES, seed=1)
        async with asyncio.timeout(30), table, PtyPort(table.cable, path):
            pipe = asyncio.subprocess.PIPE
            process = await asyncio.create_subprocess_exec(
                *COMMAND, str(path), *TOLD, "--only", "servo", stdin=pipe, stdout=pipe
            )
            assert process.stdin and process.stdout
            process.stdin.write(b"yes\n")
            while not table.servo_us:
                await asyncio.sleep(0.01)
            process.send_signal(signal.SIGINT)
            status = await process.wait()
            assert table.servo_us == 0
            return status, (await process.stdout.read()).decode().splitlines()[-1]

    assert asyncio.run(main()) == (130, "not finished; healthy, as far as it was looked at; not looked at: servo")
