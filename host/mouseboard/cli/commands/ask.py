"""Questions at a terminal for what the command line leaves open: which game, and how many players."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from mouseboard import rules
from mouseboard.cli.streams import wrapped
from mouseboard.lang import translate
from mouseboard.rules import BadSetup
from mouseboard.say import Say, alternatives, listed, plain, say, shortened
from mouseboard.store import Damaged, Journal, default_path

FAVOURITE = "classic"
"""The game that Enter chooses if none has been played yet."""


def which_game(journal: Path | None, language: str) -> str:
    """Ask for the game to play and return its name.

    Raises BadSetup if there is no terminal to ask at, EOFError if nobody answers.
    """
    games = rules.games()
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        usual = f"mouseboard play {FAVOURITE}"
        raise BadSetup(
            say("which game? `{command}`, for one; the games are {games}", command=usual, games=listed(games))
        )
    for number, (name, kind) in enumerate(games.items(), 1):
        print(wrapped(f"{number} {name}: {translate(say(kind.summary), language)}", hang=2))
    usual = _last_played(journal) or FAVOURITE
    answers = {name: name for name in games} | {str(number): name for number, name in enumerate(games, 1)} | {"": usual}
    return answers[_answer(say("Which game? Its number or name; Enter: {game}", game=usual), answers, language)]


def how_many(counts: Sequence[int], language: str) -> int:
    """Ask for the number of players. Raises EOFError if nobody answers."""
    answers = {str(count): count for count in counts} | {"": min(counts)}
    question = say(
        "How many play? {counts}; Enter: {n}", counts=alternatives([str(count) for count in counts]), n=min(counts)
    )
    return answers[_answer(question, answers, language)]


def _answer(question: Say, answers: Mapping[str, object], language: str) -> str:
    """Ask until the reply is one of the allowed answers. Raises EOFError if nobody answers."""
    while (answer := input(f"{wrapped(translate(question, language))}\n> ").strip().lower()) not in answers:
        given, allowed = shortened(plain(answer)), listed(filter(None, answers))
        wrong = say("{answer} is none of these: {answers}.", answer=given, answers=allowed)
        print(wrapped(translate(wrong, language)))
    return answer


def _last_played(path: Path | None) -> str | None:
    """Return the game of the newest match in the journal, if it can still be played."""
    if not (path or default_path()).exists():
        return None
    with Journal.open_to_read(path) as journal, suppress(Damaged):
        newest = [journal.heading(game).setup.game for game in journal.games()[-1:]]
        return newest[0] if newest and newest[0] in rules.games() else None
    return None
