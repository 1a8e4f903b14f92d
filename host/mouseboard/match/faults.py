"""A fault in a game's own code while it is played or told, named in one line; the journal has the game up to there."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from mouseboard import store
from mouseboard.rules import BadGame, contract
from mouseboard.rules.fault import fault_of
from mouseboard.say import say
from mouseboard.store import Journal, Replay, StoreError

GO_ON = "{why}; nothing is lost: once that is mended, `{command}` goes on"


@contextmanager
def faults_named(journal: Journal, number: int, again: str = "") -> Iterator[None]:
    """Turn an exception that the code of this game causes inside into a BadGame.

    `again` is the command that goes on with the game once its code is mended.
    """
    try:
        yield
    except (StoreError, OSError):  # the disk, or nobody who reads on: no game's fault
        raise
    except Exception as error:
        if isinstance(error, BadGame) and not again:
            raise
        found = fault_of(error) or _examine(store.replay(journal, number))
        if found is None:
            raise
        raise BadGame(say(GO_ON, why=found.said, command=again) if again else found.said) from error


def _examine(played: Replay) -> BadGame | None:
    """Search all answers of a game for a bad one that made other code fail, which no traceback shows."""
    try:
        return next((BadGame(f"{played.game.name}: {why}") for why in _faults(played)), None)
    except Exception as error:
        return fault_of(error)


def _faults(played: Replay) -> Iterator[str]:
    yield from contract.state_faults(played.game.start())
    for record in played.history:
        yield from contract.state_faults(record.after)
        yield from contract.word_faults(record.before, record.action)
    for action in played.state.actions():
        yield from contract.after_faults(played.state, action)
