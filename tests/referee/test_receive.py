"""The referee alone: events and times go in, situations come out. There is no loop, no clock and no line."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import inf
from pathlib import Path

import pytest

from mouseboard import rules
from mouseboard.match import Match
from mouseboard.players import Player, RandomPlayer
from mouseboard.referee.questions import REST_S
from mouseboard.referee.referee import Referee, Think
from mouseboard.referee.seating import Seating
from mouseboard.referee.showing import REACHING_S
from mouseboard.referee.situation import Agreed, Choose, Chosen, Consent, Finished, Move, Pressed, TakeBack
from mouseboard.referee.sounds import WON
from mouseboard.rules import Action
from mouseboard.store import Entry, Journal, Played, TakenBack, replay
from mouseboard.table import PlaceChanged, Press
from mouseboard.table.timeouts import HOLD_AMONG_SEVERAL, SURE_LATE
from mouseboard.testing.tabletop import Tabletop

Players = tuple[Player | None, Player | None]


class Evening:
    """A game of `pantry` for two people. `now` is the time of the next event, in seconds."""

    def __init__(self, journal: Journal, players: Players = (None, None)) -> None:
        game = rules.load("pantry")
        self.played: list[str] = []
        self._journal = journal
        self.table = Tabletop(game.layout)
        self._match = Match.begin(journal, game, 7)
        seating = Seating(players, frozenset({0, 1}))
        self.referee = Referee(
            self._match.played,
            self._match.writer,
            self.table,
            seating,
            lambda record: self.played.append(str(record.action)),
        )
        self.now = 100.0
        self.referee.receive(None, self.now)
        self.press("b")
        for place in self.referee.state.placement().values():
            self.put(place)
            self.wait(SURE_LATE)

    def press(self, button: str) -> None:
        self.wait(1.0)
        self.referee.receive(Press(button), self.now)

    def lift(self, place: str) -> None:
        self._change(place, False)

    def put(self, place: str) -> None:
        self._change(place, True)

    def _change(self, place: str, occupied: bool) -> None:
        self.table.occupied ^= {place}
        self.referee.receive(PlaceChanged(place, occupied, self.now, self.table.occupied), self.now)

    def wait(self, seconds: float) -> None:
        """Let time pass, and call the referee whenever it is due."""
        end = self.now + seconds
        while self.referee.due <= end:
            self.now = self.referee.due
            self.referee.receive(None, self.now)
        self.now = end

    def move(self, choose: Callable[[tuple[Action, ...]], Action]) -> None:
        """Make a move by hand for the seat whose turn it is."""
        state = self.referee.state
        assert state.actor is not None
        here = state.placement()[state.game.mice[state.actor]]
        self.lift(here)
        self.wait(0.5)
        self.put(str(choose(state.actions())))
        self.wait(0.5)

    @property
    def entries(self) -> tuple[Entry, ...]:
        return replay(self._journal, self._match.writer.game).entries

    def close(self) -> None:
        self._match.writer.close()


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal.open(tmp_path / "journal.db") as journal:
        yield journal


@pytest.fixture
def evening(journal: Journal) -> Iterator[Evening]:
    evening = Evening(journal)
    yield evening
    evening.close()


@pytest.fixture
def against_computer(journal: Journal) -> Iterator[Evening]:
    """A game after a move of seat 0 by hand, while the computer is thinking."""
    evening = Evening(journal, (None, RandomPlayer()))
    evening.move(lambda actions: actions[0])
    evening.wait(REST_S)
    yield evening
    evening.close()


def finish_thinking(evening: Evening) -> None:
    think = evening.referee.take_job()
    assert isinstance(think, Think)
    evening.referee.receive(Finished(think.state.actions()[0]), evening.now)


def test_a_whole_game_can_be_played_by_sending_events_and_times(evening: Evening) -> None:
    moves = 0
    while not evening.referee.over:
        evening.move(lambda actions: actions[len(evening.played) % len(actions)])
        evening.wait(REST_S)
        moves += 1
        assert len(evening.played) == 2 * moves, "each move, and what was smelt there"
    assert evening.referee.state.winners
    assert evening.referee.due == inf


def test_the_referee_is_not_due_after_the_end_and_goes_on_when_all_agree_to_a_takeback(evening: Evening) -> None:
    while not evening.referee.over:
        evening.move(lambda actions: actions[len(evening.played) % len(actions)])
        evening.wait(REST_S)
    assert evening.table.tunes.count(WON) == 1
    evening.wait(3600.0)
    assert (evening.referee.over, evening.referee.due) == (True, inf)
    evening.referee.receive(TakeBack(), evening.now)
    if isinstance(evening.referee.situation.ask, Consent):
        evening.press("b")
    assert not evening.referee.over
    assert evening.referee.state.actor is not None


def test_a_move_counts_only_after_it_has_held(evening: Evening) -> None:
    state = evening.referee.state
    evening.lift(next(iter(state.placement().values())))
    evening.wait(0.5)
    evening.put(str(state.actions()[0]))
    evening.wait(HOLD_AMONG_SEVERAL - 0.001)
    assert evening.played == []
    evening.wait(0.002)
    assert evening.played[0] == str(state.actions()[0])


def test_the_referee_is_not_due_before_anybody_acts(evening: Evening) -> None:
    assert isinstance(evening.referee.situation.ask, Choose)
    assert evening.referee.due == inf


def test_a_time_that_goes_back_is_ignored(evening: Evening) -> None:
    evening.lift(next(iter(evening.referee.state.placement().values())))
    due = evening.referee.due
    evening.referee.receive(None, 0.0)
    assert evening.referee.due == due


def test_a_button_held_while_a_computer_thinks_takes_the_move_back(against_computer: Evening) -> None:
    evening = against_computer
    evening.table.closed_direct = frozenset({"a"})
    evening.referee.receive(Press("a"), evening.now)
    evening.wait(1.5)
    assert not any(isinstance(entry, TakenBack) for entry in evening.entries)
    finish_thinking(evening)
    assert evening.entries[-1] == TakenBack(0)


def test_a_button_held_until_the_computer_has_decided_still_takes_the_move_back(
    against_computer: Evening,
) -> None:
    evening = against_computer
    evening.table.closed_direct = frozenset({"a"})
    evening.referee.receive(Press("a"), evening.now)
    evening.now += 1.5
    finish_thinking(evening)
    assert evening.entries[-1] == TakenBack(0)


def test_a_takeback_from_the_page_while_a_computer_thinks_takes_the_move_back(against_computer: Evening) -> None:
    evening = against_computer
    decision = evening.referee.situation.undoable
    assert decision
    evening.referee.receive(TakeBack(decision.entry), evening.now)
    finish_thinking(evening)
    assert evening.entries[-1] == TakenBack(decision.entry)


def test_a_button_pressed_while_a_computer_thinks_answers_no_later_question(against_computer: Evening) -> None:
    evening = against_computer
    evening.press("b")
    finish_thinking(evening)
    evening.wait(1.0)
    assert isinstance(evening.referee.situation.ask, Move)


def test_the_referee_is_not_due_while_a_computer_thinks(against_computer: Evening) -> None:
    assert against_computer.referee.due == inf


def test_an_action_chosen_twice_at_once_is_played_once(evening: Evening) -> None:
    situation = evening.referee.situation
    assert isinstance(situation.ask, Choose)
    for action in situation.ask.actions[:2]:
        evening.referee.receive(Chosen(action, 0), evening.now)
    assert evening.played[0] == str(situation.ask.actions[0])
    assert len({entry.actor for entry in evening.entries if isinstance(entry, Played) and entry.actor >= 0}) == 1


def ask_for_consent(evening: Evening) -> None:
    """Let both move, and have the first one take that back."""
    for _ in range(2):
        evening.move(lambda actions: actions[0])
        evening.wait(REST_S)
    decision = evening.referee.situation.history[0]
    evening.referee.receive(TakeBack(decision.entry), evening.now)
    assert isinstance(evening.referee.situation.ask, Consent)


@pytest.mark.parametrize("answer", [lambda asked: Pressed("b", asked), lambda asked: Agreed((0, 1), asked)])
def test_a_tap_for_the_question_before_agrees_to_no_takeback(
    evening: Evening, answer: Callable[[int], Pressed | Agreed]
) -> None:
    before = evening.referee.situation.asked
    ask_for_consent(evening)
    evening.wait(REACHING_S)
    evening.referee.receive(answer(before), evening.now)
    assert isinstance(evening.referee.situation.ask, Consent)
    evening.referee.receive(answer(evening.referee.situation.asked), evening.now)
    assert not isinstance(evening.referee.situation.ask, Consent)


@pytest.mark.parametrize("button", ["a", "b"])
def test_a_button_pressed_before_a_request_for_consent_can_have_been_read_does_not_answer_it(
    evening: Evening, button: str
) -> None:
    ask_for_consent(evening)
    evening.wait(REACHING_S - 0.01)
    evening.referee.receive(Press(button), evening.now)
    assert isinstance(evening.referee.situation.ask, Consent)
    evening.press(button)
    assert not isinstance(evening.referee.situation.ask, Consent)
