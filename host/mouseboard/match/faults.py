"""A fault in a game's own code while it is played or told, named in one line; the journal has the game up to there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from mouseboard.rules import BadGame, contract
from mouseboard.rules.fault import fault_of
from mouseboard.say import say
from mouseboard.store import Replay, StoreError

GO_ON = "{why}; nothing is lost: once that is mended, `{command}` goes on"


@contextmanager
def faults_named(replay: Callable[[], Replay], again: Callable[[], str] | None = None) -> Iterator[None]:
    """Turn an exception that the code of a game causes inside into a BadGame.

    `replay` returns the game up to now, and `again` the command that goes on with it once its code is mended.
    """
    try:
        yield
    except (StoreError, OSError):  # the disk, or nobody who reads on: no game's fault
        raise
    except Exception as error:
        if isinstance(error, BadGame) and not again:
            raise
        found = fault_of(error) or _examine(replay())
        if found is None:
            raise
        raise BadGame(say(GO_ON, why=found.said, command=again()) if again else found.said) from error


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
