"""The page: what happens at the table, shown to every phone and screen in the house, and answered from there."""

PORT = 8700
"""The default port of the page."""
