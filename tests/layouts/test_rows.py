"""The shipped layouts, renumbered for a table that is wired in plain rows."""

from __future__ import annotations

from pathlib import Path

import pytest

from mouseboard import cli, layouts


@pytest.mark.parametrize("name", [name for name in layouts.shipped() if layouts.load(name).coded])
def test_every_shipped_layout_of_tiles_can_be_renumbered_in_rows(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["layout", "rows", name]) == 0
    path = tmp_path / "rows.toml"
    path.write_text(capsys.readouterr().out, encoding="utf-8")
    rows, tiles = layouts.load(str(path)), layouts.load(name)
    assert (rows.sensors, rows.lamps, rows.coded) == (81, 81, 0)
    for place, before in zip(rows.place, tiles.place, strict=True):
        if place.sensors:
            column, row = (round(mm - 20) // 40 for mm in place.at)
            assert place.sensors == (9 * row + column,)
            assert place.lamps == (9 * row + (8 - column if row % 2 else column),)
        assert (place.name, place.at, len(place.lamps)) == (before.name, before.at, len(before.lamps))


def test_a_layout_without_tiles_has_nothing_to_renumber(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["layout", "rows", "pantry"]) == 2
    told = "mouseboard: pantry.toml: there are no tiles under it whose places could be numbered in rows\n"
    assert capsys.readouterr() == ("", told)


def test_a_layout_that_is_not_shipped_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["layout", "rows", "mine.toml"]) == 2
    assert "'mine.toml' is none of these" in capsys.readouterr().err
