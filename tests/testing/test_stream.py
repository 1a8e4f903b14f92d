"""A stream keeps what a table felt beside what was true, and its replay tells what the referee makes of it."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.referee.sitting import sitting, virtual
from tests.rules.morris import moments as morris

from mouseboard import rules, store
from mouseboard.match.recording import BadRecording
from mouseboard.referee.inbox import Inbox
from mouseboard.referee.situation import Choose
from mouseboard.table import Missed, PlaceChanged
from mouseboard.testing.stream import Frame, Recorder, Understood, read, replay

SETUP = '{"game":"morris","players":2}'
EMPTY = f"{SETUP}\n0 start\n"
TEXT = Path(__file__).with_name("draughts.txt").read_text("utf-8")
KEPT = read(TEXT)
START = "".join(TEXT.splitlines(keepends=True)[:2])
LINED_UP = " ".join(START.splitlines()[1].split()[2:])


def understood(lines: str, start: str = EMPTY) -> Understood:
    """Return what the referee makes of the ply at the end of these lines, which begin on an empty board of morris."""
    (ply,) = replay(read(start + lines))
    return ply


@virtual
async def test_a_stream_has_what_the_table_felt_and_what_was_true(tmp_path: Path) -> None:
    lines: list[str] = []
    async with sitting(tmp_path, morris.GAME) as sat:
        await sat.asked(Choose)
        recorder = Recorder(sat.inbox, store.replay(sat.journal, sat.number), {}, lines.append)
        await sat.put("white-man-1", "a1")
        await sat.until(lambda: sat.played == ["a1"])
        recorder.ply("a1", "quiet", {"white-man-1": "a1"})
        sat.answer("resign")
        await sat.until(lambda: sat.situation.over)
        recorder.ply("resign", "word", {"white-man-1": "a1"})
    (placed, gave_up) = read("".join(lines)).plies
    assert [frame.occupied for frame in placed.frames] == [{"a1"}]
    assert (placed.action, placed.kind, placed.position) == ("a1", "quiet", {"white-man-1": "a1"})
    assert placed.time - placed.frames[0].time == pytest.approx(0.2, abs=0.02)
    assert gave_up.frames == ()
    assert "said resign" in lines[-2]


@virtual
async def test_a_stream_can_be_read_though_changes_were_lost_and_others_came_late() -> None:
    lines, inbox = list[str](), Inbox()
    recorder = Recorder(inbox, store.from_text(SETUP), {}, lines.append)
    inbox.put_nowait(PlaceChanged("a1", True, 5.0, frozenset({"a1"})))
    inbox.put_nowait(Missed(frozenset({"d1"})))
    inbox.put_nowait(PlaceChanged("g1", True, 4.0, frozenset({"d1", "g1"})))
    recorder.ply("g1", "late", {"white-man-1": "d1", "white-man-2": "g1"})
    (ply,) = read("".join(lines)).plies
    assert [sorted(frame.occupied) for frame in ply.frames] == [["a1"], [], ["d1"], ["d1", "g1"]]


def test_mice_may_share_a_place_at_the_start_of_a_stream() -> None:
    setup = store.setup_text(rules.load("classic", 2))
    assert read(f"{setup}\n0 start red=12 blue=12").start == {"red": "12", "blue": "12"}


def test_a_replay_understands_each_ply_of_a_stream() -> None:
    plies = [*replay(KEPT)]
    assert len({one.ply.kind for one in plies}) == 9
    assert all(one.is_right for one in plies)
    assert [one.told[-1] for one in plies] == [ply.action for ply in KEPT.plies]


def test_the_frames_of_a_ply_lead_from_one_true_position_to_the_next() -> None:
    for ply in KEPT.plies:
        assert ply.frames[-1].occupied == set(ply.position.values())
        assert [frame.time for frame in ply.frames] == sorted(frame.time for frame in ply.frames)


def test_the_time_of_a_change_is_in_seconds() -> None:
    (ply,) = read(f"{EMPTY}2125 closed a1\n4000 ply a1 quiet white-man-1=a1").plies
    assert (ply.time, ply.frames) == (4.0, (Frame(2.125, frozenset({"a1"})),))


def test_a_replay_tells_an_action_that_was_amended() -> None:
    there = LINED_UP.replace("=c3", "=d4")
    changes = "2000 opened c3\n2500 closed b4\n4000 opened b4\n4400 closed d4"
    one = understood(f"{changes}\n8000 ply c3-d4 second-thoughts {there}", START)
    assert one.told == ("c3-b4", "c3-d4")
    assert one.is_right
    assert not one.asked


def test_a_ply_that_the_referee_has_not_understood_is_not_right() -> None:
    assert not understood("2000 closed a1\n6000 ply d1 quiet white-man-1=d1").is_right


def test_a_question_that_is_still_open_is_not_right() -> None:
    one = understood(f"2000 opened c1\n9000 ply c3-d4 knocked-over {LINED_UP}", START)
    assert (one.position, one.asked, one.asks) == (one.ply.position, True, True)
    assert not one.is_right


def test_a_question_that_was_answered_by_hand_is_only_asked_on_the_way() -> None:
    one = understood(f"2000 opened c1\n9000 closed c1\n12000 ply c3-d4 knocked-over {LINED_UP}", START)
    assert (one.asked, one.is_right) == (True, True)


def test_a_replay_hears_what_people_said() -> None:
    one = understood("2000 said resign\n3000 ply resign word")
    assert (one.told, one.is_right) == (("resign",), True)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (SETUP, "line 2: `start` is missing"),
        (f"{SETUP}\n0 closed a1", "line 2: '0 closed a1': `start` comes first"),
        (f"{EMPTY}5 closed h9", "line 3: '5 closed h9': h9 is no place; allowed: a1, d1, g1"),
        (f"{EMPTY}5 lifted a1", "line 3: '5 lifted a1': nothing of that kind is in a stream"),
        (f"{EMPTY}5 ply a9 quiet", "line 3: '5 ply a9 quiet': a9 is no action; allowed: "),
        (f"{EMPTY}5 ply a1 quiet red=a1", "line 3: '5 ply a1 quiet red=a1': red is no piece; allowed: white-man-1"),
        (
            f"{EMPTY}5 ply a1 quiet white-man-1",
            "white-man-1 is no piece with its place; allowed: such as white-man-1=a1",
        ),
        (f"{EMPTY}5 ply a1 white-man-1=a1", "white-man-1=a1 says no manner; allowed: a word, such as quiet"),
        (f"{SETUP}\n0 start =a1", "line 2: '0 start =a1': =a1 is no piece with its place"),
        (f"{SETUP}\n0 start white-man-1=a1 white-man-1=d1", "white-man-1 comes twice; allowed: one place a piece"),
        (f"{SETUP}\n0 start white-man-1=a1 black-man-1=a1", "a1 comes twice; allowed: one piece a place"),
        (f"{SETUP}\nresign\n0 start", "line 3: '0 start': the game is over by then; allowed: a game that goes on"),
        (f"{EMPTY}5 closed a1\n6 closed a1", "line 4: '6 closed a1': a1 is closed already; allowed: `opened a1`"),
        (f"{EMPTY}5 opened a1", "line 3: '5 opened a1': a1 is opened already; allowed: `closed a1`"),
        (f"{EMPTY}5 closed a1\n4 ply a1 quiet white-man-1=a1", "the time goes back; allowed: 5 or later"),
        (f"{EMPTY}soon closed a1", "line 3: 'soon closed a1': a line begins with its time in milliseconds"),
        (f"{SETUP}\n-5 start", "line 2: '-5 start': a line begins with its time in milliseconds; allowed: 0 or more"),
        (f"{SETUP}\n5", "line 2: '5': `start` comes first"),
    ],
)
def test_an_invalid_stream_is_refused_in_one_line_that_names_the_fault(text: str, complaint: str) -> None:
    with pytest.raises(BadRecording) as error:
        read(text)
    assert complaint in str(error.value)
