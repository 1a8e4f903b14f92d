"""`mouseboard play` shows its one game on the page too; both the terminal and the page can answer."""

from __future__ import annotations

import socket
from io import StringIO
from pathlib import Path

import pytest
from tests.cli.tty import PATIENCE, QUICK, Terminal
from tests.web.served import Json, Served

from mouseboard.cli import main


def test_terminal_and_page_answer_the_same_game(tmp_path: Path) -> None:
    words = ("classic", "--people", "2", "--seed", "7")
    with Served(tmp_path, *words, command="play") as served, served.host().watch() as stream:
        host, stdin = served.host(), served.process.stdin
        assert stdin
        stream.until(lambda picture: picture.get("sign") in ("do", "roll"))
        host.post("/answer", {"press": "b"})

        def red_rolls(picture: Json) -> bool:
            return picture.get("sign") == "roll" and picture["turn"] == 0

        stream.until(red_rolls)
        stdin.write("4\n")
        stdin.flush()
        stream.until(lambda picture: picture["positions"] == 1)
        assert any(told["text"].startswith("Red rolls 4") for told in stream.picture["story"])
        assert host.get("/lobby").status == 404
        stdin.write("quit\n")
        stdin.flush()
        assert served.process.wait(PATIENCE) == 0


def test_the_address_stands_above_the_table() -> None:
    terminal = Terminal("play", "classic")
    terminal.until("page: http://127.0.0.1:")
    terminal.type("quit\r")
    assert terminal.process.wait(PATIENCE) == 0


def test_a_game_can_do_without_a_page(
    journal: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", StringIO(""))
    assert main(["play", "classic", "--page", "off", "--journal", str(journal), *QUICK]) == 0
    assert "page: " not in capsys.readouterr().out


@pytest.mark.parametrize("page", ["https://localhost:80", "ftp://x", "http://", "http://localhost:many"])
def test_what_is_no_address_is_told_in_one_line(page: str, journal: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "classic", "--page", page, "--journal", str(journal)]) == 2
    assert f"--page {page!r} is neither off nor an address such as http://localhost:8700" in capsys.readouterr().err


def test_a_port_that_is_named_must_be_free(journal: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        assert main(["play", "classic", "--page", f"localhost:{port}", "--journal", str(journal)]) == 2
    assert f"port {port} is taken" in capsys.readouterr().err
    assert not journal.exists()


def test_faster_than_anybody_can_watch_there_is_no_page(journal: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "classic", "--auto", "--page", "localhost", "--journal", str(journal)]) == 2
    assert "--auto runs faster than anybody can watch" in capsys.readouterr().err
