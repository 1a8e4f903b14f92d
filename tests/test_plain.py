"""No outside text can control a terminal or a page. Where it enters, control characters are escaped or refused."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from types import SimpleNamespace

import pytest
from tests.helpers.broken_games import install

from mouseboard import cli, layouts, rules, store
from mouseboard.evening.guests import plain_name
from mouseboard.lang import translate
from mouseboard.link import find_ports
from mouseboard.link.session import Session, Stats
from mouseboard.say import plain
from mouseboard.store import Answered, Asked, Journal, Noted, Seated
from mouseboard.store.chain import WrittenGame, WrittenHeading
from mousetable import wire

EVIL = (
    "\x1b[2J\x1b[31m",  # clears the screen
    "\x1b]8;;http://example.com\x07click\x1b]8;;\x07",  # a link that looks like words (OSC 8)
    "\x1b]52;c;c3VkbyBybQ==\x07",  # puts words on the clipboard (OSC 52)
    "\x9b2J",  # the same in C1
    "\x07\x08\x00\x7f",
    "one\r\ntwo",
    "one\ttwo",
    "a\u202egnp.exe",  # turns the direction of writing
    "\u2066a\u2069",
    "one\u2028two",
    "\u200bnothing to see",
)
each_evil = pytest.mark.parametrize("evil", EVIL, ids=ascii)


@each_evil
def test_plain_text_is_unchanged_and_control_characters_are_escaped(evil: str) -> None:
    assert plain(evil).isprintable()
    assert plain("Käse, 4 Stück – 🧀") == "Käse, 4 Stück – 🧀"
    assert plain("\x1b[2J\u202e\n") == r"\x1b[2J\u202e\n"


@each_evil
def test_evil_lines_on_the_line_reach_the_monitor_escaped(evil: str) -> None:
    heard: list[str] = []

    async def main() -> None:
        session = Session(print, print, Stats(), lambda _, text: heard.append(text))
        session.receive(evil.encode() + b" \xff\xfe\n")

    asyncio.run(main())
    assert heard and all(text.isprintable() for text in heard)


@each_evil
@pytest.mark.parametrize(
    "frame",
    [
        "1 ok 1 {} 9f3c 81 81 5be0c1d2 power-on good",
        "1 no fault {}",
        "1 ok 5120 0 000000000000000000000008 - {}",
        "1 ok 5120 0 000000000000000000000008 {}:caught -",
        "0 {}",
    ],
)
def test_frames_with_evil_letters_are_no_frames(evil: str, frame: str) -> None:
    """A hello, a refusal, a fault or a crank with a letter outside the alphabet counts as noise."""
    body = frame.format(evil).encode()
    assert wire.decode(body + wire._checksum(body)) is None


@each_evil
def test_the_evil_name_of_a_usb_device_is_escaped(evil: str, monkeypatch: pytest.MonkeyPatch) -> None:
    device = SimpleNamespace(device="/dev/ttyACM0", description=evil, vid=1, pid=2)
    monkeypatch.setattr("serial.tools.list_ports.comports", lambda: [device])
    (found,) = find_ports()
    assert found.description.isprintable()


@each_evil
@pytest.mark.parametrize(
    "row",
    [
        '{ name = "1", at = [5, 5], label = %s }',
        '{ name = "1", at = [5, 5], short = %s }',
        '{ name = "1", at = [5, 5], kind = %s }',
        "{ name = %s, at = [5, 5] }",
    ],
)
def test_evil_texts_on_a_layout_are_refused(evil: str, row: str) -> None:
    head = 'game = "toy"\ntitle = "Toy"\nedition = "test"\nsize = [100, 100]\nsensors = 4\nlamps = 4\n'
    with pytest.raises(layouts.BadLayout, match="not plain text on one line") as refused:
        layouts.check(layouts.parse(f"{head}place = [ {row % json.dumps(evil)} ]", "toy.toml"))
    assert str(refused.value).isprintable()
    with pytest.raises(layouts.BadLayout, match=r"title: .* is not plain text on one line"):
        layouts.check(layouts.parse(f"{head}place = []".replace('"Toy"', json.dumps(evil)), "toy.toml"))


@each_evil
def test_evil_entries_of_a_journal_are_escaped(evil: str, tmp_path: Path) -> None:
    with Journal.open(tmp_path / "journal.db") as journal:
        entries = (Noted(evil), Asked(evil, (evil,)), Answered(evil), Seated((evil, evil), "table"))
        with journal.begin(rules.load("revised"), 1, entries):
            replay = store.replay(journal, 1)
        told = [translate(said, "en") for step in store.narrate(replay) for said in step.sentences]
        assert len(told) == 5 and all(text.isprintable() for text in told)
        assert all(line.isprintable() for line in store.to_text(replay).splitlines())
        again = store.from_text(store.to_text(replay))
        assert again.entries == replay.entries


@each_evil
def test_the_evil_heading_of_a_game_in_a_journal_is_escaped(
    evil: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "journal.db"
    setup = json.dumps({"game": evil, "players": 2, "options": {evil: evil}}).encode()
    with Journal.open(path) as journal:
        for began in ("2026-11-22T12:00:00+00:00", evil.replace("\x00", "")):
            journal.write_games([WrittenGame(WrittenHeading(began.encode(), setup, b""), [])])
    assert cli.main(["--journal", str(path), "log", "list"]) == 0
    listed = capsys.readouterr().out.splitlines()
    assert all(line.isprintable() for line in listed)
    assert any("game 2: its heading cannot be read" in line for line in listed)


@each_evil
def test_evil_names_of_guests_are_escaped(evil: str) -> None:
    assert plain_name(f"Ada{evil}").isprintable()


@each_evil
def test_the_evil_title_of_a_foreign_game_is_refused(
    evil: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path, ('"Cheese Dash"', ascii(evil)))
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(rules.BadGame, match=r"Dash\.title is .*; it must be plain text on one line") as refused:
        rules.load("dash")
    assert str(refused.value).isprintable()
    assert "dash" in rules.unplayable()


@each_evil
def test_the_evil_error_of_a_foreign_game_is_escaped(
    evil: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path, ("vocabulary = VOCABULARY", f"raise OSError({evil!a})"))
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(rules.BadGame) as refused:
        rules.load("dash")
    assert str(refused.value).isprintable()


@each_evil
def test_an_evil_word_on_the_command_line_is_refused_escaped(evil: str, capsys: pytest.CaptureFixture[str]) -> None:
    word = evil.replace("\x00", "")
    for arguments in (["play", word], ["--lang", word, "games"], ["layout", "check", f"{word}.toml"]):
        assert cli.main(arguments) == 2
        said = capsys.readouterr().err
        assert said.removesuffix("\n").isprintable() and said.startswith("mouseboard: ")


@each_evil
def test_an_evil_saved_text_is_refused_escaped(evil: str) -> None:
    for text in (evil, f'{{"game": "revised", "players": 2}}\n{evil}'):
        with pytest.raises(store.StoreError) as refused:
            store.from_text(text)
        assert str(refused.value).isprintable()
