"""The tests can run in the background."""

from __future__ import annotations

import subprocess
import sys

from tests.helpers.pages import ROOT

CTRL_C = "tests/cli/commands/test_table_sim.py::test_a_typed_command_reaches_the_program_at_the_port_and_ctrl_c_ends_it"


def test_ctrl_c_reaches_the_commands_under_test_although_the_shell_makes_the_tests_ignore_it() -> None:
    script = f"trap '' INT; {sys.executable} -m pytest -p no:cacheprovider {CTRL_C}"
    done = subprocess.run(["bash", "-c", script], cwd=ROOT, capture_output=True, text=True, timeout=100)
    assert done.returncode == 0, done.stdout
