"""The journal: what happened in every game, written down before anything follows from it.

with Journal.open() as journal, journal.begin(game, seed=7) as writer:
    writer.append(Played(CHANCE, "roll4", Source.DRAWN))
    now = replay(journal, writer.game).state
"""

from mouseboard.store.backup import Imported, export_journal, import_games, sound_games
from mouseboard.store.entries import (
    AT_TABLE,
    DRAWN,
    OWN,
    PERSON,
    Answered,
    Asked,
    Continued,
    Copied,
    Crank,
    Cranked,
    Damaged,
    Done,
    Doubted,
    Entry,
    Exchange,
    Heading,
    Noted,
    Paused,
    Played,
    Seated,
    Setup,
    Source,
    StoreError,
    TakenBack,
)
from mouseboard.store.history import (
    ActionRecord,
    Narrated,
    Replay,
    Summary,
    branch,
    narrate,
    replay,
    resume,
    summaries,
)
from mouseboard.store.journal import Journal, Writer
from mouseboard.store.location import default_path
from mouseboard.store.text import from_text, setup_text, to_text

__all__ = [
    "AT_TABLE",
    "DRAWN",
    "OWN",
    "PERSON",
    "ActionRecord",
    "Answered",
    "Asked",
    "Continued",
    "Copied",
    "Crank",
    "Cranked",
    "Damaged",
    "Done",
    "Doubted",
    "Entry",
    "Exchange",
    "Heading",
    "Imported",
    "Journal",
    "Narrated",
    "Noted",
    "Paused",
    "Played",
    "Replay",
    "Seated",
    "Setup",
    "Source",
    "StoreError",
    "Summary",
    "TakenBack",
    "Writer",
    "branch",
    "default_path",
    "export_journal",
    "from_text",
    "import_games",
    "narrate",
    "replay",
    "resume",
    "setup_text",
    "sound_games",
    "summaries",
    "to_text",
]
