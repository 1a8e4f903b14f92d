"""What classic says to people: what to do next, what happened and why, and what hands do that no sensor feels."""

from __future__ import annotations

from mouseboard.layouts import Place
from mouseboard.rules.chance import CAUGHT, MISSED
from mouseboard.rules.classic.layout import PARTS, WHEEL
from mouseboard.rules.classic.moment import CAPTURED, FROM_RIVAL, ON_WHEEL, Moment, Phase
from mouseboard.rules.core import Action, HandTask, Score, mice_of, mouse_meant, sit_around
from mouseboard.say import Say, one_after_another, say


def preparation(start: Moment) -> HandTask:
    """Parts, cheese, seats (text: Place the Mouse Trap parts next to the gameboard)."""
    sentences = [
        say(
            "Lay the {n} parts of the trap beside the board, in the order of their numbers.",
            n=len(start.game.layout.card),
        ),
        say("Put all {n} cheese in a pile beside it; nobody has any yet.", n=start.pile),
        sit_around(start.game.mice),
    ]
    return HandTask(one_after_another(sentences))


def how_to_play() -> tuple[Say, ...]:
    """A paragraph each: a turn, the spaces, how it ends."""
    return (
        say(
            "Roll and walk on along the path, which leads into the Loop and round it. What is printed where you "
            "stop happens to you."
        ),
        say(
            "Build: if the number of players is printed there, the next part of the trap is built and you get a "
            "cheese; in the Loop two of each."
        ),
        say(
            "Take and Lose: so many cheese from the pile or back to it. Go back and Move ahead: to that space, "
            "where nothing more happens. Dog bone and Safe: nothing, but nobody can move you off Safe. "
            "Cheese wheel: two cheese."
        ),
        say(
            "Turn crank, once the trap is complete: pay a cheese, as often as you like, to roll for another's "
            "mouse; and turn the crank while others sit on the Cheese wheel, under the cage."
        ),
        say(
            "Whom the cage catches is out, and gives you all cheese; if it misses, they escape to Safe. Whoever "
            "is free last wins."
        ),
    )


# What to do now.

PROMPTS = {
    Phase.LOT: "Draw who starts.",
    Phase.ROLL: "{mouse}: roll the die.",
    Phase.TAKE: "{mouse}: {others} have most cheese. From whom do you take one? {n} to go.",
    Phase.AIM: "{mouse}: pay a cheese to roll another mouse under the cage, or stop?",
    Phase.TRAP: "{mouse}: turn the crank slowly. Did the cage come down on {others}?",
    Phase.OVER: "{mouse} is the last mouse free and wins.",
}


def prompt(state: Moment) -> Say:
    """What to do now."""
    text = PROMPTS[state.phase]
    others = state.on_wheel()
    if state.phase is Phase.ROLL and state.mover != state.seat:
        text = "{mouse}: roll to move {others}."
        others = (state.mover,)
    elif state.phase is Phase.TAKE:
        others = state.tied
    elif state.phase is Phase.AIM and others:
        can_pay = any(action.verb == "pay" for action in state.actions())
        text = AIM_OR_PAY if can_pay else "{mouse}: turn the crank on {others}, or leave it alone?"
    return say(text, mouse=state.game.mice[state.seat], others=mice_of(state.game, others), n=state.due)


AIM_OR_PAY = "{mouse}: turn the crank on {others}, pay a cheese to move another mouse first, or leave it alone?"


# What is on offer.

OPTIONS = {
    "first": "{other} starts.",
    "take": "Take a cheese from {other}.",
    "pay": "Pay a cheese to move {other}.",
    "crank": "Turn the crank.",
    "stop": "Leave the crank alone.",
    "caught": "The cage came down.",
    "missed": "The trap missed.",
}


def describe(state: Moment, action: Action) -> Say:
    """An option before it is taken; what a die shows is described as in all games."""
    return say(OPTIONS[action.verb], other=mouse_meant(state.game, action))


# What happened.

HAPPENED = {
    "first": "{other} starts.",
    "take": "{mouse} takes a cheese from {other}.",
    "pay": "{mouse} puts a cheese back on the pile to move {other}.",
    "crank": "{mouse} turns the crank: will the trap catch {others}?",
    "stop": "{mouse} leaves the crank alone; the turn is over.",
    "caught": "The cage is down!",
    "missed": "The trap missed.",
}


def tell(state: Moment, action: Action, after: Moment) -> tuple[Say, ...]:
    """What happened, and why."""
    if action.verb == "roll":
        said = _tell_roll(state, int(action.arg), after)
    else:
        mouse, others = state.game.mice[state.seat], mice_of(state.game, state.on_wheel())
        said = [say(HAPPENED[action.verb], mouse=mouse, other=mouse_meant(state.game, action), others=others)]
    if action == CAUGHT:
        said += _tell_captured(state)
    if action == MISSED:
        said += [say("{other} escapes to Safe.", other=state.game.mice[seat]) for seat in state.on_wheel()]
    return (*said, prompt(after)) if after.winners else tuple(said)


def _tell_roll(state: Moment, n: int, after: Moment) -> list[Say]:
    """The mover's way, and what the space it comes to means."""
    mouse, other = state.game.mice[state.seat], state.game.mice[state.mover]
    space = state.game.walks[state.at[state.mover]][n]
    place = state.game.layout.place[space]
    if state.mover == state.seat:
        stops = "{mouse} rolls {n} and stops on {space}, {label}."
        return [say(stops, mouse=mouse, n=n, space=place.name, label=place.label), *_tell_space(state, place, after)]
    moves = "{mouse} rolls {n} and moves {other} to {space}, {label}; what is printed there does not count."
    if space == WHEEL:
        moves = "{mouse} rolls {n} and moves {other} onto the Cheese Wheel, under the cage!"
    moved = say(moves, mouse=mouse, n=n, other=other, space=place.name, label=place.label)
    return [moved, *_tell_crank(state, after)]


def _tell_space(state: Moment, place: Place, after: Moment) -> list[Say]:
    """What the space brought to the player whose roll ended there, or why it brought nothing."""
    mouse = state.game.mice[state.seat]
    match place.kind:
        case "build":
            return _tell_build(state, place, after)
        case "take":
            return _tell_take(state, place.count, after)
        case "wheel":
            return _tell_take(state, ON_WHEEL, after)
        case "rival":
            return _tell_rivals(state, FROM_RIVAL, after)
        case "lose":
            return [_say_lost(mouse, place.count, after.pile - state.pile)]
        case "back" | "ahead":
            return [say(SENT[place.kind], mouse=mouse, space=place.to)]
        case "bone":
            return [say("A dog bone: nothing happens.")]
        case "safe":
            return [say("Safe: nobody may move {mouse} from here onto the Cheese wheel.", mouse=mouse)]
        case "crank" if state.built < PARTS:
            return [say("The crank turns nothing yet: the trap has {n} of its {all} parts.", n=state.built, all=PARTS)]
    return _tell_crank(state, after)


SENT = {
    "back": "{mouse} goes back to {space}; what is printed there does not count.",
    "ahead": "{mouse} moves ahead to {space}; what is printed there does not count.",
}


def _tell_build(state: Moment, place: Place, after: Moment) -> list[Say]:
    """The parts, and the cheese for them."""
    if state.game.players not in place.players:
        return [say("This space is not for {n} players: nothing is built.", n=state.game.players)]
    parts = _parts_built(state, after)
    if not parts:
        return [say("The trap is complete: there is nothing left to build.")]
    said = [say("Part {n} is built: {part}.", n=n, part=part) for n, part in parts]
    return [*said, *_tell_drawn(state, after), *([say("The pile is empty.")] if not after.pile else [])]


def _tell_take(state: Moment, due: int, after: Moment) -> list[Say]:
    """Cheese from the pile, and what it lacks from the opponent with most."""
    lacking = due - (state.pile - after.pile)
    if not lacking:
        return _tell_drawn(state, after)
    short = say("The pile is empty: {n} must come from whoever has most cheese.", n=lacking)
    return [*_tell_drawn(state, after), short, *_tell_rivals(state, lacking, after)]


def _tell_drawn(state: Moment, after: Moment) -> list[Say]:
    """Cheese from the pile, if there was any."""
    drawn, mouse = state.pile - after.pile, state.game.mice[state.seat]
    return [say("{mouse} takes {n} cheese from the pile.", mouse=mouse, n=drawn)] if drawn else []


def _tell_rivals(state: Moment, due: int, after: Moment) -> list[Say]:
    """Cheese from the opponent with most; several who have as much give as the player says, next."""
    mouse = state.game.mice[state.seat]
    if after.phase is Phase.TAKE:
        others, most = mice_of(state.game, after.tied), state.cheese[after.tied[0]]
        return [say("{others} have most cheese, {n} each: {mouse} may choose.", others=others, n=most, mouse=mouse)]
    given = {seat: had - after.cheese[seat] for seat, had in enumerate(state.cheese) if after.cheese[seat] < had}
    if not given:
        return [say("Nobody else has any cheese: {mouse} gets none.", mouse=mouse)]
    ((seat, n),) = given.items()
    gives = "{other} has most cheese and gives {mouse} {n}."
    if n < due:
        gives = "{other} has most cheese, but only {n}, and gives {mouse} all of it."
    return [say(gives, other=state.game.mice[seat], mouse=mouse, n=n)]


def _say_lost(mouse: str, due: int, n: int) -> Say:
    """Cheese back to the pile."""
    if not n:
        return say("{mouse} has no cheese to lose.", mouse=mouse)
    lost = "{mouse} puts {n} cheese back on the pile."
    return say("{mouse} has only {n} cheese and puts it back on the pile." if n < due else lost, mouse=mouse, n=n)


def _tell_crank(state: Moment, after: Moment) -> list[Say]:
    """Why the turn ends on Turn Crank where nothing is left to decide there."""
    if after.phase is Phase.AIM:
        return []
    mouse = state.game.mice[state.seat]
    if after.cheese[state.seat]:
        return [say("Nobody is on the Cheese Wheel, and nobody may be moved off Safe: the turn is over.")]
    return [
        say("Nobody is on the Cheese Wheel, and {mouse} has no cheese to move anybody: the turn is over.", mouse=mouse)
    ]


def _tell_captured(state: Moment) -> list[Say]:
    """Who is out, and whose their cheese is (text: Trapping Mice)."""
    said, mouse = [], state.game.mice[state.seat]
    for seat in state.on_wheel():
        other, n = state.game.mice[seat], state.cheese[seat]
        said.append(say("{other} was on the Cheese Wheel: captured, and out of the game.", other=other))
        if n:
            said.append(say("{other} hands over all its cheese to {mouse}: {n}.", other=other, mouse=mouse, n=n))
    return said


# What hands do.

RESET = (
    "Set the trap again: one marble in the bucket, the other on the helping hand, the diver on the diving board, "
    "and last the cage on its post."
)


def hand_tasks(state: Moment, action: Action, after: Moment) -> tuple[HandTask, ...]:
    """Parts to be placed, and the trap to be set again."""
    if action in (CAUGHT, MISSED) and not after.winners:
        return (HandTask(say(RESET), until_cage_up=action == CAUGHT),)
    here = (state.game.layout.place[after.at[state.seat]].name,)
    text = "Place part {n}, {part}."
    return tuple(HandTask(say(text, n=n, part=part), here) for n, part in _parts_built(state, after))


def _parts_built(state: Moment, after: Moment) -> list[tuple[int, str]]:
    """The parts built since, by number and name."""
    return [(n + 1, state.game.layout.card[n].name) for n in range(state.built, after.built)]


def scores(state: Moment) -> tuple[Score, ...]:
    """The lines of the score."""
    return (
        Score("cheese", state.cheese),
        Score("captured", tuple(int(space == CAPTURED) for space in state.at)),
        Score("pile", shared=state.pile),
        Score("parts built", shared=state.built),
    )
