"""What a layout for `pantry` must contain: places in full rows and columns, two of them homes."""

from __future__ import annotations

from mouseboard.layouts import Layout

KINDS = ("home", "shelf")
MICE = 2
FEWEST = 6
LONGEST = 9
"""The most places in a row or column."""


def check(layout: Layout) -> None:
    """Refuse a layout that `pantry` cannot be played on. Raises BadLayout."""
    layout.check_game("pantry")
    layout.check_kinds(KINDS)
    homes = sum(place.kind == "home" for place in layout.place)
    if homes != MICE:
        layout.refuse(f"{homes} places are of kind home; there must be {MICE}", field="place")
    grid = cells(layout)
    width, height = (1 + max(cell[axis] for cell in grid.values()) for axis in (0, 1))
    if not width * height == len(set(grid.values())) == len(layout.place):
        layout.refuse("the places must fill rows and columns, one in each crossing", field="place")
    if not 2 <= min(width, height) <= max(width, height) <= LONGEST or width * height < FEWEST:
        layout.refuse(f"{width} x {height} places; there are 2 x 3 at least and 9 x 9 at most", field="place")


def cells(layout: Layout) -> dict[str, tuple[int, int]]:
    """Return the column and row of each place, counted from 0."""
    columns, rows = (sorted({place.at[axis] for place in layout.place}) for axis in (0, 1))
    return {place.name: (columns.index(place.at[0]), rows.index(place.at[1])) for place in layout.place}
