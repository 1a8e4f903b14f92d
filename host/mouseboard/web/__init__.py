"""The page: what happens at the table, shown to every phone and screen in the house, and answered from there."""

from mouseboard.say import Explained

PORT = 8700
"""The default port of the page."""


class PageError(Explained):
    """The page cannot be served as asked; the message is one line for a person."""
