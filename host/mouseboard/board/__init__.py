"""The board: what is drawn of a game's layout, from the same data on the page, over a photograph and on paper."""

from pathlib import Path

PAGE = Path(__file__).with_name("page")
"""The files that browsers load below `page/board/`."""
