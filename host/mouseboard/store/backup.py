"""A journal's games in another file: the whole journal copied, and games brought back from such a copy."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from mouseboard.say import say
from mouseboard.store.chain import Chain, WrittenGame, heading_link
from mouseboard.store.entries import Damaged, StoreError
from mouseboard.store.journal import Journal

TAKEN = "{file} is there already and is not overwritten: name a new file"


class Imported(NamedTuple):
    """The result of an import."""

    added: tuple[int, ...]
    """The numbers of the added games in this journal."""
    known: int
    """The number of games that the journal already had."""
    damaged: tuple[Damaged, ...]
    """The errors of the games that were left out."""


def export_journal(journal: Journal, file: Path) -> None:
    """Copy the whole journal, damage and all, into a new file. Raises StoreError."""
    try:
        journal.file.copy_to(file)
    except FileExistsError as error:
        raise StoreError(say(TAKEN, file=str(file))) from error


def import_games(journal: Journal, file: Path) -> Imported:
    """Add the sound games of another journal after the existing ones. Raises StoreError."""
    with Journal.open_copy(file) as other:
        games, damaged = other.sound_games()
    known = {content for game in journal.sound_games()[0].values() for content in _contents(game)}
    new = [game for game in games.values() if _contents(game)[-1] not in known]
    return Imported(journal.write_games(new), len(games) - len(new), tuple(damaged))


def _contents(game: WrittenGame) -> list[bytes]:
    """Return a fingerprint of a game at its beginning and after each entry, independent of its number."""
    chain = Chain(heading_link(b"", 0, game.heading.began, game.heading.setup))
    return [chain.link, *(chain.add(at, text) for at, text in game.entries)]
