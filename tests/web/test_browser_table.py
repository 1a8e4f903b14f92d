"""A game on a table at a port, whose hands and buttons are another program's: how it ends, and the next one."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect
from tests.referee.test_signals import TO_THE_END
from tests.web.conftest import Serve
from tests.web.screen import PATIENCE, Screen

pytestmark = pytest.mark.real

Open = Callable[..., Screen]
Type = Callable[..., None]


@pytest.fixture
def port(tmp_path: Path) -> Path:
    """The port of a table."""
    return tmp_path / "port"


@pytest.fixture
def hands(port: Path) -> Iterator[Type]:
    """Type what hands do at a simulated table behind the port."""
    words = [sys.executable, "-m", "mouseboard", "table", "sim", "--path", str(port), "--game", "barriers"]
    pipe = subprocess.PIPE
    with subprocess.Popen(words, stdin=pipe, stdout=pipe, text=True) as table:
        assert table.stdin and table.stdout
        typed = table.stdin
        assert str(port) in table.stdout.readline()

        def type_lines(*lines: str) -> None:
            typed.write("".join(f"{line}\n" for line in lines))
            typed.flush()

        type_lines("pace 10")
        yield type_lines
        table.kill()


def won(host: Screen, hands: Type) -> None:
    """Play barriers by hand alone until Red wins."""
    hands("put red on d1", "put blue on d7")
    ready(host, hands)
    for n, (square, _) in enumerate(TO_THE_END):
        expect(host.page.locator(f'[data-arrow="{square}"]')).to_be_attached(timeout=PATIENCE)
        hands(f"slide {('red', 'blue')[n % 2]} to {square}")
    expect(host.page.get_by_role("heading", name="Red wins!")).to_be_visible(timeout=PATIENCE)


def ready(host: Screen, hands: Type) -> None:
    """Press the table's button once the page says that it means Done."""
    expect(host.page.get_by_role("button", name="Done")).to_be_visible(timeout=PATIENCE)
    hands("wait 1 s", "press b")


def plays_again(host: Screen, hands: Type) -> None:
    """Put the mice back for the next game, in which Blue begins."""
    hands("slide red to d1", "slide blue to d7")
    ready(host, hands)
    host.says("Blue, run")
    expect(host.page.locator('[data-arrow="d6"]')).to_be_attached(timeout=PATIENCE)


def at_a_table(port: Path, serve: Serve, screen: Open) -> Screen:
    words = ("barriers", "--people", "2", "--players", "2", "--option", "first=seat0", "--table", str(port))
    return screen(serve(*words).url, size=(1280, 720))


def test_a_game_ended_by_hand_is_played_again_from_the_page(
    port: Path, hands: Type, serve: Serve, screen: Open
) -> None:
    host = at_a_table(port, serve, screen)
    won(host, hands)
    host.page.locator("#again").click()
    plays_again(host, hands)


def test_a_game_ended_by_hand_is_played_again_by_button_b_of_the_table(
    port: Path, hands: Type, serve: Serve, screen: Open
) -> None:
    host = at_a_table(port, serve, screen)
    won(host, hands)
    expect(host.page.locator("#again kbd")).to_have_text("B")
    hands("wait 4 s", "press b")
    plays_again(host, hands)
