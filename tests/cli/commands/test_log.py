"""`mouseboard log`: the journal's contents, in the reader's language."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.conftest import Run
from tests.store.tamper import tamper

from mouseboard import rules
from mouseboard.cli.commands import serve
from mouseboard.cli.commands.log import MOST_NAMED
from mouseboard.store import (
    AT_TABLE,
    PERSON,
    Continued,
    Entry,
    Journal,
    Noted,
    Paused,
    Played,
    Seated,
    Source,
    TakenBack,
)
from mouseboard.store.chain import WrittenGame, WrittenHeading


def begun(journal: Path, *names: str) -> None:
    """Begin these games without playing any action."""
    with Journal.open(journal) as book:
        for name in names:
            book.begin(rules.load(name), seed=1).close()


def test_the_last_unfinished_game_goes_on_where_no_number_is_given(run: Run, journal: Path) -> None:
    begun(journal, "revised", "revised")
    run("play", "revised", "--auto", "--seed", 3)
    assert run("log", "resume", "--auto").out.splitlines()[0].endswith('"seed":1}')
    finished = [": won by " in line for line in run("log", "list").out.splitlines()]
    assert finished == [True, True, False]


def test_the_list_counts_in_words_that_fit(run: Run, journal: Path) -> None:
    begun(journal, "classic")
    assert run("log", "list").out.endswith("classic, 2 players, seed 1: 0 entries, Red is next\n")
    assert run("log", "list", "--lang", "fr").out.endswith(
        "classic, 2 joueurs, graine 1\u00a0: 0 entrée, à Rouge de jouer\n"
    )


def test_the_list_names_those_who_played_and_whose_turn_it_is(run: Run, journal: Path) -> None:
    seated = Seated((PERSON, "sensible"), AT_TABLE, ("Ada", ""))
    with Journal.open(journal) as book:
        book.begin(rules.load("barriers", first="seat0"), entries=[seated]).close()
        book.begin(rules.load("barriers", first="lot")).close()
    lot, ada = run("log", "list").out.splitlines()
    assert ada.endswith("barriers, Ada (Red) and Blue: 1 entry, Ada (Red) is next")
    assert lot.endswith("barriers, 2 players: 0 entries, chance is next")


@pytest.mark.parametrize("arguments", [("--lang", "de", "log", "show", 1), ("log", "show", 1, "--lang", "de")])
def test_a_game_is_told_in_the_language_asked_for(run: Run, arguments: tuple[str | int, ...]) -> None:
    run("play", "revised", "--auto", "--seed", 1)
    assert "Rot würfelt" in run(*arguments).out


def test_a_game_is_told_in_the_language_of_the_environment(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    run("play", "revised", "--auto", "--seed", 1)
    monkeypatch.setenv("LC_ALL", "nl_BE.UTF-8")
    assert "Rood gooit" in run("log", "show", 1).out


def test_a_journal_that_is_not_there_yet_is_no_error_and_is_not_made(run: Run, journal: Path) -> None:
    assert run("log", "list") == (0, "no game yet; `mouseboard play` begins one\n", "")
    assert not journal.exists()


def test_a_relative_data_folder_is_refused(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MOUSEBOARD_JOURNAL")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", "data")
    monkeypatch.chdir(tmp_path)
    why = "mouseboard: XDG_DATA_HOME is 'data', but must be a whole path, beginning with /\n"
    for command in (("play", "revised", "--auto", "--seed", 1), ("log", "list")):
        assert run(*command) == (2, "", why)
    assert list(tmp_path.iterdir()) == []


def test_a_relative_home_is_refused_by_its_name(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MOUSEBOARD_JOURNAL")
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setenv("HOME", "here")
    monkeypatch.chdir(tmp_path)
    assert run("log", "list") == (2, "", "mouseboard: HOME is 'here', but must be a whole path, beginning with /\n")


@pytest.mark.parametrize("by_option", [True, False])
def test_a_tilde_that_the_shell_leaves_in_a_name_is_the_home_folder(
    by_option: bool, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, home = tmp_path / "here", tmp_path / "home"
    here.mkdir()
    home.mkdir()
    monkeypatch.chdir(here)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("MOUSEBOARD_JOURNAL", "~/mice.db")
    journal = ["--journal=~/mice.db"] if by_option else []
    assert run(*journal, "play", "revised", "--auto", "--seed", 1, "--record=~/felt.txt").status == 0
    assert run(*journal, "log", "export", "~/copy.db").out == f"{home}/copy.db has 1 game.\n"
    assert {path.name for path in home.iterdir()} >= {"mice.db", "felt.txt", "copy.db"}
    assert list(here.iterdir()) == []


def test_a_tilde_before_no_user_s_name_is_part_of_a_name(
    run: Run, journal: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Journal.open(journal).close()
    monkeypatch.chdir(tmp_path)
    assert run("log", "export", "~nobody-here.db").out == "~nobody-here.db has 0 games.\n"


def test_escapes_in_the_name_of_an_export_are_not_sent_to_the_terminal(run: Run, journal: Path) -> None:
    Journal.open(journal).close()
    exported = run("log", "export", journal.with_name("a\n\x1b[31m.db"))
    assert exported.out == f"{journal.parent}/a\\n\\x1b[31m.db has 0 games.\n"


def test_a_game_that_rests_is_told_so(run: Run, journal: Path) -> None:
    with Journal.open(journal) as book:
        with book.begin(rules.load("classic"), seed=1, entries=[Paused()]) as writer:
            assert run("log", "list").out.endswith(": 1 entry, the game rests\n")
            assert run("log", "show", 1).out == "   0  The game rests.\n"
            writer.append(Continued())
        assert run("log", "list").out.endswith(": 2 entries, Red is next\n")
        assert run("log", "show", 1).out.endswith("   1  The game goes on.\n")


def damage(journal: Path, entry: int) -> None:
    """Write three games and change a digit in this entry of game 2."""
    with Journal.open(journal) as book:
        for seed in (1, 2, 3):
            notes = [Noted(f"{seed}{n}") for n in range(3)]
            book.begin(rules.load("classic"), seed, [*notes, Paused()]).close()
    tamper(journal, f"UPDATE entry SET entry = replace(entry, '2{entry}', '29') WHERE game = 2 AND number = {entry}")


@pytest.mark.parametrize("command", ["list", "check", "show", "replay", "resume"])
def test_what_somebody_has_made_by_hand_is_named_and_reaches_no_terminal_raw(
    run: Run, journal: Path, command: str
) -> None:
    """The entries are made by hand, but their hashes are right."""
    hostile = rb"\u001b[2J\u202e"
    began = b"2026-01-01T00:00:00+00:00"
    with Journal.open(journal) as book:
        for setup, entry in (
            (b'{"game":"revised","players":null,"' + hostile + b'":1}', b'{"kind":"paused"}'),
            (b'{"game":"revised","players":2}', b'{"kind":"' + hostile + b'"}'),
            (b'{"game":"' + hostile + b'","players":2}', b'{"kind":"noted","note":"' + hostile + b'"}'),
        ):
            book.write_games([WrittenGame(WrittenHeading(began, setup, b""), [(0, entry)])])
    for arguments in [()] if command in ("list", "check") else [(1,), (2,), (3,)]:
        status, out, err = run("log", command, *arguments)
        assert status == {"list": 0, "check": 1}.get(command, 2)
        assert (out + err).replace("\n", "").isprintable()
        assert err.count("\n") <= 1
        if command == "check":
            assert ["cannot be read" in line for line in out.splitlines()] == [True, True, False]


def test_a_journal_of_which_nothing_can_be_read_is_told_in_one_line_with_a_way_out(run: Run, journal: Path) -> None:
    begun(journal, "revised")
    half = journal.stat().st_size // 2
    journal.write_bytes(journal.read_bytes()[:half])
    status, out, err = run("log", "check")
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert f"journal {journal} is so damaged that no game in it can be read; put a backup in its place" in err


def test_the_list_names_a_damaged_game_and_shows_the_others(run: Run, journal: Path) -> None:
    damage(journal, 1)
    newest, second, oldest = run("log", "list").out.splitlines()
    assert "seed 2: game 2 is damaged: entry 1 is not what was written; `mouseboard log resume 2 --before 1`" in second
    assert all(line.endswith(": 4 entries, the game rests") for line in (newest, oldest))


@pytest.mark.parametrize("command", ["show", "replay", "resume"])
def test_nothing_is_told_of_a_damaged_game(run: Run, journal: Path, command: str) -> None:
    damage(journal, 1)
    status, out, err = run("log", command, 2)
    assert (status, out) == (2, "")
    assert err.startswith("mouseboard: game 2 is damaged: entry 1 is not what was written;")


def test_check_has_a_line_for_each_game_and_a_status(run: Run, journal: Path) -> None:
    damage(journal, 1)
    status, out, err = run("log", "check")
    assert (status, err) == (1, "")
    assert [line[:38] for line in out.splitlines()] == [
        "   1  sound, 4 entries",
        "   2  game 2 is damaged: entry 1 is no",
        "   3  sound, 4 entries",
    ]
    assert run("log", "check", 3) == (0, "   3  sound, 4 entries\n", "")
    assert run("log", "check", 2).status == 1
    assert run("log", "check", 4).status == 2


@pytest.mark.parametrize(
    ("entry", "why"),
    [
        (Played(1, "a7-b6", Source.PLAYER), "a7-b6 is by seat 1, but nobody was to play"),
        (TakenBack(99), "nothing can be taken back to entry 99; there are 0 to 2"),
    ],
)
def test_check_names_the_first_entry_that_does_not_play(run: Run, journal: Path, entry: Entry, why: str) -> None:
    with Journal.open(journal) as book:
        sound = [Played(0, "c3-d4", Source.PLAYER), Played(1, "resign", Source.PLAYER)]
        book.begin(rules.load("draughts"), 1, sound).close()
        book.begin(rules.load("draughts"), 2, [*sound, entry]).close()
    status, out, err = run("log", "check")
    assert (status, err) == (1, "")
    assert out == f"   1  sound, 2 entries\n   2  game 2: entry 2 does not play: {why}\n"


def test_a_damaged_game_goes_on_from_what_is_sound_as_a_new_one(run: Run, journal: Path) -> None:
    damage(journal, 1)
    assert run("log", "resume", 2, "--before", 1, "--auto").out.splitlines()[-1].startswith("winner: ")
    assert run("log", "show", 4).out.splitlines()[:2] == [
        "   0  20",
        "   1  Goes on from game 2 as it was before entry 1.",
    ]
    assert run("log", "check").status == 1  # the damaged game is unchanged


def test_what_is_refused_before_an_entry_makes_no_new_game(run: Run, journal: Path) -> None:
    damage(journal, 1)
    for arguments in (("--before", 2), ("--before", -1), ("--before", 1, "--people", 9)):
        assert run("log", "resume", 2, *arguments).status == 2
    assert len(run("log", "list").out.splitlines()) == 3


def test_games_go_into_a_file_and_come_back_once(run: Run, tmp_path: Path, journal: Path) -> None:
    begun(journal, "classic", "cards")
    file, other = tmp_path / "backup.db", tmp_path / "other.db"
    assert run("log", "export", file) == (0, f"{file} has 2 games.\n", "")
    assert (
        run("log", "export", file).err
        == f"mouseboard: {file} is there already and is not overwritten: name a new file\n"
    )
    assert run("--journal", other, "log", "import", file).out == "Added: 2 games.\n"
    assert run("--journal", other, "log", "import", file).out == "Added: 0 games.\nThere already: 2 games.\n"
    assert run("--journal", other, "log", "list").out == run("log", "list").out


def test_the_help_says_which_command_makes_a_backup(run: Run) -> None:
    assert "export back up all games in a new file" in " ".join(run("log", "--help").out.split())


def test_export_and_import_name_what_is_damaged(run: Run, tmp_path: Path, journal: Path) -> None:
    damage(journal, 1)
    file, other = tmp_path / "backup.db", tmp_path / "other.db"
    for command in (("log", "export", file), ("--journal", other, "log", "import", file)):
        status, _, err = run(*command)
        assert status == 1
        assert err.startswith("mouseboard: game 2 is damaged: entry 1 is not what was written;")
    assert len(run("--journal", other, "log", "list").out.splitlines()) == 2


def test_a_damaged_game_that_was_cut_off_is_named_where_it_would_have_gone_on(
    journal: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    begun(journal, "classic", "classic")
    tamper(journal, "DELETE FROM head WHERE game = 2")
    journal.with_name("journal.db-game2").touch()  # a killed process leaves this file behind
    with Journal.open(journal) as book:
        assert serve._cut_off(book, None) is None
    assert capsys.readouterr().err.startswith("mouseboard: game 2 is damaged: it does not end where it was left;")


def test_a_game_that_was_over_when_its_process_was_killed_is_shown_again(run: Run, journal: Path) -> None:
    run("play", "revised", "--auto")
    journal.with_name("journal.db-game1").touch()  # a killed process leaves this file behind
    with Journal.open(journal) as book:
        match = serve._cut_off(book, None)
        assert match and match.played.state.winners
        match.writer.close()


@pytest.mark.parametrize(
    ("action", "advice"),
    [
        ("show 9", "log list` lists what it has"),
        ("show 2", "log resume 2 --before 1` goes on"),
        ("resume 4", "log show 4` tells it"),
    ],
)
def test_advice_names_a_journal_that_is_not_the_usual_one(
    run: Run, journal: Path, tmp_path: Path, action: str, advice: str
) -> None:
    damage(journal, 1)
    run("play", "revised", "--auto")
    other = journal.rename(tmp_path / "my games.db")
    assert f"`mouseboard --journal '{other}' {advice}" in run("--journal", other, "log", *action.split()).err


def test_a_few_of_many_damaged_games_are_named_and_the_others_counted(run: Run, tmp_path: Path) -> None:
    backup = tmp_path / "backup.db"
    with Journal.open(backup) as book:
        for _ in range(50):
            book.begin(rules.load("revised"), 1).close()
    tamper(backup, "UPDATE game SET began = began || '!'")
    ran = run("log", "import", backup)
    assert ran.status == 1
    *named, others = ran.err.splitlines()
    assert len(named) == MOST_NAMED and all(line.startswith("mouseboard: game ") for line in named)
    assert others == f"mouseboard: 30 more games are damaged; `mouseboard --journal {backup} log check` names each"
