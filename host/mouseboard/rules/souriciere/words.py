"""What `souriciere` says to people: what to do next, where a roll took the mouse and why it ended there."""

from __future__ import annotations

from collections.abc import Iterator

from mouseboard.rules.core import Action, HandTask, sit_around
from mouseboard.rules.souriciere.moment import Moment, PathGame, Stop
from mouseboard.say import Say, enumeration, one_after_another, say


def preparation(start: Moment) -> HandTask:
    """Seats, and who begins (text: Préparation du jeu)."""
    sentences = [say("Each player takes a mouse."), sit_around(start.game.mice)]
    if start.turn is not None:
        sentences.append(say("The youngest takes {mouse} and starts.", mouse=start.game.mice[0]))
    return HandTask(one_after_another(sentences))


def how_to_play(game: PathGame) -> tuple[Say, ...]:
    """A paragraph each: a turn, the spaces, how it ends."""
    rooms = (
        say("Roll and walk on. A hole drops you into its room."),
        say(
            "In a room the die says how you get out: 6 along the green arrow, 2, 4 and 5 along the red one, 3 "
            "back up to the hole; with 1 you stay."
        ),
    )
    trap = (say("The square over the trap drops you into it, and there you lose two turns."),) if game.has_trap else ()
    return (*rooms, *trap, say("Two mice never share a square of the path. The first at the cheese wins."))


def prompt(state: Moment) -> Say:
    """What to do now."""
    game = state.game
    if state.winners:
        return say("{mouse} is at the cheese and wins.", mouse=game.mice[state.winners[0]])
    if state.turn is None:
        return say("Draw who starts.")
    mouse, place = game.mice[state.turn], game.place[state.at[state.turn]]
    if place.kind == "room":
        return say("{mouse}: roll to get out of the {room}.", mouse=mouse, room=place.name)
    return say("{mouse}: roll the die.", mouse=mouse)


def tell(state: Moment, action: Action, after: Moment) -> tuple[Say, ...]:
    """The roll with all that followed from it, and the turns that passed in the trap."""
    if state.turn is None:
        return (say("{mouse} starts.", mouse=state.game.mice[int(action.arg)]),)
    return tuple(_turn(state, state.turn, int(action.arg)))


def hand_tasks(state: Moment, action: Action, after: Moment) -> tuple[HandTask, ...]:
    """None: hands move mice, and those are felt."""
    return ()


def _turn(state: Moment, seat: int, n: int) -> Iterator[Say]:
    """A roll, then turn by turn what passes in the trap."""
    stop = state.stop(seat, n)
    yield from _rolled(state, seat, n, stop)
    yield from _stopped(state, seat, stop)
    state = state.stopped(seat, stop)
    for waiting, later in state.turns_in_trap(seat):
        yield from _turn_in_trap(state, waiting)
        state = later


def _turn_in_trap(state: Moment, seat: int) -> Iterator[Say]:
    """One turn less to lose, or the way out."""
    mouse, turns = state.game.mice[seat], state.waits[seat]
    if turns > 1:
        yield say("{mouse} loses a turn in the trap and has one more to lose.", mouse=mouse)
    elif turns:
        yield say("{mouse} loses its last turn in the trap.", mouse=mouse)
    else:
        stop = state.out_of_trap(seat)
        said = "{mouse} has sat out its turns: without a roll it climbs out of the trap to {aim}."
        yield say(said, mouse=mouse, aim=stop.aim)
        yield from _stopped(state, seat, stop)


def _rolled(state: Moment, seat: int, n: int, stop: Stop) -> Iterator[Say]:
    """What the die means, and the square that it names."""
    game, here = state.game, state.at[seat]
    away = 0
    if here in game.index:
        away = len(game.path) - 1 - game.index[here]
        said = _along_the_path(n, away, stop, game.cheese)
    else:
        said = "{mouse} rolls {n}: the red arrow leads into the trap." if stop.aim == game.trap else ROOM[n]
    yield say(said, mouse=game.mice[seat], n=n, aim=stop.aim, away=away, room=here)


def _along_the_path(n: int, away: int, stop: Stop, cheese: str) -> str:
    """How a roll takes a mouse on whose cheese is so many squares `away`."""
    if stop.aim == cheese:
        return "{mouse} rolls {n} and is at the cheese!"
    if n > away:
        return "{mouse} rolls {n}, but the cheese is {away} away: it bounces back to {aim}."
    return "{mouse} rolls {n} and stops on {aim}." if stop.square == stop.aim else "{mouse} rolls {n}."


RED = "{mouse} rolls {n}: the red arrow leads to {aim}."
ROOM = {
    1: "{mouse} rolls {n}, which leads nowhere: it stays in the {room}.",
    2: RED,
    3: "{mouse} rolls {n} and climbs back to its hole, {aim}.",
    4: RED,
    5: RED,
    6: "{mouse} rolls {n}: the green arrow leads to {aim}.",
}
"""What each roll means in a room (text: 3)."""


def _stopped(state: Moment, seat: int, stop: Stop) -> Iterator[Say]:
    """Why the mouse ends where it ends: a taken square, a mouse sent home, a hole, the trap."""
    game, mouse = state.game, state.game.mice[seat]
    if stop.square != stop.aim:
        yield say(_given_way(state, seat, stop), taken=_taken(state, stop), mouse=mouse, square=stop.square)
    for other in stop.sent_home:
        yield say("{other} stood there and goes back to the house.", other=game.mice[other])
    if stop.place == game.trap:
        said = "{mouse} loses {n} turns there." if stop.aim == game.trap else OVER_TRAP
        yield say(said, mouse=mouse, n=state.stopped(seat, stop).waits[seat])
    elif stop.place != stop.square:
        yield say("There is a hole: {mouse} falls into the {room}.", mouse=mouse, room=stop.place)
    elif stop.place != game.below(stop.square):
        yield say("{mouse} does not fall: from there it goes on at its next turn.", mouse=mouse)


OVER_TRAP = "That is over the trap: {mouse} falls in and loses {n} turns."


def _given_way(state: Moment, seat: int, stop: Stop) -> str:
    """Where a mouse stops that finds its square taken."""
    game = state.game
    if stop.square == game.house:
        return "{taken}: {mouse} has to wait in the house."
    if stop.square == state.at[seat]:
        return "{taken}: {mouse} stays where it came from, on {square}."
    if stop.square == game.cheese:
        return "{taken}: {mouse} goes on to the next free square, and that is the cheese!"
    if game.index[stop.square] > game.index[stop.aim]:
        return "{taken}: {mouse} goes on to the next free square, {square}."
    return "{taken}: {mouse} stops before that, on {square}."


def _taken(state: Moment, stop: Stop) -> Say:
    """The taken squares from the one that was named to the one that is free."""
    index, free = state.game.index[stop.aim], state.game.index[stop.square]
    squares = state.game.path[index:free] if index < free else state.game.path[index:free:-1]
    if len(squares) == 1:
        return say("{square} is taken", square=stop.aim)
    return say("{squares} are taken", squares=enumeration(squares))
