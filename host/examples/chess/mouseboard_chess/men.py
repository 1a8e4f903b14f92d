"""The men of a chess set: 32 on the board, and a second queen for each side beside it."""

from __future__ import annotations

import chess

SIDES = {chess.WHITE: "white", chess.BLACK: "black"}


def _men() -> dict[str, tuple[chess.Piece, str]]:
    """Return each man by its name: what it is, and the square it starts on, empty for a spare queen."""
    men: dict[str, tuple[chess.Piece, str]] = {}
    for square, piece in sorted(chess.Board().piece_map().items()):
        called = f"{SIDES[piece.color]}-{chess.piece_name(piece.piece_type)}"
        number = sum(name.startswith(called) for name in men) + 1
        men[f"{called}-{number}"] = piece, chess.square_name(square)
    for colour, side in SIDES.items():
        men[f"{side}-queen-2"] = chess.Piece(chess.QUEEN, colour), ""
    return men


_MEN = _men()
MEN = {name: piece for name, (piece, _) in _MEN.items()}
"""The kind and colour of each man, by its name."""
START = tuple(square for _, square in _MEN.values())
"""The square of each man at the start; empty for a spare queen."""
