"""Extras: packages that only some commands need, and that are not installed with the rest."""

from __future__ import annotations


def command(extra: str) -> str:
    """Return the command that installs an extra from a checkout: nothing is published yet."""
    return f'pip install ".[{extra}]"'
