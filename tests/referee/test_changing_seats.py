"""In mid-game a computer may take over a seat from a person, and a person from a computer."""

from __future__ import annotations

from pathlib import Path

from tests.referee.evening import play
from tests.referee.sitting import sitting, virtual

from mouseboard import rules
from mouseboard.players import RandomPlayer
from mouseboard.referee.situation import Choose, Consent, Move, Pause, Paused, Reseated, Roll, TakeBack
from mouseboard.store import AT_TABLE, DRAWN, PERSON, Seated, Source

BARRIERS, CLASSIC = rules.load("barriers", 2, first="seat0"), rules.load("classic", 2)


@virtual
async def test_a_computer_that_takes_a_seat_answers_the_open_question(tmp_path: Path) -> None:
    async with sitting(tmp_path, BARRIERS) as sat:
        await sat.asked(Choose, lambda ask: ask.seat == 0)
        sat.seating.change(BARRIERS, Seated(("random", PERSON), AT_TABLE))
        sat.answer(Reseated())
        await sat.until(lambda: len(sat.played) == 1)
        assert sat.sources[0][1] is Source.COMPUTER


class Engine(RandomPlayer):
    """A computer player that holds something."""

    def __init__(self) -> None:
        self.is_closed = False

    def close(self) -> None:
        self.is_closed = True


@virtual
async def test_a_computer_player_that_loses_its_seat_is_closed(tmp_path: Path) -> None:
    engine = Engine()
    async with sitting(tmp_path, BARRIERS, seats=[None, engine]) as sat:
        await sat.asked(Choose, lambda ask: ask.seat == 0)
        assert not engine.is_closed
        sat.seating.change(BARRIERS, Seated((PERSON, PERSON), AT_TABLE))
        assert engine.is_closed


def test_computer_players_are_closed_when_the_match_is_over(tmp_path: Path) -> None:
    engines = [Engine(), Engine()]
    play(tmp_path, BARRIERS, seats=engines)
    assert all(engine.is_closed for engine in engines)


@virtual
async def test_a_person_who_takes_a_computer_s_seat_is_asked_from_its_next_turn_on(tmp_path: Path) -> None:
    async with sitting(tmp_path, BARRIERS) as sat:
        await sat.asked(Choose, lambda ask: ask.seat == 0)
        sat.seating.change(BARRIERS, Seated((PERSON, "random"), AT_TABLE))
        sat.answer(Reseated())
        await sat.asked(Choose, lambda ask: ask.seat == 0)
        sat.seating.change(BARRIERS, Seated((PERSON, PERSON), AT_TABLE))
        sat.answer("d2")
        await sat.put("red", "d2")
        await sat.asked(Choose, lambda ask: ask.seat == 1)


@virtual
async def test_the_die_is_drawn_for_a_seat_where_nobody_rolls_any_more(tmp_path: Path) -> None:
    async with sitting(tmp_path, CLASSIC) as sat:
        await sat.asked(Roll)
        sat.seating.change(CLASSIC, Seated((PERSON, PERSON), DRAWN))
        sat.answer(Reseated())
        await sat.until(lambda: len(sat.played) == 1)
        assert sat.sources[0][1] is Source.DRAWN


@virtual
async def test_a_change_of_seats_does_not_disturb_a_move_by_hand(tmp_path: Path) -> None:
    async with sitting(tmp_path, BARRIERS) as sat:
        await sat.asked(Choose)
        sat.answer("d2")
        await sat.asked(Move)
        sat.seating.change(BARRIERS, Seated((PERSON, "random"), AT_TABLE))
        sat.answer(Reseated())
        await sat.put("red", "d2")
        await sat.until(lambda: len(sat.played) == 2)
        assert sat.sources[1][1] is Source.COMPUTER


@virtual
async def test_a_computer_that_takes_a_seat_in_a_pause_answers_the_open_question(tmp_path: Path) -> None:
    async with sitting(tmp_path, BARRIERS) as sat:
        await sat.asked(Choose, lambda ask: ask.seat == 0)
        sat.answer(Pause())
        await sat.asked(Paused)
        sat.seating.change(BARRIERS, Seated(("random", PERSON), AT_TABLE))
        sat.answer(Reseated())
        sat.answer(Pause())
        await sat.until(lambda: len(sat.played) == 1)
        assert sat.sources[0][1] is Source.COMPUTER


@virtual
async def test_a_computer_that_takes_the_last_other_seat_agrees_to_what_is_asked(tmp_path: Path) -> None:
    game = rules.load("revised", 2)
    before = [("roll2", Source.ROLLED), ("decline", Source.PLAYER), ("roll4", Source.ROLLED)]
    async with sitting(tmp_path, game, before) as sat:
        await sat.asked(Choose, lambda ask: ask.seat == 1)
        sat.answer(TakeBack())
        await sat.asked(Consent)
        sat.seating.change(game, Seated((PERSON, "random"), AT_TABLE))
        sat.answer(Reseated())
        await sat.asked(Move)
        assert [str(record.action) for record in sat.situation.history] == ["roll2"]


@virtual
async def test_a_computer_that_takes_a_seat_during_a_request_for_consent_plays_on_if_others_refuse(
    tmp_path: Path,
) -> None:
    game = rules.load("revised", 3)
    before = [("roll2", Source.ROLLED), ("decline", Source.PLAYER), ("roll4", Source.ROLLED)]
    async with sitting(tmp_path, game, before) as sat:
        await sat.asked(Choose, lambda ask: ask.seat == 1)
        sat.answer(TakeBack())
        await sat.asked(Consent)
        sat.seating.change(game, Seated((PERSON, "random", PERSON), AT_TABLE))
        sat.answer(Reseated())
        await sat.press("a")
        await sat.until(lambda: len(sat.played) == 1)
        assert sat.sources[-1][1] is Source.COMPUTER
        assert ("red, nothing is taken back. Play on!", 0) in [(str(told.said), told.to) for told in sat.situation.told]
