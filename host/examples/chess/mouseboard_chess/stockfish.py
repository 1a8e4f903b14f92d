"""Stockfish as computer player: a child process that speaks UCI through pipes, and ends when they do.

It weighs a few moves, and the caller's random stream chooses among those that are nearly as good as the best. It runs
on one thread with a fixed number of nodes, and forgets between its choices. So the same state and stream give the same
choice.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from queue import Empty, SimpleQueue
from random import Random
from threading import Thread

from mouseboard.players import Levels
from mouseboard.rules import Action, BadGame, State, parley
from mouseboard_chess.words import ChessState

WHERE = os.pathsep.join((os.environ.get("PATH", os.defpath), "/usr/games", "/opt/homebrew/bin"))
"""The folders where Stockfish is looked for."""
MATE = 100_000
"""What being mated next costs, in hundredths of a pawn."""
ANSWER_S = 20
"""The time that it gets for a choice, in seconds."""
CLEAR = 50
"""Minimum lead of the other side to accept a draw, in hundredths of a pawn."""
A_LINE = 20
"""Margin below the best move for which one move more is weighed, in hundredths of a pawn."""
LONGEST_LINE = 65_536
"""The most characters of a line from Stockfish. Its own have some thousands."""
PATIENCE_S = 2
"""The time that it gets to end by itself, in seconds."""
LOOK_S = 0.1
"""Interval between checks of whether it has died, in seconds."""
LIMITED = 'ulimit -v 524288; exec "$0"'
"""A script that starts a program with 512 MB of memory, where the system can limit it. Stockfish 15.1 takes 240."""

Weighed = dict[str, int]
"""Moves, each with its worth in hundredths of a pawn for the side that moves."""

MISSING = (
    "chess: Stockfish is not installed, and no computer plays without it. On Debian: sudo apt install stockfish; on a "
    "Mac: brew install stockfish. Or let people play both sides"
)
GONE = (
    "chess: Stockfish has failed twice: it ended, or chose no legal move within {seconds:g} s; see whether "
    "`stockfish bench` runs on this computer"
)


class Ended(Exception):
    """The process has ended."""


class Engine:
    """A running Stockfish.

    Its pipe is read in a thread of its own, and nobody waits for that thread: the pipe stays open as long as anybody
    has it, such as a program that Stockfish has started and that outlives it.
    """

    def __init__(self, path: str) -> None:
        self._reader: Thread | None = None
        # In a session of its own, Ctrl-C does not reach it: it ends when we close its pipe. Names of its authors may
        # come in any encoding, and its complaints are for `stockfish bench`, not for people who play.
        self.process = subprocess.Popen(
            ["sh", "-c", LIMITED, path] if os.name == "posix" else [path],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            encoding="utf-8",
            errors="replace",
            bufsize=1,
            start_new_session=True,
        )

    def weigh(self, seconds: float, position: str, nodes: int, lines: int, only: Iterable[str] = ()) -> Weighed:
        """Return up to this many of the best moves, or of `only` these. Raises Ended, also if it takes longer."""
        found = SimpleQueue[Weighed | Exception]()

        def read() -> None:
            try:
                found.put(self._weighed(position, nodes, lines, only))
            except (Ended, ValueError, LookupError) as error:
                found.put(error)

        self._reader = Thread(target=read, name="stockfish", daemon=True)
        self._reader.start()
        weighed = self._first(found, time.monotonic() + seconds)
        if isinstance(weighed, Exception):
            raise weighed
        return weighed

    def _first(self, found: SimpleQueue[Weighed | Exception], end: float) -> Weighed | Exception:
        """Return what is found. Once the process has died or the time is over, end it and return Ended."""
        while time.monotonic() < end and self.process.poll() is None:
            with suppress(Empty):
                return found.get(timeout=LOOK_S)
        self._kill()
        return Ended()

    def _weighed(self, position: str, nodes: int, lines: int, only: Iterable[str]) -> Weighed:
        among = " ".join(("searchmoves", *only)) if only else ""
        self._send(f"setoption name MultiPV value {lines}", "ucinewgame")
        self._send(f"position {position}", f"go nodes {nodes} {among}")
        weighed: dict[int, tuple[str, int]] = {}
        for words in self._answers():
            if words[0] == "info" and words[1:2] != ["string"] and "pv" in words and "score" in words:
                weighed[int(_after("multipv", words))] = _after("pv", words), _score(words)
        if not weighed:
            raise Ended
        return dict(weighed.values())

    def close(self) -> None:
        """End the process."""
        assert self.process.stdin
        assert self.process.stdout
        with suppress(BrokenPipeError, subprocess.TimeoutExpired):
            self.process.stdin.close()
            self.process.wait(PATIENCE_S)
        self._kill()
        self.process.wait()
        if self._reader:
            self._reader.join(LOOK_S)
        if not (self._reader and self._reader.is_alive()):  # closing a pipe that is being read would wait, too
            self.process.stdout.close()

    def _kill(self) -> None:
        """End the process at once, with every program that it has started in its session."""
        if os.name == "posix":
            with suppress(OSError):  # it has ended
                os.killpg(self.process.pid, signal.SIGKILL)
        else:
            self.process.kill()

    def _send(self, *commands: str) -> None:
        assert self.process.stdin
        try:
            self.process.stdin.writelines(f"{command}\n" for command in commands)
        except BrokenPipeError as error:
            raise Ended from error

    def _answers(self) -> Iterator[list[str]]:
        """Yield the words of each line before `bestmove`. Raises Ended if that never comes, or a line has no end."""
        assert self.process.stdout
        while (line := self.process.stdout.readline(LONGEST_LINE)).endswith("\n"):
            words = line.split()
            if words[:1] == ["bestmove"]:
                return
            if words:
                yield words
        raise Ended


def _after(word: str, words: list[str]) -> str:
    return words[words.index(word) + 1]


def _score(words: list[str]) -> int:
    """Return a score in hundredths of a pawn. `mate 3` is a win in three moves, `mate -3` a loss."""
    value = int(_after(_after("score", words), words))
    if "mate" not in words:
        return value
    return (MATE if value > 0 else -MATE) - value


def installed(where: str = WHERE) -> str:
    """Return the path of Stockfish. Raises BadGame, which says how to get it."""
    found = shutil.which("stockfish", path=where)
    if not found:
        raise BadGame(MISSING)
    return found


class Stockfish:
    """A player that searches `nodes`, and takes a move at most `margin` hundredths of a pawn below the best.

    A search that takes longer than `seconds` has failed.
    """

    def __init__(self, path: str, nodes: int, margin: int, seconds: float = ANSWER_S) -> None:
        self.path = path
        self.nodes = nodes
        self.margin = margin
        self.seconds = seconds
        self.engine: Engine | None = None

    def choose(self, state: State, rng: Random) -> Action:
        """Return a good action; take a draw if clearly behind, or if not ahead in a position that comes again.

        Raises BadGame if Stockfish does not run.
        """
        assert isinstance(state, ChessState)
        weighed = self._weighed(state)
        best = max(weighed.values())
        if state.word == "offer":  # the side that moves is the one that offers
            enough = 0 if state.board.copy().is_repetition(2) else CLEAR
            return parley.ACCEPT if best >= enough else parley.DECLINE
        move = rng.choice([move for move, worth in weighed.items() if worth >= best - self.margin])
        return state.game.read(f"={move[4]}" if state.promoting else move[:4])

    def close(self) -> None:
        """End Stockfish. The next choice starts it again."""
        if self.engine:
            self.engine.close()
        self.engine = None

    def _weighed(self, state: ChessState) -> Weighed:
        """Return the good moves with their worth. If Stockfish has ended, hangs or errs, start it once more."""
        moves = " ".join(("moves", *state.moves)) if state.moves else ""
        kinds = [f"{state.promoting}{kind}" for kind in "qrbn"] if state.promoting else []
        for _ in range(2):
            with suppress(Ended, OSError, ValueError, LookupError):  # it ended, does not start, or is no Stockfish
                self.engine = self.engine or Engine(self.path)
                position, lines = f"fen {state.since} {moves}", 1 + self.margin // A_LINE
                weighed = self.engine.weigh(self.seconds, position, self.nodes, lines, kinds)
                if weighed.keys() <= {move.uci() for move in state.board.legal_moves}:
                    return weighed
            self.close()
        raise BadGame(GONE.format(seconds=self.seconds))


LEVELS: Levels = {
    "child": lambda _: Stockfish(installed(), nodes=300, margin=200),
    "sensible": lambda _: Stockfish(installed(), nodes=5_000, margin=30),
    "strong": lambda _: Stockfish(installed(), nodes=200_000, margin=0),
}
