"""Write a game of the journal as PGN, for any chess program: `python -m mouseboard_chess.pgn GAME > game.pgn`.

The game may still be going on. Moves that were taken back are left out.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from datetime import datetime

import chess.pgn

from mouseboard import store
from mouseboard.cli.commands.numbers import whole
from mouseboard.cli.main import reported
from mouseboard.cli.parser import Parser, speak
from mouseboard.store import PERSON, Journal, Replay, StoreError
from mouseboard_chess.words import ChessState


def pgn(replayed: Replay, began: str) -> chess.pgn.Game:
    """Return a game as python-chess has it. `began` is its time in ISO 8601."""
    game = chess.pgn.Game()
    game.headers["Event"] = "Mouseboard"
    game.headers["Date"] = datetime.fromisoformat(began).astimezone().strftime("%Y.%m.%d")
    game.headers["White"], game.headers["Black"] = _player(replayed, 0), _player(replayed, 1)
    game.headers["Result"] = _result(replayed)
    game.add_line(moves(replayed))
    if replayed.state.result:
        game.end().comment = speak(replayed.state.result)
    return game


def moves(replayed: Replay) -> Iterator[chess.Move]:
    """Yield the moves of a game."""
    for before, action, after, *_ in replayed.history:
        assert isinstance(before, ChessState)
        assert isinstance(after, ChessState)
        if action.name and not after.promoting:
            yield chess.Move.from_uci(before.promoting + action.name)


def _player(replayed: Replay, seat: int) -> str:
    """Return who plays on a seat, in letters that PGN has no other use for; `?` if the journal does not know."""
    seated = replayed.seated
    if seated is None:
        return "?"
    kind = seated.seats[seat]
    name = seated.name(seat) or ("?" if kind == PERSON else f"Mouseboard, {kind}")
    return name.replace("\\", "/").replace('"', "'")


def _result(replayed: Replay) -> str:
    state = replayed.state
    if state.actor is not None:
        return "*"
    if not state.winners:
        return "1/2-1/2"
    return "1-0" if 0 in state.winners else "0-1"


def main(arguments: Sequence[str] | None) -> int:
    """Print a game, and return the exit status. Raises StoreError if there is no such game of chess."""
    parser = Parser(prog="python -m mouseboard_chess.pgn", description="Print a game of chess as PGN.")
    parser.set_defaults(journal=None)
    parser.add_argument("game", type=whole, help="its number, as `mouseboard log list` shows it")
    args = parser.parse_args(arguments)
    with Journal.open_to_read(args.journal) as journal:
        heading = journal.heading(args.game)
        if heading.setup.game != "chess":
            names = f"`{store.log_command(journal.path)} list` names each game"
            raise StoreError(f"game {heading.id} is {heading.setup.game}; {names}")
        print(pgn(store.replay(journal, heading.id), heading.began).accept(chess.pgn.StringExporter()))
    return 0


if __name__ == "__main__":
    sys.exit(reported(main))
