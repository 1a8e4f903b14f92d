"""The page: what happens at the table, shown to every phone and screen in the house, and answered from there."""

PORT = 8700
"""Where the page is looked for first."""


class PageError(Exception):
    """The page cannot be served as asked; the text is one line for a person."""
