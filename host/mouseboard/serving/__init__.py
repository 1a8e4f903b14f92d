"""Serving a page by HTTP, to a home or through a proxy: connections, limits, names, who asks. It knows no game."""

from mouseboard.say import Explained


class PageError(Explained):
    """The page cannot be served as asked; the message is one line for a person."""
