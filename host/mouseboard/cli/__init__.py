"""The command `mouseboard`. Whatever goes wrong is one line on standard error and exit status 2, never a traceback."""

from mouseboard.cli.main import main

__all__ = ["main"]
