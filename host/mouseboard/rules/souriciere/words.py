"""The words of `souriciere`: what to do next, where a roll took the mouse, and why it ended there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Self

from mouseboard.rules.core import CHANCE, Action, HandTask, mouse_meant, sit_around
from mouseboard.rules.looks import Step
from mouseboard.rules.souriciere.rules import Moment, SouriciereRules, Stop
from mouseboard.say import Say, enumeration, one_after_another, say

RED = "{mouse} rolls {n} and takes the red arrow to {aim}."
ROOM = {
    1: "{mouse} rolls {n} and stays in the {room}.",
    2: RED,
    3: "{mouse} rolls {n} and climbs back up to {aim}.",
    4: RED,
    5: RED,
    6: "{mouse} rolls {n} and takes the green arrow to {aim}.",
}
"""What each roll means in a room (text: 3)."""

OVER_TRAP = "{mouse} falls into the trap and must miss {n} turns!"

TAKEN = {
    "before": "Only one mouse fits on a square of the path. Is it taken? Stop before it.",
    "next": "Only one mouse fits on a square of the path. Is it taken? Go on to the next free one.",
    "home": "Only one mouse fits on a square of the path. Is it taken? The mouse there goes back to the house.",
}
"""What happens on a taken square, by option `occupied`."""

END = {
    True: "The first mouse at the cheese wins. You need the exact roll: if it is too much, you bounce back.",
    False: "The first mouse at the cheese wins. You do not need the exact roll.",
}
"""How the cheese is reached, by option `exact`."""


class SouriciereState(Moment, frozen=True):
    """A moment of the game, in words."""

    def prompt(self) -> Say:
        """Return what to do now."""
        game = self.game
        if self.winners:
            return say("{mouse} is at the cheese. {mouse} wins!", mouse=game.mice[self.winners[0]])
        if self.turn is None:
            return say("Who starts? Draw lots!")
        mouse, place = game.mice[self.turn], game.place[self.at[self.turn]]
        if place.kind == "room":
            return say("{mouse}, roll to get out of the {room}!", mouse=mouse, room=place.name)
        return say("{mouse}, roll the die!", mouse=mouse)

    def tell(self, action: Action, after: Self) -> tuple[Say, ...]:
        """Return what the roll led to, and the turns that passed in the trap."""
        if self.turn is None:
            return (say("{mouse} starts.", mouse=mouse_meant(self.game, action)),)
        assert action.number is not None
        return tuple(self._turn(self.turn, action.number))

    def _turn(self, seat: int, n: int) -> Iterator[Say]:
        """Tell a roll, then each turn that passes in the trap."""
        stop = self.stop(seat, n)
        yield from self._rolled(seat, n, stop)
        yield from self._stopped(seat, stop)
        state = self.stopped(seat, stop)
        for waiting, later in state.turns_in_trap(seat):
            yield from state._turn_in_trap(waiting)
            state = later

    def _turn_in_trap(self, seat: int) -> Iterator[Say]:
        """Tell a lost turn in the trap, or the way out of it."""
        mouse, turns = self.game.mice[seat], self.waits[seat]
        if turns > 1:
            yield say("{mouse} waits in the trap and must miss one more turn.", mouse=mouse)
        elif turns:
            yield say("{mouse} waits in the trap for the last time.", mouse=mouse)
        else:
            stop = self.out_of_trap(seat)
            said = "{mouse} is free and climbs out to {aim}."
            yield say(said, mouse=mouse, aim=stop.aim)
            yield from self._stopped(seat, stop)

    def _rolled(self, seat: int, n: int, stop: Stop) -> Iterator[Say]:
        """Tell what the roll means, and the square that it leads to."""
        game, here = self.game, self.at[seat]
        away = 0
        if here in game.index:
            away = len(game.path) - 1 - game.index[here]
            said = _along_the_path(n, away, stop, game.cheese)
        else:
            said = "{mouse} rolls {n} and takes the red arrow, into the trap!" if stop.aim == game.trap else ROOM[n]
        yield say(said, mouse=game.mice[seat], n=n, aim=stop.aim, room=here)

    def _stopped(self, seat: int, stop: Stop) -> Iterator[Say]:
        """Tell why the mouse ends where it does: a taken square, a mouse sent home, a hole, the trap."""
        game, mouse = self.game, self.game.mice[seat]
        if stop.square != stop.aim:
            yield say(self._given_way(seat, stop), taken=self._taken(stop), mouse=mouse, square=stop.square)
        for other in stop.sent_home:
            yield say("{other} was there and goes back to the house.", other=game.mice[other])
        if stop.place == game.trap:
            said = "{mouse} must miss {n} turns there." if stop.aim == game.trap else OVER_TRAP
            yield say(said, mouse=mouse, n=self.stopped(seat, stop).waits[seat])
        elif stop.place != stop.square:
            yield say("A hole! {mouse} falls into the {room}.", mouse=mouse, room=stop.place)
        elif stop.place != game.below(stop.square):
            yield say("{mouse} does not fall in. Next turn it walks on.", mouse=mouse)

    def _given_way(self, seat: int, stop: Stop) -> str:
        """Return the sentence for a mouse that finds its square taken."""
        game = self.game
        if stop.square == game.house:
            return "{taken}. {mouse} must wait in the house."
        if stop.square == self.at[seat]:
            return "{taken}. {mouse} stays on {square}."
        if stop.square == game.cheese:
            return "{taken}. {mouse} goes on to the cheese!"
        if game.index[stop.square] > game.index[stop.aim]:
            return "{taken}. {mouse} goes on to {square}."
        return "{taken}. {mouse} stops on {square}."

    def _taken(self, stop: Stop) -> Say:
        """Name the taken squares, from the one the roll led to up to the free one."""
        index, free = self.game.index[stop.aim], self.game.index[stop.square]
        squares = self.game.path[index:free] if index < free else self.game.path[index:free:-1]
        if len(squares) == 1:
            return say("{square} is taken", square=stop.aim)
        return say("{squares} are taken", squares=enumeration(squares))


def _along_the_path(n: int, away: int, stop: Stop, cheese: str) -> str:
    """Return the sentence for a roll on the path. The cheese is `away` squares ahead."""
    if stop.aim == cheese:
        return "{mouse} rolls {n} and is at the cheese!"
    if n > away:
        return "{mouse} rolls {n}. Too far! It bounces back to {aim}."
    return "{mouse} rolls {n} and stops on {aim}." if stop.square == stop.aim else "{mouse} rolls {n}."


class Souriciere(SouriciereRules):
    """The game by Ingeborg Ahrenkiel."""

    title = "La souricière"
    summary = "Race to the cheese, past holes and rooms. It is all luck! From age five."
    age = 5
    in_short = (Step("die", "roll"), Step("trapped", "watch out!"), Step("wheel", "win"))

    def start(self) -> SouriciereState:
        return SouriciereState.begin(self)

    def preparation(self) -> HandTask:
        """Return the seats, and who begins (text: Préparation du jeu)."""
        sentences = [say("Each player takes a mouse."), sit_around(self.mice)]
        if self.first != CHANCE:
            sentences.append(say("The youngest takes {mouse} and starts.", mouse=self.mice[self.first]))
        return HandTask(one_after_another(sentences))

    def how_to_play(self) -> tuple[Say, ...]:
        """Return one paragraph each on a turn, the rooms, the trap if there is one, taken squares, and the end."""
        sentences = [
            say("Roll and walk on. Are you on a hole? You fall into its room."),
            say(
                "In a room, roll to get out. 6: take the green arrow. 2, 4 or 5: take the red arrow. 3: climb back "
                "up the hole. 1: stay."
            ),
        ]
        if self.has_trap:
            sentences.append(say("Are you over the trap? You fall in and miss two turns."))
        return (*sentences, say(TAKEN[str(self.settings["occupied"])]), say(END[bool(self.settings["exact"])]))
