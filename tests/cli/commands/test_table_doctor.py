"""`mouseboard table doctor` as a person or a script uses it."""

import asyncio
import re
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from mouseboard.cli.commands.table_doctor import Terminal
from mouseboard.cli.main import make_parser
from mouseboard.doctor import Question, Report
from mouseboard.say import say

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


SUPPLY = {
    "de": ("Versorgung: die Versorgung liefert 4200 mV, das ist zu wenig. Schalte aus. ", "1 Befund", "## Befunde"),
    "fr": (
        "alimentation\u00a0: l’alimentation donne 4200 mV, c’est trop peu. Éteins. ",
        "1 défaut",
        "## Ce qui ne va pas",
    ),
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


@pytest.mark.parametrize("typed", ["La botte\n", "boot\n"])
def test_a_name_of_two_words_is_one_answer(monkeypatch: pytest.MonkeyPatch, typed: str) -> None:
    monkeypatch.setattr("sys.stdin", [typed])
    question = Question("where", say("Where does it stand?"), answers=("no", "boot"))
    assert asyncio.run(Terminal("fr").ask(question)) == "boot"


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
