"""The loop that keeps a crew busy with missing games and stores the results. How the work is split changes no game."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Future, wait
from typing import NamedTuple

from mouseboard.rules import BadGame
from mouseboard.study.crew import Crew
from mouseboard.study.database import Database, Part
from mouseboard.study.definition import StudyError, prepare
from mouseboard.study.tasks import Played, Task

TASK_S = 1.5
"""Target duration of a task in seconds: long compared with its overhead, short enough to lose with a worker."""
MOST_GAMES = 2000
"""The most games in a task, which limits the rows it returns."""
AHEAD = 3
"""Tasks handed out per task that can run at a time, so that no worker waits and no long queue builds up."""
TELL_S = 1.0
"""The longest time between progress reports, in seconds."""
TRIES = 5
"""The most attempts at a task that loses its worker each time."""

KEPT = "; what is played is kept, and the same command goes on"


class Count(NamedTuple):
    """The progress of a study, in games."""

    done: int
    whole: int
    left: float | None
    """The estimated seconds left; None until the pace is known."""


class Queue:
    """The missing games of a part, split into tasks on demand."""

    def __init__(self, part: Part, gaps: Sequence[range], most: int = MOST_GAMES) -> None:
        """A task has `most` games at most."""
        self.part = part
        self._versions = prepare(part.study.text).versions
        self.pace: float | None = None
        """Seconds per game, as last measured; None until then."""
        self.missing = sum(map(len, gaps))
        self._gaps = deque(gaps)
        self._most = most

    def next(self) -> Task | None:
        """Return the next task, or None. Tasks have one game until the pace is known."""
        if not self._gaps:
            return None
        size = 1 if self.pace is None else max(1, min(self._most, int(TASK_S / self.pace)))
        gap = self._gaps.popleft()
        if gap[size:]:
            self._gaps.appendleft(gap[size:])
        return Task(self.part.study.text, self._versions, gap.start, gap[:size].stop)

    def kept(self, played: Played) -> None:
        self.missing -= len(played.rows)
        self.pace = played.pace


class Handed(NamedTuple):
    """A task that a worker has, and how often it has been tried."""

    queue: Queue
    task: Task
    tries: int = 1


def play_missing(
    parts: Sequence[Part], database: Database, crew: Crew, tell: Callable[[Count], None], most: int = MOST_GAMES
) -> None:
    """Play all games of the parts that are not in the database. Raises StudyError, BadGame; finished games are kept."""
    queues = [Queue(part, database.missing(part), most) for part in parts]
    whole = sum(part.games for part in parts)
    again: deque[Handed] = deque()
    under_way: dict[Future[Played], Handed] = {}
    while True:
        while len(under_way) < AHEAD * max(crew.size, 1) and (handed := _next(again, queues)):
            under_way[crew.submit(handed.task)] = handed
        tell(_count(queues, whole, crew.size))
        if not under_way:
            return
        wait(under_way, TELL_S, FIRST_COMPLETED)
        # In the order of handing out, so that the first of several failures is the one reported.
        for future in [future for future in under_way if future.done()]:
            handed = under_way.pop(future)
            if played := _result(future, handed):
                handed.queue.kept(played)
                database.keep(handed.queue.part, played.rows)
            else:
                again.append(handed._replace(tries=handed.tries + 1))


def _next(again: deque[Handed], queues: Sequence[Queue]) -> Handed | None:
    """Return what to hand out next, or None. Tasks that were lost with a worker come first."""
    if again:
        return again.popleft()
    return next((Handed(queue, task) for queue in queues if (task := queue.next())), None)


def _result(future: Future[Played], handed: Handed) -> Played | None:
    """Return a worker's result, or None if the worker was lost. Raises BadGame, and StudyError to give up."""
    task = handed.task
    try:
        return future.result()
    except BrokenExecutor as error:
        if handed.tries < TRIES:
            return None
        games = f"games {task.first} to {task.after - 1}"
        raise StudyError(f"workers died {TRIES} times with {games} in hand{KEPT}") from error
    except CancelledError as error:
        raise StudyError(f"the scheduler is gone{KEPT}") from error
    except BadGame as error:
        raise BadGame(f"{error}{KEPT}") from error
    except Exception as error:  # Dask passes on any exception of a worker, which may lack a package
        raise StudyError(f"a worker failed: {error}{KEPT}") from error


def _count(queues: Sequence[Queue], whole: int, size: int) -> Count:
    """Return the progress. A part whose pace is unknown is assumed to be as slow as the slowest known."""
    missing = sum(queue.missing for queue in queues)
    slowest = max((queue.pace for queue in queues if queue.pace is not None), default=None)
    if slowest is None:
        return Count(whole - missing, whole, None if missing else 0)
    work = sum(queue.missing * (slowest if queue.pace is None else queue.pace) for queue in queues)
    return Count(whole - missing, whole, work / max(size, 1))
