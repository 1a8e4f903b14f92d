"""`mouseboard table doctor` as a person or a script uses it."""

import asyncio
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from mouseboard.actors.table import table_for_layout
from mouseboard.cli.commands.table_doctor import Terminal
from mouseboard.cli.main import make_parser
from mouseboard.doctor import Question, Report, reference_table
from mouseboard.doctor.examination import BROKEN_OFF
from mouseboard.say import say
from mouseboard.sim.pty_port import PtyPort
from mouseboard.sim.runner import Runner
from mouseboard.sim.table import PIECES, SimulatedTable

COMMAND = (str(Path(sys.executable).with_name("mouseboard")), "table", "doctor")
TOLD = ("--revision", "2")


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


def test_a_simulated_tile_alone_is_healthy() -> None:
    done = run("sim", "--tile", "9")
    assert (done.returncode, done.stdout.splitlines()[-1], done.stderr) == (0, "healthy", "")


def test_each_fault_of_a_tile_is_one_line_that_names_it(tmp_path: Path) -> None:
    (tmp_path / "faults.txt").write_text("dead reed 8\ndead lamp 3\n")
    done = run("sim", "--tile", "--scenario", str(tmp_path / "faults.txt"))
    lines = done.stdout.splitlines()
    assert (done.returncode, lines[-1]) == (1, "2 findings")
    assert lines[-3].startswith("tile: lamp D4 stays dark. ")
    assert lines[-2].startswith("tile: reed S6 does not close. ")


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("--tile", "12"), "no tile 12; there are 1 to 9"),
        (("--tile", "--only", "lamps"), "takes neither --layout nor"),
        (("--tile", *TOLD), "nor --revision"),
    ],
)
def test_a_tile_alone_is_not_asked_for_with_what_cannot_go_with_it(arguments: tuple[str, ...], why: str) -> None:
    done = run("sim", *arguments)
    assert done.returncode == 2
    assert why in done.stderr


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


SUPPLY = {
    "de": ("Versorgung: die Versorgung liefert 4200 mV, das ist zu wenig. Schalte aus. ", "1 Befund", "## Befunde"),
    "fr": ("alimentation\u00a0: l’alimentation donne 4200 mV, trop peu. Éteins. ", "1 défaut", "## Ce qui ne va pas"),
    "nl": ("voeding: de voeding geeft 4200 mV, te weinig. Zet de tafel uit. ", "1 bevinding", "## Bevindingen"),
}


@pytest.mark.parametrize("language", SUPPLY)
def test_it_speaks_the_language_asked_for_in_the_report_too(tmp_path: Path, language: str) -> None:
    finding, verdict, heading = SUPPLY[language]
    (tmp_path / "faults.txt").write_text("supply 4.2")
    scenario = ("--only", "chain,power", "--scenario", str(tmp_path / "faults.txt"))
    done = run("sim", *scenario, "--report", str(tmp_path), "--lang", language)
    assert done.stdout.splitlines()[-3].startswith(finding) and done.stdout.splitlines()[-1] == verdict
    assert heading in (tmp_path / "doctor.md").read_text().splitlines()


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


@pytest.mark.parametrize("typed", ["La botte\n", "boot\n"])
def test_a_name_of_two_words_is_one_answer(monkeypatch: pytest.MonkeyPatch, typed: str) -> None:
    monkeypatch.setattr("sys.stdin", [typed])
    question = Question("where", say("Where does it stand?"), answers=("no", "boot"))
    assert asyncio.run(Terminal("fr").ask(question)) == "boot"


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
    assert lines[-1] == "not finished; 1 finding; not looked at: buttons, cage"
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


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (("sim", "--only", "chain,heart"), "--only: no part heart; there are chain, power, buttons, "),
        (("sim", "--revision", "100"), "--revision: no revision 100; there are 0 to 99"),
        (("sim", "--layout", "nowhere"), "nowhere: no such layout"),
        (("/dev/nothing",), "/dev/nothing: no such port"),
        (("/dev/nothing", "--scenario", "x.txt"), "--scenario is for the simulated table only"),
        (("sim", "--scenario", "x.txt"), "x.txt: there is no such file or folder"),
        (("sim", "--report", "/dev/null/x"), "/dev/null/x: a part of its path is no folder"),
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
