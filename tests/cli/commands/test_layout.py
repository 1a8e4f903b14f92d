"""`mouseboard layout check`: whether a game can be played on a layout."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.conftest import Run
from tests.helpers.broken_games import install

from mouseboard import layouts


@pytest.mark.parametrize("name", layouts.shipped())
def test_what_is_shipped_is_good_for_its_game(run: Run, name: str) -> None:
    ran = run("layout", "check", name)
    assert (ran.status, ran.err) == (0, "")
    assert f" is good for {name} with 2" in ran.out


def changed(path: Path, name: str, old: str, new: str) -> Path:
    text = (layouts.HOME / f"{name}.toml").read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('kind = "crank"', 'kind = "cranky"', "mine.toml, line 66: kind: "),
        ("at = [20, 60]", "at = [20, 6000]", "mine.toml, line 20: at: "),
        ('game = "classic"', 'game = "chess"', "there is no game 'chess'; the games are "),
    ],
)
def test_what_is_wrong_is_named_in_one_line(run: Run, tmp_path: Path, old: str, new: str, said: str) -> None:
    ran = run("layout", "check", changed(tmp_path / "mine.toml", "classic", old, new))
    assert (ran.status, ran.out) == (2, "")
    assert said in ran.err
    assert ran.err.count("\n") == 1


def test_the_board_of_a_game_without_a_choice_is_checked_and_no_other_will_do(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = install(tmp_path).with_name("dash.toml")
    monkeypatch.syspath_prepend(tmp_path)
    assert run("layout", "check", own).out.endswith(
        " is good for dash with 2, 3 or 4 players: 17 places, 81 sensors, 81 lamps\n"
    )
    (other := tmp_path / "other.toml").write_text(own.read_text(encoding="utf-8") + "# wider\n", encoding="utf-8")
    assert run("layout", "check", other).err.endswith(
        "other.toml: dash plays on a board of its own only; give the game an option `layout`\n"
    )
