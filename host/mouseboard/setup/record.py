"""The files of a setup: written and taken back below a root folder, with a record of them all."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from itertools import count
from pathlib import Path

import msgspec

from mouseboard.files import write_whole
from mouseboard.say import Say, reason, say
from mouseboard.setup.facts import ROOT, SetupError
from mouseboard.setup.plan import Answers, File

PATH = "etc/mouseboard/setup.json"
READABLE = 0o644


class Record(msgspec.Struct, frozen=True):
    """The record of a setup. It lies where only root writes: `--undo` removes what it names."""

    answers: Answers
    files: dict[str, str]
    """The text of each file, by its path."""
    was_called: str
    """The name that this computer had before the first setup."""


def is_set_up(root: Path = ROOT) -> bool:
    """Return whether this user can see that a setup has been made."""
    return (root / PATH).exists()


def read(root: Path) -> Record | None:
    """Return the record of the last setup, if there was one. Raises SetupError."""
    try:
        return msgspec.json.decode((root / PATH).read_bytes(), type=Record)
    except FileNotFoundError:
        return None
    except (OSError, msgspec.DecodeError, UnicodeDecodeError) as error:
        raise SetupError(say("{file}: {why}", file=f"/{PATH}", why=reason(error))) from error


def heir(root: Path) -> str:
    """Return who gets all games back: the first user whose games were taken along, if any were. Raises SetupError."""
    before = read(root)
    return before.answers.games_of if before else ""


def make(root: Path, planned: Iterable[File], answers: Answers, name: str) -> list[Say]:
    """Write the planned files, and take back those that an earlier setup made and this one does not.

    `name` is what this computer is called now. Returns what people must know: which files they had changed.
    """
    before = read(root)
    old = before.files if before else {}
    new = {file.path: file.text for file in planned}
    if before:
        answers = msgspec.structs.replace(answers, games_of=before.answers.games_of or answers.games_of)
    record = Record(answers, old | new, before.was_called if before else name)
    _write(root / PATH, msgspec.json.encode(record))  # first, so that nothing is made that is not on record
    notes = [note for path in old.keys() - new.keys() for note in _remove(root, path, {old[path]})]
    for path, text in new.items():
        notes += _set_aside(root, path, {text, old.get(path, text)})
        _write(root / path, text.encode())
    _write(root / PATH, msgspec.json.encode(msgspec.structs.replace(record, files=new)))
    return notes


def take_back(root: Path, record: Record) -> list[Say]:
    """Remove what was made, and the record last. Returns which files people had changed: those are kept."""
    notes = [note for path, text in record.files.items() for note in _remove(root, path, {text})]
    (root / PATH).unlink()
    with suppress(OSError):  # somebody has put something else there
        (root / PATH).parent.rmdir()
    return notes


def _remove(root: Path, path: str, ours: set[str]) -> list[Say]:
    notes = _set_aside(root, path, ours)
    (root / path).unlink(missing_ok=True)
    return notes


def _set_aside(root: Path, path: str, ours: set[str]) -> list[Say]:
    """Keep a file that is none of ours as PATH.old, PATH.old2 and so on, and say so."""
    file = root / path
    if not file.exists() or file.read_bytes() in {text.encode() for text in ours}:
        return []
    names = (f"{path}.old{n if n > 1 else ''}" for n in count(1))
    old = next(name for name in names if not (root / name).exists())
    file.replace(root / old)
    return [say("{file} was not as setup makes it: it is kept as {old}", file=f"/{path}", old=f"/{old}")]


def _write(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, content)
    path.chmod(READABLE)
