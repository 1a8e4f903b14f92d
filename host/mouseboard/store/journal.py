"""The journal: an SQLite file that holds every game, entry by entry, and never changes what it holds.

`append` returns only when its entry is on the disk. So a program that writes first and acts afterwards can find out
later what it was about to do.

Every reading checks what it reads (`chain.py`): a game that is not as it was written is not shown.
"""

from __future__ import annotations

import secrets
import sqlite3
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Self

import msgspec

from mouseboard.files import make_private
from mouseboard.rules import Game
from mouseboard.say import Say, reason, say
from mouseboard.store import rows
from mouseboard.store.chain import (
    Chain,
    End,
    WrittenEntry,
    WrittenGame,
    WrittenHeading,
    damage,
    heading_link,
    is_heading_of,
)
from mouseboard.store.database import PATIENCE_S, code
from mouseboard.store.entries import (
    UNREADABLE,
    Crank,
    Damaged,
    Entry,
    Heading,
    Locked,
    Setup,
    StoreError,
    Unwritable,
    decode,
    made_plain,
)
from mouseboard.store.file import JournalFile
from mouseboard.store.location import default_path, log_command
from mouseboard.store.lock import GameLock, lock_file, sweep

NO_GAME = "journal {journal} has no game {game}; `{log} list` lists what it has"
PRIVATE_FOLDER = 0o700

MOVED = "journal {journal} was deleted, moved or replaced: its games are in the file that is there now"
WRITTEN_OVER = "journal {journal} was written over: only its new contents and the games that are on are left"
GOES_ON = "{moved}, and game {game} goes on"
SAVED = "{why}; all games until now are in {file}: `{log} list` lists them"


class Journal:
    """An open journal. It raises only StoreError."""

    def __init__(self, file: JournalFile) -> None:
        """Use `Journal.open`."""
        self.file = file
        self.path = file.path
        self.on_moved: Callable[[Say], None] = lambda _: None
        """Called with a line after the games had to be written into another file."""
        self._writers: set[Writer] = set()
        self._saved: Path | None = None
        """A copy, made because what is at the path is no journal."""

    @classmethod
    def open(cls, path: Path | str | None = None, patience: float = PATIENCE_S) -> Self:
        """Open the journal in that file, or in `default_path()`; make it, with its folders, if there is none.

        It waits `patience` seconds for another process to finish its commit.
        """
        path = default_path() if path is None else Path(path)
        try:
            path.parent.mkdir(PRIVATE_FOLDER, parents=True, exist_ok=True)
        except OSError as error:
            raise StoreError(
                say("cannot make the journal's folder {folder}: {why}", folder=str(path.parent), why=reason(error))
            ) from error
        is_ours = False
        with suppress(OSError):  # SQLite gives a better reason
            make_private(path)  # nobody else needs to know who plays
            is_ours = True
        try:
            return cls(JournalFile.open(path, new=True, patience=patience))
        except Unwritable as error:
            if is_ours and not isinstance(error, Locked):  # a file that is locked has become another process's
                path.unlink()
            raise

    @classmethod
    def open_existing(cls, path: Path | str | None = None) -> Self:
        """Open the journal in that file, or in `default_path()`. Raises StoreError where there is none."""
        return cls(JournalFile.open(_existing(path), new=False, patience=PATIENCE_S))

    @classmethod
    def open_to_read(cls, path: Path | str | None = None) -> Self:
        """Open what `open_existing` would; where the file cannot be written, open a copy in memory of it instead."""
        path = _existing(path)
        try:
            return cls.open_existing(path)
        except Unwritable:
            if not path.is_file():
                raise
            return cls.open_copy(path)

    @classmethod
    def open_copy(cls, path: Path) -> Self:
        """Open a copy in memory of the journal in that file, which is left as it is. Raises StoreError."""
        return cls(JournalFile.open_copy(path))

    def close(self) -> None:
        self.file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # Reading

    def games(self) -> list[int]:
        """Return the number of every game, oldest first."""
        return rows.games(self.file.run)

    def heading(self, game: int) -> Heading:
        """Return a game's heading. Raises StoreError where there is no such game, or Damaged."""
        with self.file.transaction("BEGIN"):
            return _heading(game, self._written_heading(game))

    def entries(self, game: int, upto: int | None = None) -> list[Entry]:
        """Return the entries of a game in order, or the first `upto` of them. Raises StoreError, Damaged."""
        entries = self.written(game, upto).entries
        try:
            return [decode(text) for _, text in entries]
        except UNREADABLE:
            return [_entry(game, number, text) for number, (_, text) in enumerate(entries)]

    def written(self, game: int, upto: int | None = None) -> WrittenGame:
        """Return a game as it is in the file, with the part that is read checked. Raises StoreError, Damaged."""
        run = self.file.run
        limit = -1 if upto is None else min(max(upto, 0), rows.MOST)
        with self.file.transaction("BEGIN"):  # another process may be writing
            heading = self._written_heading(game)
            entries = rows.entries(run, game, limit)
            end = rows.end(run, game, limit) if limit else End(0, heading.link)
            if End(len(entries), Chain(heading.link, entries).link) != end:
                raise damage(self.path, game, heading.link, rows.linked_entries(run, game, limit), end)
        return WrittenGame(heading, entries)

    def sound_games(self) -> tuple[dict[int, WrittenGame], list[Damaged]]:
        """Return the sound games by their numbers, and the errors of the others."""
        games, damaged = {}, []
        for number in self.games():
            try:
                games[number] = self.written(number)
            except Damaged as error:
                damaged.append(error)
        return games, damaged

    def count(self, game: int) -> int:
        """Return how many entries a game has."""
        return rows.count(self.file.run, game)

    def last_at(self, game: int) -> int:
        """Return when a game was written last, in ms since 1970 in UTC; 0 if that is not known."""
        return rows.last_at(self.file.run, game)

    def trouble(self) -> Say | None:
        """Return the first fault that SQLite finds in the file, in one line, or None."""
        return self.file.trouble()

    def cut_off(self) -> int | None:
        """Return the newest game whose process was killed: its side file exists, and nobody holds the lock."""
        for game in sorted(self.games(), reverse=True):
            if lock_file(self.path, game).exists():
                try:
                    self.resume(game).close()
                except Damaged:
                    pass  # reported when somebody resumes the game
                except StoreError:
                    continue
                return game
        return None

    # Writing

    def keep(self) -> None:
        """Write the games into the file at the path if that is another one by now, or none. Raises StoreError.

        SQLite can still read a deleted or replaced file that it has open. Of one that was written over, the games that
        are on are left, in memory. If nothing has happened, this costs two `stat`s: some 5 us, where an entry takes
        700 on an SSD.
        """
        happened = MOVED
        if self.file.is_in_place():
            if self.file.is_untouched() or self._is_as_written():
                return
            happened = WRITTEN_OVER
            self.file.give_way()
        games = self._left()
        for writer in self._writers:
            writer.unlock()
        self.file.remove_logs()
        there = self._open_there(games)
        try:
            numbers = there.take_in(games)
            moved = {writer: there.resume(numbers[writer.game]) for writer in self._writers}
        except BaseException:
            there.close()
            raise
        self.file.close()
        self.file = there.file
        for writer, new in moved.items():
            writer.go_on_as(new)
        self._tell(happened)

    def take_in(self, games: Mapping[int, WrittenGame]) -> dict[int, int]:
        """Add the games that this journal lacks, and the missing ends of others. Return the new numbers by the old."""
        here, _ = self.sound_games()
        with self.file.transaction():
            return {number: self._take_in(game, here) for number, game in games.items()}

    def begin(self, game: Game, seed: int | None = None, entries: Sequence[Entry] = ()) -> Writer:
        """Write down a new game with its first entries: all at once, or not at all."""
        setup = msgspec.json.encode(Setup(game.name, game.players, game.settings, seed))
        began = datetime.now(UTC).isoformat(timespec="seconds").encode()
        (number,) = self.write_games([WrittenGame(WrittenHeading(began, setup, b""), [*map(_written, entries)])])
        return self.resume(number)

    def resume(self, game: int) -> Writer:
        """Go on writing a game. Raises StoreError if there is none or another process is playing it, and Damaged."""
        self.keep()
        self.heading(game)
        lock = self._lock(game)
        try:
            written = self.written(game)
        except StoreError:
            lock.release()
            raise
        self.file.make_room()
        sweep(self.path, keep=lock_file(self.path, max(self.games())))  # which `cut_off` may look at
        writer = Writer(self, game, lock, written)
        self._writers.add(writer)
        return writer

    def forget(self, writer: Writer) -> None:
        """Stop tracking a writer that is closed."""
        self._writers.discard(writer)

    def write_games(self, games: Iterable[WrittenGame]) -> tuple[int, ...]:
        """Add games, all or none, with newly computed links. Return their numbers."""
        self.keep()
        with self.file.transaction():
            return tuple(self._add_game(game) for game in games)

    def _written_heading(self, game: int) -> WrittenHeading:
        """Return a game's heading as it is in the file. Raises StoreError where there is no such game, or Damaged."""
        heading = rows.heading(self.file.run, game)
        if not heading and game in self.games():
            raise Damaged(say("game {game} is damaged: its heading is missing", game=game))
        if not heading:
            raise StoreError(say(NO_GAME, journal=str(self.path), game=game, log=log_command(self.path)))
        if not is_heading_of(self.file.identity, game, heading):
            raise Damaged(say("game {game} is damaged: its heading is not what was written here", game=game))
        return heading

    def _lock(self, game: int) -> GameLock:
        """Lock a game. Raises StoreError."""
        file = lock_file(self.path, game)
        try:
            return GameLock(file)
        except (OSError, sqlite3.Error) as error:
            if code(error) == sqlite3.SQLITE_BUSY:
                raise StoreError(say("game {game} is being played by another process", game=game)) from error
            why = reason(error)
            raise Unwritable(
                say("cannot lock game {game} by the file {file}: {why}", game=game, file=str(file), why=why), why
            ) from error

    def _is_as_written(self) -> bool:
        """Return whether a changed file is sound, as after another process's checkpoint; what is on must be in it."""
        if not self.file.has_its_logs():
            return False
        try:
            self.file.reread()
            is_sound = self.trouble() is None and all(self.written(one.game) == one.written for one in self._writers)
        except StoreError:
            return False
        if is_sound:
            self.file.leave()
        return is_sound

    def _left(self) -> dict[int, WrittenGame]:
        """Return the games that are on, and the sound ones that can still be read. Raises StoreError."""
        try:
            games, _ = self.sound_games()
        except Unwritable:
            raise
        except StoreError:  # it was written over
            games = {}
        return games | {writer.game: writer.written for writer in self._writers}

    def _open_there(self, games: Mapping[int, WrittenGame]) -> Self:
        """Open what is at the path now. Raises StoreError; if that is no journal, the text names one of these games."""
        try:
            return self.open(self.path, self.file.patience)
        except Unwritable:
            raise
        except StoreError as error:
            try:
                saved = self._save_beside(games)
            except StoreError:
                raise error from None
            raise StoreError(say(SAVED, why=error.said, file=str(saved), log=log_command(saved))) from error

    def _save_beside(self, games: Mapping[int, WrittenGame]) -> Path:
        """Write the games into a new journal beside the path, once, and return its file. Raises StoreError."""
        if self._saved is None:
            names = (f"{self.path.name}.saved{n if n > 1 else ''}" for n in count(1))
            path = next(path for path in map(self.path.with_name, names) if not path.exists())
            with self.open(path) as saved:
                saved.take_in(games)
            self._saved = path
        return self._saved

    def _tell(self, happened: str) -> None:
        moved = say(happened, journal=str(self.path))
        for line in [say(GOES_ON, moved=moved, game=writer.game) for writer in self._writers] or [moved]:
            self.on_moved(line)

    def _take_in(self, game: WrittenGame, here: dict[int, WrittenGame]) -> int:
        """Continue a game that is `here` up to an earlier moment, once, or add it. Needs a transaction."""
        starts = (number for number, mine in here.items() if mine.is_start_of(game))
        number = next((number for number in starts if not lock_file(self.path, number).exists()), None)
        if number is None:
            return self._add_game(game)
        mine = here.pop(number)
        chain = Chain(mine.heading.link, mine.entries)
        for entry in game.entries[len(mine.entries) :]:
            self._add_entry(number, chain, entry)
        return number

    def _add_game(self, written: WrittenGame) -> int:
        """Add a game as a new one and return its number. Needs a transaction."""
        began, setup, _ = written.heading
        game = rows.newest(self.file.run) + 1
        link = heading_link(self.file.identity, game, began, setup)
        self.file.run(rows.ADD_HEADING, game, began, setup, link)
        chain = Chain(link)
        for entry in written.entries:
            self._add_entry(game, chain, entry)
        return game

    def _add_entry(self, game: int, chain: Chain, entry: WrittenEntry) -> int:
        """Write the next entry of a game, with its link; return its number."""
        number = chain.entries
        self.file.run(rows.ADD_ENTRY, game, number, *entry, chain.add(*entry))
        return number


class Writer:
    """The right to write one game, held until `close`."""

    def __init__(self, journal: Journal, game: int, lock: GameLock, written: WrittenGame) -> None:
        """Use `Journal.begin` or `Journal.resume`."""
        self.journal = journal
        self.game = game
        self.written = written
        """What the journal holds of the game."""
        self.goes_on = False
        """Whether the next server takes the game up by itself, as if this process had been killed."""
        self.has_moved = False
        """Whether the game had to be written into another file. The referee resets it once it has told people."""
        self._lock = lock
        self._chain = Chain(written.heading.link, written.entries)

    def append(self, entry: Entry) -> int:
        """Write an entry and return its number once it is on the disk. After StoreError, treat the entry as lost."""
        self.journal.keep()
        return self._append(entry)

    def _append(self, entry: Entry) -> int:
        chain, written = self._chain.copy(), _written(entry)
        number = self.journal._add_entry(self.game, chain, written)
        self._chain = chain
        self.written.entries.append(written)
        return number

    def append_at_once(self, entry: Entry) -> int:
        """Do what `append` does, but raise StoreError where that would wait for another process."""
        self.journal.keep()
        with self.journal.file.impatient():
            return self._append(entry)

    def check_unlocked(self) -> None:
        """Raise Locked at once if another process has locked the journal."""
        with self.journal.file.impatient(), self.journal.file.transaction():
            pass

    def begin_crank(self, profile: str) -> str:
        """Write down that the crank is about to turn. Return the id to send, which has never been used before.

        The table has not seen the id either, even if it has served other journals. Its first part is the number of the
        entry, for people who read the journal, and its second part is random.
        """
        crank = f"{self._chain.entries}-{secrets.token_hex(4)}"
        self.append(Crank(crank, profile))
        return crank

    def rest(self) -> None:
        """Leave the game in the journal's own file, so that a copy of that file alone is complete. Raises StoreError.

        This may take as long as two entries, so call it while nothing happens.
        """
        self.journal.keep()
        self.journal.file.checkpoint()

    def close(self) -> None:
        """Let other processes play the game. Raises StoreError if the file is gone and there can be no new one."""
        try:
            self.rest()
        finally:
            self.journal.forget(self)
            self._lock.release(keep=self.goes_on)

    def unlock(self) -> None:
        """Release the lock, before the journal moves into another file."""
        self._lock.release()

    def go_on_as(self, other: Writer) -> None:
        """Write the other's game from now on, which is this one in another file."""
        self.game, self.written, self._lock, self._chain = other.game, other.written, other._lock, other._chain
        self.has_moved = True

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _existing(path: Path | str | None) -> Path:
    """Return that path, or `default_path()`. Raises StoreError where the file is missing."""
    path = default_path() if path is None else Path(path)
    if not path.exists():
        raise StoreError(say("there is no journal {journal}; `mouseboard play` begins one", journal=str(path)))
    return path


def _heading(game: int, written: WrittenHeading) -> Heading:
    try:
        began = written.began.decode()
        datetime.fromisoformat(began).astimezone()  # as it will be shown
        return Heading(game, began, made_plain(msgspec.json.decode(written.setup, type=Setup)))
    except (*UNREADABLE, ValueError, OverflowError) as error:
        raise Damaged(say("game {game}: its heading cannot be read: {why}", game=game, why=str(error))) from error


def _written(entry: Entry) -> WrittenEntry:
    """Return an entry as it is written now."""
    return time.time_ns() // 1_000_000, msgspec.json.encode(entry)


def _entry(game: int, number: int, text: bytes) -> Entry:
    try:
        return decode(text)
    except UNREADABLE as error:
        raise Damaged(
            say("game {game}, entry {entry} cannot be read: {why}", game=game, entry=number, why=str(error))
        ) from error
