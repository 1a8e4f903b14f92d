"""The command `mouseboard`. A refusal is one line on standard error and exit status 2, without a traceback."""

from mouseboard.cli.main import main

__all__ = ["main"]
