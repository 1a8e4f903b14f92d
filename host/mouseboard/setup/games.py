"""A user's games, taken along into the service's folder, and given back."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from mouseboard.holders import holder_of
from mouseboard.say import Explained, Say, listed, reason, say
from mouseboard.setup.facts import ROOT, SetupError, as_root
from mouseboard.store import Journal, export_journal, import_games

FOLDER = "var/lib/mouseboard"
"""The service's folder. systemd makes it a link into a folder that only root and the service enter."""
JOURNAL = f"{FOLDER}/journal.db"
MADE = ("", "-wal", "-shm", "-journal", "-lobby", "-page*", "-game*", "-screen")
"""How the names of the service's files go on after that of its journal. Old journals that it keeps stay."""
OF_USER = ".local/share/mouseboard/journal.db"
FIRST_PERSON, LAST_PERSON = 1000, 59_999
"""The numbers of users that are people, on Debian."""


class Owner(msgspec.Struct, frozen=True):
    """A user and the journal in their home."""

    name: str
    user: int
    group: int
    journal: Path


def owner(name: str) -> Owner:
    """Return a user by name. Raises SetupError."""
    import pwd

    try:
        found = pwd.getpwnam(name)
    except KeyError:
        raise SetupError(say("there is no user {name} here", name=name)) from None
    return Owner(name, found.pw_uid, found.pw_gid, Path(found.pw_dir, OF_USER))


def owners() -> list[str]:
    """Return the users who have games in their homes."""
    import pwd

    people = (user for user in pwd.getpwall() if user.pw_uid == 0 or FIRST_PERSON <= user.pw_uid <= LAST_PERSON)
    return [user.pw_name for user in people if Path(user.pw_dir, OF_USER).is_file()]


def takers(with_games: Iterable[str], heir: str) -> list[str]:
    """Return whose games may be taken along: once an heir gets all of the table's back, nobody else's."""
    return [name for name in with_games if heir in ("", name)]


def how_to_list() -> str:
    """Return the command that lists the service's games."""
    return as_root("log", "list", "--journal", f"/{JOURNAL}")


def check_unused(person: Owner) -> None:
    """Raise SetupError if a program has this user's games open."""
    if holder := holder_of(str(person.journal)):
        raise SetupError(
            say("{program} has the games of {name} open: end it, then try again", program=holder, name=person.name)
        )


def take_along(person: Owner, root: Path = ROOT) -> list[Say]:
    """Add a user's games to the service's, which must not run. The user's file is kept as journal.db.taken-along.

    If some games are damaged, that file stays as it is. Returns what people must know.
    """
    with _copied(person.journal, person) as copy:
        folder = root / FOLDER
        folder.mkdir(0o700, parents=True, exist_ok=True)
        if links := [file for file in folder.iterdir() if file.is_symlink()]:
            raise SetupError(say("{file} is a link, which the service never makes: look at it", file=str(links[0])))
        with Journal.open(root / JOURNAL) as journal:
            added, _, damaged = import_games(journal, copy)
        _own(folder)
    notes = [say("Taken along: {games} of {name}.", games=say("{n} games", n=len(added)), name=person.name)]
    if damaged:
        return [*notes, say("{n} more are damaged: {file} stays as it is.", n=len(damaged), file=str(person.journal))]
    with _acting_as(person):
        person.journal.replace(_old(person))
    return notes


def give_back(heir: str, root: Path = ROOT) -> list[Say]:
    """Give all games of the service to the user of this name and clear its folder, or return why they stay there."""
    try:
        if _has_games(root / JOURNAL):
            person = owner(heir)
            check_unused(person)
            return give_to(person, root)
        return _clear(root / FOLDER)
    except (Explained, OSError) as error:
        stay = say("The games stay in {folder}: {why}.", folder=f"/{FOLDER}", why=reason(error))
        mend = as_root("setup"), as_root("setup", "--undo")
        return [stay, say("Once that is mended, `{setup}` and `{undo}` give them back.", setup=mend[0], undo=mend[1])]


def give_to(person: Owner, root: Path = ROOT) -> list[Say]:
    """Add all games of the service to a user's, and clear the service's folder unless some games are damaged."""
    with _copied(root / JOURNAL) as copy:
        os.chown(copy.parent, person.user, person.group)
        os.chown(copy, person.user, person.group)
        with _acting_as(person), Journal.open(person.journal) as journal:
            added, _, damaged = import_games(journal, copy)
            _old(person).unlink(missing_ok=True)
    notes = [say("Given back: {games} to {name}.", games=say("{n} games", n=len(added)), name=person.name)]
    if damaged:
        return [*notes, say("{n} more are damaged: {file} stays as it is.", n=len(damaged), file=f"/{JOURNAL}")]
    return [*notes, *_clear(root / FOLDER)]


@contextmanager
def _copied(journal: Path, person: Owner | None = None) -> Iterator[Path]:
    """Copy a journal, as this person may read it, into a file that is removed at the end."""
    with tempfile.TemporaryDirectory(prefix="mouseboard-") as folder:
        copy = Path(folder, "journal.db")
        if person is None:
            _export(journal, copy)
        else:
            os.chown(folder, person.user, person.group)
            with _acting_as(person):
                _export(journal, copy)
        yield copy


def _has_games(journal: Path) -> bool:
    if not journal.exists():
        return False
    with Journal.open_existing(journal) as opened:
        return bool(opened.games())


def _export(journal: Path, copy: Path) -> None:
    with Journal.open_existing(journal) as opened:
        export_journal(opened, copy)


@contextmanager
def _acting_as(person: Owner) -> Iterator[None]:
    """Read and write files as this user: with their rights alone, and files made are theirs."""
    groups = os.getgroups()
    if os.geteuid() == 0:
        os.setgroups([])
    os.setegid(person.group)
    os.seteuid(person.user)
    try:
        yield
    finally:
        os.seteuid(os.getuid())
        os.setegid(os.getgid())
        if os.geteuid() == 0:
            os.setgroups(groups)


def _own(folder: Path) -> None:
    """Give everything in a folder to its owner."""
    owner = folder.stat()
    for file in folder.iterdir():
        os.chown(file, owner.st_uid, owner.st_gid)


def _old(person: Owner) -> Path:
    return person.journal.with_name(f"{person.journal.name}.taken-along")


def _clear(folder: Path) -> list[Say]:
    """Remove what the service has made, and the folder, also where it is a link. Return what else is in it and stays.

    Without a journal nothing is removed: whoever took it away may need what lies beside it.
    """
    if not folder.exists():
        return []
    journal = Path(JOURNAL).name
    if (folder / journal).exists():
        for file in [file for ending in MADE for file in folder.glob(f"{journal}{ending}")]:
            file.unlink()
    if left := sorted(file.name for file in folder.iterdir()):
        return [say("/{folder} stays, because more is in it: {files}", folder=FOLDER, files=listed(left))]
    folder.resolve().rmdir()
    if folder.is_symlink():
        folder.unlink()
    return []
