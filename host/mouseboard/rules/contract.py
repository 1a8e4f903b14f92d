"""The contract that every game keeps: the shape of its classes, and what the methods of its states return.

Loading a game checks its classes and its first state. The conformance suite (`mouseboard.testing.conformance`) checks
every state of many games. Each `..._faults` function yields one sentence per fault. Later checks rely on earlier ones,
so callers stop at the first fault. Exceptions from a game's own code are not caught here.
"""

from __future__ import annotations

import inspect
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cache

import msgspec

from mouseboard.layouts import Layout
from mouseboard.rules.core import (
    CHANCE,
    Action,
    Device,
    Game,
    HandTask,
    Option,
    Score,
    State,
    lacking,
    meant,
    winners_fault,
)
from mouseboard.rules.looks import COLOURS, SHAPES, TINTS, Laid, Look, Scenery, Side, Step
from mouseboard.say import Say, listed, quoted

MUTABLE = (list, dict, set, bytearray)


# A game's classes


def class_faults(name: str, kind: object) -> Iterator[str]:
    """Yield what is wrong with the object behind the entry point `name`. It must be a subclass of Game."""
    if not (isinstance(kind, type) and issubclass(kind, Game)):
        yield f"{getattr(kind, '__name__', None) or quoted(kind)} is no subclass of mouseboard.rules.Game"
        return
    for attribute, (fits, must) in _ATTRIBUTES.items():
        if not hasattr(kind, attribute):
            yield f"{kind.__name__}.{attribute} is missing{meant(attribute, kind, Game)}"
        elif not fits(getattr(kind, attribute)):
            yield f"{kind.__name__}.{attribute} is {quoted(getattr(kind, attribute))}; it must be {must}"
    if kind.name != name:
        yield f"{kind.__name__}.name is {quoted(kind.name)}, but the entry point is named {quoted(name)}"
    yield from _side_faults(kind)
    if kind.summary:
        yield from _sentence_faults(f"{kind.__name__}.summary", Say(kind.summary))
    for option in kind.options:
        for text in (option.name, option.help, option.title, *option.meanings, *map(str, option.choices)):
            if not _is_text(text):
                yield f"option {quoted(option.name)} says {quoted(text)}; it must be plain text on one line"
        if option.choices and option.default not in option.choices:
            default = quoted(option.default)
            yield f"the default of option {option.name}, {default}, is not among {listed(option.choices)}"
        if option.meanings and len(option.meanings) != len(option.choices):
            yield f"option {option.name} allows {len(option.choices)} values, but has {len(option.meanings)} meanings"
    yield from _member_faults(kind, Game)


def _side_faults(kind: type[Game]) -> Iterator[str]:
    """Yield what is wrong with the sides of a game."""
    for side in kind.sides:
        if not _is_text(side.name) or not side.name:
            yield f"a side of {kind.__name__} is called {quoted(side.name)}; it must be plain text on one line"
            return
    if len({side.name for side in kind.sides}) < max(len(kind.sides), *kind.seat_counts):
        yield f"{kind.__name__}.sides has {len(kind.sides)} names; each of {max(kind.seat_counts)} seats needs its own"
    for side in kind.sides:
        if side.colour not in TINTS:
            yield f"the colour of side {quoted(side.name)} is {quoted(side.colour)}; it must be one of {listed(TINTS)}"


def _is_text(value: object) -> bool:
    return isinstance(value, str) and value.isprintable()


def _is_bool(value: object) -> bool:
    return isinstance(value, bool)


def _is_tuple_of(kind: type) -> Callable[[object], bool]:
    return lambda value: isinstance(value, tuple) and all(isinstance(one, kind) for one in value)


def _are_seat_counts(value: object) -> bool:
    return isinstance(value, tuple) and bool(value) and all(one in range(1, len(COLOURS) + 1) for one in value)


_ATTRIBUTES: dict[str, tuple[Callable[[object], bool], str]] = {
    "name": (_is_text, "plain text on one line"),
    "title": (_is_text, "plain text on one line"),
    "summary": (_is_text, "plain text on one line"),
    "in_short": (_is_tuple_of(Step), "a tuple of mouseboard.rules.Step"),
    "seat_counts": (_are_seat_counts, f"a tuple of numbers from 1 to {len(COLOURS)}"),
    "options": (_is_tuple_of(Option), "a tuple of mouseboard.rules.Option"),
    "sides": (_is_tuple_of(Side), "a tuple of mouseboard.rules.Side"),
    "shares_places": (_is_bool, "True or False"),
    "trap_profile": (_is_text, "plain text on one line"),
}
"""The attributes of a game's class that are not methods: a check of the value, and what it must be."""


@cache
def _state_class_fault(kind: type) -> str | None:
    """Return the first fault of the class of what `start()` returns. Cached, because a class does not change."""
    return next(_state_class_faults(kind), None)


def _state_class_faults(kind: type) -> Iterator[str]:
    """Yield what is wrong with the class of what `start()` returns."""
    who = kind.__name__
    if not issubclass(kind, State):
        yield f"start() gives {'None' if kind is type(None) else _named(kind)}, which is no mouseboard.rules.State"
    elif not (issubclass(kind, msgspec.Struct) and kind.__struct_config__.frozen):
        yield f"{who} is no frozen struct; write `class {who}(State, Struct, frozen=True):` with Struct from msgspec"
    elif kind.__struct_fields__[:1] != ("game",):
        yield f"the first field of {who} must be `game`"
    yield from _member_faults(kind, State)


def _member_faults(kind: type, base: type) -> Iterator[str]:
    """Yield the members of `base` that a subclass lacks, has as the wrong kind, or gives other arguments."""
    if lacks := lacking(kind, base):
        yield lacks
    for name, member in vars(base).items():
        if name.startswith("_") or not (isinstance(member, property) or inspect.isfunction(member)):
            continue
        own = getattr(kind, name)
        if isinstance(member, property):
            if callable(own):
                yield f"{kind.__name__}.{name} is a method; it must be a property"
        elif not callable(own):
            yield f"{kind.__name__}.{name} is a property or a value; it must be a method"
        elif not _takes(own, arguments := tuple(inspect.signature(member).parameters)):
            yield f"{kind.__name__}.{name}() must take ({', '.join(arguments)})"


def _takes(method: Callable[..., object], arguments: tuple[str, ...]) -> bool:
    """Return whether the method accepts these arguments by position."""
    try:
        inspect.signature(method).bind(*arguments)
    except TypeError:
        return False
    return True


# A game and its states


def game_faults(game: Game) -> Iterator[str]:
    """Yield what is wrong with a new game: with its instance attributes, and with its first state."""
    who = type(game).__name__
    if not isinstance(layout := getattr(game, "layout", None), Layout):
        found = "is missing" if layout is None else f"is {_article(layout)}"
        yield f"{who}.layout {found}; it must be what mouseboard.layouts.load gives"
    if not _is_tuple_of(str)(game.pieces):
        yield f"{who}.pieces is {quoted(game.pieces)}; it must be a tuple of names"
    for piece, times in Counter(game.pieces).items():
        if times > 1:
            yield f"{who}.pieces has {quoted(piece)} {times} times; each piece needs a name of its own"
    for piece in game.pieces:
        yield from _look_faults(piece, game.look(piece), game)
    if not hasattr(game, "vocabulary"):
        yield f"{who} lacks vocabulary{meant('vocabulary', type(game), Game)}"
    elif not isinstance(game.vocabulary, Mapping):
        yield f"{who}.vocabulary is {_article(game.vocabulary)}; it must map each notation to its Action"
    yield from _story_faults("how_to_play()", game.how_to_play())
    if (task := game.preparation()) is not None:
        yield from _task_faults("preparation()", task, game.layout.by_name)
    state = game.start()
    kind: type = type(state)
    if fault := _state_class_fault(kind):
        yield fault
    for field in state.__struct_fields__:
        if isinstance(value := getattr(state, field), MUTABLE):
            yield f"{kind.__name__}.{field} is {_article(value)}, which can change; a state needs a tuple"
    yield from state_faults(state)
    if state.actor is None:
        yield "the game is over at its start: actor is None"


def _look_faults(piece: str, look: object, game: Game) -> Iterator[str]:
    where = f"look() of {piece}"
    if not isinstance(look, Look):
        yield f"{where} gives {_article(look)}; it must be a mouseboard.rules.Look"
        return
    if look.seat is not None and (type(look.seat) is not int or look.seat not in range(game.players)):
        yield f"{where} has seat {quoted(look.seat)}; it must be a seat from 0 to {game.players - 1} or None"
    if look.shape not in SHAPES:
        yield f"{where} has shape {quoted(look.shape)}; it must be one of {listed(SHAPES)}"


def state_faults(state: State) -> Iterator[str]:
    """Yield what is wrong with a state: actor, turn, actions, odds, winners, device and placement."""
    actor, seats = state.actor, range(state.game.players)
    if actor is not None and actor != CHANCE and actor not in seats:
        yield f"actor is {quoted(actor)}; it must be a seat from 0 to {seats[-1]}, CHANCE or None"
    if state.turn is not None and state.turn not in seats:
        yield f"turn is {quoted(state.turn)}; it must be a seat from 0 to {seats[-1]} or None"
    yield from _actions_faults(state)
    yield from _odds_faults(state)
    winners = state.winners
    if why := winners_fault(state):
        yield why
    if winners and actor is not None:
        yield f"winners is {quoted(winners)} while the game lasts; it must be () until actor is None"
    if actor is None and not winners and state.result is None:
        yield "the game is over, winners is () and result is None; in a draw result says why"
    if state.result is not None:
        if actor is not None:
            yield "result says something while the game lasts; it must be None until actor is None"
        yield from _sentence_faults("result", state.result)
    if not isinstance(state.device, Device):
        yield f"device is {quoted(state.device)}; it must be a mouseboard.rules.Device"
    yield from _placement_faults("placement()", state.placement(), state.game)


def _actions_faults(state: State) -> Iterator[str]:
    actions, asides = state.actions(), state.asides()
    if state.actions() != actions:
        yield "actions() gives other actions when it is called again; one state must always give the same"
    yield from _known_faults("actions()", actions, state.game)
    yield from _known_faults("asides()", asides, state.game)
    if both := {*actions} & {*asides}:
        yield f"asides() has `{min(both)}`, which is among actions()"
    if asides and state.actor in (None, CHANCE):
        yield "asides() has some where no seat decides"
    if list(actions) != sorted(set(actions)):
        yield f"actions() are not sorted and unique: {listed(actions)}"
    if bool(actions) != (state.actor is not None):
        yield "actions() is empty while the game lasts" if not actions else "actions() has some after the game is over"


def impossible_faults(state: State) -> Iterator[str]:
    """Yield what is wrong with what `impossible` says of a state that was played to: anything is."""
    reasons: object = state.impossible()
    if not isinstance(reasons, Iterable):
        yield f"impossible() gives {_article(reasons)}; it must yield sentences"
        return
    yield from (f"impossible() says of a state that was played to: {why}" for why in reasons)


def _known_faults(where: str, actions: object, game: Game) -> Iterator[str]:
    """Yield what is wrong with a tuple of actions: each must be in the vocabulary."""
    if not isinstance(actions, tuple):
        yield f"{where} is {_article(actions)}; it must be a tuple"
        return
    for action in actions:
        if not isinstance(action, Action):
            yield f"{where} has {quoted(action)}, which is no mouseboard.rules.Action"
        if game.vocabulary.get(str(action)) != action:
            yield f"{where} has `{action}`, which the game's vocabulary lacks under that notation"


def _odds_faults(state: State) -> Iterator[str]:
    odds = state.odds()
    if state.actor != CHANCE:
        if odds != ():
            yield f"odds() is {_article(odds)} where chance decides nothing; it must be ()"
        return
    if not isinstance(odds, tuple) or not all(isinstance(pair, tuple) and len(pair) == 2 for pair in odds):
        yield f"odds() is {quoted(odds)}; it must be a tuple of (action, Fraction)"
    if tuple(action for action, _ in odds) != state.actions():
        yield f"odds() are of {listed(action for action, _ in odds)}, but actions() are {listed(state.actions())}"
    for action, chance in odds:
        if not isinstance(chance, Fraction) or chance <= 0:
            yield f"odds() gives `{action}` the chance {quoted(chance)}; it must be a Fraction above 0"
    if (whole := sum(chance for _, chance in odds)) != 1:
        yield f"odds() of a chance state sum to {whole}, not 1"


def _placement_faults(where: str, placement: object, game: Game) -> Iterator[str]:
    pieces, places = game.pieces, game.layout.by_name
    if not isinstance(placement, dict):
        yield f"{where} is {_article(placement)}; it must be a dict of places by piece"
        return
    for piece, place in placement.items():
        if not _is_one_of(place, places):
            yield f"{where} has {piece} on {quoted(place)}, which is no place of the layout"
        if piece not in pieces and places[place].sensors:
            yield f"{where} has {quoted(piece)} where sensors feel it, but the game's pieces are {listed(pieces)}"
        if len(piece.split()) != 1:
            yield f"{where} names {quoted(piece)}; a piece's name is one word without blanks"
    if not game.shares_places and len(set(placement.values())) < len(placement):
        yield f"{where} has two pieces on one place, but shares_places is False"


def _station_faults(where: str, stations: object, game: Game) -> Iterator[str]:
    if not isinstance(stations, dict):
        yield f"{where} is {_article(stations)}; it must be a dict of tuples of places by piece"
        return
    for piece, places in stations.items():
        yield from _tuple_faults(where, places, str)
        for place in places:
            yield from _placement_faults(where, {piece: place}, game)


def after_faults(state: State, action: Action) -> Iterator[str]:
    """Yield what is wrong with the state after a legal action, and with what is told about the action."""
    after = state.after(action)
    if not isinstance(after, State):
        yield f"after() of `{action}` gives {_article(after)}; it must be a State"
    yield from (f"after `{action}`, {why}" for why in state_faults(after))
    yield from word_faults(state, action)


def word_faults(state: State, action: Action) -> Iterator[str]:
    """Yield what is wrong with what a state gives people and tables when a legal `action` is played in it."""
    after, places = state.after(action), state.game.layout.by_name
    yield from _sentence_faults("prompt()", state.prompt())
    yield from prompt_faults(after)
    story = state.tell(action, after)
    yield from _story_faults(f"tell() of `{action}`", story)
    if not story:
        yield f"tell() of `{action}` is empty; something must be said of each"
    yield from _sentence_faults(f"describe() of `{action}`", state.describe(action))
    if not _is_text(sign := state.sign(action)):
        yield f"sign() of `{action}` is {quoted(sign)}; it must be plain text on one line"
    tasks = state.hand_tasks(action, after)
    yield from _tuple_faults(f"hand_tasks() of `{action}`", tasks, HandTask)
    for task in tasks:
        yield from _task_faults(f"hand_tasks() of `{action}`", task, places)
    spots = state.spots(action)
    yield from _tuple_faults(f"spots() of `{action}`", spots, str)
    yield from _place_faults(f"spots() of `{action}`", spots, places)
    yield from _placement_faults(f"on_the_way() of `{action}`", state.on_the_way(action), state.game)
    yield from _station_faults(f"stations() of `{action}`", state.stations(action), state.game)
    yield from _tuple_faults(f"tally() of `{action}`", state.tally(action, after), str)


def prompt_faults(state: State) -> Iterator[str]:
    """Yield what is wrong with what a state shows, even if it is the last: prompt, labels, scores and scenery."""
    yield from _sentence_faults("prompt()", state.prompt())
    labels = state.labels()
    if not isinstance(labels, dict):
        yield f"labels() is {_article(labels)}; it must be a dict of tuples of sentences by place"
    for place, wordings in labels.items():
        yield from _story_faults(f"labels() of {place}", wordings)
    yield from _place_faults("labels()", tuple(labels), state.game.layout.by_name)
    scores = state.scores()
    yield from _tuple_faults("scores()", scores, Score)
    for score in scores:
        if not _is_text(score.name):
            yield f"scores() has one called {quoted(score.name)}; it must be plain text on one line"
        yield from _tuple_faults(f"scores() of {score.name}", score.seats, int)
        if not isinstance(score.shared, int | None):
            yield f"scores(): {score.name} has {quoted(score.shared)} for all; it must be a number or None"
        if (score.shared is None) != bool(score.seats) or len(score.seats) not in (0, state.game.players):
            yield f"scores(): {score.name} needs either one number a seat or a shared one"
    yield from _to_go_faults(state.to_go(), state.game)
    yield from _beside_faults(state.beside(), state)
    yield from _scenery_faults(state.scenery(), state.game)


def _to_go_faults(to_go: tuple[int, ...], game: Game) -> Iterator[str]:
    yield from _tuple_faults("to_go()", to_go, int)
    if to_go and (len(to_go) != game.players or min(to_go) < 0):
        yield f"to_go() is {quoted(to_go)}; it must be () or one number a seat, none below 0"


def _beside_faults(beside: object, state: State) -> Iterator[str]:
    if not isinstance(beside, dict):
        yield f"beside() is {_article(beside)}; it must be a dict of seats by piece"
        return
    for piece, seat in beside.items():
        if piece not in state.game.pieces or piece in state.placement():
            yield f"beside() has {quoted(piece)}; it must be a piece of the game that is not on the board"
        if seat not in range(state.game.players):
            yield f"beside() has {piece} with seat {quoted(seat)}; it must be a seat from 0 to {state.game.players - 1}"


def _scenery_faults(scenery: object, game: Game) -> Iterator[str]:
    if not isinstance(scenery, Scenery):
        yield f"scenery() gives {_article(scenery)}; it must be a mouseboard.rules.Scenery"
        return
    for field, kind in (("cards", Laid), ("cheese", int), ("facing", int)):
        yield from _dict_faults(f"{field} of scenery()", getattr(scenery, field), kind)
    for field in ("crowned", "marked"):
        yield from _tuple_faults(f"{field} of scenery()", getattr(scenery, field), str)
    if not isinstance(scenery.parts, int | None):
        yield f"parts of scenery() is {quoted(scenery.parts)}; it must be a number or None"
    yield from _place_faults("scenery()", (*scenery.cards, *scenery.cheese, *scenery.marked), game.layout.by_name)
    for piece in (*scenery.facing, *scenery.crowned):
        if piece not in game.pieces:
            yield f"scenery() names {quoted(piece)}, which is no piece of the game"


def _task_faults(where: str, task: object, places: Mapping[str, object]) -> Iterator[str]:
    if not isinstance(task, HandTask):
        yield f"{where} gives {_article(task)}; it must be a mouseboard.rules.HandTask"
        return
    yield from _sentence_faults(where, task.say)
    yield from _tuple_faults(f"places of {where}", task.places, str)
    yield from _place_faults(where, task.places, places)


def _story_faults(where: str, story: object) -> Iterator[str]:
    if not isinstance(story, tuple):
        yield f"{where} gives {_article(story)}; it must be a tuple of sentences"
        return
    for said in story:
        yield from _sentence_faults(where, said)


def _sentence_faults(where: str, said: object) -> Iterator[str]:
    if not isinstance(said, Say):
        yield f"{where} gives {_article(said)}; it must be a sentence made with mouseboard.rules.say"
        return
    try:
        if not str(said):
            yield f"{where} says nothing"
    except (LookupError, ValueError) as error:
        why = f"{type(error).__name__}: {error}"
        yield f"{where} has holes that nothing fills, or a bad brace: {quoted(said.text)} ({why})"


def _tuple_faults(where: str, value: object, kind: type) -> Iterator[str]:
    if not isinstance(value, tuple):
        yield f"{where} gives {_article(value)}; it must be a tuple"
        return
    for one in value:
        if not isinstance(one, kind):
            yield f"{where} has {quoted(one)}, which is no {kind.__name__}"


def _dict_faults(where: str, value: object, kind: type) -> Iterator[str]:
    if not isinstance(value, dict):
        yield f"{where} gives {_article(value)}; it must be a dict"
        return
    yield from _tuple_faults(where, tuple(value.values()), kind)


def _place_faults(where: str, names: tuple[str, ...], places: Mapping[str, object]) -> Iterator[str]:
    for name in names:
        if not _is_one_of(name, places):
            yield f"{where} names {quoted(name)}, which is no place of the layout"


def _is_one_of(name: object, known: Mapping[str, object]) -> bool:
    """Return whether this is a known name, rather than a list, which no dict can look up."""
    return isinstance(name, str) and name in known


def _article(value: object) -> str:
    """Return the value's type with its article: `a list`, `an int`; or `None`."""
    return "None" if value is None else _named(type(value))


def _named(kind: type) -> str:
    name = kind.__name__
    return f"an {name}" if name[0].lower() in "aeiou" else f"a {name}"
