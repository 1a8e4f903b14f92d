"""LAYOUTS.md is true: it explains every field, and its example can be played."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from mouseboard import cli, layouts, rules

PAGE = Path(layouts.__file__).with_name("LAYOUTS.md").read_text(encoding="utf-8")
SET_WHEN_LOADED = {"source", "text"}


def example() -> str:
    """Return the small layout on the page."""
    found = re.search(r"```toml\n(.*?)```", PAGE, re.S)
    assert found is not None
    return found[1]


@pytest.mark.parametrize(
    "kind", [layouts.Layout, layouts.Place, layouts.Slot, layouts.Face, layouts.Card, layouts.Tile]
)
def test_the_page_names_every_field(kind: type[msgspec.Struct]) -> None:
    for name in set(kind.__struct_fields__) - SET_WHEN_LOADED:
        assert f"`{name}`" in PAGE, f"{name} of a {kind.__name__} is not explained"


def test_the_page_names_only_fields_that_exist() -> None:
    told = {name for row in re.findall(r"^\| (`.*?) \|", PAGE, re.M) for name in re.findall(r"`(\w+)`", row)}
    known = {name for kind in (layouts.Layout, layouts.Place, layouts.Face) for name in kind.__struct_fields__}
    assert told == known - SET_WHEN_LOADED


def test_the_example_is_played_on_a_simulated_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "mine.toml").write_text(example(), encoding="utf-8")
    (command,) = re.findall(r"`mouseboard (play .*?)`", PAGE)
    arguments = command.replace("mine.toml", str(tmp_path / "mine.toml")).split()
    assert cli.main(["--journal", str(tmp_path / "journal"), *arguments, "--seed", "1"]) == 0
    assert re.search(r"^winner: [01]$", capsys.readouterr().out, re.M)


def test_a_forgotten_tunnel_end_is_refused_as_the_page_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.toml").write_text(example().replace(', to = "3"', ""), encoding="utf-8")
    with pytest.raises(rules.BadSetup) as error:
        rules.load("revised", layout="mine.toml")
    assert f"    {error.value}\n" in PAGE
