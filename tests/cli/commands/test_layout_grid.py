"""`mouseboard layout grid`: squares in the middle of the reference table, for the board of a game of your own."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.conftest import Run

from mouseboard import layouts
from mouseboard.layouts import tiles
from mouseboard.layouts.grid import grid

EXAMPLE = Path(__file__).parents[3] / "host/examples/hunt/mouseboard_hunt/hunt.toml"


def rows_of(text: str) -> list[str]:
    """Return the lines of a layout, without comments and title."""
    return [line for line in text.splitlines() if not line.startswith(("#", "title = "))]


def test_the_board_of_the_example_is_a_printed_grid(run: Run) -> None:
    status, out, err = run("layout", "grid", "5x5", "--game", "hunt")
    assert (status, err) == (0, "")
    assert rows_of(out) == rows_of(EXAMPLE.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("columns", "rows", "last", "corner"), [(1, 1, "a1", (4, 4)), (7, 3, "g3", (1, 3)), (9, 9, "i9", (0, 0))]
)
def test_a_grid_lies_in_the_middle_of_the_table(
    columns: int, rows: int, last: str, corner: tuple[int, int], tmp_path: Path
) -> None:
    (path := tmp_path / "mine.toml").write_text(grid(columns, rows, 'my "own"'), encoding="utf-8")
    layout = layouts.load(str(path))
    first = layout.place[0]
    assert (layout.game, len(layout.place), layout.place[-1].name) == ('my "own"', columns * rows, last)
    assert (first.name, first.shade, first.at) == ("a1", "dark", tuple(40 * cell + 20 for cell in corner))
    assert (first.sensors, first.lamps) == ((tiles.sensor(*corner),), (tiles.lamp(*corner),))


@pytest.mark.parametrize("size", ["10x10", "0x5", "7", "7x", "7X7", "x7", "7x7x7", "-1x3", "seven", "٣x٣"])
def test_a_size_that_the_table_has_not_is_refused_in_one_line(run: Run, size: str) -> None:
    ran = run("layout", "grid", "--game", "foxes", "--", size)
    why = f"SIZE: '{size}' is no size such as 7x7; it is 1x1 to 9x9; try `mouseboard layout grid --help`"
    assert ran == (2, "", f"mouseboard: {why}\n")
