"""Journals damaged in every way we could think of. Readable games are as they were written; the others are named."""

from __future__ import annotations

import re
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from itertools import product
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from mouseboard import rules, store
from mouseboard.cli import main
from mouseboard.cli.commands.log import describe
from mouseboard.rules import CHANCE
from mouseboard.store import Entry, Journal, Noted, Played, Source, StoreError
from mouseboard.web.lobby import LeftGames

SHORT, LONG = 15, 500
"""Repetitions of each kind of damage."""

FILE, LOG = "journal.db", "journal.db-wal"
PAGE = 4096
KEY = {"journal": "rowid", "journal_again": "rowid", "game": "id", "entry": "(game, number)", "head": "game"}
COLUMNS = {
    "journal": ("identity",),
    "journal_again": ("identity",),
    "game": ("id", "began", "setup", "link"),
    "entry": ("game", "number", "at", "entry", "link"),
    "head": ("game", "entries", "link"),
}
RUBBISH = (0, -1, 2**62, "", "9" * 5000, '{"kind":"played"}', "2026", b"", bytes(16))


class Written(NamedTuple):
    """A journal as it was left, with its texts and lines."""

    folder: Path
    texts: dict[int, str]
    lines: set[str]


def told(path: Path) -> tuple[dict[int, str], set[str]]:
    with Journal.open_existing(path) as journal:
        texts = {game: store.to_text(store.replay(journal, game)) for game in journal.games()}
        return texts, {describe(summary, "en") for summary in store.summaries(journal)}


def race(seed: int, count: int) -> list[Entry]:
    """Return `count` entries of a race, including notes."""
    draw, state, entries = Random(seed), rules.load("toyrace").start(), list[Entry]()
    for _ in range(count):
        if state.actor is None or draw.random() < 0.5:
            entries.append(Noted(f"{draw.randrange(10**6)} " * draw.randrange(20)))
            continue
        actor, action = state.actor, str(draw.choice(state.actions()))
        state = state.play(action)
        entries.append(Played(actor, action, Source.DRAWN if actor == CHANCE else Source.HANDS))
    return entries


def write(folder: Path, seed: int) -> tuple[Written, Written]:
    """Write a journal. Return it closed, and as it was during its last game with the log beside it."""
    with Journal.open(folder / "closed" / FILE) as journal:
        for game, count in enumerate((90, 3, 0, 40), seed):
            with journal.begin(rules.load("toyrace"), game, race(game, count)):
                pass
        journal.file.run("PRAGMA wal_checkpoint(TRUNCATE)")
        with journal.begin(rules.load("toyrace"), seed + 9) as writer:
            for entry in race(seed + 9, 30):
                writer.append(entry)
        shutil.copytree(folder / "closed", folder / "played", ignore=shutil.ignore_patterns("*-shm", "*-game*"))
    texts, lines = told(folder / "closed" / FILE)
    return Written(folder / "closed", texts, lines), Written(folder / "played", texts, lines)


Journals = tuple[tuple[Written, Written], tuple[Written, Written]]


@pytest.fixture(scope="module")
def journals(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Journals]:
    with pytest.MonkeyPatch.context() as toy:
        toy.syspath_prepend(str(Path(__file__).parent / "toy"))
        yield write(tmp_path_factory.mktemp("one"), 0), write(tmp_path_factory.mktemp("other"), 100)


# Kinds of damage to a journal's file or folder. `other` is another journal's.


def flip(file: Path, _: Path, draw: Random) -> None:
    content = bytearray(file.read_bytes())
    content[draw.randrange(len(content))] ^= 1 << draw.randrange(8)
    file.write_bytes(content)


def digit(file: Path, _: Path, draw: Random) -> None:
    content = bytearray(file.read_bytes())
    content[draw.choice([found.start() for found in re.finditer(rb"\d", content)])] = draw.choice(b"0123456789")
    file.write_bytes(content)


def smear(file: Path, _: Path, draw: Random) -> None:
    content, length = file.read_bytes(), draw.choice((2, 20, 500, PAGE))
    start = draw.randrange(len(content))
    rubbish = draw.choice((bytes(length), draw.randbytes(length)))
    file.write_bytes((content[:start] + rubbish + content[start + length :])[: len(content)])


def tear(file: Path, _: Path, draw: Random) -> None:
    file.write_bytes(file.read_bytes()[: draw.randrange(file.stat().st_size)])


def swap_pages(file: Path, _: Path, draw: Random) -> None:
    content = bytearray(file.read_bytes())
    one, two = (slice(PAGE * n, PAGE * (n + 1)) for n in draw.sample(range(len(content) // PAGE), 2))
    content[one], content[two] = content[two], content[one]
    file.write_bytes(content)


def mix(file: Path, other: Path, draw: Random) -> None:
    """Replace a page by one of another journal."""
    content, foreign = bytearray(file.read_bytes()), other.read_bytes()
    page = PAGE * draw.randrange(min(len(content), len(foreign)) // PAGE)
    content[page : page + PAGE] = foreign[page : page + PAGE]
    file.write_bytes(content)


def change_rows(file: Path, _: Path, draw: Random) -> None:
    """Change rows with SQL, as with another tool, after removing the triggers that would refuse it."""
    table = draw.choice(sorted(COLUMNS))
    column = draw.choice(COLUMNS[table])
    with closing(sqlite3.connect(file, isolation_level=None)) as db:
        for (trigger,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'").fetchall():
            db.execute(f"DROP TRIGGER {trigger}")
        rows = db.execute(f"SELECT {KEY[table].strip('()')}, {column} FROM {table}").fetchall()
        (*one, first), (*two, second) = draw.sample(rows * 2, 2)
        where = f"WHERE {KEY[table]} = ({', '.join('?' * len(one))})"
        set_one = f"UPDATE {table} SET {column} = ? {where}"
        with suppress(sqlite3.IntegrityError, OverflowError):  # what the tables refuse even without triggers
            match draw.choice(("delete", "digit", "replace", "exchange")):
                case "delete":
                    db.execute(f"DELETE FROM {table} {where}", one)
                case "digit":
                    db.execute(set_one, (re.sub(r"\d", "7", str(first), count=1), *one))
                case "replace":
                    db.execute(set_one, (draw.choice(RUBBISH), *one))
                case "exchange":
                    db.execute(set_one, (second, *one))
                    db.execute(set_one, (first, *two))


DAMAGES = (flip, digit, smear, tear, swap_pages, mix, change_rows)


def lose_log(folder: Path, _: Path, __: Random) -> None:
    (folder / LOG).unlink()


def take_log(folder: Path, other: Path, _: Random) -> None:
    """Replace the log by that of another journal."""
    shutil.copy(other / LOG, folder / LOG)


def harm_log(folder: Path, other: Path, draw: Random) -> None:
    draw.choice((flip, smear, tear))(folder / LOG, other / LOG, draw)


def harm_below_log(folder: Path, other: Path, draw: Random) -> None:
    draw.choice((flip, smear, tear, mix))(folder / FILE, other / FILE, draw)


LOG_DAMAGES = (lose_log, take_log, harm_log, harm_below_log)


# What can still be read.


def one_line(text: str) -> bool:
    return bool(text) and "\n" not in text


def readable(path: Path) -> dict[int, str]:
    """Return the text of each readable game. Each refusal must be one line."""
    texts = {}
    try:
        with Journal.open_existing(path) as journal:
            for game in {*journal.games(), *range(1, 7)}:
                try:
                    played = store.replay(journal, game)
                    assert len(list(store.narrate(played))) == len(played.entries)
                    store.resume(journal, game)[0].close()
                    texts[game] = store.to_text(played)
                except StoreError as error:
                    assert one_line(str(error))
    except StoreError as error:
        assert one_line(str(error))
    return texts


def listed(path: Path) -> set[str]:
    """Return the lines of listed games without trouble. The lobby must offer no others."""
    try:
        with Journal.open_existing(path) as journal:
            summaries = list(store.summaries(journal))
        offered = {game.number for game in LeftGames(path).newest("en")}
    except StoreError as error:
        assert one_line(str(error))
        return set()
    assert all(one_line(describe(summary, "en")) for summary in summaries)
    left = [summary for summary in summaries if summary.turn is not None]
    assert offered == {summary.game for summary in left if summary.moves or summary is summaries[0]}
    return {describe(summary, "en") for summary in summaries if not summary.trouble}


def check(path: Path, capsys: pytest.CaptureFixture[str]) -> int:
    """Run `log check` and return its exit status."""
    status = main(["--journal", str(path), "log", "check"])
    said = capsys.readouterr()
    assert status in (0, 1, 2)
    assert status > 0 or not said.err
    assert all(line.startswith("mouseboard: ") for line in said.err.splitlines())
    return status


def rows(path: Path) -> dict[int, list[object]]:
    """Return what SQLite itself still finds of each game."""
    found: dict[int, list[object]] = {}
    with closing(sqlite3.connect(path)) as db:
        db.text_factory = bytes
        for game, (table, key) in product(range(1, 6), (("game", "id"), ("entry", "game"), ("head", "game"))):
            of_game = found.setdefault(game, [])
            try:
                of_game += db.execute(f"SELECT * FROM {table} WHERE {key} = ?", (game,)).fetchall()
            except (sqlite3.Error, UnicodeDecodeError) as error:
                of_game.append(error)
    return found


@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("times", [SHORT, pytest.param(LONG, marks=pytest.mark.campaign)])
def test_a_damaged_journal_shows_exactly_the_games_that_are_whole(
    journals: Journals,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    damage: Callable[[Path, Path, Random], None],
    times: int,
) -> None:
    (written, _), (other, _) = journals
    before = rows(written.folder / FILE)
    noticed = 0
    for seed in range(times):
        path = tmp_path / FILE
        shutil.copy(written.folder / FILE, path)
        damage(path, other.folder / FILE, Random(f"{damage.__name__} {seed}"))
        untouched = {game for game, found in rows(path).items() if found == before.get(game)}
        status = check(path, capsys)
        texts = readable(path)
        assert texts.items() <= written.texts.items()
        assert listed(path) <= written.lines
        assert status == 2 or texts.keys() >= untouched  # 2: SQLite cannot use the file at all
        assert status > 0 or texts == written.texts
        noticed += status > 0
        for file in tmp_path.iterdir():
            file.unlink()
    assert noticed > times / 10


@pytest.mark.parametrize("damage", LOG_DAMAGES)
@pytest.mark.parametrize("times", [SHORT, pytest.param(LONG, marks=pytest.mark.campaign)])
def test_a_journal_with_a_damaged_log_may_go_back_in_time_but_shows_nothing_false(
    journals: Journals,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    damage: Callable[[Path, Path, Random], None],
    times: int,
) -> None:
    """SQLite drops the part of the log that it cannot trust, as after a power cut. Nobody can tell that it was there.

    Whole games from another journal's log are not shown either.
    """
    (_, written), (_, other) = journals
    for seed in range(times):
        for name in (FILE, LOG):
            shutil.copy(written.folder / name, tmp_path)
        damage(tmp_path, other.folder, Random(f"{damage.__name__} {seed}"))
        check(tmp_path / FILE, capsys)
        for now in readable(tmp_path / FILE).values():
            assert any(text.startswith(now) for text in written.texts.values())
        for file in tmp_path.iterdir():
            file.unlink()
