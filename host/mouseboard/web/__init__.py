"""The page: what happens at the table, shown to every phone and screen in the house, and answered from there."""

from pathlib import Path

PORT = 8700
"""The default port of the page."""

PAGE = Path(__file__).with_name("page")
"""The files that browsers load."""
