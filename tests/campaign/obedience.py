"""Whether hands do exactly what the table shows."""

from __future__ import annotations

from collections.abc import Iterable

from tests.campaign.acts import Act
from tests.campaign.asks import Want, steps, steps_now, want, wants_button
from tests.campaign.board import AWAY, Board

from mouseboard.referee.situation import Choose, Situation, Suspect, Who
from mouseboard.rules import Action
from mouseboard.table.steps import SOMETHING, Step

READ = 1.5
"""Seconds for which people may still do what was shown before."""


class Obedience:
    """Compares each act with what is shown, or was shown a moment ago. `see` and `hear` must be told of both."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._before: tuple[Situation, float] | None = None
        self.perfect = True
        """Whether hands have only obeyed since `begin`."""
        self.told = False
        """Whether one of them was told, and not chosen."""
        self.lied = False
        """Whether a button has said what is not so since `begin`."""

    def begin(self) -> None:
        """Begin again."""
        self.perfect, self.told, self.lied = True, False, False

    def see(self, before: Situation | None, now: float) -> None:
        """Take the situation that was shown until now."""
        if before:
            self._before = before, now

    def hear(self, act: Act) -> bool:
        """Take an act as it begins, and return whether it obeys."""
        obeyed = [s for s in self._readable(act.began) if self._obeys(act.line.split(), s)]
        self.perfect &= bool(obeyed)
        self.told |= any(want(situation) not in (Want.CHOOSE, Want.ROLL) for situation in obeyed)
        return bool(obeyed)

    def hear_button(self, button: str) -> None:
        """Take a button that is let go: what it says about the board may be untrue."""
        situation = self._board.shown
        is_no = button == "a" and isinstance(situation.ask, Suspect | Who)
        self.lied |= is_no if self._is_so(situation) else button == "b"

    def _readable(self, now: float) -> Iterable[Situation]:
        if self._board.situation:
            yield self._board.situation
        if self._before and now - self._before[1] < READ:
            yield self._before[0]

    def _obeys(self, words: list[str], situation: Situation) -> bool:
        match [self._board.alike.part(word) for word in words]:
            case ["put", piece, "on", place] | ["slide", piece, "to", place]:
                steps = [step for step in steps_now(situation) if step.target == place]
                return any(step.piece == piece for step in steps) or self._is_choice(piece, place, situation)
            case ["remove", piece]:
                steps = [step for step in steps_now(situation) if self._takes_off(step, piece)]
                return bool(steps) or self._is_choice(piece, None, situation)
            case ["lift", piece]:
                return any(step.piece == piece for step in steps_now(situation))
            case ["press", "b"]:
                return self._is_true(situation)
            case ["press", "a"]:
                return want(situation) in (Want.CONSENT, Want.WHO, Want.SUSPECT) or bool(
                    situation.doubts or situation.departure
                )
            case ["answer", notation]:
                return notation in map(str, _offered(situation))
        return words == ["cage", "up"]

    def _is_choice(self, piece: str, place: str | None, situation: Situation) -> bool:
        state = situation.state
        if want(situation) is not Want.CHOOSE or self._board.placement(state).get(piece) == place:
            return False
        return any(state.after(action).placement().get(piece) == place for action in _offered(situation))

    def _takes_off(self, step: Step, piece: str) -> bool:
        if step.target is not None:
            return False
        return step.piece == piece or (step.piece == SOMETHING and step.source == self._board.truth(piece))

    def _is_true(self, situation: Situation) -> bool:
        """Return whether button B is asked for, and says what is so."""
        if wants_button(situation) or isinstance(situation.ask, Suspect | Who):
            return self._is_so(situation)
        return want(situation) in (Want.ROLL, Want.TASK, Want.CHOOSE, Want.CONSENT, Want.TROUBLE)

    def _is_so(self, situation: Situation) -> bool:
        """Return whether all that button B would say about the board is so."""
        match situation.ask:
            case Suspect(place, None):
                return not self._board.on(place)
            case Suspect(place, str(piece)) | Who(place, piece):
                kind = self._board.alike.kind
                return kind(piece) in map(kind, self._board.on(place))
        return all(map(self._is_done, steps(situation)))

    def _is_done(self, step: Step) -> bool:
        truth = self._board.truth(step.piece) if step.piece in self._board.pieces else step.target
        return truth in AWAY if step.target is None else truth == step.target


def _offered(situation: Situation) -> Iterable[Action]:
    return situation.ask.actions if isinstance(situation.ask, Choose) else situation.state.actions()
