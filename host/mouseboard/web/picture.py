"""The picture of a moment that the page is sent: a pure function of the situation, who sits around, the language."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache, partial
from itertools import takewhile
from pathlib import Path
from typing import assert_never

import msgspec
from msgspec.structs import replace

from mouseboard.board.board import board_key, shape_of
from mouseboard.evening import ending
from mouseboard.evening.hands import Whose
from mouseboard.evening.seats import Seats
from mouseboard.evening.wish import Wish
from mouseboard.lang import counted, translate, word
from mouseboard.referee.last import last_turns, last_ways, whose_next, whose_turn
from mouseboard.referee.offers import asides, can_pause, presses, undoers
from mouseboard.referee.record import is_trap
from mouseboard.referee.signals import glows
from mouseboard.referee.situation import (
    UNSURE,
    Choose,
    Consent,
    Do,
    Mend,
    Move,
    Paused,
    Roll,
    Situation,
    Suspect,
    Trouble,
    Watch,
    Who,
    sentence_of,
    who_left,
    wording,
)
from mouseboard.rules import CHANCE, Device, Game, Laid, State
from mouseboard.say import Say, one_after_another, say
from mouseboard.store import PERSON, ActionRecord
from mouseboard.table.trouble import cause_of
from mouseboard.web.covers import has_cover
from mouseboard.web.fields import (
    AsideShown,
    Buttons,
    CardShown,
    DoubtShown,
    EndShown,
    EventShown,
    Figure,
    GameOn,
    LobbyPicture,
    LobbySeat,
    Named,
    Picture,
    QuestionShown,
    SeatShown,
    SeatState,
    ToldShown,
    Wished,
)
from mouseboard.web.options import options, pips
from mouseboard.web.questions import is_of_people, question

LATEST = 24
"""Most sentences of the story in a picture."""

LAST_TURNS = 12
"""Most turns of which a picture tells the moves: six of two players each."""

SHORT = 100
"""Most characters of an event that has more than one sentence: large on a TV, they fill four lines."""

TURNS, ROLLS, RUNS, CATCHES = say("turns"), say("rolls of the die"), say("runs of the trap"), say("catches")
"""What is counted at the end."""

HELD = say("cheese held")
"""The word for the cheese of a player, with its number. The space called Cheese takes another word, or an article."""


class Chair(msgspec.Struct, frozen=True):
    """The person or computer on a seat, beyond what the game knows."""

    kind: str = PERSON
    """PERSON, or the kind of computer player."""
    name: str = ""
    """Empty if the seat is called by its mouse."""
    online: bool = False
    help: str = "none"
    away: int | None = None
    """Seconds since anybody has acted for the person there; None while somebody does."""
    stand_in: bool = False
    """Whether somebody else plays for them."""
    face: str = ""
    """The animal that they picked, if any."""
    has_phone: bool = False
    who: str = PERSON
    """What tells this player from others: the person, if anything does, or else the kind."""
    tonight: int = 0
    """The games that they have won this evening."""
    is_ready: bool = False
    """Whether they want to play again."""

    @property
    def state(self) -> SeatState:
        """How the seat is played: by a computer, by a phone that is here or asleep, or by somebody at the table."""
        if self.kind != PERSON:
            return "computer"
        if not self.has_phone:
            return "here"
        return "phone" if self.away is None else "asleep"


class Around(msgspec.Struct, frozen=True):
    """What a picture shows besides the situation: who sits there, the game's number in the journal, and more."""

    chairs: tuple[Chair, ...]
    number: int = 0
    hands: Whose | None = None
    """The mover of a simulated table's mice. None at a real table."""
    levels: tuple[str, ...] = ()
    """The kinds of computer players that may sit there."""
    own_die: bool = False
    """Whether people roll their own die, and say what it shows."""
    start: str = ""
    serial: int = 0
    minutes: int | None = None
    """How long the game took, once it is over."""
    waved: QuestionShown | None = None
    """The open question, untranslated, that is not asked any more."""


SayIt = Callable[[Say], str]
"""Translates a sentence into one language, with the players' names."""


def names_of(game: Game, around: Around) -> dict[str, str]:
    """Return the names of people by their mice, without seats that have no name."""
    return {mouse: chair.name for mouse, chair in zip(game.mice, around.chairs, strict=True) if chair.name}


def picture(situation: Situation, around: Around, language: str) -> Picture:
    """Return everything that somebody who watches could want to know, in a language."""
    state = situation.state
    names = names_of(state.game, around)
    say_it = partial(translate, language=language, names=names)
    game, scenery = state.game, state.scenery()
    device, face = _chance(situation, say_it)
    turn = whose_turn(situation)
    return Picture(
        at="game",
        language=language,
        start=around.start,
        serial=around.serial,
        game=GameOn(game.name, word(game.title, language), game.players, around.number, around.levels),
        board=board_key(game),
        prompt=say_it(wording(situation, by_itself=around.hands == "table", turn=turn)),
        sign=sign_of(situation),
        actor="chance" if state.actor == CHANCE else state.actor,
        turn=turn,
        next=whose_next(situation),
        device=device,
        face=face,
        own_die=around.own_die,
        options=options(situation, around.own_die, say_it),
        asides=tuple(AsideShown(str(aside), say_it(state.describe(aside))) for aside in asides(situation)),
        ask=_question(situation, around, say_it),
        buttons=around.hands is None,
        pointed=situation.ask.pointed if isinstance(situation.ask, Choose) else None,
        press=_buttons(situation, around, say_it),
        placement=state.placement(),
        standing=situation.standing,
        stations=_stations(situation),
        lamps=glows(situation),
        steps=situation.ask.steps if isinstance(situation.ask, Move | Mend) else (),
        doubts=tuple(DoubtShown(dict(doubt.pieces), say_it(sentence_of(doubt))) for doubt in situation.doubts),
        blind=tuple(sorted(situation.blind)),
        weak=tuple(sorted(situation.weak)),
        notes=_notes(situation, say_it),
        seats=_seats(state, around.chairs, language),
        shared=tuple(
            _number(score.name, score.shared, language) for score in state.scores() if score.shared is not None
        ),
        tiles={place: _card(card, language) for place, card in scenery.cards.items()},
        cheese=scenery.cheese,
        crowned=_crowned(situation),
        marked=scenery.marked,
        beside=state.beside(),
        last=last_ways(situation),
        moves=last_turns(situation, LAST_TURNS),
        nose=scenery.facing,
        parts=scenery.parts,
        cage_down=situation.cage_down,
        trap=_trap(situation),
        event=_event(situation, say_it, language),
        race=_race(game),
        story=tuple(
            ToldShown(told.number, say_it(told.said), told.seat, told.position) for told in situation.told[-LATEST:]
        ),
        positions=len(situation.history),
        winners=state.winners if situation.over else (),
        figures=_figures(situation, language) if situation.over else (),
        end=_end(situation, around),
        undoable=undoers(situation),
        pausable=can_pause(situation),
        paused=isinstance(situation.ask, Paused),
        connected=situation.connected,
        fault=word(cause_of(situation.fault), language) if situation.fault else None,
        hands=around.hands,
    )


def lobby_picture(
    wish: Wish, around: Seats, chairs: Sequence[Chair], language: str, prompt: str, start: str, serial: int
) -> LobbyPicture:
    """Return what everybody in the lobby sees: the game that is wished for, and who sits where."""
    setup, game = wish.setup, wish.game
    return LobbyPicture(
        at="lobby",
        language=language,
        start=start,
        serial=serial,
        prompt=prompt,
        wish=Wished(
            setup.game,
            word(game.title, language),
            setup.options,
            Path(setup.layout).name if setup.layout else None,
            setup.table,
            setup.dice,
            setup.quiet,
            has_cover(game.name),
        ),
        seats=tuple(
            LobbySeat(
                mouse=game.sides[seat].colour,
                shape=shape_of(game, seat),
                word=word(game.sides[seat].name, language),
                name=chair.name,
                kind=chair.kind,
                help=chair.help,
                face=chair.face,
                state=chair.state,
                away=chair.away,
                who=chair.who,
            )
            for seat, chair in enumerate(chairs)
        ),
        free=tuple(Named(side.colour, word(side.name, language)) for side in game.sides[len(chairs) :][: around.free]),
        leader=around.leader,
    )


def earlier(situation: Situation, position: int) -> Situation:
    """Return the situation after the first `position` actions: no question, and every piece where it should be."""
    history = situation.history[:position]
    state = situation.history[position].before if position < len(situation.history) else situation.state
    told = tuple(told for told in situation.told if told.position <= position)
    over = state.actor is None
    return Situation(state, None, standing=state.placement(), told=told, history=history, over=over)


def past(situation: Situation, position: int, around: Around, language: str) -> Picture:
    """Return the picture after the first `position` actions; its prompt tells what the last of them did."""
    shown = earlier(situation, position)
    sentences: Iterable[Say] = shown.history[-1].sentences if shown.history else (shown.state.game.start().prompt(),)
    told = translate(one_after_another(tuple(sentences)), language, names_of(shown.state.game, around))
    return replace(picture(shown, replace(around, hands=None), language), sign="past", prompt=told, next=None)


def _crowned(situation: Situation) -> tuple[str, ...]:
    """Return the crowned men. One that has just earned its crown gets it where it arrives."""
    state, history = situation.state, situation.history
    crowned, place = state.scenery().crowned, state.placement()
    before = history[-1].before.scenery().crowned if history else crowned
    return tuple(man for man in crowned if man in before or situation.standing.get(man) == place[man])


def _notes(situation: Situation, say_it: SayIt) -> tuple[str, ...]:
    left = () if situation.departure is None else (who_left(situation.departure),)
    return tuple(map(say_it, (*left, *(() if situation.sure else (UNSURE,)))))


def sign_of(situation: Situation) -> str:
    """Return the kind of the prompt, in one word."""
    if not situation.connected:
        return "lost"
    if situation.fault:
        return "fault"
    match situation.ask:
        case None:
            return "over" if situation.over else "think"
        case Choose(missing=str()):
            return "missing"
        case Choose(ambiguous=True):
            return "which"
        case Choose():
            return "choose"
        case Roll():
            return "roll"
        case Move():
            return "move"
        case Mend():
            return "mend"
        case Suspect():
            return "suspect"
        case Who():
            return "who"
        case Consent():
            return "consent"
        case Paused():
            return "paused"
        case Do():
            return "do"
        case Watch():
            return "watch"
        case Trouble():
            return "trouble"
        case unknown:
            assert_never(unknown)


def _question(situation: Situation, around: Around, say_it: SayIt) -> QuestionShown | None:
    """Return what is asked in pictures. A table that moves its own mice has no doubts about them."""
    if around.hands == "table" and not is_of_people(situation):
        return None
    asked = question(situation, say_it)
    is_waved = around.waved is not None and around.waved == question(situation, str)
    return replace(asked, waved=is_waved) if asked else None


def _buttons(situation: Situation, around: Around, say_it: SayIt) -> Buttons:
    """Return what the buttons do. A table that moves its own mice asks nobody about hands and sensors."""
    if around.hands == "table" and isinstance(situation.ask, Move | Mend | Suspect | Who | Do):
        return Buttons()
    return Buttons(*(None if said is None else say_it(said) for said in presses(situation)))


def _card(card: Laid, language: str) -> CardShown:
    face = card.face
    label, short = word(face.label, language), word(face.short, language)
    return CardShown(label, short, face.kind, card.heading, face.arrows, face.count)


def _number(name: str, value: int, language: str) -> Figure:
    what = HELD.text if name == "cheese" else name
    return Figure(name, counted(what, value, language), value)


def _figures(situation: Situation, language: str) -> tuple[Figure, ...]:
    """Count the game's turns and rolls, and how often the trap ran and caught; zeros are left out."""
    history = situation.history
    runs = [record.action.verb for record in history if is_trap(record)]
    tally = (
        (TURNS, ending.turns(history)),
        (ROLLS, sum(pips(record.before, record.action) is not None for record in history)),
        (RUNS, len(runs)),
        (CATCHES, runs.count("caught")),
    )
    return tuple(_number(str(name), n, language) for name, n in tally if n)


def _stations(situation: Situation) -> dict[str, tuple[str, ...]]:
    """Return where the last action stopped pieces on their way, each place once in a row and without the last one."""
    if not situation.history:
        return {}
    record = situation.history[-1]
    ends = record.after.placement()
    stations = {
        piece: tuple(place for place, then in zip(places, (*places, ends.get(piece))[1:], strict=True) if place != then)
        for piece, places in record.before.stations(record.action).items()
    }
    return {piece: places for piece, places in stations.items() if places}


def _end(situation: Situation, around: Around) -> EndShown | None:
    """Return the end of the game, unless people are asked whether to take it back."""
    if not situation.over or isinstance(situation.ask, Consent):
        return None
    return EndShown(
        places=ending.places(situation),
        facts=tuple(ending.facts(situation, around.minutes)),
        tonight=tuple(chair.tonight for chair in around.chairs),
        ready=tuple(seat for seat, chair in enumerate(around.chairs) if chair.is_ready),
        beginner=ending.next_beginner(situation),
        swaps=ending.swaps_seats(situation.state.game),
    )


def _seats(state: State, chairs: Sequence[Chair], language: str) -> tuple[SeatShown, ...]:
    to_go = state.to_go() or (None,) * len(chairs)
    return tuple(_seat(state, seat, chair, to_go[seat], language) for seat, chair in enumerate(chairs))


def _seat(state: State, seat: int, chair: Chair, to_go: int | None, language: str) -> SeatShown:
    side = state.game.sides[seat]
    person = chair.kind == PERSON
    scores = (_number(score.name, score.seats[seat], language) for score in state.scores() if score.seats)
    return SeatShown(
        name=chair.name or word(side.name, language),
        mouse=side.colour,
        shape=shape_of(state.game, seat),
        kind=PERSON if person else "computer",
        level="" if person else chair.kind,
        online=chair.online,
        help=chair.help,
        away=chair.away,
        stand_in=chair.stand_in,
        face=chair.face,
        state=chair.state,
        who=chair.who,
        scores=tuple(scores),
        to_go=to_go,
    )


def _event(situation: Situation, say_it: SayIt, language: str) -> EventShown | None:
    """Return the last happening: of the last action as many of its last sentences as are short together."""
    if not situation.told:
        return None
    last = situation.told[-1]
    if last.seat is None or not situation.history:
        return EventShown(say_it(last.said), last.seat, None, to=last.to)
    record = situation.history[-1]
    newest = takewhile(lambda told: told.position == last.position and told.seat is not None, reversed(situation.told))
    together = [say_it(told.said) for told in newest][::-1]
    while len(together) > 1 and sum(map(len, together)) > SHORT:
        together.pop(0)
    face, card = pips(record.before, record.action), _card_met(record) or _card_drawn(record)
    return EventShown(
        text=" ".join(together),
        seat=last.seat,
        face=face,
        sign=record.before.sign(record.action),
        card=None if card is None else _card(card, language),
    )


def _card_met(record: ActionRecord) -> Laid | None:
    """Return the card on the board that ended the turn, if one did."""
    if record.after.turn == record.before.turn:
        return None
    cards = record.before.scenery().cards
    return next((cards.get(places[-1]) for places in record.before.stations(record.action).values() if places), None)


def _card_drawn(record: ActionRecord) -> Laid | None:
    """Return the card that an action drew, if it drew one."""
    if record.before.actor != CHANCE or record.before.device is not Device.DRAW:
        return None
    return next((Laid(card) for card in record.before.game.layout.card if card.name == record.action.name), None)


@lru_cache(maxsize=8)
def _race(game: Game) -> int | None:
    """Return the longest way at the start, or None if the game is not a race. Cached: all pictures share it."""
    return max(game.start().to_go(), default=None)


def _chance(situation: Situation, say_it: SayIt) -> tuple[str | None, int | str | None]:
    """Return the device of chance that decides now, or did last, and its last result."""
    last = next((record for record in reversed(situation.history) if _is_drawn(record)), None)
    if situation.state.actor == CHANCE:
        device = situation.state.device
        if last and last.before.device != device:
            last = None
    elif last:
        device = last.before.device
    else:
        return None, None
    return device.value, None if last is None else _face(last, say_it)


def _is_drawn(record: ActionRecord) -> bool:
    return record.before.actor == CHANCE and record.before.device is not Device.TRAP


def _face(record: ActionRecord, say_it: SayIt) -> int | str:
    number = pips(record.before, record.action)
    return say_it(record.before.describe(record.action)) if number is None else number


def _trap(situation: Situation) -> str:
    """Return what the trap is doing, or has just done."""
    if isinstance(situation.ask, Watch):
        return "running"
    last = situation.history[-1] if situation.history else None
    return last.action.verb if last and is_trap(last) else "idle"
