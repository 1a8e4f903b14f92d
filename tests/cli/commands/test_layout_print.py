"""`mouseboard layout print`: sheets for the shipped layouts, the reference table and a user's own layout."""

from __future__ import annotations

import builtins
from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import Run
from tests.helpers.broken_games import install
from tests.helpers.full_disk import full_disk, needs_limits

from mouseboard import layouts


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def mine(path: Path, old: str, new: str) -> Path:
    text = (layouts.HOME / "revised.toml").read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
    return path


def test_it_is_written_under_a_name_that_says_what_it_is(run: Run, tmp_path: Path) -> None:
    ran = run("layout", "print", "classic", "--overlay", "--paper", "letter")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.startswith("classic-overlay-letter.pdf, pages: 4. Print at 100 %")
    assert (tmp_path / "classic-overlay-letter.pdf").read_bytes().startswith(b"%PDF-")


@needs_limits
def test_a_full_disk_leaves_no_part_of_a_sheet_and_is_said_of_its_file(run: Run, tmp_path: Path) -> None:
    with full_disk(1000):
        assert run("layout", "print", "classic", "--overlay", "-o", "out.pdf") == (
            2,
            "",
            "mouseboard: out.pdf: File too large\n",
        )
    assert list(tmp_path.iterdir()) == []


def test_escapes_in_a_file_s_name_are_not_sent_to_the_terminal(run: Run) -> None:
    assert run("layout", "print", "classic", "--overlay", "-o", "a\n\x1b[31m.pdf").out.startswith(r"a\n\x1b[31m.pdf, ")


def test_a_layout_of_one_s_own_is_printed_where_one_wants_it(run: Run, tmp_path: Path) -> None:
    ran = run("layout", "print", mine(tmp_path / "mine.toml", "Cheese Cellar", "Pantry"), "--template", "-o", "out.pdf")
    assert (ran.status, ran.err) == (0, "")
    assert (tmp_path / "out.pdf").exists()


def test_a_layout_is_not_replaced_by_its_own_sheet(run: Run, tmp_path: Path) -> None:
    layout = mine(tmp_path / "mine.toml", "Cheese Cellar", "Pantry")
    (tmp_path / "link.toml").symlink_to(layout)
    before = layout.read_bytes()
    for file in ("mine.toml", "link.toml"):
        assert run("layout", "print", layout, "--template", "-o", file) == (
            2,
            "",
            f"mouseboard: {file} would replace the layout that is printed; name another file\n",
        )
    assert layout.read_bytes() == before


def test_a_game_of_other_people_is_printed_on_its_own_layout_and_no_other(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = install(tmp_path).with_name("dash.toml")
    monkeypatch.syspath_prepend(tmp_path)
    assert run("layout", "print", own, "--overlay").status == 0
    other = tmp_path / "other.toml"
    other.write_text(own.read_text(encoding="utf-8").replace("[20, 60]", "[21, 60]"), encoding="utf-8")
    ran = run("layout", "print", other, "--overlay")
    assert ran.err == f"mouseboard: {other}: dash is always played on a layout of its own, which is another\n"


def test_it_speaks_the_language_that_is_asked_for(run: Run) -> None:
    assert "Mit 100 % drucken" in run("layout", "print", "revised", "--overlay", "--lang", "de").out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            ["reference", "--overlay"],
            "reference has no game on it, so nothing is printed over it; layouts with a game are ",
        ),
        (["nothing", "--template"], "nothing: no such layout; shipped are "),
        (["classic"], "choose one of these: --template --overlay"),
        (["classic", "--overlay", "--paper", "a3"], "'a3' is none of these"),
        (["classic", "--overlay", "-o", "no/such/folder.pdf"], "no/such/folder.pdf: there is no such file or folder"),
        (["chess.toml", "--overlay"], "there is no game 'chess'; the games are "),
        (["strange.toml", "--overlay"], "strange.toml: the font for sheets has no 🐭; write it another way"),
        (["huge.toml", "--template"], "a board of 9000 x 3600 mm needs "),
    ],
)
def test_what_cannot_be_printed_is_said_in_one_line(run: Run, tmp_path: Path, arguments: list[str], said: str) -> None:
    mine(tmp_path / "chess.toml", 'game = "revised"', 'game = "chess"')
    mine(tmp_path / "strange.toml", "Cheese Cellar", "🐭 Cellar")
    mine(tmp_path / "huge.toml", "size = [360, 360]", "size = [9000, 3600]")
    ran = run("layout", "print", *arguments)
    assert (ran.status, ran.out) == (2, "")
    assert said in ran.err
    assert ran.err.count("\n") == 1


def test_a_missing_reportlab_is_reported_with_how_to_get_it(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def missing(name: str, *others: Any) -> Any:
        if name.startswith("reportlab"):
            raise ModuleNotFoundError(name)
        return real(name, *others)

    monkeypatch.setattr(builtins, "__import__", missing)
    ran = run("layout", "print", "classic", "--overlay")
    assert (ran.status, ran.err) == (
        2,
        'mouseboard: printing needs reportlab; in a checkout: pip install ".[sheets]"\n',
    )
