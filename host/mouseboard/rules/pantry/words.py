"""What `pantry` says to people: where a mouse may go, what it smells there, and what that means."""

from __future__ import annotations

from mouseboard.rules.core import Action, HandTask, mouse_meant
from mouseboard.rules.pantry.moment import CHEESE, COLD, TO_WIN, WARM, Moment
from mouseboard.say import Say, one_after_another, printed, say


def preparation(start: Moment) -> HandTask:
    """Who has which mouse, and who begins."""
    sentences = [say("Each player takes a mouse."), say("It is midnight: whoever can may switch off the light.")]
    if start.turn is not None:
        sentences.append(say("The youngest takes {mouse} and starts.", mouse=start.game.mice[0]))
    return HandTask(one_after_another(sentences))


def how_to_play() -> tuple[Say, ...]:
    """A paragraph each: the cheese, a turn, what is smelt, how it ends."""
    return (
        say("Somewhere in the dark pantry lies a piece of cheese. No mouse sees it; but mice have noses."),
        say(
            "In turn, move your mouse one step, slantwise too, to a place where no mouse stands; but out of its home, "
            "where it began, it goes straight. There it sniffs."
        ),
        say(
            "Warm: the cheese lies straight beside the mouse. Cold: it does not, for round corners nothing is smelt. "
            "Everybody hears that, so listen when it is not your turn either."
        ),
        say(
            "Where the cheese lies, the mouse eats it, and there is another piece elsewhere, but not straight beside "
            "the mouse whose turn it is. The first with {n} pieces wins.",
            n=TO_WIN,
        ),
    )


def prompt(state: Moment) -> Say:
    """What to do now."""
    if state.winners:
        return say("{mouse} is full and happy and wins.", mouse=state.game.mice[state.winners[0]])
    if state.turn is None:
        return say("Draw who starts.")
    mouse = state.game.mice[state.turn]
    return say("{mouse} sniffs ..." if state.sniffing else "{mouse}: where do you sniff next?", mouse=mouse)


def tell(state: Moment, action: Action, after: Moment) -> tuple[Say, ...]:
    """The way of a mouse, or what it smells."""
    if state.turn is None:
        return (say("{mouse} starts.", mouse=mouse_meant(state.game, action)),)
    mouse = state.game.mice[state.turn]
    if not state.sniffing:
        place = state.game.layout.by_name[action.verb]
        return (say("{mouse} creeps to “{place}”.", mouse=mouse, place=printed(place.label or place.name)),)
    return (say(SMELLS[action], mouse=mouse, n=after.found[state.turn]),)


SMELLS = {
    CHEESE: "Cheese! That makes {n} for {mouse}.",
    COLD: "Cold: {mouse} smells dust and mothballs.",
    WARM: "Warm! {mouse} smells cheese, straight beside it.",
}


def hand_tasks(state: Moment, action: Action, after: Moment) -> tuple[HandTask, ...]:
    """None: hands move mice, and those are felt."""
    return ()
