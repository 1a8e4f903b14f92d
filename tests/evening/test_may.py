"""Who may do what: one function decides it, and each phone is told its own rights."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import asdict, replace
from tests.web.shown import after, played

from mouseboard import rules
from mouseboard.evening.changes import Changed
from mouseboard.evening.guests import Guest, Role
from mouseboard.evening.may import (
    HOST_ONLY,
    LOOKS_BACK,
    NO_SEAT,
    NOT_LEADING,
    NOT_YOURS,
    ONLY_WATCHING,
    Moment,
    allowed,
    may,
)
from mouseboard.evening.refusals import Why
from mouseboard.evening.requests import (
    AllIsWell,
    AskHint,
    Begin,
    ChangeSeat,
    ChangeWish,
    LeaveGame,
    MovePiece,
    PauseGame,
    PlayAgain,
    PlayFor,
    PressButton,
    Request,
    SeeGames,
    SeeHealth,
    SeeInvitation,
    StopTrap,
    TakeAction,
    TakeSeat,
    Undo,
    UseTable,
)
from mouseboard.evening.seats import Seat, Seats, Takes
from mouseboard.evening.wish import WishChange
from mouseboard.referee.last import whose_turn
from mouseboard.referee.situation import Choose, Consent, Mend, Move, Situation
from mouseboard.rules import Action
from mouseboard.table import Step

HOST, SCREEN, WATCHER = Guest("host", Role.HOST), Guest("screen", Role.SCREEN, 1), Guest("watcher", Role.SPECTATOR, 2)
RED, BLUE, SEATLESS = Guest("red", Role.GUEST, 3), Guest("blue", Role.GUEST, 4), Guest("new", Role.GUEST, 5)
HERE = frozenset(guest.token for guest in (HOST, RED, BLUE, SEATLESS))


def moment(**changes: Any) -> Moment:
    """Return Red's turn in barriers. Both phones and the host are here, at a simulated table."""
    situation = after("barriers", 2, 2)
    takes = Takes.of(situation.state.game)
    seats = Seats(
        takes, (Seat(holder=RED), Seat(holder=BLUE)), game=1, needs_phone=True, here=HERE, hosts=frozenset({"host"})
    )
    asked = {name: changes.pop(name) for name in ("ask", "over") if name in changes}
    return Moment(replace(seats, **changes), replace(situation, **asked))


def choice(situation: Situation) -> str:
    return str(situation.state.actions()[0])


@pytest.mark.parametrize(
    ("what", "refused"),
    [
        (TakeSeat(0), {SCREEN: ONLY_WATCHING, WATCHER: ONLY_WATCHING}),
        (PlayFor(0), {SCREEN: ONLY_WATCHING, WATCHER: ONLY_WATCHING}),
        (SeeHealth(), {SCREEN: ONLY_WATCHING, WATCHER: ONLY_WATCHING}),
        (SeeInvitation(), {WATCHER: HOST_ONLY, RED: HOST_ONLY, BLUE: HOST_ONLY, SEATLESS: HOST_ONLY}),
        (UseTable(), dict.fromkeys((SCREEN, WATCHER, RED, BLUE, SEATLESS), HOST_ONLY)),
        (ChangeSeat(Changed(0, "random")), dict.fromkeys((SCREEN, WATCHER, RED, BLUE, SEATLESS), HOST_ONLY)),
        (LeaveGame(), dict.fromkeys((SCREEN, WATCHER, BLUE, SEATLESS), NOT_LEADING)),
        (SeeGames(), dict.fromkeys((SCREEN, WATCHER, BLUE, SEATLESS), NOT_LEADING)),
        (Begin(), dict.fromkeys((SCREEN, WATCHER, BLUE, SEATLESS), NOT_LEADING)),
        (PlayAgain(), dict.fromkeys((SCREEN, WATCHER, SEATLESS), NO_SEAT)),
        (Undo(), {SCREEN: ONLY_WATCHING, WATCHER: ONLY_WATCHING, SEATLESS: NO_SEAT}),
        (StopTrap(), {SCREEN: ONLY_WATCHING, WATCHER: ONLY_WATCHING}),
        (PauseGame(), {SCREEN: ONLY_WATCHING, WATCHER: ONLY_WATCHING, SEATLESS: NO_SEAT}),
        (AllIsWell(), {SCREEN: ONLY_WATCHING, WATCHER: ONLY_WATCHING, SEATLESS: NO_SEAT}),
        (
            TakeAction(choice(after("barriers", 2, 2))),
            {SCREEN: ONLY_WATCHING, WATCHER: ONLY_WATCHING, SEATLESS: NO_SEAT, HOST: NOT_YOURS, BLUE: NOT_YOURS},
        ),
        (
            PressButton("b"),
            {SCREEN: ONLY_WATCHING, WATCHER: ONLY_WATCHING, SEATLESS: NO_SEAT, HOST: NOT_YOURS, BLUE: NOT_YOURS},
        ),
    ],
)
def test_only_these_are_refused_in_a_game_with_two_phones(what: Request, refused: dict[Guest, object]) -> None:
    at = moment()
    assert isinstance(at.situation and at.situation.ask, Choose)
    for who in (HOST, SCREEN, WATCHER, RED, BLUE, SEATLESS):
        assert may(who, what, at) == refused.get(who), who


def test_the_host_acts_for_people_without_a_phone() -> None:
    at = moment(seats=(Seat(), Seat(holder=BLUE)))
    assert at.situation
    first = TakeAction(choice(at.situation))
    assert (may(HOST, first, at), may(BLUE, first, at)) == (None, NOT_YOURS)
    assert allowed(HOST, at).answer and not allowed(BLUE, at).answer


def test_nobody_gets_a_hint_who_wanted_none() -> None:
    at = moment()
    refusal = may(RED, AskHint(), at)
    assert refusal and refusal.why is Why.FORBIDDEN
    assert may(RED, AskHint(), moment(seats=(Seat(holder=RED, help="hints"), Seat(holder=BLUE)))) is None


def test_the_page_moves_only_ones_own_pieces_and_those_that_are_asked_for() -> None:
    at = moment()
    assert may(RED, MovePiece("red", None), at) is None
    assert may(BLUE, MovePiece("red", None), at) == NOT_YOURS
    asked = moment(ask=Mend((Step("red", None, "d1"),)))
    assert may(BLUE, MovePiece("red", "d1"), asked) is None
    assert may(BLUE, MovePiece("red", "d2"), asked) == NOT_YOURS


def test_no_hand_captures_for_the_player_whose_turn_it_is() -> None:
    for situation in played("draughts", 2):
        captures = [
            action
            for action in situation.state.actions()
            if situation.state.after(action).placement().keys() < situation.state.placement().keys()
        ]
        if situation.state.actor == 1 and captures:
            break
    else:
        pytest.fail("White captures nothing in this game")
    asked = replace(situation, ask=Choose(1, situation.state.actions()))
    (taken,) = situation.state.placement().keys() - situation.state.after(captures[0]).placement().keys()
    at = replace(moment(), situation=asked)
    assert may(RED, MovePiece(taken, None), at) == NOT_YOURS
    assert may(BLUE, MovePiece(taken, None), at) is None

    mover = next(piece for piece, place in situation.state.placement().items() if place == str(captures[0])[:2])
    slow = replace(at, situation=replace(asked, ask=Mend((Step(mover, "h8", "a1"),))))  # the capture is not whole yet
    assert may(BLUE, MovePiece(taken, None), slow) is None
    assert may(RED, MovePiece(taken, None), slow) == NOT_YOURS


def test_no_hand_does_what_the_table_could_take_for_a_choice_of_the_player_whose_turn_it_is() -> None:
    start = rules.load("morris", 2, first="seat0").start()
    at = replace(moment(), situation=Situation(start, Choose(0, start.actions())))
    assert may(BLUE, MovePiece("black-man-4", "a7"), at) == NOT_YOURS
    assert may(RED, MovePiece("white-man-4", "a7"), at) is None
    state = start
    for place in ("a7", "b4", "d7", "e4", "g7"):
        state = state.after(next(action for action in state.actions() if str(action) == place))
    taking = replace(moment(), situation=Situation(state, Choose(0, state.actions()), standing=state.placement()))
    assert taking.situation
    man = next(piece for piece, place in state.placement().items() if place == "b4")
    for target in (None, "a1", "e4", "b4"):
        assert may(BLUE, MovePiece(man, target), taking) == NOT_YOURS, target
    fallen = replace(taking, situation=replace(taking.situation, standing={}))
    assert may(BLUE, MovePiece(man, "b4"), fallen) is None  # it is put back where it belongs
    assert may(RED, MovePiece(man, None), taking) is None


def test_no_hand_lifts_what_another_player_has_just_put() -> None:
    situation = after("morris", 2, 1)
    at = replace(moment(), situation=replace(situation, ask=Choose(1, situation.state.actions())))
    (piece,) = situation.state.placement()
    assert situation.history[0].seat == 0
    assert may(BLUE, MovePiece(piece, None), at) == NOT_YOURS


def test_no_hand_puts_back_what_another_player_took() -> None:
    for situation in played("morris", 2):
        if situation.history and situation.state.actor == 1:
            last = situation.history[-1]
            taken = last.before.placement().keys() - last.after.placement().keys()
            if last.seat == 0 and taken:
                break
    else:
        pytest.fail("White takes nothing in this game")
    (piece,) = taken
    back = MovePiece(piece, last.before.placement()[piece])
    at = replace(moment(), situation=replace(situation, ask=Choose(1, situation.state.actions())))
    assert may(BLUE, back, at) == LOOKS_BACK
    man = next(man for man in ("black-man-9", "black-man-8") if man not in situation.state.placement())
    assert may(BLUE, replace(back, piece=man), at) == LOOKS_BACK  # the table feels that a man stands there, not which
    free = next(str(action) for action in situation.state.actions() if str(action) != back.to)
    assert may(BLUE, MovePiece(man, free), at) is None
    alone = replace(at.seats, seats=(Seat(), Seat(holder=BLUE)), needs_phone=False)
    assert may(HOST, back, replace(at, seats=alone)) == NOT_YOURS  # it is Black's turn, on Black's phone
    everybody = replace(at.seats, seats=(Seat(), Seat()), needs_phone=False)
    assert may(HOST, back, replace(at, seats=everybody)) is None


def test_nobody_agrees_or_takes_back_for_a_phone_that_may_just_reload() -> None:
    left = (Seat(holder=RED), Seat(holder=BLUE, stand_in=SEATLESS))
    at = moment(seats=left, here=HERE - {"blue"}, gone={"blue": 100.0}, ask=Consent(0, (), {}, (1,)))
    early, late = (allowed(SEATLESS, replace(at, now=now)) for now in (105.0, 111.0))
    assert (early.agree, late.agree) == (False, True)
    chosen = moment(seats=left, here=HERE - {"blue"}, gone={"blue": 100.0})
    assert [allowed(SEATLESS, replace(chosen, now=now)).undo for now in (105.0, 111.0)] == [False, True]


def test_only_those_who_are_waited_for_agree_and_whoever_asks_may_give_up() -> None:
    at = moment(ask=Consent(0, (), {}, (1,)))
    rights = {who.token: allowed(who, at) for who in (HOST, RED, BLUE)}
    assert [rights[name].agree for name in ("host", "red", "blue")] == [False, False, True]
    assert rights["red"].give_up and not rights["host"].give_up


def test_the_host_agrees_for_everybody_only_at_a_real_table() -> None:
    for simulated in (True, False):
        at = moment(ask=Consent(0, (), {}, (1,)), needs_phone=simulated)
        assert allowed(HOST, at).agree is not simulated


def test_a_player_who_helps_out_takes_back_only_their_own_choices() -> None:
    helped = (Seat(holder=RED), Seat(holder=BLUE, stand_in=RED))
    at = moment(seats=helped, here=HERE - {"blue"})
    assert at.seats.acts_for(RED) == {0, 1}
    assert allowed(RED, at).undo
    only_blue_chose = replace(at, situation=replace(after("barriers", 2, 1), ask=None))
    assert only_blue_chose.situation and only_blue_chose.situation.history[-1].seat == 0
    assert not allowed(BLUE, replace(at, situation=after("barriers", 2, 1))).undo


def test_whoever_sits_is_offered_to_play_for_others_only_after_a_while() -> None:
    at = moment(here=HERE - {"blue"}, gone={"blue": 100.0})
    assert allowed(RED, replace(at, now=105.0)).play_for == ()
    assert allowed(RED, replace(at, now=111.0)).play_for == (1,)
    assert allowed(WATCHER, replace(at, now=111.0)).play_for == ()


def test_whoever_has_no_seat_is_offered_at_once_to_be_somebody_whose_phone_is_gone() -> None:
    at = moment(here=HERE - {"blue"}, gone={"blue": 100.0})
    assert allowed(SEATLESS, replace(at, now=100.5)).play_for == (1,)
    helped = moment(
        here=HERE - {"blue"}, gone={"blue": 100.0}, seats=(Seat(holder=RED), Seat(holder=BLUE, stand_in=RED))
    )
    assert allowed(SEATLESS, replace(helped, now=111.0)).play_for == (1,)  # a helper with a seat makes room
    assert allowed(HOST, replace(helped, now=111.0)).play_for == ()


def test_a_move_on_the_page_is_for_the_phone_whose_turn_it_is() -> None:
    at = moment(ask=Move((Step("red", None, "d2"),)))
    assert at.situation
    turn = whose_turn(at.situation)
    rights = [allowed(who, at, moves_by_page=True).answer for who in (RED, BLUE)]
    assert rights == [turn == 0, turn == 1]
    assert allowed(BLUE, at).answer and allowed(RED, at).answer  # at a real table anybody's hands may


def test_every_player_changes_the_seats_in_the_lobby_that_no_other_phone_has() -> None:
    lobby = replace(moment().seats, game=None, needs_phone=False)
    at = Moment(replace(lobby, seats=(*lobby.seats, Seat("random")), takes=replace(lobby.takes, counts=(2, 3, 4))))
    changed = {who.token: allowed(who, at).change for who in (HOST, RED, BLUE, SEATLESS, WATCHER, SCREEN)}
    every = (0, 1, 2, 3)  # the last one is free
    assert changed == {"host": every, "red": every, "blue": (1, 2, 3), "new": (), "watcher": (), "screen": ()}
    assert may(BLUE, ChangeSeat(Changed(0, kind="random", was="red")), at) == NOT_LEADING
    assert may(SEATLESS, ChangeSeat(Changed(2, kind="person")), at) == NO_SEAT
    assert may(WATCHER, ChangeSeat(Changed(2, kind="person")), at) == ONLY_WATCHING
    assert [allowed(who, at).sit for who in (HOST, RED, WATCHER, SEATLESS)] == [False, True, False, True]
    assert may(RED, ChangeSeat(Changed(1, free=True)), at) is not None  # it was meant for a seat of their own
    assert may(RED, ChangeSeat(Changed(1, free=True, was="blue")), at) is None


def test_every_player_sets_house_rules_while_the_host_and_the_leader_choose_the_game_and_the_table() -> None:
    at = Moment(replace(moment().seats, game=None))
    everybody = (HOST, RED, BLUE, SEATLESS, WATCHER, SCREEN)
    for rule in (WishChange(options={"handicap": 1}), WishChange(dice="own"), WishChange(quiet=True)):
        refused = [may(who, ChangeWish(rule), at) for who in everybody]
        assert refused == [None, None, None, NO_SEAT, ONLY_WATCHING, ONLY_WATCHING]
    for choice_of in (WishChange(game="classic", quiet=True), WishChange(table="auto")):
        refused = [may(who, ChangeWish(choice_of), at) for who in everybody]
        assert refused == [None, None, *[NOT_LEADING] * 4]
    assert [allowed(who, at).rules for who in everybody] == [True, True, True, False, False, False]
    assert not allowed(HOST, moment()).rules  # a game is on


def test_a_spectator_is_told_of_no_right() -> None:
    for at in (moment(), Moment(replace(moment().seats, game=None))):
        for who in (WATCHER, SCREEN):
            assert not any(asdict(allowed(who, at)).values())


def test_giving_up_needs_somebody_who_speaks_for_the_seat() -> None:
    game = rules.load("draughts", 2)
    situation = Situation(game.start(), Choose(0, game.start().actions()), standing=game.start().placement())
    seats = (Seat(holder=RED, stand_in=BLUE), Seat(holder=BLUE))
    at = Moment(Seats(Takes.of(game), seats, game=1, here=HERE - {"red"}, gone={"red": 0.0}), situation, 60.0)
    resign = TakeAction(str(Action("resign")))
    assert may(BLUE, TakeAction(str(game.start().actions()[0])), at) is None
    refusal = may(BLUE, resign, at)
    assert refusal and refusal.why is Why.FORBIDDEN
    assert not allowed(BLUE, at).word


def test_the_host_gives_up_for_no_phone_that_may_just_reload() -> None:
    game = rules.load("draughts", 2)
    situation = Situation(game.start(), Choose(0, game.start().actions()), standing=game.start().placement())
    seats = Seats(
        Takes.of(game),
        (Seat(holder=RED, stand_in=HOST), Seat(holder=BLUE)),
        game=1,
        here=HERE - {"red"},
        gone={"red": 100.0},
        hosts=frozenset({"host"}),
    )
    assert [allowed(HOST, Moment(seats, situation, now)).word for now in (105.0, 111.0)] == [False, True]
