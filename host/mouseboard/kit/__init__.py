"""The kit of our pages in a browser: both looks, elements, icons, words and requests. It knows no game."""

from pathlib import Path

PAGE = Path(__file__).with_name("page")
"""The files that browsers load below `page/kit/`."""
