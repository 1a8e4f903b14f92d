"""What revised says to people: what to do next, what happened and why, and how the trap is set again."""

from __future__ import annotations

from mouseboard.rules.chance import CAUGHT, MISSED
from mouseboard.rules.core import Action, HandTask, Score, mice_of, mouse_meant, sit_around
from mouseboard.rules.revised.moment import Moment, Phase
from mouseboard.say import Say, one_after_another, say


def preparation(start: Moment) -> HandTask:
    """The trap, the cheese, seats (text: Setup)."""
    sentences = [
        say("Build the whole trap on the board and set it, the cage up."),
        say("Each player gets one cheese; put {n} on Start.", n=start.on_start),
        say("Put the other {n} cheese in a pile beside the board.", n=start.pile),
        sit_around(start.game.mice),
    ]
    return HandTask(one_after_another(sentences), places=(start.game.cage,), until_cage_up=True)


def how_to_play() -> tuple[Say, ...]:
    """A paragraph each: a turn, the spaces, how it ends."""
    return (
        say(
            "Roll and walk on round the circle. Where you stop you may do what the space says; only losing is no "
            "choice."
        ),
        say(
            "Cheese: take one from the pile. Snatch: one from another mouse. Drop: one back to the pile. Tunnel: "
            "walk through to its other mouth."
        ),
        say(
            "Trap: put one other mouse under the cage, from anywhere; then, if others sit there, launch the trap. "
            "Each that is caught gives you a cheese."
        ),
        say("The first mouse back at Start finds two more cheese there. Whoever has six cheese wins at once."),
    )


# What to do now.

PROMPTS = {
    Phase.LOT: "Draw who starts.",
    Phase.ROLL: "{mouse}: roll the die.",
    Phase.TAKE: "{mouse}: take a cheese from the pile?",
    Phase.BRING: "{mouse}: whose mouse goes under the cage?",
    Phase.LAUNCH: "{mouse}: launch the trap on {others}?",
    Phase.TRAP: "{mouse}: pull back the stop sign and let go. Did the cage come down on {others}?",
    Phase.STEAL: "{mouse}: steal a cheese, and from whom?",
    Phase.TUNNEL: "{mouse}: walk through the tunnel to {space}?",
}


def prompt(state: Moment) -> Say:
    """What to do now."""
    mouse = state.game.mice[state.seat]
    if state.winners:
        return say("{mouse} has {n} cheese and wins.", mouse=mouse, n=state.hands[state.seat])
    under, space = mice_of(state.game, state.under_the_cage()), state.game.mouth.get(state.at[state.seat], "")
    return say(PROMPTS[state.phase], mouse=mouse, others=under, space=space)


# What is on offer.

OPTIONS = {
    "first": "{other} starts.",
    "take": "Take a cheese from the pile.",
    "bring": "Put {other} under the cage.",
    "nobody": "Put nobody under the cage.",
    "launch": "Launch the trap.",
    "caught": "The cage came down.",
    "missed": "The trap missed.",
    "steal": "Steal a cheese from {other}.",
    "tunnel": "Walk through the tunnel to {space}.",
}

DECLINED = {
    Phase.TAKE: "Take no cheese.",
    Phase.LAUNCH: "Leave the trap alone.",
    Phase.STEAL: "Steal from nobody.",
    Phase.TUNNEL: "Stay on {here}.",
}


def describe(state: Moment, action: Action) -> Say:
    """An option before it is taken; what a die shows is described as in all games."""
    here = state.at[state.seat]
    if action.verb == "decline":
        return say(DECLINED[state.phase], here=here)
    return say(OPTIONS[action.verb], other=mouse_meant(state.game, action), space=state.game.mouth.get(here, ""))


# What happened.

HAPPENED = {
    "first": "{other} starts.",
    "take": "{mouse} takes a cheese from the pile.",
    "bring": "{mouse} puts {other} under the cage.",
    "nobody": "{mouse} puts nobody under the cage.",
    "launch": "{mouse} launches the trap: will it catch {others}?",
    "caught": "The cage is down!",
    "missed": "The trap missed.",
    "steal": "{mouse} steals a cheese from {other}.",
    "tunnel": "{mouse} walks through the tunnel to {space}; what is printed there does not count.",
}

HAS_DECLINED = {
    Phase.TAKE: "{mouse} takes no cheese.",
    Phase.LAUNCH: "{mouse} leaves the trap alone.",
    Phase.STEAL: "{mouse} steals from nobody.",
    Phase.TUNNEL: "{mouse} stays out of the tunnel.",
}


def tell(state: Moment, action: Action, after: Moment) -> tuple[Say, ...]:
    """What happened, and why."""
    said = _tell_roll(state, int(action.arg), after) if action.verb == "roll" else [_say_action(state, action)]
    if action == CAUGHT:
        said += _tell_payers(state)
    elif action == MISSED:
        said.append(say("Nobody is caught, so nobody pays."))
    elif action.verb == "nobody" and after.phase is not Phase.LAUNCH:
        said.append(say("So nobody is there to be caught."))
    return (*said, prompt(after)) if after.winners else tuple(said)


def _say_action(state: Moment, action: Action) -> Say:
    """What a player, the lot or the trap has done."""
    mouse = state.game.mice[state.seat]
    if action.verb == "decline":
        return say(HAS_DECLINED[state.phase], mouse=mouse)
    return say(
        HAPPENED[action.verb],
        mouse=mouse,
        other=mouse_meant(state.game, action),
        others=mice_of(state.game, state.under_the_cage()),
        space=state.game.mouth.get(state.at[state.seat], ""),
    )


def _tell_payers(state: Moment) -> list[Say]:
    """Who has to give a cheese for being caught (text: Launch the Trap)."""
    pays, poor = "{other} is caught and gives {mouse} one cheese.", "{other} is caught, but has no cheese to give."
    mice, mouse = state.game.mice, state.game.mice[state.seat]
    caught = state.under_the_cage()
    return [say(pays if state.hands[seat] else poor, other=mice[seat], mouse=mouse) for seat in caught]


def _tell_roll(state: Moment, n: int, after: Moment) -> list[Say]:
    """Where the mouse stops, what lay on Start, and what the space means where nothing is asked."""
    mouse, space = state.game.mice[state.seat], after.at[state.seat]
    stops = STOPS.get(state.game.kind[space], "{mouse} rolls {n} and stops on {space}.")
    said = [say(stops, mouse=mouse, n=n, space=space)]
    if after.on_start < state.on_start:
        first = "{mouse} is the first to come round and takes the {n} cheese on Start."
        said.append(say(first, mouse=mouse, n=state.on_start))
    return said if after.winners else [*said, *_tell_space(state, space, after)]


STOPS = {
    "start": "{mouse} rolls {n} and stops on Start.",
    "cage": "{mouse} rolls {n} and stops under the cage.",
}
"""Where a mouse stops that is called by a word: no article fits both a word and a number in every language."""


def _tell_space(state: Moment, space: str, after: Moment) -> list[Say]:
    """What the space did, or why it does nothing; what it asks is prompted."""
    mouse, label = state.game.mice[state.seat], state.game.layout.by_name[space].label
    match state.game.kind[space]:
        case "lose":
            lost = "{label}: {mouse} puts one cheese back on the pile."
            none = "{label}: {mouse} has no cheese to lose."
            return [say(lost if after.pile > state.pile else none, label=label, mouse=mouse)]
        case "steal" if after.phase is not Phase.STEAL:
            return [say("{label}: nobody else has any.", label=label)]
        case "start" if not state.on_start:
            return [say("The cheese on Start is gone already.")]
        case "cage":
            return [say("Who launches the trap now may catch {mouse}.", mouse=mouse)]
        case "normal":
            return [say("Nothing happens on this space.")]
    return []


# What hands do.

RESET = (
    "{mouse}: set the trap again: put the marble and the diver back, turn the broom down and hold it with the wrench, "
    "and last put the cage up."
)


def hand_tasks(state: Moment, action: Action, after: Moment) -> tuple[HandTask, ...]:
    """The trap is set again whether or not it caught (text: Launch the Trap)."""
    if action not in (CAUGHT, MISSED):
        return ()
    return (HandTask(say(RESET, mouse=state.game.mice[state.seat]), places=(state.game.cage,), until_cage_up=True),)


def scores(state: Moment) -> tuple[Score, ...]:
    """Where the 24 cheese are."""
    return (
        Score("cheese", seats=state.hands),
        Score("on Start", shared=state.on_start),
        Score("pile", shared=state.pile),
    )
