"""Icons for a phone's home screen. `python -m tests.web.icons` draws them from the page's icon.svg."""

from __future__ import annotations

from pathlib import Path

ICONS = Path(__file__).with_name("icons")
"""The files that browsers load."""
