"""Runs a program with the firmware's files on a real MicroPython."""

import os
import subprocess
from pathlib import Path

import mousetable


def run(micropython: str, *program: str | Path) -> str:
    """Return what the program prints. Fails if it ends with an exception."""
    environment = {**os.environ, "MICROPYPATH": str(Path(mousetable.__file__).parents[1])}
    done = subprocess.run([micropython, *program], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
