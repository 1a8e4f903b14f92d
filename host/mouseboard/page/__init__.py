"""The page that phones and screens load: a folder for each thing that is seen. It knows no rule and decides nothing."""

from pathlib import Path

PAGE = Path(__file__).parent
"""The files that browsers load."""
