"""A match is recorded as the table feels it, and a recording can be replayed."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest
from tests.referee.test_signals import BARRIERS, TO_THE_END

from mouseboard import players, rules, store
from mouseboard.actors.match import play_simulated
from mouseboard.actors.table import table_for_game
from mouseboard.layouts.tiles import code
from mouseboard.match import Match, Observer, Running
from mouseboard.match.recording import BadRecording, Recorder, read
from mouseboard.referee.seating import Seating, think_here
from mouseboard.referee.situation import Situation, Stop, TakeBack, Watch
from mouseboard.sim.clock import run_virtual
from mouseboard.store import Journal, Played, Source
from mouseboard.testing.recording import replay
from mousetable.debounce import HOLD_MS

SETUP = '{"game":"classic","players":2,"options":{"layout":"classic"},"seed":7}'
BEGUN = f"{SETUP}\n2 people 0\n2 rolls 0 1\n2 start 4 76 rail\n"


GAME = rules.load("revised", 2)


def recorded(folder: Path, scenario: str = "", before: Sequence[Played] = (), stopped: bool = False) -> str:
    """Return the recording of a short game of two computers with simulated hands. Its first trap may be `stopped`."""
    lines: list[str] = []
    mind = players.load("sensible", GAME)
    seating = Seating((mind, mind), frozenset((0, 1)), think_here)
    with Journal.open(folder / "journal.db") as journal:
        with journal.begin(GAME, 3, before) as writer:
            number = writer.game
        match = Match.resume(journal, number)
        running = Running(match, seating)
        Recorder(running, lines.append)
        traps: list[Situation] = []

        def watch(situation: Situation) -> None:
            if stopped and isinstance(situation.ask, Watch) and not traps:
                traps.append(situation)
                asyncio.get_running_loop().call_later(1, running.inbox.put_nowait, Stop())

        running.watch(Observer(watch))
        with match.writer:
            run_virtual(play_simulated(running, scenario=scenario, alone=True))
    return "".join(lines)


def test_a_recording_begins_with_the_game_and_the_state_of_the_contacts(tmp_path: Path) -> None:
    lines = recorded(tmp_path, "stuck reed 10").splitlines()
    closed = sorted({10} | {contact for contact, closed in code(GAME.layout.coded).items() if closed})
    assert lines[0].startswith('{"game":"revised","players":2,')
    assert [line.split()[1:] for line in lines[1:4]] == [
        ["people"],
        ["rolls", "0", "1"],
        ["start", *map(str, closed), "rail"],
    ]


def test_every_recorded_change_has_the_table_s_own_time_even_if_it_arrived_late(tmp_path: Path) -> None:
    text = recorded(tmp_path, "at 29 s unplug\nat 30 s stuck reed 72\nat 31 s good reed 72\nat 33 s replug")
    changes = [line for line in read(text).lines if line.values == ("72",)]
    assert [(line.word, line.time) for line in changes] == [("closed", 30000 + HOLD_MS), ("opened", 31000 + HOLD_MS)]


@pytest.mark.parametrize(
    ("mishaps", "told"),
    [
        ("", "start"),
        ("wait 20 s\nunplug\nwait 2 s\nreplug", "found"),
        ("wait 20 s\npower cut\nwait 2 s\npower on", "restarted"),
    ],
    ids=["none", "pulled cable", "power cut"],
)
def test_a_replayed_recording_has_the_same_consequences(tmp_path: Path, mishaps: str, told: str) -> None:
    recording = read(recorded(tmp_path, mishaps))
    assert told in {line.word for line in recording.lines}
    assert len(recording.played) > 20
    assert replay(recording) == recording.played


def test_a_trap_that_was_stopped_is_stopped_in_the_replay(tmp_path: Path) -> None:
    recording = read(recorded(tmp_path, stopped=True))
    assert "stop" in {line.word for line in recording.lines}
    assert replay(recording) == recording.played


def test_a_changed_recording_has_other_consequences(tmp_path: Path) -> None:
    lines = recorded(tmp_path).splitlines()
    rolls = [n for n, line in enumerate(lines) if line.endswith((" closed b", " opened b"))]
    recording = read("\n".join(line for n, line in enumerate(lines) if n not in rolls[-4:]))
    assert len(replay(recording)) < len(recording.played)


def test_the_recording_of_a_resumed_game_goes_on_from_there(tmp_path: Path) -> None:
    state, before = GAME.start(), list[Played]()
    for _ in range(8):
        assert state.actor is not None
        before.append(Played(state.actor, str(state.actions()[-1]), Source.TEXT))
        state = state.play(state.actions()[-1])
    recording = read(recorded(tmp_path, before=before))
    assert recording.before.state == state
    assert replay(recording) == recording.played


def test_a_recording_that_begins_after_the_end_of_a_game_is_replayed(tmp_path: Path) -> None:
    recording = read(recorded(tmp_path))
    played = "\n".join(f"{line.values[0]} text" for line in recording.lines if line.word == "played")
    setup = store.setup_text(recording.before.game, recording.before.seed)
    after = read(f"{setup}\n{played}\n2 people 0 1\n2 rolls 0 1\n2 start rail\n9000 lost\n9500 found")
    assert after.before.state.winners
    assert replay(after) == after.played == ()


def test_a_move_that_is_taken_back_long_after_the_end_is_replayed(tmp_path: Path) -> None:
    lines: list[str] = []
    entries = tuple(Played(n % 2, action, source) for n, (action, source) in enumerate(TO_THE_END))

    async def play(match: Match) -> None:
        running = Running(match, Seating((None, None), frozenset(), think_here))
        Recorder(running, lines.append)
        async with table_for_game(BARRIERS, 1) as table:
            table.set_up(match.played.state.placement())
            playing = asyncio.create_task(running.play(table.cable, stay=True))
            await asyncio.sleep(60)
            running.inbox.put_nowait(TakeBack())
            for place in ("d6", "d7"):
                await asyncio.sleep(5)
                await table.hands.put("red", table.place(place))
            await asyncio.sleep(5)
            playing.cancel()

    with Journal.open(tmp_path / "journal.db") as journal:
        with journal.begin(BARRIERS, 1, entries) as writer:
            number = writer.game
        match = Match.resume(journal, number, even_over=True)
        with match.writer:
            run_virtual(play(match))
    recording = read("".join(lines))
    assert replay(recording) == recording.played == ("d7",)


def test_comments_in_a_recording_are_ignored() -> None:
    recording = read(f"{BEGUN}\n# here it went wrong\n90 closed b  # too early\n")
    assert [line.word for line in recording.lines] == ["people", "rolls", "start", "closed"]


def test_a_recording_may_have_a_gap_of_a_day() -> None:
    assert [line.time for line in read(f"{BEGUN}86400002 closed b\n5 opened b").lines[-2:]] == [86400002, 5]


def test_a_recording_may_have_an_action_that_no_list_names() -> None:
    begun = BEGUN.replace(SETUP, '{"game":"draughts","players":2}')
    assert read(f"{begun}90 said a7xc5xa3").lines[-1].values == ("a7xc5xa3",)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "line 1 must be a game's setup as JSON"),
        ('{"game":"chess","players":2}', "line 1 must be a game's setup as JSON: there is no game 'chess'"),
        (f"{SETUP}\nroll9 drawn\n2 people 0", "line 2: "),
        (SETUP, "line 2: `people` is missing"),
        (f"{SETUP}\n2 people 0\n2 rolls 0 1\n90 closed b", "line 4: '90 closed b': `start` comes first"),
        (f"{SETUP}\n2 people 0 2", "line 2: '2 people 0 2': 2 is no seat; allowed: 0, 1"),
        (f"{BEGUN}90 closed 4\n95 clos", "line 6: '95 clos': nothing of that kind happens"),
        (f"{BEGUN}90 closed c", "line 5: '90 closed c': c is no contact; allowed: 0, 1, 2, 3"),
        (f"{BEGUN}soon closed b", "line 5: 'soon closed b': a line begins with its time in milliseconds"),
        (f"{BEGUN}86400003 closed b", "line 5: '86400003 closed b': it is more than a day from the line before; "),
        (f"{BEGUN}90 said please", "line 5: '90 said please': please is no action; allowed: "),
        (f"{BEGUN}90 played roll4 luck", "line 5: '90 played roll4 luck': luck is no source; allowed: hands, player"),
        (f"{BEGUN}90 start 4", "line 5: '90 start 4': `start` comes once"),
    ],
)
def test_an_invalid_recording_is_refused_in_one_line_that_names_the_fault(text: str, complaint: str) -> None:
    with pytest.raises(BadRecording) as error:
        read(text)
    assert str(error.value).startswith(complaint)
    assert "\n" not in str(error.value)
