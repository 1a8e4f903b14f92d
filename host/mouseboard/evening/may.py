"""The rights of people: the only place that decides them. `changes.py` and the referee decide what is possible now.

Each phone is told its own rights as `Allowed`, so that its page need not work them out.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

import msgspec
from msgspec.structs import replace

from mouseboard.evening.changes import OTHERS, Changed, StoodIn, after
from mouseboard.evening.guests import Guest, Role
from mouseboard.evening.refusals import Refusal, Refused, forbidden
from mouseboard.evening.requests import (
    AllIsWell,
    AnswerRequest,
    AskForSeat,
    AskHint,
    Begin,
    ChangeSeat,
    ChangeWish,
    HandOver,
    HandRequest,
    LeaveGame,
    LeaveSeat,
    MovePiece,
    PauseGame,
    PlayAgain,
    PlayFor,
    PressButton,
    Request,
    Resume,
    SeeGames,
    SeeHealth,
    SeeInvitation,
    StopTrap,
    TakeAction,
    TakeSeat,
    Undo,
    UseTable,
)
from mouseboard.evening.seats import NO_HELP, Seats
from mouseboard.evening.wish import WishChange
from mouseboard.referee.last import whose_turn
from mouseboard.referee.offers import asides, can_pause, can_stop, can_undo, choose, is_doubted, undoable
from mouseboard.referee.situation import (
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
)
from mouseboard.rules import Action
from mouseboard.rules.parley import ACCEPT
from mouseboard.say import say

HOST_ONLY = forbidden(say("Only the host can do that."))
NOT_LEADING = forbidden(say("Only the big screen and the first player can do that."))
ONLY_WATCHING = forbidden(say("You are watching. Join with the code to play!"))
NO_SEAT = forbidden(say("Pick a mouse first."))
NOT_YOURS = forbidden(say("Wait! Somebody else chooses now."))
LOOKS_BACK = forbidden(say("That would look like taking back. Tap the space instead!"))
OTHERS_AGREE = forbidden(say("The others must agree."))
NO_HINTS = forbidden(say("You wanted to play without hints."))
NO_GAME = Refusal(say("No game is on."))


LATEST = 20
"""Decisions that a hand could take back by putting a piece where it was."""


class Moment(msgspec.Struct, frozen=True):
    """What rights depend on: who sits where, what is asked, and the time on the clock of the seats."""

    seats: Seats
    situation: Situation | None = None
    """The newest situation of the game that is on, if there is one."""
    now: float = 0.0


def check(who: Guest, what: Request, moment: Moment) -> None:
    """Raise Refused if somebody may not do this."""
    if refusal := may(who, what, moment):
        raise Refused(refusal)


def may(who: Guest, what: Request, moment: Moment) -> Refusal | None:
    """Return why somebody may not do this, or None if they may."""
    seats, is_host = moment.seats, who.role is Role.HOST
    match what:
        case TakeSeat() | AskForSeat() | LeaveSeat() | PlayFor() | SeeHealth():
            return ONLY_WATCHING if who.only_watches else None
        case SeeInvitation():
            return None if is_host or who.role is Role.SCREEN else HOST_ONLY
        case ChangeSeat(change):
            return _may_change(who, change, seats)
        case UseTable():
            return None if is_host else HOST_ONLY
        case PlayAgain():
            return None if leads(who, seats) or seats.acts_for(who) else NO_SEAT
        case SeeGames() | LeaveGame():
            return None if leads(who, seats) else NOT_LEADING
        case ChangeWish(change, None) if change.is_house_rule:
            return _may_arrange(who, seats)
        case ChangeWish(_, foreign) | Begin(_, foreign) | Resume(_, _, foreign):
            if not leads(who, seats):
                return NOT_LEADING
            return None if foreign is None or is_host else forbidden(foreign)
        case (
            TakeAction()
            | PressButton()
            | Undo()
            | PauseGame()
            | StopTrap()
            | AskHint()
            | AllIsWell()
            | MovePiece()
            | HandOver()
        ):
            return _may_play(who, what, moment)
    assert_never(what)


# Seats and the lobby.


def leads(who: Guest, seats: Seats) -> bool:
    """Return whether somebody may choose, start and end a game: the host, or the leader."""
    return who.role is Role.HOST or (seats.leader is not None and seats.holder(seats.leader) == who)


def _may_arrange(who: Guest, seats: Seats) -> Refusal | None:
    """People with a seat may set house rules and seats, because nobody may be able to point at the host's screen.

    It may be a TV; the server cannot know.
    """
    if who.only_watches:
        return ONLY_WATCHING
    return None if seats.has_seat(who) else NO_SEAT


def _may_change(who: Guest, change: Changed, seats: Seats) -> Refusal | None:
    """The host may change all seats, the leader those in the lobby, and players there those that no other phone has.

    Somebody who has led for a moment leaves a seat that was their own: that frees nobody else's.
    """
    if who.role is Role.HOST:
        return None
    if seats.game is not None:
        return HOST_ONLY
    if seats.holder(change.seat) not in (None, who) and not leads(who, seats):
        return NOT_LEADING
    if change == Changed(change.seat, free=True):
        return Refusal(OTHERS)
    return _may_arrange(who, seats)


# The game that is on.


def undoes_for(who: Guest, seats: Seats, now: float) -> frozenset[int]:
    """Return the seats whose decisions somebody may ask to take back.

    The host speaks for everybody. A player who helps others out takes back only their own choices.
    """
    return seats.people if who.role is Role.HOST else speaks_for(who, seats, now)


def agrees_for(who: Guest, seats: Seats, now: float) -> frozenset[int]:
    """Return the seats for which somebody agrees to a takeback.

    At a real table the host stands beside it, where a button could agree for all.
    """
    is_at_table = who.role is Role.HOST and not seats.needs_phone
    return seats.people if is_at_table else _in_earnest(who, seats, now)


def speaks_for(who: Guest, seats: Seats, now: float) -> frozenset[int]:
    """Return the seats for which somebody may end the game by a word. A player speaks for no other player."""
    own = seats.of(who)
    return frozenset({own}) if own is not None and who.role is not Role.HOST else _in_earnest(who, seats, now)


def _in_earnest(who: Guest, seats: Seats, now: float) -> frozenset[int]:
    """Return the seats that somebody acts for, without those of phones that may just reload their page."""
    acting = seats.acts_for(who)
    return frozenset(n for n in acting if seats.holder(n) in (None, who) or seats.away(n, now) is not None)


def _may_play(who: Guest, what: AnswerRequest | HandRequest, moment: Moment) -> Refusal | None:
    """Players may say what is on the table. The player who is asked may decide. Anybody there may stop the trap."""
    seats, situation, acting = moment.seats, moment.situation, moment.seats.acts_for(who)
    if who.only_watches:
        return ONLY_WATCHING
    if situation is None:
        return NO_GAME
    if isinstance(what, StopTrap):
        return None
    if not acting and who.role is not Role.HOST:
        return NO_SEAT
    match what:
        case TakeAction(notation):
            chosen = choose(situation, notation)
            return _may_decide(who, chosen.action, moment) if chosen else None
        case PressButton(button):
            return _may_press(who, what, situation.ask, moment) if _decides(button, situation) else None
        case AskHint():
            return _may_hint(situation, acting, seats)
        case MovePiece():
            others = seats.people - acting
            return _may_move(what, situation, acting, others, who.role is Role.HOST)
        case Undo() | PauseGame() | AllIsWell() | HandOver():
            return None
    assert_never(what)


def _decides(button: str, situation: Situation) -> bool:
    """Return whether a button decides something now; that pieces stand the other way round anybody may say."""
    return button == "b" or not is_doubted(situation)


def _may_press(who: Guest, press: PressButton, ask: object, moment: Moment) -> Refusal | None:
    if isinstance(ask, Consent):
        agrees = agrees_for(who, moment.seats, moment.now)
        is_own = ask.seat in agrees if ask.seat is not None else who.role is Role.HOST
        gives_up = press.button == "a" and is_own
        return None if not ask.waiting or agrees.intersection(ask.waiting) or gives_up else OTHERS_AGREE
    return _may_decide(who, _pointed(press, ask), moment)


def _pointed(press: PressButton, ask: object) -> Action | None:
    """Return the option that a button takes, if it takes one."""
    match press.button, ask:
        case "b", Choose(_, actions, int(pointed)):
            return actions[pointed]
        case "b", Choose(_, (action,)):
            return action
    return None


def _may_decide(who: Guest, action: Action | None, moment: Moment) -> Refusal | None:
    """A decision needs somebody who acts for the seat. Giving up or a draw needs somebody who speaks for it, too."""
    seats, situation = moment.seats, moment.situation
    assert situation
    seat = asked_seat(situation)
    if seat is not None and seat not in seats.acts_for(who):
        return NOT_YOURS
    is_word = action is not None and action in (*asides(situation), ACCEPT)
    if is_word and situation.state.actor not in speaks_for(who, seats, moment.now):
        mouse = situation.state.game.mice[situation.state.actor or 0]
        return forbidden(say("Only {mouse} can say that.", mouse=mouse))
    return None


def asked_seat(situation: Situation) -> int | None:
    """Return the seat that must decide, or None if the question is for everybody."""
    match situation.ask:
        case Choose(seat) | Roll(seat):
            return seat
        case Move() | Mend() | Suspect() | Who() | Consent() | Paused() | Do() | Watch() | Trouble() | None:
            return None  # anybody may say what is on the table
        case unknown:
            assert_never(unknown)


def _may_hint(situation: Situation, acting: frozenset[int], seats: Seats) -> Refusal | None:
    match situation.ask:
        case Choose(seat) if seat not in acting:
            return NOT_YOURS
        case Choose(seat) if seats.seats[seat].help == NO_HELP:
            return NO_HINTS
    return None


def _may_move(
    move: MovePiece, situation: Situation, acting: frozenset[int], others: frozenset[int], is_host: bool
) -> Refusal | None:
    """Refuse hands that would decide for players of other seats, or take back something of theirs.

    Their pieces may go to where the table asks for one of theirs, and in one's own turn to where a choice takes them.
    """
    state, ask, piece = situation.state, situation.ask, move.piece
    theirs = state.game.owned({*range(state.game.players)} - acting)
    steps = ask.steps if isinstance(ask, Move | Mend) else ()
    if any((step.piece == piece or step.piece in theirs) and step.target == move.to for step in steps):
        return None
    stands, here = state.placement(), state.placement().get(piece)
    chosen = [state.after(action).placement() for action in state.actions()]
    looks_chosen = any(_looks_like(move, stands, then) for then in chosen)
    if state.actor in acting:
        leads_to_choice = any(
            move.to == then.get(piece) or (move.to is None and then.get(piece) != here) for then in chosen
        )
        if move.to == here or leads_to_choice or (looks_chosen and piece not in theirs):
            return LOOKS_BACK if _puts_back_what_was_taken(move, situation, others) else None
    elif looks_chosen and (move.to != here or situation.standing.get(piece) == here):  # it is lifted first
        return NOT_YOURS
    is_own = piece not in theirs or (is_host and not isinstance(ask, Choose))
    takes_back = _moves_back(move, situation, others) or _puts_back_what_was_taken(move, situation, others)
    return None if is_own and not takes_back else NOT_YOURS


def _looks_like(move: MovePiece, stands: Mapping[str, str], then: Mapping[str, str]) -> bool:
    """Return whether a table, which feels only that something stands on a place, could take this for the choice."""
    before, after = {*stands.values()}, {*then.values()}
    return move.to in after - before or stands.get(move.piece) in before - after


def _moves_back(move: MovePiece, situation: Situation, others: frozenset[int]) -> bool:
    """Return whether one of the others moved this piece away from there."""
    return any(
        record.before.placement().get(move.piece) == move.to != record.after.placement().get(move.piece)
        for record in situation.history[-LATEST:]
        if record.seat in others
    )


def _puts_back_what_was_taken(move: MovePiece, situation: Situation, others: frozenset[int]) -> bool:
    """Return whether a piece enters where one of the others took one. The table could not tell it from that one."""
    enters = move.piece not in situation.state.placement()
    return enters and any(
        place == move.to and piece not in record.after.placement()
        for record in situation.history[-LATEST:]
        if record.seat in others
        for piece, place in record.before.placement().items()
    )


# The rights in `event: you`.


class Allowed(msgspec.Struct, frozen=True):
    """The rights of somebody now, for their page."""

    answer: bool = False
    """Answer what is asked now: they act for the seat that must decide, or it is for everybody who plays."""
    agree: bool = False
    """Agree to the takeback that is asked about, or refuse it."""
    give_up: bool = False
    """Give up their own wish to take back."""
    undo: bool = False
    pause: bool = False
    stop: bool = False
    """Stop the trap, which runs: whoever stands beside it may, with a seat or without."""
    hint: bool = False
    again: bool = False
    """Play again, or say that they are ready to."""
    sit: bool = False
    """Pick a seat, if they have none: a guest who does not only watch."""
    rules: bool = False
    """Set the house rules of the lobby's game."""
    change: tuple[int, ...] = ()
    """The seats on which they may change who plays. In the lobby the next free one is a seat, too."""
    play_for: tuple[int, ...] = ()
    """The seats of people for whom they may play on."""
    play: bool = False
    """Say what is on the table, and move the pieces of a simulated one."""
    word: bool = False
    """Give up, or offer a draw."""
    table: bool = False
    """Use the table as the host does."""


def allowed(who: Guest, moment: Moment, moves_by_page: bool = False) -> Allowed:
    """Return what somebody may do now. `moves_by_page` tells whether people move all pieces on their pages."""

    def can(what: Request) -> bool:
        return may(who, what, moment) is None

    seats, situation = moment.seats, moment.situation
    opens = seats.game is None and seats.free > 0
    rights = Allowed(
        again=seats.is_over and can(PlayAgain()),
        sit=who.role is Role.GUEST,
        rules=seats.game is None and can(ChangeWish(WishChange())),
        change=tuple(n for n in range(len(seats) + opens) if can(ChangeSeat(Changed(n, help=NO_HELP)))),
        play_for=tuple(n for n in range(len(seats)) if _is_left_to(who, n, moment)),
        table=can(UseTable()),
    )
    if situation is None:
        return rights
    is_takeback, undone = isinstance(situation.ask, Consent), undoes_for(who, seats, moment.now)
    return replace(
        rights,
        play=can(HandOver()),
        answer=can(AllIsWell()) and _is_asked(who, situation, moment, moves_by_page),
        word=isinstance(situation.ask, Choose) and situation.ask.seat in speaks_for(who, seats, moment.now),
        agree=is_takeback and can(PressButton("b")),
        give_up=is_takeback and can(PressButton("a")),
        undo=can(Undo()) and can_undo(situation) and undoable(situation, undone) is not None,
        pause=can(PauseGame()) and can_pause(situation),
        stop=can(StopTrap()) and can_stop(situation),
        hint=isinstance(situation.ask, Choose) and can(AskHint()),
    )


def _is_left_to(who: Guest, seat: int, moment: Moment) -> bool:
    """Return whether somebody is offered to play for the person on a seat, because nobody does.

    Whoever needs a seat may be that person, come back as somebody unknown. Others are offered it only after a while.
    """
    seats, now = moment.seats, moment.now
    waits = seats.has_seat(who) and seats.away(seat, now) is None
    if waits or seat in seats.acts_for(who) or may(who, PlayFor(seat), moment):
        return False
    return isinstance(after(seats, StoodIn(who, seat), now), Seats)


def _is_asked(who: Guest, situation: Situation, moment: Moment, moves_by_page: bool) -> bool:
    """Return whether what is asked is for them: for the seat that decides, or for all who play.

    A move on the page is for the phone of the seat whose turn it is, while that is here.
    """
    seat = None if situation.fault or not situation.connected else asked_seat(situation)
    turn = whose_turn(situation)
    if isinstance(situation.ask, Move) and moves_by_page and situation.history and turn is not None:
        is_here = moment.seats.holder(turn) is not None and moment.seats.away(turn, moment.now) is None
        seat = turn if is_here else None
    return seat is None or seat in moment.seats.acts_for(who)
