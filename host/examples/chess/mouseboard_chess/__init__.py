"""Chess for Mouseboard, by the rules of python-chess, with Stockfish as computer player."""

from mouseboard_chess.words import Chess, ChessState

__all__ = ["Chess", "ChessState"]
